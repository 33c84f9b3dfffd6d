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
//!     game.apply(moves[moves.len() - 1]);
//! }
//! assert_eq!(game.deal().returns().iter().sum::<i64>(), 0);
//! ```

pub use crate::flow::Phase;
use crate::{
    auction::{
        Auction, Bid, BidDenied, DoubleDenied, Doublings, ShowDenied, Showing, Step, opening_seat,
    },
    card::{Card, DECK_SIZE},
    flow::{Flow, NobodyCalled},
    hand::{CardSet, Hand, MAX_HAND},
    plays::{self, MAX_PLAYS, Play},
    profile::{DealOrder, Options},
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
        let (cards, bottom) = self.0.split_at(51);
        let mut hands = [CardSet::default(); 3];
        match order {
            DealOrder::OneByOne => {
                for three in cards.as_chunks::<3>().0 {
                    for (hand, &card) in hands.iter_mut().zip(three) {
                        hand.insert(card);
                    }
                }
            }
            DealOrder::Blocks => {
                for (hand, cards) in hands.iter_mut().zip(cards.as_chunks::<17>().0) {
                    cards.iter().for_each(|&card| hand.insert(card));
                }
            }
        }
        let bottom = bottom.iter().copied().collect();
        Dealt { hands, bottom }
    }
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
    flow: Flow,
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
            flow: Flow::new(opener, options),
        };
        deal.after_showing();
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
        deal.flow.trick = trick;
        deal.flow.tally.bid = 1;
        deal.flow.landlord = Some(landlord);
        deal.flow.phase = Phase::Playing;
        deal.flow.turn = turn;
        deal
    }

    /// A game that stands as `flow` says, each seat with these cards; `bottom` are the bottom cards.
    /// A search makes one for each way in which the hidden cards may lie.
    #[must_use]
    pub const fn resume(options: &'p Options, hands: [Hand; 3], bottom: Hand, flow: Flow) -> Self {
        Self {
            options,
            hands,
            bottom,
            flow,
        }
    }

    /// Everything about it but the cards.
    #[inline]
    #[must_use]
    pub const fn flow(&self) -> &Flow {
        &self.flow
    }

    /// The cards dealt again after [`Phase::Redeal`], with this seat asked first.
    pub fn redeal(&mut self, deck: &Deck, opener: Seat) {
        let dealt = deck.deal(self.options.deal);
        self.hands = dealt.hands.map(CardSet::hand);
        self.bottom = dealt.bottom.hand();
        self.flow.redeal(opener, self.options);
        self.after_showing();
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
        self.flow.phase
    }

    /// Who moves.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.flow.turn
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
        self.flow.landlord
    }

    /// The auction.
    #[must_use]
    pub const fn auction(&self) -> &Auction {
        &self.flow.auction
    }

    /// Who has shown cards.
    #[must_use]
    pub const fn showing(&self) -> &Showing {
        &self.flow.showing
    }

    /// Who has doubled.
    #[must_use]
    pub const fn doublings(&self) -> &Doublings {
        &self.flow.doublings
    }

    /// The current round.
    #[inline]
    #[must_use]
    pub const fn trick(&self) -> &Trick {
        &self.flow.trick
    }

    /// What counts for the score so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.flow.tally
    }

    /// How often the cards were dealt again.
    #[must_use]
    pub const fn redeals(&self) -> u8 {
        self.flow.redeals
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.flow.phase, Phase::Finished)
    }

    /// The side that won; none before the end and in a game without landlord.
    #[must_use]
    pub const fn winner(&self) -> Option<Team> {
        self.flow.winner
    }

    /// The points of each seat; nothing before the end and in a game without landlord.
    #[must_use]
    pub fn returns(&self) -> Points {
        self.flow.returns(self.options)
    }

    /// Fills `list` with every legal move of the seat whose turn it is. Plays come in the order of
    /// [`plays`], pass last; in the auction declining comes first; the list is empty
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
        if self.flow.phase != Phase::Playing {
            return each_before_play(&self.flow, self.options, f);
        }
        let last = self.flow.trick.last();
        plays::for_each(self.hand(self.flow.turn), last, self.options, |play| {
            f(Move::Play(play));
        });
        if last.is_some() {
            f(Move::Pass);
        }
    }

    /// How many legal moves there are, without listing plays.
    #[must_use]
    pub fn count_legal(&self) -> u32 {
        if self.flow.phase == Phase::Playing {
            let last = self.flow.trick.last();
            let plays = plays::count(self.hand(self.flow.turn), last, self.options);
            return plays + u32::from(last.is_some());
        }
        let mut count = 0;
        each_before_play(&self.flow, self.options, |_| count += 1);
        count
    }

    /// Legal move number `n`, from 0, without listing plays.
    #[must_use]
    pub fn nth_legal(&self, n: u32) -> Option<Move> {
        self.pick_legal(|_| n)
    }

    /// Counts the legal moves and makes the one whose number `choose` answers to their count.
    /// Faster than [`Deal::count_legal`] and [`Deal::nth_legal`] one after the other.
    #[inline]
    pub fn pick_legal(&self, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
        if self.flow.phase != Phase::Playing {
            return self.pick_before_play(choose(self.count_legal()));
        }
        match self.pick_in_play(choose) {
            (Some(play), _) => Some(Move::Play(play)),
            (None, passes) => passes.then_some(Move::Pass),
        }
    }

    /// The play that was chosen, and whether passing was.
    #[inline]
    fn pick_in_play(&self, choose: impl FnOnce(u32) -> u32) -> (Option<Play>, bool) {
        let last = self.flow.trick.last();
        let may_pass = u32::from(last.is_some());
        let mut passes = false;
        let play = plays::pick(self.hand(self.flow.turn), last, self.options, |plays| {
            let n = choose(plays + may_pass);
            passes = n == plays && may_pass == 1;
            n
        });
        (play, passes)
    }

    fn pick_before_play(&self, mut n: u32) -> Option<Move> {
        let mut found = None;
        each_before_play(&self.flow, self.options, |choice| {
            if n == 0 {
                found.get_or_insert(choice);
            }
            n = n.wrapping_sub(1);
        });
        found
    }

    /// Whether the seat whose turn it is may make this move.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, choice: Move) -> Result<(), MoveDenied> {
        match (choice, self.flow.phase) {
            (Move::Ready, Phase::Ready | Phase::Bottom) => Ok(()),
            (Move::ShowCards, _) => Ok(self.check_show(self.flow.turn).map(|_| ())?),
            (Move::Bid(bid), Phase::Bidding) => {
                Ok(self
                    .flow
                    .auction
                    .check(self.flow.turn, bid, &self.options.bidding)?)
            }
            (Move::Double(factor), Phase::Doubling) => {
                let landlord = self.flow.landlord.ok_or(MoveDenied::WrongPhase)?;
                let rule = &self.options.doubling;
                Ok(self
                    .flow
                    .doublings
                    .check(self.flow.turn, factor, landlord, rule)?)
            }
            (Move::Play(play), Phase::Playing) => self.check_play(play),
            (Move::Pass, Phase::Playing) => Ok(self.flow.trick.check_pass()?),
            _ => Err(MoveDenied::WrongPhase),
        }
    }

    fn check_play(&self, play: Play) -> Result<(), MoveDenied> {
        let hand = self.hand(self.flow.turn);
        if !hand.contains(play.cards) {
            return Err(MoveDenied::NotOwned);
        }
        let declared = match self.options.reading {
            crate::profile::Reading::Declared => Some(play.combination),
            _ => None,
        };
        let combination = self.flow.trick.check(play.cards, declared, self.options)?;
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
        self.flow.check_show(seat, self.options)
    }

    /// A seat shows its cards, in turn or, with
    /// [`ShowCards::PerPlayer`](crate::profile::ShowCards::PerPlayer), out of it.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn show_cards(&mut self, seat: Seat) -> Result<(), ShowDenied> {
        self.flow.show_cards(seat, self.options)?;
        self.after_showing();
        Ok(())
    }

    /// Makes a legal move of the seat whose turn it is. A move that is not legal leaves a game
    /// without meaning, but does no other harm; ask [`Deal::check`] first where it is not known.
    #[inline]
    pub fn apply(&mut self, choice: Move) {
        match choice {
            Move::Play(play) => self.play(play),
            Move::Pass => _ = self.flow.pass(),
            _ => self.apply_before_play(choice),
        }
    }

    /// [`Deal::pick_legal`] and [`Deal::apply`] in one, which is faster: counts the legal moves and
    /// makes the one whose number `choose` answers. False, and nothing is done, where there is none.
    #[inline]
    pub fn apply_picked(&mut self, choose: impl FnOnce(u32) -> u32) -> bool {
        if self.flow.phase != Phase::Playing {
            let Some(choice) = self.pick_before_play(choose(self.count_legal())) else {
                return false;
            };
            self.apply_before_play(choice);
            return true;
        }
        let (play, passes) = self.pick_in_play(choose);
        if let Some(play) = play {
            self.play(play);
        } else if passes {
            self.flow.pass();
        }
        passes || play.is_some()
    }

    fn apply_before_play(&mut self, choice: Move) {
        match choice {
            Move::Ready => {
                self.flow.ready(self.options);
                self.after_showing();
            }
            Move::ShowCards => _ = self.show_cards(self.flow.turn),
            Move::Bid(bid) => match self.flow.bid(bid, self.options) {
                Step::Next(_) => {}
                Step::Landlord(seat) => self.make_landlord(seat),
                Step::AllPassed => {
                    if let NobodyCalled::Landlord(seat) = self.flow.nobody_called(self.options) {
                        self.make_landlord(seat);
                    }
                }
            },
            Move::Double(factor) => self.flow.double(factor, self.options),
            Move::Play(_) | Move::Pass => {}
        }
    }

    #[inline]
    fn play(&mut self, Play { cards, combination }: Play) {
        let hand = &mut self.hands[self.flow.turn.index()];
        *hand = hand.without(cards).unwrap_or(*hand);
        let emptied = hand.is_empty();
        self.flow.play(combination, emptied, self.options);
    }

    fn after_showing(&mut self) {
        if let Some(landlord) = self.flow.landlord_without_auction(self.options) {
            self.make_landlord(landlord);
        }
    }

    fn make_landlord(&mut self, landlord: Seat) {
        let hand = &mut self.hands[landlord.index()];
        *hand = hand.with(self.bottom).unwrap_or(*hand);
        self.flow.make_landlord(landlord, self.options);
    }
}

