//! The figures of `docs/performance.md`: `cargo run --release --example speed`. Wall time, so on a
//! quiet machine.
//!
//! `speed work games|list|detect N` does one kind of work N times and prints nothing to speak of:
//! for a profiler, or `valgrind --tool=callgrind`, which counts instructions.

use decklet_doudizhu::{
    combination::{Kind, detect},
    deal::Deck,
    hand::{CardSet, Hand},
    plays::{PlayList, all_plays, plays},
    profile::Profile,
    simulate::simulate,
};
use decklet_engine::{Rng, Seed, Stream};
use std::{hint::black_box, time::Instant};

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["work", what, times] => work(what, times.parse().expect("a number of times")),
        _ => figures(),
    }
}

fn profile(name: &str) -> &'static Profile {
    Profile::named(name).expect("it exists")
}

fn work(what: &str, times: u64) {
    let mut list = PlayList::new();
    match what {
        "games" => _ = black_box(simulate(profile("openspiel"), times, &Seed::from(1), 1)),
        "list" => {
            let hands = hands();
            for n in 0..times {
                let hand = hands[n as usize % hands.len()];
                plays(black_box(hand), None, profile("pagat"), &mut list);
                black_box(list.len());
            }
        }
        _ => {
            let mix = mix();
            let rules = &profile("pagat").combinations;
            for n in 0..times {
                black_box(detect(black_box(mix[n as usize % mix.len()]), rules));
            }
        }
    }
}

fn figures() {
    for name in ["openspiel", "rlcard", "decklet", "game-claw"] {
        let seconds = median(5, || {
            black_box(simulate(profile(name), 20_000, &Seed::from(1), 1));
        });
        println!("random games, {name}: {:.0} a second", 20_000.0 / seconds);
    }
    let one = median(5, || {
        _ = black_box(simulate(profile("openspiel"), 40_000, &Seed::from(1), 1));
    });
    let two = median(5, || {
        _ = black_box(simulate(profile("openspiel"), 40_000, &Seed::from(1), 2));
    });
    println!("two threads: {:.2} times one", one / two);

    let mut list = PlayList::new();
    let mut times: Vec<_> = hands()
        .into_iter()
        .map(|hand| {
            let run =
                || (0..200).for_each(|_| plays(black_box(hand), None, profile("pagat"), &mut list));
            median(5, run) / 200.0 * 1e9
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "list of 20 cards, leading, pagat: median {:.0} ns",
        times[times.len() / 2]
    );

    let mix = mix();
    let rules = &profile("pagat").combinations;
    let seconds = median(9, || {
        for &cards in &mix {
            black_box(detect(black_box(cards), rules));
        }
    });
    println!("detect: mean {:.1} ns", seconds / mix.len() as f64 * 1e9);
}

/// The median time of some runs, in seconds.
fn median(runs: usize, mut run: impl FnMut()) -> f64 {
    let mut times: Vec<_> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[runs / 2]
}

/// 400 random hands of 20 cards.
fn hands() -> Vec<Hand> {
    let mut rng = Seed::from(1).rng(Stream::DEAL);
    (0..400)
        .map(|_| {
            Deck::shuffled(&mut rng).cards()[..20]
                .iter()
                .copied()
                .collect::<CardSet>()
                .hand()
        })
        .collect()
}

/// As many plays of every kind as of any other, and as many sets of cards that are nothing.
fn mix() -> Vec<Hand> {
    let mut rng: Rng = Seed::from(2).rng(Stream::DEAL);
    let all = all_plays(profile("pagat"));
    let mut mix: Vec<_> = Kind::ALL
        .into_iter()
        .flat_map(|kind| {
            let mut these: Vec<_> = all
                .iter()
                .filter(|p| p.combination.kind() == kind)
                .map(|p| p.cards)
                .collect();
            rng.shuffle(&mut these);
            these
                .into_iter()
                .cycle()
                .take(if kind.name().starts_with("shuttle") {
                    0
                } else {
                    100
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let nothing = (0..100).map(|_| {
        Deck::shuffled(&mut rng).cards()[..6]
            .iter()
            .copied()
            .collect::<CardSet>()
            .hand()
    });
    let nothing: Vec<_> = nothing.collect();
    mix.extend(nothing);
    rng.shuffle(&mut mix);
    mix
}
