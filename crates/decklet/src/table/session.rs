//! A game between a person and bots: whose turn it is, who does what. Knows no terminal.

use super::{choices::Choices, seen::Seen, standing::Standing, story::Story};
use crate::{
    cli::{Game, SavedGame, interruption},
    text::{Lang, Texts},
};
use decklet::{
    bots::{Agent, Lowest},
    doudizhu::{
        plugin::{
            Setup,
            state::{moment_of_deal, show_factor},
        },
        profile::ShowCards,
    },
    engine::{Action, GameEngine, IntoAction, NamedAction, Seat, Status, Viewer, wire},
};
use std::thread::{self, JoinHandle};

/// How many cards of each hand lie on the table at the moments before the end of the deal at which
/// players are asked whether to show theirs: none yet, then about a third and two thirds. (The
/// engine deals at once; who is asked should not know more.)
const DEALT: [usize; 3] = [0, 6, 12];

/// Who sits at each seat of a game but the person's.
pub type Seating = Box<dyn Fn(&GameEngine) -> Vec<Option<Box<dyn Agent>>>>;

/// A game going on.
pub struct Session {
    game: SavedGame,
    seating: Seating,
    /// None at the person's seat, and while a bot thinks in a thread of its own.
    bots: Vec<Option<Box<dyn Agent>>>,
    me: Seat,
    turn: Turn,
    /// What the bot will do that is to act, once it is known.
    decided: Option<Action>,
    thinking: Option<Thinking>,
    /// Which game.
    pub kind: Game,
    /// In which language.
    pub lang: Lang,
    /// What happened so far.
    pub story: Story,
}

/// A bot at work, on the game as it was after so many entries of its log.
struct Thinking {
    seat: Seat,
    entries: usize,
    thread: JoinHandle<(Box<dyn Agent>, Option<Action>)>,
}

/// Who is to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Me,
    Bot(Seat),
    Over,
}

impl Session {
    /// Sits the person down at `me`, and at the other seats whom `seating` says.
    pub fn new(game: SavedGame, kind: Game, me: Seat, seating: Seating, lang: Lang) -> Self {
        let mut session = Self {
            bots: seating(game.engine()),
            story: story(&game, kind, me, lang),
            game,
            seating,
            me,
            turn: Turn::Over,
            decided: None,
            thinking: None,
            kind,
            lang,
        };
        session.see_who_acts();
        session
    }

    /// Begins the next round, or goes on with it; false if there is none.
    pub fn next_round(&mut self) -> anyhow::Result<bool> {
        let Some(game) = self.game.next_round()? else {
            return Ok(false);
        };
        self.bots = (self.seating)(game.engine());
        self.story = story(&game, self.kind, self.me, self.lang);
        self.game = game;
        self.thinking = None;
        self.see_who_acts();
        Ok(true)
    }

