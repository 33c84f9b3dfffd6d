//! What a table knows besides where the cards are: whose turn it is, the colour in force, what is
//! due, and what may still be objected to. One small value, the same in the simulator and in the
//! engine.

use crate::{
    card::{Card, Color},
    hand::Kinds,
    profile::Rules,
};
use std::hint::select_unpredictable;

/// A place at the table, from 0 in the order of play.
pub type Seat = u8;

/// Which seats, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seats(u16);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// These and one more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat)
    }

    /// The first seats, so many (at most 16).
    #[must_use]
    pub const fn first(seats: u8) -> Self {
        Self(((1_u32 << seats) - 1) as u16)
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat))
    }

    /// Whether the seat is among them; a number past the last seat is not.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat < 16 && self.0 >> seat & 1 != 0
    }

    /// Whether there is nobody.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One bit a seat, seat 0 the lowest.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Whose turn it is, and where it goes from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Number of players, 2 to 10.
    pub players: u8,
    /// The seat on turn.
    pub current: Seat,
    /// Whether play goes to the lower seats (after an odd number of Reverses).
    pub reversed: bool,
}

impl Turn {
    /// 1 towards the higher seats, -1 towards the lower.
    #[must_use]
    pub const fn direction(&self) -> i8 {
        if self.reversed { -1 } else { 1 }
    }

    /// The seat after this one in the direction of play.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, seat: Seat) -> Seat {
        self.wrapped(seat + self.step())
    }

    /// How many seats further in ascending order the next one is.
    #[inline(always)]
    fn step(&self) -> u8 {
        select_unpredictable(self.reversed, self.players.wrapping_sub(1), 1)
    }

    /// A seat, counted on past the last one.
    // Without a branch, as in all that passes the turn on: no processor foresees where it goes.
    #[inline(always)]
    const fn wrapped(&self, seat: u8) -> Seat {
        let beyond = seat.wrapping_sub(self.players) as i8;
        // All ones if it is below 0.
        let back = (beyond >> 7) as u8;
        (beyond as u8).wrapping_add(self.players & back)
    }

    /// The seat after the one on turn.
    #[must_use]
    pub fn next(&self) -> Seat {
        self.after(self.current)
    }

    /// The seats in the order of play, beginning with this one.
    pub fn from(self, first: Seat) -> impl Iterator<Item = Seat> {
        std::iter::successors(Some(first), move |seat| Some(self.after(*seat)))
            .take(usize::from(self.players))
    }

    /// The seat that wins together with this one, or itself without teams.
    #[must_use]
    pub const fn partner(&self, seat: Seat, rules: &Rules) -> Seat {
        if rules.options().teams {
            (seat + self.players / 2) % self.players
        } else {
            seat
        }
    }
}

/// What the player on turn must do before anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pending {
    /// Nothing: the turn is open.
    Nothing,
    /// Name the colour of the wild card on top; its effect and the end of the turn follow.
    Color,
    /// Name the colour of the wild card the round begins with, and then play.
    FirstColor,
    /// Choose whose hand to swap with.
    Target,
    /// Challenge the Wild Draw Four on top or accept it.
    Challenge,
}

/// What the player on turn has drawn in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// Has not drawn.
    NotYet,
    /// Has drawn, but there was no card.
    NoCard,
    /// This card last.
    Card(Card),
}

impl Drawn {
    /// Whether the player on turn has drawn, though there may have been no card.
    #[inline(always)]
    #[must_use]
    pub const fn any(self) -> bool {
        !matches!(self, Self::NotYet)
    }

    /// The kind of the card drawn last.
    #[inline(always)]
    #[must_use]
    pub const fn kinds(self) -> Kinds {
        match self {
            Self::Card(card) => card.equals(),
            Self::NotYet | Self::NoCard => Kinds::EMPTY,
        }
    }
}

/// How far the round is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It goes on.
    Playing,
    /// Somebody went out, or had the fewest points at a stalemate.
    Won(Seats),
    /// It ended without a winner.
    Stalemate,
}

/// The table without its cards.
///
/// `drawn` is known to the player on turn only, `bluff` to nobody until a challenge is decided;
/// everything else is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// Whose turn it is.
    pub turn: Turn,
    /// The card to match. It lies on top of the discard pile, except after a reshuffle of all
    /// cards ([`Exhaustion::All`](crate::profile::Exhaustion::All)).
    pub top: Card,
    /// The colour in force; none while one is due.
    pub color: Option<Color>,
    /// What is due first.
    pub pending: Pending,
    /// Cards of the open penalty, which the player on turn draws unless it is passed on; 0 when
    /// there is none.
    pub penalty: u8,
    /// Whether the open penalty's last card was a Wild Draw Four.
    pub penalty_of_four: bool,
    /// What the player on turn has drawn.
    pub drawn: Drawn,
    /// Who played the card on top; the player on turn before anything was played.
    pub played_by: Seat,
    /// Whether the Wild Draw Four on top was played with a card of the colour then in force.
    pub bluff: bool,
    /// Whether the player on turn has called UNO in this turn.
    pub called: bool,
    /// Who has one card left, has not called UNO, and can still be caught.
    pub exposed: Option<Seat>,
    /// How many turns in a row ended because nothing could be played or drawn.
    pub idle: u8,
    /// How far the round is.
    pub stage: Stage,
}

impl Table {
    /// A table at which this card has just been turned up and this seat plays first. What the card
    /// does is [`open`](crate::flow::open)'s to say.
    #[must_use]
    pub const fn new(players: u8, first: Seat, top: Card) -> Self {
        Self {
            turn: Turn {
                players,
                current: first,
                reversed: false,
            },
            top,
            color: top.color(),
            pending: Pending::Nothing,
            penalty: 0,
            penalty_of_four: false,
            drawn: Drawn::NotYet,
            played_by: first,
            bluff: false,
            called: false,
            exposed: None,
            idle: 0,
            stage: Stage::Playing,
        }
    }

    /// Whether the round is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        !matches!(self.stage, Stage::Playing)
    }

    /// Whether the turn is open and nothing has happened in it.
    #[inline]
    #[must_use]
    pub const fn is_fresh(&self) -> bool {
        matches!(
            (self.pending, self.drawn),
            (Pending::Nothing, Drawn::NotYet)
        ) && self.penalty == 0
    }

    /// Turns the direction of play.
    pub const fn reverse(&mut self) {
        self.turn.reversed = !self.turn.reversed;
    }

    /// Passes the turn to the next player, or to the one after.
    #[inline(always)]
    pub fn end_turn(&mut self, skip: bool) {
        let turn = &self.turn;
        let skipped = turn.step() * skip as u8;
        self.turn.current = turn.wrapped(turn.next() + skipped);
        self.drawn = Drawn::NotYet;
        self.called = false;
    }
}
