//! What must hold of the repository itself.

use serde_json::Value;
use std::{collections::BTreeMap, path::Path, process::Command};

/// Which crates of ours a crate may depend on.
fn allowed() -> BTreeMap<&'static str, &'static [&'static str]> {
    let games: &[&str] = &["decklet-engine"];
    BTreeMap::from([
        ("decklet-engine", &[] as &[&str]),
        ("decklet-doudizhu", games),
        ("decklet-uno", games),
        (
            "decklet-bots",
            &["decklet-doudizhu", "decklet-engine", "decklet-uno"],
        ),
        (
            "decklet-match",
            &[
                "decklet-bots",
                "decklet-doudizhu",
                "decklet-engine",
                "decklet-uno",
                "decklet-words",
            ],
        ),
        (
            "decklet-words",
            &[
                "decklet-bots",
                "decklet-doudizhu",
                "decklet-engine",
                "decklet-uno",
            ],
        ),
        (
            "decklet-server",
            &[
                "decklet-bots",
                "decklet-doudizhu",
                "decklet-engine",
                "decklet-match",
                "decklet-uno",
                "decklet-words",
            ],
        ),
        (
            "decklet-envs",
            &["decklet-doudizhu", "decklet-engine", "decklet-uno"],
        ),
        (
            "decklet-py",
            &[
                "decklet-bots",
                "decklet-doudizhu",
                "decklet-engine",
                "decklet-envs",
                "decklet-uno",
            ],
        ),
        (
            "decklet",
            &[
                "decklet-bots",
                "decklet-doudizhu",
                "decklet-engine",
                "decklet-match",
                "decklet-server",
                "decklet-uno",
                "decklet-words",
            ],
        ),
        (
            "decklet-js",
            &["decklet-doudizhu", "decklet-engine", "decklet-uno"],
        ),
        (
            "xtask",
            &[
                "decklet-doudizhu",
                "decklet-engine",
                "decklet-match",
                "decklet-uno",
            ],
        ),
    ])
}

/// Crates that only a program may pull in.
const LEAVES_ONLY: &[&str] = &[
    "anyhow",
    "clap",
    "crossterm",
    "ctrlc",
    "getrandom",
    "indicatif",
    "ratatui",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn dependencies_point_downwards() {
    let metadata = metadata();
    let allowed = allowed();
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        let may = allowed
            .get(name)
            .unwrap_or_else(|| panic!("say what {name} may depend on"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let on = dependency["name"].as_str().unwrap();
            let ours = on.starts_with("decklet") || on == "xtask";
            assert!(!ours || may.contains(&on), "{name} must not depend on {on}");
            let program = matches!(name, "decklet" | "decklet-server" | "xtask");
            assert!(
                program || !LEAVES_ONLY.contains(&on),
                "{name} must not depend on {on}"
            );
        }
    }
}

#[test]
fn only_the_profiles_name_profiles() {
    let names = [
        "\"game-claw",
        "\"openspiel",
        "\"rlcard",
        "\"douzero",
        "\"botzone",
        "\"pagat",
        "\"party",
        "\"mau-mau",
    ];
    for game in ["decklet-doudizhu", "decklet-uno"] {
        let mut files = Vec::new();
        collect(&root().join("crates").join(game).join("src"), &mut files);
        assert!(files.len() > 10);
        for (path, text) in files {
            if path.ends_with("profile.rs") || path.ends_with("/tests.rs") {
                continue;
            }
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code = code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            for (number, line) in code.enumerate() {
                let named = names.iter().find(|name| line.contains(*name));
                assert!(
                    named.is_none(),
                    "{path}: line {number} names a profile: {line}"
                );
            }
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push((
                path.display().to_string(),
                std::fs::read_to_string(&path).unwrap(),
            ));
        }
    }
}
