//! UNO through RLCard's interface.

use crate::{
    bot::Question,
    convert::{chance, copied, illegal, value_error, with_keys},
    profile,
};
use decklet_envs::{
    Operation, Record,
    uno::{Seen, Table, encode::Encoder, ids},
};
use decklet_uno::{
    card::{Card, Color, Face},
    profile::MAX_PLAYERS,
    table::Seat,
};
use numpy::{
    PyArray1, PyArray3, PyArrayMethods, PyUntypedArrayMethods,
    npyffi::{
        _PyArray_GET_ITEM_DATA, NPY_ARRAY_C_CONTIGUOUS, NPY_ARRAY_OWNDATA, NPY_ARRAY_WRITEABLE,
    },
};
use pyo3::{
    exceptions::{PyIndexError, PyRuntimeError, PyTypeError},
    ffi, intern,
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
    /// Whether actions can be taken back.
    #[pyo3(get)]
    allow_step_back: bool,
    /// How many actions were done since the environment was made.
    #[pyo3(get)]
    timestep: u64,
    /// What was done since the deal: player and the action's name.
    #[pyo3(get)]
    action_recorder: Py<PyList>,
    legal: Vec<u32>,
    /// The same with equal cards once each, as RLCard names them.
    raw_legal: Vec<u32>,
    played: Played,
    observations: Observations,
}

/// The names of the played cards. Only the new ones are added at a step; they are most of what a state has.
struct Played {
    names: Py<PyList>,
    cards: Vec<Card>,
}

impl Played {
    fn new(py: Python<'_>) -> Self {
        Self {
            names: PyList::empty(py).unbind(),
            cards: Vec::new(),
        }
    }

    /// As it is on this table. A card that lies on the pile keeps its colour.
    fn follow(&mut self, py: Python<'_>, table: &Table) -> PyResult<()> {
        let discard = table.round().discard();
        if !discard.starts_with(&self.cards) {
            *self = Self::new(py);
        }
        let names = self.names.bind(py);
        for &new in &discard[self.cards.len()..] {
            names.append(card(py, table.listed(new)))?;
            self.cards.push(new);
        }
        Ok(())
    }
}

