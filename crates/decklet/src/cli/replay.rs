use super::{out, save, usage};
use decklet::engine::{Entry, GameEngine, SeatEvent, Viewer, wire};
use serde_json::json;
use std::{io::Write, path::PathBuf};

/// Print a saved game as one viewer saw it
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet replay game.jsonl                 all of it, with every secret
  decklet replay game.jsonl --as 2          what the second player saw
  decklet replay game.jsonl --to 10 --json  the first ten actions, for machines

With --json: a line {\"index\",\"events\"} an entry (and \"action\" for the referee), then a line
{\"view\"} with the table as it was then.")]
pub struct Args {
    /// The log
    file: PathBuf,
    /// Stop after this entry; 0 is the deal
    #[arg(long, value_name = "N")]
    to: Option<u64>,
    /// Who looks: a seat counted from 1, a player's id, spectator or referee
    #[arg(long = "as", value_name = "VIEWER", default_value = "referee")]
    viewer: String,
    /// For machines: JSON lines
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let (log, rules, _) = save::read(&args.file)?;
    if let Some(to) = args.to
        && to >= log.len() as u64
    {
        return usage(format!(
            "--to {to}: the log has entries 0 to {}",
            log.len().saturating_sub(1)
        ));
    }
    let game = log
        .replay(&rules, args.to)
        .map_err(|error| anyhow::Error::new(error).context(args.file.display().to_string()))?;
    let viewer = save::viewer(&game, &args.viewer)?;
    let mut out = out::stdout();
    for entry in game.log() {
        if args.json {
            writeln!(out, "{}", json_line(&game, entry, viewer)?)?;
        } else {
            write!(out, "{}", text_lines(&game, entry, viewer)?)?;
        }
    }
    let view = game.view(viewer);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&json!({ "view": view }))?)?;
    } else {
        writeln!(out, "\n{}", serde_json::to_string_pretty(&view)?)?;
    }
    Ok(out.flush()?)
}

fn json_line(game: &GameEngine, entry: &Entry, viewer: Viewer) -> anyhow::Result<String> {
    let events = game.seen_events(entry.events(), viewer);
    let mut line = json!({ "index": entry.index(), "events": events });
    if let (Viewer::Referee, Some(action)) = (viewer, entry.action()) {
        line["action"] = serde_json::to_value(wire::action_to_named(game, action))?;
    }
    Ok(serde_json::to_string(&line)?)
}

fn text_lines(game: &GameEngine, entry: &Entry, viewer: Viewer) -> anyhow::Result<String> {
    let head = match (viewer, entry.action()) {
        (_, None) => "the deal".to_owned(),
        (Viewer::Referee, Some(action)) => wire::action_to_json(game, action),
        // What others wanted is told by the events that they see.
        (_, Some(_)) => String::new(),
    };
    let mut text = format!("#{} {head}\n", entry.index());
    for event in game.seen_events(entry.events(), viewer) {
        text += &format!("    {}\n", event_text(game, &event));
    }
    Ok(text)
}

/// `CARD_PLAYED p1: playerId=p1 cardIds=["hearts-A"]`.
fn event_text(game: &GameEngine, event: &SeatEvent) -> String {
    let mut text = event.event_type().to_owned();
    if let Some(seat) = event.player() {
        text += &format!(" {}", game.state().names().player(seat));
    }
    for (name, value) in event.payload() {
        text += &format!(" {name}={value}");
    }
    text
}
