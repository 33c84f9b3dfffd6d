//! Which bots sit where, and who acts when bots play.

use super::{Game, usage};
use decklet::{
    bots::{Agent, Budget, Level},
    engine::{Action, GameEngine, Seat, Status},
    uno::plugin::Setup,
};

/// The level of each seat's bot: one for all, or one a seat.
pub fn levels(named: &[Level], seats: usize) -> anyhow::Result<Vec<Level>> {
    match named {
        [level] => Ok(vec![*level; seats]),
        levels if levels.len() == seats => Ok(levels.to_vec()),
        levels => usage(format!(
            "--bots names {} levels: give one for all, or one for each of the {seats} bots",
            levels.len()
        )),
    }
}

/// Bots of these levels, the first at seat `first`.
pub fn seated(
    engine: &GameEngine,
    levels: &[Level],
    first: u8,
    budget: Budget,
) -> Vec<Option<Box<dyn Agent>>> {
    let bot = |(seat, level): (u8, &Level)| {
        Some(level.agent(engine.rules(), &engine.seed(), Seat(seat), budget))
    };
    let nobody = (0..first).map(|_| None);
    nobody.chain((first..).zip(levels).map(bot)).collect()
}

/// What a bot wants to do although another seat is on turn; the seats are asked in the order in
/// which they sit after the one on turn.
pub fn interruption(
    engine: &GameEngine,
    bots: &mut [Option<Box<dyn Agent>>],
) -> Option<(Seat, Action)> {
    let state = engine.state();
    if !may_act_out_of_turn(engine) || state.status() != Status::Playing {
        return None;
    }
    let current = state.current_player()?;
    let others = (1..state.seats() as i32).map(|steps| current.step(steps, state.seats()));
    for seat in others {
        let Some(Some(bot)) = bots.get_mut(seat.index()) else {
            continue;
        };
        let mut legal = engine.legal_actions(seat);
        if legal.is_empty() {
            continue;
        }
        let choice = bot.interrupt(&engine.lens(seat), &legal);
        if let Some(choice) = choice.filter(|&choice| choice < legal.len()) {
            return Some((seat, legal.swap_remove(choice)));
        }
    }
    None
}

/// What the bot on turn does.
pub fn in_turn(engine: &GameEngine, bots: &mut [Option<Box<dyn Agent>>]) -> Option<Action> {
    let seat = engine.state().current_player()?;
    let bot = bots.get_mut(seat.index())?.as_mut()?;
    let mut legal = engine.legal_actions(seat);
    let last = legal.len().checked_sub(1)?;
    let choice = bot.choose(&engine.lens(seat), &legal).min(last);
    Some(legal.swap_remove(choice))
}

/// Whether players act out of turn in this game: they jump in, catch and call in UNO. (That cards are
/// shown out of turn in Dou Dizhu is left to people.)
pub fn may_act_out_of_turn(engine: &GameEngine) -> bool {
    Game::of(engine.rules()) == Some(Game::Uno)
        && engine.state().fixed::<Setup>().rules.out_of_turn()
}