/// What a pickle holds besides the arguments.
#[derive(Serialize, Deserialize)]
struct Pickled {
    #[serde(flatten)]
    record: Record,
    begun: bool,
    timestep: u64,
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
            played: Played::new(py),
            observations: Observations {
                latest: [None, None],
            },
        };
        env.renew(py)?;
        Ok(env)
    }

    /// How many play.
    #[getter]
    fn num_players(&self) -> u8 {
        self.table.players()
    }

    /// How many actions there are: their numbers are 0 to this, itself left out.
    #[getter]
    fn num_actions(&self) -> u32 {
        self.table.actions()
    }

    /// The shape of each player's observation, `state["obs"].shape` as a list.
    #[getter]
    fn state_shape(&self) -> Vec<Vec<usize>> {
        let shape = match self.has_planes() {
            true => vec![4, 4, 15],
            false => vec![self.observation_size()],
        };
        vec![shape; usize::from(self.table.players())]
    }

    /// The shape of an action's features for each player: None, as in RLCard.
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

    /// Deals the next round. The state of the player on turn, and who that is.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<(Bound<'py, PyDict>, u8)> {
        if self.begun {
            self.table.reset();
        }
        self.begun = true;
        self.action_recorder = PyList::empty(py).unbind();
        self.renew(py)?;
        self.turn_state(py)
    }

    /// Does an action of the player on turn: its number, or with `raw_action` its name. The state of the next player
    /// on turn, and who that is.
    ///
    /// Raises `IllegalAction` when it is not legal, `TypeError` and `ValueError` when it is no action; nothing
    /// has changed then.
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

    /// Takes the last action back: the state and the player as they were, or False when there is none. The
    /// environment must have been made with `allow_step_back=True`.
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
        self.renew(py)?;
        Ok(self.turn_state(py)?.into_pyobject(py)?.into_any())
    }

    /// Whether the round is over.
    fn is_over(&self) -> bool {
        self.table.round().is_over()
    }

    /// Who is on turn.
    fn get_player_id(&self) -> u8 {
        self.table.turn()
    }

    /// The state as this player sees it: a dictionary of `obs`, `legal_actions`, `raw_obs`, `raw_legal_actions`
    /// and `action_record`.
    fn get_state<'py>(&mut self, py: Python<'py>, player_id: u8) -> PyResult<Bound<'py, PyDict>> {
        self.state(py, self.seat(player_id)?)
    }

    /// What each player got, an array (players,); 0 before the end, then 1 for the winner and −1 for the others, int64.
    fn get_payoffs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(
            py,
            self.table.returns().into_iter().map(|points| points as i64),
        )
    }

    /// Everything, hidden cards included: for training and for looking on.
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

    /// What the action is as numbers, an array (num_actions,) of int8.
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

    /// Who is on turn; −4 when the round is over, as in OpenSpiel.
    fn current_player(&self) -> i64 {
        match self.is_over() {
            true => -4,
            false => i64::from(self.table.turn()),
        }
    }

    /// Whether the round is over.
    fn is_terminal(&self) -> bool {
        self.is_over()
    }

    /// The numbers of the legal actions, in ascending order; none for a player who is not on turn.
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

    /// Does the action with this number. Raises `IllegalAction`; nothing has changed then.
    fn apply_action(&mut self, py: Python<'_>, action: u32) -> PyResult<()> {
        self.begun = true;
        self.act(py, action)
    }

    /// What each player got; 0 before the end.
    fn returns(&self) -> Vec<f64> {
        self.table.returns()
    }

    /// All that this player knows, or the one on turn, as text.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<u8>) -> PyResult<String> {
        let seat = player.map_or(Ok(self.table.turn()), |player| self.seat(player))?;
        Ok(self.table.information(seat))
    }

    fn _resample(&mut self, py: Python<'_>, player: u8, seed: u64) -> PyResult<()> {
        self.table.resample(self.seat(player)?, seed);
        self.renew(py)
    }

    /// Takes over the round of another.
    fn _become(&mut self, py: Python<'_>, other: PyRef<'_, Self>) -> PyResult<()> {
        self.table.clone_from(&other.table);
        self.begun = other.begun;
        self.timestep = other.timestep;
        self.action_recorder = copied(other.action_recorder.bind(py)).unbind();
        self.renew(py)
    }

    fn _record(&self) -> PyResult<String> {
        let pickled = Pickled {
            record: self.table.record(),
            begun: self.begun,
            timestep: self.timestep,
        };
        serde_json::to_string(&pickled).map_err(value_error)
    }

    fn _restore(&mut self, py: Python<'_>, pickled: &str) -> PyResult<()> {
        let pickled: Pickled = serde_json::from_str(pickled).map_err(value_error)?;
        self.table.set_chance(pickled.record.from);
        self.table.reset();
        self.action_recorder = PyList::empty(py).unbind();
        self.renew(py)?;
        for operation in pickled.record.operations {
            match operation {
                Operation::Action(id) => self.act(py, id)?,
                Operation::Resample(seat, seed) => self._resample(py, seat, seed)?,
            }
        }
        self.begun = pickled.begun;
        self.timestep = pickled.timestep;
        Ok(())
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

/// What a player did, as RLCard records it; made once.
fn turn<'py>(py: Python<'py>, player: Seat, id: u32) -> PyResult<&'py Bound<'py, PyTuple>> {
    static TURNS: PyOnceLock<Vec<Py<PyTuple>>> = PyOnceLock::new();
    let turns = TURNS.get_or_try_init(py, || {
        let all = (0..MAX_PLAYERS as Seat)
            .flat_map(|player| (0..ids::ACTIONS).map(move |id| (player, id)));
        let turn = |(player, id)| Ok((player, name(py, id)).into_pyobject(py)?.unbind());
        all.map(turn).collect::<PyResult<_>>()
    })?;
    Ok(turns[usize::from(player) * ids::ACTIONS as usize + id as usize].bind(py))
}

/// The name of a card with a colour: that of the action that plays it.
pub fn card<'py>(py: Python<'py>, (face, color): (Face, Color)) -> &'py Bound<'py, PyString> {
    name(py, ids::of_face(face, color))
}

pub fn cards<'py>(
    py: Python<'py>,
    cards: impl IntoIterator<Item = (Face, Color)>,
) -> PyResult<Bound<'py, PyList>> {
    let mut names = Vec::new();
    // A chain of iterators is quicker from within than card by card.
    cards
        .into_iter()
        .for_each(|looks| names.push(card(py, looks)));
    PyList::new(py, names)
}

