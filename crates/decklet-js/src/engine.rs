//! The engine as JavaScript holds it.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what comes from JavaScript comes by value"
)]

use crate::{
    bad,
    frame::with_host,
    from_json,
    pack::{Numbers, pack, viewer},
    plugin::{Described, freeze},
    to_json,
};
use decklet_engine::{
    CardId, Commit, DeckOrder, Denied, GameEngine, Origin, Player, Rule, Ruleset, Seat, Seed,
    Viewer,
    log::{LogFile, to_jsonl},
    wire,
};
use napi::bindgen_prelude::Function;
use napi_derive::napi;
use serde::Serialize;
use std::{
    cell::{Ref, RefCell, RefMut},
    panic::{AssertUnwindSafe, catch_unwind},
    str::FromStr,
    sync::Arc,
};

/// The function of JavaScript that runs the function of a number.
type Call<'a> = Function<'a, u32, Option<String>>;

/// A game, before or after its players have sat down.
#[napi]
pub struct NativeEngine {
    rules: Arc<Ruleset>,
    game: RefCell<GameEngine>,
}

#[napi]
impl NativeEngine {
    /// Freezes the rules of the plugins, given as JSON.
    #[napi(constructor, catch_unwind)]
    pub fn new(plugins: String) -> napi::Result<Self> {
        let plugins: Vec<Described> = from_json(&plugins)?;
        let rules = freeze(&plugins).map_err(bad)?;
        let game = RefCell::new(GameEngine::new(rules.clone(), Seed::from(0)));
        Ok(Self { rules, game })
    }

