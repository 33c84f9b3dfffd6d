//! The rules, in the order in which they are asked: document 001's eight, then our own.
//!
//! What a rule decides is in [`legal`], for the simulator as well. Here it is asked,
//! after what only the engine can meet: a card or player that does not exist, a list of cards that
//! is not one.

use super::{
    Setup,
    actions::{Accept, CallUno, Catch, Challenge, ChooseColor, ChooseTarget},
    drawable, hand,
    state::UnoState,
};
use crate::{
    card::color_name,
    legal::{self, Action, Situation},
    profile::Options,
};
use decklet_engine::{
    AppliesTo, CardRef, Deny, GameBuilder, Origin, PlayerRef, Rule, RuleContext, RuleResult,
    Status, Validate,
    core::PlayCard,
    deny,
    draw::{DrawCard, Hands},
    ok,
    turn::EndTurn,
};

/// One of the crate's rules, asked through the engine.
struct Asks(legal::Rule);

const fn rule(rule: legal::Rule, name: &'static str, decide: &'static Asks) -> Rule {
    let applies_to = match rule {
        legal::Rule::GameNotWon | legal::Rule::GameStarted => AppliesTo::All,
        _ => AppliesTo::Names(rule.applies_to()),
    };
    Rule::on(rule.id(), name, applies_to, rule.codes(), decide)
}

macro_rules! rules {
    ($($rule:ident, $name:literal;)*) => {
        &[$(rule(legal::Rule::$rule, $name, &Asks(legal::Rule::$rule))),*]
    };
}

/// All rules in order. A game has those that matter under its options.
pub const RULES: &[Rule] = rules! {
    GameNotWon, "UNO Game Not Won";
    GameStarted, "UNO Game Started";
    PlayerTurn, "UNO Player Turn";
    OwnsCard, "UNO Player Owns Card";
    SingleCard, "UNO Single Card";
    CanPlay, "UNO Can Play Card";
    WildDrawFourLegal, "UNO Wild Draw Four Legal";
    ChooseColorValid, "UNO Choose Color Valid";
    Turn, "UNO Turn";
    ColorPending, "UNO Color Pending";
    TargetPending, "UNO Target Pending";
    ChallengePending, "UNO Challenge Pending";
    Penalty, "UNO Penalty";
    DrawOnce, "UNO Draw Once";
    DrawnCardOnly, "UNO Drawn Card Only";
    MustDraw, "UNO Must Draw";
    MustPlay, "UNO Must Play";
    WildOnWild, "UNO Wild On Wild";
    LastCard, "UNO Last Card";
    ChooseTargetValid, "UNO Choose Target Valid";
    ChallengeValid, "UNO Challenge Valid";
    CallValid, "UNO Call Valid";
    CatchValid, "UNO Catch Valid";
};

/// How many of [`RULES`] the specification names.
pub const SPECIFIED: usize = 8;

/// A rule about actions that these options do not have has nobody to ask it.
fn registered(rule: &Rule, options: &Options) -> Rule {
    let AppliesTo::Names(types) = rule.applies_to() else {
        return rule.clone();
    };
    let absent = |name: &str| match name {
        "CHOOSE_TARGET" => !legal::Rule::ChooseTargetValid.in_force(options),
        "CHALLENGE" | "ACCEPT" => !options.challenge,
        _ => false,
    };
    if !types.iter().any(|name| absent(name)) {
        return rule.clone();
    }
    let left = types
        .iter()
        .filter(|name| !absent(name))
        .map(|&name| name.into());
    rule.applying_to(AppliesTo::Types(left.collect::<Vec<_>>().into()))
}

pub(crate) fn register(game: &mut GameBuilder, options: &Options) {
    for (place, (rule, asked)) in RULES.iter().zip(legal::Rule::ALL).enumerate() {
        if place < SPECIFIED || asked.in_force(options) {
            game.rules(&[registered(rule, options)]);
        }
    }
}

impl Validate for Asks {
    fn validate(&self, c: &RuleContext<'_>) -> RuleResult {
        match self.0 {
            legal::Rule::GameNotWon => game_not_won(c),
            legal::Rule::GameStarted => game_started(c),
            // The game's own drawing and passing on is not the players' business.
            _ if c.origin() == Origin::System => ok(),
            rule => ask(rule, c),
        }
    }
}

