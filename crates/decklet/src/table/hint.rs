//! What the expert would do in the person's place, and why.

use super::{
    cards::{self, labels},
    choices::{Choices, card_ids},
    session::Session,
};
use crate::text::fill;
use decklet::{
    bots::{Adviser, Budget},
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
            &texts.lang.of(decklet_words::reason(hint.reason)),
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
