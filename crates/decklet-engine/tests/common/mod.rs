//! *Toss*, the toy game of these tests: 24 cards, two each. Whoever is on turn plays any card of
//! the hand; once in the game each player may first peek at the top of the draw pile. The first
//! without a card wins.

#![allow(dead_code, reason = "each test file uses its own part")]

use decklet_engine::{
    ActionType, AppliesTo, BadField, BuildErrors, Card, CardId, Denied, Encoder, EventType, Field,
    FieldKind, Fields, GameBuilder, GameContext, GameEngine, LegalActions, Lens, Origin, Payload,
    Player, Plugin, PluginState, Rule, RuleContext, RuleResult, Ruleset, Seat, Seed, Status,
    ToWire, Value, Viewer, Who, Zone,
    core::{CardPlayed, GameFinished, GameStarted, GameWon, PlayCard},
    deny,
    draw::{self, DrawCard, DrawPlugin, Hands, Piles},
    ok,
    turn::{EndTurn, TurnPlugin},
};
use std::sync::Arc;

pub struct Toss;

impl Plugin for Toss {
    fn name(&self) -> &'static str {
        "toss"
    }

    fn requires(&self) -> &'static [&'static str] {
        &["turn", "draw"]
    }

    fn build(&self, game: &mut GameBuilder) {
        let draw = game.zone("toss-draw", Zone::pile().count_to(Who::All));
        let discard = game.zone("toss-discard", Zone::pile().cards_to(Who::All));
        game.deck(
            draw,
            (1..=24).map(|n| Card::new(format!("c{n}")).with("n", n)),
        );
        game.game("toss", Value::Null)
            .players(2..=10)
            .fixed(Piles { draw, discard })
            .state(Peeks::default())
            .event::<Peeked>()
            .action(Origin::Player, play)
            .action(Origin::Player, peek)
            .rules(RULES)
            .on(deal)
            .on(after_play)
            .legal_actions(legal);
    }
}

pub const RULES: &[Rule] = &[
    Rule::all("toss-running", "Running", &["NOT_RUNNING"], &running),
    Rule::all("toss-turn", "Turn", &["NOT_YOUR_TURN"], &turn),
    Rule::on(
        "toss-card",
        "One Own Card",
        AppliesTo::Names(&["PLAY_CARD"]),
        &["NOT_ONE_CARD", "NOT_OWNED"],
        &own_card,
    ),
    Rule::on(
        "toss-peek",
        "Peek Once",
        AppliesTo::Names(&["PEEK"]),
        &["ALREADY_PEEKED"],
        &peek_once,
    ),
];

fn running(c: &RuleContext<'_>) -> RuleResult {
    match c.status() {
        Status::Playing => ok(),
        _ => deny("the game is not running", "NOT_RUNNING").into(),
    }
}

fn turn(c: &RuleContext<'_>) -> RuleResult {
    if c.origin() == Origin::System || c.player().seat() == c.current_player() {
        return ok();
    }
    deny("it is not ${playerId}'s turn", "NOT_YOUR_TURN")
        .arg("playerId", c.player_name())
        .into()
}

fn own_card(c: &RuleContext<'_>) -> RuleResult {
    let cards = c.action().get::<PlayCard>().map(|play| &play.cards);
    let Some(list) = cards.filter(|cards| cards.len() == 1) else {
        return deny("play one card", "NOT_ONE_CARD").into();
    };
    let hand = c
        .player()
        .seat()
        .map_or(&[][..], |seat| draw::hand(c, seat));
    match list.known() {
        Some([card]) if hand.contains(card) => ok(),
        _ => deny("that card is not yours", "NOT_OWNED").into(),
    }
}

fn peek_once(c: &RuleContext<'_>) -> RuleResult {
    match c.player().seat() {
        Some(seat) if c.state::<Peeks>().of(seat).is_none() => ok(),
        _ => deny("you have peeked already", "ALREADY_PEEKED").into(),
    }
}

fn deal(ctx: &mut GameContext<'_>, _: &GameStarted) {
    for seat in 0..ctx.seats() {
        ctx.dispatch(Seat(seat as u8), DrawCard { count: 2 });
    }
}

