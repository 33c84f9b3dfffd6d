//! What all parts of the server share.

use crate::{
    accounts::Accounts, api::Problem, blocks::Blocks, bounds::Patience, credits::Addresses, db::Db,
    guests::Guests, hands::Analyses, metrics::Metrics, results::Results, rooms::Rooms,
};
use decklet_match::{Games, log::MatchLog, table::ConnId};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};

/// What all parts of the server share.
pub(crate) struct App {
    pub games: Arc<Games>,
    pub log: Arc<dyn MatchLog>,
    pub db: Db,
    pub guests: Guests,
    pub accounts: Accounts,
    pub blocks: Blocks,
    pub results: Results,
    pub analyses: Analyses,
    pub rooms: Rooms,
    pub addresses: Arc<Addresses>,
    pub metrics: Metrics,
    pub rate: u32,
    pub origins: Vec<String>,
    pub patience: Patience,
    /// Places for connections.
    pub places: Arc<Semaphore>,
    pub replays: Semaphore,
    /// Threads on which bots think.
    pub thinkers: Arc<Semaphore>,
    pub phase: watch::Receiver<Phase>,
    /// Held by every room and connection, so that a stop can wait for them.
    pub alive: Alive,
    pub conns: AtomicU64,
}

/// A connection's place.
pub(crate) type Place = OwnedSemaphorePermit;

/// How far a stop has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    Running,
    /// Rooms finish what they have begun to store, and end.
    Draining,
    /// Connections send what waits for them, and are closed.
    Closing,
}

/// Who holds a clone is waited for.
pub(crate) struct Alive {
    pub rooms: mpsc::WeakSender<()>,
    pub connections: mpsc::WeakSender<()>,
}

impl App {
    /// A number for a connection's look at a room.
    pub fn conn(&self) -> ConnId {
        ConnId(self.conns.fetch_add(1, Ordering::Relaxed))
    }

    /// A place for one more connection, for as long as it is held.
    pub fn place(&self) -> Result<Place, Problem> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.ok().filter(|_| self.is_running());
        place.ok_or_else(Problem::unavailable)
    }

    pub fn is_running(&self) -> bool {
        *self.phase.borrow() == Phase::Running
    }
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH);
    passed.map_or(0, |passed| {
        u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
    })
}

/// Waits until a stop has come so far.
pub(crate) async fn reached(phase: &mut watch::Receiver<Phase>, wanted: Phase) {
    // When nobody is left to say so, the server is gone.
    let _ = phase.wait_for(|phase| *phase >= wanted).await;
}
