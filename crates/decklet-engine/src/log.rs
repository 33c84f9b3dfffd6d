//! The log as JSON Lines: a header, then an entry a line, chained by hash to the header.
//!
//! ```text
//! {"format":"decklet-log","version":1,"engine":"0.1.0","game":"uno","options":…,"rules":…,"players":[…],"seed":…,"chain":…}
//! {"index":0,"action":null,"events":[…],"state":…,"chain":…}
//! {"index":1,"action":{"type":"PLAY_CARD",…},"events":[…],"state":…,"chain":…}
//! ```
//!
//! `chain` is blake3 over the line before's chain and this line up to `,"chain"`; `state` is the
//! state's hash afterwards. Events are the referee's: a log is for after the game, or for the host.
//! Verifying builds the game again, plays the actions and compares every line byte for byte.

use crate::{
    action::NamedAction,
    engine::{DeckOrder, Entry, GameEngine, SetupError},
    id::{CardId, Player, Viewer},
    lens::SeatEvent,
    rng::Seed,
    rule::Denied,
    ruleset::Ruleset,
    state::Status,
    value::Value,
    wire::{ActionOut, action_from_value, json},
};
use serde::{Deserialize, Serialize};
use std::{str::FromStr, sync::Arc};

/// The version of the format written; no other is read.
pub const FORMAT_VERSION: u32 = 1;

const FORMAT: &str = "decklet-log";
const START_OF_CHAIN: [u8; 32] = [0; 32];

/// The first line of a log: all that is needed to build the game again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    format: String,
    version: u32,
    engine: String,
    /// The game's name.
    pub game: String,
    /// The options its rules were built with.
    pub options: Value,
    /// The fingerprint of the rules.
    pub rules: String,
    /// The players in seat order.
    pub players: Vec<Player>,
    seed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deal: Option<Vec<String>>,
}

impl Header {
    /// The header of a game's log.
    #[must_use]
    pub fn of(engine: &GameEngine) -> Self {
        let rules = engine.rules();
        let names = |order: &DeckOrder| {
            order
                .0
                .iter()
                .map(|&card| rules.card(card).name().to_owned())
                .collect()
        };
        Self {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            game: rules.game().to_owned(),
            options: rules.options().clone(),
            rules: rules.fingerprint().to_owned(),
            players: engine.state().players().to_vec(),
            seed: engine.seed().to_string(),
            deal: engine.deck_order().map(names),
        }
    }

    /// The game before its start.
    ///
    /// # Errors
    /// [`LogError`] when `rules` are not the ones the log was made by, or the header is damaged.
    pub fn create(&self, rules: &Arc<Ruleset>) -> Result<GameEngine, LogError> {
        let same_game = rules.game() == self.game && rules.options() == &self.options;
        if rules.fingerprint() != self.rules || !same_game {
            return Err(LogError::OtherRules {
                game: self.game.clone(),
                log: self.rules.clone(),
                here: rules.fingerprint().to_owned(),
            });
        }
        let seed = Seed::from_str(&self.seed).map_err(|error| header(error.to_string()))?;
        let mut engine = GameEngine::new(rules.clone(), seed);
        engine.create_game(self.players.clone())?;
        if let Some(deal) = &self.deal {
            let find = |name: &String| {
                rules
                    .find_card(name)
                    .ok_or_else(|| header(format!("no card is called {name}")))
            };
            let order: Vec<CardId> = deal.iter().map(find).collect::<Result<_, _>>()?;
            engine.set_deck_order(DeckOrder(order))?;
        }
        Ok(engine)
    }
}

fn header(what: String) -> LogError {
    LogError::Header { what }
}

/// Writes a log line by line, keeping the chain.
#[derive(Clone, Debug)]
pub struct LogWriter {
    chain: [u8; 32],
}

impl LogWriter {
    /// A writer, and the header's line without its end.
    #[must_use]
    pub fn begin(engine: &GameEngine) -> (Self, String) {
        let mut writer = Self {
            chain: START_OF_CHAIN,
        };
        let line = writer.chained(&json(&Header::of(engine)));
        (writer, line)
    }

    /// The line of the next entry, without its end.
    pub fn entry(&mut self, engine: &GameEngine, entry: &Entry) -> String {
        let names = engine.state().names();
        self.chained(&json(&EntryOut {
            index: entry.index(),
            action: entry.action().map(|action| ActionOut(action, names)),
            events: engine.seen_events(entry.events(), Viewer::Referee),
            state: entry.hash().to_string(),
        }))
    }

    fn chained(&mut self, object: &str) -> String {
        let body = &object[..object.len() - 1];
        self.chain = link(&self.chain, body);
        format!("{body},\"chain\":\"{}\"}}", blake3::Hash::from(self.chain))
    }
}

