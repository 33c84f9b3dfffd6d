//! The tools for Dou Dizhu: pure questions about cards, answered by profile.

mod beats;
mod detect;
mod explain;
mod legal;
mod perft;
mod plays;
mod score;
mod solve;

use super::{Usage, input, own_profile};
use anyhow::Context;
use clap::Subcommand;
use decklet::doudizhu::{hand::Hand, profile::Profile};
use std::io::{self, BufRead};

/// Questions about Dou Dizhu: which cards may be played, what they are, what beats what
///
/// Cards are written by rank, 3456789TJQKA2 and B (small joker), R (big joker). Understood too: 10
/// and 0 for T; w, x, y and 小王 for B; W, d, z and 大王 for R. Spaces are left out.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet doudizhu explain 33344456 --last 77788899
  decklet doudizhu legal --profile pagat --hand 33344556
  decklet doudizhu plays --profile rlcard | sha256sum")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Plays(plays::Args),
    Detect(detect::Args),
    Beats(beats::Args),
    Legal(legal::Args),
    Score(score::Args),
    Explain(explain::Args),
    Perft(perft::Args),
    Solve(solve::Args),
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Command::Plays(args) => plays::run(args),
        Command::Detect(args) => detect::run(args),
        Command::Beats(args) => beats::run(args),
        Command::Legal(args) => legal::run(args),
        Command::Score(args) => score::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Solve(args) => solve::run(args),
    }
}

/// By which profile.
#[derive(clap::Args)]
struct ProfileArg {
    /// Named rules (see 'decklet rules doudizhu --profiles'), or a file NAME.json
    #[arg(long, value_name = "PROFILE", default_value = "decklet")]
    profile: String,
}

impl ProfileArg {
    fn get(&self) -> anyhow::Result<Profile> {
        let name = &self.profile;
        if !name.ends_with(".json") {
            return Ok(own_profile::named(name).map_err(Usage)?);
        }
        let text = input::read_text(name).with_context(|| format!("cannot read {name}"))?;
        let own = own_profile::from_file(&text);
        Ok(own.map_err(|error| Usage(format!("{name}: {error}")))?)
    }
}

/// A hand given as an argument.
fn hand(text: &str) -> Result<Hand, String> {
    text.parse::<Hand>().map_err(|error| error.to_string())
}

/// Reads a hand on a line of input.
fn hand_on_line(text: &str, number: usize) -> anyhow::Result<Hand> {
    text.parse()
        .map_err(|error| Usage(format!("line {number}: {error}")).into())
}

/// The lines of standard input that are not empty, counted from 1.
fn input_lines() -> impl Iterator<Item = anyhow::Result<(usize, String)>> {
    let lines = io::stdin().lock().lines();
    (1..).zip(lines).filter_map(|(number, line)| match line {
        Ok(line) if input::without_mark(&line).trim().is_empty() => None,
        Ok(line) => Some(Ok((number, input::without_mark(&line).to_owned()))),
        Err(error) => {
            Some(Err(error).with_context(|| format!("cannot read line {number} of the input")))
        }
    })
}

/// Tells people on standard error how their cards were understood.
fn echo(what: &str, hand: Hand) {
    eprintln!("{what}: {hand} ({} cards)", hand.len());
}
