//! The state of the plugin, and the variables it is shown as.

use crate::{
    card::{Card, color_name},
    table::{Drawn, Pending, Seats, Stage, Table},
};
use decklet_engine::{Encoder, Field, FieldKind, Fields, PluginState, Seat, ToWire, Value, Viewer};

/// `uno.currentColor`: the colour in force; `wild` while it is to be chosen.
pub const UNO_VAR_CURRENT_COLOR: &str = "uno.currentColor";
/// `uno.pendingColor`: whether a colour is to be chosen.
pub const UNO_VAR_PENDING_COLOR: &str = "uno.pendingColor";

/// The state of the plugin. Which card the player on turn has drawn is that player's secret, and
/// whether a Wild Draw Four was a bluff is everybody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnoState {
    pub(crate) table: Table,
    pub(crate) points: Option<[u16; 10]>,
}

impl Default for UnoState {
    /// Before the deal.
    fn default() -> Self {
        let top = Card::new(0).unwrap_or_else(|| unreachable!("every deck has a first card"));
        let mut table = Table::new(0, 0, top);
        table.color = None;
        Self {
            table,
            points: None,
        }
    }
}

impl UnoState {
    /// Everything but the cards, secrets included.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The points of each seat for the round, at the end of one that is scored.
    #[must_use]
    pub const fn points(&self) -> Option<[u16; 10]> {
        self.points
    }
}

/// The state as one viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnoSeen {
    /// The table; a drawn card is there for who drew it, and whether the Wild Draw Four on top is a
    /// bluff for nobody.
    pub table: Table,
    /// The points of each seat for the round, at its end.
    pub points: Option<[u16; 10]>,
}

impl PluginState for UnoState {
    const NAME: &'static str = "uno";
    type Seen = UnoSeen;

    fn seen(&self, viewer: Viewer) -> UnoSeen {
        let mut table = self.table;
        if let Drawn::Card(_) = table.drawn
            && !viewer.owns(Seat(table.turn.current))
        {
            table.drawn = Drawn::NoCard;
        }
        table.bluff &= viewer == Viewer::Referee;
        UnoSeen {
            table,
            points: self.points,
        }
    }

    fn encode(&self, out: &mut Encoder) {
        let Self { table, points } = self;
        let Table {
            turn,
            top,
            color,
            pending,
            penalty,
            penalty_of_four,
            drawn,
            played_by,
            bluff,
            called,
            exposed,
            idle,
            stage,
        } = *table;
        out.byte(turn.players);
        out.byte(turn.current);
        out.flag(turn.reversed);
        out.byte(top.id());
        out.byte(color.map_or(u8::MAX, |color| color as u8));
        out.byte(pending as u8);
        out.byte(penalty);
        out.flag(penalty_of_four);
        out.byte(match drawn {
            Drawn::NotYet => u8::MAX,
            Drawn::NoCard => u8::MAX - 1,
            Drawn::Card(card) => card.id(),
        });
        out.byte(played_by);
        out.flag(bluff);
        out.flag(called);
        out.byte(exposed.unwrap_or(u8::MAX));
        out.byte(idle);
        match stage {
            Stage::Playing => out.byte(0),
            Stage::Stalemate => out.byte(1),
            Stage::Won(seats) => {
                out.byte(2);
                out.number(seats.bits().into());
            }
        }
        out.flag(points.is_some());
        for points in points.iter().flatten() {
            out.number((*points).into());
        }
    }
}

/// The seats of a set.
pub(crate) fn engine_seats(seats: Seats) -> Vec<Seat> {
    seats.iter().map(Seat).collect()
}

const PENDING: [&str; 5] = ["nothing", "color", "first_color", "target", "challenge"];

impl ToWire for UnoSeen {
    const FIELDS: &'static [Field] = &[
        Field::new(
            UNO_VAR_CURRENT_COLOR,
            FieldKind::OneOf(&["red", "yellow", "green", "blue", "wild"]),
            "the colour in force; wild while it is to be chosen",
        ),
        Field::new(
            UNO_VAR_PENDING_COLOR,
            FieldKind::Flag,
            "whether a colour is to be chosen",
        ),
        Field::new(
            "uno.pending",
            FieldKind::OneOf(&PENDING),
            "what the player on turn must do first",
        ),
        Field::new(
            "uno.penalty",
            FieldKind::Number,
            "cards that the player on turn must draw or pass on",
        ),
        Field::new(
            "uno.penaltyOfFour",
            FieldKind::Flag,
            "whether a Wild Draw Four was the last to raise the penalty",
        ),
        Field::new(
            "uno.topCard",
            FieldKind::Text,
            "the card to match: the top of the discard pile, unless that was reshuffled whole",
        ),
        Field::new("uno.playedById", FieldKind::Player, "who played that card"),
        Field::new(
            "uno.idleTurns",
            FieldKind::Number,
            "turns in a row without a play or a card to draw",
        ),
        Field::new(
            "uno.drew",
            FieldKind::Flag,
            "whether the player on turn has drawn",
        ),
        Field::optional(
            "uno.drawnCard",
            FieldKind::Text,
            "which card, for who drew it",
        ),
        Field::new(
            "uno.called",
            FieldKind::Flag,
            "whether the player on turn has called UNO",
        ),
        Field::optional(
            "uno.exposedId",
            FieldKind::Player,
            "who can be caught without having called",
        ),
        Field::optional(
            "uno.points",
            FieldKind::Any,
            "the points of each seat, when it is scored",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        let table = &self.table;
        out.text(UNO_VAR_CURRENT_COLOR, color_name(table.color));
        let due = matches!(table.pending, Pending::Color | Pending::FirstColor);
        out.flag(UNO_VAR_PENDING_COLOR, due);
        out.text("uno.pending", PENDING[table.pending as usize]);
        out.number("uno.penalty", table.penalty.into());
        out.flag("uno.penaltyOfFour", table.penalty_of_four);
        out.text("uno.topCard", &table.top.to_string());
        out.player("uno.playedById", Seat(table.played_by));
        out.number("uno.idleTurns", table.idle.into());
        out.flag("uno.drew", table.drawn != Drawn::NotYet);
        if let Drawn::Card(card) = table.drawn {
            out.text("uno.drawnCard", &card.to_string());
        }
        out.flag("uno.called", table.called);
        if let Some(seat) = table.exposed {
            out.player("uno.exposedId", Seat(seat));
        }
        if let Some(points) = &self.points {
            let players = usize::from(table.turn.players).min(points.len());
            let points = points[..players]
                .iter()
                .map(|&points| Value::from(u32::from(points)));
            out.value("uno.points", &Value::List(points.collect()));
        }
    }
}
