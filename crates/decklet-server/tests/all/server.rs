//! Guests, rooms and connections, over real sockets.

use crate::common::{Client, LONG, Running};
use decklet_server::{Config, OpenError, Server};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::time::timeout;
use tokio_tungstenite::{
    connect_async,
    tungstenite::{client::IntoClientRequest, protocol::frame::coding::CloseCode},
};

fn doudizhu() -> Value {
    json!({"game": "doudizhu", "seats": 3, "botDelayMs": 0})
}

#[tokio::test]
async fn a_token_is_a_guest_until_it_is_revoked() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let token = server.guest("Anna").await;
    assert_eq!(token.len(), 64);
    server.room(&token, &doudizhu()).await;

    let me = "/api/v1/guests/me";
    assert_eq!(server.http("DELETE", me, None, "").await.0, 401);
    assert_eq!(server.http("DELETE", me, Some(&token), "").await.0, 204);
    assert_eq!(server.http("DELETE", me, Some(&token), "").await.0, 401);
    let body = doudizhu().to_string();
    let (status, refused) = server
        .http("POST", "/api/v1/rooms", Some(&token), &body)
        .await;
    assert_eq!((status, &refused["code"]), (401, &json!("STRANGER")));

    let mut client = Client::connect(&server).await;
    client.send(&json!({"type": "hello", "token": token})).await;
    assert_eq!(client.next().await.unwrap()["field"], "token");
    let closed = client.next().await.unwrap_err().unwrap();
    assert_eq!(closed.code, CloseCode::Policy);
    server.stop().await;
    for file in ["decklet.sqlite", "decklet.sqlite-wal"] {
        let Ok(bytes) = std::fs::read(data.path().join(file)) else {
            continue;
        };
        let kept = bytes.windows(64).any(|window| window == token.as_bytes());
        assert!(!kept, "a token is kept in {file}");
    }
}

