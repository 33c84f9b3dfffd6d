use super::ProfileArg;
use crate::cli::out;
use decklet::doudizhu::tools::play_lines;
use std::io::Write;

/// Print every card set of at most 20 cards that may be played
///
/// One set a line, its cards in rank order, the lines sorted by their bytes, and nothing else.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet doudizhu plays --profile rlcard | wc -l
  decklet doudizhu plays --profile openspiel | sha256sum
  decklet doudizhu plays --profile pagat --readings | grep ' plane_solo '")]
pub struct Args {
    #[command(flatten)]
    profile: ProfileArg,
    /// One line a reading: CARDS TYPE LOW HIGH LENGTH
    #[arg(long)]
    readings: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let profile = args.profile.get()?;
    let mut out = out::stdout();
    for line in play_lines(&profile, args.readings) {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}
