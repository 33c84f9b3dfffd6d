use super::*;
use crate::Chance;
use decklet_engine::{Seed, Stream};
use decklet_uno::{
    card::Deck,
    profile::{NAMES, Options},
};

/// Calls `look` with positions of some random rounds by each profile.
fn positions(mut look: impl FnMut(&Table)) {
    let mut choice = Seed::from(3).rng(Stream::POLICY);
    for name in NAMES {
        let rules = Options::named(name).unwrap().build().unwrap();
        for players in [2, 4] {
            let mut table = Table::new(&rules, players, Chance::seed(Seed::from(5))).unwrap();
            let mut legal = Vec::new();
            for _ in 0..200 {
                if table.round().is_over() {
                    table.reset();
                }
                look(&table);
                table.legal(&mut legal);
                table
                    .apply(legal[choice.below(legal.len() as u32) as usize])
                    .unwrap();
            }
        }
    }
}

#[test]
fn sizes_are_those_documented() {
    assert_eq!(
        (Encoder::Rlcard.size(), Encoder::Compact.size()),
        (240, 217)
    );
}

#[test]
fn every_card_has_a_place() {
    let mut kinds: Vec<_> = Deck::Shuffle112
        .cards()
        .iter()
        .chain(Deck::Swap112.cards())
        .map(|&card| kind(card))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, (0..KINDS).collect::<Vec<_>>());
}

#[test]
fn what_is_hidden_does_not_show() {
    let (mut number, mut changed) = (0, 0);
    positions(|table| {
        number += 1;
        for me in 0..table.players() {
            let mut other = table.clone();
            other.resample(me, number);
            changed += u32::from(other.round().hands() != table.round().hands());
            for encoder in Encoder::ALL {
                let mut out = [vec![0; encoder.size()], vec![0; encoder.size()]];
                encoder.encode(&table.seen(me), &mut out[0]);
                encoder.encode(&other.seen(me), &mut out[1]);
                assert_eq!(out[0], out[1], "{encoder:?}");
            }
            assert_eq!(table.information(me), other.information(me));
        }
    });
    assert!(changed > 1000, "hands were dealt anew: {changed}");
}

#[test]
fn a_record_is_the_same_round_again() {
    positions(|table| {
        let record = table.record();
        let mut again = table.clone();
        again.reset();
        again.restore(&record).unwrap();
        assert_eq!(again.round(), table.round());
    });
}
