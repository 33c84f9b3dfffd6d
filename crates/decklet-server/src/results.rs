//! How hands ended, for history, ratings and leader boards.
//!
//! A thread writes them in groups. A hand is kept once, whatever happens: it is told by its room and
//! number, its ratings are computed in the transaction that keeps it, and a room brings all its
//! hands again when it is loaded. A closed room is *settled* when all its hands are kept; those that
//! are not bring their hands at the next start.

use crate::{
    api::{Guest, Problem, Shared, study},
    app::{App, now_ms},
    bounds::RESULTS,
    games,
};
use axum::{
    Router,
    extract::{Path, Query, State},
    response::Json,
    routing::get,
};
use decklet_engine::Value;
use decklet_match::{
    RoomCode, record,
    room::{EndedHand, Room},
};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::Deserialize;
use serde_json::{Value as Json_, json};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
};
use std::sync::Arc;
use std::{
    collections::HashSet,
    path::Path as FilePath,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread::{self, JoinHandle},
    time::Duration,
};
use tracing::error;

/// How many results one transaction takes, and how long they wait for others.
const GROUP: usize = 64;
const GATHER: Duration = Duration::from_millis(50);

/// How many rows a list has.
const ROWS: u32 = 100;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/v1/ratings/{game}/{profile}", get(leaders))
        .route("/api/v1/me/ratings", get(own_ratings))
        .route("/api/v1/me/hands", get(own_hands))
}

/// What is on its way.
enum News {
    Hand(Box<Finished>),
    /// The room is closed, after so many hands.
    Closed(RoomCode, usize),
}

/// A finished hand.
struct Finished {
    room: RoomCode,
    game: String,
    profile: String,
    rated: bool,
    at: u64,
    ended: EndedHand,
}

/// Where finished hands are brought. Dropping it waits until all are kept.
pub(crate) struct Results {
    news: Option<SyncSender<News>>,
    thread: Option<JoinHandle<()>>,
}

