//! A data directory that an earlier release has written opens in this one: rooms go on where they
//! were, finished hands can be checked, and tokens are still worth something.
//!
//! `cargo xtask fixture` writes one with this release, into the folder of its format.

use crate::common::{Client, Running};
use decklet_engine::log::LogFile;
use decklet_match::{Games, fairness::Proof, record::FORMAT};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// What is in a data directory, beside it in `people.json`.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Tokens of guests.
    anna: String,
    ben: String,
    rooms: Vec<KeptRoom>,
}

#[derive(Serialize, Deserialize)]
struct KeptRoom {
    code: String,
    game: String,
    /// Hands that are over.
    hands: usize,
    /// Whether another one is being played.
    running: bool,
    /// The last record.
    last: u64,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/upgrade")
}

/// Both people of a room, on one connection: Anna on channel 0, Ben on channel 1.
struct Table {
    client: Client,
    last: u64,
    room: Value,
}

impl Table {
    async fn attach(server: &Running, kept: &Kept, room: &str) -> Self {
        let mut client = Client::hello(server, None).await;
        for (channel, token) in [&kept.anna, &kept.ben].into_iter().enumerate() {
            client
                .send(&json!({"type": "attach", "channel": channel, "room": room, "token": token}))
                .await;
        }
        let mut table = Self {
            client,
            last: 0,
            room: Value::Null,
        };
        let view = table.client.next_of("view").await;
        table.take(&view).await;
        table
    }

    async fn command(&mut self, channel: u64, mut command: Value) {
        command["channel"] = json!(channel);
        self.client.command(command).await;
    }

    /// Whoever is on turn asks for a hint, and follows it.
    async fn take(&mut self, message: &Value) {
        let channel = message["channel"].as_u64().unwrap();
        // A bot of UNO may have acted out of turn in between.
        let refused = message["type"] == "refused" && message["code"] != "STALE";
        assert!(!refused, "{message}");
        if message["type"] == "hint" {
            let act = json!({
                "type": "act", "hand": message["hand"], "entry": message["entry"],
                "action": message["suggestions"][0]["action"],
            });
            return self.command(channel, act).await;
        }
        let Some(scene) = message.get("scene") else {
            return;
        };
        self.last = self.last.max(message["index"].as_u64().unwrap());
        self.room = scene["room"].clone();
        let turn = &scene["room"]["turn"];
        if !turn.is_null() && turn["seat"] == scene["you"] {
            self.command(channel, json!({"type": "hint"})).await;
        }
    }

    /// Plays until the hand is over, or so many records are there.
    async fn play(&mut self, until: u64) {
        while self.room["phase"] == "playing" && self.last < until {
            let message = self.client.next().await.unwrap();
            self.take(&message).await;
        }
    }

    async fn deal(&mut self) {
        for channel in 0..2 {
            self.command(channel, json!({"type": "ready", "ready": true}))
                .await;
        }
        while self.room["phase"] != "playing" {
            let message = self.client.next().await.unwrap();
            self.take(&message).await;
        }
    }
}

/// Writes the data directory of this release.
async fn write(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    let server = Running::start(folder).await;
    let mut kept = Kept {
        anna: server.guest("Anna").await,
        ben: server.guest("小明").await,
        rooms: Vec::new(),
    };
    for game in ["doudizhu", "uno"] {
        for running in [true, false] {
            let clock = json!({"type": "fischer", "seconds": 600, "increment": 5});
            let options = json!({
                "game": game, "seats": 3, "botDelayMs": 0, "clock": clock, "whenGone": "park",
            });
            let code = server.room(&kept.anna, &options).await;
            let mut table = Table::attach(&server, &kept, &code).await;
            for channel in 0..2 {
                table.command(channel, json!({"type": "sit"})).await;
                table
                    .command(channel, json!({"type": "mix", "text": "my-dice"}))
                    .await;
            }
            table.command(0, json!({"type": "addBot", "seat": 2})).await;
            table
                .command(0, json!({"type": "say", "text": "hello"}))
                .await;
            table
                .command(1, json!({"type": "say", "phrase": "thanks"}))
                .await;
            table
                .command(0, json!({"type": "setChat", "on": false}))
                .await;
            table.deal().await;
            table.play(u64::MAX).await;
            if running {
                table.deal().await;
                let until = table.last + 10;
                table.play(until).await;
            }
            kept.rooms.push(KeptRoom {
                code,
                game: game.to_owned(),
                hands: 1,
                running,
                last: table.last,
            });
        }
    }
    server.stop().await;
    let _ = fs::remove_file(folder.join("lock"));
    fs::write(
        folder.join("people.json"),
        serde_json::to_string_pretty(&kept).unwrap(),
    )
    .unwrap();
}

/// A copy of a data directory, as no test may change it.
fn copy(from: &Path) -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), data.path().join(file.file_name())).unwrap();
    }
    data
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_data_directory_there_has_been_opens() {
    if std::env::var_os("DECKLET_FIXTURE").is_some() {
        write(&folder().join(format!("format-{FORMAT}"))).await;
    }
    let mut count = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        opens(&entry.unwrap().path()).await;
        count += 1;
    }
    assert!(count >= 1 && folder().join(format!("format-{FORMAT}")).exists());
}

async fn opens(folder: &Path) {
    let data = copy(folder);
    let kept = fs::read_to_string(folder.join("people.json")).unwrap();
    let kept: Kept = serde_json::from_str(&kept).unwrap();
    assert!(!kept.rooms.is_empty());
    let server = Running::start(data.path()).await;
    for room in &kept.rooms {
        let mut table = Table::attach(&server, &kept, &room.code).await;
        assert!(table.last >= room.last, "nothing is lost");
        assert_eq!(table.room["chat"], false);
        assert_eq!(table.room["seats"][1]["name"], "小明");
        let phase = if room.running { "playing" } else { "lobby" };
        assert_eq!(table.room["phase"], phase, "{}", room.code);
        check(&server, room, room.hands).await;
        if !room.running {
            table.deal().await;
        }
        table.play(u64::MAX).await;
        check(&server, room, room.hands + 1).await;
    }
    let (_, figures) = server.http("GET", "/metrics", None, "").await;
    let figures = figures.as_str().unwrap();
    assert!(
        figures.contains("decklet_rooms_damaged_total 0"),
        "{figures}"
    );
    server.stop().await;
}

/// So many hands are over, and each follows from its proof.
async fn check(server: &Running, room: &KeptRoom, hands: usize) {
    let path = format!("/api/v1/rooms/{}/hands", room.code);
    let (_, listed) = server.http("GET", &path, None, "").await;
    assert_eq!(listed["hands"].as_array().unwrap().len(), hands, "{listed}");
    for hand in 1..=hands {
        let (status, _, log) = server
            .raw("GET", &format!("{path}/{hand}/log"), "", "")
            .await;
        assert_eq!(status, 200, "{log}");
        let (_, proof) = server
            .http("GET", &format!("{path}/{hand}/proof"), None, "")
            .await;
        let proof: Proof = serde_json::from_value(proof).unwrap();
        let log = LogFile::read(log.as_bytes()).unwrap();
        assert_eq!(log.header.game, room.game);
        let rules = Games::standard();
        let rules = rules.rules(&log.header.game, &log.header.options).unwrap();
        proof.verify_log(&log, &rules).unwrap();
    }
}
