//! Those who look at a table: who sees what, what they have missed, what is said.

use super::{Asked, ConnId, Output, Table, Waiting, Work};
use crate::{
    answers::Answer,
    bounds::{HELD, HINTS, HISTORY, QUEUE, VIEWERS},
    command::{Command, EMOTES, MAX_PICKED, PHRASES, Speech},
    counter::unseen,
    explain::explain,
    message::{MAX_LEGAL, Message, RoomView, Scene, Shown},
    person::{CommandId, Person, PersonId},
    record::{Change, Record},
    refusal::Refusal,
    room::{Hand, Room},
    think::{Question, Suggestion},
};
use decklet_engine::{Seat, Viewer, wire};
use serde_json::value::RawValue;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A connection that looks.
pub(super) struct Viewing {
    pub(super) person: Option<Person>,
    /// The last record it was told; `None` until it is synchronized.
    last: Option<u64>,
    /// Whether it waits in line for what it has missed.
    waiting: bool,
    muted: BTreeSet<u8>,
}

impl Viewing {
    pub(super) fn mute(&mut self, seat: u8, on: bool) {
        match on {
            true => self.muted.insert(seat),
            false => self.muted.remove(&seat),
        };
    }
}

/// A change that those who come back may have missed.
pub(super) struct Past {
    index: u64,
    shown: Shown,
    /// The hand that was dealt last, from 1.
    hand: u32,
    /// The entry of the game it made.
    entry: Option<u64>,
}

/// An update that spectators do not see yet.
pub(super) struct Held {
    pub(super) at: u64,
    index: u64,
    message: Message,
}

/// What somebody sees: whose seat is theirs, and as whom they see the game, if at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sight {
    you: Option<u8>,
    game: Option<GameSight>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum GameSight {
    Seat(u8),
    Spectator,
}

impl GameSight {
    fn viewer(self) -> Viewer {
        match self {
            Self::Seat(seat) => Viewer::Seat(Seat(seat)),
            Self::Spectator => Viewer::Spectator,
        }
    }
}

const SPECTATOR: Sight = Sight {
    you: None,
    game: Some(GameSight::Spectator),
};

impl Table {
    pub(super) fn attach(&mut self, conn: ConnId, person: Option<&Person>, last: Option<u64>) {
        let known = self.viewers.contains_key(&conn);
        if !known && self.viewers.len() >= VIEWERS {
            return self.refuse(conn, None, Refusal::new("CROWDED"));
        }
        if self.queue.len() >= QUEUE {
            return self.refuse(conn, None, Refusal::new("BUSY"));
        }
        let was_parked = self.room.as_ref().is_some_and(|room| self.is_parked(room));
        let was_online = self.online_seat(person);
        let viewing = self.viewers.entry(conn).or_insert(Viewing {
            person: None,
            last: None,
            waiting: true,
            muted: BTreeSet::new(),
        });
        viewing.person = person.cloned();
        viewing.waiting = true;
        self.empty_since = None;
        let is_online = self.online_seat(person);
        if was_online != is_online
            && let Some(seat) = is_online
        {
            self.tell_presence(seat, true);
            if was_parked {
                self.turn_began = self.now;
            }
        }
        self.queue.push_back(Waiting::Attach(conn, last));
    }

    pub(super) fn detach(&mut self, conn: ConnId) {
        let Some(viewing) = self.viewers.remove(&conn) else {
            return;
        };
        if self.viewers.is_empty() {
            self.empty_since = Some(self.now);
        }
        let seat = viewing
            .person
            .as_ref()
            .and_then(|person| self.seat_of(&person.id));
        if let Some(seat) = seat
            && self.online_seat(viewing.person.as_ref()).is_none()
        {
            self.tell_presence(seat, false);
        }
    }

    fn seat_of(&self, person: &PersonId) -> Option<u8> {
        self.room.as_ref()?.seat_of(person)
    }

    /// The seat of a person who is there.
    fn online_seat(&self, person: Option<&Person>) -> Option<u8> {
        let person = &person?.id;
        let here = self.viewers.values().any(|viewing| viewing.is(person));
        self.seat_of(person).filter(|_| here)
    }

