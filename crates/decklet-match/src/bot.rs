//! The only place that knows how bots are asked.

use decklet_bots::{Agent, Budget, Level};
use decklet_engine::{Action, GameEngine, Seat, Seed, Viewer};

/// A good casual player that thinks for microseconds, so that a table never waits for one.
fn agent(engine: &GameEngine, seat: Seat) -> Box<dyn Agent> {
    // It draws no random numbers, and so gets none of the deal's.
    Level::Greedy.agent(engine.rules(), &Seed::from(0), seat, Budget::default())
}

/// What a bot does in this seat, or nothing when the seat can do nothing. It sees what the seat
/// sees.
pub(crate) fn choose(engine: &GameEngine, seat: Seat) -> Option<Action> {
    let mut legal = engine.legal_actions(seat);
    if legal.is_empty() {
        return None;
    }
    let choice = agent(engine, seat).choose(&engine.lens(Viewer::Seat(seat)), &legal);
    Some(legal.swap_remove(choice.min(legal.len() - 1)))
}

/// What a bot does in this seat although another is on turn, if anything.
pub(crate) fn interrupt(engine: &GameEngine, seat: Seat) -> Option<Action> {
    let mut legal = engine.legal_actions(seat);
    if legal.is_empty() {
        return None;
    }
    let choice = agent(engine, seat).interrupt(&engine.lens(Viewer::Seat(seat)), &legal)?;
    (choice < legal.len()).then(|| legal.swap_remove(choice))
}
