//! Reading cards: which combinations they form.
//!
//! Most cards tell by the numbers of their ranks alone what they could be: [`first`] looks that up
//! in a table and has one thing to check. All other cards, and all who want every reading, go
//! through the search of [`all`].

use crate::{
    card::Rank,
    combination::{Combination, Kind},
    hand::{Hand, JOKERS, MAX_HAND, bit_rank, how_many},
    kickers::{Kickers, LeaveOut, chain_ranks, run, run_starts},
    profile::Combinations,
};

/// What cards can be, by how many ranks they have at least once, twice, three and four times.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Nothing.
    Nothing,
    /// This kind, with kickers of different ranks if it has any.
    Only(Kind),
    /// The rocket or nothing.
    Rocket,
    /// To be searched.
    Several,
}

/// By [`place`].
static SHAPES: [Shape; 1 << 14] = shapes();

#[inline]
const fn place([one, two, three, four]: [u32; 4]) -> usize {
    (one | two << 4 | three << 8 | four << 11) as usize & ((1 << 14) - 1)
}

const fn shapes() -> [Shape; 1 << 14] {
    let mut shapes = [Shape::Nothing; 1 << 14];
    let mut at = 0;
    while at < shapes.len() {
        let (three, four) = (at >> 8 & 7, at >> 11);
        if three >= 2 || four >= 1 {
            shapes[at] = Shape::Several;
        }
        at += 1;
    }
    let mut length = 1;
    while length <= 12 {
        let l = length;
        shapes[place([l, 0, 0, 0])] = Shape::Only(Kind::ChainSolo);
        if l <= 10 {
            shapes[place([l, l, 0, 0])] = Shape::Only(Kind::ChainPair);
        }
        if l <= 5 {
            shapes[place([2 * l, l, l, 0])] = Shape::Only(Kind::PlaneSolo);
        }
        if l <= 4 {
            shapes[place([2 * l, 2 * l, l, 0])] = Shape::Only(Kind::PlanePair);
        }
        if l <= 6 && l != 4 {
            shapes[place([l, l, l, 0])] = Shape::Only(Kind::Plane);
        }
        length += 1;
    }
    shapes[place([1, 0, 0, 0])] = Shape::Only(Kind::Solo);
    shapes[place([1, 1, 0, 0])] = Shape::Only(Kind::Pair);
    shapes[place([1, 1, 1, 0])] = Shape::Only(Kind::Trio);
    shapes[place([1, 1, 1, 1])] = Shape::Only(Kind::Bomb);
    shapes[place([2, 0, 0, 0])] = Shape::Rocket;
    shapes[place([2, 1, 1, 0])] = Shape::Only(Kind::TrioSolo);
    shapes[place([2, 2, 1, 0])] = Shape::Only(Kind::TrioPair);
    shapes[place([3, 1, 1, 1])] = Shape::Only(Kind::FourTwoSolo);
    shapes[place([3, 3, 1, 1])] = Shape::Only(Kind::FourTwoPair);
    shapes
}

/// The best reading of the cards.
#[inline]
pub(crate) fn first(cards: Hand, rules: &Combinations) -> Option<Combination> {
    let held = [1, 2, 3, 4].map(|n| cards.at_least(n));
    let ranks = held.map(how_many);
    if ranks.iter().sum::<u32>() as usize > MAX_HAND {
        return None;
    }
    let shape = SHAPES[place(ranks)];
    if let Shape::Only(kind) = shape {
        return only(kind, held, rules);
    }
    match shape {
        Shape::Rocket => (held[0] == JOKERS).then_some(ROCKET),
        Shape::Several => search(cards, rules),
        _ => None,
    }
}

const ROCKET: Combination = Combination::new(Kind::Rocket, 1, Rank::SmallJoker);

/// Cards that are this kind or nothing. Without branches, which could not be guessed.
#[inline]
fn only(kind: Kind, held: [u64; 4], rules: &Combinations) -> Option<Combination> {
    let traits = kind.looked_up();
    let main = held[traits.copies as usize - 1];
    let length = how_many(main);
    let low = main & main.wrapping_neg();
    let ranks = traits.free_ranks | chain_ranks(rules);
    let jokers = how_many(held[0] & !main & JOKERS);
    let fits = (main == run(length) * low)
        & (main & !ranks == 0)
        & (length >= traits.chain.min_length(rules))
        & (jokers <= traits.kicker_jokers(rules).most())
        & traits.exists(rules);
    fits.then(|| Combination::new(kind, length, bit_rank(low)))
}

#[inline(never)]
fn search(cards: Hand, rules: &Combinations) -> Option<Combination> {
    let mut first = None;
    all(cards, rules, |combination| {
        first = Some(combination);
        true
    });
    first
}

