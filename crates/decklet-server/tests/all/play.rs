//! Whole games over real sockets: with reconnections, a restart of the server, and a look at every
//! byte that was sent.

use crate::common::{Client, Running};
use decklet_engine::{GameEngine, Seat, Viewer, log::LogFile};
use decklet_match::{Games, fairness::Proof};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Somebody at the table, over all connections.
struct Person {
    token: Option<String>,
    client: Client,
    room: String,
    last: Option<u64>,
    scene: Value,
    /// Whether the cards of the turn that is shown are being played.
    asked: Option<(Value, Value)>,
    /// All messages that came, with the last entry of the game that they may tell of.
    heard: Vec<(u64, Value)>,
    entry: u64,
}

impl Person {
    async fn attach(server: &Running, token: Option<&str>, room: &str) -> Self {
        let mut person = Self {
            token: token.map(str::to_owned),
            client: Client::hello(server, token).await,
            room: room.to_owned(),
            last: None,
            scene: Value::Null,
            asked: None,
            heard: Vec::new(),
            entry: 0,
        };
        person.ask_to_see().await;
        person
    }

    async fn ask_to_see(&mut self) {
        let attach = json!({
            "type": "attach", "channel": 3, "room": self.room, "last": self.last,
        });
        self.client.send(&attach).await;
    }

    async fn reconnect(&mut self, server: &Running) {
        self.client = Client::hello(server, self.token.as_deref()).await;
        self.asked = None;
        self.ask_to_see().await;
    }

    /// Takes a message; `None` when the connection was closed.
    async fn hear(&mut self) -> Option<Value> {
        let message = self.client.next().await.ok()?;
        assert_eq!(message["channel"], 3, "{message}");
        let index = message["index"].as_u64();
        match message["type"].as_str().unwrap() {
            "view" => self.last = index,
            "update" => {
                assert_eq!(index, self.last.map(|last| last + 1), "{message}");
                self.last = index;
                match message["change"]["type"].as_str() {
                    Some("acted") => self.entry += 1,
                    Some("started") => self.entry = 1,
                    _ => {}
                }
            }
            "current" => assert_eq!(index, self.last),
            _ => {}
        }
        if let Some(scene) = message.get("scene") {
            self.scene = scene.clone();
        }
        if let Some(entry) = self.scene["game"]["index"].as_u64() {
            self.entry = self.entry.max(entry);
        }
        self.heard.push((self.entry, message.clone()));
        Some(message)
    }

    async fn hear_until(&mut self, wanted: &str) -> Value {
        loop {
            let message = self.hear().await.expect("the connection is open");
            if message["type"] == wanted {
                return message;
            }
        }
    }

    async fn accepted(&mut self, command: Value) {
        let id = self.send(command).await;
        loop {
            let message = self.hear().await.expect("the connection is open");
            if message["id"] == json!(id) {
                assert_eq!(message["type"], "accepted", "{message}");
                return;
            }
        }
    }

    async fn send(&mut self, mut command: Value) -> String {
        command["channel"] = json!(3);
        self.client.command(command).await
    }

    fn is_over(&self) -> bool {
        !self.scene["room"]["result"].is_null()
    }

    /// Plays until the hand is over, the connection is closed, or so many records were seen.
    async fn play(&mut self, until: u64) {
        while !self.is_over() && self.last.is_none_or(|last| last < until) {
            let turn = self.scene["room"]["turn"].clone();
            let now = (turn["hand"].clone(), turn["entry"].clone());
            let mine = !turn.is_null() && turn["seat"] == self.scene["you"];
            if mine && self.asked.as_ref() != Some(&now) {
                let ask = match self.entry % 2 {
                    0 => "hint",
                    _ => "legal",
                };
                self.send(json!({ "type": ask })).await;
                self.asked = Some(now);
            }
            let Some(message) = self.hear().await else {
                return;
            };
            let action = match message["type"].as_str().unwrap() {
                "hint" => message["action"].clone(),
                "legal" => message["actions"][0].clone(),
                _ => continue,
            };
            let (hand, entry) = (&message["hand"], &message["entry"]);
            self.send(json!({"type": "act", "hand": hand, "entry": entry, "action": action}))
                .await;
        }
    }
}

async fn play_all(people: &mut [Person; 3], until: u64) {
    let [one, two, watching] = people;
    tokio::join!(one.play(until), two.play(until), watching.play(until));
}

