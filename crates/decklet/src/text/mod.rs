//! Everything the table says, in every language: one file a language.

mod en;
mod zh;

use clap::ValueEnum;
use decklet::engine::Denied;
use decklet_words::Words;

/// A language of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Lang {
    /// English
    En,
    /// 中文
    Zh,
}

impl Lang {
    /// The language of the user's system.
    pub fn of_system() -> Self {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let system = set("LC_ALL")
            .or_else(|| set("LC_MESSAGES"))
            .or_else(|| set("LANG"));
        match system {
            Some(name) if name.starts_with("zh") => Self::Zh,
            _ => Self::En,
        }
    }

    /// The words in this language.
    pub fn of(self, words: Words) -> String {
        match self {
            Self::En => words.en,
            Self::Zh => words.zh,
        }
    }

    /// Its texts.
    pub fn texts(self) -> &'static Texts {
        match self {
            Self::En => &en::TEXTS,
            Self::Zh => &zh::TEXTS,
        }
    }
}

/// The texts of a language. `{}` is filled in, in order.
pub struct Texts {
    pub lang: Lang,
    pub doudizhu: &'static str,
    pub uno: &'static str,
    pub you: &'static str,
    pub bot: &'static str,
    /// Between a speaker and what is said.
    pub says: &'static str,

    // The line on top.
    pub phase: &'static [(&'static str, &'static str)],
    pub multiplier: &'static str,
    pub base: &'static str,
    pub bottom: &'static str,
    pub color: &'static str,
    pub no_color: &'static str,
    pub clockwise: &'static str,
    pub counterclockwise: &'static str,
    pub draw_pile: &'static str,
    pub discard: &'static str,
    pub penalty: &'static str,

    // Players.
    pub landlord: &'static str,
    pub farmer: &'static str,
    pub cards: &'static str,
    pub one_card: &'static str,
    pub on_table: &'static str,
    pub lead: &'static str,
    pub your_hand: &'static str,
    pub points: &'static str,
    pub spring: &'static str,

    // Actions.
    pub actions: &'static [(&'static str, &'static str)],
    pub bid: &'static str,
    pub swap_with: &'static str,
    pub catch: &'static str,
    pub double: &'static str,
    pub colors: [&'static str; 4],

    // What happened.
    pub events: &'static [(&'static str, &'static str)],
    pub plays: &'static str,
    pub draws: &'static str,
    pub draws_what: &'static str,
    pub dealt: &'static str,
    pub won: &'static str,
    pub won_together: &'static str,
    pub you_won: &'static str,
    pub nobody_won: &'static str,
    pub landlord_won: &'static str,
    pub farmers_won: &'static str,

    // Matches of several rounds.
    pub round_of: &'static str,
    pub round_to: &'static str,
    pub one_point: &'static str,
    pub total_points: &'static str,
    pub total_won: &'static str,
    pub score: &'static str,
    pub rounds_won: &'static str,
    pub won_match: &'static str,
    pub won_match_together: &'static str,
    pub you_won_match: &'static str,
    pub nobody_won_match: &'static str,
    pub next_round: &'static str,

    // Messages to the person.
    pub your_turn: &'static str,
    pub thinks: &'static str,
    pub select_first: &'static str,
    pub no_hint: &'static str,
    /// A hint: the move, and why.
    pub hint: &'static str,
    /// What to expect, after it.
    pub expected: &'static str,
    pub only_pass: &'static str,
    pub only_end: &'static str,
    pub which: &'static str,
    pub not_now: &'static str,
    pub cannot: &'static str,
    pub over: &'static str,
    pub saved: &'static str,
    pub too_small: &'static str,
    pub keys: &'static str,
    pub help: &'static str,
    pub help_title: &'static str,
    pub plain_help: &'static str,
    pub plain_prompt: &'static str,
    pub unknown_card: &'static str,
    pub no_such_choice: &'static str,
}

/// The text for a key, if there is one.
pub fn find(texts: &[(&'static str, &'static str)], key: &str) -> Option<&'static str> {
    texts
        .iter()
        .find(|(name, _)| *name == key)
        .map(|(_, text)| *text)
}

/// Fills the `{}` of a text, in order.
pub fn fill(text: &str, values: &[&str]) -> String {
    let mut values = values.iter();
    let mut parts = text.split("{}");
    let mut filled = parts.next().unwrap_or("").to_owned();
    for part in parts {
        filled.push_str(values.next().unwrap_or(&""));
        filled.push_str(part);
    }
    filled
}

impl Texts {
    /// Why a move is refused, in this language.
    pub fn denial(&self, denied: &Denied) -> String {
        self.lang.of(decklet_words::denial(denied))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use decklet::engine::Value;

    const BOTH: [&Texts; 2] = [&en::TEXTS, &zh::TEXTS];

    #[test]
    fn both_languages_have_the_same_keys() {
        let keys = |texts: &[(&'static str, &'static str)]| {
            let mut keys: Vec<_> = texts.iter().map(|(key, _)| *key).collect();
            keys.sort_unstable();
            keys
        };
        let [en, zh] = BOTH;
        assert_eq!(keys(en.phase), keys(zh.phase));
        assert_eq!(keys(en.actions), keys(zh.actions));
        assert_eq!(keys(en.events), keys(zh.events));
    }

    #[test]
    fn every_code_of_every_profile_has_words_in_both_languages() {
        let registry = decklet::registry();
        let profiles = (decklet::doudizhu::profile::Profile::all().iter())
            .map(|profile| ("doudizhu", profile.name()))
            .chain(decklet::uno::profile::NAMES.map(|name| ("uno", name)));
        for (game, profile) in profiles {
            let options = [("profile".to_owned(), Value::from(profile.to_owned()))];
            let rules = registry.build(game, &Value::Map(options.into())).unwrap();
            for rule in rules.rules() {
                for code in rule.codes() {
                    assert!(decklet_words::of_code(code).is_some(), "{game} {code}");
                }
            }
        }
    }

    #[test]
    fn filling_takes_values_in_order() {
        assert_eq!(fill("{} draws {}", &["Lin", "2"]), "Lin draws 2");
        assert_eq!(fill("nothing", &["Lin"]), "nothing");
    }
}
