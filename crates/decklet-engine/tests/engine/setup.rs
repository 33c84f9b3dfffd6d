//! Creating and starting games; given deals; undo, looking back, copies.

use super::common::{
    Peek, created, frozen, part, play_nth, refused, started, toss, toss_with, trace,
};
use decklet_engine::{
    ActionType, CardId, DeckOrder, GameEngine, Player, Registry, Seat, Seed, SetupError, Status,
    Stream, Value, Zone,
};

fn player(id: &str, seat: u32) -> Player {
    Player {
        id: id.to_owned(),
        name: String::new(),
        seat,
    }
}

#[test]
fn players_who_cannot_play() {
    let mut game = GameEngine::new(toss_with(&[]), Seed::from(7));
    assert_eq!(game.start().unwrap_err(), SetupError::NoGame);
    let order = game.first_deck_order();
    assert_eq!(game.set_deck_order(order).unwrap_err(), SetupError::NoGame);
    let long = "x".repeat(65);
    let table: &[(&[Player], &str)] = &[
        (&[player("a", 1)], "1 players, but this game is for 2 to 10"),
        (
            &[player("a", 1), player("", 2)],
            "player id \"\": must have 1 to 64 characters",
        ),
        (
            &[player("a", 1), player(&long, 2)],
            &format!(
                "player id \"{}\": must have 1 to 64 characters",
                &long[..64]
            ),
        ),
        (
            &[player("a", 1), player("b\n", 2)],
            "player id \"b\n\": must have no control characters",
        ),
        (
            &[player("a", 1), player("a", 2)],
            "player id \"a\": is given to two players",
        ),
        (
            &[player("a", 1), player("b", 1)],
            "seat 1 is given to two players",
        ),
    ];
    for (players, message) in table {
        let error = game.create_game(players.to_vec()).unwrap_err();
        assert_eq!(error.to_string(), *message);
    }
    assert_eq!(
        game.start().unwrap_err(),
        SetupError::NoGame,
        "a refused table is no table"
    );
    game.create_game(Player::numbered(2)).unwrap();
    game.start().unwrap();
    assert_eq!(game.start().unwrap_err(), SetupError::AlreadyStarted);
}

#[test]
fn a_table_can_be_too_large_for_its_zones() {
    let rules = frozen(&[&part("zones", |game| {
        for n in 0..30 {
            game.zone_per_seat(&format!("{{player}}:{n}"), Zone::pile());
        }
    })]);
    let mut game = GameEngine::new(rules, Seed::from(0));
    game.create_game(Player::numbered(4)).unwrap();
    assert_eq!(
        game.create_game(Player::numbered(5))
            .unwrap_err()
            .to_string(),
        "153 zones and states at a table of 5; 127 are the most"
    );
}

#[test]
fn seats_go_by_the_players_seat_numbers() {
    let mut game = GameEngine::new(toss_with(&[]), Seed::from(7));
    game.create_game([player("late", 30), player("early", 4), player("mid", 7)])
        .unwrap();
    game.start().unwrap();
    let ids: Vec<_> = game
        .state()
        .players()
        .iter()
        .map(|it| it.id.as_str())
        .collect();
    assert_eq!(ids, ["early", "mid", "late"]);
    assert_eq!(game.state().current_player(), Some(Seat(0)));
    assert_eq!(game.state().status(), Status::Playing);
}

#[test]
fn the_seed_alone_decides_the_deal() {
    let deal = |seed: Seed, players| {
        let mut game = GameEngine::new(toss_with(&[]), seed);
        game.create_game(Player::numbered(players)).unwrap();
        game.start().unwrap();
        game.state().hash()
    };
    assert_eq!(deal(7.into(), 3), deal(7.into(), 3));
    assert_ne!(deal(7.into(), 3), deal(8.into(), 3));
    let game = toss(2);
    let mut cards: Vec<CardId> = (0..24).map(CardId).collect();
    game.seed().rng(Stream::DEAL).shuffle(&mut cards);
    assert_eq!(game.first_deck_order().0, cards);
    assert_eq!(game.deck_order(), None);
    assert_eq!(
        game.state().random_position(),
        0,
        "the deal has a stream of its own"
    );
}

#[test]
fn a_given_order_is_dealt_from_the_top() {
    let mut game = created(&toss_with(&[]), 2);
    let order = DeckOrder((0..24).map(CardId).collect());
    game.set_deck_order(order.clone()).unwrap();
    assert_eq!(game.first_deck_order(), order);
    game.start().unwrap();
    let hand = |seat| decklet_engine::draw::hand(game.state(), Seat(seat)).to_vec();
    assert_eq!(hand(0), [CardId(22), CardId(23)]);
    assert_eq!(hand(1), [CardId(20), CardId(21)]);
    // The order that follows from the seed, given, is the same game.
    let plain = toss(2);
    let mut given = created(&toss_with(&[]), 2);
    given.set_deck_order(plain.first_deck_order()).unwrap();
    given.start().unwrap();
    assert_eq!(given.state().hash(), plain.state().hash());
}

