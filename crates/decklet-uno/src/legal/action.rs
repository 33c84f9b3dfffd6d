//! Actions, and lists of them.

use crate::{
    bits::{Bits, Shifts},
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

/// Bits of [`Legal`]'s first word, after those of the kinds of cards.
const DRAW_BIT: u32 = 60;
const END_TURN_BIT: u32 = 61;
pub(super) const DRAW: u64 = 1 << DRAW_BIT;
pub(super) const END_TURN: u64 = 1 << END_TURN_BIT;

/// Bits of [`Legal`]'s second word.
pub(super) const COLORS: u32 = 0b1111;
pub(super) const TARGETS: u32 = 1 << 4;
pub(super) const CHALLENGE: u32 = 1 << 14;
pub(super) const ACCEPT: u32 = 1 << 15;
pub(super) const CALL: u32 = 1 << 16;
pub(super) const FALSE_CALL: u32 = 1 << 17;
pub(super) const CATCHES: u32 = 1 << 18;

/// The actions a seat may take, equal cards once (the lowest number stands for them).
///
/// Their order is fixed: `PLAY_CARD` by the card's number, `DRAW_CARD`, `END_TURN`, `CHOOSE_COLOR`
/// red, yellow, green, blue, `CHOOSE_TARGET` by seat, `CHALLENGE`, `ACCEPT`, `CALL_UNO`, `CATCH`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Legal {
    pub(super) hand: Hand,
    /// What may be played of the hand, each kind once, then drawing and ending the turn.
    pub(super) most: u64,
    /// Everything else.
    pub(super) others: u32,
}

impl Legal {
    pub(super) const NOTHING: Self = Self {
        hand: Hand::EMPTY,
        most: 0,
        others: 0,
    };

    /// How many actions.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.count(Shifts)
    }

    #[inline(always)]
    pub(crate) fn count(&self, bits: impl Bits) -> u32 {
        let most = bits.count(self.most);
        match self.others {
            0 => most,
            others => most + others.count_ones(),
        }
    }

    /// Whether there is nothing this seat may do.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.most == 0 && self.others == 0
    }

    /// The cards that may be played, equal ones once.
    #[must_use]
    pub const fn plays(&self) -> Hand {
        self.hand.of(Kinds::of_bits(self.most)).different()
    }

    /// Action number `index`, from 0.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<Action> {
        self.find(Shifts, index)
    }

    #[inline(always)]
    pub(crate) fn find(&self, bits: impl Bits, index: u32) -> Option<Action> {
        let most = bits.count(self.most);
        if index >= most {
            return other(self.others, index - most);
        }
        match bits.place(self.most, index) {
            DRAW_BIT => Some(Action::Draw),
            END_TURN_BIT => Some(Action::EndTurn),
            place => self.hand.lowest(place).map(Action::Play),
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
    #[inline(always)]
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
    #[inline]
    #[must_use]
    pub(crate) const fn without_drawing(self) -> Self {
        Self {
            most: self.most & !(DRAW | END_TURN),
            others: self.others & !FALSE_CALL,
            ..self
        }
    }

    /// Only drawing, if it is allowed.
    #[inline]
    #[must_use]
    pub(crate) const fn only_drawing(self) -> Self {
        Self {
            most: self.most & DRAW,
            others: 0,
            ..self
        }
    }
}

/// Action number `index` of [`Legal`]'s second word.
#[inline(never)]
fn other(mut others: u32, index: u32) -> Option<Action> {
    for _ in 0..index {
        others &= others.wrapping_sub(1);
    }
    action_of(others.trailing_zeros())
}

/// The action of one bit of [`Legal`]'s second word; nothing for a place past the last.
fn action_of(place: u32) -> Option<Action> {
    Some(match place {
        0..4 => Action::ChooseColor(UNO_COLORS[place as usize]),
        4..14 => Action::ChooseTarget(place as Seat - 4),
        14 => Action::Challenge,
        15 => Action::Accept,
        16 | 17 => Action::CallUno,
        18..28 => Action::Catch(place as Seat - 18),
        _ => return None,
    })
}
