//! Laws of the list of plays, over random hands of every profile.

mod common;

use common::profile;
use decklet_doudizhu::{
    card::Card,
    combination::{Combination, Kind, beating, detect, playable, readings},
    hand::{CardSet, Hand},
    plays::{Play, PlayList, all_plays, count, nth, plays},
    profile::{Options, Profile, Reading},
};
use decklet_engine::{Rng, Seed, Stream};
use std::collections::BTreeSet;

/// A hand of `size` cards: from the whole deck, or from seven ranks, so that it holds more chains.
fn random_hand(size: usize, rng: &mut Rng) -> Hand {
    let mut cards: Vec<Card> = Card::all().collect();
    if rng.below(2) == 0 {
        let from = 4 * rng.below(8) as u8;
        cards.retain(|card| (from..from + 28).contains(&card.id()));
    }
    rng.shuffle(&mut cards);
    cards.into_iter().take(size).collect::<CardSet>().hand()
}

/// What a random hand might have led: any kind as likely as another.
fn random_last(options: &Options, rng: &mut Rng) -> Combination {
    let mut list = PlayList::new();
    loop {
        plays(random_hand(20, rng), None, options, &mut list);
        let kind = Kind::ALL[rng.below(17) as usize];
        list.retain(|play| play.combination.kind() == kind);
        if !list.is_empty() {
            return list[rng.below(list.len() as u32) as usize].combination;
        }
    }
}

fn name(play: &Play) -> (Hand, Kind, u8, u8) {
    let Play { cards, combination } = play;
    (
        *cards,
        combination.kind(),
        combination.low().number(),
        combination.length(),
    )
}

/// The plays among `all` that `hand` has on `last`, by the rules alone.
fn filtered(all: &[Play], hand: Hand, last: Option<Combination>, options: &Options) -> Vec<Play> {
    let fits = |play: &&Play| hand.contains(play.cards);
    let beats = |play: &Play| {
        let combination = beating(play.cards, play.combination, last, options).ok()?;
        let combination = match options.reading {
            Reading::Declared => combination,
            _ => playable(play.cards, last, options).unwrap(),
        };
        Some(Play {
            combination,
            ..*play
        })
    };
    all.iter().filter(fits).filter_map(beats).collect()
}

fn quirk_leaves_out(play: &Play, hand: Hand, options: &Options) -> bool {
    options.combinations.no_chain_from_rank_held_four_times
        && matches!(
            play.combination.kind(),
            Kind::ChainSolo | Kind::ChainPair | Kind::Plane
        )
        && hand.count(play.combination.low()) == 4
}

fn check(all: &[Play], hand: Hand, last: Option<Combination>, profile: &Profile) -> usize {
    let mut list = PlayList::new();
    plays(hand, last, profile, &mut list);
    let listed: BTreeSet<_> = list.iter().map(name).collect();
    let case = format!("{} {hand} on {last:?}", profile.name());
    assert_eq!(listed.len(), list.len(), "{case}: a play twice");
    let (left_out, expected): (Vec<_>, Vec<_>) = filtered(all, hand, last, profile)
        .into_iter()
        .partition(|play| quirk_leaves_out(play, hand, profile));
    let expected: BTreeSet<_> = expected.iter().map(name).collect();
    assert_eq!(listed, expected, "{case}");
    assert_eq!(count(hand, last, profile) as usize, list.len(), "{case}");
    for (n, play) in list.iter().enumerate() {
        assert_eq!(
            nth(hand, last, profile, n as u32),
            Some(*play),
            "{case}: play {n}"
        );
    }
    assert_eq!(nth(hand, last, profile, list.len() as u32), None, "{case}");
    left_out.len()
}

/// Hands a profile; `cargo xtask laws` asks for more.
fn hands() -> u64 {
    let hands = std::env::var("DECKLET_LAW_HANDS");
    hands.map_or(2000, |hands| hands.parse().expect("a number of hands"))
}

#[test]
fn legal_is_the_whole_list_filtered() {
    for profile in Profile::all() {
        let all = all_plays(profile);
        let mut rng = Seed::from(1).rng(Stream::DEAL);
        let mut left_out = 0;
        for round in 0..hands() {
            let size = if round % 4 == 0 {
                1 + rng.below(20) as usize
            } else {
                20
            };
            let hand = random_hand(size, &mut rng);
            let last = (round % 2 == 0).then(|| random_last(profile, &mut rng));
            left_out += check(&all, hand, last, profile);
        }
        let quirk = profile.combinations.no_chain_from_rank_held_four_times;
        assert_eq!(left_out > 100, quirk, "{}: {left_out}", profile.name());
    }
}

/// Every choice of cards from a hand, each rank counted.
fn subsets(hand: Hand) -> Vec<Hand> {
    let mut all = vec![Hand::EMPTY];
    let ranks: BTreeSet<_> = hand.ranks().collect();
    for rank in ranks {
        let one: Hand = rank.to_string().parse().unwrap();
        let mut more = all.clone();
        for _ in 0..hand.count(rank) {
            more.iter_mut()
                .for_each(|cards| *cards = cards.with(one).unwrap());
            all.extend(&more);
        }
    }
    all
}

#[test]
fn legal_is_the_filter_of_every_subset() {
    for profile in Profile::all() {
        let mut rng = Seed::from(2).rng(Stream::DEAL);
        for round in 0..150 {
            let hand = random_hand(12, &mut rng);
            let last = (round % 2 == 0).then(|| random_last(profile, &mut rng));
            let all: Vec<_> = subsets(hand)
                .into_iter()
                .flat_map(|cards| {
                    let ways = readings(cards, &profile.combinations);
                    ways.into_iter()
                        .map(move |combination| Play { cards, combination })
                })
                .collect();
            check(&all, hand, last, profile);
        }
    }
}

#[test]
fn plays_come_in_their_documented_order() {
    let mut list = PlayList::new();
    plays(
        common::hand("333444555667B"),
        None,
        profile("openspiel"),
        &mut list,
    );
    let order: Vec<_> = list
        .iter()
        .map(|play| {
            (
                play.combination.kind(),
                play.combination.length(),
                play.combination.low(),
            )
        })
        .collect();
    assert!(order.is_sorted(), "{order:?}");
    let kickers: Vec<_> = list
        .iter()
        .filter(|play| play.combination.kind() == Kind::PlaneSolo)
        .take(8)
        .map(|play| play.cards.to_string())
        .collect();
    assert_eq!(
        kickers,
        [
            "33344456", "33344457", "3334445B", "33344455", "33344467", "3334446B", "33344466",
            "3334447B"
        ]
    );
}

#[test]
fn detecting_gives_the_first_of_all_readings() {
    for profile in Profile::all() {
        let rules = &profile.combinations;
        let mut rng = Seed::from(3).rng(Stream::DEAL);
        let all = all_plays(profile).into_iter().map(|play| play.cards);
        let random = (0..100_000).map(|n| random_hand(1 + n % 20, &mut rng));
        for cards in all.chain(random) {
            let first = readings(cards, rules).first().copied();
            assert_eq!(detect(cards, rules), first, "{}: {cards}", profile.name());
        }
    }
}
