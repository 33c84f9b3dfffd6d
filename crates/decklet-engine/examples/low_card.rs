//! Low Card, the game of `docs/plugin-guide.md` piece by piece, with a house rule, the laws checked
//! for it, and some games played: `cargo run --release -p decklet-engine --example low_card`.

use decklet_engine::{
    ActionType, AppliesTo, BadField, BuildErrors, Card, CardId, Encoder, EventType, Field,
    FieldKind, Fields, GameBuilder, GameContext, LegalActions, Lens, On, Origin, Payload, Plugin,
    PluginState, Rule, RuleContext, RuleResult, Ruleset, Seat, Status, ToWire, Value, Viewer, Who,
    Zone,
    conformance::Suite,
    core::{CardPlayed, GameFinished, GameStarted, GameWon, PlayCard},
    deny,
    draw::{self, DrawCard, DrawPlugin, Hands, Piles},
    ok,
    turn::{EndTurn, TurnPlugin},
};
use std::sync::Arc;

/// Low Card.
pub struct LowCard;

impl Plugin for LowCard {
    fn name(&self) -> &'static str {
        "low-card"
    }

    // These must have been added before this one.
    fn requires(&self) -> &'static [&'static str] {
        &["turn", "draw"]
    }

    fn build(&self, game: &mut GameBuilder) {
        let draw = game.zone("draw-pile", Zone::pile().count_to(Who::All));
        let discard = game.zone("discard-pile", Zone::pile().cards_to(Who::All));
        // A deck is shuffled at the start. Names are unique; ids count up from the first card.
        game.deck(
            draw,
            (1..=40).map(|n| Card::new(format!("n{n}")).with("n", n)),
        );
        game.game("low-card", Value::Null) // what a log's header says: the game and its options
            .players(2..=6)
            .fixed(Piles { draw, discard }) // DrawPlugin asks for it
            .state(Score::default())
            .action(Origin::Player, play)
            .rules(RULES)
            .on(deal)
            .on(after_play)
            .legal_actions(legal);
    }
}

#[derive(Clone, Default)]
struct Score {
    plays: u64,
}

impl PluginState for Score {
    const NAME: &'static str = "low-card";
    type Seen = Self; // nothing in it is secret

    fn seen(&self, _: Viewer) -> Self {
        self.clone()
    }

    fn encode(&self, out: &mut Encoder) {
        let Self { plays } = self; // without `..`: a forgotten field does not compile
        out.number(*plays);
    }
}

impl ToWire for Score {
    const FIELDS: &'static [Field] = &[Field::new(
        "low.plays",
        FieldKind::Number,
        "cards played so far",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        out.number("low.plays", self.plays as i64);
    }
}

const RULES: &[Rule] = &[
    Rule::all("low-running", "Game Running", &["NOT_RUNNING"], &running),
    Rule::all("low-turn", "Player Turn", &["NOT_YOUR_TURN"], &turn),
    Rule::on(
        "low-card",
        "Card Low Enough",
        AppliesTo::Names(&["PLAY_CARD"]),
        &["NOT_OWNED", "TOO_HIGH"],
        &On(low_enough),
    ),
];

fn running(c: &RuleContext<'_>) -> RuleResult {
    match c.status() {
        Status::Playing => ok(),
        _ => deny("the game is not running", "NOT_RUNNING").into(),
    }
}

fn turn(c: &RuleContext<'_>) -> RuleResult {
    // What the game itself sends (END_TURN) is no player's turn.
    if c.origin() == Origin::System || c.player().seat() == c.current_player() {
        return ok();
    }
    deny("it is not ${playerId}'s turn", "NOT_YOUR_TURN")
        .arg("playerId", c.player_name())
        .into()
}

fn low_enough(c: &RuleContext<'_>, play: &PlayCard) -> RuleResult {
    let hand = c
        .player()
        .seat()
        .map_or(&[][..], |seat| draw::hand(c, seat));
    let card = match play.cards.known() {
        Some(&[card]) if hand.contains(&card) => card,
        _ => return deny("play one card of your hand", "NOT_OWNED").into(),
    };
    let Some(top) = draw::top_card(c) else {
        return ok();
    };
    if card <= top || hand.iter().all(|&held| held > top) {
        return ok();
    }
    deny("${card} is higher than the card on top", "TOO_HIGH")
        .arg("card", c.card(card).name().to_owned())
        .into()
}

