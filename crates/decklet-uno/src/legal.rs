//! What a player may do, and which rule says no.
//!
//! Every rule is one function of a [`Situation`], which is all a rule may look at. A rule about
//! playing a card says which cards it lets pass, so the same function refuses one card with a
//! reason ([`Situation::check`]) and finds all that can be played ([`Situation::playable`]).

use crate::{
    card::{
        Card, Color, FOURS, NUMBERS, REVERSES, SKIPS, TWOS, UNO_COLORS, WILDS, cards_of, color_name,
    },
    hand::{Hand, Kinds},
    profile::{
        Deflect, Draw, Options, PlayableAfterDraw, Rules, SevenZero, Stack, UnoCall, WildDrawFour,
        WinOn,
    },
    table::{Drawn, Pending, Seat, Stage, Table},
};

/// Something a player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// `PLAY_CARD`: lay this card.
    Play(Card),
    /// `DRAW_CARD`: draw as the options say, or take the open penalty.
    Draw,
    /// `END_TURN`: let the next player play.
    EndTurn,
    /// `CHOOSE_COLOR`: name the colour of a wild card.
    ChooseColor(Color),
    /// `CHOOSE_TARGET`: swap hands with this seat.
    ChooseTarget(Seat),
    /// `CHALLENGE`: claim that the Wild Draw Four on top was a bluff.
    Challenge,
    /// `ACCEPT`: draw for the Wild Draw Four on top.
    Accept,
    /// `CALL_UNO`: say that one card is left, or will be.
    CallUno,
    /// `CATCH`: point at this seat, which has one card left and did not say so.
    Catch(Seat),
}

impl Action {
    /// The type on the wire.
    #[must_use]
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Play(_) => "PLAY_CARD",
            Self::Draw => "DRAW_CARD",
            Self::EndTurn => "END_TURN",
            Self::ChooseColor(_) => "CHOOSE_COLOR",
            Self::ChooseTarget(_) => "CHOOSE_TARGET",
            Self::Challenge => "CHALLENGE",
            Self::Accept => "ACCEPT",
            Self::CallUno => "CALL_UNO",
            Self::Catch(_) => "CATCH",
        }
    }
}

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
                    || matches!(options.deck, crate::card::Deck::Swap112)
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

fn pass(allowed: bool, why: Deny) -> Result<(), Deny> {
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

/// What a call of UNO is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// It was due.
    Due,
    /// It was not, and costs [`Options::false_call`] cards.
    False,
}

/// A seat's position: all that a rule may look at, and no more than the seat may know.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// What was agreed.
    pub rules: &'a Rules,
    /// The table.
    pub table: &'a Table,
    /// Who acts.
    pub seat: Seat,
    /// The hand of this seat.
    pub hand: Hand,
    /// How many cards can be drawn: the deck's, and the played ones that a reshuffle would bring.
    pub drawable: u32,
}

