//! The table on the whole screen: what keys do, and when bots move.

use super::{
    cards::{self, Tint},
    choices::Choices,
    describe,
    hand::HandView,
    hint, screen,
    seen::{PlayerSeen, Seen},
    session::{Session, Turn},
    standing::Standing,
};
use crate::{
    cli::Game,
    text::{Texts, fill},
};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use decklet::engine::NamedAction;
use ratatui::{DefaultTerminal, style::Style};
use std::time::{Duration, Instant};

/// How long a bot seems to think.
const PAUSE: Duration = Duration::from_millis(700);
/// The same when the person may act out of turn, and has to be quick.
const LONG_PAUSE: Duration = Duration::from_millis(2500);
/// How long to wait for a bot that thinks longer than its pause.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// What lies over the table.
pub enum Overlay {
    None,
    Help,
    /// The ways to read the selected cards.
    Ways(Vec<NamedAction>),
}

/// Everything that is on the screen.
pub struct FullScreen {
    pub session: Session,
    pub seen: Seen,
    pub choices: Choices,
    pub hand: HandView,
    pub overlay: Overlay,
    pub note: Option<String>,
    colors: bool,
}

/// Plays until the person leaves.
pub fn play(session: Session, terminal: &mut DefaultTerminal) -> anyhow::Result<()> {
    let mut full = FullScreen::new(session)?;
    let mut bot_moves_at = Instant::now() + PAUSE;
    loop {
        terminal.draw(|frame| screen::draw(frame, &full))?;
        let is_bot = matches!(full.session.turn(), Turn::Bot(_));
        let has_decided = is_bot && full.session.bot_has_decided();
        let pause = bot_moves_at.saturating_duration_since(Instant::now());
        let wait = match (is_bot, has_decided) {
            (true, true) => pause,
            (true, false) => pause.max(LOOK_AGAIN),
            // Nothing happens without the person; wake up now and then all the same.
            (false, _) => Duration::from_secs(60),
        };
        if event::poll(wait)? {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                let turns = full.session.story.lines.len();
                if !full.press(key)? {
                    return Ok(());
                }
                if full.session.story.lines.len() != turns {
                    bot_moves_at = Instant::now() + full.pause();
                }
            }
        } else if has_decided {
            full.bot_acts()?;
            bot_moves_at = Instant::now() + full.pause();
        }
    }
}

impl FullScreen {
    /// The screen of a game.
    pub fn new(session: Session) -> anyhow::Result<Self> {
        let seen = session.seen()?;
        let mut full = Self {
            session,
            seen,
            choices: Choices::default(),
            hand: HandView::default(),
            overlay: Overlay::None,
            note: None,
            colors: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        full.refresh()?;
        Ok(full)
    }

    fn pause(&self) -> Duration {
        if self.choices.is_empty() {
            PAUSE
        } else {
            LONG_PAUSE
        }
    }

    /// Lets a bot act. What was said to the person before is out of date then.
    pub fn bot_acts(&mut self) -> anyhow::Result<()> {
        self.session.bot_acts()?;
        self.note = None;
        self.refresh()
    }

    /// Looks at the table again.
    fn refresh(&mut self) -> anyhow::Result<()> {
        self.seen = self.session.seen()?;
        self.choices = self.session.choices(&self.seen);
        let mut hand = self.seen.hand(self.session.my_id()).to_vec();
        cards::sort(self.session.kind, &mut hand);
        self.hand.update(hand);
        Ok(())
    }

    pub fn texts(&self) -> &'static Texts {
        self.session.texts()
    }

