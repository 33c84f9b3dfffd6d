//! The laws, in games under options drawn at random: nobody gets stuck, whatever was agreed.
//!
//! `DECKLET_UNO_MIXES` sets the number of mixes; it is 2,000 unless given.

mod common;

use common::{differences, every_action, random_mix};
use decklet_engine::{Rng, Seed, Stream};
use decklet_uno::{
    card::Face,
    hand::Hand,
    legal::{Action, Rule},
    profile::{AfterDraw, CustomWild, NAMES, Options, Rules},
    round::Round,
    table::{Pending, Stage},
};

/// No round of players who draw only when stuck takes more actions than this. The longest of
/// 20,000 mixes is a good deal shorter.
const BOUND: u32 = 20_000;
/// A round of wild players is watched for so many actions.
const WATCHED: u32 = 600;

fn mixes() -> u64 {
    std::env::var("DECKLET_UNO_MIXES").map_or(2_000, |n| n.parse().expect("a number of mixes"))
}

#[test]
fn no_mix_of_options_gets_stuck() {
    let mut longest = 0;
    for mix in 0..mixes() {
        let seed = Seed::from(mix);
        let (rules, players) = random_mix(&mut seed.rng(Stream::POLICY));
        let message = || format!("mix {mix}, {players} players: {}", differences(&rules));
        longest = longest.max(play_stuck_only(&rules, players, &seed, &message));
        play_wildly(&rules, players, &seed, &message);
    }
    println!("longest round: {longest} actions");
}

#[test]
fn no_profile_gets_stuck() {
    for name in NAMES {
        let rules = Options::named(name).unwrap().build().unwrap();
        for game in 0..200 {
            let seed = Seed::from(game);
            let players = 2 + (game % 9) as u8;
            let message = || format!("profile {name}, game {game}, {players} players");
            play_stuck_only(&rules, players, &seed, &message);
            play_wildly(&rules, players, &seed, &message);
        }
    }
}

fn deal(rules: &Rules, players: u8, seed: &Seed) -> (Round, Rng, Rng) {
    let (mut rng, choice) = (seed.rng(Stream::PLAY), seed.rng(Stream::bot(0)));
    let round = Round::deal(
        rules,
        players,
        players - 1,
        &mut seed.rng(Stream::DEAL),
        &mut rng,
    );
    (round.unwrap(), rng, choice)
}

/// Plays to the end, drawing only when stuck; gives the number of actions.
fn play_stuck_only(rules: &Rules, players: u8, seed: &Seed, message: &dyn Fn() -> String) -> u32 {
    let (mut round, mut rng, mut choice) = deal(rules, players, seed);
    let mut actions = 0;
    while !round.is_over() {
        let choices = round.choices().draw_when_stuck();
        assert!(
            !choices.is_empty(),
            "stuck: {} {:?}",
            message(),
            round.table()
        );
        let (seat, action) = choices.get(choice.below(choices.len())).unwrap();
        let applied = round.apply(seat, action, &mut rng);
        assert_eq!(
            applied,
            Ok(()),
            "listed but denied: {action:?} {}",
            message()
        );
        assert_conserved(&round, message);
        actions += 1;
        assert!(
            actions < BOUND,
            "endless: {} {:?}",
            message(),
            round.table()
        );
    }
    assert_ended(&round, message);
    actions
}

/// Plays anything that is allowed, for a while, and looks closely.
fn play_wildly(rules: &Rules, players: u8, seed: &Seed, message: &dyn Fn() -> String) {
    let (mut round, mut rng, mut choice) = deal(rules, players, seed);
    for action_number in 0..WATCHED {
        if round.is_over() {
            return assert_ended(&round, message);
        }
        if action_number % 50 == 7 {
            assert_legal_means_accepted(&round, message);
        }
        let choices = round.choices();
        assert!(
            !choices.is_empty(),
            "stuck: {} {:?}",
            message(),
            round.table()
        );
        let (seat, action) = choices.get(choice.below(choices.len())).unwrap();
        let before = round;
        round.apply(seat, action, &mut rng).unwrap();
        assert_conserved(&round, message);
        assert_right_player(&before, seat, action, &round, message);
    }
}

/// Every card of the deck is in exactly one place.
fn assert_conserved(round: &Round, message: &dyn Fn() -> String) {
    let piles = round.deck().iter().chain(round.discard()).copied();
    let all = round
        .hands()
        .iter()
        .flat_map(|hand| hand.iter())
        .chain(piles);
    let (mut count, mut cards) = (0, Hand::EMPTY);
    for card in all {
        (count, cards) = (count + 1, cards.with(card));
    }
    let deck = round.rules().options().deck.cards();
    assert_eq!(count, deck.len(), "{}", message());
    assert_eq!(cards, deck.iter().copied().collect(), "{}", message());
}

