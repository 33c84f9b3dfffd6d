//! A table: sitting, starting, acting, time, bots, talking, and what happens when the log fails.

mod bench;

use bench::{Bench, options, person};
use decklet_engine::{
    GameBuilder, Origin, Plugin, Registry, TurnPlugin, Value as Payload, log::LogFile,
};
use decklet_match::{
    CODES, Clock, Games, RoomCode, RoomOptions, Spectators, WhenGone, bounds,
    command::Command,
    fairness::{ProofError, Secret},
    log::{AppendError, Fault, ReadError, contract},
    replay::FinishedHand,
    table::{ConnId, Input, NotOpened, Output, Table},
};
use serde_json::{Value, json};
use std::sync::Arc;

fn doudizhu() -> RoomOptions {
    options("doudizhu", "pagat", 3)
}

fn uno() -> RoomOptions {
    options("uno", "official", 3)
}

fn faults(bench: &Bench, faults: &[Fault]) {
    bench.faults.lock().unwrap().extend(faults);
}

fn kinds(messages: &[Value]) -> Vec<&str> {
    messages
        .iter()
        .map(|message| message["type"].as_str().unwrap())
        .collect()
}

#[test]
fn people_sit_and_the_first_is_the_host() {
    let mut bench = Bench::seated(&doudizhu(), 2);
    let room = &bench.scene(0)["room"];
    assert_eq!(room["host"], 0);
    assert_eq!(room["seats"][1]["name"], "Player 1");
    assert_eq!(room["seats"][2]["kind"], "empty");
    assert_eq!(
        bench.command(1, json!({"type": "sit"}))["code"],
        "ALREADY_SEATED"
    );
    bench.attach(2, Some(2), None);
    let taken = bench.command(2, json!({"type": "sit", "seat": 1}));
    assert_eq!(taken["code"], "SEAT_TAKEN");
    let none = bench.command(2, json!({"type": "sit", "seat": 9}));
    assert_eq!(
        (&none["code"], &none["field"]),
        (&json!("BAD_FIELD"), &json!("seat"))
    );
    bench.attach(3, None, None);
    assert_eq!(bench.command(3, json!({"type": "sit"}))["code"], "STRANGER");
    assert_eq!(
        bench.command(99, json!({"type": "sit"}))["code"],
        "STRANGER"
    );
}

#[test]
fn all_ready_is_enough_to_begin() {
    let mut bench = Bench::seated(&doudizhu(), 3);
    for conn in 0..3 {
        bench.command(conn, json!({"type": "ready", "ready": true}));
    }
    let room = &bench.scene(1)["room"];
    assert_eq!(room["phase"], "playing");
    assert_eq!(room["seats"][0]["ready"], false);
}

#[test]
fn the_host_fills_up_with_bots_when_the_others_are_ready() {
    let mut bench = Bench::seated(&doudizhu(), 2);
    assert_eq!(
        bench.command(1, json!({"type": "start"}))["code"],
        "NOT_HOST"
    );
    assert_eq!(
        bench.command(0, json!({"type": "start"}))["code"],
        "NOT_READY"
    );
    bench.command(1, json!({"type": "ready", "ready": true}));
    assert_eq!(
        bench.command(0, json!({"type": "start"}))["type"],
        "accepted"
    );
    assert_eq!(bench.scene(0)["room"]["seats"][2]["kind"], "bot");
}

#[test]
fn sending_a_command_again_is_harmless() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let due = bench.due();
    let action = bench.an_action(due);
    let first = bench.command_as(due, "once", action.clone());
    let records = bench.records();
    let again = bench.command_as(due, "once", action.clone());
    assert_eq!(
        (&first["type"], &first["index"]),
        (&json!("accepted"), &again["index"])
    );
    assert_eq!(bench.records(), records);
    // After a restart too: the answer is in the log.
    bench.restart();
    bench.attach(due, Some(due), None);
    let again = bench.command_as(due, "once", action.clone());
    assert_eq!(first["index"], again["index"]);
    // A refusal is the same as well, although the table has changed.
    let refused = bench.command_as(due, "early", action.clone());
    assert_eq!(refused["code"], "STALE");
    let again = bench.command_as(due, "early", action);
    assert_eq!(again["code"], "STALE");
    let other = person(99);
    assert!(bench.table.room().unwrap().seat_of(&other.id).is_none());
}

