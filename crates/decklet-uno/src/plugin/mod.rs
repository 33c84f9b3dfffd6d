//! UNO on the engine: zones, actions, rules, effects and events around the pure parts.
//!
//! ```
//! use decklet_engine::{GameEngine, Player, Seed, actions::create_play_card_action};
//! use decklet_uno::{plugin::ruleset, profile::Options};
//!
//! let mut game = GameEngine::new(ruleset(&Options::decklet())?, Seed::from(7));
//! game.create_game(Player::numbered(2))?;
//! game.start()?;
//!
//! let stranger = create_play_card_action("p2", &["red-5-1"]);
//! assert_eq!(game.dispatch(stranger).unwrap_err().code(), "NOT_YOUR_TURN");
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
    card::Card,
    hand::Hand,
    legal::{Action, Situation},
    profile::{NAMES, Options, OptionsError, Rules},
    score::{Length, Match},
    table::Stage,
};
use actions::{Accept, CallUno, Catch, Challenge, ChooseColor, ChooseTarget};
use decklet_engine::{
    BuildErrors, CardId, DrawPlugin, GameBuilder, GameState, LegalActions, Lens, Plugin, Ruleset,
    Seat, TurnPlugin, Value, Who, Zone,
    core::PlayCard,
    draw::{DrawCard, Hands, Piles},
    turn::EndTurn,
};
use state::UnoState;
use std::sync::Arc;

/// The zone cards are drawn from.
pub const UNO_ZONE_DECK: &str = "uno-deck";
/// The zone of the cards played.
pub const UNO_ZONE_DISCARD: &str = "uno-discard";

/// Why there are no rules for some options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RulesetError {
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error(transparent)]
    Build(#[from] BuildErrors),
}

/// The rules for these options, ready for games: [`TurnPlugin`], [`DrawPlugin`] and [`UnoPlugin`].
///
/// # Errors
/// [`RulesetError::Options`] when the options do not fit together.
pub fn ruleset(options: &Options) -> Result<Arc<Ruleset>, RulesetError> {
    Ok(UnoPlugin::new(options.build()?).freeze()?)
}

/// The plugin. Requires [`TurnPlugin`] and [`DrawPlugin`]. A game of it is one round;
/// [`Match`] counts several. Each is a log of its own, which tells what was before it
/// ([`UnoPlugin::round_of`]), so that it can be verified, replayed and gone on with by itself.
#[derive(Clone, Copy, Debug)]
pub struct UnoPlugin {
    rules: Rules,
    dealer: Option<u8>,
    so_far: Option<Match>,
}

impl UnoPlugin {
    /// UNO by these rules, with the last seat as dealer.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self {
            rules,
            dealer: None,
            so_far: None,
        }
    }

    /// What is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The same with this seat (from 0) as dealer, for a round that is not the first.
    #[must_use]
    pub const fn dealt_by(self, dealer: u8) -> Self {
        Self {
            dealer: Some(dealer),
            ..self
        }
    }

    /// The next round of a match, dealt by whose turn it is to deal.
    #[must_use]
    pub const fn round_of(self, so_far: Match) -> Self {
        Self {
            dealer: Some(so_far.dealer()),
            so_far: Some(so_far),
            ..self
        }
    }

    /// The rules ready for a game, with [`TurnPlugin`] and [`DrawPlugin`].
    ///
    /// # Errors
    /// None that these plugins are known to have.
    pub fn freeze(&self) -> Result<Arc<Ruleset>, BuildErrors> {
        let mut game = GameBuilder::new();
        game.plugin(&TurnPlugin).plugin(&DrawPlugin).plugin(self);
        game.freeze()
    }
}

/// The match that this round belongs to, without the round; none for a single round.
#[must_use]
pub fn match_before(state: &GameState) -> Option<Match> {
    state.fixed::<Setup>().so_far
}

