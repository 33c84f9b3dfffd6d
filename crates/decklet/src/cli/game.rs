//! Which game, by which rules, with how many players: the arguments that several commands share.

use super::{Usage, input, own_profile, usage};
use anyhow::Context;
use clap::ValueEnum;
use decklet::engine::{Registry, Ruleset, Seed, Value};
use std::sync::Arc;

/// The games of this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Game {
    /// Dou Dizhu (斗地主), three players
    Doudizhu,
    /// UNO, two to ten players
    Uno,
}

impl Game {
    /// The name in the registry and in logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Doudizhu => "doudizhu",
            Self::Uno => "uno",
        }
    }

    /// The game of a log's header.
    pub fn of(rules: &Ruleset) -> Option<Self> {
        [Self::Doudizhu, Self::Uno]
            .into_iter()
            .find(|game| game.name() == rules.game())
    }

    /// How many sit down when nobody says a number.
    pub fn usual_players(self) -> usize {
        match self {
            Self::Doudizhu => 3,
            Self::Uno => 4,
        }
    }

    /// How many of the points in the game's state make one point of the rules: some rules of Dou
    /// Dizhu count in fractions.
    pub fn points_unit(self, rules: &Ruleset) -> i64 {
        use decklet::doudizhu::score::points_per_unit;
        match self {
            Self::Doudizhu => {
                doudizhu_profile(rules).map_or(1, |profile| points_per_unit(&profile))
            }
            Self::Uno => 1,
        }
    }

    /// The profile that people play by when they name none.
    pub fn peoples_profile(self) -> &'static str {
        match self {
            Self::Doudizhu => "game-claw",
            Self::Uno => "decklet",
        }
    }
}

/// By which rules.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct RuleArgs {
    /// Named rules (see 'decklet rules GAME --profiles'), or a file NAME.json with the options that
    /// differ: {"stack":"any"} for uno, {"profile":"pagat","options":{"doubling":"off"}} for doudizhu
    /// [default: decklet; people play doudizhu by game-claw]
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// One option, as --set stack=any (see 'decklet rules GAME --options'); may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
}

impl RuleArgs {
    /// Freezes the rules; `default` is the profile when none was named.
    pub fn ruleset(&self, game: Game, default: &str) -> anyhow::Result<Arc<Ruleset>> {
        let options = self.options(game, default)?;
        build(&decklet::registry(), game.name(), &options)
    }

    /// The profile's name, or its file.
    pub fn profile_name<'a>(&'a self, default: &'a str) -> &'a str {
        self.profile.as_deref().unwrap_or(default)
    }

    /// The rules as a log's header names them.
    fn options(&self, game: Game, default: &str) -> anyhow::Result<Value> {
        let profile = self.profile_name(default);
        let from_file = match profile.ends_with(".json") {
            true => Some(
                input::read_text(profile)
                    .with_context(|| format!("cannot read the profile {profile}"))?,
            ),
            false => None,
        };
        match game {
            Game::Doudizhu => {
                if self.set.is_empty() && from_file.is_none() {
                    return Ok(named(profile));
                }
                let own = match from_file {
                    Some(text) => own_profile::from_file(&text)
                        .map_err(|error| Usage(format!("{profile}: {error}")))?,
                    None => own_profile::named(profile).map_err(Usage)?,
                };
                let own = own_profile::with(own, &self.set).map_err(Usage)?;
                let json = serde_json::to_string(&own)?;
                Ok(custom(serde_json::from_str(&json)?))
            }
            Game::Uno => {
                if self.set.is_empty() && from_file.is_none() {
                    return Ok(named(profile));
                }
                let mut options = match from_file {
                    Some(text) => serde_json::from_str(&text)
                        .map_err(|error| Usage(format!("{profile}: {error}")))?,
                    None => decklet::uno::profile::Options::named(profile)
                        .map_err(|error| Usage(error.to_string()))?,
                };
                for set in &self.set {
                    let Some((option, value)) = set.split_once('=') else {
                        return usage(format!("--set {set}: write OPTION=VALUE, as stack=any"));
                    };
                    options
                        .set(option.trim(), value.trim())
                        .map_err(|error| Usage(format!("--set {set}: {error}")))?;
                }
                let json = serde_json::to_string(&options)?;
                Ok(custom(serde_json::from_str(&json)?))
            }
        }
    }
}

/// The options of a named profile, as a log's header has them.
pub fn named(profile: &str) -> Value {
    Value::Map([("profile".to_owned(), Value::from(profile.to_owned()))].into())
}

fn custom(options: Value) -> Value {
    Value::Map([("custom".to_owned(), options)].into())
}

/// Builds rules; options that do not exist or do not fit are wrong usage.
pub fn build(registry: &Registry, game: &str, options: &Value) -> anyhow::Result<Arc<Ruleset>> {
    registry
        .build(game, options)
        .map_err(|error| Usage(error.to_string()).into())
}

/// Checks a number of players against the rules.
pub fn players(rules: &Ruleset, asked: Option<usize>, usual: usize) -> anyhow::Result<usize> {
    let range = rules.players();
    let count = asked.unwrap_or(usual.clamp(*range.start(), *range.end()));
    if range.contains(&count) {
        return Ok(count);
    }
    let (least, most) = range.into_inner();
    if least == most {
        usage(format!(
            "--players {count}: this game is for {least} players"
        ))
    } else {
        usage(format!(
            "--players {count}: this game is for {least} to {most} players"
        ))
    }
}

/// The seed asked for, or one that nobody can guess.
pub fn seed(asked: Option<Seed>) -> anyhow::Result<Seed> {
    match asked {
        Some(seed) => Ok(seed),
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|error| {
                anyhow::anyhow!("the system gives no random numbers ({error}); use --seed")
            })?;
            Ok(Seed::from_bytes(bytes))
        }
    }
}

/// The profile that rules of Dou Dizhu were built from.
pub fn doudizhu_profile(rules: &Ruleset) -> anyhow::Result<decklet::doudizhu::profile::Profile> {
    decklet::doudizhu::plugin::profile_from_value(rules.options())
        .map_err(|error| Usage(error).into())
}

/// The options that rules of UNO were built from, checked.
pub fn uno_rules(rules: &Ruleset) -> anyhow::Result<decklet::uno::profile::Rules> {
    let options = rules.options();
    let named = options.get("profile").and_then(Value::as_text);
    let options = match (named, options.get("custom")) {
        (Some(name), _) => decklet::uno::profile::Options::named(name)?,
        (None, Some(custom)) => serde_json::from_str(&custom.to_string())?,
        (None, None) => decklet::uno::profile::Options::default(),
    };
    Ok(options.build()?)
}
