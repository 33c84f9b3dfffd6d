use super::{command, decklet, decklet_with, folder, json, text};
use std::{
    fs,
    io::{BufRead, BufReader},
    process::Stdio,
};

/// Plays the first thing that is possible, whatever it is.
fn keen() -> String {
    "h1\nd\np\n1\n".repeat(800)
}

fn play(args: &[&str], path: &std::path::Path, input: &str) -> super::Said {
    let args = [&["play", "--plain", "--save", text(path)], args].concat();
    decklet_with(&args, input)
}

#[test]
fn a_game_is_played_to_its_end_in_both_games_and_languages() {
    let folder = folder();
    for (place, (args, end)) in [
        (["doudizhu", "--lang", "en"], "win"),
        (["doudizhu", "--lang", "zh"], "赢了"),
        (["uno", "--lang", "en"], "win"),
        (["uno", "--lang", "zh"], "赢了"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(format!("{place}.jsonl"));
        let out = play(&[&args[..], &["--seed", "3"]].concat(), &path, &keen()).ok();
        let mut last = out.lines().rev();
        assert!(last.next().unwrap().contains(text(&path)), "{out}");
        assert!(last.next().unwrap().contains(end), "{args:?}: {out}");
        assert!(decklet(&["verify", text(&path)]).ok().contains("finished"));
    }
}

#[test]
fn every_profile_can_be_played() {
    let folder = folder();
    let doudizhu = decklet(&["rules", "doudizhu", "--profiles"]).ok();
    let uno = decklet(&["rules", "uno", "--profiles"]).ok();
    fn named(line: &str) -> &str {
        line.split_whitespace().next().unwrap()
    }
    let profiles = (doudizhu.lines().map(|line| ("doudizhu", named(line))))
        .chain(uno.lines().map(|line| ("uno", named(line))));
    for (game, profile) in profiles {
        let path = folder.path().join(format!("{game}-{profile}.jsonl"));
        // Random players of UNO draw for thousands of turns.
        let bots = if game == "uno" { "lowest" } else { "random" };
        let args = [game, "--profile", profile, "--seed", "1", "--bots", bots];
        play(&args, &path, &keen()).ok();
        let out = decklet(&["verify", text(&path)]).ok();
        assert!(out.contains("is finished"), "{game} {profile}: {out}");
    }
}

#[test]
fn a_refusal_is_told_in_words_of_the_language() {
    let folder = folder();
    for (lang, words) in [
        ("en", "cannot be played together"),
        ("zh", "这些牌不能一起出"),
    ] {
        let path = folder.path().join(lang);
        let args = [
            "doudizhu",
            "--profile",
            "decklet",
            "--seed",
            "3",
            "--lang",
            lang,
        ];
        // Call, then play what is no combination, then what is no card.
        let out = play(&args, &path, "2\n3 4 5\nfoo\nq\n").ok();
        assert!(out.contains(words), "{out}");
        assert!(out.contains("foo"), "{out}");
        assert!(!out.contains("INVALID_COMBINATION"), "{out}");
    }
}

#[test]
fn the_game_is_saved_when_the_input_ends_and_can_be_resumed() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    let args = [
        "doudizhu",
        "--profile",
        "decklet",
        "--seed",
        "3",
        "--name",
        "Mei",
    ];
    let out = play(&args, &path, "2\nh1\n").ok();
    assert!(out.contains("Mei: call landlord"), "{out}");
    let entries = fs::read_to_string(&path).unwrap().lines().count();
    assert!(entries > 2);
    let out = decklet_with(&["play", "--plain", "--resume", text(&path)], &keen()).ok();
    assert!(
        out.contains("Mei: call landlord"),
        "what happened before is told: {out}"
    );
    assert!(
        decklet(&["verify", text(&path)])
            .ok()
            .contains("is finished")
    );
    decklet(&["play", "--resume", text(&path), "--seed", "3", "--plain"]).refused(2);
}

