//! [`Outbox`]: what waits for a connection that reads slowly.

use std::collections::VecDeque;

/// Messages that wait for one connection. When it is full, all of them are dropped: the reader gets
/// a fresh view once it reads again, which is shorter than everything it has missed.
#[derive(Debug)]
pub struct Outbox<M> {
    waiting: VecDeque<M>,
    most: usize,
    missed: bool,
}

impl<M> Outbox<M> {
    /// An empty one for at most `most` messages.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            waiting: VecDeque::new(),
            most,
            missed: false,
        }
    }

    /// Puts a message in, or drops everything. Says whether the connection has just begun to miss
    /// messages.
    pub fn push(&mut self, message: M) -> bool {
        if self.missed {
            return false;
        }
        if self.waiting.len() < self.most {
            self.waiting.push_back(message);
            return false;
        }
        self.waiting.clear();
        self.missed = true;
        true
    }

    /// The next message to send.
    pub fn pop(&mut self) -> Option<M> {
        self.waiting.pop_front()
    }

    /// Whether the reader has read everything there was and must be given a fresh view: attach its
    /// connection again, with no last index. Says so once.
    pub fn take_missed(&mut self) -> bool {
        self.waiting.is_empty() && std::mem::take(&mut self.missed)
    }

    /// How many messages wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether none waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_box_drops_everything_and_says_so_once() {
        let mut outbox = Outbox::new(2);
        assert!(!outbox.push(1));
        assert!(!outbox.push(2));
        assert!(!outbox.take_missed());
        assert!(outbox.push(3));
        assert!(!outbox.push(4));
        assert_eq!((outbox.pop(), outbox.len()), (None, 0));
        assert!(outbox.take_missed());
        assert!(!outbox.take_missed());
        assert!(!outbox.push(5));
        assert_eq!(outbox.pop(), Some(5));
    }
}
