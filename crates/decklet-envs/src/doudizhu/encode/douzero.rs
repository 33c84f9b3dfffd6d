//! As the paper of DouZero describes (Zha et al., "DouZero: Mastering DouDizhu with Self-Play Deep
//! Reinforcement Learning", 2021, appendix on features). Version 1.
//!
//! Matrices of [cards](super::CARDS) unless said otherwise. *Up* is the seat before the landlord,
//! *down* the seat after.
//!
//! | landlord, 1129 | farmer, 1240 |
//! |---|---|
//! | 0: own hand | 0: own hand |
//! | 54: all hands of the others | 54: all hands of the others |
//! | 108: the cards to beat | 108: played by the landlord |
//! | 162: played by up | 162: played by the other farmer |
//! | 216: played by down | 216: the cards to beat |
//! | 270: up's cards left, 17 places | 270: the landlord's latest turn |
//! | 287: down's cards left, 17 places | 324: the other farmer's latest turn |
//! | 304: bombs played, 15 places | 378: the landlord's cards left, 20 places |
//! | 319: the last 15 turns, the oldest first | 398: the other farmer's cards left, 17 places |
//! | | 415: bombs played, 15 places |
//! | | 430: the last 15 turns, the oldest first |
//!
//! The 15 turns are the 5 × 162 of the paper's LSTM: `obs[-810:].reshape(5, 162)`. Cards left are one
//! 1 at the place of their number less one, all 0 for none; bombs one 1 at the place of their number,
//! the last for more.

use super::{super::Seen, CARDS, Writer};
use decklet_doudizhu::{hand::Hand, seat::Seat};

pub const SIZES: [usize; 2] = [
    5 * CARDS + 17 + 17 + BOMBS + TURNS * CARDS,
    7 * CARDS + 20 + 17 + BOMBS + TURNS * CARDS,
];
const BOMBS: usize = 15;
const TURNS: usize = 15;

pub fn encode(seen: &Seen<'_>, out: &mut Writer<'_>) {
    out.cards(seen.hand);
    out.cards(seen.unseen);
    match seen.landlord {
        Some(landlord) if landlord == seen.me => of_landlord(seen, out),
        Some(landlord) => of_farmer(seen, landlord, out),
        None => return,
    }
    out.one_of(BOMBS, usize::from(seen.bombs).min(BOMBS - 1));
    let recent = &seen.trace[seen.trace.len().saturating_sub(TURNS)..];
    out.next((TURNS - recent.len()) * CARDS);
    recent.iter().for_each(|turn| out.cards(turn.cards));
}

fn of_landlord(seen: &Seen<'_>, out: &mut Writer<'_>) {
    let [down, up] = seen.others();
    out.cards(seen.to_beat());
    out.cards(seen.played[up.index()]);
    out.cards(seen.played[down.index()]);
    left(seen, up, 17, out);
    left(seen, down, 17, out);
}

fn of_farmer(seen: &Seen<'_>, landlord: Seat, out: &mut Writer<'_>) {
    let [next, previous] = seen.others();
    let mate = if next == landlord { previous } else { next };
    let latest = |seat: Seat| {
        let turn = seen.trace.iter().rev().find(|turn| turn.seat == seat);
        turn.map_or(Hand::EMPTY, |turn| turn.cards)
    };
    out.cards(seen.played[landlord.index()]);
    out.cards(seen.played[mate.index()]);
    out.cards(seen.to_beat());
    out.cards(latest(landlord));
    out.cards(latest(mate));
    left(seen, landlord, 20, out);
    left(seen, mate, 17, out);
}

fn left(seen: &Seen<'_>, seat: Seat, places: usize, out: &mut Writer<'_>) {
    let left = usize::from(seen.left[seat.index()]);
    out.one_of(places, left.wrapping_sub(1));
}
