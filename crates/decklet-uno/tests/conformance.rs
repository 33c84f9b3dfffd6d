//! The laws, in every profile.

use decklet_engine::{Action, conformance::Suite, draw::DrawCard, turn::EndTurn};
use decklet_uno::{
    plugin::{
        actions::{CallUno, Challenge},
        ruleset,
    },
    profile::{AfterDraw, Draw, NAMES, Options},
};

/// Draws or ends the turn only when there is nothing else, and calls UNO now and then: an evenly
/// random player draws and calls so much that a game is very long.
fn draws_when_stuck(actions: &[Action], calls: bool) -> Vec<usize> {
    let waits =
        |action: &Action| action.get::<DrawCard>().is_some() || action.get::<EndTurn>().is_some();
    let idles = |action: &Action| waits(action) || (!calls && action.get::<CallUno>().is_some());
    let places = |keep: &dyn Fn(&Action) -> bool| {
        let places = (0..actions.len()).filter(|&place| keep(&actions[place]));
        places.collect::<Vec<_>>()
    };
    let choices = [places(&|action| !idles(action)), places(&waits)];
    let choice = choices.into_iter().find(|places| !places.is_empty());
    choice.unwrap_or_else(|| places(&|_| true))
}

/// What everybody learns of a hidden card by what follows from an action.
fn tells(options: &Options, action: &Action) -> bool {
    let draw_ends_turn = options.after_draw != AfterDraw::KeepTurn;
    let draws_on = options.draw == Draw::UntilPlayable;
    (action.get::<DrawCard>().is_some() && (draw_ends_turn || draws_on))
        || action.get::<Challenge>().is_some()
        // A call is false when neither of two cards can be played.
        || action.get::<CallUno>().is_some()
}

fn keeps_the_laws(name: &str) {
    let options = Options::named(name).unwrap();
    let report = Suite::new(ruleset(&options).unwrap())
        .games(2000)
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
            let places = draws_when_stuck(actions, random.below(8) == 0);
            places[random.below(u32::try_from(places.len()).unwrap()) as usize]
        })
        .discloses(move |action| tells(&options, action))
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
            assert_eq!([$($name),*], NAMES);
        }
    };
}

profiles! {
    decklet: "decklet",
    official: "official",
    official_112: "official-112",
    party: "party",
    rlcard: "rlcard",
    uno_engine: "uno-engine",
    mau_mau: "mau-mau",
}
