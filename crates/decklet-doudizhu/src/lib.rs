//! Dou Dizhu (斗地主): the rules of every named table, and a simulator fast enough for search and
//! training. The plugin that plays it on the engine is built from the same functions.
//!
//! | question | module |
//! |---|---|
//! | which cards are there, and what does a player hold | [`card`], [`hand`], [`seat`] |
//! | what do tables disagree about, and how does mine decide | [`profile`] |
//! | what do cards form, and what beats what | [`combination`] |
//! | what can a hand play | [`plays`] |
//! | who becomes landlord; showing cards, doubling | [`auction`] |
//! | what is on the table | [`trick`] |
//! | what is it worth | [`score`] |
//! | whose move is it, in which phase | [`flow`] |
//! | the whole game as one small value | [`deal`] |
//! | many random games; every sequence of moves | [`simulate`], [`perft`] |
//! | why may these cards not be played | [`explain`] |
//! | all that as text and JSON | [`tools`] |
//!
//! ```
//! use decklet_doudizhu::{combination::{Kind, detect}, profile::Profile, tools};
//!
//! let pagat = Profile::named("pagat").unwrap();
//! let plane = detect("33344456".parse()?, &pagat.combinations).unwrap();
//! assert_eq!((plane.kind(), plane.length()), (Kind::PlaneSolo, 2));
//! assert_eq!(tools::beats("33344456".parse()?, "777888JQ".parse()?, pagat), Some(true));
//! assert_eq!(tools::legal("34489".parse()?, Some("7".parse()?), pagat), Ok(vec![
//!     "8".into(), "9".into(), "pass".into(),
//! ]));
//! # Ok::<(), decklet_doudizhu::hand::HandError>(())
//! ```

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
pub mod plugin;
pub mod profile;
mod read;
pub mod score;
pub mod seat;
pub mod simulate;
pub mod tools;
pub mod trick;
