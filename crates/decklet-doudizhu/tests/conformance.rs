//! The laws, in every profile.

use decklet_doudizhu::{plugin::ruleset, profile::Profile};
use decklet_engine::{Value, conformance::Suite};

fn keeps_the_laws(name: &str) {
    let report = Suite::new(ruleset(Profile::named(name).unwrap()).unwrap())
        .games(2000)
        .seed(3)
        .kinds(|card| {
            card.data()
                .get("rank")
                .map(Value::to_string)
                .unwrap_or_default()
        })
        .run()
        .unwrap_or_else(|violation| panic!("{name}: {violation}"));
    assert_eq!(report.games, 2000);
    assert!(
        report.faults > 0 && report.legal > 0 && report.refusals > 0,
        "{report:?}"
    );
}

/// A test for each profile, so that they run side by side.
macro_rules! profiles {
    ($($test:ident: $name:literal,)*) => {
        $(#[test]
        fn $test() {
            keeps_the_laws($name);
        })*

        #[test]
        fn all_profiles_are_here() {
            let names: Vec<_> = Profile::all().iter().map(Profile::name).collect();
            assert_eq!(names, [$($name),*]);
        }
    };
}

profiles! {
    decklet: "decklet",
    game_claw: "game-claw",
    game_claw_source: "game-claw-source",
    openspiel: "openspiel",
    rlcard: "rlcard",
    douzero: "douzero",
    botzone_1: "botzone-1",
    botzone_2: "botzone-2",
    pagat: "pagat",
    classic: "classic",
    happy: "happy",
    contest: "contest",
}
