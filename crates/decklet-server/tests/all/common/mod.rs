//! A server on a free port, and clients that speak to it as anybody would.

use decklet_server::{Config, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message, protocol::CloseFrame},
};

/// How long anything may take. It is no measure of speed, only the end of a test that hangs.
pub const LONG: Duration = Duration::from_secs(120);

/// A server that runs.
pub struct Running {
    pub address: SocketAddr,
    stop: oneshot::Sender<()>,
    running: JoinHandle<std::io::Result<()>>,
}

impl Running {
    pub async fn start(data: &Path) -> Self {
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), data);
        config.rate = 10_000;
        Self::with(&config).await
    }

    pub async fn with(config: &Config) -> Self {
        let server = Server::open(config).await.unwrap();
        let address = server.address();
        let (stop, until) = oneshot::channel::<()>();
        let until = async move {
            let _ = until.await;
        };
        Self {
            address,
            stop,
            running: tokio::spawn(server.run(until)),
        }
    }

    /// Opens a WebSocket by hand, so that what comes next need be none.
    pub async fn upgraded(&self) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!(
            "GET /api/v1/ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101"));
        stream
    }

    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        timeout(LONG, self.running).await.unwrap().unwrap().unwrap();
    }

    pub async fn guest(&self, name: &str) -> String {
        let body = json!({ "name": name }).to_string();
        let (status, guest) = self.http("POST", "/api/v1/guests", None, &body).await;
        assert_eq!(status, 201, "{guest}");
        guest["token"].as_str().unwrap().to_owned()
    }

    pub async fn room(&self, token: &str, options: &Value) -> String {
        let body = options.to_string();
        let made = self.http("POST", "/api/v1/rooms", Some(token), &body).await;
        assert_eq!(made.0, 201, "{}", made.1);
        made.1["code"].as_str().unwrap().to_owned()
    }

    /// The status and the body: JSON, or a text as it is.
    pub async fn http(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> (u16, Value) {
        let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
        let (status, _, body) = self
            .raw(method, path, &token.unwrap_or_default(), body)
            .await;
        let value = serde_json::from_str(&body).unwrap_or(Value::String(body));
        (status, value)
    }

    /// The status, the head and the body.
    pub async fn raw(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: {}\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let read = stream.read_to_string(&mut answer);
        timeout(LONG, read).await.unwrap().unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_owned(), body.to_owned())
    }
}

/// A connection.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// All that came, as it came.
    pub received: Vec<String>,
}

impl Client {
    pub async fn connect(server: &Running) -> Self {
        Self::try_connect(server).await.unwrap()
    }

    /// The same, or the status with which it was refused.
    pub async fn try_connect(server: &Running) -> Result<Self, u16> {
        let address = format!("ws://{}/api/v1/ws", server.address);
        match connect_async(address).await {
            Ok((socket, _)) => Ok(Self {
                socket,
                received: Vec::new(),
            }),
            Err(Error::Http(refused)) => Err(refused.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// One that has said hello.
    pub async fn hello(server: &Running, token: Option<&str>) -> Self {
        let mut client = Self::connect(server).await;
        client.send(&json!({"type": "hello", "token": token})).await;
        assert_eq!(client.next().await.unwrap()["type"], "welcome");
        client
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Sends, unless the connection is gone.
    pub async fn try_send(&mut self, message: &Value) -> bool {
        let text = Message::text(message.to_string());
        self.socket.send(text).await.is_ok()
    }

    /// Sends a command with an id of its own, which is returned.
    pub async fn command(&mut self, mut command: Value) -> String {
        static SENT: AtomicU64 = AtomicU64::new(0);
        // Another program may have used the first numbers in the same room before.
        let (program, number) = (std::process::id(), SENT.fetch_add(1, Ordering::Relaxed));
        let id = format!("c{program}-{number}");
        command["id"] = json!(id);
        self.send(&command).await;
        id
    }

    /// The next message, or how the connection was closed.
    pub async fn next(&mut self) -> Result<Value, Option<CloseFrame>> {
        loop {
            let message = timeout(LONG, self.socket.next()).await.unwrap();
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.received.push(text.to_string());
                    return Ok(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// The next message of this type; others are left out.
    pub async fn next_of(&mut self, wanted: &str) -> Value {
        loop {
            let message = self.next().await.unwrap();
            if message["type"] == wanted {
                return message;
            }
        }
    }

    /// Sends a command and waits until it is accepted.
    pub async fn accepted(&mut self, command: Value) -> u64 {
        let answer = self.answer(command).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
        answer["index"].as_u64().unwrap()
    }

    /// Sends a command and waits for its answer.
    pub async fn answer(&mut self, command: Value) -> Value {
        let id = self.command(command).await;
        loop {
            let message = self.next().await.unwrap();
            if message["id"] == json!(id) {
                return message;
            }
        }
    }
}

/// The lines of a room's stream.
pub struct Lines(BufReader<TcpStream>);

impl Lines {
    pub async fn open(server: &Running, room: &str, token: &str) -> Self {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let ask = format!(
            "GET /api/v1/rooms/{room}/stream HTTP/1.0\r\nHost: {}\r\n\
             Authorization: Bearer {token}\r\n\r\n",
            server.address
        );
        stream.write_all(ask.as_bytes()).await.unwrap();
        Self(BufReader::new(stream))
    }

    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            let read = self.0.read_line(&mut line);
            if timeout(LONG, read).await.unwrap().unwrap() == 0 {
                return None;
            }
            if let Ok(message) = serde_json::from_str(&line) {
                return Some(message);
            }
        }
    }
}
