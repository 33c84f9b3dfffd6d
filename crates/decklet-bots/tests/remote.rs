//! A bot asked in JSON does what it does at our own tables, and names what is wrong with a question.

use decklet_bots::{Budget, Level, RemoteBot};
use decklet_engine::{GameEngine, Player, Ruleset, Seat, Seed, Status, wire};
use serde_json::{Value, json};
use std::sync::Arc;

fn doudizhu(profile: &str) -> Arc<Ruleset> {
    let profile = decklet_doudizhu::profile::Profile::named(profile).unwrap();
    decklet_doudizhu::plugin::ruleset(profile).unwrap()
}

fn uno(profile: &str) -> Arc<Ruleset> {
    let options = decklet_uno::profile::Options::named(profile).unwrap();
    decklet_uno::plugin::ruleset(&options).unwrap()
}

fn begin(rules: &Arc<Ruleset>, players: usize, seed: u64) -> GameEngine {
    let mut game = GameEngine::new(rules.clone(), Seed::from(seed));
    game.create_game(Player::numbered(players)).unwrap();
    game.start().unwrap();
    game
}

/// The question of a seat, as a program that seats a bot would put it.
fn question(game: &GameEngine, seat: Seat) -> Value {
    let legal = game.legal_actions(seat);
    let legal: Vec<_> = legal
        .iter()
        .map(|action| wire::action_to_named(game, action))
        .collect();
    let events: Vec<_> = game.lens(seat).history().map(|(_, event)| event).collect();
    json!({ "view": game.view(seat), "legal": legal, "events": events })
}

#[test]
fn it_decides_as_at_our_own_table() {
    let budget = Budget::playouts(24);
    let seed = Seed::from(3);
    for (rules, players) in [
        (doudizhu("game-claw"), 3),
        (doudizhu("botzone-1"), 3),
        (uno("party"), 4),
        (uno("official"), 2),
    ] {
        for level in Level::ALL {
            let mut game = begin(&rules, players, 3);
            let mut agents: Vec<_> = (0..players as u8)
                .map(|seat| level.agent(&rules, &seed, Seat(seat), budget))
                .collect();
            let mut remote = RemoteBot::new(rules.clone(), level, seed, budget);
            for _ in 0..60 {
                if game.state().status() != Status::Playing {
                    break;
                }
                let seat = game.state().current_player().unwrap();
                let legal = game.legal_actions(seat);
                let choice = agents[seat.index()].choose(&game.lens(seat), &legal);
                let answer = remote.answer(&question(&game, seat).to_string()).unwrap();
                assert_eq!(
                    answer.action,
                    Some(wire::action_to_named(&game, &legal[choice])),
                    "{level}"
                );
                let searched = level == Level::Expert && legal.len() > 1;
                assert_eq!(answer.score.is_some(), searched, "{level}");
                game.dispatch(&legal[choice]).unwrap();
            }
        }
    }
}

/// Puts this in the place of what is there.
fn put(question: &mut Value, path: &str, value: Value) {
    let (parent, key) = path.rsplit_once('/').unwrap();
    let parent = question.pointer_mut(parent).unwrap();
    match parent {
        Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
        other => other[key] = value,
    }
}

#[test]
fn what_is_wrong_with_a_question_is_named() {
    let mut game = begin(&doudizhu("decklet"), 3, 7);
    game.dispatch(&game.legal_actions(Seat(0))[1]).unwrap();
    while game.state().current_player() != Some(Seat(0)) {
        let seat = game.state().current_player().unwrap();
        game.dispatch(&game.legal_actions(seat)[0]).unwrap();
    }
    let good = question(&game, Seat(0));
    let mut bot = RemoteBot::new(
        doudizhu("decklet"),
        Level::Greedy,
        Seed::from(1),
        Budget::default(),
    );
    bot.answer(&good.to_string()).unwrap();
    let hand = "/view/zones/player:p1:hand";
    for (path, value, field) in [
        (
            "/view/variables/ddz.phase",
            json!("NEVER"),
            "view.variables.ddz.phase",
        ),
        (
            "/view/variables/ddz.landlordId",
            json!("p9"),
            "view.variables.ddz.landlordId",
        ),
        (
            "/view/variables/ddz.landlordId",
            json!(null),
            "view.variables.ddz.landlordId",
        ),
        (
            "/view/variables/ddz.plays",
            json!([1, 2]),
            "view.variables.ddz.plays",
        ),
        ("/view/currentPlayerId", json!(null), "view.currentPlayerId"),
        ("/view/viewer", json!("referee"), "view.viewer"),
        ("/view/players", json!([{"id": "p1"}]), "view.players"),
        (
            &format!("{hand}/cards/2"),
            json!("hearts-1"),
            "view.zones.player:p1:hand.cards[2]",
        ),
        (
            &format!("{hand}/cards"),
            json!(null),
            "view.zones.player:p1:hand.cards",
        ),
        (
            &format!("{hand}/count"),
            json!(3),
            "view.zones.player:p1:hand.cards",
        ),
        ("/view/zones/player:p2:hand/count", json!(5), "view.zones"),
        ("/legal", json!([]), "legal"),
        ("/legal/0", json!({"type": "FLY"}), "legal[0].type"),
        (
            "/legal/0",
            json!({"type": "PLAY_CARDS", "payload": {"cardIds": 3}}),
            "legal[0].payload.cardIds",
        ),
        ("/legal/0/playerId", json!("p2"), "legal[0].playerId"),
        (
            "/events",
            json!([{"type": "CARD_PLAYED"}]),
            "events[0].payload.cardIds",
        ),
        ("/events", json!([7]), "events[0]"),
        ("/seat", json!("p2"), "seat"),
    ] {
        let mut wrong = good.clone();
        put(&mut wrong, path, value);
        let refused = bot.answer(&wrong.to_string()).unwrap_err();
        assert_eq!(refused.field, field, "{path}: {refused:?}");
    }
    for (text, field) in [("", ""), ("[", ""), ("7", ""), ("{}", "legal")] {
        assert_eq!(bot.answer(text).unwrap_err().field, field, "{text}");
    }
    bot.answer(&good.to_string()).unwrap();
}

