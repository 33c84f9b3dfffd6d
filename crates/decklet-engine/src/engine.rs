//! A game being played: dispatch, log, undo.

use crate::{
    action::{Action, IntoAction, Origin},
    context::{GameContext, Pending, Transaction, message},
    core::GameStarted,
    encode::StateHash,
    event::Event,
    id::{CardId, Player, Seat, Viewer},
    legal::LegalActions,
    lens::{Lens, SeatEvent, View},
    plugin::{GameBuilder, Plugin},
    rng::{Seed, Stream},
    rule::{Denied, Rule, RuleContext, deny},
    ruleset::{BuildErrors, Ruleset},
    scratch::Scratch,
    state::{GameState, Status},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// One entry of a game's log: the start, or an action that was accepted, with all that followed.
#[derive(Clone, Debug)]
pub struct Entry {
    index: u64,
    action: Option<Action>,
    events: Arc<[Event]>,
    hash: StateHash,
}

impl Entry {
    /// Its number: 0 for the start, then 1, 2, …
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// The action, `None` for the start.
    #[must_use]
    pub fn action(&self) -> Option<&Action> {
        self.action.as_ref()
    }

    /// What happened, in order, with all secrets.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The state's fingerprint afterwards.
    #[must_use]
    pub fn hash(&self) -> StateHash {
        self.hash
    }
}

/// An action that was accepted: its number in the log, and what happened.
#[derive(Clone, Debug)]
pub struct Commit {
    index: u64,
    events: Arc<[Event]>,
}

impl Commit {
    /// The number of the log entry.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// What happened, in order, with all secrets.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

/// The order of the cards before the first deal, for a game with given cards: every card once. In
/// a pile the last card is the top one.
///
/// Cards of several decks may be mixed; each deck takes its own in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckOrder(pub Vec<CardId>);

/// Why a game cannot be set up or started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Too few or too many players.
    #[error("{given} players, but this game is for {least} to {most}")]
    Players {
        /// How many were given.
        given: usize,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// A player's id cannot be used.
    #[error("player id \"{id}\": {reason}")]
    PlayerId {
        /// The id.
        id: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// Two players have the same seat.
    #[error("seat {seat} is given to two players")]
    SeatTwice {
        /// The seat.
        seat: u32,
    },
    /// A deck order that does not hold every card once.
    #[error("the deck's order must hold every card once: {what}")]
    DeckOrder {
        /// What is wrong.
        what: String,
    },
    /// More zones and states than the engine can hold for so many players.
    #[error("{pieces} zones and states at a table of {players}; {most} are the most")]
    TooLarge {
        /// Zones, states and three more.
        pieces: usize,
        /// Players.
        players: usize,
        /// The limit.
        most: usize,
    },
    /// The game was started already.
    #[error("the game has been started already")]
    AlreadyStarted,
    /// No game was created.
    #[error("there are no players yet: call create_game first")]
    NoGame,
    /// A follow-up of the start was refused.
    #[error("the game cannot start: {0}")]
    Refused(#[from] Denied),
}

type Listener = Box<dyn FnMut(&GameState, &Entry) + Send>;

/// A game by frozen rules.
///
/// ```
/// use decklet_engine::{GameEngine, Player, TurnPlugin};
///
/// let mut engine = GameEngine::builder().plugin(TurnPlugin).seed(7).build()?;
/// engine.create_game(Player::numbered(3))?;
/// engine.start()?;
/// assert_eq!(engine.state().status().name(), "playing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameEngine {
    rules: Arc<Ruleset>,
    seed: Seed,
    order: Option<DeckOrder>,
    state: GameState,
    log: Vec<Entry>,
    listeners: Vec<Listener>,
    tx: Transaction,
}

/// A game may move to another thread, as to let a bot think.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<GameEngine>();
};

impl GameEngine {
    /// The short way to an engine: plugins, a seed, and [`EngineBuilder::build`].
    #[must_use]
    pub fn builder() -> EngineBuilder {
        EngineBuilder {
            game: GameBuilder::new(),
            seed: Seed::from(0),
        }
    }

    /// An engine by rules frozen before. [`create_game`](Self::create_game) comes next.
    #[must_use]
    pub fn new(rules: Arc<Ruleset>, seed: Seed) -> Self {
        Self {
            state: GameState::new(rules.clone(), Arc::new([]), seed.rng(Stream::PLAY)),
            rules,
            seed,
            order: None,
            log: Vec::new(),
            listeners: Vec::new(),
            tx: Transaction::default(),
        }
    }

    /// Sits the players down, in the order of their seats. A game that was going on is gone, and so
    /// is an order given to its deck.
    ///
    /// # Errors
    /// [`SetupError`] when these players cannot play this game; nothing has changed then.
    pub fn create_game(
        &mut self,
        players: impl IntoIterator<Item = Player>,
    ) -> Result<(), SetupError> {
        let mut players: Vec<Player> = players.into_iter().collect();
        players.sort_by_key(|player| player.seat);
        self.check_players(&players)?;
        let random = self.seed.rng(Stream::PLAY);
        self.state = GameState::new(self.rules.clone(), players.into(), random);
        self.order = None;
        self.log.clear();
        Ok(())
    }

    fn check_players(&self, players: &[Player]) -> Result<(), SetupError> {
        let range = self.rules.players();
        if !range.contains(&players.len()) {
            let (least, most) = range.into_inner();
            return Err(SetupError::Players {
                given: players.len(),
                least,
                most,
            });
        }
        for (place, player) in players.iter().enumerate() {
            let others = &players[..place];
            let length = player.id.chars().count();
            let reason = if !(1..=64).contains(&length) {
                "must have 1 to 64 characters"
            } else if player.id.chars().any(char::is_control) {
                "must have no control characters"
            } else if others.iter().any(|other| other.id == player.id) {
                "is given to two players"
            } else {
                if others.last().is_some_and(|other| other.seat == player.seat) {
                    return Err(SetupError::SeatTwice { seat: player.seat });
                }
                continue;
            };
            let id = player.id.chars().take(64).collect();
            return Err(SetupError::PlayerId { id, reason });
        }
        let per_seat = self.rules.zones.iter().filter(|spec| spec.per_seat).count();
        let fixed = self.rules.zones.len() - per_seat + self.rules.states.len() + 3;
        let pieces = fixed + per_seat * players.len();
        let most = crate::state::MAX_PIECES - 1;
        if pieces > most {
            return Err(SetupError::TooLarge {
                pieces,
                players: players.len(),
                most,
            });
        }
        Ok(())
    }

    /// Gives the order of the cards instead of shuffling them at the start.
    ///
    /// # Errors
    /// [`SetupError`] when it does not hold every card once, or the game has started or not been
    /// created.
    pub fn set_deck_order(&mut self, order: DeckOrder) -> Result<(), SetupError> {
        if !self.log.is_empty() {
            return Err(SetupError::AlreadyStarted);
        }
        if self.state.seats() == 0 {
            return Err(SetupError::NoGame);
        }
        let mut seen = vec![false; self.rules.cards().len()];
        for card in &order.0 {
            match seen.get_mut(usize::from(card.0)) {
                None => {
                    let what = format!("there is no card number {}", card.0);
                    return Err(SetupError::DeckOrder { what });
                }
                Some(seen) if *seen => {
                    let what = format!("{} is in it twice", self.rules.card(*card).name());
                    return Err(SetupError::DeckOrder { what });
                }
                Some(seen) => *seen = true,
            }
        }
        if let Some(place) = seen.iter().position(|seen| !seen) {
            let what = format!("{} is missing", self.rules.cards()[place].name());
            return Err(SetupError::DeckOrder { what });
        }
        self.order = Some(order);
        Ok(())
    }

    /// The order given with [`set_deck_order`](Self::set_deck_order).
    #[must_use]
    pub fn deck_order(&self) -> Option<&DeckOrder> {
        self.order.as_ref()
    }

    /// The order of the cards at the first deal: the one given, or the one that follows from the
    /// seed.
    #[must_use]
    pub fn first_deck_order(&self) -> DeckOrder {
        let decks = self.shuffled_decks();
        DeckOrder(decks.into_iter().flatten().collect())
    }

    /// Each registered deck in its order at the start.
    fn shuffled_decks(&self) -> Vec<Vec<CardId>> {
        let mut random = self.seed.rng(Stream::DEAL);
        let decks = self.rules.decks.iter().map(|deck| {
            let mut cards: Vec<CardId> = deck.cards.clone().map(CardId).collect();
            if let Some(DeckOrder(order)) = &self.order {
                cards.clear();
                cards.extend(order.iter().filter(|card| deck.cards.contains(&card.0)));
            } else if deck.shuffled {
                random.shuffle(&mut cards);
            }
            cards
        });
        decks.collect()
    }

    /// Starts the game: the decks are shuffled, the lowest seat is on turn, `GAME_STARTED` is
    /// emitted, and its effects deal. Entry 0 of the log.
    ///
    /// # Errors
    /// [`SetupError`]; nothing has changed then.
    pub fn start(&mut self) -> Result<Commit, SetupError> {
        if !self.log.is_empty() {
            return Err(SetupError::AlreadyStarted);
        }
        if self.state.seats() == 0 {
            return Err(SetupError::NoGame);
        }
        Ok(self.transact(None)?)
    }

    /// Carries out an action of a player: origin, rules, handler, effects, follow-ups. All of it
    /// is kept and one entry logged, or nothing has changed.
    ///
    /// # Errors
    /// [`Denied`]: which rule refused which action, and why.
    pub fn dispatch(&mut self, action: impl IntoAction) -> Result<Commit, Denied> {
        let action = action
            .into_action(self.state.names())
            .map_err(Denied::bad_action)?;
        self.transact(Some(action))
    }

    /// Whether [`dispatch`](Self::dispatch) would accept the action, follow-ups included. Plays it
    /// and takes it back; nothing is logged, no listener is told.
    ///
    /// # Errors
    /// [`Denied`] as `dispatch` would answer.
    pub fn rehearse(&mut self, action: impl IntoAction) -> Result<(), Denied> {
        let action = action
            .into_action(self.state.names())
            .map_err(Denied::bad_action)?;
        let result = self.run(Some(&action));
        self.state.rollback();
        result
    }

    /// [`dispatch`](Self::dispatch) that fails at the `k`-th write, if there are so many.
    pub(crate) fn dispatch_failing_at(
        &mut self,
        action: &Action,
        k: u32,
    ) -> Result<Commit, Denied> {
        self.tx.fail_at = Some(k);
        let result = self.transact(Some(action.clone()));
        self.tx.fail_at = None;
        result
    }

    fn transact(&mut self, action: Option<Action>) -> Result<Commit, Denied> {
        match self.run(action.as_ref()) {
            Ok(()) => Ok(self.commit(action)),
            Err(denied) => {
                self.state.rollback();
                Err(denied)
            }
        }
    }

    /// The whole cascade of an action or of the start. What it wrote is neither kept nor taken
    /// back yet.
    fn run(&mut self, action: Option<&Action>) -> Result<(), Denied> {
        self.tx.reset();
        let decks = if action.is_none() {
            self.shuffled_decks()
        } else {
            Vec::new()
        };
        let Self {
            rules, state, tx, ..
        } = self;
        match action {
            Some(action) => tx.queue.push_back(Pending {
                action: action.clone(),
                depth: 0,
            }),
            None => begin(rules, state, tx, decks),
        }
        let done = catch_unwind(AssertUnwindSafe(|| cascade(rules, state, tx)));
        let done = done.unwrap_or_else(|panic| {
            let what = message(&*panic);
            let deny = deny("a plugin failed: ${what}", "PLUGIN_FAULT").arg("what", what);
            Err(Denied::by_engine("engine-fault", running(rules, tx), deny))
        });
        match action {
            Some(action) => done.and_then(|()| self.must_have_started(action)),
            None => done,
        }
    }

    /// Before the start the rules are asked as ever, but what none of them refuses cannot be done.
    fn must_have_started(&self, action: &Action) -> Result<(), Denied> {
        if !self.log.is_empty() {
            return Ok(());
        }
        let action = self.rules.action_name(action);
        let deny = deny("the game has not been started", "NOT_STARTED");
        Err(Denied::by_engine("engine-start", action, deny))
    }

    fn commit(&mut self, action: Option<Action>) -> Commit {
        self.state.commit();
        let entry = Entry {
            index: self.log.len() as u64,
            action,
            events: self.tx.events.drain(..).collect(),
            hash: self.state.hash(),
        };
        let commit = Commit {
            index: entry.index,
            events: entry.events.clone(),
        };
        self.log.push(entry);
        // Logged first: a listener that panics must not leave a game that lacks its last entry.
        if let Some(entry) = self.log.last() {
            for listener in &mut self.listeners {
                listener(&self.state, entry);
            }
        }
        commit
    }

    /// Whether the rules would accept this action now. Dispatching it can still fail when one of
    /// its follow-ups is refused.
    ///
    /// # Errors
    /// [`Denied`] as [`dispatch`](Self::dispatch) would answer.
    pub fn check(&self, action: impl IntoAction) -> Result<(), Denied> {
        let action = action
            .into_action(self.state.names())
            .map_err(Denied::bad_action)?;
        self.check_with(&action, &Scratch::default())
    }

    /// Asks one rule alone about an action of a player, whatever the rules before it would say: for
    /// tests of a rule, and to explain one.
    ///
    /// # Errors
    /// [`Denied`] by this rule, or by none when it is no action of this game.
    pub fn ask(&self, rule: &Rule, action: impl IntoAction) -> Result<(), Denied> {
        let action = action
            .into_action(self.state.names())
            .map_err(Denied::bad_action)?;
        let scratch = Scratch::default();
        let c = RuleContext {
            state: &self.state,
            action: &action,
            origin: Origin::Player,
            scratch: &scratch,
        };
        rule.validate(&c)
            .map_err(|deny| Denied::by_rule(rule, self.rules.action_name(&action), deny))
    }

    fn check_with(&self, action: &Action, scratch: &Scratch) -> Result<(), Denied> {
        scratch.clear();
        let check = || check(&self.rules, &self.state, action, Origin::Player, scratch);
        let checked = catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| {
            let what = message(&*panic);
            let deny = deny("a plugin failed: ${what}", "PLUGIN_FAULT").arg("what", what);
            let action = self.rules.action_name(action);
            Err(Denied::by_engine("engine-fault", action, deny))
        });
        checked.and_then(|()| self.must_have_started(action))
    }

    /// What a seat may do now: what the plugins propose and no rule refuses. Equal cards count
    /// once.
    #[must_use]
    pub fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        let lens = self.lens(Viewer::Seat(seat));
        let mut proposed = LegalActions::new(lens.names(), seat);
        for propose in &self.rules.legal {
            propose(&lens, seat, &mut proposed);
        }
        let scratch = Scratch::default();
        let mut actions = proposed.into_vec();
        actions.retain(|action| self.check_with(action, &scratch).is_ok());
        actions
    }

    /// The whole state, for the host and the referee. What a player may see is a
    /// [`view`](Self::view).
    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The frozen rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The seed. It tells every hidden card.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The game as a viewer sees it, read in place.
    #[must_use]
    pub fn lens(&self, viewer: impl Into<Viewer>) -> Lens<'_> {
        Lens::new(&self.state, &self.log, viewer.into())
    }

    /// A picture of the game for a viewer.
    #[must_use]
    pub fn view(&self, viewer: impl Into<Viewer>) -> View {
        self.lens(viewer).view()
    }

    /// What a viewer sees of these events.
    #[must_use]
    pub fn seen_events(&self, events: &[Event], viewer: impl Into<Viewer>) -> Vec<SeatEvent> {
        let viewer = viewer.into();
        events
            .iter()
            .filter_map(|event| SeatEvent::new(&self.state, event, viewer))
            .collect()
    }

    /// The log: the start and every action accepted since.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Calls `listener` after every commit, with the state and the entry. Listeners cannot change
    /// the game. They are not cloned with it.
    pub fn on_commit(&mut self, listener: impl FnMut(&GameState, &Entry) + Send + 'static) {
        self.listeners.push(Box::new(listener));
    }

    /// Calls `listener` after every commit for each event of this type, by name; never, when the
    /// game has no such event.
    pub fn on_event(
        &mut self,
        event_type: &str,
        mut listener: impl FnMut(&GameState, &Event) + Send + 'static,
    ) {
        let kind = self.rules.find_event(event_type);
        self.on_commit(move |state, entry| {
            for event in entry.events.iter().filter(|event| Some(event.kind) == kind) {
                listener(state, event);
            }
        });
    }

    /// The same game as it was after entry `index`, or as far as it has come.
    #[must_use]
    pub fn at(&self, index: u64) -> Self {
        let mut game = Self::new(self.rules.clone(), self.seed);
        let players = self.state.players_arc().clone();
        game.state = GameState::new(self.rules.clone(), players, self.seed.rng(Stream::PLAY));
        game.order = self.order.clone();
        for entry in self.log.iter().take_while(|entry| entry.index <= index) {
            let replayed = game.transact(entry.action.clone());
            debug_assert!(
                replayed.is_ok(),
                "an action that was accepted is accepted again"
            );
        }
        game
    }

    /// Takes back the last action and returns it; the log is shorter by it. The start cannot be
    /// taken back.
    pub fn undo(&mut self) -> Option<Action> {
        let last = self.log.last()?;
        let action = last.action.clone()?;
        let before = self.at(last.index - 1);
        self.state = before.state;
        self.log.pop();
        Some(action)
    }
}

