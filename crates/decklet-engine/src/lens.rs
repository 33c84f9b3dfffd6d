//! What a viewer may see: a [`Lens`] to look through, a [`View`] to send.

use crate::{
    card::Card,
    engine::Entry,
    event::{Event, EventType},
    fields::{WireObject, record_value, write_fields, write_record},
    id::{CardId, Names, Player, Seat, Viewer, ZoneId},
    plugin::PluginState,
    ruleset::Ruleset,
    state::{GameState, Status},
    value::Value,
};
use serde::{Serialize, Serializer, ser::SerializeMap};
use smallvec::SmallVec;
use std::{collections::BTreeMap, sync::Arc};

/// The game as one viewer sees it, read in place. A bot gets nothing else.
#[derive(Clone, Copy)]
pub struct Lens<'a> {
    state: &'a GameState,
    log: &'a [Entry],
    viewer: Viewer,
}

/// What a viewer sees of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneSight<'a> {
    /// The cards, the top last.
    Cards(&'a [CardId]),
    /// How many there are.
    Count(usize),
    /// Nothing.
    Hidden,
}

impl<'a> Lens<'a> {
    pub(crate) fn new(state: &'a GameState, log: &'a [Entry], viewer: Viewer) -> Self {
        Self { state, log, viewer }
    }

