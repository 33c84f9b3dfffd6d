//! What follows from an event.
//!
//! The handlers leave [`Steps`] for the effect of their event, which carries them out in order:
//! events at once, drawing and passing the turn as actions of the game itself.

use super::{
    Setup,
    actions::{FinishRound, FlipInitial, lay},
    events::{
        Accepted, Challenged, ColorChanged, ColorChosen, DrawFour, DrawTwo, HandShown, HandsMoved,
        InitialFlipped, Penalty, PenaltyOpened, PlayerCaught, PlayerReversed, PlayerSkipped,
        Scored, UnoCalled, UnoGameWon,
    },
    hand,
    state::{UnoState, engine_seats},
};
use crate::{
    card::{Color, UNO_COLORS},
    flow::{self, Cause, Step, Steps},
    hand::Hand,
    profile::{FirstCardReturn, FirstPlayer, MAX_PLAYERS, Scoring},
    round::{shuffle_hands, stalemate},
    score,
    table::{Seats, Stage, Table},
};
use decklet_engine::{
    CardId, GameBuilder, GameContext, Seat, Status,
    core::{CardPlayed, GameFinished, GameStarted, GameWon},
    draw::{CardsDrawn, DrawCard, Hands, Piles},
    turn::{Direction, EndTurn, SetDirection, TurnEnded},
};

pub(crate) fn register(game: &mut GameBuilder) {
    game.on(deal)
        .on(|ctx, _: &InitialFlipped| after(ctx))
        .on(|ctx, _: &CardPlayed| after(ctx))
        .on(|ctx, _: &ColorChosen| after(ctx))
        .on(|ctx, _: &CardsDrawn| after(ctx))
        .on(|ctx, _: &Accepted| after(ctx))
        .on(|ctx, _: &Challenged| after(ctx))
        .on(|ctx, _: &UnoCalled| after(ctx))
        .on(|ctx, _: &PlayerCaught| after(ctx))
        .on(new_turn);
}

/// Seven cards to each seat in order, then the first card of the discard pile.
fn deal(ctx: &mut GameContext<'_>, _: &GameStarted) {
    let count = ctx.fixed::<Setup>().rules.options().hand;
    for seat in seats(ctx) {
        ctx.dispatch(seat, DrawCard { count });
    }
    ctx.dispatch(None, FlipInitial);
}

fn seats(ctx: &GameContext<'_>) -> impl Iterator<Item = Seat> + use<> {
    (0..u8::try_from(ctx.seats()).unwrap_or(u8::MAX)).map(Seat)
}

/// Says who is first, and turns cards until one may lie on top.
pub(crate) fn turn_first_card(ctx: &mut GameContext<'_>) {
    let setup = *ctx.fixed::<Setup>();
    let options = setup.rules.options();
    let players = u8::try_from(ctx.seats()).unwrap_or(u8::MAX);
    let dealer = setup.dealer.unwrap_or(players - 1) % players;
    let first = match options.first_player {
        FirstPlayer::LowestSeat => 0,
        FirstPlayer::LeftOfDealer => (dealer + 1) % players,
        FirstPlayer::Random => ctx.random().below(players.into()) as u8,
    };
    let Piles { draw, discard } = *ctx.fixed::<Piles>();
    let mut rejected = Vec::new();
    let card = loop {
        let Some(&id) = ctx.zone(draw).last() else {
            ctx.fault("no card may lie on top")
        };
        match setup.card(id) {
            Some(card) if options.first_cards().contains(card) => break id,
            _ => rejected.push(id),
        }
        match options.first_card_return {
            FirstCardReturn::Bottom => ctx.move_card_under(id, draw, draw),
            FirstCardReturn::Reshuffle => ctx.shuffle(draw),
        }
    };
    ctx.move_card(card, draw, discard);
    let Some(top) = setup.card(card) else {
        ctx.fault("the card is not of this deck")
    };
    let table = &mut ctx.state_mut::<UnoState>().table;
    *table = Table::new(players, first, top);
    let steps = flow::open(&setup.rules, table);
    ctx.set_current_player(Some(Seat(first)));
    ctx.emit(None, InitialFlipped { card, rejected });
    ctx.scratch().put(steps);
}

/// Carries out what the handler left.
fn after(ctx: &mut GameContext<'_>) {
    if let Some(steps) = ctx.scratch().take::<Steps>() {
        carry_out(ctx, &steps);
    }
}

