//! The one way to the test data, and what several tests need.
#![allow(dead_code)]

use decklet_doudizhu::{hand::Hand, profile::Profile};

/// A file of `tests/data` at the root of the repository.
pub fn data(name: &str) -> String {
    let path = format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn json(name: &str) -> serde_json::Value {
    serde_json::from_str(&data(name)).unwrap()
}

pub fn profile(name: &str) -> &'static Profile {
    Profile::named(name).unwrap_or_else(|| panic!("no profile {name}"))
}

pub fn hand(text: &str) -> Hand {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}
