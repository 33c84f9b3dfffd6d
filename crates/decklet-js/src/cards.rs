//! Cards and combinations without a game: what the documents' helper functions work on.
//!
//! A set of Dou Dizhu's cards is two numbers, the lower 27 of the 54 cards and the others, a bit
//! each. A combination is one number: kind, length and main rank, eight bits each.

use crate::to_json;
use decklet_doudizhu::{
    card::{Card as DoudizhuCard, Rank},
    combination::{Combination, Comparison, Kind, compare, detect, playable},
    hand::CardSet,
    plays::for_each,
    profile::Profile,
};
use decklet_engine::{Card, Value};
use decklet_uno::profile::{NAMES, Options};
use napi_derive::napi;
use serde::Serialize;
use std::collections::BTreeMap;

/// A card as JavaScript knows it.
#[derive(Serialize)]
pub struct CardOut<'c> {
    id: &'c str,
    data: &'c BTreeMap<String, Value>,
}

/// Cards as JavaScript knows them.
pub fn out(cards: &[Card]) -> Vec<CardOut<'_>> {
    cards
        .iter()
        .map(|card| CardOut {
            id: card.name(),
            data: card.data(),
        })
        .collect()
}

/// The profiles of UNO with their options, as JSON.
#[napi(catch_unwind)]
pub fn uno_profiles() -> String {
    let profiles = NAMES
        .iter()
        .filter_map(|&name| Some((name, Options::named(name).ok()?)));
    to_json(&profiles.collect::<BTreeMap<_, _>>())
}

/// The profiles of Dou Dizhu with their options, as JSON, in the order of their numbers.
#[napi(catch_unwind)]
pub fn doudizhu_profiles() -> String {
    let profiles = Profile::all().iter();
    to_json(
        &profiles
            .map(|profile| (profile.name(), profile.options()))
            .collect::<Vec<_>>(),
    )
}

/// The names of the kinds of combinations, in the order of their numbers.
#[napi(catch_unwind)]
pub fn doudizhu_kinds() -> Vec<String> {
    Kind::ALL.map(|kind| kind.name().to_uppercase()).into()
}

/// An array of bytes that JavaScript lends for the time of a call. (A name of its own: the macro
/// would take `&mut` for a class.)
type Bytes<'a> = &'a mut [u8];

/// No combination.
const NONE: i32 = -1;
/// What a combination's number holds besides when it beats what is on the table.
const BEATS: i32 = 1 << 24;

fn options(profile: u32) -> &'static decklet_doudizhu::profile::Options {
    let all = Profile::all();
    all.get(profile as usize).unwrap_or(&all[0]).options()
}

fn cards(low: u32, high: u32) -> CardSet {
    let bits = u64::from(low) | u64::from(high) << 27;
    let ids = (0..54).filter(|id| bits >> id & 1 == 1);
    ids.filter_map(DoudizhuCard::from_id).collect()
}

fn number(combination: Combination) -> i32 {
    let kind = combination.kind() as i32;
    kind << 16 | i32::from(combination.length()) << 8 | i32::from(combination.main_rank())
}

fn combination(number: i32) -> Option<Combination> {
    let [main_rank, length, kind, _] = number.to_le_bytes();
    Combination::find(*Kind::ALL.get(usize::from(kind))?, main_rank, length)
}

/// What cards are when they are led.
#[napi(catch_unwind)]
pub fn doudizhu_detect(profile: u32, low: u32, high: u32) -> i32 {
    detect(cards(low, high).hand(), &options(profile).combinations).map_or(NONE, number)
}

/// What cards are on a combination, -1 for none, and whether they beat it.
#[napi(catch_unwind)]
pub fn doudizhu_playable(profile: u32, low: u32, high: u32, last: i32) -> i32 {
    let hand = cards(low, high).hand();
    let options = options(profile);
    match playable(hand, combination(last), options) {
        Ok(played) => number(played) | BEATS,
        Err(_) => detect(hand, &options.combinations).map_or(NONE, number),
    }
}

/// How a combination stands to another: 0 greater, 1 equal, 2 less, 3 incomparable, -1 when one is
/// none.
#[napi(catch_unwind)]
pub fn doudizhu_compare(profile: u32, play: i32, last: i32) -> i32 {
    let (Some(play), Some(last)) = (combination(play), combination(last)) else {
        return NONE;
    };
    match compare(play, last, &options(profile).beats) {
        Comparison::Greater => 0,
        Comparison::Equal => 1,
        Comparison::Less => 2,
        Comparison::Incomparable => 3,
    }
}

/// Every play of a hand on a combination, -1 for none, into `out`: kind, length, main rank, number
/// of cards and the cards, a byte each. Returns how many there are; those that find no room are
/// counted too.
#[napi(catch_unwind)]
pub fn doudizhu_plays(profile: u32, low: u32, high: u32, last: i32, out: Bytes<'_>) -> u32 {
    let held = cards(low, high);
    let mut of_rank = [[0; 4]; Rank::ALL.len()];
    let mut filled = [0; Rank::ALL.len()];
    for card in held.iter() {
        let rank = card.rank() as usize;
        of_rank[rank][filled[rank]] = card.id();
        filled[rank] += 1;
    }
    let mut count = 0;
    let mut at = 0;
    for_each(held.hand(), combination(last), options(profile), |play| {
        count += 1;
        let size = play.cards.len() as usize;
        let Some(room) = out.get_mut(at..at + 4 + size) else {
            return;
        };
        at += 4 + size;
        let played = play.combination;
        room[..3].copy_from_slice(&[played.kind() as u8, played.length(), played.main_rank()]);
        room[3] = size as u8;
        let mut place = 4;
        let mut bits = play.cards.bits();
        while bits != 0 {
            let rank = bits.trailing_zeros() as usize / 4;
            let copies = (bits >> (4 * rank) & 0xF) as usize;
            room[place..place + copies].copy_from_slice(&of_rank[rank][..copies]);
            place += copies;
            bits &= !(0xF << (4 * rank));
        }
    });
    count
}
