//! A whole server with its clients in one thread, from one seed, with faults.
//!
//! [`run`] plays a room, [`run_all`] many: people and spectators connect over a network that delays and repeats, a
//! log that loses, repeats and contradicts, a server that is killed and started again, a clock that
//! jumps. Time is simulated, so minutes take milliseconds, and the same seed does the same again.
//! While it runs and afterwards it checks that
//!
//! - what was acknowledged is in the log, once, under the index that was told;
//! - every connection's messages are one after the other, without a gap;
//! - the chain of the records is whole and leads to the same room again;
//! - no byte sent to anybody names a card that this viewer must not know;
//! - everybody ends up seeing what there is to see;
//! - everything is played to its end once the faults stop.

mod check;
mod client;
mod plan;
mod world;

pub use plan::{Plan, Rates};

use std::{
    fmt,
    num::NonZero,
    ops::Range,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

/// What a simulation did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Records in the log at the end.
    pub records: u64,
    /// Messages sent.
    pub messages: u64,
    /// Bytes of these messages that were searched for hidden cards.
    pub bytes: u64,
    /// Commands that were acknowledged.
    pub acknowledged: u64,
    /// How often the server was killed.
    pub crashes: u64,
    /// Appends that went wrong.
    pub faults: u64,
    /// Simulated time in milliseconds.
    pub time_ms: u64,
}

impl Report {
    /// Adds up.
    pub fn add(&mut self, other: &Self) {
        self.records += other.records;
        self.messages += other.messages;
        self.bytes += other.bytes;
        self.acknowledged += other.acknowledged;
        self.crashes += other.crashes;
        self.faults += other.faults;
        self.time_ms += other.time_ms;
    }
}

/// What a simulation found, with all that is needed to see it again.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The plan, which follows from its seed.
    pub plan: Plan,
    /// When, in simulated milliseconds.
    pub at_ms: u64,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "seed {} fails after {} ms: {}\n{:#?}",
            self.plan.seed, self.at_ms, self.what, self.plan
        )
    }
}

impl std::error::Error for Failure {}

/// Plays the room of a seed.
///
/// # Errors
/// [`Failure`] when something does not hold that must.
pub fn run(seed: u64) -> Result<Report, Box<Failure>> {
    world::World::new(Plan::of(seed)).run()
}

/// Plays the rooms of many seeds, a thread a core, and adds up what they did.
///
/// # Errors
/// The [`Failure`] found last, when there are any; no more rooms are begun after the first.
pub fn run_all(seeds: Range<u64>) -> Result<Report, Box<Failure>> {
    let next = AtomicU64::new(seeds.start);
    let all = Mutex::new(Ok(Report::default()));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return;
            }
            let result = run(seed);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *all, result) {
                (Ok(all), Ok(report)) => all.add(&report),
                (_, Ok(_)) => {}
                (_, Err(failure)) => {
                    *all = Err(failure);
                    next.store(seeds.end, Ordering::Relaxed);
                }
            }
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}
