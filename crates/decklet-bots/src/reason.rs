//! Why a move is good, in a few words; the words themselves are the program's.

use decklet_uno::card::Color;

/// Why a move is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is nothing else to do.
    OnlyMove,
    /// These are the last cards.
    GoesOut,
    /// No other player can beat it.
    NobodyBeats,
    /// It wins, whatever the others do: the seat can know all cards.
    Wins,
    /// The next player has so few cards, and could go out on less.
    KeepsOut {
        /// How many cards that player has.
        cards: u8,
    },
    /// The next player has so few cards and is attacked.
    Attacks {
        /// How many cards that player has.
        cards: u8,
    },
    /// It did best in so many games played on from here.
    Searched {
        /// How many.
        games: u64,
    },

    /// The hand can be played in fewer turns.
    Turns {
        /// In so many after it.
        left: u8,
        /// In so many before.
        now: u8,
    },
    /// A bomb or the rocket is worth more later.
    KeepsBomb,
    /// Whatever could be played would tear the hand apart.
    KeepsTogether,
    /// An opponent is about to go out.
    Stops {
        /// How many cards that opponent has.
        cards: u8,
    },
    /// The partner's cards are on the table.
    PartnerHolds,
    /// The partner comes next and may go out on it.
    HelpsPartner,
    /// The hand is strong enough.
    Strong,
    /// The hand is not strong enough.
    Weak,

    /// No other card fits.
    OnlyFit,
    /// Nothing fits.
    NothingFits,
    /// A wild card is worth more later.
    KeepsWild,
    /// A card of a colour of which few are left in the hand.
    FewOf(Color),
    /// The colour of most cards of the hand.
    MostOf(Color),
    /// One card is or will be left, and that must be said.
    CallsUno,
    /// Somebody has one card left and has not said so.
    Catches,
    /// The shortest hand is taken.
    ShortestHand {
        /// How many cards that player has.
        cards: u8,
    },
    /// The Wild Draw Four was probably laid though the colour could have been followed.
    Bluff,
    /// The Wild Draw Four was probably laid rightly.
    NoBluff,
}
