//! A deterministic plugin engine for card games.
//!
//! A game is a set of [plugins](Plugin): rules that allow or deny an action with a stable code,
//! handlers that change the table, and effects that react to events. The engine plays it
//! deterministically, shows each seat only what it may see, and keeps a log from which the game can
//! be replayed to the byte.
//!
//! The way in is [`GameEngine`]; the way to a game of one's own is [`Plugin`].

mod action;
pub mod actions;
mod card;
pub mod conformance;
mod context;
pub mod core;
pub mod draw;
mod encode;
mod engine;
mod event;
mod fields;
mod id;
mod legal;
mod lens;
pub mod log;
mod plugin;
mod registry;
mod rng;
mod rule;
mod ruleset;
mod scratch;
mod state;
pub mod turn;
mod value;
pub mod wire;
mod zone;

pub use action::{Action, ActionType, IntoAction, IntoFieldValue, NamedAction, Origin, Typed};
pub use card::{Card, CardList, CardRef};
pub use context::GameContext;
pub use draw::DrawPlugin;
pub use encode::{Encoder, StateHash};
pub use engine::{Commit, DeckOrder, EngineBuilder, Entry, GameEngine, SetupError};
pub use event::{Event, EventType};
pub use fields::{BadField, Field, FieldKind, Fields, MAX_IDS, Payload, ToWire};
pub use id::{CardId, Names, Player, PlayerRef, Seat, SeatZones, Viewer, ZoneId};
pub use legal::LegalActions;
pub use lens::{Lens, SeatEvent, View, ZoneSight};
pub use plugin::{GameBuilder, Plugin, PluginState};
pub use registry::{Registry, RegistryError};
pub use rng::{Rng, Seed, SeedError, Stream};
pub use rule::{AppliesTo, Denied, Deny, On, Rule, RuleContext, RuleResult, Validate, deny, ok};
pub use ruleset::{BuildError, BuildErrors, Limits, PluginInfo, Ruleset};
pub use scratch::Scratch;
pub use state::{GameState, Status};
pub use turn::TurnPlugin;
pub use value::Value;
pub use zone::{Who, Zone};
