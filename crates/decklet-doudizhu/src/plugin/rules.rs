//! The rules, in the order in which they are asked: document 000's nine, then our own.

use super::{
    Setup,
    actions::{
        Bid, CallLandlord, Double, Pass, Pending, PlayCards, Ready, RobLandlord, ShowHand,
        SuperDouble, factors,
    },
    card, card_set, seat,
    state::DoudizhuState,
};
use crate::{
    auction::{self, BidDenied, DoubleDenied, ShowDenied},
    combination::readings,
    flow::Phase,
    plays,
    profile::{Bidding, Doubling, Options, ShowCards},
    trick::PlayDenied,
};
use decklet_engine::{
    AppliesTo, CardRef, GameBuilder, On, PlayerRef, Rule, RuleContext, RuleResult, Status, deny, ok,
};

/// The most cards a player can hold, and so play at once: 17 and the 3 bottom cards.
pub const DDZ_MAX_PLAYED_CARDS: usize = 20;

/// The actions that the game sends itself, which the rules of phase and turn let through.
pub const SYSTEM_ACTIONS: &[&str] = &["REVEAL_BOTTOM_CARDS"];

/// A rule for actions of one type.
const fn on(
    id: &'static str,
    name: &'static str,
    action: &'static [&'static str],
    codes: &'static [&'static str],
    decide: &'static dyn decklet_engine::Validate,
) -> Rule {
    Rule::on(id, name, AppliesTo::Names(action), codes, decide)
}

/// `ddz-game-not-won`
pub const GAME_NOT_WON: Rule = Rule::all(
    "ddz-game-not-won",
    "Doudizhu Game Not Won",
    &["ALREADY_WON"],
    &game_not_won,
);
/// `ddz-game-started`
pub const GAME_STARTED: Rule = Rule::all(
    "ddz-game-started",
    "Doudizhu Game Started",
    &["NOT_STARTED"],
    &game_started,
);
/// `ddz-phase`
pub const PHASE: Rule = Rule::all("ddz-phase", "Doudizhu Phase", &["WRONG_PHASE"], &phase);
/// `ddz-player-turn`
pub const PLAYER_TURN: Rule = Rule::all(
    "ddz-player-turn",
    "Doudizhu Player Turn",
    &["NO_PLAYER", "NOT_YOUR_TURN"],
    &player_turn,
);
/// `ddz-player-owns-cards`
pub const PLAYER_OWNS_CARDS: Rule = on(
    "ddz-player-owns-cards",
    "Doudizhu Player Owns Cards",
    &["PLAY_CARDS"],
    &[
        "NO_CARDS",
        "TOO_MANY_CARDS",
        "NO_PLAYER",
        "NO_HAND",
        "NOT_OWNED",
        "DUPLICATE_CARDS",
    ],
    &On(player_owns_cards),
);
/// `ddz-combination-valid`
pub const COMBINATION_VALID: Rule = on(
    "ddz-combination-valid",
    "Doudizhu Combination Valid",
    &["PLAY_CARDS"],
    &["CARD_NOT_FOUND", "INVALID_COMBINATION", "DOES_NOT_BEAT"],
    &On(combination_valid),
);
/// `ddz-pass`
pub const PASS: Rule = on(
    "ddz-pass",
    "Doudizhu Pass",
    &["PASS"],
    &["CANNOT_PASS_FIRST"],
    &On(may_pass),
);
/// `ddz-call-landlord`
pub const CALL_LANDLORD: Rule = on(
    "ddz-call-landlord",
    "Doudizhu Call Landlord",
    &["CALL_LANDLORD"],
    &[
        "INVALID_PAYLOAD",
        "NO_PLAYER",
        "CANDIDATE_SET",
        "NOT_YOUR_BID",
    ],
    &On(call_landlord),
);
/// `ddz-rob-landlord`
pub const ROB_LANDLORD: Rule = on(
    "ddz-rob-landlord",
    "Doudizhu Rob Landlord",
    &["ROB_LANDLORD"],
    &[
        "INVALID_PAYLOAD",
        "NO_PLAYER",
        "NO_CANDIDATE",
        "SELF_ROB",
        "BAD_STATE",
        "NOT_YOUR_ROB",
    ],
    &On(rob_landlord),
);
/// `ddz-ready`: the seat that is asked is ready. Where cards can be shown.
pub const READY: Rule = on(
    "ddz-ready",
    "Doudizhu Ready",
    &["READY"],
    &["NO_PLAYER"],
    &On(ready),
);
/// `ddz-show-cards`: once each, at the right moment. Where cards can be shown.
pub const SHOW_CARDS: Rule = on(
    "ddz-show-cards",
    "Doudizhu Show Cards",
    &["SHOW_CARDS"],
    &["NO_PLAYER", "ALREADY_SHOWN", "NOT_YOUR_TURN", "CANNOT_SHOW"],
    &On(show_cards),
);
/// `ddz-bid`: a bid rises or is 0. Where points are bid.
pub const BID: Rule = on(
    "ddz-bid",
    "Doudizhu Bid",
    &["BID"],
    &[
        "INVALID_PAYLOAD",
        "NO_PLAYER",
        "NOT_YOUR_BID",
        "BID_TOO_LOW",
    ],
    &On(bid),
);
/// `ddz-double`: once each. Where the stake can be doubled.
pub const DOUBLE: Rule = on(
    "ddz-double",
    "Doudizhu Double",
    &["DOUBLE", "NO_DOUBLE"],
    &["NO_PLAYER", "ALREADY_DOUBLED", "NOT_YOUR_TURN"],
    &double,
);
/// `ddz-offered`: OpenSpiel's quirk. Where some chains are not offered from some hands.
pub const OFFERED: Rule = on(
    "ddz-offered",
    "Doudizhu Offered",
    &["PLAY_CARDS"],
    &["NOT_OFFERED"],
    &On(offered),
);

