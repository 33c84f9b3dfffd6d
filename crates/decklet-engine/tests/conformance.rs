//! The suite must bite: for each law a plugin that breaks it, added to the toy game, is reported.

mod common;

use common::{Part, Peek, Peeks, Toss, frozen, part, toss_with};
use decklet_engine::{
    ActionType, AppliesTo, CardId, DrawPlugin, Encoder, EventType, Field, FieldKind, Fields,
    GameBuilder, GameContext, GameState, Origin, PluginState, Rule, RuleContext, RuleResult,
    Ruleset, ToWire, TurnPlugin, Value, Viewer, Who,
    conformance::{Report, Suite},
    core::{CardPlayed, GameStarted},
    deny,
    draw::Piles,
    ok,
    turn::TurnEnded,
};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

bare_action!(Fidget "FIDGET", Nap "NAP", Doom "DOOM");

fn suite(rules: Arc<Ruleset>) -> Suite {
    Suite::new(rules).games(300).players([2, 3]).longest(200)
}

#[track_caller]
fn reported(rules: Arc<Ruleset>, what: &str) {
    let violation = suite(rules).run().expect_err("a broken law");
    assert!(violation.what.starts_with(what), "{violation}");
    let again = format!(
        "{} players, after {} actions)",
        violation.players, violation.step
    );
    assert!(violation.to_string().ends_with(&again), "{violation}");
}

/// The toy game with a broken plugin after it.
#[track_caller]
fn breaks(what: &str, build: impl Fn(&mut GameBuilder) + 'static) {
    reported(toss_with(&[&part("broken", build)]), what);
}

/// The toy game with a broken plugin before it, so that its rules come first.
fn first(broken: &Part) -> Arc<Ruleset> {
    frozen(&[&TurnPlugin, &DrawPlugin, broken, &Toss])
}

#[test]
fn the_toy_game_keeps_the_laws() {
    let report = suite(toss_with(&[])).run().unwrap();
    let Report {
        games,
        actions,
        faults,
        refusals,
        legal,
        compared,
        probes,
    } = report;
    assert_eq!(games, 300);
    assert!(actions > 3 * games, "{report:?}");
    // Every fourth step is looked at from all sides.
    let tried = [faults, legal, refusals, probes];
    assert!(tried.iter().all(|&tried| tried > actions / 4), "{report:?}");
    assert!(compared > games, "{report:?}");
}

#[test]
fn the_same_seed_does_the_same() {
    let run = |seed: u64| suite(toss_with(&[])).games(20).seed(seed).run().unwrap();
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

// Law 1 and 2

static CALLS: AtomicU64 = AtomicU64::new(0);

#[test]
fn a_handler_with_a_counter_of_its_own_is_reported() {
    breaks("law 2: entry ", |game| {
        game.on(|ctx, _: &CardPlayed| {
            let calls = CALLS.fetch_add(1, Ordering::Relaxed);
            ctx.set("calls", i64::try_from(calls).unwrap_or(0));
        });
    });
}

/// A game that remembers outside of its state: what is replayed meets what was left there.
#[test]
fn a_plugin_that_keeps_state_outside_the_game_is_reported() {
    breaks("law 2: ", |game| {
        let longest = Arc::new(AtomicU64::new(0));
        game.event_named("RECORD", Who::All)
            .on(move |ctx, _: &CardPlayed| {
                let drawn = ctx.zone(ctx.fixed::<Piles>().discard).len() as u64;
                if longest.fetch_max(drawn, Ordering::Relaxed) < drawn {
                    ctx.emit_named("RECORD", None, Value::Null);
                }
            });
    });
}

/// The same, seen only in a view: neither the hash nor an event tells.
#[test]
fn a_view_that_depends_on_more_than_the_state_is_reported() {
    static LOOKS: AtomicU64 = AtomicU64::new(0);

    #[derive(Clone)]
    struct Odd;

    impl PluginState for Odd {
        const NAME: &'static str = "odd";
        type Seen = Number;

        fn seen(&self, _: Viewer) -> Number {
            Number(Some(LOOKS.fetch_add(1, Ordering::Relaxed)))
        }

        fn encode(&self, _: &mut Encoder) {}
    }

    breaks("law 2: another view at the end", |game| {
        game.state(Odd);
    });
}

// Law 3

/// The number of a card, or none.
#[derive(Clone, Copy, Default)]
struct Number(Option<u64>);

impl ToWire for Number {
    const FIELDS: &'static [Field] = &[Field::optional(
        "test.number",
        FieldKind::Number,
        "a number",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        if let Some(number) = self.0 {
            out.number("test.number", number as i64);
        }
    }
}

