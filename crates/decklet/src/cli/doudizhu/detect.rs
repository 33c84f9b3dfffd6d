use super::{ProfileArg, hand_on_line, input_lines};
use crate::cli::out;
use decklet::doudizhu::tools;
use std::io::Write;

/// Say what card sets are: a set a line in, a line of JSON each out
#[derive(clap::Args)]
#[command(after_help = "Examples:
  echo 33344456 | decklet doudizhu detect --profile pagat
  decklet doudizhu plays | decklet doudizhu detect --profile douzero")]
pub struct Args {
    #[command(flatten)]
    profile: ProfileArg,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let profile = args.profile.get()?;
    let mut out = out::stdout();
    for line in input_lines() {
        let (number, line) = line?;
        let answer = tools::detect(hand_on_line(&line, number)?, &profile);
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
    }
    Ok(out.flush()?)
}
