//! The options of a game, and the named profiles.
//!
//! No two programs agree on the details of Dou Dizhu. Here every detail is an option, and a
//! [`Profile`] is a name with a full set of [`Options`]. The rest of the crate looks at options
//! only. Twelve profiles come with it ([`Profile::all`]); one of your own is made with
//! [`Profile::builder`] or read from JSON:
//!
//! ```
//! use decklet_doudizhu::profile::{Bidding, Profile};
//!
//! let mine = Profile::builder("mine", Profile::named("pagat").unwrap())
//!     .bidding(Bidding::FirstCall)
//!     .build()?;
//! let json = serde_json::to_string(&mine).unwrap();
//! assert_eq!(serde_json::from_str::<Profile>(&json).unwrap(), mine);
//! # Ok::<(), decklet_doudizhu::profile::ProfileError>(())
//! ```

use crate::{card::Rank, combination::Kind, hand::MAX_HAND, seat::Seat};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A name and the options it stands for, checked to fit together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Unchecked", into = "Unchecked")]
pub struct Profile {
    name: Cow<'static, str>,
    options: Options,
}

/// Everything two tables may disagree about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Which cards of the shuffled deck each seat gets.
    pub deal: DealOrder,
    /// Who is asked first.
    pub first_bidder: FirstBidder,
    /// How the landlord is found.
    pub bidding: Bidding,
    /// What happens when nobody wants to be landlord.
    pub all_pass: AllPass,
    /// Whether a player may lay the hand open for a higher stake.
    pub show_cards: ShowCards,
    /// Whether each player may raise the stake between auction and play.
    pub doubling: Doubling,
    /// Which cards may be played together.
    pub combinations: Combinations,
    /// Which combination beats which.
    pub beats: Beats,
    /// What cards count as that can be read in several ways.
    pub reading: Reading,
    /// What the game is worth.
    pub score: Score,
}

/// Which cards of the shuffled deck each seat gets: 17, and 3 are left as bottom cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealOrder {
    /// Seat 0 gets the first, seat 1 the second, and so on; the last three are the bottom cards.
    OneByOne,
    /// Seat 0 gets the first 17, seat 1 the next 17, seat 2 the next; then the bottom cards.
    Blocks,
}

/// Who is asked first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstBidder {
    /// Seat 0, after a redeal too.
    LowestSeat,
    /// Drawn for every deal.
    Random,
    /// Drawn for the first deal of a match; then, and after a redeal, the next seat.
    Rotate,
    /// Whoever is dealt the card that was turned up: a position from 0 to 50 is drawn for every
    /// deal, and the seat is the position modulo 3.
    ExposedCard,
    /// Always this one.
    Fixed(Seat),
}

/// How the landlord is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bidding {
    /// Each is asked in turn whether to call; the first who does is landlord.
    FirstCall,
    /// As `FirstCall`, but the seat after the caller may rob, once.
    CallRobOnce,
    /// Each is asked in turn whether to call. After the first call each other player who has not
    /// declined is asked once, in turn, whether to rob; then the caller once, if anybody robbed.
    /// Whoever called or robbed last is landlord.
    CallRob,
    /// Bids of points, each higher than the last.
    Score {
        /// The highest bid, 1 to 3.
        max: u8,
        /// When the auction is over.
        rounds: Rounds,
        /// Whether the highest bid ends the auction at once.
        top_ends: bool,
    },
    /// No auction: this seat is landlord.
    None {
        /// The landlord.
        landlord: Seat,
    },
}

/// When an auction of points is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rounds {
    /// Each bids once.
    One,
    /// Two passes in a row after a bid, or three without one. Who passed may bid later.
    TwoPassesEnd,
    /// A pass is final; all others have passed.
    PassOut,
}

/// What happens when nobody wants to be landlord.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AllPass {
    /// The cards are shuffled and dealt again.
    Redeal {
        /// After this many redeals it is `then` that happens; `null` for no limit.
        limit: Option<u8>,
        /// What happens at the limit.
        then: NoLandlord,
    },
    /// As said.
    End(NoLandlord),
}

/// How a game goes on, or does not, without anybody calling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoLandlord {
    /// It ends, and nobody pays.
    Void,
    /// The first bidder becomes landlord at a bid of 1.
    ForceFirst,
}

