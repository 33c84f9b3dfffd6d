//! A whole round as one small value: deal, legal actions, apply, result. No allocation.
//!
//! The order of the cards is fixed, so that a seed gives the same round everywhere. The deck is
//! the cards in ascending order of their numbers, shuffled with the stream
//! [`Stream::DEAL`](decklet_engine::Stream::DEAL); the LAST place is the top. Seat 0 gets its whole
//! hand from the top, then seat 1, and so on; then the first card is turned. Everything random
//! after that is drawn from one other stream, in this order: the first player, if random; new
//! shuffles for rejected first cards; a random first colour; then reshuffles, shuffled hands and
//! random colours as they happen. A reshuffle takes the played cards from the bottom to the top
//! and happens when a card is due and the deck is empty.

use crate::{
    card::{Card, UNO_COLORS},
    flow::{self, Step, Steps},
    hand::Hand,
    legal::{Action, Call, Denial, Legal, Situation},
    profile::{
        Exhaustion, FirstCardReturn, FirstPlayer, MAX_PLAYERS, OptionsError, Rules, Stalemate,
    },
    score,
    table::{Seat, Seats, Stage, Table, Turn},
};
use arrayvec::ArrayVec;
use decklet_engine::Rng;
use std::fmt;

/// Cards in the largest deck.
const PILE: usize = 112;

/// Cards on each other; the last is the top.
#[derive(Clone, Copy)]
pub(crate) struct Pile {
    cards: [Card; PILE],
    len: u8,
    /// So many of the lowest cards wait to be shuffled before one of them is taken.
    waiting: u8,
}

impl Pile {
    const EMPTY: Self = Self {
        cards: [Card::FIRST; PILE],
        len: 0,
        waiting: 0,
    };

    /// At most [`PILE`] cards.
    fn of(cards: &[Card]) -> Self {
        let mut pile = Self::EMPTY;
        pile.cards
            .iter_mut()
            .zip(cards)
            .for_each(|(place, card)| *place = *card);
        pile.len = cards.len().min(PILE) as u8;
        pile
    }

    /// All cards of these rules, in ascending order of their numbers.
    #[inline(always)]
    fn fill(&mut self, rules: &Rules) {
        let cards = rules.options().deck.cards();
        self.cards[..cards.len()].copy_from_slice(cards);
        self.len = cards.len() as u8;
    }

    fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len).min(PILE)]
    }

    fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.len).min(PILE)]
    }

    #[inline]
    fn push(&mut self, card: Card) {
        if let Some(place) = self.cards.get_mut(usize::from(self.len)) {
            *place = card;
            self.len += 1;
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<Card> {
        self.len = self.len.checked_sub(1)?;
        self.cards.get(usize::from(self.len)).copied()
    }

    /// So many cards from the top, or all there are.
    fn take(&mut self, cards: u8) -> &[Card] {
        let all = usize::from(self.len).min(PILE);
        self.len = self.len.saturating_sub(cards);
        &self.cards[usize::from(self.len).min(all)..all]
    }

    /// Shuffles the cards that wait for it, with the stream that shuffled the others.
    #[inline(never)]
    fn finish(&mut self, rng: &mut Rng) {
        let waiting = usize::from(std::mem::take(&mut self.waiting));
        rng.shuffle(&mut self.as_mut_slice()[..waiting]);
    }

    fn put_under(&mut self, card: Card) {
        self.push(card);
        self.as_mut_slice().rotate_right(1);
    }
}

impl FromIterator<Card> for Pile {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut pile = Self::EMPTY;
        cards.into_iter().for_each(|card| pile.push(card));
        pile
    }
}

impl PartialEq for Pile {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Pile {}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// Where a round takes everything random from that happens in it.
pub(crate) trait Chance {
    /// For all but the first shuffle.
    fn rng(&mut self) -> &mut Rng;

    /// Shuffles what of the deck still waits for it.
    fn finish(&mut self, deck: &mut Pile);
}

/// The deck was shuffled whole.
impl Chance for Rng {
    #[inline(always)]
    fn rng(&mut self) -> &mut Rng {
        self
    }

