//! A round that remembers what was done.

use super::{
    ids::{self, COLORS, Choice},
    rlcard::{self, Memory},
    seen::Seen,
};
use crate::{
    chance::{Chance, Operation, Record},
    illegal::IllegalAction,
};
use decklet_engine::{Rng, Seed, Stream};
use decklet_uno::{
    card::{Card, Color, Face},
    hand::Hand,
    legal::{Action, Situation},
    profile::{MAX_PLAYERS, OptionsError, Rules},
    round::Round,
    score,
    table::{Drawn, Pending, Seat, Stage},
};

/// A round from deal to result, then the next one.
///
/// Only the seat on turn acts: what UNO knows out of turn (catching, jumping in) is left to the engine.
///
/// ```
/// use decklet_envs::{Chance, uno::Table};
/// use decklet_uno::profile::Options;
///
/// let rules = Options::rlcard().build()?;
/// let mut table = Table::new(&rules, 2, Chance::rlcard(42))?;
/// let mut legal = Vec::new();
/// while !table.round().is_over() {
///     table.legal(&mut legal);
///     table.apply(legal[0])?;
/// }
/// assert_eq!(table.returns(), [1.0, -1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    round: Round,
    players: u8,
    rng: Rng,
    chance: Chance,
    dealt_from: Chance,
    /// What RLCard remembers, in the rounds that it deals.
    memory: Option<Memory>,
    operations: Vec<Operation>,
}

impl Table {
    /// The first round of this chance.
    ///
    /// # Errors
    /// When the rules are not for so many players.
    pub fn new(rules: &Rules, players: u8, chance: Chance) -> Result<Self, OptionsError> {
        let seed = Seed::from(0);
        let (mut deal, mut rng) = (seed.rng(Stream::DEAL), seed.rng(Stream::PLAY));
        let round = Round::deal(rules, players, 0, &mut deal, &mut rng)?;
        let mut table = Self {
            round,
            players,
            rng,
            dealt_from: chance.clone(),
            chance,
            memory: None,
            operations: Vec::new(),
        };
        table.reset();
        Ok(table)
    }

    /// How the round stands, hidden cards and all.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// How many play.
    #[must_use]
    pub const fn players(&self) -> u8 {
        self.players
    }

    /// What was done since the deal, and the chance as it was before: with [`Table::restore`] the
    /// same round again.
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

    /// Deals the next round.
    pub fn reset(&mut self) {
        self.dealt_from.clone_from(&self.chance);
        self.operations.clear();
        let rules = *self.round.rules();
        match &mut self.chance {
            Chance::Seed { seed, game } => {
                let seed = seed.child(*game);
                *game += 1;
                self.rng = seed.rng(Stream::PLAY);
                let mut deal = seed.rng(Stream::DEAL);
                let players = self.players;
                // `new` has dealt to so many before.
                if let Ok(round) =
                    Round::deal(&rules, players, players - 1, &mut deal, &mut self.rng)
                {
                    self.round = round;
                }
                self.memory = None;
            }
            Chance::RandomState(state) => {
                // RLCard's deck is one of these rules'.
                if let Ok((round, memory)) =
                    Memory::deal(&rules, self.players, state, &mut self.rng)
                {
                    self.round = round;
                    self.memory = Some(memory);
                }
            }
        }
    }

