//! Other programs, played by `xtask/compare/peers.py` in a Python environment of their own.

use super::Run;
use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// The packages that hold the peers, as the package index names them, and the repository's own.
const PACKAGES: [&str; 3] = ["open_spiel", "rlcard", OWN];
/// The package that this repository builds.
const OWN: &str = "decklet";

/// What is there to compare with.
pub struct Peers {
    python: PathBuf,
    /// The version of each package that is installed.
    pub versions: BTreeMap<&'static str, String>,
    /// Why the others are not.
    pub missing: BTreeMap<&'static str, String>,
}

impl Peers {
    /// Installs what is not installed yet into the environment in this folder, with this Python.
    pub fn install(folder: &Path, python: &str) -> Self {
        let mut peers = Self {
            python: folder.join("bin/python"),
            versions: BTreeMap::new(),
            missing: BTreeMap::new(),
        };
        let environment = if peers.python.exists() {
            Ok(String::new())
        } else {
            eprintln!("making a Python environment in {}", folder.display());
            output(Command::new(python).args(["-m", "venv"]).arg(folder))
        };
        for package in PACKAGES {
            let version = match &environment {
                Ok(_) => peers.package(package),
                Err(error) => Err(anyhow::anyhow!("no Python environment: {error}")),
            };
            match version {
                Ok(version) => _ = peers.versions.insert(package, version),
                Err(error) => _ = peers.missing.insert(package, format!("{error:#}")),
            }
        }
        peers
    }

    /// Its version, installed first if need be.
    fn package(&self, package: &str) -> anyhow::Result<String> {
        let version = || {
            let code =
                format!("import importlib.metadata as m; print(m.version('{package}'), end='')");
            output(Command::new(&self.python).args(["-c", &code]))
        };
        let install = |what: &[&str]| {
            eprintln!("installing {package}");
            let pip = ["-m", "pip", "install", "--quiet"];
            output(Command::new(&self.python).args(pip).args(what))
        };
        if package == OWN {
            // As it is now, not as it was when it was last measured.
            let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
            install(&["numpy"])?;
            install(&["--force-reinstall", "--no-deps", root])?;
            return version();
        }
        version().or_else(|_| {
            install(&[package])?;
            version()
        })
    }

    /// A peer ready to play one of the works of `peers.py`.
    pub fn start(&self, package: &str, work: &str) -> anyhow::Result<Peer> {
        if let Some(why) = self.missing.get(package) {
            bail!("{package} is missing: {why}");
        }
        let mut process = Command::new(&self.python)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("compare/peers.py"))
            .arg(work)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| self.python.display().to_string())?;
        let mut peer = Peer {
            input: process.stdin.take(),
            output: BufReader::new(process.stdout.take().context("no output")?),
            process,
        };
        // Loads it, so that no round has to.
        peer.run(0.0)
            .with_context(|| format!("{package} does not start"))?;
        Ok(peer)
    }
}

/// A running peer; it ends when it is dropped.
pub struct Peer {
    process: Child,
    /// Nothing only while it is dropped.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

#[derive(Deserialize)]
struct Answer {
    games: u64,
    decisions: u64,
    seconds: f64,
}

impl Peer {
    /// Lets it play for this many seconds; the figure is games a second.
    pub fn run(&mut self, seconds: f64) -> anyhow::Result<Run> {
        writeln!(self.input.as_mut().context("it has ended")?, "{seconds}")?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        ensure!(
            !line.is_empty(),
            "it ended; its own words are on the terminal"
        );
        let answer: Answer = serde_json::from_str(&line).with_context(|| line.clone())?;
        Ok(Run {
            figure: answer.games as f64 / answer.seconds,
            length: Some(answer.decisions as f64 / answer.games as f64),
        })
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // The end of its input ends it.
        self.input = None;
        let _ = self.process.wait();
    }
}

/// What a command prints; if it fails, the last line of its complaints.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().display().to_string();
    let output = command
        .output()
        .with_context(|| format!("{name} cannot be started"))?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    let last = complaints.trim().lines().last().unwrap_or("no word");
    ensure!(output.status.success(), "{name} failed: {last}");
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_install_is_named() {
        let peers = Peers::install(Path::new("/no/such/folder"), "no-such-python");
        assert!(peers.versions.is_empty());
        for package in PACKAGES {
            assert!(peers.missing[package].contains("no-such-python"));
            let error = peers.start(package, "any").err().unwrap().to_string();
            assert!(
                error.starts_with(&format!("{package} is missing")),
                "{error}"
            );
        }
    }

    #[test]
    fn a_command_that_fails_says_why() {
        let said = output(Command::new("sh").args(["-c", "echo first >&2; echo why >&2; exit 1"]));
        assert_eq!(said.unwrap_err().to_string(), "sh failed: why");
    }
}
