use super::{Game, bot::ThinkArgs, out, save, usage};
use crate::{
    table::{card_ids, details, labels, sort},
    text::Lang,
};
use decklet::{
    bots::{Adviser, Budget, Review},
    engine::{Entry, GameEngine, NamedAction, Seat, Seed, Viewer, log::LogFile, wire},
};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::{
    cmp::Reverse,
    io::{self, IsTerminal},
    num::NonZeroUsize,
    path::PathBuf,
};

/// Say of every decision of a saved game what an expert would have done, and what it cost
///
/// Judged is what the player could know at that moment, not how the hidden cards lay: the expert sees
/// the same as the player did. Lost points are an estimate from games played on in many likely ways;
/// small ones mean nothing. A decision between one action is none.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet analyse game.jsonl
  decklet analyse game.jsonl --seat 1 --iterations 5000
  decklet analyse game.jsonl --json | jq .costliest")]
pub struct Args {
    /// The log
    file: PathBuf,
    /// Only the decisions of this player: a seat counted from 1, or a player's id
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    #[command(flatten)]
    think: ThinkArgs,
    /// For machines: JSON
    #[arg(long)]
    json: bool,
}

/// What is used when neither iterations nor a time are asked for.
const ITERATIONS: u64 = 1000;

/// A decision, judged.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Decision {
    /// The entry of the log.
    index: u64,
    player_id: String,
    made: NamedAction,
    best: NamedAction,
    /// Points that the player could expect after it.
    expected: Option<f64>,
    best_expected: Option<f64>,
    lost: f64,
    reason: String,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    decisions: &'a [Decision],
    /// The three costliest, by their places in the log.
    costliest: Vec<u64>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let (log, rules, _) = save::read(&args.file)?;
    let in_file = |error| anyhow::Error::new(error).context(args.file.display().to_string());
    let game = log.replay(&rules, None).map_err(in_file)?;
    let Some(kind) = Game::of(&rules) else {
        return usage(format!("no expert knows {}", rules.game()));
    };
    let only = match &args.seat {
        None => None,
        Some(text) => match save::viewer(&game, text)? {
            Viewer::Seat(seat) => Some(seat),
            _ => return usage(format!("--seat {text}: give a seat or a player")),
        },
    };
    let decisions = judge(&log, &game, kind, only, args)?;
    let mut order: Vec<&Decision> = decisions.iter().filter(|d| d.lost > 0.0).collect();
    order.sort_by_key(|decision| Reverse((decision.lost * 100.0).round() as i64));
    order.truncate(3);
    if args.json {
        let report = Report {
            game: kind.name(),
            decisions: &decisions,
            costliest: order.iter().map(|decision| decision.index).collect(),
        };
        return out::line(&serde_json::to_string(&report)?);
    }
    out::line(&for_people(kind, &game, &decisions, &order))
}

/// Plays the game again and asks the expert before each decision.
fn judge(
    log: &LogFile,
    played: &GameEngine,
    kind: Game,
    only: Option<Seat>,
    args: &Args,
) -> anyhow::Result<Vec<Decision>> {
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let budget = args.think.budget_or(Budget::playouts(ITERATIONS));
    let budget = budget.with_threads(threads);
    let bar = progress_bar(log.len() as u64);
    let mut game = played.at(0);
    let mut advisers: Vec<_> = (0..game.state().seats() as u8)
        .map(|seat| Adviser::new(game.rules(), &Seed::from(0), Seat(seat), budget))
        .collect();
    let mut decisions = Vec::new();
    for entry in played.log().iter().skip(1) {
        let Some(action) = entry.action() else {
            continue;
        };
        if let Some(seat) = action.player().seat()
            && game.state().current_player() == Some(seat)
            && only.is_none_or(|only| only == seat)
            && let Some(Some(adviser)) = advisers.get_mut(seat.index())
        {
            let legal = game.legal_actions(seat);
            if legal.len() > 1
                && let Some(review) = adviser.review(&game.lens(seat), &legal, action)
            {
                let best = wire::action_to_named(&game, &legal[review.best.choice]);
                decisions.push(decision(&game, kind, entry, best, review));
            }
        }
        game.dispatch(action)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(decisions)
}

fn decision(
    game: &GameEngine,
    kind: Game,
    entry: &Entry,
    best: NamedAction,
    review: Review,
) -> Decision {
    let unit = (100 * kind.points_unit(game.rules())) as f64;
    let points = |value: i64| value as f64 / unit;
    let made = entry
        .action()
        .map(|action| wire::action_to_named(game, action));
    let made = made.unwrap_or_else(|| best.clone());
    Decision {
        index: entry.index(),
        player_id: made.player_id.clone().unwrap_or_default(),
        made,
        best,
        expected: review.value.map(points),
        best_expected: review.best.value.map(points),
        lost: points(review.loss()),
        reason: decklet_words::reason(review.best.reason).en,
    }
}

fn for_people(
    kind: Game,
    game: &GameEngine,
    decisions: &[Decision],
    costliest: &[&Decision],
) -> String {
    let mut text = format!(
        "{}, {} decisions, judged by what each player could know at that moment\n",
        kind.name(),
        decisions.len()
    );
    text += "\nThe costliest\n";
    if costliest.is_empty() {
        text += "  none: every decision was the expert's\n";
    }
    for decision in costliest {
        text += &format!("  {}\n", line(kind, decision));
    }
    text += "\nEvery decision: the entry of the log, what was done, what the expert prefers\n";
    for decision in decisions {
        text += &format!("  {}\n", line(kind, decision));
    }
    text += "\nPoints lost\n";
    for player in game.state().players() {
        let own = decisions.iter().filter(|d| d.player_id == player.id);
        let (count, lost) = own.fold((0, 0.0), |(count, lost), d| (count + 1, lost + d.lost));
        text += &format!("  {:<12} {lost:.1} in {count} decisions\n", player.name);
    }
    text
}

fn line(kind: Game, decision: &Decision) -> String {
    let made = words(kind, &decision.made);
    let head = format!(
        "#{:<4} {:<4} {made:<16}",
        decision.index, decision.player_id
    );
    let best = words(kind, &decision.best);
    if best == made {
        return format!("{head} good");
    }
    let lost = decision.lost;
    if lost < 0.05 {
        return format!("{head} {best:<16} as good");
    }
    format!("{head} {best:<16} {lost:>5.1} lost: {}", decision.reason)
}

/// An action in short.
fn words(kind: Game, action: &NamedAction) -> String {
    let mut names = card_ids(action);
    if names.is_empty() {
        let name = action.kind.to_lowercase().replace('_', " ");
        return format!("{name} {}", details(action)).trim_end().to_owned();
    }
    sort(kind, &mut names);
    match kind {
        Game::Doudizhu => {
            let ranks = names.iter().filter_map(|name| name.parse().ok());
            let ranks = ranks.map(|card: decklet::doudizhu::card::Card| card.rank().to_string());
            ranks.collect()
        }
        Game::Uno => labels(kind, Lang::En, &names),
    }
}

fn progress_bar(entries: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(entries.saturating_sub(1));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} actions, {eta} left") {
        bar.set_style(style);
    }
    bar
}
