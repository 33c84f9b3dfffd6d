//! What bots are asked, at once or to be thought about away from the table's thread.

use crate::options::BotLevel;
use decklet_bots::{Adviser, Agent, Budget, Level, Limit};
use decklet_engine::{Action, GameEngine, NamedAction, Seat, Viewer, wire};
use decklet_words::Words;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// How long a bot may think about a move.
pub const MOVE: Duration = Duration::from_millis(300);

/// How long a bot may think about a hint.
const HINT: Duration = Duration::from_millis(200);

/// How many suggestions a hint has at most.
pub const SUGGESTIONS: usize = 6;

impl BotLevel {
    fn level(self) -> Level {
        match self {
            Self::Random => Level::Random,
            Self::Lowest => Level::Lowest,
            Self::Greedy => Level::Greedy,
            Self::Expert => Level::Expert,
        }
    }

    /// Whether it thinks for longer than a table may wait.
    #[must_use]
    pub fn thinks(self) -> bool {
        self == Self::Expert
    }

    /// The bot. What it draws depends on the position, and on no card that it does not see.
    fn agent(self, engine: &GameEngine, seat: Seat, budget: Budget) -> Box<dyn Agent> {
        let entry = engine.log().last().map_or(0, decklet_engine::Entry::index);
        let seed = engine.seed().child(entry);
        self.level().agent(engine.rules(), &seed, seat, budget)
    }
}

/// What a bot does in this seat, or nothing when the seat can do nothing. It sees what the seat
/// sees. A level that thinks is replaced by `greedy`, so that a table never waits.
pub(crate) fn choose(engine: &GameEngine, seat: Seat, level: BotLevel) -> Option<Action> {
    let level = match level.thinks() {
        true => BotLevel::Greedy,
        false => level,
    };
    choose_within(engine, seat, level, Budget::playouts(1))
}

fn choose_within(
    engine: &GameEngine,
    seat: Seat,
    level: BotLevel,
    budget: Budget,
) -> Option<Action> {
    let mut legal = engine.legal_actions(seat);
    if legal.is_empty() {
        return None;
    }
    let mut agent = level.agent(engine, seat, budget);
    let choice = agent.choose(&engine.lens(Viewer::Seat(seat)), &legal);
    Some(legal.swap_remove(choice.min(legal.len() - 1)))
}

/// What a bot does in this seat although another is on turn, if anything.
pub(crate) fn interrupt(engine: &GameEngine, seat: Seat) -> Option<Action> {
    let mut legal = engine.legal_actions(seat);
    if legal.is_empty() {
        return None;
    }
    let mut agent = BotLevel::Greedy.agent(engine, seat, Budget::playouts(1));
    let choice = agent.interrupt(&engine.lens(Viewer::Seat(seat)), &legal)?;
    (choice < legal.len()).then(|| legal.swap_remove(choice))
}

/// A question for a bot that thinks: [`Output::Think`](crate::table::Output::Think). It holds the
/// whole game, and shows the bot what its seat sees.
#[derive(Clone)]
pub struct Question {
    engine: GameEngine,
    seat: Seat,
    ask: Ask,
}

#[derive(Clone, Copy)]
enum Ask {
    Move(BotLevel),
    Hint,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
pub struct Thought(pub(crate) Found);

#[derive(Clone, Debug)]
pub(crate) enum Found {
    Move(Option<Action>),
    Hint(Vec<Suggestion>),
}

/// A move that a bot suggests.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// The move.
    #[schemars(with = "serde_json::Value")]
    pub action: NamedAction,
    /// What the seat can expect then, in hundredths of a point; `null` when nothing was searched.
    pub value: Option<i64>,
    /// Why, where that can be said.
    pub reason: Option<Words>,
}

impl Question {
    pub(crate) fn of_move(engine: &GameEngine, seat: Seat, level: BotLevel) -> Self {
        Self {
            engine: engine.clone(),
            seat,
            ask: Ask::Move(level),
        }
    }

    pub(crate) fn of_hint(engine: &GameEngine, seat: Seat) -> Self {
        Self {
            engine: engine.clone(),
            seat,
            ask: Ask::Hint,
        }
    }

    /// Thinks about it, for [`MOVE`] at most.
    #[must_use]
    pub fn think(&self) -> Thought {
        Thought(match self.ask {
            Ask::Move(level) => Found::Move(choose_within(
                &self.engine,
                self.seat,
                level,
                Budget::time(MOVE),
            )),
            Ask::Hint => Found::Hint(self.suggest(Budget::time(HINT))),
        })
    }

    /// The answer of a good casual player, in microseconds: for when too many think already.
    #[must_use]
    pub fn answer_at_once(&self) -> Thought {
        Thought(match self.ask {
            Ask::Move(level) => Found::Move(choose(&self.engine, self.seat, level)),
            Ask::Hint => Found::Hint(self.suggest(Budget::playouts(0))),
        })
    }

    /// The best moves first.
    fn suggest(&self, budget: Budget) -> Vec<Suggestion> {
        let engine = &self.engine;
        let legal = engine.legal_actions(self.seat);
        let at_once = choose(engine, self.seat, BotLevel::Greedy).map(|action| Suggestion {
            action: wire::action_to_named(engine, &action),
            value: None,
            reason: None,
        });
        if budget.limit == Limit::Playouts(0) {
            return at_once.into_iter().collect();
        }
        let seed = engine.seed().child(legal.len() as u64);
        let adviser = Adviser::new(engine.rules(), &seed, self.seat, budget);
        let hints = adviser.map(|mut adviser| {
            let lens = engine.lens(Viewer::Seat(self.seat));
            adviser.hints(&lens, &legal, SUGGESTIONS)
        });
        let hints: Vec<_> = hints.into_iter().flatten().collect();
        if hints.is_empty() {
            return at_once.into_iter().collect();
        }
        let suggestions = hints.into_iter().map(|hint| Suggestion {
            action: wire::action_to_named(engine, &legal[hint.choice]),
            value: hint.value,
            reason: hint.reason.map(decklet_words::reason),
        });
        suggestions.collect()
    }
}
