//! Rules.
pub mod auction;
pub mod card;
pub mod combination;
pub mod deal;
pub mod explain;
pub mod flow;
pub mod hand;
mod kickers;
pub mod perft;
pub mod plays;
pub mod profile;
pub mod score;
pub mod seat;
pub mod simulate;
pub mod tools;
pub mod trick;