impl Clone for GameEngine {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            seed: self.seed,
            order: self.order.clone(),
            state: self.state.clone(),
            log: self.log.clone(),
            listeners: Vec::new(),
            tx: Transaction::default(),
        }
    }
}

/// What [`GameEngine::builder`] gives.
pub struct EngineBuilder {
    game: GameBuilder,
    seed: Seed,
}

impl EngineBuilder {
    /// Adds a plugin, after those it requires.
    #[must_use]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "so that it reads .plugin(TurnPlugin)"
    )]
    pub fn plugin(mut self, plugin: impl Plugin) -> Self {
        self.game.plugin(&plugin);
        self
    }

    /// The seed of all that is random. An integer, or a [`Seed`].
    #[must_use]
    pub fn seed(mut self, seed: impl Into<Seed>) -> Self {
        self.seed = seed.into();
        self
    }

    /// Checks and freezes the rules.
    ///
    /// # Errors
    /// [`BuildErrors`]: every mistake, not only the first.
    pub fn build(self) -> Result<GameEngine, BuildErrors> {
        Ok(GameEngine::new(self.game.freeze()?, self.seed))
    }
}

fn begin(rules: &Ruleset, state: &mut GameState, tx: &mut Transaction, decks: Vec<Vec<CardId>>) {
    for (deck, cards) in rules.decks.iter().zip(decks) {
        if let Some(zone) = state.zone_mut(deck.zone) {
            zone.cards.retain(|card| !deck.cards.contains(&card.0));
            zone.cards.extend(cards);
            if !rules.zone_spec(deck.zone).zone.ordered {
                zone.cards.sort_unstable();
            }
        }
    }
    let mut ctx = GameContext { rules, state, tx };
    ctx.set_status(Status::Playing);
    ctx.set_current_player(Some(Seat(0)));
    ctx.emit(None, GameStarted);
}

