//! One game between agents, and what came of it.

use super::Contest;
use crate::Agent;
use decklet_doudizhu::plugin::state::DoudizhuState;
use decklet_engine::{Action, DeckOrder, GameEngine, Player, Seat, Seed, Status};
use decklet_uno::plugin::state::UnoState;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

/// A game that goes on for so many actions is broken off; nobody has won it.
const LONGEST: u32 = 20_000;

/// What came of a game, by seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub won: Vec<bool>,
    pub points: Vec<i64>,
    pub landlord: Option<usize>,
    pub decisions: Vec<u64>,
    pub thought: Vec<Duration>,
    /// The seat whose agent erred, timed out or chose what there is not.
    pub fault: Option<usize>,
}

impl Outcome {
    /// Whether anybody has won.
    pub fn is_decided(&self) -> bool {
        self.won.contains(&true)
    }
}

pub(super) fn play(
    contest: &Contest,
    seed: Seed,
    order: Option<&DeckOrder>,
    seating: &[usize],
) -> Outcome {
    let mut engine = GameEngine::new(contest.rules.clone(), seed);
    let mut outcome = Outcome {
        won: vec![false; seating.len()],
        points: vec![0; seating.len()],
        decisions: vec![0; seating.len()],
        thought: vec![Duration::ZERO; seating.len()],
        ..Outcome::default()
    };
    if begin(&mut engine, seating.len(), order).is_err() {
        return outcome;
    }
    let mut agents: Vec<Box<dyn Agent>> = (0..)
        .zip(seating)
        .map(|(seat, &place)| (contest.entrants[place].make)(&contest.rules, &seed, Seat(seat)))
        .collect();
    for _ in 0..LONGEST {
        let Some(asked) = next(&engine) else {
            break;
        };
        if let Err(seat) = act(
            &mut engine,
            &mut agents,
            &asked,
            contest.patience,
            &mut outcome,
        ) {
            outcome.fault = Some(seat.index());
            break;
        }
    }
    settle(&engine, seating, &mut outcome);
    outcome
}

fn begin(
    engine: &mut GameEngine,
    players: usize,
    order: Option<&DeckOrder>,
) -> Result<(), decklet_engine::SetupError> {
    engine.create_game(Player::numbered(players))?;
    if let Some(order) = order {
        engine.set_deck_order(order.clone())?;
    }
    engine.start().map(|_| ())
}

/// A seat, and what it may do.
type Asked = (Seat, Vec<Action>);

/// Who may act, whoever is to act last: before that one the others may interrupt.
fn next(engine: &GameEngine) -> Option<Vec<Asked>> {
    let state = engine.state();
    if state.status() != Status::Playing {
        return None;
    }
    let all = (0..state.seats()).map(|seat| Seat(seat as u8));
    let current = state.current_player();
    let others = all.filter(|&seat| Some(seat) != current);
    let asked = others
        .chain(current)
        .map(|seat| (seat, engine.legal_actions(seat)));
    let asked: Vec<Asked> = asked.filter(|(_, legal)| !legal.is_empty()).collect();
    (!asked.is_empty()).then_some(asked)
}

/// Lets the first who wants to act do so, or the last who has to. The seat whose agent erred, if one
/// did.
fn act(
    engine: &mut GameEngine,
    agents: &mut [Box<dyn Agent>],
    asked: &[Asked],
    patience: Duration,
    outcome: &mut Outcome,
) -> Result<(), Seat> {
    for (number, (seat, legal)) in asked.iter().enumerate() {
        let must = number + 1 == asked.len();
        let at = seat.index();
        let start = Instant::now();
        let lens = engine.lens(*seat);
        let agent = AssertUnwindSafe(|| match must {
            true => Some(agents[at].choose(&lens, legal)),
            false => agents[at].interrupt(&lens, legal),
        });
        let choice = catch_unwind(agent).map_err(|_| *seat)?;
        let took = start.elapsed();
        outcome.thought[at] += took;
        if took > patience {
            return Err(*seat);
        }
        let Some(choice) = choice else {
            continue;
        };
        outcome.decisions[at] += 1;
        let action = legal.get(choice).ok_or(*seat)?;
        return engine.dispatch(action).map(|_| ()).map_err(|_| *seat);
    }
    Ok(())
}

fn settle(engine: &GameEngine, seating: &[usize], outcome: &mut Outcome) {
    let state = engine.state();
    let doudizhu = engine.rules().game() == "doudizhu";
    if doudizhu {
        let seat = state.state::<DoudizhuState>().landlord();
        outcome.landlord = seat.map(Seat::index);
    }
    if let Some(fault) = outcome.fault {
        // Whoever erred loses the game, at the lowest stake.
        let guilty = |seat: usize| seating[seat] == seating[fault];
        for seat in 0..seating.len() {
            let stake = if outcome.landlord == Some(seat) { 2 } else { 1 };
            outcome.won[seat] = !guilty(seat);
            outcome.points[seat] = if guilty(seat) { -stake } else { stake };
        }
        return;
    }
    for winner in state.winners() {
        outcome.won[winner.index()] = true;
    }
    if doudizhu {
        if let Some(points) = state.state::<DoudizhuState>().points() {
            outcome.points.copy_from_slice(&points);
        }
    } else if engine.rules().game() == "uno"
        && let Some(points) = state.state::<UnoState>().points()
    {
        let points = points.iter().map(|&points| i64::from(points));
        outcome
            .points
            .iter_mut()
            .zip(points)
            .for_each(|(seat, points)| *seat = points);
    }
}
