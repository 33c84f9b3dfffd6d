//! Every queue and list of a table has a bound here, and what happens when it is full.

/// Inputs that wait while a record is being stored. One more is refused with `BUSY`.
pub const QUEUE: usize = 256;

/// Connections that look at a room. One more is refused with `CROWDED`.
pub const VIEWERS: usize = 256;

/// Changes kept for those who come back. Who has missed more gets a fresh view.
pub const HISTORY: usize = 512;

/// Answers kept for each person in case a command is sent again. An older one is carried out anew,
/// or refused; an action is always refused then, because the table has changed.
pub const ANSWERS: usize = 64;

/// People whose answers are kept. Beyond that, those who are not there are forgotten.
pub const ANSWERED: usize = 64;

/// Updates held back for spectators who see later. When there are more, the oldest is shown early.
pub const HELD: usize = 1024;

/// Records of a room. A room with more is closed, whatever is being played.
pub const RECORDS: u64 = 20_000;

/// The longest stock of time that a clock lets a seat save, in milliseconds: two hours.
pub const STOCK_MS: u64 = 2 * 60 * 60 * 1000;

/// How often a command is tried again when somebody else wrote first or the log does not answer;
/// then it is refused with `UNAVAILABLE`.
pub const ATTEMPTS: u32 = 5;

/// Changes at once that a person may make of a table beside the game (sit down, be ready, mix, switch
/// the chat, …); then one every [`CHANGE_MS`]. More is refused with `TOO_FAST`, or anybody could fill
/// the room's log. With each hand that is dealt everybody begins anew.
pub const CHANGES: u32 = 30;

/// Milliseconds for one change more.
pub const CHANGE_MS: u64 = 2000;

/// People whose talk and changes are counted. When there are more at once, those who are new are
/// refused with `TOO_FAST`.
pub const FORGOTTEN: usize = 256;

/// What one may say at once; then one thing every [`TALK_MS`]. More is refused with `TOO_FAST`.
pub const TALK: u32 = 5;

/// Milliseconds for one thing more to say.
pub const TALK_MS: u64 = 2000;

/// A room in which nobody is and no hand is played is closed after this many milliseconds.
pub const EMPTY_MS: u64 = 10 * 60 * 1000;

/// The longest wait before the log is asked again, in milliseconds.
pub const BACKOFF_MS: u64 = 5000;

/// Hints that are being thought about. One more is refused with `BUSY`.
pub const HINTS: usize = 16;

/// How long a table waits for a bot that thinks, after its turn to move has come, in milliseconds;
/// then the move is chosen at once.
pub const THINK_MS: u64 = 2000;
