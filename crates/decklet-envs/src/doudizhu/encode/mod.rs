//! What a seat sees as a vector of small whole numbers.
//!
//! | encoder | numbers of the landlord, of a farmer | of an action | file |
//! |---|---|---|---|
//! | `rlcard` | 790, 901 | 54 | `rlcard.rs` |
//! | `douzero` | 1129, 1240 | 54 | `douzero.rs` |
//! | `compact` | 166 | 18 | `compact.rs` |
//!
//! Each file says what stands where. Each encoder has a [version](Encoder::version): a change of what
//! stands where raises it. With perfect information, for training only, the hands of the next player
//! and of the one before follow at the end, 54 numbers each (`compact`: 15).

mod compact;
mod douzero;
mod rlcard;

use super::{Seen, Table};
use decklet_doudizhu::{card::Rank, deal::Move, hand::Hand, seat::Seat};
use std::str::FromStr;

/// Numbers of a matrix of cards: four a rank from 3 to 2, as many of them 1 as there are cards, then
/// the small and the big joker.
pub const CARDS: usize = 54;

/// A way to write what a seat sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoder {
    /// As RLCard 1.2.0.
    Rlcard,
    /// As the paper of DouZero (Zha et al., 2021) describes.
    Douzero,
    /// As few numbers as say it.
    Compact,
}

/// A name of no encoder.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no encoder of Dou Dizhu is called \"{0}\"; there are rlcard, douzero and compact")]
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
    pub const ALL: [Self; 3] = [Self::Rlcard, Self::Douzero, Self::Compact];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rlcard => "rlcard",
            Self::Douzero => "douzero",
            Self::Compact => "compact",
        }
    }

    /// What is raised when the same numbers come to mean something else.
    #[must_use]
    pub const fn version(self) -> u32 {
        1
    }

    /// How many numbers the landlord's vector has, and a farmer's.
    #[must_use]
    pub const fn sizes(self) -> [usize; 2] {
        match self {
            Self::Rlcard => rlcard::SIZES,
            Self::Douzero => douzero::SIZES,
            Self::Compact => [compact::SIZE; 2],
        }
    }

    /// How many numbers fit every seat: the larger of the two.
    #[must_use]
    pub const fn size(self) -> usize {
        let [landlord, farmer] = self.sizes();
        if landlord > farmer { landlord } else { farmer }
    }

    /// How many numbers perfect information adds.
    #[must_use]
    pub const fn perfect_size(self) -> usize {
        match self {
            Self::Rlcard | Self::Douzero => 2 * CARDS,
            Self::Compact => 2 * RANKS,
        }
    }

    /// How many numbers an action has.
    #[must_use]
    pub const fn action_size(self) -> usize {
        match self {
            Self::Rlcard | Self::Douzero => CARDS,
            Self::Compact => compact::ACTION_SIZE,
        }
    }

    /// Writes what a seat sees over all of `out`: what the seat's role does not fill becomes 0. Before
    /// there is a landlord everybody is written as a farmer.
    pub fn encode(self, seen: &Seen<'_>, out: &mut [i8]) {
        let mut writer = Writer::new(out);
        match self {
            Self::Rlcard => rlcard::encode(seen, &mut writer),
            Self::Douzero => douzero::encode(seen, &mut writer),
            Self::Compact => compact::encode(seen, &mut writer),
        }
    }

    /// Writes the hands of the next player and of the one before. For training only: no player may
    /// see this.
    pub fn encode_perfect(self, table: &Table, me: Seat, out: &mut [i8]) {
        let mut writer = Writer::new(out);
        for seat in [me.next(), me.next().next()] {
            let hand = table.deal().hand(seat);
            match self {
                Self::Rlcard | Self::Douzero => writer.cards(hand),
                Self::Compact => writer.counts(hand),
            }
        }
    }

    /// Writes what an action is.
    pub fn encode_action(self, choice: Move, out: &mut [i8]) {
        let mut writer = Writer::new(out);
        match self {
            Self::Rlcard | Self::Douzero => writer.cards(cards_of(choice)),
            Self::Compact => compact::encode_action(choice, &mut writer),
        }
    }
}

/// The cards of a play; none for anything else.
#[must_use]
pub const fn cards_of(choice: Move) -> Hand {
    match choice {
        Move::Play(play) => play.cards,
        _ => Hand::EMPTY,
    }
}

/// Numbers of a hand counted by rank.
const RANKS: usize = 15;

/// Writes one number after the other.
struct Writer<'a> {
    rest: &'a mut [i8],
}

impl<'a> Writer<'a> {
    fn new(out: &'a mut [i8]) -> Self {
        out.fill(0);
        Self { rest: out }
    }

    /// The next `n` places, 0 until they are written; fewer where there is no room.
    #[inline]
    fn next(&mut self, n: usize) -> &mut [i8] {
        let rest = std::mem::take(&mut self.rest);
        let (head, tail) = rest.split_at_mut(n.min(rest.len()));
        self.rest = tail;
        head
    }

    /// A matrix of cards.
    #[inline]
    fn cards(&mut self, cards: Hand) {
        let out = self.next(CARDS);
        let Some((suits, jokers)) = out.split_first_chunk_mut::<52>() else {
            return;
        };
        // Each digit of a hand says how many of the four places are 1.
        const ONES: [[i8; 4]; 5] = [
            [0, 0, 0, 0],
            [1, 0, 0, 0],
            [1, 1, 0, 0],
            [1, 1, 1, 0],
            [1, 1, 1, 1],
        ];
        let mut digits = cards.bits();
        for places in suits.as_chunks_mut::<4>().0 {
            *places = ONES[(digits & 7) as usize % 5];
            digits >>= 4;
        }
        if let [small, big] = jokers {
            *small = (digits & 1) as i8;
            *big = (digits >> 4 & 1) as i8;
        }
    }

    /// How many cards of each rank, from 3 to the big joker.
    #[inline]
    fn counts(&mut self, cards: Hand) {
        let mut digits = cards.bits();
        for place in self.next(RANKS) {
            *place = (digits & 7) as i8;
            digits >>= 4;
        }
    }

    /// `n` places of which number `at` is 1; none if there is no such place.
    #[inline]
    fn one_of(&mut self, n: usize, at: usize) {
        if let Some(place) = self.next(n).get_mut(at) {
            *place = 1;
        }
    }

    #[inline]
    fn number(&mut self, number: u8) {
        if let [place] = self.next(1) {
            *place = number.min(127) as i8;
        }
    }
}

const _: () = assert!(Rank::ALL.len() == RANKS);

#[cfg(test)]
mod tests;
