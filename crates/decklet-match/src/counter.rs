//! The card counter (记牌器): what a seat has not seen yet.

use decklet_doudizhu::card::Rank;
use decklet_engine::{GameEngine, Seat, Viewer, ZoneId};
use schemars::JsonSchema;
use serde::Serialize;

/// Equal cards that a seat sees neither in its hand nor among those played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Unseen {
    /// A rank of Dou Dizhu (`3` to `A`, `2`, `B`, `R`), a card of UNO without its number (`red-5`,
    /// `wild`).
    pub name: String,
    /// How many there are.
    pub count: usize,
}

/// What a seat has not seen yet, in the order of the deck; nothing is left out, so that a 0 tells
/// that all are seen. It follows from what the seat sees.
pub(crate) fn unseen(engine: &GameEngine, seat: Seat) -> Vec<Unseen> {
    let lens = engine.lens(Viewer::Seat(seat));
    let game = engine.rules().game();
    let mut unseen: Vec<Unseen> = Vec::new();
    for card in engine.rules().cards() {
        let name = kind(game, card.name());
        match unseen.iter_mut().find(|one| one.name == name) {
            Some(one) => one.count += 1,
            None => unseen.push(Unseen { name, count: 1 }),
        }
    }
    for zone in seen_zones(engine, seat) {
        for &card in lens.cards(zone) {
            let name = kind(game, lens.card(card).name());
            if let Some(one) = unseen.iter_mut().find(|one| one.name == name) {
                one.count -= 1;
            }
        }
    }
    unseen
}

/// The seat's own hand, and where played cards lie.
fn seen_zones(engine: &GameEngine, seat: Seat) -> Vec<ZoneId> {
    let names = engine.state().names();
    let player = &engine.state().players()[seat.index()].id;
    let hand = format!("player:{player}:hand");
    let zones = [&hand[..], "ddz-played", "uno-discard"];
    let found = zones.into_iter().filter_map(|name| names.find_zone(name));
    found.collect()
}

/// What makes cards equal.
fn kind(game: &str, name: &str) -> String {
    match game {
        "doudizhu" => {
            let card = name.parse::<decklet_doudizhu::card::Card>();
            card.map_or_else(|_| name.to_owned(), |card| rank(card.rank()))
        }
        _ => {
            let Ok(card) = name.parse::<decklet_uno::card::Card>() else {
                return name.to_owned();
            };
            let face = match card.face() {
                decklet_uno::card::Face::Number(number) => number.to_string(),
                face => face.type_name().to_owned(),
            };
            card.color()
                .map_or_else(|| face.clone(), |color| format!("{}-{face}", color.name()))
        }
    }
}

fn rank(rank: Rank) -> String {
    match rank {
        Rank::Ten => "10".to_owned(),
        rank => rank.to_string(),
    }
}
