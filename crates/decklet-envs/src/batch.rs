//! Many games stepped together, with threads.
//!
//! A [`Batch`] writes observations, legal actions, rewards and ends into slices that its caller owns.
//! A finished game is dealt anew at once. What comes out does not depend on the threads: each game
//! has a seed of its own.

use crate::{Chance, doudizhu, illegal::IllegalAction, uno};
use decklet_doudizhu::{deal::Move, seat::Seat};
use decklet_engine::Seed;
use decklet_uno::profile::{OptionsError, Rules};
use rayon::{
    ThreadPool, ThreadPoolBuilder,
    iter::{IntoParallelIterator, ParallelIterator},
};

/// A game of a batch.
pub trait Game: Send + Sync {
    /// A legal action as the game wants it back.
    type Action: Copy + Send + Sync;

    /// How many play.
    fn players(&self) -> usize;
    /// How many numbers an observation has.
    fn observation_size(&self) -> usize;
    /// How many numbers describe a legal action; 0 for none.
    fn action_size(&self) -> usize;
    /// How many actions there are.
    fn actions(&self) -> usize;
    /// Deals the next game.
    fn reset(&mut self);
    /// Whose turn it is.
    fn turn(&self) -> usize;
    /// Whether the game is over.
    fn is_over(&self) -> bool;
    /// Lists the legal actions and their numbers.
    fn legal(&self, list: &mut Vec<(u32, Self::Action)>);
    /// Does a legal action.
    fn apply(&mut self, id: u32, action: Self::Action);
    /// Why an action is not legal.
    fn refusal(&self, id: u32) -> IllegalAction;
    /// What the seat on turn sees.
    fn observe(&self, out: &mut [i8]);
    /// What an action is.
    fn describe(&self, action: Self::Action, out: &mut [i8]);
    /// What each player gets at the end.
    fn rewards(&self, out: &mut [f32]);
}

/// Dou Dizhu in a batch.
#[derive(Clone, Debug)]
pub struct Doudizhu {
    table: doudizhu::Table,
    encoder: doudizhu::encode::Encoder,
    perfect: bool,
}

impl Doudizhu {
    /// The games of this seed.
    #[must_use]
    pub fn new(
        setup: &'static doudizhu::Setup,
        encoder: doudizhu::encode::Encoder,
        perfect: bool,
        seed: Seed,
    ) -> Self {
        Self {
            table: doudizhu::Table::new(setup, Chance::seed(seed)),
            encoder,
            perfect,
        }
    }
}

impl Game for Doudizhu {
    type Action = Move;

    fn players(&self) -> usize {
        3
    }

    fn observation_size(&self) -> usize {
        self.encoder.size()
            + if self.perfect {
                self.encoder.perfect_size()
            } else {
                0
            }
    }

    fn action_size(&self) -> usize {
        self.encoder.action_size()
    }

    fn actions(&self) -> usize {
        self.table.setup().ids.len()
    }

    fn reset(&mut self) {
        self.table.reset();
    }

    fn turn(&self) -> usize {
        self.table.deal().turn().index()
    }

    fn is_over(&self) -> bool {
        self.table.deal().is_over()
    }

    fn legal(&self, list: &mut Vec<(u32, Move)>) {
        self.table.legal(list);
    }

    fn apply(&mut self, id: u32, action: Move) {
        self.table.apply_legal(id, action);
    }

    fn refusal(&self, id: u32) -> IllegalAction {
        refusal(self.table.legal_move(id).err(), id)
    }

    fn observe(&self, out: &mut [i8]) {
        let me: Seat = self.table.deal().turn();
        let (seen, perfect) = out.split_at_mut(self.encoder.size());
        self.encoder.encode(&self.table.seen(me), seen);
        if self.perfect {
            self.encoder.encode_perfect(&self.table, me, perfect);
        }
    }

    fn describe(&self, action: Move, out: &mut [i8]) {
        self.encoder.encode_action(action, out);
    }

    fn rewards(&self, out: &mut [f32]) {
        for (out, points) in out.iter_mut().zip(self.table.returns()) {
            *out = points as f32;
        }
    }
}

/// UNO in a batch.
#[derive(Clone, Debug)]
pub struct Uno {
    table: uno::Table,
    encoder: uno::encode::Encoder,
    perfect: bool,
}

impl Uno {
    /// The rounds of this seed.
    ///
    /// # Errors
    /// When the rules are not for so many players.
    pub fn new(
        rules: &Rules,
        players: u8,
        encoder: uno::encode::Encoder,
        perfect: bool,
        seed: Seed,
    ) -> Result<Self, OptionsError> {
        Ok(Self {
            table: uno::Table::new(rules, players, Chance::seed(seed))?,
            encoder,
            perfect,
        })
    }
}

