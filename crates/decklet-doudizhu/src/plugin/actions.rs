//! The actions of Dou Dizhu and what carries them out. A handler writes the state and emits the
//! action's own event; what follows from it is in [`effects`](super::effects).

use super::{
    Setup, engine_seat,
    events::{
        BidMade, BombPlayed, BottomCardsRevealed, CardsShown, Doubled, LandlordCalled,
        LandlordRobbed, PlayerPassed, PlayerReady, RocketPlayed,
    },
    seat,
    state::{DoudizhuState, find_kind, kind_name},
};
use crate::{
    auction,
    combination::{Combination, Kind},
    profile::Doubling,
};
use decklet_engine::{
    ActionType, BadField, CardId, CardList, Field, FieldKind, Fields, GameContext, NamedAction,
    Payload, Seat, ToWire, Value, core::CardPlayed,
};

/// An action without a payload.
macro_rules! plain_action {
    ($(#[$about:meta])* $action:ident, $name:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $action;

        impl ToWire for $action {
            const FIELDS: &'static [Field] = &[];

            fn write(&self, _: &mut Fields<'_>) {}
        }

        impl ActionType for $action {
            const TYPE: &'static str = $name;

            fn from_wire(_: &Payload<'_>) -> Result<Self, BadField> {
                Ok(Self)
            }
        }
    };
}

plain_action!(
    /// `READY`: ready, without (further) showing cards.
    Ready, "READY"
);
plain_action!(
    /// `SHOW_CARDS`: lays the hand open for a higher stake.
    ShowHand, "SHOW_CARDS"
);
plain_action!(
    /// `NO_DOUBLE`: keeps the stake.
    NoDouble, "NO_DOUBLE"
);
plain_action!(
    /// `DOUBLE`: multiplies the stake by the usual factor.
    Double, "DOUBLE"
);
plain_action!(
    /// `SUPER_DOUBLE`: multiplies the stake by the higher factor, where the profile has one.
    SuperDouble, "SUPER_DOUBLE"
);
plain_action!(
    /// `PASS`: plays nothing on the last play.
    Pass, "PASS"
);

/// `CALL_LANDLORD`: calls, or declines to.
#[derive(Clone, Copy, Debug)]
pub struct CallLandlord {
    /// Whether the player calls; `None` when what was sent is no boolean.
    pub call: Option<bool>,
}

impl ToWire for CallLandlord {
    const FIELDS: &'static [Field] = &[Field::new(
        "call",
        FieldKind::Flag,
        "whether the player calls",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        if let Some(call) = self.call {
            out.flag("call", call);
        }
    }
}

impl ActionType for CallLandlord {
    const TYPE: &'static str = "CALL_LANDLORD";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        Ok(Self {
            call: payload.flag("call"),
        })
    }
}

/// `ROB_LANDLORD`: robs, or declines to.
#[derive(Clone, Copy, Debug)]
pub struct RobLandlord {
    /// Whether the player robs; `None` when what was sent is no boolean.
    pub rob: Option<bool>,
}

impl ToWire for RobLandlord {
    const FIELDS: &'static [Field] = &[Field::new(
        "rob",
        FieldKind::Flag,
        "whether the player robs",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        if let Some(rob) = self.rob {
            out.flag("rob", rob);
        }
    }
}

impl ActionType for RobLandlord {
    const TYPE: &'static str = "ROB_LANDLORD";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        Ok(Self {
            rob: payload.flag("rob"),
        })
    }
}

/// `BID`: bids points.
#[derive(Clone, Copy, Debug)]
pub struct Bid {
    /// How much, 0 for a pass; `None` when what was sent is no whole number.
    pub bid: Option<i64>,
}

impl ToWire for Bid {
    const FIELDS: &'static [Field] = &[Field::new(
        "bid",
        FieldKind::Number,
        "the points; 0 is a pass",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        if let Some(bid) = self.bid {
            out.number("bid", bid);
        }
    }
}

impl ActionType for Bid {
    const TYPE: &'static str = "BID";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        Ok(Self {
            bid: payload.number("bid"),
        })
    }
}

/// What the player says that the cards are, where they can be several things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The kind.
    pub kind: Kind,
    /// The lowest rank of the main part, 3 to 17.
    pub low: u8,
    /// How many consecutive ranks it has.
    pub length: u8,
}

impl Declared {
    /// Whether it means this combination.
    #[must_use]
    pub fn is(self, combination: Combination) -> bool {
        self == combination.into()
    }
}

impl From<Combination> for Declared {
    fn from(combination: Combination) -> Self {
        Self {
            kind: combination.kind(),
            low: combination.low().number(),
            length: combination.length(),
        }
    }
}

impl ToWire for Declared {
    const FIELDS: &'static [Field] = &[];

    fn write(&self, out: &mut Fields<'_>) {
        out.text("type", kind_name(self.kind));
        out.number("low", self.low.into());
        out.number("length", self.length.into());
    }
}

