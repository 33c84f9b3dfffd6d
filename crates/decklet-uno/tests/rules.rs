//! Positions and what the rules say about them: the specified eight, then each option.

mod common;

use common::{Scene, card, hand};
use decklet_uno::{
    card::{Color, Face, is_uno_color_choice},
    legal::{Action, Rule},
    profile::{
        AfterDraw, Deflect, Draw, EmptyPiles, Exhaustion, FirstCard, FirstCardReturn, FirstPlayer,
        Options, PlayableAfterDraw, Scoring, SevenZero, Stack, Stalemate, UnoCall, WildDrawFour,
        WinOn,
    },
    score::settle,
    table::{Pending, Seats, Stage},
};

fn decklet() -> Options {
    Options::decklet()
}

/// Two players who both hold more than they need.
fn two(options: Options, first: &str, second: &str, top: &str) -> Scene {
    Scene::new(options, &[first, second], &format!("{top} {DECK}"))
}

/// Cards to draw, the first on top; none of them is used by the tests elsewhere.
const DECK: &str = "yellow-6-2 yellow-7-2 yellow-8-2 yellow-9-2 blue-6-2 blue-7-2 blue-8-2 blue-9-2 \
                    green-6-2 green-7-2 green-8-2 green-9-2";

#[test]
fn a_card_matches_by_color_or_face_or_is_wild() {
    let cards = "red-9-1 blue-5-1 blue-9-1 blue-skip-1 wild-1";
    let scene = two(decklet(), cards, "red-1-1 red-2-1", "red-5-1");
    let codes = ["ok", "ok", "CANNOT_PLAY", "CANNOT_PLAY", "ok"];
    for (name, code) in cards.split(' ').zip(codes) {
        assert_eq!(scene.code_of_play(0, name), code, "{name}");
    }
    let denial = scene
        .round
        .situation(0)
        .check(Action::Play(card("blue-9-1")))
        .unwrap_err();
    let text = "card does not match current color (red) or top card face";
    assert_eq!(
        (denial.rule.id(), denial.to_string()),
        ("uno-can-play-card", text.into())
    );
}

#[test]
fn an_action_card_matches_by_its_face() {
    let mut scene = two(
        decklet(),
        "red-skip-1 blue-skip-1 blue-5-1",
        "red-1-1",
        "red-5-1",
    );
    scene.play(0, "red-skip-1");
    assert_eq!(scene.code_of_play(0, "blue-skip-1"), "ok");
    assert_eq!(scene.code_of_play(0, "blue-5-1"), "CANNOT_PLAY");
}

#[test]
fn after_a_wild_the_named_color_counts() {
    let mut scene = two(
        decklet(),
        "wild-1 red-1-1",
        "green-1-1 red-3-1 wild-2 wild_draw4-1",
        "red-5-1",
    );
    scene
        .play(0, "wild-1")
        .act(0, Action::ChooseColor(Color::Green));
    assert_eq!(scene.legal(1), ["green-1-1", "wild-2", "Draw"]);
}

#[test]
fn wild_draw_four_needs_a_hand_without_the_color() {
    let holding = two(decklet(), "red-2-1 wild_draw4-1", "red-1-1", "red-5-1");
    assert_eq!(holding.code_of_play(0, "wild_draw4-1"), "WD4_ILLEGAL");
    let without = two(
        decklet(),
        "blue-5-1 wild-1 wild_draw4-1",
        "red-1-1",
        "red-5-1",
    );
    assert_eq!(without.code_of_play(0, "wild_draw4-1"), "ok");

    let strict = Options {
        wd4: WildDrawFour::EnforcedNoOther,
        ..decklet()
    };
    for (cards, code) in [
        ("blue-5-1 wild_draw4-1", "WD4_ILLEGAL"),
        ("wild-1 wild_draw4-1", "WD4_ILLEGAL"),
        ("blue-6-1 wild_draw4-1", "ok"),
    ] {
        assert_eq!(
            two(strict, cards, "red-1-1", "red-5-1").code_of_play(0, "wild_draw4-1"),
            code
        );
    }
    let free = Options {
        wd4: WildDrawFour::Free,
        ..decklet()
    };
    let scene = two(free, "red-2-1 wild_draw4-1", "red-1-1", "red-5-1");
    assert_eq!(scene.code_of_play(0, "wild_draw4-1"), "ok");
}

