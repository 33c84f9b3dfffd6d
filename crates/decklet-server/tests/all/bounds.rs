//! What happens at the bounds: silence, and readers that do not read.

use crate::common::{Client, LONG, Lines, Running};
use decklet_server::{Config, bounds::Patience};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

async fn server(data: &std::path::Path, patience: Patience) -> Running {
    let mut config = Config::new("127.0.0.1:0".parse().unwrap(), data);
    config.rate = 100_000;
    config.patience = patience;
    Running::with(&config).await
}

const SHORT: Duration = Duration::from_millis(300);

#[tokio::test]
async fn who_does_not_say_hello_is_closed() {
    let data = tempfile::tempdir().unwrap();
    let patience = Patience {
        hello: SHORT,
        ..Patience::default()
    };
    let server = server(data.path(), patience).await;
    let mut client = Client::connect(&server).await;
    let closed = client.next().await.unwrap_err().unwrap();
    assert_eq!(closed.code, CloseCode::Policy);
    assert_eq!(closed.reason.as_str(), "say hello first");
    server.stop().await;
}

/// A client that is there but answers no ping, as one behind a cable that was pulled.
#[tokio::test]
async fn who_answers_no_ping_is_closed() {
    let data = tempfile::tempdir().unwrap();
    let patience = Patience {
        ping: SHORT,
        silence: 2 * SHORT,
        ..Patience::default()
    };
    let server = server(data.path(), patience).await;
    let mut stream = server.upgraded().await;
    stream
        .write_all(b"\x81\x90\0\0\0\0{\"type\":\"hello\"}")
        .await
        .unwrap();
    let mut all = Vec::new();
    let read = stream.read_to_end(&mut all);
    timeout(LONG, read).await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&all);
    assert!(
        text.contains("welcome") && text.contains("nothing was heard"),
        "{text}"
    );
    // A client that reads answers pings by itself, and stays.
    let mut client = Client::hello(&server, None).await;
    let waited = timeout(6 * SHORT, client.next()).await;
    assert!(waited.is_err(), "nothing came, and it was not closed");
    server.stop().await;
}

#[tokio::test]
async fn a_connection_that_never_asks_anything_is_closed() {
    let data = tempfile::tempdir().unwrap();
    let patience = Patience {
        quiet: SHORT,
        ..Patience::default()
    };
    let server = server(data.path(), patience).await;
    for part in ["", "GET / HTTP/1.1\r\nHost:"] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(part.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        // A reset is an end, too.
        let _ = timeout(LONG, stream.read_to_end(&mut rest)).await.unwrap();
    }
    server.stop().await;
}

/// WebSockets and streams share the places; whoever leaves makes room for another.
#[tokio::test]
async fn one_connection_too_many_is_refused_until_another_has_gone() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new("127.0.0.1:0".parse().unwrap(), data.path());
    config.rate = 100_000;
    config.connections = 3;
    let server = Running::with(&config).await;
    let (token, room) = a_room(&server).await;
    let first = Client::hello(&server, None).await;
    let _second = Client::hello(&server, None).await;
    let mut stream = Lines::open(&server, &room, &token).await;
    assert_eq!(stream.next().await.unwrap()["type"], "view");
    let follow = format!("/api/v1/rooms/{room}/stream");
    for _ in 0..3 {
        assert_eq!(Client::try_connect(&server).await.err(), Some(503));
        let refused = server.http("GET", &follow, Some(&token), "").await;
        assert_eq!(
            (refused.0, &refused.1["code"]),
            (503, &json!("UNAVAILABLE"))
        );
    }
    drop(first);
    let mut third = loop {
        if let Ok(third) = Client::try_connect(&server).await {
            break third;
        }
    };
    third.send(&json!({"type": "hello"})).await;
    third.next_of("welcome").await;
    drop(stream);
    while Client::try_connect(&server).await.is_err() {}
    server.stop().await;
}

/// A message whose refusal is long.
fn nonsense() -> Value {
    json!({"type": "x".repeat(3000), "id": "x"})
}

/// It asks for more and more and reads nothing: it is dropped, and nobody else is slowed down.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_never_reads_is_dropped_and_the_room_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let patience = Patience {
        write: SHORT,
        ..Patience::default()
    };
    let server = server(data.path(), patience).await;
    let (token, room) = a_room(&server).await;
    let mut deaf = Client::hello(&server, None).await;
    let ask = json!({"type": "attach", "room": room});
    deaf.send(&ask).await;
    let asking = async {
        // Until the server takes no more, as it cannot get rid of what it has to say.
        while deaf.try_send(&nonsense()).await {}
    };
    timeout(LONG, asking)
        .await
        .expect("it is not read for ever");
    let mut anna = Client::hello(&server, Some(&token)).await;
    anna.send(&ask).await;
    anna.accepted(json!({"type": "sit"})).await;
    anna.accepted(json!({"type": "start"})).await;
    let gone = async {
        while figure(&server, "decklet_connections ").await > 1 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG, gone).await.expect("it is dropped");
    server.stop().await;
}

async fn a_room(server: &Running) -> (String, String) {
    let token = server.guest("Anna").await;
    let options = json!({"game": "doudizhu", "seats": 3, "botDelayMs": 0});
    let room = server.room(&token, &options).await;
    (token, room)
}

async fn figure(server: &Running, name: &str) -> u64 {
    let (_, figures) = server.http("GET", "/metrics", None, "").await;
    let lines = figures.as_str().unwrap().lines();
    let mut values = lines.filter_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    values.next().unwrap()
}

/// Slow, but not deaf: what was missed is dropped, and a fresh view takes its place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_slowly_gets_a_fresh_view() {
    let data = tempfile::tempdir().unwrap();
    let patience = Patience {
        write: LONG,
        ..Patience::default()
    };
    let server = server(data.path(), patience).await;
    let (token, room) = a_room(&server).await;
    let ask = json!({"type": "attach", "room": room});
    let mut slow = Client::hello(&server, None).await;
    slow.send(&ask).await;
    // As much as the network takes, without reading.
    while let Ok(true) = timeout(SHORT, slow.try_send(&nonsense())).await {}
    let mut anna = Client::hello(&server, Some(&token)).await;
    anna.send(&ask).await;
    // Bots play more than a reader may miss.
    let mut last = 0;
    while figure(&server, "decklet_outboxes_dropped_total ").await == 0 {
        anna.accepted(json!({"type": "sit"})).await;
        anna.accepted(json!({"type": "start"})).await;
        anna.accepted(json!({"type": "leave"})).await;
        loop {
            let update = anna.next_of("update").await;
            if !update["scene"]["room"]["result"].is_null() {
                last = update["index"].as_u64().unwrap();
                break;
            }
        }
    }
    // Now it reads, and sees in the end what everybody sees.
    loop {
        let message = slow.next().await.expect("it is not closed");
        let index = message["index"].as_u64();
        if index >= Some(last) {
            assert_eq!((index, &message["type"]), (Some(last), &json!("view")));
            return server.stop().await;
        }
    }
}
