//! Why a command was not carried out.

use decklet_engine::Denied;
use schemars::JsonSchema;
use serde::Serialize;

/// Why a command was not carried out: nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[error("{code}: {reason}")]
pub struct Refusal {
    /// A stable code: one of [`CODES`], or of the game's rules.
    pub code: String,
    /// The reason in words, for people.
    pub reason: String,
    /// Which field was wrong, for `BAD_FIELD` and `BAD_ACTION`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// The codes of a room, beside those of the game's rules, with what they mean.
pub const CODES: &[(&str, &str)] = &[
    ("ALREADY_SEATED", "you sit at this table already"),
    ("ALREADY_STARTED", "the hand is being played"),
    (
        "BAD_ACTION",
        "this is no action of the game; the field says where",
    ),
    ("BAD_FIELD", "a field has no allowed value"),
    (
        "BUSY",
        "too much is waiting; send it again, with the same id",
    ),
    ("CHAT_OFF", "free chat is switched off in this room"),
    ("CLOSED", "the room is closed"),
    ("CROWDED", "too many are watching"),
    (
        "DAMAGED",
        "the room cannot go on; its operator has been told",
    ),
    ("HINTS_OFF", "this room gives no hints"),
    ("MATCH_OVER", "all hands of the match have been played"),
    (
        "NEEDS_PEOPLE",
        "a rated game is for people only, in all seats",
    ),
    ("NOT_HOST", "only the host may do that"),
    ("NOT_PLAYING", "no hand is being played"),
    ("NOT_READY", "not everybody is ready"),
    ("NOT_SEATED", "you do not sit at this table"),
    ("NOT_YOUR_SEAT", "the action names another player"),
    ("OTHER_TABLE", "you play at another table of this match"),
    ("PLUGIN_FAULT", "the game could not carry the action out"),
    (
        "SAME_DEALS",
        "the deals of this match are the same at all tables",
    ),
    ("SEAT_TAKEN", "the seat is not free"),
    ("STALE", "the table has changed since; look again"),
    ("STRANGER", "say who you are first"),
    ("TOO_FAST", "too many messages; wait a little"),
    (
        "UNAVAILABLE",
        "it could not be stored; send it again, with the same id",
    ),
];

impl Refusal {
    /// One of [`CODES`] with its meaning as the reason.
    ///
    /// # Panics
    /// When there is no such code.
    #[must_use]
    pub fn new(code: &'static str) -> Self {
        let meaning = CODES.iter().find(|(known, _)| *known == code);
        let (_, reason) = meaning.unwrap_or_else(|| panic!("{code} is no code of a room"));
        Self {
            code: code.to_owned(),
            reason: (*reason).to_owned(),
            field: None,
        }
    }

    /// `BAD_FIELD`.
    #[must_use]
    pub fn bad_field(field: &str, reason: &str) -> Self {
        Self {
            code: "BAD_FIELD".to_owned(),
            reason: format!("{field}: {reason}"),
            field: Some(field.to_owned()),
        }
    }

    /// `BAD_ACTION`.
    #[must_use]
    pub fn bad_action(field: &str, reason: &str) -> Self {
        Self {
            code: "BAD_ACTION".to_owned(),
            reason: reason.to_owned(),
            field: Some(field.to_owned()),
        }
    }

    /// What the engine says, as it may be told to a player: a fault inside the rules may quote
    /// cards that nobody may see, so only its code is passed on.
    #[must_use]
    pub fn of(denied: &Denied) -> Self {
        if matches!(denied.rule(), Some("engine-fault" | "engine-limit")) {
            return Self::new("PLUGIN_FAULT");
        }
        Self {
            code: denied.code().to_owned(),
            reason: denied.reason(),
            field: denied.field().map(str::to_owned),
        }
    }
}