fn top(state: &GameState) -> u64 {
    let draw = state.zone(state.fixed::<Piles>().draw);
    draw.last().map_or(0, |card| u64::from(card.0))
}

/// Remembers the top of the draw pile and shows it to the viewers that `TO` picks.
#[derive(Clone, Default)]
struct Leak<const TO: u8>(u64);

impl<const TO: u8> PluginState for Leak<TO> {
    const NAME: &'static str = "leak";
    type Seen = Number;

    fn seen(&self, viewer: Viewer) -> Number {
        let shown = match viewer {
            Viewer::Seat(_) => TO == 0,
            Viewer::Spectator => TO == 1,
            Viewer::Referee => true,
        };
        Number(shown.then_some(self.0))
    }

    fn encode(&self, out: &mut Encoder) {
        out.number(self.0);
    }
}

fn leak<const TO: u8>(game: &mut GameBuilder) {
    game.state(Leak::<TO>::default()).on(|ctx, _: &TurnEnded| {
        ctx.state_mut::<Leak<TO>>().0 = top(ctx);
    });
}

#[test]
fn a_view_that_leaks_is_reported() {
    breaks("law 3: view and events of seat", leak::<0>);
    breaks("law 3: view and events of the spectator", leak::<1>);
    suite(toss_with(&[&part("honest", leak::<2>)]))
        .run()
        .unwrap();
}

#[derive(Clone)]
struct Whisper(u64);

impl EventType for Whisper {
    const TYPE: &'static str = "WHISPER";
    type Seen = Number;

    fn seen(&self, _: Viewer) -> Option<Number> {
        Some(Number(Some(self.0)))
    }
}

#[test]
fn an_event_that_leaks_is_reported() {
    breaks("law 3: view and events of", |game| {
        game.event::<Whisper>()
            .on(|ctx, _: &CardPlayed| ctx.emit(None, Whisper(top(ctx))));
    });
}

/// Refuses a second peek, with a code that tells whether the card at the bottom is odd.
fn telling(c: &RuleContext<'_>) -> RuleResult {
    let peeked = c
        .player()
        .seat()
        .is_some_and(|seat| c.state::<Peeks>().of(seat).is_some());
    let bottom = c.zone(c.fixed::<Piles>().draw)[0];
    match (peeked, bottom.0 % 2) {
        (false, _) => ok(),
        (true, 0) => deny("no", "NO_EVEN").into(),
        _ => deny("no", "NO_ODD").into(),
    }
}

const PEEK: AppliesTo = AppliesTo::Names(&["PEEK"]);

#[test]
fn a_code_that_leaks_is_reported() {
    let rules = first(&part("broken", |game| {
        game.rules(&[Rule::on(
            "telling",
            "Telling",
            PEEK,
            &["NO_EVEN", "NO_ODD"],
            &telling,
        )]);
    }));
    reported(rules, "law 3: an answer of seat");
}

#[test]
fn a_legal_list_that_leaks_is_reported() {
    breaks("law 3: ", |game| {
        game.rules(&[Rule::on("odd", "Odd", PEEK, &["NO"], &|c: &RuleContext<
            '_,
        >| {
            if top(c).is_multiple_of(2) {
                ok()
            } else {
                deny("not now", "NO").into()
            }
        })]);
    });
}

// Law 4

