//! `cargo xtask sim`: rooms with faults, each from a seed.

use anyhow::bail;
use clap::Args;
use decklet_match::sim::{self, Plan};
use std::time::Instant;

/// How many rooms, or which one.
#[derive(Args)]
pub struct Arguments {
    /// Rooms.
    #[arg(long, default_value_t = 10_000)]
    matches: u64,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// This seed alone, telling its expanded options.
    #[arg(long, conflicts_with_all = ["matches", "first"])]
    seed: Option<u64>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(seed) = arguments.seed {
        println!("{:#?}", Plan::of(seed));
        match sim::run(seed) {
            Ok(report) => println!("{report:#?}"),
            Err(failure) => bail!("{failure}"),
        }
        return Ok(());
    }
    let begin = Instant::now();
    let seeds = arguments.first..arguments.first.saturating_add(arguments.matches);
    match sim::run_all(seeds) {
        Ok(report) => {
            let seconds = begin.elapsed().as_secs_f64();
            println!("{} rooms in {seconds:.1} s: {report:#?}", arguments.matches);
            Ok(())
        }
        Err(failure) => {
            let seed = failure.plan.seed;
            bail!("{failure}\nagain: cargo xtask sim --seed {seed}")
        }
    }
}
