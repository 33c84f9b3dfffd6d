//! Every legal play of a hand.
//!
//! The order is fixed. Leading: by kind in the order of [`Kind::ALL`], then by length, then by the
//! lowest rank of the main part, then by the kickers (their lowest rank first, fewer copies of it
//! before more, then the rest in the same way). Following: plays of the kind on the table, then
//! bombs, then the rocket. Equal cards are one play, except where a profile lets the player declare
//! one of several readings: then each reading is a play.
//!
//! Listing ([`plays`]), counting ([`count`]) and drawing one ([`pick`]) walk through the same groups, so they cannot disagree.

use crate::{
    combination::{Combination, Kind, beating},
    hand::{ALL_RANKS, Hand, JOKERS, MAX_HAND, SMALL_JOKER, bit_rank, how_many, rank_bit},
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

/// No hand of at most 20 cards has more plays than this, whatever the options. It was found by
/// counting the plays of all 153,009,740 hands of 20 cards with every option as loose as it can be
/// (`cargo run --release --example longest_list`): with two kickers for each four of a shuttle it is
/// 3456789TJQKKKKAAAABR, with one it is 3456789TJJJQQQKKKAAA with 521 plays.
pub const MAX_PLAYS: usize = 808;

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
    search.groups(|group| search.each_of(group, &mut f));
}

/// How many plays `hand` has on `last`, without listing them.
#[must_use]
pub fn count(hand: Hand, last: Option<Combination>, options: &Options) -> u32 {
    Search::new(hand, last, options).count()
}

/// Play number `n`, from 0, of `hand` on `last`, without listing them; none when there are not so
/// many.
#[must_use]
pub fn nth(hand: Hand, last: Option<Combination>, options: &Options, n: u32) -> Option<Play> {
    pick(hand, last, options, |_| n)
}

/// Counts the plays of `hand` on `last` and makes the one whose number `choose` answers to their
/// count; none when there are not so many. Faster than [`count`] and [`nth`] one after the other.
#[inline]
pub fn pick(
    hand: Hand,
    last: Option<Combination>,
    options: &Options,
    choose: impl FnOnce(u32) -> u32,
) -> Option<Play> {
    let search = Search::new(hand, last, options);
    if last.is_some() {
        // Most followers pass, so their groups are not worth remembering.
        let sum = search.count();
        let n = choose(sum);
        return if n < sum { search.nth(n) } else { None };
    }
    let mut groups: ArrayVec<_, MAX_GROUPS> = ArrayVec::new();
    let mut sum = 0;
    search.leading(|group| {
        let count = search.count_of(group);
        sum += count;
        let _ = groups.try_push((group, count));
    });
    let mut n = choose(sum);
    for &(group, count) in &groups {
        if n < count {
            return search.nth_of(group, n);
        }
        n -= count;
    }
    None
}

/// More groups than a hand can have: 9 kinds that are no chain, and at most 8 lengths of single
/// cards, 8 of pairs, and 5 and 4 of the other six kinds of chains.
const MAX_GROUPS: usize = 9 + 8 + 8 + 6 * 5;

/// Every play there is, of at most 20 cards: what a leader with all 54 cards could choose from,
/// each reading apart, before it is known what is on the table. Quirks change nothing here.
#[must_use]
pub fn all_plays(options: &Options) -> Vec<Play> {
    let mut options = *options;
    options.reading = Reading::Declared;
    options.combinations.no_chain_from_rank_held_four_times = false;
    options.beats.planes_by_highest_trio = false;
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
    /// The lowest ranks of their main parts, at least one.
    starts: u64,
}

struct Search<'a> {
    hand: Hand,
    /// The ranks held at least once, twice, three and four times.
    held: [u64; 4],
    last: Option<Combination>,
    options: &'a Options,
    rules: &'a Combinations,
}

impl<'a> Search<'a> {
    #[inline]
    fn new(hand: Hand, last: Option<Combination>, options: &'a Options) -> Self {
        Self {
            hand,
            held: [1, 2, 3, 4].map(|n| hand.at_least(n)),
            last,
            options,
            rules: &options.combinations,
        }
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        let mut sum = 0;
        self.groups(|group| sum += self.count_of(group));
        sum
    }

    #[inline(never)]
    fn nth(&self, mut n: u32) -> Option<Play> {
        let mut found = None;
        self.groups(|group| {
            if found.is_some() {
                return;
            }
            let count = self.count_of(group);
            if n < count {
                found = self.nth_of(group, n);
            } else {
                n -= count;
            }
        });
        found
    }

    /// Calls `visit` with each group that may not be empty, in order.
    #[inline(always)]
    fn groups(&self, visit: impl FnMut(Group)) {
        match self.last {
            None => self.leading(visit),
            Some(last) => self.following(last, visit),
        }
    }

