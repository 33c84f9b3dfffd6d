//! The state of the plugin, and the variables it is shown as.

use super::{Setup, engine_seat, seat};
use crate::{
    combination::{Combination, Kind},
    flow::{Flow, Phase},
    profile::Options,
    score::{Points, Team},
    seat::Seat,
};
use decklet_engine::{
    CardId, Encoder, Field, FieldKind, Fields, GameState, PluginState, ToWire, Value, Viewer,
};

/// `ddz.phase`: READY, BIDDING, BOTTOM, DOUBLING, PLAYING or FINISHED.
pub const DDZ_VAR_PHASE: &str = "ddz.phase";
/// `ddz.bidderIndex`: who is asked in the auction, as a place in seat order.
pub const DDZ_VAR_BIDDER_INDEX: &str = "ddz.bidderIndex";
/// `ddz.bidderPassed`: who declined.
pub const DDZ_VAR_BIDDER_PASSED: &str = "ddz.bidderPassed";
/// `ddz.landlordCandidateId`: who would be landlord if the auction ended now.
pub const DDZ_VAR_LANDLORD_CANDIDATE_ID: &str = "ddz.landlordCandidateId";
/// `ddz.landlordId`: the landlord.
pub const DDZ_VAR_LANDLORD_ID: &str = "ddz.landlordId";
/// `ddz.farmerIds`: the other two.
pub const DDZ_VAR_FARMER_IDS: &str = "ddz.farmerIds";
/// `ddz.multiplier`: what robs, bombs and the rocket have made of 1.
pub const DDZ_VAR_MULTIPLIER: &str = "ddz.multiplier";
/// `ddz.lastCombination`: what is on the table.
pub const DDZ_VAR_LAST_COMBINATION: &str = "ddz.lastCombination";
/// `ddz.lastPlayerId`: who played last.
pub const DDZ_VAR_LAST_PLAYER_ID: &str = "ddz.lastPlayerId";
/// `ddz.passCount`: how many have passed since.
pub const DDZ_VAR_PASS_COUNT: &str = "ddz.passCount";
/// `ddz.pendingCombination`: what the rules detected, for the handler. It lives in the scratch space
/// of one dispatch and is in no state, view or hash.
pub const DDZ_VAR_PENDING_COMBINATION: &str = "ddz.pendingCombination";

/// The state of the plugin. All of it is public.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoudizhuState {
    pub(crate) flow: Flow,
    pub(crate) multiplier: u64,
    pub(crate) bottom: Option<[CardId; 3]>,
    pub(crate) points: Option<Points>,
}

impl Default for DoudizhuState {
    fn default() -> Self {
        let mut flow = Flow::before_start();
        flow.phase = Phase::Ready;
        Self {
            flow,
            multiplier: 1,
            bottom: None,
            points: None,
        }
    }
}

impl DoudizhuState {
    /// Everything but the cards.
    #[must_use]
    pub const fn flow(&self) -> &Flow {
        &self.flow
    }

    /// What robs, bombs and the rocket have made of 1.
    #[must_use]
    pub const fn multiplier(&self) -> u64 {
        self.multiplier
    }

    /// The bottom cards, once they are revealed.
    #[must_use]
    pub const fn bottom(&self) -> Option<[CardId; 3]> {
        self.bottom
    }

    /// The points of each seat, at the end of a game that is scored.
    #[must_use]
    pub const fn points(&self) -> Option<Points> {
        self.points
    }

    /// The landlord.
    #[must_use]
    pub fn landlord(&self) -> Option<decklet_engine::Seat> {
        self.flow.landlord.map(engine_seat)
    }

    /// The farmers in seat order, once there is a landlord.
    #[must_use]
    pub fn farmers(&self) -> Vec<decklet_engine::Seat> {
        match self.flow.landlord {
            Some(landlord) => {
                let farmers = Seat::ALL.into_iter().filter(|&seat| seat != landlord);
                farmers.map(engine_seat).collect()
            }
            None => Vec::new(),
        }
    }

