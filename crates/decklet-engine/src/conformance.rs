//! The laws every game must keep, as one suite that any plugin's tests can call.
//!
//! 1. Denied means nothing changed, wherever in a cascade it fails.
//! 2. Same log, same game.
//! 3. What a seat receives depends only on what the seat may know.
//! 4. Legal means accepted, what is not legal is refused, and an unfinished game has a legal action.
//! 5. Every card is in exactly one zone.
//!
//! ```no_run
//! # let rules = decklet_engine::GameBuilder::new().freeze().unwrap();
//! use decklet_engine::conformance::Suite;
//!
//! Suite::new(rules).games(2000).run().unwrap();
//! ```
//!
//! (That a rule is written once is checked by each game, engine against simulator.)

use crate::{
    action::{Action, IntoAction, NamedAction, Origin},
    card::Card,
    engine::{DeckOrder, GameEngine},
    fields::{Field, FieldKind},
    id::{CardId, Player, Seat, Viewer},
    lens::SeatEvent,
    log::{LogFile, to_jsonl},
    rng::{Rng, Seed, Stream},
    ruleset::Ruleset,
    state::Status,
    value::Value,
    wire::{self, json},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

/// A broken law, with all that is needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which law, and what happened.
    pub what: String,
    /// The seed of the game.
    pub seed: Seed,
    /// How many players.
    pub players: usize,
    /// After how many actions.
    pub step: usize,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            what,
            seed,
            players,
            step,
        } = self;
        write!(
            f,
            "{what} (seed {seed}, {players} players, after {step} actions)"
        )
    }
}

impl std::error::Error for Violation {}

/// What a run of the suite did: a suite that checked nothing proves nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to the end.
    pub games: u64,
    /// Actions played.
    pub actions: u64,
    /// Faults injected, each at another write.
    pub faults: u64,
    /// Actions that had to be refused, and were.
    pub refusals: u64,
    /// Actions listed as legal that were tried, and accepted.
    pub legal: u64,
    /// Actions made up from the declared fields: listed as legal, or refused.
    pub probes: u64,
    /// Steps compared between two games that a seat cannot tell apart.
    pub compared: u64,
}

type Kind = Arc<dyn Fn(&Card) -> String + Send + Sync>;
type Discloses = Arc<dyn Fn(&Action) -> bool + Send + Sync>;
type Choose = Arc<dyn Fn(&GameEngine, &[Action], &mut Rng) -> usize + Send + Sync>;

/// A run over random games; see the [module](self).
#[derive(Clone)]
pub struct Suite {
    rules: Arc<Ruleset>,
    players: Vec<usize>,
    games: u64,
    seed: Seed,
    longest: usize,
    kind: Kind,
    choose: Choose,
    discloses: Discloses,
}

impl Suite {
    /// 100 games by these rules, with as many players as they allow (up to 10), chosen in turn.
    #[must_use]
    pub fn new(rules: Arc<Ruleset>) -> Self {
        let (least, most) = rules.players().into_inner();
        Self {
            players: (least..=most.min(least.max(10))).collect(),
            rules,
            games: 100,
            seed: Seed::from(0),
            longest: 20_000,
            kind: Arc::new(|card| card.name().to_owned()),
            choose: Arc::new(|_, actions, random| {
                random.below(u32::try_from(actions.len()).expect("few actions")) as usize
            }),
            discloses: Arc::new(|_| false),
        }
    }

    /// How many games.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// With these numbers of players, in turn.
    #[must_use]
    pub fn players(mut self, players: impl IntoIterator<Item = usize>) -> Self {
        self.players = players.into_iter().collect();
        self
    }

    /// The seed of the series.
    #[must_use]
    pub fn seed(mut self, seed: impl Into<Seed>) -> Self {
        self.seed = seed.into();
        self
    }

    /// After how many actions a game counts as stuck.
    #[must_use]
    pub fn longest(mut self, actions: usize) -> Self {
        self.longest = actions;
        self
    }

