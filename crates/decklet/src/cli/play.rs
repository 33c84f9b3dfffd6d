use super::{
    bots, crash, deal_file,
    game::{self, Game, RuleArgs},
    rounds::RoundsArg,
    save::{self, SavedGame},
    usage,
};
use crate::{
    table::{self, Session},
    text::{Lang, fill},
};
use decklet::{
    bots::{Budget, Level},
    engine::{GameEngine, Player, Seat, Seed},
};
use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    time::Duration,
};

/// Play against bots in the terminal
///
/// A full-screen table in a terminal, lines of text with --plain. The game is saved as you play;
/// its log's name is printed when you leave, and --resume goes on with it. Every round of a match has
/// a log of its own, beside the first.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet play doudizhu
  decklet play doudizhu --profile pagat --seed 7 --lang zh
  decklet play uno --players 5 --profile party
  decklet play uno --profile official       rounds until somebody has 500 points
  decklet play uno --rounds 5
  decklet play doudizhu --bots expert --think 1000
  decklet play uno --players 3 --bots greedy,expert
  decklet play uno --set stack=any --set seven_zero=both
  decklet play --resume ~/.local/share/decklet/uno-1a2b3c4d.jsonl
  printf 'h1\\nq\\n' | decklet play uno --plain

A file for --deal gives every hand (the first is yours) and leaves nothing hidden to chance:
  Dou Dizhu: {\"hands\": [[\"hearts-3\", …], […], […]], \"bottom\": [\"joker-big\", …]}
  UNO:       {\"hands\": [[\"red-5-1\", …], …], \"discard\": \"blue-7-1\", \"deck\": [\"wild-1\", …]}
In \"deck\" the first card is drawn first; cards not named lie shuffled below. \"bottom\" and \"deck\"
may be left out.")]
pub struct Args {
    /// The game; not needed with --resume
    #[arg(required_unless_present = "resume")]
    game: Option<Game>,
    #[command(flatten)]
    rules: RuleArgs,
    /// How many play, you included [default: 3 for doudizhu, 4 for uno]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    #[command(flatten)]
    rounds: RoundsArg,
    /// The seed: an integer or 64 hexadecimal digits [default: a random one]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// Given hands instead of dealt ones
    #[arg(long, value_name = "FILE")]
    deal: Option<PathBuf>,
    /// Go on with a saved game
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["game", "profile", "set", "players", "rounds", "seed", "deal", "save", "name"]
    )]
    resume: Option<PathBuf>,
    /// Where to save the game [default: a new file in the user's data folder]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Your name
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The language of the table [default: the system's]
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// How the bots play: random, draw-when-stuck (UNO), lowest, greedy or expert; a list gives one
    /// for each, as
    /// greedy,expert
    #[arg(
        long,
        value_name = "LEVELS",
        value_delimiter = ',',
        default_value = "greedy"
    )]
    bots: Vec<Level>,
    /// How long an expert bot thinks about a move, in milliseconds
    #[arg(
        long, value_name = "MS", default_value_t = 300,
        value_parser = clap::value_parser!(u64).range(1..=60_000)
    )]
    think: u64,
    /// Lines of text instead of a full screen, for pipes and screen readers
    #[arg(long)]
    plain: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let lang = args.lang.unwrap_or_else(Lang::of_system);
    let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if !args.plain && !has_terminal {
        return usage("there is no terminal to draw the table in: use --plain");
    }
    let game = open(args, lang)?;
    let plain = args.plain;
    ctrlc::set_handler(move || {
        if !plain {
            ratatui::restore();
        }
        // To nobody if need be.
        let _ = say_farewell(lang);
        std::process::exit(130);
    })?;
    let session = session(game, args, lang)?;
    let result = if plain {
        let mut session = session;
        table::play_plain(&mut session, io::stdin().lock(), io::stdout())
    } else {
        let mut terminal = ratatui::try_init()?;
        let result = table::play_full_screen(session, &mut terminal);
        ratatui::restore();
        result
    };
    result?;
    say_farewell(lang)
}

/// Says where the game, or the last round of it, is saved.
fn say_farewell(lang: Lang) -> anyhow::Result<()> {
    let path = crash::log().unwrap_or_default();
    super::out::line(&fill(lang.texts().saved, &[&path.display().to_string()]))
}

fn open(args: &Args, lang: Lang) -> anyhow::Result<SavedGame> {
    if let Some(path) = &args.resume {
        return SavedGame::resume(path)?.last_saved_round();
    }
    let Some(kind) = args.game else {
        return usage("which game? doudizhu or uno");
    };
    let rules = args.rules.ruleset(kind, kind.peoples_profile())?;
    let count = game::players(&rules, args.players, kind.usual_players())?;
    // Before there is a file.
    bots::levels(&args.bots, count - 1)?;
    let seed = game::seed(args.seed)?;
    let deal = match &args.deal {
        None => None,
        Some(path) => Some(deal_file::read(path, kind, &rules, count, seed)?),
    };
    let rules = args.rounds.first(kind, rules, count)?;
    let path = match &args.save {
        Some(path) => path.clone(),
        None => save::new_path(&rules, seed)?,
    };
    let players = players(count, args.name.as_deref(), lang);
    SavedGame::begin(&rules, players, seed, deal, Some(&path))
}

/// The person in the first seat, bots in the others.
fn players(count: usize, name: Option<&str>, lang: Lang) -> Vec<Player> {
    let texts = lang.texts();
    let mut players = Player::numbered(count);
    for (number, player) in players.iter_mut().enumerate() {
        player.name = match number {
            0 => name.unwrap_or(texts.you).to_owned(),
            number => fill(texts.bot, &[&number.to_string()]),
        };
    }
    players
}

fn session(game: SavedGame, args: &Args, lang: Lang) -> anyhow::Result<Session> {
    let engine = game.engine();
    let Some(kind) = Game::of(engine.rules()) else {
        return usage(format!("{} cannot be played here", engine.rules().game()));
    };
    let levels = bots::levels(&args.bots, engine.state().seats() - 1)?;
    let budget = Budget::time(Duration::from_millis(args.think));
    let seating = move |engine: &GameEngine| bots::seated(engine, &levels, 1, budget);
    Ok(Session::new(game, kind, Seat(0), Box::new(seating), lang))
}
