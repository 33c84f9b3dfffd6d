//! JSON at the edge, in the specification's spelling (camelCase).
//!
//! Reading refuses only what is no action at all: text that is no JSON object, a field of the wrong
//! type, an unknown action type, more than [`MAX_MESSAGE`] bytes or [`MAX_IDS`] ids in a list. A
//! missing player, unknown players and unknown cards are left to the rules. Writing goes straight
//! from the typed values through `serde`.

use crate::{
    action::{Action, NamedAction},
    engine::{Commit, GameEngine},
    fields::{BadField, Field, FieldKind, MAX_IDS},
    id::{Names, PlayerRef, Viewer},
    lens::{RecordOut, SeatEvent},
    rule::Denied,
    ruleset::Ruleset,
    value::Value,
};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, json};

/// How long an action's JSON may be, in bytes: 64 KiB.
pub const MAX_MESSAGE: usize = 64 * 1024;

/// Reads an action.
///
/// ```
/// use decklet_engine::wire;
///
/// let action = wire::read_action(r#"{"type":"PASS","playerId":"p1","payload":{}}"#)?;
/// assert_eq!(action.kind, "PASS");
///
/// let refused = wire::read_action(r#"{"type":"PASS","playerId":7}"#).unwrap_err();
/// assert_eq!((refused.code(), refused.field()), ("BAD_ACTION", Some("playerId")));
/// # Ok::<(), decklet_engine::Denied>(())
/// ```
///
/// # Errors
/// [`Denied`] with the code `BAD_ACTION`, naming the field.
pub fn read_action(json: &str) -> Result<NamedAction, Denied> {
    if json.len() > MAX_MESSAGE {
        return Err(bad(
            "",
            format!("{} bytes; {MAX_MESSAGE} are the most", json.len()),
        ));
    }
    let value: Value =
        serde_json::from_str(json).map_err(|error| bad("", format!("no JSON: {error}")))?;
    action_from_value(value).map_err(Denied::bad_action)
}

fn bad(field: &str, reason: String) -> Denied {
    Denied::bad_action(BadField::new(field, reason))
}

/// The action that a JSON object spells.
///
/// # Errors
/// [`BadField`] naming the field that is wrong.
pub fn action_from_value(value: Value) -> Result<NamedAction, BadField> {
    let Value::Map(mut map) = value else {
        return Err(BadField::new("", "an action is a JSON object"));
    };
    let kind = match map.remove("type") {
        Some(Value::Text(kind)) => kind.into_owned(),
        None | Some(Value::Null) => return Err(BadField::new("type", "is missing")),
        Some(_) => return Err(BadField::new("type", "must be a text")),
    };
    let player_id = match map.remove("playerId") {
        None | Some(Value::Null) => None,
        Some(Value::Text(id)) => Some(id.into_owned()),
        Some(_) => return Err(BadField::new("playerId", "must be a text")),
    };
    let payload = match map.remove("payload") {
        None | Some(Value::Null) => Value::Map([].into()),
        Some(payload @ Value::Map(_)) => payload,
        Some(_) => return Err(BadField::new("payload", "must be an object")),
    };
    if let Some(name) = long_list(&payload) {
        let reason = format!("has more than {MAX_IDS} items");
        return Err(BadField::new(format!("payload.{name}"), reason));
    }
    Ok(NamedAction {
        kind,
        player_id,
        payload,
    })
}

/// The field of a payload that holds a list too long.
fn long_list(payload: &Value) -> Option<&str> {
    let Value::Map(map) = payload else {
        return None;
    };
    let long = |value: &Value| matches!(value, Value::List(list) if list.len() > MAX_IDS);
    map.iter()
        .find(|(_, value)| long(value))
        .map(|(name, _)| name.as_str())
}

/// An action with its names, for writing.
pub(crate) struct ActionOut<'a>(pub &'a Action, pub Names<'a>);

impl Serialize for ActionOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(action, names) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", names.rules.action_name(action))?;
        match &action.player {
            PlayerRef::Absent => {}
            PlayerRef::Seat(seat) => map.serialize_entry("playerId", names.player(*seat))?,
            PlayerRef::Unknown(id) => map.serialize_entry("playerId", &**id)?,
        }
        map.serialize_entry("payload", &RecordOut(&*action.payload, *names))?;
        map.end()
    }
}

/// An action as JSON.
#[must_use]
pub fn action_to_json(engine: &GameEngine, action: &Action) -> String {
    json(&ActionOut(action, engine.state().names()))
}

/// An action in names, as it would be sent.
#[must_use]
pub fn action_to_named(engine: &GameEngine, action: &Action) -> NamedAction {
    named(engine.state().names(), action)
}

/// An action in names, for those who see the game through a [`Lens`](crate::Lens) only.
#[must_use]
pub fn named(names: Names<'_>, action: &Action) -> NamedAction {
    NamedAction {
        kind: names.rules.action_name(action).to_owned(),
        player_id: match &action.player {
            PlayerRef::Absent => None,
            PlayerRef::Seat(seat) => Some(names.player(*seat).to_owned()),
            PlayerRef::Unknown(id) => Some(id.to_string()),
        },
        payload: Value::Map(crate::fields::record_value(&*action.payload, names)),
    }
}

