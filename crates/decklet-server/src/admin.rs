//! What an operator does with a data directory, most of it while the server runs.

use crate::guests::forget_in;
use decklet_match::{
    Games, RoomCode,
    log::{MatchLog, ReadError, SqliteLog, Stored},
    record,
    replay::{FinishedHand, LedgerRow, ledger},
    room::Room,
};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use std::{
    path::{Path, PathBuf},
    sync::mpsc,
    time::Duration,
};

/// A data directory, opened for its operator.
pub struct Admin {
    file: PathBuf,
    db: Connection,
}

/// Why something cannot be done with a data directory.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AdminError {
    /// There is no database.
    #[error("there is no database {path}: is this a data directory?", path = .0.display())]
    Missing(PathBuf),
    /// The file to be written is there.
    #[error("{path} is there already; nothing is written over", path = .0.display())]
    Exists(PathBuf),
    /// SQLite says no.
    #[error("the database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The log cannot be opened.
    #[error(transparent)]
    Log(#[from] decklet_match::log::OpenError),
    /// The log cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The records of a room are damaged.
    #[error("room {room}: {damage}")]
    Damaged {
        /// Which room.
        room: RoomCode,
        /// What is wrong.
        damage: record::Damage,
    },
    /// There is no such thing.
    #[error("there is no {0}")]
    Nothing(String),
}

/// A room in the list.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RoomLine {
    /// Its code.
    pub room: String,
    /// Its game.
    pub game: String,
    /// How many records there are.
    pub records: u64,
    /// Whether it is closed.
    pub closed: bool,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
}

/// A room in full, but for its secrets.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RoomState {
    /// Its code.
    pub room: String,
    /// How many records there are; their chain is whole, and they lead to the same states again.
    pub records: usize,
    /// `lobby`, `playing` or `closed`.
    pub phase: &'static str,
    /// What it was opened with.
    pub options: decklet_match::RoomOptions,
    /// The name in each seat; none for a bot or nobody.
    pub seats: Vec<Option<String>>,
    /// How many hands were dealt.
    pub hands: u32,
    /// The score of each seat.
    pub totals: Vec<i64>,
    /// Records of the hand being played.
    pub entry: Option<u64>,
}

impl Admin {
    /// Opens the directory.
    ///
    /// # Errors
    /// [`AdminError`] when it is none.
    pub fn open(data: &Path) -> Result<Self, AdminError> {
        let file = data.join("decklet.sqlite");
        if !file.exists() {
            return Err(AdminError::Missing(file));
        }
        let db = Connection::open(&file)?;
        db.busy_timeout(Duration::from_secs(10))?;
        Ok(Self { file, db })
    }

