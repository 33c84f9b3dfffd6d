//! Why cards may or may not be played: which profiles accept them, as what, and for a refusal the
//! reason and the option that decides it.
//!
//! Nothing is decided here. The options of a profile are loosened one by one and the cards are read
//! again; the option that makes the difference is the one that decides.

use crate::{
    card::Rank,
    combination::{Combination, Comparison, Kind, beating, readings},
    hand::{Hand, JOKERS, how_many},
    kickers::run,
    profile::{Combinations, KickerJokers, NextToChain, Options, Profile, Shuttle},
    tools::ReadingOut,
};
use serde::Serialize;

/// What one profile makes of some cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explanation {
    /// The profile's name.
    pub profile: String,
    /// Whether the cards may be played together.
    pub accepted: bool,
    /// Every way to read them.
    pub readings: Vec<ReadingOut>,
    /// Why they may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Reason>,
    /// Whether they beat the other cards, where there are some and both are combinations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beats: Option<bool>,
    /// Why they do or do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<Reason>,
}

/// A reason in words, with a code that stays the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reason {
    /// The code, such as `JOKERS_AS_KICKERS`.
    pub code: &'static str,
    /// The reason in words.
    pub reason: &'static str,
    /// The options that would have to be otherwise, as they are named in JSON; empty when no
    /// options would help.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<&'static str>,
}

impl Reason {
    const fn plain(code: &'static str, reason: &'static str) -> Self {
        Self {
            code,
            reason,
            options: Vec::new(),
        }
    }
}

/// What the given profiles make of `cards`, and whether they beat `last`.
///
/// ```
/// use decklet_doudizhu::{explain::explain, profile::Profile};
///
/// let answers = explain("3333BR".parse()?, None, [Profile::named("pagat").unwrap()]);
/// let refusal = answers[0].refusal.as_ref().unwrap();
/// assert_eq!(refusal.code, "FOUR_TWO_JOKERS");
/// assert_eq!(refusal.options, ["combinations.four_two_solo.jokers"]);
/// # Ok::<(), decklet_doudizhu::hand::HandError>(())
/// ```
pub fn explain<'p>(
    cards: Hand,
    last: Option<Hand>,
    profiles: impl IntoIterator<Item = &'p Profile>,
) -> Vec<Explanation> {
    profiles
        .into_iter()
        .map(|profile| explain_one(cards, last, profile))
        .collect()
}

fn explain_one(cards: Hand, last: Option<Hand>, profile: &Profile) -> Explanation {
    let all = readings(cards, &profile.combinations);
    let on_table = last.and_then(|last| Some((last, on_table(last, profile)?)));
    let refusal = all
        .is_empty()
        .then(|| refusal(cards, &profile.combinations));
    let compared = on_table
        .filter(|_| !all.is_empty())
        .map(|(other, last)| (stands(cards, last, profile), (other, last)));
    Explanation {
        profile: profile.name().to_owned(),
        accepted: !all.is_empty(),
        readings: all.iter().copied().map(ReadingOut::from).collect(),
        refusal,
        beats: compared.map(|(comparison, _)| comparison == Comparison::Greater),
        because: compared.map(|(comparison, last)| because(cards, last, comparison, profile)),
    }
}

/// What led cards count as.
fn on_table(cards: Hand, options: &Options) -> Option<Combination> {
    let first = readings(cards, &options.combinations).into_iter().next()?;
    beating(cards, first, None, options).ok()
}

/// How the reading that stands best stands.
fn stands(cards: Hand, last: Combination, options: &Options) -> Comparison {
    let all = readings(cards, &options.combinations);
    let mut results = all
        .iter()
        .map(|&reading| beating(cards, reading, Some(last), options));
    let first = results.next();
    match first {
        Some(Ok(_)) => Comparison::Greater,
        Some(Err(_)) if results.any(|result| result.is_ok()) => Comparison::Greater,
        Some(Err(comparison)) => comparison,
        None => Comparison::Incomparable,
    }
}

/// One option made as loose as it can be.
struct Loosening {
    code: &'static str,
    option: &'static str,
    reason: &'static str,
    apply: fn(&mut Combinations),
}

