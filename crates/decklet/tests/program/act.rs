use super::{decklet, decklet_with, folder, json, text};
use std::fs;

const CALL: &str = r#"{"type":"CALL_LANDLORD","playerId":"p1","payload":{"call":true}}"#;
const LEGAL: &str = r#"{"type":"?legal"}"#;

fn answers(args: &[&str], lines: &[&str]) -> Vec<serde_json::Value> {
    let out = decklet_with(&[&["act"], args].concat(), &lines.join("\n")).ok();
    out.lines().map(json).collect()
}

#[test]
fn actions_are_answered_and_saved_and_the_game_goes_on_another_time() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    let file = text(&path);
    let new = [file, "--new", "doudizhu", "--seed", "7"];
    let first = answers(&new, &[LEGAL, CALL, CALL]);
    assert_eq!(first[0]["legal"][1], json(CALL));
    assert_eq!(first[1]["ok"], true);
    assert_eq!(first[1]["index"], 1);
    assert_eq!(first[1]["events"][0]["type"], "DDZ_LANDLORD_CALLED");
    assert_eq!(
        (&first[2]["ok"], &first[2]["rule"], &first[2]["code"]),
        (
            &json("false"),
            &json("\"ddz-phase\""),
            &json("\"WRONG_PHASE\"")
        )
    );
    let before = fs::read_to_string(&path).unwrap();
    assert_eq!(before.lines().count(), 3);

    let legal = &answers(&[file], &[LEGAL])[0]["legal"];
    assert!(!legal.as_array().unwrap().is_empty());
    let play = serde_json::to_string(&legal[0]).unwrap();
    assert_eq!(answers(&[file], &[&play])[0]["index"], 2);
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before) && after.lines().count() == 4);
    assert!(decklet(&["verify", file]).ok().contains("3 entries"));

    let err = decklet(&[&["act"], &new[..]].concat()).refused(1);
    assert!(err.contains("game.jsonl"), "{err}");
}

#[test]
fn the_same_seed_gives_the_same_log_however_it_is_played() {
    let folder = folder();
    let play = |name: &str, pieces: &[&[&str]]| {
        let path = folder.path().join(name);
        answers(
            &[text(&path), "--new", "doudizhu", "--seed", "7"],
            pieces[0],
        );
        for piece in &pieces[1..] {
            answers(&[text(&path)], piece);
        }
        fs::read_to_string(path).unwrap()
    };
    let no = r#"{"type":"CALL_LANDLORD","playerId":"p1","payload":{"call":false}}"#;
    let yes = r#"{"type":"CALL_LANDLORD","playerId":"p2","payload":{"call":true}}"#;
    assert_eq!(
        play("one", &[&[no, yes]]),
        play("two", &[&[], &[no], &[yes]])
    );
}

#[test]
fn a_viewer_gets_only_what_they_may_see() {
    let new = ["--new", "doudizhu", "--seed", "7"];
    let view = r#"{"type":"?view"}"#;
    let of_p3 = r#"{"type":"?view","playerId":"p3"}"#;
    let seen = answers(&[&new[..], &["--as", "2"]].concat(), &[view, of_p3, LEGAL]);
    let zones = &seen[0]["view"]["zones"];
    assert!(zones["player:p2:hand"]["cards"].is_array());
    assert!(zones["player:p1:hand"]["cards"].is_null());
    assert_eq!(zones["player:p1:hand"]["count"], 17);
    assert_eq!(
        (&seen[1]["code"], &seen[1]["field"]),
        (&json("\"BAD_ACTION\""), &json("\"playerId\""))
    );
    assert_eq!(seen[2]["legal"], json("[]"), "it is not p2's turn");
    let legal_of_p1 = r#"{"type":"?legal","playerId":"p1"}"#;
    let guest = [&new[..], &["--as", "spectator"]].concat();
    let seen = answers(&guest, &[LEGAL, legal_of_p1, of_p3]);
    assert_eq!(seen[0]["legal"], json("[]"), "it would tell a hand");
    assert_eq!(seen[1]["ok"], false);
    assert_eq!(seen[2]["ok"], false);
    let referee = answers(&new, &[of_p3, legal_of_p1]);
    assert_eq!(referee[0]["view"]["viewer"], "p3");
    assert!(!referee[1]["legal"].as_array().unwrap().is_empty());
    let everything = answers(&new, &[view]);
    assert!(everything[0]["view"]["zones"]["player:p1:hand"]["cards"].is_array());
}

#[test]
fn lines_that_are_no_action_are_answered_too() {
    let long = format!(
        r#"{{"type":"PASS","payload":{{"x":"{}"}}}}"#,
        "x".repeat(200_000)
    );
    let unknown = r#"{"type":"?legal","playerId":"nobody"}"#;
    let lines = [
        "nonsense",
        "",
        "[]",
        r#"{"type":7}"#,
        r#"{"type":"NO"}"#,
        &long,
        unknown,
        CALL,
    ];
    let all = answers(&["--new", "doudizhu", "--seed", "7"], &lines);
    assert_eq!(all.len(), lines.len() - 1, "an empty line has no answer");
    for answer in &all[..6] {
        assert_eq!(
            (&answer["ok"], &answer["code"]),
            (&json("false"), &json("\"BAD_ACTION\""))
        );
    }
    assert_eq!(all[2]["field"], "type");
    assert_eq!(all[5]["field"], "playerId");
    assert_eq!(all[6]["ok"], true, "the game goes on after all that");
}

#[test]
fn a_line_cut_off_is_dropped_and_the_chain_goes_on() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    let file = text(&path);
    answers(&[file, "--new", "doudizhu", "--seed", "7"], &[CALL]);
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 40]).unwrap();
    assert_eq!(answers(&[file], &[CALL])[0]["index"], 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    // Only the end of the line is missing: nothing is lost.
    fs::write(&path, whole.trim_end()).unwrap();
    let refused = answers(&[file], &[CALL]);
    assert_eq!(refused[0]["code"], "WRONG_PHASE");
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn a_damaged_log_is_not_continued() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    answers(&[text(&path), "--new", "doudizhu", "--seed", "7"], &[CALL]);
    let damaged = fs::read_to_string(&path)
        .unwrap()
        .replace("\"call\":true", "\"call\":false");
    fs::write(&path, &damaged).unwrap();
    let err = decklet_with(&["act", text(&path)], CALL).refused(1);
    assert!(err.contains("entry 1"), "{err}");
    assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
}

#[test]
fn options_of_a_new_game_are_refused_for_a_saved_one() {
    for option in ["--profile", "--seed", "--players"] {
        decklet(&["act", "game.jsonl", option, "3"]).refused(2);
    }
}
