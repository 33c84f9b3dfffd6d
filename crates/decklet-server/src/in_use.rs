//! Which connections are open with which token, so that they end when it is revoked.

use crate::{app::App, mailbox::Mailbox};
use decklet_match::table::ConnId;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};
use tokio::time::sleep;
use tracing::{error, info};

/// The hash of a token.
pub(crate) type Hash = [u8; 32];

/// The tokens with which connections are open.
#[derive(Default)]
pub(crate) struct InUse(Mutex<HashMap<Hash, HashMap<ConnId, Weak<Mailbox>>>>);

/// That a connection is open with a token, until this is dropped.
pub(crate) struct Entry {
    in_use: Arc<InUse>,
    hash: Hash,
    conn: ConnId,
}

impl InUse {
    /// Notes a connection. This comes before the token is looked up: so a revocation in between is
    /// not missed.
    pub fn enter(self: &Arc<Self>, hash: Hash, conn: ConnId, mailbox: &Arc<Mailbox>) -> Entry {
        let mut open = self.lock();
        let of_token = open.entry(hash).or_default();
        of_token.insert(conn, Arc::downgrade(mailbox));
        Entry {
            in_use: self.clone(),
            hash,
            conn,
        }
    }

    /// Ends all connections with these tokens.
    pub fn end(&self, revoked: &[Hash]) {
        for hash in revoked {
            let of_token = self.lock().remove(hash).unwrap_or_default();
            for mailbox in of_token.values().filter_map(Weak::upgrade) {
                mailbox.revoke();
            }
        }
    }

    fn hashes(&self) -> Vec<Hash> {
        self.lock().keys().copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Hash, HashMap<ConnId, Weak<Mailbox>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut open = self.in_use.lock();
        if let Some(of_token) = open.get_mut(&self.hash) {
            of_token.remove(&self.conn);
            if of_token.is_empty() {
                open.remove(&self.hash);
            }
        }
    }
}

/// Looks now and then for tokens that an operator has revoked beside the server.
pub(crate) async fn look_for_revoked(app: Arc<App>) {
    loop {
        sleep(app.patience.tokens).await;
        let in_use = &app.guests.in_use;
        match app.guests.revoked_of(in_use.hashes()).await {
            Ok(revoked) if revoked.is_empty() => {}
            Ok(revoked) => {
                info!(tokens = revoked.len(), "revoked by the operator");
                in_use.end(&revoked);
            }
            Err(error) => error!(%error, "tokens are not looked up"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mailbox::Next;

    #[test]
    fn a_revocation_ends_those_that_are_open_and_nothing_is_kept_of_the_others() {
        let in_use = Arc::new(InUse::default());
        let boxes: [Arc<Mailbox>; 3] = Default::default();
        let enter = |token: u8, conn: u64| {
            let mailbox = &boxes[usize::try_from(conn).unwrap()];
            in_use.enter([token; 32], ConnId(conn), mailbox)
        };
        let (first, _second, _other) = (enter(1, 0), enter(1, 1), enter(2, 2));
        drop(first);
        in_use.end(&[[1; 32], [9; 32]]);
        let ended = |mailbox: &Arc<Mailbox>| matches!(mailbox.pop(), Some(Next::Revoked));
        assert_eq!(boxes.each_ref().map(ended), [false, true, false]);
        assert_eq!(in_use.hashes(), [[2; 32]]);
        drop(_other);
        assert!(in_use.hashes().is_empty());
    }
}
