//! The events of Dou Dizhu, beside the engine's own. All of them are public.

use super::state::{numbers, team_name};
use crate::score::{Points, Team};
use decklet_engine::{
    CardId, EventType, Field, FieldKind, Fields, GameBuilder, Seat, ToWire, Viewer,
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

const PLAYER: Field = Field::new("playerId", FieldKind::Player, "who");
const MULTIPLIER: Field = Field::new("multiplier", FieldKind::Number, "the multiplier now");

fn count(multiplier: u64) -> i64 {
    i64::try_from(multiplier).unwrap_or(i64::MAX)
}

/// `DDZ_CARDS_DEALT`: 17 cards each and three bottom cards; at the first deal and every redeal.
#[derive(Clone, Copy, Debug)]
pub struct CardsDealt {
    /// How often the cards were dealt again.
    pub redeals: u8,
}

impl ToWire for CardsDealt {
    const FIELDS: &'static [Field] = &[Field::new(
        "redeals",
        FieldKind::Number,
        "how often the cards were dealt again",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        out.number("redeals", self.redeals.into());
    }
}

public_event!(CardsDealt, "DDZ_CARDS_DEALT");

/// `DDZ_LANDLORD_CALLED`: a player called, or declined to.
#[derive(Clone, Copy, Debug)]
pub struct LandlordCalled {
    /// Who.
    pub player: Seat,
    /// Whether the player called.
    pub call: bool,
}

impl ToWire for LandlordCalled {
    const FIELDS: &'static [Field] = &[
        PLAYER,
        Field::new("call", FieldKind::Flag, "whether the player called"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.flag("call", self.call);
    }
}

public_event!(LandlordCalled, "DDZ_LANDLORD_CALLED");

/// `DDZ_LANDLORD_ROBBED`: a player robbed, or declined to.
#[derive(Clone, Copy, Debug)]
pub struct LandlordRobbed {
    /// Who.
    pub player: Seat,
    /// Whether the player robbed.
    pub rob: bool,
}

impl ToWire for LandlordRobbed {
    const FIELDS: &'static [Field] = &[
        PLAYER,
        Field::new("rob", FieldKind::Flag, "whether the player robbed"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.flag("rob", self.rob);
    }
}

public_event!(LandlordRobbed, "DDZ_LANDLORD_ROBBED");

/// `DDZ_BID`: a player bid points, or passed with 0.
#[derive(Clone, Copy, Debug)]
pub struct BidMade {
    /// Who.
    pub player: Seat,
    /// How much.
    pub bid: u8,
}

impl ToWire for BidMade {
    const FIELDS: &'static [Field] = &[
        PLAYER,
        Field::new("bid", FieldKind::Number, "the points; 0 is a pass"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.number("bid", self.bid.into());
    }
}

public_event!(BidMade, "DDZ_BID");

/// `DDZ_READY`: a player is ready.
#[derive(Clone, Copy, Debug)]
pub struct PlayerReady {
    /// Who.
    pub player: Seat,
}

impl ToWire for PlayerReady {
    const FIELDS: &'static [Field] = &[PLAYER];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
    }
}

public_event!(PlayerReady, "DDZ_READY");

/// `DDZ_CARDS_SHOWN`: a player laid the hand open.
#[derive(Clone, Copy, Debug)]
pub struct CardsShown {
    /// Who.
    pub player: Seat,
    /// What it multiplies the stake by.
    pub factor: u8,
}

impl ToWire for CardsShown {
    const FIELDS: &'static [Field] = &[
        PLAYER,
        Field::new(
            "factor",
            FieldKind::Number,
            "what it multiplies the stake by",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.number("factor", self.factor.into());
    }
}

public_event!(CardsShown, "DDZ_CARDS_SHOWN");

/// `DDZ_BOTTOM_CARDS_REVEALED`: there is a landlord, who took the bottom cards.
#[derive(Clone, Copy, Debug)]
pub struct BottomCardsRevealed {
    /// The landlord.
    pub landlord: Seat,
    /// The bottom cards.
    pub cards: [CardId; 3],
}

impl ToWire for BottomCardsRevealed {
    const FIELDS: &'static [Field] = &[
        Field::new("landlordId", FieldKind::Player, "the landlord"),
        Field::new("cardIds", FieldKind::Cards, "the bottom cards"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("landlordId", self.landlord);
        out.cards("cardIds", &self.cards);
    }
}

public_event!(BottomCardsRevealed, "DDZ_BOTTOM_CARDS_REVEALED");

/// `DDZ_DOUBLED`: a player doubled the stake, or did not.
#[derive(Clone, Copy, Debug)]
pub struct Doubled {
    /// Who.
    pub player: Seat,
    /// By which factor; 1 for not.
    pub factor: u8,
}

impl ToWire for Doubled {
    const FIELDS: &'static [Field] = &[
        PLAYER,
        Field::new("factor", FieldKind::Number, "by how much; 1 is not at all"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.number("factor", self.factor.into());
    }
}

public_event!(Doubled, "DDZ_DOUBLED");

