//! In which order plays are tried. It changes how long a search takes, never what it finds.

use decklet_doudizhu::{hand::Hand, plays::Play};

/// The lower, the earlier. Found by trial: leaders begin with many low cards, followers with the
/// lowest that will do; both would rather not take cards from a pair, trio or four, and keep their
/// bombs.
pub(super) fn rank(play: &Play, hand: Hand, leads: bool) -> i32 {
    let low = play.combination.low() as i32;
    let bomb = if play.combination.kind().is_bomb_or_rocket() {
        1000
    } else {
        0
    };
    let broken = ranks_broken(hand, play.cards) as i32;
    if leads {
        low + 4 * broken + bomb - 9 * play.cards.len() as i32
    } else {
        low + 8 * broken + bomb
    }
}

/// The ranks of which some cards are played and some are left.
const fn ranks_broken(hand: Hand, cards: Hand) -> u32 {
    let left = hand.bits() - cards.bits();
    (ranks(left) & ranks(cards.bits())).count_ones()
}

const fn ranks(cards: u64) -> u64 {
    (cards | cards >> 1 | cards >> 2) & 0x0111_1111_1111_1111
}
