//! Who is at the table, and what people call things: checked texts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A text from outside that is too long, empty, or has characters it must not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} has 1 to {most} characters, {charset}")]
pub struct BadText {
    what: &'static str,
    most: usize,
    charset: &'static str,
}

/// A text type: what it is for, its length in characters, which ones.
macro_rules! text {
    ($(#[$doc:meta])* $name:ident, $what:literal, $most:literal, $charset:literal, $allowed:expr) => {
        $(#[$doc])*
        #[derive(
            Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
        )]
        #[schemars(with = "String")]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadText;

            fn try_from(text: String) -> Result<Self, BadText> {
                let allowed: fn(char) -> bool = $allowed;
                let text = text.trim();
                if (1..=$most).contains(&text.chars().count()) && text.chars().all(allowed) {
                    return Ok(Self(text.to_owned()));
                }
                Err(BadText { what: $what, most: $most, charset: $charset })
            }
        }

        impl TryFrom<&str> for $name {
            type Error = BadText;

            fn try_from(text: &str) -> Result<Self, BadText> {
                text.to_owned().try_into()
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

fn plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'
}

/// Nothing that hides, or turns the direction of what stands around it.
fn visible(letter: char) -> bool {
    let hidden = matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !letter.is_control() && !hidden
}

text!(
    /// Whom the server knows: never shown to others.
    PersonId, "a person's id", 64, "of a-z, A-Z, 0-9, - and _", plain
);

text!(
    /// What people call somebody. It is text, never markup.
    Name, "a name", 24, "none of them invisible", visible
);

text!(
    /// What a client calls a command, so that sending it again is harmless: another one for every
    /// command.
    CommandId, "a command's id", 64, "of a-z, A-Z, 0-9, - and _", plain
);

text!(
    /// What somebody says.
    Saying, "a message", 200, "none of them invisible", visible
);

text!(
    /// What a seat adds to the seed of the deal.
    Mix, "what is mixed in", 64, "of a-z, A-Z, 0-9, - and _", plain
);

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Whom the server knows.
    pub id: PersonId,
    /// What the others see.
    pub name: Name,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text() {
        for good in ["小明", "<b>", "  Zoë  ", "a"] {
            assert!(Name::try_from(good).is_ok(), "{good}");
        }
        let long = "x".repeat(25);
        for bad in ["", "   ", "a\nb", "a\u{202e}b", "a\u{200b}b", &long] {
            assert!(Name::try_from(bad).is_err(), "{bad:?}");
        }
        assert_eq!(Name::try_from("  Zoë  ").unwrap().as_str(), "Zoë");
        let refused = serde_json::from_str::<PersonId>("\"a b\"").unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("a person's id has 1 to 64 characters")
        );
    }
}
