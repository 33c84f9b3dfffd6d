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
