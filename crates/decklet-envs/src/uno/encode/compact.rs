//! As few numbers as say all a seat needs. Version 1.
//!
//! Kinds of cards as [`KINDS`](super::KINDS) has them. *Relative* seats are counted from this one upwards.
//!
//! | place | what |
//! |---|---|
//! | 0 | own hand: how many of each kind |
//! | 57 | played cards: how many of each kind |
//! | 114 | the card to match: 1 at its kind |
//! | 171 | the colour in force: red, green, blue, yellow |
//! | 175 | cards of each relative seat, 0 where nobody sits; 127 for more |
//! | 185 | on turn: 1 at the relative seat |
//! | 195 | who can be caught: 1 at the relative seat |
//! | 205 | direction: 1 towards higher seats, −1 towards lower |
//! | 206 | players |
//! | 207 | cards of the open penalty, 127 for more |
//! | 208 | cards in the deck |
//! | 209 | what is due: nothing, a colour, the first colour, a target, an answer to a Wild Draw Four |
//! | 214 | whether the player on turn has called UNO |
//! | 215 | whether this seat has drawn in this turn |
//! | 216 | the kind of the card it has drawn, from 1 |

use super::{
    super::{Seen, ids},
    KINDS, count_kind, count_kinds, kind,
};
use decklet_uno::{profile::MAX_PLAYERS, table::Pending};

pub const SIZE: usize = 3 * KINDS + 4 + 3 * MAX_PLAYERS + 4 + 5 + 3;

pub fn encode(seen: &Seen<'_>, out: &mut [i8]) {
    out.fill(0);
    let players = usize::from(seen.turn.players);
    let me = usize::from(seen.me);
    let relative = |seat: u8| (usize::from(seat) + players - me) % players;
    count_kinds(seen.hand, &mut out[..KINDS]);
    for &card in seen.discard {
        count_kind(card, &mut out[KINDS..2 * KINDS]);
    }
    out[2 * KINDS + kind(seen.top)] = 1;
    if let Some(color) = seen.color {
        out[171 + ids::color_place(color) as usize] = 1;
    }
    for place in 0..players {
        out[175 + place] = small(seen.left[(me + place) % players]);
    }
    out[185 + relative(seen.turn.current)] = 1;
    if let Some(seat) = seen.exposed {
        out[195 + relative(seat)] = 1;
    }
    out[205] = seen.turn.direction();
    out[206] = small(seen.turn.players);
    out[207] = small(seen.penalty);
    out[208] = small(seen.deck);
    let due = match seen.pending {
        Pending::Nothing => 0,
        Pending::Color => 1,
        Pending::FirstColor => 2,
        Pending::Target => 3,
        Pending::Challenge => 4,
    };
    out[209 + due] = 1;
    out[214] = i8::from(seen.called);
    out[215] = i8::from(seen.drawn.is_some());
    out[216] = seen.drawn.map_or(0, |card| kind(card) as i8 + 1);
}

fn small(number: u8) -> i8 {
    number.min(127) as i8
}
