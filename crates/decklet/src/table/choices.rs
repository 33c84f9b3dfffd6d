//! What the person may do now: cards to play, and a menu for everything else.

use super::{cards, seen::Seen};
use crate::{
    cli::Game,
    text::{Texts, fill, find},
};
use decklet::engine::{NamedAction, Value};

/// A choice of the menu.
pub struct Button {
    /// The key for it.
    pub key: char,
    /// What it says.
    pub text: String,
    /// What it does.
    pub action: NamedAction,
}

/// Everything that is legal now.
#[derive(Default)]
pub struct Choices {
    /// Plays of cards, in the order in which hints show them.
    pub plays: Vec<NamedAction>,
    /// Everything else.
    pub buttons: Vec<Button>,
}

impl Choices {
    /// Sorts the legal actions out.
    pub fn of(legal: Vec<NamedAction>, seen: &Seen, texts: &Texts) -> Self {
        let (plays, mut others): (Vec<_>, Vec<_>) = legal
            .into_iter()
            .partition(|action| !card_ids(action).is_empty());
        // What cannot be taken back and costs most should not lie under the first key.
        others.sort_by_key(|action| action.kind == "SHOW_CARDS");
        let mut digits = '1'..='9';
        let buttons = others.into_iter().filter_map(|action| {
            let key = match &*action.kind {
                "PASS" | "END_TURN" => 'p',
                "DRAW_CARD" => 'd',
                _ => digits.next()?,
            };
            Some(Button {
                key,
                text: button_text(&action, seen, texts),
                action,
            })
        });
        Self {
            buttons: buttons.collect(),
            plays,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.plays.is_empty() && self.buttons.is_empty()
    }

    /// The choice of this key.
    pub fn button(&self, key: char) -> Option<&NamedAction> {
        let button = self.buttons.iter().find(|button| button.key == key)?;
        Some(&button.action)
    }

    /// The ways to play these cards: the legal plays of equal cards, with these in their place.
    pub fn ways(&self, game: Game, chosen: &[String]) -> Vec<NamedAction> {
        let kinds = |names: &[String]| {
            let mut kinds: Vec<_> = names.iter().map(|name| cards::kind(game, name)).collect();
            kinds.sort_unstable();
            kinds
        };
        let wanted = kinds(chosen);
        let same = |action: &&NamedAction| kinds(&card_ids(action)) == wanted;
        let ways = self.plays.iter().filter(same);
        ways.map(|action| with_cards(action.clone(), chosen))
            .collect()
    }
}

/// The cards an action plays.
pub fn card_ids(action: &NamedAction) -> Vec<String> {
    match action.payload.get("cardIds") {
        Some(Value::List(list)) => {
            let names = list.iter().filter_map(Value::as_text);
            names.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// The same action with other cards.
pub fn with_cards(action: NamedAction, names: &[String]) -> NamedAction {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    action.with("cardIds", &names[..])
}

/// What is said of a play beside its cards, as its reading: the other fields.
pub fn details(action: &NamedAction) -> String {
    let Value::Map(payload) = &action.payload else {
        return String::new();
    };
    let others = payload.iter().filter(|(name, _)| *name != "cardIds");
    let others: Vec<String> = others
        .map(|(_, value)| match value {
            Value::Map(fields) => {
                let fields: Vec<_> = fields.values().map(Value::to_string).collect();
                fields.join(" ")
            }
            other => other.to_string(),
        })
        .collect();
    others.join(" ")
}

fn button_text(action: &NamedAction, seen: &Seen, texts: &Texts) -> String {
    let field = |name: &str| action.payload.get(name);
    let flag = |name: &str| field(name).and_then(Value::as_flag) == Some(true);
    let number = |name: &str| field(name).and_then(Value::as_number).unwrap_or(0);
    let known = |key: &str| find(texts.actions, key).map(str::to_owned);
    let whom = || {
        let target = field("targetId").or_else(|| field("targetPlayerId"));
        seen.name(target.and_then(Value::as_text).unwrap_or("?"))
    };
    let text = match &*action.kind {
        "CALL_LANDLORD" if !flag("call") => known("CALL_LANDLORD no"),
        "ROB_LANDLORD" if !flag("rob") => known("ROB_LANDLORD no"),
        "BID" if number("bid") > 0 => Some(fill(texts.bid, &[&number("bid").to_string()])),
        "BID" => known("BID 0"),
        "CHOOSE_COLOR" => {
            let color = field("color").and_then(Value::as_text).unwrap_or("");
            Some(super::story::color(texts, color).to_owned())
        }
        "CHOOSE_TARGET" => Some(fill(texts.swap_with, &[whom()])),
        "SHOW_CARDS" => known("SHOW_CARDS").map(|text| match seen.show_factor {
            Some(factor) => format!("{text} (×{factor})"),
            None => text,
        }),
        "CATCH" => Some(fill(texts.catch, &[whom()])),
        kind => known(kind),
    };
    text.unwrap_or_else(|| {
        let details = details(action);
        format!("{} {details}", action.kind.to_lowercase())
            .trim_end()
            .to_owned()
    })
}
