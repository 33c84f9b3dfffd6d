//! Bids, doublings and showing: how much to risk on a hand.

use super::policy::Policy;
use decklet_doudizhu::{
    auction::Bid,
    card::Rank,
    deal::Move,
    flow::{Flow, Phase},
    hand::Hand,
    seat::Seat,
};

// Bounds are in the unit of [`strength`]. They come from 20,000 games of the policy against itself,
// profile `douzero`: the landlord wins half of its games from a strength of -24 on with 17 cards and
// of -18 with the bottom cards, 60 % from -12, 75 % from 0, 90 % from 18; a farmer's side wins 70 %
// when that farmer has 0.

/// Calling, or a bid of one point.
const CALL: i16 = -21;
/// Robbing multiplies the stake.
const ROB: i16 = -9;
/// A bid of two, and of three points.
const BID: [i16; 2] = [-15, -6];
/// Doubling as the landlord, the bottom cards in the hand, and as a farmer.
const DOUBLE: [i16; 2] = [0, 0];
/// The higher doubling needs so much more.
const SUPER: i16 = 16;
/// Showing the hand, as landlord after the bottom cards: it raises the stake and tells everything.
const SHOW: i16 = 30;

/// How strong a hand is for the auction: what its groups are worth, and its controls again.
pub(crate) fn strength(policy: &mut Policy, hand: Hand) -> i16 {
    let controls = i16::from(hand.count(Rank::BigJoker)) * 8
        + i16::from(hand.count(Rank::SmallJoker)) * 6
        + i16::from(hand.count(Rank::Two)) * 4;
    policy.worth(hand).value + 2 * controls
}

/// How much this move is wanted outside the play; the highest is taken, the first of equals.
pub(crate) fn wish(choice: Move, strength: i16, flow: &Flow, me: Seat) -> i16 {
    match choice {
        Move::Bid(Bid::Call(call)) => yes(call, strength >= CALL),
        Move::Bid(Bid::Rob(rob)) => yes(rob, strength >= ROB),
        Move::Bid(Bid::Points(points)) => {
            let most = match strength {
                strength if strength < CALL => 0,
                strength => 1 + BID.iter().filter(|&&least| strength >= least).count() as i16,
            };
            // The highest bid that is not too high; passing is a bid of 0.
            let points = i16::from(points);
            if points <= most { points } else { -points }
        }
        Move::Double(factor) => {
            let least = DOUBLE[usize::from(flow.landlord != Some(me))];
            let wanted = match strength - least {
                over if over < 0 => 1,
                over if over < SUPER => 2,
                _ => i16::MAX,
            };
            // The highest factor that is not too high.
            let factor = i16::from(factor);
            if factor <= wanted { factor } else { -factor }
        }
        Move::ShowCards => yes(true, flow.phase == Phase::Bottom && strength >= SHOW),
        Move::Ready => 0,
        Move::Play(_) | Move::Pass => 0,
    }
}

fn yes(says: bool, wanted: bool) -> i16 {
    if says == wanted { 1 } else { -1 }
}
