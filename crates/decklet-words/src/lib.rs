//! What is said to people about a game, in English and Chinese: why something is refused, why a bot
//! moves as it does, what cards are together, what a profile and an option are.
//!
//! A list of words has both languages in one line, so that none can be forgotten.

mod cards;
mod denial;
mod options;
mod profiles;
mod reason;

pub use cards::{card, color, combination, reading};
pub use denial::{denial, of_code};
pub use options::{OptionWords, Values, options};
pub use profiles::{ProfileWords, profiles};
pub use reason::reason;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The same in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Words {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Words {
    /// These words.
    #[must_use]
    pub fn new(en: &str, zh: &str) -> Self {
        Self {
            en: en.to_owned(),
            zh: zh.to_owned(),
        }
    }

    /// What is written the same in both.
    #[must_use]
    pub fn both(text: &str) -> Self {
        Self::new(text, text)
    }

    fn map(self, change: impl Fn(String) -> String) -> Self {
        Self {
            en: change(self.en),
            zh: change(self.zh),
        }
    }
}