/// Document 000's nine rules, in their order.
pub const RULES: &[Rule] = &[
    GAME_NOT_WON,
    GAME_STARTED,
    PHASE,
    PLAYER_TURN,
    PLAYER_OWNS_CARDS,
    COMBINATION_VALID,
    PASS,
    CALL_LANDLORD,
    ROB_LANDLORD,
];

/// As in the specification, empty: winning is decided after a play, not by a rule.
pub const DOUDIZHU_WIN_RULES: &[Rule] = &[];

pub(crate) fn register(game: &mut GameBuilder, options: &Options) {
    let calls = matches!(
        options.bidding,
        Bidding::FirstCall | Bidding::CallRobOnce | Bidding::CallRob
    );
    game.rules(if calls { RULES } else { &RULES[..7] });
    if options.show_cards != ShowCards::Off {
        game.rules(&[READY, SHOW_CARDS]);
    }
    if let Bidding::Score { .. } = options.bidding {
        game.rules(&[BID]);
    }
    match options.doubling {
        Doubling::Off => {}
        Doubling::PerPlayer {
            super_factor: None, ..
        } => {
            game.rules(&[DOUBLE]);
        }
        Doubling::PerPlayer { .. } => {
            let all = AppliesTo::Names(&["DOUBLE", "SUPER_DOUBLE", "NO_DOUBLE"]);
            game.rules(&[DOUBLE.applying_to(all)]);
        }
    }
    if options.combinations.no_chain_from_rank_held_four_times {
        game.rules(&[OFFERED]);
    }
}

fn is_system(c: &RuleContext<'_>) -> bool {
    SYSTEM_ACTIONS.contains(&c.action_type())
}

fn game_not_won(c: &RuleContext<'_>) -> RuleResult {
    if c.winners().is_empty() {
        return ok();
    }
    deny("doudizhu: game already won", "ALREADY_WON").into()
}

fn game_started(c: &RuleContext<'_>) -> RuleResult {
    if c.status() == Status::Playing {
        return ok();
    }
    deny("doudizhu: game has not started", "NOT_STARTED").into()
}

fn phase(c: &RuleContext<'_>) -> RuleResult {
    let phase = c.state::<DoudizhuState>().flow.phase;
    let action = c.action_type();
    let required = match action {
        "CALL_LANDLORD" | "ROB_LANDLORD" | "BID" => Phase::Bidding,
        "PLAY_CARDS" | "PASS" => Phase::Playing,
        // Both are for the moment after the bottom cards too, where the rules have it.
        "READY" | "SHOW_CARDS" if phase != Phase::Bottom => Phase::Ready,
        "DOUBLE" | "SUPER_DOUBLE" | "NO_DOUBLE" => Phase::Doubling,
        _ => return ok(),
    };
    if phase == required {
        return ok();
    }
    deny(
        "doudizhu: ${type} requires ${required} phase (current: ${phase})",
        "WRONG_PHASE",
    )
    .arg("type", action.to_owned())
    .arg("required", required.name())
    .arg("phase", phase.name())
    .into()
}

