//! The games a server offers.

use decklet_engine::{Registry, RegistryError, Ruleset, Value};
use std::sync::{Arc, Mutex, PoisonError};

/// How many different rules are kept; then all are forgotten and built again as they are needed.
const KEPT: usize = 256;

/// Rules by name and options, frozen once and shared by all rooms.
pub struct Games {
    registry: Registry,
    built: Mutex<Vec<(String, Value, Arc<Ruleset>)>>,
}

impl Games {
    /// The games of this registry.
    #[must_use]
    pub fn new(registry: Registry) -> Self {
        Self {
            registry,
            built: Mutex::default(),
        }
    }

    /// `doudizhu` and `uno`.
    #[must_use]
    pub fn standard() -> Self {
        let doudizhu = |options: &Value| {
            let profile = decklet_doudizhu::plugin::profile_from_value(options)?;
            decklet_doudizhu::plugin::ruleset(&profile).map_err(|errors| errors.to_string())
        };
        Self::new(
            Registry::new()
                .with("doudizhu", doudizhu)
                .with("uno", decklet_uno::plugin::ruleset_from_value),
        )
    }

    /// The games' names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.registry.names()
    }

    /// The rules of a game with these options.
    ///
    /// # Errors
    /// [`RegistryError`] when there is no such game, or it does not take the options.
    pub fn rules(&self, game: &str, options: &Value) -> Result<Arc<Ruleset>, RegistryError> {
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let known = built
            .iter()
            .find(|(name, known, _)| name == game && known == options);
        if let Some((_, _, rules)) = known {
            return Ok(rules.clone());
        }
        let rules = self.registry.build(game, options)?;
        if built.len() >= KEPT {
            built.clear();
        }
        built.push((game.to_owned(), options.clone(), rules.clone()));
        Ok(rules)
    }
}