#[test]
fn nobody_acts_for_another() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let due = bench.due();
    let mut action = bench.an_action(due);
    let other = (due + 1) % 3;
    let refused = bench.command(other, action.clone());
    assert_eq!(refused["code"], "NOT_YOUR_SEAT");
    action["action"]["playerId"] = Value::Null;
    let refused = bench.command(other, action.clone());
    assert_eq!(refused["code"], "NOT_YOUR_TURN", "{refused}");
    assert_eq!(bench.command(due, action)["type"], "accepted");
    let bad = json!({"type": "act", "hand": 1, "entry": 1, "action": {"type": 7}});
    let refused = bench.command(bench.due(), bad);
    assert_eq!(
        (&refused["code"], &refused["field"]),
        (&json!("BAD_ACTION"), &json!("type"))
    );
}

#[test]
fn seats_are_freed_before_play_only() {
    let mut bench = Bench::seated(&doudizhu(), 3);
    assert_eq!(
        bench.command(1, json!({"type": "remove", "seat": 2}))["code"],
        "NOT_HOST"
    );
    assert_eq!(
        bench.command(0, json!({"type": "remove", "seat": 2}))["type"],
        "accepted"
    );
    assert_eq!(bench.scene(2)["you"], Value::Null);
    bench.command(0, json!({"type": "addBot", "seat": 2}));
    bench.command(1, json!({"type": "ready", "ready": true}));
    bench.command(0, json!({"type": "start"}));
    let refused = bench.command(0, json!({"type": "remove", "seat": 1}));
    assert_eq!(refused["code"], "ALREADY_STARTED");
    bench.attach(2, Some(2), None);
    assert_eq!(
        bench.command(2, json!({"type": "sit"}))["code"],
        "ALREADY_STARTED"
    );
}

#[test]
fn time_runs_out_twice_then_a_bot_plays_until_the_person_acts() {
    let mut bench = Bench::playing(&uno(), 3);
    let person = bench.due();
    let seat = u8::try_from(person).unwrap();
    let is_trustee = |bench: &Bench| {
        let hand = bench.table.room().unwrap().playing().unwrap();
        hand.play(seat).trustee
    };
    let mut timeouts = 0;
    while !is_trustee(&bench) {
        let due = bench.due();
        if due != person {
            bench.act(due);
            continue;
        }
        let turn = bench.scene(person)["room"]["turn"].clone();
        let left = turn["deadline"].as_u64().unwrap() - bench.now;
        assert_eq!(left, 20_000, "a turn lasts as long as the room says");
        bench.tick();
        let acted = bench.inbox[&person].last().unwrap()["change"].clone();
        assert_eq!(
            (&acted["type"], &acted["by"]),
            (&json!("acted"), &json!("timeout"))
        );
        timeouts += 1;
    }
    assert_eq!(timeouts, 2);
    let others_act = |bench: &mut Bench| {
        while bench.due() != person {
            let due = bench.due();
            bench.act(due);
        }
    };
    others_act(&mut bench);
    let before = bench.now;
    bench.tick();
    assert_eq!(bench.now - before, 800, "a trustee waits as long as a bot");
    others_act(&mut bench);
    assert_eq!(bench.act(person)["type"], "accepted");
    assert!(!is_trustee(&bench));
}

