//! The program `decklet`: play, simulate, replay and study card games in the terminal.

mod cli;
mod table;
mod text;

use std::process::ExitCode;

/// A server's threads give back what others have allocated, all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
