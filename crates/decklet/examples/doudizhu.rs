//! Dou Dizhu with bidding, doubling and settlement, from the deal to the points.
//!
//! Run it: `cargo run --example doudizhu`

use decklet::{
    bots::{Agent, Lowest},
    doudizhu::{
        plugin::{ruleset, state::DoudizhuState},
        profile::Profile,
    },
    engine::{GameEngine, Player, Seed, Status, Viewer, wire},
};

/// Three bots to the settlement.
///
/// # Errors
/// None, as long as legal means accepted.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let profile = Profile::named("game-claw").expect("it is one of ours");
    let mut game = GameEngine::new(ruleset(profile)?, Seed::from(7));
    game.create_game(Player::numbered(3))?;
    game.start()?;

    let mut bot = Lowest;
    while game.state().status() == Status::Playing {
        let seat = game.state().current_player().expect("somebody is on turn");
        let legal = game.legal_actions(seat);
        let choice = bot.choose(&game.lens(Viewer::Seat(seat)), &legal);
        println!("{}", wire::action_to_json(&game, &legal[choice]));
        game.dispatch(&legal[choice])?;
    }

    let state = game.state().state::<DoudizhuState>();
    for (player, points) in game
        .state()
        .players()
        .iter()
        .zip(state.points().unwrap_or_default())
    {
        println!("{}: {points:+} points", player.name);
    }
    Ok(())
}
