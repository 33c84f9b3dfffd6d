//! What was found out about positions, in a table of bounded size.

/// Slots of one word: what is left of the mixed key, the work it cost (in powers of two), from
/// which level on the side to move loses, and up to which it wins. Mixing loses nothing, and the
/// place in the table is the rest of the mixed key, so that a position is never taken for another.
pub(super) struct Table {
    slots: Vec<u64>,
    bits: u32,
    most_bits: u32,
    used: usize,
}

/// A position, but for how high the cards to be beaten are: that is the level, 0 to 15. The higher
/// they are, the fewer replies there are; so who wins at a level wins at each lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    pub(super) position: u64,
    pub(super) level: u8,
}

/// The slots of a bucket share a cache line.
const BUCKET: usize = 4;

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Known {
    /// It is won at levels below this one.
    won_below: u64,
    /// It is lost at this level less one and above; 0: at none.
    lost_from: u64,
    /// The logarithm of the number of positions looked at.
    work: u64,
}

/// With fewer slots the rest of the mixed key would not fit into a slot.
pub(super) const LEAST_BITS: u32 = 18;
/// 512 MiB, and half as much while it grows.
pub(super) const MOST_BITS: u32 = 26;

const FIELD: u32 = 5;
const MASK: u64 = (1 << FIELD) - 1;
const TAG_SHIFT: u32 = 3 * FIELD;

impl Known {
    const fn read(slot: u64) -> Self {
        Self {
            won_below: slot & MASK,
            lost_from: slot >> FIELD & MASK,
            work: slot >> (2 * FIELD) & MASK,
        }
    }

    const fn write(self, tag: u64) -> u64 {
        tag << TAG_SHIFT | self.work << (2 * FIELD) | self.lost_from << FIELD | self.won_below
    }
}

impl Table {
    /// A table that grows to 2 to the `most_bits` slots of 8 bytes.
    pub(super) fn new(most_bits: u32) -> Self {
        Self {
            slots: vec![0; 1 << LEAST_BITS],
            bits: LEAST_BITS,
            most_bits: most_bits.min(MOST_BITS),
            used: 0,
        }
    }

    /// Whether the side to move wins, if that is known.
    pub(super) fn get(&self, key: Key) -> Option<bool> {
        let (bucket, tag) = self.place(key.position);
        let slot = *self.slots[bucket..bucket + BUCKET]
            .iter()
            .find(|slot| holds(**slot, tag))?;
        let (known, level) = (Known::read(slot), u64::from(key.level));
        if level < known.won_below {
            Some(true)
        } else if known.lost_from > 0 && level + 1 >= known.lost_from {
            Some(false)
        } else {
            None
        }
    }

    /// Keeps what was found; of a full bucket the one that was the least work goes.
    pub(super) fn put(&mut self, key: Key, wins: bool, work: u64) {
        if self.used > self.slots.len() / 2 && self.bits < self.most_bits {
            self.grow();
        }
        let (bucket, tag) = self.place(key.position);
        let slots = &mut self.slots[bucket..bucket + BUCKET];
        let least = |slot: &u64| (!holds(*slot, tag), *slot != 0, Known::read(*slot).work);
        let Some(slot) = slots.iter_mut().min_by_key(|slot| least(slot)) else {
            return;
        };
        let mut known = if holds(*slot, tag) {
            Known::read(*slot)
        } else {
            Known::default()
        };
        let level = u64::from(key.level) + 1;
        if wins {
            known.won_below = known.won_below.max(level);
        } else if known.lost_from == 0 || level < known.lost_from {
            known.lost_from = level;
        }
        known.work = known.work.max(u64::from(work.max(1).ilog2()).min(MASK));
        self.used += usize::from(*slot == 0);
        *slot = known.write(tag);
    }

    fn grow(&mut self) {
        let bits = self.bits - BUCKET.ilog2();
        let old = std::mem::take(&mut self.slots);
        self.bits += 1;
        self.slots = vec![0; 1 << self.bits];
        for (place, slot) in old.into_iter().enumerate().filter(|&(_, slot)| slot != 0) {
            let mixed = slot >> TAG_SHIFT << bits | (place / BUCKET) as u64;
            let (bucket, tag) = self.split(mixed);
            // Each old bucket is the source of two new ones, so there is room.
            let free = self.slots[bucket..].iter_mut().find(|slot| **slot == 0);
            if let Some(free) = free {
                *free = Known::read(slot).write(tag);
            }
        }
    }

    const fn place(&self, position: u64) -> (usize, u64) {
        self.split(mix(position))
    }

    /// The first slot of the bucket, and the rest of the mixed key.
    const fn split(&self, mixed: u64) -> (usize, u64) {
        let bits = self.bits - BUCKET.ilog2();
        let bucket = (mixed & ((1 << bits) - 1)) as usize * BUCKET;
        (bucket, mixed >> bits)
    }
}

/// Whether a slot is about the position with this tag. Something is known in every slot in use.
const fn holds(slot: u64, tag: u64) -> bool {
    slot >> TAG_SHIFT == tag && slot != 0
}

/// Each step can be undone: two numbers never become one.
const fn mix(mut number: u64) -> u64 {
    number ^= number >> 32;
    number = number.wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^= number >> 32;
    number = number.wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ number >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn key(position: u64, level: u8) -> Key {
        Key { position, level }
    }

    #[test]
    fn a_win_counts_for_lower_levels_and_a_loss_for_higher_ones() {
        let mut table = Table::new(18);
        table.put(key(7, 5), true, 1);
        table.put(key(7, 9), false, 1);
        let known: Vec<_> = [0, 5, 6, 8, 9, 15]
            .map(|level| table.get(key(7, level)))
            .into();
        assert_eq!(
            known,
            [Some(true), Some(true), None, None, Some(false), Some(false)]
        );
        table.put(key(7, 6), false, 1);
        assert_eq!(table.get(key(7, 6)), Some(false));
        assert_eq!(table.get(key(8, 5)), None);
    }

    #[test]
    fn positions_are_never_taken_for_others() {
        let mut table = Table::new(19);
        for position in 0..1 << 20 {
            table.put(key(position, 0), position % 3 == 0, 1);
        }
        let mut kept = 0;
        for position in 0..1 << 20 {
            if let Some(wins) = table.get(key(position, 0)) {
                assert_eq!(wins, position % 3 == 0);
                kept += 1;
            }
        }
        assert!(kept > 200_000, "{kept}");
        for position in 1 << 20..1 << 21 {
            assert_eq!(table.get(key(position << 30, 0)), None);
        }
    }

    #[test]
    fn nothing_is_lost_when_it_grows() {
        let mut table = Table::new(26);
        for position in 0..1 << 20 {
            table.put(key(position, 3), position % 3 == 0, position);
        }
        let lost = (0..1 << 20)
            .filter(|&position| table.get(key(position, 3)) != Some(position % 3 == 0))
            .count();
        assert!(lost < 1 << 18, "{lost}");
        assert!(table.bits > 20);
    }

    #[test]
    fn more_work_stays() {
        let mut table = Table::new(18);
        table.put(key(1, 0), true, 1 << 20);
        for position in 2..1 << 20 {
            table.put(key(position, 0), false, 1);
        }
        assert_eq!(table.get(key(1, 0)), Some(true));
    }
}
