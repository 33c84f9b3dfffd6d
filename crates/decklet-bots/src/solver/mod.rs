//! Endgames of Dou Dizhu (残局): all hands open, who wins, and with which plays?
//!
//! A [`Puzzle`] is two or three hands, the landlord's first, and whose turn it is. [`solve`] finds
//! the result, every winning first play, and a line of best play. The search is exact: what it
//! could not finish within its [`Limits`] it calls unknown. [`solve_with_tree`] also writes down how
//! the winner answers everything.
//!
//! ```
//! use decklet_bots::solver::{Limits, Outcome, Puzzle, solve};
//! use decklet_doudizhu::profile::Profile;
//!
//! let hands = ["KK5543".parse()?, "225543".parse()?];
//! let puzzle = Puzzle::new(&hands, Profile::named("classic").unwrap())?;
//! let solution = solve(&puzzle, &mut Limits::default());
//! assert_eq!(solution.outcome, Outcome::FirstWins);
//! let winning: Vec<_> = solution.winning.iter().map(|choice| choice.to_string()).collect();
//! assert_eq!(winning, ["4", "5"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod order;
mod position;
mod puzzle;
mod search;
mod table;
mod tree;

pub use puzzle::{Ban, Puzzle, PuzzleError};
pub use tree::{Reply, ReplyTree, TreePosition};

use decklet_doudizhu::hand::Hand;
use position::Rules;
use search::{Search, Stopped};
use serde::{Deserialize, Serialize};
use std::{fmt, ops::ControlFlow};

/// Who wins when all play as well as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The landlord, whose hand is the first.
    FirstWins,
    /// The other, or the two farmers.
    SecondWins,
    /// The search was stopped before it was known.
    Unknown,
}

impl Outcome {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstWins => "first_wins",
            Self::SecondWins => "second_wins",
            Self::Unknown => "unknown",
        }
    }

    const fn of(first_wins: bool) -> Self {
        if first_wins {
            Self::FirstWins
        } else {
            Self::SecondWins
        }
    }
}

/// What a player does: play cards, or pass. Written as the cards or `pass`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// These cards.
    Play(Hand),
    /// None.
    Pass,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(cards) => cards.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl Serialize for Choice {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A choice in a line of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// Who: 1, 2 or 3.
    pub player: usize,
    /// What.
    pub cards: Choice,
}

/// What the search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Who wins.
    pub outcome: Outcome,
    /// Every first choice with which the side to move wins, in the order of
    /// [`plays`](decklet_doudizhu::plays), passing last. Complete if nothing is undecided.
    pub winning: Vec<Choice>,
    /// First choices that were not finished when the search was stopped.
    pub undecided: Vec<Choice>,
    /// A line of play: the winner plays to win, the loser never passes where cards can be played.
    /// Empty when the outcome is unknown; it ends early when the search was stopped.
    pub line: Vec<Step>,
    /// Positions looked at.
    pub nodes: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// First choices that are decided.
    pub decided: usize,
    /// First choices there are.
    pub choices: usize,
}

/// What is asked now and then whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// When to stop, and how much memory to use. The search reads no clock: a time limit, or a person
/// who has had enough, is what [`watch`](Self::watch) looks at.
pub struct Limits<'a> {
    /// The most positions to look at.
    pub nodes: u64,
    /// Asked every 4096 positions whether to go on.
    pub watch: Option<Watch<'a>>,
    /// The table of positions grows to 2 to this many slots of 8 bytes: from 18 (2 MiB) to 26
    /// (512 MiB, and half as much while it grows).
    pub table_bits: u32,
}

/// No limit; a table of at most 256 MiB.
impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            nodes: u64::MAX,
            watch: None,
            table_bits: 25,
        }
    }
}

/// Solves a puzzle.
#[must_use]
pub fn solve(puzzle: &Puzzle, limits: &mut Limits<'_>) -> Solution {
    let rules = Rules::new(puzzle);
    solve_by(&rules, &mut Search::new(&rules, limits))
}

/// Solves a puzzle, and writes down how the winner answers everything. The limits are for both
/// together.
#[must_use]
pub fn solve_with_tree(puzzle: &Puzzle, limits: &mut Limits<'_>) -> (Solution, ReplyTree) {
    let rules = Rules::new(puzzle);
    let mut search = Search::new(&rules, limits);
    let mut solution = solve_by(&rules, &mut search);
    let tree = tree::grow(&rules, &mut search, &solution);
    solution.nodes = search.progress.nodes;
    (solution, tree)
}

fn solve_by(rules: &Rules, search: &mut Search<'_, '_>) -> Solution {
    let start = rules.start();
    let branches = rules.branches(&start);
    search.progress.choices = branches.len();
    let (mut winning, mut undecided) = (Vec::new(), Vec::new());
    for branch in branches {
        let list = match search.won_after(&start, &branch.next) {
            Ok(true) => Some(&mut winning),
            Ok(false) => None,
            Err(Stopped) => Some(&mut undecided),
        };
        // Where a reading is declared, equal cards are several plays.
        if let Some(list) = list.filter(|list| !list.contains(&branch.choice())) {
            list.push(branch.choice());
        }
        search.progress.decided += 1;
    }
    let first_to_move = start.turn == 0;
    let outcome = if !winning.is_empty() {
        Outcome::of(first_to_move)
    } else if undecided.is_empty() {
        Outcome::of(!first_to_move)
    } else {
        Outcome::Unknown
    };
    let line = line(rules, search, outcome);
    Solution {
        outcome,
        winning,
        undecided,
        line,
        nodes: search.progress.nodes,
    }
}

/// Plays on from the start until somebody has no cards.
fn line(rules: &Rules, search: &mut Search<'_, '_>, outcome: Outcome) -> Vec<Step> {
    let mut line = Vec::new();
    let mut at = rules.start();
    while outcome != Outcome::Unknown && rules.winner(&at).is_none() {
        let branch = if Outcome::of(at.turn == 0) == outcome {
            search.best(&at)
        } else {
            Ok(rules.branches(&at).first().copied())
        };
        let Ok(Some(branch)) = branch else {
            break;
        };
        line.push(Step {
            player: at.turn + 1,
            cards: branch.choice(),
        });
        at = branch.next;
    }
    line
}
