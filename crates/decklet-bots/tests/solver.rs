//! The endgame solver: known puzzles, a plain search beside it, and limits.

use decklet_bots::solver::{
    Ban, Choice, Limits, Outcome, Puzzle, PuzzleError, Solution, Step, solve, solve_with_tree,
};
use decklet_doudizhu::{
    card::Rank,
    combination::{Combination, Kind},
    hand::Hand,
    plays::for_each,
    profile::{Options, Profile},
};
use decklet_engine::{Rng, Seed, Stream};
use serde_json::Value;
use std::{collections::BTreeSet, ops::ControlFlow};

fn classic() -> &'static Options {
    Profile::named("classic").unwrap().options()
}

fn puzzle(hands: &[&str]) -> Puzzle {
    let hands: Vec<Hand> = hands.iter().map(|hand| hand.parse().unwrap()).collect();
    Puzzle::new(&hands, classic()).unwrap()
}

fn solved(puzzle: &Puzzle) -> Solution {
    solve(puzzle, &mut Limits::default())
}

fn winning(solution: &Solution) -> BTreeSet<String> {
    solution.winning.iter().map(ToString::to_string).collect()
}

/// The puzzles of `tests/data/doudizhu_endgames.json`, their number and what is expected.
fn known() -> Vec<(Puzzle, Value)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/doudizhu_endgames.json"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let mut file: Value = serde_json::from_str(&text).unwrap();
    let Value::Array(cases) = file["puzzles"].take() else {
        panic!("no puzzles");
    };
    let read = |case: Value| {
        let mut puzzle = puzzle(&["first", "second"].map(|hand| case[hand].as_str().unwrap()));
        for ban in case["bans"].as_array().unwrap() {
            puzzle = puzzle.ban(serde_json::from_value::<Ban>(ban.clone()).unwrap());
        }
        (puzzle, case)
    };
    cases.into_iter().map(read).collect()
}

#[test]
fn known_puzzles_have_their_result_and_all_winning_plays() {
    let known = known();
    assert_eq!(known.len(), 27);
    for (puzzle, case) in known {
        let id = &case["id"];
        let solution = solved(&puzzle);
        assert_eq!(case["result"], solution.outcome.name(), "{id}");
        if let Some(published) = case["published"].as_str() {
            assert_eq!(published, solution.outcome.name(), "{id}");
        }
        let expected: BTreeSet<String> = case["winning"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cards| cards.as_str().unwrap().parse::<Hand>().unwrap().to_string())
            .collect();
        assert_eq!(winning(&solution), expected, "{id}");
        assert!(solution.undecided.is_empty(), "{id}");
        check_line(&puzzle, classic(), &solution);
    }
}

/// The line is played by the rules, and the winner of the line is the winner of the puzzle.
fn check_line(puzzle: &Puzzle, options: &Options, solution: &Solution) {
    let mut game = Plain::new(puzzle.hands(), options);
    for (number, &Step { player, cards }) in solution.line.iter().enumerate() {
        assert!(game.winner().is_none());
        assert_eq!(player, game.turn + 1);
        if number == 0 && solution.outcome == Outcome::FirstWins {
            assert!(solution.winning.contains(&cards));
        }
        let next = game
            .choices()
            .into_iter()
            .find(|(choice, _)| *choice == cards);
        game = next.unwrap_or_else(|| panic!("{cards} is no choice")).1;
    }
    let winner = game.winner().expect("somebody wins in the end");
    assert_eq!(winner, solution.outcome == Outcome::FirstWins);
}

/// WZ403809264/doudizhu_solver: 97.9 s in one solver, a time-out in two.
#[test]
fn sol_002() {
    let puzzle = puzzle(&["ZAQQJJ0999844", "Y22AA0886633"]);
    let solution = solved(&puzzle);
    assert_eq!(solution.outcome, Outcome::FirstWins);
    assert_eq!(winning(&solution), BTreeSet::from(["8".to_owned()]));
    assert!(solution.nodes < 1_000_000, "{} positions", solution.nodes);
}

/// xavierchow/doudizhuPuzzle: its test says that the first wins.
#[test]
fn sol_003() {
    let puzzle = puzzle(&["AA007654", "JJ999"]);
    assert_eq!(solved(&puzzle.ban(Ban::No32)).outcome, Outcome::SecondWins);
}

