//! What the named profiles are, and who plays so.

use crate::Words;

/// A profile in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileWords {
    /// Its name.
    pub name: &'static str,
    /// What it is, and who plays so.
    pub about: Words,
}

/// The profiles of a game, in the order in which they are offered; none for a game that is not
/// known.
///
/// ```
/// assert_eq!(decklet_words::profiles("uno")[0].name, "decklet");
/// ```
#[must_use]
pub fn profiles(game: &str) -> Vec<ProfileWords> {
    let known = match game {
        "doudizhu" => DOUDIZHU,
        "uno" => UNO,
        _ => &[],
    };
    let words = known.iter().map(|(name, en, zh)| ProfileWords {
        name,
        about: Words::new(en, zh),
    });
    words.collect()
}

const DOUDIZHU: &[(&str, &str, &str)] = &[
    (
        "decklet",
        "Call and rob, no points: the game as decklet specifies it",
        "叫地主、抢地主，不计分：decklet 的基本规则",
    ),
    (
        "game-claw",
        "Bids of 0 to 3, open hands, doubling, spring ×4: the whole game of the specification",
        "叫分0到3，可明牌、加倍，春天四倍：规格里的完整规则",
    ),
    (
        "game-claw-source",
        "As game-claw, but an airplane beats airplanes with other wings",
        "同 game-claw，但飞机可以压带不同翅膀的飞机",
    ),
    (
        "openspiel",
        "As OpenSpiel plays: no four with two, declared readings; for research",
        "与 OpenSpiel 相同：没有四带二；供研究用",
    ),
    (
        "rlcard",
        "As RLCard plays: no auction, win or lose; for research",
        "与 RLCard 相同：不叫地主，只分胜负；供研究用",
    ),
    (
        "douzero",
        "As DouZero plays: no auction, bombs double; for research",
        "与 DouZero 相同：不叫地主，炸弹翻倍；供研究用",
    ),
    (
        "botzone-1",
        "As Botzone's FightTheLandlord plays; for bots that compete there",
        "与 Botzone 的 FightTheLandlord 相同",
    ),
    (
        "botzone-2",
        "As Botzone's FightTheLandlord2 plays, with bids",
        "与 Botzone 的 FightTheLandlord2 相同，要叫分",
    ),
    (
        "pagat",
        "As Pagat describes the game: bids of 1 to 3, bombs and spring double; played worldwide",
        "按 Pagat 的描述：叫分1到3，炸弹、春天翻倍；世界各地的玩法",
    ),
    (
        "classic",
        "The classic rules of Chinese platforms: one round of bids, bombs and spring double",
        "经典玩法：叫一轮分，炸弹、春天翻倍",
    ),
    (
        "happy",
        "Happy Dou Dizhu: call and rob, open hands for more, doubling; what most phones play",
        "欢乐斗地主：叫地主、抢地主，明牌、加倍；手机上最常见",
    ),
    (
        "contest",
        "The Chinese computer games contest: bids, bombs add instead of doubling",
        "中国计算机博弈大赛：叫分，炸弹加分而不翻倍",
    ),
];

const UNO: &[(&str, &str, &str)] = &[
    (
        "decklet",
        "The simplest game: no bluffing, no calling, no points",
        "最简单的规则：没有质疑、不用喊、不计分",
    ),
    (
        "official",
        "The instruction sheet: bluff and challenge, calling UNO, to 500 points",
        "官方说明书：可质疑，要喊 UNO，打到500分",
    ),
    (
        "official-112",
        "The instruction sheet with the newer deck: Wild Shuffle Hands and Customizable",
        "官方说明书，新版112张牌：有万能洗手牌和自定义牌",
    ),
    (
        "party",
        "House rules most often played: stacking, jump-in, 7-0, draw until it fits",
        "常见的家庭规则：叠加、抢出、7-0、摸到能出为止",
    ),
    (
        "rlcard",
        "As RLCard plays; for research",
        "与 RLCard 相同；供研究用",
    ),
    (
        "uno-engine",
        "As the npm package uno-engine plays: draw as often as you like",
        "与 npm 的 uno-engine 相同：可以一直摸牌",
    ),
    (
        "mau-mau",
        "As the chat bot mau_mau_bot plays: Draw Two on Draw Two, no wild card last",
        "与聊天机器人 mau_mau_bot 相同：+2可叠，最后一张不能是万能牌",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_has_a_line_and_none_is_made_up() {
        let names = |game| -> Vec<_> { profiles(game).iter().map(|p| p.name).collect() };
        let known = decklet_doudizhu::profile::Profile::all();
        let known: Vec<_> = known
            .iter()
            .map(decklet_doudizhu::profile::Profile::name)
            .collect();
        assert_eq!(names("doudizhu"), known);
        assert_eq!(names("uno"), decklet_uno::profile::NAMES);
        assert!(names("poker").is_empty());
    }
}
