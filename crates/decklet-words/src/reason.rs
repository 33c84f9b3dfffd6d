//! Why a bot moves as it does.

use crate::{Words, color};
use decklet_bots::Reason;

/// Why, in a few words.
///
/// ```
/// use decklet_bots::Reason;
///
/// let words = decklet_words::reason(Reason::Turns { left: 3, now: 5 });
/// assert_eq!(words.en, "leaves 3 turns instead of 5");
/// ```
#[must_use]
pub fn reason(reason: Reason) -> Words {
    let number = |number: u8| Words::both(&number.to_string());
    let (key, values) = match reason {
        Reason::OnlyMove => ("only move", vec![]),
        Reason::GoesOut => ("goes out", vec![]),
        Reason::Wins => ("wins", vec![]),
        Reason::NobodyBeats => ("nobody beats", vec![]),
        Reason::KeepsOut { cards: 1 } => ("keeps out one", vec![]),
        Reason::KeepsOut { cards } => ("keeps out", vec![number(cards)]),
        Reason::Attacks { cards: 1 } => ("attacks one", vec![]),
        Reason::Attacks { cards } => ("attacks", vec![number(cards)]),
        Reason::Searched { games } => ("searched", vec![Words::both(&games.to_string())]),
        Reason::Turns { left: 1, now } => ("one turn", vec![number(now)]),
        Reason::Turns { left, now } => ("turns", vec![number(left), number(now)]),
        Reason::KeepsBomb => ("keeps bomb", vec![]),
        Reason::KeepsTogether => ("keeps together", vec![]),
        Reason::Stops { cards: 1 } => ("stops one", vec![]),
        Reason::Stops { cards } => ("stops", vec![number(cards)]),
        Reason::PartnerHolds => ("partner holds", vec![]),
        Reason::HelpsPartner => ("helps partner", vec![]),
        Reason::Strong => ("strong", vec![]),
        Reason::Weak => ("weak", vec![]),
        Reason::OnlyFit => ("only fit", vec![]),
        Reason::NothingFits => ("nothing fits", vec![]),
        Reason::KeepsWild => ("keeps wild", vec![]),
        Reason::FewOf(of) => ("few of", vec![color(of)]),
        Reason::MostOf(of) => ("most of", vec![color(of)]),
        Reason::CallsUno => ("calls uno", vec![]),
        Reason::Catches => ("catches", vec![]),
        Reason::ShortestHand { cards: 1 } => ("shortest hand one", vec![]),
        Reason::ShortestHand { cards } => ("shortest hand", vec![number(cards)]),
        Reason::Bluff => ("bluff", vec![]),
        Reason::NoBluff => ("no bluff", vec![]),
    };
    let known = REASONS.iter().find(|(known, ..)| *known == key);
    let (_, en, zh) = known.unwrap_or_else(|| panic!("{key} has no words"));
    values
        .into_iter()
        .fold(Words::new(en, zh), |words, value| Words {
            en: words.en.replacen("{}", &value.en, 1),
            zh: words.zh.replacen("{}", &value.zh, 1),
        })
}

/// The reasons; `{}` is filled in, in order.
const REASONS: &[(&str, &str, &str)] = &[
    ("only move", "nothing else can be done", "没有别的选择"),
    ("goes out", "these are your last cards", "这是最后的牌"),
    ("wins", "wins whatever the others do", "必胜"),
    ("nobody beats", "nobody can beat it", "没人管得上"),
    (
        "keeps out",
        "the next player has {} cards and could go out on less",
        "下家只剩 {} 张，出小了会让他走",
    ),
    (
        "keeps out one",
        "the next player has one card and could go out on less",
        "下家只剩一张，出小了会让他走",
    ),
    (
        "attacks",
        "the next player has only {} cards",
        "下家只剩 {} 张",
    ),
    (
        "attacks one",
        "the next player has only one card",
        "下家只剩一张",
    ),
    (
        "searched",
        "it did best in {} games played on from here",
        "模拟 {} 局，这样最好",
    ),
    (
        "turns",
        "leaves {} turns instead of {}",
        "还需 {} 手，原来 {} 手",
    ),
    (
        "one turn",
        "leaves one turn instead of {}",
        "还需一手，原来 {} 手",
    ),
    ("keeps bomb", "keeps the bomb for later", "炸弹留着以后用"),
    (
        "keeps together",
        "a play would tear your hand apart",
        "出了会拆散手牌",
    ),
    (
        "stops",
        "an opponent has only {} cards left",
        "对手只剩 {} 张",
    ),
    (
        "stops one",
        "an opponent has only one card left",
        "对手只剩一张",
    ),
    (
        "partner holds",
        "your partner holds the trick",
        "牌权在队友手里",
    ),
    (
        "helps partner",
        "your partner may go out on it",
        "队友可能借此走完",
    ),
    ("strong", "your hand is strong enough", "牌够好"),
    ("weak", "your hand is not strong enough", "牌不够好"),
    ("only fit", "nothing else fits", "只有这张能出"),
    ("nothing fits", "nothing fits", "没有能出的牌"),
    (
        "keeps wild",
        "keeps the wild card for later",
        "万能牌留着以后用",
    ),
    (
        "few of",
        "you have few {} cards, so it will seldom fit again",
        "{}牌少，以后难出",
    ),
    ("most of", "you have most cards of {}", "{}牌最多"),
    (
        "calls uno",
        "one card will be left, and that must be said",
        "将剩一张，必须喊",
    ),
    ("catches", "they did not call UNO", "他没喊 UNO"),
    (
        "shortest hand",
        "{} cards are the shortest hand",
        "{} 张是最少的手牌",
    ),
    (
        "shortest hand one",
        "one card is the shortest hand",
        "一张是最少的手牌",
    ),
    ("bluff", "it was probably a bluff", "多半是虚张声势"),
    ("no bluff", "it was probably no bluff", "多半没有虚张声势"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_uno::card::Color;

    #[test]
    fn every_reason_has_words_in_both_languages() {
        use Reason as R;
        let all = [
            R::OnlyMove,
            R::GoesOut,
            R::Wins,
            R::NobodyBeats,
            R::KeepsOut { cards: 1 },
            R::KeepsOut { cards: 2 },
            R::Attacks { cards: 1 },
            R::Attacks { cards: 2 },
            R::Searched { games: 90 },
            R::Turns { left: 1, now: 2 },
            R::Turns { left: 3, now: 5 },
            R::KeepsBomb,
            R::KeepsTogether,
            R::Stops { cards: 1 },
            R::Stops { cards: 3 },
            R::PartnerHolds,
            R::HelpsPartner,
            R::Strong,
            R::Weak,
            R::OnlyFit,
            R::NothingFits,
            R::KeepsWild,
            R::FewOf(Color::Red),
            R::MostOf(Color::Blue),
            R::CallsUno,
            R::Catches,
            R::ShortestHand { cards: 1 },
            R::ShortestHand { cards: 2 },
            R::Bluff,
            R::NoBluff,
        ];
        for one in all {
            let words = reason(one);
            assert!(words.en.is_ascii(), "{words:?}");
            assert!(!words.zh.is_ascii(), "{words:?}");
            assert!(
                !words.en.contains("{}") && !words.zh.contains("{}"),
                "{words:?}"
            );
        }
        let few = reason(R::FewOf(Color::Red));
        assert_eq!(
            few.en,
            "you have few red cards, so it will seldom fit again"
        );
        assert_eq!(few.zh, "红牌少，以后难出");
    }
}
