mod engine;
mod fast;
mod report;

use super::{
    bots,
    game::{self, Game, RuleArgs},
    rounds::RoundsArg,
    save, usage,
};
use anyhow::Context;
use clap::ValueEnum;
use decklet::{
    bots::{Budget, Level},
    engine::{GameEngine, Ruleset, Seed, log},
    uno::score::Length,
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

/// Play games of random players or bots through the engine and count
///
/// A game of UNO by rules that count points is a match of several rounds, each with a log of its own.
/// Game i of a series has the seed SEED.child(i), so the result does not depend on the number of
/// threads, and any game can be played again by itself. With --fast the pure simulator plays the
/// same games many times faster, without rules, log or views.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet simulate doudizhu --games 10000
  decklet simulate doudizhu --profile openspiel --games 1000000 --fast
  decklet simulate uno --games 1000 --players 2 --policy draw-when-stuck --json
  decklet simulate uno --games 1000 --profile official --fast    matches to 500 points
  decklet simulate uno --games 100 --profile party --set stack=any --policy draw-when-stuck --log games
  decklet simulate doudizhu --games 100 --bots expert,greedy,greedy --iterations 500")]
pub struct Args {
    /// The game
    game: Game,
    /// How many games
    #[arg(
        long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    games: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    rounds: RoundsArg,
    /// How many players [default: 3 for doudizhu, 4 for uno]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// The seed of the series: an integer or 64 hexadecimal digits
    #[arg(
        long,
        value_name = "SEED",
        default_value = "0",
        allow_negative_numbers = true
    )]
    seed: Seed,
    /// How many threads, 1024 at most [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How the players choose
    #[arg(long, value_enum, default_value_t = Policy::Uniform)]
    policy: Policy,
    /// Seat bots instead: random, draw-when-stuck (UNO), lowest, greedy or expert; a list gives one
    /// for each seat, as
    /// expert,greedy,greedy
    #[arg(
        long,
        value_name = "LEVELS",
        value_delimiter = ',',
        conflicts_with = "policy"
    )]
    bots: Vec<Level>,
    /// How many games an expert bot plays out in its head before each move
    #[arg(
        long, value_name = "N", default_value_t = 1000, requires = "bots",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    iterations: u64,
    /// Use the pure simulator instead of the engine
    #[arg(long, conflicts_with_all = ["log", "bots"])]
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
    rounds: u64,
    /// A bit for each seat.
    winners: u16,
    landlord: Option<u8>,
}

/// What came of a series of games.
#[derive(Clone, Copy, Default, Serialize)]
struct Statistics {
    games: u64,
    actions: u64,
    rounds: u64,
    most_rounds: u64,
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
            rounds: game.rounds,
            most_rounds: game.rounds,
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
            rounds: self.rounds + other.rounds,
            most_rounds: self.most_rounds.max(other.most_rounds),
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
    let length = args.rounds.length(args.game, &rules)?;
    if let Some(folder) = &args.log {
        make_folder(folder)?;
    }
    let threads = args.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        usize::from,
    );
    let play = player(args, &rules, players, length)?;
    let bar = progress_bar(args);
    let start = Instant::now();
    let statistics = series(args.games, threads, &*play, &bar)?;
    let seconds = start.elapsed();
    bar.finish_and_clear();
    let is_match = length.is_some();
    report::print(args, players, threads, is_match, &statistics, seconds)
}

/// Makes the folder for logs. One that holds logs already is refused: they would be overwritten, or
/// mixed with those of another series.
fn make_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let files = fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for file in files {
        let name = file?.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("game-") && name.ends_with(".jsonl") {
            return usage(format!(
                "--log {}: there are logs in it already ({name}); give another folder, or move them \
                 away",
                folder.display()
            ));
        }
    }
    Ok(())
}

type Play<'a> = Box<dyn Fn(u64) -> anyhow::Result<Outcome> + Sync + 'a>;

/// What plays game number i.
fn player<'a>(
    args: &'a Args,
    rules: &Arc<Ruleset>,
    players: usize,
    length: Option<Length>,
) -> anyhow::Result<Play<'a>> {
    let levels = match &args.bots[..] {
        [] => None,
        named => Some(bots::levels(named, players)?),
    };
    if !args.fast {
        let rules = args.rounds.first(args.game, rules.clone(), players)?;
        let budget = Budget::playouts(args.iterations);
        return Ok(Box::new(move |index| {
            let play = |rules: &_, seed: &_| match &levels {
                None => engine::play(rules, players, seed, args.policy),
                Some(levels) => engine::play_bots(rules, levels, seed, budget),
            };
            let see = |game: &_, round| match &args.log {
                Some(folder) => write_log(game, folder, index, round),
                None => Ok(()),
            };
            engine::play_rounds(&rules, &args.seed.child(index), play, see)
        }));
    }
    Ok(match args.game {
        Game::Doudizhu => {
            let profile = game::doudizhu_profile(rules)?;
            Box::new(move |index| Ok(fast::doudizhu(&profile, &args.seed.child(index))))
        }
        Game::Uno => {
            let rules = game::uno_rules(rules)?;
            let players = u8::try_from(players)?;
            let play = move |index| {
                fast::uno(
                    &rules,
                    players,
                    length,
                    args.policy,
                    &args.seed.child(index),
                )
            };
            Box::new(play)
        }
    })
}

fn write_log(game: &GameEngine, folder: &Path, index: u64, round: u32) -> anyhow::Result<()> {
    let first = folder.join(format!("game-{index:06}.jsonl"));
    let path = save::round_path(&first, round);
    fs::write(&path, log::to_jsonl(game))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Plays games `0..games`, each thread taking the next few.
fn series(
    games: u64,
    threads: usize,
    play: &(dyn Fn(u64) -> anyhow::Result<Outcome> + Sync),
    bar: &ProgressBar,
) -> anyhow::Result<Statistics> {
    // Few games are shared evenly all the same.
    let chunk = (games / (threads as u64 * 4)).clamp(1, 64);
    let next = AtomicU64::new(0);
    let work = || -> anyhow::Result<Statistics> {
        let mut sum = Statistics::default();
        loop {
            let from = next.fetch_add(chunk, Ordering::Relaxed);
            if from >= games {
                return Ok(sum);
            }
            let to = games.min(from + chunk);
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
