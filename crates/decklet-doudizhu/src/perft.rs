//! Counting sequences of moves: the sharpest test of a game there is, because every move more or
//! less shows in the number.

use crate::{deal::Game, profile::Options};
use decklet_engine::Seed;

/// The number of sequences of `depth` moves from the beginning of the game of this seed, auction
/// and readings included. A game that ends earlier counts as one sequence. Where the cards are
/// dealt again, they are dealt as in the game itself.
///
/// ```
/// use decklet_doudizhu::{perft::perft, profile::Profile};
/// use decklet_engine::Seed;
///
/// let profile = Profile::named("openspiel").unwrap();
/// assert_eq!(perft(profile, &Seed::from(1), 1), 4); // pass, 1, 2, 3
/// assert_eq!(perft(profile, &Seed::from(1), 0), 1);
/// ```
#[must_use]
pub fn perft(options: &Options, seed: &Seed, depth: u32) -> u64 {
    sequences(&Game::new(options, seed), depth)
}

/// The number of sequences of `depth` moves from here.
#[must_use]
pub fn sequences(game: &Game<'_>, depth: u32) -> u64 {
    if depth == 0 || game.deal().is_over() {
        return 1;
    }
    if depth == 1 {
        return u64::from(game.deal().count_legal());
    }
    let mut moves = Vec::new();
    game.deal().each_move(|choice| moves.push(choice));
    let after = |choice| {
        let mut game = game.clone();
        game.apply(choice);
        sequences(&game, depth - 1)
    };
    moves.into_iter().map(after).sum()
}