    /// The round that [`Table::record`] is of.
    ///
    /// # Errors
    /// When an action is not legal: then the table stands before it.
    pub fn restore(&mut self, record: &Record) -> Result<(), IllegalAction> {
        self.chance.clone_from(&record.from);
        self.reset();
        for &operation in &record.operations {
            match operation {
                Operation::Action(id) => self.apply(id)?,
                Operation::Resample(seat, seed) => self.resample(seat, seed),
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
        let replayed = self.restore(&record);
        debug_assert!(replayed.is_ok(), "what was done can be done again");
        true
    }

    /// Whose turn it is; of a round that RLCard dealt and that is over, whose it says it is.
    #[must_use]
    pub fn turn(&self) -> Seat {
        let after = self.memory.as_ref().and_then(|memory| memory.after);
        after.unwrap_or(self.round.table().turn.current)
    }

    /// How many actions there are.
    #[must_use]
    pub fn actions(&self) -> u32 {
        ids::count(self.round.rules())
    }

    /// Fills `list` with the numbers of the legal actions of the seat on turn; with none when the
    /// round is over. Cards come in the order of the hand.
    pub fn legal(&self, list: &mut Vec<u32>) {
        list.clear();
        if !self.round.is_over() {
            self.legal_of(self.turn(), list);
        }
    }

    /// What a seat could do if it were its turn now, also when the round is over.
    pub fn legal_of(&self, seat: Seat, list: &mut Vec<u32>) {
        list.clear();
        self.each_legal_of(seat, |id, repeated| {
            if !repeated {
                list.push(id);
            }
        });
    }

    /// Calls `f` with the actions of [`Table::legal_of`], equal cards once each, as RLCard's
    /// `raw_legal_actions` has them; the second argument is whether the action came before.
    pub fn each_legal_of(&self, seat: Seat, mut f: impl FnMut(u32, bool)) {
        let mut table = *self.round.table();
        if table.turn.current != seat || table.is_over() {
            table.turn.current = seat;
            table.stage = Stage::Playing;
            table.pending = Pending::Nothing;
            table.drawn = Drawn::NotYet;
        }
        let situation = Situation {
            table: &table,
            ..self.round.situation(seat)
        };
        let legal = situation.legal();
        let mut seen: u128 = 0;
        let mut tell = |id: u32| {
            f(id, seen >> id & 1 == 1);
            seen |= 1 << id;
        };
        let mut wilds = Hand::EMPTY;
        let mut tell_card = |card: Card| {
            if !card.is_wild() {
                return tell(ids::of_card(card, Color::Red));
            }
            if wilds.of(card.equals()).is_empty() {
                wilds = wilds.with(card);
                COLORS
                    .into_iter()
                    .for_each(|color| tell(ids::of_card(card, color)));
            }
        };
        match self
            .memory
            .as_ref()
            .and_then(|memory| memory.hands.get(usize::from(seat)))
        {
            Some(order) => {
                // Equal cards may be of two kinds, so that they are looked up by their looks.
                let plays = legal.plays();
                let playable = |card: &Card| !plays.of(card.equals()).is_empty();
                order.iter().copied().filter(playable).for_each(tell_card);
            }
            None => legal.plays().iter().for_each(&mut tell_card),
        }
        for action in legal.iter() {
            if !matches!(action, Action::Play(_)) {
                tell(ids::of_other(action));
            }
        }
    }

    /// Does the action with this number.
    ///
    /// # Errors
    /// When it is not legal; nothing has changed then.
    pub fn apply(&mut self, id: u32) -> Result<(), IllegalAction> {
        let (action, named) = self.legal_action(id)?;
        self.apply_legal(id, action, named);
        Ok(())
    }

    /// Does the action with this number if [`Table::legal`] has listed it, without asking the rules again;
    /// nothing when there is no such action.
    pub fn apply_listed(&mut self, id: u32) {
        if let Some((Some(action), named)) = self.action(id) {
            self.apply_legal(id, action, named);
        }
    }

    fn apply_legal(&mut self, id: u32, action: Action, named: Option<Color>) {
        self.operations.push(Operation::Action(id));
        if let (Some(memory), Chance::RandomState(state)) = (&mut self.memory, &mut self.chance) {
            memory.apply(&mut self.round, action, named, state, &mut self.rng);
            return;
        }
        let seat = self.round.table().turn.current;
        self.round.apply_legal(seat, action, &mut self.rng);
        let table = self.round.table();
        if let Some(color) = named
            && table.pending == Pending::Color
            && table.turn.current == seat
        {
            self.round
                .apply_legal(seat, Action::ChooseColor(color), &mut self.rng);
        }
    }

    /// What the action with this number is for the seat on turn, none if it has no such card; and the colour
    /// of a wild card.
    fn action(&self, id: u32) -> Option<(Option<Action>, Option<Color>)> {
        let seat = self.round.table().turn.current;
        Some(match ids::get(id)? {
            Choice::Other(action) => (Some(action), None),
            Choice::Card(color, face) => (self.held(seat, Some(color), face), None),
            Choice::Wild(face, color) => (self.held(seat, None, face), Some(color)),
        })
    }

    /// What the action with this number is now, and the colour of a wild card.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn legal_action(&self, id: u32) -> Result<(Action, Option<Color>), IllegalAction> {
        let action = self.action(id).filter(|_| id < self.actions());
        let Some((action, named)) = action else {
            let most = self.actions() - 1;
            let reason = format!("the actions by these rules are 0 to {most}");
            return Err(IllegalAction::new(format!("action {id}"), reason));
        };
        let refuse = |reason: String| IllegalAction::new(ids::name(id).unwrap_or_default(), reason);
        if self.round.is_over() {
            return Err(refuse("the round is over".to_owned()));
        }
        let seat = self.round.table().turn.current;
        let action = action.ok_or_else(|| refuse("the hand has no such card".to_owned()))?;
        let checked = self.round.situation(seat).check(action);
        checked.map_err(|denial| refuse(denial.why.to_string()))?;
        Ok((action, named))
    }

    /// The card of this look that the seat plays: of equal ones, in a round of RLCard's, the first it
    /// has drawn, else the one with the lowest number.
    fn held(&self, seat: Seat, color: Option<Color>, face: Face) -> Option<Action> {
        let card = match &self.memory {
            Some(memory) => memory.first(seat, color, face),
            None => {
                let mut hand = self.round.hand(seat).iter();
                hand.find(|card| card.color() == color && card.face() == face)
            }
        };
        card.map(Action::Play)
    }

    /// Every draw since the deal, as all have seen it: the colour then in force, who drew, how many cards.
    #[must_use]
    pub fn draws(&self) -> Vec<(Option<Color>, Seat, u8)> {
        let mut table = self.clone();
        table.chance.clone_from(&self.dealt_from);
        table.reset();
        let mut draws = Vec::new();
        for &operation in &self.operations {
            let id = match operation {
                Operation::Action(id) => id,
                Operation::Resample(seat, seed) => {
                    table.resample(seat, seed);
                    continue;
                }
            };
            let before = table.round;
            if table.apply(id).is_err() {
                break;
            }
            let drawer = before.table().turn.current;
            for seat in 0..self.players {
                let more = table
                    .round
                    .hand(seat)
                    .len()
                    .saturating_sub(before.hand(seat).len());
                // A drawn card that was played at once was drawn all the same.
                let least = u32::from(id == ids::DRAW && seat == drawer);
                if more.max(least) > 0 {
                    draws.push((before.table().color, seat, more.max(least) as u8));
                }
            }
        }
        draws
    }

    /// 1 for who has won, −1 for the others, 0 without a winner and before the end; partners win
    /// together.
    #[must_use]
    pub fn returns(&self) -> Vec<f64> {
        let winners = self.round.winners();
        let one = |seat: Seat| match (winners.is_empty(), winners.contains(seat)) {
            (true, _) => 0.0,
            (false, true) => 1.0,
            (false, false) => -1.0,
        };
        (0..self.players).map(one).collect()
    }

    /// The points of the cards that each seat holds.
    #[must_use]
    pub fn points_held(&self) -> Vec<u32> {
        self.round
            .hands()
            .iter()
            .map(|hand| u32::from(score::points_of(*hand)))
            .collect()
    }

    /// A hand as RLCard lists it: of a round that it dealt in the order in which the cards were drawn,
    /// else by number; with the colour it gives wild cards.
    pub fn listed_hand(&self, seat: Seat) -> impl Iterator<Item = (Face, Color)> {
        let memory = self.memory.as_ref();
        let drawn = memory.and_then(|memory| memory.hands.get(usize::from(seat)));
        let hand = match drawn {
            Some(_) => Hand::EMPTY,
            None => self.round.hand(seat),
        };
        let cards = drawn.into_iter().flatten().copied().chain(hand.iter());
        cards.map(move |card| rlcard::listed(memory, card))
    }

    /// The played cards as RLCard lists them.
    pub fn listed_discard(&self) -> impl Iterator<Item = (Face, Color)> {
        self.round.discard().iter().map(|&card| self.listed(card))
    }

    /// A card as RLCard lists it.
    #[must_use]
    pub fn listed(&self, card: Card) -> (Face, Color) {
        rlcard::listed(self.memory.as_ref(), card)
    }

    /// The card to match as RLCard shows it: a wild card of a round that it dealt with the colour it was
    /// made with, else with the colour in force.
    #[must_use]
    pub fn target(&self) -> (Face, Option<Color>) {
        let table = self.round.table();
        let color = match self.memory {
            Some(_) => rlcard::made_color(table.top),
            None => table.top.color().or(table.color),
        };
        (table.top.face(), color)
    }

    /// What this seat may see.
    #[must_use]
    pub fn seen(&self, me: Seat) -> Seen<'_> {
        let table = self.round.table();
        let mut left = [0; MAX_PLAYERS];
        for (left, hand) in left.iter_mut().zip(self.round.hands()) {
            *left = hand.len() as u8;
        }
        Seen {
            me,
            hand: self.round.hand(me),
            left,
            discard: self.round.discard(),
            deck: self.round.deck().len() as u8,
            top: table.top,
            color: table.color,
            shown_color: self.target().1,
            turn: table.turn,
            pending: table.pending,
            penalty: table.penalty,
            called: table.called,
            exposed: table.exposed,
            drawn: match table.drawn {
                Drawn::Card(card) if table.turn.current == me => Some(card),
                _ => None,
            },
        }
    }