    #[inline(always)]
    fn finish(&mut self, deck: &mut Pile) {
        debug_assert_eq!(deck.waiting, 0);
    }
}

/// The deck is shuffled as far as it is needed: of the largest part of a deck most rounds never see
/// a card, and shuffling it took a tenth of the time.
pub(crate) struct AsNeeded<'a> {
    /// Shuffles the deck.
    pub(crate) deal: &'a mut Rng,
    /// For everything else.
    pub(crate) rng: &'a mut Rng,
}

impl AsNeeded<'_> {
    /// What a generator makes at once shuffles so many cards.
    const AT_ONCE: usize = 64;

    /// How many cards may wait when so many are dealt at once.
    fn waiting(deck: usize, dealt: usize) -> u8 {
        deck.saturating_sub(dealt.max(Self::AT_ONCE)) as u8
    }
}

impl Chance for AsNeeded<'_> {
    #[inline(always)]
    fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    #[inline(always)]
    fn finish(&mut self, deck: &mut Pile) {
        deck.finish(self.deal);
    }
}

/// Hands and deck before the first card is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    players: u8,
    hands: [Hand; MAX_PLAYERS],
    deck: Pile,
}

/// Why a deal is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum DealError {
    #[error(transparent)]
    Players(#[from] OptionsError),
    #[error("seat {0} has no cards: give every player at least one")]
    EmptyHand(Seat),
    #[error("card {0} is dealt twice")]
    Twice(Card),
    #[error("card {0} is not in the deck of these rules")]
    NotInDeck(Card),
    #[error("no card of the deck may lie on top at the beginning")]
    NoFirstCard,
}

impl Deal {
    /// A shuffled deck, and each player's cards from its top.
    ///
    /// # Errors
    /// When the rules are not for this number of players.
    #[inline(always)]
    pub fn shuffled(rules: &Rules, players: u8, rng: &mut Rng) -> Result<Self, OptionsError> {
        rules.check_players(players)?;
        let mut deal = Self {
            players,
            hands: [Hand::EMPTY; MAX_PLAYERS],
            deck: Pile::EMPTY,
        };
        deal.deck.fill(rules);
        rng.shuffle(deal.deck.as_mut_slice());
        deal_hands(rules, players, &mut deal.hands, &mut deal.deck);
        Ok(deal)
    }

    /// Given hands, and what is left of the deck from bottom to top. Cards may be missing, so that
    /// a short position can be set up; none may be there twice.
    ///
    /// # Errors
    /// A [`DealError`] that names the seat or card.
    pub fn from_hands(rules: &Rules, hands: &[Hand], deck: &[Card]) -> Result<Self, DealError> {
        let players = u8::try_from(hands.len()).unwrap_or(u8::MAX);
        rules.check_players(players)?;
        let all: Hand = rules.options().deck.cards().iter().copied().collect();
        let mut seen = Hand::EMPTY;
        for card in hands
            .iter()
            .flat_map(|hand| hand.iter())
            .chain(deck.iter().copied())
        {
            if seen.contains(card) {
                return Err(DealError::Twice(card));
            }
            if !all.contains(card) {
                return Err(DealError::NotInDeck(card));
            }
            seen = seen.with(card);
        }
        if let Some(seat) = hands.iter().position(|hand| hand.is_empty()) {
            return Err(DealError::EmptyHand(seat as Seat));
        }
        let first_cards = rules.options().first_cards();
        if !deck.iter().any(|card| first_cards.contains(*card)) {
            return Err(DealError::NoFirstCard);
        }
        let mut dealt = [Hand::EMPTY; MAX_PLAYERS];
        dealt[..hands.len()].copy_from_slice(hands);
        Ok(Self {
            players,
            hands: dealt,
            deck: deck.iter().copied().collect(),
        })
    }
}

/// Each player's cards from the top of the deck.
#[inline(always)]
fn deal_hands(rules: &Rules, players: u8, hands: &mut [Hand; MAX_PLAYERS], deck: &mut Pile) {
    for hand in &mut hands[..usize::from(players).min(MAX_PLAYERS)] {
        *hand = deck.take(rules.options().hand).iter().copied().collect();
    }
}

/// Turns the first card. Those that may not lie on top go back as the options say.
#[inline(never)]
fn turn_first(rules: &Rules, deck: &mut Pile, chance: &mut impl Chance) -> Option<Card> {
    let options = rules.options();
    loop {
        let card = deck.pop()?;
        if options.first_cards().contains(card) {
            return Some(card);
        }
        chance.finish(deck);
        match options.first_card_return {
            FirstCardReturn::Bottom => deck.put_under(card),
            FirstCardReturn::Reshuffle => {
                deck.push(card);
                chance.rng().shuffle(deck.as_mut_slice());
            }
        }
    }
}

