//! Why something is refused.

use crate::Words;
use decklet_engine::{Denied, Value};

/// Why the engine refuses an action; in its own words where the code is a house rule's.
#[must_use]
pub fn denial(denied: &Denied) -> Words {
    let Some(words) = of_code(denied.code()) else {
        return Words::both(&denied.reason());
    };
    denied.args().iter().fold(words, |words, (name, value)| {
        let value = match value {
            Value::Text(value) => value.to_string(),
            other => other.to_string(),
        };
        words.map(|text| text.replace(&format!("${{{name}}}"), &value))
    })
}

/// What a code means: of the games' rules, or of a room.
///
/// ```
/// assert_eq!(decklet_words::of_code("NOT_YOUR_TURN").unwrap().zh, "还没轮到你。");
/// ```
#[must_use]
pub fn of_code(code: &str) -> Option<Words> {
    let known = RULES.iter().chain(ROOM).find(|(known, ..)| *known == code);
    known.map(|(_, en, zh)| Words::new(en, zh))
}

/// The codes of the games and the engine; `${name}` is an argument.
const RULES: &[(&str, &str, &str)] = &[
    (
        "SYSTEM_ACTION",
        "Only the game itself does that.",
        "这一步只能由游戏自己执行。",
    ),
    (
        "BAD_ACTION",
        "That is no move of this game.",
        "没有这样的操作。",
    ),
    (
        "CASCADE_LIMIT",
        "The game could not carry that out.",
        "游戏无法完成这一步。",
    ),
    (
        "PLUGIN_FAULT",
        "The game made a mistake; nothing has changed.",
        "游戏出了错；什么也没有改变。",
    ),
    ("ALREADY_WON", "The game is over.", "本局已经结束。"),
    (
        "NOT_STARTED",
        "The game is not running.",
        "牌局没有在进行。",
    ),
    (
        "WRONG_PHASE",
        "That is not possible in this phase of the game.",
        "现在这个阶段不能这样做。",
    ),
    (
        "NO_PLAYER",
        "Nobody was named as the player.",
        "没有说明是谁。",
    ),
    ("NOT_YOUR_TURN", "It is not your turn.", "还没轮到你。"),
    ("NO_CARDS", "No cards are selected.", "还没有选牌。"),
    (
        "TOO_MANY_CARDS",
        "Nobody may play so many cards at once.",
        "一次不能出这么多牌。",
    ),
    (
        "NO_HAND",
        "There is no hand to play from.",
        "没有手牌可出。",
    ),
    (
        "NOT_OWNED",
        "You do not have these cards.",
        "你手里没有这些牌。",
    ),
    (
        "DUPLICATE_CARDS",
        "A card is named twice.",
        "同一张牌选了两次。",
    ),
    ("CARD_NOT_FOUND", "There is no such card.", "没有这张牌。"),
    (
        "INVALID_COMBINATION",
        "These cards cannot be played together.",
        "这些牌不能一起出。",
    ),
    (
        "DOES_NOT_BEAT",
        "These cards do not beat the last play.",
        "这些牌压不过上家。",
    ),
    (
        "CANNOT_PASS_FIRST",
        "You lead: play something, you cannot pass.",
        "轮到你先出牌，不能不要。",
    ),
    (
        "INVALID_PAYLOAD",
        "That is no valid answer here.",
        "这不是有效的回答。",
    ),
    (
        "CANDIDATE_SET",
        "Somebody has called already.",
        "已经有人叫地主了。",
    ),
    (
        "NOT_YOUR_BID",
        "It is not your turn to bid.",
        "还没轮到你叫。",
    ),
    ("NO_CANDIDATE", "Nobody has called yet.", "还没有人叫地主。"),
    ("SELF_ROB", "You cannot rob yourself.", "不能抢自己的地主。"),
    (
        "BAD_STATE",
        "The landlord is not at the table.",
        "地主不在座位上。",
    ),
    (
        "NOT_YOUR_ROB",
        "It is not your turn to rob.",
        "还没轮到你抢。",
    ),
    (
        "ALREADY_SHOWN",
        "You have shown your cards already.",
        "你已经明牌了。",
    ),
    (
        "BID_TOO_LOW",
        "Bid more than the last bid, or nothing.",
        "要叫得比上家高，或者不叫。",
    ),
    (
        "ALREADY_DOUBLED",
        "You have decided about doubling already.",
        "你已经决定过是否加倍。",
    ),
    ("NOT_SINGLE", "Play exactly one card.", "一次只能出一张牌。"),
    (
        "CANNOT_PLAY",
        "The card matches neither the colour nor the card on top.",
        "颜色和牌面都对不上。",
    ),
    (
        "WD4_ILLEGAL",
        "You have a card of the current colour, so no Wild Draw Four.",
        "你手里还有当前颜色的牌，不能出万能+4。",
    ),
    (
        "INVALID_COLOR",
        "That is no colour: red, yellow, green or blue.",
        "没有这种颜色：红、黄、绿、蓝。",
    ),
    (
        "NOT_PENDING",
        "Nobody waits for a colour now.",
        "现在不用选颜色。",
    ),
    ("COLOR_PENDING", "First name a colour.", "请先选颜色。"),
    (
        "ALREADY_DREW",
        "You have drawn in this turn already.",
        "这一轮已经摸过牌了。",
    ),
    (
        "ONLY_DRAWN_CARD",
        "After drawing only the drawn card may be played.",
        "摸牌后只能出刚摸到的那张。",
    ),
    (
        "MUST_DRAW",
        "First draw a card or play one.",
        "请先摸牌或出牌。",
    ),
    (
        "TARGET_PENDING",
        "First choose whom to swap hands with.",
        "请先选择和谁换手牌。",
    ),
    (
        "CHALLENGE_PENDING",
        "First challenge the Wild Draw Four, or accept it.",
        "请先质疑或接受万能+4。",
    ),
    (
        "PENALTY_DUE",
        "First take the open penalty, or pass it on with a card that may.",
        "请先领罚，或用能接的牌传下去。",
    ),
    (
        "MUST_PLAY",
        "You have a card that can be played: play it.",
        "你有能出的牌，必须出。",
    ),
    (
        "WILD_ON_WILD",
        "No wild card on a wild card.",
        "万能牌不能压万能牌。",
    ),
    (
        "LAST_CARD",
        "This card cannot be your last one.",
        "这张牌不能最后出。",
    ),
    (
        "TARGET_NOT_PENDING",
        "Nobody has to be chosen now.",
        "现在不用选玩家。",
    ),
    (
        "INVALID_TARGET",
        "That is no other player.",
        "不能选这个玩家。",
    ),
    (
        "NOTHING_TO_CHALLENGE",
        "There is no Wild Draw Four to challenge or accept.",
        "现在没有万能+4可质疑或接受。",
    ),
    (
        "CALL_NOT_DUE",
        "There is no reason to call UNO now.",
        "现在不用喊 UNO。",
    ),
    (
        "ALREADY_CALLED",
        "UNO has been called in this turn already.",
        "这一轮已经喊过 UNO。",
    ),
    (
        "NOTHING_TO_CATCH",
        "That player cannot be caught now.",
        "现在不能抓这个玩家。",
    ),
    (
        "CANNOT_SHOW",
        "Cards cannot be shown now.",
        "现在不能明牌。",
    ),
    (
        "NOT_OFFERED",
        "These rules do not offer that play from your hand.",
        "按这套规则，这手牌不能这样出。",
    ),
];

