//! The three seats.

use serde::{Deserialize, Serialize};

/// One of the three seats, in playing order. Programs count them from 0, as the numbers here do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Seat {
    First,
    Second,
    Third,
}

impl Seat {
    /// All three, in playing order.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Third];

    /// Its place in an array of one value a seat: 0, 1 or 2.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat that moves after this one.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::Third,
            Self::Third => Self::First,
        }
    }

    /// The seat `steps` turns after this one.
    #[inline]
    #[must_use]
    pub const fn after(self, steps: u32) -> Self {
        Self::ALL[(self as usize + (steps % 3) as usize) % 3]
    }

    /// All three, beginning with this one.
    #[must_use]
    pub const fn round(self) -> [Self; 3] {
        [self, self.next(), self.next().next()]
    }

    /// A seat or none as one byte.
    pub(crate) const fn code(seat: Option<Self>) -> u8 {
        match seat {
            Some(seat) => seat as u8,
            None => u8::MAX,
        }
    }

    /// Its bit in a set of seats.
    #[inline]
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat as Self
    }
}

impl TryFrom<u8> for Seat {
    type Error = SeatError;

    fn try_from(number: u8) -> Result<Self, SeatError> {
        Self::ALL
            .get(usize::from(number))
            .copied()
            .ok_or(SeatError(number))
    }
}

/// A number that is no [`Seat`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no seat {0}: the seats are 0, 1 and 2")]
pub struct SeatError(u8);