#[test]
fn new_games_are_saved_in_the_users_folder_and_never_overwritten() {
    let folder = folder();
    for _ in 0..2 {
        let output = command(&["play", "doudizhu", "--plain", "--seed", "5"])
            .env("XDG_DATA_HOME", folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success());
    }
    let saved = fs::read_dir(folder.path().join("decklet")).unwrap();
    let mut names: Vec<_> = saved.map(|file| file.unwrap().file_name()).collect();
    names.sort();
    let names: Vec<_> = names.iter().map(|name| name.to_str().unwrap()).collect();
    assert_eq!(names.len(), 2);
    assert!(
        names[0].starts_with("doudizhu-") && names[0].ends_with("-2.jsonl"),
        "{names:?}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_game_with_the_name_of_its_log() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    let mut child = command(&[
        "play",
        "doudizhu",
        "--plain",
        "--save",
        text(&path),
        "--lang",
        "en",
    ])
    .stdin(Stdio::piped())
    .stdout(Stdio::piped())
    .spawn()
    .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let asked = lines
        .by_ref()
        .any(|line| line.unwrap().contains("Your turn"));
    assert!(asked);
    let pid = child.id().to_string();
    std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .unwrap();
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(
        rest.iter().any(|line| line.contains(text(&path))),
        "{rest:?}"
    );
    decklet(&["verify", text(&path)]).ok();
}

#[test]
fn a_deal_file_gives_the_hands() {
    let folder = folder();
    let deal = folder.path().join("deal.json");
    let deck = decklet::doudizhu::card::Card::all().map(|card| card.to_string());
    let deck: Vec<String> = deck.collect();
    let hands = [&deck[..17], &deck[17..34], &deck[34..51]];
    fs::write(&deal, serde_json::json!({ "hands": hands }).to_string()).unwrap();
    for profile in ["decklet", "pagat", "openspiel"] {
        let args = [
            "act",
            "--new",
            "doudizhu",
            "--profile",
            profile,
            "--deal",
            text(&deal),
        ];
        let answer = json(&decklet_with(&args, "{\"type\":\"?view\"}").ok());
        for (player, hand) in ["p1", "p2", "p3"].iter().zip(hands) {
            let cards = &answer["view"]["zones"][format!("player:{player}:hand")]["cards"];
            assert_eq!(cards, &serde_json::json!(hand), "{profile} {player}");
        }
    }
    let wrong: [(serde_json::Value, &str); 5] = [
        (serde_json::json!({ "hands": hands[..2] }), "2 hands"),
        (
            serde_json::json!({ "hands": [hands[0], hands[0], hands[2]] }),
            "twice",
        ),
        (
            serde_json::json!({ "hands": [&hands[0][1..], hands[1], hands[2]] }),
            "16 cards",
        ),
        (serde_json::json!({ "hands": hands, "deck": [] }), "UNO"),
        (serde_json::json!({ "hand": [] }), "hand"),
    ];
    for (file, why) in wrong {
        fs::write(&deal, file.to_string()).unwrap();
        let err = decklet(&["act", "--new", "doudizhu", "--deal", text(&deal)]).refused(2);
        assert!(
            err.contains("deal.json") && err.contains(why),
            "{why}: {err}"
        );
    }
}

#[test]
fn a_deal_file_gives_hands_discard_and_deck_of_uno() {
    let folder = folder();
    let deal = folder.path().join("deal.json");
    let hand = |color: &str| -> Vec<String> {
        (1..=7)
            .map(|number| format!("{color}-{number}-1"))
            .collect()
    };
    let file = serde_json::json!({
        "hands": [hand("red"), hand("blue")], "discard": "green-9-1", "deck": ["wild-2"],
    });
    fs::write(&deal, file.to_string()).unwrap();
    let args = [
        "act",
        "--new",
        "uno",
        "--players",
        "2",
        "--deal",
        text(&deal),
    ];
    let view = "{\"type\":\"?view\"}\n";
    let draw = "{\"type\":\"DRAW_CARD\",\"playerId\":\"p1\"}\n";
    let out = decklet_with(&args, &format!("{view}{draw}{view}")).ok();
    let answers: Vec<_> = out.lines().map(json).collect();
    let zones = &answers[0]["view"]["zones"];
    assert_eq!(
        zones["player:p1:hand"]["cards"],
        serde_json::json!(hand("red"))
    );
    assert_eq!(
        zones["player:p2:hand"]["cards"],
        serde_json::json!(hand("blue"))
    );
    assert_eq!(
        zones["uno-discard"]["cards"],
        serde_json::json!(["green-9-1"])
    );
    let mine = answers[2]["view"]["zones"]["player:p1:hand"]["cards"].to_string();
    assert!(
        mine.contains("wild-2"),
        "the deck's first card is drawn first: {mine}"
    );
}