#[test]
fn what_the_rules_in_question_do_not_need_may_be_left_out() {
    let mut game = begin(&doudizhu("decklet"), 3, 7);
    game.dispatch(&game.legal_actions(Seat(0))[1]).unwrap();
    while game.state().current_player() != Some(Seat(0)) {
        let seat = game.state().current_player().unwrap();
        game.dispatch(&game.legal_actions(seat)[0]).unwrap();
    }
    let mut bot = RemoteBot::new(
        doudizhu("decklet"),
        Level::Expert,
        Seed::from(1),
        Budget::playouts(50),
    );
    let mut little = question(&game, Seat(0));
    let variables = little["view"]["variables"].as_object_mut().unwrap();
    variables.retain(|name, _| matches!(&**name, "ddz.phase" | "ddz.landlordId"));
    little.as_object_mut().unwrap().remove("events");
    assert!(bot.answer(&little.to_string()).unwrap().score.is_some());

    let game = begin(&uno("decklet"), 2, 7);
    let mut bot = RemoteBot::new(
        uno("decklet"),
        Level::Greedy,
        Seed::from(1),
        Budget::default(),
    );
    let mut little = question(&game, Seat(0));
    let variables = little["view"]["variables"].as_object_mut().unwrap();
    variables.retain(|name, _| name == "uno.currentColor");
    bot.answer(&little.to_string()).unwrap();
    little["view"]["variables"]["uno.currentColor"] = json!("pink");
    let refused = bot.answer(&little.to_string()).unwrap_err();
    assert_eq!(refused.field, "view.variables.uno.currentColor");
}

#[test]
fn out_of_turn_it_catches_or_waits() {
    let rules = uno("official");
    let mut game = begin(&rules, 3, 1);
    let seed = Seed::from(1);
    let mut agents =
        [0, 1, 2].map(|seat| Level::Lowest.agent(&rules, &seed, Seat(seat), Budget::default()));
    let mut bot = RemoteBot::new(rules.clone(), Level::Greedy, seed, Budget::default());
    let mut random = RemoteBot::new(rules.clone(), Level::Random, seed, Budget::default());
    let mut caught = false;
    while game.state().status() == Status::Playing && !caught {
        let current = game.state().current_player().unwrap();
        let other = current.step(1, 3);
        let legal = game.legal_actions(other);
        if !legal.is_empty() {
            let question = question(&game, other).to_string();
            let answer = bot.answer(&question).unwrap();
            let kinds = legal
                .iter()
                .map(|action| wire::action_to_named(&game, action).kind);
            if kinds.into_iter().any(|kind| kind == "CATCH") {
                assert_eq!(answer.action.unwrap().kind, "CATCH");
                assert_eq!(random.answer(&question).unwrap().action, None);
                caught = true;
            }
        }
        // Nobody calls: what lowest would do, but for that.
        let legal = game.legal_actions(current);
        let legal: Vec<_> = legal
            .into_iter()
            .filter(|action| wire::action_to_named(&game, action).kind != "CALL_UNO")
            .collect();
        let choice = agents[current.index()].choose(&game.lens(current), &legal);
        game.dispatch(&legal[choice]).unwrap();
    }
    assert!(caught, "somebody had one card and did not call");
}
