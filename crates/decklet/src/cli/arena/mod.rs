mod html;

use super::{
    game::{Game, RuleArgs},
    usage,
};
use anyhow::Context;
use decklet::{
    bots::{
        Budget, Level, Limit,
        arena::{AgentReport, Contest, Deck, Entrant, Estimate, Report},
    },
    engine::Seed,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fmt::Write as _,
    fs,
    io::{self, IsTerminal},
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// Let bots play each other on the same deals, and compare them
///
/// Every agent plays every part of every deal, so that luck with the cards evens out. WP is the share
/// of games won, ADP the points a game (in Dou Dizhu the field's average difference in points, bombs
/// doubling); intervals are 95 %, by deal. The same seed and iterations give the same result whatever
/// the threads. Ctrl-C ends the match early and reports what was played.
#[derive(clap::Args)]
#[command(
    after_help = "Agents: random, draw-when-stuck (UNO), lowest, greedy, expert; expert:2000 thinks with 2000
iterations. Two agents of Dou Dizhu play landlord against farmers; UNO has as many players as agents.

Examples:
  decklet arena doudizhu --agents greedy,random --deals 5000 --profile douzero
  decklet arena doudizhu --agents expert,greedy --deals 500 --profile douzero --iterations 20000
  decklet arena doudizhu --agents greedy,lowest --deck doudizhu-10k --json
  decklet arena uno --agents expert,greedy,random --deals 1000 --html report.html
  decklet arena doudizhu --export-deck doudizhu-10k > doudizhu-10k.json"
)]
pub struct Args {
    /// The game
    game: Game,
    /// Who plays, separated by commas
    #[arg(
        long,
        value_name = "A,B[,C]",
        value_delimiter = ',',
        required_unless_present = "export_deck"
    )]
    agents: Vec<String>,
    /// How many deals [default: 1000, or the whole deck]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    deals: Option<u64>,
    /// The seed of the deals: an integer or 64 hexadecimal digits
    #[arg(
        long,
        value_name = "SEED",
        default_value = "0",
        allow_negative_numbers = true
    )]
    seed: Seed,
    /// Deals of a named deck (doudizhu-10k), or of a file
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "seed")]
    deck: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
    /// How many threads, 1024 at most [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// For how many playouts of a move an expert thinks
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// For how many milliseconds an expert thinks instead; the result then depends on the machine
    #[arg(long, value_name = "MS", conflicts_with = "iterations", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// For machines: JSON
    #[arg(long)]
    json: bool,
    /// Write a page with charts into this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write this named deck to standard output and do nothing else
    #[arg(long, value_name = "NAME", exclusive = false)]
    export_deck: Option<String>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(name) = &args.export_deck {
        return super::out::line(&named_deck(name)?.to_json());
    }
    let rules = args.rules.ruleset(args.game, "decklet")?;
    let entrants = args.agents.iter().map(|agent| entrant(agent, args));
    let entrants = entrants.collect::<anyhow::Result<Vec<_>>>()?;
    let contest = Contest::new(rules, entrants, args.seed);
    let mut contest = contest.map_err(|error| super::Usage(error.to_string()))?;
    let mut deals = args.deals.unwrap_or(1000);
    if let Some(deck) = &args.deck {
        let deck = read_deck(deck)?;
        deals = args.deals.unwrap_or(deck.len() as u64);
        contest = contest
            .with_deck(deck)
            .map_err(|error| super::Usage(error.to_string()))?;
    }
    let start = Instant::now();
    let report = play(&contest, deals, threads(args))?;
    let seconds = start.elapsed();
    if let Some(path) = &args.html {
        let page = html::page(&report, args.rules.profile_name("decklet"), &thinking(args));
        fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        return super::out::line(&serde_json::to_string_pretty(&report)?);
    }
    super::out::line(&as_text(&report, args, seconds))
}

fn threads(args: &Args) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    args.threads.map_or_else(processors, usize::from)
}

fn budget(args: &Args) -> Budget {
    match args.time {
        Some(milliseconds) => Budget::time(Duration::from_millis(milliseconds)),
        None => Budget::playouts(args.iterations),
    }
}

fn thinking(args: &Args) -> String {
    match budget(args).limit {
        Limit::Playouts(playouts) => format!("{playouts} iterations a move"),
        Limit::Time(time) => format!("{} ms a move", time.as_millis()),
    }
}

