//! A deal that everybody can check afterwards.
//!
//! The server draws a secret for every hand and shows its hash, the *commitment*, before anybody
//! is asked to be ready. Each seat may mix in a text of its own. The seed of the deal follows from
//! the secret and all these texts, so neither the server nor a player alone decides it. After the
//! hand the secret is shown, and anybody can do the same computation: [`Proof::verify`].
//!
//! ```text
//! commitment = blake3(secret)
//! seed       = blake3 in key-derivation mode, context "decklet deal seed v1", over
//!              secret (32 bytes), room code (6 letters), hand (4 bytes, little-endian), and for
//!              each seat the length of its text (1 byte, 0 for none) and the text
//! ```

use crate::{code::RoomCode, person::Mix};
use decklet_engine::{
    GameEngine, Ruleset, Seed, SeedError,
    log::{LogError, LogFile},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};

/// All that is needed to compute the seed of a hand again. It is complete after the hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The room.
    pub room: RoomCode,
    /// Which hand, from 1.
    pub hand: u32,
    /// What was shown before the deal: 64 hexadecimal digits.
    pub commitment: String,
    /// The server's secret: 64 hexadecimal digits.
    pub secret: String,
    /// What each seat mixed in.
    pub mixes: Vec<Option<Mix>>,
}

/// What does not fit in a [`Proof`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The secret is none.
    #[error("the secret: {0}")]
    Secret(#[from] SeedError),
    /// The secret is not the one that was committed to.
    #[error(
        "the commitment shown before the deal is not that of the secret: the secret was changed"
    )]
    Commitment,
    /// The log itself does not hold.
    #[error("the log: {0}")]
    Log(#[from] LogError),
    /// The cards were dealt from another seed.
    #[error("the seed in the log does not follow from the secret and what the seats mixed in")]
    Seed,
}

impl Proof {
    /// Checks that the deal with this seed is the one committed to.
    ///
    /// ```
    /// # use decklet_match::{RoomCode, fairness::{Proof, commitment, seed}};
    /// # use decklet_engine::Seed;
    /// let (room, secret) = (RoomCode::from_number(5), Seed::from(7));
    /// let mixes = vec![None, Some("my-dice-say-4".try_into()?)];
    /// let proof = Proof {
    ///     room,
    ///     hand: 1,
    ///     commitment: commitment(&secret),
    ///     secret: secret.to_string(),
    ///     mixes: mixes.clone(),
    /// };
    /// assert_eq!(proof.verify(seed(&secret, room, 1, &mixes)), Ok(()));
    /// assert!(proof.verify(Seed::from(8)).is_err());
    /// # Ok::<(), decklet_match::BadText>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError`]: what does not fit.
    pub fn verify(&self, dealt_from: Seed) -> Result<(), ProofError> {
        let secret: Seed = self.secret.parse()?;
        if commitment(&secret) != self.commitment {
            return Err(ProofError::Commitment);
        }
        if seed(&secret, self.room, self.hand, &self.mixes) != dealt_from {
            return Err(ProofError::Seed);
        }
        Ok(())
    }

    /// Checks a log by its rules, and that its deal is the one committed to. Returns the game at
    /// its end.
    ///
    /// # Errors
    /// [`ProofError`]: what does not fit.
    pub fn verify_log(
        &self,
        log: &LogFile,
        rules: &Arc<Ruleset>,
    ) -> Result<GameEngine, ProofError> {
        let engine = log.verify(rules)?;
        self.verify(engine.seed())?;
        Ok(engine)
    }
}

/// A room's own secret, from which those of its hands follow. It is written in the records only.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(Seed);

impl Secret {
    /// The secret of these random bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Seed::from_bytes(bytes))
    }

    /// The secret of a hand.
    #[must_use]
    pub fn of_hand(&self, hand: u32) -> Seed {
        self.0.child(u64::from(hand))
    }
}

/// Says nothing.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        secret.0.to_string()
    }
}

impl TryFrom<String> for Secret {
    type Error = SeedError;

    fn try_from(text: String) -> Result<Self, SeedError> {
        text.parse().map(Self)
    }
}

/// What is shown of a secret before the deal: 64 hexadecimal digits.
#[must_use]
pub fn commitment(secret: &Seed) -> String {
    blake3::hash(secret.as_bytes()).to_string()
}

/// The seed of a deal.
#[must_use]
pub fn seed(secret: &Seed, room: RoomCode, hand: u32, mixes: &[Option<Mix>]) -> Seed {
    let mut bytes = secret.as_bytes().to_vec();
    bytes.extend_from_slice(room.to_string().as_bytes());
    bytes.extend_from_slice(&hand.to_le_bytes());
    for mix in mixes {
        let text = mix.as_ref().map_or("", Mix::as_str);
        // A text has at most 64 letters of ASCII.
        bytes.push(u8::try_from(text.len()).unwrap_or(u8::MAX));
        bytes.extend_from_slice(text.as_bytes());
    }
    Seed::from_bytes(blake3::derive_key("decklet deal seed v1", &bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof() -> (Proof, Seed) {
        let (room, secret) = (RoomCode::from_number(1), Seed::from(3));
        let mixes = vec![None, Mix::try_from("dice").ok(), None];
        let seed = seed(&secret, room, 2, &mixes);
        let proof = Proof {
            room,
            hand: 2,
            commitment: commitment(&secret),
            secret: secret.to_string(),
            mixes,
        };
        (proof, seed)
    }

    /// Nobody may ever compute another seed from the same proof.
    #[test]
    fn the_seed_is_pinned() {
        let (proof, seed) = proof();
        assert_eq!(
            seed.to_string(),
            "6a607f1292a46edd7995c36d2d409e9e2408c032b8d72799a88445c7cb6067c6"
        );
        assert_eq!(
            proof.commitment,
            "c67328baf1503b8a190a46ce7df89b00edc049d1bbe1b8caba1fb9448ad553f2"
        );
        assert_eq!(proof.verify(seed), Ok(()));
    }

    #[test]
    fn whatever_is_changed_is_found() {
        let (good, seed) = proof();
        let mut other = good.clone();
        other.secret = Seed::from(4).to_string();
        assert_eq!(other.verify(seed), Err(ProofError::Commitment));
        let mut both = other.clone();
        both.commitment = commitment(&Seed::from(4));
        assert_eq!(both.verify(seed), Err(ProofError::Seed));
        let mut moved = good.clone();
        moved.mixes.rotate_left(1);
        assert_eq!(moved.verify(seed), Err(ProofError::Seed));
        let mut hand = good.clone();
        hand.hand = 3;
        assert_eq!(hand.verify(seed), Err(ProofError::Seed));
        let mut room = good.clone();
        room.room = RoomCode::from_number(2);
        assert_eq!(room.verify(seed), Err(ProofError::Seed));
        let mut none = good;
        none.secret = "no".to_owned();
        assert!(matches!(none.verify(seed), Err(ProofError::Secret(_))));
    }
}
