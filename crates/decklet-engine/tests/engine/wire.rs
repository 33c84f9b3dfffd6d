//! JSON at the edge: what is no action, and what is left to the rules; the answers' exact text.

use super::common::{refused, started, to_json, toss, toss_with};
use decklet_engine::{
    GameEngine, MAX_IDS, NamedAction, Seat, Value, Viewer,
    wire::{self, MAX_MESSAGE, read_action},
};

#[track_caller]
fn bad(json: &str, field: &str, reason: &str) {
    let denied = read_action(json).expect_err("no action");
    assert_eq!((denied.rule(), denied.code()), (None, "BAD_ACTION"));
    assert_eq!(
        (denied.field(), denied.reason().as_str()),
        (Some(field), reason)
    );
}

#[test]
fn what_is_no_action_is_refused_by_field() {
    bad("[1]", "", "an action is a JSON object");
    bad("\"PEEK\"", "", "an action is a JSON object");
    bad("{}", "type", "is missing");
    bad(r#"{"type":null}"#, "type", "is missing");
    bad(r#"{"type":7}"#, "type", "must be a text");
    bad(r#"{"type":["PEEK"]}"#, "type", "must be a text");
    bad(
        r#"{"type":"PEEK","playerId":7}"#,
        "playerId",
        "must be a text",
    );
    bad(
        r#"{"type":"PEEK","playerId":{}}"#,
        "playerId",
        "must be a text",
    );
    bad(
        r#"{"type":"PEEK","payload":[]}"#,
        "payload",
        "must be an object",
    );
    bad(
        r#"{"type":"PEEK","payload":"x"}"#,
        "payload",
        "must be an object",
    );
    for text in ["", "{", "nonsense", r#"{"type":"PEEK"} x"#, "\u{0}"] {
        let denied = read_action(text).unwrap_err();
        assert_eq!((denied.code(), denied.field()), ("BAD_ACTION", Some("")));
        assert!(
            denied.reason().starts_with("no JSON: "),
            "{}",
            denied.reason()
        );
    }
}

#[test]
fn deep_nesting_is_refused_and_not_a_stack_overflow() {
    let deep = format!(
        r#"{{"type":"PEEK","payload":{{"a":{}{}}}}}"#,
        "[".repeat(30_000),
        "]".repeat(30_000)
    );
    assert!(
        read_action(&deep)
            .unwrap_err()
            .reason()
            .contains("recursion limit")
    );
}

#[test]
fn a_message_may_have_64_kib_and_no_more() {
    let fill = |length: usize| {
        let frame = r#"{"type":"PEEK","payload":{"a":""}}"#;
        frame.replace("\"\"", &format!("\"{}\"", "x".repeat(length - frame.len())))
    };
    assert!(read_action(&fill(MAX_MESSAGE)).is_ok());
    bad(
        &fill(MAX_MESSAGE + 1),
        "",
        "65537 bytes; 65536 are the most",
    );
}

#[test]
fn a_list_may_name_1024_ids_and_no_more() {
    let ids = |count: usize| {
        let ids = vec!["\"c1\""; count].join(",");
        format!(r#"{{"type":"PLAY_CARD","playerId":"p1","payload":{{"cardIds":[{ids}]}}}}"#)
    };
    bad(
        &ids(MAX_IDS + 1),
        "payload.cardIds",
        "has more than 1024 items",
    );
    let mut game = toss(2);
    let most = read_action(&ids(MAX_IDS)).unwrap();
    assert_eq!(refused(&mut game, most).code(), "NOT_ONE_CARD");
    // A program that makes the action itself meets the same limit.
    let list = Value::List(vec!["c1".into(); MAX_IDS + 1]);
    let made = NamedAction::new("PLAY_CARD").by("p1").with("cardIds", list);
    let denied = refused(&mut game, made);
    assert_eq!(
        (denied.field(), denied.reason().as_str()),
        (Some("payload.cardIds"), "has 1025 ids; 1024 are the most")
    );
}

/// What a game answers to this text, as `decklet act` does it.
fn answer(game: &mut GameEngine, json: &str, viewer: Viewer) -> String {
    let result = read_action(json).and_then(|action| game.dispatch(action));
    wire::answer(game, &result, viewer)
}

#[track_caller]
fn answers(json: &str, expected: &str) {
    let mut game = toss(2);
    let before = super::common::trace(&game);
    assert_eq!(answer(&mut game, json, Seat(0).into()), expected);
    assert_eq!(super::common::trace(&game), before);
}

#[test]
fn refusals_are_answered_to_the_letter() {
    answers(
        r#"{"type":"PEEK","playerId":7}"#,
        r#"{"ok":false,"rule":null,"code":"BAD_ACTION","field":"playerId","reason":"must be a text"}"#,
    );
    answers(
        r#"{"type":"FLY","playerId":"p1"}"#,
        r#"{"ok":false,"rule":null,"code":"BAD_ACTION","field":"type","reason":"no action of this game is called \"FLY\""}"#,
    );
    answers(
        r#"{"type":"PLAY_CARD","playerId":"p1","payload":{"cardIds":"c1"}}"#,
        r#"{"ok":false,"rule":null,"code":"BAD_ACTION","field":"payload.cardIds","reason":"must be a list of card ids"}"#,
    );
    answers(
        r#"{"type":"PLAY_CARD","playerId":"p1","payload":{"cardIds":["c1",2]}}"#,
        r#"{"ok":false,"rule":null,"code":"BAD_ACTION","field":"payload.cardIds","reason":"must be a list of card ids, but item 1 is no text"}"#,
    );
    answers(
        r#"{"type":"PEEK","playerId":"p2"}"#,
        r#"{"ok":false,"rule":"toss-turn","code":"NOT_YOUR_TURN","reason":"it is not p2's turn","args":{"playerId":"p2"},"action":"PEEK"}"#,
    );
    answers(
        r#"{"type":"PLAY_CARD","playerId":"p1"}"#,
        r#"{"ok":false,"rule":"toss-card","code":"NOT_ONE_CARD","reason":"play one card","action":"PLAY_CARD"}"#,
    );
}

#[test]
fn strangers_unknown_cards_and_nobody_reach_the_rules_with_their_strings() {
    answers(
        r#"{"type":"PEEK"}"#,
        r#"{"ok":false,"rule":"toss-turn","code":"NOT_YOUR_TURN","reason":"it is not undefined's turn","args":{"playerId":"undefined"},"action":"PEEK"}"#,
    );
    answers(
        r#"{"type":"PEEK","playerId":""}"#,
        r#"{"ok":false,"rule":"toss-turn","code":"NOT_YOUR_TURN","reason":"it is not undefined's turn","args":{"playerId":"undefined"},"action":"PEEK"}"#,
    );
    answers(
        r#"{"type":"PLAY_CARD","playerId":"eve \"quoted\"","payload":{"cardIds":["x"]}}"#,
        r#"{"ok":false,"rule":"toss-turn","code":"NOT_YOUR_TURN","reason":"it is not eve \"quoted\"'s turn","args":{"playerId":"eve \"quoted\""},"action":"PLAY_CARD"}"#,
    );
    answers(
        r#"{"type":"PLAY_CARD","playerId":"p1","payload":{"cardIds":["hearts-A"]}}"#,
        r#"{"ok":false,"rule":"toss-card","code":"NOT_OWNED","reason":"that card is not yours","action":"PLAY_CARD"}"#,
    );
    let names = toss(2);
    let list = names
        .state()
        .names()
        .find_cards(["c2", "nope", "c1", "nope"]);
    let mut out = Vec::new();
    for card in list.iter() {
        match card {
            decklet_engine::CardRef::Known(card) => {
                out.push(names.state().card(card).name().to_owned());
            }
            decklet_engine::CardRef::Unknown(name) => out.push(name.to_uppercase()),
        }
    }
    assert_eq!(out, ["c2", "NOPE", "c1", "NOPE"]);
    assert_eq!(
        (list.len(), list.is_empty(), list.known()),
        (4, false, None)
    );
}

#[test]
fn an_accepted_action_is_answered_with_what_the_viewer_saw() {
    let peek = r#"{"type":"PEEK","playerId":"p1","payload":{},"more":"is ignored"}"#;
    let mut game = toss(2);
    assert_eq!(
        answer(&mut game, peek, Seat(0).into()),
        r#"{"ok":true,"index":1,"events":[{"type":"TOSS_PEEKED","playerId":"p1","payload":{"playerId":"p1","cardId":"c7"}}]}"#
    );
    let mut game = toss(2);
    assert_eq!(
        answer(&mut game, peek, Seat(1).into()),
        r#"{"ok":true,"index":1,"events":[{"type":"TOSS_PEEKED","playerId":"p1","payload":{"playerId":"p1"}}]}"#
    );
}

#[test]
fn actions_are_written_as_they_are_read() {
    for json in [
        r#"{"type":"PLAY_CARDS","playerId":"p1","payload":{"cardIds":["hearts-A"]}}"#,
        r#"{"type":"PASS","payload":{}}"#,
        r#"{"type":"ODD","payload":{"a":null,"b":[1,-2,true,{"c":"d"}],"e":9223372036854775807}}"#,
    ] {
        assert_eq!(to_json(&read_action(json).unwrap()), json);
    }
    let game = toss(2);
    for action in game.legal_actions(Seat(0)) {
        let json = wire::action_to_json(&game, &action);
        assert_eq!(json, to_json(&wire::action_to_named(&game, &action)));
        game.check(read_action(&json).unwrap()).unwrap();
    }
}

#[test]
fn numbers_are_whole_or_inexact() {
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    for (text, number) in [
        ("1.0", 1),
        ("1e3", 1000),
        ("-0.0", 0),
        ("-7", -7),
        ("9007199254740992.0", 1 << 53),
    ] {
        assert_eq!(value(text), Value::Number(number), "{text}");
    }
    for (text, kept) in [
        ("1.5", "1.5"),
        ("18446744073709551615", "18446744073709551615"),
        ("1e300", &format!("1{}", "0".repeat(300))),
    ] {
        assert_eq!(value(text), Value::Inexact(kept.to_owned()));
    }
    let huge = Value::Inexact("18446744073709551615".to_owned());
    assert_eq!(Value::from(usize::MAX), huge);
    // Such a number is no text where one belongs.
    for (json, field) in [
        (r#"{"type":1.5}"#, "type"),
        (r#"{"type":"PEEK","playerId":2.5}"#, "playerId"),
    ] {
        let refused = read_action(json).unwrap_err();
        assert_eq!(
            (refused.code(), refused.field()),
            ("BAD_ACTION", Some(field))
        );
    }
    assert_eq!(Value::from(3), Value::from(3_u32));
}

#[test]
fn the_schema_names_what_may_be_sent_and_seen() {
    let schema = wire::schema(&toss_with(&[]));
    let defs = &schema["$defs"];
    assert_eq!(schema["title"], "decklet: toss");
    assert_eq!(
        defs["action_PLAY_CARD"]["properties"]["payload"]["properties"]["cardIds"]["items"]["type"],
        "string"
    );
    let sent = defs["action"]["oneOf"].as_array().unwrap();
    assert_eq!(
        sent.len(),
        2,
        "PLAY_CARD and PEEK; the rest is the game's own: {sent:?}"
    );
    assert_eq!(
        defs["action_END_TURN"]["description"],
        "sent by the game itself; a player is refused"
    );
    let drawn = &defs["event_CARDS_DRAWN"]["properties"]["payload"];
    assert_eq!(drawn["required"], serde_json::json!(["playerId", "count"]));
    assert_eq!(
        defs["view"]["properties"]["variables"]["properties"]["turn.direction"]["type"],
        "integer"
    );
    // What the schema requires of a view is there.
    let game = started(&toss_with(&[]), 2);
    let view: Value = serde_json::from_str(&to_json(&game.view(Seat(0)))).unwrap();
    for name in defs["view"]["required"].as_array().unwrap() {
        assert!(view.get(name.as_str().unwrap()).is_some(), "{name}");
    }
}
