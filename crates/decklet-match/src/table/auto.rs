//! What a table does by itself: clocks, bots, trustees, beginning and closing.

use super::{Output, Table, Thinking, Work};
use crate::{
    bounds::{BACKOFF_MS, EMPTY_MS, RECORDS, THINK_MS},
    options::{BotLevel, WhenGone},
    record::{Change, Mover, Occupant},
    room::{Hand, Room, action_value},
    think::{self, Found, Question, Thought},
};
use decklet_engine::{Seat, wire};

impl Table {
    /// Takes the time. When the clock jumped back, nothing may lie in its future that does not
    /// belong there.
    pub(super) fn set_clock(&mut self, now: u64) {
        if now < self.now {
            self.turn_began = self.turn_began.min(now);
            self.changed_at = self.changed_at.min(now);
            self.empty_since = self.empty_since.map(|since| since.min(now));
            self.not_before = self.not_before.min(now + BACKOFF_MS);
            if let Work::WaitingToRead { at, .. } = &mut self.work {
                *at = (*at).min(now + BACKOFF_MS);
            }
            self.clock_went_back(now);
            self.timer = None;
        }
        self.now = now;
    }

    /// How long the turn has lasted, in milliseconds.
    pub(super) fn turn_ms(&self) -> u64 {
        self.now.saturating_sub(self.turn_began)
    }

    /// Begins the time of a turn anew when there is another one.
    pub(super) fn note_turn(&mut self) {
        let turn = self.room.as_ref().and_then(Room::playing);
        let turn = turn.map_or((0, 0), |hand| (hand.number(), hand.turn()));
        if turn != self.turn {
            self.turn = turn;
            self.turn_began = self.now;
        }
    }

    /// Whether the clocks stand still: the room is to be parked, and none of its people is there.
    pub(super) fn is_parked(&self, room: &Room) -> bool {
        let mut people = (0u8..)
            .zip(room.seats())
            .filter(|(_, seat)| seat.person().is_some());
        room.options().when_gone == WhenGone::Park
            && people.clone().next().is_some()
            && !people.any(|(seat, _)| self.is_online(room, seat))
    }

    /// Who moves for a seat that is due, if not the person in it.
    fn automatic(room: &Room, hand: &Hand, seat: u8) -> Option<Mover> {
        match room.seat_state(seat).map(|state| &state.occupant) {
            Some(Occupant::Person(_)) if hand.play(seat).trustee => Some(Mover::Trustee),
            Some(Occupant::Person(_)) => None,
            _ => Some(Mover::Bot),
        }
    }

    /// Until when the turn lasts.
    pub(super) fn turn_deadline(&self, room: &Room) -> Option<u64> {
        let hand = room.playing()?;
        if self.is_parked(room) {
            return None;
        }
        let seat = hand.due().unwrap_or(0);
        let options = room.options();
        let patience = match self.thinking.as_ref() {
            Some(thinking)
                if thinking.about == (hand.number(), hand.entry()) && thinking.found.is_none() =>
            {
                THINK_MS
            }
            _ => 0,
        };
        let limit = match Self::automatic(room, hand, seat) {
            Some(_) => u64::from(options.bot_delay_ms) + patience,
            None => options.clock.limit_ms(hand.play(seat).stock_ms),
        };
        Some(self.turn_began + limit)
    }

    /// Does what is due by itself.
    pub(super) fn autopilot(&mut self) {
        if let Work::WaitingToRead { at, .. } = &self.work
            && *at <= self.now
            && let Work::WaitingToRead { retry, .. } = std::mem::replace(&mut self.work, Work::Idle)
        {
            return self.read_again(retry);
        }
        if !matches!(self.work, Work::Idle) || self.now < self.not_before {
            return;
        }
        self.let_the_bot_think();
        if let Some(change) = self.interruption().or_else(|| self.own_change()) {
            self.submit(change, None);
        }
    }

    /// When bots that are not on turn are asked whether to act all the same: earlier than one on
    /// turn moves, once after every change of the game.
    fn interruption_due(&self, room: &Room) -> Option<u64> {
        let hand = room.playing()?;
        let mut others = Self::automatic_others(room, hand);
        let asked = self.interrupted == (hand.number(), hand.entry());
        if asked || self.is_parked(room) || others.next().is_none() {
            return None;
        }
        Some(self.changed_at + u64::from(room.options().bot_delay_ms / 2))
    }

    /// The seats for which a bot moves, but the one on turn, and who that is.
    fn automatic_others(room: &Room, hand: &Hand) -> impl Iterator<Item = (u8, Mover)> {
        let due = hand.due();
        let seats = (0..room.options().seats).filter(move |&seat| Some(seat) != due);
        seats.filter_map(|seat| Some((seat, Self::automatic(room, hand, seat)?)))
    }

    fn interruption(&mut self) -> Option<Change> {
        let room = self.room.as_ref()?;
        let due = self.interruption_due(room)? <= self.now;
        let hand = room.playing().filter(|_| due)?;
        self.interrupted = (hand.number(), hand.entry());
        Self::automatic_others(room, hand).find_map(|(seat, by)| {
            let action = think::interrupt(hand.engine(), Seat(seat))?;
            Some(Change::Acted {
                seat,
                by,
                action: action_value(wire::action_to_named(hand.engine(), &action)),
                spent_ms: 0,
                outcome: None,
            })
        })
    }

