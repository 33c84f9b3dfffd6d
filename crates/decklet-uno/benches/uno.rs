//! Whole rounds of random play on one core: `cargo bench -p decklet-uno`. Elements are rounds;
//! the decisions a round are printed first.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use decklet_engine::Seed;
use decklet_uno::{
    profile::{NAMES, Options},
    simulate::{Policy, simulate},
};
use std::num::NonZeroUsize;

const ROUNDS: u64 = 2_000;

fn rounds(c: &mut Criterion) {
    for (policy, label) in [
        (Policy::Uniform, "uniform"),
        (Policy::DrawWhenStuck, "draw-when-stuck"),
    ] {
        let mut group = c.benchmark_group(label);
        group.sample_size(20);
        for name in NAMES {
            let rules = Options::named(name)
                .and_then(Options::build)
                .expect("a profile");
            let run = || simulate(&rules, 2, ROUNDS, &Seed::from(7), NonZeroUsize::MIN, policy);
            let decisions = run().expect("two players").decisions;
            println!("{label}/{name}: {} decisions a round", decisions / ROUNDS);
            group.throughput(Throughput::Elements(decisions));
            group.bench_function(format!("{name}: decisions"), |b| b.iter(run));
        }
        group.finish();
    }
}

criterion_group!(benches, rounds);
criterion_main!(benches);
