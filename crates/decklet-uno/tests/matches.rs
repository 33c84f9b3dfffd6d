//! Matches of several rounds: through the engine, round by round, and in the simulator.

use decklet_engine::{GameEngine, Player, Seat, Seed, Status, Stream, log};
use decklet_uno::{
    plugin::{
        Setup, UnoPlugin, match_before, match_so_far, next_round, plugin_from_value,
        ruleset_from_value, state::UnoState,
    },
    profile::{Options, Rules, Scoring},
    score::{Length, Match, next_seed},
    simulate::{Policy, play_match},
};

fn rules(scoring: Scoring) -> Rules {
    let options = Options {
        scoring,
        target: 150,
        ..Options::official()
    };
    options.build().unwrap()
}

/// A round of players who choose uniformly among all that anybody may do.
fn play(plugin: &UnoPlugin, players: u8, seed: &Seed) -> GameEngine {
    let mut engine = GameEngine::new(plugin.freeze().unwrap(), *seed);
    engine
        .create_game(Player::numbered(players.into()))
        .unwrap();
    engine.start().unwrap();
    let mut policy = seed.rng(Stream::POLICY);
    while engine.state().status() == Status::Playing {
        let turn = engine.state().state::<UnoState>().table().turn;
        let seats = turn.from(turn.current).map(Seat);
        let mut legal: Vec<_> = seats.flat_map(|seat| engine.legal_actions(seat)).collect();
        let choice = policy.below(u32::try_from(legal.len()).unwrap());
        engine.dispatch(legal.swap_remove(choice as usize)).unwrap();
    }
    engine
}

#[test]
fn engine_and_simulator_play_the_same_matches() {
    for (scoring, length) in [
        (Scoring::WinnerTakes, Length::Target),
        (Scoring::EachKeeps, Length::Target),
        (Scoring::None, Length::Rounds(3)),
        (Scoring::WinnerTakes, Length::Rounds(2)),
    ] {
        let rules = rules(scoring);
        let first = Seed::from(5);
        let expected = play_match(&rules, 3, length, &first, Policy::Uniform).unwrap();
        let before = Match::new(&rules, 3, length).unwrap();
        let (mut plugin, mut seed) = (UnoPlugin::new(rules).round_of(before), first);
        let (mut actions, mut dealers) = (0, Vec::new());
        let so_far = loop {
            let engine = play(&plugin, 3, &seed);
            actions += engine.log().len() as u64 - 1;
            dealers.push(engine.state().fixed::<Setup>().dealer.unwrap());
            let so_far = match_so_far(engine.state()).unwrap();
            let Some(next) = next_round(engine.state()) else {
                break so_far;
            };
            assert_eq!(so_far.winners(&rules), None);
            (plugin, seed) = (next, next_seed(&seed));
        };
        let winners = so_far.winners(&rules).unwrap();
        assert_eq!((so_far, actions, winners), expected, "{scoring:?}");
        let moving_on: Vec<u8> = [2, 0, 1].into_iter().cycle().take(dealers.len()).collect();
        assert_eq!(dealers, moving_on);
    }
}

#[test]
fn the_log_of_a_round_tells_the_match_before_it() {
    let rules = rules(Scoring::WinnerTakes);
    let before = Match::resume(&rules, Length::Target, &[20, 0, 60], 4).unwrap();
    let engine = play(&UnoPlugin::new(rules).round_of(before), 3, &Seed::from(1));
    let text = log::to_jsonl(&engine);
    let read = log::LogFile::read(text.as_bytes()).unwrap();
    let ruleset = ruleset_from_value(&read.header.options).unwrap();
    let again = read.verify(&ruleset).unwrap();
    assert_eq!(match_before(again.state()), Some(before));
    assert_eq!(match_so_far(again.state()), match_so_far(engine.state()));
    assert_eq!(again.state().fixed::<Setup>().dealer, Some(0));
}

#[test]
fn a_single_round_is_of_no_match() {
    let rules = rules(Scoring::WinnerTakes);
    let engine = play(&UnoPlugin::new(rules), 2, &Seed::from(1));
    assert_eq!(match_so_far(engine.state()), None);
    assert!(next_round(engine.state()).is_none());
}

#[test]
fn what_is_no_match_is_refused() {
    for (text, named) in [
        (r#"{"profile":"official","match":7}"#, "match = 7"),
        (
            r#"{"profile":"official","match":{"length":"ever","rounds":0,"totals":[0,0]}}"#,
            "length",
        ),
        (
            r#"{"profile":"official","match":{"length":2,"rounds":-1,"totals":[0,0]}}"#,
            "rounds",
        ),
        (
            r#"{"profile":"official","match":{"length":2,"rounds":0,"totals":[0]}}"#,
            "a number a player",
        ),
    ] {
        let value = serde_json::from_str(text).unwrap();
        let error = plugin_from_value(&value).unwrap_err();
        assert!(error.contains(named), "{text}: {error}");
    }
}
