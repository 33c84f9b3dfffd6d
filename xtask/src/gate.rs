//! `cargo xtask gate`: the instructions of the hot works, against recorded bounds.
//!
//! Time drifts with the machine's load; the number of instructions does not.

use crate::sample;
use anyhow::{Context, bail, ensure};
use decklet_doudizhu::{
    combination::detect,
    plays::{PlayList, plays},
};
use decklet_engine::{Action, GameEngine, Player, Ruleset, Seed, Status, Stream};
use decklet_uno::simulate::Policy;
use std::{
    collections::BTreeMap, fmt::Write, hint::black_box, num::NonZeroUsize, path::PathBuf,
    process::Command, sync::Arc,
};

/// How far over its bound a count may be: compilers differ a little.
const TOLERANCE: f64 = 0.05;

/// A work does something many times, inside [`counted`], and says how often.
type Work = fn() -> u64;

const WORKS: [(&str, Work); 8] = [
    ("doudizhu-game", doudizhu_games),
    ("doudizhu-list", doudizhu_lists),
    ("doudizhu-detect", doudizhu_detections),
    ("doudizhu-dispatch", doudizhu_dispatches),
    ("uno-decision", uno_decisions),
    ("uno-round", uno_rounds),
    ("uno-dispatch", uno_dispatches),
    ("uno-dispatch-party", uno_party_dispatches),
];

/// Counts every work, prints the table, and fails when one is over its bound. With `record`, the
/// counts become the bounds.
pub fn run(record: bool) -> anyhow::Result<()> {
    let file = file();
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let bounds = parse(&text)?;
    let mut counts = Vec::new();
    let mut over = Vec::new();
    println!("instructions            now      bound");
    for (name, _) in WORKS {
        let count = count(name)?;
        counts.push((name, count));
        let bound = bounds.get(name).copied();
        let shown = bound.map_or("-".to_owned(), |bound| format!("{bound:.0}"));
        let verdict = verdict(count, bound);
        println!("{name:<20} {count:>9.0} {shown:>9}  {}", verdict.text());
        if !verdict.passes() {
            over.push(name);
        }
    }
    if record {
        return Ok(std::fs::write(&file, with_counts(&text, &counts))?);
    }
    ensure!(
        over.is_empty(),
        "more instructions than recorded: {}. Find out why, or, where they are well spent, record \
         them with `cargo xtask gate --record`",
        over.join(", ")
    );
    Ok(())
}

/// Does one work; what `run` starts under valgrind.
pub fn work(name: &str) -> anyhow::Result<()> {
    let (_, work) = WORKS
        .into_iter()
        .find(|(known, _)| *known == name)
        .with_context(|| format!("there is no work named {name}"))?;
    println!("{}", work());
    Ok(())
}

/// The instructions one unit of a work takes.
fn count(name: &str) -> anyhow::Result<f64> {
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            "--collect-atstart=no",
            "--demangle=no",
            "--toggle-collect=*gate7counted*",
        ])
        .arg(std::env::current_exe()?)
        .args(["work", name])
        .output()
        .context("nothing was counted: valgrind cannot be started (apt-get install valgrind)")?;
    let report = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "valgrind failed at {name}: {report}"
    );
    let units: f64 = String::from_utf8_lossy(&output.stdout).trim().parse()?;
    let instructions = collected(&report).with_context(|| format!("no count in: {report}"))?;
    ensure!(instructions > 0.0, "valgrind did not find `gate::counted`");
    Ok(instructions / units)
}

/// The number in callgrind's line `==1== Collected : 123`.
fn collected(report: &str) -> Option<f64> {
    let (_, rest) = report.split_once("Collected :")?;
    rest.lines().next()?.trim().parse().ok()
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Verdict {
    Within,
    Under,
    Over,
    Unknown,
}

impl Verdict {
    fn text(self) -> &'static str {
        match self {
            Self::Within => "",
            Self::Under => "well under its bound: record it",
            Self::Over => "OVER its bound",
            Self::Unknown => "NOT in gate.txt",
        }
    }

    fn passes(self) -> bool {
        matches!(self, Self::Within | Self::Under)
    }
}

fn verdict(count: f64, bound: Option<f64>) -> Verdict {
    match bound {
        None => Verdict::Unknown,
        Some(bound) if count > bound * (1.0 + TOLERANCE) => Verdict::Over,
        Some(bound) if count < bound * (1.0 - TOLERANCE) => Verdict::Under,
        Some(_) => Verdict::Within,
    }
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("gate.txt")
}

/// Lines `NAME INSTRUCTIONS`; `#` begins a comment.
fn parse(text: &str) -> anyhow::Result<BTreeMap<&str, f64>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(
            |line| match line.split_whitespace().collect::<Vec<_>>()[..] {
                [name, bound] => Ok((name, bound.parse()?)),
                _ => bail!("gate.txt: a line is `NAME INSTRUCTIONS`, not {line:?}"),
            },
        )
        .collect()
}

