//! What must hold after a simulation.

use super::{client::Client, world::Sent};
use crate::{
    Clock, Games, Person, RoomCode,
    audit::{Audit, Told},
    log::Stored,
    record::{Change, Mover, Record},
    room::Room,
};
use decklet_engine::{Seat, Viewer};
use std::collections::BTreeMap;

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

/// Every action of a person was carried out where it was made for, and nobody's time was cut short.
pub(super) fn moves(records: &[Record], clients: &[Client], clock: Clock) -> Result<(), String> {
    let mut place = (0, 0);
    for record in records {
        match &record.change {
            Change::Started { .. } => place = (place.0 + 1, 0),
            Change::Acted { by, spent_ms, .. } => {
                let by_whom = record.by.as_ref();
                let made_for = by_whom.and_then(|author| {
                    let is_its = |person: &Person| person.id == author.person;
                    let is_its = |client: &&Client| client.person.as_ref().is_some_and(is_its);
                    let client = clients.iter().find(is_its)?;
                    client.made_for(author.command.as_str())
                });
                if by_whom.is_some() && made_for != Some(place) {
                    return Err(format!(
                        "record {}: made for {made_for:?}, carried out at {place:?}",
                        record.index
                    ));
                }
                let limit = match clock {
                    Clock::PerTurn { seconds } if *by == Mover::Timeout => {
                        1000 * u64::from(seconds)
                    }
                    _ => 0,
                };
                if *spent_ms < limit {
                    return Err(format!(
                        "record {}: a turn of {limit} ms was over after {spent_ms} ms",
                        record.index
                    ));
                }
                place.1 += 1;
            }
            _ => {}
        }
    }
    Ok(())
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

/// No message names a card that its viewer must not know.
pub(super) fn leaks(
    code: RoomCode,
    games: &Games,
    records: &[Record],
    sent: &[Sent],
) -> Result<(), String> {
    let audit = Audit::of(code, records, games)?;
    sent.iter().try_for_each(|sent| {
        audit.check(&Told {
            person: sent.person.as_ref().map(|person| &person.id),
            index: sent.index,
            text: &sent.text,
        })
    })
}
