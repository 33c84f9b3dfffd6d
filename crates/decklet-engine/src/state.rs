//! The state of a game, in pieces that are copied at their first write.
//!
//! A *piece* is the core, the variables, the random stream, each zone, and each plugin's state.
//! The first write to a piece within a transaction keeps a copy of it; undoing a transaction swaps
//! the copies back, so there are no inverse operations to get wrong. The same marks tell which
//! pieces to hash anew.

use crate::{
    card::Card,
    encode::{Encoder, StateHash, piece_seed},
    fields::WireObject,
    id::{CardId, Names, Player, Seat, Viewer, ZoneId},
    lens::Lens,
    plugin::PluginState,
    rng::Rng,
    ruleset::Ruleset,
    value::Value,
    zone::ZoneState,
};
use smallvec::SmallVec;
use std::{any::Any, collections::BTreeMap, sync::Arc};

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Not started.
    Waiting,
    /// Being played.
    Playing,
    /// Over.
    Finished,
}

impl Status {
    /// `waiting`, `playing` or `finished`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Finished => "finished",
        }
    }
}

/// What every game has.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub status: Status,
    pub current: Option<Seat>,
    pub winners: SmallVec<[Seat; 8]>,
}

impl Core {
    fn encode(&self, out: &mut Encoder) {
        let Self {
            status,
            current,
            winners,
        } = self;
        out.byte(*status as u8);
        out.seat(*current);
        out.number(winners.len() as u64);
        for winner in winners {
            out.byte(winner.0);
        }
    }
}

/// [`PluginState`] behind a pointer.
pub(crate) trait StateObject: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn boxed(&self) -> Box<dyn StateObject>;
    fn copy_from(&mut self, other: &dyn StateObject);
    fn encode_to(&self, out: &mut Encoder);
    fn seen_by(&self, viewer: Viewer) -> Arc<dyn WireObject>;
}

impl<S: PluginState> StateObject for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn StateObject> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, other: &dyn StateObject) {
        if let Some(other) = other.as_any().downcast_ref::<S>() {
            self.clone_from(other);
        }
    }

    fn encode_to(&self, out: &mut Encoder) {
        self.encode(out);
    }

    fn seen_by(&self, viewer: Viewer) -> Arc<dyn WireObject> {
        Arc::new(self.seen(viewer))
    }
}

struct Pieces {
    core: Core,
    variables: BTreeMap<String, Value>,
    random: Rng,
    zones: Vec<ZoneState>,
    states: Vec<Box<dyn StateObject>>,
}

impl Clone for Pieces {
    fn clone(&self) -> Self {
        Self {
            core: self.core.clone(),
            variables: self.variables.clone(),
            random: self.random.clone(),
            zones: self.zones.clone(),
            states: self.states.iter().map(|state| state.boxed()).collect(),
        }
    }
}

const CORE: usize = 0;
const VARIABLES: usize = 1;
const RANDOM: usize = 2;
const ZONES: usize = 3;

/// How many pieces a game may have: one bit each.
pub(crate) const MAX_PIECES: usize = 128;

/// Everything about a game at one moment, for reading. Rules, handlers and the host see it whole;
/// what a player may see of it is a [`Lens`](crate::Lens) or a [`View`](crate::View).
///
/// A state cannot be serialized:
///
/// ```compile_fail
/// fn leak(state: &decklet_engine::GameState) -> String {
///     serde_json::to_string(state).unwrap()
/// }
/// ```
#[derive(Clone)]
pub struct GameState {
    rules: Arc<Ruleset>,
    players: Arc<[Player]>,
    live: Pieces,
    saved: Pieces,
    dirty: u128,
    /// The first zone of each kind, as a place in `live.zones`.
    bases: SmallVec<[u16; 16]>,
    /// What each piece's hash is seeded with.
    seeds: Arc<[u64]>,
    hashes: Vec<u128>,
    hash: u128,
    encoder: Encoder,
}

