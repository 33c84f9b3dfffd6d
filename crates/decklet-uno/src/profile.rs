//! The options of the game, and the named profiles: sets of options that players, and other
//! programs, know by name.
//!
//! [`Options`] says what is wanted, with public fields; [`Options::build`] refuses mixes that
//! cannot be played and gives [`Rules`], which every function of the rules reads. Nothing outside
//! this file knows a profile's name.
//!
//! ```
//! use decklet_uno::profile::{Options, Stack};
//!
//! let rules = Options { stack: Stack::Any, ..Options::official() }.build()?;
//! assert_eq!(rules.options().challenge_innocent, 6);
//!
//! let mut options = Options::named("party").unwrap();
//! options.set("jump_in", "false")?;
//! options.set("stack", "four_on_two")?;
//!
//! let refused = Options { hand: 60, ..Options::decklet() }.build().unwrap_err();
//! assert!(refused.to_string().contains("hand = 60"));
//! # Ok::<(), decklet_uno::profile::OptionsError>(())
//! ```

use crate::{
    card::{Deck, FOURS, NUMBERS, WILDS},
    hand::Kinds,
};
use serde::{Deserialize, Serialize};

/// The largest number of players at any table.
pub const MAX_PLAYERS: usize = 10;
/// The largest number of cards one penalty option may name.
const MAX_PENALTY: u8 = 20;

/// Who plays first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstPlayer {
    /// The lowest seat, in every round.
    LowestSeat,
    /// The seat after the dealer, who moves on by one seat every round (the instruction sheet).
    LeftOfDealer,
    /// A seat drawn at random, before the first card is turned.
    Random,
}

/// Which cards may lie on top when play begins. All but numbers then have their effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstCard {
    /// Only numbers.
    NumberOnly,
    /// Numbers, Skip, Reverse and Draw Two.
    AnyButWilds,
    /// Everything but Wild Draw Four (the instruction sheet).
    #[serde(alias = "official")]
    AnyButFour,
}

/// Where a card goes that may not lie on top when play begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstCardReturn {
    /// Under the deck; the next rejected card goes under it in turn.
    Bottom,
    /// Into the deck, which is shuffled again.
    Reshuffle,
}

/// Who names the colour when a wild card lies on top at the beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstWildColor {
    /// The first player, who then plays.
    FirstPlayer,
    /// Chance.
    Random,
}

/// What a Draw Two on top at the beginning does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstDrawTwo {
    /// The first player draws two and misses the turn (the instruction sheet).
    MissesTurn,
    /// The first player draws two and plays.
    StillPlays,
}

/// How many cards a player draws who does not play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// One, once a turn (the instruction sheet).
    One,
    /// One after another until one can be played.
    UntilPlayable,
    /// One, as often as the player likes.
    AnyNumber,
}

/// What happens to the turn after a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterDraw {
    /// The player goes on, and ends the turn with `END_TURN`.
    KeepTurn,
    /// It ends by itself, unless something can be played now (the instruction sheet).
    EndUnlessPlayable,
    /// It ends.
    EndAlways,
    /// It ends; but first a drawn card of the colour in force is played, and a drawn wild card is
    /// laid with a random colour and no other effect.
    AutoPlay,
}

/// What may be played after a draw in the same turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayableAfterDraw {
    /// The card drawn last (or its equal) and no other (the instruction sheet).
    DrawnOnly,
    /// Any card of the hand.
    Any,
    /// Nothing.
    None,
}

/// When a Wild Draw Four may be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WildDrawFour {
    /// Only without a card of the colour in force; anything else is denied.
    EnforcedNoColor,
    /// Only without any other card that matches; anything else is denied.
    EnforcedNoOther,
    /// Always, but the next player may challenge it (with [`Options::challenge`]).
    BluffAllowed,
    /// Always.
    Free,
}

/// Which penalty cards may be laid on an open penalty, which the next player then faces added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stack {
    /// None: the next player draws at once (the instruction sheet).
    None,
    /// Draw Two on Draw Two only.
    TwoOnTwo,
    /// Draw Two on Draw Two, Wild Draw Four on Wild Draw Four.
    SameKind,
    /// As `same_kind`, and Wild Draw Four on Draw Two.
    FourOnTwo,
    /// As `four_on_two`, and a Draw Two of the named colour on Wild Draw Four.
    Any,
}

