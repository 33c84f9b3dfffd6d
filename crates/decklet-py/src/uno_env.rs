//! UNO through RLCard's interface.

use crate::{
    convert::{copied, illegal, value_error},
    profile,
};
use decklet_engine::Seed;
use decklet_envs::{
    numpy_random::RandomState,
    uno::{Chance, Operation, Table, encode::Encoder, ids},
};
use decklet_uno::{card::Color, card::Face, table::Seat};
use numpy::{PyArray1, PyArray3, PyArrayMethods, ndarray::ArrayView3};
use pyo3::{
    exceptions::{PyIndexError, PyRuntimeError, PyTypeError},
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyDict, PyList, PyString, PyTuple},
};
use serde::{Deserialize, Serialize};

/// A round of UNO after the other, with RLCard's methods and OpenSpiel's.
#[pyclass(subclass, module = "decklet._core")]
pub struct UnoEnv {
    table: Table,
    encoder: Encoder,
    perfect: bool,
    rlcard: bool,
    /// Whether the round that was dealt has been asked for.
    begun: bool,
    #[pyo3(get)]
    allow_step_back: bool,
    #[pyo3(get)]
    timestep: u64,
    #[pyo3(get)]
    action_recorder: Py<PyList>,
    legal: Vec<u32>,
    /// The same with equal cards once each, as RLCard names them.
    raw_legal: Vec<u32>,
}

/// What a pickle holds besides the arguments.
#[derive(Serialize, Deserialize)]
struct Record {
    from: From,
    operations: Vec<Operation>,
    begun: bool,
    timestep: u64,
}

#[derive(Serialize, Deserialize)]
enum From {
    Seed(String, u64),
    RandomState(Vec<u8>),
}

#[pymethods]
impl UnoEnv {
    #[new]
    #[pyo3(signature = (profile, num_players, seed, encoder, perfect_information, allow_step_back))]
    fn new(
        py: Python<'_>,
        profile: &Bound<'_, PyAny>,
        num_players: u8,
        seed: u64,
        encoder: &str,
        perfect_information: bool,
        allow_step_back: bool,
    ) -> PyResult<Self> {
        let profile = profile::uno(profile)?;
        let rlcard = profile.is_named("rlcard");
        let table = Table::new(&profile.rules()?, num_players, chance(rlcard, seed));
        let mut env = Self {
            table: table.map_err(value_error)?,
            encoder: encoder.parse().map_err(value_error)?,
            perfect: perfect_information,
            rlcard,
            begun: false,
            allow_step_back,
            timestep: 0,
            action_recorder: PyList::empty(py).unbind(),
            legal: Vec::new(),
            raw_legal: Vec::new(),
        };
        env.list_legal();
        Ok(env)
    }

    #[getter]
    fn num_players(&self) -> u8 {
        self.table.players()
    }

    #[getter]
    fn num_actions(&self) -> u32 {
        self.table.actions()
    }

    #[getter]
    fn state_shape(&self) -> Vec<Vec<usize>> {
        let shape = match self.has_planes() {
            true => vec![4, 4, 15],
            false => vec![self.observation_size()],
        };
        vec![shape; usize::from(self.table.players())]
    }

    #[getter]
    fn action_shape(&self) -> Vec<Option<usize>> {
        vec![None; usize::from(self.table.players())]
    }

    /// The next round's cards come from this seed.
    fn seed(&mut self, seed: u64) -> u64 {
        self.table.set_chance(chance(self.rlcard, seed));
        self.begun = true;
        seed
    }

    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<(Bound<'py, PyDict>, u8)> {
        if self.begun {
            self.table.reset();
        }
        self.begun = true;
        self.action_recorder = PyList::empty(py).unbind();
        self.list_legal();
        self.turn_state(py)
    }

