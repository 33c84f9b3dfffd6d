//! Every bot plays every game by all rules without an illegal choice, and the same game again.

use decklet_bots::{Adviser, Agent, Budget, Level, Reason, Suggestion};
use decklet_engine::{Action, GameEngine, Player, Ruleset, Seat, Seed, Status};
use std::sync::Arc;

fn begin(rules: &Arc<Ruleset>, players: usize, seed: u64) -> GameEngine {
    let mut game = GameEngine::new(rules.clone(), Seed::from(seed));
    game.create_game(Player::numbered(players)).unwrap();
    game.start().unwrap();
    game
}

/// What is done next: out of turn where somebody does not wait, else by the seat on turn.
fn next(game: &GameEngine, bots: &mut [Box<dyn Agent>]) -> Action {
    let state = game.state();
    let current = state.current_player().unwrap();
    for steps in 1..state.seats() as i32 {
        let seat = current.step(steps, state.seats());
        let legal = game.legal_actions(seat);
        if !legal.is_empty()
            && let Some(choice) = bots[seat.index()].interrupt(&game.lens(seat), &legal)
        {
            return legal[choice].clone();
        }
    }
    let legal = game.legal_actions(current);
    legal[bots[current.index()].choose(&game.lens(current), &legal)].clone()
}

/// Plays at most so many actions; whether the game is over then.
fn play(game: &mut GameEngine, level: Level, budget: Budget, most: usize) -> bool {
    let seats = game.state().seats() as u8;
    let seed = game.seed();
    let mut bots: Vec<_> = (0..seats)
        .map(|seat| level.agent(game.rules(), &seed, Seat(seat), budget))
        .collect();
    for _ in 0..most {
        if game.state().status() != Status::Playing {
            return true;
        }
        let action = next(game, &mut bots);
        game.dispatch(action).unwrap();
    }
    game.state().status() != Status::Playing
}

/// A few playouts: it is not about strength here.
const LITTLE: Budget = Budget::playouts(8);

#[test]
fn every_level_plays_every_profile_of_dou_dizhu_to_the_end() {
    for profile in decklet_doudizhu::profile::Profile::all() {
        let rules = decklet_doudizhu::plugin::ruleset(profile).unwrap();
        for level in Level::ALL {
            for seed in 0..3 {
                let mut game = begin(&rules, 3, seed);
                let over = play(&mut game, level, LITTLE, 2000);
                assert!(over, "{} {level} {seed}", profile.name());
            }
        }
    }
}

#[test]
fn a_hint_does_not_say_of_a_hand_that_it_is_both_strong_and_weak() {
    let rules = decklet_doudizhu::profile::Profile::named("game-claw").unwrap();
    let rules = decklet_doudizhu::plugin::ruleset(rules).unwrap();
    let mut several = 0;
    for seed in 0..20 {
        let game = begin(&rules, 3, seed);
        let seat = game.state().current_player().unwrap();
        let legal = game.legal_actions(seat);
        let mut adviser = Adviser::new(&rules, &Seed::from(1), seat, LITTLE).unwrap();
        let hints = adviser.hints(&game.lens(seat), &legal, 9);
        several += usize::from(hints.len() > 1);
        let of_the_hand =
            |hint: &&Suggestion| matches!(hint.reason, Some(Reason::Strong | Reason::Weak));
        assert!(
            hints.iter().filter(of_the_hand).count() <= 1,
            "{seed}: {hints:?}"
        );
    }
    assert!(several > 10);
}

/// Random players call UNO without reason and draw until they hold all cards: where that is allowed
/// their rounds hardly end. The expert thinks too long to play every round out.
#[test]
fn every_level_plays_every_profile_of_uno_for_two_to_ten() {
    for name in decklet_uno::profile::NAMES {
        let options = decklet_uno::profile::Options::named(name).unwrap();
        let rules = decklet_uno::plugin::ruleset(&options).unwrap();
        for level in Level::ALL {
            let to_the_end = matches!(level, Level::DrawWhenStuck | Level::Lowest | Level::Greedy);
            let most = if to_the_end { 5000 } else { 150 };
            for players in rules.players().filter(|&players| players <= 10) {
                let mut game = begin(&rules, players, players as u64);
                let over = play(&mut game, level, LITTLE, most);
                assert!(over || !to_the_end, "{name} {level} {players}");
            }
        }
    }
}

#[test]
fn the_same_seed_and_playouts_give_the_same_game_whatever_the_threads() {
    let doudizhu = decklet_doudizhu::profile::Profile::named("douzero").unwrap();
    let uno = decklet_uno::profile::Options::named("party").unwrap();
    for (rules, players) in [
        (decklet_doudizhu::plugin::ruleset(doudizhu).unwrap(), 3),
        (decklet_uno::plugin::ruleset(&uno).unwrap(), 4),
    ] {
        let hashes = |threads: usize| {
            let mut game = begin(&rules, players, 5);
            let budget = Budget::playouts(40).with_threads(threads);
            play(&mut game, Level::Expert, budget, 60);
            let hashes = game.log().iter().map(decklet_engine::Entry::hash);
            hashes.collect::<Vec<_>>()
        };
        let one = hashes(1);
        assert!(one.len() > 20);
        for threads in [2, 3] {
            assert_eq!(hashes(threads), one, "{} by {threads}", rules.game());
        }
    }
}
