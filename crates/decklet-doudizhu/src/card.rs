//! The 54 cards: ranks, suits, ids and names.
//!
//! A card is a number from 0 to 53: rank by rank from 3 to 2, within a rank hearts, diamonds,
//! clubs, spades, then the small and the big joker. Its name is `hearts-A`, `hearts-10`,
//! `joker-small`, `joker-big`.

use std::{fmt, str::FromStr};

/// The number of cards in the deck.
pub const DECK_SIZE: usize = 54;

/// A rank, from the lowest to the highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
    Two,
    /// The small, black joker.
    SmallJoker,
    /// The big, red joker.
    BigJoker,
}

impl Rank {
    /// All fifteen, lowest first.
    pub const ALL: [Self; 15] = [
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
        Self::Two,
        Self::SmallJoker,
        Self::BigJoker,
    ];

    /// The rank at this place of [`Rank::ALL`]; the big joker for anything beyond.
    #[inline]
    pub(crate) const fn at(index: u32) -> Self {
        Self::ALL[if index < 15 { index as usize } else { 14 }]
    }

    /// The number people write: 3 to 14 for three to ace, 15 for the two, 16 and 17 for the jokers.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 3
    }

    /// One of `3456789TJQKA2BR`.
    #[must_use]
    pub const fn letter(self) -> char {
        b"3456789TJQKA2BR"[self as usize] as char
    }

    /// How many cards of this rank the deck has.
    #[must_use]
    pub const fn copies(self) -> u8 {
        if self.is_joker() { 1 } else { 4 }
    }

    /// Whether this is one of the two jokers.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self as u8 >= Self::SmallJoker as u8
    }
}

/// The letter.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Written and read as its letter.
impl serde::Serialize for Rank {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> serde::Deserialize<'de> for Rank {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letter = <char as serde::Deserialize>::deserialize(deserializer)?;
        Self::ALL
            .into_iter()
            .find(|rank| rank.letter() == letter)
            .ok_or_else(|| {
                serde::de::Error::custom(format_args!(
                    "\"{letter}\" is no rank: give one of 3456789TJQKA2BR"
                ))
            })
    }
}

/// A suit. It never matters to the rules, only to the eye.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Hearts,
    Diamonds,
    Clubs,
    Spades,
}

impl Suit {
    /// All four, in the order of the deck.
    pub const ALL: [Self; 4] = [Self::Hearts, Self::Diamonds, Self::Clubs, Self::Spades];

    /// The suit as it stands in a card's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["hearts", "diamonds", "clubs", "spades"][self as usize]
    }
}

/// One of the 54 cards.
///
/// ```
/// use decklet_doudizhu::card::{Card, Rank};
///
/// let card: Card = "hearts-10".parse()?;
/// assert_eq!(card.id(), 28);
/// assert_eq!(card.rank(), Rank::Ten);
/// assert_eq!(Card::from_id(53).map(|card| card.to_string()).as_deref(), Some("joker-big"));
/// # Ok::<(), decklet_doudizhu::card::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

/// A text that names no card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no card: cards are named like hearts-A, spades-10, joker-small, joker-big")]
pub struct CardError(String);

impl Card {
    /// The card with this id; none from 54 on.
    #[must_use]
    pub const fn from_id(id: u8) -> Option<Self> {
        if (id as usize) < DECK_SIZE {
            Some(Self(id))
        } else {
            None
        }
    }

    /// All 54, in order of their ids.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..DECK_SIZE as u8).map(Self)
    }

    /// Its number, 0 to 53.
    #[must_use]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        match self.0 {
            52 => Rank::SmallJoker,
            53 => Rank::BigJoker,
            id => Rank::at(id as u32 / 4),
        }
    }

    /// Its suit; the jokers have none.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        if self.rank().is_joker() {
            None
        } else {
            Some(Suit::ALL[self.0 as usize % 4])
        }
    }
}

/// The name, such as `clubs-7`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.suit(), self.rank()) {
            (None, Rank::SmallJoker) => f.write_str("joker-small"),
            (None, _) => f.write_str("joker-big"),
            (Some(suit), Rank::Ten) => write!(f, "{}-10", suit.name()),
            (Some(suit), rank) => write!(f, "{}-{rank}", suit.name()),
        }
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(name: &str) -> Result<Self, CardError> {
        let refuse = || CardError(name.chars().take(40).collect());
        let (suit, rank) = name.split_once('-').ok_or_else(refuse)?;
        match (suit, rank) {
            ("joker", "small") => return Ok(Self(52)),
            ("joker", "big") => return Ok(Self(53)),
            _ => {}
        }
        let suit = Suit::ALL
            .iter()
            .position(|s| s.name() == suit)
            .ok_or_else(refuse)?;
        let rank = [
            "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2",
        ]
        .iter()
        .position(|r| *r == rank)
        .ok_or_else(refuse)?;
        Ok(Self((rank * 4 + suit) as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_found_by_its_name() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        for name in [
            "hearts-1",
            "hearts",
            "stars-A",
            "hearts-a",
            "joker-red",
            "joker",
            "-",
            "",
        ] {
            assert!(name.parse::<Card>().is_err(), "{name}");
        }
    }

    #[test]
    fn ids_run_by_rank_then_suit() {
        let names: Vec<_> = Card::all().map(|card| card.to_string()).collect();
        assert_eq!(
            names[..5],
            ["hearts-3", "diamonds-3", "clubs-3", "spades-3", "hearts-4"]
        );
        assert_eq!(
            names[50..],
            ["clubs-2", "spades-2", "joker-small", "joker-big"]
        );
        assert_eq!(Card::from_id(54), None);
        let numbers: Vec<_> = Rank::ALL.iter().map(|rank| rank.number()).collect();
        assert_eq!(numbers, (3..=17).collect::<Vec<_>>());
    }
}
