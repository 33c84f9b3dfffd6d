//! What is sent to those at the table and around it. All of it is made for one viewer, and holds
//! nothing that this viewer may not know.

use crate::{
    code::RoomCode,
    command::Speech,
    counter::Unseen,
    explain::Explained,
    fairness::Proof,
    options::{BotLevel, Clock, Spectators, WhenGone},
    person::{CommandId, Mix, Name},
    record::{Change, Mover, Occupant},
    refusal::Refusal,
    room::{Hand, Room},
    score::HandResult,
    think::Suggestion,
};
use decklet_engine::{NamedAction, SeatEvent, Value, View};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::{borrow::Cow, sync::Arc};

/// A message to one viewer. `now` is the server's clock in milliseconds since 1970.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Message {
    /// Everything there is to see, after record `index`.
    View {
        /// The last record in it.
        index: u64,
        /// The server's clock.
        now: u64,
        /// What there is to see.
        scene: Scene,
    },
    /// What changed with record `index`: always the one after the last that was sent.
    Update {
        /// The record.
        index: u64,
        /// The server's clock.
        now: u64,
        /// What changed.
        change: Shown,
        /// What the viewer saw happen in the game.
        #[schemars(with = "Vec<serde_json::Value>")]
        events: Vec<SeatEvent>,
        /// What there is to see afterwards; absent in older updates that are sent late.
        #[serde(skip_serializing_if = "Option::is_none")]
        scene: Option<Scene>,
    },
    /// Nothing has changed since record `index`.
    Current {
        /// The last record.
        index: u64,
        /// The server's clock.
        now: u64,
    },
    /// A command was carried out, and is stored.
    Accepted {
        /// What the client called it.
        id: CommandId,
        /// The record it made, or the last one if it made none.
        index: u64,
        /// The server's clock.
        now: u64,
    },
    /// A command, or to attach, was refused. Nothing has changed.
    Refused {
        /// What the client called the command.
        id: Option<CommandId>,
        /// Why.
        #[serde(flatten)]
        refusal: Refusal,
        /// The server's clock.
        now: u64,
    },
    /// What a seat may do.
    Legal {
        /// What the client called the question.
        id: CommandId,
        /// In which hand.
        hand: u32,
        /// After which entry of the game.
        entry: u64,
        /// The actions, at most [`MAX_LEGAL`].
        #[schemars(with = "Vec<serde_json::Value>")]
        actions: Vec<NamedAction>,
        /// How many there are.
        total: usize,
        /// The server's clock.
        now: u64,
    },
    /// What bots would do.
    Hint {
        /// What the client called the question.
        id: CommandId,
        /// In which hand.
        hand: u32,
        /// After which entry of the game.
        entry: u64,
        /// The best action, if there is anything to do.
        #[schemars(with = "Option<serde_json::Value>")]
        action: Option<NamedAction>,
        /// The best actions, that one first, with reasons.
        suggestions: Vec<Suggestion>,
        /// The server's clock.
        now: u64,
    },
    /// What picked cards are, and whether they can be played now.
    Explained {
        /// What the client called the question.
        id: CommandId,
        /// In which hand.
        hand: u32,
        /// After which entry of the game.
        entry: u64,
        /// The cards that were asked about.
        cards: Vec<String>,
        /// What they are.
        #[serde(flatten)]
        explained: Explained,
        /// The server's clock.
        now: u64,
    },
    /// Somebody came back, or is gone.
    Presence {
        /// In which seat.
        seat: u8,
        /// Whether the person is there.
        online: bool,
        /// The server's clock.
        now: u64,
    },
    /// Somebody said something.
    Said {
        /// In which seat.
        seat: u8,
        /// Who.
        name: Name,
        /// What.
        what: Speech,
        /// The server's clock.
        now: u64,
    },
}

/// What one viewer sees.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Scene {
    /// Which seat is the viewer's own.
    pub you: Option<u8>,
    /// The [`RoomView`], written once for all who are sent it.
    #[schemars(with = "RoomView<'static>")]
    pub room: Arc<RawValue>,
    /// The game, once a hand was dealt, for those who may see it.
    #[schemars(with = "Option<serde_json::Value>")]
    pub game: Option<View>,
    /// What the viewer's seat has not seen yet, where the room counts cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<Vec<Unseen>>,
}

