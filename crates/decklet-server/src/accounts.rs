//! Accounts: a login and a password on top of a guest, to come in from elsewhere.

use crate::{
    api::{Bearer, Guest, Problem, Shared, read},
    app::{App, now_ms},
    bounds::{HASHERS, HASHES_WAITING, LOGIN_WINDOW, LOGINS, WRONG_PASSWORDS},
    db::{Db, DbError},
};
use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Json, Response},
    routing::{delete, get, post, put},
};
use decklet_match::{Person, PersonId};
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::json;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};
use tokio::sync::Semaphore;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/v1/me", get(me))
        .route("/api/v1/account", post(open).delete(close))
        .route("/api/v1/account/password", put(change_password))
        .route("/api/v1/sessions", post(log_in).delete(revoke_others))
        .route("/api/v1/sessions/{id}", delete(revoke_one))
}

/// Accounts. Passwords are hashed with argon2id, few at a time, away from the async threads.
pub(crate) struct Accounts {
    db: Db,
    working: Semaphore,
    waiting: Semaphore,
    /// Since when, and how often, a wrong password was given for a login.
    wrong: Mutex<HashMap<String, (Instant, u32)>>,
}

/// A login: 3 to 32 of a-z, 0-9, `-`, `_` and `.`; capitals are as good.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
struct Login(String);

impl TryFrom<String> for Login {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let text = text.to_ascii_lowercase();
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        match (3..=32).contains(&text.len()) && text.chars().all(fits) {
            true => Ok(Self(text)),
            false => Err("a login has 3 to 32 of a-z, 0-9, -, _ and ."),
        }
    }
}

/// A password: 8 to 128 characters. It is never printed.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Password(String);

impl TryFrom<String> for Password {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match (8..=128).contains(&text.chars().count()) {
            true => Ok(Self(text)),
            false => Err("a password has 8 to 128 characters"),
        }
    }
}

/// An account as it is kept.
struct Kept {
    person: Person,
    login: String,
    password: String,
}

fn wrong() -> Problem {
    let reason = "there is no such login, or the password is another";
    Problem::new(StatusCode::UNAUTHORIZED, "WRONG_LOGIN", reason)
}

fn no_account() -> Problem {
    Problem::not_found("you have no account")
}

impl Accounts {
    pub fn new(db: Db) -> Self {
        Self {
            db,
            working: Semaphore::new(HASHERS),
            waiting: Semaphore::new(HASHES_WAITING),
            wrong: Mutex::default(),
        }
    }

    /// Does what takes long because of argon2, when it is its turn.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _waiting = self
            .waiting
            .try_acquire()
            .map_err(|_| Problem::too_fast())?;
        let working = self.working.acquire().await;
        let _working = working.map_err(|_| Problem::unavailable())?;
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|_| Problem::unavailable())
    }

    async fn hash(&self, Password(password): Password) -> Result<String, Problem> {
        let hashed = self.work(move || {
            let hashed = Argon2::default().hash_password(password.as_bytes());
            hashed.map(|hash| hash.to_string()).ok()
        });
        hashed.await?.ok_or_else(Problem::unavailable)
    }

    /// Whether the password is right. Without an account the work is the same, so that the time
    /// tells nothing.
    async fn is_right(
        &self,
        kept: Option<&Kept>,
        Password(password): Password,
    ) -> Result<bool, Problem> {
        let hash = kept.map(|kept| kept.password.clone());
        self.work(move || match hash {
            Some(hash) => PasswordHash::new(&hash).is_ok_and(|hash| {
                Argon2::default()
                    .verify_password(password.as_bytes(), &hash)
                    .is_ok()
            }),
            None => {
                let _ = Argon2::default().hash_password(password.as_bytes());
                false
            }
        })
        .await
    }

    async fn find(&self, column: &'static str, value: &str) -> Result<Option<Kept>, DbError> {
        let value = value.to_owned();
        let found: Option<[String; 4]> = self
            .db
            .ask(move |db| {
                let query = format!(
                    "SELECT person, name, login, password FROM account WHERE {column} = ?1"
                );
                db.prepare_cached(&query)?
                    .query_row([value], |row| {
                        Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
                    })
                    .optional()
            })
            .await?;
        Ok(found.and_then(|[person, name, login, password]| {
            Some(Kept {
                person: Person {
                    id: person.try_into().ok()?,
                    name: name.try_into().ok()?,
                },
                login,
                password,
            })
        }))
    }

    async fn of(&self, person: &PersonId) -> Result<Option<Kept>, DbError> {
        self.find("person", person.as_str()).await
    }

    /// Whether somebody has tried too many passwords for this login of late.
    fn may_try(&self, login: &str) -> bool {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.retain(|_, (since, _)| since.elapsed() < LOGIN_WINDOW);
        wrong
            .get(login)
            .is_none_or(|(_, times)| *times < WRONG_PASSWORDS)
    }

    fn note_wrong(&self, login: String) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if wrong.len() >= LOGINS {
            let oldest = wrong.iter().min_by_key(|(_, (since, _))| *since);
            if let Some(oldest) = oldest.map(|(login, _)| login.clone()) {
                wrong.remove(&oldest);
            }
        }
        wrong.entry(login).or_insert((Instant::now(), 0)).1 += 1;
    }
}

