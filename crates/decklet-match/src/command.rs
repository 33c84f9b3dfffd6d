//! What people may ask of a room, and whether it is granted.

use crate::{
    options::{BotLevel, Duplicate},
    person::{Mix, Person, PersonId, Saying},
    record::{Change, Mover, Occupant},
    refusal::Refusal,
    room::Room,
};
use decklet_engine::Value;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What people may ask of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Command {
    /// Sit down: in this seat, or in the first that is free, or else a bot's.
    Sit {
        /// Which seat, from 0.
        #[serde(default)]
        seat: Option<u8>,
    },
    /// Leave the table. During a hand a bot takes over.
    Leave {},
    /// Be ready for the next hand. When all seats are taken and all people ready, it begins.
    Ready {
        /// Whether.
        ready: bool,
    },
    /// The host: deal now; bots fill the empty seats.
    Start {},
    /// The host: put a bot in a free seat, or another bot in a bot's.
    AddBot {
        /// Which seat, from 0.
        seat: u8,
        /// How well it plays; as the room says without.
        #[serde(default)]
        level: Option<BotLevel>,
    },
    /// The host: free a seat, before the hand begins.
    Remove {
        /// Which seat, from 0.
        seat: u8,
    },
    /// Add something of one's own to the seed of the next deal.
    Mix {
        /// What.
        text: Mix,
    },
    /// Act in the game.
    Act {
        /// Which hand the action is for.
        hand: u32,
        /// After which entry of the game: the `entry` of the turn that was shown.
        entry: u64,
        /// The action.
        #[schemars(with = "serde_json::Value")]
        action: Value,
    },
    /// Let a bot play, or play again oneself.
    Trustee {
        /// Whether a bot plays.
        on: bool,
    },
    /// The host: switch free chat.
    SetChat {
        /// Whether it is on.
        on: bool,
    },
    /// Ask what one may do.
    Legal {},
    /// Ask what bots would do.
    Hint {},
    /// Ask what picked cards are, and whether they can be played now.
    Explain {
        /// The cards' names; at most [`MAX_PICKED`].
        cards: Vec<String>,
    },
    /// Say something.
    Say(Speech),
    /// Hear no more of a seat, on this connection.
    Mute {
        /// Which seat, from 0.
        seat: u8,
        /// Whether it is muted.
        on: bool,
    },
}

/// Something that is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Speech {
    /// One of [`PHRASES`], which each client says in its language.
    Phrase(String),
    /// One of [`EMOTES`].
    Emote(String),
    /// What one likes, when the room allows it.
    Text(Saying),
}

/// What can be said in any language.
pub const PHRASES: &[&str] = &[
    "hello",
    "goodLuck",
    "hurryUp",
    "wellPlayed",
    "thanks",
    "sorry",
    "niceTry",
    "myMistake",
    "oneMore",
    "goodbye",
];

/// Faces.
pub const EMOTES: &[&str] = &[
    "smile",
    "laugh",
    "cool",
    "surprised",
    "thinking",
    "sad",
    "angry",
    "sleeping",
    "heart",
    "applause",
];

/// How many cards one may ask about at once, and how long their names may be.
pub const MAX_PICKED: usize = 40;

/// The change that a command of this person asks for, if it is granted. `now_spent_ms` is how long
/// the turn has lasted.
///
/// # Errors
/// [`Refusal`] saying why not.
///
/// # Panics
/// With a command that changes nothing that is kept: `Legal`, `Hint`, `Explain`, `Say`, `Mute`.
pub(crate) fn decide(
    room: &Room,
    person: &Person,
    command: &Command,
    turn_ms: u64,
) -> Result<Change, Refusal> {
    if room.is_closed() {
        return Err(Refusal::new("CLOSED"));
    }
    match command {
        Command::Sit { seat } => sit(room, person, *seat),
        Command::Leave {} => {
            let seat = seat_of(room, &person.id)?;
            let occupant = match room.playing() {
                Some(_) => Occupant::Bot {
                    level: room.options().bots,
                },
                None => Occupant::Empty,
            };
            Ok(Change::Seated { seat, occupant })
        }
        Command::Ready { ready } => {
            let seat = seat_of(room, &person.id)?;
            before_play(room)?;
            not_over(room)?;
            Ok(Change::Ready {
                seat,
                ready: *ready,
            })
        }
        Command::Start {} => start(room, person),
        Command::AddBot { seat, level } => {
            host(room, person)?;
            before_play(room)?;
            if room.options().rated {
                return Err(Refusal::new("NEEDS_PEOPLE"));
            }
            no_person(room, *seat)?;
            Ok(Change::Seated {
                seat: *seat,
                occupant: Occupant::Bot {
                    level: level.unwrap_or(room.options().bots),
                },
            })
        }
        Command::Remove { seat } => {
            host(room, person)?;
            before_play(room)?;
            if room.seat_state(*seat).is_none() {
                return Err(Refusal::bad_field("seat", "is no seat of this table"));
            }
            Ok(Change::Seated {
                seat: *seat,
                occupant: Occupant::Empty,
            })
        }
        Command::Mix { text } => {
            let seat = seat_of(room, &person.id)?;
            before_play(room)?;
            if room.duplicate().is_some() {
                return Err(Refusal::new("SAME_DEALS"));
            }
            Ok(Change::Mixed {
                seat,
                mix: text.clone(),
            })
        }
        Command::Act {
            hand,
            entry,
            action,
        } => act(room, person, (*hand, *entry), action, turn_ms),
        Command::Trustee { on } => {
            let seat = seat_of(room, &person.id)?;
            room.playing().ok_or_else(|| Refusal::new("NOT_PLAYING"))?;
            Ok(Change::Trustee { seat, on: *on })
        }
        Command::SetChat { on } => {
            host(room, person)?;
            Ok(Change::Chat { on: *on })
        }
        Command::Legal {}
        | Command::Hint {}
        | Command::Explain { .. }
        | Command::Say(_)
        | Command::Mute { .. } => unreachable!("nothing of it is kept"),
    }
}