#[test]
fn a_legal_action_whose_follow_up_is_refused_is_reported() {
    breaks("law 4: {\"type\":\"PLAY_CARD\",", |game| {
        let doom = AppliesTo::Names(&["DOOM"]);
        game.action(Origin::System, |_, _: &Doom| {})
            .on(|ctx, _: &CardPlayed| ctx.dispatch(None, Doom))
            .rules(&[Rule::on(
                "doom",
                "Doom",
                doom,
                &["DOOMED"],
                &|c: &RuleContext<'_>| {
                    let played = c.zone(c.fixed::<Piles>().discard).len();
                    if played < 2 {
                        ok()
                    } else {
                        deny("doomed", "DOOMED").into()
                    }
                },
            )]);
    });
}

/// Up to three of an action that changes nothing but their count.
fn count_up(ctx: &mut GameContext<'_>) {
    let count = ctx
        .variable("count")
        .and_then(Value::as_number)
        .unwrap_or(0);
    ctx.set("count", count + 1);
}

fn thrice(c: &RuleContext<'_>) -> RuleResult {
    match c.variable("count").and_then(Value::as_number) {
        Some(3..) => deny("enough", "ENOUGH").into(),
        _ => ok(),
    }
}

#[test]
fn a_legal_action_that_is_listed_sometimes_only_is_reported() {
    breaks("law 4: {\"type\":\"FIDGET\",\"playerId\":\"p", |game| {
        game.variable("count", Who::All)
            .action(Origin::Player, |ctx, _: &Fidget| count_up(ctx))
            .rules(&[Rule::on(
                "thrice",
                "Thrice",
                AppliesTo::Names(&["FIDGET"]),
                &["ENOUGH"],
                &thrice,
            )])
            .legal_actions(|lens, _, out| {
                if lens.cards(lens.fixed::<Piles>().discard).len() % 2 == 0 {
                    out.push(Fidget);
                }
            });
    });
}

#[test]
fn a_legal_action_that_is_never_listed_is_reported() {
    breaks("law 4: {\"type\":\"NAP\",\"playerId\":\"p", |game| {
        game.action(Origin::Player, |_, _: &Nap| {});
    });
}

/// A card may be laid on a pile of one's own; only cards of even number are ever proposed.
#[test]
fn a_legal_card_that_is_never_listed_is_reported() {
    #[derive(Clone)]
    struct Lay(decklet_engine::CardList);

    impl ToWire for Lay {
        const FIELDS: &'static [Field] = &[Field::new("cardIds", FieldKind::Cards, "the card")];

        fn write(&self, out: &mut Fields<'_>) {
            out.card_list("cardIds", &self.0);
        }
    }

    impl ActionType for Lay {
        const TYPE: &'static str = "LAY";

        fn from_wire(
            payload: &decklet_engine::Payload<'_>,
        ) -> Result<Self, decklet_engine::BadField> {
            Ok(Self(payload.cards("cardIds")?))
        }
    }

    breaks("law 4: {\"type\":\"LAY\",\"playerId\":\"p", |game| {
        let lay = AppliesTo::Names(&["LAY"]);
        game.action(Origin::Player, |ctx, _: &Lay| count_up(ctx))
            .rules(&[Rule::on(
                "lay",
                "Lay",
                lay,
                &["ENOUGH", "NO"],
                &|c: &RuleContext<'_>| {
                    let hand = c
                        .player()
                        .seat()
                        .map(|seat| decklet_engine::draw::hand(c, seat));
                    match c.action().get::<Lay>().and_then(|lay| lay.0.known()) {
                        Some([card]) if hand.is_some_and(|hand| hand.contains(card)) => thrice(c),
                        _ => deny("no", "NO").into(),
                    }
                },
            )])
            .legal_actions(|lens, seat, out| {
                let hand = lens.fixed::<decklet_engine::draw::Hands>().0.of(seat);
                for &card in lens.cards(hand).iter().filter(|card| card.0 % 2 == 0) {
                    out.push(Lay(card.into()));
                }
            });
    });
}

