//! What one seat may see of a game: all that an encoder gets.

use decklet_doudizhu::{combination::Combination, flow::Phase, hand::Hand, seat::Seat};

/// One turn of the play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose.
    pub seat: Seat,
    /// The cards played; none for a pass.
    pub cards: Hand,
}

/// What one seat may see. There is no hidden card in it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Whose view it is.
    pub me: Seat,
    /// The landlord, once there is one.
    pub landlord: Option<Seat>,
    /// The own hand.
    pub hand: Hand,
    /// Every card that is neither in the own hand nor played.
    pub unseen: Hand,
    /// How many cards each seat holds.
    pub left: [u8; 3],
    /// What each seat has played.
    pub played: [Hand; 3],
    /// What each seat that laid its hand open holds.
    pub shown: [Option<Hand>; 3],
    /// The bottom cards, once the landlord has taken them.
    pub bottom: Option<Hand>,
    /// Every turn of the play, the first first.
    pub trace: &'a [Turn],
    /// What the next play has to beat.
    pub last: Option<Combination>,
    /// Who played last.
    pub last_seat: Option<Seat>,
    /// Bombs and rockets played.
    pub bombs: u8,
    /// Robs in the auction.
    pub robs: u8,
    /// The highest bid of points.
    pub bid: u8,
    /// Who would be landlord if the auction ended now.
    pub candidate: Option<Seat>,
    /// Who is on turn.
    pub turn: Seat,
    /// Where the game stands.
    pub phase: Phase,
}

impl Seen<'_> {
    /// The cards that the next play has to beat: the latest play, unless two passed on it.
    #[must_use]
    pub fn to_beat(&self) -> Hand {
        match self.trace {
            [.., one, two] if two.cards.is_empty() => one.cards,
            [.., two] => two.cards,
            [] => Hand::EMPTY,
        }
    }

    /// The seats from the next one on in playing order: the next, and the one before.
    #[must_use]
    pub const fn others(&self) -> [Seat; 2] {
        [self.me.next(), self.me.next().next()]
    }
}
