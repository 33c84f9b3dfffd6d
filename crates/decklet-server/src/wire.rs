//! What clients send on a WebSocket, read with care: it comes from strangers.

use crate::guests::Token;
use decklet_match::{BotLevel, CommandId, Mix, Refusal, RoomCode, Saying, command::Command};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// A message from a client. `channel` is what it calls a room it looks at.
pub(crate) enum Request {
    /// Who it is: the first message.
    Hello {
        /// Nobody in particular without.
        token: Option<Token>,
    },
    /// Look at a room.
    Attach {
        channel: u32,
        room: RoomCode,
        /// The last record it has seen.
        last: Option<u64>,
        /// Who looks, if not who said hello.
        token: Option<Token>,
    },
    /// Look no more.
    Detach { channel: u32 },
    /// For the room.
    Command {
        channel: u32,
        id: CommandId,
        command: Box<Command>,
    },
}

/// Why a message was not understood, with what of it was.
pub(crate) struct Misread {
    pub channel: u32,
    pub id: Option<CommandId>,
    pub refusal: Refusal,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    #[serde(default)]
    token: Option<Token>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attach {
    room: RoomCode,
    #[serde(default)]
    last: Option<u64>,
    #[serde(default)]
    token: Option<Token>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Detach {}

/// Reads a message.
pub(crate) fn read(text: &str) -> Result<Request, Misread> {
    let mut misread = Misread {
        channel: 0,
        id: None,
        refusal: Refusal::bad_field("", ""),
    };
    read_into(text, &mut misread).map_err(|refusal| Misread { refusal, ..misread })
}

fn read_into(text: &str, misread: &mut Misread) -> Result<Request, Refusal> {
    let mut map: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| Refusal::bad_field("message", &format!("is no object: {error}")))?;
    if let Some(channel) = map.remove("channel") {
        misread.channel = field("channel", channel)?;
    }
    let channel = misread.channel;
    match map.get("type").and_then(Value::as_str) {
        Some("hello") => {
            let Hello { token } = fields(map)?;
            Ok(Request::Hello { token })
        }
        Some("attach") => {
            let Attach { room, last, token } = fields(map)?;
            Ok(Request::Attach {
                channel,
                room,
                last,
                token,
            })
        }
        Some("detach") => {
            let Detach {} = fields(map)?;
            Ok(Request::Detach { channel })
        }
        Some(_) => {
            let id: CommandId = field("id", map.remove("id").unwrap_or_default())?;
            misread.id = Some(id.clone());
            let command = Box::new(command(map)?);
            Ok(Request::Command {
                channel,
                id,
                command,
            })
        }
        None => Err(Refusal::bad_field("type", "is missing, or no text")),
    }
}

fn field<T: DeserializeOwned>(name: &str, value: Value) -> Result<T, Refusal> {
    serde_json::from_value(value).map_err(|error| Refusal::bad_field(name, &error.to_string()))
}

fn fields<T: DeserializeOwned>(mut map: Map<String, Value>) -> Result<T, Refusal> {
    map.remove("type");
    serde_path_to_error::deserialize(Value::Object(map)).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        match &path[..] {
            "." => named_by(&error),
            path => Refusal::bad_field(path, &error.to_string()),
        }
    })
}

fn command(map: Map<String, Value>) -> Result<Command, Refusal> {
    let text = Value::Object(map);
    Command::deserialize(&text).map_err(|error| {
        let Value::Object(map) = &text else {
            return named_by(&error);
        };
        map.iter()
            .find_map(|(name, value)| wrong(name, value))
            .or_else(|| wrong_speech(map))
            .unwrap_or_else(|| named_by(&error))
    })
}

/// What is wrong with a field of a command, looked at by itself. A command is read as a whole, by
/// its `type`, and that reader does not say where it stopped.
fn wrong(name: &str, value: &Value) -> Option<Refusal> {
    fn check<T: DeserializeOwned>(name: &str, value: &Value) -> Option<Refusal> {
        field::<T>(name, value.clone()).err()
    }
    match name {
        "seat" => check::<Option<u8>>(name, value),
        "ready" | "on" => check::<bool>(name, value),
        "level" => check::<Option<BotLevel>>(name, value),
        "cards" => check::<Vec<String>>(name, value),
        "hand" => check::<u32>(name, value),
        "entry" => check::<u64>(name, value),
        "action" => check::<decklet_engine::Value>(name, value),
        "phrase" | "emote" => check::<String>(name, value),
        // Whatever may not be said may not be mixed in either.
        "text" => check::<Saying>(name, value).and(check::<Mix>(name, value)),
        _ => None,
    }
}

