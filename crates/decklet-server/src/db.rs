//! What the server keeps beside the rooms, in the same file: guests, accounts, blocks, results.

use decklet_match::log::schema::{SchemaError, bring_up_to_date};
use rusqlite::Connection;
use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// A connection for everything that is asked now and then, always away from the async threads.
#[derive(Clone)]
pub(crate) struct Db(Arc<Mutex<Connection>>);

/// It cannot be read or written now.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DbError {
    #[error("the database cannot be read or written: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("there is no randomness: {0}")]
    Random(#[from] getrandom::Error),
    #[error("the database's thread has failed")]
    Thread,
}

/// The steps to the tables of this release; `person` is a [`PersonId`](decklet_match::PersonId).
const TABLES: &[&str] = &[
    "
CREATE TABLE guest(
    token BLOB PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
",
    "
CREATE INDEX guest_person ON guest(person);
CREATE TABLE account(
    person TEXT PRIMARY KEY, login TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    password TEXT NOT NULL, since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE gone(person TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE block(
    person TEXT NOT NULL, blocked TEXT NOT NULL, name TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY(person, blocked)
) STRICT, WITHOUT ROWID;
CREATE TABLE share(
    id TEXT PRIMARY KEY, room TEXT NOT NULL, hand INTEGER NOT NULL, UNIQUE(room, hand)
) STRICT, WITHOUT ROWID;
CREATE TABLE hand(
    id INTEGER PRIMARY KEY, room TEXT NOT NULL, hand INTEGER NOT NULL, game TEXT NOT NULL,
    profile TEXT NOT NULL, rated INTEGER NOT NULL, at INTEGER NOT NULL, UNIQUE(room, hand)
) STRICT;
CREATE TABLE hand_seat(
    hand INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT, points INTEGER NOT NULL,
    won INTEGER NOT NULL, before REAL, after REAL, PRIMARY KEY(hand, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX hand_of_person ON hand_seat(person, hand) WHERE person IS NOT NULL;
CREATE TABLE rating(
    person TEXT NOT NULL, game TEXT NOT NULL, profile TEXT NOT NULL, rating REAL NOT NULL,
    deviation REAL NOT NULL, volatility REAL NOT NULL, hands INTEGER NOT NULL,
    won INTEGER NOT NULL, PRIMARY KEY(person, game, profile)
) STRICT, WITHOUT ROWID;
CREATE TABLE duplicate(
    id TEXT PRIMARY KEY, person TEXT NOT NULL, hands INTEGER NOT NULL, at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE duplicate_table(
    id TEXT NOT NULL, number INTEGER NOT NULL, room TEXT NOT NULL UNIQUE, PRIMARY KEY(id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE duplicate_seat(
    id TEXT NOT NULL, person TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY(id, person)
) STRICT, WITHOUT ROWID;
",
    "
CREATE TABLE settled(room TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
",
];

impl Db {
    /// Opens the file, which is there already, and brings its tables up to date.
    pub fn open(path: &Path) -> Result<Self, SchemaError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        bring_up_to_date(&mut connection, "guests", TABLES)?;
        Ok(Self(Arc::new(Mutex::new(connection))))
    }

    /// Asks it, on a thread that may wait.
    pub async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&mut Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Result<T, DbError> {
        let connection = self.0.clone();
        let asked = tokio::task::spawn_blocking(move || {
            ask(&mut connection.lock().unwrap_or_else(PoisonError::into_inner))
        });
        Ok(asked.await.map_err(|_| DbError::Thread)??)
    }
}

/// So many random bytes in hexadecimal digits.
pub(crate) fn random_hex<const N: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
