//! Seeds and random streams: the same numbers on every machine, today and after an upgrade.
//!
//! A [`Seed`] is 32 bytes. Each purpose has a stream of its own ([`Stream`]): ChaCha8 keyed by the
//! seed, with the stream's number as nonce. Drawing more numbers for one purpose therefore never
//! changes another: a bot that thinks longer does not change the deal.
//!
//! Only the raw 32-bit words come from a library. How a word becomes a bounded number or a shuffle
//! is written here, because library shuffles changed between versions, and `tests/rng_vectors.rs`
//! pins the results.

use chacha20::{ChaChaCore, KeyIvInit as _, R8, rand_core::block::Generator as _, variants::Ietf};
use std::{fmt, str::FromStr};

/// Where all randomness of a game comes from: 32 bytes.
///
/// ```
/// use decklet_engine::{Seed, Stream};
///
/// let seed = Seed::from(7);
/// assert_eq!(seed, "7".parse()?);
/// assert_eq!(seed, seed.to_string().parse()?); // 64 hexadecimal digits
///
/// let mut deck: Vec<u8> = (0..54).collect();
/// seed.rng(Stream::DEAL).shuffle(&mut deck);
/// # Ok::<(), decklet_engine::SeedError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// A text that is no [`Seed`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no seed: give an integer from 0 to 18446744073709551615 or 64 hexadecimal digits"
)]
pub struct SeedError(String);

impl Seed {
    /// The seed with exactly these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The seed of game number `index` of a series: blake3 keyed with this seed, over the index as
    /// eight little-endian bytes. Any game of a series can be dealt without the ones before it.
    #[must_use]
    pub fn child(&self, index: u64) -> Self {
        Self(*blake3::keyed_hash(&self.0, &index.to_le_bytes()).as_bytes())
    }

    /// The numbers for one purpose, from their beginning.
    #[inline]
    #[must_use]
    pub fn rng(&self, stream: Stream) -> Rng {
        Rng {
            seed: *self,
            stream,
            source: source(self, stream),
            words: [0; BATCH],
            next: BATCH,
        }
    }
}

/// An integer is expanded by blake3 in key-derivation mode, context `decklet seed v1`, over the
/// integer as eight little-endian bytes.
impl From<u64> for Seed {
    fn from(n: u64) -> Self {
        Self(blake3::derive_key("decklet seed v1", &n.to_le_bytes()))
    }
}

/// Lower-case hexadecimal, 64 digits.
impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

/// An integer (see [`From<u64>`](Seed#impl-From<u64>-for-Seed)) or 64 hexadecimal digits (the
/// bytes themselves).
impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        let refuse = || SeedError(text.chars().take(80).collect());
        if text.len() != 64 {
            return text.parse::<u64>().map(Self::from).map_err(|_| refuse());
        }
        // `from_str_radix` alone would take a sign.
        if !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(refuse());
        }
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digits = std::str::from_utf8(digits).map_err(|_| refuse())?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| refuse())?;
        }
        Ok(Self(bytes))
    }
}

/// What a stream of numbers is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The order of the deck at the first deal, and nothing else.
    pub const DEAL: Self = Self(1);
    /// Everything random inside the game after that: reshuffles, redeals, who begins.
    pub const PLAY: Self = Self(2);
    /// Choices of a random player outside the game ([`simulate`](crate) and tests).
    pub const POLICY: Self = Self(3);

    /// The thoughts of the bot in seat number `seat`.
    #[must_use]
    pub const fn bot(seat: u8) -> Self {
        Self(16 + seat as u64)
    }
}

/// The core of the generator, and not the library's generator with a buffer of its own: making and
/// moving two buffers took longer than a short game's random numbers.
type Source = ChaChaCore<R8, Ietf>;

/// A nonce of twelve bytes leaves 32 bits to count blocks: 256 GiB of each stream.
fn source(seed: &Seed, Stream(stream): Stream) -> Source {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&stream.to_le_bytes());
    Source::new(&seed.0.into(), &nonce.into())
}

