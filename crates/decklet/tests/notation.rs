//! Games survive being written as text and read again.

use decklet::{
    bots::{Agent, Random},
    engine::{GameEngine, Player, Seat, Seed, Status, Value},
    notation,
};

/// A random game of these options, of at most 300 actions, in turn and out of it.
fn game(name: &str, options: &Value, players: usize, seed: u64) -> GameEngine {
    let rules = decklet::registry().build(name, options).unwrap();
    let seed = Seed::from(seed);
    let mut game = GameEngine::new(rules, seed);
    game.create_game(Player::numbered(players)).unwrap();
    game.start().unwrap();
    let mut bot = Random::new(&seed, Seat(0));
    for number in 0..300 {
        if game.state().status() != Status::Playing {
            break;
        }
        let seats = (0..players as u8).map(Seat);
        let asked = seats.map(|seat| (seat, game.legal_actions(seat)));
        let asked: Vec<_> = asked.filter(|(_, legal)| !legal.is_empty()).collect();
        let (seat, legal) = &asked[number % asked.len()];
        let choice = bot.choose(&game.lens(*seat), legal);
        game.dispatch(&legal[choice]).unwrap();
    }
    game
}

fn profile(name: &str) -> Value {
    Value::Map([("profile".to_owned(), name.to_owned().into())].into())
}

fn survives(game: &GameEngine) {
    let text = notation::write(game);
    let again = notation::read(&text, &decklet::registry()).unwrap_or_else(|error| {
        panic!("{error}\n{text}");
    });
    assert_eq!(notation::write(&again), text);
    assert_eq!(again.state().winners(), game.state().winners());
    assert_eq!(again.log().len(), game.log().len());
}

#[test]
fn games_of_every_profile_survive() {
    for doudizhu in decklet::doudizhu::profile::Profile::all() {
        for seed in 0..20 {
            survives(&game("doudizhu", &profile(doudizhu.name()), 3, seed));
        }
    }
    for uno in decklet::uno::profile::NAMES {
        for seed in 0..5 {
            survives(&game("uno", &profile(uno), 3, seed));
        }
    }
}

#[test]
fn a_given_deck_survives() {
    let dealt = game("doudizhu", &profile("pagat"), 3, 3);
    let mut order = dealt.first_deck_order();
    order.0.reverse();
    let mut other = GameEngine::new(dealt.rules().clone(), Seed::from(1));
    other.create_game(Player::numbered(3)).unwrap();
    other.set_deck_order(order).unwrap();
    other.start().unwrap();
    survives(&other);
}

#[test]
fn it_reads_as_documented() {
    let game = game("doudizhu", &profile("douzero"), 3, 1);
    let text = notation::write(&game);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "decklet-notation 1");
    assert_eq!(lines[1], "game doudizhu {\"profile\":\"douzero\"}");
    assert!(lines[4].starts_with("# hand 1: "), "{text}");
    assert!(
        text.lines()
            .any(|line| line.starts_with("1:") && line.contains(" 2:"))
    );
    assert!(
        text.trim_end()
            .lines()
            .last()
            .unwrap()
            .starts_with("winners ")
    );
}

#[test]
fn the_game_of_the_page_is_one() {
    const PAGE: &str = include_str!("../../../docs/notation.md");
    let text = PAGE.split("```text\n").nth(1).unwrap();
    let text = text.split("```").next().unwrap();
    let game = notation::read(text, &decklet::registry()).unwrap();
    assert_eq!(game.state().status(), Status::Finished);
    assert_eq!(notation::write(&game), text);
}

#[test]
fn a_zero_is_no_colour() {
    let zeros = (0..10).map(|seed| {
        let game = game("uno", &profile("decklet"), 4, seed);
        let text = notation::write(&game);
        let hands = text.lines().filter(|line| line.starts_with("# hand"));
        let cards = hands.flat_map(|line| line.split(' ').skip(3));
        let cards: Vec<&str> = cards.collect();
        assert_eq!(cards.len(), 28, "{text}");
        assert!(
            cards
                .iter()
                .all(|card| card.contains('-') || card.starts_with("wild"))
        );
        cards.iter().filter(|card| card.ends_with("-0")).count()
    });
    assert!(zeros.sum::<usize>() > 0);
}

#[test]
fn mistakes_are_found_and_named() {
    let game = game("doudizhu", &profile("douzero"), 3, 1);
    let text = notation::write(&game);
    let first = text
        .lines()
        .position(|line| line.starts_with("1:"))
        .unwrap();
    let head: Vec<&str> = text.lines().take(first).collect();
    let head = head.join("\n");
    let cases = [
        (
            String::from("hello"),
            "line 1: the text must begin with \"decklet-notation 1\"",
        ),
        (head.replace("doudizhu {", "chess {"), "line 2: "),
        (
            head.replace("seed ", "speed "),
            "line 4: here must be \"seed …\"",
        ),
        (
            format!("{head}\n1:pass"),
            "1:pass: not legal here; there is ",
        ),
        (format!("{head}\n4:pass"), "4:pass: seats are 1 to 3"),
        (
            format!("{head}\n2:pass"),
            "2:pass: this seat has nothing to do here",
        ),
        (format!("{head}\npass"), "pass: a move is SEAT:WHAT"),
        (format!("{head}\nwinners 1"), "by the moves it is nobody"),
    ];
    for (text, expected) in cases {
        let read = notation::read(&text, &decklet::registry());
        let error = read.err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
