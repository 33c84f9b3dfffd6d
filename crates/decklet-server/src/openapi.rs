//! The interfaces over HTTP, described once: for programs as OpenAPI, for people as a page.

use axum::{
    Router,
    response::{Html, IntoResponse, Json, Response},
    routing::get,
};
use decklet_match::{RoomOptions, command::Command, message::Message};
use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};
use std::{fmt::Write, sync::Arc};

pub(crate) fn routes() -> Router<Arc<crate::app::App>> {
    Router::new()
        .route("/api/docs", get(|| async { Html(page()) }))
        .route("/api/docs/http", get(|| async { text(API) }))
        .route("/api/docs/protocol", get(|| async { text(PROTOCOL) }))
        .route("/api/openapi.json", get(|| async { Json(openapi()) }))
        .route("/api/v1/schema", get(|| async { Json(schema()) }))
}

const API: &str = include_str!("../../../docs/api.md");
const PROTOCOL: &str = include_str!("../../../docs/protocol.md");

fn text(text: &'static str) -> Response {
    let kind = "text/plain; charset=utf-8";
    ([(axum::http::header::CONTENT_TYPE, kind)], text).into_response()
}

/// Something that can be asked over HTTP.
struct Operation {
    method: &'static str,
    path: &'static str,
    about: &'static str,
    /// Whether one must say who one is.
    known: bool,
    /// The fields of the body.
    body: Body,
    /// The status of success, and what comes with it.
    answer: (u16, &'static str),
}

/// What a request's body is.
enum Body {
    None,
    /// An object with these fields; those that end in `?` may be left out.
    Fields(&'static [&'static str]),
    Room,
    Command,
}

const fn read(path: &'static str, known: bool, about: &'static str) -> Operation {
    Operation {
        method: "get",
        path,
        about,
        known,
        body: Body::None,
        answer: (200, "application/json"),
    }
}

const fn change(
    method: &'static str,
    path: &'static str,
    about: &'static str,
    body: Body,
    status: u16,
) -> Operation {
    Operation {
        method,
        path,
        about,
        known: true,
        body,
        answer: (status, "application/json"),
    }
}

const fn as_kind(operation: Operation, kind: &'static str) -> Operation {
    Operation {
        answer: (operation.answer.0, kind),
        ..operation
    }
}

const fn for_anybody(operation: Operation) -> Operation {
    Operation {
        known: false,
        ..operation
    }
}

const LINES: &str = "application/x-ndjson";

