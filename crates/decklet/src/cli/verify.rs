use super::{out, save};
use anyhow::Context;
use decklet::engine::log::is_finished;
use decklet_server::Proof;
use std::{fs, path::PathBuf};

/// Replay a log and check every hash in it
///
/// Any value that was changed is found: the message names the entry, and the exit code is 1. A log
/// that ends too early is an unfinished game, and no failure.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet verify game.jsonl
  decklet verify hand.jsonl --proof proof.json
  decklet simulate uno --games 10 --log games && for f in games/*; do decklet verify $f; done")]
pub struct Args {
    /// The log
    file: PathBuf,
    /// Check that the cards were dealt as the server had committed to: the proof that it shows
    /// after the hand
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let (log, rules, _) = save::read(&args.file)?;
    let game = log
        .verify(&rules)
        .map_err(|error| anyhow::Error::new(error).context(args.file.display().to_string()))?;
    let entries = log.len();
    let name = &log.header.game;
    let mut text = format!("ok: {name}, {entries} entries, every hash is right\n");
    if is_finished(&game) {
        let names = game.state().names();
        let winners = game.state().winners().iter();
        let winners: Vec<&str> = winners.map(|&seat| names.player(seat)).collect();
        text += &match &winners[..] {
            [] => "The game is finished; nobody won.".to_owned(),
            _ => format!("The game is finished; won by {}.", winners.join(", ")),
        };
    } else {
        text += "The game is unfinished: its end is not in the log.";
    }
    if let Some(file) = &args.proof {
        let shown = || file.display().to_string();
        let proof = fs::read_to_string(file).with_context(shown)?;
        let proof: Proof = serde_json::from_str(&proof).with_context(shown)?;
        proof.verify(game.seed()).with_context(shown)?;
        text += &format!(
            "\nThe deal is the one committed to before it: {}.",
            proof.commitment
        );
    }
    if log.is_cut() {
        text += "\nThe last line is cut off and was left out.";
    }
    out::line(&text)
}
