//! Players of Dou Dizhu.

mod endgame;
mod expert;
mod player;
mod policy;
mod reason;
mod shape;
mod sight;
mod stake;
pub(crate) mod view;
mod worlds;

pub use expert::Expert;
pub use player::Player;
pub use sight::Sight;

use crate::{
    Advice, Agent, Reason,
    adviser::{Hint, Review, Suggestion, others},
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
        let (sight, places, moves) = asked(lens, legal)?;
        Some(self.hint_with_advice(&sight, &places, &moves).0)
    }

    /// The hint, then the other moves that were tried.
    pub(crate) fn hints(&mut self, lens: &Lens<'_>, legal: &[Action]) -> Vec<Suggestion> {
        let Some((sight, places, moves)) = asked(lens, legal) else {
            return Vec::new();
        };
        let (hint, advice) = self.hint_with_advice(&sight, &places, &moves);
        let mut all = vec![Suggestion::from(hint)];
        for at in others(advice.best, &advice.values) {
            let reason = reason::reason(self.policy(), &sight, &moves, moves[at]);
            all.push(Suggestion {
                choice: places[at],
                value: advice.values[at],
                // The hand is as strong as the best bid says.
                reason: reason.filter(|reason| !matches!(reason, Reason::Strong | Reason::Weak)),
            });
        }
        all
    }

    fn hint_with_advice(
        &mut self,
        sight: &Sight<'_>,
        places: &[usize],
        moves: &[Move],
    ) -> (Hint, Advice) {
        if moves.len() == 1 {
            let only = Hint {
                choice: places[0],
                value: None,
                reason: Reason::OnlyMove,
            };
            let advice = Advice {
                best: 0,
                values: vec![None],
                playouts: 0,
            };
            return (only, advice);
        }
        let advice = self.advise(sight, moves);
        let (best, value) = (advice.best, advice.values[advice.best]);
        let reason = reason::reason(self.policy(), sight, moves, moves[best]);
        // A hand may be too good to pass, and not good all the same.
        let strong = value.is_none_or(|value| value >= 0);
        let reason = reason.filter(|&reason| strong || reason != Reason::Strong);
        let found = match advice.playouts {
            0 => Reason::Wins,
            games => Reason::Searched { games },
        };
        let hint = Hint {
            choice: places[best],
            value,
            reason: reason.unwrap_or(found),
        };
        (hint, advice)
    }

    pub(crate) fn review(
        &mut self,
        lens: &Lens<'_>,
        legal: &[Action],
        made: &Action,
    ) -> Option<Review> {
        let (sight, places, moves) = asked(lens, legal)?;
        let made = find_move(made, &sight.flow, sight.options)?;
        let made = moves.iter().position(|choice| *choice == made)?;
        let mut best = self.hint(lens, legal)?;
        let at = places.iter().position(|&place| place == best.choice)?;
        let mut value = best.value;
        if at != made {
            let values = self.compare(&sight, &moves, [at, made]).values;
            best.value = values[at];
            value = values[made];
        }
        Some(Review {
            best,
            made: places[made],
            value,
        })
    }
}

/// What the seat knows, and the moves it can make, of which there is one at least.
fn asked<'p>(lens: &Lens<'p>, legal: &[Action]) -> Option<(Sight<'p>, Vec<usize>, Vec<Move>)> {
    let mut sight = Sight::of(lens)?;
    let (places, moves) = moves(&sight, legal);
    sight.recall(lens);
    (!moves.is_empty()).then_some((sight, places, moves))
}