/// What is wrong with what is to be said: it is one of three, and the reader does not say which.
fn wrong_speech(map: &Map<String, Value>) -> Option<Refusal> {
    if map.get("type")? != "say" {
        return None;
    }
    let mut fields = map.keys().filter(|name| *name != "type");
    let kinds = ["phrase", "emote", "text"];
    let unknown = fields.clone().find(|name| !kinds.contains(&name.as_str()));
    if let Some(unknown) = unknown {
        let name: String = unknown.chars().take(64).collect();
        return Some(Refusal::bad_field(&name, "is not known here"));
    }
    match (fields.next(), fields.next()) {
        (None, _) => Some(Refusal::bad_field(
            "phrase",
            "is missing, and so are emote and text",
        )),
        (_, Some(second)) => Some(Refusal::bad_field(second, "is one too many")),
        _ => None,
    }
}

/// The field that serde names in its message: one that is missing, unknown, or of no known type.
fn named_by(error: &serde_json::Error) -> Refusal {
    let text = error.to_string();
    let name = match text.starts_with("unknown variant") {
        true => "type",
        false => text.split('`').nth(1).unwrap_or("message"),
    };
    let name: String = name.chars().take(64).collect();
    Refusal::bad_field(&name, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (Option<String>, Option<String>) {
        match read(text) {
            Ok(_) => (None, None),
            Err(misread) => {
                assert_eq!(misread.refusal.code, "BAD_FIELD", "{text}");
                (misread.refusal.field, misread.id.map(Into::into))
            }
        }
    }

    #[test]
    fn an_error_names_the_field() {
        for (text, named) in [
            ("", "message"),
            ("[]", "message"),
            ("{\"type\":\"sit\"", "message"),
            ("{}", "type"),
            ("{\"type\":7}", "type"),
            (r#"{"type":"hello","token":7}"#, "token"),
            (r#"{"type":"hello","name":"me"}"#, "name"),
            (r#"{"type":"attach"}"#, "room"),
            (r#"{"type":"attach","room":"DECKLE","last":-1}"#, "last"),
            (r#"{"type":"attach","room":"OI"}"#, "room"),
            (
                r#"{"type":"attach","room":"DECKLE","channel":-1}"#,
                "channel",
            ),
            (r#"{"type":"detach","room":"DECKLE"}"#, "room"),
            (r#"{"type":"sit"}"#, "id"),
            (r#"{"type":"sit","id":"a b"}"#, "id"),
            (r#"{"type":"fly","id":"a"}"#, "type"),
            (r#"{"type":"sit","id":"a","seat":"x"}"#, "seat"),
            (r#"{"type":"sit","id":"a","seat":256}"#, "seat"),
            (r#"{"type":"sit","id":"a","chair":1}"#, "chair"),
            (r#"{"type":"addBot","id":"a"}"#, "seat"),
            (
                r#"{"type":"addBot","id":"a","seat":1,"level":"god"}"#,
                "level",
            ),
            (r#"{"type":"explain","id":"a","cards":"3"}"#, "cards"),
            (r#"{"type":"ready","id":"a","ready":1}"#, "ready"),
            (r#"{"type":"act","id":"a","hand":1,"action":{}}"#, "entry"),
            (
                r#"{"type":"act","id":"a","hand":-1,"entry":0,"action":{}}"#,
                "hand",
            ),
            (r#"{"type":"act","id":"a","hand":1,"entry":0}"#, "action"),
            (r#"{"type":"mix","id":"a","text":""}"#, "text"),
            (r#"{"type":"say","id":"a","text":"\u0000"}"#, "text"),
            (r#"{"type":"say","id":"a","phrase":1}"#, "phrase"),
            (r#"{"type":"say","id":"a","text":"hi","to":1}"#, "to"),
            (r#"{"type":"say","id":"a"}"#, "phrase"),
            (
                r#"{"type":"say","id":"a","text":"hi","emote":"sad"}"#,
                "text",
            ),
        ] {
            assert_eq!(refused(text).0.as_deref(), Some(named), "{text}");
        }
    }

    #[test]
    fn an_error_in_a_command_has_its_id() {
        let (_, id) = refused(r#"{"type":"fly","id":"a17"}"#);
        assert_eq!(id.as_deref(), Some("a17"));
    }

    #[test]
    fn a_deep_message_is_refused() {
        let deep = format!("{{\"type\":{}", "[".repeat(60_000));
        assert_eq!(refused(&deep).0.as_deref(), Some("message"));
    }
}
