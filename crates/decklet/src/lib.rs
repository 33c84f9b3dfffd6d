//! decklet.