/// Whether a player may lay the hand open for a higher stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShowCards {
    /// No.
    Off,
    /// Once each before the auction, without using up the turn; every hand shown multiplies the
    /// stake.
    PerPlayer {
        /// By how much.
        factor: u8,
    },
    /// At four moments, worth less and less: before the deal, twice during it, and for the
    /// landlord after taking the bottom cards. The highest factor shown counts, once.
    Staged {
        /// Before the deal.
        before_deal: u8,
        /// During the deal.
        during_deal: [u8; 2],
        /// After the bottom cards.
        after_bottom: u8,
        /// Whether the first who shows before the auction is landlord when nobody calls.
        forces_landlord: bool,
    },
}

/// Whether each player may raise the stake between auction and play, the landlord first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doubling {
    /// No.
    Off,
    /// Once each.
    PerPlayer {
        /// By how much.
        factor: u8,
        /// The higher choice beside it, if there is one.
        super_factor: Option<u8>,
    },
}

/// Which cards may be played together, beyond what all tables agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combinations {
    /// Consecutive trios with a single card each.
    pub plane_solo: PlaneSolo,
    /// Consecutive trios with a pair each.
    pub plane_pair: PlanePair,
    /// Four of a kind with two single cards.
    pub four_two_solo: FourTwoSolo,
    /// Four of a kind with two pairs.
    pub four_two_pair: FourTwoPair,
    /// Consecutive fours of a kind.
    pub shuttle: Shuttle,
    /// The shortest chains.
    pub min_len: MinLen,
    /// The highest rank a chain may reach, at most the ace.
    pub chain_top: Rank,
    /// OpenSpiel's quirk: a chain of single cards, pairs or trios without kickers is never offered
    /// from a hand that holds four cards of its lowest rank.
    pub no_chain_from_rank_held_four_times: bool,
}

/// Consecutive trios with a single card each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaneSolo {
    /// How many of the kickers may be of one rank, 1 to 4.
    pub max_copies_per_rank: u8,
    /// Whether three kickers may be a trio of a rank next to the chain.
    pub trio_next_to_chain: NextToChain,
    /// Which jokers may be kickers.
    pub jokers: KickerJokers,
}

/// Whether three kickers may be a trio of a rank next to the chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextToChain {
    /// No.
    No,
    /// Only twos beside aces, which could not lengthen the chain.
    #[serde(rename = "only_222")]
    OnlyTwos,
    /// Yes.
    Yes,
}

/// Which jokers may be kickers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KickerJokers {
    /// Neither.
    None,
    /// One of them, not both together.
    NotBoth,
    /// Both together too.
    Any,
}

impl KickerJokers {
    /// How many jokers may be kickers at once.
    #[inline]
    pub(crate) const fn most(self) -> u32 {
        self as u32
    }
}

/// Consecutive trios with a pair each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanePair {
    /// Whether the pairs must be of different ranks.
    pub distinct_ranks: bool,
}

/// Four of a kind with two single cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FourTwoSolo {
    /// Whether it exists.
    pub enabled: bool,
    /// Whether the two may be of one rank.
    pub pair_as_two: bool,
    /// Which jokers the two may be.
    pub jokers: KickerJokers,
}

/// Four of a kind with two pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FourTwoPair {
    /// Whether it exists.
    pub enabled: bool,
    /// Whether the two pairs may be of one rank.
    pub same_rank: bool,
}

/// Consecutive fours of a kind, with or without kickers of different ranks. Jokers are single
/// kickers as in [`PlaneSolo::jokers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shuttle {
    /// There are none.
    Off,
    /// With one single card or pair for each four.
    OnePerQuad,
    /// With two single cards or pairs for each four.
    TwoPerQuad,
}

/// The shortest chains, in ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinLen {
    /// Of single cards: 5 or more.
    pub solo: u8,
    /// Of pairs: 3 or more.
    pub pair: u8,
    /// Of trios: 2 or more.
    pub trio: u8,
    /// Of fours: 2 or more.
    pub quad: u8,
}

/// Which combination beats which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beats {
    /// Whether a plane only beats planes with the same kind of kickers.
    pub wings_must_match: bool,
    /// OpenSpiel's quirk: a bomb may be played on the rocket.
    pub bomb_beats_rocket: bool,
    /// DouZero's quirk: planes with single kickers are compared by the highest rank held exactly
    /// three times, kickers included. And once played, what they count as is told from the cards
    /// alone: four consecutive trios as a plane without kickers; with four equal kickers, or three
    /// equal ones beside four trios or more, as nothing at all, so that only bombs beat them.
    pub planes_by_highest_trio: bool,
}

