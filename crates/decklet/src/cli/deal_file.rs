//! Given hands instead of dealt ones: `--deal FILE`.

use super::{Usage, game::Game, input, usage};
use anyhow::Context;
use decklet::{
    doudizhu::{deal::Deck, seat},
    engine::{CardId, DeckOrder, Ruleset, Seed, Stream},
};
use serde::Deserialize;
use std::path::Path;

/// The file, for both games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DealFile {
    /// One list of cards a player, in seat order.
    hands: Vec<Vec<String>>,
    /// Dou Dizhu: the bottom cards.
    #[serde(default)]
    bottom: Option<Vec<String>>,
    /// UNO: the first card of the discard pile.
    #[serde(default)]
    discard: Option<String>,
    /// UNO: the draw pile, the first to be drawn first.
    #[serde(default)]
    deck: Option<Vec<String>>,
}

/// Reads the file and puts the deck into the order in which the game deals these hands.
pub fn read(
    path: &Path,
    game: Game,
    rules: &Ruleset,
    players: usize,
    seed: Seed,
) -> anyhow::Result<DeckOrder> {
    let name = path.display();
    let text = input::read_text(path).with_context(|| format!("cannot read {name}"))?;
    let file: DealFile =
        serde_json::from_str(&text).map_err(|error| Usage(format!("{name}: {error}")))?;
    order(&file, game, rules, players, seed)
        .map_err(|error| Usage(format!("{name}: {error}")).into())
}

fn order(
    file: &DealFile,
    game: Game,
    rules: &Ruleset,
    players: usize,
    seed: Seed,
) -> anyhow::Result<DeckOrder> {
    if file.hands.len() != players {
        let given = file.hands.len();
        return usage(format!(
            "{given} hands are given, but {players} players sit down"
        ));
    }
    let mut deal = Deal {
        rules,
        left: (0..rules.cards().len())
            .map(|id| Some(CardId(id as u16)))
            .collect(),
    };
    match game {
        Game::Doudizhu => deal.doudizhu(file),
        Game::Uno => deal.uno(file, seed),
    }
}

/// Takes cards by name, each once.
struct Deal<'r> {
    rules: &'r Ruleset,
    left: Vec<Option<CardId>>,
}

impl Deal<'_> {
    fn take(&mut self, name: &str) -> anyhow::Result<CardId> {
        let Some(card) = self.rules.find_card(name) else {
            return usage(format!("\"{name}\" is no card of {}", self.rules.game()));
        };
        match self.left[usize::from(card.0)].take() {
            Some(card) => Ok(card),
            None => usage(format!("{name} is there twice")),
        }
    }

    fn take_all(&mut self, names: &[String]) -> anyhow::Result<Vec<CardId>> {
        names.iter().map(|name| self.take(name)).collect()
    }

    fn rest(&mut self) -> Vec<CardId> {
        self.left.iter_mut().filter_map(Option::take).collect()
    }

    fn doudizhu(&mut self, file: &DealFile) -> anyhow::Result<DeckOrder> {
        if file.discard.is_some() || file.deck.is_some() {
            return usage("\"discard\" and \"deck\" are for UNO");
        }
        let mut hands = Vec::new();
        for (number, names) in (1..).zip(&file.hands) {
            if names.len() != 17 {
                return usage(format!(
                    "hand {number} has {} cards; every hand has 17, and 3 are the bottom",
                    names.len()
                ));
            }
            hands.push(self.take_all(names)?.into_iter());
        }
        let bottom = match &file.bottom {
            Some(names) => self.take_all(names)?,
            None => self.rest(),
        };
        if bottom.len() != 3 {
            return usage(format!("\"bottom\" has {} cards, not 3", bottom.len()));
        }
        let mut bottom = bottom.into_iter();
        let profile = super::game::doudizhu_profile(self.rules)?;
        let order = (0..54).filter_map(|place| match Deck::seat_at(place, profile.deal) {
            Some(seat) => hands[seat::Seat::index(seat)].next(),
            None => bottom.next(),
        });
        Ok(DeckOrder(order.collect()))
    }

    /// The top of the deck is its end: there lies the first player's hand, and under all hands the
    /// first card of the discard pile.
    fn uno(&mut self, file: &DealFile, seed: Seed) -> anyhow::Result<DeckOrder> {
        if file.bottom.is_some() {
            return usage("\"bottom\" is for Dou Dizhu");
        }
        let size = usize::from(super::game::uno_rules(self.rules)?.options().hand);
        let mut from_top = Vec::new();
        for (number, names) in (1..).zip(&file.hands) {
            if names.len() != size {
                return usage(format!(
                    "hand {number} has {} cards; these rules deal {size}",
                    names.len()
                ));
            }
            from_top.extend(self.take_all(names)?);
        }
        match &file.discard {
            Some(name) => from_top.push(self.take(name)?),
            None => return usage("\"discard\" is missing: the first card of the discard pile"),
        }
        from_top.extend(self.take_all(file.deck.as_deref().unwrap_or_default())?);
        let mut below = self.rest();
        seed.rng(Stream::DEAL).shuffle(&mut below);
        from_top.extend(below);
        from_top.reverse();
        Ok(DeckOrder(from_top))
    }
}
