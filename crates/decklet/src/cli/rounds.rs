//! How many rounds of UNO make a game: the argument that `play` and `simulate` share.

use super::{Game, Usage, game, usage};
use decklet::{
    engine::Ruleset,
    uno::{
        plugin::UnoPlugin,
        profile::Scoring,
        score::{Length, Match},
    },
};
use std::{str::FromStr, sync::Arc};

/// How many rounds.
#[derive(clap::Args, Clone, Copy, Default)]
pub struct RoundsArg {
    /// UNO: how many rounds, or "match" for rounds until somebody has the points that win
    /// [default: match where points are counted, else 1]
    #[arg(long, value_name = "N|match")]
    rounds: Option<Rounds>,
}

#[derive(Clone, Copy)]
enum Rounds {
    Match,
    Number(u32),
}

impl FromStr for Rounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("match", _) => Ok(Self::Match),
            (_, Ok(number @ 1..)) => Ok(Self::Number(number)),
            _ => Err("give a number from 1, or match".to_owned()),
        }
    }
}

impl RoundsArg {
    /// The length of the match; none for a single round.
    pub fn length(self, game: Game, rules: &Ruleset) -> anyhow::Result<Option<Length>> {
        if game != Game::Uno {
            return match self.rounds {
                None | Some(Rounds::Number(1)) => Ok(None),
                Some(_) => usage("--rounds is for uno: a game of this kind is one deal"),
            };
        }
        let counts = game::uno_rules(rules)?.options().scoring != Scoring::None;
        match self.rounds {
            Some(Rounds::Number(1)) => Ok(None),
            Some(Rounds::Number(rounds)) => Ok(Some(Length::Rounds(rounds))),
            None if !counts => Ok(None),
            Some(Rounds::Match) if !counts => usage(
                "--rounds match: no points are counted by these rules; give a number of rounds, or \
                 take --profile official or --set scoring=winner_takes",
            ),
            None | Some(Rounds::Match) => Ok(Some(Length::Target)),
        }
    }

    /// The rules of the first round, which know of the match that it begins.
    pub fn first(
        self,
        game: Game,
        rules: Arc<Ruleset>,
        players: usize,
    ) -> anyhow::Result<Arc<Ruleset>> {
        let Some(length) = self.length(game, &rules)? else {
            return Ok(rules);
        };
        let rules = game::uno_rules(&rules)?;
        let before = Match::new(&rules, u8::try_from(players)?, length)
            .map_err(|error| Usage(error.to_string()))?;
        Ok(UnoPlugin::new(rules).round_of(before).freeze()?)
    }
}
