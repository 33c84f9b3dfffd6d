//! The world of a simulation: time, network, log, the server, its clients.

use super::{Failure, Plan, Report, check, client::Client};
use crate::{
    Games, Outbox, RoomCode,
    fairness::Secret,
    log::{Append, Fault, FaultyLog, MatchLog, MemoryLog, Stored, contract},
    message::Message,
    person::Person,
    record,
    room::Room,
    table::{ConnId, Input, Output, Table},
};
use decklet_engine::{Rng, Seed, Stream};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap, VecDeque},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// Simulated milliseconds after the faults in which everything must have ended.
const PATIENCE_MS: u64 = 3 * 60 * 60 * 1000;

/// How many messages wait for a slow reader.
const OUTBOX: usize = 12;

/// When the clock of the server begins.
const EPOCH: u64 = 1_700_000_000_000;

/// How long a server that was believed dead goes on.
const ZOMBIE_MS: u64 = 20_000;

enum Event {
    /// Something arrives at a server, if that one still lives.
    Server(u32, Input),
    /// A record arrives at the log.
    Submit(u32, u64, Append),
    /// What waits for a connection arrives.
    Deliver(u64),
    /// A client thinks.
    Think(usize),
    /// A client connects.
    Connect(usize),
    Crash,
    Restart,
    /// The old server is gone at last.
    Bury(u32),
    Storm,
    ClockJump,
    /// No more faults.
    Calm,
}

/// A connection: whose, with which server, and what waits for it.
struct Connection {
    client: usize,
    server: u32,
    outbox: Outbox<Arc<str>>,
    /// When the last command sent arrives: none overtakes another.
    arrives: u64,
    reads_at: u64,
    delivering: bool,
}

/// A message that was sent: to whom, after which record, and its text.
pub(super) struct Sent {
    pub person: Option<Person>,
    pub index: u64,
    pub text: Arc<str>,
}

pub(super) struct World {
    plan: Plan,
    games: Arc<Games>,
    code: RoomCode,
    now: u64,
    /// What the server's clock is ahead, in milliseconds.
    clock: i64,
    events: BinaryHeap<Reverse<(u64, u64)>>,
    waiting: BTreeMap<(u64, u64), Event>,
    sequence: u64,
    dice: Rng,
    stored: Arc<MemoryLog>,
    log: FaultyLog,
    calm: Arc<AtomicBool>,
    faults: Arc<AtomicU64>,
    servers: BTreeMap<u32, Table>,
    server: u32,
    alive: bool,
    connections: BTreeMap<u64, Connection>,
    connected: u64,
    clients: Vec<Client>,
    sent: Vec<Sent>,
    report: Report,
}

impl World {
    pub fn new(plan: Plan) -> Self {
        let seed = Seed::from(plan.seed);
        let stored = Arc::new(MemoryLog::new());
        let calm = Arc::new(AtomicBool::new(false));
        let faults = Arc::new(AtomicU64::new(0));
        let script = script(&plan, calm.clone(), faults.clone());
        let people = (0..u64::from(plan.people)).map(|number| {
            let person = Person {
                id: format!("person-{number}")
                    .try_into()
                    .expect("letters and digits"),
                name: format!("Player {number}").try_into().expect("a name"),
            };
            Client::new(number, Some(person), &plan)
        });
        let watching = (100..).take(usize::from(plan.spectators));
        let watching = watching.map(|number| Client::new(number, None, &plan));
        Self {
            games: Arc::new(Games::standard()),
            code: RoomCode::from_number(plan.seed),
            now: 0,
            clock: 0,
            events: BinaryHeap::new(),
            waiting: BTreeMap::new(),
            sequence: 0,
            dice: seed.child(0).rng(Stream::POLICY),
            log: FaultyLog::new(stored.clone(), script),
            stored,
            calm,
            faults,
            servers: BTreeMap::new(),
            server: 0,
            alive: false,
            connections: BTreeMap::new(),
            connected: 0,
            clients: people.chain(watching).collect(),
            sent: Vec::new(),
            report: Report::default(),
            plan,
        }
    }