/// What cards count as that can be read in several ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// The combinations leave only one way.
    Single,
    /// A leader's cards count as the longest main part, then as the highest; a follower's as the
    /// first of these that beats. Equal cards are one play.
    LongestThenHighest,
    /// The player says it: each reading is a play of its own.
    Declared,
}

/// What the game is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// How it is counted.
    pub kind: ScoreKind,
    /// What one point of the base is worth.
    pub unit: u32,
    /// What the multipliers multiply.
    pub base: Base,
    /// Multiplier of each bomb played.
    pub bomb: u8,
    /// Multiplier of the rocket.
    pub rocket: u8,
    /// Multiplier of each rob.
    pub rob: u8,
    /// Multiplier when no farmer has played a card.
    pub spring: u8,
    /// Multiplier when the farmers win and the landlord has played once.
    pub anti_spring: u8,
    /// How often the landlord gets or pays what a farmer pays or gets, where both farmers pay the
    /// same.
    pub landlord_share: u8,
    /// The highest multiplier that counts, everything in it; `null` for no limit.
    pub cap: Option<u32>,
}

/// How the score is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreKind {
    /// Nobody gets points; there is a winning side and a multiplier.
    None,
    /// `unit × base × multiplier` for each farmer, `landlord_share` times that for the landlord.
    /// Every player's doubling counts for all.
    Flat,
    /// `unit × base × multiplier × doubling of the landlord × doubling of the farmer`, each farmer
    /// apart; the landlord settles with both.
    PerFarmer,
    /// `unit × base × (1 + bombs + rocket + spring)` for each farmer, `landlord_share` times that
    /// for the landlord. The multipliers are not looked at.
    Additive,
    /// 1 for each winner, 0 for each loser.
    WinLoss,
    /// 2 for each winner, plus a hundredth of the weights of the combinations one has played, which
    /// the farmers share. Points are counted in two-hundredths.
    Weights(Weights),
}

/// What a combination is worth by itself to its player, in hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Weights {
    pub solo: u8,
    pub pair: u8,
    /// With or without kicker.
    pub trio: u8,
    /// Of single cards or pairs.
    pub chain: u8,
    /// With or without kickers.
    pub plane: u8,
    pub four_two: u8,
    pub bomb: u8,
    /// Of two fours, with or without kickers.
    pub shuttle: u8,
    /// Of three fours or more.
    pub long_shuttle: u8,
    pub rocket: u8,
}

impl Weights {
    /// The weight of a combination of this kind and length.
    #[must_use]
    pub const fn of(&self, kind: Kind, length: u8) -> u8 {
        match kind {
            Kind::Solo => self.solo,
            Kind::Pair => self.pair,
            Kind::Trio | Kind::TrioSolo | Kind::TrioPair => self.trio,
            Kind::ChainSolo | Kind::ChainPair => self.chain,
            Kind::Plane | Kind::PlaneSolo | Kind::PlanePair => self.plane,
            Kind::FourTwoSolo | Kind::FourTwoPair => self.four_two,
            Kind::Shuttle | Kind::ShuttleSolo | Kind::ShuttlePair if length > 2 => {
                self.long_shuttle
            }
            Kind::Shuttle | Kind::ShuttleSolo | Kind::ShuttlePair => self.shuttle,
            Kind::Bomb => self.bomb,
            Kind::Rocket => self.rocket,
        }
    }
}

/// What the multipliers multiply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// The winning bid; 1 where the landlord was found without one.
    Bid,
    /// 1.
    One,
    /// What the room says.
    Room(u32),
}

/// Options that do not fit together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("profile \"{name}\", option {option}: {problem}")]
pub struct ProfileError {
    /// The profile's name.
    pub name: String,
    /// The option, as it is named in JSON.
    pub option: &'static str,
    /// What is wrong, and what would be right.
    pub problem: &'static str,
}

impl Profile {
    /// A profile with these options.
    ///
    /// # Errors
    /// When the options are out of range or do not fit together.
    pub fn new(name: impl Into<String>, options: Options) -> Result<Self, ProfileError> {
        let name = name.into();
        match problem(&options) {
            None => Ok(Self {
                name: name.into(),
                options,
            }),
            Some((option, problem)) => Err(ProfileError {
                name,
                option,
                problem,
            }),
        }
    }

