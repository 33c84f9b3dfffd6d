//! UNO: the rules as pure functions, a fast simulator on top of them, and the options and profiles
//! that players know.
//!
//! | module | what it holds |
//! |---|---|
//! | [`card`] | colours, faces, card names, the decks |
//! | [`hand`] | sets of cards |
//! | [`profile`] | the options, and the named profiles |
//! | [`table`] | whose turn it is, the colour in force, what is due |
//! | [`legal`] | what a player may do, and which rule says no |
//! | [`flow`] | what an allowed action does, step by step |
//! | [`score`] | points, and games of several rounds |
//! | [`round`] | a whole round as one small value |
//! | [`mod@simulate`] | many rounds of random play |
//!
//! ```
//! use decklet_engine::{Seed, Stream};
//! use decklet_uno::{legal::Action, profile::Options, round::Round};
//!
//! let rules = Options::decklet().build()?;
//! let seed = Seed::from(1);
//! let mut rng = seed.rng(Stream::PLAY);
//! let mut round = Round::deal(&rules, 2, 1, &mut seed.rng(Stream::DEAL), &mut rng)?;
//! assert_eq!(round.hand(0).len(), 7);
//!
//! round.apply(0, Action::Draw, &mut rng)?;
//! let denied = round.apply(0, Action::Draw, &mut rng).unwrap_err();
//! assert_eq!((denied.rule.id(), denied.why.code()), ("uno-draw-once", "ALREADY_DREW"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
pub mod card;
pub mod flow;
pub mod hand;
pub mod legal;
pub mod plugin;
pub mod profile;
pub mod round;
pub mod score;
pub mod simulate;
pub mod table;