/// The match that this round belongs to, with the round if it is over.
#[must_use]
pub fn match_so_far(state: &GameState) -> Option<Match> {
    let setup = state.fixed::<Setup>();
    let mut so_far = setup.so_far?;
    let stage = state.state::<UnoState>().table().stage;
    if stage != Stage::Playing {
        let seats = (0..).take(state.seats()).map(Seat);
        let hands: Vec<Hand> = seats.map(|seat| hand(state, seat)).collect();
        so_far.add(&setup.rules, stage, &hands);
    }
    Some(so_far)
}

/// The round after this one, if it is over and the match is not.
#[must_use]
pub fn next_round(state: &GameState) -> Option<UnoPlugin> {
    let rules = state.fixed::<Setup>().rules;
    let so_far = match_so_far(state).filter(|so_far| so_far.winners(&rules).is_none())?;
    let is_over = state.state::<UnoState>().table().stage != Stage::Playing;
    is_over.then(|| UnoPlugin::new(rules).round_of(so_far))
}

/// What never changes in a game: the rules, and which card is which.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Who deals, if not the last seat.
    pub dealer: Option<u8>,
    /// The match before this round, if it is one of a match.
    pub so_far: Option<Match>,
    /// The cards by their id in the engine.
    pub cards: &'static [Card],
}

impl Setup {
    /// The engine's card.
    #[must_use]
    pub fn card(&self, id: CardId) -> Option<Card> {
        self.cards.get(usize::from(id.0)).copied()
    }

    /// The card's id in the engine.
    ///
    /// # Panics
    /// When the deck of these rules has no such card.
    #[must_use]
    pub fn id(&self, card: Card) -> CardId {
        let place = self
            .cards
            .binary_search_by_key(&card.id(), |known| known.id());
        CardId(u16::try_from(place.expect("a card of this deck")).expect("few cards"))
    }

    /// The engine's cards as a hand.
    #[must_use]
    pub fn hand(&self, cards: &[CardId]) -> Hand {
        cards.iter().filter_map(|&id| self.card(id)).collect()
    }

    /// How many cards stay on the discard pile when it is made the draw pile.
    #[must_use]
    pub fn kept(&self) -> usize {
        usize::from(self.rules.kept())
    }
}

/// The hand of a seat.
#[must_use]
pub fn hand(state: &GameState, seat: Seat) -> Hand {
    state
        .fixed::<Setup>()
        .hand(decklet_engine::draw::hand(state, seat))
}

/// How many cards could be drawn now.
#[must_use]
pub fn drawable(state: &GameState) -> u32 {
    let piles = state.fixed::<Piles>();
    let played = state
        .zone(piles.discard)
        .len()
        .saturating_sub(state.fixed::<Setup>().kept());
    u32::try_from(state.zone(piles.draw).len() + played).unwrap_or(u32::MAX)
}

impl Plugin for UnoPlugin {
    fn name(&self) -> &'static str {
        "uno"
    }

    fn requires(&self) -> &'static [&'static str] {
        &["turn", "draw"]
    }

    fn build(&self, game: &mut GameBuilder) {
        let options = *self.rules.options();
        let draw = game.zone(UNO_ZONE_DECK, Zone::pile().count_to(Who::All));
        let discard = game.zone(UNO_ZONE_DISCARD, Zone::pile().cards_to(Who::All));
        let cards = options.deck.cards();
        let first = game.deck(draw, cards.iter().map(|&card| engine_card(card)));
        assert_eq!(
            first,
            CardId(0),
            "the plugin of the game registers its cards first"
        );
        game.game("uno", self.value())
            .players(usize::from(options.min_players)..=usize::from(options.max_players))
            .fixed(Setup {
                rules: self.rules,
                dealer: self.dealer,
                so_far: self.so_far,
                cards,
            })
            .fixed(Piles { draw, discard })
            .state(UnoState::default());
        actions::register(game, &options);
        events::register(game);
        rules::register(game, &options);
        effects::register(game);
        game.legal_actions(legal);
    }
}

