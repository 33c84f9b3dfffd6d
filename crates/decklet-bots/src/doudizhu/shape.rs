//! How good a hand is by itself: into which groups it falls, and what they are worth.
//!
//! A hand is split into solos, pairs, trios, bombs, the rocket, and chains of them; each trio takes a
//! solo or a pair along. A group costs a turn, and gives back the more the higher it is, since high
//! groups win the turn that follows. [`Shapes::worth`] is the best sum over all ways to split; a
//! split takes chains out first and never tears what is left.

/// What a turn costs, in the unit of [`Shapes::worth`]: about two ranks are a quarter of a turn.
pub(crate) const TURN: i16 = 7;

/// The value of a hand in its best split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Worth {
    /// The sum over its groups of their value, less a [`TURN`] for each; high is good.
    pub value: i16,
    /// How many groups there are: turns needed to play all cards.
    pub turns: u8,
}

/// Values of hands that were asked before. A fixed table in which newer hands replace older ones.
pub(crate) struct Shapes {
    known: Box<[(u64, Worth)]>,
}

const SLOTS: usize = 1 << 14;

const RANKS: u32 = 15;
const TWO: u32 = 12;
const SMALL_JOKER: u32 = 13;
const ONES: u64 = 0x0111_1111_1111_1111;
/// Ranks that chains may use: 3 to A.
const CHAINED: u64 = 0x0000_1111_1111_1111;

impl Shapes {
    pub fn new() -> Self {
        Self {
            known: vec![(0, Worth::default()); SLOTS].into(),
        }
    }

    /// The value of a hand, given as [`Hand::bits`](decklet_doudizhu::hand::Hand::bits).
    #[inline]
    pub fn worth(&mut self, hand: u64) -> Worth {
        let slot = (hand.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50) as usize;
        let (known, worth) = self.known[slot];
        if known == hand {
            return worth;
        }
        let worth = best_split(hand);
        self.known[slot] = (hand, worth);
        worth
    }
}

fn best_split(hand: u64) -> Worth {
    let mut best = Worth {
        value: i16::MIN,
        turns: 0,
    };
    let start = Worth::default();
    take_chains(hand, 0, start, &mut Plane::default(), &mut best);
    best
}

/// Trios that are played together and take kickers along.
#[derive(Default)]
struct Plane {
    /// The number of trios of each plane.
    lengths: [u8; 4],
    count: usize,
}

/// Three shapes of chains: cards a rank, and the fewest ranks.
const CHAINS: [(u64, u32); 3] = [(1, 5), (2, 3), (3, 2)];

/// Tries every chain that begins at `from` or higher, then leaves the rest as it is.
fn take_chains(hand: u64, from: u32, taken: Worth, planes: &mut Plane, best: &mut Worth) {
    for (place, (copies, shortest)) in CHAINS.into_iter().enumerate() {
        let mut starts = starts(hand, copies, shortest) >> (4 * from) << (4 * from);
        if planes.count == planes.lengths.len() && copies == 3 {
            continue;
        }
        while starts != 0 {
            let low = starts.trailing_zeros() / 4;
            starts &= starts - 1;
            let longest = run(at_least(hand, copies) & CHAINED, low);
            for length in shortest..=longest {
                let ranks = ONES & ((1 << (4 * length)) - 1);
                let cards = (copies * ranks) << (4 * low);
                let high = (low + length - 1) as i16;
                let worth = Worth {
                    value: taken.value + high - 6 - TURN,
                    turns: taken.turns + 1,
                };
                if copies == 3 {
                    planes.lengths[planes.count] = length as u8;
                    planes.count += 1;
                }
                // From here on only chains of this shape or later ones at the same rank, so that
                // no set of chains is tried twice.
                let next = if place == 2 { low + 1 } else { low };
                take_chains(hand - cards, next, worth, planes, best);
                if copies == 3 {
                    planes.count -= 1;
                }
            }
        }
    }
    let whole = leave(hand, taken, planes);
    if (whole.value, std::cmp::Reverse(whole.turns)) > (best.value, std::cmp::Reverse(best.turns)) {
        *best = whole;
    }
}

/// The ranks held at least `n` times.
#[inline]
const fn at_least(hand: u64, n: u64) -> u64 {
    ONES & match n {
        1 => hand | hand >> 1 | hand >> 2,
        2 => hand >> 1 | hand >> 2,
        3 => hand >> 2 | (hand >> 1 & hand),
        _ => hand >> 2,
    }
}

