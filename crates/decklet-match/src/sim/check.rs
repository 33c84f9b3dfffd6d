//! What must hold after a simulation.

use super::{client::Client, world::Sent};
use crate::{
    Games, RoomCode,
    log::Stored,
    person::Person,
    record::{Change, Record},
    room::Room,
};
use decklet_doudizhu::plugin::state::DoudizhuState;
use decklet_engine::{GameEngine, Seat, Value, Viewer};
use std::collections::{BTreeMap, BTreeSet};

/// What is acknowledged is in the log, at this moment, under this index.
pub(super) fn stored(
    stored: &[Stored],
    client: &Client,
    id: &str,
    index: u64,
) -> Result<(), String> {
    let place = usize::try_from(index).unwrap_or(usize::MAX);
    let record = stored.get(place).map(|stored| &*stored.record);
    let record = record.ok_or_else(|| format!("{id} was acknowledged before it was stored"))?;
    let person = client
        .person
        .as_ref()
        .map_or("", |person| person.id.as_str());
    let by = format!("\"by\":{{\"person\":\"{person}\",\"command\":\"{id}\"}}");
    let is_its_own = String::from_utf8_lossy(record).contains(&by);
    match is_its_own || !client.is_kept(id) {
        true => Ok(()),
        false => Err(format!(
            "{id} was acknowledged as {index}, which is another record"
        )),
    }
}

/// What a client was told to be accepted is in the log once, under the index it was told. Returns
/// how many there are.
pub(super) fn answers(records: &[Record], client: &Client) -> Result<u64, String> {
    let Some(person) = &client.person else {
        return Ok(0);
    };
    let mut by_id: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for record in records {
        if let Some(by) = record.by.as_ref().filter(|by| by.person == person.id) {
            by_id
                .entry(by.command.as_str())
                .or_default()
                .push(record.index);
        }
    }
    if let Some((id, twice)) = by_id.iter().find(|(_, indices)| indices.len() > 1) {
        return Err(format!(
            "{id} of {} was carried out as {twice:?}",
            person.id
        ));
    }
    let mut count = 0;
    for (id, answer) in &client.answers {
        let Some(index) = answer else { continue };
        match by_id.get(id.as_str()) {
            Some(indices) if indices[..] == [*index] => count += 1,
            None if !client.is_kept(id) => {}
            found => {
                return Err(format!(
                    "{id} of {} was acknowledged as {index}, but the log has {found:?}",
                    person.id
                ));
            }
        }
    }
    Ok(count)
}

/// At the end everybody who is there sees what there is to see: the room after record `head`, the
/// last that the server knows of.
pub(super) fn sees_everything(room: &Room, head: u64, client: &Client) -> Result<(), String> {
    if client.conn.is_none() {
        return Err("a client is not connected, although all is calm".to_owned());
    }
    if client.last != Some(head) {
        let last = client.last;
        return Err(format!(
            "a client has seen {last:?}, the last record is {head}"
        ));
    }
    let Some(hand) = room.hand() else {
        return Ok(());
    };
    let viewer = match client.seat(room) {
        Some(seat) => Viewer::Seat(Seat(seat)),
        None if room.options().spectators.allowed => Viewer::Spectator,
        None => {
            return match client.game.is_null() {
                true => Ok(()),
                false => Err("somebody sees the game who may not".to_owned()),
            };
        }
    };
    let dealt = client.person.as_ref().zip(client.seat(room));
    let viewer = match dealt {
        Some((person, seat)) if !hand.was_dealt_to(seat, &person.id) => Viewer::Spectator,
        _ => viewer,
    };
    let view =
        serde_json::to_value(hand.engine().view(viewer)).map_err(|error| error.to_string())?;
    match view == client.game {
        true => Ok(()),
        false => Err("a client sees another game than there is".to_owned()),
    }
}

/// The deal of the last hand follows from its proof.
pub(super) fn deals(room: &Room) -> Result<(), String> {
    let Some(hand) = room.hand() else {
        return Ok(());
    };
    let dealt = hand.proof().verify(hand.engine().seed());
    dealt.map_err(|error| error.to_string())
}

/// Which cards each viewer may know after a record, by name; the last is what everybody may.
type Known = Vec<BTreeSet<String>>;

/// No message names a card that its viewer must not know.
pub(super) fn leaks(
    code: RoomCode,
    games: &Games,
    records: &[Record],
    sent: &[Sent],
) -> Result<(), String> {
    let (known, cards, secrets) = knowledge(code, games, records)?;
    let secrets: BTreeSet<_> = secrets.iter().map(String::as_str).collect();
    for sent in sent {
        let place = usize::try_from(sent.index).unwrap_or(usize::MAX);
        // An update may also name what was to be seen before it: a card that is taken away.
        let from = match sent.text.starts_with("{\"type\":\"update\"") {
            true => place.saturating_sub(1),
            false => place,
        };
        let seat = sent
            .person
            .as_ref()
            .and_then(|person| known.seat(place, person));
        for word in words(&sent.text) {
            if secrets.contains(word) && !known.is_revealed(place, word) {
                return Err(format!("a secret of the deal was sent: {}", sent.text));
            }
            if !cards.contains(word) {
                continue;
            }
            let may = known.may(from, place, seat, word);
            // What a person writes is the person's own knowledge, or invention.
            if !may && !sent.text.starts_with("{\"type\":\"said\"") {
                return Err(format!(
                    "{word} was sent to {:?} (seat {seat:?}) after record {}: {}",
                    sent.person.as_ref().map(|person| person.id.as_str()),
                    sent.index,
                    sent.text
                ));
            }
        }
    }
    Ok(())
}

