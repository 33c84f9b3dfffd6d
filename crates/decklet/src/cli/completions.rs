use super::Cli;
use clap::CommandFactory;
use clap_complete::{Shell, generate};
use std::io;

/// Print what makes a shell complete commands, or the manual page
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet completions bash > ~/.local/share/bash-completion/completions/decklet
  decklet completions zsh > ~/.zfunc/_decklet
  decklet completions man > ~/.local/share/man/man1/decklet.1")]
pub struct Args {
    /// The shell, or `man` for the manual page
    #[arg(value_parser = parse, value_name = "SHELL")]
    wanted: Wanted,
}

#[derive(Clone, Copy)]
enum Wanted {
    For(Shell),
    Man,
}

fn parse(text: &str) -> Result<Wanted, String> {
    match text {
        "man" => Ok(Wanted::Man),
        shell => shell.parse().map(Wanted::For),
    }
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut command = Cli::command();
    match args.wanted {
        Wanted::For(shell) => {
            // A closed pipe is no failure: it is written as a whole first.
            let mut text = Vec::new();
            generate(shell, &mut command, "decklet", &mut text);
            super::out::line(String::from_utf8(text)?.trim_end())
        }
        Wanted::Man => {
            let mut text = Vec::new();
            manual(&command, &mut text)?;
            super::out::line(String::from_utf8(text)?.trim_end())
        }
    }
}

/// The page of the program, then those of its commands.
fn manual(command: &clap::Command, text: &mut Vec<u8>) -> io::Result<()> {
    clap_mangen::Man::new(command.clone()).render(text)?;
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        let name = format!("decklet {}", one.get_name());
        let page = clap_mangen::Man::new(one.clone().display_name(name.clone()).bin_name(name));
        page.render_name_section(text)?;
        page.render_synopsis_section(text)?;
        page.render_description_section(text)?;
        page.render_options_section(text)?;
    }
    Ok(())
}