    /// Who looks.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The players in seat order.
    #[must_use]
    pub fn players(&self) -> &'a [Player] {
        self.state.players()
    }

    /// How many players there are.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.state.seats()
    }

    /// Names for ids and back.
    #[must_use]
    pub fn names(&self) -> Names<'a> {
        self.state.names()
    }

    /// Where the game stands.
    #[must_use]
    pub fn status(&self) -> Status {
        self.state.status()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn current_player(&self) -> Option<Seat> {
        self.state.current_player()
    }

    /// The winners.
    #[must_use]
    pub fn winners(&self) -> &'a [Seat] {
        self.state.winners()
    }

    /// What is printed on a card.
    #[must_use]
    pub fn card(&self, card: CardId) -> &'a Card {
        self.state.card(card)
    }

    /// What the viewer sees of a zone.
    #[must_use]
    pub fn zone(&self, zone: ZoneId) -> ZoneSight<'a> {
        let owner = Some(Seat(zone.seat));
        let spec = self.state.rules().zone_spec(zone);
        let owner = owner.filter(|_| spec.per_seat);
        let cards = self.state.zone(zone);
        if self.viewer.is_among(spec.zone.cards, owner) || self.state.is_open(zone) {
            ZoneSight::Cards(cards)
        } else if self.viewer.is_among(spec.zone.count, owner) {
            ZoneSight::Count(cards.len())
        } else {
            ZoneSight::Hidden
        }
    }

    /// Every zone at this table, seen or not.
    pub fn zones(&self) -> impl Iterator<Item = ZoneId> + use<'a> {
        self.state.zones()
    }

    /// The cards of a zone, empty when the viewer does not see them.
    #[must_use]
    pub fn cards(&self, zone: ZoneId) -> &'a [CardId] {
        match self.zone(zone) {
            ZoneSight::Cards(cards) => cards,
            _ => &[],
        }
    }

    /// How many cards are in a zone, if the viewer knows.
    #[must_use]
    pub fn count(&self, zone: ZoneId) -> Option<usize> {
        match self.zone(zone) {
            ZoneSight::Cards(cards) => Some(cards.len()),
            ZoneSight::Count(count) => Some(count),
            ZoneSight::Hidden => None,
        }
    }

    /// What the viewer sees of a plugin's state.
    ///
    /// # Panics
    /// When no plugin registered a state of this type.
    #[must_use]
    pub fn state<S: PluginState>(&self) -> S::Seen {
        self.state.state::<S>().seen(self.viewer)
    }

    /// Options and handles of the game; no secret is ever among them.
    ///
    /// # Panics
    /// When no plugin fixed a value of this type.
    #[must_use]
    pub fn fixed<T: Send + Sync + 'static>(&self) -> &'a T {
        self.state.fixed::<T>()
    }

    /// A house rule's variable, if the viewer may see it.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&'a Value> {
        let who = self.state.rules().variables.get(name).copied();
        let who = who.unwrap_or(crate::Who::Nobody);
        self.state
            .variable(name)
            .filter(|_| self.viewer.is_among(who, None))
    }

    /// What the viewer saw of all events of one type since the start.
    pub fn events<E: EventType>(&self) -> impl Iterator<Item = E::Seen> + use<'a, E> {
        let viewer = self.viewer;
        self.log
            .iter()
            .flat_map(Entry::events)
            .filter_map(|event| event.get::<E>())
            .filter_map(move |event| event.seen(viewer))
    }

    /// What the viewer saw of every event since the start, with the number of its entry.
    pub fn history(&self) -> impl Iterator<Item = (u64, SeatEvent)> + use<'a> {
        let Self { state, viewer, .. } = *self;
        self.log.iter().flat_map(move |entry| {
            let index = entry.index();
            entry
                .events()
                .iter()
                .filter_map(move |event| SeatEvent::new(state, event, viewer))
                .map(move |event| (index, event))
        })
    }

    /// What the viewer sees of an event; `None` when not even that it happened.
    #[must_use]
    pub fn event(&self, event: &Event) -> Option<SeatEvent> {
        SeatEvent::new(self.state, event, self.viewer)
    }

    /// What the viewer sees of the variables of plugins and house rules, by name.
    #[must_use]
    pub fn variables(&self) -> BTreeMap<String, Value> {
        let names = self.names();
        let house = self.state.variables().iter();
        let mut all: BTreeMap<_, _> = house
            .filter(|(name, _)| self.variable(name).is_some())
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        for place in 0..self.state.rules().states.len() {
            let seen = self.state.state_at(place).seen_by(self.viewer);
            all.extend(record_value(&*seen, names));
        }
        all
    }

    /// A picture of all the viewer sees, to keep or to send.
    #[must_use]
    pub fn view(&self) -> View {
        let state = self.state;
        let zones = state.zones().filter_map(|zone| {
            let seen = match self.zone(zone) {
                ZoneSight::Cards(cards) => ZoneSeen::Cards(cards.into()),
                ZoneSight::Count(count) => ZoneSeen::Count(count),
                ZoneSight::Hidden => return None,
            };
            Some((zone, seen))
        });
        let records = 0..state.rules().states.len();
        let variables = state
            .variables()
            .iter()
            .filter(|(name, _)| self.variable(name).is_some());
        View {
            rules: state.rules_arc().clone(),
            players: state.players_arc().clone(),
            viewer: self.viewer,
            index: self.log.last().map(Entry::index),
            status: state.status(),
            current: state.current_player(),
            winners: state.winners().into(),
            zones: zones.collect(),
            records: records
                .map(|place| state.state_at(place).seen_by(self.viewer))
                .collect(),
            variables: variables
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ZoneSeen {
    Cards(Box<[CardId]>),
    Count(usize),
}

/// A picture of the game for one viewer: all that this viewer may know, and nothing else. This is
/// what is serialized.
#[derive(Clone)]
pub struct View {
    rules: Arc<Ruleset>,
    players: Arc<[Player]>,
    viewer: Viewer,
    index: Option<u64>,
    status: Status,
    current: Option<Seat>,
    winners: SmallVec<[Seat; 8]>,
    zones: Vec<(ZoneId, ZoneSeen)>,
    records: SmallVec<[Arc<dyn WireObject>; 4]>,
    variables: Vec<(String, Value)>,
}

impl View {
    /// Whose view it is.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The number of the last log entry, `None` before the start.
    #[must_use]
    pub fn index(&self) -> Option<u64> {
        self.index
    }

    /// The variables of plugins and house rules by name.
    #[must_use]
    pub fn variables(&self) -> BTreeMap<String, Value> {
        let names = self.names();
        let mut all: BTreeMap<_, _> = self.variables.iter().cloned().collect();
        for record in &self.records {
            all.extend(record_value(&**record, names));
        }
        all
    }

    fn names(&self) -> Names<'_> {
        Names {
            rules: &self.rules,
            players: &self.players,
        }
    }
}

/// `{viewer, index, status, currentPlayerId, winnerIds, players, zones, variables}`; a zone is
/// `{count, cards?}`.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.names();
        let mut map = serializer.serialize_map(Some(8))?;
        match self.viewer {
            Viewer::Seat(seat) => map.serialize_entry("viewer", names.player(seat))?,
            Viewer::Spectator => map.serialize_entry("viewer", "spectator")?,
            Viewer::Referee => map.serialize_entry("viewer", "referee")?,
        }
        map.serialize_entry("index", &self.index)?;
        map.serialize_entry("status", &self.status)?;
        map.serialize_entry(
            "currentPlayerId",
            &self.current.map(|seat| names.player(seat)),
        )?;
        let winners: Vec<_> = self
            .winners
            .iter()
            .map(|&seat| names.player(seat))
            .collect();
        map.serialize_entry("winnerIds", &winners)?;
        map.serialize_entry("players", &*self.players)?;
        map.serialize_entry("zones", &ZonesOut(self))?;
        map.serialize_entry("variables", &VariablesOut(self))?;
        map.end()
    }
}

