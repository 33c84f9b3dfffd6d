//! Zones: where cards are, and who sees them there.

use crate::{
    encode::Encoder,
    id::{CardId, Player},
};

/// Who sees something, besides the referee, who sees everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// No player.
    Nobody,
    /// The seat that the zone belongs to.
    Owner,
    /// Everybody, spectators included.
    All,
}

/// What a plugin says of a zone when it registers it. Nothing is visible that is not said here.
///
/// ```
/// use decklet_engine::{Who, Zone};
///
/// let hand = Zone::set().cards_to(Who::Owner).count_to(Who::All);
/// let draw_pile = Zone::pile().count_to(Who::All);
/// let discard_pile = Zone::pile().cards_to(Who::All);
/// # let _ = (hand, draw_pile, discard_pile);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    pub(crate) ordered: bool,
    pub(crate) cards: Who,
    pub(crate) count: Who,
}

impl Zone {
    /// Cards whose order means nothing, kept sorted, as a hand. Hidden from everybody.
    #[must_use]
    pub const fn set() -> Self {
        Self {
            ordered: false,
            cards: Who::Nobody,
            count: Who::Nobody,
        }
    }

    /// Cards one upon the other, the last on top. Hidden from everybody.
    #[must_use]
    pub const fn pile() -> Self {
        Self {
            ordered: true,
            cards: Who::Nobody,
            count: Who::Nobody,
        }
    }

    /// Who sees the cards (and so their number too).
    #[must_use]
    pub const fn cards_to(self, who: Who) -> Self {
        Self { cards: who, ..self }
    }

    /// Who sees how many there are.
    #[must_use]
    pub const fn count_to(self, who: Who) -> Self {
        Self { count: who, ..self }
    }
}

/// A registered kind of zone.
#[derive(Clone, Debug)]
pub(crate) struct ZoneSpec {
    /// The name, with `{player}` in it when every seat has one.
    pub name: String,
    pub zone: Zone,
    pub per_seat: bool,
    /// Where `{player}` is in the name.
    player_at: Option<usize>,
}

/// What stands for the player's id in the name of a zone that every seat has.
pub(crate) const PLAYER: &str = "{player}";

impl ZoneSpec {
    pub fn new(name: &str, zone: Zone, per_seat: bool) -> Self {
        Self {
            name: name.to_owned(),
            zone,
            per_seat,
            // Names are written too often to look for it each time.
            player_at: per_seat.then(|| name.find(PLAYER)).flatten(),
        }
    }

    pub fn name_for(&self, player: Option<&Player>) -> String {
        match player.zip(self.player_at) {
            Some((player, at)) => {
                let (before, after) = self.name.split_at(at);
                [before, &player.id, &after[PLAYER.len()..]].concat()
            }
            None => self.name.clone(),
        }
    }
}

/// The cards in one zone now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ZoneState {
    pub cards: Vec<CardId>,
    /// Laid open for everybody, whatever the registration says.
    pub open: bool,
}

impl ZoneState {
    pub fn encode(&self, out: &mut Encoder) {
        let Self { cards, open } = self;
        out.flag(*open);
        out.cards(cards);
    }

    pub fn remove(&mut self, card: CardId) -> bool {
        // Most cards leave from the top.
        match self.cards.iter().rposition(|&held| held == card) {
            Some(place) => {
                self.cards.remove(place);
                true
            }
            None => false,
        }
    }

    pub fn insert(&mut self, card: CardId, ordered: bool) {
        if ordered {
            self.cards.push(card);
        } else {
            let place = self.cards.partition_point(|&held| held < card);
            self.cards.insert(place, card);
        }
    }
}
