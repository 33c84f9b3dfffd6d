//! The engine over whole random games whose actions were chosen beforehand: `cargo bench -p decklet`.
//!
//! `dispatch` is everything an accepted action costs (rules, handler, effects, the log entry with
//! its state hash) and freeing it in the end, without choosing; `start` the deal; `replay` a game
//! played again from its log; `view` one seat's picture, without making JSON of it.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use decklet::engine::{Action, GameEngine, Player, Ruleset, Seat, Seed, Status, Stream, Value};
use std::{hint::black_box, sync::Arc};

const GAMES: u64 = 100;

struct Game {
    begun: GameEngine,
    actions: Vec<Action>,
}

fn record(rules: &Arc<Ruleset>, players: usize, game: u64) -> Game {
    let seed = Seed::from(1).child(game);
    let mut engine = GameEngine::new(rules.clone(), seed);
    engine.create_game(Player::numbered(players)).unwrap();
    engine.start().unwrap();
    let begun = engine.clone();
    let mut policy = seed.rng(Stream::POLICY);
    while engine.state().status() != Status::Finished {
        let legal = engine.legal_actions(engine.state().current_player().unwrap());
        let chosen = policy.below(u32::try_from(legal.len()).unwrap()) as usize;
        engine.dispatch(&legal[chosen]).unwrap();
    }
    let actions = engine
        .log()
        .iter()
        .filter_map(|entry| entry.action().cloned())
        .collect();
    Game { begun, actions }
}

fn play(mut engine: GameEngine, actions: &[Action]) -> GameEngine {
    for action in actions {
        engine.dispatch(action).unwrap();
    }
    engine
}

fn game(c: &mut Criterion, name: &str, players: usize) {
    let rules = decklet::registry().build(name, &Value::Null).unwrap();
    let games: Vec<Game> = (0..GAMES)
        .map(|game| record(&rules, players, game))
        .collect();
    let dispatches: usize = games.iter().map(|game| game.actions.len()).sum();
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(dispatches as u64));
    group.bench_function("dispatch", |b| {
        b.iter_batched(
            || {
                games
                    .iter()
                    .map(|game| game.begun.clone())
                    .collect::<Vec<_>>()
            },
            |begun| {
                for (engine, game) in begun.into_iter().zip(&games) {
                    black_box(play(engine, &game.actions));
                }
            },
            BatchSize::LargeInput,
        );
    });
    let last = play(games[0].begun.clone(), &games[0].actions);
    group.throughput(Throughput::Elements(games[0].actions.len() as u64));
    group.bench_function("play with its start", |b| {
        b.iter(|| {
            let mut engine = GameEngine::new(rules.clone(), last.seed());
            engine.create_game(Player::numbered(players)).unwrap();
            engine.start().unwrap();
            black_box(play(engine, &games[0].actions))
        });
    });
    group.bench_function("replay", |b| b.iter(|| black_box(last.at(u64::MAX))));
    group.throughput(Throughput::Elements(1));
    group.bench_function("view", |b| b.iter(|| black_box(last.view(Seat(0)))));
    group.finish();
}

fn benches(c: &mut Criterion) {
    game(c, "doudizhu", 3);
    game(c, "uno", 2);
}

criterion_group!(games, benches);
criterion_main!(games);
