//! A room as a task: it takes what connections ask, drives the [`Table`], and does what that says.

use crate::{
    app::{App, Phase, now_ms, reached},
    blocks::Blocked,
    bounds::{ASKS, CLOSED},
    duplicates,
    mailbox::Mailbox,
};
use decklet_match::{
    CommandId, Name, Person, PersonId, Question, Refusal, RoomCode, RoomOptions,
    bounds::HINTS,
    command::Command,
    log::{AppendError, ReadError},
    message::{Message, Shown},
    record::Occupant,
    table::{ConnId, Input, NotOpened, Output, Table},
};
use serde::Serialize;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep_until},
};
use tracing::{debug, error, info, warn};

/// Bytes that a message usually needs less than.
const USUAL: usize = 4096;

/// What a connection asks of a room.
pub(crate) enum Ask {
    Attach {
        conn: ConnId,
        mailbox: Arc<Mailbox>,
        person: Option<Person>,
        /// Whose chat that person does not want to hear.
        blocked: Option<Arc<Blocked>>,
        last: Option<u64>,
    },
    Detach {
        conn: ConnId,
    },
    Command {
        conn: ConnId,
        id: CommandId,
        command: Box<Command>,
    },
    /// Free the seat of somebody who wants to be forgotten.
    ShowOut(PersonId),
}

/// A room that is loaded.
#[derive(Clone)]
pub(crate) struct Room {
    pub asks: mpsc::Sender<Ask>,
    /// Who has made it, since the server was started.
    pub maker: Option<PersonId>,
    about: Arc<Mutex<Option<About>>>,
}

/// A room as the lobby shows it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct About {
    pub code: RoomCode,
    #[serde(flatten)]
    pub options: Arc<RoomOptions>,
    pub phase: &'static str,
    pub people: usize,
    pub bots: usize,
    pub hands: u32,
    /// Who sits there, and where.
    #[serde(skip)]
    pub seated: Vec<(u8, Person)>,
    #[serde(skip)]
    index: Option<u64>,
}

impl About {
    /// The last record that it tells of.
    pub fn index(&self) -> Option<u64> {
        self.index
    }
}

impl Room {
    /// What the lobby shows, once the room is there.
    pub fn about(&self) -> Option<About> {
        self.about
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Asks for something. When the room has just ended, its connection is told.
    pub async fn ask(&self, ask: Ask) {
        if let Err(mpsc::error::SendError(ask)) = self.asks.send(ask).await {
            turn_away(ask);
        }
    }
}

/// Starts a table's task; `first` is what is to be done at the beginning. The answer comes when the
/// room is there, or cannot be.
pub(crate) fn start(
    app: &Arc<App>,
    code: RoomCode,
    (table, first): (Table, Vec<Output>),
    maker: Option<PersonId>,
) -> (Room, oneshot::Receiver<Result<(), NotOpened>>) {
    let (asks, asked) = mpsc::channel(ASKS);
    let (opened, is_open) = oneshot::channel();
    let about = Arc::new(Mutex::new(None));
    let room = Room {
        asks,
        maker,
        about: about.clone(),
    };
    let actor = Actor {
        app: app.clone(),
        code,
        table,
        conns: HashMap::new(),
        answer: None,
        timer: None,
        thoughts: mpsc::channel(HINTS + 1),
        opened: Some(opened),
        about,
        is_closed: false,
        is_over: false,
        kept: 0,
    };
    let alive = app.alive.rooms.upgrade();
    tokio::spawn(async move {
        let _alive = alive;
        actor.run(asked, first).await;
    });
    (room, is_open)
}

struct Actor {
    app: Arc<App>,
    code: RoomCode,
    table: Table,
    conns: HashMap<ConnId, Viewer>,
    answer: Option<Answer>,
    timer: Option<(Instant, u64)>,
    thoughts: (mpsc::Sender<Input>, mpsc::Receiver<Input>),
    opened: Option<oneshot::Sender<Result<(), NotOpened>>>,
    about: Arc<Mutex<Option<About>>>,
    is_closed: bool,
    is_over: bool,
    /// How many finished hands have been brought to the results.
    kept: usize,
}

/// A connection that looks at the room.
struct Viewer {
    mailbox: Arc<Mailbox>,
    person: Option<PersonId>,
    blocked: Option<Arc<Blocked>>,
}

/// What the log has been asked. There is one question at a time.
enum Answer {
    Append(u64, oneshot::Receiver<Input>),
    Read(u64, oneshot::Receiver<Input>),
}

impl Actor {
    async fn run(mut self, mut asked: mpsc::Receiver<Ask>, first: Vec<Output>) {
        self.app.metrics.rooms.inc();
        self.carry_out(first);
        let mut phase = self.app.phase.clone();
        while !self.is_over {
            let wake = self.wake();
            let input = tokio::select! {
                biased;
                input = answered(&mut self.answer) => {
                    self.answer = None;
                    self.count(&input);
                    input
                }
                () = reached(&mut phase, Phase::Draining) => break,
                Some(thought) = self.thoughts.1.recv() => thought,
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {
                    match self.timer.take() {
                        Some((_, index)) => Input::Timer { index },
                        None => break,
                    }
                }
                ask = asked.recv() => match ask {
                    Some(Ask::ShowOut(person)) => {
                        self.show_out(person);
                        continue;
                    }
                    Some(ask) => {
                        if let Some((conn, id, person)) = self.sitter(&ask) {
                            let app = self.app.clone();
                            let claimed = duplicates::claim(&app.db, self.code, person).await;
                            let refusal = match claimed {
                                Ok(true) => None,
                                Ok(false) => Some("OTHER_TABLE"),
                                Err(_) => Some("UNAVAILABLE"),
                            };
                            if let Some(code) = refusal {
                                self.refuse(conn, id, code);
                                continue;
                            }
                        }
                        self.take(ask)
                    }
                    None => break,
                },
            };
            let is_stored = matches!(input, Input::Appended { outcome: Ok(_), .. });
            let outputs = self.table.on(now_ms(), input);
            if is_stored {
                self.log_change();
            }
            self.note();
            self.carry_out(outputs);
        }
        self.finish().await;
        asked.close();
        while let Some(ask) = asked.recv().await {
            turn_away(ask);
        }
        self.app.rooms.forget(self.code);
        self.app.metrics.rooms.dec();
    }

