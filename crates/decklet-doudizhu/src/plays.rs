//! Every legal play of a hand.
//!
//! The order is fixed. Leading: by kind in the order of [`Kind::ALL`], then by length, then by the
//! lowest rank of the main part, then by the kickers (their lowest rank first, fewer copies of it
//! before more, then the rest in the same way). Following: plays of the kind on the table, then
//! bombs, then the rocket. Equal cards are one play, except where a profile lets the player declare
//! one of several readings: then each reading is a play.
//!
//! Listing ([`plays`]), counting ([`count`]) and drawing one by its number ([`nth`]) walk through
//! the same groups, so they cannot disagree.

use crate::{
    card::Rank,
    combination::{Combination, Kind, beating},
    hand::{ALL_RANKS, Hand, JOKERS, MAX_HAND, SMALL_JOKER, bit_rank, rank_bit},
    kickers::{Kickers, LeaveOut, chain_ranks, run, run_starts},
    profile::{Combinations, Options, Reading},
};
use arrayvec::ArrayVec;

/// Cards, and what they count as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// The cards, by rank.
    pub cards: Hand,
    /// What they count as on the table once they are played.
    pub combination: Combination,
}

/// No hand of at most 20 cards has more plays than this, whatever the options.
pub const MAX_PLAYS: usize = 4096;

/// A list with room for every play of any hand. It is large: keep one and use it again.
pub type PlayList = ArrayVec<Play, MAX_PLAYS>;

/// Fills `list` with every play of `hand` on `last`, the combination on the table; with none there,
/// with every play of a leader.
///
/// ```
/// use decklet_doudizhu::{combination::detect, plays::{PlayList, plays}, profile::Profile};
///
/// let profile = Profile::named("decklet").unwrap();
/// let last = detect("8884".parse()?, &profile.combinations);
/// let mut list = PlayList::new();
/// plays("QQQ9997766635".parse()?, last, profile, &mut list);
/// let first: Vec<_> = list.iter().take(3).map(|play| play.cards.to_string()).collect();
/// assert_eq!(first, ["3999", "5999", "6999"]);
/// assert_eq!(list.len(), 10);
/// # Ok::<(), decklet_doudizhu::hand::HandError>(())
/// ```
#[inline]
pub fn plays(hand: Hand, last: Option<Combination>, options: &Options, list: &mut PlayList) {
    list.clear();
    for_each(hand, last, options, |play| {
        debug_assert!(!list.is_full(), "{hand} has more than {MAX_PLAYS} plays");
        let _ = list.try_push(play);
    });
}

/// Calls `f` with every play of `hand` on `last`, in order.
#[inline]
pub fn for_each(hand: Hand, last: Option<Combination>, options: &Options, mut f: impl FnMut(Play)) {
    let search = Search::new(hand, last, options);
    search.groups(|group| {
        search.each_of(group, &mut f);
        None::<()>
    });
}

/// How many plays `hand` has on `last`, without listing them.
#[must_use]
pub fn count(hand: Hand, last: Option<Combination>, options: &Options) -> u32 {
    let search = Search::new(hand, last, options);
    let mut sum = 0;
    search.groups(|group| {
        sum += search.count_of(group);
        None::<()>
    });
    sum
}

/// Play number `n`, from 0, of `hand` on `last`, without listing them; none when there are not so
/// many.
#[must_use]
pub fn nth(hand: Hand, last: Option<Combination>, options: &Options, mut n: u32) -> Option<Play> {
    let search = Search::new(hand, last, options);
    search.groups(|group| {
        let here = search.count_of(group);
        if n < here {
            return search.nth_of(group, n);
        }
        n -= here;
        None
    })
}

/// Every play there is, of at most 20 cards: what a leader with all 54 cards could choose from,
/// each reading apart. Quirks that depend on the hand leave nothing out here.
#[must_use]
pub fn all_plays(options: &Options) -> Vec<Play> {
    let mut options = *options;
    options.reading = Reading::Declared;
    options.combinations.no_chain_from_rank_held_four_times = false;
    let mut list = Vec::new();
    for_each(Hand::DECK, None, &options, |play| list.push(play));
    list
}

/// Whether a play that the table allows is offered from this hand: all are, but for
/// [`Combinations::no_chain_from_rank_held_four_times`].
#[inline]
#[must_use]
pub fn offered(hand: Hand, combination: Combination, options: &Options) -> bool {
    let ranks = offered_from(hand, combination.kind(), &options.combinations);
    rank_bit(combination.low()) & ranks != 0
}

