//! The rules by name, and their reasons.

use super::{Action, Situation};
use crate::{
    card::{Card, Color, Deck, color_name},
    profile::{
        Deflect, Options, PlayableAfterDraw, SevenZero, Stack, UnoCall, WildDrawFour, WinOn,
    },
    table::Seat,
};

/// The rules in the order in which they are asked: the eight of the specification, then ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(
    missing_docs,
    reason = "`Rule::id` and the functions of `Situation` say it"
)]
pub enum Rule {
    GameNotWon,
    GameStarted,
    PlayerTurn,
    OwnsCard,
    SingleCard,
    CanPlay,
    WildDrawFourLegal,
    ChooseColorValid,
    Turn,
    ColorPending,
    TargetPending,
    ChallengePending,
    Penalty,
    DrawOnce,
    DrawnCardOnly,
    MustDraw,
    MustPlay,
    WildOnWild,
    LastCard,
    ChooseTargetValid,
    ChallengeValid,
    CallValid,
    CatchValid,
}

impl Rule {
    /// All rules in order.
    pub const ALL: [Self; 23] = [
        Self::GameNotWon,
        Self::GameStarted,
        Self::PlayerTurn,
        Self::OwnsCard,
        Self::SingleCard,
        Self::CanPlay,
        Self::WildDrawFourLegal,
        Self::ChooseColorValid,
        Self::Turn,
        Self::ColorPending,
        Self::TargetPending,
        Self::ChallengePending,
        Self::Penalty,
        Self::DrawOnce,
        Self::DrawnCardOnly,
        Self::MustDraw,
        Self::MustPlay,
        Self::WildOnWild,
        Self::LastCard,
        Self::ChooseTargetValid,
        Self::ChallengeValid,
        Self::CallValid,
        Self::CatchValid,
    ];

