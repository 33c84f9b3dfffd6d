//! What each viewer sees: zones, states, variables, events; and the exact JSON of it.

use super::common::{
    Peek, PeekedSeen, Peeks, frozen, part, play_nth, started, to_json, toss, toss_with,
};
use crate::bare_action;
use decklet_engine::{
    ActionType, Card, CardId, GameBuilder, GameEngine, Origin, Seat, SeatZones, Value, Viewer, Who,
    Zone, ZoneId, ZoneSight,
    core::{CardPlayed, PlayCard},
    draw::{CardsDrawn, Hands},
};

bare_action!(Open "OPEN", Close "CLOSE", Under "UNDER", Over "OVER");

const P1: Viewer = Viewer::Seat(Seat(0));
const P2: Viewer = Viewer::Seat(Seat(1));
const VIEWERS: [Viewer; 4] = [P1, P2, Viewer::Spectator, Viewer::Referee];

#[derive(Clone, Copy)]
struct Zones {
    vault: ZoneId,
    counted: ZoneId,
    table: ZoneId,
    own: SeatZones,
}

/// A game with zones of every visibility, two cards in each that belongs to nobody.
fn table() -> GameEngine {
    let build = |game: &mut GameBuilder| {
        let zones = Zones {
            vault: game.zone("vault", Zone::pile()),
            counted: game.zone("counted", Zone::set().count_to(Who::All)),
            table: game.zone("table", Zone::pile().cards_to(Who::All)),
            own: game.zone_per_seat("own:{player}", Zone::set().cards_to(Who::Owner)),
        };
        for (n, zone) in [zones.vault, zones.counted, zones.table]
            .into_iter()
            .enumerate()
        {
            game.cards(
                zone,
                [Card::new(format!("a{n}")), Card::new(format!("b{n}"))],
            );
        }
        game.fixed(zones)
            .action(Origin::Player, |ctx, _: &Open| {
                ctx.open_zone(ctx.fixed::<Zones>().vault, true);
            })
            .action(Origin::Player, |ctx, _: &Close| {
                ctx.open_zone(ctx.fixed::<Zones>().vault, false);
            })
            .action(Origin::Player, |ctx, _: &Over| {
                let zones = *ctx.fixed::<Zones>();
                ctx.move_all(zones.vault, zones.own.of(Seat(1)));
            })
            .action(Origin::Player, |ctx, _: &Under| {
                let zones = *ctx.fixed::<Zones>();
                ctx.move_card_under(CardId(5), zones.table, zones.table);
            });
    };
    started(&frozen(&[&part("zones", build)]), 2)
}

fn zones(game: &GameEngine) -> Zones {
    *game.state().fixed::<Zones>()
}

#[test]
fn a_zone_shows_its_cards_its_number_or_nothing() {
    use ZoneSight::{Cards, Count, Hidden};
    let mut game = table();
    game.dispatch(Over.by(Seat(0))).unwrap();
    let Zones {
        vault,
        counted,
        table,
        own,
    } = zones(&game);
    let sights = |zone| VIEWERS.map(|viewer| game.lens(viewer).zone(zone));
    assert_eq!(sights(vault), [Hidden, Hidden, Hidden, Cards(&[])]);
    let cards = [CardId(2), CardId(3)];
    assert_eq!(
        sights(counted),
        [Count(2), Count(2), Count(2), Cards(&cards)]
    );
    assert_eq!(sights(table), [Cards(&[CardId(4), CardId(5)]); 4]);
    let cards = [CardId(0), CardId(1)];
    assert_eq!(
        sights(own.of(Seat(1))),
        [Hidden, Cards(&cards), Hidden, Cards(&cards)]
    );
    let lens = game.lens(P1);
    assert_eq!((lens.count(counted), lens.count(vault)), (Some(2), None));
    assert_eq!(lens.cards(counted), []);
    assert_eq!(game.lens(P2).count(own.of(Seat(1))), Some(2));
}

#[test]
fn an_open_zone_is_seen_by_everybody_until_it_is_closed() {
    let mut game = table();
    let vault = zones(&game).vault;
    let before = game.state().hash();
    game.dispatch(Open.by(Seat(0))).unwrap();
    for viewer in VIEWERS {
        assert_eq!(game.lens(viewer).cards(vault), [CardId(0), CardId(1)]);
    }
    assert!(game.state().is_open(vault));
    assert_ne!(
        game.state().hash(),
        before,
        "open or not is part of the state"
    );
    game.dispatch(Close.by(Seat(0))).unwrap();
    assert_eq!(game.lens(P1).zone(vault), ZoneSight::Hidden);
    assert_eq!(game.state().hash(), before);
}

