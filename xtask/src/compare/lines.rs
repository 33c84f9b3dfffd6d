//! What is measured, and the bars.

use super::{Bar, Line, Other, Run, Side, Work, median, peers::Peers};
use crate::sample;
use decklet_doudizhu::{
    combination::detect,
    plays::{PlayList, plays},
};
use decklet_engine::Seed;
use decklet_uno::simulate::Policy;
use std::{hint::black_box, num::NonZeroUsize, time::Instant};

/// Every line of the table, its peers loaded.
pub fn all(peers: &Peers) -> Vec<Line> {
    let openspiel = |work| peer(peers, "open_spiel", "pyspiel", work);
    let rlcard = |work| peer(peers, "rlcard", "RLCard", work);
    let two_threads = Other::Side(side("one thread", doudizhu("openspiel", 1)));
    let mut lines = vec![
        Line {
            what: "Dou Dizhu, random games, profile openspiel",
            unit: "/s",
            ours: ours(doudizhu("openspiel", 1)),
            other: openspiel("openspiel-doudizhu"),
            bars: vec![Bar::Times(60.0), Bar::AtLeast(200_000.0)],
        },
        Line {
            what: "the same, pyspiel choosing as its documentation shows",
            unit: "/s",
            ours: ours(doudizhu("openspiel", 1)),
            other: openspiel("openspiel-doudizhu-as-documented"),
            bars: vec![],
        },
        Line {
            what: "Dou Dizhu, random games, profile rlcard",
            unit: "/s",
            ours: ours(doudizhu("rlcard", 1)),
            other: rlcard("rlcard-doudizhu"),
            bars: vec![Bar::Times(5_000.0)],
        },
        Line {
            what: "Dou Dizhu, profile openspiel, two threads",
            unit: "/s",
            ours: ours(doudizhu("openspiel", 2)),
            other: two_threads,
            bars: vec![Bar::Times(1.8)],
        },
        Line {
            what: "Dou Dizhu, list of 20 cards, leading, profile pagat",
            unit: " ns",
            ours: ours(lists()),
            other: Other::Nobody,
            bars: vec![Bar::AtMost(500.0)],
        },
        Line {
            what: "the same, another hand every time, mean",
            unit: " ns",
            ours: ours(lists_in_turn()),
            other: Other::Nobody,
            bars: vec![],
        },
        Line {
            what: "Dou Dizhu, detect, mean, profile pagat",
            unit: " ns",
            ours: ours(detections()),
            other: Other::Nobody,
            bars: vec![Bar::AtMost(15.0)],
        },
        Line {
            what: "UNO, two players, random rounds, profile rlcard",
            unit: "/s",
            ours: ours(uno("rlcard", Policy::Uniform)),
            other: rlcard("rlcard-uno"),
            bars: vec![Bar::Times(1_000.0)],
        },
        Line {
            what: "UNO, two players, random decisions, profile decklet",
            unit: "/s",
            ours: ours(uno_decisions()),
            other: Other::Nobody,
            bars: vec![Bar::AtLeast(20_000_000.0)],
        },
        Line {
            what: "UNO, two players, rounds drawing only when stuck, profile decklet",
            unit: "/s",
            ours: ours(uno("decklet", Policy::DrawWhenStuck)),
            other: Other::Nobody,
            bars: vec![Bar::AtLeast(400_000.0)],
        },
    ];
    lines.extend(python(peers));
    lines
}

/// The lines of the Python package; none where it does not build.
fn python(peers: &Peers) -> Vec<Line> {
    let rlcard = |work| peer(peers, "rlcard", "RLCard", work);
    let line = |what, work, other, bar| {
        let ours = match peers.start("decklet", work) {
            Ok(mut package) => side("decklet", Box::new(move |seconds| package.run(seconds))),
            Err(error) => {
                eprintln!("{what} is left out: {error:#}");
                return None;
            }
        };
        Some(Line {
            what,
            unit: "/s",
            ours,
            other,
            bars: vec![bar],
        })
    };
    let lines = [
        line(
            "Python, Dou Dizhu, steps through RLCard's interface",
            "decklet-steps-doudizhu",
            rlcard("rlcard-steps-doudizhu"),
            Bar::Times(30.0),
        ),
        line(
            "Python, UNO, steps through RLCard's interface",
            "decklet-steps-uno",
            rlcard("rlcard-steps-uno"),
            Bar::Times(10.0),
        ),
        line(
            "Python, Dou Dizhu, steps of 1024 games, two threads, encoder compact",
            "decklet-batch-doudizhu",
            Other::Nobody,
            Bar::AtLeast(1_000_000.0),
        ),
        line(
            "Python, UNO, steps of 1024 games, two threads, encoder compact",
            "decklet-batch-uno",
            Other::Nobody,
            Bar::AtLeast(1_500_000.0),
        ),
        line(
            "Python, Dou Dizhu, random games without observations, profile openspiel",
            "decklet-games",
            peer(peers, "open_spiel", "pyspiel", "openspiel-doudizhu"),
            Bar::Times(60.0),
        ),
    ];
    lines.into_iter().flatten().collect()
}

