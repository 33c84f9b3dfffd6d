//! Every rule with every code and message, and the order of effects.

use super::{
    DoudizhuPlugin, Setup,
    actions::create_play_cards_action,
    card_set, deck_order, rules, ruleset, seat,
    state::{DoudizhuState, hand},
};
use crate::{
    auction::{Auction, Bid},
    card::Card,
    combination::detect,
    flow::Phase,
    hand::{CardSet, Hand},
    profile::{Bidding, Profile},
    seat::Seat,
    trick::Trick,
};
use decklet_engine::{
    Commit, GameBuilder, GameEngine, NamedAction, Player, Rule, Seed, Status, TurnPlugin, Value,
    Viewer,
};

fn profile(name: &str) -> &'static Profile {
    Profile::named(name).unwrap()
}

fn engine(profile: &Profile) -> GameEngine {
    let mut engine = GameEngine::new(ruleset(profile).unwrap(), Seed::from(7));
    engine.create_game(Player::numbered(3)).unwrap();
    engine
}

fn started(name: &str) -> GameEngine {
    let mut engine = engine(profile(name));
    engine.start().unwrap();
    engine
}

/// A game before its start, with this state.
fn in_state(profile: &Profile, players: usize, state: DoudizhuState) -> GameEngine {
    let plugin = DoudizhuPlugin::beginning_with(profile.clone(), state);
    let mut game = GameBuilder::new();
    let rules = game.plugin(&TurnPlugin).plugin(&plugin);
    let rules = std::mem::take(rules).freeze().unwrap();
    let mut engine = GameEngine::new(rules, Seed::from(7));
    if players > 0 {
        engine.create_game(Player::numbered(players)).unwrap();
    }
    engine
}

fn call(player: &str, call: impl Into<Value>) -> NamedAction {
    NamedAction::new("CALL_LANDLORD")
        .by(player)
        .with("call", call)
}

fn rob(player: &str, rob: impl Into<Value>) -> NamedAction {
    NamedAction::new("ROB_LANDLORD").by(player).with("rob", rob)
}

fn pass(player: &str) -> NamedAction {
    NamedAction::new("PASS").by(player)
}

/// The hands `first`, `second`, `third` (ranks), filled up with the lowest cards left; in play, with
/// p1 as landlord.
fn playing(hands: [&str; 3]) -> GameEngine {
    playing_by(profile("decklet"), hands)
}

fn playing_by(profile: &Profile, hands: [&str; 3]) -> GameEngine {
    let mut left: CardSet = Card::all().collect();
    let mut sets = hands.map(|ranks| {
        let set: CardSet = left
            .lowest(ranks.parse().unwrap())
            .unwrap()
            .into_iter()
            .collect();
        left = left.iter().filter(|&card| !set.contains(card)).collect();
        set
    });
    for set in &mut sets {
        let mut free = left.iter();
        while set.iter().count() < 17 {
            set.insert(free.next().unwrap());
        }
        left = left.iter().filter(|&card| !set.contains(card)).collect();
    }
    let mut engine = engine(profile);
    engine
        .set_deck_order(deck_order(&sets, profile).unwrap())
        .unwrap();
    engine.start().unwrap();
    engine.dispatch(call("p1", true)).unwrap();
    engine
}

/// Plays these ranks from the player's hand, the lowest cards.
fn play(engine: &GameEngine, player: &str, ranks: &str) -> NamedAction {
    let place = engine
        .state()
        .players()
        .iter()
        .position(|known| known.id == player)
        .unwrap();
    let held = card_set(hand(engine.state(), decklet_engine::Seat(place as u8)));
    let cards = held
        .lowest(ranks.parse::<Hand>().unwrap())
        .expect("the player has them");
    let names: Vec<_> = cards.iter().map(Card::to_string).collect();
    create_play_cards_action(
        player,
        &names.iter().map(String::as_str).collect::<Vec<_>>(),
    )
}

fn events(engine: &GameEngine, commit: &Commit) -> Vec<String> {
    let seen = engine.seen_events(commit.events(), Viewer::Referee);
    seen.iter()
        .map(|event| event.event_type().to_owned())
        .collect()
}

