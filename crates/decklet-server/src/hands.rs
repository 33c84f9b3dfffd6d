//! Hands that are over: the ledger, logs, proofs, replays, links to them, and what the expert says.
//!
//! While a hand is played nothing of it is here. When it is over, whoever has the room's code may
//! see it as spectators did and download its log; as a seat saw it, it is shown to who sat there,
//! and to those who were given a link.

use crate::{
    api::{Guest, Problem, Shared, code, study},
    app::App,
    bounds::{ANALYSES, ANALYSES_KEPT},
    db::random_hex,
    duplicates,
};
use axum::{
    Router,
    extract::{FromRequestParts, Path, Query, State},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Json, Response},
    routing::{get, post},
};
use decklet_bots::Budget;
use decklet_engine::{Seat, Viewer};
use decklet_match::{
    Person, PersonId, RoomCode, factors,
    replay::{FinishedHand, Judged, LedgerRow, ledger},
};
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Semaphore;

/// How many games the expert plays on for each decision it judges.
const PLAYOUTS: u64 = 400;

pub(crate) fn routes() -> Router<Arc<App>> {
    let hand = "/api/v1/rooms/{code}/hands/{hand}";
    Router::new()
        .route("/api/v1/rooms/{code}/hands", get(all))
        .route(&format!("{hand}/log"), get(log))
        .route(&format!("{hand}/proof"), get(proof))
        .route(&format!("{hand}/replay"), get(replay))
        .route(&format!("{hand}/share"), post(share))
        .route(&format!("{hand}/analysis"), get(analysis).post(analyse))
        .route("/api/v1/replays/{id}", get(shared))
        .route("/api/v1/replays/{id}/log", get(shared_log))
        .route("/api/v1/replays/{id}/analysis", get(shared_analysis))
}

/// Which hand.
type Which = (RoomCode, u32);

/// Who asks, when that is known.
struct Perhaps(Option<Person>);

impl FromRequestParts<Arc<App>> for Perhaps {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        let Guest(person) = Guest::from_request_parts(parts, app).await?;
        Ok(Self(Some(person)))
    }
}

fn not_over() -> Problem {
    Problem::not_found("no hand with this number is over")
}

fn not_yours() -> Problem {
    let reason = "only who sat there may do that";
    Problem::new(StatusCode::FORBIDDEN, "NOT_SEATED", reason)
}

/// Those of these people who want to be forgotten.
async fn gone(app: &App, people: &[Option<Person>]) -> Result<BTreeSet<PersonId>, Problem> {
    let people: Vec<PersonId> = people.iter().flatten().map(|one| one.id.clone()).collect();
    let gone = app.db.ask(move |db| {
        let mut query = db.prepare_cached("SELECT 1 FROM gone WHERE person = ?1")?;
        let mut gone = BTreeSet::new();
        for person in people {
            if query.exists([person.as_str()])? {
                gone.insert(person);
            }
        }
        Ok(gone)
    });
    Ok(gone.await?)
}

/// The ledger of a room.
async fn all(State(app): Shared, Path(room): Path<String>) -> Result<Json<Value>, Problem> {
    let code = code(&room)?;
    let open = duplicates::open_hands(&app, code).await?;
    let mut rows: Vec<LedgerRow> =
        study(&app, code, move |stored, games| ledger(code, stored, games)).await?;
    rows.retain(|row| row.hand <= open);
    let people: Vec<_> = rows.iter().flat_map(|row| row.people.clone()).collect();
    let gone = gone(&app, &people).await?;
    for row in &mut rows {
        for (name, person) in row.players.iter_mut().zip(&row.people) {
            if person
                .as_ref()
                .is_some_and(|person| gone.contains(&person.id))
            {
                *name = None;
            }
        }
    }
    Ok(Json(json!({ "hands": rows })))
}

