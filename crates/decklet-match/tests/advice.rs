//! What a seat is told when it asks: hints, what picked cards are, which cards it has not seen.

mod bench;

use bench::{Bench, options};
use decklet_match::BotLevel;
use serde_json::{Value, json};

/// The cards of a seat's own hand.
fn own(bench: &Bench, conn: u64) -> Vec<String> {
    let scene = bench.scene(conn);
    let zone = format!("player:p{}:hand", conn + 1);
    let cards = scene["game"]["zones"][&zone]["cards"].as_array().unwrap();
    let names = cards.iter().map(|card| card.as_str().unwrap().to_owned());
    names.collect()
}

fn explain(bench: &mut Bench, conn: u64, cards: &[String]) -> Value {
    bench.command(conn, json!({"type": "explain", "cards": cards}))
}

/// A hand of Dou Dizhu in which the cards are being played.
fn in_play() -> Bench {
    let mut bench = Bench::playing(&options("doudizhu", "rlcard", 3), 3);
    for conn in 0..3 {
        bench.attach(conn, Some(conn), None);
    }
    bench
}

#[test]
fn picked_cards_are_named_and_refusals_explained() {
    let mut bench = in_play();
    let due = bench.due();
    let hand = own(&bench, due);
    let single = explain(&mut bench, due, &hand[..1]);
    assert_eq!(single["playable"], true, "{single}");
    assert_eq!(single["readings"][0]["type"], "SOLO");
    let english = single["readings"][0]["words"]["en"].as_str().unwrap();
    assert!(english.starts_with("single, "), "{english}");

    // Three cards of one rank at most, so these five are nothing.
    let mut ranks: Vec<&str> = hand
        .iter()
        .filter_map(|card| card.rsplit('-').next())
        .collect();
    ranks.sort_unstable();
    ranks.dedup();
    let mixed: Vec<String> = ["3", "4", "8", "K"]
        .iter()
        .filter_map(|rank| hand.iter().find(|card| card.ends_with(&format!("-{rank}"))))
        .cloned()
        .collect();
    let nothing = explain(&mut bench, due, &mixed);
    if mixed.len() > 2 {
        assert_eq!(
            nothing["refusal"]["code"], "INVALID_COMBINATION",
            "{nothing}"
        );
        assert!(nothing["refusal"]["detail"]["zh"].is_string(), "{nothing}");
        assert_eq!(nothing["readings"], json!([]));
    }
    let twice = explain(&mut bench, due, &[hand[0].clone(), hand[0].clone()]);
    assert_eq!(twice["refusal"]["code"], "DUPLICATE_CARDS", "{twice}");
    let unknown = explain(&mut bench, due, &["hearts-99".to_owned()]);
    assert_eq!(unknown["refusal"]["code"], "NOT_OWNED", "{unknown}");

    let other = (due + 1) % 3;
    let early = explain(&mut bench, other, &hand[..1]);
    assert_eq!(early["refusal"]["code"], "NOT_YOUR_TURN", "{early}");
    let many = vec!["hearts-3".to_owned(); 41];
    let refused = explain(&mut bench, due, &many);
    assert_eq!(
        (&refused["code"], &refused["field"]),
        (&json!("BAD_FIELD"), &json!("cards"))
    );
}

#[test]
fn what_does_not_beat_says_why() {
    let mut bench = in_play();
    let due = bench.due();
    let hand = own(&bench, due);
    // The hand is shown highest first or lowest first; lead the highest single card there is.
    let value = |card: &str| {
        let order = [
            "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2",
        ];
        let rank = card.rsplit('-').next().unwrap();
        order.iter().position(|known| *known == rank)
    };
    let best = hand.iter().filter(|card| value(card).is_some());
    let best = best.max_by_key(|card| value(card)).unwrap().clone();
    let turn = bench.scene(due)["room"]["turn"].clone();
    let play = json!({
        "type": "act", "hand": turn["hand"], "entry": turn["entry"],
        "action": {"type": "PLAY_CARDS", "payload": {"cardIds": [best]}},
    });
    assert_eq!(bench.command(due, play)["type"], "accepted");
    let next = bench.due();
    let hand = own(&bench, next);
    let lower = hand
        .iter()
        .find(|card| value(card).is_some() && value(card) <= value(&best));
    let explained = explain(&mut bench, next, &[lower.unwrap().clone()]);
    assert_eq!(explained["refusal"]["code"], "DOES_NOT_BEAT", "{explained}");
    assert_eq!(explained["readings"][0]["beats"], false);
    assert!(
        explained["refusal"]["detail"]["en"].is_string(),
        "{explained}"
    );
}

#[test]
fn asking_about_cards_of_others_tells_nothing_of_where_they_are() {
    let mut bench = in_play();
    let due = bench.due();
    let mine = own(&bench, due);
    let deck: Vec<String> = bench
        .table
        .room()
        .unwrap()
        .rules()
        .cards()
        .iter()
        .map(|card| card.name().to_owned())
        .collect();
    let answers: Vec<Value> = deck
        .iter()
        .filter(|card| !mine.contains(card))
        .map(|card| explain(&mut bench, due, std::slice::from_ref(card))["refusal"].clone())
        .collect();
    assert!(answers.len() > 30);
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
    assert_eq!(answers[0]["code"], "NOT_OWNED");
}

#[test]
fn one_card_of_uno_is_named() {
    let mut bench = Bench::playing(&options("uno", "decklet", 2), 2);
    bench.attach(0, Some(0), None);
    let hand = own(&bench, 0);
    let one = explain(&mut bench, 0, &hand[..1]);
    assert_eq!(one["readings"].as_array().unwrap().len(), 1, "{one}");
    let two = explain(&mut bench, 0, &hand[..2]);
    assert_eq!(two["refusal"]["code"], "NOT_SINGLE", "{two}");
}

