//! What cards are worth, and games of several rounds.

use crate::{
    card::{Card, Face},
    hand::Hand,
    profile::{MAX_PLAYERS, OptionsError, Rules, Scoring},
    table::{Seat, Seats, Stage, Turn},
};
use decklet_engine::Seed;

/// What a card left in a hand is worth: a number its face, Skip, Reverse and Draw Two 20, Wild and
/// Wild Draw Four 50 (the instruction sheet), the three wild cards of the newer decks 40.
#[must_use]
pub const fn points(card: Card) -> u16 {
    match card.face() {
        Face::Number(n) => n as u16,
        Face::Skip | Face::Reverse | Face::DrawTwo => 20,
        Face::Wild | Face::WildDrawFour => 50,
        Face::WildShuffle | Face::WildSwap | Face::WildCustom => 40,
    }
}

/// What the cards of a hand are worth together.
#[must_use]
pub fn points_of(hand: Hand) -> u16 {
    hand.iter().map(points).sum()
}

/// The seats whose hands are worth least.
#[must_use]
pub fn fewest_points(hands: &[Hand]) -> Seats {
    let least = hands.iter().map(|hand| points_of(*hand)).min();
    let seats = (0..)
        .zip(hands)
        .filter(|(_, hand)| Some(points_of(**hand)) == least);
    seats.map(|(seat, _)| seat).collect()
}

/// What each seat scores for a round that ended like this, with these hands left.
///
/// With [`Scoring::WinnerTakes`] the winner gets the points of all other hands; winners who won
/// together (teams, equal hands) each get the points of the losers' hands. With
/// [`Scoring::EachKeeps`] each seat gets the points of its own hand. A round without a winner
/// scores nothing for anybody in the first case.
#[must_use]
pub fn settle(rules: &Rules, stage: Stage, hands: &[Hand]) -> [u16; MAX_PLAYERS] {
    let mut gains = [0; MAX_PLAYERS];
    let winners = match stage {
        Stage::Won(winners) => winners,
        Stage::Playing | Stage::Stalemate => Seats::NONE,
    };
    let lost = (0..)
        .zip(hands)
        .filter(|(seat, _)| !winners.contains(*seat));
    let total: u16 = lost.map(|(_, hand)| points_of(*hand)).sum();
    for (seat, (gain, hand)) in (0..).zip(gains.iter_mut().zip(hands)) {
        *gain = match rules.options().scoring {
            Scoring::None => 0,
            Scoring::WinnerTakes if winners.contains(seat) => total,
            Scoring::WinnerTakes => 0,
            Scoring::EachKeeps => points_of(*hand),
        };
    }
    gains
}

/// A game of rounds: the totals so far, and who deals.
///
/// ```
/// use decklet_uno::{hand::Hand, profile::Options, score::Scores, table::{Seats, Stage}};
///
/// let rules = Options::official().build()?;
/// let mut game = Scores::new(&rules, 2)?;
/// let left: Hand = ["wild-1", "red-9-1"].iter().flat_map(|name| name.parse()).collect();
/// game.add(&rules, Stage::Won(Seats::NONE.with(0)), &[Hand::EMPTY, left]);
/// assert_eq!(game.totals(), [59, 0]);
/// assert_eq!(game.winners(&rules), None); // 500 are not reached
/// # Ok::<(), decklet_uno::profile::OptionsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scores {
    players: u8,
    rounds: u32,
    totals: [u32; MAX_PLAYERS],
    last: Stage,
}

impl Scores {
    /// Before the first round.
    ///
    /// # Errors
    /// When the rules are not for this number of players.
    pub fn new(rules: &Rules, players: u8) -> Result<Self, OptionsError> {
        rules.check_players(players)?;
        Ok(Self {
            players,
            rounds: 0,
            totals: [0; MAX_PLAYERS],
            last: Stage::Playing,
        })
    }

    /// A game with these totals, one a player, after this many rounds.
    ///
    /// # Errors
    /// When the rules are not for this number of players.
    pub fn resume(rules: &Rules, totals: &[u32], rounds: u32) -> Result<Self, OptionsError> {
        let mut game = Self::new(rules, u8::try_from(totals.len()).unwrap_or(u8::MAX))?;
        game.totals[..totals.len()].copy_from_slice(totals);
        game.rounds = rounds;
        Ok(game)
    }