    #[pyo3(signature = (action, raw_action = false))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
        raw_action: bool,
    ) -> PyResult<(Bound<'py, PyDict>, u8)> {
        let id = action_id(action, raw_action)?;
        self.act(py, id)?;
        self.turn_state(py)
    }

    fn step_back<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if !self.allow_step_back {
            return Err(PyRuntimeError::new_err(
                "stepping back is off: make the environment with allow_step_back=True",
            ));
        }
        if !self.table.undo() {
            return Ok(false.into_pyobject(py)?.to_owned().into_any());
        }
        let recorder = self.action_recorder.bind(py);
        recorder.del_item(recorder.len() - 1)?;
        self.list_legal();
        Ok(self.turn_state(py)?.into_pyobject(py)?.into_any())
    }

    fn is_over(&self) -> bool {
        self.table.round().is_over()
    }

    fn get_player_id(&self) -> u8 {
        self.table.turn()
    }

    fn get_state<'py>(&self, py: Python<'py>, player_id: u8) -> PyResult<Bound<'py, PyDict>> {
        self.state(py, self.seat(player_id)?)
    }

    fn get_payoffs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(
            py,
            self.table.returns().into_iter().map(|points| points as i64),
        )
    }

    fn get_perfect_information<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let hands: Vec<_> = (0..self.table.players())
            .map(|seat| cards(py, self.table.listed_hand(seat)))
            .collect::<PyResult<_>>()?;
        dict.set_item("num_players", self.table.players())?;
        dict.set_item("hand_cards", hands)?;
        dict.set_item("played_cards", cards(py, self.table.listed_discard())?)?;
        dict.set_item("target", self.target(py))?;
        dict.set_item("current_player", self.table.turn())?;
        dict.set_item("legal_actions", self.raw_legal(py, self.table.turn())?)?;
        Ok(dict)
    }

    fn get_action_feature<'py>(
        &self,
        py: Python<'py>,
        action: usize,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let array = PyArray1::zeros(py, self.table.actions() as usize, false);
        let mut write = array.readwrite();
        let place = write.get_mut(action);
        *place.ok_or_else(|| PyIndexError::new_err("no such action"))? = 1;
        drop(write);
        Ok(array)
    }

    /// The name of the action with this number.
    fn action_name(&self, action: u32) -> PyResult<String> {
        ids::name(action).ok_or_else(|| PyIndexError::new_err("no such action"))
    }

    /// The number of the action with this name.
    fn action_id_of(&self, name: &str) -> PyResult<u32> {
        named(name)
    }

    // OpenSpiel's habits.

    fn current_player(&self) -> i64 {
        match self.is_over() {
            true => -4,
            false => i64::from(self.table.turn()),
        }
    }

    fn is_terminal(&self) -> bool {
        self.is_over()
    }

    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<u8>) -> PyResult<Vec<u32>> {
        let player = player.map(|player| self.seat(player)).transpose()?;
        if self.is_over() || player.is_some_and(|seat| seat != self.table.turn()) {
            return Ok(Vec::new());
        }
        let mut ids = self.legal.clone();
        ids.sort_unstable();
        Ok(ids)
    }

    fn apply_action(&mut self, py: Python<'_>, action: u32) -> PyResult<()> {
        self.begun = true;
        self.act(py, action)
    }

    fn returns(&self) -> Vec<f64> {
        self.table.returns()
    }

    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<u8>) -> PyResult<String> {
        let seat = player.map_or(Ok(self.table.turn()), |player| self.seat(player))?;
        Ok(self.table.information(seat))
    }

    fn _resample(&mut self, player: u8, seed: u64) -> PyResult<()> {
        self.table.resample(self.seat(player)?, seed);
        self.list_legal();
        Ok(())
    }

    /// Takes over the round of another.
    fn _become(&mut self, py: Python<'_>, other: PyRef<'_, Self>) -> PyResult<()> {
        self.table.clone_from(&other.table);
        self.begun = other.begun;
        self.timestep = other.timestep;
        self.action_recorder = copied(other.action_recorder.bind(py)).unbind();
        self.list_legal();
        Ok(())
    }

    fn _record(&self) -> PyResult<String> {
        let (from, operations) = self.table.record();
        let record = Record {
            from: match from {
                Chance::Seed { seed, game } => From::Seed(seed.to_string(), *game),
                Chance::RandomState(state) => From::RandomState(state.to_bytes()),
            },
            operations: operations.to_vec(),
            begun: self.begun,
            timestep: self.timestep,
        };
        serde_json::to_string(&record).map_err(value_error)
    }

    fn _restore(&mut self, py: Python<'_>, record: &str) -> PyResult<()> {
        let record: Record = serde_json::from_str(record).map_err(value_error)?;
        let from = match record.from {
            From::Seed(seed, game) => Chance::Seed {
                seed: seed.parse::<Seed>().map_err(value_error)?,
                game,
            },
            From::RandomState(bytes) => {
                let state = RandomState::from_bytes(&bytes);
                Chance::RandomState(Box::new(
                    state.ok_or_else(|| value_error("it is no record"))?,
                ))
            }
        };
        self.table.set_chance(from);
        self.table.reset();
        self.action_recorder = PyList::empty(py).unbind();
        self.list_legal();
        for operation in record.operations {
            match operation {
                Operation::Action(id) => self.act(py, id)?,
                Operation::Resample(seat, seed) => self._resample(seat, seed)?,
            }
        }
        self.begun = record.begun;
        self.timestep = record.timestep;
        Ok(())
    }
}

