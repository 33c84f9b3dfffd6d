//! Dou Dizhu through RLCard's interface.

use crate::{
    convert::{chance, copied, illegal, value_error},
    profile,
};
use decklet_bots::doudizhu::Sight;
use decklet_doudizhu::{card::Rank, deal::Move, hand::Hand, profile::Profile, seat::Seat};
use decklet_envs::{
    Operation, Record,
    doudizhu::{Seen, Setup, Table, encode::Encoder, ids::move_name, rlcard_name},
};
use numpy::PyArray1;
use pyo3::{
    exceptions::{PyIndexError, PyRuntimeError, PyTypeError},
    intern,
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};
use serde::{Deserialize, Serialize};

/// A game of Dou Dizhu after the other, with RLCard's methods and OpenSpiel's.
#[pyclass(subclass, module = "decklet._core")]
pub struct DoudizhuEnv {
    table: Table,
    encoder: Encoder,
    perfect: bool,
    rlcard: bool,
    /// Whether the game that was dealt has been asked for.
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
    /// The turns of the play, as RLCard lists them.
    trace: Py<PyList>,
    legal: Vec<(u32, Move)>,
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
impl DoudizhuEnv {
    #[new]
    #[pyo3(signature = (profile, seed, encoder, perfect_information, allow_step_back))]
    fn new(
        py: Python<'_>,
        profile: &Bound<'_, PyAny>,
        seed: u64,
        encoder: &str,
        perfect_information: bool,
        allow_step_back: bool,
    ) -> PyResult<Self> {
        let setup = Setup::of(&profile::doudizhu(profile)?);
        let rlcard = Profile::named("rlcard").is_some_and(|profile| *profile == setup.profile);
        let mut env = Self {
            table: Table::new(setup, chance(rlcard, seed)),
            encoder: encoder.parse().map_err(value_error)?,
            perfect: perfect_information,
            rlcard,
            begun: false,
            allow_step_back,
            timestep: 0,
            action_recorder: PyList::empty(py).unbind(),
            trace: PyList::empty(py).unbind(),
            legal: Vec::new(),
        };
        env.table.legal(&mut env.legal);
        Ok(env)
    }

    /// How many play.
    #[getter]
    fn num_players(&self) -> usize {
        3
    }

    /// How many actions there are: their numbers are 0 to this, itself left out.
    #[getter]
    fn num_actions(&self) -> usize {
        self.table.setup().ids.len()
    }

    /// The shape of each player's observation, `state["obs"].shape` as a list.
    #[getter]
    fn state_shape(&self) -> [[usize; 1]; 3] {
        Seat::ALL.map(|seat| [self.observation_size(seat)])
    }

    /// The shape of an action's features for each player.
    #[getter]
    fn action_shape(&self) -> [[usize; 1]; 3] {
        [[self.encoder.action_size()]; 3]
    }

    /// The next game's cards come from this seed.
    fn seed(&mut self, seed: u64) -> u64 {
        self.table.set_chance(chance(self.rlcard, seed));
        self.begun = true;
        seed
    }

