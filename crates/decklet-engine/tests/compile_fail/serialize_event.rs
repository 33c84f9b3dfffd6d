//! An event may hold a secret: it cannot be serialized, only what one viewer sees of it.

fn leak(event: &decklet_engine::Event) -> String {
    serde_json::to_string(event).unwrap()
}

fn main() {}
