//! A server as its operator and programs in other languages see it.
#![cfg(unix)]

use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

fn decklet(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_decklet"));
    command.args(args).output().unwrap()
}

#[track_caller]
fn said(args: &[&str]) -> String {
    let output = decklet(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A server that is ended with the test, whatever happens.
struct Server(Child, String);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(data: &Path) -> Server {
    let mut server = Command::new(env!("CARGO_BIN_EXE_decklet"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stdout = server.stdout.as_mut().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let (_, address) = line.trim().split_once("http://").unwrap();
    let url = format!("http://{}", address.trim_end_matches('/'));
    Server(server, url)
}

fn python_is_there() -> bool {
    let version = Command::new("python3").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

#[test]
fn a_bot_in_python_plays_and_the_operator_looks_after_its_hand() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = serve(&data);
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let directory = text(&data);
    let empty = said(&["admin", "list", "--data", &directory]);
    assert_eq!(empty.trim(), "0 rooms");
    if !python_is_there() {
        eprintln!("there is no python3: the example is not run");
        return;
    }

    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/http_bot.py");
    for game in ["uno", "doudizhu"] {
        let played = Command::new("python3")
            .arg(&bot)
            .args([&server.1, "--game", game, "--hands", "2"])
            .output()
            .unwrap();
        assert!(played.status.success(), "{played:?}");
        let played = String::from_utf8(played.stdout).unwrap();
        assert_eq!(played.lines().count(), 2, "{played}");
        for line in played.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["result"]["points"].as_array().unwrap().len(), 3);
        }
    }

    let rooms = said(&["admin", "list", "--json", "--data", &directory]);
    let rooms: Value = serde_json::from_str(&rooms).unwrap();
    assert_eq!(rooms.as_array().unwrap().len(), 2, "{rooms}");
    for room in rooms.as_array().unwrap() {
        let code = room["room"].as_str().unwrap();
        let shown = said(&["admin", "inspect", code, "--data", &directory]);
        assert!(
            shown.contains("all whole") && shown.contains("hand   2"),
            "{shown}"
        );
        assert!(!shown.contains("hearts-"), "{shown}");

        let (log, proof) = (
            folder.path().join("hand.jsonl"),
            folder.path().join("proof.json"),
        );
        let (log, proof) = (text(&log), text(&proof));
        said(&[
            "admin", "export", code, "1", "--to", &log, "--proof", &proof, "--data", &directory,
        ]);
        let verified = said(&["verify", &log, "--proof", &proof]);
        assert!(verified.contains("every hash is right"), "{verified}");
        assert!(
            verified.contains("The deal is the one committed to"),
            "{verified}"
        );
        let other = std::fs::read_to_string(&proof).unwrap();
        let hand = "\"hand\": 1";
        assert!(other.contains(hand), "{other}");
        std::fs::write(&proof, other.replace(hand, "\"hand\": 2")).unwrap();
        let refused = decklet(&["verify", &log, "--proof", &proof]);
        assert_eq!(refused.status.code(), Some(1));
        let refused = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.contains("does not follow"), "{refused}");
        let missing = decklet(&["admin", "export", code, "9", "--data", &directory]);
        assert_eq!(missing.status.code(), Some(1));
    }

    let copy = folder.path().join("copy");
    std::fs::create_dir(&copy).unwrap();
    let file = text(&copy.join("decklet.sqlite"));
    said(&["admin", "backup", &file, "--data", &directory]);
    let again = decklet(&["admin", "backup", &file, "--data", &directory]);
    assert!(
        String::from_utf8(again.stderr)
            .unwrap()
            .contains("nothing is written over")
    );
    said(&["admin", "vacuum", "--data", &directory]);
    let revoked = said(&["admin", "revoke", "Python", "--data", &directory]);
    assert!(revoked.starts_with("2 tokens"), "{revoked}");
    drop(server);

    // The copy is a data directory like any other.
    let copied = said(&["admin", "list", "--data", &text(&copy)]);
    assert!(copied.starts_with("2 rooms"), "{copied}");
    drop(serve(&copy));
}

#[test]
fn what_is_no_data_directory_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let output = decklet(&["admin", "list", "--data", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("is this a data directory?"), "{told}");
}

#[test]
fn shells_and_the_manual_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish", "man"] {
        let text = said(&["completions", shell]);
        for command in ["serve", "play", "admin", "verify"] {
            assert!(text.contains(command), "{shell}: {command}");
        }
    }
    let page = said(&["completions", "man"]);
    assert!(page.contains(".TH decklet 1"), "{}", &page[..200]);
    let wrong = decklet(&["completions", "dos"]);
    assert_eq!(wrong.status.code(), Some(2));
}
