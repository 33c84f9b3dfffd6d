//! [`DrawPlugin`]: hands, a draw pile and a discard pile.

use crate::{
    action::{ActionType, Origin},
    context::GameContext,
    event::EventType,
    fields::{BadField, Field, FieldKind, Fields, Payload, ToWire},
    id::{CardId, Seat, SeatZones, Viewer, ZoneId},
    plugin::{GameBuilder, Plugin},
    state::GameState,
    zone::{Who, Zone},
};
use smallvec::SmallVec;

/// The name of every hand: `player:{playerId}:hand`.
pub const HAND: &str = "player:{player}:hand";

/// Every seat has a hand; cards are drawn from a draw pile into it. When the draw pile is empty the
/// discard pile without its top card is shuffled into it; when both are empty, what there is is
/// drawn. Brings [`Hands`], `DRAW_CARD`, `CARDS_DRAWN` and `DECK_RESHUFFLED`.
///
/// The game says which zones its piles are: `game.fixed(Piles { draw, discard })`.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn name(&self) -> &'static str {
        "draw"
    }

    fn build(&self, game: &mut GameBuilder) {
        let hand = Zone::set().cards_to(Who::Owner).count_to(Who::All);
        let hands = game.zone_per_seat(HAND, hand);
        game.fixed(Hands(hands))
            .needs::<Piles>(
                "plugin \"draw\" needs the game's piles: call game.fixed(Piles { draw, discard })",
            )
            .event::<CardsDrawn>()
            .event::<DeckReshuffled>()
            .action(Origin::System, draw_card);
    }
}

/// The hands of all seats.
#[derive(Clone, Copy, Debug)]
pub struct Hands(pub SeatZones);

/// Which zones are the draw pile and the discard pile.
#[derive(Clone, Copy, Debug)]
pub struct Piles {
    /// Cards are drawn from its top.
    pub draw: ZoneId,
    /// Cards are played onto it.
    pub discard: ZoneId,
}

/// A seat's hand.
#[must_use]
pub fn hand(state: &GameState, seat: Seat) -> &[CardId] {
    state.zone(state.fixed::<Hands>().0.of(seat))
}

/// The card on top of the discard pile.
#[must_use]
pub fn top_card(state: &GameState) -> Option<CardId> {
    state.zone(state.fixed::<Piles>().discard).last().copied()
}

/// How many cards could be drawn now, the discard pile reshuffled if need be.
#[must_use]
pub fn drawable(state: &GameState) -> usize {
    let piles = state.fixed::<Piles>();
    state.zone(piles.draw).len() + state.zone(piles.discard).len().saturating_sub(1)
}

/// `DRAW_CARD`: cards from the draw pile into the player's hand, or as many as there are.
#[derive(Clone, Copy, Debug)]
pub struct DrawCard {
    /// How many. A player's own `DRAW_CARD` is for one.
    pub count: u8,
}

impl ToWire for DrawCard {
    const FIELDS: &'static [Field] = &[Field::optional(
        "count",
        FieldKind::Number,
        "how many cards; a player may draw one",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        if self.count != 1 {
            out.number("count", self.count.into());
        }
    }
}

impl ActionType for DrawCard {
    const TYPE: &'static str = "DRAW_CARD";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        let of_game = payload.origin() == Origin::System;
        match payload.get("count").map(crate::Value::as_number) {
            None | Some(Some(1)) => Ok(Self { count: 1 }),
            Some(Some(count @ 0..=255)) if of_game => Ok(Self { count: count as u8 }),
            _ => Err(BadField::new(
                "payload.count",
                "must be absent or 1: a player draws one card",
            )),
        }
    }
}

/// `CARDS_DRAWN`: cards went from the draw pile into a hand. Their owner sees which; the others see
/// how many.
#[derive(Clone, Debug)]
pub struct CardsDrawn {
    /// Who drew.
    pub player: Seat,
    /// The cards, in the order of drawing; may be fewer than asked for.
    pub cards: SmallVec<[CardId; 20]>,
}

