//! A deterministic plugin engine for card games.

pub mod rng;

pub use rng::{Rng, Seed, SeedError, Stream};
