//! What each option of a game is, and which values it has.

use crate::Words;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// An option in a line.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OptionWords {
    /// Its name in JSON; a dot goes into an object.
    pub name: &'static str,
    /// Which values it has.
    #[serde(flatten)]
    pub values: Values,
    /// What it is.
    pub about: Words,
}

/// Which values an option has.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Values {
    /// Yes or no.
    Flag,
    /// A whole number.
    Number {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// One of these.
    Choice {
        /// The values as they stand in the options.
        values: Vec<Value>,
    },
}

/// The options of a game, in the order in which they are asked for; none for a game that is not
/// known.
///
/// ```
/// let options = decklet_words::options("uno");
/// assert_eq!(options[0].name, "deck");
/// ```
#[must_use]
pub fn options(game: &str) -> Vec<OptionWords> {
    let known = match game {
        "doudizhu" => DOUDIZHU,
        "uno" => UNO,
        _ => &[],
    };
    let words = known.iter().map(|&(name, values, en, zh)| OptionWords {
        name,
        values: read(values),
        about: Words::new(en, zh),
    });
    words.collect()
}

/// `flag`, `1..4`, or the values in JSON.
fn read(values: &str) -> Values {
    if values == "flag" {
        return Values::Flag;
    }
    if let Some((min, max)) = values.split_once("..") {
        let number = |text: &str| text.parse().unwrap_or_default();
        return Values::Number {
            min: number(min),
            max: number(max),
        };
    }
    let values = serde_json::from_str(values).unwrap_or_default();
    Values::Choice { values }
}

type Row = (&'static str, &'static str, &'static str, &'static str);

