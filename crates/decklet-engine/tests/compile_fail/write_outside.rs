//! The state that a game shows cannot be written: only a handler's context can.

fn cheat(game: &mut decklet_engine::GameEngine, card: decklet_engine::CardId) {
    let zone = game.state().zones().next().unwrap();
    game.state_mut().move_card(card, zone, zone);
}

fn main() {}
