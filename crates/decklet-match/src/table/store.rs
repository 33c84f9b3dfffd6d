//! Appending records, and reading them again when that fails.

use super::{Asked, NotOpened, Output, Pending, Table, Waiting, Work};
use crate::{
    answers::Answers,
    bounds::{ATTEMPTS, BACKOFF_MS},
    log::{Activity, Append, AppendError, ReadError, Stored, Version},
    options::Opening,
    record::{self, Author, Change, Damage, Record},
    refusal::Refusal,
    room::{Hand, Room},
};

impl Table {
    pub(super) fn submit_creation(&mut self) {
        let Some(opening) = &self.creating else {
            return;
        };
        if let Ok((room, change)) = Room::create(self.code, opening, &self.games) {
            self.room = Some(room);
            self.append(change, None);
        }
    }

    /// Sends the record of a change, which the room has performed already, on its way.
    pub(super) fn append(&mut self, change: Change, asked: Option<Asked>) {
        let author = asked.as_ref().and_then(|asked| {
            Some(Author {
                person: asked.person.as_ref()?.id.clone(),
                command: asked.id.clone(),
            })
        });
        let activity = match change {
            Change::Closed => Activity::Closed,
            _ => Activity::Open,
        };
        let record = Record {
            index: self.index.map_or(0, |index| index + 1),
            at: self.now,
            by: author,
            change,
        };
        let (bytes, chain) = self.chain.seal(&record);
        self.ticket += 1;
        self.out.push(Output::Append {
            ticket: self.ticket,
            append: Append {
                room: self.code,
                expected: self.version,
                record: bytes,
                activity,
            },
        });
        self.work = Work::Appending(Box::new(Pending {
            record,
            chain,
            asked,
        }));
    }

    pub(super) fn appended(&mut self, ticket: u64, outcome: Result<Version, AppendError>) {
        if ticket != self.ticket {
            return;
        }
        let pending = match std::mem::replace(&mut self.work, Work::Idle) {
            Work::Appending(pending) => pending,
            work => {
                self.work = work;
                return;
            }
        };
        match outcome {
            Ok(version) => self.commit(*pending, version),
            Err(error) => self.append_failed(pending.asked, error),
        }
    }

    fn commit(&mut self, pending: Pending, version: Version) {
        let Pending {
            record,
            chain,
            asked,
        } = pending;
        (self.version, self.chain, self.failures) = (version, chain, 0);
        let first = self.index.is_none();
        self.index = Some(record.index);
        if first {
            self.creating = None;
            self.out.push(Output::Opened);
        }
        self.changed_at = self.now;
        if matches!(record.change, Change::Started { .. }) {
            self.changes.forget_all();
        }
        self.note_turn();
        let hand = self.room.as_ref().and_then(Room::hand);
        let entry = hand
            .map(Hand::entry)
            .filter(|_| record.change.is_of_the_game());
        self.note_history(&record, entry);
        if let Some(asked) = asked {
            self.give_answer(&asked, Ok(record.index));
        }
        self.tell_everybody();
        if record.change == Change::Closed {
            self.out.push(Output::Closed);
        }
    }

    /// The room has performed what is not stored, so it is built again from what is.
    fn append_failed(&mut self, asked: Option<Asked>, error: AppendError) {
        self.failures += 1;
        self.not_before = self.now + self.backoff();
        let retry = asked.and_then(|mut asked| {
            asked.attempts += 1;
            if error == AppendError::Unavailable || asked.attempts >= ATTEMPTS {
                let refusal = Refusal::new("UNAVAILABLE");
                self.refuse(asked.conn, Some(asked.id), refusal);
                return None;
            }
            Some(asked)
        });
        self.read_again(retry);
    }

    pub(super) fn backoff(&self) -> u64 {
        (50 << self.failures.min(7)).min(BACKOFF_MS)
    }

    pub(super) fn read_again(&mut self, retry: Option<Asked>) {
        self.ticket += 1;
        self.work = Work::Reading { retry };
        self.out.push(Output::Read {
            ticket: self.ticket,
        });
    }

    pub(super) fn loaded(&mut self, ticket: u64, outcome: Result<Vec<Stored>, ReadError>) {
        if ticket != self.ticket {
            return;
        }
        let retry = match std::mem::replace(&mut self.work, Work::Idle) {
            Work::Reading { retry } => retry,
            work => {
                self.work = work;
                return;
            }
        };
        let stored = match outcome {
            Ok(stored) => stored,
            Err(ReadError::Damaged) => return self.damaged(Damage::Log),
            Err(ReadError::Unavailable) => {
                self.failures += 1;
                let at = self.now + self.backoff();
                self.work = Work::WaitingToRead { at, retry };
                return;
            }
        };
        if stored.is_empty() && self.index.is_none() {
            return self.nothing_there();
        }
        match self.install(&stored) {
            Ok(()) => {
                if let Some(asked) = retry {
                    self.queue.push_front(Waiting::Command(asked));
                }
            }
            Err(damage) => self.damaged(damage),
        }
    }

    fn damaged(&mut self, damage: Damage) {
        if self.creating.is_some() {
            self.out.push(Output::NotOpened(NotOpened::Taken));
            return self.die("DAMAGED");
        }
        self.out.push(Output::Damaged(damage));
        self.die("DAMAGED");
    }

    fn nothing_there(&mut self) {
        if self.creating.is_none() {
            self.out.push(Output::NotOpened(NotOpened::Missing));
            self.die("CLOSED");
        } else if self.failures > ATTEMPTS {
            self.out.push(Output::NotOpened(NotOpened::Unavailable));
            self.die("UNAVAILABLE");
        } else {
            self.submit_creation();
        }
    }

    /// Builds the room from its records.
    fn install(&mut self, stored: &[Stored]) -> Result<(), Damage> {
        let (records, chains): (Vec<Record>, Vec<_>) = record::read(stored)?.into_iter().unzip();
        if let Some(index) = self.index {
            // What was acknowledged must be there.
            let place = usize::try_from(index).unwrap_or(usize::MAX);
            if chains.get(place) != Some(&self.chain) {
                return Err(Damage::Lost { index });
            }
        }
        if let Some(Opening { secret: ours, .. }) = self.creating.take() {
            let created = records.first().map(|record| &record.change);
            if !matches!(created, Some(Change::Created { secret, .. }) if *secret == ours) {
                self.out.push(Output::NotOpened(NotOpened::Taken));
                self.die("CLOSED");
                return Ok(());
            }
        }
        self.room = Room::replay(self.code, &records, &self.games)?;
        self.version = stored.last().map_or(Version::START, |last| last.version);
        self.chain = chains.last().copied().unwrap_or_default();
        let before = self.index;
        self.index = records.last().map(|record| record.index);
        self.answers = Answers::of(&records);
        self.history.clear();
        let mut entry = None;
        for record in &records {
            entry = match record.change {
                Change::Started { .. } => Some(0),
                Change::Acted { .. } => entry.map(|entry| entry + 1),
                _ => entry,
            };
            self.note_history(record, entry.filter(|_| record.change.is_of_the_game()));
        }
        self.note_turn();
        if before.is_none() {
            self.out.push(Output::Opened);
        }
        if before != self.index {
            self.tell_everybody();
        }
        Ok(())
    }

    /// Refuses everything from now on.
    fn die(&mut self, code: &'static str) {
        self.work = Work::Dead(code);
        let everybody: Vec<_> = self.viewers.keys().copied().collect();
        for conn in everybody {
            self.refuse(conn, None, Refusal::new(code));
        }
    }
}
