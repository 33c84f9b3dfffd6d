//! Quick match: two who ask for the same meet in one room, and no seat is found for two.

use crate::{bounds::KEPT, room::About};
use decklet_match::{PersonId, RoomCode, RoomOptions};

/// The seats that were found for people who have not sat down yet.
#[derive(Default)]
pub(crate) struct Matching(Vec<Kept>);

struct Kept {
    room: RoomCode,
    person: PersonId,
    /// By the server's clock.
    until_ms: u64,
}

impl Matching {
    /// Of these rooms with a free seat and these options the one that was found for this person before,
    /// or else the one that lacks the fewest people.
    pub fn find(
        &mut self,
        person: &PersonId,
        wanted: &RoomOptions,
        rooms: impl Iterator<Item = About>,
        now_ms: u64,
    ) -> Option<RoomCode> {
        self.0.retain(|kept| kept.until_ms > now_ms);
        let own = self.0.iter().find(|kept| kept.person == *person);
        let own = own.map(|kept| kept.room);
        self.0.retain(|kept| kept.person != *person);
        let rooms = rooms.filter(|about| about.phase == "lobby" && *about.options == *wanted);
        let free = rooms.map(|about| (self.free_seats(&about), about.code));
        let free = free.filter(|(seats, _)| *seats > 0);
        let (_, room) = free.min_by_key(|&(seats, room)| (own != Some(room), seats, room))?;
        self.keep(person, room, now_ms);
        Some(room)
    }

    /// Keeps a seat for whoever was sent to this room.
    pub fn keep(&mut self, person: &PersonId, room: RoomCode, now_ms: u64) {
        self.0.push(Kept {
            room,
            person: person.clone(),
            until_ms: now_ms.saturating_add(KEPT.as_millis() as u64),
        });
    }

    fn free_seats(&self, about: &About) -> usize {
        let sits = |person: &PersonId| about.seated.iter().any(|(_, one)| one.id == *person);
        let kept = self.0.iter();
        let kept = kept.filter(|kept| kept.room == about.code && !sits(&kept.person));
        let taken = about.people + about.bots + kept.count();
        usize::from(about.options.seats).saturating_sub(taken)
    }
}
