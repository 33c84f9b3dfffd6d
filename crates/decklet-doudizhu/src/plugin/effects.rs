//! What follows from an event: document 002's effects, and those of the fuller rules.

use super::{
    Setup,
    actions::RevealBottomCards,
    engine_seat,
    events::{
        BidMade, CardsDealt, CardsShown, Doubled, Finished, LandlordCalled, LandlordRobbed,
        Outcome, PlayerPassed, PlayerReady, PlayerWon, RoundReset, Settled,
    },
    seat,
    state::{DoudizhuState, hand},
};
use crate::{
    auction::{Step, opening_seat},
    deal::Deck,
    flow::{Flow, NobodyCalled},
    profile::ScoreKind,
    score::Team,
};
use decklet_engine::{
    CardId, GameBuilder, GameContext, Seat, Status,
    core::{CardPlayed, GameFinished, GameStarted, GameWon},
    turn::EndTurn,
};

pub(crate) fn register(game: &mut GameBuilder) {
    game.on(deal)
        .on(|ctx, _: &PlayerReady| after_ready(ctx))
        .on(|ctx, _: &CardsShown| after_ready(ctx))
        .on(|ctx, event: &LandlordCalled| {
            apply_call_landlord_side_effects(ctx, event.player, event.call);
        })
        .on(|ctx, event: &LandlordRobbed| {
            apply_rob_landlord_side_effects(ctx, event.player, event.rob);
        })
        .on(|ctx, _: &BidMade| after_bid(ctx))
        .on(|ctx, _: &Doubled| go_on(ctx))
        .on(|ctx, event: &CardPlayed| apply_play_cards_side_effects(ctx, event.player))
        .on(|ctx, event: &PlayerPassed| apply_pass_side_effects(ctx, event.player));
}

/// The first deal, from the deck as the engine shuffled it.
fn deal(ctx: &mut GameContext<'_>, _: &GameStarted) {
    let setup = ctx.fixed::<Setup>().clone();
    let order = ctx.zone(setup.deck).to_vec();
    let opener = opening_seat(setup.options().first_bidder, None, ctx.random());
    ctx.state_mut::<DoudizhuState>().flow = Flow::new(opener, setup.options());
    deal_out(ctx, &setup, &order);
}

/// Deals again because nobody called: all cards back, shuffled, 17 each and 3 at the bottom.
fn redeal(ctx: &mut GameContext<'_>) {
    let setup = ctx.fixed::<Setup>().clone();
    for seat in 0..ctx.seats() {
        let hand = setup.hand.of(Seat(u8::try_from(seat).unwrap_or(0)));
        ctx.move_all(hand, setup.deck);
        if ctx.is_open(hand) {
            ctx.open_zone(hand, false);
        }
    }
    ctx.move_all(setup.bottom, setup.deck);
    let deck = Deck::shuffled(ctx.random());
    let order: Vec<CardId> = deck
        .cards()
        .iter()
        .map(|card| CardId(card.id().into()))
        .collect();
    let previous = Some(ctx.state::<DoudizhuState>().flow.auction.opener());
    let opener = opening_seat(setup.options().first_bidder, previous, ctx.random());
    ctx.state_mut::<DoudizhuState>()
        .flow
        .redeal(opener, setup.options());
    deal_out(ctx, &setup, &order);
}

/// Deals the cards in this order out of the deck, and asks the first seat.
fn deal_out(ctx: &mut GameContext<'_>, setup: &Setup, order: &[CardId]) {
    for (place, &card) in order.iter().enumerate() {
        let to = match Deck::seat_at(place, setup.options().deal) {
            Some(seat) => setup.hand.of(engine_seat(seat)),
            None => setup.bottom,
        };
        ctx.move_card(card, setup.deck, to);
    }
    let flow = ctx.state::<DoudizhuState>().flow;
    ctx.set_current_player(Some(engine_seat(flow.turn)));
    ctx.emit(
        None,
        CardsDealt {
            redeals: flow.redeals,
        },
    );
    landlord_without_auction(ctx);
}

/// Where there is no auction the landlord is known once nobody is asked to show cards any more.
fn landlord_without_auction(ctx: &mut GameContext<'_>) {
    let flow = &ctx.state::<DoudizhuState>().flow;
    let landlord = flow.landlord_without_auction(ctx.fixed::<Setup>().options());
    if let Some(landlord) = landlord.map(engine_seat) {
        ctx.dispatch(
            None,
            RevealBottomCards {
                landlord: Some(landlord),
            },
        );
    }
}

fn after_ready(ctx: &mut GameContext<'_>) {
    go_on(ctx);
    landlord_without_auction(ctx);
}

