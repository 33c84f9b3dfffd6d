//! What an allowed action does.
//!
//! Each function changes the [`Table`] and gives [`Steps`]: what happens to cards and turn after
//! that, in order. The simulator carries them out at once; the engine's plugin makes events and
//! system actions of them. None of them asks whether the action is allowed.

use crate::{
    card::{Card, Color, Face, PASSING, REVERSES, SKIPS, cards_of},
    hand::Hand,
    legal::{Call, Situation},
    profile::{
        AfterDraw, CustomWild, Deflect, Draw, EmptyPiles, FirstDrawTwo, FirstWildColor,
        LastCardEffects, ReverseTwoPlayers, Rules, SevenZero, Stack, UnoCall,
    },
    table::{Drawn, Pending, Seat, Table},
};
use std::hint::select_unpredictable;

/// Why somebody draws who did not choose to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A Draw Two, or several added up.
    DrawTwo,
    /// A Wild Draw Four, or a sum that ends with one.
    DrawFour,
    /// A challenge that proved a bluff.
    Guilty,
    /// A challenge that failed.
    Innocent,
    /// Caught without having called UNO.
    Caught,
    /// UNO called without reason.
    FalseCall,
}

/// One thing that happens.
// Wide, so that `Steps` are returned through memory: when the call is inlined, the compiler then
// sees through them, which it does not if they fit in a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub enum Step {
    /// This seat misses a turn because of a Skip (or a Reverse between two).
    Skipped(Seat),
    /// The direction of play turns ([`Table::reverse`]).
    Reversed,
    /// This seat now faces a penalty of so many cards, which can be passed on or challenged.
    PenaltyOpens {
        /// Who faces it.
        seat: Seat,
        /// Cards to draw.
        cards: u8,
    },
    /// This seat draws as many of these cards as there are.
    Draws {
        /// Who draws.
        seat: Seat,
        /// Cards to draw.
        cards: u8,
        /// Why.
        cause: Cause,
    },
    /// The first seat's hand is shown to the second, and to nobody else.
    HandShown(Seat, Seat),
    /// These two swap hands.
    HandsSwapped(Seat, Seat),
    /// Every hand moves one seat in the direction of play.
    HandsRotated,
    /// All hands are shuffled together and dealt again from the seat after the one on turn
    /// ([`shuffle_hands`](crate::round::shuffle_hands)).
    HandsShuffled,
    /// The card just drawn is played for the player ([`play_drawn`] goes on from there).
    DrawnCardPlayed(Card),
    /// The colour in force is one of the four at random.
    RandomColor,
    /// The turn passes to the next player, or with `skip` to the one after ([`Table::end_turn`]).
    TurnEnds {
        /// Whether a player is passed over.
        skip: bool,
    },
    /// This seat has gone out; the round is over.
    Wins(Seat),
    /// Nobody can go on; the round is over.
    Stalemate,
}

/// What happens, in order: nothing, one thing or two, and then perhaps the end of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    first: Option<Step>,
    second: Option<Step>,
    /// Whether a player is passed over, if the turn ends.
    turn_ends: Option<bool>,
}

impl Steps {
    const NONE: Self = Self {
        first: None,
        second: None,
        turn_ends: None,
    };

    const fn one(step: Step) -> Self {
        Self {
            first: Some(step),
            ..Self::NONE
        }
    }

    const fn two(first: Step, second: Step) -> Self {
        Self {
            first: Some(first),
            second: Some(second),
            ..Self::NONE
        }
    }

    const fn then_turn_ends(self) -> Self {
        Self {
            turn_ends: Some(false),
            ..self
        }
    }

    const fn then_skip_one(self) -> Self {
        Self {
            turn_ends: Some(true),
            ..self
        }
    }

    /// All steps in order.
    pub fn iter(&self) -> impl Iterator<Item = Step> {
        let end = self.turn_ends.map(|skip| Step::TurnEnds { skip });
        [self.first, self.second, end].into_iter().flatten()
    }

