//! A server with its clients, with faults, each room in one thread: 300 rooms.

use decklet_match::sim;

/// The first seed, and how many: `DECKLET_SIM_SEED`, `DECKLET_SIM_MATCHES`.
fn number(variable: &str, usual: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.map_or(usual, |given| given.parse().expect("a number"))
}

#[test]
fn nothing_is_lost_told_twice_or_leaked() {
    let first = number("DECKLET_SIM_SEED", 0);
    let count = number("DECKLET_SIM_MATCHES", 300);
    match sim::run_all(first..first + count) {
        Ok(all) => {
            println!("{all:#?}");
            assert!(all.acknowledged > 0 && all.crashes > 0 && all.faults > 0);
        }
        Err(failure) => panic!("{failure}"),
    }
}

/// By RLCard's rules all played cards go back into the deck, the one to match too, which everybody
/// has seen.
#[test]
fn a_card_to_match_that_is_in_the_deck_is_no_secret() {
    if let Err(failure) = sim::run_all(6200..6201) {
        panic!("{failure}");
    }
}
