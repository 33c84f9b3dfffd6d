use super::{
    game::{Game, RuleArgs},
    out,
};
use clap::ValueEnum;
use serde_json::json;

/// Show the rules of a game in the order in which they are asked
///
/// The first rule that refuses an action decides, with one of its codes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet rules uno
  decklet rules uno --profile party
  decklet rules doudizhu --profile game-claw --json
  decklet rules doudizhu --profiles            the named profiles")]
pub struct Args {
    /// The game
    game: Game,
    #[command(flatten)]
    rules: RuleArgs,
    /// List the named profiles instead
    #[arg(long, conflicts_with_all = ["profile", "set"])]
    profiles: bool,
    /// For machines: JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.profiles {
        return list_profiles(args);
    }
    let rules = args.rules.ruleset(args.game, "decklet")?;
    if args.json {
        let all = json!({
            "game": rules.game(),
            "options": rules.options(),
            "fingerprint": rules.fingerprint(),
            "rules": rules.rules(),
        });
        return out::line(&serde_json::to_string_pretty(&all)?);
    }
    let width = |length: fn(&decklet::engine::Rule) -> usize| {
        rules.rules().iter().map(length).max().unwrap_or(0)
    };
    let (ids, names) = (
        width(|rule| rule.id().len()),
        width(|rule| rule.name().len()),
    );
    let mut text = format!(
        "{} by profile {}: {} rules in order\n\n",
        args.game
            .to_possible_value()
            .map_or("", |_| args.game.name()),
        args.rules.profile_name("decklet"),
        rules.rules().len()
    );
    for (place, rule) in (1..).zip(rules.rules()) {
        let applies_to = match &rule.applies_to().names()[..] {
            [] => "*".to_owned(),
            names => names.join(", "),
        };
        text += &format!(
            "{place:2}  {:ids$}  {:names$}  {applies_to}\n    {}\n",
            rule.id(),
            rule.name(),
            rule.codes().join(", ")
        );
    }
    out::line(&text)
}

fn list_profiles(args: &Args) -> anyhow::Result<()> {
    let names: Vec<&str> = match args.game {
        Game::Doudizhu => decklet::doudizhu::profile::Profile::all()
            .iter()
            .map(decklet::doudizhu::profile::Profile::name)
            .collect(),
        Game::Uno => decklet::uno::profile::NAMES.to_vec(),
    };
    if args.json {
        return out::line(&serde_json::to_string(&names)?);
    }
    out::line(&names.join("\n"))
}
