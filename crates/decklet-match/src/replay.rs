//! Hands that are over: their logs, and how their deals came about.

use crate::{
    code::RoomCode,
    fairness::Proof,
    games::Games,
    log::Stored,
    person::{Name, Person, PersonId},
    record::{self, Change, Damage},
    room::Room,
    score::{Factor, HandResult, factors},
};
use decklet_bots::{Adviser, Budget};
use decklet_engine::{
    Entry, GameEngine, NamedAction, Seat, SeatEvent, Seed, View, Viewer, log, wire,
};
use decklet_words::Words;
use schemars::JsonSchema;
use serde::Serialize;

/// A hand that is over. Its game can be looked at after any entry ([`GameEngine::at`]) as any of its
/// viewers saw it.
pub struct FinishedHand {
    /// The game at its end.
    pub engine: GameEngine,
    /// How the deal came about.
    pub proof: Proof,
    /// How it ended.
    pub result: HandResult,
    /// Who was dealt the cards of each seat; none for a bot.
    pub people: Vec<Option<Person>>,
    /// When its first and its last action were kept, in milliseconds since 1970.
    pub from_to_ms: (u64, u64),
}

/// A hand in the ledger of a room.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LedgerRow {
    /// Which, from 1.
    pub hand: u32,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Who was dealt the cards of each seat; none for a bot.
    #[schemars(with = "Vec<Option<String>>")]
    pub players: Vec<Option<Name>>,
    /// How it ended.
    pub result: HandResult,
    /// What the points were made of.
    pub factors: Vec<Factor>,
    /// Whose they were, for those who leave names out.
    #[serde(skip)]
    pub people: Vec<Option<Person>>,
}

/// The hands of a room that are over.
///
/// # Errors
/// [`Damage`] when the records are damaged.
pub fn ledger(code: RoomCode, stored: &[Stored], games: &Games) -> Result<Vec<LedgerRow>, Damage> {
    let records = record::read(stored)?;
    let mut rows = Vec::new();
    let records = records.iter().map(|(record, _)| record);
    Room::replay_and(code, records, games, |room, record| {
        let Some((hand, ended)) = room.hand().zip(room.ended().last()) else {
            return;
        };
        if record.ends_a_hand() {
            let names = ended.people.iter();
            rows.push(LedgerRow {
                hand: ended.hand,
                at: record.at,
                players: names
                    .map(|person| person.as_ref().map(|person| person.name.clone()))
                    .collect(),
                result: ended.result.clone(),
                factors: factors(hand.engine()),
                people: ended.people.clone(),
            });
        }
    })?;
    Ok(rows)
}

/// A moment of a hand, as one viewer saw it.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Step {
    /// The entry of the game.
    pub entry: u64,
    /// What the viewer saw happen.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub events: Vec<SeatEvent>,
    /// What there was to see afterwards.
    #[schemars(with = "serde_json::Value")]
    pub game: View,
}

