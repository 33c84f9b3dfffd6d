use super::{ProfileArg, echo, hand};
use crate::cli::{Usage, out};
use anyhow::Context;
use clap::ValueEnum;
use decklet::{
    bots::solver::{
        Ban, Choice, Limits, Outcome, Progress, Puzzle, PuzzleError, ReplyTree, Solution, Step,
        solve, solve_with_tree,
    },
    doudizhu::hand::Hand,
};
use indicatif::ProgressBar;
use serde::Serialize;
use std::{
    fs,
    io::{self, IsTerminal},
    ops::ControlFlow,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Solve an endgame (残局): all hands open, who wins, and with which plays?
///
/// FIRST is the landlord. With THIRD, SECOND and THIRD are the farmers in the order of play, and
/// win together. Every winning first play is found, or the result is "unknown" when a limit was
/// reached; it is never a guess. Ctrl-C stops, too, and tells what is known. Exit code 0 whatever
/// the result.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet doudizhu solve ZAQQJJ0999844 Y22AA0886633
  decklet doudizhu solve AA007654 JJ999 --ban no32
  decklet doudizhu solve AK743 K65 Q88 --lead 2 --tree replies.json
  decklet doudizhu solve '大王 10 10 7' '小王 9 9' --limit-time 60 --json")]
pub struct Args {
    /// The landlord's cards
    #[arg(value_name = "FIRST", value_parser = hand)]
    first: Hand,
    /// The cards of the other, or of the farmer after the landlord
    #[arg(value_name = "SECOND", value_parser = hand)]
    second: Hand,
    /// The cards of the farmer before the landlord
    #[arg(value_name = "THIRD", value_parser = hand)]
    third: Option<Hand>,
    /// Named rules (see 'decklet rules doudizhu --profiles'), or a file NAME.json
    #[arg(long, value_name = "PROFILE", default_value = "classic")]
    profile: String,
    /// Leave out combinations; may be given several times
    #[arg(long, value_enum, value_name = "BAN", value_delimiter = ',')]
    ban: Vec<BanArg>,
    /// Who is to move
    #[arg(long, value_name = "1|2|3", default_value_t = 1)]
    lead: usize,
    /// What the player before the one to move has just played
    #[arg(long, value_name = "CARDS", value_parser = hand)]
    last: Option<Hand>,
    /// Stop after so many positions
    #[arg(long, value_name = "N")]
    limit_nodes: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    limit_time: Option<Duration>,
    /// Write how the winner answers everything into this file, as JSON (see docs/solver.md)
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// For machines: a line of JSON
    #[arg(long)]
    json: bool,
}

/// Combinations that some endgames leave out.
#[derive(Clone, Copy, ValueEnum)]
enum BanArg {
    /// Trios and planes with single cards
    No31,
    /// Trios and planes with pairs
    No32,
    /// Fours with two single cards
    No42,
    /// Fours with two pairs
    No422,
}

impl From<BanArg> for Ban {
    fn from(ban: BanArg) -> Self {
        match ban {
            BanArg::No31 => Self::No31,
            BanArg::No32 => Self::No32,
            BanArg::No42 => Self::No42,
            BanArg::No422 => Self::No422,
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "give a number of seconds, as 60 or 0.5".to_owned())
}

/// 512 MiB, and half as much while it grows.
const TABLE_BITS: u32 = 26;

pub fn run(args: &Args) -> anyhow::Result<()> {
    let puzzle = puzzle(args)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))?;
    for (number, &hand) in (1..).zip(puzzle.hands()) {
        echo(&format!("player {number}"), hand);
    }
    if let Some(last) = args.last {
        echo("last", last);
    }
    let (solution, tree, time) = search(args, &puzzle, &interrupted);
    if let (Some(path), Some(tree)) = (&args.tree, tree) {
        fs::write(path, serde_json::to_string(&tree)? + "\n")
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        return out::line(&serde_json::to_string(&answer(
            args, &puzzle, solution, time,
        ))?);
    }
    out::line(&for_people(args, &puzzle, &solution, time))
}

