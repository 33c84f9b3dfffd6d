//! Card games on a deterministic plugin engine.
//!
//! This crate is what one depends on: the [`engine`], the games [`doudizhu`] and [`uno`] on it, and
//! [`bots`] that play them. [`registry`] finds a game's rules by name, as a log or a program names
//! them.
//!
//! ```
//! use decklet::{bots::{Agent, Lowest}, engine::{GameEngine, Player, Seed, Status, Value, Viewer}};
//!
//! let rules = decklet::registry().build("doudizhu", &Value::Null)?;
//! let mut game = GameEngine::new(rules, Seed::from(7));
//! game.create_game(Player::numbered(3))?;
//! game.start()?;
//!
//! let mut bot = Lowest;
//! while game.state().status() == Status::Playing {
//!     let seat = game.state().current_player().expect("somebody is on turn");
//!     let legal = game.legal_actions(seat);
//!     let choice = bot.choose(&game.lens(Viewer::Seat(seat)), &legal);
//!     game.dispatch(&legal[choice])?;
//! }
//! assert!(!game.state().winners().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use decklet_bots as bots;
pub use decklet_doudizhu as doudizhu;
pub use decklet_engine as engine;
pub use decklet_uno as uno;

pub mod notation;

use engine::Registry;

/// The games that come with decklet, by name: `doudizhu` and `uno`. Their options are what a log's
/// header holds; `{"profile":"pagat"}` names a profile, and nothing at all is the default.
#[must_use]
pub fn registry() -> Registry {
    Registry::new()
        .with("doudizhu", |options| {
            let profile = doudizhu::plugin::profile_from_value(options)?;
            doudizhu::plugin::ruleset(&profile).map_err(|errors| errors.to_string())
        })
        .with("uno", uno::plugin::ruleset_from_value)
}

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Those of the Chinese one too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.zh.md")]
struct ReadmeZh;
