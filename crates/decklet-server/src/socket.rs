//! A WebSocket: many rooms, or many seats of one, each on a channel of its own.

use crate::{
    app::{App, Phase, now_ms, reached},
    blocks::Blocked,
    bounds::{CHANNELS, FAREWELL, Patience},
    credits::Credits,
    guests::Token,
    in_use::Entry,
    mailbox::{Mailbox, Next},
    room::{Ask, Room},
    rooms,
    wire::{self, Misread, Request},
};
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use decklet_match::{
    CommandId, Person, Refusal, RoomCode,
    command::Command,
    message::Message,
    table::{ConnId, NotOpened},
};
use futures_util::SinkExt;
use serde_json::json;
use std::{collections::HashMap, fmt::Write as _, net::IpAddr, sync::Arc, time::Duration};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tracing::debug;

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// How many messages are written before the connection is looked at again.
const BATCH: usize = 256;

/// Serves a connection until its end.
pub(crate) async fn serve(app: Arc<App>, socket: WebSocket, address: IpAddr) {
    app.metrics.connections.inc();
    let mut session = Session {
        credits: Credits::new(app.rate, std::time::Instant::now()),
        app,
        socket,
        address,
        mailbox: Arc::default(),
        channels: HashMap::new(),
        person: None,
        entry: None,
        is_known: false,
    };
    let end = session.run().await;
    debug!(reason = end.reason, "a connection ends");
    session.leave_all().await;
    session.close(end).await;
    session.app.metrics.connections.dec();
}

struct Session {
    app: Arc<App>,
    socket: WebSocket,
    address: IpAddr,
    mailbox: Arc<Mailbox>,
    channels: HashMap<u32, Looking>,
    credits: Credits,
    person: Option<Person>,
    entry: Option<Entry>,
    /// Whether it has said hello.
    is_known: bool,
}

/// A look at a room.
struct Looking {
    conn: ConnId,
    room: Room,
    person: Option<Person>,
    blocked: Option<Arc<Blocked>>,
    _entry: Option<Entry>,
}

/// Who looks, and that the connection ends with that one's token.
type Who = (Option<Person>, Option<Entry>);

/// Why a connection ends.
struct End {
    code: u16,
    reason: &'static str,
}

/// The other side is gone.
const GONE: End = End {
    code: close_code::NORMAL,
    reason: "",
};

/// The token, or one of those it has attached with, is nobody's any more.
const REVOKED: End = End {
    code: close_code::POLICY,
    reason: "the token was revoked",
};

fn end(code: u16, reason: &'static str) -> End {
    End { code, reason }
}

