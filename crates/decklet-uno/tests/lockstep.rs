//! The engine's plugin and the simulator play the same rounds, action by action.

use decklet_engine::{
    Action as EngineAction, GameEngine, Player, Seat, Seed, Status, Stream, wire,
};
use decklet_uno::{
    legal::Action,
    plugin::{Setup, hand, ruleset, state::UnoState},
    profile::{NAMES, Options},
    round::Round,
};

/// An action of the simulator as the engine's log would write it.
fn text(action: Action) -> (String, String) {
    let what = match action {
        Action::Play(card) => card.to_string(),
        Action::ChooseColor(color) => color.name().to_owned(),
        Action::ChooseTarget(seat) | Action::Catch(seat) => format!("p{}", seat + 1),
        _ => String::new(),
    };
    (action.type_name().to_owned(), what)
}

fn engine_text(engine: &GameEngine, action: &EngineAction) -> (String, String) {
    let named = wire::action_to_named(engine, action);
    let field = |name: &str| named.payload.get(name).map(ToString::to_string);
    let what = field("color").or(field("targetId")).or(field("cardIds"));
    let what = what.unwrap_or_default();
    (named.kind, what.trim_matches(['[', ']', '"']).to_owned())
}

fn same(engine: &GameEngine, round: &Round) {
    let state = engine.state();
    let setup = state.fixed::<Setup>();
    assert_eq!(state.state::<UnoState>().table(), round.table());
    for (seat, held) in (0..).zip(round.hands()) {
        assert_eq!(hand(state, Seat(seat)), *held, "hand of seat {seat}");
    }
    let pile = |name: &str| {
        let zone = state
            .zones()
            .find(|&zone| state.names().zone(zone) == name)
            .unwrap();
        state
            .zone(zone)
            .iter()
            .filter_map(|&id| setup.card(id))
            .collect::<Vec<_>>()
    };
    assert_eq!(pile("uno-deck"), round.deck());
    assert_eq!(pile("uno-discard"), round.discard());
    if !round.is_over() {
        assert_eq!(
            state.current_player(),
            Some(Seat(round.table().turn.current))
        );
    }
}

fn play_side_by_side(options: &Options, players: u8, seed: &Seed, longest: u32) {
    let rules = options.build().unwrap();
    let mut engine = GameEngine::new(ruleset(options).unwrap(), *seed);
    engine
        .create_game(Player::numbered(players.into()))
        .unwrap();
    engine.start().unwrap();
    let mut random = seed.rng(Stream::PLAY);
    let mut round = Round::deal(
        &rules,
        players,
        players - 1,
        &mut seed.rng(Stream::DEAL),
        &mut random,
    )
    .unwrap();
    let mut policy = seed.rng(Stream::POLICY);
    for _ in 0..longest {
        same(&engine, &round);
        if round.is_over() {
            break;
        }
        let mut listed = Vec::new();
        for seat in round.table().turn.from(round.table().turn.current) {
            let legal = engine.legal_actions(Seat(seat));
            let expected: Vec<_> = round.legal(seat).iter().map(text).collect();
            let texts: Vec<_> = legal
                .iter()
                .map(|action| engine_text(&engine, action))
                .collect();
            assert_eq!(texts, expected, "legal actions of seat {seat} in order");
            listed.extend(legal);
        }
        let choices = round.choices().draw_when_stuck();
        let all: Vec<_> = round.choices().iter().collect();
        let chosen = choices.get(policy.below(choices.len())).unwrap();
        let place = all.iter().position(|choice| *choice == chosen).unwrap();
        engine.dispatch(&listed[place]).unwrap();
        round.apply(chosen.0, chosen.1, &mut random).unwrap();
    }
    same(&engine, &round);
    assert_eq!(round.is_over(), engine.state().status() == Status::Finished);
    let winners: Vec<_> = round.winners().iter().map(Seat).collect();
    assert_eq!(engine.state().winners(), winners);
}

/// Games a profile; `cargo xtask lockstep` asks for more.
fn games() -> u64 {
    let games = std::env::var("DECKLET_LOCKSTEP_GAMES");
    games.map_or(1000, |games| games.parse().expect("a number of games"))
}

#[test]
fn engine_and_simulator_agree_in_every_profile() {
    for name in NAMES {
        let options = Options::named(name).unwrap();
        for game in 0..games() {
            let players = 2 + (game % 9) as u8;
            play_side_by_side(&options, players, &Seed::from(1).child(game), 20_000);
        }
    }
}
