//! Cards as numbers per rank, because suits never matter: a [`Hand`] is a `u64`, four bits a rank.
//!
//! Counting, containment and "which ranks are held at least n times" are a few instructions each.
//! Such a set of ranks is called *ranks* here: a `u64` with bit `4 * rank` set for each of them.

use crate::card::{Card, Rank};
use arrayvec::ArrayVec;
use std::{fmt, str::FromStr};

/// The most cards a player ever holds, and so the most that can be played at once: the landlord's
/// 17 and the 3 bottom cards.
pub const MAX_HAND: usize = 20;

/// One bit for every rank.
pub(crate) const ALL_RANKS: u64 = 0x0111_1111_1111_1111;
/// The bits of the two jokers.
pub(crate) const JOKERS: u64 = SMALL_JOKER | BIG_JOKER;
pub(crate) const SMALL_JOKER: u64 = rank_bit(Rank::SmallJoker);
pub(crate) const BIG_JOKER: u64 = rank_bit(Rank::BigJoker);

/// The bit of one rank among ranks.
pub(crate) const fn rank_bit(rank: Rank) -> u64 {
    1 << (4 * rank as u32)
}

/// How many ranks these are. (The plain x86-64 target has no instruction to count bits, so this is
/// five times faster than `count_ones`.)
#[inline]
pub(crate) const fn how_many(ranks: u64) -> u32 {
    (ranks.wrapping_mul(ALL_RANKS << 4) >> 60) as u32
}

/// The rank of the lowest bit.
#[inline]
pub(crate) const fn bit_rank(bit: u64) -> Rank {
    Rank::at(bit.trailing_zeros() / 4)
}

/// A number of cards of each rank: a hand, a play, the deck. Suits are forgotten.
///
/// Reading one from text takes the spellings people use: `3456789TJQKA2BR`; the ten also as `10`
/// and `0`; the jokers also as `w` and `W`, `x` and `d`, `Y` and `Z`, `小王` and `大王` (the small one
/// first); other letters in either case; spaces, commas and plus signs anywhere. Writing uses the
/// first spelling, lowest rank first.
///
/// ```
/// use decklet_doudizhu::hand::Hand;
///
/// let hand: Hand = "10 3 3, 大王 K".parse()?;
/// assert_eq!(hand.to_string(), "33TKR");
/// assert_eq!(hand.len(), 5);
/// assert!(hand.contains("3K".parse()?));
/// assert_eq!("33333".parse::<Hand>().unwrap_err().to_string(),
///     "five cards of rank 3: the deck has only four");
/// # Ok::<(), decklet_doudizhu::hand::HandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Hand(pub(crate) u64);

/// A text that is no hand.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HandError {
    /// A character that stands for no card.
    #[error(
        "\"{found}\" at character {place} is no card: use 3456789TJQKA2 and B, R for the jokers"
    )]
    NoCard {
        /// What stands there.
        found: char,
        /// Counted from 1.
        place: usize,
    },
    /// More cards of a rank than the deck has.
    #[error("{} cards of rank {rank}: the deck has only {}", words(*.count), words(rank.copies()))]
    TooManyOfRank {
        /// The rank.
        rank: Rank,
        /// How many were given.
        count: u8,
    },
    /// More cards than a player can hold.
    #[error("{count} cards: a hand has at most 20, and the 21st here is of rank {rank}")]
    TooMany {
        /// How many were given.
        count: usize,
        /// The rank of the first card that is too many.
        rank: Rank,
    },
}

fn words(count: u8) -> String {
    match count {
        1 => "one".into(),
        2 => "two".into(),
        3 => "three".into(),
        4 => "four".into(),
        5 => "five".into(),
        n => n.to_string(),
    }
}

impl Hand {
    /// No cards.
    pub const EMPTY: Self = Self(0);
    /// All 54 cards.
    pub const DECK: Self = Self(0x0114_4444_4444_4444);

    /// One card of this rank.
    #[must_use]
    pub const fn single(rank: Rank) -> Self {
        Self(rank_bit(rank))
    }

    /// The ranks of some cards, each card counted once.
    pub fn from_cards(cards: impl IntoIterator<Item = Card>) -> Self {
        CardSet::from_iter(cards).hand()
    }