impl GameState {
    /// A game before its start: every card in the zone it was registered in, in that order.
    pub(crate) fn new(rules: Arc<Ruleset>, players: Arc<[Player]>, random: Rng) -> Self {
        let names = Names {
            rules: &rules,
            players: &players,
        };
        let mut bases = SmallVec::new();
        let mut zones = Vec::new();
        let mut seeds = vec![
            piece_seed("core"),
            piece_seed("variables"),
            piece_seed("random"),
        ];
        for (kind, spec) in rules.zones.iter().enumerate() {
            bases.push(u16::try_from(zones.len()).expect("at most 128 pieces"));
            for seat in 0..if spec.per_seat { players.len() } else { 1 } {
                let id = ZoneId {
                    kind: u8::try_from(kind).expect("checked when frozen"),
                    seat: u8::try_from(seat).expect("checked when created"),
                };
                seeds.push(piece_seed(&names.zone(id)));
                zones.push(ZoneState::default());
            }
        }
        seeds.extend(rules.states.iter().map(|state| piece_seed(state.name)));
        for deck in &rules.decks {
            let place = usize::from(bases[usize::from(deck.zone.kind)]);
            zones[place].cards.extend(deck.cards.clone().map(CardId));
        }
        let live = Pieces {
            core: Core {
                status: Status::Waiting,
                current: None,
                winners: SmallVec::new(),
            },
            variables: BTreeMap::new(),
            random,
            zones,
            states: rules
                .states
                .iter()
                .map(|state| state.initial.boxed())
                .collect(),
        };
        let mut state = Self {
            saved: live.clone(),
            live,
            dirty: 0,
            bases,
            hashes: vec![0; seeds.len()],
            seeds: seeds.into(),
            hash: 0,
            encoder: Encoder::default(),
            rules,
            players,
        };
        state.dirty = (1_u128 << state.hashes.len()).wrapping_sub(1);
        state.commit();
        state
    }

