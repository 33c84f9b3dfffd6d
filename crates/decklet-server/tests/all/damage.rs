//! A file that is really damaged: the room it hits says so, and all others run on.

use crate::common::{Client, Running};
use serde_json::json;
use std::{fs, path::Path};

/// A room in which bots have played some hands, so that its records fill many pages of the file.
async fn a_long_room(server: &Running, name: &str) -> String {
    let token = server.guest(name).await;
    let options = json!({"game": "doudizhu", "seats": 3, "botDelayMs": 0});
    let room = server.room(&token, &options).await;
    let mut client = Client::hello(server, Some(&token)).await;
    client.send(&json!({"type": "attach", "room": room})).await;
    for _ in 0..5 {
        client.accepted(json!({"type": "sit"})).await;
        client.accepted(json!({"type": "start"})).await;
        client.accepted(json!({"type": "leave"})).await;
        while client.next_of("update").await["scene"]["room"]["result"].is_null() {}
    }
    room
}

/// Two rooms whose server has stopped, one of them to be damaged.
async fn two_rooms(data: &Path) -> (String, String) {
    let server = Running::start(data).await;
    let unlucky = a_long_room(&server, "Unlucky").await;
    let lucky = a_long_room(&server, "Lucky").await;
    server.stop().await;
    (unlucky, lucky)
}

/// Changes the database file.
fn damage(data: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let file = data.join("decklet.sqlite");
    let wal = data.join("decklet.sqlite-wal");
    assert!(!wal.exists(), "a server that stops leaves one file");
    let mut bytes = fs::read(&file).unwrap();
    change(&mut bytes);
    fs::write(&file, bytes).unwrap();
}

fn find(bytes: &[u8], text: &str) -> Vec<usize> {
    let windows = bytes.windows(text.len()).enumerate();
    let found = windows.filter(|(_, window)| *window == text.as_bytes());
    found.map(|(place, _)| place).collect()
}

/// The unlucky room refuses, the other one plays on, and a fresh one can be made.
async fn one_is_refused(data: &Path, (unlucky, lucky): (String, String)) {
    let server = Running::start(data).await;
    let token = server.guest("Anna").await;
    let mut client = Client::hello(&server, Some(&token)).await;
    client
        .send(&json!({"type": "attach", "channel": 1, "room": unlucky}))
        .await;
    let refused = client.next_of("refused").await;
    assert_eq!(
        (&refused["code"], &refused["channel"]),
        (&json!("DAMAGED"), &json!(1))
    );
    let refused = client.answer(json!({"type": "sit", "channel": 1})).await;
    assert_eq!(refused["code"], "DAMAGED");
    let hands = format!("/api/v1/rooms/{unlucky}/hands");
    let (status, answer) = server.http("GET", &hands, None, "").await;
    assert_eq!((status, &answer["code"]), (500, &json!("DAMAGED")));

    client.send(&json!({"type": "attach", "room": lucky})).await;
    client.next_of("view").await;
    client.accepted(json!({"type": "sit"})).await;
    client.accepted(json!({"type": "start"})).await;
    client.accepted(json!({"type": "leave"})).await;
    let hands = format!("/api/v1/rooms/{lucky}/hands");
    assert_eq!(server.http("GET", &hands, None, "").await.0, 200);
    assert_ne!(a_long_room(&server, "Fresh").await, lucky);
    let (_, figures) = server.http("GET", "/metrics", None, "").await;
    assert!(
        figures
            .as_str()
            .unwrap()
            .contains("decklet_rooms_damaged_total 1"),
        "{figures}"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_with_another_letter_stops_its_room_alone() {
    let data = tempfile::tempdir().unwrap();
    let rooms = two_rooms(data.path()).await;
    damage(data.path(), |bytes| {
        let name = "\"name\":\"Unlucky\"";
        let places = find(bytes, name);
        assert!(!places.is_empty());
        for place in places {
            bytes[place + name.len() - 2] = b'i';
        }
    });
    one_is_refused(data.path(), rooms).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_is_lost_stops_its_room_alone() {
    let data = tempfile::tempdir().unwrap();
    let rooms = two_rooms(data.path()).await;
    let bodies = bodies(data.path(), &rooms.0);
    assert!(bodies.len() > 100, "{}", bodies.len());
    let middle = bodies.len() / 2;
    damage(data.path(), |bytes| {
        let mut pages = bytes.chunks_mut(PAGE);
        let in_the_middle = |page: &[u8]| {
            page[0] == LEAF
                && (middle - 3..middle + 3).any(|record| find(page, &bodies[record]).len() == 1)
        };
        let page = pages.find(|page| in_the_middle(page));
        page.expect("a page of its own").fill(0);
    });
    one_is_refused(data.path(), rooms).await;
}

/// Of the database file.
const PAGE: usize = 4096;
/// The kind of a page, by its first byte: it holds records, and leads to no other page.
const LEAF: u8 = 0x0a;

/// The records of a room. Those in their middle lie between pages with records of the same room: a
/// page is also read when its neighbours get too full.
fn bodies(data: &Path, room: &str) -> Vec<String> {
    let file = rusqlite::Connection::open(data.join("decklet.sqlite")).unwrap();
    let question = "SELECT CAST(body AS TEXT) FROM record WHERE room = ?1 ORDER BY version";
    let mut question = file.prepare(question).unwrap();
    let bodies = question.query_map([room], |row| row.get(0)).unwrap();
    bodies.map(Result::unwrap).collect()
}
