//! Whatever a stranger sends and whatever a file holds: nothing panics, and a refusal changes
//! nothing.

mod common;

use common::{play_nth, toss, toss_with, trace};
use decklet_engine::{
    GameEngine, NamedAction, Status, Value,
    log::{LogFile, to_jsonl},
    wire::{self, read_action},
};
use proptest::{collection::vec, prelude::*, sample::select};
use std::sync::LazyLock;

fn text(texts: &[&'static str]) -> impl Strategy<Value = Value> + use<> {
    select(texts.to_vec()).prop_map(Value::from)
}

/// Values of all shapes, some of them names that the game knows.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        text(&["c1", "c15", "p1", "PEEK", "", "${playerId}", "toss-draw"]),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let known = select(vec!["cardIds", "count", "type"]).prop_map(str::to_owned);
        let name = prop_oneof![known, any::<String>()];
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::List),
            vec((name, inner), 0..4).prop_map(|map| Value::Map(map.into_iter().collect())),
        ]
    })
}

/// A message that is right in most places and anything in the others.
fn message() -> impl Strategy<Value = String> {
    let kinds = [
        "PEEK",
        "PLAY_CARD",
        "PLAY_CARD",
        "DRAW_CARD",
        "END_TURN",
        "SET_DIRECTION",
    ];
    let card = (1..=26).prop_map(|n| Value::from(format!("c{n}")));
    let cards = vec(card, 0..3)
        .prop_map(|cards| Value::Map([("cardIds".to_owned(), Value::List(cards))].into()));
    let field = |right: BoxedStrategy<Value>| prop_oneof![8 => right.prop_map(Some), 1 => value().prop_map(Some), 1 => Just(None)];
    let fields = (
        field(text(&kinds).boxed()),
        field(text(&["p1", "p2", "p3"]).boxed()),
        field(cards.boxed()),
    );
    fields.prop_map(|(kind, player, payload)| {
        let fields = [("type", kind), ("playerId", player), ("payload", payload)];
        let fields = fields
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)));
        common::to_json(&Value::Map(fields.collect()))
    })
}

/// Sends one message, checks what must hold, and says whether it was accepted.
fn send(game: &mut GameEngine, json: &str) -> bool {
    let before = trace(game);
    let result = read_action(json).and_then(|action| game.dispatch(action));
    let answer: serde_json::Value =
        serde_json::from_str(&wire::answer(game, &result, decklet_engine::Seat(0))).unwrap();
    assert_eq!(answer["ok"], result.is_ok());
    match &result {
        Ok(commit) => {
            assert_eq!(commit.index() + 1, game.log().len() as u64);
            assert_eq!(game.state().hash(), game.state().hash_from_scratch());
        }
        Err(denied) => {
            assert_eq!(trace(game), before, "{json}");
            assert_ne!(denied.rule(), Some("engine-fault"), "{json}: {denied}");
            assert_eq!(answer["code"], denied.code());
        }
    }
    result.is_ok()
}

static RULES: LazyLock<std::sync::Arc<decklet_engine::Ruleset>> = LazyLock::new(|| toss_with(&[]));

/// The lines of a finished game's log.
static LOG: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut game = toss(2);
    while game.state().status() == Status::Playing {
        play_nth(&mut game, 2);
    }
    to_jsonl(&game).lines().map(str::to_owned).collect()
});

fn whole() -> String {
    LOG.iter().map(|line| format!("{line}\n")).collect()
}

/// Reads, replays and verifies; whether all went well.
fn open(bytes: &[u8]) -> bool {
    let Ok(log) = LogFile::read(bytes) else {
        return false;
    };
    let replayed = log.replay(&RULES, None).is_ok();
    let verified = log.verify(&RULES).is_ok();
    assert!(replayed || !verified);
    verified
}

