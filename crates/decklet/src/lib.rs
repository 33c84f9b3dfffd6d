//! Card games on a deterministic plugin engine.

pub use decklet_bots as bots;
pub use decklet_doudizhu as doudizhu;
pub use decklet_engine as engine;
pub use decklet_uno as uno;

/// The games of this program by name.
#[must_use]
pub fn registry() -> engine::Registry {
    engine::Registry::new()
}