    /// The frozen rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    pub(crate) fn rules_arc(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    pub(crate) fn players_arc(&self) -> &Arc<[Player]> {
        &self.players
    }

    /// The players in seat order.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// How many players there are.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// Names for ids and back.
    #[must_use]
    pub fn names(&self) -> Names<'_> {
        Names {
            rules: &self.rules,
            players: &self.players,
        }
    }

    /// The game as a viewer sees it now, read in place, as within a handler. It knows no history;
    /// that of [`GameEngine::lens`](crate::GameEngine::lens) does.
    #[must_use]
    pub fn lens(&self, viewer: impl Into<Viewer>) -> Lens<'_> {
        Lens::new(self, &[], viewer.into())
    }

    /// Where the game stands.
    #[must_use]
    pub fn status(&self) -> Status {
        self.live.core.status
    }

    /// Whose turn it is.
    #[must_use]
    pub fn current_player(&self) -> Option<Seat> {
        self.live.core.current
    }

    /// The winners, in the order in which they were named.
    #[must_use]
    pub fn winners(&self) -> &[Seat] {
        &self.live.core.winners
    }

    /// A card of the game.
    ///
    /// # Panics
    /// When the game has no such card.
    #[must_use]
    pub fn card(&self, card: CardId) -> &Card {
        self.rules.card(card)
    }

    /// The cards in a zone: sorted in a set, the top last in a pile. Empty when there is no such
    /// zone.
    #[must_use]
    pub fn zone(&self, zone: ZoneId) -> &[CardId] {
        self.slot(zone)
            .map_or(&[], |slot| &self.live.zones[slot].cards)
    }

    /// Whether this zone exists at this table.
    #[must_use]
    pub fn has_zone(&self, zone: ZoneId) -> bool {
        self.slot(zone).is_some()
    }

    /// Whether a zone lies open for everybody ([`GameContext::open_zone`](crate::GameContext::open_zone)).
    #[must_use]
    pub fn is_open(&self, zone: ZoneId) -> bool {
        self.slot(zone)
            .is_some_and(|slot| self.live.zones[slot].open)
    }

    /// Every zone at this table.
    pub fn zones(&self) -> impl Iterator<Item = ZoneId> + '_ {
        let seats = self.seats();
        self.rules
            .zones
            .iter()
            .enumerate()
            .flat_map(move |(kind, spec)| {
                let count = if spec.per_seat { seats } else { 1 };
                (0..count).map(move |seat| ZoneId {
                    kind: u8::try_from(kind).expect("checked when frozen"),
                    seat: u8::try_from(seat).expect("checked when created"),
                })
            })
    }

    /// The state of one plugin.
    ///
    /// # Panics
    /// When no plugin registered a state of this type.
    #[must_use]
    #[inline]
    pub fn state<S: PluginState>(&self) -> &S {
        let place = self.rules.state_place::<S>();
        self.live.states[place]
            .as_any()
            .downcast_ref()
            .expect("found by its type")
    }

    /// What a plugin fixed when the rules were built: options and handles.
    ///
    /// # Panics
    /// When no plugin fixed a value of this type.
    #[must_use]
    #[inline]
    pub fn fixed<T: Send + Sync + 'static>(&self) -> &T {
        self.rules.fixed::<T>()
    }

    /// A house rule's variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.live.variables.get(name)
    }

    /// The house rules' variables by name.
    #[must_use]
    pub fn variables(&self) -> &BTreeMap<String, Value> {
        &self.live.variables
    }

    /// How many random numbers the game has drawn since its start.
    #[must_use]
    pub fn random_position(&self) -> u64 {
        self.live.random.position()
    }

    /// The fingerprint of the whole state after the last action.
    #[must_use]
    pub fn hash(&self) -> StateHash {
        StateHash(self.hash)
    }

    /// The same fingerprint, computed from nothing: for checking.
    #[must_use]
    pub fn hash_from_scratch(&self) -> StateHash {
        let mut encoder = Encoder::default();
        let hash = (0..self.hashes.len())
            .map(|piece| self.hash_piece(piece, &mut encoder))
            .fold(0, |all, hash| all ^ hash);
        StateHash(hash)
    }

    fn slot(&self, zone: ZoneId) -> Option<usize> {
        let base = *self.bases.get(usize::from(zone.kind))?;
        let per_seat = self.rules.zones[usize::from(zone.kind)].per_seat;
        let count = if per_seat { self.players.len() } else { 1 };
        (usize::from(zone.seat) < count).then(|| usize::from(base) + usize::from(zone.seat))
    }

    pub(crate) fn state_at(&self, place: usize) -> &dyn StateObject {
        &*self.live.states[place]
    }

    fn hash_piece(&self, piece: usize, encoder: &mut Encoder) -> u128 {
        let live = &self.live;
        match piece {
            CORE => live.core.encode(encoder),
            VARIABLES => {
                encoder.number(live.variables.len() as u64);
                for (name, value) in &live.variables {
                    encoder.bytes(name.as_bytes());
                    encoder.value(value);
                }
            }
            RANDOM => encoder.number(live.random.position()),
            _ if piece < ZONES + live.zones.len() => live.zones[piece - ZONES].encode(encoder),
            _ => live.states[piece - ZONES - live.zones.len()].encode_to(encoder),
        }
        encoder.finish(self.seeds[piece])
    }

    /// Keeps a copy of the piece if this is the first write to it.
    #[inline]
    fn touch(&mut self, piece: usize) {
        if self.dirty & (1 << piece) == 0 {
            self.dirty |= 1 << piece;
            self.save(piece);
        }
    }

    fn save(&mut self, piece: usize) {
        let Self { live, saved, .. } = self;
        match piece {
            CORE => saved.core.clone_from(&live.core),
            VARIABLES => saved.variables.clone_from(&live.variables),
            RANDOM => saved.random = live.random.clone(),
            _ if piece < ZONES + live.zones.len() => {
                let zone = piece - ZONES;
                saved.zones[zone].cards.clone_from(&live.zones[zone].cards);
                saved.zones[zone].open = live.zones[zone].open;
            }
            _ => {
                let state = piece - ZONES - live.zones.len();
                saved.states[state].copy_from(&*live.states[state]);
            }
        }
    }

    /// Forgets every write since the last commit.
    pub(crate) fn rollback(&mut self) {
        let Self { live, saved, .. } = self;
        for piece in Bits(std::mem::take(&mut self.dirty)) {
            match piece {
                CORE => std::mem::swap(&mut live.core, &mut saved.core),
                VARIABLES => std::mem::swap(&mut live.variables, &mut saved.variables),
                RANDOM => std::mem::swap(&mut live.random, &mut saved.random),
                _ if piece < ZONES + live.zones.len() => {
                    let zone = piece - ZONES;
                    std::mem::swap(&mut live.zones[zone], &mut saved.zones[zone]);
                }
                _ => {
                    let state = piece - ZONES - live.zones.len();
                    std::mem::swap(&mut live.states[state], &mut saved.states[state]);
                }
            }
        }
    }

    /// Keeps every write and brings the hash up to date.
    pub(crate) fn commit(&mut self) {
        let mut encoder = std::mem::take(&mut self.encoder);
        for piece in Bits(std::mem::take(&mut self.dirty)) {
            let hash = self.hash_piece(piece, &mut encoder);
            self.hash ^= self.hashes[piece] ^ hash;
            self.hashes[piece] = hash;
        }
        self.encoder = encoder;
    }

    #[inline]
    pub(crate) fn core_mut(&mut self) -> &mut Core {
        self.touch(CORE);
        &mut self.live.core
    }

    pub(crate) fn variables_mut(&mut self) -> &mut BTreeMap<String, Value> {
        self.touch(VARIABLES);
        &mut self.live.variables
    }

    pub(crate) fn random_mut(&mut self) -> &mut Rng {
        self.touch(RANDOM);
        &mut self.live.random
    }

    #[inline]
    pub(crate) fn zone_mut(&mut self, zone: ZoneId) -> Option<&mut ZoneState> {
        let slot = self.slot(zone)?;
        self.touch(ZONES + slot);
        Some(&mut self.live.zones[slot])
    }

    #[inline]
    pub(crate) fn state_mut(&mut self, place: usize) -> &mut dyn StateObject {
        self.touch(ZONES + self.live.zones.len() + place);
        &mut *self.live.states[place]
    }
}

/// The places of the set bits, from the lowest.
struct Bits(u128);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (place < 128).then_some(place as usize)
    }
}