    pub fn title(&self) -> &'static str {
        match self.session.kind {
            Game::Doudizhu => self.texts().doudizhu,
            Game::Uno => self.texts().uno,
        }
    }

    /// The others, in the order in which they sit after the person.
    pub fn opponents(&self) -> Vec<PlayerSeen> {
        let players = &self.seen.players;
        let me = players
            .iter()
            .position(|player| player.id == self.session.my_id());
        let (before, after) = players.split_at(me.unwrap_or(0));
        after.iter().skip(1).chain(before).cloned().collect()
    }

    /// The cards of another player that everybody sees, in short.
    pub fn shown(&self, player: &PlayerSeen) -> String {
        describe::shown(self.session.kind, self.session.lang, &self.seen, &player.id)
    }

    /// The line that speaks to the person.
    pub fn message(&self) -> String {
        if let Some(note) = &self.note {
            return note.clone();
        }
        let texts = self.texts();
        match self.session.turn() {
            Turn::Over => self.result(),
            Turn::Me if self.must_end() => match self.session.kind {
                Game::Doudizhu => texts.only_pass.to_owned(),
                Game::Uno => texts.only_end.to_owned(),
            },
            Turn::Me => texts.your_turn.to_owned(),
            // A bot will act out of turn, unless the person is quicker.
            Turn::Bot(_) if self.is_my_turn() => texts.your_turn.to_owned(),
            Turn::Bot(_) => {
                let current = self.seen.current_player_id.as_deref().unwrap_or("");
                fill(texts.thinks, &[self.seen.name(current)])
            }
        }
    }

    fn is_my_turn(&self) -> bool {
        self.seen.current_player_id.as_deref() == Some(self.session.my_id())
    }

    fn result(&self) -> String {
        let session = &self.session;
        let unit = session.points_unit();
        describe::result(self.texts(), &self.seen, session.my_id(), unit)
    }

    /// Whether this round is over, but not the match.
    pub fn goes_on(&self) -> bool {
        let standing = self.seen.standing.as_ref();
        self.seen.is_finished() && standing.is_some_and(Standing::goes_on)
    }

    /// Whether passing, or ending the turn, is all there is.
    fn must_end(&self) -> bool {
        let buttons = &self.choices.buttons;
        self.choices.plays.is_empty() && buttons.iter().all(|button| button.key == 'p')
    }

    /// A style for what has this tint.
    pub fn style(&self, tint: Tint) -> Style {
        match screen::color(tint).filter(|_| self.colors) {
            Some(color) => Style::new().fg(color),
            None => Style::new(),
        }
    }

    /// Does what a key means; false when the person leaves.
    pub fn press(&mut self, key: KeyEvent) -> anyhow::Result<bool> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Ok(key.code != KeyCode::Char('c'));
        }
        match std::mem::replace(&mut self.overlay, Overlay::None) {
            Overlay::None => {}
            Overlay::Help => return Ok(true),
            Overlay::Ways(ways) => {
                let digit = match key.code {
                    KeyCode::Char(letter) => letter.to_digit(10),
                    _ => None,
                };
                let place = digit.and_then(|digit| (digit as usize).checked_sub(1));
                if let Some(way) = place.and_then(|place| ways.into_iter().nth(place)) {
                    self.act(way)?;
                }
                return Ok(true);
            }
        }
        self.note = None;
        match key.code {
            KeyCode::Char('q') => return Ok(false),
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Overlay::Help,
            KeyCode::Left | KeyCode::Char('j') => self.hand.step(false),
            KeyCode::Right | KeyCode::Char('k' | 'l') => self.hand.step(true),
            KeyCode::Char(' ') | KeyCode::Up | KeyCode::Down => self.hand.toggle(),
            KeyCode::Char('u') | KeyCode::Esc | KeyCode::Backspace => self.hand.clear(),
            KeyCode::Char('h') => self.hint(),
            KeyCode::Enter if self.goes_on() => self.next_round()?,
            KeyCode::Enter => self.play_chosen()?,
            KeyCode::Char(letter) => self.choose(letter)?,
            _ => {}
        }
        Ok(true)
    }

    fn next_round(&mut self) -> anyhow::Result<()> {
        self.session.next_round()?;
        self.hand.clear();
        self.refresh()
    }

    /// At first what the expert would do, then everything that can be played, one by one.
    fn hint(&mut self) {
        if !self.hand.advised
            && let Some(hint) = hint::of(&self.session, &self.choices)
        {
            self.hand.advised = true;
            self.hand.choose(&hint.action);
            self.note = Some(hint.text);
            return;
        }
        if !self.hand.hint(&self.choices.plays) && !self.must_end() {
            self.note = Some(self.texts().no_hint.to_owned());
        }
    }

    fn choose(&mut self, key: char) -> anyhow::Result<()> {
        match self.choices.button(key).cloned() {
            Some(action) => self.act(action),
            None if matches!(key, 'p' | 'd' | '1'..='9') => {
                let texts = self.texts();
                self.note = match self.session.turn() {
                    Turn::Me => Some(texts.cannot.to_owned()),
                    Turn::Bot(_) => Some(texts.not_now.to_owned()),
                    Turn::Over => None,
                };
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn play_chosen(&mut self) -> anyhow::Result<()> {
        let chosen = self.hand.chosen();
        if chosen.is_empty() {
            self.note = Some(self.texts().select_first.to_owned());
            return Ok(());
        }
        let mut ways = self.choices.ways(self.session.kind, &chosen);
        match ways.len() {
            0 => self.act(self.session.play_of(&chosen)),
            1 => self.act(ways.remove(0)),
            _ => {
                self.overlay = Overlay::Ways(ways);
                Ok(())
            }
        }
    }

    fn act(&mut self, action: NamedAction) -> anyhow::Result<()> {
        self.note = self.session.i_act(action)?;
        if self.note.is_none() {
            self.hand.clear();
            self.refresh()?;
        }
        Ok(())
    }
}