impl Game for Uno {
    type Action = ();

    fn players(&self) -> usize {
        usize::from(self.table.players())
    }

    fn observation_size(&self) -> usize {
        let perfect = self.encoder.perfect_size(self.players());
        self.encoder.size() + if self.perfect { perfect } else { 0 }
    }

    fn action_size(&self) -> usize {
        0
    }

    fn actions(&self) -> usize {
        self.table.actions() as usize
    }

    fn reset(&mut self) {
        self.table.reset();
    }

    fn turn(&self) -> usize {
        usize::from(self.table.turn())
    }

    fn is_over(&self) -> bool {
        self.table.round().is_over()
    }

    fn legal(&self, list: &mut Vec<(u32, ())>) {
        list.clear();
        if self.table.round().is_over() {
            return;
        }
        self.table.each_legal_of(self.table.turn(), |id, repeated| {
            if !repeated {
                list.push((id, ()));
            }
        });
    }

    fn apply(&mut self, id: u32, (): ()) {
        let applied = self.table.apply(id);
        debug_assert!(applied.is_ok(), "only listed actions are done");
    }

    fn refusal(&self, id: u32) -> IllegalAction {
        refusal(self.table.legal_action(id).err(), id)
    }

    fn observe(&self, out: &mut [i8]) {
        let me = self.table.turn();
        let (seen, perfect) = out.split_at_mut(self.encoder.size());
        self.encoder.encode(&self.table.seen(me), seen);
        if self.perfect {
            self.encoder.encode_perfect(&self.table, me, perfect);
        }
    }

    fn describe(&self, (): (), _out: &mut [i8]) {}

    fn rewards(&self, out: &mut [f32]) {
        for (out, points) in out.iter_mut().zip(self.table.returns()) {
            *out = points as f32;
        }
    }
}

fn refusal(refused: Option<IllegalAction>, id: u32) -> IllegalAction {
    refused.unwrap_or_else(|| IllegalAction::new(format!("action {id}"), "it is not offered"))
}

/// Where a batch writes, one row a game.
#[derive(Debug)]
pub struct Out<'a> {
    /// What the seat on turn sees.
    pub observations: &'a mut [i8],
    /// Whose turn it is.
    pub turns: &'a mut [i8],
    /// What each player got, if the game ended with this step; else 0.
    pub rewards: &'a mut [f32],
    /// Whether the game ended with this step. The observation is the next game's then.
    pub ends: &'a mut [bool],
    /// Where each game's legal actions begin, and behind the last one the number of all.
    pub offsets: &'a mut [i64],
}

/// Where a batch writes its legal actions, one game's after the other's.
#[derive(Debug)]
pub struct Legal<'a> {
    /// Their numbers.
    pub ids: &'a mut [i32],
    /// What they are; empty where actions have no features.
    pub features: &'a mut [i8],
    /// Which are legal, a row of all actions for each game; empty where nobody asks for it.
    pub masks: &'a mut [bool],
}

struct Slot<G: Game> {
    game: G,
    legal: Vec<(u32, G::Action)>,
    /// The place of the action to be done.
    choice: usize,
}

/// Many games of the same kind.
pub struct Batch<G: Game> {
    slots: Vec<Slot<G>>,
    threads: usize,
    pool: Option<ThreadPool>,
}

/// A batch that cannot be, or a step that it refuses.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// There must be a game and a thread.
    #[error("{0} must be 1 or more")]
    Nothing(&'static str),
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(String),
    /// As many actions as games are needed.
    #[error("{actions} actions for {games} games")]
    Actions {
        /// How many were given.
        actions: usize,
        /// How many are needed.
        games: usize,
    },
    /// An action is not legal; no game has moved.
    #[error("game {game}: {why}")]
    Illegal {
        /// The first game of which this is so.
        game: usize,
        /// The action, and why.
        why: IllegalAction,
    },
}

