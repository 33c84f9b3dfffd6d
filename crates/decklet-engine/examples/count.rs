//! Instructions of one accepted dispatch, counted by callgrind; exact and the same on a busy
//! machine.
//!
//! ```text
//! cargo build --release -p decklet-engine --example count
//! for n in 100 200; do
//!     valgrind --tool=callgrind --callgrind-out-file=/tmp/count.$n \
//!         target/release/examples/count dispatch $n 2>&1 | grep Collected
//! done
//! callgrind_annotate --inclusive=yes /tmp/count.200 | head -40
//! ```
//!
//! The difference of the two counts, divided by 1,000, is what one dispatch costs: setting up counts
//! in both and cancels. (A round is ten dispatches on a copy of the game, and the copy is counted by
//! `copy`, to be taken off.) Instead of `dispatch`: `copy`, `refuse`, `view`, `legal`, ten a round.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Peek, toss};
use decklet_engine::{ActionType, GameEngine, Seat, core::PlayCard, draw::Hands};
use std::hint::black_box;

/// The ten players of the table play a card each: rule by rule, the card to the discard pile,
/// `CARD_PLAYED`, `END_TURN`, `TURN_ENDED`.
fn play_round(mut game: GameEngine) -> GameEngine {
    let hands = game.state().fixed::<Hands>().0;
    for seat in (0..10).map(Seat) {
        let cards = game.state().zone(hands.of(seat))[0].into();
        game.dispatch(PlayCard { cards }.by(seat))
            .expect("a card of the hand");
    }
    game
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_else(|| "dispatch".to_owned());
    let rounds = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(100);
    let mut game = toss(10);
    for _ in 0..rounds {
        match what.as_str() {
            "dispatch" => drop(black_box(play_round(game.clone()))),
            "copy" => drop(black_box(game.clone())),
            "refuse" => (0..10).for_each(|_| drop(black_box(game.dispatch(Peek.by(Seat(1)))))),
            "view" => (0..10).for_each(|_| drop(black_box(game.view(Seat(0))))),
            "legal" => (0..10).for_each(|_| drop(black_box(game.legal_actions(Seat(0))))),
            other => panic!("{other} is not counted"),
        }
    }
}
