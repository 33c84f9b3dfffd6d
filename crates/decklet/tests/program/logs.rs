use super::{a_log, decklet, folder, json, text};
use std::fs;

#[test]
fn a_finished_game_is_verified() {
    let folder = folder();
    for game in ["doudizhu", "uno"] {
        let log = a_log(folder.path(), game);
        let out = decklet(&["verify", text(&log)]).ok();
        assert!(out.contains("ok:") && out.contains("won by p"), "{out}");
        fs::remove_file(log).unwrap();
    }
}

#[test]
fn a_changed_value_is_found_and_its_entry_named() {
    let folder = folder();
    let log = fs::read_to_string(a_log(folder.path(), "doudizhu")).unwrap();
    let path = folder.path().join("changed.jsonl");
    let lines: Vec<&str> = log.lines().collect();
    for (place, line) in lines.iter().enumerate() {
        // A digit somewhere in the middle of the line becomes another one.
        let digits = line.char_indices().filter(|(_, c)| c.is_ascii_digit());
        let digits: Vec<_> = digits.collect();
        let (at, digit) = digits[digits.len() / 2];
        let other = if digit == '1' { "2" } else { "1" };
        let mut changed = lines.iter().map(|&l| l.to_owned()).collect::<Vec<_>>();
        changed[place].replace_range(at..=at, other);
        fs::write(&path, changed.join("\n") + "\n").unwrap();
        let err = decklet(&["verify", text(&path)]).refused(1);
        let name = match place.checked_sub(1) {
            None => "header".to_owned(),
            Some(entry) => format!("entry {entry}:"),
        };
        assert!(err.contains(&name), "line {place}: {err}");
    }
}

#[test]
fn a_log_without_its_end_is_an_unfinished_game() {
    let folder = folder();
    let log = fs::read_to_string(a_log(folder.path(), "uno")).unwrap();
    let path = folder.path().join("cut.jsonl");
    for keep in [log.len() / 2, log.len() - 5] {
        fs::write(&path, &log[..keep]).unwrap();
        let out = decklet(&["verify", text(&path)]).ok();
        assert!(out.contains("unfinished"), "{out}");
        assert!(out.contains("cut off"), "{out}");
    }
    let whole_lines: String = log
        .lines()
        .take(4)
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&path, whole_lines).unwrap();
    let out = decklet(&["verify", text(&path)]).ok();
    assert!(
        out.contains("3 entries") && out.contains("unfinished"),
        "{out}"
    );
    assert!(!out.contains("cut off"), "{out}");
}

#[test]
fn what_is_no_log_is_refused() {
    let folder = folder();
    let path = folder.path().join("no.jsonl");
    for bytes in [
        &b""[..],
        b"hello\n",
        b"{\"format\":\"decklet-log\",\"version\":9}\n",
        b"\xff\n",
    ] {
        fs::write(&path, bytes).unwrap();
        for command in ["verify", "replay"] {
            let err = decklet(&[command, text(&path)]).refused(1);
            assert!(err.contains("no.jsonl"), "{err}");
        }
    }
}

#[test]
fn replay_shows_each_viewer_what_it_saw() {
    let folder = folder();
    let log = a_log(folder.path(), "doudizhu");
    let lines = |args: &[&str]| {
        let out = decklet(&[&["replay", text(&log), "--json"], args].concat()).ok();
        out.lines().map(json).collect::<Vec<_>>()
    };
    let all = lines(&[]);
    let cut = lines(&["--to", "2"]);
    assert_eq!(cut.len(), 4);
    assert_eq!(cut[..3], all[..3]);
    assert_eq!(all[1]["action"]["type"], "CALL_LANDLORD");

    let seen = lines(&["--as", "2", "--to", "1"]);
    let zones = &seen[2]["view"]["zones"];
    assert_eq!(
        zones["player:p2:hand"]["cards"].as_array().unwrap().len(),
        17
    );
    assert!(zones["player:p1:hand"]["cards"].is_null());
    assert!(seen[1]["action"].is_null());
    let spectator = lines(&["--as", "spectator", "--to", "1"]);
    assert!(spectator[2]["view"]["zones"]["player:p2:hand"]["cards"].is_null());

    let text_out = decklet(&["replay", text(&log), "--to", "1"]).ok();
    assert!(
        text_out.contains("#1 {\"type\":\"CALL_LANDLORD\""),
        "{text_out}"
    );
    let err = decklet(&["replay", text(&log), "--to", "100000"]).refused(2);
    assert!(err.contains("entries 0 to"), "{err}");
    let err = decklet(&["replay", text(&log), "--as", "9"]).refused(2);
    assert!(err.contains("spectator"), "{err}");
}