fn side(name: &'static str, work: Work) -> Side {
    Side {
        name,
        work,
        runs: Vec::new(),
    }
}

fn ours(work: Work) -> Side {
    side("decklet", work)
}

fn peer(peers: &Peers, package: &str, name: &'static str, work: &str) -> Other {
    match peers.start(package, work) {
        Ok(mut peer) => Other::Side(side(name, Box::new(move |seconds| peer.run(seconds)))),
        Err(error) => Other::Missing(format!("{error:#}")),
    }
}

fn doudizhu(profile: &'static str, threads: usize) -> Work {
    let profile = sample::doudizhu(profile);
    Box::new(move |seconds| {
        Ok(games(seconds, |seed| {
            let series = decklet_doudizhu::simulate::simulate(profile, 10_000, seed, threads);
            (series.games, series.moves)
        }))
    })
}

fn uno(profile: &'static str, policy: Policy) -> Work {
    let rules = sample::uno(profile);
    Box::new(move |seconds| {
        Ok(games(seconds, |seed| {
            let one = NonZeroUsize::MIN;
            let series = decklet_uno::simulate::simulate(&rules, 2, 2_000, seed, one, policy)
                .expect("two may play");
            (series.games, series.decisions)
        }))
    })
}

/// Random rounds of UNO, their decisions counted instead of them.
fn uno_decisions() -> Work {
    let mut rounds = uno("decklet", Policy::Uniform);
    Box::new(move |seconds| {
        let run = rounds(seconds)?;
        let decisions = run.figure * run.length.expect("games were played");
        Ok(Run {
            figure: decisions,
            ..run
        })
    })
}

/// Plays one series of games after the other until the time is up. A series gives its games and
/// the decisions in them; the figure is games a second.
fn games(seconds: f64, mut series: impl FnMut(&Seed) -> (u64, u64)) -> Run {
    let (mut games, mut decisions, mut number) = (0, 0, 0);
    let start = Instant::now();
    loop {
        let (more, made) = series(&Seed::from(1).child(number));
        number += 1;
        games += more;
        decisions += made;
        let took = start.elapsed().as_secs_f64();
        if took >= seconds {
            return Run {
                figure: games as f64 / took,
                length: Some(decisions as f64 / games as f64),
            };
        }
    }
}

/// The median over the hands; each is listed some hundred times in a row.
fn lists() -> Work {
    let (hands, mut list) = (sample::hands(), PlayList::new());
    Box::new(move |seconds| {
        // So many passes that they take about the time at 400 ns a list.
        let passes = (seconds / 400e-9 / hands.len() as f64 / 200.0).ceil() as usize;
        let times = hands.iter().map(|&hand| {
            let one = || mean_time(&[hand; 200], |hand| list_plays(hand, &mut list));
            median(std::iter::repeat_with(one).take(passes).collect())
        });
        Ok(nanoseconds(median(times.collect())))
    })
}

/// The mean over the hands, one after the other: no branch is known from the last time.
fn lists_in_turn() -> Work {
    let (hands, mut list) = (sample::hands(), PlayList::new());
    passes(move || mean_time(&hands, |hand| list_plays(hand, &mut list)))
}

fn list_plays(hand: decklet_doudizhu::hand::Hand, list: &mut PlayList) {
    plays(black_box(hand), None, sample::doudizhu("pagat"), list);
    black_box(list.len());
}

fn detections() -> Work {
    // So many that the processor does not learn what comes next from one pass to the other.
    let cards = sample::combinations(10_000);
    let rules = &sample::doudizhu("pagat").combinations;
    passes(move || {
        mean_time(&cards, |cards| {
            black_box(detect(black_box(cards), rules));
        })
    })
}

/// The median of as many passes as the time allows; a pass gives its mean in seconds.
fn passes(mut pass: impl FnMut() -> f64 + 'static) -> Work {
    Box::new(move |seconds| {
        let mut times = vec![pass()];
        let start = Instant::now();
        while start.elapsed().as_secs_f64() < seconds {
            times.push(pass());
        }
        Ok(nanoseconds(median(times)))
    })
}

/// The mean time of a call, in seconds.
fn mean_time<T: Copy>(inputs: &[T], mut call: impl FnMut(T)) -> f64 {
    let start = Instant::now();
    for &input in inputs {
        call(input);
    }
    start.elapsed().as_secs_f64() / inputs.len() as f64
}

fn nanoseconds(seconds: f64) -> Run {
    Run {
        figure: seconds * 1e9,
        length: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_with_their_decisions() {
        let run = games(1e-9, |_| (10, 630));
        assert_eq!(run.length, Some(63.0));
        assert!(run.figure > 0.0);
    }

    #[test]
    fn every_combination_is_measured() {
        let rules = &sample::doudizhu("pagat").combinations;
        let cards = sample::combinations(100);
        let detected = cards
            .iter()
            .filter(|&&cards| detect(cards, rules).is_some());
        let found = detected.count();
        assert!(found >= cards.len() - 100, "{found} of {}", cards.len());
        assert!(found < cards.len(), "some must be nothing");
    }
}
