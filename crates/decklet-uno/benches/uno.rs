//! Whole rounds of random play, two players, one core: `cargo bench -p decklet-uno`.
//!
//! `uniform` counts decisions, `draw-when-stuck` rounds; both include dealing.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use decklet_engine::Seed;
use decklet_uno::{
    profile::{NAMES, Options},
    simulate::{Policy, Report, simulate},
};
use std::num::NonZeroUsize;

fn play(name: &str, rounds: u64, policy: Policy) -> Report {
    let rules = Options::named(name)
        .and_then(Options::build)
        .expect("a profile");
    simulate(&rules, 2, rounds, &Seed::from(7), NonZeroUsize::MIN, policy).expect("two players")
}

fn uniform(c: &mut Criterion) {
    let mut group = c.benchmark_group("uniform");
    group.throughput(Throughput::Elements(
        play("decklet", 200, Policy::Uniform).decisions,
    ));
    group.bench_function("decklet", |b| {
        b.iter(|| play("decklet", 200, Policy::Uniform));
    });
    group.finish();
}

fn draw_when_stuck(c: &mut Criterion) {
    let mut group = c.benchmark_group("draw-when-stuck");
    group.throughput(Throughput::Elements(2_000));
    for name in NAMES {
        group.bench_function(name, |b| {
            b.iter(|| play(name, 2_000, Policy::DrawWhenStuck));
        });
    }
    group.finish();
}

criterion_group!(benches, uniform, draw_when_stuck);
criterion_main!(benches);