impl<G: Game> std::fmt::Debug for Batch<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch")
            .field("games", &self.slots.len())
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Batch<G> {
    /// These games, with so many threads.
    ///
    /// # Errors
    /// When there is no game or no thread, or threads cannot be started.
    pub fn new(games: Vec<G>, threads: usize) -> Result<Self, BatchError> {
        if games.is_empty() {
            return Err(BatchError::Nothing("num_envs"));
        }
        if threads == 0 {
            return Err(BatchError::Nothing("threads"));
        }
        let pool = (threads > 1)
            .then(|| ThreadPoolBuilder::new().num_threads(threads).build())
            .transpose()
            .map_err(|error| BatchError::Threads(error.to_string()))?;
        let slot = |game: G| {
            let mut legal = Vec::new();
            game.legal(&mut legal);
            Slot {
                game,
                legal,
                choice: 0,
            }
        };
        Ok(Self {
            slots: games.into_iter().map(slot).collect(),
            threads,
            pool,
        })
    }

    /// How many games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// There is always a game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The first game, for its sizes.
    #[must_use]
    pub fn first(&self) -> &G {
        &self.slots[0].game
    }

    /// Deals every game anew.
    pub fn reset(&mut self, out: Out<'_>) {
        self.each(out, |slot| {
            slot.game.reset();
            false
        });
    }

    /// What there is to see now, without a step: no rewards, no ends.
    pub fn look(&mut self, out: Out<'_>) {
        self.each(out, |_| false);
    }

    /// Does an action in every game. When one is not legal, none is done.
    ///
    /// # Errors
    /// When the actions are too few or too many, or one is not legal.
    pub fn step(&mut self, actions: &[i64], out: Out<'_>) -> Result<(), BatchError> {
        if actions.len() != self.slots.len() {
            return Err(BatchError::Actions {
                actions: actions.len(),
                games: self.slots.len(),
            });
        }
        for (game, (slot, &action)) in self.slots.iter_mut().zip(actions).enumerate() {
            let mut ids = slot.legal.iter().map(|&(id, _)| i64::from(id));
            slot.choice = ids.position(|id| id == action).ok_or_else(|| {
                let id = u32::try_from(action).unwrap_or(u32::MAX);
                let why = match id {
                    u32::MAX => IllegalAction::new(
                        format!("action {action}"),
                        "it is no number of an action",
                    ),
                    id => slot.game.refusal(id),
                };
                BatchError::Illegal { game, why }
            })?;
        }
        self.each(out, |slot| {
            let (id, action) = slot.legal[slot.choice];
            slot.game.apply(id, action);
            true
        });
        Ok(())
    }

    /// Does `act` in every game, which says whether that was a step, and writes what comes of it.
    fn each(&mut self, out: Out<'_>, act: impl Fn(&mut Slot<G>) -> bool + Sync) {
        let Out {
            observations,
            turns,
            rewards,
            ends,
            offsets,
        } = out;
        let size = self.first().observation_size();
        let players = self.first().players();
        let chunk = self.chunk();
        let rows = self
            .slots
            .chunks_mut(chunk)
            .zip(observations.chunks_mut(chunk * size))
            .zip(turns.chunks_mut(chunk))
            .zip(rewards.chunks_mut(chunk * players))
            .zip(ends.chunks_mut(chunk));
        let work = |((((slots, observations), turns), rewards), ends): Rows<'_, G>| {
            let rows = slots
                .iter_mut()
                .zip(observations.chunks_exact_mut(size))
                .zip(turns)
                .zip(rewards.chunks_exact_mut(players))
                .zip(ends);
            for ((((slot, observation), turn), rewards), end) in rows {
                let acted = act(slot);
                *end = acted && slot.game.is_over();
                rewards.fill(0.0);
                if *end {
                    slot.game.rewards(rewards);
                    slot.game.reset();
                }
                slot.game.legal(&mut slot.legal);
                slot.game.observe(observation);
                *turn = slot.game.turn() as i8;
            }
        };
        match &self.pool {
            None => rows.for_each(work),
            Some(pool) => {
                let rows: Vec<_> = rows.collect();
                pool.install(|| rows.into_par_iter().for_each(work));
            }
        }
        let mut sum = 0;
        for (offset, slot) in offsets.iter_mut().zip(&self.slots) {
            *offset = sum;
            sum += slot.legal.len() as i64;
        }
        if let Some(last) = offsets.get_mut(self.slots.len()) {
            *last = sum;
        }
    }

    /// How many legal actions all games have together.
    #[must_use]
    pub fn count_legal(&self) -> usize {
        self.slots.iter().map(|slot| slot.legal.len()).sum()
    }

    /// Writes the legal actions of every game.
    pub fn legal(&self, out: Legal<'_>) {
        let size = self.first().action_size();
        let actions = self.first().actions();
        let (mut ids, mut features, mut masks) = (out.ids, out.features, out.masks);
        let parts = self.slots.chunks(self.chunk()).map(|slots| {
            let count: usize = slots.iter().map(|slot| slot.legal.len()).sum();
            let part = Legal {
                ids: take(&mut ids, count),
                features: take(&mut features, count * size),
                masks: take(&mut masks, slots.len() * actions),
            };
            (slots, part)
        });
        let work = |(slots, part): (&[Slot<G>], Legal<'_>)| {
            let all = slots.iter().flat_map(|slot| {
                slot.legal
                    .iter()
                    .map(|&(id, action)| (&slot.game, id, action))
            });
            let mut features = part.features;
            for ((game, id, action), out) in all.zip(part.ids) {
                *out = id as i32;
                game.describe(action, take(&mut features, size));
            }
            let masks = part.masks.chunks_exact_mut(actions);
            for (slot, mask) in slots.iter().zip(masks) {
                mask.fill(false);
                slot.legal
                    .iter()
                    .for_each(|&(id, _)| mask[id as usize] = true);
            }
        };
        match &self.pool {
            None => parts.for_each(work),
            Some(pool) => {
                let parts: Vec<_> = parts.collect();
                pool.install(|| parts.into_par_iter().for_each(work));
            }
        }
    }

    /// How many games a thread takes at a time.
    fn chunk(&self) -> usize {
        match self.threads {
            1 => self.slots.len(),
            threads => self.slots.len().div_ceil(4 * threads),
        }
    }
}

