//! The events and actions that every card game shares, as the specification names them.

use crate::{
    action::ActionType,
    card::CardList,
    event::EventType,
    fields::{BadField, Field, FieldKind, Fields, Payload, ToWire},
    id::{CardId, Seat, Viewer},
};
use smallvec::SmallVec;

/// `GAME_STARTED`: emitted by [`start`](crate::GameEngine::start); its effects deal.
#[derive(Clone, Debug)]
pub struct GameStarted;

impl EventType for GameStarted {
    const TYPE: &'static str = "GAME_STARTED";
    type Seen = ();

    fn seen(&self, _: Viewer) -> Option<()> {
        Some(())
    }
}

/// `CARD_PLAYED`: cards left a hand for everybody to see.
#[derive(Clone, Debug)]
pub struct CardPlayed {
    /// Who played.
    pub player: Seat,
    /// What, in the order in which the player named them.
    pub cards: SmallVec<[CardId; 20]>,
}

impl ToWire for CardPlayed {
    const FIELDS: &'static [Field] = &[
        Field::new("playerId", FieldKind::Player, "who played"),
        Field::new(
            "cardIds",
            FieldKind::Cards,
            "the cards, as the player named them",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.cards("cardIds", &self.cards);
    }
}

impl EventType for CardPlayed {
    const TYPE: &'static str = "CARD_PLAYED";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Option<Self> {
        Some(self.clone())
    }
}

/// `GAME_WON`: somebody won; about the player who decided it.
#[derive(Clone, Debug)]
pub struct GameWon {
    /// The winners.
    pub winners: SmallVec<[Seat; 8]>,
}

const WINNERS: &[Field] = &[Field::new(
    "winnerIds",
    FieldKind::Players,
    "the winners; empty when nobody won",
)];

impl ToWire for GameWon {
    const FIELDS: &'static [Field] = WINNERS;

    fn write(&self, out: &mut Fields<'_>) {
        out.players("winnerIds", &self.winners);
    }
}

impl EventType for GameWon {
    const TYPE: &'static str = "GAME_WON";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Option<Self> {
        Some(self.clone())
    }
}

/// `GAME_FINISHED`: the game is over.
#[derive(Clone, Debug)]
pub struct GameFinished {
    /// The winners; empty when nobody won.
    pub winners: SmallVec<[Seat; 8]>,
}

impl ToWire for GameFinished {
    const FIELDS: &'static [Field] = WINNERS;

    fn write(&self, out: &mut Fields<'_>) {
        out.players("winnerIds", &self.winners);
    }
}

impl EventType for GameFinished {
    const TYPE: &'static str = "GAME_FINISHED";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Option<Self> {
        Some(self.clone())
    }
}

/// `PLAY_CARD`: cards from the hand. Each game says which and how many, and carries it out.
#[derive(Clone, Debug, Default)]
pub struct PlayCard {
    /// The cards, in the player's order.
    pub cards: CardList,
}

impl ToWire for PlayCard {
    const FIELDS: &'static [Field] =
        &[Field::new("cardIds", FieldKind::Cards, "the cards to play")];

    fn write(&self, out: &mut Fields<'_>) {
        out.card_list("cardIds", &self.cards);
    }
}

impl ActionType for PlayCard {
    const TYPE: &'static str = "PLAY_CARD";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        Ok(Self {
            cards: payload.cards("cardIds")?,
        })
    }
}
