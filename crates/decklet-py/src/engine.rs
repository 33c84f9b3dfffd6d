//! The plugin engine with dictionaries in and out, as the specification spells them.

use crate::convert::{from_python, text_to_python, to_python, to_text, value_error};
use decklet_engine::{
    GameEngine as Engine, Player, Registry, Seat, Seed, Value, Viewer, log, wire,
};
use pyo3::{
    exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError},
    prelude::*,
};
use std::sync::{Mutex, MutexGuard};

/// A game on the engine.
#[pyclass(module = "decklet._core")]
pub struct GameEngine {
    engine: Mutex<Engine>,
}

/// A seed as a number or 64 hexadecimal digits.
pub fn seed(value: &Bound<'_, PyAny>) -> PyResult<Seed> {
    if let Ok(number) = value.extract::<u64>() {
        return Ok(Seed::from(number));
    }
    match value.extract::<String>() {
        Ok(text) => text.parse().map_err(value_error),
        Err(_) => Err(PyTypeError::new_err(
            "a seed is an int from 0 to 2**64 - 1 or 64 hexadecimal digits",
        )),
    }
}

/// The games by name, as the program knows them; without depending on it and its server.
fn registry() -> Registry {
    Registry::new()
        .with("doudizhu", |options| {
            let profile = decklet_doudizhu::plugin::profile_from_value(options)?;
            decklet_doudizhu::plugin::ruleset(&profile).map_err(|errors| errors.to_string())
        })
        .with("uno", decklet_uno::plugin::ruleset_from_value)
}

impl GameEngine {
    fn lock(&self) -> PyResult<MutexGuard<'_, Engine>> {
        let poisoned = |_| PyRuntimeError::new_err("an earlier call broke off; make a new engine");
        self.engine.lock().map_err(poisoned)
    }

    fn of(engine: Engine) -> Self {
        Self {
            engine: Mutex::new(engine),
        }
    }
}

/// A seat counted from 0, a player's id, "spectator" or "referee".
fn viewer(engine: &Engine, name: &Bound<'_, PyAny>) -> PyResult<Viewer> {
    let seats = engine.state().seats();
    if let Ok(number) = name.extract::<usize>() {
        if number < seats {
            return Ok(Viewer::Seat(Seat(number as u8)));
        }
        return Err(PyIndexError::new_err(format!(
            "no seat {number}: there are {seats}"
        )));
    }
    let name: String = name.extract().map_err(|_| {
        PyTypeError::new_err(
            "a viewer is a seat from 0, a player's id, \"spectator\" or \"referee\"",
        )
    })?;
    match &*name {
        "spectator" => Ok(Viewer::Spectator),
        "referee" => Ok(Viewer::Referee),
        id => {
            let seat = engine.state().names().find_player(id).seat();
            let unknown = || PyValueError::new_err(format!("no player is called \"{id}\""));
            seat.map(Viewer::Seat).ok_or_else(unknown)
        }
    }
}

#[pymethods]
impl GameEngine {
    #[new]
    fn new(
        game: &str,
        options: &Bound<'_, PyAny>,
        seed_value: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let options: Value = from_python(options)?;
        let rules = registry().build(game, &options).map_err(value_error)?;
        Ok(Self::of(Engine::new(rules, seed(seed_value)?)))
    }

    #[getter]
    fn game(&self) -> PyResult<String> {
        Ok(self.lock()?.rules().game().to_owned())
    }

    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.lock()?.rules().options())
    }

    #[getter]
    fn seed(&self) -> PyResult<String> {
        Ok(self.lock()?.seed().to_string())
    }

    #[getter]
    fn status(&self) -> PyResult<&'static str> {
        Ok(self.lock()?.state().status().name())
    }

    #[getter]
    fn current_player(&self) -> PyResult<Option<String>> {
        let engine = self.lock()?;
        let state = engine.state();
        let name = |seat: Seat| state.players()[seat.index()].id.clone();
        Ok(state.current_player().map(name))
    }

    #[getter]
    fn winners(&self) -> PyResult<Vec<String>> {
        let engine = self.lock()?;
        let state = engine.state();
        Ok(state
            .winners()
            .iter()
            .map(|seat| state.players()[seat.index()].id.clone())
            .collect())
    }

    fn create_game(&self, players: &Bound<'_, PyAny>) -> PyResult<()> {
        let players: Vec<Player> = match players.extract::<usize>() {
            Ok(count) => Player::numbered(count),
            Err(_) => from_python(players)?,
        };
        self.lock()?.create_game(players).map_err(value_error)
    }

    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut engine = self.lock()?;
        let commit = engine.start().map_err(value_error)?;
        text_to_python(py, &wire::answer(&engine, &Ok(commit), Viewer::Referee))
    }

    fn dispatch<'py>(
        &self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
        viewer_name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let text = to_text(action)?;
        let mut engine = self.lock()?;
        let viewer = viewer(&engine, viewer_name)?;
        let result = wire::read_action(&text).and_then(|action| engine.dispatch(&action));
        text_to_python(py, &wire::answer(&engine, &result, viewer))
    }

    fn view<'py>(
        &self,
        py: Python<'py>,
        viewer_name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let engine = self.lock()?;
        to_python(py, &engine.view(viewer(&engine, viewer_name)?))
    }

    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        player: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let engine = self.lock()?;
        let Viewer::Seat(seat) = viewer(&engine, player)? else {
            return Err(PyValueError::new_err("legal actions are a player's"));
        };
        let actions = engine.legal_actions(seat);
        let texts: Vec<_> = actions
            .iter()
            .map(|action| wire::action_to_json(&engine, action))
            .collect();
        text_to_python(py, &format!("[{}]", texts.join(",")))
    }

    fn events<'py>(
        &self,
        py: Python<'py>,
        viewer_name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let engine = self.lock()?;
        let viewer = viewer(&engine, viewer_name)?;
        let all = engine
            .log()
            .iter()
            .flat_map(|entry| engine.seen_events(entry.events(), viewer));
        to_python(py, &all.collect::<Vec<_>>())
    }

    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.lock()?.rules().rules())
    }

    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &wire::schema(self.lock()?.rules()))
    }

    #[getter]
    fn state_hash(&self) -> PyResult<Option<String>> {
        Ok(self
            .lock()?
            .log()
            .last()
            .map(|entry| entry.hash().to_string()))
    }

    fn undo(&self) -> PyResult<bool> {
        Ok(self.lock()?.undo().is_some())
    }

    fn log(&self) -> PyResult<String> {
        Ok(log::to_jsonl(&*self.lock()?))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.log().len())
    }
}

fn read(text: &str) -> PyResult<(log::LogFile, std::sync::Arc<decklet_engine::Ruleset>)> {
    let file = log::LogFile::read(text.as_bytes()).map_err(value_error)?;
    let rules = registry().build(&file.header.game, &file.header.options);
    Ok((file, rules.map_err(value_error)?))
}

/// The game of a log, after entry `to` or after the last.
#[pyfunction]
#[pyo3(signature = (text, to = None))]
pub fn replay(text: &str, to: Option<u64>) -> PyResult<GameEngine> {
    let (file, rules) = read(text)?;
    file.replay(&rules, to)
        .map(GameEngine::of)
        .map_err(value_error)
}

/// Replays a log and compares every line of it.
#[pyfunction]
pub fn verify(text: &str) -> PyResult<GameEngine> {
    let (file, rules) = read(text)?;
    file.verify(&rules).map(GameEngine::of).map_err(value_error)
}
