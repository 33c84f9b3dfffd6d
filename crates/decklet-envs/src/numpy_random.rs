//! The random numbers of NumPy's `RandomState`, as RLCard draws them: the same seed, the same cards.
//!
//! RLCard hashes its seed with SHA-512 and hands the first eight bytes to the Mersenne Twister
//! MT19937 (`rlcard/utils/seeding.py` of release 1.2.0). NumPy froze `RandomState` (NEP 19), so
//! these numbers stay what they are.

use sha2::{Digest, Sha512};

const WORDS: usize = 624;
const MIDDLE: usize = 397;

/// MT19937 with the bounded numbers and shuffles of NumPy's `RandomState`.
///
/// ```
/// use decklet_envs::numpy_random::RandomState;
///
/// let mut deck: Vec<u8> = (0..5).collect();
/// RandomState::of_rlcard(42).shuffle(&mut deck);
/// // rng, _ = rlcard.utils.seeding.np_random(42); rng.shuffle(deck)
/// assert_eq!(deck, [0, 2, 4, 1, 3]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RandomState {
    words: [u32; WORDS],
    next: usize,
}

impl std::fmt::Debug for RandomState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RandomState")
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

impl RandomState {
    /// The generator that RLCard makes of this seed.
    #[must_use]
    pub fn of_rlcard(seed: u64) -> Self {
        let hash = Sha512::digest(seed.to_string());
        let word =
            |at: usize| u32::from_le_bytes([hash[at], hash[at + 1], hash[at + 2], hash[at + 3]]);
        let key = [word(0), word(4)];
        // Leading zeros of the number that the bytes are drop out of the key.
        let len = 2 - key.iter().rev().take_while(|&&word| word == 0).count();
        Self::of_key(&key[..len.max(1)])
    }

    /// The generator that `RandomState.seed` makes of these words.
    #[must_use]
    pub fn of_key(key: &[u32]) -> Self {
        let mut words = [0; WORDS];
        words[0] = 19_650_218;
        for at in 1..WORDS {
            let last: u32 = words[at - 1];
            words[at] = (last ^ last >> 30)
                .wrapping_mul(1_812_433_253)
                .wrapping_add(at as u32);
        }
        let (mut at, mut part) = (1, 0);
        let mix = |words: &[u32; WORDS], at: usize, factor: u32| {
            let last = words[at - 1];
            words[at] ^ (last ^ last >> 30).wrapping_mul(factor)
        };
        let advance = |words: &mut [u32; WORDS], at: &mut usize| {
            *at += 1;
            if *at == WORDS {
                words[0] = words[WORDS - 1];
                *at = 1;
            }
        };
        for _ in 0..WORDS.max(key.len()) {
            words[at] = mix(&words, at, 1_664_525)
                .wrapping_add(key[part])
                .wrapping_add(part as u32);
            advance(&mut words, &mut at);
            part = (part + 1) % key.len();
        }
        for _ in 1..WORDS {
            words[at] = mix(&words, at, 1_566_083_941).wrapping_sub(at as u32);
            advance(&mut words, &mut at);
        }
        words[0] = 1 << 31;
        Self { words, next: WORDS }
    }

    /// All of it as bytes, to be stored.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let place = (self.next as u32).to_le_bytes();
        let words = self.words.iter().flat_map(|word| word.to_le_bytes());
        words.chain(place).collect()
    }

    /// What [`RandomState::to_bytes`] wrote; none for anything else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (all, []) = bytes.as_chunks::<4>() else {
            return None;
        };
        let (place, words) = all.split_last()?;
        let mut numbers = words.iter().map(|word| u32::from_le_bytes(*word));
        let next = u32::from_le_bytes(*place) as usize;
        if words.len() != WORDS || next > WORDS {
            return None;
        }
        Some(Self {
            words: std::array::from_fn(|_| numbers.next().unwrap_or(0)),
            next,
        })
    }

    fn twist(&mut self) {
        for at in 0..WORDS {
            let pair = self.words[at] & 1 << 31 | self.words[(at + 1) % WORDS] & !(1 << 31);
            let odd = if pair & 1 == 1 { 0x9908_B0DF } else { 0 };
            self.words[at] = self.words[(at + MIDDLE) % WORDS] ^ pair >> 1 ^ odd;
        }
        self.next = 0;
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.next == WORDS {
            self.twist();
        }
        let mut word = self.words[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9D2C_5680;
        word ^= word << 15 & 0xEFC6_0000;
        word ^ word >> 18
    }

    /// A number from 0 to `most`, as `randint(0, most + 1)` and the shuffle draw it.
    pub fn up_to(&mut self, most: u32) -> u32 {
        let mask = most.checked_ilog2().map_or(0, |bit| u32::MAX >> (31 - bit));
        if mask == 0 {
            return 0;
        }
        loop {
            let number = self.next_u32() & mask;
            if number <= most {
                return number;
            }
        }
    }

    /// As `RandomState.shuffle` does with a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.up_to(last as u32) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_numpy() {
        // numpy.random.RandomState([1, 2]).randint(0, 2**32, 3, dtype=numpy.uint32)
        let mut state = RandomState::of_key(&[1, 2]);
        let words = [(); 3].map(|()| state.next_u32());
        assert_eq!(words, KEY_1_2);
    }

    const KEY_1_2: [u32; 3] = [2_510_469_175, 412_874_776, 1_110_386_547];

    #[test]
    fn it_goes_on_where_it_was_stored() {
        let mut state = RandomState::of_rlcard(7);
        for _ in 0..1000 {
            state.next_u32();
        }
        let mut again = RandomState::from_bytes(&state.to_bytes()).unwrap();
        assert_eq!(again, state);
        assert_eq!(again.next_u32(), state.next_u32());
        assert!(RandomState::from_bytes(&state.to_bytes()[1..]).is_none());
        assert!(RandomState::from_bytes(&[]).is_none());
    }
}
