//! A game that remembers what was done.

use super::{
    seen::{Seen, Turn},
    setup::Setup,
};
use crate::{
    chance::{Chance, Operation, Record},
    illegal::IllegalAction,
};
use decklet_doudizhu::{
    auction::opening_seat,
    card::{Card, Rank, Suit},
    combination::{Kind, playable},
    deal::{Deal, Deck, Move, Phase},
    hand::{CardSet, Hand},
    plays::Play,
    score::{Points, points_per_unit},
    seat::Seat,
    trick::Trick,
};
use decklet_engine::{Rng, Seed, Stream};

/// A game from deal to settlement, then the next one.
///
/// ```
/// use decklet_doudizhu::profile::Profile;
/// use decklet_envs::{Chance, doudizhu::{Setup, Table}};
///
/// let setup = Setup::of(Profile::named("rlcard").unwrap());
/// let mut table = Table::new(setup, Chance::rlcard(42));
/// let mut legal = Vec::new();
/// while !table.deal().is_over() {
///     table.legal(&mut legal);
///     table.apply(legal[0].0)?;
/// }
/// assert_eq!(table.returns().iter().sum::<f64>().floor() as u8, 1); // the landlord, or two farmers
/// # Ok::<(), decklet_envs::IllegalAction>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    setup: &'static Setup,
    deal: Deal<'static>,
    /// For what is drawn after the first deal.
    rng: Rng,
    chance: Chance,
    /// The chance as it was when this game was dealt.
    dealt_from: Chance,
    /// The cards of each seat as they were dealt, by rank, and the bottom cards.
    dealt: [Vec<Card>; 4],
    trace: Vec<Turn>,
    played: [Hand; 3],
    operations: Vec<Operation>,
}

impl Table {
    /// The first game of this chance.
    #[must_use]
    pub fn new(setup: &'static Setup, chance: Chance) -> Self {
        let seed = Seed::from(0);
        let deck = Deck::shuffled(&mut seed.rng(Stream::DEAL));
        let mut table = Self {
            setup,
            deal: Deal::new(setup.options(), &deck, Seat::First),
            rng: seed.rng(Stream::PLAY),
            dealt_from: chance.clone(),
            chance,
            dealt: Default::default(),
            trace: Vec::new(),
            played: [Hand::EMPTY; 3],
            operations: Vec::new(),
        };
        table.reset();
        table
    }

