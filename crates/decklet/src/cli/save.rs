//! A game and the log it is saved in: every accepted action is in the file before anybody is told.

use super::{Game, crash, game, input};
use anyhow::{Context, bail};
use decklet::{
    engine::{
        Commit, DeckOrder, Denied, GameEngine, IntoAction, Player, Ruleset, Seed,
        log::{LogFile, LogWriter},
    },
    uno,
};
use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// A game that goes on, and its file if it has one.
pub struct SavedGame {
    engine: GameEngine,
    file: Option<(File, LogWriter)>,
    path: Option<PathBuf>,
}

fn not_opened(path: &Path) -> String {
    let begins = match path.exists() {
        true => "",
        false => " (decklet play begins a game, and so does decklet act --new GAME FILE)",
    };
    format!("cannot open the log {}{begins}", path.display())
}

impl SavedGame {
    /// Begins a new game. The file must not exist yet.
    pub fn begin(
        rules: &Arc<Ruleset>,
        players: Vec<Player>,
        seed: Seed,
        deal: Option<DeckOrder>,
        path: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let mut engine = GameEngine::new(rules.clone(), seed);
        engine.create_game(players)?;
        if let Some(deal) = deal {
            engine.set_deck_order(deal)?;
        }
        engine.start()?;
        let mut game = Self {
            engine,
            file: None,
            path: path.map(Path::to_owned),
        };
        if let Some(path) = path {
            let file = OpenOptions::new()
                .append(true)
                .create_new(true)
                .open(path)
                .map_err(|error| cannot_begin(path, error))?;
            lock(&file, path)?;
            let (writer, header) = LogWriter::begin(&game.engine);
            game.file = Some((file, writer));
            game.write_line(header)?;
            game.write_last_entry()?;
            crash::log_is_at(path);
        }
        Ok(game)
    }

    /// Goes on with a saved game. A last line that was cut off is dropped.
    pub fn resume(path: &Path) -> anyhow::Result<Self> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .open(path)
            .with_context(|| not_opened(path))?;
        lock(&file, path)?;
        let (log, rules, bytes) = read(path)?;
        let mut engine = log.verify(&rules).with_context(|| in_file(path))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        if log.is_cut() {
            file.set_len(whole.map_or(0, |end| end as u64 + 1))?;
        } else if whole.is_none_or(|end| end + 1 < bytes.len()) {
            file.write_all(b"\n")?;
        }
        let started = !log.is_empty();
        if !started {
            engine.start()?;
        }
        let mut game = Self {
            engine,
            file: Some((file, log.writer())),
            path: Some(path.to_owned()),
        };
        if !started {
            game.write_last_entry()?;
        }
        crash::log_is_at(path);
        Ok(game)
    }

    /// The round after this one, in a file beside it: begun, or gone on with if it is there. None
    /// while this one goes on, after the last one, and for a game that is no round of a match.
    pub fn next_round(&self) -> anyhow::Result<Option<Self>> {
        if Game::of(self.engine.rules()) != Some(Game::Uno) {
            return Ok(None);
        }
        let state = self.engine.state();
        let Some(plugin) = uno::plugin::next_round(state) else {
            return Ok(None);
        };
        let rules = plugin.freeze()?;
        let seed = uno::score::next_seed(&self.engine.seed());
        let path = self.next_path();
        if let Some(path) = path.as_deref().filter(|path| path.exists()) {
            let game = Self::resume(path)?;
            let is_next = game.engine.seed() == seed
                && game.engine.rules().options() == rules.options()
                && game.engine.state().players() == state.players();
            if !is_next {
                bail!(
                    "{} is there, but is not the round after this one; move it away",
                    path.display()
                );
            }
            return Ok(Some(game));
        }
        let players = state.players().to_vec();
        Self::begin(&rules, players, seed, None, path.as_deref()).map(Some)
    }

    /// The last round of this game's match that there is a file of.
    pub fn last_saved_round(mut self) -> anyhow::Result<Self> {
        while self.next_path().is_some_and(|path| path.exists())
            && let Some(next) = self.next_round()?
        {
            self = next;
        }
        Ok(self)
    }

    /// Where the next round is saved.
    fn next_path(&self) -> Option<PathBuf> {
        let state = (Game::of(self.engine.rules())? == Game::Uno).then(|| self.engine.state())?;
        let rounds = uno::plugin::match_before(state)?.rounds();
        Some(round_path(self.path.as_deref()?, rounds + 2))
    }

    /// The game, for looking at.
    pub fn engine(&self) -> &GameEngine {
        &self.engine
    }

    /// Carries out an action and saves it.
    ///
    /// The outer error is about the file; nobody should be told that the action was accepted.
    pub fn dispatch(&mut self, action: impl IntoAction) -> anyhow::Result<Result<Commit, Denied>> {
        let result = self.engine.dispatch(action);
        if result.is_ok() {
            self.write_last_entry()?;
        }
        Ok(result)
    }

    fn write_last_entry(&mut self) -> anyhow::Result<()> {
        if let (Some((_, writer)), Some(entry)) = (&mut self.file, self.engine.log().last()) {
            let line = writer.entry(&self.engine, entry);
            self.write_line(line)?;
        }
        Ok(())
    }

    fn write_line(&mut self, mut line: String) -> anyhow::Result<()> {
        line.push('\n');
        if let Some((file, _)) = &mut self.file {
            // One write: a line is there whole, or cut off at the end of the file.
            file.write_all(line.as_bytes())
                .context("cannot write the log")?;
        }
        Ok(())
    }
}