/// All of them. A test compares them with the routes.
const OPERATIONS: &[Operation] = &[
    for_anybody(change(
        "post",
        "/api/v1/guests",
        "Become a guest: the token is shown this once.",
        Body::Fields(&["name"]),
        201,
    )),
    change(
        "delete",
        "/api/v1/guests/me",
        "Make the own token worthless.",
        Body::None,
        204,
    ),
    read("/api/v1/me", true, "Who one is: name, login, sessions."),
    change(
        "post",
        "/api/v1/account",
        "Add a login and a password to the guest.",
        Body::Fields(&["login", "password"]),
        201,
    ),
    change(
        "delete",
        "/api/v1/account",
        "Delete the account and all that tells who it was.",
        Body::Fields(&["password"]),
        204,
    ),
    change(
        "put",
        "/api/v1/account/password",
        "Change the password; the other sessions end.",
        Body::Fields(&["old", "new"]),
        204,
    ),
    for_anybody(change(
        "post",
        "/api/v1/sessions",
        "Log in: another token for the same person.",
        Body::Fields(&["login", "password"]),
        201,
    )),
    change(
        "delete",
        "/api/v1/sessions",
        "End all other sessions.",
        Body::None,
        204,
    ),
    change(
        "delete",
        "/api/v1/sessions/{id}",
        "End one session.",
        Body::None,
        204,
    ),
    read(
        "/api/v1/me/hands",
        true,
        "The hands one has played, the newest first; `before` pages back.",
    ),
    read("/api/v1/me/ratings", true, "One's own ratings."),
    read("/api/v1/me/blocks", true, "Whom one has blocked."),
    change(
        "delete",
        "/api/v1/me/blocks/{id}",
        "Hear somebody again.",
        Body::None,
        204,
    ),
    change(
        "post",
        "/api/v1/rooms/{code}/seats/{seat}/block",
        "Hear no more of who sits there, at any table.",
        Body::None,
        201,
    ),
    read(
        "/api/v1/games",
        false,
        "The games, their profiles and options, with words for people.",
    ),
    read(
        "/api/v1/games/{game}/profiles/{profile}",
        false,
        "All about a profile.",
    ),
    read(
        "/api/v1/ratings/{game}/{profile}",
        false,
        "The leader board.",
    ),
    read("/api/v1/rooms", false, "The public rooms."),
    change("post", "/api/v1/rooms", "Make a room.", Body::Room, 201),
    read(
        "/api/v1/rooms/{code}",
        false,
        "What the lobby shows of a room.",
    ),
    change(
        "post",
        "/api/v1/quick",
        "Find or make a public room with a free seat.",
        Body::Fields(&["game", "profile?", "seats", "rated?"]),
        200,
    ),
    as_kind(
        read(
            "/api/v1/rooms/{code}/stream",
            true,
            "A room as it goes on: a message a line; `last` is the last record one has seen.",
        ),
        LINES,
    ),
    change(
        "post",
        "/api/v1/rooms/{code}/commands",
        "Do a command.",
        Body::Command,
        200,
    ),
    read(
        "/api/v1/rooms/{code}/hands",
        false,
        "The ledger: the hands that are over.",
    ),
    as_kind(
        read(
            "/api/v1/rooms/{code}/hands/{hand}/log",
            false,
            "The log of a hand that is over.",
        ),
        LINES,
    ),
    read(
        "/api/v1/rooms/{code}/hands/{hand}/proof",
        false,
        "How its deal came about.",
    ),
    read(
        "/api/v1/rooms/{code}/hands/{hand}/replay",
        false,
        "A hand step by step; `as` is `spectator`, or one's own seat.",
    ),
    change(
        "post",
        "/api/v1/rooms/{code}/hands/{hand}/share",
        "Make a link to a hand one sat at.",
        Body::None,
        201,
    ),
    read(
        "/api/v1/rooms/{code}/hands/{hand}/analysis",
        true,
        "What the expert says of a hand one sat at.",
    ),
    change(
        "post",
        "/api/v1/rooms/{code}/hands/{hand}/analysis",
        "Have the expert look at it.",
        Body::None,
        202,
    ),
    read(
        "/api/v1/replays/{id}",
        false,
        "The hand of a link; `as` is a seat, `spectator` or `all`.",
    ),
    as_kind(read("/api/v1/replays/{id}/log", false, "Its log."), LINES),
    read(
        "/api/v1/replays/{id}/analysis",
        false,
        "What the expert has said of it.",
    ),
    change(
        "post",
        "/api/v1/duplicates",
        "Open the tables of a duplicate match.",
        Body::Fields(&["tables", "hands", "room"]),
        201,
    ),
    read(
        "/api/v1/duplicates/{id}",
        false,
        "The tables of a match, and its scores compared; by its id or a table's code.",
    ),
    read(
        "/api/v1/schema",
        false,
        "JSON Schema of every message, command and room.",
    ),
];

/// The names in braces in a path.
fn parameters(path: &str) -> Vec<&str> {
    let parts = path.split('{').skip(1);
    parts.filter_map(|part| part.split('}').next()).collect()
}

/// What follows `?` in an address.
fn queries(path: &str) -> &'static [&'static str] {
    match path {
        "/api/v1/me/hands" => &["before"],
        "/api/v1/rooms/{code}/stream" => &["last"],
        "/api/v1/rooms/{code}/hands/{hand}/replay" | "/api/v1/replays/{id}" => &["as"],
        _ => &[],
    }
}

/// The description for programs.
pub(crate) fn openapi() -> Value {
    let mut paths = serde_json::Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = describe(operation);
    }
    let schemas = schema()["$defs"].clone();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "decklet",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Rooms, hands and people of a decklet server. What is live goes over the \
                            WebSocket /api/v1/ws: see /api/docs/protocol.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn describe(operation: &Operation) -> Value {
    let parameter = |place: &'static str| {
        move |name: &&str| {
            json!({
                "name": name, "in": place, "required": place == "path",
                "schema": { "type": "string" },
            })
        }
    };
    let path = parameters(operation.path);
    let given = path.iter().map(parameter("path"));
    let given = given.chain(queries(operation.path).iter().map(parameter("query")));
    let (status, kind) = operation.answer;
    let success = match status {
        204 => json!({ "description": "Done." }),
        _ => json!({ "description": "Done.", "content": { kind: { "schema": {} } } }),
    };
    let refused = json!({
        "description": "Refused: code, reason, and the field that is wrong.",
        "content": {
            "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
        },
    });
    let mut shown = json!({
        "summary": operation.about,
        "parameters": given.collect::<Vec<_>>(),
        "responses": { status.to_string(): success, "default": refused },
    });
    if operation.known {
        shown["security"] = json!([{ "token": [] }]);
    }
    if let Some(body) = body(&operation.body) {
        shown["requestBody"] = json!({
            "required": true, "content": { "application/json": { "schema": body } },
        });
    }
    shown
}