    /// The rules and the numbers of their actions.
    #[must_use]
    pub const fn setup(&self) -> &'static Setup {
        self.setup
    }

    /// How the game stands, hidden cards and all.
    #[must_use]
    pub const fn deal(&self) -> &Deal<'static> {
        &self.deal
    }

    /// The turns of the play so far.
    #[must_use]
    pub fn trace(&self) -> &[Turn] {
        &self.trace
    }

    /// What each seat has played.
    #[must_use]
    pub const fn played(&self) -> &[Hand; 3] {
        &self.played
    }

    /// What was done since the deal, and the chance as it was before: with [`Table::restore`] the
    /// same game again.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            from: self.dealt_from.clone(),
            operations: self.operations.clone(),
        }
    }

    /// Another chance from the next [`Table::reset`] on.
    pub fn set_chance(&mut self, chance: Chance) {
        self.chance = chance;
    }

    /// Deals the next game.
    pub fn reset(&mut self) {
        self.dealt_from.clone_from(&self.chance);
        self.trace.clear();
        self.played = [Hand::EMPTY; 3];
        self.operations.clear();
        let options = self.setup.options();
        match &mut self.chance {
            Chance::Seed { seed, game } => {
                let seed = seed.child(*game);
                *game += 1;
                let deck = Deck::shuffled(&mut seed.rng(Stream::DEAL));
                self.rng = seed.rng(Stream::PLAY);
                let opener = opening_seat(options.first_bidder, None, &mut self.rng);
                self.deal = Deal::new(options, &deck, opener);
                self.remember(&deck);
            }
            Chance::RandomState(state) => {
                let mut cards = RLCARD_DECK.to_vec();
                state.shuffle(&mut cards);
                // Only a profile with an auction draws more: from a stream of its own.
                self.rng = Seed::from(u64::from(cards[0])).rng(Stream::PLAY);
                let cards: Vec<Card> = cards.into_iter().filter_map(Card::from_id).collect();
                let parts = [&cards[..17], &cards[17..34], &cards[34..51], &cards[51..]];
                self.dealt = parts.map(sorted);
                let [a, b, c, bottom] = parts.map(|part| Hand::from_cards(part.iter().copied()));
                let opener = opening_seat(options.first_bidder, None, &mut self.rng);
                self.deal = Deal::from_dealt(options, [a, b, c], bottom, opener);
            }
        }
    }

    /// The game that [`Table::record`] is of.
    ///
    /// # Errors
    /// When an action is not legal: then the table stands before it.
    pub fn restore(&mut self, record: &Record) -> Result<(), IllegalAction> {
        self.chance.clone_from(&record.from);
        self.reset();
        for &operation in &record.operations {
            match operation {
                Operation::Action(id) => self.apply(id)?,
                Operation::Resample(seat, seed) => {
                    self.resample(Seat::ALL[usize::from(seat % 3)], seed);
                }
            }
        }
        Ok(())
    }

    /// Takes the last action back; false when there is none.
    pub fn undo(&mut self) -> bool {
        let mut record = self.record();
        if record.operations.pop().is_none() {
            return false;
        }
        let after = self.chance.clone();
        let replayed = self.restore(&record);
        debug_assert!(replayed.is_ok(), "what was done can be done again");
        self.chance = after;
        true
    }

    /// Fills `list` with every legal move of the seat on turn and its number.
    ///
    /// A follower's come as RLCard lists them: passing, the kind on the table by number, the rocket,
    /// bombs; on a bomb, higher bombs come before the rocket. A leader's, which RLCard lists in no order, and
    /// those before the play come as in [`Deal::legal`].
    pub fn legal(&self, list: &mut Vec<(u32, Move)>) {
        list.clear();
        let ids = &self.setup.ids;
        let last = self.deal.trick().last();
        let follows = self.deal.phase() == Phase::Playing && last.is_some();
        if follows {
            list.push((ids.pass(), Move::Pass));
        }
        self.deal.each_move(|choice| {
            if choice != Move::Pass {
                list.push((ids.of(choice), choice));
            }
        });
        if follows && list.len() > 2 {
            list[1..].sort_unstable_by_key(|&(id, _)| id);
            if last.is_some_and(|last| last.kind() != Kind::Bomb) {
                rocket_before_bombs(&mut list[1..]);
            }
        }
    }

    /// What a seat could play if it were its turn now, and their numbers; in the order of
    /// [`Table::legal`].
    pub fn legal_of(&self, seat: Seat, list: &mut Vec<(u32, Move)>) {
        if seat == self.deal.turn() || self.deal.phase() != Phase::Playing {
            list.clear();
            if seat == self.deal.turn() {
                self.legal(list);
            }
            return;
        }
        let mut flow = *self.deal.flow();
        flow.turn = seat;
        flow.trick = self.trick_for(seat);
        let hands = Seat::ALL.map(|seat| self.deal.hand(seat));
        let imagined = Self {
            deal: Deal::resume(self.setup.options(), hands, self.deal.bottom(), flow),
            ..self.clone()
        };
        imagined.legal(list);
    }

    /// What lies on the table for a seat that is not on turn: the latest play, if another's.
    fn trick_for(&self, seat: Seat) -> Trick {
        let latest = self.trace.iter().rev().find(|turn| !turn.cards.is_empty());
        let Some(latest) = latest.filter(|latest| latest.seat != seat) else {
            return Trick::led_by(seat);
        };
        let combination = self.deal.trick().last();
        let combination =
            combination.or_else(|| playable(latest.cards, None, self.setup.options()).ok());
        combination.map_or(Trick::led_by(seat), |combination| {
            Trick::on_table(combination, latest.seat, 0)
        })
    }

    /// Does the action with this number.
    ///
    /// # Errors
    /// When it is not legal; nothing has changed then.
    pub fn apply(&mut self, id: u32) -> Result<(), IllegalAction> {
        let choice = self.legal_move(id)?;
        self.apply_legal(id, choice);
        Ok(())
    }

    /// Does an action that [`Table::legal`] has listed, without asking the rules again.
    pub fn apply_legal(&mut self, id: u32, choice: Move) {
        let seat = self.deal.turn();
        self.operations.push(Operation::Action(id));
        match choice {
            Move::Play(play) => self.note(seat, play.cards),
            Move::Pass => self.note(seat, Hand::EMPTY),
            _ => {}
        }
        self.deal.apply(choice);
        if self.deal.phase() == Phase::Redeal {
            self.redeal();
        }
    }

    fn note(&mut self, seat: Seat, cards: Hand) {
        self.trace.push(Turn { seat, cards });
        let played = &mut self.played[seat.index()];
        *played = played.with(cards).unwrap_or(*played);
    }

    fn redeal(&mut self) {
        let deck = Deck::shuffled(&mut self.rng);
        let previous = Some(self.deal.auction().opener());
        let opener = opening_seat(self.setup.options().first_bidder, previous, &mut self.rng);
        self.deal.redeal(&deck, opener);
        self.remember(&deck);
    }

    fn remember(&mut self, deck: &Deck) {
        let dealt = deck.deal(self.setup.options().deal);
        let [a, b, c] = dealt.hands;
        self.dealt = [a, b, c, dealt.bottom].map(|set| set.iter().collect());
    }

    /// The move with this number, if it is legal now.
    ///
    /// # Errors
    /// Why it is not.
    pub fn legal_move(&self, id: u32) -> Result<Move, IllegalAction> {
        let ids = &self.setup.ids;
        let most = ids.len() - 1;
        let Some(choice) = ids.get(id) else {
            let reason = format!("the actions of this profile are 0 to {most}");
            return Err(IllegalAction::new(format!("action {id}"), reason));
        };
        let refuse = |reason: String| IllegalAction::new(ids.name(id).unwrap_or_default(), reason);
        if self.deal.is_over() {
            return Err(refuse("the game is over".to_owned()));
        }
        let choice = self
            .counted(choice)
            .map_err(|error| refuse(error.to_string()))?;
        self.deal
            .check(choice)
            .map_err(|error| refuse(error.to_string()))?;
        Ok(choice)
    }

    /// The move with what its cards count as on the table.
    fn counted(&self, choice: Move) -> Result<Move, decklet_doudizhu::trick::PlayDenied> {
        let options = self.setup.options();
        let Move::Play(play) = choice else {
            return Ok(choice);
        };
        let hand = self.deal.hand(self.deal.turn());
        let playing = self.deal.phase() == Phase::Playing && hand.contains(play.cards);
        if !playing || options.reading == decklet_doudizhu::profile::Reading::Declared {
            return Ok(choice);
        }
        let combination = self.deal.trick().check(play.cards, None, options)?;
        Ok(Move::Play(Play {
            combination,
            ..play
        }))
    }

    /// The points of each seat; 0 before the end.
    #[must_use]
    pub fn returns(&self) -> [f64; 3] {
        let unit = points_per_unit(self.setup.options()) as f64;
        let points: Points = self.deal.returns();
        points.map(|points| points as f64 / unit)
    }

    /// What this seat may see.
    #[must_use]
    pub fn seen(&self, me: Seat) -> Seen<'_> {
        let deal = &self.deal;
        let hand = deal.hand(me);
        let others = Seat::ALL.map(|seat| {
            if seat == me {
                Hand::EMPTY
            } else {
                deal.hand(seat)
            }
        });
        let hidden_bottom = match deal.landlord() {
            Some(_) => Hand::EMPTY,
            None => deal.bottom(),
        };
        let unseen = others
            .into_iter()
            .fold(hidden_bottom, |all, hand| all.with(hand).unwrap_or(all));
        let tally = deal.tally();
        Seen {
            me,
            landlord: deal.landlord(),
            hand,
            unseen,
            left: Seat::ALL.map(|seat| deal.hand(seat).len() as u8),
            played: self.played,
            shown: Seat::ALL.map(|seat| deal.showing().shown(seat).then(|| deal.hand(seat))),
            bottom: deal.landlord().map(|_| deal.bottom()),
            trace: &self.trace,
            last: deal.trick().last(),
            last_seat: deal.trick().last_seat().filter(|_| !self.trace.is_empty()),
            bombs: tally.bombs + tally.rockets,
            robs: deal.auction().robs(),
            bid: deal.auction().highest(),
            candidate: deal.auction().candidate(),
            turn: deal.turn(),
            phase: deal.phase(),
        }
    }

    /// All that a seat knows, as text: two games with the same text are the same to it.
    #[must_use]
    pub fn information(&self, me: Seat) -> String {
        use std::fmt::Write;
        let seen = self.seen(me);
        let mut text = format!("seat {} holds {}", me.index(), seen.hand);
        if let (Some(landlord), Some(bottom)) = (seen.landlord, seen.bottom) {
            let _ = write!(text, "; landlord {} took {bottom}", landlord.index());
        }
        for (seat, shown) in seen.shown.iter().enumerate() {
            if let Some(hand) = shown {
                let _ = write!(text, "; seat {seat} shows {hand}");
            }
        }
        let _ = write!(text, "; {} redeals;", self.deal.redeals());
        let actions = self
            .operations
            .iter()
            .filter_map(|operation| match operation {
                Operation::Action(id) => self.setup.ids.name(*id),
                Operation::Resample(..) => None,
            });
        actions.for_each(|name| _ = write!(text, " {name}"));
        text
    }

    /// Deals the cards that this seat does not see anew, each way equally likely that agrees with
    /// what it sees: numbers of cards, bottom cards, hands laid open.
    pub fn resample(&mut self, me: Seat, seed: u64) {
        self.operations.push(Operation::Resample(me.into(), seed));
        let seen = self.seen(me);
        let mut hands = Seat::ALL.map(|seat| match seat == me {
            true => seen.hand,
            false => seen.shown[seat.index()].unwrap_or_else(|| self.known(seat)),
        });
        let known = hands
            .iter()
            .enumerate()
            .filter(|(seat, _)| *seat != me.index())
            .fold(Hand::EMPTY, |all, (_, hand)| all.with(*hand).unwrap_or(all));
        let hidden = seen.unseen.without(known).unwrap_or(Hand::EMPTY);
        let mut cards: Vec<Rank> = hidden.ranks().collect();
        Seed::from(seed).rng(Stream::PLAY).shuffle(&mut cards);
        for (hand, &left) in hands.iter_mut().zip(&seen.left) {
            while hand.len() < u32::from(left)
                && let Some(rank) = cards.pop()
            {
                *hand = hand.with(Hand::single(rank)).unwrap_or(*hand);
            }
        }
        let bottom = seen.bottom.unwrap_or_else(|| {
            let rest = cards.into_iter().map(Hand::single);
            rest.fold(Hand::EMPTY, |all, card| all.with(card).unwrap_or(all))
        });
        self.deal = Deal::resume(self.setup.options(), hands, bottom, *self.deal.flow());
        self.dealt = self.suits_for(&hands, bottom);
    }

    /// The cards that everybody knows a seat to hold: the landlord's bottom cards, as far as the
    /// landlord has not played cards of their ranks.
    fn known(&self, seat: Seat) -> Hand {
        if self.deal.landlord() != Some(seat) {
            return Hand::EMPTY;
        }
        let played = self.played[seat.index()];
        let left = Rank::ALL.into_iter().flat_map(|rank| {
            let held = self
                .deal
                .bottom()
                .count(rank)
                .saturating_sub(played.count(rank));
            std::iter::repeat_n(Hand::single(rank), usize::from(held))
        });
        left.fold(Hand::EMPTY, |all, card| all.with(card).unwrap_or(all))
    }

    /// Suits for what was played and is held, so that what was dealt stays a deck.
    fn suits_for(&self, hands: &[Hand; 3], bottom: Hand) -> [Vec<Card>; 4] {
        let mut rest: CardSet = Card::all().collect();
        let mut take = |cards: Hand| -> Vec<Card> {
            let taken = rest.lowest(cards).unwrap_or_default();
            rest = rest.iter().filter(|card| !taken.contains(card)).collect();
            taken.into_iter().collect()
        };
        let landlord = self.deal.landlord();
        let bottom_cards = take(bottom);
        let [a, b, c] = Seat::ALL.map(|seat| {
            let all = hands[seat.index()]
                .with(self.played[seat.index()])
                .unwrap_or_default();
            let dealt = match landlord == Some(seat) {
                true => all.without(bottom).unwrap_or(all),
                false => all,
            };
            take(dealt)
        });
        [a, b, c, bottom_cards]
    }

    /// The cards of each seat, lowest rank first, with suits: of equal ranks it plays the one first
    /// that was dealt to it first.
    #[must_use]
    pub fn cards(&self) -> [Vec<Card>; 3] {
        Seat::ALL.map(|seat| {
            let mut cards = self.dealt[seat.index()].clone();
            if self.deal.landlord() == Some(seat) {
                cards.extend(&self.dealt[3]);
                cards = sorted(&cards);
            }
            for rank in self.played[seat.index()].ranks() {
                if let Some(place) = cards.iter().position(|card| card.rank() == rank) {
                    cards.remove(place);
                }
            }
            cards
        })
    }

    /// The 17 cards that each seat was dealt.
    #[must_use]
    pub fn dealt(&self) -> [CardSet; 3] {
        let [a, b, c, _] = &self.dealt;
        [a, b, c].map(|cards| cards.iter().copied().collect())
    }

    /// Whether two games stand alike: cards, table and turn.
    #[must_use]
    pub fn stands_like(&self, other: &Self) -> bool {
        self.deal == other.deal && self.trace == other.trace
    }
}

