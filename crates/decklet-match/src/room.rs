//! [`Room`]: what the records of a room add up to.
//!
//! There is one way to change it, [`Room::perform`], and loading goes the same way: each record is
//! performed again, and what follows from it must be what the record says.

use crate::{
    code::RoomCode,
    fairness::{self, Proof, Secret},
    games::Games,
    options::{Duplicate, Opening, RoomOptions},
    person::{Mix, Person, PersonId},
    record::{Change, Damage, Dealt, FORMAT, Mover, Occupant, Played, Record},
    refusal::Refusal,
    score::{self, HandResult},
};
use decklet_engine::{GameEngine, NamedAction, Player, Ruleset, Seat, Status, Value, wire};
use std::sync::Arc;

/// After so many turns without an answer a bot plays for a person.
const TIMEOUTS: u8 = 2;

/// A room as its records tell it: seats, score, and the hand being played.
pub struct Room {
    code: RoomCode,
    options: RoomOptions,
    rules: Arc<Ruleset>,
    secret: Secret,
    duplicate: Option<Duplicate>,
    seats: Vec<SeatState>,
    host: Option<PersonId>,
    chat: bool,
    hand: Option<Hand>,
    hands: u32,
    rounds: u32,
    totals: Vec<i64>,
    ended: Vec<EndedHand>,
    closed: bool,
}

/// A hand that is over, as the ledger keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedHand {
    /// Which, from 1.
    pub hand: u32,
    /// Who was dealt the cards of each seat; none for a bot.
    pub people: Vec<Option<Person>>,
    /// How it ended.
    pub result: HandResult,
}

/// A seat between the hands.
#[derive(Clone, Debug)]
pub struct SeatState {
    /// Who sits there.
    pub occupant: Occupant,
    /// Whether that person is ready for the next hand.
    pub ready: bool,
    /// What the seat mixes into the next deal.
    pub mix: Option<Mix>,
}

impl SeatState {
    /// The person in the seat.
    #[must_use]
    pub fn person(&self) -> Option<&PersonId> {
        match &self.occupant {
            Occupant::Person(person) => Some(&person.id),
            Occupant::Empty | Occupant::Bot { .. } => None,
        }
    }
}

/// A hand: being played, or the last one.
pub struct Hand {
    number: u32,
    engine: GameEngine,
    proof: Proof,
    people: Vec<Option<Person>>,
    play: Vec<SeatPlay>,
    turn: u32,
    result: Option<HandResult>,
}

/// A seat during a hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatPlay {
    /// Turns in a row in which the person's time was over.
    pub timeouts: u8,
    /// Whether a bot plays for the person.
    pub trustee: bool,
    /// The stock of time in milliseconds, by clocks that have one.
    pub stock_ms: Option<u64>,
}

impl Hand {
    /// Which hand, from 1.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The game. It holds every secret.
    #[must_use]
    pub fn engine(&self) -> &GameEngine {
        &self.engine
    }

    pub(crate) fn into_engine(self) -> GameEngine {
        self.engine
    }

    /// The number of its last entry.
    #[must_use]
    pub fn entry(&self) -> u64 {
        self.engine
            .log()
            .last()
            .map_or(0, decklet_engine::Entry::index)
    }

    /// How its deal came about; the secret in it may be shown after the hand only.
    pub(crate) fn proof(&self) -> &Proof {
        &self.proof
    }

    /// A seat during the hand.
    #[must_use]
    pub fn play(&self, seat: u8) -> SeatPlay {
        self.play
            .get(usize::from(seat))
            .copied()
            .unwrap_or_default()
    }

    /// Counts the turns: another number means another turn.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Who must act now: the seat on turn, or in a game without turns the first that can.
    #[must_use]
    pub fn due(&self) -> Option<u8> {
        if self.engine.state().status() != Status::Playing {
            return None;
        }
        let current = self.engine.state().current_player();
        current.map(|seat| seat.0).or_else(|| {
            let seats = 0..u8::try_from(self.play.len()).unwrap_or(u8::MAX);
            seats
                .into_iter()
                .find(|&seat| !self.engine.legal_actions(Seat(seat)).is_empty())
        })
    }

    /// How it ended, when it has.
    #[must_use]
    pub fn result(&self) -> Option<&HandResult> {
        self.result.as_ref()
    }

    /// Who was dealt the cards of each seat; none for a bot.
    #[must_use]
    pub fn people(&self) -> &[Option<Person>] {
        &self.people
    }