    /// The profile that comes with the crate under this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        NAMED.iter().find(|profile| profile.name == name)
    }

    /// The profiles that come with the crate.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &NAMED
    }

    /// Begins a profile of one's own with the options of another.
    #[must_use]
    pub fn builder(name: impl Into<String>, like: &Self) -> ProfileBuilder {
        ProfileBuilder {
            name: name.into(),
            options: like.options,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }
}

/// A profile is used wherever options are.
impl std::ops::Deref for Profile {
    type Target = Options;

    fn deref(&self) -> &Options {
        &self.options
    }
}

/// The first thing wrong with options, if anything is.
fn problem(options: &Options) -> Option<(&'static str, &'static str)> {
    let Options {
        combinations,
        score,
        ..
    } = options;
    let MinLen {
        solo,
        pair,
        trio,
        quad,
    } = combinations.min_len;
    let copies = combinations.plane_solo.max_copies_per_rank;
    let factors = [
        score.bomb,
        score.rocket,
        score.rob,
        score.spring,
        score.anti_spring,
    ];
    let bid = |max| !(1..=3).contains(&max);
    let checks = [
        (
            matches!(options.bidding, Bidding::Score { max, .. } if bid(max)),
            ("bidding.score.max", "the highest bid is 1, 2 or 3"),
        ),
        (
            !(1..=4).contains(&copies),
            (
                "combinations.plane_solo.max_copies_per_rank",
                "1 to 4 kickers may be of one rank",
            ),
        ),
        (
            !(5..=12).contains(&solo),
            (
                "combinations.min_len.solo",
                "chains of single cards have 5 to 12 ranks",
            ),
        ),
        (
            !(3..=12).contains(&pair),
            (
                "combinations.min_len.pair",
                "chains of pairs have 3 to 12 ranks",
            ),
        ),
        (
            !(2..=12).contains(&trio),
            ("combinations.min_len.trio", "planes have 2 to 12 ranks"),
        ),
        (
            !(2..=12).contains(&quad),
            ("combinations.min_len.quad", "shuttles have 2 to 12 ranks"),
        ),
        (
            combinations.chain_top > Rank::Ace,
            ("combinations.chain_top", "chains reach the ace at most"),
        ),
        (
            factors.contains(&0),
            ("score", "a multiplier that does not count is 1, not 0"),
        ),
        (
            score.cap == Some(0),
            ("score.cap", "the highest multiplier is 1 or more"),
        ),
        (
            options.reading == Reading::Single && ambiguous(combinations),
            (
                "reading",
                "these combinations can be read in several ways: say longest_then_highest or declared",
            ),
        ),
    ];
    checks
        .into_iter()
        .find_map(|(wrong, what)| wrong.then_some(what))
}

/// Whether some cards have more than one reading.
const fn ambiguous(combinations: &Combinations) -> bool {
    let planes = &combinations.plane_solo;
    planes.max_copies_per_rank >= 3 && matches!(planes.trio_next_to_chain, NextToChain::Yes)
        || combinations.four_two_pair.enabled && combinations.four_two_pair.same_rank
}

/// Makes a [`Profile`] of one's own from another: each method replaces one of its [`Options`].
#[derive(Clone, Debug)]
pub struct ProfileBuilder {
    name: String,
    options: Options,
}

macro_rules! setters {
    ($($option:ident: $type:ty,)*) => {
        $(
            #[doc = concat!("Replaces [`Options::", stringify!($option), "`].")]
            #[must_use]
            pub const fn $option(mut self, $option: $type) -> Self {
                self.options.$option = $option;
                self
            }
        )*
    };
}

impl ProfileBuilder {
    setters! {
        deal: DealOrder,
        first_bidder: FirstBidder,
        bidding: Bidding,
        all_pass: AllPass,
        show_cards: ShowCards,
        doubling: Doubling,
        combinations: Combinations,
        beats: Beats,
        reading: Reading,
        score: Score,
    }

    /// The profile.
    ///
    /// # Errors
    /// When the options are out of range or do not fit together.
    pub fn build(self) -> Result<Profile, ProfileError> {
        Profile::new(self.name, self.options)
    }
}

/// A profile as it is written and read.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    name: String,
    options: Options,
}

impl TryFrom<Unchecked> for Profile {
    type Error = ProfileError;