/// The lines with a chain that is right, whatever is in them.
fn chained(lines: &[String]) -> String {
    let mut chain = [0; 32];
    let mut out = String::new();
    for line in lines {
        let body = line
            .rsplit_once(",\"chain\":")
            .map_or(line.as_str(), |(body, _)| body);
        let mut hasher = blake3::Hasher::new_derive_key("decklet log v1");
        chain = *hasher
            .update(&chain)
            .update(body.as_bytes())
            .finalize()
            .as_bytes();
        out += &format!("{body},\"chain\":\"{}\"}}\n", blake3::Hash::from(chain));
    }
    out
}

#[test]
fn the_log_that_is_mutated_here_is_a_good_one() {
    assert!(open(whole().as_bytes()));
    assert_eq!(chained(&LOG), whole());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn any_text_is_an_action_or_refused(text in any::<String>()) {
        send(&mut toss(2), &text);
    }

    #[test]
    fn any_value_is_an_action_or_refused(value in value()) {
        send(&mut toss(2), &common::to_json(&value));
    }

    #[test]
    fn a_game_survives_any_messages(messages in vec(message(), 1..60)) {
        let mut game = toss(2);
        let accepted = messages.iter().filter(|json| send(&mut game, json)).count();
        prop_assert_eq!(game.log().len(), 1 + accepted);
        let log = LogFile::read(to_jsonl(&game).as_bytes()).unwrap();
        prop_assert_eq!(log.verify(&RULES).unwrap().state().hash(), game.state().hash());
    }

    #[test]
    fn any_named_action_is_checked_and_rehearsed_as_it_is_dispatched(kind in "[A-Z_]{0,8}|PEEK|PLAY_CARD", payload in value(), player in any::<Option<String>>()) {
        let mut game = toss(2);
        let action = NamedAction { kind, player_id: player, payload };
        let checked = game.check(&action).is_ok();
        let rehearsed = game.rehearse(&action);
        prop_assert_eq!(checked, rehearsed.is_ok());
        prop_assert_eq!(rehearsed.err(), game.dispatch(&action).err());
    }

    #[test]
    fn any_bytes_are_no_log(bytes in vec(any::<u8>(), 0..400)) {
        prop_assert!(!open(&bytes));
    }

    #[test]
    fn a_log_with_changed_bytes_is_refused(changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let whole = whole();
        let mut bytes = whole.clone().into_bytes();
        for (place, byte) in changes {
            // Without its end the last line counts as cut off, and is left out.
            let place = place.index(bytes.len() - 1);
            bytes[place] = byte;
        }
        prop_assert_eq!(open(&bytes), bytes == whole.as_bytes());
    }

    #[test]
    fn a_log_that_is_cut_anywhere_is_a_shorter_one(place in any::<prop::sample::Index>()) {
        let whole = whole();
        let bytes = &whole.as_bytes()[..place.index(whole.len())];
        prop_assert_eq!(open(bytes), bytes.len() >= LOG[0].len());
    }

    #[test]
    fn lines_in_another_order_are_refused(lines in vec(0..LOG.len(), 0..6)) {
        let chosen: String = lines.iter().map(|&line| format!("{}\n", LOG[line])).collect();
        let prefix = !lines.is_empty() && lines.iter().enumerate().all(|(place, line)| place == *line);
        prop_assert_eq!(open(chosen.as_bytes()), prefix);
    }

    /// A forger who makes the chain right again: found by replaying, or harmless, never a panic.
    #[test]
    fn any_values_under_a_right_chain(line in 0..LOG.len(), name in select(vec!["index", "action", "events", "state", "version", "engine", "game", "options", "rules", "players", "seed", "deal"]), value in value()) {
        let mut lines = LOG.clone();
        let mut fields: serde_json::Map<_, _> = serde_json::from_str(&lines[line]).unwrap();
        let known = fields.insert(name.to_owned(), serde_json::to_value(&value).unwrap());
        fields.remove("chain");
        let old = known.is_some_and(|old| old == fields[name]);
        lines[line] = serde_json::to_string(&fields).unwrap();
        lines[line].pop();
        let good = open(chained(&lines).as_bytes());
        // The release that wrote the log may be any; the header's fields may be in any order.
        let unread = !LOG[0].contains(&["\"", name, "\""].concat());
        prop_assert!(!good || line == 0 && (old || name == "engine" || unread));
    }
}