    /// Whether this person was dealt the cards of this seat.
    pub(crate) fn was_dealt_to(&self, seat: u8, person: &PersonId) -> bool {
        let dealt_to = self.people.get(usize::from(seat));
        dealt_to
            .and_then(Option::as_ref)
            .is_some_and(|dealt_to| dealt_to.id == *person)
    }
}

impl Room {
    /// A new room, and the change that opens it.
    ///
    /// # Errors
    /// [`Refusal`] when the options do not fit.
    pub fn create(
        code: RoomCode,
        opening: &Opening,
        games: &Games,
    ) -> Result<(Self, Change), Refusal> {
        let Opening {
            options,
            secret,
            duplicate,
        } = opening;
        let (secret, duplicate) = (*secret, *duplicate);
        options.check(games)?;
        let rules = games
            .rules(&options.game, &options.options)
            .map_err(|error| Refusal::bad_field("game", &error.to_string()))?;
        let empty = SeatState {
            occupant: Occupant::Empty,
            ready: false,
            mix: None,
        };
        let seats = usize::from(options.seats);
        let room = Self {
            code,
            chat: options.chat,
            options: options.clone(),
            rules,
            secret,
            duplicate,
            seats: vec![empty; seats],
            host: None,
            hand: None,
            hands: 0,
            rounds: 0,
            totals: vec![0; seats],
            ended: Vec::new(),
            closed: false,
        };
        let change = Change::Created {
            format: FORMAT,
            options: options.clone(),
            secret,
            duplicate,
        };
        Ok((room, change))
    }

