//! Those who are not friends, those who play the same deals elsewhere, and programs that play.

use crate::common::{Client, Lines, Running};
use serde_json::{Value, json};
use std::time::Duration;

async fn seated(server: &Running, token: &str, room: &str) -> Client {
    let mut client = Client::hello(server, Some(token)).await;
    client.send(&json!({"type": "attach", "room": room})).await;
    client.accepted(json!({"type": "sit"})).await;
    client
}

#[tokio::test]
async fn who_is_blocked_is_not_heard_at_any_table_or_connection() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (anna, ben) = (server.guest("Anna").await, server.guest("Ben").await);
    let options = json!({"game": "uno", "seats": 3});
    let room = server.room(&anna, &options).await;
    let mut a = seated(&server, &anna, &room).await;
    let mut b = seated(&server, &ben, &room).await;
    b.accepted(json!({"type": "say", "text": "one"})).await;
    assert_eq!(a.next_of("said").await["what"]["text"], "one");

    let path = format!("/api/v1/rooms/{room}/seats/1/block");
    assert_eq!(server.http("POST", &path, None, "").await.0, 401);
    assert_eq!(
        server.http("POST", &path, Some(&ben), "").await.0,
        404,
        "not oneself"
    );
    let empty = format!("/api/v1/rooms/{room}/seats/2/block");
    assert_eq!(server.http("POST", &empty, Some(&anna), "").await.0, 404);
    let (status, block) = server.http("POST", &path, Some(&anna), "").await;
    assert_eq!((status, &block["name"]), (201, &json!("Ben")), "{block}");

    let other = server.room(&ben, &options).await;
    let mut c = seated(&server, &anna, &other).await;
    let mut d = seated(&server, &ben, &other).await;
    for (speaker, text) in [(&mut b, "two"), (&mut d, "three")] {
        speaker.accepted(json!({"type": "say", "text": text})).await;
        // The speaker hears it: it was said.
        while !speaker.received.iter().any(|m| m.contains(text)) {
            speaker.next().await.unwrap();
        }
    }
    for client in [&mut a, &mut c] {
        client
            .accepted(json!({"type": "say", "phrase": "hello"}))
            .await;
        let heard = client
            .received
            .iter()
            .any(|m| m.contains("two") || m.contains("three"));
        assert!(!heard, "{:?}", client.received);
    }
    let (_, list) = server
        .http("GET", "/api/v1/me/blocks", Some(&anna), "")
        .await;
    assert_eq!(list["blocks"], json!([block]));
    let (_, nothing) = server
        .http("GET", "/api/v1/me/blocks", Some(&ben), "")
        .await;
    assert_eq!(nothing["blocks"], json!([]), "Ben is told nothing");
    let one = format!("/api/v1/me/blocks/{}", block["id"].as_str().unwrap());
    assert_eq!(server.http("DELETE", &one, Some(&ben), "").await.0, 404);
    assert_eq!(server.http("DELETE", &one, Some(&anna), "").await.0, 204);
    b.accepted(json!({"type": "say", "text": "four"})).await;
    assert_eq!(a.next_of("said").await["what"], json!({"phrase": "hello"}));
    assert_eq!(a.next_of("said").await["what"]["text"], "four");
    server.stop().await;
}

