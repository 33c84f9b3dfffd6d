//! Cards: their numbers, names, colours and faces, and the decks they come in.
//!
//! A [`Card`] is a number from 0 to 112. The numbers follow the order in which a deck is made:
//! red, yellow, green, blue; in each colour 0, 1, 1, 2, 2, ... 9, 9, Skip, Skip, Reverse, Reverse,
//! Draw Two, Draw Two; then four Wild, four Wild Draw Four, Wild Shuffle Hands, three Wild
//! Customizable and Wild Swap Hands.

use crate::hand::Hand;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Number of different cards in all decks together; every [`Card::id`] is below it.
pub const CARDS: usize = 113;
/// Cards in the classic deck: 4 zeros, 72 other numbers, 8 Skip, 8 Reverse, 8 Draw Two, 4 Wild and
/// 4 Wild Draw Four.
pub const UNO_DECK_SIZE: usize = 108;

const PER_COLOR: u8 = 25;
const SKIP: u8 = 19;
const REVERSE: u8 = 21;
const DRAW_TWO: u8 = 23;
const WILD: u8 = 100;
const WILD_DRAW_FOUR: u8 = 104;
const WILD_SHUFFLE: u8 = 108;
const WILD_CUSTOM: u8 = 109;
const WILD_SWAP: u8 = 112;

/// A colour that can be in force. A wild card has none, and none is in force while one is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Color {
    Red,
    Yellow,
    Green,
    Blue,
}

/// The four colours, in the order of the deck and of every list of choices.
pub const UNO_COLORS: [Color; 4] = [Color::Red, Color::Yellow, Color::Green, Color::Blue];

impl Color {
    /// `red`, `yellow`, `green` or `blue`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
        }
    }

    /// The colour of this name; `wild` is none.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        UNO_COLORS.into_iter().find(|color| color.name() == name)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name of a colour in force or of a card's colour: `wild` for none.
#[must_use]
pub const fn color_name(color: Option<Color>) -> &'static str {
    match color {
        Some(color) => color.name(),
        None => "wild",
    }
}

/// Whether a player may name this as a colour: one of the four, not `wild`.
#[must_use]
pub fn is_uno_color_choice(name: &str) -> bool {
    Color::from_name(name).is_some()
}

/// What a card shows besides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// A number from 0 to 9.
    Number(u8),
    /// The next player misses a turn.
    Skip,
    /// The direction of play turns round.
    Reverse,
    /// The next player draws two and misses a turn.
    DrawTwo,
    /// The player names a colour.
    Wild,
    /// The player names a colour; the next player draws four and misses a turn.
    WildDrawFour,
    /// All hands are shuffled together and dealt again; the player names a colour.
    WildShuffle,
    /// The player names a colour and swaps hands with a player of choice.
    WildSwap,
    /// The player names a colour; the rest is what was agreed (see
    /// [`CustomWild`](crate::profile::CustomWild)).
    WildCustom,
}

impl Face {
    /// The type on the wire: `number`, `skip`, `reverse`, `draw2`, `wild`, `wild_draw4`, and
    /// `wild_shuffle`, `wild_swap`, `wild_custom` of the 112-card decks.
    #[must_use]
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Number(_) => "number",
            Self::Skip => "skip",
            Self::Reverse => "reverse",
            Self::DrawTwo => "draw2",
            Self::Wild => "wild",
            Self::WildDrawFour => "wild_draw4",
            Self::WildShuffle => "wild_shuffle",
            Self::WildSwap => "wild_swap",
            Self::WildCustom => "wild_custom",
        }
    }

    /// Whether it is one of the wild cards.
    #[must_use]
    pub const fn is_wild(self) -> bool {
        !matches!(
            self,
            Self::Number(_) | Self::Skip | Self::Reverse | Self::DrawTwo
        )
    }
}

/// `number:7`, or the type name of any other face.
impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => write!(f, "number:{n}"),
            other => f.write_str(other.type_name()),
        }
    }
}

/// One card of the table, told from its equals by its number.
///
/// ```
/// use decklet_uno::card::{Card, Color, Face};
///
/// let card: Card = "red-5-2".parse()?;
/// assert_eq!((card.color(), card.face()), (Some(Color::Red), Face::Number(5)));
/// assert_eq!(card.to_string(), "red-5-2");
/// assert!("red-0-1".parse::<Card>().is_err()); // there is one zero a colour: red-0
/// # Ok::<(), decklet_uno::card::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// A text that is the name of no card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no UNO card: cards are named like red-0, red-5-1, blue-skip-2, wild-1")]
pub struct CardError(String);

impl Card {
    pub(crate) const FIRST: Self = Self(0);

    /// The card with this number, if there is one.
    #[must_use]
    pub const fn new(id: u8) -> Option<Self> {
        if (id as usize) < CARDS {
            Some(Self(id))
        } else {
            None
        }
    }

