//! What one seat knows of a round: its hand, the table, the cards played, and who drew on which
//! colour.

use super::policy::Turn;
use arrayvec::ArrayVec;
use decklet_engine::{
    Lens, Viewer,
    draw::{CardsDrawnSeen, Hands, Piles},
};
use decklet_uno::{
    card::{Card, Color},
    hand::Hand,
    legal::Situation,
    plugin::{Setup, state::UnoState},
    profile::{MAX_PLAYERS, Rules},
    round::Round,
    table::{Drawn, Pending, Seat, Table},
};

/// What one seat knows.
#[derive(Clone, Debug)]
pub struct Sight<'p> {
    pub(crate) rules: &'p Rules,
    pub(crate) me: Seat,
    pub(crate) table: Table,
    pub(crate) hand: Hand,
    pub(crate) counts: ArrayVec<u8, MAX_PLAYERS>,
    /// The played cards, from the bottom up.
    pub(crate) discard: Vec<Card>,
    pub(crate) drawable: u32,
    /// The colour on which each seat last drew by choice, and how many cards it drew then and since.
    pub(crate) drew_on: [Option<(Color, u8)>; MAX_PLAYERS],
}

impl<'p> Sight<'p> {
    /// What the viewer of this lens knows; none when that is no seat.
    #[must_use]
    pub fn of(lens: &Lens<'p>) -> Option<Self> {
        let Viewer::Seat(me) = lens.viewer() else {
            return None;
        };
        let setup = lens.fixed::<Setup>();
        let piles = lens.fixed::<Piles>();
        let hands = lens.fixed::<Hands>().0;
        let seat = |seat: usize| hands.of(decklet_engine::Seat(seat as u8));
        let counts = (0..lens.seats().min(MAX_PLAYERS))
            .map(|place| lens.count(seat(place)).unwrap_or(0) as u8);
        let discard = lens.cards(piles.discard);
        let deck = lens.count(piles.draw).unwrap_or(0);
        let played = discard.len().saturating_sub(setup.kept());
        Some(Self {
            rules: &setup.rules,
            me: me.0,
            table: lens.state::<UnoState>().table,
            hand: setup.hand(lens.cards(seat(me.index()))),
            counts: counts.collect(),
            discard: discard.iter().filter_map(|&id| setup.card(id)).collect(),
            drawable: (deck + played) as u32,
            drew_on: [None; MAX_PLAYERS],
        })
    }

    /// What a seat of this round knows; nothing of what others hide. Who drew on what is left out:
    /// [`Sight::recall_draws`].
    #[must_use]
    pub fn of_round(round: &'p Round, me: Seat) -> Self {
        let mut table = *round.table();
        table.bluff = false;
        if table.turn.current != me && matches!(table.drawn, Drawn::Card(_)) {
            table.drawn = Drawn::NoCard;
        }
        Self {
            rules: round.rules(),
            me,
            table,
            hand: round.hand(me),
            counts: round.hands().iter().map(|hand| hand.len() as u8).collect(),
            discard: round.discard().to_vec(),
            drawable: round.situation(me).drawable,
            drew_on: [None; MAX_PLAYERS],
        }
    }

    /// Adds on which colour the others drew, from every seat's draws, the first first: the colour then in
    /// force, who, how many cards.
    pub fn recall_draws(&mut self, draws: impl IntoIterator<Item = (Option<Color>, Seat, u8)>) {
        let mut memory = Memory::default();
        for (color, seat, count) in draws {
            memory.color = color;
            memory.drew(seat, count);
        }
        self.drew_on = memory.drew_on;
    }

    /// The same once this wild card lies on the table and its colour is to be named.
    #[must_use]
    pub fn after_wild(&self, card: Card) -> Self {
        let mut after = self.clone();
        after.hand = self.hand.without(card);
        if let Some(count) = after.counts.get_mut(usize::from(self.me)) {
            *count = count.saturating_sub(1);
        }
        after.discard.push(card);
        after.table.top = card;
        after.table.color = None;
        after.table.pending = Pending::Color;
        after.table.played_by = self.me;
        after
    }

    /// Adds on which colour the others drew: they probably have none of it.
    pub fn recall(&mut self, lens: &Lens<'p>) {
        let setup = lens.fixed::<Setup>();
        let mut memory = Memory::default();
        for (_, event) in lens.history() {
            if let Some(played) = event.get::<decklet_engine::core::CardPlayed>() {
                memory.played(played.cards.last().and_then(|&id| setup.card(id)));
            } else if let Some(change) = event.get::<decklet_uno::plugin::events::ColorChanged>() {
                memory.color = Some(change.color);
            } else if let Some(drawn) = event.get::<CardsDrawnSeen>() {
                memory.drew(drawn.player.0, drawn.count.min(100) as u8);
            }
        }
        self.drew_on = memory.drew_on;
    }

    pub(crate) fn situation(&self) -> Situation<'_> {
        Situation {
            rules: self.rules,
            table: &self.table,
            seat: self.me,
            hand: self.hand,
            drawable: self.drawable,
        }
    }

    pub(crate) fn turn(&self) -> Turn<'_> {
        Turn {
            situation: self.situation(),
            counts: &self.counts,
        }
    }

    /// All cards that lie where this seat does not see them.
    pub(crate) fn hidden(&self) -> Vec<Card> {
        let mut seen: Hand = self.discard.iter().copied().collect();
        seen = seen.or(self.hand);
        let all = self.rules.options().deck.cards().iter().copied();
        all.filter(|&card| !seen.contains(card)).collect()
    }
}

/// Follows plays and draws from the first on.
#[derive(Default)]
pub(crate) struct Memory {
    /// The colour in force.
    pub color: Option<Color>,
    pub drew_on: [Option<(Color, u8)>; MAX_PLAYERS],
}

impl Memory {
    pub fn played(&mut self, top: Option<Card>) {
        self.color = top.and_then(Card::color);
    }

    pub fn drew(&mut self, seat: Seat, count: u8) {
        let Some(known) = self.drew_on.get_mut(usize::from(seat)) else {
            return;
        };
        *known = match (*known, count, self.color) {
            // One card is drawn by choice, more of them mostly as a penalty.
            (_, 1, Some(color)) => Some((color, 1)),
            (Some((color, since)), more, _) => Some((color, since.saturating_add(more))),
            (None, ..) => None,
        };
    }
}