    fn count(&self, input: &Input) {
        match input {
            Input::Appended { outcome: Ok(_), .. } => self.app.metrics.appends.inc(),
            Input::Appended {
                outcome: Err(error),
                ..
            } => {
                warn!(room = %self.code, %error, "a record was not stored");
                self.app.metrics.failed_appends.inc()
            }
            _ => 0,
        };
    }

    /// Says what has happened, as far as everybody may know it.
    fn log_change(&self) {
        let Some((index, hand, change)) = self.table.last_change() else {
            return;
        };
        let room = self.code;
        match change {
            Shown::Started { .. } => debug!(%room, hand, index, "dealt"),
            Shown::Acted { seat, by, result } => {
                debug!(%room, hand, seat, ?by, index, "acted");
                if let Some(result) = result {
                    debug!(%room, hand, winners = ?result.winners, points = ?result.points, "over");
                }
            }
            Shown::Seated { seat, kind, .. } => debug!(%room, hand, seat, ?kind, index, "seated"),
            Shown::Trustee { seat, on } => debug!(%room, hand, seat, on, index, "trustee"),
            Shown::Ready { seat, ready } => debug!(%room, hand, seat, ready, index, "ready"),
            Shown::Mixed { seat } => debug!(%room, hand, seat, index, "mixed"),
            Shown::Created | Shown::Chat { .. } | Shown::Closed => {}
        }
    }

    /// When to do something although nothing happens.
    fn wake(&self) -> Option<Instant> {
        let unused = self.is_closed && self.conns.is_empty();
        let timer = self.timer.map(|(at, _)| at);
        timer.or_else(|| unused.then(|| Instant::now() + CLOSED))
    }

    /// At a stop: what is being stored is acknowledged, and nothing else is begun.
    async fn finish(&mut self) {
        if self.is_over || self.answer.is_none() {
            return;
        }
        let input = answered(&mut self.answer).await;
        for output in self.table.on(now_ms(), input) {
            if let Output::Send { to, message } = output {
                self.send(&to, &message);
            }
        }
    }

