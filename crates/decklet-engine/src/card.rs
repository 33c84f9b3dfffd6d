//! Cards, and lists of cards as a stranger may send them.

use crate::{id::CardId, value::Value};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A card as its plugin registered it: a name, and what rules and people want to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    name: String,
    data: BTreeMap<String, Value>,
}

impl Card {
    /// A card with this name, unique in its game.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            data: BTreeMap::new(),
        }
    }

    /// The same with something more known of it, as `color`: `"red"`.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.data.insert(key.to_owned(), value.into());
        self
    }

    /// The card's name, as `hearts-10` or `red-5-1`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is known of it.
    #[must_use]
    pub fn data(&self) -> &BTreeMap<String, Value> {
        &self.data
    }
}

/// One card of a [`CardList`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardRef<'a> {
    /// A card of the game.
    Known(CardId),
    /// A name that no card of the game has.
    Unknown(&'a str),
}

/// Cards in the order in which they were named, unknown names included: refusing those is a rule's
/// work, in the rules' order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardList {
    ids: SmallVec<[CardId; 20]>,
    unknown: Vec<Box<str>>,
}

const UNKNOWN: u16 = 0x8000;

impl CardList {
    /// How many cards are named.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Adds a card.
    pub fn push(&mut self, card: CardId) {
        self.ids.push(card);
    }

    pub(crate) fn push_unknown(&mut self, name: &str) {
        let place = u16::try_from(self.unknown.len()).unwrap_or(u16::MAX) & !UNKNOWN;
        self.unknown.push(name.into());
        self.ids.push(CardId(UNKNOWN | place));
    }

    /// The cards in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = CardRef<'_>> {
        self.ids
            .iter()
            .map(|&id| match self.unknown.get(usize::from(id.0 & !UNKNOWN)) {
                Some(name) if id.0 & UNKNOWN != 0 => CardRef::Unknown(name),
                _ => CardRef::Known(id),
            })
    }

    /// The ids, when every card is one of the game.
    #[must_use]
    pub fn known(&self) -> Option<&[CardId]> {
        self.unknown.is_empty().then_some(&self.ids)
    }
}

impl FromIterator<CardId> for CardList {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> Self {
        Self {
            ids: cards.into_iter().collect(),
            unknown: Vec::new(),
        }
    }
}

impl From<CardId> for CardList {
    fn from(card: CardId) -> Self {
        std::iter::once(card).collect()
    }
}
