use super::{decklet, folder, json};
use serde_json::Value;
use std::fs;

/// The report without what depends on the machine.
fn report(args: &[&str]) -> Value {
    let args: Vec<&str> = ["arena"]
        .iter()
        .chain(args)
        .chain(&["--json"])
        .copied()
        .collect();
    let mut report = json(&decklet(&args).ok());
    for agent in report["agents"].as_array_mut().unwrap() {
        assert_eq!(agent["faults"], 0);
        agent["decisions_per_second"] = Value::Null;
    }
    report
}

#[test]
fn the_better_bot_wins_and_every_part_is_played() {
    let greedy = [
        "doudizhu",
        "--agents",
        "greedy,random",
        "--profile",
        "douzero",
        "--deals",
        "40",
    ];
    let report = report(&greedy);
    assert_eq!(
        (&report["deals"], &report["games_per_deal"]),
        (&40.into(), &2.into())
    );
    let [greedy, random] = [&report["agents"][0], &report["agents"][1]];
    assert!(greedy["wp"]["low"].as_f64() > Some(0.8), "{report}");
    assert_eq!(greedy["landlord"]["wp"]["deals"], 40);
    let sum = |name: &str| {
        greedy[name]["mean"].as_f64().unwrap() + random[name]["mean"].as_f64().unwrap()
    };
    assert!((sum("wp") - 1.0).abs() < 1e-9, "somebody wins every game");
    assert!(sum("adp").abs() < 1e-9, "what one gets the other pays");
}

#[test]
fn the_result_is_the_same_whatever_the_threads() {
    for game in ["doudizhu", "uno"] {
        let with = |threads| {
            let agents = "expert:40,greedy,draw-when-stuck";
            report(&[
                game,
                "--agents",
                agents,
                "--deals",
                "4",
                "--seed",
                "9",
                "--threads",
                threads,
            ])
        };
        assert_eq!(with("1"), with("3"), "{game}");
    }
}

#[test]
fn a_deck_is_written_and_played() {
    let folder = folder();
    let path = folder.path().join("deck.json");
    let deck = decklet(&["arena", "doudizhu", "--export-deck", "doudizhu-10k"]).ok();
    assert!(deck.contains("\"checksum\":"), "{}", &deck[..200]);
    fs::write(&path, &deck).unwrap();
    let path = path.to_str().unwrap();
    let match_on = |deck| {
        report(&[
            "doudizhu",
            "--agents",
            "greedy,lowest",
            "--deals",
            "5",
            "--deck",
            deck,
            "--profile",
            "pagat",
        ])
    };
    assert_eq!(match_on(path), match_on("doudizhu-10k"));

    fs::write(path, deck.replacen("3", "4", 1)).unwrap();
    let said = decklet(&[
        "arena",
        "doudizhu",
        "--agents",
        "greedy,lowest",
        "--deck",
        path,
    ]);
    let error = said.refused(1);
    assert!(
        error.contains("they were changed") || error.contains("no deal"),
        "{error}"
    );
}

#[test]
fn the_page_has_charts_and_nothing_to_load() {
    let folder = folder();
    let path = folder.path().join("report.html");
    let args = [
        "arena",
        "uno",
        "--agents",
        "greedy,lowest",
        "--deals",
        "10",
        "--html",
    ];
    let args: Vec<&str> = args.into_iter().chain([path.to_str().unwrap()]).collect();
    decklet(&args).ok();
    let page = fs::read_to_string(path).unwrap();
    assert!(
        page.starts_with("<!doctype html>") && page.contains("<svg"),
        "{page}"
    );
    assert!(
        !page.contains("http") && !page.contains("<script"),
        "{page}"
    );
}

#[test]
fn wrong_agents_are_named() {
    for (agents, expected) in [
        ("greedy,gready", "no bot is called \"gready\""),
        ("greedy", "needs two agents"),
        ("greedy:5,random", "only expert takes a number"),
        ("expert:0,random", "1 or more"),
        (
            "greedy,random,lowest,expert",
            "doudizhu is for 3 to 3 players",
        ),
    ] {
        let error = decklet(&["arena", "doudizhu", "--agents", agents, "--deals", "1"]).refused(2);
        assert!(error.contains(expected), "{agents}: {error}");
    }
    let deck = [
        "arena",
        "uno",
        "--agents",
        "greedy,random",
        "--deck",
        "doudizhu-10k",
    ];
    assert!(decklet(&deck).refused(2).contains("decks"));
}
