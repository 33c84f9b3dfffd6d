//! Everything about a game but the cards: whose move it is, in which phase, and what is known.
//!
//! [`Deal`](crate::deal::Deal) is this with hands as numbers per rank; the engine's plugin is this
//! with the cards in zones. Both call the same functions, so that a rule is written once.

use crate::{
    auction::{Auction, Bid, Doublings, ShowDenied, Showing, Step},
    combination::Combination,
    profile::{AllPass, Bidding, NoLandlord, Options, ShowCards},
    score::{Points, Tally, Team},
    seat::Seat,
    trick::Trick,
};
use decklet_engine::Encoder;

/// Where the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Before the auction: cards may be shown.
    Ready,
    /// The auction.
    Bidding,
    /// Nobody called: the driver deals again ([`Flow::redeal`]). No seat has a move.
    Redeal,
    /// The landlord has taken the bottom cards and may show the hand.
    Bottom,
    /// Each seat may double.
    Doubling,
    /// The play.
    Playing,
    /// The end.
    Finished,
}

impl Phase {
    /// The name at the edge, as `PLAYING`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ready => "READY",
            Self::Bidding => "BIDDING",
            Self::Redeal => "REDEAL",
            Self::Bottom => "BOTTOM",
            Self::Doubling => "DOUBLING",
            Self::Playing => "PLAYING",
            Self::Finished => "FINISHED",
        }
    }
}

/// What follows when nobody wants to be landlord.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NobodyCalled {
    /// The cards are dealt again.
    Redeal,
    /// The game is over without a winner.
    Void,
    /// This seat is landlord all the same.
    Landlord(Seat),
}

/// Everything about a game but the cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flow {
    /// What counts for the score so far.
    pub tally: Tally,
    /// The current round.
    pub trick: Trick,
    /// The auction.
    pub auction: Auction,
    /// Who has shown cards.
    pub showing: Showing,
    /// Who has doubled.
    pub doublings: Doublings,
    /// Where the game stands.
    pub phase: Phase,
    /// Who moves.
    pub turn: Seat,
    /// The landlord, once there is one.
    pub landlord: Option<Seat>,
    /// The side that won; none before the end and in a game without landlord.
    pub winner: Option<Team>,
    /// How often the cards were dealt again.
    pub redeals: u8,
}

impl Flow {
    /// Before the cards are dealt: no seat has a move.
    #[must_use]
    pub const fn before_start() -> Self {
        Self {
            tally: Tally::NOTHING,
            trick: Trick::EMPTY,
            auction: Auction::new(Seat::First),
            showing: Showing::new(Seat::First),
            doublings: Doublings::new(),
            phase: Phase::Ready,
            turn: Seat::First,
            landlord: None,
            winner: None,
            redeals: 0,
        }
    }

    /// Before the first move; `opener` is asked first. Where there is no auction
    /// ([`Flow::landlord_without_auction`]) the caller makes the landlord at once.
    #[must_use]
    pub fn new(opener: Seat, options: &Options) -> Self {
        let mut flow = Self {
            auction: Auction::new(opener),
            showing: Showing::new(opener),
            turn: opener,
            ..Self::before_start()
        };
        flow.ask_before_auction(options);
        flow
    }

    /// The cards were dealt again, and `opener` is asked first.
    pub fn redeal(&mut self, opener: Seat, options: &Options) {
        let redeals = self.redeals.saturating_add(1);
        *self = Self {
            redeals,
            ..Self::new(opener, options)
        };
    }

    /// The landlord that the options name instead of an auction, once nobody is asked to show cards
    /// any more.
    #[must_use]
    pub fn landlord_without_auction(&self, options: &Options) -> Option<Seat> {
        match (options.bidding, self.phase, self.landlord) {
            (Bidding::None { landlord }, Phase::Bidding, None) => Some(landlord),
            _ => None,
        }
    }

    /// Asks the next seat whether to show cards, or begins the auction.
    fn ask_before_auction(&mut self, options: &Options) {
        if let Some(seat) = self.showing.turn(&options.show_cards) {
            self.turn = seat;
            return;
        }
        let first_shown = match options.show_cards {
            ShowCards::Staged { .. } => self.showing.first(),
            _ => None,
        };
        self.auction = Auction::new(first_shown.unwrap_or(self.auction.opener()));
        self.turn = self.auction.turn();
        self.phase = Phase::Bidding;
    }

    /// The seat whose turn it is is ready, without (further) showing cards.
    pub fn ready(&mut self, options: &Options) {
        if self.phase == Phase::Bottom {
            self.ask_to_double(options);
        } else {
            self.showing.ready(&options.show_cards);
            self.ask_before_auction(options);
        }
    }