    fn read(&self) -> napi::Result<Ref<'_, GameEngine>> {
        self.game.try_borrow().map_err(|_| busy())
    }

    fn write(&self) -> napi::Result<RefMut<'_, GameEngine>> {
        self.game.try_borrow_mut().map_err(|_| busy())
    }

    /// What was registered, as JSON.
    #[napi(catch_unwind)]
    pub fn rules(&self) -> String {
        let rules = &*self.rules;
        to_json(&RulesOut {
            game: rules.game(),
            fingerprint: rules.fingerprint(),
            options: rules.options(),
            players: rules.players().into_inner(),
            plugins: rules.plugins().iter().map(|plugin| &*plugin.name).collect(),
            rules: rules.rules().iter().map(RuleOut::from).collect(),
            actions: rules
                .action_types()
                .map(|(name, origin, _)| (name, origin == Origin::Player))
                .collect(),
            events: rules.event_types().map(|(name, _)| name).collect(),
            cards: crate::cards::out(rules.cards()),
        })
    }

    /// The names of the zones at a table of these players, in the order of packed states.
    #[napi(catch_unwind)]
    pub fn zones(&self, players: String) -> napi::Result<Vec<String>> {
        let mut game = GameEngine::new(self.rules.clone(), Seed::from(0));
        game.create_game(from_json::<Vec<Player>>(&players)?)
            .map_err(bad)?;
        let names = game.state().names();
        Ok(game.state().zones().map(|zone| names.zone(zone)).collect())
    }

    /// Sits the players down, given as JSON; the order of the deck may be given too.
    #[napi(catch_unwind)]
    pub fn create(
        &self,
        players: String,
        seed: String,
        deck: Option<Vec<String>>,
    ) -> napi::Result<()> {
        let players: Vec<Player> = from_json(&players)?;
        let seed = Seed::from_str(&seed).map_err(bad)?;
        let mut game = GameEngine::new(self.rules.clone(), seed);
        game.create_game(players).map_err(bad)?;
        if let Some(deck) = deck {
            let find = |name: &String| {
                let found = self.rules.find_card(name);
                found.ok_or_else(|| bad(format!("no card of this game is called \"{name}\"")))
            };
            let order: Vec<CardId> = deck.iter().map(find).collect::<napi::Result<_>>()?;
            game.set_deck_order(DeckOrder(order)).map_err(bad)?;
        }
        *self.write()? = game;
        Ok(())
    }

    /// Starts the game; the answer as JSON.
    #[napi(catch_unwind)]
    pub fn start(&self, call: Call<'_>) -> napi::Result<String> {
        let mut game = self.write()?;
        let commit = with_host(&host(&call), || game.start()).map_err(bad)?;
        Ok(wire::answer(&game, &Ok(commit), Viewer::Referee))
    }

    /// Dispatches an action, given as JSON; the answer as JSON, with what the referee sees.
    #[napi(catch_unwind)]
    pub fn dispatch(&self, action: String, call: Call<'_>) -> napi::Result<String> {
        let mut game = self.write()?;
        let result: Result<Commit, Denied> = wire::read_action(&action)
            .and_then(|action| with_host(&host(&call), || game.dispatch(action)));
        Ok(wire::answer(&game, &result, Viewer::Referee))
    }

    /// Whether the rules would accept an action; JSON as of a dispatch when not.
    #[napi(catch_unwind)]
    pub fn check(&self, action: String, call: Call<'_>) -> napi::Result<Option<String>> {
        let game = self.read()?;
        let result = wire::read_action(&action)
            .and_then(|action| with_host(&host(&call), || game.check(action)));
        Ok(result.err().map(|denied| to_json(&denied)))
    }

    /// Asks one rule about an action; JSON as of a dispatch when it refuses.
    #[napi(catch_unwind)]
    pub fn ask(&self, id: String, action: String, call: Call<'_>) -> napi::Result<Option<String>> {
        let game = self.read()?;
        let rule = self.rules.rules().iter().find(|rule| rule.id() == id);
        let rule = rule.ok_or_else(|| bad(format!("no rule of this game has the id \"{id}\"")))?;
        let result = wire::read_action(&action)
            .and_then(|action| with_host(&host(&call), || game.ask(rule, action)));
        Ok(result.err().map(|denied| to_json(&denied)))
    }

    /// What a seat may do, as a JSON array of actions.
    #[napi(catch_unwind)]
    pub fn legal_actions(&self, seat: u8, call: Call<'_>) -> napi::Result<String> {
        let game = self.read()?;
        let ask = || with_host(&host(&call), || game.legal_actions(Seat(seat)));
        // A plugin that proposes what is no action panics with words.
        let actions = catch_unwind(AssertUnwindSafe(ask)).map_err(|panic| {
            let what = panic.downcast_ref::<String>().cloned();
            bad(what.unwrap_or_else(|| "a plugin failed".to_owned()))
        })?;
        let mut json = String::from("[");
        for (place, action) in actions.iter().enumerate() {
            if place > 0 {
                json.push(',');
            }
            json.push_str(&wire::action_to_json(&game, action));
        }
        json.push(']');
        Ok(json)
    }

    /// The table as a viewer sees it: see `pack.rs`.
    #[napi(catch_unwind)]
    pub fn state(&self, viewer_number: i32, out: Numbers<'_>) -> napi::Result<()> {
        pack(&self.read()?.lens(viewer(viewer_number)), out)
    }

    /// The variables that a viewer sees, as JSON.
    #[napi(catch_unwind)]
    pub fn variables(&self, viewer_number: i32) -> napi::Result<String> {
        Ok(to_json(
            &self.read()?.lens(viewer(viewer_number)).variables(),
        ))
    }

    /// What a viewer saw since an entry of the log, as JSON: `[[index, event], …]`.
    #[napi(catch_unwind)]
    pub fn history(&self, viewer_number: i32, from: u32) -> napi::Result<String> {
        let game = self.read()?;
        let viewer = viewer(viewer_number);
        let since = game.log().iter().skip(from as usize);
        let seen = since.flat_map(|entry| {
            let events = game.seen_events(entry.events(), viewer);
            events.into_iter().map(|event| (entry.index(), event))
        });
        Ok(to_json(&seen.collect::<Vec<_>>()))
    }

    /// How many entries the log has.
    #[napi(catch_unwind)]
    pub fn length(&self) -> napi::Result<u32> {
        Ok(u32::try_from(self.read()?.log().len()).unwrap_or(u32::MAX))
    }

    /// The log as JSON Lines.
    #[napi(catch_unwind)]
    pub fn log(&self) -> napi::Result<String> {
        Ok(to_jsonl(&*self.read()?))
    }

    /// The seed, 64 hexadecimal digits.
    #[napi(catch_unwind)]
    pub fn seed(&self) -> napi::Result<String> {
        Ok(self.read()?.seed().to_string())
    }

    /// The fingerprint of the state.
    #[napi(catch_unwind)]
    pub fn hash(&self) -> napi::Result<String> {
        Ok(self.read()?.state().hash().to_string())
    }

    /// Takes the last action back; it, as JSON, or nothing when there is none.
    #[napi(catch_unwind)]
    pub fn undo(&self, call: Call<'_>) -> napi::Result<Option<String>> {
        let mut game = self.write()?;
        let action = with_host(&host(&call), || game.undo());
        Ok(action.map(|action| wire::action_to_json(&game, &action)))
    }

    /// Verifies a log and takes its game in place of this one, up to entry `to` or its end.
    #[napi(catch_unwind)]
    pub fn replay(&self, text: String, to: Option<u32>, call: Call<'_>) -> napi::Result<()> {
        let log = LogFile::read(text.as_bytes()).map_err(bad)?;
        let played = with_host(&host(&call), || {
            let whole = log.verify(&self.rules)?;
            match to {
                Some(to) => log.replay(&self.rules, Some(to.into())),
                None => Ok(whole),
            }
        });
        let played = played.map_err(bad)?;
        *self.write()? = played;
        Ok(())
    }
}

/// What a log says of its game, as JSON: `{game, options, players}`.
#[napi(catch_unwind)]
pub fn read_log_header(text: String) -> napi::Result<String> {
    let log = LogFile::read(text.as_bytes()).map_err(bad)?;
    Ok(to_json(&serde_json::json!({
        "game": log.header.game,
        "options": log.header.options,
        "players": log.header.players,
    })))
}

fn busy() -> napi::Error {
    bad("the engine is in the middle of an action: a plugin works through the context it was given")
}

fn host<'a>(call: &'a Call<'_>) -> impl Fn(u32) -> napi::Result<Option<String>> + 'a {
    move |function| call.call(function)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RulesOut<'r> {
    game: &'r str,
    fingerprint: &'r str,
    options: &'r decklet_engine::Value,
    players: (usize, usize),
    plugins: Vec<&'r str>,
    rules: Vec<RuleOut<'r>>,
    actions: Vec<(&'r str, bool)>,
    events: Vec<&'r str>,
    cards: Vec<crate::cards::CardOut<'r>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleOut<'r> {
    id: &'r str,
    name: &'r str,
    applies_to: &'r decklet_engine::AppliesTo,
    codes: &'r [&'static str],
}

impl<'r> From<&'r Rule> for RuleOut<'r> {
    fn from(rule: &'r Rule) -> Self {
        Self {
            id: rule.id(),
            name: rule.name(),
            applies_to: rule.applies_to(),
            codes: rule.codes(),
        }
    }
}
