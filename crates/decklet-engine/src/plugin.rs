//! Plugins, and the builder they configure.
//!
//! A plugin only configures: it registers cards, zones, state, actions, rules and effects. The
//! builder checks everything when it is frozen and reports all mistakes at once.

use crate::{
    action::{Action, ActionKind, ActionType, NamedPayload, Origin},
    card::Card,
    context::GameContext,
    encode::Encoder,
    event::{Event, EventKind, EventType},
    fields::{BadField, Payload, ToWire, WireObject},
    id::{CardId, Seat, SeatZones, Viewer, ZoneId},
    legal::LegalActions,
    lens::Lens,
    rule::Rule,
    ruleset::{
        ActionDef, BuildError, BuildErrors, Deck, Effect, EventDef, Handler, Limits, PluginInfo,
        Ruleset, StateDef, fingerprint,
    },
    value::Value,
    zone::{PLAYER, Who, Zone, ZoneSpec},
};
use std::{
    any::{TypeId, type_name},
    collections::{BTreeMap, HashMap},
    ops::RangeInclusive,
    sync::Arc,
};

/// A part of a game: the turn order, a draw pile, UNO, a house rule.
pub trait Plugin {
    /// The plugin's name, unique in a game.
    fn name(&self) -> &str;

    /// Raised whenever the same actions lead to another state than before, so that an older log is
    /// refused instead of replayed wrongly.
    fn version(&self) -> u32 {
        1
    }

    /// The plugins that must have been added before this one.
    fn requires(&self) -> &[&str] {
        &[]
    }

    /// Registers what the plugin brings.
    fn build(&self, game: &mut GameBuilder);
}

/// The state that a plugin keeps besides the zones. Only the plugin's own handlers and effects
/// write it.
pub trait PluginState: Clone + Send + Sync + 'static {
    /// The state's name, unique in a game; part of its hash.
    const NAME: &'static str;

    /// What a viewer may see of it, written as named variables.
    type Seen: ToWire;

    /// What `viewer` sees. There is no default: every state decides.
    fn seen(&self, viewer: Viewer) -> Self::Seen;

    /// Writes every field: begin with `let Self { … } = self;` without `..`.
    fn encode(&self, out: &mut Encoder);
}