    /// Which cards are equal: those with the same text. Without this call none are.
    #[must_use]
    pub fn kinds(mut self, kind: impl Fn(&Card) -> String + Send + Sync + 'static) -> Self {
        self.kind = Arc::new(kind);
        self
    }

    /// Says of which actions the outcome is public although it depends on hidden cards, as that of
    /// a challenge, or of drawing until a card can be played. A seat may tell two deals apart by
    /// what follows from such an action, so the comparison of law 3 ends there. Without this call
    /// there are none.
    #[must_use]
    pub fn discloses(
        mut self,
        discloses: impl Fn(&Action) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.discloses = Arc::new(discloses);
        self
    }

    /// Chooses among the legal actions of all seats; without this call, evenly.
    #[must_use]
    pub fn choose(
        mut self,
        choose: impl Fn(&GameEngine, &[Action], &mut Rng) -> usize + Send + Sync + 'static,
    ) -> Self {
        self.choose = Arc::new(choose);
        self
    }

    /// Plays the games and checks the laws all along.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub fn run(&self) -> Result<Report, Box<Violation>> {
        let mut report = Report::default();
        for game in 0..self.games {
            let players = self.players[usize::try_from(game).unwrap_or(0) % self.players.len()];
            let mut run = Run {
                suite: self,
                game,
                seed: self.seed.child(game),
                players,
                played: Vec::new(),
                report: &mut report,
            };
            let checked = match game % 8 {
                0 => run.plain().and_then(|()| run.game()),
                _ => run.game(),
            };
            checked.map_err(|what| {
                let step = run.played.len();
                Box::new(Violation {
                    what,
                    seed: run.seed,
                    players,
                    step,
                })
            })?;
        }
        Ok(report)
    }
}

struct Run<'s> {
    suite: &'s Suite,
    game: u64,
    seed: Seed,
    players: usize,
    played: Vec<Action>,
    report: &'s mut Report,
}

type Check = Result<(), String>;

fn must(holds: bool, what: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(what()) }
}

