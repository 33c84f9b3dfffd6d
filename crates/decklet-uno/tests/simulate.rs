//! Series of rounds: the same numbers everywhere.

mod common;

use decklet_engine::{Seed, Stream};
use decklet_uno::{
    profile::{NAMES, Options},
    round::Round,
    simulate::{Policy, Report, play_out, simulate},
};

fn series(name: &str, players: u8, games: u64, threads: usize, policy: Policy) -> Report {
    let rules = Options::named(name).unwrap().build().unwrap();
    let threads = threads.try_into().unwrap();
    simulate(&rules, players, games, &Seed::from(7), threads, policy).unwrap()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for name in NAMES {
        let one = series(name, 3, 101, 1, Policy::DrawWhenStuck);
        for threads in [2, 3, 8] {
            assert_eq!(
                series(name, 3, 101, threads, Policy::DrawWhenStuck),
                one,
                "{name}"
            );
        }
        assert_eq!(one.games, 101);
        assert!(one.longest >= one.decisions / one.games);
    }
    assert_eq!(
        series("decklet", 2, 0, 4, Policy::Uniform),
        Report::default()
    );
}

/// A series shuffles the deck as far as it is drawn; a round by itself shuffles it whole.
#[test]
fn a_series_is_its_rounds() {
    let stuck = NAMES
        .into_iter()
        .flat_map(|name| [2, 4, 10].map(|players| (name, players, Policy::DrawWhenStuck)));
    let uniform = ["decklet", "rlcard"].map(|name| (name, 2, Policy::Uniform));
    for (name, players, policy) in stuck.chain(uniform) {
        let rules = Options::named(name).unwrap().build().unwrap();
        let mut report = Report::default();
        for game in 0..30 {
            let seed = Seed::from(7).child(game);
            let (mut rng, mut choice) = (seed.rng(Stream::PLAY), seed.rng(Stream::POLICY));
            let mut deal = seed.rng(Stream::DEAL);
            let mut round = Round::deal(&rules, players, players - 1, &mut deal, &mut rng).unwrap();
            let decisions = play_out(&mut round, policy, &mut choice, &mut rng);
            report.games += 1;
            report.decisions += decisions;
            report.longest = report.longest.max(decisions);
            report.stalemates += u64::from(round.winners().is_empty());
            for seat in round.winners().iter() {
                report.wins[usize::from(seat)] += 1;
            }
        }
        assert_eq!(
            series(name, players, 30, 1, policy),
            report,
            "{name}, {players}"
        );
    }
}

/// A change here breaks every recorded seed.
#[test]
fn seeds_give_the_same_rounds_for_ever() {
    let numbers = NAMES.map(|name| {
        let report = series(name, 4, 50, 1, Policy::DrawWhenStuck);
        (report.decisions, report.wins[0], report.longest)
    });
    assert_eq!(numbers, PINNED_SERIES);
    let uniform = series("decklet", 2, 20, 1, Policy::Uniform);
    assert_eq!((uniform.decisions, uniform.wins[0]), PINNED_UNIFORM);

    let rules = Options::decklet().build().unwrap();
    let seed = Seed::from(7);
    let mut rng = seed.rng(Stream::PLAY);
    let round = Round::deal(&rules, 2, 1, &mut seed.rng(Stream::DEAL), &mut rng).unwrap();
    let names: Vec<_> = round.hand(0).iter().map(|card| card.to_string()).collect();
    assert_eq!(names.join(" "), PINNED_HAND);
}

/// Both ways of counting choices, for one seat and for all, give the same play.
#[test]
fn a_policy_draws_once_a_decision() {
    let rules = Options::decklet().build().unwrap();
    let seed = Seed::from(3);
    let (mut rng, mut choice) = (seed.rng(Stream::PLAY), seed.rng(Stream::POLICY));
    let mut round = Round::deal(&rules, 2, 1, &mut seed.rng(Stream::DEAL), &mut rng).unwrap();
    for _ in 0..60 {
        let choices = round.choices().draw_when_stuck();
        let expected = choices.get(choice.clone().below(choices.len()));
        let before = choice.position();
        let chosen = Policy::DrawWhenStuck.choose(&round, &mut choice);
        assert_eq!(chosen, expected);
        assert_eq!(choice.position(), before + 1);
        let Some((seat, action)) = chosen else { return };
        round.apply(seat, action, &mut rng).unwrap();
        if round.is_over() {
            return;
        }
    }
}

const PINNED_SERIES: [(u64, u64, u64); 7] = [
    (2930, 18, 139),
    (5015, 13, 252),
    (5320, 16, 425),
    (7538, 10, 753),
    (2650, 13, 164),
    (10202, 13, 802),
    (3728, 12, 222),
];
const PINNED_UNIFORM: (u64, u64) = (28_651, 7);
const PINNED_HAND: &str =
    "red-draw2-2 yellow-5-2 green-skip-1 blue-2-1 blue-8-1 blue-reverse-1 wild-2";