/// A round in play.
///
/// ```
/// use decklet_engine::{Seed, Stream};
/// use decklet_uno::{profile::Options, round::Round};
///
/// let rules = Options::official().build()?;
/// let seed = Seed::from(7);
/// let (mut rng, mut choice) = (seed.rng(Stream::PLAY), seed.rng(Stream::POLICY));
/// let mut round = Round::deal(&rules, 4, 3, &mut seed.rng(Stream::DEAL), &mut rng)?;
/// while !round.is_over() {
///     let choices = round.choices();
///     let (seat, action) = choices.get(choice.below(choices.len())).unwrap();
///     round.apply(seat, action, &mut rng)?;
/// }
/// assert!(round.winner().is_some_and(|seat| round.hand(seat).is_empty()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    rules: Rules,
    table: Table,
    hands: [Hand; MAX_PLAYERS],
    deck: Pile,
    discard: Pile,
}

impl Round {
    /// A new round: `deal` shuffles the deck, `rng` is for everything else.
    ///
    /// # Errors
    /// When the rules are not for this number of players.
    #[inline]
    pub fn deal(
        rules: &Rules,
        players: u8,
        dealer: Seat,
        deal: &mut Rng,
        rng: &mut Rng,
    ) -> Result<Self, OptionsError> {
        let deal = Deal::shuffled(rules, players, deal)?;
        Ok(Self::from_deal(rules, deal, dealer, rng))
    }

    /// The same for as many players as the rules are for, with a deck that is shuffled as far as it
    /// is needed.
    // Dealt in place: a round is copied as slowly as twenty cards are drawn.
    #[inline(always)]
    pub(crate) fn deal_as_needed(
        rules: &Rules,
        players: u8,
        dealer: Seat,
        chance: &mut AsNeeded<'_>,
    ) -> Self {
        let mut round = Self::empty(rules, players);
        let deck = &mut round.deck;
        deck.fill(rules);
        // The first card is turned at once too.
        let dealt = usize::from(rules.options().hand) * usize::from(players) + 1;
        deck.waiting = AsNeeded::waiting(deck.as_slice().len(), dealt);
        let waiting = u32::from(deck.waiting);
        chance.deal.shuffle_down_to(deck.as_mut_slice(), waiting);
        deal_hands(rules, players, &mut round.hands, deck);
        round.begin(dealer, chance);
        round
    }

    /// Before anything is dealt.
    #[inline(always)]
    fn empty(rules: &Rules, players: u8) -> Self {
        Self {
            rules: *rules,
            table: Table::new(players, 0, Card::FIRST),
            hands: [Hand::EMPTY; MAX_PLAYERS],
            deck: Pile::EMPTY,
            discard: Pile::EMPTY,
        }
    }

    /// A round that begins with this deal.
    #[must_use]
    pub fn from_deal(rules: &Rules, deal: Deal, dealer: Seat, rng: &mut Rng) -> Self {
        let mut round = Self {
            hands: deal.hands,
            deck: deal.deck,
            ..Self::empty(rules, deal.players)
        };
        round.begin(dealer, rng);
        round
    }

    /// Turns the first card, when all have their hands.
    #[inline(always)]
    fn begin(&mut self, dealer: Seat, chance: &mut impl Chance) {
        let rules = &{ self.rules };
        let players = self.table.turn.players;
        let turn = Turn {
            current: dealer % players,
            ..self.table.turn
        };
        let first = match rules.options().first_player {
            FirstPlayer::LowestSeat => 0,
            FirstPlayer::LeftOfDealer => turn.next(),
            FirstPlayer::Random => chance.rng().below(players.into()) as Seat,
        };
        // A deal always holds a first card: `Options::build` and `Deal::from_hands` see to it.
        let top = turn_first(rules, &mut self.deck, chance).unwrap_or(Card::FIRST);
        self.table = Table::new(players, first, top);
        self.discard.push(top);
        let steps = flow::open(rules, &mut self.table);
        self.run(steps, chance);
    }

