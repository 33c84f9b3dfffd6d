//! Sets of cards, made so that a rule about a hand is a few instructions.
//!
//! Equal cards are one to the rules, so a set has one bit a kind of card in each of two words: the
//! kinds of which the first copy is there, and those of which the second is. A kind of which there
//! are more than two copies has another bit for the third and fourth.

use crate::card::Card;
use std::fmt;

/// Bits of [`Kinds`] that the first two copies of kinds with more than two share with nobody; the
/// bit after each is for the other copies: Wild, Wild Draw Four, Wild Customizable.
const FIRST_TWO_COPIES: u64 = 1 << 52 | 1 << 54 | 1 << 57;
/// All bits that are some kind.
const ALL: u64 = (1 << 60) - 1;

/// A set of kinds of cards: what a rule lets pass, whichever of the equal cards it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u64);

impl Kinds {
    /// None.
    pub const EMPTY: Self = Self(0);
    /// All there are.
    pub const ALL: Self = Self(ALL);

    /// The kinds with bits in `from..to`.
    pub(crate) const fn range(from: u8, to: u8) -> Self {
        Self((1 << to) - (1 << from))
    }

    /// Each bit moved up.
    pub(crate) const fn up(self, by: u8) -> Self {
        Self(self.0 << by)
    }

    /// One bit each; the four highest of the word are free.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The kinds with these bits.
    #[inline]
    pub(crate) const fn of_bits(bits: u64) -> Self {
        Self(bits & ALL)
    }

    /// With one bit for each of these kinds, though there may be all copies: the first two come
    /// before the others. No rule tells them apart.
    #[inline]
    pub(crate) const fn once(self) -> Self {
        Self(self.0 & !((self.0 & FIRST_TWO_COPIES) << 1))
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is of one of these kinds.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.kind() & 1 != 0
    }

    /// The kinds in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The kinds in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds in this set but not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// A set of cards: a hand, or a deck.
///
/// ```
/// use decklet_uno::hand::Hand;
///
/// let hand: Hand = ["red-5-1", "red-5-2", "wild-3"].iter().flat_map(|name| name.parse()).collect();
/// assert_eq!(hand.len(), 3);
/// // Equal cards count once, and the one with the lowest number stands for them.
/// let different: Vec<_> = hand.different().iter().map(|card| card.to_string()).collect();
/// assert_eq!(different, ["red-5-1", "wild-3"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Hand {
    first: u64,
    second: u64,
}

impl Hand {
    /// No card.
    pub const EMPTY: Self = Self {
        first: 0,
        second: 0,
    };

    /// How many cards.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.first.count_ones() + self.second.count_ones()
    }

    /// Whether there is no card.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.first | self.second == 0
    }

    /// Whether there is exactly one card.
    #[inline]
    #[must_use]
    pub const fn is_single(self) -> bool {
        let any = self.first | self.second;
        any != 0 && any & (any - 1) == 0 && self.first & self.second == 0
    }

    /// The first or second card of the kind with this bit.
    pub(crate) const fn single(bit: u8, second: bool) -> Self {
        if second {
            Self {
                first: 0,
                second: 1 << bit,
            }
        } else {
            Self {
                first: 1 << bit,
                second: 0,
            }
        }
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        let card = card.alone();
        self.first & card.first | self.second & card.second != 0
    }

    /// The set with the card.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        self.or(card.alone())
    }

    /// The set without the card.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        let card = card.alone();
        Self {
            first: self.first & !card.first,
            second: self.second & !card.second,
        }
    }

    /// The cards in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            first: self.first | other.first,
            second: self.second | other.second,
        }
    }

    /// The cards of these kinds.
    #[must_use]
    pub const fn of(self, kinds: Kinds) -> Self {
        Self {
            first: self.first & kinds.0,
            second: self.second & kinds.0,
        }
    }

    /// The kinds there are any cards of.
    #[inline]
    #[must_use]
    pub const fn kinds(self) -> Kinds {
        Kinds(self.first | self.second)
    }

    /// Equal cards once: of each kind the card with the lowest number.
    #[inline]
    #[must_use]
    pub const fn different(self) -> Self {
        let once = self.kinds().once().0;
        Self {
            first: self.first & once,
            second: self.second & once & !self.first,
        }
    }

    /// The card with the lowest number of the kind with this bit.
    #[inline]
    pub(crate) fn lowest(self, bit: u32) -> Option<Card> {
        Card::of_kind(bit, self.first >> (bit & 63) & 1 == 0)
    }

    /// The card with the lowest number.
    #[must_use]
    pub fn first(self) -> Option<Card> {
        self.lowest(self.kinds().0.trailing_zeros())
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