/// A thread's share of the games and of the places to write to.
type Rows<'a, G> = (
    (
        ((&'a mut [Slot<G>], &'a mut [i8]), &'a mut [i8]),
        &'a mut [f32],
    ),
    &'a mut [bool],
);

/// The first `n` places, or as many as there are.
fn take<'a, T>(rest: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    let all = std::mem::take(rest);
    let (head, tail) = all.split_at_mut(n.min(all.len()));
    *rest = tail;
    head
}

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_doudizhu::profile::Profile;
    use decklet_engine::Stream;

    struct Arrays {
        observations: Vec<i8>,
        turns: Vec<i8>,
        rewards: Vec<f32>,
        ends: Vec<bool>,
        offsets: Vec<i64>,
    }

    impl Arrays {
        fn of<G: Game>(batch: &Batch<G>) -> Self {
            let n = batch.len();
            Self {
                observations: vec![0; n * batch.first().observation_size()],
                turns: vec![0; n],
                rewards: vec![0.0; n * batch.first().players()],
                ends: vec![false; n],
                offsets: vec![0; n + 1],
            }
        }

        fn out(&mut self) -> Out<'_> {
            Out {
                observations: &mut self.observations,
                turns: &mut self.turns,
                rewards: &mut self.rewards,
                ends: &mut self.ends,
                offsets: &mut self.offsets,
            }
        }
    }

    fn games(n: u64) -> Vec<Doudizhu> {
        let setup = doudizhu::Setup::of(Profile::named("rlcard").unwrap());
        let encoder = doudizhu::encode::Encoder::Compact;
        (0..n)
            .map(|game| Doudizhu::new(setup, encoder, false, Seed::from(1).child(game)))
            .collect()
    }

    /// Some random steps: everything that was written, and how many games ended.
    fn play(threads: usize) -> (Vec<i8>, Vec<i32>, usize) {
        let mut batch = Batch::new(games(37), threads).unwrap();
        let mut arrays = Arrays::of(&batch);
        let mut choice = Seed::from(2).rng(Stream::POLICY);
        let (mut written, mut all_ids, mut ended) = (Vec::new(), Vec::new(), 0);
        batch.look(arrays.out());
        for _ in 0..150 {
            let total = batch.count_legal();
            let size = batch.first().action_size();
            let (mut ids, mut features) = (vec![0; total], vec![0; total * size]);
            batch.legal(Legal {
                ids: &mut ids,
                features: &mut features,
                masks: &mut [],
            });
            let actions: Vec<i64> = arrays
                .offsets
                .windows(2)
                .map(|pair| {
                    i64::from(
                        ids[pair[0] as usize + choice.below((pair[1] - pair[0]) as u32) as usize],
                    )
                })
                .collect();
            batch.step(&actions, arrays.out()).unwrap();
            ended += arrays.ends.iter().filter(|&&end| end).count();
            written.extend_from_slice(&arrays.observations);
            written.extend_from_slice(&features);
            all_ids.extend_from_slice(&ids);
        }
        (written, all_ids, ended)
    }

    #[test]
    fn threads_change_nothing() {
        let one = play(1);
        assert!(one.2 > 50, "{} games ended", one.2);
        assert!(one == play(2) && one == play(3));
    }

    #[test]
    fn an_illegal_action_moves_no_game() {
        let mut batch = Batch::new(games(3), 1).unwrap();
        let mut arrays = Arrays::of(&batch);
        batch.look(arrays.out());
        let before = arrays.observations.clone();
        let pass = i64::from(
            doudizhu::Setup::of(Profile::named("rlcard").unwrap())
                .ids
                .pass(),
        );
        let first = i64::from(batch.slots[0].legal[0].0);
        let error = batch.step(&[first, pass, pass], arrays.out()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "game 1: pass is not legal: the player who leads cannot pass"
        );
        assert!(batch.step(&[first], arrays.out()).is_err());
        assert!(batch.step(&[-1, first, first], arrays.out()).is_err());
        batch.look(arrays.out());
        assert_eq!(arrays.observations, before);
    }
}