    /// Whether the direction of play turns; that is the first step then.
    #[inline(always)]
    pub(crate) const fn reverses(&self) -> bool {
        matches!(self.first, Some(Step::Reversed))
    }

    /// Calls `happens` with the steps between turning the direction of play and the end of the turn,
    /// in order, but not with those that only are told. Gives the end of the turn: whether a player
    /// is passed over.
    #[inline(always)]
    pub(crate) fn carry_out(self, mut happens: impl FnMut(Step)) -> Option<bool> {
        for step in [self.first, self.second] {
            match step {
                None
                | Some(
                    Step::Skipped(_)
                    | Step::Reversed
                    | Step::PenaltyOpens { .. }
                    | Step::HandShown(..),
                ) => {}
                Some(step) => happens(step),
            }
        }
        self.turn_ends
    }
}

/// The first card's effect, on a new table on which it lies on top.
#[must_use]
pub fn open(rules: &Rules, table: &mut Table) -> Steps {
    let options = rules.options();
    let first = table.turn.current;
    match table.top.face() {
        Face::Number(_) => Steps::NONE,
        Face::Skip => Steps::one(Step::Skipped(first)).then_turn_ends(),
        // The dealer, who sits before the first player, plays first.
        Face::Reverse => Steps::one(Step::Reversed).then_turn_ends(),
        Face::DrawTwo if options.first_draw_two == FirstDrawTwo::StillPlays => {
            Steps::one(Step::Draws {
                seat: first,
                cards: 2,
                cause: Cause::DrawTwo,
            })
        }
        Face::DrawTwo if stays_open(rules, false) => {
            raise_penalty(table, 2, false);
            Steps::one(Step::PenaltyOpens {
                seat: first,
                cards: 2,
            })
        }
        Face::DrawTwo => Steps::one(Step::Draws {
            seat: first,
            cards: 2,
            cause: Cause::DrawTwo,
        })
        .then_turn_ends(),
        _ if options.first_wild_color == FirstWildColor::Random => Steps::one(Step::RandomColor),
        _ => {
            table.pending = Pending::FirstColor;
            Steps::NONE
        }
    }
}

/// After this seat laid this card from this hand (the card still counted).
#[inline(always)]
#[must_use]
pub fn play(rules: &Rules, table: &mut Table, seat: Seat, card: Card, hand: Hand) -> Steps {
    let left = hand.without(card);
    if seat != table.turn.current {
        table.turn.current = seat;
        table.drawn = Drawn::NotYet;
        table.called = false;
    }
    table.bluff = card.face() == Face::WildDrawFour
        && table
            .color
            .is_some_and(|color| !left.of(cards_of(color)).is_empty());
    let must_call = rules.options().uno_call == UnoCall::Manual;
    table.exposed = (must_call && left.is_single() && !table.called).then_some(seat);
    table.top = card;
    table.color = card.color();
    table.played_by = seat;
    table.pending = Pending::Nothing;
    table.idle = 0;
    if left.is_empty() {
        finish(rules, table)
    } else {
        effect(rules, table)
    }
}

/// What the card on top does after somebody played it who goes on.
#[inline(always)]
fn effect(rules: &Rules, table: &mut Table) -> Steps {
    if rules.options().seven_zero != SevenZero::None
        && let Some(steps) = seven_zero(rules, table)
    {
        return steps;
    }
    if table.penalty == 0 && PASSING.contains(table.top) {
        return passing_on(rules, table);
    }
    match table.top.face() {
        Face::Number(_) => Steps::NONE.then_turn_ends(),
        Face::Skip => penalty_opens(table.turn.next(), table).then_turn_ends(),
        Face::Reverse => Steps {
            second: penalty_opens(before(table), table).first,
            ..Steps::one(Step::Reversed)
        }
        .then_turn_ends(),
        Face::DrawTwo => penalty(rules, table, 2, false),
        face => {
            table.pending = Pending::Color;
            if face == Face::WildShuffle {
                table.exposed = None;
                return Steps::one(Step::HandsShuffled);
            }
            Steps::NONE
        }
    }
}