    fn take(&mut self, ask: Ask) -> Input {
        match ask {
            Ask::Attach {
                conn,
                mailbox,
                person,
                blocked,
                last,
            } => {
                let viewer = Viewer {
                    mailbox,
                    person: person.as_ref().map(|person| person.id.clone()),
                    blocked,
                };
                self.conns.insert(conn, viewer);
                Input::Attach { conn, person, last }
            }
            Ask::Detach { conn } => {
                self.conns.remove(&conn);
                Input::Detach { conn }
            }
            Ask::Command { conn, id, command } => Input::Command {
                conn,
                id,
                command: *command,
            },
            // Carried out before it comes here.
            Ask::ShowOut(_) => Input::Detach { conn: ConnId(0) },
        }
    }

    /// Who wants to sit down at a table of a duplicate match, where nobody may sit at two.
    fn sitter(&self, ask: &Ask) -> Option<(ConnId, CommandId, PersonId)> {
        let Ask::Command { conn, id, command } = ask else {
            return None;
        };
        let is_duplicate = self.table.room()?.duplicate().is_some();
        let wanted = is_duplicate && matches!(**command, Command::Sit { .. });
        let person = self.conns.get(conn)?.person.clone()?;
        wanted.then(|| (*conn, id.clone(), person))
    }

    fn refuse(&self, conn: ConnId, id: CommandId, code: &'static str) {
        let refused = Message::Refused {
            id: Some(id),
            refusal: Refusal::new(code),
            now: now_ms(),
        };
        self.send(&[conn], &refused);
    }

    /// Leaves the table for somebody, as if from a connection of theirs.
    fn show_out(&mut self, id: PersonId) {
        let Ok(name) = Name::try_from("-") else {
            return;
        };
        let Ok(command) = CommandId::try_from(format!("gone-{}", id.as_str())) else {
            return;
        };
        let (conn, person) = (self.app.conn(), Some(Person { id, name }));
        for input in [
            Input::Attach {
                conn,
                person,
                last: None,
            },
            Input::Command {
                conn,
                id: command,
                command: Command::Leave {},
            },
            Input::Detach { conn },
        ] {
            let outputs = self.table.on(now_ms(), input);
            self.note();
            self.carry_out(outputs);
        }
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Append { ticket, append } => {
                    let (done, answer) = oneshot::channel();
                    let done = move |outcome| {
                        // The room may be gone.
                        let _ = done.send(Input::Appended { ticket, outcome });
                    };
                    self.app.log.append(append, Box::new(done));
                    self.answer = Some(Answer::Append(ticket, answer));
                }
                Output::Read { ticket } => {
                    let (done, answer) = oneshot::channel();
                    let done = move |outcome| {
                        let _ = done.send(Input::Loaded { ticket, outcome });
                    };
                    self.app.log.read(self.code, Box::new(done));
                    self.answer = Some(Answer::Read(ticket, answer));
                }
                Output::Send { to, message } => self.send(&to, &message),
                Output::Think { ticket, question } => self.think(ticket, *question),
                Output::SetTimer { after_ms, index } => {
                    self.timer = Some((Instant::now() + Duration::from_millis(after_ms), index));
                }
                Output::Opened => self.opened(Ok(())),
                Output::NotOpened(why) => {
                    self.opened(Err(why));
                    self.is_over = true;
                }
                Output::Damaged(damage) => {
                    error!(room = %self.code, %damage, "the room's records are damaged");
                    self.app.metrics.damaged.inc();
                    self.opened(Ok(()));
                }
                Output::Closed => {
                    info!(room = %self.code, "closed");
                    self.is_closed = true;
                }
            }
        }
    }

    /// Has a bot think, on one of the threads for that; when all are in use, it answers at once.
    fn think(&self, ticket: u64, question: Question) {
        let answers = self.thoughts.0.clone();
        let answer = move |thought| {
            // The room may be gone. There is a place for every question it may ask.
            let _ = answers.try_send(Input::Thought { ticket, thought });
        };
        match self.app.thinkers.clone().try_acquire_owned() {
            Ok(thinker) => {
                tokio::task::spawn_blocking(move || {
                    answer(question.think());
                    drop(thinker);
                });
            }
            Err(_) => answer(question.answer_at_once()),
        }
    }

    fn opened(&mut self, outcome: Result<(), NotOpened>) {
        if let Some(opened) = self.opened.take() {
            // Nobody may be waiting for it.
            let _ = opened.send(outcome);
        }
    }

    fn send(&self, to: &[ConnId], message: &Message) {
        let metrics = &self.app.metrics;
        match message {
            Message::Accepted { .. } => metrics.accepted.inc(),
            Message::Refused { .. } => metrics.refused.inc(),
            _ => 0,
        };
        let Some(text) = text_of(message) else {
            return error!(room = %self.code, "a message cannot be written");
        };
        let speaker = match message {
            Message::Said { seat, .. } => self.person_in(*seat),
            _ => None,
        };
        for conn in to {
            let viewer = self.conns.get(conn).filter(|viewer| {
                let blocked = viewer.blocked.as_ref().zip(speaker.as_ref());
                !blocked.is_some_and(|(blocked, speaker)| blocked.contains(speaker))
            });
            if viewer.is_some_and(|viewer| viewer.mailbox.push(*conn, &text)) {
                metrics.dropped.inc();
                warn!(room = %self.code, conn = conn.0, "a slow reader: messages dropped");
            }
        }
    }

    /// Who sits in a seat, as far as the lobby knows.
    fn person_in(&self, seat: u8) -> Option<PersonId> {
        let about = self.about.lock().unwrap_or_else(PoisonError::into_inner);
        let seated = about.iter().flat_map(|about| &about.seated);
        let mut there = seated.filter(|(at, _)| *at == seat);
        there.next().map(|(_, person)| person.id.clone())
    }

    /// Keeps what the lobby shows.
    fn note(&mut self) {
        let index = self.table.index();
        let Some(room) = self.table.room() else {
            return;
        };
        let mut about = self.about.lock().unwrap_or_else(PoisonError::into_inner);
        if about.as_ref().is_some_and(|about| about.index == index) {
            return;
        }
        self.is_closed = room.is_closed();
        self.kept = self.app.results.keep(room, self.kept, now_ms());
        let count = |wanted: fn(&Occupant) -> bool| {
            let seats = room.seats().iter();
            seats.filter(|seat| wanted(&seat.occupant)).count()
        };
        // What does not change is kept: this is done for every record.
        let before = about.take();
        let (options, seats) = before.map(|before| (before.options, before.seated)).unzip();
        let stayed = seats.filter(|before| {
            let before = before.iter().map(|(seat, person)| (*seat, person));
            before.eq(seated(room))
        });
        *about = Some(About {
            code: self.code,
            options: options.unwrap_or_else(|| Arc::new(room.options().clone())),
            phase: match room.playing() {
                _ if room.is_closed() => "closed",
                Some(_) => "playing",
                None => "lobby",
            },
            people: count(|occupant| matches!(occupant, Occupant::Person(_))),
            bots: count(|occupant| matches!(occupant, Occupant::Bot { .. })),
            hands: room.hands(),
            seated: stayed.unwrap_or_else(|| {
                let seated = seated(room).map(|(seat, person)| (seat, person.clone()));
                seated.collect()
            }),
            index,
        });
    }
}