#[test]
fn an_order_must_hold_every_card_once() {
    let mut game = created(&toss_with(&[]), 2);
    let order: Vec<CardId> = (0..24).map(CardId).collect();
    let mut refuse = |order: Vec<CardId>, what: &str| {
        let error = game.set_deck_order(DeckOrder(order)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the deck's order must hold every card once: {what}")
        );
        assert_eq!(game.deck_order(), None);
    };
    refuse(order[..23].to_vec(), "c24 is missing");
    refuse([&order[..], &[CardId(3)]].concat(), "c4 is in it twice");
    refuse(
        [&order[..23], &[CardId(24)]].concat(),
        "there is no card number 24",
    );
    refuse(Vec::new(), "c1 is missing");
    game.start().unwrap();
    assert_eq!(
        game.set_deck_order(DeckOrder(order)).unwrap_err(),
        SetupError::AlreadyStarted
    );
}

#[test]
fn a_new_game_on_the_same_engine_begins_anew() {
    let mut game = toss(2);
    let first = trace(&game);
    play_nth(&mut game, 0);
    game.create_game(Player::numbered(2)).unwrap();
    assert_eq!(
        (game.log().len(), game.state().status()),
        (0, Status::Waiting)
    );
    game.set_deck_order(DeckOrder((0..24).map(CardId).collect()))
        .unwrap();
    game.create_game(Player::numbered(2)).unwrap();
    assert_eq!(game.deck_order(), None);
    game.start().unwrap();
    assert_eq!(trace(&game), first);
}

#[test]
fn the_hash_kept_and_the_hash_from_nothing_agree() {
    let mut game = toss(4);
    let mut seen = vec![game.state().hash()];
    while game.state().status() == Status::Playing {
        play_nth(&mut game, 2);
        assert_eq!(game.state().hash(), game.state().hash_from_scratch());
        assert!(!seen.contains(&game.state().hash()));
        seen.push(game.state().hash());
    }
    let text = seen[0].to_string();
    assert_eq!(text.len(), 32);
    assert_eq!(
        serde_json::from_str::<decklet_engine::StateHash>(&format!("\"{text}\"")).unwrap(),
        seen[0]
    );
    for text in ["00".to_owned(), format!("+{}", &text[1..])] {
        assert!(serde_json::from_str::<decklet_engine::StateHash>(&format!("\"{text}\"")).is_err());
    }
}

#[test]
fn undo_takes_back_one_action_at_a_time_but_not_the_start() {
    let mut game = toss(3);
    let mut before = vec![trace(&game)];
    for n in [2, 0, 1, 1] {
        play_nth(&mut game, n);
        before.push(trace(&game));
    }
    while let Some(action) = game.undo() {
        before.pop();
        assert_eq!(trace(&game), *before.last().unwrap());
        game.check(action).unwrap();
    }
    assert_eq!((before.len(), game.log().len()), (1, 1));
    // And the game goes on in the same way.
    for n in [2, 0, 1, 1] {
        play_nth(&mut game, n);
    }
    assert_eq!(game.log().len(), 5);
    assert_eq!(created(&toss_with(&[]), 2).undo().map(|_| ()), None);
}

#[test]
fn a_game_can_be_seen_as_it_was() {
    let mut game = toss(3);
    let mut hashes = vec![game.state().hash()];
    for _ in 0..4 {
        play_nth(&mut game, 0);
        hashes.push(game.state().hash());
    }
    for (index, hash) in (0..).zip(&hashes) {
        let then = game.at(index);
        assert_eq!(then.state().hash(), *hash);
        assert_eq!(then.log().len() as u64, index + 1);
    }
    assert_eq!(game.at(99).state().hash(), hashes[4]);
    assert_eq!(game.log().len(), 5);
}

#[test]
fn copies_go_their_own_ways() {
    let mut game = toss(2);
    let mut copy = game.clone();
    game.dispatch(Peek.by(Seat(0))).unwrap();
    assert_eq!(copy.log().len(), 1);
    assert_ne!(copy.state().hash(), game.state().hash());
    play_nth(&mut copy, 0);
    assert_eq!(refused(&mut copy, Peek.by(Seat(0))).code(), "NOT_YOUR_TURN");
    play_nth(&mut game, 0);
    assert_ne!(trace(&copy), trace(&game));
}

#[test]
fn a_rehearsal_leaves_no_trace() {
    let mut game = toss(2);
    let before = trace(&game);
    for action in game.legal_actions(Seat(0)) {
        game.rehearse(action).unwrap();
        assert_eq!(trace(&game), before);
    }
}

#[test]
fn a_registry_builds_games_by_name() {
    let registry = Registry::new().with("toss", |options| match options {
        Value::Null => Ok(toss_with(&[])),
        other => Err(format!("no option is called {other}")),
    });
    assert_eq!(registry.names().collect::<Vec<_>>(), ["toss"]);
    let rules = registry.build("toss", &Value::Null).unwrap();
    assert_eq!(started(&rules, 2).rules().game(), "toss");
    let error = |name, options| registry.build(name, &options).unwrap_err().to_string();
    assert_eq!(
        error("chess", Value::Null),
        "no game is called \"chess\"; there are: toss"
    );
    assert_eq!(
        error("toss", "fast".into()),
        "toss: no option is called fast"
    );
}
