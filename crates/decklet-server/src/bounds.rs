//! Every queue and list of the server has a bound here, and what happens when it is full. Those of a
//! room are in [`decklet_match::bounds`].

use std::time::Duration;

/// A message from a client, in bytes: 64 KiB. A longer one ends the connection (1009).
pub const MESSAGE: usize = 64 * 1024;

/// How many bytes are read from a WebSocket at once: 4 KiB, several actions. So much memory is
/// cleared for every reading, and held for every connection.
pub const READ: usize = 4 * 1024;

/// A body of an HTTP request, in bytes: 64 KiB. A longer one is refused (413).
pub const BODY: usize = 64 * 1024;

/// Connections of any kind, all together. One more is closed at once.
pub const DOOR: usize = 12_000;

/// WebSockets and streams, all together, where [`Config`](crate::Config) says nothing else. One more
/// is refused (503).
pub const CONNECTIONS: usize = 10_000;

/// WebSocket connections from one address (for IPv6: one /64). One more is refused (429).
pub const CONNECTIONS_PER_ADDRESS: usize = 500;

/// Addresses whose credits are kept; beyond that, those that are not in use are forgotten.
pub const ADDRESSES: usize = 10_000;

/// What an address may send, as a multiple of what one connection to one room may.
pub const ADDRESS_RATE: u32 = 20;

/// The same for an address of the machine itself: programs that hold many seats, or a reverse proxy
/// through which everybody comes. It may also have all the [`CONNECTIONS`].
pub const LOCAL_RATE: u32 = 400;

/// What it costs, in messages, to become a guest or to open a room.
pub const COST_OF_MAKING: u32 = 20;

/// Rooms that are open. One more is refused (503).
pub const ROOMS: usize = 20_000;

/// Open rooms that one guest has made since the server's start. One more is refused (429).
pub const ROOMS_PER_GUEST: usize = 20;

/// Rooms that one connection looks at. One more is refused with `CROWDED`.
pub const CHANNELS: usize = 1024;

/// What waits to be handled by a room. A connection that has one more waits, and is read no further.
pub const ASKS: usize = 256;

/// Messages that wait for a connection, for each room it looks at. When there are more, they are
/// dropped, and it gets a fresh view once it reads again.
pub const WAITING: usize = 128;

/// Bytes that wait for a connection: 8 MiB. When there are more, it is closed (1013).
pub const WAITING_BYTES: usize = 8 * 1024 * 1024;

/// Rooms that the lobby shows.
pub const LOBBY: usize = 100;

/// Rooms whose records are read for a replay at the same time. One more waits.
pub const REPLAYS: usize = 2;

/// How long a closed room that nobody looks at stays loaded.
pub const CLOSED: Duration = Duration::from_secs(30);

/// How long a seat that quick match has found is kept for who asked.
pub const KEPT: Duration = Duration::from_secs(10);

/// How long a WebSocket that is closed may take to say that it knows.
pub const FAREWELL: Duration = Duration::from_secs(1);

/// How long a stop waits for the rooms and connections.
pub const STOP: Duration = Duration::from_secs(10);

/// How long a server waits for its clients. The usual values are those of [`Patience::default`].
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How long a new WebSocket may take to say who it is; then it is closed (1008): 10 seconds.
    pub hello: Duration,
    /// How often a WebSocket is pinged: every 20 seconds.
    pub ping: Duration,
    /// How long nothing may be heard of a WebSocket, not even the answer to a ping; then it is closed
    /// (1001): 60 seconds.
    pub silence: Duration,
    /// How long a connection of any kind may be silent; then it is closed: 75 seconds.
    pub quiet: Duration,
    /// How long the network may take to accept what is sent; then the connection is dropped: 20
    /// seconds.
    pub write: Duration,
    /// How often it is looked whether an operator has revoked a token with which a connection is open;
    /// then that is closed (1008): every 5 seconds.
    pub tokens: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            hello: Duration::from_secs(10),
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            quiet: Duration::from_secs(75),
            write: Duration::from_secs(20),
            tokens: Duration::from_secs(5),
        }
    }
}

/// Passwords that are hashed at the same time; each takes 19 MiB.
pub const HASHERS: usize = 2;

/// Requests whose passwords wait to be hashed. One more is refused (429).
pub const HASHES_WAITING: usize = 16;

/// Wrong passwords for one login within [`LOGIN_WINDOW`]; then it is refused (429), right or wrong.
pub const WRONG_PASSWORDS: u32 = 10;

/// How long wrong passwords are remembered.
pub const LOGIN_WINDOW: Duration = Duration::from_secs(15 * 60);

/// Logins whose wrong passwords are remembered. The oldest is forgotten for one more.
pub const LOGINS: usize = 10_000;

/// Analyses that are done at the same time, and that wait. One more is refused (429).
pub const ANALYSES: usize = 16;

/// Analyses that are kept. The oldest is forgotten.
pub const ANALYSES_KEPT: usize = 256;

/// Finished hands that wait to be kept as results; those that find no place are brought again with
/// the room's next change.
pub const RESULTS: usize = 4096;

/// People whom one person has blocked. One more is refused (429).
pub const BLOCKS: usize = 200;

/// How long a command that came by HTTP waits for its answer; then 503 is answered, and it may be
/// sent again.
pub const ANSWER: Duration = Duration::from_secs(20);

/// Tables of a duplicate match.
pub const DUPLICATE_TABLES: std::ops::RangeInclusive<u8> = 2..=16;
/// Hands of a duplicate match.
pub const DUPLICATE_HANDS: std::ops::RangeInclusive<u32> = 1..=32;
