//! A game between a person and bots: whose turn it is, who does what. Knows no terminal.

use super::{choices::Choices, seen::Seen, story::Story};
use crate::{
    cli::{Game, SavedGame},
    text::{Lang, Texts},
};
use decklet::{
    bots::Agent,
    engine::{Action, IntoAction, NamedAction, Seat, Status, Viewer, wire},
};

/// A game going on.
pub struct Session {
    game: SavedGame,
    bots: Vec<Option<Box<dyn Agent>>>,
    me: Seat,
    /// Which game.
    pub kind: Game,
    /// In which language.
    pub lang: Lang,
    /// What happened so far.
    pub story: Story,
}

/// Who is to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Me,
    Bot(Seat),
    Over,
}

impl Session {
    /// Sits the person down at `me`, and `bots` at the other seats.
    pub fn new(
        game: SavedGame,
        kind: Game,
        me: Seat,
        bots: Vec<Option<Box<dyn Agent>>>,
        lang: Lang,
    ) -> Self {
        let players = game.engine().state().players();
        let names = players
            .iter()
            .map(|player| (player.id.clone(), player.name.clone()));
        let mut story = Story::new(kind, lang, names.collect());
        for (_, event) in game.engine().lens(me).history() {
            story.hear(&event);
        }
        Self {
            game,
            bots,
            me,
            kind,
            lang,
            story,
        }
    }

    pub fn texts(&self) -> &'static Texts {
        self.lang.texts()
    }

    /// What the person sees.
    pub fn seen(&self) -> anyhow::Result<Seen> {
        Seen::of(&self.game.engine().view(self.me))
    }

    /// The person's id.
    pub fn my_id(&self) -> &str {
        self.game.engine().state().names().player(self.me)
    }

    /// How many of the points in the game's state make one point.
    pub fn points_unit(&self) -> i64 {
        use decklet::doudizhu::{plugin::profile_from_value, score::points_per_unit};
        match self.kind {
            Game::Doudizhu => profile_from_value(self.game.engine().rules().options())
                .map_or(1, |profile| points_per_unit(&profile)),
            Game::Uno => 1,
        }
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

    /// Who is to act: the player on turn, or whoever the game waits for.
    pub fn turn(&self) -> Turn {
        let engine = self.game.engine();
        let state = engine.state();
        if state.status() != Status::Playing {
            return Turn::Over;
        }
        let count = u8::try_from(state.seats()).unwrap_or(u8::MAX);
        let seats = state
            .current_player()
            .into_iter()
            .chain((0..count).map(Seat));
        for seat in seats {
            if seat == self.me && !engine.legal_actions(seat).is_empty() {
                return Turn::Me;
            }
            if seat != self.me && !engine.legal_actions(seat).is_empty() {
                return Turn::Bot(seat);
            }
        }
        Turn::Over
    }

    /// Lets a bot act.
    pub fn bot_acts(&mut self, seat: Seat) -> anyhow::Result<()> {
        let engine = self.game.engine();
        let mut legal: Vec<Action> = engine.legal_actions(seat);
        let choice = match self.bots.get_mut(seat.index()) {
            Some(Some(bot)) => bot.choose(&engine.lens(seat), &legal),
            _ => 0,
        };
        let choice = choice.min(legal.len().saturating_sub(1));
        let refusal = self.act(legal.swap_remove(choice))?;
        match refusal {
            None => Ok(()),
            Some(why) => anyhow::bail!("the game refuses a legal action of seat {seat:?}: {why}"),
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
                Ok(None)
            }
        }
    }
}