    fn try_from(read: Unchecked) -> Result<Self, ProfileError> {
        Self::new(read.name, read.options)
    }
}

impl From<Profile> for Unchecked {
    fn from(profile: Profile) -> Self {
        Self {
            name: profile.name.into_owned(),
            options: profile.options,
        }
    }
}

const _: () = assert!(MAX_HAND == 20, "the limits above are for hands of 20");

/// What documents 000 and 002 say, with the combinations of document 003. They name no score.
/// Call, no limit of redeals; rob is left out, as by default there.
const DECKLET: Options = Options {
    deal: DealOrder::Blocks,
    first_bidder: FirstBidder::LowestSeat,
    bidding: Bidding::FirstCall,
    all_pass: AllPass::Redeal {
        limit: None,
        then: NoLandlord::Void,
    },
    show_cards: ShowCards::Off,
    doubling: Doubling::Off,
    combinations: Combinations {
        plane_solo: PlaneSolo {
            max_copies_per_rank: 1,
            trio_next_to_chain: NextToChain::No,
            jokers: KickerJokers::None,
        },
        plane_pair: PlanePair {
            distinct_ranks: true,
        },
        four_two_solo: FourTwoSolo {
            enabled: true,
            pair_as_two: false,
            jokers: KickerJokers::Any,
        },
        four_two_pair: FourTwoPair {
            enabled: true,
            same_rank: false,
        },
        shuttle: Shuttle::Off,
        min_len: MinLen {
            solo: 5,
            pair: 3,
            trio: 2,
            quad: 2,
        },
        chain_top: Rank::Ace,
        no_chain_from_rank_held_four_times: false,
    },
    beats: Beats {
        wings_must_match: true,
        bomb_beats_rocket: false,
        planes_by_highest_trio: false,
    },
    reading: Reading::Single,
    score: Score {
        kind: ScoreKind::None,
        unit: 1,
        base: Base::One,
        bomb: 2,
        rocket: 2,
        rob: 2,
        spring: 1,
        anti_spring: 1,
        landlord_share: 2,
        cap: None,
    },
};

/// The whole game of document 003.
const GAME_CLAW: Options = Options {
    bidding: Bidding::Score {
        max: 3,
        rounds: Rounds::PassOut,
        top_ends: true,
    },
    show_cards: ShowCards::PerPlayer { factor: 2 },
    doubling: Doubling::PerPlayer {
        factor: 2,
        super_factor: None,
    },
    score: Score {
        kind: ScoreKind::PerFarmer,
        unit: 10,
        base: Base::Bid,
        spring: 4,
        anti_spring: 4,
        ..DECKLET.score
    },
    ..DECKLET
};

/// Document 003 as its source plays it: a plane beats planes with other kickers.
const GAME_CLAW_SOURCE: Options = Options {
    beats: Beats {
        wings_must_match: false,
        ..GAME_CLAW.beats
    },
    ..GAME_CLAW
};

/// What most tables play: bids of 0 to 3, each multiplier 2, the landlord settles double.
const FLAT: Score = Score {
    kind: ScoreKind::Flat,
    base: Base::Bid,
    spring: 2,
    anti_spring: 2,
    ..DECKLET.score
};

/// OpenSpiel's `dou_dizhu`, its two quirks included.
const OPENSPIEL: Options = Options {
    deal: DealOrder::OneByOne,
    first_bidder: FirstBidder::ExposedCard,
    bidding: Bidding::Score {
        max: 3,
        rounds: Rounds::TwoPassesEnd,
        top_ends: true,
    },
    all_pass: AllPass::End(NoLandlord::Void),
    combinations: Combinations {
        plane_solo: PlaneSolo {
            max_copies_per_rank: 3,
            trio_next_to_chain: NextToChain::Yes,
            jokers: KickerJokers::NotBoth,
        },
        four_two_solo: FourTwoSolo {
            enabled: false,
            pair_as_two: false,
            jokers: KickerJokers::NotBoth,
        },
        four_two_pair: FourTwoPair {
            enabled: false,
            same_rank: false,
        },
        no_chain_from_rank_held_four_times: true,
        ..DECKLET.combinations
    },
    beats: Beats {
        bomb_beats_rocket: true,
        ..DECKLET.beats
    },
    reading: Reading::Declared,
    score: FLAT,
    ..DECKLET
};

