//! Who may know which cards when, from the records of a room: what simulations and tests hold every
//! message against.
//!
//! It asks neither the views nor what the engine says of zones, but has a list of its own, so that a
//! mistake there is found here.

use crate::{
    Games, RoomCode,
    person::PersonId,
    record::{Change, Record},
    room::Room,
};
use decklet_doudizhu::plugin::state::DoudizhuState;
use decklet_engine::{GameEngine, Value, Viewer};
use decklet_uno::plugin::state::UnoState;
use std::collections::BTreeSet;

/// A message that was sent.
#[derive(Clone, Copy, Debug)]
pub struct Told<'t> {
    /// To whom.
    pub person: Option<&'t PersonId>,
    /// After which record.
    pub index: u64,
    /// The text: JSON, or whatever was sent.
    pub text: &'t str,
}

/// Who may know what after every record of a room.
pub struct Audit {
    after: Vec<After>,
    cards: BTreeSet<String>,
    secrets: BTreeSet<String>,
    /// Who sat where when the last hand was dealt.
    dealt: Vec<Option<PersonId>>,
}

/// What may be known after a record.
struct After {
    /// Who was dealt the cards of each seat.
    seats: Vec<Option<PersonId>>,
    /// The cards that each seat may know, by name; the last is what everybody may.
    cards: Vec<BTreeSet<String>>,
    /// The secrets that are none any more.
    revealed: BTreeSet<String>,
    /// Whether the hand is over, and its log everybody's.
    is_over: bool,
}

impl Audit {
    /// Plays the records again, asking after each who may know what.
    ///
    /// # Errors
    /// When they cannot be played again.
    pub fn of(code: RoomCode, records: &[Record], games: &Games) -> Result<Self, String> {
        let (first, rest) = records.split_first().ok_or("the log is empty")?;
        let room = Room::replay(code, [first], games).map_err(|damage| damage.to_string())?;
        let mut room = room.ok_or("the log is empty")?;
        let mut audit = Self {
            after: Vec::new(),
            cards: BTreeSet::new(),
            secrets: BTreeSet::new(),
            dealt: Vec::new(),
        };
        let secret = match &first.change {
            Change::Created { secret, .. } => *secret,
            _ => return Err("the first record opens no room".to_owned()),
        };
        audit.secrets.insert(String::from(secret));
        audit.note(&room, BTreeSet::new());
        for record in rest {
            room.perform(&mut record.change.clone(), games)
                .map_err(|refusal| refusal.to_string())?;
            audit.secrets.extend(state_of(&record.change));
            if matches!(record.change, Change::Started { .. }) {
                let seats = room.seats().iter();
                audit.dealt = seats.map(|seat| seat.person().cloned()).collect();
            }
            let mut revealed = BTreeSet::new();
            if let Some(hand) = room.hand() {
                audit.learn(hand.engine());
                let next = secret.of_hand(hand.number() + 1).to_string();
                let own = secret.of_hand(hand.number()).to_string();
                let seed = hand.engine().seed().to_string();
                audit.secrets.extend([next, own.clone(), seed.clone()]);
                if hand.result().is_some() {
                    revealed.extend([own, seed]);
                    let until = records.iter().take_while(|past| past.index <= record.index);
                    revealed.extend(until.filter_map(|past| state_of(&past.change)));
                }
            }
            audit.note(&room, revealed);
            if let (Change::Acted { .. } | Change::Started { .. }, Some(hand)) =
                (&record.change, room.hand())
                && let Some(after) = audit.after.last_mut()
            {
                shown_for_a_moment(hand.engine(), &mut after.cards);
            }
        }
        Ok(audit)
    }

    fn learn(&mut self, engine: &GameEngine) {
        if self.cards.is_empty() {
            let names = engine.rules().cards().iter();
            self.cards = names.map(|card| card.name().to_owned()).collect();
        }
    }

    fn note(&mut self, room: &Room, mut revealed: BTreeSet<String>) {
        // Who sits down later sees nothing of the cards of whoever sat there.
        let seats = room
            .seats()
            .iter()
            .zip(&self.dealt)
            .map(|(seat, dealt)| dealt.clone().filter(|dealt| seat.person() == Some(dealt)));
        let nothing = || vec![BTreeSet::new(); room.seats().len() + 1];
        let before = self.after.last();
        revealed.extend(before.into_iter().flat_map(|last| last.revealed.clone()));
        let seats = seats.collect();
        self.after.push(After {
            seats,
            cards: room
                .hand()
                .map_or_else(nothing, |hand| visible(hand.engine())),
            revealed,
            is_over: room.hand().is_some_and(|hand| hand.result().is_some()),
        });
    }

    /// The names of all cards, once a hand was dealt.
    #[must_use]
    pub fn cards(&self) -> &BTreeSet<String> {
        &self.cards
    }

