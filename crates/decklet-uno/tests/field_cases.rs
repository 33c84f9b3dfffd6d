//! Faults that other UNO programs had: each test is named by the case's id and says what went
//! wrong elsewhere.

mod common;

use common::{Scene, card};
use decklet_uno::{
    card::Color,
    legal::Action,
    profile::{FirstCard, Options, Stack, UnoCall, WildDrawFour, WinOn},
    table::{Pending, Stage},
};

const DECK: &str =
    "yellow-6-2 yellow-7-2 yellow-8-2 yellow-9-2 blue-6-2 blue-7-2 blue-8-2 blue-9-2";

fn decklet() -> Options {
    Options::decklet()
}

fn scene(options: Options, hands: &[&str], top: &str) -> Scene {
    Scene::new(options, hands, &format!("{top} {DECK}"))
}

/// Between two players a Reverse had no effect.
#[test]
fn uno_001() {
    let mut scene = scene(decklet(), &["red-reverse-1 red-1-1", "red-2-1"], "red-5-1");
    scene.play(0, "red-reverse-1");
    assert_eq!(scene.current(), 0);
}

/// Between two players a Reverse handed the turn to the other, again and again.
#[test]
fn uno_002() {
    let hands = [
        "red-reverse-1 red-reverse-2 blue-reverse-1 red-1-1",
        "red-2-1",
    ];
    let mut scene = scene(decklet(), &hands, "red-5-1");
    scene
        .play(0, "red-reverse-1")
        .play(0, "red-reverse-2")
        .play(0, "blue-reverse-1");
    assert_eq!(scene.current(), 0);
}

/// The named colour was lost when the next player drew.
#[test]
fn uno_004() {
    let mut scene = scene(decklet(), &["wild-1 red-1-1", "red-2-1"], "red-5-1");
    scene
        .play(0, "wild-1")
        .act(0, Action::ChooseColor(Color::Green))
        .act(1, Action::Draw);
    assert_eq!(scene.table().color, Some(Color::Green));
    scene.act(1, Action::EndTurn);
    assert_eq!(scene.table().color, Some(Color::Green));
}

/// The victim of a Wild Draw Four drew ten.
#[test]
fn uno_005() {
    let hands = ["wild_draw4-1 blue-1-1", "red-2-1", "red-3-1"];
    let mut scene = scene(decklet(), &hands, "red-5-1");
    scene
        .play(0, "wild_draw4-1")
        .act(0, Action::ChooseColor(Color::Red));
    assert_eq!((scene.count(1), scene.current()), (5, 2));
}

/// Stacking was on by default.
#[test]
fn uno_007() {
    assert_eq!(Options::official().stack, Stack::None);
    for (stack, on_two, on_four) in [
        (Stack::None, false, false),
        (Stack::TwoOnTwo, true, false),
        (Stack::SameKind, true, true),
        (Stack::FourOnTwo, true, true),
        (Stack::Any, true, true),
    ] {
        let options = Options {
            stack,
            wd4: WildDrawFour::Free,
            ..decklet()
        };
        let hands = [
            "red-draw2-1 wild_draw4-1 red-1-1",
            "red-2-1 red-4-1",
            "red-3-1",
        ];
        let mut two = scene(options, &hands, "red-5-1");
        two.play(0, "red-draw2-1");
        assert_eq!(two.table().penalty > 0, on_two, "{stack:?}");
        let mut four = scene(options, &hands, "red-5-1");
        four.play(0, "wild_draw4-1")
            .act(0, Action::ChooseColor(Color::Red));
        assert_eq!(four.table().penalty > 0, on_four, "{stack:?}");
    }
}

/// Every program did something else with an action card that is turned up first.
#[test]
fn uno_008() {
    let hands = ["red-1-1", "red-2-1", "red-3-1"];
    let tops = [
        "red-draw2-1",
        "red-skip-1",
        "red-reverse-1",
        "wild-1",
        "wild_draw4-1",
    ];
    let open = |options: Options, top: &str| {
        let scene = scene(options, &hands, top);
        let table = *scene.table();
        (
            scene.current(),
            scene.count(0),
            table.top == card(top),
            table.pending,
        )
    };
    let official = tops.map(|top| open(Options::official(), top));
    let nothing = Pending::Nothing;
    assert_eq!(official[0], (1, 3, true, nothing));
    assert_eq!(official[1], (1, 1, true, nothing));
    assert_eq!(official[2], (2, 1, true, nothing));
    assert_eq!(official[3], (0, 1, true, Pending::FirstColor));
    assert!(!official[4].2);
    for top in tops {
        assert_eq!(open(decklet(), top), (0, 1, false, nothing), "{top}");
    }
    let colored = Options {
        first_card: FirstCard::AnyButWilds,
        ..decklet()
    };
    assert_eq!(
        tops.map(|top| open(colored, top).2),
        [true, true, true, false, false]
    );
}

