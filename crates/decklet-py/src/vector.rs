//! Many games at once, in NumPy arrays.

use crate::{
    convert::{refused, value_error},
    profile,
};
use decklet_doudizhu::seat::Seat;
use decklet_engine::Seed;
use decklet_envs::{
    batch::{Batch, BatchError, Doudizhu, Game, Legal, Out, Uno},
    doudizhu::{self, Setup},
    uno,
};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PySlice,
};

enum Games {
    Doudizhu(Batch<Doudizhu>),
    Uno(Batch<Uno>),
}

/// Calls the same for either game.
macro_rules! either {
    ($games:expr, $batch:ident => $what:expr) => {
        match $games {
            Games::Doudizhu($batch) => $what,
            Games::Uno($batch) => $what,
        }
    };
}

/// Many games at once. The arrays are made once and written anew at every step.
#[pyclass(subclass, module = "decklet._core")]
pub struct Vector {
    games: Games,
    arrays: Arrays,
    masked: bool,
}

struct Arrays {
    observations: Py<PyArray2<i8>>,
    players: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
    offsets: Py<PyArray1<i64>>,
    ids: Py<PyArray1<i32>>,
    features: Py<PyArray2<i8>>,
    masks: Py<PyArray2<bool>>,
    /// How many legal actions there are: so much of the two arrays counts.
    legal: usize,
}

/// Observations, rewards, and which games ended.
type Stepped = (Py<PyArray2<i8>>, Py<PyArray2<f32>>, Py<PyArray1<bool>>);

/// Legal actions a game for which there is room at first.
const ROOM: usize = 64;

impl Arrays {
    fn of<G: Game>(py: Python<'_>, batch: &Batch<G>, masked: bool) -> Self {
        let (n, game) = (batch.len(), batch.first());
        let mask_rows = if masked { n } else { 0 };
        Self {
            observations: PyArray2::zeros(py, [n, game.observation_size()], false).unbind(),
            players: PyArray1::zeros(py, n, false).unbind(),
            rewards: PyArray2::zeros(py, [n, game.players()], false).unbind(),
            dones: PyArray1::zeros(py, n, false).unbind(),
            offsets: PyArray1::zeros(py, n + 1, false).unbind(),
            ids: PyArray1::zeros(py, n * ROOM, false).unbind(),
            features: PyArray2::zeros(py, [n * ROOM, game.action_size()], false).unbind(),
            masks: PyArray2::zeros(py, [mask_rows, game.actions()], false).unbind(),
            legal: 0,
        }
    }

