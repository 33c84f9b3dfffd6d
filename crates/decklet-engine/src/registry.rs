//! Games by name: how a log, a program or a server finds the rules it needs.

use crate::{ruleset::Ruleset, value::Value};
use std::{collections::BTreeMap, sync::Arc};

type Build = Box<dyn Fn(&Value) -> Result<Arc<Ruleset>, String> + Send + Sync>;

/// Builds rules from a game's name and its options.
#[derive(Default)]
pub struct Registry {
    games: BTreeMap<String, Build>,
}

/// Why a registry cannot build a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// No game has this name.
    #[error("no game is called \"{name}\"; there are: {known}")]
    UnknownGame {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The game does not take these options.
    #[error("{game}: {what}")]
    Options {
        /// The game.
        game: String,
        /// What is wrong.
        what: String,
    },
}

impl Registry {
    /// A registry without a game.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game: its name, and what builds its rules from the options of a log's header
    /// (`Null` for the default).
    #[must_use]
    pub fn with(
        mut self,
        name: &str,
        build: impl Fn(&Value) -> Result<Arc<Ruleset>, String> + Send + Sync + 'static,
    ) -> Self {
        self.games.insert(name.to_owned(), Box::new(build));
        self
    }

    /// The games by name.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.keys().map(String::as_str)
    }

    /// The rules of a game with these options.
    ///
    /// # Errors
    /// [`RegistryError`] when there is no such game, or it does not take the options.
    pub fn build(&self, name: &str, options: &Value) -> Result<Arc<Ruleset>, RegistryError> {
        let build = self
            .games
            .get(name)
            .ok_or_else(|| RegistryError::UnknownGame {
                name: name.to_owned(),
                known: self.names().collect::<Vec<_>>().join(", "),
            })?;
        build(options).map_err(|what| RegistryError::Options {
            game: name.to_owned(),
            what,
        })
    }
}
