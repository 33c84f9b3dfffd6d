//! Card games on a deterministic plugin engine.

pub use decklet_engine as engine;
