//! The contract of a log, on all of them.

use decklet_match::{
    RoomCode,
    log::{
        AppendError, Fault, FaultyLog, MatchLog, MemoryLog, OpenError, ReadError, SqliteLog,
        Version, contract, schema::SchemaError,
    },
};
use std::{collections::VecDeque, sync::Arc};

fn room() -> RoomCode {
    RoomCode::from_number(1)
}

#[test]
fn memory() {
    contract::check(MemoryLog::new);
}

#[test]
fn faulty_without_faults() {
    contract::check(|| FaultyLog::new(Arc::default(), || Fault::None));
}

#[test]
fn sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let files = std::cell::Cell::new(0);
    contract::check(|| {
        files.set(files.get() + 1);
        SqliteLog::open(&folder.path().join(format!("{}.db", files.get()))).unwrap()
    });
}

#[test]
fn sqlite_keeps_what_it_answered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let log = SqliteLog::open(&path).unwrap();
    let first = contract::append(&log, room(), Version::START, b"one").unwrap();
    // Another process looks at the same file.
    let other = SqliteLog::open(&path).unwrap();
    assert_eq!(contract::read(&other, room()).unwrap().len(), 1);
    let second = contract::append(&other, room(), first, b"two").unwrap();
    let late = contract::append(&log, room(), first, b"late");
    assert_eq!(late, Err(AppendError::Conflict));
    drop((log, other));
    let log = SqliteLog::open(&path).unwrap();
    let stored = contract::read(&log, room()).unwrap();
    assert_eq!(stored.len(), 2);
    assert_eq!(stored[1].version, second);
    assert_eq!(&*stored[1].record, b"two");
}

#[test]
fn sqlite_refuses_tables_of_another_release() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    drop(SqliteLog::open(&path).unwrap());
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute("UPDATE schema SET version = 99", []).unwrap();
    drop(file);
    let refused = SqliteLog::open(&path).err().unwrap();
    assert!(
        matches!(
            refused,
            OpenError::Schema(SchemaError::TooNew { found: 99, .. })
        ),
        "{refused}"
    );
    assert!(refused.to_string().contains("version 99"));
}

#[test]
fn faults_are_what_they_say() {
    let script = [
        Fault::Lost,
        Fault::Unanswered,
        Fault::Conflict,
        Fault::Unavailable,
        Fault::Late,
        Fault::None,
        Fault::Unavailable,
    ];
    let mut script = VecDeque::from(script);
    let inner = Arc::new(MemoryLog::new());
    let log = FaultyLog::new(inner.clone(), move || {
        script.pop_front().unwrap_or(Fault::None)
    });
    let kept = || {
        let stored = contract::read(&*inner, room()).unwrap();
        let version = stored.last().map_or(Version::START, |last| last.version);
        (stored.len(), version)
    };
    let append = |record: &[u8]| contract::append(&log, room(), kept().1, record);
    assert_eq!(append(b"lost"), Err(AppendError::Indeterminate));
    assert_eq!(kept().0, 0);
    assert_eq!(append(b"unanswered"), Err(AppendError::Indeterminate));
    assert_eq!(kept().0, 1);
    assert_eq!(append(b"conflict"), Err(AppendError::Conflict));
    assert_eq!(append(b"unavailable"), Err(AppendError::Unavailable));
    assert_eq!(append(b"late"), Err(AppendError::Indeterminate));
    assert_eq!(kept().0, 1);
    // It arrives before this one, which is therefore too late itself.
    assert_eq!(append(b"next"), Err(AppendError::Conflict));
    assert_eq!(kept().0, 2);
    assert_eq!(contract::read(&log, room()), Err(ReadError::Unavailable));
    assert_eq!(contract::read(&log, room()).unwrap().len(), 2);
    assert_eq!(log.heads().unwrap().len(), 1);
}
