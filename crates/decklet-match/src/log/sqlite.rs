//! [`SqliteLog`]: the log in one file.
//!
//! One thread writes, one reads, one brings what is written from SQLite's write-ahead log to its place
//! in the file (a checkpoint); each has a connection of its own, and the write-ahead log keeps them
//! out of each other's way. The writer takes what is waiting, at most [`GROUP`] records,
//! commits it in one transaction with `synchronous=FULL`, and answers then. A conflict in a group
//! touches only itself. Begun with `BEGIN IMMEDIATE`: a transaction that reads first and writes
//! later can fail however long one is willing to wait.

use super::{
    Activity, Append, AppendDone, AppendError, Head, MAX_RECORD, MatchLog, ReadDone, ReadError,
    Stored, Version,
    schema::{self, SchemaError},
};
use crate::code::RoomCode;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::{
    path::Path,
    sync::mpsc::{self, Receiver, SyncSender, TrySendError},
    thread::{self, JoinHandle},
    time::Duration,
};

/// How many records one transaction takes.
const GROUP: usize = 64;

/// How many appends may wait; one more is answered [`AppendError::Unavailable`].
const WAITING: usize = 4096;

/// After how many records there is a checkpoint. Nobody waits for it.
const CHECKPOINT: usize = 3000;

/// Pages of the write-ahead log, 64 MiB, from which on the writer waits for a checkpoint: only then
/// can the write-ahead log begin anew.
const LONG: u64 = 16_384;

