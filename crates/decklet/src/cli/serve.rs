use super::Usage;
use anyhow::Context;
use decklet_server::{Config, Server};
use std::{
    ffi::OsStr,
    io::{IsTerminal, stderr},
    net::SocketAddr,
    path::PathBuf,
    sync::mpsc,
};
use tracing_subscriber::EnvFilter;

/// Start the server
///
/// Rooms, games and guests are kept in one directory, which is made at the first start; nothing else
/// is needed. Ctrl-C stops it: clients come back later and go on where they were.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet serve
  decklet serve --listen 0.0.0.0:80 --data /var/lib/decklet
  DECKLET_LOG=debug decklet serve")]
pub struct Args {
    /// Where to listen
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        env = "DECKLET_LISTEN",
        default_value = "127.0.0.1:7878",
        value_parser = address
    )]
    listen: SocketAddr,
    /// The directory of the database
    #[arg(
        long,
        value_name = "DIR",
        env = "DECKLET_DATA",
        default_value = "decklet-data"
    )]
    data: PathBuf,
    /// Messages a second that one connection may send for each room it looks at; one address may send
    /// 20 times that, and this machine 400 times
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// A page of another server that may connect, as https://cards.example; can be repeated
    #[arg(long = "origin", value_name = "ORIGIN", value_parser = origin)]
    origins: Vec<String>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "give an IP address and a port, as 127.0.0.1:7878".to_owned())
}

/// As a browser sends it: no path, and no slash at the end.
fn origin(text: &str) -> Result<String, String> {
    let host = text
        .split_once("://")
        .filter(|(scheme, _)| ["http", "https"].contains(scheme));
    match host {
        Some((_, host)) if !host.is_empty() && !host.contains(['/', '?', '#', ' ']) => {
            Ok(text.to_owned())
        }
        _ => Err("write http://HOST or https://HOST, with its port if it has one".to_owned()),
    }
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let wanted = std::env::var("DECKLET_LOG").unwrap_or_else(|_| "info".to_owned());
    let filter = EnvFilter::try_new(&wanted).map_err(|error| {
        Usage(format!(
            "DECKLET_LOG={wanted}: {error}; write info, or debug"
        ))
    })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr)
        .with_ansi(in_color(
            stderr().is_terminal(),
            std::env::var_os("NO_COLOR").as_deref(),
        ))
        .init();
    // Only where: what a panic says may name hidden cards.
    std::panic::set_hook(Box::new(|info| match info.location() {
        Some(place) => tracing::error!(%place, "a panic"),
        None => tracing::error!("a panic"),
    }));
    let config = Config {
        rate: args.rate,
        origins: args.origins.clone(),
        ..Config::new(args.listen, &args.data)
    };
    let (stop, until) = tokio::sync::oneshot::channel::<()>();
    stop_on_signal(stop)?;
    let runtime = tokio::runtime::Runtime::new().context("the server's threads cannot start")?;
    runtime.block_on(async {
        let server = Server::open(&config).await?;
        super::out::line(&format!(
            "decklet is at http://{}/\nIts data is in {}. Ctrl-C stops it.",
            server.address(),
            args.data.display()
        ))?;
        let until = async {
            // Without a sender there is nobody left to wait for.
            let _ = until.await;
        };
        Ok(server.run(until).await?)
    })
}

/// Colours are for people: not for a file, and not for who has said so (<https://no-color.org>).
fn in_color(is_terminal: bool, no_color: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty)
}

/// The first signal stops the server; the second ends the program at once.
fn stop_on_signal(stop: tokio::sync::oneshot::Sender<()>) -> anyhow::Result<()> {
    let (signal, signals) = mpsc::channel();
    ctrlc::set_handler(move || {
        // Nobody listens any more when the server has ended.
        let _ = signal.send(());
    })?;
    std::thread::spawn(move || {
        if signals.recv().is_ok() {
            let _ = stop.send(());
        }
        if signals.recv().is_ok() {
            std::process::exit(1);
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_terminal_gets_colours_and_only_if_nobody_minds() {
        for (is_terminal, no_color, colours) in [
            (true, None, true),
            (true, Some(""), true),
            (true, Some("1"), false),
            (false, None, false),
            (false, Some(""), false),
        ] {
            let no_color = no_color.map(OsStr::new);
            assert_eq!(in_color(is_terminal, no_color), colours, "{no_color:?}");
        }
    }
}
