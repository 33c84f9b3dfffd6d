//! What handlers and effects write through.

use crate::{
    action::{Action, ActionKind, ActionType, NamedAction, Origin},
    event::{Event, EventKind, EventType},
    id::{CardId, PlayerRef, Seat, Viewer, ZoneId},
    plugin::PluginState,
    rng::Rng,
    ruleset::Ruleset,
    scratch::Scratch,
    state::{GameState, Status},
    value::Value,
    zone::Who,
};
use std::{
    any::Any,
    collections::VecDeque,
    ops::Deref,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
};

/// What ends a transaction from inside a handler; carried by unwinding, so that nothing after it
/// runs.
pub(crate) struct Fault(pub String);

/// An action that waits for its turn in the cascade.
pub(crate) struct Pending {
    pub action: Action,
    pub depth: usize,
}

/// What one transaction gathers. Kept between transactions for its memory only.
#[derive(Default)]
pub(crate) struct Transaction {
    pub queue: VecDeque<Pending>,
    pub events: Vec<Event>,
    pub scratch: Scratch,
    /// Whose handler or effect is running.
    pub owner: usize,
    /// How far the running action is from the first.
    pub depth: usize,
    /// The running action, `None` in the effects of the start.
    pub running: Option<ActionKind>,
    /// Who sent it.
    pub player: PlayerRef,
    /// Writes so far.
    pub writes: u32,
    /// The write at which to fail, for tests.
    pub fail_at: Option<u32>,
}

impl Transaction {
    pub fn reset(&mut self) {
        self.queue.clear();
        self.events.clear();
        self.scratch.clear();
        self.owner = 0;
        self.depth = 0;
        self.running = None;
        self.player = PlayerRef::Absent;
        self.writes = 0;
    }
}

/// The game inside a transaction: everything can be read (see [`GameState`]), and this is the only
/// way to write. What is written is kept when the whole cascade succeeds, and forgotten otherwise.
///
/// A call that makes no sense (moving a card that is not there, writing another plugin's state)
/// ends the transaction: the action is refused by `engine-fault` and nothing has changed.
pub struct GameContext<'g> {
    pub(crate) rules: &'g Ruleset,
    pub(crate) state: &'g mut GameState,
    pub(crate) tx: &'g mut Transaction,
}

impl Deref for GameContext<'_> {
    type Target = GameState;

    #[inline]
    fn deref(&self) -> &GameState {
        self.state
    }
}

