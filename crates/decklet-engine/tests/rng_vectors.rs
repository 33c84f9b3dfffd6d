//! The random numbers, pinned: a log of today must replay on any machine and after any upgrade.
//!
//! The numbers were computed twice, by this crate and by a plain ChaCha8 in another language (64-bit
//! counter, the stream's number as 64-bit nonce). When a test here fails, the numbers changed and
//! older logs are worth nothing: mend the code, do not renew the numbers.

use decklet_engine::{Rng, Seed, SeedError, Stream};

struct Vector {
    seed: Seed,
    /// The first words of the deal's stream.
    words: [u32; 20],
    /// `below(3n²)` for n from 1 to 20, of the same stream.
    below: [u32; 20],
    /// The numbers 0 to 53 shuffled by the same stream.
    shuffle: [u8; 54],
    /// `below(3 · 2³⁰)` of the stream of play: a quarter of the words is rejected.
    large: [u32; 20],
    /// How many words that took.
    tries: u64,
}

/// The bytes 0 to 31.
fn bytes() -> Seed {
    Seed::from_bytes(std::array::from_fn(|place| place as u8))
}

fn vectors() -> [Vector; 3] {
    [
        Vector {
            seed: Seed::from(0),
            words: [
                0xb8cb3a69, 0xd9d2a963, 0xfd7c13e7, 0x935e7a44, 0x8eee2733, 0xe7d0c948, 0x5af9204a,
                0x2b3d0e4e, 0x44bc70aa, 0xfe389414, 0xf74853b0, 0xde7c7c63, 0xab4baf75, 0xa7dcebee,
                0x759f1106, 0x85bebcf3, 0x39aa478b, 0x35c1a50c, 0x82b5ec6b, 0xa7dca360,
            ],
            below: [
                2, 10, 26, 27, 41, 97, 52, 32, 65, 297, 350, 375, 339, 385, 310, 401, 195, 204,
                552, 786,
            ],
            shuffle: [
                11, 15, 40, 21, 25, 19, 9, 6, 2, 16, 35, 10, 4, 30, 43, 24, 49, 36, 0, 32, 3, 41,
                5, 13, 1, 34, 47, 53, 52, 14, 31, 23, 50, 33, 22, 39, 46, 8, 20, 18, 26, 28, 37,
                42, 48, 12, 7, 17, 44, 27, 29, 51, 45, 38,
            ],
            large: [
                361589173, 2717492724, 1477501272, 71724027, 1483234570, 857870065, 2231342662,
                165594826, 2741651263, 2295892557, 506612003, 2226682534, 3006970869, 1907541328,
                2317369359, 802023376, 3130703088, 2764629545, 1102543193, 3002650234,
            ],
            tries: 23,
        },
        Vector {
            seed: Seed::from(1),
            words: [
                0x6d3300ad, 0xfffb90d0, 0xcb98ad1b, 0x03a932a4, 0x9938192d, 0xdc19125b, 0x4ef6deb3,
                0xdfbf3af0, 0x1c015d03, 0x057b3864, 0x2589493b, 0xbbdfd385, 0xba6eb08e, 0x3cdd37ec,
                0x7c274aaa, 0x8d054501, 0x7ef8d0b7, 0xca1f0133, 0x9b8342f0, 0x9fc1ca82,
            ],
            below: [
                1, 11, 21, 0, 44, 92, 45, 167, 26, 6, 53, 317, 369, 139, 327, 423, 430, 767, 657,
                748,
            ],
            shuffle: [
                45, 28, 4, 15, 16, 43, 47, 44, 46, 10, 8, 27, 12, 17, 1, 37, 53, 13, 39, 32, 11,
                22, 36, 20, 33, 7, 25, 48, 2, 40, 26, 34, 3, 24, 35, 38, 49, 18, 21, 19, 9, 30, 31,
                6, 50, 5, 51, 14, 42, 29, 0, 41, 52, 23,
            ],
            large: [
                589234104, 1014688954, 2230488171, 1553303389, 2121967695, 1022979792, 132287920,
                2492402016, 1642956376, 2954595884, 2293608534, 218139920, 1050454057, 2319192363,
                793395079, 2163408045, 2215385143, 2807717740, 1504576176, 1400982346,
            ],
            tries: 27,
        },
        Vector {
            seed: bytes(),
            words: [
                0xef1dc74f, 0xbd0ed2f9, 0x92c53841, 0x9136ba56, 0x56ee87b8, 0x14afd2ab, 0xa567b452,
                0x39b561a4, 0x28787e2c, 0x8d81b369, 0xc73c52c0, 0x01cf65fe, 0xd38bbeae, 0x9c3b69d7,
                0x782b4322, 0xff262c7f, 0x03603610, 0x1d46bb7b, 0x92fd6772, 0x70bcba12,
            ],
            below: [
                2, 8, 15, 27, 25, 8, 94, 43, 38, 165, 282, 3, 418, 358, 316, 765, 11, 111, 621, 528,
            ],
            shuffle: [
                33, 36, 37, 27, 53, 5, 52, 9, 46, 8, 44, 40, 51, 6, 22, 2, 11, 30, 48, 47, 14, 21,
                26, 19, 49, 32, 35, 13, 1, 45, 41, 23, 12, 17, 15, 20, 4, 42, 38, 18, 25, 43, 0,
                34, 24, 7, 10, 31, 3, 16, 28, 29, 39, 50,
            ],
            large: [
                2145046183, 1195312384, 217214617, 1047922974, 66763555, 2425129280, 288308289,
                2307665155, 2393957906, 3126388432, 2206631969, 188652876, 1648449542, 405108601,
                2910583292, 1513490319, 228191672, 2192232627, 2984818026, 777294087,
            ],
            tries: 29,
        },
    ]
}

