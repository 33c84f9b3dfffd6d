//! Combinations: what cards form, and which beats which.
//!
//! A [`Combination`] is a kind, the ranks of its main part, and what it is compared by.
//! [`detect`] reads cards, [`readings`] gives every way to read them, [`compare`] says which of two
//! combinations is higher.

use crate::{
    card::Rank,
    hand::{ALL_RANKS, Hand, bit_rank, how_many},
    kickers::{chain_ranks, run_starts},
    profile::{Beats, Combinations, KickerJokers, Options, Shuttle},
    read,
};
use arrayvec::ArrayVec;
use decklet_engine::Encoder;
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

    /// What this kind is made of.
    #[inline]
    const fn traits(self) -> Traits {
        use ChainOf::{None, Pair, Quad, Solo, Trio};
        let (copies, chain) = match self {
            Self::Solo | Self::Rocket => (1, None),
            Self::Pair => (2, None),
            Self::Trio | Self::TrioSolo | Self::TrioPair => (3, None),
            Self::FourTwoSolo | Self::FourTwoPair | Self::Bomb => (4, None),
            Self::ChainSolo => (1, Solo),
            Self::ChainPair => (2, Pair),
            Self::Plane | Self::PlaneSolo | Self::PlanePair => (3, Trio),
            Self::Shuttle | Self::ShuttleSolo | Self::ShuttlePair => (4, Quad),
        };
        let jokers = match self {
            Self::PlaneSolo | Self::ShuttleSolo => JokersOf::PlaneSolo,
            Self::FourTwoSolo => JokersOf::FourTwoSolo,
            _ => JokersOf::Any,
        };
        let only_if = match self {
            Self::FourTwoSolo => OnlyIf::FourTwoSolo,
            Self::FourTwoPair => OnlyIf::FourTwoPair,
            Self::Shuttle | Self::ShuttleSolo | Self::ShuttlePair => OnlyIf::Shuttle,
            _ => OnlyIf::Always,
        };
        Traits {
            copies,
            chain,
            jokers,
            only_if,
        }
    }

    /// How many cards of each rank the main part has. (Looked up in a number: a `match` on a kind
    /// that is not known before is a jump that the processor guesses wrong.)
    #[inline]
    pub(crate) const fn copies(self) -> u32 {
        const ALL: u64 = {
            let (mut all, mut at) = (0, 0);
            while at < Kind::ALL.len() {
                all |= (Kind::ALL[at].traits().copies as u64) << (3 * at);
                at += 1;
            }
            all
        };
        (ALL >> (3 * self as u32)) as u32 & 7
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

    /// Which chain the main part is.
    #[inline]
    pub(crate) const fn chain(self) -> ChainOf {
        self.traits().chain
    }

    /// The fewest ranks of the main part where it is a chain; none where it is one rank.
    #[inline]
    pub(crate) const fn min_length(self, rules: &Combinations) -> Option<u32> {
        let chain = self.traits().chain;
        if matches!(chain, ChainOf::None) {
            None
        } else {
            Some(chain.min_length(rules))
        }
    }

    /// Whether the rules have this kind at all.
    #[inline]
    pub(crate) const fn exists(self, rules: &Combinations) -> bool {
        self.traits().exists(rules)
    }

    /// Which jokers may be single kickers of this kind.
    #[inline]
    pub(crate) const fn kicker_jokers(self, rules: &Combinations) -> KickerJokers {
        self.traits().kicker_jokers(rules)
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

/// What a kind is made of.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    /// How many cards of each rank the main part has.
    pub(crate) copies: u32,
    /// Which chain the main part is.
    pub(crate) chain: ChainOf,
    /// Which option says what jokers may be kickers.
    jokers: JokersOf,
    /// Which option says whether there is such a kind.
    only_if: OnlyIf,
}

impl Traits {
    #[inline]
    pub(crate) const fn exists(self, rules: &Combinations) -> bool {
        let shuttle = !matches!(rules.shuttle, Shuttle::Off);
        [
            true,
            rules.four_two_solo.enabled,
            rules.four_two_pair.enabled,
            shuttle,
        ][self.only_if as usize]
    }

    #[inline]
    pub(crate) const fn kicker_jokers(self, rules: &Combinations) -> KickerJokers {
        [
            KickerJokers::Any,
            rules.plane_solo.jokers,
            rules.four_two_solo.jokers,
        ][self.jokers as usize]
    }
}

/// The chain a main part is.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(crate) enum ChainOf {
    None,
    Solo,
    Pair,
    Trio,
    Quad,
}

