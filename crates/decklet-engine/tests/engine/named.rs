//! A plugin that knows names and values only, as one in another language would: *High Card*. Each
//! plays one card from the hand; when all have, the highest wins. It uses typed plugins as well.

use super::common::{frozen, last_events, part, refused, started, to_json, trace};
use decklet_engine::{
    Action, AppliesTo, Card, DrawPlugin, GameBuilder, GameContext, GameEngine, LegalActions, Lens,
    NamedAction, Origin, Plugin, Rule, RuleContext, RuleResult, Ruleset, Seat, Status, TurnPlugin,
    Value, Viewer, Who, Zone, deny,
    draw::{Hands, Piles},
    log::{LogFile, to_jsonl},
    ok,
    wire::read_action,
};
use std::sync::Arc;

fn rules() -> Arc<Ruleset> {
    frozen(&[&TurnPlugin, &DrawPlugin, &part("high-card", build)])
}

fn build(game: &mut GameBuilder) {
    let draw = game.zone("deck", Zone::pile().count_to(Who::All));
    let discard = game.zone("table", Zone::pile().cards_to(Who::All));
    game.deck(
        draw,
        (1..=12).map(|n| Card::new(format!("n{n}")).with("n", n)),
    );
    let rules = [
        rule("hc-turn", AppliesTo::All, |c| {
            if c.origin() == Origin::System || c.player().seat() == c.current_player() {
                return ok();
            }
            deny("not your turn", "NOT_YOUR_TURN").into()
        }),
        rule(
            "hc-card",
            AppliesTo::Types(vec!["LAY".into()].into()),
            |c| match laid(c, c.action()) {
                Some(_) => ok(),
                None => deny("lay a card of your hand", "NOT_OWNED").into(),
            },
        ),
    ];
    game.players(2..=3)
        .fixed(Piles { draw, discard })
        .event_named("LAID", Who::All)
        .event_named("BEST_CARD", Who::Owner)
        .variable("best", Who::All)
        .action_named("LAY", Origin::Player, lay)
        .action_named("COUNT_UP", Origin::System, count_up)
        .rules(&rules)
        .on_named("GAME_STARTED", |ctx, _| {
            for seat in ctx.players().to_vec() {
                ctx.dispatch_named(NamedAction::new("DRAW_CARD").by(seat.id).with("count", 3));
            }
        })
        .on_named("LAID", |ctx, event| {
            assert_eq!(
                event.value().and_then(|value| value.get("first")),
                Some(&Value::Flag(
                    ctx.zone(ctx.fixed::<Piles>().discard).len() == 1
                ))
            );
            ctx.dispatch_named(NamedAction::new("COUNT_UP"));
        })
        .legal_actions(legal);
}