fn body(body: &Body) -> Option<Value> {
    match body {
        Body::None => None,
        Body::Room => Some(json!({ "$ref": "#/components/schemas/RoomOptions" })),
        Body::Command => Some(json!({ "$ref": "#/components/schemas/Command" })),
        Body::Fields(names) => {
            let field = |name: &&str| match *name {
                "seats" | "tables" | "hands" => json!({ "type": "integer" }),
                "room" => json!({ "$ref": "#/components/schemas/RoomOptions" }),
                _ => json!({ "type": "string" }),
            };
            let fields = names.iter().map(|name| {
                (
                    name.trim_end_matches('?').to_owned(),
                    field(&name.trim_end_matches('?')),
                )
            });
            let needed = names.iter().filter(|name| !name.ends_with('?'));
            Some(json!({
                "type": "object",
                "properties": fields.collect::<serde_json::Map<_, _>>(),
                "required": needed.collect::<Vec<_>>(),
                "additionalProperties": false,
            }))
        }
    }
}

/// JSON Schema of every message and command, and of what a room is made of: all in `$defs`.
pub(crate) fn schema() -> Value {
    fn add<T: schemars::JsonSchema>(all: &mut SchemaGenerator) -> Schema {
        all.subschema_for::<T>()
    }
    let mut all = SchemaSettings::draft2020_12().into_generator();
    let of = [
        add::<Message>(&mut all),
        add::<Command>(&mut all),
        add::<RoomOptions>(&mut all),
        add::<decklet_match::Refusal>(&mut all),
    ];
    let definitions = all.take_definitions(true);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "decklet: messages from the server, commands to it, rooms",
        "anyOf": of,
        "$defs": definitions,
    })
}

/// The description for people. It needs no script and no style.
fn page() -> String {
    let mut rows = String::new();
    for operation in OPERATIONS {
        let who = if operation.known {
            "with a token"
        } else {
            "anybody"
        };
        let _ = writeln!(
            rows,
            "<tr><td><code>{} {}</code></td><td>{}</td><td>{who}</td></tr>",
            operation.method.to_uppercase(),
            operation.path,
            operation.about,
        );
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>decklet: interfaces</title>\
         </head><body><h1>The interfaces of this server</h1>\n\
         <p><a href=\"/api/docs/http\">HTTP in words</a>, \
         <a href=\"/api/docs/protocol\">the protocol of a table</a>, \
         <a href=\"/api/openapi.json\">OpenAPI</a>, \
         <a href=\"/api/v1/schema\">JSON Schema of every message</a>. What is live goes over the \
         WebSocket <code>/api/v1/ws</code>.</p>\n<table><thead><tr><th>request</th><th>what</th>\
         <th>who</th></tr></thead><tbody>\n{rows}</tbody></table></body></html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All routes in the sources of this crate.
    const SOURCES: [&str; 8] = [
        include_str!("api.rs"),
        include_str!("accounts.rs"),
        include_str!("blocks.rs"),
        include_str!("duplicates.rs"),
        include_str!("games.rs"),
        include_str!("hands.rs"),
        include_str!("results.rs"),
        include_str!("stream.rs"),
    ];

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let mut routed = BTreeSet::from(["/api/v1/schema".to_owned()]);
        for source in SOURCES {
            for part in source.split(".route(").skip(1) {
                let path = part.split('"').nth(1).unwrap();
                let path = match path.strip_prefix("{hand}/") {
                    Some(rest) => format!("/api/v1/rooms/{{code}}/hands/{{hand}}/{rest}"),
                    None => path.to_owned(),
                };
                if path.starts_with("/api/v1/") && path != "/api/v1/ws" {
                    routed.insert(path);
                }
            }
        }
        let described: BTreeSet<String> = OPERATIONS
            .iter()
            .map(|operation| operation.path.to_owned())
            .collect();
        assert_eq!(described, routed);
        for operation in OPERATIONS {
            let short = operation.path.trim_start_matches("/api/v1/");
            let short = short.replace("{code}", "CODE").replace("{hand}", "N");
            let short = short.replace("{id}", "ID").replace("{game}", "GAME");
            let short = short.replace("{profile}", "NAME").replace("{seat}", "SEAT");
            assert!(API.contains(&short), "docs/api.md says nothing of {short}");
        }
    }

    #[test]
    fn references_lead_somewhere() {
        let all = openapi();
        let text = all.to_string().replace("#/$defs/", "#/components/schemas/");
        for part in text.split("\"$ref\":\"#").skip(1) {
            let pointer = part.split('"').next().unwrap();
            assert!(all.pointer(pointer).is_some(), "{pointer}");
        }
        assert!(all["paths"].as_object().unwrap().len() > 25);
    }
}