async fn a_whole_game(game: &str) {
    // Nobody's time runs out in the test: whoever does not act would hang it.
    let clock = json!({"type": "perTurn", "seconds": 600});
    let options = json!({"game": game, "seats": 3, "botDelayMs": 0, "clock": clock});
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (anna, ben) = (server.guest("Anna").await, server.guest("小明").await);
    let room = server.room(&anna, &options).await;
    let mut people = [
        Person::attach(&server, Some(&anna), &room).await,
        Person::attach(&server, Some(&ben), &room).await,
        Person::attach(&server, None, &room).await,
    ];
    for person in &mut people {
        person.hear_until("view").await;
    }
    people[0].accepted(json!({"type": "sit"})).await;
    people[1].accepted(json!({"type": "sit"})).await;
    people[1]
        .accepted(json!({"type": "mix", "text": "my-dice"}))
        .await;
    people[1]
        .accepted(json!({"type": "ready", "ready": true}))
        .await;
    people[0].accepted(json!({"type": "start"})).await;

    play_all(&mut people, 8).await;
    let log = format!("/api/v1/rooms/{room}/hands/1/log");
    assert_eq!(server.http("GET", &log, None, "").await.0, 404, "not yet");
    people[0].reconnect(&server).await;
    play_all(&mut people, 12).await;

    server.stop().await;
    let server = Running::start(data.path()).await;
    for person in &mut people {
        person.reconnect(&server).await;
    }
    play_all(&mut people, u64::MAX).await;
    for person in &people {
        assert!(person.is_over());
        assert_eq!(person.scene["room"]["totals"].as_array().unwrap().len(), 3);
    }

    let hands = format!("/api/v1/rooms/{room}/hands");
    let (_, hands) = server.http("GET", &hands, None, "").await;
    assert_eq!(hands["hands"].as_array().unwrap().len(), 1, "{hands}");
    assert_eq!(
        hands["hands"][0]["result"],
        people[0].scene["room"]["result"]
    );
    let (status, _, log) = server.raw("GET", &log, "", "").await;
    assert_eq!(status, 200);
    let proof = format!("/api/v1/rooms/{room}/hands/1/proof");
    let (_, proof) = server.http("GET", &proof, None, "").await;
    assert_eq!(proof, people[1].scene["room"]["proof"]);
    let proof: Proof = serde_json::from_value(proof).unwrap();
    let log = LogFile::read(log.as_bytes()).unwrap();
    let rules = Games::standard();
    let rules = rules.rules(&log.header.game, &log.header.options).unwrap();
    let game = proof.verify_log(&log, &rules).unwrap();
    for person in &people {
        let seat = person.scene["you"].as_u64();
        nothing_leaked(&game, &proof.secret, seat, &person.heard);
    }
    server.stop().await;
}

/// No message names a card that its reader has not been able to see until then, nor the secret.
fn nothing_leaked(game: &GameEngine, secret: &str, seat: Option<u64>, heard: &[(u64, Value)]) {
    let cards: BTreeSet<&str> = game
        .rules()
        .cards()
        .iter()
        .map(decklet_engine::Card::name)
        .collect();
    let viewer = match seat {
        Some(seat) => Viewer::Seat(Seat(u8::try_from(seat).unwrap())),
        None => Viewer::Spectator,
    };
    let last = game.log().last().unwrap().index();
    let seen: Vec<String> = (0..=last)
        .map(|entry| serde_json::to_string(&game.at(entry).view(viewer)).unwrap())
        .collect();
    let mut named = 0;
    for (entry, message) in heard {
        let mut message = message.clone();
        if let Some(events) = message["events"].as_array_mut() {
            // Cards that were shown for a moment and hidden again.
            let moments = ["UNO_INITIAL_FLIPPED", "UNO_HAND_SHOWN"];
            events.retain(|event| !moments.contains(&event["type"].as_str().unwrap()));
        }
        let text = message.to_string();
        let over = *entry >= last;
        assert!(
            over || !text.contains(secret),
            "the secret was sent: {text}"
        );
        let until = usize::try_from(*entry).unwrap().min(seen.len() - 1);
        let known: BTreeSet<&str> = seen[..=until].iter().flat_map(|view| words(view)).collect();
        for word in words(&text).filter(|word| cards.contains(word)) {
            named += 1;
            assert!(
                known.contains(word),
                "{word} was sent to {seat:?} at {entry}: {text}"
            );
        }
    }
    assert!(named > 10, "cards were looked for where there are some");
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_doudizhu() {
    a_whole_game("doudizhu").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_uno() {
    a_whole_game("uno").await;
}