#[test]
fn the_turn_is_asked_before_the_card() {
    let mut scene = two(decklet(), "red-1-1", "red-2-1", "red-5-1");
    assert_eq!(scene.code_of_play(1, "blue-1-1"), "NOT_YOUR_TURN");
    assert_eq!(scene.code_of_play(0, "blue-1-1"), "NOT_OWNED");
    for action in [
        Action::Draw,
        Action::EndTurn,
        Action::ChooseColor(Color::Red),
    ] {
        assert_eq!(scene.code(1, action), "NOT_YOUR_TURN", "{action:?}");
    }
    scene.play(0, "red-1-1");
    assert_eq!(scene.round.winner(), Some(0));
    assert_eq!(scene.code(1, Action::Draw), "ALREADY_WON");
    assert_eq!(scene.code_of_play(0, "red-1-1"), "ALREADY_WON");
}

#[test]
fn a_color_is_one_of_four_and_must_be_due() {
    assert!(is_uno_color_choice("green"));
    assert!(!is_uno_color_choice("wild") && !is_uno_color_choice("Green"));
    let mut scene = two(decklet(), "wild-1 red-1-1", "red-2-1", "red-5-1");
    assert_eq!(
        scene.code(0, Action::ChooseColor(Color::Red)),
        "NOT_PENDING"
    );
    scene.play(0, "wild-1");
    assert_eq!(scene.table().color, None);
    assert_eq!(
        scene.code(1, Action::ChooseColor(Color::Red)),
        "NOT_YOUR_TURN"
    );
    for action in [Action::Play(card("red-1-1")), Action::Draw, Action::EndTurn] {
        // A red card does not match `wild`, and the rule of the specification is asked first.
        let code = if action == Action::Play(card("red-1-1")) {
            "CANNOT_PLAY"
        } else {
            "COLOR_PENDING"
        };
        assert_eq!(scene.code(0, action), code, "{action:?}");
    }
    assert_eq!(scene.legal(0).len(), 4);
}

#[test]
fn between_two_players_the_same_plays_again() {
    for (name, drawn) in [("red-reverse-1", 0), ("red-skip-1", 0), ("red-draw2-1", 2)] {
        let mut scene = two(decklet(), &format!("{name} red-1-1"), "red-2-1", "red-5-1");
        scene.play(0, name);
        assert_eq!((scene.current(), scene.count(1)), (0, 1 + drawn), "{name}");
    }
}

#[test]
fn among_three_a_reverse_goes_back() {
    let mut scene = Scene::new(
        decklet(),
        &["red-reverse-1 red-1-1", "red-2-1", "red-3-1 red-4-1"],
        "red-5-1",
    );
    scene.play(0, "red-reverse-1");
    assert_eq!(scene.current(), 2);
    scene.play(2, "red-3-1");
    assert_eq!(scene.current(), 1);
}

#[test]
fn naming_a_color_ends_the_turn_once_and_four_are_drawn_after_it() {
    let hands = [
        "wild-1 red-1-1",
        "blue-1-1 wild_draw4-1",
        "red-3-1",
        "red-4-1",
    ];
    let mut scene = Scene::new(decklet(), &hands, &format!("red-5-1 {DECK}"));
    scene
        .play(0, "wild-1")
        .act(0, Action::ChooseColor(Color::Green));
    assert_eq!(
        (scene.current(), scene.table().color),
        (1, Some(Color::Green))
    );
    scene.play(1, "wild_draw4-1");
    assert_eq!((scene.current(), scene.count(2)), (1, 1));
    scene.act(1, Action::ChooseColor(Color::Blue));
    assert_eq!((scene.current(), scene.count(2), scene.count(3)), (3, 5, 1));
}

#[test]
fn the_last_draw_two_counts_if_agreed() {
    let play = |options| {
        let mut scene = two(options, "red-draw2-1", "red-2-1 wild-2", "red-5-1");
        scene.play(0, "red-draw2-1");
        assert_eq!(scene.round.winner(), Some(0));
        let gains = settle(
            scene.round.rules(),
            scene.table().stage,
            scene.round.hands(),
        );
        (scene.count(1), gains[0])
    };
    assert_eq!(play(decklet()), (2, 0));
    // 52 held, and the yellow 6 and 7 drawn.
    assert_eq!(play(Options::official()), (4, 65));
}

#[test]
fn with_nothing_to_draw_the_turn_may_end() {
    let mut scene = Scene::new(
        decklet(),
        &["blue-1-1 blue-2-1", "red-2-1 red-3-1"],
        "red-5-1",
    );
    assert_eq!(scene.legal(0), ["Draw", "EndTurn"]);
    scene.act(0, Action::Draw);
    assert_eq!(
        (scene.count(0), scene.legal(0)),
        (2, vec!["EndTurn".into()])
    );
    scene.act(0, Action::EndTurn);
    assert_eq!((scene.current(), scene.table().idle), (1, 1));
    assert_eq!(
        scene.code(1, Action::EndTurn),
        "MUST_DRAW",
        "seat 1 can play"
    );
}

