//! Sets of cards: one bit a card, so that "which cards of this hand match" is one instruction.

use crate::card::{CARDS, Card};
use std::fmt;

/// A set of cards: a hand, or the cards a rule allows.
///
/// ```
/// use decklet_uno::{card::Card, hand::Hand};
///
/// let hand: Hand = ["red-5-1", "red-5-2", "wild-3"].iter().flat_map(|name| name.parse()).collect();
/// assert_eq!(hand.len(), 3);
/// // Equal cards count once, and the one with the lowest number stands for them.
/// let different: Vec<_> = hand.different().iter().map(|card: Card| card.to_string()).collect();
/// assert_eq!(different, ["red-5-1", "wild-3"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Hand(u128);

/// First cards of the pairs of equal cards: the odd places of each colour.
const FIRST_OF_PAIR: u128 = {
    let one = 0x55_5555 << 1;
    one | one << 25 | one << 50 | one << 75
};
/// Wild cards with at least one, two, three equals before them.
const WILD_AFTER: [u128; 3] = [
    (0b1110 | 0b1110 << 4 | 0b110 << 9) << 100,
    (0b1100 | 0b1100 << 4 | 0b100 << 9) << 100,
    (0b1000 | 0b1000 << 4) << 100,
];

impl Hand {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// Every card there is.
    pub const ALL: Self = Self::range(0, CARDS as u8);

    /// The cards with numbers in `from..to`.
    #[must_use]
    pub(crate) const fn range(from: u8, to: u8) -> Self {
        Self((1 << to) - (1 << from))
    }

    /// Each card's number raised by `by`.
    #[must_use]
    pub(crate) const fn up(self, by: u8) -> Self {
        Self(self.0 << by)
    }

    /// The set as bits: bit `n` is the card with number `n`.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of these bits; bits that are no card are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// How many cards.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is exactly one card.
    #[must_use]
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.id() & 1 != 0
    }

    /// The set with the card.
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.id())
    }

    /// The set without the card.
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.id()))
    }

    /// The cards in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards in this set but not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Equal cards once: of each kind the card with the lowest number.
    #[must_use]
    pub const fn different(self) -> Self {
        let pairs = self.0 & !((self.0 & FIRST_OF_PAIR) << 1);
        if self.0 >> 100 == 0 {
            return Self(pairs);
        }
        let again =
            self.0 << 1 & WILD_AFTER[0] | self.0 << 2 & WILD_AFTER[1] | self.0 << 3 & WILD_AFTER[2];
        Self(pairs & !again)
    }

    /// Card number `index` of the set in ascending order, from 0.
    #[must_use]
    pub fn nth(self, index: u32) -> Option<Card> {
        let mut rest = self.0;
        for _ in 0..index {
            rest &= rest.wrapping_sub(1);
        }
        Self(rest).first()
    }

    /// The card with the lowest number.
    #[must_use]
    pub fn first(self) -> Option<Card> {
        Card::new(self.0.trailing_zeros() as u8)
    }

    /// The cards in ascending order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.first()?;
            rest = rest.without(card);
            Some(card)
        })
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