/// Which action cards pass an open penalty on instead of their own effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deflect {
    /// None.
    None,
    /// A Skip that matches passes it to the next player.
    Skip,
    /// A Reverse that matches turns the direction and passes it back.
    Reverse,
    /// Either.
    Both,
}

/// Sevens and zeros that move hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SevenZero {
    /// Neither.
    None,
    /// Who plays a 7 swaps hands with a player of choice.
    Seven,
    /// When a 0 is played every hand moves one seat in the direction of play.
    Zero,
    /// Both.
    Both,
}

/// How a player with one card left says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnoCall {
    /// Not at all.
    Off,
    /// The table says it for the player.
    Auto,
    /// With `CALL_UNO`, before or after laying the second-last card; who forgot can be caught
    /// with `CATCH` until the next turn's first action (the instruction sheet).
    Manual,
}

/// Whether drawing effects of the card that ends the round still count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LastCardEffects {
    /// No: the round is over at once.
    None,
    /// The draws happen before the points are counted (the instruction sheet).
    DrawsApply,
}

/// Which card may be the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinOn {
    /// Any (the instruction sheet).
    Any,
    /// Only a number.
    NumberOnly,
    /// Any but a wild card.
    NoWild,
}

/// What a Reverse does between two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReverseTwoPlayers {
    /// It skips the other player (the instruction sheet).
    Skip,
    /// Nothing but turning the direction: the other player is next.
    ReverseOnly,
}

/// Which played cards become the new deck when it is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exhaustion {
    /// All but the top card (the instruction sheet).
    KeepTop,
    /// All; the top card's face stays in force until the next play.
    All,
}

/// What happens when a card is due and there is none in either pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmptyPiles {
    /// The player draws what there is, and play goes on.
    DrawAvailable,
    /// The round ends as a stalemate.
    EndRound,
}

/// How a round ends in which nobody can play or draw any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stalemate {
    /// Without a winner.
    NoWinner,
    /// The hand with the fewest points wins; equal hands win together.
    LowestPoints,
}

/// What points are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Nothing: who goes out wins.
    None,
    /// The winner of a round gets the points of the others' cards; the first to reach
    /// [`Options::target`] wins (the instruction sheet).
    WinnerTakes,
    /// Each player keeps the points of the own cards; when one reaches [`Options::target`], the
    /// lowest total wins (the instruction sheet's other way).
    EachKeeps,
}

/// What a Wild Customizable does besides letting its player name a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CustomWild {
    /// Nothing.
    ColorOnly,
    /// What a Skip does.
    Skip,
}