    #[inline(always)]
    fn leading(&self, mut visit: impl FnMut(Group)) {
        let [one, two, three, four] = self.held;
        self.alone(Kind::Solo, one, &mut visit);
        self.alone(Kind::Pair, two, &mut visit);
        if three != 0 {
            self.alone(Kind::Trio, three, &mut visit);
            self.alone(Kind::TrioSolo, three, &mut visit);
            self.alone(Kind::TrioPair, three, &mut visit);
        }
        self.chains(Kind::ChainSolo, &mut visit);
        self.chains(Kind::ChainPair, &mut visit);
        if three & three >> 4 != 0 {
            for kind in [Kind::Plane, Kind::PlaneSolo, Kind::PlanePair] {
                self.chains(kind, &mut visit);
            }
        }
        if four != 0 {
            for kind in [Kind::FourTwoSolo, Kind::FourTwoPair] {
                self.alone(kind, four, &mut visit);
            }
            for kind in [Kind::Shuttle, Kind::ShuttleSolo, Kind::ShuttlePair] {
                self.chains(kind, &mut visit);
            }
            self.alone(Kind::Bomb, four, &mut visit);
        }
        self.alone(Kind::Rocket, self.rocket(), &mut visit);
    }

    #[inline(always)]
    fn following(&self, last: Combination, mut visit: impl FnMut(Group)) {
        if !self.options.beats.wings_must_match && last.kind().is_plane() {
            for kind in [Kind::Plane, Kind::PlaneSolo, Kind::PlanePair] {
                self.higher(kind, last, &mut visit);
            }
        } else if !last.kind().is_bomb_or_rocket() {
            self.higher(last.kind(), last, &mut visit);
        }
        let bombs = match last.kind() {
            Kind::Bomb => last.higher(),
            Kind::Rocket if !self.options.beats.bomb_beats_rocket => 0,
            _ => ALL_RANKS,
        };
        self.alone(Kind::Bomb, self.held[3] & bombs, &mut visit);
        if last.kind() != Kind::Rocket {
            self.alone(Kind::Rocket, self.rocket(), &mut visit);
        }
    }

    /// The group of a kind that is no chain.
    #[inline(always)]
    fn alone(&self, kind: Kind, starts: u64, visit: &mut impl FnMut(Group)) {
        if starts != 0 && kind.exists(self.rules) {
            visit(Group {
                kind,
                length: 1,
                starts,
            });
        }
    }

    /// The groups of a kind of chains.
    #[inline(always)]
    fn chains(&self, kind: Kind, visit: &mut impl FnMut(Group)) {
        let Some(shortest) = kind.min_length(self.rules) else {
            return;
        };
        if !kind.exists(self.rules) {
            return;
        }
        let ranks = self.chain_ranks(kind);
        if how_many(ranks) < shortest {
            return;
        }
        let longest = MAX_HAND as u32 / kind.cards_per_rank(self.rules);
        let mut starts = run_starts(ranks, shortest);
        for length in shortest..=longest {
            if starts == 0 {
                return;
            }
            let offered = starts & offered_from(self.hand, kind, self.rules);
            if offered != 0 {
                visit(Group {
                    kind,
                    length,
                    starts: offered,
                });
            }
            starts &= starts >> 4;
        }
    }

    /// The group of plays of this kind that are higher.
    #[inline(always)]
    fn higher(&self, kind: Kind, last: Combination, visit: &mut impl FnMut(Group)) {
        let length = u32::from(last.length());
        let mut starts = self.held(kind);
        if length > 1 {
            starts = run_starts(starts & chain_ranks(self.rules), length);
            starts &= offered_from(self.hand, kind, self.rules);
        }
        if !self.compares_each(kind) {
            starts &= last.higher();
        }
        if starts != 0 {
            visit(Group {
                kind,
                length,
                starts,
            });
        }
    }

    #[inline]
    fn chain_ranks(&self, kind: Kind) -> u64 {
        self.held(kind) & chain_ranks(self.rules)
    }

    /// The ranks held often enough for a main part of this kind.
    #[inline]
    fn held(&self, kind: Kind) -> u64 {
        self.held[(kind.copies() as usize - 1) & 3]
    }

    #[inline]
    fn rocket(&self) -> u64 {
        if self.held[0] & JOKERS == JOKERS {
            SMALL_JOKER
        } else {
            0
        }
    }

    /// Whether each play has to be compared by itself, because its kickers count.
    #[inline]
    fn compares_each(&self, kind: Kind) -> bool {
        kind == Kind::PlaneSolo && self.options.beats.planes_by_highest_trio
    }

    #[inline]
    fn leave_out(&self) -> LeaveOut {
        match (self.options.reading, self.last) {
            (Reading::Declared, _) => LeaveOut::Nothing,
            (_, None) => LeaveOut::LowerAndShorter,
            (_, Some(_)) => LeaveOut::Lower,
        }
    }