#[test]
fn a_stock_of_time_shrinks_and_grows() {
    let mut options = doudizhu();
    options.clock = Clock::Fischer {
        seconds: 60,
        increment: 5,
    };
    let mut bench = Bench::playing(&options, 3);
    let due = bench.due();
    let place = usize::try_from(due).unwrap();
    bench.now += 10_000;
    bench.act(due);
    let scene = bench.scene(due);
    assert_eq!(scene["room"]["seats"][place]["stockMs"], 55_000);
    // It is the same after a restart.
    bench.restart();
    bench.attach(due, Some(due), None);
    assert_eq!(bench.scene(due)["room"]["seats"][place]["stockMs"], 55_000);
}

#[test]
fn who_leaves_is_played_for_by_a_bot() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let due = bench.due();
    bench.command(due, json!({"type": "leave"}));
    let scene = bench.scene((due + 1) % 3);
    assert_eq!(
        scene["room"]["seats"][usize::try_from(due).unwrap()]["kind"],
        "bot"
    );
    assert_eq!(bench.scene(due)["you"], Value::Null);
    // What the bot holds is not shown to who left.
    let hand = format!("player:p{}:hand", due + 1);
    assert!(bench.scene(due)["game"]["zones"][hand]["cards"].is_null());
    bench.tick();
    assert_eq!(
        bench.got((due + 1) % 3).last().unwrap()["change"]["by"],
        "bot"
    );
}

#[test]
fn a_parked_room_waits_and_goes_on() {
    let mut options = uno();
    options.when_gone = WhenGone::Park;
    let mut bench = Bench::playing(&options, 1);
    while bench.due() != 0 {
        bench.tick();
    }
    bench.detach(0);
    let (_, index) = bench.timer.unwrap();
    bench.now += 3_600_000;
    let records = bench.records();
    bench.on(Input::Timer { index });
    assert_eq!(bench.records(), records);
    bench.attach(0, Some(0), None);
    let deadline = bench.scene(0)["room"]["turn"]["deadline"].as_u64();
    assert_eq!(
        deadline,
        Some(bench.now + 20_000),
        "the turn has its whole time again"
    );
}

#[test]
fn a_room_with_nobody_is_closed() {
    let mut bench = Bench::seated(&uno(), 1);
    bench.detach(0);
    bench.tick();
    assert!(bench.closed);
    bench.attach(0, Some(0), None);
    assert_eq!(bench.scene(0)["room"]["phase"], "closed");
    assert_eq!(bench.command(0, json!({"type": "leave"}))["code"], "CLOSED");
}

#[test]
fn speech_is_bounded_and_can_be_switched_off() {
    let mut bench = Bench::seated(&uno(), 2);
    let hello = json!({"type": "say", "phrase": "hello"});
    let text = json!({"type": "say", "text": "<b>hi</b>"});
    assert_eq!(
        bench.command_as(0, "say", hello.clone())["type"],
        "accepted"
    );
    bench.command_as(0, "say", hello.clone());
    let heard = bench.got(1);
    let said = heard.iter().filter(|message| message["type"] == "said");
    assert_eq!(said.count(), 1, "a command sent again is not said again");
    assert_eq!(bench.command(0, text.clone())["type"], "accepted");
    assert_eq!(bench.got(1)[0]["what"]["text"], "<b>hi</b>");
    let unknown = json!({"type": "say", "phrase": "anything"});
    assert_eq!(bench.command(0, unknown)["field"], "phrase");
    bench.command(1, json!({"type": "mute", "seat": 0, "on": true}));
    bench.got(1);
    bench.command(0, hello.clone());
    assert!(bench.got(1).is_empty());
    bench.command(0, json!({"type": "setChat", "on": false}));
    assert_eq!(bench.command(0, text)["code"], "CHAT_OFF");
    let mut answers = (0..bounds::TALK).map(|_| bench.command(0, hello.clone()));
    assert!(answers.any(|answer| answer["code"] == "TOO_FAST"));
    bench.now += bounds::TALK_MS * u64::from(bounds::TALK);
    assert_eq!(bench.command(0, hello)["type"], "accepted");
}

