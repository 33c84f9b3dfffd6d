//! How long a search may think.

use std::time::Duration;

/// How long a search may think about a move, and with how many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Until when.
    pub limit: Limit,
    /// At least 1. The move depends on it only under [`Limit::Time`].
    pub threads: usize,
}

/// When a search stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// After about so many games played to the end. The same seed finds the same move.
    Playouts(u64),
    /// After so much time. A faster machine thinks further.
    Time(Duration),
}

impl Budget {
    /// So many games played to the end, with one thread.
    #[must_use]
    pub const fn playouts(playouts: u64) -> Self {
        Self {
            limit: Limit::Playouts(playouts),
            threads: 1,
        }
    }

    /// So much time, with one thread.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self {
            limit: Limit::Time(time),
            threads: 1,
        }
    }

    /// The same with so many threads.
    #[must_use]
    pub const fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

/// 300 milliseconds, one thread.
impl Default for Budget {
    fn default() -> Self {
        Self::time(Duration::from_millis(300))
    }
}