type FixedValue = Box<dyn std::any::Any + Send + Sync>;
type LegalHook = Arc<dyn Fn(&Lens<'_>, Seat, &mut LegalActions) + Send + Sync>;

/// Collects what plugins register; see [`Plugin::build`].
pub struct GameBuilder {
    game: Option<(String, Value)>,
    players: Option<RangeInclusive<usize>>,
    limits: Limits,
    plugins: Vec<PluginInfo>,
    /// Whose `build` is running: its number in `plugins`, counted from 1; 0 outside of any.
    owner: usize,
    cards: Vec<Card>,
    zones: Vec<ZoneSpec>,
    decks: Vec<Deck>,
    actions: Vec<ActionDef>,
    opened: Vec<(String, String)>,
    aliases: Vec<(String, &'static str)>,
    events: Vec<EventDef>,
    effects: Vec<(String, Effect)>,
    rules: Vec<Rule>,
    states: Vec<StateDef>,
    fixed: Vec<(TypeId, FixedValue)>,
    needs: Vec<(TypeId, String)>,
    legal: Vec<LegalHook>,
    variables: BTreeMap<String, Who>,
    errors: Vec<BuildError>,
}

impl GameBuilder {
    /// A builder with the engine's own events and no plugin.
    #[must_use]
    pub fn new() -> Self {
        let mut builder = Self {
            game: None,
            players: None,
            limits: Limits::default(),
            plugins: Vec::new(),
            owner: 0,
            cards: Vec::new(),
            zones: Vec::new(),
            decks: Vec::new(),
            actions: Vec::new(),
            opened: Vec::new(),
            aliases: Vec::new(),
            events: Vec::new(),
            effects: Vec::new(),
            rules: Vec::new(),
            states: Vec::new(),
            fixed: Vec::new(),
            needs: Vec::new(),
            legal: Vec::new(),
            variables: BTreeMap::new(),
            errors: Vec::new(),
        };
        builder
            .event::<crate::core::GameStarted>()
            .event::<crate::core::CardPlayed>()
            .event::<crate::core::GameWon>()
            .event::<crate::core::GameFinished>();
        builder
    }

    /// Adds a plugin, after those it requires. A plugin may add others from its own `build`.
    pub fn plugin(&mut self, plugin: &(impl Plugin + ?Sized)) -> &mut Self {
        let name = plugin.name();
        if self.plugins.iter().any(|known| known.name == name) {
            self.errors.push(BuildError::PluginTwice {
                plugin: name.to_owned(),
            });
            return self;
        }
        self.plugins.push(PluginInfo {
            name: name.to_owned(),
            version: plugin.version(),
        });
        let outer = std::mem::replace(&mut self.owner, self.plugins.len());
        for required in plugin.requires() {
            self.require(required);
        }
        plugin.build(self);
        self.owner = outer;
        self
    }

    /// Says that the plugin of this name must have been added before the one that is building; the
    /// same as [`Plugin::requires`], for names that are known at run time only.
    pub fn require(&mut self, plugin: &str) -> &mut Self {
        let earlier = &self.plugins[..self.owner.saturating_sub(1)];
        if !earlier.iter().any(|known| known.name == plugin) {
            self.errors.push(BuildError::PluginMissing {
                plugin: self.building().to_owned(),
                required: plugin.to_owned(),
            });
        }
        self
    }

    /// The name of the plugin whose `build` is running.
    fn building(&self) -> &str {
        self.owner
            .checked_sub(1)
            .map_or("", |place| &self.plugins[place].name)
    }

    /// Says which game this is and with which options: what a log's header needs to build the
    /// same rules again. The last plugin to say so wins.
    pub fn game(&mut self, name: impl Into<String>, options: Value) -> &mut Self {
        self.game = Some((name.into(), options));
        self
    }

    /// How many players there may be. Each call narrows the range.
    pub fn players(&mut self, range: RangeInclusive<usize>) -> &mut Self {
        self.players = Some(match self.players.take() {
            Some(old) => *old.start().max(range.start())..=*old.end().min(range.end()),
            None => range,
        });
        self
    }

    /// How long a cascade may become.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// A zone that belongs to nobody, as `uno-deck`.
    pub fn zone(&mut self, name: &str, zone: Zone) -> ZoneId {
        ZoneId {
            kind: self.add_zone(name, zone, false),
            seat: 0,
        }
    }

    /// A zone for every seat. The name holds `{player}` once, as `player:{player}:hand`.
    pub fn zone_per_seat(&mut self, name: &str, zone: Zone) -> SeatZones {
        if name.matches(PLAYER).count() != 1 {
            self.errors.push(BuildError::ZoneName {
                zone: name.to_owned(),
            });
        }
        SeatZones {
            kind: self.add_zone(name, zone, true),
        }
    }

    fn add_zone(&mut self, name: &str, zone: Zone, per_seat: bool) -> u8 {
        if self.zones.iter().any(|known| known.name == name) {
            self.errors.push(BuildError::ZoneTwice {
                zone: name.to_owned(),
            });
        }
        let kind = u8::try_from(self.zones.len()).unwrap_or_else(|_| {
            self.errors.push(BuildError::TooMany {
                what: "kinds of zones",
                limit: 256,
            });
            0
        });
        self.zones.push(ZoneSpec::new(name, zone, per_seat));
        kind
    }

    /// The zone that another plugin registered under this name.
    #[must_use]
    pub fn find_zone(&self, name: &str) -> Option<ZoneId> {
        let kind = self
            .zones
            .iter()
            .position(|spec| spec.name == name && !spec.per_seat)?;
        Some(ZoneId {
            kind: u8::try_from(kind).ok()?,
            seat: 0,
        })
    }

    /// The zones of every seat that another plugin registered under this name.
    #[must_use]
    pub fn find_zone_per_seat(&self, name: &str) -> Option<SeatZones> {
        let kind = self
            .zones
            .iter()
            .position(|spec| spec.name == name && spec.per_seat)?;
        Some(SeatZones {
            kind: u8::try_from(kind).ok()?,
        })
    }

    /// Cards that begin in this zone, one that belongs to nobody, and are shuffled when the game
    /// starts. Their ids follow the cards registered before, in this order. Returns the first
    /// one's id.
    pub fn deck(&mut self, zone: ZoneId, cards: impl IntoIterator<Item = Card>) -> CardId {
        self.add_cards(zone, cards, true)
    }

    /// Cards that begin in this zone in this order.
    pub fn cards(&mut self, zone: ZoneId, cards: impl IntoIterator<Item = Card>) -> CardId {
        self.add_cards(zone, cards, false)
    }

    fn add_cards(
        &mut self,
        zone: ZoneId,
        cards: impl IntoIterator<Item = Card>,
        shuffled: bool,
    ) -> CardId {
        let first = self.cards.len();
        match self.zones.get(usize::from(zone.kind)) {
            Some(spec) if !spec.per_seat => {}
            spec => {
                let zone = spec.map_or_else(|| "?".to_owned(), |spec| spec.name.clone());
                self.errors.push(BuildError::DeckZone { zone });
            }
        }
        self.cards.extend(cards);
        if self.cards.len() >= usize::from(i16::MAX as u16) {
            self.errors.push(BuildError::TooMany {
                what: "cards",
                limit: 32_767,
            });
            self.cards.truncate(first);
        }
        let range = first as u16..self.cards.len() as u16;
        self.decks.push(Deck {
            zone,
            cards: range,
            shuffled,
        });
        CardId(first as u16)
    }

    /// The plugin's state, as it is before the start.
    pub fn state<S: PluginState>(&mut self, initial: S) -> &mut Self {
        let of_type = TypeId::of::<S>();
        if self
            .states
            .iter()
            .any(|known| known.name == S::NAME || known.of_type == of_type)
        {
            self.errors.push(BuildError::StateTwice { state: S::NAME });
            return self;
        }
        self.states.push(StateDef {
            name: S::NAME,
            of_type,
            owner: self.owner,
            initial: Box::new(initial),
            fields: S::Seen::FIELDS,
        });
        self
    }

    /// Something that never changes: options, handles. Never copied, never hashed; found by its
    /// type.
    pub fn fixed<T: Send + Sync + 'static>(&mut self, value: T) -> &mut Self {
        if self.fixed_value::<T>().is_some() {
            self.errors.push(BuildError::FixedTwice {
                of_type: type_name::<T>(),
            });
        }
        self.fixed.push((TypeId::of::<T>(), Box::new(value)));
        self
    }

    /// What a plugin fixed so far.
    #[must_use]
    pub fn fixed_value<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let (_, value) = self
            .fixed
            .iter()
            .find(|(of_type, _)| *of_type == TypeId::of::<T>())?;
        value.downcast_ref()
    }

    /// Says that some plugin, before or after this one, must fix a value of this type; `hint` says
    /// what for.
    pub fn needs<T: Send + Sync + 'static>(&mut self, hint: &str) -> &mut Self {
        self.needs.push((TypeId::of::<T>(), hint.to_owned()));
        self
    }

    /// An action of this type, who may send it, and what carries it out.
    pub fn action<A: ActionType>(
        &mut self,
        origin: Origin,
        handler: impl Fn(&mut GameContext<'_>, &A) + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_action(ActionDef {
            name: A::TYPE.to_owned(),
            of_type: Some(TypeId::of::<A>()),
            origin,
            owner: self.owner,
            handler: typed(handler),
            decode: Arc::new(|payload| Ok(Arc::new(A::from_wire(payload)?) as Arc<dyn WireObject>)),
            fields: A::FIELDS,
            rules: Vec::new(),
        })
    }

    /// An action known by name only, with whatever payload: for plugins in another language.
    pub fn action_named(
        &mut self,
        name: impl Into<String>,
        origin: Origin,
        handler: impl Fn(&mut GameContext<'_>, &Action) + Send + Sync + 'static,
    ) -> &mut Self {
        let decode = |payload: &Payload<'_>| -> Result<Arc<dyn WireObject>, BadField> {
            Ok(Arc::new(NamedPayload(payload.value.clone())))
        };
        self.add_action(ActionDef {
            name: name.into(),
            of_type: None,
            origin,
            owner: self.owner,
            handler: Arc::new(handler),
            decode: Arc::new(decode),
            fields: &[],
            rules: Vec::new(),
        })
    }

    fn add_action(&mut self, def: ActionDef) -> &mut Self {
        let known = |old: &ActionDef| {
            old.name == def.name || (def.of_type.is_some() && old.of_type == def.of_type)
        };
        if self.actions.iter().any(known) {
            self.errors
                .push(BuildError::ActionTwice { action: def.name });
        } else {
            self.actions.push(def);
        }
        self
    }

    /// Carries out an action in this plugin's way instead of that of the plugin that registered it
    /// before. Who may send it stays as it was.
    pub fn replace<A: ActionType>(
        &mut self,
        handler: impl Fn(&mut GameContext<'_>, &A) + Send + Sync + 'static,
    ) -> &mut Self {
        let owner = self.owner;
        match self.actions.iter_mut().find(|def| def.name == A::TYPE) {
            Some(def) => {
                def.owner = owner;
                def.handler = typed(handler);
            }
            None => {
                let by = format!("plugin {}", self.building());
                self.errors.push(BuildError::UnknownAction {
                    action: A::TYPE.to_owned(),
                    by,
                });
            }
        }
        self
    }

    /// Another spelling of an action's type that is accepted at the edge, never written.
    pub fn alias(&mut self, spelling: &str, action: &'static str) -> &mut Self {
        self.aliases.push((spelling.to_owned(), action));
        self
    }

    /// Lets players send an action that another plugin registered for the system.
    pub fn allow_players<A: ActionType>(&mut self) -> &mut Self {
        self.allow_players_named(A::TYPE)
    }

    /// The same for an action given by name.
    pub fn allow_players_named(&mut self, action: impl Into<String>) -> &mut Self {
        let plugin = self.building().to_owned();
        self.opened.push((action.into(), plugin));
        self
    }

    /// Rules, after those registered before.
    pub fn rules<'r>(&mut self, rules: impl IntoIterator<Item = &'r Rule>) -> &mut Self {
        self.rules.extend(rules.into_iter().cloned());
        self
    }

    /// A kind of event that the plugin may emit.
    pub fn event<E: EventType>(&mut self) -> &mut Self {
        self.add_event(EventDef {
            name: E::TYPE.to_owned(),
            of_type: Some(TypeId::of::<E>()),
            who: Who::All,
            fields: E::Seen::FIELDS,
            effects: Vec::new(),
        })
    }

    /// A kind of event known by name only, seen by everybody, by the player it is about, or by the
    /// referee.
    pub fn event_named(&mut self, name: impl Into<String>, who: Who) -> &mut Self {
        self.add_event(EventDef {
            name: name.into(),
            of_type: None,
            who,
            fields: &[],
            effects: Vec::new(),
        })
    }

    fn add_event(&mut self, def: EventDef) -> &mut Self {
        match self.events.iter().find(|known| known.name == def.name) {
            // Two plugins may both emit the same event.
            Some(known) if known.of_type == def.of_type && known.who == def.who => {}
            Some(_) => self.errors.push(BuildError::EventTwice { event: def.name }),
            None => self.events.push(def),
        }
        self
    }

    /// An effect: what follows when an event of this type was emitted. Effects run in the order of
    /// registration, inside the action's transaction.
    pub fn on<E: EventType>(
        &mut self,
        effect: impl Fn(&mut GameContext<'_>, &E) + Send + Sync + 'static,
    ) -> &mut Self {
        self.on_named(E::TYPE, move |ctx, event: &Event| {
            if let Some(event) = event.get::<E>() {
                effect(ctx, event);
            }
        })
    }

    /// An effect of an event given by name.
    pub fn on_named(
        &mut self,
        event: impl Into<String>,
        effect: impl Fn(&mut GameContext<'_>, &Event) + Send + Sync + 'static,
    ) -> &mut Self {
        let effect = Effect {
            owner: self.owner,
            run: Arc::new(effect),
        };
        self.effects.push((event.into(), effect));
        self
    }

    /// Proposes what a seat may do, from what the seat sees. The rules of all plugins then filter
    /// the proposals.
    pub fn legal_actions(
        &mut self,
        propose: impl Fn(&Lens<'_>, Seat, &mut LegalActions) + Send + Sync + 'static,
    ) -> &mut Self {
        self.legal.push(Arc::new(propose));
        self
    }

    /// Who sees a house rule's variable: [`All`](Who::All), or [`Nobody`](Who::Nobody) but the
    /// referee, as one that is not declared. It belongs to no seat, so `Owner` means nobody too.
    pub fn variable(&mut self, name: impl Into<String>, who: Who) -> &mut Self {
        let name = name.into();
        match self.variables.get(&name) {
            Some(&known) if known != who => {
                self.errors
                    .push(BuildError::VariableTwice { variable: name });
            }
            _ => drop(self.variables.insert(name, who)),
        }
        self
    }

    /// Checks everything and freezes it.
    ///
    /// # Errors
    /// [`BuildErrors`]: every mistake, not only the first.
    pub fn freeze(mut self) -> Result<Arc<Ruleset>, BuildErrors> {
        self.resolve_openings();
        let aliases = self.resolve_aliases();
        self.resolve_effects();
        self.compile_rules();
        self.check_variables();
        let card_names = self.index_cards();
        for (of_type, hint) in &self.needs {
            if !self.fixed.iter().any(|(fixed, _)| fixed == of_type) {
                self.errors
                    .push(BuildError::FixedMissing { hint: hint.clone() });
            }
        }
        if self.players.as_ref().is_some_and(RangeInclusive::is_empty) {
            self.errors.push(BuildError::NoPlayers);
        }
        let (game, options) = self.game.take().unwrap_or_else(|| {
            let name = self.plugins.last().map(|plugin| plugin.name.clone());
            (name.unwrap_or_default(), Value::Null)
        });
        if !self.errors.is_empty() {
            return Err(BuildErrors(self.errors));
        }
        let action_types = by_type(self.actions.iter().map(|def| def.of_type), ActionKind);
        let event_types = by_type(self.events.iter().map(|def| def.of_type), EventKind);
        let mut ruleset = Ruleset {
            game,
            options,
            players: self.players.unwrap_or(1..=usize::from(u8::MAX)),
            limits: self.limits,
            plugins: self.plugins,
            cards: self.cards,
            card_names,
            zones: self.zones,
            decks: self.decks,
            actions: self.actions,
            aliases,
            action_types,
            events: self.events,
            event_types,
            rules: self.rules,
            states: self.states,
            fixed: self.fixed,
            legal: self.legal,
            variables: self.variables,
            fingerprint: String::new(),
        };
        ruleset.fingerprint = fingerprint(&ruleset);
        Ok(Arc::new(ruleset))
    }

    fn resolve_openings(&mut self) {
        for (name, plugin) in std::mem::take(&mut self.opened) {
            match self.actions.iter_mut().find(|def| def.name == name) {
                Some(def) => def.origin = Origin::Player,
                None => self.errors.push(BuildError::UnknownAction {
                    action: name,
                    by: format!("plugin {plugin}"),
                }),
            }
        }
    }

    fn resolve_aliases(&mut self) -> Vec<(String, ActionKind)> {
        let mut aliases = Vec::with_capacity(self.aliases.len());
        for (spelling, action) in std::mem::take(&mut self.aliases) {
            let place = self.actions.iter().position(|def| def.name == action);
            match place.and_then(|place| u16::try_from(place).ok()) {
                Some(place) => aliases.push((spelling, ActionKind(place))),
                None => self.errors.push(BuildError::UnknownAction {
                    action: action.to_owned(),
                    by: format!("the spelling {spelling}"),
                }),
            }
        }
        aliases
    }

    fn resolve_effects(&mut self) {
        for (name, effect) in std::mem::take(&mut self.effects) {
            match self.events.iter_mut().find(|def| def.name == name) {
                Some(def) => def.effects.push(effect),
                None => self.errors.push(BuildError::UnknownEvent { event: name }),
            }
        }
    }

    /// One list of rules for each type of action.
    fn compile_rules(&mut self) {
        for (place, rule) in self.rules.iter().enumerate() {
            if self.rules[..place]
                .iter()
                .any(|known| known.id() == rule.id())
            {
                self.errors.push(BuildError::RuleTwice {
                    rule: rule.id().to_owned(),
                });
            }
            for name in rule.applies_to().names() {
                if !self.actions.iter().any(|def| def.name == name) {
                    self.errors.push(BuildError::UnknownAction {
                        action: name.to_owned(),
                        by: format!("rule {}", rule.id()),
                    });
                }
            }
            for def in &mut self.actions {
                if rule.applies_to().covers(&def.name) {
                    def.rules.push(place);
                }
            }
        }
    }

    /// A view writes the variables of all states and of the house rules under their names.
    fn check_variables(&mut self) {
        let fields = self.states.iter().flat_map(|state| state.fields);
        let mut names: Vec<&str> = fields.map(|field| field.name).collect();
        names.extend(self.variables.keys().map(String::as_str));
        names.sort_unstable();
        for twice in names.windows(2).filter(|pair| pair[0] == pair[1]) {
            self.errors.push(BuildError::VariableTwice {
                variable: twice[0].to_owned(),
            });
        }
    }

    fn index_cards(&mut self) -> HashMap<String, CardId> {
        let mut names = HashMap::with_capacity(self.cards.len());
        for (place, card) in self.cards.iter().enumerate() {
            let id = CardId(u16::try_from(place).expect("checked when registered"));
            if names.insert(card.name().to_owned(), id).is_some() {
                self.errors.push(BuildError::CardTwice {
                    card: card.name().to_owned(),
                });
            }
        }
        names
    }
}

impl Default for GameBuilder {
    fn default() -> Self {
        Self::new()
    }
}

fn typed<A: ActionType>(
    handler: impl Fn(&mut GameContext<'_>, &A) + Send + Sync + 'static,
) -> Handler {
    Arc::new(move |ctx, action: &Action| match action.get::<A>() {
        Some(action) => handler(ctx, action),
        None => ctx.fault(format!("this action is no {} of this game", A::TYPE)),
    })
}

fn by_type<K>(
    types: impl Iterator<Item = Option<TypeId>>,
    kind: impl Fn(u16) -> K,
) -> Vec<(TypeId, K)> {
    let place = |place| u16::try_from(place).expect("fewer than 65,536 types");
    types
        .enumerate()
        .filter_map(|(i, of_type)| Some((of_type?, kind(place(i)))))
        .collect()
}
