//! What the command-line tools and scripts ask, as text and JSON: the questions of `plays`,
//! `detect`, `beats`, `legal` and `score`. (`explain` and `perft` have modules of their own.)

use crate::{
    auction::{Doublings, Showing},
    card::Rank,
    combination::{Combination, Kind, beating, readings},
    hand::Hand,
    plays::{Play, all_plays, for_each},
    profile::{Options, Profile, ShowCards},
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

/// The points of a finished game.
///
/// # Errors
/// When there is no such profile: its name.
pub fn score(case: &ScoreCase) -> Result<Scored, String> {
    let profile = Profile::named(&case.profile).ok_or_else(|| case.profile.clone())?;
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