    /// The rooms, in order of their codes.
    ///
    /// # Errors
    /// [`AdminError`] when the database cannot be read.
    pub fn rooms(&self) -> Result<Vec<RoomLine>, AdminError> {
        let mut query = self.db.prepare(
            "SELECT head.room, head.version, closed, body FROM head
             JOIN record ON record.room = head.room AND record.version = 1 ORDER BY head.room",
        )?;
        let rows = query.query_map([], |row| {
            let body: Vec<u8> = row.get(3)?;
            let first: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
            let game = first["change"]["options"]["game"].as_str();
            Ok(RoomLine {
                room: row.get(0)?,
                records: row.get(1)?,
                closed: row.get(2)?,
                game: game.unwrap_or("?").to_owned(),
                made: first["at"].as_u64().unwrap_or(0),
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn records(&self, room: RoomCode) -> Result<Vec<Stored>, AdminError> {
        let log = SqliteLog::open(&self.file)?;
        let (answer, answers) = mpsc::channel();
        log.read(
            room,
            Box::new(move |stored| {
                // The receiver waits below.
                let _ = answer.send(stored);
            }),
        );
        let stored = answers.recv().map_err(|_| ReadError::Unavailable)??;
        match stored.is_empty() {
            true => Err(AdminError::Nothing(format!("room {room}"))),
            false => Ok(stored),
        }
    }

    /// Looks at a room: checks all its records, and says how it stands.
    ///
    /// # Errors
    /// [`AdminError`]: there is no such room, or its records are damaged.
    pub fn inspect(&self, room: RoomCode) -> Result<RoomState, AdminError> {
        let stored = self.records(room)?;
        let damaged = |damage| AdminError::Damaged { room, damage };
        let records = record::read(&stored).map_err(damaged)?;
        let found = Room::replay(
            room,
            records.iter().map(|(record, _)| record),
            &Games::standard(),
        );
        let found = found.map_err(damaged)?;
        let found = found.ok_or_else(|| AdminError::Nothing(format!("room {room}")))?;
        let seats = found.seats().iter();
        Ok(RoomState {
            room: room.to_string(),
            records: records.len(),
            phase: match found.playing() {
                _ if found.is_closed() => "closed",
                Some(_) => "playing",
                None => "lobby",
            },
            options: found.options().clone(),
            seats: seats
                .map(|seat| match &seat.occupant {
                    record::Occupant::Person(person) => Some(person.name.to_string()),
                    record::Occupant::Empty | record::Occupant::Bot { .. } => None,
                })
                .collect(),
            hands: found.hands(),
            totals: found.totals().to_vec(),
            entry: found.playing().map(decklet_match::room::Hand::entry),
        })
    }

    /// The hands of a room that are over.
    ///
    /// # Errors
    /// [`AdminError`]: there is no such room, or its records are damaged.
    pub fn ledger(&self, room: RoomCode) -> Result<Vec<LedgerRow>, AdminError> {
        let stored = self.records(room)?;
        ledger(room, &stored, &Games::standard())
            .map_err(|damage| AdminError::Damaged { room, damage })
    }

    /// The log of a hand that is over, and the proof of its deal.
    ///
    /// # Errors
    /// [`AdminError`]: there is no such hand, it is not over, or the records are damaged.
    pub fn hand(&self, room: RoomCode, hand: u32) -> Result<FinishedHand, AdminError> {
        let stored = self.records(room)?;
        let found = FinishedHand::find(room, &stored, hand, &Games::standard())
            .map_err(|damage| AdminError::Damaged { room, damage })?;
        found.ok_or_else(|| AdminError::Nothing(format!("finished hand {hand} in room {room}")))
    }

    /// Makes all tokens worthless that belong to this login, or to guests of this name. Says how
    /// many. A running server takes none of them from then on, and closes within seconds the
    /// connections that are open with them.
    ///
    /// # Errors
    /// [`AdminError`] when the database cannot be written.
    pub fn revoke(&self, who: &str) -> Result<usize, AdminError> {
        let revoke = "DELETE FROM guest WHERE name = ?1
             OR person IN (SELECT person FROM account WHERE login = lower(?1))";
        Ok(self.db.execute(revoke, [who])?)
    }

    /// Deletes an account and all that tells who it was, as its owner could; connections as with
    /// [`Self::revoke`].
    ///
    /// # Errors
    /// [`AdminError`] when there is none, or the database cannot be written.
    pub fn forget(&mut self, login: &str) -> Result<(), AdminError> {
        let find = "SELECT person FROM account WHERE login = lower(?1)";
        let person: Option<String> = self
            .db
            .query_row(find, params![login], |row| row.get(0))
            .optional()?;
        let person = person.ok_or_else(|| AdminError::Nothing(format!("login {login}")))?;
        forget_in(&mut self.db, &person)?;
        Ok(())
    }

    /// Gives space back to the system that is not used any more. Slow; a server may run.
    ///
    /// # Errors
    /// [`AdminError`] when the database cannot be written.
    pub fn vacuum(&self) -> Result<(), AdminError> {
        Ok(self
            .db
            .execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?)
    }

    /// Copies the whole database as it is at this moment into a new file. A server may run.
    ///
    /// # Errors
    /// [`AdminError`] when the file is there already, or cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), AdminError> {
        if to.exists() {
            return Err(AdminError::Exists(to.to_owned()));
        }
        let to = to.to_string_lossy();
        self.db.execute("VACUUM INTO ?1", [&*to])?;
        Ok(())
    }
}
