//! How long a decision, a detection and a random game take.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use decklet_doudizhu::{
    combination::detect,
    deal::Deck,
    hand::{CardSet, Hand},
    plays::{PlayList, all_plays, count, plays},
    profile::Profile,
    simulate::simulate,
};
use decklet_engine::{Seed, Stream};
use std::{hint::black_box, iter::Cycle};

fn profile(name: &str) -> &'static Profile {
    Profile::named(name).expect("it exists")
}

/// Random hands of 20 cards, again and again.
fn hands() -> Cycle<std::vec::IntoIter<Hand>> {
    let mut rng = Seed::from(1).rng(Stream::DEAL);
    let hands: Vec<_> = (0..400)
        .map(|_| {
            Deck::shuffled(&mut rng).cards()[..20]
                .iter()
                .copied()
                .collect::<CardSet>()
                .hand()
        })
        .collect();
    hands.into_iter().cycle()
}

fn lists(c: &mut Criterion) {
    for name in ["pagat", "openspiel"] {
        let (mut hands, mut list) = (hands(), PlayList::new());
        c.bench_function(&format!("list of 20 cards, leading, {name}"), |b| {
            b.iter(|| {
                plays(
                    hands.next().unwrap_or_default(),
                    None,
                    profile(name),
                    &mut list,
                );
            });
        });
    }
    let mut hands = hands();
    c.bench_function("count of 20 cards, leading, pagat", |b| {
        b.iter(|| count(hands.next().unwrap_or_default(), None, profile("pagat")));
    });
}

fn detection(c: &mut Criterion) {
    let rules = &profile("pagat").combinations;
    let mut cards: Vec<_> = all_plays(profile("pagat"))
        .into_iter()
        .map(|play| play.cards)
        .collect();
    Seed::from(1).rng(Stream::DEAL).shuffle(&mut cards);
    let mut cards = cards.into_iter().cycle();
    c.bench_function("detect, all plays alike", |b| {
        b.iter(|| detect(black_box(cards.next().unwrap_or_default()), rules));
    });
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("random games");
    group
        .throughput(criterion::Throughput::Elements(1000))
        .sample_size(20);
    for name in ["openspiel", "rlcard", "decklet", "game-claw"] {
        group.bench_function(name, |b| {
            b.iter(|| simulate(profile(name), 1000, &Seed::from(1), 1));
        });
    }
    group.finish();
}

criterion_group!(benches, lists, detection, games);
criterion_main!(benches);
