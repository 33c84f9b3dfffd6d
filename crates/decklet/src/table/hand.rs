//! The person's hand on the screen: where the cursor is, and which cards are selected.

use super::choices::card_ids;
use decklet::engine::NamedAction;
use std::collections::BTreeSet;

/// A hand, sorted.
#[derive(Default)]
pub struct HandView {
    pub cards: Vec<String>,
    pub cursor: usize,
    chosen: BTreeSet<String>,
    next_hint: usize,
    /// Whether the expert's hint has been shown already.
    pub advised: bool,
}

impl HandView {
    /// The hand has changed: what is gone is selected no longer, and hints begin anew.
    pub fn update(&mut self, cards: Vec<String>) {
        self.chosen.retain(|card| cards.contains(card));
        self.cards = cards;
        self.cursor = self.cursor.min(self.cards.len().saturating_sub(1));
        self.next_hint = 0;
        self.advised = false;
    }

    /// Moves the cursor, round the ends.
    pub fn step(&mut self, right: bool) {
        let count = self.cards.len().max(1);
        let steps = if right { 1 } else { count - 1 };
        self.cursor = (self.cursor + steps) % count;
    }

    /// Selects the card under the cursor, or puts it back.
    pub fn toggle(&mut self) {
        if let Some(card) = self.cards.get(self.cursor)
            && !self.chosen.remove(card)
        {
            self.chosen.insert(card.clone());
        }
    }

    pub fn clear(&mut self) {
        self.chosen.clear();
        self.next_hint = 0;
        self.advised = false;
    }

    pub fn is_chosen(&self, card: &str) -> bool {
        self.chosen.contains(card)
    }

    /// The selected cards in the order of the hand.
    pub fn chosen(&self) -> Vec<String> {
        let chosen = self.cards.iter().filter(|card| self.is_chosen(card));
        chosen.cloned().collect()
    }

    /// Selects the cards of the next legal play; whether there is one.
    pub fn hint(&mut self, plays: &[NamedAction]) -> bool {
        let Some(play) = plays.get(self.next_hint).or(plays.first()) else {
            return false;
        };
        self.next_hint = (self.next_hint + 1) % plays.len();
        self.choose(play);
        true
    }

    /// Selects the cards of this play, none if it plays none.
    pub fn choose(&mut self, play: &NamedAction) {
        self.chosen = card_ids(play).into_iter().collect();
        let first = self.cards.iter().position(|card| self.is_chosen(card));
        self.cursor = first.unwrap_or(self.cursor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand() -> HandView {
        let mut hand = HandView::default();
        hand.update(["a", "b", "c"].map(str::to_owned).to_vec());
        hand
    }

    #[test]
    fn the_cursor_goes_round_and_cards_are_selected_and_put_back() {
        let mut hand = hand();
        hand.step(false);
        hand.toggle();
        assert_eq!(hand.chosen(), ["c"]);
        hand.step(true);
        hand.toggle();
        assert_eq!(hand.chosen(), ["a", "c"]);
        hand.toggle();
        assert_eq!(hand.chosen(), ["c"]);
        hand.update(vec!["a".into()]);
        assert!(hand.chosen().is_empty());
        assert_eq!(hand.cursor, 0);
        hand.update(Vec::new());
        hand.step(true);
        hand.toggle();
        assert!(hand.chosen().is_empty());
    }

    #[test]
    fn hints_go_through_every_play_and_begin_again() {
        let mut hand = hand();
        let play = |cards: &[&str]| NamedAction::new("PLAY").with("cardIds", cards);
        let plays = [play(&["b"]), play(&["b", "c"])];
        let mut shown = Vec::new();
        for _ in 0..3 {
            assert!(hand.hint(&plays));
            shown.push(hand.chosen().concat());
        }
        assert_eq!(shown, ["b", "bc", "b"]);
        assert_eq!(hand.cursor, 1);
        assert!(!hand.hint(&[]));
    }
}
