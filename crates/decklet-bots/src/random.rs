//! [`Random`]: any legal action.

use crate::Agent;
use decklet_engine::{Action, Lens, Rng, Seat, Seed, Stream};

/// Takes every legal action equally often.
pub struct Random(Rng);

impl Random {
    /// The bot of this seat in the game of this seed.
    #[must_use]
    pub fn new(seed: &Seed, seat: Seat) -> Self {
        Self(seed.rng(Stream::bot(seat.0)))
    }

    /// One of these places; 0 when there is none.
    pub(crate) fn among(&mut self, places: &[usize]) -> usize {
        let count = u32::try_from(places.len()).unwrap_or(u32::MAX);
        let place = self.0.below(count.max(1)) as usize;
        places.get(place).copied().unwrap_or(0)
    }
}

impl Agent for Random {
    fn choose(&mut self, _: &Lens<'_>, legal: &[Action]) -> usize {
        let count = u32::try_from(legal.len()).unwrap_or(u32::MAX);
        self.0.below(count.max(1)) as usize
    }
}
