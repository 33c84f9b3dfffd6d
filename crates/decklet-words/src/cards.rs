//! What cards are, and what they are together.

use crate::Words;
use decklet_doudizhu::{
    card::Rank,
    combination::{Combination, Kind},
    hand::Hand,
};
use decklet_uno::card::{Card, Color, Face};

/// A colour of UNO.
#[must_use]
pub fn color(color: Color) -> Words {
    let zh = match color {
        Color::Red => "红",
        Color::Yellow => "黄",
        Color::Green => "绿",
        Color::Blue => "蓝",
    };
    Words::new(color.name(), zh)
}

/// A card of UNO: `red 5`, `Wild Draw Four`.
#[must_use]
pub fn card(card: Card) -> Words {
    let face = match card.face() {
        Face::Number(number) => Words::both(&number.to_string()),
        Face::Skip => Words::new("Skip", "跳过"),
        Face::Reverse => Words::new("Reverse", "反转"),
        Face::DrawTwo => Words::new("Draw Two", "+2"),
        Face::Wild => Words::new("Wild", "变色"),
        Face::WildDrawFour => Words::new("Wild Draw Four", "万能+4"),
        Face::WildShuffle => Words::new("Wild Shuffle Hands", "万能洗手牌"),
        Face::WildSwap => Words::new("Wild Swap Hands", "万能换手牌"),
        Face::WildCustom => Words::new("Wild Customizable", "万能自定义"),
    };
    match card.color() {
        None => face,
        Some(of) => {
            let of = color(of);
            Words {
                en: format!("{} {}", of.en, face.en),
                zh: format!("{}{}", of.zh, face.zh),
            }
        }
    }
}

/// A kind of combination of Dou Dizhu.
fn kind(kind: Kind) -> Words {
    let (en, zh) = match kind {
        Kind::Solo => ("single", "单张"),
        Kind::Pair => ("pair", "对子"),
        Kind::Trio => ("trio", "三张"),
        Kind::TrioSolo => ("trio with a single", "三带一"),
        Kind::TrioPair => ("trio with a pair", "三带一对"),
        Kind::ChainSolo => ("straight", "顺子"),
        Kind::ChainPair => ("straight of pairs", "连对"),
        Kind::Plane => ("airplane", "飞机"),
        Kind::PlaneSolo => ("airplane with wings", "飞机带翅膀"),
        Kind::PlanePair => ("airplane with pairs", "飞机带对子"),
        Kind::FourTwoSolo => ("four with two singles", "四带二"),
        Kind::FourTwoPair => ("four with two pairs", "四带两对"),
        Kind::Shuttle => ("space shuttle", "航天飞机"),
        Kind::ShuttleSolo => ("space shuttle with singles", "航天飞机带单张"),
        Kind::ShuttlePair => ("space shuttle with pairs", "航天飞机带对子"),
        Kind::Bomb => ("bomb", "炸弹"),
        Kind::Rocket => ("rocket", "王炸"),
    };
    Words::new(en, zh)
}

/// A rank in both languages: the jokers have other names.
fn rank(rank: Rank) -> Words {
    match rank {
        Rank::Ten => Words::both("10"),
        Rank::SmallJoker => Words::new("small joker", "小王"),
        Rank::BigJoker => Words::new("big joker", "大王"),
        rank => Words::both(&rank.to_string()),
    }
}

/// What these cards are, read as this combination: `airplane with wings, 333444 + 5 + 6`.
///
/// ```
/// use decklet_doudizhu::{combination::detect, hand::Hand, profile::Profile};
///
/// let cards: Hand = "33344456".parse()?;
/// let rules = Profile::named("pagat").unwrap().options().combinations;
/// let words = decklet_words::combination(cards, detect(cards, &rules).unwrap());
/// assert_eq!(words.en, "airplane with wings, 333444 + 5 + 6");
/// assert_eq!(words.zh, "飞机带翅膀，333444 + 5 + 6");
/// # Ok::<(), decklet_doudizhu::hand::HandError>(())
/// ```
#[must_use]
pub fn combination(cards: Hand, combination: Combination) -> Words {
    let name = kind(combination.kind());
    let parts = parts(cards, combination);
    let joined = |pick: fn(&Words) -> &str| {
        let texts: Vec<&str> = parts.iter().map(pick).collect();
        texts.join(" + ")
    };
    Words {
        en: format!("{}, {}", name.en, joined(|words| &words.en)),
        zh: format!("{}，{}", name.zh, joined(|words| &words.zh)),
    }
}

