//! One action's way: origin, rules, handler, effects, follow-ups; kept whole or not at all.

use super::common::{
    Part, Peek, Peeks, created, frozen, last_events, part, play_nth, refused, started, to_json,
    toss, toss_with, trace,
};
use crate::bare_action;
use decklet_engine::{
    ActionType, AppliesTo, GameContext, GameEngine, Limits, NamedAction, On, Origin, PlayerRef,
    Rule, RuleContext, RuleResult, Seat, Status, TurnPlugin, Value, Who,
    core::{CardPlayed, GameFinished, GameWon, PlayCard},
    deny, ok,
    turn::{Direction, EndTurn, SetDirection, TurnEnded, TurnState},
};
use std::sync::{Arc, Mutex};

bare_action!(Knock "KNOCK", Echo "ECHO", Loop "LOOP");

const P1: Seat = Seat(0);

/// A game of one plugin.
fn game(build: impl Fn(&mut decklet_engine::GameBuilder) + 'static) -> GameEngine {
    started(&frozen(&[&TurnPlugin, &part("test", build)]), 2)
}

/// Adds `text` to the list in the variable `trail`.
fn note(ctx: &mut GameContext<'_>, text: &'static str) {
    let mut list = match ctx.variable("trail") {
        Some(Value::List(list)) => list.clone(),
        _ => Vec::new(),
    };
    list.push(text.into());
    ctx.set("trail", Value::List(list));
}

fn trail(game: &GameEngine) -> String {
    game.state()
        .variable("trail")
        .map(Value::to_string)
        .unwrap_or_default()
}

// Rules

fn no(c: &RuleContext<'_>, code: &'static str) -> RuleResult {
    deny("${type} by ${player}", code)
        .arg("type", c.action_type().to_owned())
        .arg("player", c.player_name())
        .into()
}

#[test]
fn rules_run_in_order_and_the_first_that_denies_decides() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (first, third) = (asked.clone(), asked.clone());
    let mut game = game(move |game| {
        let (first, third) = (first.clone(), third.clone());
        let rules = [
            Rule::shared(
                "one",
                "One",
                AppliesTo::All,
                Arc::new(move |_: &RuleContext<'_>| {
                    first.lock().unwrap().push("one");
                    ok()
                }),
            ),
            Rule::all("two", "Two", &["TWO"], &|c: &RuleContext<'_>| no(c, "TWO")),
            Rule::shared(
                "three",
                "Three",
                AppliesTo::All,
                Arc::new(move |c: &RuleContext<'_>| {
                    third.lock().unwrap().push("three");
                    no(c, "THREE")
                }),
            ),
        ];
        game.action(Origin::Player, |_, _: &Knock| {}).rules(&rules);
    });
    let denied = refused(&mut game, Knock.by(P1));
    assert_eq!((denied.rule(), denied.code()), (Some("two"), "TWO"));
    assert_eq!(
        (denied.reason().as_str(), denied.action_type()),
        ("KNOCK by p1", "KNOCK")
    );
    assert_eq!(*asked.lock().unwrap(), ["one"]);
}

