//! What broke for users of other programs, each named by the case it is reported in.

mod bench;

use bench::{Bench, options};
use decklet_engine::{Seat, Viewer};
use decklet_match::{RoomOptions, table::Input};
use serde_json::{Value, json};

fn doudizhu() -> RoomOptions {
    options("doudizhu", "pagat", 3)
}

fn uno() -> RoomOptions {
    options("uno", "official", 3)
}

/// Everybody acts, or the timer does, until the hand is over.
fn play_out(bench: &mut Bench) {
    while let Some(hand) = bench.table.room().and_then(|room| room.playing()) {
        let due = hand.due().expect("somebody is on turn");
        let is_person = bench.table.room().unwrap().seats()[usize::from(due)]
            .person()
            .is_some();
        let hint = match is_person {
            true => bench.command(due.into(), json!({"type": "hint"})),
            false => Value::Null,
        };
        if hint.is_null() {
            bench.tick();
        } else {
            let act = json!({
                "type": "act", "hand": hint["hand"], "entry": hint["entry"],
                "action": hint["action"],
            });
            bench.command(due.into(), act);
        }
    }
}

/// The cards of the other seats and of the bottom, by name.
fn hidden_cards(bench: &Bench, seat: u8) -> Vec<String> {
    let hand = bench.table.room().unwrap().hand().unwrap();
    let all = serde_json::to_value(hand.engine().view(Viewer::Referee)).unwrap();
    let zones = all["zones"].as_object().unwrap();
    let own = format!("player:p{}:hand", seat + 1);
    let hidden = zones.iter().filter(|(name, _)| {
        **name != own
            && (name.ends_with(":hand") || name.contains("deck") || name.contains("bottom"))
    });
    let cards = hidden.flat_map(|(_, zone)| zone["cards"].as_array().unwrap().clone());
    cards
        .map(|card| format!("\"{}\"", card.as_str().unwrap()))
        .collect()
}

#[test]
fn ddz_047_nothing_counts_the_bottom_cards_out() {
    let bench = Bench::playing(&doudizhu(), 3);
    let game = bench.scene(0)["game"].clone();
    let zones = game["zones"].as_object().unwrap();
    let counted: u64 = zones
        .values()
        .filter_map(|zone| zone["count"].as_u64())
        .sum();
    assert_eq!(counted, 54);
    let own = zones["player:p1:hand"]["cards"].as_array().unwrap();
    let shown = zones.values().filter_map(|zone| zone["cards"].as_array());
    assert_eq!(
        shown.flatten().count(),
        own.len(),
        "only the own cards are named"
    );
}

#[test]
fn ddz_063_an_old_timer_does_nothing() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let (at, index) = bench.timer.unwrap();
    let due = bench.due();
    bench.now = at - 1;
    bench.act(due);
    let records = bench.records();
    bench.now = at + 5;
    bench.on(Input::Timer { index });
    assert_eq!(bench.records(), records);
    assert_eq!(bench.due(), (due + 1) % 3);
}

#[test]
fn net_002_the_first_frame_holds_no_deck() {
    for options in [doudizhu(), uno()] {
        let mut bench = Bench::playing(&options, 3);
        for seat in 0..3 {
            let hidden = hidden_cards(&bench, seat);
            bench.attach(10 + u64::from(seat), Some(seat.into()), None);
            let text = Value::from(bench.got(10 + u64::from(seat))).to_string();
            let named = hidden.iter().find(|card| text.contains(*card));
            assert_eq!(named, None);
        }
    }
}

#[test]
fn net_003_what_was_missed_is_filtered_like_the_rest() {
    let mut bench = Bench::playing(&uno(), 3);
    let last = bench.table.index();
    for _ in 0..6 {
        let due = bench.due();
        bench.act(due);
    }
    for (conn, seat) in [(10, Some(1)), (11, None)] {
        bench.attach(conn, seat, last);
        let got = bench.got(conn);
        assert!(got.len() >= 6);
        let drawn: Vec<_> = got
            .iter()
            .flat_map(|message| message["events"].as_array().cloned().unwrap_or_default())
            .filter(|event| event["type"].as_str().unwrap().contains("DREW"))
            .filter(|event| event["playerId"] != "p2" || seat.is_none())
            .collect();
        assert!(
            drawn
                .iter()
                .all(|event| event["payload"]["cardIds"].is_null()),
            "{drawn:?}"
        );
    }
}

#[test]
fn net_005_and_006_who_was_away_gets_what_was_missed() {
    let mut bench = Bench::playing(&uno(), 3);
    let last = bench.table.index().unwrap();
    let due = bench.due();
    let away = (due + 1) % 3;
    bench.detach(away);
    bench.got(away);
    bench.now += 2000;
    bench.act(due);
    assert!(bench.got(away).is_empty());
    bench.attach(away, Some(away), Some(last));
    let got = bench.got(away);
    let indices: Vec<_> = got
        .iter()
        .filter_map(|message| message["index"].as_u64())
        .collect();
    let all: Vec<_> = (last + 1..=bench.table.index().unwrap()).collect();
    assert_eq!(indices, all);
    assert!(
        !got.last().unwrap()["scene"].is_null(),
        "with the view after it"
    );
    // With nothing missed there is nothing to send, and without a last index everything.
    bench.attach(away, Some(away), bench.table.index());
    assert_eq!(bench.got(away)[0]["type"], "current");
    bench.attach(away, Some(away), None);
    assert_eq!(bench.got(away)[0]["type"], "view");
}