/// The file's comments, and these counts as bounds.
fn with_counts(text: &str, counts: &[(&str, f64)]) -> String {
    let mut new = String::new();
    for comment in text.lines().filter(|line| line.starts_with('#')) {
        let _ = writeln!(new, "{comment}");
    }
    for (name, count) in counts {
        let _ = writeln!(new, "{name:<20} {count:>9.0}");
    }
    new
}

/// Callgrind counts while this function runs and knows it by its name.
#[inline(never)]
fn counted<T>(work: impl FnOnce() -> T) -> T {
    black_box(work())
}

fn doudizhu_games() -> u64 {
    let profile = sample::doudizhu("openspiel");
    counted(|| decklet_doudizhu::simulate::simulate(profile, 1_000, &Seed::from(1), 1)).games
}

fn doudizhu_lists() -> u64 {
    let (hands, mut list) = (sample::hands(), PlayList::new());
    counted(|| {
        for &hand in &hands {
            plays(black_box(hand), None, sample::doudizhu("pagat"), &mut list);
            black_box(list.len());
        }
    });
    hands.len() as u64
}

fn doudizhu_detections() -> u64 {
    let cards = sample::combinations(100);
    let rules = &sample::doudizhu("pagat").combinations;
    counted(|| {
        for &cards in &cards {
            black_box(detect(black_box(cards), rules));
        }
    });
    cards.len() as u64
}

fn uno_games(games: u64, policy: Policy) -> decklet_uno::simulate::Report {
    let (rules, one) = (sample::uno("decklet"), NonZeroUsize::MIN);
    let seed = Seed::from(1);
    counted(|| decklet_uno::simulate::simulate(&rules, 2, games, &seed, one, policy))
        .expect("two players")
}

fn uno_decisions() -> u64 {
    uno_games(200, Policy::Uniform).decisions
}

fn uno_rounds() -> u64 {
    uno_games(1_000, Policy::DrawWhenStuck).games
}

fn doudizhu_dispatches() -> u64 {
    let rules = decklet_doudizhu::plugin::ruleset(sample::doudizhu("decklet"));
    dispatches(&rules.expect("the game builds"), 3)
}

fn uno_dispatches() -> u64 {
    uno_engine("decklet")
}

fn uno_party_dispatches() -> u64 {
    uno_engine("party")
}

fn uno_engine(profile: &str) -> u64 {
    let options = decklet_uno::profile::Options::named(profile).expect("a profile");
    let rules = decklet_uno::plugin::ruleset(&options);
    dispatches(&rules.expect("the game builds"), 2)
}

/// Dispatches the actions of 20 random games, each from its start.
fn dispatches(rules: &Arc<Ruleset>, players: usize) -> u64 {
    let mut dispatches = 0;
    for game in 0..20 {
        let mut engine = GameEngine::new(rules.clone(), Seed::from(1).child(game));
        engine
            .create_game(Player::numbered(players))
            .expect("so many may play");
        engine.start().expect("it has its players");
        let actions = random_actions(engine.clone());
        counted(|| {
            for action in &actions {
                engine.dispatch(action).expect("it was accepted before");
            }
        });
        dispatches += actions.len() as u64;
    }
    dispatches
}

/// What players who choose uniformly do, at most 200 actions.
fn random_actions(mut engine: GameEngine) -> Vec<Action> {
    let mut policy = engine.seed().rng(Stream::POLICY);
    let mut actions = Vec::new();
    while actions.len() < 200 && engine.state().status() != Status::Finished {
        let seat = engine.state().current_player().expect("somebody's turn");
        let mut legal = engine.legal_actions(seat);
        let choice = policy.below(u32::try_from(legal.len()).expect("a short list"));
        let action = legal.swap_remove(choice as usize);
        engine.dispatch(&action).expect("it is legal");
        actions.push(action);
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_five_percent_over_fails() {
        for (count, expected) in [
            (94.0, Verdict::Under),
            (96.0, Verdict::Within),
            (104.9, Verdict::Within),
            (105.1, Verdict::Over),
        ] {
            assert_eq!(verdict(count, Some(100.0)), expected, "{count}");
        }
        assert!(!Verdict::Over.passes());
        assert!(!verdict(1.0, None).passes());
    }

    #[test]
    fn every_work_has_a_bound_and_no_bound_is_left_over() {
        let text = std::fs::read_to_string(file()).unwrap();
        let bounds = parse(&text).unwrap();
        let mut works = WORKS.map(|(name, _)| name);
        works.sort_unstable();
        assert_eq!(bounds.into_keys().collect::<Vec<_>>(), works);
    }

    #[test]
    fn recording_keeps_the_comments() {
        let text = with_counts("# why\nold 7\n", &[("new", 12.4)]);
        assert!(text.starts_with("# why\nnew "));
        assert_eq!(parse(&text).unwrap(), BTreeMap::from([("new", 12.0)]));
        assert!(parse("a line with words").is_err());
    }

    #[test]
    fn the_count_is_read_from_callgrinds_report() {
        let report = "==7== Events    : Ir\n==7== Collected : 25400\n==7== \n";
        assert_eq!(collected(report), Some(25_400.0));
        assert_eq!(collected("valgrind: no such tool"), None);
    }
}
