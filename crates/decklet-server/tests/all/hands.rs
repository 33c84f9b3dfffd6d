//! Hands that are over: who may see what of them, ledgers, results and ratings.

use crate::common::{Client, Running};
use decklet_match::{
    log::{Activity, Append, MatchLog, SqliteLog, contract},
    record::{self, Change, Record},
};
use serde_json::{Value, json};
use std::path::Path;

/// A table with these people, all of whom let bots play for them; the others are bots.
async fn table(server: &Running, tokens: &[&str], options: &Value) -> (String, Vec<Client>) {
    let room = server.room(tokens[0], options).await;
    let mut clients = Vec::new();
    for token in tokens {
        let mut client = Client::hello(server, Some(token)).await;
        client.send(&json!({"type": "attach", "room": room})).await;
        client.accepted(json!({"type": "sit"})).await;
        clients.push(client);
    }
    (room, clients)
}

/// Three people at a rated table of Dou Dizhu: their tokens, the room, and their connections.
async fn rated_table(server: &Running) -> ([String; 3], String, Vec<Client>) {
    let tokens = [
        server.guest("Anna").await,
        server.guest("Ben").await,
        server.guest("小明").await,
    ];
    let mut options = doudizhu();
    options["rated"] = json!(true);
    let all = tokens.each_ref().map(String::as_str);
    let (room, clients) = table(server, &all, &options).await;
    (tokens, room, clients)
}

/// Plays a hand to its end.
async fn play(clients: &mut [Client]) -> Value {
    for client in &mut *clients {
        client.answer(json!({"type": "ready", "ready": true})).await;
    }
    clients[0].answer(json!({"type": "start"})).await;
    for client in &mut *clients {
        client
            .accepted(json!({"type": "trustee", "on": true}))
            .await;
    }
    loop {
        let message = clients[0].next().await.unwrap();
        let result = &message["scene"]["room"]["result"];
        if message["change"]["type"] == "acted" && !result.is_null() {
            return result.clone();
        }
    }
}