#[test]
fn hints_are_given_to_the_seat_alone_and_can_be_refused() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let due = bench.due();
    let hint = bench.command(due, json!({"type": "hint"}));
    let act = json!({
        "type": "act", "hand": hint["hand"], "entry": hint["entry"], "action": hint["action"],
    });
    assert_eq!(bench.command(due, act)["type"], "accepted");
    let mut options = doudizhu();
    options.hints = false;
    let mut bench = Bench::playing(&options, 3);
    assert_eq!(
        bench.command(0, json!({"type": "hint"}))["code"],
        "HINTS_OFF"
    );
}

#[test]
fn spectators_see_the_same_later() {
    let mut options = doudizhu();
    options.spectators = Spectators {
        allowed: true,
        delay_seconds: 30,
    };
    let mut bench = Bench::playing(&options, 3);
    bench.now += 60_000;
    bench.on(Input::Timer {
        index: bench.timer.unwrap().1,
    });
    bench.attach(9, None, None);
    let before = bench.got(9);
    let shown = before.last().unwrap()["index"].as_u64().unwrap();
    let due = bench.due();
    bench.act(due);
    assert!(bench.got(9).is_empty(), "nothing is shown before its time");
    bench.now += 30_000;
    bench.on(Input::Timer {
        index: bench.timer.unwrap().1,
    });
    let got = bench.got(9);
    assert_eq!(got[0]["type"], "update");
    assert_eq!(got[0]["index"].as_u64(), Some(shown + 1));
    let none = |message: &Value| message.to_string().contains("\"cards\":[\"");
    assert!(!got.iter().any(none), "no hand is shown: {got:?}");
}

#[test]
fn without_spectators_others_see_the_room_but_not_the_game() {
    let mut options = doudizhu();
    options.spectators = Spectators {
        allowed: false,
        delay_seconds: 30,
    };
    let mut bench = Bench::playing(&options, 3);
    bench.attach(9, None, None);
    assert_eq!(bench.scene(9)["room"]["phase"], "playing");
    let due = bench.due();
    bench.act(due);
    bench.now += 60_000;
    bench.on(Input::Timer {
        index: bench.timer.unwrap().1,
    });
    let got = bench.got(9);
    assert!(!got.is_empty());
    assert!(got.iter().all(|message| message["scene"]["game"].is_null()));
    let events = |message: &Value| {
        message["events"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
    };
    assert!(!got.iter().any(events));
}

#[test]
fn nobody_is_told_before_it_is_stored() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let due = bench.due();
    let action = bench.an_action(due);
    for conn in 0..3 {
        bench.got(conn);
    }
    bench.hold = true;
    assert_eq!(bench.command_as(due, "a", action), Value::Null);
    // Who comes back in between, waits too.
    bench.attach(7, Some(due), None);
    assert_eq!(
        bench.command_as(due, "b", json!({"type": "legal"})),
        Value::Null
    );
    assert!((0..3).all(|conn| bench.got(conn).is_empty()));
    assert!(kinds(&bench.got(7)).is_empty());
    bench.hold = false;
    bench.release();
    let got = bench.got(due);
    assert_eq!(kinds(&got), ["accepted", "update", "legal"]);
    assert_eq!(kinds(&bench.got(7)), ["view"]);
}

#[test]
fn when_the_log_does_not_answer_the_command_is_looked_up_or_tried_again() {
    for fault in [Fault::Lost, Fault::Unanswered, Fault::Late, Fault::Conflict] {
        let mut bench = Bench::playing(&doudizhu(), 3);
        let due = bench.due();
        let action = bench.an_action(due);
        bench.got((due + 1) % 3);
        let records = bench.records();
        // The third is for the read in between.
        faults(&bench, &[fault, Fault::None]);
        let answer = bench.command(due, action);
        assert_eq!(answer["type"], "accepted", "{fault:?}: {answer}");
        assert_eq!(bench.records(), records + 1, "{fault:?}");
        assert_eq!(kinds(&bench.got((due + 1) % 3)), ["update"], "{fault:?}");
    }
}