/// Plays a hand at a table where one person sits, by bots.
async fn play(client: &mut Client) {
    client.accepted(json!({"type": "start"})).await;
    client
        .accepted(json!({"type": "trustee", "on": true}))
        .await;
    loop {
        let message = client.next().await.unwrap();
        if !message["change"]["result"].is_null() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_a_duplicate_match_play_the_same_deals_and_tell_nothing_early() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (anna, ben) = (server.guest("Anna").await, server.guest("Ben").await);
    let room = json!({
        "game": "doudizhu", "options": {"profile": "rlcard"}, "seats": 3, "botDelayMs": 0,
        "clock": {"type": "perTurn", "seconds": 600},
    });
    let body = json!({"tables": 2, "hands": 2, "room": room}).to_string();
    let path = "/api/v1/duplicates";
    assert_eq!(server.http("POST", path, None, &body).await.0, 401);
    let (status, made) = server.http("POST", path, Some(&anna), &body).await;
    assert_eq!(status, 201, "{made}");
    let rooms: Vec<String> = serde_json::from_value(made["tables"].clone()).unwrap();
    let result = format!("{path}/{}", made["id"].as_str().unwrap());
    let mut one = seated(&server, &anna, &rooms[0]).await;
    let mut two = seated(&server, &ben, &rooms[1]).await;

    // Nobody sits at two tables, and nobody watches.
    let mut spy = Client::hello(&server, Some(&anna)).await;
    spy.send(&json!({"type": "attach", "room": rooms[1]})).await;
    let refused = spy.answer(json!({"type": "sit"})).await;
    assert_eq!(refused["code"], "OTHER_TABLE");
    let refused = one.answer(json!({"type": "mix", "text": "luck"})).await;
    assert_eq!(refused["code"], "SAME_DEALS");

    play(&mut one).await;
    for path in [
        "hands/1/log",
        "hands/1/proof",
        "hands/1/replay",
        "hands/1/replay?as=0",
    ] {
        let path = format!("/api/v1/rooms/{}/{path}", rooms[0]);
        let early = server.http("GET", &path, Some(&anna), "").await;
        assert_eq!(early.0, 404, "{path}: {}", early.1);
    }
    let (_, early) = server.http("GET", &result, None, "").await;
    assert_eq!(
        (&early["finished"], &early["results"]),
        (&json!(0), &json!([]))
    );
    let ledger = format!("/api/v1/rooms/{}/hands", rooms[0]);
    assert_eq!(
        server.http("GET", &ledger, None, "").await.1["hands"],
        json!([])
    );
    assert!(
        one.received
            .iter()
            .all(|message| !message.contains("\"secret\""))
    );

    play(&mut two).await;
    play(&mut one).await;
    play(&mut two).await;
    let over = one.answer(json!({"type": "start"})).await;
    assert_eq!(over["code"], "MATCH_OVER");
    for message in &spy.received {
        assert!(
            !message.contains("hearts-"),
            "who may not watch saw {message}"
        );
    }
    let shown = loop {
        let (_, shown) = server.http("GET", &result, None, "").await;
        match shown["finished"].as_u64() {
            Some(2) => break shown,
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let rows = shown["results"].as_array().unwrap();
    assert_eq!(rows.len(), 2 * 2 * 3);
    for hand in [1, 2] {
        for seat in 0..3 {
            let of = |row: &&Value| row["hand"] == hand && row["seat"] == seat;
            let against = rows
                .iter()
                .filter(of)
                .map(|row| row["againstAverage"].as_i64().unwrap());
            assert!(against.sum::<i64>().abs() <= 1, "{shown}");
        }
    }
    // The same cards were dealt, and now everything may be seen.
    let mut deals = Vec::new();
    for room in &rooms {
        let log = format!("/api/v1/rooms/{room}/hands/1/log");
        let (status, _, log) = server.raw("GET", &log, "", "").await;
        assert_eq!(status, 200, "{log}");
        let header: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        deals.push(header["seed"].clone());
    }
    assert!(deals[0].is_string() && deals[0] == deals[1], "{deals:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_plays_over_http_alone() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let token = server.guest("Program").await;
    let options = json!({
        "game": "uno", "seats": 2, "botDelayMs": 0, "clock": {"type": "perTurn", "seconds": 600},
        "spectators": {"allowed": false, "delaySeconds": 0},
    });
    let room = server.room(&token, &options).await;
    let path = format!("/api/v1/rooms/{room}/commands");
    let mut sent = 0;
    let mut ask = async |mut command: Value| {
        sent += 1;
        command["id"] = json!(format!("h{sent}"));
        let (status, answer) = server
            .http("POST", &path, Some(&token), &command.to_string())
            .await;
        (status, answer)
    };
    let mut lines = Lines::open(&server, &room, &token).await;
    assert_eq!(lines.next().await.unwrap()["type"], "view");
    assert_eq!(ask(json!({"type": "sit"})).await.0, 200);
    let (status, refused) = ask(json!({"type": "legal"})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("NOT_PLAYING")));
    assert_eq!(ask(json!({"type": "fly"})).await.0, 422);
    assert_eq!(ask(json!({"type": "start"})).await.0, 200);

    // A stranger sees the room, and no card of it.
    let other = server.guest("Other").await;
    let mut watching = Lines::open(&server, &room, &other).await;
    assert_eq!(watching.next().await.unwrap()["scene"]["game"], Value::Null);
    let legal = json!({"id": "x", "type": "legal"}).to_string();
    let stranger = server.http("POST", &path, Some(&other), &legal).await;
    assert_eq!(stranger.1["code"], "NOT_SEATED");
    assert_eq!(server.http("POST", &path, None, "{}").await.0, 401);
    let stream = format!("/api/v1/rooms/{room}/stream");
    assert_eq!(server.http("GET", &stream, None, "").await.0, 401);

    let mut result = Value::Null;
    while result.is_null() {
        let message = lines.next().await.unwrap();
        result = message["change"]["result"].clone();
        let turn = &message["scene"]["room"]["turn"];
        if turn["seat"] == 0 {
            let (_, legal) = ask(json!({"type": "legal"})).await;
            if legal["type"] != "legal" {
                continue;
            }
            let act = json!({
                "type": "act", "hand": legal["hand"], "entry": legal["entry"],
                "action": legal["actions"][0],
            });
            let (status, answer) = ask(act).await;
            assert!(status == 200 || answer["code"] == "STALE", "{answer}");
        }
    }
    assert_eq!(result["points"].as_array().unwrap().len(), 2);
    server.stop().await;
    while lines.next().await.is_some() {}
}
