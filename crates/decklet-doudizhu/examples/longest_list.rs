//! Finds the hand of 20 cards with the most plays, under options as loose as they can be:
//! `cargo run --release --example longest_list`.
//!
//! More cards never mean fewer plays, so hands of 20 are enough. Suits do not matter, so a hand is
//! fifteen counts. All of them are tried: about 150 million, some minutes.

use decklet_doudizhu::{
    hand::Hand,
    plays::count,
    profile::{KickerJokers, NextToChain, Profile, Reading, Shuttle},
};

fn main() {
    for shuttle in [Shuttle::OnePerQuad, Shuttle::TwoPerQuad] {
        let mut options = *Profile::named("classic").expect("it exists").options();
        options.reading = Reading::Declared;
        let rules = &mut options.combinations;
        rules.plane_solo.max_copies_per_rank = 4;
        rules.plane_solo.trio_next_to_chain = NextToChain::Yes;
        rules.plane_solo.jokers = KickerJokers::Any;
        rules.plane_pair.distinct_ranks = false;
        rules.four_two_solo.jokers = KickerJokers::Any;
        rules.four_two_pair.same_rank = true;
        rules.shuttle = shuttle;
        let mut best = (0, Hand::EMPTY);
        let mut hands = 0_u64;
        walk(&mut Vec::new(), 20, &mut |hand| {
            hands += 1;
            best = best.max((count(hand, None, &options), hand));
        });
        println!(
            "{shuttle:?}: {} plays of {}, of {hands} hands",
            best.0, best.1
        );
    }
}

/// Every hand of `left` more cards.
fn walk(counts: &mut Vec<u8>, left: u8, f: &mut impl FnMut(Hand)) {
    if counts.len() == 15 {
        if left == 0 {
            f(hand(counts));
        }
        return;
    }
    let most = if counts.len() < 13 { 4 } else { 1 };
    for n in 0..=left.min(most) {
        counts.push(n);
        walk(counts, left - n, f);
        counts.pop();
    }
}

fn hand(counts: &[u8]) -> Hand {
    let cards = counts
        .iter()
        .enumerate()
        .flat_map(|(rank, &n)| (0..n).map(move |suit| (rank, suit)));
    Hand::from_cards(cards.filter_map(|(rank, suit)| {
        let id = if rank < 13 {
            4 * rank as u8 + suit
        } else {
            39 + rank as u8
        };
        decklet_doudizhu::card::Card::from_id(id)
    }))
}
