//! Dou Dizhu on the engine: zones, actions, rules, effects and events around the pure parts.
//!
//! ```
//! use decklet_doudizhu::{plugin::ruleset, profile::Profile};
//! use decklet_engine::{GameEngine, NamedAction, Player, Seed};
//!
//! let rules = ruleset(Profile::named("decklet").unwrap())?;
//! let mut game = GameEngine::new(rules, Seed::from(7));
//! game.create_game(Player::numbered(3))?;
//! game.start()?;
//! game.dispatch(NamedAction::new("CALL_LANDLORD").by("p1").with("call", true))?;
//!
//! let early = game.dispatch(NamedAction::new("PASS").by("p1")).unwrap_err();
//! assert_eq!(early.code(), "CANNOT_PASS_FIRST");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod actions;
pub mod effects;
pub mod events;
pub mod rules;
pub mod state;
#[cfg(test)]
mod tests;

use crate::{
    card::{Card, DECK_SIZE},
    combination,
    deal::{Deck, Move, each_before_play},
    flow::{Flow, Phase},
    hand::CardSet,
    plays::{self, Play},
    profile::{Bidding, Doubling, Options, Profile, Reading, ShowCards},
    seat::Seat,
};
use actions::{
    Bid, CallLandlord, Double, NoDouble, Pass, PlayCards, Ready, RobLandlord, ShowHand, SuperDouble,
};
use decklet_engine::{
    Action, BuildErrors, CardId, DeckOrder, GameBuilder, LegalActions, Lens, Origin, Plugin,
    Ruleset, SeatZones, TurnPlugin, Value, Who, Zone, ZoneId,
};
use state::DoudizhuState;
use std::sync::Arc;

/// The name of every hand: `player:{playerId}:hand`.
pub const HAND: &str = "player:{player}:hand";
/// The zone the cards are dealt from.
pub const DDZ_ZONE_DECK: &str = "ddz-deck";
/// The zone of the bottom cards, until the landlord takes them.
pub const DDZ_ZONE_BOTTOM: &str = "ddz-bottom";
/// The zone of the cards played.
pub const DDZ_ZONE_PLAYED: &str = "ddz-played";

/// The rules of a profile, ready for games: [`TurnPlugin`] and [`DoudizhuPlugin`].
///
/// # Errors
/// Never with the plugins as they are.
pub fn ruleset(profile: &Profile) -> Result<Arc<Ruleset>, BuildErrors> {
    let mut game = GameBuilder::new();
    game.plugin(&TurnPlugin)
        .plugin(&DoudizhuPlugin::new(profile.clone()));
    game.freeze()
}

/// The plugin. Requires [`TurnPlugin`].
#[derive(Clone, Debug)]
pub struct DoudizhuPlugin {
    profile: Profile,
    initial: Option<DoudizhuState>,
}

impl DoudizhuPlugin {
    /// Dou Dizhu by this profile.
    #[must_use]
    pub const fn new(profile: Profile) -> Self {
        Self {
            profile,
            initial: None,
        }
    }

    /// The same beginning in a state of one's own, for tests of single rules.
    #[cfg(test)]
    const fn beginning_with(profile: Profile, initial: DoudizhuState) -> Self {
        Self {
            profile,
            initial: Some(initial),
        }
    }
}

/// What never changes in a game: the profile, and where the cards are.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The profile.
    pub profile: Profile,
    /// The hands.
    pub hand: SeatZones,
    /// Where the cards are dealt from.
    pub deck: ZoneId,
    /// The bottom cards.
    pub bottom: ZoneId,
    /// The cards played.
    pub played: ZoneId,
}

impl Setup {
    /// The options of the profile.
    #[must_use]
    pub fn options(&self) -> &Options {
        self.profile.options()
    }
}

impl Plugin for DoudizhuPlugin {
    fn name(&self) -> &'static str {
        "doudizhu"
    }

    fn requires(&self) -> &'static [&'static str] {
        &["turn"]
    }

    fn build(&self, game: &mut GameBuilder) {
        let hand = Zone::set().cards_to(Who::Owner).count_to(Who::All);
        let setup = Setup {
            profile: self.profile.clone(),
            hand: game.zone_per_seat(HAND, hand),
            deck: game.zone(DDZ_ZONE_DECK, Zone::pile().count_to(Who::All)),
            bottom: game.zone(DDZ_ZONE_BOTTOM, Zone::set().count_to(Who::All)),
            played: game.zone(DDZ_ZONE_PLAYED, Zone::pile().cards_to(Who::All)),
        };
        let first = game.deck(setup.deck, Card::all().map(engine_card));
        assert_eq!(
            first,
            CardId(0),
            "the plugin of the game registers its cards first"
        );
        let options = *setup.options();
        game.game("doudizhu", profile_value(&self.profile))
            .players(3..=3)
            .fixed(setup)
            .state(self.initial.unwrap_or_default());
        register_actions(game, &options);
        events::register(game);
        rules::register(game, &options);
        effects::register(game);
        game.legal_actions(legal);
    }
}