    pub(crate) fn count_multiplier(&mut self, options: &Options) {
        let mut tally = self.flow.tally;
        tally.robs = self.flow.auction.robs();
        self.multiplier = tally.multiplier(options);
    }
}

impl PluginState for DoudizhuState {
    const NAME: &'static str = "doudizhu";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Self {
        *self
    }

    fn encode(&self, out: &mut Encoder) {
        let Self {
            flow,
            multiplier,
            bottom,
            points,
        } = self;
        flow.encode(out);
        out.number(*multiplier);
        out.flag(bottom.is_some());
        for &card in bottom.iter().flatten() {
            out.card(card);
        }
        out.flag(points.is_some());
        for &points in points.iter().flatten() {
            out.signed(points);
        }
    }
}

impl ToWire for DoudizhuState {
    const FIELDS: &'static [Field] = &[
        Field::new(
            DDZ_VAR_PHASE,
            FieldKind::OneOf(&[
                "READY", "BIDDING", "REDEAL", "BOTTOM", "DOUBLING", "PLAYING", "FINISHED",
            ]),
            "where the game stands",
        ),
        Field::new(
            DDZ_VAR_BIDDER_INDEX,
            FieldKind::Number,
            "who is asked, as a place in seat order",
        ),
        Field::new(
            DDZ_VAR_BIDDER_PASSED,
            FieldKind::Players,
            "who declined or passed",
        ),
        Field::optional(
            DDZ_VAR_LANDLORD_CANDIDATE_ID,
            FieldKind::Player,
            "landlord if it ended now",
        ),
        Field::optional(DDZ_VAR_LANDLORD_ID, FieldKind::Player, "the landlord"),
        Field::new(DDZ_VAR_FARMER_IDS, FieldKind::Players, "the other two"),
        Field::new(
            DDZ_VAR_MULTIPLIER,
            FieldKind::Number,
            "robs, bombs and rocket multiplied",
        ),
        Field::optional(
            DDZ_VAR_LAST_COMBINATION,
            FieldKind::Any,
            "{type, mainRank, length} on the table",
        ),
        Field::optional(DDZ_VAR_LAST_PLAYER_ID, FieldKind::Player, "who played last"),
        Field::new(
            DDZ_VAR_PASS_COUNT,
            FieldKind::Number,
            "how many have passed since",
        ),
        Field::new(
            "ddz.openerId",
            FieldKind::Player,
            "who is asked first in the auction",
        ),
        Field::new("ddz.bid", FieldKind::Number, "the highest bid of points"),
        Field::new("ddz.robs", FieldKind::Number, "how often it was robbed"),
        Field::new("ddz.bombs", FieldKind::Number, "bombs played"),
        Field::new("ddz.rockets", FieldKind::Number, "rockets played, 0 or 1"),
        Field::new(
            "ddz.redeals",
            FieldKind::Number,
            "how often the cards were dealt again",
        ),
        Field::new(
            "ddz.shown",
            FieldKind::Any,
            "by which factor each seat shows its cards, 1 if not",
        ),
        Field::optional("ddz.firstShownId", FieldKind::Player, "who showed first"),
        Field::new(
            "ddz.asked",
            FieldKind::Number,
            "how many times a seat was asked to show, or had shown already",
        ),
        Field::new(
            "ddz.doubled",
            FieldKind::Any,
            "by which factor each seat doubled, 1 if not",
        ),
        Field::new(
            "ddz.plays",
            FieldKind::Any,
            "how often each seat has played",
        ),
        Field::new(
            "ddz.weights",
            FieldKind::Any,
            "what the plays of each seat weigh, where the score counts it",
        ),
        Field::optional(
            "ddz.bottomCards",
            FieldKind::Cards,
            "the bottom cards, once revealed",
        ),
        Field::optional(
            "ddz.winnerTeam",
            FieldKind::OneOf(&["LANDLORD", "FARMERS"]),
            "who won",
        ),
        Field::optional(
            "ddz.points",
            FieldKind::Any,
            "the points of each seat, when it is scored",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        let flow = &self.flow;
        let seats =
            |seats: &mut dyn Iterator<Item = Seat>| seats.map(engine_seat).collect::<Vec<_>>();
        out.text(DDZ_VAR_PHASE, flow.phase.name());
        out.number(DDZ_VAR_BIDDER_INDEX, flow.auction.turn().index() as i64);
        out.players(DDZ_VAR_BIDDER_PASSED, &seats(&mut flow.auction.declined()));
        if let Some(candidate) = flow.auction.candidate() {
            out.player(DDZ_VAR_LANDLORD_CANDIDATE_ID, engine_seat(candidate));
        }
        if let Some(landlord) = self.landlord() {
            out.player(DDZ_VAR_LANDLORD_ID, landlord);
        }
        out.players(DDZ_VAR_FARMER_IDS, &self.farmers());
        out.number(
            DDZ_VAR_MULTIPLIER,
            i64::try_from(self.multiplier).unwrap_or(i64::MAX),
        );
        if let Some(last) = flow.trick.last() {
            out.record(DDZ_VAR_LAST_COMBINATION, &CombinationOut(last));
        }
        if let Some(last) = flow.trick.last_seat() {
            out.player(DDZ_VAR_LAST_PLAYER_ID, engine_seat(last));
        }
        out.number(DDZ_VAR_PASS_COUNT, flow.trick.passes().into());
        out.player("ddz.openerId", engine_seat(flow.auction.opener()));
        out.number("ddz.bid", flow.auction.highest().into());
        out.number("ddz.robs", flow.auction.robs().into());
        out.number("ddz.bombs", flow.tally.bombs.into());
        out.number("ddz.rockets", flow.tally.rockets.into());
        out.number("ddz.redeals", flow.redeals.into());
        out.value("ddz.shown", &numbers(flow.showing.factors));
        if let Some(first) = flow.showing.first() {
            out.player("ddz.firstShownId", engine_seat(first));
        }
        out.number("ddz.asked", flow.showing.asked().into());
        out.value("ddz.doubled", &numbers(flow.doublings.factors));
        out.value("ddz.plays", &numbers(flow.tally.plays));
        out.value("ddz.weights", &numbers(flow.tally.weights));
        if let Some(bottom) = &self.bottom {
            out.cards("ddz.bottomCards", bottom);
        }
        if let Some(winner) = flow.winner {
            out.text("ddz.winnerTeam", team_name(winner));
        }
        if let Some(points) = self.points {
            out.value("ddz.points", &numbers(points));
        }
    }
}

