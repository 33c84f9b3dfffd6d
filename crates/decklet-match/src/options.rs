//! What a room is opened with.

use crate::{bounds::STOCK_MS, games::Games, refusal::Refusal};
use decklet_engine::Value;
use serde::{Deserialize, Serialize};

/// Everything the host decides when opening a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoomOptions {
    /// Which game, by its name in the registry.
    pub game: String,
    /// The game's options, as in a log's header: `{"profile":"pagat"}`; `null` for the default.
    #[serde(default)]
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
    /// How long a bot waits before it moves, in milliseconds, at most 10,000.
    #[serde(default = "bot_delay")]
    pub bot_delay_ms: u32,
    /// Whether people may write what they like, at the beginning.
    #[serde(default = "yes")]
    pub chat: bool,
    /// Whether a seat may ask for a hint.
    #[serde(default = "yes")]
    pub hints: bool,
}

const fn yes() -> bool {
    true
}

const fn bot_delay() -> u32 {
    800
}

/// How long people may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WhenGone {
    /// The clocks run on, bots take over, and the hand is finished.
    #[default]
    Finish,
    /// The clocks stand still until somebody is back.
    Park,
}

/// Who may watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
            chat: true,
            hints: true,
        }
    }

    /// Whether a room can be opened with them.
    ///
    /// # Errors
    /// [`Refusal`] naming the field that is wrong.
    pub fn check(&self, games: &Games) -> Result<(), Refusal> {
        let rules = games
            .rules(&self.game, &self.options)
            .map_err(|error| Refusal::bad_field("game", &error.to_string()))?;
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
        self.clock.check()
    }
}
