//! Who wins a position in which all cards are known, found by trying every move.
//!
//! Both farmers are one side. Positions that were decided before are kept in a table; nothing is
//! guessed: a search that would take too long says so. For puzzles there is the far stronger
//! [`solver`](crate::solver); this one is small enough to be asked thousands of times a move.

use arrayvec::ArrayVec;
use decklet_doudizhu::{
    deal::{Deal, Move},
    plays::{self, MAX_PLAYS, Play},
    score::Team,
    seat::Seat,
};

const SLOTS: usize = 1 << 16;

/// The search with its table.
pub(crate) struct Endgame {
    known: Box<[(u64, Team)]>,
    nodes: u32,
}

/// Positions looked at were too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

impl Endgame {
    pub fn new() -> Self {
        Self {
            known: vec![(0, Team::Landlord); SLOTS].into(),
            nodes: 0,
        }
    }

    /// Who wins if both sides see all cards and play their best; at most so many positions are
    /// looked at.
    pub fn winner(&mut self, deal: &Deal<'_>, most: u32) -> Result<Team, TooMany> {
        self.nodes = most;
        self.search(deal)
    }

    fn search(&mut self, deal: &Deal<'_>) -> Result<Team, TooMany> {
        if let Some(winner) = deal.winner() {
            return Ok(winner);
        }
        let key = key(deal);
        let slot = (key >> 48) as usize % SLOTS;
        let (known, winner) = self.known[slot];
        if known == key {
            return Ok(winner);
        }
        self.nodes = self.nodes.checked_sub(1).ok_or(TooMany)?;
        let winner = self.best(deal)?;
        self.known[slot] = (key, winner);
        Ok(winner)
    }

    fn best(&mut self, deal: &Deal<'_>) -> Result<Team, TooMany> {
        let me = deal.turn();
        let side = Team::of(me, deal.landlord().unwrap_or(me));
        let last = deal.trick().last();
        let mut list: ArrayVec<Play, MAX_PLAYS> = ArrayVec::new();
        plays::for_each(deal.hand(me), last, deal.options(), |play| {
            let _ = list.try_push(play);
        });
        if list.iter().any(|play| play.cards == deal.hand(me)) {
            return Ok(side);
        }
        // Many cards first: they shorten the game.
        list.sort_by_key(|play| std::cmp::Reverse(play.cards.len()));
        let pass = last.map(|_| Move::Pass);
        for choice in list.into_iter().map(Move::Play).chain(pass) {
            let mut next = *deal;
            next.apply(choice);
            if self.search(&next)? == side {
                return Ok(side);
            }
        }
        Ok(match side {
            Team::Landlord => Team::Farmers,
            Team::Farmers => Team::Landlord,
        })
    }
}

/// A number for all that decides who wins. Two positions share one with a chance of 2 to the -64.
fn key(deal: &Deal<'_>) -> u64 {
    let trick = deal.trick();
    let table = trick.last().map_or(0, |last| {
        let seat = trick.last_seat().map_or(3, Seat::index) as u64;
        let kind = last.kind() as u64;
        kind << 24
            | u64::from(last.length()) << 16
            | u64::from(last.main_rank()) << 8
            | seat << 4
            | u64::from(trick.passes())
    });
    let landlord = deal.landlord().map_or(0, Seat::index) as u64;
    let place = table << 8 | landlord << 4 | deal.turn().index() as u64;
    Seat::ALL
        .into_iter()
        .map(|seat| deal.hand(seat).bits())
        .chain([place])
        .fold(0x243F_6A88_85A3_08D3, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 29
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_doudizhu::{hand::Hand, profile::Profile, trick::Trick};

    fn winner(hands: [&str; 3], turn: Seat) -> Team {
        let hands = hands.map(|hand| hand.parse::<Hand>().unwrap());
        let profile = Profile::named("classic").unwrap();
        let deal = Deal::from_hands(profile, hands, Seat::First, turn, Trick::default());
        Endgame::new().winner(&deal, 1_000_000).unwrap()
    }

    #[test]
    fn small_endings_are_decided() {
        let cases = [
            (["3", "4", "5"], Seat::First, Team::Landlord),
            (["34", "5", "6"], Seat::First, Team::Farmers),
            // The two goes first: nobody beats it.
            (["32", "4", "5"], Seat::First, Team::Landlord),
            (["32", "4R", "5"], Seat::First, Team::Farmers),
            // Who leads the pair keeps the lead.
            (["334", "5", "6"], Seat::First, Team::Landlord),
            (["334", "66", "7"], Seat::First, Team::Farmers),
            // One farmer lets the other out.
            (["5", "34", "4"], Seat::Second, Team::Farmers),
            (["5", "36", "7"], Seat::Second, Team::Farmers),
            (["7", "36", "56"], Seat::Second, Team::Landlord),
            (["3333", "BR4", "5"], Seat::First, Team::Landlord),
        ];
        for (hands, turn, expected) in cases {
            assert_eq!(winner(hands, turn), expected, "{hands:?}");
        }
    }

    /// So searches of so few cards need no limit.
    #[test]
    fn eight_cards_are_decided_in_few_steps() {
        let profile = Profile::named("douzero").unwrap();
        let mut rng = decklet_engine::Seed::from(8).rng(decklet_engine::Stream::POLICY);
        let mut deck: Vec<_> = Hand::DECK.ranks().collect();
        for round in 0..500 {
            rng.shuffle(&mut deck);
            let (first, second) = (1 + round % 4, 5 + round % 3);
            let hands = [&deck[..first], &deck[first..second], &deck[second..8]];
            let hands = hands.map(|ranks| {
                let cards = ranks.iter().map(|&rank| Hand::single(rank));
                cards.fold(Hand::EMPTY, |sum, card| sum.with(card).unwrap())
            });
            let turn = Seat::ALL[round % 3];
            let deal = Deal::from_hands(profile, hands, Seat::First, turn, Trick::default());
            assert!(Endgame::new().winner(&deal, 2_000).is_ok(), "{hands:?}");
        }
    }

    #[test]
    fn a_search_that_takes_too_long_says_so() {
        let hands = ["3579JKK", "468TQAA", "3579JKK"];
        let hands = hands.map(|hand| hand.parse::<Hand>().unwrap());
        let profile = Profile::named("classic").unwrap();
        let deal = Deal::from_hands(profile, hands, Seat::First, Seat::Second, Trick::default());
        assert_eq!(Endgame::new().winner(&deal, 5), Err(TooMany));
    }
}
