//! What the server counts.

use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, gauge::Gauge},
    registry::Registry,
};

/// What the program has in memory, where the system says so.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}

/// How long the program has kept processors busy, in seconds, where the system says so.
fn busy() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name before it may hold anything.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut ticks = rest.split(' ').skip(11).take(2).map(str::parse::<u32>);
    let (user, system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    // Linux tells programs of 100 ticks a second, whatever it counts itself.
    Some(f64::from(user.saturating_add(system)) / 100.0)
}

/// The figures at `/metrics`.
pub(crate) struct Metrics {
    registry: Registry,
    pub connections: Gauge,
    pub rooms: Gauge,
    pub received: Counter,
    pub sent: Counter,
    pub accepted: Counter,
    pub refused: Counter,
    pub appends: Counter,
    pub failed_appends: Counter,
    pub dropped: Counter,
    pub slowed: Counter,
    pub damaged: Counter,
}

impl Metrics {
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("decklet");
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let received = counter("messages_received", "Messages from clients");
        let sent = counter("messages_sent", "Messages to clients");
        let accepted = counter(
            "commands_accepted",
            "Commands that were carried out and stored",
        );
        let refused = counter("commands_refused", "Commands that were refused");
        let appends = counter("records_stored", "Records that the log has stored");
        let failed_appends = counter("records_failed", "Records that the log has not stored");
        let dropped = counter(
            "outboxes_dropped",
            "Times that a reader of a room was too slow",
        );
        let slowed = counter("senders_slowed", "Times that a sender had no credits left");
        let damaged = counter("rooms_damaged", "Rooms whose records are damaged");
        let (connections, rooms) = (Gauge::default(), Gauge::default());
        registry.register("connections", "WebSocket connections", connections.clone());
        registry.register("rooms", "Rooms that are loaded", rooms.clone());
        Self {
            registry,
            connections,
            rooms,
            received,
            sent,
            accepted,
            refused,
            appends,
            failed_appends,
            dropped,
            slowed,
            damaged,
        }
    }

    /// As Prometheus reads them.
    pub fn text(&self) -> String {
        let mut text = memory().map_or_else(String::new, |bytes| {
            format!("# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {bytes}\n")
        });
        if let Some(seconds) = busy() {
            text.push_str(&format!(
                "# TYPE process_cpu_seconds counter\nprocess_cpu_seconds_total {seconds}\n"
            ));
        }
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
