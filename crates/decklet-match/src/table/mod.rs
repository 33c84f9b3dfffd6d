//! [`Table`]: a room as a state machine without I/O.
//!
//! Everything that happens comes in as an [`Input`], and what is to be done goes out as
//! [`Output`]s: append a record, send a message, set a timer. The table has no clock and no thread,
//! and never waits.
//!
//! ```text
//! command   → decide → perform → Append ─────────────→ Appended(Ok)  → answer, then tell everybody
//!                                                    → Appended(Err) → Read → Loaded → try again
//! ```
//!
//! Nobody is told anything before it is stored. While a record is on its way everything else waits
//! in line, so no view ever shows what may still be taken back. When an append fails, the records
//! are read again and the room is built from them; a command that turns out to be among them is
//! answered, any other is decided anew.
//!
//! Turns that run out, bots and trustees act in the same way. A timer carries the index of the
//! record it was set for and is ignored when there is a later one.

mod auto;
mod store;
mod viewers;

use crate::{
    allowance::Allowance,
    answers::Answers,
    bounds::{CHANGE_MS, CHANGES, QUEUE, TALK, TALK_MS},
    code::RoomCode,
    command::{Command, decide},
    fairness::Secret,
    games::Games,
    log::{Append, AppendError, ReadError, Stored, Version},
    message::Message,
    options::{Opening, RoomOptions},
    person::{CommandId, Person},
    record::{Chain, Change, Damage, Record},
    refusal::Refusal,
    room::Room,
    think::{Question, Thought},
};
use decklet_engine::Action;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};
use viewers::{Held, Past, Viewing};

/// A connection that looks at a room, by a number of the server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnId(pub u64);

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Input {
    /// A connection wants to look: a new one, one that came back, or one that missed messages. It is
    /// answered with what it lacks after record `last`.
    Attach {
        /// Which.
        conn: ConnId,
        /// Who it is, as far as the server knows.
        person: Option<Person>,
        /// The last record it has seen.
        last: Option<u64>,
    },
    /// A connection is gone.
    Detach {
        /// Which.
        conn: ConnId,
    },
    /// Somebody asks for something.
    Command {
        /// On which connection.
        conn: ConnId,
        /// What the client calls it.
        id: CommandId,
        /// What.
        command: Command,
    },
    /// The time of [`Output::SetTimer`] has come.
    Timer {
        /// The index it was set for.
        index: u64,
    },
    /// The answer to [`Output::Think`]. One that comes too late is ignored.
    Thought {
        /// The number of the question.
        ticket: u64,
        /// The answer.
        thought: Thought,
    },
    /// The answer to [`Output::Append`].
    Appended {
        /// The number of the request.
        ticket: u64,
        /// The log's answer.
        outcome: Result<Version, AppendError>,
    },
    /// The answer to [`Output::Read`].
    Loaded {
        /// The number of the request.
        ticket: u64,
        /// The log's answer.
        outcome: Result<Vec<Stored>, ReadError>,
    },
}

/// Something to be done.
#[derive(Clone)]
pub enum Output {
    /// Submit a record to the log and give back its answer as [`Input::Appended`].
    Append {
        /// The number of the request.
        ticket: u64,
        /// The record.
        append: Append,
    },
    /// Ask the log for the room's records and give them back as [`Input::Loaded`].
    Read {
        /// The number of the request.
        ticket: u64,
    },
    /// Send a message.
    Send {
        /// To whom.
        to: Vec<ConnId>,
        /// What.
        message: Box<Message>,
    },
    /// Think about this, away from the table's thread, and give back the answer as
    /// [`Input::Thought`]. Nothing waits for it for long.
    Think {
        /// The number of the question.
        ticket: u64,
        /// The question.
        question: Box<Question>,
    },
    /// Give [`Input::Timer`] after so long. It takes the place of the timer before.
    SetTimer {
        /// In how many milliseconds.
        after_ms: u64,
        /// With which index.
        index: u64,
    },
    /// The room is there.
    Opened,
    /// The room cannot be opened. The table is of no use.
    NotOpened(NotOpened),
    /// The records are damaged: tell the operator. The table refuses everything from now on.
    Damaged(Damage),
    /// The room is closed for good.
    Closed,
}

/// Why a room cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOpened {
    /// Another room has this code, or the place in the log where its records would be kept is
    /// damaged. Another code will do.
    #[error("another room has this code")]
    Taken,
    /// There is no such room.
    #[error("there is no room with this code")]
    Missing,
    /// The log takes no records.
    #[error("the room cannot be stored now")]
    Unavailable,
}

