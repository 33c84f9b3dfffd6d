//! The server: rooms over HTTP and WebSocket, kept in one SQLite file.
//!
//! It owns what [`decklet_match`] has not: sockets, clocks and tasks. Each room is a task around its
//! [`Table`](decklet_match::table::Table), each connection another; between them are bounded queues,
//! all listed in [`bounds`]. What clients may send and get is in `docs/api.md` and `docs/protocol.md`,
//! which the server shows at `/api/docs`.
//!
//! ```
//! use decklet_server::{Config, Server};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let data = std::env::temp_dir().join(format!("decklet-doc-{}", std::process::id()));
//! let server = Server::open(&Config::new("127.0.0.1:0".parse()?, &data)).await?;
//! println!("http://{}/", server.address());
//! let until = async { /* a signal to stop */ };
//! server.run(until).await?;
//! # std::fs::remove_dir_all(data)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accounts;
mod admin;
mod api;
mod app;
mod blocks;
pub mod bounds;
mod credits;
mod db;
mod door;
mod duplicates;
mod games;
mod guests;
mod hands;
mod in_use;
mod mailbox;
mod matching;
mod metrics;
mod openapi;
mod page;
mod results;
mod room;
mod rooms;
mod server;
mod socket;
mod stream;
mod wire;

pub use admin::{Admin, AdminError, RoomLine, RoomState};
pub use decklet_match::{
    RoomCode,
    fairness::{Proof, ProofError},
};
pub use guests::Token;
pub use server::{Config, OpenError, Server};