/// A drawn Wild was played at once with a random colour, and a drawn Four hit nobody.
#[test]
fn uno_010() {
    let hands = ["blue-1-1", "red-2-1", "red-3-1"];
    let deck = format!("red-5-1 wild_draw4-1 {DECK}");
    let mut scene = Scene::new(
        Options {
            uno_call: UnoCall::Off,
            ..Options::official()
        },
        &hands,
        &deck,
    );
    scene.act(0, Action::Draw);
    assert_eq!(
        scene.legal(0),
        ["wild_draw4-1", "EndTurn"],
        "keep it or play it"
    );
    scene
        .play(0, "wild_draw4-1")
        .act(0, Action::ChooseColor(Color::Green))
        .act(1, Action::Accept);
    assert_eq!(
        (scene.count(1), scene.table().color),
        (5, Some(Color::Green))
    );
}

/// A drawn card of the same number was kept.
#[test]
fn uno_011() {
    let deck = format!("red-5-1 blue-5-1 {DECK}");
    let mut scene = Scene::new(decklet(), &["green-1-1", "red-2-1"], &deck);
    scene.act(0, Action::Draw);
    assert_eq!(scene.code_of_play(0, "blue-5-1"), "ok");
}

/// The top card went into the new deck as well.
#[test]
fn uno_013() {
    let mut scene = Scene::new(
        decklet(),
        &["red-9-1 blue-1-1", "red-2-1 red-3-1"],
        "red-5-1",
    );
    scene.play(0, "red-9-1").act(1, Action::Draw);
    assert_eq!(scene.round.discard(), [card("red-9-1")]);
    assert!(scene.round.hand(1).contains(card("red-5-1")));
}

/// A Draw Two with both piles empty crashed.
#[test]
fn uno_014() {
    let hands = [
        "red-draw2-1 red-1-1",
        "red-2-1",
        "red-3-1",
        "red-4-1",
        "red-6-1",
        "red-7-1",
        "red-8-1",
        "red-9-1",
        "blue-1-1",
        "blue-2-1",
    ];
    let mut scene = Scene::new(decklet(), &hands, "red-5-1");
    scene.play(0, "red-draw2-1");
    assert_eq!(
        (scene.count(1), scene.current()),
        (2, 2),
        "what there is: the red 5"
    );
    let mut empty = Scene::new(
        Options {
            stack: Stack::SameKind,
            ..decklet()
        },
        &["red-draw2-1 red-1-1", "blue-draw2-1 red-2-1", "red-3-1"],
        "red-5-1",
    );
    empty
        .play(0, "red-draw2-1")
        .play(1, "blue-draw2-1")
        .act(2, Action::Draw);
    assert_eq!(
        (empty.count(2), empty.current(), empty.table().stage),
        (3, 0, Stage::Playing)
    );
}

/// A Four stacked during an open challenge stayed without colour, and nobody could play.
#[test]
fn uno_017() {
    let options = Options {
        stack: Stack::SameKind,
        uno_call: UnoCall::Off,
        ..Options::official()
    };
    let hands = [
        "wild_draw4-1 red-1-1",
        "wild_draw4-2 red-2-1",
        "red-3-1 blue-9-1",
    ];
    let mut scene = scene(options, &hands, "red-5-1");
    scene
        .play(0, "wild_draw4-1")
        .act(0, Action::ChooseColor(Color::Red));
    assert_eq!(scene.legal(1), ["wild_draw4-2", "Challenge", "Accept"]);
    scene.play(1, "wild_draw4-2");
    assert_eq!(scene.legal(2), Vec::<String>::new());
    assert_eq!(scene.legal(1).len(), 4, "the colour first");
    scene
        .act(1, Action::ChooseColor(Color::Blue))
        .act(2, Action::Accept);
    assert_eq!(
        (scene.count(2), scene.table().color),
        (10, Some(Color::Blue))
    );
}

