//! The engine's behaviour, one file a topic.

#[path = "../common/mod.rs"]
mod common;

mod builder;
mod dispatch;
mod draw;
mod log;
mod named;
mod setup;
mod turn;
mod visibility;
mod wire;
