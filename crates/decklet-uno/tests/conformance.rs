//! The laws, in every profile.

use decklet_engine::{Action, conformance::Suite, draw::DrawCard, turn::EndTurn};
use decklet_uno::{
    plugin::{actions::Challenge, ruleset},
    profile::{AfterDraw, Draw, NAMES, Options},
};

/// Draws and ends the turn only when there is nothing else: an evenly random player draws so much
/// that a game is very long.
fn draws_when_stuck(actions: &[Action]) -> Vec<usize> {
    let idle =
        |action: &Action| action.get::<DrawCard>().is_some() || action.get::<EndTurn>().is_some();
    let busy: Vec<_> = (0..actions.len())
        .filter(|&place| !idle(&actions[place]))
        .collect();
    if busy.is_empty() {
        (0..actions.len()).collect()
    } else {
        busy
    }
}

/// What everybody learns of a hidden card by what follows from an action.
fn tells(options: &Options, action: &Action) -> bool {
    let draw_ends_turn = options.after_draw != AfterDraw::KeepTurn;
    let draws_on = options.draw == Draw::UntilPlayable;
    (action.get::<DrawCard>().is_some() && (draw_ends_turn || draws_on))
        || action.get::<Challenge>().is_some()
}

#[test]
fn every_profile_keeps_the_laws() {
    for name in NAMES {
        let options = Options::named(name).unwrap();
        let report = Suite::new(ruleset(&options).unwrap())
            .games(500)
            .seed(3)
            .kinds(|card| {
                let face = |key| {
                    card.data()
                        .get(key)
                        .map(ToString::to_string)
                        .unwrap_or_default()
                };
                format!("{} {}", face("color"), face("face"))
            })
            .choose(|_, actions, random| {
                let places = draws_when_stuck(actions);
                places[random.below(u32::try_from(places.len()).unwrap()) as usize]
            })
            .discloses(move |action| tells(&options, action))
            .run()
            .unwrap_or_else(|violation| panic!("{name}: {violation}"));
        assert!(
            report.faults > report.actions && report.refusals > 0,
            "{report:?}"
        );
        println!("{name} {report:?}");
    }
}
