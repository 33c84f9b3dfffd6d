//! Actions: what somebody wants to do.

use crate::{
    fields::{BadField, Field, Fields, Payload, ToWire, WireObject},
    id::{Names, PlayerRef},
    value::Value,
};
use std::{any::Any, fmt, sync::Arc};

/// Who may send an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The game's own effects only. A player who sends one is refused by `engine-origin` with
    /// `SYSTEM_ACTION`.
    System,
    /// Players, and the game's own effects.
    Player,
}

/// The payload of a kind of action.
pub trait ActionType: ToWire + Clone {
    /// The name at the edge, as `PLAY_CARDS`.
    const TYPE: &'static str;

    /// Reads the payload as somebody sent it.
    ///
    /// # Errors
    /// [`BadField`] only for what can be no such action at all; what is merely wrong is for the
    /// rules to refuse, so the type must be able to hold it.
    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField>;

    /// This action, sent by a player (a seat or a [`PlayerRef`]), ready to be dispatched.
    fn by(self, player: impl Into<PlayerRef>) -> Typed<Self> {
        Typed {
            player: player.into(),
            payload: self,
        }
    }
}

/// Which kind of action: the place in the frozen rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct ActionKind(pub u16);

/// An action as the engine handles it: names resolved, payload shared.
#[derive(Clone)]
pub struct Action {
    pub(crate) kind: ActionKind,
    pub(crate) player: PlayerRef,
    pub(crate) payload: Arc<dyn WireObject>,
}

impl Action {
    /// Who sent it.
    #[must_use]
    pub fn player(&self) -> &PlayerRef {
        &self.player
    }

    /// The payload, if the action is of this type.
    #[must_use]
    #[inline]
    pub fn get<A: ActionType>(&self) -> Option<&A> {
        (*self.payload).as_any().downcast_ref()
    }

    /// The payload of an action registered by name only.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        let payload: &dyn Any = (*self.payload).as_any();
        payload.downcast_ref::<NamedPayload>().map(|named| &named.0)
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action(kind {}, by {:?})", self.kind.0, self.player)
    }
}

/// The payload of an action or event registered by name, for plugins written in another language.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedPayload(pub Value);

impl ToWire for NamedPayload {
    const FIELDS: &'static [Field] = &[];

    fn write(&self, out: &mut Fields<'_>) {
        if let Value::Map(map) = &self.0 {
            for (name, value) in map {
                out.value(name, value);
            }
        }
    }
}

/// Anything that can become an [`Action`] of a game.
pub trait IntoAction {
    /// Resolves names.
    ///
    /// # Errors
    /// [`BadField`] when it is no action of this game.
    fn into_action(self, names: Names<'_>) -> Result<Action, BadField>;
}

impl IntoAction for Action {
    fn into_action(self, names: Names<'_>) -> Result<Action, BadField> {
        if usize::from(self.kind.0) < names.rules.actions.len() {
            return Ok(self);
        }
        Err(BadField::new("type", "the action is of another game"))
    }
}

impl IntoAction for &Action {
    fn into_action(self, names: Names<'_>) -> Result<Action, BadField> {
        self.clone().into_action(names)
    }
}

/// A typed payload and who sent it; made by [`ActionType::by`].
#[derive(Clone, Debug)]
pub struct Typed<A> {
    pub(crate) player: PlayerRef,
    pub(crate) payload: A,
}

impl<A: ActionType> IntoAction for Typed<A> {
    fn into_action(self, names: Names<'_>) -> Result<Action, BadField> {
        let kind = names
            .rules
            .action_kind::<A>()
            .ok_or_else(|| unknown_type(A::TYPE))?;
        Ok(Action {
            kind,
            player: self.player,
            payload: Arc::new(self.payload),
        })
    }
}

/// An action in names, as the specification's action makers give it and as JSON spells it.
///
/// ```
/// use decklet_engine::{NamedAction, Value};
///
/// let action = NamedAction::new("PLAY_CARDS").by("p1").with("cardIds", ["hearts-A"]);
/// assert_eq!(
///     serde_json::to_string(&action)?,
///     r#"{"type":"PLAY_CARDS","playerId":"p1","payload":{"cardIds":["hearts-A"]}}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NamedAction {
    /// The action's type, as `PLAY_CARDS`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Who sends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    /// The named fields of the payload.
    pub payload: Value,
}

impl NamedAction {
    /// An action of this type, from nobody, with nothing in it.
    #[must_use]
    pub fn new(kind: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            player_id: None,
            payload: Value::Map([].into()),
        }
    }

    /// The same, sent by this player.
    #[must_use]
    pub fn by(mut self, player_id: impl Into<String>) -> Self {
        self.player_id = Some(player_id.into());
        self
    }

    /// The same with a field in its payload.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl IntoFieldValue) -> Self {
        if let Value::Map(map) = &mut self.payload {
            map.insert(name.to_owned(), value.into_field_value());
        }
        self
    }
}

/// What [`NamedAction::with`] takes: a value, or an array of names.
pub trait IntoFieldValue {
    /// The value.
    fn into_field_value(self) -> Value;
}

impl<T: Into<Value>> IntoFieldValue for T {
    fn into_field_value(self) -> Value {
        self.into()
    }
}

impl<const N: usize> IntoFieldValue for [&str; N] {
    fn into_field_value(self) -> Value {
        self.as_slice().into_field_value()
    }
}

impl IntoFieldValue for &[&str] {
    fn into_field_value(self) -> Value {
        Value::List(
            self.iter()
                .map(|name| Value::from((*name).to_owned()))
                .collect(),
        )
    }
}

impl NamedAction {
    pub(crate) fn resolve(self, names: Names<'_>, origin: Origin) -> Result<Action, BadField> {
        let kind = names
            .rules
            .find_action(&self.kind)
            .ok_or_else(|| unknown_type(&self.kind))?;
        let player = match &self.player_id {
            // An empty id names nobody, as in the specification's `!playerId`.
            None => PlayerRef::Absent,
            Some(id) if id.is_empty() => PlayerRef::Absent,
            Some(id) => names.find_player(id),
        };
        let payload = (names.rules.action(kind).decode)(&Payload {
            value: &self.payload,
            names,
            origin,
        })?;
        Ok(Action {
            kind,
            player,
            payload,
        })
    }
}

impl IntoAction for NamedAction {
    fn into_action(self, names: Names<'_>) -> Result<Action, BadField> {
        self.resolve(names, Origin::Player)
    }
}

impl IntoAction for &NamedAction {
    fn into_action(self, names: Names<'_>) -> Result<Action, BadField> {
        self.clone().into_action(names)
    }
}

fn unknown_type(kind: &str) -> BadField {
    let kind: String = kind.chars().take(64).collect();
    BadField::new(
        "type",
        format!("no action of this game is called \"{kind}\""),
    )
}