#[test]
fn a_game_is_played_by_one_program_at_a_time() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    let mut child = command(&[
        "play",
        "uno",
        "--plain",
        "--save",
        text(&path),
        "--lang",
        "en",
    ])
    .stdin(Stdio::piped())
    .stdout(Stdio::piped())
    .spawn()
    .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("Your turn")));
    let err = decklet(&["act", text(&path)]).refused(1);
    assert!(err.contains("another program"), "{err}");
    drop(child.stdin.take());
    child.wait().unwrap();
    decklet(&["act", text(&path)]).ok();
}

#[test]
fn points_in_fractions_are_told_as_points() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    let out = play(
        &["doudizhu", "--profile", "botzone-1", "--lang", "en"],
        &path,
        &keen(),
    )
    .ok();
    let points = out.lines().find(|line| line.contains("Points:")).unwrap();
    let words = points
        .split([' ', ','])
        .map(|word| word.trim_end_matches('.'));
    let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    // Two points for a win and hundredths for the plays; 200 would be the inner unit.
    assert!(numbers.len() >= 3, "{points}");
    assert!(numbers.iter().all(|number| number.abs() < 20.0), "{points}");
}

#[test]
fn bots_have_a_level_each() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    let args = [
        "doudizhu",
        "--seed",
        "3",
        "--bots",
        "expert,random",
        "--think",
        "1",
    ];
    play(&args, &path, &keen()).ok();
    assert!(decklet(&["verify", text(&path)]).ok().contains("finished"));
    let nothing = folder.path().join("none.jsonl");
    for (bots, named) in [
        ("greedy,greedy,greedy", "each of the 2 bots"),
        ("grandmaster", "greedy or expert"),
    ] {
        let err = play(&["doudizhu", "--bots", bots], &nothing, "").refused(2);
        assert!(
            err.contains(named) || err.contains("greedy and expert"),
            "{err}"
        );
        assert!(
            !nothing.exists(),
            "a game that does not begin leaves no file"
        );
    }
}

#[test]
fn bots_catch_who_does_not_call_uno() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    // The person lays one red card after the other, and the bot has nothing to lay on any.
    let cards = |color: &str, faces: &[&str], copy: u8| -> Vec<String> {
        let named = faces
            .iter()
            .map(|face| format!("\"{color}-{face}-{copy}\""));
        named.collect()
    };
    let low = ["1", "2", "3", "4", "5", "6", "7"];
    let high = ["8", "9", "skip"];
    let bot = [
        cards("blue", &high, 1),
        cards("blue", &high, 2),
        cards("green", &["8"], 1),
    ];
    let deck = [cards("green", &["9", "skip"], 1), cards("green", &high, 2)];
    let deal = folder.path().join("deal.json");
    let hands = format!(
        r#"{{"hands": [[{}], [{}]], "discard": "red-8-1", "deck": [{}]}}"#,
        cards("red", &low, 1).join(","),
        bot.concat().join(","),
        deck.concat().join(","),
    );
    fs::write(&deal, hands).unwrap();
    let args = [
        "uno",
        "--players",
        "2",
        "--profile",
        "official",
        "--deal",
        text(&deal),
    ];
    let input: String = low.iter().map(|face| format!("red-{face}-1\n")).collect();
    let out = play(&args, &path, &input).ok();
    assert!(out.contains("caught without calling"), "{out}");
}

