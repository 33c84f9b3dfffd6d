//! What the command-line tools and scripts ask, as text and JSON: the questions of `plays`,
//! `detect`, `beats`, `legal` and `score`. (`explain` and `perft` have modules of their own.)

use crate::{
    auction::{Doublings, Showing},
    card::Rank,
    combination::{Combination, Kind, beating, readings},
    hand::Hand,
    plays::{Play, all_plays, for_each},
    profile::{Bidding, Doubling, Options, Profile, ShowCards},
    score::{Points, Tally, Team, points_per_unit},
    seat::Seat,
};
use serde::{Deserialize, Serialize};

/// One way to read some cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReadingOut {
    /// The kind.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The lowest rank of the main part.
    pub main_low: Rank,
    /// The highest rank of the main part.
    pub main_high: Rank,
    /// How many ranks the main part has.
    pub length: u8,
}

impl From<Combination> for ReadingOut {
    fn from(combination: Combination) -> Self {
        Self {
            kind: combination.kind(),
            main_low: combination.low(),
            main_high: combination.high(),
            length: combination.length(),
        }
    }
}

/// The answer to `detect`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Detected {
    /// The cards as understood.
    pub cards: Hand,
    /// Whether they may be played together at all.
    pub valid: bool,
    /// Every way to read them, by kind, then the lowest first.
    pub readings: Vec<ReadingOut>,
}

/// What the cards are.
///
/// ```
/// use decklet_doudizhu::{profile::Profile, tools::detect};
///
/// let answer = detect("3334".parse()?, Profile::named("pagat").unwrap());
/// assert_eq!(
///     serde_json::to_string(&answer).unwrap(),
///     r#"{"cards":"3334","valid":true,"readings":[{"type":"trio_solo","main_low":"3","main_high":"3","length":1}]}"#,
/// );
/// # Ok::<(), decklet_doudizhu::hand::HandError>(())
/// ```
#[must_use]
pub fn detect(cards: Hand, options: &Options) -> Detected {
    let mut all = readings(cards, &options.combinations);
    all.sort_by_key(|combination| (combination.kind(), combination.low()));
    let readings: Vec<_> = all.into_iter().map(ReadingOut::from).collect();
    Detected {
        cards,
        valid: !readings.is_empty(),
        readings,
    }
}

/// Whether `play` beats `previous`, which was led, so that it counts as its first reading; none
/// when one of them is no combination.
#[must_use]
pub fn beats(previous: Hand, play: Hand, options: &Options) -> Option<bool> {
    let last = readings(previous, &options.combinations)
        .into_iter()
        .next()?;
    let last = beating(previous, last, None, options).ok()?;
    let ways = readings(play, &options.combinations);
    if ways.is_empty() {
        return None;
    }
    Some(
        ways.into_iter()
            .any(|reading| beating(play, reading, Some(last), options).is_ok()),
    )
}

/// The plays of `hand` on `last` as card sets, each once, in the order of [`plays`](crate::plays).
/// `last` counts as its first reading. `pass` is the last line where passing is allowed.
///
/// # Errors
/// When `last` is no combination: its cards.
pub fn legal(hand: Hand, last: Option<Hand>, options: &Options) -> Result<Vec<String>, Hand> {
    let on_table = match last {
        None => None,
        Some(cards) => {
            let first = readings(cards, &options.combinations).into_iter().next();
            Some(
                first
                    .and_then(|r| beating(cards, r, None, options).ok())
                    .ok_or(cards)?,
            )
        }
    };
    let mut sets = Vec::new();
    for_each(hand, on_table, options, |play| sets.push(play.cards));
    let mut seen = std::collections::BTreeSet::new();
    sets.retain(|&cards| seen.insert(cards));
    let mut lines: Vec<_> = sets.iter().map(Hand::to_string).collect();
    if last.is_some() {
        lines.push("pass".into());
    }
    Ok(lines)
}

/// Every card set of at most 20 cards that may be played, a line each, sorted by their bytes. With
/// `with_readings` a line each reading: `CARDS TYPE LOW HIGH LENGTH`.
#[must_use]
pub fn play_lines(options: &Options, with_readings: bool) -> Vec<String> {
    let line = |play: Play| {
        let cards = play.cards;
        if !with_readings {
            return vec![cards.to_string()];
        }
        let all = readings(cards, &options.combinations);
        all.into_iter()
            .map(|c| {
                format!(
                    "{cards} {} {} {} {}",
                    c.kind().name(),
                    c.low(),
                    c.high(),
                    c.length()
                )
            })
            .collect()
    };
    let mut lines: Vec<String> = all_plays(options).into_iter().flat_map(line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// A finished game to be scored.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ScoreCase {
    /// The name of a profile.
    pub profile: String,
    /// The landlord's seat.
    pub landlord: Seat,
    /// The seat that emptied its hand.
    pub winner: Seat,
    /// The winning bid.
    #[serde(default)]
    pub bid: u8,
    /// Bombs played.
    #[serde(default)]
    pub bombs: u8,
    /// Rockets played.
    #[serde(default)]
    pub rockets: u8,
    /// Robs in the auction.
    #[serde(default)]
    pub robs: u8,
    /// How often each seat played.
    pub plays: [u8; 3],
    /// 0 for a hand that was not shown, 1 for one that was; or the factor of the moment, where the
    /// profile knows several.
    #[serde(default)]
    pub shown: [u8; 3],
    /// What each seat multiplied its stake by, 1 for nothing.
    #[serde(default = "no_doubling")]
    pub doubled: [u8; 3],
    /// The weights of what each seat played, for profiles that count them.
    #[serde(default)]
    pub weights: [u16; 3],
}

const fn no_doubling() -> [u8; 3] {
    [1; 3]
}

/// The answer to `score`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Scored {
    /// What each seat gets.
    pub points: PointsOut,
}