#[test]
fn rejected_first_cards_go_under_the_deck_in_turn() {
    let deck = "wild_draw4-1 red-skip-1 blue-7-1 green-1-1 green-2-1";
    let scene = Scene::new(decklet(), &["red-1-1", "red-2-1"], deck);
    assert_eq!(scene.round.discard(), [card("blue-7-1")]);
    let under = ["red-skip-1", "wild_draw4-1", "green-2-1", "green-1-1"].map(card);
    assert_eq!(scene.round.deck(), under);
}

#[test]
fn rlcard_deviates_where_it_does() {
    let rlcard = Options::rlcard();
    let mut scene = two(rlcard, "red-reverse-1 red-1-1", "red-2-1", "red-5-1");
    scene.play(0, "red-reverse-1");
    assert_eq!(scene.current(), 1, "a reverse between two is no skip");

    let scene = two(rlcard, "red-1-1", "red-2-1", "red-draw2-1");
    assert_eq!(
        (scene.current(), scene.count(0)),
        (0, 3),
        "draws two and still plays"
    );

    let mut scene = two(
        rlcard,
        "blue-1-1",
        "red-2-1",
        "red-5-1 wild_draw4-1 green-1-1",
    );
    scene.act(0, Action::Draw);
    assert_eq!(
        (scene.current(), scene.count(0), scene.count(1)),
        (1, 1, 1),
        "nobody draws"
    );
    assert!(scene.table().color.is_some());

    let mut scene = two(rlcard, "blue-1-1", "red-2-1", "red-5-1 blue-5-1");
    scene.act(0, Action::Draw);
    assert_eq!(
        (scene.current(), scene.count(0)),
        (1, 2),
        "the same number is kept"
    );

    let mut scene = two(
        rlcard,
        "blue-1-1",
        "red-2-1",
        "red-5-1 red-draw2-1 green-1-1 green-2-1",
    );
    scene.act(0, Action::Draw);
    assert_eq!(
        (scene.count(0), scene.count(1)),
        (1, 3),
        "the same color is played"
    );
    assert_eq!(scene.code(0, Action::Draw), "ok");
}

#[test]
fn one_draw_a_turn_and_then_only_the_drawn_card() {
    let mut scene = two(
        decklet(),
        "red-9-1 yellow-6-1 blue-1-1",
        "red-2-1",
        "red-6-1",
    );
    assert_eq!(scene.code(0, Action::EndTurn), "MUST_DRAW");
    scene.act(0, Action::Draw);
    assert_eq!(scene.code(0, Action::Draw), "ALREADY_DREW");
    assert_eq!(scene.code_of_play(0, "red-9-1"), "ONLY_DRAWN_CARD");
    // The drawn yellow 6 and the one held are equal: the lower number stands for both.
    assert_eq!(scene.legal(0), ["yellow-6-1", "EndTurn"]);
    assert_eq!(scene.code_of_play(0, "yellow-6-2"), "ok");

    let any = Options {
        playable_after_draw: PlayableAfterDraw::Any,
        ..decklet()
    };
    let mut scene = two(any, "red-9-1 blue-1-1", "red-2-1", "red-6-1");
    scene.act(0, Action::Draw);
    assert_eq!(scene.legal(0), ["red-9-1", "yellow-6-2", "EndTurn"]);

    let none = Options {
        playable_after_draw: PlayableAfterDraw::None,
        ..decklet()
    };
    let mut scene = two(none, "red-9-1 blue-1-1", "red-2-1", "red-6-1");
    scene.act(0, Action::Draw);
    assert_eq!(scene.legal(0), ["EndTurn"]);
}

#[test]
fn what_a_draw_does_to_the_turn() {
    let after = |after_draw, playable_after_draw, deck: &str| {
        let options = Options {
            after_draw,
            playable_after_draw,
            ..decklet()
        };
        let mut scene = two(
            options,
            "red-9-1 blue-1-1",
            "red-2-1",
            &format!("red-6-1 {deck}"),
        );
        scene.act(0, Action::Draw);
        scene.current()
    };
    let only = PlayableAfterDraw::DrawnOnly;
    assert_eq!(after(AfterDraw::KeepTurn, only, "blue-2-1"), 0);
    assert_eq!(after(AfterDraw::EndUnlessPlayable, only, "blue-2-1"), 1);
    assert_eq!(after(AfterDraw::EndUnlessPlayable, only, "blue-6-1"), 0);
    assert_eq!(
        after(AfterDraw::EndAlways, PlayableAfterDraw::None, "blue-6-1"),
        1
    );
}

