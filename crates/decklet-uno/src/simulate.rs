//! Many rounds of random play, as fast as the machine can.

#[cfg(target_arch = "x86_64")]
use crate::bits::Bmi2;
use crate::{
    bits::{Bits, Shifts},
    legal::Action,
    profile::{COMMON, MAX_PLAYERS, OptionsError, Rules},
    round::{AsNeeded, Chance, Round},
    score::{Length, Match, next_seed},
    table::{Seat, Seats},
};
use decklet_engine::{Rng, Seed, Stream};
use std::num::NonZeroUsize;

/// How random players choose. Each decision draws one number from
/// [`Stream::POLICY`](decklet_engine::Stream::POLICY), also when there is one action only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Every action of [`Choices`](crate::round::Choices) equally likely. This draws a lot.
    Uniform,
    /// Every action of [`draw_when_stuck`](crate::round::Choices::draw_when_stuck) equally likely.
    DrawWhenStuck,
}

impl Policy {
    /// The next action of random players and whose it is; nothing when the round is over.
    #[inline]
    pub fn choose(self, round: &Round, choice: &mut Rng) -> Option<(Seat, Action)> {
        self.choose_by(Shifts, round.rules(), round, choice)
    }

    #[inline(always)]
    fn choose_by(
        self,
        bits: impl Bits,
        rules: &Rules,
        round: &Round,
        choice: &mut Rng,
    ) -> Option<(Seat, Action)> {
        if rules.out_of_turn() {
            return self.choose_among_all(round, choice);
        }
        let seat = round.table().turn.current;
        let legal = round.situation_by(rules, seat).legal();
        let legal = match self {
            Self::Uniform => legal,
            Self::DrawWhenStuck => legal.draw_when_stuck(),
        };
        let index = choice.below(legal.count(bits).max(1));
        Some((seat, legal.find(bits, index)?))
    }

    fn choose_among_all(self, round: &Round, choice: &mut Rng) -> Option<(Seat, Action)> {
        let choices = match self {
            Self::Uniform => round.choices(),
            Self::DrawWhenStuck => round.choices().draw_when_stuck(),
        };
        choices.get(choice.below(choices.len().max(1)))
    }
}

/// What came out of a series of rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Report {
    /// Rounds played.
    pub games: u64,
    /// Actions chosen in all of them.
    pub decisions: u64,
    /// Rounds won by each seat; partners and equal hands win together.
    pub wins: [u64; MAX_PLAYERS],
    /// Rounds without a winner.
    pub stalemates: u64,
    /// Actions of the longest round.
    pub longest: u64,
}

impl Report {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.wins
            .iter_mut()
            .zip(other.wins)
            .for_each(|(wins, more)| *wins += more);
        self.stalemates += other.stalemates;
        self.longest = self.longest.max(other.longest);
    }

    fn count(&mut self, round: &Round, decisions: u64) {
        self.games += 1;
        self.decisions += decisions;
        self.longest = self.longest.max(decisions);
        self.stalemates += u64::from(round.winners().is_empty());
        for seat in round.winners().iter() {
            self.wins[usize::from(seat)] += 1;
        }
    }
}

