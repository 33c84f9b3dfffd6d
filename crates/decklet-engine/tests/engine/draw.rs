//! [`DrawPlugin`]: drawing, reshuffling, nothing left.

use super::common::{frozen, last_events, part, refused, started, to_json};
use crate::bare_action;
use decklet_engine::{
    ActionType, Card, CardId, DrawPlugin, GameEngine, NamedAction, Origin, PlayerRef, Seat, Viewer,
    Who, Zone,
    draw::{self, DrawCard, Hands, Piles},
};

bare_action!(DrawThree "DRAW_THREE", Discard "DISCARD");

/// Six cards in a pile that is not shuffled; a player draws one or three, and lays a hand down.
fn table() -> GameEngine {
    let test = part("test", |game| {
        let draw = game.zone("draw", Zone::pile().count_to(Who::All));
        let discard = game.zone("discard", Zone::pile().cards_to(Who::All));
        game.cards(draw, (0..6).map(|n| Card::new(format!("c{n}"))));
        game.players(2..=2)
            .fixed(Piles { draw, discard })
            .allow_players::<DrawCard>()
            .action(Origin::Player, |ctx, _: &DrawThree| {
                let player = ctx.acting_seat();
                ctx.dispatch(player, DrawCard { count: 3 });
            })
            .action(Origin::Player, |ctx, _: &Discard| {
                let hand = ctx
                    .acting_seat()
                    .map(|seat| ctx.fixed::<Hands>().0.of(seat));
                let discard = ctx.fixed::<Piles>().discard;
                ctx.move_all(hand.expect("a player"), discard);
            });
    });
    started(&frozen(&[&DrawPlugin, &test]), 2)
}

fn hand(game: &GameEngine, seat: u8) -> Vec<u16> {
    draw::hand(game.state(), Seat(seat))
        .iter()
        .map(|card| card.0)
        .collect()
}

#[test]
fn cards_come_from_the_top_one_or_several() {
    let mut game = table();
    game.dispatch(DrawCard { count: 1 }.by(Seat(0))).unwrap();
    assert_eq!(hand(&game, 0), [5]);
    game.dispatch(DrawThree.by(Seat(1))).unwrap();
    assert_eq!(hand(&game, 1), [2, 3, 4], "a hand is kept sorted");
    assert_eq!(draw::drawable(game.state()), 2);
}

#[test]
fn the_owner_sees_the_cards_the_others_how_many() {
    let mut game = table();
    let commit = game.dispatch(DrawThree.by(Seat(1))).unwrap();
    let seen = |viewer: Viewer| to_json(&game.seen_events(commit.events(), viewer));
    let count = r#"[{"type":"CARDS_DRAWN","playerId":"p2","payload":{"playerId":"p2","count":3}}]"#;
    let cards = r#"[{"type":"CARDS_DRAWN","playerId":"p2","payload":{"playerId":"p2","count":3,"cardIds":["c5","c4","c3"]}}]"#;
    assert_eq!(seen(Viewer::Seat(Seat(0))), count);
    assert_eq!(seen(Viewer::Spectator), count);
    assert_eq!(seen(Viewer::Seat(Seat(1))), cards);
    assert_eq!(seen(Viewer::Referee), cards);
}

#[test]
fn the_discard_pile_is_reshuffled_but_for_its_top_card() {
    let mut game = table();
    game.dispatch(DrawThree.by(Seat(0))).unwrap();
    game.dispatch(Discard.by(Seat(0))).unwrap();
    game.dispatch(DrawThree.by(Seat(0))).unwrap();
    let top = draw::top_card(game.state());
    assert_eq!(top, Some(CardId(5)));
    assert_eq!(
        (draw::drawable(game.state()), game.state().random_position()),
        (2, 0)
    );
    // One left to draw, two under the top card: the draw goes on after the reshuffle.
    game.dispatch(Discard.by(Seat(0))).unwrap();
    let top = draw::top_card(game.state());
    game.dispatch(DrawThree.by(Seat(1))).unwrap();
    assert_eq!(last_events(&game), ["DECK_RESHUFFLED", "CARDS_DRAWN"]);
    assert_eq!(draw::top_card(game.state()), top);
    assert_eq!(hand(&game, 1).len(), 3);
    assert!(game.state().random_position() > 0);
    let seen = game.seen_events(game.log().last().unwrap().events(), Viewer::Spectator);
    assert_eq!(
        to_json(&seen[0]),
        r#"{"type":"DECK_RESHUFFLED","payload":{"count":5}}"#
    );
}

#[test]
fn the_same_game_reshuffles_in_the_same_way() {
    let play = || {
        let mut game = table();
        for _ in 0..3 {
            game.dispatch(DrawThree.by(Seat(0))).unwrap();
            game.dispatch(Discard.by(Seat(0))).unwrap();
        }
        game.state().hash()
    };
    assert_eq!(play(), play());
}

#[test]
fn drawing_from_two_empty_piles_is_no_error() {
    let mut game = table();
    game.dispatch(DrawThree.by(Seat(0))).unwrap();
    game.dispatch(DrawThree.by(Seat(1))).unwrap();
    game.dispatch(DrawThree.by(Seat(0))).unwrap();
    assert_eq!(hand(&game, 0).len(), 3);
    let seen = game.seen_events(game.log().last().unwrap().events(), Seat(0));
    assert_eq!(
        to_json(&seen),
        r#"[{"type":"CARDS_DRAWN","playerId":"p1","payload":{"playerId":"p1","count":0,"cardIds":[]}}]"#
    );
    // A discard pile of one card keeps its only card.
    let mut game = table();
    game.dispatch(DrawCard { count: 1 }.by(Seat(0))).unwrap();
    game.dispatch(Discard.by(Seat(0))).unwrap();
    for _ in 0..2 {
        game.dispatch(DrawThree.by(Seat(1))).unwrap();
    }
    assert_eq!(hand(&game, 1).len(), 5);
    assert_eq!(draw::top_card(game.state()), Some(CardId(5)));
    assert_eq!(draw::drawable(game.state()), 0);
}

#[test]
fn a_draw_that_needs_every_card_takes_what_there_is() {
    let mut game = table();
    game.dispatch(DrawThree.by(Seat(0))).unwrap();
    game.dispatch(DrawCard { count: 1 }.by(Seat(0))).unwrap();
    game.dispatch(DrawThree.by(Seat(1))).unwrap();
    assert_eq!(hand(&game, 1).len(), 2);
    assert_eq!(last_events(&game), ["CARDS_DRAWN"]);
}

#[test]
fn a_player_asks_for_one_card() {
    let mut game = table();
    let draw = || NamedAction::new("DRAW_CARD").by("p1");
    game.dispatch(draw()).unwrap();
    game.dispatch(draw().with("count", 1)).unwrap();
    assert_eq!(hand(&game, 0).len(), 2);
    for denied in [
        refused(&mut game, draw().with("count", 2)),
        refused(&mut game, draw().with("count", "1")),
    ] {
        assert_eq!(
            (denied.code(), denied.field()),
            ("BAD_ACTION", Some("payload.count"))
        );
        assert_eq!(
            denied.reason(),
            "must be absent or 1: a player draws one card"
        );
    }
}

#[test]
fn a_draw_for_nobody_at_the_table_is_a_fault() {
    let mut game = table();
    let draw = DrawCard { count: 1 }.by(PlayerRef::Absent);
    assert_eq!(
        refused(&mut game, draw).reason(),
        "a plugin failed: DRAW_CARD names nobody at the table"
    );
}