/// Carries out steps in their order.
pub(crate) fn carry_out(ctx: &mut GameContext<'_>, steps: &Steps) {
    let mut drawing = false;
    for step in steps.iter() {
        match step {
            Step::Skipped(seat) => ctx.emit(Seat(seat), PlayerSkipped { player: Seat(seat) }),
            Step::Reversed => reverse(ctx),
            Step::PenaltyOpens { seat, cards } => {
                ctx.emit(
                    Seat(seat),
                    PenaltyOpened {
                        player: Seat(seat),
                        count: cards,
                    },
                );
            }
            Step::Draws { seat, cards, cause } => {
                draws(ctx, Seat(seat), cards, cause);
                drawing = true;
            }
            Step::HandShown(of, to) => show_hand(ctx, Seat(of), Seat(to)),
            Step::HandsSwapped(one, other) => swap_hands(ctx, Seat(one), Seat(other)),
            Step::HandsRotated => rotate_hands(ctx),
            Step::HandsShuffled => shuffle_all_hands(ctx),
            Step::DrawnCardPlayed(card) => play_drawn(ctx, card),
            Step::RandomColor => {
                let color = UNO_COLORS[ctx.random().below(4) as usize];
                name_color(ctx, color);
            }
            Step::TurnEnds { skip } => {
                let current = ctx.current_player();
                ctx.dispatch(current, EndTurn { skip: skip.into() });
            }
            // The last card's draws come before the end.
            Step::Wins(seat) if drawing => ctx.dispatch(None, FinishRound { winner: Seat(seat) }),
            Step::Wins(seat) => finish(ctx, Seat(seat)),
            Step::Stalemate => end_in_stalemate(ctx),
        }
    }
}

fn reverse(ctx: &mut GameContext<'_>) {
    let player = Seat(ctx.state::<UnoState>().table.turn.current);
    let table = &mut ctx.state_mut::<UnoState>().table;
    table.reverse();
    let reversed = table.turn.reversed;
    ctx.emit(player, PlayerReversed { player });
    let direction = if reversed {
        Direction::Backward
    } else {
        Direction::Forward
    };
    ctx.dispatch(None, SetDirection(direction));
}

fn draws(ctx: &mut GameContext<'_>, player: Seat, count: u8, cause: Cause) {
    let penalty = |cause| Penalty {
        player,
        count,
        cause,
    };
    match cause {
        Cause::DrawTwo => ctx.emit(player, DrawTwo { player, count }),
        Cause::DrawFour => ctx.emit(player, DrawFour { player, count }),
        Cause::Guilty => ctx.emit(player, penalty("guilty")),
        Cause::Innocent => ctx.emit(player, penalty("innocent")),
        Cause::Caught => ctx.emit(player, penalty("caught")),
        Cause::FalseCall => ctx.emit(player, penalty("false_call")),
    }
    ctx.dispatch(player, DrawCard { count });
}

fn show_hand(ctx: &mut GameContext<'_>, player: Seat, to: Seat) {
    let cards = decklet_engine::draw::hand(ctx, player).to_vec();
    ctx.emit(player, HandShown { player, to, cards });
}

fn swap_hands(ctx: &mut GameContext<'_>, one: Seat, other: Seat) {
    let hands = ctx.fixed::<Hands>().0;
    let (first, second) = (
        ctx.zone(hands.of(one)).to_vec(),
        ctx.zone(hands.of(other)).to_vec(),
    );
    move_cards(ctx, &first, one, other);
    move_cards(ctx, &second, other, one);
    ctx.emit(
        one,
        HandsMoved {
            how: "swapped",
            players: vec![one, other],
        },
    );
}

fn rotate_hands(ctx: &mut GameContext<'_>) {
    let turn = ctx.state::<UnoState>().table.turn;
    let hands = ctx.fixed::<Hands>().0;
    let held: Vec<Vec<CardId>> = seats(ctx)
        .map(|seat| ctx.zone(hands.of(seat)).to_vec())
        .collect();
    for (seat, cards) in seats(ctx).zip(&held) {
        move_cards(ctx, cards, seat, Seat(turn.after(seat.0)));
    }
    let players = seats(ctx).collect();
    ctx.emit(
        None,
        HandsMoved {
            how: "rotated",
            players,
        },
    );
}

