//! How often a person may do something that costs others.

use crate::{bounds::FORGOTTEN, person::PersonId};
use std::collections::BTreeMap;

/// Each person may do something `most` times at once, and then once every `each_ms` milliseconds. It
/// is kept by person, not by connection: connecting again brings nothing.
pub(crate) struct Allowance {
    most: u32,
    each_ms: u64,
    /// When all that a person has done will be forgotten.
    until: BTreeMap<PersonId, u64>,
}

impl Allowance {
    pub fn new(most: u32, each_ms: u64) -> Self {
        Self {
            most,
            each_ms,
            until: BTreeMap::new(),
        }
    }

    /// Does it once more, if that is allowed.
    pub fn take(&mut self, person: &PersonId, now: u64) -> bool {
        if self.until.len() >= FORGOTTEN {
            self.until.retain(|_, until| *until > now);
        }
        if self.until.len() >= FORGOTTEN && !self.until.contains_key(person) {
            return false;
        }
        let until = self.until.get(person).map_or(now, |until| now.max(*until));
        let may = until - now + self.each_ms <= u64::from(self.most) * self.each_ms;
        if may {
            self.until.insert(person.clone(), until + self.each_ms);
        }
        may
    }

    /// Everybody begins anew.
    pub fn forget_all(&mut self) {
        self.until.clear();
    }

    /// Nobody waits longer than the clock that was set back makes right.
    pub fn clock_went_back(&mut self, now: u64) {
        let latest = now + u64::from(self.most) * self.each_ms;
        for until in self.until.values_mut() {
            *until = latest.min(*until);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(number: usize) -> PersonId {
        format!("person-{number}").try_into().unwrap()
    }

    #[test]
    fn so_many_at_once_and_then_one_by_one() {
        let mut allowance = Allowance::new(3, 100);
        let one = person(1);
        let at = |allowance: &mut Allowance, now| allowance.take(&one, now);
        assert!((0..3).all(|_| at(&mut allowance, 1000)));
        assert!(!at(&mut allowance, 1099));
        assert!(allowance.take(&person(2), 1099), "others are not held back");
        assert!(at(&mut allowance, 1100));
        assert!(!at(&mut allowance, 1100));
        allowance.clock_went_back(500);
        assert!(!at(&mut allowance, 500));
        assert!(at(&mut allowance, 600));
        allowance.forget_all();
        assert!((0..3).all(|_| at(&mut allowance, 600)));
    }

    #[test]
    fn a_crowd_is_not_remembered_without_end() {
        let mut allowance = Allowance::new(1, 100);
        assert!((0..FORGOTTEN).all(|number| allowance.take(&person(number), 0)));
        assert!(!allowance.take(&person(FORGOTTEN), 0));
        assert!(allowance.take(&person(FORGOTTEN), 100));
        assert_eq!(allowance.until.len(), 1);
    }
}