/// Everything that can be agreed on before a game, one field each. Values refer to
/// `docs/uno.md`, which says who plays so and where that is written.
///
/// In text, names and values are in snake case, and fields left out are those of the profile
/// `decklet`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The cards.
    pub deck: Deck,
    /// What a Wild Customizable does.
    pub custom_wild: CustomWild,
    /// Cards dealt to each player, from 1.
    pub hand: u8,
    /// The fewest players, from 2.
    pub min_players: u8,
    /// The most players, up to 10.
    pub max_players: u8,
    /// Players opposite each other (seat and seat plus half the table) win together; needs an even
    /// number of players from 4.
    pub teams: bool,

    /// Who plays first.
    pub first_player: FirstPlayer,
    /// Which cards may lie on top at the beginning.
    pub first_card: FirstCard,
    /// Where the others go.
    pub first_card_return: FirstCardReturn,
    /// Who names the colour of a wild card on top at the beginning.
    pub first_wild_color: FirstWildColor,
    /// What a Draw Two on top at the beginning does.
    pub first_draw_two: FirstDrawTwo,

    /// How many cards a player draws.
    pub draw: Draw,
    /// Whether a player may draw who could play.
    pub draw_when_playable: bool,
    /// What happens to the turn after a draw.
    pub after_draw: AfterDraw,
    /// What may be played after a draw.
    pub playable_after_draw: PlayableAfterDraw,
    /// Whether a drawn card that can be played must be.
    pub forced_play: bool,
    /// Whether a turn may end with neither a card played nor one drawn.
    pub pass_without_draw: bool,

    /// When a Wild Draw Four may be played.
    pub wd4: WildDrawFour,
    /// Whether the next player may challenge a Wild Draw Four; needs `wd4 = bluff_allowed`.
    pub challenge: bool,
    /// Cards a bluffer draws who is challenged, 0 to 20.
    pub challenge_guilty: u8,
    /// Cards the challenger of an honest player draws, 0 to 20.
    pub challenge_innocent: u8,
    /// Whether the challenger of a bluffer plays on; otherwise the turn is lost either way.
    pub guilty_keeps_turn: bool,
    /// Whether a due colour blocks playing, drawing and ending the turn. If not, the choice passes
    /// on with the turn, and the effect of the wild card waits for it.
    pub color_pending_blocks: bool,
    /// Whether a wild card may be laid on a wild card.
    pub wild_on_wild: bool,

    /// Which penalty cards may be laid on an open penalty.
    pub stack: Stack,
    /// Which action cards pass an open penalty on.
    pub deflect: Deflect,
    /// Whether the equal of the coloured card on top may be played out of turn.
    pub jump_in: bool,
    /// Sevens and zeros that move hands.
    pub seven_zero: SevenZero,
    /// How a player with one card left says so.
    pub uno_call: UnoCall,
    /// Cards drawn by a player who is caught, 0 to 20; needs `uno_call = manual` to matter.
    pub uno_penalty: u8,
    /// Cards drawn for calling without reason, 0 to 20; with 0 such a call is denied.
    pub false_call: u8,

    /// Whether drawing effects of the last card count.
    pub last_card_effects: LastCardEffects,
    /// Which card may be the last.
    pub win_on: WinOn,
    /// What a Reverse does between two players.
    pub reverse_two_players: ReverseTwoPlayers,
    /// Which played cards become the new deck.
    pub exhaustion: Exhaustion,
    /// What happens when a card is due and there is none.
    pub empty: EmptyPiles,
    /// How a round ends in which nobody can play or draw any more.
    pub stalemate: Stalemate,
    /// What points are for.
    pub scoring: Scoring,
    /// Points at which a game of several rounds ends, from 1.
    pub target: u16,
}