fn draw(mut random: Rng, mut number: impl FnMut(&mut Rng, u32) -> u32) -> ([u32; 20], u64) {
    let drawn = std::array::from_fn(|n| number(&mut random, n as u32 + 1));
    (drawn, random.position())
}

#[test]
fn words() {
    for vector in vectors() {
        let random = vector.seed.rng(Stream::DEAL);
        assert_eq!(
            draw(random, |random, _| random.next_u32()),
            (vector.words, 20)
        );
    }
}

#[test]
fn bounded_numbers() {
    for vector in vectors() {
        let random = vector.seed.rng(Stream::DEAL);
        assert_eq!(
            draw(random, |random, n| random.below(3 * n * n)),
            (vector.below, 20)
        );
        let random = vector.seed.rng(Stream::PLAY);
        assert_eq!(
            draw(random, |random, _| random.below(3 << 30)),
            (vector.large, vector.tries)
        );
    }
}

#[test]
fn a_shuffle_of_54() {
    for vector in vectors() {
        let mut deck: [u8; 54] = std::array::from_fn(|card| card as u8);
        let mut random = vector.seed.rng(Stream::DEAL);
        random.shuffle(&mut deck);
        assert_eq!((deck, random.position()), (vector.shuffle, 53));
    }
}

#[test]
fn integers_and_series_expand_as_written() {
    let hex = |seed: Seed| seed.to_string();
    assert_eq!(
        hex(0.into()),
        "d729eabcde796d2f67f6131c70ea7bbd6c2e16636a12b5e403b5e249b05a4345"
    );
    assert_eq!(
        hex(1.into()),
        "824a8d70b9c83fdc0717e28893182e49f6acb674cec450c8fe696a1a1a22cd9a"
    );
    assert_eq!(
        hex(bytes()),
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    );
    let zero = Seed::from(0);
    assert_eq!(
        hex(zero.child(0)),
        "ccc58e20bc139abfed789d8215f722a0458d2e74e4f4ca2fa95ed56e692c722a"
    );
    assert_eq!(
        hex(zero.child(1)),
        "67b7c0d5c8d026ec4f2c0d4c8abd6c2da2530900ac56019178a41fda03ece1ab"
    );
    assert_eq!(
        hex(zero.child(1 << 40)),
        "9078e9d7fa7752ec8de7a2c862ebfc709e5476167fd71350413586fa26c5f505"
    );
    assert_eq!(
        hex(bytes().child(1)),
        "6329746fc86d7eb25a50fcd6fe62efaecbb54756191868aaa0ba8854255cff33"
    );
}

