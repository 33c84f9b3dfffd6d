//! Games through the engine: random ones by the policies of the pure simulators, and games of bots.

use super::{Outcome, Policy};
use crate::cli::{Game, bots};
use anyhow::Context;
use decklet::{
    bots::{Budget, Level},
    engine::{Action, GameEngine, Player, Rng, Ruleset, Seat, Seed, Status, Stream, Viewer},
    uno::{
        legal::{Call, Situation},
        plugin::{Setup, drawable, hand, match_so_far, next_round, state::UnoState},
        score::next_seed,
        table::Seats,
    },
};
use std::sync::Arc;

/// A whole random game.
pub fn play(
    rules: &Arc<Ruleset>,
    players: usize,
    seed: &Seed,
    policy: Policy,
) -> anyhow::Result<GameEngine> {
    let mut game = GameEngine::new(rules.clone(), *seed);
    game.create_game(Player::numbered(players))?;
    game.start()?;
    let mut random = seed.rng(Stream::POLICY);
    let acts_out_of_turn = bots::may_act_out_of_turn(&game);
    while game.state().status() == Status::Playing {
        let actions = legal_actions(&game, acts_out_of_turn);
        let actions = match policy {
            Policy::Uniform => actions,
            Policy::DrawWhenStuck => draw_when_stuck(&game, actions),
        };
        let action = choose(actions, &mut random)
            .with_context(|| format!("nobody can do anything in the game of seed {seed}"))?;
        game.dispatch(action)?;
    }
    Ok(game)
}

/// A whole game of bots, one of these levels at each seat.
pub fn play_bots(
    rules: &Arc<Ruleset>,
    levels: &[Level],
    seed: &Seed,
    budget: Budget,
) -> anyhow::Result<GameEngine> {
    let mut game = GameEngine::new(rules.clone(), *seed);
    game.create_game(Player::numbered(levels.len()))?;
    game.start()?;
    let mut bots = bots::seated(&game, levels, 0, budget);
    while game.state().status() == Status::Playing {
        let action = match bots::interruption(&game, &mut bots) {
            Some((_, action)) => Some(action),
            None => bots::in_turn(&game, &mut bots),
        };
        let action =
            action.with_context(|| format!("nobody can do anything in the game of seed {seed}"))?;
        game.dispatch(action)?;
    }
    Ok(game)
}

/// A game, or every round of a match: `play` plays one by its rules and seed, `see` is shown each
/// with its number from 1.
pub fn play_rounds(
    rules: &Arc<Ruleset>,
    seed: &Seed,
    play: impl Fn(&Arc<Ruleset>, &Seed) -> anyhow::Result<GameEngine>,
    see: impl Fn(&GameEngine, u32) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let (mut rules, mut seed) = (rules.clone(), *seed);
    let (mut actions, mut rounds) = (0, 0);
    loop {
        let game = play(&rules, &seed)?;
        rounds += 1;
        see(&game, rounds)?;
        let mut outcome = outcome(&game);
        actions += outcome.actions;
        let is_uno = Game::of(game.rules()) == Some(Game::Uno);
        if let Some(next) = is_uno.then(|| next_round(game.state())).flatten() {
            rules = next.freeze()?;
            seed = next_seed(&seed);
            continue;
        }
        if let Some(so_far) = is_uno.then(|| match_so_far(game.state())).flatten() {
            let rules = game.state().fixed::<Setup>().rules;
            outcome.winners = so_far.winners(&rules).map_or(0, Seats::bits);
        }
        return Ok(Outcome {
            actions,
            rounds: rounds.into(),
            ..outcome
        });
    }
}

/// One number for every decision, also where there is only one action.
fn choose(mut actions: Vec<Action>, random: &mut Rng) -> Option<Action> {
    let count = u32::try_from(actions.len())
        .ok()
        .filter(|&count| count > 0)?;
    Some(actions.swap_remove(random.below(count) as usize))
}

/// What may be done now: by the player on turn, or by all in the order of play from there.
fn legal_actions(game: &GameEngine, out_of_turn: bool) -> Vec<Action> {
    let Some(current) = game.state().current_player() else {
        return Vec::new();
    };
    if !out_of_turn {
        return game.legal_actions(current);
    }
    let turn = game.state().state::<UnoState>().table().turn;
    let seats = turn.from(current.0).map(Seat);
    seats.flat_map(|seat| game.legal_actions(seat)).collect()
}

/// Everything but drawing, ending the turn and calling UNO without reason; if that is nothing,
/// drawing; if that is not allowed, everything.
fn draw_when_stuck(game: &GameEngine, actions: Vec<Action>) -> Vec<Action> {
    let name = |action: &Action| game.rules().action_name(action).to_owned();
    let is_active = |action: &Action| match &*name(action) {
        "DRAW_CARD" | "END_TURN" => false,
        "CALL_UNO" => !is_false_call(game, action),
        _ => true,
    };
    let filtered = |keep: &dyn Fn(&Action) -> bool| -> Vec<Action> {
        actions
            .iter()
            .filter(|action| keep(action))
            .cloned()
            .collect()
    };
    let active = filtered(&is_active);
    if !active.is_empty() {
        return active;
    }
    let draws = filtered(&|action| name(action) == "DRAW_CARD");
    if draws.is_empty() { actions } else { draws }
}

fn is_false_call(game: &GameEngine, action: &Action) -> bool {
    let state = game.state();
    let Some(seat) = action.player().seat() else {
        return false;
    };
    let situation = Situation {
        rules: &state.fixed::<Setup>().rules,
        table: state.state::<UnoState>().table(),
        seat: seat.0,
        hand: hand(state, seat),
        drawable: drawable(state),
    };
    situation.call() == Ok(Call::False)
}

/// How it ended.
fn outcome(game: &GameEngine) -> Outcome {
    let state = game.state();
    let variables = game.view(Viewer::Referee).variables();
    let landlord = variables.get("ddz.landlordId").and_then(|id| id.as_text());
    let landlord = landlord.and_then(|id| state.names().find_player(id).seat());
    Outcome {
        actions: game.log().len() as u64 - 1,
        rounds: 1,
        winners: state
            .winners()
            .iter()
            .fold(0, |all, seat| all | 1 << seat.0),
        landlord: landlord.map(|seat| seat.0),
    }
}