#[test]
fn a_rule_applies_to_one_type_several_or_all() {
    let build = |applies: AppliesTo| {
        game(move |game| {
            game.action(Origin::Player, |_, _: &Knock| {})
                .action(Origin::Player, |_, _: &Echo| {})
                .action(Origin::Player, |_, _: &Loop| {})
                .rules(&[Rule::shared(
                    "r",
                    "R",
                    applies.clone(),
                    Arc::new(|c: &RuleContext<'_>| no(c, "NO")),
                )]);
        })
    };
    let accepted = |applies: AppliesTo| {
        let game = build(applies);
        [
            game.check(Knock.by(P1)),
            game.check(Echo.by(P1)),
            game.check(Loop.by(P1)),
        ]
        .map(|it| it.is_ok())
    };
    assert_eq!(accepted(AppliesTo::Names(&["KNOCK"])), [false, true, true]);
    assert_eq!(
        accepted(AppliesTo::Names(&["KNOCK", "LOOP"])),
        [false, true, false]
    );
    assert_eq!(
        accepted(AppliesTo::Types(vec!["ECHO".into()].into())),
        [true, false, true]
    );
    assert_eq!(accepted(AppliesTo::All), [false, false, false]);
}

#[test]
fn a_typed_rule_reads_the_payload_and_leaves_other_types_alone() {
    fn two_cards(_: &RuleContext<'_>, play: &PlayCard) -> RuleResult {
        if play.cards.len() == 2 {
            ok()
        } else {
            deny("two cards", "NOT_TWO").into()
        }
    }
    let game = game(|game| {
        game.action(Origin::Player, |_, _: &PlayCard| {})
            .action(Origin::Player, |_, _: &Knock| {})
            .rules(&[Rule::all("two", "Two Cards", &["NOT_TWO"], &On(two_cards))]);
    });
    assert_eq!(
        game.check(PlayCard::default().by(P1)).unwrap_err().code(),
        "NOT_TWO"
    );
    assert!(game.check(Knock.by(P1)).is_ok());
    let two = NamedAction::new("PLAY_CARD").with("cardIds", ["x", "y"]);
    assert!(game.check(two).is_ok());
}

#[test]
fn a_reason_holds_its_arguments_and_says_undefined_for_what_is_not_there() {
    let refusal = deny("${a} and ${b}, ${c}; ${", "CODE")
        .arg("a", "${b}")
        .arg("b", 2);
    assert_eq!(refusal.reason(), "${b} and 2, undefined; ${");
    assert_eq!(refusal.args().len(), 2);
}

#[test]
fn a_rule_sees_who_sent_it_and_how() {
    let game = game(|game| {
        game.action(Origin::Player, |_, _: &Knock| {})
            .rules(&[Rule::all("who", "Who", &["WHO"], &|c: &RuleContext<'_>| {
                assert_eq!(c.origin(), Origin::Player);
                deny("${player} (${current})", "WHO")
                    .arg("player", c.player_name())
                    .arg("current", c.current_player_name())
                    .into()
            })]);
    });
    let reason = |player: PlayerRef| game.check(Knock.by(player)).unwrap_err().reason();
    assert_eq!(reason(Seat(1).into()), "p2 (p1)");
    assert_eq!(reason(PlayerRef::Absent), "undefined (p1)");
    assert_eq!(reason(PlayerRef::Unknown("eve".into())), "eve (p1)");
}

#[test]
fn a_code_that_a_rule_does_not_list_is_a_fault_where_tests_run() {
    let mut game = game(|game| {
        game.action(Origin::Player, |_, _: &Knock| {})
            .rules(&[Rule::all("r", "R", &["LISTED"], &|_: &RuleContext<'_>| {
                deny("no", "OTHER").into()
            })]);
    });
    let denied = refused(&mut game, Knock.by(P1));
    assert_eq!(denied.rule(), Some("engine-fault"));
    assert!(
        denied
            .reason()
            .contains("rule r denies with OTHER, which it does not list")
    );
}

// Origin

#[test]
fn a_system_action_is_refused_before_any_rule() {
    let mut game = toss(2);
    let denied = refused(&mut game, EndTurn::default().by(Seat(1)));
    assert_eq!(
        (denied.rule(), denied.code()),
        (Some("engine-origin"), "SYSTEM_ACTION")
    );
    assert_eq!(
        to_json(&denied),
        r#"{"ok":false,"rule":"engine-origin","code":"SYSTEM_ACTION","reason":"END_TURN is sent by the game itself, not by a player","args":{"type":"END_TURN"},"action":"END_TURN"}"#
    );
    // Before the start too, where a rule would say NOT_RUNNING.
    let mut waiting = created(&toss_with(&[]), 2);
    assert_eq!(
        refused(&mut waiting, EndTurn::default().by(P1)).code(),
        "SYSTEM_ACTION"
    );
    assert_eq!(refused(&mut waiting, Peek.by(P1)).code(), "NOT_RUNNING");
}

