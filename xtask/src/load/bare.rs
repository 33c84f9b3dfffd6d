//! What the log alone can do on this disk.

use anyhow::Context;
use decklet_match::{
    RoomCode,
    log::{Activity, Append, MatchLog, SqliteLog, Version},
};
use std::{
    path::Path,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

/// Appends that wait at the same time: more than the log takes in a group.
const WAITING: u64 = 256;

/// Bytes of a record: about what an action of Dou Dizhu makes.
const RECORD: usize = 400;

/// Records a second that a log of its own in this directory takes, when there are always enough for
/// a group.
pub fn appends_per_second(on: &Path) -> anyhow::Result<f64> {
    let folder = tempfile::tempdir_in(on).context("no directory for the bare log")?;
    let log = SqliteLog::open(&folder.path().join("bare.sqlite"))?;
    let (sender, done) = mpsc::channel();
    let record: Arc<[u8]> = vec![b'r'; RECORD].into();
    let append = |room: u64, expected: Version| {
        let sender = sender.clone();
        let append = Append {
            room: RoomCode::from_number(room),
            expected,
            record: record.clone(),
            activity: Activity::Open,
        };
        let done = move |outcome| {
            // Who counts may have stopped.
            let _ = sender.send((room, outcome));
        };
        log.append(append, Box::new(done));
    };
    for room in 0..WAITING {
        append(room, Version::START);
    }
    let (begin, mut count) = (Instant::now(), 0u32);
    while begin.elapsed() < Duration::from_secs(3) {
        let (room, outcome) = done.recv()?;
        append(room, outcome.context("the bare log")?);
        count += 1;
    }
    Ok(f64::from(count) / begin.elapsed().as_secs_f64())
}
