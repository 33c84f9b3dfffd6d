//! How actions, events and plugin state are written at the edge: named fields, declared once.
//!
//! A type that can be written declares its [`Field`]s (from which the JSON Schema is made) and
//! writes them into [`Fields`], which serializes them at once, without a generic value between.

use crate::{
    action::Origin,
    card::{CardList, CardRef},
    id::{CardId, Names, Seat, ZoneId},
    value::Value,
};
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};
use std::{any::Any, borrow::Cow, collections::BTreeMap};

/// What kind of value a field holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// A text out of these.
    OneOf(&'static [&'static str]),
    /// A player's id.
    Player,
    /// Players' ids.
    Players,
    /// A card's name.
    Card,
    /// Cards' names.
    Cards,
    /// A zone's name.
    Zone,
    /// Anything, as the description says.
    Any,
}

/// A field of an action's or event's payload, or a variable of a plugin's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name at the edge, as `cardIds` or `ddz.phase`.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
    /// Whether it may be absent.
    pub optional: bool,
    /// A line about it.
    pub about: &'static str,
}

impl Field {
    /// A field that is always there.
    #[must_use]
    pub const fn new(name: &'static str, kind: FieldKind, about: &'static str) -> Self {
        Self {
            name,
            kind,
            optional: false,
            about,
        }
    }

    /// A field that may be absent.
    #[must_use]
    pub const fn optional(name: &'static str, kind: FieldKind, about: &'static str) -> Self {
        Self {
            name,
            kind,
            optional: true,
            about,
        }
    }
}

/// Something that can be written as named fields.
pub trait ToWire: Send + Sync + 'static {
    /// The fields, in the order in which they are written.
    const FIELDS: &'static [Field];

    /// Writes each field that is there.
    fn write(&self, out: &mut Fields<'_>);
}

/// Nothing to write.
impl ToWire for () {
    const FIELDS: &'static [Field] = &[];

    fn write(&self, _: &mut Fields<'_>) {}
}

/// [`ToWire`] behind a pointer.
pub(crate) trait WireObject: Send + Sync + Any {
    fn write_to(&self, out: &mut Fields<'_>);
    fn as_any(&self) -> &dyn Any;
}

impl<T: ToWire> WireObject for T {
    fn write_to(&self, out: &mut Fields<'_>) {
        self.write(out);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Where fields are written to. Each call writes one field.
pub struct Fields<'a> {
    sink: &'a mut dyn Sink,
    names: Names<'a>,
}

impl Fields<'_> {
    /// A truth value.
    pub fn flag(&mut self, name: &str, flag: bool) {
        self.put(name, &Item::Flag(flag));
    }

    /// A whole number.
    pub fn number(&mut self, name: &str, number: i64) {
        self.put(name, &Item::Number(number));
    }

    /// A text.
    pub fn text(&mut self, name: &str, text: &str) {
        self.put(name, &Item::Text(text));
    }

    /// A player's id.
    pub fn player(&mut self, name: &str, seat: Seat) {
        self.put(name, &Item::Text(self.names.player(seat)));
    }

    /// Players' ids.
    pub fn players(&mut self, name: &str, seats: &[Seat]) {
        self.put(name, &Item::Players(seats, self.names));
    }

    /// A card's name.
    pub fn card(&mut self, name: &str, card: CardId) {
        self.put(name, &Item::Text(self.names.card(card)));
    }

    /// Cards' names.
    pub fn cards(&mut self, name: &str, cards: &[CardId]) {
        self.put(name, &Item::Cards(cards, self.names));
    }

    /// Cards' names as they were sent, unknown ones included.
    pub fn card_list(&mut self, name: &str, cards: &CardList) {
        self.put(name, &Item::CardList(cards, self.names));
    }

    /// A zone's name.
    pub fn zone(&mut self, name: &str, zone: ZoneId) {
        self.put(name, &Item::Text(&self.names.zone(zone)));
    }

    /// A value of any kind.
    pub fn value(&mut self, name: &str, value: &Value) {
        self.put(name, &Item::Value(value));
    }

    /// Fields within a field.
    pub fn record(&mut self, name: &str, record: &impl ToWire) {
        self.put(name, &Item::Record(record, self.names));
    }

    /// The names in use, for what the calls above do not cover.
    #[must_use]
    pub fn names(&self) -> Names<'_> {
        self.names
    }

    fn put(&mut self, name: &str, item: &Item<'_>) {
        self.sink.put(name, item);
    }
}

/// One value on its way out.
pub(crate) enum Item<'a> {
    Flag(bool),
    Number(i64),
    Text(&'a str),
    Players(&'a [Seat], Names<'a>),
    Cards(&'a [CardId], Names<'a>),
    CardList(&'a CardList, Names<'a>),
    Value(&'a Value),
    Record(&'a dyn WireObject, Names<'a>),
}

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Players(seats, names) => {
                serializer.collect_seq(seats.iter().map(|&seat| names.player(seat)))
            }
            Self::Cards(cards, names) => {
                serializer.collect_seq(cards.iter().map(|&card| names.card(card)))
            }
            Self::CardList(cards, names) => {
                let mut seq = serializer.serialize_seq(Some(cards.len()))?;
                for card in cards.iter() {
                    match card {
                        CardRef::Known(card) => seq.serialize_element(names.card(card))?,
                        CardRef::Unknown(name) => seq.serialize_element(name)?,
                    }
                }
                seq.end()
            }
            Self::Value(value) => value.serialize(serializer),
            Self::Record(record, names) => write_record(*record, *names, serializer),
        }
    }
}