    /// Four bits a rank, the three lowest: `333R` is `0x0100_0000_0000_0003`.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards of a rank.
    #[inline]
    #[must_use]
    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 >> (4 * rank as u32)) as u8 & 0xF
    }

    /// How many cards.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        const EVEN: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let pairs = (self.0 & EVEN) + ((self.0 >> 4) & EVEN);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether there are no cards.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these cards are here.
    #[inline]
    #[must_use]
    pub const fn contains(self, cards: Self) -> bool {
        const GUARD: u64 = ALL_RANKS << 3;
        (self.0 | GUARD).wrapping_sub(cards.0) & GUARD == GUARD
    }

    /// The cards left when these are taken away; none when they are not all here.
    #[inline]
    #[must_use]
    pub const fn without(self, cards: Self) -> Option<Self> {
        if self.contains(cards) {
            Some(Self(self.0 - cards.0))
        } else {
            None
        }
    }

    /// These cards and those together; none when the deck has not so many of a rank.
    #[inline]
    #[must_use]
    pub const fn with(self, cards: Self) -> Option<Self> {
        let sum = Self(self.0 + cards.0);
        if Self::DECK.contains(sum) {
            Some(sum)
        } else {
            None
        }
    }

    /// The ranks held at least `n` times, `n` from 1 to 4.
    #[inline]
    pub(crate) const fn at_least(self, n: u32) -> u64 {
        let h = self.0;
        ALL_RANKS
            & match n {
                1 => h | h >> 1 | h >> 2,
                2 => h >> 1 | h >> 2,
                3 => h >> 2 | (h >> 1 & h),
                _ => h >> 2,
            }
    }

    /// The ranks in it, one entry a card, lowest first.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        Rank::ALL
            .into_iter()
            .flat_map(move |rank| std::iter::repeat_n(rank, usize::from(self.count(rank))))
    }

    fn from_ranks(ranks: &[Rank]) -> Result<Self, HandError> {
        for &rank in ranks {
            let count = ranks.iter().filter(|&&other| other == rank).count();
            if count > usize::from(rank.copies()) {
                let count = u8::try_from(count).unwrap_or(u8::MAX);
                return Err(HandError::TooManyOfRank { rank, count });
            }
        }
        if let Some(&rank) = ranks.get(MAX_HAND) {
            return Err(HandError::TooMany {
                count: ranks.len(),
                rank,
            });
        }
        Ok(Self(ranks.iter().map(|&rank| rank_bit(rank)).sum()))
    }
}

/// `334T2BR`, lowest first.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ranks().try_for_each(|rank| write!(f, "{rank}"))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

impl FromStr for Hand {
    type Err = HandError;

    fn from_str(text: &str) -> Result<Self, HandError> {
        let mut ranks = Vec::new();
        let mut letters = text.chars().enumerate().peekable();
        while let Some((at, letter)) = letters.next() {
            let (rank, tail) = match letter {
                ' ' | ',' | '+' | '\t' | '\r' | '\n' | '，' | '　' => continue,
                '3'..='9' => (Rank::at(letter as u32 - '3' as u32), None),
                '1' => (Rank::Ten, Some('0')),
                '0' | 'T' | 't' => (Rank::Ten, None),
                'J' | 'j' => (Rank::Jack, None),
                'Q' | 'q' => (Rank::Queen, None),
                'K' | 'k' => (Rank::King, None),
                'A' | 'a' => (Rank::Ace, None),
                '2' => (Rank::Two, None),
                'B' | 'b' | 'w' | 'X' | 'x' | 'Y' | 'y' => (Rank::SmallJoker, None),
                'R' | 'r' | 'W' | 'D' | 'd' | 'Z' | 'z' => (Rank::BigJoker, None),
                '小' => (Rank::SmallJoker, Some('王')),
                '大' => (Rank::BigJoker, Some('王')),
                found => {
                    return Err(HandError::NoCard {
                        found,
                        place: at + 1,
                    });
                }
            };
            if let Some(tail) = tail
                && letters.next_if(|&(_, next)| next == tail).is_none()
            {
                return Err(HandError::NoCard {
                    found: letter,
                    place: at + 1,
                });
            }
            ranks.push(rank);
        }
        Self::from_ranks(&ranks)
    }
}

/// Written and read as text.
impl serde::Serialize for Hand {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Hand {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of particular cards, suits and all: bit `id` is the card with that id.
///
/// ```
/// use decklet_doudizhu::{card::Card, hand::CardSet};
///
/// let held: CardSet = ["spades-3", "hearts-3", "clubs-3", "joker-big"]
///     .iter().map(|name| name.parse::<Card>().unwrap()).collect();
/// let pair = held.lowest("33".parse()?).unwrap();
/// assert_eq!(pair.iter().map(|card| card.to_string()).collect::<Vec<_>>(), ["hearts-3", "clubs-3"]);
/// # Ok::<(), decklet_doudizhu::hand::HandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CardSet(u64);

impl CardSet {
    /// Adds a card.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.id();
    }

