//! Cards: their numbers, names, colours and faces, and the decks they come in.
//!
//! A [`Card`] is a number from 0 to 112. The numbers follow the order in which a deck is made:
//! red, yellow, green, blue; in each colour 0, 1, 1, 2, 2, ... 9, 9, Skip, Skip, Reverse, Reverse,
//! Draw Two, Draw Two; then four Wild, four Wild Draw Four, Wild Shuffle Hands, three Wild
//! Customizable and Wild Swap Hands.

use crate::hand::{Hand, Kinds};
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
    #[inline]
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        LOOKS[self.0 as usize].0
    }

    /// What the card shows besides its colour.
    #[inline]
    #[must_use]
    pub const fn face(self) -> Face {
        LOOKS[self.0 as usize].1
    }

    /// Whether it is a wild card, which any colour in force accepts.
    #[must_use]
    pub const fn is_wild(self) -> bool {
        self.0 >= WILD
    }

    /// Its kind: all cards with the same colour and face. For the rules they are one.
    #[inline]
    #[must_use]
    pub const fn equals(self) -> Kinds {
        EQUALS[self.0 as usize]
    }

    /// All kinds with the same face in any colour.
    #[inline]
    #[must_use]
    pub fn same_face(self) -> Kinds {
        SAME_FACE[self.0 as usize]
    }

    /// Its bit in [`Kinds`].
    #[inline]
    pub(crate) const fn kind(self) -> u8 {
        KIND[self.0 as usize] >> 1
    }

    /// The set of this card alone.
    #[inline]
    pub(crate) const fn alone(self) -> Hand {
        ALONE[self.0 as usize]
    }

    /// The first or second card of the kind with this bit, if there is one.
    #[inline]
    pub(crate) fn of_kind(bit: u32, second: bool) -> Option<Self> {
        let place = bit as usize * 2 + usize::from(second);
        Self::new(*OF_KIND.get(place)?)
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
    /// All its cards, in ascending order of their numbers: how they lie in a new deck.
    #[must_use]
    pub const fn cards(self) -> &'static [Card] {
        match self {
            Self::Classic108 => &CLASSIC,
            Self::Shuffle112 => &SHUFFLE,
            Self::Swap112 => &SWAP,
        }
    }
}

const CLASSIC: [Card; UNO_DECK_SIZE] = all_but(CARDS as u8);
const SHUFFLE: [Card; 112] = all_but(WILD_SWAP);
const SWAP: [Card; 112] = all_but(WILD_SHUFFLE);

/// The first cards in order, without one.
const fn all_but<const N: usize>(left_out: u8) -> [Card; N] {
    let mut cards = [Card(0); N];
    let mut place = 0;
    while place < N {
        let id = place as u8;
        cards[place] = Card(if id < left_out { id } else { id + 1 });
        place += 1;
    }
    cards
}

/// The 108 cards of the classic deck, in their order.
#[must_use]
pub const fn create_uno_cards() -> [Card; UNO_DECK_SIZE] {
    CLASSIC
}

// The bits of `Kinds`: 13 a colour (0 to 9, Skip, Reverse, Draw Two), then the wild cards, with two
// bits for kinds of more than two copies.
const KINDS_PER_COLOR: u8 = 13;
const SKIP_KIND: u8 = 10;
const WILD_KIND: u8 = 52;
const FOUR_KIND: u8 = 54;
const SHUFFLE_KIND: u8 = 56;
const CUSTOM_KIND: u8 = 57;
const SWAP_KIND: u8 = 59;

/// The numbers 0 to 9 of every colour.
pub const NUMBERS: Kinds = every_color(0, SKIP_KIND);
/// The Skips.
pub const SKIPS: Kinds = every_color(SKIP_KIND, SKIP_KIND + 1);
/// The Reverses.
pub const REVERSES: Kinds = every_color(SKIP_KIND + 1, SKIP_KIND + 2);
/// The Draw Twos.
pub const TWOS: Kinds = every_color(SKIP_KIND + 2, KINDS_PER_COLOR);
/// What only passes the turn on: numbers, Skips and Reverses.
pub(crate) const PASSING: Kinds = NUMBERS.or(SKIPS).or(REVERSES);
/// Every wild card.
pub const WILDS: Kinds = Kinds::range(WILD_KIND, SWAP_KIND + 1);
/// The Wild Draw Fours.
pub const FOURS: Kinds = Kinds::range(FOUR_KIND, SHUFFLE_KIND);

/// All kinds printed in this colour.
#[inline]
#[must_use]
pub const fn cards_of(color: Color) -> Kinds {
    OF_COLOR[color as usize]
}