#[test]
fn what_cannot_be_stored_is_taken_back() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let due = bench.due();
    let action = bench.an_action(due);
    let before = bench.scene(due)["game"].clone();
    let records = bench.records();
    faults(&bench, &[Fault::Unavailable, Fault::Unavailable]);
    let answer = bench.command_as(due, "a", action.clone());
    assert_eq!(answer["code"], "UNAVAILABLE");
    assert_eq!(bench.records(), records);
    // The log cannot even be read: everything waits until it can.
    assert_eq!(
        bench.command_as(due, "b", json!({"type": "legal"})),
        Value::Null
    );
    bench.tick();
    bench.attach(8, Some(due), None);
    assert_eq!(bench.scene(8)["game"], before);
    let again = bench.command_as(due, "a", action);
    assert_eq!(again["type"], "accepted", "{again}");
}

#[test]
fn a_command_is_not_tried_for_ever() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let due = bench.due();
    let action = bench.an_action(due);
    let tries = [Fault::Conflict, Fault::None].repeat(usize::try_from(bounds::ATTEMPTS).unwrap());
    faults(&bench, &tries);
    assert_eq!(bench.command(due, action)["code"], "UNAVAILABLE");
}

#[test]
fn a_full_queue_refuses_and_tells() {
    let mut bench = Bench::seated(&uno(), 2);
    bench.hold = true;
    bench.command(0, json!({"type": "ready", "ready": true}));
    let queue = (0..bounds::QUEUE).map(|_| bench.command(1, json!({"type": "legal"})));
    assert!(queue.into_iter().all(|answer| answer.is_null()));
    let answer = bench.command(1, json!({"type": "legal"}));
    assert_eq!(answer["code"], "BUSY");
    bench.hold = false;
    bench.release();
    let refused = bench
        .got(1)
        .into_iter()
        .filter(|message| message["code"] == "NOT_PLAYING");
    assert_eq!(refused.count(), bounds::QUEUE);
}

#[test]
fn events_are_told_after_any_number_of_other_changes() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    for time in 0..=bounds::HISTORY {
        bench.command(0, json!({"type": "setChat", "on": time % 2 == 0}));
    }
    let due = bench.due();
    bench.act(due);
    let update = bench.got(1).pop().unwrap();
    assert!(!update["events"].as_array().unwrap().is_empty(), "{update}");
    // Who has missed more than is kept gets a view.
    bench.attach(9, Some(1), Some(1));
    assert_eq!(kinds(&bench.got(9)), ["view"]);
}

#[test]
fn too_many_viewers_are_refused() {
    let mut bench = Bench::new(&uno());
    for conn in 0..=bounds::VIEWERS as u64 {
        bench.attach(conn, None, None);
    }
    let last = bench.got(bounds::VIEWERS as u64);
    assert_eq!(last[0]["code"], "CROWDED");
    assert_eq!(bench.got(0)[0]["type"], "view");
}

#[test]
fn a_damaged_room_says_so_and_goes_no_further() {
    let bench = Bench::playing(&doudizhu(), 3);
    let stored = contract::read(&*bench.stored, bench.code).unwrap();
    let games = Arc::new(Games::standard());
    for (place, what) in [
        (2, "record 2: the chain is broken"),
        (stored.len() - 1, "the chain is broken"),
    ] {
        let mut changed = stored.clone();
        let mut bytes = changed[place].record.to_vec();
        bytes[20] ^= 1;
        changed[place].record = bytes.into();
        let (mut table, out) = Table::load(bench.code, games.clone(), 0);
        assert_eq!(out.len(), 1);
        let loaded = Input::Loaded {
            ticket: 1,
            outcome: Ok(changed),
        };
        let out = table.on(0, loaded);
        let damage = out.iter().find_map(|output| match output {
            Output::Damaged(damage) => Some(damage.to_string()),
            _ => None,
        });
        assert!(damage.unwrap().contains(what));
        let conn = ConnId(1);
        let out = table.on(
            0,
            Input::Attach {
                conn,
                person: None,
                last: None,
            },
        );
        assert!(matches!(&out[..], [Output::Send { message, .. }]
            if serde_json::to_value(message).unwrap()["code"] == "DAMAGED"));
    }
}

