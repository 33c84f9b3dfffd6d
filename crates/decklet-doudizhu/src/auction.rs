//! Who becomes landlord: calling, robbing, bidding points; and the choices around it, showing
//! cards and doubling.
//!
//! The parts are small values. Each says whether a choice is allowed and why not (`check`), and
//! takes it (`apply`); who asks is up to the caller.

use crate::{
    profile::{Bidding, Doubling, FirstBidder, Rounds, ShowCards},
    seat::Seat,
};
use decklet_engine::{Encoder, Rng};

/// What a player says in the auction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bid {
    /// Calls, or declines to.
    Call(bool),
    /// Robs, or declines to.
    Rob(bool),
    /// Bids points; 0 is a pass.
    Points(u8),
}

/// What follows from a bid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// This seat is asked next.
    Next(Seat),
    /// This seat is landlord.
    Landlord(Seat),
    /// Nobody wants to be landlord.
    AllPassed,
}

/// Why a bid is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BidDenied {
    /// This auction has no such bids.
    #[error("this auction has no such bids")]
    WrongKind,
    /// Somebody has called already.
    #[error("seat {} has called already", u8::from(*.0))]
    CandidateSet(Seat),
    /// Nobody has called whom one could rob.
    #[error("nobody has called")]
    NoCandidate,
    /// The candidate would rob from themselves.
    #[error("the caller cannot rob from themselves")]
    SelfRob,
    /// Another seat is asked.
    #[error("seat {} is asked", u8::from(*.0))]
    NotYourTurn(Seat),
    /// The bid is not above the highest so far.
    #[error("a bid must be above {0}, or 0")]
    TooLow(u8),
    /// The bid is above the highest possible.
    #[error("the highest bid is {0}")]
    TooHigh(u8),
}

/// The state of an auction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Auction {
    opener: Seat,
    turn: Seat,
    caller: Option<Seat>,
    candidate: Option<Seat>,
    /// Seats that declined to call or passed.
    declined: u8,
    /// Seats that were asked whether to rob.
    asked_to_rob: u8,
    bids: u8,
    passes_in_a_row: u8,
    highest: u8,
    robs: u8,
}

impl Auction {
    /// Before the first bid, which is this seat's.
    #[must_use]
    pub const fn new(opener: Seat) -> Self {
        Self {
            opener,
            turn: opener,
            caller: None,
            candidate: None,
            declined: 0,
            asked_to_rob: 0,
            bids: 0,
            passes_in_a_row: 0,
            highest: 0,
            robs: 0,
        }
    }

    /// An auction taken up as a viewer sees it: who was asked first, who is asked, who would be
    /// landlord if it ended now, who declined or passed, the highest bid of points, and how often it
    /// was robbed. Everything else follows, because the seats are asked in turn. It goes on as the
    /// one that was seen; of one that is over, only these are the same.
    #[must_use]
    pub fn resume(
        opener: Seat,
        turn: Seat,
        candidate: Option<Seat>,
        declined: impl IntoIterator<Item = Seat>,
        highest: u8,
        robs: u8,
    ) -> Self {
        let declined = declined.into_iter().fold(0, |all, seat| all | seat.bit());
        let has_declined = |seat: &Seat| declined & seat.bit() != 0;
        let steps = |from: Seat| (3 + turn as u8 - from as u8) % 3;
        // Without points the first who did not decline has called.
        let calls = highest == 0 && candidate.is_some();
        let first = opener.round().into_iter().find(|seat| !has_declined(seat));
        let caller = first.filter(|_| calls);
        let asked_to_rob = caller.map_or(0, |caller| {
            let others = caller.next().round().into_iter().take(2);
            let before = others.take_while(|&seat| seat != turn);
            let asked = before.filter(|seat| !has_declined(seat));
            asked.fold(0, |all, seat| all | seat.bit())
        });
        Self {
            opener,
            turn,
            caller,
            candidate,
            declined,
            asked_to_rob,
            bids: steps(opener),
            passes_in_a_row: match candidate {
                Some(candidate) => steps(candidate.next()),
                None => steps(opener),
            },
            highest,
            robs,
        }
    }

    /// Writes every field, for a state's hash.
    pub(crate) fn encode(&self, out: &mut Encoder) {
        let Self {
            opener,
            turn,
            caller,
            candidate,
            declined,
            asked_to_rob,
            bids,
            passes_in_a_row,
            highest,
            robs,
        } = self;
        let seats = [Some(*opener), Some(*turn), *caller, *candidate];
        seats
            .into_iter()
            .for_each(|seat| out.byte(Seat::code(seat)));
        [declined, asked_to_rob, bids, passes_in_a_row, highest, robs]
            .into_iter()
            .for_each(|&byte| out.byte(byte));
    }