struct ZonesOut<'a>(&'a View);

impl Serialize for ZonesOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.0.names();
        let mut map = serializer.serialize_map(Some(self.0.zones.len()))?;
        for (zone, seen) in &self.0.zones {
            map.serialize_entry(&names.zone(*zone), &ZoneOut(seen, names))?;
        }
        map.end()
    }
}

struct ZoneOut<'a>(&'a ZoneSeen, Names<'a>);

impl Serialize for ZoneOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.0 {
            ZoneSeen::Count(count) => map.serialize_entry("count", count)?,
            ZoneSeen::Cards(cards) => {
                map.serialize_entry("count", &cards.len())?;
                map.serialize_entry("cards", &CardsOut(cards, self.1))?;
            }
        }
        map.end()
    }
}

struct CardsOut<'a>(&'a [CardId], Names<'a>);

impl Serialize for CardsOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|&card| self.1.card(card)))
    }
}

struct VariablesOut<'a>(&'a View);

impl Serialize for VariablesOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.0.names();
        let mut map = serializer.serialize_map(None)?;
        for record in &self.0.records {
            write_fields(&**record, names, &mut map)?;
        }
        for (name, value) in &self.0.variables {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// An event as one viewer saw it. This is what is serialized:
/// `{type, playerId?, payload}`.
#[derive(Clone)]
pub struct SeatEvent {
    rules: Arc<Ruleset>,
    players: Arc<[Player]>,
    event_type: u16,
    player: Option<Seat>,
    seen: Arc<dyn WireObject>,
}

impl SeatEvent {
    pub(crate) fn new(state: &GameState, event: &Event, viewer: Viewer) -> Option<Self> {
        Some(Self {
            seen: event.payload.seen_by(viewer)?,
            rules: state.rules_arc().clone(),
            players: state.players_arc().clone(),
            event_type: event.kind.0,
            player: event.player,
        })
    }

    /// The type's name, as `CARD_PLAYED`.
    #[must_use]
    pub fn event_type(&self) -> &str {
        &self.rules.events[usize::from(self.event_type)].name
    }

    /// Whom it is about.
    #[must_use]
    pub fn player(&self) -> Option<Seat> {
        self.player
    }

    /// What was seen, if it is of this type.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        (*self.seen).as_any().downcast_ref()
    }

    /// The fields by name.
    #[must_use]
    pub fn payload(&self) -> BTreeMap<String, Value> {
        record_value(
            &*self.seen,
            Names {
                rules: &self.rules,
                players: &self.players,
            },
        )
    }
}

impl Serialize for SeatEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = Names {
            rules: &self.rules,
            players: &self.players,
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", self.event_type())?;
        if let Some(player) = self.player {
            map.serialize_entry("playerId", names.player(player))?;
        }
        map.serialize_entry("payload", &RecordOut(&*self.seen, names))?;
        map.end()
    }
}

pub(crate) struct RecordOut<'a>(pub &'a dyn WireObject, pub Names<'a>);

impl Serialize for RecordOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_record(self.0, self.1, serializer)
    }
}