fn payload(engine: &GameEngine, commit: &Commit, event_type: &str) -> String {
    let seen = engine.seen_events(commit.events(), Viewer::Referee);
    let event = seen
        .iter()
        .find(|event| event.event_type() == event_type)
        .unwrap();
    serde_json::to_string(event).unwrap()
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
fn denies(engine: &GameEngine, rule: &Rule, action: NamedAction, code: &str, reason: &str) {
    let denied = engine.ask(rule, action).unwrap_err();
    assert_eq!((denied.code(), denied.reason()), (code, reason.to_owned()));
}

#[test]
fn the_nine_rules_are_registered_in_order() {
    let rules = ruleset(profile("decklet")).unwrap();
    let listed: Vec<_> = rules
        .rules()
        .iter()
        .map(|rule| (rule.id(), rule.name()))
        .collect();
    assert_eq!(
        listed,
        [
            ("ddz-game-not-won", "Doudizhu Game Not Won"),
            ("ddz-game-started", "Doudizhu Game Started"),
            ("ddz-phase", "Doudizhu Phase"),
            ("ddz-player-turn", "Doudizhu Player Turn"),
            ("ddz-player-owns-cards", "Doudizhu Player Owns Cards"),
            ("ddz-combination-valid", "Doudizhu Combination Valid"),
            ("ddz-pass", "Doudizhu Pass"),
            ("ddz-call-landlord", "Doudizhu Call Landlord"),
            ("ddz-rob-landlord", "Doudizhu Rob Landlord"),
        ]
    );
    let applies: Vec<_> = rules
        .rules()
        .iter()
        .map(|rule| rule.applies_to().names())
        .collect();
    let play = vec!["PLAY_CARDS"];
    let expected = [
        vec![],
        vec![],
        vec![],
        vec![],
        play.clone(),
        play,
        vec!["PASS"],
        vec!["CALL_LANDLORD"],
        vec!["ROB_LANDLORD"],
    ];
    assert_eq!(applies, expected);
    let fuller = ruleset(profile("game-claw")).unwrap();
    let ids: Vec<_> = fuller.rules().iter().skip(7).map(Rule::id).collect();
    assert_eq!(
        ids,
        ["ddz-ready", "ddz-show-cards", "ddz-bid", "ddz-double"]
    );
}

#[test]
fn before_the_start_nothing_goes() {
    let mut engine = engine(profile("decklet"));
    let reason = "doudizhu: game has not started";
    refused(
        &mut engine,
        call("p1", true),
        "ddz-game-started",
        "NOT_STARTED",
        reason,
    );
}

#[test]
fn after_the_win_nothing_goes_and_that_comes_first() {
    let mut engine = playing(["34445555666677778", "", ""]);
    // The landlord plays the whole hand away while the others pass.
    loop {
        let seat = engine.state().current_player().unwrap();
        let legal = engine.legal_actions(seat);
        let choice = if seat.0 == 0 { 0 } else { legal.len() - 1 };
        engine.dispatch(&legal[choice]).unwrap();
        if engine.state().status() == Status::Finished {
            break;
        }
    }
    assert_eq!(engine.state().winners(), [decklet_engine::Seat(0)]);
    let reason = "doudizhu: game already won";
    refused(
        &mut engine,
        pass("p2"),
        "ddz-game-not-won",
        "ALREADY_WON",
        reason,
    );
    refused(
        &mut engine,
        call("", "x"),
        "ddz-game-not-won",
        "ALREADY_WON",
        reason,
    );
}

#[test]
fn each_action_has_its_phase() {
    let mut engine = started("decklet");
    // The phase comes before the turn.
    for (action, kind) in [
        (pass("p2"), "PASS"),
        (play(&engine, "p2", ""), "PLAY_CARDS"),
    ] {
        let reason = format!("doudizhu: {kind} requires PLAYING phase (current: BIDDING)");
        refused(&mut engine, action, "ddz-phase", "WRONG_PHASE", &reason);
    }
    engine.dispatch(call("p1", true)).unwrap();
    for (action, kind) in [
        (call("p2", true), "CALL_LANDLORD"),
        (rob("p2", true), "ROB_LANDLORD"),
    ] {
        let reason = format!("doudizhu: {kind} requires BIDDING phase (current: PLAYING)");
        refused(&mut engine, action, "ddz-phase", "WRONG_PHASE", &reason);
    }
}

#[test]
fn the_game_sends_its_own_actions() {
    let mut engine = started("decklet");
    for kind in ["REVEAL_BOTTOM_CARDS", "END_TURN", "SET_DIRECTION"] {
        let action = NamedAction::new(kind)
            .by("p1")
            .with("direction", Value::Number(1));
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
fn a_player_acts_in_turn() {
    let mut engine = started("decklet");
    let nobody = NamedAction::new("CALL_LANDLORD").with("call", "x");
    let reason = "doudizhu: action has no playerId";
    refused(&mut engine, nobody, "ddz-player-turn", "NO_PLAYER", reason);
    // A stranger's bad payload still gets the turn's answer.
    for player in ["p2", "nobody"] {
        let reason = format!("doudizhu: not {player}'s turn (current: p1)");
        refused(
            &mut engine,
            call(player, 7_i64),
            "ddz-player-turn",
            "NOT_YOUR_TURN",
            &reason,
        );
    }
}

#[test]
fn cards_are_the_players_own() {
    let mut engine = playing(["33344456789TJQKA2", "5", "6"]);
    let rule = "ddz-player-owns-cards";
    let none = create_play_cards_action("p1", &[]);
    refused(
        &mut engine,
        none,
        rule,
        "NO_CARDS",
        "doudizhu: no cards to play",
    );
    let many = create_play_cards_action("p1", &["hearts-3"; 21]);
    let reason = "doudizhu: too many cards (21 > 20)";
    refused(&mut engine, many, rule, "TOO_MANY_CARDS", reason);
    let foreign = create_play_cards_action("p1", &["hearts-3", "hearts-3", "spades-3"]);
    let reason = "doudizhu: player does not own card spades-3";
    refused(&mut engine, foreign, rule, "NOT_OWNED", reason);
    let stranger = create_play_cards_action("p1", &["stars-9"]);
    let reason = "doudizhu: player does not own card stars-9";
    refused(&mut engine, stranger, rule, "NOT_OWNED", reason);
    let twice = create_play_cards_action("p1", &["hearts-3", "hearts-3"]);
    let reason = "doudizhu: duplicate card ids in payload";
    refused(&mut engine, twice, rule, "DUPLICATE_CARDS", reason);

    let nobody = NamedAction::new("PLAY_CARDS").with("cardIds", ["hearts-3"]);
    denies(
        &engine,
        &rules::PLAYER_OWNS_CARDS,
        nobody,
        "NO_PLAYER",
        "doudizhu: no player",
    );
    let ghost = create_play_cards_action("ghost", &["hearts-3"]);
    let reason = "doudizhu: player has no hand";
    denies(&engine, &rules::PLAYER_OWNS_CARDS, ghost, "NO_HAND", reason);
}

#[test]
fn cards_form_a_combination_that_beats_the_last() {
    let mut engine = playing(["3446789TJQKA2", "334455667788", ""]);
    let rule = "ddz-combination-valid";
    let wrong = play(&engine, "p1", "34");
    let reason = "doudizhu: cards do not form a recognized combination";
    refused(&mut engine, wrong, rule, "INVALID_COMBINATION", reason);
    engine.dispatch(play(&engine, "p1", "44")).unwrap();
    for (ranks, why) in [
        (
            "33",
            "doudizhu: combination does not beat the last play (weaker)",
        ),
        (
            "44",
            "doudizhu: combination does not strictly beat the last play (equal)",
        ),
        (
            "334455",
            "doudizhu: combination does not beat the last play (incomparable)",
        ),
        (
            "5",
            "doudizhu: combination does not beat the last play (incomparable)",
        ),
    ] {
        let action = play(&engine, "p2", ranks);
        refused(&mut engine, action, rule, "DOES_NOT_BEAT", why);
    }
    engine.dispatch(play(&engine, "p2", "55")).unwrap();

    // What the rule before it refuses already, asked of this one alone.
    let stranger = create_play_cards_action("p3", &["stars-9"]);
    let reason = "doudizhu: card stars-9 not in state";
    denies(
        &engine,
        &rules::COMBINATION_VALID,
        stranger,
        "CARD_NOT_FOUND",
        reason,
    );
    let empty = create_play_cards_action("p3", &[]);
    assert!(engine.ask(&rules::COMBINATION_VALID, empty).is_ok());
    let nobody = NamedAction::new("PLAY_CARDS").with("cardIds", ["hearts-3", "hearts-4"]);
    assert!(engine.ask(&rules::COMBINATION_VALID, nobody).is_ok());
}

#[test]
fn the_leader_must_play() {
    let mut engine = playing(["", "", ""]);
    let reason = "doudizhu: cannot PASS on the first play of a round";
    refused(
        &mut engine,
        pass("p1"),
        "ddz-pass",
        "CANNOT_PASS_FIRST",
        reason,
    );
}

#[test]
fn a_call_is_a_boolean_of_whoever_is_asked() {
    let mut engine = started("decklet");
    let reason = "doudizhu: CALL_LANDLORD payload.call must be boolean";
    for wrong in [Value::Null, Value::from("yes"), Value::from(1_i64)] {
        let action = call("p1", wrong);
        refused(
            &mut engine,
            action,
            "ddz-call-landlord",
            "INVALID_PAYLOAD",
            reason,
        );
    }
    let rule = &rules::CALL_LANDLORD;
    let nobody = NamedAction::new("CALL_LANDLORD").with("call", true);
    denies(&engine, rule, nobody, "NO_PLAYER", "doudizhu: no player");
    let reason = "doudizhu: not p2's bid turn (expected p1)";
    denies(&engine, rule, call("p2", true), "NOT_YOUR_BID", reason);

    let mut state = DoudizhuState::default();
    state
        .flow
        .auction
        .apply(Seat::First, Bid::Call(true), &Bidding::FirstCall);
    let engine = in_state(profile("decklet"), 3, state);
    let reason = "doudizhu: landlord candidate already set; use ROB_LANDLORD";
    denies(&engine, rule, call("p2", true), "CANDIDATE_SET", reason);
}

#[test]
fn only_the_seat_after_the_candidate_robs() {
    let mut engine = started("decklet");
    let reason = "doudizhu: ROB_LANDLORD payload.rob must be boolean";
    refused(
        &mut engine,
        rob("p1", "x"),
        "ddz-rob-landlord",
        "INVALID_PAYLOAD",
        reason,
    );
    let reason = "doudizhu: no landlord candidate to rob";
    refused(
        &mut engine,
        rob("p1", true),
        "ddz-rob-landlord",
        "NO_CANDIDATE",
        reason,
    );
    let rule = &rules::ROB_LANDLORD;
    let nobody = NamedAction::new("ROB_LANDLORD").with("rob", true);
    denies(&engine, rule, nobody, "NO_PLAYER", "doudizhu: no player");

    let mut state = DoudizhuState::default();
    state
        .flow
        .auction
        .apply(Seat::First, Bid::Call(true), &Bidding::FirstCall);
    let engine = in_state(profile("decklet"), 3, state);
    let reason = "doudizhu: candidate cannot rob themselves";
    denies(&engine, rule, rob("p1", true), "SELF_ROB", reason);
    let reason = "doudizhu: not p3's rob turn (expected p2)";
    denies(&engine, rule, rob("p3", true), "NOT_YOUR_ROB", reason);
    assert!(engine.ask(rule, rob("p2", true)).is_ok());

    let empty_table = in_state(profile("decklet"), 0, state);
    let reason = "doudizhu: landlord candidate not in seat order";
    denies(&empty_table, rule, rob("p2", true), "BAD_STATE", reason);
}

#[test]
fn the_first_call_wins() {
    let mut engine = started("decklet");
    let commit = engine.dispatch(call("p1", false)).unwrap();
    assert_eq!(
        events(&engine, &commit),
        ["DDZ_LANDLORD_CALLED", "TURN_ENDED"]
    );
    assert_eq!(super::state::next_bidder_id(engine.state()), Some("p2"));
    let commit = engine.dispatch(call("p2", true)).unwrap();
    assert_eq!(
        events(&engine, &commit),
        ["DDZ_LANDLORD_CALLED", "DDZ_BOTTOM_CARDS_REVEALED"]
    );
    let state = engine.state();
    let two = decklet_engine::Seat(1);
    assert_eq!(state.current_player(), Some(two));
    assert_eq!(hand(state, two).len(), 20);
    assert_eq!(state.state::<DoudizhuState>().landlord(), Some(two));
    assert_eq!(state.state::<DoudizhuState>().flow.phase, Phase::Playing);
}

#[test]
fn when_all_decline_the_cards_are_dealt_again() {
    let mut engine = started("decklet");
    let hands: Vec<_> = (0..3)
        .map(|s| hand(engine.state(), decklet_engine::Seat(s)).to_vec())
        .collect();
    engine.dispatch(call("p1", false)).unwrap();
    engine.dispatch(call("p2", false)).unwrap();
    let commit = engine.dispatch(call("p3", false)).unwrap();
    assert_eq!(
        events(&engine, &commit),
        ["DDZ_LANDLORD_CALLED", "DDZ_CARDS_DEALT"]
    );
    let state = engine.state();
    assert_eq!(state.current_player(), Some(decklet_engine::Seat(0)));
    let flow = state.state::<DoudizhuState>().flow;
    assert_eq!(
        (flow.phase, flow.auction),
        (Phase::Bidding, Auction::new(Seat::First))
    );
    let again: Vec<_> = (0..3)
        .map(|s| hand(state, decklet_engine::Seat(s)).to_vec())
        .collect();
    assert!(again.iter().all(|hand| hand.len() == 17));
    assert_ne!(again, hands);
}

#[test]
fn two_passes_clear_the_table() {
    let mut engine = playing(["3456", "", ""]);
    engine.dispatch(play(&engine, "p1", "3")).unwrap();
    let commit = engine.dispatch(pass("p2")).unwrap();
    assert_eq!(
        events(&engine, &commit),
        ["DDZ_PLAYER_PASSED", "TURN_ENDED"]
    );
    assert_eq!(super::state::read_pass_count(engine.state()), 1);
    let commit = engine.dispatch(pass("p3")).unwrap();
    assert_eq!(
        events(&engine, &commit),
        ["DDZ_PLAYER_PASSED", "DDZ_ROUND_RESET"]
    );
    let reset = payload(&engine, &commit, "DDZ_ROUND_RESET");
    let expected = r#"{"type":"DDZ_ROUND_RESET","playerId":"p1","payload":{"starterId":"p1"}}"#;
    assert_eq!(reset, expected);
    assert!(super::state::is_new_round(engine.state()));
    assert_eq!(super::state::read_pass_count(engine.state()), 0);
    assert_eq!(
        super::state::read_last_player(engine.state()),
        Some(decklet_engine::Seat(0))
    );
}

#[test]
fn bombs_and_the_rocket_double() {
    let mut engine = playing(["33334BR", "", ""]);
    let commit = engine.dispatch(play(&engine, "p1", "3333")).unwrap();
    assert_eq!(
        events(&engine, &commit),
        ["CARD_PLAYED", "DDZ_BOMB_PLAYED", "TURN_ENDED"]
    );
    assert_eq!(
        payload(&engine, &commit, "DDZ_BOMB_PLAYED"),
        r#"{"type":"DDZ_BOMB_PLAYED","playerId":"p1","payload":{"playerId":"p1","mainRank":3,"multiplier":2}}"#
    );
    engine.dispatch(pass("p2")).unwrap();
    engine.dispatch(pass("p3")).unwrap();
    let commit = engine.dispatch(play(&engine, "p1", "BR")).unwrap();
    assert_eq!(
        events(&engine, &commit),
        ["CARD_PLAYED", "DDZ_ROCKET_PLAYED", "TURN_ENDED"]
    );
    assert_eq!(
        payload(&engine, &commit, "DDZ_ROCKET_PLAYED"),
        r#"{"type":"DDZ_ROCKET_PLAYED","playerId":"p1","payload":{"playerId":"p1","multiplier":4}}"#
    );
}

#[test]
fn a_bomb_that_wins_is_reported_before_the_end() {
    // 3333 is left after leading everything else.
    let mut engine = playing(["3333456789TJQKA22", "", ""]);
    let mut last = None;
    while engine.state().status() != Status::Finished {
        let seat = engine.state().current_player().unwrap();
        let action = if seat.0 == 0 {
            let held = card_set(hand(engine.state(), seat)).hand();
            let bomb: Hand = "3333".parse().unwrap();
            let rest = held.without(bomb).unwrap();
            if rest.is_empty() {
                play(&engine, "p1", "3333")
            } else {
                play(&engine, "p1", &rest.ranks().next().unwrap().to_string())
            }
        } else {
            pass(&format!("p{}", seat.0 + 1))
        };
        last = Some(engine.dispatch(action).unwrap());
    }
    let commit = last.unwrap();
    assert_eq!(
        events(&engine, &commit),
        [
            "CARD_PLAYED",
            "DDZ_BOMB_PLAYED",
            "GAME_WON",
            "GAME_FINISHED",
            "DDZ_PLAYER_WON",
            "DDZ_GAME_FINISHED"
        ]
    );
    assert_eq!(
        payload(&engine, &commit, "GAME_WON"),
        r#"{"type":"GAME_WON","playerId":"p1","payload":{"winnerIds":["p1"]}}"#
    );
    assert_eq!(
        payload(&engine, &commit, "GAME_FINISHED"),
        r#"{"type":"GAME_FINISHED","payload":{"winnerIds":["p1"]}}"#
    );
    for event in ["DDZ_PLAYER_WON", "DDZ_GAME_FINISHED"] {
        assert_eq!(
            payload(&engine, &commit, event),
            format!(
                r#"{{"type":"{event}","payload":{{"winnerIds":["p1"],"winnerTeam":"LANDLORD","multiplier":2}}}}"#
            )
        );
    }
}

#[test]
fn both_farmers_win_together() {
    let mut engine = playing(["", "3456789TJQKA", ""]);
    let mut last = None;
    while engine.state().status() != Status::Finished {
        let seat = engine.state().current_player().unwrap();
        let legal = engine.legal_actions(seat);
        // p2 plays whatever is longest; the others play their lowest or pass.
        let longest = |place: &usize| {
            legal[*place]
                .get::<super::actions::PlayCards>()
                .map_or(0, |play| play.cards.len())
        };
        let choice = match seat.0 {
            1 => (0..legal.len()).max_by_key(longest).unwrap(),
            _ if super::state::is_new_round(engine.state()) => 0,
            _ => legal.len() - 1,
        };
        last = Some(engine.dispatch(&legal[choice]).unwrap());
    }
    let commit = last.unwrap();
    let (one, two) = (decklet_engine::Seat(1), decklet_engine::Seat(2));
    assert_eq!(engine.state().winners(), [one, two]);
    assert!(payload(&engine, &commit, "DDZ_PLAYER_WON").contains(r#""winnerTeam":"FARMERS""#));
    let team = super::state::determine_winner_team(engine.state(), two);
    assert_eq!(team, Some(crate::score::Team::Farmers));
}

#[test]
fn a_redeal_closes_shown_hands() {
    let mut engine = started("game-claw");
    engine
        .dispatch(NamedAction::new("SHOW_CARDS").by("p3"))
        .unwrap();
    let zone = engine
        .state()
        .fixed::<Setup>()
        .hand
        .of(decklet_engine::Seat(2));
    assert!(engine.state().is_open(zone));
    let twice = NamedAction::new("show-cards").by("p3");
    let reason = "doudizhu: p3 has shown cards already";
    refused(
        &mut engine,
        twice,
        "ddz-show-cards",
        "ALREADY_SHOWN",
        reason,
    );
    engine.dispatch(NamedAction::new("ready").by("p1")).unwrap();
    for player in ["p1", "p2", "p3"] {
        let bid = NamedAction::new("bid").by(player).with("bid", 0_i64);
        engine.dispatch(bid).unwrap();
    }
    assert!(!engine.state().is_open(zone));
    assert_eq!(engine.state().state::<DoudizhuState>().flow.redeals, 1);
}

#[test]
fn bids_rise_and_doubling_goes_round_from_the_landlord() {
    let mut engine = started("game-claw");
    engine.dispatch(NamedAction::new("READY").by("p1")).unwrap();
    let bid = |player: &str, bid: i64| NamedAction::new("BID").by(player).with("bid", bid);
    let reason = "doudizhu: BID payload.bid must be a whole number from 0 to 3";
    for wrong in [
        bid("p1", 4),
        bid("p1", -1),
        NamedAction::new("BID").by("p1").with("bid", "2"),
    ] {
        refused(&mut engine, wrong, "ddz-bid", "INVALID_PAYLOAD", reason);
    }
    engine.dispatch(bid("p1", 2)).unwrap();
    let reason = "doudizhu: a bid must be above 2, or 0";
    refused(&mut engine, bid("p2", 2), "ddz-bid", "BID_TOO_LOW", reason);
    engine.dispatch(bid("p2", 3)).unwrap();
    let late = NamedAction::new("PLAY_CARDS").by("p2");
    let reason = "doudizhu: PLAY_CARDS requires PLAYING phase (current: DOUBLING)";
    refused(&mut engine, late, "ddz-phase", "WRONG_PHASE", reason);
    engine
        .dispatch(NamedAction::new("DOUBLE").by("p2"))
        .unwrap();
    let rule = engine
        .rules()
        .rules()
        .iter()
        .find(|rule| rule.id() == "ddz-double")
        .unwrap();
    let reason = "doudizhu: p2 has chosen already";
    denies(
        &engine,
        rule,
        NamedAction::new("DOUBLE").by("p2"),
        "ALREADY_DOUBLED",
        reason,
    );
    let reason = "doudizhu: not p1's turn (current: p3)";
    denies(
        &engine,
        rule,
        NamedAction::new("NO_DOUBLE").by("p1"),
        "NOT_YOUR_TURN",
        reason,
    );
    engine
        .dispatch(NamedAction::new("no-double").by("p3"))
        .unwrap();
    engine
        .dispatch(NamedAction::new("pass-double").by("p1"))
        .unwrap();
    let flow = engine.state().state::<DoudizhuState>().flow;
    assert_eq!(
        (flow.phase, flow.doublings.factors),
        (Phase::Playing, [1, 2, 1])
    );
}

#[test]
fn variables_are_spelled_as_specified() {
    let engine = playing(["3456", "", ""]);
    let view = engine.view(Viewer::Spectator).variables();
    let names = [
        "ddz.phase",
        "ddz.bidderIndex",
        "ddz.bidderPassed",
        "ddz.landlordCandidateId",
        "ddz.landlordId",
        "ddz.farmerIds",
        "ddz.multiplier",
        "ddz.passCount",
        "turn.direction",
    ];
    for name in names {
        assert!(view.contains_key(name), "{name}");
    }
    assert!(!view.contains_key(super::state::DDZ_VAR_PENDING_COMBINATION));
    assert_eq!(view["ddz.farmerIds"].to_string(), r#"["p2","p3"]"#);
}

#[test]
fn the_pending_combination_lives_for_one_dispatch() {
    let mut engine = playing(["3456", "", ""]);
    let before = engine.state().hash();
    let wrong = play(&engine, "p1", "34");
    engine.dispatch(wrong).unwrap_err();
    assert_eq!(engine.state().hash(), before);
    let combination = detect("3".parse().unwrap(), &profile("decklet").combinations).unwrap();
    engine.dispatch(play(&engine, "p1", "3")).unwrap();
    let trick = engine.state().state::<DoudizhuState>().flow.trick;
    assert_eq!(
        trick,
        Trick::on_table(combination, seat(decklet_engine::Seat(0)), 0)
    );
}

#[test]
fn some_chains_are_not_offered_where_the_profile_says_so() {
    let profile = profile("openspiel");
    let opener = started("openspiel")
        .state()
        .current_player()
        .unwrap()
        .index();
    let mut left: CardSet = Card::all().collect();
    let mut sets = [CardSet::default(); 3];
    let wanted: Hand = "333345678".parse().unwrap();
    sets[opener] = left.lowest(wanted).unwrap().into_iter().collect();
    left = left
        .iter()
        .filter(|&card| !sets[opener].contains(card))
        .collect();
    let mut free = left.iter();
    for set in &mut sets {
        while set.iter().count() < 17 {
            set.insert(free.next().unwrap());
        }
    }
    let mut engine = engine(profile);
    engine
        .set_deck_order(deck_order(&sets, profile).unwrap())
        .unwrap();
    engine.start().unwrap();
    let player = format!("p{}", opener + 1);
    let bid = NamedAction::new("BID")
        .by(player.as_str())
        .with("bid", 3_i64);
    engine.dispatch(bid).unwrap();
    let chain = play(&engine, &player, "34567");
    let reason = "doudizhu: a chain is not offered from a rank held four times";
    refused(&mut engine, chain, "ddz-offered", "NOT_OFFERED", reason);
    engine.dispatch(play(&engine, &player, "45678")).unwrap();
}
