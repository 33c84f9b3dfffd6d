//! Every rule with every code and message, and the order of effects.

use super::{
    UnoState, hand,
    rules::{RULES, SPECIFIED},
    ruleset,
};
use crate::{card::Color, legal, profile::Options};
use decklet_engine::{
    CardId, Commit, DeckOrder, GameEngine, NamedAction, Player, Rule, Seat, Seed, Status, Viewer,
    actions::create_play_card_action,
};

/// A game in which each seat holds these cards, filled up with `wild-…` and low blues that nobody
/// asked for, and this card is the first of the discard pile.
fn dealt(options: &Options, hands: &[&[&str]], top: &str) -> GameEngine {
    let rules = ruleset(options).unwrap();
    let find = |name: &str| {
        rules
            .find_card(name)
            .unwrap_or_else(|| panic!("no card {name}"))
    };
    let mut left: Vec<CardId> = (0..rules.cards().len() as u16).map(CardId).collect();
    let mut take = |card: CardId| left.remove(left.iter().position(|&c| c == card).unwrap());
    let top = take(find(top));
    let mut given: Vec<Vec<CardId>> = Vec::new();
    for hand in hands {
        given.push(hand.iter().map(|name| take(find(name))).collect());
    }
    let size = usize::from(options.hand);
    for hand in &mut given {
        // From the end of the blues, so that few of them match anything.
        while hand.len() < size {
            let place = left
                .iter()
                .rposition(|card| rules.card(*card).name().starts_with("blue"));
            hand.push(left.remove(place.unwrap()));
        }
    }
    let mut from_top: Vec<CardId> = given.into_iter().flatten().collect();
    from_top.push(top);
    from_top.extend(left);
    from_top.reverse();
    let mut engine = GameEngine::new(rules, Seed::from(7));
    engine.create_game(Player::numbered(hands.len())).unwrap();
    engine.set_deck_order(DeckOrder(from_top)).unwrap();
    engine.start().unwrap();
    engine
}

/// Profile `decklet` with hands of this size.
fn hands_of(size: u8) -> Options {
    Options {
        hand: size,
        ..Options::decklet()
    }
}

fn play(player: &str, cards: &[&str]) -> NamedAction {
    create_play_card_action(player, cards)
}

fn simple(kind: &str, player: &str) -> NamedAction {
    NamedAction::new(kind).by(player)
}

fn choose(player: &str, color: &str) -> NamedAction {
    simple("CHOOSE_COLOR", player).with("color", color.to_owned())
}

fn events(engine: &GameEngine, commit: &Commit) -> Vec<String> {
    let seen = engine.seen_events(commit.events(), Viewer::Referee);
    seen.iter()
        .map(|event| event.event_type().to_owned())
        .collect()
}

/// The action is refused by this rule, with this code and message, and nothing has changed.
#[track_caller]
fn refused(engine: &mut GameEngine, action: NamedAction, rule: &str, code: &str, reason: &str) {
    let before = engine.state().hash_from_scratch();
    let denied = engine.dispatch(action).unwrap_err();
    let got = (
        denied.rule().unwrap_or_default(),
        denied.code(),
        denied.reason(),
    );
    assert_eq!(got, (rule, code, reason.to_owned()));
    assert_eq!(engine.state().hash_from_scratch(), before);
}

/// The rule, asked alone, refuses with this code and message.
#[track_caller]
fn denies(engine: &GameEngine, rule: legal::Rule, action: NamedAction, code: &str, reason: &str) {
    let rule = RULES.iter().find(|known| known.id() == rule.id()).unwrap();
    let denied = engine.ask(rule, action).unwrap_err();
    assert_eq!((denied.code(), denied.reason()), (code, reason.to_owned()));
}