    /// Who was asked first.
    #[must_use]
    pub const fn opener(&self) -> Seat {
        self.opener
    }

    /// Who is asked.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Who would be landlord if the auction ended now.
    #[must_use]
    pub const fn candidate(&self) -> Option<Seat> {
        self.candidate
    }

    /// The seats that declined to call or passed, in seat order.
    pub fn declined(&self) -> impl Iterator<Item = Seat> {
        let declined = self.declined;
        Seat::ALL
            .into_iter()
            .filter(move |seat| declined & seat.bit() != 0)
    }

    /// The highest bid of points so far; 0 when there is none.
    #[must_use]
    pub const fn highest(&self) -> u8 {
        self.highest
    }

    /// How often it was robbed.
    #[must_use]
    pub const fn robs(&self) -> u8 {
        self.robs
    }

    /// Whether this seat may say this now.
    ///
    /// Calling and robbing are looked at as documents 000's rules 8 and 9 do: first the candidate,
    /// then the turn.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, seat: Seat, bid: Bid, bidding: &Bidding) -> Result<(), BidDenied> {
        match (bid, bidding) {
            (Bid::Call(_), Bidding::FirstCall | Bidding::CallRobOnce | Bidding::CallRob) => {
                if let Some(candidate) = self.candidate {
                    return Err(BidDenied::CandidateSet(candidate));
                }
                self.check_turn(seat, self.turn)
            }
            (Bid::Rob(_), Bidding::FirstCall | Bidding::CallRobOnce) => {
                let candidate = self.candidate.ok_or(BidDenied::NoCandidate)?;
                if seat == candidate {
                    return Err(BidDenied::SelfRob);
                }
                self.check_turn(seat, candidate.next())
            }
            (Bid::Rob(_), Bidding::CallRob) => {
                self.candidate.ok_or(BidDenied::NoCandidate)?;
                self.check_turn(seat, self.turn)
            }
            (Bid::Points(points), Bidding::Score { max, .. }) => {
                self.check_turn(seat, self.turn)?;
                match points {
                    0 => Ok(()),
                    _ if points > *max => Err(BidDenied::TooHigh(*max)),
                    _ if points <= self.highest => Err(BidDenied::TooLow(self.highest)),
                    _ => Ok(()),
                }
            }
            _ => Err(BidDenied::WrongKind),
        }
    }

    fn check_turn(&self, seat: Seat, expected: Seat) -> Result<(), BidDenied> {
        if seat == expected {
            Ok(())
        } else {
            Err(BidDenied::NotYourTurn(expected))
        }
    }

    /// Calls `f` with everything the seat whose turn it is may say: declining first, then upwards.
    #[inline]
    pub fn each(&self, bidding: &Bidding, mut f: impl FnMut(Bid)) {
        match bidding {
            Bidding::Score { max, .. } => {
                f(Bid::Points(0));
                (self.highest + 1..=*max).for_each(|points| f(Bid::Points(points)));
            }
            Bidding::None { .. } => {}
            _ if self.candidate.is_none() => {
                [false, true].into_iter().for_each(|b| f(Bid::Call(b)));
            }
            _ => [false, true].into_iter().for_each(|b| f(Bid::Rob(b))),
        }
    }

    /// Takes an allowed bid of this seat.
    pub fn apply(&mut self, seat: Seat, bid: Bid, bidding: &Bidding) -> Step {
        self.bids = self.bids.saturating_add(1);
        let step = match bid {
            Bid::Call(call) => self.call(seat, call, bidding),
            Bid::Rob(rob) => self.rob(seat, rob, bidding),
            Bid::Points(points) => self.points(seat, points, bidding),
        };
        if let Step::Next(next) = step {
            self.turn = next;
        }
        step
    }

    fn call(&mut self, seat: Seat, call: bool, bidding: &Bidding) -> Step {
        if !call {
            self.declined |= seat.bit();
            return if self.declined == 0b111 {
                Step::AllPassed
            } else {
                Step::Next(seat.next())
            };
        }
        self.caller = Some(seat);
        self.candidate = Some(seat);
        match bidding {
            Bidding::CallRobOnce => Step::Next(seat.next()),
            Bidding::CallRob => self.next_to_rob(seat, seat),
            _ => Step::Landlord(seat),
        }
    }

    fn rob(&mut self, seat: Seat, rob: bool, bidding: &Bidding) -> Step {
        self.asked_to_rob |= seat.bit();
        if rob {
            self.robs = self.robs.saturating_add(1);
            self.candidate = Some(seat);
        }
        match (bidding, self.caller) {
            (Bidding::CallRob, Some(caller)) => self.next_to_rob(seat, caller),
            _ => Step::Landlord(self.candidate.unwrap_or(seat)),
        }
    }

    /// The others who have not declined, in turn; then the caller, if anybody robbed.
    fn next_to_rob(&self, seat: Seat, caller: Seat) -> Step {
        let out = self.declined | self.asked_to_rob;
        let others = seat
            .next()
            .round()
            .into_iter()
            .filter(|&s| s != caller && out & s.bit() == 0);
        let again = (self.robs > 0 && out & caller.bit() == 0).then_some(caller);
        match others.chain(again).next() {
            Some(next) => Step::Next(next),
            None => Step::Landlord(self.candidate.unwrap_or(caller)),
        }
    }

    fn points(&mut self, seat: Seat, points: u8, bidding: &Bidding) -> Step {
        let Bidding::Score {
            max,
            rounds,
            top_ends,
        } = *bidding
        else {
            return Step::Next(self.turn);
        };
        if points == 0 {
            self.declined |= seat.bit();
            self.passes_in_a_row = self.passes_in_a_row.saturating_add(1);
        } else {
            self.declined &= !seat.bit();
            self.passes_in_a_row = 0;
            self.highest = points;
            self.candidate = Some(seat);
            if points >= max && top_ends {
                return Step::Landlord(seat);
            }
        }
        let over = match (rounds, self.candidate) {
            (Rounds::One, _) => self.bids >= 3,
            (Rounds::TwoPassesEnd, Some(_)) => self.passes_in_a_row >= 2,
            (Rounds::TwoPassesEnd, None) => self.passes_in_a_row >= 3,
            (Rounds::PassOut, Some(candidate)) => self.declined | candidate.bit() == 0b111,
            (Rounds::PassOut, None) => self.declined == 0b111,
        };
        match (over, self.candidate) {
            (true, Some(candidate)) => Step::Landlord(candidate),
            (true, None) => Step::AllPassed,
            (false, _) if rounds == Rounds::PassOut && self.declined & seat.next().bit() != 0 => {
                Step::Next(seat.after(2))
            }
            (false, _) => Step::Next(seat.next()),
        }
    }
}