impl Session {
    async fn run(&mut self) -> End {
        let mut phase = self.app.phase.clone();
        let mailbox = self.mailbox.clone();
        let begin = Instant::now();
        let (mut heard, mut read_again) = (begin, begin);
        let Patience {
            hello,
            ping,
            silence,
            ..
        } = self.app.patience;
        let mut ping = interval(ping);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let step = tokio::select! {
                () = reached(&mut phase, Phase::Closing) => return self.say_goodbye().await,
                next = mailbox.next() => self.write(next).await,
                () = sleep_until(begin + hello), if !self.is_known => {
                    Err(end(close_code::POLICY, "say hello first"))
                }
                // Who sends too fast is read slowly.
                () = sleep_until(read_again), if read_again > Instant::now() => Ok(()),
                frame = self.socket.recv(), if read_again <= Instant::now() => {
                    heard = Instant::now();
                    match frame {
                        Some(Ok(frame)) => {
                            read_again = self.pay();
                            self.take(frame).await
                        }
                        Some(Err(_)) => Err(end(close_code::SIZE, "this cannot be read")),
                        None => Err(GONE),
                    }
                }
                _ = ping.tick() => match heard.elapsed() > silence && read_again <= Instant::now() {
                    true => Err(end(close_code::AWAY, "nothing was heard for too long")),
                    false => self.send(Frame::Ping(axum::body::Bytes::new())).await,
                },
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// Pays for a frame; says when the next may be read.
    fn pay(&mut self) -> Instant {
        let own = self.credits.pay(1, std::time::Instant::now());
        let of_all = self.app.addresses.pay(self.address, 1);
        let wait = own.max(of_all);
        if !wait.is_zero() {
            self.app.metrics.slowed.inc();
        }
        Instant::now() + wait
    }

    async fn take(&mut self, frame: Frame) -> Result<(), End> {
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Binary(_) => return Err(end(close_code::UNSUPPORTED, "send text")),
            Frame::Ping(_) | Frame::Pong(_) => return Ok(()),
            Frame::Close(_) => return Err(GONE),
        };
        if self.mailbox.is_revoked() {
            return Err(REVOKED);
        }
        self.app.metrics.received.inc();
        match wire::read(&text) {
            Err(Misread {
                channel,
                id,
                refusal,
            }) => self.refuse(channel, id, refusal).await,
            Ok(Request::Hello { token }) => self.hello(token).await,
            Ok(_) if !self.is_known => {
                let refusal = Refusal::bad_field("type", "must be hello in the first message");
                self.refuse(0, None, refusal).await
            }
            Ok(Request::Attach {
                channel,
                room,
                last,
                token,
            }) => {
                let conn = self.app.conn();
                match self.who(conn, token).await {
                    Ok(who) => self.attach(channel, conn, room, last, who).await,
                    Err(refusal) => self.refuse(channel, None, refusal).await,
                }
            }
            Ok(Request::Detach { channel }) => {
                self.leave(channel).await;
                Ok(())
            }
            Ok(Request::Command {
                channel,
                id,
                command,
            }) => self.command(channel, id, command).await,
        }
    }

    async fn hello(&mut self, token: Option<Token>) -> Result<(), End> {
        if self.is_known {
            let refusal = Refusal::bad_field("type", "hello was said before");
            return self.refuse(0, None, refusal).await;
        }
        let conn = self.app.conn();
        match self.who(conn, token).await {
            Ok((person, entry)) => {
                let name = person.as_ref().map(|person| person.name.clone());
                (self.person, self.entry, self.is_known) = (person, entry, true);
                let welcome = json!({
                    "type": "welcome", "protocol": PROTOCOL, "name": name, "now": now_ms(),
                });
                self.send_text(welcome.to_string()).await
            }
            Err(refusal) => {
                self.refuse(0, None, refusal).await?;
                Err(end(close_code::POLICY, "this is no token"))
            }
        }
    }

    /// Whose token this is; without one, who said hello.
    async fn who(&mut self, conn: ConnId, token: Option<Token>) -> Result<Who, Refusal> {
        let Some(token) = token else {
            return Ok((self.person.clone(), None));
        };
        match self.app.guests.enter(&token, conn, &self.mailbox).await {
            Ok(Some((person, entry))) => Ok((Some(person), Some(entry))),
            Ok(None) => Err(Refusal {
                reason: "this token is not, or no longer, a guest's".to_owned(),
                field: Some("token".to_owned()),
                ..Refusal::new("STRANGER")
            }),
            Err(error) => {
                tracing::error!(%error, "a guest was not found");
                Err(Refusal::new("UNAVAILABLE"))
            }
        }
    }

    async fn attach(
        &mut self,
        channel: u32,
        conn: ConnId,
        code: RoomCode,
        last: Option<u64>,
        (person, entry): Who,
    ) -> Result<(), End> {
        self.leave(channel).await;
        if self.channels.len() >= CHANNELS {
            let refusal = Refusal::new("CROWDED");
            return self.refuse(channel, None, refusal).await;
        }
        let room = match rooms::open(&self.app, code).await {
            Ok(room) => room,
            Err(NotOpened::Missing | NotOpened::Taken) => {
                let refusal = Refusal::bad_field("room", "is no room's code");
                return self.refuse(channel, None, refusal).await;
            }
            Err(NotOpened::Unavailable) => {
                return self
                    .refuse(channel, None, Refusal::new("UNAVAILABLE"))
                    .await;
            }
        };
        let blocked = match &person {
            Some(person) => self.app.blocks.of(&person.id).await,
            None => Ok(Arc::default()),
        };
        let Ok(blocked) = blocked else {
            let refusal = Refusal::new("UNAVAILABLE");
            return self.refuse(channel, None, refusal).await;
        };
        self.mailbox.open(conn, channel);
        let looking = Looking {
            conn,
            room,
            person,
            blocked: Some(blocked),
            _entry: entry,
        };
        look(&looking, &self.mailbox, last).await;
        self.channels.insert(channel, looking);
        self.share_credits();
        Ok(())
    }

    async fn command(
        &mut self,
        channel: u32,
        id: CommandId,
        command: Box<Command>,
    ) -> Result<(), End> {
        let Some(looking) = self.channels.get(&channel) else {
            let refusal = Refusal::bad_field("channel", "is attached to no room");
            return self.refuse(channel, Some(id), refusal).await;
        };
        if looking.room.asks.is_closed() {
            let refusal = Refusal::new("UNAVAILABLE");
            return self.refuse(channel, Some(id), refusal).await;
        }
        let conn = looking.conn;
        looking.room.ask(Ask::Command { conn, id, command }).await;
        Ok(())
    }

    async fn leave(&mut self, channel: u32) {
        if let Some(Looking { conn, room, .. }) = self.channels.remove(&channel) {
            self.mailbox.close(conn);
            room.ask(Ask::Detach { conn }).await;
            self.share_credits();
        }
    }

    /// Who holds seats in many rooms may send for each of them.
    fn share_credits(&mut self) {
        let rooms = u32::try_from(self.channels.len())
            .unwrap_or(u32::MAX)
            .max(1);
        let rate = self.app.rate.saturating_mul(rooms);
        self.credits.change_rate(rate, std::time::Instant::now());
    }

    async fn leave_all(&mut self) {
        let channels: Vec<u32> = self.channels.keys().copied().collect();
        for channel in channels {
            self.leave(channel).await;
        }
    }

    /// Writes what waits.
    async fn write(&mut self, first: Next) -> Result<(), End> {
        // Rooms that are about to say something go first: that is one packet then, and not several.
        tokio::task::yield_now().await;
        let mut next = Some(first);
        for written in 1.. {
            match next {
                None => break,
                Some(Next::Overfull) => return Err(end(close_code::AGAIN, "you read too slowly")),
                Some(Next::Revoked) => return Err(REVOKED),
                Some(Next::Resync(channel)) => {
                    if let Some(looking) = self.channels.get(&channel) {
                        look(looking, &self.mailbox, None).await;
                    }
                }
                Some(Next::Send { channel, text }) => {
                    self.app.metrics.sent.inc();
                    let frame = Frame::Text(on_channel(channel, &text).into());
                    in_time(self.app.patience.write, self.socket.feed(frame)).await?;
                }
            }
            // What is left is taken the next time.
            next = (written < BATCH).then(|| self.mailbox.pop()).flatten();
        }
        in_time(self.app.patience.write, self.socket.flush()).await
    }

    async fn refuse(
        &mut self,
        channel: u32,
        id: Option<CommandId>,
        refusal: Refusal,
    ) -> Result<(), End> {
        self.app.metrics.refused.inc();
        let now = now_ms();
        let refused = Message::Refused { id, refusal, now };
        let text = serde_json::to_string(&refused).unwrap_or_default();
        self.send_text(on_channel(channel, &text)).await
    }

    async fn send_text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), End> {
        self.send(Frame::Text(text.into())).await
    }