    /// Begins to think as soon as a bot that thinks is due.
    fn let_the_bot_think(&mut self) {
        let Some(hand) = self.room.as_ref().and_then(Room::playing) else {
            return;
        };
        let about = (hand.number(), hand.entry());
        if self
            .thinking
            .as_ref()
            .is_some_and(|thinking| thinking.about == about)
        {
            return;
        }
        self.thinking = None;
        let Some(seat) = hand.due() else { return };
        let level = self.room.as_ref().and_then(|room| level(room, hand, seat));
        if let Some(level) = level.filter(|level| level.thinks()) {
            let question = Question::of_move(hand.engine(), Seat(seat), level);
            let ticket = self.think(question);
            self.thinking = Some(Thinking {
                ticket,
                about,
                found: None,
            });
        }
    }

    pub(super) fn think(&mut self, question: Question) -> u64 {
        self.ticket += 1;
        self.out.push(Output::Think {
            ticket: self.ticket,
            question: Box::new(question),
        });
        self.ticket
    }

    pub(super) fn thought(&mut self, ticket: u64, thought: Thought) {
        match thought.0 {
            Found::Hint(suggestions) => self.tell_hint(ticket, suggestions),
            Found::Move(action) => {
                if let Some(thinking) = &mut self.thinking
                    && thinking.ticket == ticket
                {
                    thinking.found = Some(action);
                }
            }
        }
    }

    fn own_change(&self) -> Option<Change> {
        let room = self.room.as_ref().filter(|room| !room.is_closed())?;
        if self.is_over(room) {
            return Some(Change::Closed);
        }
        match room.playing() {
            Some(hand) => {
                let due = self.turn_deadline(room)? <= self.now;
                due.then(|| self.own_move(room, hand))
            }
            None if all_ready(room) => Some(Change::Started { outcome: None }),
            None => None,
        }
    }

    /// Whether the room is to be closed: there is nobody, or the log is full.
    fn is_over(&self, room: &Room) -> bool {
        let empty = |since| room.playing().is_none() && self.now >= since + EMPTY_MS;
        self.empty_since.is_some_and(empty) || self.index.is_some_and(|index| index >= RECORDS)
    }

    fn own_move(&self, room: &Room, hand: &Hand) -> Change {
        let engine = hand.engine();
        let choose = |seat: u8| {
            let level = level(room, hand, seat).unwrap_or_default();
            think::choose(engine, Seat(seat), level).map(|action| (seat, action))
        };
        let about = (hand.number(), hand.entry());
        let thinking = self
            .thinking
            .as_ref()
            .filter(|thinking| thinking.about == about);
        let found = thinking.and_then(|thinking| thinking.found.clone().flatten());
        let seats = 0..room.options().seats;
        let chosen = hand
            .due()
            .and_then(|seat| found.map(|action| (seat, action)).or_else(|| choose(seat)))
            .or_else(|| seats.into_iter().find_map(choose));
        // An unfinished game always has a legal action; one that has none must not stand for ever.
        let Some((seat, action)) = chosen else {
            return Change::Closed;
        };
        Change::Acted {
            seat,
            by: Self::automatic(room, hand, seat).unwrap_or(Mover::Timeout),
            action: action_value(wire::action_to_named(engine, &action)),
            spent_ms: self.turn_ms(),
            outcome: None,
        }
    }

    /// Sets the timer for the next thing that is due.
    pub(super) fn set_timer(&mut self) {
        let Some(deadline) = self.next_deadline() else {
            return;
        };
        let index = self.index.unwrap_or(0);
        if self.timer == Some((deadline, index)) {
            return;
        }
        self.timer = Some((deadline, index));
        self.out.push(Output::SetTimer {
            after_ms: deadline.saturating_sub(self.now),
            index,
        });
    }

    fn next_deadline(&self) -> Option<u64> {
        match &self.work {
            Work::WaitingToRead { at, .. } => return Some(*at),
            Work::Idle => {}
            Work::Appending(_) | Work::Reading { .. } | Work::Dead(_) => return None,
        }
        let room = self.room.as_ref()?;
        let own = match room.playing() {
            _ if room.is_closed() => None,
            _ if self.is_over(room) => Some(self.now),
            Some(_) => {
                let interruption = self.interruption_due(room);
                self.turn_deadline(room)
                    .into_iter()
                    .chain(interruption)
                    .min()
            }
            None if all_ready(room) => Some(self.now),
            None => self.empty_since.map(|since| since + EMPTY_MS),
        };
        let own = own.map(|at| at.max(self.not_before));
        let held = self.held.front().map(|held| held.at);
        own.into_iter().chain(held).min()
    }
}

/// How well the bot plays that moves for a seat, if one does.
fn level(room: &Room, hand: &Hand, seat: u8) -> Option<BotLevel> {
    match &room.seat_state(seat)?.occupant {
        Occupant::Bot { level } => Some(*level),
        Occupant::Person(_) if !hand.play(seat).trustee => None,
        Occupant::Person(_) | Occupant::Empty => Some(room.options().bots),
    }
}

/// Whether the next hand can begin without being asked: all seats taken, all people ready.
fn all_ready(room: &Room) -> bool {
    let mut people = room.seats().iter().filter(|seat| seat.person().is_some());
    let rated = room.options().rated;
    let ready = |seat: &crate::room::SeatState| match seat.occupant {
        Occupant::Empty => false,
        Occupant::Person(_) => seat.ready,
        Occupant::Bot { .. } => !rated,
    };
    people.next().is_some() && room.seats().iter().all(ready)
}
