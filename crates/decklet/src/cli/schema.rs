use super::{
    game::{Game, RuleArgs},
    out,
};
use decklet::engine::wire;

/// Print the JSON Schema of a game's actions, events and views
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet schema uno > uno.schema.json
  decklet schema doudizhu --profile game-claw | jq '.\"$defs\" | keys'")]
pub struct Args {
    /// The game
    game: Game,
    #[command(flatten)]
    rules: RuleArgs,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let rules = args.rules.ruleset(args.game, "decklet")?;
    out::line(&serde_json::to_string_pretty(&wire::schema(&rules))?)
}
