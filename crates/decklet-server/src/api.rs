//! The routes: everything that is not live over HTTP, and the way to the WebSocket.

use crate::{
    accounts,
    app::{App, now_ms},
    blocks,
    bounds::{BODY, COST_OF_MAKING, MESSAGE, READ},
    db::DbError,
    door::Peer,
    duplicates, games,
    guests::Token,
    hands, openapi, page, results,
    room::{About, Room},
    rooms::{self, NotMade},
    socket, stream,
};
use axum::{
    Router,
    body::Bytes,
    extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Path, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    middleware::{self, Next},
    response::{IntoResponse, Json, Response},
    routing::{delete, get, post},
};
use decklet_match::{
    Games, Name, Person, Refusal, RoomCode, RoomOptions,
    log::{ReadError, Stored},
    record,
    table::NotOpened,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::oneshot;

/// All routes.
pub(crate) fn routes(app: Arc<App>) -> Router {
    let live = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics));
    let counted = Router::new()
        .route("/api/v1/ws", get(websocket))
        .route("/api/v1/guests", post(add_guest))
        .route("/api/v1/guests/me", delete(revoke_guest))
        .route("/api/v1/rooms", get(lobby).post(make_room))
        .route("/api/v1/rooms/{code}", get(show_room))
        .route("/api/v1/quick", post(quick))
        .merge(accounts::routes())
        .merge(blocks::routes())
        .merge(duplicates::routes())
        .merge(games::routes())
        .merge(hands::routes())
        .merge(openapi::routes())
        .merge(results::routes())
        .merge(stream::routes())
        .merge(page::routes())
        .layer(middleware::from_fn_with_state(app.clone(), pay));
    live.merge(counted)
        .fallback(|| async { Problem::not_found("there is nothing at this address") })
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::map_response(in_our_words))
        .layer(middleware::map_response(secure))
        .with_state(app)
}

pub(crate) type Shared = State<Arc<App>>;

/// A refusal as an HTTP answer.
pub(crate) struct Problem(pub StatusCode, pub Refusal);

impl Problem {
    pub fn new(status: StatusCode, code: &str, reason: &str) -> Self {
        let refusal = Refusal {
            code: code.to_owned(),
            reason: reason.to_owned(),
            field: None,
        };
        Self(status, refusal)
    }

    pub fn not_found(reason: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", reason)
    }

    pub fn stranger() -> Self {
        Self(StatusCode::UNAUTHORIZED, Refusal::new("STRANGER"))
    }

    pub fn unavailable() -> Self {
        Self(StatusCode::SERVICE_UNAVAILABLE, Refusal::new("UNAVAILABLE"))
    }

    fn damaged() -> Self {
        Self(StatusCode::INTERNAL_SERVER_ERROR, Refusal::new("DAMAGED"))
    }

    pub fn too_fast() -> Self {
        Self(StatusCode::TOO_MANY_REQUESTS, Refusal::new("TOO_FAST"))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

impl From<DbError> for Problem {
    fn from(error: DbError) -> Self {
        tracing::error!(%error, "the database");
        Self::unavailable()
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Unavailable => Self::unavailable(),
            ReadError::Damaged => Self::damaged(),
        }
    }
}

impl From<NotMade> for Problem {
    fn from(why: NotMade) -> Self {
        match why {
            NotMade::Refused(refusal) => Self(StatusCode::UNPROCESSABLE_ENTITY, refusal),
            NotMade::TooMany => Self(StatusCode::SERVICE_UNAVAILABLE, Refusal::new("BUSY")),
            NotMade::TooManyOfYours => Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "TOO_MANY_ROOMS",
                "you have made too many rooms that are still open",
            ),
            NotMade::Unavailable => Self::unavailable(),
        }
    }
}

/// Reads a body; an error names the field.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        let (is_json, text) = (error.is_data(), error.to_string());
        // Where in the text is of use only if it is no JSON.
        let reason = match text.rsplit_once(" at line ") {
            Some((reason, _)) if is_json => reason,
            _ => &text,
        };
        let field = match (&path[..], text.split('`').nth(1)) {
            (".", Some(named)) => named,
            (".", None) => "body",
            (path, _) => path,
        };
        let field: String = field.chars().take(64).collect();
        let refusal = Refusal::bad_field(&field, reason);
        Problem(StatusCode::UNPROCESSABLE_ENTITY, refusal)
    })
}

