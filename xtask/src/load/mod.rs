//! `cargo xtask load`: whole matches over real WebSockets, and how long the answers take.

mod bare;
pub mod driver;
pub mod http;

use anyhow::ensure;
use clap::Args;
use driver::{Driver, Report, SEATS};
use futures_util::future::try_join_all;
use serde_json::json;
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// Rooms that a server lets one connection look at.
const CHANNELS: usize = 1024;

/// Where, and how much. Start the server with `--rate 1000000`.
#[derive(Args)]
pub struct Arguments {
    /// The server, as http://127.0.0.1:7878
    #[arg(long)]
    url: String,
    /// Matches at the same time.
    #[arg(long, default_value_t = 100)]
    matches: usize,
    /// How long, in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Actions a second, all together; as many as possible when left out. Latency is counted from
    /// when an action was due.
    #[arg(long)]
    rate: Option<f64>,
    /// Deal all matches, and then do nothing: for the server's memory.
    #[arg(long, conflicts_with = "rate")]
    idle: bool,
    /// Connections, at least.
    #[arg(long, default_value_t = 4)]
    connections: usize,
    /// A directory on the server's disk, where a bare log shows what the disk can do.
    #[arg(long, value_name = "DIR", default_value = ".")]
    disk: PathBuf,
    /// For machines.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let bare = match arguments.idle || arguments.rate.is_some() {
        true => None,
        false => Some(bare::appends_per_second(&arguments.disk)?),
    };
    runtime()?.block_on(drive(arguments, bare))
}

/// One thread for everything: the machine is the server's.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
}

/// The server's address in a URL.
pub fn address(url: &str) -> &str {
    url.trim_start_matches("http://").trim_end_matches('/')
}

/// Opens so many matches, on at least so many connections.
pub async fn open(
    address: &str,
    matches: usize,
    connections: usize,
) -> anyhow::Result<Vec<Driver>> {
    ensure!(matches > 0, "--matches must be at least 1");
    let needed = (matches * SEATS).div_ceil(CHANNELS - SEATS);
    let connections = connections.max(needed).clamp(1, matches);
    let share = |number| (matches + number) / connections;
    let drivers = (0..connections).map(|number| Driver::open(address, share(number)));
    try_join_all(drivers).await
}

async fn drive(arguments: &Arguments, bare: Option<f64>) -> anyhow::Result<()> {
    let address = address(&arguments.url);
    let drivers = open(address, arguments.matches, arguments.connections).await?;
    let share = drivers.len() as f64;
    let pause = arguments
        .rate
        .map(|rate| Duration::from_secs_f64(share / rate));
    let busy = http::figure(address, "process_cpu_seconds_total").await?;
    let begin = Instant::now();
    let until = begin + Duration::from_secs(arguments.seconds);
    let running = drivers.into_iter().map(|driver| async move {
        match arguments.idle {
            true => driver.be_idle(until).await,
            false => driver.run(until, pause).await,
        }
    });
    // The server is asked while all is still open.
    let memory = async {
        tokio::time::sleep_until((until - Duration::from_millis(200)).into()).await;
        http::figure(address, "process_resident_memory_bytes").await
    };
    let (reports, memory) = tokio::try_join!(try_join_all(running), memory)?;
    let took = begin.elapsed();
    let busy_now = http::figure(address, "process_cpu_seconds_total").await?;
    let mut all = Report::default();
    for report in reports {
        all.latencies.extend(report.latencies);
        all.errors += report.errors;
        all.hands += report.hands;
    }
    let server = Server {
        mib: memory.map(|bytes| (bytes / 1024.0 / 1024.0).round()),
        cpu_seconds: busy_now.zip(busy).map(|(now, before)| now - before),
        bare_log_per_s: bare,
    };
    tell(arguments, &mut all, took, &server);
    Ok(())
}

/// What the server and its disk say of themselves.
struct Server {
    mib: Option<f64>,
    cpu_seconds: Option<f64>,
    bare_log_per_s: Option<f64>,
}

/// Which latency so large a part of all is not above, in milliseconds. They are sorted.
pub fn percentile(latencies: &[Duration], part: f64) -> f64 {
    let place = (latencies.len() as f64 * part) as usize;
    let latency = latencies.get(place.min(latencies.len().saturating_sub(1)));
    latency.map_or(0.0, |latency| latency.as_secs_f64() * 1000.0)
}

fn tell(arguments: &Arguments, all: &mut Report, took: Duration, server: &Server) {
    all.latencies.sort_unstable();
    let count = all.latencies.len();
    let per_second = count as f64 / took.as_secs_f64();
    let report = json!({
        "matches": arguments.matches,
        "seconds": took.as_secs_f64(),
        "actions": count,
        "actions_per_s": per_second.round(),
        "hands": all.hands,
        "p50_ms": percentile(&all.latencies, 0.5),
        "p99_ms": percentile(&all.latencies, 0.99),
        "p999_ms": percentile(&all.latencies, 0.999),
        "errors": all.errors,
        "server_memory_mib": server.mib,
        "server_cpu_us_per_action": server.cpu_seconds.map(|busy| busy * 1e6 / count as f64),
        "bare_log_per_s": server.bare_log_per_s.map(f64::round),
        "part_of_bare_log": server.bare_log_per_s.map(|bare| per_second / bare),
    });
    if arguments.json {
        return println!("{report}");
    }
    for (name, value) in report.as_object().into_iter().flatten() {
        if !value.is_null() {
            println!("{name:24} {value}");
        }
    }
}
