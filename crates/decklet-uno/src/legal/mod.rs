//! What a player may do, and which rule says no.
//!
//! Every rule is one function of a [`Situation`], which is all a rule may look at. A rule about
//! playing a card says which cards it lets pass, so the same function refuses one card with a
//! reason ([`Situation::check`]) and finds all that can be played ([`Situation::playable`]).

mod action;
mod rule;

pub use action::{Action, Legal};
pub use rule::{Denial, Deny, Rule};

use crate::{
    card::{FOURS, NUMBERS, REVERSES, SKIPS, TWOS, WILDS, cards_in},
    hand::{Hand, Kinds},
    profile::{
        Deflect, Draw, Options, PlayableAfterDraw, Rules, Stack, UnoCall, WildDrawFour, WinOn,
    },
    table::{Pending, Seat, Seats, Stage, Table},
};
use action::{ACCEPT, CALL, CATCHES, CHALLENGE, COLORS, DRAW, END_TURN, FALSE_CALL, TARGETS};
use rule::pass;
use std::hint::select_unpredictable;

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
    #[inline(always)]
    fn game_not_won(self) -> Result<(), Deny> {
        pass(!matches!(self.table.stage, Stage::Won(_)), Deny::AlreadyWon)
    }

    /// `uno-game-started`.
    #[inline(always)]
    fn game_started(self) -> Result<(), Deny> {
        pass(self.table.stage == Stage::Playing, Deny::NotStarted)
    }

    /// Whether this seat is on turn.
    #[inline(always)]
    #[must_use]
    pub const fn on_turn(self) -> bool {
        self.seat == self.table.turn.current
    }

    /// `uno-turn`, and `uno-player-turn` for all but playing.
    #[inline(always)]
    fn turn(self) -> Result<(), Deny> {
        pass(self.on_turn(), Deny::NotYourTurn(self.seat))
    }

    /// `uno-player-turn`: on turn every card, otherwise those to jump in with.
    #[inline(always)]
    #[must_use]
    pub fn cards_of_turn(self) -> Kinds {
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
    #[inline(always)]
    #[must_use]
    pub fn matching(self) -> Kinds {
        WILDS
            .or(self.table.top.same_face())
            .or(cards_in(self.table.color))
    }

    /// `uno-wild-draw4-legal`: all but a Wild Draw Four that may not be played.
    #[inline(always)]
    #[must_use]
    pub fn but_illegal_fours(self) -> Kinds {
        let preferred = match self.options().wd4 {
            WildDrawFour::EnforcedNoColor => cards_in(self.table.color),
            WildDrawFour::EnforcedNoOther => self.matching().minus(FOURS),
            WildDrawFour::BluffAllowed | WildDrawFour::Free => Kinds::EMPTY,
        };
        let legal = self.hand.kinds().and(preferred).is_empty();
        select_unpredictable(legal, Kinds::ALL, Kinds::ALL.minus(FOURS))
    }

    #[inline(always)]
    fn wild_draw_four_denial(self) -> Deny {
        match self.options().wd4 {
            WildDrawFour::EnforcedNoOther => Deny::HasOther,
            _ => Deny::HasColor,
        }
    }

    /// Whether a colour must be named.
    #[inline(always)]
    #[must_use]
    pub const fn color_due(self) -> bool {
        matches!(self.table.pending, Pending::Color | Pending::FirstColor)
    }

    /// `uno-color-pending`.
    #[inline(always)]
    fn color_pending(self) -> Result<(), Deny> {
        pass(
            !(self.color_due() && self.options().color_pending_blocks),
            Deny::ColorPending,
        )
    }

    /// `uno-target-pending`.
    #[inline(always)]
    fn target_pending(self) -> Result<(), Deny> {
        pass(self.table.pending != Pending::Target, Deny::TargetPending)
    }

    /// `uno-challenge-pending`.
    #[inline(always)]
    fn challenge_pending(self) -> Result<(), Deny> {
        pass(
            self.table.pending != Pending::Challenge,
            Deny::ChallengePending,
        )
    }

    /// `uno-penalty` for playing: on an open penalty only what adds to it or passes it on, and
    /// only by the player who faces it.
    #[inline(always)]
    #[must_use]
    pub fn cards_on_penalty(self) -> Kinds {
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
    #[inline(always)]
    fn penalty_paid(self) -> Result<(), Deny> {
        pass(
            self.table.penalty == 0,
            Deny::PenaltyDue(self.table.penalty),
        )
    }

    /// `uno-draw-once`. With [`Draw::AnyNumber`] a turn has as many draws as there are cards.
    #[inline(always)]
    fn draw_once(self) -> Result<(), Deny> {
        let again = self.options().draw == Draw::AnyNumber && self.drawable > 0;
        pass(!self.table.drawn.any() | again, Deny::AlreadyDrew)
    }

    /// `uno-drawn-card-only`: what may be played after a draw. It binds the player on turn only.
    #[inline(always)]
    #[must_use]
    pub fn cards_after_draw(self) -> Kinds {
        let kinds = match self.options().playable_after_draw {
            PlayableAfterDraw::Any => Kinds::ALL,
            PlayableAfterDraw::DrawnOnly => self.table.drawn.kinds(),
            PlayableAfterDraw::None => Kinds::EMPTY,
        };
        let binds = self.table.drawn.any() & self.on_turn();
        select_unpredictable(binds, kinds, Kinds::ALL)
    }

    /// `uno-must-draw`.
    #[inline(always)]
    fn must_draw(self, playable: Kinds) -> Result<(), Deny> {
        let allowed = self.table.drawn.any()
            | self.options().pass_without_draw
            | ((self.drawable == 0) & playable.is_empty());
        pass(allowed, Deny::MustDraw)
    }

    /// `uno-must-play` for drawing; an open penalty is drawn in any case.
    #[inline(always)]
    fn must_play_not_draw(self, playable: Kinds) -> Result<(), Deny> {
        let allowed =
            self.options().draw_when_playable | (self.table.penalty > 0) | playable.is_empty();
        pass(allowed, Deny::MustPlay)
    }

    /// `uno-must-play` for ending the turn.
    #[inline(always)]
    fn must_play_drawn(self, playable: Kinds) -> Result<(), Deny> {
        let held = if self.options().forced_play {
            self.table.drawn.kinds().and(playable)
        } else {
            Kinds::EMPTY
        };
        pass(held.is_empty(), Deny::MustPlay)
    }

    /// `uno-wild-on-wild`.
    #[inline(always)]
    #[must_use]
    pub fn but_wild_on_wild(self) -> Kinds {
        if !self.options().wild_on_wild && self.table.top.is_wild() {
            Kinds::ALL.minus(WILDS)
        } else {
            Kinds::ALL
        }
    }

    /// `uno-last-card`: with one card left, only cards that may be the last.
    #[inline(always)]
    #[must_use]
    pub fn but_forbidden_last(self) -> Kinds {
        match self.options().win_on {
            WinOn::NumberOnly if self.hand.is_single() => NUMBERS,
            WinOn::NoWild if self.hand.is_single() => Kinds::ALL.minus(WILDS),
            _ => Kinds::ALL,
        }
    }

    /// `uno-choose-target-valid`.
    #[inline(always)]
    fn target(self, seat: Seat) -> Result<(), Deny> {
        pass(
            self.table.pending == Pending::Target,
            Deny::TargetNotPending,
        )?;
        pass(self.targets().contains(seat), Deny::InvalidTarget(seat))
    }

    /// Everybody else.
    #[inline(always)]
    const fn targets(self) -> Seats {
        Seats::first(self.table.turn.players).without(self.seat)
    }

    /// `uno-challenge-valid`.
    #[inline(always)]
    fn challenge(self) -> Result<(), Deny> {
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
    #[inline(always)]
    pub fn call(self) -> Result<Call, Deny> {
        self.call_with(self.playable())
    }

    #[inline(always)]
    fn call_with(self, playable: Kinds) -> Result<Call, Deny> {
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
        match self.hand.len() == 2 && !playable.is_empty() {
            true => Ok(Call::Due),
            false if options.false_call > 0 => Ok(Call::False),
            false => Err(Deny::CallNotDue),
        }
    }

    /// `uno-catch-valid`.
    #[inline(always)]
    fn catch(self, seat: Seat) -> Result<(), Deny> {
        let open = self.table.exposed == Some(seat) && seat != self.seat;
        pass(open, Deny::NothingToCatch(seat))
    }
}

/// What the rules together allow.
impl Situation<'_> {
    /// The kinds of cards of the hand that may be played now.
    #[inline(always)]
    #[must_use]
    pub fn playable(self) -> Kinds {
        self.hand.kinds().and(self.allowed())
    }

    /// The kinds of cards that may be played now if they are in the hand.
    #[inline(always)]
    fn allowed(self) -> Kinds {
        let mut kinds = self.matching().and(self.but_illegal_fours());
        if self.rules.restricts_cards() {
            kinds = kinds
                .and(self.but_wild_on_wild())
                .and(self.but_forbidden_last());
        }
        let open = self.table.pending == Pending::Nothing && self.table.penalty == 0;
        if open && self.on_turn() {
            return kinds.and(self.cards_after_draw());
        }
        self.allowed_now(kinds)
    }

    /// What of these kinds may be played out of turn, or while something is due.
    #[inline(always)]
    fn allowed_now(self, kinds: Kinds) -> Kinds {
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
    #[inline(always)]
    pub fn check(self, action: Action) -> Result<(), Denial> {
        Rule::ALL.into_iter().try_for_each(|rule| {
            rule.check(&self, action)
                .map_err(|why| Denial { rule, why })
        })
    }

    /// Everything this seat may do now.
    // Called once a decision: kept in registers, a simulation is half as fast again.
    #[inline(always)]
    #[must_use]
    pub fn legal(self) -> Legal {
        if self.table.is_over() {
            return Legal::NOTHING;
        }
        let allowed = self.allowed();
        let playable = self.hand.kinds().and(allowed);
        let mut legal = Legal {
            hand: self.hand,
            most: self.hand.kinds().once().and(allowed).bits(),
            others: 0,
        };
        if self.on_turn() {
            if self.table.pending == Pending::Nothing {
                legal.most |= self.open_turn(playable);
            } else {
                self.due(playable, &mut legal);
            }
        }
        if self.options().uno_call == UnoCall::Manual {
            legal.others |= self.calls(playable);
        }
        legal
    }

    /// Drawing and ending the turn.
    #[inline(always)]
    fn open_turn(self, playable: Kinds) -> u64 {
        let may_draw = self.draw_once().is_ok() & self.must_play_not_draw(playable).is_ok();
        let may_end = self.penalty_paid().is_ok()
            & self.must_draw(playable).is_ok()
            & self.must_play_drawn(playable).is_ok();
        (u64::from(may_draw) * DRAW) | (u64::from(may_end) * END_TURN)
    }

    /// What is due.
    #[inline(always)]
    fn due(self, playable: Kinds, legal: &mut Legal) {
        if self.color_due() {
            legal.others = COLORS;
            if self.color_pending().is_ok() {
                legal.most |= self.open_turn(playable);
            }
        } else if self.challenge().is_ok() {
            legal.others = CHALLENGE | ACCEPT;
        } else {
            legal.others = u32::from(self.targets().bits()) * TARGETS;
        }
    }

    /// Calling UNO, and catching who did not.
    #[inline(always)]
    fn calls(self, playable: Kinds) -> u32 {
        let call = match self.call_with(playable) {
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
