//! What a good casual player does: fewest turns left, bombs kept, partners not beaten without reason.
//!
//! A play is judged by the hand that it leaves ([`Shapes::worth`]) and by what the table says: whose
//! cards are on it, and who is about to go out. [`Policy::choose`] is the bot `greedy`, and how all
//! three players play on in the searches of `expert`.

use super::shape::{Shapes, TURN, Worth};
use decklet_doudizhu::{
    combination::{Combination, Kind},
    deal::{Deal, Move},
    hand::Hand,
    plays::{self, Play},
    profile::Options,
    seat::Seat,
    trick::Trick,
};

/// What a player knows when it is asked to play cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'p> {
    pub options: &'p Options,
    pub me: Seat,
    pub landlord: Seat,
    pub hand: Hand,
    /// How many cards each seat holds.
    pub counts: [u8; 3],
    /// What the others hold together.
    pub unseen: Hand,
    pub trick: Trick,
}

impl<'p> Turn<'p> {
    /// What the player on turn knows in this deal.
    #[inline]
    pub fn of(deal: &Deal<'p>) -> Self {
        let me = deal.turn();
        let hands = Seat::ALL.map(|seat| deal.hand(seat));
        let [_, next, last] = me.round().map(|seat| hands[seat.index()]);
        Self {
            options: deal.options(),
            me,
            landlord: deal.landlord().unwrap_or(me),
            hand: hands[me.index()],
            counts: hands.map(|hand| hand.len() as u8),
            unseen: next.with(last).unwrap_or(next),
            trick: *deal.trick(),
        }
    }

    pub fn count(&self, seat: Seat) -> u8 {
        self.counts[seat.index()]
    }

    fn is_landlord(&self) -> bool {
        self.me == self.landlord
    }

    /// The other farmer, when this is one.
    pub fn partner(&self) -> Option<Seat> {
        let mut others = Seat::ALL.into_iter().filter(|&seat| seat != self.me);
        others.find(|&seat| !self.is_landlord() && seat != self.landlord)
    }

    /// The fewest cards that an opponent holds.
    pub fn threat(&self) -> u8 {
        if self.is_landlord() {
            let farmers = Seat::ALL.into_iter().filter(|&seat| seat != self.me);
            farmers.map(|seat| self.count(seat)).min().unwrap_or(20)
        } else {
            self.count(self.landlord)
        }
    }

    /// Whether nothing that the others may hold beats this, bombs and the rocket left aside.
    pub fn stands(&self, combination: Combination) -> bool {
        let mut beaten = false;
        plays::for_each(self.unseen, Some(combination), self.options, |play| {
            beaten |= !play.combination.kind().is_bomb_or_rocket()
                || combination.kind().is_bomb_or_rocket();
        });
        !beaten
    }
}

/// Weights of the policy, in the unit of [`Worth`]; found by letting variants play each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// What each further card of a lead is worth.
    pub card: i16,
    /// What a bomb must gain in worth to be played while nobody is about to go out.
    pub bomb: i16,
    /// How much worse the hand may become to take the trick from an opponent.
    pub contest: i16,
    /// The same for each card that the opponent has fewer than seven.
    pub press: i16,
    /// What the hand must gain to take the trick from the partner.
    pub partner: i16,
    /// The highest rank (3 to 17) of the partner's play that one plays on.
    pub partner_rank: u8,
}

impl Weights {
    pub const TUNED: Self = Self {
        card: 1,
        bomb: 8,
        contest: 5,
        press: 3,
        partner: 0,
        partner_rank: 12,
    };
}

/// The policy with its memory of hands.
pub(crate) struct Policy {
    shapes: Shapes,
    weights: Weights,
}

impl Policy {
    pub fn new() -> Self {
        Self::with(Weights::TUNED)
    }

    pub fn with(weights: Weights) -> Self {
        Self {
            shapes: Shapes::new(),
            weights,
        }
    }

    /// How good a hand is by itself.
    pub fn worth(&mut self, hand: Hand) -> Worth {
        self.shapes.worth(hand.bits())
    }

