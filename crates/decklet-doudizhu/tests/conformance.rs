//! The laws, in every profile.

use decklet_doudizhu::{plugin::ruleset, profile::Profile};
use decklet_engine::{Value, conformance::Suite};

#[test]
fn every_profile_keeps_the_laws() {
    for profile in Profile::all() {
        let report = Suite::new(ruleset(profile).unwrap())
            .games(2000 / 4)
            .seed(3)
            .kinds(|card| {
                card.data()
                    .get("rank")
                    .map(Value::to_string)
                    .unwrap_or_default()
            })
            .run()
            .unwrap_or_else(|violation| panic!("{}: {violation}", profile.name()));
        assert!(
            report.faults > report.actions && report.refusals > 0,
            "{report:?}"
        );
        println!("{} {report:?}", profile.name());
    }
}