/// A room as a state machine without I/O.
pub struct Table {
    code: RoomCode,
    games: Arc<Games>,
    creating: Option<Opening>,
    room: Option<Room>,
    version: Version,
    index: Option<u64>,
    chain: Chain,
    work: Work,
    ticket: u64,
    /// The move that a bot thinks about.
    thinking: Option<Thinking>,
    /// Hints that are thought about: whose, and after which entry of which hand.
    hints: BTreeMap<u64, (Asked, (u32, u64))>,
    queue: VecDeque<Waiting>,
    viewers: BTreeMap<ConnId, Viewing>,
    history: VecDeque<Past>,
    answers: Answers,
    talk: Allowance,
    changes: Allowance,
    held: VecDeque<Held>,
    released: Option<(u64, Message)>,
    now: u64,
    turn: (u32, u32),
    turn_began: u64,
    changed_at: u64,
    /// After which entry of which hand the bots were asked whether to act out of turn.
    interrupted: (u32, u64),
    empty_since: Option<u64>,
    not_before: u64,
    failures: u32,
    timer: Option<(u64, u64)>,
    out: Vec<Output>,
}

/// What the table is about.
enum Work {
    Idle,
    Appending(Box<Pending>),
    Reading { retry: Option<Asked> },
    WaitingToRead { at: u64, retry: Option<Asked> },
    Dead(&'static str),
}

/// A move that a bot thinks about: after which entry of which hand, and what it found.
struct Thinking {
    ticket: u64,
    about: (u32, u64),
    found: Option<Option<Action>>,
}

/// A record on its way to the log, the chain after it, and whose command it was.
struct Pending {
    record: Record,
    chain: Chain,
    asked: Option<Asked>,
}

/// A command, and how often it has been tried.
#[derive(Clone)]
struct Asked {
    conn: ConnId,
    person: Option<Person>,
    id: CommandId,
    command: Command,
    attempts: u32,
}

/// What waits in line.
enum Waiting {
    Attach(ConnId, Option<u64>),
    Command(Asked),
}

impl Table {
    /// A new room. It is there when [`Output::Opened`] comes.
    ///
    /// # Errors
    /// [`Refusal`] when the options do not fit.
    pub fn create(
        code: RoomCode,
        options: &RoomOptions,
        secret: Secret,
        games: Arc<Games>,
        now_ms: u64,
    ) -> Result<(Self, Vec<Output>), Refusal> {
        let opening = Opening {
            options: options.clone(),
            secret,
            duplicate: None,
        };
        Self::open(code, opening, games, now_ms)
    }

    /// A new room with all that it is opened with.
    ///
    /// # Errors
    /// [`Refusal`] when the options do not fit.
    pub fn open(
        code: RoomCode,
        opening: Opening,
        games: Arc<Games>,
        now_ms: u64,
    ) -> Result<(Self, Vec<Output>), Refusal> {
        opening.options.check(&games)?;
        let mut table = Self::new(code, games, now_ms);
        table.creating = Some(opening);
        table.submit_creation();
        let out = table.finish();
        Ok((table, out))
    }

    /// A room that is in the log. It is there when [`Output::Opened`] comes.
    #[must_use]
    pub fn load(code: RoomCode, games: Arc<Games>, now_ms: u64) -> (Self, Vec<Output>) {
        let mut table = Self::new(code, games, now_ms);
        table.read_again(None);
        let out = table.finish();
        (table, out)
    }

    fn new(code: RoomCode, games: Arc<Games>, now_ms: u64) -> Self {
        Self {
            code,
            games,
            creating: None,
            room: None,
            version: Version::START,
            index: None,
            chain: Chain::default(),
            work: Work::Idle,
            ticket: 0,
            thinking: None,
            hints: BTreeMap::new(),
            queue: VecDeque::new(),
            viewers: BTreeMap::new(),
            history: VecDeque::new(),
            answers: Answers::default(),
            talk: Allowance::new(TALK, TALK_MS),
            changes: Allowance::new(CHANGES, CHANGE_MS),
            held: VecDeque::new(),
            released: None,
            now: now_ms,
            turn: (0, 0),
            turn_began: now_ms,
            changed_at: now_ms,
            interrupted: (0, 0),
            empty_since: Some(now_ms),
            not_before: 0,
            failures: 0,
            timer: None,
            out: Vec::new(),
        }
    }

