//! The answer to an action holds events with their secrets: `wire::answer` writes it for a viewer.

fn leak(commit: &decklet_engine::Commit) -> String {
    serde_json::to_string(commit).unwrap()
}

fn main() {}
