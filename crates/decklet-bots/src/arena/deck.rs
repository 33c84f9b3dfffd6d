//! Named decks of deals, so that results of different programs can be compared.
//!
//! A deck of Dou Dizhu is JSON:
//! `{"name", "game": "doudizhu", "seed", "checksum", "deals": ["HAND/HAND/HAND/BOTTOM", …]}`. A deal is
//! the 17 cards of seats 0, 1 and 2 and the three bottom cards, each as
//! [`Hand`](decklet_doudizhu::hand::Hand) writes it. The checksum is the
//! SHA-256, in hexadecimal, of all deals with a line feed after each. Deal number `i` of a
//! [generated](Deck::generate) deck is the shuffle of the stream `DEAL` of `seed.child(i)`, dealt 17 at a time.

use decklet_doudizhu::{
    card::Card,
    deal::Deck as Shuffled,
    hand::{CardSet, Hand},
    plugin::deck_order,
    profile::{DealOrder, Options},
};
use decklet_engine::{DeckOrder, Seed, Stream};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Deals of Dou Dizhu that have a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    name: String,
    game: String,
    seed: u64,
    checksum: String,
    deals: Vec<String>,
    #[serde(skip)]
    hands: Vec<[CardSet; 3]>,
}

/// Why a file is no deck.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum DeckError {
    #[error("it is no deck: {0}")]
    Json(#[from] serde_json::Error),
    #[error("it is a deck of {0}; decks are for doudizhu")]
    Game(String),
    #[error("it has no deals")]
    Empty,
    #[error("its deals have the checksum {found}, not {written}: they were changed")]
    Checksum { written: String, found: String },
    #[error(
        "deal {number} is no deal: {text} must be three hands of 17 cards and 3 bottom cards, all 54 together"
    )]
    Deal { number: usize, text: String },
}

impl Deck {
    /// So many deals of this seed.
    #[must_use]
    pub fn generate(name: &str, seed: u64, deals: u64) -> Self {
        let deal = |number| {
            let mut rng = Seed::from(seed).child(number).rng(Stream::DEAL);
            let dealt = Shuffled::shuffled(&mut rng).deal(DealOrder::Blocks);
            let [a, b, c] = dealt.hands.map(CardSet::hand);
            format!("{a}/{b}/{c}/{}", dealt.bottom.hand())
        };
        let deals: Vec<String> = (0..deals).map(deal).collect();
        Self {
            name: name.to_owned(),
            game: "doudizhu".to_owned(),
            seed,
            checksum: checksum(&deals),
            hands: deals.iter().filter_map(|deal| hands(deal)).collect(),
            deals,
        }
    }

    /// The deck that comes with decklet under this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        (name == "doudizhu-10k").then(|| Self::generate(name, 10_000, 10_000))
    }

    /// Reads a deck and checks it.
    ///
    /// # Errors
    /// A [`DeckError`] that says what is wrong.
    pub fn read(json: &str) -> Result<Self, DeckError> {
        let mut deck: Self = serde_json::from_str(json)?;
        if deck.game != "doudizhu" {
            return Err(DeckError::Game(deck.game));
        }
        if deck.deals.is_empty() {
            return Err(DeckError::Empty);
        }
        let found = checksum(&deck.deals);
        if found != deck.checksum {
            return Err(DeckError::Checksum {
                written: deck.checksum,
                found,
            });
        }
        for (number, text) in deck.deals.iter().enumerate() {
            let hands = hands(text).ok_or_else(|| DeckError::Deal {
                number,
                text: text.clone(),
            })?;
            deck.hands.push(hands);
        }
        Ok(deck)
    }

    /// The deck as JSON, one deal a line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string(self).unwrap_or_default();
        let mut lines = json.replace("\",\"", "\",\n\"").replace("[\"", "[\n\"");
        lines.push('\n');
        lines
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many deals it has; at least one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.deals.len()
    }

    /// Whether it has none, which cannot be.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.deals.is_empty()
    }

    /// The order of the cards in which this deal is dealt; after the last deal comes the first again.
    pub(super) fn order(&self, deal: u64, options: &Options) -> Option<DeckOrder> {
        deck_order(&self.hands[deal as usize % self.hands.len()], options)
    }
}

fn checksum(deals: &[String]) -> String {
    let mut hash = Sha256::new();
    for deal in deals {
        hash.update(deal.as_bytes());
        hash.update(b"\n");
    }
    hash.finalize()
        .iter()
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// The hands of a deal. Of each rank the seats get the lowest cards first; suits do not matter.
fn hands(deal: &str) -> Option<[CardSet; 3]> {
    let hands: Vec<Hand> = deal
        .split('/')
        .map_while(|hand| hand.parse().ok())
        .collect();
    let hands: [Hand; 4] = hands.try_into().ok()?;
    if hands.map(Hand::len) != [17, 17, 17, 3] {
        return None;
    }
    let mut rest: CardSet = Card::all().collect();
    let mut take = |hand: Hand| {
        let cards: CardSet = rest.lowest(hand)?.into_iter().collect();
        rest = rest.iter().filter(|&card| !cards.contains(card)).collect();
        Some(cards)
    };
    let [a, b, c, bottom] = hands;
    let sets = [take(a)?, take(b)?, take(c)?];
    take(bottom)?;
    Some(sets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_doudizhu::profile::Profile;

    #[test]
    fn a_deck_is_read_as_it_was_written() {
        let deck = Deck::generate("small", 5, 20);
        let json = deck.to_json();
        assert!(json.lines().count() > 20);
        assert_eq!(Deck::read(&json).unwrap(), deck);
        for profile in Profile::all() {
            assert!(deck.order(19, profile.options()).is_some());
        }
    }

    #[test]
    fn a_changed_deck_is_refused() {
        let deck = Deck::generate("small", 5, 2);
        let json = serde_json::to_string(&deck).unwrap();
        let first = deck.deals[0].clone();
        let swapped = first.replacen('3', "4", 1);
        let error = Deck::read(&json.replace(&first, &swapped)).unwrap_err();
        assert!(error.to_string().contains("they were changed"), "{error}");
        // The checksum is right, but the cards are not those of a deck.
        let mut wrong = deck;
        wrong.deals[1] = swapped.clone();
        wrong.checksum = checksum(&wrong.deals);
        let error = Deck::read(&serde_json::to_string(&wrong).unwrap()).unwrap_err();
        assert!(
            error.to_string().starts_with("deal 1 is no deal"),
            "{error}"
        );
    }
}
