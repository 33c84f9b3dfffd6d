use super::{
    game::{self, Game, RuleArgs},
    out,
};
use decklet::{
    bots::{Budget, Level, RemoteAnswer, RemoteBot},
    engine::{BadField, NamedAction, Seed},
};
use serde::Serialize;
use std::{
    io::{self, BufRead, Write},
    time::{Duration, Instant},
};

/// Answer for one of our bots, so that any program can seat it: JSON lines in, JSON lines out
///
/// Every line of input is a question, {"view":{…},"legal":[…],"events":[…]}: what the seat sees and
/// may do, as 'decklet act' says it, and what it has seen so far if the caller keeps that. Every line
/// of output is an answer, {"action":{…},"score":…,"ms":…}, or {"error":…,"field":…} for a question
/// that cannot be read; then it goes on. The format is described in docs/bot-protocol.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet bot doudizhu --level expert < questions.jsonl
  decklet bot uno --profile party --level greedy
  decklet bot doudizhu --profile douzero --level expert --iterations 500 --seed 7")]
pub struct Args {
    /// The game
    game: Game,
    #[command(flatten)]
    rules: RuleArgs,
    /// How well it plays: random, draw-when-stuck, lowest, greedy or expert
    #[arg(long, value_name = "LEVEL", default_value = "expert")]
    level: Level,
    #[command(flatten)]
    think: ThinkArgs,
    /// The seed of its random numbers: an integer or 64 hexadecimal digits [default: a random one]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<Seed>,
}

/// How long an expert thinks.
#[derive(clap::Args, Clone, Copy)]
pub struct ThinkArgs {
    /// How many games an expert plays out in its head before each move: with a seed, the same moves
    /// again
    #[arg(
        long, value_name = "N", conflicts_with = "time",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    iterations: Option<u64>,
    /// How long an expert thinks about each move, in milliseconds
    #[arg(
        long, value_name = "MS",
        value_parser = clap::value_parser!(u64).range(1..=600_000)
    )]
    time: Option<u64>,
}

impl ThinkArgs {
    /// The budget of a move; `default` when nothing was said.
    pub fn budget_or(self, default: Budget) -> Budget {
        match (self.iterations, self.time) {
            (Some(iterations), _) => Budget::playouts(iterations),
            (None, Some(time)) => Budget::time(Duration::from_millis(time)),
            (None, None) => default,
        }
    }
}

#[derive(Serialize)]
struct Answer {
    action: Option<NamedAction>,
    /// Points, as the game counts them.
    score: Option<f64>,
    ms: f64,
}

#[derive(Serialize)]
struct Refusal {
    error: String,
    field: String,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let rules = args.rules.ruleset(args.game, "decklet")?;
    let seed = game::seed(args.seed)?;
    let unit = args.game.points_unit(&rules);
    let mut bot = RemoteBot::new(
        rules,
        args.level,
        seed,
        args.think.budget_or(Budget::default()),
    );
    let mut out = out::stdout();
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        // What is no UTF-8 is no JSON either, and is told so.
        let question = String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned();
        if question.trim().is_empty() {
            continue;
        }
        let start = Instant::now();
        let answer = bot.answer(&question);
        let json = match answer {
            Ok(answer) => serde_json::to_string(&told(answer, unit, start.elapsed()))?,
            Err(BadField { field, reason }) => serde_json::to_string(&Refusal {
                error: reason,
                field,
            })?,
        };
        writeln!(out, "{json}")?;
        out.flush()?;
    }
    Ok(())
}

fn told(answer: RemoteAnswer, unit: i64, time: Duration) -> Answer {
    let points = |score: i64| score as f64 / (100 * unit) as f64;
    Answer {
        action: answer.action,
        score: answer.score.map(points),
        ms: (time.as_secs_f64() * 1e6).round() / 1e3,
    }
}
