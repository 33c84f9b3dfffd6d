//! Every case in tests/data/field_cases.jsonl that belongs to a part of this repository is a test
//! named by its id.

use serde::Deserialize;
use std::{fs, path::Path};

#[derive(Deserialize)]
struct Case {
    id: String,
    part: String,
}

/// Parts whose cases are tested elsewhere than in Rust.
const ELSEWHERE: [&str; 2] = ["python", "web"];

#[test]
fn every_case_is_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut tests = Vec::new();
    collect(&root.join("crates"), &mut tests);
    let data = fs::read_to_string(root.join("tests/data/field_cases.jsonl")).unwrap();
    let cases: Vec<Case> = data
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(cases.len() > 70 && tests.len() > 60);
    let missing: Vec<_> = cases
        .iter()
        .filter(|case| !ELSEWHERE.contains(&&*case.part))
        .filter(|case| !tests.iter().any(|test| names(test, &case.id)))
        .map(|case| &case.id)
        .collect();
    assert!(missing.is_empty(), "no test is named by {missing:?}");
}

/// Whether a test's name has the case's: `net_005_and_006_…` has net-005 and net-006.
fn names(test: &str, id: &str) -> bool {
    let (group, number) = id.split_once('-').unwrap();
    let mut words = test.split('_');
    words.next() == Some(group)
        && words
            .take_while(|word| *word == "and" || word.bytes().all(|byte| byte.is_ascii_digit()))
            .any(|word| word == number)
}

#[test]
fn names_are_read() {
    assert!(names("net_005_and_006_who_was_away", "net-006"));
    assert!(names("ddz_011", "ddz-011"));
    assert!(!names("net_005_and_006_who_was_away", "ddz-006"));
    assert!(!names("net_027_three_of_029", "net-029"));
}

/// The names of all functions under this folder that stand below a test's attribute.
fn collect(folder: &Path, tests: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, tests);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let mut lines = text.lines();
            while let Some(line) = lines.next() {
                let line = line.trim();
                if line == "#[test]" || line.starts_with("#[tokio::test") {
                    let function = lines.find_map(|line| line.split_once("fn "));
                    let name = function.and_then(|(_, rest)| rest.split_once('('));
                    tests.extend(name.map(|(name, _)| name.to_owned()));
                }
            }
        }
    }
}