/// RLCard's profile is dealt by RLCard's chance.
fn chance(rlcard: bool, seed: u64) -> Chance {
    match rlcard {
        true => Chance::rlcard(seed),
        false => Chance::seed(Seed::from(seed)),
    }
}

fn action_id(action: &Bound<'_, PyAny>, raw: bool) -> PyResult<u32> {
    if raw {
        let name: String = action.extract().map_err(|_| {
            PyTypeError::new_err("with raw_action=True an action is its name, as \"r-5\"")
        })?;
        return named(&name);
    }
    action.extract().map_err(|_| {
        let found = action.get_type();
        PyTypeError::new_err(format!(
            "an action is its number, or with raw_action=True its name, not {action} of {found}"
        ))
    })
}

fn named(name: &str) -> PyResult<u32> {
    ids::find(name).ok_or_else(|| value_error(format!("no action is called \"{name}\"")))
}

/// The names of actions, made once.
pub fn name<'py>(py: Python<'py>, id: u32) -> &'py Bound<'py, PyString> {
    static NAMES: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();
    let names = NAMES.get_or_init(py, || {
        let names = (0..ids::ACTIONS).filter_map(ids::name);
        names
            .map(|name| PyString::new(py, &name).unbind())
            .collect()
    });
    names[id as usize].bind(py)
}

/// The name of a card with a colour: that of the action that plays it.
pub fn card<'py>(py: Python<'py>, (face, color): (Face, Color)) -> &'py Bound<'py, PyString> {
    name(py, ids::of_face(face, color))
}

pub fn cards<'py>(
    py: Python<'py>,
    cards: impl IntoIterator<Item = (Face, Color)>,
) -> PyResult<Bound<'py, PyList>> {
    let names: Vec<_> = cards.into_iter().map(|looks| card(py, looks)).collect();
    PyList::new(py, names)
}

impl UnoEnv {
    fn seat(&self, player: u8) -> PyResult<Seat> {
        if player < self.table.players() {
            return Ok(player);
        }
        let most = self.table.players() - 1;
        Err(PyIndexError::new_err(format!(
            "no player {player}: the players are 0 to {most}"
        )))
    }

    /// Whether observations have RLCard's three dimensions.
    fn has_planes(&self) -> bool {
        self.encoder == Encoder::Rlcard && !self.perfect
    }

    fn observation_size(&self) -> usize {
        let players = usize::from(self.table.players());
        let perfect = if self.perfect {
            self.encoder.perfect_size(players)
        } else {
            0
        };
        self.encoder.size() + perfect
    }

    fn act(&mut self, py: Python<'_>, id: u32) -> PyResult<()> {
        let player = self.table.turn();
        self.table.apply(id).map_err(|error| illegal(py, &error))?;
        self.timestep += 1;
        let turn = PyTuple::new(
            py,
            [
                player.into_pyobject(py)?.into_any(),
                name(py, id).clone().into_any(),
            ],
        )?;
        self.action_recorder.bind(py).append(turn)?;
        self.list_legal();
        Ok(())
    }