/// How many legal actions one message holds.
pub const MAX_LEGAL: usize = 1000;

/// A change as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Shown {
    /// The room was opened.
    Created,
    /// Somebody sits in a seat now, or nobody.
    Seated {
        /// Which seat.
        seat: u8,
        /// `empty`, `person` or `bot`.
        kind: SeatKind,
        /// The person's name.
        name: Option<Name>,
        /// How well the bot plays.
        level: Option<BotLevel>,
    },
    /// A person is ready, or not any more.
    Ready {
        /// Which seat.
        seat: u8,
        /// Whether.
        ready: bool,
    },
    /// A seat mixed something into the next deal; what it is, is shown after the deal.
    Mixed {
        /// Which seat.
        seat: u8,
    },
    /// Free chat was switched.
    Chat {
        /// Whether it is on.
        on: bool,
    },
    /// A bot plays for a person, or no longer.
    Trustee {
        /// Which seat.
        seat: u8,
        /// Whether.
        on: bool,
    },
    /// A hand was dealt.
    Started {
        /// Which.
        hand: u32,
    },
    /// A seat acted; the events say what is to be seen of it.
    Acted {
        /// Which seat.
        seat: u8,
        /// Who decided it.
        by: Mover,
        /// How the hand ended, when it did.
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<HandResult>,
    },
    /// The room is closed.
    Closed,
}

impl Shown {
    pub(crate) fn of(change: &Change) -> Self {
        match change {
            Change::Created { .. } => Self::Created,
            Change::Seated { seat, occupant } => Self::Seated {
                seat: *seat,
                kind: SeatKind::of(occupant),
                name: name_of(occupant).cloned(),
                level: level_of(occupant),
            },
            Change::Ready { seat, ready } => Self::Ready {
                seat: *seat,
                ready: *ready,
            },
            Change::Mixed { seat, .. } => Self::Mixed { seat: *seat },
            Change::Chat { on } => Self::Chat { on: *on },
            Change::Trustee { seat, on } => Self::Trustee {
                seat: *seat,
                on: *on,
            },
            Change::Started { outcome } => Self::Started {
                hand: outcome.as_ref().map_or(0, |dealt| dealt.hand),
            },
            Change::Acted {
                seat, by, outcome, ..
            } => Self::Acted {
                seat: *seat,
                by: *by,
                result: outcome.as_ref().and_then(|played| played.result.clone()),
            },
            Change::Closed => Self::Closed,
        }
    }
}

/// What is in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SeatKind {
    /// Nobody.
    Empty,
    /// A person.
    Person,
    /// A bot.
    Bot,
}

impl SeatKind {
    fn of(occupant: &Occupant) -> Self {
        match occupant {
            Occupant::Empty => Self::Empty,
            Occupant::Person(_) => Self::Person,
            Occupant::Bot { .. } => Self::Bot,
        }
    }
}

fn name_of(occupant: &Occupant) -> Option<&Name> {
    match occupant {
        Occupant::Person(person) => Some(&person.name),
        Occupant::Empty | Occupant::Bot { .. } => None,
    }
}

fn level_of(occupant: &Occupant) -> Option<BotLevel> {
    match occupant {
        Occupant::Bot { level } => Some(*level),
        Occupant::Empty | Occupant::Person(_) => None,
    }
}