/// The ranks at which a chain may begin.
#[inline]
const fn starts(hand: u64, copies: u64, shortest: u32) -> u64 {
    let ranks = at_least(hand, copies) & CHAINED;
    let mut starts = ranks;
    let mut next = 1;
    while next < shortest {
        starts &= ranks >> (4 * next);
        next += 1;
    }
    starts
}

/// How many consecutive ranks there are from this one on.
#[inline]
const fn run(ranks: u64, low: u32) -> u32 {
    let above = ranks >> (4 * low);
    let filled = above | !ONES;
    (!filled).trailing_zeros() / 4
}

/// Splits by rank, and gives each trio a kicker.
fn leave(hand: u64, taken: Worth, planes: &Plane) -> Worth {
    let mut worth = taken;
    // What each solo or pair would save as a kicker: the lowest come first.
    let (mut solos, mut pairs) = ([0_i16; 15], [0_i16; 13]);
    let (mut solo_count, mut pair_count, mut trios) = (0, 0, 0_usize);
    let rocket = hand >> (4 * SMALL_JOKER) == 0x11;
    for rank in 0..RANKS {
        let value = rank as i16 - 7;
        match hand >> (4 * rank) & 7 {
            0 => continue,
            1 if rocket && rank >= SMALL_JOKER => continue,
            1 => {
                // A two wins nearly as often as a joker.
                let value = if rank == TWO { 6 } else { value.min(7) };
                solos[solo_count] = TURN - value;
                solo_count += 1;
                worth.value += value - TURN;
            }
            2 => {
                let value = if rank == TWO { 7 } else { value };
                pairs[pair_count] = TURN - value;
                pair_count += 1;
                worth.value += value - TURN;
            }
            3 => {
                trios += 1;
                worth.value += value - TURN;
            }
            _ => worth.value += rank as i16 + 7 - TURN,
        }
        worth.turns += 1;
    }
    if rocket {
        worth.value += 20 - TURN;
        worth.turns += 1;
    }
    let mut kickers = Kickers {
        solos: &solos[..solo_count],
        pairs: &pairs[..pair_count],
    };
    for &length in &planes.lengths[..planes.count] {
        kickers.give(usize::from(length), &mut worth);
    }
    for _ in 0..trios {
        kickers.give(1, &mut worth);
    }
    worth
}

/// Solos and pairs that are still to be given away, lowest first, by what each saves.
struct Kickers<'a> {
    solos: &'a [i16],
    pairs: &'a [i16],
}

impl Kickers<'_> {
    /// Gives `count` solos or pairs to trios: whichever saves more, if anything.
    fn give(&mut self, count: usize, worth: &mut Worth) {
        let saving = |list: &[i16]| match list.get(..count) {
            Some(first) => first.iter().sum::<i16>(),
            None => 0,
        };
        let (solos, pairs) = (saving(self.solos), saving(self.pairs));
        let saved = solos.max(pairs);
        if saved <= 0 {
            return;
        }
        if solos >= pairs {
            self.solos = &self.solos[count..];
        } else {
            self.pairs = &self.pairs[count..];
        }
        worth.value += saved;
        worth.turns -= count as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_doudizhu::hand::Hand;

    fn turns(hand: &str) -> u8 {
        let hand: Hand = hand.parse().unwrap();
        Shapes::new().worth(hand.bits()).turns
    }

    #[test]
    fn hands_fall_into_few_groups() {
        let cases = [
            ("", 0),
            ("3", 1),
            ("33", 1),
            ("3334", 1),
            ("33344", 1),
            ("34567", 1),
            ("345678", 1),
            ("334455", 1),
            ("33344456", 1),
            ("3334445566", 1),
            ("34567A", 2),
            ("3456778", 2),
            ("BR", 1),
            ("2B", 2),
            ("3333", 1),
            ("3569", 4),
            ("3445566778", 2),
            ("344556678", 4),
        ];
        for (hand, expected) in cases {
            assert_eq!(turns(hand), expected, "{hand}");
        }
    }

    #[test]
    fn higher_cards_are_worth_more() {
        let mut shapes = Shapes::new();
        let mut worth = |hand: &str| {
            let hand: Hand = hand.parse().unwrap();
            shapes.worth(hand.bits()).value
        };
        for pair in ["3", "7", "A", "2", "R"].windows(2) {
            assert!(worth(pair[0]) < worth(pair[1]), "{pair:?}");
        }
        assert!(worth("44") > worth("45"));
        assert!(worth("BR") > worth("R"));
        assert!(worth("4444") > worth("22"));
    }
}
