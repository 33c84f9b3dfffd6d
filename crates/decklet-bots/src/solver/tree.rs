//! How the winner answers everything, as data.

use super::{
    Choice, Outcome, Solution,
    position::{Position, Rules},
    search::{Search, Stopped},
};
use decklet_doudizhu::{hand::Hand, tools::ReadingOut};
use serde::Serialize;
use std::collections::BTreeMap;

/// Every position that can come up when the winner plays as written here. Positions are shared:
/// two ways into one lead to the same number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReplyTree {
    /// The format: 1.
    pub format: u32,
    /// Who wins.
    pub outcome: Outcome,
    /// The positions; the first is the puzzle.
    pub positions: Vec<TreePosition>,
}

/// A position of the tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TreePosition {
    /// What everybody holds.
    pub hands: Vec<Hand>,
    /// Who is to move: 1, 2 or 3.
    pub to_move: usize,
    /// What is to be beaten.
    pub last: Option<ReadingOut>,
    /// Where the loser is to move, every choice; where the winner is, one that wins, and in the
    /// first position each that does.
    pub replies: Vec<Reply>,
    /// Whether the replies are missing because the search was stopped.
    pub open: bool,
}

/// A choice, and where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Reply {
    /// The cards, or `pass`.
    pub cards: Choice,
    /// The number of the next position in the list; none when the game is over.
    pub to: Option<usize>,
}

/// Grows the tree, position after position.
pub(super) fn grow(rules: &Rules, search: &mut Search<'_, '_>, solution: &Solution) -> ReplyTree {
    let mut tree = Growing {
        rules,
        numbers: BTreeMap::new(),
        all: Vec::new(),
    };
    tree.number(&rules.start());
    let mut positions = Vec::new();
    while let Some(&at) = tree.all.get(positions.len()) {
        let replies = tree.replies(&at, search, solution);
        positions.push(TreePosition {
            hands: at.hands[..rules.players()].to_vec(),
            to_move: at.turn + 1,
            last: at.last.map(ReadingOut::from),
            open: replies.is_err(),
            replies: replies.unwrap_or_default(),
        });
    }
    ReplyTree {
        format: 1,
        outcome: solution.outcome,
        positions,
    }
}

struct Growing<'a> {
    rules: &'a Rules,
    numbers: BTreeMap<(u64, Option<u16>, usize, usize), usize>,
    all: Vec<Position>,
}

impl Growing<'_> {
    /// The number of a position; none when the game is over.
    fn number(&mut self, at: &Position) -> Option<usize> {
        if self.rules.winner(at).is_some() {
            return None;
        }
        let next = self.all.len();
        let number = *self.numbers.entry(at.identity()).or_insert(next);
        if number == next {
            self.all.push(*at);
        }
        Some(number)
    }

    fn replies(
        &mut self,
        at: &Position,
        search: &mut Search<'_, '_>,
        solution: &Solution,
    ) -> Result<Vec<Reply>, Stopped> {
        let winner_moves = Outcome::of(at.turn == 0) == solution.outcome;
        let branches = if solution.outcome == Outcome::Unknown {
            return Err(Stopped);
        } else if !winner_moves {
            self.rules.branches(at)
        } else if self.all.len() == 1 {
            let mut branches = self.rules.branches(at);
            branches.retain(|branch| solution.winning.contains(&branch.choice()));
            branches
        } else {
            search.best(at)?.into_iter().collect()
        };
        let replies = branches.iter().map(|branch| Reply {
            cards: branch.choice(),
            to: self.number(&branch.next),
        });
        Ok(replies.collect())
    }
}
