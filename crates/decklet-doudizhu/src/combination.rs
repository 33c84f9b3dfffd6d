//! Combinations: what cards form, and which beats which.
//!
//! A [`Combination`] is a kind, the ranks of its main part, and what it is compared by.
//! [`detect`] reads cards, [`readings`] gives every way to read them, [`compare`] says which of two
//! combinations is higher.

use crate::{
    card::Rank,
    hand::{ALL_RANKS, Hand, JOKERS, bit_rank, how_many},
    kickers::{Kickers, LeaveOut, chain_ranks, run, run_starts},
    profile::{Beats, Combinations, Options, Shuttle},
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The kinds of combinations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Kind {
    /// One card.
    Solo,
    /// Two of a rank.
    Pair,
    /// Three of a rank.
    Trio,
    /// A trio and one card of another rank.
    TrioSolo,
    /// A trio and a pair.
    TrioPair,
    /// Five or more consecutive ranks, a card each.
    ChainSolo,
    /// Three or more consecutive pairs.
    ChainPair,
    /// Two or more consecutive trios.
    Plane,
    /// A plane with one card for each trio.
    PlaneSolo,
    /// A plane with one pair for each trio.
    PlanePair,
    /// Four of a rank with two cards.
    FourTwoSolo,
    /// Four of a rank with two pairs.
    FourTwoPair,
    /// Two or more consecutive fours.
    Shuttle,
    /// A shuttle with single cards.
    ShuttleSolo,
    /// A shuttle with pairs.
    ShuttlePair,
    /// Four of a rank.
    Bomb,
    /// Both jokers.
    Rocket,
}

impl Kind {
    /// All of them, in the order in which plays are listed.
    pub const ALL: [Self; 17] = [
        Self::Solo,
        Self::Pair,
        Self::Trio,
        Self::TrioSolo,
        Self::TrioPair,
        Self::ChainSolo,
        Self::ChainPair,
        Self::Plane,
        Self::PlaneSolo,
        Self::PlanePair,
        Self::FourTwoSolo,
        Self::FourTwoPair,
        Self::Shuttle,
        Self::ShuttleSolo,
        Self::ShuttlePair,
        Self::Bomb,
        Self::Rocket,
    ];

    /// The name in lists and JSON, such as `plane_solo`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "solo",
            "pair",
            "trio",
            "trio_solo",
            "trio_pair",
            "chain_solo",
            "chain_pair",
            "plane",
            "plane_solo",
            "plane_pair",
            "four_two_solo",
            "four_two_pair",
            "shuttle",
            "shuttle_solo",
            "shuttle_pair",
            "bomb",
            "rocket",
        ][self as usize]
    }

    /// How many cards of each rank the main part has.
    #[inline]
    pub(crate) const fn copies(self) -> u32 {
        match self {
            Self::Solo | Self::ChainSolo | Self::Rocket => 1,
            Self::Pair | Self::ChainPair => 2,
            Self::Trio | Self::TrioSolo | Self::TrioPair => 3,
            Self::Plane | Self::PlaneSolo | Self::PlanePair => 3,
            Self::FourTwoSolo | Self::FourTwoPair | Self::Bomb => 4,
            Self::Shuttle | Self::ShuttleSolo | Self::ShuttlePair => 4,
        }
    }

    /// How many cards there are for each rank of the main part, kickers included.
    #[inline]
    pub(crate) const fn cards_per_rank(self, rules: &Combinations) -> u32 {
        let per_quad = if matches!(rules.shuttle, Shuttle::TwoPerQuad) {
            2
        } else {
            1
        };
        let kickers = match self {
            Self::TrioSolo | Self::PlaneSolo => 1,
            Self::TrioPair | Self::PlanePair | Self::FourTwoSolo => 2,
            Self::FourTwoPair => 4,
            Self::ShuttleSolo => per_quad,
            Self::ShuttlePair => 2 * per_quad,
            Self::Rocket => 1,
            _ => 0,
        };
        self.copies() + kickers
    }

    /// The fewest ranks of the main part where it is a chain; none where it is one rank.
    #[inline]
    pub(crate) const fn min_length(self, rules: &Combinations) -> Option<u32> {
        Some(match self {
            Self::ChainSolo => rules.min_len.solo,
            Self::ChainPair => rules.min_len.pair,
            Self::Plane | Self::PlaneSolo | Self::PlanePair => rules.min_len.trio,
            Self::Shuttle | Self::ShuttleSolo | Self::ShuttlePair => rules.min_len.quad,
            _ => return None,
        } as u32)
    }

    /// Whether the rules have this kind at all.
    #[inline]
    pub(crate) const fn exists(self, rules: &Combinations) -> bool {
        match self {
            Self::FourTwoSolo => rules.four_two_solo.enabled,
            Self::FourTwoPair => rules.four_two_pair.enabled,
            Self::Shuttle | Self::ShuttleSolo | Self::ShuttlePair => {
                !matches!(rules.shuttle, Shuttle::Off)
            }
            _ => true,
        }
    }

    /// Whether there are kickers.
    #[inline]
    pub(crate) const fn has_kickers(self) -> bool {
        matches!(
            self,
            Self::TrioSolo
                | Self::TrioPair
                | Self::PlaneSolo
                | Self::PlanePair
                | Self::FourTwoSolo
                | Self::FourTwoPair
                | Self::ShuttleSolo
                | Self::ShuttlePair
        )
    }

    /// Whether this is a plane, with or without kickers.
    #[inline]
    #[must_use]
    pub const fn is_plane(self) -> bool {
        matches!(self, Self::Plane | Self::PlaneSolo | Self::PlanePair)
    }

    /// Whether this is a bomb or the rocket.
    #[inline]
    #[must_use]
    pub const fn is_bomb_or_rocket(self) -> bool {
        matches!(self, Self::Bomb | Self::Rocket)
    }
}

