//! The bots as agents of environments: they are shown what the seat on turn sees.

use crate::{convert::value_error, doudizhu_env::DoudizhuEnv, uno_env::UnoEnv};
use decklet_bots::{Budget, Level, doudizhu, uno};
use decklet_engine::Seed;
use decklet_uno::{card::Color, legal::Action, round::Round, table::Seat};
use pyo3::prelude::*;

/// A bot that plays in environments.
#[pyclass(module = "decklet._core")]
pub struct Bot {
    level: Level,
    doudizhu: doudizhu::Player,
    uno: uno::Player,
}

#[pymethods]
impl Bot {
    #[new]
    fn new(level: &str, seed: u64, playouts: u64) -> PyResult<Self> {
        let level: Level = level.parse().map_err(value_error)?;
        let (seed, budget) = (Seed::from(seed), Budget::playouts(playouts));
        Ok(Self {
            level,
            doudizhu: doudizhu::Player::new(level, &seed, budget),
            uno: uno::Player::new(level, &seed, budget),
        })
    }

    #[getter]
    fn level(&self) -> &'static str {
        self.level.name()
    }

    /// The number of the action that it takes where this environment stands.
    fn choose_doudizhu(&mut self, py: Python<'_>, env: PyRef<'_, DoudizhuEnv>) -> PyResult<u32> {
        let (sight, legal) = env.sight()?;
        let (ids, moves): (Vec<_>, Vec<_>) = legal.into_iter().unzip();
        let bot = &mut self.doudizhu;
        Ok(ids[py.detach(|| bot.choose(&sight, &moves))])
    }

    /// The number of the action that it takes where this environment stands.
    fn choose_uno(&mut self, py: Python<'_>, env: PyRef<'_, UnoEnv>) -> PyResult<u32> {
        let question = env.question()?;
        let bot = &mut self.uno;
        Ok(py.detach(|| question.answer(bot)))
    }
}

/// What a bot is asked that is on turn in a round of UNO.
pub struct Question {
    /// How the round stands. A [`Sight`](uno::Sight) takes from it what the seat may see.
    pub round: Round,
    /// The colour then in force, who drew, how many cards.
    pub draws: Vec<(Option<Color>, Seat, u8)>,
    /// Numbers, actions, and the colours of wild cards.
    pub legal: Vec<(u32, Action, Option<Color>)>,
}

impl Question {
    /// The number of the bot's action. A wild card and its colour are one action here and two to a bot.
    fn answer(&self, bot: &mut uno::Player) -> u32 {
        let mut sight = uno::Sight::of_round(&self.round, self.round.table().turn.current);
        sight.recall_draws(self.draws.iter().copied());
        let mut actions: Vec<Action> = self.legal.iter().map(|&(_, action, _)| action).collect();
        actions.dedup();
        let chosen = actions[bot.choose(&sight, &actions)];
        let same = self
            .legal
            .iter()
            .filter(|&&(_, action, _)| action == chosen);
        let (ids, colors): (Vec<u32>, Vec<Option<Color>>) =
            same.map(|&(id, _, color)| (id, color)).unzip();
        let colors: Vec<Action> = colors
            .into_iter()
            .flatten()
            .map(Action::ChooseColor)
            .collect();
        match chosen {
            Action::Play(card)
                if colors.len() > 1
                    && !self.round.hand(self.round.table().turn.current).is_single() =>
            {
                ids[bot.choose(&sight.after_wild(card), &colors)]
            }
            _ => ids[0],
        }
    }
}
