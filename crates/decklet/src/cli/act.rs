use super::{
    Usage,
    game::{self, Game, RuleArgs},
    input, out,
    save::{self, SavedGame},
    usage,
};
use decklet::engine::{NamedAction, Seat, Seed, Status, Viewer, wire};
use serde::Serialize;
use serde_json::json;
use std::{
    io::{self, BufRead, Read, Write},
    path::PathBuf,
};

/// Apply JSON actions from standard input to a saved game, one answer a line
///
/// For scripts and other languages. Every line of input is an action; every line of output is the
/// answer to it: {"ok":true,"index":N,"events":[…]} or {"ok":false,"rule":…,"code":…,"reason":…}.
/// An accepted action is in FILE before its answer is printed. Two questions change nothing:
/// {"type":"?view"} answers {"ok":true,"view":{…}}, {"type":"?legal"} answers
/// {"ok":true,"legal":[…]}. Both answer for --as; with --as referee they take any "playerId", and
/// "legal" is else that of the player on turn.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet act --new uno --players 3 --seed 7 game.jsonl < /dev/null
  echo '{\"type\":\"DRAW_CARD\",\"playerId\":\"p1\"}' | decklet act game.jsonl
  echo '{\"type\":\"?legal\"}' | decklet act game.jsonl
  decklet act --new doudizhu --profile game-claw --seed 1 < actions.jsonl   (not saved)")]
pub struct Args {
    /// The log. With --new it must not exist yet, and may be left out: then nothing is saved
    #[arg(required_unless_present = "new")]
    file: Option<PathBuf>,
    /// Begin a new game of this name, with players p1, p2, …
    #[arg(long, value_name = "GAME")]
    new: Option<Game>,
    #[command(flatten)]
    rules: RuleArgs,
    /// How many players [default: 3 for doudizhu, 4 for uno]
    #[arg(long, value_name = "N", requires = "new")]
    players: Option<usize>,
    /// The seed: an integer or 64 hexadecimal digits [default: a random one]
    #[arg(
        long,
        value_name = "SEED",
        requires = "new",
        allow_negative_numbers = true
    )]
    seed: Option<Seed>,
    /// Given hands instead of dealt ones (see 'decklet play --help')
    #[arg(long, value_name = "FILE", requires = "new")]
    deal: Option<PathBuf>,
    /// Answer with what this viewer may see: a seat counted from 1, a player's id, spectator or
    /// referee
    #[arg(long = "as", value_name = "VIEWER", default_value = "referee")]
    viewer: String,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut game = open(args)?;
    let viewer = save::viewer(game.engine(), &args.viewer)?;
    let mut input = io::stdin().lock();
    let mut out = out::stdout();
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answer = answer(&mut game, &line, viewer)?;
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn open(args: &Args) -> anyhow::Result<SavedGame> {
    let Some(kind) = args.new else {
        if args.rules.profile.is_some() || !args.rules.set.is_empty() {
            return usage("--profile and --set are for a new game: a saved one knows its rules");
        }
        let file = args.file.as_deref();
        return SavedGame::resume(file.ok_or_else(|| Usage("which FILE?".into()))?);
    };
    let rules = args.rules.ruleset(kind, "decklet")?;
    let players = save::numbered(&rules, args.players, kind.usual_players())?;
    let seed = game::seed(args.seed)?;
    let deal = match &args.deal {
        None => None,
        Some(path) => Some(super::deal_file::read(
            path,
            kind,
            &rules,
            players.len(),
            seed,
        )?),
    };
    SavedGame::begin(&rules, players, seed, deal, args.file.as_deref())
}

/// Reads a line of any length, but keeps only a little more than an action may have.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let most = wire::MAX_MESSAGE as u64 + 2;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    while !line.ends_with(b"\n") && line.len() as u64 >= most {
        let rest = input.fill_buf()?;
        let (end, length) = match rest.iter().position(|&byte| byte == b'\n') {
            Some(place) => (true, place + 1),
            None => (rest.is_empty(), rest.len()),
        };
        input.consume(length);
        if end {
            break;
        }
    }
    Ok(true)
}

fn answer(game: &mut SavedGame, line: &[u8], viewer: Viewer) -> anyhow::Result<String> {
    let text = String::from_utf8_lossy(line);
    let text = input::without_mark(text.trim_end_matches(['\n', '\r']));
    let action = match wire::read_action(text) {
        Ok(action) => action,
        Err(denied) => return Ok(serde_json::to_string(&denied)?),
    };
    match &*action.kind {
        "?view" => {
            let viewer = match asked_seat(game, action.player_id.as_deref(), viewer) {
                Ok(seat) => seat.map_or(viewer, Viewer::from),
                Err(refusal) => return Ok(refusal),
            };
            let view = game.engine().view(viewer);
            Ok(serde_json::to_string(&ViewAnswer { ok: true, view })?)
        }
        "?legal" => {
            // What a player may do tells what they hold.
            let own = match viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Referee => game.engine().state().current_player(),
                _ => None,
            };
            let seat = match asked_seat(game, action.player_id.as_deref(), viewer) {
                Ok(seat) => seat.or(own),
                Err(refusal) => return Ok(refusal),
            };
            let legal = legal(game, seat);
            Ok(serde_json::to_string(&LegalAnswer { ok: true, legal })?)
        }
        _ => {
            let result = game.dispatch(action)?;
            Ok(wire::answer(game.engine(), &result, viewer))
        }
    }
}

#[derive(Serialize)]
struct ViewAnswer {
    ok: bool,
    view: decklet::engine::View,
}

#[derive(Serialize)]
struct LegalAnswer {
    ok: bool,
    legal: Vec<NamedAction>,
}

fn legal(game: &SavedGame, seat: Option<Seat>) -> Vec<NamedAction> {
    let engine = game.engine();
    let Some(seat) = seat.filter(|_| engine.state().status() == Status::Playing) else {
        return Vec::new();
    };
    let actions = engine.legal_actions(seat);
    actions
        .iter()
        .map(|action| wire::action_to_named(engine, action))
        .collect()
}

/// The seat a question names; the answer to it when nobody has that id, or `viewer` may not look
/// into that seat's cards.
fn asked_seat(game: &SavedGame, id: Option<&str>, viewer: Viewer) -> Result<Option<Seat>, String> {
    let Some(id) = id else {
        return Ok(None);
    };
    let reason = match game.engine().state().names().find_player(id).seat() {
        None => format!("nobody at the table has the id \"{id}\""),
        Some(seat) if viewer == Viewer::Referee || viewer == Viewer::Seat(seat) => {
            return Ok(Some(seat));
        }
        Some(_) => format!("only --as {id} and --as referee may ask this for {id}"),
    };
    let answer = json!({
        "ok": false, "rule": null, "code": "BAD_ACTION", "field": "playerId", "reason": reason,
    });
    Err(answer.to_string())
}
