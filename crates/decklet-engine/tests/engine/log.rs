//! The log: what is written is read again, and every change to it is found and named.

use super::common::{created, play_nth, started, toss, toss_with};
use decklet_engine::{
    CardId, DeckOrder, GameEngine, Seat, Status, Viewer,
    log::{Header, LogError, LogFile, LogWriter, is_finished, to_jsonl},
};

/// A finished game of two, and its log's lines.
fn finished() -> (GameEngine, Vec<String>) {
    let mut game = toss(2);
    for n in [2, 0, 2, 0] {
        play_nth(&mut game, n);
    }
    while game.state().status() == Status::Playing {
        play_nth(&mut game, 0);
    }
    let lines = to_jsonl(&game).lines().map(str::to_owned).collect();
    (game, lines)
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Reads and verifies.
fn check(text: &str) -> Result<GameEngine, LogError> {
    LogFile::read(text.as_bytes())?.verify(&toss_with(&[]))
}

#[track_caller]
fn wrong(text: &str, message: &str) {
    let error = check(text)
        .map(|_| ())
        .expect_err("a wrong log")
        .to_string();
    assert_eq!(error, message);
}

/// The chain of every line made right again, as a forger would.
fn rechain(lines: &[String]) -> String {
    let mut chain = [0; 32];
    let mut out = String::new();
    for line in lines {
        let (body, _) = line.rsplit_once(",\"chain\":\"").unwrap();
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

const CHAIN: &str = "the chain is broken: this line, or one before it, was changed";

#[test]
fn what_is_written_is_read_replayed_and_verified() {
    let (game, lines) = finished();
    assert_eq!(lines.len(), 1 + game.log().len());
    assert_eq!(rechain(&lines), text(&lines));
    let log = LogFile::read(text(&lines).as_bytes()).unwrap();
    assert_eq!(
        (log.len(), log.is_empty(), log.is_cut()),
        (game.log().len(), false, false)
    );
    let again = log.verify(&toss_with(&[])).unwrap();
    assert_eq!(again.state().hash(), game.state().hash());
    assert!(is_finished(&again));
    assert_eq!(to_jsonl(&again), text(&lines));
    for (index, entry) in game.log().iter().enumerate() {
        let then = log.replay(&toss_with(&[]), Some(index as u64)).unwrap();
        assert_eq!(
            (then.state().hash(), then.log().len()),
            (entry.hash(), index + 1)
        );
    }
    assert_eq!(
        log.replay(&toss_with(&[]), None).unwrap().log().len(),
        game.log().len()
    );
}

#[test]
fn the_lines_to_the_letter() {
    let (game, lines) = finished();
    let fingerprint = game.rules().fingerprint();
    let seed = game.seed();
    assert!(lines[0].starts_with(&format!(
        r#"{{"format":"decklet-log","version":1,"engine":"{}","game":"toss","options":null,"rules":"{fingerprint}","players":[{{"id":"p1","name":"p1","seat":1}},{{"id":"p2","name":"p2","seat":2}}],"seed":"{seed}","chain":""#,
        env!("CARGO_PKG_VERSION"),
    )));
    assert!(lines[1].starts_with(r#"{"index":0,"action":null,"events":[{"type":"GAME_STARTED","payload":{}},{"type":"CARDS_DRAWN","playerId":"p1","#));
    let peek = format!(
        r#"{{"index":1,"action":{{"type":"PEEK","playerId":"p1","payload":{{}}}},"events":[{{"type":"TOSS_PEEKED","playerId":"p1","payload":{{"playerId":"p1","cardId":"c7"}}}}],"state":"{}","chain":""#,
        game.log()[1].hash()
    );
    assert!(lines[2].starts_with(&peek), "{}", lines[2]);
}

#[test]
fn a_log_can_be_written_line_by_line_and_continued() {
    let (game, lines) = finished();
    let mut going = created(&toss_with(&[]), 2);
    let (mut writer, header) = LogWriter::begin(&going);
    assert_eq!(header, lines[0]);
    going.start().unwrap();
    let mut written = vec![header, writer.entry(&going, &going.log()[0])];
    for entry in &game.log()[1..3] {
        going.dispatch(entry.action().unwrap()).unwrap();
        written.push(writer.entry(&going, going.log().last().unwrap()));
    }
    // The program ends here; another reads what there is and goes on.
    let log = LogFile::read(text(&written).as_bytes()).unwrap();
    let mut going = log.replay(&toss_with(&[]), None).unwrap();
    let mut writer = log.writer();
    for entry in &game.log()[3..] {
        going.dispatch(entry.action().unwrap()).unwrap();
        written.push(writer.entry(&going, going.log().last().unwrap()));
    }
    assert_eq!(written, lines);
}

#[test]
fn a_given_deal_is_in_the_header() {
    let mut game = created(&toss_with(&[]), 3);
    game.set_deck_order(DeckOrder((0..24).rev().map(CardId).collect()))
        .unwrap();
    game.start().unwrap();
    play_nth(&mut game, 0);
    let log = LogFile::read(to_jsonl(&game).as_bytes()).unwrap();
    assert_eq!(
        log.verify(&toss_with(&[])).unwrap().state().hash(),
        game.state().hash()
    );
    assert_eq!(
        log.header.create(&toss_with(&[])).unwrap().deck_order(),
        game.deck_order()
    );
    assert_eq!(log.header.players.len(), 3);
    assert_eq!(Header::of(&game), log.header);
}

#[test]
fn what_a_seat_saw_then_comes_from_the_log() {
    let (_, lines) = finished();
    let log = LogFile::read(text(&lines).as_bytes()).unwrap();
    let then = log.replay(&toss_with(&[]), Some(1)).unwrap();
    assert!(then.view(Seat(0)).variables().contains_key("toss.peeked"));
    assert!(!then.view(Seat(1)).variables().contains_key("toss.peeked"));
    assert_eq!(then.lens(Viewer::Spectator).history().count(), 4);
}

/// Every character of the log, changed: found, and the entry is the right one.
#[test]
fn a_changed_character_is_found_wherever_it_is() {
    let (_, lines) = finished();
    for (number, line) in lines.iter().enumerate() {
        for place in (0..line.len())
            .step_by(3)
            .chain(line.len() - 70..line.len())
        {
            let mut changed = lines.clone();
            let old = line.as_bytes()[place];
            let new = if old == b'7' { "8" } else { "7" };
            changed[number].replace_range(place..=place, new);
            let error = check(&text(&changed))
                .map(|_| ())
                .expect_err("a changed log");
            let named = match (&error, number) {
                (LogError::Changed { entry: None, .. }, 0) => true,
                (
                    LogError::NoLog { .. } | LogError::Header { .. } | LogError::Version { .. },
                    0,
                ) => true,
                (
                    LogError::Changed {
                        entry: Some(entry), ..
                    },
                    _,
                ) => *entry == number as u64 - 1,
                _ => false,
            };
            assert!(named, "line {number}, place {place}: {error}");
        }
    }
}

#[test]
fn a_changed_value_is_named_even_if_the_chain_was_made_right_again() {
    let (game, lines) = finished();
    let forged = |number: usize, from: &str, to: &str| {
        let mut lines = lines.clone();
        assert!(lines[number].contains(from), "{}", lines[number]);
        lines[number] = lines[number].replacen(from, to, 1);
        rechain(&lines)
    };
    // The events and the state of an entry.
    wrong(
        &forged(2, "\"cardId\":\"c7\"", "\"cardId\":\"c23\""),
        r#"entry 1: events differs: the log says [{"payload":{"cardId":"c23","playerId":"p1"},"playerId":"p1","type":"TOSS_PEEKED"}], replaying gives [{"payload":{"cardId":"c7","playerId":"p1"},"playerId":"p1","type":"TOSS_PEEKED"}]"#,
    );
    let hash = game.log()[2].hash().to_string();
    let other = "0".repeat(32);
    wrong(
        &forged(3, &hash, &other),
        &format!("entry 2: state differs: the log says {other}, replaying gives {hash}"),
    );
    // The action: another player, another card, another type.
    wrong(
        &forged(2, "\"playerId\":\"p1\"", "\"playerId\":\"p2\""),
        "entry 1: the action is refused: PEEK refused by toss-turn (NOT_YOUR_TURN): it is not p2's turn",
    );
    wrong(
        &forged(2, "\"type\":\"PEEK\"", "\"type\":\"POKE\""),
        "entry 1: the action is refused: no action: type: no action of this game is called \"POKE\"",
    );
    wrong(
        &forged(2, "\"type\":\"PEEK\"", "\"type\":9"),
        "entry 1: action.type: must be a text",
    );
    let refused = "entry 2: the action is refused: PLAY_CARD refused by toss-card (NOT_OWNED): that card is not yours";
    wrong(&forged(3, "\"cardIds\":[\"c", "\"cardIds\":[\"x"), refused);
    // The same value spelled in another way.
    wrong(
        &forged(2, "\"payload\":{}", "\"payload\": {}"),
        "entry 1: the line is spelled differently",
    );
    wrong(
        &forged(2, "\"index\":1", "\"index\":2"),
        "entry 1: the line has another index: an entry is missing",
    );
    wrong(
        &forged(1, "\"action\":null", "\"action\":{}"),
        "entry 0: the first entry must be the start",
    );
    wrong(
        &forged(2, "\"action\":", "\"active\":"),
        "entry 1: it has no action",
    );
    // The header: seed, players, options, game, rules.
    let seed = game.seed().to_string();
    let error = check(&forged(0, &seed, &seed.replace('a', "b")))
        .map(|_| ())
        .unwrap_err();
    assert!(
        error.to_string().starts_with("entry 0: events differs: "),
        "{error}"
    );
    let error = check(&forged(0, "\"id\":\"p1\"", "\"id\":\"p9\""))
        .map(|_| ())
        .unwrap_err();
    assert!(
        error.to_string().starts_with("entry 0: events differs: "),
        "{error}"
    );
    let here = game.rules().fingerprint();
    for forged in [
        forged(0, "\"options\":null", "\"options\":true"),
        forged(0, "\"game\":\"toss\"", "\"game\":\"tess\""),
    ] {
        let name = if forged.contains("tess") {
            "tess"
        } else {
            "toss"
        };
        wrong(
            &forged,
            &format!("the log was made by other rules of {name} ({here}) than these ({here})"),
        );
    }
    wrong(
        &forged(0, here, "0123"),
        &format!("the log was made by other rules of toss (0123) than these ({here})"),
    );
    wrong(
        &forged(0, "\"id\":\"p1\"", "\"id\":\"p2\""),
        "the header's game cannot be created: player id \"p2\": is given to two players",
    );
    let error = check(&forged(0, &seed, "7x")).map(|_| ()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the header is damaged: \"7x\" is no seed"),
        "{error}"
    );
}

#[test]
fn lines_removed_swapped_or_doubled_are_named() {
    let (_, lines) = finished();
    let change = |edit: fn(&mut Vec<String>)| {
        let mut lines = lines.clone();
        edit(&mut lines);
        lines
    };
    let removed = change(|lines| drop(lines.remove(3)));
    wrong(&text(&removed), &format!("entry 2: {CHAIN}"));
    wrong(
        &rechain(&removed),
        "entry 2: the line has another index: an entry is missing",
    );
    let swapped = change(|lines| lines.swap(2, 3));
    wrong(&text(&swapped), &format!("entry 1: {CHAIN}"));
    wrong(
        &rechain(&swapped),
        "entry 1: the line has another index: an entry is missing",
    );
    let doubled = change(|lines| lines.insert(3, lines[2].clone()));
    wrong(&text(&doubled), &format!("entry 2: {CHAIN}"));
    wrong(
        &rechain(&doubled),
        "entry 2: the line has another index: an entry is missing",
    );
    let empty = change(|lines| lines.insert(3, String::new()));
    wrong(&text(&empty), "entry 2: the line has no chain at its end");
    let no_start = change(|lines| drop(lines.remove(1)));
    wrong(
        &rechain(&no_start),
        "entry 0: the line has another index: an entry is missing",
    );
}

#[test]
fn a_log_from_another_game_does_not_continue_this_one() {
    let (_, mut lines) = finished();
    let mut other = started(&toss_with(&[]), 3);
    play_nth(&mut other, 0);
    let theirs: Vec<String> = to_jsonl(&other).lines().map(str::to_owned).collect();
    lines[2] = theirs[2].clone();
    wrong(&text(&lines), &format!("entry 1: {CHAIN}"));
}

#[test]
fn a_missing_tail_is_an_unfinished_game() {
    let (game, lines) = finished();
    for kept in 1..lines.len() {
        let log = LogFile::read(text(&lines[..kept]).as_bytes()).unwrap();
        assert_eq!((log.len(), log.is_cut()), (kept - 1, false));
        let again = log.verify(&toss_with(&[])).unwrap();
        assert!(!is_finished(&again));
    }
    // Cut inside a line: what is whole before it is taken.
    let whole = text(&lines);
    for cut in [2, 10, 100] {
        let log = LogFile::read(&whole.as_bytes()[..whole.len() - cut]).unwrap();
        assert_eq!((log.len(), log.is_cut()), (game.log().len() - 1, true));
        assert!(!is_finished(&log.verify(&toss_with(&[])).unwrap()));
    }
    // Only the end of the last line is missing.
    let log = LogFile::read(whole.trim_end().as_bytes()).unwrap();
    assert_eq!((log.len(), log.is_cut()), (game.log().len(), false));
    assert!(is_finished(&log.verify(&toss_with(&[])).unwrap()));
    let header = LogFile::read(lines[0].as_bytes()).unwrap();
    assert!(header.is_empty());
    assert_eq!(
        header
            .replay(&toss_with(&[]), None)
            .unwrap()
            .state()
            .status(),
        Status::Waiting
    );
}

#[test]
fn what_is_no_log_is_said_to_be_none() {
    wrong("", "this is no decklet log: it is empty");
    wrong(
        "a text",
        "this is no decklet log: its first line has no end",
    );
    wrong(
        "\n",
        "this is no decklet log: its first line is no JSON: EOF while parsing a value at line 1 column 0",
    );
    wrong(
        "{}\n",
        "this is no decklet log: its first line does not say \"format\":\"decklet-log\"",
    );
    let error = LogFile::read(&[0xff, 0xfe]).unwrap_err();
    assert_eq!(error.to_string(), "this is no decklet log: it is no text");
}

#[test]
fn another_version_is_refused_and_not_guessed() {
    let (_, lines) = finished();
    let version = |to: &str| rechain(&[lines[0].replace("\"version\":1", to)]);
    wrong(
        &version("\"version\":2"),
        "the log has format version 2; this program reads version 1",
    );
    wrong(
        &version("\"version\":\"1\""),
        "the header is damaged: it has no version",
    );
    let no_players = rechain(&[lines[0].replace("\"players\"", "\"people\"")]);
    let error = check(&no_players).map(|_| ()).unwrap_err().to_string();
    assert!(
        error.starts_with("the header is damaged: missing field `players`"),
        "{error}"
    );
}

#[test]
fn other_rules_are_refused() {
    let (game, lines) = finished();
    let other = toss_with(&[&super::common::part("house", |game| {
        game.event_named("HOUSE", decklet_engine::Who::All);
    })]);
    let log = LogFile::read(text(&lines).as_bytes()).unwrap();
    let message = format!(
        "the log was made by other rules of toss ({}) than these ({})",
        game.rules().fingerprint(),
        other.fingerprint()
    );
    assert_eq!(
        log.replay(&other, None)
            .map(|_| ())
            .unwrap_err()
            .to_string(),
        message
    );
    assert_eq!(
        log.verify(&other).map(|_| ()).unwrap_err().to_string(),
        message
    );
}