#[test]
fn another_plugin_can_open_a_system_action_to_players() {
    let rules = toss_with(&[&part("open", |game| {
        game.allow_players::<EndTurn>();
    })]);
    let mut game = started(&rules, 3);
    assert_eq!(
        refused(&mut game, EndTurn::default().by(Seat(1))).code(),
        "NOT_YOUR_TURN"
    );
    game.dispatch(EndTurn::default().by(P1)).unwrap();
    assert_eq!(game.state().current_player(), Some(Seat(1)));
}

#[test]
fn nothing_can_be_done_before_the_start_even_where_no_rule_minds() {
    let rules = frozen(&[
        &TurnPlugin,
        &part("open", |game| {
            game.allow_players::<EndTurn>();
        }),
    ]);
    let mut game = created(&rules, 2);
    for denied in [
        refused(&mut game, EndTurn::default().by(P1)),
        game.check(EndTurn::default().by(P1)).unwrap_err(),
        game.rehearse(EndTurn::default().by(P1)).unwrap_err(),
    ] {
        assert_eq!(
            (denied.rule(), denied.code()),
            (Some("engine-start"), "NOT_STARTED")
        );
    }
    assert_eq!(game.start().unwrap().index(), 0);
}

// Cascade

#[test]
fn events_come_when_emitted_and_queued_actions_first_in_first_out() {
    let mut game = game(|game| {
        for name in ["A", "B", "C"] {
            game.event_named(name, Who::All);
        }
        game.action(Origin::Player, |ctx, _: &Knock| {
            note(ctx, "knock");
            ctx.dispatch(None, Echo);
            ctx.dispatch(None, Loop);
            ctx.emit_named("A", None, Value::Null);
            ctx.emit_named("B", None, Value::Null);
            note(ctx, "knock ends");
        })
        .action(Origin::System, |ctx, _: &Echo| {
            note(ctx, "echo");
            ctx.emit_named("C", None, Value::Null);
        })
        .action(Origin::System, |ctx, _: &Loop| note(ctx, "loop"))
        .on_named("A", |ctx, _| {
            note(ctx, "first effect of A");
            ctx.emit_named("C", None, Value::Null);
        })
        .on_named("A", |ctx, _| note(ctx, "second effect of A"))
        .on_named("B", |ctx, _| note(ctx, "effect of B"))
        .on_named("C", |ctx, _| note(ctx, "effect of C"));
    });
    game.dispatch(Knock.by(P1)).unwrap();
    assert_eq!(last_events(&game), ["A", "B", "C", "C"]);
    assert_eq!(
        trail(&game),
        r#"["knock","knock ends","first effect of A","second effect of A","effect of B","effect of C","echo","effect of C","loop"]"#
    );
}

#[test]
fn a_follow_up_that_a_rule_refuses_takes_back_the_whole_cascade_and_is_named() {
    let mut game = game(|game| {
        game.action(Origin::Player, |ctx, _: &Knock| {
            ctx.set("knocked", true);
            ctx.random().below(6);
            ctx.dispatch(P1, SetDirection(Direction::Backward));
            ctx.dispatch(P1, Echo);
        })
        .action(Origin::System, |_, _: &Echo| {})
        .rules(&[Rule::on(
            "no-echo",
            "No Echo",
            AppliesTo::Names(&["ECHO"]),
            &["NO"],
            &|c: &RuleContext<'_>| {
                // The cascade so far is what a rule sees.
                assert_eq!(c.variable("knocked"), Some(&Value::Flag(true)));
                assert_eq!(c.state::<TurnState>().direction(), Direction::Backward);
                assert_eq!(c.origin(), Origin::System);
                no(c, "NO")
            },
        )]);
    });
    assert!(
        game.check(Knock.by(P1)).is_ok(),
        "the rules of the action itself accept it"
    );
    assert_eq!(game.rehearse(Knock.by(P1)).unwrap_err().code(), "NO");
    let denied = refused(&mut game, Knock.by(P1));
    assert_eq!(
        (denied.rule(), denied.action_type()),
        (Some("no-echo"), "ECHO")
    );
    assert_eq!(game.state().variable("knocked"), None);
    assert_eq!(
        game.state().state::<TurnState>().direction(),
        Direction::Forward
    );
}