/// Calls `found` with each reading, best first, until it answers true.
#[inline]
pub(crate) fn all(cards: Hand, rules: &Combinations, mut found: impl FnMut(Combination) -> bool) {
    let (one, two) = (cards.at_least(1), cards.at_least(2));
    let size = cards.len();
    if one == two || two == 0 {
        // Only single cards, or nothing single; fours and trios are looked at below.
        let ranks = how_many(one);
        let kinds = if two == 0 {
            [Kind::Solo, Kind::ChainSolo]
        } else {
            [Kind::Pair, Kind::ChainPair]
        };
        if size == ranks * kinds[0].copies() {
            if let Some(combination) = plain(one, ranks, kinds, rules) {
                found(combination);
            }
            return;
        }
    }
    if cards.at_least(3) == 0 {
        return;
    }
    let search = Search { cards, size, rules };
    if cards.at_least(4) == 0 {
        search.trios(&mut found);
    } else {
        search.fours(&mut found);
    }
}

/// Cards all held once, or all twice.
#[inline]
fn plain(one: u64, ranks: u32, kinds: [Kind; 2], rules: &Combinations) -> Option<Combination> {
    let [alone, chain] = kinds;
    if ranks == 1 {
        return Some(Combination::new(alone, 1, bit_rank(one)));
    }
    if one == JOKERS {
        return Some(Combination::new(Kind::Rocket, 1, Rank::SmallJoker));
    }
    let low = one & one.wrapping_neg();
    let consecutive = one * 15 + low;
    let is_chain = consecutive & (consecutive.wrapping_sub(1)) == 0
        && one & !chain_ranks(rules) == 0
        && chain.min_length(rules).is_some_and(|min| ranks >= min);
    is_chain.then(|| Combination::new(chain, ranks, bit_rank(one)))
}

/// The search for readings of some cards with a trio or a four among them.
struct Search<'a> {
    cards: Hand,
    size: u32,
    rules: &'a Combinations,
}

impl Search<'_> {
    /// No four among them.
    #[inline]
    fn trios(&self, found: &mut impl FnMut(Combination) -> bool) {
        match self.size {
            3 => _ = self.kind(Kind::Trio, 1, found),
            4 => _ = self.kind(Kind::TrioSolo, 1, found),
            5 => _ = self.kind(Kind::TrioPair, 1, found),
            _ => {
                let _ = self.chain(Kind::Plane, found)
                    || self.chain(Kind::PlaneSolo, found)
                    || self.chain(Kind::PlanePair, found);
            }
        }
    }

    /// A four among them, and perhaps trios.
    #[inline]
    fn fours(&self, found: &mut impl FnMut(Combination) -> bool) {
        let done = match self.size {
            4 => self.kind(Kind::Bomb, 1, found),
            6 => self.kind(Kind::FourTwoSolo, 1, found),
            8 => self.chain(Kind::Shuttle, found) || self.kind(Kind::FourTwoPair, 1, found),
            _ => {
                self.chain(Kind::Shuttle, found)
                    || self.chain(Kind::ShuttleSolo, found)
                    || self.chain(Kind::ShuttlePair, found)
            }
        };
        if !done && self.cards.at_least(3) != self.cards.at_least(4) {
            let _ = self.chain(Kind::PlaneSolo, found) || self.chain(Kind::PlanePair, found);
        }
    }

    /// As a chain of this kind, whose length follows from the number of cards.
    #[inline]
    fn chain(&self, kind: Kind, found: &mut impl FnMut(Combination) -> bool) -> bool {
        let per_rank = kind.cards_per_rank(self.rules);
        let length = self.size / per_rank;
        kind.min_length(self.rules).is_some_and(|min| length >= min)
            && length * per_rank == self.size
            && self.kind(kind, length, found)
    }

    /// As a combination of this kind and length, the highest first.
    #[inline]
    fn kind(&self, kind: Kind, length: u32, found: &mut impl FnMut(Combination) -> bool) -> bool {
        if !kind.exists(self.rules) {
            return false;
        }
        let copies = kind.copies();
        let mut ranks = self.cards.at_least(copies);
        if length > 1 {
            ranks = run_starts(ranks & chain_ranks(self.rules), length);
        }
        while ranks != 0 {
            let low = 1 << (63 - ranks.leading_zeros());
            ranks ^= low;
            let main = run(length) * low;
            let rest = self.cards.0 - main * u64::from(copies);
            let kickers = Kickers::of(kind, self.cards, main, self.rules, LeaveOut::Nothing);
            let fits = kickers.map_or(rest == 0, |kickers| kickers.allow(rest));
            if fits && found(Combination::new(kind, length, bit_rank(low))) {
                return true;
            }
        }
        false
    }
}
