//! What waits to be sent on one connection.

use crate::bounds::{WAITING, WAITING_BYTES};
use decklet_match::{Outbox, table::ConnId};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;

/// What waits on one connection, for each room it looks at. Rooms put in and never wait; the
/// connection takes out, one message of each room in turn.
#[derive(Default)]
pub(crate) struct Mailbox {
    boxes: Mutex<Boxes>,
    filled: Notify,
}

#[derive(Default)]
struct Boxes {
    of: HashMap<ConnId, OfRoom>,
    /// Those with something in them, each once.
    ready: VecDeque<ConnId>,
    bytes: usize,
    overfull: bool,
    revoked: bool,
}

struct OfRoom {
    channel: u32,
    outbox: Outbox<Arc<str>>,
    bytes: usize,
    is_ready: bool,
}

/// What to do next for a connection.
pub(crate) enum Next {
    /// Send this.
    Send {
        /// What the client calls the room.
        channel: u32,
        /// An object in JSON.
        text: Arc<str>,
    },
    /// Messages were dropped: attach again for a fresh view.
    Resync(u32),
    /// Close the connection: it reads too slowly.
    Overfull,
    /// Close the connection: its token was revoked.
    Revoked,
}

impl Mailbox {
    /// Opens a box.
    pub fn open(&self, conn: ConnId, channel: u32) {
        let of_room = OfRoom {
            channel,
            outbox: Outbox::new(WAITING),
            bytes: 0,
            is_ready: false,
        };
        self.lock().of.insert(conn, of_room);
    }

    /// Closes a box. What is in it is not sent any more.
    pub fn close(&self, conn: ConnId) {
        let mut boxes = self.lock();
        if let Some(of_room) = boxes.of.remove(&conn) {
            boxes.bytes -= of_room.bytes;
            boxes.ready.retain(|ready| *ready != conn);
        }
    }

    /// Puts a message in. Says whether messages were dropped.
    pub fn push(&self, conn: ConnId, text: &Arc<str>) -> bool {
        let mut boxes = self.lock();
        let Boxes {
            of,
            ready,
            bytes,
            overfull,
            ..
        } = &mut *boxes;
        let Some(of_room) = of.get_mut(&conn) else {
            return false;
        };
        let dropped = of_room.outbox.push(text.clone());
        if dropped || of_room.outbox.is_empty() {
            *bytes -= std::mem::take(&mut of_room.bytes);
        } else {
            of_room.bytes += text.len();
            *bytes += text.len();
            *overfull |= *bytes > WAITING_BYTES;
        }
        if !std::mem::replace(&mut of_room.is_ready, true) {
            ready.push_back(conn);
        }
        drop(boxes);
        self.filled.notify_one();
        dropped
    }

    /// Ends the connection: what waits is not sent any more.
    pub fn revoke(&self) {
        self.lock().revoked = true;
        self.filled.notify_one();
    }

    /// Whether the connection's token was revoked.
    pub fn is_revoked(&self) -> bool {
        self.lock().revoked
    }

    /// What is next, if there is anything.
    pub fn pop(&self) -> Option<Next> {
        let mut boxes = self.lock();
        if boxes.revoked {
            return Some(Next::Revoked);
        }
        if boxes.overfull {
            return Some(Next::Overfull);
        }
        while let Some(conn) = boxes.ready.pop_front() {
            let Boxes {
                of, ready, bytes, ..
            } = &mut *boxes;
            let Some(of_room) = of.get_mut(&conn) else {
                continue;
            };
            let channel = of_room.channel;
            let Some(text) = of_room.outbox.pop() else {
                of_room.is_ready = false;
                if of_room.outbox.take_missed() {
                    return Some(Next::Resync(channel));
                }
                continue;
            };
            of_room.bytes -= text.len();
            *bytes -= text.len();
            ready.push_back(conn);
            return Some(Next::Send { channel, text });
        }
        None
    }

    /// Waits for what is next.
    pub async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.pop() {
                return next;
            }
            self.filled.notified().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Boxes> {
        self.boxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(mailbox: &Mailbox) -> Option<(u32, String)> {
        match mailbox.pop()? {
            Next::Send { channel, text } => Some((channel, text.to_string())),
            Next::Resync(channel) => Some((channel, "resync".to_owned())),
            Next::Overfull => Some((0, "overfull".to_owned())),
            Next::Revoked => Some((0, "revoked".to_owned())),
        }
    }

    #[test]
    fn rooms_take_turns_and_closed_boxes_are_silent() {
        let mailbox = Mailbox::default();
        mailbox.open(ConnId(1), 10);
        mailbox.open(ConnId(2), 20);
        mailbox.open(ConnId(3), 30);
        for text in ["a", "b"] {
            mailbox.push(ConnId(1), &text.into());
        }
        mailbox.push(ConnId(2), &"c".into());
        mailbox.push(ConnId(3), &"d".into());
        mailbox.push(ConnId(4), &"nobody's".into());
        mailbox.close(ConnId(3));
        let all: Vec<_> = std::iter::from_fn(|| sent(&mailbox)).collect();
        let expected = [(10, "a"), (20, "c"), (10, "b")];
        assert_eq!(
            all,
            expected.map(|(channel, text)| (channel, text.to_owned()))
        );
        assert_eq!(mailbox.lock().bytes, 0);
    }

    #[test]
    fn a_slow_reader_of_one_room_gets_a_fresh_view_of_that_room() {
        let mailbox = Mailbox::default();
        mailbox.open(ConnId(1), 10);
        mailbox.open(ConnId(2), 20);
        let text = "x".into();
        let dropped = (0..=WAITING + 5).filter(|_| mailbox.push(ConnId(1), &text));
        assert_eq!(dropped.count(), 1);
        mailbox.push(ConnId(2), &"y".into());
        let all: Vec<_> = std::iter::from_fn(|| sent(&mailbox)).collect();
        assert_eq!(all, [(10, "resync".to_owned()), (20, "y".to_owned())]);
        assert_eq!(mailbox.lock().bytes, 0);
        mailbox.push(ConnId(1), &"view".into());
        assert_eq!(sent(&mailbox), Some((10, "view".to_owned())));
    }

    #[test]
    fn too_many_bytes_end_the_connection() {
        let mailbox = Mailbox::default();
        let text: Arc<str> = "x".repeat(WAITING_BYTES / WAITING).into();
        for conn in 1..=3 {
            mailbox.open(ConnId(conn), 0);
            for _ in 0..WAITING / 2 {
                mailbox.push(ConnId(conn), &text);
            }
        }
        assert_eq!(sent(&mailbox), Some((0, "overfull".to_owned())));
    }
}
