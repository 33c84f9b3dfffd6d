//! The rounds that RLCard 1.2.0 deals for a seed, and the two things that only RLCard remembers: the
//! order in which a hand was drawn, and a colour for each wild card.
//!
//! In RLCard a wild card is made with a colour (one Wild and one Wild Draw Four of each). Playing it
//! changes the colour, and hands and the pile are listed with it; but the card to match is shown with
//! the colour it was made with, whatever was named. Which wild card is played is therefore visible: the
//! one drawn first.
//!
//! Chance is RLCard's: what the deck is before a card is due, and which colour a drawn wild card gets.
//! The rest is [`Round`]. Before an action the deck is laid so that the round draws what RLCard draws.
//! When fewer cards are left than a penalty needs, RLCard shuffles the played cards, the one just played
//! among them, and the rest of the deck together.

use super::ids::COLORS;
use crate::numpy_random::RandomState;
use decklet_engine::{Seed, Stream};
use decklet_uno::{
    card::{Card, Color, Face},
    legal::Action,
    profile::Rules,
    round::{Deal, DealError, Round},
    table::Seat,
};
use std::borrow::Cow;

/// The number of the first wild card; four Wild, then four Wild Draw Four.
const FIRST_WILD: u8 = 100;

/// What RLCard remembers besides the round.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Each hand in the order in which it was drawn.
    pub hands: Vec<Vec<Card>>,
    /// The colour that each wild card has last been given.
    colors: [Color; 8],
    /// Whose turn RLCard says it is when the round is over.
    pub after: Option<Seat>,
}

/// The deck in the order in which RLCard makes it.
fn new_deck() -> Vec<Card> {
    let of_color = |place: u8| {
        // Our cards lie in the order red, yellow, green, blue, 25 a colour.
        let first = [0, 50, 75, 25][usize::from(place)];
        let wilds = [FIRST_WILD + place, FIRST_WILD + 4 + place];
        (first..first + 25).chain(wilds)
    };
    (0..4).flat_map(of_color).filter_map(Card::new).collect()
}

/// The colour with which RLCard makes a wild card.
#[must_use]
pub fn made_color(card: Card) -> Option<Color> {
    card.color().or_else(|| {
        COLORS
            .get(usize::from(card.id().wrapping_sub(FIRST_WILD) % 4))
            .copied()
    })
}

impl Memory {
    /// The next round: as `UnoGame.init_game` deals it.
    pub fn deal(
        rules: &Rules,
        players: u8,
        state: &mut RandomState,
    ) -> Result<(Round, Self), DealError> {
        let mut deck = new_deck();
        state.shuffle(&mut deck);
        let mut hands: Vec<Vec<Card>> = Vec::new();
        for _ in 0..players {
            let left = deck.len() - usize::from(rules.options().hand).min(deck.len());
            hands.push(deck.split_off(left).into_iter().rev().collect());
        }
        while deck
            .last()
            .is_some_and(|card| card.face() == Face::WildDrawFour)
        {
            state.shuffle(&mut deck);
        }
        let sets: Vec<_> = hands
            .iter()
            .map(|hand| hand.iter().copied().collect())
            .collect();
        let deal = Deal::from_hands(rules, &sets, &deck)?;
        let round = Round::from_deal(rules, deal, players - 1, &mut unused());
        let mut memory = Self {
            hands,
            colors: std::array::from_fn(|wild| COLORS[wild % 4]),
            after: None,
        };
        deck.pop();
        memory.follow(&round, &deck);
        let top = round.table().top;
        let round = if top.is_wild() {
            memory.color_at_random(round, top, state)
        } else {
            round
        };
        Ok((round, memory))
    }

    /// The colour that RLCard lists a card with.
    #[must_use]
    pub fn color(&self, card: Card) -> Color {
        let wild = usize::from(card.id().wrapping_sub(FIRST_WILD)) % 8;
        card.color().unwrap_or(self.colors[wild])
    }

    fn set_color(&mut self, card: Card, color: Color) {
        if card.is_wild() {
            self.colors[usize::from(card.id() - FIRST_WILD) % 8] = color;
        }
    }

    /// The first card of this hand, in the order in which it was drawn, that looks like this.
    #[must_use]
    pub fn first(&self, seat: Seat, color: Option<Color>, face: Face) -> Option<Card> {
        let hand = self.hands.get(usize::from(seat))?;
        let mut same = hand
            .iter()
            .filter(|card| card.face() == face && card.color() == color);
        same.next().copied()
    }

