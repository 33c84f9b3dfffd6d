//! Players of Dou Dizhu.

mod endgame;
mod expert;
mod policy;
mod reason;
mod shape;
mod sight;
mod stake;
pub(crate) mod view;
mod worlds;

pub use expert::Expert;
pub use sight::Sight;

use crate::{
    Agent, Reason,
    adviser::{Hint, Review},
};
use decklet_doudizhu::{deal::Move, plugin::find_move};
use decklet_engine::{Action, Lens};
use expert::score;
use policy::Policy;

/// A good casual player, in microseconds: fewest turns left, bombs kept, the partner's plays left
/// alone, bids by the strength of the hand.
pub struct Greedy {
    policy: Policy,
    scores: Vec<i16>,
}

impl Default for Greedy {
    fn default() -> Self {
        Self {
            policy: Policy::new(),
            scores: Vec::new(),
        }
    }
}

impl Greedy {
    /// The place of the best move; 0 when there is none.
    pub(crate) fn pick(&mut self, sight: &Sight<'_>, moves: &[Move]) -> usize {
        score(&mut self.policy, sight, moves, &mut self.scores);
        let best = (0..moves.len()).rev().max_by_key(|&at| self.scores[at]);
        best.unwrap_or(0)
    }
}

impl Agent for Greedy {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[Action]) -> usize {
        let Some(sight) = Sight::of(lens) else {
            return 0;
        };
        let (places, moves) = moves(&sight, legal);
        let best = self.pick(&sight, &moves);
        places.get(best).copied().unwrap_or(0)
    }
}

impl Agent for Expert {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[Action]) -> usize {
        let Some(mut sight) = Sight::of(lens) else {
            return 0;
        };
        let (places, moves) = moves(&sight, legal);
        if moves.len() < 2 {
            return places.first().copied().unwrap_or(0);
        }
        sight.recall(lens);
        places[self.advise(&sight, &moves).best]
    }
}

/// The actions that are moves of the game, with their places; actions of a house rule are left out.
fn moves(sight: &Sight<'_>, legal: &[Action]) -> (Vec<usize>, Vec<Move>) {
    let known = legal.iter().enumerate();
    known
        .filter_map(|(place, action)| Some((place, find_move(action, &sight.flow, sight.options)?)))
        .unzip()
}

/// Hints and reviews.
impl Expert {
    pub(crate) fn hint(&mut self, lens: &Lens<'_>, legal: &[Action]) -> Option<Hint> {
        let mut sight = Sight::of(lens)?;
        let (places, moves) = moves(&sight, legal);
        sight.recall(lens);
        let (at, value, games) = match moves.len() {
            0 => return None,
            1 => (0, None, 0),
            _ => {
                let advice = self.advise(&sight, &moves);
                (advice.best, advice.values[advice.best], advice.playouts)
            }
        };
        let reason = reason::reason(self.policy(), &sight, &moves, moves[at]);
        Some(Hint {
            choice: places[at],
            value,
            reason: reason.unwrap_or(Reason::Searched { games }),
        })
    }

    pub(crate) fn review(
        &mut self,
        lens: &Lens<'_>,
        legal: &[Action],
        made: usize,
    ) -> Option<Review> {
        let mut best = self.hint(lens, legal)?;
        if best.choice == made {
            let value = best.value;
            return Some(Review { best, value });
        }
        let mut sight = Sight::of(lens)?;
        let (places, moves) = moves(&sight, legal);
        sight.recall(lens);
        let at = |choice: usize| places.iter().position(|&place| place == choice);
        let pair = [at(best.choice)?, at(made)?];
        let values = self.compare(&sight, &moves, pair).values;
        best.value = values[pair[0]];
        Some(Review {
            best,
            value: values[pair[1]],
        })
    }
}
