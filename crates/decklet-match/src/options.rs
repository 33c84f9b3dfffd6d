//! What a room is opened with.

use crate::{bounds::STOCK_MS, code::RoomCode, fairness::Secret, games::Games, refusal::Refusal};
use decklet_engine::{RegistryError, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything the host decides when opening a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoomOptions {
    /// Which game, by its name in the registry.
    pub game: String,
    /// The game's options, as in a log's header: `{"profile":"pagat"}`; `null` for the default.
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub options: Value,
    /// How many seats.
    pub seats: u8,
    /// How long people may think.
    #[serde(default)]
    pub clock: Clock,
    /// Whether the lobby lists it.
    #[serde(default)]
    pub public: bool,
    /// What happens when nobody is there any more during a hand.
    #[serde(default)]
    pub when_gone: WhenGone,
    /// Who may watch.
    #[serde(default)]
    pub spectators: Spectators,
    /// How well bots play: those that fill seats, and those that take over.
    #[serde(default)]
    pub bots: BotLevel,
    /// How long a bot waits before it moves, in milliseconds, at most 10,000.
    #[serde(default = "bot_delay")]
    pub bot_delay_ms: u32,
    /// Whether people may write what they like, at the beginning.
    #[serde(default = "yes")]
    pub chat: bool,
    /// Whether a seat may ask for a hint.
    #[serde(default = "yes")]
    pub hints: bool,
    /// Whether a seat is shown which cards it has not seen yet.
    #[serde(default)]
    pub counter: bool,
    /// Whether the hands count for ratings: people only, by a named profile, without hints and counter.
    #[serde(default)]
    pub rated: bool,
}

/// A table of a duplicate match: it plays the same deals as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duplicate {
    /// What the seeds of the deals are made with in place of the room's code.
    pub deal: RoomCode,
    /// How many hands there are.
    pub hands: u32,
}

/// All that a room is opened with. People decide the options only.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What the host decided.
    pub options: RoomOptions,
    /// Where the secrets of all deals come from.
    pub secret: Secret,
    /// Whether it is a table of a duplicate match.
    pub duplicate: Option<Duplicate>,
}

/// How well a bot plays.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum BotLevel {
    /// Anything that is legal.
    Random,
    /// The lowest cards.
    Lowest,
    /// A good casual player, at once.
    #[default]
    Greedy,
    /// Thinks for up to 0.3 seconds.
    Expert,
}

impl BotLevel {
    /// All of them, the weakest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::Lowest, Self::Greedy, Self::Expert];
}

const fn yes() -> bool {
    true
}

const fn bot_delay() -> u32 {
    800
}

/// How long people may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Clock {
    /// The same for every turn.
    PerTurn {
        /// Seconds, 5 to 600.
        seconds: u32,
    },
    /// A stock of time that grows with every move, after Fischer.
    Fischer {
        /// The stock at the beginning of a hand in seconds, 10 to 3,600.
        seconds: u32,
        /// What a move adds in seconds, 1 to 60. It is also the least one has for a turn.
        increment: u32,
    },
}

impl Default for Clock {
    /// 30 seconds a turn.
    fn default() -> Self {
        Self::PerTurn { seconds: 30 }
    }
}

impl Clock {
    /// The stock at the beginning in milliseconds, for clocks that have one.
    #[must_use]
    pub fn stock_ms(self) -> Option<u64> {
        match self {
            Self::PerTurn { .. } => None,
            Self::Fischer { seconds, .. } => Some(u64::from(seconds) * 1000),
        }
    }

    /// How long a seat with this stock may think now, in milliseconds.
    #[must_use]
    pub fn limit_ms(self, stock_ms: Option<u64>) -> u64 {
        match self {
            Self::PerTurn { seconds } => u64::from(seconds) * 1000,
            Self::Fischer { increment, .. } => {
                stock_ms.unwrap_or(0).max(u64::from(increment) * 1000)
            }
        }
    }

    /// The stock after a move that took so long.
    #[must_use]
    pub fn after_move(self, stock_ms: Option<u64>, spent_ms: u64) -> Option<u64> {
        match self {
            Self::PerTurn { .. } => None,
            Self::Fischer { increment, .. } => {
                let left = stock_ms.unwrap_or(0).saturating_sub(spent_ms);
                Some((left + u64::from(increment) * 1000).min(STOCK_MS))
            }
        }
    }

    fn check(self) -> Result<(), Refusal> {
        let bad = |field, reason: &str| Err(Refusal::bad_field(field, reason));
        match self {
            Self::PerTurn { seconds } if !(5..=600).contains(&seconds) => {
                bad("clock.seconds", "must be 5 to 600")
            }
            Self::Fischer { seconds, .. } if !(10..=3600).contains(&seconds) => {
                bad("clock.seconds", "must be 10 to 3600")
            }
            Self::Fischer { increment, .. } if !(1..=60).contains(&increment) => {
                bad("clock.increment", "must be 1 to 60")
            }
            _ => Ok(()),
        }
    }
}

/// What happens when nobody is there any more during a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum WhenGone {
    /// The clocks run on, bots take over, and the hand is finished.
    #[default]
    Finish,
    /// The clocks stand still until somebody is back.
    Park,
}

/// Who may watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Spectators {
    /// Whether anybody may.
    pub allowed: bool,
    /// How much later they see everything, in seconds, at most 600.
    #[serde(default)]
    pub delay_seconds: u32,
}

impl Default for Spectators {
    fn default() -> Self {
        Self {
            allowed: true,
            delay_seconds: 0,
        }
    }
}

impl RoomOptions {
    /// Options for a game with everything else as usual.
    #[must_use]
    pub fn new(game: &str, options: Value, seats: u8) -> Self {
        Self {
            game: game.to_owned(),
            options,
            seats,
            clock: Clock::default(),
            public: false,
            when_gone: WhenGone::default(),
            spectators: Spectators::default(),
            bot_delay_ms: bot_delay(),
            bots: BotLevel::default(),
            chat: true,
            hints: true,
            counter: false,
            rated: false,
        }
    }

    /// Whether a room can be opened with them.
    ///
    /// # Errors
    /// [`Refusal`] naming the field that is wrong.
    pub fn check(&self, games: &Games) -> Result<(), Refusal> {
        let rules = games.rules(&self.game, &self.options).map_err(|error| {
            let field = match error {
                RegistryError::UnknownGame { .. } => "game",
                _ => "options",
            };
            Refusal::bad_field(field, &error.to_string())
        })?;
        let players = rules.players();
        if !players.contains(&usize::from(self.seats)) {
            let reason = format!("must be {} to {}", players.start(), players.end());
            return Err(Refusal::bad_field("seats", &reason));
        }
        if self.bot_delay_ms > 10_000 {
            return Err(Refusal::bad_field("botDelayMs", "must be at most 10000"));
        }
        if self.spectators.delay_seconds > 600 {
            return Err(Refusal::bad_field(
                "spectators.delaySeconds",
                "must be at most 600",
            ));
        }
        if self.rated && !matches!(&self.options, Value::Map(map) if map.contains_key("profile")) {
            return Err(Refusal::bad_field("rated", "is for named profiles only"));
        }
        self.clock.check()
    }

    /// Whether a seat may ask for a hint.
    #[must_use]
    pub fn gives_hints(&self) -> bool {
        self.hints && !self.rated
    }

    /// Whether a seat is shown which cards it has not seen yet.
    #[must_use]
    pub fn counts_cards(&self) -> bool {
        self.counter && !self.rated
    }
}
