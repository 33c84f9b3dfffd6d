//! The program, as people and scripts run it.
#![expect(missing_docs, reason = "tests")]

mod act;
mod arena;
mod bot;
mod logs;
mod play;
mod simulate;
mod solve;
mod tools;
mod usage;

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// What a run of the program said.
#[derive(Debug)]
pub struct Said {
    pub out: String,
    pub err: String,
    pub code: i32,
}

impl Said {
    /// Its output, when it went well.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:#?}");
        self.out
    }

    /// Its complaint, when it ended with this code.
    #[track_caller]
    pub fn refused(self, code: i32) -> String {
        assert_eq!(self.code, code, "{self:#?}");
        assert!(!self.err.contains("panicked"), "{self:#?}");
        self.err
    }
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_decklet"));
    command.args(args).env("LANG", "C").env_remove("LC_ALL");
    command
}

/// Runs `decklet ARGS` with this input.
pub fn decklet_with(args: &[&str], input: &str) -> Said {
    let mut command = command(args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // It may stop reading before the end of its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Said {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

/// Runs `decklet ARGS` without input.
pub fn decklet(args: &[&str]) -> Said {
    decklet_with(args, "")
}

pub fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A folder for one test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The log of a random game in this folder.
pub fn a_log(folder: &Path, game: &str) -> std::path::PathBuf {
    let games = folder.join("games");
    let _ = std::fs::remove_dir_all(&games);
    decklet(&["simulate", game, "--games", "1", "--log", text(&games)]).ok();
    games.join("game-000000.jsonl")
}
