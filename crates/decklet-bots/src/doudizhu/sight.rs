//! What one seat knows of a game: its hand, what was played, and what the others did not play.

use super::policy::Turn;
use arrayvec::ArrayVec;
use decklet_doudizhu::{
    card::Rank,
    combination::Combination,
    deal::Deal,
    flow::{Flow, Phase},
    hand::{CardSet, Hand},
    plugin::{Setup, card_set, events::PlayerPassed, state::DoudizhuState},
    profile::Options,
    seat::Seat,
};
use decklet_engine::{Lens, Viewer, core::CardPlayed};

/// What one seat knows.
#[derive(Clone, Debug)]
pub struct Sight<'p> {
    pub(crate) options: &'p Options,
    pub(crate) me: Seat,
    pub(crate) hand: Hand,
    /// Everything but the cards.
    pub(crate) flow: Flow,
    /// How many cards each seat holds.
    pub(crate) counts: [u8; 3],
    /// Cards of the others that were seen: a hand shown, bottom cards not yet played.
    pub(crate) known: [Hand; 3],
    /// The bottom cards, once revealed.
    pub(crate) bottom: Option<Hand>,
    /// All cards that lie where this seat does not see them, `known` included.
    pub(crate) unseen: Hand,
    pub(crate) refusals: Refusals,
}

/// What lies on the table for this seat to see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub me: Seat,
    pub flow: Flow,
    /// The hands, as far as they are seen.
    pub hands: [CardSet; 3],
    /// How many cards each seat holds.
    pub counts: [u8; 3],
    pub played: CardSet,
    /// The bottom cards, once revealed.
    pub bottom: Option<CardSet>,
}

/// What an opponent did not beat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refusal {
    /// Who passed.
    pub seat: Seat,
    /// On what.
    pub on: Combination,
    /// What that seat has played since: it held these cards then.
    pub since: Hand,
}

/// The latest refusals; older ones are forgotten.
pub(crate) type Refusals = ArrayVec<Refusal, 16>;

impl<'p> Sight<'p> {
    /// What the viewer of this lens knows; none when that is no seat of a game of Dou Dizhu. What
    /// the others passed on is left out: [`Sight::recall`].
    #[must_use]
    pub fn of(lens: &Lens<'p>) -> Option<Self> {
        let Viewer::Seat(viewer) = lens.viewer() else {
            return None;
        };
        if lens.seats() != 3 {
            return None;
        }
        let setup = lens.fixed::<Setup>();
        let state = lens.state::<DoudizhuState>();
        let zone = |seat: Seat| setup.hand.of(decklet_engine::Seat(seat.into()));
        Some(Self::new(
            setup.options(),
            Seen {
                me: Seat::ALL[viewer.index() % 3],
                flow: *state.flow(),
                hands: Seat::ALL.map(|seat| card_set(lens.cards(zone(seat)))),
                counts: Seat::ALL.map(|seat| lens.count(zone(seat)).unwrap_or(0) as u8),
                played: card_set(lens.cards(setup.played)),
                bottom: state.bottom().map(|cards| card_set(&cards)),
            },
        ))
    }

    /// What a seat of this deal knows, in which each seat has played these cards; nothing of what others hide.
    /// What they passed on is left out: [`Sight::recall_turns`].
    #[must_use]
    pub fn of_deal(deal: &Deal<'p>, me: Seat, played: &[Hand; 3]) -> Self {
        let flow = *deal.flow();
        let hand = deal.hand(me);
        let known = Seat::ALL.map(|seat| {
            if seat == me {
                Hand::EMPTY
            } else if flow.showing.shown(seat) {
                deal.hand(seat)
            } else if flow.landlord == Some(seat) {
                left_of(deal.bottom(), played[seat.index()])
            } else {
                Hand::EMPTY
            }
        });
        let seen = played
            .iter()
            .fold(hand, |all, cards| all.with(*cards).unwrap_or(all));
        Self {
            options: deal.options(),
            me,
            hand,
            flow,
            counts: Seat::ALL.map(|seat| deal.hand(seat).len() as u8),
            known,
            bottom: flow.landlord.map(|_| deal.bottom()),
            unseen: Hand::DECK.without(seen).unwrap_or(Hand::EMPTY),
            refusals: Refusals::new(),
        }
    }

