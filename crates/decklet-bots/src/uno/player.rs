//! A bot without the engine: it is told what a seat knows and which actions there are.

use super::{DrawWhenStuck, Expert, Greedy, Sight, place_of_call};
use crate::{Budget, Level, Random, level::own_seed};
use decklet_engine::{Seat, Seed};
use decklet_uno::{
    card::{Face, cards_of},
    legal::Action,
};

/// A bot that plays rounds which run without the engine, as in environments for learning.
pub struct Player {
    level: Level,
    random: Random,
    expert: Expert,
}

impl Player {
    /// A bot of this level. Its random numbers come from the seed.
    #[must_use]
    pub fn new(level: Level, seed: &Seed, budget: Budget) -> Self {
        let seat = Seat(0);
        Self {
            level,
            random: Random::new(seed, seat),
            expert: Expert::new(own_seed(seed, seat), budget),
        }
    }

    /// Which of the legal actions to take: its place in `actions`, which are not empty.
    pub fn choose(&mut self, sight: &Sight<'_>, actions: &[Action]) -> usize {
        match self.level {
            Level::Random => {
                let places: Vec<usize> = (0..actions.len()).collect();
                self.random.among(&places)
            }
            Level::DrawWhenStuck => self.random.among(&DrawWhenStuck::places(sight, actions)),
            Level::Lowest => place_of_call(sight, actions).unwrap_or_else(|| {
                let wish = |&place: &usize| lowest(sight, actions[place]);
                (0..actions.len()).min_by_key(wish).unwrap_or(0)
            }),
            Level::Greedy => Greedy::pick(sight, actions),
            Level::Expert if actions.len() > 1 => self.expert.advise(sight, actions).best,
            Level::Expert => 0,
        }
    }
}

/// The smaller, the more [`Lowest`](crate::Lowest) wishes it.
fn lowest(sight: &Sight<'_>, action: Action) -> (u8, i64) {
    match action {
        Action::Catch(_) => (0, 0),
        Action::ChooseColor(color) => (2, -i64::from(sight.hand.of(cards_of(color)).len())),
        Action::Accept => (2, 0),
        Action::Play(card) => (3, height(card.face())),
        Action::ChooseTarget(_) => (5, 0),
        Action::Draw => (6, 0),
        Action::EndTurn => (7, 0),
        Action::Challenge => (8, 0),
        Action::CallUno => (9, 0),
    }
}

fn height(face: Face) -> i64 {
    match face {
        Face::Number(number) => number.into(),
        Face::Skip | Face::Reverse | Face::DrawTwo => 10,
        Face::Wild => 11,
        _ => 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lowest;
    use decklet_engine::{GameEngine, Player as Person, Status};
    use decklet_uno::{
        plugin::{find_action, ruleset},
        profile::Options,
    };

    /// Rounds of the engine, in which a bot with a lens and one with a sight are asked the same.
    #[test]
    fn it_plays_as_the_agent_of_its_level() {
        for name in ["official", "rlcard", "decklet"] {
            for (level, budget) in [(Level::Lowest, 1), (Level::Greedy, 1), (Level::Expert, 40)] {
                let budget = Budget::playouts(budget);
                let rules = ruleset(&Options::named(name).unwrap()).unwrap();
                let seed = Seed::from(3);
                let mut agent = level.agent(&rules, &seed, Seat(0), budget);
                let mut bot = Player::new(level, &seed, budget);
                let mut game = GameEngine::new(rules, seed);
                game.create_game(Person::numbered(3)).unwrap();
                game.start().unwrap();
                let mut turns = 0;
                while game.state().status() == Status::Playing && turns < 60 {
                    turns += 1;
                    let seat = game.state().current_player().unwrap();
                    let (lens, legal) = (game.lens(seat), game.legal_actions(seat));
                    let mut sight = Sight::of(&lens).unwrap();
                    sight.recall(&lens);
                    let actions: Vec<_> = legal
                        .iter()
                        .filter_map(|action| find_action(lens.fixed(), action))
                        .collect();
                    assert_eq!(actions.len(), legal.len());
                    let choice = bot.choose(&sight, &actions);
                    assert_eq!(choice, agent.choose(&lens, &legal), "{name} {level}");
                    let lowest = crate::Agent::choose(&mut Lowest, &lens, &legal);
                    game.dispatch(&legal[lowest]).unwrap();
                }
            }
        }
    }
}
