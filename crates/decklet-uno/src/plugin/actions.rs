//! The actions of UNO and what carries them out. A handler changes the table through the pure
//! functions of [`flow`], moves the cards of the action itself, and leaves the [`Steps`] that follow
//! for the effect of its event (see [`effects`](super::effects)).

use super::{
    Setup, drawable,
    effects::{carry_out, finish, turn_first_card},
    events::{Accepted, Challenged, ColorChanged, ColorChosen, PlayerCaught, UnoCalled},
    hand,
    state::UnoState,
};
use crate::{
    card::{Color, color_name},
    flow::{self, Steps},
    legal::{Call, Situation},
    profile::{Options, UnoCall as CallRule},
};
use decklet_engine::{
    ActionType, BadField, Field, FieldKind, Fields, GameBuilder, GameContext, Origin, Payload,
    PlayerRef, Seat, ToWire,
    core::{CardPlayed, PlayCard},
    draw::{CardsDrawn, DrawCard, Piles, draw, take_card},
    turn::{EndTurn, pass_turn},
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

/// An action that names another player.
macro_rules! player_action {
    ($(#[$about:meta])* $action:ident, $name:literal, $whom:literal) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default)]
        pub struct $action {
            /// Whom.
            pub player: PlayerRef,
        }

        impl ToWire for $action {
            const FIELDS: &'static [Field] =
                &[Field::new("targetId", FieldKind::Player, $whom)];

            fn write(&self, out: &mut Fields<'_>) {
                match &self.player {
                    PlayerRef::Seat(seat) => out.player("targetId", *seat),
                    PlayerRef::Unknown(id) => out.text("targetId", id),
                    PlayerRef::Absent => {}
                }
            }
        }

        impl ActionType for $action {
            const TYPE: &'static str = $name;

            fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
                Ok(Self { player: payload.player("targetId") })
            }
        }
    };
}

plain_action!(
    /// `UNO_FLIP_INITIAL`: turns the first card of the discard pile. Sent by the game only.
    FlipInitial, "UNO_FLIP_INITIAL"
);
plain_action!(
    /// `CHALLENGE`: says that the Wild Draw Four on top was a bluff.
    Challenge, "CHALLENGE"
);
plain_action!(
    /// `ACCEPT`: draws for the Wild Draw Four on top.
    Accept, "ACCEPT"
);
plain_action!(
    /// `CALL_UNO`: says that one card is left, or will be.
    CallUno, "CALL_UNO"
);
player_action!(
    /// `CHOOSE_TARGET`: swaps hands with another player.
    ChooseTarget, "CHOOSE_TARGET", "whom to swap hands with"
);
player_action!(
    /// `CATCH`: points at a player who has one card left and did not call UNO.
    Catch, "CATCH", "whom to catch"
);

/// `CHOOSE_COLOR`: names the colour of a wild card.
#[derive(Clone, Copy, Debug)]
pub struct ChooseColor {
    /// The colour; `None` when what was sent is none.
    pub color: Option<Color>,
}

/// The type of `CHOOSE_COLOR`.
pub const CHOOSE_COLOR_ACTION: &str = ChooseColor::TYPE;
/// The type of `UNO_FLIP_INITIAL`.
pub const UNO_FLIP_INITIAL_ACTION: &str = FlipInitial::TYPE;

impl ToWire for ChooseColor {
    const FIELDS: &'static [Field] = &[Field::new(
        "color",
        FieldKind::OneOf(&["red", "yellow", "green", "blue"]),
        "the colour from now on",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        if self.color.is_some() {
            out.text("color", color_name(self.color));
        }
    }
}

impl ActionType for ChooseColor {
    const TYPE: &'static str = "CHOOSE_COLOR";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        Ok(Self {
            color: payload.text("color").and_then(Color::from_name),
        })
    }
}

/// `UNO_FINISH`: the round is won, after the draws that still had to be made. Sent by the game only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FinishRound {
    /// Who went out.
    pub winner: Seat,
}

impl ToWire for FinishRound {
    const FIELDS: &'static [Field] = &[];

