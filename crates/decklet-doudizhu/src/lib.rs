//! Rules.
pub mod card;
pub mod combination;
pub mod hand;
mod kickers;
pub mod plays;
pub mod profile;
pub mod seat;
pub mod tools;