/// What a 7 or a 0 on top does where it moves hands.
#[inline(always)]
fn seven_zero(rules: &Rules, table: &mut Table) -> Option<Steps> {
    match table.top.face() {
        Face::Number(7) if has(rules, SevenZero::Seven) => {
            table.pending = Pending::Target;
            Some(Steps::NONE)
        }
        Face::Number(0) if has(rules, SevenZero::Zero) => {
            table.exposed = None;
            Some(Steps::one(Step::HandsRotated).then_turn_ends())
        }
        _ => None,
    }
}

/// What most cards do: the turn passes on, perhaps over a player or the other way round.
// Without a branch: nobody foresees which of these cards it is.
#[inline(always)]
fn passing_on(rules: &Rules, table: &Table) -> Steps {
    let reverses = REVERSES.contains(table.top);
    let reverse_skips =
        rules.options().reverse_two_players == ReverseTwoPlayers::Skip && table.turn.players == 2;
    let skips = SKIPS.contains(table.top) | (reverses & reverse_skips);
    let skipped = Some(Step::Skipped(table.turn.next()));
    let skipped = select_unpredictable(skips, skipped, None);
    Steps {
        first: select_unpredictable(reverses, Some(Step::Reversed), skipped),
        second: select_unpredictable(reverses, skipped, None),
        turn_ends: Some(skips),
    }
}

/// This seat faces the penalty that was passed on.
fn penalty_opens(seat: Seat, table: &Table) -> Steps {
    let cards = table.penalty;
    Steps::one(Step::PenaltyOpens { seat, cards })
}

/// The seat before the one on turn.
fn before(table: &Table) -> Seat {
    let mut turn = table.turn;
    turn.reversed = !turn.reversed;
    turn.next()
}

fn has(rules: &Rules, what: SevenZero) -> bool {
    let agreed = rules.options().seven_zero;
    agreed == what || agreed == SevenZero::Both
}

/// Whether a Draw Two (or a Wild Draw Four) waits for the next player's answer.
fn stays_open(rules: &Rules, four: bool) -> bool {
    let options = rules.options();
    options.deflect != Deflect::None
        || match options.stack {
            Stack::None => false,
            Stack::TwoOnTwo => !four,
            Stack::SameKind | Stack::FourOnTwo | Stack::Any => true,
        }
}

fn raise_penalty(table: &mut Table, cards: u8, four: bool) {
    table.penalty = table.penalty.saturating_add(cards);
    table.penalty_of_four = four;
}

/// The next player draws, or faces a penalty that grew.
fn penalty(rules: &Rules, table: &mut Table, cards: u8, four: bool) -> Steps {
    let seat = table.turn.next();
    if table.penalty > 0 || stays_open(rules, four) {
        raise_penalty(table, cards, four);
        return Steps::one(Step::PenaltyOpens {
            seat,
            cards: table.penalty,
        })
        .then_turn_ends();
    }
    Steps::one(Step::Draws {
        seat,
        cards,
        cause: cause_of(four),
    })
    .then_skip_one()
}

const fn cause_of(four: bool) -> Cause {
    if four {
        Cause::DrawFour
    } else {
        Cause::DrawTwo
    }
}

/// What the card on top does after its player went out with it.
#[inline(always)]
fn finish(rules: &Rules, table: &mut Table) -> Steps {
    let options = rules.options();
    let open = std::mem::take(&mut table.penalty);
    let wins = Step::Wins(table.turn.current);
    if options.last_card_effects == LastCardEffects::None {
        return Steps::one(wins);
    }
    let (seat, cards, four) = match table.top.face() {
        Face::DrawTwo => (table.turn.next(), open.saturating_add(2), false),
        Face::WildDrawFour => (table.turn.next(), open.saturating_add(4), true),
        Face::Reverse => (before(table), open, table.penalty_of_four),
        _ => (table.turn.next(), open, table.penalty_of_four),
    };
    if cards == 0 {
        return Steps::one(wins);
    }
    let draws = Step::Draws {
        seat,
        cards,
        cause: cause_of(four),
    };
    Steps::two(draws, wins)
}