#[test]
fn net_008_of_two_at_once_the_second_is_told() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let due = bench.due();
    let action = bench.an_action(due);
    bench.hold = true;
    bench.command_as(due, "first", action.clone());
    bench.command_as(due, "second", action);
    bench.hold = false;
    bench.release();
    let got = bench.got(due);
    let answer = |id: &str| got.iter().find(|message| message["id"] == id).unwrap();
    assert_eq!(answer("first")["type"], "accepted");
    assert_eq!(answer("second")["code"], "STALE");
}

#[test]
fn net_009_a_hundred_join_at_once() {
    let mut bench = Bench::new(&uno());
    bench.hold = true;
    for number in 0..100 {
        bench.attach(number, Some(number), None);
        bench.command_as(number, "sit", json!({"type": "sit"}));
    }
    bench.hold = false;
    bench.release();
    let answers: Vec<_> = (0..100)
        .map(|conn| {
            let got = bench.got(conn);
            got.into_iter()
                .find(|message| message["id"] == "sit")
                .expect("an answer")
        })
        .collect();
    let seated = answers
        .iter()
        .filter(|answer| answer["type"] == "accepted")
        .count();
    assert_eq!(seated, 3);
    assert!(
        answers
            .iter()
            .all(|answer| answer["type"] == "accepted" || answer["code"] == "SEAT_TAKEN")
    );
    let seats = bench.table.room().unwrap().seats();
    assert!(seats.iter().all(|seat| seat.person().is_some()));
}

#[test]
fn net_011_every_step_looks_as_it_did() {
    let mut bench = Bench::playing(&uno(), 3);
    play_out(&mut bench);
    let got = bench.got(1);
    let hand = bench.table.room().unwrap().hand().unwrap();
    let mut steps = 0;
    for message in got {
        let game = &message["scene"]["game"];
        let Some(entry) = game["index"].as_u64() else {
            continue;
        };
        let then = hand.engine().at(entry).view(Seat(1));
        assert_eq!(*game, serde_json::to_value(then).unwrap(), "entry {entry}");
        steps += 1;
    }
    assert!(steps > 10);
}

#[test]
fn net_014_an_action_for_an_older_table_is_refused() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    let due = bench.due();
    let old = bench.an_action(due);
    bench.command(due, old.clone());
    assert_eq!(bench.command(due, old.clone())["code"], "STALE");
    let mut other_hand = old;
    other_hand["hand"] = json!(2);
    assert_eq!(bench.command(due, other_hand)["code"], "STALE");
}

#[test]
fn net_015_a_drawn_card_is_not_seen_before_it_is_stored() {
    let mut bench = Bench::playing(&uno(), 3);
    let due = bench.due();
    let legal = bench.command(due, json!({"type": "legal"}));
    let draw = legal["actions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["type"] == "DRAW_CARD");
    let act = json!({
        "type": "act", "hand": legal["hand"], "entry": legal["entry"],
        "action": draw.expect("one may always draw"),
    });
    bench.got(due);
    bench.hold = true;
    bench.command_as(due, "draw", act);
    bench.detach(due);
    bench.attach(due, Some(due), None);
    assert_eq!(bench.got(due), [] as [Value; 0]);
}

#[test]
fn net_017_start_twice_starts_once() {
    let mut bench = Bench::seated(&uno(), 1);
    bench.hold = true;
    bench.command_as(0, "a", json!({"type": "start"}));
    bench.command_as(0, "b", json!({"type": "start"}));
    bench.hold = false;
    bench.release();
    assert_eq!(bench.table.room().unwrap().hands(), 1);
    let got = bench.got(0);
    let second = got.iter().find(|message| message["id"] == "b").unwrap();
    assert_eq!(second["code"], "ALREADY_STARTED");
}

#[test]
fn net_018_everybody_gone_for_36_seconds_loses_nothing() {
    let mut bench = Bench::seated(&uno(), 3);
    (0..3).for_each(|conn| bench.detach(conn));
    bench.now += 36_000;
    let index = bench.timer.unwrap().1;
    bench.on(Input::Timer { index });
    for conn in 0..3 {
        bench.attach(conn, Some(conn), None);
        assert_eq!(bench.scene(conn)["you"], conn);
    }
    assert!(!bench.closed);
}

#[test]
fn net_021_every_way_to_win_ends_the_hand() {
    for people in [0, 1, 3] {
        let mut bench = Bench::playing(&doudizhu(), people.max(1));
        if people == 0 {
            bench.command(0, json!({"type": "leave"}));
        }
        play_out(&mut bench);
        let end = bench.inbox[&0]
            .iter()
            .rev()
            .find(|message| !message["change"]["result"].is_null());
        assert!(end.is_some());
        assert_eq!(bench.scene(0)["room"]["phase"], "lobby");
        // Somebody can sit down and go on.
        bench.attach(9, Some(9), None);
        let seated = bench.command(9, json!({"type": "sit"}));
        assert_eq!(seated["type"] == "accepted", people < 3, "{seated}");
    }
}

#[test]
fn net_024_a_spectator_comes_and_goes() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    bench.attach(9, None, None);
    let records = bench.records();
    bench.got(0);
    bench.detach(9);
    assert_eq!(bench.records(), records);
    assert!(bench.got(0).is_empty());
}

