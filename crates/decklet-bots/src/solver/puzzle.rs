//! What is to be solved.

use decklet_doudizhu::{
    combination::{Combination, Kind, playable},
    hand::Hand,
    profile::Options,
};
use serde::{Deserialize, Serialize};

/// Kinds that some endgame apps leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ban {
    /// No trio with a single card, and no plane with single cards.
    No31,
    /// No trio with a pair, and no plane with pairs.
    No32,
    /// No four with two single cards.
    No42,
    /// No four with two pairs.
    No422,
}

impl Ban {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::No31, Self::No32, Self::No42, Self::No422];

    /// The name: `no31`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::No31 => "no31",
            Self::No32 => "no32",
            Self::No42 => "no42",
            Self::No422 => "no422",
        }
    }

    const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::No31 => &[Kind::TrioSolo, Kind::PlaneSolo],
            Self::No32 => &[Kind::TrioPair, Kind::PlanePair],
            Self::No42 => &[Kind::FourTwoSolo],
            Self::No422 => &[Kind::FourTwoPair],
        }
    }
}

/// Two or three open hands, whose turn it is, and what is on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    hands: Vec<Hand>,
    pub(super) lead: usize,
    pub(super) last: Option<Combination>,
    pub(super) options: Options,
    /// A bit for each kind.
    pub(super) banned: u32,
}

/// Why something is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// Not two or three hands.
    #[error("{0} hands: give two (landlord and opponent) or three (landlord and both farmers)")]
    Hands(usize),
    /// A player has no cards.
    #[error("player {0} has no cards: the game is over")]
    NoCards(usize),
    /// The cards of all together are more than the deck has.
    #[error("{0} and the cards before it are more of a rank than the deck has")]
    NotInDeck(Hand),
    /// Nobody of that number plays.
    #[error("player {lead} cannot be to move: there are {players}")]
    Lead {
        /// Who was to move.
        lead: usize,
        /// How many play.
        players: usize,
    },
    /// The cards on the table are nothing that may be played.
    #[error("{0} cannot be on the table: these cards are no combination here")]
    Last(Hand),
}

impl Puzzle {
    /// The landlord's hand and the opponent's, or both farmers' in the order of play. The landlord
    /// is to move, on an empty table.
    ///
    /// # Errors
    /// When there are not two or three hands, one is empty, or the deck has not so many cards.
    pub fn new(hands: &[Hand], options: &Options) -> Result<Self, PuzzleError> {
        if !(2..=3).contains(&hands.len()) {
            return Err(PuzzleError::Hands(hands.len()));
        }
        let mut all = Hand::EMPTY;
        for (player, &hand) in (1..).zip(hands) {
            if hand.is_empty() {
                return Err(PuzzleError::NoCards(player));
            }
            all = all.with(hand).ok_or(PuzzleError::NotInDeck(hand))?;
        }
        Ok(Self {
            hands: hands.to_vec(),
            lead: 0,
            last: None,
            options: *options,
            banned: 0,
        })
    }

    /// The hands.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// Leaves out kinds of combinations.
    #[must_use]
    pub fn ban(mut self, ban: Ban) -> Self {
        for &kind in ban.kinds() {
            self.banned |= 1 << kind as u32;
        }
        self
    }

    /// Somebody else is to move: player 1, 2 or 3.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn lead(mut self, player: usize) -> Result<Self, PuzzleError> {
        if !(1..=self.hands.len()).contains(&player) {
            return Err(PuzzleError::Lead {
                lead: player,
                players: self.hands.len(),
            });
        }
        self.lead = player - 1;
        Ok(self)
    }

    /// The player before the one to move has just played these cards, read as a leader's. They are
    /// in nobody's hand any more.
    ///
    /// # Errors
    /// When they are no combination, a banned one, or more than the deck has beside the hands.
    pub fn last(mut self, cards: Hand) -> Result<Self, PuzzleError> {
        let mut all = cards;
        for &hand in &self.hands {
            all = all.with(hand).ok_or(PuzzleError::NotInDeck(cards))?;
        }
        let last = playable(cards, None, &self.options).map_err(|_| PuzzleError::Last(cards))?;
        if self.banned >> last.kind() as u32 & 1 == 1 {
            return Err(PuzzleError::Last(cards));
        }
        self.last = Some(last);
        Ok(self)
    }
}