    /// The card's number, below [`CARDS`].
    #[must_use]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The printed colour; none for a wild card.
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self.0 / PER_COLOR {
            0 => Some(Color::Red),
            1 => Some(Color::Yellow),
            2 => Some(Color::Green),
            3 => Some(Color::Blue),
            _ => None,
        }
    }

    /// What the card shows besides its colour.
    #[must_use]
    pub const fn face(self) -> Face {
        if self.0 < WILD {
            return match self.0 % PER_COLOR {
                DRAW_TWO.. => Face::DrawTwo,
                REVERSE.. => Face::Reverse,
                SKIP.. => Face::Skip,
                place => Face::Number(place.div_ceil(2)),
            };
        }
        match self.0 {
            WILD_SWAP.. => Face::WildSwap,
            WILD_CUSTOM.. => Face::WildCustom,
            WILD_SHUFFLE.. => Face::WildShuffle,
            WILD_DRAW_FOUR.. => Face::WildDrawFour,
            _ => Face::Wild,
        }
    }

    /// Whether it is a wild card, which any colour in force accepts.
    #[must_use]
    pub const fn is_wild(self) -> bool {
        self.0 >= WILD
    }

    /// All cards with the same colour and face, itself included: for the rules they are one.
    #[must_use]
    pub fn equals(self) -> Hand {
        EQUALS[self.0 as usize]
    }

    /// All cards with the same face in any colour, itself included.
    #[must_use]
    pub fn same_face(self) -> Hand {
        SAME_FACE[self.0 as usize]
    }

    /// Which of its equals it is, from 1.
    const fn copy(self) -> u8 {
        match self.0 {
            WILD_SWAP => 1,
            WILD_CUSTOM.. => self.0 - WILD_CUSTOM + 1,
            WILD_SHUFFLE => 1,
            WILD.. => (self.0 - WILD) % 4 + 1,
            _ => (self.0 % PER_COLOR + 1) % 2 + 1,
        }
    }
}

/// Whether the card is wild; the specification's name for [`Card::is_wild`].
#[must_use]
pub const fn is_wild_card(card: Card) -> bool {
    card.is_wild()
}

/// The face of a card; the specification's name for [`Card::face`].
#[must_use]
pub const fn uno_card_face(card: Card) -> Face {
    card.face()
}

/// `red-0`, `red-5-1`, `red-skip-1`, `wild-1`, `wild_draw4-1`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (color, copy) = (self.color(), self.copy());
        match (color, self.face()) {
            (Some(color), Face::Number(0)) => write!(f, "{color}-0"),
            (Some(color), Face::Number(n)) => write!(f, "{color}-{n}-{copy}"),
            (Some(color), face) => write!(f, "{color}-{face}-{copy}"),
            (None, face) => write!(f, "{face}-{copy}"),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        (0..CARDS as u8)
            .map(Self)
            .find(|card| text.starts_with(color_or_type(*card)) && card.to_string() == text)
            .ok_or_else(|| CardError(text.chars().take(80).collect()))
    }
}

/// How the card's name begins.
const fn color_or_type(card: Card) -> &'static str {
    match card.color() {
        Some(color) => color.name(),
        None => card.face().type_name(),
    }
}

/// The cards a game is played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deck {
    /// The 108 cards of the classic game.
    Classic108,
    /// The classic deck with one Wild Shuffle Hands and three Wild Customizable.
    Shuffle112,
    /// The classic deck with one Wild Swap Hands and three Wild Customizable.
    Swap112,
}

impl Deck {
    /// All its cards. A new deck holds them in ascending order of their numbers.
    #[must_use]
    pub fn cards(self) -> Hand {
        let classic = Hand::range(0, WILD_SHUFFLE);
        let custom = Hand::range(WILD_CUSTOM, WILD_SWAP);
        match self {
            Self::Classic108 => classic,
            Self::Shuffle112 => classic.or(custom).with(Card(WILD_SHUFFLE)),
            Self::Swap112 => classic.or(custom).with(Card(WILD_SWAP)),
        }
    }
}

/// The 108 cards of the classic deck, in their order.
#[must_use]
pub fn create_uno_cards() -> [Card; UNO_DECK_SIZE] {
    std::array::from_fn(|id| Card(id as u8))
}

/// The numbers 0 to 9 of every colour.
pub const NUMBERS: Hand = same_place(0, SKIP);
/// Every wild card.
pub const WILDS: Hand = Hand::range(WILD, CARDS as u8);
/// The Wild Draw Fours.
pub const FOURS: Hand = Hand::range(WILD_DRAW_FOUR, WILD_SHUFFLE);
/// The Draw Twos.
pub const TWOS: Hand = same_place(DRAW_TWO, PER_COLOR);
/// The Skips.
pub const SKIPS: Hand = same_place(SKIP, REVERSE);
/// The Reverses.
pub const REVERSES: Hand = same_place(REVERSE, DRAW_TWO);

/// All cards printed in this colour.
#[must_use]
pub const fn cards_of(color: Color) -> Hand {
    let first = color as u8 * PER_COLOR;
    Hand::range(first, first + PER_COLOR)
}

/// The cards at the places `from..to` of every colour.
const fn same_place(from: u8, to: u8) -> Hand {
    let one = Hand::range(from, to);
    one.or(one.up(PER_COLOR))
        .or(one.up(2 * PER_COLOR))
        .or(one.up(3 * PER_COLOR))
}

static SAME_FACE: [Hand; CARDS] = by_card(false);
static EQUALS: [Hand; CARDS] = by_card(true);

/// For every card the cards of the same face, of the same colour only or of any.
const fn by_card(same_color: bool) -> [Hand; CARDS] {
    let mut table = [Hand::EMPTY; CARDS];
    let mut id = 0;
    while id < CARDS as u8 {
        let card = Card(id);
        let faces = match card.face() {
            Face::Number(0) => same_place(0, 1),
            Face::Number(n) => same_place(2 * n - 1, 2 * n + 1),
            Face::Skip => SKIPS,
            Face::Reverse => REVERSES,
            Face::DrawTwo => TWOS,
            Face::Wild => Hand::range(WILD, WILD_DRAW_FOUR),
            Face::WildDrawFour => FOURS,
            Face::WildShuffle => Hand::range(WILD_SHUFFLE, WILD_CUSTOM),
            Face::WildCustom => Hand::range(WILD_CUSTOM, WILD_SWAP),
            Face::WildSwap => Hand::range(WILD_SWAP, CARDS as u8),
        };
        table[id as usize] = match card.color() {
            Some(color) if same_color => faces.and(cards_of(color)),
            _ => faces,
        };
        id += 1;
    }
    table
}