#[test]
fn net_026_the_host_vanishes() {
    let mut bench = Bench::seated(&uno(), 3);
    bench.command(0, json!({"type": "leave"}));
    assert_eq!(bench.scene(1)["room"]["host"], 1);
    assert_eq!(
        bench.command(1, json!({"type": "remove", "seat": 2}))["type"],
        "accepted"
    );
    assert_eq!(
        bench.command(1, json!({"type": "start"}))["type"],
        "accepted"
    );
    bench.command(1, json!({"type": "leave"}));
    play_out(&mut bench);
    assert!(
        bench
            .table
            .room()
            .unwrap()
            .hand()
            .unwrap()
            .result()
            .is_some()
    );
}

#[test]
fn net_027_three_hands_in_one_room_with_the_score_kept() {
    for options in [doudizhu(), uno()] {
        let mut bench = Bench::playing(&options, 3);
        let mut sum = vec![0; 3];
        for hand in 1..=3 {
            play_out(&mut bench);
            let room = bench.table.room().unwrap();
            assert_eq!(room.hands(), hand);
            let result = room.hand().unwrap().result().unwrap().clone();
            for (sum, points) in sum.iter_mut().zip(&result.points) {
                *sum += points;
            }
            assert_eq!(room.totals(), sum);
            if options.game == "doudizhu" {
                assert_eq!(result.points.iter().sum::<i64>(), 0);
            }
            for conn in 0..3 {
                bench.command(conn, json!({"type": "ready", "ready": true}));
            }
        }
        // Other people are another game.
        play_out(&mut bench);
        bench.command(2, json!({"type": "leave"}));
        assert_eq!(bench.table.room().unwrap().totals(), [0, 0, 0]);
    }
}

#[test]
fn net_029_every_message_tells_the_servers_time() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    bench.command(0, json!({"type": "say", "phrase": "hello"}));
    bench.command(0, json!({"type": "start"}));
    bench.command(0, json!({"type": "leave"}));
    bench.attach(0, Some(0), bench.table.index());
    for message in bench.got(0) {
        assert_eq!(message["now"], 1_000_000, "{message}");
    }
}

#[test]
fn net_030_a_bad_action_is_an_answer() {
    let mut bench = Bench::playing(&uno(), 3);
    let due = bench.due();
    let hand = bench.table.room().unwrap().hand().unwrap();
    let (entry, state) = (hand.entry(), hand.engine().state().hash());
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let bad = [
        json!(null),
        json!(7),
        json!([]),
        json!({}),
        json!({"type": "PLAY_CARD", "payload": 3}),
        json!({"type": "PLAY_CARD", "payload": {"cardIds": [7]}}),
        json!({"type": "PLAY_CARD", "payload": {"cardIds": deep}}),
        json!({"type": "NO_SUCH_THING", "payload": {}}),
        json!({"type": "START_GAME", "playerId": {"a": 1}}),
    ];
    for action in bad {
        let act = json!({"type": "act", "hand": 1, "entry": entry, "action": action});
        let answer = bench.command(due, act);
        assert_eq!(answer["type"], "refused", "{action}");
        assert!(answer["code"].is_string() && answer["reason"].is_string());
    }
    let hand = bench.table.room().unwrap().hand().unwrap();
    assert_eq!(hand.engine().state().hash(), state);
}

#[test]
fn net_012_who_leads_follows_from_the_phase_that_begins() {
    let mut bench = Bench::playing(&doudizhu(), 3);
    // The second of three bids all there is, and the auction is over: with the old order the third
    // would be next.
    let mut landlord = 0;
    for (turn, bid) in [1, 3].into_iter().enumerate() {
        let due = bench.due();
        if turn == 1 {
            landlord = due;
        }
        let hand = bench.scene(due)["room"]["turn"].clone();
        let act = json!({
            "type": "act", "hand": hand["hand"], "entry": hand["entry"],
            "action": {"type": "BID", "payload": {"bid": bid}},
        });
        assert_eq!(bench.command(due, act)["type"], "accepted");
    }
    for conn in 0..3 {
        let scene = bench.scene(conn);
        assert_eq!(scene["game"]["variables"]["ddz.phase"], "PLAYING");
        assert_eq!(scene["room"]["turn"]["seat"], landlord);
        let name = format!("p{}", landlord + 1);
        assert_eq!(scene["game"]["currentPlayerId"], name);
        assert_eq!(scene["game"]["variables"]["ddz.landlordId"], name);
    }
}