    pub(super) fn is_online(&self, room: &Room, seat: u8) -> bool {
        let person = room.seat_state(seat).and_then(|state| state.person());
        person.is_some_and(|person| self.viewers.values().any(|viewing| viewing.is(person)))
    }

    pub(super) fn clock_went_back(&mut self, now: u64) {
        let delay = self.delay_ms();
        for held in &mut self.held {
            held.at = held.at.min(now + delay);
        }
        self.talk.clock_went_back(now);
        self.changes.clock_went_back(now);
    }

    /// How much later spectators see the game. Those who do not see it at all see the room at once.
    fn delay_ms(&self) -> u64 {
        let spectators = self.room.as_ref().map(|room| room.options().spectators);
        let delayed = spectators.filter(|spectators| spectators.allowed);
        delayed.map_or(0, |spectators| u64::from(spectators.delay_seconds) * 1000)
    }

    fn sight(&self, room: &Room, viewing: &Viewing) -> Sight {
        let person = viewing.person.as_ref().map(|person| &person.id);
        let you = person.and_then(|person| room.seat_of(person));
        let own = you.zip(person).zip(room.hand());
        let own = own.filter(|((seat, person), hand)| hand.was_dealt_to(*seat, person));
        let game = match own {
            Some(((seat, _), _)) => Some(GameSight::Seat(seat)),
            None if you.is_some() || room.options().spectators.allowed => {
                Some(GameSight::Spectator)
            }
            None => None,
        };
        Sight { you, game }
    }

    /// Whether a connection sees everything later.
    fn is_delayed(&self, sight: Sight) -> bool {
        sight.you.is_none() && self.delay_ms() > 0
    }

    /// Gives a connection what it lacks after record `last`, or everything.
    pub(super) fn synchronize(&mut self, conn: ConnId, last: Option<u64>) {
        if let Work::Dead(code) = self.work {
            return self.refuse(conn, None, Refusal::new(code));
        }
        let (Some(room), Some(viewing)) = (&self.room, self.viewers.get(&conn)) else {
            return;
        };
        let sight = self.sight(room, viewing);
        if self.is_delayed(sight) {
            let released = self.released.clone();
            self.told(conn, released.as_ref().map(|(index, _)| *index));
            if let Some((_, message)) = released {
                self.send(vec![conn], message);
            }
            return;
        }
        let index = self.index.unwrap_or(0);
        if last == Some(index) {
            let now = self.now;
            self.send(vec![conn], Message::Current { index, now });
        } else {
            let shown = self.room_view(room);
            for message in self.missing(room, sight, last, &shown) {
                self.send(vec![conn], message);
            }
        }
        self.told(conn, self.index);
    }

    fn told(&mut self, conn: ConnId, index: Option<u64>) {
        if let Some(viewing) = self.viewers.get_mut(&conn) {
            viewing.last = index;
            viewing.waiting = false;
        }
    }

    /// The updates after record `last`, the last of them with the view, or the view alone when they
    /// are not known any more.
    fn missing(
        &self,
        room: &Room,
        sight: Sight,
        last: Option<u64>,
        shown: &Arc<RawValue>,
    ) -> Vec<Message> {
        let shown = shown.clone();
        let next = last.map(|last| last + 1);
        let from = next.and_then(|next| self.history.iter().position(|past| past.index == next));
        let Some(from) = from else {
            return vec![self.view(room, sight, shown)];
        };
        let missed = self.history.iter().skip(from);
        let mut messages: Vec<_> = missed.map(|past| self.update(room, sight, past)).collect();
        if let Some(Message::Update { scene, .. }) = messages.last_mut() {
            *scene = Some(look(room, sight, shown));
        }
        messages
    }

    fn view(&self, room: &Room, sight: Sight, shown: Arc<RawValue>) -> Message {
        Message::View {
            index: self.index.unwrap_or(0),
            now: self.now,
            scene: look(room, sight, shown),
        }
    }

    /// A change without the view after it.
    fn update(&self, room: &Room, sight: Sight, past: &Past) -> Message {
        let events = past.entry.zip(room.hand()).zip(sight.game);
        let events = events.map(|((entry, hand), sight)| seen_events(hand, entry, sight));
        Message::Update {
            index: past.index,
            now: self.now,
            change: past.shown.clone(),
            events: events.unwrap_or_default(),
            scene: None,
        }
    }