async fn me(
    State(app): Shared,
    Guest(person): Guest,
    Bearer(token): Bearer,
) -> Result<Response, Problem> {
    let account = app.accounts.of(&person.id).await?;
    let sessions = app.guests.sessions(&person.id, &token).await?;
    Ok(Json(json!({
        "name": person.name,
        "login": account.map(|account| account.login),
        "sessions": sessions,
    }))
    .into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    login: Login,
    password: Password,
}

async fn open(State(app): Shared, Guest(person): Guest, body: Bytes) -> Result<Response, Problem> {
    let Entry { login, password } = read(&body)?;
    let hash = app.accounts.hash(password).await?;
    let kept = login.0.clone();
    let added =
        app.db.ask(move |db| {
            db.execute(
            "INSERT INTO account(person, login, name, password, since) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO NOTHING",
            params![person.id.as_str(), kept, person.name.as_str(), hash, now_ms()],
        )
        });
    match added.await? {
        0 => {
            let reason = "this login is taken, or you have an account";
            Err(Problem::new(StatusCode::CONFLICT, "LOGIN_TAKEN", reason))
        }
        _ => Ok((StatusCode::CREATED, Json(json!({ "login": login.0 }))).into_response()),
    }
}

async fn log_in(State(app): Shared, body: Bytes) -> Result<Response, Problem> {
    let Entry { login, password } = read(&body)?;
    let Login(login) = login;
    if !app.accounts.may_try(&login) {
        return Err(Problem::too_fast());
    }
    let kept = app.accounts.find("login", &login).await?;
    let right = app.accounts.is_right(kept.as_ref(), password).await?;
    let Some(kept) = kept.filter(|_| right) else {
        app.accounts.note_wrong(login);
        return Err(wrong());
    };
    let token = app.guests.add_token(&kept.person, now_ms()).await?;
    let welcome = json!({ "token": token, "name": kept.person.name });
    Ok((StatusCode::CREATED, Json(welcome)).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    old: Password,
    new: Password,
}

/// The account of who asks, if the password is right.
async fn proven(app: &App, person: &PersonId, password: Password) -> Result<Kept, Problem> {
    let kept = app.accounts.of(person).await?.ok_or_else(no_account)?;
    if !app.accounts.may_try(&kept.login) {
        return Err(Problem::too_fast());
    }
    if !app.accounts.is_right(Some(&kept), password).await? {
        app.accounts.note_wrong(kept.login);
        return Err(wrong());
    }
    Ok(kept)
}

/// Whoever had the old password is out.
async fn change_password(
    State(app): Shared,
    Guest(person): Guest,
    Bearer(token): Bearer,
    body: Bytes,
) -> Result<StatusCode, Problem> {
    let NewPassword { old, new } = read(&body)?;
    proven(&app, &person.id, old).await?;
    let hash = app.accounts.hash(new).await?;
    let id = person.id.clone();
    app.db
        .ask(move |db| {
            let change = "UPDATE account SET password = ?2 WHERE person = ?1";
            db.execute(change, params![id.as_str(), hash])
        })
        .await?;
    app.guests.revoke_of(&person.id, None, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proof {
    password: Password,
}

/// Deletes all that tells who somebody is. The hands stay, as nobody's.
async fn close(
    State(app): Shared,
    Guest(person): Guest,
    body: Bytes,
) -> Result<StatusCode, Problem> {
    let Proof { password } = read(&body)?;
    proven(&app, &person.id, password).await?;
    app.guests.forget(person.id.clone()).await?;
    app.rooms.show_out(&person.id).await;
    Ok(StatusCode::NO_CONTENT)
}

async fn revoke_others(
    State(app): Shared,
    Guest(person): Guest,
    Bearer(token): Bearer,
) -> Result<StatusCode, Problem> {
    app.guests.revoke_of(&person.id, None, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn revoke_one(
    State(app): Shared,
    Guest(person): Guest,
    Bearer(token): Bearer,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    match app.guests.revoke_of(&person.id, Some(id), &token).await? {
        0 => Err(Problem::not_found("you have no such session")),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}