impl GameContext<'_> {
    /// Queues an action of the game itself. It runs, rules first, after this action's effects and
    /// after those queued before it.
    pub fn dispatch<A: ActionType>(&mut self, player: impl Into<PlayerRef>, payload: A) {
        let kind = self.rules.action_kind::<A>();
        let kind = kind.unwrap_or_else(|| fault(format!("no plugin carries out {}", A::TYPE)));
        self.queue(Action {
            kind,
            player: player.into(),
            payload: Arc::new(payload),
        });
    }

    /// Queues an action given by name.
    pub fn dispatch_named(&mut self, action: NamedAction) {
        match action.resolve(self.state.names(), Origin::System) {
            Ok(action) => self.queue(action),
            Err(bad) => fault(bad.to_string()),
        }
    }

    fn queue(&mut self, action: Action) {
        let depth = self.tx.depth + 1;
        self.tx.queue.push_back(Pending { action, depth });
    }

    /// Records that something happened, about a player or nobody. The event's effects run after
    /// the action's handler.
    pub fn emit<E: EventType>(&mut self, player: impl Into<Option<Seat>>, event: E) {
        self.count_write();
        let kind = self.rules.event_kind::<E>();
        let kind = kind.unwrap_or_else(|| fault(format!("no plugin registered {}", E::TYPE)));
        self.tx.events.push(Event {
            kind,
            player: player.into(),
            payload: Arc::new(event),
        });
    }

    /// Records an event given by name. Effects and lenses that look for an event by its Rust type
    /// do not find it, even if such a type has the same name.
    pub fn emit_named(&mut self, name: &str, player: Option<Seat>, payload: Value) {
        self.count_write();
        let kind = self.rules.find_event(name);
        let kind = kind.unwrap_or_else(|| fault(format!("no plugin registered {name}")));
        let payload = NamedEvent {
            value: payload,
            who: self.event_who(kind),
            player,
        };
        self.tx.events.push(Event {
            kind,
            player,
            payload: Arc::new(payload),
        });
    }

    fn event_who(&self, kind: EventKind) -> Who {
        self.rules.events[usize::from(kind.0)].who
    }

    /// Sets a house rule's variable. A variable of a plugin's state is not set by this.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.count_write();
        if self.rules.variable_fields().any(|field| field.name == name) {
            fault(format!(
                "the variable {name} is written by its own plugin only"
            ));
        }
        self.state
            .variables_mut()
            .insert(name.to_owned(), value.into());
    }

    /// Removes a house rule's variable.
    pub fn remove(&mut self, name: &str) {
        self.count_write();
        self.state.variables_mut().remove(name);
    }

    /// Moves a card to the top of a pile or to its place in a set.
    #[inline]
    pub fn move_card(&mut self, card: CardId, from: ZoneId, to: ZoneId) {
        self.take(card, from);
        let ordered = self.rules.zone_spec(to).zone.ordered;
        self.zone_mut(to).insert(card, ordered);
    }

    /// Moves a card under a pile.
    pub fn move_card_under(&mut self, card: CardId, from: ZoneId, to: ZoneId) {
        self.must_be_pile(to);
        self.take(card, from);
        self.zone_mut(to).cards.insert(0, card);
    }

    /// Moves all cards of one zone to the top of another, in their order.
    pub fn move_all(&mut self, from: ZoneId, to: ZoneId) {
        for card in self.zone(from).to_vec() {
            self.move_card(card, from, to);
        }
    }

    fn take(&mut self, card: CardId, from: ZoneId) {
        self.count_write();
        if !self.zone_mut(from).remove(card) {
            let names = self.state.names();
            fault(format!(
                "{} is not in {}",
                names.card(card),
                names.zone(from)
            ));
        }
    }

    fn zone_mut(&mut self, zone: ZoneId) -> &mut crate::zone::ZoneState {
        let kind = usize::from(zone.kind);
        match self.state.zone_mut(zone) {
            Some(state) => state,
            None => fault(format!(
                "seat {} has no zone {}",
                zone.seat, self.rules.zones[kind].name
            )),
        }
    }

    fn must_be_pile(&self, zone: ZoneId) {
        if !self.rules.zone_spec(zone).zone.ordered {
            let zone = self.state.names().zone(zone);
            fault(format!("{zone} is a set: only a pile has an order"));
        }
    }

    /// Shuffles a pile with the game's random numbers.
    pub fn shuffle(&mut self, zone: ZoneId) {
        self.count_write();
        self.must_be_pile(zone);
        let mut cards = std::mem::take(&mut self.zone_mut(zone).cards);
        self.state.random_mut().shuffle(&mut cards);
        self.zone_mut(zone).cards = cards;
    }

    /// Lays a zone open for everybody, or closes it again.
    pub fn open_zone(&mut self, zone: ZoneId, open: bool) {
        self.count_write();
        self.zone_mut(zone).open = open;
    }

    /// The game's random numbers (stream [`PLAY`](crate::Stream::PLAY)).
    pub fn random(&mut self) -> &mut Rng {
        self.count_write();
        self.state.random_mut()
    }

    /// Adds a winner. Once each.
    pub fn add_winner(&mut self, seat: Seat) {
        self.count_write();
        let core = self.state.core_mut();
        if !core.winners.contains(&seat) {
            core.winners.push(seat);
        }
    }

    /// Says where the game stands.
    pub fn set_status(&mut self, status: Status) {
        self.count_write();
        self.state.core_mut().status = status;
    }

    /// Says whose turn it is.
    #[inline]
    pub fn set_current_player(&mut self, seat: Option<Seat>) {
        self.count_write();
        self.state.core_mut().current = seat;
    }

    /// The running plugin's own state, for writing.
    #[inline]
    pub fn state_mut<S: PluginState>(&mut self) -> &mut S {
        self.count_write();
        let place = self.rules.state_place::<S>();
        if self.rules.states[place].owner != self.tx.owner {
            fault(format!(
                "the state \"{}\" is written by its own plugin only",
                S::NAME
            ));
        }
        self.state
            .state_mut(place)
            .as_any_mut()
            .downcast_mut()
            .expect("found by its type")
    }

    /// The seat that sent the running action, `None` at the start or when it names nobody at the
    /// table.
    #[must_use]
    pub fn acting_seat(&self) -> Option<Seat> {
        self.tx.player.seat()
    }

    /// Whether a player sent the running action or the game itself.
    #[must_use]
    pub fn origin(&self) -> Origin {
        if self.tx.depth == 0 && self.tx.running.is_some() {
            Origin::Player
        } else {
            Origin::System
        }
    }

    /// What the rules left for the handler.
    #[must_use]
    pub fn scratch(&self) -> &Scratch {
        &self.tx.scratch
    }

    /// Calls `f` and turns a fault of it into its message: for callers that must not be unwound
    /// through, as code in another language. What `f` wrote before is not taken back, so end the
    /// transaction with [`fault`](Self::fault) afterwards.
    ///
    /// # Errors
    /// What the fault, or the panic, said.
    pub fn attempt<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> Result<R, String> {
        catch_unwind(AssertUnwindSafe(|| f(self))).map_err(|panic| message(&*panic))
    }

    /// Ends the transaction because something is wrong that no rule foresaw.
    pub fn fault(&self, what: impl Into<String>) -> ! {
        fault(what.into())
    }

    #[inline]
    fn count_write(&mut self) {
        if self.tx.fail_at == Some(self.tx.writes) {
            fault("a fault injected by a test".to_owned());
        }
        self.tx.writes += 1;
    }
}

/// What a panic or a fault said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    if let Some(Fault(what)) = panic.downcast_ref() {
        what.clone()
    } else if let Some(what) = panic.downcast_ref::<&str>() {
        (*what).to_owned()
    } else if let Some(what) = panic.downcast_ref::<String>() {
        what.clone()
    } else {
        "unknown".to_owned()
    }
}

/// Unwinds without the panic hook: it is caught by the transaction.
fn fault(what: String) -> ! {
    resume_unwind(Box::new(Fault(what)))
}

/// The payload of an event given by name.
pub(crate) struct NamedEvent {
    pub value: Value,
    pub who: Who,
    pub player: Option<Seat>,
}

impl crate::event::EventObject for NamedEvent {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn seen_by(&self, viewer: Viewer) -> Option<Arc<dyn crate::fields::WireObject>> {
        viewer
            .is_among(self.who, self.player)
            .then(|| Arc::new(crate::action::NamedPayload(self.value.clone())) as _)
    }
}

impl Event {
    /// The payload of an event emitted by name.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        (*self.payload)
            .as_any()
            .downcast_ref::<NamedEvent>()
            .map(|event| &event.value)
    }
}