/// The main part, then each kicker.
fn parts(cards: Hand, combination: Combination) -> Vec<Words> {
    let (main, kicker) = match combination.kind() {
        Kind::Solo | Kind::ChainSolo => (1, 1),
        Kind::Pair | Kind::ChainPair => (2, 1),
        Kind::Trio | Kind::TrioSolo | Kind::Plane | Kind::PlaneSolo => (3, 1),
        Kind::TrioPair | Kind::PlanePair => (3, 2),
        Kind::FourTwoSolo | Kind::Bomb | Kind::Shuttle | Kind::ShuttleSolo => (4, 1),
        Kind::FourTwoPair | Kind::ShuttlePair => (4, 2),
        Kind::Rocket => (1, 1),
    };
    let in_main = |rank: Rank| combination.low() <= rank && rank <= combination.high();
    let (mut main_part, mut kickers) = (Vec::new(), Vec::new());
    let mut ranks: Vec<Rank> = cards.ranks().collect();
    ranks.dedup();
    for of in ranks {
        let name = rank(of);
        let mut left = usize::from(cards.count(of));
        if in_main(of) {
            let taken = left.min(main);
            main_part.extend(vec![name.clone(); taken]);
            left -= taken;
        }
        while left > 0 {
            let taken = left.min(kicker);
            kickers.push(side_by_side(&vec![name.clone(); taken]));
            left -= taken;
        }
    }
    if combination.kind() == Kind::Rocket {
        return vec![rank(Rank::SmallJoker), rank(Rank::BigJoker)];
    }
    std::iter::once(side_by_side(&main_part))
        .chain(kickers)
        .collect()
}

/// Cards side by side, with room between them where a ten would run into its neighbours.
fn side_by_side(names: &[Words]) -> Words {
    let room = match names.iter().any(|name| name.en.len() > 1) {
        true => " ",
        false => "",
    };
    let joined = |pick: fn(&Words) -> &str| names.iter().map(pick).collect::<Vec<_>>().join(room);
    Words::new(&joined(|words| &words.en), &joined(|words| &words.zh))
}

/// Why cards are no combination, or how they stand to the ones on the table, by the code of
/// [`decklet_doudizhu::explain`].
#[must_use]
pub fn reading(code: &str) -> Option<Words> {
    let known = READINGS.iter().find(|(known, ..)| *known == code);
    known.map(|(_, en, zh)| Words::new(en, zh))
}