/// Who sits in a room, and where.
fn seated(room: &decklet_match::room::Room) -> impl Iterator<Item = (u8, &Person)> {
    let seats = (0u8..).zip(room.seats());
    seats.filter_map(|(seat, state)| match &state.occupant {
        Occupant::Person(person) => Some((seat, person)),
        Occupant::Empty | Occupant::Bot { .. } => None,
    })
}

/// Waits for the log; for ever, when it has not been asked.
async fn answered(answer: &mut Option<Answer>) -> Input {
    match answer {
        None => std::future::pending().await,
        Some(Answer::Append(ticket, answer)) => {
            let ticket = *ticket;
            answer.await.unwrap_or(Input::Appended {
                ticket,
                outcome: Err(AppendError::Indeterminate),
            })
        }
        Some(Answer::Read(ticket, answer)) => {
            let ticket = *ticket;
            answer.await.unwrap_or(Input::Loaded {
                ticket,
                outcome: Err(ReadError::Unavailable),
            })
        }
    }
}

/// A message in JSON.
pub(crate) fn text_of(message: &Message) -> Option<Arc<str>> {
    let mut text = Vec::with_capacity(USUAL);
    serde_json::to_writer(&mut text, message).ok()?;
    str::from_utf8(&text).ok().map(Into::into)
}

/// Says that the room takes nothing now.
fn turn_away(ask: Ask) {
    // Who has asked for anything else sends it again when no answer comes.
    let Ask::Attach { conn, mailbox, .. } = ask else {
        return;
    };
    let refused = Message::Refused {
        id: None,
        refusal: Refusal::new("UNAVAILABLE"),
        now: now_ms(),
    };
    if let Some(text) = text_of(&refused) {
        mailbox.push(conn, &text);
    }
}