/// The words of a text as cards are spelled.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    text.split(move |c| !letter(c))
        .filter(|word| !word.is_empty())
}

/// What everybody may know after every record.
struct Knowledge {
    known: Vec<Known>,
    seats: Vec<Vec<Option<String>>>,
    revealed: Vec<BTreeSet<String>>,
}

impl Knowledge {
    fn seat(&self, place: usize, person: &Person) -> Option<usize> {
        let seats = self.seats.get(place)?;
        seats
            .iter()
            .position(|id| id.as_deref() == Some(person.id.as_str()))
    }

    fn may(&self, from: usize, to: usize, seat: Option<usize>, card: &str) -> bool {
        let known = self.known.get(from..=to).unwrap_or(&[]);
        known.iter().any(|known| {
            let own = seat.and_then(|seat| known.get(seat)).or(known.last());
            own.is_some_and(|cards| cards.contains(card))
        })
    }

    fn is_revealed(&self, place: usize, secret: &str) -> bool {
        self.revealed
            .get(place)
            .is_some_and(|revealed| revealed.contains(secret))
    }
}

/// Plays the records again, asking after each who may know what: from the zones' names alone, not
/// from what the engine says of them.
fn knowledge(
    code: RoomCode,
    games: &Games,
    records: &[Record],
) -> Result<(Knowledge, BTreeSet<String>, BTreeSet<String>), String> {
    let mut knowledge = Knowledge {
        known: Vec::new(),
        seats: Vec::new(),
        revealed: Vec::new(),
    };
    let mut cards = BTreeSet::new();
    let mut secrets = BTreeSet::new();
    let mut revealed = BTreeSet::new();
    let Some((first, rest)) = records.split_first() else {
        return Err("the log is empty".to_owned());
    };
    let room = Room::replay(code, [first], games).map_err(|damage| damage.to_string())?;
    let mut room = room.ok_or("the log is empty")?;
    if let Change::Created { secret, .. } = &first.change {
        secrets.insert(String::from(*secret));
        for hand in 1..=room.options().seats.into() {
            secrets.insert(secret.of_hand(hand).to_string());
        }
    }
    let note = |room: &Room, knowledge: &mut Knowledge, revealed: &BTreeSet<String>| {
        let seats = (0u8..).zip(room.seats()).map(|(seat, state)| {
            let person = state.person()?;
            let dealt = room
                .hand()
                .is_some_and(|hand| hand.was_dealt_to(seat, person));
            dealt.then(|| person.as_str().to_owned())
        });
        knowledge.seats.push(seats.collect());
        knowledge.revealed.push(revealed.clone());
        let known = room.hand().map(|hand| visible(hand.engine()));
        let nothing = vec![BTreeSet::new(); room.seats().len() + 1];
        knowledge.known.push(known.unwrap_or(nothing));
    };
    note(&room, &mut knowledge, &revealed);
    for record in rest {
        room.perform(&mut record.change.clone(), games)
            .map_err(|refusal| refusal.to_string())?;
        if let Some(hand) = room.hand() {
            if cards.is_empty() {
                let names = hand.engine().rules().cards().iter();
                cards = names.map(|card| card.name().to_owned()).collect();
            }
            if hand.result().is_some() {
                revealed.insert(hand.proof().secret.clone());
            }
        }
        note(&room, &mut knowledge, &revealed);
        if let (Change::Acted { .. } | Change::Started { .. }, Some(hand)) =
            (&record.change, room.hand())
        {
            shown_in_events(hand.engine(), knowledge.known.last_mut());
        }
    }
    Ok((knowledge, cards, secrets))
}

/// The cards that each seat may know, and those that everybody may.
fn visible(engine: &GameEngine) -> Known {
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
    if engine.rules().game() == "doudizhu" {
        for card in state
            .state::<DoudizhuState>()
            .bottom()
            .into_iter()
            .flatten()
        {
            let card = state.card(card).name();
            for known in &mut known {
                known.insert(card.to_owned());
            }
        }
    }
    known
}

/// Cards of UNO that were to be seen for a moment: a hand that was shown to a challenger, and cards
/// that were turned up first and put back.
fn shown_in_events(engine: &GameEngine, known: Option<&mut Known>) {
    let (Some(known), Some(entry)) = (known, engine.log().last()) else {
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