    /// The room after these records.
    ///
    /// # Errors
    /// [`Damage`] naming the record that does not fit.
    pub fn replay<'r>(
        code: RoomCode,
        records: impl IntoIterator<Item = &'r Record>,
        games: &Games,
    ) -> Result<Option<Self>, Damage> {
        Self::replay_and(code, records, games, |_, _| {})
    }

    /// The same; `look` is shown the room after each record.
    pub(crate) fn replay_and<'r>(
        code: RoomCode,
        records: impl IntoIterator<Item = &'r Record>,
        games: &Games,
        mut look: impl FnMut(&Self, &Record),
    ) -> Result<Option<Self>, Damage> {
        let mut room: Option<Self> = None;
        for record in records {
            match &mut room {
                None => room = Some(Self::opened(code, record, games)?),
                Some(room) => room.perform_again(record, games)?,
            }
            if let Some(room) = &room {
                look(room, record);
            }
        }
        Ok(room)
    }

    fn opened(code: RoomCode, record: &Record, games: &Games) -> Result<Self, Damage> {
        let index = record.index;
        let refused = |code: String| Damage::Refused { index, code };
        let Change::Created {
            format,
            options,
            secret,
            duplicate,
        } = &record.change
        else {
            return Err(refused("NOT_CREATED".to_owned()));
        };
        if *format != FORMAT {
            return Err(Damage::Format { found: *format });
        }
        let opening = Opening {
            options: options.clone(),
            secret: *secret,
            duplicate: *duplicate,
        };
        let created = Self::create(code, &opening, games);
        created
            .map(|(room, _)| room)
            .map_err(|refusal| refused(refusal.code))
    }

    fn perform_again(&mut self, record: &Record, games: &Games) -> Result<(), Damage> {
        let index = record.index;
        let mut change = record.change.clone();
        if let Change::Started { outcome } = &mut change {
            *outcome = None;
        }
        if let Change::Acted { outcome, .. } = &mut change {
            *outcome = None;
        }
        self.perform(&mut change, games)
            .map_err(|refusal| Damage::Refused {
                index,
                code: refusal.code,
            })?;
        if change == record.change {
            return Ok(());
        }
        if let (
            Change::Started {
                outcome: Some(found),
            },
            Change::Started {
                outcome: Some(here),
            },
        ) = (&record.change, &change)
            && found.rules != here.rules
        {
            return Err(Damage::OtherRules {
                index,
                found: found.rules.clone(),
                here: here.rules.clone(),
            });
        }
        Err(Damage::Differs { index })
    }

    /// Changes the room, and writes into the change what followed from it.
    ///
    /// # Errors
    /// [`Refusal`] when the game refuses; nothing has changed then.
    pub fn perform(&mut self, change: &mut Change, games: &Games) -> Result<(), Refusal> {
        match change {
            Change::Created { .. } => return Err(Refusal::new("ALREADY_STARTED")),
            Change::Seated { seat, occupant } => self.seat(*seat, occupant.clone()),
            Change::Ready { seat, ready } => {
                let ready = *ready;
                self.with_seat(*seat, |state| state.ready = ready);
            }
            Change::Mixed { seat, mix } => {
                let mix = Some(mix.clone());
                self.with_seat(*seat, |state| state.mix = mix);
            }
            Change::Chat { on } => self.chat = *on,
            Change::Trustee { seat, on } => {
                let play = self
                    .hand
                    .as_mut()
                    .and_then(|hand| hand.play.get_mut(usize::from(*seat)));
                if let Some(play) = play {
                    play.trustee = *on;
                    play.timeouts = 0;
                }
            }
            Change::Started { outcome } => *outcome = Some(self.deal(games)?),
            Change::Acted {
                seat,
                by,
                action,
                spent_ms,
                outcome,
            } => *outcome = Some(self.act(*seat, *by, action, *spent_ms)?),
            Change::Closed => self.closed = true,
        }
        Ok(())
    }

    fn with_seat(&mut self, seat: u8, change: impl FnOnce(&mut SeatState)) {
        if let Some(state) = self.seats.get_mut(usize::from(seat)) {
            change(state);
        }
    }

    /// The first person to sit is the host; when the host goes, the next in seat order is. Other
    /// people between the hands are another game: the score begins anew.
    fn seat(&mut self, seat: u8, occupant: Occupant) {
        if self.playing().is_none() {
            self.totals.fill(0);
            self.rounds = 0;
        }
        self.with_seat(seat, |state| {
            *state = SeatState {
                occupant,
                ready: false,
                mix: None,
            };
        });
        let host_sits = |host: &PersonId| self.seat_of(host).is_some();
        if !self.host.as_ref().is_some_and(host_sits) {
            self.host = self.seats.iter().find_map(|seat| seat.person().cloned());
        }
    }

    fn deal(&mut self, games: &Games) -> Result<Dealt, Refusal> {
        let number = self.hands + 1;
        let before = self.hand.as_ref().and_then(Hand::result);
        if before.is_some_and(|result| result.game_over.is_some()) {
            self.totals.fill(0);
            self.rounds = 0;
        }
        let fault = || Refusal::new("PLUGIN_FAULT");
        let rules = games
            .rules(&self.options.game, &self.options_of_hand())
            .map_err(|_| fault())?;
        let mixes: Vec<_> = self.seats.iter().map(|seat| seat.mix.clone()).collect();
        let secret = self.secret.of_hand(number);
        let deal = self.duplicate.map_or(self.code, |duplicate| duplicate.deal);
        let seed = fairness::seed(&secret, deal, number, &mixes);
        let mut engine = GameEngine::new(rules, seed);
        engine.create_game(self.players()).map_err(|_| fault())?;
        engine.start().map_err(|_| fault())?;
        for seat in &mut self.seats {
            if seat.occupant == Occupant::Empty {
                let level = self.options.bots;
                seat.occupant = Occupant::Bot { level };
            }
            (seat.ready, seat.mix) = (false, None);
        }
        let play = SeatPlay {
            stock_ms: self.options.clock.stock_ms(),
            ..SeatPlay::default()
        };
        let dealt = Dealt {
            hand: number,
            rules: engine.rules().fingerprint().to_owned(),
            state: engine.state().hash(),
        };
        self.hands = number;
        self.hand = Some(Hand {
            number,
            engine,
            proof: Proof {
                room: deal,
                hand: number,
                commitment: fairness::commitment(&secret),
                secret: secret.to_string(),
                mixes,
            },
            people: self
                .seats
                .iter()
                .map(|seat| match &seat.occupant {
                    Occupant::Person(person) => Some(person.clone()),
                    Occupant::Empty | Occupant::Bot { .. } => None,
                })
                .collect(),
            play: vec![play; self.seats.len()],
            turn: 0,
            result: None,
        });
        Ok(dealt)
    }

    /// In UNO the deal goes round: the last seat first.
    fn options_of_hand(&self) -> Value {
        let mut options = self.rules.options().clone();
        let seats = u32::from(self.options.seats);
        if let Value::Map(map) = &mut options
            && self.options.game == "uno"
            && !self.rounds.is_multiple_of(seats)
        {
            let dealer = (self.rounds - 1) % seats;
            map.insert("dealer".to_owned(), Value::from(dealer));
        }
        options
    }

    fn players(&self) -> Vec<Player> {
        let mut players = Player::numbered(self.seats.len());
        for (player, seat) in players.iter_mut().zip(&self.seats) {
            player.name = match &seat.occupant {
                Occupant::Person(person) => person.name.to_string(),
                Occupant::Bot { .. } | Occupant::Empty => format!("Bot {}", player.seat),
            };
        }
        players
    }

    fn act(
        &mut self,
        seat: u8,
        by: Mover,
        action: &mut Value,
        spent_ms: u64,
    ) -> Result<Played, Refusal> {
        let clock = self.options.clock;
        let hand = self.hand.as_mut().filter(|hand| hand.result.is_none());
        let hand = hand.ok_or_else(|| Refusal::new("NOT_PLAYING"))?;
        let named = wire::action_from_value(action.clone())
            .map_err(|bad| Refusal::bad_action(&bad.field, &bad.reason))?;
        let due = hand.due();
        hand.engine
            .dispatch(named)
            .map_err(|denied| Refusal::of(&denied))?;
        if let Some(kept) = hand.engine.log().last().and_then(|entry| entry.action()) {
            *action = action_value(wire::action_to_named(&hand.engine, kept));
        }
        if let Some(play) = hand.play.get_mut(usize::from(seat)) {
            match by {
                Mover::Person => (play.timeouts, play.trustee) = (0, false),
                Mover::Timeout => {
                    play.timeouts += 1;
                    play.trustee |= play.timeouts >= TIMEOUTS;
                }
                Mover::Bot | Mover::Trustee => {}
            }
            if due == Some(seat) {
                play.stock_ms = clock.after_move(play.stock_ms, spent_ms);
            }
        }
        if due == Some(seat) || hand.due() != due {
            hand.turn += 1;
        }
        if hand.engine.state().status() == Status::Finished {
            hand.result = Some(score::settle(&hand.engine, &self.totals, self.rounds));
        }
        let result = hand.result.clone();
        if let Some(result) = &result {
            self.ended.push(EndedHand {
                hand: hand.number,
                people: hand.people.clone(),
                result: result.clone(),
            });
            self.totals.clone_from(&result.totals);
            self.rounds += 1;
        }
        Ok(Played {
            state: hand.engine.state().hash(),
            result,
        })
    }

    /// The room's code.
    #[must_use]
    pub fn code(&self) -> RoomCode {
        self.code
    }

    /// What it was opened with.
    #[must_use]
    pub fn options(&self) -> &RoomOptions {
        &self.options
    }

    /// Whether it is a table of a duplicate match.
    #[must_use]
    pub fn duplicate(&self) -> Option<Duplicate> {
        self.duplicate
    }

    /// The rules of its game.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The seats.
    #[must_use]
    pub fn seats(&self) -> &[SeatState] {
        &self.seats
    }

    /// A seat, if there is one of this number.
    #[must_use]
    pub fn seat_state(&self, seat: u8) -> Option<&SeatState> {
        self.seats.get(usize::from(seat))
    }

    /// Where a person sits.
    #[must_use]
    pub fn seat_of(&self, person: &PersonId) -> Option<u8> {
        let place = self
            .seats
            .iter()
            .position(|seat| seat.person() == Some(person))?;
        u8::try_from(place).ok()
    }

    /// Who may remove others and start.
    #[must_use]
    pub fn host(&self) -> Option<&PersonId> {
        self.host.as_ref()
    }

    /// Whether free chat is on.
    #[must_use]
    pub fn chat(&self) -> bool {
        self.chat
    }

    /// The hand being played, or the last one.
    #[must_use]
    pub fn hand(&self) -> Option<&Hand> {
        self.hand.as_ref()
    }

    pub(crate) fn into_hand(self) -> Option<Hand> {
        self.hand
    }

    /// The hand, if it is being played.
    #[must_use]
    pub fn playing(&self) -> Option<&Hand> {
        self.hand.as_ref().filter(|hand| hand.result.is_none())
    }

    /// How many hands have been dealt.
    #[must_use]
    pub fn hands(&self) -> u32 {
        self.hands
    }

    /// The score of each seat.
    #[must_use]
    pub fn totals(&self) -> &[i64] {
        &self.totals
    }

    /// The hands that are over, in order.
    #[must_use]
    pub fn ended(&self) -> &[EndedHand] {
        &self.ended
    }

    /// Whether it is closed for good.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// What the secret of the next hand hashes to.
    #[must_use]
    pub fn next_commitment(&self) -> String {
        fairness::commitment(&self.secret.of_hand(self.hands + 1))
    }
}

/// An action as a value, as JSON spells it.
pub(crate) fn action_value(action: NamedAction) -> Value {
    let NamedAction {
        kind,
        player_id,
        payload,
    } = action;
    let mut map = std::collections::BTreeMap::new();
    map.insert("type".to_owned(), Value::from(kind));
    if let Some(id) = player_id {
        map.insert("playerId".to_owned(), Value::from(id));
    }
    map.insert("payload".to_owned(), payload);
    Value::Map(map)
}