pub(crate) fn numbers<N: Into<i64>>(numbers: [N; 3]) -> Value {
    Value::List(
        numbers
            .into_iter()
            .map(|number| Value::Number(number.into()))
            .collect(),
    )
}

/// `LANDLORD` or `FARMERS`.
#[must_use]
pub const fn team_name(team: Team) -> &'static str {
    match team {
        Team::Landlord => "LANDLORD",
        Team::Farmers => "FARMERS",
    }
}

/// A combination as it stands in variables and events: `{type, mainRank, length}`.
#[derive(Clone, Copy, Debug)]
pub struct CombinationOut(pub Combination);

impl ToWire for CombinationOut {
    const FIELDS: &'static [Field] = &[
        Field::new("type", FieldKind::OneOf(&KIND_NAMES), "the kind"),
        Field::new(
            "mainRank",
            FieldKind::Number,
            "top rank of the main part, 3 to 17; rocket 99",
        ),
        Field::new(
            "length",
            FieldKind::Number,
            "consecutive ranks of the main part",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.text("type", kind_name(self.0.kind()));
        out.number("mainRank", self.0.main_rank().into());
        out.number("length", self.0.length().into());
    }
}

const KIND_NAMES: [&str; Kind::ALL.len()] = [
    "SOLO",
    "PAIR",
    "TRIO",
    "TRIO_SOLO",
    "TRIO_PAIR",
    "CHAIN_SOLO",
    "CHAIN_PAIR",
    "PLANE",
    "PLANE_SOLO",
    "PLANE_PAIR",
    "FOUR_TWO_SOLO",
    "FOUR_TWO_PAIR",
    "SHUTTLE",
    "SHUTTLE_SOLO",
    "SHUTTLE_PAIR",
    "BOMB",
    "ROCKET",
];

