//! A room and its matches as a state machine without I/O, and the log they are kept in.
//!
//! [`Table`](table::Table) takes what happens (somebody sits down, acts, is gone; a timer, an answer
//! of the log) and says what is to be done (append a record, send a message, set a timer). Whoever
//! owns sockets and clocks drives it; [`sim`] drives it in one thread, with faults, from a seed.
//!
//! What is kept are [records](record): one for every change, in a [log](log::MatchLog) that answers
//! later. What they add up to is a [`Room`](room::Room). What people are sent are
//! [messages](message::Message), made for one viewer each.

mod allowance;
mod answers;
pub mod audit;
pub mod bounds;
mod code;
pub mod command;
mod counter;
mod explain;
pub mod fairness;
mod games;
pub mod log;
pub mod message;
mod options;
mod outbox;
mod person;
pub mod record;
mod refusal;
pub mod replay;
pub mod room;
mod score;
pub mod sim;
pub mod table;
mod think;

pub use code::{BadRoomCode, RoomCode};
pub use counter::Unseen;
pub use explain::{Explained, Reading, Why};
pub use games::Games;
pub use options::{BotLevel, Clock, Duplicate, Opening, RoomOptions, Spectators, WhenGone};
pub use outbox::Outbox;
pub use person::{BadText, CommandId, Mix, Name, Person, PersonId, Saying};
pub use refusal::{CODES, Refusal};
pub use score::{Factor, HandResult, factors};
pub use think::{MOVE, Question, Suggestion, Thought};
