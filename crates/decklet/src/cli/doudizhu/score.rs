use super::input_lines;
use crate::cli::{Usage, out};
use decklet::doudizhu::tools;
use std::io::Write;

/// Settle finished games: a line of JSON each in, {"points":[…]} out
#[derive(clap::Args)]
#[command(
    after_help = "A case names the profile, landlord and winner (seats from 0), bid, bombs, \
                        rockets,
robs, plays (how often each seat played), shown (0 or 1 for each seat) and doubled (what each seat
multiplied by, 1 for nothing).

Example:
  echo '{\"profile\":\"game-claw\",\"landlord\":0,\"winner\":0,\"bid\":3,\"plays\":[5,0,0]}' \\
    | decklet doudizhu score"
)]
pub struct Args {}

pub fn run(_: &Args) -> anyhow::Result<()> {
    let mut out = out::stdout();
    for line in input_lines() {
        let (number, line) = line?;
        let case = serde_json::from_str(&line)
            .map_err(|error| Usage(format!("line {number}: {error}")))?;
        let scored =
            tools::score(&case).map_err(|error| Usage(format!("line {number}: {error}")))?;
        writeln!(out, "{}", serde_json::to_string(&scored)?)?;
    }
    Ok(out.flush()?)
}
