//! A connection that holds all seats of many matches of Dou Dizhu, and plays them by a simple rule:
//! whoever leads plays a single card, the others pass. So an action costs one message and its answer,
//! and the driver leaves the machine to the server.

use super::http::post;
use anyhow::{Context, bail};
use futures_util::{FutureExt, SinkExt, StreamExt};
use memchr::memmem;
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use std::{
    collections::{BTreeMap, VecDeque},
    time::{Duration, Instant},
};
use tokio::{
    net::TcpStream,
    time::{sleep_until, timeout},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{Error, Message, protocol::WebSocketConfig},
};

/// Seats of a match.
pub const SEATS: usize = 3;

/// Messages that are taken before anything is sent.
const TOGETHER: usize = 64;

/// What came of it.
#[derive(Default)]
pub struct Report {
    /// From sending an action, or when it was due, to its acknowledgement.
    pub latencies: Vec<Duration>,
    pub errors: u64,
    pub hands: u64,
}

/// What is read of a message; the rest is passed over.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    channel: usize,
    #[serde(default)]
    hand: u32,
    #[serde(default)]
    entry: u64,
    #[serde(default, borrow)]
    actions: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    scene: Option<Scene<'a>>,
}

#[derive(Deserialize)]
struct Scene<'a> {
    you: Option<usize>,
    #[serde(borrow)]
    room: Room<'a>,
    #[serde(borrow)]
    game: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Room<'a> {
    turn: Option<Turn>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Turn {
    hand: u32,
    entry: u64,
    seat: Option<usize>,
}

#[derive(Deserialize)]
struct Game<'a> {
    #[serde(borrow)]
    zones: BTreeMap<&'a str, Zone<'a>>,
    variables: Variables,
}

#[derive(Deserialize)]
struct Zone<'a> {
    #[serde(default, borrow)]
    cards: Vec<&'a str>,
}

#[derive(Deserialize)]
struct Variables {
    #[serde(rename = "ddz.phase")]
    phase: String,
    #[serde(rename = "ddz.lastCombination", default)]
    last: Value,
}

/// One connection.
pub struct Driver {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    sent: u64,
    /// When the action of each match was due, while that is on its way.
    due: Vec<Option<Instant>>,
    /// Actions that wait for their time.
    ready: VecDeque<(usize, String)>,
    report: Report,
}

impl Driver {
    /// Makes the guests and rooms, and sits down.
    pub async fn open(address: &str, matches: usize) -> anyhow::Result<Self> {
        // So much memory is cleared for every reading.
        let config = WebSocketConfig::default().read_buffer_size(16 * 1024);
        let url = format!("ws://{address}/api/v1/ws");
        let (socket, _) = connect_async_with_config(url, Some(config), false).await?;
        let mut driver = Self {
            socket,
            sent: 0,
            due: vec![None; matches],
            ready: VecDeque::new(),
            report: Report::default(),
        };
        driver.send("hello", json!({})).await?;
        for number in 0..matches {
            driver.sit_down(address, number).await?;
        }
        Ok(driver)
    }

    async fn sit_down(&mut self, address: &str, number: usize) -> anyhow::Result<()> {
        let mut room = None;
        for seat in 0..SEATS {
            let name = json!({ "name": format!("Load {number}-{seat}") });
            let guest = post(address, "/api/v1/guests", None, &name).await?;
            let token = guest["token"].as_str().context("no token")?;
            if room.is_none() {
                let options = json!({
                    "game": "doudizhu", "seats": SEATS, "options": {"profile": "pagat"},
                    "clock": {"type": "perTurn", "seconds": 600},
                });
                let made = post(address, "/api/v1/rooms", Some(token), &options).await?;
                room = Some(made["code"].clone());
            }
            let channel = number * SEATS + seat;
            let attach = json!({"channel": channel, "room": room, "token": token});
            self.send("attach", attach).await?;
            self.command("sit", json!({"channel": channel, "seat": seat}))
                .await?;
        }
        let mut seated = 0;
        while seated < SEATS {
            let text = self.hear().await?;
            let heard: Heard<'_> = serde_json::from_str(&text)?;
            match heard.kind {
                "accepted" => seated += 1,
                "refused" => bail!("{text}"),
                _ => {}
            }
        }
        Ok(())
    }

    async fn send(&mut self, kind: &str, mut message: Value) -> anyhow::Result<()> {
        message["type"] = json!(kind);
        Ok(self.socket.feed(Message::text(message.to_string())).await?)
    }

    async fn command(&mut self, kind: &str, mut message: Value) -> anyhow::Result<()> {
        self.sent += 1;
        message["id"] = json!(self.sent.to_string());
        self.send(kind, message).await
    }

