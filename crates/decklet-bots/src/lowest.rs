//! [`Lowest`]: plays its lowest cards, and passes only when it must.

use crate::{Agent, uno};
use decklet_engine::{Action, CardId, Lens, NamedAction, Names, Value, Viewer, wire};
use std::{cmp::Reverse, collections::BTreeMap};

/// Plays the lowest legal cards, of equally low plays the one with the most cards; draws and passes
/// when it has no other play. It calls with three high cards (twos and jokers), never doubles, and
/// names the colour it has most of. UNO it calls when that is due.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lowest;

impl Agent for Lowest {
    fn choose(&mut self, lens: &Lens<'_>, legal: &[Action]) -> usize {
        let call = uno::call_due(lens, legal);
        call.unwrap_or_else(|| Self::pick(lens.names(), own_cards(lens), legal))
    }

    /// It catches, and calls UNO when it forgot.
    fn interrupt(&mut self, lens: &Lens<'_>, legal: &[Action]) -> Option<usize> {
        let table = Table {
            names: lens.names(),
            hand: own_cards(lens),
        };
        let wish = |action| table.wish(&wire::named(lens.names(), action));
        let catch = legal.iter().position(|action| wish(action).0 == CATCH);
        catch.or_else(|| uno::call_due(lens, legal))
    }
}

impl Lowest {
    /// The place of what is wished most, with these cards in the hand.
    pub(crate) fn pick(names: Names<'_>, hand: &[CardId], legal: &[Action]) -> usize {
        let table = Table { names, hand };
        let wish = |place: &usize| {
            let action = wire::named(names, &legal[*place]);
            (table.wish(&action), *place)
        };
        (0..legal.len()).min_by_key(wish).unwrap_or(0)
    }
}

fn own_cards<'a>(lens: &Lens<'a>) -> &'a [CardId] {
    let names = lens.names();
    let Viewer::Seat(seat) = lens.viewer() else {
        return &[];
    };
    let hand = names.find_zone(&format!("player:{}:hand", names.player(seat)));
    hand.map_or(&[], |hand| lens.cards(hand))
}

/// What is wished most does not wait for the turn.
const CATCH: u8 = 0;

/// The smaller, the more it is wished: what comes first, how high, how many cards.
type Wish = (u8, i64, Reverse<usize>);

struct Table<'a> {
    names: Names<'a>,
    hand: &'a [CardId],
}

impl Table<'_> {
    fn wish(&self, action: &NamedAction) -> Wish {
        let flag = |name: &str| action.payload.get(name) == Some(&Value::Flag(true));
        let number = |name: &str| action.payload.get(name).and_then(Value::as_number);
        let sure = self.high_cards() >= 3;
        let plain = |wish: u8| (wish, 0, Reverse(0));
        match &*action.kind {
            "CATCH" => plain(CATCH),
            "CALL_UNO" => plain(9),
            "CALL_LANDLORD" => plain(if flag("call") == sure { 2 } else { 3 }),
            "ROB_LANDLORD" => plain(if flag("rob") == sure { 2 } else { 3 }),
            "BID" => {
                let bid = number("bid").unwrap_or(0);
                // The highest bid when sure, else none.
                (2, if sure { -bid } else { bid }, Reverse(0))
            }
            "READY" | "NO_DOUBLE" | "ACCEPT" => plain(2),
            "DOUBLE" | "SUPER_DOUBLE" | "SHOW_CARDS" | "CHALLENGE" => plain(8),
            "CHOOSE_COLOR" => {
                let color = action.payload.get("color").and_then(Value::as_text);
                (2, -self.count_of_color(color.unwrap_or("")), Reverse(0))
            }
            "DRAW_CARD" => plain(6),
            "PASS" | "END_TURN" => plain(7),
            _ => self.play(action),
        }
    }

    fn play(&self, action: &NamedAction) -> Wish {
        let Some(Value::List(cards)) = action.payload.get("cardIds") else {
            return (5, 0, Reverse(0));
        };
        let names = cards.iter().filter_map(Value::as_text);
        let list = self.names.find_cards(names);
        let cards = list.known().unwrap_or(&[]);
        let height = |&card| strength(self.names.printed(card).data());
        let highest = cards.iter().map(height).max().unwrap_or(0);
        // Bombs are kept for later: four cards or two jokers that would beat anything.
        let bomb = match cards {
            [a, b] => height(a).min(height(b)) >= SMALL_JOKER,
            [a, rest @ ..] if rest.len() == 3 => rest.iter().all(|b| height(b) == height(a)),
            _ => false,
        };
        (if bomb { 4 } else { 3 }, highest, Reverse(cards.len()))
    }

    fn high_cards(&self) -> usize {
        let high = |card: &&_| strength(self.names.printed(**card).data()) >= TWO;
        self.hand.iter().filter(high).count()
    }

    fn count_of_color(&self, color: &str) -> i64 {
        let of_color = |card: &&_| {
            let data = self.names.printed(**card).data();
            data.get("color").and_then(Value::as_text) == Some(color)
        };
        self.hand.iter().filter(of_color).count() as i64
    }
}

/// Ranks of Dou Dizhu: a two is 15, the jokers 16 and 17.
const TWO: i64 = 15;
const SMALL_JOKER: i64 = 16;

/// How high a card is, from what its game says of it: the rank; in UNO the number, then actions,
/// then wild cards.
fn strength(data: &BTreeMap<String, Value>) -> i64 {
    if let Some(rank) = data.get("rank").and_then(Value::as_number) {
        return rank;
    }
    let face = data.get("face").and_then(Value::as_text).unwrap_or("");
    match (face, face.strip_prefix("number:")) {
        (_, Some(number)) => number.parse().unwrap_or(0),
        ("skip" | "reverse" | "draw2", _) => 10,
        ("wild", _) => 11,
        _ => 12,
    }
}
