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

mod api;
mod app;
pub mod bounds;
mod credits;
mod door;
mod guests;
mod mailbox;
mod metrics;
mod page;
mod room;
mod rooms;
mod server;
mod socket;
mod wire;

pub use guests::Token;
pub use server::{Config, OpenError, Server};