    pub fn run(mut self) -> Result<Report, Box<Failure>> {
        match self.play() {
            Ok(()) => Ok(self.report),
            Err(what) => Err(Box::new(Failure {
                at_ms: self.now,
                plan: self.plan,
                what,
            })),
        }
    }

    fn play(&mut self) -> Result<(), String> {
        self.open()?;
        let end = self.plan.faults_ms + PATIENCE_MS;
        while !self.is_over() {
            if self.now > end {
                let what = "the faults are over, but the match does not end";
                return Err(format!("{what}: {}", self.describe()));
            }
            self.step()?;
        }
        // Everybody is given the time to see the end.
        let end = self.now + 120_000;
        while self.now < end {
            self.step()?;
        }
        self.report.time_ms = self.now;
        self.report.faults = self.faults.load(Ordering::Relaxed);
        self.check()
    }

    fn open(&mut self) -> Result<(), String> {
        let bytes = *self.plan_secret();
        let secret = Secret::from_bytes(bytes);
        let now = self.server_now();
        let created = Table::create(
            self.code,
            &self.plan.options,
            secret,
            self.games.clone(),
            now,
        );
        let (table, out) = created.map_err(|refusal| refusal.to_string())?;
        self.start_server(table, out)?;
        self.at(self.plan.faults_ms, Event::Calm);
        for client in 0..self.clients.len() {
            let when = u64::from(self.dice.below(2000));
            self.at(when, Event::Connect(client));
            self.at(when + 1000, Event::Think(client));
        }
        self.schedule_chaos();
        Ok(())
    }

    fn plan_secret(&self) -> Box<[u8; 32]> {
        Box::new(*Seed::from(self.plan.seed).child(1 << 40).as_bytes())
    }

    fn schedule_chaos(&mut self) {
        let rates = self.plan.rates;
        let mut series = |every: u32, event: fn() -> Event| {
            if every == 0 {
                return;
            }
            let mut when = 1 + u64::from(self.dice.below(2 * every));
            while when < self.plan.faults_ms {
                self.at(when, event());
                when += 1 + u64::from(self.dice.below(2 * every));
            }
        };
        series(rates.crash_ms, || Event::Crash);
        series(rates.storm_ms, || Event::Storm);
        series(rates.clock_ms, || Event::ClockJump);
    }

    fn at(&mut self, when: u64, event: Event) {
        self.sequence += 1;
        let key = (when.max(self.now), self.sequence);
        self.events.push(Reverse(key));
        self.waiting.insert(key, event);
    }

    fn delay(&mut self) -> u64 {
        match self.calm.load(Ordering::Relaxed) {
            true => 1 + u64::from(self.dice.below(20)),
            false => 1 + u64::from(self.dice.below(self.plan.rates.delay_ms)),
        }
    }

    fn chance(&mut self, of_a_thousand: u32) -> bool {
        !self.calm.load(Ordering::Relaxed) && self.dice.below(1000) < of_a_thousand
    }

    fn server_now(&self) -> u64 {
        (EPOCH + self.now).saturating_add_signed(self.clock)
    }

    /// Whether all hands are played, as the log has it.
    fn is_over(&self) -> bool {
        let table = self.servers.get(&self.server).filter(|_| self.alive);
        let room = table.and_then(Table::room);
        self.calm.load(Ordering::Relaxed)
            && room.is_some_and(|room| {
                room.is_closed() || room.hands() >= self.plan.hands && room.playing().is_none()
            })
    }

    /// Where everything stands, for whoever looks for the mistake.
    fn describe(&self) -> String {
        let table = self.servers.get(&self.server);
        let connected = self.clients.iter().filter(|client| client.conn.is_some());
        format!(
            "server {} ({}), record {:?}, {} of {} clients connected, the first sees {}",
            self.server,
            if self.alive { "alive" } else { "dead" },
            table.and_then(Table::index),
            connected.count(),
            self.clients.len(),
            self.clients
                .first()
                .map_or(&serde_json::Value::Null, |client| &client.room)
        )
    }

