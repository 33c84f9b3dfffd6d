//! The tables of a database file, and how those of an older release become those of this one.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

/// Why a file's tables cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// SQLite says no.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// Written by a later release.
    #[error(
        "the tables of {part} have version {found}; this program knows version {known}: a later \
         release has written them"
    )]
    TooNew {
        /// Which tables.
        part: String,
        /// The file's version.
        found: usize,
        /// The last version this program knows.
        known: usize,
    },
}

/// Brings a part of the file up to date: `steps` are all there have ever been, in order, and those
/// that it has not seen yet are taken, all or none of them. A step that was released is never changed;
/// another one is added.
///
/// # Errors
/// [`SchemaError`]; the file is as before then.
pub fn bring_up_to_date(
    connection: &mut Connection,
    part: &str,
    steps: &[&str],
) -> Result<(), SchemaError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS schema(
             part TEXT PRIMARY KEY, version INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID",
    )?;
    let found: Option<usize> = transaction
        .query_row(
            "SELECT version FROM schema WHERE part = ?1",
            [part],
            |row| row.get(0),
        )
        .optional()?;
    let found = found.unwrap_or(0);
    let missing = steps.get(found..).ok_or_else(|| SchemaError::TooNew {
        part: part.to_owned(),
        found,
        known: steps.len(),
    })?;
    for step in missing {
        transaction.execute_batch(step)?;
    }
    transaction.execute(
        "INSERT OR REPLACE INTO schema(part, version) VALUES (?1, ?2)",
        params![part, steps.len()],
    )?;
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "CREATE TABLE thing(name TEXT NOT NULL) STRICT;";
    const SECOND: &str = "ALTER TABLE thing ADD COLUMN size INTEGER NOT NULL DEFAULT 3;";

    fn things(file: &Connection) -> rusqlite::Result<(String, i64)> {
        file.query_row("SELECT name, size FROM thing", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    #[test]
    fn an_older_file_takes_the_steps_it_has_not_seen_once() {
        let mut file = Connection::open_in_memory().unwrap();
        bring_up_to_date(&mut file, "things", &[FIRST]).unwrap();
        file.execute("INSERT INTO thing(name) VALUES ('chair')", [])
            .unwrap();
        for _ in 0..2 {
            bring_up_to_date(&mut file, "things", &[FIRST, SECOND]).unwrap();
            bring_up_to_date(
                &mut file,
                "others",
                &["CREATE TABLE other(n INTEGER) STRICT;"],
            )
            .unwrap();
            assert_eq!(things(&file).unwrap(), ("chair".to_owned(), 3));
        }
    }

    #[test]
    fn a_later_file_is_refused_and_a_step_that_fails_changes_nothing() {
        let mut file = Connection::open_in_memory().unwrap();
        bring_up_to_date(&mut file, "things", &[FIRST, SECOND]).unwrap();
        let refused = bring_up_to_date(&mut file, "things", &[FIRST]).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("version 2; this program knows version 1")
        );
        let steps = [
            FIRST,
            SECOND,
            "CREATE TABLE more(n INTEGER) STRICT;",
            "no SQL",
        ];
        assert!(bring_up_to_date(&mut file, "things", &steps).is_err());
        assert!(file.prepare("SELECT n FROM more").is_err(), "all or none");
        bring_up_to_date(&mut file, "things", &steps[..3]).unwrap();
    }
}
