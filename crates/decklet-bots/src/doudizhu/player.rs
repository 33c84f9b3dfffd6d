//! A bot without the engine: it is told what a seat knows and which moves there are.

use super::{Expert, Greedy, Sight};
use crate::{Budget, Level, Random, level::own_seed};
use decklet_doudizhu::{auction::Bid, card::Rank, deal::Move};
use decklet_engine::{Seat, Seed};
use std::cmp::Reverse;

/// A bot that plays on deals which run without the engine, as in environments for learning.
///
/// ```
/// use decklet_bots::{Budget, Level, doudizhu::{Player, Sight}};
/// use decklet_doudizhu::{deal::{Deal, Deck, MoveList}, hand::Hand, profile::Profile, seat::Seat};
/// use decklet_engine::{Seed, Stream};
///
/// let options = &Profile::named("openspiel").unwrap().options();
/// let seed = Seed::from(7);
/// let deal = Deal::new(options, &Deck::shuffled(&mut seed.rng(Stream::DEAL)), Seat::First);
/// let mut moves = MoveList::new();
/// deal.legal(&mut moves);
///
/// let mut bot = Player::new(Level::Greedy, &seed, Budget::default());
/// let sight = Sight::of_deal(&deal, deal.turn(), &[Hand::EMPTY; 3]);
/// let choice = moves[bot.choose(&sight, &moves)];
/// # let _ = choice;
/// ```
pub struct Player {
    level: Level,
    random: Random,
    greedy: Greedy,
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
            greedy: Greedy::default(),
            expert: Expert::new(own_seed(seed, seat), budget),
        }
    }

    /// Which of the legal moves to make: its place in `moves`, which are not empty.
    pub fn choose(&mut self, sight: &Sight<'_>, moves: &[Move]) -> usize {
        match self.level {
            Level::Random | Level::DrawWhenStuck => {
                let places: Vec<usize> = (0..moves.len()).collect();
                self.random.among(&places)
            }
            Level::Lowest => {
                let wish = |&place: &usize| lowest(sight, moves[place]);
                (0..moves.len()).min_by_key(wish).unwrap_or(0)
            }
            Level::Greedy => self.greedy.pick(sight, moves),
            Level::Expert if moves.len() > 1 => self.expert.advise(sight, moves).best,
            Level::Expert => 0,
        }
    }
}

/// The smaller, the more [`Lowest`](crate::Lowest) wishes it.
fn lowest(sight: &Sight<'_>, choice: Move) -> (u8, i64, Reverse<u32>) {
    let high = sight.hand.ranks().filter(|&rank| rank >= Rank::Two);
    let sure = high.count() >= 3;
    let plain = |wish: u8| (wish, 0, Reverse(0));
    match choice {
        Move::Play(play) => {
            let highest = play.cards.ranks().map(|rank| rank as i64).max();
            let bomb = play.combination.kind().is_bomb_or_rocket();
            let wish = if bomb { 4 } else { 3 };
            (wish, highest.unwrap_or(0), Reverse(play.cards.len()))
        }
        Move::Bid(Bid::Call(yes) | Bid::Rob(yes)) => plain(if yes == sure { 2 } else { 3 }),
        Move::Bid(Bid::Points(points)) => {
            let points = i64::from(points);
            (2, if sure { -points } else { points }, Reverse(0))
        }
        Move::Ready | Move::Double(1) => plain(2),
        Move::Pass => plain(7),
        Move::ShowCards | Move::Double(_) => plain(8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agent, Lowest};
    use decklet_doudizhu::{
        plugin::{find_move, ruleset},
        profile::Profile,
    };
    use decklet_engine::{GameEngine, Player as Person, Status};

    /// Games of the engine, in which a bot with a lens and one with a sight are asked the same.
    #[test]
    fn it_plays_as_the_agent_of_its_level() {
        for name in ["pagat", "douzero", "decklet"] {
            for (level, budget) in [(Level::Lowest, 1), (Level::Greedy, 1), (Level::Expert, 40)] {
                let budget = Budget::playouts(budget);
                let rules = ruleset(Profile::named(name).unwrap()).unwrap();
                let seed = Seed::from(3);
                let mut agent = level.agent(&rules, &seed, Seat(0), budget);
                let mut bot = Player::new(level, &seed, budget);
                let mut game = GameEngine::new(rules, seed);
                game.create_game(Person::numbered(3)).unwrap();
                game.start().unwrap();
                while game.state().status() == Status::Playing {
                    let seat = game.state().current_player().unwrap();
                    let (lens, legal) = (game.lens(seat), game.legal_actions(seat));
                    let mut sight = Sight::of(&lens).unwrap();
                    sight.recall(&lens);
                    let moves: Vec<_> = legal
                        .iter()
                        .filter_map(|action| find_move(action, &sight.flow, sight.options))
                        .collect();
                    assert_eq!(moves.len(), legal.len());
                    let choice = bot.choose(&sight, &moves);
                    assert_eq!(choice, agent.choose(&lens, &legal), "{name} {level}");
                    let lowest = Lowest.choose(&lens, &legal);
                    game.dispatch(&legal[lowest]).unwrap();
                }
            }
        }
    }
}