fn player_turn(c: &RuleContext<'_>) -> RuleResult {
    // Cards may be shown out of turn; the rule of that action looks at who may.
    if is_system(c) || c.action().get::<ShowHand>().is_some() {
        return ok();
    }
    if c.player().is_absent() {
        return deny("doudizhu: action has no playerId", "NO_PLAYER").into();
    }
    if c.player().seat().is_some() && c.player().seat() == c.current_player() {
        return ok();
    }
    deny(
        "doudizhu: not ${playerId}'s turn (current: ${current})",
        "NOT_YOUR_TURN",
    )
    .arg("playerId", c.player_name())
    .arg("current", c.current_player_name())
    .into()
}

fn player_owns_cards(c: &RuleContext<'_>, action: &PlayCards) -> RuleResult {
    let cards = &action.cards;
    if cards.is_empty() {
        return deny("doudizhu: no cards to play", "NO_CARDS").into();
    }
    if cards.len() > DDZ_MAX_PLAYED_CARDS {
        return deny("doudizhu: too many cards (${len} > 20)", "TOO_MANY_CARDS")
            .arg("len", cards.len())
            .into();
    }
    if c.player().is_absent() {
        return no_player();
    }
    let hand = c
        .player()
        .seat()
        .map(|seat| c.fixed::<Setup>().hand.of(seat));
    let Some(hand) = hand.filter(|&hand| c.has_zone(hand)) else {
        return deny("doudizhu: player has no hand", "NO_HAND").into();
    };
    let held = c.zone(hand);
    let mut seen: u64 = 0;
    let mut twice = false;
    for card in cards.iter() {
        match card {
            CardRef::Known(id) if held.contains(&id) => {
                twice |= seen & (1 << id.0) != 0;
                seen |= 1 << id.0;
            }
            stranger => {
                let id = match stranger {
                    CardRef::Known(id) => c.card(id).name(),
                    CardRef::Unknown(name) => name,
                };
                return deny("doudizhu: player does not own card ${id}", "NOT_OWNED")
                    .arg("id", id.to_owned())
                    .into();
            }
        }
    }
    if twice {
        return deny("doudizhu: duplicate card ids in payload", "DUPLICATE_CARDS").into();
    }
    ok()
}

fn combination_valid(c: &RuleContext<'_>, action: &PlayCards) -> RuleResult {
    if action.cards.is_empty() || c.player().is_absent() {
        return ok();
    }
    for card_ref in action.cards.iter() {
        let id = match card_ref {
            CardRef::Known(id) if card(id).is_some() => continue,
            CardRef::Known(id) => c.card(id).name(),
            CardRef::Unknown(name) => name,
        };
        return deny("doudizhu: card ${id} not in state", "CARD_NOT_FOUND")
            .arg("id", id.to_owned())
            .into();
    }
    let cards = card_set(action.cards.known().unwrap_or_default()).hand();
    let options = c.fixed::<Setup>().options();
    let declared = match action.declared {
        None => None,
        Some(declared) => {
            let readings = readings(cards, &options.combinations);
            let Some(&reading) = readings.iter().find(|&&reading| declared.is(reading)) else {
                return invalid();
            };
            Some(reading)
        }
    };
    let trick = &c.state::<DoudizhuState>().flow.trick;
    let reason = match trick.check(cards, declared, options) {
        Ok(combination) => {
            c.scratch().put(Pending(combination));
            return ok();
        }
        Err(PlayDenied::NoCombination | PlayDenied::NoSuchReading) => return invalid(),
        Err(PlayDenied::Equal) => {
            let reason = "doudizhu: combination does not strictly beat the last play (equal)";
            return deny(reason, "DOES_NOT_BEAT").arg("why", "equal").into();
        }
        Err(PlayDenied::Incomparable) => "incomparable",
        Err(PlayDenied::Weaker) => "weaker",
    };
    deny(
        "doudizhu: combination does not beat the last play (${why})",
        "DOES_NOT_BEAT",
    )
    .arg("why", reason)
    .into()
}

