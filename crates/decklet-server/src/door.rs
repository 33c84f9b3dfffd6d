//! Where connections come in: so many at a time, and none that is silent for too long.

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep, sleep_until},
};

/// A listener that lets so many connections in at a time.
pub(crate) struct Door {
    listener: TcpListener,
    free: Arc<Semaphore>,
    quiet: Duration,
}

impl Door {
    /// Lets at most `most` in, and closes those that are silent for so long.
    pub fn new(listener: TcpListener, most: usize, quiet: Duration) -> Self {
        Self {
            listener,
            free: Arc::new(Semaphore::new(most)),
            quiet,
        }
    }
}

impl Listener for Door {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        loop {
            let (stream, from) = Listener::accept(&mut self.listener).await;
            // Without it small messages wait for the answer to the one before. It cannot fail but for
            // a connection that is gone already.
            let _ = stream.set_nodelay(true);
            if let Ok(held) = self.free.clone().try_acquire_owned() {
                return (Line::new(stream, held, self.quiet), from);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// From where a connection comes.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub SocketAddr);

impl Connected<IncomingStream<'_, Door>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        Self(*stream.remote_addr())
    }
}

/// A connection that ends when nothing was heard for too long, whatever it is used for: one that
/// never asks anything, one whose other side has vanished.
pub(crate) struct Line {
    stream: TcpStream,
    quiet: Duration,
    heard: Instant,
    silence: Pin<Box<Sleep>>,
    _held: OwnedSemaphorePermit,
}

impl Line {
    fn new(stream: TcpStream, held: OwnedSemaphorePermit, quiet: Duration) -> Self {
        let heard = Instant::now();
        Self {
            stream,
            quiet,
            heard,
            silence: Box::pin(sleep_until(heard + quiet)),
            _held: held,
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.heard = Instant::now();
            return read;
        }
        while self.silence.as_mut().poll(context).is_ready() {
            let until = self.heard + self.quiet;
            if until <= Instant::now() {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.silence.as_mut().reset(until);
        }
        Poll::Pending
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    async fn door(most: usize, quiet: Duration) -> (Door, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (Door::new(listener, most, quiet), address)
    }

    #[tokio::test]
    async fn one_too_many_is_closed_until_another_has_gone() {
        let (mut door, address) = door(1, Duration::from_secs(600)).await;
        let mut first = TcpStream::connect(address).await.unwrap();
        let (line, _) = door.accept().await;
        let mut second = TcpStream::connect(address).await.unwrap();
        let third = tokio::spawn(async move {
            let closed = second.read_u8().await;
            assert!(closed.is_err());
            let third = TcpStream::connect(address).await.unwrap();
            drop(line);
            let another = TcpStream::connect(address).await.unwrap();
            (third, another)
        });
        let (mut line, _) = door.accept().await;
        drop(third.await.unwrap());
        assert!(line.read_u8().await.is_err(), "it is not the first");
        first.write_all(b"x").await.unwrap_or_default();
    }

    #[tokio::test]
    async fn who_is_silent_is_closed_and_who_speaks_is_not() {
        let (mut door, address) = door(2, Duration::from_millis(300)).await;
        let mut client = TcpStream::connect(address).await.unwrap();
        let (mut line, _) = door.accept().await;
        for _ in 0..8 {
            client.write_all(b"x").await.unwrap();
            assert_eq!(line.read_u8().await.unwrap(), b'x');
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let closed = line.read_u8().await.unwrap_err();
        assert_eq!(closed.kind(), io::ErrorKind::TimedOut);
    }
}