/// The rules one by one. Functions that give cards say which cards the rule lets pass.
impl Situation<'_> {
    const fn options(&self) -> &Options {
        self.rules.options()
    }

    /// `uno-game-not-won`.
    fn game_not_won(&self) -> Result<(), Deny> {
        pass(!matches!(self.table.stage, Stage::Won(_)), Deny::AlreadyWon)
    }

    /// `uno-game-started`.
    fn game_started(&self) -> Result<(), Deny> {
        pass(self.table.stage == Stage::Playing, Deny::NotStarted)
    }

    /// Whether this seat is on turn.
    #[must_use]
    pub const fn on_turn(&self) -> bool {
        self.seat == self.table.turn.current
    }

    /// `uno-turn`, and `uno-player-turn` for all but playing.
    fn turn(&self) -> Result<(), Deny> {
        pass(self.on_turn(), Deny::NotYourTurn(self.seat))
    }

    /// `uno-player-turn`: on turn every card, otherwise those to jump in with.
    #[must_use]
    pub fn cards_of_turn(&self) -> Kinds {
        let top = self.table.top;
        if self.on_turn() {
            Kinds::ALL
        } else if self.options().jump_in && !top.is_wild() {
            top.equals()
        } else {
            Kinds::EMPTY
        }
    }

    /// `uno-can-play-card`: wild cards, the colour in force, the face on top.
    #[inline]
    #[must_use]
    pub fn matching(&self) -> Kinds {
        let same = WILDS.or(self.table.top.same_face());
        match self.table.color {
            Some(color) => same.or(cards_of(color)),
            None => same,
        }
    }

    /// `uno-wild-draw4-legal`: all but a Wild Draw Four that may not be played.
    #[inline]
    #[must_use]
    pub fn but_illegal_fours(&self) -> Kinds {
        let preferred = match (self.options().wd4, self.table.color) {
            (WildDrawFour::EnforcedNoColor, Some(color)) => cards_of(color),
            (WildDrawFour::EnforcedNoOther, _) => self.matching().minus(FOURS),
            _ => Kinds::EMPTY,
        };
        if self.hand.kinds().and(preferred).is_empty() {
            Kinds::ALL
        } else {
            Kinds::ALL.minus(FOURS)
        }
    }

    fn wild_draw_four_denial(&self) -> Deny {
        match self.options().wd4 {
            WildDrawFour::EnforcedNoOther => Deny::HasOther,
            _ => Deny::HasColor,
        }
    }

    /// Whether a colour must be named.
    #[must_use]
    pub const fn color_due(&self) -> bool {
        matches!(self.table.pending, Pending::Color | Pending::FirstColor)
    }

    /// `uno-color-pending`.
    fn color_pending(&self) -> Result<(), Deny> {
        pass(
            !(self.color_due() && self.options().color_pending_blocks),
            Deny::ColorPending,
        )
    }

    /// `uno-target-pending`.
    fn target_pending(&self) -> Result<(), Deny> {
        pass(self.table.pending != Pending::Target, Deny::TargetPending)
    }

    /// `uno-challenge-pending`.
    fn challenge_pending(&self) -> Result<(), Deny> {
        pass(
            self.table.pending != Pending::Challenge,
            Deny::ChallengePending,
        )
    }

    /// `uno-penalty` for playing: on an open penalty only what adds to it or passes it on, and
    /// only by the player who faces it.
    #[must_use]
    pub fn cards_on_penalty(&self) -> Kinds {
        if self.table.penalty == 0 {
            return Kinds::ALL;
        }
        if !self.on_turn() {
            return Kinds::EMPTY;
        }
        let adding = match (self.options().stack, self.table.penalty_of_four) {
            (Stack::TwoOnTwo | Stack::SameKind, false) => TWOS,
            (Stack::FourOnTwo | Stack::Any, false) | (Stack::Any, true) => TWOS.or(FOURS),
            (Stack::SameKind | Stack::FourOnTwo, true) => FOURS,
            (Stack::None, _) | (Stack::TwoOnTwo, true) => Kinds::EMPTY,
        };
        adding.or(match self.options().deflect {
            Deflect::None => Kinds::EMPTY,
            Deflect::Skip => SKIPS,
            Deflect::Reverse => REVERSES,
            Deflect::Both => SKIPS.or(REVERSES),
        })
    }

    /// `uno-penalty` for ending the turn.
    fn penalty_paid(&self) -> Result<(), Deny> {
        pass(
            self.table.penalty == 0,
            Deny::PenaltyDue(self.table.penalty),
        )
    }

    /// `uno-draw-once`. With [`Draw::AnyNumber`] a turn has as many draws as there are cards.
    fn draw_once(&self) -> Result<(), Deny> {
        let again = self.options().draw == Draw::AnyNumber && self.drawable > 0;
        pass(
            self.table.drawn == Drawn::NotYet || again,
            Deny::AlreadyDrew,
        )
    }

    /// `uno-drawn-card-only`: what may be played after a draw. It binds the player on turn only.
    #[must_use]
    pub fn cards_after_draw(&self) -> Kinds {
        if self.table.drawn == Drawn::NotYet || !self.on_turn() {
            return Kinds::ALL;
        }
        match (self.options().playable_after_draw, self.table.drawn) {
            (PlayableAfterDraw::Any, _) => Kinds::ALL,
            (PlayableAfterDraw::DrawnOnly, Drawn::Card(card)) => card.equals(),
            _ => Kinds::EMPTY,
        }
    }

    /// `uno-must-draw`.
    fn must_draw(&self, playable: Kinds) -> Result<(), Deny> {
        let allowed = self.table.drawn != Drawn::NotYet
            || self.options().pass_without_draw
            || (self.drawable == 0 && playable.is_empty());
        pass(allowed, Deny::MustDraw)
    }

    /// `uno-must-play` for drawing; an open penalty is drawn in any case.
    fn must_play_not_draw(&self, playable: Kinds) -> Result<(), Deny> {
        let allowed =
            self.options().draw_when_playable || self.table.penalty > 0 || playable.is_empty();
        pass(allowed, Deny::MustPlay)
    }

    /// `uno-must-play` for ending the turn.
    fn must_play_drawn(&self, playable: Kinds) -> Result<(), Deny> {
        let held = match self.table.drawn {
            Drawn::Card(card) if self.options().forced_play => card.equals().and(playable),
            _ => Kinds::EMPTY,
        };
        pass(held.is_empty(), Deny::MustPlay)
    }

    /// `uno-wild-on-wild`.
    #[inline]
    #[must_use]
    pub fn but_wild_on_wild(&self) -> Kinds {
        if !self.options().wild_on_wild && self.table.top.is_wild() {
            Kinds::ALL.minus(WILDS)
        } else {
            Kinds::ALL
        }
    }

    /// `uno-last-card`: with one card left, only cards that may be the last.
    #[inline]
    #[must_use]
    pub fn but_forbidden_last(&self) -> Kinds {
        match self.options().win_on {
            WinOn::NumberOnly if self.hand.is_single() => NUMBERS,
            WinOn::NoWild if self.hand.is_single() => Kinds::ALL.minus(WILDS),
            _ => Kinds::ALL,
        }
    }

    /// `uno-choose-target-valid`.
    fn target(&self, seat: Seat) -> Result<(), Deny> {
        pass(
            self.table.pending == Pending::Target,
            Deny::TargetNotPending,
        )?;
        pass(
            seat != self.seat && seat < self.table.turn.players,
            Deny::InvalidTarget(seat),
        )
    }

    /// `uno-challenge-valid`.
    fn challenge(&self) -> Result<(), Deny> {
        pass(
            self.table.pending == Pending::Challenge,
            Deny::NothingToChallenge,
        )
    }

    /// `uno-call-valid`: a call is due from who can be caught, and from who is about to play the
    /// second-last card. A false call may be made in an open turn if it costs something.
    ///
    /// # Errors
    /// [`Deny::CallNotDue`], [`Deny::AlreadyCalled`].
    pub fn call(&self) -> Result<Call, Deny> {
        let options = self.options();
        if options.uno_call != UnoCall::Manual {
            return Err(Deny::CallNotDue);
        }
        if self.table.exposed == Some(self.seat) {
            return Ok(Call::Due);
        }
        if !self.on_turn() || self.table.pending != Pending::Nothing {
            return Err(Deny::CallNotDue);
        }
        if self.table.called {
            return Err(Deny::AlreadyCalled);
        }
        match self.hand.len() == 2 && !self.playable().is_empty() {
            true => Ok(Call::Due),
            false if options.false_call > 0 => Ok(Call::False),
            false => Err(Deny::CallNotDue),
        }
    }

    /// `uno-catch-valid`.
    fn catch(&self, seat: Seat) -> Result<(), Deny> {
        let open = self.table.exposed == Some(seat) && seat != self.seat;
        pass(open, Deny::NothingToCatch(seat))
    }
}