pub(crate) trait Sink {
    fn put(&mut self, name: &str, item: &Item<'_>);
}

struct MapSink<'m, M: SerializeMap> {
    map: &'m mut M,
    result: Result<(), M::Error>,
}

impl<M: SerializeMap> Sink for MapSink<'_, M> {
    fn put(&mut self, name: &str, item: &Item<'_>) {
        if self.result.is_ok() {
            self.result = self.map.serialize_entry(name, item);
        }
    }
}

/// Writes the fields of `record` into an open map.
pub(crate) fn write_fields<M: SerializeMap>(
    record: &dyn WireObject,
    names: Names<'_>,
    map: &mut M,
) -> Result<(), M::Error> {
    let mut sink = MapSink {
        map,
        result: Ok(()),
    };
    record.write_to(&mut Fields {
        sink: &mut sink,
        names,
    });
    sink.result
}

/// Writes `record` as a map of its own.
pub(crate) fn write_record<S: Serializer>(
    record: &dyn WireObject,
    names: Names<'_>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    write_fields(record, names, &mut map)?;
    map.end()
}

struct ValueSink(BTreeMap<String, Value>);

impl Sink for ValueSink {
    fn put(&mut self, name: &str, item: &Item<'_>) {
        self.0.insert(name.to_owned(), item_value(item));
    }
}

fn texts<'t>(texts: impl Iterator<Item = &'t str>) -> Value {
    Value::List(texts.map(|text| Value::from(text.to_owned())).collect())
}

fn item_value(item: &Item<'_>) -> Value {
    match item {
        Item::Flag(flag) => Value::Flag(*flag),
        Item::Number(number) => Value::Number(*number),
        Item::Text(text) => Value::Text(Cow::Owned((*text).to_owned())),
        Item::Players(seats, names) => texts(seats.iter().map(|&seat| names.player(seat))),
        Item::Cards(cards, names) => texts(cards.iter().map(|&card| names.card(card))),
        Item::CardList(cards, names) => texts(cards.iter().map(|card| match card {
            CardRef::Known(card) => names.card(card),
            CardRef::Unknown(name) => name,
        })),
        Item::Value(value) => (*value).clone(),
        Item::Record(record, names) => Value::Map(record_value(*record, *names)),
    }
}

/// The fields of `record` as values by name.
pub(crate) fn record_value(record: &dyn WireObject, names: Names<'_>) -> BTreeMap<String, Value> {
    let mut sink = ValueSink(BTreeMap::new());
    record.write_to(&mut Fields {
        sink: &mut sink,
        names,
    });
    sink.0
}

/// A payload as it came in, for an action's `from_wire`.
///
/// What is of the wrong shape altogether (`cardIds` that is no list of texts) is refused here;
/// what is only a wrong answer (`call` that is no boolean) is read as absent, for a rule to refuse
/// in its turn.
#[derive(Clone, Copy)]
pub struct Payload<'a> {
    pub(crate) value: &'a Value,
    pub(crate) names: Names<'a>,
    pub(crate) origin: Origin,
}

/// A field that no action can have in this form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct BadField {
    /// The field's path, as `payload.cardIds`.
    pub field: String,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl BadField {
    /// A refusal of this field.
    #[must_use]
    pub fn new(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            reason: reason.into(),
        }
    }
}

/// How many ids one action may name.
pub const MAX_IDS: usize = 1024;

impl<'a> Payload<'a> {
    /// Whether a player sent it, or the game itself
    /// ([`dispatch_named`](crate::GameContext::dispatch_named)).
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// The field as it came, `None` when it is absent or null.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.value.get(name).filter(|value| **value != Value::Null)
    }

    /// A truth value, `None` when it is absent or something else.
    #[must_use]
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.get(name).and_then(Value::as_flag)
    }

    /// A whole number, `None` when it is absent or something else.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(Value::as_number)
    }

    /// A text, `None` when it is absent or something else.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name).and_then(Value::as_text)
    }

    /// A player named by id; absent when the field is, or is no text.
    #[must_use]
    pub fn player(&self, name: &str) -> crate::PlayerRef {
        self.text(name)
            .map_or(crate::PlayerRef::Absent, |id| self.names.find_player(id))
    }

    /// A list of card names; empty when the field is absent.
    ///
    /// # Errors
    /// [`BadField`] when it is no list of texts or has more than [`MAX_IDS`].
    pub fn cards(&self, name: &str) -> Result<CardList, BadField> {
        let refuse = |reason: String| Err(BadField::new(format!("payload.{name}"), reason));
        let list = match self.get(name) {
            None => return Ok(CardList::default()),
            Some(Value::List(list)) => list,
            Some(_) => return refuse("must be a list of card ids".into()),
        };
        if list.len() > MAX_IDS {
            return refuse(format!("has {} ids; {MAX_IDS} are the most", list.len()));
        }
        if let Some(place) = list.iter().position(|item| item.as_text().is_none()) {
            return refuse(format!(
                "must be a list of card ids, but item {place} is no text"
            ));
        }
        Ok(self
            .names
            .find_cards(list.iter().filter_map(Value::as_text)))
    }
}
