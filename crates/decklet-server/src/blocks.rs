//! Blocks: whose chat somebody does not want to hear, at any table.

use crate::{
    api::{Guest, Problem, Shared, open_room},
    app::App,
    bounds::BLOCKS,
    db::{Db, DbError, random_hex},
};
use axum::{
    Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Json, Response},
    routing::{delete, get, post},
};
use decklet_match::{Person, PersonId};
use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError, Weak},
};

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/v1/rooms/{code}/seats/{seat}/block", post(block))
        .route("/api/v1/me/blocks", get(list))
        .route("/api/v1/me/blocks/{id}", delete(unblock))
}

/// Whom somebody has blocked: shared by all rooms that person looks at.
#[derive(Default)]
pub(crate) struct Blocked(Mutex<HashSet<PersonId>>);

impl Blocked {
    pub fn contains(&self, person: &PersonId) -> bool {
        let blocked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        blocked.contains(person)
    }

    fn set(&self, person: PersonId, on: bool) {
        let mut blocked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match on {
            true => blocked.insert(person),
            false => blocked.remove(&person),
        };
    }
}

/// The blocks of all who are here.
pub(crate) struct Blocks {
    db: Db,
    shared: Mutex<HashMap<PersonId, Weak<Blocked>>>,
}

impl Blocks {
    pub fn new(db: Db) -> Self {
        Self {
            db,
            shared: Mutex::default(),
        }
    }

    fn known(&self, person: &PersonId) -> Option<Arc<Blocked>> {
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.get(person).and_then(Weak::upgrade)
    }

    /// Whom this person has blocked.
    pub async fn of(&self, person: &PersonId) -> Result<Arc<Blocked>, DbError> {
        if let Some(blocked) = self.known(person) {
            return Ok(blocked);
        }
        let id = person.clone();
        let names: Vec<String> = self
            .db
            .ask(move |db| {
                let mut query = db.prepare_cached("SELECT blocked FROM block WHERE person = ?1")?;
                let rows = query.query_map([id.as_str()], |row| row.get(0))?;
                rows.collect()
            })
            .await?;
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(blocked) = shared.get(person).and_then(Weak::upgrade) {
            return Ok(blocked);
        }
        shared.retain(|_, blocked| blocked.strong_count() > 0);
        let people = names.into_iter().filter_map(|id| id.try_into().ok());
        let blocked = Arc::new(Blocked(Mutex::new(people.collect())));
        shared.insert(person.clone(), Arc::downgrade(&blocked));
        Ok(blocked)
    }

    fn set(&self, person: &PersonId, other: PersonId, on: bool) {
        if let Some(blocked) = self.known(person) {
            blocked.set(other, on);
        }
    }
}

/// Blocks who sits in a seat of a room.
async fn block(
    State(app): Shared,
    Guest(person): Guest,
    Path((room, seat)): Path<(String, u8)>,
) -> Result<Response, Problem> {
    let room = open_room(&app, &room).await?;
    let other = room.about().and_then(|about| {
        let mut seated = about.seated.into_iter();
        seated.find(|(at, _)| *at == seat).map(|(_, one)| one)
    });
    let other: Person = other
        .filter(|other| other.id != person.id)
        .ok_or_else(|| Problem::not_found("nobody else sits there"))?;
    let id = random_hex::<8>().map_err(|_| Problem::unavailable())?;
    let (who, whom) = (person.id.clone(), other.clone());
    let id: Option<String> = app
        .db
        .ask(move |db| {
            let count = "SELECT COUNT(*) FROM block WHERE person = ?1";
            let count: usize = db.query_row(count, [who.as_str()], |row| row.get(0))?;
            let (who, other, name) = (who.as_str(), whom.id.as_str(), whom.name.as_str());
            if count < BLOCKS {
                let add = "INSERT OR IGNORE INTO block(person, blocked, name, id)
                           VALUES (?1, ?2, ?3, ?4)";
                db.execute(add, params![who, other, name, id])?;
            }
            let find = "SELECT id FROM block WHERE person = ?1 AND blocked = ?2";
            db.query_row(find, params![who, other], |row| row.get(0))
                .optional()
        })
        .await?;
    let id = id.ok_or_else(Problem::too_fast)?;
    app.blocks.set(&person.id, other.id, true);
    let made = json!({ "id": id, "name": other.name });
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

async fn list(State(app): Shared, Guest(person): Guest) -> Result<Json<Value>, Problem> {
    let rows = app.db.ask(move |db| {
        let query = "SELECT id, name FROM block WHERE person = ?1 ORDER BY name, id";
        let mut query = db.prepare_cached(query)?;
        let rows = query.query_map([person.id.as_str()], |row| {
            let (id, name): (String, String) = (row.get(0)?, row.get(1)?);
            Ok(json!({ "id": id, "name": name }))
        })?;
        rows.collect::<Result<Vec<_>, _>>()
    });
    Ok(Json(json!({ "blocks": rows.await? })))
}

async fn unblock(
    State(app): Shared,
    Guest(person): Guest,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let who = person.id.clone();
    let freed: Option<String> = app
        .db
        .ask(move |db| {
            let free = "DELETE FROM block WHERE person = ?1 AND id = ?2 RETURNING blocked";
            db.query_row(free, params![who.as_str(), id], |row| row.get(0))
                .optional()
        })
        .await?;
    let freed = freed.and_then(|freed| PersonId::try_from(freed).ok());
    let freed = freed.ok_or_else(|| Problem::not_found("there is no such block of yours"))?;
    app.blocks.set(&person.id, freed, false);
    Ok(StatusCode::NO_CONTENT)
}
