//! The profiles against the systems they are named after, by hash and by vector.

mod common;

use common::{hand, json, profile};
use decklet_doudizhu::tools;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Profile, and its name in the counts.
const SYSTEMS: [(&str, &str); 9] = [
    ("decklet", "gameclaw"),
    ("game-claw", "gameclaw"),
    ("game-claw-source", "gameclaw"),
    ("openspiel", "openspiel"),
    ("rlcard", "rlcard"),
    ("douzero", "douzero"),
    ("botzone-1", "botzone1"),
    ("botzone-2", "botzone2"),
    ("pagat", "pagat"),
];

#[test]
fn the_list_of_all_plays_is_the_systems_own() {
    let counts = json("doudizhu_counts.json");
    for (name, system) in SYSTEMS {
        let expected = &counts[system];
        let sets = tools::play_lines(profile(name), false);
        assert_eq!(sets.len() as u64, expected["distinct_card_sets"], "{name}");
        if let Some(hash) = expected["sha256_sorted_list"].as_str() {
            let text = sets.join("\n") + "\n";
            let digest = Sha256::digest(text);
            let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(digest, hash, "{name}");
        }
        let readings = tools::play_lines(profile(name), true);
        assert_eq!(readings.len() as u64, expected["readings"], "{name}");
        let mut by_type = BTreeMap::new();
        for line in &readings {
            *by_type
                .entry(line.split(' ').nth(1).unwrap().to_owned())
                .or_insert(0) += 1;
        }
        assert_eq!(
            serde_json::to_value(by_type).unwrap(),
            expected["by_type"],
            "{name}"
        );
    }
}

#[test]
fn cards_are_read_as_the_systems_read_them() {
    for (name, file) in VECTORS {
        for case in json(file)["classify"].as_array().unwrap() {
            let answer = tools::detect(hand(case["cards"].as_str().unwrap()), profile(name));
            let answer = serde_json::to_value(answer).unwrap();
            for field in ["cards", "valid", "readings"] {
                assert_eq!(answer[field], case[field], "{name}: {case}");
            }
        }
    }
}

#[test]
fn plays_beat_as_in_the_systems() {
    for (name, file) in VECTORS {
        let mut compared = 0;
        for case in json(file)["beats"].as_array().unwrap() {
            let sides = ["prev", "play"].map(|side| hand(case[side].as_str().unwrap()));
            let Some(expected) = case["expect"].as_bool() else {
                continue;
            };
            let answer = tools::beats(sides[0], sides[1], profile(name));
            assert_eq!(answer, Some(expected), "{name}: {case}");
            compared += 1;
        }
        assert!(compared > 70, "{name}");
    }
}

const VECTORS: [(&str, &str); 5] = [
    ("decklet", "doudizhu_seed.json"),
    ("game-claw", "doudizhu_seed.json"),
    ("game-claw-source", "doudizhu_gameclaw.json"),
    ("openspiel", "doudizhu_openspiel.json"),
    ("rlcard", "doudizhu_rlcard.json"),
];