fn link(chain: &[u8; 32], body: &str) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("decklet log v1");
    hasher.update(chain).update(body.as_bytes());
    *hasher.finalize().as_bytes()
}

#[derive(Serialize)]
struct EntryOut<'a> {
    index: u64,
    action: Option<ActionOut<'a>>,
    events: Vec<SeatEvent>,
    state: String,
}

/// The whole log of a game, each line ended.
#[must_use]
pub fn to_jsonl(engine: &GameEngine) -> String {
    let (mut writer, mut text) = LogWriter::begin(engine);
    text.push('\n');
    for entry in engine.log() {
        text.push_str(&writer.entry(engine, entry));
        text.push('\n');
    }
    text
}

/// What is wrong with a log.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// Not a log of this program at all.
    #[error("this is no decklet log: {what}")]
    NoLog {
        /// Why.
        what: String,
    },
    /// A format that this program does not know.
    #[error("the log has format version {version}; this program reads version {FORMAT_VERSION}")]
    Version {
        /// The log's version.
        version: i64,
    },
    /// The header cannot be used.
    #[error("the header is damaged: {what}")]
    Header {
        /// What is wrong.
        what: String,
    },
    /// Other rules than the log was made by.
    #[error("the log was made by other rules of {game} ({log}) than these ({here})")]
    OtherRules {
        /// The game.
        game: String,
        /// The log's fingerprint.
        log: String,
        /// The fingerprint of the rules at hand.
        here: String,
    },
    /// A line is not what it was when it was written.
    #[error("{}: {what}", place(*.entry))]
    Changed {
        /// The entry, `None` for the header.
        entry: Option<u64>,
        /// What differs.
        what: String,
    },
    /// The game cannot be created as the header says.
    #[error("the header's game cannot be created: {0}")]
    Setup(#[from] SetupError),
    /// The rules refuse an action of the log.
    #[error("entry {entry}: the action is refused: {denied}")]
    Refused {
        /// The entry.
        entry: u64,
        /// By which rule and why.
        denied: Box<Denied>,
    },
}

fn place(entry: Option<u64>) -> String {
    entry.map_or_else(|| "the header".to_owned(), |entry| format!("entry {entry}"))
}

/// A log that was read: header and actions, the chain checked.
#[derive(Clone, Debug)]
pub struct LogFile {
    /// The first line.
    pub header: Header,
    lines: Vec<String>,
    actions: Vec<Option<NamedAction>>,
    chain: [u8; 32],
    cut: bool,
}

impl LogFile {
    /// Reads a log and checks its chain. A last line that was cut off is left out.
    ///
    /// # Errors
    /// [`LogError`] naming the entry that is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, LogError> {
        let no_log = |what: &str| LogError::NoLog {
            what: what.to_owned(),
        };
        let text = std::str::from_utf8(bytes).map_err(|_| no_log("it is no text"))?;
        let complete = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut cut = complete.len() < text.len();
        let mut lines: Vec<&str> = complete.lines().collect();
        // A last line that is whole but for its end is taken.
        let rest = &text[complete.len()..];
        if cut && rest.ends_with("\"}") && serde_json::from_str::<Value>(rest).is_ok() {
            lines.push(rest);
            cut = false;
        }
        let (first, rest) = lines.split_first().ok_or_else(|| match text {
            "" => no_log("it is empty"),
            _ => no_log("its first line has no end"),
        })?;
        let header = read_header(first)?;
        let mut chain = START_OF_CHAIN;
        check_chain(&mut chain, first, None)?;
        let mut actions = Vec::with_capacity(rest.len());
        for (index, line) in (0..).zip(rest) {
            check_chain(&mut chain, line, Some(index))?;
            actions.push(read_entry(line, index)?);
        }
        let lines = lines.into_iter().map(str::to_owned).collect();
        Ok(Self {
            header,
            lines,
            actions,
            chain,
            cut,
        })
    }

    /// Whether the last line was cut off.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// A writer that continues the chain after the last line read.
    #[must_use]
    pub fn writer(&self) -> LogWriter {
        LogWriter { chain: self.chain }
    }

    /// How many entries there are, the start included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether not even the start is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The game after entry `to`, or after the last.
    ///
    /// # Errors
    /// [`LogError`] naming the entry that cannot be replayed.
    pub fn replay(&self, rules: &Arc<Ruleset>, to: Option<u64>) -> Result<GameEngine, LogError> {
        self.play(rules, to, |_, _| Ok(()))
    }

    /// Replays the game and compares every line with what is written now: events, state hashes,
    /// all of it. Returns the game at its end.
    ///
    /// # Errors
    /// [`LogError`] naming the first entry that differs.
    pub fn verify(&self, rules: &Arc<Ruleset>) -> Result<GameEngine, LogError> {
        let mut lines = self.lines.iter();
        let mut chain = START_OF_CHAIN;
        // The header stays as it is: another release of the engine may have written it.
        check_chain(&mut chain, lines.next().map_or("", String::as_str), None)?;
        let mut writer = LogWriter { chain };
        self.play(rules, None, |engine, entry| {
            let written = writer.entry(engine, entry);
            let read = lines.next().map_or("", String::as_str);
            match difference(read, &written) {
                Some(what) => Err(LogError::Changed {
                    entry: Some(entry.index()),
                    what,
                }),
                None => Ok(()),
            }
        })
    }

    /// Plays the actions; calls `each` after every entry.
    fn play(
        &self,
        rules: &Arc<Ruleset>,
        to: Option<u64>,
        mut each: impl FnMut(&GameEngine, &Entry) -> Result<(), LogError>,
    ) -> Result<GameEngine, LogError> {
        let mut engine = self.header.create(rules)?;
        for (entry, action) in (0..=to.unwrap_or(u64::MAX)).zip(&self.actions) {
            match action {
                None => drop(engine.start()?),
                Some(action) => {
                    let refused = |denied| LogError::Refused {
                        entry,
                        denied: Box::new(denied),
                    };
                    drop(engine.dispatch(action).map_err(refused)?);
                }
            }
            if let Some(entry) = engine.log().last() {
                each(&engine, entry)?;
            }
        }
        Ok(engine)
    }
}