    fn turn_state<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyDict>, u8)> {
        let turn = self.table.turn();
        Ok((self.state(py, turn)?, turn))
    }

    fn observation<'py>(&self, py: Python<'py>, me: Seat) -> PyResult<Bound<'py, PyAny>> {
        if self.has_planes() {
            let mut numbers = [0; 240];
            self.encoder.encode(&self.table.seen(me), &mut numbers);
            return planes(py, &numbers);
        }
        let array = PyArray1::zeros(py, self.observation_size(), false);
        let mut write = array.readwrite();
        let (seen, hidden) = write.as_slice_mut()?.split_at_mut(self.encoder.size());
        self.encoder.encode(&self.table.seen(me), seen);
        if self.perfect {
            self.encoder.encode_perfect(&self.table, me, hidden);
        }
        drop(write);
        Ok(array.into_any())
    }

    fn list_legal(&mut self) {
        self.legal.clear();
        self.raw_legal.clear();
        self.table.each_legal_of(self.table.turn(), |id, repeated| {
            self.raw_legal.push(id);
            if !repeated {
                self.legal.push(id);
            }
        });
    }

    fn raw_legal<'py>(&self, py: Python<'py>, me: Seat) -> PyResult<Bound<'py, PyList>> {
        if me == self.table.turn() {
            return PyList::new(py, self.raw_legal.iter().map(|&id| name(py, id)));
        }
        let mut names = Vec::new();
        self.table
            .each_legal_of(me, |id, _| names.push(name(py, id)));
        PyList::new(py, names)
    }

    fn target<'py>(&self, py: Python<'py>) -> Option<&'py Bound<'py, PyString>> {
        let (face, color) = self.table.target();
        color.map(|color| card(py, (face, color)))
    }

    /// What RLCard's `get_state` gives.
    fn state<'py>(&self, py: Python<'py>, me: Seat) -> PyResult<Bound<'py, PyDict>> {
        let legal = PyDict::new(py);
        let none = py.None();
        // RLCard goes on listing what the next player could do after the end.
        if self.rlcard || !self.is_over() {
            for &id in &self.legal {
                legal.set_item(id, &none)?;
            }
        }
        let actions = self.raw_legal(py, me)?;
        let counts = self.table.round().hands().iter().map(|hand| hand.len());
        let raw = RawObservation {
            hand: cards(py, self.table.listed_hand(me))?,
            target: self.target(py).cloned(),
            played: cards(py, self.table.listed_discard())?,
            counts: PyList::new(py, counts)?,
            players: self.table.players(),
            turn: self.table.turn(),
        };
        let record = self.action_recorder.bind(py);
        state(py, self.observation(py, me)?, legal, raw, &actions, record)
    }
}

/// What RLCard's `raw_obs` has, besides the legal actions.
pub struct RawObservation<'py> {
    pub hand: Bound<'py, PyList>,
    pub target: Option<Bound<'py, PyString>>,
    pub played: Bound<'py, PyList>,
    pub counts: Bound<'py, PyList>,
    pub players: u8,
    pub turn: Seat,
}

/// A state as RLCard gives it.
pub fn state<'py>(
    py: Python<'py>,
    obs: Bound<'py, PyAny>,
    legal: Bound<'py, PyDict>,
    observed: RawObservation<'py>,
    actions: &Bound<'py, PyList>,
    record: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyDict>> {
    let raw = PyDict::new(py);
    raw.set_item(intern!(py, "hand"), observed.hand)?;
    raw.set_item(intern!(py, "target"), observed.target)?;
    raw.set_item(intern!(py, "played_cards"), observed.played)?;
    raw.set_item(intern!(py, "legal_actions"), actions)?;
    raw.set_item(intern!(py, "num_cards"), observed.counts)?;
    raw.set_item(intern!(py, "num_players"), observed.players)?;
    raw.set_item(intern!(py, "current_player"), observed.turn)?;
    let state = PyDict::new(py);
    state.set_item(intern!(py, "obs"), obs)?;
    state.set_item(intern!(py, "legal_actions"), legal)?;
    state.set_item(intern!(py, "raw_obs"), raw)?;
    state.set_item(intern!(py, "raw_legal_actions"), copied(actions))?;
    state.set_item(intern!(py, "action_record"), record)?;
    Ok(state)
}

/// RLCard's four planes, of Python's int.
pub fn planes<'py>(py: Python<'py>, numbers: &[i8; 240]) -> PyResult<Bound<'py, PyAny>> {
    // A loop: `map` over so many places is slow.
    let mut wide = [0; 240];
    for (place, &number) in wide.iter_mut().zip(numbers) {
        *place = i64::from(number);
    }
    let view = ArrayView3::from_shape((4, 4, 15), &wide).map_err(value_error)?;
    Ok(PyArray3::from_array(py, &view).into_any())
}
