//! The laws hold for a game that is not ours.

#[path = "../examples/crazy_eights.rs"]
#[expect(dead_code, reason = "the example's main is for people")]
mod crazy_eights;

use decklet::engine::conformance::Suite;

#[test]
fn crazy_eights_keeps_the_laws() {
    let report = Suite::new(crazy_eights::engine(0).rules().clone())
        .games(2000)
        .run()
        .unwrap();
    assert_eq!(report.games, 2000);
    assert!(report.faults > 0 && report.legal > 0 && report.refusals > 0 && report.compared > 0);
    println!("{report:?}");
}
