//! Environments for learning, without any Python: actions as numbers, what a seat sees as a vector,
//! many games stepped together. `decklet-py` makes the Python package of it.
//!
//! | question | module |
//! |---|---|
//! | which number has an action | [`doudizhu::ids`], [`uno::ids`] |
//! | a game that remembers what was done | [`doudizhu::Table`], [`uno::Table`] |
//! | what a seat sees, as a vector | [`doudizhu::encode`], [`uno::encode`] |
//! | where its cards come from, how it is written down | [`Chance`], [`Record`] |
//! | many games at once, with threads | [`batch`] |
//! | the games that RLCard deals for a seed | [`numpy_random`] |
//!
//! An encoder gets a `Seen`, which holds no hidden card; what only a trainer may see comes from
//! another function with `perfect` in its name.

pub mod batch;
mod chance;
pub mod doudizhu;
mod illegal;
pub mod numpy_random;
pub mod uno;

pub use chance::{Chance, Operation, Record};
pub use illegal::IllegalAction;