/// The kind as it stands at the edge, as `PLANE_SOLO`.
#[must_use]
pub fn kind_name(kind: Kind) -> &'static str {
    let place = Kind::ALL.iter().position(|&known| known == kind);
    place.map_or("UNKNOWN", |place| KIND_NAMES[place])
}

/// The kind of this name at the edge.
#[must_use]
pub fn find_kind(name: &str) -> Option<Kind> {
    let place = KIND_NAMES.iter().position(|&known| known == name)?;
    Some(Kind::ALL[place])
}

/// Who is asked next in the auction: the seat at `ddz.bidderIndex`. None without players.
#[must_use]
pub fn next_bidder_id(state: &GameState) -> Option<&str> {
    let index = state.state::<DoudizhuState>().flow.auction.turn().index();
    let players = state.players();
    let place = index.checked_rem(players.len())?;
    Some(&players[place].id)
}

/// The team that wins when this player has no card left; none while there is no landlord. Whether
/// the game is over is not looked at.
#[must_use]
pub fn determine_winner_team(state: &GameState, winner: decklet_engine::Seat) -> Option<Team> {
    let landlord = state.state::<DoudizhuState>().flow.landlord?;
    Some(Team::of(seat(winner), landlord))
}

/// What showing the cards now would multiply this seat's stake by; none if it may not.
#[must_use]
pub fn show_factor(state: &GameState, player: decklet_engine::Seat) -> Option<u8> {
    let options = state.fixed::<Setup>().options();
    let flow = &state.state::<DoudizhuState>().flow;
    flow.check_show(seat(player), options).ok()
}

/// Which moment of the deal it is, where players are asked at several whether to show their cards
/// (see [`Showing::moment`](crate::auction::Showing::moment)).
#[must_use]
pub fn moment_of_deal(state: &GameState) -> Option<u8> {
    let options = state.fixed::<Setup>().options();
    let flow = &state.state::<DoudizhuState>().flow;
    match flow.phase {
        Phase::Ready => flow.showing.moment(&options.show_cards),
        _ => None,
    }
}

/// What is on the table; none when the next play leads.
#[must_use]
pub fn last_combination(state: &GameState) -> Option<Combination> {
    state.state::<DoudizhuState>().flow.trick.last()
}

/// Whether the next play leads.
#[must_use]
pub fn is_new_round(state: &GameState) -> bool {
    last_combination(state).is_none()
}

/// How many have passed since the last play.
#[must_use]
pub fn read_pass_count(state: &GameState) -> u8 {
    state.state::<DoudizhuState>().flow.trick.passes()
}

/// Who played last.
#[must_use]
pub fn read_last_player(state: &GameState) -> Option<decklet_engine::Seat> {
    state
        .state::<DoudizhuState>()
        .flow
        .trick
        .last_seat()
        .map(engine_seat)
}

/// The cards of a seat's hand.
#[must_use]
pub fn hand(state: &GameState, seat: decklet_engine::Seat) -> &[CardId] {
    state.zone(state.fixed::<Setup>().hand.of(seat))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_the_names_of_the_edge() {
        for (kind, name) in Kind::ALL.into_iter().zip(KIND_NAMES) {
            assert_eq!(kind.name().to_uppercase(), name);
            assert_eq!(find_kind(kind_name(kind)), Some(kind));
        }
    }
}
