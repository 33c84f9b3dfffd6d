//! [`TurnPlugin`]: whose turn it is.

use crate::{
    action::{ActionType, Origin},
    context::GameContext,
    encode::Encoder,
    event::EventType,
    fields::{BadField, Field, FieldKind, Fields, Payload, ToWire},
    id::{Seat, Viewer},
    plugin::{GameBuilder, Plugin, PluginState},
    state::GameState,
};

/// The variable that holds the direction of play: 1 in seat order, -1 against it.
pub const TURN_VARIABLE_DIRECTION: &str = "turn.direction";

/// Turns go from seat to seat, in either direction. Brings `END_TURN` (sent by the game, unless a
/// plugin [allows players](GameBuilder::allow_players)), `TURN_ENDED`, and the direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnPlugin;

impl Plugin for TurnPlugin {
    fn name(&self) -> &'static str {
        "turn"
    }

    fn build(&self, game: &mut GameBuilder) {
        game.state(TurnState {
            direction: Direction::Forward,
        })
        .event::<TurnEnded>()
        .action(Origin::System, end_turn)
        .action(Origin::System, set_direction);
    }
}

/// Which way turns go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// In seat order: 1.
    Forward,
    /// Against seat order: -1.
    Backward,
}

impl Direction {
    /// 1 or -1.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::Forward => 1,
            Self::Backward => -1,
        }
    }

    /// The other way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// The direction of play.
#[derive(Clone, Copy, Debug)]
pub struct TurnState {
    direction: Direction,
}

impl TurnState {
    /// Which way turns go.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }
}

impl PluginState for TurnState {
    const NAME: &'static str = "turn";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Self {
        *self
    }

    fn encode(&self, out: &mut Encoder) {
        let Self { direction } = self;
        out.signed(direction.sign().into());
    }
}

impl ToWire for TurnState {
    const FIELDS: &'static [Field] = &[Field::new(
        TURN_VARIABLE_DIRECTION,
        FieldKind::Number,
        "1 when turns go in seat order, -1 when against it",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        out.number(TURN_VARIABLE_DIRECTION, self.direction.sign().into());
    }
}

/// `END_TURN`: the next seat is on turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndTurn {
    /// How many seats are passed over. A player's own `END_TURN` never skips.
    pub skip: u8,
}

impl ToWire for EndTurn {
    const FIELDS: &'static [Field] = &[Field::optional(
        "skip",
        FieldKind::Number,
        "how many seats are passed over; none when a player sends it",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        if self.skip > 0 {
            out.number("skip", self.skip.into());
        }
    }
}

impl ActionType for EndTurn {
    const TYPE: &'static str = "END_TURN";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        let skip = payload
            .number("skip")
            .filter(|_| payload.origin() == Origin::System);
        match u8::try_from(skip.unwrap_or(0)) {
            Ok(skip) => Ok(Self { skip }),
            Err(_) => Err(BadField::new("payload.skip", "must be from 0 to 255")),
        }
    }
}

/// `SET_DIRECTION`: turns go this way from now on.
#[derive(Clone, Copy, Debug)]
pub struct SetDirection(pub Direction);

impl ToWire for SetDirection {
    const FIELDS: &'static [Field] = &[Field::new(
        "direction",
        FieldKind::Number,
        "1 in seat order, -1 against it",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        out.number("direction", self.0.sign().into());
    }
}

impl ActionType for SetDirection {
    const TYPE: &'static str = "SET_DIRECTION";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        match payload.number("direction") {
            Some(1) => Ok(Self(Direction::Forward)),
            Some(-1) => Ok(Self(Direction::Backward)),
            _ => Err(BadField::new("payload.direction", "must be 1 or -1")),
        }
    }
}

/// `TURN_ENDED`: a turn is over and another seat is on turn.
#[derive(Clone, Copy, Debug)]
pub struct TurnEnded {
    /// Whose turn is over.
    pub player: Option<Seat>,
    /// Whose turn begins.
    pub next: Seat,
}

impl ToWire for TurnEnded {
    const FIELDS: &'static [Field] = &[
        Field::optional("playerId", FieldKind::Player, "whose turn is over"),
        Field::new("nextPlayerId", FieldKind::Player, "whose turn begins"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        if let Some(player) = self.player {
            out.player("playerId", player);
        }
        out.player("nextPlayerId", self.next);
    }
}

impl EventType for TurnEnded {
    const TYPE: &'static str = "TURN_ENDED";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Option<Self> {
        Some(*self)
    }
}

/// The seat `steps` turns after the current one.
#[must_use]
pub fn next_seat(state: &GameState, steps: i32) -> Seat {
    let current = state.current_player().unwrap_or(Seat(0));
    let direction = state.state::<TurnState>().direction;
    current.step(steps * direction.sign(), state.seats())
}

fn end_turn(ctx: &mut GameContext<'_>, action: &EndTurn) {
    pass_turn(ctx, action.skip);
}

/// The seat after `skip` others is on turn, and `TURN_ENDED` is emitted; for the handlers of other
/// plugins.
pub fn pass_turn(ctx: &mut GameContext<'_>, skip: u8) {
    let player = ctx.current_player();
    let next = next_seat(ctx, 1 + i32::from(skip));
    ctx.set_current_player(Some(next));
    ctx.emit(player, TurnEnded { player, next });
}

fn set_direction(ctx: &mut GameContext<'_>, action: &SetDirection) {
    ctx.state_mut::<TurnState>().direction = action.0;
}