/// Whether a game that was replayed has ended.
#[must_use]
pub fn is_finished(engine: &GameEngine) -> bool {
    engine.state().status() == Status::Finished
}

fn read_header(line: &str) -> Result<Header, LogError> {
    let no_log = |what: String| LogError::NoLog { what };
    let value: Value = serde_json::from_str(line)
        .map_err(|error| no_log(format!("its first line is no JSON: {error}")))?;
    if value.get("format").and_then(Value::as_text) != Some(FORMAT) {
        return Err(no_log(format!(
            "its first line does not say \"format\":\"{FORMAT}\""
        )));
    }
    match value.get("version").and_then(Value::as_number) {
        Some(version) if version == i64::from(FORMAT_VERSION) => {}
        Some(version) => return Err(LogError::Version { version }),
        None => return Err(header("it has no version".to_owned())),
    }
    serde_json::from_str(line).map_err(|error| header(error.to_string()))
}

fn check_chain(chain: &mut [u8; 32], line: &str, entry: Option<u64>) -> Result<(), LogError> {
    let changed = |what: &str| LogError::Changed {
        entry,
        what: what.to_owned(),
    };
    let (body, stated) = line
        .rsplit_once(",\"chain\":\"")
        .and_then(|(body, rest)| Some((body, rest.strip_suffix("\"}")?)))
        .ok_or_else(|| changed("the line has no chain at its end"))?;
    *chain = link(chain, body);
    if *blake3::Hash::from(*chain).to_hex() != *stated {
        return Err(changed(
            "the chain is broken: this line, or one before it, was changed",
        ));
    }
    Ok(())
}

fn read_entry(line: &str, index: u64) -> Result<Option<NamedAction>, LogError> {
    let changed = |what: String| LogError::Changed {
        entry: Some(index),
        what,
    };
    let value: Value =
        serde_json::from_str(line).map_err(|error| changed(format!("no JSON: {error}")))?;
    let stated = value.get("index").and_then(Value::as_number);
    if stated != i64::try_from(index).ok() {
        return Err(changed(
            "the line has another index: an entry is missing".to_owned(),
        ));
    }
    match value.get("action") {
        Some(Value::Null) if index == 0 => Ok(None),
        Some(action @ Value::Map(_)) if index > 0 => action_from_value(action.clone())
            .map(Some)
            .map_err(|bad| changed(format!("action.{bad}"))),
        _ if index == 0 => Err(changed("the first entry must be the start".to_owned())),
        _ => Err(changed("it has no action".to_owned())),
    }
}

/// In which field two lines differ.
fn difference(read: &str, written: &str) -> Option<String> {
    if read == written {
        return None;
    }
    let parse = |line: &str| serde_json::from_str::<Value>(line).unwrap_or_default();
    let (read, written) = (parse(read), parse(written));
    for field in ["index", "action", "events", "state"] {
        let (log, replay) = (read.get(field), written.get(field));
        if log != replay {
            let show = |value: Option<&Value>| value.map_or("nothing".into(), Value::to_string);
            return Some(format!(
                "{field} differs: the log says {}, replaying gives {}",
                show(log),
                show(replay)
            ));
        }
    }
    Some("the line is spelled differently".to_owned())
}
