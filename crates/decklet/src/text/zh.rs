//! 中文。

use super::{Lang, Texts};

pub const TEXTS: Texts = Texts {
    lang: Lang::Zh,
    doudizhu: "斗地主",
    uno: "UNO",
    you: "你",
    bot: "机器人{}",
    says: "：",

    phase: &[
        ("READY", "准备"),
        ("BIDDING", "叫地主"),
        ("BOTTOM", "底牌"),
        ("DOUBLING", "加倍"),
        ("PLAYING", "出牌"),
        ("FINISHED", "结束"),
    ],
    multiplier: "倍数 ×{}",
    base: "底分 {}",
    bottom: "底牌 {}",
    color: "颜色 {}",
    no_color: "待选",
    clockwise: "→ 顺时针",
    counterclockwise: "← 逆时针",
    draw_pile: "牌堆 {}",
    discard: "弃牌 {}",
    penalty: "累计罚牌 +{}",

    landlord: "地主",
    farmer: "农民",
    cards: "{}张",
    one_card: "只剩1张！",
    on_table: "桌上的牌，{}出的",
    lead: "桌上没有牌 · 领出：{}",
    your_hand: "你的手牌",
    points: "得分：{}。",
    spring: "春天！",

    actions: &[
        ("PASS", "不要"),
        ("DRAW_CARD", "摸牌"),
        ("END_TURN", "结束回合"),
        ("READY", "准备"),
        ("SHOW_CARDS", "明牌"),
        ("CALL_LANDLORD", "叫地主"),
        ("CALL_LANDLORD no", "不叫"),
        ("ROB_LANDLORD", "抢地主"),
        ("ROB_LANDLORD no", "不抢"),
        ("BID 0", "不叫"),
        ("DOUBLE", "加倍"),
        ("SUPER_DOUBLE", "超级加倍"),
        ("NO_DOUBLE", "不加倍"),
        ("CHALLENGE", "质疑"),
        ("ACCEPT", "认罚摸牌"),
        ("CALL_UNO", "喊 UNO！"),
    ],
    bid: "叫{}分",
    swap_with: "与{}换手牌",
    catch: "抓{}没喊 UNO",
    double: "乘{}倍",
    colors: ["红", "黄", "绿", "蓝"],

    events: &[
        ("DDZ_PLAYER_PASSED", "不要"),
        ("DDZ_READY", "准备好了"),
        ("DDZ_CARDS_SHOWN", "明牌，×{}"),
        ("DDZ_BOTTOM_CARDS_REVEALED", "成为地主，拿走底牌"),
        ("DDZ_BOMB_PLAYED", "炸弹！倍数 ×{}"),
        ("DDZ_ROCKET_PLAYED", "王炸！倍数 ×{}"),
        ("DECK_RESHUFFLED", "弃牌重新洗入牌堆，共{}张。"),
        ("UNO_PLAYER_SKIPPED", "被跳过"),
        ("UNO_PLAYER_REVERSED", "反转方向"),
        ("UNO_COLOR_CHOSEN", "选了{}色"),
        ("UNO_CALLED", "UNO！"),
        ("UNO_CAUGHT", "忘了喊 UNO，被抓住"),
        ("UNO_CHALLENGED", "质疑万能+4"),
        ("UNO_HANDS_MOVED swapped", "两人交换手牌。"),
        ("UNO_HANDS_MOVED rotated", "所有手牌顺移一位。"),
        ("UNO_HANDS_MOVED shuffled", "所有手牌洗匀重发。"),
        ("UNO_ACCEPTED", "认罚"),
        ("UNO_PENALTY_OPENED", "要罚{}张，或传下去"),
        ("UNO_PENALTY", "罚{}张"),
        ("UNO_INITIAL_FLIPPED", "发牌完毕，翻出的第一张是 {}。"),
        ("UNO_HAND_SHOWN", "给你看 {}"),
        ("UNO_COLOR_CHANGED", "颜色变为{}"),
    ],
    plays: "{}",
    draws: "摸了{}",
    draws_what: "摸到 {}",
    dealt: "发牌完毕。",
    won: "{}赢了。",
    won_together: "{}赢了。",
    you_won: "你赢了！",
    nobody_won: "本局无人获胜。",
    landlord_won: "地主获胜。",
    farmers_won: "农民获胜。",

    round_of: "第{}局，共{}局",
    round_to: "第{}局，先到{}分",
    one_point: "1分",
    total_points: "{}分",
    total_won: "胜{}局",
    score: "第{}局后总分：{}。",
    rounds_won: "第{}局后胜局：{}。",
    won_match: "{}赢得整场。",
    won_match_together: "{}赢得整场。",
    you_won_match: "你赢得整场！",
    nobody_won_match: "整场无人获胜。",
    next_round: "按回车开始下一局，按 q 离开。",

    your_turn: "轮到你了。",
    thinks: "{}正在思考……",
    select_first: "用 ←/→ 和空格选牌，回车出牌；按 h 看提示。",
    no_hint: "现在没有可提示的。",
    hint: "提示：{}：{}",
    expected: "（预期 {} 分）",
    only_pass: "没有能压过的牌，按 p 不要。",
    only_end: "这张牌不能出，按 p 结束回合。",
    which: "这些牌有几种读法，按哪一种？",
    not_now: "还没轮到你。",
    cannot: "现在不能这样做。",
    over: "本局结束，按 q 离开。",
    saved: "牌局已保存：{}",
    too_small: "窗口只有 {}×{} 个字符，牌桌至少需要 {}×{}。\n请放大窗口，或按 q 离开后用 --plain。",
    keys: "←→ 移动  空格 选牌  回车 出牌  h 提示  ? 帮助  q 离开",
    help_title: "帮助（按任意键关闭）",
    help: "← →（或 j、k）  移动光标
空格 或 ↑        选中一张牌，或放回
回车             打出选中的牌
h                提示：高手的出法，再按看其他能出的牌
u 或 Esc         清除选择
p                不要，或结束回合
d                摸牌
1 到 9           选择菜单中的一项（颜色：1-4）
?                本帮助
q                离开；牌局已保存，可以继续

停：跳过，转：反转，变色、变+4：万能牌",
    plain_help: "请输入：
  数字        选择菜单中的一项
  牌          出牌：334 或 10 10（斗地主）；r5、b+2、gskip、wild（UNO）
  p           不要，或结束回合
  d           摸牌
  h           提示，并列出所有能出的牌
  h1、h2 等   出其中的一种
  t           再描述一遍牌桌
  q           离开；牌局已保存",
    plain_prompt: "> ",
    unknown_card: "你手里没有“{}”。",
    no_such_choice: "没有第 {} 项。",
};
