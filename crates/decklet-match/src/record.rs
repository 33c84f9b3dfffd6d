//! What is kept of a room: one record for every change, chained by hash.
//!
//! ```text
//! {"index":0,"at":…,"by":null,"change":{"type":"created",…},"chain":…}
//! {"index":1,"at":…,"by":{"person":…,"command":…},"change":{"type":"seated",…},"chain":…}
//! ```
//!
//! `chain` is blake3 over the chain of the record before and this one up to `,"chain"`. Records hold
//! everything, the secret of the deals included: they are for the server alone.

use crate::{
    fairness::Secret,
    log::Stored,
    options::{BotLevel, Duplicate, RoomOptions},
    person::{CommandId, Mix, Person, PersonId},
    score::HandResult,
};
use decklet_engine::{StateHash, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version of the records written; no other is read.
pub const FORMAT: u32 = 1;

/// A change of a room, and who asked for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number: 0, 1, 2, …
    pub index: u64,
    /// When, in milliseconds since 1970 by the server's clock.
    pub at: u64,
    /// Whose command it was; `null` for what the room does by itself.
    pub by: Option<Author>,
    /// What changed.
    pub change: Change,
}

impl Record {
    /// Whether a hand ended with it.
    #[must_use]
    pub fn ends_a_hand(&self) -> bool {
        match &self.change {
            Change::Acted { outcome, .. } => outcome
                .as_ref()
                .is_some_and(|played| played.result.is_some()),
            _ => false,
        }
    }
}

/// Whose command it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Author {
    /// Who.
    pub person: PersonId,
    /// What the client called the command.
    pub command: CommandId,
}

/// A change of a room. What follows from it (`outcome`) is computed again whenever the room is
/// loaded, and must come out the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Change {
    /// The room was opened.
    Created {
        /// [`FORMAT`].
        format: u32,
        /// What the host decided.
        options: RoomOptions,
        /// Where the secrets of all deals come from.
        secret: Secret,
        /// Whether it is a table of a duplicate match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duplicate: Option<Duplicate>,
    },
    /// Somebody sits in a seat now, or nobody.
    Seated {
        /// Which seat, from 0.
        seat: u8,
        /// Who.
        occupant: Occupant,
    },
    /// A person is ready for the next hand, or not any more.
    Ready {
        /// Which seat.
        seat: u8,
        /// Whether.
        ready: bool,
    },
    /// A seat mixed something into the seed of the next deal.
    Mixed {
        /// Which seat.
        seat: u8,
        /// What.
        mix: Mix,
    },
    /// Free chat was switched.
    Chat {
        /// Whether it is on.
        on: bool,
    },
    /// A person wants a bot to play, or plays again.
    Trustee {
        /// Which seat.
        seat: u8,
        /// Whether a bot plays.
        on: bool,
    },
    /// A hand was dealt. Empty seats are bots from now on.
    Started {
        /// What followed.
        outcome: Option<Dealt>,
    },
    /// A seat acted.
    Acted {
        /// Which seat.
        seat: u8,
        /// Who decided it.
        by: Mover,
        /// The action, as the engine spells it.
        action: Value,
        /// How long the seat has thought, in milliseconds.
        spent_ms: u64,
        /// What followed.
        outcome: Option<Played>,
    },
    /// The room is closed for good.
    Closed,
}

impl Change {
    /// Whether it makes an entry of the game.
    #[must_use]
    pub fn is_of_the_game(&self) -> bool {
        matches!(self, Self::Started { .. } | Self::Acted { .. })
    }
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Occupant {
    /// Nobody.
    Empty,
    /// A person.
    Person(Person),
    /// A bot.
    Bot {
        /// How well it plays.
        #[serde(default)]
        level: BotLevel,
    },
}

/// Who decided an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Mover {
    /// The person in the seat.
    Person,
    /// The bot in the seat.
    Bot,
    /// A bot, because the person's time was over.
    Timeout,
    /// A bot, because the person's time was over too often, or the person wished so.
    Trustee,
}

