//! The engine's plugin and the simulator play the same games, action by action.

use decklet_doudizhu::{
    card::Card,
    deal::{Game, Move, MoveList},
    hand::CardSet,
    plugin::{
        actions::{
            Bid, CallLandlord, Double, NoDouble, Pass, PlayCards, Ready, RobLandlord, ShowHand,
        },
        card_set, ruleset,
        state::{DoudizhuState, hand},
    },
    profile::{Doubling, Profile},
    seat::Seat,
};
use decklet_engine::{Action, GameEngine, Player, Seed, Status, Stream};

/// The engine's action as the simulator's move.
fn as_move(action: &Action, rule: &Doubling) -> Move {
    use decklet_doudizhu::auction::Bid as Said;
    if let Some(play) = action.get::<PlayCards>() {
        let cards: CardSet = card_set(play.cards.known().unwrap());
        return Move::Play(decklet_doudizhu::plays::Play {
            cards: cards.hand(),
            // Compared apart from the rest.
            combination: decklet_doudizhu::combination::detect(
                Card::from_id(0).into_iter().collect::<CardSet>().hand(),
                &Profile::all()[0].options().combinations,
            )
            .unwrap(),
        });
    }
    if action.get::<Pass>().is_some() {
        Move::Pass
    } else if action.get::<Ready>().is_some() {
        Move::Ready
    } else if action.get::<ShowHand>().is_some() {
        Move::ShowCards
    } else if let Some(call) = action.get::<CallLandlord>() {
        Move::Bid(Said::Call(call.call.unwrap()))
    } else if let Some(rob) = action.get::<RobLandlord>() {
        Move::Bid(Said::Rob(rob.rob.unwrap()))
    } else if let Some(bid) = action.get::<Bid>() {
        Move::Bid(Said::Points(u8::try_from(bid.bid.unwrap()).unwrap()))
    } else if action.get::<NoDouble>().is_some() {
        Move::Double(1)
    } else {
        let Doubling::PerPlayer {
            factor,
            super_factor,
        } = *rule
        else {
            panic!("doubling is off")
        };
        let usual = action.get::<Double>().is_some();
        Move::Double(if usual { factor } else { super_factor.unwrap() })
    }
}

/// A move without its reading.
fn blurred(choice: Move) -> String {
    match choice {
        Move::Play(play) => format!("play {}", play.cards),
        other => format!("{other:?}"),
    }
}

fn same(engine: &GameEngine, game: &Game<'_>, moves: &MoveList, legal: &[Action]) {
    let deal = game.deal();
    let state = engine.state().state::<DoudizhuState>();
    let rule = &deal.options().doubling;
    assert_eq!(state.flow().phase, deal.phase());
    assert_eq!(state.flow().landlord, deal.landlord());
    assert_eq!(state.flow().trick, *deal.trick());
    assert_eq!(state.flow().tally, *deal.tally());
    assert_eq!(state.flow().redeals, deal.redeals());
    for seat in Seat::ALL {
        let cards = hand(engine.state(), decklet_engine::Seat(seat.into()));
        assert_eq!(card_set(cards).hand(), deal.hand(seat));
    }
    if !deal.is_over() {
        let turn: u8 = deal.turn().into();
        assert_eq!(
            engine.state().current_player(),
            Some(decklet_engine::Seat(turn))
        );
    }
    let listed: Vec<_> = legal
        .iter()
        .map(|action| blurred(as_move(action, rule)))
        .collect();
    let expected: Vec<_> = moves.iter().map(|&choice| blurred(choice)).collect();
    assert_eq!(listed, expected, "legal actions in order");
    for (action, choice) in legal.iter().zip(moves) {
        if let (Some(play), Move::Play(expected)) = (action.get::<PlayCards>(), choice) {
            assert!(
                play.declared
                    .is_none_or(|declared| declared.is(expected.combination))
            );
        }
    }
}

fn play_side_by_side(profile: &Profile, seed: &Seed) {
    let mut engine = GameEngine::new(ruleset(profile).unwrap(), *seed);
    engine.create_game(Player::numbered(3)).unwrap();
    engine.start().unwrap();
    let mut game = Game::new(profile, seed);
    let mut moves = MoveList::new();
    let mut policy = seed.rng(Stream::POLICY);
    loop {
        game.deal().legal(&mut moves);
        let legal = match engine.state().current_player() {
            Some(seat) if engine.state().status() == Status::Playing => engine.legal_actions(seat),
            _ => Vec::new(),
        };
        same(&engine, &game, &moves, &legal);
        if game.deal().is_over() {
            break;
        }
        let chosen = policy.below(u32::try_from(moves.len()).unwrap()) as usize;
        game.apply(moves[chosen]);
        engine.dispatch(&legal[chosen]).unwrap();
    }
    assert_eq!(engine.state().status(), Status::Finished);
    let state = engine.state().state::<DoudizhuState>();
    assert_eq!(state.flow().returns(profile), game.deal().returns());
    assert_eq!(state.points().unwrap_or_default(), game.deal().returns());
    let winners = engine.state().winners();
    let expected = game.deal().winner().map(|team| {
        let landlord = game.deal().landlord().unwrap();
        Seat::ALL
            .into_iter()
            .filter(|&seat| decklet_doudizhu::score::Team::of(seat, landlord) == team)
            .map(|seat| decklet_engine::Seat(seat.into()))
            .collect::<Vec<_>>()
    });
    assert_eq!(winners, expected.unwrap_or_default());
}

/// Games a profile; `cargo xtask lockstep` asks for more.
fn games() -> u64 {
    let games = std::env::var("DECKLET_LOCKSTEP_GAMES");
    games.map_or(1000, |games| games.parse().expect("a number of games"))
}

#[test]
fn engine_and_simulator_agree_in_every_profile() {
    for profile in Profile::all() {
        for game in 0..games() {
            play_side_by_side(profile, &Seed::from(1).child(game));
        }
    }
}
