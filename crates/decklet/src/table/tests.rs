//! The full-screen table without a terminal: keys go in, characters come out.

use super::{
    full::FullScreen,
    screen::{self, LEAST_WIDTH},
    session::{Session, Turn},
};
use crate::{
    cli::{Game, SavedGame},
    text::Lang,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use decklet::{
    bots::{Agent, Lowest},
    engine::{GameEngine, Player, Ruleset, Seat, Seed, Value},
    uno::{
        plugin::UnoPlugin,
        profile::Options,
        score::{Length, Match},
    },
};
use ratatui::{Terminal, backend::TestBackend};
use std::sync::Arc;
use unicode_width::UnicodeWidthStr;

fn table(game: Game, profile: &str, players: usize, lang: Lang) -> FullScreen {
    let options = [("profile".to_owned(), Value::from(profile.to_owned()))];
    let options = Value::Map(options.into());
    let rules = decklet::registry().build(game.name(), &options).unwrap();
    seated(game, &rules, players, lang)
}

fn seated(game: Game, rules: &Arc<Ruleset>, players: usize, lang: Lang) -> FullScreen {
    let lowest = move |_: &GameEngine| {
        let bots = (1..players).map(|_| Some(Box::new(Lowest) as Box<dyn Agent>));
        std::iter::once(None).chain(bots).collect()
    };
    let players = Player::numbered(players);
    let saved = SavedGame::begin(rules, players, Seed::from(3), None, None).unwrap();
    FullScreen::new(Session::new(saved, game, Seat(0), Box::new(lowest), lang)).unwrap()
}

fn drawn(full: &FullScreen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, full)).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let rows = buffer.content().chunks(usize::from(width).max(1));
    let row = |cells: &[ratatui::buffer::Cell]| -> String {
        cells.iter().map(ratatui::buffer::Cell::symbol).collect()
    };
    rows.map(row).collect::<Vec<_>>().join("\n")
}

fn press(full: &mut FullScreen, code: KeyCode) -> bool {
    full.press(KeyEvent::new(code, KeyModifiers::NONE)).unwrap()
}

/// Plays as the hints say until `stop`; the screen is drawn after every step.
fn play(full: &mut FullScreen, stop: impl Fn(&FullScreen) -> bool) {
    for _ in 0..5000 {
        if stop(full) {
            return;
        }
        drawn(full, 80, 24);
        match full.session.turn() {
            Turn::Over => return,
            Turn::Bot(_) => full.bot_acts().unwrap(),
            Turn::Me if !full.choices.plays.is_empty() => {
                press(full, KeyCode::Char('h'));
                assert!(full.note.is_some(), "it says why");
                if full.hand.chosen().is_empty() {
                    // The expert would not play; the next hint is the first that could be played.
                    press(full, KeyCode::Char('h'));
                }
                assert!(!full.hand.chosen().is_empty());
                press(full, KeyCode::Enter);
                press(full, KeyCode::Char('1'));
            }
            Turn::Me => {
                let key = full.choices.buttons[0].key;
                press(full, KeyCode::Char(key));
            }
        }
    }
    panic!("the game does not end");
}

const GAMES: [(Game, &str, usize); 7] = [
    (Game::Doudizhu, "game-claw", 3),
    (Game::Doudizhu, "decklet", 3),
    (Game::Doudizhu, "openspiel", 3),
    (Game::Uno, "decklet", 2),
    (Game::Uno, "decklet", 10),
    (Game::Uno, "party", 4),
    (Game::Uno, "official", 10),
];

#[test]
fn whole_games_are_played_with_the_keys() {
    for (game, profile, players) in GAMES {
        for lang in [Lang::En, Lang::Zh] {
            let mut full = table(game, profile, players, lang);
            play(&mut full, |full| full.session.turn() == Turn::Over);
            assert!(full.seen.is_finished(), "{game:?} {profile}");
            // The second column of a wide character is a space here.
            let drawn = drawn(&full, LEAST_WIDTH, 24).replace(char::is_whitespace, "");
            for text in [full.texts().over, full.texts().keys, &full.message()] {
                let text = text.replace(char::is_whitespace, "");
                assert!(drawn.contains(&text), "{text}: {drawn}");
            }
        }
    }
}