#[test]
fn records_that_were_acknowledged_and_are_gone_are_noticed() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let stored = contract::read(&*bench.stored, bench.code).unwrap();
    bench.hold = true;
    let due = bench.due();
    let action = bench.an_action(due);
    bench.command(due, action);
    let ticket = 1 + stored.len() as u64;
    let out = bench.table.on(
        bench.now,
        Input::Appended {
            ticket: ticket - 1 + 1,
            outcome: Err(AppendError::Indeterminate),
        },
    );
    let read = out.iter().find_map(|output| match output {
        Output::Read { ticket } => Some(*ticket),
        _ => None,
    });
    let mut short = stored;
    short.pop();
    bench.on(Input::Loaded {
        ticket: read.expect("the log is read again"),
        outcome: Ok(short),
    });
    assert!(
        bench.damage.as_ref().unwrap().contains("is gone"),
        "{:?}",
        bench.damage
    );
}

/// A game whose only action fails, quoting a card that nobody may see.
struct Broken;

impl Plugin for Broken {
    fn name(&self) -> &'static str {
        "broken"
    }

    fn build(&self, game: &mut GameBuilder) {
        game.game("broken", Payload::Null).players(1..=3);
        game.action_named("BREAK", Origin::Player, |_, _| {
            panic!("the next card is joker-big");
        });
    }
}

#[test]
fn what_went_wrong_inside_is_not_told() {
    let rules = |_: &Payload| {
        let mut game = GameBuilder::new();
        game.plugin(&TurnPlugin).plugin(&Broken);
        game.freeze().map_err(|errors| errors.to_string())
    };
    let games = Games::new(Registry::new().with("broken", rules));
    let mut bench = Bench::with(&RoomOptions::new("broken", Payload::Null, 1), games);
    bench.attach(0, Some(0), None);
    bench.command(0, json!({"type": "sit"}));
    bench.command(0, json!({"type": "start"}));
    let records = bench.records();
    let break_it = json!({"type": "act", "hand": 1, "entry": 0, "action": {"type": "BREAK"}});
    let refused = bench.command(0, break_it);
    assert_eq!(refused["code"], "PLUGIN_FAULT");
    assert!(!refused.to_string().contains("joker"), "{refused}");
    assert_eq!(bench.records(), records);
}

