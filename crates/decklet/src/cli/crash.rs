//! No panic reaches a user: they read an apology, and where their game is saved.

use std::{
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    sync::Mutex,
};

static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);
static LOG: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Remembers where the game is saved, for the apology.
pub fn log_is_at(path: &std::path::Path) {
    if let Ok(mut log) = LOG.lock() {
        *log = Some(path.to_owned());
    }
}

/// Where the game is saved.
pub fn log() -> Option<PathBuf> {
    LOG.lock().ok().and_then(|log| log.clone())
}

/// Runs `work`; apologizes and answers `None` when it panics.
pub fn guard<T>(work: impl FnOnce() -> T) -> Option<T> {
    // The engine turns a plugin's panic into a refusal: the hook must stay silent.
    panic::set_hook(Box::new(|info| {
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = Some(info.to_string());
        }
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(work)).ok();
    drop(panic::take_hook());
    if result.is_none() {
        apologize();
    }
    result
}

fn apologize() {
    eprintln!("error: decklet made a mistake and has to stop. We are sorry.");
    if let Some(what) = LAST_PANIC.lock().ok().and_then(|mut last| last.take()) {
        eprintln!("  {}", what.replace('\n', "\n  "));
    }
    if let Some(path) = log() {
        eprintln!("Your game is saved in {}", path.display());
    }
    eprintln!("Please report it with the command you used.");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_here() {
        assert_eq!(guard(|| 7), Some(7));
        assert_eq!(guard(|| -> u8 { panic!("a mistake") }), None);
    }
}
