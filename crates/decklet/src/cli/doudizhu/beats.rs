use super::{ProfileArg, hand_on_line, input_lines};
use crate::cli::{out, usage};
use decklet::doudizhu::tools;
use std::io::Write;

/// Say whether cards beat others: lines "PREVIOUS PLAY" in; true, false or null out
///
/// null: one of them is no combination.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  echo '33 44' | decklet doudizhu beats --profile rlcard
  echo 'BR 2222' | decklet doudizhu beats --profile openspiel")]
pub struct Args {
    #[command(flatten)]
    profile: ProfileArg,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let profile = args.profile.get()?;
    let mut out = out::stdout();
    for line in input_lines() {
        let (number, line) = line?;
        let [previous, play] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            out.flush()?;
            return usage(format!(
                "line {number}: \"{line}\": write two card sets, as \"33 44\""
            ));
        };
        let previous = hand_on_line(previous, number)?;
        let answer = tools::beats(previous, hand_on_line(play, number)?, &profile);
        let text = answer.map_or("null".to_owned(), |beats| beats.to_string());
        writeln!(out, "{text}")?;
    }
    Ok(out.flush()?)
}
