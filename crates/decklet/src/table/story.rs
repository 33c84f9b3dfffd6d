//! What happened, in words, as the person's seat saw it.

use super::cards;
use crate::{
    cli::Game,
    text::{Lang, Texts, fill, find},
};
use decklet::engine::{SeatEvent, Value};
use std::collections::BTreeMap;

/// Tells events, and remembers what lies on the table.
pub struct Story {
    game: Game,
    lang: Lang,
    names: BTreeMap<String, String>,
    /// Everything told so far, the last line last.
    pub lines: Vec<String>,
    /// What each player did last, by id.
    pub last: BTreeMap<String, String>,
    /// The cards to beat, and who played them.
    pub to_beat: Option<(String, Vec<String>)>,
    /// The bottom cards, once they were turned up.
    pub bottom: Vec<String>,
    /// Whether the deal is told of: not where players are asked during it.
    pub tells_deal: bool,
}

impl Story {
    /// A story of players with these ids and names.
    pub fn new(game: Game, lang: Lang, names: BTreeMap<String, String>) -> Self {
        Self {
            game,
            lang,
            names,
            lines: Vec::new(),
            last: BTreeMap::new(),
            to_beat: None,
            bottom: Vec::new(),
            tells_deal: true,
        }
    }

    /// Hears of an event.
    pub fn hear(&mut self, event: &SeatEvent) {
        let payload = Heard(event.payload());
        let kind = event.event_type();
        match kind {
            "GAME_WON" | "GAME_FINISHED" => return,
            "CARD_PLAYED" => self.forget_trick_if_led(),
            "DDZ_ROUND_RESET" => self.to_beat = None,
            "GAME_STARTED" | "DDZ_CARDS_DEALT" => {
                self.last.clear();
                self.to_beat = None;
                self.bottom.clear();
            }
            // The deal is told by the first card.
            "UNO_INITIAL_FLIPPED" => {
                self.lines.clear();
                self.last.clear();
            }
            "DDZ_BOTTOM_CARDS_REVEALED" => self.bottom = payload.texts("cardIds"),
            _ => {}
        }
        let Some(what) = self.words(kind, &payload) else {
            return;
        };
        let player = payload.text("playerId").or(payload.text("landlordId"));
        let Some(player) = player.map(str::to_owned) else {
            self.lines.push(what);
            return;
        };
        if kind == "CARD_PLAYED" {
            self.to_beat = Some((player.clone(), payload.texts("cardIds")));
        }
        let name = self.names.get(&player).unwrap_or(&player);
        self.lines
            .push(format!("{name}{}{what}", self.texts().says));
        if !matches!(
            kind,
            "DDZ_BOMB_PLAYED" | "DDZ_ROCKET_PLAYED" | "UNO_PLAYER_SKIPPED"
        ) {
            self.last.insert(player, what);
        }
    }

    fn forget_trick_if_led(&mut self) {
        if self.to_beat.is_none() {
            self.last.clear();
        }
    }

    /// What an event says, without the speaker; nothing for what needs no words.
    fn words(&self, kind: &str, payload: &Heard) -> Option<String> {
        let texts = self.texts();
        let labels = |names: &[String]| {
            let mut names = names.to_vec();
            cards::sort(self.game, &mut names);
            cards::labels(self.game, self.lang, &names)
        };
        let number = |name: &str| payload.number(name).unwrap_or(0).to_string();
        Some(match kind {
            "CARD_PLAYED" => fill(texts.plays, &[&labels(&payload.texts("cardIds"))]),
            "CARDS_DRAWN" => match &payload.texts("cardIds")[..] {
                [] => fill(texts.draws, &[&count(texts, payload.number("count"))]),
                drawn => fill(texts.draws_what, &[&labels(drawn)]),
            },
            "DDZ_CARDS_DEALT" if !self.tells_deal => return None,
            "DDZ_CARDS_DEALT" => texts.dealt.to_owned(),
            "DDZ_LANDLORD_CALLED" => self.answer("CALL_LANDLORD", payload.flag("call"))?,
            "DDZ_LANDLORD_ROBBED" => self.answer("ROB_LANDLORD", payload.flag("rob"))?,
            "DDZ_BID" => self.bid(payload.number("bid")),
            "DDZ_DOUBLED" => match payload.number("factor") {
                Some(1) => find(texts.actions, "NO_DOUBLE")?.to_owned(),
                None | Some(2) => find(texts.actions, "DOUBLE")?.to_owned(),
                Some(factor) => fill(texts.double, &[&factor.to_string()]),
            },
            "DDZ_BOMB_PLAYED" | "DDZ_ROCKET_PLAYED" => {
                fill(find(texts.events, kind)?, &[&number("multiplier")])
            }
            "DDZ_CARDS_SHOWN" => fill(find(texts.events, kind)?, &[&number("factor")]),
            "DDZ_SETTLED" if payload.flag("spring") == Some(true) => texts.spring.to_owned(),
            "UNO_HAND_SHOWN" => match &payload.texts("cardIds")[..] {
                [] => return None,
                shown => fill(find(texts.events, kind)?, &[&labels(shown)]),
            },
            "UNO_INITIAL_FLIPPED" => {
                let card = payload.text("cardId").unwrap_or("").to_owned();
                fill(find(texts.events, kind)?, &[&labels(&[card])])
            }
            "UNO_HANDS_MOVED" => {
                let how = payload.text("how").unwrap_or("");
                find(texts.events, &format!("{kind} {how}"))?.to_owned()
            }
            "UNO_COLOR_CHANGED" if payload.text("reason") != Some("random") => return None,
            "UNO_COLOR_CHOSEN" | "UNO_COLOR_CHANGED" => fill(
                find(texts.events, kind)?,
                &[color(texts, payload.text("color").unwrap_or(""))],
            ),
            _ => fill(find(texts.events, kind)?, &[&number("count")]),
        })
    }

    fn answer(&self, action: &str, yes: Option<bool>) -> Option<String> {
        let key = match yes {
            Some(true) => action.to_owned(),
            _ => format!("{action} no"),
        };
        find(self.texts().actions, &key).map(str::to_owned)
    }

    fn bid(&self, bid: Option<i64>) -> String {
        let texts = self.texts();
        match bid {
            None | Some(0) => find(texts.actions, "BID 0").unwrap_or("").to_owned(),
            Some(bid) => fill(texts.bid, &[&bid.to_string()]),
        }
    }

    fn texts(&self) -> &'static Texts {
        self.lang.texts()
    }
}

/// `17 cards`.
pub fn count(texts: &Texts, count: Option<i64>) -> String {
    match count {
        Some(1) if texts.cards == "{} cards" => "1 card".to_owned(),
        other => fill(texts.cards, &[&other.unwrap_or(0).to_string()]),
    }
}

/// A colour of UNO in words.
pub fn color<'t>(texts: &'t Texts, name: &str) -> &'t str {
    let names = decklet::uno::card::UNO_COLORS.map(decklet::uno::card::Color::name);
    let place = names.iter().position(|color| *color == name);
    place.map_or(texts.no_color, |place| texts.colors[place])
}

/// An event's payload.
struct Heard(BTreeMap<String, Value>);

impl Heard {
    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_text)
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(Value::as_number)
    }

    fn flag(&self, name: &str) -> Option<bool> {
        self.0.get(name).and_then(Value::as_flag)
    }

    fn texts(&self, name: &str) -> Vec<String> {
        match self.0.get(name) {
            Some(Value::List(list)) => {
                let texts = list.iter().filter_map(Value::as_text);
                texts.map(str::to_owned).collect()
            }
            _ => Vec::new(),
        }
    }
}