/// RLCard's `doudizhu`.
const RLCARD: Options = Options {
    first_bidder: FirstBidder::Fixed(Seat::First),
    bidding: Bidding::None {
        landlord: Seat::First,
    },
    all_pass: AllPass::End(NoLandlord::Void),
    combinations: Combinations {
        plane_solo: PlaneSolo {
            max_copies_per_rank: 3,
            trio_next_to_chain: NextToChain::OnlyTwos,
            jokers: KickerJokers::NotBoth,
        },
        four_two_solo: FourTwoSolo {
            enabled: true,
            pair_as_two: true,
            jokers: KickerJokers::NotBoth,
        },
        ..DECKLET.combinations
    },
    score: Score {
        kind: ScoreKind::WinLoss,
        ..DECKLET.score
    },
    ..DECKLET
};

/// DouZero's environment, its quirk included. Its tally is kept: 2 to the number of bombs and
/// rockets, twice that for the landlord.
const DOUZERO: Options = Options {
    combinations: Combinations {
        plane_solo: PlaneSolo {
            max_copies_per_rank: 4,
            trio_next_to_chain: NextToChain::Yes,
            jokers: KickerJokers::Any,
        },
        four_two_solo: FourTwoSolo {
            enabled: true,
            pair_as_two: true,
            jokers: KickerJokers::Any,
        },
        ..DECKLET.combinations
    },
    beats: Beats {
        planes_by_highest_trio: true,
        ..DECKLET.beats
    },
    reading: Reading::LongestThenHighest,
    score: Score {
        kind: ScoreKind::Flat,
        ..DECKLET.score
    },
    ..RLCARD
};

/// Botzone's FightTheLandlord. Its punishment of illegal moves has no place here.
const BOTZONE_1: Options = Options {
    combinations: Combinations {
        plane_solo: PlaneSolo {
            max_copies_per_rank: 1,
            trio_next_to_chain: NextToChain::No,
            jokers: KickerJokers::Any,
        },
        shuttle: Shuttle::OnePerQuad,
        ..DECKLET.combinations
    },
    score: Score {
        kind: ScoreKind::Weights(Weights {
            solo: 1,
            pair: 2,
            trio: 4,
            chain: 6,
            plane: 8,
            four_two: 8,
            bomb: 10,
            shuttle: 10,
            long_shuttle: 20,
            rocket: 16,
        }),
        ..DECKLET.score
    },
    ..RLCARD
};

/// Botzone's FightTheLandlord2.
const BOTZONE_2: Options = Options {
    first_bidder: FirstBidder::Fixed(Seat::First),
    bidding: Bidding::Score {
        max: 3,
        rounds: Rounds::One,
        top_ends: true,
    },
    all_pass: AllPass::End(NoLandlord::ForceFirst),
    combinations: Combinations {
        shuttle: Shuttle::TwoPerQuad,
        ..BOTZONE_1.combinations
    },
    score: FLAT,
    ..DECKLET
};

/// Pagat's description. Assumed: who opens (the holder of an exposed card), the score's details
/// (each multiplier 2) and that a pass is final.
const PAGAT: Options = Options {
    deal: DealOrder::OneByOne,
    first_bidder: FirstBidder::ExposedCard,
    bidding: Bidding::Score {
        max: 3,
        rounds: Rounds::PassOut,
        top_ends: true,
    },
    combinations: Combinations {
        plane_solo: PlaneSolo {
            max_copies_per_rank: 1,
            trio_next_to_chain: NextToChain::No,
            jokers: KickerJokers::NotBoth,
        },
        four_two_solo: FourTwoSolo {
            enabled: true,
            pair_as_two: false,
            jokers: KickerJokers::NotBoth,
        },
        ..DECKLET.combinations
    },
    score: FLAT,
    ..DECKLET
};

/// The classic rules of the Chinese platforms. Assumed: all limits on kickers; doubling, which
/// some texts have, is off.
const CLASSIC: Options = Options {
    deal: DealOrder::OneByOne,
    first_bidder: FirstBidder::Rotate,
    bidding: Bidding::Score {
        max: 3,
        rounds: Rounds::One,
        top_ends: true,
    },
    combinations: Combinations {
        plane_solo: PlaneSolo {
            max_copies_per_rank: 3,
            trio_next_to_chain: NextToChain::Yes,
            jokers: KickerJokers::NotBoth,
        },
        four_two_solo: FourTwoSolo {
            enabled: true,
            pair_as_two: true,
            jokers: KickerJokers::NotBoth,
        },
        ..DECKLET.combinations
    },
    reading: Reading::LongestThenHighest,
    score: FLAT,
    ..DECKLET
};

