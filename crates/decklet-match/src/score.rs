//! What a hand is worth, and who has won the whole game: asked from the games' own crates.

use decklet_doudizhu::plugin::state::DoudizhuState;
use decklet_engine::{GameEngine, Seat};
use decklet_uno::{
    plugin::{Setup, hand, state::UnoState},
    score::Scores,
};
use serde::{Deserialize, Serialize};

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HandResult {
    /// The seats that won; none when nobody did.
    pub winners: Vec<u8>,
    /// What each seat won or lost. In Dou Dizhu they add up to 0 in most profiles.
    pub points: Vec<i64>,
    /// What each seat has after the hand.
    pub totals: Vec<i64>,
    /// Who won the whole game, when this hand ended it (UNO, when the target is reached); the next
    /// hand begins a new one.
    pub game_over: Option<Vec<u8>>,
}

/// Settles a finished hand. `before` is what each seat had, `rounds` how many hands that took.
pub(crate) fn settle(engine: &GameEngine, before: &[i64], rounds: u32) -> HandResult {
    let winners = engine.state().winners().iter().map(|seat| seat.0).collect();
    let (totals, game_over) = match engine.rules().game() {
        "doudizhu" => {
            let points = engine.state().state::<DoudizhuState>().points();
            let points = points.unwrap_or_default();
            let totals = before.iter().zip(points).map(|(total, won)| total + won);
            (totals.collect(), None)
        }
        "uno" => settle_uno(engine, before, rounds),
        _ => (before.to_vec(), None),
    };
    let points = totals
        .iter()
        .zip(before)
        .map(|(after, before)| after - before);
    HandResult {
        winners,
        points: points.collect(),
        totals,
        game_over,
    }
}

fn settle_uno(engine: &GameEngine, before: &[i64], rounds: u32) -> (Vec<i64>, Option<Vec<u8>>) {
    let state = engine.state();
    let rules = &state.fixed::<Setup>().rules;
    let before: Vec<u32> = before
        .iter()
        .map(|&total| u32::try_from(total).unwrap_or(0))
        .collect();
    let Ok(mut scores) = Scores::resume(rules, &before, rounds) else {
        return (before.into_iter().map(i64::from).collect(), None);
    };
    let hands: Vec<_> = (0u8..)
        .take(state.seats())
        .map(|seat| hand(state, Seat(seat)))
        .collect();
    scores.add(rules, state.state::<UnoState>().table().stage, &hands);
    let totals = scores.totals().iter().map(|&total| i64::from(total));
    let game_over = scores
        .winners(rules)
        .map(|winners| winners.iter().collect());
    (totals.collect(), game_over)
}
