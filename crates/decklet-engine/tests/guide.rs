//! The code of `docs/plugin-guide.md`, all pieces one after the other, is a program that compiles
//! and does what the guide says.

use std::{fs, path::Path};

const GUIDE: &str = include_str!("../../../docs/plugin-guide.md");

/// What the guide leaves to its reader: to run it.
const MAIN: &str = r#"
fn main() {
    the_laws_hold();
    let (mut proud, mut cheered) = (false, false);
    for seed in 0..20 {
        let mut game = decklet_engine::GameEngine::new(rules().unwrap(), seed.into());
        game.create_game(decklet_engine::Player::numbered(3)).unwrap();
        game.start().unwrap();
        for card in draw::hand(game.state(), Seat(0)).to_vec() {
            let play = PlayCard { cards: card.into() }.by(Seat(0));
            proud |= game.check(play).is_err_and(|denied| denied.code() == "TOO_PROUD");
        }
        while game.state().status() == Status::Playing {
            let seat = game.state().current_player().unwrap();
            let action = game.legal_actions(seat).swap_remove(0);
            game.dispatch(action).unwrap();
        }
        let mut history = game.lens(Viewer::Spectator).history();
        cheered |= history.any(|(entry, event)| entry == 3 && event.event_type() == "HOUSE_CHEERS");
        assert_eq!(game.view(Seat(0)).variables()["house.plays"], game.view(Seat(1)).variables()["low.plays"]);
    }
    assert!(proud && cheered);
    let placed = BetPlaced { player: Seat(0), points: 3 };
    assert_eq!(placed.seen(Viewer::Spectator).and_then(|seen| seen.points), None);
    assert_eq!(placed.seen(Viewer::Seat(Seat(0))).and_then(|seen| seen.points), Some(3));
    assert_eq!(Bet::TYPE, "BET");
}
"#;

#[test]
fn the_guide_is_a_program() {
    let pieces = GUIDE
        .split("```rust\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let program: String = pieces.chain([MAIN]).collect::<Vec<_>>().join("\n");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugin_guide.rs");
    fs::write(&path, program).expect("the target folder can be written");
    trybuild::TestCases::new().pass(&path);
}
