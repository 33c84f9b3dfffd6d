//! The whole game as one small Copy value, for simulation and search.
//!
//! A [`Deal`] is made of the same parts as the plugin's state ([`Auction`], [`Trick`], [`Tally`]
//! ...), with hands as numbers per rank. It is copied instead of undone, never allocates and never
//! panics. Chance is outside: the driver deals, draws the first bidder and deals again when the
//! phase is [`Phase::Redeal`]; [`Game`] is such a driver.
//!
//! ```
//! use decklet_doudizhu::{deal::{Game, MoveList}, profile::Profile};
//! use decklet_engine::Seed;
//!
//! let mut game = Game::new(Profile::named("game-claw").unwrap(), &Seed::from(7));
//! let mut moves = MoveList::new();
//! while !game.deal().is_over() {
//!     game.deal().legal(&mut moves);
//!     game.apply(moves[0]);
//! }
//! assert_eq!(game.deal().returns().iter().sum::<i64>(), 0);
//! ```

use crate::{
    auction::{
        Auction, Bid, BidDenied, DoubleDenied, Doublings, ShowDenied, Showing, Step, opening_seat,
    },
    card::{Card, DECK_SIZE},
    hand::{CardSet, Hand, MAX_HAND},
    plays::{self, MAX_PLAYS, Play},
    profile::{AllPass, Bidding, DealOrder, NoLandlord, Options, ShowCards},
    score::{Points, Tally, Team},
    seat::Seat,
    trick::{CannotPass, PlayDenied, Trick},
};
use arrayvec::ArrayVec;
use decklet_engine::{Rng, Seed, Stream};

/// The 54 cards in the order in which they are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck([Card; DECK_SIZE]);

/// What a deal gives to whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// The 17 cards of each seat.
    pub hands: [CardSet; 3],
    /// The three bottom cards.
    pub bottom: CardSet,
}

impl Deck {
    /// The deck in order of ids, shuffled.
    #[must_use]
    pub fn shuffled(rng: &mut Rng) -> Self {
        let mut cards = const {
            let mut cards = [Card::from_id(0).unwrap(); DECK_SIZE];
            let mut id = 0;
            while id < DECK_SIZE {
                cards[id] = Card::from_id(id as u8).unwrap();
                id += 1;
            }
            cards
        };
        rng.shuffle(&mut cards);
        Self(cards)
    }

    /// The cards, first dealt first.
    #[must_use]
    pub const fn cards(&self) -> &[Card; DECK_SIZE] {
        &self.0
    }

    /// Who gets the card at each place of the deck; none for the bottom cards.
    #[inline]
    #[must_use]
    pub const fn seat_at(place: usize, order: DealOrder) -> Option<Seat> {
        if place >= 51 {
            return None;
        }
        Some(match order {
            DealOrder::OneByOne => Seat::ALL[place % 3],
            DealOrder::Blocks => Seat::ALL[place / 17],
        })
    }

    /// Deals it.
    #[must_use]
    pub fn deal(&self, order: DealOrder) -> Dealt {
        let mut dealt = Dealt {
            hands: [CardSet::default(); 3],
            bottom: CardSet::default(),
        };
        for (place, &card) in self.0.iter().enumerate() {
            match Self::seat_at(place, order) {
                Some(seat) => dealt.hands[seat.index()].insert(card),
                None => dealt.bottom.insert(card),
            }
        }
        dealt
    }
}

/// Where the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Before the auction: cards may be shown.
    Ready,
    /// The auction.
    Bidding,
    /// Nobody called: the driver deals again ([`Deal::redeal`]). No seat has a move.
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

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Ready, without (further) showing cards.
    Ready,
    /// Lays the hand open.
    ShowCards,
    /// Says something in the auction.
    Bid(Bid),
    /// Multiplies the stake; 1 is no doubling.
    Double(u8),
    /// Plays cards.
    Play(Play),
    /// Passes.
    Pass,
}