/// What the rules together allow.
impl Situation<'_> {
    /// The kinds of cards of the hand that may be played now.
    #[inline(always)]
    #[must_use]
    pub fn playable(&self) -> Kinds {
        let mut kinds = self.hand.kinds().and(self.matching());
        if !kinds.and(FOURS).is_empty() {
            kinds = kinds.and(self.but_illegal_fours());
        }
        if self.rules.restricts_cards() {
            kinds = kinds
                .and(self.but_wild_on_wild())
                .and(self.but_forbidden_last());
        }
        if self.table.is_fresh() && self.on_turn() {
            return kinds;
        }
        self.playable_later(kinds)
    }

    /// What of these kinds may be played out of turn, or when something has happened in the turn.
    #[inline(never)]
    fn playable_later(&self, kinds: Kinds) -> Kinds {
        if self.color_pending().and(self.target_pending()).is_err() {
            return Kinds::EMPTY;
        }
        kinds
            .and(self.cards_of_turn())
            .and(self.cards_on_penalty())
            .and(self.cards_after_draw())
    }

    /// Asks every rule in order whether the action is allowed.
    ///
    /// # Errors
    /// The first rule that denies it, and why.
    pub fn check(&self, action: Action) -> Result<(), Denial> {
        Rule::ALL
            .into_iter()
            .try_for_each(|rule| rule.check(self, action).map_err(|why| Denial { rule, why }))
    }

    /// Everything this seat may do now.
    // Called once a decision: kept in registers, a simulation is half as fast again.
    #[inline(always)]
    #[must_use]
    pub fn legal(&self) -> Legal {
        if self.table.is_over() {
            return Legal::NOTHING;
        }
        let playable = self.playable();
        let mut others = 0;
        if self.on_turn() {
            others = match self.table.pending {
                Pending::Nothing => self.open_turn(playable),
                _ => self.due(playable),
            };
        }
        if self.options().uno_call == UnoCall::Manual {
            others |= self.calls();
        }
        Legal {
            hand: self.hand,
            kinds: self.hand.of(playable).different().kinds(),
            others,
        }
    }

    /// Drawing and ending the turn.
    #[inline(always)]
    fn open_turn(&self, playable: Kinds) -> u32 {
        let may_draw = self.draw_once().is_ok() && self.must_play_not_draw(playable).is_ok();
        let may_end = self.penalty_paid().is_ok()
            && self.must_draw(playable).is_ok()
            && self.must_play_drawn(playable).is_ok();
        (u32::from(may_draw) * DRAW) | (u32::from(may_end) * END_TURN)
    }

    /// What is due.
    fn due(&self, playable: Kinds) -> u32 {
        if self.color_due() {
            let free = self.color_pending().is_ok();
            return COLORS | if free { self.open_turn(playable) } else { 0 };
        }
        if self.challenge().is_ok() {
            return CHALLENGE | ACCEPT;
        }
        let targets = (0..self.table.turn.players).filter(|seat| self.target(*seat).is_ok());
        targets.map(|seat| TARGETS << seat).sum()
    }

    /// Calling UNO, and catching who did not.
    #[inline(never)]
    fn calls(&self) -> u32 {
        let call = match self.call() {
            Ok(Call::Due) => CALL,
            Ok(Call::False) => FALSE_CALL,
            Err(_) => 0,
        };
        match self.table.exposed {
            Some(seat) if self.catch(seat).is_ok() => call | CATCHES << seat,
            _ => call,
        }
    }
}

