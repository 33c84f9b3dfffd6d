//! Where a match stands: which round it is, and who has how many points.

use super::seen::Seen;
use crate::text::{Texts, fill};
use decklet::{
    engine::GameEngine,
    uno::{
        plugin::{Setup, match_before, match_so_far},
        profile::Scoring,
        score::Length,
    },
};

/// A round's place in its match.
#[derive(Clone)]
pub struct Standing {
    /// Which round this is, from 1.
    round: u32,
    goal: Goal,
    /// Whether points are counted, and not rounds won.
    in_points: bool,
    /// Id and total of each player, with this round if it is over.
    totals: Vec<(String, u32)>,
    /// Who has won the match, once it is over.
    winners: Option<Vec<String>>,
}

#[derive(Clone, Copy)]
enum Goal {
    Points(u16),
    Rounds(u32),
}

impl Standing {
    /// None for a round that is no part of a match. The game must be UNO.
    pub fn of(engine: &GameEngine) -> Option<Self> {
        let state = engine.state();
        let (before, so_far) = (match_before(state)?, match_so_far(state)?);
        let rules = state.fixed::<Setup>().rules;
        let ids: Vec<String> = state.players().iter().map(|p| p.id.clone()).collect();
        let winners = so_far.winners(&rules);
        Some(Self {
            round: before.rounds() + 1,
            goal: match so_far.length() {
                Length::Target => Goal::Points(rules.options().target),
                Length::Rounds(rounds) => Goal::Rounds(rounds),
            },
            in_points: rules.options().scoring != Scoring::None,
            winners: winners.map(|seats| {
                let seats = seats.iter().map(usize::from);
                seats.filter_map(|seat| ids.get(seat).cloned()).collect()
            }),
            totals: ids
                .into_iter()
                .zip(so_far.totals().iter().copied())
                .collect(),
        })
    }

    /// `round 2 of 5`.
    pub fn round(&self, texts: &Texts) -> String {
        let (text, goal) = match self.goal {
            Goal::Points(points) => (texts.round_to, points.to_string()),
            Goal::Rounds(rounds) => (texts.round_of, rounds.to_string()),
        };
        fill(text, &[&self.round.to_string(), &goal])
    }

    /// `120 points`.
    pub fn total(&self, texts: &Texts, player: &str) -> Option<String> {
        let (_, total) = self.totals.iter().find(|(id, _)| id == player)?;
        let text = match (self.in_points, total) {
            (true, 1) => texts.one_point,
            (true, _) => texts.total_points,
            (false, _) => texts.total_won,
        };
        Some(fill(text, &[&total.to_string()]))
    }

    /// Whether another round follows.
    pub fn goes_on(&self) -> bool {
        self.winners.is_none()
    }

    /// The score after this round, and who has won the match if it is over. `me` is the person's id.
    pub fn tell(&self, texts: &Texts, seen: &Seen, me: &str) -> String {
        let totals = self.totals.iter();
        let totals: Vec<String> = totals
            .map(|(id, total)| format!("{} {total}", seen.name(id)))
            .collect();
        let score = match self.in_points {
            true => texts.score,
            false => texts.rounds_won,
        };
        let score = fill(score, &[&self.round.to_string(), &totals.join(", ")]);
        let Some(winners) = &self.winners else {
            return score;
        };
        let names: Vec<&str> = winners.iter().map(|id| seen.name(id)).collect();
        let won = match (&names[..], winners.iter().any(|id| id == me)) {
            ([], _) => texts.nobody_won_match.to_owned(),
            (_, true) => texts.you_won_match.to_owned(),
            ([name], _) => fill(texts.won_match, &[name]),
            (names, _) => fill(texts.won_match_together, &[&names.join(", ")]),
        };
        format!("{score} {won}")
    }
}
