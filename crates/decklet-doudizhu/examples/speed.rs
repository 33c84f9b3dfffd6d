//! How fast the simulator is here: `cargo run --release --example speed [PROFILE] [GAMES] [THREADS]`.

use decklet_doudizhu::{profile::Profile, simulate::simulate};
use decklet_engine::Seed;
fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or("openspiel".into());
    let games: u64 = args.next().map_or(200_000, |n| n.parse().unwrap());
    let threads = args.next().map_or(1, |n| n.parse().unwrap());
    let start = std::time::Instant::now();
    let s = simulate(
        Profile::named(&name).unwrap(),
        games,
        &Seed::from(1),
        threads,
    );
    let t = start.elapsed();
    println!(
        "{s:?}\n{:.0} games/s, {:.1} ns/move",
        games as f64 / t.as_secs_f64(),
        t.as_nanos() as f64 / s.moves as f64
    );
}