fn deal(ctx: &mut GameContext<'_>, _: &GameStarted) {
    for seat in 0..ctx.seats() {
        ctx.dispatch(Seat(seat as u8), DrawCard { count: 3 });
    }
}

fn play(ctx: &mut GameContext<'_>, action: &PlayCard) {
    let (Some(player), Some(&[card])) = (ctx.acting_seat(), action.cards.known()) else {
        return; // the rules let nothing else pass
    };
    let hand = ctx.fixed::<Hands>().0.of(player);
    let discard = ctx.fixed::<Piles>().discard;
    ctx.move_card(card, hand, discard);
    ctx.state_mut::<Score>().plays += 1;
    let cards = [card].into_iter().collect();
    ctx.emit(player, CardPlayed { player, cards });
}

fn after_play(ctx: &mut GameContext<'_>, event: &CardPlayed) {
    let player = event.player;
    if !draw::hand(ctx, player).is_empty() {
        return ctx.dispatch(player, EndTurn::default());
    }
    ctx.add_winner(player);
    ctx.set_status(Status::Finished);
    let winners = GameWon {
        winners: [player].into_iter().collect(),
    };
    let finished = GameFinished {
        winners: winners.winners.clone(),
    };
    ctx.emit(player, winners);
    ctx.emit(None, finished);
}

fn legal(lens: &Lens<'_>, seat: Seat, out: &mut LegalActions<'_>) {
    for &card in lens.cards(lens.fixed::<Hands>().0.of(seat)) {
        out.push(PlayCard { cards: card.into() });
    }
}

/// `BET`: so many points. No number is for a rule to refuse, so the type can hold it.
#[derive(Clone)]
struct Bet {
    points: Option<i64>,
}

impl ToWire for Bet {
    const FIELDS: &'static [Field] = &[Field::new("points", FieldKind::Number, "how many")];

    fn write(&self, out: &mut Fields<'_>) {
        if let Some(points) = self.points {
            out.number("points", points);
        }
    }
}

impl ActionType for Bet {
    const TYPE: &'static str = "BET";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        Ok(Self {
            points: payload.number("points"),
        })
    }
}

/// `BET_PLACED`: everybody learns who bet, the player alone how much.
#[derive(Clone)]
struct BetPlaced {
    player: Seat,
    points: i64,
}

struct BetSeen {
    player: Seat,
    points: Option<i64>,
}

impl EventType for BetPlaced {
    const TYPE: &'static str = "BET_PLACED";
    type Seen = BetSeen;

    fn seen(&self, viewer: Viewer) -> Option<BetSeen> {
        Some(BetSeen {
            player: self.player,
            points: viewer.owns(self.player).then_some(self.points),
        })
    }
}

impl ToWire for BetSeen {
    const FIELDS: &'static [Field] = &[
        Field::new("playerId", FieldKind::Player, "who bet"),
        Field::optional("points", FieldKind::Number, "how much, for the player only"),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        if let Some(points) = self.points {
            out.number("points", points);
        }
    }
}

struct HumbleStart;

const HUMBLE: Rule = Rule::on(
    "house-humble",
    "Humble Start",
    AppliesTo::Names(&["PLAY_CARD"]),
    &["TOO_PROUD"],
    &On(humble),
);

fn humble(c: &RuleContext<'_>, play: &PlayCard) -> RuleResult {
    let proud = |card: &CardId| c.card(*card).data()["n"].as_number() > Some(20);
    let opening = draw::top_card(c).is_none();
    let cards = play.cards.known().unwrap_or(&[]);
    let hand = c
        .player()
        .seat()
        .map_or(&[][..], |seat| draw::hand(c, seat));
    // Whoever has nothing else may: a rule must leave something to do.
    if opening && cards.iter().any(proud) && !hand.iter().all(proud) {
        return deny("open with 20 or less", "TOO_PROUD").into();
    }
    ok()
}

