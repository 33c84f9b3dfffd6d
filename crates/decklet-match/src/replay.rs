//! Hands that are over: their logs, and how their deals came about.

use crate::{
    code::RoomCode,
    fairness::Proof,
    games::Games,
    log::Stored,
    record::{self, Damage},
    room::Room,
    score::HandResult,
};
use decklet_engine::{GameEngine, log};

/// A hand that is over. Its game can be looked at after any entry ([`GameEngine::at`]) as any of its
/// viewers saw it.
pub struct FinishedHand {
    /// The game at its end.
    pub engine: GameEngine,
    /// How the deal came about.
    pub proof: Proof,
    /// How it ended.
    pub result: HandResult,
}

impl FinishedHand {
    /// Hand number `hand` (from 1) of the room with these records, if it is over.
    ///
    /// ```
    /// # use decklet_match::{*, fairness::Secret, log::*, replay::FinishedHand, table::*};
    /// # use std::sync::Arc;
    /// # let (code, games) = (RoomCode::from_number(1), Arc::new(Games::standard()));
    /// # let records = Vec::new();
    /// let hand = FinishedHand::find(code, &records, 1, &games)?;
    /// assert!(hand.is_none()); // nothing has been played in this room
    /// # Ok::<(), record::Damage>(())
    /// ```
    ///
    /// # Errors
    /// [`Damage`] when the records are damaged.
    pub fn find(
        code: RoomCode,
        stored: &[Stored],
        hand: u32,
        games: &Games,
    ) -> Result<Option<Self>, Damage> {
        let records = record::read(stored)?;
        let Some(before) = hand.checked_sub(1) else {
            return Ok(None);
        };
        let mut ends = records.iter().filter(|(record, _)| record.ends_a_hand());
        let Some((end, _)) = ends.nth(before as usize) else {
            return Ok(None);
        };
        let records = records.iter().map(|(record, _)| record);
        let records = records.take_while(|record| record.index <= end.index);
        let room = Room::replay(code, records, games)?;
        let hand = room.and_then(Room::into_hand);
        Ok(hand.and_then(|hand| {
            Some(Self {
                proof: hand.proof().clone(),
                result: hand.result()?.clone(),
                engine: hand.into_engine(),
            })
        }))
    }

    /// The log to download: what `decklet verify` reads.
    #[must_use]
    pub fn log(&self) -> String {
        log::to_jsonl(&self.engine)
    }
}