/// `greedy`, `expert`, or `expert:5000` with iterations of its own.
fn entrant(agent: &str, args: &Args) -> anyhow::Result<Entrant> {
    let agent = agent.trim();
    let (name, iterations) = match agent.split_once(':') {
        Some((name, number)) => (name, Some(number)),
        None => (agent, None),
    };
    let level: Level = name
        .parse()
        .map_err(|error| super::Usage(format!("--agents {agent}: {error}")))?;
    let budget = match iterations.map(str::parse) {
        None => budget(args),
        Some(Ok(playouts @ 1..)) if level == Level::Expert => Budget::playouts(playouts),
        Some(_) => {
            return usage(format!(
                "--agents {agent}: only expert takes a number of iterations, 1 or more, as expert:2000"
            ));
        }
    };
    Ok(Entrant::level(level, budget).called(agent))
}

fn named_deck(name: &str) -> anyhow::Result<Deck> {
    match Deck::named(name) {
        Some(deck) => Ok(deck),
        None => usage(format!(
            "no deck is called \"{name}\"; there is doudizhu-10k"
        )),
    }
}

fn read_deck(name: &str) -> anyhow::Result<Deck> {
    if !name.ends_with(".json") {
        return named_deck(name);
    }
    let text = fs::read_to_string(name).with_context(|| format!("cannot read the deck {name}"))?;
    Deck::read(&text).with_context(|| format!("cannot use the deck {name}"))
}

fn play(contest: &Contest, deals: u64, threads: usize) -> anyhow::Result<Report> {
    static STOP: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    let bar = match io::stderr().is_terminal() {
        true => ProgressBar::new(deals),
        false => ProgressBar::hidden(),
    };
    bar.set_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} deals, {per_sec}, {eta} left",
    )?);
    let report = contest.run(deals, threads, |done| {
        bar.set_position(done);
        !STOP.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    if report.deals == 0 {
        anyhow::bail!("no deal was played to its end");
    }
    Ok(report)
}

fn as_text(report: &Report, args: &Args, took: Duration) -> String {
    let mut text = String::new();
    let games = report.deals * report.games_per_deal;
    let _ = writeln!(
        text,
        "{}, profile {}: {} deals x {} = {games} games, {}, {:.1} s",
        report.game,
        args.rules.profile_name("decklet"),
        report.deals,
        report.games_per_deal,
        report.deals_from,
        took.as_secs_f64()
    );
    if args.agents.iter().any(|agent| agent.trim() == "expert") {
        let _ = writeln!(text, "experts think for {}", thinking(args));
    }
    let width = report.agents.iter().map(|agent| agent.name.len()).max();
    let width = width.unwrap_or(0).max(10);
    for agent in &report.agents {
        let _ = writeln!(
            text,
            "\n{:width$}  {}  Elo {}",
            agent.name,
            score(agent.wp, agent.adp, report),
            whole(agent.elo)
        );
        for (role, part) in [("landlord", agent.landlord), ("farmer", agent.farmer)] {
            if let Some(part) = part {
                let _ = writeln!(text, "{role:>width$}  {}", score(part.wp, part.adp, report));
            }
        }
        let _ = writeln!(text, "{:width$}  {}", "", speed(agent));
    }
    text
}

/// Games won, and points where the rules count any.
fn score(wp: Estimate, adp: Estimate, report: &Report) -> String {
    if report.counts_points() {
        format!("WP {}  ADP {}", percent(wp), points(adp))
    } else {
        format!("WP {}", percent(wp))
    }
}

fn speed(agent: &AgentReport) -> String {
    let faults = match agent.faults {
        0 => String::new(),
        faults => format!(", {faults} games lost by an error, a time-out or an illegal choice"),
    };
    format!(
        "{} decisions, {:.0}/s{faults}",
        agent.decisions, agent.decisions_per_second
    )
}

fn percent(estimate: Estimate) -> String {
    let [mean, low, high] = [estimate.mean, estimate.low, estimate.high].map(|share| share * 100.0);
    format!("{mean:5.1} % [{low:.1}, {high:.1}]")
}

fn points(estimate: Estimate) -> String {
    let Estimate {
        mean, low, high, ..
    } = estimate;
    format!("{mean:+6.3} [{low:+.3}, {high:+.3}]")
}

fn whole(estimate: Estimate) -> String {
    let Estimate {
        mean, low, high, ..
    } = estimate;
    format!("{mean:+.0} [{low:+.0}, {high:+.0}]")
}
