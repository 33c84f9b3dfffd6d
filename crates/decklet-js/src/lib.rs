//! The native part of the JavaScript package `decklet` (see `js/`): the engine and the games,
//! handed to Node.js as an addon.
//!
//! It stays thin. What is read often crosses the border as one packed array of numbers, of which
//! JavaScript builds its objects; what is small and shaped freely (an action, an event, variables)
//! crosses as JSON. Functions of JavaScript never live here: a plugin's rules and handlers are
//! numbers, and whoever calls into the engine passes along one function, the *host*, that runs the
//! function of a number. So nothing here keeps JavaScript's memory alive.

// The exports that napi makes are left out of tests, and with them every use of what they call.
#![cfg_attr(test, allow(dead_code))]

mod cards;
mod engine;
mod frame;
mod pack;
mod plugin;

use serde::{Serialize, de::DeserializeOwned};

/// A value as JSON.
fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("every value here can be written as JSON")
}

/// What JSON from JavaScript holds.
fn from_json<T: DeserializeOwned>(json: &str) -> napi::Result<T> {
    serde_json::from_str(json).map_err(bad)
}

/// An error to be thrown in JavaScript.
fn bad(what: impl std::fmt::Display) -> napi::Error {
    napi::Error::new(napi::Status::InvalidArg, what.to_string())
}