/// `PLAY_CARDS`: plays cards.
#[derive(Clone, Debug, Default)]
pub struct PlayCards {
    /// The cards, in the player's order.
    pub cards: CardList,
    /// What they are to count as; without it the first reading that can be played.
    pub declared: Option<Declared>,
}

impl ToWire for PlayCards {
    const FIELDS: &'static [Field] = &[
        Field::new("cardIds", FieldKind::Cards, "the cards to play"),
        Field::optional(
            "reading",
            FieldKind::Any,
            "{type, low, length}: what they count as, where they can be several things",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.card_list("cardIds", &self.cards);
        if let Some(declared) = &self.declared {
            out.record("reading", declared);
        }
    }
}

impl ActionType for PlayCards {
    const TYPE: &'static str = "PLAY_CARDS";

    /// `cards` (document 003) is taken for `cardIds` where that is absent.
    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        let name = if payload.get("cardIds").is_some() {
            "cardIds"
        } else {
            "cards"
        };
        let cards = payload.cards(name)?;
        let declared = payload.get("reading").map(read_declared).transpose()?;
        Ok(Self { cards, declared })
    }
}

fn read_declared(value: &Value) -> Result<Declared, BadField> {
    let number = |name| {
        let number = value.get(name).and_then(Value::as_number);
        number.and_then(|number| u8::try_from(number).ok())
    };
    let kind = value
        .get("type")
        .and_then(Value::as_text)
        .and_then(find_kind);
    match (kind, number("low"), number("length")) {
        (Some(kind), Some(low), Some(length)) => Ok(Declared { kind, low, length }),
        _ => Err(BadField::new(
            "payload.reading",
            "must be {\"type\":\"PLANE_SOLO\",\"low\":3,\"length\":2} with a known type",
        )),
    }
}

/// `PLAY_CARDS` in names, as the specification's `createPlayCardsAction`.
#[must_use]
pub fn create_play_cards_action(player_id: &str, card_ids: &[&str]) -> NamedAction {
    NamedAction::new(PlayCards::TYPE)
        .by(player_id)
        .with("cardIds", card_ids)
}

/// `REVEAL_BOTTOM_CARDS`: there is a landlord. Sent by the game only.
#[derive(Clone, Copy, Debug)]
pub struct RevealBottomCards {
    /// The landlord where nobody called; otherwise it is the candidate.
    pub landlord: Option<Seat>,
}

impl ToWire for RevealBottomCards {
    const FIELDS: &'static [Field] = &[];

    fn write(&self, _: &mut Fields<'_>) {}
}

impl ActionType for RevealBottomCards {
    const TYPE: &'static str = "REVEAL_BOTTOM_CARDS";