#[track_caller]
fn too_long(limits: Limits, handler: fn(&mut GameContext<'_>), reason: &str) {
    let mut game = game(move |game| {
        game.limits(limits)
            .event_named("E", Who::All)
            .action(Origin::Player, move |ctx, _: &Loop| {
                note(ctx, "was here");
                handler(ctx);
            })
            .on_named("E", |ctx, _| ctx.emit_named("E", None, Value::Null));
    });
    let denied = refused(&mut game, Loop.by(P1));
    assert_eq!(
        (denied.rule(), denied.code()),
        (Some("engine-limit"), "CASCADE_LIMIT")
    );
    assert_eq!(
        (denied.reason().as_str(), denied.action_type()),
        (reason, "LOOP")
    );
    assert_eq!(trail(&game), "");
}

#[test]
fn a_cascade_is_bounded_in_actions_events_and_depth() {
    let limits = Limits {
        actions: 10,
        events: 20,
        depth: 5,
    };
    let twice = |ctx: &mut GameContext<'_>| {
        ctx.dispatch(None, Loop);
        ctx.dispatch(None, Loop);
    };
    too_long(limits, twice, "the cascade has more than 10 actions");
    too_long(
        limits,
        |ctx| ctx.emit_named("E", None, Value::Null),
        "the cascade has more than 20 events",
    );
    too_long(
        limits,
        |ctx| ctx.dispatch(None, Loop),
        "the cascade has more than 5 steps from the first action",
    );
    too_long(
        Limits::default(),
        |ctx| ctx.dispatch(None, Loop),
        "the cascade has more than 64 steps from the first action",
    );
}

#[test]
fn a_cascade_may_reach_its_limits() {
    let limits = Limits {
        actions: 4,
        events: 3,
        depth: 3,
    };
    let mut game = game(move |game| {
        game.limits(limits)
            .event_named("E", Who::All)
            .action(Origin::Player, |ctx, _: &Loop| {
                let count = ctx.variable("n").and_then(Value::as_number).unwrap_or(0);
                if count < 3 {
                    ctx.set("n", count + 1);
                    ctx.emit_named("E", None, Value::Null);
                    ctx.dispatch(None, Loop);
                }
            });
    });
    game.dispatch(Loop.by(P1)).unwrap();
    assert_eq!(last_events(&game), ["E", "E", "E"]);
}

// Faults