/// Why a move is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveDenied {
    /// It belongs to another phase.
    #[error("not in this phase")]
    WrongPhase,
    /// Cards cannot be shown.
    #[error(transparent)]
    Show(#[from] ShowDenied),
    /// The bid is not allowed.
    #[error(transparent)]
    Bid(#[from] BidDenied),
    /// The doubling is not allowed.
    #[error(transparent)]
    Double(#[from] DoubleDenied),
    /// The cards are not in the hand.
    #[error("the hand has not these cards")]
    NotOwned,
    /// The hand has the cards, but the profile does not offer them from it.
    #[error("these cards are not offered from this hand")]
    NotOffered,
    /// The cards cannot be played on the table.
    #[error(transparent)]
    Play(#[from] PlayDenied),
    /// The leader must play.
    #[error(transparent)]
    Pass(#[from] CannotPass),
}

/// A list with room for every move of any seat. It is large: keep one and use it again.
pub type MoveList = ArrayVec<Move, { MAX_PLAYS + 1 }>;

/// A game from deal to settlement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deal<'p> {
    options: &'p Options,
    hands: [Hand; 3],
    bottom: Hand,
    tally: Tally,
    trick: Trick,
    auction: Auction,
    showing: Showing,
    doublings: Doublings,
    phase: Phase,
    turn: Seat,
    landlord: Option<Seat>,
    winner: Option<Team>,
    redeals: u8,
}

const _: () = assert!(size_of::<Deal<'static>>() <= 128);
const _: () = assert!(
    size_of::<Move>() == 16,
    "a move costs no more room than a play"
);

impl<'p> Deal<'p> {
    /// A game in which these cards are dealt and this seat is asked first.
    #[must_use]
    pub fn new(options: &'p Options, deck: &Deck, opener: Seat) -> Self {
        let dealt = deck.deal(options.deal);
        Self::from_dealt(
            options,
            dealt.hands.map(CardSet::hand),
            dealt.bottom.hand(),
            opener,
        )
    }

    /// A game in which each seat holds these cards and this seat is asked first. Any hands will do:
    /// a test may deal fewer cards.
    #[must_use]
    pub fn from_dealt(options: &'p Options, hands: [Hand; 3], bottom: Hand, opener: Seat) -> Self {
        let mut deal = Self {
            options,
            hands,
            bottom,
            tally: Tally::default(),
            trick: Trick::default(),
            auction: Auction::new(opener),
            showing: Showing::new(opener),
            doublings: Doublings::new(),
            phase: Phase::Ready,
            turn: opener,
            landlord: None,
            winner: None,
            redeals: 0,
        };
        deal.ask_before_auction();
        deal
    }

    /// A game in the middle of play: the landlord is known and `turn` moves, on what `trick` has on
    /// the table. The stake is a bid of 1.
    #[must_use]
    pub fn from_hands(
        options: &'p Options,
        hands: [Hand; 3],
        landlord: Seat,
        turn: Seat,
        trick: Trick,
    ) -> Self {
        let mut deal = Self::from_dealt(options, hands, Hand::EMPTY, landlord);
        deal.trick = trick;
        deal.tally.bid = 1;
        deal.landlord = Some(landlord);
        deal.phase = Phase::Playing;
        deal.turn = turn;
        deal
    }

    /// The cards dealt again after [`Phase::Redeal`], with this seat asked first.
    pub fn redeal(&mut self, deck: &Deck, opener: Seat) {
        let redeals = self.redeals.saturating_add(1);
        *self = Self {
            redeals,
            ..Self::new(self.options, deck, opener)
        };
    }

    /// The options it is played by.
    #[must_use]
    pub const fn options(&self) -> &'p Options {
        self.options
    }

    /// Where the game stands.
    #[inline]
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Who moves.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// What a seat holds.
    #[inline]
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// The bottom cards, before and after the landlord takes them.
    #[must_use]
    pub const fn bottom(&self) -> Hand {
        self.bottom
    }

    /// The landlord, once there is one.
    #[must_use]
    pub const fn landlord(&self) -> Option<Seat> {
        self.landlord
    }

    /// The auction.
    #[must_use]
    pub const fn auction(&self) -> &Auction {
        &self.auction
    }

    /// Who has shown cards.
    #[must_use]
    pub const fn showing(&self) -> &Showing {
        &self.showing
    }

    /// Who has doubled.
    #[must_use]
    pub const fn doublings(&self) -> &Doublings {
        &self.doublings
    }

    /// The current round.
    #[inline]
    #[must_use]
    pub const fn trick(&self) -> &Trick {
        &self.trick
    }

    /// What counts for the score so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// How often the cards were dealt again.
    #[must_use]
    pub const fn redeals(&self) -> u8 {
        self.redeals
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Finished)
    }

    /// The side that won; none before the end and in a game without landlord.
    #[must_use]
    pub const fn winner(&self) -> Option<Team> {
        self.winner
    }

    /// The points of each seat; nothing before the end and in a game without landlord.
    #[must_use]
    pub fn returns(&self) -> Points {
        match (self.landlord, self.winner) {
            (Some(landlord), Some(winner)) => self.tally.settle(
                landlord,
                winner,
                &self.showing,
                &self.doublings,
                self.options,
            ),
            _ => [0; 3],
        }
    }

    /// Fills `list` with every legal move of the seat whose turn it is. Plays come in the order of
    /// [`plays`](crate::plays), pass last; in the auction declining comes first; the list is empty
    /// only at the end and before a redeal.
    #[inline]
    pub fn legal(&self, list: &mut MoveList) {
        list.clear();
        self.each_move(|choice| {
            let _ = list.try_push(choice);
        });
    }

    /// Calls `f` with every legal move, in order.
    #[inline]
    pub fn each_move(&self, mut f: impl FnMut(Move)) {
        if self.phase != Phase::Playing {
            return self.each_before_play(&mut f);
        }
        let last = self.trick.last();
        plays::for_each(self.hand(self.turn), last, self.options, |play| {
            f(Move::Play(play));
        });
        if last.is_some() {
            f(Move::Pass);
        }
    }

    fn each_before_play(&self, f: &mut impl FnMut(Move)) {
        match self.phase {
            Phase::Ready | Phase::Bottom => {
                if self.check_show(self.turn).is_ok() {
                    f(Move::ShowCards);
                }
                f(Move::Ready);
            }
            Phase::Bidding => self
                .auction
                .each(&self.options.bidding, |bid| f(Move::Bid(bid))),
            Phase::Doubling => {
                Doublings::each(&self.options.doubling, |factor| f(Move::Double(factor)));
            }
            Phase::Redeal | Phase::Playing | Phase::Finished => {}
        }
    }

    /// How many legal moves there are, without listing plays.
    #[must_use]
    pub fn count_legal(&self) -> u32 {
        if self.phase == Phase::Playing {
            let last = self.trick.last();
            let plays = plays::count(self.hand(self.turn), last, self.options);
            return plays + u32::from(last.is_some());
        }
        let mut count = 0;
        self.each_before_play(&mut |_| count += 1);
        count
    }

    /// Legal move number `n`, from 0, without listing plays.
    #[must_use]
    pub fn nth_legal(&self, mut n: u32) -> Option<Move> {
        if self.phase == Phase::Playing {
            let last = self.trick.last();
            let play = plays::nth(self.hand(self.turn), last, self.options, n);
            return play.map(Move::Play).or(last.map(|_| Move::Pass));
        }
        let mut found = None;
        self.each_before_play(&mut |choice| {
            if n == 0 {
                found.get_or_insert(choice);
            }
            n = n.saturating_sub(1);
        });
        found
    }

    /// Whether the seat whose turn it is may make this move.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, choice: Move) -> Result<(), MoveDenied> {
        match (choice, self.phase) {
            (Move::Ready, Phase::Ready | Phase::Bottom) => Ok(()),
            (Move::ShowCards, _) => Ok(self.check_show(self.turn).map(|_| ())?),
            (Move::Bid(bid), Phase::Bidding) => {
                Ok(self.auction.check(self.turn, bid, &self.options.bidding)?)
            }
            (Move::Double(factor), Phase::Doubling) => {
                let landlord = self.landlord.ok_or(MoveDenied::WrongPhase)?;
                let rule = &self.options.doubling;
                Ok(self.doublings.check(self.turn, factor, landlord, rule)?)
            }
            (Move::Play(play), Phase::Playing) => self.check_play(play),
            (Move::Pass, Phase::Playing) => Ok(self.trick.check_pass()?),
            _ => Err(MoveDenied::WrongPhase),
        }
    }

    fn check_play(&self, play: Play) -> Result<(), MoveDenied> {
        let hand = self.hand(self.turn);
        if !hand.contains(play.cards) {
            return Err(MoveDenied::NotOwned);
        }
        let declared = match self.options.reading {
            crate::profile::Reading::Declared => Some(play.combination),
            _ => None,
        };
        let combination = self.trick.check(play.cards, declared, self.options)?;
        if !plays::offered(hand, combination, self.options) {
            return Err(MoveDenied::NotOffered);
        }
        if combination == play.combination {
            Ok(())
        } else {
            Err(PlayDenied::NoSuchReading.into())
        }
    }

    /// Whether this seat, in turn or not, may show its cards now, and for which factor.
    ///
    /// # Errors
    /// Why not.
    pub fn check_show(&self, seat: Seat) -> Result<u8, ShowDenied> {
        let rule = &self.options.show_cards;
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
    pub fn show_cards(&mut self, seat: Seat) -> Result<(), ShowDenied> {
        let factor = self.check_show(seat)?;
        self.showing.show(seat, factor, &self.options.show_cards);
        match self.phase {
            Phase::Bottom => self.ask_to_double(),
            _ => self.ask_before_auction(),
        }
        Ok(())
    }

    /// Makes a legal move of the seat whose turn it is. A move that is not legal leaves a game
    /// without meaning, but does no other harm; ask [`Deal::check`] first where it is not known.
    #[inline]
    pub fn apply(&mut self, choice: Move) {
        match choice {
            Move::Play(play) => self.play(play),
            Move::Pass => self.turn = self.trick.pass(self.turn).unwrap_or(self.turn.next()),
            _ => self.apply_before_play(choice),
        }
    }

    fn apply_before_play(&mut self, choice: Move) {
        match choice {
            Move::Ready if self.phase == Phase::Bottom => self.ask_to_double(),
            Move::Ready => {
                self.showing.ready(&self.options.show_cards);
                self.ask_before_auction();
            }
            Move::ShowCards => _ = self.show_cards(self.turn),
            Move::Bid(bid) => match self.auction.apply(self.turn, bid, &self.options.bidding) {
                Step::Next(seat) => self.turn = seat,
                Step::Landlord(seat) => self.make_landlord(seat),
                Step::AllPassed => self.all_passed(),
            },
            Move::Double(factor) => {
                self.doublings.apply(self.turn, factor);
                self.ask_to_double();
            }
            Move::Play(_) | Move::Pass => {}
        }
    }

    #[inline]
    fn play(&mut self, Play { cards, combination }: Play) {
        let seat = self.turn;
        let hand = &mut self.hands[seat.index()];
        *hand = hand.without(cards).unwrap_or(*hand);
        let emptied = hand.is_empty();
        self.tally.play(seat, combination, self.options);
        self.trick.play(seat, combination);
        if emptied {
            self.phase = Phase::Finished;
            self.winner = self.landlord.map(|landlord| Team::of(seat, landlord));
        } else {
            self.turn = seat.next();
        }
    }

    /// Asks the next seat whether to show cards, or begins the auction.
    fn ask_before_auction(&mut self) {
        if let Some(seat) = self.showing.turn(&self.options.show_cards) {
            self.turn = seat;
            return;
        }
        if let Bidding::None { landlord } = self.options.bidding {
            return self.make_landlord(landlord);
        }
        let first_shown = match self.options.show_cards {
            ShowCards::Staged { .. } => self.showing.first(),
            _ => None,
        };
        self.auction = Auction::new(first_shown.unwrap_or(self.auction.opener()));
        self.turn = self.auction.turn();
        self.phase = Phase::Bidding;
    }

    fn all_passed(&mut self) {
        if let Some(seat) = self.showing.forced_landlord(&self.options.show_cards) {
            return self.make_landlord(seat);
        }
        let end = match self.options.all_pass {
            AllPass::Redeal { limit, .. } if limit.is_none_or(|limit| self.redeals < limit) => {
                self.phase = Phase::Redeal;
                return;
            }
            AllPass::Redeal { then, .. } => then,
            AllPass::End(end) => end,
        };
        match end {
            NoLandlord::Void => self.phase = Phase::Finished,
            NoLandlord::ForceFirst => self.make_landlord(self.auction.opener()),
        }
    }

    fn make_landlord(&mut self, landlord: Seat) {
        let hand = &mut self.hands[landlord.index()];
        *hand = hand.with(self.bottom).unwrap_or(*hand);
        self.landlord = Some(landlord);
        self.turn = landlord;
        self.tally.bid = self.auction.highest();
        self.tally.robs = self.auction.robs();
        if self
            .showing
            .check_after_bottom(landlord, &self.options.show_cards)
            .is_ok()
        {
            self.phase = Phase::Bottom;
        } else {
            self.ask_to_double();
        }
    }

    /// Asks the next seat whether to double, or begins the play.
    fn ask_to_double(&mut self) {
        let landlord = self.landlord.unwrap_or(self.turn);
        match self.doublings.turn(landlord, &self.options.doubling) {
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
}

/// A [`Deal`] with its chance: deals from a seed, and deals again when nobody calls.
///
/// The first shuffle comes from [`Stream::DEAL`], everything after it from [`Stream::PLAY`]: who is
/// asked first, then for every redeal the shuffle and who is asked first.
#[derive(Clone, Debug)]
pub struct Game<'p> {
    deal: Deal<'p>,
    chance: Rng,
}

impl<'p> Game<'p> {
    /// The game of this seed.
    #[must_use]
    pub fn new(options: &'p Options, seed: &Seed) -> Self {
        Self::of_match(options, seed, None)
    }

    /// The game of this seed as one of a match, after a deal that `previous` opened.
    #[must_use]
    pub fn of_match(options: &'p Options, seed: &Seed, previous: Option<Seat>) -> Self {
        let deck = Deck::shuffled(&mut seed.rng(Stream::DEAL));
        let mut chance = seed.rng(Stream::PLAY);
        let opener = opening_seat(options.first_bidder, previous, &mut chance);
        Self {
            deal: Deal::new(options, &deck, opener),
            chance,
        }
    }

    /// How it stands. Its phase is never [`Phase::Redeal`].
    #[inline]
    #[must_use]
    pub const fn deal(&self) -> &Deal<'p> {
        &self.deal
    }

    /// Makes a legal move, and deals again if nobody called.
    #[inline]
    pub fn apply(&mut self, choice: Move) {
        self.deal.apply(choice);
        if self.deal.phase == Phase::Redeal {
            let deck = Deck::shuffled(&mut self.chance);
            let previous = Some(self.deal.auction.opener());
            let option = self.deal.options.first_bidder;
            let opener = opening_seat(option, previous, &mut self.chance);
            self.deal.redeal(&deck, opener);
        }
    }
}

const _: () = assert!(MAX_HAND == 17 + 3);