/// A room as everybody sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomView<'a> {
    /// Its code.
    pub code: RoomCode,
    /// The game's name.
    pub game: &'a str,
    /// The game's options.
    #[schemars(with = "serde_json::Value")]
    pub options: &'a Value,
    /// How long people may think.
    pub clock: Clock,
    /// What happens when nobody is there.
    pub when_gone: WhenGone,
    /// Who may watch.
    pub spectators: Spectators,
    /// Whether free chat is on.
    pub chat: bool,
    /// Whether hints are given.
    pub hints: bool,
    /// Whether seats are shown which cards they have not seen yet.
    pub counter: bool,
    /// Whether the hands count for ratings.
    pub rated: bool,
    /// How well bots play that fill seats or take over.
    pub bots: BotLevel,
    /// `lobby`, `playing` or `closed`.
    pub phase: &'static str,
    /// The host's seat.
    pub host: Option<u8>,
    /// The seats.
    pub seats: Vec<SeatView<'a>>,
    /// How many hands have been dealt.
    pub hands: u32,
    /// How many hands a duplicate match has, if it is a table of one.
    pub duplicate: Option<u32>,
    /// Whose turn it is.
    pub turn: Option<TurnView>,
    /// The score of each seat.
    pub totals: &'a [i64],
    /// How the last hand ended.
    pub result: Option<&'a HandResult>,
    /// The deal: of the hand being played, or of the next.
    pub deal: DealView<'a>,
    /// How the deal of the last hand came about, for checking it.
    pub proof: Option<&'a Proof>,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatView<'a> {
    /// Which, from 0.
    pub seat: u8,
    /// What the game calls it.
    pub player_id: String,
    /// What is in it.
    pub kind: SeatKind,
    /// The person's name.
    pub name: Option<&'a Name>,
    /// How well the bot plays.
    pub level: Option<BotLevel>,
    /// Whether the person is ready for the next hand.
    pub ready: bool,
    /// Whether the person is there.
    pub online: bool,
    /// Whether a bot plays for the person.
    pub trustee: bool,
    /// The stock of time in milliseconds at the beginning of the turn, by clocks that have one.
    pub stock_ms: Option<u64>,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnView {
    /// In which hand.
    pub hand: u32,
    /// After which entry of the game: what an action must name.
    pub entry: u64,
    /// Whose.
    pub seat: Option<u8>,
    /// Until when, by the server's clock; `null` while the clocks stand still.
    pub deadline: Option<u64>,
}

/// What may be known of a deal before its hand is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DealView<'a> {
    /// Of which hand.
    pub hand: u32,
    /// blake3 of the server's secret, in hexadecimal.
    pub commitment: Cow<'a, str>,
    /// What each seat mixed in, once the cards are dealt.
    pub mixes: Option<&'a [Option<Mix>]>,
}

impl<'a> RoomView<'a> {
    /// Itself in JSON.
    pub(crate) fn written(&self) -> Arc<RawValue> {
        to_raw_value(self)
            .expect("the keys of all its objects are texts")
            .into()
    }

    /// The room as everybody sees it; `online` says who is there, `deadline` until when the turn
    /// lasts.
    pub(crate) fn of(room: &'a Room, online: impl Fn(u8) -> bool, deadline: Option<u64>) -> Self {
        let options = room.options();
        let playing = room.playing();
        let deal = match playing {
            Some(hand) => DealView {
                hand: hand.number(),
                commitment: Cow::Borrowed(&hand.proof().commitment[..]),
                mixes: Some(&hand.proof().mixes),
            },
            None => DealView {
                hand: room.hands() + 1,
                commitment: Cow::Owned(room.next_commitment()),
                mixes: None,
            },
        };
        let seats = (0u8..).zip(room.seats()).map(|(seat, state)| {
            let play = playing.map(|hand| hand.play(seat)).unwrap_or_default();
            SeatView {
                seat,
                player_id: format!("p{}", seat + 1),
                kind: SeatKind::of(&state.occupant),
                name: name_of(&state.occupant),
                level: level_of(&state.occupant),
                ready: state.ready,
                online: online(seat),
                trustee: play.trustee,
                stock_ms: play.stock_ms,
            }
        });
        Self {
            code: room.code(),
            game: &options.game,
            options: room.rules().options(),
            clock: options.clock,
            when_gone: options.when_gone,
            spectators: options.spectators,
            chat: room.chat(),
            hints: options.gives_hints(),
            counter: options.counts_cards(),
            rated: options.rated,
            bots: options.bots,
            phase: match playing {
                _ if room.is_closed() => "closed",
                Some(_) => "playing",
                None => "lobby",
            },
            host: room.host().and_then(|host| room.seat_of(host)),
            seats: seats.collect(),
            hands: room.hands(),
            duplicate: room.duplicate().map(|duplicate| duplicate.hands),
            turn: playing.map(|hand| TurnView {
                hand: hand.number(),
                entry: hand.entry(),
                seat: hand.due(),
                deadline,
            }),
            totals: room.totals(),
            result: room.hand().and_then(|hand| hand.result()),
            deal,
            // The other tables of a duplicate match may still have to play this deal.
            proof: match playing {
                None if room.duplicate().is_some() => None,
                None => room.hand().map(Hand::proof),
                Some(_) => None,
            },
        }
    }
}
