//! A room as a task: it takes what connections ask, drives the [`Table`], and does what that says.

use crate::{
    app::{App, Phase, now_ms, reached},
    bounds::{ASKS, CLOSED},
    mailbox::Mailbox,
};
use decklet_match::{
    CommandId, Person, PersonId, Refusal, RoomCode, RoomOptions,
    command::Command,
    log::{AppendError, ReadError},
    message::Message,
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
use tracing::{error, info, warn};

/// What a connection asks of a room.
pub(crate) enum Ask {
    Attach {
        conn: ConnId,
        mailbox: Arc<Mailbox>,
        person: Option<Person>,
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
    pub options: RoomOptions,
    pub phase: &'static str,
    pub people: usize,
    pub bots: usize,
    pub hands: u32,
    #[serde(skip)]
    index: Option<u64>,
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
        opened: Some(opened),
        about,
        is_closed: false,
        is_over: false,
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
    conns: HashMap<ConnId, Arc<Mailbox>>,
    answer: Option<Answer>,
    timer: Option<(Instant, u64)>,
    opened: Option<oneshot::Sender<Result<(), NotOpened>>>,
    about: Arc<Mutex<Option<About>>>,
    is_closed: bool,
    is_over: bool,
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
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {
                    match self.timer.take() {
                        Some((_, index)) => Input::Timer { index },
                        None => break,
                    }
                }
                ask = asked.recv() => match ask {
                    Some(ask) => self.take(ask),
                    None => break,
                },
            };
            let outputs = self.table.on(now_ms(), input);
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
                last,
            } => {
                self.conns.insert(conn, mailbox);
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
        for conn in to {
            let mailbox = self.conns.get(conn);
            if mailbox.is_some_and(|mailbox| mailbox.push(*conn, &text)) {
                metrics.dropped.inc();
                warn!(room = %self.code, conn = conn.0, "a slow reader: messages dropped");
            }
        }
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
        let count = |wanted: fn(&Occupant) -> bool| {
            let seats = room.seats().iter();
            seats.filter(|seat| wanted(&seat.occupant)).count()
        };
        *about = Some(About {
            code: self.code,
            options: room.options().clone(),
            phase: match room.playing() {
                _ if room.is_closed() => "closed",
                Some(_) => "playing",
                None => "lobby",
            },
            people: count(|occupant| matches!(occupant, Occupant::Person(_))),
            bots: count(|occupant| matches!(occupant, Occupant::Bot)),
            hands: room.hands(),
            index,
        });
    }
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
    serde_json::to_string(message).ok().map(Into::into)
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