fn game_not_won(c: &RuleContext<'_>) -> RuleResult {
    if c.winners().is_empty() {
        return ok();
    }
    deny("game already won", "ALREADY_WON").into()
}

fn game_started(c: &RuleContext<'_>) -> RuleResult {
    if c.status() == Status::Playing {
        return ok();
    }
    deny("game has not started", "NOT_STARTED").into()
}

/// What only the engine can meet, then the rule itself.
fn ask(rule: legal::Rule, c: &RuleContext<'_>) -> RuleResult {
    if let Some(refused) = strangers(rule, c) {
        return refused.into();
    }
    let PlayerRef::Seat(seat) = c.player() else {
        return ok();
    };
    let Some(action) = action_of(c) else {
        return ok();
    };
    let situation = Situation {
        rules: &c.fixed::<Setup>().rules,
        table: &c.state::<UnoState>().table,
        seat: seat.0,
        hand: hand(c, *seat),
        drawable: drawable(c),
    };
    rule.check(&situation, action).map_err(|why| worded(why, c))
}

/// What no [`Action`] can hold.
fn strangers(rule: legal::Rule, c: &RuleContext<'_>) -> Option<Deny> {
    let absent = c.player().is_absent();
    let no_player = || deny("no player", "NO_PLAYER");
    match rule {
        legal::Rule::PlayerTurn | legal::Rule::Turn => {
            if absent {
                return Some(deny("action has no playerId", "NO_PLAYER"));
            }
            // A card or colour that is none is nobody's to play out of turn.
            let on_turn = c.player().seat() == c.current_player();
            let strange = c.player().seat().is_none() || action_of(c).is_none();
            (strange && !on_turn).then(|| not_your_turn(c))
        }
        legal::Rule::OwnsCard => owns_card(c),
        legal::Rule::SingleCard => {
            let single = c.action().get::<PlayCard>()?.cards.len() == 1;
            (!single).then(|| deny("UNO play must be exactly one card", "NOT_SINGLE"))
        }
        legal::Rule::CanPlay => match c.action().get::<PlayCard>()?.cards.iter().next()? {
            CardRef::Known(id) if c.fixed::<Setup>().card(id).is_some() => None,
            unknown => {
                let card = name_of(unknown, c);
                Some(deny("card ${cardId} not found", "CARD_NOT_FOUND").arg("cardId", card))
            }
        },
        legal::Rule::WildDrawFourLegal => four_without_hand(c),
        legal::Rule::ChooseColorValid => {
            let none = c.action().get::<ChooseColor>()?.color.is_none();
            none.then(|| deny("invalid color", "INVALID_COLOR"))
        }
        legal::Rule::ChooseTargetValid => {
            let target = &c.action().get::<ChooseTarget>()?.player;
            target.seat().is_none().then(|| {
                deny("${targetId} is no other player", "INVALID_TARGET")
                    .arg("targetId", player_name(target, c))
            })
        }
        legal::Rule::CallValid => c.player().seat().is_none().then(no_player),
        legal::Rule::CatchValid => {
            if c.player().seat().is_none() {
                return Some(no_player());
            }
            let target = &c.action().get::<Catch>()?.player;
            target.seat().is_none().then(|| {
                deny("${targetId} cannot be caught now", "NOTHING_TO_CATCH")
                    .arg("targetId", player_name(target, c))
            })
        }
        _ => None,
    }
}

fn owns_card(c: &RuleContext<'_>) -> Option<Deny> {
    let cards = &c.action().get::<PlayCard>()?.cards;
    if cards.is_empty() {
        return Some(deny("no cards to play", "NO_CARDS"));
    }
    if c.player().is_absent() {
        return Some(deny("no player", "NO_PLAYER"));
    }
    let zone = c.player().seat().map(|seat| c.fixed::<Hands>().0.of(seat));
    let Some(zone) = zone.filter(|&zone| c.has_zone(zone)) else {
        return Some(deny("player has no hand", "NO_HAND"));
    };
    let held = c.zone(zone);
    let owned = |card: &CardRef<'_>| matches!(card, CardRef::Known(id) if held.contains(id));
    let foreign = cards.iter().find(|card| !owned(card))?;
    let card = name_of(foreign, c);
    Some(deny("player does not own card ${cardId}", "NOT_OWNED").arg("cardId", card))
}