    #[inline]
    fn kickers(&self, kind: Kind, main: u64, leave_out: LeaveOut) -> Option<Kickers> {
        Kickers::of(kind, self.hand, main, self.rules, leave_out)
    }

    #[inline]
    fn each_of(&self, group: Group, f: &mut impl FnMut(Play)) {
        if group.kind.has_kickers() {
            return self.each_with_kickers(group, f);
        }
        for low in bits(group.starts) {
            f(group.play(low, 0));
        }
    }

    fn each_with_kickers(&self, group: Group, f: &mut impl FnMut(Play)) {
        let compare = self.compares_each(group.kind);
        let leave_out = self.leave_out();
        for low in bits(group.starts) {
            let Some(kickers) = self.kickers(group.kind, group.ranks(low), leave_out) else {
                continue;
            };
            let play = group.play(low, 0);
            if compare {
                kickers.each(|chosen| self.compared(group.play(low, chosen), f));
            } else {
                kickers.each(|chosen| {
                    f(Play {
                        cards: Hand(play.cards.0 + chosen),
                        ..play
                    });
                });
            }
        }
    }

    /// Calls `f` with the play as it counts on the table, if it beats what is there.
    fn compared(&self, play: Play, f: &mut impl FnMut(Play)) {
        if let Ok(combination) = beating(play.cards, play.combination, self.last, self.options) {
            f(Play {
                combination,
                ..play
            });
        }
    }

    #[inline]
    fn count_of(&self, group: Group) -> u32 {
        let mains = how_many(group.starts);
        if let Some(kickers) = Kickers::one(group.kind, self.hand) {
            return mains * (how_many(kickers) - 1);
        }
        if group.kind.has_kickers() {
            self.count_with_kickers(group)
        } else {
            mains
        }
    }

    fn count_with_kickers(&self, group: Group) -> u32 {
        let mut count = 0;
        if self.compares_each(group.kind) && self.last.is_some() {
            self.each_with_kickers(group, &mut |_| count += 1);
            return count;
        }
        let leave_out = self.leave_out();
        for low in bits(group.starts) {
            let kickers = self.kickers(group.kind, group.ranks(low), leave_out);
            count += kickers.map_or(0, |kickers| kickers.ways());
        }
        count
    }

    #[inline]
    fn nth_of(&self, group: Group, n: u32) -> Option<Play> {
        if let Some(kickers) = Kickers::one(group.kind, self.hand) {
            let each = (how_many(kickers) - 1).max(1);
            let low = nth_bit(group.starts, n / each);
            let kicker = nth_bit(kickers & !low, n % each);
            let copies = u64::from(group.kind.cards_per_rank(self.rules) - group.kind.copies());
            return Some(group.play(low, kicker * copies));
        }
        if group.kind.has_kickers() {
            return self.nth_with_kickers(group, n);
        }
        Some(group.play(nth_bit(group.starts, n), 0))
    }

    fn nth_with_kickers(&self, group: Group, mut n: u32) -> Option<Play> {
        if self.compares_each(group.kind) {
            let mut found = None;
            self.each_with_kickers(group, &mut |play| {
                if n == 0 {
                    found.get_or_insert(play);
                }
                n = n.saturating_sub(1);
            });
            return found;
        }
        let leave_out = self.leave_out();
        for low in bits(group.starts) {
            let kickers = self.kickers(group.kind, group.ranks(low), leave_out)?;
            let here = kickers.ways();
            if n < here {
                return kickers.nth(n).map(|chosen| group.play(low, chosen));
            }
            n -= here;
        }
        None
    }
}

impl Group {
    /// The ranks of the main part that begins with this one.
    #[inline]
    fn ranks(self, low: u64) -> u64 {
        run(self.length) * low
    }

    #[inline]
    fn play(self, low: u64, kickers: u64) -> Play {
        let main = match self.kind {
            Kind::Rocket => JOKERS,
            kind => self.ranks(low) * u64::from(kind.copies()),
        };
        let combination = Combination::new(self.kind, self.length, bit_rank(low));
        Play {
            cards: Hand(main + kickers),
            combination,
        }
    }
}

/// Bit number `n` of these, from 0.
#[inline]
const fn nth_bit(mut ranks: u64, n: u32) -> u64 {
    let mut at = 0;
    while at < n {
        ranks &= ranks.wrapping_sub(1);
        at += 1;
    }
    ranks & ranks.wrapping_neg()
}

/// The bits one by one, lowest first.
#[inline]
fn bits(mut ranks: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let low = ranks & ranks.wrapping_neg();
        ranks ^= low;
        (low != 0).then_some(low)
    })
}