#[test]
fn how_much_is_drawn() {
    let until = Options {
        draw: Draw::UntilPlayable,
        ..decklet()
    };
    let mut scene = two(
        until,
        "blue-1-1",
        "red-2-1",
        "red-5-1 blue-2-1 blue-3-1 red-7-1 red-8-1",
    );
    scene.act(0, Action::Draw);
    assert_eq!(
        (scene.count(0), scene.legal(0)),
        (4, vec!["red-7-1".into(), "EndTurn".into()])
    );

    let often = Options {
        draw: Draw::AnyNumber,
        ..decklet()
    };
    let mut scene = Scene::new(often, &["blue-1-1", "red-2-1"], "red-5-1 blue-2-1 blue-3-1");
    scene.act(0, Action::Draw).act(0, Action::Draw);
    assert_eq!(
        scene.code(0, Action::Draw),
        "ALREADY_DREW",
        "nothing is left to draw"
    );

    let stuck_only = Options {
        draw_when_playable: false,
        ..decklet()
    };
    let scene = two(stuck_only, "red-1-1", "red-2-1", "red-5-1");
    assert_eq!(scene.code(0, Action::Draw), "MUST_PLAY");

    let forced = Options {
        forced_play: true,
        ..decklet()
    };
    let mut scene = two(forced, "blue-1-1", "red-2-1", "red-5-1 red-7-1 red-8-1");
    scene.act(0, Action::Draw);
    assert_eq!(scene.code(0, Action::EndTurn), "MUST_PLAY");

    let pass = Options {
        pass_without_draw: true,
        ..decklet()
    };
    assert_eq!(
        two(pass, "red-1-1", "red-2-1", "red-5-1").code(0, Action::EndTurn),
        "ok"
    );
}

#[test]
fn used_up_decks_come_back_without_or_with_the_top() {
    let left = |exhaustion| {
        let options = Options {
            exhaustion,
            ..decklet()
        };
        let hands = ["red-9-1 blue-1-1", "red-2-1 red-3-1"];
        let mut scene = Scene::new(options, &hands, "red-6-1");
        scene.play(0, "red-9-1").act(1, Action::Draw);
        assert_eq!(scene.table().top, card("red-9-1"));
        (scene.round.discard().to_vec(), scene.round.deck().len())
    };
    assert_eq!(left(Exhaustion::KeepTop), (vec![card("red-9-1")], 0));
    assert_eq!(left(Exhaustion::All), (vec![], 1));
}

#[test]
fn a_round_nobody_can_go_on_with_ends() {
    let hands = ["blue-1-1 blue-2-1", "green-2-1"];
    let mut scene = Scene::new(decklet(), &hands, "red-5-1");
    scene.act(0, Action::EndTurn).act(1, Action::EndTurn);
    assert_eq!(
        (scene.table().stage, scene.round.winner()),
        (Stage::Stalemate, None)
    );
    assert_eq!(scene.code(0, Action::Draw), "NOT_STARTED");

    let lowest = Options {
        stalemate: Stalemate::LowestPoints,
        ..decklet()
    };
    let mut scene = Scene::new(lowest, &hands, "red-5-1");
    scene.act(0, Action::EndTurn).act(1, Action::EndTurn);
    assert_eq!(scene.round.winners(), Seats::NONE.with(1));

    let end = Options {
        empty: EmptyPiles::EndRound,
        ..decklet()
    };
    let mut scene = Scene::new(end, &hands, "red-5-1");
    scene.act(0, Action::Draw);
    assert_eq!(scene.table().stage, Stage::Stalemate);
}

#[test]
fn refusing_to_play_is_no_stalemate() {
    let hands = ["blue-1-1 blue-2-1", "red-2-1 red-3-1"];
    let mut scene = Scene::new(decklet(), &hands, "red-5-1");
    for _ in 0..3 {
        scene
            .act(0, Action::EndTurn)
            .act(1, Action::Draw)
            .act(1, Action::EndTurn);
    }
    assert_eq!(
        (scene.table().stage, scene.table().idle),
        (Stage::Playing, 0)
    );
}

/// A Wild Draw Four on a challenge: who draws how many, and who is on turn then.
fn challenged(options: Options, bluff: bool, action: Action) -> (u32, u32, u8) {
    let first = if bluff {
        "red-1-1 wild_draw4-1"
    } else {
        "blue-1-1 wild_draw4-1"
    };
    let hands = [first, "red-2-1", "red-3-1"];
    let mut scene = Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
    scene
        .play(0, "wild_draw4-1")
        .act(0, Action::ChooseColor(Color::Blue));
    assert_eq!(scene.legal(1), ["Challenge", "Accept"].map(String::from));
    assert_eq!(scene.code(1, Action::Draw), "CHALLENGE_PENDING");
    scene.act(1, action);
    (scene.count(0), scene.count(1), scene.current())
}

