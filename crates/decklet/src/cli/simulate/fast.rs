//! Random games through the pure simulators.

use super::{Outcome, Policy};
use decklet::{
    doudizhu::{deal::Game, profile::Profile, score::Team, seat::Seat, simulate::play_randomly},
    engine::{Seed, Stream},
    uno::{profile::Rules, round::Round, score::Length, simulate},
};

/// A game of Dou Dizhu.
pub fn doudizhu(profile: &Profile, seed: &Seed) -> Outcome {
    let mut game = Game::new(profile, seed);
    let actions = play_randomly(&mut game, &mut seed.rng(Stream::POLICY));
    let deal = game.deal();
    let landlord = deal.landlord();
    let winners = landlord.zip(deal.winner()).map_or(0, |(landlord, team)| {
        let won = Seat::ALL
            .into_iter()
            .filter(|&seat| Team::of(seat, landlord) == team);
        won.fold(0, |all, seat| all | 1 << seat.index())
    });
    Outcome {
        actions,
        rounds: 1,
        winners,
        landlord: landlord.map(u8::from),
    }
}

/// A round of UNO, or a match.
pub fn uno(
    rules: &Rules,
    players: u8,
    length: Option<Length>,
    policy: Policy,
    seed: &Seed,
) -> anyhow::Result<Outcome> {
    let policy = match policy {
        Policy::Uniform => simulate::Policy::Uniform,
        Policy::DrawWhenStuck => simulate::Policy::DrawWhenStuck,
    };
    if let Some(length) = length {
        let (game, actions, winners) = simulate::play_match(rules, players, length, seed, policy)?;
        return Ok(Outcome {
            actions,
            rounds: game.rounds().into(),
            winners: winners.bits(),
            landlord: None,
        });
    }
    let mut play = seed.rng(Stream::PLAY);
    let deal = &mut seed.rng(Stream::DEAL);
    let mut round = Round::deal(rules, players, players - 1, deal, &mut play)?;
    let choice = &mut seed.rng(Stream::POLICY);
    Ok(Outcome {
        actions: simulate::play_out(&mut round, policy, choice, &mut play),
        rounds: 1,
        winners: round.winners().bits(),
        landlord: None,
    })
}
