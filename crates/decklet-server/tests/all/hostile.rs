//! What strangers send: no crash, no change, an error that names the field.

use crate::common::{Client, LONG, Running};
use decklet_engine::{Rng, Seed, Stream};
use serde_json::{Map, Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// A room in which Anna is on turn, her connection, and her token.
async fn a_game(server: &Running) -> (String, Client, String) {
    let token = server.guest("Anna").await;
    let clock = json!({"type": "perTurn", "seconds": 600});
    let options = json!({"game": "doudizhu", "seats": 3, "botDelayMs": 0, "clock": clock});
    let room = server.room(&token, &options).await;
    let mut anna = Client::hello(server, Some(&token)).await;
    anna.send(&json!({"type": "attach", "room": room})).await;
    anna.accepted(json!({"type": "sit"})).await;
    anna.command(json!({"type": "start"})).await;
    loop {
        let message = anna.next().await.unwrap();
        let scene = &message["scene"];
        if !scene.is_null() && scene["room"]["turn"]["seat"] == scene["you"] {
            return (room, anna, token);
        }
        // All may have passed, and the hand is over.
        if !scene["room"]["result"].is_null() {
            anna.command(json!({"type": "start"})).await;
        }
    }
}

/// The room and the game as a person sees them, without the clock.
async fn seen(server: &Running, token: &str, room: &str) -> Value {
    let mut client = Client::hello(server, Some(token)).await;
    client.send(&json!({"type": "attach", "room": room})).await;
    let mut view = client.next_of("view").await;
    view["now"] = Value::Null;
    // Somebody may be on the way out.
    for seat in view["scene"]["room"]["seats"].as_array_mut().unwrap() {
        seat["online"] = Value::Null;
    }
    view
}

fn dice(seed: u64) -> Rng {
    Seed::from(seed).rng(Stream::POLICY)
}

fn pick<'v, T>(dice: &mut Rng, all: &'v [T]) -> &'v T {
    &all[dice.below(u32::try_from(all.len()).unwrap()) as usize]
}

/// A value of any kind.
fn anything(dice: &mut Rng, depth: u32) -> Value {
    match dice.below(if depth == 0 { 8 } else { 10 }) {
        0 => Value::Null,
        1 => json!(dice.below(2) == 0),
        2 => json!(i64::from(dice.below(1000)) - 500),
        3 => json!(u64::MAX),
        4 => json!(-1.5e300),
        5 => json!("\u{202e}\u{0}<script>"),
        6 => json!("x".repeat(dice.below(3000) as usize)),
        7 => json!(pick(dice, &["sit", "act", "p1", "hearts-A", ""])),
        8 => (0..dice.below(4))
            .map(|_| anything(dice, depth - 1))
            .collect(),
        _ => {
            let fields = (0..dice.below(4)).map(|_| {
                let name = *pick(dice, &["type", "id", "payload", "a", ""]);
                (name.to_owned(), anything(dice, depth - 1))
            });
            Value::Object(fields.collect())
        }
    }
}

/// Every message there is, with the fields it must have.
fn messages(room: &str) -> Vec<(Value, &'static str)> {
    let action = json!({"type": "PASS", "payload": {}});
    vec![
        (
            json!({"type": "attach", "channel": 1, "room": room, "last": 2, "token": "x"}),
            "room",
        ),
        (json!({"type": "detach", "channel": 9}), ""),
        (json!({"type": "sit", "id": "f1", "seat": 1}), "id"),
        (json!({"type": "leave", "id": "f1"}), "id"),
        (
            json!({"type": "ready", "id": "f1", "ready": true}),
            "id ready",
        ),
        (json!({"type": "start", "id": "f1"}), "id"),
        (json!({"type": "addBot", "id": "f1", "seat": 1}), "id seat"),
        (json!({"type": "remove", "id": "f1", "seat": 1}), "id seat"),
        (
            json!({"type": "mix", "id": "f1", "text": "dice"}),
            "id text",
        ),
        (
            json!({"type": "act", "id": "f1", "hand": 1, "entry": 1, "action": action}),
            "id hand entry action",
        ),
        (json!({"type": "legal", "id": "f1"}), "id"),
        (json!({"type": "hint", "id": "f1"}), "id"),
        (json!({"type": "trustee", "id": "f1", "on": true}), "id on"),
        (json!({"type": "say", "id": "f1", "text": "hi"}), "id"),
        (json!({"type": "setChat", "id": "f1", "on": false}), "id on"),
        (
            json!({"type": "mute", "id": "f1", "seat": 0, "on": true}),
            "id seat on",
        ),
    ]
}

