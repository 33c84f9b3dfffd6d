//! Actions in names, as the specification's makers give them.

use crate::{ActionType, NamedAction, core::PlayCard, draw::DrawCard, turn::EndTurn};

/// `PLAY_CARD` of a player with these cards.
///
/// ```
/// use decklet_engine::actions::create_play_card_action;
///
/// let action = create_play_card_action("p1", &["red-5-1"]);
/// assert_eq!(action.kind, "PLAY_CARD");
/// ```
#[must_use]
pub fn create_play_card_action(player_id: &str, card_ids: &[&str]) -> NamedAction {
    NamedAction::new(PlayCard::TYPE)
        .by(player_id)
        .with("cardIds", card_ids)
}

/// `DRAW_CARD` of a player.
#[must_use]
pub fn create_draw_card_action(player_id: &str) -> NamedAction {
    NamedAction::new(DrawCard::TYPE).by(player_id)
}

/// `END_TURN` of a player.
#[must_use]
pub fn create_end_turn_action(player_id: &str) -> NamedAction {
    NamedAction::new(EndTurn::TYPE).by(player_id)
}