impl Run<'_> {
    fn game(&mut self) -> Check {
        let mut random = self.seed.rng(Stream::POLICY);
        let mut inventing = self.seed.child(0).rng(Stream::POLICY);
        let mut engine = self.start(None)?;
        let mut pool: BTreeMap<String, Action> = BTreeMap::new();
        check_state(&engine, true)?;
        while engine.state().status() != Status::Finished {
            must(self.played.len() < self.suite.longest, || {
                format!(
                    "law 4: the game has not ended after {} actions",
                    self.played.len()
                )
            })?;
            let legal = self.legal(&mut engine, &mut pool, &mut inventing)?;
            let chosen = (self.suite.choose)(&engine, &legal, &mut random);
            self.act(&mut engine, &legal[chosen])?;
            check_state(&engine, self.thorough())?;
        }
        self.report.games += 1;
        self.replays(&engine)?;
        self.secrets(&engine, &mut random)
    }

    /// Whether all that could be done now is tried, and every write failed: at every fourth step,
    /// another one in each game, or a run would take hours.
    fn thorough(&self) -> bool {
        (self.game + self.played.len() as u64).is_multiple_of(4)
    }

    /// Law 2 for a game played as a host plays it: the checks of [`game`](Self::game) try every
    /// action many times and would wear out what a plugin keeps outside of the game.
    fn plain(&mut self) -> Check {
        let mut random = self.seed.rng(Stream::POLICY);
        let mut engine = self.start(None)?;
        for _ in 0..self.suite.longest {
            let seats = seats(&engine).into_iter();
            let legal: Vec<Action> = seats.flat_map(|seat| engine.legal_actions(seat)).collect();
            if legal.is_empty() || engine.state().status() == Status::Finished {
                break;
            }
            let chosen = (self.suite.choose)(&engine, &legal, &mut random);
            let action = &legal[chosen];
            engine.dispatch(action).map_err(|denied| {
                let key = self.key(&engine, action);
                format!("law 4: {key} is listed as legal, but {denied}")
            })?;
            self.played.push(action.clone());
        }
        self.replays(&engine)?;
        self.played.clear();
        Ok(())
    }

    fn start(&self, order: Option<DeckOrder>) -> Result<GameEngine, String> {
        let mut engine = GameEngine::new(self.suite.rules.clone(), self.seed);
        let setup = |error: crate::SetupError| error.to_string();
        engine
            .create_game(Player::numbered(self.players))
            .map_err(setup)?;
        if let Some(order) = order {
            engine.set_deck_order(order).map_err(setup)?;
        }
        engine.start().map_err(setup)?;
        Ok(engine)
    }

    /// Law 4: the legal actions of all seats are accepted; what was legal for somebody some time but
    /// is not now is refused, and so is what is made up.
    fn legal(
        &mut self,
        engine: &mut GameEngine,
        pool: &mut BTreeMap<String, Action>,
        random: &mut Rng,
    ) -> Result<Vec<Action>, String> {
        let thorough = self.thorough();
        let mut legal = Vec::new();
        let mut keys = BTreeSet::new();
        for seat in seats(engine) {
            legal.extend(engine.legal_actions(seat));
        }
        must(!legal.is_empty(), || {
            "law 4: no seat has a legal action".to_owned()
        })?;
        if !thorough {
            return Ok(legal);
        }
        for action in &legal {
            let key = self.key(engine, action);
            must(keys.insert(key.clone()), || {
                format!("law 4: {key} is listed twice")
            })?;
            let tried = engine.rehearse(action);
            must(tried.is_ok(), || {
                let denied = tried.unwrap_err();
                format!("law 4: {key} is listed as legal, but {denied}")
            })?;
            pool.insert(key, action.clone());
        }
        self.report.legal += legal.len() as u64;
        let before = fingerprint(engine);
        // The whole pool at every step would be quadratic in the length of the game.
        let skip = self.played.len() % 7;
        for (key, action) in pool.iter().skip(skip).step_by(1 + pool.len() / 10) {
            self.legal_or_refused(engine, &legal, &keys, (key, action))?;
        }
        for _ in 0..4 {
            if let Some(action) = made_up(engine, random) {
                let key = self.key(engine, &action);
                self.legal_or_refused(engine, &legal, &keys, (&key, &action))?;
                self.report.probes += 1;
            }
        }
        must(fingerprint(engine) == before, || {
            "law 1: a refusal changed something".to_owned()
        })?;
        Ok(legal)
    }

    fn legal_or_refused(
        &mut self,
        engine: &mut GameEngine,
        legal: &[Action],
        keys: &BTreeSet<String>,
        (key, action): (&str, &Action),
    ) -> Check {
        if keys.contains(key) {
            return Ok(());
        }
        self.report.refusals += 1;
        if engine.rehearse(action).is_err() {
            return Ok(());
        }
        // It may be another spelling of a legal action: one that does the same.
        let after = |action: &Action| {
            let mut engine = engine.clone();
            engine.dispatch(action).ok()?;
            Some((engine.state().hash(), told(&engine, Viewer::Referee)))
        };
        let done = after(action);
        let mut own = legal.iter().filter(|it| it.player() == action.player());
        must(own.any(|listed| after(listed) == done), || {
            format!("law 4: {key} is accepted but not listed as legal")
        })
    }

    /// An action with equal cards made the same.
    fn key(&self, engine: &GameEngine, action: &Action) -> String {
        let mut named = wire::action_to_named(engine, action);
        self.blur(&mut named.payload);
        json(&named)
    }

    fn blur(&self, value: &mut Value) {
        match value {
            Value::Text(text) => {
                if let Some(card) = self.suite.rules.find_card(text) {
                    *text = (self.suite.kind)(self.suite.rules.card(card)).into();
                }
            }
            Value::List(list) => {
                list.iter_mut().for_each(|item| self.blur(item));
                list.sort_by_key(Value::to_string);
            }
            Value::Map(map) => map.values_mut().for_each(|item| self.blur(item)),
            _ => {}
        }
    }

    /// Law 1: the action fails at each of its writes in turn and leaves no trace; then it succeeds.
    fn act(&mut self, engine: &mut GameEngine, action: &Action) -> Check {
        let before = fingerprint(engine);
        let mut k = if self.thorough() { 0 } else { u32::MAX };
        while let Err(denied) = engine.dispatch_failing_at(action, k) {
            must(denied.rule() == Some("engine-fault"), || {
                format!("law 4: a legal action is refused: {denied}")
            })?;
            must(fingerprint(engine) == before, || {
                format!("law 1: a fault at write {k} left a trace")
            })?;
            self.report.faults += 1;
            k += 1;
        }
        self.played.push(action.clone());
        self.report.actions += 1;
        Ok(())
    }

    /// Law 2: the log verifies, everybody sees the same end, and taking back the last action gives
    /// the game before it.
    fn replays(&self, engine: &GameEngine) -> Check {
        let text = to_jsonl(engine);
        let log = LogFile::read(text.as_bytes()).map_err(|error| format!("law 2: {error}"))?;
        let again = log
            .verify(&self.suite.rules)
            .map_err(|error| format!("law 2: {error}"))?;
        must(again.state().hash() == engine.state().hash(), || {
            "law 2: another end".to_owned()
        })?;
        for viewer in viewers(self.players).chain([Viewer::Referee]) {
            must(told(&again, viewer) == told(engine, viewer), || {
                format!("law 2: another view at the end of {}", who(viewer))
            })?;
        }
        let mut back = engine.clone();
        if back.undo().is_some() {
            let before = &engine.log()[engine.log().len() - 2];
            must(back.state().hash() == before.hash(), || {
                "law 2: undo differs".to_owned()
            })?;
        }
        Ok(())
    }

    /// Law 3: two cards that a seat, or a spectator, has not seen change places in the deal. As far
    /// as the same actions can be played, the viewer must not be able to tell.
    fn secrets(&mut self, engine: &GameEngine, random: &mut Rng) -> Check {
        let mut pick = |bound: usize| random.below(u32::try_from(bound).unwrap_or(1)) as usize;
        let viewer = viewers(self.players).nth(pick(self.players + 1));
        let viewer = viewer.unwrap_or(Viewer::Spectator);
        let steps = pick(self.played.len() + 1);
        let mut order = engine.first_deck_order();
        let mut one = self.start(None)?;
        let mut known = told(&one, viewer);
        for action in &self.played[..steps] {
            one.dispatch(action)
                .map_err(|denied| format!("law 2: {denied}"))?;
            known.push_str(&told(&one, viewer));
        }
        let unseen: Vec<usize> = (0..order.0.len())
            .filter(|&place| {
                let name = self.suite.rules.card(order.0[place]).name();
                !known.contains(&format!("\"{name}\""))
            })
            .collect();
        if unseen.len() < 2 {
            return Ok(());
        }
        let (a, b) = (unseen[pick(unseen.len())], unseen[pick(unseen.len())]);
        order.0.swap(a, b);
        let swapped = [order.0[a], order.0[b]];
        let mut one = self.start(None)?;
        let mut two = self.start(Some(order))?;
        self.same(&one, &two, viewer, swapped)?;
        for (step, action) in self.played[..steps].iter().enumerate() {
            let drawn = one.state().random_position();
            one.dispatch(action)
                .map_err(|denied| format!("law 2: {denied}"))?;
            match two.dispatch(action) {
                Ok(_) => {}
                // What the others did tells the seat that this other deal is impossible.
                Err(_) if !sent_by(action, viewer) => return Ok(()),
                Err(denied) => {
                    return Err(format!(
                        "law 3: step {step} of {} is refused when two cards unseen by it \
                         change places: {denied}",
                        who(viewer)
                    ));
                }
            }
            let same = self.same(&one, &two, viewer, swapped);
            // A shuffle of cards that include unseen ones gives another order: nothing to compare.
            let shuffled = one.state().random_position() != drawn;
            if same.is_err() && (shuffled || (self.suite.discloses)(action)) {
                return Ok(());
            }
            same?;
        }
        self.report.compared += steps as u64 + 1;
        Ok(())
    }

    fn same(
        &self,
        one: &GameEngine,
        two: &GameEngine,
        viewer: Viewer,
        swapped: [CardId; 2],
    ) -> Check {
        let compare = |what: &str, one: String, two: String| {
            must(one == two, || {
                let names = swapped.map(|card| self.suite.rules.card(card).name());
                format!(
                    "law 3: {what} of {} tells {} from {}:\n{one}\n{two}",
                    who(viewer),
                    names[0],
                    names[1]
                )
            })
        };
        compare("view and events", told(one, viewer), told(two, viewer))?;
        let Viewer::Seat(seat) = viewer else {
            return Ok(());
        };
        if !(self.game + one.log().len() as u64).is_multiple_of(4) {
            return Ok(());
        }
        compare(
            "the legal actions",
            legal_text(one, seat),
            legal_text(two, seat),
        )?;
        let mut probes: Vec<&Action> = self
            .played
            .iter()
            .filter(|action| sent_by(action, viewer))
            .collect();
        probes.truncate(12);
        for probe in probes {
            let answer = |engine: &GameEngine| match engine.check(probe) {
                Ok(()) => "ok".to_owned(),
                Err(denied) => json(&denied),
            };
            compare("an answer", answer(one), answer(two))?;
        }
        Ok(())
    }
}

