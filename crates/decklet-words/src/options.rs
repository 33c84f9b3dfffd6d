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
        /// What each of them is called.
        names: Vec<Words>,
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
    let words = known.iter().map(|(name, listed, en, zh)| OptionWords {
        name,
        values: listed.read(),
        about: Words::new(en, zh),
    });
    words.collect()
}

/// The values of an option as they are listed here: a choice has its value (in JSON, or a bare word),
/// and its name in both languages.
enum Listed {
    Flag,
    Number(u32, u32),
    Choice(&'static [(&'static str, &'static str, &'static str)]),
}

use Listed::{Choice, Flag, Number};

impl Listed {
    fn read(&self) -> Values {
        match *self {
            Flag => Values::Flag,
            Number(min, max) => Values::Number { min, max },
            Choice(listed) => {
                let value = |text| serde_json::from_str(text).unwrap_or(Value::from(text));
                Values::Choice {
                    values: listed.iter().map(|(text, ..)| value(*text)).collect(),
                    names: listed
                        .iter()
                        .map(|(_, en, zh)| Words::new(en, zh))
                        .collect(),
                }
            }
        }
    }
}

type Row = (&'static str, Listed, &'static str, &'static str);

const DOUDIZHU: &[Row] = &[
    (
        "deal",
        Choice(&[
            ("one_by_one", "one card at a time", "逐张发"),
            ("blocks", "17 cards in a row", "每人连发17张"),
        ]),
        "how the shuffled deck is dealt",
        "发牌方式：逐张发，或每人连发17张",
    ),
    (
        "first_bidder",
        Choice(&[
            ("lowest_seat", "seat 1", "第1座"),
            ("random", "a random seat", "随机"),
            ("rotate", "each in turn", "轮流"),
            (
                "exposed_card",
                "who is dealt the card turned up",
                "摸到明牌的人",
            ),
            (r#"{"fixed":0}"#, "always the same seat", "固定座位"),
        ]),
        "who is asked first",
        "谁先叫：固定座位、随机、轮流，或摸到明牌的人",
    ),
    (
        "bidding",
        Choice(&[
            (
                "first_call",
                "call: the first who calls is landlord",
                "叫地主：先叫先得",
            ),
            (
                "call_rob_once",
                "call, and the next player may rob once",
                "叫地主，下家可抢一次",
            ),
            ("call_rob", "call and rob", "叫地主、抢地主"),
            (
                r#"{"score":{"max":3,"rounds":"one","top_ends":true}}"#,
                "points, each bids once",
                "叫分：每人一次",
            ),
            (
                r#"{"score":{"max":3,"rounds":"two_passes_end","top_ends":true}}"#,
                "points, until two pass in a row",
                "叫分：连续两家不叫为止",
            ),
            (
                r#"{"score":{"max":3,"rounds":"pass_out","top_ends":true}}"#,
                "points, who passes is out",
                "叫分：不叫就退出",
            ),
            (
                r#"{"none":{"landlord":0}}"#,
                "no auction: seat 1 is landlord",
                "不叫：第1座当地主",
            ),
        ]),
        "how the landlord is found: call, rob, bid points, or no auction",
        "怎样定地主：叫地主、抢地主、叫分，或不叫",
    ),
    (
        "all_pass",
        Choice(&[
            (
                r#"{"redeal":{"limit":null,"then":"void"}}"#,
                "deal again",
                "重新发牌",
            ),
            (
                r#"{"redeal":{"limit":2,"then":"force_first"}}"#,
                "deal again twice, then the first must take it",
                "重发两次，再没人叫第一家当",
            ),
            (r#"{"end":"void"}"#, "the hand is void", "流局"),
            (
                r#"{"end":"force_first"}"#,
                "the first must take it",
                "第一家当地主",
            ),
        ]),
        "what happens when nobody wants to be landlord",
        "没人要当地主时：重发、流局，或第一家当",
    ),
    (
        "show_cards",
        Choice(&[
            ("off", "no", "不能明牌"),
            (
                r#"{"per_player":{"factor":2}}"#,
                "yes, the stake doubles for each",
                "可以明牌，每家翻2倍",
            ),
            (
                r#"{"staged":{"before_deal":5,"during_deal":[4,3],"after_bottom":2,"forces_landlord":true}}"#,
                "yes, the earlier the more: 5, 4, 3 or 2 times",
                "可以明牌，越早倍数越高：5、4、3、2倍",
            ),
        ]),
        "whether the hand may be laid open for a higher stake",
        "能否明牌，翻几倍",
    ),
    (
        "doubling",
        Choice(&[
            ("off", "no", "不加倍"),
            (
                r#"{"per_player":{"factor":2,"super_factor":null}}"#,
                "double",
                "可加倍（2倍）",
            ),
            (
                r#"{"per_player":{"factor":2,"super_factor":4}}"#,
                "double, or four times",
                "可加倍（2倍）或超级加倍（4倍）",
            ),
        ]),
        "whether each player may double before play",
        "能否加倍、超级加倍",
    ),
    (
        "combinations.plane_solo.max_copies_per_rank",
        Number(1, 4),
        "how many single wings of an airplane may be of one rank",
        "飞机带单张时，同点数最多几张",
    ),
    (
        "combinations.plane_solo.trio_next_to_chain",
        Choice(&[
            ("no", "no", "不能"),
            (
                "only_222",
                "only three twos beside aces",
                "只有连到A时能带222",
            ),
            ("yes", "yes", "能"),
        ]),
        "whether three wings may be a trio next to the airplane",
        "飞机能否带相邻的三张",
    ),
    (
        "combinations.plane_solo.jokers",
        Choice(&[
            ("none", "none", "不能带王"),
            ("not_both", "one of them", "只能带一张王"),
            ("any", "both", "大小王都能带"),
        ]),
        "which jokers may be wings of an airplane",
        "飞机能否带王",
    ),
    (
        "combinations.plane_pair.distinct_ranks",
        Flag,
        "whether the pairs of an airplane must be of different ranks",
        "飞机带的对子点数是否要不同",
    ),
    (
        "combinations.four_two_solo.enabled",
        Flag,
        "whether four of a kind takes two single cards",
        "有没有四带二",
    ),
    (
        "combinations.four_two_solo.pair_as_two",
        Flag,
        "whether these two may be a pair",
        "四带二能否带一对",
    ),
    (
        "combinations.four_two_solo.jokers",
        Choice(&[
            ("none", "none", "不能带王"),
            ("not_both", "one of them", "只能带一张王"),
            ("any", "both", "大小王都能带"),
        ]),
        "which jokers these two may be",
        "四带二能否带王",
    ),
    (
        "combinations.four_two_pair.enabled",
        Flag,
        "whether four of a kind takes two pairs",
        "有没有四带两对",
    ),
    (
        "combinations.four_two_pair.same_rank",
        Flag,
        "whether these pairs may be of one rank",
        "四带两对能否点数相同",
    ),
    (
        "combinations.shuttle",
        Choice(&[
            ("off", "there are none", "没有航天飞机"),
            (
                "one_per_quad",
                "one card or pair for each four",
                "每组四张带一份",
            ),
            (
                "two_per_quad",
                "two cards or pairs for each four",
                "每组四张带两份",
            ),
        ]),
        "consecutive fours of a kind, and what they take along",
        "航天飞机：没有，或每组带一份、两份",
    ),
    (
        "combinations.min_len.solo",
        Number(5, 12),
        "the shortest straight of single cards",
        "顺子最少几张",
    ),
    (
        "combinations.min_len.pair",
        Number(3, 12),
        "the shortest straight of pairs",
        "连对最少几对",
    ),
    (
        "combinations.min_len.trio",
        Number(2, 12),
        "the shortest airplane",
        "飞机最少几组",
    ),
    (
        "combinations.min_len.quad",
        Number(2, 12),
        "the shortest space shuttle",
        "航天飞机最少几组",
    ),
    (
        "combinations.chain_top",
        Choice(&[
            (r#""3""#, "3", "3"),
            (r#""4""#, "4", "4"),
            (r#""5""#, "5", "5"),
            (r#""6""#, "6", "6"),
            (r#""7""#, "7", "7"),
            (r#""8""#, "8", "8"),
            (r#""9""#, "9", "9"),
            ("T", "10", "10"),
            ("J", "J", "J"),
            ("Q", "Q", "Q"),
            ("K", "K", "K"),
            ("A", "A", "A"),
        ]),
        "the highest rank of a straight",
        "顺子最大到几",
    ),
    (
        "combinations.no_chain_from_rank_held_four_times",
        Flag,
        "OpenSpiel's quirk: no straight from a rank held four times",
        "OpenSpiel 的特例：四张同点不能拆开打头",
    ),
    (
        "beats.wings_must_match",
        Flag,
        "whether an airplane only beats airplanes with the same wings",
        "飞机是否只能压带牌相同的飞机",
    ),
    (
        "beats.bomb_beats_rocket",
        Flag,
        "OpenSpiel's quirk: a bomb beats the rocket",
        "OpenSpiel 的特例：炸弹能压王炸",
    ),
    (
        "beats.planes_by_highest_trio",
        Flag,
        "DouZero's quirk: airplanes are compared by their highest trio",
        "DouZero 的特例：飞机按最大的三张比",
    ),
    (
        "reading",
        Choice(&[
            ("single", "one way only", "只有一种读法"),
            (
                "longest_then_highest",
                "the longest, then the highest",
                "先取最长，再取最大",
            ),
            ("declared", "the player says", "由出牌人说"),
        ]),
        "what cards count as that can be several things",
        "牌有几种读法时按哪一种",
    ),
    (
        "score.kind",
        Choice(&[
            ("none", "no points", "不计分"),
            ("flat", "the same for both farmers", "两家农民输赢相同"),
            (
                "per_farmer",
                "each farmer by what was doubled",
                "每家农民按各自加倍算",
            ),
            (
                "additive",
                "bombs are added, not multiplied",
                "炸弹相加，不相乘",
            ),
            ("win_loss", "1 for a win, 0 for a loss", "赢1分，输0分"),
            (
                r#"{"weights":{"solo":1,"pair":2,"trio":4,"chain":6,"plane":8,"four_two":8,"bomb":10,"shuttle":10,"long_shuttle":20,"rocket":16}}"#,
                "2 for a win, and a little for every combination",
                "赢2分，每手牌另有小分",
            ),
        ]),
        "how points are counted",
        "怎样计分",
    ),
    (
        "score.unit",
        Number(1, 1000000),
        "what one point of the base is worth",
        "每一底分值多少",
    ),
    (
        "score.base",
        Choice(&[
            ("bid", "the bid", "叫分"),
            ("one", "one", "1"),
            (r#"{"room":1}"#, "the stake of the room", "房间底分"),
        ]),
        "what the multipliers multiply",
        "倍数乘什么：叫分、一，或房间底分",
    ),
    (
        "score.bomb",
        Number(1, 255),
        "multiplier of a bomb",
        "每个炸弹几倍",
    ),
    (
        "score.rocket",
        Number(1, 255),
        "multiplier of the rocket",
        "王炸几倍",
    ),
    (
        "score.rob",
        Number(1, 255),
        "multiplier of each rob",
        "每抢一次几倍",
    ),
    (
        "score.spring",
        Number(1, 255),
        "multiplier when no farmer has played a card",
        "春天几倍",
    ),
    (
        "score.anti_spring",
        Number(1, 255),
        "multiplier when the landlord has played only once",
        "反春天几倍",
    ),
    (
        "score.landlord_share",
        Number(1, 255),
        "how often the landlord settles what a farmer does",
        "地主的输赢是农民的几倍",
    ),
    (
        "score.cap",
        Choice(&[
            ("null", "no limit", "不封顶"),
            ("16", "16 times", "16倍"),
            ("64", "64 times", "64倍"),
            ("256", "256 times", "256倍"),
            ("1024", "1024 times", "1024倍"),
        ]),
        "the highest multiplier that counts",
        "倍数封顶",
    ),
];

const UNO: &[Row] = &[
    (
        "deck",
        Choice(&[
            ("classic108", "classic, 108 cards", "经典，108张"),
            (
                "shuffle112",
                "112 cards with Shuffle Hands",
                "112张，有洗手牌",
            ),
            ("swap112", "112 cards with Swap Hands", "112张，有换手牌"),
        ]),
        "the cards: the classic deck, or the 112 of newer editions",
        "用哪副牌：经典108张，或新版112张",
    ),
    (
        "custom_wild",
        Choice(&[
            ("color_only", "nothing", "没有"),
            ("skip", "skips the next player", "下家停一轮"),
        ]),
        "what a Wild Customizable does besides naming a colour",
        "自定义万能牌还有什么效果",
    ),
    (
        "hand",
        Number(1, 20),
        "cards dealt to each player",
        "每人发几张",
    ),
    (
        "min_players",
        Number(2, 10),
        "the fewest players",
        "最少几人",
    ),
    ("max_players", Number(2, 10), "the most players", "最多几人"),
    (
        "teams",
        Flag,
        "whether players opposite each other win together",
        "对家是否一队",
    ),
    (
        "first_player",
        Choice(&[
            ("lowest_seat", "seat 1", "第1座"),
            ("left_of_dealer", "left of the dealer", "庄家下家"),
            ("random", "a random seat", "随机"),
        ]),
        "who plays first",
        "谁先出",
    ),
    (
        "first_card",
        Choice(&[
            ("number_only", "numbers only", "只有数字牌"),
            ("any_but_wilds", "all but wild cards", "万能牌以外都行"),
            ("any_but_four", "all but Wild Draw Four", "万能+4以外都行"),
        ]),
        "which cards may lie on top at the beginning",
        "开局能翻出哪些牌",
    ),
    (
        "first_card_return",
        Choice(&[
            ("bottom", "under the deck", "放到牌堆底"),
            ("reshuffle", "shuffled into the deck", "洗回牌堆"),
        ]),
        "where a card goes that may not",
        "不能用的开局牌放回哪里",
    ),
    (
        "first_wild_color",
        Choice(&[
            ("first_player", "the first player", "第一家"),
            ("random", "chance", "随机"),
        ]),
        "who names the colour of a wild card on top at the beginning",
        "开局是万能牌时谁选颜色",
    ),
    (
        "first_draw_two",
        Choice(&[
            (
                "misses_turn",
                "draws two and misses the turn",
                "摸两张，停一轮",
            ),
            ("still_plays", "draws two and plays", "摸两张，照样出牌"),
        ]),
        "what a Draw Two on top at the beginning does",
        "开局是+2时第一家还能不能出",
    ),
    (
        "draw",
        Choice(&[
            ("one", "one", "一张"),
            ("until_playable", "until a card fits", "摸到能出为止"),
            ("any_number", "as many as one likes", "想摸几张就几张"),
        ]),
        "how many cards a player draws who does not play",
        "不出牌时摸几张",
    ),
    (
        "draw_when_playable",
        Flag,
        "whether a player may draw who could play",
        "有牌能出时可否摸牌",
    ),
    (
        "after_draw",
        Choice(&[
            (
                "keep_turn",
                "the player goes on, and ends it",
                "接着出，自己结束",
            ),
            (
                "end_unless_playable",
                "ends, unless something can be played",
                "没牌可出就结束",
            ),
            ("end_always", "ends", "结束"),
            (
                "auto_play",
                "a card that fits is played, and it ends",
                "摸到能出的自动打出，然后结束",
            ),
        ]),
        "what happens to the turn after a draw",
        "摸牌后轮次怎样",
    ),
    (
        "playable_after_draw",
        Choice(&[
            ("drawn_only", "the drawn card", "只能出刚摸的"),
            ("any", "any card", "哪张都行"),
            ("none", "nothing", "不能出"),
        ]),
        "what may be played after a draw",
        "摸牌后能出什么",
    ),
    (
        "forced_play",
        Flag,
        "whether a drawn card that fits must be played",
        "摸到能出的牌是否必须出",
    ),
    (
        "pass_without_draw",
        Flag,
        "whether a turn may end without a card played or drawn",
        "能否不出也不摸",
    ),
    (
        "wd4",
        Choice(&[
            (
                "enforced_no_color",
                "only without the colour in force",
                "没有当前颜色时才能出",
            ),
            (
                "enforced_no_other",
                "only without any other card that fits",
                "没有别的能出时才能出",
            ),
            (
                "bluff_allowed",
                "always, but it may be challenged",
                "随时能出，但可被质疑",
            ),
            ("free", "always", "随时能出"),
        ]),
        "when a Wild Draw Four may be played",
        "什么时候能出万能+4",
    ),
    (
        "challenge",
        Flag,
        "whether a Wild Draw Four may be challenged",
        "能否质疑万能+4",
    ),
    (
        "challenge_guilty",
        Number(0, 20),
        "cards a bluffer draws who is challenged",
        "虚张声势被质疑罚几张",
    ),
    (
        "challenge_innocent",
        Number(0, 20),
        "cards a wrong challenger draws",
        "质疑错了罚几张",
    ),
    (
        "guilty_keeps_turn",
        Flag,
        "whether who was right to challenge plays on",
        "质疑对了能否接着出",
    ),
    (
        "color_pending_blocks",
        Flag,
        "whether all wait until a colour is named",
        "没选颜色前是否全部等待",
    ),
    (
        "wild_on_wild",
        Flag,
        "whether a wild card may lie on a wild card",
        "万能牌能否压万能牌",
    ),
    (
        "stack",
        Choice(&[
            ("none", "no", "不能叠加"),
            ("two_on_two", "+2 on +2", "+2叠+2"),
            ("same_kind", "+2 on +2, +4 on +4", "+2叠+2，+4叠+4"),
            ("four_on_two", "+2 on +2, +4 on both", "+2叠+2，+4叠+2或+4"),
            ("any", "any on any", "都能叠"),
        ]),
        "which penalty cards may be added to a penalty",
        "罚牌能否叠加",
    ),
    (
        "deflect",
        Choice(&[
            ("none", "none", "没有"),
            ("skip", "Skip", "停牌"),
            ("reverse", "Reverse", "反转牌"),
            ("both", "Skip and Reverse", "停牌和反转牌"),
        ]),
        "which cards pass a penalty on",
        "哪些牌能把罚牌传走",
    ),
    (
        "jump_in",
        Flag,
        "whether an equal card may be played out of turn",
        "能否用同样的牌抢出",
    ),
    (
        "seven_zero",
        Choice(&[
            ("none", "neither", "都没有"),
            ("seven", "7 only", "只有7"),
            ("zero", "0 only", "只有0"),
            ("both", "7 and 0", "7和0都有"),
        ]),
        "7 swaps hands, 0 moves all hands on",
        "出7换手牌，出0全体换手牌",
    ),
    (
        "uno_call",
        Choice(&[
            ("off", "not at all", "不用喊"),
            ("auto", "by itself", "自动喊"),
            (
                "manual",
                "by the player, who may be caught",
                "自己喊，忘了会被抓",
            ),
        ]),
        "how a player with one card left says so",
        "剩一张时怎样喊 UNO",
    ),
    (
        "uno_penalty",
        Number(0, 20),
        "cards for who forgot to call",
        "忘了喊罚几张",
    ),
    (
        "false_call",
        Number(0, 20),
        "cards for calling without reason; 0: not allowed",
        "乱喊罚几张；0为不许乱喊",
    ),
    (
        "last_card_effects",
        Choice(&[("none", "no", "不算"), ("draws_apply", "yes", "算")]),
        "whether draws of the last card still count",
        "最后一张的罚牌算不算",
    ),
    (
        "win_on",
        Choice(&[
            ("any", "any", "哪张都行"),
            ("number_only", "numbers only", "只能是数字牌"),
            ("no_wild", "all but wild cards", "万能牌以外都行"),
        ]),
        "which card may be the last",
        "最后一张可以是什么",
    ),
    (
        "reverse_two_players",
        Choice(&[
            ("skip", "skips the other", "对方停一轮"),
            ("reverse_only", "only turns the direction", "只改变方向"),
        ]),
        "what a Reverse does between two players",
        "两人时反转牌的作用",
    ),
    (
        "exhaustion",
        Choice(&[
            ("keep_top", "all but the top card", "最上面一张以外"),
            ("all", "all", "全部"),
        ]),
        "which played cards become the new deck",
        "牌摸完后哪些牌重洗",
    ),
    (
        "empty",
        Choice(&[
            ("draw_available", "draw what there is", "有几张摸几张"),
            ("end_round", "the round ends", "本局结束"),
        ]),
        "what happens when a card is due and there is none",
        "没牌可摸时怎样",
    ),
    (
        "stalemate",
        Choice(&[
            ("no_winner", "nobody wins", "没有赢家"),
            ("lowest_points", "the fewest points win", "点数最少者赢"),
        ]),
        "how a round ends in which nobody can go on",
        "谁都动不了时怎样结束",
    ),
    (
        "scoring",
        Choice(&[
            ("none", "nothing: who goes out wins", "不计分：先出完的赢"),
            (
                "winner_takes",
                "the winner gets the points of the others",
                "赢家得别人手牌的点数",
            ),
            (
                "each_keeps",
                "each keeps its own; the fewest win",
                "各记各的，最少者赢",
            ),
        ]),
        "what points are for",
        "怎样计分",
    ),
    (
        "target",
        Number(1, 10000),
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
            Values::Choice { values, .. } => values.clone(),
        }
    }

    /// Whether it is one of those that are listed.
    fn is_listed(value: &Value, values: &Values) -> bool {
        match values {
            Values::Flag => value.is_boolean(),
            Values::Number { min, max } => value
                .as_u64()
                .is_some_and(|n| (u64::from(*min)..=u64::from(*max)).contains(&n)),
            Values::Choice { values, .. } => values.contains(value),
        }
    }

    /// The page of UNO is compared with the options in their own crate.
    #[test]
    fn the_page_of_dou_dizhu_names_every_option_and_profile() {
        let page = include_str!("../../../docs/doudizhu.md");
        let options = options("doudizhu").into_iter().map(|option| option.name);
        let profiles = crate::profiles("doudizhu");
        let names = options.chain(profiles.into_iter().map(|profile| profile.name));
        let missing: Vec<_> = names
            .filter(|name| {
                let mut cells = page.lines().filter_map(|line| line.split('|').nth(1));
                !cells.any(|cell| cell.contains(&format!("`{name}`")))
            })
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn every_value_of_a_named_profile_is_listed() {
        let doudizhu = decklet_doudizhu::profile::Profile::all()
            .iter()
            .map(|profile| {
                let options = serde_json::to_value(profile.options()).unwrap();
                ("doudizhu", profile.name().to_owned(), options)
            });
        let uno = decklet_uno::profile::NAMES.iter().map(|name| {
            let options = decklet_uno::profile::Options::named(name).unwrap();
            (
                "uno",
                (*name).to_owned(),
                serde_json::to_value(options).unwrap(),
            )
        });
        for (game, profile, all) in doudizhu.chain(uno) {
            for option in options(game) {
                let pointer = format!("/{}", option.name.replace('.', "/"));
                let value = all.pointer(&pointer).unwrap();
                assert!(
                    is_listed(value, &option.values),
                    "{profile}: {} = {value}",
                    option.name
                );
            }
        }
    }

    #[test]
    fn every_choice_has_names_that_tell_its_values_apart() {
        for option in [options("doudizhu"), options("uno")].concat() {
            let Values::Choice { values, names } = option.values else {
                continue;
            };
            assert_eq!(values.len(), names.len(), "{}", option.name);
            for text in [
                |words: &Words| words.en.clone(),
                |words: &Words| words.zh.clone(),
            ] {
                let apart: BTreeSet<String> = names.iter().map(text).collect();
                assert_eq!(apart.len(), names.len(), "{}", option.name);
                assert!(!apart.contains(""), "{}", option.name);
            }
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
