//! The figures of `docs/performance.md`: `cargo run --release -p decklet-uno --example uno_speed`.
//! Wall time, so on a quiet machine.
//!
//! `uno_speed PROFILE uniform|stuck N` plays N rounds of two and prints how many decisions they took:
//! for a profiler, or `valgrind --tool=callgrind`, which counts instructions.

use decklet_engine::Seed;
use decklet_uno::{
    profile::Options,
    simulate::{Policy, Report, simulate},
};
use std::{num::NonZeroUsize, time::Instant};

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    match args[..] {
        [profile, policy, rounds] => {
            let policy = match policy {
                "uniform" => Policy::Uniform,
                _ => Policy::DrawWhenStuck,
            };
            let report = play(profile, policy, rounds.parse().expect("a number of rounds"));
            println!("{}", report.decisions);
        }
        _ => figures(),
    }
}

fn play(profile: &str, policy: Policy, rounds: u64) -> Report {
    let rules = Options::named(profile)
        .and_then(Options::build)
        .expect("a profile");
    let seed = Seed::from(1);
    simulate(&rules, 2, rounds, &seed, NonZeroUsize::MIN, policy).expect("two players")
}

fn figures() {
    for (profile, policy, rounds) in [
        ("decklet", Policy::Uniform, 4_000),
        ("decklet", Policy::DrawWhenStuck, 100_000),
        ("rlcard", Policy::Uniform, 100_000),
        ("official", Policy::DrawWhenStuck, 20_000),
    ] {
        let mut times: Vec<_> = (0..9)
            .map(|_| {
                let start = Instant::now();
                let report = play(profile, policy, rounds);
                (start.elapsed().as_secs_f64(), report.decisions)
            })
            .collect();
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (seconds, decisions) = times[times.len() / 2];
        println!(
            "{profile}, {policy:?}: {:.0} rounds a second, {:.0} decisions a second",
            rounds as f64 / seconds,
            decisions as f64 / seconds
        );
    }
}