/// A decision, as the expert judges it by what the seat could know.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Judged {
    /// The entry of the game that it made.
    pub entry: u64,
    /// Whose.
    pub seat: u8,
    /// What was done.
    #[schemars(with = "serde_json::Value")]
    pub made: NamedAction,
    /// What the expert would have done.
    #[schemars(with = "serde_json::Value")]
    pub best: NamedAction,
    /// What the seat could expect after it, in hundredths of a point.
    pub expected: Option<i64>,
    /// What it could expect after the expert's move.
    pub best_expected: Option<i64>,
    /// What it cost, in hundredths of a point: small numbers mean nothing.
    pub lost: i64,
    /// Why the expert would have done it.
    pub reason: Words,
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
        let hand_number = hand;
        let Some(before) = hand.checked_sub(1) else {
            return Ok(None);
        };
        let mut ends = records.iter().filter(|(record, _)| record.ends_a_hand());
        let Some((end, _)) = ends.nth(before as usize) else {
            return Ok(None);
        };
        let records = records.iter().map(|(record, _)| record);
        let records = records.take_while(|record| record.index <= end.index);
        let room = Room::replay(code, records.clone(), games)?;
        let hand = room.and_then(Room::into_hand);
        let began = records.clone().filter(|record| {
            matches!(&record.change, Change::Started { outcome: Some(dealt) } if dealt.hand == hand_number)
        });
        let began = began.last().map_or(end.at, |record| record.at);
        Ok(hand.and_then(|hand| {
            Some(Self {
                people: hand.people().to_vec(),
                from_to_ms: (began, end.at),
                proof: hand.proof().clone(),
                result: hand.result()?.clone(),
                engine: hand.into_engine(),
            })
        }))
    }

    /// The seat that this person was dealt.
    #[must_use]
    pub fn seat_of(&self, person: &PersonId) -> Option<u8> {
        let is_theirs =
            |dealt: &Option<Person>| dealt.as_ref().is_some_and(|one| one.id == *person);
        let place = self.people.iter().position(is_theirs)?;
        u8::try_from(place).ok()
    }

    /// The hand without the names of these seats, as their people wish: the same cards and actions,
    /// with hashes of their own. The proof of its deal holds for it too.
    #[must_use]
    pub fn without_names(self, seats: &[u8]) -> Self {
        if seats.is_empty() {
            return self;
        }
        let mut players = self.engine.state().players().to_vec();
        for &seat in seats {
            if let Some(player) = players.get_mut(usize::from(seat)) {
                player.name = format!("Player {}", seat + 1);
            }
        }
        let mut engine = GameEngine::new(self.engine.rules().clone(), self.engine.seed());
        // What was accepted once is accepted again: names are no part of the rules.
        let mut again = engine.create_game(players).is_ok() && engine.start().is_ok();
        for action in self.engine.log().iter().filter_map(Entry::action) {
            again = again && engine.dispatch(action).is_ok();
        }
        let people = self.people.into_iter().zip(0u8..);
        let people = people.map(|(person, seat)| person.filter(|_| !seats.contains(&seat)));
        Self {
            people: people.collect(),
            engine: if again { engine } else { self.engine },
            ..self
        }
    }

    /// The hand step by step, as this viewer saw it.
    #[must_use]
    pub fn steps(&self, viewer: Viewer) -> Vec<Step> {
        let entries = self.engine.log();
        let mut game = self.engine.at(0);
        let mut steps = Vec::with_capacity(entries.len());
        for entry in entries {
            if let Some(action) = entry.action()
                && game.dispatch(action).is_err()
            {
                break;
            }
            steps.push(Step {
                entry: entry.index(),
                events: game.seen_events(entry.events(), viewer),
                game: game.view(viewer),
            });
        }
        steps
    }

    /// What the expert would have done at each decision, with this budget for each. A decision
    /// between one action is none.
    #[must_use]
    pub fn judge(&self, budget: Budget) -> Vec<Judged> {
        let mut game = self.engine.at(0);
        let seats = (0u8..).take(game.state().seats());
        let mut advisers: Vec<_> = seats
            .map(|seat| Adviser::new(game.rules(), &Seed::from(0), Seat(seat), budget))
            .collect();
        let mut judged = Vec::new();
        for entry in self.engine.log().iter().skip(1) {
            let Some(action) = entry.action() else {
                continue;
            };
            if let Some(seat) = action.player().seat()
                && game.state().current_player() == Some(seat)
                && let Some(Some(adviser)) = advisers.get_mut(seat.index())
            {
                let legal = game.legal_actions(seat);
                let lens = game.lens(seat);
                let review = (legal.len() > 1).then(|| adviser.review(&lens, &legal, action));
                if let Some(review) = review.flatten() {
                    judged.push(Judged {
                        entry: entry.index(),
                        seat: seat.0,
                        made: wire::action_to_named(&game, action),
                        best: wire::action_to_named(&game, &legal[review.best.choice]),
                        expected: review.value,
                        best_expected: review.best.value,
                        lost: review.loss(),
                        reason: decklet_words::reason(review.best.reason),
                    });
                }
            }
            if game.dispatch(action).is_err() {
                break;
            }
        }
        judged
    }

    /// The log to download: what `decklet verify` reads.
    #[must_use]
    pub fn log(&self) -> String {
        log::to_jsonl(&self.engine)
    }
}
