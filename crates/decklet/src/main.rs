//! The program `decklet`: play, simulate, replay and study card games in the terminal.

mod cli;
mod table;
mod text;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
