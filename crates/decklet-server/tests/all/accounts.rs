//! Accounts and sessions, and what strangers learn of them: nothing.

use crate::common::{Client, Running};
use serde_json::{Value, json};

const SECRET: &str = "correct horse battery";

fn entry(login: &str, password: &str) -> String {
    json!({"login": login, "password": password}).to_string()
}

/// A guest with the account `anna`.
async fn anna(server: &Running) -> String {
    let anna = server.guest("Anna").await;
    let made = server
        .http(
            "POST",
            "/api/v1/account",
            Some(&anna),
            &entry("anna", SECRET),
        )
        .await;
    assert_eq!(made.0, 201);
    anna
}

async fn log_in(server: &Running, login: &str, password: &str) -> (u16, Value) {
    server
        .http("POST", "/api/v1/sessions", None, &entry(login, password))
        .await
}

#[tokio::test]
async fn an_account_is_come_back_to_from_elsewhere_and_deleted() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let anna = server.guest("Anna").await;
    let account = "/api/v1/account";
    let (status, made) = server
        .http("POST", account, Some(&anna), &entry("Anna.K", SECRET))
        .await;
    assert_eq!((status, &made["login"]), (201, &json!("anna.k")), "{made}");
    let ben = server.guest("Ben").await;
    let taken = server
        .http("POST", account, Some(&ben), &entry("anna.k", SECRET))
        .await;
    assert_eq!((taken.0, &taken.1["code"]), (409, &json!("LOGIN_TAKEN")));

    let options = json!({"game": "uno", "seats": 2});
    let room = server.room(&anna, &options).await;
    let mut first = Client::hello(&server, Some(&anna)).await;
    first.send(&json!({"type": "attach", "room": room})).await;
    first.accepted(json!({"type": "sit"})).await;

    // The same person with another token, from elsewhere.
    let (status, welcome) = log_in(&server, "ANNA.K", SECRET).await;
    assert_eq!(
        (status, &welcome["name"]),
        (201, &json!("Anna")),
        "{welcome}"
    );
    let second = welcome["token"].as_str().unwrap().to_owned();
    assert_ne!(second, anna);
    let mut elsewhere = Client::hello(&server, Some(&second)).await;
    elsewhere
        .send(&json!({"type": "attach", "room": room}))
        .await;
    assert_eq!(elsewhere.next_of("view").await["scene"]["you"], 0);

    let (_, me) = server.http("GET", "/api/v1/me", Some(&second), "").await;
    assert_eq!(
        (&me["login"], &me["name"]),
        (&json!("anna.k"), &json!("Anna"))
    );
    let sessions = me["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 2, "{me}");
    assert!(!me.to_string().contains(&second) && !me.to_string().contains(&anna));
    let other = sessions
        .iter()
        .find(|session| session["current"] == false)
        .unwrap();
    let path = format!("/api/v1/sessions/{}", other["id"].as_str().unwrap());
    assert_eq!(
        server.http("DELETE", &path, Some(&ben), "").await.0,
        404,
        "not Ben's"
    );
    assert_eq!(server.http("DELETE", &path, Some(&second), "").await.0, 204);
    assert_eq!(
        server.http("GET", "/api/v1/me", Some(&anna), "").await.0,
        401
    );

    let wrong = json!({"password": "something else"}).to_string();
    assert_eq!(
        server
            .http("DELETE", account, Some(&second), &wrong)
            .await
            .0,
        401
    );
    let mut watching = Client::hello(&server, None).await;
    watching
        .send(&json!({"type": "attach", "room": room}))
        .await;
    watching.next_of("view").await;
    let right = json!({"password": SECRET}).to_string();
    assert_eq!(
        server
            .http("DELETE", account, Some(&second), &right)
            .await
            .0,
        204
    );
    assert_eq!(
        server.http("GET", "/api/v1/me", Some(&second), "").await.0,
        401
    );
    assert_eq!(log_in(&server, "anna.k", SECRET).await.0, 401);
    let gone = watching.next_of("update").await;
    assert_eq!(gone["scene"]["room"]["seats"][0]["kind"], "empty", "{gone}");
    server.stop().await;

    // Neither password nor token is in any file.
    for file in std::fs::read_dir(data.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for secret in [SECRET, &anna, &second] {
            let found = bytes
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!found, "a secret is kept");
        }
    }
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let anna = anna(&server).await;
    let (_, welcome) = log_in(&server, "anna", SECRET).await;
    let stolen = welcome["token"].as_str().unwrap();
    let change = json!({"old": SECRET, "new": "another horse"}).to_string();
    let path = "/api/v1/account/password";
    assert_eq!(server.http("PUT", path, Some(&anna), &change).await.0, 204);
    assert_eq!(
        server.http("GET", "/api/v1/me", Some(stolen), "").await.0,
        401
    );
    assert_eq!(
        server.http("GET", "/api/v1/me", Some(&anna), "").await.0,
        200
    );
    assert_eq!(log_in(&server, "anna", SECRET).await.0, 401);
    assert_eq!(log_in(&server, "anna", "another horse").await.0, 201);
    server.stop().await;
}

#[tokio::test]
async fn guessing_is_stopped_and_tells_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let anna = anna(&server).await;
    let unknown = log_in(&server, "nobody", "wrong password").await;
    let wrong = log_in(&server, "anna", "wrong password").await;
    assert_eq!(unknown, wrong, "whether there is such a login stays hidden");
    for _ in 0..9 {
        assert_eq!(log_in(&server, "anna", "wrong password").await.0, 401);
    }
    assert_eq!(log_in(&server, "anna", SECRET).await.0, 429);
    for (body, field) in [
        (entry("an", SECRET), "login"),
        (entry("an na", SECRET), "login"),
        (entry("annabel", "short"), "password"),
        (json!({"login": "annabel"}).to_string(), "password"),
    ] {
        let (status, refused) = server
            .http("POST", "/api/v1/account", Some(&anna), &body)
            .await;
        assert_eq!(
            (status, &refused["field"]),
            (422, &json!(field)),
            "{refused}"
        );
        assert!(!refused.to_string().contains("short"), "{refused}");
    }
    for (method, path) in [
        ("GET", "/api/v1/me"),
        ("POST", "/api/v1/account"),
        ("DELETE", "/api/v1/account"),
        ("PUT", "/api/v1/account/password"),
        ("DELETE", "/api/v1/sessions"),
        ("DELETE", "/api/v1/sessions/1234"),
        ("GET", "/api/v1/me/hands"),
        ("GET", "/api/v1/me/ratings"),
    ] {
        assert_eq!(
            server.http(method, path, None, "").await.0,
            401,
            "{method} {path}"
        );
    }
    server.stop().await;
}