#[tokio::test]
async fn requests_that_are_wrong_name_the_field() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let token = server.guest("Anna").await;
    for (path, body, field) in [
        ("guests", "", "body"),
        ("guests", "{}", "name"),
        ("guests", r#"{"name":""}"#, "name"),
        ("guests", r#"{"name":"a\u202eb"}"#, "name"),
        ("guests", r#"{"name":"a","admin":true}"#, "admin"),
        ("rooms", r#"{"game":"doudizhu"}"#, "seats"),
        ("rooms", r#"{"game":"chess","seats":2}"#, "game"),
        ("rooms", r#"{"game":"doudizhu","seats":9}"#, "seats"),
        (
            "rooms",
            r#"{"game":"doudizhu","seats":3,"clock":{"type":"perTurn","seconds":1}}"#,
            "clock.seconds",
        ),
        (
            "rooms",
            r#"{"game":"doudizhu","seats":3,"spectators":{"allowed":1}}"#,
            "spectators.allowed",
        ),
        (
            "rooms",
            r#"{"game":"doudizhu","seats":3,"options":{"profile":"no"}}"#,
            "options",
        ),
        (
            "quick",
            r#"{"game":"doudizhu","seats":3,"profile":"no"}"#,
            "profile",
        ),
    ] {
        let path = format!("/api/v1/{path}");
        let (status, refused) = server.http("POST", &path, Some(&token), body).await;
        assert_eq!(status, 422, "{body}: {refused}");
        assert_eq!(refused["field"], field, "{body}: {refused}");
    }
    let large = " ".repeat(70_000);
    assert_eq!(
        server.http("POST", "/api/v1/guests", None, &large).await.0,
        413
    );
    for path in [
        "/nothing",
        "/api/v1/rooms/OOOOOO",
        "/api/v1/rooms/ABCDEF",
        "/api/v1/rooms/A/hands",
        "/api/v1/rooms/ABCDEF/hands/1/log",
    ] {
        assert_eq!(server.http("GET", path, None, "").await.0, 404, "{path}");
    }
    // Whatever is refused before it is looked at has the same form.
    let huge = "9".repeat(400);
    for (method, path, status) in [
        ("POST", "/api/v1/rooms/ABCDEF/seats/999/block", 400),
        ("GET", "/api/v1/rooms/ABCDEF/hands/-1/log", 400),
        (
            "GET",
            &format!("/api/v1/rooms/ABCDEF/hands/{huge}/log"),
            400,
        ),
        ("GET", "/api/v1/rooms/%ff", 400),
        ("GET", "/api/v1/rooms/ABCDEF/stream?last=x", 400),
        ("GET", "/api/v1/rooms/ABCDEF/stream?token=x", 400),
        ("PUT", "/api/v1/rooms", 405),
        ("GET", "/api/v1/ws", 400),
    ] {
        let (is, refused) = server.http(method, path, Some(&token), "").await;
        assert_eq!(is, status, "{method} {path}: {refused}");
        let reason = refused["reason"].as_str().unwrap_or_default();
        assert!(
            refused["code"].is_string() && !reason.is_empty(),
            "{method} {path}: {refused}"
        );
    }
    let (_, lobby) = server.http("GET", "/api/v1/rooms", None, "").await;
    assert_eq!(lobby["rooms"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn the_lobby_shows_public_rooms_and_quick_match_finds_them() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let token = server.guest("Anna").await;
    server.room(&token, &doudizhu()).await;
    let ask = json!({"game": "uno", "profile": "party", "seats": 2}).to_string();
    let quick = |ask: String| {
        let (server, token) = (&server, &token);
        async move {
            let (status, found) = server
                .http("POST", "/api/v1/quick", Some(token), &ask)
                .await;
            assert_eq!(status, 200, "{found}");
            found["code"].as_str().unwrap().to_owned()
        }
    };
    let code = quick(ask.clone()).await;
    assert_eq!(quick(ask.clone()).await, code, "it has two free seats");
    let other = json!({"game": "uno", "profile": "official", "seats": 2});
    assert_ne!(quick(other.to_string()).await, code);

    let (_, lobby) = server.http("GET", "/api/v1/rooms", None, "").await;
    let rooms = lobby["rooms"].as_array().unwrap();
    assert_eq!(rooms.len(), 2, "the private one is not shown: {lobby}");
    let path = format!("/api/v1/rooms/{}", code.to_lowercase());
    let (_, about) = server.http("GET", &path, None, "").await;
    assert_eq!(
        (&about["people"], &about["phase"]),
        (&json!(0), &json!("lobby"))
    );

    let mut client = Client::hello(&server, Some(&token)).await;
    client.send(&json!({"type": "attach", "room": code})).await;
    client.accepted(json!({"type": "sit"})).await;
    client.accepted(json!({"type": "addBot", "seat": 1})).await;
    let (_, about) = server.http("GET", &path, None, "").await;
    assert_eq!((&about["people"], &about["bots"]), (&json!(1), &json!(1)));
    assert_ne!(quick(ask).await, code, "it is full");
    server.stop().await;
}

#[tokio::test]
async fn a_seat_is_found_for_one_person_only() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let quick = async |token: &str, seats: u8| {
        let ask = json!({"game": "uno", "profile": "party", "seats": seats}).to_string();
        let (status, found) = server
            .http("POST", "/api/v1/quick", Some(token), &ask)
            .await;
        assert_eq!(status, 200, "{found}");
        found["code"].as_str().unwrap().to_owned()
    };
    let (anna, ben, cara) = (
        server.guest("Anna").await,
        server.guest("Ben").await,
        server.guest("Cara").await,
    );
    let room = quick(&anna, 2).await;
    assert_eq!(quick(&ben, 2).await, room);
    assert_ne!(quick(&cara, 2).await, room, "kept for Anna and Ben");
    assert_eq!(quick(&ben, 2).await, room, "it is still his");
    quick(&anna, 4).await;
    quick(&cara, 4).await;
    let dora = server.guest("Dora").await;
    assert_eq!(quick(&dora, 2).await, room, "Anna went elsewhere");
    server.stop().await;
}

#[tokio::test]
async fn a_rated_room_is_found_by_those_who_want_one() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let tokens = [server.guest("Anna").await, server.guest("Ben").await];
    let quick = async |ask: Value, who: usize| {
        let token = Some(&tokens[who][..]);
        let ask = ask.to_string();
        server.http("POST", "/api/v1/quick", token, &ask).await
    };
    let plain = json!({"game": "uno", "profile": "party", "seats": 2});
    let mut rated = plain.clone();
    rated["rated"] = json!(true);
    let code = |(status, found): (u16, Value)| {
        assert_eq!(status, 200, "{found}");
        found["code"].as_str().unwrap().to_owned()
    };
    let room = code(quick(rated.clone(), 0).await);
    assert_ne!(code(quick(plain, 1).await), room);
    assert_eq!(code(quick(rated, 1).await), room);

    let mut clients = Vec::new();
    for token in &tokens {
        let mut client = Client::hello(&server, Some(token)).await;
        client.send(&json!({"type": "attach", "room": room})).await;
        client.accepted(json!({"type": "sit"})).await;
        let ready = json!({"type": "ready", "ready": true});
        client.accepted(ready).await;
        clients.push(client);
    }
    let mut shown = Value::Null;
    while shown["phase"] != "playing" {
        shown = clients[0].next_of("update").await["scene"]["room"].clone();
    }
    let told = ["rated", "hints", "counter"].map(|name| shown[name].clone());
    assert_eq!(told, [json!(true), json!(false), json!(false)], "{shown}");
    let refused = clients[0].answer(json!({"type": "hint"})).await;
    assert_eq!(refused["code"], "HINTS_OFF");

    // There are no ratings without a profile.
    let ask = json!({"game": "uno", "seats": 2, "rated": true});
    let (status, refused) = quick(ask, 0).await;
    assert_eq!((status, &refused["field"]), (422, &json!("rated")));
    let ask = json!({"game": "uno", "seats": 2, "rated": "yes"});
    assert_eq!(quick(ask, 0).await.1["field"], "rated");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_ask_for_a_quick_match_at_once_meet() {
    let data = tempfile::tempdir().unwrap();
    let server = std::sync::Arc::new(Running::start(data.path()).await);
    let mut asking = Vec::new();
    for _ in 0..8 {
        let (server, token) = (server.clone(), server.guest("Anna").await);
        asking.push(tokio::spawn(async move {
            let ask = json!({"game": "uno", "profile": "party", "seats": 4}).to_string();
            let path = "/api/v1/quick";
            server.http("POST", path, Some(&token), &ask).await.1["code"].clone()
        }));
    }
    let mut codes = Vec::new();
    for asked in asking {
        codes.push(asked.await.unwrap());
    }
    assert!(codes[0].is_string());
    codes.sort_by_key(ToString::to_string);
    let tables: Vec<_> = codes.chunk_by(PartialEq::eq).map(<[Value]>::len).collect();
    assert_eq!(tables, [4, 4], "{codes:?}");
    std::sync::Arc::into_inner(server).unwrap().stop().await;
}

#[tokio::test]
async fn a_guest_cannot_make_rooms_without_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let token = server.guest("Anna").await;
    for _ in 0..decklet_server::bounds::ROOMS_PER_GUEST {
        server.room(&token, &doudizhu()).await;
    }
    let body = doudizhu().to_string();
    let (status, refused) = server
        .http("POST", "/api/v1/rooms", Some(&token), &body)
        .await;
    assert_eq!((status, &refused["code"]), (429, &json!("TOO_MANY_ROOMS")));
    let other = server.guest("Ben").await;
    server.room(&other, &doudizhu()).await;
    server.stop().await;
}

#[tokio::test]
async fn one_connection_holds_all_seats_of_a_match() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let mut tokens = Vec::new();
    for name in ["Anna", "Ben", "Cleo"] {
        tokens.push(server.guest(name).await);
    }
    let room = server.room(&tokens[0], &doudizhu()).await;
    let mut client = Client::hello(&server, None).await;
    for (channel, token) in tokens.iter().enumerate() {
        let attach = json!({
            "type": "attach", "channel": channel, "room": room, "token": token,
        });
        client.send(&attach).await;
        client
            .accepted(json!({"type": "sit", "channel": channel}))
            .await;
    }
    for channel in 0..3 {
        let ready = json!({"type": "ready", "ready": true, "channel": channel});
        client.accepted(ready).await;
    }
    let mut hands = std::collections::BTreeMap::new();
    while hands.len() < 3 {
        let message = client.next_of("update").await;
        if message["change"]["type"] == "started" {
            let channel = message["channel"].as_u64().unwrap();
            let you = &message["scene"]["you"];
            assert_eq!(you.as_u64(), Some(channel), "each sees its own seat");
            let hand = format!("player:p{}:hand", channel + 1);
            let hand = message["scene"]["game"]["zones"][hand]["cards"].clone();
            assert!(hand.is_array());
            hands.insert(channel, hand.to_string());
        }
    }
    // A channel that was given up is silent, and may be used for something else.
    client.send(&json!({"type": "detach", "channel": 2})).await;
    let refused = client.answer(json!({"type": "legal", "channel": 2})).await;
    assert_eq!(refused["field"], "channel");
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_understood_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let token = server.guest("Anna").await;
    let room = server.room(&token, &doudizhu()).await;
    let mut client = Client::connect(&server).await;
    client.send(&json!({"type": "attach", "room": room})).await;
    assert_eq!(
        client.next().await.unwrap()["field"],
        "type",
        "hello comes first"
    );
    client.send(&json!({"type": "hello", "token": token})).await;
    client.next_of("welcome").await;
    client
        .send(&json!({"type": "attach", "room": "ABCDEF"}))
        .await;
    assert_eq!(client.next_of("refused").await["field"], "room");
    client.send(&json!({"type": "attach", "room": room})).await;
    client.next_of("view").await;
    client.accepted(json!({"type": "sit"})).await;
    let before = client.accepted(json!({"type": "start"})).await;

    let turn = json!({"hand": 1, "entry": 1});
    let act = |action: &Value| {
        json!({"type": "act", "id": "x", "hand": 1, "entry": turn["entry"],
        "action": action})
        .to_string()
    };
    for (text, field) in [
        ("hello", "message"),
        ("{\"type\":\"sit\",\"id\":\"x\"", "message"),
        (r#"{"id":"x"}"#, "type"),
        (r#"{"type":"fly","id":"x"}"#, "type"),
        (r#"{"type":"addBot","id":"x","seat":"one"}"#, "seat"),
        (r#"{"type":"hello"}"#, "type"),
        (
            r#"{"type":"attach","channel":"a","room":"ABCDEF"}"#,
            "channel",
        ),
    ] {
        client.send_text(text).await;
        let refused = client.next_of("refused").await;
        assert_eq!(refused["field"], field, "{text}: {refused}");
    }
    for action in [
        json!({}),
        json!([]),
        json!(null),
        json!({"type": "FLY"}),
        json!({"type": "BID", "payload": {"bid": "all"}}),
        json!({"type": 1}),
    ] {
        client.send_text(&act(&action)).await;
        let refused = client.next_of("refused").await;
        assert!(
            refused["code"].is_string() && refused["id"] == "x",
            "{action}: {refused}"
        );
    }
    // Bots may have moved before the person's turn; nothing of it is by the person.
    let mut again = Client::hello(&server, Some(&token)).await;
    again
        .send(&json!({"type": "attach", "room": room, "last": before}))
        .await;
    loop {
        let message = again.next().await.unwrap();
        if let "current" | "presence" = message["type"].as_str().unwrap() {
            break;
        }
        let by = &message["change"]["by"];
        assert!(message["type"] == "view" || by != "person", "{message}");
        if !message["scene"].is_null() {
            break;
        }
    }
    // What is too long ends the connection, and only that one.
    let large = format!("{{\"type\":\"{}\"}}", "x".repeat(70_000));
    again.send_text(&large).await;
    while again.next().await.is_ok() {}
    client.send(&json!({"type": "legal", "id": "y"})).await;
    while client.next().await.unwrap()["id"] != "y" {}
    server.stop().await;
}

#[tokio::test]
async fn who_sends_too_fast_is_read_slowly_and_others_are_not() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new("127.0.0.1:0".parse().unwrap(), data.path());
    config.rate = 20;
    let server = Running::with(&config).await;
    let (anna, ben) = (server.guest("Anna").await, server.guest("Ben").await);
    let room = server.room(&anna, &doudizhu()).await;
    let (mut fast, mut calm) = (
        Client::hello(&server, Some(&anna)).await,
        Client::hello(&server, Some(&ben)).await,
    );
    let begin = Instant::now();
    for number in 0..60 {
        fast.send(&json!({"type": "nothing", "id": format!("f{number}")}))
            .await;
    }
    calm.send(&json!({"type": "attach", "room": room})).await;
    calm.next_of("view").await;
    for number in 0..60 {
        let refused = fast.next_of("refused").await;
        assert_eq!(refused["id"], json!(format!("f{number}")), "none is lost");
    }
    // 40 are free, and 20 more take a second.
    assert!(begin.elapsed() > Duration::from_millis(900));
    let (_, metrics) = server.http("GET", "/metrics", None, "").await;
    assert!(
        metrics
            .as_str()
            .unwrap()
            .contains("decklet_senders_slowed_total")
    );
    server.stop().await;
}

#[tokio::test]
async fn a_stop_says_so_and_nothing_begins_after_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let token = server.guest("Anna").await;
    let room = server.room(&token, &doudizhu()).await;
    let mut client = Client::hello(&server, Some(&token)).await;
    client.send(&json!({"type": "attach", "room": room})).await;
    client.next_of("view").await;
    client.command(json!({"type": "sit"})).await;
    let address = server.address;
    let stopping = tokio::spawn(server.stop());
    let closed = loop {
        if let Err(closed) = client.next().await {
            break closed.unwrap();
        }
    };
    assert_eq!(closed.code, CloseCode::Restart);
    assert!(closed.reason.contains("come back"));
    timeout(LONG, stopping).await.unwrap().unwrap();
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_data_directory_has_one_server() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let config = Config::new("127.0.0.1:0".parse().unwrap(), data.path());
    let second = Server::open(&config).await;
    assert!(matches!(second, Err(OpenError::InUse { .. })));
    server.stop().await;
    let server = Running::start(data.path()).await;
    let mut config = Config::new(server.address, &data.path().join("other"));
    let second = Server::open(&config).await;
    assert!(matches!(second, Err(OpenError::Listen { .. })));
    config.data = data.path().join("lock");
    let second = Server::open(&config).await;
    assert!(matches!(second, Err(OpenError::Data { .. })));
    server.stop().await;
}

#[tokio::test]
async fn pages_and_figures() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    for (path, part) in [
        ("/", "Dou Dizhu"),
        ("/api/docs", "/api/v1/ws"),
        ("/api/docs/protocol", "`update`"),
        ("/api/v1/games", "\"profile\":\"pagat\""),
        ("/healthz", "ok"),
        ("/readyz", "ready"),
        ("/metrics", "decklet_rooms 0"),
    ] {
        let (status, head, body) = server.raw("GET", path, "", "").await;
        assert_eq!(status, 200, "{path}");
        assert!(body.contains(part), "{path}: {body}");
        let head = head.to_lowercase();
        assert!(
            head.contains("content-security-policy: default-src 'none'"),
            "{head}"
        );
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
        assert!(!head.contains("access-control-"), "{head}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_page_of_another_server_cannot_connect() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let address = server.address;
    let connect = |origin: String| async move {
        let mut request = format!("ws://{address}/api/v1/ws")
            .into_client_request()
            .unwrap();
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
        connect_async(request).await.map(|_| ())
    };
    assert!(connect(format!("http://{address}")).await.is_ok());
    let refused = connect("https://evil.example".to_owned())
        .await
        .unwrap_err();
    assert!(refused.to_string().contains("403"), "{refused}");
    server.stop().await;
}
