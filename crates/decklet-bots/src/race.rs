//! Moves in a race: the half that does worse drops out, again and again (sequential halving,
//! Karnin, Koren and Somekh, ICML 2013), and what does best in the last heat is taken.
//!
//! All moves that are still in are tried in the same worlds, ways in which the hidden cards may lie.
//! World number `n` must depend on nothing but `n`; sums are whole numbers. So the result does not
//! depend on the number of threads.

use crate::{Budget, Limit};
use std::time::Instant;

/// How many worlds a thread tries before it looks at the clock.
const CHUNK: u64 = 4;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The place of the best move.
    pub best: usize,
    /// What is expected of each move, in hundredths of a point; none for moves that were not tried.
    pub values: Vec<Option<i64>>,
    /// How many games were played to the end.
    pub playouts: u64,
}

/// What a move brought, summed over worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum {
    /// What the race is about, in any unit.
    pub aim: i64,
    /// In hundredths of a point.
    pub points: i64,
}

impl std::ops::AddAssign for Sum {
    fn add_assign(&mut self, more: Self) {
        self.aim += more.aim;
        self.points += more.points;
    }
}

/// Lets the moves at these places race; of equal ones the first wins. `play` adds to the sums what
/// each of the places it is given brings in one world. Each of `players` works in a thread of its own;
/// there is at least one.
pub(crate) fn race<P: Send>(
    budget: Budget,
    players: &mut [P],
    moves: usize,
    places: Vec<usize>,
    play: impl Fn(&mut P, u64, &[usize], &mut [Sum]) + Sync,
) -> Advice {
    let mut race = Race::new(moves, places);
    let heats = race.alive.len().next_power_of_two().ilog2().max(1);
    let start = Instant::now();
    for heat in 1..=heats {
        loop {
            let alive = race.alive.len().max(1) as u64;
            let worlds = match budget.limit {
                Limit::Playouts(playouts) => playouts / u64::from(heats) / alive,
                Limit::Time(_) => CHUNK * players.len() as u64,
            };
            let worlds = race.worlds..race.worlds + worlds.max(1);
            let sums = run(players, &race.alive, &worlds, &play);
            race.add(&sums, worlds.end - worlds.start);
            match budget.limit {
                Limit::Time(time) if start.elapsed() < time * heat / heats => {}
                _ => break,
            }
        }
        if heat < heats {
            race.halve();
        }
    }
    race.advice()
}

/// The sums of the alive moves over these worlds, which the threads share among them.
fn run<P: Send>(
    players: &mut [P],
    alive: &[usize],
    worlds: &std::ops::Range<u64>,
    play: &(impl Fn(&mut P, u64, &[usize], &mut [Sum]) + Sync),
) -> Vec<Sum> {
    let threads = players.len();
    let work = |player: &mut P, first: usize| {
        let mut sums = vec![Sum::default(); alive.len()];
        for world in worlds.clone().skip(first).step_by(threads) {
            play(player, world, alive, &mut sums);
        }
        sums
    };
    if let [player] = players {
        return work(player, 0);
    }
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..)
            .zip(players)
            .map(|(first, player)| scope.spawn(move || work(player, first)))
            .collect();
        let mut total = vec![Sum::default(); alive.len()];
        for thread in threads {
            // A thread that panicked has nothing to add; its panic goes on here.
            let sums = thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            total
                .iter_mut()
                .zip(sums)
                .for_each(|(all, sum)| *all += sum);
        }
        total
    })
}

struct Race {
    alive: Vec<usize>,
    /// The sum of each alive move over all worlds so far, in the order of `alive`.
    sums: Vec<Sum>,
    worlds: u64,
    values: Vec<Option<i64>>,
    playouts: u64,
}

impl Race {
    fn new(moves: usize, alive: Vec<usize>) -> Self {
        Self {
            sums: vec![Sum::default(); alive.len()],
            alive,
            worlds: 0,
            values: vec![None; moves],
            playouts: 0,
        }
    }

    fn add(&mut self, sums: &[Sum], worlds: u64) {
        self.worlds += worlds;
        self.playouts += worlds * sums.len() as u64;
        for ((sum, more), &place) in self.sums.iter_mut().zip(sums).zip(&self.alive) {
            *sum += *more;
            self.values[place] = Some(sum.points / self.worlds as i64);
        }
    }

    fn halve(&mut self) {
        let mut order: Vec<usize> = (0..self.alive.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.sums[at].aim));
        order.truncate(self.alive.len().div_ceil(2));
        order.sort_unstable();
        self.sums = order.iter().map(|&at| self.sums[at]).collect();
        self.alive = order.iter().map(|&at| self.alive[at]).collect();
    }

    fn advice(self) -> Advice {
        let best = (0..self.alive.len())
            .rev()
            .max_by_key(|&at| self.sums[at].aim);
        Advice {
            best: best.map_or(0, |at| self.alive[at]),
            values: self.values,
            playouts: self.playouts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Move `m` brings `m` on the average, and noise that is the same for all in a world.
    fn noisy(_: &mut (), world: u64, places: &[usize], sums: &mut [Sum]) {
        for (sum, &place) in sums.iter_mut().zip(places) {
            let noise = (world * 7919 + place as u64 * 104_729) % 21;
            let points = place as i64 * 10 + noise as i64 - 10;
            *sum += Sum {
                aim: points,
                points,
            };
        }
    }

    #[test]
    fn the_best_move_wins_the_race() {
        let budget = Budget::playouts(1000);
        let advice = race(budget, &mut [()], 20, (3..15).collect(), noisy);
        assert_eq!(advice.best, 14);
        assert_eq!(advice.values[2], None);
        assert!(advice.values[14] > advice.values[3]);
        assert!((800..=1000).contains(&advice.playouts));
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let with = |threads: usize| {
            let budget = Budget::playouts(997).with_threads(threads);
            race(budget, &mut vec![(); threads], 12, (0..12).collect(), noisy)
        };
        let one = with(1);
        for threads in 2..6 {
            assert_eq!(with(threads), one, "{threads} threads");
        }
    }

    #[test]
    fn of_equal_moves_the_first_is_taken() {
        let equal = |_: &mut (), _: u64, _: &[usize], _: &mut [Sum]| {};
        let advice = race(Budget::playouts(50), &mut [()], 9, vec![5, 2, 7], equal);
        assert_eq!(advice.best, 5);
    }
}
