//! Wall time of what the engine does for every game, on the toy game of the tests: a dispatch, a
//! view, the legal actions, a replay.
//!
//! ```text
//! cargo bench -p decklet-engine
//! ```
//!
//! Instruction counts, which hold on a busy machine too, come from `examples/count.rs`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Peek, toss, toss_with};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use decklet_engine::{
    Action, ActionType, GameEngine, Seat, Status,
    log::{LogFile, to_jsonl},
    wire,
};
use std::hint::black_box;

/// A game of four that has been played to its end, and its actions.
fn played() -> (GameEngine, Vec<Action>) {
    let mut game = toss(4);
    while game.state().status() == Status::Playing {
        common::play_nth(&mut game, 2);
    }
    let actions = game
        .log()
        .iter()
        .filter_map(|entry| entry.action().cloned())
        .collect();
    (game, actions)
}

fn benches(criterion: &mut Criterion) {
    let (finished, actions) = played();
    let dealt = toss(4);
    criterion.bench_function("dispatch a whole game", |bench| {
        bench.iter_batched(
            || dealt.clone(),
            |mut game| {
                for action in &actions {
                    game.dispatch(action)
                        .expect("accepted once, accepted again");
                }
                game
            },
            BatchSize::SmallInput,
        );
    });
    criterion.bench_function("refuse an action", |bench| {
        let mut game = dealt.clone();
        bench.iter(|| game.dispatch(Peek.by(Seat(1))).is_err());
    });
    criterion.bench_function("start a game", |bench| {
        let rules = toss_with(&[]);
        bench.iter(|| common::started(&rules, 4));
    });
    criterion.bench_function("view of a seat", |bench| {
        bench.iter(|| black_box(&dealt).view(Seat(0)));
    });
    criterion.bench_function("view of a seat as JSON", |bench| {
        bench.iter(|| common::to_json(&black_box(&dealt).view(Seat(0))));
    });
    criterion.bench_function("legal actions of a seat", |bench| {
        bench.iter(|| black_box(&dealt).legal_actions(Seat(0)));
    });
    criterion.bench_function("read an action", |bench| {
        let json = wire::action_to_json(&dealt, &dealt.legal_actions(Seat(0))[0]);
        bench.iter(|| wire::read_action(black_box(&json)).is_ok());
    });
    let text = to_jsonl(&finished);
    criterion.bench_function("replay a log", |bench| {
        let log = LogFile::read(text.as_bytes()).expect("a log");
        bench.iter(|| log.replay(finished.rules(), None).is_ok());
    });
    criterion.bench_function("read and verify a log", |bench| {
        bench.iter(|| {
            let log = LogFile::read(text.as_bytes()).expect("a log");
            log.verify(finished.rules()).is_ok()
        });
    });
}

criterion_group!(group, benches);
criterion_main!(group);
