//! Games as short text that people can read, send and compare; the format is in `docs/notation.md`.
//!
//! A log says everything and is verified to the byte; this says what was played, in a line a round.
//! [`read`] plays the moves again by the rules, so that what it gives is a game that can be:
//!
//! ```
//! use decklet::{bots::{Agent, Lowest}, engine::{GameEngine, Player, Seed, Value}, notation};
//!
//! let rules = decklet::registry().build("uno", &Value::Null)?;
//! let mut game = GameEngine::new(rules, Seed::from(7));
//! game.create_game(Player::numbered(2))?;
//! game.start()?;
//! for _ in 0..5 {
//!     let seat = game.state().current_player().expect("somebody is on turn");
//!     let legal = game.legal_actions(seat);
//!     let choice = Lowest.choose(&game.lens(seat), &legal);
//!     game.dispatch(&legal[choice])?;
//! }
//! let text = notation::write(&game);
//! let again = notation::read(&text, &decklet::registry())?;
//! assert_eq!(notation::write(&again), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::engine::{
    Action, DeckOrder, GameEngine, NamedAction, Names, Player, PlayerRef, Registry, Seat, Seed,
    Status, Value, wire,
};
use decklet_doudizhu::{card::Card, hand::Hand};
use std::fmt::Write;

const FIRST_LINE: &str = "decklet-notation 1";

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct NotationError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// The game as text, as far as it was played.
#[must_use]
pub fn write(game: &GameEngine) -> String {
    let rules = game.rules();
    let players = game.state().players();
    let mut text = format!("{FIRST_LINE}\ngame {} {}\n", rules.game(), rules.options());
    let _ = writeln!(text, "players {}", json(players));
    let _ = writeln!(text, "seed {}", game.seed());
    if let Some(order) = game.deck_order() {
        let names = order.0.iter().map(|&card| rules.card(card).name());
        let _ = writeln!(text, "deck {}", json(&names.collect::<Vec<_>>()));
    }
    text.push_str(&dealt(game));
    let names = game.state().names();
    let mut before: Option<Seat> = None;
    for action in game.log().iter().filter_map(|entry| entry.action()) {
        let PlayerRef::Seat(seat) = *action.player() else {
            continue;
        };
        // A new line whenever the seats begin again.
        let new_line = before.is_none_or(|before| seat.0 <= before.0);
        text.push(if new_line { '\n' } else { ' ' });
        let _ = write!(text, "{}:{}", seat.0 + 1, token(names, action));
        before = Some(seat);
    }
    text.push('\n');
    if game.state().status() == Status::Finished {
        let winners = game.state().winners().iter();
        let winners: Vec<String> = winners.map(|seat| (seat.0 + 1).to_string()).collect();
        let _ = writeln!(text, "\nwinners {}", winners.join(" "));
    }
    text
}

/// The hands as they were dealt, for the reader: comments.
fn dealt(game: &GameEngine) -> String {
    let start = game.at(0);
    let names = start.state().names();
    let mut text = String::new();
    for (number, player) in start.state().players().iter().enumerate() {
        let Some(zone) = names.find_zone(&format!("player:{}:hand", player.id)) else {
            continue;
        };
        let cards = start
            .state()
            .zone(zone)
            .iter()
            .map(|&card| names.card(card));
        let cards: Vec<&str> = cards.collect();
        let _ = writeln!(text, "# hand {}: {}", number + 1, cards_text(&cards));
    }
    text
}