/// `DDZ_PLAYER_PASSED`: a player passed.
#[derive(Clone, Copy, Debug)]
pub struct PlayerPassed {
    /// Who.
    pub player: Seat,
}

impl ToWire for PlayerPassed {
    const FIELDS: &'static [Field] = &[PLAYER];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
    }
}

public_event!(PlayerPassed, "DDZ_PLAYER_PASSED");

/// `DDZ_ROUND_RESET`: all others passed; the table is cleared.
#[derive(Clone, Copy, Debug)]
pub struct RoundReset {
    /// Who leads.
    pub starter: Seat,
}

impl ToWire for RoundReset {
    const FIELDS: &'static [Field] = &[Field::new(
        "starterId",
        FieldKind::Player,
        "who leads the next round",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("starterId", self.starter);
    }
}

public_event!(RoundReset, "DDZ_ROUND_RESET");

/// `DDZ_BOMB_PLAYED`: a bomb doubled the multiplier.
#[derive(Clone, Copy, Debug)]
pub struct BombPlayed {
    /// Who.
    pub player: Seat,
    /// Its rank, 3 to 15.
    pub main_rank: u8,
    /// The multiplier afterwards.
    pub multiplier: u64,
}

impl ToWire for BombPlayed {
    const FIELDS: &'static [Field] = &[
        PLAYER,
        Field::new("mainRank", FieldKind::Number, "its rank, 3 to 15"),
        MULTIPLIER,
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.number("mainRank", self.main_rank.into());
        out.number("multiplier", count(self.multiplier));
    }
}

public_event!(BombPlayed, "DDZ_BOMB_PLAYED");

/// `DDZ_ROCKET_PLAYED`: the rocket doubled the multiplier.
#[derive(Clone, Copy, Debug)]
pub struct RocketPlayed {
    /// Who.
    pub player: Seat,
    /// The multiplier afterwards.
    pub multiplier: u64,
}

impl ToWire for RocketPlayed {
    const FIELDS: &'static [Field] = &[PLAYER, MULTIPLIER];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.number("multiplier", count(self.multiplier));
    }
}

public_event!(RocketPlayed, "DDZ_ROCKET_PLAYED");

/// The result, as both events at the end carry it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The winners.
    pub winners: Vec<Seat>,
    /// Their side; none in a game without landlord.
    pub team: Option<Team>,
    /// The multiplier.
    pub multiplier: u64,
}

impl ToWire for Outcome {
    const FIELDS: &'static [Field] = &[
        Field::new(
            "winnerIds",
            FieldKind::Players,
            "the winners; empty in a game without landlord",
        ),
        Field::optional(
            "winnerTeam",
            FieldKind::OneOf(&["LANDLORD", "FARMERS"]),
            "their side",
        ),
        MULTIPLIER,
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.players("winnerIds", &self.winners);
        if let Some(team) = self.team {
            out.text("winnerTeam", team_name(team));
        }
        out.number("multiplier", count(self.multiplier));
    }
}

/// `DDZ_PLAYER_WON`: one side has won.
#[derive(Clone, Debug)]
pub struct PlayerWon(pub Outcome);

impl EventType for PlayerWon {
    const TYPE: &'static str = "DDZ_PLAYER_WON";
    type Seen = Outcome;

    fn seen(&self, _: Viewer) -> Option<Outcome> {
        Some(self.0.clone())
    }
}

/// `DDZ_GAME_FINISHED`: the game is over.
#[derive(Clone, Debug)]
pub struct Finished(pub Outcome);

impl EventType for Finished {
    const TYPE: &'static str = "DDZ_GAME_FINISHED";
    type Seen = Outcome;

    fn seen(&self, _: Viewer) -> Option<Outcome> {
        Some(self.0.clone())
    }
}

/// `DDZ_SETTLED`: who gets and pays what, in a game that is scored.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    /// The points of each seat.
    pub points: Points,
    /// Whether it was a spring or an anti-spring.
    pub spring: bool,
}

impl ToWire for Settled {
    const FIELDS: &'static [Field] = &[
        Field::new(
            "points",
            FieldKind::Any,
            "the points of each player, in seat order",
        ),
        Field::new(
            "spring",
            FieldKind::Flag,
            "whether it was a spring or an anti-spring",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.value("points", &numbers(self.points));
        out.flag("spring", self.spring);
    }
}

public_event!(Settled, "DDZ_SETTLED");

pub(crate) fn register(game: &mut GameBuilder) {
    game.event::<CardsDealt>()
        .event::<LandlordCalled>()
        .event::<LandlordRobbed>()
        .event::<BidMade>()
        .event::<PlayerReady>()
        .event::<CardsShown>()
        .event::<BottomCardsRevealed>()
        .event::<Doubled>()
        .event::<PlayerPassed>()
        .event::<RoundReset>()
        .event::<BombPlayed>()
        .event::<RocketPlayed>()
        .event::<PlayerWon>()
        .event::<Finished>()
        .event::<Settled>();
}
