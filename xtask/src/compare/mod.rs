//! `cargo xtask compare`: how fast decklet is, side by side with other programs on the same work.
//!
//! Rounds are interleaved: in each of them every work is done once, decklet first and its peer right
//! after, so that a busier minute of the machine touches both. The medians of the rounds count.

mod lines;
mod peers;
mod table;

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
};

/// How to measure.
#[derive(clap::Args)]
pub struct Arguments {
    /// Where the figures of every round go, as JSON [default: target/compare.json]
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure only the works whose name contains this, as "UNO" or "detect".
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// How often everything is measured, at least 5.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(5..))]
    rounds: u32,
    /// Seconds each side of each line gets in a round.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
}

/// What one side of a line came to in one round.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// In the line's unit.
    pub figure: f64,
    /// Decisions a game, where games were played: the same on both sides if the work is the same.
    pub length: Option<f64>,
}

/// Does a work for about so many seconds.
type Work = Box<dyn FnMut(f64) -> anyhow::Result<Run>>;

/// Who does a work, and what came of it in every round.
pub struct Side {
    name: &'static str,
    work: Work,
    runs: Vec<Run>,
}

impl Side {
    fn run(&mut self, seconds: f64) -> anyhow::Result<()> {
        let run = (self.work)(seconds).with_context(|| self.name.to_owned())?;
        self.runs.push(run);
        Ok(())
    }

    fn median(&self) -> f64 {
        median(self.runs.iter().map(|run| run.figure).collect())
    }

    fn length(&self) -> Option<f64> {
        let lengths: Option<Vec<_>> = self.runs.iter().map(|run| run.length).collect();
        lengths.map(median)
    }

    fn json(&self) -> Value {
        let runs: Vec<_> = self.runs.iter().map(|run| run.figure).collect();
        json!({
            "name": self.name,
            "median": self.median(),
            "runs": runs,
            "decisions_per_game": self.length(),
        })
    }
}

/// What a figure is measured against.
pub enum Other {
    /// Nobody does the like.
    Nobody,
    /// This one.
    Side(Side),
    /// It should be there and is not; why.
    Missing(String),
}

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bar {
    /// So many times the other side's figure.
    Times(f64),
    /// This figure or more.
    AtLeast(f64),
    /// This figure or less.
    AtMost(f64),
}

/// One line of the table.
pub struct Line {
    what: &'static str,
    unit: &'static str,
    ours: Side,
    other: Other,
    bars: Vec<Bar>,
}

impl Line {
    /// How many times the other side's figure ours is.
    fn ratio(&self) -> Option<f64> {
        match &self.other {
            Other::Side(other) => Some(self.ours.median() / other.median()),
            Other::Nobody | Other::Missing(_) => None,
        }
    }

    /// Whether a bar is reached; nothing when there is nobody to compare with.
    fn reached(&self, bar: Bar) -> Option<bool> {
        Some(match bar {
            Bar::Times(times) => self.ratio()? >= times,
            Bar::AtLeast(figure) => self.ours.median() >= figure,
            Bar::AtMost(figure) => self.ours.median() <= figure,
        })
    }

    fn json(&self) -> Value {
        let bars = self.bars.iter().map(|&bar| {
            let (kind, value) = match bar {
                Bar::Times(value) => ("times", value),
                Bar::AtLeast(value) => ("at_least", value),
                Bar::AtMost(value) => ("at_most", value),
            };
            json!({ "kind": kind, "value": value, "reached": self.reached(bar) })
        });
        let other = match &self.other {
            Other::Nobody => Value::Null,
            Other::Side(side) => side.json(),
            Other::Missing(why) => json!({ "missing": why }),
        };
        json!({
            "what": self.what,
            "unit": self.unit,
            "decklet": self.ours.json(),
            "other": other,
            "ratio": self.ratio(),
            "bars": bars.collect::<Vec<_>>(),
        })
    }
}