/// LandlordsEndgame: hours and 20 GB on hard levels, no progress, no way to stop it.
#[test]
fn sol_005() {
    let hard = puzzle(&["023445667788AJJKQY", "233456688999AAJKQQ"]);
    let mut seen = Vec::new();
    let mut watch = |progress: decklet_bots::solver::Progress| {
        seen.push(progress.nodes);
        if progress.nodes >= 100_000 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let solution = solve(
        &hard,
        &mut Limits {
            watch: Some(&mut watch),
            table_bits: 18,
            ..Limits::default()
        },
    );
    assert_eq!(solution.outcome, Outcome::Unknown);
    assert!(solution.winning.is_empty() && solution.line.is_empty());
    assert!(!solution.undecided.is_empty());
    assert!(seen.len() > 20 && seen.is_sorted());
    assert!(solution.nodes < 110_000);
}

#[test]
fn a_limit_of_positions_never_makes_a_guess() {
    for (puzzle, case) in known() {
        let full = solved(&puzzle);
        for nodes in [0, 1, 10, 100, 1000] {
            let some = solve(
                &puzzle,
                &mut Limits {
                    nodes,
                    ..Limits::default()
                },
            );
            assert!(some.nodes <= nodes);
            if some.outcome != Outcome::Unknown {
                assert_eq!(some.outcome, full.outcome, "{}", case["id"]);
            }
            assert!(some.winning.iter().all(|play| full.winning.contains(play)));
            let open = |play: &Choice| some.winning.contains(play) || some.undecided.contains(play);
            assert!(full.winning.iter().all(open), "{}", case["id"]);
        }
    }
}

#[test]
fn what_is_no_puzzle_is_refused() {
    let hand = |text: &str| text.parse::<Hand>().unwrap();
    let new = |hands: &[&str]| {
        let hands: Vec<Hand> = hands.iter().map(|text| hand(text)).collect();
        Puzzle::new(&hands, classic())
    };
    assert_eq!(new(&["3"]), Err(PuzzleError::Hands(1)));
    assert_eq!(new(&["3", ""]), Err(PuzzleError::NoCards(2)));
    assert_eq!(
        new(&["333", "334"]),
        Err(PuzzleError::NotInDeck(hand("334")))
    );
    let two = || new(&["3", "4"]).unwrap();
    assert_eq!(
        two().lead(3),
        Err(PuzzleError::Lead {
            lead: 3,
            players: 2
        })
    );
    assert_eq!(two().last(hand("56")), Err(PuzzleError::Last(hand("56"))));
    assert_eq!(
        two().ban(Ban::No31).last(hand("5556")),
        Err(PuzzleError::Last(hand("5556")))
    );
    assert_eq!(
        two().last(hand("3333")),
        Err(PuzzleError::NotInDeck(hand("3333")))
    );
}

#[test]
fn a_play_on_the_table_may_be_beaten_or_passed() {
    let on_table = puzzle(&["47", "66"]).last("5".parse().unwrap()).unwrap();
    let solution = solved(&on_table);
    assert_eq!(winning(&solution), BTreeSet::from(["7".to_owned()]));
    assert_eq!(solved(&puzzle(&["44", "55"])).outcome, Outcome::FirstWins);
    let second = puzzle(&["44", "55"]).lead(2).unwrap();
    assert_eq!(solved(&second).outcome, Outcome::SecondWins);
    let must_pass = puzzle(&["47", "33"]).last("8".parse().unwrap()).unwrap();
    let solution = solved(&must_pass);
    assert_eq!(solution.outcome, Outcome::SecondWins);
    assert_eq!(solution.line[0].cards, Choice::Pass);
}

/// A farmer lets the partner's card stand, and wins with it.
#[test]
fn farmers_play_together() {
    let alone = puzzle(&["69", "57"]).lead(2).unwrap();
    assert_eq!(solved(&alone).outcome, Outcome::FirstWins);
    let both = puzzle(&["69", "5T", "4"]).lead(2).unwrap();
    let solution = solved(&both);
    assert_eq!(solution.outcome, Outcome::SecondWins);
    assert!(winning(&solution).contains("T"));
}

#[test]
fn the_tree_answers_everything() {
    for hands in [
        &["KK5543", "225543"][..],
        &["2KK0077554", "AA8"],
        &["AK743", "K65", "Q88"],
    ] {
        let puzzle = puzzle(hands);
        let (solution, tree) = solve_with_tree(&puzzle, &mut Limits::default());
        assert_eq!(tree.outcome, solution.outcome);
        let first_wins = solution.outcome == Outcome::FirstWins;
        for (number, position) in tree.positions.iter().enumerate() {
            assert!(!position.open && !position.replies.is_empty());
            for reply in &position.replies {
                if let Some(to) = reply.to {
                    assert!(to > 0 && to < tree.positions.len());
                } else {
                    // Only the winner's plays end the game.
                    assert_eq!(position.to_move == 1, first_wins);
                    let Choice::Play(cards) = reply.cards else {
                        panic!("passing does not end the game");
                    };
                    assert_eq!(cards, position.hands[position.to_move - 1]);
                }
            }
            if (position.to_move == 1) == first_wins && number > 0 {
                assert_eq!(position.replies.len(), 1);
            }
        }
        let (_, stopped) = solve_with_tree(
            &puzzle,
            &mut Limits {
                nodes: 3,
                ..Limits::default()
            },
        );
        assert!(stopped.positions.iter().any(|position| position.open));
    }
}

/// The game as a reader of the rules would write it: no table, no order, no key.
#[derive(Clone)]
struct Plain<'a> {
    hands: Vec<Hand>,
    options: &'a Options,
    banned: &'a [Kind],
    turn: usize,
    last: Option<Combination>,
    passes: usize,
}