    /// Does a legal action; a wild card gets this colour.
    pub fn apply(
        &mut self,
        round: &mut Round,
        action: Action,
        named: Option<Color>,
        state: &mut RandomState,
    ) {
        let before = *round;
        let (turn, color) = (before.table().turn, before.table().color);
        let (mut deck, mut discard) = (Cow::Borrowed(before.deck()), before.discard());
        if action == Action::Draw && deck.is_empty() {
            let mut all = discard.to_vec();
            state.shuffle(&mut all);
            (deck, discard) = (Cow::Owned(all), &[]);
        }
        let drawn = deck.last().copied().filter(|_| action == Action::Draw);
        let played = match (action, drawn) {
            (Action::Play(card), _) => Some(card),
            (_, Some(card)) if card.color() == color => Some(card),
            _ => None,
        };
        let due = match played.map(Card::face) {
            Some(Face::DrawTwo) => 2,
            Some(Face::WildDrawFour) => 4,
            _ => 0,
        };
        let rest = deck.len() - usize::from(drawn.is_some());
        let emptied = rest < due;
        if emptied {
            let mut all = deck[..rest].to_vec();
            all.extend(discard);
            all.extend(played);
            state.shuffle(&mut all);
            all.extend(drawn);
            deck = Cow::Owned(all);
        }
        if let Cow::Owned(deck) = &deck {
            let (rules, hands) = (before.rules(), before.hands());
            *round = Round::resume(rules, *before.table(), hands, deck, discard);
        }
        round.apply_legal(turn.current, action, &mut unused());
        if let (Action::Play(card), Some(color)) = (action, named) {
            self.set_color(card, color);
            if !round.is_over() && card.is_wild() {
                round.apply_legal(turn.current, Action::ChooseColor(color), &mut unused());
            } else if card.is_wild() {
                // RLCard goes on listing what could be played on it.
                *round = in_color(round, color);
            }
        }
        if let Some(card) = drawn.filter(|card| card.is_wild()) {
            *round = self.color_at_random(*round, card, state);
        }
        if emptied {
            *round = Round::resume(
                round.rules(),
                *round.table(),
                round.hands(),
                round.deck(),
                &[],
            );
        }
        self.follow(round, &deck);
        self.after = round.is_over().then(|| {
            let mut turn = turn;
            let face = played.map(Card::face);
            turn.reversed ^= face == Some(Face::Reverse);
            let skips = matches!(face, Some(Face::Skip | Face::DrawTwo | Face::WildDrawFour));
            if skips {
                turn.after(turn.next())
            } else {
                turn.next()
            }
        });
    }

    /// Gives the wild card on top a colour by chance.
    fn color_at_random(&mut self, round: Round, top: Card, state: &mut RandomState) -> Round {
        let color = COLORS[state.up_to(3) as usize];
        self.set_color(top, color);
        in_color(&round, color)
    }

    /// Notes which cards the hands have lost, and won from the top of this deck.
    fn follow(&mut self, round: &Round, deck: &[Card]) {
        for (order, hand) in self.hands.iter_mut().zip(round.hands()) {
            order.retain(|&card| hand.contains(card));
            let missing = hand.len() as usize - order.len();
            let new = deck.iter().rev().filter(|&&card| hand.contains(card));
            let new: Vec<_> = new
                .filter(|card| !order.contains(card))
                .take(missing)
                .copied()
                .collect();
            order.extend(new);
        }
    }
}

/// The round with this colour in force.
fn in_color(round: &Round, color: Color) -> Round {
    let mut table = *round.table();
    table.color = Some(color);
    let (rules, hands) = (round.rules(), round.hands());
    Round::resume(rules, table, hands, round.deck(), round.discard())
}

/// RLCard's chance decides everything, so that nothing is ever drawn from this.
fn unused() -> decklet_engine::Rng {
    Seed::from_bytes([0; 32]).rng(Stream::PLAY)
}

/// A card's name as RLCard lists it in hands and in the pile.
#[must_use]
pub fn listed(memory: Option<&Memory>, card: Card) -> (Face, Color) {
    let made = made_color(card).unwrap_or(Color::Red);
    (
        card.face(),
        memory.map_or(made, |memory| memory.color(card)),
    )
}