#[track_caller]
fn faulty(handler: fn(&mut GameContext<'_>), reason: &str) {
    let mut game = started(
        &toss_with(&[&part("test", move |game| {
            game.event_named("E", Who::All)
                .action(Origin::Player, |ctx, _: &Knock| {
                    note(ctx, "was here");
                    ctx.dispatch(P1, Echo);
                })
                .action(Origin::System, move |ctx, _: &Echo| handler(ctx));
        })]),
        2,
    );
    let denied = refused(&mut game, Knock.by(P1));
    assert_eq!(
        (denied.rule(), denied.code()),
        (Some("engine-fault"), "PLUGIN_FAULT")
    );
    assert_eq!(denied.reason(), format!("a plugin failed: {reason}"));
    assert_eq!(
        denied.action_type(),
        "ECHO",
        "the one that failed, not the one sent"
    );
    assert_eq!(trail(&game), "");
    // The game goes on.
    play_nth(&mut game, 0);
}

#[test]
fn a_call_that_makes_no_sense_ends_the_transaction() {
    faulty(|ctx| ctx.fault("my own words"), "my own words");
    faulty(
        |ctx| {
            ctx.state_mut::<TurnState>();
        },
        "the state \"turn\" is written by its own plugin only",
    );
    faulty(
        |ctx| {
            ctx.state_mut::<Peeks>();
        },
        "the state \"toss-peeks\" is written by its own plugin only",
    );
    faulty(
        |ctx| ctx.set("turn.direction", -1),
        "the variable turn.direction is written by its own plugin only",
    );
    faulty(|ctx| ctx.dispatch(None, Loop), "no plugin carries out LOOP");
    faulty(
        |ctx| ctx.dispatch_named(NamedAction::new("NOWHERE")),
        "type: no action of this game is called \"NOWHERE\"",
    );
    faulty(
        |ctx| ctx.emit_named("NOTHING", None, Value::Null),
        "no plugin registered NOTHING",
    );
    faulty(
        |ctx| {
            let piles = *ctx.fixed::<decklet_engine::draw::Piles>();
            let card = ctx.zone(piles.draw)[0];
            ctx.move_card(card, piles.discard, piles.draw);
        },
        &format!("{} is not in toss-discard", bottom_card()),
    );
    faulty(
        |ctx| {
            let hands = *ctx.fixed::<decklet_engine::draw::Hands>();
            ctx.shuffle(hands.0.of(P1));
        },
        "player:p1:hand is a set: only a pile has an order",
    );
    faulty(
        |ctx| {
            let hand = ctx.fixed::<decklet_engine::draw::Hands>().0.of(P1);
            let draw = ctx.fixed::<decklet_engine::draw::Piles>().draw;
            let card = ctx.zone(draw)[0];
            ctx.move_card_under(card, draw, hand);
        },
        "player:p1:hand is a set: only a pile has an order",
    );
    faulty(
        |ctx| {
            let hands = *ctx.fixed::<decklet_engine::draw::Hands>();
            let draw = ctx.fixed::<decklet_engine::draw::Piles>().draw;
            ctx.move_all(draw, hands.0.of(Seat(2)));
        },
        "seat 2 has no zone player:{player}:hand",
    );
}

fn bottom_card() -> String {
    let game = toss(2);
    let draw = game.state().fixed::<decklet_engine::draw::Piles>().draw;
    game.state()
        .card(game.state().zone(draw)[0])
        .name()
        .to_owned()
}

#[test]
fn a_panic_of_a_plugin_changes_nothing_and_is_told() {
    faulty(|_| panic!("static words"), "static words");
    faulty(|ctx| panic!("{} seats", ctx.seats()), "2 seats");
    faulty(
        |ctx| {
            let _ = ctx.card(decklet_engine::CardId(999));
        },
        "index out of bounds: the len is 24 but the index is 999",
    );
}

#[test]
fn a_panic_of_a_rule_is_a_fault_of_that_action() {
    let mut game = game(|game| {
        game.action(Origin::Player, |_, _: &Knock| {})
            .rules(&[Rule::all("r", "R", &[], &|_: &RuleContext<'_>| {
                panic!("a bad rule")
            })]);
    });
    for denied in [
        refused(&mut game, Knock.by(P1)),
        game.check(Knock.by(P1)).unwrap_err(),
    ] {
        assert_eq!(
            (denied.rule(), denied.action_type()),
            (Some("engine-fault"), "KNOCK")
        );
        assert_eq!(denied.reason(), "a plugin failed: a bad rule");
    }
}

#[test]
fn a_fault_at_the_start_leaves_the_game_unstarted() {
    let rules = toss_with(&[&part("test", |game| {
        game.on(|ctx, _: &decklet_engine::core::GameStarted| {
            note(ctx, "was here");
            ctx.fault("not today")
        });
    })]);
    let mut game = created(&rules, 2);
    let before = trace(&game);
    assert_eq!(
        game.start().unwrap_err().to_string(),
        "the game cannot start: the start refused by engine-fault (PLUGIN_FAULT): a plugin failed: not today"
    );
    assert_eq!(trace(&game), before);
    assert_eq!(game.state().status(), Status::Waiting);
}

