//! The named profiles, options as text, and the mixes that are refused.

mod common;

use common::VALUES;
use decklet_uno::{
    card::{CARDS, Card, Deck, Face, UNO_DECK_SIZE, create_uno_cards},
    hand::Hand,
    profile::{AfterDraw, Draw, NAMES, Options, OptionsError, PlayableAfterDraw, WildDrawFour},
};

#[test]
fn every_profile_can_be_played() {
    for name in NAMES {
        let rules = Options::named(name).unwrap().build().unwrap();
        assert!(
            rules.check_players(2).is_ok() && rules.check_players(10).is_ok(),
            "{name}"
        );
    }
    let unknown = Options::named("chess").unwrap_err().to_string();
    assert!(
        unknown.contains("\"chess\"") && unknown.contains("mau-mau"),
        "{unknown}"
    );
}

#[test]
fn options_are_text_and_what_is_left_out_is_plain() {
    for name in NAMES {
        let options = Options::named(name).unwrap();
        let text = serde_json::to_string(&options).unwrap();
        assert_eq!(
            serde_json::from_str::<Options>(&text).unwrap(),
            options,
            "{name}"
        );
    }
    let some: Options = serde_json::from_str(r#"{"stack":"any","hand":5}"#).unwrap();
    let plain = Options::decklet();
    assert_eq!(
        some,
        Options {
            stack: decklet_uno::profile::Stack::Any,
            hand: 5,
            ..plain
        }
    );
    assert!(serde_json::from_str::<Options>(r#"{"stacking":"any"}"#).is_err());
}

/// `VALUES` names every option there is, and each of its values is one.
#[test]
fn every_option_can_be_set_by_name() {
    let all = serde_json::to_value(Options::decklet()).unwrap();
    let names: Vec<_> = all
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let mut listed: Vec<_> = VALUES.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    assert_eq!(listed, names);
    for (name, values) in VALUES {
        for value in *values {
            Options::decklet().set(name, value).unwrap();
        }
        assert!(matches!(
            Options::decklet().set(name, "x y"),
            Err(OptionsError::Value { .. })
        ));
    }
    for (name, value, message) in [
        (
            "deck",
            "112",
            "deck = 112: give one of classic108, shuffle112, swap112",
        ),
        (
            "first_card_return",
            "x",
            "first_card_return = x: give one of bottom, reshuffle",
        ),
        ("jump_in", "yes", "jump_in = yes: give true or false"),
        ("jump_in", "1", "jump_in = 1: give true or false"),
        ("hand", "many", "hand = many: give a whole number"),
        (
            "hand",
            "1.5",
            "hand = 1.5: give a whole number from 0 to 255",
        ),
        (
            "hand",
            "300",
            "hand = 300: give a whole number from 0 to 255",
        ),
        (
            "target",
            "true",
            "target = true: give a whole number from 0 to 65535",
        ),
    ] {
        let error = Options::decklet().set(name, value).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let error = Options::decklet().set("stak", "any").unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("stak = any: there is no such option; there are after_draw, "),
        "{error}"
    );
}

#[test]
fn mixes_that_cannot_be_played_are_refused() {
    let plain = Options::decklet();
    let none = PlayableAfterDraw::None;
    let refused = [
        (Options { hand: 0, ..plain }, "hand = 0"),
        (
            Options {
                min_players: 1,
                ..plain
            },
            "min_players = 1",
        ),
        (
            Options {
                max_players: 11,
                ..plain
            },
            "max_players = 11",
        ),
        (
            Options {
                min_players: 5,
                max_players: 4,
                ..plain
            },
            "must rise",
        ),
        (Options { hand: 8, ..plain }, "80 cards of 108"),
        (
            Options {
                teams: true,
                ..plain
            },
            "at least 4",
        ),
        (
            Options {
                challenge: true,
                ..plain
            },
            "bluff_allowed",
        ),
        (
            Options {
                draw: Draw::UntilPlayable,
                playable_after_draw: none,
                ..plain
            },
            "until_playable",
        ),
        (
            Options {
                draw: Draw::AnyNumber,
                playable_after_draw: none,
                ..plain
            },
            "any_number",
        ),
        (
            Options {
                after_draw: AfterDraw::EndAlways,
                ..plain
            },
            "end_always",
        ),
        (
            Options {
                after_draw: AfterDraw::AutoPlay,
                ..plain
            },
            "auto_play",
        ),
        (
            Options {
                forced_play: true,
                playable_after_draw: none,
                ..plain
            },
            "forced_play",
        ),
        (
            Options {
                uno_penalty: 21,
                ..plain
            },
            "uno_penalty = 21",
        ),
        (
            Options {
                false_call: 21,
                ..plain
            },
            "false_call = 21",
        ),
        (
            Options {
                challenge_guilty: 21,
                ..plain
            },
            "challenge_guilty = 21",
        ),
        (
            Options {
                challenge_innocent: 21,
                ..plain
            },
            "challenge_innocent = 21",
        ),
        (Options { target: 0, ..plain }, "target = 0"),
    ];
    for (options, words) in refused {
        let reason = options.build().unwrap_err().to_string();
        assert!(reason.contains(words), "{reason}");
    }
    let bluff = Options {
        challenge: true,
        wd4: WildDrawFour::BluffAllowed,
        ..plain
    };
    assert!(bluff.build().is_ok());
    assert!(
        Options { hand: 7, ..plain }.build().is_ok(),
        "70 of 108, 32 of 38 no numbers"
    );
}

#[test]
fn a_table_must_have_the_right_size() {
    let rules = Options {
        min_players: 4,
        teams: true,
        ..Options::decklet()
    }
    .build()
    .unwrap();
    assert_eq!(
        rules.check_players(3),
        Err(OptionsError::TableSize {
            players: 3,
            min: 4,
            max: 10
        })
    );
    assert_eq!(rules.check_players(5), Err(OptionsError::OddTeams(5)));
    assert_eq!(rules.check_players(6), Ok(()));
}

#[test]
fn the_decks_hold_what_they_should() {
    let count = |deck: Deck, face: fn(Face) -> bool| {
        deck.cards().iter().filter(|card| face(card.face())).count()
    };
    let classic = Deck::Classic108;
    assert_eq!(classic.cards(), create_uno_cards());
    assert_eq!(classic.cards().len(), UNO_DECK_SIZE);
    assert_eq!(count(classic, |face| face == Face::Number(0)), 4);
    assert_eq!(
        count(classic, |face| matches!(face, Face::Number(1..=9))),
        72
    );
    for face in [Face::Skip, Face::Reverse, Face::DrawTwo] {
        assert_eq!(
            classic
                .cards()
                .iter()
                .filter(|card| card.face() == face)
                .count(),
            8
        );
    }
    for face in [Face::Wild, Face::WildDrawFour] {
        assert_eq!(
            classic
                .cards()
                .iter()
                .filter(|card| card.face() == face)
                .count(),
            4
        );
    }
    for (deck, special) in [
        (Deck::Shuffle112, "wild_shuffle-1"),
        (Deck::Swap112, "wild_swap-1"),
    ] {
        let names: Vec<_> = deck.cards().iter().skip(108).map(Card::to_string).collect();
        let mut added = vec!["wild_custom-1", "wild_custom-2", "wild_custom-3", special];
        if special == "wild_shuffle-1" {
            added.rotate_right(1);
        }
        assert_eq!(names, added);
    }
}

#[test]
fn the_deck_begins_as_it_is_made() {
    let names: Vec<_> = create_uno_cards().iter().map(Card::to_string).collect();
    let red = "red-0 red-1-1 red-1-2 red-2-1 red-2-2 red-3-1 red-3-2 red-4-1 red-4-2 red-5-1 \
               red-5-2 red-6-1 red-6-2 red-7-1 red-7-2 red-8-1 red-8-2 red-9-1 red-9-2 red-skip-1 \
               red-skip-2 red-reverse-1 red-reverse-2 red-draw2-1 red-draw2-2 yellow-0";
    assert_eq!(names[..26], red.split_whitespace().collect::<Vec<_>>());
    let wild = "wild-1 wild-2 wild-3 wild-4 wild_draw4-1 wild_draw4-2 wild_draw4-3 wild_draw4-4";
    assert_eq!(names[100..], wild.split(' ').collect::<Vec<_>>());
}

#[test]
fn names_and_numbers_say_the_same() {
    for id in 0..CARDS as u8 {
        let card = Card::new(id).unwrap();
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(card.is_wild(), card.color().is_none());
        let only = Hand::EMPTY.with(card);
        assert!(only.contains(card) && only.is_single() && only.len() == 1);
        assert_eq!(
            (only.first(), only.without(card)),
            (Some(card), Hand::EMPTY)
        );
    }
    assert_eq!(Card::new(113), None);
    for name in [
        "",
        "red",
        "red-5",
        "red-5-3",
        "red-05-1",
        "wild-5",
        "wild",
        "wild_draw4-0",
        "红",
    ] {
        assert!(name.parse::<Card>().is_err(), "{name}");
    }
}

/// Kinds agree with colour and face, and `different` keeps the lowest of each.
#[test]
fn equal_cards_are_one_kind() {
    let all: Hand = (0..=255).filter_map(Card::new).collect();
    assert_eq!(all.len() as usize, CARDS);
    let mut lowest: Vec<Card> = Vec::new();
    for one in all.iter() {
        let same = |other: Card| (other.color(), other.face()) == (one.color(), one.face());
        for other in all.iter() {
            assert_eq!(one.equals().contains(other), same(other), "{one} {other}");
            assert_eq!(one.same_face().contains(other), one.face() == other.face());
        }
        if !lowest.iter().any(|card| same(*card)) {
            lowest.push(one);
        }
    }
    assert_eq!(all.different().iter().collect::<Vec<_>>(), lowest);
    assert_eq!(lowest.len(), 57);
}

/// `docs/uno.md` names every profile, and every option with every value that is a word.
#[test]
fn the_documentation_names_every_option() {
    let page = include_str!("../../../docs/uno.md");
    for name in NAMES {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
    for (option, values) in VALUES {
        let mut lines = page.lines().skip_while(|line| {
            !line
                .split('|')
                .nth(1)
                .is_some_and(|cell| cell.contains(&format!("`{option}`")))
        });
        let mut rows = vec![
            lines
                .next()
                .unwrap_or_else(|| panic!("no row for {option}")),
        ];
        rows.extend(lines.take_while(|line| line.starts_with("| |")));
        let words = values
            .iter()
            .filter(|value| value.parse::<u8>().is_err() && **value != "200");
        for value in words {
            assert!(
                rows.iter().any(|row| row.contains(&format!("`{value}`"))),
                "{option} {value}"
            );
        }
    }
}