#[test]
fn a_finished_hand_can_be_downloaded_and_its_deal_checked() {
    let mut bench = Bench::seated(&uno(), 1);
    let shown = bench.scene(0)["room"]["deal"]["commitment"].clone();
    bench.command(0, json!({"type": "mix", "text": "my-dice"}));
    assert!(!Value::from(bench.got(0)).to_string().contains("my-dice"));
    for _ in 0..2 {
        bench.command(0, json!({"type": "start"}));
        let room = bench.scene(0)["room"].clone();
        assert!(
            room["proof"].is_null(),
            "the secret is not told while it is one"
        );
        bench.command(0, json!({"type": "trustee", "on": true}));
        while bench.table.room().unwrap().playing().is_some() {
            bench.tick();
        }
    }
    let games = Games::standard();
    let stored = contract::read(&*bench.stored, bench.code).unwrap();
    let find = |hand| FinishedHand::find(bench.code, &stored, hand, &games).unwrap();
    let (first, second) = (find(1).unwrap(), find(2).unwrap());
    assert!(find(0).is_none() && find(3).is_none());
    assert_eq!(shown, first.proof.commitment);
    assert_eq!(first.proof.mixes[0].as_ref().unwrap().as_str(), "my-dice");
    let told = bench.scene(0)["room"]["proof"].clone();
    assert_eq!(told, serde_json::to_value(&second.proof).unwrap());
    for hand in [&first, &second] {
        let log = LogFile::read(hand.log().as_bytes()).unwrap();
        let rules = games.rules("uno", &log.header.options).unwrap();
        let game = hand.proof.verify_log(&log, &rules).unwrap();
        assert_eq!(game.state().hash(), hand.engine.state().hash());
    }
    let log = LogFile::read(first.log().as_bytes()).unwrap();
    let rules = games.rules("uno", &log.header.options).unwrap();
    let wrong = second.proof.verify_log(&log, &rules).err().unwrap();
    assert_eq!(wrong, ProofError::Seed);
    let dealer = second.engine.rules().options().get("dealer").cloned();
    assert_eq!(dealer, Some(Payload::from(0u32)), "the deal goes round");
}

#[test]
fn bots_act_out_of_turn() {
    let mut options = options("uno", "uno-engine", 2);
    options.bot_delay_ms = 1000;
    for secret in 0..50 {
        let mut bench = Bench::with_secret(&options, Games::standard(), secret);
        bench.attach(0, Some(0), None);
        bench.command(0, json!({"type": "sit"}));
        bench.command(0, json!({"type": "start"}));
        while bench.table.room().unwrap().playing().is_some() {
            let due = bench.due();
            bench.tick();
            let last = bench.inbox[&0].last().unwrap()["change"].clone();
            if last["by"] == "bot" && last["seat"] != due {
                return;
            }
        }
    }
    panic!("no bot ever caught anybody");
}

#[test]
fn a_room_code_is_given_once() {
    let bench = Bench::seated(&uno(), 1);
    let games = Arc::new(Games::standard());
    let secret = Secret::from_bytes([8; 32]);
    let (mut table, out) = Table::create(bench.code, &uno(), secret, games, 0).unwrap();
    let [Output::Append { ticket, .. }, ..] = out[..] else {
        panic!("a new room begins with a record");
    };
    let outcome = Err(AppendError::Conflict);
    let out = table.on(0, Input::Appended { ticket, outcome });
    let [Output::Read { ticket }, ..] = out[..] else {
        panic!("what is there is read");
    };
    let outcome = contract::read(&*bench.stored, bench.code);
    let out = table.on(0, Input::Loaded { ticket, outcome });
    assert!(matches!(out[..], [Output::NotOpened(NotOpened::Taken)]));
    assert!(table.is_dead());
}

#[test]
fn a_new_room_takes_no_code_whose_place_in_the_log_is_damaged() {
    let games = Arc::new(Games::standard());
    let secret = Secret::from_bytes([8; 32]);
    let code = RoomCode::from_number(7);
    let (mut table, out) = Table::create(code, &uno(), secret, games, 0).unwrap();
    let [Output::Append { ticket, .. }, ..] = out[..] else {
        panic!("a new room begins with a record");
    };
    let outcome = Err(AppendError::Unavailable);
    let out = table.on(0, Input::Appended { ticket, outcome });
    let [Output::Read { ticket }, ..] = out[..] else {
        panic!("what is there is read");
    };
    let outcome = Err(ReadError::Damaged);
    let out = table.on(0, Input::Loaded { ticket, outcome });
    assert!(matches!(out[..], [Output::NotOpened(NotOpened::Taken)]));
    assert!(table.is_dead());
}