/// The order of the deck in which each seat is dealt these 17 cards; the three that are left are the
/// bottom cards. None when the hands have not 17 different cards each.
///
/// ```
/// use decklet_doudizhu::{card::Card, hand::CardSet, plugin::deck_order, profile::Profile};
///
/// let options = Profile::named("decklet").unwrap().options();
/// let hands: [CardSet; 3] =
///     [0, 1, 2].map(|seat| Card::all().skip(3 + seat * 17).take(17).collect());
/// let order = deck_order(&hands, options).unwrap();
/// assert_eq!(order.0.len(), 54);
/// ```
#[must_use]
pub fn deck_order(hands: &[CardSet; 3], options: &Options) -> Option<DeckOrder> {
    let held = |card: &Card| hands.iter().filter(|hand| hand.contains(*card)).count();
    let whole = hands.iter().all(|hand| hand.iter().count() == 17);
    if !whole || Card::all().any(|card| held(&card) > 1) {
        return None;
    }
    let bottom: CardSet = Card::all().filter(|card| held(card) == 0).collect();
    let mut hands = hands.map(|hand| hand.iter().collect::<Vec<_>>().into_iter());
    let mut bottom = bottom.iter();
    let order = (0..DECK_SIZE).filter_map(|place| match Deck::seat_at(place, options.deal) {
        Some(seat) => hands[seat.index()].next(),
        None => bottom.next(),
    });
    Some(DeckOrder(
        order.map(|card| CardId(card.id().into())).collect(),
    ))
}

fn engine_card(card: Card) -> decklet_engine::Card {
    let engine =
        decklet_engine::Card::new(card.to_string()).with("rank", i64::from(card.rank().number()));
    match card.suit() {
        Some(suit) => engine.with("suit", suit.name()),
        None => engine.with("suit", "joker"),
    }
}

/// A named profile is written as its name; one of one's own with its options.
fn profile_value(profile: &Profile) -> Value {
    if Profile::named(profile.name()) == Some(profile) {
        return Value::Map([("profile".to_owned(), profile.name().to_owned().into())].into());
    }
    let json = serde_json::to_value(profile).unwrap_or_default();
    let value = serde_json::from_value(json).unwrap_or_default();
    Value::Map([("custom".to_owned(), value)].into())
}

/// The profile that the options in a log's header name: `{"profile":"pagat"}`, or `{"custom":…}`
/// with everything. `Null` is the first profile, `decklet`'s.
///
/// # Errors
/// What is wrong with them.
pub fn profile_from_value(value: &Value) -> Result<Profile, String> {
    if *value == Value::Null {
        return Ok(Profile::all()[0].clone());
    }
    if let Some(custom) = value.get("custom") {
        let json = serde_json::to_value(custom).map_err(|error| error.to_string())?;
        return serde_json::from_value(json).map_err(|error| error.to_string());
    }
    let name = value.get("profile").and_then(Value::as_text);
    let name = name.ok_or("the options must hold \"profile\", a name, or \"custom\"")?;
    Profile::named(name).cloned().ok_or_else(|| {
        let known: Vec<_> = Profile::all().iter().map(Profile::name).collect();
        format!(
            "no profile is called \"{name}\"; there are: {}",
            known.join(", ")
        )
    })
}

fn register_actions(game: &mut GameBuilder, options: &Options) {
    if options.show_cards != ShowCards::Off {
        game.action(Origin::Player, actions::ready)
            .action(Origin::Player, actions::show_cards)
            .alias("ready", "READY")
            .alias("show-cards", "SHOW_CARDS");
    }
    match options.bidding {
        Bidding::FirstCall | Bidding::CallRobOnce | Bidding::CallRob => {
            game.action(Origin::Player, actions::call_landlord)
                .action(Origin::Player, actions::rob_landlord);
        }
        Bidding::Score { .. } => {
            game.action(Origin::Player, actions::bid)
                .alias("bid", "BID");
        }
        Bidding::None { .. } => {}
    }
    game.action(Origin::System, actions::reveal_bottom_cards);
    if let Doubling::PerPlayer { super_factor, .. } = options.doubling {
        game.action(Origin::Player, actions::double)
            .action(Origin::Player, actions::no_double)
            .alias("double", "DOUBLE")
            .alias("no-double", "NO_DOUBLE")
            .alias("pass-double", "NO_DOUBLE");
        if super_factor.is_some() {
            game.action(Origin::Player, actions::super_double);
        }
    }
    game.action(Origin::Player, actions::play_cards)
        .action(Origin::Player, actions::pass)
        .alias("play", "PLAY_CARDS")
        .alias("play-cards", "PLAY_CARDS")
        .alias("pass", "PASS");
}

/// The engine's cards as a set.
#[must_use]
pub fn card_set(cards: &[CardId]) -> CardSet {
    cards.iter().filter_map(|&id| card(id)).collect()
}

/// The engine's card.
#[must_use]
pub fn card(id: CardId) -> Option<Card> {
    u8::try_from(id.0).ok().and_then(Card::from_id)
}

