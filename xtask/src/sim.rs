//! `cargo xtask sim`: rooms with faults, each from a seed.

use anyhow::bail;
use clap::Args;
use decklet_match::sim::{self, Plan, Report};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

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
    let all = run_all(seeds)?;
    println!(
        "{} rooms in {:.1} s: {all:#?}",
        arguments.matches,
        begin.elapsed().as_secs_f64()
    );
    Ok(())
}

/// All seeds, one thread a core; stops at the first that fails.
fn run_all(seeds: std::ops::Range<u64>) -> anyhow::Result<Report> {
    let next = AtomicU64::new(seeds.start);
    let all = Mutex::new((Report::default(), None));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return;
            }
            let result = sim::run(seed);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            match result {
                Ok(report) => all.0.add(&report),
                Err(failure) => {
                    all.1 = Some(failure);
                    next.store(seeds.end, Ordering::Relaxed);
                }
            }
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let (report, failure) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failure {
        Some(failure) => bail!(
            "{failure}\nagain: cargo xtask sim --seed {}",
            failure.plan.seed
        ),
        None => Ok(report),
    }
}
