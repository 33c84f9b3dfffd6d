//! UNO for three, from the deal to the win: the first thing each player may do, and what it led to.
//!
//! Run it: `cargo run --example uno`

use decklet::{
    engine::{
        Action, GameEngine, Player, Seat, Seed, Status, Viewer, draw::DrawCard, turn::EndTurn, wire,
    },
    uno::{plugin::ruleset, profile::Options},
};

/// Three players to the win.
///
/// # Errors
/// None, as long as legal means accepted.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = GameEngine::new(ruleset(&Options::decklet())?, Seed::from(7));
    let player = |id: &str, name: &str, seat| Player {
        id: id.into(),
        name: name.into(),
        seat,
    };
    game.create_game([
        player("p1", "Alice", 1),
        player("p2", "Bob", 2),
        player("p3", "Cleo", 3),
    ])?;
    game.start()?;

    while game.state().status() == Status::Playing {
        let seat = game.state().current_player().expect("somebody is on turn");
        let action = choose(game.legal_actions(seat));
        println!("{}", wire::action_to_json(&game, &action));
        let commit = game.dispatch(action)?;
        for event in game.seen_events(commit.events(), Viewer::Spectator) {
            println!("    {}", serde_json::to_string(&event)?);
        }
    }

    let winner: Seat = game.state().winners()[0];
    println!("{} wins", game.state().players()[winner.index()].name);
    Ok(())
}

/// A card if there is one, else a draw, else the end of the turn.
fn choose(mut legal: Vec<Action>) -> Action {
    let idle = |action: &Action| {
        usize::from(action.get::<DrawCard>().is_some())
            + 2 * usize::from(action.get::<EndTurn>().is_some())
    };
    legal.sort_by_key(idle);
    legal.swap_remove(0)
}