#[test]
fn an_action_of_another_game_is_no_action_of_this_one() {
    let other = toss(2);
    let peek = other.legal_actions(P1).pop().unwrap();
    let mut none = game(|_| {});
    let denied = refused(&mut none, &peek);
    assert_eq!(
        (denied.code(), denied.field()),
        ("BAD_ACTION", Some("type"))
    );
    // Same number, other type: found when it is carried out.
    let mut another = game(|game| {
        game.action(Origin::Player, |_, _: &Knock| {})
            .action(Origin::Player, |_, _: &Echo| {})
            .action(Origin::Player, |_, _: &Loop| {});
    });
    assert_eq!(refused(&mut another, peek).rule(), Some("engine-fault"));
}

// State, variables, scratch

#[test]
fn variables_are_set_and_removed_and_part_of_the_hash() {
    let mut game = game(|game| {
        game.action(Origin::Player, |ctx, _: &Knock| ctx.set("n", 3))
            .action(Origin::Player, |ctx, _: &Echo| ctx.remove("n"));
    });
    let empty = game.state().hash();
    game.dispatch(Knock.by(P1)).unwrap();
    assert_eq!(game.state().variable("n"), Some(&Value::Number(3)));
    assert_ne!(game.state().hash(), empty);
    game.dispatch(Echo.by(P1)).unwrap();
    assert_eq!(game.state().variables().len(), 0);
    assert_eq!(game.state().hash(), empty);
}

#[test]
fn scratch_carries_from_rule_to_handler_and_no_further() {
    fn find(c: &RuleContext<'_>) -> RuleResult {
        assert_eq!(
            c.scratch().get::<u32>(),
            None,
            "left over from an action before"
        );
        c.scratch().put(c.action_type().len() as u32);
        ok()
    }
    let mut game = game(|game| {
        game.rules(&[Rule::all("find", "Find", &[], &find)])
            .action(Origin::Player, |ctx, _: &Knock| {
                assert_eq!(ctx.scratch().get::<u32>(), Some(5));
                ctx.scratch().put("unused");
                ctx.dispatch(None, Echo);
                ctx.fault(format!("{:?}", ctx.scratch().take::<u32>()));
            })
            .action(Origin::Player, |ctx, _: &Echo| {
                // What is not taken away is gone all the same when the next action comes.
                assert_eq!(ctx.scratch().get::<u32>(), Some(4));
                ctx.scratch().put("unused");
                ctx.dispatch(None, Loop);
            })
            .action(Origin::System, |ctx, _: &Loop| {
                assert_eq!(ctx.scratch().take::<&str>(), None);
                assert_eq!(ctx.scratch().take::<u32>(), Some(4));
                assert_eq!(ctx.scratch().take::<u32>(), None);
            });
    });
    let before = game.state().hash();
    assert_eq!(
        refused(&mut game, Knock.by(P1)).reason(),
        "a plugin failed: Some(5)"
    );
    game.dispatch(Echo.by(P1)).unwrap();
    assert_eq!(
        game.state().hash(),
        before,
        "what is in scratch is no state"
    );
    game.check(Echo.by(P1)).unwrap();
    game.dispatch(Echo.by(P1)).unwrap();
}

#[test]
fn the_handler_knows_the_acting_seat_and_a_follow_up_its_own() {
    let mut game = game(|game| {
        game.action(Origin::Player, |ctx, _: &Knock| {
            assert_eq!(ctx.acting_seat(), Some(P1));
            ctx.dispatch(Seat(1), Echo);
        })
        .action(Origin::System, |ctx, _: &Echo| {
            assert_eq!(ctx.acting_seat(), Some(Seat(1)));
            ctx.dispatch(None, Loop);
        })
        .action(Origin::Player, |ctx, _: &Loop| {
            assert_eq!(ctx.acting_seat(), None);
            ctx.set("done", true);
        });
    });
    game.dispatch(Knock.by(P1)).unwrap();
    game.dispatch(Loop.by(PlayerRef::Unknown("eve".into())))
        .unwrap();
    assert_eq!(game.state().variable("done"), Some(&Value::Flag(true)));
}