/// Who is asked first, in a deal after one that `previous` opened (none for the first of a match).
/// Draws from `rng` where the option says so.
pub fn opening_seat(option: FirstBidder, previous: Option<Seat>, rng: &mut Rng) -> Seat {
    match (option, previous) {
        (FirstBidder::LowestSeat, _) => Seat::First,
        (FirstBidder::Fixed(seat), _) => seat,
        (FirstBidder::Rotate, Some(previous)) => previous.next(),
        (FirstBidder::Rotate, None) | (FirstBidder::Random, _) => Seat::First.after(rng.below(3)),
        (FirstBidder::ExposedCard, _) => Seat::First.after(rng.below(51)),
    }
}

/// Why cards cannot be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShowDenied {
    /// These rules do not have it, or not at this moment.
    #[error("cards cannot be shown now")]
    NotNow,
    /// The hand lies open already.
    #[error("the cards are shown already")]
    AlreadyShown,
    /// Another seat is asked.
    #[error("seat {} is asked", u8::from(*.0))]
    NotYourTurn(Seat),
}

/// Who has shown cards, and who is asked before the auction.
///
/// With [`ShowCards::PerPlayer`] the opener opens the auction by being ready, and until then each
/// player may show, in turn or out of it. With [`ShowCards::Staged`] each player is asked in turn at
/// each of three moments and either shows or is ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Showing {
    /// What each seat multiplies the stake by; 1 when its cards are not shown.
    pub factors: [u8; 3],
    first: Option<Seat>,
    opener: Seat,
    asked: u8,
}

impl Showing {
    /// Nothing shown; this seat is asked first.
    #[must_use]
    pub const fn new(opener: Seat) -> Self {
        Self {
            factors: [1; 3],
            first: None,
            opener,
            asked: 0,
        }
    }

    /// As a viewer sees it: what each seat multiplies the stake by, who showed first, who was asked
    /// first, and how many times a seat was asked or had shown already.
    #[must_use]
    pub const fn resume(factors: [u8; 3], first: Option<Seat>, opener: Seat, asked: u8) -> Self {
        Self {
            factors,
            first,
            opener,
            asked,
        }
    }