    /// Takes something that happened, and says what is to be done, in order. `now_ms` is
    /// milliseconds since 1970; a clock that jumps does no harm but to the time of one turn.
    pub fn on(&mut self, now_ms: u64, input: Input) -> Vec<Output> {
        self.set_clock(now_ms);
        match input {
            Input::Attach { conn, person, last } => self.attach(conn, person.as_ref(), last),
            Input::Detach { conn } => self.detach(conn),
            Input::Command { conn, id, command } => self.command(conn, id, command),
            Input::Timer { index } => {
                if index != self.index.unwrap_or(0) {
                    return Vec::new();
                }
                self.timer = None;
            }
            Input::Thought { ticket, thought } => self.thought(ticket, thought),
            Input::Appended { ticket, outcome } => self.appended(ticket, outcome),
            Input::Loaded { ticket, outcome } => self.loaded(ticket, outcome),
        }
        self.finish()
    }

    /// The room as it is stored, once it is there. `None` also while a record is on its way.
    #[must_use]
    pub fn room(&self) -> Option<&Room> {
        match self.work {
            Work::Idle => self.room.as_ref(),
            _ => None,
        }
    }

    /// The index of the last record.
    #[must_use]
    pub fn index(&self) -> Option<u64> {
        self.index
    }

    /// Whether nobody looks and nothing is on its way, so that the table can be dropped and loaded
    /// again later. (It would do nothing but wait for its timer.)
    #[must_use]
    pub fn is_idle(&self) -> bool {
        matches!(self.work, Work::Idle | Work::Dead(_))
            && self.viewers.is_empty()
            && self.queue.is_empty()
    }

    /// Whether the table is of no use any more: not opened, or damaged.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        matches!(self.work, Work::Dead(_))
    }

    fn finish(&mut self) -> Vec<Output> {
        self.drain();
        self.release_held();
        self.autopilot();
        self.set_timer();
        std::mem::take(&mut self.out)
    }

    fn drain(&mut self) {
        while matches!(self.work, Work::Idle | Work::Dead(_)) {
            match self.queue.pop_front() {
                Some(Waiting::Attach(conn, last)) => self.synchronize(conn, last),
                Some(Waiting::Command(asked)) => self.carry_out(asked),
                None => break,
            }
        }
    }

    fn command(&mut self, conn: ConnId, id: CommandId, command: Command) {
        let person = self
            .viewers
            .get(&conn)
            .and_then(|viewing| viewing.person.clone());
        let asked = Asked {
            conn,
            person,
            id,
            command,
            attempts: 0,
        };
        if self.queue.len() < QUEUE {
            self.queue.push_back(Waiting::Command(asked));
        } else {
            self.refuse(conn, Some(asked.id), Refusal::new("BUSY"));
        }
    }

    fn carry_out(&mut self, asked: Asked) {
        if let Work::Dead(code) = self.work {
            return self.refuse(asked.conn, Some(asked.id), Refusal::new(code));
        }
        let Some(person) = &asked.person else {
            return self.refuse(asked.conn, Some(asked.id), Refusal::new("STRANGER"));
        };
        if let Some(answer) = self.answers.get(&person.id, &asked.id).cloned() {
            return self.answer(asked.conn, asked.id, answer);
        }
        let Some(room) = &self.room else {
            return self.refuse(asked.conn, Some(asked.id), Refusal::new("UNAVAILABLE"));
        };
        match &asked.command {
            Command::Legal {} => self.tell_legal(asked),
            Command::Hint {} => self.ask_for_hint(asked),
            Command::Explain { .. } => self.tell_explained(asked),
            Command::Say(_) => self.say(&asked),
            Command::Mute { seat, on } => {
                let (seat, on) = (*seat, *on);
                if let Some(viewing) = self.viewers.get_mut(&asked.conn) {
                    viewing.mute(seat, on);
                }
                self.give_answer(&asked, Ok(self.index.unwrap_or(0)));
            }
            command => match decide(room, person, command, self.turn_ms()) {
                Ok(change) => {
                    let may = change.is_of_the_game() || self.changes.take(&person.id, self.now);
                    match may {
                        true => self.submit(change, Some(asked)),
                        false => self.refuse(asked.conn, Some(asked.id), Refusal::new("TOO_FAST")),
                    }
                }
                Err(refusal) => self.give_answer(&asked, Err(refusal)),
            },
        }
    }

    /// Performs a change and sends its record on its way. What is refused now has changed nothing.
    fn submit(&mut self, mut change: Change, asked: Option<Asked>) {
        let Some(room) = &mut self.room else { return };
        if let Err(refusal) = room.perform(&mut change, &self.games) {
            return match asked {
                Some(asked) => self.give_answer(&asked, Err(refusal)),
                None => self.not_before = self.now + crate::bounds::BACKOFF_MS,
            };
        }
        self.append(change, asked);
    }
}
