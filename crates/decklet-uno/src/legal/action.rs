//! Actions, and lists of them.

use crate::{
    card::{Card, Color, UNO_COLORS},
    hand::{Hand, Kinds},
    table::Seat,
};

/// Something a player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// `PLAY_CARD`: lay this card.
    Play(Card),
    /// `DRAW_CARD`: draw as the options say, or take the open penalty.
    Draw,
    /// `END_TURN`: let the next player play.
    EndTurn,
    /// `CHOOSE_COLOR`: name the colour of a wild card.
    ChooseColor(Color),
    /// `CHOOSE_TARGET`: swap hands with this seat.
    ChooseTarget(Seat),
    /// `CHALLENGE`: claim that the Wild Draw Four on top was a bluff.
    Challenge,
    /// `ACCEPT`: draw for the Wild Draw Four on top.
    Accept,
    /// `CALL_UNO`: say that one card is left, or will be.
    CallUno,
    /// `CATCH`: point at this seat, which has one card left and did not say so.
    Catch(Seat),
}

impl Action {
    /// The type on the wire.
    #[must_use]
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Play(_) => "PLAY_CARD",
            Self::Draw => "DRAW_CARD",
            Self::EndTurn => "END_TURN",
            Self::ChooseColor(_) => "CHOOSE_COLOR",
            Self::ChooseTarget(_) => "CHOOSE_TARGET",
            Self::Challenge => "CHALLENGE",
            Self::Accept => "ACCEPT",
            Self::CallUno => "CALL_UNO",
            Self::Catch(_) => "CATCH",
        }
    }
}

pub(super) const DRAW: u32 = 1;
pub(super) const END_TURN: u32 = 1 << 1;
pub(super) const COLORS: u32 = 0b1111 << 2;
pub(super) const TARGETS: u32 = 1 << 6;
pub(super) const CHALLENGE: u32 = 1 << 16;
pub(super) const ACCEPT: u32 = 1 << 17;
pub(super) const CALL: u32 = 1 << 18;
pub(super) const FALSE_CALL: u32 = 1 << 19;
pub(super) const CATCHES: u32 = 1 << 20;

/// The actions a seat may take, equal cards once (the lowest number stands for them).
///
/// Their order is fixed: `PLAY_CARD` by the card's number, `DRAW_CARD`, `END_TURN`, `CHOOSE_COLOR`
/// red, yellow, green, blue, `CHOOSE_TARGET` by seat, `CHALLENGE`, `ACCEPT`, `CALL_UNO`, `CATCH`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Legal {
    pub(super) hand: Hand,
    /// What may be played of the hand, each kind once.
    pub(super) kinds: Kinds,
    pub(super) others: u32,
}

impl Legal {
    pub(super) const NOTHING: Self = Self {
        hand: Hand::EMPTY,
        kinds: Kinds::EMPTY,
        others: 0,
    };

    /// How many actions.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> u32 {
        // Most often drawing or ending the turn is all there is besides cards.
        let others = match self.others {
            0 => 0,
            DRAW | END_TURN => 1,
            many => many.count_ones(),
        };
        self.kinds.len() + others
    }

    /// Whether there is nothing this seat may do.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.kinds.is_empty() && self.others == 0
    }

    /// The cards that may be played, equal ones once.
    #[must_use]
    pub const fn plays(&self) -> Hand {
        self.hand.of(self.kinds).different()
    }

    /// Action number `index`, from 0.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u32) -> Option<Action> {
        let (mut kinds, mut others) = (self.kinds, self.others);
        for _ in 0..index {
            if kinds.is_empty() {
                others &= others.wrapping_sub(1);
            } else {
                kinds = kinds.without_first();
            }
        }
        match self.hand.first_of(kinds) {
            Some(card) => Some(Action::Play(card)),
            None => action_of(others.trailing_zeros()),
        }
    }

    /// The actions in order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        (0..).map_while(move |index| self.get(index))
    }

    /// Whether the action is in the list.
    #[must_use]
    pub fn contains(&self, action: Action) -> bool {
        self.iter().any(|listed| listed == action)
    }

    /// What is left for a player who draws only when stuck: everything but drawing, ending the
    /// turn and calling UNO without reason; if that is nothing, drawing; if that is not allowed,
    /// everything.
    #[inline]
    #[must_use]
    pub fn draw_when_stuck(self) -> Self {
        let active = self.without_drawing();
        if !active.is_empty() {
            return active;
        }
        let draw = self.only_drawing();
        if draw.is_empty() { self } else { draw }
    }

    /// Everything but drawing, ending the turn and calling UNO without reason.
    #[must_use]
    pub(crate) fn without_drawing(self) -> Self {
        let others = self.others & !(DRAW | END_TURN | FALSE_CALL);
        Self { others, ..self }
    }

    /// Only drawing, if it is allowed.
    #[must_use]
    pub(crate) const fn only_drawing(self) -> Self {
        Self {
            kinds: Kinds::EMPTY,
            others: self.others & DRAW,
            ..self
        }
    }
}

/// The action of one bit of [`Legal`]; nothing for a place past the last.
fn action_of(place: u32) -> Option<Action> {
    Some(match place {
        0 => Action::Draw,
        1 => Action::EndTurn,
        2..6 => Action::ChooseColor(UNO_COLORS[place as usize - 2]),
        6..16 => Action::ChooseTarget(place as Seat - 6),
        16 => Action::Challenge,
        17 => Action::Accept,
        18 | 19 => Action::CallUno,
        20..30 => Action::Catch(place as Seat - 20),
        _ => return None,
    })
}