/// `no player` and `no hand` of the rule about Wild Draw Four, which the rules before it catch.
fn four_without_hand(c: &RuleContext<'_>) -> Option<Deny> {
    let CardRef::Known(id) = c.action().get::<PlayCard>()?.cards.iter().next()? else {
        return None;
    };
    let four = c.fixed::<Setup>().card(id)?.face() == crate::card::Face::WildDrawFour;
    if !four || c.state::<UnoState>().table.color.is_none() {
        return None;
    }
    if c.player().is_absent() {
        return Some(deny("no player", "NO_PLAYER"));
    }
    let zone = c.player().seat().map(|seat| c.fixed::<Hands>().0.of(seat));
    let there = zone.is_some_and(|zone| c.has_zone(zone));
    (!there).then(|| deny("no hand", "NO_HAND"))
}

fn action_of(c: &RuleContext<'_>) -> Option<Action> {
    let action = c.action();
    if let Some(play) = action.get::<PlayCard>() {
        let CardRef::Known(id) = play.cards.iter().next()? else {
            return None;
        };
        return c.fixed::<Setup>().card(id).map(Action::Play);
    }
    if action.get::<DrawCard>().is_some() {
        Some(Action::Draw)
    } else if action.get::<EndTurn>().is_some() {
        Some(Action::EndTurn)
    } else if let Some(choice) = action.get::<ChooseColor>() {
        choice.color.map(Action::ChooseColor)
    } else if let Some(choice) = action.get::<ChooseTarget>() {
        choice
            .player
            .seat()
            .map(|seat| Action::ChooseTarget(seat.0))
    } else if action.get::<Challenge>().is_some() {
        Some(Action::Challenge)
    } else if action.get::<Accept>().is_some() {
        Some(Action::Accept)
    } else if action.get::<CallUno>().is_some() {
        Some(Action::CallUno)
    } else {
        action
            .get::<Catch>()?
            .player
            .seat()
            .map(|seat| Action::Catch(seat.0))
    }
}

fn not_your_turn(c: &RuleContext<'_>) -> Deny {
    deny("not ${playerId}'s turn", "NOT_YOUR_TURN").arg("playerId", c.player_name())
}

fn name_of(card: CardRef<'_>, c: &RuleContext<'_>) -> String {
    match card {
        CardRef::Known(id) => c.card(id).name().to_owned(),
        CardRef::Unknown(name) => name.to_owned(),
    }
}

fn player_name(player: &PlayerRef, c: &RuleContext<'_>) -> String {
    match player {
        PlayerRef::Seat(seat) => c.names().player(*seat).to_owned(),
        PlayerRef::Unknown(id) => id.to_string(),
        PlayerRef::Absent => "undefined".to_owned(),
    }
}

/// The refusal with names instead of numbers, and its arguments apart.
fn worded(why: legal::Deny, c: &RuleContext<'_>) -> Deny {
    let player = |seat: u8| player_name(&PlayerRef::Seat(decklet_engine::Seat(seat)), c);
    match why {
        legal::Deny::NotYourTurn(_) => not_your_turn(c),
        legal::Deny::NotOwned(card) => {
            deny("player does not own card ${cardId}", why.code()).arg("cardId", card.to_string())
        }
        legal::Deny::CannotPlay(color) => deny(
            "card does not match current color (${currentColor}) or top card face",
            why.code(),
        )
        .arg("currentColor", color_name(color)),
        legal::Deny::PenaltyDue(count) => deny(
            "a penalty of ${count} cards must be drawn or passed on first",
            why.code(),
        )
        .arg("count", u32::from(count)),
        legal::Deny::LastCard(card) => {
            deny("${cardId} cannot be the last card", why.code()).arg("cardId", card.to_string())
        }
        legal::Deny::InvalidTarget(seat) => {
            deny("${targetId} is no other player", why.code()).arg("targetId", player(seat))
        }
        legal::Deny::NothingToCatch(seat) => {
            deny("${targetId} cannot be caught now", why.code()).arg("targetId", player(seat))
        }
        other => deny(other.to_string(), other.code()),
    }
}