fn sorted(cards: impl AsRef<[Card]>) -> Vec<Card> {
    let mut cards = cards.as_ref().to_vec();
    cards.sort_by_key(|card| card.rank());
    cards
}

fn rocket_before_bombs(list: &mut [(u32, Move)]) {
    let kind = |choice: &(u32, Move)| match choice.1 {
        Move::Play(play) => Some(play.combination.kind()),
        _ => None,
    };
    if list.last().and_then(kind) == Some(Kind::Rocket)
        && let Some(first) = list
            .iter()
            .position(|choice| kind(choice) == Some(Kind::Bomb))
    {
        list[first..].rotate_right(1);
    }
}

/// The ids of the cards in the order in which RLCard's deck lies before it is shuffled: by rank,
/// spades, hearts, diamonds, clubs.
const RLCARD_DECK: [u8; 54] = {
    // Ids go by rank, then hearts, diamonds, clubs, spades.
    let mut deck = [0; 54];
    let mut place = 0;
    while place < 52 {
        let (rank, suit) = (place / 4, place % 4);
        deck[place] = (rank * 4 + (suit + 3) % 4) as u8;
        place += 1;
    }
    deck[52] = 52;
    deck[53] = 53;
    deck
};

/// The name that RLCard gives a card, as `S3`, `HT`, `BJ`.
#[must_use]
pub fn rlcard_name(card: Card) -> String {
    match card.suit() {
        None if card.rank() == Rank::SmallJoker => "BJ".to_owned(),
        None => "RJ".to_owned(),
        Some(suit) => {
            let suit = match suit {
                Suit::Spades => 'S',
                Suit::Hearts => 'H',
                Suit::Diamonds => 'D',
                Suit::Clubs => 'C',
            };
            format!("{suit}{}", card.rank())
        }
    }
}