/// After the player on turn named a colour.
#[must_use]
pub fn choose_color(rules: &Rules, table: &mut Table, color: Color) -> Steps {
    let first = table.pending == Pending::FirstColor;
    table.color = Some(color);
    table.pending = Pending::Nothing;
    if first {
        return Steps::NONE;
    }
    match table.top.face() {
        Face::WildDrawFour if rules.options().challenge => {
            raise_penalty(table, 4, true);
            table.pending = Pending::Challenge;
            let seat = table.turn.next();
            Steps::one(Step::PenaltyOpens {
                seat,
                cards: table.penalty,
            })
            .then_turn_ends()
        }
        Face::WildDrawFour => penalty(rules, table, 4, true),
        Face::WildSwap => {
            table.pending = Pending::Target;
            Steps::NONE
        }
        Face::WildCustom if rules.options().custom_wild == CustomWild::Skip => {
            Steps::one(Step::Skipped(table.turn.next())).then_skip_one()
        }
        _ => Steps::NONE.then_turn_ends(),
    }
}

/// After the player on turn chose whose hand to swap with. Hands that moved cannot be caught.
#[must_use]
pub fn choose_target(table: &mut Table, seat: Seat) -> Steps {
    table.pending = Pending::Nothing;
    table.exposed = None;
    Steps::one(Step::HandsSwapped(table.turn.current, seat)).then_turn_ends()
}

/// After the player on turn challenged the Wild Draw Four on top. The four cards of the penalty
/// become those of the verdict; what was added before stays.
#[must_use]
pub fn challenge(rules: &Rules, table: &mut Table) -> Steps {
    let options = rules.options();
    let (challenger, player) = (table.turn.current, table.played_by);
    let before = std::mem::take(&mut table.penalty).saturating_sub(4);
    table.pending = Pending::Nothing;
    table.exposed = None;
    let shown = Step::HandShown(player, challenger);
    if !table.bluff {
        let cards = before.saturating_add(options.challenge_innocent);
        let draws = Step::Draws {
            seat: challenger,
            cards,
            cause: Cause::Innocent,
        };
        return Steps::two(shown, draws).then_turn_ends();
    }
    let cards = before.saturating_add(options.challenge_guilty);
    let draws = Step::Draws {
        seat: player,
        cards,
        cause: Cause::Guilty,
    };
    if options.guilty_keeps_turn {
        Steps::two(shown, draws)
    } else {
        Steps::two(shown, draws).then_turn_ends()
    }
}

/// After the player on turn gave in to an open penalty, with `ACCEPT` or with `DRAW_CARD`.
#[must_use]
pub fn pay(table: &mut Table) -> Steps {
    let (seat, cards) = (table.turn.current, std::mem::take(&mut table.penalty));
    table.pending = Pending::Nothing;
    table.exposed = None;
    Steps::one(Step::Draws {
        seat,
        cards,
        cause: cause_of(table.penalty_of_four),
    })
    .then_turn_ends()
}

/// Whether the player on turn, who chose to draw and just drew this card, draws another.
#[inline(always)]
#[must_use]
pub fn draws_on(rules: &Rules, table: &Table, hand: Hand, card: Card) -> bool {
    rules.options().draw == Draw::UntilPlayable && !can_play_drawn(rules, table, hand, card)
}

#[inline(never)]
fn can_play_drawn(rules: &Rules, table: &Table, hand: Hand, card: Card) -> bool {
    let table = Table {
        drawn: Drawn::Card(card),
        ..*table
    };
    let seat = table.turn.current;
    let situation = Situation {
        rules,
        table: &table,
        seat,
        hand,
        drawable: 0,
    };
    !situation.playable().and(card.equals()).is_empty()
}

