use super::{ProfileArg, echo, hand};
use crate::cli::{out, usage};
use decklet::doudizhu::{hand::Hand, tools};
use std::io::Write;

/// List what may be played from a hand, on the last play or to lead
///
/// One card set a line; "pass" is the last line where passing is allowed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet doudizhu legal --profile pagat --hand 33344556
  decklet doudizhu legal --profile game-claw --hand '3 3 10 10 大王' --last 99")]
pub struct Args {
    #[command(flatten)]
    profile: ProfileArg,
    /// The cards in hand
    #[arg(long, value_name = "CARDS", value_parser = hand)]
    hand: Hand,
    /// The last play on the table
    #[arg(long, value_name = "CARDS", value_parser = hand)]
    last: Option<Hand>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let profile = args.profile.get()?;
    echo("hand", args.hand);
    if let Some(last) = args.last {
        echo("last", last);
    }
    let lines = match tools::legal(args.hand, args.last, &profile) {
        Ok(lines) => lines,
        Err(last) => {
            return usage(format!(
                "--last {last}: these cards are no combination in profile {}",
                profile.name()
            ));
        }
    };
    let mut out = out::stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}