/// Plays `games` rounds, round `i` from the seed's child `i` with the last seat as dealer. The
/// report does not depend on the number of threads.
///
/// ```
/// use decklet_engine::Seed;
/// use decklet_uno::{profile::Options, simulate::{Policy, simulate}};
///
/// let rules = Options::decklet().build()?;
/// let one = 1.try_into().unwrap();
/// let report = simulate(&rules, 2, 1_000, &Seed::from(7), one, Policy::DrawWhenStuck)?;
/// assert_eq!(report.wins.iter().sum::<u64>() + report.stalemates, 1_000);
/// # Ok::<(), decklet_uno::profile::OptionsError>(())
/// ```
///
/// # Errors
/// When the rules are not for this number of players.
pub fn simulate(
    rules: &Rules,
    players: u8,
    games: u64,
    seed: &Seed,
    threads: NonZeroUsize,
    policy: Policy,
) -> Result<Report, OptionsError> {
    rules.check_players(players)?;
    let threads = threads.get() as u64;
    let part = |thread: u64| {
        play_games(
            rules,
            players,
            (thread..games).step_by(threads as usize),
            seed,
            policy,
        )
    };
    let mut total = Report::default();
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|thread| scope.spawn(move || part(thread)))
            .collect();
        total.add(&part(0));
        for other in others {
            let part = other.join();
            total.add(&part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    Ok(total)
}

/// For as many players as the rules are for.
fn play_games(
    rules: &Rules,
    players: u8,
    games: impl Iterator<Item = u64>,
    seed: &Seed,
    policy: Policy,
) -> Report {
    let mut report = Report::default();
    for game in games {
        let seed = seed.child(game);
        let mut chance = AsNeeded {
            deal: &mut seed.rng(Stream::DEAL),
            rng: &mut seed.rng(Stream::PLAY),
        };
        let mut choice = seed.rng(Stream::POLICY);
        let mut round = Round::deal_as_needed(rules, players, players - 1, &mut chance);
        let decisions = play_on(&mut round, policy, &mut choice, &mut chance);
        report.count(&round, decisions);
    }
    report
}

/// Plays a match to its end: its state then, the number of actions, and the seats that won.
///
/// The first round has this seed, and every other the one that [`next_seed`] makes of the one
/// before.
///
/// # Errors
/// When the rules are not for this number of players.
pub fn play_match(
    rules: &Rules,
    players: u8,
    length: Length,
    seed: &Seed,
    policy: Policy,
) -> Result<(Match, u64, Seats), OptionsError> {
    let mut game = Match::new(rules, players, length)?;
    let (mut seed, mut actions) = (*seed, 0);
    loop {
        let (mut rng, mut choice) = (seed.rng(Stream::PLAY), seed.rng(Stream::POLICY));
        let mut deal = seed.rng(Stream::DEAL);
        let mut round = Round::deal(rules, players, game.dealer(), &mut deal, &mut rng)?;
        actions += play_out(&mut round, policy, &mut choice, &mut rng);
        game.add(rules, round.table().stage, round.hands());
        if let Some(winners) = game.winners(rules) {
            return Ok((game, actions, winners));
        }
        seed = next_seed(&seed);
    }
}

/// Plays a round to its end and gives the number of actions.
pub fn play_out(round: &mut Round, policy: Policy, choice: &mut Rng, rng: &mut Rng) -> u64 {
    play_on(round, policy, choice, rng)
}

fn play_on(round: &mut Round, policy: Policy, choice: &mut Rng, chance: &mut impl Chance) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(bits) = Bmi2::detected() {
        // SAFETY: there is a `Bmi2` only where the processor has these instructions.
        return unsafe { play_on_bmi2(bits, round, policy, choice, chance) };
    }
    play_on_by(Shifts, round, policy, choice, chance)
}

/// The same with the instructions of newer processors, worth a fourth of the time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn play_on_bmi2(
    bits: Bmi2,
    round: &mut Round,
    policy: Policy,
    choice: &mut Rng,
    chance: &mut impl Chance,
) -> u64 {
    play_on_by(bits, round, policy, choice, chance)
}

/// The loop, compiled apart for each policy and for the rules most played: what is known beforehand
/// costs nothing, a fourth of the instructions.
#[inline(always)]
fn play_on_by(
    bits: impl Bits,
    round: &mut Round,
    policy: Policy,
    choice: &mut Rng,
    chance: &mut impl Chance,
) -> u64 {
    const FIRST: &Rules = &COMMON[0];
    const SECOND: &Rules = &COMMON[1];
    let rules = &{ *round.rules() };
    let rules_and_policy = (rules == FIRST, rules == SECOND, policy);
    match rules_and_policy {
        (true, _, Policy::Uniform) => turns(bits, FIRST, round, Policy::Uniform, choice, chance),
        (true, _, Policy::DrawWhenStuck) => {
            turns(bits, FIRST, round, Policy::DrawWhenStuck, choice, chance)
        }
        (_, true, Policy::Uniform) => turns(bits, SECOND, round, Policy::Uniform, choice, chance),
        _ => turns(bits, rules, round, policy, choice, chance),
    }
}

/// Plays a round to its end by rules that equal its own.
#[inline(always)]
fn turns(
    bits: impl Bits,
    rules: &Rules,
    round: &mut Round,
    policy: Policy,
    choice: &mut Rng,
    chance: &mut impl Chance,
) -> u64 {
    let mut decisions = 0;
    while !round.is_over() {
        let Some((seat, action)) = policy.choose_by(bits, rules, round, choice) else {
            break;
        };
        round.apply_legal_by(rules, seat, action, chance);
        decisions += 1;
    }
    decisions
}
