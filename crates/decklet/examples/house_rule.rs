//! A house rule for UNO, added without touching it: whoever plays a nine must wait a turn before
//! playing the next one, and everybody is told how many nines were played.
//!
//! Run it: `cargo run --example house_rule`

use decklet::{
    engine::{
        AppliesTo, DrawPlugin, GameBuilder, GameContext, GameEngine, On, Plugin, Rule, RuleContext,
        RuleResult, TurnPlugin, Value, Who,
        core::{CardPlayed, PlayCard},
        deny, ok,
    },
    uno::{plugin::UnoPlugin, profile::Options},
};

const NINES: &str = "nines.played";

struct WaitWithNines;

impl Plugin for WaitWithNines {
    fn name(&self) -> &'static str {
        "wait-with-nines"
    }

    fn requires(&self) -> &'static [&'static str] {
        &["uno"]
    }

    fn build(&self, game: &mut GameBuilder) {
        game.variable(NINES, Who::All)
            .rules([&NO_NINE_ON_NINE])
            .on(count_nines);
    }
}

const NO_NINE_ON_NINE: Rule = Rule::on(
    "nines-wait",
    "No Nine On A Nine",
    AppliesTo::Names(&["PLAY_CARD"]),
    &["NINE_ON_NINE"],
    &On(no_nine_on_nine),
);

fn is_nine(game: &decklet::engine::GameState, card: decklet::engine::CardId) -> bool {
    game.card(card).data().get("face") == Some(&Value::from("number:9"))
}

fn no_nine_on_nine(c: &RuleContext<'_>, play: &PlayCard) -> RuleResult {
    let top = decklet::engine::draw::top_card(c);
    let nine = play
        .cards
        .known()
        .is_some_and(|cards| cards.iter().any(|&card| is_nine(c, card)));
    if nine && top.is_some_and(|top| is_nine(c, top)) {
        return deny("no nine on a nine at this table", "NINE_ON_NINE").into();
    }
    ok()
}

fn count_nines(ctx: &mut GameContext<'_>, event: &CardPlayed) {
    if event.cards.iter().any(|&card| is_nine(ctx, card)) {
        let before = ctx.variable(NINES).and_then(Value::as_number).unwrap_or(0);
        ctx.set(NINES, before + 1);
    }
}

/// Two players at a table with the house rule.
///
/// # Errors
/// None, as long as legal means accepted.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = GameEngine::builder()
        .plugin(TurnPlugin)
        .plugin(DrawPlugin)
        .plugin(UnoPlugin::new(Options::decklet().build()?))
        .plugin(WaitWithNines)
        .seed(7)
        .build()?;
    game.create_game(decklet::engine::Player::numbered(2))?;
    game.start()?;
    for rule in game.rules().rules() {
        println!("{:26} {}", rule.id(), rule.codes().join(", "));
    }
    for _ in 0..200 {
        let Some(seat) = game.state().current_player() else {
            break;
        };
        // The house rule is asked like any other, so what it forbids is not even offered.
        let Some(action) = game.legal_actions(seat).into_iter().next() else {
            break;
        };
        game.dispatch(action)?;
    }
    println!(
        "nines played: {}",
        game.state().variable(NINES).cloned().unwrap_or_default()
    );
    Ok(())
}