fn engine_card(card: Card) -> decklet_engine::Card {
    decklet_engine::Card::new(card.to_string())
        .with("color", crate::card::color_name(card.color()))
        .with("type", card.face().type_name())
        .with("face", card.face().to_string())
}

impl UnoPlugin {
    /// What a log's header says, see [`plugin_from_value`]. Options of a profile are written as its
    /// name; others whole.
    fn value(&self) -> Value {
        let options = self.rules.options();
        let named = NAMES
            .into_iter()
            .find(|name| Options::named(name).as_ref() == Ok(options));
        let mut map = std::collections::BTreeMap::new();
        match named {
            Some(name) => map.insert("profile".to_owned(), Value::from(name)),
            None => {
                let json = serde_json::to_value(options).unwrap_or_default();
                map.insert(
                    "custom".to_owned(),
                    serde_json::from_value(json).unwrap_or_default(),
                )
            }
        };
        if let Some(dealer) = self.dealer {
            map.insert("dealer".to_owned(), Value::from(u32::from(dealer)));
        }
        if let Some(so_far) = &self.so_far {
            map.insert("match".to_owned(), match_value(so_far));
        }
        Value::Map(map)
    }
}

fn match_value(so_far: &Match) -> Value {
    let length = match so_far.length() {
        Length::Target => Value::from("target"),
        Length::Rounds(rounds) => Value::from(rounds),
    };
    let totals = so_far.totals().iter().map(|&total| Value::from(total));
    let map = [
        ("length", length),
        ("rounds", Value::from(so_far.rounds())),
        ("totals", Value::List(totals.collect())),
    ];
    Value::Map(map.map(|(name, value)| (name.to_owned(), value)).into())
}

fn match_from_value(rules: &Rules, value: &Value) -> Option<Match> {
    let number = |value: &Value| u32::try_from(value.as_number()?).ok();
    let length = match value.get("length")? {
        length if length.as_text() == Some("target") => Length::Target,
        length => Length::Rounds(number(length)?),
    };
    let Value::List(totals) = value.get("totals")? else {
        return None;
    };
    let totals: Option<Vec<u32>> = totals.iter().map(number).collect();
    Match::resume(rules, length, &totals?, number(value.get("rounds")?)?).ok()
}

/// The options that a log's header names: `{"profile":"party"}` or `{"custom":…}` with everything,
/// `"dealer"` where it is not the last seat, and `"match"` (`length`, a number of rounds or `"target"`,
/// `rounds` and `totals` so far) for a round of a match. `Null` is the profile of the specification.
///
/// # Errors
/// What is wrong with them.
pub fn plugin_from_value(value: &Value) -> Result<UnoPlugin, String> {
    let options = if *value == Value::Null {
        Options::decklet()
    } else if let Some(custom) = value.get("custom") {
        let json = serde_json::to_value(custom).map_err(|error| error.to_string())?;
        serde_json::from_value(json).map_err(|error| error.to_string())?
    } else {
        let name = value.get("profile").and_then(Value::as_text);
        let name = name.ok_or("the options must hold \"profile\", a name, or \"custom\"")?;
        Options::named(name).map_err(|error| error.to_string())?
    };
    let rules = options.build().map_err(|error| error.to_string())?;
    let mut plugin = UnoPlugin::new(rules);
    if let Some(so_far) = value.get("match") {
        let so_far = match_from_value(&rules, so_far).ok_or_else(|| {
            format!(
                "match = {so_far}: give \"length\", a number of rounds or \"target\", and the \
                 \"rounds\" and \"totals\" so far, a number a player"
            )
        })?;
        plugin = plugin.round_of(so_far);
    }
    match value
        .get("dealer")
        .map(|dealer| (dealer, dealer.as_number()))
    {
        None => Ok(plugin),
        Some((_, Some(dealer @ 0..=9))) => Ok(plugin.dealt_by(dealer as u8)),
        Some((dealer, _)) => Err(format!("dealer = {dealer}: give a seat from 0 to 9")),
    }
}

