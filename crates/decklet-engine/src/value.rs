//! A JSON-like value without floating point: house-rule variables, options, and the payloads of
//! plugins written in another language.

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess, SeqAccess, Visitor},
};
use std::{borrow::Cow, collections::BTreeMap, fmt};

/// A value as JSON has them, but with whole numbers only, so that it is the same on every machine.
///
/// ```
/// use decklet_engine::Value;
///
/// let value: Value = serde_json::from_str(r#"{"call": true, "bids": [0, 3]}"#)?;
/// assert_eq!(value.get("call"), Some(&Value::Flag(true)));
/// assert_eq!(value.to_string(), r#"{"bids":[0,3],"call":true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// `null`, and what is absent.
    #[default]
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(Cow<'static, str>),
    /// A number that was read but is not whole, or too large, as its text. Nothing takes it for a
    /// number or a text.
    Inexact(String),
    /// A list.
    List(Vec<Value>),
    /// Named values, sorted by name.
    Map(BTreeMap<String, Value>),
}

impl Value {
    /// The named part of a map.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(map) => map.get(name),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_flag(&self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

/// A number beyond `i64` is [`Value::Inexact`].
impl From<usize> for Value {
    fn from(number: usize) -> Self {
        i64::try_from(number).map_or_else(|_| Self::Inexact(number.to_string()), Self::Number)
    }
}

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

/// The text itself without quotes, anything else as compact JSON.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Inexact(number) => f.write_str(number),
            other => f.write_str(&serde_json::to_string(other).map_err(|_| fmt::Error)?),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Inexact(number) => serializer.serialize_str(number),
            Self::List(list) => list.serialize(serializer),
            Self::Map(map) => map.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(
            i64::try_from(number)
                .map_or_else(|_| Value::Inexact(number.to_string()), Value::Number),
        )
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        // Up to 2^53 every whole number is exact, however it is spelled (`1.0`, `1e3`).
        if number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0 {
            return Ok(Value::Number(number as i64));
        }
        Ok(Value::Inexact(number.to_string()))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned().into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = seq.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some((name, value)) = access.next_entry::<String, Value>()? {
            map.insert(name, value);
        }
        Ok(Value::Map(map))
    }
}
