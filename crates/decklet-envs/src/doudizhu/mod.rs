//! Dou Dizhu as an environment.

pub mod encode;
pub mod ids;
mod seen;
mod setup;
mod table;

pub use seen::{Seen, Turn};
pub use setup::Setup;
pub use table::{Table, rlcard_name};