/// Ends the turn so that the seat whose move it is comes on turn.
fn go_on(ctx: &mut GameContext<'_>) {
    let next = ctx.state::<DoudizhuState>().flow.turn;
    let Some(current) = ctx.current_player() else {
        return;
    };
    let steps = (3 + next.index() - seat(current).index()) % 3;
    if steps > 0 {
        let skip = u8::try_from(steps - 1).unwrap_or(0);
        ctx.dispatch(current, EndTurn { skip });
    }
}

/// After a call, or a refusal to call: reveals the bottom cards, deals again when all declined, or
/// asks the next player.
pub fn apply_call_landlord_side_effects(ctx: &mut GameContext<'_>, _player: Seat, _call: bool) {
    after_bid(ctx);
}

/// After a rob, or a refusal to: the next player is asked, or the bottom cards are revealed.
pub fn apply_rob_landlord_side_effects(ctx: &mut GameContext<'_>, _player: Seat, _rob: bool) {
    after_bid(ctx);
}

fn after_bid(ctx: &mut GameContext<'_>) {
    match ctx.scratch().take::<Step>() {
        Some(Step::Landlord(_)) => ctx.dispatch(None, RevealBottomCards { landlord: None }),
        Some(Step::AllPassed) => nobody_called(ctx),
        Some(Step::Next(_)) | None => go_on(ctx),
    }
}

fn nobody_called(ctx: &mut GameContext<'_>) {
    let options = *ctx.fixed::<Setup>().options();
    match ctx
        .state_mut::<DoudizhuState>()
        .flow
        .nobody_called(&options)
    {
        NobodyCalled::Redeal => redeal(ctx),
        NobodyCalled::Landlord(landlord) => {
            let landlord = Some(engine_seat(landlord));
            ctx.dispatch(None, RevealBottomCards { landlord });
        }
        NobodyCalled::Void => {
            ctx.set_status(Status::Finished);
            let multiplier = ctx.state::<DoudizhuState>().multiplier;
            ctx.emit(
                None,
                GameFinished {
                    winners: [].into_iter().collect(),
                },
            );
            ctx.emit(
                None,
                Finished(Outcome {
                    winners: Vec::new(),
                    team: None,
                    multiplier,
                }),
            );
        }
    }
}

/// After a play: the game is won, or the next player is on turn.
pub fn apply_play_cards_side_effects(ctx: &mut GameContext<'_>, player: Seat) {
    if hand(ctx, player).is_empty() {
        declare_win(ctx, player);
    } else {
        ctx.dispatch(player, EndTurn::default());
    }
}

/// After a pass: when all others have passed the table is cleared and whoever played last leads;
/// otherwise the next player is on turn.
pub fn apply_pass_side_effects(ctx: &mut GameContext<'_>, player: Seat) {
    match ctx.scratch().take::<Option<crate::seat::Seat>>().flatten() {
        Some(starter) => {
            let starter = engine_seat(starter);
            ctx.set_current_player(Some(starter));
            ctx.emit(starter, RoundReset { starter });
        }
        None => ctx.dispatch(player, EndTurn::default()),
    }
}

/// The player has no card left: the side wins, and the game is over and settled.
pub fn declare_win(ctx: &mut GameContext<'_>, winner: Seat) {
    let state = ctx.state::<DoudizhuState>();
    let multiplier = state.multiplier;
    let landlord = state.landlord();
    let team = landlord.map(|landlord| Team::of(seat(winner), seat(landlord)));
    let winners = match (team, landlord) {
        (Some(Team::Landlord), Some(landlord)) => vec![landlord],
        (Some(Team::Farmers), _) => state.farmers(),
        _ => vec![winner],
    };
    for &seat in &winners {
        ctx.add_winner(seat);
    }
    ctx.set_status(Status::Finished);
    let outcome = Outcome {
        winners: winners.clone(),
        team: team.or(Some(Team::Landlord)),
        multiplier,
    };
    ctx.emit(
        winner,
        GameWon {
            winners: winners.iter().copied().collect(),
        },
    );
    ctx.emit(
        None,
        GameFinished {
            winners: winners.into_iter().collect(),
        },
    );
    ctx.emit(None, PlayerWon(outcome.clone()));
    ctx.emit(None, Finished(outcome));
    settle(ctx);
}

fn settle(ctx: &mut GameContext<'_>) {
    let options = *ctx.fixed::<Setup>().options();
    let flow = ctx.state::<DoudizhuState>().flow;
    let (Some(landlord), Some(winner)) = (flow.landlord, flow.winner) else {
        return;
    };
    if options.score.kind == ScoreKind::None {
        return;
    }
    let points = flow.returns(&options);
    let spring = flow.tally.spring(landlord, winner);
    ctx.state_mut::<DoudizhuState>().points = Some(points);
    ctx.emit(None, Settled { points, spring });
}