/// Runs effects and queued actions until nothing is left.
fn cascade(rules: &Ruleset, state: &mut GameState, tx: &mut Transaction) -> Result<(), Denied> {
    let mut handled = 0;
    let mut actions = 0;
    loop {
        while handled < tx.events.len() {
            if tx.events.len() > rules.limits.events {
                let most = rules.limits.events;
                return Err(limit(running(rules, tx), "events", most));
            }
            let event = &tx.events[handled];
            handled += 1;
            let effects = &rules.events[usize::from(event.kind.0)].effects;
            if effects.is_empty() {
                continue;
            }
            let event = event.clone();
            for effect in effects {
                tx.owner = effect.owner;
                (effect.run)(&mut GameContext { rules, state, tx }, &event);
            }
        }
        let Some(Pending { action, depth }) = tx.queue.pop_front() else {
            return Ok(());
        };
        actions += 1;
        if actions > rules.limits.actions {
            return Err(limit(
                rules.action_name(&action),
                "actions",
                rules.limits.actions,
            ));
        }
        if depth > rules.limits.depth {
            let what = "steps from the first action";
            return Err(limit(rules.action_name(&action), what, rules.limits.depth));
        }
        let origin = if depth == 0 {
            Origin::Player
        } else {
            Origin::System
        };
        tx.depth = depth;
        tx.running = Some(action.kind);
        tx.player = action.player.clone();
        tx.scratch.clear();
        check(rules, state, &action, origin, &tx.scratch)?;
        let def = rules.action(action.kind);
        tx.owner = def.owner;
        (def.handler)(&mut GameContext { rules, state, tx }, &action);
    }
}