fn seat_of(room: &Room, person: &PersonId) -> Result<u8, Refusal> {
    room.seat_of(person)
        .ok_or_else(|| Refusal::new("NOT_SEATED"))
}

fn before_play(room: &Room) -> Result<(), Refusal> {
    match room.playing() {
        Some(_) => Err(Refusal::new("ALREADY_STARTED")),
        None => Ok(()),
    }
}

fn not_over(room: &Room) -> Result<(), Refusal> {
    let is_over = |duplicate: Duplicate| room.hands() >= duplicate.hands;
    match room.duplicate().is_some_and(is_over) {
        true => Err(Refusal::new("MATCH_OVER")),
        false => Ok(()),
    }
}

fn host(room: &Room, person: &Person) -> Result<(), Refusal> {
    match room.host() == Some(&person.id) {
        true => Ok(()),
        false => Err(Refusal::new("NOT_HOST")),
    }
}

fn no_person(room: &Room, seat: u8) -> Result<(), Refusal> {
    match room.seat_state(seat) {
        None => Err(Refusal::bad_field("seat", "is no seat of this table")),
        Some(state) if state.person().is_some() => Err(Refusal::new("SEAT_TAKEN")),
        Some(_) => Ok(()),
    }
}

/// Between the hands a person may take the seat of a bot, so that a room whose people have all left
/// is not lost.
fn sit(room: &Room, person: &Person, seat: Option<u8>) -> Result<Change, Refusal> {
    if room.seat_of(&person.id).is_some() {
        return Err(Refusal::new("ALREADY_SEATED"));
    }
    before_play(room)?;
    let first = |wanted: fn(&Occupant) -> bool| {
        let of_that_kind = |seat: &crate::room::SeatState| wanted(&seat.occupant);
        let place = room.seats().iter().position(of_that_kind)?;
        u8::try_from(place).ok()
    };
    let seat = seat
        .or_else(|| first(|occupant| *occupant == Occupant::Empty))
        .or_else(|| first(|occupant| matches!(occupant, Occupant::Bot { .. })));
    let seat = seat.ok_or_else(|| Refusal::new("SEAT_TAKEN"))?;
    no_person(room, seat)?;
    Ok(Change::Seated {
        seat,
        occupant: Occupant::Person(person.clone()),
    })
}

fn start(room: &Room, person: &Person) -> Result<Change, Refusal> {
    host(room, person)?;
    before_play(room)?;
    let waits_for = |seat: &&crate::room::SeatState| {
        seat.person().is_some_and(|other| *other != person.id) && !seat.ready
    };
    not_over(room)?;
    let is_empty = |seat: &crate::room::SeatState| seat.person().is_none();
    if room.options().rated && room.seats().iter().any(is_empty) {
        return Err(Refusal::new("NEEDS_PEOPLE"));
    }
    match room.seats().iter().find(waits_for) {
        Some(_) => Err(Refusal::new("NOT_READY")),
        None => Ok(Change::Started { outcome: None }),
    }
}

fn act(
    room: &Room,
    person: &Person,
    made_for: (u32, u64),
    action: &Value,
    turn_ms: u64,
) -> Result<Change, Refusal> {
    let seat = seat_of(room, &person.id)?;
    let hand = room.playing().ok_or_else(|| Refusal::new("NOT_PLAYING"))?;
    if (hand.number(), hand.entry()) != made_for {
        return Err(Refusal::new("STALE"));
    }
    let mut action = action.clone();
    if let Value::Map(map) = &mut action {
        let own = hand.engine().state().players()[usize::from(seat)]
            .id
            .clone();
        match map.get("playerId") {
            None | Some(Value::Null) => {
                map.insert("playerId".to_owned(), Value::from(own));
            }
            Some(Value::Text(id)) if **id == *own => {}
            Some(_) => return Err(Refusal::new("NOT_YOUR_SEAT")),
        }
    }
    Ok(Change::Acted {
        seat,
        by: Mover::Person,
        action,
        spent_ms: if hand.due() == Some(seat) { turn_ms } else { 0 },
        outcome: None,
    })
}