    fn room_view(&self, room: &Room) -> Arc<RawValue> {
        let online = |seat| self.is_online(room, seat);
        RoomView::of(room, online, self.turn_deadline(room)).written()
    }

    /// Remembers a change for those who come back, with the entry of the game it made. A new hand is
    /// where they begin anew.
    pub(super) fn note_history(&mut self, record: &Record, entry: Option<u64>) {
        if matches!(record.change, Change::Started { .. }) {
            self.history.clear();
        }
        if self.history.len() >= HISTORY {
            self.history.pop_front();
        }
        self.history.push_back(Past {
            index: record.index,
            shown: Shown::of(&record.change),
            hand: self.room.as_ref().map_or(0, Room::hands),
            entry,
        });
    }

    /// What the last record was: its index, the hand that was dealt last, and what everybody may know
    /// of the change.
    #[must_use]
    pub fn last_change(&self) -> Option<(u64, u32, &Shown)> {
        let last = self.history.back()?;
        Some((last.index, last.hand, &last.shown))
    }

    /// Tells everybody what they lack: after a commit the last change, after the room was read again
    /// perhaps more.
    pub(super) fn tell_everybody(&mut self) {
        let Some(room) = &self.room else { return };
        let mut groups: BTreeMap<(Sight, Option<u64>), Vec<ConnId>> = BTreeMap::new();
        for (&conn, viewing) in &self.viewers {
            let sight = self.sight(room, viewing);
            if !viewing.waiting && !self.is_delayed(sight) {
                groups.entry((sight, viewing.last)).or_default().push(conn);
            }
        }
        let shown = self.room_view(room);
        let mut sends = Vec::new();
        for ((sight, last), conns) in groups {
            for message in self.missing(room, sight, last, &shown) {
                sends.push((conns.clone(), message));
            }
        }
        let delay = self.delay_ms();
        let held = (delay > 0).then(|| {
            let before = self.index.unwrap_or(0).checked_sub(1);
            self.missing(room, SPECTATOR, before, &shown).pop()
        });
        for (conns, message) in sends {
            for &conn in &conns {
                self.told(conn, self.index);
            }
            self.send(conns, message);
        }
        if let Some(message) = held.flatten() {
            self.hold(message, delay);
        }
    }

    fn hold(&mut self, message: Message, delay: u64) {
        if self.held.len() >= HELD
            && let Some(oldest) = self.held.front_mut()
        {
            oldest.at = self.now;
        }
        let at = self
            .held
            .back()
            .map_or(0, |held| held.at)
            .max(self.now + delay);
        self.held.push_back(Held {
            at,
            index: self.index.unwrap_or(0),
            message,
        });
    }

    /// Shows the spectators what has waited long enough.
    pub(super) fn release_held(&mut self) {
        while self.held.front().is_some_and(|held| held.at <= self.now)
            && let Some(Held { index, message, .. }) = self.held.pop_front()
        {
            let view = as_view(message.clone());
            let Some(room) = &self.room else { return };
            let late = self.viewers.iter().filter(|(_, viewing)| {
                !viewing.waiting && self.is_delayed(self.sight(room, viewing))
            });
            let late: Vec<_> = late.map(|(&conn, viewing)| (conn, viewing.last)).collect();
            let (next, others): (Vec<_>, Vec<_>) = late
                .into_iter()
                .partition(|(_, last)| last.map(|last| last + 1) == Some(index));
            for (conns, message) in [(next, message), (others, view.clone())] {
                let conns: Vec<_> = conns.into_iter().map(|(conn, _)| conn).collect();
                for &conn in &conns {
                    self.told(conn, Some(index));
                }
                self.send(conns, message);
            }
            self.released = Some((index, view));
        }
    }

    /// Tells those who see the room already.
    fn tell_presence(&mut self, seat: u8, online: bool) {
        let now = self.now;
        let told = self.viewers.iter().filter(|(_, viewing)| !viewing.waiting);
        let to = told.map(|(&conn, _)| conn).collect();
        self.send(to, Message::Presence { seat, online, now });
    }