/// The engine's seat as one of three.
pub(crate) fn seat(seat: decklet_engine::Seat) -> Seat {
    Seat::ALL[seat.index() % 3]
}

/// One of three seats as the engine's.
pub(crate) fn engine_seat(seat: Seat) -> decklet_engine::Seat {
    decklet_engine::Seat(seat.into())
}

/// What a seat may do, in the order of [`Deal::legal`](crate::deal::Deal::legal).
fn legal(lens: &Lens<'_>, viewer: decklet_engine::Seat, out: &mut LegalActions<'_>) {
    let setup = lens.fixed::<Setup>();
    let options = setup.options();
    let flow = lens.state::<DoudizhuState>().flow;
    let mine = seat(viewer);
    if lens.current_player() != Some(viewer) {
        if flow.check_show(mine, options).is_ok() {
            out.push(ShowHand);
        }
        return;
    }
    if flow.phase != Phase::Playing {
        return each_before_play(&flow, options, |choice| propose(choice, options, out));
    }
    let hand = card_set(lens.cards(setup.hand.of(viewer)));
    let trick = flow.trick;
    plays::for_each(hand.hand(), trick.last(), options, |play| {
        let cards = hand.lowest(play.cards).unwrap_or_default();
        // What the cards count as anyhow need not be said.
        let told = options.reading != Reading::Declared
            || trick.check(play.cards, None, options) == Ok(play.combination);
        out.push(PlayCards {
            cards: cards.iter().map(|card| CardId(card.id().into())).collect(),
            declared: (!told).then(|| play.combination.into()),
        });
    });
    out.push(Pass);
}

fn propose(choice: Move, options: &Options, out: &mut LegalActions<'_>) {
    match choice {
        Move::ShowCards => out.push(ShowHand),
        Move::Ready => out.push(Ready),
        Move::Bid(crate::auction::Bid::Call(call)) => out.push(CallLandlord { call: Some(call) }),
        Move::Bid(crate::auction::Bid::Rob(rob)) => out.push(RobLandlord { rob: Some(rob) }),
        Move::Bid(crate::auction::Bid::Points(points)) => {
            out.push(Bid {
                bid: Some(points.into()),
            });
        }
        Move::Double(1) => out.push(NoDouble),
        Move::Double(factor) if factor == actions::factors(&options.doubling).0 => out.push(Double),
        Move::Double(_) => out.push(SuperDouble),
        Move::Play(_) | Move::Pass => {}
    }
}

/// The move that an action stands for in a game that stands as `flow` says; none for actions that
/// are no move of the game, as of a house rule.
///
/// ```
/// use decklet_doudizhu::{deal::Move, plugin::{find_move, ruleset, state::DoudizhuState}, profile::Profile};
/// use decklet_engine::{GameEngine, Player, Seat, Seed};
///
/// let profile = Profile::named("decklet").unwrap();
/// let mut game = GameEngine::new(ruleset(profile)?, Seed::from(7));
/// game.create_game(Player::numbered(3))?;
/// game.start()?;
/// let flow = *game.state().state::<DoudizhuState>().flow();
/// let legal = game.legal_actions(Seat(0));
/// assert!(matches!(find_move(&legal[0], &flow, profile), Some(Move::Bid(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find_move(action: &Action, flow: &Flow, options: &Options) -> Option<Move> {
    use crate::auction::Bid as Said;
    if let Some(play) = action.get::<PlayCards>() {
        return find_play(play, flow, options).map(Move::Play);
    }
    if let Some(call) = action.get::<CallLandlord>() {
        return Some(Move::Bid(Said::Call(call.call?)));
    }
    if let Some(rob) = action.get::<RobLandlord>() {
        return Some(Move::Bid(Said::Rob(rob.rob?)));
    }
    if let Some(bid) = action.get::<Bid>() {
        return Some(Move::Bid(Said::Points(u8::try_from(bid.bid?).ok()?)));
    }
    let (double, super_double) = actions::factors(&options.doubling);
    let plain = [
        (action.get::<Pass>().is_some(), Move::Pass),
        (action.get::<Ready>().is_some(), Move::Ready),
        (action.get::<ShowHand>().is_some(), Move::ShowCards),
        (action.get::<NoDouble>().is_some(), Move::Double(1)),
        (action.get::<Double>().is_some(), Move::Double(double)),
        (
            action.get::<SuperDouble>().is_some(),
            Move::Double(super_double),
        ),
    ];
    plain
        .into_iter()
        .find_map(|(is, choice)| is.then_some(choice))
}

fn find_play(play: &PlayCards, flow: &Flow, options: &Options) -> Option<Play> {
    let cards = card_set(play.cards.known()?).hand();
    let declared = play.declared.and_then(|declared| {
        let readings = combination::readings(cards, &options.combinations);
        readings.into_iter().find(|&reading| declared.is(reading))
    });
    let combination = flow.trick.check(cards, declared, options).ok()?;
    Some(Play { cards, combination })
}