fn seats(engine: &GameEngine) -> Vec<Seat> {
    let count = engine.state().seats();
    let first = engine.state().current_player().unwrap_or(Seat(0));
    (0..count)
        .map(|step| first.step(i32::try_from(step).expect("few seats"), count))
        .collect()
}

/// Every player, and a spectator.
fn viewers(players: usize) -> impl Iterator<Item = Viewer> {
    let seats = (0..players).map(|seat| Seat(u8::try_from(seat).expect("few seats")));
    seats.map(Viewer::Seat).chain([Viewer::Spectator])
}

fn who(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => format!("seat {}", seat.0),
        Viewer::Spectator => "the spectator".to_owned(),
        Viewer::Referee => "the referee".to_owned(),
    }
}

fn sent_by(action: &Action, viewer: Viewer) -> bool {
    action.player().seat().map(Viewer::Seat) == Some(viewer)
}

/// An action of some type that players may send, with its required fields made up. (Optional ones
/// are left out: with and without them may be the same action.)
fn made_up(engine: &GameEngine, random: &mut Rng) -> Option<Action> {
    let types = engine.rules().action_types();
    let types: Vec<_> = types
        .filter(|(_, origin, _)| *origin == Origin::Player)
        .collect();
    let (name, _, fields) = *pick(&types, random)?;
    let others = viewers(engine.state().seats()).collect::<Vec<_>>();
    let viewer = match engine.state().current_player() {
        Some(seat) if random.below(4) > 0 => Viewer::Seat(seat),
        _ => *pick(&others, random)?,
    };
    let required = fields.iter().filter(|field| !field.optional);
    let payload = required
        .map(|field| {
            Some((
                field.name.to_owned(),
                made_up_value(engine, viewer, field, random)?,
            ))
        })
        .collect::<Option<BTreeMap<_, _>>>()?;
    let names = engine.state().names();
    let action = NamedAction {
        kind: name.to_owned(),
        player_id: match viewer {
            Viewer::Seat(seat) => Some(names.player(seat).to_owned()),
            _ => None,
        },
        payload: Value::Map(payload),
    };
    action.into_action(names).ok()
}