    /// Writes every field, for a state's hash.
    pub(crate) fn encode(&self, out: &mut Encoder) {
        let Self {
            factors,
            first,
            opener,
            asked,
        } = self;
        factors.iter().for_each(|&factor| out.byte(factor));
        out.byte(Seat::code(*first));
        out.byte((*opener).into());
        out.byte(*asked);
    }

    /// Who is asked first.
    #[must_use]
    pub const fn opener(&self) -> Seat {
        self.opener
    }

    /// How many times a seat was asked, or would have been had it not shown already.
    #[must_use]
    pub const fn asked(&self) -> u8 {
        self.asked
    }

    /// Who showed first.
    #[must_use]
    pub const fn first(&self) -> Option<Seat> {
        self.first
    }

    /// With [`ShowCards::Staged`], which moment it is before the auction: 0 before the deal, 1 and 2
    /// during it; none when all have been asked.
    #[must_use]
    pub const fn moment(&self, rule: &ShowCards) -> Option<u8> {
        match rule {
            ShowCards::Staged { .. } if self.asked < 9 => Some(self.asked / 3),
            _ => None,
        }
    }

    /// Who is asked whether to show or be ready; none when the auction can begin.
    #[must_use]
    pub fn turn(&self, rule: &ShowCards) -> Option<Seat> {
        let ready = match rule {
            ShowCards::Off => true,
            ShowCards::PerPlayer { .. } => self.asked > 0,
            ShowCards::Staged { .. } => self.asked >= 9,
        };
        (!ready).then(|| self.opener.after(u32::from(self.asked)))
    }

    /// Whether this seat may show its cards before the auction, and what that is worth.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, seat: Seat, rule: &ShowCards) -> Result<u8, ShowDenied> {
        let turn = self.turn(rule).ok_or(ShowDenied::NotNow)?;
        if self.shown(seat) {
            return Err(ShowDenied::AlreadyShown);
        }
        match *rule {
            ShowCards::PerPlayer { factor } => Ok(factor),
            ShowCards::Staged { .. } if seat != turn => Err(ShowDenied::NotYourTurn(turn)),
            ShowCards::Staged {
                before_deal,
                during_deal: [early, late],
                ..
            } => Ok([before_deal, early, late][usize::from(self.asked / 3).min(2)]),
            ShowCards::Off => Err(ShowDenied::NotNow),
        }
    }

    /// Whether the landlord may show the cards after taking the bottom cards, and what that is
    /// worth.
    ///
    /// # Errors
    /// Why not.
    pub fn check_after_bottom(&self, landlord: Seat, rule: &ShowCards) -> Result<u8, ShowDenied> {
        match *rule {
            ShowCards::Staged { .. } if self.shown(landlord) => Err(ShowDenied::AlreadyShown),
            ShowCards::Staged { after_bottom, .. } => Ok(after_bottom),
            _ => Err(ShowDenied::NotNow),
        }
    }

    /// Whether this seat's cards lie open.
    #[must_use]
    pub const fn shown(&self, seat: Seat) -> bool {
        self.factors[seat.index()] > 1
    }

    /// This seat shows its cards, for this factor.
    pub fn show(&mut self, seat: Seat, factor: u8, rule: &ShowCards) {
        self.factors[seat.index()] = factor;
        self.first.get_or_insert(seat);
        if let ShowCards::Staged { .. } = rule {
            self.advance();
        }
    }

    /// The seat that is asked is ready.
    pub fn ready(&mut self, rule: &ShowCards) {
        self.asked = self.asked.saturating_add(1);
        if let ShowCards::Staged { .. } = rule {
            self.skip_shown();
        }
    }

    fn advance(&mut self) {
        self.asked = self.asked.saturating_add(1);
        self.skip_shown();
    }

    /// Who has shown is not asked again.
    fn skip_shown(&mut self) {
        while self.asked < 9 && self.shown(self.opener.after(u32::from(self.asked))) {
            self.asked += 1;
        }
    }

    /// What all shown cards multiply the stake by.
    #[must_use]
    pub fn factor(&self, rule: &ShowCards) -> u64 {
        match rule {
            ShowCards::Staged { .. } => u64::from(self.factors.into_iter().max().unwrap_or(1)),
            _ => self.factors.into_iter().map(u64::from).product(),
        }
    }

    /// The landlord when nobody called, where the first who shows is forced.
    #[must_use]
    pub const fn forced_landlord(&self, rule: &ShowCards) -> Option<Seat> {
        match rule {
            ShowCards::Staged {
                forces_landlord: true,
                ..
            } => self.first,
            _ => None,
        }
    }
}

