//! As RLCard 1.2.0 (`rlcard/envs/doudizhu.py`), quirks included. Version 1.
//!
//! Matrices of [cards](super::CARDS) unless said otherwise. *Up* is the seat before the landlord,
//! *down* the seat after.
//!
//! | landlord, 790 | farmer, 901 |
//! |---|---|
//! | 0: own hand | 0: own hand |
//! | 54: all hands of the others | 54: all hands of the others |
//! | 108: the cards to beat | 108: the cards to beat |
//! | 162: the last 9 turns, the oldest first | 162: the last 9 turns, the oldest first |
//! | 648: played by up | 648: played by the landlord |
//! | 702: played by down | 702: played by the other farmer |
//! | 756: up's cards left, 17 places | 756: the landlord's FIRST turn |
//! | 773: down's cards left, 17 places | 810: the other farmer's FIRST turn |
//! | | 864: the landlord's cards left, 20 places |
//! | | 884: the other farmer's cards left, 17 places |
//!
//! Cards left are one 1 at the place of their number less one; 0 cards are a 1 at the last place.
//! RLCard means the two marked first turns to be the latest. (It fails where a farmer's state is asked
//! for before the landlord has played; here those places are 0.)

use super::{super::Seen, CARDS, Writer};
use decklet_doudizhu::{hand::Hand, seat::Seat};

pub const SIZES: [usize; 2] = [
    3 * CARDS + TURNS * CARDS + 2 * CARDS + 17 + 17,
    3 * CARDS + TURNS * CARDS + 4 * CARDS + 20 + 17,
];
const TURNS: usize = 9;

pub fn encode(seen: &Seen<'_>, out: &mut Writer<'_>) {
    out.cards(seen.hand);
    out.cards(seen.unseen);
    out.cards(seen.to_beat());
    let recent = &seen.trace[seen.trace.len().saturating_sub(TURNS)..];
    out.next((TURNS - recent.len()) * CARDS);
    recent.iter().for_each(|turn| out.cards(turn.cards));
    let Some(landlord) = seen.landlord else {
        return;
    };
    let played = |seat: Seat| seen.played[seat.index()];
    if landlord == seen.me {
        let [down, up] = seen.others();
        out.cards(played(up));
        out.cards(played(down));
        left(seen, up, 17, out);
        left(seen, down, 17, out);
        return;
    }
    let [next, previous] = seen.others();
    let mate = if next == landlord { previous } else { next };
    let first = |seat: Seat| {
        let turn = seen.trace.iter().find(|turn| turn.seat == seat);
        turn.map_or(Hand::EMPTY, |turn| turn.cards)
    };
    out.cards(played(landlord));
    out.cards(played(mate));
    out.cards(first(landlord));
    out.cards(first(mate));
    left(seen, landlord, 20, out);
    left(seen, mate, 17, out);
}

fn left(seen: &Seen<'_>, seat: Seat, places: usize, out: &mut Writer<'_>) {
    let left = usize::from(seen.left[seat.index()]);
    out.one_of(places, (left + places - 1) % places);
}