/// A hand that is over, without the names of those who want to be forgotten.
async fn find(app: &Arc<App>, (code, number): Which) -> Result<FinishedHand, Problem> {
    if number > duplicates::open_hands(app, code).await? {
        return Err(not_over());
    }
    let found = study(app, code, move |stored, games| {
        FinishedHand::find(code, stored, number, games)
    });
    let hand = found.await?.ok_or_else(not_over)?;
    let gone = gone(app, &hand.people).await?;
    let of_gone = |person: &Option<Person>| {
        person
            .as_ref()
            .is_some_and(|person| gone.contains(&person.id))
    };
    let seats = (0u8..)
        .zip(&hand.people)
        .filter(|(_, person)| of_gone(person));
    let seats: Vec<u8> = seats.map(|(seat, _)| seat).collect();
    Ok(hand.without_names(&seats))
}

/// The room and the hand in the address.
fn which(room: &str, hand: u32) -> Result<Which, Problem> {
    Ok((code(room)?, hand))
}

async fn log(
    State(app): Shared,
    Path((room, hand)): Path<(String, u32)>,
) -> Result<Response, Problem> {
    Ok(as_log(&find(&app, which(&room, hand)?).await?))
}

fn as_log(hand: &FinishedHand) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    (kind, hand.log()).into_response()
}

async fn proof(
    State(app): Shared,
    Path((room, hand)): Path<(String, u32)>,
) -> Result<Response, Problem> {
    let hand = find(&app, which(&room, hand)?).await?;
    Ok(Json(hand.proof).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AsWhom {
    /// A seat from 0, `spectator` or `all`.
    #[serde(default, rename = "as")]
    whom: Option<String>,
}

impl AsWhom {
    fn viewer(&self, hand: &FinishedHand) -> Result<Viewer, Problem> {
        let seats = hand.people.len();
        match self.whom.as_deref() {
            None | Some("spectator") => Ok(Viewer::Spectator),
            Some("all") => Ok(Viewer::Referee),
            Some(seat) => match seat.parse::<u8>() {
                Ok(seat) if usize::from(seat) < seats => Ok(Viewer::Seat(Seat(seat))),
                _ => Err(Problem::not_found("there is no such seat")),
            },
        }
    }
}

async fn replay(
    State(app): Shared,
    Perhaps(person): Perhaps,
    Path((room, hand)): Path<(String, u32)>,
    Query(whom): Query<AsWhom>,
) -> Result<Json<Value>, Problem> {
    let hand = find(&app, which(&room, hand)?).await?;
    let viewer = whom.viewer(&hand)?;
    let own = person.and_then(|person| hand.seat_of(&person.id));
    match viewer {
        Viewer::Spectator => {}
        Viewer::Seat(seat) if own == Some(seat.0) => {}
        _ => return Err(not_yours()),
    }
    shown(hand, viewer).await
}

/// The hand step by step.
async fn shown(hand: FinishedHand, viewer: Viewer) -> Result<Json<Value>, Problem> {
    let made = tokio::task::spawn_blocking(move || {
        json!({
            "room": hand.proof.room,
            "hand": hand.proof.hand,
            "game": hand.engine.rules().game(),
            "options": hand.engine.rules().options(),
            "as": match viewer {
                Viewer::Seat(seat) => json!(seat.0),
                Viewer::Referee => json!("all"),
                _ => json!("spectator"),
            },
            "result": hand.result,
            "factors": factors(&hand.engine),
            "steps": hand.steps(viewer),
        })
    });
    made.await.map(Json).map_err(|_| Problem::unavailable())
}

/// Makes a link to a hand, or finds the one there is.
async fn share(
    State(app): Shared,
    Guest(person): Guest,
    Path((room, hand)): Path<(String, u32)>,
) -> Result<Response, Problem> {
    let (code, number) = which(&room, hand)?;
    let hand = find(&app, (code, number)).await?;
    hand.seat_of(&person.id).ok_or_else(not_yours)?;
    let new = random_hex::<16>().map_err(|_| Problem::unavailable())?;
    let id: String = app
        .db
        .ask(move |db| {
            let (room, add) = (
                code.to_string(),
                "INSERT INTO share(id, room, hand)
                VALUES (?1, ?2, ?3) ON CONFLICT(room, hand) DO NOTHING",
            );
            db.execute(add, params![new, room, number])?;
            let find = "SELECT id FROM share WHERE room = ?1 AND hand = ?2";
            db.query_row(find, params![room, number], |row| row.get(0))
        })
        .await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))).into_response())
}

