//! `decklet._core`, the Rust half of the Python package. The other half, `python/decklet`, has the names
//! that people use, and what is Python by nature: agents, PettingZoo. The rules and encoders are in the
//! crates below; here they meet Python's objects.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python's arguments come by value"
)]

mod arena;
mod bot;
mod convert;
mod doudizhu_env;
mod engine;
mod profile;
mod rules;
mod sight;
mod uno_env;
mod vector;

use pyo3::prelude::*;

/// The module `decklet._core`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::{
        arena::{contest, deck, generate_deck},
        bot::Bot,
        doudizhu_env::DoudizhuEnv,
        engine::{GameEngine, replay, verify},
        profile::{DoudizhuProfile, UnoProfile},
        rules::{
            doudizhu_beats, doudizhu_detect, doudizhu_explain, doudizhu_legal_plays,
            doudizhu_plays, doudizhu_solve, simulate,
        },
        uno_env::UnoEnv,
        vector::Vector,
    };
}