/// The answer to an action, for one viewer: `{"ok":true,"index","events"}` or what [`Denied`]
/// serializes to.
#[must_use]
pub fn answer(
    engine: &GameEngine,
    result: &Result<Commit, Denied>,
    viewer: impl Into<Viewer>,
) -> String {
    match result {
        Ok(commit) => json(&Accepted {
            ok: true,
            index: commit.index(),
            events: engine.seen_events(commit.events(), viewer),
        }),
        Err(denied) => json(denied),
    }
}

#[derive(Serialize)]
struct Accepted {
    ok: bool,
    index: u64,
    events: Vec<SeatEvent>,
}

/// A value that serializes without fail, as compact JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("no map key or number in it that JSON does not have")
}

/// The JSON Schema (2020-12) of a game's actions, events and views.
///
/// ```
/// # use decklet_engine::{GameBuilder, TurnPlugin, wire};
/// let mut game = GameBuilder::new();
/// game.plugin(&TurnPlugin);
/// let schema = wire::schema(&*game.freeze()?);
/// assert!(schema["$defs"]["event_TURN_ENDED"].is_object());
/// # Ok::<(), decklet_engine::BuildErrors>(())
/// ```
#[must_use]
pub fn schema(rules: &Ruleset) -> serde_json::Value {
    let mut defs = Map::new();
    let mut actions = Vec::new();
    for (name, origin, fields) in rules.action_types() {
        let mut def = message(name, fields);
        def["description"] = match origin {
            crate::Origin::Player => "sent by a player".into(),
            crate::Origin::System => "sent by the game itself; a player is refused".into(),
        };
        defs.insert(format!("action_{name}"), def);
        if origin == crate::Origin::Player {
            actions.push(reference(&format!("action_{name}")));
        }
    }
    let mut events = Vec::new();
    for (name, fields) in rules.event_types() {
        defs.insert(format!("event_{name}"), message(name, fields));
        events.push(reference(&format!("event_{name}")));
    }
    defs.insert("action".into(), json!({ "oneOf": actions }));
    defs.insert("event".into(), json!({ "oneOf": events }));
    defs.insert("view".into(), view_schema(rules));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("decklet: {}", rules.game()),
        "$defs": defs,
        "oneOf": [reference("action"), reference("event"), reference("view")],
    })
}

fn reference(def: &str) -> serde_json::Value {
    json!({ "$ref": format!("#/$defs/{def}") })
}

fn message(name: &str, fields: &[Field]) -> serde_json::Value {
    json!({
        "type": "object",
        "properties": {
            "type": { "const": name },
            "playerId": { "type": "string" },
            "payload": record_schema(fields.iter()),
        },
        "required": ["type", "payload"],
    })
}

fn record_schema<'f>(fields: impl Iterator<Item = &'f Field>) -> serde_json::Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields {
        let mut schema = kind_schema(field.kind);
        schema["description"] = field.about.into();
        properties.insert(field.name.to_owned(), schema);
        if !field.optional {
            required.push(field.name);
        }
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

fn kind_schema(kind: FieldKind) -> serde_json::Value {
    match kind {
        FieldKind::Flag => json!({ "type": "boolean" }),
        FieldKind::Number => json!({ "type": "integer" }),
        FieldKind::OneOf(texts) => json!({ "type": "string", "enum": texts }),
        FieldKind::Players | FieldKind::Cards => {
            json!({ "type": "array", "items": { "type": "string" } })
        }
        FieldKind::Text | FieldKind::Player | FieldKind::Card | FieldKind::Zone => {
            json!({ "type": "string" })
        }
        FieldKind::Any => json!({}),
    }
}

fn view_schema(rules: &Ruleset) -> serde_json::Value {
    let player = json!({
        "type": "object",
        "properties": {
            "id": { "type": "string" },
            "name": { "type": "string" },
            "seat": { "type": "integer" },
        },
        "required": ["id", "name", "seat"],
    });
    let zone = json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "description": "how many cards" },
            "cards": {
                "type": "array",
                "items": { "type": "string" },
                "description": "which, when the viewer sees them; the top of a pile last",
            },
        },
        "required": ["count"],
    });
    json!({
        "type": "object",
        "properties": {
            "viewer": { "type": "string", "description": "a player's id, spectator or referee" },
            "index": { "type": ["integer", "null"], "description": "the last log entry" },
            "status": { "enum": ["waiting", "playing", "finished"] },
            "currentPlayerId": { "type": ["string", "null"] },
            "winnerIds": { "type": "array", "items": { "type": "string" } },
            "players": { "type": "array", "items": player },
            "zones": { "type": "object", "additionalProperties": zone },
            "variables": record_schema(rules.variable_fields()),
        },
        "required": [
            "viewer", "index", "status", "currentPlayerId", "winnerIds", "players", "zones",
            "variables"
        ],
    })
}