    fn from_wire(_: &Payload<'_>) -> Result<Self, BadField> {
        Ok(Self { landlord: None })
    }
}

/// Whoever sent the action: the rules have seen to it that it is a player at the table.
fn sender(ctx: &GameContext<'_>) -> Seat {
    ctx.acting_seat()
        .unwrap_or_else(|| ctx.fault("the action names nobody at the table"))
}

pub(crate) fn ready(ctx: &mut GameContext<'_>, _: &Ready) {
    let player = sender(ctx);
    let options = *ctx.fixed::<Setup>().options();
    ctx.state_mut::<DoudizhuState>().flow.ready(&options);
    ctx.emit(player, PlayerReady { player });
}

pub(crate) fn show_cards(ctx: &mut GameContext<'_>, _: &ShowHand) {
    let player = sender(ctx);
    let setup = ctx.fixed::<Setup>();
    let (options, hand) = (*setup.options(), setup.hand.of(player));
    let flow = &mut ctx.state_mut::<DoudizhuState>().flow;
    let shown = flow.show_cards(seat(player), &options);
    let factor = flow.showing.factors[seat(player).index()];
    if shown.is_err() {
        ctx.fault("cards are shown that cannot be");
    }
    ctx.open_zone(hand, true);
    ctx.emit(player, CardsShown { player, factor });
}

/// Takes a bid; what follows from it is left for the effect of the bid's event.
fn take_bid(ctx: &mut GameContext<'_>, bid: auction::Bid) {
    let options = *ctx.fixed::<Setup>().options();
    let state = ctx.state_mut::<DoudizhuState>();
    let step = state.flow.bid(bid, &options);
    state.count_multiplier(&options);
    ctx.scratch().put(step);
}

pub(crate) fn call_landlord(ctx: &mut GameContext<'_>, action: &CallLandlord) {
    let (player, call) = (sender(ctx), action.call == Some(true));
    take_bid(ctx, auction::Bid::Call(call));
    ctx.emit(player, LandlordCalled { player, call });
}

pub(crate) fn rob_landlord(ctx: &mut GameContext<'_>, action: &RobLandlord) {
    let (player, rob) = (sender(ctx), action.rob == Some(true));
    take_bid(ctx, auction::Bid::Rob(rob));
    ctx.emit(player, LandlordRobbed { player, rob });
}

pub(crate) fn bid(ctx: &mut GameContext<'_>, action: &Bid) {
    let player = sender(ctx);
    let bid = action
        .bid
        .and_then(|bid| u8::try_from(bid).ok())
        .unwrap_or(0);
    take_bid(ctx, auction::Bid::Points(bid));
    ctx.emit(player, BidMade { player, bid });
}

pub(crate) fn reveal_bottom_cards(ctx: &mut GameContext<'_>, action: &RevealBottomCards) {
    let setup = ctx.fixed::<Setup>().clone();
    let candidate = ctx.state::<DoudizhuState>().flow.auction.candidate();
    let Some(landlord) = action.landlord.map(seat).or(candidate) else {
        ctx.fault("nobody is landlord");
    };
    let player = engine_seat(landlord);
    let Ok(cards) = <[CardId; 3]>::try_from(ctx.zone(setup.bottom)) else {
        ctx.fault("there are no three bottom cards");
    };
    for card in cards {
        ctx.move_card(card, setup.bottom, setup.hand.of(player));
    }
    let state = ctx.state_mut::<DoudizhuState>();
    state.flow.make_landlord(landlord, setup.options());
    state.count_multiplier(setup.options());
    state.bottom = Some(cards);
    ctx.set_current_player(Some(player));
    ctx.emit(
        player,
        BottomCardsRevealed {
            landlord: player,
            cards,
        },
    );
}

/// The factors that `DOUBLE` and `SUPER_DOUBLE` stand for; 1 for what there is not.
pub(crate) fn factors(rule: &Doubling) -> (u8, u8) {
    match *rule {
        Doubling::PerPlayer {
            factor,
            super_factor,
        } => (factor, super_factor.unwrap_or(1)),
        Doubling::Off => (1, 1),
    }
}

pub(crate) fn double(ctx: &mut GameContext<'_>, _: &Double) {
    let (factor, _) = factors(&ctx.fixed::<Setup>().options().doubling);
    choose_factor(ctx, factor);
}

pub(crate) fn super_double(ctx: &mut GameContext<'_>, _: &SuperDouble) {
    let (_, factor) = factors(&ctx.fixed::<Setup>().options().doubling);
    choose_factor(ctx, factor);
}

pub(crate) fn no_double(ctx: &mut GameContext<'_>, _: &NoDouble) {
    choose_factor(ctx, 1);
}

fn choose_factor(ctx: &mut GameContext<'_>, factor: u8) {
    let player = sender(ctx);
    let options = *ctx.fixed::<Setup>().options();
    ctx.state_mut::<DoudizhuState>()
        .flow
        .double(factor, &options);
    ctx.emit(player, Doubled { player, factor });
}

/// The combination that the rules detected, left for the handler (`ddz.pendingCombination`).
#[derive(Clone, Copy, Debug)]
pub struct Pending(pub Combination);

pub(crate) fn play_cards(ctx: &mut GameContext<'_>, action: &PlayCards) {
    let player = sender(ctx);
    let (Some(Pending(combination)), Some(cards)) =
        (ctx.scratch().take::<Pending>(), action.cards.known())
    else {
        ctx.fault("cards are played that no rule has looked at");
    };
    let setup = ctx.fixed::<Setup>();
    let (hand, played, options) = (setup.hand.of(player), setup.played, *setup.options());
    for &card in cards {
        ctx.move_card(card, hand, played);
    }
    let emptied = ctx.zone(hand).is_empty();
    let state = ctx.state_mut::<DoudizhuState>();
    state.flow.play(combination, emptied, &options);
    state.count_multiplier(&options);
    ctx.emit(
        player,
        CardPlayed {
            player,
            cards: cards.into(),
        },
    );
    emit_bomb_family_event(ctx, player, combination);
}

/// Emits `DDZ_BOMB_PLAYED` or `DDZ_ROCKET_PLAYED` with the multiplier as it is now; nothing for
/// other combinations.
pub fn emit_bomb_family_event(ctx: &mut GameContext<'_>, player: Seat, combination: Combination) {
    let multiplier = ctx.state::<DoudizhuState>().multiplier;
    match combination.kind() {
        Kind::Bomb => {
            let main_rank = combination.main_rank();
            ctx.emit(
                player,
                BombPlayed {
                    player,
                    main_rank,
                    multiplier,
                },
            );
        }
        Kind::Rocket => ctx.emit(player, RocketPlayed { player, multiplier }),
        _ => {}
    }
}

pub(crate) fn pass(ctx: &mut GameContext<'_>, _: &Pass) {
    let player = sender(ctx);
    let starter = ctx.state_mut::<DoudizhuState>().flow.pass();
    ctx.scratch().put(starter);
    ctx.emit(player, PlayerPassed { player });
}
