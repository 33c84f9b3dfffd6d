//! How much somebody may send: credits that grow with time.

use crate::bounds::{ADDRESS_RATE, ADDRESSES, CONNECTIONS, CONNECTIONS_PER_ADDRESS, LOCAL_RATE};
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Credits of one sender: `rate` a second, and at most those of two seconds.
pub(crate) struct Credits {
    rate: f64,
    have: f64,
    at: Instant,
}

impl Credits {
    /// Those of somebody who has not sent anything yet.
    pub fn new(rate: u32, now: Instant) -> Self {
        let rate = f64::from(rate.max(1));
        Self {
            rate,
            have: 2.0 * rate,
            at: now,
        }
    }

    /// From now on so much a second.
    pub fn change_rate(&mut self, rate: u32, now: Instant) {
        self.grow(now);
        self.rate = f64::from(rate.max(1));
    }

    fn grow(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.have = (self.have + passed * self.rate).min(2.0 * self.rate);
        self.at = now;
    }

    /// Pays for something that has been sent already, and says how long to wait before the next.
    pub fn pay(&mut self, cost: u32, now: Instant) -> Duration {
        self.grow(now);
        self.have -= f64::from(cost);
        match self.have < 0.0 {
            true => Duration::from_secs_f64(-self.have / self.rate),
            false => Duration::ZERO,
        }
    }

    /// Pays if there is enough.
    pub fn try_pay(&mut self, cost: u32, now: Instant) -> bool {
        self.grow(now);
        let enough = self.have >= f64::from(cost);
        if enough {
            self.have -= f64::from(cost);
        }
        enough
    }

    fn is_full(&self) -> bool {
        self.have >= 2.0 * self.rate
    }
}

/// What is known of the addresses that send.
pub(crate) struct Addresses {
    rate: u32,
    known: Mutex<HashMap<IpAddr, Sender>>,
}

struct Sender {
    credits: Credits,
    connections: usize,
}

/// A connection that is counted while this lives.
pub(crate) struct Counted(Arc<Addresses>, IpAddr);

impl Addresses {
    /// `rate` is that of one connection to one room.
    pub fn new(rate: u32) -> Self {
        Self {
            rate,
            known: Mutex::default(),
        }
    }

    fn with<T>(&self, address: IpAddr, do_it: impl FnOnce(&mut Sender, Instant) -> T) -> T {
        let now = Instant::now();
        let mut known = self.lock();
        if known.len() >= ADDRESSES {
            known.retain(|_, sender| {
                sender.credits.grow(now);
                sender.connections > 0 || !sender.credits.is_full()
            });
        }
        let sender = known.entry(network(address)).or_insert_with(|| Sender {
            credits: Credits::new(self.rate.saturating_mul(share(address).0), now),
            connections: 0,
        });
        do_it(sender, now)
    }

    /// See [`Credits::pay`].
    pub fn pay(&self, address: IpAddr, cost: u32) -> Duration {
        self.with(address, |sender, now| sender.credits.pay(cost, now))
    }

    /// See [`Credits::try_pay`].
    pub fn try_pay(&self, address: IpAddr, cost: u32) -> bool {
        self.with(address, |sender, now| sender.credits.try_pay(cost, now))
    }

    /// Counts a connection, if there may be one more.
    pub fn connect(self: &Arc<Self>, address: IpAddr) -> Option<Counted> {
        let may = self.with(address, |sender, _| {
            let may = sender.connections < share(address).1;
            sender.connections += usize::from(may);
            may
        });
        may.then(|| Counted(self.clone(), network(address)))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Sender>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(sender) = self.0.lock().get_mut(&self.1) {
            sender.connections -= 1;
        }
    }
}

/// How many times the rate of a connection an address may send, and how many connections it may have.
fn share(address: IpAddr) -> (u32, usize) {
    match address.to_canonical().is_loopback() {
        true => (LOCAL_RATE, CONNECTIONS),
        false => (ADDRESS_RATE, CONNECTIONS_PER_ADDRESS),
    }
}

/// Who has IPv6 has a whole /64 of addresses.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)).into(),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_grow_with_time_and_debts_are_waited_for() {
        let start = Instant::now();
        let mut credits = Credits::new(10, start);
        assert_eq!(credits.pay(20, start), Duration::ZERO);
        assert_eq!(credits.pay(5, start), Duration::from_millis(500));
        assert!(!credits.try_pay(1, start + Duration::from_millis(500)));
        assert!(credits.try_pay(1, start + Duration::from_millis(600)));
        let later = start + Duration::from_secs(3600);
        assert!(credits.try_pay(20, later), "they have grown");
        assert!(!credits.try_pay(1, later), "but to two seconds' worth only");
    }

    #[test]
    fn a_rate_that_changes_keeps_what_was_paid() {
        let start = Instant::now();
        let mut credits = Credits::new(10, start);
        assert_eq!(credits.pay(30, start), Duration::from_secs(1));
        credits.change_rate(100, start + Duration::from_millis(500));
        assert!(!credits.try_pay(1, start + Duration::from_millis(540)));
        assert!(credits.try_pay(1, start + Duration::from_millis(570)));
    }

    #[test]
    fn the_own_machine_speaks_for_many() {
        let addresses = Addresses::new(1);
        let own: IpAddr = "::ffff:127.0.0.1".parse().unwrap();
        let other: IpAddr = "192.0.2.1".parse().unwrap();
        assert!(addresses.try_pay(own, 2 * LOCAL_RATE));
        assert!(!addresses.try_pay(own, 1));
        assert!(addresses.try_pay(other, 2 * ADDRESS_RATE));
        assert!(!addresses.try_pay(other, 1));
    }

    #[test]
    fn connections_of_an_address_are_counted_while_they_live() {
        let addresses = Arc::new(Addresses::new(1));
        let one: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        let other: IpAddr = "192.0.2.1".parse().unwrap();
        let mut all: Vec<_> = (0..CONNECTIONS_PER_ADDRESS)
            .map(|_| addresses.connect(one).unwrap())
            .collect();
        assert!(addresses.connect(neighbour).is_none());
        assert!(addresses.connect(other).is_some());
        all.pop();
        assert!(addresses.connect(neighbour).is_some());
    }
}