/// Who held only a card that may not be the last was stuck.
#[test]
fn uno_019() {
    let options = Options {
        win_on: WinOn::NumberOnly,
        draw_when_playable: false,
        ..decklet()
    };
    let mut scene = scene(options, &["red-skip-1", "red-2-1"], "red-5-1");
    assert_eq!(scene.legal(0), ["Draw"]);
    scene.act(0, Action::Draw);
    assert_eq!(scene.count(0), 2);
}

/// Who was caught while choosing a colour could not choose any more.
#[test]
fn uno_020() {
    let options = Options {
        uno_call: UnoCall::Manual,
        ..decklet()
    };
    let mut scene = scene(
        options,
        &["wild-1 red-1-1", "red-2-1", "red-3-1"],
        "red-5-1",
    );
    scene.play(0, "wild-1").act(2, Action::Catch(0));
    assert_eq!((scene.count(0), scene.table().pending), (3, Pending::Color));
    scene.act(0, Action::ChooseColor(Color::Blue));
    assert_eq!(scene.current(), 1);
}

/// The same player was caught twice for one missed call.
#[test]
fn uno_022() {
    let options = Options {
        uno_call: UnoCall::Manual,
        ..decklet()
    };
    let mut scene = scene(
        options,
        &["red-9-1 red-1-1", "red-2-1", "red-3-1"],
        "red-5-1",
    );
    scene.play(0, "red-9-1").act(1, Action::Catch(0));
    assert_eq!(scene.code(2, Action::Catch(0)), "NOTHING_TO_CATCH");
    assert_eq!(scene.count(0), 3);
}

/// UNO said before laying the second-last card was forgotten.
#[test]
fn uno_023() {
    let options = Options {
        uno_call: UnoCall::Manual,
        ..decklet()
    };
    let mut scene = scene(
        options,
        &["red-9-1 red-1-1", "red-2-1", "red-3-1"],
        "red-5-1",
    );
    scene.act(0, Action::CallUno).play(0, "red-9-1");
    assert_eq!(scene.code(1, Action::Catch(0)), "NOTHING_TO_CATCH");
}

/// Who owed cards could play or end the turn first.
#[test]
fn uno_025() {
    let options = Options {
        stack: Stack::SameKind,
        ..decklet()
    };
    let hands = ["red-draw2-1 red-1-1", "red-2-1 wild-1", "red-3-1"];
    let mut scene = scene(options, &hands, "red-5-1");
    scene.play(0, "red-draw2-1");
    assert_eq!(scene.legal(1), ["Draw"]);
    assert_eq!(scene.code_of_play(1, "wild-1"), "PENALTY_DUE");
    assert_eq!(scene.code(1, Action::EndTurn), "PENALTY_DUE");
    scene.act(1, Action::Draw);
    assert_eq!((scene.count(1), scene.current()), (4, 2));
}

/// A Draw Two after a Reverse hit the wrong player.
#[test]
fn uno_028() {
    let hands = ["red-reverse-1 red-1-1", "red-2-1", "red-draw2-1 red-3-1"];
    let mut three = scene(decklet(), &hands, "red-5-1");
    three.play(0, "red-reverse-1").play(2, "red-draw2-1");
    assert_eq!((three.count(1), three.current()), (3, 0));
    let hands = [
        "red-reverse-1 red-1-1",
        "red-2-1",
        "red-3-1",
        "red-draw2-1 red-4-1",
    ];
    let mut four = scene(decklet(), &hands, "red-5-1");
    four.play(0, "red-reverse-1").play(3, "red-draw2-1");
    assert_eq!((four.count(2), four.current()), (3, 1));
}

/// A Wild got the random colour of an earlier draw instead of the named one.
#[test]
fn uno_029() {
    let deck = format!("red-5-1 green-9-1 {DECK}");
    let mut scene = Scene::new(
        Options::rlcard(),
        &["blue-1-1 blue-2-1", "wild-1 blue-3-1"],
        &deck,
    );
    scene
        .act(0, Action::Draw)
        .play(1, "wild-1")
        .act(1, Action::ChooseColor(Color::Yellow));
    assert_eq!(scene.table().color, Some(Color::Yellow));
}