    /// Lets `act` write, without holding Python's lock.
    fn write<G: Game>(
        &self,
        py: Python<'_>,
        batch: &mut Batch<G>,
        act: impl FnOnce(&mut Batch<G>, Out<'_>) -> Result<(), BatchError> + Send,
    ) -> PyResult<Result<(), BatchError>>
    where
        Batch<G>: Send,
    {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut turns = self.players.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut ends = self.dones.bind(py).try_readwrite()?;
        let mut offsets = self.offsets.bind(py).try_readwrite()?;
        let out = Out {
            observations: observations.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            ends: ends.as_slice_mut()?,
            offsets: offsets.as_slice_mut()?,
        };
        Ok(py.detach(move || act(batch, out)))
    }

    /// Writes the legal actions; makes larger arrays if there is no room for them.
    fn write_legal<G: Game>(&mut self, py: Python<'_>, batch: &Batch<G>) -> PyResult<()>
    where
        Batch<G>: Sync,
    {
        self.legal = batch.count_legal();
        if self.legal > self.ids.bind(py).len() {
            let room = self.legal + self.legal / 2;
            self.ids = PyArray1::zeros(py, room, false).unbind();
            let size = batch.first().action_size();
            self.features = PyArray2::zeros(py, [room, size], false).unbind();
        }
        let mut ids = self.ids.bind(py).try_readwrite()?;
        let mut features = self.features.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let out = Legal {
            ids: ids.as_slice_mut()?,
            features: features.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
        };
        py.detach(move || batch.legal(out));
        Ok(())
    }
}

/// The arguments that both games have.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Arguments<'py> {
    profile: Bound<'py, PyAny>,
    num_envs: usize,
    threads: usize,
    seed: u64,
    encoder: String,
    perfect_information: bool,
    masks: bool,
    num_players: u8,
}

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (game, arguments))]
    fn new(py: Python<'_>, game: &str, arguments: Arguments<'_>) -> PyResult<Self> {
        let games = match game {
            "doudizhu" => Games::Doudizhu(doudizhu_batch(&arguments)?),
            "uno" => Games::Uno(uno_batch(&arguments)?),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "no game is called \"{game}\"; there are doudizhu and uno"
                )));
            }
        };
        let masked = arguments.masks;
        let arrays = either!(&games, batch => Arrays::of(py, batch, masked));
        let mut vector = Self {
            games,
            arrays,
            masked,
        };
        vector.look(py)?;
        Ok(vector)
    }

    /// N, how many games.
    #[getter]
    fn num_envs(&self) -> usize {
        either!(&self.games, batch => batch.len())
    }

    /// P, how many play each of them.
    #[getter]
    fn num_players(&self) -> usize {
        either!(&self.games, batch => batch.first().players())
    }

    /// A: the actions' numbers are 0 to this, itself left out.
    #[getter]
    fn num_actions(&self) -> usize {
        either!(&self.games, batch => batch.first().actions())
    }

    /// What the player on turn sees, an array (N, S) of int8.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.arrays.observations.clone_ref(py)
    }

    /// Who is on turn, an array (N,) of int8.
    #[getter]
    fn players(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.arrays.players.clone_ref(py)
    }

    /// What each player got if the game ended with the last step, else 0: an array (N, P) of float32.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.rewards.clone_ref(py)
    }

    /// Whether the game ended with the last step, an array (N,) of bool.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.dones.clone_ref(py)
    }

    /// Where each game's legal actions begin and the last one's end, an array (N + 1,) of int64.
    #[getter]
    fn offsets(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.arrays.offsets.clone_ref(py)
    }

    /// The numbers of the legal actions, one game's after the other's: an array (L,) of int32.
    #[getter]
    fn legal_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let part = PySlice::new(py, 0, self.arrays.legal as isize, 1);
        self.arrays.ids.bind(py).as_any().get_item(part)
    }

    /// What the legal actions are, an array (L, F) of int8; F is 0 in UNO.
    #[getter]
    fn legal_features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let part = PySlice::new(py, 0, self.arrays.legal as isize, 1);
        self.arrays.features.bind(py).as_any().get_item(part)
    }

    /// Which actions are legal, an array (N, A) of bool; None unless asked for.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Option<Py<PyArray2<bool>>> {
        self.masked.then(|| self.arrays.masks.clone_ref(py))
    }

    /// Deals the next game everywhere. The observations.
    fn reset(&mut self, py: Python<'_>) -> PyResult<Py<PyArray2<i8>>> {
        let arrays = &mut self.arrays;
        either!(&mut self.games, batch => {
            let written = arrays.write(py, batch, |batch, out| {
                batch.reset(out);
                Ok(())
            })?;
            written.map_err(value_error)?;
            arrays.write_legal(py, batch)?;
        });
        Ok(self.observations(py))
    }

    /// Does one action in each game, N numbers. Observations, rewards and dones; a game that has ended is dealt anew.
    ///
    /// Raises `IllegalAction` for the first action that is not legal; no game has changed then.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped> {
        let actions = numbers(actions)?;
        let arrays = &mut self.arrays;
        either!(&mut self.games, batch => {
            let stepped = arrays.write(py, batch, |batch, out| batch.step(&actions, out))?;
            stepped.map_err(|error| batch_error(py, &error))?;
            arrays.write_legal(py, batch)?;
        });
        Ok((self.observations(py), self.rewards(py), self.dones(py)))
    }
}

impl Vector {
    fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        let arrays = &mut self.arrays;
        either!(&mut self.games, batch => {
            let written = arrays.write(py, batch, |batch, out| {
                batch.look(out);
                Ok(())
            })?;
            written.map_err(value_error)?;
            arrays.write_legal(py, batch)
        })
    }
}

fn doudizhu_batch(arguments: &Arguments<'_>) -> PyResult<Batch<Doudizhu>> {
    let setup = Setup::of(&profile::doudizhu(&arguments.profile)?);
    let encoder: doudizhu::encode::Encoder = arguments.encoder.parse().map_err(value_error)?;
    if usize::from(arguments.num_players) != Seat::ALL.len() {
        return Err(value_error("Dou Dizhu is for 3 players"));
    }
    let game = |number: usize| {
        let seed = Seed::from(arguments.seed).child(number as u64);
        Doudizhu::new(setup, encoder, arguments.perfect_information, seed)
    };
    Batch::new(
        (0..arguments.num_envs).map(game).collect(),
        arguments.threads,
    )
    .map_err(value_error)
}

fn uno_batch(arguments: &Arguments<'_>) -> PyResult<Batch<Uno>> {
    let rules = profile::uno(&arguments.profile)?.rules()?;
    let encoder: uno::encode::Encoder = arguments.encoder.parse().map_err(value_error)?;
    let game = |number: usize| {
        let seed = Seed::from(arguments.seed).child(number as u64);
        Uno::new(
            &rules,
            arguments.num_players,
            encoder,
            arguments.perfect_information,
            seed,
        )
    };
    let games: Result<Vec<_>, _> = (0..arguments.num_envs).map(game).collect();
    Batch::new(games.map_err(value_error)?, arguments.threads).map_err(value_error)
}

/// Numbers of actions: an array of a whole type with one dimension, or a list.
fn numbers(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(array.as_array().to_vec());
    }
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
        return Ok(array
            .as_array()
            .iter()
            .map(|&action| i64::from(action))
            .collect());
    }
    actions.extract().map_err(|_| {
        PyTypeError::new_err(
            "actions are a one-dimensional array of int64 or int32, or a list of int",
        )
    })
}

fn batch_error(py: Python<'_>, error: &BatchError) -> PyErr {
    match error {
        BatchError::Illegal { game, why } => {
            refused(py, &why.action, &format!("{} (game {game})", why.reason))
        }
        other => value_error(other),
    }
}