fn made_up_value(
    engine: &GameEngine,
    viewer: Viewer,
    field: &Field,
    random: &mut Rng,
) -> Option<Value> {
    let lens = engine.lens(viewer);
    let mut card = || {
        let zones: Vec<_> = engine.state().zones().collect();
        let cards = lens.cards(*pick(&zones, random)?);
        pick(cards, random).map(|&card| Value::from(lens.card(card).name().to_owned()))
    };
    match field.kind {
        FieldKind::Flag => Some((random.below(2) == 0).into()),
        FieldKind::Number => Some(random.below(4).into()),
        FieldKind::OneOf(texts) => pick(texts, random).map(|&text| text.into()),
        FieldKind::Player => pick(lens.players(), random).map(|player| player.id.clone().into()),
        FieldKind::Card => card(),
        FieldKind::Cards => {
            let first = card()?;
            let more: Vec<_> = (0..2).filter_map(|_| card()).collect();
            let more = more.into_iter().filter(|card| *card != first);
            let count = random.below(3) as usize;
            Some(Value::List(
                [first.clone()]
                    .into_iter()
                    .chain(more.take(count))
                    .collect(),
            ))
        }
        FieldKind::Text | FieldKind::Players | FieldKind::Zone | FieldKind::Any => None,
    }
}

