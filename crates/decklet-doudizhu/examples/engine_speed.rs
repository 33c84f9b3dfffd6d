//! How fast the engine plays whole random games whose actions are known beforehand:
//! `cargo run --release -p decklet-doudizhu --example engine_speed -- PROFILE GAMES`

use decklet_doudizhu::{plugin::ruleset, profile::Profile};
use decklet_engine::{Action, GameEngine, Player, Seed, Status, Stream};
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let profile = args.next().unwrap_or_else(|| "decklet".into());
    let games: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let rules = ruleset(Profile::named(&profile).expect("a profile")).expect("it builds");
    let mut recorded: Vec<(Seed, Vec<Action>)> = Vec::new();
    for game in 0..games {
        let seed = Seed::from(1).child(game);
        let mut engine = GameEngine::new(rules.clone(), seed);
        engine.create_game(Player::numbered(3)).unwrap();
        engine.start().unwrap();
        let mut policy = seed.rng(Stream::POLICY);
        while engine.state().status() != Status::Finished {
            let mut legal = engine.legal_actions(engine.state().current_player().unwrap());
            let chosen = policy.below(u32::try_from(legal.len()).unwrap()) as usize;
            engine.dispatch(legal.swap_remove(chosen)).unwrap();
        }
        let actions = engine
            .log()
            .iter()
            .filter_map(|entry| entry.action().cloned());
        recorded.push((seed, actions.collect()));
    }
    for round in 0..5 {
        let mut dispatches = 0_u64;
        let mut setup = std::time::Duration::ZERO;
        let begin = Instant::now();
        for (seed, actions) in &recorded {
            let before = Instant::now();
            let mut engine = GameEngine::new(rules.clone(), *seed);
            engine.create_game(Player::numbered(3)).unwrap();
            engine.start().unwrap();
            setup += before.elapsed();
            for action in actions {
                engine.dispatch(action).unwrap();
                dispatches += 1;
            }
        }
        let took = begin.elapsed();
        println!(
            "round {round}: {dispatches} dispatches, {:.0} ns each, {:.0} ns with set-up ({:.2} us a game), {:.0}/s",
            (took - setup).as_nanos() as f64 / dispatches as f64,
            took.as_nanos() as f64 / dispatches as f64,
            setup.as_nanos() as f64 / 1000.0 / games as f64,
            dispatches as f64 / took.as_secs_f64(),
        );
    }
    let mut engine = GameEngine::new(rules, recorded[0].0);
    engine.create_game(Player::numbered(3)).unwrap();
    engine.start().unwrap();
    let begin = Instant::now();
    for _ in 0..100_000 {
        std::hint::black_box(engine.view(decklet_engine::Seat(0)));
    }
    println!("view {} ns", begin.elapsed().as_nanos() / 100_000);
}
