//! The repository's own chores: `cargo xtask COMMAND`.

mod compare;
mod flood;
mod gate;
mod load;
mod sample;
mod sim;

use anyhow::{Context, ensure};
use clap::Parser;
use std::process::Command;

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The repository's own chores.
#[derive(Parser)]
enum Chore {
    /// Writes the readable playthroughs of tests/goldens anew. Read the difference before you
    /// commit it.
    Bless,
    /// Engine against simulator, in every profile of both games.
    Lockstep {
        /// Games a profile.
        #[arg(long, default_value_t = 100_000)]
        games: u64,
    },
    /// The list of legal plays against the definition, in every profile of Dou Dizhu.
    Laws {
        /// Hands a profile.
        #[arg(long, default_value_t = 100_000)]
        hands: u64,
    },
    /// Random mixes of UNO's options, each played to the end.
    Mixes {
        /// How many.
        #[arg(long, default_value_t = 20_000)]
        mixes: u64,
    },
    /// A server with its clients in one thread, with faults, from a seed each: nothing may be lost,
    /// told twice or leaked.
    Sim(sim::Arguments),
    /// Whole matches over WebSockets with a server that runs, and how long the answers take.
    Load(load::Arguments),
    /// The server is killed again and again while people play: nothing acknowledged may be lost, and
    /// everybody must go on.
    Crash {
        /// How often.
        #[arg(long, default_value_t = 50)]
        kills: u64,
    },
    /// Every byte that a server sends, and its log, searched for cards that the reader must not know.
    Leaks {
        /// Matches of each game.
        #[arg(long, default_value_t = 500)]
        matches: u64,
    },
    /// Writes a data directory as this release does, for tests of later ones: when the format of
    /// records or the tables have changed.
    Fixture,
    /// Somebody floods a server that runs: how long the answers to others take.
    Flood(flood::Arguments),
    /// Speed, side by side with other programs where there are any. On a quiet machine.
    Compare(compare::Arguments),
    /// Instructions of the hot works, counted by valgrind, against the bounds in xtask/gate.txt.
    Gate {
        /// Make the counts of now the bounds.
        #[arg(long)]
        record: bool,
    },
    /// Does one of the gate's works.
    #[command(hide = true)]
    Work {
        /// Which.
        name: String,
    },
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Bless => test("decklet", "goldens", "DECKLET_BLESS", 1),
        Chore::Lockstep { games } => {
            test(
                "decklet-doudizhu",
                "lockstep",
                "DECKLET_LOCKSTEP_GAMES",
                games,
            )?;
            test("decklet-uno", "lockstep", "DECKLET_LOCKSTEP_GAMES", games)
        }
        Chore::Laws { hands } => test("decklet-doudizhu", "laws", "DECKLET_LAW_HANDS", hands),
        Chore::Mixes { mixes } => test("decklet-uno", "mixes", "DECKLET_UNO_MIXES", mixes),
        Chore::Sim(arguments) => sim::run(&arguments),
        Chore::Crash { kills } => test("decklet", "crash", "DECKLET_KILLS", kills),
        Chore::Leaks { matches } => test("decklet", "leaks", "DECKLET_LEAK_MATCHES", matches),
        Chore::Load(arguments) => load::run(&arguments),
        Chore::Fixture => test("decklet-server", "all::upgrade", "DECKLET_FIXTURE", 1),
        Chore::Flood(arguments) => flood::run(&arguments),
        Chore::Compare(arguments) => compare::run(&arguments),
        Chore::Gate { record } => gate::run(record),
        Chore::Work { name } => gate::work(&name),
    }
}

/// Runs one test file, or a module of one, with more work than usual.
fn test(package: &str, name: &str, variable: &str, value: u64) -> anyhow::Result<()> {
    let (file, module) = name.split_once("::").unwrap_or((name, ""));
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--release", "--package", package, "--test", file])
        .args(["--", "--nocapture", module])
        .env(variable, value.to_string())
        .status()
        .context("cargo cannot be started")?;
    ensure!(status.success(), "the test {name} of {package} failed");
    Ok(())
}
