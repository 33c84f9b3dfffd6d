//! The frozen rules of a game: shared by all games that are played by them.

use crate::{
    action::{Action, ActionKind, ActionType, Origin},
    card::Card,
    context::GameContext,
    event::{Event, EventKind, EventType},
    fields::{BadField, Field, Payload, WireObject},
    id::{CardId, Seat, ZoneId},
    legal::LegalActions,
    lens::Lens,
    plugin::PluginState,
    rule::Rule,
    state::StateObject,
    value::Value,
    zone::{Who, ZoneSpec},
};
use std::{
    any::{Any, TypeId, type_name},
    collections::{BTreeMap, HashMap},
    fmt,
    ops::{Range, RangeInclusive},
    sync::Arc,
};

/// How long the cascade of one action may become before it is refused (`CASCADE_LIMIT`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Actions, the first included.
    pub actions: usize,
    /// Events.
    pub events: usize,
    /// How far a follow-up may be from the first action.
    pub depth: usize,
}

impl Default for Limits {
    /// 1,024 actions, 4,096 events, 64 deep.
    fn default() -> Self {
        Self {
            actions: 1024,
            events: 4096,
            depth: 64,
        }
    }
}

/// A plugin of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: u32,
}

pub(crate) type Handler = Arc<dyn Fn(&mut GameContext<'_>, &Action) + Send + Sync>;
pub(crate) type React = Arc<dyn Fn(&mut GameContext<'_>, &Event) + Send + Sync>;
pub(crate) type Decode =
    Arc<dyn Fn(&Payload<'_>) -> Result<Arc<dyn WireObject>, BadField> + Send + Sync>;
pub(crate) type Propose = Arc<dyn Fn(&Lens<'_>, Seat, &mut LegalActions) + Send + Sync>;

pub(crate) struct ActionDef {
    pub name: String,
    pub of_type: Option<TypeId>,
    pub origin: Origin,
    pub owner: usize,
    pub handler: Handler,
    pub decode: Decode,
    pub fields: &'static [Field],
    pub rules: Vec<usize>,
}

pub(crate) struct Effect {
    pub owner: usize,
    pub run: React,
}

pub(crate) struct EventDef {
    pub name: String,
    pub of_type: Option<TypeId>,
    pub who: Who,
    pub fields: &'static [Field],
    pub effects: Vec<Effect>,
}

pub(crate) struct StateDef {
    pub name: &'static str,
    pub of_type: TypeId,
    pub owner: usize,
    pub initial: Box<dyn StateObject>,
    pub fields: &'static [Field],
}

pub(crate) struct Deck {
    pub zone: ZoneId,
    pub cards: Range<u16>,
    pub shuffled: bool,
}

/// What plugins registered, checked and frozen. Made by
/// [`GameBuilder::freeze`](crate::GameBuilder::freeze); games are made from it cheaply.
pub struct Ruleset {
    pub(crate) game: String,
    pub(crate) options: Value,
    pub(crate) players: RangeInclusive<usize>,
    pub(crate) limits: Limits,
    pub(crate) plugins: Vec<PluginInfo>,
    pub(crate) cards: Vec<Card>,
    pub(crate) card_names: HashMap<String, CardId>,
    pub(crate) zones: Vec<ZoneSpec>,
    pub(crate) decks: Vec<Deck>,
    pub(crate) actions: Vec<ActionDef>,
    pub(crate) aliases: Vec<(String, ActionKind)>,
    pub(crate) action_types: Vec<(TypeId, ActionKind)>,
    pub(crate) events: Vec<EventDef>,
    pub(crate) event_types: Vec<(TypeId, EventKind)>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) states: Vec<StateDef>,
    pub(crate) fixed: Vec<(TypeId, Box<dyn Any + Send + Sync>)>,
    pub(crate) legal: Vec<Propose>,
    pub(crate) variables: BTreeMap<String, Who>,
    pub(crate) fingerprint: String,
}

impl Ruleset {
    /// The game's name, as `uno`.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The options it was built with, as a log's header holds them.
    #[must_use]
    pub fn options(&self) -> &Value {
        &self.options
    }

    /// How many players there may be.
    #[must_use]
    pub fn players(&self) -> RangeInclusive<usize> {
        self.players.clone()
    }

    /// The plugins in order.
    #[must_use]
    pub fn plugins(&self) -> &[PluginInfo] {
        &self.plugins
    }

    /// The rules in order.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The cards by id.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// A card.
    ///
    /// # Panics
    /// When the game has no such card.
    #[must_use]
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[usize::from(card.0)]
    }

    /// The card of this name.
    #[must_use]
    pub fn find_card(&self, name: &str) -> Option<CardId> {
        self.card_names.get(name).copied()
    }

    /// What tells these rules from others: plugins with their versions, options, cards, zones,
    /// actions, events and rules in order. A log can only be replayed by rules with the same one.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Every action type with who may send it and its fields, in order of registration.
    pub fn action_types(&self) -> impl Iterator<Item = (&str, Origin, &'static [Field])> {
        self.actions
            .iter()
            .map(|def| (&*def.name, def.origin, def.fields))
    }

    /// Every event type with its fields, in order of registration.
    pub fn event_types(&self) -> impl Iterator<Item = (&str, &'static [Field])> {
        self.events.iter().map(|def| (&*def.name, def.fields))
    }

    /// Every variable of the plugins' states, in order of registration.
    pub fn variable_fields(&self) -> impl Iterator<Item = &'static Field> {
        self.states.iter().flat_map(|state| state.fields)
    }

    /// The name of an action's type.
    #[must_use]
    pub fn action_name(&self, action: &Action) -> &str {
        &self.action(action.kind).name
    }

    /// The name of an event's type.
    #[must_use]
    pub fn event_name(&self, event: &Event) -> &str {
        &self.events[usize::from(event.kind.0)].name
    }

    pub(crate) fn action(&self, kind: ActionKind) -> &ActionDef {
        &self.actions[usize::from(kind.0)]
    }

    #[inline]
    pub(crate) fn action_kind<A: ActionType>(&self) -> Option<ActionKind> {
        find(&self.action_types, TypeId::of::<A>())
    }

    pub(crate) fn find_action(&self, name: &str) -> Option<ActionKind> {
        if let Some(place) = self.actions.iter().position(|def| def.name == name) {
            return u16::try_from(place).ok().map(ActionKind);
        }
        let alias = self.aliases.iter().find(|(spelling, _)| spelling == name);
        alias.map(|&(_, kind)| kind)
    }

    #[inline]
    pub(crate) fn event_kind<E: EventType>(&self) -> Option<EventKind> {
        find(&self.event_types, TypeId::of::<E>())
    }

    pub(crate) fn find_event(&self, name: &str) -> Option<EventKind> {
        let place = self.events.iter().position(|def| def.name == name)?;
        u16::try_from(place).ok().map(EventKind)
    }

    pub(crate) fn zone_spec(&self, zone: ZoneId) -> &ZoneSpec {
        &self.zones[usize::from(zone.kind)]
    }

    #[inline]
    pub(crate) fn state_place<S: PluginState>(&self) -> usize {
        let of_type = TypeId::of::<S>();
        match self
            .states
            .iter()
            .position(|state| state.of_type == of_type)
        {
            Some(place) => place,
            None => panic!("no plugin of this game has the state \"{}\"", S::NAME),
        }
    }

    #[inline]
    pub(crate) fn fixed<T: Send + Sync + 'static>(&self) -> &T {
        let of_type = TypeId::of::<T>();
        match self.fixed.iter().find(|(fixed, _)| *fixed == of_type) {
            Some((_, value)) => value.downcast_ref().expect("found by its type"),
            None => panic!("no plugin of this game fixed a {}", type_name::<T>()),
        }
    }
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ruleset({} {})", self.game, self.fingerprint)
    }
}

