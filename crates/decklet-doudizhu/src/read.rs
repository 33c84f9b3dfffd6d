//! Reading cards: which combinations they form.
//!
//! Most cards tell by the numbers of their ranks alone what they could be: [`first`] looks that up
//! in a table and has one thing to check. All other cards, and all who want every reading, go
//! through the search of [`all`].

use crate::{
    card::Rank,
    combination::{ChainOf, Combination, Kind},
    hand::{Hand, JOKERS, MAX_HAND, bit_rank, how_many},
    kickers::{Kickers, LeaveOut, chain_ranks, run, run_starts},
    profile::{Combinations, KickerJokers},
};
use std::hint::select_unpredictable;

/// What cards could be as the numbers of their ranks allow, and what is left to check. All of it is
/// numbers, because branches here could not be guessed.
#[derive(Clone, Copy)]
struct Form {
    kind: Kind,
    /// The place of the main part in the list of ranks held at least once, twice, three, four times.
    main: u8,
    chain: ChainOf,
    /// The place of its limit in [`joker_limits`].
    jokers: u8,
    /// So many ranks count for nothing: one of the rocket's two.
    uncounted: u32,
    /// The main part must lie among these ranks ...
    free_ranks: u64,
    /// ... or those that may be in a chain, if this is all ones.
    chained: u64,
}

impl Form {
    const fn of(kind: Kind) -> Self {
        let chain = kind.chain();
        let rocket = matches!(kind, Kind::Rocket);
        Self {
            kind,
            main: kind.copies() as u8 - 1,
            chain,
            jokers: match kind {
                Kind::PlaneSolo => 2,
                Kind::FourTwoSolo => 4,
                Kind::FourTwoPair => 6,
                _ => 0,
            },
            uncounted: rocket as u32,
            free_ranks: match chain {
                ChainOf::None if rocket => JOKERS,
                ChainOf::None => !0,
                _ => 0,
            },
            chained: if chain.is_none() { 0 } else { !0 },
        }
    }
}

/// How many jokers among the kickers are too many, in two bits for each kind that differs: any, for
/// planes, fours with single cards, fours with pairs. 0 where there is no such kind.
#[inline]
const fn joker_limits(rules: &Combinations) -> u32 {
    let (solo, pair) = (&rules.four_two_solo, &rules.four_two_pair);
    TOO_MANY
        | (rules.plane_solo.jokers.most() + 1) << 2
        | ((solo.jokers.most() + 1) * solo.enabled as u32) << 4
        | (TOO_MANY * pair.enabled as u32) << 6
}

/// More jokers than there are.
const TOO_MANY: u32 = KickerJokers::Any.most() + 1;

/// One for each kind, in their order, and one for cards that are nothing: no ranks are free.
static FORMS: [Form; NOTHING as usize + 1] = {
    let mut forms = [Form::of(Kind::Solo); NOTHING as usize + 1];
    let mut at = 0;
    while at < Kind::ALL.len() {
        forms[at] = Form::of(Kind::ALL[at]);
        at += 1;
    }
    forms[NOTHING as usize].free_ranks = 0;
    forms
};

const NOTHING: u8 = Kind::ALL.len() as u8;
/// In place of a form: to be searched.
const SEVERAL: u8 = NOTHING + 1;

/// Which of [`FORMS`] cards can be, with kickers of different ranks if it has any, by how many ranks
/// they have at least once, twice, three and four times ([`place`]).
static SHAPES: [u8; 1 << 14] = shapes();

#[inline]
const fn place([one, two, three, four]: [u32; 4]) -> usize {
    (one | two << 4 | three << 8 | four << 11) as usize & ((1 << 14) - 1)
}

const fn shapes() -> [u8; 1 << 14] {
    let mut shapes = [NOTHING; 1 << 14];
    let mut at = 0;
    while at < shapes.len() {
        let (three, four) = (at >> 8 & 7, at >> 11);
        if three >= 2 || four >= 1 {
            shapes[at] = SEVERAL;
        }
        at += 1;
    }
    let mut length = 1;
    while length <= 12 {
        let l = length;
        shapes[place([l, 0, 0, 0])] = Kind::ChainSolo as u8;
        if l <= 10 {
            shapes[place([l, l, 0, 0])] = Kind::ChainPair as u8;
        }
        if l <= 5 {
            shapes[place([2 * l, l, l, 0])] = Kind::PlaneSolo as u8;
        }
        if l <= 4 {
            shapes[place([2 * l, 2 * l, l, 0])] = Kind::PlanePair as u8;
        }
        if l <= 6 && l != 4 {
            shapes[place([l, l, l, 0])] = Kind::Plane as u8;
        }
        length += 1;
    }
    shapes[place([1, 0, 0, 0])] = Kind::Solo as u8;
    shapes[place([1, 1, 0, 0])] = Kind::Pair as u8;
    shapes[place([1, 1, 1, 0])] = Kind::Trio as u8;
    shapes[place([1, 1, 1, 1])] = Kind::Bomb as u8;
    shapes[place([2, 0, 0, 0])] = Kind::Rocket as u8;
    shapes[place([2, 1, 1, 0])] = Kind::TrioSolo as u8;
    shapes[place([2, 2, 1, 0])] = Kind::TrioPair as u8;
    shapes[place([3, 1, 1, 1])] = Kind::FourTwoSolo as u8;
    shapes[place([3, 3, 1, 1])] = Kind::FourTwoPair as u8;
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
    match FORMS.get(usize::from(SHAPES[place(ranks)])) {
        Some(form) => only(form, held, rules),
        None => search(cards, rules),
    }
}

/// Cards that have this form or are nothing.
#[inline]
fn only(form: &Form, held: [u64; 4], rules: &Combinations) -> Option<Combination> {
    let main = held[usize::from(form.main & 3)];
    let length = how_many(main);
    let low = main & main.wrapping_neg();
    let allowed = form.free_ranks | form.chained & chain_ranks(rules);
    let jokers = how_many(held[0] & !main & JOKERS);
    let joker_limit = (joker_limits(rules) >> form.jokers) & 3;
    // What is not zero is wrong.
    let wrong = (main ^ (run(length) * low))
        | (main & !allowed)
        | u64::from(length < form.chain.min_length(rules))
        | u64::from(jokers >= joker_limit);
    let combination = Combination::new(
        form.kind,
        length.wrapping_sub(form.uncounted),
        bit_rank(low),
    );
    select_unpredictable(wrong == 0, Some(combination), None)
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