#[test]
fn the_eight_rules_come_first_and_in_order() {
    let rules = ruleset(&Options::decklet()).unwrap();
    let ids: Vec<_> = rules.rules().iter().map(Rule::id).collect();
    assert_eq!(
        ids[..SPECIFIED],
        [
            "uno-game-not-won",
            "uno-game-started",
            "uno-player-turn",
            "uno-player-owns-card",
            "uno-single-card",
            "uno-can-play-card",
            "uno-wild-draw4-legal",
            "uno-choose-color-valid",
        ]
    );
    assert_eq!(
        ids[SPECIFIED..],
        [
            "uno-turn",
            "uno-color-pending",
            "uno-draw-once",
            "uno-drawn-card-only",
            "uno-must-draw"
        ]
    );
    let applies: Vec<_> = rules
        .rules()
        .iter()
        .map(|rule| rule.applies_to().names())
        .collect();
    let play = vec!["PLAY_CARD"];
    let expected = [
        vec![],
        vec![],
        vec!["PLAY_CARD", "CHOOSE_COLOR"],
        play.clone(),
        play.clone(),
        play.clone(),
        play,
        vec!["CHOOSE_COLOR"],
    ];
    assert_eq!(applies[..SPECIFIED], expected);
}

#[test]
fn every_profile_lists_the_eight() {
    for name in crate::profile::NAMES {
        let rules = ruleset(&Options::named(name).unwrap()).unwrap();
        let ids = rules.rules().iter().take(SPECIFIED).map(Rule::id);
        assert!(ids.eq(RULES.iter().take(SPECIFIED).map(Rule::id)), "{name}");
    }
}

#[test]
fn before_the_start_nothing_goes() {
    let mut engine = GameEngine::new(ruleset(&Options::decklet()).unwrap(), Seed::from(7));
    engine.create_game(Player::numbered(2)).unwrap();
    let reason = "game has not started";
    refused(
        &mut engine,
        play("p1", &["red-0"]),
        "uno-game-started",
        "NOT_STARTED",
        reason,
    );
}

#[test]
fn after_the_win_nothing_goes_and_that_comes_first() {
    let mut engine = dealt(&hands_of(1), &[&["red-9-1"], &["blue-1-1"]], "red-5-1");
    let commit = engine.dispatch(play("p1", &["red-9-1"])).unwrap();
    let expected = ["CARD_PLAYED", "GAME_WON", "UNO_GAME_WON", "GAME_FINISHED"];
    assert_eq!(events(&engine, &commit), expected);
    assert_eq!(engine.state().winners(), [Seat(0)]);
    let reason = "game already won";
    refused(
        &mut engine,
        play("p2", &["x"]),
        "uno-game-not-won",
        "ALREADY_WON",
        reason,
    );
}

#[test]
fn a_player_acts_in_turn() {
    let mut engine = dealt(&hands_of(2), &[&["red-9-1"], &["red-1-1"]], "red-5-1");
    let rule = "uno-player-turn";
    let nobody = NamedAction::new("PLAY_CARD").with("cardIds", ["red-9-1"]);
    refused(
        &mut engine,
        nobody,
        rule,
        "NO_PLAYER",
        "action has no playerId",
    );
    // The turn comes before the cards, and before the colour.
    for player in ["p2", "ghost"] {
        let reason = format!("not {player}'s turn");
        refused(
            &mut engine,
            play(player, &["red-9-1"]),
            rule,
            "NOT_YOUR_TURN",
            &reason,
        );
        refused(
            &mut engine,
            choose(player, "pink"),
            rule,
            "NOT_YOUR_TURN",
            &reason,
        );
        for kind in ["DRAW_CARD", "END_TURN"] {
            refused(
                &mut engine,
                simple(kind, player),
                "uno-turn",
                "NOT_YOUR_TURN",
                &reason,
            );
        }
    }
    let reason = "action has no playerId";
    refused(
        &mut engine,
        NamedAction::new("DRAW_CARD"),
        "uno-turn",
        "NO_PLAYER",
        reason,
    );
}