#[test]
fn an_action_listed_twice_is_reported() {
    breaks(
        "law 4: {\"type\":\"PEEK\",\"playerId\":\"p1\",\"payload\":{}} is listed twice",
        |game| {
            game.legal_actions(|_, _, out| out.push(Peek));
        },
    );
}

#[test]
fn equal_cards_are_listed_once() {
    let halves =
        |card: &decklet_engine::Card| (card.data()["n"].as_number().unwrap_or(0) / 2).to_string();
    let violation = suite(toss_with(&[]))
        .kinds(halves)
        .run()
        .expect_err("two equal cards");
    assert!(violation.what.ends_with("is listed twice"), "{violation}");
}

#[test]
fn a_game_that_is_stuck_is_reported() {
    breaks("law 4: no seat has a legal action", |game| {
        game.rules(&[Rule::all(
            "stuck",
            "Stuck",
            &["STUCK"],
            &|c: &RuleContext<'_>| {
                let played = c.zone(c.fixed::<Piles>().discard).len();
                if played < 3 || c.origin() == Origin::System {
                    ok()
                } else {
                    deny("stuck", "STUCK").into()
                }
            },
        )]);
    });
}

#[test]
fn a_game_without_an_end_is_reported() {
    let endless = part("endless", |game| {
        game.action(Origin::Player, |_, _: &Nap| {})
            .rules(&[Rule::all("seat", "Seat", &["NO"], &|c: &RuleContext<
                '_,
            >| {
                match c.player().seat() {
                    Some(_) => ok(),
                    None => deny("no", "NO").into(),
                }
            })])
            .legal_actions(|_, _, out| out.push(Nap));
    });
    let rules = frozen(&[&TurnPlugin, &endless]);
    reported(rules, "law 4: the game has not ended after 200 actions");
}

// Law 5: the engine does not let a card be lost or doubled, so no plugin can.

#[test]
fn a_card_cannot_be_moved_from_where_it_is_not() {
    let thief = part("thief", |game| {
        game.on(|ctx, _: &GameStarted| {
            let Piles { draw, discard } = *ctx.fixed::<Piles>();
            ctx.move_card(CardId(0), draw, discard);
            ctx.move_card(CardId(0), draw, discard);
        });
    });
    reported(
        toss_with(&[&thief]),
        "the game cannot start: the start refused by engine-fault (PLUGIN_FAULT): a plugin failed: c1 is not in toss-draw",
    );
}

// What is written was declared

#[derive(Clone)]
struct Undeclared<const WRITES: bool>;

impl<const WRITES: bool> ToWire for Undeclared<WRITES> {
    const FIELDS: &'static [Field] = &[Field::new("test.a", FieldKind::Flag, "always there")];

    fn write(&self, out: &mut Fields<'_>) {
        if WRITES {
            out.flag("test.a", true);
            out.flag("test.b", true);
        }
    }
}

impl<const WRITES: bool> PluginState for Undeclared<WRITES> {
    const NAME: &'static str = "undeclared";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Self {
        Self
    }

    fn encode(&self, _: &mut Encoder) {}
}

impl<const WRITES: bool> EventType for Undeclared<WRITES> {
    const TYPE: &'static str = "UNDECLARED";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Option<Self> {
        Some(Self)
    }
}

#[test]
fn fields_that_were_not_declared_or_not_written_are_reported() {
    breaks("schema: the view lacks the field test.a", |game| {
        game.state(Undeclared::<false>);
    });
    breaks(
        "schema: the view has the field test.b, which is not declared",
        |game| {
            game.state(Undeclared::<true>);
        },
    );
    breaks("schema: UNDECLARED lacks the field test.a", |game| {
        game.event::<Undeclared<false>>()
            .on(|ctx, _: &CardPlayed| ctx.emit(None, Undeclared::<false>));
    });
    breaks(
        "schema: UNDECLARED has the field test.b, which is not declared",
        |game| {
            game.event::<Undeclared<true>>()
                .on(|ctx, _: &CardPlayed| ctx.emit(None, Undeclared::<true>));
        },
    );
}