#[test]
fn a_hint_suggests_legal_moves_and_says_why() {
    let mut bench = in_play();
    let due = bench.due();
    let hint = bench.command(due, json!({"type": "hint"}));
    assert_eq!(hint["type"], "hint", "{hint}");
    assert_eq!(hint["suggestions"][0]["action"], hint["action"]);
    let legal = bench.command(due, json!({"type": "legal"}));
    assert!(
        legal["actions"]
            .as_array()
            .unwrap()
            .contains(&hint["action"]),
        "{hint}"
    );
}

#[test]
fn the_counter_follows_from_what_the_seat_sees() {
    let mut options = options("doudizhu", "rlcard", 3);
    options.counter = true;
    let mut bench = Bench::playing(&options, 2);
    bench.attach(0, Some(0), None);
    bench.attach(9, None, None);
    assert_eq!(
        bench.scene(9)["counter"],
        Value::Null,
        "spectators count for themselves"
    );
    let scene = bench.scene(0);
    let count = |scene: &Value| -> u64 {
        let counter = scene["counter"].as_array().unwrap();
        counter
            .iter()
            .map(|one| one["count"].as_u64().unwrap())
            .sum()
    };
    let hand = own(&bench, 0).len() as u64;
    assert_eq!(count(&scene), 54 - hand, "{scene}");
    assert_eq!(scene["counter"].as_array().unwrap().len(), 15);
    for rank in scene["counter"].as_array().unwrap() {
        let name = rank["name"].as_str().unwrap();
        let held = own(&bench, 0);
        let suffix = match name {
            "B" => "joker-small".to_owned(),
            "R" => "joker-big".to_owned(),
            name => format!("-{name}"),
        };
        let held = held.iter().filter(|card| card.ends_with(&suffix)).count() as u64;
        let all = if matches!(name, "B" | "R") { 1 } else { 4 };
        assert_eq!(rank["count"], json!(all - held), "{name}");
    }
    let mut played = 0;
    while played == 0 {
        let due = bench.due();
        match due {
            0 | 1 => drop(bench.act(due)),
            _ => bench.tick(),
        }
        let game = &bench.scene(0)["game"];
        played = game["zones"]["ddz-played"]["count"].as_u64().unwrap();
    }
    let hand = own(&bench, 0).len() as u64;
    assert_eq!(count(&bench.scene(0)), 54 - hand - played);
}

#[test]
fn a_rated_room_has_neither_hints_nor_counter_and_waits_for_people() {
    let mut rated = options("doudizhu", "pagat", 3);
    (rated.rated, rated.counter) = (true, true);
    let mut bench = Bench::seated(&rated, 2);
    let refused = |answer: Value| answer["code"].clone();
    let start = bench.command(0, json!({"type": "start"}));
    assert_eq!(refused(start), "NEEDS_PEOPLE");
    let bot = bench.command(0, json!({"type": "addBot", "seat": 2}));
    assert_eq!(refused(bot), "NEEDS_PEOPLE");
    bench.attach(2, Some(2), None);
    bench.command(2, json!({"type": "sit"}));
    for conn in 0..3 {
        bench.command(conn, json!({"type": "ready", "ready": true}));
    }
    assert!(bench.table.room().unwrap().playing().is_some());
    let hint = bench.command(0, json!({"type": "hint"}));
    assert_eq!(refused(hint), "HINTS_OFF");
    let scene = bench.scene(0);
    assert_eq!(scene["counter"], Value::Null);
    assert_eq!(scene["room"]["hints"], false);
    let mut own = rated.clone();
    own.options = decklet_engine::Value::Null;
    let refusal = own.check(&decklet_match::Games::standard()).unwrap_err();
    assert_eq!(refusal.field.as_deref(), Some("rated"));
}

#[test]
fn bots_have_the_level_that_was_chosen() {
    let mut expert = options("doudizhu", "rlcard", 3);
    expert.bots = BotLevel::Expert;
    let mut bench = Bench::seated(&expert, 1);
    let add = json!({"type": "addBot", "seat": 1, "level": "random"});
    assert_eq!(bench.command(0, add)["type"], "accepted");
    assert_eq!(
        bench.command(0, json!({"type": "start"}))["type"],
        "accepted"
    );
    let seats = bench.scene(0)["room"]["seats"].clone();
    let levels = [&seats[0]["level"], &seats[1]["level"], &seats[2]["level"]];
    assert_eq!(levels, [&Value::Null, &json!("random"), &json!("expert")]);
    let before = bench.records();
    while bench.table.room().unwrap().playing().is_some() {
        match bench.due() {
            0 => drop(bench.act(0)),
            _ => bench.tick(),
        }
    }
    assert!(bench.records() > before);
    bench.restart();
    assert!(bench.damage.is_none(), "{:?}", bench.damage);
}

#[test]
fn a_bot_that_never_answers_does_not_hold_the_table() {
    let mut expert = options("doudizhu", "rlcard", 3);
    expert.bots = BotLevel::Expert;
    let mut bench = Bench::seated(&expert, 1);
    bench.never_thinks = true;
    bench.command(0, json!({"type": "start"}));
    while bench.due() == 0 {
        bench.act(0);
    }
    let entry = |bench: &Bench| bench.table.room().unwrap().hand().unwrap().entry();
    let before = entry(&bench);
    // One of the timers is for acting out of turn.
    for _ in 0..3 {
        bench.tick();
    }
    assert!(entry(&bench) > before, "it was chosen at once");
}
