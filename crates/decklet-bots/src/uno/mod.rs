//! Players of UNO.

mod expert;
mod player;
mod policy;
mod reason;
mod sight;
pub(crate) mod view;

pub use expert::Expert;
pub use player::Player;
pub use sight::Sight;

use crate::{
    Advice, Agent, Random, Reason,
    adviser::{Hint, Review, Suggestion, others},
};
use decklet_engine::{Action as EngineAction, Lens, Seat, Seed};
use decklet_uno::{
    legal::{Action, Call},
    plugin::{UNO_ZONE_DECK, find_action},
};
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
    urgent(&sight, &actions).map(|at| places[at])
}

/// The place of what the policy wants so much that it does not wait for the turn.
pub(crate) fn urgent(sight: &Sight<'_>, actions: &[Action]) -> Option<usize> {
    let turn = sight.turn();
    let wish = |at: usize| policy::wish(&turn, actions[at], &Weights::TUNED);
    let best = (0..actions.len()).rev().max_by_key(|&at| wish(at))?;
    (wish(best) > 0).then_some(best)
}

/// The place of calling UNO, where that is due; none in other games.
pub(crate) fn call_due(lens: &Lens<'_>, legal: &[EngineAction]) -> Option<usize> {
    lens.names().find_zone(UNO_ZONE_DECK)?;
    let (places, actions) = actions(lens, legal);
    let call = place_of_call(&Sight::of(lens)?, &actions)?;
    Some(places[call])
}

/// The place of calling UNO, where that is due.
pub(crate) fn place_of_call(sight: &Sight<'_>, actions: &[Action]) -> Option<usize> {
    let due = sight.situation().call() == Ok(Call::Due);
    let call = actions.iter().position(|action| *action == Action::CallUno);
    call.filter(|_| due)
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
        let (sight, places, actions) = asked(lens, legal)?;
        Some(self.hint_with_advice(&sight, &places, &actions).0)
    }

    /// The hint, then the other actions that were tried.
    pub(crate) fn hints(&mut self, lens: &Lens<'_>, legal: &[EngineAction]) -> Vec<Suggestion> {
        let Some((sight, places, actions)) = asked(lens, legal) else {
            return Vec::new();
        };
        let (hint, advice) = self.hint_with_advice(&sight, &places, &actions);
        let mut all = vec![Suggestion::from(hint)];
        for at in others(advice.best, &advice.values) {
            all.push(Suggestion {
                choice: places[at],
                value: advice.values[at],
                reason: reason::reason(&sight, &actions, actions[at]),
            });
        }
        all
    }

    fn hint_with_advice(
        &mut self,
        sight: &Sight<'_>,
        places: &[usize],
        actions: &[Action],
    ) -> (Hint, Advice) {
        if actions.len() == 1 {
            let advice = Advice {
                best: 0,
                values: vec![None],
                playouts: 0,
            };
            return (explain(sight, places, actions, 0), advice);
        }
        let advice = self.advise(sight, actions);
        let mut hint = explain(sight, places, actions, advice.best);
        hint.value = advice.values[advice.best];
        if let Reason::Searched { games } = &mut hint.reason {
            *games = advice.playouts;
        }
        (hint, advice)
    }

    /// The same out of turn: what the policy does not wait with.
    pub(crate) fn hint_out_of_turn(lens: &Lens<'_>, legal: &[EngineAction]) -> Option<Hint> {
        let choice = interrupt(lens, legal)?;
        let (sight, places, actions) = asked(lens, legal)?;
        let at = places.iter().position(|&place| place == choice)?;
        Some(explain(&sight, &places, &actions, at))
    }

    pub(crate) fn review(
        &mut self,
        lens: &Lens<'_>,
        legal: &[EngineAction],
        made: &EngineAction,
    ) -> Option<Review> {
        let (sight, places, actions) = asked(lens, legal)?;
        let made = find_action(lens.fixed(), made)?;
        let made = actions.iter().position(|&action| alike(action, made))?;
        let mut best = self.hint(lens, legal)?;
        let at = places.iter().position(|&place| place == best.choice)?;
        let mut value = best.value;
        if at != made {
            let values = self.compare(&sight, &actions, [at, made]).values;
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

/// Equal cards count as one.
fn alike(one: Action, other: Action) -> bool {
    match (one, other) {
        (Action::Play(one), Action::Play(other)) => {
            (one.color(), one.face()) == (other.color(), other.face())
        }
        _ => one == other,
    }
}

fn explain(sight: &Sight<'_>, places: &[usize], actions: &[Action], at: usize) -> Hint {
    let reason = reason::reason(sight, actions, actions[at]);
    Hint {
        choice: places[at],
        value: None,
        reason: reason.unwrap_or(Reason::Searched { games: 0 }),
    }
}

/// What the seat knows, and what it can do, of which there is one thing at least.
fn asked<'p>(
    lens: &Lens<'p>,
    legal: &[EngineAction],
) -> Option<(Sight<'p>, Vec<usize>, Vec<Action>)> {
    let mut sight = Sight::of(lens)?;
    let (places, actions) = actions(lens, legal);
    sight.recall(lens);
    (!actions.is_empty()).then_some((sight, places, actions))
}