#[test]
fn each_purpose_has_a_stream_of_its_own() {
    let first = |stream| Seed::from(0).rng(stream).next_u32();
    assert_eq!(first(Stream::DEAL), 0xb8cb_3a69);
    assert_eq!(first(Stream::PLAY), 0x1cbc_8cf2);
    assert_eq!(first(Stream::POLICY), 0xcccf_6146);
    assert_eq!(first(Stream::bot(0)), 0x4d55_a706);
    assert_eq!(first(Stream::bot(2)), 0xfb98_eb6e);
}

#[test]
fn a_copy_goes_on_from_the_same_place() {
    let mut random = Seed::from(3).rng(Stream::PLAY);
    for _ in 0..7 {
        random.below(1000);
    }
    let mut copy = random.clone();
    assert_eq!(copy.position(), random.position());
    for _ in 0..40 {
        assert_eq!(copy.next_u32(), random.next_u32());
    }
}

/// Not a test of ChaCha8, but of the way from words to numbers: a modulo, or a shuffle that swaps
/// with any place, is off by far more than this.
#[test]
fn every_number_and_every_order_is_equally_likely() {
    let mut random = Seed::from(5).rng(Stream::PLAY);
    let mut numbers = [0_u32; 3];
    for _ in 0..30_000 {
        numbers[(random.below(3 << 30) >> 30) as usize] += 1;
    }
    assert!(
        numbers.iter().all(|n| n.abs_diff(10_000) < 400),
        "{numbers:?}"
    );
    let mut orders = std::collections::BTreeMap::<[u8; 4], u32>::new();
    for _ in 0..24_000 {
        let mut deck = [0, 1, 2, 3];
        random.shuffle(&mut deck);
        *orders.entry(deck).or_default() += 1;
    }
    assert_eq!(orders.len(), 24);
    assert!(
        orders.values().all(|n| n.abs_diff(1000) < 160),
        "{orders:?}"
    );
}

#[test]
fn small_bounds_and_small_decks() {
    let mut random = Seed::from(5).rng(Stream::PLAY);
    assert!((0..100).all(|_| random.below(1) == 0));
    let drawn = random.position();
    random.shuffle::<u8>(&mut []);
    random.shuffle(&mut [1]);
    assert_eq!(random.position(), drawn, "nothing to decide, nothing drawn");
}

#[test]
#[should_panic(expected = "a number below 0 does not exist")]
fn there_is_no_number_below_zero() {
    Seed::from(5).rng(Stream::PLAY).below(0);
}

#[test]
fn seeds_are_read_as_they_are_written() {
    let parse = str::parse::<Seed>;
    assert_eq!(parse(&bytes().to_string()), Ok(bytes()));
    assert_eq!(parse(&bytes().to_string().to_uppercase()), Ok(bytes()));
    assert_eq!(parse("18446744073709551615"), Ok(Seed::from(u64::MAX)));
    assert_eq!(bytes().as_bytes()[31], 31);
    let refused = |text: &str| -> SeedError { parse(text).unwrap_err() };
    assert_eq!(
        refused("-1").to_string(),
        "\"-1\" is no seed: give an integer from 0 to 18446744073709551615 or 64 hexadecimal digits"
    );
    for text in [
        "",
        "18446744073709551616",
        "1.5",
        &"g".repeat(64),
        &"é".repeat(32),
        &"f".repeat(63),
        &"+f".repeat(32),
    ] {
        refused(text);
    }
}

#[test]
fn a_shuffle_is_what_its_documentation_says() {
    // Among a million places some words are rejected.
    for length in [0, 1, 2, 54, 65, 108, 1 << 20] {
        let mut shuffled: Vec<u32> = (0..length).collect();
        let mut expected = shuffled.clone();
        let (mut rng, mut same) = (bytes().rng(Stream::DEAL), bytes().rng(Stream::DEAL));
        rng.shuffle(&mut shuffled);
        for place in (1..length).rev() {
            expected.swap(place as usize, same.below(place + 1) as usize);
        }
        assert!(shuffled == expected, "of {length}");
        assert_eq!(rng.position(), same.position(), "of {length}");
    }
    let words_drawn = |length: u32| {
        let mut rng = bytes().rng(Stream::DEAL);
        rng.shuffle(&mut (0..length).collect::<Vec<_>>());
        rng.position()
    };
    assert!(words_drawn(1 << 20) > (1 << 20) - 1, "none was rejected");
}