#[test]
fn a_card_is_the_players_own() {
    let mut engine = dealt(&hands_of(2), &[&["red-9-1"], &["red-1-1"]], "red-5-1");
    let rule = "uno-player-owns-card";
    refused(
        &mut engine,
        play("p1", &[]),
        rule,
        "NO_CARDS",
        "no cards to play",
    );
    for (cards, foreign) in [
        (&["red-1-1"][..], "red-1-1"),
        (&["stars-9"], "stars-9"),
        // Owning comes before being one card.
        (&["red-9-1", "red-1-1"], "red-1-1"),
    ] {
        let reason = format!("player does not own card {foreign}");
        refused(&mut engine, play("p1", cards), rule, "NOT_OWNED", &reason);
    }
    let asked = legal::Rule::OwnsCard;
    let nobody = NamedAction::new("PLAY_CARD").with("cardIds", ["red-9-1"]);
    denies(&engine, asked, nobody, "NO_PLAYER", "no player");
    denies(
        &engine,
        asked,
        play("ghost", &["red-9-1"]),
        "NO_HAND",
        "player has no hand",
    );
}

#[test]
fn one_card_at_a_time() {
    let mut engine = dealt(
        &hands_of(2),
        &[&["red-9-1", "red-8-1"], &["red-1-1"]],
        "red-5-1",
    );
    let both = play("p1", &["red-9-1", "red-8-1"]);
    let reason = "UNO play must be exactly one card";
    refused(&mut engine, both, "uno-single-card", "NOT_SINGLE", reason);
}

#[test]
fn a_card_matches_colour_or_face() {
    let held = ["red-9-1", "blue-5-1", "blue-9-1", "blue-skip-1", "wild-1"];
    let mut engine = dealt(&hands_of(5), &[&held, &["red-1-1"]], "red-5-1");
    let reason = "card does not match current color (red) or top card face";
    for card in ["blue-9-1", "blue-skip-1"] {
        let action = play("p1", &[card]);
        refused(
            &mut engine,
            action,
            "uno-can-play-card",
            "CANNOT_PLAY",
            reason,
        );
    }
    for card in ["red-9-1", "blue-5-1", "wild-1"] {
        assert!(engine.check(play("p1", &[card])).is_ok(), "{card}");
    }
    let asked = legal::Rule::CanPlay;
    let stranger = play("p1", &["stars-9"]);
    denies(
        &engine,
        asked,
        stranger,
        "CARD_NOT_FOUND",
        "card stars-9 not found",
    );
    assert!(engine.ask(&RULES[5], play("p1", &[])).is_ok());
}

#[test]
fn wild_draw_four_only_without_the_colour() {
    let four = "wild_draw4-1";
    let mut engine = dealt(&hands_of(2), &[&["red-2-1", four], &["red-1-1"]], "red-5-1");
    let reason = "player has a card of current color; cannot play Wild Draw Four";
    refused(
        &mut engine,
        play("p1", &[four]),
        "uno-wild-draw4-legal",
        "WD4_ILLEGAL",
        reason,
    );
    let asked = legal::Rule::WildDrawFourLegal;
    let nobody = NamedAction::new("PLAY_CARD").with("cardIds", [four]);
    denies(&engine, asked, nobody, "NO_PLAYER", "no player");
    denies(&engine, asked, play("ghost", &[four]), "NO_HAND", "no hand");

    // A number or a wild card that could be played does not matter.
    let held = ["blue-5-1", "wild-1", four];
    let engine = dealt(&hands_of(3), &[&held, &["red-1-1"]], "red-5-1");
    assert!(engine.check(play("p1", &[four])).is_ok());
}

