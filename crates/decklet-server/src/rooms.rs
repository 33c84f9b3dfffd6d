//! The rooms that are loaded, by their codes.

use crate::{
    app::{App, now_ms},
    bounds::{LOBBY, ROOMS, ROOMS_PER_GUEST},
    matching::Matching,
    room::{self, About, Ask, Room},
};
use decklet_match::{
    Duplicate, Opening, Person, PersonId, Refusal, RoomCode, RoomOptions,
    fairness::Secret,
    log::{Activity, Head, ReadError},
    table::{NotOpened, Table},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tracing::info;

/// The rooms that are loaded.
#[derive(Default)]
pub(crate) struct Rooms {
    loaded: Mutex<HashMap<RoomCode, Room>>,
    /// Held while a room is looked for or made for somebody: two who ask at once must meet.
    matching: tokio::sync::Mutex<Matching>,
}

/// Why a room was not made.
#[derive(Debug)]
pub(crate) enum NotMade {
    Refused(Refusal),
    TooMany,
    TooManyOfYours,
    Unavailable,
}

impl Rooms {
    fn lock(&self) -> MutexGuard<'_, HashMap<RoomCode, Room>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets a room whose task has ended.
    pub fn forget(&self, code: RoomCode) {
        let mut rooms = self.lock();
        if rooms.get(&code).is_some_and(|room| room.asks.is_closed()) {
            rooms.remove(&code);
        }
    }

    /// The public rooms, as the lobby shows them.
    pub fn lobby(&self) -> Vec<About> {
        let mut lobby: Vec<About> = self.public().take(LOBBY).collect();
        lobby.sort_by_key(|about| about.code);
        lobby
    }

    fn public(&self) -> impl Iterator<Item = About> {
        let rooms: Vec<Room> = self.lock().values().cloned().collect();
        rooms
            .into_iter()
            .filter_map(|room| room.about())
            .filter(|about| about.options.public && about.phase != "closed")
    }

    /// Frees the seats of somebody who wants to be forgotten.
    pub async fn show_out(&self, person: &PersonId) {
        let rooms: Vec<Room> = self.lock().values().cloned().collect();
        for room in rooms {
            let sits = |about: About| about.seated.iter().any(|(_, one)| one.id == *person);
            if room.about().is_some_and(sits) {
                room.ask(Ask::ShowOut(person.clone())).await;
            }
        }
    }
}

/// The room with this code, loaded if need be.
pub(crate) async fn open(app: &Arc<App>, code: RoomCode) -> Result<Room, NotOpened> {
    let opened = {
        let mut rooms = app.rooms.lock();
        if let Some(room) = rooms.get(&code).filter(|room| !room.asks.is_closed()) {
            return Ok(room.clone());
        }
        if rooms.len() >= ROOMS || !app.is_running() {
            return Err(NotOpened::Unavailable);
        }
        let table = Table::load(code, app.games.clone(), now_ms());
        let (room, opened) = room::start(app, code, table, None);
        rooms.insert(code, room.clone());
        async move {
            opened
                .await
                .unwrap_or(Err(NotOpened::Unavailable))
                .map(|()| room)
        }
    };
    opened.await
}

/// A code that is probably no room's.
pub(crate) fn random_code() -> Result<RoomCode, NotMade> {
    let code = random().map(u64::from_le_bytes).map(RoomCode::from_number);
    code.map_err(|_| NotMade::Unavailable)
}

pub(crate) fn random_secret() -> Result<Secret, NotMade> {
    let secret = random().map(Secret::from_bytes);
    secret.map_err(|_| NotMade::Unavailable)
}

/// Makes a room.
pub(crate) async fn make(
    app: &Arc<App>,
    person: &Person,
    options: &RoomOptions,
) -> Result<RoomCode, NotMade> {
    make_with(app, person, options, None).await
}

/// The same; with the secret and the deals of a duplicate match, if it is a table of one.
pub(crate) async fn make_with(
    app: &Arc<App>,
    person: &Person,
    options: &RoomOptions,
    duplicate: Option<(Secret, Duplicate)>,
) -> Result<RoomCode, NotMade> {
    options.check(&app.games).map_err(NotMade::Refused)?;
    // Codes are taken so rarely that a few attempts are enough.
    for _ in 0..5 {
        let code = random_code()?;
        let secret = match duplicate {
            Some((secret, _)) => secret,
            None => random_secret()?,
        };
        let opening = Opening {
            options: options.clone(),
            secret,
            duplicate: duplicate.map(|(_, duplicate)| duplicate),
        };
        let opened = {
            let mut rooms = app.rooms.lock();
            let made = rooms.values().filter(|room| is_by(room, &person.id));
            if rooms.len() >= ROOMS {
                return Err(NotMade::TooMany);
            }
            if made.count() >= ROOMS_PER_GUEST {
                return Err(NotMade::TooManyOfYours);
            }
            if rooms.contains_key(&code) {
                continue;
            }
            let table = Table::open(code, opening, app.games.clone(), now_ms())
                .map_err(NotMade::Refused)?;
            let (room, opened) = room::start(app, code, table, Some(person.id.clone()));
            rooms.insert(code, room);
            opened
        };
        match opened.await {
            Ok(Ok(())) => {
                info!(room = %code, game = options.game, "made");
                return Ok(code);
            }
            Ok(Err(NotOpened::Taken)) => {}
            _ => return Err(NotMade::Unavailable),
        }
    }
    Err(NotMade::Unavailable)
}

fn is_by(room: &Room, maker: &PersonId) -> bool {
    room.maker.as_ref() == Some(maker) && room.about().is_none_or(|about| about.phase != "closed")
}

/// A public room with these options and a free seat, made if there is none.
pub(crate) async fn quick(
    app: &Arc<App>,
    person: &Person,
    options: &RoomOptions,
) -> Result<RoomCode, NotMade> {
    let mut matching = app.rooms.matching.lock().await;
    let rooms = app.rooms.public();
    if let Some(code) = matching.find(&person.id, options, rooms, now_ms()) {
        return Ok(code);
    }
    let code = make(app, person, options).await?;
    matching.keep(&person.id, code, now_ms());
    Ok(code)
}

/// The rooms that were open when the server stopped, and those that are closed.
pub(crate) fn left(app: &App) -> Result<(Vec<RoomCode>, Vec<RoomCode>), ReadError> {
    let heads = app.log.heads()?.into_iter();
    let (open, closed): (Vec<Head>, Vec<Head>) =
        heads.partition(|head| head.activity == Activity::Open);
    let codes = |heads: Vec<Head>| heads.into_iter().map(|head| head.room).collect();
    Ok((codes(open), codes(closed)))
}

/// Loads these rooms one after the other, so that their clocks run and their bots play. Nobody waits
/// for it: a room that somebody asks for is loaded at once.
pub(crate) async fn open_all(app: Arc<App>, rooms: Vec<RoomCode>) {
    let mut loaded = 0;
    for room in rooms {
        loaded += usize::from(open(&app, room).await.is_ok());
    }
    info!(rooms = loaded, "loaded");
}

fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}
