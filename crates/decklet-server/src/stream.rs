//! The interface for bots in any language: a room as a stream of lines, commands as requests.
//!
//! The messages are those of the WebSocket, one a line.

use crate::{
    api::{Bearer, Guest, Problem, Shared, open_room},
    app::{App, Phase, Place, now_ms, reached},
    bounds::ANSWER,
    credits::Counted,
    door::Peer,
    in_use::Entry,
    mailbox::{Mailbox, Next},
    room::{Ask, Room, text_of},
    wire::{self, Request},
};
use axum::{
    Router,
    body::{Body, Bytes},
    extract::{ConnectInfo, Path, Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use decklet_match::{
    CommandId, Person, Refusal, command::Command, message::Message, table::ConnId,
};
use futures_util::stream;
use serde::Deserialize;
use std::{convert::Infallible, sync::Arc};
use tokio::time::timeout;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/v1/rooms/{code}/stream", get(follow))
        .route("/api/v1/rooms/{code}/commands", post(command))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Last {
    /// The last record that was seen.
    last: Option<u64>,
}

/// A look at a room. When it is dropped, the room is told.
struct Look {
    app: Arc<App>,
    room: Room,
    conn: ConnId,
    mailbox: Arc<Mailbox>,
    person: Person,
    /// Of a stream: its place among the connections, and that it ends with its token.
    stream: Option<(Place, Counted, Entry)>,
    /// A stop waits for it.
    _alive: Option<tokio::sync::mpsc::Sender<()>>,
}

impl Look {
    async fn attach(&self, last: Option<u64>) -> Result<(), Problem> {
        let blocked = self.app.blocks.of(&self.person.id).await?;
        let ask = Ask::Attach {
            conn: self.conn,
            mailbox: self.mailbox.clone(),
            person: Some(self.person.clone()),
            blocked: Some(blocked),
            last,
        };
        self.room.ask(ask).await;
        Ok(())
    }

    /// The next line, and whether it is the last; an empty one keeps the connection alive. None at
    /// the end.
    async fn next(&self) -> Option<(String, bool)> {
        let mut phase = self.app.phase.clone();
        tokio::select! {
            () = reached(&mut phase, Phase::Closing) => None,
            next = timeout(self.app.patience.ping, self.mailbox.next()) => match next {
                Err(_) => Some(("\n".to_owned(), false)),
                Ok(Next::Send { text, .. }) => Some((format!("{text}\n"), false)),
                Ok(Next::Resync(_)) => {
                    self.attach(None).await.ok()?;
                    Some(("\n".to_owned(), false))
                }
                Ok(Next::Revoked) => {
                    let refused = text_of(&Message::Refused {
                        id: None,
                        refusal: Refusal::new("STRANGER"),
                        now: now_ms(),
                    });
                    refused.map(|text| (format!("{text}\n"), true))
                }
                Ok(Next::Overfull) => None,
            },
        }
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        if self.stream.is_some() {
            self.app.metrics.connections.dec();
        }
        let (room, conn) = (self.room.clone(), self.conn);
        tokio::spawn(async move { room.ask(Ask::Detach { conn }).await });
    }
}

async fn look(
    app: &Arc<App>,
    room: &str,
    person: Person,
    (conn, mailbox): (ConnId, Arc<Mailbox>),
    stream: Option<(Place, Counted, Entry)>,
) -> Result<Look, Problem> {
    let room = open_room(app, room).await?;
    if stream.is_some() {
        app.metrics.connections.inc();
    }
    mailbox.open(conn, 0);
    Ok(Look {
        conn,
        mailbox,
        stream,
        _alive: app.alive.connections.upgrade(),
        app: app.clone(),
        room,
        person,
    })
}

/// What happens in a room, as it happens.
async fn follow(
    State(app): Shared,
    ConnectInfo(Peer(from)): ConnectInfo<Peer>,
    Bearer(token): Bearer,
    Path(room): Path<String>,
    Query(Last { last }): Query<Last>,
) -> Result<Response, Problem> {
    let place = app.place()?;
    let counted = app.addresses.connect(from.ip());
    let counted = counted.ok_or_else(Problem::too_fast)?;
    let (conn, mailbox) = (app.conn(), Arc::default());
    let entered = app.guests.enter(&token, conn, &mailbox).await?;
    let (person, entry) = entered.ok_or_else(Problem::stranger)?;
    let stream = Some((place, counted, entry));
    let look = look(&app, &room, person, (conn, mailbox), stream).await?;
    look.attach(last).await?;
    let lines = stream::unfold(Some(look), |look| async move {
        let look = look?;
        let (line, is_last) = look.next().await?;
        let look = (!is_last).then_some(look);
        Some((Ok::<_, Infallible>(Bytes::from(line)), look))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// Does a command, and answers what the room answers.
async fn command(
    State(app): Shared,
    Guest(person): Guest,
    Path(room): Path<String>,
    body: Bytes,
) -> Result<Response, Problem> {
    let (id, command) = read(&body)?;
    let new = (app.conn(), Arc::default());
    let look = look(&app, &room, person, new, None).await?;
    // Whoever follows the room sees it there: here it is not told again.
    let seen = look.room.about().and_then(|about| about.index());
    look.attach(seen).await?;
    let ask = Ask::Command {
        conn: look.conn,
        id: id.clone(),
        command,
    };
    look.room.ask(ask).await;
    let answer = timeout(ANSWER, answer(&look, &id)).await;
    let answer = answer.ok().flatten().ok_or_else(Problem::unavailable)?;
    let status = match answer.starts_with("{\"type\":\"refused\"") {
        true => StatusCode::CONFLICT,
        false => StatusCode::OK,
    };
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((status, kind, answer.to_string()).into_response())
}

fn read(body: &[u8]) -> Result<(CommandId, Box<Command>), Problem> {
    let refuse = |refusal| Problem(StatusCode::UNPROCESSABLE_ENTITY, refusal);
    let text = std::str::from_utf8(body);
    let text = text.map_err(|_| refuse(Refusal::bad_field("message", "is no UTF-8")))?;
    match wire::read(text) {
        Ok(Request::Command { id, command, .. }) => Ok((id, command)),
        Ok(_) => Err(refuse(Refusal::bad_field("type", "is no command"))),
        Err(misread) => Err(refuse(misread.refusal)),
    }
}

/// The message with this id.
async fn answer(look: &Look, id: &CommandId) -> Option<Arc<str>> {
    #[derive(Deserialize)]
    struct Named {
        id: Option<String>,
        #[serde(rename = "type")]
        kind: String,
    }
    loop {
        let Next::Send { text, .. } = look.mailbox.next().await else {
            return None;
        };
        let named: Named = serde_json::from_str(&text).ok()?;
        let is_turned_away = named.kind == "refused" && named.id.is_none();
        if named.id.as_deref() == Some(id.as_str()) || is_turned_away {
            return Some(text);
        }
    }
}
