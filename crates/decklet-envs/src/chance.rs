//! Where a game's cards come from, and what was done since: what it takes to have the same game again.

use crate::numpy_random::RandomState;
use decklet_engine::Seed;
use serde::{Deserialize, Serialize};

/// Where the cards of one game after the other come from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub enum Chance {
    /// Game number `game` is the one of the seed's child of that number.
    Seed {
        /// The seed of all games.
        seed: Seed,
        /// The number of the next game.
        game: u64,
    },
    /// The games that RLCard deals.
    RandomState(Box<RandomState>),
}

impl Chance {
    /// The games of this seed.
    #[must_use]
    pub const fn seed(seed: Seed) -> Self {
        Self::Seed { seed, game: 0 }
    }

    /// The games that RLCard 1.2.0 deals for this seed.
    #[must_use]
    pub fn rlcard(seed: u64) -> Self {
        Self::RandomState(Box::new(RandomState::of_rlcard(seed)))
    }
}

/// What was done to a game since it was dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Operation {
    /// The action with this number.
    Action(u32),
    /// The hidden cards were dealt anew, as this seat sees it.
    Resample(u8, u64),
}

/// A game as it can be written down and played again.
///
/// ```
/// use decklet_envs::{Chance, Operation, Record};
///
/// let record = Record { from: Chance::rlcard(42), operations: vec![Operation::Action(60)] };
/// let text = serde_json::to_string(&record)?;
/// let again: Record = serde_json::from_str(&text)?;
/// assert_eq!(again.operations, record.operations);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The chance before the game was dealt.
    pub from: Chance,
    /// What was done since, the first first.
    pub operations: Vec<Operation>,
}

/// A chance as it is written.
#[derive(Serialize, Deserialize)]
enum Written {
    Seed(String, u64),
    RandomState(Vec<u8>),
}

impl From<Chance> for Written {
    fn from(chance: Chance) -> Self {
        match chance {
            Chance::Seed { seed, game } => Self::Seed(seed.to_string(), game),
            Chance::RandomState(state) => Self::RandomState(state.to_bytes()),
        }
    }
}

/// Why text is no chance.
#[derive(Debug, thiserror::Error)]
enum NoChance {
    #[error(transparent)]
    Seed(#[from] decklet_engine::SeedError),
    #[error("that is no state of NumPy's random numbers")]
    RandomState,
}

impl TryFrom<Written> for Chance {
    type Error = NoChance;

    fn try_from(written: Written) -> Result<Self, NoChance> {
        match written {
            Written::Seed(seed, game) => Ok(Self::Seed {
                seed: seed.parse()?,
                game,
            }),
            Written::RandomState(bytes) => {
                let state = RandomState::from_bytes(&bytes).ok_or(NoChance::RandomState)?;
                Ok(Self::RandomState(Box::new(state)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_the_same_when_it_is_read_again() {
        let next = Chance::Seed {
            seed: Seed::from(7),
            game: 3,
        };
        for chance in [next, Chance::rlcard(42)] {
            let text = serde_json::to_string(&chance).unwrap();
            let again: Chance = serde_json::from_str(&text).unwrap();
            assert_eq!(format!("{again:?}"), format!("{chance:?}"));
        }
    }

    #[test]
    fn what_is_no_chance_is_refused() {
        for text in [
            r#"{"Seed":["short",1]}"#,
            r#"{"RandomState":[1,2,3]}"#,
            r#"{"Other":1}"#,
        ] {
            assert!(serde_json::from_str::<Chance>(text).is_err(), "{text}");
        }
    }
}