    /// Deals the next game. The state of the player on turn, and who that is.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, usize)> {
        if self.begun {
            self.table.reset();
        }
        self.begun = true;
        self.renew(py);
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
    ) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let id = self.action_id(action, raw_action)?;
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
        let trace = self.trace.bind(py);
        while trace.len() > self.table.trace().len() {
            trace.del_item(trace.len() - 1)?;
        }
        self.table.legal(&mut self.legal);
        Ok(self.turn_state(py)?.into_pyobject(py)?.into_any())
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.table.deal().is_over()
    }

    /// Who is on turn.
    fn get_player_id(&self) -> usize {
        self.turn().index()
    }

    /// The state as this player sees it: a dictionary of `obs`, `legal_actions`, `raw_obs`, `raw_legal_actions`
    /// and `action_record`.
    fn get_state<'py>(&self, py: Python<'py>, player_id: usize) -> PyResult<Bound<'py, PyAny>> {
        self.state(py, seat(player_id)?)
    }

    /// What each player got, an array (players,); 0 before the end: points; by profile `rlcard` 1 for the winners, int64.
    fn get_payoffs<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let points = self.table.returns();
        if self.rlcard {
            return PyArray1::from_slice(py, &points.map(|points| points as i64)).into_any();
        }
        PyArray1::from_slice(py, &points).into_any()
    }

    /// Everything, hidden cards included: for training and for looking on.
    fn get_perfect_information<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let cards = self.table.cards();
        let with_suits = cards.map(|cards| {
            let cards: Vec<_> = cards.into_iter().map(rlcard_name).collect();
            cards.join(" ")
        });
        let dict = PyDict::new(py);
        dict.set_item("hand_cards_with_suit", with_suits)?;
        dict.set_item(
            "hand_cards",
            Seat::ALL.map(|seat| self.table.deal().hand(seat).to_string()),
        )?;
        dict.set_item("trace", copied(self.trace.bind(py)))?;
        dict.set_item("current_player", self.get_player_id())?;
        dict.set_item("legal_actions", names(py, &self.legal)?)?;
        Ok(dict)
    }

    /// What the action is as numbers, an array (54,), `compact` (18,), of int8.
    fn get_action_feature<'py>(
        &self,
        py: Python<'py>,
        action: u32,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let choice = self.table.setup().ids.get(action);
        let choice = choice.ok_or_else(|| PyIndexError::new_err("no such action"))?;
        Ok(self.feature(py, choice))
    }

    /// The name of the action with this number.
    fn action_name(&self, action: u32) -> PyResult<String> {
        let name = self.table.setup().ids.name(action);
        name.ok_or_else(|| PyIndexError::new_err("no such action"))
    }

    /// The number of the action with this name.
    fn action_id_of(&self, name: &str) -> PyResult<u32> {
        let id = self.table.setup().ids.find(name);
        id.ok_or_else(|| value_error(format!("no action is called \"{name}\"")))
    }

    // OpenSpiel's habits.

    /// Who is on turn; −4 when the game is over, as in OpenSpiel.
    fn current_player(&self) -> i64 {
        match self.table.deal().is_over() {
            true => -4,
            false => self.table.deal().turn().index() as i64,
        }
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.is_over()
    }

    /// The numbers of the legal actions, in ascending order; none for a player who is not on turn.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<usize>) -> PyResult<Vec<u32>> {
        let turn = self.table.deal().turn();
        if player
            .map(seat)
            .transpose()?
            .is_some_and(|seat| seat != turn)
        {
            return Ok(Vec::new());
        }
        let mut ids: Vec<u32> = self.legal.iter().map(|&(id, _)| id).collect();
        ids.sort_unstable();
        Ok(ids)
    }

    /// Does the action with this number. Raises `IllegalAction`; nothing has changed then.
    fn apply_action(&mut self, py: Python<'_>, action: u32) -> PyResult<()> {
        self.begun = true;
        self.act(py, action)
    }

    /// What each player got; 0 before the end.
    fn returns(&self) -> [f64; 3] {
        self.table.returns()
    }

    /// All that this player knows, or the one on turn, as text.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<usize>) -> PyResult<String> {
        let seat = player.map_or(Ok(self.table.deal().turn()), seat)?;
        Ok(self.table.information(seat))
    }

    fn _resample(&mut self, player: usize, seed: u64) -> PyResult<()> {
        self.table.resample(seat(player)?, seed);
        self.table.legal(&mut self.legal);
        Ok(())
    }

    /// Takes over the game of another.
    fn _become(&mut self, py: Python<'_>, other: PyRef<'_, Self>) -> PyResult<()> {
        self.table.clone_from(&other.table);
        self.begun = other.begun;
        self.timestep = other.timestep;
        self.action_recorder = copied(other.action_recorder.bind(py)).unbind();
        self.trace = copied(other.trace.bind(py)).unbind();
        self.legal.clone_from(&other.legal);
        Ok(())
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
        self.renew(py);
        for operation in pickled.record.operations {
            match operation {
                Operation::Action(id) => self.act(py, id)?,
                Operation::Resample(seat, seed) => self._resample(usize::from(seat), seed)?,
            }
        }
        self.begun = pickled.begun;
        self.timestep = pickled.timestep;
        Ok(())
    }
}

fn seat(player: usize) -> PyResult<Seat> {
    let seat = Seat::ALL.get(player).copied();
    seat.ok_or_else(|| {
        PyIndexError::new_err(format!("no player {player}: the players are 0, 1 and 2"))
    })
}