const READINGS: &[(&str, &str, &str)] = &[
    (
        "PLANE_JOKERS",
        "these jokers may not be wings of an airplane",
        "飞机不能带这些王",
    ),
    (
        "PLANE_REPEATED_KICKERS",
        "so many wings of an airplane may not be of one rank",
        "飞机的翅膀里同点数的牌太多",
    ),
    (
        "PLANE_TRIO_BESIDE",
        "the wings of an airplane may not be a trio next to it",
        "飞机的翅膀不能是相邻的三张",
    ),
    (
        "PLANE_SAME_PAIRS",
        "the pairs of an airplane must be of different ranks",
        "飞机带的对子点数要不同",
    ),
    (
        "NO_FOUR_TWO",
        "four of a kind with two cards does not exist in these rules",
        "这套规则没有四带二",
    ),
    (
        "FOUR_TWO_PAIR_AS_TWO",
        "a pair does not count as the two cards of a four",
        "四带二不能带一对",
    ),
    (
        "FOUR_TWO_JOKERS",
        "these jokers may not be the two cards of a four",
        "四带二不能带这些王",
    ),
    (
        "NO_FOUR_TWO_PAIRS",
        "four of a kind with two pairs does not exist in these rules",
        "这套规则没有四带两对",
    ),
    (
        "SHUTTLE",
        "consecutive fours are no combination in these rules, or not with these cards",
        "这套规则没有这样的航天飞机",
    ),
    (
        "FOUR_TWO_SAME_PAIRS",
        "the two pairs of a four must be of different ranks",
        "四带两对的对子点数要不同",
    ),
    (
        "CHAIN_TOO_SHORT",
        "a straight needs five single cards, three pairs or two trios",
        "顺子至少五张，连对至少三对，飞机至少两组",
    ),
    (
        "CHAIN_TOO_HIGH",
        "a straight may not reach so high in these rules",
        "这套规则的顺子不能这么大",
    ),
    ("NO_CARDS", "no cards are selected", "还没有选牌"),
    (
        "NOT_A_PAIR",
        "two cards must be a pair, or both jokers",
        "两张牌要成对，或是一对王",
    ),
    (
        "CHAIN_ABOVE_ACE",
        "a straight runs from 3 to the ace at most",
        "顺子只能从3到A",
    ),
    (
        "CHAIN_HAS_GAPS",
        "the ranks of a straight must follow each other",
        "顺子中间不能有缺",
    ),
    (
        "JOKERS_ARE_NO_PAIR",
        "two jokers are never a pair",
        "大小王不算对子",
    ),
    (
        "KICKER_OF_MAIN_RANK",
        "a trio's fourth card cannot be its kicker",
        "三张不能带同点数的第四张",
    ),
    (
        "KICKERS_DO_NOT_FIT",
        "the kickers are too many, too few or mixed",
        "带的牌太多、太少或不一致",
    ),
    (
        "NO_COMBINATION",
        "only trios and fours take other cards along",
        "只有三张和四张可以带牌",
    ),
    ("ROCKET", "the rocket beats everything", "王炸最大"),
    (
        "BOMB",
        "a bomb beats everything but higher bombs and the rocket",
        "炸弹只怕更大的炸弹和王炸",
    ),
    (
        "HIGHER",
        "the same kind and length, and higher",
        "牌型相同，更大",
    ),
    ("EQUAL", "equal cards never beat", "一样大，压不过"),
    (
        "BOMB_ON_TABLE",
        "only a higher bomb or the rocket beats a bomb",
        "只有更大的炸弹或王炸能压炸弹",
    ),
    (
        "LOWER",
        "the same kind and length, but lower",
        "牌型相同，但更小",
    ),
    ("LENGTH", "the length must be the same", "张数要相同"),
    ("KIND", "the kind must be the same", "牌型要相同"),
    (
        "WINGS",
        "the airplanes have other kinds of wings",
        "飞机带的翅膀种类不同",
    ),
    (
        "BOMB_ON_ROCKET",
        "a bomb and the rocket meet, and these rules decide",
        "炸弹遇王炸，按这套规则定",
    ),
    (
        "HIGHEST_TRIO",
        "airplanes are compared by their highest trio in these rules",
        "这套规则按最大的三张比飞机",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_doudizhu::{combination::readings, explain::explain, profile::Profile};

    #[test]
    fn whatever_is_explained_has_words() {
        let hands = [
            "",
            "34",
            "3B",
            "BR",
            "3333BR",
            "333355",
            "33334444",
            "333344445566",
            "34567",
            "345",
            "TJQKA2",
            "34568",
            "3344",
            "334455",
            "33445",
            "333444BR",
            "3334445B",
            "33334",
            "3335",
            "33355",
            "333BR",
            "3355",
            "333444555666",
            "33344455",
            "333444556",
        ];
        for profile in Profile::all() {
            for (cards, last) in hands.iter().flat_map(|a| hands.iter().map(move |b| (a, b))) {
                let cards: Hand = cards.parse().unwrap_or_default();
                let last: Hand = last.parse().unwrap_or_default();
                for one in explain(cards, Some(last), [profile]) {
                    for reason in [one.refusal, one.because].into_iter().flatten() {
                        assert!(reading(reason.code).is_some(), "{}", reason.code);
                    }
                }
                for found in readings(cards, &profile.options().combinations) {
                    let words = combination(cards, found);
                    let shown = words.en.split_once(", ").unwrap().1.to_owned();
                    let ranks = shown.replace("small joker", "B").replace("big joker", "R");
                    let ranks = ranks.replace("10", "T").replace(" + ", "").replace(' ', "");
                    assert_eq!(ranks.parse::<Hand>(), Ok(cards), "{words:?}");
                }
            }
        }
    }

    #[test]
    fn kickers_are_told_apart() {
        for (cards, kind, expected) in [
            (
                "33344455TT",
                Kind::PlanePair,
                "airplane with pairs, 333444 + 55 + 10 10",
            ),
            ("9TJQK", Kind::ChainSolo, "straight, 9 10 J Q K"),
            ("BR", Kind::Rocket, "rocket, small joker + big joker"),
            (
                "333345",
                Kind::FourTwoSolo,
                "four with two singles, 3333 + 4 + 5",
            ),
            ("34567", Kind::ChainSolo, "straight, 34567"),
        ] {
            let cards: Hand = cards.parse().unwrap();
            let rules = Profile::named("pagat").unwrap().options().combinations;
            let found = readings(cards, &rules);
            let found = found
                .into_iter()
                .find(|found| found.kind() == kind)
                .unwrap();
            assert_eq!(combination(cards, found).en, expected);
        }
    }
}