    /// A round that stands as `table` says: each seat with its hand, `deck` and `discard` from bottom
    /// to top. A search makes one for each way in which the hidden cards may lie. Of more cards than
    /// the largest deck has, and of more hands than ten, the rest is left out.
    #[must_use]
    pub fn resume(
        rules: &Rules,
        table: Table,
        hands: &[Hand],
        deck: &[Card],
        discard: &[Card],
    ) -> Self {
        let mut all = [Hand::EMPTY; MAX_PLAYERS];
        all.iter_mut()
            .zip(hands)
            .for_each(|(place, hand)| *place = *hand);
        Self {
            rules: *rules,
            table,
            hands: all,
            deck: Pile::of(deck),
            discard: Pile::of(discard),
        }
    }

    /// What was agreed.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The table without its cards.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The hand of a seat; empty for a seat nobody sits on.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands
            .get(usize::from(seat))
            .copied()
            .unwrap_or_default()
    }

    /// The hands of all players, by seat.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..usize::from(self.table.turn.players).min(MAX_PLAYERS)]
    }

    /// The deck from bottom to top.
    #[must_use]
    pub fn deck(&self) -> &[Card] {
        self.deck.as_slice()
    }

    /// The played cards from bottom to top.
    #[must_use]
    pub fn discard(&self) -> &[Card] {
        self.discard.as_slice()
    }

    /// Whether the round is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// Who won: nobody while the round goes on or when it ended in a stalemate.
    #[must_use]
    pub const fn winners(&self) -> Seats {
        match self.table.stage {
            Stage::Won(seats) => seats,
            Stage::Playing | Stage::Stalemate => Seats::NONE,
        }
    }

    /// The winner who went out, or the first of those who won a stalemate.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let out = self
            .winners()
            .iter()
            .find(|seat| self.hand(*seat).is_empty());
        out.or_else(|| self.winners().iter().next())
    }

    /// What a rule may look at when this seat acts.
    #[inline(always)]
    #[must_use]
    pub fn situation(&self, seat: Seat) -> Situation<'_> {
        self.situation_by(&self.rules, seat)
    }

    /// The same by rules that equal this round's.
    #[inline(always)]
    pub(crate) fn situation_by<'a>(&'a self, rules: &'a Rules, seat: Seat) -> Situation<'a> {
        Situation {
            rules,
            table: &self.table,
            seat,
            hand: self.hand(seat),
            drawable: self.drawable(rules),
        }
    }

    /// Everything this seat may do now.
    #[inline(always)]
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Legal {
        self.situation(seat).legal()
    }

    /// Everything anybody may do now, seat by seat in the order of play from the one on turn.
    #[inline]
    #[must_use]
    pub fn choices(&self) -> Choices {
        let turn = self.table.turn;
        let mut list = ArrayVec::new();
        list.push((turn.current, self.legal(turn.current)));
        if self.rules.out_of_turn() {
            let others = turn.from(turn.current).skip(1);
            list.extend(others.map(|seat| (seat, self.legal(seat))));
        }
        Choices { list }
    }

    /// Does an action if the rules allow it.
    ///
    /// # Errors
    /// The first rule that denies it; the round has not changed then.
    pub fn apply(&mut self, seat: Seat, action: Action, rng: &mut Rng) -> Result<(), Denial> {
        self.situation(seat).check(action)?;
        self.apply_legal(seat, action, rng);
        Ok(())
    }

    /// Does an action that the caller took from [`legal`](Self::legal) or
    /// [`choices`](Self::choices), without asking the rules again. With any other action the round
    /// goes on from a position that no rule allows.
    #[inline(always)]
    pub fn apply_legal(&mut self, seat: Seat, action: Action, rng: &mut Rng) {
        self.apply_legal_by(&{ self.rules }, seat, action, rng);
    }

    /// The same by rules that equal this round's.
    #[inline(always)]
    pub(crate) fn apply_legal_by(
        &mut self,
        rules: &Rules,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
    ) {
        debug_assert_eq!(self.situation(seat).check(action), Ok(()));
        match action {
            Action::Play(card) => {
                let steps = self.play(rules, seat, card);
                self.run(steps, chance);
            }
            Action::Draw if self.table.penalty > 0 => {
                let steps = flow::pay(&mut self.table);
                self.run(steps, chance);
            }
            Action::Draw => {
                let steps = self.draw(rules, chance);
                self.run(steps, chance);
            }
            Action::EndTurn => {
                let (hand, drawable) = (self.hand(seat), self.drawable(rules));
                let steps = flow::end_turn(rules, &mut self.table, hand, drawable);
                self.run(steps, chance);
            }
            _ => self.apply_rare(seat, action, chance),
        }
    }

    #[inline(never)]
    fn apply_rare(&mut self, seat: Seat, action: Action, chance: &mut impl Chance) {
        let steps = match action {
            Action::Play(_) | Action::Draw | Action::EndTurn => return,
            Action::ChooseColor(color) => flow::choose_color(&self.rules, &mut self.table, color),
            Action::ChooseTarget(target) => flow::choose_target(&mut self.table, target),
            Action::Challenge => flow::challenge(&self.rules, &mut self.table),
            Action::Accept => flow::pay(&mut self.table),
            Action::CallUno => {
                let call = self.situation(seat).call().unwrap_or(Call::Due);
                flow::call_uno(&self.rules, &mut self.table, seat, call)
            }
            Action::Catch(target) => flow::catch(&self.rules, &mut self.table, target),
        };
        self.run(steps, chance);
    }

    #[inline(always)]
    fn play(&mut self, rules: &Rules, seat: Seat, card: Card) -> Steps {
        let hand = self.hand(seat);
        self.discard_from(seat, card);
        flow::play(rules, &mut self.table, seat, card, hand)
    }

    #[inline]
    fn discard_from(&mut self, seat: Seat, card: Card) {
        if let Some(hand) = self.hands.get_mut(usize::from(seat)) {
            *hand = hand.without(card);
            self.discard.push(card);
        }
    }

    /// The player on turn draws by choice.
    #[inline(always)]
    fn draw(&mut self, rules: &Rules, chance: &mut impl Chance) -> Steps {
        let seat = self.table.turn.current;
        let mut last = None;
        let ran_out = loop {
            let Some(card) = self.draw_one(seat, chance) else {
                break true;
            };
            last = Some(card);
            if !flow::draws_on(rules, &self.table, self.hand(seat), card) {
                break false;
            }
        };
        let (hand, drawable) = (self.hand(seat), self.drawable(rules));
        flow::drew(rules, &mut self.table, hand, last, ran_out, drawable)
    }

    /// One card from the deck to a hand, if there is any.
    #[inline(always)]
    fn draw_one(&mut self, seat: Seat, chance: &mut impl Chance) -> Option<Card> {
        if self.deck.len == self.deck.waiting {
            self.restock(chance);
        }
        let card = self.deck.pop()?;
        let hand = self.hands.get_mut(usize::from(seat))?;
        *hand = hand.with(card);
        Some(card)
    }

    /// The cards that wait are shuffled, or if there are none the played cards become the deck.
    #[inline(never)]
    fn restock(&mut self, chance: &mut impl Chance) {
        if self.deck.waiting > 0 {
            chance.finish(&mut self.deck);
        } else {
            self.reshuffle(chance.rng());
        }
    }

    fn reshuffle(&mut self, rng: &mut Rng) {
        let kept = match self.rules.options().exhaustion {
            Exhaustion::KeepTop => self.discard.pop(),
            Exhaustion::All => None,
        };
        std::mem::swap(&mut self.deck, &mut self.discard);
        self.discard = Pile::of(kept.as_slice());
        rng.shuffle(self.deck.as_mut_slice());
    }

    /// How many cards can be drawn.
    #[inline]
    fn drawable(&self, rules: &Rules) -> u32 {
        let played = self.discard.len.saturating_sub(rules.kept());
        u32::from(self.deck.len) + u32::from(played)
    }

    #[inline(always)]
    fn run(&mut self, steps: Steps, chance: &mut impl Chance) {
        self.table.turn.reversed ^= steps.reverses();
        let turn_ends = steps.carry_out(|step| self.step(step, chance));
        if let Some(skip) = turn_ends {
            self.table.end_turn(skip);
        }
    }

    #[inline(never)]
    fn step(&mut self, step: Step, chance: &mut impl Chance) {
        let turn = self.table.turn;
        match step {
            Step::TurnEnds { skip } => self.table.end_turn(skip),
            Step::Reversed => self.table.reverse(),
            Step::Skipped(_) | Step::PenaltyOpens { .. } | Step::HandShown(..) => {}
            Step::Draws { seat, cards, .. } => self.draw_cards(seat, cards, chance),
            Step::HandsSwapped(one, other) => self.hands.swap(one.into(), other.into()),
            Step::HandsRotated => {
                let old = self.hands;
                for seat in 0..turn.players {
                    self.hands[usize::from(turn.after(seat))] = old[usize::from(seat)];
                }
            }
            Step::HandsShuffled => self.hands = shuffle_hands(turn, &self.hands, chance.rng()),
            Step::DrawnCardPlayed(card) => {
                let hand = self.hand(turn.current);
                self.discard_from(turn.current, card);
                let more = flow::play_drawn(&self.rules, &mut self.table, card, hand);
                self.run(more, chance);
            }
            Step::RandomColor => {
                self.table.color = UNO_COLORS.get(chance.rng().below(4) as usize).copied();
            }
            Step::Wins(seat) => {
                let partner = turn.partner(seat, &self.rules);
                self.table.stage = Stage::Won(Seats::NONE.with(seat).with(partner));
            }
            Step::Stalemate => self.table.stage = stalemate(&self.rules, self.hands()),
        }
    }

    #[inline(never)]
    fn draw_cards(&mut self, seat: Seat, cards: u8, chance: &mut impl Chance) {
        for _ in 0..cards {
            if self.draw_one(seat, chance).is_none() {
                return;
            }
        }
    }
}