/// The file of another round beside the file of one: `game.jsonl`, `game-round2.jsonl`, …
pub fn round_path(path: &Path, round: u32) -> PathBuf {
    let text = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, extension) = (text(path.file_stem()), text(path.extension()));
    let is_round = |(_, number): &(&str, &str)| number.parse::<u32>().is_ok();
    let first = stem.rsplit_once("-round").filter(is_round);
    let first = first.map_or(&*stem, |(first, _)| first);
    let mut name = match round {
        1 => first.to_owned(),
        round => format!("{first}-round{round}"),
    };
    if !extension.is_empty() {
        name = format!("{name}.{extension}");
    }
    path.with_file_name(name)
}

fn cannot_begin(path: &Path, error: io::Error) -> anyhow::Error {
    let hint = match error.kind() {
        io::ErrorKind::AlreadyExists => ": a new game needs a new file",
        _ => "",
    };
    anyhow::Error::new(error).context(format!("cannot begin the log {}{hint}", path.display()))
}

fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("{} is being played by another program", path.display())
        }
        // A file system without locks: nothing to be done.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Reads a log and finds its rules.
pub fn read(path: &Path) -> anyhow::Result<(LogFile, Arc<Ruleset>, Vec<u8>)> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let log = LogFile::read(input::bytes_without_mark(&bytes)).with_context(|| in_file(path))?;
    let rules = decklet::registry()
        .build(&log.header.game, &log.header.options)
        .with_context(|| in_file(path))?;
    Ok((log, rules, bytes))
}

fn in_file(path: &Path) -> String {
    path.display().to_string()
}

/// A name for a new log that does not exist yet: in the user's data folder, or here.
pub fn new_path(rules: &Ruleset, seed: Seed) -> anyhow::Result<PathBuf> {
    let folder = folder();
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let base = format!("{}-{}", rules.game(), &seed.to_string()[..8]);
    let names = (1..).map(|n| match n {
        1 => format!("{base}.jsonl"),
        n => format!("{base}-{n}.jsonl"),
    });
    let mut paths = names.map(|name| folder.join(name));
    paths
        .find(|path| !path.exists())
        .context("no name is left for a log")
}

fn folder() -> PathBuf {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    set("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(".local/share")))
        .or_else(|| set("APPDATA").map(PathBuf::from))
        .map_or_else(PathBuf::new, |data| data.join("decklet"))
}

/// Who sees: a seat counted from 1 or a player's id, `spectator` or `referee`.
pub fn viewer(engine: &GameEngine, text: &str) -> anyhow::Result<decklet::engine::Viewer> {
    use decklet::engine::{Seat, Viewer};
    match text {
        "spectator" => return Ok(Viewer::Spectator),
        "referee" => return Ok(Viewer::Referee),
        _ => {}
    }
    if let Some(seat) = engine.state().names().find_player(text).seat() {
        return Ok(seat.into());
    }
    let seats = engine.state().seats();
    match text.parse::<u8>() {
        Ok(number) if (1..=seats).contains(&usize::from(number)) => Ok(Seat(number - 1).into()),
        _ => game_usage(engine, text),
    }
}

fn game_usage<T>(engine: &GameEngine, text: &str) -> anyhow::Result<T> {
    let players = engine.state().players();
    let ids: Vec<&str> = players.iter().map(|player| &*player.id).collect();
    super::usage(format!(
        "{text}: give a seat from 1 to {}, a player ({}), spectator or referee",
        players.len(),
        ids.join(", ")
    ))
}

/// Players `p1`, `p2`, …, checked against the rules.
pub fn numbered(
    rules: &Ruleset,
    asked: Option<usize>,
    usual: usize,
) -> anyhow::Result<Vec<Player>> {
    Ok(Player::numbered(game::players(rules, asked, usual)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_lie_beside_each_other() {
        for (path, round, expected) in [
            ("a/game.jsonl", 2, "a/game-round2.jsonl"),
            ("a/game-round2.jsonl", 3, "a/game-round3.jsonl"),
            ("a/game-round12.jsonl", 1, "a/game.jsonl"),
            ("all-round", 2, "all-round-round2"),
        ] {
            assert_eq!(round_path(Path::new(path), round), Path::new(expected));
        }
    }
}