/// Cards of Dou Dizhu by rank, others by name without the number of the copy.
fn cards_text(cards: &[&str]) -> String {
    let ranks: Option<Vec<Card>> = cards.iter().map(|name| name.parse().ok()).collect();
    match ranks {
        Some(cards) => Hand::from_cards(cards).to_string(),
        None => cards
            .iter()
            .map(|name| without_copy(name))
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// `red-5` for `red-5-1`, `wild` for `wild-3`; of a zero there is one: `red-0` stays.
fn without_copy(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((kind, copy))
            if copy.parse::<u8>().is_ok() && (kind.contains('-') || kind.starts_with("wild")) =>
        {
            kind
        }
        _ => name,
    }
}

fn json(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// An action in a word.
fn token(names: Names<'_>, action: &Action) -> String {
    let named = wire::named(names, action);
    let flag = |name: &str| named.payload.get(name) == Some(&Value::Flag(true));
    let text = |name: &str| named.payload.get(name).and_then(Value::as_text);
    let seat = |name: &str| {
        let player = names.find_player(text(name).unwrap_or_default());
        player.seat().map_or(0, |seat| seat.0 + 1)
    };
    match &*named.kind {
        "PLAY_CARDS" | "PLAY_CARD" => play_token(&named),
        "PASS" => "pass".to_owned(),
        "CALL_LANDLORD" => yes_or_no("call", flag("call")),
        "ROB_LANDLORD" => yes_or_no("rob", flag("rob")),
        "BID" => match named.payload.get("bid").and_then(Value::as_number) {
            Some(0) => "no".to_owned(),
            bid => format!("bid{}", bid.unwrap_or_default()),
        },
        "DRAW_CARD" => "draw".to_owned(),
        "END_TURN" => "end".to_owned(),
        "CHOOSE_COLOR" => text("color").unwrap_or_default().to_owned(),
        "CHOOSE_TARGET" => format!("swap{}", seat("targetId")),
        "CATCH" => format!("catch{}", seat("targetId")),
        "CALL_UNO" => "uno".to_owned(),
        _ => other_token(&named),
    }
}

fn yes_or_no(what: &str, yes: bool) -> String {
    if yes { what } else { "no" }.to_owned()
}

fn play_token(named: &NamedAction) -> String {
    let cards = match named.payload.get("cardIds") {
        Some(Value::List(cards)) => cards.iter().filter_map(Value::as_text).collect(),
        _ => Vec::new(),
    };
    let cards = cards_text(&cards).replace(' ', "+");
    let Some(reading) = named.payload.get("reading") else {
        return cards;
    };
    let number = |name: &str| reading.get(name).and_then(Value::as_number).unwrap_or(0);
    let kind = reading.get("type").and_then(Value::as_text).unwrap_or("");
    format!(
        "{cards}={}:{}x{}",
        kind.to_lowercase(),
        number("low"),
        number("length")
    )
}

/// `double`, `show-cards`; with a payload that this format does not know, the JSON behind it.
fn other_token(named: &NamedAction) -> String {
    let kind = named.kind.to_lowercase().replace('_', "-");
    match &named.payload {
        Value::Map(map) if map.is_empty() => kind,
        payload => format!("{kind}{}", payload.to_string().replace(' ', "\\u0020")),
    }
}

/// Plays the moves of a text.
///
/// # Errors
/// A [`NotationError`] naming the line: no notation, no such game, or a move that the rules do not
/// allow there.
pub fn read(text: &str, registry: &Registry) -> Result<GameEngine, NotationError> {
    let mut reader = Reader {
        lines: text.lines().enumerate(),
        at: 0,
    };
    let first = reader.next();
    if first != Some(FIRST_LINE) {
        return Err(reader.wrong(format!("the text must begin with \"{FIRST_LINE}\"")));
    }
    let mut game = reader.game(registry)?;
    while let Some(line) = reader.next() {
        match line.strip_prefix("winners") {
            Some(winners) => reader.check_winners(&game, winners)?,
            None => reader.moves(&mut game, line)?,
        }
    }
    Ok(game)
}

struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The next line that says something.
    fn next(&mut self) -> Option<&'a str> {
        loop {
            let (number, line) = self.lines.next()?;
            self.at = number + 1;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Some(line);
            }
        }
    }

    fn wrong(&self, what: impl Into<String>) -> NotationError {
        NotationError {
            line: self.at.max(1),
            what: what.into(),
        }
    }

    /// What follows this word on the next line.
    fn after(&mut self, word: &str) -> Result<&'a str, NotationError> {
        let line = self.next().unwrap_or_default();
        let rest = line.strip_prefix(word);
        rest.map(str::trim)
            .ok_or_else(|| self.wrong(format!("here must be \"{word} …\"")))
    }

    fn parse<T: serde::de::DeserializeOwned>(&self, json: &str) -> Result<T, NotationError> {
        serde_json::from_str(json).map_err(|error| self.wrong(error.to_string()))
    }

    /// The game the head of the text describes, started.
    fn game(&mut self, registry: &Registry) -> Result<GameEngine, NotationError> {
        let game = self.after("game")?;
        let (name, options) = game.split_once(' ').unwrap_or((game, "null"));
        let options = self.parse::<Value>(options)?;
        let rules = registry
            .build(name, &options)
            .map_err(|error| self.wrong(error.to_string()))?;
        let players = self.after("players")?;
        let players: Vec<Player> = self.parse(players)?;
        let seed = self.after("seed")?;
        let seed: Seed = seed
            .parse()
            .map_err(|error| self.wrong(format!("{error}")))?;
        let mut engine = GameEngine::new(rules, seed);
        let made = engine.create_game(players);
        made.map_err(|error| self.wrong(error.to_string()))?;
        // The order of the deck may follow, or the moves.
        let mut ahead = Reader {
            lines: self.lines.clone(),
            at: self.at,
        };
        if ahead.next().is_some_and(|line| line.starts_with("deck")) {
            let names = self.after("deck")?;
            let order = self.deck(&engine, names)?;
            let set = engine.set_deck_order(order);
            set.map_err(|error| self.wrong(error.to_string()))?;
        }
        let started = engine.start();
        started.map_err(|error| self.wrong(error.to_string()))?;
        Ok(engine)
    }

    fn deck(&self, engine: &GameEngine, names: &str) -> Result<DeckOrder, NotationError> {
        let names: Vec<String> = self.parse(names)?;
        let find = |name: &String| {
            let card = engine.rules().find_card(name);
            card.ok_or_else(|| self.wrong(format!("no card is called {name}")))
        };
        Ok(DeckOrder(names.iter().map(find).collect::<Result<_, _>>()?))
    }

    fn moves(&self, game: &mut GameEngine, line: &str) -> Result<(), NotationError> {
        for word in line.split_whitespace() {
            let (seat, wanted) = word
                .split_once(':')
                .ok_or_else(|| self.wrong(format!("{word}: a move is SEAT:WHAT, as 1:pass")))?;
            let seats = game.state().seats();
            let seat = match seat.parse::<u8>() {
                Ok(seat) if (1..=seats).contains(&usize::from(seat)) => Seat(seat - 1),
                _ => return Err(self.wrong(format!("{word}: seats are 1 to {seats}"))),
            };
            let legal = game.legal_actions(seat);
            let names = game.state().names();
            let found = legal.iter().find(|action| token(names, action) == wanted);
            let Some(action) = found else {
                return Err(self.wrong(not_legal(names, word, &legal)));
            };
            game.dispatch(action)
                .map_err(|denied| self.wrong(format!("{word}: {denied}")))?;
        }
        Ok(())
    }

    fn check_winners(&self, game: &GameEngine, written: &str) -> Result<(), NotationError> {
        let winners = game.state().winners().iter();
        let winners: Vec<String> = winners.map(|seat| (seat.0 + 1).to_string()).collect();
        if written
            .split_whitespace()
            .eq(winners.iter().map(String::as_str))
        {
            return Ok(());
        }
        Err(self.wrong(format!(
            "winners{written}: by the moves it is {}",
            if winners.is_empty() {
                "nobody".to_owned()
            } else {
                winners.join(" ")
            }
        )))
    }
}

fn not_legal(names: Names<'_>, word: &str, legal: &[Action]) -> String {
    const SHOWN: usize = 12;
    let tokens: Vec<String> = legal
        .iter()
        .take(SHOWN)
        .map(|action| token(names, action))
        .collect();
    match legal.len() {
        0 => format!("{word}: this seat has nothing to do here"),
        1..=SHOWN => format!("{word}: not legal here; there is {}", tokens.join(", ")),
        more => format!(
            "{word}: not legal here; there is {} and {} more",
            tokens.join(", "),
            more - SHOWN
        ),
    }
}
