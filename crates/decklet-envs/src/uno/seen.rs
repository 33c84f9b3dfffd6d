//! What one seat may see of a round: all that an encoder gets.

use decklet_uno::{
    card::{Card, Color},
    hand::Hand,
    table::{Pending, Seat, Turn},
};

/// What one seat may see. There is no hidden card in it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Whose view it is.
    pub me: Seat,
    /// The own hand.
    pub hand: Hand,
    /// How many cards each seat holds.
    pub left: [u8; decklet_uno::profile::MAX_PLAYERS],
    /// The played cards from bottom to top.
    pub discard: &'a [Card],
    /// How many cards the deck has.
    pub deck: u8,
    /// The card to match.
    pub top: Card,
    /// The colour in force; none while one is due.
    pub color: Option<Color>,
    /// The colour that RLCard shows for the card to match.
    pub shown_color: Option<Color>,
    /// Whose turn it is, and where it goes.
    pub turn: Turn,
    /// What is due first.
    pub pending: Pending,
    /// Cards of the open penalty.
    pub penalty: u8,
    /// Whether the player on turn has called UNO.
    pub called: bool,
    /// Who can be caught.
    pub exposed: Option<Seat>,
    /// The card that this seat has drawn in this turn.
    pub drawn: Option<Card>,
}