#[test]
fn winners_are_named_once_each_in_order() {
    let mut game = game(|game| {
        game.action(Origin::Player, |ctx, _: &Knock| {
            for seat in [Seat(1), Seat(0), Seat(1)] {
                ctx.add_winner(seat);
            }
            ctx.set_status(Status::Finished);
            ctx.set_current_player(None);
        });
    });
    game.dispatch(Knock.by(P1)).unwrap();
    assert_eq!(game.state().winners(), [Seat(1), Seat(0)]);
    assert_eq!(game.state().status(), Status::Finished);
    assert_eq!(game.state().current_player(), None);
}

#[test]
fn the_toy_game_ends_with_its_events_in_order() {
    let mut game = toss(2);
    while game.state().status() == Status::Playing {
        play_nth(&mut game, 0);
    }
    assert_eq!(
        last_events(&game),
        ["CARD_PLAYED", "GAME_WON", "GAME_FINISHED"]
    );
    assert_eq!(game.log()[1].events()[0].player(), Some(P1));
    assert!(game.log()[1].events()[0].get::<CardPlayed>().is_some());
    assert!(game.log()[1].events()[0].get::<TurnEnded>().is_none());
    let won = game.log()[3].events()[1].get::<GameWon>().unwrap();
    assert_eq!(won.winners[..], [P1]);
    assert!(game.log()[3].events()[2].get::<GameFinished>().is_some());
    assert!(game.legal_actions(P1).is_empty());
}

// Listeners

#[test]
fn listeners_are_told_after_the_commit_and_not_of_refusals() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let mut game = created(&toss_with(&[]), 2);
    let out = heard.clone();
    game.on_commit(move |state, entry| {
        assert_eq!(state.hash(), entry.hash());
        assert_eq!(state.hash(), state.hash_from_scratch());
        out.lock()
            .unwrap()
            .push(format!("{} {}", entry.index(), entry.events().len()));
    });
    let out = heard.clone();
    game.on_event("TOSS_PEEKED", move |state, event| {
        let seat = event.player().unwrap();
        assert!(state.state::<Peeks>().of(seat).is_some());
        out.lock().unwrap().push(format!("peek by {}", seat.0));
    });
    game.on_event("NO_SUCH_EVENT", |_, _| panic!("never"));
    game.start().unwrap();
    refused(&mut game, Peek.by(Seat(1)));
    game.rehearse(Peek.by(P1)).unwrap();
    let commit = game.dispatch(Peek.by(P1)).unwrap();
    assert_eq!((commit.index(), commit.events().len()), (1, 1));
    assert_eq!(*heard.lock().unwrap(), ["0 3", "1 1", "peek by 0"]);
    // A copy has no listeners.
    play_nth(&mut game.clone(), 0);
    assert_eq!(heard.lock().unwrap().len(), 3);
}

#[test]
fn a_listener_that_panics_leaves_a_whole_game() {
    let mut game = toss(2);
    game.on_commit(|_, _| panic!("a bad listener"));
    let done =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| game.dispatch(Peek.by(P1))));
    assert!(done.is_err());
    assert_eq!(game.log().len(), 2);
    assert_eq!(game.log()[1].hash(), game.state().hash());
    assert_eq!(game.at(1).state().hash(), game.state().hash());
}

/// A house rule of a line or two works on a game that does not know it.
#[test]
fn a_house_rule_filters_the_legal_actions_of_another_plugin() {
    let no_peeking: Part = part("no-peeking", |game| {
        game.rules(&[Rule::on(
            "no-peeking",
            "No Peeking",
            AppliesTo::Names(&["PEEK"]),
            &["NO"],
            &|_: &RuleContext<'_>| deny("nobody peeks here", "NO").into(),
        )]);
    });
    let game = started(&toss_with(&[&no_peeking]), 2);
    let names: Vec<_> = game
        .legal_actions(P1)
        .iter()
        .map(|it| game.rules().action_name(it).to_owned())
        .collect();
    assert_eq!(names, ["PLAY_CARD", "PLAY_CARD"]);
    assert_eq!(toss(2).legal_actions(P1).len(), 3);
    assert!(game.legal_actions(Seat(1)).is_empty());
}
