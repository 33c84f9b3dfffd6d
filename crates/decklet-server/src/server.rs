//! [`Server`]: from a data directory and an address to the end.

use crate::{
    accounts::Accounts,
    api,
    app::{Alive, App, Phase},
    blocks::Blocks,
    bounds::{CONNECTIONS, DOOR, Patience, REPLAYS, STOP},
    credits::Addresses,
    db::Db,
    door::{Door, Peer},
    guests::Guests,
    hands::Analyses,
    in_use,
    metrics::Metrics,
    results::{self, Results},
    rooms::{self, Rooms},
};
use decklet_match::{
    Games, RoomCode,
    log::{self, SqliteLog},
};
use std::{
    fs::{self, File, TryLockError},
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicU64},
};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, mpsc, watch},
    task::JoinSet,
    time::timeout,
};
use tracing::{info, warn};

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The directory of the database. It is made if it is not there.
    pub data: PathBuf,
    /// Messages a second that one connection may send. Who sends more is read more slowly.
    pub rate: u32,
    /// Pages of other servers that may connect, as `https://cards.example`.
    pub origins: Vec<String>,
    /// How long it waits for clients.
    pub patience: Patience,
    /// How many WebSockets and streams may be open, all together. One more is refused (503).
    pub connections: usize,
}

impl Config {
    /// With the usual limits.
    #[must_use]
    pub fn new(listen: SocketAddr, data: &Path) -> Self {
        Self {
            listen,
            data: data.to_owned(),
            rate: 50,
            origins: Vec::new(),
            patience: Patience::default(),
            connections: CONNECTIONS,
        }
    }
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The data directory cannot be made or used.
    #[error("the data directory {path}: {source}", path = .path.display())]
    Data {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another server uses it.
    #[error("another server uses the data directory {path}", path = .path.display())]
    InUse {
        /// Which.
        path: PathBuf,
    },
    /// The log cannot be opened.
    #[error(transparent)]
    Log(#[from] log::OpenError),
    /// What is kept beside the rooms cannot be opened.
    #[error("the database cannot be opened: {0}")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The rooms cannot be read.
    #[error(transparent)]
    Rooms(#[from] log::ReadError),
    /// The address is not free, or not of this machine.
    #[error(
        "{address} cannot be listened to; another program may do so: choose another with --listen"
    )]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
}

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
    stop: watch::Sender<Phase>,
    rooms: Ended,
    connections: Ended,
    left_open: Vec<RoomCode>,
    closed: Vec<RoomCode>,
    _lock: File,
}

/// Ends when all that hold its sender have ended.
struct Ended(mpsc::Sender<()>, mpsc::Receiver<()>);

impl Ended {
    fn new() -> Self {
        let (alive, ended) = mpsc::channel(1);
        Self(alive, ended)
    }

    async fn wait(self, what: &str) {
        let Self(alive, mut ended) = self;
        drop(alive);
        if timeout(STOP, ended.recv()).await.is_err() {
            warn!("{what} have not ended in time");
        }
    }
}

impl Server {
    /// Opens the data directory and listens.
    ///
    /// # Errors
    /// [`OpenError`] when one of these is not possible.
    pub async fn open(config: &Config) -> Result<Self, OpenError> {
        let lock = lock(&config.data)?;
        let file = config.data.join("decklet.sqlite");
        let log = Arc::new(SqliteLog::open(&file)?);
        let db = Db::open(&file).map_err(|error| OpenError::Database(error.into()))?;
        let results = Results::open(&file).map_err(|error| OpenError::Database(error.into()))?;
        let at_address = |source| OpenError::Listen {
            address: config.listen,
            source,
        };
        let listener = TcpListener::bind(config.listen).await.map_err(at_address)?;
        let address = listener.local_addr().map_err(at_address)?;
        let (stop, phase) = watch::channel(Phase::Running);
        let (rooms, connections) = (Ended::new(), Ended::new());
        let app = Arc::new(App {
            games: Arc::new(Games::standard()),
            log,
            guests: Guests::new(db.clone()),
            accounts: Accounts::new(db.clone()),
            blocks: Blocks::new(db.clone()),
            results,
            analyses: Analyses::default(),
            db,
            rooms: Rooms::default(),
            addresses: Arc::new(Addresses::new(config.rate)),
            metrics: Metrics::new(),
            rate: config.rate,
            origins: config.origins.clone(),
            patience: config.patience,
            places: Arc::new(Semaphore::new(config.connections)),
            replays: Semaphore::new(REPLAYS),
            thinkers: Arc::new(Semaphore::new(thinkers())),
            phase,
            alive: Alive {
                rooms: rooms.0.downgrade(),
                connections: connections.0.downgrade(),
            },
            conns: AtomicU64::new(1),
        });
        let (left_open, closed) = rooms::left(&app)?;
        Ok(Self {
            app,
            listener,
            address,
            stop,
            rooms,
            connections,
            left_open,
            closed,
            _lock: lock,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Loads the rooms that are open, and serves until `until` ends. Then nothing new begins, what is being stored is acknowledged, and
    /// the connections are closed with a reason.
    ///
    /// # Errors
    /// When the system does not let it listen any more.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let routes = api::routes(self.app.clone());
        let service = routes.into_make_service_with_connect_info::<Peer>();
        let mut phase = self.app.phase.clone();
        let stop = self.stop;
        let draining = async move { crate::app::reached(&mut phase, Phase::Draining).await };
        let serving = axum::serve(
            Door::new(self.listener, DOOR, self.app.patience.quiet),
            service,
        )
        .with_graceful_shutdown(draining);
        let serving = tokio::spawn(serving.into_future());
        let mut chores = JoinSet::new();
        chores.spawn(rooms::open_all(self.app.clone(), self.left_open));
        chores.spawn(results::settle(self.app.clone(), self.closed));
        chores.spawn(in_use::look_for_revoked(self.app.clone()));
        until.await;
        info!("stopping");
        chores.shutdown().await;
        stop.send_replace(Phase::Draining);
        self.rooms.wait("rooms").await;
        stop.send_replace(Phase::Closing);
        self.connections.wait("connections").await;
        if let Ok(served) = timeout(STOP, serving).await {
            served??;
        }
        info!("stopped");
        Ok(())
    }
}

/// How many bots think at the same time: as many as there are processors.
fn thinkers() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// Makes the directory, and keeps other servers out of it as long as the file is held.
fn lock(data: &Path) -> Result<File, OpenError> {
    let at = |source| OpenError::Data {
        path: data.to_owned(),
        source,
    };
    make_private(data).map_err(at)?;
    let file = File::create(data.join("lock")).map_err(at)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse {
            path: data.to_owned(),
        }),
        Err(TryLockError::Error(source)) => Err(at(source)),
    }
}

/// The database holds the cards of games that are being played: nobody else may read it.
fn make_private(data: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(data)
}