/// How a round ends in which nobody can go on, with these hands.
#[must_use]
pub fn stalemate(rules: &Rules, hands: &[Hand]) -> Stage {
    match rules.options().stalemate {
        Stalemate::NoWinner => Stage::Stalemate,
        Stalemate::LowestPoints => Stage::Won(score::fewest_points(hands)),
    }
}

/// All hands shuffled together (in ascending order of the cards' numbers) and dealt again one card
/// at a time, the last place first, beginning with the seat after the one on turn.
#[must_use]
pub fn shuffle_hands(
    turn: Turn,
    hands: &[Hand; MAX_PLAYERS],
    rng: &mut Rng,
) -> [Hand; MAX_PLAYERS] {
    let all = hands.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand));
    let mut cards: Pile = all.iter().collect();
    rng.shuffle(cards.as_mut_slice());
    let mut dealt = [Hand::EMPTY; MAX_PLAYERS];
    let mut seat = turn.next();
    while let Some(card) = cards.pop() {
        let hand = &mut dealt[usize::from(seat)];
        *hand = hand.with(card);
        seat = turn.after(seat);
    }
    dealt
}

/// What anybody may do at one moment.
///
/// Out of turn there may be jumping in, calling UNO and catching; all of it is one list, seat by
/// seat in the order of play from the one on turn, each seat's actions in the order of [`Legal`].
/// A random player draws one number below [`len`](Self::len), also when there is one action only.
#[derive(Debug, Clone)]
pub struct Choices {
    list: ArrayVec<(Seat, Legal), MAX_PLAYERS>,
}