const DRAW: u32 = 1;
const END_TURN: u32 = 1 << 1;
const COLORS: u32 = 0b1111 << 2;
const TARGETS: u32 = 1 << 6;
const CHALLENGE: u32 = 1 << 16;
const ACCEPT: u32 = 1 << 17;
const CALL: u32 = 1 << 18;
const FALSE_CALL: u32 = 1 << 19;
const CATCHES: u32 = 1 << 20;

/// The actions a seat may take, equal cards once (the lowest number stands for them).
///
/// Their order is fixed: `PLAY_CARD` by the card's number, `DRAW_CARD`, `END_TURN`, `CHOOSE_COLOR`
/// red, yellow, green, blue, `CHOOSE_TARGET` by seat, `CHALLENGE`, `ACCEPT`, `CALL_UNO`, `CATCH`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Legal {
    hand: Hand,
    /// What may be played of the hand, each kind once.
    kinds: Kinds,
    others: u32,
}

impl Legal {
    const NOTHING: Self = Self {
        hand: Hand::EMPTY,
        kinds: Kinds::EMPTY,
        others: 0,
    };

    /// How many actions.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> u32 {
        // Most often drawing or ending the turn is all there is besides cards.
        let others = match self.others {
            0 => 0,
            DRAW | END_TURN => 1,
            many => many.count_ones(),
        };
        self.kinds.len() + others
    }

    /// Whether there is nothing this seat may do.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.kinds.is_empty() && self.others == 0
    }

    /// The cards that may be played, equal ones once.
    #[must_use]
    pub const fn plays(&self) -> Hand {
        self.hand.of(self.kinds).different()
    }

    /// Action number `index`, from 0.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u32) -> Option<Action> {
        let (mut kinds, mut others) = (self.kinds, self.others);
        for _ in 0..index {
            if kinds.is_empty() {
                others &= others.wrapping_sub(1);
            } else {
                kinds = kinds.without_first();
            }
        }
        match self.hand.first_of(kinds) {
            Some(card) => Some(Action::Play(card)),
            None => action_of(others.trailing_zeros()),
        }
    }

    /// The actions in order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        (0..).map_while(move |index| self.get(index))
    }

    /// Whether the action is in the list.
    #[must_use]
    pub fn contains(&self, action: Action) -> bool {
        self.iter().any(|listed| listed == action)
    }

    /// What is left for a player who draws only when stuck: everything but drawing, ending the
    /// turn and calling UNO without reason; if that is nothing, drawing; if that is not allowed,
    /// everything.
    #[inline]
    #[must_use]
    pub fn draw_when_stuck(self) -> Self {
        let active = self.without_drawing();
        if !active.is_empty() {
            return active;
        }
        let draw = self.only_drawing();
        if draw.is_empty() { self } else { draw }
    }

    /// Everything but drawing, ending the turn and calling UNO without reason.
    #[must_use]
    pub(crate) fn without_drawing(self) -> Self {
        let others = self.others & !(DRAW | END_TURN | FALSE_CALL);
        Self { others, ..self }
    }

    /// Only drawing, if it is allowed.
    #[must_use]
    pub(crate) const fn only_drawing(self) -> Self {
        Self {
            kinds: Kinds::EMPTY,
            others: self.others & DRAW,
            ..self
        }
    }
}

/// The action of one bit of [`Legal`]; nothing for a place past the last.
fn action_of(place: u32) -> Option<Action> {
    Some(match place {
        0 => Action::Draw,
        1 => Action::EndTurn,
        2..6 => Action::ChooseColor(UNO_COLORS[place as usize - 2]),
        6..16 => Action::ChooseTarget(place as Seat - 6),
        16 => Action::Challenge,
        17 => Action::Accept,
        18 | 19 => Action::CallUno,
        20..30 => Action::Catch(place as Seat - 20),
        _ => return None,
    })
}