/// All kinds printed in the colour in force; none while there is none.
#[inline]
#[must_use]
pub(crate) const fn cards_in(color: Option<Color>) -> Kinds {
    let place = match color {
        Some(color) => color as usize,
        None => UNO_COLORS.len(),
    };
    OF_COLOR[place]
}

static OF_COLOR: [Kinds; UNO_COLORS.len() + 1] = {
    let first = Kinds::range(0, KINDS_PER_COLOR);
    [
        first,
        first.up(KINDS_PER_COLOR),
        first.up(2 * KINDS_PER_COLOR),
        first.up(3 * KINDS_PER_COLOR),
        Kinds::EMPTY,
    ]
};

/// The kinds at the places `from..to` of every colour.
const fn every_color(from: u8, to: u8) -> Kinds {
    let one = Kinds::range(from, to);
    let two = one.or(one.up(KINDS_PER_COLOR));
    two.or(two.up(2 * KINDS_PER_COLOR))
}

/// Tables by card have a place for every byte, which needs no check.
const BYTE: usize = 256;

/// For every card twice the bit of its kind, and 1 more for the second of a pair.
static KIND: [u8; BYTE] = {
    let mut table = [0; BYTE];
    let mut id = 0;
    while id < CARDS as u8 {
        table[id as usize] = match id {
            WILD_SWAP => 2 * SWAP_KIND,
            WILD_CUSTOM.. => 2 * CUSTOM_KIND + (id - WILD_CUSTOM),
            WILD_SHUFFLE => 2 * SHUFFLE_KIND,
            WILD.. => 2 * WILD_KIND + (id - WILD),
            // A colour has one zero and two of everything else.
            _ => match (id / PER_COLOR * KINDS_PER_COLOR * 2, id % PER_COLOR) {
                (color, 0) => color,
                (color, place) => color + place + 1,
            },
        };
        id += 1;
    }
    table
};

static ALONE: [Hand; BYTE] = {
    let mut table = [Hand::EMPTY; BYTE];
    let mut id = 0;
    while id < CARDS {
        table[id] = Hand::single(KIND[id] >> 1, KIND[id] & 1 != 0);
        id += 1;
    }
    table
};

/// The inverse of [`KIND`]: [`CARDS`] where there is no card.
static OF_KIND: [u8; 120] = {
    let mut table = [CARDS as u8; 120];
    let mut id = 0;
    while id < CARDS {
        table[KIND[id] as usize] = id as u8;
        id += 1;
    }
    table
};

/// Colour and face of every card.
static LOOKS: [(Option<Color>, Face); BYTE] = {
    let mut table = [(None, Face::Wild); BYTE];
    let mut id = 0;
    while id < CARDS as u8 {
        table[id as usize] = if id < WILD {
            let face = match id % PER_COLOR {
                DRAW_TWO.. => Face::DrawTwo,
                REVERSE.. => Face::Reverse,
                SKIP.. => Face::Skip,
                place => Face::Number(place.div_ceil(2)),
            };
            (Some(UNO_COLORS[(id / PER_COLOR) as usize]), face)
        } else {
            let face = match id {
                WILD_SWAP.. => Face::WildSwap,
                WILD_CUSTOM.. => Face::WildCustom,
                WILD_SHUFFLE.. => Face::WildShuffle,
                WILD_DRAW_FOUR.. => Face::WildDrawFour,
                _ => Face::Wild,
            };
            (None, face)
        };
        id += 1;
    }
    table
};

static SAME_FACE: [Kinds; BYTE] = by_card(false);
static EQUALS: [Kinds; BYTE] = by_card(true);

/// For every card the kinds of the same face, of the same colour only or of any.
const fn by_card(same_color: bool) -> [Kinds; BYTE] {
    let mut table = [Kinds::EMPTY; BYTE];
    let mut id = 0;
    while id < CARDS as u8 {
        let card = Card(id);
        let faces = match card.face() {
            Face::Number(n) => every_color(n, n + 1),
            Face::Skip => SKIPS,
            Face::Reverse => REVERSES,
            Face::DrawTwo => TWOS,
            Face::Wild => Kinds::range(WILD_KIND, FOUR_KIND),
            Face::WildDrawFour => FOURS,
            Face::WildShuffle => Kinds::range(SHUFFLE_KIND, CUSTOM_KIND),
            Face::WildCustom => Kinds::range(CUSTOM_KIND, SWAP_KIND),
            Face::WildSwap => Kinds::range(SWAP_KIND, SWAP_KIND + 1),
        };
        table[id as usize] = match card.color() {
            Some(color) if same_color => faces.and(cards_of(color)),
            _ => faces,
        };
        id += 1;
    }
    table
}