#[test]
fn a_bluff_can_be_challenged() {
    let quiet = Options {
        uno_call: UnoCall::Off,
        ..Options::official()
    };
    assert_eq!(challenged(quiet, true, Action::Challenge), (5, 1, 1));
    assert_eq!(challenged(quiet, false, Action::Challenge), (1, 7, 2));
    assert_eq!(challenged(quiet, true, Action::Accept), (1, 5, 2));
    let lost = Options {
        guilty_keeps_turn: false,
        ..quiet
    };
    assert_eq!(challenged(lost, true, Action::Challenge), (5, 1, 2));
    let scene = two(quiet, "red-1-1", "red-2-1", "red-5-1");
    assert_eq!(scene.code(0, Action::Challenge), "NOTHING_TO_CHALLENGE");
    assert_eq!(scene.code(0, Action::Accept), "NOTHING_TO_CHALLENGE");
}

#[test]
fn each_stacking_rule_allows_its_cards() {
    let cards = "red-draw2-2 blue-draw2-1 wild_draw4-2 red-1-1";
    let answers = |stack, first: &str| {
        let options = Options {
            stack,
            wd4: WildDrawFour::Free,
            ..decklet()
        };
        let mut scene = two(options, &format!("{first} red-9-1"), cards, "red-5-1");
        scene.play(0, first);
        if scene.table().pending == Pending::Color {
            scene.act(0, Action::ChooseColor(Color::Red));
        }
        if scene.table().penalty == 0 {
            return vec!["none".into()];
        }
        scene.legal(1)
    };
    let none = vec!["none".to_string()];
    let (two, four) = ("red-draw2-1", "wild_draw4-1");
    assert_eq!(answers(Stack::None, two), none);
    assert_eq!(
        answers(Stack::TwoOnTwo, two),
        ["red-draw2-2", "blue-draw2-1", "Draw"]
    );
    assert_eq!(
        answers(Stack::SameKind, two),
        ["red-draw2-2", "blue-draw2-1", "Draw"]
    );
    let both = ["red-draw2-2", "blue-draw2-1", "wild_draw4-2", "Draw"];
    assert_eq!(answers(Stack::FourOnTwo, two), both);
    assert_eq!(answers(Stack::Any, two), both);
    assert_eq!(answers(Stack::None, four), none);
    assert_eq!(answers(Stack::TwoOnTwo, four), none);
    assert_eq!(answers(Stack::SameKind, four), ["wild_draw4-2", "Draw"]);
    assert_eq!(answers(Stack::FourOnTwo, four), ["wild_draw4-2", "Draw"]);
    assert_eq!(
        answers(Stack::Any, four),
        ["red-draw2-2", "wild_draw4-2", "Draw"]
    );
}

#[test]
fn penalties_add_up_until_somebody_draws() {
    let options = Options {
        stack: Stack::FourOnTwo,
        wd4: WildDrawFour::Free,
        ..decklet()
    };
    let hands = [
        "red-draw2-1 red-1-1",
        "blue-draw2-1 red-2-1",
        "wild_draw4-1 red-3-1",
        "red-4-1",
    ];
    let mut scene = Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
    scene
        .play(0, "red-draw2-1")
        .play(1, "blue-draw2-1")
        .play(2, "wild_draw4-1");
    scene.act(2, Action::ChooseColor(Color::Red));
    assert_eq!((scene.current(), scene.table().penalty), (3, 8));
    assert_eq!(scene.code_of_play(3, "red-4-1"), "PENALTY_DUE");
    scene.act(3, Action::Draw);
    assert_eq!(
        (scene.current(), scene.count(3), scene.table().penalty),
        (0, 9, 0)
    );
}

#[test]
fn a_skip_or_reverse_passes_a_penalty_on() {
    let options = Options {
        deflect: Deflect::Both,
        ..decklet()
    };
    let hands = [
        "red-draw2-1 red-1-1",
        "red-skip-1 red-2-1 red-reverse-1",
        "red-reverse-2 red-3-1",
        "red-4-1",
    ];
    let mut scene = Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
    scene.play(0, "red-draw2-1").play(1, "red-skip-1");
    assert_eq!((scene.current(), scene.table().penalty), (2, 2));
    scene.play(2, "red-reverse-2");
    assert_eq!((scene.current(), scene.table().turn.reversed), (1, true));
    scene.act(1, Action::Draw);
    assert_eq!((scene.current(), scene.count(1)), (0, 4));

    let skips = Options {
        deflect: Deflect::Skip,
        ..decklet()
    };
    let mut scene = Scene::new(skips, &hands, &format!("red-5-1 {DECK}"));
    scene.play(0, "red-draw2-1");
    assert_eq!(scene.legal(1), ["red-skip-1", "Draw"]);
}