/// A message with one thing wrong, and the field where that is.
fn wrong(dice: &mut Rng, room: &str) -> (Value, String) {
    let all = messages(room);
    let (message, needed) = pick(dice, &all).clone();
    let needed: Vec<_> = needed.split_whitespace().collect();
    let Value::Object(mut fields) = message else {
        unreachable!("messages are objects");
    };
    match dice.below(4) {
        0 if !needed.is_empty() => {
            let field = *pick(dice, &needed);
            fields.remove(field);
            (Value::Object(fields), field.to_owned())
        }
        1 => {
            let name = *pick(dice, &["chair", "Type", "seats", "playerId"]);
            fields.insert(name.to_owned(), anything(dice, 2));
            (Value::Object(fields), name.to_owned())
        }
        2 => {
            let names: Vec<_> = fields
                .keys()
                .filter(|name| *name != "action")
                .cloned()
                .collect();
            let name = pick(dice, &names).clone();
            // Nothing takes a list of these, or a type of this name.
            let value = match dice.below(2) {
                0 => json!([anything(dice, 1)]),
                _ => json!({"no": anything(dice, 1)}),
            };
            fields.insert(name.clone(), value);
            (Value::Object(fields), name)
        }
        _ => {
            let bad = [
                json!(-1),
                json!(1.5),
                json!("one"),
                json!([]),
                json!(1u64 << 40),
                json!(null),
            ];
            let channel = pick(dice, &bad).clone();
            fields.insert("channel".to_owned(), channel);
            (Value::Object(fields), "channel".to_owned())
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_thing_wrong_is_named_and_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (room, mut anna, token) = a_game(&server).await;
    let mut stranger = Client::hello(&server, None).await;
    stranger
        .send(&json!({"type": "attach", "room": room}))
        .await;
    let before = seen(&server, &token, &room).await;
    let mut dice = dice(1);
    for number in 0..1500 {
        let (message, field) = wrong(&mut dice, &room);
        let client = if number % 2 == 0 {
            &mut anna
        } else {
            &mut stranger
        };
        client.send(&message).await;
        let refused = client.next_of("refused").await;
        assert_eq!(refused["code"], "BAD_FIELD", "{message}: {refused}");
        assert_eq!(refused["field"], field, "{message}: {refused}");
        assert!(
            refused["reason"].as_str().unwrap().contains(&field),
            "{refused}"
        );
    }
    assert_eq!(seen(&server, &token, &room).await, before);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_is_answered_and_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (room, mut anna, token) = a_game(&server).await;
    let before = seen(&server, &token, &room).await;
    let mut dice = dice(2);
    let (all, mut said) = (messages(&room), 0);
    for number in 0..1500 {
        let text = match number % 5 {
            0 => anything(&mut dice, 6).to_string(),
            1 => {
                let text = pick(&mut dice, &all).0.to_string();
                text[..dice.below(u32::try_from(text.len()).unwrap()) as usize].to_owned()
            }
            2 => (0..dice.below(200))
                .map(|_| char::from(dice.below(128) as u8))
                .collect(),
            3 => {
                let names = [
                    "type", "id", "channel", "room", "seat", "action", "hand", "token",
                ];
                let mut fields: Map<String, Value> = Map::new();
                for _ in 0..dice.below(5) {
                    fields.insert(
                        (*pick(&mut dice, &names)).to_owned(),
                        anything(&mut dice, 3),
                    );
                }
                fields.insert("nobody knows".to_owned(), Value::Null);
                Value::Object(fields).to_string()
            }
            _ => {
                let deep = 1 + dice.below(20_000) as usize;
                let act = r#"{"type":"act","id":"d","hand":1,"entry":1,"action":"#;
                format!("{act}{}{}}}", "[".repeat(deep), "]".repeat(deep))
            }
        };
        anna.send_text(&text).await;
        let refused = anna.next_of("refused").await;
        let code = refused["code"].as_str().unwrap();
        assert!(!refused["reason"].as_str().unwrap().is_empty());
        match code {
            "BAD_FIELD" => assert!(!refused["field"].as_str().unwrap().is_empty(), "{refused}"),
            _ => said += 1,
        }
    }
    assert!(said < 300, "most of it is no message at all");
    assert_eq!(seen(&server, &token, &room).await, before);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_out_of_order_is_refused_and_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (room, mut anna, token) = a_game(&server).await;
    let mut stranger = Client::hello(&server, None).await;
    let ben = server.guest("Ben").await;
    let mut ben = Client::hello(&server, Some(&ben)).await;
    for client in [&mut stranger, &mut ben] {
        client.send(&json!({"type": "attach", "room": room})).await;
    }
    let before = seen(&server, &token, &room).await;
    let turn = &before["scene"]["room"]["turn"];
    let (hand, entry) = (
        turn["hand"].as_u64().unwrap(),
        turn["entry"].as_u64().unwrap(),
    );
    let act = |hand: u64, entry: u64, action: Value| json!({"type": "act", "hand": hand, "entry": entry, "action": action});
    let bid = json!({"type": "BID", "payload": {"bid": 0}});
    for (command, code) in [
        (json!({"type": "sit"}), "ALREADY_SEATED"),
        (json!({"type": "start"}), "ALREADY_STARTED"),
        (json!({"type": "ready", "ready": true}), "ALREADY_STARTED"),
        (json!({"type": "mix", "text": "late"}), "ALREADY_STARTED"),
        (json!({"type": "addBot", "seat": 1}), "ALREADY_STARTED"),
        (json!({"type": "remove", "seat": 1}), "ALREADY_STARTED"),
        (act(hand, entry + 1, bid.clone()), "STALE"),
        (act(hand, u64::MAX, bid.clone()), "STALE"),
        (act(hand + 1, entry, bid.clone()), "STALE"),
        (
            act(hand, entry, json!({"type": "BID", "playerId": "p2"})),
            "NOT_YOUR_SEAT",
        ),
        (
            act(hand, entry, json!({"type": "BID", "playerId": "p9"})),
            "NOT_YOUR_SEAT",
        ),
        (act(hand, entry, json!(7)), "BAD_ACTION"),
        (
            act(hand, entry, json!({"type": "BID", "payload": []})),
            "BAD_ACTION",
        ),
        (
            json!({"type": "say", "phrase": "no such phrase"}),
            "BAD_FIELD",
        ),
    ] {
        let answer = anna.answer(command.clone()).await;
        assert_eq!(answer["code"], code, "{command}: {answer}");
    }
    for (client, not_there) in [(&mut stranger, "STRANGER"), (&mut ben, "NOT_SEATED")] {
        for command in [
            json!({"type": "leave"}),
            json!({"type": "ready", "ready": true}),
            json!({"type": "mix", "text": "mine"}),
            json!({"type": "legal"}),
            json!({"type": "hint"}),
            json!({"type": "say", "phrase": "hello"}),
            json!({"type": "trustee", "on": true}),
            act(hand, entry, bid.clone()),
        ] {
            let answer = client.answer(command.clone()).await;
            assert_eq!(answer["code"], not_there, "{command}: {answer}");
        }
    }
    for command in [
        json!({"type": "start"}),
        json!({"type": "setChat", "on": false}),
        json!({"type": "addBot", "seat": 0}),
        json!({"type": "remove", "seat": 0}),
    ] {
        let answer = ben.answer(command.clone()).await;
        assert_eq!(answer["code"], "NOT_HOST", "{command}: {answer}");
    }
    assert_eq!(seen(&server, &token, &room).await, before);
    server.stop().await;
}

/// A frame from a client: its first byte, and what it says.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match payload.len() {
        short @ ..126 => frame.push(0x80 | short as u8),
        long => {
            frame.push(0x80 | 126);
            frame.extend(u16::try_from(long).unwrap().to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// Reads until the connection is closed.
async fn is_closed(stream: &mut TcpStream) {
    let mut rest = Vec::new();
    // Closed by a reset is closed.
    let _ = timeout(LONG, stream.read_to_end(&mut rest))
        .await
        .expect("it is closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_frame_ends_that_connection_alone() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (room, mut anna, token) = a_game(&server).await;
    let before = seen(&server, &token, &room).await;
    let hello = br#"{"type":"hello"}"#;
    let huge = [&[0x81, 0xff][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
    let long = [&[0x81, 0xff][..], &(1u64 << 20).to_be_bytes(), &[0; 4]].concat();
    let parts = [frame(0x01, &[b'x'; 40_000]), frame(0x80, &[b'x'; 40_000])].concat();
    for (what, bytes) in [
        (
            "a text that is no UTF-8",
            frame(0x81, b"{\"type\":\"\xff\xfe\"}"),
        ),
        ("binary", frame(0x82, hello)),
        ("a length without end", huge),
        ("a megabyte", long),
        ("too much in two parts", parts),
        ("a part of nothing", frame(0x80, hello)),
        ("an unknown kind", frame(0x83, hello)),
        ("reserved bits", frame(0xf1, hello)),
        ("a long ping", frame(0x89, &[b'x'; 126])),
        (
            "not masked",
            [&[0x81, hello.len() as u8][..], hello].concat(),
        ),
        ("HTTP again", b"GET / HTTP/1.1\r\n\r\n".to_vec()),
    ] {
        let mut stream = server.upgraded().await;
        stream.write_all(&frame(0x81, hello)).await.unwrap();
        // It may be closed before all is written.
        let _ = stream.write_all(&bytes).await;
        is_closed(&mut stream).await;
        let answer = anna.answer(json!({"type": "legal"})).await;
        assert_eq!(answer["type"], "legal", "after {what}: {answer}");
    }
    let mut dice = dice(3);
    for _ in 0..100 {
        let mut stream = server.upgraded().await;
        let noise: Vec<u8> = (0..dice.below(300))
            .map(|_| dice.below(256) as u8)
            .collect();
        let _ = stream.write_all(&noise).await;
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let _ = stream.write_all(&noise).await;
    }
    assert_eq!(seen(&server, &token, &room).await, before);
    server.stop().await;
}
