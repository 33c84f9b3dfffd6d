//! What a hand is worth, and who has won the whole game: asked from the games' own crates.

use decklet_doudizhu::{plugin::state::DoudizhuState, profile::Base, score::Team};
use decklet_engine::{GameEngine, Seat};
use decklet_uno::{
    plugin::{Setup, hand, state::UnoState},
    score::{Scores, points_of},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// Something that the points of a hand were made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Factor {
    /// What: `base`, `bid`, `bombs`, `rocket`, `robs`, `shown`, `spring`, `antiSpring`, `doubled`;
    /// in UNO `cards`.
    pub name: &'static str,
    /// Whose it is, where it is a seat's own.
    pub seat: Option<u8>,
    /// How often it happened; for `cards` how many cards were left in that hand.
    pub times: u32,
    /// What the stake was multiplied by; for `bid` and `base` what was multiplied; for `cards` the
    /// points of the cards left.
    pub by: u64,
}

/// What the points of a finished hand were made of.
#[must_use]
pub fn factors(engine: &GameEngine) -> Vec<Factor> {
    match engine.rules().game() {
        "doudizhu" => factors_of_doudizhu(engine),
        "uno" => factors_of_uno(engine),
        _ => Vec::new(),
    }
}

fn factors_of_doudizhu(engine: &GameEngine) -> Vec<Factor> {
    let state = engine.state();
    let options = state.fixed::<decklet_doudizhu::plugin::Setup>().options();
    let flow = state.state::<DoudizhuState>().flow();
    let tally = &flow.tally;
    let score = &options.score;
    let one = |name, times: u32, by: u64| Factor {
        name,
        seat: None,
        times,
        by,
    };
    let power = |by: u8, times: u8| u64::from(by).saturating_pow(times.into());
    let mut all = vec![one("base", 1, score.unit.into())];
    match score.base {
        Base::Bid => all.push(one("bid", 1, tally.bid.max(1).into())),
        Base::Room(base) => all.push(one("bid", 1, base.into())),
        Base::One => {}
    }
    all.push(one(
        "bombs",
        tally.bombs.into(),
        power(score.bomb, tally.bombs),
    ));
    all.push(one(
        "rocket",
        tally.rockets.into(),
        power(score.rocket, tally.rockets),
    ));
    all.push(one("robs", tally.robs.into(), power(score.rob, tally.robs)));
    if let (Some(landlord), Some(winner)) = (flow.landlord, flow.winner)
        && tally.spring(landlord, winner)
    {
        all.push(match winner {
            Team::Landlord => one("spring", 1, score.spring.into()),
            Team::Farmers => one("antiSpring", 1, score.anti_spring.into()),
        });
    }
    for seat in decklet_doudizhu::seat::Seat::ALL {
        let of_seat = |name, by: u8| Factor {
            name,
            seat: Some(seat.into()),
            times: 1,
            by: by.into(),
        };
        let (shown, doubled) = (
            flow.showing.factors[seat.index()],
            flow.doublings.factors[seat.index()],
        );
        if shown > 1 {
            all.push(of_seat("shown", shown));
        }
        if doubled > 1 {
            all.push(of_seat("doubled", doubled));
        }
    }
    all.retain(|factor| factor.times > 0);
    all
}

fn factors_of_uno(engine: &GameEngine) -> Vec<Factor> {
    let state = engine.state();
    let seats = (0u8..).take(state.seats());
    let left = seats.map(|seat| {
        let cards = hand(state, Seat(seat));
        Factor {
            name: "cards",
            seat: Some(seat),
            times: cards.len(),
            by: points_of(cards).into(),
        }
    });
    left.filter(|factor| factor.times > 0).collect()
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