#[test]
fn a_game_of_rounds_ends_at_its_target_and_begins_anew() {
    let mut bench = Bench::seated(&uno(), 1);
    let mut over = false;
    for _ in 0..200 {
        bench.command(0, json!({"type": "start"}));
        bench.command(0, json!({"type": "trustee", "on": true}));
        while bench.table.room().unwrap().playing().is_some() {
            bench.tick();
        }
        let room = bench.table.room().unwrap();
        let result = room.hand().unwrap().result().unwrap();
        let most = *room.totals().iter().max().unwrap();
        if over {
            assert_eq!(result.totals, result.points, "the score begins at nothing");
            return;
        }
        assert_eq!(result.game_over.is_some(), most >= 500);
        over = result.game_over.is_some();
    }
    panic!("nobody reached the target");
}

#[test]
fn options_that_do_not_fit_are_refused_with_their_field() {
    let games = Arc::new(Games::standard());
    let refused = |change: fn(&mut RoomOptions)| {
        let mut options = doudizhu();
        change(&mut options);
        let secret = Secret::from_bytes([1; 32]);
        let created = Table::create(RoomCode::from_number(1), &options, secret, games.clone(), 0);
        created.err().and_then(|refusal| refusal.field)
    };
    let field = |name: &str| Some(name.to_owned());
    assert_eq!(refused(|_| ()), None);
    assert_eq!(refused(|it| it.game = "whist".to_owned()), field("game"));
    let unknown = |it: &mut RoomOptions| {
        it.options = serde_json::from_str(r#"{"profile":"no"}"#).unwrap();
    };
    assert_eq!(refused(unknown), field("options"));
    assert_eq!(refused(|it| it.seats = 4), field("seats"));
    assert_eq!(refused(|it| it.bot_delay_ms = 10_001), field("botDelayMs"));
    assert_eq!(
        refused(|it| it.clock = Clock::PerTurn { seconds: 4 }),
        field("clock.seconds")
    );
    let fischer = |it: &mut RoomOptions| {
        it.clock = Clock::Fischer {
            seconds: 60,
            increment: 0,
        };
    };
    assert_eq!(refused(fischer), field("clock.increment"));
}

#[test]
fn every_code_is_explained_once() {
    let mut codes: Vec<_> = CODES.iter().map(|(code, _)| *code).collect();
    let count = codes.len();
    codes.dedup();
    assert_eq!(codes.len(), count);
    assert!(codes.is_sorted());
}

#[test]
fn a_command_with_a_field_too_many_is_no_command() {
    let bad = json!({"type": "sit", "seat": 1, "cheat": true});
    assert!(serde_json::from_value::<Command>(bad).is_err());
    let bad = json!({"type": "sit", "seat": 300});
    assert!(serde_json::from_value::<Command>(bad).is_err());
    assert!(serde_json::from_value::<Command>(json!({"type": "leave", "x": 1})).is_err());
}

#[test]
fn nobody_fills_the_log_with_changes() {
    let mut bench = Bench::seated(&uno(), 2);
    let ready = |ready: bool| json!({"type": "ready", "ready": ready});
    let mut refused = Value::Null;
    for number in 0..=bounds::CHANGES {
        refused = bench.command(1, ready(number % 2 == 0));
    }
    assert_eq!(refused["code"], "TOO_FAST");
    let records = bench.records();
    // Another connection of the same person brings nothing; other people are not held back.
    bench.attach(7, Some(1), None);
    assert_eq!(bench.command(7, ready(true))["code"], "TOO_FAST");
    assert_eq!(bench.records(), records);
    let mix = json!({"type": "mix", "text": "dice"});
    assert_eq!(bench.command(0, mix.clone())["type"], "accepted");
    bench.now += bounds::CHANGE_MS;
    assert_eq!(bench.command(1, mix.clone())["type"], "accepted");
    assert_eq!(bench.command(1, mix.clone())["code"], "TOO_FAST");
    // What was refused is not remembered as the answer.
    bench.command_as(1, "later", mix.clone());
    bench.now += bounds::CHANGE_MS;
    assert_eq!(bench.command_as(1, "later", mix)["type"], "accepted");
}
