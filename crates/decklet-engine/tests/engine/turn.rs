//! [`TurnPlugin`]: order, direction, skipping.

use super::common::{frozen, part, play_nth, refused, started, to_json, toss};
use crate::bare_action;
use decklet_engine::{
    ActionType, GameEngine, NamedAction, Origin, Seat, TurnPlugin, Value, Viewer,
    turn::{Direction, EndTurn, SetDirection, TURN_VARIABLE_DIRECTION, TurnState, next_seat},
};

bare_action!(Skip "SKIP", Turn "TURN");

fn table(players: usize) -> GameEngine {
    let test = part("test", |game| {
        game.allow_players::<EndTurn>()
            .action(Origin::Player, |ctx, _: &Skip| {
                let player = ctx.acting_seat();
                ctx.dispatch(player, EndTurn { skip: 1 });
            })
            .action(Origin::Player, |ctx, _: &Turn| {
                let direction = ctx.state::<TurnState>().direction().reversed();
                ctx.dispatch(None, SetDirection(direction));
            });
    });
    started(&frozen(&[&TurnPlugin, &test]), players)
}

fn current(game: &GameEngine) -> u8 {
    game.state().current_player().unwrap().0
}

/// Ends `count` turns and says whose turn it was after each.
fn round(game: &mut GameEngine, count: usize) -> Vec<u8> {
    let mut seats = Vec::new();
    for _ in 0..count {
        game.dispatch(EndTurn::default().by(Seat(0))).unwrap();
        seats.push(current(game));
    }
    seats
}

#[test]
fn turns_go_round_in_both_directions_with_2_to_10_players() {
    for players in 2..=10_usize {
        let mut game = table(players);
        assert_eq!(current(&game), 0);
        let forward: Vec<u8> = (1..=players + 1).map(|n| (n % players) as u8).collect();
        assert_eq!(round(&mut game, players + 1), forward);
        game.dispatch(Turn.by(Seat(0))).unwrap();
        assert_eq!(
            game.state().state::<TurnState>().direction(),
            Direction::Backward
        );
        let backward: Vec<u8> = (0..=players)
            .map(|n| ((2 * players - n) % players) as u8)
            .collect();
        assert_eq!(round(&mut game, players + 1), backward);
        game.dispatch(Turn.by(Seat(0))).unwrap();
        assert_eq!(round(&mut game, 1), [1]);
    }
}

#[test]
fn a_skip_passes_over_a_seat() {
    let mut game = table(4);
    game.dispatch(Skip.by(Seat(0))).unwrap();
    assert_eq!(current(&game), 2);
    game.dispatch(Turn.by(Seat(0))).unwrap();
    game.dispatch(Skip.by(Seat(0))).unwrap();
    assert_eq!(current(&game), 0);
    game.dispatch(Skip.by(Seat(0))).unwrap();
    assert_eq!(current(&game), 2);
    // With two players a skip gives the turn back.
    let mut two = table(2);
    two.dispatch(Skip.by(Seat(0))).unwrap();
    assert_eq!(current(&two), 0);
}

#[test]
fn the_next_seats_can_be_asked_for() {
    let mut game = table(5);
    let next = |game: &GameEngine, steps| next_seat(game.state(), steps).0;
    assert_eq!(
        [
            next(&game, 1),
            next(&game, 2),
            next(&game, -1),
            next(&game, 12)
        ],
        [1, 2, 4, 2]
    );
    game.dispatch(Turn.by(Seat(0))).unwrap();
    assert_eq!([next(&game, 1), next(&game, 2), next(&game, -1)], [4, 3, 1]);
    assert_eq!(Seat(1).step(-3, 2), Seat(0));
}

#[test]
fn a_turn_that_ends_is_an_event_for_everybody() {
    let mut game = table(3);
    let commit = game.dispatch(EndTurn::default().by(Seat(0))).unwrap();
    let seen = game.seen_events(commit.events(), Viewer::Spectator);
    assert_eq!(
        to_json(&seen),
        r#"[{"type":"TURN_ENDED","playerId":"p1","payload":{"playerId":"p1","nextPlayerId":"p2"}}]"#
    );
}

#[test]
fn the_direction_is_a_variable_in_every_view() {
    let mut game = table(3);
    let direction =
        |game: &GameEngine| game.view(Seat(1)).variables()[TURN_VARIABLE_DIRECTION].clone();
    assert_eq!(direction(&game), Value::Number(1));
    game.dispatch(Turn.by(Seat(0))).unwrap();
    assert_eq!(direction(&game), Value::Number(-1));
}

#[test]
fn a_player_skips_nobody_and_turns_nothing() {
    let mut game = table(4);
    game.dispatch(NamedAction::new("END_TURN").by("p1").with("skip", 2))
        .unwrap();
    assert_eq!(current(&game), 1);
    let turn = NamedAction::new("SET_DIRECTION")
        .by("p1")
        .with("direction", -1);
    assert_eq!(refused(&mut game, turn).code(), "SYSTEM_ACTION");
    let sideways = NamedAction::new("SET_DIRECTION").with("direction", 2);
    let denied = refused(&mut game, sideways);
    assert_eq!(
        (denied.code(), denied.field()),
        ("BAD_ACTION", Some("payload.direction"))
    );
}

#[test]
fn the_toy_game_takes_turns() {
    let mut game = toss(3);
    play_nth(&mut game, 0);
    assert_eq!(current(&game), 1);
}
