//! Who had a token that was revoked acts no more, whatever was open with it.

use crate::common::{Client, Lines, Running};
use decklet_server::{Admin, Config};
use serde_json::json;
use std::time::Duration;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

const SECRET: &str = "correct horse battery";

/// Everything that can be open with a token.
struct Open {
    hello: Client,
    /// Said hello as nobody, and looks at the room with the token.
    attached: Client,
    stream: Lines,
}

impl Open {
    async fn with(server: &Running, token: &str, room: &str) -> Self {
        let mut hello = Client::hello(server, Some(token)).await;
        hello.send(&json!({"type": "attach", "room": room})).await;
        hello.next_of("view").await;
        let mut attached = Client::hello(server, None).await;
        attached
            .send(&json!({"type": "attach", "room": room, "token": token, "channel": 7}))
            .await;
        attached.next_of("view").await;
        let mut stream = Lines::open(server, room, token).await;
        assert_eq!(stream.next().await.unwrap()["type"], "view");
        Self {
            hello,
            attached,
            stream,
        }
    }

    async fn ends(mut self) {
        for client in [&mut self.hello, &mut self.attached] {
            let closed = loop {
                if let Err(closed) = client.next().await {
                    break closed.unwrap();
                }
            };
            assert_eq!(closed.code, CloseCode::Policy);
            assert_eq!(closed.reason.as_str(), "the token was revoked");
        }
        let mut last = None;
        while let Some(line) = self.stream.next().await {
            last = Some(line);
        }
        assert_eq!(last.unwrap()["code"], "STRANGER");
    }

    async fn goes_on(mut self) {
        for (client, channel) in [(&mut self.hello, 0), (&mut self.attached, 7)] {
            let mute = json!({"type": "mute", "seat": 0, "on": true, "channel": channel});
            client.accepted(mute).await;
        }
        self.hello.accepted(json!({"type": "sit", "seat": 0})).await;
        while self.stream.next().await.unwrap()["type"] != "update" {}
        self.hello.accepted(json!({"type": "leave"})).await;
    }
}

#[tokio::test]
async fn all_that_is_open_with_a_revoked_token_is_closed_at_once() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new("127.0.0.1:0".parse().unwrap(), data.path());
    config.rate = 10_000;
    // Not by looking it up now and then.
    config.patience.tokens = crate::common::LONG;
    let server = Running::with(&config).await;
    let anna = server.guest("Anna").await;
    let entry = json!({"login": "anna", "password": SECRET}).to_string();
    let account = "/api/v1/account";
    server.http("POST", account, Some(&anna), &entry).await;
    let room = server
        .room(&anna, &json!({"game": "uno", "seats": 2}))
        .await;
    let log_in = async || {
        let (_, welcome) = server.http("POST", "/api/v1/sessions", None, &entry).await;
        welcome["token"].as_str().unwrap().to_owned()
    };
    let password = json!({"old": SECRET, "new": SECRET}).to_string();
    let sessions = "/api/v1/sessions";
    for (who, method, path, body) in [
        ("other", "DELETE", "/api/v1/guests/me", ""),
        ("anna", "DELETE", "/api/v1/sessions/ID", ""),
        ("anna", "DELETE", sessions, ""),
        ("anna", "PUT", "/api/v1/account/password", &password),
    ] {
        let other = log_in().await;
        let (mine, theirs) = (
            Open::with(&server, &anna, &room).await,
            Open::with(&server, &other, &room).await,
        );
        let (_, me) = server.http("GET", "/api/v1/me", Some(&other), "").await;
        let list = me["sessions"].as_array().unwrap();
        let current = list.iter().find(|session| session["current"] == true);
        let path = path.replace("ID", current.unwrap()["id"].as_str().unwrap());
        let token = if who == "anna" { &anna } else { &other };
        let done = server.http(method, &path, Some(token), body).await;
        assert_eq!(done.0, 204, "{method} {path}: {}", done.1);
        theirs.ends().await;
        mine.goes_on().await;
    }

    // The whole account.
    let other = log_in().await;
    let ben = Open::with(&server, &server.guest("Ben").await, &room).await;
    let mine = Open::with(&server, &anna, &room).await;
    let theirs = Open::with(&server, &other, &room).await;
    let proof = json!({"password": SECRET}).to_string();
    let done = server.http("DELETE", account, Some(&other), &proof).await;
    assert_eq!(done.0, 204);
    mine.ends().await;
    theirs.ends().await;
    ben.goes_on().await;

    // Nobody comes back with it.
    let mut again = Client::connect(&server).await;
    again.send(&json!({"type": "hello", "token": anna})).await;
    assert_eq!(again.next().await.unwrap()["code"], "STRANGER");
    let closed = again.next().await.unwrap_err().unwrap();
    assert_eq!(closed.code, CloseCode::Policy);
    server.stop().await;
}

#[tokio::test]
async fn what_an_operator_revokes_beside_the_server_is_closed_soon() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new("127.0.0.1:0".parse().unwrap(), data.path());
    config.patience.tokens = Duration::from_millis(100);
    let server = Running::with(&config).await;
    let (anna, ben) = (server.guest("Anna").await, server.guest("Ben").await);
    let room = server
        .room(&anna, &json!({"game": "uno", "seats": 2}))
        .await;
    let hers = Open::with(&server, &anna, &room).await;
    let his = Open::with(&server, &ben, &room).await;
    let mut admin = Admin::open(data.path()).unwrap();
    assert_eq!(admin.revoke("Anna").unwrap(), 1);
    hers.ends().await;
    let entry = json!({"login": "ben-b", "password": SECRET}).to_string();
    let made = server.http("POST", "/api/v1/account", Some(&ben), &entry);
    assert_eq!(made.await.0, 201);
    admin.forget("ben-b").unwrap();
    his.ends().await;
    server.stop().await;
}