    pub(super) fn say(&mut self, asked: &Asked) {
        match self.may_say(asked) {
            Err(refusal) => self.refuse(asked.conn, Some(asked.id.clone()), refusal),
            Ok((seat, person, what)) => {
                self.give_answer(asked, Ok(self.index.unwrap_or(0)));
                let Some(room) = &self.room else { return };
                let hears = |viewing: &Viewing| {
                    !viewing.muted.contains(&seat) && !self.is_delayed(self.sight(room, viewing))
                };
                let to = self.viewers.iter().filter(|(_, viewing)| hears(viewing));
                let to = to.map(|(&conn, _)| conn).collect();
                let (name, now) = (person.name, self.now);
                self.send(
                    to,
                    Message::Said {
                        seat,
                        name,
                        what,
                        now,
                    },
                );
            }
        }
    }

    fn may_say(&mut self, asked: &Asked) -> Result<(u8, Person, Speech), Refusal> {
        let (Command::Say(what), Some(room), Some(person)) =
            (&asked.command, &self.room, &asked.person)
        else {
            return Err(Refusal::new("STRANGER"));
        };
        if room.is_closed() {
            return Err(Refusal::new("CLOSED"));
        }
        let seat = room
            .seat_of(&person.id)
            .ok_or_else(|| Refusal::new("NOT_SEATED"))?;
        match what {
            Speech::Phrase(phrase) if !PHRASES.contains(&&**phrase) => {
                return Err(Refusal::bad_field("phrase", "is none that can be said"));
            }
            Speech::Emote(emote) if !EMOTES.contains(&&**emote) => {
                return Err(Refusal::bad_field("emote", "is none that can be shown"));
            }
            Speech::Text(_) if !room.chat() => return Err(Refusal::new("CHAT_OFF")),
            _ => {}
        }
        match self.talk.take(&person.id, self.now) {
            true => Ok((seat, person.clone(), what.clone())),
            false => Err(Refusal::new("TOO_FAST")),
        }
    }

    pub(super) fn tell_legal(&mut self, asked: Asked) {
        let now = self.now;
        let told = self.seat_in_play(&asked).map(|(_, hand, seat)| {
            let legal = hand.engine().legal_actions(Seat(seat));
            let named = legal.iter().take(MAX_LEGAL);
            Message::Legal {
                id: asked.id.clone(),
                hand: hand.number(),
                entry: hand.entry(),
                actions: named
                    .map(|action| wire::action_to_named(hand.engine(), action))
                    .collect(),
                total: legal.len(),
                now,
            }
        });
        self.tell(asked, told);
    }

    /// Has a hint thought about; the answer comes as [`Input::Thought`](super::Input::Thought).
    pub(super) fn ask_for_hint(&mut self, asked: Asked) {
        let question = self.seat_in_play(&asked).and_then(|(room, hand, seat)| {
            if !room.options().gives_hints() {
                return Err(Refusal::new("HINTS_OFF"));
            }
            if self.hints.len() >= HINTS {
                return Err(Refusal::new("BUSY"));
            }
            let question = Question::of_hint(hand.engine(), Seat(seat));
            Ok((question, (hand.number(), hand.entry())))
        });
        match question {
            Err(refusal) => self.refuse(asked.conn, Some(asked.id), refusal),
            Ok((question, about)) => {
                let ticket = self.think(question);
                self.hints.insert(ticket, (asked, about));
            }
        }
    }

    /// Passes a hint on, if the table is still as it was.
    pub(super) fn tell_hint(&mut self, ticket: u64, suggestions: Vec<Suggestion>) {
        let Some((asked, about)) = self.hints.remove(&ticket) else {
            return;
        };
        let now = self.now;
        let told = self.seat_in_play(&asked).and_then(|(_, hand, _)| {
            if (hand.number(), hand.entry()) != about {
                return Err(Refusal::new("STALE"));
            }
            Ok(Message::Hint {
                id: asked.id.clone(),
                hand: hand.number(),
                entry: hand.entry(),
                action: suggestions.first().map(|best| best.action.clone()),
                suggestions,
                now,
            })
        });
        self.tell(asked, told);
    }