fn rule(
    id: &str,
    applies_to: AppliesTo,
    validate: impl Fn(&RuleContext<'_>) -> RuleResult + Send + Sync + 'static,
) -> Rule {
    Rule::shared(id, id, applies_to, Arc::new(validate))
}

fn laid(state: &decklet_engine::GameState, action: &Action) -> Option<decklet_engine::CardId> {
    let name = action.value()?.get("card")?.as_text()?;
    let card = state.rules().find_card(name)?;
    let hand = state.fixed::<Hands>().0.of(action.player().seat()?);
    state.zone(hand).contains(&card).then_some(card)
}

fn value_of(card: &Card) -> i64 {
    card.data()["n"].as_number().unwrap_or(0)
}

fn lay(ctx: &mut GameContext<'_>, action: &Action) {
    let (Some(card), Some(seat)) = (laid(ctx, action), ctx.acting_seat()) else {
        ctx.fault("a rule let it pass")
    };
    let from = ctx.fixed::<Hands>().0.of(seat);
    let to = ctx.fixed::<Piles>().discard;
    let first = ctx.zone(to).is_empty();
    ctx.move_card(card, from, to);
    let best = ctx.variable("best").and_then(Value::as_number).unwrap_or(0);
    let n = value_of(ctx.card(card));
    if n > best {
        ctx.set("best", n);
        ctx.set("best.seat", i64::from(seat.0));
    }
    let payload = Value::Map([("first".to_owned(), first.into())].into());
    ctx.emit_named("LAID", Some(seat), payload);
}

fn count_up(ctx: &mut GameContext<'_>, _: &Action) {
    if ctx.zone(ctx.fixed::<Piles>().discard).len() < ctx.seats() {
        return ctx.dispatch_named(NamedAction::new("END_TURN"));
    }
    let best = ctx
        .variable("best.seat")
        .and_then(Value::as_number)
        .unwrap_or(0);
    let winner = Seat(best as u8);
    ctx.remove("best.seat");
    ctx.add_winner(winner);
    ctx.set_status(Status::Finished);
    ctx.emit_named("BEST_CARD", Some(winner), Value::Null);
    let winner = Value::from(ctx.players()[winner.index()].id.clone());
    let winners = Value::Map([("winnerIds".to_owned(), Value::List(vec![winner]))].into());
    ctx.emit_named("GAME_FINISHED", None, winners);
}

fn legal(lens: &Lens<'_>, seat: Seat, out: &mut LegalActions<'_>) {
    for &card in lens.cards(lens.fixed::<Hands>().0.of(seat)) {
        out.push_named(NamedAction::new("LAY").with("card", lens.card(card).name().to_owned()));
    }
    // Opened to nobody: the engine leaves it out.
    out.push_named(NamedAction::new("DRAW_CARD"));
}

fn play_first(game: &mut GameEngine) {
    let seat = game.state().current_player().unwrap();
    let action = game.legal_actions(seat).swap_remove(0);
    let json = decklet_engine::wire::action_to_json(game, &action);
    game.dispatch(read_action(&json).unwrap()).unwrap();
}

#[test]
fn a_whole_game_by_names() {
    let mut game = started(&rules(), 3);
    assert_eq!(game.legal_actions(Seat(0)).len(), 3);
    assert_eq!(last_events(&game)[1..], ["CARDS_DRAWN"; 3]);
    play_first(&mut game);
    assert_eq!(last_events(&game), ["LAID", "TURN_ENDED"]);
    play_first(&mut game);
    play_first(&mut game);
    assert_eq!(last_events(&game), ["LAID", "BEST_CARD", "GAME_FINISHED"]);
    let table = game.state().zone(game.state().fixed::<Piles>().discard);
    let best = table
        .iter()
        .map(|&card| value_of(game.state().card(card)))
        .max()
        .unwrap();
    assert_eq!(
        game.view(Viewer::Spectator).variables()["best"],
        Value::Number(best)
    );
    let log = LogFile::read(to_jsonl(&game).as_bytes()).unwrap();
    assert_eq!(
        log.verify(&rules()).unwrap().state().hash(),
        game.state().hash()
    );
}

#[test]
fn it_keeps_the_laws() {
    let report = decklet_engine::conformance::Suite::new(rules())
        .games(200)
        .run()
        .unwrap();
    assert_eq!(
        (report.games, report.refusals > 0, report.compared > 0),
        (200, true, true)
    );
}

#[test]
fn its_rules_refuse_what_is_no_card_of_the_hand() {
    let mut game = started(&rules(), 2);
    for lay in [
        NamedAction::new("LAY").by("p1"),
        NamedAction::new("LAY").by("p1").with("card", 3),
        NamedAction::new("LAY").by("p1").with("card", "joker"),
        NamedAction::new("LAY").by("p1").with("card", ["n1"]),
    ] {
        assert_eq!(
            refused(&mut game, &lay).code(),
            "NOT_OWNED",
            "{}",
            to_json(&lay)
        );
    }
    let count_up = NamedAction::new("COUNT_UP").by("p1");
    assert_eq!(refused(&mut game, count_up).code(), "SYSTEM_ACTION");
}

#[test]
fn a_named_action_of_a_typed_plugin_is_the_games_own_when_a_plugin_sends_it() {
    let skip = part("skip", |game| {
        game.action_named("HOP", Origin::Player, |ctx, _| {
            ctx.dispatch_named(NamedAction::new("END_TURN").with("skip", 1));
        })
        .action_named("FALL", Origin::Player, |ctx, _| {
            ctx.dispatch_named(NamedAction::new("END_TURN").with("skip", 256));
        });
    });
    let mut game = started(&frozen(&[&TurnPlugin, &skip]), 3);
    game.dispatch(NamedAction::new("HOP").by("p1")).unwrap();
    assert_eq!(game.state().current_player(), Some(Seat(2)));
    let before = trace(&game);
    let denied = game
        .dispatch(NamedAction::new("FALL").by("p1"))
        .unwrap_err();
    assert_eq!(
        denied.reason(),
        "a plugin failed: payload.skip: must be from 0 to 255"
    );
    assert_eq!(trace(&game), before);
}

/// A plugin whose name is known at run time only.
struct Made(String);

impl Plugin for Made {
    fn name(&self) -> &str {
        &self.0
    }

    fn build(&self, game: &mut GameBuilder) {
        game.require("turn").allow_players_named("END_TURN");
    }
}

#[test]
fn a_plugin_made_at_run_time_requires_and_opens_by_name() {
    let made = Made(format!("made-{}", 1));
    let mut game = started(&frozen(&[&TurnPlugin, &made]), 2);
    game.dispatch(NamedAction::new("END_TURN").by("p1"))
        .unwrap();
    assert_eq!(game.rules().plugins()[1].name, "made-1");

    let mut alone = GameBuilder::new();
    alone.plugin(&made);
    assert_eq!(
        alone.freeze().unwrap_err().to_string(),
        "the game cannot be built:\n\
         - plugin \"made-1\" requires \"turn\": add that one before it\n\
         - plugin made-1 names the action \"END_TURN\", which nobody registered"
    );
}

#[test]
fn a_handler_sees_what_a_viewer_sees() {
    let watch = part("watch", |game| {
        game.event_named("OWN", Who::Owner)
            .variable("open", Who::All)
            .action_named("LOOK", Origin::Player, |ctx, _| {
                ctx.set("open", 1);
                ctx.set("closed", 2);
                ctx.emit_named("OWN", Some(Seat(0)), Value::Null);
            })
            .on_named("OWN", |ctx, event| {
                let sees = |viewer: Viewer| {
                    let lens = ctx.lens(viewer);
                    let names: Vec<_> = lens.variables().into_keys().collect();
                    (lens.event(event).is_some(), names.join(" "))
                };
                let open = "open turn.direction".to_owned();
                assert_eq!(sees(Viewer::Seat(Seat(0))), (true, open.clone()));
                assert_eq!(sees(Viewer::Spectator), (false, open));
                let all = "closed open turn.direction".to_owned();
                assert_eq!(sees(Viewer::Referee), (true, all));
            });
    });
    let mut game = started(&frozen(&[&TurnPlugin, &watch]), 2);
    game.dispatch(NamedAction::new("LOOK").by("p1")).unwrap();
    let viewer = Viewer::Spectator;
    assert_eq!(game.lens(viewer).variables(), game.view(viewer).variables());
}

#[test]
fn a_fault_can_be_held_back_where_nothing_may_unwind() {
    let careful = part("careful", |game| {
        game.variable("open", Who::All)
            .action_named("TRY", Origin::Player, |ctx, _| {
                ctx.set("open", 1);
                let held = ctx.attempt(|ctx| ctx.set("turn.direction", 5)).unwrap_err();
                assert_eq!(ctx.attempt(|ctx| ctx.seats()), Ok(2));
                ctx.fault(format!("held back: {held}"))
            });
    });
    let mut game = started(&frozen(&[&TurnPlugin, &careful]), 2);
    let before = trace(&game);
    let denied = refused(&mut game, NamedAction::new("TRY").by("p1"));
    assert_eq!(
        denied.reason(),
        "a plugin failed: held back: the variable turn.direction is written by its own plugin only"
    );
    assert_eq!(trace(&game), before);
}

#[test]
fn a_proposal_that_is_no_action_is_a_mistake_of_the_plugin() {
    let wrong = part("wrong", |game| {
        game.legal_actions(|_, _, out| out.push_named(NamedAction::new("NOWHERE")));
    });
    let game = started(&frozen(&[&wrong]), 2);
    let asked =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| game.legal_actions(Seat(0))));
    let message = asked.map(|_| ()).unwrap_err().downcast::<String>().unwrap();
    assert_eq!(
        *message,
        "a legal action is proposed that is none: type: no action of this game is called \"NOWHERE\""
    );
}
