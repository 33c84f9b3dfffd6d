use super::{decklet, decklet_with, json};
use sha2::{Digest, Sha256};

#[test]
fn all_plays_have_the_hash_of_their_systems() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/doudizhu_counts.json"
    );
    let counts = json(&std::fs::read_to_string(path).unwrap());
    for (profile, system) in [
        ("decklet", "gameclaw"),
        ("game-claw", "gameclaw"),
        ("openspiel", "openspiel"),
        ("rlcard", "rlcard"),
    ] {
        let out = decklet(&["doudizhu", "plays", "--profile", profile]).ok();
        let hash = Sha256::digest(out.as_bytes());
        let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(counts[system]["sha256_sorted_list"], hex, "{profile}");
    }
}

#[test]
fn readings_are_a_line_each() {
    let out = decklet(&["doudizhu", "plays", "--profile", "openspiel", "--readings"]).ok();
    assert_eq!(out.lines().count(), 26_053);
    assert!(out.lines().any(|line| line == "33 pair 3 3 1"));
}

#[test]
fn detect_answers_in_json() {
    let args = ["doudizhu", "detect", "--profile", "pagat"];
    let out = decklet_with(&args, "3 3 3 4\n\n35\n").ok();
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(
        lines[0],
        r#"{"cards":"3334","valid":true,"readings":[{"type":"trio_solo","main_low":"3","main_high":"3","length":1}]}"#
    );
    assert_eq!(lines[1], r#"{"cards":"35","valid":false,"readings":[]}"#);
}

#[test]
fn beats_is_true_false_or_null() {
    let args = ["doudizhu", "beats", "--profile", "rlcard"];
    let out = decklet_with(&args, "33 44\n44 33\n33 5\n33 45\n2222 BR\n").ok();
    assert_eq!(out, "true\nfalse\nfalse\nnull\ntrue\n");
    let err = decklet_with(&args, "33 44\n33\n").refused(2);
    assert!(err.contains("line 2"), "{err}");
}

#[test]
fn legal_plays_include_pass_where_it_is() {
    let args = [
        "doudizhu",
        "legal",
        "--profile",
        "pagat",
        "--hand",
        "3 3 10 10 大王",
    ];
    let said = decklet(&[&args[..], &["--last", "99"]].concat());
    assert!(
        said.err.contains("33TTR"),
        "the hand is echoed: {}",
        said.err
    );
    assert_eq!(said.ok(), "TT\npass\n");
    let lead = decklet(&args).ok();
    assert_eq!(lead.lines().count(), 5);
    assert!(!lead.contains("pass"));
    let err = decklet(&[&args[..], &["--last", "34"]].concat()).refused(2);
    assert!(err.contains("no combination"), "{err}");
}

#[test]
fn hands_that_cannot_exist_are_refused_with_their_rank() {
    let thirty_seven = "3".repeat(4) + &"456789TJ".repeat(4) + "Q";
    for (cards, named) in [
        ("33333", "rank 3"),
        ("BB", "rank B"),
        (&*thirty_seven, "rank"),
    ] {
        let err = decklet(&["doudizhu", "legal", "--hand", cards]).refused(2);
        assert!(err.contains(named), "{cards}: {err}");
        let err = decklet_with(&["doudizhu", "detect"], &format!("33\n{cards}\n")).refused(2);
        assert!(
            err.contains("line 2") && err.contains(named),
            "{cards}: {err}"
        );
    }
}

#[test]
fn finished_games_are_scored_as_the_cases_say() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/doudizhu_scoring.jsonl"
    );
    let cases = std::fs::read_to_string(path).unwrap();
    let mut input = String::new();
    let mut expected = Vec::new();
    for line in cases.lines() {
        let mut case = json(line);
        expected.push(case["points"].take());
        case.as_object_mut().unwrap().remove("points");
        input += &format!("{case}\n");
    }
    let out = decklet_with(&["doudizhu", "score"], &input).ok();
    assert_eq!(out.lines().count(), expected.len());
    for (line, points) in out.lines().zip(expected) {
        let scored = json(line)["points"].clone();
        let numbers = |value: &serde_json::Value| -> Vec<f64> {
            value
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_f64().unwrap())
                .collect()
        };
        assert_eq!(numbers(&scored), numbers(&points), "{line}");
    }
    let err = decklet_with(&["doudizhu", "score"], "{\"profile\":1}\n").refused(2);
    assert!(err.contains("line 1"), "{err}");
}

#[test]
fn explain_says_who_accepts_and_which_option_decides() {
    let said = decklet(&["doudizhu", "explain", "3333BR", "--last", "44445 6"]);
    assert!(said.err.contains("3333BR"));
    let out = said.ok();
    let line = |profile: &str| out.lines().find(|line| line.starts_with(profile)).unwrap();
    assert!(line("pagat").contains("no:"), "{out}");
    assert!(
        line("pagat").contains("combinations.four_two_solo.jokers"),
        "{out}"
    );
    let out = decklet(&["doudizhu", "explain", "333444+66", "--last", "555666+78"]).ok();
    assert!(out.contains("beat it"), "{out}");
    let out = decklet(&["doudizhu", "explain", "44", "--last", "34"]).ok();
    assert!(out.contains("34 is no combination"), "{out}");
    let out = decklet(&["doudizhu", "explain", "44", "--last", "33", "--json"]).ok();
    assert_eq!(out.lines().count(), 12);
    assert!(out.lines().all(|line| json(line)["beats"] == true));
}

#[test]
fn perft_counts_as_the_library_does() {
    use decklet::{
        doudizhu::{perft::perft, profile::Profile},
        engine::Seed,
    };
    let args = [
        "doudizhu",
        "perft",
        "--profile",
        "openspiel",
        "--seed",
        "1",
        "--depth",
        "4",
    ];
    let expected = perft(Profile::named("openspiel").unwrap(), &Seed::from(1), 4);
    assert_eq!(decklet(&args).ok(), format!("{expected}\n"));
}