#[test]
fn every_size_is_drawn_and_small_windows_say_what_is_needed() {
    for (game, profile, players) in GAMES {
        let mut full = table(game, profile, players, Lang::En);
        play(&mut full, |full| full.session.story.lines.len() > 12);
        for width in (1..=130).step_by(3) {
            for height in (1..=45).step_by(2) {
                drawn(&full, width, height);
            }
        }
        let small = drawn(&full, 50, 10);
        assert!(small.contains("50×10"), "{small}");
        let usual = drawn(&full, 80, 24);
        assert!(usual.contains("Enter play"), "{usual}");
        for player in full.opponents() {
            assert!(usual.contains(&player.name), "{}: {usual}", player.name);
        }
        let large = drawn(&full, 80, 28);
        for card in &full.hand.cards {
            let label = super::cards::face(game, Lang::En, card).top;
            assert!(large.contains(&label), "{label}: {large}");
        }
    }
}

#[test]
fn a_hand_too_wide_is_shown_around_the_cursor() {
    let mut full = table(Game::Uno, "decklet", 2, Lang::En);
    let all = decklet::uno::card::create_uno_cards();
    full.hand
        .update(all.iter().map(ToString::to_string).take(60).collect());
    let left = drawn(&full, LEAST_WIDTH, 30);
    assert!(!left.contains('‹') && left.contains('›'), "{left}");
    for _ in 0..30 {
        press(&mut full, KeyCode::Right);
    }
    let middle = drawn(&full, LEAST_WIDTH, 30);
    assert!(middle.contains('‹') && middle.contains('›'), "{middle}");
    press(&mut full, KeyCode::Char('j'));
    assert_eq!(full.hand.cursor, 29);
}

#[test]
fn a_refused_play_is_told_and_keeps_the_selection() {
    let mut full = table(Game::Doudizhu, "decklet", 3, Lang::En);
    press(&mut full, KeyCode::Char('2'));
    assert_eq!(full.seen.text("ddz.landlordId"), Some("p1"));
    for _ in 0..4 {
        press(&mut full, KeyCode::Char(' '));
        press(&mut full, KeyCode::Right);
    }
    press(&mut full, KeyCode::Enter);
    assert_eq!(
        full.note.as_deref(),
        Some("These cards cannot be played together.")
    );
    assert_eq!(full.hand.chosen().len(), 4);
    press(&mut full, KeyCode::Char('p'));
    assert_eq!(full.note.as_deref(), Some("That cannot be done now."));
    press(&mut full, KeyCode::Esc);
    assert!(full.hand.chosen().is_empty());
    press(&mut full, KeyCode::Enter);
    assert_eq!(full.note.as_deref(), Some(full.texts().select_first));
}

#[test]
fn help_lies_over_the_table_until_a_key_is_pressed_and_q_leaves() {
    let mut full = table(Game::Uno, "decklet", 2, Lang::Zh);
    press(&mut full, KeyCode::Char('?'));
    let title = full.texts().help_title.chars().next().unwrap().to_string();
    assert!(drawn(&full, 80, 24).contains(&title));
    assert!(
        press(&mut full, KeyCode::Char('q')),
        "it only closes the help"
    );
    assert!(!press(&mut full, KeyCode::Char('q')));
    let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(!full.press(control).unwrap());
}

#[test]
fn cards_that_can_be_read_in_several_ways_are_asked_about() {
    let mut full = table(Game::Doudizhu, "openspiel", 3, Lang::En);
    let play = |low: i64, length: i64| {
        let reading = [
            ("type".to_owned(), Value::from("PLANE_SOLO")),
            ("low".to_owned(), Value::from(low)),
            ("length".to_owned(), Value::from(length)),
        ];
        let chosen = full.hand.cards[..2].to_vec();
        let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
        decklet::engine::NamedAction::new("PLAY_CARDS")
            .with("cardIds", &chosen[..])
            .with("reading", Value::Map(reading.into()))
    };
    full.choices.plays = vec![play(3, 2), play(4, 2)];
    // First what the expert would do, then what can be played.
    press(&mut full, KeyCode::Char('h'));
    press(&mut full, KeyCode::Char('h'));
    press(&mut full, KeyCode::Enter);
    let asked = drawn(&full, 80, 24);
    assert!(
        asked.contains("several ways") && asked.contains("PLANE_SOLO"),
        "{asked}"
    );
    press(&mut full, KeyCode::Char('2'));
    assert!(full.note.is_some(), "the rules are asked: {asked}");
}

