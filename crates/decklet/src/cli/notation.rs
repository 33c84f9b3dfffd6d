use super::{out, save, usage};
use anyhow::Context;
use decklet::{engine::log, notation};
use std::{fs, path::PathBuf};

/// Turn a log into short readable text, and such text into a log
///
/// The text holds the rules, the seed, and every move in a word; docs/notation.md has the format.
/// Reading it plays the moves again by the rules, so a move that is not legal is found.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet notation game.jsonl > game.txt      a log as text
  decklet notation game.jsonl --to 20         the position after twenty actions
  decklet notation game.txt > game.jsonl      and back; then verify, replay or analyse it")]
pub struct Args {
    /// A log (JSON Lines), or a text in the notation
    file: PathBuf,
    /// Of a log, only the first actions
    #[arg(long, value_name = "N")]
    to: Option<u64>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let bytes =
        fs::read(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('{') {
        let (log, rules, _) = save::read(&args.file)?;
        if args.to.is_some_and(|to| to >= log.len() as u64) {
            let last = log.len().saturating_sub(1);
            return usage(format!("--to: the log has entries 0 to {last}"));
        }
        let game = log
            .replay(&rules, args.to)
            .with_context(|| args.file.display().to_string())?;
        return out::line(&notation::write(&game));
    }
    if args.to.is_some() {
        return usage("--to is for logs; of a text, leave the last lines out");
    }
    let game = notation::read(text, &decklet::registry())
        .with_context(|| args.file.display().to_string())?;
    out::line(&log::to_jsonl(&game))
}