impl DoudizhuEnv {
    /// What the seat on turn knows, and what it may do.
    pub fn sight(&self) -> PyResult<(Sight<'static>, Vec<(u32, Move)>)> {
        let deal = self.table.deal();
        if deal.is_over() {
            return Err(value_error("the game is over: nobody is on turn"));
        }
        let mut sight = Sight::of_deal(deal, deal.turn(), self.table.played());
        let turns = self.table.trace().iter();
        sight.recall_turns(turns.map(|turn| (turn.seat, turn.cards)));
        Ok((sight, self.legal.clone()))
    }

    fn renew(&mut self, py: Python<'_>) {
        self.action_recorder = PyList::empty(py).unbind();
        self.trace = PyList::empty(py).unbind();
        self.table.legal(&mut self.legal);
    }

    fn action_id(&self, action: &Bound<'_, PyAny>, raw: bool) -> PyResult<u32> {
        if !raw {
            return action.extract().map_err(|_| {
                let found = action.get_type();
                PyTypeError::new_err(format!(
                    "an action is its number, or with raw_action=True its name, not {action} of {found}"
                ))
            });
        }
        let name: String = action.extract().map_err(|_| {
            PyTypeError::new_err("with raw_action=True an action is its name, as \"33344\"")
        })?;
        let named = self
            .legal
            .iter()
            .find(|&&(_, choice)| move_name(choice) == name);
        match named {
            Some(&(id, _)) => Ok(id),
            None => self.action_id_of(&name),
        }
    }

    fn act(&mut self, py: Python<'_>, id: u32) -> PyResult<()> {
        let listed = self.legal.iter().find(|&&(listed, _)| listed == id);
        let choice = match listed {
            Some(&(_, choice)) => choice,
            None => self
                .table
                .legal_move(id)
                .map_err(|error| illegal(py, &error))?,
        };
        let player = self.get_player_id();
        let turn = PyTuple::new(
            py,
            [
                player.into_pyobject(py)?.into_any(),
                name(py, choice).into_any(),
            ],
        )?;
        self.table.apply_legal(id, choice);
        self.timestep += 1;
        self.action_recorder.bind(py).append(&turn)?;
        if matches!(choice, Move::Play(_) | Move::Pass) {
            self.trace.bind(py).append(turn)?;
        } else if self.table.trace().is_empty() {
            self.trace = PyList::empty(py).unbind();
        }
        self.table.legal(&mut self.legal);
        Ok(())
    }

    /// Whose turn it is; as RLCard has it, after the end that of the seat after the winner.
    fn turn(&self) -> Seat {
        let deal = self.table.deal();
        if deal.is_over() {
            deal.turn().next()
        } else {
            deal.turn()
        }
    }

    fn turn_state<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let turn = self.turn();
        Ok((self.state(py, turn)?, turn.index()))
    }

    /// How many numbers this seat's observation has.
    fn observation_size(&self, seat: Seat) -> usize {
        let [landlord, farmer] = self.encoder.sizes();
        let perfect = if self.perfect {
            self.encoder.perfect_size()
        } else {
            0
        };
        let own = match self.table.setup().fixed_landlord() {
            Some(fixed) if fixed == seat => landlord,
            _ => landlord.max(farmer),
        };
        own + perfect
    }

    fn observation<'py>(&self, py: Python<'py>, me: Seat) -> Bound<'py, PyArray1<i8>> {
        let mut numbers = [0; LARGEST];
        let numbers = &mut numbers[..self.observation_size(me)];
        let perfect = if self.perfect {
            self.encoder.perfect_size()
        } else {
            0
        };
        let (seen, hidden) = numbers.split_at_mut(numbers.len() - perfect);
        self.encoder.encode(&self.table.seen(me), seen);
        if self.perfect {
            self.encoder.encode_perfect(&self.table, me, hidden);
        }
        PyArray1::from_slice(py, numbers)
    }

    fn feature<'py>(&self, py: Python<'py>, choice: Move) -> Bound<'py, PyArray1<i8>> {
        feature(py, self.encoder, choice)
    }

    /// What RLCard's `get_state` gives.
    fn state<'py>(&self, py: Python<'py>, me: Seat) -> PyResult<Bound<'py, PyAny>> {
        let on_turn = me == self.table.deal().turn();
        let actions = if on_turn {
            names(py, &self.legal)?
        } else {
            let mut legal = Vec::new();
            self.table.legal_of(me, &mut legal);
            names(py, &legal)?
        };
        let seen = self.table.seen(me);
        let trace = copied(self.trace.bind(py));
        let raw = raw_observation(py, &seen, trace, &actions)?;
        let obs = self.observation(py, me);
        let record = self.action_recorder.bind(py);
        state(py, self.encoder, obs, &self.legal, raw, &actions, record)
    }
}

