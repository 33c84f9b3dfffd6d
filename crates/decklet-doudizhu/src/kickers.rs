//! Which cards may go with a main part. The rule of each kind is written here once: listing,
//! counting and drawing plays ask it of a hand, and detecting a combination asks it of the cards
//! themselves.

use crate::{
    card::Rank,
    combination::Kind,
    hand::{ALL_RANKS, BIG_JOKER, Hand, JOKERS, SMALL_JOKER, how_many, rank_bit},
    profile::{Combinations, KickerJokers, NextToChain, Shuttle},
};

/// `length` consecutive ranks from the 3 on.
#[inline]
pub(crate) const fn run(length: u32) -> u64 {
    ALL_RANKS & ((1 << (4 * length)) - 1)
}

/// The ranks that begin `length` consecutive ones of `ranks`.
#[inline]
pub(crate) const fn run_starts(ranks: u64, length: u32) -> u64 {
    let mut starts = ranks;
    let mut have = 1;
    while have < length {
        let step = if have * 2 <= length {
            have
        } else {
            length - have
        };
        starts &= starts >> (4 * step);
        have += step;
    }
    starts
}

/// The ranks next to a chain, above and below.
const fn beside(chain: u64) -> u64 {
    (chain << 4 | chain >> 4) & !chain & ALL_RANKS
}

/// The choices of kickers for one main part: `count` of them, each `unit` cards of one rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kickers {
    /// The ranks that may give exactly one kicker, exactly two, three, four.
    exactly: [u64; 4],
    /// Whether a choice with one joker must not have the other.
    one_joker: bool,
    /// How many kickers are needed.
    count: u32,
    /// 1 for single cards, 2 for pairs.
    unit: u64,
}

/// Which choices to leave out because the same cards are listed with a better reading.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeaveOut {
    /// None: every reading is a play of its own.
    Nothing,
    /// Those that a higher reading of the same kind and length covers.
    Lower,
    /// Those too that a reading with a longer main part covers.
    LowerAndShorter,
}

impl Kickers {
    /// What may go with the main part of this kind on the consecutive ranks `main`, from
    /// `holding`, which includes the main part; none for a kind without kickers.
    #[inline]
    pub(crate) fn of(
        kind: Kind,
        holding: Hand,
        main: u64,
        rules: &Combinations,
        leave_out: LeaveOut,
    ) -> Option<Self> {
        let length = how_many(main);
        let jokers = kind.kicker_jokers(rules);
        let per_quad = if rules.shuttle == Shuttle::TwoPerQuad {
            2
        } else {
            1
        };
        Some(match kind {
            Kind::TrioSolo => Self::singles(holding, main, jokers, 1, 1),
            Kind::TrioPair => Self::pairs(holding, main, 1),
            Kind::PlaneSolo => {
                let rule = &rules.plane_solo;
                let copies = u32::from(rule.max_copies_per_rank);
                Self::singles(holding, main, jokers, copies, length)
                    .beside_planes(main, rules, leave_out)
            }
            Kind::PlanePair => {
                let pairs = Self::pairs(holding, main, length);
                if rules.plane_pair.distinct_ranks {
                    pairs
                } else {
                    pairs.repeated(holding, main)
                }
            }
            Kind::FourTwoSolo => {
                let rule = &rules.four_two_solo;
                let copies = if rule.pair_as_two { 2 } else { 1 };
                Self::singles(holding, main, jokers, copies, 2)
            }
            Kind::FourTwoPair => {
                let pairs = Self::pairs(holding, main, 2);
                if rules.four_two_pair.same_rank {
                    pairs
                        .repeated(holding, main)
                        .beside_four(main, rules, leave_out)
                } else {
                    pairs
                }
            }
            Kind::ShuttleSolo => Self::singles(holding, main, jokers, 1, per_quad * length),
            Kind::ShuttlePair => Self::pairs(holding, main, per_quad * length),
            _ => return None,
        })
    }