/// The steps to the tables of this release.
const TABLES: &[&str] = &["
CREATE TABLE head(
    room TEXT PRIMARY KEY, version INTEGER NOT NULL, closed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE record(
    room TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY(room, version)
) STRICT, WITHOUT ROWID;
"];

/// Why a file cannot be used as a log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// SQLite says no.
    #[error("the log cannot be opened: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// Its tables are of a later release.
    #[error("the log cannot be opened: {0}")]
    Schema(#[from] SchemaError),
    /// The system gives no thread.
    #[error("the log's thread cannot be started: {0}")]
    Thread(#[from] std::io::Error),
}

/// The log in a file of SQLite. Dropping it waits until everything submitted is written and
/// answered.
pub struct SqliteLog {
    appends: Option<SyncSender<(Append, AppendDone)>>,
    reads: Option<SyncSender<Read>>,
    threads: Vec<JoinHandle<()>>,
}

enum Read {
    Room(RoomCode, ReadDone),
    Heads(mpsc::Sender<Result<Vec<Head>, ReadError>>),
}

impl SqliteLog {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// [`OpenError`] when that is not possible, or a later release has written it.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let mut writer = connect(path)?;
        schema::bring_up_to_date(&mut writer, "log", TABLES)?;
        writer.pragma_update(None, "wal_autocheckpoint", 0)?;
        let (reader, keeper) = (connect(path)?, connect(path)?);
        let (appends, waiting) = mpsc::sync_channel(WAITING);
        let (reads, asked) = mpsc::sync_channel(WAITING);
        let (written, due) = mpsc::sync_channel(1);
        let spawn = |name: &str, run: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(run)
        };
        let threads = vec![
            spawn(
                "log writer",
                Box::new(move || write_all(writer, &waiting, &written)),
            )?,
            spawn("log reader", Box::new(move || read_all(&reader, &asked)))?,
            spawn(
                "log keeper",
                Box::new(move || checkpoint_all(&keeper, &due)),
            )?,
        ];
        Ok(Self {
            appends: Some(appends),
            reads: Some(reads),
            threads,
        })
    }
}

impl MatchLog for SqliteLog {
    fn append(&self, append: Append, done: AppendDone) {
        if append.record.len() > MAX_RECORD {
            return done(Err(AppendError::Unavailable));
        }
        let Some(appends) = &self.appends else {
            return done(Err(AppendError::Unavailable));
        };
        if let Err(TrySendError::Full((_, done)) | TrySendError::Disconnected((_, done))) =
            appends.try_send((append, done))
        {
            done(Err(AppendError::Unavailable));
        }
    }

    fn read(&self, room: RoomCode, done: ReadDone) {
        let Some(reads) = &self.reads else {
            return done(Err(ReadError::Unavailable));
        };
        if let Err(TrySendError::Full(read) | TrySendError::Disconnected(read)) =
            reads.try_send(Read::Room(room, done))
            && let Read::Room(_, done) = read
        {
            done(Err(ReadError::Unavailable));
        }
    }

    fn heads(&self) -> Result<Vec<Head>, ReadError> {
        let (sender, receiver) = mpsc::channel();
        let reads = self.reads.as_ref().ok_or(ReadError::Unavailable)?;
        reads
            .send(Read::Heads(sender))
            .map_err(|_| ReadError::Unavailable)?;
        receiver.recv().map_err(|_| ReadError::Unavailable)?
    }
}

impl Drop for SqliteLog {
    fn drop(&mut self) {
        drop(self.appends.take());
        drop(self.reads.take());
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

fn connect(path: &Path) -> Result<Connection, rusqlite::Error> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

fn write_all(
    mut connection: Connection,
    waiting: &Receiver<(Append, AppendDone)>,
    written: &SyncSender<()>,
) {
    let mut since = 0;
    while let Ok(first) = waiting.recv() {
        let rest = waiting.try_iter().take(GROUP - 1);
        let (group, done): (Vec<_>, Vec<_>) = std::iter::once(first).chain(rest).unzip();
        let outcomes = write_group(&mut connection, &group);
        for (done, outcome) in done.into_iter().zip(outcomes) {
            done(outcome);
        }
        since += group.len();
        // When the one before has not begun yet, this is part of it.
        if since >= CHECKPOINT && written.try_send(()).is_ok() {
            since = 0;
        }
    }
}

fn checkpoint_all(connection: &Connection, due: &Receiver<()>) {
    while due.recv().is_ok() {
        // What could not be done is part of the next one.
        let pages = checkpoint(connection, "PASSIVE").unwrap_or(0);
        if pages > LONG {
            let _ = checkpoint(connection, "RESTART");
        }
    }
}

/// Gives the length of the write-ahead log, in pages.
fn checkpoint(connection: &Connection, how: &str) -> Result<u64, rusqlite::Error> {
    let question = format!("PRAGMA wal_checkpoint({how})");
    connection.query_row(&question, [], |row| row.get(1))
}

/// Writes a group in one transaction: the outcome of each, in order. When one of them cannot be
/// written, each is written by itself, so that a damaged place in the file stops nobody else.
fn write_group(connection: &mut Connection, group: &[Append]) -> Vec<Result<Version, AppendError>> {
    let all = |error| vec![Err(error); group.len()];
    let write = |transaction: &Transaction<'_>| {
        let appends = group.iter().map(|append| write_one(transaction, append));
        appends.collect::<Result<Vec<_>, rusqlite::Error>>()
    };
    let Ok(transaction) = connection.transaction_with_behavior(TransactionBehavior::Immediate)
    else {
        return all(AppendError::Unavailable);
    };
    match write(&transaction) {
        Ok(outcomes) => match transaction.commit() {
            Ok(()) => outcomes,
            Err(_) => all(AppendError::Indeterminate),
        },
        Err(_) if group.len() == 1 => all(AppendError::Unavailable),
        Err(_) => {
            // Dropping the transaction takes back what it wrote.
            drop(transaction);
            let each = group.chunks(1);
            each.flat_map(|one| write_group(connection, one)).collect()
        }
    }
}

fn write_one(
    transaction: &Transaction<'_>,
    append: &Append,
) -> Result<Result<Version, AppendError>, rusqlite::Error> {
    let room = append.room.to_string();
    let last: Option<u64> = transaction
        .prepare_cached("SELECT version FROM head WHERE room = ?1")?
        .query_row([&room], |row| row.get(0))
        .optional()?;
    if last.unwrap_or(0) != append.expected.raw() {
        return Ok(Err(AppendError::Conflict));
    }
    let version = append.expected.raw() + 1;
    transaction
        .prepare_cached("INSERT INTO record(room, version, body) VALUES (?1, ?2, ?3)")?
        .execute(params![room, version, &*append.record])?;
    transaction
        .prepare_cached("INSERT OR REPLACE INTO head(room, version, closed) VALUES (?1, ?2, ?3)")?
        .execute(params![room, version, append.activity == Activity::Closed])?;
    Ok(Ok(Version::from_raw(version)))
}

fn read_all(connection: &Connection, asked: &Receiver<Read>) {
    while let Ok(read) = asked.recv() {
        match read {
            Read::Room(room, done) => {
                done(read_room(connection, room).map_err(|error| why(&error)));
            }
            Read::Heads(answer) => {
                // Nobody waits any more when this fails.
                let _ = answer.send(read_heads(connection).map_err(|error| why(&error)));
            }
        }
    }
}

/// Whether the file is damaged, or cannot be read now.
fn why(error: &rusqlite::Error) -> ReadError {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    match error.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => ReadError::Damaged,
        // What is no number or no bytes was not written by this program.
        None => ReadError::Damaged,
        Some(_) => ReadError::Unavailable,
    }
}

fn read_room(connection: &Connection, room: RoomCode) -> Result<Vec<Stored>, rusqlite::Error> {
    let mut query = connection
        .prepare_cached("SELECT version, body FROM record WHERE room = ?1 ORDER BY version")?;
    let rows = query.query_map([room.to_string()], |row| {
        Ok(Stored {
            version: Version::from_raw(row.get(0)?),
            record: row.get::<_, Vec<u8>>(1)?.into(),
        })
    })?;
    rows.collect()
}

fn read_heads(connection: &Connection) -> Result<Vec<Head>, rusqlite::Error> {
    let mut query = connection.prepare("SELECT room, version, closed FROM head ORDER BY room")?;
    let rows = query.query_map([], |row| {
        let closed: bool = row.get(2)?;
        let code: String = row.get(0)?;
        Ok((code, Version::from_raw(row.get(1)?), closed))
    })?;
    let mut heads = Vec::new();
    for row in rows {
        let (code, version, closed) = row?;
        // A code that is none was not written by this program: there is nothing to serve.
        if let Ok(room) = code.parse() {
            let activity = if closed {
                Activity::Closed
            } else {
                Activity::Open
            };
            heads.push(Head {
                room,
                version,
                activity,
            });
        }
    }
    Ok(heads)
}
