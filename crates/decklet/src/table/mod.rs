//! The table at which a person plays against bots.

mod cards;
mod choices;
mod describe;
mod full;
mod hand;
mod hint;
mod plain;
mod screen;
mod seen;
mod session;
mod standing;
mod story;
#[cfg(test)]
mod tests;

pub use cards::{labels, sort};
pub use choices::{card_ids, details};
pub use full::play as play_full_screen;
pub use plain::play as play_plain;
pub use session::Session;