const DOUDIZHU: &[Row] = &[
    (
        "deal",
        r#"["one_by_one","blocks"]"#,
        "how the shuffled deck is dealt",
        "发牌方式：逐张发，或每人连发17张",
    ),
    (
        "first_bidder",
        r#"["lowest_seat","random","rotate","exposed_card",{"fixed":0}]"#,
        "who is asked first",
        "谁先叫：固定座位、随机、轮流，或摸到明牌的人",
    ),
    (
        "bidding",
        r#"["first_call","call_rob_once","call_rob",{"score":{"max":3,"rounds":"one","top_ends":true}},{"score":{"max":3,"rounds":"two_passes_end","top_ends":true}},{"score":{"max":3,"rounds":"pass_out","top_ends":true}},{"none":{"landlord":0}}]"#,
        "how the landlord is found: call, rob, bid points, or no auction",
        "怎样定地主：叫地主、抢地主、叫分，或不叫",
    ),
    (
        "all_pass",
        r#"[{"redeal":{"limit":null,"then":"void"}},{"redeal":{"limit":2,"then":"force_first"}},{"end":"void"},{"end":"force_first"}]"#,
        "what happens when nobody wants to be landlord",
        "没人要当地主时：重发、流局，或第一家当",
    ),
    (
        "show_cards",
        r#"["off",{"per_player":{"factor":2}},{"staged":{"before_deal":5,"during_deal":[4,3],"after_bottom":2,"forces_landlord":true}}]"#,
        "whether the hand may be laid open for a higher stake",
        "能否明牌，翻几倍",
    ),
    (
        "doubling",
        r#"["off",{"per_player":{"factor":2,"super_factor":null}},{"per_player":{"factor":2,"super_factor":4}}]"#,
        "whether each player may double before play",
        "能否加倍、超级加倍",
    ),
    (
        "combinations.plane_solo.max_copies_per_rank",
        "1..4",
        "how many single wings of an airplane may be of one rank",
        "飞机带单张时，同点数最多几张",
    ),
    (
        "combinations.plane_solo.trio_next_to_chain",
        r#"["no","only_222","yes"]"#,
        "whether three wings may be a trio next to the airplane",
        "飞机能否带相邻的三张",
    ),
    (
        "combinations.plane_solo.jokers",
        r#"["none","not_both","any"]"#,
        "which jokers may be wings of an airplane",
        "飞机能否带王",
    ),
    (
        "combinations.plane_pair.distinct_ranks",
        "flag",
        "whether the pairs of an airplane must be of different ranks",
        "飞机带的对子点数是否要不同",
    ),
    (
        "combinations.four_two_solo.enabled",
        "flag",
        "whether four of a kind takes two single cards",
        "有没有四带二",
    ),
    (
        "combinations.four_two_solo.pair_as_two",
        "flag",
        "whether these two may be a pair",
        "四带二能否带一对",
    ),
    (
        "combinations.four_two_solo.jokers",
        r#"["none","not_both","any"]"#,
        "which jokers these two may be",
        "四带二能否带王",
    ),
    (
        "combinations.four_two_pair.enabled",
        "flag",
        "whether four of a kind takes two pairs",
        "有没有四带两对",
    ),
    (
        "combinations.four_two_pair.same_rank",
        "flag",
        "whether these pairs may be of one rank",
        "四带两对能否点数相同",
    ),
    (
        "combinations.shuttle",
        r#"["off","one_per_quad","two_per_quad"]"#,
        "consecutive fours of a kind, and what they take along",
        "航天飞机：没有，或每组带一份、两份",
    ),
    (
        "combinations.min_len.solo",
        "5..12",
        "the shortest straight of single cards",
        "顺子最少几张",
    ),
    (
        "combinations.min_len.pair",
        "3..12",
        "the shortest straight of pairs",
        "连对最少几对",
    ),
    (
        "combinations.min_len.trio",
        "2..12",
        "the shortest airplane",
        "飞机最少几组",
    ),
    (
        "combinations.min_len.quad",
        "2..12",
        "the shortest space shuttle",
        "航天飞机最少几组",
    ),
    (
        "combinations.chain_top",
        r#"["3","4","5","6","7","8","9","T","J","Q","K","A"]"#,
        "the highest rank of a straight",
        "顺子最大到几",
    ),
    (
        "combinations.no_chain_from_rank_held_four_times",
        "flag",
        "OpenSpiel's quirk: no straight from a rank held four times",
        "OpenSpiel 的特例：四张同点不能拆开打头",
    ),
    (
        "beats.wings_must_match",
        "flag",
        "whether an airplane only beats airplanes with the same wings",
        "飞机是否只能压带牌相同的飞机",
    ),
    (
        "beats.bomb_beats_rocket",
        "flag",
        "OpenSpiel's quirk: a bomb beats the rocket",
        "OpenSpiel 的特例：炸弹能压王炸",
    ),
    (
        "beats.planes_by_highest_trio",
        "flag",
        "DouZero's quirk: airplanes are compared by their highest trio",
        "DouZero 的特例：飞机按最大的三张比",
    ),
    (
        "reading",
        r#"["single","longest_then_highest","declared"]"#,
        "what cards count as that can be several things",
        "牌有几种读法时按哪一种",
    ),
    (
        "score.kind",
        r#"["none","flat","per_farmer","additive","win_loss",{"weights":{"solo":1,"pair":2,"trio":4,"chain":6,"plane":8,"four_two":8,"bomb":10,"shuttle":10,"long_shuttle":20,"rocket":16}}]"#,
        "how points are counted",
        "怎样计分",
    ),
    (
        "score.unit",
        "1..1000000",
        "what one point of the base is worth",
        "每一底分值多少",
    ),
    (
        "score.base",
        r#"["bid","one",{"room":1}]"#,
        "what the multipliers multiply",
        "倍数乘什么：叫分、一，或房间底分",
    ),
    (
        "score.bomb",
        "1..255",
        "multiplier of a bomb",
        "每个炸弹几倍",
    ),
    (
        "score.rocket",
        "1..255",
        "multiplier of the rocket",
        "王炸几倍",
    ),
    (
        "score.rob",
        "1..255",
        "multiplier of each rob",
        "每抢一次几倍",
    ),
    (
        "score.spring",
        "1..255",
        "multiplier when no farmer has played a card",
        "春天几倍",
    ),
    (
        "score.anti_spring",
        "1..255",
        "multiplier when the landlord has played only once",
        "反春天几倍",
    ),
    (
        "score.landlord_share",
        "1..255",
        "how often the landlord settles what a farmer does",
        "地主的输赢是农民的几倍",
    ),
    (
        "score.cap",
        "[null,16,64,256,1024]",
        "the highest multiplier that counts",
        "倍数封顶",
    ),
];