impl<'a> Plain<'a> {
    fn new(hands: &[Hand], options: &'a Options) -> Self {
        Self {
            hands: hands.to_vec(),
            options,
            banned: &[],
            turn: 0,
            last: None,
            passes: 0,
        }
    }

    /// Whether the first has won, or the others.
    fn winner(&self) -> Option<bool> {
        let empty = self.hands.iter().position(|hand| hand.is_empty());
        empty.map(|player| player == 0)
    }

    fn choices(&self) -> Vec<(Choice, Self)> {
        let mut choices = Vec::new();
        let after = (self.turn + 1) % self.hands.len();
        for_each(self.hands[self.turn], self.last, self.options, |play| {
            if self.banned.contains(&play.combination.kind()) {
                return;
            }
            let mut next = self.clone();
            next.hands[self.turn] = self.hands[self.turn].without(play.cards).unwrap();
            (next.turn, next.last, next.passes) = (after, Some(play.combination), 0);
            choices.push((Choice::Play(play.cards), next));
        });
        if self.last.is_some() {
            let mut next = self.clone();
            (next.turn, next.passes) = (after, self.passes + 1);
            if next.passes == self.hands.len() - 1 {
                (next.last, next.passes) = (None, 0);
            }
            choices.push((Choice::Pass, next));
        }
        choices
    }

    fn first_wins(&self) -> bool {
        if let Some(first_won) = self.winner() {
            return first_won;
        }
        let mine = self.turn == 0;
        self.choices()
            .into_iter()
            .any(|(_, next)| next.first_wins() == mine)
            == mine
    }

    fn winning(&self) -> BTreeSet<String> {
        let mine = self.turn == 0;
        self.choices()
            .into_iter()
            .filter(|(_, next)| next.first_wins() == mine)
            .map(|(choice, _)| choice.to_string())
            .collect()
    }
}

/// Cards of few ranks, so that there are pairs, trios, chains and bombs; the jokers now and then.
fn random_hands(rng: &mut Rng, players: usize, most: u32) -> Vec<Hand> {
    let lowest = rng.below(9) as usize;
    let ranks = 5 + rng.below(3) as usize;
    let mut deck: Vec<Rank> = Rank::ALL[lowest..(lowest + ranks).min(15)]
        .iter()
        .flat_map(|&rank| std::iter::repeat_n(rank, usize::from(rank.copies())))
        .collect();
    rng.shuffle(&mut deck);
    let mut hand = || {
        let size = 1 + rng.below(most);
        let text: String = (0..size)
            .filter_map(|_| deck.pop())
            .map(Rank::letter)
            .collect();
        text.parse().unwrap()
    };
    (0..players).map(|_| hand()).collect()
}

/// Solves random positions of every profile and compares with the plain search.
fn compare_with_plain(seed: u64, positions: usize, players: usize, most: u32) {
    let mut rng = Seed::from(seed).rng(Stream::DEAL);
    let (mut first, mut following, mut banned_any) = (0, 0, 0);
    for number in 0..positions {
        let profile = &Profile::all()[number % Profile::all().len()];
        let hands = random_hands(&mut rng, players, most);
        let mut plain = Plain::new(&hands, profile.options());
        let mut puzzle = Puzzle::new(&hands, profile.options()).unwrap();
        if rng.below(4) == 0 {
            puzzle = puzzle.ban(Ban::No31);
            plain.banned = &[Kind::TrioSolo, Kind::PlaneSolo];
            banned_any += 1;
        }
        let lead = rng.below(players as u32) as usize;
        puzzle = puzzle.lead(lead + 1).unwrap();
        plain.turn = lead;
        // A play by the player before, from cards that nobody holds.
        let before = random_hands(&mut rng, 1, most)[0];
        let on_table = decklet_doudizhu::combination::playable(before, None, profile.options());
        if let (Ok(combination), Ok(with_last)) = (on_table, puzzle.clone().last(before)) {
            puzzle = with_last;
            plain.last = Some(combination);
            following += 1;
        }
        let solution = solved_small(&puzzle);
        let what = || {
            format!(
                "{}: {hands:?}, lead {lead}, {:?}",
                profile.name(),
                plain.last
            )
        };
        assert_eq!(winning(&solution), plain.winning(), "{}", what());
        let first_wins = plain.first_wins();
        assert_eq!(
            solution.outcome == Outcome::FirstWins,
            first_wins,
            "{}",
            what()
        );
        first += usize::from(first_wins);
    }
    assert!(
        first > positions / 5 && first < positions * 4 / 5,
        "{first}"
    );
    assert!(following > positions / 20, "{following}");
    assert!(banned_any > positions / 10, "{banned_any}");
}

fn solved_small(puzzle: &Puzzle) -> Solution {
    solve(
        puzzle,
        &mut Limits {
            table_bits: 18,
            ..Limits::default()
        },
    )
}

#[test]
fn two_players_as_a_plain_search_says() {
    compare_with_plain(1, 2000, 2, 5);
}

#[test]
fn three_players_as_a_plain_search_says() {
    compare_with_plain(2, 2000, 3, 4);
}
