//! The search: a side that is to move wins if one of its choices wins.

use super::{
    Limits, Progress, Watch, order,
    position::{Branch, Position, Rules},
    table::Table,
};
use decklet_doudizhu::plays::Play;

/// A limit was reached.
#[derive(Debug)]
pub(super) struct Stopped;

pub(super) struct Search<'a, 'w> {
    rules: &'a Rules,
    table: Table,
    pub(super) progress: Progress,
    most_nodes: u64,
    watch: Option<&'a mut Watch<'w>>,
    stopped: bool,
    /// The plays still to be tried of all positions on the way here, the newest at the end.
    plays: Vec<(i32, Play)>,
}

impl<'a, 'w> Search<'a, 'w> {
    pub(super) fn new(rules: &'a Rules, limits: &'a mut Limits<'w>) -> Self {
        Self {
            rules,
            table: Table::new(limits.table_bits),
            progress: Progress {
                nodes: 0,
                decided: 0,
                choices: 0,
            },
            most_nodes: limits.nodes,
            watch: limits.watch.as_mut(),
            stopped: false,
            plays: Vec::new(),
        }
    }

    /// Whether the side that chose to go from `at` to `next` wins.
    pub(super) fn won_after(&mut self, at: &Position, next: &Position) -> Result<bool, Stopped> {
        let side = at.turn == 0;
        if let Some(first_won) = self.rules.winner(next) {
            return Ok(first_won == side);
        }
        Ok(self.wins(next)? == (side == (next.turn == 0)))
    }

    /// A choice that wins for the side to move, if there is one.
    pub(super) fn best(&mut self, at: &Position) -> Result<Option<Branch>, Stopped> {
        let mut branches = self.rules.branches(at);
        let (hand, leads) = (at.hands[at.turn], at.last.is_none());
        branches.sort_by_key(|branch| match &branch.play {
            Some(play) => order::rank(play, hand, leads),
            None => i32::MAX,
        });
        for branch in branches {
            if self.won_after(at, &branch.next)? {
                return Ok(Some(branch));
            }
        }
        Ok(None)
    }

    /// Whether the side to move wins.
    fn wins(&mut self, at: &Position) -> Result<bool, Stopped> {
        self.count()?;
        let mark = self.plays.len();
        let answer = self.wins_listing(at, mark);
        self.plays.truncate(mark);
        answer
    }

    /// The same; the plays of this position are listed from `mark` on.
    fn wins_listing(&mut self, at: &Position, mark: usize) -> Result<bool, Stopped> {
        let hand = at.hands[at.turn];
        let mut finishes = false;
        self.rules.each_play(at, |play| {
            finishes |= play.cards == hand;
            let rank = order::rank(&play, hand, at.last.is_none());
            self.plays.push((rank, play));
        });
        if finishes {
            return Ok(true);
        }
        let Some(&(_, first)) = self.plays.get(mark) else {
            return self.won_after(at, &self.rules.pass(at));
        };
        let key = self.rules.key(at, &first);
        if let Some(wins) = self.table.get(key) {
            return Ok(wins);
        }
        let before = self.progress.nodes;
        self.plays[mark..].sort_by_key(|&(rank, _)| rank);
        let wins = self.some_choice_wins(at, mark)?;
        self.table.put(key, wins, self.progress.nodes - before);
        Ok(wins)
    }

    fn some_choice_wins(&mut self, at: &Position, mark: usize) -> Result<bool, Stopped> {
        for number in mark..self.plays.len() {
            let next = self.rules.play(at, &self.plays[number].1);
            if self.won_after(at, &next)? {
                return Ok(true);
            }
        }
        if at.last.is_some() {
            return self.won_after(at, &self.rules.pass(at));
        }
        Ok(false)
    }

    fn count(&mut self) -> Result<(), Stopped> {
        if self.stopped || self.progress.nodes >= self.most_nodes {
            return Err(Stopped);
        }
        self.progress.nodes += 1;
        if self.progress.nodes.is_multiple_of(4096)
            && let Some(watch) = &mut self.watch
            && watch(self.progress).is_break()
        {
            self.stopped = true;
            return Err(Stopped);
        }
        Ok(())
    }
}