/// The hand of a link.
async fn of_link(app: &Arc<App>, id: String) -> Result<Which, Problem> {
    let found: Option<(String, u32)> = app
        .db
        .ask(move |db| {
            db.prepare_cached("SELECT room, hand FROM share WHERE id = ?1")?
                .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        })
        .await?;
    let (room, hand) = found.ok_or_else(|| Problem::not_found("there is no such replay"))?;
    which(&room, hand)
}

async fn shared(
    State(app): Shared,
    Path(id): Path<String>,
    Query(whom): Query<AsWhom>,
) -> Result<Json<Value>, Problem> {
    let hand = find(&app, of_link(&app, id).await?).await?;
    let viewer = whom.viewer(&hand)?;
    shown(hand, viewer).await
}

async fn shared_log(State(app): Shared, Path(id): Path<String>) -> Result<Response, Problem> {
    Ok(as_log(&find(&app, of_link(&app, id).await?).await?))
}

/// What the expert has said, is saying or will say of hands: a line that is served one by one.
#[derive(Clone)]
pub(crate) struct Analyses {
    all: Arc<Mutex<VecDeque<(Which, Said)>>>,
    working: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

#[derive(Clone)]
enum Said {
    Waiting,
    Done(Arc<[Judged]>),
}

impl Default for Analyses {
    fn default() -> Self {
        Self {
            all: Arc::default(),
            working: Arc::new(Semaphore::new(1)),
            waiting: Arc::new(Semaphore::new(ANALYSES)),
        }
    }
}

impl Analyses {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(Which, Said)>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of(&self, which: Which) -> Option<Said> {
        let all = self.lock();
        let found = all.iter().find(|(known, _)| *known == which);
        found.map(|(_, said)| said.clone())
    }

    /// Puts a hand in the line, unless it is there.
    fn begin(&self, which: Which, hand: FinishedHand) -> Result<(), Problem> {
        let place = self.waiting.clone().try_acquire_owned();
        let place = place.map_err(|_| Problem::too_fast())?;
        {
            let mut all = self.lock();
            if all.iter().any(|(known, _)| *known == which) {
                return Ok(());
            }
            if all.len() >= ANALYSES_KEPT {
                all.pop_front();
            }
            all.push_back((which, Said::Waiting));
        }
        let this = self.clone();
        tokio::spawn(async move {
            let _place = place;
            let Ok(_working) = this.working.acquire().await else {
                return;
            };
            let judged =
                tokio::task::spawn_blocking(move || hand.judge(Budget::playouts(PLAYOUTS)));
            let judged = judged.await.ok();
            let mut all = this.lock();
            match (all.iter_mut().find(|(known, _)| *known == which), judged) {
                (Some((_, said)), Some(judged)) => *said = Said::Done(judged.into()),
                _ => all.retain(|(known, _)| *known != which),
            }
        });
        Ok(())
    }

    /// How far an analysis is.
    fn show(&self, which: Which) -> Json<Value> {
        Json(match self.of(which) {
            None => json!({ "state": "none" }),
            Some(Said::Waiting) => json!({ "state": "waiting" }),
            Some(Said::Done(judged)) => json!({ "state": "done", "decisions": &*judged }),
        })
    }
}

/// Has a hand analysed, for one who sat there.
async fn analyse(
    State(app): Shared,
    Guest(person): Guest,
    Path((room, hand)): Path<(String, u32)>,
) -> Result<Response, Problem> {
    let which = which(&room, hand)?;
    let hand = find(&app, which).await?;
    hand.seat_of(&person.id).ok_or_else(not_yours)?;
    app.analyses.begin(which, hand)?;
    Ok((StatusCode::ACCEPTED, app.analyses.show(which)).into_response())
}

async fn analysis(
    State(app): Shared,
    Guest(person): Guest,
    Path((room, hand)): Path<(String, u32)>,
) -> Result<Json<Value>, Problem> {
    let which = which(&room, hand)?;
    let hand = find(&app, which).await?;
    hand.seat_of(&person.id).ok_or_else(not_yours)?;
    Ok(app.analyses.show(which))
}

async fn shared_analysis(
    State(app): Shared,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let which = of_link(&app, id).await?;
    Ok(app.analyses.show(which))
}