/// The ranks from which a chain of this kind is offered.
#[inline]
fn offered_from(hand: Hand, kind: Kind, rules: &Combinations) -> u64 {
    let pure = matches!(kind, Kind::ChainSolo | Kind::ChainPair | Kind::Plane);
    if pure && rules.no_chain_from_rank_held_four_times {
        ALL_RANKS & !hand.at_least(4)
    } else {
        ALL_RANKS
    }
}

/// All plays of one kind and length.
#[derive(Clone, Copy)]
struct Group {
    kind: Kind,
    length: u32,
    /// The lowest ranks of their main parts.
    starts: u64,
}

struct Search<'a> {
    hand: Hand,
    size: u32,
    last: Option<Combination>,
    options: &'a Options,
    rules: &'a Combinations,
    leave_out: LeaveOut,
    /// Whether each play has to be compared by itself, because its kickers count.
    compare_each: bool,
}

impl<'a> Search<'a> {
    #[inline]
    fn new(hand: Hand, last: Option<Combination>, options: &'a Options) -> Self {
        let leave_out = match (options.reading, last) {
            (Reading::Declared, _) => LeaveOut::Nothing,
            (_, None) => LeaveOut::LowerAndShorter,
            (_, Some(_)) => LeaveOut::Lower,
        };
        Self {
            hand,
            size: hand.len().min(MAX_HAND as u32),
            last,
            options,
            rules: &options.combinations,
            leave_out,
            compare_each: options.beats.planes_by_highest_trio,
        }
    }

    /// Calls `visit` with each group that may not be empty, in order, until it answers something.
    #[inline]
    fn groups<T>(&self, visit: impl FnMut(Group) -> Option<T>) -> Option<T> {
        match self.last {
            None => self.leading(visit),
            Some(last) => self.following(last, visit),
        }
    }

    #[inline]
    fn leading<T>(&self, mut visit: impl FnMut(Group) -> Option<T>) -> Option<T> {
        for kind in Kind::ALL {
            let Some(min_length) = kind.min_length(self.rules) else {
                let starts = self.alone(kind);
                if starts != 0
                    && let Some(answer) = visit(Group {
                        kind,
                        length: 1,
                        starts,
                    })
                {
                    return Some(answer);
                }
                continue;
            };
            let longest = self.size / kind.cards_per_rank(self.rules);
            let mut starts = self.chains(kind, min_length);
            for length in min_length..=longest {
                if starts == 0 {
                    break;
                }
                let offered = starts & self.offered(kind);
                if offered != 0
                    && let Some(answer) = visit(Group {
                        kind,
                        length,
                        starts: offered,
                    })
                {
                    return Some(answer);
                }
                starts &= starts >> 4;
            }
        }
        None
    }

    #[inline]
    fn following<T>(
        &self,
        last: Combination,
        mut visit: impl FnMut(Group) -> Option<T>,
    ) -> Option<T> {
        let any_wings = !self.options.beats.wings_must_match && last.kind().is_plane();
        let same = [Kind::Plane, Kind::PlaneSolo, Kind::PlanePair];
        let kinds = if any_wings { &same[..] } else { &[last.kind()] };
        for &kind in kinds {
            if kind.is_bomb_or_rocket() {
                continue;
            }
            let length = u32::from(last.length());
            if length * kind.cards_per_rank(self.rules) > self.size {
                continue;
            }
            let mut starts = if kind.min_length(self.rules).is_some() {
                self.chains(kind, length) & self.offered(kind)
            } else {
                self.alone(kind)
            };
            if !(self.compare_each && kind == Kind::PlaneSolo) {
                starts &= last.higher();
            }
            if starts != 0
                && let Some(answer) = visit(Group {
                    kind,
                    length,
                    starts,
                })
            {
                return Some(answer);
            }
        }
        let bombs = match last.kind() {
            Kind::Bomb => self.alone(Kind::Bomb) & last.higher(),
            Kind::Rocket if !self.options.beats.bomb_beats_rocket => 0,
            _ => self.alone(Kind::Bomb),
        };
        if bombs != 0
            && let Some(answer) = visit(Group {
                kind: Kind::Bomb,
                length: 1,
                starts: bombs,
            })
        {
            return Some(answer);
        }
        let rocket = if last.kind() == Kind::Rocket {
            0
        } else {
            self.alone(Kind::Rocket)
        };
        if rocket == 0 {
            return None;
        }
        visit(Group {
            kind: Kind::Rocket,
            length: 1,
            starts: rocket,
        })
    }

