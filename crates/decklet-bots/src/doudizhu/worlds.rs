//! Ways in which the hidden cards may lie, likelier ones more often.
//!
//! Cards that were seen stay where they are; the others are dealt out at random to who must hold
//! them. Such a world is kept with the chance [`likelihood`]: a player who passed on an opponent's
//! card has probably nothing natural to play above it.

use super::sight::{Refusal, Sight};
use arrayvec::ArrayVec;
use decklet_doudizhu::{
    card::{DECK_SIZE, Rank},
    combination::Kind,
    deal::Deal,
    flow::Phase,
    hand::Hand,
    seat::Seat,
};
use decklet_engine::Rng;

/// Chances are in 256ths.
const SURE: u32 = 256;
/// For each refusal in a world where the player held, untorn, what would have beaten it up to the
/// ace.
const HELD_BACK: u32 = 90;
/// The same where only a two or a joker would have: those are often saved.
const SAVED: u32 = 210;
/// A world is drawn anew at most so often; the last one is taken as it is.
const TRIES: u32 = 12;

/// Draws worlds for one seat. A new one for every world, so that a world depends on its random
/// numbers alone.
pub(crate) struct Worlds<'a, 'p> {
    sight: &'a Sight<'p>,
    hidden: ArrayVec<u8, DECK_SIZE>,
    /// How many hidden cards the seats hold; the rest are bottom cards.
    needs: [usize; 3],
}

impl<'a, 'p> Worlds<'a, 'p> {
    pub fn new(sight: &'a Sight<'p>) -> Self {
        let mut hidden = sight.unseen;
        for known in sight.known {
            hidden = hidden.without(known).unwrap_or(hidden);
        }
        let needs = Seat::ALL.map(|seat| match seat == sight.me {
            true => 0,
            false => {
                let known = sight.known[seat.index()].len() as usize;
                usize::from(sight.counts[seat.index()]).saturating_sub(known)
            }
        });
        Self {
            sight,
            hidden: hidden.ranks().map(|rank| rank as u8).collect(),
            needs,
        }
    }

    /// Whether there is only one world, because all hidden cards are in one place.
    pub fn is_certain(&self) -> bool {
        let holders = self.needs.iter().filter(|&&need| need > 0).count();
        let bottom = self.hidden.len() > self.needs.iter().sum();
        holders + usize::from(bottom) <= 1
    }

    /// A likely world.
    pub fn draw(&mut self, rng: &mut Rng) -> Deal<'p> {
        for _ in 1..TRIES {
            let (hands, bottom) = self.deal_out(rng);
            let chance = likelihood(&self.sight.refusals, &hands);
            if chance >= SURE || rng.below(SURE) < chance {
                return self.world(hands, bottom);
            }
        }
        let (hands, bottom) = self.deal_out(rng);
        self.world(hands, bottom)
    }

    fn world(&self, hands: [Hand; 3], bottom: Hand) -> Deal<'p> {
        let sight = self.sight;
        Deal::resume(
            sight.options,
            hands,
            sight.bottom.unwrap_or(bottom),
            sight.flow,
        )
    }

    fn deal_out(&mut self, rng: &mut Rng) -> ([Hand; 3], Hand) {
        rng.shuffle(&mut self.hidden);
        let mut rest = self.hidden.as_slice();
        let mut hands = self.sight.known;
        hands[self.sight.me.index()] = self.sight.hand;
        for (hand, need) in hands.iter_mut().zip(self.needs) {
            let (mine, others) = rest.split_at(need.min(rest.len()));
            *hand = hand.with(of_ranks(mine)).unwrap_or(*hand);
            rest = others;
        }
        // Before the auction is over three cards lie at the bottom.
        let bottom = match self.sight.flow.phase {
            Phase::Ready | Phase::Bidding => of_ranks(rest),
            _ => Hand::EMPTY,
        };
        (hands, bottom)
    }
}

fn of_ranks(ranks: &[u8]) -> Hand {
    let one = |&rank: &u8| Hand::single(Rank::ALL[usize::from(rank)]);
    ranks
        .iter()
        .map(one)
        .fold(Hand::EMPTY, |sum, card| sum.with(card).unwrap_or(sum))
}

/// How likely the refusals are if the seats hold these cards, in 256ths of what they would be had
/// nobody been able to beat anything.
fn likelihood(refusals: &[Refusal], hands: &[Hand; 3]) -> u32 {
    refusals.iter().fold(SURE, |chance, refusal| {
        let held = hands[refusal.seat.index()];
        let held = held.with(refusal.since).unwrap_or(held);
        chance * refused(refusal, held) / SURE
    })
}

fn refused(refusal: &Refusal, held: Hand) -> u32 {
    let copies = match refusal.on.kind() {
        Kind::Solo => 1,
        Kind::Pair => 2,
        Kind::Trio => 3,
        _ => return SURE,
    };
    let natural = |rank: &Rank| held.count(*rank) == copies && *rank > refusal.on.low();
    match Rank::ALL.iter().copied().find(natural) {
        None => SURE,
        Some(rank) if rank >= Rank::Two => SAVED,
        Some(_) => HELD_BACK,
    }
}