/// Tencent's happy Dou Dizhu. Assumed: all limits on kickers, the spring's factor, the factor for
/// showing after the bottom cards, that the highest factor shown counts once, and that a doubling
/// counts for all. The room's base score is 1.
const HAPPY: Options = Options {
    first_bidder: FirstBidder::Random,
    bidding: Bidding::CallRob,
    show_cards: ShowCards::Staged {
        before_deal: 5,
        during_deal: [4, 3],
        after_bottom: 2,
        forces_landlord: true,
    },
    doubling: Doubling::PerPlayer {
        factor: 2,
        super_factor: Some(4),
    },
    score: Score {
        base: Base::Room(1),
        ..FLAT
    },
    ..CLASSIC
};

/// The Chinese computer games contest, "two against one". Assumed: all limits on kickers, and that
/// "in turn" means the opener rotates.
const CONTEST: Options = Options {
    all_pass: AllPass::End(NoLandlord::Void),
    score: Score {
        kind: ScoreKind::Additive,
        ..FLAT
    },
    ..CLASSIC
};

const fn profile(name: &'static str, options: Options) -> Profile {
    Profile {
        name: Cow::Borrowed(name),
        options,
    }
}

static NAMED: [Profile; 12] = [
    profile("decklet", DECKLET),
    profile("game-claw", GAME_CLAW),
    profile("game-claw-source", GAME_CLAW_SOURCE),
    profile("openspiel", OPENSPIEL),
    profile("rlcard", RLCARD),
    profile("douzero", DOUZERO),
    profile("botzone-1", BOTZONE_1),
    profile("botzone-2", BOTZONE_2),
    profile("pagat", PAGAT),
    profile("classic", CLASSIC),
    profile("happy", HAPPY),
    profile("contest", CONTEST),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_profile_is_valid_and_survives_json() {
        for profile in Profile::all() {
            assert_eq!(
                Profile::new(profile.name(), *profile.options()).as_ref(),
                Ok(profile)
            );
            let json = serde_json::to_string(profile).unwrap();
            assert_eq!(&serde_json::from_str::<Profile>(&json).unwrap(), profile);
            assert_eq!(Profile::named(profile.name()), Some(profile));
        }
        assert_eq!(Profile::named("poker"), None);
    }

    #[test]
    fn wrong_options_are_named() {
        type Break = fn(&mut Options);
        let cases: [(&str, Break); 10] = [
            ("bidding.score.max", |o| {
                o.bidding = Bidding::Score {
                    max: 4,
                    rounds: Rounds::One,
                    top_ends: true,
                };
            }),
            ("combinations.plane_solo.max_copies_per_rank", |o| {
                o.combinations.plane_solo.max_copies_per_rank = 0;
            }),
            ("combinations.min_len.solo", |o| {
                o.combinations.min_len.solo = 4;
            }),
            ("combinations.min_len.pair", |o| {
                o.combinations.min_len.pair = 2;
            }),
            ("combinations.min_len.trio", |o| {
                o.combinations.min_len.trio = 1;
            }),
            ("combinations.min_len.quad", |o| {
                o.combinations.min_len.quad = 13;
            }),
            ("combinations.chain_top", |o| {
                o.combinations.chain_top = Rank::Two;
            }),
            ("score", |o| o.score.bomb = 0),
            ("score.cap", |o| o.score.cap = Some(0)),
            ("reading", |o| o.combinations.four_two_pair.same_rank = true),
        ];
        for (option, spoil) in cases {
            let mut options = *Profile::named("pagat").unwrap().options();
            spoil(&mut options);
            assert_eq!(Profile::new("mine", options).unwrap_err().option, option);
        }
    }

    #[test]
    fn unknown_fields_are_refused() {
        let json = serde_json::to_string(&Profile::all()[0]).unwrap();
        let wrong = json.replacen("\"reading\"", "\"colour\":1,\"reading\"", 1);
        let error = serde_json::from_str::<Profile>(&wrong)
            .unwrap_err()
            .to_string();
        assert!(error.contains("unknown field `colour`"), "{error}");
    }
}