/// A table has a handful of types: looking through them all is faster than hashing.
#[inline]
fn find<K: Copy>(types: &[(TypeId, K)], of_type: TypeId) -> Option<K> {
    types
        .iter()
        .find(|(known, _)| *known == of_type)
        .map(|&(_, kind)| kind)
}

/// blake3 over the names, 32 hexadecimal digits of it.
pub(crate) fn fingerprint(rules: &Ruleset) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("decklet rules v1");
    let mut add = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    add(&rules.game);
    add(&rules.options.to_string());
    let plugins = rules.plugins.iter();
    let lists: [Vec<String>; 7] = [
        plugins
            .map(|it| format!("{} {}", it.name, it.version))
            .collect(),
        rules
            .cards
            .iter()
            .map(|card| card.name().to_owned())
            .collect(),
        rules.zones.iter().map(|zone| zone.name.clone()).collect(),
        rules
            .actions
            .iter()
            .map(|action| action.name.clone())
            .collect(),
        rules
            .events
            .iter()
            .map(|event| event.name.clone())
            .collect(),
        rules
            .rules
            .iter()
            .map(|rule| rule.id().to_owned())
            .collect(),
        rules
            .states
            .iter()
            .map(|state| state.name.to_owned())
            .collect(),
    ];
    for list in &lists {
        add(&list.len().to_string());
        list.iter().for_each(|name| add(name));
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// A mistake found when rules are frozen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The same plugin was added twice.
    #[error("plugin \"{plugin}\" was added twice")]
    PluginTwice {
        /// Its name.
        plugin: String,
    },
    /// A plugin was added without one it requires, or before it.
    #[error("plugin \"{plugin}\" requires \"{required}\": add that one before it")]
    PluginMissing {
        /// The plugin added.
        plugin: String,
        /// The one it requires.
        required: String,
    },
    /// Two zones have the same name.
    #[error("zone \"{zone}\" was registered twice")]
    ZoneTwice {
        /// Its name.
        zone: String,
    },
    /// The name of a zone for every seat does not say where the player's id goes.
    #[error("zone \"{zone}\" is for every seat: its name must hold {{player}} once")]
    ZoneName {
        /// Its name.
        zone: String,
    },
    /// Cards begin in a zone of a seat, which may not be at the table, or of another game.
    #[error("cards cannot begin in zone \"{zone}\": it must belong to nobody")]
    DeckZone {
        /// Its name.
        zone: String,
    },
    /// Two variables of states or house rules have the same name, or one has two audiences.
    #[error("variable \"{variable}\" was registered twice")]
    VariableTwice {
        /// Its name.
        variable: String,
    },
    /// Two cards have the same name.
    #[error("card \"{card}\" was registered twice")]
    CardTwice {
        /// Its name.
        card: String,
    },
    /// Two plugins carry out the same action.
    #[error("action \"{action}\" was registered twice; only one plugin carries it out")]
    ActionTwice {
        /// Its type.
        action: String,
    },
    /// An event's name was registered for two different types or audiences.
    #[error("event \"{event}\" was registered twice, with different types or viewers")]
    EventTwice {
        /// Its type.
        event: String,
    },
    /// Two rules have the same id.
    #[error("rule \"{rule}\" was registered twice")]
    RuleTwice {
        /// Its id.
        rule: String,
    },
    /// Two states have the same name or type.
    #[error("state \"{state}\" was registered twice")]
    StateTwice {
        /// Its name.
        state: &'static str,
    },
    /// Two plugins fixed a value of the same type.
    #[error("a value of type {of_type} was fixed twice")]
    FixedTwice {
        /// The type.
        of_type: &'static str,
    },
    /// No plugin fixed a value that another one needs.
    #[error("{hint}")]
    FixedMissing {
        /// What is needed and what for.
        hint: String,
    },
    /// A name that no action has.
    #[error("{by} names the action \"{action}\", which nobody registered")]
    UnknownAction {
        /// The name.
        action: String,
        /// Who names it.
        by: String,
    },
    /// An effect of an event that nobody registered.
    #[error("an effect waits for the event \"{event}\", which nobody registered")]
    UnknownEvent {
        /// The name.
        event: String,
    },
    /// The plugins' ranges of players do not meet.
    #[error("no number of players suits all plugins")]
    NoPlayers,
    /// More than the engine can hold.
    #[error("too many {what}: {limit} are the most")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
}

/// All mistakes found when rules are frozen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildErrors(pub Vec<BuildError>);

impl fmt::Display for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game cannot be built:")?;
        self.0.iter().try_for_each(|error| write!(f, "\n- {error}"))
    }
}

impl std::error::Error for BuildErrors {}