    /// Rounds counted so far.
    #[must_use]
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The points of each seat so far.
    #[must_use]
    pub fn totals(&self) -> &[u32] {
        &self.totals[..usize::from(self.players)]
    }

    /// Who deals the next round: the last seat the first one, so that seat 0 plays first, and then
    /// one seat further each round.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        let moved = (self.rounds % self.players as u32) as Seat;
        (self.players - 1 + moved) % self.players
    }

    /// Counts a round that ended like this, with these hands left.
    pub fn add(&mut self, rules: &Rules, stage: Stage, hands: &[Hand]) {
        let gains = settle(rules, stage, hands);
        for (total, gain) in self.totals.iter_mut().zip(gains) {
            *total = total.saturating_add(gain.into());
        }
        self.rounds = self.rounds.saturating_add(1);
        self.last = stage;
    }

    /// Who has won the game, if it is over. Without scoring a game is one round, and nobody may
    /// have won it. A team's points are the points of either partner.
    #[must_use]
    pub fn winners(&self, rules: &Rules) -> Option<Seats> {
        let reached = self
            .totals()
            .iter()
            .any(|total| *total >= rules.options().target.into());
        match rules.options().scoring {
            Scoring::None => match self.last {
                Stage::Playing => None,
                Stage::Won(winners) => Some(winners),
                Stage::Stalemate => Some(Seats::NONE),
            },
            _ if !reached => None,
            Scoring::WinnerTakes => Some(self.highest()),
            Scoring::EachKeeps => Some(self.lowest(rules)),
        }
    }

    /// The seats with the highest total, if that is not 0.
    fn highest(&self) -> Seats {
        let most = self.totals().iter().max().copied().unwrap_or(0);
        let totals = (0..).zip(self.totals());
        let best = totals.filter(|(_, total)| **total == most && most > 0);
        best.map(|(seat, _)| seat).collect()
    }

    /// The seats with the lowest total; of teams, with the lowest total together.
    fn lowest(&self, rules: &Rules) -> Seats {
        let turn = Turn {
            players: self.players,
            current: 0,
            reversed: false,
        };
        let total = |seat: Seat| {
            let partner = turn.partner(seat, rules);
            let own = self.totals[usize::from(seat)];
            if partner == seat {
                own
            } else {
                own + self.totals[usize::from(partner)]
            }
        };
        let least = (0..self.players).map(total).min();
        (0..self.players)
            .filter(|seat| Some(total(*seat)) == least)
            .collect()
    }
}

/// How many rounds are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// Until somebody has [`target`](crate::profile::Options::target) points; without scoring one
    /// round.
    Target,
    /// So many, from 1.
    Rounds(u32),
}

/// A match: rounds that follow each other, the dealer moving on by one seat each time.
///
/// Without scoring the totals are the rounds that each seat has won.
///
/// ```
/// use decklet_uno::{hand::Hand, profile::Options, score::{Length, Match}, table::{Seats, Stage}};
///
/// let rules = Options::decklet().build()?;
/// let mut game = Match::new(&rules, 2, Length::Rounds(3))?;
/// let hands = [Hand::EMPTY, Hand::EMPTY];
/// for seat in [0, 1, 1] {
///     assert_eq!(game.winners(&rules), None);
///     game.add(&rules, Stage::Won(Seats::NONE.with(seat)), &hands);
/// }
/// assert_eq!(game.totals(), [1, 2]);
/// assert_eq!(game.winners(&rules), Some(Seats::NONE.with(1)));
/// # Ok::<(), decklet_uno::profile::OptionsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    length: Length,
    scores: Scores,
}

impl Match {
    /// Before the first round.
    ///
    /// # Errors
    /// When the rules are not for this number of players.
    pub fn new(rules: &Rules, players: u8, length: Length) -> Result<Self, OptionsError> {
        let scores = Scores::new(rules, players)?;
        Ok(Self { length, scores })
    }

    /// A match with these totals, one a player, after this many rounds.
    ///
    /// # Errors
    /// When the rules are not for this number of players.
    pub fn resume(
        rules: &Rules,
        length: Length,
        totals: &[u32],
        rounds: u32,
    ) -> Result<Self, OptionsError> {
        let scores = Scores::resume(rules, totals, rounds)?;
        Ok(Self { length, scores })
    }

    /// How many rounds are played.
    #[must_use]
    pub const fn length(&self) -> Length {
        self.length
    }

    /// Rounds counted so far.
    #[must_use]
    pub const fn rounds(&self) -> u32 {
        self.scores.rounds()
    }

