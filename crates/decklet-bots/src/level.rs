//! The bots by name.

use crate::{Agent, Budget, Lowest, Random, doudizhu, uno};
use decklet_engine::{Ruleset, Seat, Seed, Stream};
use std::{fmt, str::FromStr};

/// How well a bot plays.
///
/// ```
/// use decklet_bots::{Budget, Level};
/// use decklet_doudizhu::{plugin::ruleset, profile::Profile};
/// use decklet_engine::{GameEngine, Player, Seat, Seed};
///
/// let mut game = GameEngine::new(ruleset(Profile::named("pagat").unwrap())?, Seed::from(7));
/// game.create_game(Player::numbered(3))?;
/// game.start()?;
/// let level: Level = "greedy".parse()?;
/// let seat = game.state().current_player().unwrap();
/// let mut bot = level.agent(game.rules(), &Seed::from(7), seat, Budget::default());
/// let legal = game.legal_actions(seat);
/// let choice = bot.choose(&game.lens(seat), &legal);
/// game.dispatch(&legal[choice])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action.
    Random,
    /// In UNO any legal action, but draws only when nothing can be played; in other games as
    /// `random`.
    DrawWhenStuck,
    /// The lowest legal cards.
    Lowest,
    /// A good casual player, in microseconds.
    Greedy,
    /// Searches, as long as its budget lasts.
    Expert,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 5] = [
        Self::Random,
        Self::DrawWhenStuck,
        Self::Lowest,
        Self::Greedy,
        Self::Expert,
    ];

    /// The name: `random`, `draw-when-stuck`, `lowest`, `greedy` or `expert`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::DrawWhenStuck => "draw-when-stuck",
            Self::Lowest => "lowest",
            Self::Greedy => "greedy",
            Self::Expert => "expert",
        }
    }

    /// The bot for this seat of a game by these rules. `greedy` and `expert` know Dou Dizhu and UNO;
    /// any other game they play like `lowest`. Only `expert` looks at the budget; its random numbers
    /// and those of `random` come from the game's seed, so keep that secret from the other players.
    #[must_use]
    pub fn agent(self, rules: &Ruleset, seed: &Seed, seat: Seat, budget: Budget) -> Box<dyn Agent> {
        match (self, rules.game()) {
            (Self::DrawWhenStuck, "uno") => Box::new(uno::DrawWhenStuck::new(seed, seat)),
            (Self::Random | Self::DrawWhenStuck, _) => Box::new(Random::new(seed, seat)),
            (Self::Greedy, "doudizhu") => Box::new(doudizhu::Greedy::default()),
            (Self::Greedy, "uno") => Box::new(uno::Greedy),
            (Self::Expert, "doudizhu") => {
                Box::new(doudizhu::Expert::new(own_seed(seed, seat), budget))
            }
            (Self::Expert, "uno") => Box::new(uno::Expert::new(own_seed(seed, seat), budget)),
            (Self::Lowest | Self::Greedy | Self::Expert, _) => Box::new(Lowest),
        }
    }
}

/// A seed of a bot's own: what it draws says nothing about the deal.
pub(crate) fn own_seed(seed: &Seed, seat: Seat) -> Seed {
    let mut rng = seed.rng(Stream::bot(seat.0));
    let words: [[u8; 4]; 8] = std::array::from_fn(|_| rng.next_u32().to_le_bytes());
    Seed::from_bytes(std::array::from_fn(|at| words[at / 4][at % 4]))
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name of no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no bot is called \"{0}\"; there are random, draw-when-stuck, lowest, greedy and expert")]
pub struct LevelError(String);

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(name: &str) -> Result<Self, LevelError> {
        let all = Self::ALL.into_iter();
        let mut named = all.filter(|level| level.name() == name);
        named.next().ok_or_else(|| LevelError(name.to_owned()))
    }
}