    fn step(&mut self) -> Result<(), String> {
        let Some(Reverse(key)) = self.events.pop() else {
            return Err("nothing happens any more".to_owned());
        };
        self.now = key.0;
        let Some(event) = self.waiting.remove(&key) else {
            return Ok(());
        };
        match event {
            Event::Server(server, input) => self.input(server, input),
            Event::Submit(server, ticket, append) => {
                self.submit(server, ticket, append);
                Ok(())
            }
            Event::Deliver(conn) => self.deliver(conn),
            Event::Think(client) => {
                self.think(client);
                let pause = 500 + u64::from(self.dice.below(500));
                self.at(self.now + pause, Event::Think(client));
                Ok(())
            }
            Event::Connect(client) => {
                self.connect(client);
                Ok(())
            }
            Event::Crash => {
                self.crash();
                Ok(())
            }
            Event::Restart => {
                let now = self.server_now();
                let (table, out) = Table::load(self.code, self.games.clone(), now);
                self.start_server(table, out)
            }
            Event::Bury(server) => {
                self.servers.remove(&server);
                Ok(())
            }
            Event::Storm => {
                self.cut_all();
                Ok(())
            }
            Event::ClockJump => {
                let jump = i64::from(self.dice.below(600_000));
                self.clock += if self.dice.below(2) == 0 { jump } else { -jump };
                Ok(())
            }
            Event::Calm => {
                self.calm.store(true, Ordering::Relaxed);
                Ok(())
            }
        }
    }

    fn input(&mut self, server: u32, input: Input) -> Result<(), String> {
        let now = self.server_now();
        let Some(table) = self.servers.get_mut(&server) else {
            return Ok(());
        };
        let out = table.on(now, input);
        self.output(server, out)
    }

    fn start_server(&mut self, table: Table, out: Vec<Output>) -> Result<(), String> {
        self.server += 1;
        self.alive = true;
        self.servers.insert(self.server, table);
        self.output(self.server, out)
    }

    fn output(&mut self, server: u32, out: Vec<Output>) -> Result<(), String> {
        for output in out {
            match output {
                Output::Append { ticket, append } => {
                    let when = self.now + self.delay();
                    self.at(when, Event::Submit(server, ticket, append));
                }
                Output::Read { ticket } => self.read(server, ticket),
                Output::Send { to, message } => self.send(server, &to, &message)?,
                Output::Think { ticket, question } => {
                    let when = self.now + self.delay();
                    let thought = question.answer_at_once();
                    self.at(
                        when,
                        Event::Server(server, Input::Thought { ticket, thought }),
                    );
                }
                // An older timer goes off all the same.
                Output::SetTimer { after_ms, index } => {
                    let timer = Event::Server(server, Input::Timer { index });
                    self.at(self.now + after_ms, timer);
                }
                Output::Damaged(damage) => return Err(format!("damaged: {damage}")),
                // Killed before the first record was kept: the people open it again.
                Output::NotOpened(_) if server == self.server && self.alive => self.reopen(),
                Output::NotOpened(_) | Output::Opened | Output::Closed => {}
            }
        }
        Ok(())
    }

    fn reopen(&mut self) {
        self.cut_all();
        self.servers.remove(&self.server);
        self.alive = false;
        let secret = Secret::from_bytes(*self.plan_secret());
        let now = self.server_now();
        let options = self.plan.options.clone();
        if let Ok((table, out)) =
            Table::create(self.code, &options, secret, self.games.clone(), now)
        {
            self.server += 1;
            self.alive = true;
            self.servers.insert(self.server, table);
            // It only appends.
            let _ = self.output(self.server, out);
        }
    }

    fn submit(&mut self, server: u32, ticket: u64, append: Append) {
        let answer = Arc::new(Mutex::new(None));
        let place = answer.clone();
        let done = move |outcome| {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        };
        self.log.append(append, Box::new(done));
        let outcome = answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(outcome) = outcome {
            let when = self.now + self.delay();
            let input = Input::Appended { ticket, outcome };
            if self.chance(100) {
                self.at(when + 50, Event::Server(server, input.clone()));
            }
            self.at(when, Event::Server(server, input));
        }
    }