    pub(super) fn tell_explained(&mut self, asked: Asked) {
        let now = self.now;
        let told = self.seat_in_play(&asked).and_then(|(_, hand, seat)| {
            let Command::Explain { cards } = &asked.command else {
                return Err(Refusal::new("UNAVAILABLE"));
            };
            if cards.len() > MAX_PICKED || cards.iter().any(|name| name.len() > MAX_PICKED) {
                return Err(Refusal::bad_field("cards", "are too many, or too long"));
            }
            Ok(Message::Explained {
                id: asked.id.clone(),
                hand: hand.number(),
                entry: hand.entry(),
                cards: cards.clone(),
                explained: explain(hand.engine(), Seat(seat), cards),
                now,
            })
        });
        self.tell(asked, told);
    }

    fn tell(&mut self, asked: Asked, told: Result<Message, Refusal>) {
        match told {
            Ok(message) => self.send(vec![asked.conn], message),
            Err(refusal) => self.refuse(asked.conn, Some(asked.id), refusal),
        }
    }

    fn seat_in_play(&self, asked: &Asked) -> Result<(&Room, &Hand, u8), Refusal> {
        let room = self
            .room
            .as_ref()
            .ok_or_else(|| Refusal::new("UNAVAILABLE"))?;
        let hand = room.playing().ok_or_else(|| Refusal::new("NOT_PLAYING"))?;
        let seat = asked
            .person
            .as_ref()
            .and_then(|person| room.seat_of(&person.id));
        Ok((room, hand, seat.ok_or_else(|| Refusal::new("NOT_SEATED"))?))
    }

    /// Answers a command, and remembers the answer.
    pub(super) fn give_answer(&mut self, asked: &Asked, answer: Answer) {
        if let Some(person) = &asked.person {
            let viewers = &self.viewers;
            let is_here = |person: &PersonId| viewers.values().any(|viewing| viewing.is(person));
            self.answers
                .add(&person.id, &asked.id, answer.clone(), is_here);
        }
        self.answer(asked.conn, asked.id.clone(), answer);
    }

    pub(super) fn answer(&mut self, conn: ConnId, id: CommandId, answer: Answer) {
        match answer {
            Ok(index) => {
                let now = self.now;
                self.send(vec![conn], Message::Accepted { id, index, now });
            }
            Err(refusal) => self.refuse(conn, Some(id), refusal),
        }
    }

    pub(super) fn refuse(&mut self, conn: ConnId, id: Option<CommandId>, refusal: Refusal) {
        let now = self.now;
        self.send(vec![conn], Message::Refused { id, refusal, now });
    }

    pub(super) fn send(&mut self, to: Vec<ConnId>, message: Message) {
        if !to.is_empty() {
            let message = Box::new(message);
            self.out.push(Output::Send { to, message });
        }
    }
}

impl Viewing {
    fn is(&self, person: &PersonId) -> bool {
        self.person.as_ref().is_some_and(|own| own.id == *person)
    }
}

fn look(room: &Room, sight: Sight, shown: Arc<RawValue>) -> Scene {
    let hand = sight.game.zip(room.hand());
    let counter = match sight.game.zip(room.playing()) {
        Some((GameSight::Seat(seat), hand)) if room.options().counts_cards() => {
            Some(unseen(hand.engine(), Seat(seat)))
        }
        _ => None,
    };
    Scene {
        counter,
        you: sight.you,
        room: shown,
        game: hand.map(|(sight, hand)| hand.engine().view(sight.viewer())),
    }
}

fn seen_events(hand: &Hand, entry: u64, sight: GameSight) -> Vec<decklet_engine::SeatEvent> {
    let place = usize::try_from(entry).unwrap_or(usize::MAX);
    let entry = hand.engine().log().get(place);
    entry.map_or_else(Vec::new, |entry| {
        hand.engine().seen_events(entry.events(), sight.viewer())
    })
}

/// An update as the view it leads to.
fn as_view(message: Message) -> Message {
    match message {
        Message::Update {
            index,
            now,
            scene: Some(scene),
            ..
        } => Message::View { index, now, scene },
        other => other,
    }
}