const LOOSENINGS: [Loosening; 14] = [
    Loosening {
        code: "PLANE_JOKERS",
        option: "combinations.plane_solo.jokers",
        reason: "these jokers may not be kickers of a plane",
        apply: |rules| rules.plane_solo.jokers = KickerJokers::Any,
    },
    Loosening {
        code: "PLANE_REPEATED_KICKERS",
        option: "combinations.plane_solo.max_copies_per_rank",
        reason: "so many single kickers of a plane may not be of one rank",
        apply: |rules| rules.plane_solo.max_copies_per_rank = 4,
    },
    Loosening {
        code: "PLANE_TRIO_BESIDE",
        option: "combinations.plane_solo.trio_next_to_chain",
        reason: "the kickers of a plane may not be a trio next to it",
        apply: |rules| rules.plane_solo.trio_next_to_chain = NextToChain::Yes,
    },
    Loosening {
        code: "PLANE_SAME_PAIRS",
        option: "combinations.plane_pair.distinct_ranks",
        reason: "the pairs of a plane must be of different ranks",
        apply: |rules| rules.plane_pair.distinct_ranks = false,
    },
    Loosening {
        code: "NO_FOUR_TWO",
        option: "combinations.four_two_solo.enabled",
        reason: "four of a kind with two cards does not exist",
        apply: |rules| rules.four_two_solo.enabled = true,
    },
    Loosening {
        code: "FOUR_TWO_PAIR_AS_TWO",
        option: "combinations.four_two_solo.pair_as_two",
        reason: "a pair does not count as the two cards of a four",
        apply: |rules| rules.four_two_solo.pair_as_two = true,
    },
    Loosening {
        code: "FOUR_TWO_JOKERS",
        option: "combinations.four_two_solo.jokers",
        reason: "these jokers may not be the two cards of a four",
        apply: |rules| rules.four_two_solo.jokers = KickerJokers::Any,
    },
    Loosening {
        code: "NO_FOUR_TWO_PAIRS",
        option: "combinations.four_two_pair.enabled",
        reason: "four of a kind with two pairs does not exist",
        apply: |rules| rules.four_two_pair.enabled = true,
    },
    Loosening {
        code: "SHUTTLE",
        option: "combinations.shuttle",
        reason: "consecutive fours are no combination, or not with these kickers",
        apply: |_| {},
    },
    Loosening {
        code: "FOUR_TWO_SAME_PAIRS",
        option: "combinations.four_two_pair.same_rank",
        reason: "the two pairs of a four must be of different ranks",
        apply: |rules| rules.four_two_pair.same_rank = true,
    },
    Loosening {
        code: "CHAIN_TOO_SHORT",
        option: "combinations.min_len.solo",
        reason: "a chain of single cards must be longer",
        apply: |rules| rules.min_len.solo = 5,
    },
    Loosening {
        code: "CHAIN_TOO_SHORT",
        option: "combinations.min_len.pair",
        reason: "a chain of pairs must be longer",
        apply: |rules| rules.min_len.pair = 3,
    },
    Loosening {
        code: "CHAIN_TOO_SHORT",
        option: "combinations.min_len.trio",
        reason: "a plane must be longer",
        apply: |rules| rules.min_len.trio = 2,
    },
    Loosening {
        code: "CHAIN_TOO_HIGH",
        option: "combinations.chain_top",
        reason: "a chain may not reach so high",
        apply: |rules| rules.chain_top = Rank::Ace,
    },
];

/// Why the rules refuse these cards.
fn refusal(cards: Hand, rules: &Combinations) -> Reason {
    for shuttle in [rules.shuttle, Shuttle::OnePerQuad, Shuttle::TwoPerQuad] {
        let accepted = |loose: &[&Loosening]| {
            let mut rules = *rules;
            for loosening in loose {
                (loosening.apply)(&mut rules);
                if loosening.code == "SHUTTLE" {
                    rules.shuttle = shuttle;
                }
            }
            !readings(cards, &rules).is_empty()
        };
        let mut needed: Vec<_> = LOOSENINGS.iter().collect();
        if !accepted(&needed) {
            continue;
        }
        for loosening in &LOOSENINGS {
            let without: Vec<_> = needed
                .iter()
                .copied()
                .filter(|other| other.option != loosening.option)
                .collect();
            if accepted(&without) {
                needed = without;
            }
        }
        if let Some(first) = needed.first() {
            let options = needed.iter().map(|loosening| loosening.option).collect();
            return Reason {
                code: first.code,
                reason: first.reason,
                options,
            };
        }
    }
    in_no_rules(cards)
}

