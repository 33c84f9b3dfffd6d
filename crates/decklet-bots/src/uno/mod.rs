//! Players of UNO.

mod expert;
mod policy;
mod sight;

pub use expert::Expert;
pub use sight::Sight;

use crate::{Agent, Random};
use decklet_engine::{Action as EngineAction, Lens, Seat, Seed};
use decklet_uno::{legal::Action, plugin::find_action};
use policy::Weights;

/// A good casual player, in microseconds: counts its colours, holds wild cards, and attacks the next
/// player when that one is about to go out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Agent for Greedy {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[EngineAction]) -> usize {
        let Some(sight) = Sight::of(lens) else {
            return 0;
        };
        let (places, actions) = actions(lens, legal);
        let turn = sight.turn();
        let wish = |at: &usize| policy::wish(&turn, actions[*at], &Weights::TUNED);
        let best = (0..actions.len()).rev().max_by_key(wish);
        best.map_or(0, |at| places[at])
    }

    fn interrupt(&mut self, lens: &Lens<'_>, legal: &[EngineAction]) -> Option<usize> {
        interrupt(lens, legal)
    }
}

/// Any legal action, but draws only when nothing can be played.
pub struct DrawWhenStuck(Random);

impl DrawWhenStuck {
    /// The bot of this seat in the game of this seed.
    #[must_use]
    pub fn new(seed: &Seed, seat: Seat) -> Self {
        Self(Random::new(seed, seat))
    }
}

impl Agent for DrawWhenStuck {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[EngineAction]) -> usize {
        let Some(sight) = Sight::of(lens) else {
            return 0;
        };
        let wanted = sight.situation().legal().draw_when_stuck();
        let (mut places, actions) = actions(lens, legal);
        let mut at = 0..;
        places.retain(|_| at.next().is_some_and(|at| wanted.contains(actions[at])));
        self.0.among(&places)
    }
}

impl Agent for Expert {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[EngineAction]) -> usize {
        let Some(mut sight) = Sight::of(lens) else {
            return 0;
        };
        let (places, actions) = actions(lens, legal);
        if actions.len() < 2 {
            return places.first().copied().unwrap_or(0);
        }
        sight.recall(lens);
        places[self.advise(&sight, &actions).best]
    }

    fn interrupt(&mut self, lens: &Lens<'_>, legal: &[EngineAction]) -> Option<usize> {
        interrupt(lens, legal)
    }
}

/// What the policy wants so much that it does not wait for the turn.
fn interrupt(lens: &Lens<'_>, legal: &[EngineAction]) -> Option<usize> {
    let sight = Sight::of(lens)?;
    let (places, actions) = actions(lens, legal);
    let turn = sight.turn();
    let wish = |at: usize| policy::wish(&turn, actions[at], &Weights::TUNED);
    let best = (0..actions.len()).rev().max_by_key(|&at| wish(at))?;
    (wish(best) > 0).then_some(places[best])
}

/// The actions of the game with their places; those of a house rule are left out.
fn actions(lens: &Lens<'_>, legal: &[EngineAction]) -> (Vec<usize>, Vec<Action>) {
    let known = legal.iter().enumerate();
    known
        .filter_map(|(place, action)| Some((place, find_action(lens.fixed(), action)?)))
        .unzip()
}