/// What the systems make of tricky cards: profile by profile, each reading as its short name, the
/// lowest rank of the main part and its length. One column for `decklet` and `game-claw`.
const TRICKY: [(&str, [&str; 7]); 42] = [
    ("333B", ["T1 3"; 7]),
    ("33334", ["-"; 7]),
    ("33BR", ["-"; 7]),
    ("333BR", ["-"; 7]),
    ("3333BR", ["Q1 3", "-", "-", "Q1 3", "Q1 3", "Q1 3", "-"]),
    (
        "33334B",
        ["Q1 3", "-", "Q1 3", "Q1 3", "Q1 3", "Q1 3", "Q1 3"],
    ),
    ("333355", ["-", "-", "Q1 3", "Q1 3", "-", "-", "-"]),
    ("33334444", ["-", "-", "-", "-", "S 3x2", "S 3x2", "-"]),
    (
        "33334455",
        ["Q2 3", "-", "Q2 3", "Q2 3", "Q2 3", "Q2 3", "Q2 3"],
    ),
    (
        "33344455",
        ["-", "P1 3x2", "P1 3x2", "P1 3x2", "-", "-", "-"],
    ),
    (
        "33344422",
        ["-", "P1 3x2", "P1 3x2", "P1 3x2", "-", "-", "-"],
    ),
    (
        "333444BR",
        ["-", "-", "-", "P1 3x2", "P1 3x2", "P1 3x2", "-"],
    ),
    (
        "3334445B",
        [
            "-", "P1 3x2", "P1 3x2", "P1 3x2", "P1 3x2", "P1 3x2", "P1 3x2",
        ],
    ),
    ("33334445", ["-"; 7]),
    (
        "KKKAAABR",
        ["-", "-", "-", "P1 Kx2", "P1 Kx2", "P1 Kx2", "-"],
    ),
    ("AAA222", ["-"; 7]),
    ("JQKA2", ["-"; 7]),
    ("KKAA22", ["-"; 7]),
    ("345A2", ["-"; 7]),
    ("3344", ["-"; 7]),
    ("3334445566", ["P2 3x2"; 7]),
    ("3334445555", ["-"; 7]),
    (
        "333444555666",
        [
            "P 3x4",
            "P 3x4/P1 3x3/P1 4x3",
            "P 3x4",
            "P 3x4/P1 3x3/P1 4x3",
            "P 3x4",
            "P 3x4",
            "P 3x4",
        ],
    ),
    (
        "333444555777",
        ["-", "P1 3x3", "P1 3x3", "P1 3x3", "-", "-", "-"],
    ),
    (
        "333444555667",
        ["-", "P1 3x3", "P1 3x3", "P1 3x3", "-", "-", "-"],
    ),
    (
        "333444555222",
        ["-", "P1 3x3", "P1 3x3", "P1 3x3", "-", "-", "-"],
    ),
    (
        "QQQKKKAAA222",
        ["-", "P1 Qx3", "P1 Qx3", "P1 Qx3", "-", "-", "-"],
    ),
    (
        "33344455566B",
        ["-", "P1 3x3", "P1 3x3", "P1 3x3", "-", "-", "-"],
    ),
    ("333344445555", ["-", "-", "-", "-", "S 3x3", "S 3x3", "-"]),
    ("333344445566", ["-", "-", "-", "-", "S2 3x2", "-", "-"]),
    ("333344445678", ["-", "-", "-", "-", "-", "S1 3x2", "-"]),
    ("333444555667777", ["-"; 7]),
    ("3334445556667777", ["-", "-", "-", "P1 3x4", "-", "-", "-"]),
    (
        "3334445556667778",
        ["-", "P1 3x4/P1 4x4", "-", "P1 3x4/P1 4x4", "-", "-", "-"],
    ),
    (
        "3334445556668889",
        ["-", "P1 3x4", "P1 3x4", "P1 3x4", "-", "-", "-"],
    ),
    (
        "33344455566678BR",
        ["-", "-", "-", "P1 3x4", "P1 3x4", "P1 3x4", "-"],
    ),
    (
        "33344455566677788899",
        ["-", "P1 3x5/P1 4x5", "-", "P1 3x5/P1 4x5", "-", "-", "-"],
    ),
    ("33344455566677778899", ["-"; 7]),
    (
        "33334444555566667777",
        ["-", "-", "-", "-", "S 3x5", "S 3x5", "-"],
    ),
    ("33445566778899TTJJQQ", ["C2 3x10"; 7]),
    ("3333444456", ["-", "-", "-", "-", "S1 3x2", "-", "-"]),
    ("3333444455667788", ["-", "-", "-", "-", "-", "S2 3x2", "-"]),
];

#[test]
fn tricky_cards_are_what_the_systems_make_of_them() {
    let columns = [
        "game-claw",
        "openspiel",
        "rlcard",
        "douzero",
        "botzone-1",
        "botzone-2",
        "pagat",
    ];
    for (cards, row) in TRICKY {
        for (name, expected) in columns.into_iter().zip(row) {
            let readings = tools::detect(hand(cards), profile(name)).readings;
            let short: Vec<_> = readings.iter().map(short).collect();
            let found = if short.is_empty() {
                "-".to_owned()
            } else {
                short.join("/")
            };
            assert_eq!(found, expected, "{name}: {cards}");
        }
    }
}

fn short(reading: &tools::ReadingOut) -> String {
    let letters = match reading.kind.name() {
        "trio_solo" => "T1",
        "plane" => "P",
        "plane_solo" => "P1",
        "plane_pair" => "P2",
        "four_two_solo" => "Q1",
        "four_two_pair" => "Q2",
        "shuttle" => "S",
        "shuttle_solo" => "S1",
        "shuttle_pair" => "S2",
        "chain_pair" => "C2",
        other => other,
    };
    match reading.length {
        1 => format!("{letters} {}", reading.main_low),
        length => format!("{letters} {}x{length}", reading.main_low),
    }
}
