//! Players of Dou Dizhu.

mod endgame;
mod expert;
mod policy;
mod shape;
mod sight;
mod stake;
mod worlds;

pub use expert::Expert;
pub use sight::Sight;

use crate::Agent;
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

impl Agent for Greedy {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[Action]) -> usize {
        let Some(sight) = Sight::of(lens) else {
            return 0;
        };
        let (places, moves) = moves(&sight, legal);
        score(&mut self.policy, &sight, &moves, &mut self.scores);
        let best = (0..moves.len()).rev().max_by_key(|&at| self.scores[at]);
        best.map_or(0, |at| places[at])
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
