//! What the expert would do in the person's place, and why.

use super::{
    cards::{self, labels},
    choices::{Choices, card_ids},
    session::Session,
    story,
};
use crate::text::{Texts, fill, find};
use decklet::{
    bots::{Adviser, Budget, Reason},
    engine::{NamedAction, wire},
};
use std::time::Duration;

/// How long the expert thinks about it.
fn budget() -> Budget {
    if cfg!(test) {
        // Tests ask hundreds of times.
        return Budget::playouts(30);
    }
    Budget::time(Duration::from_millis(100))
}

/// A move to make.
pub struct Hint {
    pub action: NamedAction,
    /// The move in words, why, and what to expect.
    pub text: String,
}

/// What the expert would do; none when that is to wait, or there is nothing to do.
pub fn of(session: &Session, choices: &Choices) -> Option<Hint> {
    let (engine, seat) = (session.engine(), session.seat());
    let legal = engine.legal_actions(seat);
    let mut adviser = Adviser::new(engine.rules(), &engine.seed(), seat, budget())?;
    let hint = adviser.hint(&engine.lens(seat), &legal)?;
    let action = wire::action_to_named(engine, &legal[hint.choice]);
    let texts = session.texts();
    let mut text = fill(
        texts.hint,
        &[
            &words(session, choices, &action),
            &reason(texts, hint.reason),
        ],
    );
    if let Some(value) = hint.value {
        let points = value as f64 / (100 * session.points_unit()) as f64;
        text += &fill(texts.expected, &[&format!("{points:+.1}")]);
    }
    Some(Hint { action, text })
}

/// A move as the table names it.
fn words(session: &Session, choices: &Choices, action: &NamedAction) -> String {
    let mut names = card_ids(action);
    if names.is_empty() {
        let button = choices
            .buttons
            .iter()
            .find(|button| button.action == *action);
        return button.map_or_else(|| action.kind.to_lowercase(), |button| button.text.clone());
    }
    cards::sort(session.kind, &mut names);
    labels(session.kind, session.lang, &names)
}

/// Why, in a few words.
pub fn reason(texts: &Texts, reason: Reason) -> String {
    let number = |number: u8| number.to_string();
    let color = |color: decklet::uno::card::Color| story::color(texts, color.name()).to_owned();
    let (key, values) = match reason {
        Reason::OnlyMove => ("only move", vec![]),
        Reason::GoesOut => ("goes out", vec![]),
        Reason::Wins => ("wins", vec![]),
        Reason::NobodyBeats => ("nobody beats", vec![]),
        Reason::KeepsOut { cards: 1 } => ("keeps out one", vec![]),
        Reason::KeepsOut { cards } => ("keeps out", vec![number(cards)]),
        Reason::Attacks { cards: 1 } => ("attacks one", vec![]),
        Reason::Attacks { cards } => ("attacks", vec![number(cards)]),
        Reason::Searched { games } => ("searched", vec![games.to_string()]),
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
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    fill(find(texts.reasons, key).unwrap_or(key), &values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;
    use decklet::uno::card::Color;

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
        let [en, zh] = [Lang::En, Lang::Zh].map(Lang::texts);
        for one in all {
            let words = [reason(en, one), reason(zh, one)];
            assert!(words[0].is_ascii(), "{words:?}");
            assert!(!words[1].is_ascii(), "{words:?}");
            assert!(words.iter().all(|text| !text.contains("{}")), "{words:?}");
        }
        assert_eq!(
            reason(en, R::Turns { left: 3, now: 5 }),
            "leaves 3 turns instead of 5"
        );
        assert_eq!(
            reason(en, R::FewOf(Color::Red)),
            "you have few red cards, so it will seldom fit again"
        );
    }
}
