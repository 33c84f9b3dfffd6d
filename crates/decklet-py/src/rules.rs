//! The rules of Dou Dizhu as functions, and random games without observations.

use crate::{
    convert::{to_python, value_error},
    profile,
};
use decklet_bots::solver::{
    Ban, Limits, Puzzle, PuzzleError, solve as solve_puzzle, solve_with_tree,
};
use decklet_doudizhu::{explain as explaining, hand::Hand, simulate as doudizhu_simulate, tools};
use decklet_engine::Seed;
use decklet_uno::simulate::{self as uno_simulate, Policy};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};
use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// Cards as text, or a list of texts.
fn hand(cards: &Bound<'_, PyAny>) -> PyResult<Hand> {
    let text = match cards.extract::<String>() {
        Ok(text) => text,
        Err(_) => {
            let parts: Result<Vec<String>, _> = cards.extract();
            let wrong = |_| {
                PyTypeError::new_err(
                    "cards are a text as \"33344\" or a list of them as [\"3\", \"3\"]",
                )
            };
            parts.map_err(wrong)?.join(" ")
        }
    };
    text.parse().map_err(value_error)
}

fn optional(cards: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Hand>> {
    cards.map(hand).transpose()
}

#[pyfunction]
pub fn doudizhu_detect<'py>(
    cards: &Bound<'py, PyAny>,
    profile: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let profile = profile::doudizhu(profile)?;
    to_python(cards.py(), &tools::detect(hand(cards)?, &profile))
}

#[pyfunction]
pub fn doudizhu_beats(
    previous: &Bound<'_, PyAny>,
    play: &Bound<'_, PyAny>,
    profile: &Bound<'_, PyAny>,
) -> PyResult<Option<bool>> {
    let profile = profile::doudizhu(profile)?;
    Ok(tools::beats(hand(previous)?, hand(play)?, &profile))
}

#[pyfunction]
pub fn doudizhu_legal_plays(
    cards: &Bound<'_, PyAny>,
    last: Option<&Bound<'_, PyAny>>,
    profile: &Bound<'_, PyAny>,
) -> PyResult<Vec<String>> {
    let profile = profile::doudizhu(profile)?;
    let no_combination = |last: Hand| {
        value_error(format!(
            "{last} is no combination by profile {}",
            profile.name()
        ))
    };
    tools::legal(hand(cards)?, optional(last)?, &profile).map_err(no_combination)
}

#[pyfunction]
pub fn doudizhu_plays(profile: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    Ok(tools::play_lines(
        profile::doudizhu(profile)?.options(),
        false,
    ))
}

#[pyfunction]
pub fn doudizhu_explain<'py>(
    cards: &Bound<'py, PyAny>,
    last: Option<&Bound<'py, PyAny>>,
    profiles: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let profiles: Vec<_> = profiles
        .iter()
        .map(profile::doudizhu)
        .collect::<PyResult<_>>()?;
    let answers = explaining::explain(hand(cards)?, optional(last)?, &profiles);
    to_python(cards.py(), &answers)
}

#[pyfunction]
#[pyo3(signature = (hands, *, lead, last, ban, profile, nodes, seconds, tree))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are named where it is called"
)]
pub fn doudizhu_solve<'py>(
    py: Python<'py>,
    hands: Vec<Bound<'py, PyAny>>,
    lead: usize,
    last: Option<&Bound<'py, PyAny>>,
    ban: Vec<String>,
    profile: &Bound<'py, PyAny>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    tree: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let profile = profile::doudizhu(profile)?;
    let hands: Vec<Hand> = hands.iter().map(hand).collect::<PyResult<_>>()?;
    let last = optional(last)?;
    let bans: Vec<Ban> = ban
        .iter()
        .map(|name| find_ban(name))
        .collect::<PyResult<_>>()?;
    let puzzle = || -> Result<Puzzle, PuzzleError> {
        let puzzle = Puzzle::new(&hands, &profile)?.lead(lead)?;
        let puzzle = bans.into_iter().fold(puzzle, Puzzle::ban);
        match last {
            Some(last) => puzzle.last(last),
            None => Ok(puzzle),
        }
    };
    let puzzle = puzzle().map_err(value_error)?;
    let limit = seconds
        .map(Duration::try_from_secs_f64)
        .transpose()
        .map_err(value_error)?;
    let mut interrupted = None;
    let (solution, replies) = py.detach(|| {
        let start = Instant::now();
        let mut watch = |_| {
            interrupted = Python::attach(|py| py.check_signals().err());
            let late = limit.is_some_and(|limit| start.elapsed() >= limit);
            if late || interrupted.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut limits = Limits {
            nodes: nodes.unwrap_or(u64::MAX),
            watch: Some(&mut watch),
            ..Limits::default()
        };
        if tree {
            let (solution, tree) = solve_with_tree(&puzzle, &mut limits);
            (solution, Some(tree))
        } else {
            (solve_puzzle(&puzzle, &mut limits), None)
        }
    });
    if let Some(error) = interrupted {
        return Err(error);
    }
    let dict = PyDict::new(py);
    dict.set_item("result", solution.outcome.name())?;
    let winning: Vec<_> = solution.winning.iter().map(ToString::to_string).collect();
    dict.set_item("winning_first_moves", winning)?;
    let line = solution
        .line
        .iter()
        .map(|step| (step.player, step.cards.to_string()));
    dict.set_item("principal_variation", line.collect::<Vec<_>>())?;
    let undecided: Vec<_> = solution.undecided.iter().map(ToString::to_string).collect();
    dict.set_item("undecided", undecided)?;
    dict.set_item("nodes", solution.nodes)?;
    if let Some(replies) = replies {
        dict.set_item("tree", to_python(py, &replies)?)?;
    }
    Ok(dict.into_any())
}

fn find_ban(name: &str) -> PyResult<Ban> {
    Ok(match name {
        "no31" => Ban::No31,
        "no32" => Ban::No32,
        "no42" => Ban::No42,
        "no422" => Ban::No422,
        _ => {
            return Err(value_error(format!(
                "no ban is called \"{name}\"; there are no31, no32, no42 and no422"
            )));
        }
    })
}

/// Plays random games; how many, and the decisions in them.
#[pyfunction]
pub fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    profile: &Bound<'py, PyAny>,
    games: u64,
    seed: u64,
    threads: usize,
    num_players: u8,
) -> PyResult<Bound<'py, PyDict>> {
    let seed = Seed::from(seed);
    let threads =
        NonZeroUsize::new(threads).ok_or_else(|| value_error("threads must be 1 or more"))?;
    let dict = PyDict::new(py);
    match game {
        "doudizhu" => {
            let profile = profile::doudizhu(profile)?;
            let series =
                py.detach(|| doudizhu_simulate::simulate(&profile, games, &seed, threads.get()));
            dict.set_item("games", series.games)?;
            dict.set_item("decisions", series.moves)?;
            dict.set_item("landlord_wins", series.landlord_wins)?;
        }
        "uno" => {
            let rules = profile::uno(profile)?.rules()?;
            let report = py.detach(|| {
                uno_simulate::simulate(&rules, num_players, games, &seed, threads, Policy::Uniform)
            });
            let report = report.map_err(value_error)?;
            dict.set_item("games", report.games)?;
            dict.set_item("decisions", report.decisions)?;
            dict.set_item("wins", &report.wins[..usize::from(num_players)])?;
        }
        _ => {
            return Err(value_error(format!(
                "no game is called \"{game}\"; there are doudizhu and uno"
            )));
        }
    }
    Ok(dict)
}
