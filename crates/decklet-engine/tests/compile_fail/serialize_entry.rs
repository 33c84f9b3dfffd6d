//! A log entry holds events with their secrets, and the state's hash: it cannot be serialized.

fn leak(entry: &decklet_engine::Entry) -> String {
    serde_json::to_string(entry).unwrap()
}

fn main() {}