fn pick<'t, T>(items: &'t [T], random: &mut Rng) -> Option<&'t T> {
    let count = u32::try_from(items.len()).ok().filter(|count| *count > 0)?;
    items.get(random.below(count) as usize)
}

/// All that a viewer is told about the last step.
fn told(engine: &GameEngine, viewer: Viewer) -> String {
    let events = engine.log().last().map_or(&[][..], |entry| entry.events());
    let events: Vec<SeatEvent> = engine.seen_events(events, viewer);
    format!("{}\n{}\n", json(&engine.view(viewer)), json(&events))
}

fn legal_text(engine: &GameEngine, seat: Seat) -> String {
    let actions = engine.legal_actions(seat);
    actions
        .iter()
        .map(|action| wire::action_to_json(engine, action) + "\n")
        .collect()
}

fn fingerprint(engine: &GameEngine) -> (String, usize) {
    (
        engine.state().hash_from_scratch().to_string(),
        engine.log().len(),
    )
}

/// Law 5, the hash, and that what is written was declared.
fn check_state(engine: &GameEngine, thorough: bool) -> Check {
    let state = engine.state();
    must(state.hash() == state.hash_from_scratch(), || {
        "law 2: the hash is stale".to_owned()
    })?;
    let mut held: Vec<CardId> = state
        .zones()
        .flat_map(|zone| state.zone(zone))
        .copied()
        .collect();
    held.sort_unstable();
    let count = engine.rules().cards().len();
    let whole = held.len() == count && held.windows(2).all(|pair| pair[0] < pair[1]);
    must(whole, || {
        format!(
            "law 5: {} cards in the zones instead of {count}",
            held.len()
        )
    })?;
    if !thorough {
        return Ok(());
    }
    let variables: Vec<&Field> = engine.rules().variable_fields().collect();
    let mut shown = engine.view(Viewer::Referee).variables();
    shown.retain(|name, _| !state.variables().contains_key(name));
    declared("the view", &shown, &variables)?;
    for event in engine.log().last().map_or(&[][..], |entry| entry.events()) {
        let Some(seen) = SeatEvent::new(state, event, Viewer::Referee) else {
            continue;
        };
        let mut types = engine.rules().event_types();
        let fields = types
            .find(|(name, _)| *name == seen.event_type())
            .map(|(_, fields)| fields);
        let fields: Vec<&Field> = fields.into_iter().flatten().collect();
        if !fields.is_empty() {
            declared(seen.event_type(), &seen.payload(), &fields)?;
        }
    }
    Ok(())
}

fn declared(what: &str, payload: &BTreeMap<String, Value>, fields: &[&Field]) -> Check {
    for field in fields.iter().filter(|field| !field.optional) {
        must(payload.contains_key(field.name), || {
            format!("schema: {what} lacks the field {}", field.name)
        })?;
    }
    let mut names = payload.keys();
    match names.find(|name| fields.iter().all(|field| field.name != name.as_str())) {
        Some(name) => Err(format!(
            "schema: {what} has the field {name}, which is not declared"
        )),
        None => Ok(()),
    }
}