    async fn hear(&mut self) -> anyhow::Result<String> {
        self.socket.flush().await?;
        loop {
            let heard = timeout(Duration::from_secs(60), self.socket.next()).await;
            match heard.context("the server is silent")? {
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(frame))) => bail!("closed: {frame:?}"),
                Some(message) => drop(message?),
                None => bail!("the connection is gone"),
            }
        }
    }

    async fn be_ready(&mut self, number: usize) -> anyhow::Result<()> {
        for seat in 0..SEATS {
            let channel = number * SEATS + seat;
            self.command("ready", json!({"channel": channel, "ready": true}))
                .await?;
        }
        Ok(())
    }

    /// Plays until then, an action every `pause` or as fast as it can.
    pub async fn run(mut self, until: Instant, pause: Option<Duration>) -> anyhow::Result<Report> {
        for number in 0..self.due.len() {
            self.be_ready(number).await?;
        }
        let mut next = Instant::now();
        while Instant::now() < until {
            while !self.ready.is_empty() && next <= Instant::now() {
                let due = if pause.is_some() {
                    next
                } else {
                    Instant::now()
                };
                self.act(due).await?;
                next += pause.unwrap_or_default();
            }
            self.socket.flush().await?;
            let waits = !self.ready.is_empty();
            tokio::select! {
                () = sleep_until(until.into()) => {}
                () = sleep_until(next.into()), if waits => {}
                heard = self.socket.next() => self.take_frame(heard).await?,
            }
            // What has come with it: one message after another would be one packet after another.
            for _ in 0..TOGETHER {
                match self.socket.next().now_or_never() {
                    Some(heard) => self.take_frame(heard).await?,
                    None => break,
                }
            }
        }
        Ok(self.report)
    }

    async fn act(&mut self, due: Instant) -> anyhow::Result<()> {
        if let Some((number, text)) = self.ready.pop_front() {
            self.due[number] = Some(due);
            self.socket.feed(Message::text(text)).await?;
        }
        Ok(())
    }

    async fn take_frame(&mut self, heard: Option<Result<Message, Error>>) -> anyhow::Result<()> {
        match heard {
            Some(Ok(Message::Text(text))) => self.take(&text).await,
            Some(Ok(Message::Close(frame))) => bail!("closed: {frame:?}"),
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => Err(error.into()),
            None => bail!("the connection is gone"),
        }
    }

    /// Deals all matches, and then does nothing until then.
    pub async fn be_idle(mut self, until: Instant) -> anyhow::Result<Report> {
        for number in 0..self.due.len() {
            self.be_ready(number).await?;
        }
        while Instant::now() < until {
            self.socket.flush().await?;
            // Only what comes is read: pings are answered.
            let heard = timeout(Duration::from_millis(500), self.socket.next()).await;
            if let Ok(Some(heard)) = heard {
                heard?;
            }
        }
        Ok(self.report)
    }

    async fn take(&mut self, text: &str) -> anyhow::Result<()> {
        if is_only_watched(text) {
            return Ok(());
        }
        let heard: Heard<'_> = serde_json::from_str(text)?;
        let channel = heard.channel;
        let number = channel / SEATS;
        match (heard.kind, &heard.scene) {
            ("accepted", _) => {
                if let Some(due) = self.due[number].take() {
                    self.report.latencies.push(due.elapsed());
                }
            }
            ("refused", _) => {
                self.report.errors += 1;
                self.due[number] = None;
                eprintln!("{text}");
            }
            ("legal", _) => {
                if let Some(action) = heard.actions.last() {
                    self.plan(channel, (heard.hand, heard.entry), action.get());
                }
            }
            (_, Some(scene)) => match &scene.room.turn {
                Some(turn) if turn.seat == scene.you && scene.you.is_some() => {
                    let game = scene.game.context("a game without a view")?;
                    match choose(game.get(), channel % SEATS)? {
                        Some(action) => self.plan(channel, (turn.hand, turn.entry), &action),
                        None => self.command("legal", json!({"channel": channel})).await?,
                    }
                }
                // What follows tells of the result again; the last action of the hand is the first.
                None if scene.you == Some(0)
                    && scene.room.result.is_some()
                    && text.contains("\"change\":{\"type\":\"acted\"") =>
                {
                    self.report.hands += 1;
                    self.be_ready(number).await?;
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn plan(&mut self, channel: usize, (hand, entry): (u32, u64), action: &str) {
        self.sent += 1;
        let act = format!(
            "{{\"channel\":{channel},\"id\":\"{}\",\"type\":\"act\",\"hand\":{hand},\
             \"entry\":{entry},\"action\":{action}}}",
            self.sent,
        );
        self.ready.push_back((channel / SEATS, act));
    }
}

/// Whether another seat is to act. Told from the text alone, because most messages are such and
/// reading them would keep the machine from the server; what is not sure is read.
fn is_only_watched(text: &str) -> bool {
    let after = |text, name: &str| {
        let place = memmem::find(text, name.as_bytes())?;
        text.get(place + name.len()..)
    };
    // A table of Dou Dizhu has three seats: one digit, or `null`.
    let digit = |rest: &[u8]| rest.first().copied().filter(u8::is_ascii_digit);
    let scene = after(text.as_bytes(), r#""scene":{"you":"#);
    let turn = scene.and_then(|scene| after(scene, r#""turn":{"#));
    let turn = turn.and_then(|turn| digit(after(turn, r#""seat":"#)?));
    let you = scene.and_then(digit);
    you.zip(turn).is_some_and(|(you, turn)| you != turn)
}

/// What a seat does in the main phase; before it, it asks.
fn choose(game: &str, seat: usize) -> anyhow::Result<Option<String>> {
    let game: Game<'_> = serde_json::from_str(game)?;
    if game.variables.phase != "PLAYING" {
        return Ok(None);
    }
    if !game.variables.last.is_null() {
        return Ok(Some(r#"{"type":"PASS","payload":{}}"#.to_owned()));
    }
    let hand = format!("player:p{}:hand", seat + 1);
    let hand = game.zones.get(&hand[..]).context("no hand")?;
    let card = hand.cards.first().context("a hand without cards")?;
    Ok(Some(format!(
        r#"{{"type":"PLAY_CARDS","payload":{{"cardIds":["{card}"]}}}}"#
    )))
}
