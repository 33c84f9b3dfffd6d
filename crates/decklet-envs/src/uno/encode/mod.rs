//! What a seat sees as a vector of small whole numbers.
//!
//! | encoder | numbers | file |
//! |---|---|---|
//! | `rlcard` | 240: 4 × 4 × 15 | `rlcard.rs` |
//! | `compact` | 217 | `compact.rs` |
//!
//! Each file says what stands where. Each encoder has a [version](Encoder::version): a change of what
//! stands where raises it. With perfect information, for training only, the hands of the other seats
//! follow, from the next higher seat on, 57 numbers each.

mod compact;
mod rlcard;

use super::{Seen, Table, ids};
use decklet_uno::{
    card::{Card, Face},
    hand::Hand,
    table::Seat,
};
use std::str::FromStr;

/// Kinds of cards: 13 a colour in the order of [`ids::COLORS`] (0 to 9, Skip, Reverse, Draw Two), then
/// Wild, Wild Draw Four, Wild Shuffle Hands, Wild Customizable, Wild Swap Hands.
pub const KINDS: usize = 57;

/// A way to write what a seat sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoder {
    /// As RLCard 1.2.0.
    Rlcard,
    /// As few numbers as say it.
    Compact,
}

/// A name of no encoder.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no encoder of UNO is called \"{0}\"; there are rlcard and compact")]
pub struct EncoderError(String);

impl FromStr for Encoder {
    type Err = EncoderError;

    fn from_str(name: &str) -> Result<Self, EncoderError> {
        Self::ALL
            .into_iter()
            .find(|encoder| encoder.name() == name)
            .ok_or_else(|| EncoderError(name.chars().take(80).collect()))
    }
}

impl Encoder {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Rlcard, Self::Compact];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rlcard => "rlcard",
            Self::Compact => "compact",
        }
    }

    /// What is raised when the same numbers come to mean something else.
    #[must_use]
    pub const fn version(self) -> u32 {
        1
    }

    /// How many numbers a vector has.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Rlcard => rlcard::SIZE,
            Self::Compact => compact::SIZE,
        }
    }

    /// How many numbers perfect information adds.
    #[must_use]
    pub const fn perfect_size(self, players: usize) -> usize {
        (players - 1) * KINDS
    }

    /// Writes what [`Encoder::Rlcard`] does in the type that RLCard has.
    pub fn encode_wide(seen: &Seen<'_>, out: &mut [i64; 240]) {
        rlcard::encode(seen, out);
    }

    /// Writes what a seat sees over all of `out`.
    pub fn encode(self, seen: &Seen<'_>, out: &mut [i8]) {
        match self {
            Self::Rlcard => rlcard::encode(seen, out),
            Self::Compact => compact::encode(seen, out),
        }
    }

    /// Writes the hands of the others, from the next higher seat on. For training only: no player may
    /// see this.
    pub fn encode_perfect(self, table: &Table, me: Seat, out: &mut [i8]) {
        out.fill(0);
        let players = table.players();
        let others = (1..players).map(|step| (me + step) % players);
        for (seat, out) in others.zip(out.chunks_mut(KINDS)) {
            count_kinds(table.round().hand(seat), out);
        }
    }
}

/// The place of a card's kind among [`KINDS`].
#[must_use]
pub fn kind(card: Card) -> usize {
    let place = match card.face() {
        Face::WildShuffle => 54,
        Face::WildCustom => 55,
        Face::WildSwap => 56,
        face => match (card.color(), ids::face_place(face)) {
            (Some(color), Some(place)) => ids::color_place(color) * 13 + place,
            (None, Some(place)) => 52 + place - 13,
            (_, None) => 0,
        },
    };
    place as usize
}

fn count_kinds(hand: Hand, out: &mut [i8]) {
    for card in hand.iter() {
        count_kind(card, out);
    }
}

fn count_kind(card: Card, out: &mut [i8]) {
    if let Some(place) = out.get_mut(KIND_OF[usize::from(card.id())] as usize) {
        *place += 1;
    }
}

/// [`kind`] of every card by its number.
static KIND_OF: std::sync::LazyLock<[u8; decklet_uno::card::CARDS]> =
    std::sync::LazyLock::new(|| {
        std::array::from_fn(|id| Card::new(id as u8).map_or(0, |card| kind(card) as u8))
    });

#[cfg(test)]
mod tests;
