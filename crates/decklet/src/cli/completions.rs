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
    /// bash, elvish, fish, powershell or zsh; or man for the manual page
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
        shell => shell.parse().map(Wanted::For).map_err(|_| {
            "give one of bash, elvish, fish, powershell, zsh, or man for the manual page".to_owned()
        }),
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

/// The page of the program, then the sections of its commands and theirs.
fn manual(command: &clap::Command, text: &mut Vec<u8>) -> io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    page.render_title(text)?;
    page.render_name_section(text)?;
    page.render_synopsis_section(text)?;
    page.render_description_section(text)?;
    page.render_options_section(text)?;
    commands_of(command, "decklet", text)?;
    page.render_version_section(text)
}

fn commands_of(command: &clap::Command, name: &str, text: &mut Vec<u8>) -> io::Result<()> {
    let shown = |one: &&clap::Command| !one.is_hide_set() && one.get_name() != "help";
    for one in command.get_subcommands().filter(shown) {
        let name = format!("{name} {}", one.get_name());
        let one = one.clone().display_name(name.clone()).bin_name(&name);
        let page = clap_mangen::Man::new(one.clone());
        page.render_name_section(text)?;
        page.render_synopsis_section(text)?;
        page.render_description_section(text)?;
        page.render_options_section(text)?;
        commands_of(&one, &name, text)?;
    }
    Ok(())
}