/// One stream of random numbers.
pub struct Rng {
    seed: Seed,
    stream: Stream,
    source: Source,
    /// Words taken from the source: so many as it makes at once.
    words: [u32; BATCH],
    /// The place of the next of them; behind the last when there is none left.
    next: usize,
}

/// How many words are taken from the source at once.
const BATCH: usize = 64;

/// How many words are a block.
const WORDS: u64 = 16;

impl Rng {
    /// The next 32-bit word of the stream.
    #[inline(always)]
    pub fn next_u32(&mut self) -> u32 {
        if self.next >= BATCH {
            self.refill();
        }
        let word = self.words[self.next % BATCH];
        self.next += 1;
        word
    }

    #[inline(never)]
    fn refill(&mut self) {
        self.source.generate(&mut self.words);
        self.next = 0;
    }

    /// A number in `0..bound`, each equally likely: Lemire's multiplication with rejection, one
    /// word a try.
    ///
    /// # Panics
    /// When `bound` is 0.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a number below 0 does not exist");
        match scaled(self.next_u32(), bound) {
            Some(number) => number,
            None => self.below_again(bound),
        }
    }

    #[cold]
    #[inline(never)]
    fn below_again(&mut self, bound: u32) -> u32 {
        loop {
            if let Some(number) = scaled(self.next_u32(), bound) {
                return number;
            }
        }
    }

    /// Fisher–Yates from the last place to the second: place `i` is swapped with place
    /// `below(i + 1)`.
    ///
    /// # Panics
    /// When there are more than 2³² items.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_down_to(items, 1);
    }

    /// The same, but it stops when only the first `rest` places are left. Who shuffles those later
    /// with the same stream has done what [`shuffle`](Self::shuffle) does; who never needs them has
    /// saved the work.
    ///
    /// ```
    /// use decklet_engine::{Seed, Stream};
    ///
    /// let (mut at_once, mut in_parts): ([u8; 9], [u8; 9]) = Default::default();
    /// at_once.iter_mut().zip(&mut in_parts).zip(0..).for_each(|((a, b), n)| (*a, *b) = (n, n));
    /// Seed::from(7).rng(Stream::DEAL).shuffle(&mut at_once);
    ///
    /// let mut rng = Seed::from(7).rng(Stream::DEAL);
    /// rng.shuffle_down_to(&mut in_parts, 5);
    /// assert_eq!(in_parts[5..], at_once[5..]);
    /// rng.shuffle(&mut in_parts[..5]);
    /// assert_eq!(in_parts, at_once);
    /// ```
    ///
    /// # Panics
    /// When there are more than 2³² items.
    pub fn shuffle_down_to<T>(&mut self, items: &mut [T], rest: u32) {
        let mut left = u32::try_from(items.len()).expect("at most 2^32 items");
        let rest = rest.max(1);
        while left > rest {
            if self.next >= BATCH {
                self.refill();
            }
            // One word for each of these places is the least that will be needed.
            let ready = &self.words[self.next..];
            let used = ready.len().min((left - rest) as usize);
            for &word in &ready[..used] {
                if let Some(other) = scaled(word, left) {
                    left -= 1;
                    items.swap(left as usize, other as usize);
                }
            }
            self.next += used;
        }
    }

    /// How many 32-bit words have been drawn: with the seed and the stream, all there is to know.
    #[must_use]
    pub fn position(&self) -> u64 {
        u64::from(self.source.get_block_pos()) * WORDS - (BATCH - self.next) as u64
    }
}

/// A word as a number in `0..bound`; none when it must be drawn again, so that all are equally
/// likely.
#[inline]
fn scaled(word: u32, bound: u32) -> Option<u32> {
    let product = u64::from(word) * u64::from(bound);
    let low = product as u32;
    if low < bound && low < bound.wrapping_neg() % bound {
        return None;
    }
    Some((product >> 32) as u32)
}

/// Continues from the same place.
impl Clone for Rng {
    fn clone(&self) -> Self {
        let mut source = source(&self.seed, self.stream);
        source.set_block_pos(self.source.get_block_pos());
        Self { source, ..*self }
    }
}

impl fmt::Debug for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rng(at word {})", self.position())
    }
}