/// The codes of rooms.
const ROOM: &[(&str, &str, &str)] = &[
    (
        "ALREADY_SEATED",
        "You sit at this table already.",
        "你已经坐在这张桌了。",
    ),
    (
        "ALREADY_STARTED",
        "The hand is being played.",
        "这一局正在进行。",
    ),
    (
        "BAD_FIELD",
        "A field has no allowed value.",
        "有一项的值不对。",
    ),
    (
        "OTHER_TABLE",
        "You play at another table of this match.",
        "你在这场比赛的另一桌上。",
    ),
    (
        "BUSY",
        "Too much is waiting; try again.",
        "现在太忙，请再试一次。",
    ),
    (
        "CHAT_OFF",
        "Free chat is switched off in this room.",
        "这个房间关闭了自由聊天。",
    ),
    ("CLOSED", "The room is closed.", "房间已关闭。"),
    ("CROWDED", "Too many are watching.", "观战的人太多了。"),
    (
        "DAMAGED",
        "The room cannot go on; its operator has been told.",
        "房间无法继续，已通知管理员。",
    ),
    (
        "HINTS_OFF",
        "This room gives no hints.",
        "这个房间没有提示。",
    ),
    (
        "MATCH_OVER",
        "All hands of the match have been played.",
        "比赛的牌都打完了。",
    ),
    (
        "NEEDS_PEOPLE",
        "A rated game is for people only: wait until all seats are taken.",
        "计分局只能真人对战，请等满座。",
    ),
    (
        "NOT_HOST",
        "Only the host may do that.",
        "只有房主可以这样做。",
    ),
    (
        "NOT_PLAYING",
        "No hand is being played.",
        "现在没有在打牌。",
    ),
    ("NOT_READY", "Not everybody is ready.", "还有人没准备好。"),
    (
        "NOT_SEATED",
        "You do not sit at this table.",
        "你没有坐在这张桌。",
    ),
    (
        "NOT_YOUR_SEAT",
        "The action names another player.",
        "这个操作是别的座位的。",
    ),
    (
        "SAME_DEALS",
        "The deals of this match are the same at all tables.",
        "这场比赛各桌发同样的牌。",
    ),
    ("SEAT_TAKEN", "The seat is not free.", "座位已有人。"),
    (
        "STALE",
        "The table has changed since; look again.",
        "牌桌已有变化，请再看一眼。",
    ),
    ("STRANGER", "Say who you are first.", "请先说明你是谁。"),
    (
        "TOO_FAST",
        "Too many messages; wait a little.",
        "太快了，请稍等。",
    ),
    (
        "UNAVAILABLE",
        "It could not be stored; try again.",
        "暂时无法保存，请再试一次。",
    ),
];
