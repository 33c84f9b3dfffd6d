//! What is printed at the end.

use super::{Args, Policy, Statistics};
use crate::cli::{Game, bots, out};
use decklet::bots::Level;
use serde::Serialize;
use std::time::Duration;

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    profile: &'a str,
    players: usize,
    seed: String,
    policy: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bots: Vec<&'a str>,
    simulator: &'a str,
    threads: usize,
    games: u64,
    actions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds_per_game: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most_rounds: Option<u64>,
    seconds: f64,
    games_per_s: f64,
    actions_per_s: f64,
    wins: &'a [u64],
    win_rates: Vec<f64>,
    no_winner: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    landlord_wins: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    farmer_wins: Option<u64>,
    longest: u64,
    longest_game: u64,
}

pub fn print(
    args: &Args,
    players: usize,
    threads: usize,
    is_match: bool,
    statistics: &Statistics,
    time: Duration,
) -> anyhow::Result<()> {
    let seconds = time.as_secs_f64().max(1e-9);
    let rate = |count: u64, of: u64| count as f64 / (of.max(1)) as f64;
    let teams = args.game == Game::Doudizhu;
    let wins = &statistics.wins[..players.min(10)];
    let report = Report {
        game: args.game.name(),
        profile: args.rules.profile_name("decklet"),
        players,
        seed: args.seed.to_string(),
        policy: match args.policy {
            _ if !args.bots.is_empty() => "bots",
            Policy::Uniform => "uniform",
            Policy::DrawWhenStuck => "draw-when-stuck",
        },
        bots: bots::levels(&args.bots, players)
            .map(|levels| levels.into_iter().map(Level::name).collect())
            .unwrap_or_default(),
        simulator: if args.fast { "fast" } else { "engine" },
        threads,
        games: statistics.games,
        actions: statistics.actions,
        rounds: is_match.then_some(statistics.rounds),
        rounds_per_game: is_match.then(|| rate(statistics.rounds, statistics.games)),
        most_rounds: is_match.then_some(statistics.most_rounds),
        seconds,
        games_per_s: statistics.games as f64 / seconds,
        actions_per_s: statistics.actions as f64 / seconds,
        wins,
        win_rates: wins.iter().map(|&w| rate(w, statistics.games)).collect(),
        no_winner: statistics.no_winner,
        landlord_wins: teams.then_some(statistics.landlord_wins),
        farmer_wins: teams.then_some(statistics.farmer_wins),
        longest: statistics.longest,
        longest_game: statistics.longest_game,
    };
    if args.json {
        return out::line(&serde_json::to_string(&report)?);
    }
    out::line(&for_people(&report))
}

fn for_people(report: &Report<'_>) -> String {
    let percent = |count: u64| 100.0 * count as f64 / report.games.max(1) as f64;
    let mut text = format!(
        "{} by profile {}, {} players, {} games {}\n\n",
        report.game,
        report.profile,
        report.players,
        report.games,
        match report.simulator {
            "fast" => "by the fast simulator",
            _ => "through the engine",
        }
    );
    if !report.bots.is_empty() {
        let seats = (1..).zip(&report.bots);
        let seats: Vec<String> = seats.map(|(seat, bot)| format!("{seat}: {bot}")).collect();
        text += &format!("bots       {}\n", seats.join(", "));
    }
    text += &format!(
        "time       {:.2} s on {} thread{}\n",
        report.seconds,
        report.threads,
        if report.threads == 1 { "" } else { "s" }
    );
    text += &format!("games/s    {:.0}\n", report.games_per_s);
    text += &format!(
        "actions/s  {:.0}  ({} in all, {:.1} a game)\n",
        report.actions_per_s,
        report.actions,
        report.actions as f64 / report.games.max(1) as f64
    );
    if let (Some(rounds), Some(a_game), Some(most)) =
        (report.rounds, report.rounds_per_game, report.most_rounds)
    {
        text += &format!("rounds     {rounds}, {a_game:.2} a game, {most} at most\n");
    }
    if let (Some(landlord), Some(farmers)) = (report.landlord_wins, report.farmer_wins) {
        text += &format!(
            "wins       landlord {:.2} %, farmers {:.2} %\n",
            percent(landlord),
            percent(farmers)
        );
    }
    let seats = (1..).zip(report.wins);
    let seats: Vec<String> = seats
        .map(|(seat, &wins)| format!("{seat}: {:.2} %", percent(wins)))
        .collect();
    text += &format!("by seat    {}\n", seats.join(", "));
    text += &format!("no winner  {:.2} %\n", percent(report.no_winner));
    text += &format!(
        "longest    {} actions (game {})",
        report.longest, report.longest_game
    );
    text
}