impl ChainOf {
    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }

    /// The fewest ranks; 1 where there is no chain.
    #[inline]
    pub(crate) const fn min_length(self, rules: &Combinations) -> u32 {
        let min = &rules.min_len;
        let all = u64::from_le_bytes([1, min.solo, min.pair, min.trio, min.quad, 0, 0, 0]);
        (all >> (8 * self as u32)) as u32 & 0xFF
    }
}

/// The option that says which jokers may be kickers.
#[derive(Clone, Copy)]
#[repr(u8)]
enum JokersOf {
    Any,
    PlaneSolo,
    FourTwoSolo,
}

/// The option that says whether there is such a kind.
#[derive(Clone, Copy)]
#[repr(u8)]
enum OnlyIf {
    Always,
    FourTwoSolo,
    FourTwoPair,
    Shuttle,
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

    /// Writes every field, for a state's hash.
    pub(crate) fn encode(self, out: &mut Encoder) {
        let Self {
            kind,
            length,
            low,
            key,
        } = self;
        [kind as u8, length, low as u8, key]
            .into_iter()
            .for_each(|byte| out.byte(byte));
    }

    /// All that matters of it on the table, as a number from 0 to 3263: two with the same code are
    /// beaten by the same plays.
    #[inline]
    #[must_use]
    pub const fn code(self) -> u16 {
        (self.kind as u16 * 12 + self.length as u16 - 1) * 16 + self.key as u16
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

    /// The combination of this kind, [`main_rank`](Self::main_rank) and [`length`](Self::length),
    /// as they stand in variables and events; none when no cards form it by any rules.
    ///
    /// ```
    /// use decklet_doudizhu::combination::{Combination, Kind};
    ///
    /// let chain = Combination::find(Kind::ChainSolo, 7, 5).unwrap();
    /// assert_eq!((chain.low().letter(), chain.high().letter()), ('3', '7'));
    /// assert_eq!(Combination::find(Kind::ChainSolo, 6, 5), None);
    /// ```
    #[must_use]
    pub fn find(kind: Kind, main_rank: u8, length: u8) -> Option<Self> {
        if kind == Kind::Rocket {
            return (main_rank == 99 && length == 1).then_some(Self::new(
                kind,
                1,
                Rank::SmallJoker,
            ));
        }
        let fits = match kind.chain() {
            ChainOf::None => length == 1,
            _ => (2..=13).contains(&length),
        };
        let high = main_rank.checked_sub(3).filter(|&high| high < 15)?;
        let high = Rank::at(high.into());
        let low = (high as u8).checked_sub(length.checked_sub(1)?)?;
        let enough = u32::from(high.copies()) >= kind.copies();
        (fits && enough).then_some(Self::new(kind, length.into(), Rank::at(low.into())))
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
    read::all(cards, rules, |combination| {
        // The capacity holds every reading, so nothing is lost here.
        let _ = readings.try_push(combination);
        false
    });
    readings
}

/// The first of [`readings`]: what the cards are when nobody says otherwise.
///
/// ```
/// use decklet_doudizhu::{combination::{Kind, detect}, hand::Hand, profile::Profile};
///
/// let rules = &Profile::named("decklet").unwrap().combinations;
/// assert_eq!(detect("33344456".parse()?, rules).map(|c| c.kind()), Some(Kind::PlaneSolo));
/// assert_eq!(detect("34445555".parse()?, rules), None);
/// assert_eq!(detect(Hand::EMPTY, rules), None);
/// # Ok::<(), decklet_doudizhu::hand::HandError>(())
/// ```
#[inline(always)] // Who asks for many sets by the same rules looks the options up once.
#[must_use]
pub fn detect(cards: Hand, rules: &Combinations) -> Option<Combination> {
    read::first(cards, rules)
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