/// Why a doubling is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DoubleDenied {
    /// These rules do not have it, or not by this factor.
    #[error("the stake cannot be multiplied by {0}")]
    NoSuchFactor(u8),
    /// This seat has chosen already.
    #[error("already chosen")]
    AlreadyChosen,
    /// Another seat is asked.
    #[error("seat {} is asked", u8::from(*.0))]
    NotYourTurn(Seat),
}

/// The choices between auction and play: each seat once, the landlord first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doublings {
    /// What each seat multiplies its stake by; 1 without doubling.
    pub factors: [u8; 3],
    asked: u8,
}

impl Default for Doublings {
    fn default() -> Self {
        Self::new()
    }
}

impl Doublings {
    /// Nobody asked yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            factors: [1; 3],
            asked: 0,
        }
    }

    /// As a viewer sees it: what each seat multiplies its stake by, and how many have chosen.
    #[must_use]
    pub const fn resume(factors: [u8; 3], asked: u8) -> Self {
        Self { factors, asked }
    }

    /// Writes every field, for a state's hash.
    pub(crate) fn encode(&self, out: &mut Encoder) {
        let Self { factors, asked } = self;
        factors.iter().for_each(|&factor| out.byte(factor));
        out.byte(*asked);
    }

    /// Who is asked; none when all have chosen, or there is no doubling.
    #[must_use]
    pub fn turn(&self, landlord: Seat, rule: &Doubling) -> Option<Seat> {
        let over = self.asked >= 3 || *rule == Doubling::Off;
        (!over).then(|| landlord.after(u32::from(self.asked)))
    }

    /// Whether this seat may choose this factor now, 1 being no doubling.
    ///
    /// # Errors
    /// Why not.
    pub fn check(
        &self,
        seat: Seat,
        factor: u8,
        landlord: Seat,
        rule: &Doubling,
    ) -> Result<(), DoubleDenied> {
        let turn = self
            .turn(landlord, rule)
            .ok_or(DoubleDenied::AlreadyChosen)?;
        if seat != turn {
            let chosen = landlord.round()[..usize::from(self.asked)].contains(&seat);
            return Err(if chosen {
                DoubleDenied::AlreadyChosen
            } else {
                DoubleDenied::NotYourTurn(turn)
            });
        }
        let mut known = false;
        Self::each(rule, |choice| known |= choice == factor);
        if known {
            Ok(())
        } else {
            Err(DoubleDenied::NoSuchFactor(factor))
        }
    }

    /// Calls `f` with every factor there is to choose, 1 first.
    #[inline]
    pub fn each(rule: &Doubling, mut f: impl FnMut(u8)) {
        if let Doubling::PerPlayer {
            factor,
            super_factor,
        } = *rule
        {
            f(1);
            f(factor);
            super_factor.into_iter().for_each(f);
        }
    }

    /// The seat that is asked chooses this factor.
    pub fn apply(&mut self, seat: Seat, factor: u8) {
        self.factors[seat.index()] = factor;
        self.asked = self.asked.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;

    /// Whether both go on alike, whatever is said.
    fn assert_same(one: Auction, other: Auction, bidding: &Bidding, depth: u32) {
        one.each(bidding, |bid| {
            let (mut one, mut other) = (one, other);
            let seat = one.turn();
            assert_eq!(
                other.check(seat, bid, bidding),
                one.check(seat, bid, bidding)
            );
            let step = one.apply(seat, bid, bidding);
            assert_eq!(other.apply(seat, bid, bidding), step, "{one:?} {other:?}");
            if let (Step::Next(_), 1..) = (step, depth) {
                assert_same(one, other, bidding, depth - 1);
            }
        });
    }

    fn walk(auction: Auction, bidding: &Bidding, depth: u32) {
        let resumed = Auction::resume(
            auction.opener(),
            auction.turn(),
            auction.candidate(),
            auction.declined(),
            auction.highest(),
            auction.robs(),
        );
        assert_same(auction, resumed, bidding, 5);
        auction.each(bidding, |bid| {
            let mut next = auction;
            let step = next.apply(next.turn(), bid, bidding);
            if let (Step::Next(_), 1..) = (step, depth) {
                walk(next, bidding, depth - 1);
            }
        });
    }

    #[test]
    fn an_auction_taken_up_from_what_is_seen_goes_on_as_it_would_have() {
        for profile in Profile::all() {
            for opener in Seat::ALL {
                walk(Auction::new(opener), &profile.options().bidding, 6);
            }
        }
    }
}