    /// Whether this seat, in turn or not, may show its cards now, and for which factor.
    ///
    /// # Errors
    /// Why not.
    pub fn check_show(&self, seat: Seat, options: &Options) -> Result<u8, ShowDenied> {
        let rule = &options.show_cards;
        match (self.phase, self.landlord) {
            (Phase::Ready, _) => self.showing.check(seat, rule),
            (Phase::Bottom, Some(landlord)) if seat == landlord => {
                self.showing.check_after_bottom(landlord, rule)
            }
            _ => Err(ShowDenied::NotNow),
        }
    }

    /// A seat shows its cards, in turn or, with [`ShowCards::PerPlayer`], out of it.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn show_cards(&mut self, seat: Seat, options: &Options) -> Result<(), ShowDenied> {
        let factor = self.check_show(seat, options)?;
        self.showing.show(seat, factor, &options.show_cards);
        match self.phase {
            Phase::Bottom => self.ask_to_double(options),
            _ => self.ask_before_auction(options),
        }
        Ok(())
    }

    /// Takes an allowed bid of the seat whose turn it is. What the step says is for the caller to
    /// do: [`Flow::make_landlord`], or [`Flow::nobody_called`].
    pub fn bid(&mut self, bid: Bid, options: &Options) -> Step {
        let step = self.auction.apply(self.turn, bid, &options.bidding);
        if let Step::Next(seat) = step {
            self.turn = seat;
        }
        step
    }

    /// What follows when nobody wants to be landlord.
    pub fn nobody_called(&mut self, options: &Options) -> NobodyCalled {
        if let Some(seat) = self.showing.forced_landlord(&options.show_cards) {
            return NobodyCalled::Landlord(seat);
        }
        let end = match options.all_pass {
            AllPass::Redeal { limit, .. } if limit.is_none_or(|limit| self.redeals < limit) => {
                self.phase = Phase::Redeal;
                return NobodyCalled::Redeal;
            }
            AllPass::Redeal { then, .. } => then,
            AllPass::End(end) => end,
        };
        match end {
            NoLandlord::Void => {
                self.phase = Phase::Finished;
                NobodyCalled::Void
            }
            NoLandlord::ForceFirst => NobodyCalled::Landlord(self.auction.opener()),
        }
    }

    /// This seat is landlord; the caller gives it the bottom cards.
    pub fn make_landlord(&mut self, landlord: Seat, options: &Options) {
        self.landlord = Some(landlord);
        self.turn = landlord;
        self.tally.bid = self.auction.highest();
        self.tally.robs = self.auction.robs();
        let may_show = self
            .showing
            .check_after_bottom(landlord, &options.show_cards);
        if may_show.is_ok() {
            self.phase = Phase::Bottom;
        } else {
            self.ask_to_double(options);
        }
    }

    /// The seat whose turn it is multiplies its stake; 1 is no doubling.
    pub fn double(&mut self, factor: u8, options: &Options) {
        self.doublings.apply(self.turn, factor);
        self.ask_to_double(options);
    }

    /// Asks the next seat whether to double, or begins the play.
    fn ask_to_double(&mut self, options: &Options) {
        let landlord = self.landlord.unwrap_or(self.turn);
        match self.doublings.turn(landlord, &options.doubling) {
            Some(seat) => {
                self.phase = Phase::Doubling;
                self.turn = seat;
            }
            None => {
                self.phase = Phase::Playing;
                self.turn = landlord;
            }
        }
    }

    /// The seat whose turn it is plays; `emptied` says whether these were its last cards.
    #[inline]
    pub fn play(&mut self, combination: Combination, emptied: bool, options: &Options) {
        let seat = self.turn;
        self.tally.play(seat, combination, options);
        self.trick.play(seat, combination);
        if emptied {
            self.phase = Phase::Finished;
            self.winner = self.landlord.map(|landlord| Team::of(seat, landlord));
        } else {
            self.turn = seat.next();
        }
    }

    /// The seat whose turn it is passes. Returns who leads when that clears the table.
    #[inline]
    pub fn pass(&mut self) -> Option<Seat> {
        let starter = self.trick.pass(self.turn);
        self.turn = starter.unwrap_or(self.turn.next());
        starter
    }

    /// The points of each seat; nothing before the end and in a game without landlord.
    #[must_use]
    pub fn returns(&self, options: &Options) -> Points {
        match (self.landlord, self.winner) {
            (Some(landlord), Some(winner)) => {
                self.tally
                    .settle(landlord, winner, &self.showing, &self.doublings, options)
            }
            _ => [0; 3],
        }
    }

    /// Writes every field, for a state's hash.
    pub(crate) fn encode(&self, out: &mut Encoder) {
        let Self {
            tally,
            trick,
            auction,
            showing,
            doublings,
            phase,
            turn,
            landlord,
            winner,
            redeals,
        } = self;
        tally.encode(out);
        trick.encode(out);
        auction.encode(out);
        showing.encode(out);
        doublings.encode(out);
        out.byte(*phase as u8);
        out.byte((*turn).into());
        out.byte(Seat::code(*landlord));
        out.byte(winner.map_or(u8::MAX, |winner| winner as u8));
        out.byte(*redeals);
    }
}
