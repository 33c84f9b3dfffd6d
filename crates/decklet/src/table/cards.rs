//! How cards look: readable without colour, in two characters' width.

use crate::{cli::Game, text::Lang};
use decklet::{doudizhu, uno};
use std::cmp::Reverse;

/// The colour that helps the eye; what it means is written on the card as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    Plain,
    Red,
    Yellow,
    Green,
    Blue,
}

/// What is printed on a card: two lines of at most two columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    pub top: String,
    pub bottom: String,
    pub tint: Tint,
}

impl Face {
    fn new(top: &str, bottom: &str, tint: Tint) -> Self {
        Self {
            top: top.to_owned(),
            bottom: bottom.to_owned(),
            tint,
        }
    }
}

/// The face of the card of this name.
pub fn face(game: Game, lang: Lang, name: &str) -> Face {
    match game {
        Game::Doudizhu => name.parse().map(|card| doudizhu_face(lang, card)).ok(),
        Game::Uno => name.parse().map(|card| uno_face(lang, card)).ok(),
    }
    .unwrap_or_else(|| Face::new(name, "", Tint::Plain))
}

fn doudizhu_face(lang: Lang, card: doudizhu::card::Card) -> Face {
    use doudizhu::card::{Rank, Suit};
    let rank = match (card.rank(), lang) {
        (Rank::SmallJoker, Lang::Zh) => return Face::new("小", "王", Tint::Plain),
        (Rank::BigJoker, Lang::Zh) => return Face::new("大", "王", Tint::Red),
        (Rank::SmallJoker, Lang::En) => return Face::new("B", "Jo", Tint::Plain),
        (Rank::BigJoker, Lang::En) => return Face::new("R", "Jo", Tint::Red),
        (Rank::Ten, _) => "10".to_owned(),
        (rank, _) => rank.to_string(),
    };
    let (suit, tint) = match card.suit() {
        Some(Suit::Hearts) => ("♥", Tint::Red),
        Some(Suit::Diamonds) => ("♦", Tint::Red),
        Some(Suit::Clubs) => ("♣", Tint::Plain),
        Some(Suit::Spades) => ("♠", Tint::Plain),
        None => ("", Tint::Plain),
    };
    Face::new(&rank, suit, tint)
}

fn uno_face(lang: Lang, card: uno::card::Card) -> Face {
    use uno::card::{Color, Face as Uno};
    let zh = lang == Lang::Zh;
    let (color, tint) = match card.color() {
        Some(Color::Red) => (if zh { "红" } else { "R" }, Tint::Red),
        Some(Color::Yellow) => (if zh { "黄" } else { "Y" }, Tint::Yellow),
        Some(Color::Green) => (if zh { "绿" } else { "G" }, Tint::Green),
        Some(Color::Blue) => (if zh { "蓝" } else { "B" }, Tint::Blue),
        None => (if zh { "变" } else { "W" }, Tint::Plain),
    };
    let what = match card.face() {
        Uno::Number(number) => number.to_string(),
        Uno::Skip => (if zh { "停" } else { "Sk" }).to_owned(),
        Uno::Reverse => (if zh { "转" } else { "Rv" }).to_owned(),
        Uno::DrawTwo => "+2".to_owned(),
        Uno::Wild => (if zh { "色" } else { "" }).to_owned(),
        Uno::WildDrawFour => "+4".to_owned(),
        Uno::WildShuffle => (if zh { "洗" } else { "Sh" }).to_owned(),
        Uno::WildSwap => (if zh { "换" } else { "Sw" }).to_owned(),
        Uno::WildCustom => (if zh { "定" } else { "Cu" }).to_owned(),
    };
    Face::new(color, &what, tint)
}

/// A card in a line of text: `♥10`, `R+2`, `R-skip`.
pub fn label(game: Game, lang: Lang, name: &str) -> String {
    let Face { top, bottom, .. } = face(game, lang, name);
    let joker = name.starts_with("joker");
    match game {
        Game::Doudizhu if joker && lang == Lang::En => format!("{top}-Joker"),
        Game::Doudizhu if joker => format!("{top}{bottom}"),
        Game::Doudizhu => format!("{bottom}{top}"),
        Game::Uno if lang == Lang::En => match &*bottom {
            "" => "Wild".to_owned(),
            "Sk" => format!("{top}-skip"),
            "Rv" => format!("{top}-rev"),
            bottom => format!("{top}{bottom}"),
        },
        Game::Uno => format!("{top}{bottom}"),
    }
}

/// Cards in a line of text.
pub fn labels<'n>(game: Game, lang: Lang, names: impl IntoIterator<Item = &'n String>) -> String {
    let labels = names.into_iter().map(|name| label(game, lang, name));
    labels.collect::<Vec<_>>().join(" ")
}

/// Sorts a hand as people hold it: in Dou Dizhu the highest first, in UNO by colour.
pub fn sort(game: Game, hand: &mut [String]) {
    match game {
        Game::Doudizhu => hand.sort_by_key(|name| {
            let card = name.parse::<doudizhu::card::Card>().ok();
            (Reverse(card.map(doudizhu::card::Card::rank)), card)
        }),
        Game::Uno => hand.sort_by_key(|name| name.parse::<uno::card::Card>().ok()),
    }
}

/// What makes two cards equal to the rules: `10`, `red number:5`.
pub fn kind(game: Game, name: &str) -> String {
    match game {
        Game::Doudizhu => match name.parse::<doudizhu::card::Card>() {
            Ok(card) => card.rank().to_string(),
            Err(_) => name.to_owned(),
        },
        Game::Uno => match name.parse::<uno::card::Card>() {
            Ok(card) => format!("{} {}", uno::card::color_name(card.color()), card.face()),
            Err(_) => name.to_owned(),
        },
    }
}

