//! What there is to play, and bots that are chosen.

use crate::common::{Client, Running};
use serde_json::{Value, json};

#[tokio::test]
async fn every_game_profile_and_option_has_words() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (status, all) = server.http("GET", "/api/v1/games", None, "").await;
    assert_eq!(status, 200);
    let has_words = |words: &Value| {
        let texts = [&words["en"], &words["zh"]];
        texts
            .iter()
            .all(|text| text.as_str().is_some_and(|text| !text.is_empty()))
    };
    for game in all["games"].as_array().unwrap() {
        assert!(has_words(&game["name"]), "{game}");
        let profiles = game["profiles"].as_array().unwrap();
        assert!(profiles.len() >= 7, "{game}");
        for option in game["options"].as_array().unwrap() {
            assert!(has_words(&option["about"]), "{option}");
            if option["type"] == "choice" {
                let names = option["names"].as_array().unwrap();
                assert_eq!(names.len(), option["values"].as_array().unwrap().len());
                assert!(names.iter().all(has_words), "{option}");
            }
            let pointer = format!("/{}", option["name"].as_str().unwrap().replace('.', "/"));
            for profile in profiles {
                assert!(has_words(&profile["about"]), "{profile}");
                assert!(
                    profile["options"].pointer(&pointer).is_some(),
                    "{profile} {option}"
                );
            }
        }
    }
    assert_eq!(all["bots"][3]["level"], "expert");

    let page = "/api/v1/games/doudizhu/profiles/pagat";
    let (status, page) = server.http("GET", page, None, "").await;
    assert_eq!(status, 200, "{page}");
    let kinds = page["combinations"].as_array().unwrap();
    assert_eq!(kinds[0]["type"], "SOLO");
    assert_eq!(kinds.last().unwrap()["words"]["zh"], "王炸，小王 + 大王");
    let options = page["optionList"].as_array().unwrap();
    assert!(options.iter().all(|option| option.get("value").is_some()));
    let bidding = options.iter().find(|option| option["name"] == "bidding");
    let bidding = bidding.unwrap();
    let choice = &bidding["values"];
    let values = choice["values"].as_array().unwrap();
    let at = values.iter().position(|value| *value == bidding["value"]);
    let name = &choice["names"][at.unwrap()];
    assert_eq!(name["en"], "points, who passes is out");
    let rules = page["rules"].as_array().unwrap();
    let codes = rules
        .iter()
        .flat_map(|rule| rule["codes"].as_array().unwrap());
    assert!(
        codes.into_iter().all(|code| has_words(&code["words"])),
        "{page}"
    );
    for nothing in [
        "doudizhu/profiles/party",
        "poker/profiles/pagat",
        "uno/profiles/%00",
    ] {
        let path = format!("/api/v1/games/{nothing}");
        assert_eq!(
            server.http("GET", &path, None, "").await.0,
            404,
            "{nothing}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn options_of_the_list_can_be_played() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let anna = server.guest("Anna").await;
    let (_, all) = server.http("GET", "/api/v1/games", None, "").await;
    let profile = |game: usize, name: &str| {
        let profiles = all["games"][game]["profiles"].as_array().unwrap();
        let found = profiles.iter().find(|profile| profile["profile"] == name);
        found.unwrap()["options"].clone()
    };
    let mut doudizhu = profile(0, "pagat");
    doudizhu["combinations"]["four_two_pair"]["enabled"] = json!(false);
    let custom = json!({"custom": {"name": "mine", "options": doudizhu}});
    let mut uno = profile(1, "official");
    uno["jump_in"] = json!(true);
    let uno = json!({"custom": uno});
    for (game, options) in [("doudizhu", custom), ("uno", uno)] {
        let room = json!({"game": game, "options": options, "seats": 3});
        let code = server.room(&anna, &room).await;
        let (_, shown) = server
            .http("GET", &format!("/api/v1/rooms/{code}"), None, "")
            .await;
        assert_eq!(shown["options"], options, "{shown}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_expert_thinks_without_holding_anybody() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let anna = server.guest("Anna").await;
    let options = json!({
        "game": "doudizhu", "options": {"profile": "rlcard"}, "seats": 3, "bots": "expert",
        "botDelayMs": 0, "clock": {"type": "perTurn", "seconds": 600},
    });
    let room = server.room(&anna, &options).await;
    let mut client = Client::hello(&server, Some(&anna)).await;
    client.send(&json!({"type": "attach", "room": room})).await;
    client.accepted(json!({"type": "sit"})).await;
    client.accepted(json!({"type": "start"})).await;
    let mut acted = 0;
    let mut turn = Value::Null;
    while acted < 6 {
        let message = client.next().await.unwrap();
        if message["change"]["type"] == "acted" {
            acted += 1;
        }
        if message["type"] == "hint" {
            let (hand, entry) = (&message["hand"], &message["entry"]);
            let best = &message["suggestions"][0];
            assert!(
                best["reason"]["zh"].is_string() || best["reason"].is_null(),
                "{message}"
            );
            let act =
                json!({"type": "act", "hand": hand, "entry": entry, "action": best["action"]});
            client.command(act).await;
        }
        let scene = &message["scene"];
        let now = &scene["room"]["turn"];
        if !scene.is_null() && now["seat"] == scene["you"] && turn != *now {
            turn = now.clone();
            client.command(json!({"type": "hint"})).await;
        }
    }
    server.stop().await;
}
