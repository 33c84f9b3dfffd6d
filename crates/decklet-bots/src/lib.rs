//! Players for decklet that see only what their seat sees.
//!
//! An [`Agent`] is given a [`Lens`] and the legal actions of its seat, never the engine. [`Level`]
//! names those that come with decklet: `random`, `lowest`, `greedy` and `expert`, the last with a
//! [`Budget`] to think.
//!
//! ```
//! use decklet_bots::{Agent, Random};
//! use decklet_engine::{GameEngine, Player, Seat, Seed, TurnPlugin};
//!
//! let mut game = GameEngine::builder().plugin(TurnPlugin).seed(7).build()?;
//! game.create_game(Player::numbered(2))?;
//! game.start()?;
//!
//! let mut bot = Random::new(&Seed::from(7), Seat(0));
//! let legal = game.legal_actions(Seat(0));
//! assert!(legal.is_empty()); // nothing can be done in this game, so nobody is asked
//! # let _ = &mut bot;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adviser;
pub mod arena;
mod budget;
pub mod doudizhu;
mod level;
mod lowest;
mod race;
mod random;
mod reason;
mod remote;
pub mod solver;
pub mod uno;
mod view;

pub use adviser::{Adviser, Hint, Review, Suggestion};
pub use budget::{Budget, Limit};
pub use level::{Level, LevelError};
pub use lowest::Lowest;
pub use race::Advice;
pub use random::Random;
pub use reason::Reason;
pub use remote::{RemoteAnswer, RemoteBot};

use decklet_engine::{Action, Lens};

/// A player that thinks over one seat's view.
pub trait Agent: Send {
    /// Which of the legal actions to take: an index into `legal`, which is not empty. The lens is
    /// the seat's own.
    fn choose(&mut self, lens: &Lens<'_>, legal: &[Action]) -> usize;

    /// Whether to act although another seat is on turn, as to catch in UNO, and how: an index into
    /// `legal`, which is not empty. None is to wait, which is what an agent does that does not say
    /// otherwise.
    fn interrupt(&mut self, _lens: &Lens<'_>, _legal: &[Action]) -> Option<usize> {
        None
    }
}
