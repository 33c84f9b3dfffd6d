//! What the expert advises, with a reason; for people who ask, and for games played.

use crate::{Budget, Reason, doudizhu, level::own_seed, uno};
use decklet_engine::{Action, Lens, Ruleset, Seat, Seed, Viewer};

/// An expert that explains itself. It knows what its seat knows, like any other player.
///
/// ```
/// use decklet_bots::{Adviser, Budget};
/// use decklet_doudizhu::{plugin::ruleset, profile::Profile};
/// use decklet_engine::{GameEngine, Player, Seat, Seed};
///
/// let mut game = GameEngine::new(ruleset(Profile::named("pagat").unwrap())?, Seed::from(7));
/// game.create_game(Player::numbered(3))?;
/// game.start()?;
/// let seat = game.state().current_player().unwrap();
/// let mut adviser =
///     Adviser::new(game.rules(), &Seed::from(1), seat, Budget::playouts(100)).unwrap();
/// let legal = game.legal_actions(seat);
/// let hint = adviser.hint(&game.lens(seat), &legal).unwrap();
/// game.dispatch(&legal[hint.choice])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Adviser {
    expert: Expert,
}

enum Expert {
    Doudizhu(Box<doudizhu::Expert>),
    Uno(uno::Expert),
}

/// A move to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Its place among the legal actions.
    pub choice: usize,
    /// What the seat can expect then, in hundredths of a point; none when nothing was searched.
    pub value: Option<i64>,
    /// Why.
    pub reason: Reason,
}

/// A move that a person may choose among several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Its place among the legal actions.
    pub choice: usize,
    /// What the seat can expect then, in hundredths of a point; none when it was not searched.
    pub value: Option<i64>,
    /// Why, where that can be said in a few words.
    pub reason: Option<Reason>,
}

/// A move that was made, against the one that the expert prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Review {
    /// What to do instead, or the same; its value is what it brings in the worlds that both were
    /// tried in.
    pub best: Hint,
    /// The place of the move that was made.
    pub made: usize,
    /// What the move that was made brings in these worlds, in hundredths of a point.
    pub value: Option<i64>,
}

impl Review {
    /// How many hundredths of a point the move cost, 0 at least.
    #[must_use]
    pub fn loss(&self) -> i64 {
        if self.made == self.best.choice {
            return 0;
        }
        let lost = self
            .best
            .value
            .zip(self.value)
            .map(|(best, made)| best - made);
        lost.unwrap_or(0).max(0)
    }
}

impl From<Hint> for Suggestion {
    fn from(hint: Hint) -> Self {
        Self {
            choice: hint.choice,
            value: hint.value,
            reason: Some(hint.reason),
        }
    }
}

/// The places of all moves with a value but the best one, those that promise most first.
pub(crate) fn others(best: usize, values: &[Option<i64>]) -> Vec<usize> {
    let tried = (0..values.len()).filter(|&at| at != best && values[at].is_some());
    let mut places: Vec<usize> = tried.collect();
    places.sort_by_key(|&at| std::cmp::Reverse(values[at]));
    places
}

impl Adviser {
    /// An adviser for this seat; none for games that no expert knows.
    #[must_use]
    pub fn new(rules: &Ruleset, seed: &Seed, seat: Seat, budget: Budget) -> Option<Self> {
        let seed = own_seed(seed, seat);
        let expert = match rules.game() {
            "doudizhu" => Expert::Doudizhu(Box::new(doudizhu::Expert::new(seed, budget))),
            "uno" => Expert::Uno(uno::Expert::new(seed, budget)),
            _ => return None,
        };
        Some(Self { expert })
    }

    /// What to do; none when that is to wait, or when all legal actions are of a house rule.
    pub fn hint(&mut self, lens: &Lens<'_>, legal: &[Action]) -> Option<Hint> {
        let Viewer::Seat(seat) = lens.viewer() else {
            return None;
        };
        match &mut self.expert {
            Expert::Doudizhu(expert) => expert.hint(lens, legal),
            Expert::Uno(_) if lens.current_player() != Some(seat) => {
                uno::Expert::hint_out_of_turn(lens, legal)
            }
            Expert::Uno(expert) => expert.hint(lens, legal),
        }
    }

    /// Moves worth a thought, the one of [`hint`](Self::hint) first, then those that promise most, at
    /// most so many. None where there is no hint either.
    pub fn hints(&mut self, lens: &Lens<'_>, legal: &[Action], most: usize) -> Vec<Suggestion> {
        let Viewer::Seat(seat) = lens.viewer() else {
            return Vec::new();
        };
        let mut all = match &mut self.expert {
            Expert::Doudizhu(expert) => expert.hints(lens, legal),
            Expert::Uno(_) if lens.current_player() != Some(seat) => {
                let hint = uno::Expert::hint_out_of_turn(lens, legal);
                hint.map(Suggestion::from).into_iter().collect()
            }
            Expert::Uno(expert) => expert.hints(lens, legal),
        };
        all.truncate(most);
        all
    }

    /// What to think of an action that was taken, in turn; none where there is no hint either, and
    /// for an action that was not legal.
    pub fn review(&mut self, lens: &Lens<'_>, legal: &[Action], made: &Action) -> Option<Review> {
        match &mut self.expert {
            Expert::Doudizhu(expert) => expert.review(lens, legal, made),
            Expert::Uno(expert) => expert.review(lens, legal, made),
        }
    }
}