    /// Whether the message names no card, and no secret of a deal, that its reader must not know.
    ///
    /// # Errors
    /// What it must not have named.
    pub fn check(&self, told: &Told<'_>) -> Result<(), String> {
        let place = usize::try_from(told.index).unwrap_or(usize::MAX);
        let after = self.after.get(place).ok_or("there is no such record")?;
        if after.is_over && told.text.starts_with("{\"format\":\"decklet-log\"") {
            return Ok(());
        }
        // An update may also name what was to be seen before it: a card that is taken away.
        let is_update = told.text.contains("\"type\":\"update\"");
        let before = self.after.get(place.wrapping_sub(1)).filter(|_| is_update);
        let person = told.person;
        let seat = person.and_then(|person| after.seat(person));
        for word in words(told.text) {
            if self.secrets.contains(word) && !after.revealed.contains(word) {
                return Err(format!(
                    "the secret {word} was sent after record {}: {}",
                    told.index,
                    start(told.text)
                ));
            }
            // What a person says is the person's own knowledge, or invention.
            if !self.cards.contains(word) || told.text.contains("\"type\":\"said\"") {
                continue;
            }
            let may = |known: &After| known.cards_of(seat).is_some_and(|own| own.contains(word));
            if !may(after) && !before.is_some_and(may) {
                return Err(format!(
                    "{word} was sent to {:?} (seat {seat:?}) after record {}: {}",
                    person.map(PersonId::as_str),
                    told.index,
                    start(told.text)
                ));
            }
        }
        Ok(())
    }

    /// Whether a text that is for nobody, as what a program says of itself, names no card and no
    /// secret.
    ///
    /// # Errors
    /// The word that it must not have.
    pub fn check_nobodys(&self, text: &str) -> Result<(), String> {
        let named = |word: &&str| self.cards.contains(*word) || self.secrets.contains(*word);
        words(text)
            .find(named)
            .map_or(Ok(()), |word| Err(format!("{word} was written")))
    }
}

impl After {
    fn seat(&self, person: &PersonId) -> Option<usize> {
        let of = |seat: &Option<PersonId>| seat.as_ref() == Some(person);
        self.seats.iter().position(of)
    }

    fn cards_of(&self, seat: Option<usize>) -> Option<&BTreeSet<String>> {
        seat.and_then(|seat| self.cards.get(seat))
            .or(self.cards.last())
    }
}

/// The words of a text as cards and secrets are spelled.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    text.split(move |c| !letter(c))
        .filter(|word| !word.is_empty())
}

/// So much of a message as a person reads.
fn start(text: &str) -> &str {
    let mut ends = text.char_indices().map(|(end, _)| end);
    ends.nth(500).map_or(text, |end| &text[..end])
}

/// A state's hash tells, by trying, what the state is.
fn state_of(change: &Change) -> Option<String> {
    match change {
        Change::Started { outcome } => Some(outcome.as_ref()?.state.to_string()),
        Change::Acted { outcome, .. } => Some(outcome.as_ref()?.state.to_string()),
        _ => None,
    }
}

/// The cards that each seat may know, and those that everybody may.
fn visible(engine: &GameEngine) -> Vec<BTreeSet<String>> {
    let state = engine.state();
    let seats = state.seats();
    let mut known = vec![BTreeSet::new(); seats + 1];
    for zone in state.zones() {
        let name = state.names().zone(zone);
        let owner = (0..seats).find(|seat| name == format!("player:p{}:hand", seat + 1));
        let public = name == "uno-discard" || name == "ddz-played" || state.is_open(zone);
        for &card in state.zone(zone) {
            let card = state.card(card).name();
            for (seat, known) in known.iter_mut().enumerate() {
                if public || owner == Some(seat) {
                    known.insert(card.to_owned());
                }
            }
        }
    }
    let shown = match engine.rules().game() {
        "doudizhu" => {
            let bottom = state.state::<DoudizhuState>().bottom();
            let cards = bottom.into_iter().flatten();
            cards
                .map(|card| state.card(card).name().to_owned())
                .collect()
        }
        // Where all played cards go back into the deck, the one to match is among them.
        "uno" => vec![state.state::<UnoState>().table().top.to_string()],
        _ => Vec::new(),
    };
    for known in &mut known {
        known.extend(shown.iter().cloned());
    }
    known
}

/// Cards of UNO that were to be seen for a moment: a hand that was shown to a challenger, and cards
/// that were turned up first and put back.
fn shown_for_a_moment(engine: &GameEngine, known: &mut [BTreeSet<String>]) {
    let Some(entry) = engine.log().last() else {
        return;
    };
    for event in engine.seen_events(entry.events(), Viewer::Referee) {
        let payload = event.payload();
        let names = |field: &str| match payload.get(field) {
            Some(Value::List(cards)) => cards.iter().filter_map(Value::as_text).collect(),
            _ => Vec::new(),
        };
        let to = payload.get("toId").and_then(Value::as_text);
        let seats = match event.event_type() {
            "UNO_HAND_SHOWN" => {
                let to = (0..known.len()).find(|seat| to == Some(&format!("p{}", seat + 1)));
                to.map(|seat| (seat..seat + 1, names("cardIds")))
            }
            "UNO_INITIAL_FLIPPED" => Some((0..known.len(), names("rejected"))),
            _ => None,
        };
        if let Some((seats, cards)) = seats {
            for known in &mut known[seats] {
                known.extend(cards.iter().map(|card| (*card).to_owned()));
            }
        }
    }
}
