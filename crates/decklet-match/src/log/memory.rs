//! [`MemoryLog`].

use super::{
    Activity, Append, AppendDone, AppendError, Head, MAX_RECORD, MatchLog, ReadDone, ReadError,
    Stored, Version,
};
use crate::code::RoomCode;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// A log that is gone when the program ends. It answers at once, on the caller's thread.
#[derive(Debug, Default)]
pub struct MemoryLog {
    rooms: Mutex<BTreeMap<RoomCode, Kept>>,
}

#[derive(Debug)]
struct Kept {
    records: Vec<Stored>,
    activity: Activity,
}

impl MemoryLog {
    /// An empty log.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<RoomCode, Kept>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn append_now(&self, append: Append) -> Result<Version, AppendError> {
        if append.record.len() > MAX_RECORD {
            return Err(AppendError::Unavailable);
        }
        let mut rooms = self.rooms();
        let last = rooms
            .get(&append.room)
            .and_then(|kept| kept.records.last())
            .map_or(Version::START, |stored| stored.version);
        if last != append.expected {
            return Err(AppendError::Conflict);
        }
        let kept = rooms.entry(append.room).or_insert_with(|| Kept {
            records: Vec::new(),
            activity: append.activity,
        });
        // With gaps, so that nobody comes to rely on their absence.
        let version = Version::from_raw(last.raw() + 3);
        kept.activity = append.activity;
        kept.records.push(Stored {
            version,
            record: append.record,
        });
        Ok(version)
    }

    pub(crate) fn read_now(&self, room: RoomCode) -> Vec<Stored> {
        let rooms = self.rooms();
        rooms
            .get(&room)
            .map_or_else(Vec::new, |kept| kept.records.clone())
    }
}

impl MatchLog for MemoryLog {
    fn append(&self, append: Append, done: AppendDone) {
        done(self.append_now(append));
    }

    fn read(&self, room: RoomCode, done: ReadDone) {
        done(Ok(self.read_now(room)));
    }

    fn heads(&self) -> Result<Vec<Head>, ReadError> {
        let rooms = self.rooms();
        let heads = rooms.iter().filter_map(|(&room, kept)| {
            Some(Head {
                room,
                version: kept.records.last()?.version,
                activity: kept.activity,
            })
        });
        Ok(heads.collect())
    }
}
