//! A client of the simulation. It knows what messages told it, and nothing else.

use crate::{
    command::{Command, Speech},
    person::{CommandId, Person},
    room::Room,
};
use decklet_engine::{Rng, Seed, Stream, Value as Payload};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// After so many milliseconds without an answer a command is sent again.
const PATIENCE_MS: u64 = 3000;

pub(super) struct Client {
    pub person: Option<Person>,
    /// Its connection, while there is one.
    pub conn: Option<u64>,
    /// The last record it saw.
    pub last: Option<u64>,
    pub room: Value,
    pub game: Value,
    /// Every answer by the command's id: the index, or none when it was refused.
    pub answers: BTreeMap<String, Option<u64>>,
    /// The commands that change something.
    kept: BTreeSet<String>,
    /// For which hand and entry its actions were made.
    made_for: BTreeMap<String, (u32, u64)>,
    pending: Option<(CommandId, Command, u64)>,
    /// What it has done about the record it saw last.
    handled: Option<u64>,
    commands: u64,
    dice: Rng,
    hands: u32,
    rates: super::Rates,
}

impl Client {
    pub fn new(number: u64, person: Option<Person>, plan: &super::Plan) -> Self {
        Self {
            person,
            conn: None,
            last: None,
            room: Value::Null,
            game: Value::Null,
            answers: BTreeMap::new(),
            kept: BTreeSet::new(),
            made_for: BTreeMap::new(),
            pending: None,
            handled: None,
            commands: 0,
            dice: Seed::from(plan.seed).child(number + 1).rng(Stream::POLICY),
            hands: plan.hands,
            rates: plan.rates,
        }
    }

    /// Begins with nothing, as a browser that was reloaded.
    pub fn forget(&mut self) {
        (self.last, self.room, self.game) = (None, Value::Null, Value::Null);
    }

    /// Whether a command of this id leaves a record.
    pub fn is_kept(&self, id: &str) -> bool {
        self.kept.contains(id)
    }

    /// For which hand and entry an action was made.
    pub fn made_for(&self, id: &str) -> Option<(u32, u64)> {
        self.made_for.get(id).copied()
    }

    /// Where it sits.
    pub fn seat(&self, room: &Room) -> Option<u8> {
        room.seat_of(&self.person.as_ref()?.id)
    }

    fn chance(&mut self, of_a_thousand: u32) -> bool {
        self.dice.below(1000) < of_a_thousand
    }

    /// Takes a message.
    pub fn receive(&mut self, message: &Value) -> Result<(), String> {
        let index = message["index"].as_u64();
        match message["type"].as_str().unwrap_or("") {
            "view" => {
                self.last = index;
                self.take(message);
            }
            "update" => {
                let next = self.last.map(|last| last + 1);
                if next != index {
                    return Err(format!("update {index:?} came after {:?}", self.last));
                }
                self.last = index;
                self.take(message);
            }
            "current" if index != self.last => {
                return Err(format!("current {index:?} was told after {:?}", self.last));
            }
            "accepted" | "refused" | "hint" => self.answered(message)?,
            "legal" => self.choose(message),
            _ => {}
        }
        Ok(())
    }

    fn take(&mut self, message: &Value) {
        if let Some(scene) = message.get("scene") {
            self.room = scene["room"].clone();
            self.room["you"] = scene["you"].clone();
            self.game = scene["game"].clone();
        }
    }

    fn answered(&mut self, message: &Value) -> Result<(), String> {
        let Some(id) = message["id"].as_str() else {
            return Ok(());
        };
        if self
            .pending
            .as_ref()
            .is_some_and(|(pending, ..)| pending.as_str() == id)
        {
            self.pending = None;
        }
        let code = message["code"].as_str();
        let answer = message["index"].as_u64().filter(|_| code.is_none());
        if let Some(Some(before)) = self.answers.get(id)
            && answer != Some(*before)
            && self.is_kept(id)
        {
            return Err(format!(
                "{id} was accepted as {before}, and then answered {message}"
            ));
        }
        self.answers.insert(id.to_owned(), answer);
        // What was refused, or has changed nothing, is thought over anew.
        if code.is_some() || !self.is_kept(id) {
            self.handled = None;
        }
        Ok(())
    }

    /// Does what there is to do. Returns the command to send.
    pub fn think(&mut self, now: u64) -> Option<(CommandId, Command)> {
        self.conn?;
        if let Some((id, command, sent)) = &mut self.pending {
            if now < *sent + PATIENCE_MS {
                return None;
            }
            *sent = now;
            return Some((id.clone(), command.clone()));
        }
        if self.handled == self.last || self.room.is_null() || self.person.is_none() {
            return None;
        }
        self.handled = self.last;
        let command = self.wish()?;
        Some(self.send(command, now))
    }