fn count(ctx: &mut GameContext<'_>, event: &CardPlayed) {
    let plays = ctx
        .variable("house.plays")
        .and_then(Value::as_number)
        .unwrap_or(0)
        + 1;
    ctx.set("house.plays", plays);
    if plays == 3 {
        ctx.emit_named("HOUSE_CHEERS", Some(event.player), Value::Null);
    }
}

impl Plugin for HumbleStart {
    fn name(&self) -> &'static str {
        "humble-start"
    }

    fn build(&self, game: &mut GameBuilder) {
        game.variable("house.plays", Who::All)
            .event_named("HOUSE_CHEERS", Who::All)
            .rules(&[HUMBLE])
            .on(count);
    }
}

fn rules() -> Result<Arc<Ruleset>, BuildErrors> {
    let mut game = GameBuilder::new();
    game.plugin(&TurnPlugin)
        .plugin(&DrawPlugin)
        .plugin(&LowCard)
        .plugin(&HumbleStart);
    game.freeze()
}

fn the_laws_hold() {
    let rules = rules().expect("the plugins fit together");
    let report = Suite::new(rules)
        .games(2000)
        .run()
        .unwrap_or_else(|broken| panic!("{broken}"));
    assert!(report.faults > report.actions && report.compared > 0);
}

/// Checks the laws, plays a game, and shows what a bet tells whom.
pub fn main() {
    the_laws_hold();
    println!("the laws hold in 2,000 games; one of them, as everybody sees it:");
    let mut game = begin(7);
    play_on(&mut game);
    for (_, event) in game.lens(Viewer::Spectator).history() {
        println!("{}", event.event_type());
    }
    let bet = BetPlaced {
        player: Seat(0),
        points: 3,
    };
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        let points = bet.seen(viewer).and_then(|seen| seen.points);
        println!("{} of 3 points: {viewer:?} sees {points:?}", Bet::TYPE);
    }
}

fn begin(seed: u64) -> decklet_engine::GameEngine {
    let rules = rules().expect("the plugins fit together");
    let mut game = decklet_engine::GameEngine::new(rules, seed.into());
    game.create_game(decklet_engine::Player::numbered(3))
        .expect("three play");
    game.start().expect("all are there");
    game
}

/// Everybody does the first thing that is allowed.
fn play_on(game: &mut decklet_engine::GameEngine) {
    while game.state().status() == Status::Playing {
        let seat = game.state().current_player().expect("somebody is on turn");
        let action = game.legal_actions(seat).swap_remove(0);
        game.dispatch(action).expect("it is legal");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_does_what_the_guide_says() {
        let (mut proud, mut cheered) = (false, false);
        for seed in 0..20 {
            let mut game = begin(seed);
            for card in draw::hand(game.state(), Seat(0)).to_vec() {
                let play = PlayCard { cards: card.into() }.by(Seat(0));
                let denied = game.check(play);
                proud |= denied.is_err_and(|denied| denied.code() == "TOO_PROUD");
            }
            play_on(&mut game);
            let mut history = game.lens(Viewer::Spectator).history();
            let cheers = "HOUSE_CHEERS";
            cheered |= history.any(|(entry, event)| entry == 3 && event.event_type() == cheers);
            assert_eq!(
                game.view(Seat(0)).variables()["house.plays"],
                game.view(Seat(1)).variables()["low.plays"]
            );
        }
        assert!(proud && cheered);
    }

    #[test]
    fn what_was_bet_only_the_player_sees() {
        let placed = BetPlaced {
            player: Seat(0),
            points: 3,
        };
        let seen = |viewer| placed.seen(viewer).and_then(|seen| seen.points);
        assert_eq!(seen(Viewer::Spectator), None);
        assert_eq!(seen(Viewer::Seat(Seat(1))), None);
        assert_eq!(seen(Viewer::Seat(Seat(0))), Some(3));
        assert_eq!(Bet::TYPE, "BET");
    }
}