/// Why [`Options::build`] refuses a mix, or a number of players does not suit it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OptionsError {
    #[error("hand = 0: every player needs a card; set hand to 1 or more")]
    NoHand,
    #[error("min_players = {min}, max_players = {max}: the numbers must rise from 2 to 10")]
    Players { min: u8, max: u8 },
    #[error(
        "hand = {hand}, max_players = {max}: {cards} cards of {deck} would be dealt, and the \
         {rejected} that may not lie on top at the beginning could be all that is left; deal fewer"
    )]
    DealTooLarge {
        hand: u8,
        max: u8,
        cards: usize,
        deck: usize,
        rejected: usize,
    },
    #[error("teams = true, min_players = {0}: teams of two need at least 4 players")]
    Teams(u8),
    #[error("challenge = true: only a bluff can be challenged; set wd4 to bluff_allowed")]
    NothingToChallenge,
    #[error(
        "draw = {0}, playable_after_draw = none: the whole deck would be drawn for nothing; set \
         playable_after_draw to drawn_only or any"
    )]
    DrawsForNothing(&'static str),
    #[error(
        "after_draw = {0}: the turn ends before a drawn card could be played; set \
         playable_after_draw to none"
    )]
    EndsAfterDraw(&'static str),
    #[error("forced_play = true, playable_after_draw = none: a drawn card cannot be played")]
    ForcedPlay,
    #[error("{option} = {value}: a penalty is 0 to 20 cards")]
    Penalty { option: &'static str, value: u8 },
    #[error("target = 0: a game to 0 points would be over before it began")]
    Target,
    #[error("{players} players: these rules are for {min} to {max}")]
    TableSize { players: u8, min: u8, max: u8 },
    #[error("{0} players: teams of two need an even number")]
    OddTeams(u8),
    #[error("\"{0}\" is no profile: there are {names}", names = NAMES.join(", "))]
    UnknownProfile(String),
    #[error("{option} = {value}: {reason}")]
    Value {
        option: String,
        value: String,
        reason: String,
    },
}

/// The names of the profiles.
pub const NAMES: [&str; 7] = [
    "decklet",
    "official",
    "official-112",
    "party",
    "rlcard",
    "uno-engine",
    "mau-mau",
];

impl Default for Options {
    fn default() -> Self {
        Self::decklet()
    }
}

impl Options {
    /// The specified game: first card a number, one draw a turn at any time, Wild Draw Four only
    /// without the colour in force, no house rules, who goes out wins.
    #[must_use]
    pub const fn decklet() -> Self {
        Self {
            deck: Deck::Classic108,
            custom_wild: CustomWild::ColorOnly,
            hand: 7,
            min_players: 2,
            max_players: 10,
            teams: false,
            first_player: FirstPlayer::LowestSeat,
            first_card: FirstCard::NumberOnly,
            first_card_return: FirstCardReturn::Bottom,
            first_wild_color: FirstWildColor::FirstPlayer,
            first_draw_two: FirstDrawTwo::MissesTurn,
            draw: Draw::One,
            draw_when_playable: true,
            after_draw: AfterDraw::KeepTurn,
            playable_after_draw: PlayableAfterDraw::DrawnOnly,
            forced_play: false,
            pass_without_draw: false,
            wd4: WildDrawFour::EnforcedNoColor,
            challenge: false,
            challenge_guilty: 4,
            challenge_innocent: 6,
            guilty_keeps_turn: true,
            color_pending_blocks: true,
            wild_on_wild: true,
            stack: Stack::None,
            deflect: Deflect::None,
            jump_in: false,
            seven_zero: SevenZero::None,
            uno_call: UnoCall::Off,
            uno_penalty: 2,
            false_call: 0,
            last_card_effects: LastCardEffects::None,
            win_on: WinOn::Any,
            reverse_two_players: ReverseTwoPlayers::Skip,
            exhaustion: Exhaustion::KeepTop,
            empty: EmptyPiles::DrawAvailable,
            stalemate: Stalemate::NoWinner,
            scoring: Scoring::None,
            target: 500,
        }
    }

    /// The instruction sheet of the classic game.
    #[must_use]
    pub const fn official() -> Self {
        Self {
            first_player: FirstPlayer::LeftOfDealer,
            first_card: FirstCard::AnyButFour,
            first_card_return: FirstCardReturn::Reshuffle,
            after_draw: AfterDraw::EndUnlessPlayable,
            wd4: WildDrawFour::BluffAllowed,
            challenge: true,
            uno_call: UnoCall::Manual,
            last_card_effects: LastCardEffects::DrawsApply,
            scoring: Scoring::WinnerTakes,
            ..Self::decklet()
        }
    }

    /// [`official`](Self::official) with the 112 cards of newer editions.
    #[must_use]
    pub const fn official_112() -> Self {
        Self {
            deck: Deck::Shuffle112,
            ..Self::official()
        }
    }

    /// The house rules most often played together.
    #[must_use]
    pub const fn party() -> Self {
        Self {
            first_card: FirstCard::NumberOnly,
            first_card_return: FirstCardReturn::Bottom,
            draw: Draw::UntilPlayable,
            wd4: WildDrawFour::Free,
            challenge: false,
            stack: Stack::SameKind,
            jump_in: true,
            seven_zero: SevenZero::Both,
            scoring: Scoring::None,
            ..Self::official()
        }
    }

    /// As the UNO environment of RLCard plays, except that it breaks off when both piles are
    /// empty, where here the player draws what there is.
    #[must_use]
    pub const fn rlcard() -> Self {
        Self {
            first_card: FirstCard::AnyButFour,
            first_card_return: FirstCardReturn::Reshuffle,
            first_wild_color: FirstWildColor::Random,
            first_draw_two: FirstDrawTwo::StillPlays,
            draw_when_playable: false,
            after_draw: AfterDraw::AutoPlay,
            playable_after_draw: PlayableAfterDraw::None,
            wd4: WildDrawFour::EnforcedNoOther,
            last_card_effects: LastCardEffects::DrawsApply,
            reverse_two_players: ReverseTwoPlayers::ReverseOnly,
            exhaustion: Exhaustion::All,
            ..Self::decklet()
        }
    }

    /// As the npm package uno-engine plays, except that it makes up a whole new deck when the old
    /// one is used up and loses rejected first cards; here the cards stay the same.
    #[must_use]
    pub const fn uno_engine() -> Self {
        Self {
            first_player: FirstPlayer::Random,
            draw: Draw::AnyNumber,
            playable_after_draw: PlayableAfterDraw::Any,
            wd4: WildDrawFour::Free,
            uno_call: UnoCall::Manual,
            false_call: 2,
            scoring: Scoring::WinnerTakes,
            ..Self::decklet()
        }
    }

    /// As the chat bot mau_mau_bot plays.
    #[must_use]
    pub const fn mau_mau() -> Self {
        Self {
            first_card: FirstCard::AnyButWilds,
            wd4: WildDrawFour::BluffAllowed,
            challenge: true,
            guilty_keeps_turn: false,
            wild_on_wild: false,
            stack: Stack::TwoOnTwo,
            uno_call: UnoCall::Auto,
            win_on: WinOn::NoWild,
            ..Self::decklet()
        }
    }

    /// The profile of this name, one of [`NAMES`].
    ///
    /// # Errors
    /// [`OptionsError::UnknownProfile`].
    pub fn named(name: &str) -> Result<Self, OptionsError> {
        Ok(match name {
            "decklet" => Self::decklet(),
            "official" => Self::official(),
            "official-112" => Self::official_112(),
            "party" => Self::party(),
            "rlcard" => Self::rlcard(),
            "uno-engine" => Self::uno_engine(),
            "mau-mau" => Self::mau_mau(),
            _ => {
                return Err(OptionsError::UnknownProfile(
                    name.chars().take(80).collect(),
                ));
            }
        })
    }

    /// Sets one option by name, as on a command line: `set("stack", "any")`, `set("hand", "5")`.
    ///
    /// # Errors
    /// [`OptionsError::Value`] when there is no such option or it has no such value.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), OptionsError> {
        let refuse = |reason: String| OptionsError::Value {
            option: option.chars().take(80).collect(),
            value: value.chars().take(80).collect(),
            reason,
        };
        let mut all = serde_json::to_value(*self).map_err(|error| refuse(error.to_string()))?;
        let Some(place) = all.get_mut(option) else {
            let names: Vec<&str> = all
                .as_object()
                .into_iter()
                .flatten()
                .map(|(n, _)| &**n)
                .collect();
            return Err(refuse(format!(
                "there is no such option; there are {}",
                names.join(", ")
            )));
        };
        *place = match (&*place, value.parse()) {
            (serde_json::Value::String(_), _) => value.into(),
            (_, Ok(flag_or_number)) => flag_or_number,
            (serde_json::Value::Bool(_), Err(_)) => {
                return Err(refuse("give true or false".to_owned()));
            }
            _ => return Err(refuse("give a whole number".to_owned())),
        };
        *self = serde_json::from_value(all).map_err(|error| refuse(values_of(&error)))?;
        Ok(())
    }

    /// The rules to play by.
    ///
    /// # Errors
    /// When no game could be played this way; the message names the options, what is wrong with
    /// them, and what to set instead.
    pub fn build(self) -> Result<Rules, OptionsError> {
        self.check_deal()?;
        self.check_draws()?;
        if self.teams && self.min_players < 4 {
            return Err(OptionsError::Teams(self.min_players));
        }
        if self.challenge && self.wd4 != WildDrawFour::BluffAllowed {
            return Err(OptionsError::NothingToChallenge);
        }
        if self.target == 0 {
            return Err(OptionsError::Target);
        }
        let penalties = [
            ("challenge_guilty", self.challenge_guilty),
            ("challenge_innocent", self.challenge_innocent),
            ("uno_penalty", self.uno_penalty),
            ("false_call", self.false_call),
        ];
        match penalties
            .into_iter()
            .find(|(_, value)| *value > MAX_PENALTY)
        {
            Some((option, value)) => Err(OptionsError::Penalty { option, value }),
            None => Ok(Rules::new(self)),
        }
    }

    /// A first card must be found in what is left after the largest deal.
    fn check_deal(&self) -> Result<(), OptionsError> {
        let (hand, min, max) = (self.hand, self.min_players, self.max_players);
        if hand == 0 {
            return Err(OptionsError::NoHand);
        }
        if min < 2 || min > max || usize::from(max) > MAX_PLAYERS {
            return Err(OptionsError::Players { min, max });
        }
        let first_cards = self.first_cards();
        let deck = self.deck.cards().len();
        let rejected = self
            .deck
            .cards()
            .iter()
            .filter(|card| !first_cards.contains(**card))
            .count();
        let cards = usize::from(hand) * usize::from(max);
        if cards + rejected >= deck {
            return Err(OptionsError::DealTooLarge {
                hand,
                max,
                cards,
                deck,
                rejected,
            });
        }
        Ok(())
    }

    /// Drawing must lead somewhere.
    fn check_draws(&self) -> Result<(), OptionsError> {
        let nothing_after = self.playable_after_draw == PlayableAfterDraw::None;
        match self.draw {
            Draw::UntilPlayable if nothing_after => {
                return Err(OptionsError::DrawsForNothing("until_playable"));
            }
            Draw::AnyNumber if nothing_after => {
                return Err(OptionsError::DrawsForNothing("any_number"));
            }
            _ => {}
        }
        if nothing_after && self.forced_play {
            return Err(OptionsError::ForcedPlay);
        }
        match self.after_draw {
            AfterDraw::EndAlways if !nothing_after => {
                Err(OptionsError::EndsAfterDraw("end_always"))
            }
            AfterDraw::AutoPlay if !nothing_after => Err(OptionsError::EndsAfterDraw("auto_play")),
            _ => Ok(()),
        }
    }

    /// The cards that may lie on top when play begins.
    #[must_use]
    pub const fn first_cards(&self) -> Kinds {
        match self.first_card {
            FirstCard::NumberOnly => NUMBERS,
            FirstCard::AnyButWilds => Kinds::ALL.minus(WILDS),
            FirstCard::AnyButFour => Kinds::ALL.minus(FOURS),
        }
    }
}

