//! Solves the endgames of `tests/data/doudizhu_endgames.json`, one after the other on one thread,
//! and prints what it took: `cargo run --release -p decklet-bots --example endgames`.

use decklet_bots::solver::{Ban, Limits, Puzzle, solve};
use decklet_doudizhu::profile::Profile;
use serde_json::Value;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/doudizhu_endgames.json"
    );
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let profile = Profile::named("classic").ok_or("no such profile")?;
    println!("{:12} {:>10} {:>9}  result", "puzzle", "positions", "ms");
    for case in file["puzzles"].as_array().into_iter().flatten() {
        let text = |name: &str| case[name].as_str().unwrap_or_default();
        let mut puzzle = Puzzle::new(&[text("first").parse()?, text("second").parse()?], profile)?;
        for ban in case["bans"].as_array().into_iter().flatten() {
            puzzle = puzzle.ban(serde_json::from_value::<Ban>(ban.clone())?);
        }
        let start = Instant::now();
        let solution = solve(&puzzle, &mut Limits::default());
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        let winning: Vec<String> = solution.winning.iter().map(ToString::to_string).collect();
        println!(
            "{:12} {:10} {ms:9.1}  {} {}",
            text("id"),
            solution.nodes,
            solution.outcome.name(),
            winning.join(" ")
        );
    }
    Ok(())
}