/// Asks the rules for this type of action, in order; the first that denies decides.
fn check(
    rules: &Ruleset,
    state: &GameState,
    action: &Action,
    origin: Origin,
    scratch: &Scratch,
) -> Result<(), Denied> {
    let def = rules.action(action.kind);
    if origin == Origin::Player && def.origin == Origin::System {
        let deny = deny(
            "${type} is sent by the game itself, not by a player",
            "SYSTEM_ACTION",
        );
        return Err(Denied::by_engine(
            "engine-origin",
            &def.name,
            deny.arg("type", def.name.clone()),
        ));
    }
    let c = RuleContext {
        state,
        action,
        origin,
        scratch,
    };
    for &place in &def.rules {
        let rule = &rules.rules[place];
        if let Err(deny) = rule.validate(&c) {
            debug_assert!(
                rule.codes().is_empty() || rule.codes().contains(&deny.code()),
                "rule {} denies with {}, which it does not list",
                rule.id(),
                deny.code()
            );
            return Err(Denied::by_rule(rule, &def.name, deny));
        }
    }
    Ok(())
}

/// The name of the action that is running.
fn running<'r>(rules: &'r Ruleset, tx: &Transaction) -> &'r str {
    tx.running
        .map_or("the start", |kind| &rules.action(kind).name)
}

fn limit(action: &str, what: &'static str, most: usize) -> Denied {
    let deny = deny("the cascade has more than ${most} ${what}", "CASCADE_LIMIT");
    Denied::by_engine(
        "engine-limit",
        action,
        deny.arg("most", most).arg("what", what),
    )
}
