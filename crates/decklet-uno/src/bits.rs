//! How many bits of a word are set, and which is the n-th.
//!
//! What is played next hangs on both, so they are worth two ways: a few shifts and a table for the
//! plain x86-64 target, which has an instruction for neither, and the instructions of newer
//! processors where there are any.

/// A way to count and find bits.
pub(crate) trait Bits: Copy {
    /// How many bits of the word are set.
    fn count(self, word: u64) -> u32;

    /// The place of set bit number `index`, from 0 and below [`count`](Self::count).
    fn place(self, word: u64, index: u32) -> u32;
}

/// Shifts, multiplications and a table.
#[derive(Clone, Copy)]
pub(crate) struct Shifts;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Byte `i` has the number of set bits in the bytes 0 to `i`.
#[inline(always)]
const fn sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(ONES)
}

/// Whether at most one bit is set.
#[inline(always)]
const fn is_single(word: u64) -> bool {
    word & word.wrapping_sub(1) == 0
}

impl Bits for Shifts {
    #[inline(always)]
    fn count(self, word: u64) -> u32 {
        // Often there is nothing to choose.
        if is_single(word) {
            return u32::from(word != 0);
        }
        (sums(word) >> 56) as u32
    }

    #[inline(always)]
    fn place(self, word: u64, index: u32) -> u32 {
        debug_assert!(index < word.count_ones());
        if is_single(word) {
            return word.trailing_zeros();
        }
        let sums = sums(word);
        // One high bit for each byte that ends at or before the bit.
        let passed = (u64::from(index).wrapping_mul(ONES) | HIGH).wrapping_sub(sums) & HIGH;
        let shift = (passed >> 7).wrapping_mul(ONES) >> 56 << 3;
        let before = (sums << 8 >> shift) as u8;
        let row = usize::from((word >> shift) as u8);
        let column = usize::from((index as u8).wrapping_sub(before) & 7);
        u32::from(IN_BYTE[row << 3 | column]) + shift as u32
    }
}

/// For every byte the places of its eight possible set bits.
static IN_BYTE: [u8; 2048] = {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut column) = (0, 0);
        while place < 8 {
            if byte >> place & 1 != 0 {
                table[byte << 3 | column] = place;
                column += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// The instructions POPCNT, PDEP and TZCNT. Whoever has one has asked the processor.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// If this processor has the instructions.
    #[inline]
    pub(crate) fn detected() -> Option<Self> {
        let has = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Bits for Bmi2 {
    #[inline(always)]
    fn count(self, word: u64) -> u32 {
        word.count_ones()
    }

    #[inline(always)]
    fn place(self, word: u64, index: u32) -> u32 {
        // SAFETY: there is a `Bmi2` only where the processor has PDEP.
        let bit = unsafe { std::arch::x86_64::_pdep_u64(1 << index, word) };
        bit.trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_engine::{Seed, Stream};

    fn counts_and_finds_every_bit(bits: impl Bits) {
        let mut rng = Seed::from(1).rng(Stream::POLICY);
        let mut random = || u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32());
        let mut words = vec![0, 1, 1 << 63, u64::MAX];
        for _ in 0..1_000 {
            words.extend([random(), random() & random() & random()]);
        }
        for word in words {
            assert_eq!(bits.count(word), word.count_ones(), "{word:x}");
            let places: Vec<_> = (0..word.count_ones())
                .map(|n| bits.place(word, n))
                .collect();
            let expected: Vec<_> = (0..64).filter(|place| word >> place & 1 != 0).collect();
            assert_eq!(places, expected, "{word:x}");
        }
    }

    #[test]
    fn both_ways_count_and_find_every_bit() {
        counts_and_finds_every_bit(Shifts);
        #[cfg(target_arch = "x86_64")]
        if let Some(bits) = Bmi2::detected() {
            counts_and_finds_every_bit(bits);
        }
    }
}
