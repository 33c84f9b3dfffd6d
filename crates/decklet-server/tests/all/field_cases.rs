//! What broke for users of other servers, each named by the case it is reported in. Most of them are
//! in `decklet-match/tests/field_cases.rs`.

use crate::common::{Client, Running};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Letsuno: after another account had logged in, the hand of the one before was still shown.
#[tokio::test]
async fn net_020_who_logs_in_as_another_sees_nothing_of_before() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (anna, ben) = (server.guest("Anna").await, server.guest("Ben").await);
    let clock = json!({"type": "perTurn", "seconds": 600});
    let options = json!({"game": "doudizhu", "seats": 3, "clock": clock, "botDelayMs": 10_000});
    let room = server.room(&anna, &options).await;
    let mut client = Client::hello(&server, None).await;
    client
        .send(&json!({"type": "attach", "room": room, "token": anna}))
        .await;
    client.accepted(json!({"type": "sit"})).await;
    client.accepted(json!({"type": "start"})).await;
    let mut seen = client.next_of("update").await;
    while seen["change"]["type"] != "started" {
        seen = client.next_of("update").await;
    }
    let hand = &seen["scene"]["game"]["zones"]["player:p1:hand"]["cards"];
    let hand: Vec<_> = hand
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    assert_eq!(hand.len(), 17);
    // The same connection and channel, and a client that claims to have seen everything.
    let last = seen["index"].as_u64().unwrap();
    for last in [None, Some(last), Some(last - 1)] {
        client
            .send(&json!({"type": "attach", "room": room, "token": ben, "last": last}))
            .await;
        let answer = client.next().await.unwrap().to_string();
        let named = hand.iter().find(|card| answer.contains(*card));
        assert_eq!(named, None, "{answer}");
        let refused = client.answer(json!({"type": "legal"})).await;
        assert_eq!(refused["code"], "NOT_SEATED");
    }
    server.stop().await;
}

/// Letsuno: the profile held the hash of the password. Only what is listed is told.
#[tokio::test]
async fn net_023_nothing_is_told_that_is_not_on_the_list() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let body = json!({"name": "Anna"}).to_string();
    let (_, guest) = server.http("POST", "/api/v1/guests", None, &body).await;
    let fields: BTreeSet<_> = guest
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(fields, BTreeSet::from(["name", "token"]));
    let token = guest["token"].as_str().unwrap();
    let options = json!({"game": "doudizhu", "seats": 3, "public": true});
    let room = server.room(token, &options).await;
    let mut client = Client::hello(&server, Some(token)).await;
    client.send(&json!({"type": "attach", "room": room})).await;
    client.accepted(json!({"type": "sit"})).await;
    client.send(&json!({"type": "attach", "room": room})).await;
    let mut told = vec![client.next_of("view").await];
    for path in [
        "rooms",
        &format!("rooms/{room}"),
        &format!("rooms/{room}/hands"),
        "games",
    ] {
        let (status, answer) = server
            .http("GET", &format!("/api/v1/{path}"), None, "")
            .await;
        assert_eq!(status, 200, "{path}");
        told.push(answer);
    }
    for told in told {
        let text = told.to_string();
        assert!(!text.contains(token), "{text}");
        no_field(&told, &["token", "hash", "password", "secret", "person"]);
    }
    server.stop().await;
}

/// No field at any depth has one of these in its name.
fn no_field(value: &Value, never: &[&str]) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let named = never
                    .iter()
                    .find(|never| name.to_lowercase().contains(*never));
                assert_eq!(named, None, "{name}");
                no_field(value, never);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| no_field(value, never)),
        _ => {}
    }
}
