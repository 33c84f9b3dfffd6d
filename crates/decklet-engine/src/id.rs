//! What a card, a zone, a seat and a player are called inside the engine: small numbers. Their
//! names are resolved once, at the edge.

use crate::{card::CardList, zone::Who};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A card: its place in the order in which the plugins registered the cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(pub u16);

/// A place at the table, counted from 0 in seat order. (At the edge a player's `seat` is whatever
/// number the host gave; only its order counts.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The place as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat `steps` further in seat order at a table of `players`; negative steps go back.
    #[must_use]
    pub fn step(self, steps: i32, players: usize) -> Self {
        let players = i32::try_from(players).unwrap_or(i32::MAX).max(1);
        let place = (i32::from(self.0) + steps).rem_euclid(players);
        Self(u8::try_from(place).expect("a place below the number of players"))
    }
}

/// A zone: which kind, and whose (0 for a zone that belongs to nobody).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ZoneId {
    pub(crate) kind: u8,
    pub(crate) seat: u8,
}

/// A zone that every seat has one of, as `player:{player}:hand`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatZones {
    pub(crate) kind: u8,
}

impl SeatZones {
    /// The one of this seat.
    #[must_use]
    pub const fn of(self, seat: Seat) -> ZoneId {
        ZoneId {
            kind: self.kind,
            seat: seat.0,
        }
    }
}

/// A person (or bot) at the table, as the host names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What actions call the player by: 1 to 64 characters, unique at the table.
    pub id: String,
    /// What people call the player.
    pub name: String,
    /// Order at the table; unique. The specification's examples start at 1.
    pub seat: u32,
}

impl Player {
    /// `count` players `p1`, `p2`, … in seats 1, 2, …, named like their ids.
    #[must_use]
    pub fn numbered(count: usize) -> Vec<Self> {
        (1..=count)
            .map(|seat| Self {
                id: format!("p{seat}"),
                name: format!("p{seat}"),
                seat: u32::try_from(seat).unwrap_or(u32::MAX),
            })
            .collect()
    }
}

/// Whom an action says it is from. A stranger may name nobody, or somebody who is not at the
/// table; refusing that is the rules' work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlayerRef {
    /// No player named.
    #[default]
    Absent,
    /// Somebody at the table.
    Seat(Seat),
    /// A name that nobody at the table has.
    Unknown(Arc<str>),
}

impl PlayerRef {
    /// The seat, if it is somebody at the table.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(*seat),
            _ => None,
        }
    }

    /// Whether no player is named.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        *self == Self::Absent
    }
}

impl From<Seat> for PlayerRef {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl From<Option<Seat>> for PlayerRef {
    fn from(seat: Option<Seat>) -> Self {
        seat.map_or(Self::Absent, Self::Seat)
    }
}

/// For whom something is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A player: sees the table and what is theirs.
    Seat(Seat),
    /// A guest: sees what everybody sees.
    Spectator,
    /// Sees everything: for the log, for tests, for the end of the game. Never for a player.
    Referee,
}

impl Viewer {
    /// Whether this viewer sees what is `owner`'s own.
    #[must_use]
    pub fn owns(self, owner: Seat) -> bool {
        self == Self::Seat(owner) || self == Self::Referee
    }

    pub(crate) fn is_among(self, who: Who, owner: Option<Seat>) -> bool {
        match (self, who) {
            (Self::Referee, _) | (_, Who::All) => true,
            (Self::Seat(seat), Who::Owner) => owner == Some(seat),
            _ => false,
        }
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// Turns names into ids and back. Everything that reads or writes JSON is given one.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub(crate) rules: &'a crate::ruleset::Ruleset,
    pub(crate) players: &'a [Player],
}

impl<'a> Names<'a> {
    /// The name of a card.
    #[must_use]
    pub fn card(&self, card: CardId) -> &'a str {
        self.rules.card(card).name()
    }

    /// What is printed on a card.
    #[must_use]
    pub fn printed(&self, card: CardId) -> &'a crate::Card {
        self.rules.card(card)
    }

    /// The id of a player.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &'a str {
        self.players
            .get(seat.index())
            .map_or("", |player| &player.id)
    }

    /// The name of a zone, as `player:p1:hand`.
    #[must_use]
    pub fn zone(&self, zone: ZoneId) -> String {
        self.rules
            .zone_spec(zone)
            .name_for(self.players.get(zone.seat as usize))
    }

    /// The zone of this name, as `player:p1:hand`.
    #[must_use]
    pub fn find_zone(&self, name: &str) -> Option<ZoneId> {
        let zones = self.rules.zones.iter().zip(0..).flat_map(|(spec, kind)| {
            let seats = if spec.per_seat { self.players.len() } else { 1 };
            (0..seats).map(move |seat| ZoneId {
                kind,
                seat: u8::try_from(seat).expect("at most 255 seats"),
            })
        });
        zones.into_iter().find(|&zone| self.zone(zone) == name)
    }

    /// Whom this player id names.
    #[must_use]
    pub fn find_player(&self, id: &str) -> PlayerRef {
        match self.players.iter().position(|player| player.id == id) {
            Some(place) => PlayerRef::Seat(Seat(u8::try_from(place).expect("at most 255 seats"))),
            None => PlayerRef::Unknown(id.into()),
        }
    }

    /// The cards with these names, unknown ones kept as they are.
    pub fn find_cards<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> CardList {
        let mut list = CardList::default();
        for name in names {
            match self.rules.find_card(name) {
                Some(card) => list.push(card),
                None => list.push_unknown(name),
            }
        }
        list
    }
}