    fn write(&self, _: &mut Fields<'_>) {}
}

impl ActionType for FinishRound {
    const TYPE: &'static str = "UNO_FINISH";

    fn from_wire(_: &Payload<'_>) -> Result<Self, BadField> {
        Ok(Self { winner: Seat(0) })
    }
}

pub(crate) fn register(game: &mut GameBuilder, options: &Options) {
    game.action(Origin::Player, play_card)
        .action(Origin::Player, choose_color)
        .action(Origin::System, |ctx, _: &FlipInitial| turn_first_card(ctx))
        .action(Origin::System, |ctx, action: &FinishRound| {
            finish(ctx, action.winner);
        })
        .allow_players::<DrawCard>()
        .replace(draw_card)
        .allow_players::<EndTurn>()
        .replace(end_turn);
    if crate::legal::Rule::ChooseTargetValid.in_force(options) {
        game.action(Origin::Player, choose_target);
    }
    if options.challenge {
        game.action(Origin::Player, challenge)
            .action(Origin::Player, accept);
    }
    if options.uno_call == CallRule::Manual {
        game.action(Origin::Player, call_uno)
            .action(Origin::Player, catch);
    }
}

/// Whoever sent the action: the rules have seen to it that it is a player at the table.
fn sender(ctx: &GameContext<'_>) -> Seat {
    ctx.acting_seat()
        .unwrap_or_else(|| ctx.fault("the action names nobody at the table"))
}

fn play_card(ctx: &mut GameContext<'_>, action: &PlayCard) {
    let player = sender(ctx);
    let setup = *ctx.fixed::<Setup>();
    let Some(&[id]) = action.cards.known() else {
        ctx.fault("not one card is played")
    };
    let Some(card) = setup.card(id) else {
        ctx.fault("the card is not of this deck")
    };
    let before = hand(ctx, player);
    if ctx.current_player() != Some(player) {
        ctx.set_current_player(Some(player));
    }
    let table = &mut ctx.state_mut::<UnoState>().table;
    let steps = flow::play(&setup.rules, table, player.0, card, before);
    lay(ctx, player, id, steps);
}

/// Lays a card on the discard pile; the event's effect carries out the steps.
pub(crate) fn lay(
    ctx: &mut GameContext<'_>,
    player: Seat,
    card: decklet_engine::CardId,
    steps: Steps,
) {
    let from = ctx.fixed::<decklet_engine::draw::Hands>().0.of(player);
    let discard = ctx.fixed::<Piles>().discard;
    ctx.move_card(card, from, discard);
    ctx.scratch().put(steps);
    ctx.emit(
        player,
        CardPlayed {
            player,
            cards: std::iter::once(card).collect(),
        },
    );
}

fn choose_color(ctx: &mut GameContext<'_>, action: &ChooseColor) {
    let player = sender(ctx);
    let rules = ctx.fixed::<Setup>().rules;
    let Some(color) = action.color else {
        ctx.fault("no colour is chosen")
    };
    let steps = flow::choose_color(&rules, &mut ctx.state_mut::<UnoState>().table, color);
    ctx.emit(
        player,
        ColorChanged {
            color,
            reason: "choose",
        },
    );
    ctx.emit(player, ColorChosen { player, color });
    ctx.scratch().put(steps);
}

/// `DRAW_CARD` of a player is a draw by choice, or the payment of an open penalty; the game's own
/// is as many cards as it says.
fn draw_card(ctx: &mut GameContext<'_>, action: &DrawCard) {
    let player = sender(ctx);
    let setup = *ctx.fixed::<Setup>();
    if ctx.origin() == Origin::System {
        if setup.kept() == 1 {
            draw(ctx, player, action.count.into());
        } else {
            draw_all(ctx, player, action.count, 0);
        }
    } else if ctx.state::<UnoState>().table.penalty > 0 {
        pay(ctx, player);
    } else {
        draw_by_choice(ctx, player, &setup);
    }
}

fn draw_all(ctx: &mut GameContext<'_>, player: Seat, count: u8, keep: usize) {
    let cards = (0..count)
        .map_while(|_| take_card(ctx, player, keep))
        .collect();
    ctx.emit(player, CardsDrawn { player, cards });
}

fn draw_by_choice(ctx: &mut GameContext<'_>, player: Seat, setup: &Setup) {
    let mut drawn = smallvec::SmallVec::new();
    let mut last = None;
    let ran_out = loop {
        let Some(id) = take_card(ctx, player, setup.kept()) else {
            break true;
        };
        drawn.push(id);
        let Some(card) = setup.card(id) else {
            break false;
        };
        last = Some(card);
        let table = &ctx.state::<UnoState>().table;
        if !flow::draws_on(&setup.rules, table, hand(ctx, player), card) {
            break false;
        }
    };
    let (held, left) = (hand(ctx, player), drawable(ctx));
    let table = &mut ctx.state_mut::<UnoState>().table;
    let steps = flow::drew(&setup.rules, table, held, last, ran_out, left);
    ctx.emit(
        player,
        CardsDrawn {
            player,
            cards: drawn,
        },
    );
    ctx.scratch().put(steps);
}

fn pay(ctx: &mut GameContext<'_>, player: Seat) {
    let steps = flow::pay(&mut ctx.state_mut::<UnoState>().table);
    ctx.emit(player, Accepted { player });
    ctx.scratch().put(steps);
}

/// `END_TURN` of a player may end the round in a stalemate; the game's own only passes the turn on.
fn end_turn(ctx: &mut GameContext<'_>, action: &EndTurn) {
    if ctx.origin() == Origin::System {
        return pass_turn(ctx, action.skip);
    }
    let player = sender(ctx);
    let rules = ctx.fixed::<Setup>().rules;
    let (held, left) = (hand(ctx, player), drawable(ctx));
    let table = &mut ctx.state_mut::<UnoState>().table;
    let steps = flow::end_turn(&rules, table, held, left);
    match steps.iter().next() {
        Some(flow::Step::TurnEnds { .. }) => pass_turn(ctx, 0),
        _ => carry_out(ctx, &steps),
    }
}

fn choose_target(ctx: &mut GameContext<'_>, action: &ChooseTarget) {
    let Some(target) = action.player.seat() else {
        ctx.fault("the target is not at the table")
    };
    let steps = flow::choose_target(&mut ctx.state_mut::<UnoState>().table, target.0);
    carry_out(ctx, &steps);
}

fn challenge(ctx: &mut GameContext<'_>, _: &Challenge) {
    let player = sender(ctx);
    let rules = ctx.fixed::<Setup>().rules;
    let steps = flow::challenge(&rules, &mut ctx.state_mut::<UnoState>().table);
    ctx.emit(player, Challenged { player });
    ctx.scratch().put(steps);
}

fn accept(ctx: &mut GameContext<'_>, _: &Accept) {
    let player = sender(ctx);
    pay(ctx, player);
}

fn call_uno(ctx: &mut GameContext<'_>, _: &CallUno) {
    let player = sender(ctx);
    let rules = ctx.fixed::<Setup>().rules;
    let situation = Situation {
        rules: &rules,
        table: &ctx.state::<UnoState>().table,
        seat: player.0,
        hand: hand(ctx, player),
        drawable: drawable(ctx),
    };
    let call = situation.call().unwrap_or(Call::Due);
    let steps = flow::call_uno(
        &rules,
        &mut ctx.state_mut::<UnoState>().table,
        player.0,
        call,
    );
    ctx.emit(player, UnoCalled { player });
    ctx.scratch().put(steps);
}

fn catch(ctx: &mut GameContext<'_>, action: &Catch) {
    let Some(player) = action.player.seat() else {
        ctx.fault("the target is not at the table")
    };
    let rules = ctx.fixed::<Setup>().rules;
    let steps = flow::catch(&rules, &mut ctx.state_mut::<UnoState>().table, player.0);
    ctx.emit(player, PlayerCaught { player });
    ctx.scratch().put(steps);
}
