use super::{command, decklet, folder, json, text};
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

const HARD: [&str; 4] = [
    "doudizhu",
    "solve",
    "023445667788AJJKQY",
    "233456688999AAJKQQ",
];

#[test]
fn an_endgame_is_solved_and_its_hands_are_echoed() {
    let said = decklet(&["doudizhu", "solve", "KK55 43", "22 55 43"]);
    assert!(said.err.contains("player 1: 3455KK"), "{}", said.err);
    let out = said.ok();
    assert!(out.contains("result: first_wins"), "{out}");
    assert!(
        out.contains("winning first plays of player 1: 4 5\n"),
        "{out}"
    );
    assert!(out.contains("line: 1:"), "{out}");
}

#[test]
fn hands_are_read_in_every_spelling() {
    for (first, second) in [
        ("ZYAA0", "999T"),
        ("xdAA10", "99910"),
        ("wWAAt", "999T"),
        ("BRAAT", "9990"),
        ("小王大王AA10", "9 9 9 10"),
    ] {
        let out = decklet(&["doudizhu", "solve", first, second, "--json"]).ok();
        assert_eq!(json(&out)["hands"][0], "TAABR", "{first}");
        assert_eq!(json(&out)["hands"][1], "999T", "{second}");
        assert_eq!(json(&out)["result"], "first_wins");
    }
}

#[test]
fn json_has_the_whole_answer() {
    let args = ["doudizhu", "solve", "AA007654", "JJ999", "--ban", "no32"];
    let answer = json(&decklet(&[&args[..], &["--json"]].concat()).ok());
    assert_eq!(answer["result"], "second_wins");
    assert_eq!(answer["profile"], "classic");
    assert_eq!(answer["banned"], serde_json::json!(["no32"]));
    assert_eq!(answer["winning_first_plays"], serde_json::json!([]));
    assert_eq!(answer["undecided_first_plays"], serde_json::json!([]));
    assert_eq!(answer["line"][0]["player"], 1);
    assert!(answer["nodes"].as_u64() > Some(0) && answer["seconds"].is_f64());
    let following = [
        "doudizhu", "solve", "47", "8", "4", "--lead", "2", "--last", "7",
    ];
    let answer = json(&decklet(&[&following[..], &["--json"]].concat()).ok());
    assert_eq!(answer["result"], "second_wins");
    assert_eq!(
        answer["winning_first_plays"],
        serde_json::json!(["8", "pass"])
    );
}

#[test]
fn the_tree_is_written() {
    let folder = folder();
    let path = folder.path().join("tree.json");
    let args = ["doudizhu", "solve", "KK5543", "225543", "--tree"];
    decklet(&[&args[..], &[text(&path)]].concat()).ok();
    let tree = json(&std::fs::read_to_string(&path).unwrap());
    assert_eq!(tree["format"], 1);
    assert_eq!(tree["outcome"], "first_wins");
    let first = &tree["positions"][0];
    assert_eq!(first["hands"], serde_json::json!(["3455KK", "345522"]));
    let replies: Vec<_> = first["replies"].as_array().unwrap().iter().collect();
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[0]["cards"], "4");
}

#[test]
fn at_a_limit_the_result_is_unknown() {
    for limit in [["--limit-nodes", "5000"], ["--limit-time", "0"]] {
        let out = decklet(&[&HARD[..], &limit, &["--json"]].concat()).ok();
        assert_eq!(json(&out)["result"], "unknown", "{limit:?}");
        assert!(json(&out)["nodes"].as_u64().unwrap() <= 5000);
    }
}

#[test]
fn an_interruption_tells_what_is_known() {
    let mut child = command(&HARD);
    child.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    // It listens before it says anything, and is far from done then.
    let mut err = BufReader::new(child.stderr.take().unwrap());
    err.read_line(&mut String::new()).unwrap();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert!(out.contains("result: unknown"), "{out}");
    assert!(out.contains("undecided first plays"), "{out}");
}

#[test]
fn what_is_no_puzzle_is_refused() {
    for (args, named) in [
        (&["3333", "3"][..], "more of a rank"),
        (&["3", "4", "--lead", "3"], "player 3"),
        (&["3", "4", "--last", "56"], "56"),
        (&["3", "4", "--ban", "no33"], "no33"),
        (&["3", "4", "--profile", "poker"], "poker"),
        (&["3", "4", "--limit-time", "soon"], "seconds"),
        (&["3?", "4"], "?"),
        (&["", "4"], "no cards"),
    ] {
        let err = decklet(&[&["doudizhu", "solve"][..], args].concat()).refused(2);
        assert!(err.contains(named), "{args:?}: {err}");
    }
}