    fn read(&mut self, server: u32, ticket: u64) {
        let outcome = contract::read(&self.log, self.code);
        let when = self.now + self.delay();
        let input = Input::Loaded { ticket, outcome };
        self.at(when, Event::Server(server, input));
    }

    /// The server is gone in the middle of whatever it did; what is on its way to the log may
    /// arrive, or not.
    fn crash(&mut self) {
        if !self.alive {
            return;
        }
        self.report.crashes += 1;
        self.alive = false;
        self.cut_all();
        if self.chance(self.plan.rates.zombie) {
            self.at(self.now + ZOMBIE_MS, Event::Bury(self.server));
        } else {
            self.servers.remove(&self.server);
            if self.chance(500) {
                self.waiting
                    .retain(|_, event| !matches!(event, Event::Submit(..)));
            }
        }
        let pause = u64::from(self.dice.below(5000));
        self.at(self.now + pause, Event::Restart);
    }

    fn cut_all(&mut self) {
        let all: Vec<_> = self.connections.keys().copied().collect();
        for conn in all {
            self.cut(conn);
        }
    }

    fn cut(&mut self, conn: u64) {
        let Some(connection) = self.connections.remove(&conn) else {
            return;
        };
        let detach = Input::Detach { conn: ConnId(conn) };
        let when = (self.now + self.delay()).max(connection.arrives);
        self.at(when, Event::Server(connection.server, detach));
        self.clients[connection.client].conn = None;
        let pause = u64::from(self.dice.below(3000));
        self.at(self.now + pause, Event::Connect(connection.client));
    }

    fn connect(&mut self, client: usize) {
        if self.clients[client].conn.is_some() {
            return;
        }
        if !self.alive {
            return self.at(self.now + 500, Event::Connect(client));
        }
        self.connected += 1;
        let conn = self.connected;
        if self.chance(200) {
            self.clients[client].forget();
        }
        self.clients[client].conn = Some(conn);
        let arrives = self.now + self.delay();
        let server = self.server;
        self.connections.insert(
            conn,
            Connection {
                client,
                server,
                outbox: Outbox::new(OUTBOX),
                arrives,
                reads_at: 0,
                delivering: false,
            },
        );
        let attach = self.attach(conn, client, self.clients[client].last);
        self.at(arrives, Event::Server(server, attach));
    }

    fn attach(&self, conn: u64, client: usize, last: Option<u64>) -> Input {
        Input::Attach {
            conn: ConnId(conn),
            person: self.clients[client].person.clone(),
            last,
        }
    }

    fn think(&mut self, client: usize) {
        let asked = self.clients[client].think(self.now);
        let conn = self.clients[client].conn;
        let (Some((id, command)), Some(conn)) = (asked, conn) else {
            return;
        };
        let twice = self.chance(self.plan.rates.duplicate);
        for _ in 0..=u32::from(twice) {
            let when = self.now + self.delay();
            let Some(connection) = self.connections.get_mut(&conn) else {
                return;
            };
            connection.arrives = connection.arrives.max(when);
            let (when, server) = (connection.arrives, connection.server);
            let input = Input::Command {
                conn: ConnId(conn),
                id: id.clone(),
                command: command.clone(),
            };
            self.at(when, Event::Server(server, input));
        }
    }