    /// Adds what the others passed on, from the turns of the play; no cards are a pass.
    pub fn recall_turns(&mut self, turns: impl IntoIterator<Item = (Seat, Hand)>) {
        if self.flow.phase != Phase::Playing {
            return;
        }
        let mut memory = Memory::new(self);
        for (seat, cards) in turns {
            match cards.is_empty() {
                true => memory.passed(seat),
                false => memory.played(seat, cards),
            }
        }
        self.refusals = memory.refusals;
    }

    /// What follows from what is seen.
    pub(crate) fn new(options: &'p Options, seen: Seen) -> Self {
        let Seen { me, played, .. } = seen;
        let own = seen.hands[me.index()];
        let mut known = seen.hands;
        known[me.index()] = CardSet::default();
        if let (Some(bottom), Some(landlord)) = (seen.bottom, seen.flow.landlord)
            && landlord != me
        {
            let left = bottom.iter().filter(|&card| !played.contains(card));
            left.for_each(|card| known[landlord.index()].insert(card));
        }
        let unseen = Hand::DECK
            .without(own.hand())
            .and_then(|rest| rest.without(played.hand()));
        Self {
            options,
            me,
            hand: own.hand(),
            flow: seen.flow,
            counts: seen.counts,
            known: known.map(CardSet::hand),
            bottom: seen.bottom.map(CardSet::hand),
            unseen: unseen.unwrap_or(Hand::EMPTY),
            refusals: Refusals::new(),
        }
    }

    /// Adds what the others passed on.
    pub fn recall(&mut self, lens: &Lens<'p>) {
        if self.flow.phase != Phase::Playing {
            return;
        }
        let mut memory = Memory::new(self);
        for (_, event) in lens.history() {
            if let Some(played) = event.get::<CardPlayed>() {
                let seat = Seat::ALL[played.player.index() % 3];
                memory.played(seat, card_set(&played.cards).hand());
            } else if let Some(passed) = event.get::<PlayerPassed>() {
                memory.passed(Seat::ALL[passed.player.index() % 3]);
            }
        }
        self.refusals = memory.refusals;
    }

    /// What it knows when it is asked to play.
    pub(crate) fn turn(&self) -> Turn<'p> {
        Turn {
            options: self.options,
            me: self.me,
            landlord: self.flow.landlord.unwrap_or(self.me),
            hand: self.hand,
            counts: self.counts,
            unseen: self.unseen,
            trick: self.flow.trick,
        }
    }
}

/// The cards without as many of each rank as were played.
fn left_of(cards: Hand, played: Hand) -> Hand {
    let left = Rank::ALL.into_iter().flat_map(|rank| {
        let left = cards.count(rank).saturating_sub(played.count(rank));
        std::iter::repeat_n(Hand::single(rank), usize::from(left))
    });
    left.fold(Hand::EMPTY, |all, card| all.with(card).unwrap_or(all))
}

/// Follows the plays and passes from the first on.
pub(crate) struct Memory<'a> {
    options: &'a Options,
    me: Seat,
    landlord: Seat,
    trick: decklet_doudizhu::trick::Trick,
    pub refusals: Refusals,
}

impl<'a> Memory<'a> {
    pub fn new(sight: &Sight<'a>) -> Self {
        Self {
            options: sight.options,
            me: sight.me,
            landlord: sight.flow.landlord.unwrap_or(sight.me),
            trick: decklet_doudizhu::trick::Trick::default(),
            refusals: Refusals::new(),
        }
    }

    pub fn played(&mut self, seat: Seat, cards: Hand) {
        for refusal in &mut self.refusals {
            if refusal.seat == seat {
                refusal.since = refusal.since.with(cards).unwrap_or(refusal.since);
            }
        }
        if let Ok(combination) = self.trick.check(cards, None, self.options) {
            self.trick.play(seat, combination);
        }
    }

    pub fn passed(&mut self, seat: Seat) {
        if let (Some(on), Some(holder)) = (self.trick.last(), self.trick.last_seat())
            && seat != self.me
            && (holder == self.landlord) != (seat == self.landlord)
        {
            if self.refusals.is_full() {
                self.refusals.remove(0);
            }
            self.refusals.push(Refusal {
                seat,
                on,
                since: Hand::EMPTY,
            });
        }
        self.trick.pass(seat);
    }
}
