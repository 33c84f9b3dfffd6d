//! While a function of a plugin runs: what it may ask and do.
//!
//! The engine calls a rule, a handler, an effect or a proposal of legal actions; that puts a *frame*
//! in place and lets the host run the function of the given number. The function calls back
//! into the functions of this file, which use the innermost frame.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what comes from JavaScript comes by value"
)]

use crate::{
    bad, from_json,
    pack::{self, Numbers, pack},
    to_json,
};
use decklet_engine::{
    Action, Event, GameContext, IntoAction, LegalActions, Lens, NamedAction, Origin, PlayerRef,
    RuleContext, RuleResult, Seat, Status, Value, Viewer, ZoneId, deny, ok, wire,
};
use napi_derive::napi;
use scoped_tls_hkt::scoped_thread_local;
use std::panic::resume_unwind;

/// Runs the function of a number. What it answers depends on the kind of function.
pub type Host<'a> = dyn Fn(u32) -> napi::Result<Option<String>> + 'a;

scoped_thread_local!(static HOST: for<'a> &'a Host<'a>);
scoped_thread_local!(static mut FRAME: for<'a> &'a mut (dyn Frame + 'a));

/// Plays with the functions of JavaScript at hand.
pub fn with_host<R>(host: &Host<'_>, play: impl FnOnce() -> R) -> R {
    HOST.set(host, play)
}

/// What a running function may ask and do; what does not suit the kind of function is refused.
trait Frame {
    /// The game as a viewer sees it; as far as the function may see it at all.
    fn lens(&self, viewer: Viewer) -> Lens<'_>;

    /// The action or event that it is about, as JSON.
    fn about(&self) -> String;

    fn origin(&self) -> Origin {
        Origin::System
    }

    fn ask(&self, _: &str) -> Result<RuleResult, &'static str> {
        Err("only a rule may ask a rule")
    }

    fn write(&mut self, _: &mut dyn FnMut(&mut GameContext<'_>)) -> Result<(), &'static str> {
        Err("only an action's handler and an event's handler may change the game")
    }
}

struct AskRule<'a, 'c>(&'a RuleContext<'c>);

impl Frame for AskRule<'_, '_> {
    fn lens(&self, viewer: Viewer) -> Lens<'_> {
        self.0.game().lens(viewer)
    }

    fn about(&self) -> String {
        to_json(&wire::named(self.0.names(), self.0.action()))
    }

    fn origin(&self) -> Origin {
        self.0.origin()
    }

    fn ask(&self, id: &str) -> Result<RuleResult, &'static str> {
        let rule = self.0.rules().rules().iter().find(|rule| rule.id() == id);
        let rule = rule.ok_or("no rule of this game has this id")?;
        Ok(rule.validate(self.0))
    }
}

struct Handle<'a, 'g> {
    ctx: &'a mut GameContext<'g>,
    action: &'a Action,
}

impl Frame for Handle<'_, '_> {
    fn lens(&self, viewer: Viewer) -> Lens<'_> {
        self.ctx.lens(viewer)
    }

    fn about(&self) -> String {
        to_json(&wire::named(self.ctx.names(), self.action))
    }

    fn origin(&self) -> Origin {
        self.ctx.origin()
    }

    fn write(&mut self, f: &mut dyn FnMut(&mut GameContext<'_>)) -> Result<(), &'static str> {
        f(self.ctx);
        Ok(())
    }
}

struct React<'a, 'g> {
    ctx: &'a mut GameContext<'g>,
    event: &'a Event,
}

impl Frame for React<'_, '_> {
    fn lens(&self, viewer: Viewer) -> Lens<'_> {
        self.ctx.lens(viewer)
    }

    fn about(&self) -> String {
        let seen = self.ctx.lens(Viewer::Referee).event(self.event);
        to_json(&seen.expect("the referee sees every event"))
    }

    fn write(&mut self, f: &mut dyn FnMut(&mut GameContext<'_>)) -> Result<(), &'static str> {
        f(self.ctx);
        Ok(())
    }
}

/// Legal actions follow from what the seat sees, whatever the function asks for.
struct Propose<'a>(&'a Lens<'a>, Seat);

impl Frame for Propose<'_> {
    fn lens(&self, _: Viewer) -> Lens<'_> {
        *self.0
    }

    fn about(&self) -> String {
        to_json(&self.0.names().player(self.1))
    }
}

/// What a function answers, when not nothing.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
enum Answer {
    /// A rule refuses.
    Deny { reason: String, code: String },
    /// The function threw.
    Fault(String),
    /// Proposals of legal actions.
    Actions(Vec<Value>),
}

fn run(frame: &mut dyn Frame, function: u32) -> Option<Answer> {
    let answer = FRAME.set(frame, || HOST.with(|host| host(function)));
    match answer {
        Ok(None) => None,
        Ok(Some(json)) => Some(
            serde_json::from_str(&json)
                .unwrap_or_else(|error| Answer::Fault(format!("the host answered {error}"))),
        ),
        Err(error) => Some(Answer::Fault(error.to_string())),
    }
}

/// Asks a rule of a plugin.
pub fn validate(c: &RuleContext<'_>, function: u32) -> RuleResult {
    match run(&mut AskRule(c), function) {
        None => ok(),
        Some(Answer::Deny { reason, code }) => deny(reason, code).into(),
        Some(Answer::Fault(what)) => unwind(what),
        Some(Answer::Actions(_)) => unwind("a rule answered with actions".to_owned()),
    }
}

/// Runs a plugin's handler of an action.
pub fn handle(ctx: &mut GameContext<'_>, action: &Action, function: u32) {
    let answer = run(&mut Handle { ctx, action }, function);
    finish(ctx, answer);
}

/// Runs a plugin's handler of an event.
pub fn react(ctx: &mut GameContext<'_>, event: &Event, function: u32) {
    let answer = run(&mut React { ctx, event }, function);
    finish(ctx, answer);
}

fn finish(ctx: &GameContext<'_>, answer: Option<Answer>) {
    if let Some(Answer::Fault(what)) = answer {
        ctx.fault(what);
    }
}

/// Lets a plugin propose legal actions.
pub fn propose(lens: &Lens<'_>, seat: Seat, out: &mut LegalActions<'_>, function: u32) {
    match run(&mut Propose(lens, seat), function) {
        Some(Answer::Actions(actions)) => {
            for action in actions {
                let named = wire::action_from_value(action)
                    .and_then(|named| named.clone().into_action(lens.names()).map(|_| named));
                match named {
                    Ok(named) => out.push_named(named),
                    Err(bad) => unwind(format!("a legal action is proposed that is none: {bad}")),
                }
            }
        }
        Some(Answer::Fault(what)) => unwind(what),
        None | Some(Answer::Deny { .. }) => {}
    }
}

/// Ends the transaction where no context is at hand; the engine catches it.
fn unwind(what: String) -> ! {
    resume_unwind(Box::new(what))
}

/// Whether a function of a plugin is running on this thread.
fn innermost<R>(f: impl FnOnce(&mut dyn Frame) -> napi::Result<R>) -> napi::Result<R> {
    if !FRAME.is_set() {
        return Err(bad("no function of a plugin is running"));
    }
    FRAME.with(|frame| f(frame))
}

fn write(f: impl FnOnce(&mut GameContext<'_>) -> napi::Result<()>) -> napi::Result<()> {
    let mut f = Some(f);
    let mut done = Ok(());
    innermost(|frame| {
        let once = &mut |ctx: &mut GameContext<'_>| {
            if let Some(f) = f.take() {
                done = ctx.attempt(f).map_err(bad).flatten();
            }
        };
        frame.write(once).map_err(bad)
    })?;
    done
}

fn zone(ctx: &GameContext<'_>, name: &str) -> napi::Result<ZoneId> {
    let found = ctx.names().find_zone(name);
    found.ok_or_else(|| bad(format!("no zone of this game is called \"{name}\"")))
}

fn seat(ctx: &GameContext<'_>, id: &str) -> napi::Result<Seat> {
    match ctx.names().find_player(id) {
        PlayerRef::Seat(seat) => Ok(seat),
        _ => Err(bad(format!("nobody at the table is called \"{id}\""))),
    }
}

/// A value without fractions, which would not be the same on every machine.
fn whole(json: &str) -> napi::Result<Value> {
    fn inexact(value: &Value) -> Option<&str> {
        match value {
            Value::Inexact(number) => Some(number),
            Value::List(list) => list.iter().find_map(inexact),
            Value::Map(map) => map.values().find_map(inexact),
            _ => None,
        }
    }
    let value = from_json(json)?;
    match inexact(&value) {
        Some(number) => Err(bad(format!(
            "{number}: numbers must be whole and at most 2^53, so that they are the same on every machine"
        ))),
        None => Ok(value),
    }
}

/// The table as a viewer sees it; see [`pack`].
#[napi(catch_unwind)]
pub fn frame_state(viewer: i32, out: Numbers<'_>) -> napi::Result<()> {
    innermost(|frame| pack(&frame.lens(pack::viewer(viewer)), out))
}

/// The variables that a viewer sees, as JSON.
#[napi(catch_unwind)]
pub fn frame_variables(viewer: i32) -> napi::Result<String> {
    innermost(|frame| Ok(to_json(&frame.lens(pack::viewer(viewer)).variables())))
}

/// The action or event that the function is about, as JSON.
#[napi(catch_unwind)]
pub fn frame_about() -> napi::Result<String> {
    innermost(|frame| Ok(frame.about()))
}

/// Whether a player sent the action, not the game itself.
#[napi(catch_unwind)]
pub fn frame_by_player() -> napi::Result<bool> {
    innermost(|frame| Ok(frame.origin() == Origin::Player))
}

/// Asks one rule of the game about the action; JSON `{reason, code}` when it refuses.
#[napi(catch_unwind)]
pub fn frame_ask(id: String) -> napi::Result<Option<String>> {
    innermost(|frame| {
        let refused = frame.ask(&id).map_err(bad)?.err();
        Ok(refused.map(|deny| {
            to_json(&serde_json::json!({ "reason": deny.reason(), "code": deny.code() }))
        }))
    })
}

/// Queues an action, given as JSON.
#[napi(catch_unwind)]
pub fn frame_dispatch(action: String) -> napi::Result<()> {
    write(|ctx| {
        let value = whole(&action)?;
        let named: NamedAction = wire::action_from_value(value).map_err(bad)?;
        ctx.dispatch_named(named);
        Ok(())
    })
}

/// Records an event, with its payload as JSON.
#[napi(catch_unwind)]
pub fn frame_emit(event: String, player: Option<String>, payload: String) -> napi::Result<()> {
    write(|ctx| {
        let player = player.map(|id| seat(ctx, &id)).transpose()?;
        ctx.emit_named(&event, player, whole(&payload)?);
        Ok(())
    })
}

/// Sets a variable to a value, given as JSON.
#[napi(catch_unwind)]
pub fn frame_set_variable(name: String, value: String) -> napi::Result<()> {
    write(|ctx| {
        ctx.set(&name, whole(&value)?);
        Ok(())
    })
}

/// Removes a variable.
#[napi(catch_unwind)]
pub fn frame_remove_variable(name: String) -> napi::Result<()> {
    write(|ctx| {
        ctx.remove(&name);
        Ok(())
    })
}

/// Moves a card from one zone to another, onto it or under it.
#[napi(catch_unwind)]
pub fn frame_move_card(card: String, from: String, to: String, under: bool) -> napi::Result<()> {
    write(|ctx| {
        let found = ctx.rules().find_card(&card);
        let card =
            found.ok_or_else(|| bad(format!("no card of this game is called \"{card}\"")))?;
        let (from, to) = (zone(ctx, &from)?, zone(ctx, &to)?);
        if under {
            ctx.move_card_under(card, from, to);
        } else {
            ctx.move_card(card, from, to);
        }
        Ok(())
    })
}

/// Shuffles a zone.
#[napi(catch_unwind)]
pub fn frame_shuffle(name: String) -> napi::Result<()> {
    write(|ctx| {
        let zone = zone(ctx, &name)?;
        ctx.shuffle(zone);
        Ok(())
    })
}

/// Lays a zone open for everybody, or closes it.
#[napi(catch_unwind)]
pub fn frame_open_zone(name: String, open: bool) -> napi::Result<()> {
    write(|ctx| {
        let zone = zone(ctx, &name)?;
        ctx.open_zone(zone, open);
        Ok(())
    })
}

/// A random number below `bound`.
#[napi(catch_unwind)]
pub fn frame_random(bound: u32) -> napi::Result<u32> {
    let mut number = 0;
    write(|ctx| {
        if bound == 0 {
            return Err(bad("a random number below 0 was asked for"));
        }
        number = ctx.random().below(bound);
        Ok(())
    })?;
    Ok(number)
}

/// The numbers below `count` in random order.
#[napi(catch_unwind)]
pub fn frame_permutation(count: u32) -> napi::Result<Vec<u32>> {
    let mut order: Vec<u32> = (0..count).collect();
    write(|ctx| {
        ctx.random().shuffle(&mut order);
        Ok(())
    })?;
    Ok(order)
}

/// Adds a winner.
#[napi(catch_unwind)]
pub fn frame_add_winner(player: String) -> napi::Result<()> {
    write(|ctx| {
        let seat = seat(ctx, &player)?;
        ctx.add_winner(seat);
        Ok(())
    })
}

/// Says where the game stands.
#[napi(catch_unwind)]
pub fn frame_set_status(status: String) -> napi::Result<()> {
    let known = [Status::Waiting, Status::Playing, Status::Finished];
    let status = known
        .into_iter()
        .find(|known| known.name() == status)
        .ok_or_else(|| {
            bad(format!(
                "\"{status}\": a status is waiting, playing or finished"
            ))
        })?;
    write(|ctx| {
        ctx.set_status(status);
        Ok(())
    })
}

/// Says whose turn it is; nobody's without an id.
#[napi(catch_unwind)]
pub fn frame_set_current_player(player: Option<String>) -> napi::Result<()> {
    write(|ctx| {
        let seat = player.map(|id| seat(ctx, &id)).transpose()?;
        ctx.set_current_player(seat);
        Ok(())
    })
}