/// Why no options whatever accept these cards.
fn in_no_rules(cards: Hand) -> Reason {
    let held = [1, 2, 3, 4].map(|n| cards.at_least(n));
    let [one, two, three, four] = held;
    let low = run(Rank::Ace as u32 + 1);
    if cards.is_empty() {
        return Reason::plain("NO_CARDS", "there are no cards");
    }
    if cards.len() == 2 {
        return Reason::plain("NOT_A_PAIR", "two cards must be a pair, or both jokers");
    }
    for copies in [1, 2, 3] {
        let even = held[..copies].iter().all(|&ranks| ranks == one) && held[copies] == 0;
        if !even || how_many(one) < 2 {
            continue;
        }
        if copies == 1 && how_many(one) < 5 && one & !low != 0 {
            return Reason::plain("NO_COMBINATION", "unlike cards are played in a chain only");
        }
        if one & JOKERS != 0 || one & !low != 0 {
            return Reason::plain("CHAIN_ABOVE_ACE", "a chain runs from 3 to the ace at most");
        }
        let consecutive = one * 15 + (one & one.wrapping_neg());
        if consecutive & (consecutive - 1) != 0 {
            return Reason::plain(
                "CHAIN_HAS_GAPS",
                "the ranks of a chain must follow each other",
            );
        }
        return Reason::plain(
            "CHAIN_TOO_SHORT",
            "a chain needs five single cards or three pairs",
        );
    }
    if two & !three & JOKERS == 0 && three != 0 && one & JOKERS == JOKERS && cards.len() == 5 {
        return Reason::plain("JOKERS_ARE_NO_PAIR", "two jokers are never a pair");
    }
    if four != 0 && three != four {
        return Reason::plain(
            "KICKER_OF_MAIN_RANK",
            "a trio's fourth card cannot be its kicker",
        );
    }
    if three != 0 {
        return Reason::plain(
            "KICKERS_DO_NOT_FIT",
            "the kickers are too many, too few or mixed",
        );
    }
    Reason::plain(
        "NO_COMBINATION",
        "only trios and fours take other cards along",
    )
}

/// Why the cards stand to `last` as they do.
fn because(
    cards: Hand,
    (other, last): (Hand, Combination),
    comparison: Comparison,
    options: &Options,
) -> Reason {
    if let Some(reason) = decided_by_option(cards, other, comparison, options) {
        return reason;
    }
    let kind = readings(cards, &options.combinations)
        .first()
        .map(|reading| reading.kind());
    match (comparison, kind) {
        (Comparison::Greater, Some(Kind::Rocket)) => {
            Reason::plain("ROCKET", "the rocket beats everything")
        }
        (Comparison::Greater, Some(Kind::Bomb)) if last.kind() != Kind::Bomb => {
            Reason::plain("BOMB", "a bomb beats everything but bombs and the rocket")
        }
        (Comparison::Greater, _) => Reason::plain("HIGHER", "same kind and length, and higher"),
        (Comparison::Equal, _) => Reason::plain("EQUAL", "equal cards never beat"),
        (Comparison::Less, _) if last.kind().is_bomb_or_rocket() => Reason::plain(
            "BOMB_ON_TABLE",
            "only a higher bomb or the rocket beats a bomb",
        ),
        (Comparison::Less, _) => Reason::plain("LOWER", "same kind and length, but lower"),
        (Comparison::Incomparable, Some(kind)) if kind == last.kind() => {
            Reason::plain("LENGTH", "the length must be the same")
        }
        (Comparison::Incomparable, _) => Reason::plain("KIND", "the kind must be the same"),
    }
}