/// The token in the header `Authorization: Bearer TOKEN`.
pub(crate) struct Bearer(pub Token);

impl FromRequestParts<Arc<App>> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let header = parts.headers.get(header::AUTHORIZATION);
        let token = header
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        token
            .map(|token| Self(Token::new(token)))
            .ok_or_else(Problem::stranger)
    }
}

/// Who asks.
pub(crate) struct Guest(pub Person);

impl FromRequestParts<Arc<App>> for Guest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Bearer(token) = Bearer::from_request_parts(parts, app).await?;
        let person = app.guests.find(&token).await?;
        person.map(Self).ok_or_else(Problem::stranger)
    }
}

/// Every request costs its address something; what makes something costs more.
async fn pay(
    State(app): Shared,
    ConnectInfo(Peer(from)): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let cost = match request.method().is_safe() {
        _ if request.uri().path().ends_with("/commands") => 1,
        true => 1,
        false => COST_OF_MAKING,
    };
    if !app.addresses.try_pay(from.ip(), cost) {
        return Problem::too_fast().into_response();
    }
    next.run(request).await
}

/// What is refused before it comes to a handler (an address that cannot be read, a method that is not
/// there) is told like every other refusal.
async fn in_our_words(response: Response) -> Response {
    let (head, body) = response.into_parts();
    let is_told = head.headers.get(header::CONTENT_TYPE);
    let is_told = is_told.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !head.status.is_client_error() || is_told {
        return Response::from_parts(head, body);
    }
    let text = axum::body::to_bytes(body, BODY).await.unwrap_or_default();
    let reason = match std::str::from_utf8(&text) {
        Ok(text) if !text.is_empty() => text,
        _ => head.status.canonical_reason().unwrap_or_default(),
    };
    let mut told = Problem::new(head.status, "BAD_REQUEST", reason).into_response();
    for (name, value) in &head.headers {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            told.headers_mut().insert(name, value.clone());
        }
    }
    told
}

/// Headers that keep browsers from doing what nobody wants, unless the answer says otherwise itself.
async fn secure(mut response: Response) -> Response {
    const HEADERS: [(header::HeaderName, &str); 5] = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

async fn ready(State(app): Shared) -> Response {
    match app.is_running() {
        true => "ready\n".into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response(),
    }
}

async fn metrics(State(app): Shared) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text()).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGuest {
    name: Name,
}

#[derive(Serialize)]
struct Welcome {
    token: Token,
    name: Name,
}

async fn add_guest(State(app): Shared, body: Bytes) -> Result<Response, Problem> {
    let NewGuest { name } = read(&body)?;
    let (token, person) = app.guests.add(name, now_ms()).await?;
    let name = person.name;
    Ok((StatusCode::CREATED, Json(Welcome { token, name })).into_response())
}

async fn revoke_guest(State(app): Shared, Bearer(token): Bearer) -> Result<StatusCode, Problem> {
    match app.guests.revoke(&token).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::stranger()),
    }
}

async fn lobby(State(app): Shared) -> Json<serde_json::Value> {
    Json(json!({ "rooms": app.rooms.lobby() }))
}

