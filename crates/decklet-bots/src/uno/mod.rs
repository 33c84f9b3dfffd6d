//! Players of UNO.

mod expert;
mod policy;
mod reason;
mod sight;
pub(crate) mod view;

pub use expert::Expert;
pub use sight::Sight;

use crate::{
    Agent, Random, Reason,
    adviser::{Hint, Review},
};
use decklet_engine::{Action as EngineAction, Lens, Seat, Seed};
use decklet_uno::{legal::Action, plugin::find_action};
use policy::Weights;

/// A good casual player, in microseconds: counts its colours, holds wild cards, and attacks the next
/// player when that one is about to go out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Greedy {
    /// The place of the best action; 0 when there is none.
    pub(crate) fn pick(sight: &Sight<'_>, actions: &[Action]) -> usize {
        let turn = sight.turn();
        let wish = |at: &usize| policy::wish(&turn, actions[*at], &Weights::TUNED);
        (0..actions.len()).rev().max_by_key(wish).unwrap_or(0)
    }
}

impl Agent for Greedy {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[EngineAction]) -> usize {
        let Some(sight) = Sight::of(lens) else {
            return 0;
        };
        let (places, actions) = actions(lens, legal);
        let best = Self::pick(&sight, &actions);
        places.get(best).copied().unwrap_or(0)
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

    /// The places of the actions it chooses among.
    pub(crate) fn places(sight: &Sight<'_>, actions: &[Action]) -> Vec<usize> {
        let wanted = sight.situation().legal().draw_when_stuck();
        let places = 0..actions.len();
        places.filter(|&at| wanted.contains(actions[at])).collect()
    }
}

impl Agent for DrawWhenStuck {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[EngineAction]) -> usize {
        let Some(sight) = Sight::of(lens) else {
            return 0;
        };
        let (known, actions) = actions(lens, legal);
        let wanted = Self::places(&sight, &actions).into_iter();
        let places: Vec<usize> = wanted.map(|at| known[at]).collect();
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

/// Hints and reviews.
impl Expert {
    pub(crate) fn hint(&mut self, lens: &Lens<'_>, legal: &[EngineAction]) -> Option<Hint> {
        let mut sight = Sight::of(lens)?;
        let (places, actions) = actions(lens, legal);
        sight.recall(lens);
        let (at, value, games) = match actions.len() {
            0 => return None,
            1 => (0, None, 0),
            _ => {
                let advice = self.advise(&sight, &actions);
                (advice.best, advice.values[advice.best], advice.playouts)
            }
        };
        let reason = reason::reason(&sight, &actions, actions[at]);
        Some(Hint {
            choice: places[at],
            value,
            reason: reason.unwrap_or(Reason::Searched { games }),
        })
    }

    /// The action at this place, which the policy wants, with the reason for it.
    pub(crate) fn explain(
        &self,
        lens: &Lens<'_>,
        legal: &[EngineAction],
        choice: usize,
    ) -> Option<Hint> {
        let sight = Sight::of(lens)?;
        let (places, actions) = actions(lens, legal);
        let at = places.iter().position(|&place| place == choice)?;
        let reason = reason::reason(&sight, &actions, actions[at]);
        Some(Hint {
            choice,
            value: None,
            reason: reason.unwrap_or(Reason::OnlyMove),
        })
    }

    pub(crate) fn review(
        &mut self,
        lens: &Lens<'_>,
        legal: &[EngineAction],
        made: usize,
    ) -> Option<Review> {
        let mut best = self.hint(lens, legal)?;
        if best.choice == made {
            let value = best.value;
            return Some(Review { best, value });
        }
        let mut sight = Sight::of(lens)?;
        let (places, actions) = actions(lens, legal);
        sight.recall(lens);
        let at = |choice: usize| places.iter().position(|&place| place == choice);
        let pair = [at(best.choice)?, at(made)?];
        let values = self.compare(&sight, &actions, pair).values;
        best.value = values[pair[0]];
        Some(Review {
            best,
            value: values[pair[1]],
        })
    }
}