    fn send(&mut self, command: Command, now: u64) -> (CommandId, Command) {
        self.commands += 1;
        let id = CommandId::try_from(format!("c{}", self.commands)).expect("letters and digits");
        if !matches!(
            command,
            Command::Legal {}
                | Command::Hint {}
                | Command::Explain { .. }
                | Command::Say(_)
                | Command::Mute { .. }
        ) {
            self.kept.insert(id.to_string());
        }
        if let Command::Act { hand, entry, .. } = command {
            self.made_for.insert(id.to_string(), (hand, entry));
        }
        self.pending = Some((id.clone(), command.clone(), now));
        (id, command)
    }

    fn wish(&mut self) -> Option<Command> {
        let seat = self.room["you"].as_u64();
        let played = self.room["hands"].as_u64().unwrap_or(0);
        if self.room["phase"] != "playing" && played >= u64::from(self.hands) {
            return None;
        }
        if self.chance(self.rates.nonsense) {
            return Some(self.nonsense());
        }
        if self.room["phase"] == "playing" {
            let own = seat.is_some() && self.room["turn"]["seat"].as_u64() == seat;
            let lazy = self.chance(self.rates.lazy);
            let curious = seat.is_some() && self.chance(50);
            return ((own && !lazy) || curious).then_some(Command::Legal {});
        }
        let Some(seat) = seat else {
            return Some(Command::Sit { seat: None });
        };
        if self.room["host"].as_u64() == Some(seat) && self.chance(300) {
            return Some(Command::Start {});
        }
        if self.room["seats"][usize::try_from(seat).unwrap_or(0)]["ready"] == json!(true) {
            return self.invite(seat);
        }
        if self.chance(300) {
            let text = format!("dice-{}", self.dice.below(1000)).try_into().ok()?;
            return Some(Command::Mix { text });
        }
        Some(Command::Ready { ready: true })
    }

    /// The host fills free seats when everybody is ready.
    fn invite(&self, seat: u64) -> Option<Command> {
        let seats = self.room["seats"].as_array()?;
        let free = seats.iter().find(|seat| seat["kind"] == "empty")?;
        let host = self.room["host"].as_u64() == Some(seat);
        let seat = u8::try_from(free["seat"].as_u64()?).ok()?;
        host.then_some(Command::AddBot { seat, level: None })
    }

    fn nonsense(&mut self) -> Command {
        let number = |dice: &mut Rng| dice.below(6);
        let seat = u8::try_from(number(&mut self.dice)).unwrap_or(0);
        let on = self.dice.below(2) == 0;
        match self.dice.below(13) {
            0 => Command::Sit { seat: Some(seat) },
            1 if self.dice.below(10) == 0 => Command::Leave {},
            2 => Command::Ready { ready: on },
            3 => Command::AddBot { seat, level: None },
            4 if self.dice.below(10) == 0 => Command::Remove { seat },
            5 => Command::Trustee { on },
            6 => Command::SetChat { on },
            7 => Command::Hint {},
            8 => Command::Mute { seat, on },
            9 => Command::Say(Speech::Phrase("hello".to_owned())),
            10 => Command::Say(Speech::Text("hearts-A!".try_into().expect("a text"))),
            _ => Command::Act {
                hand: 1,
                entry: self.last.unwrap_or(0),
                action: Payload::Map([("type".to_owned(), Payload::from("PASS"))].into()),
            },
        }
    }

    /// Takes one of the legal actions: mostly cards, or some games of UNO would never end.
    fn choose(&mut self, message: &Value) {
        let id = message["id"].as_str();
        if self
            .pending
            .as_ref()
            .is_none_or(|(pending, ..)| Some(pending.as_str()) != id)
        {
            return;
        }
        self.pending = None;
        let all = message["actions"].as_array().map_or(&[][..], Vec::as_slice);
        let is_play = |action: &&Value| action["type"].as_str().unwrap_or("").starts_with("PLAY");
        let mut actions: Vec<_> = all.iter().filter(is_play).collect();
        if actions.is_empty() || self.chance(200) {
            actions = all.iter().collect();
        }
        let Ok(count @ 1..) = u32::try_from(actions.len()) else {
            return;
        };
        let action = actions[self.dice.below(count) as usize];
        let Ok(action) = serde_json::from_value(action.clone()) else {
            return;
        };
        let command = Command::Act {
            hand: u32::try_from(message["hand"].as_u64().unwrap_or(0)).unwrap_or(0),
            entry: message["entry"].as_u64().unwrap_or(0),
            action,
        };
        // Sent at the next thought, as if the answer had been lost.
        self.send(command, 0);
    }
}
