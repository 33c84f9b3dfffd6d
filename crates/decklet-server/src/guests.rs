//! Guests: a name, and a token that proves who somebody is.

use decklet_match::{
    Name, Person, PersonId,
    log::schema::{SchemaError, bring_up_to_date},
};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// The proof of who somebody is: 64 hexadecimal digits. It is shown to its owner once, and never
/// printed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(String);

impl Token {
    /// A token as it came from outside.
    pub(crate) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// What is kept of it: as it has 256 random bits, a fast hash tells nothing of it.
    fn hash(&self) -> [u8; 32] {
        *blake3::hash(self.0.as_bytes()).as_bytes()
    }
}

/// The guests cannot be looked up or kept now.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GuestError {
    #[error("the guests cannot be read or written: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("there is no randomness: {0}")]
    Random(#[from] getrandom::Error),
    #[error("the guests' thread has failed")]
    Thread,
}

/// The guests, kept in the same file as the rooms.
#[derive(Clone)]
pub(crate) struct Guests(Arc<Mutex<Connection>>);

/// The steps to the tables of this release.
const TABLES: &[&str] = &["
CREATE TABLE guest(
    token BLOB PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"];

impl Guests {
    /// Opens the file, which is there already.
    pub fn open(path: &Path) -> Result<Self, SchemaError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        bring_up_to_date(&mut connection, "guests", TABLES)?;
        Ok(Self(Arc::new(Mutex::new(connection))))
    }

    /// Somebody new.
    pub async fn add(&self, name: Name, now_ms: u64) -> Result<(Token, Person), GuestError> {
        let (token, id) = (Token(random_hex::<32>()?), random_hex::<16>()?);
        let id = PersonId::try_from(id).map_err(|_| GuestError::Thread)?;
        let person = Person { id, name };
        let (hash, kept) = (token.hash(), person.clone());
        self.on_a_thread(move |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO guest(token, person, name, since) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![hash, kept.id.as_str(), kept.name.as_str(), now_ms])
        })
        .await?;
        Ok((token, person))
    }

    /// Whose token this is.
    pub async fn find(&self, token: &Token) -> Result<Option<Person>, GuestError> {
        let hash = token.hash();
        let found: Option<(String, String)> = self
            .on_a_thread(move |connection| {
                connection
                    .prepare_cached("SELECT person, name FROM guest WHERE token = ?1")?
                    .query_row([hash], |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()
            })
            .await?;
        Ok(found.and_then(|(id, name)| {
            Some(Person {
                id: id.try_into().ok()?,
                name: name.try_into().ok()?,
            })
        }))
    }

    /// Makes a token worthless. Says whether it was worth anything.
    pub async fn revoke(&self, token: &Token) -> Result<bool, GuestError> {
        let hash = token.hash();
        let gone = self
            .on_a_thread(move |connection| {
                connection.execute("DELETE FROM guest WHERE token = ?1", [hash])
            })
            .await?;
        Ok(gone > 0)
    }

    async fn on_a_thread<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Result<T, GuestError> {
        let guests = self.0.clone();
        let asked = tokio::task::spawn_blocking(move || {
            ask(&guests.lock().unwrap_or_else(PoisonError::into_inner))
        });
        Ok(asked.await.map_err(|_| GuestError::Thread)??)
    }
}

fn random_hex<const N: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