fn play(ctx: &mut GameContext<'_>, action: &PlayCard) {
    let (Some(player), Some(&[card])) = (ctx.acting_seat(), action.cards.known()) else {
        return;
    };
    let hand = ctx.fixed::<Hands>().0.of(player);
    let discard = ctx.fixed::<Piles>().discard;
    ctx.move_card(card, hand, discard);
    let cards = [card].into_iter().collect();
    ctx.emit(player, CardPlayed { player, cards });
}

fn after_play(ctx: &mut GameContext<'_>, event: &CardPlayed) {
    if !draw::hand(ctx, event.player).is_empty() {
        return ctx.dispatch(event.player, EndTurn::default());
    }
    ctx.add_winner(event.player);
    ctx.set_status(Status::Finished);
    let winners = GameWon {
        winners: [event.player].into_iter().collect(),
    };
    let finished = GameFinished {
        winners: winners.winners.clone(),
    };
    ctx.emit(event.player, winners);
    ctx.emit(None, finished);
}

fn legal(lens: &Lens<'_>, seat: Seat, out: &mut LegalActions<'_>) {
    for &card in lens.cards(lens.fixed::<Hands>().0.of(seat)) {
        out.push(PlayCard { cards: card.into() });
    }
    out.push(Peek);
}

/// `PEEK`: the player sees the top card of the draw pile.
#[derive(Clone)]
pub struct Peek;

impl ToWire for Peek {
    const FIELDS: &'static [Field] = &[];

    fn write(&self, _: &mut Fields<'_>) {}
}

impl ActionType for Peek {
    const TYPE: &'static str = "PEEK";

    fn from_wire(_: &Payload<'_>) -> Result<Self, BadField> {
        Ok(Self)
    }
}

fn peek(ctx: &mut GameContext<'_>, _: &Peek) {
    let top = ctx.zone(ctx.fixed::<Piles>().draw).last().copied();
    let (Some(player), Some(card)) = (ctx.acting_seat(), top) else {
        return;
    };
    ctx.state_mut::<Peeks>().seen[player.index()] = Some(card);
    ctx.emit(player, Peeked { player, card });
}

/// Who peeked at which card.
#[derive(Clone, Default)]
pub struct Peeks {
    seen: [Option<CardId>; 10],
}

impl Peeks {
    pub fn of(&self, seat: Seat) -> Option<CardId> {
        self.seen[seat.index()]
    }
}

/// The viewer's own card.
pub struct PeeksSeen(Option<CardId>);

impl PluginState for Peeks {
    const NAME: &'static str = "toss-peeks";
    type Seen = PeeksSeen;

    fn seen(&self, viewer: Viewer) -> PeeksSeen {
        match viewer {
            Viewer::Seat(seat) => PeeksSeen(self.of(seat)),
            _ => PeeksSeen(None),
        }
    }

    fn encode(&self, out: &mut Encoder) {
        let Self { seen } = self;
        for card in seen {
            out.flag(card.is_some());
            out.card(card.unwrap_or(CardId(0)));
        }
    }
}

impl ToWire for PeeksSeen {
    const FIELDS: &'static [Field] = &[Field::optional(
        "toss.peeked",
        FieldKind::Card,
        "the card that the viewer peeked at",
    )];

    fn write(&self, out: &mut Fields<'_>) {
        if let Some(card) = self.0 {
            out.card("toss.peeked", card);
        }
    }
}

/// `TOSS_PEEKED`: everybody learns that, the player alone learns what.
#[derive(Clone)]
pub struct Peeked {
    pub player: Seat,
    pub card: CardId,
}

pub struct PeekedSeen {
    pub player: Seat,
    pub card: Option<CardId>,
}

impl EventType for Peeked {
    const TYPE: &'static str = "TOSS_PEEKED";
    type Seen = PeekedSeen;

    fn seen(&self, viewer: Viewer) -> Option<PeekedSeen> {
        Some(PeekedSeen {
            player: self.player,
            card: viewer.owns(self.player).then_some(self.card),
        })
    }
}