#[test]
fn a_match_goes_on_to_its_target_in_logs_beside_each_other() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    let args = [
        "uno",
        "--profile",
        "official",
        "--set",
        "target=300",
        "--seed",
        "3",
    ];
    for (lang, score, end) in [
        ("en", "Score after round 1: ", "the match"),
        ("zh", "第1局后总分：", "赢得整场"),
    ] {
        let path = folder.path().join(format!("{lang}.jsonl"));
        let out = play(&[&args[..], &["--lang", lang]].concat(), &path, &keen()).ok();
        assert!(out.contains(score) && out.contains(end), "{out}");
        let second = folder.path().join(format!("{lang}-round2.jsonl"));
        for path in [&path, &second] {
            assert!(
                decklet(&["verify", text(path)])
                    .ok()
                    .contains("is finished")
            );
        }
        assert!(
            !out.trim_end().ends_with(text(&path)),
            "the last round is named: {out}"
        );
    }
    // It is left in the first round, then in another, and gone on with each time.
    play(&args, &path, "h1\nd\np\n1\nq\n").ok();
    let resume = ["play", "--plain", "--lang", "en", "--resume", text(&path)];
    let mut out = String::new();
    for _ in 0..200 {
        out = decklet_with(&resume, &"h1\nd\np\n1\n".repeat(5)).ok();
        if out.contains("the match") {
            break;
        }
    }
    assert!(out.contains("the match"), "{out}");
    // Nothing is left to do.
    let out = decklet_with(&resume, &keen()).ok();
    assert!(out.contains("the match"), "{out}");
    let wrong = folder.path().join("en-round2.jsonl");
    fs::copy(&path, &wrong).unwrap();
    fs::remove_file(folder.path().join("en-round3.jsonl")).ok();
    let first = folder.path().join("en.jsonl");
    let err = decklet_with(&["play", "--plain", "--resume", text(&first)], "").refused(1);
    assert!(err.contains("not the round after this one"), "{err}");
}

#[test]
fn so_many_rounds_are_played_and_rounds_won_are_counted() {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    let args = [
        "uno",
        "--players",
        "2",
        "--rounds",
        "2",
        "--seed",
        "3",
        "--lang",
        "en",
    ];
    let out = play(&args, &path, &keen()).ok();
    assert!(
        out.contains("round 1 of 2") && out.contains("round 2 of 2"),
        "{out}"
    );
    assert!(out.contains("Rounds won after round 2: "), "{out}");
    let one = folder.path().join("one.jsonl");
    let args = [
        "uno",
        "--profile",
        "official",
        "--rounds",
        "1",
        "--seed",
        "3",
        "--lang",
        "en",
    ];
    let out = play(&args, &one, &keen()).ok();
    assert!(!out.contains("round 1"), "{out}");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_file() {
    let folder = folder();
    let profile = folder.path().join("mine.json");
    fs::write(&profile, "\u{feff}{\"hand\": 3}").unwrap();
    let log = folder.path().join("game.jsonl");
    let args = [
        "act",
        "--new",
        "uno",
        "--seed",
        "1",
        "--profile",
        text(&profile),
    ];
    decklet_with(
        &[&args[..], &[text(&log)]].concat(),
        "\u{feff}{\"type\":\"?view\"}",
    )
    .ok();
    let marked = folder.path().join("marked.jsonl");
    fs::write(
        &marked,
        format!("\u{feff}{}", fs::read_to_string(&log).unwrap()),
    )
    .unwrap();
    decklet(&["verify", text(&marked)]).ok();
    let draw = "{\"type\":\"DRAW_CARD\",\"playerId\":\"p1\"}\n";
    assert!(
        decklet_with(&["act", text(&marked)], draw)
            .ok()
            .contains("true")
    );
    decklet(&["verify", text(&marked)]).ok();
    let case = "{\"profile\":\"game-claw\",\"landlord\":0,\"winner\":0,\"plays\":[5,1,0]}\n";
    decklet_with(&["doudizhu", "score"], &format!("\u{feff}{case}")).ok();
    let err = decklet_with(&["doudizhu", "score"], &case.replace("[5,", "[50,")).refused(2);
    assert!(err.contains("line 1: plays = 50"), "{err}");
}
