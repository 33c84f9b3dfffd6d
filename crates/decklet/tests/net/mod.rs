//! The program as a server, and people who play at it over sockets.
#![allow(dead_code, reason = "each test file uses a part of it")]

use decklet_engine::{Rng, Seed, Stream};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    ops::RangeInclusive,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message as Frame},
};

/// How long anything may take. It is no measure of speed, only the end of a test that hangs.
pub const LONG: Duration = Duration::from_secs(300);

/// A figure from the environment, for longer runs.
pub fn number(variable: &str, usual: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.map_or(usual, |given| given.parse().expect("a number"))
}

/// `decklet serve`. It is killed when this is dropped.
pub struct Program {
    child: Child,
    log: PathBuf,
    pub address: String,
}

impl Program {
    /// What it says of itself, as much as `level` tells, goes to `log`.
    pub fn start(data: &Path, log: &Path, level: &str) -> Self {
        let output = File::options().create(true).append(true).open(log).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_decklet"))
            .args(["serve", "--listen", "127.0.0.1:0", "--rate", "1000000"])
            .arg("--data")
            .arg(data)
            .env("DECKLET_LOG", level)
            .stdout(Stdio::piped())
            .stderr(output)
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.as_mut().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let (_, address) = line.trim().split_once("http://").expect("where it is");
        Self {
            child,
            log: log.to_owned(),
            address: address.trim_end_matches('/').to_owned(),
        }
    }

    /// SIGKILL.
    pub fn kill(self) {
        drop(self);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Ok(Some(status)) = self.child.try_wait() {
            let said = fs::read_to_string(&self.log).unwrap_or_default();
            let lines: Vec<_> = said.lines().collect();
            let last = lines[lines.len().saturating_sub(20)..].join("\n");
            eprintln!("the server ended by itself, {status}; its last words:\n{last}");
            return;
        }
        // It may end just now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A request: the status and the body.
pub async fn http(
    address: &str,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &str,
) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\n{}Content-Length: {}\r\n\r\n{body}",
        token.unwrap_or_default(),
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let read = stream.read_to_string(&mut answer);
    timeout(LONG, read).await.unwrap().unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, body.to_owned())
}

