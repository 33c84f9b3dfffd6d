//! UNO as an environment.

pub mod encode;
pub mod ids;
mod rlcard;
mod seen;
mod table;

pub use rlcard::made_color;
pub use seen::Seen;
pub use table::Table;