    /// The rule's stable name.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::GameNotWon => "uno-game-not-won",
            Self::GameStarted => "uno-game-started",
            Self::PlayerTurn => "uno-player-turn",
            Self::OwnsCard => "uno-player-owns-card",
            Self::SingleCard => "uno-single-card",
            Self::CanPlay => "uno-can-play-card",
            Self::WildDrawFourLegal => "uno-wild-draw4-legal",
            Self::ChooseColorValid => "uno-choose-color-valid",
            Self::Turn => "uno-turn",
            Self::ColorPending => "uno-color-pending",
            Self::TargetPending => "uno-target-pending",
            Self::ChallengePending => "uno-challenge-pending",
            Self::Penalty => "uno-penalty",
            Self::DrawOnce => "uno-draw-once",
            Self::DrawnCardOnly => "uno-drawn-card-only",
            Self::MustDraw => "uno-must-draw",
            Self::MustPlay => "uno-must-play",
            Self::WildOnWild => "uno-wild-on-wild",
            Self::LastCard => "uno-last-card",
            Self::ChooseTargetValid => "uno-choose-target-valid",
            Self::ChallengeValid => "uno-challenge-valid",
            Self::CallValid => "uno-call-valid",
            Self::CatchValid => "uno-catch-valid",
        }
    }

    /// The action types it is asked about; `*` is all.
    #[must_use]
    pub const fn applies_to(self) -> &'static [&'static str] {
        match self {
            Self::GameNotWon | Self::GameStarted => &["*"],
            Self::PlayerTurn => &["PLAY_CARD", "CHOOSE_COLOR"],
            Self::OwnsCard
            | Self::SingleCard
            | Self::CanPlay
            | Self::WildDrawFourLegal
            | Self::DrawnCardOnly
            | Self::WildOnWild
            | Self::LastCard => &["PLAY_CARD"],
            Self::ChooseColorValid => &["CHOOSE_COLOR"],
            Self::Turn => &[
                "DRAW_CARD",
                "END_TURN",
                "CHOOSE_TARGET",
                "CHALLENGE",
                "ACCEPT",
            ],
            Self::ColorPending | Self::TargetPending => &["PLAY_CARD", "DRAW_CARD", "END_TURN"],
            Self::ChallengePending => &["DRAW_CARD", "END_TURN"],
            Self::Penalty => &["PLAY_CARD", "END_TURN"],
            Self::DrawOnce => &["DRAW_CARD"],
            Self::MustDraw => &["END_TURN"],
            Self::MustPlay => &["DRAW_CARD", "END_TURN"],
            Self::ChooseTargetValid => &["CHOOSE_TARGET"],
            Self::ChallengeValid => &["CHALLENGE", "ACCEPT"],
            Self::CallValid => &["CALL_UNO"],
            Self::CatchValid => &["CATCH"],
        }
    }

    /// The codes with which it denies. Some need a payload that an [`Action`] cannot hold.
    #[must_use]
    pub const fn codes(self) -> &'static [&'static str] {
        match self {
            Self::GameNotWon => &["ALREADY_WON"],
            Self::GameStarted => &["NOT_STARTED"],
            Self::PlayerTurn | Self::Turn => &["NO_PLAYER", "NOT_YOUR_TURN"],
            Self::OwnsCard => &["NO_CARDS", "NO_PLAYER", "NO_HAND", "NOT_OWNED"],
            Self::SingleCard => &["NOT_SINGLE"],
            Self::CanPlay => &["CARD_NOT_FOUND", "CANNOT_PLAY"],
            Self::WildDrawFourLegal => &["NO_PLAYER", "NO_HAND", "WD4_ILLEGAL"],
            Self::ChooseColorValid => &["INVALID_COLOR", "NOT_PENDING"],
            Self::ColorPending => &["COLOR_PENDING"],
            Self::TargetPending => &["TARGET_PENDING"],
            Self::ChallengePending => &["CHALLENGE_PENDING"],
            Self::Penalty => &["PENALTY_DUE"],
            Self::DrawOnce => &["ALREADY_DREW"],
            Self::DrawnCardOnly => &["ONLY_DRAWN_CARD"],
            Self::MustDraw => &["MUST_DRAW"],
            Self::MustPlay => &["MUST_PLAY"],
            Self::WildOnWild => &["WILD_ON_WILD"],
            Self::LastCard => &["LAST_CARD"],
            Self::ChooseTargetValid => &["TARGET_NOT_PENDING", "INVALID_TARGET"],
            Self::ChallengeValid => &["NOTHING_TO_CHALLENGE"],
            Self::CallValid => &["NO_PLAYER", "CALL_NOT_DUE", "ALREADY_CALLED"],
            Self::CatchValid => &["NO_PLAYER", "NOTHING_TO_CATCH"],
        }
    }

    /// Whether it matters under these options: whether it can deny something that would be allowed
    /// without it. Rules for an action that these options do not have are not in force; they deny
    /// it always.
    #[must_use]
    pub const fn in_force(self, options: &Options) -> bool {
        let open_penalty = !matches!(options.stack, Stack::None)
            || !matches!(options.deflect, Deflect::None)
            || options.challenge;
        match self {
            Self::ColorPending => options.color_pending_blocks,
            Self::TargetPending | Self::ChooseTargetValid => {
                matches!(options.seven_zero, SevenZero::Seven | SevenZero::Both)
                    || matches!(options.deck, Deck::Swap112)
            }
            Self::ChallengePending | Self::ChallengeValid => options.challenge,
            Self::Penalty => open_penalty,
            Self::MustPlay => options.forced_play || !options.draw_when_playable,
            Self::MustDraw => !options.pass_without_draw,
            Self::WildDrawFourLegal => {
                !matches!(options.wd4, WildDrawFour::BluffAllowed | WildDrawFour::Free)
            }
            Self::DrawnCardOnly => !matches!(options.playable_after_draw, PlayableAfterDraw::Any),
            Self::WildOnWild => !options.wild_on_wild,
            Self::LastCard => !matches!(options.win_on, WinOn::Any),
            Self::CallValid | Self::CatchValid => matches!(options.uno_call, UnoCall::Manual),
            _ => true,
        }
    }

    /// Asks this rule alone. An action it does not apply to passes.
    ///
    /// # Errors
    /// Why it denies the action.
    pub fn check(self, s: &Situation<'_>, action: Action) -> Result<(), Deny> {
        use Action::{Accept, CallUno, Catch, Challenge, ChooseColor, ChooseTarget, EndTurn, Play};
        match (self, action) {
            (Self::GameNotWon, _) => s.game_not_won(),
            (Self::GameStarted, _) => s.game_started(),
            (Self::PlayerTurn, Play(card)) => {
                pass(s.cards_of_turn().contains(card), Deny::NotYourTurn(s.seat))
            }
            (Self::PlayerTurn, ChooseColor(_)) => s.turn(),
            (Self::OwnsCard, Play(card)) => pass(s.hand.contains(card), Deny::NotOwned(card)),
            (Self::CanPlay, Play(card)) => {
                pass(s.matching().contains(card), Deny::CannotPlay(s.table.color))
            }
            (Self::WildDrawFourLegal, Play(card)) => pass(
                s.but_illegal_fours().contains(card),
                s.wild_draw_four_denial(),
            ),
            (Self::ChooseColorValid, ChooseColor(_)) => pass(s.color_due(), Deny::NotPending),
            (Self::Turn, Action::Draw | EndTurn | ChooseTarget(_) | Challenge | Accept) => s.turn(),
            (Self::ColorPending, Play(_) | Action::Draw | EndTurn) => s.color_pending(),
            (Self::TargetPending, Play(_) | Action::Draw | EndTurn) => s.target_pending(),
            (Self::ChallengePending, Action::Draw | EndTurn) => s.challenge_pending(),
            (Self::Penalty, Play(card)) => pass(
                s.cards_on_penalty().contains(card),
                Deny::PenaltyDue(s.table.penalty),
            ),
            (Self::Penalty, EndTurn) => s.penalty_paid(),
            (Self::DrawOnce, Action::Draw) => s.draw_once(),
            (Self::DrawnCardOnly, Play(card)) => {
                pass(s.cards_after_draw().contains(card), Deny::OnlyDrawnCard)
            }
            (Self::MustDraw, EndTurn) => s.must_draw(s.playable()),
            (Self::MustPlay, Action::Draw) => s.must_play_not_draw(s.playable()),
            (Self::MustPlay, EndTurn) => s.must_play_drawn(s.playable()),
            (Self::WildOnWild, Play(card)) => {
                pass(s.but_wild_on_wild().contains(card), Deny::WildOnWild)
            }
            (Self::LastCard, Play(card)) => {
                pass(s.but_forbidden_last().contains(card), Deny::LastCard(card))
            }
            (Self::ChooseTargetValid, ChooseTarget(seat)) => s.target(seat),
            (Self::ChallengeValid, Challenge | Accept) => s.challenge(),
            (Self::CallValid, CallUno) => s.call().map(|_| ()),
            (Self::CatchValid, Catch(seat)) => s.catch(seat),
            _ => Ok(()),
        }
    }
}