#[test]
fn a_colour_is_chosen_when_it_is_due() {
    let mut engine = dealt(
        &hands_of(3),
        &[&["wild-1", "red-9-1"], &["red-1-1"]],
        "red-5-1",
    );
    let rule = "uno-choose-color-valid";
    refused(
        &mut engine,
        choose("p1", "red"),
        rule,
        "NOT_PENDING",
        "not awaiting color choice",
    );
    engine.dispatch(play("p1", &["wild-1"])).unwrap();
    for color in ["wild", "pink", ""] {
        refused(
            &mut engine,
            choose("p1", color),
            rule,
            "INVALID_COLOR",
            "invalid color",
        );
    }
    let variables = engine.view(Viewer::Spectator).variables();
    assert_eq!(variables["uno.currentColor"].to_string(), "wild");
    assert_eq!(variables["uno.pendingColor"].to_string(), "true");
    let reason = "a color must be chosen first";
    for action in [
        play("p1", &["red-9-1"]),
        simple("DRAW_CARD", "p1"),
        simple("END_TURN", "p1"),
    ] {
        let kind = action.kind.clone();
        let rule = if kind == "PLAY_CARD" {
            "uno-can-play-card"
        } else {
            "uno-color-pending"
        };
        let denied = engine.dispatch(action).unwrap_err();
        assert_eq!(denied.rule(), Some(rule), "{kind}");
        if rule == "uno-color-pending" {
            assert_eq!(
                (denied.code(), denied.reason()),
                ("COLOR_PENDING", reason.to_owned())
            );
        }
    }
    engine.dispatch(choose("p1", "green")).unwrap();
    assert_eq!(
        engine.state().state::<UnoState>().table().color,
        Some(Color::Green)
    );
    assert_eq!(engine.state().current_player(), Some(Seat(1)));
}

#[test]
fn one_draw_a_turn_and_then_that_card_or_nothing() {
    let mut engine = dealt(
        &hands_of(2),
        &[&["red-9-1", "blue-9-1"], &["red-1-1"]],
        "red-5-1",
    );
    let reason = "a turn cannot end before a card is played or drawn";
    refused(
        &mut engine,
        simple("END_TURN", "p1"),
        "uno-must-draw",
        "MUST_DRAW",
        reason,
    );
    let commit = engine.dispatch(simple("DRAW_CARD", "p1")).unwrap();
    assert_eq!(events(&engine, &commit), ["CARDS_DRAWN"]);
    assert_eq!(engine.state().current_player(), Some(Seat(0)));
    let reason = "only one draw a turn";
    refused(
        &mut engine,
        simple("DRAW_CARD", "p1"),
        "uno-draw-once",
        "ALREADY_DREW",
        reason,
    );
    let reason = "after a draw only the drawn card may be played";
    let action = play("p1", &["red-9-1"]);
    refused(
        &mut engine,
        action,
        "uno-drawn-card-only",
        "ONLY_DRAWN_CARD",
        reason,
    );
    let commit = engine.dispatch(simple("END_TURN", "p1")).unwrap();
    assert_eq!(events(&engine, &commit), ["TURN_ENDED"]);
    assert_eq!(engine.state().current_player(), Some(Seat(1)));
}

#[test]
fn a_player_draws_one_card_only() {
    let mut engine = dealt(&hands_of(2), &[&[], &[]], "red-5-1");
    let denied = engine
        .dispatch(simple("DRAW_CARD", "p1").with("count", 3_i64))
        .unwrap_err();
    assert_eq!(
        (denied.code(), denied.field()),
        ("BAD_ACTION", Some("payload.count"))
    );
}

#[test]
fn the_game_sends_its_own_actions() {
    let mut engine = dealt(&hands_of(2), &[&[], &[]], "red-5-1");
    for kind in ["UNO_FLIP_INITIAL", "UNO_FINISH", "SET_DIRECTION"] {
        let action = simple(kind, "p1").with("direction", 1_i64);
        let reason = format!("{kind} is sent by the game itself, not by a player");
        refused(
            &mut engine,
            action,
            "engine-origin",
            "SYSTEM_ACTION",
            &reason,
        );
    }
}

