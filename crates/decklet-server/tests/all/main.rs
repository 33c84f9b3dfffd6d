//! The server as others see it. One program, so that it is linked once: `cargo test -p decklet-server
//! --test all hands` runs the tests of one file.

mod accounts;
mod bounds;
mod common;
mod company;
mod damage;
mod field_cases;
mod games;
mod hands;
mod hostile;
mod play;
mod revoked;
mod server;
mod upgrade;
