//! Crazy Eights, a whole game as a plugin of its own: cards, rules, effects, legal actions.
//!
//! One 52-card deck, 2 to 5 players, 5 cards each. Play a card of the suit or rank on top; an eight
//! goes on anything, and whoever plays it names the suit. Who cannot play draws one card. Who has no
//! card left wins; when nobody can do anything any more, nobody does.
//!
//! Run it: `cargo run --example crazy_eights`

use decklet::engine::{
    ActionType, AppliesTo, BadField, Card, CardId, CardList, Encoder, Field, FieldKind, Fields,
    GameBuilder, GameContext, GameEngine, GameState, LegalActions, Lens, On, Origin, Payload,
    Player, Plugin, PluginState, Rule, RuleContext, RuleResult, Seat, Status, ToWire, TurnPlugin,
    Value, Viewer, Who, Zone, ZoneId,
    core::{CardPlayed, GameFinished, GameStarted, GameWon},
    deny,
    draw::{self, DrawCard, DrawPlugin, Piles},
    ok,
    turn::EndTurn,
};

const SUITS: [&str; 4] = ["hearts", "diamonds", "clubs", "spades"];
const RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];

/// The cards are registered suit by suit, so that suit and rank follow from the id.
fn suit(card: CardId) -> usize {
    usize::from(card.0) / 13
}

fn rank(card: CardId) -> &'static str {
    RANKS[usize::from(card.0) % 13]
}

/// The action: one card, and for an eight the suit that it names.
#[derive(Clone, Default)]
struct Play {
    cards: CardList,
    suit: Option<usize>,
}

impl ToWire for Play {
    const FIELDS: &'static [Field] = &[
        Field::new("cardIds", FieldKind::Cards, "the card to play"),
        Field::optional(
            "suit",
            FieldKind::OneOf(&SUITS),
            "for an eight: the suit from now on",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.card_list("cardIds", &self.cards);
        if let Some(suit) = self.suit {
            out.text("suit", SUITS[suit]);
        }
    }
}

impl ActionType for Play {
    const TYPE: &'static str = "PLAY";

    fn from_wire(payload: &Payload<'_>) -> Result<Self, BadField> {
        let suit = payload
            .text("suit")
            .and_then(|name| SUITS.iter().position(|s| *s == name));
        Ok(Self {
            cards: payload.cards("cardIds")?,
            suit,
        })
    }
}

/// The state besides the zones, all of it public.
#[derive(Clone, Default)]
struct Table {
    suit: usize,
    drew: bool,
    idle_turns: usize,
}

impl PluginState for Table {
    const NAME: &'static str = "crazy-eights";
    type Seen = Self;

    fn seen(&self, _: Viewer) -> Self {
        self.clone()
    }

    fn encode(&self, out: &mut Encoder) {
        let Self {
            suit,
            drew,
            idle_turns,
        } = self;
        out.number(*suit as u64);
        out.flag(*drew);
        out.number(*idle_turns as u64);
    }
}

impl ToWire for Table {
    const FIELDS: &'static [Field] = &[
        Field::new(
            "eights.suit",
            FieldKind::OneOf(&SUITS),
            "the suit to follow",
        ),
        Field::new(
            "eights.drew",
            FieldKind::Flag,
            "whether the player on turn has drawn",
        ),
    ];

    fn write(&self, out: &mut Fields<'_>) {
        out.text("eights.suit", SUITS[self.suit]);
        out.flag("eights.drew", self.drew);
    }
}