/// What followed from [`Change::Started`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dealt {
    /// Which hand, from 1.
    pub hand: u32,
    /// The fingerprint of the rules.
    pub rules: String,
    /// The state afterwards.
    pub state: StateHash,
}

/// What followed from [`Change::Acted`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The state afterwards.
    pub state: StateHash,
    /// How the hand ended, when it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<HandResult>,
}

/// What is wrong with a room's records. The messages quote nothing of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The chain is broken.
    #[error("record {index}: the chain is broken: this record, or one before it, was changed")]
    Chain {
        /// Which record.
        index: u64,
    },
    /// It cannot be read.
    #[error("record {index} cannot be read: {what}")]
    Unreadable {
        /// Which record.
        index: u64,
        /// Why.
        what: String,
    },
    /// Written by another release.
    #[error("the records have format {found}; this program reads format {FORMAT}")]
    Format {
        /// Their format.
        found: u32,
    },
    /// The rules have changed since.
    #[error("record {index}: the hand was dealt by other rules ({found}) than these ({here})")]
    OtherRules {
        /// Which record.
        index: u64,
        /// The fingerprint in the record.
        found: String,
        /// The fingerprint of the rules at hand.
        here: String,
    },
    /// It cannot be carried out again.
    #[error("record {index} cannot be carried out again ({code})")]
    Refused {
        /// Which record.
        index: u64,
        /// The refusal's code.
        code: String,
    },
    /// Something else follows from it.
    #[error("record {index}: carried out again, it leads to another state")]
    Differs {
        /// Which record.
        index: u64,
    },
    /// The log cannot give them.
    #[error(
        "the file is damaged where the records are; copy it, and see what `PRAGMA integrity_check` says"
    )]
    Log,
    /// Records that were there are gone.
    #[error("record {index} was acknowledged, but is gone or another one now")]
    Lost {
        /// Which record.
        index: u64,
    },
}

/// The hash chain after a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Chain([u8; 32]);

impl Chain {
    /// The record as it is kept, and the chain after it.
    #[must_use]
    pub fn seal(&self, record: &Record) -> (Arc<[u8]>, Self) {
        let mut line = serde_json::to_string(record)
            .expect("no map key or number in it that JSON does not have");
        line.pop();
        let next = self.link(line.as_bytes());
        line.push_str(",\"chain\":\"");
        line.push_str(&blake3::Hash::from(next.0).to_hex());
        line.push_str("\"}");
        (line.into_bytes().into(), next)
    }

    fn link(&self, body: &[u8]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("decklet room v1");
        hasher.update(&self.0).update(body);
        Self(*hasher.finalize().as_bytes())
    }

    /// Reads a record that was kept, and goes on with the chain.
    fn open(&mut self, bytes: &[u8], index: u64) -> Result<Record, Damage> {
        const TAIL: usize = ",\"chain\":\"".len() + 64 + "\"}".len();
        let broken = Damage::Chain { index };
        let (body, tail) = match bytes.len().checked_sub(TAIL) {
            Some(end) => bytes.split_at(end),
            None => return Err(broken),
        };
        *self = self.link(body);
        let stated = format!(",\"chain\":\"{}\"}}", blake3::Hash::from(self.0).to_hex());
        if tail != stated.as_bytes() {
            return Err(broken);
        }
        let mut text = body.to_vec();
        text.push(b'}');
        let record: Record = serde_json::from_slice(&text).map_err(|error| Damage::Unreadable {
            index,
            what: format!("{:?} error at byte {}", error.classify(), error.column()),
        })?;
        match record.index == index {
            true => Ok(record),
            false => Err(broken),
        }
    }
}

/// Reads the records of a room and checks their chain: each with the chain after it.
///
/// # Errors
/// [`Damage`] naming the record that is wrong.
pub fn read(stored: &[Stored]) -> Result<Vec<(Record, Chain)>, Damage> {
    let mut chain = Chain::default();
    let records = (0..).zip(stored).map(|(index, stored)| {
        let record = chain.open(&stored.record, index)?;
        Ok((record, chain))
    });
    records.collect()
}