    /// The ranks that may be the one kicker of this kind beside a main part of another rank; none
    /// for a kind with more or fewer kickers.
    #[inline]
    pub(crate) fn one(kind: Kind, holding: Hand) -> Option<u64> {
        match kind {
            Kind::TrioSolo => Some(holding.at_least(1)),
            Kind::TrioPair => Some(holding.at_least(2)),
            _ => None,
        }
    }

    #[inline]
    fn singles(holding: Hand, main: u64, jokers: KickerJokers, copies: u32, count: u32) -> Self {
        let others = match jokers {
            KickerJokers::None => !main & !JOKERS,
            _ => !main,
        };
        let up_to = |n| {
            if copies >= n {
                holding.at_least(n) & others
            } else {
                0
            }
        };
        Self {
            exactly: [up_to(1), up_to(2), up_to(3), up_to(4)],
            one_joker: jokers == KickerJokers::NotBoth,
            count,
            unit: 1,
        }
    }

    #[inline]
    fn pairs(holding: Hand, main: u64, count: u32) -> Self {
        Self {
            exactly: [holding.at_least(2) & !main, 0, 0, 0],
            one_joker: false,
            count,
            unit: 2,
        }
    }

    /// Lets two pairs be of one rank.
    fn repeated(mut self, holding: Hand, main: u64) -> Self {
        self.exactly[1] = holding.at_least(4) & !main;
        self
    }

    /// Trios as three single kickers beside a chain of trios.
    #[inline]
    fn beside_planes(mut self, main: u64, rules: &Combinations, leave_out: LeaveOut) -> Self {
        let beside = beside(main);
        let refused = match rules.plane_solo.trio_next_to_chain {
            NextToChain::No => beside,
            NextToChain::OnlyTwos => beside & !rank_bit(Rank::Two),
            NextToChain::Yes => 0,
        };
        self.exactly[2] &= !refused;
        self.exactly[3] &= !refused;
        let lengthen = beside & chain_ranks(rules);
        // With the trio above as kickers, the chain one higher has the lowest trio as kickers.
        let above = lengthen & (main << 4);
        // Three trios and a fourth beside them are also four trios and nothing else.
        let four = how_many(main) == 3 && rules.min_len.trio <= 4;
        self.exactly[2] &= match leave_out {
            LeaveOut::Nothing => !0,
            LeaveOut::LowerAndShorter if four => !lengthen,
            _ => !above,
        };
        self
    }

    /// A second four as two pairs beside a four.
    fn beside_four(mut self, main: u64, rules: &Combinations, leave_out: LeaveOut) -> Self {
        let two_fours = rules.shuttle != Shuttle::Off && rules.min_len.quad <= 2;
        let chained = (main & chain_ranks(rules)) << 4 | (main & chain_ranks(rules)) >> 4;
        self.exactly[1] &= match leave_out {
            LeaveOut::Nothing => !0,
            LeaveOut::LowerAndShorter if two_fours => (main - 1) & !(chained & chain_ranks(rules)),
            _ => main - 1,
        };
        self
    }

    /// How many choices there are.
    #[inline]
    pub(crate) fn ways(&self) -> u32 {
        self.ways_from(!0, self.count)
    }

    /// How many choices of `count` there are from the given ranks.
    fn ways_from(&self, ranks: u64, count: u32) -> u32 {
        let n = self.exactly.map(|mask| how_many(mask & ranks));
        let all = ways(n, count);
        if self.one_joker && count >= 2 && self.exactly[0] & ranks & JOKERS == JOKERS {
            let others = [n[0] - 2, n[1], n[2], n[3]];
            return all - ways(others, count - 2);
        }
        all
    }

    /// Calls `f` with each choice: ordered by its lowest rank, then by how many of it (fewer
    /// first), then by the rest in the same way.
    #[inline]
    pub(crate) fn each(&self, mut f: impl FnMut(u64)) {
        self.each_from(self.exactly[0], self.count, 0, &mut f);
    }