    async fn send(&mut self, frame: Frame) -> Result<(), End> {
        in_time(self.app.patience.write, self.socket.send(frame)).await
    }

    /// At a stop: what was acknowledged is said before the end.
    async fn say_goodbye(&mut self) -> End {
        while let Some(next) = self.mailbox.pop() {
            if let Next::Resync(_) = next {
                continue;
            }
            if let Err(end) = self.write(next).await {
                return end;
            }
        }
        end(close_code::RESTART, "the server stops; come back later")
    }

    async fn close(&mut self, end: End) {
        let frame = CloseFrame {
            code: end.code,
            reason: end.reason.into(),
        };
        // Whoever is gone does not need to be told.
        let patience = self.app.patience.write;
        let told = in_time(patience, self.socket.send(Frame::Close(Some(frame)))).await;
        if told.is_ok() {
            // What was on its way here is read and dropped: a connection that ends with something
            // unread is torn down, and the reason is lost with it.
            let answer = async {
                for _ in 0..BATCH {
                    match self.socket.recv().await {
                        Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                        Some(Ok(_)) => {}
                    }
                }
            };
            let _ = timeout(FAREWELL, answer).await;
        }
    }
}

/// Asks a room to show itself.
async fn look(looking: &Looking, mailbox: &Arc<Mailbox>, last: Option<u64>) {
    let ask = Ask::Attach {
        conn: looking.conn,
        mailbox: mailbox.clone(),
        person: looking.person.clone(),
        blocked: looking.blocked.clone(),
        last,
    };
    looking.room.ask(ask).await;
}

/// An object in JSON, with its channel.
fn on_channel(channel: u32, text: &str) -> String {
    let rest = text.get(1..).unwrap_or_default();
    let mut whole = String::with_capacity(text.len() + "\"channel\":4294967295,".len());
    // Writing to a text cannot fail.
    let _ = write!(whole, "{{\"channel\":{channel},");
    whole.push_str(rest);
    whole
}

async fn in_time<E>(
    patience: Duration,
    sent: impl Future<Output = Result<(), E>>,
) -> Result<(), End> {
    match timeout(patience, sent).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(GONE),
    }
}