#[test]
fn an_equal_card_may_jump_in() {
    let options = Options {
        jump_in: true,
        ..decklet()
    };
    let hands = [
        "red-1-1 blue-1-1",
        "red-2-1",
        "red-5-2 red-7-1 blue-5-1",
        "red-4-1 red-9-1",
    ];
    let mut scene = Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
    assert_eq!(scene.legal(2), ["red-5-2"]);
    assert_eq!(scene.code_of_play(2, "blue-5-1"), "NOT_YOUR_TURN");
    scene.act(0, Action::Draw).play(2, "red-5-2");
    assert_eq!(
        (scene.current(), scene.table().drawn),
        (3, decklet_uno::table::Drawn::NotYet)
    );
    let off = Scene::new(decklet(), &hands, &format!("red-5-1 {DECK}"));
    assert_eq!(off.code_of_play(2, "red-5-2"), "NOT_YOUR_TURN");
}

#[test]
fn sevens_and_zeros_move_hands() {
    let options = Options {
        seven_zero: SevenZero::Both,
        ..decklet()
    };
    let hands = [
        "red-7-1 red-1-1",
        "red-0 red-2-1 red-3-1",
        "red-4-1 red-6-1 red-8-1 red-9-1",
    ];
    let mut scene = Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
    scene.play(0, "red-7-1");
    assert_eq!(scene.code(0, Action::EndTurn), "TARGET_PENDING");
    assert_eq!(scene.code(0, Action::ChooseTarget(0)), "INVALID_TARGET");
    assert_eq!(scene.code(0, Action::ChooseTarget(3)), "INVALID_TARGET");
    scene.act(0, Action::ChooseTarget(2));
    assert_eq!((scene.round.hand(2), scene.current()), (hand("red-1-1"), 1));
    scene.play(1, "red-0");
    assert_eq!(
        [0, 1, 2].map(|seat| scene.count(seat)),
        [1, 4, 2],
        "each to the next seat"
    );
    assert_eq!(scene.code(2, Action::ChooseTarget(0)), "TARGET_NOT_PENDING");

    let mut scene = Scene::new(decklet(), &hands, &format!("red-5-1 {DECK}"));
    scene.play(0, "red-7-1").play(1, "red-0");
    assert_eq!([0, 1, 2].map(|seat| scene.count(seat)), [1, 2, 4]);
}

#[test]
fn uno_is_called_and_caught() {
    let options = Options {
        uno_call: UnoCall::Manual,
        ..decklet()
    };
    let hands = [
        "red-1-1 red-9-1",
        "red-2-1 red-3-1 red-6-1",
        "red-4-1 red-7-1",
    ];
    let scene = || Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
    let mut late = scene();
    late.play(0, "red-1-1");
    assert_eq!(late.table().exposed, Some(0));
    assert_eq!(late.code(0, Action::Catch(0)), "NOTHING_TO_CATCH");
    assert_eq!(late.code(1, Action::Catch(2)), "NOTHING_TO_CATCH");
    assert_eq!(late.code(2, Action::Catch(0)), "ok");
    late.act(0, Action::CallUno);
    assert_eq!(late.code(2, Action::Catch(0)), "NOTHING_TO_CATCH");

    let mut closed = scene();
    closed.play(0, "red-1-1").play(1, "red-2-1");
    assert_eq!(
        closed.code(2, Action::Catch(0)),
        "NOTHING_TO_CATCH",
        "the next turn has begun"
    );

    let mut early = scene();
    assert_eq!(early.code(1, Action::CallUno), "CALL_NOT_DUE");
    early.act(0, Action::CallUno);
    assert_eq!(early.code(0, Action::CallUno), "ALREADY_CALLED");
    early.play(0, "red-1-1");
    assert_eq!(early.table().exposed, None);
    assert_eq!(
        early.code(1, Action::CallUno),
        "CALL_NOT_DUE",
        "three cards"
    );

    let costly = Options {
        false_call: 2,
        ..options
    };
    let mut wrong = Scene::new(costly, &hands, &format!("red-5-1 {DECK}"));
    wrong.play(0, "red-1-1").act(1, Action::CallUno);
    assert_eq!((wrong.count(1), wrong.current()), (5, 1));
    assert_eq!(wrong.code(1, Action::CallUno), "ALREADY_CALLED");

    let off = Scene::new(decklet(), &hands, "red-5-1");
    assert_eq!(off.code(0, Action::CallUno), "CALL_NOT_DUE");
}

