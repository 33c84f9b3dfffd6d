use super::*;
use crate::{Chance, doudizhu::Setup};
use decklet_doudizhu::profile::Profile;
use decklet_engine::{Seed, Stream};

/// Calls `look` with every position of some random games by each profile.
fn positions(mut look: impl FnMut(&Table)) {
    let mut choice = Seed::from(3).rng(Stream::POLICY);
    for profile in Profile::all() {
        let mut table = Table::new(Setup::of(profile), Chance::seed(Seed::from(5)));
        let mut legal = Vec::new();
        for _ in 0..5 {
            while !table.deal().is_over() {
                look(&table);
                table.legal(&mut legal);
                let (id, _) = legal[choice.below(legal.len() as u32) as usize];
                table.apply(id).unwrap();
            }
            look(&table);
            table.reset();
        }
    }
}

#[test]
fn sizes_are_those_documented() {
    assert_eq!(Encoder::Rlcard.sizes(), [790, 901]);
    assert_eq!(Encoder::Douzero.sizes(), [1129, 1240]);
    assert_eq!(Encoder::Compact.sizes(), [166, 166]);
}

#[test]
fn every_number_is_written() {
    positions(|table| {
        for encoder in Encoder::ALL {
            for me in Seat::ALL {
                let mut out = vec![99; encoder.size() + 1];
                encoder.encode(&table.seen(me), &mut out);
                assert!(!out.contains(&99));
                assert_eq!(out[encoder.size()], 0, "{encoder:?} writes past its size");
            }
        }
    });
}

#[test]
fn what_is_hidden_does_not_show() {
    let mut number = 0;
    let mut changed = 0;
    positions(|table| {
        number += 1;
        for me in Seat::ALL {
            let mut other = table.clone();
            other.resample(me, number);
            changed += u32::from(
                Seat::ALL.map(|seat| table.deal().hand(seat))
                    != Seat::ALL.map(|seat| other.deal().hand(seat)),
            );
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
fn perfect_information_is_the_hands_of_the_others() {
    let table = Table::new(
        Setup::of(Profile::named("rlcard").unwrap()),
        Chance::rlcard(1),
    );
    let mut out = vec![0; Encoder::Compact.perfect_size()];
    Encoder::Compact.encode_perfect(&table, Seat::Second, &mut out);
    let cards: i32 = out[..15].iter().map(|&n| i32::from(n)).sum();
    let landlord: i32 = out[15..].iter().map(|&n| i32::from(n)).sum();
    assert_eq!((cards, landlord), (17, 20));
}

#[test]
fn the_cards_to_beat_are_the_latest_play_unless_two_passed() {
    positions(|table| {
        let last = table.deal().trick().last();
        let to_beat = table.seen(Seat::First).to_beat();
        assert!(table.deal().is_over() || last.is_none() == to_beat.is_empty());
    });
}
