//! [`RoomCode`]: six letters that people tell each other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Letters that are not taken for digits or for each other: no I and no O.
const LETTERS: &[u8; 24] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";

/// A room's name: six letters, read in either case. There are 191,102,976.
///
/// ```
/// use decklet_match::RoomCode;
///
/// let code: RoomCode = "deckle".parse()?;
/// assert_eq!(code.to_string(), "DECKLE");
/// assert!("OILING".parse::<RoomCode>().is_err());
/// # Ok::<(), decklet_match::BadRoomCode>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(with = "String")]
#[serde(try_from = "String", into = "String")]
pub struct RoomCode([u8; 6]);

/// A text that is no room code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a room code has six letters from A to Z, without I and O")]
pub struct BadRoomCode;

impl RoomCode {
    /// The code of this number: for a new room, of a random one.
    #[must_use]
    pub fn from_number(mut number: u64) -> Self {
        let mut letters = [0; 6];
        for letter in letters.iter_mut().rev() {
            *letter = LETTERS[(number % 24) as usize];
            number /= 24;
        }
        Self(letters)
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomCode({self})")
    }
}

impl FromStr for RoomCode {
    type Err = BadRoomCode;

    fn from_str(text: &str) -> Result<Self, BadRoomCode> {
        let letters: [u8; 6] = text.as_bytes().try_into().map_err(|_| BadRoomCode)?;
        let letters = letters.map(|letter| letter.to_ascii_uppercase());
        match letters.iter().all(|letter| LETTERS.contains(letter)) {
            true => Ok(Self(letters)),
            false => Err(BadRoomCode),
        }
    }
}

impl From<RoomCode> for String {
    fn from(code: RoomCode) -> Self {
        code.to_string()
    }
}

impl TryFrom<String> for RoomCode {
    type Error = BadRoomCode;

    fn try_from(text: String) -> Result<Self, BadRoomCode> {
        text.parse()
    }
}