#[test]
fn the_last_card_may_have_to_be_a_number() {
    for (win_on, name, code) in [
        (WinOn::Any, "wild-1", "ok"),
        (WinOn::NoWild, "wild-1", "LAST_CARD"),
        (WinOn::NoWild, "red-skip-1", "ok"),
        (WinOn::NumberOnly, "red-skip-1", "LAST_CARD"),
        (WinOn::NumberOnly, "red-1-1", "ok"),
    ] {
        let scene = two(
            Options {
                win_on,
                ..decklet()
            },
            name,
            "red-2-1",
            "red-5-1",
        );
        assert_eq!(scene.code_of_play(0, name), code, "{win_on:?} {name}");
    }
}

#[test]
fn wild_on_wild_may_be_forbidden() {
    let options = Options {
        wild_on_wild: false,
        ..decklet()
    };
    let mut scene = two(options, "wild-1 red-1-1", "wild-2 green-1-1", "red-5-1");
    scene
        .play(0, "wild-1")
        .act(0, Action::ChooseColor(Color::Green));
    assert_eq!(scene.code_of_play(1, "wild-2"), "WILD_ON_WILD");
    assert_eq!(scene.code_of_play(1, "green-1-1"), "ok");
}

#[test]
fn a_color_that_blocks_nothing_passes_on_with_the_turn() {
    let options = Options {
        color_pending_blocks: false,
        ..decklet()
    };
    let hands = ["wild_draw4-1 blue-1-1", "red-2-1", "red-3-1"];
    let mut scene = Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
    scene
        .play(0, "wild_draw4-1")
        .act(0, Action::Draw)
        .act(0, Action::EndTurn);
    assert_eq!(
        (scene.current(), scene.table().pending),
        (1, Pending::Color)
    );
    scene.act(1, Action::ChooseColor(Color::Red));
    assert_eq!(
        (scene.count(2), scene.current()),
        (5, 0),
        "the four wait for the color"
    );
}

#[test]
fn partners_win_together() {
    let options = Options {
        teams: true,
        min_players: 4,
        ..Options::official()
    };
    let hands = ["red-1-1", "red-2-1 wild-1", "red-3-1 wild-2", "red-4-1"];
    let mut scene = Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
    scene.play(0, "red-1-1");
    assert_eq!(scene.round.winners(), [0, 2].into_iter().collect());
    assert_eq!(scene.round.winner(), Some(0));
    let gains = settle(
        scene.round.rules(),
        scene.table().stage,
        scene.round.hands(),
    );
    assert_eq!(gains[..4], [56, 0, 56, 0], "the opponents' cards count");
}

#[test]
fn cards_of_the_newer_decks() {
    let options = Options {
        uno_call: UnoCall::Off,
        ..Options::official_112()
    };
    let hands = [
        "wild_shuffle-1 red-1-1",
        "red-2-1 red-3-1 red-4-1",
        "red-6-1 red-8-1",
    ];
    let mut scene = Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
    scene.play(0, "wild_shuffle-1");
    assert_eq!(
        [0, 1, 2].map(|seat| scene.count(seat)),
        [2, 2, 2],
        "six cards, one by one"
    );
    assert_eq!(scene.table().pending, Pending::Color);
    scene.act(0, Action::ChooseColor(Color::Blue));
    assert_eq!(scene.current(), 1);

    let swap = Options {
        deck: decklet_uno::card::Deck::Swap112,
        ..options
    };
    let hands = [
        "wild_swap-1 red-1-1",
        "red-2-1 red-3-1 red-4-1",
        "red-6-1 red-8-1",
    ];
    let mut scene = Scene::new(swap, &hands, &format!("red-5-1 {DECK}"));
    scene
        .play(0, "wild_swap-1")
        .act(0, Action::ChooseColor(Color::Blue));
    scene.act(0, Action::ChooseTarget(1));
    assert_eq!([0, 1, 2].map(|seat| scene.count(seat)), [3, 1, 2]);

    let custom = Options {
        custom_wild: decklet_uno::profile::CustomWild::Skip,
        ..options
    };
    let hands = ["wild_custom-1 red-1-1", "red-2-1", "red-6-1"];
    let mut scene = Scene::new(custom, &hands, &format!("red-5-1 {DECK}"));
    scene
        .play(0, "wild_custom-1")
        .act(0, Action::ChooseColor(Color::Blue));
    assert_eq!(scene.current(), 2);
}

