//! Requests to a server, one connection each.

use anyhow::{Context, ensure};
use serde_json::Value;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};

/// A request; the status and the body.
pub async fn http(
    address: &str,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &str,
) -> anyhow::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)
        .await
        .with_context(|| format!("{address} does not answer"))?;
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\n{}Content-Length: {}\r\n\r\n{body}",
        token.unwrap_or_default(),
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no HTTP answer")?;
    let status = head.split(' ').nth(1).context("no HTTP status")?.parse()?;
    Ok((status, body.to_owned()))
}

/// Posts JSON; the answer. Waits while the server says that it was asked too fast.
pub async fn post(
    address: &str,
    path: &str,
    token: Option<&str>,
    body: &Value,
) -> anyhow::Result<Value> {
    let body = body.to_string();
    let (status, answer) = loop {
        match http(address, "POST", path, token, &body).await? {
            (429, answer) if answer.contains("TOO_FAST") => sleep(Duration::from_millis(100)).await,
            answered => break answered,
        }
    };
    ensure!(status < 300, "{path}: {status} {answer}");
    Ok(serde_json::from_str(&answer)?)
}

/// A figure of the server's, by its name in `/metrics`.
pub async fn figure(address: &str, name: &str) -> anyhow::Result<Option<f64>> {
    let (_, figures) = http(address, "GET", "/metrics", None, "").await?;
    let value = figures
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
    Ok(value)
}