/// Measures everything, prints the table, writes the file.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    ensure!(arguments.seconds > 0.0, "--seconds must be more than 0");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .context("xtask is in the repository")?;
    let target = root.join("target");
    std::fs::create_dir_all(&target)?;
    let default = target.join("compare.json");
    let json = arguments.json.as_ref().unwrap_or(&default);
    let mut file = File::create(json).with_context(|| json.display().to_string())?;
    let peers = peers::Peers::install(&target.join("compare-venv"), "python3");
    let mut lines = lines::all(&peers);
    let only = arguments.only.as_deref().unwrap_or("");
    lines.retain(|line| line.what.contains(only));
    ensure!(
        !lines.is_empty(),
        "--only {only:?} leaves nothing to measure"
    );
    let load_before = load();
    for round in 1..=arguments.rounds {
        eprintln!("round {round} of {}", arguments.rounds);
        for line in &mut lines {
            line.ours.run(arguments.seconds)?;
            if let Other::Side(other) = &mut line.other {
                other.run(arguments.seconds)?;
            }
        }
    }
    let load = [load_before, load()];
    println!("{}", table::text(&lines));
    println!("{}", circumstances(&peers, load));
    let report = json!({
        "machine": { "cpu": cpu(), "cores": cores(), "load_before_and_after": load },
        "rounds": arguments.rounds,
        "seconds": arguments.seconds,
        "peers": peers.versions,
        "missing": peers.missing,
        "lines": lines.iter().map(Line::json).collect::<Vec<_>>(),
    });
    writeln!(file, "{report:#}").with_context(|| json.display().to_string())
}

/// Where and against what it was measured, in words.
fn circumstances(peers: &peers::Peers, load: [Option<f64>; 2]) -> String {
    let mut text = format!("{}, {} cores", cpu(), cores());
    if let [Some(before), Some(after)] = load {
        text += &format!("; load {before:.1} before and {after:.1} after");
    }
    for (package, version) in &peers.versions {
        text += &format!("; {package} {version}");
    }
    for (package, why) in &peers.missing {
        text += &format!("\nMISSING: {package}: {why}");
    }
    text
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The processor's name, where the system tells it.
fn cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(": "));
    name.map_or("unknown processor".into(), |(_, name)| name.to_owned())
}

/// How many processes wanted a core in the last minute, where the system tells it.
fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn side(name: &'static str, figures: &[f64]) -> Side {
        let runs = figures.iter().map(|&figure| Run {
            figure,
            length: Some(63.0),
        });
        Side {
            name,
            work: Box::new(|_| unreachable!()),
            runs: runs.collect(),
        }
    }

    pub fn line(other: Other, bars: &[Bar]) -> Line {
        Line {
            what: "games",
            unit: "/s",
            ours: side("decklet", &[100.0, 5.0, 400.0]),
            other,
            bars: bars.to_vec(),
        }
    }

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn a_bar_is_reached_from_the_right_side() {
        let line = line(Other::Side(side("peer", &[10.0])), &[]);
        for (bar, reached) in [
            (Bar::Times(10.0), true),
            (Bar::Times(10.1), false),
            (Bar::AtLeast(100.0), true),
            (Bar::AtLeast(101.0), false),
            (Bar::AtMost(100.0), true),
            (Bar::AtMost(99.0), false),
        ] {
            assert_eq!(line.reached(bar), Some(reached), "{bar:?}");
        }
    }

    #[test]
    fn a_missing_peer_reaches_nothing_and_is_told() {
        let line = line(
            Other::Missing("rlcard is missing".into()),
            &[Bar::Times(2.0), Bar::AtLeast(100.0)],
        );
        let json = line.json();
        assert_eq!(json["other"]["missing"], "rlcard is missing");
        assert_eq!(json["ratio"], Value::Null);
        assert_eq!(json["bars"][0]["reached"], Value::Null);
        assert_eq!(json["bars"][1]["reached"], true);
    }
}