/// A state as RLCard gives it.
pub fn state<'py>(
    py: Python<'py>,
    encoder: Encoder,
    obs: Bound<'py, PyArray1<i8>>,
    legal: &[(u32, Move)],
    raw: Bound<'py, PyDict>,
    actions: &Bound<'py, PyList>,
    record: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyAny>> {
    let features = PyDict::new(py);
    for &(id, choice) in legal {
        features.set_item(id, feature(py, encoder, choice))?;
    }
    let state = PyDict::new(py);
    state.set_item(intern!(py, "obs"), obs)?;
    state.set_item(intern!(py, "legal_actions"), features)?;
    state.set_item(intern!(py, "raw_obs"), raw)?;
    state.set_item(intern!(py, "raw_legal_actions"), copied(actions))?;
    state.set_item(intern!(py, "action_record"), record)?;
    Ok(state.into_any())
}

/// Room for every observation, perfect information included.
const LARGEST: usize = 1240 + 2 * 54;

/// Cards as RLCard writes them; letter by letter, because strings are most of a step's work.
fn text(py: Python<'_>, cards: Hand) -> Bound<'_, PyString> {
    let (mut letters, mut len) = ([0; 54], 0);
    let mut digits = cards.bits();
    for letter in *b"3456789TJQKA2BR" {
        for _ in 0..digits & 7 {
            letters[len % 54] = letter;
            len += 1;
        }
        digits >>= 4;
    }
    let letters = str::from_utf8(&letters[..len.min(54)]).unwrap_or_default();
    PyString::new(py, letters)
}

/// The name of a move, as [`move_name`] has it.
fn name(py: Python<'_>, choice: Move) -> Bound<'_, PyString> {
    match choice {
        Move::Play(play) => text(py, play.cards),
        Move::Pass => intern!(py, "pass").clone(),
        other => PyString::new(py, &move_name(other)),
    }
}

/// What an action is, as numbers.
fn feature<'py>(py: Python<'py>, encoder: Encoder, choice: Move) -> Bound<'py, PyArray1<i8>> {
    let mut numbers = [0; 64];
    let numbers = &mut numbers[..encoder.action_size()];
    encoder.encode_action(choice, numbers);
    PyArray1::from_slice(py, numbers)
}

/// The names of actions.
pub fn names<'py>(py: Python<'py>, legal: &[(u32, Move)]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, legal.iter().map(|&(_, choice)| name(py, choice)))
}

/// What RLCard's `raw_obs` has.
pub fn raw_observation<'py>(
    py: Python<'py>,
    seen: &Seen<'_>,
    trace: Bound<'py, PyList>,
    actions: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyDict>> {
    let raw = PyDict::new(py);
    raw.set_item(intern!(py, "seen_cards"), bottom_as_rlcard(seen))?;
    raw.set_item(intern!(py, "landlord"), seen.landlord.map(Seat::index))?;
    raw.set_item(intern!(py, "trace"), trace)?;
    let played = seen.played.map(|cards| text(py, cards));
    raw.set_item(intern!(py, "played_cards"), PyList::new(py, played)?)?;
    raw.set_item(intern!(py, "self"), seen.me.index())?;
    raw.set_item(intern!(py, "current_hand"), text(py, seen.hand))?;
    raw.set_item(intern!(py, "others_hand"), text(py, seen.unseen))?;
    raw.set_item(
        intern!(py, "num_cards_left"),
        PyList::new(py, seen.left.map(u32::from))?,
    )?;
    raw.set_item(intern!(py, "actions"), actions)?;
    Ok(raw)
}

/// The bottom cards without those of a rank that the landlord has played: RLCard takes all cards of
/// the rank away at once.
fn bottom_as_rlcard(seen: &Seen<'_>) -> String {
    let (Some(landlord), Some(bottom)) = (seen.landlord, seen.bottom) else {
        return String::new();
    };
    let played = seen.played[landlord.index()];
    let left = bottom.ranks().filter(|&rank| played.count(rank) == 0);
    left.map(Rank::letter).collect()
}
