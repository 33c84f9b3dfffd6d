//! A search: deals the hidden cards out in many likely ways, plays on with the policy of
//! [`Greedy`](super::Greedy), and takes what did best ([`race`](crate::race)).

use super::{
    policy::{self, Turn, Weights},
    sight::Sight,
};
use crate::{
    Budget,
    race::{Advice, Sum, race},
};
use decklet_engine::{Rng, Seed, Stream};
use decklet_uno::{
    card::Card,
    hand::Hand,
    legal::Action,
    profile::{MAX_PLAYERS, Scoring},
    round::Round,
    score,
    table::{Seat, Stage},
};

/// The most actions that are tried; the policy says which.
const WIDTH: usize = 8;

/// A playout that is longer is given up: nobody has won it.
const LONGEST: u32 = 500;

/// Chances are in 256ths: a card of the colour on which its holder drew lies there all the same.
const KEPT: u32 = 40;

/// A player that searches. The same seed, number of playouts and position give the same action.
pub struct Expert {
    seed: Seed,
    budget: Budget,
    players: Vec<()>,
}

impl Expert {
    /// A search whose random numbers come from this seed.
    #[must_use]
    pub fn new(seed: Seed, budget: Budget) -> Self {
        Self {
            seed,
            players: vec![(); budget.threads.max(1)],
            budget,
        }
    }

    /// Thinks about the actions of a seat, of which there is at least one.
    pub fn advise(&mut self, sight: &Sight<'_>, actions: &[Action]) -> Advice {
        self.race(sight, actions, shortlist(sight, actions))
    }

    /// Tries two of the actions in the same worlds, as many for one as for the other.
    pub(crate) fn compare(
        &mut self,
        sight: &Sight<'_>,
        actions: &[Action],
        pair: [usize; 2],
    ) -> Advice {
        self.race(sight, actions, pair.to_vec())
    }

    fn race(&mut self, sight: &Sight<'_>, actions: &[Action], places: Vec<usize>) -> Advice {
        let position = (sight.discard.len() as u64) << 16 | u64::from(sight.hand.len()) << 8;
        let seed = self.seed.child(position | actions.len() as u64);
        let play = |_: &mut (), world: u64, places: &[usize], sums: &mut [Sum]| {
            let seed = seed.child(world);
            let round = draw_world(sight, &mut seed.rng(Stream::POLICY));
            for (sum, &place) in sums.iter_mut().zip(places) {
                let mut chance = seed.rng(Stream::PLAY);
                let points = play_out(round, sight.me, actions[place], &mut chance);
                *sum += Sum {
                    aim: points,
                    points,
                };
            }
        };
        race(self.budget, &mut self.players, actions.len(), places, play)
    }
}

/// The places of the actions worth a try, best first.
fn shortlist(sight: &Sight<'_>, actions: &[Action]) -> Vec<usize> {
    let turn = sight.turn();
    let wish = |place: &usize| policy::wish(&turn, actions[*place], &Weights::TUNED);
    let mut places: Vec<usize> = (0..actions.len()).collect();
    places.sort_by_key(|place| std::cmp::Reverse(wish(place)));
    let sensible = places
        .iter()
        .take_while(|place| wish(place) > policy::NEVER);
    places.truncate(sensible.count().clamp(1, WIDTH));
    places
}

/// A likely way in which the hidden cards may lie.
fn draw_world(sight: &Sight<'_>, rng: &mut Rng) -> Round {
    let mut hidden = sight.hidden();
    rng.shuffle(&mut hidden);
    let mut hands = [Hand::EMPTY; MAX_PLAYERS];
    for (seat, &count) in (0..).zip(&sight.counts) {
        let place = usize::from(seat);
        hands[place] = if seat == sight.me {
            sight.hand
        } else {
            deal_hand(sight, seat, count, &mut hidden, rng)
        };
    }
    let seats = sight.counts.len();
    Round::resume(
        sight.rules,
        sight.table,
        &hands[..seats],
        &hidden,
        &sight.discard,
    )
}

/// Takes so many cards from the hidden ones: those of a colour that the player lacks only now and
/// then.
fn deal_hand(
    sight: &Sight<'_>,
    seat: Seat,
    count: u8,
    hidden: &mut Vec<Card>,
    rng: &mut Rng,
) -> Hand {
    let mut hand = Hand::EMPTY;
    let lacks = sight.drew_on[usize::from(seat)];
    // Cards that came after the draw may be of any colour.
    let free = lacks.map_or(count, |(_, since)| since);
    for number in 0..count {
        let Some(mut card) = hidden.pop() else {
            break;
        };
        if let Some((color, _)) = lacks
            && number >= free
            && card.color() == Some(color)
            && rng.below(256) >= KEPT
            && let Some(place) = hidden.iter().position(|other| other.color() != Some(color))
        {
            std::mem::swap(&mut card, &mut hidden[place]);
        }
        hand = hand.with(card);
    }
    hand
}

/// What the seat gets, in hundredths of a point, if it does this.
fn play_out(mut round: Round, me: Seat, first: Action, chance: &mut Rng) -> i64 {
    if round.apply(me, first, chance).is_err() {
        return i64::from(i32::MIN);
    }
    for _ in 0..LONGEST {
        if round.is_over() {
            break;
        }
        let Some((seat, action)) = next(&round) else {
            break;
        };
        round.apply_legal(seat, action, chance);
    }
    value(&round, me)
}

/// Who acts next and how, in turn or out of it.
fn next(round: &Round) -> Option<(Seat, Action)> {
    let counts: arrayvec::ArrayVec<u8, MAX_PLAYERS> =
        round.hands().iter().map(|hand| hand.len() as u8).collect();
    let turn = round.table().turn;
    let of = |seat: Seat| Turn {
        situation: round.situation(seat),
        counts: &counts,
    };
    if round.rules().out_of_turn() {
        for seat in turn.from(turn.current).skip(1) {
            let action = policy::choose(&of(seat), round.legal(seat), &Weights::TUNED);
            if let Some(action) = action
                && policy::wish(&of(seat), action, &Weights::TUNED) > 0
            {
                return Some((seat, action));
            }
        }
    }
    let seat = turn.current;
    let action = policy::choose(&of(seat), round.legal(seat), &Weights::TUNED)?;
    Some((seat, action))
}

/// Points against the best of the others; without a score, a win is a hundred.
fn value(round: &Round, me: Seat) -> i64 {
    let rules = round.rules();
    let stage = round.table().stage;
    let won = matches!(stage, Stage::Won(seats) if seats.contains(me));
    let points = score::settle(rules, stage, round.hands()).map(i64::from);
    let mine = points[usize::from(me) % MAX_PLAYERS];
    let others = (0..)
        .zip(&points[..round.hands().len()])
        .filter(|&(seat, _)| seat != me && round.table().turn.partner(me, rules) != seat);
    let best = others.clone().map(|(_, &points)| points).max();
    let worst = others.map(|(_, &points)| points).min();
    match rules.options().scoring {
        Scoring::None => i64::from(won) * 100,
        Scoring::WinnerTakes => 100 * (mine - best.unwrap_or(0)),
        Scoring::EachKeeps => 100 * (worst.unwrap_or(0) - mine),
    }
}