pub(super) fn pass(allowed: bool, why: Deny) -> Result<(), Deny> {
    if allowed { Ok(()) } else { Err(why) }
}

/// Why an action is denied. The texts of the specification's rules are the specification's, with
/// `seat N` (counted from 0) for the player's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Deny {
    #[error("game already won")]
    AlreadyWon,
    #[error("game has not started")]
    NotStarted,
    #[error("not seat {0}'s turn")]
    NotYourTurn(Seat),
    #[error("player does not own card {0}")]
    NotOwned(Card),
    #[error("card does not match current color ({}) or top card face", color_name(*.0))]
    CannotPlay(Option<Color>),
    #[error("player has a card of current color; cannot play Wild Draw Four")]
    HasColor,
    #[error("player has another card to play; cannot play Wild Draw Four")]
    HasOther,
    #[error("not awaiting color choice")]
    NotPending,
    #[error("a color must be chosen first")]
    ColorPending,
    #[error("a player to swap hands with must be chosen first")]
    TargetPending,
    #[error("the Wild Draw Four must be challenged or accepted first")]
    ChallengePending,
    #[error("a penalty of {0} cards must be drawn or passed on first")]
    PenaltyDue(u8),
    #[error("only one draw a turn")]
    AlreadyDrew,
    #[error("after a draw only the drawn card may be played")]
    OnlyDrawnCard,
    #[error("a turn cannot end before a card is played or drawn")]
    MustDraw,
    #[error("a card that can be played must be")]
    MustPlay,
    #[error("a wild card cannot be played on a wild card")]
    WildOnWild,
    #[error("{0} cannot be the last card")]
    LastCard(Card),
    #[error("not awaiting a player to swap hands with")]
    TargetNotPending,
    #[error("seat {0} is no other player")]
    InvalidTarget(Seat),
    #[error("there is no Wild Draw Four to challenge or accept")]
    NothingToChallenge,
    #[error("there is no reason to call UNO now")]
    CallNotDue,
    #[error("UNO has been called in this turn")]
    AlreadyCalled,
    #[error("seat {0} cannot be caught now")]
    NothingToCatch(Seat),
}

impl Deny {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::AlreadyWon => "ALREADY_WON",
            Self::NotStarted => "NOT_STARTED",
            Self::NotYourTurn(_) => "NOT_YOUR_TURN",
            Self::NotOwned(_) => "NOT_OWNED",
            Self::CannotPlay(_) => "CANNOT_PLAY",
            Self::HasColor | Self::HasOther => "WD4_ILLEGAL",
            Self::NotPending => "NOT_PENDING",
            Self::ColorPending => "COLOR_PENDING",
            Self::TargetPending => "TARGET_PENDING",
            Self::ChallengePending => "CHALLENGE_PENDING",
            Self::PenaltyDue(_) => "PENALTY_DUE",
            Self::AlreadyDrew => "ALREADY_DREW",
            Self::OnlyDrawnCard => "ONLY_DRAWN_CARD",
            Self::MustDraw => "MUST_DRAW",
            Self::MustPlay => "MUST_PLAY",
            Self::WildOnWild => "WILD_ON_WILD",
            Self::LastCard(_) => "LAST_CARD",
            Self::TargetNotPending => "TARGET_NOT_PENDING",
            Self::InvalidTarget(_) => "INVALID_TARGET",
            Self::NothingToChallenge => "NOTHING_TO_CHALLENGE",
            Self::CallNotDue => "CALL_NOT_DUE",
            Self::AlreadyCalled => "ALREADY_CALLED",
            Self::NothingToCatch(_) => "NOTHING_TO_CATCH",
        }
    }
}

/// A denied action: which rule, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Denial {
    /// The first rule that denies it.
    pub rule: Rule,
    /// Why.
    pub why: Deny,
}
