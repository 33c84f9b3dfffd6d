//! Guests: a name, and a token that proves who somebody is.

use crate::{
    db::{Db, DbError, random_hex},
    in_use::{Entry, Hash, InUse},
    mailbox::Mailbox,
};
use decklet_match::{Name, Person, PersonId, table::ConnId};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
    fn hash(&self) -> Hash {
        *blake3::hash(self.0.as_bytes()).as_bytes()
    }
}

/// Those who have tokens.
#[derive(Clone)]
pub(crate) struct Guests {
    db: Db,
    pub in_use: Arc<InUse>,
}

/// A token that somebody has, as its owner may see it.
#[derive(Serialize)]
pub(crate) struct Session {
    /// What to call it when it is to be revoked.
    pub id: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Whether it is the one that is used now.
    pub current: bool,
}

impl Guests {
    pub fn new(db: Db) -> Self {
        Self {
            db,
            in_use: Arc::default(),
        }
    }

    /// Somebody new.
    pub async fn add(&self, name: Name, now_ms: u64) -> Result<(Token, Person), DbError> {
        let id = PersonId::try_from(random_hex::<16>()?).map_err(|_| DbError::Thread)?;
        let person = Person { id, name };
        let token = self.add_token(&person, now_ms).await?;
        Ok((token, person))
    }

    /// Another token for somebody.
    pub async fn add_token(&self, person: &Person, now_ms: u64) -> Result<Token, DbError> {
        let token = Token(random_hex::<32>()?);
        let (hash, kept) = (token.hash(), person.clone());
        self.db
            .ask(move |db| {
                db.prepare_cached(
                    "INSERT INTO guest(token, person, name, since) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![
                    hash,
                    kept.id.as_str(),
                    kept.name.as_str(),
                    now_ms
                ])
            })
            .await?;
        Ok(token)
    }

    /// Whose token this is.
    pub async fn find(&self, token: &Token) -> Result<Option<Person>, DbError> {
        let hash = token.hash();
        let found: Option<(String, String)> = self
            .db
            .ask(move |db| {
                db.prepare_cached("SELECT person, name FROM guest WHERE token = ?1")?
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

    /// Whose token this is; the connection ends when it is revoked.
    pub async fn enter(
        &self,
        token: &Token,
        conn: ConnId,
        mailbox: &Arc<Mailbox>,
    ) -> Result<Option<(Person, Entry)>, DbError> {
        let entry = self.in_use.enter(token.hash(), conn, mailbox);
        let found = self.find(token).await?;
        Ok(found.map(|person| (person, entry)))
    }

    /// Which of these are nobody's any more.
    pub async fn revoked_of(&self, tokens: Vec<Hash>) -> Result<Vec<Hash>, DbError> {
        self.db
            .ask(move |db| {
                let mut find = db.prepare_cached("SELECT 1 FROM guest WHERE token = ?1")?;
                let mut revoked = Vec::new();
                for hash in tokens {
                    if !find.exists([hash])? {
                        revoked.push(hash);
                    }
                }
                Ok(revoked)
            })
            .await
    }

    /// Makes a token worthless. Says whether it was worth anything.
    pub async fn revoke(&self, token: &Token) -> Result<bool, DbError> {
        let hash = token.hash();
        let gone = self
            .db
            .ask(move |db| db.execute("DELETE FROM guest WHERE token = ?1", [hash]))
            .await?;
        self.in_use.end(&[hash]);
        Ok(gone > 0)
    }

    /// The tokens of somebody, the newest first.
    pub async fn sessions(
        &self,
        person: &PersonId,
        current: &Token,
    ) -> Result<Vec<Session>, DbError> {
        let (person, current) = (person.clone(), current.hash());
        self.db
            .ask(move |db| {
                let query = "SELECT token, since FROM guest WHERE person = ?1
                             ORDER BY since DESC, token LIMIT 100";
                let mut query = db.prepare_cached(query)?;
                let rows = query.query_map([person.as_str()], |row| {
                    let hash: Hash = row.get(0)?;
                    Ok(Session {
                        id: name_of(&hash),
                        since: row.get(1)?,
                        current: hash == current,
                    })
                })?;
                rows.collect()
            })
            .await
    }

    /// Makes one of somebody's tokens worthless, or all but the current one. Says how many.
    pub async fn revoke_of(
        &self,
        person: &PersonId,
        which: Option<String>,
        current: &Token,
    ) -> Result<usize, DbError> {
        let (person, current) = (person.clone(), current.hash());
        let gone = self
            .db
            .ask(move |db| {
                let mut query = db.prepare("SELECT token FROM guest WHERE person = ?1")?;
                let rows = query.query_map([person.as_str()], |row| row.get(0))?;
                let mut gone = Vec::new();
                for row in rows.collect::<Result<Vec<Hash>, _>>()? {
                    let meant = match &which {
                        Some(id) => name_of(&row) == *id,
                        None => row != current,
                    };
                    if meant {
                        db.execute("DELETE FROM guest WHERE token = ?1", [row])?;
                        gone.push(row);
                    }
                }
                Ok(gone)
            })
            .await?;
        self.in_use.end(&gone);
        Ok(gone.len())
    }

    /// Deletes all that tells who somebody is.
    pub async fn forget(&self, person: PersonId) -> Result<(), DbError> {
        let gone = self.db.ask(move |db| forget_in(db, person.as_str()));
        self.in_use.end(&gone.await?);
        Ok(())
    }
}

/// Deletes all that tells who somebody is; says which tokens are worthless now.
pub(crate) fn forget_in(db: &mut Connection, person: &str) -> Result<Vec<Hash>, rusqlite::Error> {
    let work = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut tokens = work.prepare("DELETE FROM guest WHERE person = ?1 RETURNING token")?;
    let gone: Result<Vec<Hash>, _> = tokens.query_map([person], |row| row.get(0))?.collect();
    drop(tokens);
    for change in [
        "DELETE FROM account WHERE person = ?1",
        "DELETE FROM block WHERE person = ?1 OR blocked = ?1",
        "DELETE FROM rating WHERE person = ?1",
        "DELETE FROM duplicate_seat WHERE person = ?1",
        "UPDATE hand_seat SET person = NULL WHERE person = ?1",
        "INSERT OR IGNORE INTO gone(person) VALUES (?1)",
    ] {
        work.execute(change, [person])?;
    }
    work.commit()?;
    gone
}

/// What a token is called: a part of a hash of its hash, which proves nothing.
fn name_of(hash: &[u8; 32]) -> String {
    blake3::hash(hash).to_hex()[..16].to_owned()
}
