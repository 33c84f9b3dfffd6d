//! An event that does not say who sees what of it does not compile: there is no default.

use decklet_engine::EventType;

#[derive(Clone)]
struct Whisper;

impl EventType for Whisper {
    const TYPE: &'static str = "WHISPER";
    type Seen = ();
}

fn main() {}
