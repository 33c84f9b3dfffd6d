//! The current round of play: what is on the table, who put it there, and who has passed since.

use crate::{
    combination::{Combination, Comparison, beating, playable},
    hand::Hand,
    profile::Options,
    seat::Seat,
};
use decklet_engine::Encoder;

/// The current round of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trick {
    last: Option<Combination>,
    last_seat: Option<Seat>,
    passes: u8,
}

/// Why cards cannot be played on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayDenied {
    /// They form nothing.
    #[error("the cards are no combination")]
    NoCombination,
    /// They form something, but not what was declared.
    #[error("the cards cannot be read as declared")]
    NoSuchReading,
    /// They are as high as what is on the table, not higher.
    #[error("the cards are not higher, but equal")]
    Equal,
    /// They are lower.
    #[error("the cards are lower")]
    Weaker,
    /// Their kind or length is another.
    #[error("the cards are of another kind or length")]
    Incomparable,
}

impl From<Comparison> for PlayDenied {
    fn from(comparison: Comparison) -> Self {
        match comparison {
            Comparison::Equal => Self::Equal,
            Comparison::Less => Self::Weaker,
            Comparison::Incomparable | Comparison::Greater => Self::Incomparable,
        }
    }
}

/// Passing is not allowed, because the player leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the player who leads cannot pass")]
pub struct CannotPass;

impl Trick {
    /// Nothing on the table, and nobody has played yet.
    pub(crate) const EMPTY: Self = Self {
        last: None,
        last_seat: None,
        passes: 0,
    };

    /// Writes every field, for a state's hash.
    pub(crate) fn encode(&self, out: &mut Encoder) {
        let Self {
            last,
            last_seat,
            passes,
        } = self;
        match last {
            Some(last) => last.encode(out),
            None => out.byte(u8::MAX),
        }
        out.byte(Seat::code(*last_seat));
        out.byte(*passes);
    }

    /// A round in which `seat` has put `combination` on the table and `passes` players, 0 or 1,
    /// have passed since.
    #[must_use]
    pub const fn on_table(combination: Combination, seat: Seat, passes: u8) -> Self {
        Self {
            last: Some(combination),
            last_seat: Some(seat),
            passes,
        }
    }

    /// A cleared table: `seat` played last, and leads.
    #[must_use]
    pub const fn led_by(seat: Seat) -> Self {
        Self {
            last: None,
            last_seat: Some(seat),
            passes: 0,
        }
    }

    /// What is on the table; nothing when the next play leads.
    #[inline]
    #[must_use]
    pub const fn last(&self) -> Option<Combination> {
        self.last
    }

    /// Who played last, in this round or the one before.
    #[must_use]
    pub const fn last_seat(&self) -> Option<Seat> {
        self.last_seat
    }

    /// How many players have passed since.
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// What these cards count as if they are played now. `declared` picks a reading; without it
    /// they count as the first of [`readings`](crate::combination::readings) that can be played.
    ///
    /// # Errors
    /// Why they cannot be played.
    pub fn check(
        &self,
        cards: Hand,
        declared: Option<Combination>,
        options: &Options,
    ) -> Result<Combination, PlayDenied> {
        match declared {
            None => playable(cards, self.last, options)
                .map_err(|refused| refused.map_or(PlayDenied::NoCombination, PlayDenied::from)),
            Some(declared) => {
                let readings = crate::combination::readings(cards, &options.combinations);
                let same = |reading: &&Combination| {
                    (reading.kind(), reading.low(), reading.length())
                        == (declared.kind(), declared.low(), declared.length())
                };
                let reading = readings
                    .iter()
                    .find(same)
                    .ok_or(PlayDenied::NoSuchReading)?;
                beating(cards, *reading, self.last, options).map_err(PlayDenied::from)
            }
        }
    }

    /// Whether the player may pass.
    ///
    /// # Errors
    /// When nothing is on the table.
    pub const fn check_pass(&self) -> Result<(), CannotPass> {
        if self.last.is_some() {
            Ok(())
        } else {
            Err(CannotPass)
        }
    }

    /// Puts an allowed play on the table.
    #[inline]
    pub const fn play(&mut self, seat: Seat, combination: Combination) {
        *self = Self::on_table(combination, seat, 0);
    }

    /// A player passes. When both others have passed, the table is cleared, and whoever played last
    /// leads: that seat.
    #[inline]
    pub fn pass(&mut self, seat: Seat) -> Option<Seat> {
        self.passes += 1;
        if self.passes < 2 {
            return None;
        }
        let starter = self.last_seat.unwrap_or(seat);
        *self = Self::led_by(starter);
        Some(starter)
    }
}