/// What some cards form: a kind and the ranks of its main part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combination {
    kind: Kind,
    length: u8,
    low: Rank,
    key: u8,
}

/// The key of a play that no combination of its kind beats.
const BEYOND: u8 = 15;

impl Combination {
    #[inline]
    pub(crate) const fn new(kind: Kind, length: u32, low: Rank) -> Self {
        Self {
            kind,
            length: length as u8,
            low,
            key: low as u8,
        }
    }

    /// The kind.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// How many consecutive ranks the main part has; 1 when it is no chain.
    #[inline]
    #[must_use]
    pub const fn length(self) -> u8 {
        self.length
    }

    /// The lowest rank of the main part.
    #[inline]
    #[must_use]
    pub const fn low(self) -> Rank {
        self.low
    }

    /// The highest rank of the main part.
    #[must_use]
    pub const fn high(self) -> Rank {
        if matches!(self.kind, Kind::Rocket) {
            return Rank::BigJoker;
        }
        Rank::at(self.low as u32 + self.length as u32 - 1)
    }

    /// The number that documents 000 to 003 call its rank: of the highest rank of the main part,
    /// and 99 for the rocket.
    #[must_use]
    pub const fn main_rank(self) -> u8 {
        if matches!(self.kind, Kind::Rocket) {
            99
        } else {
            self.high().number()
        }
    }

    /// The ranks, among those of this kind and length, of main parts that are higher.
    #[inline]
    pub(crate) const fn higher(self) -> u64 {
        if self.key >= BEYOND - 1 {
            0
        } else {
            (ALL_RANKS << 4) << (4 * self.key as u32)
        }
    }

    /// Compared by the highest rank held exactly three times, kickers included, if it is a plane
    /// with single kickers.
    #[inline]
    pub(crate) fn by_highest_trio(mut self, cards: Hand) -> Self {
        if self.kind == Kind::PlaneSolo {
            let trios = cards.at_least(3) & !cards.at_least(4);
            self.key = (63 - trios.leading_zeros()) as u8 / 4;
        }
        self
    }

    /// What its cards count as after it was played, where that is told from them alone: see
    /// [`Beats::planes_by_highest_trio`].
    pub(crate) fn told_from(mut self, cards: Hand, rules: &Combinations) -> Self {
        if self.kind != Kind::PlaneSolo {
            return self;
        }
        let trios = cards.at_least(3) & !cards.at_least(4);
        let four_trios = run_starts(trios & chain_ranks(rules), 4);
        if self.length == 3 && four_trios != 0 {
            return Self::new(Kind::Plane, 4, bit_rank(four_trios));
        }
        let all_recognized = cards.at_least(4) == 0
            && (self.length <= 3 || how_many(trios) == u32::from(self.length));
        if !all_recognized {
            self.key = BEYOND;
        }
        self
    }
}

/// How one combination stands to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// It beats the other.
    Greater,
    /// Same kind, same length, same rank.
    Equal,
    /// The other is higher.
    Less,
    /// Neither: the kinds or the lengths differ.
    Incomparable,
}