/// Points as they are printed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum PointsOut {
    /// Whole points.
    Whole(Points),
    /// Points with fractions, where the profile has them.
    Fractions([f64; 3]),
}

/// Why a case cannot be scored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScoreError {
    /// There is no such profile.
    #[error("no profile is called \"{0}\"")]
    Profile(String),
    /// No game ends like this.
    #[error("{field} = {value}: {why}")]
    Impossible {
        /// The field of the case.
        field: &'static str,
        /// What it says.
        value: u8,
        /// What it may say.
        why: String,
    },
}

/// Ranks of which there are four cards: no more bombs are in a deck.
const MOST_BOMBS: u8 = 13;
/// A call can be robbed by the two others and robbed back.
const MOST_ROBS: u8 = 3;
/// Cards of a landlord, and of a farmer.
const MOST_PLAYS: [u8; 2] = [20, 17];

/// Whether a game by this profile could end like this.
fn check(case: &ScoreCase, profile: &Profile) -> Result<(), ScoreError> {
    let at_most = |field, value, most: u8, what: &str| match value > most {
        true => Err(ScoreError::Impossible {
            field,
            value,
            why: format!("{what}: {most} at most"),
        }),
        false => Ok(()),
    };
    let highest = match profile.bidding {
        Bidding::Score { max, .. } => max,
        _ => 3,
    };
    at_most("bid", case.bid, highest, "the highest bid is the limit")?;
    at_most("robs", case.robs, MOST_ROBS, "a call is robbed")?;
    at_most("bombs", case.bombs, MOST_BOMBS, "a deck has bombs")?;
    at_most("rockets", case.rockets, 1, "a deck has rockets")?;
    for seat in Seat::ALL {
        let is_farmer = usize::from(seat != case.landlord);
        let plays = case.plays[seat.index()];
        at_most("plays", plays, MOST_PLAYS[is_farmer], "a hand has cards")?;
        let (shown, doubled) = (case.shown[seat.index()], case.doubled[seat.index()]);
        at_most("shown", shown, highest_showing(profile), "by this profile")?;
        at_most(
            "doubled",
            doubled,
            highest_doubling(profile),
            "by this profile",
        )?;
        if doubled == 0 {
            return Err(ScoreError::Impossible {
                field: "doubled",
                value: 0,
                why: "1 is for nobody who doubled".to_owned(),
            });
        }
    }
    if case.plays[case.winner.index()] == 0 {
        return Err(ScoreError::Impossible {
            field: "plays",
            value: 0,
            why: "the winner has played".to_owned(),
        });
    }
    let plays = case.plays.iter().sum();
    let bombs = case.bombs + case.rockets;
    at_most("bombs", bombs, plays, "bombs and rockets are plays")
}

fn highest_showing(profile: &Profile) -> u8 {
    match profile.show_cards {
        ShowCards::Off => 0,
        ShowCards::PerPlayer { factor } => factor,
        ShowCards::Staged {
            before_deal,
            during_deal: [first, second],
            after_bottom,
            ..
        } => before_deal.max(first).max(second).max(after_bottom),
    }
}

fn highest_doubling(profile: &Profile) -> u8 {
    match profile.doubling {
        Doubling::Off => 1,
        Doubling::PerPlayer {
            factor,
            super_factor,
        } => factor.max(super_factor.unwrap_or(1)),
    }
}

/// The points of a finished game.
///
/// # Errors
/// When there is no such profile, or no game ends like this: the field that says so.
pub fn score(case: &ScoreCase) -> Result<Scored, ScoreError> {
    let profile = Profile::named(&case.profile);
    let profile = profile.ok_or_else(|| ScoreError::Profile(case.profile.clone()))?;
    check(case, profile)?;
    let tally = Tally {
        bid: case.bid,
        robs: case.robs,
        bombs: case.bombs,
        rockets: case.rockets,
        plays: case.plays,
        weights: case.weights,
    };
    let mut showing = Showing::new(case.landlord);
    let once = match profile.show_cards {
        ShowCards::Off => 1,
        ShowCards::PerPlayer { factor } => factor,
        ShowCards::Staged { after_bottom, .. } => after_bottom,
    };
    showing.factors = case.shown.map(|shown| match shown {
        0 => 1,
        1 => once,
        factor => factor,
    });
    let mut doublings = Doublings::new();
    doublings.factors = case.doubled;
    let winner = Team::of(case.winner, case.landlord);
    let points = tally.settle(case.landlord, winner, &showing, &doublings, profile);
    let points = match points_per_unit(profile) {
        1 => PointsOut::Whole(points),
        unit => PointsOut::Fractions(points.map(|points| points as f64 / unit as f64)),
    };
    Ok(Scored { points })
}
