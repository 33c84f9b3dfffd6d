use super::{
    game::{self, Game, RuleArgs},
    out,
};
use clap::ValueEnum;
use decklet::engine::Ruleset;
use serde_json::json;

/// Show the rules of a game in the order in which they are asked
///
/// The first rule that refuses an action decides, with one of its codes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet rules uno
  decklet rules uno --profile party
  decklet rules doudizhu --profile game-claw --json
  decklet rules doudizhu --profiles                        the named profiles
  decklet rules doudizhu --profile pagat --options         every option, its value and what it is
  decklet rules uno --options --json > mine.json           to be changed, for --profile mine.json")]
pub struct Args {
    /// The game
    game: Game,
    #[command(flatten)]
    rules: RuleArgs,
    /// List the named profiles instead
    #[arg(long, conflicts_with_all = ["profile", "set"])]
    profiles: bool,
    /// List the options with their values instead
    #[arg(long, conflicts_with = "profiles")]
    options: bool,
    /// For machines: JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.profiles {
        return list_profiles(args);
    }
    let rules = args.rules.ruleset(args.game, "decklet")?;
    if args.options {
        return list_options(args, &rules);
    }
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
    let profiles = decklet_words::profiles(args.game.name());
    if args.json {
        let names: Vec<&str> = profiles.iter().map(|profile| profile.name).collect();
        return out::line(&serde_json::to_string(&names)?);
    }
    let lines = profiles
        .iter()
        .map(|profile| format!("{:17} {}", profile.name, profile.about.en));
    out::line(&lines.collect::<Vec<_>>().join("\n"))
}

fn list_options(args: &Args, rules: &Ruleset) -> anyhow::Result<()> {
    let all = match args.game {
        Game::Doudizhu => serde_json::to_value(game::doudizhu_profile(rules)?)?,
        Game::Uno => serde_json::to_value(game::uno_rules(rules)?.options())?,
    };
    if args.json {
        return out::line(&serde_json::to_string_pretty(&all)?);
    }
    let values = match args.game {
        Game::Doudizhu => &all["options"],
        Game::Uno => &all,
    };
    let lines = decklet_words::options(args.game.name())
        .into_iter()
        .map(|option| {
            let value = option.name.split('.').fold(values, |at, key| &at[key]);
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            format!("{} = {value}\n    {}", option.name, option.about.en)
        });
    out::line(&lines.collect::<Vec<_>>().join("\n"))
}
