//! What happens in a simulation: everything follows from a seed.

use crate::{Clock, RoomOptions, Spectators, WhenGone, games::Games};
use decklet_engine::{Rng, Seed, Stream, Value};

/// The expanded options of a simulation.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What it follows from.
    pub seed: u64,
    /// The room.
    pub options: RoomOptions,
    /// How many people want to play.
    pub people: u8,
    /// How many only watch.
    pub spectators: u8,
    /// How many hands are played.
    pub hands: u32,
    /// How long there are faults, in milliseconds.
    pub faults_ms: u64,
    /// How often something goes wrong.
    pub rates: Rates,
}

/// How often something goes wrong.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    /// Appends of a thousand that are lost without an answer.
    pub lost: u32,
    /// … that are kept without an answer.
    pub unanswered: u32,
    /// … that are kept later, without an answer.
    pub late: u32,
    /// … that are refused as if somebody else had written.
    pub conflict: u32,
    /// Appends and reads of a thousand that are refused.
    pub unavailable: u32,
    /// The server is killed once in so many milliseconds, or never.
    pub crash_ms: u32,
    /// Of a thousand kills, those after which the old server goes on for a while.
    pub zombie: u32,
    /// Commands of a thousand that arrive twice.
    pub duplicate: u32,
    /// The longest way of a message, in milliseconds.
    pub delay_ms: u32,
    /// Messages of a thousand after which a client does not read for a while.
    pub slow: u32,
    /// Messages of a thousand after which a client loses its connection.
    pub drop: u32,
    /// All connections are cut once in so many milliseconds, or never.
    pub storm_ms: u32,
    /// The clock jumps once in so many milliseconds, or never.
    pub clock_ms: u32,
    /// Turns of a thousand in which a client does nothing.
    pub lazy: u32,
    /// Commands of a thousand that are nonsense.
    pub nonsense: u32,
}

const PROFILES: [(&str, u32); 2] = [("doudizhu", 3), ("uno", 4)];

impl Plan {
    /// The plan of a seed.
    ///
    /// # Panics
    /// When a game's own profile is refused.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        let mut dice = Seed::from(seed).rng(Stream::POLICY);
        let (game, most) = PROFILES[dice.below(2) as usize];
        let profile = profile(game, &mut dice);
        let value = Value::Map([("profile".to_owned(), Value::from(profile))].into());
        let rules = Games::standard()
            .rules(game, &value)
            .expect("a profile of the game's own");
        let least = u32::try_from(*rules.players().start()).unwrap_or(2);
        let seats = least + dice.below(most.max(least) - least + 1);
        let seats = u8::try_from(seats).unwrap_or(2);
        let mut options = RoomOptions::new(game, value, seats);
        options.clock = match dice.below(2) {
            0 => Clock::PerTurn {
                seconds: 5 + dice.below(20),
            },
            _ => Clock::Fischer {
                seconds: 10 + dice.below(60),
                increment: 1 + dice.below(5),
            },
        };
        options.when_gone = [WhenGone::Finish, WhenGone::Park][dice.below(2) as usize];
        options.spectators = Spectators {
            allowed: dice.below(5) > 0,
            delay_seconds: [0, 0, 5][dice.below(3) as usize],
        };
        options.bot_delay_ms = dice.below(1000);
        Self {
            seed,
            people: 1 + u8::try_from(dice.below(u32::from(seats))).unwrap_or(0),
            options,
            spectators: u8::try_from(dice.below(3)).unwrap_or(0),
            hands: 1 + dice.below(2),
            faults_ms: 10_000 + u64::from(dice.below(180_000)),
            rates: rates(&mut dice),
        }
    }
}

fn profile(game: &str, dice: &mut Rng) -> &'static str {
    let pick =
        |dice: &mut Rng, count: usize| dice.below(u32::try_from(count).unwrap_or(1)) as usize;
    if game == "uno" {
        let names = decklet_uno::profile::NAMES;
        return names[pick(dice, names.len())];
    }
    let all = decklet_doudizhu::profile::Profile::all();
    all[pick(dice, all.len())].name()
}

/// Half of the seeds leave a fault out, so that each is also seen alone.
fn rates(dice: &mut Rng) -> Rates {
    let mut rate = |most: u32| match dice.below(2) {
        0 => 0,
        _ => 1 + dice.below(most),
    };
    Rates {
        lost: rate(60),
        unanswered: rate(60),
        late: rate(60),
        conflict: rate(60),
        unavailable: rate(60),
        crash_ms: rate(40_000).max(1000) * rate(1).min(1),
        zombie: rate(1000),
        duplicate: rate(300),
        delay_ms: 1 + rate(800),
        slow: rate(30),
        drop: rate(30),
        storm_ms: rate(40_000).max(2000) * rate(1).min(1),
        clock_ms: rate(30_000).max(1000) * rate(1).min(1),
        lazy: rate(60),
        nonsense: rate(100),
    }
}
