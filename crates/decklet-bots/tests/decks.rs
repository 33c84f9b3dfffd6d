//! The named decks are what their seeds make of them, today and later.

use decklet_bots::arena::Deck;
use std::{fs, path::Path};

/// `DECKLET_BLESS=1` writes the file anew.
#[test]
fn the_deck_of_ten_thousand_deals_is_that_of_its_seed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../decks/doudizhu-10k.json");
    let deck = Deck::named("doudizhu-10k").unwrap();
    assert_eq!(deck.len(), 10_000);
    if std::env::var_os("DECKLET_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, deck.to_json()).unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(Deck::read(&text).unwrap(), deck);
    assert!(
        text == deck.to_json(),
        "run with DECKLET_BLESS=1 if the change is meant"
    );
    // Written by hand from the file: a change of shuffle or derivation would be seen.
    assert!(
        text.contains("447925ea7acfa45390193bc67a82532bb92a55ac64279ee4b7a01758f6550ceb"),
        "the checksum has changed"
    );
}