/// How `play` stands to `last`.
#[inline]
#[must_use]
pub fn compare(play: Combination, last: Combination, beats: &Beats) -> Comparison {
    use Comparison::{Equal, Greater, Incomparable, Less};
    let same_kind = play.kind == last.kind
        || (!beats.wings_must_match && play.kind.is_plane() && last.kind.is_plane());
    if same_kind {
        return match (play.length == last.length, play.key.cmp(&last.key)) {
            (false, _) => Incomparable,
            (true, std::cmp::Ordering::Greater) => Greater,
            (true, std::cmp::Ordering::Equal) => Equal,
            (true, std::cmp::Ordering::Less) => Less,
        };
    }
    match (play.kind, last.kind) {
        (Kind::Rocket, _) => Greater,
        (Kind::Bomb, Kind::Rocket) if beats.bomb_beats_rocket => Greater,
        (_, Kind::Rocket) => Less,
        (Kind::Bomb, _) => Greater,
        (_, Kind::Bomb) => Less,
        _ => Incomparable,
    }
}

/// The ways to read some cards, best first: at most three, or four with options of one's own.
pub type Readings = ArrayVec<Combination, 4>;

/// Every way to read the cards, the longest main part first, then the highest. Empty when they are
/// no combination.
///
/// ```
/// use decklet_doudizhu::{combination::readings, profile::Profile};
///
/// let openspiel = Profile::named("openspiel").unwrap();
/// let ways = readings("333444555666".parse()?, &openspiel.combinations);
/// let ways: Vec<_> = ways.iter().map(|c| (c.kind().name(), c.low().letter(), c.length())).collect();
/// assert_eq!(ways, [("plane", '3', 4), ("plane_solo", '4', 3), ("plane_solo", '3', 3)]);
/// # Ok::<(), decklet_doudizhu::hand::HandError>(())
/// ```
#[must_use]
pub fn readings(cards: Hand, rules: &Combinations) -> Readings {
    let mut readings = Readings::new();
    read(cards, rules, |combination| {
        // The capacity holds every reading, so nothing is lost here.
        let _ = readings.try_push(combination);
        false
    });
    readings
}

/// The first of [`readings`]: what the cards are when nobody says otherwise.
///
/// ```
/// use decklet_doudizhu::{combination::{Kind, detect}, profile::Profile};
///
/// let rules = &Profile::named("decklet").unwrap().combinations;
/// assert_eq!(detect("33344456".parse()?, rules).map(|c| c.kind()), Some(Kind::PlaneSolo));
/// assert_eq!(detect("34445555".parse()?, rules), None);
/// # Ok::<(), decklet_doudizhu::hand::HandError>(())
/// ```
#[inline]
#[must_use]
pub fn detect(cards: Hand, rules: &Combinations) -> Option<Combination> {
    let mut first = None;
    read(cards, rules, |combination| {
        first = Some(combination);
        true
    });
    first
}

/// Calls `found` with each reading, best first, until it answers true.
#[inline]
fn read(cards: Hand, rules: &Combinations, mut found: impl FnMut(Combination) -> bool) {
    let (one, two) = (cards.at_least(1), cards.at_least(2));
    let size = cards.len();
    if one == two || two == 0 {
        // Only single cards, or nothing single; fours and trios are looked at below.
        let ranks = how_many(one);
        let kinds = if two == 0 {
            [Kind::Solo, Kind::ChainSolo]
        } else {
            [Kind::Pair, Kind::ChainPair]
        };
        if size == ranks * kinds[0].copies() {
            if let Some(combination) = plain(one, ranks, kinds, rules) {
                found(combination);
            }
            return;
        }
    }
    if cards.at_least(3) == 0 {
        return;
    }
    let search = Search { cards, size, rules };
    if cards.at_least(4) == 0 {
        search.trios(&mut found);
    } else {
        search.fours(&mut found);
    }
}

/// Cards all held once, or all twice.
#[inline]
fn plain(one: u64, ranks: u32, kinds: [Kind; 2], rules: &Combinations) -> Option<Combination> {
    let [alone, chain] = kinds;
    if ranks == 1 {
        return Some(Combination::new(alone, 1, bit_rank(one)));
    }
    if one == JOKERS {
        return Some(Combination::new(Kind::Rocket, 1, Rank::SmallJoker));
    }
    let low = one & one.wrapping_neg();
    let consecutive = one * 15 + low;
    let is_chain = consecutive & (consecutive.wrapping_sub(1)) == 0
        && one & !chain_ranks(rules) == 0
        && chain.min_length(rules).is_some_and(|min| ranks >= min);
    is_chain.then(|| Combination::new(chain, ranks, bit_rank(one)))
}