fn shuffle_all_hands(ctx: &mut GameContext<'_>) {
    let setup = *ctx.fixed::<Setup>();
    let turn = ctx.state::<UnoState>().table.turn;
    let mut held = [Hand::EMPTY; MAX_PLAYERS];
    for seat in seats(ctx) {
        held[seat.index()] = hand(ctx, seat);
    }
    let dealt = shuffle_hands(turn, &held, ctx.random());
    for to in seats(ctx) {
        for card in dealt[to.index()].iter() {
            let from = seats(ctx).find(|seat| held[seat.index()].contains(card));
            if let Some(from) = from.filter(|&from| from != to) {
                move_cards(ctx, &[setup.id(card)], from, to);
            }
        }
    }
    let players = seats(ctx).collect();
    ctx.emit(
        None,
        HandsMoved {
            how: "shuffled",
            players,
        },
    );
}

fn move_cards(ctx: &mut GameContext<'_>, cards: &[CardId], from: Seat, to: Seat) {
    let hands = ctx.fixed::<Hands>().0;
    for &card in cards {
        ctx.move_card(card, hands.of(from), hands.of(to));
    }
}

fn play_drawn(ctx: &mut GameContext<'_>, card: crate::card::Card) {
    let setup = *ctx.fixed::<Setup>();
    let player = Seat(ctx.state::<UnoState>().table.turn.current);
    let before = hand(ctx, player);
    let table = &mut ctx.state_mut::<UnoState>().table;
    let steps = flow::play_drawn(&setup.rules, table, card, before);
    lay(ctx, player, setup.id(card), steps);
}

fn name_color(ctx: &mut GameContext<'_>, color: Color) {
    ctx.state_mut::<UnoState>().table.color = Some(color);
    ctx.emit(
        None,
        ColorChanged {
            color,
            reason: "random",
        },
    );
}

/// The table follows the turn.
fn new_turn(ctx: &mut GameContext<'_>, event: &TurnEnded) {
    let table = &mut ctx.state_mut::<UnoState>().table;
    table.end_turn(false);
    table.turn.current = event.next.0;
}

/// The round is won by this seat, and its partner in a game of teams.
pub(crate) fn finish(ctx: &mut GameContext<'_>, winner: Seat) {
    let rules = ctx.fixed::<Setup>().rules;
    let partner = ctx.state::<UnoState>().table.turn.partner(winner.0, &rules);
    end(
        ctx,
        Some(winner),
        Stage::Won(Seats::NONE.with(winner.0).with(partner)),
    );
}

fn end_in_stalemate(ctx: &mut GameContext<'_>) {
    let rules = ctx.fixed::<Setup>().rules;
    let held: Vec<Hand> = seats(ctx).map(|seat| hand(ctx, seat)).collect();
    end(ctx, None, stalemate(&rules, &held));
}

fn end(ctx: &mut GameContext<'_>, decided_by: Option<Seat>, stage: Stage) {
    ctx.state_mut::<UnoState>().table.stage = stage;
    let winners = match stage {
        Stage::Won(seats) => engine_seats(seats),
        Stage::Playing | Stage::Stalemate => Vec::new(),
    };
    for &seat in &winners {
        ctx.add_winner(seat);
    }
    ctx.set_status(Status::Finished);
    if !winners.is_empty() {
        let about = decided_by.or(winners.first().copied());
        ctx.emit(
            about,
            GameWon {
                winners: winners.iter().copied().collect(),
            },
        );
        ctx.emit(
            about,
            UnoGameWon {
                winners: winners.clone(),
            },
        );
    }
    ctx.emit(
        None,
        GameFinished {
            winners: winners.into_iter().collect(),
        },
    );
    count_points(ctx, stage);
}

fn count_points(ctx: &mut GameContext<'_>, stage: Stage) {
    let rules = ctx.fixed::<Setup>().rules;
    if rules.options().scoring == Scoring::None {
        return;
    }
    let held: Vec<Hand> = seats(ctx).map(|seat| hand(ctx, seat)).collect();
    let points = score::settle(&rules, stage, &held);
    // The cards left are counted in the open.
    let hands = ctx.fixed::<Hands>().0;
    for seat in seats(ctx) {
        ctx.open_zone(hands.of(seat), true);
    }
    ctx.state_mut::<UnoState>().points = Some(points);
    let points = points[..held.len()].to_vec();
    ctx.emit(None, Scored { points });
}
