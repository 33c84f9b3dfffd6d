//! Many random games at once.
//!
//! Every seat chooses uniformly among its legal moves: one number from [`Stream::POLICY`] of the
//! game's seed for every decision, also where there is only one move. Game `i` of a series has the
//! seed `seed.child(i)`, so any of them can be played again by itself, and the result does not
//! depend on the number of threads.

use crate::{deal::Game, profile::Options, score::Team};
use decklet_engine::{Rng, Seed, Stream};
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};

/// What came of a series of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Statistics {
    /// Games played.
    pub games: u64,
    /// Moves of all kinds in all games.
    pub moves: u64,
    /// Games the landlord won.
    pub landlord_wins: u64,
    /// Games the farmers won.
    pub farmer_wins: u64,
    /// Games without landlord.
    pub void: u64,
    /// Deals thrown in because nobody called.
    pub redeals: u64,
    /// Games seat 0, 1, 2 was landlord of.
    pub landlords: [u64; 3],
    /// Points of the landlord in all games.
    pub landlord_points: i64,
    /// Bombs and rockets played.
    pub bombs: u64,
    /// Springs and anti-springs.
    pub springs: u64,
    /// Moves of the longest game.
    pub longest: u64,
    /// Which game that was, the first of them.
    pub longest_game: u64,
}

impl Statistics {
    /// Both series together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let mine = (self.longest, std::cmp::Reverse(self.longest_game));
        let theirs = (other.longest, std::cmp::Reverse(other.longest_game));
        let longer = if mine >= theirs { self } else { other };
        let landlords = [0, 1, 2].map(|seat| self.landlords[seat] + other.landlords[seat]);
        Self {
            games: self.games + other.games,
            moves: self.moves + other.moves,
            landlord_wins: self.landlord_wins + other.landlord_wins,
            farmer_wins: self.farmer_wins + other.farmer_wins,
            void: self.void + other.void,
            redeals: self.redeals + other.redeals,
            landlords,
            landlord_points: self.landlord_points.saturating_add(other.landlord_points),
            bombs: self.bombs + other.bombs,
            springs: self.springs + other.springs,
            longest: longer.longest,
            longest_game: longer.longest_game,
        }
    }

    fn add(&mut self, index: u64, game: &Game<'_>, moves: u64) {
        let deal = game.deal();
        let mut one = Self {
            games: 1,
            moves,
            redeals: u64::from(deal.redeals()),
            bombs: u64::from(deal.tally().bombs) + u64::from(deal.tally().rockets),
            longest: moves,
            longest_game: index,
            ..Self::default()
        };
        match (deal.landlord(), deal.winner()) {
            (Some(landlord), Some(winner)) => {
                one.landlords[landlord.index()] = 1;
                one.landlord_wins = u64::from(winner == Team::Landlord);
                one.farmer_wins = u64::from(winner == Team::Farmers);
                one.landlord_points = deal.returns()[landlord.index()];
                one.springs = u64::from(deal.tally().spring(landlord, winner));
            }
            _ => one.void = 1,
        }
        *self = self.and(one);
    }
}

/// Plays a game to its end, every move drawn uniformly. Returns the number of moves.
pub fn play_randomly(game: &mut Game<'_>, policy: &mut Rng) -> u64 {
    let mut moves = 0;
    while !game.deal().is_over() && game.apply_picked(|count| policy.below(count.max(1))) {
        moves += 1;
    }
    moves
}

/// Plays random games number 0 to `games - 1` of the series of `seed`, on `threads` threads.
///
/// ```
/// use decklet_doudizhu::{profile::Profile, simulate::simulate};
/// use decklet_engine::Seed;
///
/// let profile = Profile::named("openspiel").unwrap();
/// let one = simulate(profile, 100, &Seed::from(1), 1);
/// assert_eq!(one, simulate(profile, 100, &Seed::from(1), 3));
/// assert_eq!(one.games, one.landlord_wins + one.farmer_wins + one.void);
/// ```
#[must_use]
pub fn simulate(options: &Options, games: u64, seed: &Seed, threads: usize) -> Statistics {
    simulate_with(options, games, seed, threads, |_| {})
}

/// As [`simulate`], and tells `progress` from time to time how many more games were played.
pub fn simulate_with(
    options: &Options,
    games: u64,
    seed: &Seed,
    threads: usize,
    progress: impl Fn(u64) + Sync,
) -> Statistics {
    const CHUNK: u64 = 256;
    let next = AtomicU64::new(0);
    let work = || {
        let mut statistics = Statistics::default();
        loop {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= games {
                return statistics;
            }
            let to = games.min(from + CHUNK);
            for index in from..to {
                let seed = seed.child(index);
                let mut game = Game::new(options, &seed);
                let moves = play_randomly(&mut game, &mut seed.rng(Stream::POLICY));
                statistics.add(index, &game, moves);
            }
            progress(to - from);
        }
    };
    if threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .fold(Statistics::default(), |sum, worker| match worker.join() {
                Ok(statistics) => sum.and(statistics),
                Err(panic) => std::panic::resume_unwind(panic),
            })
    })
}