#[test]
fn a_long_menu_is_shown_whole() {
    let mut full = table(Game::Uno, "decklet", 10, Lang::En);
    let targets = (2..=10).map(|seat| {
        let target = format!("p{seat}");
        decklet::engine::NamedAction::new("CHOOSE_TARGET").with("targetId", target)
    });
    full.choices = super::choices::Choices::of(targets.collect(), &full.seen, full.texts());
    let screen = drawn(&full, 80, 30);
    for seat in 2..=10 {
        assert!(
            screen.contains(&format!("swap with p{seat}")),
            "{seat}: {screen}"
        );
    }
}

#[test]
fn a_match_goes_on_with_enter_and_shows_the_score() {
    for (players, lang) in [(2, Lang::En), (4, Lang::Zh), (10, Lang::En)] {
        let rules = Options::official().build().unwrap();
        let before = Match::new(&rules, players as u8, Length::Rounds(2)).unwrap();
        let rules = UnoPlugin::new(rules).round_of(before).freeze().unwrap();
        let mut full = seated(Game::Uno, &rules, players, lang);
        let texts = full.texts();
        let mut rounds = 1;
        loop {
            play(&mut full, |full| full.session.turn() == Turn::Over);
            let message = full.message();
            let screen = drawn(&full, 80, 36).replace(char::is_whitespace, "");
            assert!(
                screen.contains(&message.replace(char::is_whitespace, "")),
                "{message}: {screen}"
            );
            let total = full
                .seen
                .standing
                .as_ref()
                .and_then(|standing| standing.total(texts, "p1"));
            assert!(
                screen.contains(&total.unwrap().replace(' ', "")),
                "{screen}"
            );
            let next = texts.next_round.replace(char::is_whitespace, "");
            assert_eq!(screen.contains(&next), full.goes_on(), "{screen}");
            if !full.goes_on() {
                break;
            }
            press(&mut full, KeyCode::Enter);
            rounds += 1;
            assert!(!full.seen.is_finished());
            assert!(
                full.session.story.lines.len() <= 3,
                "a round is told by itself"
            );
        }
        assert_eq!(rounds, 2);
        press(&mut full, KeyCode::Enter);
        assert!(full.seen.is_finished(), "the match is over");
    }
}

#[test]
fn cards_are_not_in_view_before_they_are_dealt() {
    let mut full = table(Game::Doudizhu, "happy", 3, Lang::En);
    assert!(
        !full
            .session
            .story
            .lines
            .contains(&full.texts().dealt.to_owned())
    );
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        if full.seen.text("ddz.phase") != Some("READY") {
            break;
        }
        match full.session.turn() {
            Turn::Me => {
                let show = full
                    .choices
                    .buttons
                    .iter()
                    .find(|b| b.action.kind == "SHOW_CARDS");
                let count = full.hand.cards.len();
                seen.insert((count, show.unwrap().text.clone()));
                let screen = drawn(&full, 80, 24);
                assert!(screen.contains(&format!("{count} cards")), "{screen}");
                let ready = full
                    .choices
                    .buttons
                    .iter()
                    .find(|b| b.action.kind == "READY");
                let key = ready.unwrap().key;
                press(&mut full, KeyCode::Char(key));
            }
            _ => full.bot_acts().unwrap(),
        }
    }
    let expected = [(0, 5), (6, 4), (12, 3)];
    let expected = expected.map(|(cards, factor)| (cards, format!("show my cards (×{factor})")));
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), expected);
    assert_eq!(full.hand.cards.len(), 17);
}

#[test]
fn help_cuts_no_character_in_half() {
    for width in 60..90 {
        let mut full = table(Game::Uno, "decklet", 4, Lang::Zh);
        full.session.story.lines = (0..30).map(|_| "一二三四五六七八九十".repeat(5)).collect();
        press(&mut full, KeyCode::Char('?'));
        let mut terminal = Terminal::new(TestBackend::new(width, 40)).unwrap();
        terminal.draw(|frame| screen::draw(frame, &full)).unwrap();
        let buffer = terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(width));
        for row in rows {
            let wall = row
                .iter()
                .position(|cell| matches!(cell.symbol(), "║" | "╔" | "╚"));
            if let Some(before) = wall.and_then(|wall| row.get(wall.checked_sub(1)?)) {
                assert_eq!(before.symbol().width(), 1, "{:?}", before.symbol());
            }
        }
    }
}