fn doudizhu() -> Value {
    json!({
        "game": "doudizhu", "options": {"profile": "pagat"}, "seats": 3, "botDelayMs": 0,
        "clock": {"type": "perTurn", "seconds": 600},
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replay_shows_each_viewer_what_it_saw() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let tokens = [server.guest("Anna").await, server.guest("Ben").await];
    let stranger = server.guest("Zoe").await;
    let all: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let (room, mut clients) = table(&server, &all, &doudizhu()).await;
    let hand = format!("/api/v1/rooms/{room}/hands/1");
    let get = async |path: String, token: Option<&str>| server.http("GET", &path, token, "").await;
    for path in ["/replay", "/log", "/proof", "/replay?as=0"] {
        let early = get(format!("{hand}{path}"), Some(&tokens[0])).await;
        assert_eq!(early.0, 404, "{path}: {}", early.1);
    }
    let result = play(&mut clients).await;

    let (status, own) = get(format!("{hand}/replay?as=0"), Some(&tokens[0])).await;
    assert_eq!(status, 200, "{own}");
    assert_eq!(own["result"], result);
    let steps = own["steps"].as_array().unwrap();
    assert!(steps.len() > 10);
    for (entry, step) in steps.iter().enumerate() {
        assert_eq!(step["entry"], json!(entry));
        assert_eq!(step["game"]["viewer"], "p1");
    }
    // In the auction nobody sees another's cards, whoever asks.
    let zones = &steps[0]["game"]["zones"];
    assert_eq!(
        zones["player:p1:hand"]["cards"].as_array().unwrap().len(),
        17
    );
    assert_eq!(zones["player:p2:hand"].get("cards"), None);
    let (status, public) = get(format!("{hand}/replay"), None).await;
    assert_eq!(status, 200);
    assert_eq!(
        public["steps"][0]["game"]["zones"]["player:p1:hand"].get("cards"),
        None
    );
    for (whom, token) in [
        ("0", None),
        ("0", Some(&stranger)),
        ("0", Some(&tokens[1])),
        ("all", Some(&tokens[0])),
        ("2", Some(&tokens[0])),
    ] {
        let path = format!("{hand}/replay?as={whom}");
        let refused = get(path, token.map(String::as_str)).await;
        assert_eq!(refused.0, 403, "as {whom}: {}", refused.1);
    }
    assert_eq!(
        get(format!("{hand}/replay?as=7"), Some(&tokens[0])).await.0,
        404
    );

    // A link is made by those who sat there, is the same for all, and shows everything.
    let share = format!("{hand}/share");
    assert_eq!(
        server.http("POST", &share, Some(&stranger), "").await.0,
        403
    );
    assert_eq!(server.http("POST", &share, None, "").await.0, 401);
    let (_, link) = server.http("POST", &share, Some(&tokens[0]), "").await;
    let (_, again) = server.http("POST", &share, Some(&tokens[1]), "").await;
    assert_eq!(link, again);
    let id = link["id"].as_str().unwrap();
    assert_eq!(id.len(), 32);
    let (status, shared) = get(format!("/api/v1/replays/{id}?as=all"), None).await;
    assert_eq!(status, 200, "{shared}");
    let zones = &shared["steps"][0]["game"]["zones"];
    assert_eq!(
        zones["player:p2:hand"]["cards"].as_array().unwrap().len(),
        17
    );
    let (_, one) = get(format!("/api/v1/replays/{id}?as=1"), None).await;
    assert_eq!(one["steps"][0]["game"]["viewer"], "p2");
    assert_eq!(
        get(format!("/api/v1/replays/{}", "0".repeat(32)), None)
            .await
            .0,
        404
    );
    assert_eq!(get(format!("/api/v1/replays/{id}/log"), None).await.0, 200);

    // The analysis is for those who sat there, too.
    let path = format!("{hand}/analysis");
    assert_eq!(get(path.clone(), Some(&stranger)).await.0, 403);
    assert_eq!(server.http("POST", &path, Some(&stranger), "").await.0, 403);
    assert_eq!(get(path.clone(), Some(&tokens[0])).await.1["state"], "none");
    assert_eq!(
        server.http("POST", &path, Some(&tokens[0]), "").await.0,
        202
    );
    let said = loop {
        let (_, said) = get(path.clone(), Some(&tokens[0])).await;
        match said["state"].as_str().unwrap() {
            "done" => break said,
            _ => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
        }
    };
    let decisions = said["decisions"].as_array().unwrap();
    assert!(decisions.len() > 5, "{said}");
    for decision in decisions {
        assert!(decision["lost"].as_i64().unwrap() >= 0);
        assert!(decision["reason"]["zh"].is_string());
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ledger_adds_up_over_a_rematch_and_says_what_the_points_are_made_of() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let anna = server.guest("Anna").await;
    let (room, mut clients) = table(&server, &[&anna], &doudizhu()).await;
    let mut results = Vec::new();
    for _ in 0..3 {
        results.push(play(&mut clients).await);
    }
    let (_, ledger) = server
        .http("GET", &format!("/api/v1/rooms/{room}/hands"), None, "")
        .await;
    let hands = ledger["hands"].as_array().unwrap();
    assert_eq!(hands.len(), 3);
    let mut totals = [0; 3];
    for (hand, result) in hands.iter().zip(&results) {
        assert_eq!(hand["result"], *result);
        assert_eq!(hand["players"], json!(["Anna", null, null]));
        let points: Vec<i64> = serde_json::from_value(hand["result"]["points"].clone()).unwrap();
        assert_eq!(points.iter().sum::<i64>(), 0, "{hand}");
        for (total, points) in totals.iter_mut().zip(&points) {
            *total += points;
        }
        assert_eq!(hand["result"]["totals"], json!(totals));
        // Every factor of the multiplier is there: their product is what a farmer wins or loses.
        let factors = hand["factors"].as_array().unwrap();
        let product: u64 = factors
            .iter()
            .map(|factor| factor["by"].as_u64().unwrap())
            .product();
        let least = points
            .iter()
            .map(|points| points.unsigned_abs())
            .min()
            .unwrap();
        assert_eq!(product, least, "{hand}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rated_hands_change_ratings_once_whatever_happens() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (tokens, room, mut clients) = rated_table(&server).await;
    let result = play(&mut clients).await;
    drop(clients);

    let board = "/api/v1/ratings/doudizhu/pagat";
    let mut server = server;
    let mut before = Value::Null;
    // A restart brings all hands of the room again.
    for start in 0..3 {
        let leaders = loop {
            let (_, board) = server.http("GET", board, None, "").await;
            match board["leaders"].as_array().unwrap().len() {
                3 => break board["leaders"].clone(),
                _ => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
            }
        };
        for one in leaders.as_array().unwrap() {
            assert_eq!(one["hands"], 1, "{leaders}");
            let seat = ["Anna", "Ben", "小明"]
                .iter()
                .position(|name| one["name"] == **name);
            let won = result["winners"]
                .as_array()
                .unwrap()
                .contains(&json!(seat.unwrap()));
            assert_eq!(one["won"].as_u64(), Some(u64::from(won)));
            assert_eq!(one["rating"].as_i64().unwrap() > 1500, won, "{leaders}");
        }
        assert!(start == 0 || leaders == before);
        before = leaders;
        let (_, hands) = server
            .http("GET", "/api/v1/me/hands", Some(&tokens[1]), "")
            .await;
        let hands = hands["hands"].as_array().unwrap().clone();
        assert_eq!(hands.len(), 1);
        assert_eq!(
            (&hands[0]["room"], &hands[0]["seat"]),
            (&json!(room), &json!(1))
        );
        assert_eq!(hands[0]["points"], result["points"][1]);
        assert_ne!(hands[0]["ratingBefore"], hands[0]["ratingAfter"]);
        server.stop().await;
        server = Running::start(data.path()).await;
        server
            .http("GET", &format!("/api/v1/rooms/{room}"), None, "")
            .await;
    }

    // Who wants to be forgotten is in no list any more.
    let secret = json!({"login": "anna", "password": "correct horse"}).to_string();
    server
        .http("POST", "/api/v1/account", Some(&tokens[0]), &secret)
        .await;
    let secret = json!({"password": "correct horse"}).to_string();
    let closed = server
        .http("DELETE", "/api/v1/account", Some(&tokens[0]), &secret)
        .await;
    assert_eq!(closed.0, 204, "{}", closed.1);
    let ledger = format!("/api/v1/rooms/{room}/hands");
    let log = format!("{ledger}/1/log");
    for path in [board, &ledger, &log, &format!("{ledger}/1/replay")] {
        let (status, _, text) = server.raw("GET", path, "", "").await;
        assert_eq!(status, 200, "{path}");
        assert!(!text.contains("Anna"), "{path}");
        assert!(text.contains("Ben") || path == board, "{path}");
    }
    let (_, _, log) = server.raw("GET", &log, "", "").await;
    let log = decklet_engine::log::LogFile::read(log.as_bytes()).unwrap();
    let games = decklet_match::Games::standard();
    let rules = games.rules(&log.header.game, &log.header.options).unwrap();
    let proof = server
        .http("GET", &format!("{ledger}/1/proof"), None, "")
        .await
        .1;
    let proof: decklet_match::fairness::Proof = serde_json::from_value(proof).unwrap();
    proof.verify_log(&log, &rules).unwrap();
    server.stop().await;
}

/// The last record of a room: it is closed.
fn close(data: &Path, room: &str) {
    let log = SqliteLog::open(&data.join("decklet.sqlite")).unwrap();
    let room = room.parse().unwrap();
    let stored = contract::read(&log, room).unwrap();
    let (last, chain) = record::read(&stored).unwrap().pop().unwrap();
    let (bytes, _) = chain.seal(&Record {
        index: last.index + 1,
        at: last.at,
        by: None,
        change: Change::Closed,
    });
    let append = Append {
        room,
        expected: stored.last().unwrap().version,
        record: bytes,
        activity: Activity::Closed,
    };
    let (done, answer) = std::sync::mpsc::channel();
    log.append(append, Box::new(move |outcome| done.send(outcome).unwrap()));
    answer.recv().unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hands_of_a_closed_room_that_a_crash_has_kept_from_the_results_come_at_the_next_start() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (_, room, mut clients) = rated_table(&server).await;
    play(&mut clients).await;
    drop(clients);
    server.stop().await;

    let file = data.path().join("decklet.sqlite");
    let db = rusqlite::Connection::open(&file).unwrap();
    let count = |table: &str| -> u32 {
        let count = format!("SELECT COUNT(*) FROM {table}");
        db.query_row(&count, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(
        [count("hand"), count("rating"), count("settled")],
        [1, 3, 0]
    );
    close(data.path(), &room);
    db.execute_batch("DELETE FROM hand; DELETE FROM hand_seat; DELETE FROM rating;")
        .unwrap();

    for _ in 0..2 {
        let server = Running::start(data.path()).await;
        // Nobody asks for the room.
        while count("settled") == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let (_, figures) = server.http("GET", "/metrics", None, "").await;
        assert!(figures.as_str().unwrap().contains("decklet_rooms 0"));
        server.stop().await;
        assert_eq!(
            [count("hand"), count("rating"), count("settled")],
            [1, 3, 1]
        );
    }
}