    /// Whether the card is in it.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.id() & 1 == 1
    }

    /// The numbers per rank.
    #[must_use]
    pub const fn hand(self) -> Hand {
        const SUITS: u64 = (1 << 52) - 1;
        let suits = self.0 & SUITS;
        let pairs = (suits & 0x5555_5555_5555_5555) + (suits >> 1 & 0x5555_5555_5555_5555);
        let counts = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        Hand(counts | (self.0 >> 52 & 1) << 52 | (self.0 >> 53 & 1) << 56)
    }

    /// The lowest ids that make up these ranks: the representative of all equal choices. None when
    /// the set has not so many cards of a rank.
    #[must_use]
    pub fn lowest(self, ranks: Hand) -> Option<ArrayVec<Card, MAX_HAND>> {
        if !self.hand().contains(ranks) || ranks.len() as usize > MAX_HAND {
            return None;
        }
        let mut wanted = ranks;
        let mut cards = ArrayVec::new();
        for card in self.iter() {
            if wanted.count(card.rank()) > 0 {
                wanted.0 -= rank_bit(card.rank());
                cards.push(card);
            }
        }
        Some(cards)
    }

    /// The cards, lowest id first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        Card::all().filter(move |&card| self.contains(card))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        text.parse::<Hand>()
            .map_or_else(|error| error.to_string(), |hand| hand.to_string())
    }

    #[test]
    fn all_spellings_are_read() {
        for (text, hand) in [
            ("3456789TJQKA2BR", "3456789TJQKA2BR"),
            ("RB2AKQJ10 9876543", "3456789TJQKA2BR"),
            ("0tT10", "TTTT"),
            ("wW", "BR"),
            ("xd", "BR"),
            ("YZ", "BR"),
            ("小王大王", "BR"),
            ("333444+10 2", "333444T2"),
            ("大王,  a，j", "JAR"),
            ("", ""),
        ] {
            assert_eq!(read(text), hand, "{text}");
        }
    }

    #[test]
    fn hands_that_cannot_exist_are_refused_with_their_rank() {
        for (text, error) in [
            ("333334", "five cards of rank 3: the deck has only four"),
            ("wx", "two cards of rank B: the deck has only one"),
            ("RR", "two cards of rank R: the deck has only one"),
            (
                "333344445555666677778888999TTTJJJQQQK",
                "37 cards: a hand has at most 20, and the 21st here is of rank 8",
            ),
            (
                "3?",
                "\"?\" at character 2 is no card: use 3456789TJQKA2 and B, R for the jokers",
            ),
            (
                "31",
                "\"1\" at character 2 is no card: use 3456789TJQKA2 and B, R for the jokers",
            ),
            (
                "小",
                "\"小\" at character 1 is no card: use 3456789TJQKA2 and B, R for the jokers",
            ),
        ] {
            assert_eq!(read(text), error, "{text}");
        }
    }

    #[test]
    fn sets_and_hands_agree() {
        let deck: CardSet = Card::all().collect();
        assert_eq!(deck.hand(), Hand::DECK);
        assert_eq!(Hand::DECK.len(), 54);
        let three = CardSet::from_iter(Card::all().filter(|card| card.id() % 4 != 1));
        for rank in Rank::ALL {
            let expected = match rank {
                Rank::BigJoker => 0,
                Rank::SmallJoker => 1,
                _ => 3,
            };
            assert_eq!(three.hand().count(rank), expected, "{rank}");
        }
        assert!(three.lowest("3333".parse().unwrap()).is_none());
        let cards = three.lowest("34B".parse().unwrap()).unwrap();
        assert_eq!(
            cards.iter().map(|card| card.id()).collect::<Vec<_>>(),
            [0, 4, 52]
        );
    }

    #[test]
    fn ranks_held_at_least_n_times() {
        let hand: Hand = "3445556666R".parse().unwrap();
        for n in 1..=4 {
            let ranks: Vec<_> = Rank::ALL
                .into_iter()
                .filter(|&r| hand.at_least(n) & rank_bit(r) != 0)
                .collect();
            let expected: Vec<_> = Rank::ALL
                .into_iter()
                .filter(|&r| u32::from(hand.count(r)) >= n)
                .collect();
            assert_eq!(ranks, expected);
        }
        assert_eq!(hand.without("66667".parse().unwrap()), None);
        assert_eq!(
            hand.without("6666".parse().unwrap()),
            Some("344555R".parse().unwrap())
        );
        assert_eq!(hand.with("6".parse().unwrap()), None);
    }
}