/// [`CardsDrawn`] as one viewer sees it.
#[derive(Clone, Debug)]
pub struct CardsDrawnSeen {
    /// Who drew.
    pub player: Seat,
    /// How many.
    pub count: usize,
    /// Which, for their owner only.
    pub cards: Option<SmallVec<[CardId; 20]>>,
}

impl EventType for CardsDrawn {
    const TYPE: &'static str = "CARDS_DRAWN";
    type Seen = CardsDrawnSeen;

    fn seen(&self, viewer: Viewer) -> Option<CardsDrawnSeen> {
        Some(CardsDrawnSeen {
            player: self.player,
            count: self.cards.len(),
            cards: viewer.owns(self.player).then(|| self.cards.clone()),
        })
    }
}

impl ToWire for CardsDrawnSeen {
    const FIELDS: &'static [Field] = &[
        Field::new("playerId", FieldKind::Player, "who drew"),
        Field::new("count", FieldKind::Number, "how many cards"),
        Field::optional("cardIds", FieldKind::Cards, "which, for their owner only"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        out.number("count", i64::try_from(self.count).unwrap_or(i64::MAX));
        if let Some(cards) = &self.cards {
            out.cards("cardIds", cards);
        }
    }
}

/// `DECK_RESHUFFLED`: the discard pile without its top card became the draw pile.
#[derive(Clone, Copy, Debug)]
pub struct DeckReshuffled {
    /// How many cards.
    pub count: usize,
}

impl ToWire for DeckReshuffled {
    const FIELDS: &'static [Field] = &[Field::new(
        "count",
        FieldKind::Number,
        "how many cards were shuffled",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        out.number("count", i64::try_from(self.count).unwrap_or(i64::MAX));
    }
}

impl EventType for DeckReshuffled {
    const TYPE: &'static str = "DECK_RESHUFFLED";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Option<Self> {
        Some(*self)
    }
}

fn draw_card(ctx: &mut GameContext<'_>, action: &DrawCard) {
    // The action carries whoever draws; the game's own draws name a seat.
    let Some(player) = ctx.acting_seat() else {
        ctx.fault("DRAW_CARD names nobody at the table")
    };
    draw(ctx, player, action.count.into());
}

/// Draws up to `count` cards and emits `CARDS_DRAWN`; for the handlers of other plugins.
pub fn draw(ctx: &mut GameContext<'_>, player: Seat, count: usize) -> usize {
    let cards: SmallVec<_> = (0..count)
        .map_while(|_| take_card(ctx, player, 1))
        .collect();
    let drawn = cards.len();
    ctx.emit(player, CardsDrawn { player, cards });
    drawn
}

/// Moves the top card of the draw pile into a hand, if there is any, without an event of its own.
/// An empty draw pile is first made of the discard pile, of which the top `keep` cards stay.
pub fn take_card(ctx: &mut GameContext<'_>, player: Seat, keep: usize) -> Option<CardId> {
    let Piles { draw, .. } = *ctx.fixed::<Piles>();
    let hand = ctx.fixed::<Hands>().0.of(player);
    if ctx.zone(draw).is_empty() {
        reshuffle(ctx, keep);
    }
    let card = *ctx.zone(draw).last()?;
    ctx.move_card(card, draw, hand);
    Some(card)
}

/// Shuffles the discard pile without its top `keep` cards into the draw pile.
fn reshuffle(ctx: &mut GameContext<'_>, keep: usize) {
    let Piles { draw, discard } = *ctx.fixed::<Piles>();
    let pile = ctx.zone(discard);
    let under = pile[..pile.len().saturating_sub(keep)].to_vec();
    if under.is_empty() {
        return;
    }
    for &card in &under {
        ctx.move_card(card, discard, draw);
    }
    ctx.shuffle(draw);
    ctx.emit(None, DeckReshuffled { count: under.len() });
}
