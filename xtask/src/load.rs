//! `cargo xtask load`: whole matches over real WebSockets, and how long the answers take.
//!
//! One connection holds all seats of many matches. Each match has one action on its way at most:
//! whoever's turn it is asks what is legal, does the first of it, and waits for the acknowledgement.

use anyhow::{Context, bail, ensure};
use clap::Args;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep_until, timeout},
};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// Seats of a match of Dou Dizhu.
const SEATS: usize = 3;

/// Where, and how much. Start the server with `--rate 1000000`.
#[derive(Args)]
pub struct Arguments {
    /// The server, as http://127.0.0.1:7878
    #[arg(long)]
    url: String,
    /// Matches at the same time.
    #[arg(long, default_value_t = 100)]
    matches: usize,
    /// How long, in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Actions a second, all together; as many as possible when left out. Latency is counted from
    /// when an action was due.
    #[arg(long)]
    rate: Option<f64>,
    /// Connections.
    #[arg(long, default_value_t = 4)]
    connections: usize,
    /// For machines.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    runtime.block_on(drive(arguments))
}

/// What came of it.
#[derive(Default)]
struct Report {
    latencies: Vec<Duration>,
    errors: u64,
    hands: u64,
}

async fn drive(arguments: &Arguments) -> anyhow::Result<()> {
    let address = arguments.url.trim_start_matches("http://");
    let address = address.trim_end_matches('/').to_owned();
    ensure!(arguments.matches > 0, "--matches must be at least 1");
    let connections = arguments.connections.clamp(1, arguments.matches);
    let mut drivers = Vec::new();
    for number in 0..connections {
        let matches = (arguments.matches + number) / connections;
        drivers.push(Driver::open(&address, matches).await?);
    }
    let begin = Instant::now();
    let until = begin + Duration::from_secs(arguments.seconds);
    let share = connections as f64;
    let pause = arguments
        .rate
        .map(|rate| Duration::from_secs_f64(share / rate));
    let running: Vec<_> = drivers
        .into_iter()
        .map(|driver| tokio::spawn(driver.run(until, pause)))
        .collect();
    let mut all = Report::default();
    for running in running {
        let report = running.await??;
        all.latencies.extend(report.latencies);
        all.errors += report.errors;
        all.hands += report.hands;
    }
    let seconds = begin.elapsed().as_secs_f64();
    let (_, figures) = http(&address, "GET", "/metrics", None, "").await?;
    let memory = figures
        .lines()
        .find_map(|line| line.strip_prefix("process_resident_memory_bytes "))
        .and_then(|bytes| bytes.parse::<u64>().ok());
    tell(arguments, &mut all, seconds, memory);
    Ok(())
}

fn tell(arguments: &Arguments, all: &mut Report, seconds: f64, memory: Option<u64>) {
    all.latencies.sort_unstable();
    let count = all.latencies.len();
    let at = |part: f64| {
        let place = (count as f64 * part) as usize;
        let latency = all.latencies.get(place.min(count.saturating_sub(1)));
        latency.map_or(0.0, |latency| latency.as_secs_f64() * 1000.0)
    };
    let report = json!({
        "matches": arguments.matches,
        "seconds": seconds,
        "actions": count,
        "actions_per_s": (count as f64 / seconds).round(),
        "hands": all.hands,
        "p50_ms": at(0.5),
        "p99_ms": at(0.99),
        "p999_ms": at(0.999),
        "errors": all.errors,
        "server_memory_mib": memory.map(|bytes| bytes / (1024 * 1024)),
    });
    if arguments.json {
        return println!("{report}");
    }
    for (name, value) in report.as_object().into_iter().flatten() {
        println!("{name:18} {value}");
    }
}

/// A request; the status and the body.
async fn http(
    address: &str,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &str,
) -> anyhow::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)
        .await
        .with_context(|| format!("{address} does not answer"))?;
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\n{}Content-Length: {}\r\n\r\n{body}",
        token.unwrap_or_default(),
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no HTTP answer")?;
    let status = head.split(' ').nth(1).context("no HTTP status")?.parse()?;
    Ok((status, body.to_owned()))
}

async fn post(
    address: &str,
    path: &str,
    token: Option<&str>,
    body: &Value,
) -> anyhow::Result<Value> {
    let (status, answer) = http(address, "POST", path, token, &body.to_string()).await?;
    ensure!(status < 300, "{path}: {status} {answer}");
    Ok(serde_json::from_str(&answer)?)
}

/// What is read of a message; the rest is passed over.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    channel: usize,
    #[serde(default)]
    hand: Option<u32>,
    #[serde(default)]
    entry: Option<u64>,
    #[serde(default, borrow)]
    actions: Vec<&'a RawValue>,
    #[serde(default)]
    scene: Option<Scene>,
}

#[derive(Deserialize)]
struct Scene {
    you: Option<usize>,
    room: Room,
}

#[derive(Deserialize)]
struct Room {
    turn: Option<Turn>,
}

