//! A table on a workbench: a log, a clock that is set by hand, connections that keep what they got.
#![allow(dead_code, reason = "each test file uses its part")]

use decklet_engine::Value as Options;
use decklet_match::{
    Clock, Games, Person, RoomCode, RoomOptions,
    command::Command,
    fairness::Secret,
    log::{Append, Fault, FaultyLog, MemoryLog, contract},
    table::{ConnId, Input, Output, Table},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex},
};

pub struct Bench {
    pub table: Table,
    pub code: RoomCode,
    pub now: u64,
    /// What each connection got.
    pub inbox: BTreeMap<u64, Vec<Value>>,
    /// The last timer: when, and its index.
    pub timer: Option<(u64, u64)>,
    /// Whether appends wait for [`Bench::release`].
    pub hold: bool,
    held: VecDeque<(u64, Append)>,
    pub stored: Arc<MemoryLog>,
    log: FaultyLog,
    pub faults: Arc<Mutex<VecDeque<Fault>>>,
    /// What was said to the operator.
    pub damage: Option<String>,
    pub closed: bool,
    /// Whether questions to bots get lost.
    pub never_thinks: bool,
    commands: u64,
}

pub fn person(number: u64) -> Person {
    Person {
        id: format!("person-{number}").try_into().unwrap(),
        name: format!("Player {number}").try_into().unwrap(),
    }
}

pub fn options(game: &str, profile: &str, seats: u8) -> RoomOptions {
    let value = Options::Map([("profile".to_owned(), Options::from(profile.to_owned()))].into());
    let mut options = RoomOptions::new(game, value, seats);
    options.clock = Clock::PerTurn { seconds: 20 };
    options
}

impl Bench {
    pub fn new(options: &RoomOptions) -> Self {
        Self::with(options, Games::standard())
    }

    pub fn with(options: &RoomOptions, games: Games) -> Self {
        Self::with_secret(options, games, 7)
    }

    /// A room with other cards.
    pub fn with_secret(options: &RoomOptions, games: Games, secret: u8) -> Self {
        let stored = Arc::new(MemoryLog::new());
        let faults: Arc<Mutex<VecDeque<Fault>>> = Arc::default();
        let script = faults.clone();
        let log = FaultyLog::new(stored.clone(), move || {
            script.lock().unwrap().pop_front().unwrap_or(Fault::None)
        });
        let code = RoomCode::from_number(7);
        let secret = Secret::from_bytes([secret; 32]);
        let games = Arc::new(games);
        let (table, out) = Table::create(code, options, secret, games, 1_000_000).unwrap();
        let mut bench = Self {
            table,
            code,
            now: 1_000_000,
            inbox: BTreeMap::new(),
            timer: None,
            hold: false,
            held: VecDeque::new(),
            stored,
            log,
            faults,
            damage: None,
            closed: false,
            never_thinks: false,
            commands: 0,
        };
        bench.carry_out(out);
        bench
    }

    /// A room in which so many people sit.
    pub fn seated(options: &RoomOptions, people: u64) -> Self {
        let mut bench = Self::new(options);
        for number in 0..people {
            bench.attach(number, Some(number), None);
            let answer = bench.command(number, json!({"type": "sit"}));
            assert_eq!(answer["type"], "accepted", "{answer}");
        }
        bench
    }

    /// The same with everybody ready and the host having started.
    pub fn playing(options: &RoomOptions, people: u64) -> Self {
        let mut bench = Self::seated(options, people);
        for number in 0..people {
            bench.command(number, json!({"type": "ready", "ready": true}));
        }
        if bench.table.room().unwrap().playing().is_none() {
            let answer = bench.command(0, json!({"type": "start"}));
            assert_eq!(answer["type"], "accepted", "{answer}");
        }
        bench
    }

    pub fn on(&mut self, input: Input) {
        let out = self.table.on(self.now, input);
        self.carry_out(out);
    }

