//! The events of UNO, beside those of the engine and its turn and draw plugins.

use crate::card::{Color, color_name};
use decklet_engine::{
    CardId, EventType, Field, FieldKind, Fields, GameBuilder, Seat, ToWire, Value, Viewer,
};

/// Implements what is the same for every public event.
macro_rules! public_event {
    ($event:ty, $name:literal) => {
        impl EventType for $event {
            const TYPE: &'static str = $name;
            type Seen = Self;

            fn seen(&self, _: Viewer) -> Option<Self> {
                Some(self.clone())
            }
        }
    };
}

/// An event about one player and nothing else.
macro_rules! player_event {
    ($(#[$about:meta])* $event:ident, $name:literal, $who:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $event {
            /// Who.
            pub player: Seat,
        }

        impl ToWire for $event {
            const FIELDS: &'static [Field] =
                &[Field::new("playerId", FieldKind::Player, $who)];

            fn write(&self, out: &mut Fields<'_>) {
                out.player("playerId", self.player);
            }
        }

        public_event!($event, $name);
    };
}

/// An event about one player and a number of cards.
macro_rules! count_event {
    ($(#[$about:meta])* $event:ident, $name:literal, $who:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $event {
            /// Who.
            pub player: Seat,
            /// How many cards.
            pub count: u8,
        }

        impl ToWire for $event {
            const FIELDS: &'static [Field] = &[
                Field::new("playerId", FieldKind::Player, $who),
                Field::new("count", FieldKind::Number, "how many cards"),
            ];

            fn write(&self, out: &mut Fields<'_>) {
                out.player("playerId", self.player);
                out.number("count", self.count.into());
            }
        }

        public_event!($event, $name);
    };
}

player_event!(
    /// `UNO_PLAYER_SKIPPED`: a player's turn is passed over.
    PlayerSkipped, "UNO_PLAYER_SKIPPED", "whose turn is passed over"
);
player_event!(
    /// `UNO_PLAYER_REVERSED`: a player turned the direction round.
    PlayerReversed, "UNO_PLAYER_REVERSED", "who turned the direction round"
);
player_event!(
    /// `UNO_CALLED`: a player called UNO.
    UnoCalled, "UNO_CALLED", "who called UNO"
);
player_event!(
    /// `UNO_CAUGHT`: a player had not called UNO and was caught.
    PlayerCaught, "UNO_CAUGHT", "who was caught"
);
player_event!(
    /// `UNO_CHALLENGED`: a player says that the Wild Draw Four on top was a bluff.
    Challenged, "UNO_CHALLENGED", "who challenges"
);
player_event!(
    /// `UNO_ACCEPTED`: a player takes the cards of a penalty.
    Accepted, "UNO_ACCEPTED", "who takes the cards"
);
count_event!(
    /// `UNO_DRAW_TWO`: a player must draw for Draw Two.
    DrawTwo, "UNO_DRAW_TWO", "who draws"
);
count_event!(
    /// `UNO_DRAW_FOUR`: a player must draw for Wild Draw Four.
    DrawFour, "UNO_DRAW_FOUR", "who draws"
);
count_event!(
    /// `UNO_PENALTY_OPENED`: a player must draw these cards, or pass them on where that is allowed.
    PenaltyOpened, "UNO_PENALTY_OPENED", "who must draw or pass them on"
);

/// `UNO_PENALTY`: a player draws for something said or not said.
#[derive(Clone, Copy, Debug)]
pub struct Penalty {
    /// Who draws.
    pub player: Seat,
    /// How many cards.
    pub count: u8,
    /// `guilty`, `innocent`, `caught` or `false_call`.
    pub cause: &'static str,
}

impl ToWire for Penalty {
    const FIELDS: &'static [Field] = &[
        Field::new("playerId", FieldKind::Player, "who draws"),
        Field::new("count", FieldKind::Number, "how many cards"),
        Field::new(
            "cause",
            FieldKind::OneOf(&["guilty", "innocent", "caught", "false_call"]),
            "bluffed; challenged an honest player; had not called UNO; called without reason",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.number("count", self.count.into());
        out.text("cause", self.cause);
    }
}

public_event!(Penalty, "UNO_PENALTY");

/// `UNO_COLOR_CHANGED`: another colour is in force, not by a coloured card.
#[derive(Clone, Copy, Debug)]
pub struct ColorChanged {
    /// The colour.
    pub color: Color,
    /// `choose`, or `random` where chance names it.
    pub reason: &'static str,
}

impl ToWire for ColorChanged {
    const FIELDS: &'static [Field] = &[
        Field::new(
            "color",
            FieldKind::OneOf(&["red", "yellow", "green", "blue"]),
            "the colour",
        ),
        Field::new(
            "reason",
            FieldKind::OneOf(&["choose", "random"]),
            "how it was chosen",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.text("color", color_name(Some(self.color)));
        out.text("reason", self.reason);
    }
}

public_event!(ColorChanged, "UNO_COLOR_CHANGED");

/// `UNO_COLOR_CHOSEN`: a player chose the colour of a wild card.
#[derive(Clone, Copy, Debug)]
pub struct ColorChosen {
    /// Who chose.
    pub player: Seat,
    /// The colour.
    pub color: Color,
}