    fn each_from(&self, mut ranks: u64, count: u32, chosen: u64, f: &mut impl FnMut(u64)) {
        if count == 1 {
            while ranks != 0 {
                f(chosen + (ranks & ranks.wrapping_neg()) * self.unit);
                ranks &= ranks - 1;
            }
            return;
        }
        if count == 0 {
            return f(chosen);
        }
        while ranks != 0 {
            let bit = ranks & ranks.wrapping_neg();
            ranks ^= bit;
            let rest = self.after(bit, ranks);
            self.each_from(rest, count - 1, chosen + bit * self.unit, f);
            for copies in 2..=count.min(4) {
                if self.exactly[copies as usize - 1] & bit == 0 {
                    continue;
                }
                let these = bit * u64::from(copies) * self.unit;
                self.each_from(rest, count - copies, chosen + these, f);
            }
        }
    }

    /// Choice number `n`, in the order of [`Kickers::each`].
    pub(crate) fn nth(&self, mut n: u32) -> Option<u64> {
        let (mut ranks, mut count, mut chosen) = (self.exactly[0], self.count, 0);
        'next: while count > 0 {
            while ranks != 0 {
                let bit = ranks & ranks.wrapping_neg();
                ranks ^= bit;
                let rest = self.after(bit, ranks);
                for copies in 1..=count.min(4) {
                    if self.exactly[copies as usize - 1] & bit == 0 {
                        continue;
                    }
                    let ways = self.ways_from(rest, count - copies);
                    if n < ways {
                        chosen += bit * u64::from(copies) * self.unit;
                        (ranks, count) = (rest, count - copies);
                        continue 'next;
                    }
                    n -= ways;
                }
            }
            return None;
        }
        (n == 0).then_some(chosen)
    }

    /// The ranks that may follow once `bit` is chosen.
    #[inline]
    const fn after(&self, bit: u64, ranks: u64) -> u64 {
        if self.one_joker && bit == SMALL_JOKER {
            ranks & !BIG_JOKER
        } else {
            ranks
        }
    }

    /// Whether exactly these cards may be the kickers. They must be of what the holding was.
    #[inline]
    pub(crate) fn allow(&self, cards: u64) -> bool {
        let cards = Hand(cards);
        let at_least = [1, 2, 3, 4].map(|n| cards.at_least(n));
        let [one, two, three, four] = at_least;
        if self.one_joker && one & JOKERS == JOKERS {
            return false;
        }
        let refused = if self.unit == 2 {
            (one & !two)
                | (three & !four)
                | (two & !four & !self.exactly[0])
                | (four & !self.exactly[1])
        } else {
            (one & !two & !self.exactly[0])
                | (two & !three & !self.exactly[1])
                | (three & !four & !self.exactly[2])
                | (four & !self.exactly[3])
        };
        refused == 0
    }
}

/// The ranks that may be in a chain.
#[inline]
pub(crate) const fn chain_ranks(rules: &Combinations) -> u64 {
    run(rules.chain_top as u32 + 1)
}

/// The number of ways to choose `count` from ranks of which `n[0]` may give one, `n[1]` also
/// exactly two, `n[2]` three and `n[3]` four: one term for each way to split the count.
fn ways([one, two, three, four]: [u32; 4], count: u32) -> u32 {
    let fewer = one.saturating_sub(1);
    let distinct = choose(one, count);
    if two == 0 {
        return distinct;
    }
    let repeated = match count {
        2 => two,
        3 => two * fewer + three,
        4 => two * choose(fewer, 2) + choose(two, 2) + three * fewer + four,
        5 => {
            two * choose(fewer, 3)
                + choose(two, 2) * one.saturating_sub(2)
                + three * choose(fewer, 2)
                + three_and_two(two, three)
                + four * fewer
        }
        _ => 0,
    };
    distinct + repeated
}

/// Three of one rank and two of another. Every rank that may give three may give two.
const fn three_and_two(two: u32, three: u32) -> u32 {
    three * two.saturating_sub(1)
}

/// Binomial coefficients of 0 to 15 over 0 to 7.
const CHOOSE: [[u32; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut n = 0;
    while n < 16 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 8 {
            if n > 0 {
                table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            }
            k += 1;
        }
        n += 1;
    }
    table
};

#[inline]
fn choose(n: u32, k: u32) -> u32 {
    CHOOSE[(n & 15) as usize][(k & 7) as usize]
}