    /// All that a seat knows, as text: two rounds with the same text are the same to it.
    #[must_use]
    pub fn information(&self, me: Seat) -> String {
        use std::fmt::Write;
        let seen = self.seen(me);
        let list = |cards: &mut dyn Iterator<Item = Card>| {
            cards
                .map(|card| card.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut text = format!("seat {me} holds {}", list(&mut seen.hand.iter()));
        let _ = write!(text, "; played {}", list(&mut seen.discard.iter().copied()));
        let color = decklet_uno::card::color_name(seen.color);
        let players = usize::from(self.players);
        let _ = write!(
            text,
            "; top {} in {color}; cards {:?}; deck {}; seat {} on turn, direction {}, {:?}, penalty {}",
            seen.top,
            &seen.left[..players],
            seen.deck,
            seen.turn.current,
            seen.turn.direction(),
            seen.pending,
            seen.penalty,
        );
        if let Some(card) = seen.drawn {
            let _ = write!(text, ", drew {card}");
        }
        let _ = write!(
            text,
            "; called {}, exposed {:?};",
            seen.called, seen.exposed
        );
        let actions = self
            .operations
            .iter()
            .filter_map(|operation| match operation {
                Operation::Action(id) => ids::name(*id),
                Operation::Resample(..) => None,
            });
        actions.for_each(|name| _ = write!(text, " {name}"));
        text
    }

    /// Deals the cards that this seat does not see anew, every way equally likely: the hands of the
    /// others and the deck. The round draws from a chance of its own from then on.
    pub fn resample(&mut self, me: Seat, seed: u64) {
        self.operations.push(Operation::Resample(me, seed));
        self.rng = Seed::from(seed).rng(Stream::PLAY);
        self.memory = None;
        let round = &self.round;
        let others = (0..self.players).filter(|&seat| seat != me);
        let mut cards: Vec<Card> = others
            .clone()
            .flat_map(|seat| round.hand(seat).iter())
            .chain(round.deck().iter().copied())
            .collect();
        cards.sort_by_key(|card| card.id());
        self.rng.shuffle(&mut cards);
        let mut hands = round.hands().to_vec();
        for seat in others {
            let count = hands[usize::from(seat)].len() as usize;
            let rest = cards.len() - count;
            hands[usize::from(seat)] = cards.split_off(rest).into_iter().collect();
        }
        self.round = Round::resume(
            round.rules(),
            *round.table(),
            &hands,
            &cards,
            round.discard(),
        );
    }
}