    /// The play, or none to pass.
    pub fn choose(&mut self, turn: &Turn<'_>) -> Option<Play> {
        let last = turn.trick.last();
        let mut best: Option<(i16, Play)> = None;
        let mut all = None;
        plays::for_each(turn.hand, last, turn.options, |play| {
            if play.cards == turn.hand {
                all = Some(play);
            }
            let score = match last {
                None => self.lead(turn, play),
                Some(_) => self.follow(turn, play),
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, play));
            }
        });
        if all.is_some() {
            return all;
        }
        let (score, play) = best?;
        match last {
            Some(last) if score < self.price(turn, last, play) => None,
            _ => Some(play),
        }
    }

    /// The score of every legal move, in order; the highest is what [`Policy::choose`] takes.
    pub fn scores(&mut self, turn: &Turn<'_>, moves: &[Move], out: &mut Vec<i16>) {
        let last = turn.trick.last();
        out.clear();
        out.extend(moves.iter().map(|&choice| match (choice, last) {
            (Move::Play(play), _) if play.cards == turn.hand => i16::MAX,
            (Move::Play(play), None) => self.lead(turn, play),
            (Move::Play(play), Some(last)) => {
                self.follow(turn, play) - self.price(turn, last, play)
            }
            _ => 0,
        }));
    }

    fn left(&mut self, turn: &Turn<'_>, play: Play) -> Worth {
        self.shapes.worth(turn.hand.bits() - play.cards.bits())
    }

    /// How good it is to lead this.
    fn lead(&mut self, turn: &Turn<'_>, play: Play) -> i16 {
        let left = self.left(turn, play);
        let cards = play.cards.len() as u8;
        let kind = play.combination.kind();
        let mut score = left.value + self.weights.card * i16::from(cards);
        if kind.is_bomb_or_rocket() {
            score -= self.weights.bomb + 2 * TURN;
        }
        if left.turns == 1 && turn.stands(play.combination) {
            return score + 200;
        }
        let threat = turn.threat();
        if cards == threat && cards <= 2 && !kind.is_bomb_or_rocket() {
            // The opponent could go out on it: at least as high as can be.
            score += 4 * i16::from(play.combination.main_rank().min(17)) - 100;
        }
        if let Some(partner) = turn.partner() {
            let mine = turn.count(partner);
            if mine == cards && mine <= 2 && turn.me.next() == partner {
                // It lets the partner out, the lower the surer.
                score += 60 - 2 * i16::from(play.combination.main_rank().min(17));
            }
        }
        score
    }

    /// How good it is to play this on the table.
    fn follow(&mut self, turn: &Turn<'_>, play: Play) -> i16 {
        let left = self.left(turn, play);
        let mut score = left.value;
        if play.combination.kind().is_bomb_or_rocket() {
            score -= self.weights.bomb;
        }
        if left.turns == 1 && turn.stands(play.combination) {
            score += 200;
        }
        if turn.threat() == 1
            && turn.me.next() != turn.trick.last_seat().unwrap_or(turn.me)
            && play.combination.kind() == Kind::Solo
            && turn.partner() != Some(turn.me.next())
        {
            // Whoever comes next and has one card must not be let out.
            score += 3 * i16::from(play.combination.main_rank());
        }
        score
    }

    /// What a play must be worth, or passing is better.
    fn price(&mut self, turn: &Turn<'_>, last: Combination, play: Play) -> i16 {
        let now = self.shapes.worth(turn.hand.bits());
        let weights = self.weights;
        let holder = turn.trick.last_seat().unwrap_or(turn.me);
        if turn.partner() == Some(holder) {
            return self.price_on_partner(turn, last, play, now);
        }
        let short = 7 - i16::from(turn.count(holder).min(7));
        let mut allowance = weights.contest + weights.press * short;
        if turn.threat() <= 2 {
            allowance += 20;
        }
        // With a partner behind who has few cards it is no shame to let that one try.
        now.value - allowance
    }

    fn price_on_partner(
        &mut self,
        turn: &Turn<'_>,
        last: Combination,
        play: Play,
        now: Worth,
    ) -> i16 {
        const NEVER: i16 = 150;
        let Some(partner) = turn.partner() else {
            return now.value;
        };
        let weights = self.weights;
        let small = matches!(last.kind(), Kind::Solo | Kind::Pair);
        let low = last.main_rank() <= weights.partner_rank && small;
        if play.combination.kind().is_bomb_or_rocket() || turn.count(partner) <= 2 {
            return NEVER;
        }
        // When the landlord has passed already there is nobody left to be kept out.
        let landlord_passed = turn.me.next() == partner;
        let high = play.combination.main_rank() > 14;
        if !low || high || landlord_passed {
            return now.value + 3 * weights.partner + TURN;
        }
        now.value + weights.partner
    }
}
