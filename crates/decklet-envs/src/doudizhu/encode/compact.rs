//! As few numbers as say all a seat needs. Version 1.
//!
//! *Counts* are 15 numbers, how many cards of each rank from 3 to the big joker. *Next* is the seat
//! that moves after this one, *previous* the other.
//!
//! | place | what |
//! |---|---|
//! | 0 | own hand, counts |
//! | 15 | all cards that are neither played nor in the own hand, counts |
//! | 30 | the cards to beat, counts |
//! | 45, 60, 75 | played by this seat, next, previous, counts |
//! | 90 | bottom cards, counts; 0 before the landlord has them |
//! | 105, 120 | the hand that next, previous has laid open, counts |
//! | 135 | cards left: this seat, next, previous |
//! | 138 | the landlord: this seat, next, previous, 1 at one of them |
//! | 141 | who played last: this seat, next, previous |
//! | 144 | on turn: this seat, next, previous |
//! | 147 | who would be landlord if the auction ended now: this seat, next, previous |
//! | 150 | what is to be beaten: kind from 1, lowest rank from 1, length; 0 for a leader |
//! | 153 | bombs and rockets played |
//! | 154 | robs |
//! | 155 | highest bid of points |
//! | 156 | turns played, 127 for more |
//! | 157 | passes since the last play, 0 to 2 |
//! | 158 | the phase: ready, bidding, bottom, doubling, redeal, playing, finished; 1 at one of them |
//! | 165 | 0 |
//!
//! An action is 18 numbers: the counts of its cards, then kind from 1, lowest rank from 1 and length;
//! passing is all 0. An action that is no play has the kind 20 and says in place 16 which it is: 1
//! ready, 2 showing, 3 declining and 4 calling, 5 declining and 6 robbing, 7 to 10 the bids of 0 to 3
//! points, 11 and up the factors of doubling, 10 added.

use super::{super::Seen, RANKS, Writer};
use decklet_doudizhu::{
    auction::Bid, combination::Combination, deal::Move, flow::Phase, hand::Hand, seat::Seat,
};

pub const SIZE: usize = 9 * RANKS + 3 + 4 * 3 + 3 + 5 + 7 + 1;
pub const ACTION_SIZE: usize = RANKS + 3;

pub fn encode(seen: &Seen<'_>, out: &mut Writer<'_>) {
    let seats = seen.me.round();
    let [_, next, previous] = seats;
    out.counts(seen.hand);
    out.counts(seen.unseen);
    let to_beat = if seen.last.is_some() {
        seen.to_beat()
    } else {
        Hand::EMPTY
    };
    out.counts(to_beat);
    for seat in seats {
        out.counts(seen.played[seat.index()]);
    }
    out.counts(seen.bottom.unwrap_or_default());
    for seat in [next, previous] {
        out.counts(seen.shown[seat.index()].unwrap_or_default());
    }
    for seat in seats {
        out.number(seen.left[seat.index()]);
    }
    let whose = |out: &mut Writer<'_>, seat: Option<Seat>| {
        let place = seats.iter().position(|&other| Some(other) == seat);
        out.one_of(3, place.unwrap_or(3));
    };
    whose(out, seen.landlord);
    whose(out, seen.last_seat);
    whose(
        out,
        Some(seen.turn).filter(|_| seen.phase != Phase::Finished),
    );
    whose(out, seen.candidate);
    combination(seen.last, out);
    out.number(seen.bombs);
    out.number(seen.robs);
    out.number(seen.bid);
    out.number(seen.trace.len().min(127) as u8);
    let passes = seen
        .trace
        .iter()
        .rev()
        .take_while(|turn| turn.cards.is_empty());
    out.number(passes.take(2).count() as u8);
    out.one_of(7, seen.phase as usize);
}

fn combination(combination: Option<Combination>, out: &mut Writer<'_>) {
    let [kind, low, length] = combination.map_or([0; 3], |combination| {
        [
            combination.kind() as u8 + 1,
            combination.low() as u8 + 1,
            combination.length(),
        ]
    });
    for number in [kind, low, length] {
        out.number(number);
    }
}

pub fn encode_action(choice: Move, out: &mut Writer<'_>) {
    let which = match choice {
        Move::Play(play) => {
            out.counts(play.cards);
            return combination(Some(play.combination), out);
        }
        Move::Pass => return,
        Move::Ready => 1,
        Move::ShowCards => 2,
        Move::Bid(Bid::Call(yes)) => 3 + u8::from(yes),
        Move::Bid(Bid::Rob(yes)) => 5 + u8::from(yes),
        Move::Bid(Bid::Points(points)) => 7 + points,
        Move::Double(factor) => 10 + factor,
    };
    out.next(RANKS);
    out.number(20);
    out.number(which);
}