const UNO: &[Row] = &[
    (
        "deck",
        r#"["classic108","shuffle112","swap112"]"#,
        "the cards: the classic deck, or the 112 of newer editions",
        "用哪副牌：经典108张，或新版112张",
    ),
    (
        "custom_wild",
        r#"["color_only","skip"]"#,
        "what a Wild Customizable does besides naming a colour",
        "自定义万能牌还有什么效果",
    ),
    ("hand", "1..20", "cards dealt to each player", "每人发几张"),
    ("min_players", "2..10", "the fewest players", "最少几人"),
    ("max_players", "2..10", "the most players", "最多几人"),
    (
        "teams",
        "flag",
        "whether players opposite each other win together",
        "对家是否一队",
    ),
    (
        "first_player",
        r#"["lowest_seat","left_of_dealer","random"]"#,
        "who plays first",
        "谁先出",
    ),
    (
        "first_card",
        r#"["number_only","any_but_wilds","any_but_four"]"#,
        "which cards may lie on top at the beginning",
        "开局能翻出哪些牌",
    ),
    (
        "first_card_return",
        r#"["bottom","reshuffle"]"#,
        "where a card goes that may not",
        "不能用的开局牌放回哪里",
    ),
    (
        "first_wild_color",
        r#"["first_player","random"]"#,
        "who names the colour of a wild card on top at the beginning",
        "开局是万能牌时谁选颜色",
    ),
    (
        "first_draw_two",
        r#"["misses_turn","still_plays"]"#,
        "what a Draw Two on top at the beginning does",
        "开局是+2时第一家还能不能出",
    ),
    (
        "draw",
        r#"["one","until_playable","any_number"]"#,
        "how many cards a player draws who does not play",
        "不出牌时摸几张",
    ),
    (
        "draw_when_playable",
        "flag",
        "whether a player may draw who could play",
        "有牌能出时可否摸牌",
    ),
    (
        "after_draw",
        r#"["keep_turn","end_unless_playable","end_always","auto_play"]"#,
        "what happens to the turn after a draw",
        "摸牌后轮次怎样",
    ),
    (
        "playable_after_draw",
        r#"["drawn_only","any","none"]"#,
        "what may be played after a draw",
        "摸牌后能出什么",
    ),
    (
        "forced_play",
        "flag",
        "whether a drawn card that fits must be played",
        "摸到能出的牌是否必须出",
    ),
    (
        "pass_without_draw",
        "flag",
        "whether a turn may end without a card played or drawn",
        "能否不出也不摸",
    ),
    (
        "wd4",
        r#"["enforced_no_color","enforced_no_other","bluff_allowed","free"]"#,
        "when a Wild Draw Four may be played",
        "什么时候能出万能+4",
    ),
    (
        "challenge",
        "flag",
        "whether a Wild Draw Four may be challenged",
        "能否质疑万能+4",
    ),
    (
        "challenge_guilty",
        "0..20",
        "cards a bluffer draws who is challenged",
        "虚张声势被质疑罚几张",
    ),
    (
        "challenge_innocent",
        "0..20",
        "cards a wrong challenger draws",
        "质疑错了罚几张",
    ),
    (
        "guilty_keeps_turn",
        "flag",
        "whether who was right to challenge plays on",
        "质疑对了能否接着出",
    ),
    (
        "color_pending_blocks",
        "flag",
        "whether all wait until a colour is named",
        "没选颜色前是否全部等待",
    ),
    (
        "wild_on_wild",
        "flag",
        "whether a wild card may lie on a wild card",
        "万能牌能否压万能牌",
    ),
    (
        "stack",
        r#"["none","two_on_two","same_kind","four_on_two","any"]"#,
        "which penalty cards may be added to a penalty",
        "罚牌能否叠加",
    ),
    (
        "deflect",
        r#"["none","skip","reverse","both"]"#,
        "which cards pass a penalty on",
        "哪些牌能把罚牌传走",
    ),
    (
        "jump_in",
        "flag",
        "whether an equal card may be played out of turn",
        "能否用同样的牌抢出",
    ),
    (
        "seven_zero",
        r#"["none","seven","zero","both"]"#,
        "7 swaps hands, 0 moves all hands on",
        "出7换手牌，出0全体换手牌",
    ),
    (
        "uno_call",
        r#"["off","auto","manual"]"#,
        "how a player with one card left says so",
        "剩一张时怎样喊 UNO",
    ),
    (
        "uno_penalty",
        "0..20",
        "cards for who forgot to call",
        "忘了喊罚几张",
    ),
    (
        "false_call",
        "0..20",
        "cards for calling without reason; 0: not allowed",
        "乱喊罚几张；0为不许乱喊",
    ),
    (
        "last_card_effects",
        r#"["none","draws_apply"]"#,
        "whether draws of the last card still count",
        "最后一张的罚牌算不算",
    ),
    (
        "win_on",
        r#"["any","number_only","no_wild"]"#,
        "which card may be the last",
        "最后一张可以是什么",
    ),
    (
        "reverse_two_players",
        r#"["skip","reverse_only"]"#,
        "what a Reverse does between two players",
        "两人时反转牌的作用",
    ),
    (
        "exhaustion",
        r#"["keep_top","all"]"#,
        "which played cards become the new deck",
        "牌摸完后哪些牌重洗",
    ),
    (
        "empty",
        r#"["draw_available","end_round"]"#,
        "what happens when a card is due and there is none",
        "没牌可摸时怎样",
    ),
    (
        "stalemate",
        r#"["no_winner","lowest_points"]"#,
        "how a round ends in which nobody can go on",
        "谁都动不了时怎样结束",
    ),
    (
        "scoring",
        r#"["none","winner_takes","each_keeps"]"#,
        "what points are for",
        "怎样计分",
    ),
    (
        "target",
        "1..10000",
        "points at which the game ends",
        "打到多少分结束",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::DeserializeOwned;
    use std::collections::BTreeSet;

    /// The names of all options in it: what is listed, or has no fields.
    fn names(value: &Value, path: &str, listed: &BTreeSet<&str>, found: &mut BTreeSet<String>) {
        match value.as_object() {
            Some(map) if !listed.contains(path) => {
                for (name, inner) in map {
                    let dot = if path.is_empty() { "" } else { "." };
                    names(inner, &format!("{path}{dot}{name}"), listed, found);
                }
            }
            _ => drop(found.insert(path.to_owned())),
        }
    }

    /// The values as JSON: the ends of a range, both flags.
    fn samples(values: &Values) -> Vec<Value> {
        match values {
            Values::Flag => vec![true.into(), false.into()],
            Values::Number { min, max } => vec![(*min).into(), (*max).into()],
            Values::Choice { values } => values.clone(),
        }
    }

    fn check<O: DeserializeOwned>(game: &str, profile: &Value) {
        let all = options(game);
        let listed: BTreeSet<&str> = all.iter().map(|option| option.name).collect();
        assert_eq!(listed.len(), all.len(), "each once");
        let mut found = BTreeSet::new();
        names(profile, "", &listed, &mut found);
        let listed: BTreeSet<String> = listed.into_iter().map(str::to_owned).collect();
        assert_eq!(found, listed);
        for option in &all {
            let samples = samples(&option.values);
            assert!(samples.len() > 1, "{}", option.name);
            for sample in samples {
                let mut changed = profile.clone();
                let pointer = format!("/{}", option.name.replace('.', "/"));
                *changed.pointer_mut(&pointer).unwrap() = sample.clone();
                let read = serde_json::from_value::<O>(changed);
                assert!(read.is_ok(), "{} {sample}: {:?}", option.name, read.err());
            }
        }
    }

    #[test]
    fn every_option_is_listed_with_values_that_it_has() {
        let pagat = decklet_doudizhu::profile::Profile::named("pagat").unwrap();
        let options = serde_json::to_value(pagat.options()).unwrap();
        check::<decklet_doudizhu::profile::Options>("doudizhu", &options);
        let official = decklet_uno::profile::Options::official();
        let options = serde_json::to_value(official).unwrap();
        check::<decklet_uno::profile::Options>("uno", &options);
    }
}