    /// The ranks that make a main part of one rank.
    #[inline]
    fn alone(&self, kind: Kind) -> u64 {
        if kind == Kind::Rocket {
            return if self.hand.contains(Hand(JOKERS)) {
                SMALL_JOKER
            } else {
                0
            };
        }
        let fits = kind.exists(self.rules) && kind.cards_per_rank(self.rules) <= self.size;
        if fits {
            self.hand.at_least(kind.copies())
        } else {
            0
        }
    }

    /// The ranks that begin a chain of this kind and length.
    #[inline]
    fn chains(&self, kind: Kind, length: u32) -> u64 {
        let ranks = self.hand.at_least(kind.copies()) & chain_ranks(self.rules);
        if kind.exists(self.rules) {
            run_starts(ranks, length)
        } else {
            0
        }
    }

    #[inline]
    fn offered(&self, kind: Kind) -> u64 {
        offered_from(self.hand, kind, self.rules)
    }

    /// The main parts of a group: the lowest rank, and the ranks as bits.
    #[inline]
    fn mains(group: Group) -> impl Iterator<Item = (Rank, u64)> {
        let mut starts = group.starts;
        std::iter::from_fn(move || {
            let low = starts & starts.wrapping_neg();
            starts ^= low;
            (low != 0).then(|| (bit_rank(low), run(group.length) * low))
        })
    }

    #[inline]
    fn kickers(&self, kind: Kind, main: u64) -> Option<Kickers> {
        Kickers::of(kind, self.hand, main, self.rules, self.leave_out)
    }

    #[inline]
    fn each_of(&self, group: Group, f: &mut impl FnMut(Play)) {
        let kind = group.kind;
        for (low, ranks) in Self::mains(group) {
            let main = if kind == Kind::Rocket {
                JOKERS
            } else {
                ranks * u64::from(kind.copies())
            };
            let combination = Combination::new(kind, group.length, low);
            match self.kickers(kind, ranks) {
                None => f(Play {
                    cards: Hand(main),
                    combination,
                }),
                Some(kickers) if self.compare_each && kind == Kind::PlaneSolo => {
                    kickers.each(|chosen| self.compared(main + chosen, combination, f));
                }
                Some(kickers) => {
                    kickers.each(|chosen| {
                        f(Play {
                            cards: Hand(main + chosen),
                            combination,
                        });
                    });
                }
            }
        }
    }

    /// Calls `f` if these cards beat what is on the table.
    fn compared(&self, cards: u64, combination: Combination, f: &mut impl FnMut(Play)) {
        let cards = Hand(cards);
        if let Ok(combination) = beating(cards, combination, self.last, self.options) {
            f(Play { cards, combination });
        }
    }

    #[inline]
    fn count_of(&self, group: Group) -> u32 {
        if self.compare_each && group.kind == Kind::PlaneSolo && self.last.is_some() {
            let mut count = 0;
            self.each_of(group, &mut |_| count += 1);
            return count;
        }
        Self::mains(group)
            .map(|(_, main)| {
                self.kickers(group.kind, main)
                    .map_or(1, |kickers| kickers.ways())
            })
            .sum()
    }

    fn nth_of(&self, group: Group, mut n: u32) -> Option<Play> {
        if self.compare_each && group.kind == Kind::PlaneSolo {
            let mut found = None;
            self.each_of(group, &mut |play| {
                if n == 0 {
                    found.get_or_insert(play);
                }
                n = n.saturating_sub(1);
            });
            return found;
        }
        let kind = group.kind;
        for (low, ranks) in Self::mains(group) {
            let kickers = self.kickers(kind, ranks);
            let here = kickers.map_or(1, |kickers| kickers.ways());
            if n < here {
                let main = if kind == Kind::Rocket {
                    JOKERS
                } else {
                    ranks * u64::from(kind.copies())
                };
                let chosen = kickers.map_or(Some(0), |kickers| kickers.nth(n))?;
                let combination = Combination::new(kind, group.length, low);
                return Some(Play {
                    cards: Hand(main + chosen),
                    combination,
                });
            }
            n -= here;
        }
        None
    }
}