/// What an option may be, of which a wrong value was read.
fn values_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    // "unknown variant `112`, expected one of `classic108`, `shuffle112`, `swap112`"
    match text.split_once(" expected ") {
        Some((begin, expected)) if begin.starts_with("unknown variant") => {
            let values = expected.trim_start_matches("one of ").replace('`', "");
            format!("give one of {}", values.replace(" or ", ", "))
        }
        Some((_, "a boolean")) => "give true or false".to_owned(),
        Some((_, number)) => {
            let most = if number == "u8" {
                u8::MAX.into()
            } else {
                u16::MAX
            };
            format!("give a whole number from 0 to {most}")
        }
        None => text,
    }
}

/// Options that can be played by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    options: Options,
    restricts_cards: bool,
    out_of_turn: bool,
    kept: u8,
}

/// Rules played so often by themselves that the simulator is compiled for each of them apart.
pub(crate) const COMMON: [Rules; 2] = [
    Rules::new(Options::decklet()),
    Rules::new(Options::rlcard()),
];

impl Rules {
    const fn new(options: Options) -> Self {
        Self {
            options,
            restricts_cards: !options.wild_on_wild || !matches!(options.win_on, WinOn::Any),
            out_of_turn: options.jump_in || matches!(options.uno_call, UnoCall::Manual),
            kept: matches!(options.exhaustion, Exhaustion::KeepTop) as u8,
        }
    }

    /// What was agreed.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Whether a table of this many players can play by these rules.
    ///
    /// # Errors
    /// [`OptionsError::TableSize`], [`OptionsError::OddTeams`].
    pub const fn check_players(&self, players: u8) -> Result<(), OptionsError> {
        let (min, max) = (self.options.min_players, self.options.max_players);
        if players < min || players > max {
            return Err(OptionsError::TableSize { players, min, max });
        }
        if self.options.teams && players % 2 == 1 {
            return Err(OptionsError::OddTeams(players));
        }
        Ok(())
    }

    /// Whether a card that matches may be denied for another reason than a Wild Draw Four's.
    #[inline]
    pub(crate) const fn restricts_cards(&self) -> bool {
        self.restricts_cards
    }

    /// How many played cards stay when the others become the deck.
    #[inline]
    pub(crate) const fn kept(&self) -> u8 {
        self.kept
    }

    /// Whether somebody may ever act who is not on turn.
    #[inline]
    #[must_use]
    pub const fn out_of_turn(&self) -> bool {
        self.out_of_turn
    }
}
