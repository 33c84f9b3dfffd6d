//! Mistakes of plugins: all reported at once, each in words that say what to do.

use super::common::{Part, Peeks, Toss, build, part};
use crate::bare_action;
use decklet_engine::{
    AppliesTo, BuildError, Card, DrawPlugin, EventType, GameBuilder, Origin, Rule, Seat, ToWire,
    TurnPlugin, Viewer, Who, Zone, ok,
};

bare_action!(Knock "KNOCK");

/// An event that calls itself like one of the engine's.
#[derive(Clone)]
struct OtherStart;

impl EventType for OtherStart {
    const TYPE: &'static str = "GAME_STARTED";
    type Seen = ();

    fn seen(&self, _: Viewer) -> Option<()> {
        Some(())
    }
}

fn mistakes(of: &Part) -> Vec<BuildError> {
    build(&[of]).expect_err("a mistake").0
}

#[track_caller]
fn one(build: impl Fn(&mut GameBuilder) + 'static, message: &str) {
    let found: Vec<String> = mistakes(&part("bad", build))
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(found, [message]);
}

#[test]
fn each_mistake_has_its_message() {
    one(
        |game| {
            game.plugin(&TurnPlugin).plugin(&TurnPlugin);
        },
        "plugin \"turn\" was added twice",
    );
    one(
        |game| {
            game.zone("z", Zone::pile());
            game.zone("z", Zone::set());
        },
        "zone \"z\" was registered twice",
    );
    one(
        |game| {
            game.zone_per_seat("hands", Zone::set());
        },
        "zone \"hands\" is for every seat: its name must hold {player} once",
    );
    one(
        |game| {
            let zone = game.zone("z", Zone::pile());
            game.cards(zone, [Card::new("a")]);
            game.deck(zone, [Card::new("a")]);
        },
        "card \"a\" was registered twice",
    );
    one(
        |game| {
            let hands = game.zone_per_seat("{player}", Zone::set());
            game.deck(hands.of(Seat(1)), [Card::new("a")]);
        },
        "cards cannot begin in zone \"{player}\": it must belong to nobody",
    );
    one(
        |game| {
            game.action(Origin::Player, |_, _: &Knock| {}).action_named(
                "KNOCK",
                Origin::Player,
                |_, _| {},
            );
        },
        "action \"KNOCK\" was registered twice; only one plugin carries it out",
    );
    one(
        |game| {
            game.event::<OtherStart>();
        },
        "event \"GAME_STARTED\" was registered twice, with different types or viewers",
    );
    one(
        |game| {
            game.event_named("E", Who::All)
                .event_named("E", Who::Nobody);
        },
        "event \"E\" was registered twice, with different types or viewers",
    );
    const RULE: Rule = Rule::all("r", "R", &[], &|_: &decklet_engine::RuleContext<'_>| ok());
    one(
        |game| {
            game.rules(&[RULE, RULE]);
        },
        "rule \"r\" was registered twice",
    );
    one(
        |game| {
            game.state(Peeks::default()).state(Peeks::default());
        },
        "state \"toss-peeks\" was registered twice",
    );
    one(
        |game| {
            game.fixed(7_u8).fixed(8_u8);
        },
        "a value of type u8 was fixed twice",
    );
    one(
        |game| {
            game.needs::<u8>("give me a u8");
        },
        "give me a u8",
    );
    one(
        |game| {
            let names = AppliesTo::Names(&["NOBODYS"]);
            game.rules(&[Rule::on(
                "r",
                "R",
                names,
                &[],
                &|_: &decklet_engine::RuleContext<'_>| ok(),
            )]);
        },
        "rule r names the action \"NOBODYS\", which nobody registered",
    );
    one(
        |game| {
            game.allow_players::<Knock>();
        },
        "plugin bad names the action \"KNOCK\", which nobody registered",
    );
    one(
        |game| {
            game.on_named("NOTHING", |_, _| {});
        },
        "an effect waits for the event \"NOTHING\", which nobody registered",
    );
    one(
        |game| {
            game.players(2..=4).players(5..=6);
        },
        "no number of players suits all plugins",
    );
    one(
        |game| {
            let zone = game.zone("z", Zone::pile());
            game.cards(zone, (0..40_000).map(|n| Card::new(n.to_string())));
        },
        "too many cards: 32767 are the most",
    );
    one(
        |game| {
            game.variable("v", Who::All).variable("v", Who::Nobody);
        },
        "variable \"v\" was registered twice",
    );
    one(
        |game| {
            game.plugin(&TurnPlugin)
                .variable("turn.direction", Who::All);
        },
        "variable \"turn.direction\" was registered twice",
    );
}

#[test]
fn too_many_zones() {
    let found = mistakes(&part("bad", |game| {
        for n in 0..257 {
            game.zone(&format!("z{n}"), Zone::pile());
        }
    }));
    assert_eq!(
        found,
        [BuildError::TooMany {
            what: "kinds of zones",
            limit: 256
        }]
    );
}

#[test]
fn a_missing_plugin_and_a_wrong_order() {
    let missing = |plugin: &str, required: &str| BuildError::PluginMissing {
        plugin: plugin.to_owned(),
        required: required.to_owned(),
    };
    assert_eq!(
        build(&[&Toss]).unwrap_err().0[..2],
        [missing("toss", "turn"), missing("toss", "draw")]
    );
    let late = build(&[&DrawPlugin, &Toss, &TurnPlugin]).unwrap_err();
    assert_eq!(late.0, [missing("toss", "turn")]);
    assert_eq!(
        late.to_string(),
        "the game cannot be built:\n- plugin \"toss\" requires \"turn\": add that one before it"
    );
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let errors = build(&[
        &DrawPlugin,
        &part("bad", |game| {
            game.zone("z", Zone::pile());
            game.zone("z", Zone::pile());
            game.players(2..=2)
                .players(3..=3)
                .on_named("NOTHING", |_, _| {})
                .allow_players::<Knock>();
        }),
    ])
    .unwrap_err();
    assert_eq!(
        errors.to_string(),
        "the game cannot be built:\n\
         - zone \"z\" was registered twice\n\
         - plugin bad names the action \"KNOCK\", which nobody registered\n\
         - an effect waits for the event \"NOTHING\", which nobody registered\n\
         - plugin \"draw\" needs the game's piles: call game.fixed(Piles { draw, discard })\n\
         - no number of players suits all plugins"
    );
}

#[test]
fn the_fingerprint_tells_rules_apart() {
    let print = |more: &Part| {
        build(&[&TurnPlugin, more])
            .unwrap()
            .fingerprint()
            .to_owned()
    };
    let zone = |name: &'static str| {
        part("p", move |game| {
            game.zone(name, Zone::pile());
        })
    };
    assert_eq!(print(&zone("a")), print(&zone("a")));
    let others = [
        zone("b"),
        part("q", |game| {
            game.zone("a", Zone::pile());
        }),
        part("p", |game| {
            game.zone("a", Zone::pile());
            game.event_named("E", Who::All);
        }),
        part("p", |game| {
            game.zone("a", Zone::pile());
            game.game("p", true.into());
        }),
    ];
    for other in others {
        assert_ne!(print(&zone("a")), print(&other));
    }
}

