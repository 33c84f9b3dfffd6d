use super::{
    game::{self, Game, RuleArgs},
    out, usage,
};
use anyhow::Context;
use clap::ValueEnum;
use decklet::{
    doudizhu,
    engine::{Action, GameEngine, Player, Rng, Ruleset, Seed, Status, Stream, log},
    uno,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::{
    fs,
    io::{self, IsTerminal},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Play random games through the engine and count
///
/// Game i of a series has the seed SEED.child(i), so the result does not depend on the number of
/// threads, and any game can be played again by itself. With --fast the pure simulator plays the
/// same games many times faster, without rules, log or views.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet simulate doudizhu --games 10000
  decklet simulate doudizhu --profile openspiel --games 1000000 --fast
  decklet simulate uno --games 1000 --players 2 --policy draw-when-stuck --json
  decklet simulate uno --games 100 --profile party --set stack=any --log games")]
pub struct Args {
    /// The game
    game: Game,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    #[command(flatten)]
    rules: RuleArgs,
    /// How many players [default: 3 for doudizhu, 4 for uno]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// The seed of the series: an integer or 64 hexadecimal digits
    #[arg(long, value_name = "SEED", default_value = "0")]
    seed: Seed,
    /// How many threads [default: one for each processor]
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// How the players choose
    #[arg(long, value_enum, default_value_t = Policy::Uniform)]
    policy: Policy,
    /// Use the pure simulator instead of the engine
    #[arg(long, conflicts_with = "log")]
    fast: bool,
    /// Write the log of every game into this folder
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// For machines: JSON
    #[arg(long)]
    json: bool,
}

/// How random players choose.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// Every legal action equally likely
    Uniform,
    /// UNO: draw only when nothing else can be done
    DrawWhenStuck,
}

/// What came of one game.
#[derive(Clone, Copy, Default)]
struct Outcome {
    actions: u64,
    /// A bit for each seat.
    winners: u16,
    landlord: Option<u8>,
}

/// What came of a series of games.
#[derive(Clone, Copy, Default, Serialize)]
struct Statistics {
    games: u64,
    actions: u64,
    wins: [u64; 10],
    no_winner: u64,
    landlord_wins: u64,
    farmer_wins: u64,
    longest: u64,
    longest_game: u64,
}

impl Statistics {
    fn of(index: u64, game: Outcome) -> Self {
        let mut wins = [0; 10];
        for (seat, wins) in wins.iter_mut().enumerate() {
            *wins = u64::from(game.winners >> seat & 1);
        }
        let won_by_landlord = game.landlord.map(|seat| game.winners >> seat & 1 == 1);
        Self {
            games: 1,
            actions: game.actions,
            wins,
            no_winner: u64::from(game.winners == 0),
            landlord_wins: u64::from(won_by_landlord == Some(true)),
            farmer_wins: u64::from(won_by_landlord == Some(false) && game.winners != 0),
            longest: game.actions,
            longest_game: index,
        }
    }

    fn and(self, other: Self) -> Self {
        // Of equally long games the first counts, whichever thread played it.
        let rank = |s: &Self| (s.longest, std::cmp::Reverse(s.longest_game));
        let longer = if rank(&self) >= rank(&other) {
            self
        } else {
            other
        };
        let mut wins = self.wins;
        for (wins, more) in wins.iter_mut().zip(other.wins) {
            *wins += more;
        }
        Self {
            games: self.games + other.games,
            actions: self.actions + other.actions,
            wins,
            no_winner: self.no_winner + other.no_winner,
            landlord_wins: self.landlord_wins + other.landlord_wins,
            farmer_wins: self.farmer_wins + other.farmer_wins,
            longest: longer.longest,
            longest_game: longer.longest_game,
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.policy == Policy::DrawWhenStuck && args.game != Game::Uno {
        return usage("--policy draw-when-stuck is for uno: nobody draws cards in this game");
    }
    let rules = args.rules.ruleset(args.game, "decklet")?;
    let players = game::players(&rules, args.players, args.game.usual_players())?;
    if let Some(folder) = &args.log {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let threads = args.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        NonZeroUsize::get,
    );
    let bar = progress_bar(args);
    let start = Instant::now();
    let play = player(args, &rules, players)?;
    let statistics = series(args.games, threads, &*play, &bar)?;
    let seconds = start.elapsed();
    bar.finish_and_clear();
    report(args, players, threads, &statistics, seconds)
}

type Play<'a> = Box<dyn Fn(u64) -> anyhow::Result<Outcome> + Sync + 'a>;

/// What plays game number i.
fn player<'a>(args: &'a Args, rules: &'a Arc<Ruleset>, players: usize) -> anyhow::Result<Play<'a>> {
    if args.fast {
        return fast(args, rules, players);
    }
    Ok(Box::new(move |index| {
        let game = engine_game(rules, players, &args.seed.child(index), args.policy)?;
        if let Some(folder) = &args.log {
            write_log(&game, folder, index)?;
        }
        Ok(outcome(&game))
    }))
}

/// Plays games `0..games`, each thread taking the next few.
fn series(
    games: u64,
    threads: usize,
    play: &(dyn Fn(u64) -> anyhow::Result<Outcome> + Sync),
    bar: &ProgressBar,
) -> anyhow::Result<Statistics> {
    const CHUNK: u64 = 64;
    let next = AtomicU64::new(0);
    let work = || -> anyhow::Result<Statistics> {
        let mut sum = Statistics::default();
        loop {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= games {
                return Ok(sum);
            }
            let to = games.min(from + CHUNK);
            for index in from..to {
                sum = sum.and(Statistics::of(index, play(index)?));
            }
            bar.inc(to - from);
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut sum = work()?;
        for other in others {
            sum = sum.and(
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?,
            );
        }
        Ok(sum)
    })
}

/// A whole random game through the engine.
fn engine_game(
    rules: &Arc<Ruleset>,
    players: usize,
    seed: &Seed,
    policy: Policy,
) -> anyhow::Result<GameEngine> {
    let mut game = GameEngine::new(rules.clone(), *seed);
    game.create_game(Player::numbered(players))?;
    game.start()?;
    let mut random = seed.rng(Stream::POLICY);
    while game.state().status() == Status::Playing {
        let action = choose(choices(&game, policy), &mut random)
            .with_context(|| format!("nobody can do anything in the game of seed {seed}"))?;
        game.dispatch(action)?;
    }
    Ok(game)
}

/// One number for every decision, also where there is only one action, as in the pure simulators.
fn choose(mut actions: Vec<Action>, random: &mut Rng) -> Option<Action> {
    let count = u32::try_from(actions.len())
        .ok()
        .filter(|&count| count > 0)?;
    Some(actions.swap_remove(random.below(count) as usize))
}

/// Everything that may be done now, in the order of the pure simulators.
fn choices(game: &GameEngine, _policy: Policy) -> Vec<Action> {
    let turn = game.state().current_player();
    turn.map_or_else(Vec::new, |seat| game.legal_actions(seat))
}

fn outcome(game: &GameEngine) -> Outcome {
    let state = game.state();
    let winners = state
        .winners()
        .iter()
        .fold(0, |all, seat| all | 1 << seat.0);
    let view = game.view(decklet::engine::Viewer::Referee).variables();
    let landlord = view.get("ddz.landlordId").and_then(|id| id.as_text());
    let landlord = landlord.and_then(|id| state.names().find_player(id).seat());
    Outcome {
        actions: game.log().len() as u64 - 1,
        winners,
        landlord: landlord.map(|seat| seat.0),
    }
}

fn write_log(game: &GameEngine, folder: &Path, index: u64) -> anyhow::Result<()> {
    let path = folder.join(format!("game-{index:06}.jsonl"));
    fs::write(&path, log::to_jsonl(game))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// The pure simulator of the game.
fn fast<'a>(args: &'a Args, rules: &Ruleset, players: usize) -> anyhow::Result<Play<'a>> {
    Ok(match args.game {
        Game::Doudizhu => {
            let profile = game::doudizhu_profile(rules)?;
            Box::new(move |index| Ok(fast_doudizhu(&profile, &args.seed.child(index))))
        }
        Game::Uno => {
            let rules = game::uno_rules(rules)?;
            let players = u8::try_from(players)?;
            let policy = match args.policy {
                Policy::Uniform => uno::simulate::Policy::Uniform,
                Policy::DrawWhenStuck => uno::simulate::Policy::DrawWhenStuck,
            };
            Box::new(move |index| fast_uno(&rules, players, policy, &args.seed.child(index)))
        }
    })
}

fn fast_doudizhu(profile: &doudizhu::profile::Profile, seed: &Seed) -> Outcome {
    use doudizhu::{deal::Game, score::Team, seat::Seat, simulate::play_randomly};
    let mut game = Game::new(profile, seed);
    let actions = play_randomly(&mut game, &mut seed.rng(Stream::POLICY));
    let deal = game.deal();
    let landlord = deal.landlord();
    let winners = landlord.zip(deal.winner()).map_or(0, |(landlord, team)| {
        let won = Seat::ALL
            .into_iter()
            .filter(|&seat| Team::of(seat, landlord) == team);
        won.fold(0, |all, seat| all | 1 << seat.index())
    });
    Outcome {
        actions,
        winners,
        landlord: landlord.map(u8::from),
    }
}

fn fast_uno(
    rules: &uno::profile::Rules,
    players: u8,
    policy: uno::simulate::Policy,
    seed: &Seed,
) -> anyhow::Result<Outcome> {
    let mut play = seed.rng(Stream::PLAY);
    let deal = &mut seed.rng(Stream::DEAL);
    let mut round = uno::round::Round::deal(rules, players, players - 1, deal, &mut play)?;
    let choice = &mut seed.rng(Stream::POLICY);
    Ok(Outcome {
        actions: uno::simulate::play_out(&mut round, policy, choice, &mut play),
        winners: round.winners().bits(),
        landlord: None,
    })
}

fn progress_bar(args: &Args) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(args.games);
    if let Ok(style) =
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left")
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    profile: &'a str,
    players: usize,
    seed: String,
    policy: &'a str,
    simulator: &'a str,
    threads: usize,
    games: u64,
    actions: u64,
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

fn report(
    args: &Args,
    players: usize,
    threads: usize,
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
            Policy::Uniform => "uniform",
            Policy::DrawWhenStuck => "draw-when-stuck",
        },
        simulator: if args.fast { "fast" } else { "engine" },
        threads,
        games: statistics.games,
        actions: statistics.actions,
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
        "{} by profile {}, {} players, {} games by the {}\n\n",
        report.game, report.profile, report.players, report.games, report.simulator
    );
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
