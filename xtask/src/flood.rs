//! `cargo xtask flood`: somebody sends as fast as the network takes it. How long do the answers to
//! everybody else take?

use crate::load::{self, driver::Report, http, percentile};
use anyhow::ensure;
use clap::Args;
use futures_util::{SinkExt, StreamExt, future::try_join_all};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// Where, and how much. Start the server as usual: its limits are what is tried.
#[derive(Args)]
pub struct Arguments {
    /// The server, as http://127.0.0.1:7878
    #[arg(long)]
    url: String,
    /// How long, in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Connections that flood.
    #[arg(long, default_value_t = 4)]
    floods: usize,
    /// For machines.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    load::runtime()?.block_on(drive(arguments))
}

async fn drive(arguments: &Arguments) -> anyhow::Result<()> {
    let address = load::address(&arguments.url);
    // One match on one connection, within what a connection may send.
    let drivers = load::open(address, 1, 1).await?;
    let until = Instant::now() + Duration::from_secs(arguments.seconds);
    let pause = Duration::from_millis(50);
    let playing = drivers
        .into_iter()
        .map(|driver| driver.run(until, Some(pause)));
    let flooding = (0..arguments.floods).map(|number| flood(address, until, number));
    let (reports, sent) = tokio::try_join!(try_join_all(playing), try_join_all(flooding))?;
    let slowed = http::figure(address, "decklet_senders_slowed_total").await?;
    let Report {
        mut latencies,
        errors,
        ..
    } = reports.into_iter().next().unwrap_or_default();
    latencies.sort_unstable();
    ensure!(!latencies.is_empty(), "nobody could play");
    let report = json!({
        "flood_sent": sent.iter().sum::<u64>(),
        "flood_slowed": slowed,
        "actions": latencies.len(),
        "errors": errors,
        "p50_ms": percentile(&latencies, 0.5),
        "p99_ms": percentile(&latencies, 0.99),
    });
    if arguments.json {
        println!("{report}");
        return Ok(());
    }
    for (name, value) in report.as_object().into_iter().flatten() {
        println!("{name:18} {value}");
    }
    Ok(())
}

/// Sends without an end, of every kind. Returns how many messages the network has taken.
async fn flood(address: &str, until: Instant, number: usize) -> anyhow::Result<u64> {
    let (socket, _) = connect_async(format!("ws://{address}/api/v1/ws")).await?;
    let (mut sink, mut stream) = socket.split();
    sink.send(Message::text(r#"{"type":"hello"}"#)).await?;
    let kinds = [
        r#"{"type":"legal","id":"f"}"#.to_owned(),
        r#"{"type":"attach","room":"DECKLE"}"#.to_owned(),
        "[".repeat(60_000),
        format!(r#"{{"type":"{}"}}"#, "x".repeat(60_000)),
    ];
    let message = &kinds[number % kinds.len()];
    let mut sent = 0;
    let reading = async {
        // What comes is of no interest.
        while let Some(Ok(_)) = stream.next().await {}
    };
    let sending = async {
        while sink.send(Message::text(message.clone())).await.is_ok() {
            sent += 1;
        }
    };
    let both = async { tokio::join!(reading, sending) };
    // It ends in the middle of something.
    let _ = tokio::time::timeout_at(until.into(), both).await;
    Ok(sent)
}