    fn carry_out(&mut self, out: Vec<Output>) {
        let mut out = VecDeque::from(out);
        while let Some(output) = out.pop_front() {
            match output {
                Output::Append { ticket, append } if self.hold => {
                    self.held.push_back((ticket, append));
                }
                Output::Append { ticket, append } => {
                    let input = self.append(ticket, append);
                    out.extend(self.table.on(self.now, input));
                }
                Output::Read { ticket } => {
                    let outcome = contract::read(&self.log, self.code);
                    out.extend(self.table.on(self.now, Input::Loaded { ticket, outcome }));
                }
                Output::Send { to, message } => {
                    let message = serde_json::to_value(&*message).unwrap();
                    for ConnId(conn) in to {
                        self.inbox.entry(conn).or_default().push(message.clone());
                    }
                }
                Output::Think { .. } if self.never_thinks => {}
                Output::Think { ticket, question } => {
                    let thought = question.answer_at_once();
                    let input = Input::Thought { ticket, thought };
                    out.extend(self.table.on(self.now, input));
                }
                Output::SetTimer { after_ms, index } => {
                    self.timer = Some((self.now + after_ms, index));
                }
                Output::Damaged(damage) => self.damage = Some(damage.to_string()),
                Output::Closed => self.closed = true,
                Output::Opened | Output::NotOpened(_) => {}
            }
        }
    }

    fn append(&mut self, ticket: u64, append: Append) -> Input {
        let place = Arc::new(Mutex::new(None));
        let answer = place.clone();
        let done = Box::new(move |outcome| *answer.lock().unwrap() = Some(outcome));
        decklet_match::log::MatchLog::append(&self.log, append, done);
        let outcome = place.lock().unwrap().take().unwrap();
        Input::Appended { ticket, outcome }
    }

    /// Lets one append that waits reach the log.
    pub fn release(&mut self) {
        let (ticket, append) = self.held.pop_front().expect("an append waits");
        let input = self.append(ticket, append);
        self.on(input);
    }

    pub fn attach(&mut self, conn: u64, who: Option<u64>, last: Option<u64>) {
        let person = who.map(person);
        let conn = ConnId(conn);
        self.on(Input::Attach { conn, person, last });
    }

    pub fn detach(&mut self, conn: u64) {
        self.on(Input::Detach { conn: ConnId(conn) });
    }

    /// Sends a command under an id of its own, and gives the answer to it.
    pub fn command(&mut self, conn: u64, command: Value) -> Value {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        self.command_as(conn, &id, command)
    }

    pub fn command_as(&mut self, conn: u64, id: &str, command: Value) -> Value {
        let command: Command = serde_json::from_value(command).unwrap();
        let before = self.inbox.get(&conn).map_or(0, Vec::len);
        self.on(Input::Command {
            conn: ConnId(conn),
            id: id.try_into().unwrap(),
            command,
        });
        let got = &self.inbox.get(&conn).map_or(&[][..], Vec::as_slice)[before..];
        let answer = got.iter().find(|message| message["id"] == id);
        answer.cloned().unwrap_or(Value::Null)
    }

    /// Does the first legal action of a seat that its connection was told.
    pub fn act(&mut self, conn: u64) -> Value {
        let command = self.an_action(conn);
        self.command(conn, command)
    }

    /// The command of the first legal action.
    pub fn an_action(&mut self, conn: u64) -> Value {
        let legal = self.command(conn, json!({"type": "legal"}));
        json!({
            "type": "act",
            "hand": legal["hand"],
            "entry": legal["entry"],
            "action": legal["actions"][0],
        })
    }

    /// Lets the time go on to the timer.
    pub fn tick(&mut self) {
        let (at, index) = self.timer.expect("a timer is set");
        self.now = self.now.max(at);
        self.on(Input::Timer { index });
    }

    /// The messages a connection got since it was last asked.
    pub fn got(&mut self, conn: u64) -> Vec<Value> {
        self.inbox.remove(&conn).unwrap_or_default()
    }

    /// What the connection was last shown.
    pub fn scene(&self, conn: u64) -> Value {
        let got = self.inbox.get(&conn).map_or(&[][..], Vec::as_slice);
        let last = got.iter().rev().find(|message| !message["scene"].is_null());
        last.map_or(Value::Null, |message| message["scene"].clone())
    }

    /// Whose turn it is.
    pub fn due(&self) -> u64 {
        let hand = self.table.room().and_then(|room| room.playing());
        u64::from(hand.expect("a hand is played").due().unwrap())
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        contract::read(&*self.stored, self.code).unwrap().len()
    }

    /// The server is killed, and another one goes on.
    pub fn restart(&mut self) {
        let games = Arc::new(Games::standard());
        let (table, out) = Table::load(self.code, games, self.now);
        self.table = table;
        self.inbox.clear();
        self.timer = None;
        self.held.clear();
        self.carry_out(out);
    }
}
