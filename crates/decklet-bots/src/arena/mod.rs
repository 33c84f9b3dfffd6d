//! An arena: agents play the same deals from every seat, and are compared.
//!
//! Every deal is played once for each [seating](Contest::seatings), so that no agent is lucky with
//! its cards. A deal is one observation: its score for an agent is the mean over the seatings, and
//! the intervals of [`Report`] are those of the mean over deals. A deal's seed is
//! [`Seed::child`](decklet_engine::Seed::child) of its number, agents think with budgets that do not
//! look at the clock unless they are told to, and results are put in the order of deals: the same
//! contest gives the same report whatever the threads, times aside.
//!
//! ```
//! use decklet_bots::{Budget, Level, arena::{Contest, Entrant}};
//! use decklet_doudizhu::{plugin::ruleset, profile::Profile};
//! use decklet_engine::Seed;
//!
//! let rules = ruleset(Profile::named("douzero").unwrap())?;
//! let agents = [Level::Greedy, Level::Random].map(|level| Entrant::level(level, Budget::default()));
//! let report = Contest::new(rules, agents.into(), Seed::from(7))?.run(20, 1, |_| true);
//! assert!(report.agents[0].wp.mean > 0.8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod deck;
mod report;
mod seating;
mod table;

pub use deck::{Deck, DeckError};
pub use report::{AgentReport, Estimate, Report, Role};

use crate::{Agent, Budget, Level};
use decklet_doudizhu::{plugin::profile_from_value, profile::Profile};
use decklet_engine::{Ruleset, Seat, Seed};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use table::Outcome;

/// Makes the agent of a seat in a game of this seed.
type Make = dyn Fn(&Ruleset, &Seed, Seat) -> Box<dyn Agent> + Send + Sync;

/// Somebody who takes part.
pub struct Entrant {
    name: String,
    make: Box<Make>,
}

impl Entrant {
    /// A bot of decklet's.
    #[must_use]
    pub fn level(level: Level, budget: Budget) -> Self {
        Self::new(level.name(), move |rules, seed, seat| {
            level.agent(rules, seed, seat, budget)
        })
    }

    /// The same under another name.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self
        }
    }

    /// An agent of one's own: `make` is called for each of its seats in each game.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(&Ruleset, &Seed, Seat) -> Box<dyn Agent> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            make: Box::new(make),
        }
    }
}

/// Why there can be no such contest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ContestError {
    #[error("{game} is for {least} to {most} players, so {agents} agents cannot play it")]
    Agents {
        game: String,
        agents: usize,
        least: usize,
        most: usize,
    },
    #[error("a contest needs two agents or more")]
    Alone,
    #[error("{0} has no decks: they are for doudizhu")]
    Deck(String),
}

/// Agents, the rules they play by, and the seed of their deals.
pub struct Contest {
    rules: Arc<Ruleset>,
    entrants: Vec<Entrant>,
    seed: Seed,
    deck: Option<(Deck, Profile)>,
    seatings: Vec<Vec<usize>>,
    patience: Duration,
}

impl Contest {
    /// A contest of these agents.
    ///
    /// # Errors
    /// When the game is not for so many.
    pub fn new(
        rules: Arc<Ruleset>,
        entrants: Vec<Entrant>,
        seed: Seed,
    ) -> Result<Self, ContestError> {
        let seatings = seating::seatings(&rules, entrants.len())?;
        Ok(Self {
            rules,
            entrants,
            seed,
            deck: None,
            seatings,
            patience: Duration::from_secs(30),
        })
    }

    /// The deals of this deck instead of random ones.
    ///
    /// # Errors
    /// When the game is not Dou Dizhu.
    pub fn with_deck(self, deck: Deck) -> Result<Self, ContestError> {
        let game = self.rules.game();
        let profile = match game {
            "doudizhu" => profile_from_value(self.rules.options()).ok(),
            _ => None,
        };
        let profile = profile.ok_or_else(|| ContestError::Deck(game.to_owned()))?;
        Ok(Self {
            deck: Some((deck, profile)),
            ..self
        })
    }

    /// How long an agent may take for a move before it loses the game; 30 seconds if nobody says.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Who sits where in the games of a deal: the places of agents by seat.
    ///
    /// Two agents of Dou Dizhu play landlord against farmers both ways where the landlord's seat is
    /// fixed; where there is an auction each of them sits alone at each seat, the other at the two
    /// others. Three agents sit in all six orders. In UNO there are as many players as agents, and
    /// every agent sits at every seat.
    #[must_use]
    pub fn seatings(&self) -> &[Vec<usize>] {
        &self.seatings
    }

    /// Plays so many deals with so many threads. After each deal `go_on` is told how many are done,
    /// and may say that it is enough: then the report is about the first deals without a gap.
    pub fn run(&self, deals: u64, threads: usize, go_on: impl Fn(u64) -> bool + Sync) -> Report {
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let stop = AtomicBool::new(false);
        let results = Mutex::new(Vec::new());
        let work = || {
            while !stop.load(Ordering::Relaxed) {
                let deal = next.fetch_add(1, Ordering::Relaxed);
                if deal >= deals {
                    break;
                }
                let outcomes = self.play(deal);
                if let Ok(mut results) = results.lock() {
                    results.push((deal, outcomes));
                }
                if !go_on(done.fetch_add(1, Ordering::Relaxed) + 1) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.max(1) {
                scope.spawn(work);
            }
            work();
        });
        let mut results = results.into_inner().unwrap_or_default();
        results.sort_by_key(|(deal, _)| *deal);
        let whole = (0..).zip(&results).take_while(|(n, (deal, _))| n == deal);
        let whole = whole.count();
        results.truncate(whole);
        let games = results.into_iter().map(|(_, outcomes)| outcomes);
        report::report(self, &games.collect::<Vec<_>>())
    }

    /// All games of a deal, one for each seating.
    fn play(&self, deal: u64) -> Vec<Outcome> {
        let seed = self.seed.child(deal);
        let order = self.deck.as_ref();
        let order = order.and_then(|(deck, profile)| deck.order(deal, profile.options()));
        self.seatings
            .iter()
            .map(|seating| table::play(self, seed, order.as_ref(), seating))
            .collect()
    }
}