#[test]
fn number_then_skip_reverse_draw_two() {
    let held = ["red-9-1", "red-skip-1", "red-reverse-1", "red-draw2-1"];
    for (card, expected, next) in [
        ("red-9-1", &["CARD_PLAYED", "TURN_ENDED"][..], 1),
        (
            "red-skip-1",
            &["CARD_PLAYED", "UNO_PLAYER_SKIPPED", "TURN_ENDED"],
            2,
        ),
        (
            "red-reverse-1",
            &["CARD_PLAYED", "UNO_PLAYER_REVERSED", "TURN_ENDED"],
            2,
        ),
        (
            "red-draw2-1",
            &["CARD_PLAYED", "UNO_DRAW_TWO", "CARDS_DRAWN", "TURN_ENDED"],
            2,
        ),
    ] {
        let mut engine = dealt(&hands_of(5), &[&held, &[], &[]], "red-5-1");
        let commit = engine.dispatch(play("p1", &[card])).unwrap();
        assert_eq!(events(&engine, &commit), expected, "{card}");
        assert_eq!(engine.state().current_player(), Some(Seat(next)), "{card}");
        let drawn = if card == "red-draw2-1" { 7 } else { 5 };
        assert_eq!(hand(engine.state(), Seat(1)).len(), drawn, "{card}");
    }
}

#[test]
fn between_two_players_reverse_is_a_skip_too() {
    let held = ["red-skip-1", "red-reverse-1", "red-draw2-1"];
    for (card, expected) in [
        (
            "red-skip-1",
            &["CARD_PLAYED", "UNO_PLAYER_SKIPPED", "TURN_ENDED"][..],
        ),
        (
            "red-reverse-1",
            &[
                "CARD_PLAYED",
                "UNO_PLAYER_REVERSED",
                "UNO_PLAYER_SKIPPED",
                "TURN_ENDED",
            ],
        ),
        (
            "red-draw2-1",
            &["CARD_PLAYED", "UNO_DRAW_TWO", "CARDS_DRAWN", "TURN_ENDED"],
        ),
    ] {
        let mut engine = dealt(&hands_of(4), &[&held, &[]], "red-5-1");
        let commit = engine.dispatch(play("p1", &[card])).unwrap();
        assert_eq!(events(&engine, &commit), expected, "{card}");
        assert_eq!(engine.state().current_player(), Some(Seat(0)), "{card}");
    }
}

#[test]
fn wild_and_wild_draw_four_wait_for_the_colour() {
    let held = ["wild-1", "wild_draw4-1", "green-1-1"];
    let mut engine = dealt(&hands_of(4), &[&held, &[], &[]], "red-5-1");
    let commit = engine.dispatch(play("p1", &["wild-1"])).unwrap();
    assert_eq!(events(&engine, &commit), ["CARD_PLAYED"]);
    let commit = engine.dispatch(choose("p1", "green")).unwrap();
    assert_eq!(
        events(&engine, &commit),
        ["UNO_COLOR_CHANGED", "UNO_COLOR_CHOSEN", "TURN_ENDED"]
    );

    let mut engine = dealt(&hands_of(4), &[&held, &[], &[]], "red-5-1");
    engine.dispatch(play("p1", &["wild_draw4-1"])).unwrap();
    let commit = engine.dispatch(choose("p1", "green")).unwrap();
    let expected = [
        "UNO_COLOR_CHANGED",
        "UNO_COLOR_CHOSEN",
        "UNO_DRAW_FOUR",
        "CARDS_DRAWN",
        "TURN_ENDED",
    ];
    assert_eq!(events(&engine, &commit), expected);
    assert_eq!(hand(engine.state(), Seat(1)).len(), 8);
    assert_eq!(engine.state().current_player(), Some(Seat(2)));
}