/// Calls `f` with every legal move outside the play, in order.
pub(crate) fn each_before_play(flow: &Flow, options: &Options, mut f: impl FnMut(Move)) {
    match flow.phase {
        Phase::Ready | Phase::Bottom => {
            if flow.check_show(flow.turn, options).is_ok() {
                f(Move::ShowCards);
            }
            f(Move::Ready);
        }
        Phase::Bidding => flow.auction.each(&options.bidding, |bid| f(Move::Bid(bid))),
        Phase::Doubling => Doublings::each(&options.doubling, |factor| f(Move::Double(factor))),
        Phase::Redeal | Phase::Playing | Phase::Finished => {}
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
        if self.deal.phase() == Phase::Redeal {
            self.redeal();
        }
    }

    /// As [`Game::apply`] with the move that [`Deal::apply_picked`] makes.
    #[inline]
    pub fn apply_picked(&mut self, choose: impl FnOnce(u32) -> u32) -> bool {
        let made = self.deal.apply_picked(choose);
        if self.deal.phase() == Phase::Redeal {
            self.redeal();
        }
        made
    }

    fn redeal(&mut self) {
        let deck = Deck::shuffled(&mut self.chance);
        let previous = Some(self.deal.auction().opener());
        let option = self.deal.options.first_bidder;
        let opener = opening_seat(option, previous, &mut self.chance);
        self.deal.redeal(&deck, opener);
    }
}

const _: () = assert!(MAX_HAND == 17 + 3);