const RULES: &[Rule] = &[
    Rule::all("eights-running", "Game Running", &["NOT_RUNNING"], &running),
    Rule::all("eights-turn", "Player Turn", &["NOT_YOUR_TURN"], &turn),
    Rule::on(
        "eights-card",
        "Card Fits",
        AppliesTo::Names(&["PLAY"]),
        &["NOT_OWNED", "CANNOT_PLAY", "NO_SUIT"],
        &On(fits),
    ),
    Rule::on(
        "eights-draw",
        "Draw Only When Stuck",
        AppliesTo::Names(&["DRAW_CARD"]),
        &["CAN_PLAY", "ALREADY_DREW"],
        &draw_when_stuck,
    ),
    Rule::on(
        "eights-end",
        "Draw First",
        AppliesTo::Names(&["END_TURN"]),
        &["MUST_DRAW"],
        &end_after_draw,
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
    deny("it is not ${player}'s turn", "NOT_YOUR_TURN")
        .arg("player", c.player_name())
        .into()
}

fn fits(c: &RuleContext<'_>, play: &Play) -> RuleResult {
    let Some(&[card]) = play.cards.known() else {
        return deny("play one card of your hand", "NOT_OWNED").into();
    };
    let owned = |seat| draw::hand(c, seat).contains(&card);
    if !c.player().seat().is_some_and(owned) {
        return deny("play one card of your hand", "NOT_OWNED").into();
    }
    if !playable(c, card) {
        return deny("follow suit or rank, or play an eight", "CANNOT_PLAY").into();
    }
    if rank(card) == "8" && play.suit.is_none() {
        return deny("name the suit for your eight", "NO_SUIT").into();
    }
    ok()
}

fn playable(state: &GameState, card: CardId) -> bool {
    let top = draw::top_card(state);
    rank(card) == "8"
        || suit(card) == state.state::<Table>().suit
        || top.is_some_and(|top| rank(top) == rank(card))
}

fn can_play(state: &GameState, seat: Option<Seat>) -> bool {
    seat.is_some_and(|seat| {
        draw::hand(state, seat)
            .iter()
            .any(|&card| playable(state, card))
    })
}

fn draw_when_stuck(c: &RuleContext<'_>) -> RuleResult {
    if c.origin() == Origin::System {
        return ok();
    }
    if c.state::<Table>().drew {
        return deny("you have drawn already", "ALREADY_DREW").into();
    }
    if can_play(c, c.player().seat()) {
        return deny("you can play a card", "CAN_PLAY").into();
    }
    ok()
}

fn end_after_draw(c: &RuleContext<'_>) -> RuleResult {
    if c.origin() == Origin::System || c.state::<Table>().drew {
        return ok();
    }
    deny("draw a card first", "MUST_DRAW").into()
}

fn play(ctx: &mut GameContext<'_>, action: &Play) {
    let (Some(player), Some(&[card])) = (ctx.acting_seat(), action.cards.known()) else {
        return;
    };
    let hand = ctx.fixed::<draw::Hands>().0.of(player);
    let discard = ctx.fixed::<Piles>().discard;
    ctx.move_card(card, hand, discard);
    let table = ctx.state_mut::<Table>();
    table.suit = action
        .suit
        .filter(|_| rank(card) == "8")
        .unwrap_or(suit(card));
    table.idle_turns = 0;
    ctx.emit(
        player,
        CardPlayed {
            player,
            cards: [card].into_iter().collect(),
        },
    );
}

fn after_play(ctx: &mut GameContext<'_>, event: &CardPlayed) {
    if draw::hand(ctx, event.player).is_empty() {
        finish(ctx, Some(event.player));
    } else {
        ctx.dispatch(event.player, EndTurn::default());
    }
}

fn after_draw(ctx: &mut GameContext<'_>, event: &draw::CardsDrawn) {
    // The deal draws as well, before anybody is asked.
    if ctx.zone(ctx.fixed::<Piles>().discard).is_empty() {
        return;
    }
    let nothing = event.cards.is_empty();
    let players = ctx.seats();
    let table = ctx.state_mut::<Table>();
    table.drew = true;
    table.idle_turns = if nothing { table.idle_turns + 1 } else { 0 };
    if table.idle_turns >= players {
        finish(ctx, None);
    }
}

fn new_turn(ctx: &mut GameContext<'_>, _: &decklet::engine::turn::TurnEnded) {
    ctx.state_mut::<Table>().drew = false;
}

fn finish(ctx: &mut GameContext<'_>, winner: Option<Seat>) {
    let winners: Vec<Seat> = winner.into_iter().collect();
    for &seat in &winners {
        ctx.add_winner(seat);
    }
    ctx.set_status(Status::Finished);
    if winner.is_some() {
        ctx.emit(
            winner,
            GameWon {
                winners: winners.iter().copied().collect(),
            },
        );
    }
    ctx.emit(
        None,
        GameFinished {
            winners: winners.into_iter().collect(),
        },
    );
}

fn deal(ctx: &mut GameContext<'_>, _: &GameStarted) {
    let Piles { draw, discard } = *ctx.fixed::<Piles>();
    for seat in 0..ctx.seats() {
        ctx.dispatch(Seat(seat as u8), DrawCard { count: 5 });
    }
    ctx.dispatch(None, TurnUp { draw, discard });
}

/// The first card of the discard pile. It waits in the queue until every hand is dealt.
#[derive(Clone)]
struct TurnUp {
    draw: ZoneId,
    discard: ZoneId,
}

impl ToWire for TurnUp {
    const FIELDS: &'static [Field] = &[];

    fn write(&self, _: &mut Fields<'_>) {}
}

impl ActionType for TurnUp {
    const TYPE: &'static str = "TURN_UP";

    fn from_wire(_: &Payload<'_>) -> Result<Self, BadField> {
        Err(BadField::new("type", "is sent by the game itself"))
    }
}

fn turn_up(ctx: &mut GameContext<'_>, piles: &TurnUp) {
    let Some(&card) = ctx.zone(piles.draw).last() else {
        return;
    };
    ctx.move_card(card, piles.draw, piles.discard);
    ctx.state_mut::<Table>().suit = suit(card);
}

/// What a seat may do, from what it sees. The rules filter it.
fn legal(lens: &Lens<'_>, seat: Seat, out: &mut LegalActions<'_>) {
    for &card in lens.cards(lens.fixed::<draw::Hands>().0.of(seat)) {
        let suits: &[Option<usize>] = match rank(card) {
            "8" => &[Some(0), Some(1), Some(2), Some(3)],
            _ => &[None],
        };
        for &suit in suits {
            out.push(Play {
                cards: card.into(),
                suit,
            });
        }
    }
    out.push(DrawCard { count: 1 });
    out.push(EndTurn::default());
}

/// The plugin.
pub struct CrazyEights;

impl Plugin for CrazyEights {
    fn name(&self) -> &'static str {
        "crazy-eights"
    }

    fn requires(&self) -> &'static [&'static str] {
        &["turn", "draw"]
    }

    fn build(&self, game: &mut GameBuilder) {
        let draw = game.zone("draw-pile", Zone::pile().count_to(Who::All));
        let discard = game.zone("discard-pile", Zone::pile().cards_to(Who::All));
        let cards = SUITS.iter().flat_map(|suit| {
            RANKS.map(|rank| {
                Card::new(format!("{suit}-{rank}"))
                    .with("suit", *suit)
                    .with("rank", rank)
            })
        });
        game.deck(draw, cards);
        game.game("crazy-eights", Value::Null)
            .players(2..=5)
            .fixed(Piles { draw, discard })
            .state(Table::default())
            .action(Origin::Player, play)
            .action(Origin::System, turn_up)
            .allow_players::<DrawCard>()
            .allow_players::<EndTurn>()
            .rules(RULES)
            .on(deal)
            .on(after_play)
            .on(after_draw)
            .on(new_turn)
            .legal_actions(legal);
    }
}

/// An engine with the game on it.
pub fn engine(seed: u64) -> GameEngine {
    GameEngine::builder()
        .plugin(TurnPlugin)
        .plugin(DrawPlugin)
        .plugin(CrazyEights)
        .seed(seed)
        .build()
        .expect("the plugins fit together")
}

/// Three players play the first thing they may.
fn main() {
    let mut game = engine(7);
    game.create_game(Player::numbered(3))
        .expect("three may play");
    game.start().expect("a new game starts");
    while game.state().status() != Status::Finished {
        let seat = game.state().current_player().expect("somebody is on turn");
        let action = game.legal_actions(seat).swap_remove(0);
        println!("{}", decklet::engine::wire::action_to_json(&game, &action));
        game.dispatch(action).expect("legal means accepted");
    }
    println!("winners: {:?}", game.state().winners());
}
