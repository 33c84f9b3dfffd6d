//! What a good casual player does: counts its colours, holds wild cards for when nothing else fits,
//! and attacks the next player when that one is about to go out.
//!
//! Of the cards that fit it lays first the one of the colour it has fewest of: such a card fits
//! rarely, and its many others will fit again. (Keeping to the colour one has most of, as many advise,
//! wins one percent less of the rounds against the same player without it.) A wild card names the
//! colour it has most of.

use decklet_uno::{
    card::{Card, Color, Face, cards_of},
    hand::Hand,
    legal::{Action, Call, Legal, Situation},
    profile::{Rules, SevenZero},
    score,
    table::{Drawn, Pending, Seat, Table},
};

/// What a player knows when it acts.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'a> {
    pub situation: Situation<'a>,
    /// How many cards each seat holds.
    pub counts: &'a [u8],
}

/// Weights of the policy; found by letting variants play each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// Each card of the same colour that stays in the hand.
    pub color: i32,
    /// A wild card is held back.
    pub wild: i32,
    /// A Wild Draw Four even more.
    pub four: i32,
    /// A card that attacks the next player, for each card that player has fewer than this many.
    pub attack: i32,
    pub attack_from: i32,
    /// An action card, when nobody is about to go out.
    pub action: i32,
    /// Each 10 points on the card.
    pub points: i32,
    /// A card that gives the player another turn, when there are two.
    pub again: i32,
}

impl Weights {
    pub const TUNED: Self = Self {
        color: -4,
        wild: -40,
        four: -40,
        attack: 10,
        attack_from: 4,
        action: -10,
        points: 0,
        again: 20,
    };
}

impl<'a> Turn<'a> {
    fn rules(&self) -> &'a Rules {
        self.situation.rules
    }

    fn table(&self) -> &'a Table {
        self.situation.table
    }

    fn me(&self) -> Seat {
        self.situation.seat
    }

    fn hand(&self) -> Hand {
        self.situation.hand
    }

    fn count(&self, seat: Seat) -> i32 {
        self.counts
            .get(usize::from(seat))
            .copied()
            .unwrap_or(0)
            .into()
    }

    fn is_friend(&self, seat: Seat) -> bool {
        let turn = self.table().turn;
        seat == self.me() || turn.partner(self.me(), self.rules()) == seat
    }
}

/// The best of these actions, of which there is at least one; the first of equals.
pub(crate) fn choose(turn: &Turn<'_>, legal: Legal, weights: &Weights) -> Option<Action> {
    let mut best: Option<(i32, Action)> = None;
    for action in legal.iter() {
        let wish = wish(turn, action, weights);
        if best.is_none_or(|(most, _)| wish > most) {
            best = Some((wish, action));
        }
    }
    best.map(|(_, action)| action)
}

/// Wishes: what is done at once, and what only when there is nothing else.
const MUST: i32 = 10_000;
pub(crate) const NEVER: i32 = -10_000;

/// How much this action is wanted; out of turn only what is above 0 is done at all.
pub(crate) fn wish(turn: &Turn<'_>, action: Action, weights: &Weights) -> i32 {
    match action {
        Action::Catch(_) => MUST,
        Action::CallUno => match turn.situation.call() {
            Ok(Call::Due) => MUST + 1,
            _ => NEVER,
        },
        Action::Play(card) => 1000 + play(turn, card, weights),
        Action::ChooseColor(color) => 1000 + color_wish(turn.hand(), color),
        Action::ChooseTarget(seat) => target(turn, seat),
        Action::Challenge => challenge(turn),
        Action::Accept => 0,
        // Where one may draw on and on, once is enough.
        Action::Draw if turn.table().drawn != Drawn::NotYet => -300,
        Action::Draw => -100,
        Action::EndTurn => -200,
    }
}

fn play(turn: &Turn<'_>, card: Card, weights: &Weights) -> i32 {
    let left = turn.hand().without(card);
    if left.is_empty() {
        return 5000;
    }
    let table = turn.table();
    let next = table.turn.after(turn.me());
    let two = table.turn.players == 2;
    let friend = turn.is_friend(next);
    let pressure = (weights.attack_from - turn.count(next)).max(0);
    let attack = if friend { -1 } else { 1 } * weights.attack * pressure;
    let points = i32::from(score::points(card)).min(20) * weights.points / 10;
    let alike = |color: Color| weights.color * left.of(cards_of(color)).len() as i32;
    let own = card.color().map_or(0, alike);
    let again = if two { weights.again } else { 0 };
    let by_face = match card.face() {
        Face::Number(7) if moves_hands(turn, SevenZero::Seven) => swap(turn, left),
        Face::Number(0) if moves_hands(turn, SevenZero::Zero) => rotate(turn, left),
        Face::Number(_) => 0,
        Face::Skip | Face::Reverse => weights.action + again + attack,
        Face::DrawTwo => weights.action + again + attack + attack / 2,
        Face::Wild | Face::WildCustom => weights.wild,
        Face::WildDrawFour => weights.four + 2 * attack,
        Face::WildShuffle => weights.wild + shuffle(turn, left),
        Face::WildSwap => weights.wild + swap(turn, left),
    };
    own + points + by_face
}

fn moves_hands(turn: &Turn<'_>, how: SevenZero) -> bool {
    let option = turn.rules().options().seven_zero;
    option == how || option == SevenZero::Both
}

/// What a swap with the shortest other hand brings.
fn swap(turn: &Turn<'_>, left: Hand) -> i32 {
    let others = turn.table().turn.from(turn.me()).skip(1);
    let fewest = others.map(|seat| turn.count(seat)).min().unwrap_or(0);
    (left.len() as i32 - fewest) * 15
}

fn rotate(turn: &Turn<'_>, left: Hand) -> i32 {
    let order = turn.table().turn;
    let before = order.from(turn.me()).last().unwrap_or(turn.me());
    (left.len() as i32 - turn.count(before)) * 15
}

fn shuffle(turn: &Turn<'_>, left: Hand) -> i32 {
    let players = i32::from(turn.table().turn.players).max(1);
    let all: i32 = turn.counts.iter().map(|&count| i32::from(count)).sum();
    (left.len() as i32 - all / players) * 15
}

/// The colour one has most of; its action cards count a little more.
fn color_wish(hand: Hand, color: Color) -> i32 {
    let cards = hand.of(cards_of(color));
    let points: i32 = cards
        .iter()
        .map(|card| i32::from(score::points(card)))
        .sum();
    cards.len() as i32 * 20 + points / 4
}

fn target(turn: &Turn<'_>, seat: Seat) -> i32 {
    let friend = if turn.is_friend(seat) { 50 } else { 0 };
    1000 - 10 * turn.count(seat) - friend
}

/// Who laid a Wild Draw Four from many cards may well have had the colour.
fn challenge(turn: &Turn<'_>) -> i32 {
    let cards = turn.count(turn.table().played_by);
    debug_assert!(turn.table().pending == Pending::Challenge);
    if cards >= 9 { 1 } else { -1 }
}