/// Posts, and gives a field of the answer.
async fn post(address: &str, path: &str, token: Option<&str>, body: &Value, field: &str) -> String {
    let (status, answer) = http(address, "POST", path, token, &body.to_string()).await;
    assert!(status < 300, "{path}: {status} {answer}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    answer[field].as_str().unwrap().to_owned()
}

pub async fn guest(address: &str, name: &str) -> String {
    post(
        address,
        "/api/v1/guests",
        None,
        &json!({ "name": name }),
        "token",
    )
    .await
}

pub async fn room(address: &str, token: &str, options: &Value) -> String {
    post(address, "/api/v1/rooms", Some(token), options, "code").await
}

/// The connection is gone, and why.
#[derive(Debug)]
#[allow(dead_code, reason = "read where a test fails")]
pub struct Gone(String);

impl From<Error> for Gone {
    fn from(error: Error) -> Self {
        Self(error.to_string())
    }
}

fn closed() -> Gone {
    Gone("it was closed".to_owned())
}

/// A text that came.
pub struct Heard {
    /// After which records it may have been written: after which one it came, or, for what was asked
    /// for over HTTP, from when it was asked for until a later answer came.
    pub records: RangeInclusive<u64>,
    pub text: String,
}

/// A command that has not been answered.
struct Pending {
    id: String,
    text: String,
    is_act: bool,
}

/// Somebody at a table, over all connections. It knows what messages told it, and nothing else.
pub struct Person {
    pub token: Option<String>,
    pub room: String,
    pub name: String,
    /// How many people will sit down.
    people: usize,
    /// How many hands it plays.
    hands: u64,
    /// Whether it also does all kinds of things that nobody needs.
    curious: bool,
    address: String,
    socket: Option<WebSocketStream<MaybeTlsStream<TcpStream>>>,
    dice: Rng,
    sent: u64,
    pub last: Option<u64>,
    pub scene: Value,
    pending: Option<Pending>,
    /// The record about which there is nothing more to do, and how often it was refused something.
    thought: Option<u64>,
    refusals: u32,
    pub connections: u64,
    /// The commands that were accepted, with the index they were told.
    pub acknowledged: Vec<(String, u64)>,
    /// The commands that were refused for good.
    pub refused: Vec<String>,
    /// How many of those that were accepted were actions of the game.
    pub acted: u64,
    /// All texts that came; the curious keep them.
    pub heard: Vec<Heard>,
    /// What came over HTTP, and after which record it was asked for: others may have moved since.
    fetched: Option<(u64, String)>,
}

impl Person {
    pub fn new(token: Option<&str>, room: &str, name: &str, people: usize, hands: u64) -> Self {
        let seed = name.bytes().fold(7u64, |seed, byte| {
            seed.wrapping_mul(131).wrapping_add(u64::from(byte))
        });
        Self {
            token: token.map(str::to_owned),
            room: room.to_owned(),
            name: name.to_owned(),
            people,
            hands,
            curious: false,
            address: String::new(),
            socket: None,
            dice: Seed::from(seed).rng(Stream::POLICY),
            sent: 0,
            last: None,
            scene: Value::Null,
            pending: None,
            thought: None,
            refusals: 0,
            connections: 0,
            acknowledged: Vec::new(),
            refused: Vec::new(),
            acted: 0,
            heard: Vec::new(),
            fetched: None,
        }
    }

    pub fn curious(mut self) -> Self {
        self.curious = true;
        self
    }

    pub async fn connect(&mut self, address: &str) -> Result<(), Gone> {
        self.address = address.to_owned();
        let (socket, _) = connect_async(format!("ws://{address}/api/v1/ws")).await?;
        self.socket = Some(socket);
        self.connections += 1;
        self.thought = None;
        let hello = json!({"type": "hello", "token": self.token});
        self.send_text(hello.to_string()).await?;
        let attach = json!({"type": "attach", "room": self.room, "last": self.last});
        self.send_text(attach.to_string()).await?;
        if let Some(Pending { text, .. }) = &self.pending {
            self.send_text(text.clone()).await?;
        }
        Ok(())
    }

    async fn send_text(&mut self, text: String) -> Result<(), Gone> {
        let socket = self.socket.as_mut().ok_or_else(closed)?;
        Ok(socket.send(Frame::text(text)).await?)
    }

    /// Comes back when all its hands are over, sends a command and waits for the answer.
    pub async fn come_back_and(&mut self, command: Value) {
        let address = self.address.clone();
        self.connect(&address).await.unwrap();
        self.send(command).await.unwrap();
        while self.pending.is_some() {
            self.step().await.unwrap();
        }
    }

    /// Whether all its hands are over, as far as it has seen.
    pub fn is_done(&self) -> bool {
        let room = &self.scene["room"];
        let over = room["phase"] != "playing" && room["hands"].as_u64() >= Some(self.hands);
        over || room["phase"] == "closed"
    }

    /// Takes the next message, and does what there is to do.
    pub async fn step(&mut self) -> Result<(), Gone> {
        let socket = self.socket.as_mut().ok_or_else(closed)?;
        let next = timeout(LONG, socket.next()).await;
        let next = next.unwrap_or_else(|_| panic!("{} waits for ever: {}", self.name, self.scene));
        let text = match next {
            Some(Ok(Frame::Text(text))) => text,
            Some(Ok(Frame::Close(_)) | Err(_)) | None => {
                self.socket = None;
                return Err(closed());
            }
            Some(Ok(_)) => return Ok(()),
        };
        let message: Value = serde_json::from_str(&text).unwrap();
        self.take(&message);
        if self.curious {
            let record = self.last.unwrap_or(0);
            self.hear(record, text.to_string());
        }
        match message["type"].as_str().unwrap() {
            "legal" => self.choose(&message).await?,
            "refused" if message["code"] == "UNAVAILABLE" || message["code"] == "BUSY" => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                if message["id"].is_null() {
                    self.socket = None;
                    return Err(closed());
                }
                if let Some(Pending { text, .. }) = &self.pending {
                    self.send_text(text.clone()).await?;
                }
            }
            _ => {}
        }
        if self.pending.is_none()
            && let Some((asked, text)) = self.fetched.take()
        {
            self.hear(asked, text);
        }
        self.think().await
    }

    fn hear(&mut self, asked: u64, text: String) {
        let records = asked..=self.last.unwrap_or(0);
        self.heard.push(Heard { records, text });
    }

    fn take(&mut self, message: &Value) {
        let index = message["index"].as_u64();
        let kind = message["type"].as_str().unwrap();
        match kind {
            // What was shown once is never taken back.
            "view" => assert!(index >= self.last, "{message} after {:?}", self.last),
            "update" => assert_eq!(index, self.last.map(|last| last + 1), "{message}"),
            "current" => assert_eq!(index, self.last, "{message}"),
            "accepted" | "refused" | "hint" => self.answered(message),
            _ => {}
        }
        if let "view" | "update" = kind {
            (self.last, self.refusals) = (index, 0);
            if let Some(scene) = message.get("scene") {
                self.scene = scene.clone();
            }
        }
    }

    fn answered(&mut self, message: &Value) {
        let is_own = |pending: &mut Pending| message["id"] == json!(pending.id);
        let code = message["code"].as_str().unwrap_or_default();
        if matches!(code, "UNAVAILABLE" | "BUSY") {
            return;
        }
        let Some(Pending { id, is_act, .. }) = self.pending.take_if(is_own) else {
            return;
        };
        if message["type"] == "accepted" {
            self.acknowledged
                .push((id, message["index"].as_u64().unwrap()));
            self.acted += u64::from(is_act);
        } else {
            self.thought = None;
            if message["type"] == "refused" {
                self.refusals += 1;
                self.refused.push(id);
            }
            assert!(self.refusals < 100, "{} gets nowhere: {message}", self.name);
        }
    }

    fn chance(&mut self, of_a_hundred: u32) -> bool {
        self.dice.below(100) < of_a_hundred
    }

    async fn think(&mut self) -> Result<(), Gone> {
        let stale = self.pending.is_some() || self.thought == self.last;
        if stale || self.scene.is_null() || self.is_done() {
            return Ok(());
        }
        self.thought = self.last;
        if self.curious && self.chance(15) {
            self.thought = None;
            return self.be_curious().await;
        }
        match self.wish() {
            Some(wish) => self.send(wish).await,
            None => Ok(()),
        }
    }

    fn wish(&self) -> Option<Value> {
        self.token.as_ref()?;
        let room = &self.scene["room"];
        let you = &self.scene["you"];
        if room["phase"] == "playing" {
            let own = !you.is_null() && room["turn"]["seat"] == *you;
            return own.then(|| json!({"type": "legal"}));
        }
        let seats = room["seats"].as_array()?;
        let people = || seats.iter().filter(|seat| seat["kind"] == "person");
        let Some(seat) = you.as_u64() else {
            return (people().count() < self.people).then(|| json!({"type": "sit"}));
        };
        if seats[usize::try_from(seat).ok()?]["ready"] == json!(false) {
            return Some(json!({"type": "ready", "ready": true}));
        }
        let all_ready = people().all(|seat| seat["ready"] == json!(true));
        let bots_are_missing = seats.iter().any(|seat| seat["kind"] == "empty");
        let is_host = room["host"] == *you;
        (is_host && bots_are_missing && all_ready && people().count() == self.people)
            .then(|| json!({"type": "start"}))
    }

    /// Things that nobody needs to do, and that may show what nobody must see.
    async fn be_curious(&mut self) -> Result<(), Gone> {
        let room = self.room.clone();
        match self.dice.below(9) {
            0 => self.send(json!({"type": "hint"})).await?,
            1 => self.send(json!({"type": "legal"})).await?,
            2 => self.send(json!({"type": "say", "phrase": "hello"})).await?,
            // Those who watch may be told later than all others.
            3 if !self.scene["you"].is_null() => {
                let path = ["", "/hands", "/hands/1/log", "/hands/1/proof"];
                let path = path[self.dice.below(4) as usize];
                let path = format!("/api/v1/rooms/{room}{path}");
                let (status, body) = http(&self.address, "GET", &path, None, "").await;
                assert!(status == 200 || status == 404, "{path}: {status} {body}");
                self.fetched = Some((self.last.unwrap_or(0), body));
                // Its answer shows how far the room may have been.
                self.send(json!({"type": "legal"})).await?;
            }
            4 => self.act(&json!({"type": "PASS"})).await?,
            5 => {
                let hand = format!(
                    "player:p{}:hand",
                    self.scene["you"].as_u64().unwrap_or(0) + 1
                );
                let cards = &self.scene["game"]["zones"][hand]["cards"];
                let cards: Vec<_> = cards.as_array().into_iter().flatten().step_by(2).collect();
                let payload = json!({ "cardIds": cards, "cardId": cards.first() });
                let kind = ["PLAY_CARDS", "PLAY_CARD"][self.dice.below(2) as usize];
                self.act(&json!({"type": kind, "payload": payload})).await?;
            }
            6 => {
                let leave = json!({"type": "detach"});
                self.send_text(leave.to_string()).await?;
                let attach = json!({"type": "attach", "room": room});
                self.send_text(attach.to_string()).await?;
            }
            7 => {
                let address = self.address.clone();
                self.connect(&address).await?;
            }
            _ => self.send(json!({"type": "act", "hand": []})).await?,
        }
        Ok(())
    }

    async fn act(&mut self, action: &Value) -> Result<(), Gone> {
        let turn = &self.scene["room"]["turn"];
        let act = json!({
            "type": "act", "hand": turn["hand"].as_u64().unwrap_or(1),
            "entry": turn["entry"].as_u64().unwrap_or(0), "action": action,
        });
        self.send(act).await
    }

    async fn send(&mut self, mut command: Value) -> Result<(), Gone> {
        self.sent += 1;
        let id = format!("{}-{}", self.name, self.sent);
        command["id"] = json!(id);
        let text = command.to_string();
        let is_act = command["type"] == "act";
        self.pending = Some(Pending {
            id,
            text: text.clone(),
            is_act,
        });
        self.send_text(text).await
    }

    /// Does one of the legal actions: mostly cards, or some games of UNO would never end.
    async fn choose(&mut self, legal: &Value) -> Result<(), Gone> {
        let is_own = |pending: &mut Pending| legal["id"] == json!(pending.id);
        if self.pending.take_if(is_own).is_none() {
            return Ok(());
        }
        let all = legal["actions"].as_array().unwrap();
        let is_play = |action: &&Value| action["type"].as_str().unwrap().starts_with("PLAY");
        let mut actions: Vec<_> = all.iter().filter(is_play).collect();
        if actions.is_empty() || self.chance(10) {
            actions = all.iter().collect();
        }
        let Ok(count @ 1..) = u32::try_from(actions.len()) else {
            return Ok(());
        };
        let action = actions[self.dice.below(count) as usize].clone();
        let act = json!({
            "type": "act", "hand": legal["hand"], "entry": legal["entry"], "action": action,
        });
        self.send(act).await
    }
}