    fn send(&mut self, server: u32, to: &[ConnId], message: &Message) -> Result<(), String> {
        let text: Arc<str> = serde_json::to_string(message)
            .map_err(|error| error.to_string())?
            .into();
        let index = match message {
            Message::View { index, .. } | Message::Update { index, .. } => *index,
            _ => self
                .servers
                .get(&server)
                .and_then(Table::index)
                .unwrap_or(0),
        };
        for &ConnId(conn) in to {
            let Some(connection) = self.connections.get_mut(&conn) else {
                continue;
            };
            if connection.server != server {
                continue;
            }
            let person = self.clients[connection.client].person.clone();
            if let Message::Accepted { id, index, .. } = message {
                let client = &self.clients[connection.client];
                check::stored(
                    &self.stored.read_now(self.code),
                    client,
                    id.as_str(),
                    *index,
                )?;
            }
            self.report.messages += 1;
            self.report.bytes += text.len() as u64;
            let text = text.clone();
            self.sent.push(Sent {
                person,
                index,
                text: text.clone(),
            });
            if let Some(connection) = self.connections.get_mut(&conn) {
                connection.outbox.push(text);
                self.schedule_delivery(conn);
            }
        }
        Ok(())
    }

    fn schedule_delivery(&mut self, conn: u64) {
        let delay = self.delay();
        if let Some(connection) = self.connections.get_mut(&conn)
            && !connection.delivering
        {
            connection.delivering = true;
            let when = (self.now + delay).max(connection.reads_at);
            self.at(when, Event::Deliver(conn));
        }
    }

    fn deliver(&mut self, conn: u64) -> Result<(), String> {
        let Some(connection) = self.connections.get_mut(&conn) else {
            return Ok(());
        };
        connection.delivering = false;
        let client = connection.client;
        let mut messages = VecDeque::new();
        while let Some(message) = connection.outbox.pop() {
            messages.push_back(message);
        }
        let (missed, server) = (connection.outbox.take_missed(), connection.server);
        for text in messages {
            let message = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            self.clients[client]
                .receive(&message)
                .map_err(|what| format!("client {client}: {what}"))?;
        }
        if missed {
            let attach = self.attach(conn, client, None);
            self.at(self.now, Event::Server(server, attach));
        }
        if self.chance(self.plan.rates.drop) {
            self.cut(conn);
        } else if self.chance(self.plan.rates.slow) {
            let reads_at = self.now + u64::from(self.dice.below(20_000));
            if let Some(connection) = self.connections.get_mut(&conn) {
                connection.reads_at = reads_at;
            }
        }
        self.think(client);
        Ok(())
    }

    fn log_now(&self) -> Vec<Stored> {
        self.stored.read_now(self.code)
    }

    fn check(&mut self) -> Result<(), String> {
        let stored = self.log_now();
        let records = record::read(&stored).map_err(|damage| damage.to_string())?;
        let records: Vec<_> = records.into_iter().map(|(record, _)| record).collect();
        self.report.records = records.len() as u64;
        // An old server that went on for a while may have written what the new one learns later.
        let table = self.servers.get(&self.server).and_then(Table::index);
        let head = table.ok_or("the server knows of no record")?;
        let known = records.iter().take_while(|record| record.index <= head);
        let room = Room::replay(self.code, known, &self.games);
        let room = room.map_err(|damage| damage.to_string())?;
        let room = room.ok_or("the room is gone")?;
        for client in &self.clients {
            self.report.acknowledged += check::answers(&records, client)?;
            check::sees_everything(&room, head, client)?;
        }
        check::moves(&records, &self.clients, self.plan.options.clock)?;
        check::deals(&room)?;
        check::leaks(self.code, &self.games, &records, &self.sent)
    }
}

fn script(
    plan: &Plan,
    calm: Arc<AtomicBool>,
    faults: Arc<AtomicU64>,
) -> impl FnMut() -> Fault + Send + 'static {
    let rates = plan.rates;
    let mut dice = Seed::from(plan.seed).child(1 << 41).rng(Stream::POLICY);
    let kinds = [
        (rates.lost, Fault::Lost),
        (rates.unanswered, Fault::Unanswered),
        (rates.late, Fault::Late),
        (rates.conflict, Fault::Conflict),
        (rates.unavailable, Fault::Unavailable),
    ];
    move || {
        if calm.load(Ordering::Relaxed) {
            return Fault::None;
        }
        let mut roll = dice.below(1000);
        for (rate, fault) in kinds {
            if roll < rate {
                faults.fetch_add(1, Ordering::Relaxed);
                return fault;
            }
            roll -= rate;
        }
        Fault::None
    }
}
