//! Duplicate matches: several tables play the same deals, and their scores are compared.
//!
//! Nothing of a deal may be told while a table has not played it: logs, proofs and replays of a hand
//! are shown when all tables have finished it, nobody watches, and nobody plays at two tables of a
//! match.

use crate::{
    api::{Guest, Problem, Shared, read},
    app::{App, now_ms},
    bounds::{DUPLICATE_HANDS, DUPLICATE_TABLES},
    db::{Db, DbError, random_hex},
    rooms,
};
use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Json, Response},
    routing::{get, post},
};
use decklet_match::{Duplicate, PersonId, Refusal, RoomCode, RoomOptions};
use rusqlite::{OptionalExtension, TransactionBehavior, params};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/v1/duplicates", post(make))
        .route("/api/v1/duplicates/{id}", get(show))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct New {
    tables: u8,
    hands: u32,
    /// What each table is made of.
    room: RoomOptions,
}

fn wrong(field: &str, reason: &str) -> Problem {
    Problem(
        StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::bad_field(field, reason),
    )
}

/// Opens the tables of a match.
async fn make(State(app): Shared, Guest(person): Guest, body: Bytes) -> Result<Response, Problem> {
    let New {
        tables,
        hands,
        room: mut options,
    } = read(&body)?;
    if !DUPLICATE_TABLES.contains(&tables) {
        return Err(wrong("tables", "must be 2 to 16"));
    }
    if !DUPLICATE_HANDS.contains(&hands) {
        return Err(wrong("hands", "must be 1 to 32"));
    }
    if options.rated {
        return Err(wrong("room.rated", "does not go with a duplicate match"));
    }
    options.spectators.allowed = false;
    let duplicate = Duplicate {
        deal: rooms::random_code()?,
        hands,
    };
    let secret = rooms::random_secret()?;
    let mut codes = Vec::new();
    for _ in 0..tables {
        let shared = Some((secret, duplicate));
        codes.push(rooms::make_with(&app, &person, &options, shared).await?);
    }
    let id = random_hex::<8>().map_err(|_| Problem::unavailable())?;
    let (kept, rooms, by) = (id.clone(), codes.clone(), person.id.clone());
    app.db
        .ask(move |db| {
            let work = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            work.execute(
                "INSERT INTO duplicate(id, person, hands, at) VALUES (?1, ?2, ?3, ?4)",
                params![kept, by.as_str(), hands, now_ms()],
            )?;
            for (number, room) in (1u8..).zip(&rooms) {
                work.execute(
                    "INSERT INTO duplicate_table(id, number, room) VALUES (?1, ?2, ?3)",
                    params![kept, number, room.to_string()],
                )?;
            }
            work.commit()
        })
        .await?;
    let made = json!({ "id": id, "tables": codes });
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// How many hands of a room may be shown: all, but in a duplicate match as many as every table has
/// finished.
pub(crate) async fn open_hands(app: &App, room: RoomCode) -> Result<u32, Problem> {
    let open: Option<u32> = app
        .db
        .ask(move |db| {
            let query = "SELECT MIN((SELECT COUNT(*) FROM hand WHERE hand.room = other.room))
                 FROM duplicate_table AS own JOIN duplicate_table AS other ON other.id = own.id
                 WHERE own.room = ?1";
            db.prepare_cached(query)?
                .query_row(params![room.to_string()], |row| row.get(0))
        })
        .await?;
    Ok(open.unwrap_or(u32::MAX))
}

/// Gives somebody a place at a table of a match: false when there is one at another table.
pub(crate) async fn claim(db: &Db, room: RoomCode, person: PersonId) -> Result<bool, DbError> {
    db.ask(move |db| {
        let room = room.to_string();
        let find = "SELECT id FROM duplicate_table WHERE room = ?1";
        let id: Option<String> = db.query_row(find, [&room], |row| row.get(0)).optional()?;
        // The match is not kept yet.
        let Some(id) = id else { return Ok(false) };
        let add = "INSERT OR IGNORE INTO duplicate_seat(id, person, room) VALUES (?1, ?2, ?3)";
        db.execute(add, params![id, person.as_str(), room])?;
        let find = "SELECT room = ?3 FROM duplicate_seat WHERE id = ?1 AND person = ?2";
        db.query_row(find, params![id, person.as_str(), room], |row| row.get(0))
    })
    .await
}

/// A seat of a finished hand at one of the tables.
struct Row {
    table: u8,
    hand: u32,
    seat: usize,
    points: i64,
    name: Option<String>,
}

/// The tables, and the hands that all of them have finished: at every seat the points beside the
/// average of that seat at all tables. Found by the match's id or the code of one of its tables.
async fn show(State(app): Shared, Path(which): Path<String>) -> Result<Json<Value>, Problem> {
    let (found, tables, rows) = app
        .db
        .ask(move |db| {
            let find = "SELECT id, hands FROM duplicate
                 WHERE id = ?1 OR id = (SELECT id FROM duplicate_table WHERE room = ?2)";
            let asked = (&which, which.to_uppercase());
            let found: Option<(String, u32)> = db
                .query_row(find, asked, |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let asked = found.as_ref().map(|(id, _)| id.clone());
            let mut query = db.prepare_cached(
                "SELECT room, (SELECT COUNT(*) FROM hand WHERE hand.room = duplicate_table.room)
                 FROM duplicate_table WHERE id = ?1 ORDER BY number",
            )?;
            let tables = query.query_map([&asked], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let tables: Vec<(String, u32)> = tables.collect::<Result<_, _>>()?;
            let mut query = db.prepare_cached(
                "SELECT number, hand.hand, seat, points,
                     (SELECT name FROM guest WHERE guest.person = hand_seat.person LIMIT 1)
                 FROM duplicate_table JOIN hand ON hand.room = duplicate_table.room
                 JOIN hand_seat ON hand_seat.hand = hand.id
                 WHERE duplicate_table.id = ?1 ORDER BY hand.hand, number, seat",
            )?;
            let rows = query.query_map([&asked], |row| {
                Ok(Row {
                    table: row.get(0)?,
                    hand: row.get(1)?,
                    seat: row.get(2)?,
                    points: row.get(3)?,
                    name: row.get(4)?,
                })
            })?;
            Ok((found, tables, rows.collect::<Result<Vec<_>, _>>()?))
        })
        .await?;
    let found = found.ok_or_else(|| Problem::not_found("there is no such match"))?;
    let (id, hands) = found;
    let open = tables.iter().map(|(_, played)| *played).min().unwrap_or(0);
    let rows: Vec<Row> = rows.into_iter().filter(|row| row.hand <= open).collect();
    Ok(Json(json!({
        "id": id,
        "hands": hands,
        "finished": open,
        "tables": tables
            .iter()
            .map(|(room, played)| json!({ "room": room, "played": played }))
            .collect::<Vec<_>>(),
        "results": compare(&rows, tables.len()),
        "totals": totals(&rows, tables.len()),
    })))
}

/// Each seat's points against the average of that seat, in hundredths of a point.
fn against_average(rows: &[Row], tables: usize) -> BTreeMap<(u32, u8, usize), i64> {
    let mut sums: BTreeMap<(u32, usize), i64> = BTreeMap::new();
    for row in rows {
        *sums.entry((row.hand, row.seat)).or_default() += row.points;
    }
    let tables = i64::try_from(tables.max(1)).unwrap_or(1);
    let against = rows.iter().map(|row| {
        let average = 100 * sums[&(row.hand, row.seat)] / tables;
        ((row.hand, row.table, row.seat), 100 * row.points - average)
    });
    against.collect()
}

fn compare(rows: &[Row], tables: usize) -> Vec<Value> {
    let against = against_average(rows, tables);
    let shown = rows.iter().map(|row| {
        json!({
            "hand": row.hand,
            "table": row.table,
            "seat": row.seat,
            "name": row.name,
            "points": row.points,
            "againstAverage": against[&(row.hand, row.table, row.seat)],
        })
    });
    shown.collect()
}

/// What each seat of each table has gained against the average over all hands.
fn totals(rows: &[Row], tables: usize) -> Vec<Value> {
    let mut totals: BTreeMap<(u8, usize), (i64, Option<String>)> = BTreeMap::new();
    for ((_, table, seat), gained) in against_average(rows, tables) {
        totals.entry((table, seat)).or_default().0 += gained;
    }
    for row in rows {
        if let Some(total) = totals.get_mut(&(row.table, row.seat)) {
            total.1.clone_from(&row.name);
        }
    }
    let shown = totals.into_iter().map(|((table, seat), (gained, name))| {
        json!({ "table": table, "seat": seat, "name": name, "againstAverage": gained })
    });
    shown.collect()
}