/// After the player on turn chose to draw: with the hand as it is now, the card drawn last, whether
/// cards ran out, and how many can still be drawn.
#[inline(always)]
#[must_use]
pub fn drew(
    rules: &Rules,
    table: &mut Table,
    hand: Hand,
    last: Option<Card>,
    ran_out: bool,
    drawable: u32,
) -> Steps {
    table.exposed = None;
    match last {
        Some(card) => table.drawn = Drawn::Card(card),
        None if !table.drawn.any() => table.drawn = Drawn::NoCard,
        None => {}
    }
    if ran_out && rules.options().empty == EmptyPiles::EndRound {
        return Steps::one(Step::Stalemate);
    }
    if rules.options().after_draw == AfterDraw::KeepTurn {
        return Steps::NONE;
    }
    after_draw(rules, table, hand, last, drawable)
}

/// How the turn goes on after a draw.
#[inline(always)]
fn after_draw(
    rules: &Rules,
    table: &mut Table,
    hand: Hand,
    last: Option<Card>,
    drawable: u32,
) -> Steps {
    match (rules.options().after_draw, last) {
        (AfterDraw::KeepTurn, _) => Steps::NONE,
        (AfterDraw::EndUnlessPlayable, _) => {
            let seat = table.turn.current;
            let can_play = !Situation {
                rules,
                table,
                seat,
                hand,
                drawable,
            }
            .playable()
            .is_empty();
            if can_play {
                Steps::NONE
            } else {
                end_turn(rules, table, hand, drawable)
            }
        }
        (AfterDraw::AutoPlay, Some(card)) if card.is_wild() || card.color() == table.color => {
            Steps::one(Step::DrawnCardPlayed(card))
        }
        _ => end_turn(rules, table, hand, drawable),
    }
}

/// After the drawn card was laid for the player on turn ([`Step::DrawnCardPlayed`]), from this
/// hand (the card still counted). A wild card has no effect but a random colour.
#[must_use]
pub fn play_drawn(rules: &Rules, table: &mut Table, card: Card, hand: Hand) -> Steps {
    let seat = table.turn.current;
    let list = play(rules, table, seat, card, hand);
    if card.is_wild() && table.pending == Pending::Color {
        table.pending = Pending::Nothing;
        return Steps::one(Step::RandomColor).then_turn_ends();
    }
    list
}

/// After the player on turn ended it, or it ended after a draw. When every player in a row could
/// neither play nor draw, the round ends.
#[inline(always)]
#[must_use]
pub fn end_turn(rules: &Rules, table: &mut Table, hand: Hand, drawable: u32) -> Steps {
    table.exposed = None;
    let nothing_drawn = drawable == 0 && !matches!(table.drawn, Drawn::Card(_));
    let stuck = nothing_drawn && has_no_move(rules, table, hand);
    table.idle = if stuck { table.idle + 1 } else { 0 };
    if table.idle >= table.turn.players {
        Steps::one(Step::Stalemate)
    } else {
        Steps::NONE.then_turn_ends()
    }
}

/// Whether the player on turn could not play before drawing, with nothing to draw.
#[inline(never)]
fn has_no_move(rules: &Rules, table: &Table, hand: Hand) -> bool {
    let fresh = Table {
        drawn: Drawn::NotYet,
        ..*table
    };
    let seat = table.turn.current;
    let situation = Situation {
        rules,
        table: &fresh,
        seat,
        hand,
        drawable: 0,
    };
    table.pending == Pending::Nothing && situation.playable().is_empty()
}

/// After this seat called UNO.
#[must_use]
pub fn call_uno(rules: &Rules, table: &mut Table, seat: Seat, call: Call) -> Steps {
    if table.exposed == Some(seat) {
        table.exposed = None;
        return Steps::NONE;
    }
    table.called = true;
    if call == Call::Due {
        return Steps::NONE;
    }
    let cards = rules.options().false_call;
    Steps::one(Step::Draws {
        seat,
        cards,
        cause: Cause::FalseCall,
    })
}

/// After this seat was caught.
#[must_use]
pub fn catch(rules: &Rules, table: &mut Table, seat: Seat) -> Steps {
    table.exposed = None;
    let cards = rules.options().uno_penalty;
    Steps::one(Step::Draws {
        seat,
        cards,
        cause: Cause::Caught,
    })
}
