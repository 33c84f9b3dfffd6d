//! The command line: one module a command. Exit code 0: done; 1: it failed; 2: wrong usage.

mod act;
mod admin;
mod analyse;
mod arena;
mod bot;
mod bots;
mod completions;
mod crash;
mod deal_file;
mod doudizhu;
mod game;
mod input;
mod menu;
mod notation;
mod out;
mod own_profile;
mod play;
mod replay;
mod rounds;
mod rules;
mod save;
mod schema;
mod serve;
mod simulate;
mod verify;

pub(crate) use bots::interruption;
pub(crate) use game::Game;
pub(crate) use save::SavedGame;

use clap::{Parser, Subcommand};
use std::{io, process::ExitCode, sync::LazyLock};

static VERSION: LazyLock<String> = LazyLock::new(|| {
    format!(
        "{} (log format {})",
        env!("CARGO_PKG_VERSION"),
        decklet::engine::log::FORMAT_VERSION
    )
});

/// UNO and Dou Dizhu: a server for tables in the browser, games in the terminal, millions of games
/// simulated, logs replayed and verified. Without a command it serves.
#[derive(Parser)]
#[command(
    name = "decklet",
    version = VERSION.as_str(),
    arg_required_else_help = false,
    after_help = "Examples:
  decklet                                   serve at http://127.0.0.1:7878/
  decklet play doudizhu                     play against two bots
  decklet play uno --players 4 --lang zh    the same in Chinese, UNO for four
  decklet simulate uno --games 10000        random games, and their statistics
  decklet verify game.jsonl                 check every hash of a log

'decklet COMMAND --help' shows more examples."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    /// Choose a game from a short menu, and play it in the terminal
    Menu,
    Play(play::Args),
    Simulate(simulate::Args),
    Replay(replay::Args),
    Verify(verify::Args),
    Analyse(analyse::Args),
    Act(act::Args),
    Bot(bot::Args),
    Arena(arena::Args),
    Notation(notation::Args),
    Rules(rules::Args),
    Schema(schema::Args),
    Doudizhu(doudizhu::Args),
    Admin(admin::Args),
    Completions(completions::Args),
}

/// Wrong usage that the argument parser cannot see: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub String);

/// A failure that has been told already: only the exit code is left.
#[derive(Debug, thiserror::Error)]
#[error("failed")]
pub(crate) struct Told(pub u8);

/// An `Err` of wrong usage.
pub(crate) fn usage<T>(message: impl Into<String>) -> anyhow::Result<T> {
    Err(Usage(message.into()).into())
}

/// Parses the arguments, runs the command and gives the exit code. Without a command it serves.
pub fn run() -> ExitCode {
    let command = match Cli::parse().command {
        Some(Command::Menu) => match menu::choose(io::stdin().lock(), io::stdout().lock()) {
            Ok(Some(words)) => Cli::parse_from(words).command,
            Ok(None) => return ExitCode::SUCCESS,
            Err(error) => return report(&error.into()),
        },
        given => given,
    };
    let command = command.or_else(|| Cli::parse_from(["decklet", "serve"]).command);
    let Some(command) = command else {
        return ExitCode::SUCCESS;
    };
    match crash::guard(|| execute(command)) {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(error)) => report(&error),
        None => ExitCode::FAILURE,
    }
}

fn execute(command: Command) -> anyhow::Result<()> {
    match command {
        // What was chosen from it comes here.
        Command::Menu => Ok(()),
        Command::Play(args) => play::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Act(args) => act::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Notation(args) => notation::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Doudizhu(args) => doudizhu::run(&args),
        Command::Admin(args) => admin::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}

fn report(error: &anyhow::Error) -> ExitCode {
    if out::is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    if let Some(Told(code)) = error.downcast_ref() {
        return ExitCode::from(*code);
    }
    eprintln!("error: {error:#}");
    if error.is::<Usage>() {
        eprintln!("\nFor more information, try '--help'.");
        return ExitCode::from(2);
    }
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_declared_without_contradiction() {
        Cli::command().debug_assert();
    }
}