/// The rules that a log's header names, see [`plugin_from_value`].
///
/// # Errors
/// What is wrong with the options.
pub fn ruleset_from_value(value: &Value) -> Result<Arc<Ruleset>, String> {
    let plugin = plugin_from_value(value)?;
    plugin.freeze().map_err(|errors| errors.to_string())
}

/// What a seat may do, in the order of [`Legal`](crate::legal::Legal).
fn legal(lens: &Lens<'_>, seat: Seat, out: &mut LegalActions<'_>) {
    let setup = lens.fixed::<Setup>();
    let piles = lens.fixed::<Piles>();
    let seen = lens.state::<UnoState>();
    if lens.status() != decklet_engine::Status::Playing {
        return;
    }
    let played = lens.cards(piles.discard).len().saturating_sub(setup.kept());
    let drawable = lens.count(piles.draw).unwrap_or(0) + played;
    let situation = Situation {
        rules: &setup.rules,
        table: &seen.table,
        seat: seat.0,
        hand: setup.hand(lens.cards(lens.fixed::<Hands>().0.of(seat))),
        drawable: u32::try_from(drawable).unwrap_or(u32::MAX),
    };
    for action in situation.legal().iter() {
        propose(setup, action, out);
    }
}

fn propose(setup: &Setup, action: Action, out: &mut LegalActions<'_>) {
    match action {
        Action::Play(card) => out.push(PlayCard {
            cards: setup.id(card).into(),
        }),
        Action::Draw => out.push(DrawCard { count: 1 }),
        Action::EndTurn => out.push(EndTurn::default()),
        Action::ChooseColor(color) => out.push(ChooseColor { color: Some(color) }),
        Action::ChooseTarget(seat) => out.push(ChooseTarget {
            player: Seat(seat).into(),
        }),
        Action::Challenge => out.push(Challenge),
        Action::Accept => out.push(Accept),
        Action::CallUno => out.push(CallUno),
        Action::Catch(seat) => out.push(Catch {
            player: Seat(seat).into(),
        }),
    }
}

/// The action of the game that an engine's action stands for; none for those of a house rule, and
/// for cards and players that there are not.
///
/// ```
/// use decklet_engine::{GameEngine, Player, Seat, Seed};
/// use decklet_uno::{legal::Action, plugin::{Setup, find_action, ruleset}, profile::Options};
///
/// let mut game = GameEngine::new(ruleset(&Options::decklet())?, Seed::from(7));
/// game.create_game(Player::numbered(2))?;
/// game.start()?;
/// let setup = game.state().fixed::<Setup>();
/// let legal = game.legal_actions(Seat(0));
/// let last = legal.last().and_then(|action| find_action(setup, action));
/// assert_eq!(last, Some(Action::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find_action(setup: &Setup, action: &decklet_engine::Action) -> Option<Action> {
    if let Some(play) = action.get::<PlayCard>() {
        return match play.cards.known()? {
            [card] => setup.card(*card).map(Action::Play),
            _ => None,
        };
    }
    if let Some(choice) = action.get::<ChooseColor>() {
        return choice.color.map(Action::ChooseColor);
    }
    if let Some(choice) = action.get::<ChooseTarget>() {
        return Some(Action::ChooseTarget(choice.player.seat()?.0));
    }
    if let Some(catch) = action.get::<Catch>() {
        return Some(Action::Catch(catch.player.seat()?.0));
    }
    let plain = [
        (action.get::<DrawCard>().is_some(), Action::Draw),
        (action.get::<EndTurn>().is_some(), Action::EndTurn),
        (action.get::<Challenge>().is_some(), Action::Challenge),
        (action.get::<Accept>().is_some(), Action::Accept),
        (action.get::<CallUno>().is_some(), Action::CallUno),
    ];
    plain
        .into_iter()
        .find_map(|(is, action)| is.then_some(action))
}