/// The legal list of every seat is exactly what the rules accept from it, equal cards once.
fn assert_legal_means_accepted(round: &Round, message: &dyn Fn() -> String) {
    for seat in 0..round.hands().len() as u8 {
        let legal = round.legal(seat);
        let listed: Vec<_> = legal.iter().collect();
        assert_eq!(listed.len() as u32, legal.len());
        for action in every_action() {
            let accepted = round.situation(seat).check(action).is_ok();
            let stands_for = match action {
                Action::Play(card) => round.hand(seat).of(card.equals()).first().map(Action::Play),
                other => Some(other),
            };
            let in_list = stands_for.is_some_and(|action| listed.contains(&action));
            let held = !matches!(action, Action::Play(card) if !round.hand(seat).contains(card));
            assert_eq!(
                accepted,
                in_list && held,
                "{action:?} of seat {seat}: {}",
                message()
            );
            assert_first_rule_denies(round, seat, action);
        }
    }
}

/// The rule named in a denial is the first in order that denies, and it says it applies.
fn assert_first_rule_denies(round: &Round, seat: u8, action: Action) {
    let s = round.situation(seat);
    let Err(denial) = s.check(action) else { return };
    let first = Rule::ALL
        .into_iter()
        .find(|rule| rule.check(&s, action).is_err());
    assert_eq!(first, Some(denial.rule));
    let applies = denial.rule.applies_to();
    assert!(
        applies == ["*"] || applies.contains(&action.type_name()),
        "{denial:?} {action:?}"
    );
    let of_missing_action = [
        Rule::ChooseTargetValid,
        Rule::ChallengeValid,
        Rule::CallValid,
        Rule::CatchValid,
    ];
    let in_force = denial.rule.in_force(round.rules().options());
    assert!(
        in_force || of_missing_action.contains(&denial.rule),
        "{denial:?}"
    );
    assert!(
        denial.rule.codes().contains(&denial.why.code()),
        "{denial:?}"
    );
}

/// Who may be on turn after an action, worked out anew from the seats and the direction.
fn assert_right_player(
    before: &Round,
    seat: u8,
    action: Action,
    after: &Round,
    message: &dyn Fn() -> String,
) {
    if after.is_over() {
        return;
    }
    let options = before.rules().options();
    let (old, new) = (before.table(), after.table());
    let n = i32::from(old.turn.players);
    let step = i32::from(old.turn.direction());
    let away = |from: u8, steps: i32| (i32::from(from) + steps).rem_euclid(n) as u8;
    let seats = match action {
        Action::Play(card) => match card.face() {
            _ if old.penalty > 0 => {
                let back = if card.face() == Face::Reverse { -1 } else { 1 };
                if card.is_wild() {
                    vec![seat]
                } else {
                    vec![away(seat, back * step)]
                }
            }
            Face::Number(_) => vec![if new.pending == Pending::Target {
                seat
            } else {
                away(seat, step)
            }],
            Face::Skip => vec![away(seat, 2 * step)],
            Face::DrawTwo if new.penalty > 0 => vec![away(seat, step)],
            Face::DrawTwo => vec![away(seat, 2 * step)],
            Face::Reverse if n == 2 && new.turn.current == seat => vec![seat],
            Face::Reverse => vec![away(seat, -step)],
            _ => vec![seat],
        },
        Action::Draw if options.after_draw == AfterDraw::AutoPlay => {
            [-1, 0, 1, 2].map(|steps| away(seat, steps * step)).to_vec()
        }
        Action::Draw => vec![seat, away(seat, step)],
        Action::EndTurn | Action::ChooseTarget(_) | Action::Accept => vec![away(seat, step)],
        Action::ChooseColor(_) if old.pending == Pending::FirstColor => vec![seat],
        Action::ChooseColor(_) => match old.top.face() {
            Face::WildSwap => vec![seat],
            Face::WildCustom if options.custom_wild == CustomWild::Skip => {
                vec![away(seat, 2 * step)]
            }
            Face::WildDrawFour if new.penalty == 0 => vec![away(seat, 2 * step)],
            _ => vec![away(seat, step)],
        },
        Action::Challenge if old.bluff && options.guilty_keeps_turn => vec![seat],
        Action::Challenge => vec![away(seat, step)],
        Action::CallUno | Action::Catch(_) => vec![old.turn.current],
    };
    let current = new.turn.current;
    assert!(
        seats.contains(&current),
        "{action:?} by {seat}: {current} not in {seats:?}: {}",
        message()
    );
}

/// A round ends with somebody out, or with a stalemate that deserves the name.
fn assert_ended(round: &Round, message: &dyn Fn() -> String) {
    let out = round.hands().iter().any(|hand| hand.is_empty());
    match round.table().stage {
        Stage::Won(seats) => {
            assert!(!seats.is_empty(), "{}", message());
            let lowest =
                round.rules().options().stalemate == decklet_uno::profile::Stalemate::LowestPoints;
            assert!(out || lowest, "{}", message());
        }
        Stage::Stalemate => assert!(!out, "{}", message()),
        Stage::Playing => panic!("not over: {}", message()),
    }
    assert!(round.choices().is_empty(), "{}", message());
}
