//! Reading cards: which combinations they form.
//!
//! Most cards tell by the numbers of their ranks alone what they could be: [`first`] looks that up
//! in a table and has one thing to check. All other cards, and all who want every reading, go
//! through the search of [`all`].

use crate::{
    card::Rank,
    combination::{ChainOf, Combination, Kind},
    hand::{Hand, JOKERS, MAX_HAND, SMALL_JOKER, bit_rank, how_many},
    kickers::{Kickers, LeaveOut, chain_ranks, run, run_starts},
    profile::{Combinations, KickerJokers},
};
use std::hint::select_unpredictable;

/// What cards could be as the numbers of their ranks allow, and what is left to check. All of it is
/// numbers, because branches here could not be guessed.
#[derive(Clone, Copy)]
struct Form {
    /// The main part must not end below this rank's bit ([`end`]) ...
    lowest_end: u64,
    /// ... nor above the highest end of a chain, if this is not all ones.
    free: u64,
    kind: Kind,
    /// How many consecutive ranks the main part has; the rocket's count as one.
    length: u8,
    /// Compared with the shortest chain allowed: its length, or more than any for what is no chain.
    chain_length: u8,
    /// The place of the shortest length, a byte each.
    min_length: u8,
    /// The place of the main part in the list of ranks held at least once, twice, three, four times.
    main: u8,
    /// The place of its limit in [`joker_limits`].
    jokers: u8,
}

impl Form {
    const fn of(kind: Kind, length: u8) -> Self {
        let chain = kind.chain();
        let is_chain = !chain.is_none();
        Self {
            lowest_end: match kind {
                Kind::Rocket => end(JOKERS),
                _ => 0,
            },
            free: if is_chain { 0 } else { !0 },
            kind,
            length,
            chain_length: if is_chain { length } else { u8::MAX },
            min_length: match chain {
                ChainOf::None | ChainOf::Solo => 0,
                ChainOf::Pair => 8,
                ChainOf::Trio => 16,
                ChainOf::Quad => 24,
            },
            main: kind.copies() as u8 - 1,
            jokers: match kind {
                Kind::PlaneSolo => 2,
                Kind::FourTwoSolo => 4,
                Kind::FourTwoPair => 6,
                _ => 0,
            },
        }
    }
}

/// The bit after the highest rank, if the ranks are consecutive; more than one bit if they are not.
#[inline]
const fn end(ranks: u64) -> u64 {
    let low = ranks & ranks.wrapping_neg();
    (ranks << 4) - ranks + low
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

/// Kickers that are no number below this have so many jokers: any ranks, one joker, both, more.
static TOO_HIGH: [u64; TOO_MANY as usize + 1] = [0, SMALL_JOKER, JOKERS, !0];

/// Most forms there are.
const MOST_FORMS: usize = 64;

/// What cards may be, and where to look it up.
struct Shapes {
    /// A form for each kind and length; the first is that of cards that are nothing.
    forms: [Form; MOST_FORMS],
    count: usize,
    /// The place of the form, with kickers of different ranks if it has any, by how many ranks
    /// the cards have at least once, twice, three and four times ([`place`]).
    by_ranks: [u8; 1 << 14],
}

static SHAPES: Shapes = shapes();

const NOTHING: u8 = 0;
/// In place of a form: to be searched.
const SEVERAL: u8 = MOST_FORMS as u8;

#[inline]
const fn place([one, two, three, four]: [u32; 4]) -> usize {
    (one | two << 4 | three << 8 | four << 11) as usize & ((1 << 14) - 1)
}

impl Shapes {
    /// Cards with so many ranks can be of this kind and length, or nothing.
    const fn add(&mut self, kind: Kind, length: u32, ranks: [u32; 4]) {
        self.forms[self.count] = Form::of(kind, length as u8);
        self.by_ranks[place(ranks)] = self.count as u8;
        self.count += 1;
    }
}

const fn shapes() -> Shapes {
    let nothing = Form {
        lowest_end: !0,
        ..Form::of(Kind::Solo, 1)
    };
    let mut shapes = Shapes {
        forms: [nothing; MOST_FORMS],
        count: 1,
        by_ranks: [NOTHING; 1 << 14],
    };
    let mut at = 0;
    while at < shapes.by_ranks.len() {
        let (three, four) = (at >> 8 & 7, at >> 11);
        if three >= 2 || four >= 1 {
            shapes.by_ranks[at] = SEVERAL;
        }
        at += 1;
    }
    let mut length = 2;
    while length <= 12 {
        let l = length;
        if l > 2 {
            shapes.add(Kind::ChainSolo, l, [l, 0, 0, 0]);
        }
        if l <= 10 {
            shapes.add(Kind::ChainPair, l, [l, l, 0, 0]);
        }
        if l <= 5 {
            shapes.add(Kind::PlaneSolo, l, [2 * l, l, l, 0]);
        }
        if l <= 4 {
            shapes.add(Kind::PlanePair, l, [2 * l, 2 * l, l, 0]);
        }
        if l <= 6 && l != 4 {
            shapes.add(Kind::Plane, l, [l, l, l, 0]);
        }
        length += 1;
    }
    shapes.add(Kind::Solo, 1, [1, 0, 0, 0]);
    shapes.add(Kind::Pair, 1, [1, 1, 0, 0]);
    shapes.add(Kind::Trio, 1, [1, 1, 1, 0]);
    shapes.add(Kind::Bomb, 1, [1, 1, 1, 1]);
    shapes.add(Kind::Rocket, 1, [2, 0, 0, 0]);
    shapes.add(Kind::TrioSolo, 1, [2, 1, 1, 0]);
    shapes.add(Kind::TrioPair, 1, [2, 2, 1, 0]);
    shapes.add(Kind::FourTwoSolo, 1, [3, 1, 1, 1]);
    shapes.add(Kind::FourTwoPair, 1, [3, 3, 1, 1]);
    shapes
}

/// The best reading of the cards.
#[inline(always)]
pub(crate) fn first(cards: Hand, rules: &Combinations) -> Option<Combination> {
    let held = [1, 2, 3, 4].map(|n| cards.at_least(n));
    let ranks = held.map(how_many);
    if ranks.iter().sum::<u32>() as usize > MAX_HAND {
        return None;
    }
    let form = usize::from(SHAPES.by_ranks[place(ranks)]);
    match SHAPES.forms.get(form) {
        Some(form) => only(form, held, rules),
        None => search(cards, rules),
    }
}

/// Cards that have this form or are nothing.
#[inline(always)]
fn only(form: &Form, held: [u64; 4], rules: &Combinations) -> Option<Combination> {
    let main = held[usize::from(form.main & 3)];
    let end = end(main);
    let highest_end = form.free | 1 << (4 * (rules.chain_top as u32 + 1));
    let min = &rules.min_len;
    let min_lengths = u32::from_le_bytes([min.solo, min.pair, min.trio, min.quad]);
    let kickers = held[0] & !main;
    let jokers = (joker_limits(rules) >> form.jokers) & 3;
    let wrong = (end & end.wrapping_sub(1) != 0)
        | (end < form.lowest_end)
        | (end > highest_end)
        | (form.chain_length < (min_lengths >> form.min_length) as u8)
        | (kickers >= TOO_HIGH[jokers as usize]);
    let low = bit_rank(main);
    let combination = Combination::new(form.kind, form.length.into(), low);
    select_unpredictable(wrong, None, Some(combination))
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
