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
use decklet_engine::Rng;
use decklet_uno::{
    card::{Card, Color, Face},
    legal::Action,
    profile::Rules,
    round::{Deal, DealError, Round},
    table::Seat,
};

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
        rng: &mut Rng,
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
        let round = Round::from_deal(rules, deal, players - 1, rng);
        let mut memory = Self {
            hands,
            colors: std::array::from_fn(|wild| COLORS[wild % 4]),
            after: None,
        };
        deck.pop();
        memory.follow(&round, top_of(&deck));
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

    /// Does a legal action; a wild card gets this colour. Nothing is drawn from `rng`: RLCard's chance decides
    /// everything.
    pub fn apply(
        &mut self,
        round: &mut Round,
        action: Action,
        named: Option<Color>,
        state: &mut RandomState,
        rng: &mut Rng,
    ) {
        let (turn, color) = (round.table().turn, round.table().color);
        if action == Action::Draw && round.deck().is_empty() {
            let mut all = round.discard().to_vec();
            state.shuffle(&mut all);
            lay(round, &all, &[]);
        }
        let top = round.deck().last().copied();
        let drawn = top.filter(|_| action == Action::Draw);
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
        let rest = round.deck().len() - usize::from(drawn.is_some());
        let emptied = rest < due;
        if emptied {
            let mut all = round.deck()[..rest].to_vec();
            all.extend(round.discard());
            all.extend(played);
            state.shuffle(&mut all);
            all.extend(drawn);
            let discard = round.discard().to_vec();
            lay(round, &all, &discard);
        }
        let top = top_of(round.deck());
        round.apply_legal(turn.current, action, rng);
        if let (Action::Play(card), Some(color)) = (action, named) {
            self.set_color(card, color);
            if !round.is_over() && card.is_wild() {
                round.apply_legal(turn.current, Action::ChooseColor(color), rng);
            } else if card.is_wild() {
                // RLCard goes on listing what could be played on it.
                *round = in_color(round, color);
            }
        }
        if let Some(card) = drawn.filter(|card| card.is_wild()) {
            *round = self.color_at_random(*round, card, state);
        }
        if emptied {
            let deck = round.deck().to_vec();
            lay(round, &deck, &[]);
        }
        self.follow(round, top);
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

    /// Notes which cards the hands have lost, and won from the top of the deck, where these were.
    fn follow(&mut self, round: &Round, top: [Option<Card>; DRAWN]) {
        for (order, hand) in self.hands.iter_mut().zip(round.hands()) {
            // RLCard moves no card from hand to hand.
            if order.len() == hand.len() as usize {
                continue;
            }
            order.retain(|&card| hand.contains(card));
            for card in top.into_iter().flatten() {
                if order.len() < hand.len() as usize
                    && hand.contains(card)
                    && !order.contains(&card)
                {
                    order.push(card);
                }
            }
        }
    }
}

/// The most cards that leave the deck at one action: one that is drawn, and four for the next player.
const DRAWN: usize = 5;

/// What may be drawn at one action, the first first.
fn top_of(deck: &[Card]) -> [Option<Card>; DRAWN] {
    let mut cards = deck.iter().rev().copied();
    std::array::from_fn(|_| cards.next())
}

/// Lays other cards on deck and pile.
fn lay(round: &mut Round, deck: &[Card], discard: &[Card]) {
    *round = Round::resume(round.rules(), *round.table(), round.hands(), deck, discard);
}

/// The round with this colour in force.
fn in_color(round: &Round, color: Color) -> Round {
    let mut table = *round.table();
    table.color = Some(color);
    let (rules, hands) = (round.rules(), round.hands());
    Round::resume(rules, table, hands, round.deck(), round.discard())
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