#[test]
fn a_pile_keeps_its_order_and_a_set_is_sorted() {
    let order = |ids: &[u16]| ids.iter().copied().map(CardId).collect::<Vec<_>>();
    let mut game = table();
    game.dispatch(Under.by(Seat(0))).unwrap();
    assert_eq!(game.state().zone(zones(&game).table), order(&[5, 4]));
    let sorted = part("sorted", |game| {
        let set = game.zone("set", Zone::set().cards_to(Who::All));
        let pile = game.zone("pile", Zone::pile().cards_to(Who::All));
        game.deck(set, (0..20).map(|n| Card::new(format!("s{n}"))));
        game.deck(pile, (0..20).map(|n| Card::new(format!("p{n}"))));
    });
    let game = started(&frozen(&[&sorted]), 1);
    let zones: Vec<&[CardId]> = game
        .state()
        .zones()
        .map(|zone| game.state().zone(zone))
        .collect();
    assert!(
        zones[0].is_sorted(),
        "a deck that begins in a set is sorted, though it is shuffled"
    );
    assert!(!zones[1].is_sorted());
}

#[test]
fn the_view_of_the_toy_game_to_the_letter() {
    let mut game = toss(2);
    game.dispatch(Peek.by(Seat(0))).unwrap();
    let players =
        r#""players":[{"id":"p1","name":"p1","seat":1},{"id":"p2","name":"p2","seat":2}]"#;
    let own = r#"{"viewer":"p1","index":1,"status":"playing","currentPlayerId":"p1","winnerIds":[],PLAYERS,"zones":{"player:p1:hand":{"count":2,"cards":["c15","c23"]},"player:p2:hand":{"count":2},"toss-draw":{"count":20},"toss-discard":{"count":0,"cards":[]}},"variables":{"turn.direction":1,"toss.peeked":"c7"}}"#;
    assert_eq!(to_json(&game.view(P1)), own.replace("PLAYERS", players));
    let spectator = r#"{"viewer":"spectator","index":1,"status":"playing","currentPlayerId":"p1","winnerIds":[],PLAYERS,"zones":{"player:p1:hand":{"count":2},"player:p2:hand":{"count":2},"toss-draw":{"count":20},"toss-discard":{"count":0,"cards":[]}},"variables":{"turn.direction":1}}"#;
    assert_eq!(
        to_json(&game.view(Viewer::Spectator)),
        spectator.replace("PLAYERS", players)
    );
    let referee = to_json(&game.view(Viewer::Referee));
    assert!(referee.contains(r#""player:p2:hand":{"count":2,"cards":["#));
    assert_eq!(game.view(P1).variables()["toss.peeked"], Value::from("c7"));
    assert_eq!(
        (game.view(P1).viewer(), game.view(P1).index()),
        (P1, Some(1))
    );
}

#[test]
fn a_view_before_the_start_and_after_the_end() {
    let mut game = super::common::created(&toss_with(&[]), 2);
    let view = to_json(&game.view(P1));
    assert!(view.starts_with(
        r#"{"viewer":"p1","index":null,"status":"waiting","currentPlayerId":null,"winnerIds":[],"#
    ));
    game.start().unwrap();
    for _ in 0..3 {
        play_nth(&mut game, 0);
    }
    let view = to_json(&game.view(P2));
    assert!(
        view.contains(
            r#""index":3,"status":"finished","currentPlayerId":"p1","winnerIds":["p1"],"#
        )
    );
    assert_eq!(game.lens(P2).winners(), [Seat(0)]);
}

#[test]
fn an_event_is_told_to_each_viewer_as_it_says() {
    let mut game = toss(2);
    let commit = game.dispatch(Peek.by(Seat(0))).unwrap();
    let seen = |viewer| to_json(&game.seen_events(commit.events(), viewer));
    let with =
        r#"[{"type":"TOSS_PEEKED","playerId":"p1","payload":{"playerId":"p1","cardId":"c7"}}]"#;
    let without = r#"[{"type":"TOSS_PEEKED","playerId":"p1","payload":{"playerId":"p1"}}]"#;
    assert_eq!(VIEWERS.map(seen), [with, without, without, with]);
    let events = game.seen_events(commit.events(), P2);
    assert_eq!(
        (events[0].event_type(), events[0].player()),
        ("TOSS_PEEKED", Some(Seat(0)))
    );
    assert_eq!(events[0].get::<PeekedSeen>().unwrap().card, None);
    assert_eq!(events[0].payload().len(), 1);
}

#[test]
fn events_given_by_name_are_seen_by_all_by_their_player_or_by_the_referee() {
    let build = |game: &mut GameBuilder| {
        game.event_named("OPEN_ONE", Who::All)
            .event_named("OWN_ONE", Who::Owner)
            .event_named("SECRET_ONE", Who::Nobody)
            .action(Origin::Player, |ctx, _: &Open| {
                for name in ["OPEN_ONE", "OWN_ONE", "SECRET_ONE"] {
                    ctx.emit_named(
                        name,
                        Some(Seat(1)),
                        Value::Map([("n".to_owned(), 1.into())].into()),
                    );
                }
                ctx.emit_named("OWN_ONE", None, Value::Null);
            });
    };
    let mut game = started(&frozen(&[&part("events", build)]), 2);
    let commit = game.dispatch(Open.by(Seat(0))).unwrap();
    let names = |viewer: Viewer| {
        let seen = game.seen_events(commit.events(), viewer);
        seen.iter()
            .map(|event| event.event_type().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(P1), ["OPEN_ONE"]);
    assert_eq!(names(P2), ["OPEN_ONE", "OWN_ONE"]);
    assert_eq!(names(Viewer::Spectator), ["OPEN_ONE"]);
    assert_eq!(
        names(Viewer::Referee),
        ["OPEN_ONE", "OWN_ONE", "SECRET_ONE", "OWN_ONE"]
    );
    assert_eq!(
        to_json(&game.seen_events(commit.events(), P1)),
        r#"[{"type":"OPEN_ONE","playerId":"p2","payload":{"n":1}}]"#
    );
    assert_eq!(
        commit.events()[0].value().unwrap().get("n"),
        Some(&Value::Number(1))
    );
}

#[test]
fn a_variable_is_seen_by_all_or_by_the_referee() {
    let build = |game: &mut GameBuilder| {
        game.variable("open", Who::All)
            .variable("closed", Who::Nobody)
            .variable("owned", Who::Owner)
            .action(Origin::Player, |ctx, _: &Open| {
                for name in ["open", "closed", "owned", "undeclared"] {
                    ctx.set(name, true);
                }
            });
    };
    let mut game = started(&frozen(&[&part("variables", build)]), 2);
    game.dispatch(Open.by(Seat(0))).unwrap();
    let names = |viewer| {
        game.view(viewer)
            .variables()
            .into_keys()
            .collect::<Vec<_>>()
    };
    for viewer in [P1, P2, Viewer::Spectator] {
        assert_eq!(names(viewer), ["open"]);
        assert_eq!(game.lens(viewer).variable("closed"), None);
        assert_eq!(game.lens(viewer).variable("undeclared"), None);
    }
    assert_eq!(
        names(Viewer::Referee),
        ["closed", "open", "owned", "undeclared"]
    );
    assert!(to_json(&game.view(P1)).ends_with(r#""variables":{"open":true}}"#));
}

#[test]
fn a_lens_remembers_what_its_viewer_saw_and_nothing_else() {
    let mut game = toss(2);
    game.dispatch(Peek.by(Seat(0))).unwrap();
    let card = game
        .lens(P1)
        .cards(game.state().fixed::<Hands>().0.of(Seat(0)))[0];
    game.dispatch(PlayCard { cards: card.into() }.by(Seat(0)))
        .unwrap();
    let lens = game.lens(P2);
    assert_eq!(
        lens.events::<CardPlayed>()
            .map(|event| event.cards[0])
            .collect::<Vec<_>>(),
        [card]
    );
    let drawn: Vec<_> = lens
        .events::<CardsDrawn>()
        .map(|event| event.cards.is_some())
        .collect();
    assert_eq!(drawn, [false, true]);
    let history: Vec<_> = lens
        .history()
        .map(|(index, event)| (index, event.event_type().to_owned()))
        .collect();
    let expected = [
        (0, "GAME_STARTED"),
        (0, "CARDS_DRAWN"),
        (0, "CARDS_DRAWN"),
        (1, "TOSS_PEEKED"),
        (2, "CARD_PLAYED"),
        (2, "TURN_ENDED"),
    ];
    assert_eq!(
        history,
        expected.map(|(index, name)| (index, name.to_owned()))
    );
    assert_eq!(
        (lens.viewer(), lens.seats(), lens.players().len()),
        (P2, 2, 2)
    );
    assert_eq!(lens.current_player(), Some(Seat(1)));
    assert_eq!(lens.card(card).name(), lens.names().card(card));
    assert!(game.state().state::<Peeks>().of(Seat(0)).is_some());
}

#[test]
fn legal_actions_are_proposed_from_what_the_seat_sees() {
    let game = toss(3);
    let json: Vec<_> = game
        .legal_actions(Seat(0))
        .iter()
        .map(|action| decklet_engine::wire::action_to_json(&game, action))
        .collect();
    let hand = game
        .lens(P1)
        .cards(game.state().fixed::<Hands>().0.of(Seat(0)))
        .to_vec();
    let play = |card: &CardId| {
        let name = game.state().card(*card).name();
        format!(r#"{{"type":"PLAY_CARD","playerId":"p1","payload":{{"cardIds":["{name}"]}}}}"#)
    };
    let mut expected: Vec<_> = hand.iter().map(play).collect();
    expected.push(r#"{"type":"PEEK","playerId":"p1","payload":{}}"#.to_owned());
    assert_eq!(json, expected);
}