/// The option of comparing that makes the difference, if one does.
fn decided_by_option(
    cards: Hand,
    other: Hand,
    comparison: Comparison,
    options: &Options,
) -> Option<Reason> {
    type Turn = fn(&mut Options);
    let turns: [(&str, &str, &str, Turn); 3] = [
        (
            "WINGS",
            "beats.wings_must_match",
            "whether a plane beats planes with other kickers decides",
            |o| o.beats.wings_must_match = !o.beats.wings_must_match,
        ),
        (
            "BOMB_ON_ROCKET",
            "beats.bomb_beats_rocket",
            "whether a bomb beats the rocket decides",
            |o| o.beats.bomb_beats_rocket = !o.beats.bomb_beats_rocket,
        ),
        (
            "HIGHEST_TRIO",
            "beats.planes_by_highest_trio",
            "whether planes are compared by their highest trio decides",
            |o| o.beats.planes_by_highest_trio = !o.beats.planes_by_highest_trio,
        ),
    ];
    let beats = comparison == Comparison::Greater;
    turns.into_iter().find_map(|(code, option, reason, turn)| {
        let mut turned = *options;
        turn(&mut turned);
        let last = on_table(other, &turned)?;
        let otherwise = stands(cards, last, &turned) == Comparison::Greater;
        (otherwise != beats).then(|| Reason {
            code,
            reason,
            options: vec![option],
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(profile: &str, cards: &str, last: Option<&str>) -> Explanation {
        let read = |text: &str| text.parse().unwrap();
        explain_one(
            read(cards),
            last.map(read),
            Profile::named(profile).unwrap(),
        )
    }

    #[test]
    fn refusals_name_the_option_that_decides() {
        for (profile, cards, code, options) in [
            (
                "pagat",
                "3333BR",
                "FOUR_TWO_JOKERS",
                vec!["combinations.four_two_solo.jokers"],
            ),
            (
                "decklet",
                "333444BR",
                "PLANE_JOKERS",
                vec!["combinations.plane_solo.jokers"],
            ),
            (
                "decklet",
                "3334445B",
                "PLANE_JOKERS",
                vec!["combinations.plane_solo.jokers"],
            ),
            (
                "decklet",
                "333355",
                "FOUR_TWO_PAIR_AS_TWO",
                vec!["combinations.four_two_solo.pair_as_two"],
            ),
            (
                "openspiel",
                "333355",
                "NO_FOUR_TWO",
                vec![
                    "combinations.four_two_solo.enabled",
                    "combinations.four_two_solo.pair_as_two",
                ],
            ),
            (
                "openspiel",
                "333345",
                "NO_FOUR_TWO",
                vec!["combinations.four_two_solo.enabled"],
            ),
            (
                "openspiel",
                "33335566",
                "NO_FOUR_TWO_PAIRS",
                vec!["combinations.four_two_pair.enabled"],
            ),
            (
                "pagat",
                "33344455",
                "PLANE_REPEATED_KICKERS",
                vec!["combinations.plane_solo.max_copies_per_rank"],
            ),
            (
                "rlcard",
                "3334445556667778",
                "PLANE_TRIO_BESIDE",
                vec!["combinations.plane_solo.trio_next_to_chain"],
            ),
            (
                "classic",
                "3334445555",
                "PLANE_SAME_PAIRS",
                vec!["combinations.plane_pair.distinct_ranks"],
            ),
            (
                "decklet",
                "33334444",
                "FOUR_TWO_SAME_PAIRS",
                vec!["combinations.four_two_pair.same_rank"],
            ),
            (
                "decklet",
                "333344445555",
                "SHUTTLE",
                vec!["combinations.shuttle"],
            ),
            (
                "botzone-1",
                "333344445678",
                "SHUTTLE",
                vec!["combinations.shuttle"],
            ),
            ("pagat", "34", "NOT_A_PAIR", vec![]),
            ("pagat", "3456", "CHAIN_TOO_SHORT", vec![]),
            ("pagat", "3344", "CHAIN_TOO_SHORT", vec![]),
            ("pagat", "JQKA2", "CHAIN_ABOVE_ACE", vec![]),
            ("pagat", "AAA222", "CHAIN_ABOVE_ACE", vec![]),
            ("pagat", "34568", "CHAIN_HAS_GAPS", vec![]),
            ("pagat", "333BR", "JOKERS_ARE_NO_PAIR", vec![]),
            ("pagat", "34445555", "KICKER_OF_MAIN_RANK", vec![]),
            ("pagat", "33345", "KICKERS_DO_NOT_FIT", vec![]),
            ("pagat", "33456", "NO_COMBINATION", vec![]),
        ] {
            let refusal = of(profile, cards, None)
                .refusal
                .unwrap_or_else(|| panic!("{cards}"));
            assert_eq!(
                (refusal.code, refusal.options),
                (code, options),
                "{profile} {cards}"
            );
        }
    }

    #[test]
    fn comparisons_name_what_decides() {
        for (profile, cards, last, beats, code) in [
            ("pagat", "44", "33", true, "HIGHER"),
            ("pagat", "22", "22", false, "EQUAL"),
            ("pagat", "33", "44", false, "LOWER"),
            ("pagat", "33", "4", false, "KIND"),
            ("pagat", "456789", "34567", false, "LENGTH"),
            ("pagat", "3333", "22", true, "BOMB"),
            ("pagat", "4444", "3333", true, "HIGHER"),
            ("pagat", "BR", "3333", true, "ROCKET"),
            ("pagat", "22", "3333", false, "BOMB_ON_TABLE"),
            ("pagat", "3333", "BR", false, "BOMB_ON_ROCKET"),
            ("openspiel", "3333", "BR", true, "BOMB_ON_ROCKET"),
            ("game-claw", "55566678", "333444", false, "WINGS"),
            ("game-claw-source", "55566678", "333444", true, "WINGS"),
            (
                "douzero",
                "333444555AAA",
                "666777888JQK",
                true,
                "HIGHEST_TRIO",
            ),
        ] {
            let answer = of(profile, cards, Some(last));
            assert_eq!(answer.beats, Some(beats), "{profile} {cards} on {last}");
            assert_eq!(
                answer.because.unwrap().code,
                code,
                "{profile} {cards} on {last}"
            );
        }
        assert_eq!(of("pagat", "34", Some("5")).beats, None);
    }
}