fn invalid() -> RuleResult {
    deny(
        "doudizhu: cards do not form a recognized combination",
        "INVALID_COMBINATION",
    )
    .into()
}

fn may_pass(c: &RuleContext<'_>, _: &Pass) -> RuleResult {
    match c.state::<DoudizhuState>().flow.trick.check_pass() {
        Ok(()) => ok(),
        Err(_) => deny(
            "doudizhu: cannot PASS on the first play of a round",
            "CANNOT_PASS_FIRST",
        )
        .into(),
    }
}

fn no_player() -> RuleResult {
    deny("doudizhu: no player", "NO_PLAYER").into()
}

/// The id of whoever sits there, `undefined` when nobody does.
fn name_of(c: &RuleContext<'_>, seat: crate::seat::Seat) -> String {
    let player = c.players().get(seat.index());
    player.map_or_else(|| "undefined".to_owned(), |player| player.id.clone())
}

/// The sender as one of three seats. Whoever is not at the table is nobody's turn.
fn sender(c: &RuleContext<'_>) -> Option<crate::seat::Seat> {
    c.player().seat().map(seat)
}

fn call_landlord(c: &RuleContext<'_>, action: &CallLandlord) -> RuleResult {
    let Some(call) = action.call else {
        let reason = "doudizhu: CALL_LANDLORD payload.call must be boolean";
        return deny(reason, "INVALID_PAYLOAD").into();
    };
    if c.player().is_absent() {
        return no_player();
    }
    match check_bid(c, auction::Bid::Call(call)) {
        Ok(()) => ok(),
        Err(BidDenied::CandidateSet(_)) => {
            let reason = "doudizhu: landlord candidate already set; use ROB_LANDLORD";
            deny(reason, "CANDIDATE_SET").into()
        }
        Err(_) => not_your_bid(c),
    }
}

/// What the auction says of it. A player who is not at the table has the turn of nobody.
fn check_bid(c: &RuleContext<'_>, bid: auction::Bid) -> Result<(), BidDenied> {
    let auction = &c.state::<DoudizhuState>().flow.auction;
    let bidding = &c.fixed::<Setup>().options().bidding;
    let Some(seat) = sender(c) else {
        let stranger = auction.turn().next();
        return auction.check(stranger, bid, bidding);
    };
    auction.check(seat, bid, bidding)
}

fn not_your_bid(c: &RuleContext<'_>) -> RuleResult {
    let expected = c.state::<DoudizhuState>().flow.auction.turn();
    deny(
        "doudizhu: not ${playerId}'s bid turn (expected ${expected})",
        "NOT_YOUR_BID",
    )
    .arg("playerId", c.player_name())
    .arg("expected", name_of(c, expected))
    .into()
}

fn rob_landlord(c: &RuleContext<'_>, action: &RobLandlord) -> RuleResult {
    let Some(rob) = action.rob else {
        let reason = "doudizhu: ROB_LANDLORD payload.rob must be boolean";
        return deny(reason, "INVALID_PAYLOAD").into();
    };
    if c.player().is_absent() {
        return no_player();
    }
    let auction = &c.state::<DoudizhuState>().flow.auction;
    let expected = match check_bid(c, auction::Bid::Rob(rob)) {
        Err(BidDenied::NoCandidate) => {
            return deny("doudizhu: no landlord candidate to rob", "NO_CANDIDATE").into();
        }
        Err(BidDenied::SelfRob) => {
            return deny("doudizhu: candidate cannot rob themselves", "SELF_ROB").into();
        }
        other => other,
    };
    let seated = |seat: crate::seat::Seat| c.players().len() > seat.index();
    if !auction.candidate().is_some_and(seated) {
        return deny(
            "doudizhu: landlord candidate not in seat order",
            "BAD_STATE",
        )
        .into();
    }
    match expected {
        Ok(()) => ok(),
        Err(denied) => {
            let expected = match denied {
                BidDenied::NotYourTurn(seat) => seat,
                _ => auction.turn(),
            };
            deny(
                "doudizhu: not ${playerId}'s rob turn (expected ${nextId})",
                "NOT_YOUR_ROB",
            )
            .arg("playerId", c.player_name())
            .arg("nextId", name_of(c, expected))
            .into()
        }
    }
}

