//! Positions of an endgame, and what may be played in them.

use super::{Choice, Puzzle, table::Key};
use decklet_doudizhu::{
    combination::Combination,
    hand::Hand,
    plays::{self, Play},
    profile::Options,
};

/// What everybody holds, and who is to move on what.
#[derive(Clone, Copy)]
pub(super) struct Position {
    /// The third is empty when two play.
    pub(super) hands: [Hand; 3],
    pub(super) turn: usize,
    /// What is to be beaten.
    pub(super) last: Option<Combination>,
    /// How many have passed on it.
    passes: usize,
    /// The hands as one number.
    cards: u64,
}

impl Position {
    /// Whether two are the same.
    pub(super) fn identity(&self) -> (u64, Option<u16>, usize, usize) {
        let last = self.last.map(Combination::code);
        (self.cards, last, self.turn, self.passes)
    }
}

/// A choice and where it leads.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    /// None for passing.
    pub(super) play: Option<Play>,
    pub(super) next: Position,
}

impl Branch {
    pub(super) fn choice(&self) -> Choice {
        self.play
            .map_or(Choice::Pass, |play| Choice::Play(play.cards))
    }
}

/// What is the same in all positions of a puzzle.
pub(super) struct Rules {
    options: Options,
    /// A bit for each kind.
    banned: u32,
    players: usize,
    /// What a card of a rank in a player's hand adds to [`Position::cards`].
    weights: [[u64; 15]; 3],
    start: Position,
}

/// The codes of combinations, and one for none.
const LASTS: u64 = 17 * 12 * 16 + 1;

impl Rules {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        // The cards of a hand are the digits of a number, each with as many values as there may be
        // cards: no two sets of hands are the same number. A rank has at most 4 cards, so its three
        // digits have at most 2 * 2 * 3 values; all ranks together fewer than 2^49.
        let mut weights = [[0; 15]; 3];
        let mut next = 1;
        let mut hands = [Hand::EMPTY; 3];
        for (player, &hand) in puzzle.hands().iter().enumerate() {
            hands[player] = hand;
            for (rank, weight) in weights[player].iter_mut().enumerate() {
                *weight = next;
                next *= 1 + (hand.bits() >> (4 * rank) & 0xF);
            }
        }
        let mut rules = Self {
            options: puzzle.options,
            banned: puzzle.banned,
            players: puzzle.hands().len(),
            weights,
            start: Position {
                hands,
                turn: puzzle.lead,
                last: puzzle.last,
                passes: 0,
                cards: 0,
            },
        };
        rules.start.cards = (0..rules.players).map(|p| rules.number(p, hands[p])).sum();
        rules
    }

    /// The position of the puzzle itself.
    pub(super) const fn start(&self) -> Position {
        self.start
    }

    pub(super) const fn players(&self) -> usize {
        self.players
    }

    fn number(&self, player: usize, cards: Hand) -> u64 {
        let mut bits = cards.bits();
        let mut sum = 0;
        while bits != 0 {
            let rank = bits.trailing_zeros() as usize / 4;
            sum += (bits >> (4 * rank) & 0xF) * self.weights[player][rank];
            bits &= !(0xF << (4 * rank));
        }
        sum
    }

    /// Calls `f` with each play, without passing.
    pub(super) fn each_play(&self, at: &Position, mut f: impl FnMut(Play)) {
        plays::for_each(at.hands[at.turn], at.last, &self.options, |play| {
            if self.banned >> play.combination.kind() as u32 & 1 == 0 {
                f(play);
            }
        });
    }

    pub(super) fn play(&self, at: &Position, play: &Play) -> Position {
        let mut next = *at;
        let rest = at.hands[at.turn].without(play.cards);
        next.hands[at.turn] = rest.expect("a play is made from the hand");
        next.cards -= self.number(at.turn, play.cards);
        next.last = Some(play.combination);
        next.passes = 0;
        next.turn = self.after(at.turn);
        next
    }

    pub(super) const fn pass(&self, at: &Position) -> Position {
        let mut next = *at;
        next.turn = self.after(at.turn);
        next.passes += 1;
        if next.passes + 1 == self.players {
            next.last = None;
            next.passes = 0;
        }
        next
    }

    const fn after(&self, player: usize) -> usize {
        if player + 1 == self.players {
            0
        } else {
            player + 1
        }
    }

    /// A key that no other position has; but positions share one where the same is possible.
    /// `first` is the first of the plays.
    ///
    /// The plays of a kind on one that is lower include those on one that is higher. So where the
    /// player who follows is the last who may, they are known from the kind and the lowest of them,
    /// and the same holds for bombs on something else: what matters is what `first` is.
    pub(super) fn key(&self, at: &Position, first: &Play) -> Key {
        let (last, level) = match at.last {
            None => (0, 0),
            Some(last) if self.first_tells_all(at, last) => {
                let code = first.combination.code();
                (1 + (code & !0xF), code & 0xF)
            }
            Some(last) => (1 + last.code(), 0),
        };
        let position = at.cards * LASTS + u64::from(last);
        Key {
            position: (position * 3 + at.turn as u64) * 2 + at.passes as u64,
            level: level as u8,
        }
    }

    /// Who has won: whether it is the first player's side.
    pub(super) fn winner(&self, at: &Position) -> Option<bool> {
        (0..self.players)
            .find(|&player| at.hands[player].is_empty())
            .map(|player| player == 0)
    }

    /// Every choice of the player to move and where it leads, passing last.
    pub(super) fn branches(&self, at: &Position) -> Vec<Branch> {
        let mut branches = Vec::new();
        self.each_play(at, |play| {
            branches.push(Branch {
                play: Some(play),
                next: self.play(at, &play),
            });
        });
        if at.last.is_some() {
            branches.push(Branch {
                play: None,
                next: self.pass(at),
            });
        }
        branches
    }

    /// Whether the replies are known when the lowest of them is, and nobody else gets to reply.
    const fn first_tells_all(&self, at: &Position, last: Combination) -> bool {
        let beats = &self.options.beats;
        let plain = beats.wings_must_match && !beats.planes_by_highest_trio;
        at.passes + 2 == self.players && (plain || !last.kind().is_plane())
    }
}
