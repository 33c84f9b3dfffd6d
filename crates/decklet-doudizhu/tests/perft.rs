//! Numbers of move sequences, pinned: eight deals, four profiles, auction and readings included.

mod common;

use common::profile;
use decklet_doudizhu::perft::perft;
use decklet_engine::Seed;

/// Profile, depth, and the numbers for seeds 1 to 8. Those of `openspiel` are the numbers that
/// OpenSpiel 1.6.1 itself counts from the same deals.
const GOLDEN: [(&str, u32, [u64; 8]); 4] = [
    (
        "decklet",
        5,
        [11_212, 3331, 5871, 5416, 3912, 5738, 8077, 3908],
    ),
    (
        "game-claw",
        9,
        [
            222_131, 75_171, 94_411, 91_675, 64_963, 94_971, 109_395, 96_123,
        ],
    ),
    (
        "openspiel",
        6,
        [
            28_887, 104_781, 85_481, 43_692, 33_016, 37_249, 48_896, 48_351,
        ],
    ),
    (
        "rlcard",
        5,
        [17_568, 12_723, 20_396, 58_414, 9365, 17_687, 17_604, 14_638],
    ),
];

#[test]
fn the_numbers_of_sequences_have_not_changed() {
    let numbers = |name, depth| {
        [1, 2, 3, 4, 5, 6, 7, 8].map(|seed| perft(profile(name), &Seed::from(seed), depth))
    };
    let now = GOLDEN.map(|(name, depth, _)| (name, depth, numbers(name, depth)));
    assert_eq!(now, GOLDEN);
}
