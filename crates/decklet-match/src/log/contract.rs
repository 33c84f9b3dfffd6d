//! What every [`MatchLog`] must do, as one set of tests for all implementations.

use super::{Activity, Append, AppendError, MAX_RECORD, MatchLog, ReadError, Stored, Version};
use crate::code::RoomCode;
use std::sync::{Arc, mpsc};

/// Runs all of it on logs that `make` makes; each must be empty.
///
/// # Panics
/// When the log breaks its contract, saying where.
pub fn check<L: MatchLog>(make: impl Fn() -> L) {
    an_empty_room_has_no_records(&make());
    records_come_back_in_order(&make());
    a_stale_append_changes_nothing(&make());
    a_version_of_another_room_is_no_excuse(&make());
    of_many_at_once_one_wins(&make());
    heads_tell_what_is_there(&make());
    a_record_too_long_is_refused(&make());
}

/// Appends and waits for the outcome.
///
/// # Errors
/// What the log answers.
///
/// # Panics
/// When the log forgets to answer.
pub fn append(
    log: &impl MatchLog,
    room: RoomCode,
    expected: Version,
    record: &[u8],
) -> Result<Version, AppendError> {
    let (sender, receiver) = mpsc::channel();
    let append = Append {
        room,
        expected,
        record: record.into(),
        activity: Activity::Open,
    };
    log.append(
        append,
        Box::new(move |outcome| sender.send(outcome).unwrap_or(())),
    );
    receiver.recv().expect("an append is answered once")
}

/// Reads and waits for the outcome.
///
/// # Errors
/// What the log answers.
///
/// # Panics
/// When the log forgets to answer.
pub fn read(log: &impl MatchLog, room: RoomCode) -> Result<Vec<Stored>, ReadError> {
    let (sender, receiver) = mpsc::channel();
    log.read(
        room,
        Box::new(move |outcome| sender.send(outcome).unwrap_or(())),
    );
    receiver.recv().expect("a read is answered once")
}

fn room(number: u64) -> RoomCode {
    RoomCode::from_number(number)
}

fn bytes(stored: &[Stored]) -> Vec<&[u8]> {
    stored.iter().map(|stored| &*stored.record).collect()
}

fn an_empty_room_has_no_records(log: &impl MatchLog) {
    assert_eq!(read(log, room(1)), Ok(vec![]));
    assert_eq!(log.heads(), Ok(vec![]));
}

fn records_come_back_in_order(log: &impl MatchLog) {
    let records: Vec<Vec<u8>> = (0..100u8).map(|n| vec![n, 0, 255, b'\n', n]).collect();
    let mut version = Version::START;
    for record in &records {
        let next = append(log, room(1), version, record).expect("the version is the last");
        assert_ne!(next, version, "every record has a version of its own");
        version = next;
    }
    let stored = read(log, room(1)).expect("a log that can be read");
    assert_eq!(bytes(&stored), records);
    assert_eq!(stored.last().map(|stored| stored.version), Some(version));
    assert_eq!(read(log, room(2)), Ok(vec![]), "rooms are apart");
}

fn a_stale_append_changes_nothing(log: &impl MatchLog) {
    let first = append(log, room(1), Version::START, b"one").expect("the first record");
    let second = append(log, room(1), first, b"two").expect("the second record");
    for stale in [Version::START, first] {
        let outcome = append(log, room(1), stale, b"stale");
        assert_eq!(outcome, Err(AppendError::Conflict));
    }
    let stored = read(log, room(1)).expect("a log that can be read");
    assert_eq!(bytes(&stored), [b"one", b"two"]);
    append(log, room(1), second, b"three").expect("a conflict does not stand in the way");
}

fn a_version_of_another_room_is_no_excuse(log: &impl MatchLog) {
    let mut version = Version::START;
    for record in [b"1", b"2", b"3"] {
        version = append(log, room(1), version, record).expect("the version is the last");
    }
    // Too high a version must not leave a gap.
    let outcome = append(log, room(2), version, b"gap");
    assert_eq!(outcome, Err(AppendError::Conflict));
    assert_eq!(read(log, room(2)), Ok(vec![]));
    let first = append(log, room(2), Version::START, b"1").expect("the first record");
    let outcome = append(log, room(2), version, b"gap");
    assert_eq!(outcome, Err(AppendError::Conflict));
    append(log, room(2), first, b"2").expect("the version is the last");
}

/// They are submitted before any is answered; the losers' neighbours are kept all the same.
fn of_many_at_once_one_wins(log: &impl MatchLog) {
    let (sender, receiver) = mpsc::channel();
    for number in 0..20u8 {
        for (room_number, expected) in [
            (1, Version::START),
            (100 + u64::from(number), Version::START),
        ] {
            let sender = sender.clone();
            let append = Append {
                room: room(room_number),
                expected,
                record: Arc::new([number]),
                activity: Activity::Open,
            };
            let done = move |outcome| sender.send((room_number, outcome)).unwrap_or(());
            log.append(append, Box::new(done));
        }
    }
    drop(sender);
    let outcomes: Vec<_> = receiver.iter().collect();
    assert_eq!(outcomes.len(), 40, "every append is answered once");
    let (race, alone): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(|(room, _)| *room == 1);
    assert_eq!(
        race.iter().filter(|(_, outcome)| outcome.is_ok()).count(),
        1
    );
    let conflict = (1, Err(AppendError::Conflict));
    assert_eq!(race.iter().filter(|one| **one == conflict).count(), 19);
    assert!(
        alone.iter().all(|(_, outcome)| outcome.is_ok()),
        "{alone:?}"
    );
    let stored = read(log, room(1)).expect("a log that can be read");
    assert_eq!(stored.len(), 1);
}

fn heads_tell_what_is_there(log: &impl MatchLog) {
    let first = append(log, room(2), Version::START, b"one").expect("the first record");
    append(log, room(1), Version::START, b"one").expect("the first record");
    let (sender, receiver) = mpsc::channel();
    let closing = Append {
        room: room(2),
        expected: first,
        record: Arc::new(*b"closed"),
        activity: Activity::Closed,
    };
    log.append(
        closing,
        Box::new(move |outcome| sender.send(outcome).unwrap_or(())),
    );
    let closed = receiver
        .recv()
        .expect("an answer")
        .expect("the version is the last");
    let heads = log.heads().expect("a log that can be read");
    let heads: Vec<_> = heads
        .iter()
        .map(|head| (head.room, head.activity, head.version == closed))
        .collect();
    let expected = [
        (room(1), Activity::Open, false),
        (room(2), Activity::Closed, true),
    ];
    assert_eq!(heads, expected);
}

fn a_record_too_long_is_refused(log: &impl MatchLog) {
    let long = vec![0; MAX_RECORD + 1];
    let outcome = append(log, room(1), Version::START, &long);
    assert_eq!(outcome, Err(AppendError::Unavailable));
    append(log, room(1), Version::START, &long[1..]).expect("the longest record is kept");
}
