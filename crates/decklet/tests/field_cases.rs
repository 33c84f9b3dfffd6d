//! What broke for users of other systems, each a test named by its case.

use decklet::{
    doudizhu::{
        plugin::{card_set, deck_order, ruleset, state::hand},
        profile::Profile,
    },
    engine::{GameEngine, NamedAction, Player, Seat, Seed, Viewer},
};

fn doudizhu() -> GameEngine {
    let rules = ruleset(Profile::named("decklet").unwrap()).unwrap();
    let mut game = GameEngine::new(rules, Seed::from(7));
    game.create_game(Player::numbered(3)).unwrap();
    game
}

fn in_play() -> GameEngine {
    let mut game = doudizhu();
    game.start().unwrap();
    game.dispatch(
        NamedAction::new("CALL_LANDLORD")
            .by("p1")
            .with("call", true),
    )
    .unwrap();
    game
}

/// ljheee and others: a play of no cards on a trio or a bomb won the trick. Only PASS passes.
#[test]
fn ddz_011() {
    let mut game = in_play();
    let trio_or_bomb = game.legal_actions(Seat(0)).into_iter().find(|action| {
        let play = action.get::<decklet::doudizhu::plugin::actions::PlayCards>();
        play.is_some_and(|play| {
            let cards = card_set(play.cards.known().unwrap()).hand();
            play.cards.len() >= 3
                && cards
                    .ranks()
                    .all(|rank| rank == cards.ranks().next().unwrap())
        })
    });
    game.dispatch(trio_or_bomb.expect("p1 holds a trio with this seed"))
        .unwrap();
    let before = game.state().hash();
    for payload in [
        NamedAction::new("PLAY_CARDS"),
        NamedAction::new("PLAY_CARDS").with("cardIds", []),
    ] {
        let denied = game.dispatch(payload.by("p2")).unwrap_err();
        assert_eq!(denied.code(), "NO_CARDS");
        assert_eq!(game.state().hash(), before);
    }
    game.dispatch(NamedAction::new("PASS").by("p2")).unwrap();
}

/// OpenSpiel 1144: the text of a finished game showed other hands than were dealt. What is printed
/// is read back and compared.
#[test]
fn ddz_050() {
    let mut game = doudizhu();
    let deck: Vec<_> = decklet::doudizhu::card::Card::all().collect();
    let hands = [0, 1, 2].map(|seat| deck[3 + seat..].iter().step_by(3).copied().collect());
    let order = deck_order(&hands, Profile::named("decklet").unwrap()).unwrap();
    game.set_deck_order(order).unwrap();
    game.start().unwrap();
    let text = serde_json::to_string(&game.view(Viewer::Referee)).unwrap();
    let printed: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (seat, dealt) in hands.iter().enumerate() {
        let cards = &printed["zones"][format!("player:p{}:hand", seat + 1)]["cards"];
        let read: Vec<decklet::doudizhu::card::Card> = cards
            .as_array()
            .unwrap()
            .iter()
            .map(|card| card.as_str().unwrap().parse().unwrap())
            .collect();
        assert!(read.into_iter().eq(dealt.iter()), "seat {seat}");
        let held = card_set(hand(game.state(), Seat(u8::try_from(seat).unwrap())));
        assert_eq!(held, *dealt);
    }
}

/// The specification lets REVEAL_BOTTOM_CARDS through the rules of phase and turn: a client that
/// sent it passed them all. Each action of the game itself is refused from a player.
#[test]
fn ddz_052() {
    for mut game in [doudizhu(), in_play()] {
        let before = game.state().hash();
        let system: Vec<String> = game
            .rules()
            .action_types()
            .filter(|(_, origin, _)| *origin == decklet::engine::Origin::System)
            .map(|(name, ..)| name.to_owned())
            .collect();
        assert!(system.contains(&"REVEAL_BOTTOM_CARDS".to_owned()));
        for name in system {
            let action = NamedAction::new(name).by("p1").with("direction", 1_i64);
            let denied = game.dispatch(action).unwrap_err();
            // A game that has not started refuses everything.
            assert!(
                ["SYSTEM_ACTION", "NOT_STARTED"].contains(&denied.code()),
                "{denied}"
            );
            assert_eq!(game.state().hash(), before);
        }
    }
}