impl ToWire for PeekedSeen {
    const FIELDS: &'static [Field] = &[
        Field::new("playerId", FieldKind::Player, "who peeked"),
        Field::optional(
            "cardId",
            FieldKind::Card,
            "at which card, for the player only",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.player("playerId", self.player);
        if let Some(card) = self.card {
            out.card("cardId", card);
        }
    }
}

/// Toss with more plugins after it.
pub fn toss_with(more: &[&dyn Plugin]) -> Arc<Ruleset> {
    let toss: [&dyn Plugin; 3] = [&TurnPlugin, &DrawPlugin, &Toss];
    frozen(&[&toss, more].concat())
}

pub fn frozen(plugins: &[&dyn Plugin]) -> Arc<Ruleset> {
    build(plugins).unwrap_or_else(|errors| panic!("{errors}"))
}

pub fn build(plugins: &[&dyn Plugin]) -> Result<Arc<Ruleset>, BuildErrors> {
    let mut game = GameBuilder::new();
    for plugin in plugins {
        game.plugin(*plugin);
    }
    game.freeze()
}

/// A game by these rules, dealt.
pub fn started(rules: &Arc<Ruleset>, players: usize) -> GameEngine {
    let mut game = created(rules, players);
    game.start().expect("the game starts");
    game
}

/// A game by these rules before its start.
pub fn created(rules: &Arc<Ruleset>, players: usize) -> GameEngine {
    let mut game = GameEngine::new(rules.clone(), Seed::from(7));
    game.create_game(Player::numbered(players))
        .expect("so many may play");
    game
}

/// Toss, dealt.
pub fn toss(players: usize) -> GameEngine {
    started(&toss_with(&[]), players)
}

/// Plays the legal action at this place of the list for the seat on turn.
pub fn play_nth(game: &mut GameEngine, n: usize) {
    let seat = game.state().current_player().expect("somebody is on turn");
    let mut legal = game.legal_actions(seat);
    let action = legal.swap_remove(n % legal.len());
    game.dispatch(action).expect("legal means accepted");
}

/// All that a refusal must leave as it was.
pub fn trace(game: &GameEngine) -> (String, String, usize, u64) {
    (
        game.state().hash_from_scratch().to_string(),
        game.state().hash().to_string(),
        game.log().len(),
        game.state().random_position(),
    )
}

/// Dispatches what must be refused, and checks that nothing changed.
pub fn refused(game: &mut GameEngine, action: impl decklet_engine::IntoAction) -> Denied {
    let before = trace(game);
    let denied = game.dispatch(action).expect_err("refused");
    assert_eq!(trace(game), before, "a refusal changed something");
    denied
}

/// The types of the events of the last entry.
pub fn last_events(game: &GameEngine) -> Vec<&str> {
    let events = game.log().last().map_or(&[][..], |entry| entry.events());
    events
        .iter()
        .map(|event| game.rules().event_name(event))
        .collect()
}

pub fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("serializes")
}

type Build = Box<dyn Fn(&mut GameBuilder)>;

/// A plugin made of a closure.
pub struct Part(&'static str, Build);

pub fn part(name: &'static str, build: impl Fn(&mut GameBuilder) + 'static) -> Part {
    Part(name, Box::new(build))
}

impl Plugin for Part {
    fn name(&self) -> &'static str {
        self.0
    }

    fn build(&self, game: &mut GameBuilder) {
        (self.1)(game);
    }
}

/// A typed action without payload, carried out by a handler given at registration.
#[macro_export]
macro_rules! bare_action {
    ($($name:ident $text:literal),* $(,)?) => {$(
        #[derive(Clone)]
        struct $name;

        impl decklet_engine::ToWire for $name {
            const FIELDS: &'static [decklet_engine::Field] = &[];

            fn write(&self, _: &mut decklet_engine::Fields<'_>) {}
        }

        impl decklet_engine::ActionType for $name {
            const TYPE: &'static str = $text;

            fn from_wire(
                _: &decklet_engine::Payload<'_>,
            ) -> Result<Self, decklet_engine::BadField> {
                Ok(Self)
            }
        }
    )*};
}