#[test]
fn the_last_card_wins_before_its_effect() {
    let mut engine = dealt(&hands_of(1), &[&["red-draw2-1"], &["blue-1-1"]], "red-5-1");
    let commit = engine.dispatch(play("p1", &["red-draw2-1"])).unwrap();
    let expected = ["CARD_PLAYED", "GAME_WON", "UNO_GAME_WON", "GAME_FINISHED"];
    assert_eq!(events(&engine, &commit), expected);
    assert_eq!(hand(engine.state(), Seat(1)).len(), 1);

    // As people play by the instruction sheet, the next player draws first.
    let official = Options {
        hand: 1,
        ..Options::official()
    };
    let mut engine = dealt(&official, &[&["red-draw2-1"], &["blue-1-1"]], "red-5-1");
    let commit = engine.dispatch(play("p1", &["red-draw2-1"])).unwrap();
    let expected = [
        "CARD_PLAYED",
        "UNO_DRAW_TWO",
        "CARDS_DRAWN",
        "GAME_WON",
        "UNO_GAME_WON",
        "GAME_FINISHED",
        "UNO_SCORED",
    ];
    assert_eq!(events(&engine, &commit), expected);
    assert_eq!(hand(engine.state(), Seat(1)).len(), 3);
    assert_eq!(engine.state().status(), Status::Finished);
}

#[test]
fn the_first_card_is_a_number_and_the_others_go_under_the_deck() {
    let rules = ruleset(&Options::decklet()).unwrap();
    let find = |name: &str| rules.find_card(name).unwrap();
    let first: Vec<CardId> = ["wild_draw4-1", "red-skip-1", "blue-7-1"]
        .map(find)
        .to_vec();
    let rest = (0..108)
        .map(CardId)
        .filter(|card| !first.contains(card))
        .collect::<Vec<_>>();
    let (hands, under) = rest.split_at(14);
    let mut order: Vec<CardId> = hands.iter().chain(&first).chain(under).copied().collect();
    order.reverse();
    let mut engine = GameEngine::new(rules.clone(), Seed::from(7));
    engine.create_game(Player::numbered(2)).unwrap();
    engine.set_deck_order(DeckOrder(order)).unwrap();
    let commit = engine.start().unwrap();
    assert_eq!(
        events(&engine, &commit),
        [
            "GAME_STARTED",
            "CARDS_DRAWN",
            "CARDS_DRAWN",
            "UNO_INITIAL_FLIPPED"
        ]
    );
    let state = engine.state();
    let pile = |name: &str| {
        let zone = state
            .zones()
            .find(|&zone| state.names().zone(zone) == name)
            .unwrap();
        state
            .zone(zone)
            .iter()
            .map(|&card| state.card(card).name())
            .collect::<Vec<_>>()
    };
    assert_eq!(pile("uno-discard"), ["blue-7-1"]);
    // The first rejected lies above the later one.
    assert_eq!(pile("uno-deck")[..2], ["red-skip-1", "wild_draw4-1"]);
}

#[test]
fn a_hand_is_shown_to_the_challenger_only() {
    let options = Options {
        hand: 3,
        ..Options::official()
    };
    let held = ["wild_draw4-1", "red-1-1", "red-2-1"];
    let mut engine = dealt(&options, &[&held, &["green-1-1"], &[]], "red-5-1");
    engine.dispatch(play("p1", &["wild_draw4-1"])).unwrap();
    let commit = engine.dispatch(choose("p1", "green")).unwrap();
    assert!(events(&engine, &commit).contains(&"UNO_PENALTY_OPENED".to_owned()));
    let commit = engine.dispatch(simple("CHALLENGE", "p2")).unwrap();
    assert_eq!(
        events(&engine, &commit),
        [
            "UNO_CHALLENGED",
            "UNO_HAND_SHOWN",
            "UNO_PENALTY",
            "CARDS_DRAWN"
        ]
    );
    let shown = |viewer: Viewer| {
        let seen = engine.seen_events(commit.events(), viewer);
        let shown = seen
            .into_iter()
            .find(|event| event.event_type() == "UNO_HAND_SHOWN")
            .unwrap();
        shown.payload().contains_key("cardIds")
    };
    assert!(shown(Viewer::Seat(Seat(0))) && shown(Viewer::Seat(Seat(1))));
    assert!(!shown(Viewer::Seat(Seat(2))) && !shown(Viewer::Spectator));
    // The bluffer drew four and the challenger plays on.
    assert_eq!(hand(engine.state(), Seat(0)).len(), 6);
    assert_eq!(engine.state().current_player(), Some(Seat(1)));
}
