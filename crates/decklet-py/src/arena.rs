//! Agents against each other: the arena of `decklet-bots`, with agents that are Python's.

use crate::{
    convert::{to_python, value_error},
    profile,
    sight::{self, Kind},
};
use decklet_bots::{
    Agent, Budget, Level,
    arena::{Contest, Deck, Entrant},
};
use decklet_engine::{Action, Lens, Ruleset, Seat, Seed};
use decklet_envs::doudizhu::Setup;
use decklet_uno::{card::Color, plugin::actions::ChooseColor};
use pyo3::prelude::*;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// Who takes part: a name and a level, or a name and what is called.
#[derive(FromPyObject)]
pub struct Player {
    name: String,
    level: Option<String>,
    call: Option<Py<PyAny>>,
    encoder: String,
    playouts: u64,
}

/// The first error that an agent of Python's has raised.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// An agent of Python's.
struct Called {
    agent: Arc<Py<PyAny>>,
    kind: Kind,
    seat: Seat,
    /// The colour that the agent named with the wild card it has just played.
    color: Option<Color>,
    raised: Raised,
}

impl Agent for Called {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[Action]) -> usize {
        if let Some(place) = self.color.take().and_then(|color| naming(legal, color)) {
            return place;
        }
        let answer =
            Python::attach(|py| sight::ask(py, &self.agent, self.kind, lens, legal, self.seat));
        match answer {
            Ok(answer) => {
                self.color = answer.color;
                answer.place
            }
            Err(error) => {
                let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
                raised.get_or_insert(error);
                usize::MAX
            }
        }
    }
}

/// The place of the action that names this colour.
fn naming(legal: &[Action], color: Color) -> Option<usize> {
    let names = |action: &Action| {
        action.get::<ChooseColor>().and_then(|choice| choice.color) == Some(color)
    };
    legal.iter().position(names)
}

/// Plays a contest; its report as dictionaries.
#[pyfunction]
#[pyo3(signature = (game, profile, players, *, deck, deals, seed, threads, patience))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are named where it is called"
)]
pub fn contest<'py>(
    py: Python<'py>,
    game: &str,
    profile: &Bound<'py, PyAny>,
    players: Vec<Player>,
    deck: Option<&str>,
    deals: u64,
    seed: u64,
    threads: usize,
    patience: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = ruleset(game, profile)?;
    let raised = Raised::default();
    let entrants: Vec<Entrant> = players
        .into_iter()
        .map(|player| entrant(game, profile, player, &raised))
        .collect::<PyResult<_>>()?;
    let mut contest = Contest::new(rules, entrants, Seed::from(seed)).map_err(value_error)?;
    if let Some(text) = deck {
        contest = contest.with_deck(find_deck(text)?).map_err(value_error)?;
    }
    let patience = Duration::try_from_secs_f64(patience).map_err(value_error)?;
    let contest = contest.with_patience(patience);
    let stop = Arc::clone(&raised);
    let report = py.detach(|| {
        contest.run(deals, threads, |_| {
            let mut raised = stop.lock().unwrap_or_else(PoisonError::into_inner);
            if raised.is_none() {
                *raised = Python::attach(|py| py.check_signals().err());
            }
            raised.is_none()
        })
    });
    let error = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    match error {
        Some(error) => Err(error),
        None => to_python(py, &report),
    }
}

fn ruleset(game: &str, profile: &Bound<'_, PyAny>) -> PyResult<Arc<Ruleset>> {
    match game {
        "doudizhu" => {
            decklet_doudizhu::plugin::ruleset(&profile::doudizhu(profile)?).map_err(value_error)
        }
        "uno" => decklet_uno::plugin::ruleset(&profile::uno(profile)?.options).map_err(value_error),
        _ => Err(value_error(format!(
            "no game is called \"{game}\"; there are doudizhu and uno"
        ))),
    }
}

fn entrant(
    game: &str,
    profile: &Bound<'_, PyAny>,
    player: Player,
    raised: &Raised,
) -> PyResult<Entrant> {
    if let Some(level) = player.level {
        let level: Level = level.parse().map_err(value_error)?;
        return Ok(Entrant::level(level, Budget::playouts(player.playouts)).called(player.name));
    }
    let agent = player
        .call
        .ok_or_else(|| value_error("an agent is a bot's name or can be called"))?;
    let kind = match game {
        "doudizhu" => {
            let encoder = player.encoder.parse().map_err(value_error)?;
            Kind::Doudizhu(Setup::of(&profile::doudizhu(profile)?), encoder)
        }
        _ => Kind::Uno(player.encoder.parse().map_err(value_error)?),
    };
    let (agent, raised) = (Arc::new(agent), Arc::clone(raised));
    Ok(Entrant::new(player.name, move |_, _, seat| {
        Box::new(Called {
            agent: Arc::clone(&agent),
            kind,
            seat,
            color: None,
            raised: Arc::clone(&raised),
        })
    }))
}

/// A deck that comes with decklet, by its name, or a deck's JSON.
fn find_deck(text: &str) -> PyResult<Deck> {
    if text.trim_start().starts_with('{') {
        return Deck::read(text).map_err(value_error);
    }
    let unknown = || {
        value_error(format!(
            "no deck is called \"{text}\"; there is doudizhu-10k"
        ))
    };
    Deck::named(text).ok_or_else(unknown)
}

/// A named deck as its file has it: name, game, seed, checksum, deals.
#[pyfunction]
pub fn deck<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &find_deck(name)?)
}

/// A new deck of so many deals of this seed.
#[pyfunction]
pub fn generate_deck<'py>(
    py: Python<'py>,
    name: &str,
    seed: u64,
    deals: u64,
) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &Deck::generate(name, seed, deals))
}