    /// The points of each seat so far, or the rounds it has won.
    #[must_use]
    pub fn totals(&self) -> &[u32] {
        self.scores.totals()
    }

    /// Who deals the next round, see [`Scores::dealer`].
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.scores.dealer()
    }

    /// Counts a round that ended like this, with these hands left.
    pub fn add(&mut self, rules: &Rules, stage: Stage, hands: &[Hand]) {
        self.scores.add(rules, stage, hands);
        if let (Scoring::None, Stage::Won(winners)) = (rules.options().scoring, stage) {
            for seat in winners.iter() {
                self.scores.totals[usize::from(seat)] += 1;
            }
        }
    }

    /// Who has won the match, if it is over: whoever reached the target, or who leads after the
    /// rounds that were agreed; nobody if nobody has won anything.
    #[must_use]
    pub fn winners(&self, rules: &Rules) -> Option<Seats> {
        match self.length {
            Length::Target => self.scores.winners(rules),
            Length::Rounds(rounds) if self.rounds() < rounds => None,
            Length::Rounds(_) => Some(match rules.options().scoring {
                Scoring::EachKeeps => self.scores.lowest(rules),
                Scoring::None | Scoring::WinnerTakes => self.scores.highest(),
            }),
        }
    }
}

/// The seed of the round after the one with this seed.
#[must_use]
pub fn next_seed(seed: &Seed) -> Seed {
    seed.child(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{card::NUMBERS, profile::Options};

    fn hand(names: &[&str]) -> Hand {
        names
            .iter()
            .map(|name| name.parse::<Card>().unwrap())
            .collect()
    }

    #[test]
    fn cards_are_worth_what_the_sheet_says() {
        let worth = [
            ("red-0", 0),
            ("blue-7-2", 7),
            ("green-skip-1", 20),
            ("green-reverse-1", 20),
            ("green-draw2-1", 20),
            ("wild-4", 50),
            ("wild_draw4-2", 50),
            ("wild_shuffle-1", 40),
            ("wild_swap-1", 40),
            ("wild_custom-3", 40),
        ];
        for (name, value) in worth {
            assert_eq!(points_of(hand(&[name])), value, "{name}");
        }
    }

    /// The whole deck: 4 × 2 × 45 for the numbers, 24 × 20, 8 × 50.
    #[test]
    fn the_classic_deck_is_worth_1240() {
        let deck: Hand = crate::card::create_uno_cards().into_iter().collect();
        assert_eq!(points_of(deck), 1240);
        assert_eq!(points_of(deck.of(NUMBERS)), 360);
    }

    #[test]
    fn the_winner_takes_or_each_keeps() {
        let hands = [
            Hand::EMPTY,
            hand(&["red-9-1", "wild-1"]),
            hand(&["blue-skip-1"]),
        ];
        let won = Stage::Won(Seats::NONE.with(0));
        let score = |scoring, stage| {
            let rules = Options {
                scoring,
                ..Options::official()
            }
            .build()
            .unwrap();
            settle(&rules, stage, &hands)[..3].to_vec()
        };
        assert_eq!(score(Scoring::None, won), [0, 0, 0]);
        assert_eq!(score(Scoring::WinnerTakes, won), [79, 0, 0]);
        assert_eq!(score(Scoring::EachKeeps, won), [0, 59, 20]);
        assert_eq!(score(Scoring::WinnerTakes, Stage::Stalemate), [0, 0, 0]);
        assert_eq!(score(Scoring::EachKeeps, Stage::Stalemate), [0, 59, 20]);
    }

    #[test]
    fn rounds_go_on_to_the_target_and_the_dealer_moves_on() {
        let rules = Options {
            target: 100,
            ..Options::official()
        }
        .build()
        .unwrap();
        let mut game = Scores::new(&rules, 3).unwrap();
        let hands = [hand(&["wild-1"]), Hand::EMPTY, hand(&["red-5-1"])];
        let mut dealers = vec![game.dealer()];
        game.add(&rules, Stage::Won(Seats::NONE.with(1)), &hands);
        dealers.push(game.dealer());
        assert_eq!(
            (game.totals(), game.winners(&rules)),
            (&[0, 55, 0][..], None)
        );
        game.add(&rules, Stage::Stalemate, &hands);
        dealers.push(game.dealer());
        assert_eq!(game.winners(&rules), None);
        game.add(&rules, Stage::Won(Seats::NONE.with(1)), &hands);
        dealers.push(game.dealer());
        assert_eq!(game.winners(&rules), Some(Seats::NONE.with(1)));
        assert_eq!(dealers, [2, 0, 1, 2]);
    }

    #[test]
    fn a_game_resumed_goes_on_as_the_one_before() {
        let rules = Options::official().build().unwrap();
        let mut game = Scores::new(&rules, 3).unwrap();
        let hands = [hand(&["wild-1"]), Hand::EMPTY, hand(&["red-5-1"])];
        game.add(&rules, Stage::Won(Seats::NONE.with(1)), &hands);
        let mut resumed = Scores::resume(&rules, game.totals(), game.rounds()).unwrap();
        assert_eq!(resumed.dealer(), game.dealer());
        game.add(&rules, Stage::Won(Seats::NONE.with(1)), &hands);
        resumed.add(&rules, Stage::Won(Seats::NONE.with(1)), &hands);
        assert_eq!(resumed, game);
        assert!(Scores::resume(&rules, &[0; 11], 0).is_err());
    }

    #[test]
    fn when_each_keeps_the_lowest_total_wins() {
        let options = Options {
            scoring: Scoring::EachKeeps,
            target: 50,
            ..Options::official()
        };
        let rules = options.build().unwrap();
        let mut game = Scores::new(&rules, 3).unwrap();
        let hands = [hand(&["wild-1"]), hand(&["red-2-1"]), Hand::EMPTY];
        game.add(&rules, Stage::Won(Seats::NONE.with(2)), &hands);
        assert_eq!(game.winners(&rules), Some(Seats::NONE.with(2)));
        let rules = Options {
            teams: true,
            min_players: 4,
            ..options
        }
        .build()
        .unwrap();
        let mut game = Scores::new(&rules, 4).unwrap();
        let hands = [
            hand(&["red-3-1"]),
            hand(&["red-1-1"]),
            Hand::EMPTY,
            hand(&["wild-1"]),
        ];
        game.add(&rules, Stage::Won([0, 2].into_iter().collect()), &hands);
        assert_eq!(game.winners(&rules), Some([0, 2].into_iter().collect()));
    }

    #[test]
    fn without_scoring_a_game_is_one_round() {
        let rules = Options::decklet().build().unwrap();
        let mut game = Scores::new(&rules, 2).unwrap();
        assert_eq!(game.winners(&rules), None);
        game.add(&rules, Stage::Stalemate, &[Hand::EMPTY; 2]);
        assert_eq!(game.winners(&rules), Some(Seats::NONE));
    }

    #[test]
    fn a_match_of_so_many_rounds_goes_to_whoever_leads() {
        let hands = [hand(&["wild-1"]), Hand::EMPTY, hand(&["red-5-1"])];
        let won_by = |seat| Stage::Won(Seats::NONE.with(seat));
        for (scoring, totals, winner) in [
            (Scoring::None, [0, 2, 0], Seats::NONE.with(1)),
            (Scoring::WinnerTakes, [0, 110, 0], Seats::NONE.with(1)),
            (Scoring::EachKeeps, [150, 0, 15], Seats::NONE.with(1)),
        ] {
            let options = Options {
                scoring,
                target: 50,
                ..Options::official()
            };
            let rules = options.build().unwrap();
            let mut game = Match::new(&rules, 3, Length::Rounds(3)).unwrap();
            for stage in [won_by(1), Stage::Stalemate, won_by(1)] {
                assert_eq!(game.winners(&rules), None, "{scoring:?}");
                game.add(&rules, stage, &hands);
            }
            assert_eq!(game.totals(), totals, "{scoring:?}");
            assert_eq!(game.winners(&rules), Some(winner), "{scoring:?}");
        }
        let rules = Options::decklet().build().unwrap();
        let mut game = Match::new(&rules, 3, Length::Rounds(1)).unwrap();
        game.add(&rules, Stage::Stalemate, &hands);
        assert_eq!(game.winners(&rules), Some(Seats::NONE));
    }

    #[test]
    fn equal_hands_have_the_fewest_points_together() {
        let hands = [
            hand(&["red-3-1"]),
            hand(&["wild-1"]),
            hand(&["red-1-1", "blue-2-1"]),
        ];
        assert_eq!(fewest_points(&hands), [0, 2].into_iter().collect());
    }
}