impl ToWire for ColorChosen {
    const FIELDS: &'static [Field] = &[
        Field::new("playerId", FieldKind::Player, "who chose"),
        Field::new(
            "color",
            FieldKind::OneOf(&["red", "yellow", "green", "blue"]),
            "the colour",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.text("color", color_name(Some(self.color)));
    }
}

public_event!(ColorChosen, "UNO_COLOR_CHOSEN");

/// `UNO_INITIAL_FLIPPED`: the first card of the discard pile was turned.
#[derive(Clone, Debug)]
pub struct InitialFlipped {
    /// The card.
    pub card: CardId,
    /// Those turned before it that may not lie there.
    pub rejected: Vec<CardId>,
}

impl ToWire for InitialFlipped {
    const FIELDS: &'static [Field] = &[
        Field::new(
            "cardId",
            FieldKind::Card,
            "the first card of the discard pile",
        ),
        Field::new(
            "rejected",
            FieldKind::Cards,
            "those turned before it, which went back",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.card("cardId", self.card);
        out.cards("rejected", &self.rejected);
    }
}

public_event!(InitialFlipped, "UNO_INITIAL_FLIPPED");

/// `UNO_HAND_SHOWN`: a challenged player shows the hand to the challenger, and to nobody else.
#[derive(Clone, Debug)]
pub struct HandShown {
    /// Whose hand.
    pub player: Seat,
    /// Who sees it.
    pub to: Seat,
    /// The cards.
    pub cards: Vec<CardId>,
}

/// [`HandShown`] as one viewer sees it.
#[derive(Clone, Debug)]
pub struct HandShownSeen {
    /// Whose hand.
    pub player: Seat,
    /// Who sees it.
    pub to: Seat,
    /// The cards, for who sees them and whose they are.
    pub cards: Option<Vec<CardId>>,
}

impl EventType for HandShown {
    const TYPE: &'static str = "UNO_HAND_SHOWN";
    type Seen = HandShownSeen;

    fn seen(&self, viewer: Viewer) -> Option<HandShownSeen> {
        let sees = viewer.owns(self.to) || viewer.owns(self.player);
        Some(HandShownSeen {
            player: self.player,
            to: self.to,
            cards: sees.then(|| self.cards.clone()),
        })
    }
}

impl ToWire for HandShownSeen {
    const FIELDS: &'static [Field] = &[
        Field::new("playerId", FieldKind::Player, "whose hand"),
        Field::new("toId", FieldKind::Player, "who sees it"),
        Field::optional("cardIds", FieldKind::Cards, "the cards, for those two"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.player("toId", self.to);
        if let Some(cards) = &self.cards {
            out.cards("cardIds", cards);
        }
    }
}

/// `UNO_HANDS_MOVED`: hands went to other players.
#[derive(Clone, Debug)]
pub struct HandsMoved {
    /// `swapped` between two, `rotated` one seat on, or `shuffled` and dealt again.
    pub how: &'static str,
    /// Whose hands.
    pub players: Vec<Seat>,
}

impl ToWire for HandsMoved {
    const FIELDS: &'static [Field] = &[
        Field::new(
            "how",
            FieldKind::OneOf(&["swapped", "rotated", "shuffled"]),
            "what happened",
        ),
        Field::new("playerIds", FieldKind::Players, "whose hands"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.text("how", self.how);
        out.players("playerIds", &self.players);
    }
}

public_event!(HandsMoved, "UNO_HANDS_MOVED");

/// `UNO_GAME_WON`: somebody won the round.
#[derive(Clone, Debug)]
pub struct UnoGameWon {
    /// The winners.
    pub winners: Vec<Seat>,
}

impl ToWire for UnoGameWon {
    const FIELDS: &'static [Field] = &[Field::new("winnerIds", FieldKind::Players, "the winners")];

    fn write(&self, out: &mut Fields<'_>) {
        out.players("winnerIds", &self.winners);
    }
}

public_event!(UnoGameWon, "UNO_GAME_WON");

/// `UNO_SCORED`: what the round was worth, where points are counted.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The points of each player, in seat order.
    pub points: Vec<u16>,
}

impl ToWire for Scored {
    const FIELDS: &'static [Field] = &[Field::new(
        "points",
        FieldKind::Any,
        "the points of each player, in seat order",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        let points = self
            .points
            .iter()
            .map(|&points| Value::from(u32::from(points)));
        out.value("points", &Value::List(points.collect()));
    }
}

public_event!(Scored, "UNO_SCORED");

pub(crate) fn register(game: &mut GameBuilder) {
    game.event::<PlayerSkipped>()
        .event::<PlayerReversed>()
        .event::<DrawTwo>()
        .event::<ColorChanged>()
        .event::<ColorChosen>()
        .event::<DrawFour>()
        .event::<UnoGameWon>()
        .event::<InitialFlipped>()
        .event::<PenaltyOpened>()
        .event::<Penalty>()
        .event::<UnoCalled>()
        .event::<PlayerCaught>()
        .event::<Challenged>()
        .event::<Accepted>()
        .event::<HandShown>()
        .event::<HandsMoved>()
        .event::<Scored>();
}
