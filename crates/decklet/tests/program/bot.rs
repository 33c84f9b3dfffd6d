use super::{a_log, command, decklet, decklet_with, folder, json, text};
use serde_json::{Value, json as value};
use std::{path::Path, process::Command};

/// The questions that are put to the player on turn at the beginning of this game.
fn question(game: &str, profile: &str) -> Value {
    let ask = |line: &str| {
        let args = [
            "act",
            "--new",
            game,
            "--profile",
            profile,
            "--seed",
            "7",
            "--as",
            "p1",
        ];
        json(&decklet_with(&args, line).ok())
    };
    let view = ask(r#"{"type":"?view"}"#)["view"].take();
    let legal = ask(r#"{"type":"?legal"}"#)["legal"].take();
    value!({ "view": view, "legal": legal })
}

#[test]
fn it_answers_every_line_and_goes_on_after_a_bad_one() {
    let good = question("doudizhu", "decklet");
    let mut bad = good.clone();
    bad["view"]["variables"]["ddz.phase"] = value!(3);
    let input = format!("{good}\nnonsense\n\n{bad}\n{good}\n");
    let args = [
        "bot",
        "doudizhu",
        "--level",
        "expert",
        "--iterations",
        "60",
        "--seed",
        "1",
    ];
    let out = decklet_with(&args, &input).ok();
    let answers: Vec<Value> = out.lines().map(json).collect();
    assert_eq!(answers.len(), 4, "an empty line is no question");
    for answer in [&answers[0], &answers[3]] {
        assert_eq!(answer["action"]["type"], "CALL_LANDLORD");
        assert!(
            answer["score"].is_number() && answer["ms"].is_number(),
            "{answer}"
        );
    }
    assert_eq!(answers[0]["action"], answers[3]["action"]);
    assert!(answers[1]["error"].is_string() && answers[1]["field"] == "");
    assert_eq!(answers[2]["field"], "view.variables.ddz.phase");
    let input = b"\xff\xfe\n".to_vec();
    let lossy = decklet_with(&["bot", "uno"], &String::from_utf8_lossy(&input)).ok();
    assert!(json(&lossy)["error"].is_string());
}

#[test]
fn every_level_answers_in_both_games() {
    for game in ["doudizhu", "uno"] {
        let question = question(game, "decklet").to_string();
        for level in ["random", "draw-when-stuck", "lowest", "greedy", "expert"] {
            let args = [
                "bot",
                game,
                "--level",
                level,
                "--iterations",
                "20",
                "--seed",
                "1",
            ];
            let answer = json(&decklet_with(&args, &question).ok());
            assert!(
                answer["action"]["type"].is_string(),
                "{game} {level}: {answer}"
            );
        }
    }
    decklet(&["bot", "uno", "--iterations", "5", "--time", "5"]).refused(2);
}

#[test]
fn the_client_in_python_plays_a_game() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/bot_client.py");
    let program = command(&[]).get_program().to_owned();
    for (game, profile) in [("doudizhu", "game-claw"), ("uno", "decklet")] {
        let output = Command::new("python3")
            .arg(&client)
            .arg(&program)
            .args([game, profile])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{output:?}");
        assert!(
            said.lines().last().unwrap().starts_with("winners: p"),
            "{said}"
        );
    }
}

#[test]
fn the_examples_of_the_protocol_are_questions_and_answers() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bot-protocol.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut blocks = page.split("```json\n").skip(1);
    let mut block = || json(blocks.next().unwrap().split("```").next().unwrap());
    for game in ["doudizhu", "uno"] {
        let (question, written) = (block(), block());
        let args = [
            "bot",
            game,
            "--level",
            "expert",
            "--iterations",
            "200",
            "--seed",
            "1",
        ];
        let answer = json(&decklet_with(&args, &question.to_string()).ok());
        let legal = question["legal"].as_array().unwrap();
        for answer in [&answer, &written] {
            assert!(legal.contains(&answer["action"]), "{game}: {answer}");
            assert!(answer["score"].is_number() && answer["ms"].is_number());
            assert_eq!(answer.as_object().unwrap().len(), 3);
        }
    }
}

#[test]
fn a_game_is_analysed_and_the_costliest_decisions_come_first() {
    let folder = folder();
    for game in ["doudizhu", "uno"] {
        let path = a_log(folder.path(), game);
        let args = ["analyse", text(&path), "--iterations", "30"];
        let out = decklet(&args).ok();
        assert!(out.contains("what each player could know"), "{out}");
        let report = json(&decklet(&[&args[..], &["--json"]].concat()).ok());
        let again = json(&decklet(&[&args[..], &["--json"]].concat()).ok());
        assert_eq!(report, again, "the same iterations, the same report");
        let decisions = report["decisions"].as_array().unwrap();
        assert!(decisions.len() > 5);
        let lost = |index: &Value| {
            let found = decisions
                .iter()
                .find(|decision| decision["index"] == *index);
            found.unwrap()["lost"].as_f64().unwrap()
        };
        let costliest = report["costliest"].as_array().unwrap();
        assert_eq!(costliest.len(), 3, "random players err: {report}");
        let most = decisions
            .iter()
            .map(|d| d["lost"].as_f64().unwrap())
            .fold(0.0, f64::max);
        assert!(lost(&costliest[0]) > most - 0.011 && most > 0.0);
        assert!(lost(&costliest[0]) + 0.011 > lost(&costliest[2]));
        let one = json(&decklet(&[&args[..], &["--json", "--seat", "2"]].concat()).ok());
        let own = one["decisions"].as_array().unwrap();
        assert!(!own.is_empty() && own.iter().all(|decision| decision["playerId"] == "p2"));
        let err = decklet(&[&args[..], &["--seat", "9"]].concat()).refused(2);
        assert!(err.contains("9: give a seat from 1"), "{err}");
        std::fs::remove_dir_all(folder.path().join("games")).unwrap();
    }
    decklet(&["analyse", "no-such-file"]).refused(1);
}

#[test]
fn hints_say_why_and_what_to_expect() {
    let folder = folder();
    for (lang, words, points) in [
        ("en", "Hint: ", "points expected"),
        ("zh", "提示：", "分）"),
    ] {
        let path = folder.path().join(lang);
        let args = [
            "play",
            "uno",
            "--plain",
            "--seed",
            "3",
            "--lang",
            lang,
            "--save",
            text(&path),
        ];
        let out = decklet_with(&args, "h\nq\n").ok();
        let hint = out.lines().find(|line| line.contains(words));
        assert!(hint.is_some_and(|hint| hint.contains(points)), "{out}");
    }
}