fn puzzle(args: &Args) -> anyhow::Result<Puzzle> {
    let profile = ProfileArg {
        profile: args.profile.clone(),
    };
    let profile = profile.get()?;
    let mut hands = vec![args.first, args.second];
    hands.extend(args.third);
    let read = || {
        let puzzle = Puzzle::new(&hands, &profile)?.lead(args.lead)?;
        let puzzle = args.ban.iter().fold(puzzle, |p, &ban| p.ban(ban.into()));
        match args.last {
            Some(last) => puzzle.last(last),
            None => Ok(puzzle),
        }
    };
    read().map_err(|error: PuzzleError| Usage(error.to_string()).into())
}

/// Searches until it is done, a limit is reached or somebody presses Ctrl-C.
fn search(
    args: &Args,
    puzzle: &Puzzle,
    interrupted: &AtomicBool,
) -> (Solution, Option<ReplyTree>, Duration) {
    let bar = progress_bar();
    let start = Instant::now();
    let mut watch = |progress: Progress| {
        bar.set_message(format!(
            "{} of {} first plays, {} million positions",
            progress.decided,
            progress.choices,
            progress.nodes / 1_000_000
        ));
        let late = args
            .limit_time
            .is_some_and(|limit| start.elapsed() >= limit);
        if late || interrupted.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let mut limits = Limits {
        nodes: args.limit_nodes.unwrap_or(u64::MAX),
        watch: Some(&mut watch),
        table_bits: TABLE_BITS,
    };
    let (solution, tree) = if args.tree.is_some() {
        let (solution, tree) = solve_with_tree(puzzle, &mut limits);
        (solution, Some(tree))
    } else {
        (solve(puzzle, &mut limits), None)
    };
    let time = start.elapsed();
    bar.finish_and_clear();
    (solution, tree, time)
}

/// Shown on a terminal.
fn progress_bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The answer as JSON; described in `docs/solver.md`.
#[derive(Serialize)]
struct Answer<'a> {
    hands: &'a [Hand],
    profile: &'a str,
    banned: Vec<Ban>,
    lead: usize,
    last: Option<Hand>,
    result: Outcome,
    winning_first_plays: Vec<Choice>,
    undecided_first_plays: Vec<Choice>,
    line: Vec<Step>,
    nodes: u64,
    seconds: f64,
}

fn answer<'a>(
    args: &'a Args,
    puzzle: &'a Puzzle,
    solution: Solution,
    time: Duration,
) -> Answer<'a> {
    Answer {
        hands: puzzle.hands(),
        profile: &args.profile,
        banned: args.ban.iter().map(|&ban| ban.into()).collect(),
        lead: args.lead,
        last: args.last,
        result: solution.outcome,
        winning_first_plays: solution.winning,
        undecided_first_plays: solution.undecided,
        line: solution.line,
        nodes: solution.nodes,
        seconds: time.as_secs_f64(),
    }
}

fn for_people(args: &Args, puzzle: &Puzzle, solution: &Solution, time: Duration) -> String {
    let who = match (solution.outcome, puzzle.hands().len()) {
        (Outcome::FirstWins, _) => "the landlord wins",
        (Outcome::SecondWins, 2) => "the second player wins",
        (Outcome::SecondWins, _) => "the farmers win",
        (Outcome::Unknown, _) => "stopped before it was known",
    };
    let mut text = format!("result: {} ({who})\n", solution.outcome.name());
    let list = |choices: &[Choice]| {
        let texts: Vec<String> = choices.iter().map(ToString::to_string).collect();
        texts.join(" ")
    };
    let mut line = |what: &str, choices: &[Choice]| {
        if !choices.is_empty() {
            text += &format!("{what} of player {}: {}\n", args.lead, list(choices));
        }
    };
    line("winning first plays", &solution.winning);
    line("undecided first plays", &solution.undecided);
    if !solution.line.is_empty() {
        let steps: Vec<String> = solution
            .line
            .iter()
            .map(|step| format!("{}:{}", step.player, step.cards))
            .collect();
        text += &format!("line: {}\n", steps.join(" "));
    }
    text + &format!("{} positions, {:.3} s", solution.nodes, time.as_secs_f64())
}
