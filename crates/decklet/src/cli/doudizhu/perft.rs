use super::ProfileArg;
use crate::cli::out;
use decklet::{doudizhu::perft::perft, engine::Seed};

/// Count the sequences of moves of a given length, auction and readings included
#[derive(clap::Args)]
#[command(after_help = "Example:
  decklet doudizhu perft --profile openspiel --seed 1 --depth 5")]
pub struct Args {
    #[command(flatten)]
    profile: ProfileArg,
    /// The seed of the deal: an integer or 64 hexadecimal digits
    #[arg(
        long,
        value_name = "SEED",
        default_value = "0",
        allow_negative_numbers = true
    )]
    seed: Seed,
    /// How many moves, 100 at most
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(..=100))]
    depth: u32,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let profile = args.profile.get()?;
    out::line(&perft(&profile, &args.seed, args.depth).to_string())
}
