//! The explicit encoding of a state, and its hash.
//!
//! The state's hash is the exclusive-or of one hash a *piece* (the core, the variables, the
//! random stream, each zone, each plugin's state): xxh3 with 128 bits over the piece's encoding,
//! seeded by the piece's name. So the hash kept up to date after every action and the one computed
//! from nothing agree, and a changed piece costs its own size only.

use crate::{
    id::{CardId, Seat},
    value::Value,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128_with_seed};

/// Collects the bytes of a state. Numbers are little-endian; lists say their length first.
///
/// A plugin's state writes every field of itself: take the state apart with
/// `let Self { phase, landlord } = self;` so that a field that is forgotten does not compile.
#[derive(Clone, Debug, Default)]
pub struct Encoder(Vec<u8>);

impl Encoder {
    /// A byte.
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// A truth value.
    pub fn flag(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    /// A number without sign, eight bytes.
    pub fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// A number with sign, eight bytes.
    pub fn signed(&mut self, number: i64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// Bytes, their number first.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// A card.
    pub fn card(&mut self, card: CardId) {
        self.0.extend_from_slice(&card.0.to_le_bytes());
    }

    /// Cards, their number first.
    pub fn cards(&mut self, cards: &[CardId]) {
        self.number(cards.len() as u64);
        let begin = self.0.len();
        self.0.resize(begin + 2 * cards.len(), 0);
        for (bytes, card) in self.0[begin..].as_chunks_mut().0.iter_mut().zip(cards) {
            *bytes = card.0.to_le_bytes();
        }
    }

    /// A seat or none.
    pub fn seat(&mut self, seat: Option<Seat>) {
        match seat {
            None => self.byte(0),
            Some(seat) => self.0.extend_from_slice(&[1, seat.0]),
        }
    }

    /// A value of any kind.
    pub fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.byte(0),
            Value::Flag(flag) => self.0.extend_from_slice(&[1, u8::from(*flag)]),
            Value::Number(number) => {
                self.byte(2);
                self.signed(*number);
            }
            Value::Text(text) => {
                self.byte(3);
                self.bytes(text.as_bytes());
            }
            Value::Inexact(number) => {
                self.byte(6);
                self.bytes(number.as_bytes());
            }
            Value::List(list) => {
                self.byte(4);
                self.number(list.len() as u64);
                for item in list {
                    self.value(item);
                }
            }
            Value::Map(map) => {
                self.byte(5);
                self.number(map.len() as u64);
                for (name, item) in map {
                    self.bytes(name.as_bytes());
                    self.value(item);
                }
            }
        }
    }

    /// The hash of what was written, for the piece whose name hashes to `seed`; empties the
    /// encoder.
    pub(crate) fn finish(&mut self, seed: u64) -> u128 {
        let hash = xxh3_128_with_seed(&self.0, seed);
        self.0.clear();
        hash
    }
}

/// What a piece's hash is seeded with.
pub(crate) fn piece_seed(name: &str) -> u64 {
    xxh3_64(name.as_bytes())
}

/// The fingerprint of a whole state. It tells hidden cards apart, so it is shown to nobody at the
/// table before the game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct StateHash(pub(crate) u128);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateHash({self})")
    }
}

impl Serialize for StateHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        match (digits, u128::from_str_radix(&text, 16)) {
            (true, Ok(hash)) => Ok(Self(hash)),
            _ => Err(D::Error::custom("a state hash has 32 hexadecimal digits")),
        }
    }
}