fn ready(c: &RuleContext<'_>, _: &Ready) -> RuleResult {
    if c.player().is_absent() {
        no_player()
    } else {
        ok()
    }
}

fn show_cards(c: &RuleContext<'_>, _: &ShowHand) -> RuleResult {
    let seat = match c.player() {
        PlayerRef::Seat(player) => seat(*player),
        PlayerRef::Absent | PlayerRef::Unknown(_) => return no_player(),
    };
    let options = c.fixed::<Setup>().options();
    match c.state::<DoudizhuState>().flow.check_show(seat, options) {
        Ok(_) => ok(),
        Err(ShowDenied::AlreadyShown) => deny(
            "doudizhu: ${playerId} has shown cards already",
            "ALREADY_SHOWN",
        )
        .arg("playerId", c.player_name())
        .into(),
        Err(ShowDenied::NotYourTurn(asked)) => not_your_turn(c, asked),
        Err(ShowDenied::NotNow) => {
            deny("doudizhu: cards cannot be shown now", "CANNOT_SHOW").into()
        }
    }
}

fn not_your_turn(c: &RuleContext<'_>, asked: crate::seat::Seat) -> RuleResult {
    deny(
        "doudizhu: not ${playerId}'s turn (current: ${current})",
        "NOT_YOUR_TURN",
    )
    .arg("playerId", c.player_name())
    .arg("current", name_of(c, asked))
    .into()
}

fn bid(c: &RuleContext<'_>, action: &Bid) -> RuleResult {
    let Bidding::Score { max, .. } = c.fixed::<Setup>().options().bidding else {
        return ok();
    };
    let points = action
        .bid
        .and_then(|bid| u8::try_from(bid).ok())
        .filter(|&bid| bid <= max);
    let Some(points) = points else {
        return deny(
            "doudizhu: BID payload.bid must be a whole number from 0 to ${max}",
            "INVALID_PAYLOAD",
        )
        .arg("max", i64::from(max))
        .into();
    };
    if c.player().is_absent() {
        return no_player();
    }
    match check_bid(c, auction::Bid::Points(points)) {
        Ok(()) => ok(),
        Err(BidDenied::TooLow(highest)) => deny(
            "doudizhu: a bid must be above ${highest}, or 0",
            "BID_TOO_LOW",
        )
        .arg("highest", i64::from(highest))
        .into(),
        Err(_) => not_your_bid(c),
    }
}

fn double(c: &RuleContext<'_>) -> RuleResult {
    let Some(seat) = sender(c) else {
        return no_player();
    };
    let rule = &c.fixed::<Setup>().options().doubling;
    let (usual, higher) = factors(rule);
    let factor = if c.action().get::<Double>().is_some() {
        usual
    } else if c.action().get::<SuperDouble>().is_some() {
        higher
    } else {
        1
    };
    let flow = &c.state::<DoudizhuState>().flow;
    let landlord = flow.landlord.unwrap_or(flow.turn);
    match flow.doublings.check(seat, factor, landlord, rule) {
        // Each action stands for a factor that there is.
        Ok(()) | Err(DoubleDenied::NoSuchFactor(_)) => ok(),
        Err(DoubleDenied::AlreadyChosen) => deny(
            "doudizhu: ${playerId} has chosen already",
            "ALREADY_DOUBLED",
        )
        .arg("playerId", c.player_name())
        .into(),
        Err(DoubleDenied::NotYourTurn(asked)) => not_your_turn(c, asked),
    }
}

fn offered(c: &RuleContext<'_>, _: &PlayCards) -> RuleResult {
    let (Some(Pending(combination)), Some(seat)) =
        (c.scratch().get::<Pending>(), c.player().seat())
    else {
        return ok();
    };
    let setup = c.fixed::<Setup>();
    let hand = card_set(c.zone(setup.hand.of(seat))).hand();
    if plays::offered(hand, combination, setup.options()) {
        return ok();
    }
    deny(
        "doudizhu: a chain is not offered from a rank held four times",
        "NOT_OFFERED",
    )
    .into()
}