async fn make_room(
    State(app): Shared,
    Guest(person): Guest,
    body: Bytes,
) -> Result<Response, Problem> {
    let options: RoomOptions = read(&body)?;
    let code = rooms::make(&app, &person, &options).await?;
    Ok((StatusCode::CREATED, Json(json!({ "code": code }))).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Quick {
    game: String,
    #[serde(default)]
    profile: Option<String>,
    seats: u8,
    #[serde(default)]
    rated: bool,
}

async fn quick(
    State(app): Shared,
    Guest(person): Guest,
    body: Bytes,
) -> Result<Json<serde_json::Value>, Problem> {
    let Quick {
        game,
        profile,
        seats,
        rated,
    } = read(&body)?;
    let options = match profile {
        Some(name) => serde_json::from_value(json!({ "profile": name })).unwrap_or_default(),
        None => decklet_engine::Value::Null,
    };
    let mut options = RoomOptions::new(&game, options, seats);
    options.public = true;
    options.rated = rated;
    options.hints = !rated;
    let code = rooms::quick(&app, &person, &options).await;
    let code = code.map_err(|why| match Problem::from(why) {
        // What it is called here.
        Problem(status, refusal) if refusal.field.as_deref() == Some("options") => {
            let field = Some("profile".to_owned());
            Problem(status, Refusal { field, ..refusal })
        }
        problem => problem,
    })?;
    Ok(Json(json!({ "code": code })))
}

/// The code in an address.
pub(crate) fn code(text: &str) -> Result<RoomCode, Problem> {
    text.parse()
        .map_err(|_| Problem::not_found("there is no room with this code"))
}

/// The room with this code in an address.
pub(crate) async fn open_room(app: &Arc<App>, text: &str) -> Result<Room, Problem> {
    let opened = rooms::open(app, code(text)?).await;
    opened.map_err(|why| match why {
        NotOpened::Unavailable => Problem::unavailable(),
        NotOpened::Missing | NotOpened::Taken => Problem::not_found(&why.to_string()),
    })
}

async fn show_room(State(app): Shared, Path(room): Path<String>) -> Result<Json<About>, Problem> {
    let room = open_room(&app, &room).await?;
    room.about().map(Json).ok_or_else(Problem::unavailable)
}

/// The records of a room, and the right to work on them.
async fn records(app: &App, code: RoomCode) -> Result<Vec<Stored>, Problem> {
    let (done, answer) = oneshot::channel();
    let done = move |outcome| {
        // Who has asked may be gone.
        let _ = done.send(outcome);
    };
    app.log.read(code, Box::new(done));
    let stored = answer.await.map_err(|_| ReadError::Unavailable)??;
    match stored.is_empty() {
        true => Err(Problem::not_found("there is no room with this code")),
        false => Ok(stored),
    }
}

/// Does long work on a room's records, not many at a time and not where messages are handled.
pub(crate) async fn study<T: Send + 'static>(
    app: &Arc<App>,
    code: RoomCode,
    work: impl FnOnce(&[Stored], &Games) -> Result<T, record::Damage> + Send + 'static,
) -> Result<T, Problem> {
    let _permit = app
        .replays
        .acquire()
        .await
        .map_err(|_| Problem::unavailable())?;
    let stored = records(app, code).await?;
    let games = app.games.clone();
    let done = tokio::task::spawn_blocking(move || work(&stored, &games));
    match done.await {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(damage)) => {
            tracing::error!(room = %code, %damage, "the room's records are damaged");
            Err(Problem::damaged())
        }
        Err(_) => Err(Problem::unavailable()),
    }
}

async fn websocket(
    State(app): Shared,
    ConnectInfo(Peer(from)): ConnectInfo<Peer>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Response> {
    let upgrade = upgrade.map_err(IntoResponse::into_response)?;
    if !is_own(&headers, &app.origins) {
        let reason = "this page may not connect here";
        return Err(Problem::new(StatusCode::FORBIDDEN, "ORIGIN", reason).into_response());
    }
    let place = app.place().map_err(IntoResponse::into_response)?;
    let counted = app.addresses.connect(from.ip());
    let counted = counted.ok_or_else(|| Problem::too_fast().into_response())?;
    let alive = app.alive.connections.upgrade();
    let upgrade = upgrade
        .read_buffer_size(READ)
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _held = (place, counted, alive);
        socket::serve(app, socket, from.ip()).await;
    }))
}

/// Whether the page that opens the connection is one of ours. A program sends no `Origin`.
fn is_own(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let (Ok(origin), Some(host)) = (origin.to_str(), headers.get(header::HOST)) else {
        return false;
    };
    let same = origin
        .split_once("://")
        .is_some_and(|(_, name)| name == host);
    same || allowed.iter().any(|allowed| allowed == origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_server_may_connect() {
        let headers = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("cards.example:7878"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            headers
        };
        let allowed = ["https://table.example".to_owned()];
        for (origin, may) in [
            (None, true),
            (Some("http://cards.example:7878"), true),
            (Some("https://table.example"), true),
            (Some("http://cards.example"), false),
            (Some("https://evil.example"), false),
            (Some("null"), false),
        ] {
            assert_eq!(is_own(&headers(origin), &allowed), may, "{origin:?}");
        }
    }
}