    pub fn texts(&self) -> &'static Texts {
        self.lang.texts()
    }

    /// What the person sees.
    pub fn seen(&self) -> anyhow::Result<Seen> {
        let engine = self.game.engine();
        let mut seen = Seen::of(&engine.view(self.me))?;
        match self.kind {
            Game::Uno => seen.standing = Standing::of(engine),
            Game::Doudizhu => {
                seen.show_factor = show_factor(engine.state(), self.me);
                if let Some(moment) = moment_of_deal(engine.state()) {
                    seen.deal_only(DEALT[usize::from(moment).min(2)]);
                }
            }
        }
        Ok(seen)
    }

    /// The game.
    pub fn engine(&self) -> &GameEngine {
        self.game.engine()
    }

    /// The person's seat.
    pub fn seat(&self) -> Seat {
        self.me
    }

    /// The person's id.
    pub fn my_id(&self) -> &str {
        self.game.engine().state().names().player(self.me)
    }

    /// How many of the points in the game's state make one point.
    pub fn points_unit(&self) -> i64 {
        self.kind.points_unit(self.game.engine().rules())
    }

    /// What the person may do, in turn or out of it.
    pub fn choices(&self, seen: &Seen) -> Choices {
        if self.game.engine().state().status() != Status::Playing {
            return Choices::default();
        }
        let engine = self.game.engine();
        let legal = engine.legal_actions(self.me);
        let named = legal
            .iter()
            .map(|action| wire::action_to_named(engine, action));
        Choices::of(named.collect(), seen, self.texts())
    }

    /// Who is to act: a bot that does not wait for its turn, the player on turn, or whoever the game
    /// waits for.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    fn see_who_acts(&mut self) {
        let interruption = interruption(self.game.engine(), &mut self.bots);
        (self.turn, self.decided) = match interruption {
            Some((seat, action)) => (Turn::Bot(seat), Some(action)),
            None => (self.on_turn(), None),
        };
    }

    fn on_turn(&self) -> Turn {
        let engine = self.game.engine();
        let state = engine.state();
        if state.status() != Status::Playing {
            return Turn::Over;
        }
        let count = u8::try_from(state.seats()).unwrap_or(u8::MAX);
        let mut seats = state
            .current_player()
            .into_iter()
            .chain((0..count).map(Seat));
        match seats.find(|&seat| !engine.legal_actions(seat).is_empty()) {
            Some(seat) if seat == self.me => Turn::Me,
            Some(seat) => Turn::Bot(seat),
            None => Turn::Over,
        }
    }

    /// Lets the bot that is to act think in a thread of its own; whether it knows what to do. The
    /// person may act in the meantime: then it thinks again.
    pub fn bot_has_decided(&mut self) -> bool {
        let Turn::Bot(seat) = self.turn else {
            return false;
        };
        if self.decided.is_none() && self.thinking.is_none() {
            self.begin_to_think(seat);
        }
        self.end_thinking(false);
        self.decided.is_some()
    }

    /// Lets the bot that is to act do so.
    pub fn bot_acts(&mut self) -> anyhow::Result<()> {
        while let Turn::Bot(seat) = self.turn {
            if let Some(action) = self.decided.take() {
                return match self.act(action)? {
                    None => Ok(()),
                    Some(why) => anyhow::bail!("the game refuses a legal action: {why}"),
                };
            }
            if self.thinking.is_none() {
                self.begin_to_think(seat);
            }
            self.end_thinking(true);
        }
        Ok(())
    }

    fn begin_to_think(&mut self, seat: Seat) {
        let engine = self.game.engine().clone();
        let bot = self.bots.get_mut(seat.index()).and_then(Option::take);
        let mut bot = bot.unwrap_or_else(|| Box::new(Lowest));
        self.thinking = Some(Thinking {
            seat,
            entries: engine.log().len(),
            thread: thread::spawn(move || {
                let mut legal = engine.legal_actions(seat);
                let choice = match legal.len() {
                    0 => 0,
                    count => bot.choose(&engine.lens(seat), &legal).min(count - 1),
                };
                let action = (choice < legal.len()).then(|| legal.swap_remove(choice));
                (bot, action)
            }),
        });
    }

    /// Takes up what a bot has thought, if it is ready or if `wait` says so. What it thought about
    /// another position is dropped.
    fn end_thinking(&mut self, wait: bool) {
        let ready = |thinking: &mut Thinking| wait || thinking.thread.is_finished();
        let Some(thinking) = self.thinking.take_if(ready) else {
            return;
        };
        let thought = thinking.thread.join();
        let (bot, action) = thought.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        self.bots[thinking.seat.index()] = Some(bot);
        if thinking.entries == self.game.engine().log().len() {
            self.decided = action;
        } else {
            self.see_who_acts();
        }
    }

    /// A play of these cards that is on no list: the rules say why not.
    pub fn play_of(&self, chosen: &[String]) -> NamedAction {
        let kind = match self.kind {
            Game::Doudizhu => "PLAY_CARDS",
            Game::Uno => "PLAY_CARD",
        };
        super::choices::with_cards(NamedAction::new(kind), chosen)
    }

    /// The person acts. Why the move is refused, if it is.
    pub fn i_act(&mut self, action: NamedAction) -> anyhow::Result<Option<String>> {
        let mine = action.by(self.my_id().to_owned());
        self.act(mine)
    }

    fn act(&mut self, action: impl IntoAction) -> anyhow::Result<Option<String>> {
        match self.game.dispatch(action)? {
            Err(denied) => Ok(Some(self.texts().denial(&denied))),
            Ok(commit) => {
                let engine = self.game.engine();
                for event in engine.seen_events(commit.events(), Viewer::Seat(self.me)) {
                    self.story.hear(&event);
                }
                self.see_who_acts();
                Ok(None)
            }
        }
    }
}

/// What happened in a game so far, as seen from a seat.
fn story(game: &SavedGame, kind: Game, me: Seat, lang: Lang) -> Story {
    let players = game.engine().state().players();
    let names = players
        .iter()
        .map(|player| (player.id.clone(), player.name.clone()));
    let mut story = Story::new(kind, lang, names.collect());
    if kind == Game::Doudizhu {
        let options = game.engine().state().fixed::<Setup>().options();
        story.tells_deal = !matches!(options.show_cards, ShowCards::Staged { .. });
    }
    for (_, event) in game.engine().lens(me).history() {
        story.hear(&event);
    }
    story
}