impl UnoEnv {
    /// What a bot on turn is asked.
    pub fn question(&self) -> PyResult<Question> {
        if self.is_over() {
            return Err(value_error("the round is over: nobody is on turn"));
        }
        let action = |&id: &u32| {
            let (action, color) = self.table.legal_action(id).ok()?;
            Some((id, action, color))
        };
        Ok(Question {
            round: *self.table.round(),
            draws: self.table.draws(),
            legal: self.legal.iter().filter_map(action).collect(),
        })
    }

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
        if self.legal.contains(&id) && !self.is_over() {
            self.table.apply_listed(id);
        } else {
            self.table.apply(id).map_err(|error| illegal(py, &error))?;
        }
        self.timestep += 1;
        self.action_recorder
            .bind(py)
            .append(turn(py, player, id)?)?;
        self.list_legal();
        self.played.follow(py, &self.table)
    }

    /// Notes what stands on the table, whatever stood there before.
    fn renew(&mut self, py: Python<'_>) -> PyResult<()> {
        self.list_legal();
        self.played = Played::new(py);
        self.played.follow(py, &self.table)
    }

    fn turn_state<'py>(&mut self, py: Python<'py>) -> PyResult<(Bound<'py, PyDict>, u8)> {
        let turn = self.table.turn();
        Ok((self.state(py, turn)?, turn))
    }

    fn observation<'py>(&mut self, py: Python<'py>, me: Seat) -> PyResult<Bound<'py, PyAny>> {
        if self.has_planes() {
            let seen = self.table.seen(me);
            return Ok(self.observations.planes(py, &seen)?.into_any());
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
    fn state<'py>(&mut self, py: Python<'py>, me: Seat) -> PyResult<Bound<'py, PyDict>> {
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
            played: copied(self.played.names.bind(py)),
            counts: PyList::new(py, counts)?,
            players: self.table.players(),
            turn: self.table.turn(),
        };
        let obs = self.observation(py, me)?;
        let record = self.action_recorder.bind(py);
        state(py, obs, legal, raw, &actions, record)
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
    static RAW: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    static STATE: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let raw = with_keys(
        py,
        &RAW,
        &[
            "hand",
            "target",
            "played_cards",
            "legal_actions",
            "num_cards",
            "num_players",
            "current_player",
        ],
    )?;
    raw.set_item(intern!(py, "hand"), observed.hand)?;
    raw.set_item(intern!(py, "target"), observed.target)?;
    raw.set_item(intern!(py, "played_cards"), observed.played)?;
    raw.set_item(intern!(py, "legal_actions"), actions)?;
    raw.set_item(intern!(py, "num_cards"), observed.counts)?;
    raw.set_item(intern!(py, "num_players"), observed.players)?;
    raw.set_item(intern!(py, "current_player"), observed.turn)?;
    let state = with_keys(
        py,
        &STATE,
        &[
            "obs",
            "legal_actions",
            "raw_obs",
            "raw_legal_actions",
            "action_record",
        ],
    )?;
    state.set_item(intern!(py, "obs"), obs)?;
    state.set_item(intern!(py, "legal_actions"), legal)?;
    state.set_item(intern!(py, "raw_obs"), raw)?;
    state.set_item(intern!(py, "raw_legal_actions"), copied(actions))?;
    state.set_item(intern!(py, "action_record"), record)?;
    Ok(state)
}

/// What a seat sees in RLCard's four planes, of Python's int.
pub fn planes<'py>(py: Python<'py>, seen: &Seen<'_>) -> Bound<'py, PyArray3<i64>> {
    let array = PyArray3::zeros(py, [4, 4, 15], false);
    // SAFETY: the array has just been made, so that nobody else has it.
    unsafe { write(&array, seen) };
    array
}

/// Writes over all of an array that [`planes`] has made.
///
/// # Safety
/// It is as it was made, and nobody else reads or writes it.
unsafe fn write(array: &Bound<'_, PyArray3<i64>>, seen: &Seen<'_>) {
    // SAFETY: it has 240 numbers one after the other, and the caller says that nobody else has them.
    let numbers = unsafe { &mut *array.data().cast::<[i64; 240]>() };
    Encoder::encode_wide(seen, numbers);
}

/// The latest observations. One that nobody else has any more is written again for a later state, which
/// saves a tenth of a step: making an array and taking it apart are most of an observation's work.
struct Observations {
    /// The older one first: the caller still has the newer one while the next is made.
    latest: [Option<Py<PyArray3<i64>>>; 2],
}

impl Observations {
    /// An array that nobody else has, with what a seat sees.
    fn planes<'py>(
        &mut self,
        py: Python<'py>,
        seen: &Seen<'_>,
    ) -> PyResult<Bound<'py, PyArray3<i64>>> {
        let [older, newer] = &mut self.latest;
        std::mem::swap(older, newer);
        let spare = newer.take().map(|array| array.into_bound(py));
        let array = match spare {
            Some(array) if is_forgotten(&array)? => {
                // SAFETY: nobody else has it, and it is as it was made.
                unsafe { write(&array, seen) };
                array
            }
            _ => planes(py, seen),
        };
        *newer = Some(array.clone().unbind());
        Ok(array)
    }
}

/// Whether this is the only reference to the array, and it is as [`planes`] makes it.
fn is_forgotten(array: &Bound<'_, PyArray3<i64>>) -> PyResult<bool> {
    static COUNT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    // SAFETY: both pointers are to a living array.
    let flags = unsafe { (*_PyArray_GET_ITEM_DATA(array.as_array_ptr())).flags };
    let whole = NPY_ARRAY_WRITEABLE | NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_OWNDATA;
    // SAFETY: the same.
    let references = unsafe { ffi::Py_REFCNT(array.as_ptr()) };
    if references != 1 || flags & whole != whole || array.shape() != [4, 4, 15] {
        return Ok(false);
    }
    let py = array.py();
    let count = COUNT.get_or_try_init(py, || {
        PyResult::Ok(py.import("weakref")?.getattr("getweakrefcount")?.unbind())
    })?;
    let same_type = array.as_any().cast::<PyArray3<i64>>().is_ok();
    Ok(same_type && count.bind(py).call1((array,))?.extract::<usize>()? == 0)
}
