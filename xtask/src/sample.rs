//! What is measured: the same cards, hands and rules for time and for instructions.

use decklet_doudizhu::{
    combination::Kind,
    deal::Deck,
    hand::{CardSet, Hand},
    plays::all_plays,
    profile::Profile,
};
use decklet_engine::{Rng, Seed, Stream};
use decklet_uno::profile::{Options, Rules};

/// Dou Dizhu's profile of this name.
pub fn doudizhu(profile: &str) -> &'static Profile {
    Profile::named(profile).expect("a profile of this name")
}

/// UNO's rules of this profile.
pub fn uno(profile: &str) -> Rules {
    Options::named(profile)
        .and_then(Options::build)
        .expect("a profile of this name")
}

/// 400 random hands of 20 cards.
pub fn hands() -> Vec<Hand> {
    let mut rng = Seed::from(1).rng(Stream::DEAL);
    (0..400).map(|_| random_hand(20, &mut rng)).collect()
}

/// So many card sets of every kind of combination that profile `pagat` knows, drawn from all there
/// are, and as many of six cards at random, nearly all of them nothing; in random order.
pub fn combinations(each: usize) -> Vec<Hand> {
    let mut rng = Seed::from(2).rng(Stream::DEAL);
    let all = all_plays(doudizhu("pagat"));
    let mut mix = Vec::new();
    for kind in Kind::ALL {
        let these = all.iter().filter(|play| play.combination.kind() == kind);
        let mut these: Vec<_> = these.map(|play| play.cards).collect();
        rng.shuffle(&mut these);
        mix.extend(these.into_iter().cycle().take(each));
    }
    mix.extend((0..each).map(|_| random_hand(6, &mut rng)));
    rng.shuffle(&mut mix);
    mix
}

fn random_hand(cards: usize, rng: &mut Rng) -> Hand {
    let deck = Deck::shuffled(rng);
    deck.cards()[..cards]
        .iter()
        .copied()
        .collect::<CardSet>()
        .hand()
}