/// The search for readings of some cards with a trio or a four among them.
struct Search<'a> {
    cards: Hand,
    size: u32,
    rules: &'a Combinations,
}

impl Search<'_> {
    /// No four among them.
    #[inline]
    fn trios(&self, found: &mut impl FnMut(Combination) -> bool) {
        match self.size {
            3 => _ = self.kind(Kind::Trio, 1, found),
            4 => _ = self.kind(Kind::TrioSolo, 1, found),
            5 => _ = self.kind(Kind::TrioPair, 1, found),
            _ => {
                let _ = self.chain(Kind::Plane, found)
                    || self.chain(Kind::PlaneSolo, found)
                    || self.chain(Kind::PlanePair, found);
            }
        }
    }

    /// A four among them, and perhaps trios.
    #[inline]
    fn fours(&self, found: &mut impl FnMut(Combination) -> bool) {
        let done = match self.size {
            4 => self.kind(Kind::Bomb, 1, found),
            6 => self.kind(Kind::FourTwoSolo, 1, found),
            8 => self.chain(Kind::Shuttle, found) || self.kind(Kind::FourTwoPair, 1, found),
            _ => {
                self.chain(Kind::Shuttle, found)
                    || self.chain(Kind::ShuttleSolo, found)
                    || self.chain(Kind::ShuttlePair, found)
            }
        };
        if !done && self.cards.at_least(3) != self.cards.at_least(4) {
            let _ = self.chain(Kind::PlaneSolo, found) || self.chain(Kind::PlanePair, found);
        }
    }

    /// As a chain of this kind, whose length follows from the number of cards.
    #[inline]
    fn chain(&self, kind: Kind, found: &mut impl FnMut(Combination) -> bool) -> bool {
        let per_rank = kind.cards_per_rank(self.rules);
        let length = self.size / per_rank;
        kind.min_length(self.rules).is_some_and(|min| length >= min)
            && length * per_rank == self.size
            && self.kind(kind, length, found)
    }

    /// As a combination of this kind and length, the highest first.
    #[inline]
    fn kind(&self, kind: Kind, length: u32, found: &mut impl FnMut(Combination) -> bool) -> bool {
        if !kind.exists(self.rules) {
            return false;
        }
        let copies = kind.copies();
        let mut ranks = self.cards.at_least(copies);
        if length > 1 {
            ranks = run_starts(ranks & chain_ranks(self.rules), length);
        }
        while ranks != 0 {
            let low = 1 << (63 - ranks.leading_zeros());
            ranks ^= low;
            let main = run(length) * low;
            let rest = self.cards.0 - main * u64::from(copies);
            let kickers = Kickers::of(kind, self.cards, main, self.rules, LeaveOut::Nothing);
            let fits = kickers.map_or(rest == 0, |kickers| kickers.allow(rest));
            if fits && found(Combination::new(kind, length, bit_rank(low))) {
                return true;
            }
        }
        false
    }
}

/// What these cards may be played as on `last`, the combination on the table: the first reading
/// that beats it, or the first of all for a leader. `None` in the error when they are no
/// combination, otherwise how the best reading stands to `last`.
///
/// # Errors
/// When the cards cannot be played.
pub fn playable(
    cards: Hand,
    last: Option<Combination>,
    options: &Options,
) -> Result<Combination, Option<Comparison>> {
    let mut best = None;
    for reading in readings(cards, &options.combinations) {
        match beating(cards, reading, last, options) {
            Ok(combination) => return Ok(combination),
            Err(comparison) => {
                best.get_or_insert(comparison);
            }
        }
    }
    Err(best)
}

/// What these cards, read this way, count as once they are played on `last`.
///
/// # Errors
/// How they stand to `last`, when they do not beat it.
#[inline]
pub fn beating(
    cards: Hand,
    mut reading: Combination,
    last: Option<Combination>,
    options: &Options,
) -> Result<Combination, Comparison> {
    let from_cards = options.beats.planes_by_highest_trio;
    if from_cards {
        reading = reading.by_highest_trio(cards);
    }
    match last.map(|last| compare(reading, last, &options.beats)) {
        None | Some(Comparison::Greater) if from_cards => {
            Ok(reading.told_from(cards, &options.combinations))
        }
        None | Some(Comparison::Greater) => Ok(reading),
        Some(comparison) => Err(comparison),
    }
}
