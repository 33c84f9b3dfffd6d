//! [`FaultyLog`]: a log that fails as it is told, for tests.

use super::{
    Append, AppendDone, AppendError, Head, MatchLog, MemoryLog, ReadDone, ReadError, Version,
};
use crate::code::RoomCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What goes wrong with an append or a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// The record is lost, and nobody hears of it: [`AppendError::Indeterminate`].
    Lost,
    /// The record is kept, but the answer is lost: [`AppendError::Indeterminate`].
    Unanswered,
    /// The answer is lost, and the record arrives later, just before the next append to the log:
    /// [`AppendError::Indeterminate`].
    Late,
    /// [`AppendError::Conflict`] although nobody else wrote.
    Conflict,
    /// [`AppendError::Unavailable`], or [`ReadError::Unavailable`].
    Unavailable,
}

type Script = Box<dyn FnMut() -> Fault + Send>;

/// A [`MemoryLog`] with faults: every append and every read asks a script what goes wrong.
pub struct FaultyLog {
    inner: Arc<MemoryLog>,
    state: Mutex<State>,
}

struct State {
    script: Script,
    late: Vec<Append>,
}

impl FaultyLog {
    /// A log over `inner` with faults by this script; reads only take
    /// [`Unavailable`](Fault::Unavailable) from it.
    pub fn new(inner: Arc<MemoryLog>, script: impl FnMut() -> Fault + Send + 'static) -> Self {
        let state = State {
            script: Box::new(script),
            late: Vec::new(),
        };
        Self {
            inner,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append_now(&self, append: Append) -> Result<Version, AppendError> {
        let mut state = self.state();
        for late in state.late.drain(..) {
            // Nobody waits for the outcome of one that is late.
            let _ = self.inner.append_now(late);
        }
        match (state.script)() {
            Fault::None => self.inner.append_now(append),
            Fault::Lost => Err(AppendError::Indeterminate),
            Fault::Unanswered => {
                let _ = self.inner.append_now(append);
                Err(AppendError::Indeterminate)
            }
            Fault::Late => {
                state.late.push(append);
                Err(AppendError::Indeterminate)
            }
            Fault::Conflict => Err(AppendError::Conflict),
            Fault::Unavailable => Err(AppendError::Unavailable),
        }
    }
}

impl MatchLog for FaultyLog {
    fn append(&self, append: Append, done: AppendDone) {
        done(self.append_now(append));
    }

    fn read(&self, room: RoomCode, done: ReadDone) {
        let fault = (self.state().script)();
        done(match fault {
            Fault::Unavailable => Err(ReadError::Unavailable),
            _ => Ok(self.inner.read_now(room)),
        });
    }

    fn heads(&self) -> Result<Vec<Head>, ReadError> {
        self.inner.heads()
    }
}
