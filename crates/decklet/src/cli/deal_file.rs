use super::game::Game;
use decklet::engine::{DeckOrder, Ruleset, Seed};
use std::path::Path;
pub fn read(_: &Path, _: Game, _: &Ruleset, _: usize, _: Seed) -> anyhow::Result<DeckOrder> {
    super::usage("not yet")
}
