//! Where records are kept: the [`MatchLog`] trait, and its implementations in memory, with faults
//! for tests, and on SQLite.
//!
//! A log takes appends and answers later, by calling back: whoever plays a room never waits for it.
//! What a record says is none of its business; it keeps bytes, in order, for a room.
//!
//! An append names the [`Version`] it expects to be the last. Whoever is late gets
//! [`Conflict`](AppendError::Conflict), so that two servers can never both go on with a room.
//! Versions are opaque: only a log makes them, and nobody counts with them.

pub mod contract;
mod faulty;
mod memory;
pub mod schema;
mod sqlite;

pub use faulty::{Fault, FaultyLog};
pub use memory::MemoryLog;
pub use sqlite::{OpenError, SqliteLog};

use crate::code::RoomCode;
use std::sync::Arc;

/// How long a record may be, in bytes: 256 KiB. A longer one is refused as
/// [`Unavailable`](AppendError::Unavailable).
pub const MAX_RECORD: usize = 256 * 1024;

/// What the last record of a room was when somebody looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(u64);

impl Version {
    /// There is no record yet.
    pub const START: Self = Self(0);

    /// For implementations of [`MatchLog`]: any number but 0, another one after every record of a
    /// room.
    #[must_use]
    pub const fn from_raw(raw: u64) -> Self {
        Self(raw)
    }

    /// For implementations of [`MatchLog`].
    #[must_use]
    pub const fn raw(self) -> u64 {
        self.0
    }
}

/// Whether a room needs a server's attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// People may come back to it.
    Open,
    /// It is closed for good.
    Closed,
}

/// A record to be kept.
#[derive(Clone, Debug)]
pub struct Append {
    /// Of which room.
    pub room: RoomCode,
    /// What the last record must be.
    pub expected: Version,
    /// The record.
    pub record: Arc<[u8]>,
    /// Whether the room is open after it.
    pub activity: Activity,
}

/// Why a record was not kept, or may not have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The last record is another one. Nothing was kept.
    #[error("the room's last record is another one")]
    Conflict,
    /// Nobody knows whether it was kept: read the room again.
    #[error("the log did not answer; the record may be there or not")]
    Indeterminate,
    /// The log cannot take it now. Nothing was kept.
    #[error("the log cannot take a record now")]
    Unavailable,
}

/// Why records cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Not now; perhaps later.
    #[error("the log cannot be read now")]
    Unavailable,
    /// The place where they are kept is damaged.
    #[error("the log is damaged here")]
    Damaged,
}

/// A record that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// What to expect for the next one.
    pub version: Version,
    /// The bytes.
    pub record: Arc<[u8]>,
}

/// The last record of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Which room.
    pub room: RoomCode,
    /// Its last record.
    pub version: Version,
    /// Whether it is open.
    pub activity: Activity,
}

/// Is called once, with the outcome of an append, on any thread.
pub type AppendDone = Box<dyn FnOnce(Result<Version, AppendError>) + Send>;

/// Is called once, with all records of a room in order (none, when there is no such room), on any
/// thread.
pub type ReadDone = Box<dyn FnOnce(Result<Vec<Stored>, ReadError>) + Send>;

/// Keeps the records of rooms. [`contract::check`] is what every implementation must pass.
pub trait MatchLog: Send + Sync {
    /// Submits a record. When `done` is called with `Ok`, the record survives a loss of power.
    fn append(&self, append: Append, done: AppendDone);

    /// Asks for all records of a room. What was answered with `Ok` before is among them.
    fn read(&self, room: RoomCode, done: ReadDone);

    /// The rooms there are, in order of their codes. Waits for the answer: it is for the start of
    /// a server.
    ///
    /// # Errors
    /// [`ReadError`] when the log cannot be read now.
    fn heads(&self) -> Result<Vec<Head>, ReadError>;
}