#[test]
fn a_name_is_no_name_of_another_kind() {
    // "x" as an action and as an event: the same names in the same order, but other rules.
    let action = part("p", |game| {
        game.action_named("x", Origin::System, |_, _| {});
    });
    let event = part("p", |game| {
        game.event_named("x", Who::All);
    });
    let print = |more: &Part| build(&[more]).unwrap().fingerprint().to_owned();
    assert_ne!(print(&action), print(&event));
}

#[test]
fn a_plugin_may_add_another_and_keeps_what_is_its_own() {
    let outer = part("outer", |game| {
        game.plugin(&TurnPlugin);
        game.state(Peeks::default())
            .action(Origin::Player, |ctx, _: &Knock| {
                ctx.state_mut::<Peeks>();
            });
    });
    let inner_first = build(&[&outer]).unwrap();
    let mut game = super::common::started(&inner_first, 2);
    game.dispatch(decklet_engine::ActionType::by(Knock, Seat(0)))
        .unwrap();
}

#[test]
fn what_is_registered_can_be_listed() {
    let rules = super::common::toss_with(&[]);
    assert_eq!(rules.game(), "toss");
    assert_eq!(rules.players(), 2..=10);
    let plugins: Vec<_> = rules
        .plugins()
        .iter()
        .map(|it| (it.name.as_str(), it.version))
        .collect();
    assert_eq!(plugins, [("turn", 1), ("draw", 1), ("toss", 1)]);
    let ids: Vec<_> = rules.rules().iter().map(Rule::id).collect();
    assert_eq!(ids, ["toss-running", "toss-turn", "toss-card", "toss-peek"]);
    let actions: Vec<_> = rules
        .action_types()
        .map(|(name, origin, _)| (name, origin))
        .collect();
    assert_eq!(
        actions,
        [
            ("END_TURN", Origin::System),
            ("SET_DIRECTION", Origin::System),
            ("DRAW_CARD", Origin::System),
            ("PLAY_CARD", Origin::Player),
            ("PEEK", Origin::Player),
        ]
    );
    assert_eq!(
        super::common::to_json(&rules.rules()[2]),
        r#"{"id":"toss-card","name":"One Own Card","applies_to":["PLAY_CARD"],"codes":["NOT_ONE_CARD","NOT_OWNED"]}"#
    );
    assert_eq!(
        super::common::to_json(rules.rules()[0].applies_to()),
        "\"*\""
    );
    assert_eq!(<() as ToWire>::FIELDS, &[]);
}