impl Results {
    pub fn open(path: &FilePath) -> Result<Self, rusqlite::Error> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        let (news, waiting) = sync_channel(RESULTS);
        let thread = thread::Builder::new().name("results".to_owned());
        let thread = thread.spawn(move || keep_all(connection, &waiting)).ok();
        Ok(Self {
            news: Some(news),
            thread,
        })
    }

    /// Brings the hands of a room from `kept` on; says how many have been brought now.
    pub fn keep(&self, room: &Room, kept: usize, now_ms: u64) -> usize {
        let new = room.ended().get(kept..).unwrap_or_default();
        let Some(news) = &self.news else {
            return kept;
        };
        let options = room.options();
        let profile = room
            .rules()
            .options()
            .get("profile")
            .and_then(Value::as_text);
        let profile = match options.options {
            Value::Null => Some("decklet"),
            _ => options
                .options
                .get("profile")
                .and_then(Value::as_text)
                .or(profile),
        };
        let sent = new.iter().take_while(|ended| {
            let brought = Finished {
                room: room.code(),
                game: options.game.clone(),
                profile: profile.unwrap_or("custom").to_owned(),
                rated: options.rated,
                at: now_ms,
                ended: (*ended).clone(),
            };
            news.try_send(News::Hand(Box::new(brought))).is_ok()
        });
        let kept = kept + sent.count();
        if room.is_closed() && kept == room.ended().len() {
            // Without a place it is looked at again at the next start.
            let _ = news.try_send(News::Closed(room.code(), kept));
        }
        kept
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        drop(self.news.take());
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

fn keep_all(mut connection: Connection, waiting: &Receiver<News>) {
    while let Ok(first) = waiting.recv() {
        let mut group = vec![first];
        while group.len() < GROUP
            && let Ok(next) = waiting.recv_timeout(GATHER)
        {
            group.push(next);
        }
        // What can't be kept now is brought again when its room is loaded.
        for attempt in 1..=5 {
            match keep_group(&mut connection, &group) {
                Ok(()) => break,
                Err(error) => error!(%error, attempt, "results are not kept"),
            }
            thread::sleep(GATHER * attempt);
        }
    }
}

fn keep_group(connection: &mut Connection, group: &[News]) -> Result<(), rusqlite::Error> {
    let work = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for news in group {
        match news {
            News::Hand(finished) => keep_one(&work, finished)?,
            News::Closed(room, hands) => settle_one(&work, *room, *hands)?,
        }
    }
    work.commit()
}

/// Notes that nothing of a closed room is missing any more, if so.
fn settle_one(work: &Transaction<'_>, room: RoomCode, hands: usize) -> Result<(), rusqlite::Error> {
    let settle = "INSERT OR IGNORE INTO settled(room)
                  SELECT ?1 WHERE (SELECT COUNT(*) FROM hand WHERE room = ?1) >= ?2";
    let mut settle = work.prepare_cached(settle)?;
    settle.execute(params![room.to_string(), hands])?;
    Ok(())
}

/// Brings the hands of these closed rooms that were not kept before the server ended.
pub(crate) async fn settle(app: Arc<App>, closed: Vec<RoomCode>) {
    let settled = app.db.ask(|db| {
        let mut query = db.prepare("SELECT room FROM settled")?;
        let rows = query.query_map([], |row| row.get(0))?;
        rows.collect::<Result<HashSet<String>, _>>()
    });
    let settled = match settled.await {
        Ok(settled) => settled,
        Err(error) => return error!(%error, "closed rooms are not looked at"),
    };
    let missing = closed.into_iter();
    for code in missing.filter(|code| !settled.contains(&code.to_string())) {
        let found = study(&app, code, move |stored, games| {
            let records = record::read(stored)?;
            Room::replay(code, records.iter().map(|(record, _)| record), games)
        });
        // What is wrong has been said there.
        if let Ok(Some(room)) = found.await {
            app.results.keep(&room, 0, now_ms());
        }
    }
}

fn keep_one(work: &Transaction<'_>, finished: &Finished) -> Result<(), rusqlite::Error> {
    let EndedHand {
        hand,
        people,
        result,
    } = &finished.ended;
    let added = work
        .prepare_cached(
            "INSERT INTO hand(room, hand, game, profile, rated, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(room, hand) DO NOTHING",
        )?
        .execute(params![
            finished.room.to_string(),
            hand,
            finished.game,
            finished.profile,
            finished.rated,
            finished.at
        ])?;
    if added == 0 {
        return Ok(());
    }
    let id = work.last_insert_rowid();
    let won = |seat: usize| {
        result
            .winners
            .iter()
            .any(|&winner| usize::from(winner) == seat)
    };
    let mut seats = Vec::new();
    for (seat, person) in people.iter().enumerate() {
        let person = person.as_ref().map(|person| person.id.as_str());
        let is_gone = |person: &&str| {
            work.prepare_cached("SELECT 1 FROM gone WHERE person = ?1")?
                .exists([person])
        };
        let person = match person {
            Some(person) if is_gone(&person)? => None,
            person => person,
        };
        let points = result.points.get(seat).copied().unwrap_or(0);
        work.prepare_cached(
            "INSERT INTO hand_seat(hand, seat, person, points, won) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![id, seat, person, points, won(seat)])?;
        seats.push((seat, person, won(seat)));
    }
    match finished.rated && !result.winners.is_empty() {
        true => rate(work, finished, id, &seats),
        false => Ok(()),
    }
}

/// Changes the ratings: every winner has beaten every loser. All are computed from what they were
/// before the hand.
fn rate(
    work: &Transaction<'_>,
    finished: &Finished,
    id: i64,
    seats: &[(usize, Option<&str>, bool)],
) -> Result<(), rusqlite::Error> {
    let (game, profile) = (&finished.game, &finished.profile);
    let mut before = Vec::new();
    for &(seat, person, won) in seats {
        let Some(person) = person else { continue };
        let rating: Option<(f64, f64, f64)> = work
            .prepare_cached(
                "SELECT rating, deviation, volatility FROM rating
                 WHERE person = ?1 AND game = ?2 AND profile = ?3",
            )?
            .query_row(params![person, game, profile], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()?;
        let rating = rating.map_or_else(Glicko2Rating::new, |(rating, deviation, volatility)| {
            Glicko2Rating {
                rating,
                deviation,
                volatility,
            }
        });
        before.push((seat, person, won, rating));
    }
    for &(seat, person, won, rating) in &before {
        let opponents = before.iter().filter(|other| other.2 != won);
        let outcome = if won { Outcomes::WIN } else { Outcomes::LOSS };
        let games: Vec<_> = opponents.map(|other| (other.3, outcome)).collect();
        let after = glicko2_rating_period(&rating, &games, &Glicko2Config::new());
        work.prepare_cached(
            "INSERT INTO rating VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7)
             ON CONFLICT DO UPDATE SET rating = ?4, deviation = ?5, volatility = ?6,
                 hands = hands + 1, won = won + ?7",
        )?
        .execute(params![
            person,
            game,
            profile,
            after.rating,
            after.deviation,
            after.volatility,
            won
        ])?;
        work.prepare_cached(
            "UPDATE hand_seat SET before = ?3, after = ?4 WHERE hand = ?1 AND seat = ?2",
        )?
        .execute(params![id, seat, rating.rating, after.rating])?;
    }
    Ok(())
}

/// A rating as people see it: whole points.
fn shown(rating: f64) -> i64 {
    rating.round() as i64
}

/// The best of a game and profile: who is surely good is in front, so the deviation counts against
/// one twice.
async fn leaders(
    State(app): Shared,
    Path((game, profile)): Path<(String, String)>,
) -> Result<Json<Json_>, Problem> {
    if games::rules(&app.games, &game, &profile).is_none() {
        return Err(Problem::not_found("there is no such game or profile"));
    }
    let rows = app.db.ask(move |db| {
        let query = "SELECT COALESCE(
                (SELECT name FROM account WHERE account.person = rating.person),
                (SELECT name FROM guest WHERE guest.person = rating.person LIMIT 1)) AS name,
                rating, deviation, hands, won
             FROM rating WHERE game = ?1 AND profile = ?2 AND name IS NOT NULL
             ORDER BY rating - 2 * deviation DESC, rating.person LIMIT ?3";
        let mut query = db.prepare_cached(query)?;
        let rows = query.query_map(params![game, profile, ROWS], |row| {
            Ok(json!({
                "name": row.get::<_, String>(0)?,
                "rating": shown(row.get(1)?),
                "deviation": shown(row.get(2)?),
                "hands": row.get::<_, u32>(3)?,
                "won": row.get::<_, u32>(4)?,
            }))
        })?;
        rows.collect::<Result<Vec<_>, _>>()
    });
    Ok(Json(json!({ "leaders": rows.await? })))
}

async fn own_ratings(State(app): Shared, Guest(person): Guest) -> Result<Json<Json_>, Problem> {
    let rows = app.db.ask(move |db| {
        let query = "SELECT game, profile, rating, deviation, hands, won FROM rating
                     WHERE person = ?1 ORDER BY game, profile";
        let mut query = db.prepare_cached(query)?;
        let rows = query.query_map([person.id.as_str()], |row| {
            Ok(json!({
                "game": row.get::<_, String>(0)?,
                "profile": row.get::<_, String>(1)?,
                "rating": shown(row.get(2)?),
                "deviation": shown(row.get(3)?),
                "hands": row.get::<_, u32>(4)?,
                "won": row.get::<_, u32>(5)?,
            }))
        })?;
        rows.collect::<Result<Vec<_>, _>>()
    });
    Ok(Json(json!({ "ratings": rows.await? })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Before {
    /// Older than the hand with this id.
    before: Option<i64>,
}

/// The hands that one has played, the newest first.
async fn own_hands(
    State(app): Shared,
    Guest(person): Guest,
    Query(Before { before }): Query<Before>,
) -> Result<Json<Json_>, Problem> {
    let rows = app.db.ask(move |db| {
        let query = "SELECT hand.id, room, hand.hand, game, profile, rated, at, seat, points, won,
                            before, after
                     FROM hand_seat JOIN hand ON hand.id = hand_seat.hand
                     WHERE person = ?1 AND hand.id < ?2 ORDER BY hand.id DESC LIMIT ?3";
        let mut query = db.prepare_cached(query)?;
        let before = before.unwrap_or(i64::MAX);
        let rows = query.query_map(params![person.id.as_str(), before, ROWS], |row| {
            let rating =
                |column| Ok::<_, rusqlite::Error>(row.get::<_, Option<f64>>(column)?.map(shown));
            Ok(json!({
                "id": row.get::<_, i64>(0)?,
                "room": row.get::<_, String>(1)?,
                "hand": row.get::<_, u32>(2)?,
                "game": row.get::<_, String>(3)?,
                "profile": row.get::<_, String>(4)?,
                "rated": row.get::<_, bool>(5)?,
                "at": row.get::<_, u64>(6)?,
                "seat": row.get::<_, u8>(7)?,
                "points": row.get::<_, i64>(8)?,
                "won": row.get::<_, bool>(9)?,
                "ratingBefore": rating(10)?,
                "ratingAfter": rating(11)?,
            }))
        })?;
        rows.collect::<Result<Vec<_>, _>>()
    });
    Ok(Json(json!({ "hands": rows.await? })))
}
