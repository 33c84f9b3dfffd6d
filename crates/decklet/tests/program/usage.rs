use super::{command, decklet, decklet_with};
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

const COMMANDS: [&[&str]; 15] = [
    &["play"],
    &["simulate"],
    &["replay"],
    &["verify"],
    &["act"],
    &["rules"],
    &["schema"],
    &["doudizhu"],
    &["doudizhu", "plays"],
    &["doudizhu", "detect"],
    &["doudizhu", "beats"],
    &["doudizhu", "legal"],
    &["doudizhu", "score"],
    &["doudizhu", "explain"],
    &["doudizhu", "perft"],
];

#[test]
fn the_menu_asks_for_a_game() {
    let out = decklet_with(&["menu"], "5\nq\n").ok();
    assert!(out.contains("1  斗地主 Dou Dizhu"), "{out}");
    assert!(out.contains("Type 1, 2, 3, 4, h or q."), "{out}");
    let refused = decklet_with(&["menu"], "1\n").refused(2);
    assert!(refused.contains("--plain"), "{refused}");
}

#[test]
fn the_version_names_the_log_format() {
    let version = decklet(&["--version"]).ok();
    let expected = format!("decklet {} (log format 1)\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(version, expected);
}

#[test]
fn every_command_has_help_with_an_example_that_names_it() {
    for words in COMMANDS {
        let out = decklet(&[words, &["--help"]].concat()).ok();
        let example = format!("decklet {}", words.join(" "));
        let (_, examples) = out
            .split_once("Example")
            .unwrap_or_else(|| panic!("{words:?}"));
        assert!(examples.contains(&example), "{words:?}");
    }
}

#[test]
fn wrong_usage_exits_2_with_a_hint() {
    let cases: [(&[&str], &str); 17] = [
        (&["shuffle"], "unrecognized subcommand"),
        (&["play"], "<GAME>"),
        (&["play", "poker", "--plain"], "poker"),
        (&["play", "doudizhu"], "--plain"),
        (
            &["rules", "doudizhu", "--profile", "mine"],
            "there are: decklet, game-claw",
        ),
        (
            &["rules", "doudizhu", "--set", "stack=any"],
            "there is no option stack; there are: ",
        ),
        (&["rules", "uno", "--set", "stack"], "OPTION=VALUE"),
        (&["rules", "uno", "--set", "stack=sometimes"], "sometimes"),
        (&["simulate", "doudizhu", "--players", "4"], "for 3 players"),
        (&["simulate", "uno", "--players", "11"], "2 to 10"),
        (
            &["simulate", "doudizhu", "--policy", "draw-when-stuck"],
            "is for uno",
        ),
        (&["simulate", "uno", "--seed", "soon"], "no seed"),
        (&["play", "uno", "--plain", "--seed", "-1"], "no seed"),
        (&["simulate", "uno", "--threads", "0"], "1..=1024"),
        (&["simulate", "uno", "--threads", "1025"], "1..=1024"),
        (&["doudizhu", "perft", "--depth", "101"], "100"),
        (&["act"], "FILE"),
    ];
    for (args, hint) in cases {
        let err = decklet(args).refused(2);
        assert!(err.contains(hint), "{args:?}: {err}");
        assert!(err.contains("--help"), "{args:?}: {err}");
    }
}

#[test]
fn a_file_that_is_not_there_is_a_failure() {
    for command in ["verify", "replay", "act"] {
        let err = decklet(&[command, "no/such/file"]).refused(1);
        assert!(err.contains("no/such/file"), "{err}");
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = command(&["doudizhu", "plays"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::with_capacity(16, child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn rules_are_listed_in_order_with_names_targets_and_codes() {
    let out = decklet(&["rules", "doudizhu", "--json"]).ok();
    let all = super::json(&out);
    let rules = all["rules"].as_array().unwrap();
    assert_eq!(rules[0]["id"], "ddz-game-not-won");
    assert_eq!(rules[0]["applies_to"], "*");
    assert_eq!(rules[4]["name"], "Doudizhu Player Owns Cards");
    assert_eq!(rules[4]["applies_to"][0], "PLAY_CARDS");
    assert_eq!(rules[4]["codes"][0], "NO_CARDS");
    assert_eq!(all["options"]["profile"], "decklet");

    let out = decklet(&["rules", "doudizhu", "--profile", "game-claw"]).ok();
    let place = |id: &str| out.find(id).unwrap_or_else(|| panic!("{id}: {out}"));
    assert!(place("ddz-phase") < place("ddz-combination-valid"));
    assert!(out.contains("BID_TOO_LOW"), "{out}");
}

#[test]
fn named_profiles_are_listed() {
    let out = decklet(&["rules", "doudizhu", "--profiles"]).ok();
    assert_eq!(out.lines().count(), 12);
    assert!(out.contains("\ngame-claw         Bids of 0 to 3"), "{out}");
    let names = super::json(&decklet(&["rules", "uno", "--profiles", "--json"]).ok());
    assert_eq!(names, serde_json::json!(decklet::uno::profile::NAMES));
}

#[test]
fn options_are_listed_and_changed_one_by_one() {
    let args = ["rules", "doudizhu", "--profile", "pagat", "--options"];
    let out = decklet(&args).ok();
    assert!(out.contains("\nscore.cap = null\n"), "{out}");
    assert_eq!(
        out.lines().count(),
        2 * decklet_words::options("doudizhu").len()
    );
    let set = [
        &args[..],
        &["--set", "score.cap=64", "--set", "bidding=call_rob"],
    ]
    .concat();
    let out = decklet(&set).ok();
    assert!(out.contains("\nscore.cap = 64\n"), "{out}");
    assert!(out.contains("\nbidding = call_rob\n"), "{out}");

    // What is printed for machines is a profile again.
    let folder = super::folder();
    let path = folder.path().join("mine.json");
    let whole = decklet(&[&set[..], &["--json"]].concat()).ok();
    std::fs::write(&path, &whole).unwrap();
    let args = ["rules", "doudizhu", "--profile", super::text(&path)];
    let again = decklet(&[&args[..], &["--options", "--json"]].concat()).ok();
    assert_eq!(again, whole);

    let out = decklet(&["rules", "uno", "--set", "stack=any", "--options"]).ok();
    assert!(out.contains("\nstack = any\n"), "{out}");
}

#[test]
fn the_schema_knows_actions_events_and_views() {
    let schema = super::json(&decklet(&["schema", "doudizhu"]).ok());
    let defs = &schema["$defs"];
    assert_eq!(
        defs["action_PLAY_CARDS"]["properties"]["type"]["const"],
        "PLAY_CARDS"
    );
    assert!(defs["event_DDZ_BOMB_PLAYED"].is_object());
    assert!(defs["view"]["properties"]["variables"]["properties"]["ddz.phase"].is_object());
}

#[test]
fn a_profile_of_ones_own_comes_from_a_file() {
    let folder = super::folder();
    let path = folder.path().join("mine.json");
    let base = decklet::doudizhu::profile::Profile::named("pagat").unwrap();
    let mine = decklet::doudizhu::profile::Profile::builder("mine", base)
        .bidding(decklet::doudizhu::profile::Bidding::FirstCall)
        .build()
        .unwrap();
    std::fs::write(&path, serde_json::to_string(&mine).unwrap()).unwrap();
    let path = super::text(&path);
    let args = [
        "simulate",
        "doudizhu",
        "--games",
        "20",
        "--profile",
        path,
        "--json",
    ];
    let by_engine = super::json(&decklet(&args).ok());
    let by_simulator = super::json(&decklet(&[&args[..], &["--fast"]].concat()).ok());
    assert_eq!(by_engine["actions"], by_simulator["actions"]);

    let err = decklet_with(&["rules", "doudizhu", "--profile", "absent.json"], "").refused(1);
    assert!(err.contains("absent.json"), "{err}");
}
