use super::{decklet, folder, json, text};

const GAMES: [(&str, &[&str]); 5] = [
    ("doudizhu", &[]),
    ("doudizhu", &["--profile", "game-claw"]),
    ("uno", &["--players", "3"]),
    (
        "uno",
        &["--profile", "party", "--policy", "draw-when-stuck"],
    ),
    (
        "uno",
        &[
            "--profile",
            "official",
            "--set",
            "false_call=2",
            "--policy",
            "draw-when-stuck",
        ],
    ),
];

/// The report without the times.
fn counted(args: &[&str]) -> serde_json::Value {
    let mut report = json(&decklet(&[args, &["--json"]].concat()).ok());
    for time in [
        "seconds",
        "games_per_s",
        "actions_per_s",
        "threads",
        "simulator",
    ] {
        assert!(
            report.as_object_mut().unwrap().remove(time).is_some(),
            "{time}"
        );
    }
    report
}

#[test]
fn the_result_does_not_depend_on_threads_nor_on_which_simulator_plays() {
    for (game, options) in GAMES {
        let args = [
            &["simulate", game, "--games", "150", "--seed", "5"],
            options,
        ]
        .concat();
        let one = counted(&[&args[..], &["--threads", "1"]].concat());
        assert_eq!(one["games"], 150);
        assert!(one["actions"].as_u64().unwrap() > 150);
        let three = counted(&[&args[..], &["--threads", "3"]].concat());
        assert_eq!(one, three, "{game} {options:?}");
        let fast = counted(&[&args[..], &["--fast", "--threads", "2"]].concat());
        assert_eq!(one, fast, "{game} {options:?}");
    }
}

#[test]
fn people_read_a_short_report() {
    let out = decklet(&["simulate", "doudizhu", "--games", "20"]).ok();
    for what in ["games/s", "actions/s", "landlord", "longest"] {
        assert!(out.contains(what), "{what}: {out}");
    }
}

#[test]
fn drawing_only_when_stuck_makes_short_games() {
    let args = [
        "simulate",
        "uno",
        "--games",
        "100",
        "--players",
        "2",
        "--policy",
    ];
    let uniform = counted(&[&args[..], &["uniform"]].concat());
    let stuck = counted(&[&args[..], &["draw-when-stuck"]].concat());
    assert!(stuck["actions"].as_u64() < uniform["actions"].as_u64());
}

#[test]
fn matches_are_the_same_through_the_engine_and_by_the_simulator() {
    for more in [
        &["--profile", "official", "--set", "target=200"][..],
        &["--profile", "official", "--set", "scoring=each_keeps"],
        &["--rounds", "3", "--players", "2"],
        &["--profile", "uno-engine", "--rounds", "2"],
    ] {
        let args = [
            "simulate",
            "uno",
            "--games",
            "6",
            "--policy",
            "draw-when-stuck",
        ];
        let args = [&args[..], more].concat();
        let engine = counted(&args);
        let fast = counted(&[&args[..], &["--fast"]].concat());
        assert_eq!(fast, engine, "{more:?}");
        assert!(engine["rounds"].as_u64() > Some(6), "{engine}");
    }
    let one = counted(&[
        "simulate",
        "uno",
        "--games",
        "2",
        "--profile",
        "official",
        "--rounds",
        "1",
    ]);
    assert!(one.get("rounds").is_none(), "{one}");
    for (more, named) in [
        (&["doudizhu", "--rounds", "2"][..], "--rounds is for uno"),
        (&["uno", "--rounds", "match"], "no points are counted"),
        (&["uno", "--rounds", "0"], "from 1"),
    ] {
        let err = decklet(&[&["simulate", "--games", "1"], more].concat()).refused(2);
        assert!(err.contains(named), "{err}");
    }
}

#[test]
fn every_round_of_a_match_has_a_log() {
    let folder = folder();
    let games = folder.path().join("games");
    let args = [
        "simulate",
        "uno",
        "--games",
        "2",
        "--rounds",
        "2",
        "--policy",
        "draw-when-stuck",
    ];
    decklet(&[&args[..], &["--log", text(&games)]].concat()).ok();
    for name in [
        "game-000000",
        "game-000000-round2",
        "game-000001",
        "game-000001-round2",
    ] {
        let log = games.join(name).with_extension("jsonl");
        let out = decklet(&["verify", text(&log)]).ok();
        assert!(out.contains("finished"), "{name}: {out}");
    }
}

#[test]
fn logs_are_written_and_hold() {
    let folder = folder();
    let games = folder.path().join("a/b");
    let args = ["simulate", "uno", "--games", "3", "--log", text(&games)];
    decklet(&args).ok();
    let logs: Vec<_> = std::fs::read_dir(&games)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    assert_eq!(logs.len(), 3);
    let err = decklet(&args).refused(2);
    assert!(
        err.contains("game-000000.jsonl") || err.contains("another folder"),
        "{err}"
    );
    for log in logs {
        let out = decklet(&["verify", text(&log)]).ok();
        assert!(out.contains("finished"), "{out}");
    }
}

#[test]
fn bots_play_the_same_games_whatever_the_threads_and_the_better_ones_win() {
    for (game, bots, count) in [
        ("doudizhu", "greedy,random,random", "40"),
        ("uno", "random,greedy", "60"),
        ("uno", "lowest", "20"),
    ] {
        let args = [
            "simulate", game, "--games", count, "--bots", bots, "--seed", "2",
        ];
        let two = ["--players", "2"];
        let args = match bots {
            "random,greedy" => [&args[..], &two].concat(),
            _ => args.to_vec(),
        };
        let one = counted(&[&args[..], &["--threads", "1"]].concat());
        let three = counted(&[&args[..], &["--threads", "3"]].concat());
        assert_eq!(one, three, "{game} {bots}");
        let named: Vec<_> = one["bots"].as_array().unwrap().iter().collect();
        let wins = |seat: usize| one["wins"][seat].as_u64().unwrap();
        if let Some(greedy) = named.iter().position(|name| *name == "greedy") {
            let games: u64 = count.parse().unwrap();
            assert!(wins(greedy) * 2 > games, "{game}: {one}");
        }
    }
}

#[test]
fn an_expert_with_iterations_plays_the_same_game_again() {
    for game in ["doudizhu", "uno"] {
        let folder = folder();
        let logs = ["1", "2"].map(|threads| {
            let logs = folder.path().join(threads);
            let args = ["simulate", game, "--games", "2", "--bots", "expert"];
            let more = [
                "--iterations",
                "40",
                "--threads",
                threads,
                "--log",
                text(&logs),
            ];
            decklet(&[&args[..], &more].concat()).ok();
            ["game-000000.jsonl", "game-000001.jsonl"]
                .map(|name| std::fs::read_to_string(logs.join(name)).unwrap())
        });
        assert!(logs[0][0].lines().count() > 10);
        assert_eq!(logs[0], logs[1], "{game}");
    }
}

#[test]
fn bots_are_named_rightly_or_refused() {
    let simulate = ["simulate", "doudizhu", "--games", "1"];
    for (more, named) in [
        (&["--bots", "clever"][..], "no bot is called \"clever\""),
        (&["--bots", "greedy,random"], "each of the 3 bots"),
        (&["--bots", "greedy", "--fast"], "--fast"),
        (&["--bots", "greedy", "--policy", "uniform"], "--policy"),
        (&["--iterations", "5"], "--bots"),
    ] {
        let err = decklet(&[&simulate, more].concat()).refused(2);
        assert!(err.contains(named), "{more:?}: {err}");
    }
}