impl Choices {
    /// How many actions.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.list.iter().map(|(_, legal)| legal.len()).sum()
    }

    /// Whether nobody may do anything: the round is over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.iter().all(|(_, legal)| legal.is_empty())
    }

    /// Action number `index`, from 0, and whose it is.
    #[inline]
    #[must_use]
    pub fn get(&self, mut index: u32) -> Option<(Seat, Action)> {
        for (seat, legal) in &self.list {
            if index < legal.len() {
                return legal.get(index).map(|action| (*seat, action));
            }
            index -= legal.len();
        }
        None
    }

    /// All actions in order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, Action)> {
        self.list
            .iter()
            .flat_map(|(seat, legal)| legal.iter().map(|action| (*seat, action)))
    }

    /// What is left of them for players who draw only when stuck: everything but drawing, ending
    /// the turn and calling UNO without reason; if that is nothing, drawing; if that is not
    /// allowed, everything.
    #[inline]
    #[must_use]
    pub fn draw_when_stuck(self) -> Self {
        let mut active = self.clone();
        active
            .list
            .iter_mut()
            .for_each(|(_, legal)| *legal = legal.without_drawing());
        if !active.is_empty() {
            return active;
        }
        active.list = self
            .list
            .iter()
            .map(|(seat, legal)| (*seat, legal.only_drawing()))
            .collect();
        if active.is_empty() { self } else { active }
    }
}