/// The cards of the hand that somebody typed; the word that is none of them.
pub fn find(game: Game, typed: &str, hand: &[String]) -> Result<Vec<String>, String> {
    match game {
        Game::Doudizhu => find_doudizhu(typed, hand),
        Game::Uno => {
            let wanted = plain(typed);
            let found = hand
                .iter()
                .find(|name| uno_spellings(name).contains(&wanted));
            found.map(|name| vec![name.clone()]).ok_or(wanted)
        }
    }
}

fn find_doudizhu(typed: &str, hand: &[String]) -> Result<Vec<String>, String> {
    let words: Vec<&str> = typed
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    if words
        .iter()
        .all(|word| hand.iter().any(|name| name == word))
    {
        return Ok(words.into_iter().map(str::to_owned).collect());
    }
    let cards: doudizhu::hand::Hand = typed.parse().map_err(|_| typed.to_owned())?;
    let mut left: Vec<&String> = hand.iter().collect();
    let mut found = Vec::new();
    for rank in cards.ranks() {
        let same = |name: &&String| kind(Game::Doudizhu, name) == rank.to_string();
        let place = left.iter().position(same).ok_or_else(|| rank.to_string())?;
        found.push(left.remove(place).clone());
    }
    Ok(found)
}

/// Lower case, without spaces and hyphens.
fn plain(text: &str) -> String {
    let kept = text.chars().filter(|c| !matches!(c, ' ' | '-' | '_' | ','));
    kept.flat_map(char::to_lowercase).collect()
}

/// Everything a card of UNO may be typed as.
fn uno_spellings(name: &str) -> Vec<String> {
    use uno::card::Face as Uno;
    let Ok(card) = name.parse::<uno::card::Card>() else {
        return vec![plain(name)];
    };
    let number;
    let faces: &[&str] = match card.face() {
        Uno::Number(n) => {
            number = n.to_string();
            &[&number]
        }
        Uno::Skip => &["skip", "sk", "停"],
        Uno::Reverse => &["reverse", "rev", "rv", "转"],
        Uno::DrawTwo => &["draw2", "+2"],
        Uno::Wild => return ["wild", "w", "变", "变色"].map(str::to_owned).to_vec(),
        Uno::WildDrawFour => &["draw4", "+4", "4"],
        Uno::WildShuffle => &["shuffle", "sh", "洗"],
        Uno::WildSwap => &["swap", "sw", "换"],
        Uno::WildCustom => &["custom", "cu", "定"],
    };
    let color = uno::card::color_name(card.color());
    let letter = &color[..1];
    let zh = match color {
        "red" => "红",
        "yellow" => "黄",
        "green" => "绿",
        "blue" => "蓝",
        _ => "变",
    };
    let mut all = vec![plain(name)];
    for color in [color, letter, zh] {
        all.extend(faces.iter().map(|face| format!("{color}{face}")));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn every_card_fits_two_columns_and_no_two_kinds_look_alike() {
        use unicode_width::UnicodeWidthStr;
        let doudizhu = doudizhu::card::Card::all().map(|card| card.to_string());
        let uno = (0..=u8::MAX).filter_map(uno::card::Card::new);
        let uno = uno.map(|card| card.to_string());
        let all: [(Game, Vec<String>); 2] = [
            (Game::Doudizhu, doudizhu.collect()),
            (Game::Uno, uno.collect()),
        ];
        for (game, cards) in all {
            for lang in [Lang::En, Lang::Zh] {
                let mut seen = std::collections::BTreeMap::new();
                for name in &cards {
                    let face = face(game, lang, name);
                    assert!(face.top.width() <= 2 && face.bottom.width() <= 2, "{name}");
                    let look = label(game, lang, name);
                    let what = match game {
                        Game::Doudizhu => name.clone(),
                        Game::Uno => kind(game, name),
                    };
                    let before = seen.insert(look, what.clone());
                    assert!(before.is_none_or(|before| before == what), "{name}");
                }
            }
        }
    }

    #[test]
    fn hands_are_sorted_as_people_hold_them() {
        let mut hand = names("hearts-3 joker-small spades-A clubs-2 hearts-A");
        sort(Game::Doudizhu, &mut hand);
        assert_eq!(
            hand,
            names("joker-small clubs-2 hearts-A spades-A hearts-3")
        );
        let mut hand = names("wild-1 blue-2-1 red-skip-1 red-3-2");
        sort(Game::Uno, &mut hand);
        assert_eq!(hand, names("red-3-2 red-skip-1 blue-2-1 wild-1"));
    }

    #[test]
    fn typed_cards_are_found_in_the_hand() {
        let hand = names("joker-big hearts-10 spades-10 hearts-3 clubs-3");
        let found = |typed| find_doudizhu(typed, &hand);
        assert_eq!(found("33"), Ok(names("hearts-3 clubs-3")));
        assert_eq!(found("10 T"), Ok(names("hearts-10 spades-10")));
        assert_eq!(found("clubs-3"), Ok(names("clubs-3")));
        assert_eq!(found("大王"), Ok(names("joker-big")));
        assert_eq!(found("333"), Err("3".to_owned()));
        assert!(found("x").is_err());

        let hand = names("red-5-2 blue-skip-1 wild-3 wild_draw4-1 green-draw2-1");
        let found = |typed| find(Game::Uno, typed, &hand);
        for (typed, card) in [
            ("r5", "red-5-2"),
            ("Red 5", "red-5-2"),
            ("bskip", "blue-skip-1"),
            ("wild", "wild-3"),
            ("w+4", "wild_draw4-1"),
            ("绿+2", "green-draw2-1"),
        ] {
            assert_eq!(found(typed), Ok(names(card)), "{typed}");
        }
        assert!(found("y1").is_err());
    }
}