#[derive(Deserialize)]
struct Turn {
    seat: Option<usize>,
}

/// One connection.
struct Driver {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    matches: usize,
    sent: u64,
    /// When the action of each match was due, while it is on its way.
    due: Vec<Option<Instant>>,
    /// Actions that wait for their time.
    ready: VecDeque<(usize, String)>,
    report: Report,
}

impl Driver {
    /// Makes the guests and rooms, and sits down.
    async fn open(address: &str, matches: usize) -> anyhow::Result<Self> {
        let (socket, _) = connect_async(format!("ws://{address}/api/v1/ws")).await?;
        let mut driver = Self {
            socket,
            matches,
            sent: 0,
            due: vec![None; matches],
            ready: VecDeque::new(),
            report: Report::default(),
        };
        driver.send("hello", Value::Null).await?;
        for number in 0..matches {
            let mut room = None;
            for seat in 0..SEATS {
                let name = json!({ "name": format!("Load {number}-{seat}") });
                let guest = post(address, "/api/v1/guests", None, &name).await?;
                let token = guest["token"].as_str().context("no token")?;
                if room.is_none() {
                    let options = json!({"game": "doudizhu", "seats": SEATS});
                    let made = post(address, "/api/v1/rooms", Some(token), &options).await?;
                    room = Some(made["code"].clone());
                }
                let channel = number * SEATS + seat;
                let attach = json!({"channel": channel, "room": room, "token": token});
                driver.send("attach", attach).await?;
                driver
                    .send("sit", json!({"channel": channel, "seat": seat}))
                    .await?;
            }
            let mut seated = 0;
            while seated < SEATS {
                let text = driver.hear().await?;
                let heard: Heard<'_> = serde_json::from_str(&text)?;
                match heard.kind {
                    "accepted" => seated += 1,
                    "refused" => bail!("{text}"),
                    _ => {}
                }
            }
        }
        Ok(driver)
    }

    async fn send(&mut self, kind: &str, mut message: Value) -> anyhow::Result<()> {
        if message.is_null() {
            message = json!({});
        } else if kind != "attach" {
            self.sent += 1;
            message["id"] = json!(format!("{}", self.sent));
        }
        message["type"] = json!(kind);
        Ok(self.socket.feed(Message::text(message.to_string())).await?)
    }

    async fn hear(&mut self) -> anyhow::Result<String> {
        self.socket.flush().await?;
        loop {
            let heard = timeout(Duration::from_secs(30), self.socket.next()).await;
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
            self.send("ready", json!({"channel": channel, "ready": true}))
                .await?;
        }
        Ok(())
    }

    async fn run(mut self, until: Instant, pause: Option<Duration>) -> anyhow::Result<Report> {
        for number in 0..self.matches {
            self.be_ready(number).await?;
        }
        let mut next = Instant::now();
        while Instant::now() < until {
            self.socket.flush().await?;
            let waits = !self.ready.is_empty();
            tokio::select! {
                () = sleep_until(next.into()), if waits => {
                    if let Some((number, text)) = self.ready.pop_front() {
                        let due = if pause.is_some() { next } else { Instant::now() };
                        self.due[number] = Some(due);
                        self.socket.feed(Message::text(text)).await?;
                    }
                    next += pause.unwrap_or_default();
                }
                heard = self.socket.next() => match heard {
                    Some(Ok(Message::Text(text))) => self.take(&text).await?,
                    Some(Ok(Message::Close(frame))) => bail!("closed: {frame:?}"),
                    Some(message) => drop(message?),
                    None => bail!("the connection is gone"),
                },
            }
        }
        Ok(self.report)
    }

    async fn take(&mut self, text: &str) -> anyhow::Result<()> {
        let heard: Heard<'_> = serde_json::from_str(text)?;
        let channel = heard.channel;
        let number = channel / SEATS;
        match (heard.kind, heard.scene) {
            ("accepted", _) => {
                if let Some(due) = self.due[number].take() {
                    self.report.latencies.push(due.elapsed());
                }
            }
            ("refused", _) => {
                self.report.errors += 1;
                self.due[number] = None;
            }
            ("legal", _) => {
                let Some(action) = heard.actions.first() else {
                    return Ok(());
                };
                self.sent += 1;
                let act = format!(
                    "{{\"channel\":{channel},\"id\":\"{}\",\"type\":\"act\",\"hand\":{},\"entry\":{},\
                     \"action\":{action}}}",
                    self.sent,
                    heard.hand.unwrap_or(0),
                    heard.entry.unwrap_or(0),
                );
                self.ready.push_back((number, act));
            }
            (_, Some(Scene { you, room })) => match room.turn {
                Some(turn) if turn.seat == you && you.is_some() => {
                    self.send("legal", json!({"channel": channel})).await?;
                }
                None if you == Some(0) && text.contains("\"result\":{\"winners\"") => {
                    self.report.hands += u64::from(text.contains("\"type\":\"acted\""));
                    if text.contains("\"type\":\"acted\"") {
                        self.be_ready(number).await?;
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }
}