#[test]
fn first_cards_of_the_instruction_sheet() {
    let hands = ["red-1-1", "red-2-1", "red-3-1"];
    let open = |top: &str| Scene::new(Options::official(), &hands, &format!("{top} {DECK}"));
    assert_eq!(open("red-5-1").current(), 0);
    assert_eq!(open("red-skip-1").current(), 1);
    let reverse = open("red-reverse-1");
    assert_eq!(
        (reverse.current(), reverse.table().turn.direction()),
        (2, -1)
    );
    let two = open("red-draw2-1");
    assert_eq!((two.current(), two.count(0)), (1, 3));
    let mut wild = open("wild-1");
    assert_eq!(wild.code(0, Action::Draw), "COLOR_PENDING");
    wild.act(0, Action::ChooseColor(Color::Red));
    assert_eq!((wild.current(), wild.code_of_play(0, "red-1-1")), (0, "ok"));
    let four = open("wild_draw4-1");
    assert_ne!(four.table().top.face(), Face::WildDrawFour);
    assert_eq!(
        four.round.deck().len() + 1,
        13,
        "the Four is in the deck again"
    );

    let options = Options {
        first_card: FirstCard::AnyButWilds,
        first_card_return: FirstCardReturn::Bottom,
        ..Options::official()
    };
    let scene = Scene::new(options, &hands, "wild-1 red-skip-1 red-4-1");
    assert_eq!(
        (scene.current(), scene.table().top),
        (1, card("red-skip-1"))
    );
}

#[test]
fn the_dealer_sits_before_the_first_player() {
    let first = |first_player, dealer| {
        let rules = Options {
            first_player,
            ..decklet()
        }
        .build()
        .unwrap();
        let (mut deal, mut rng) = (common::rng(), common::rng());
        let round = decklet_uno::round::Round::deal(&rules, 4, dealer, &mut deal, &mut rng);
        round.unwrap().table().turn.current
    };
    let by_dealer = |first_player| [0, 1, 2, 3].map(|dealer| first(first_player, dealer));
    assert_eq!(by_dealer(FirstPlayer::LowestSeat), [0; 4]);
    assert_eq!(by_dealer(FirstPlayer::LeftOfDealer), [1, 2, 3, 0]);
    assert!(by_dealer(FirstPlayer::Random).iter().all(|seat| *seat < 4));
}

/// The specified eight in their order with their ids, then ours.
#[test]
fn rules_are_in_order_and_listed_for_a_profile() {
    let specified = [
        "uno-game-not-won",
        "uno-game-started",
        "uno-player-turn",
        "uno-player-owns-card",
        "uno-single-card",
        "uno-can-play-card",
        "uno-wild-draw4-legal",
        "uno-choose-color-valid",
    ];
    let ids = Rule::ALL.map(Rule::id);
    assert_eq!(ids[..8], specified);
    let in_force = |options: Options| -> Vec<_> {
        Rule::ALL[8..]
            .iter()
            .filter(|rule| rule.in_force(&options))
            .map(|rule| rule.id())
            .collect()
    };
    let plain = [
        "uno-turn",
        "uno-color-pending",
        "uno-draw-once",
        "uno-drawn-card-only",
        "uno-must-draw",
    ];
    assert_eq!(in_force(decklet()), plain);
    for id in [
        "uno-penalty",
        "uno-choose-target-valid",
        "uno-call-valid",
        "uno-catch-valid",
    ] {
        assert!(in_force(Options::party()).contains(&id), "{id}");
    }
    assert_eq!(Options::party().scoring, Scoring::None);
}

#[test]
fn hands_that_moved_cannot_be_caught() {
    let options = Options {
        uno_call: UnoCall::Manual,
        seven_zero: SevenZero::Both,
        ..Options::decklet()
    };
    let hands = ["red-7-1 red-1-1", "red-2-1 red-3-1", "red-4-1 red-6-1"];
    let mut seven = Scene::new(options, &hands, "red-5-1");
    seven.play(0, "red-7-1");
    assert_eq!(seven.code(1, Action::Catch(0)), "ok");
    seven.act(0, Action::ChooseTarget(1));
    assert_eq!(seven.code(1, Action::Catch(0)), "NOTHING_TO_CATCH");
    let mut zero = Scene::new(options, &["red-0 red-1-1", hands[1], hands[2]], "red-5-1");
    zero.play(0, "red-0");
    assert_eq!(zero.code(2, Action::Catch(0)), "NOTHING_TO_CATCH");
}

/// Who goes out by passing a penalty on leaves it to whom it would have reached.
#[test]
fn a_penalty_passed_on_with_the_last_card_is_still_drawn() {
    let options = Options {
        deflect: Deflect::Both,
        uno_call: UnoCall::Off,
        ..Options::official()
    };
    for (name, counts) in [("red-reverse-1", [4, 0, 1]), ("red-skip-1", [2, 0, 3])] {
        let hands = ["red-draw2-1 red-1-1 red-2-1", name, "red-4-1"];
        let mut scene = Scene::new(options, &hands, &format!("red-5-1 {DECK}"));
        scene.play(0, "red-draw2-1").play(1, name);
        assert_eq!([0, 1, 2].map(|seat| scene.count(seat)), counts, "{name}");
        assert_eq!(scene.round.winner(), Some(1));
    }
}
