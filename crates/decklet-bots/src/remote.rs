//! A bot for other programs: it is asked and answers in JSON (`docs/bot-protocol.md`).

use crate::{
    Budget, Level, Lowest, Random, doudizhu,
    level::own_seed,
    uno,
    view::{EventIn, ViewIn},
};
use decklet_engine::{
    Action, BadField, CardId, GameEngine, IntoAction, NamedAction, Player, Ruleset, Seat, Seed,
    Value, wire,
};
use serde::Deserialize;
use std::sync::Arc;

/// A bot that sits at other programs' tables. One can play any number of seats of any number of
/// games by the same rules: it remembers nothing from question to question.
///
/// ```
/// use decklet_bots::{Budget, Level, RemoteBot};
/// use decklet_doudizhu::{plugin::ruleset, profile::Profile};
/// use decklet_engine::Seed;
///
/// let rules = ruleset(Profile::named("decklet").unwrap())?;
/// let mut bot = RemoteBot::new(rules, Level::Greedy, Seed::from(7), Budget::default());
/// let refused = bot.answer(r#"{"view":{}}"#).unwrap_err();
/// assert_eq!(refused.field, "legal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RemoteBot {
    rules: Arc<Ruleset>,
    level: Level,
    seed: Seed,
    budget: Budget,
    /// The table of the last question.
    table: Option<Table>,
}

/// What a remote bot says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteAnswer {
    /// One of the legal actions that were asked about; none when another seat is on turn and it is
    /// better to wait.
    pub action: Option<NamedAction>,
    /// What the seat can expect, in hundredths of a point; none when the bot did not search.
    pub score: Option<i64>,
}

impl RemoteAnswer {
    const WAIT: Self = Self {
        action: None,
        score: None,
    };
}

struct Table {
    /// A game that never starts: it knows the names of the players and the cards.
    game: GameEngine,
    minds: Vec<Mind>,
}

/// What a seat of one table thinks with.
struct Mind {
    random: Random,
    doudizhu: doudizhu::Expert,
    uno: uno::Expert,
}

#[derive(Deserialize)]
struct Question {
    legal: Vec<Value>,
    view: serde_json::Value,
    seat: Option<String>,
    #[serde(default)]
    events: Vec<EventIn>,
}

/// The best of the moves, and what it brings in hundredths of a point.
type Choice = (usize, Option<i64>);

impl RemoteBot {
    /// A bot of this level for games by these rules. Its random numbers come from the seed.
    #[must_use]
    pub fn new(rules: Arc<Ruleset>, level: Level, seed: Seed, budget: Budget) -> Self {
        Self {
            rules,
            level,
            seed,
            budget,
            table: None,
        }
    }

    /// Answers a question, a JSON object `{"view","legal","events"?,"seat"?}`.
    ///
    /// # Errors
    /// The field of the question that is wrong, and why.
    pub fn answer(&mut self, question: &str) -> Result<RemoteAnswer, BadField> {
        let mut json = serde_json::Deserializer::from_str(question);
        let question: Question =
            serde_path_to_error::deserialize(&mut json).map_err(|error| bad(&error))?;
        match self.rules.game() {
            "doudizhu" => self.ask_doudizhu(question),
            "uno" => self.ask_uno(question),
            other => Err(BadField::new("", format!("no bot plays {other}"))),
        }
    }

    fn ask_doudizhu(&mut self, question: Question) -> Result<RemoteAnswer, BadField> {
        let view: ViewIn<doudizhu::view::Variables> = ViewIn::read(question.view)?;
        let seat = asked(&view, question.seat.as_deref())?;
        let level = self.level;
        let Table { game, minds } = self.sit_down(view.players())?;
        let (named, legal) = read_legal(game, &view, seat, question.legal)?;
        let setup = game.state().fixed::<decklet_doudizhu::plugin::Setup>();
        let mut sight = doudizhu::view::sight(&view, setup.options())?;
        doudizhu::view::recall(&mut sight, &view, &question.events)?;
        let moves = doudizhu::view::moves(&sight, &legal)?;
        let mind = &mut minds[seat.index()];
        let choice = match level {
            // That cards are shown out of turn is left to people.
            _ if view.current()? != seat => return Ok(RemoteAnswer::WAIT),
            Level::Greedy => (doudizhu::Greedy::default().pick(&sight, &moves), None),
            Level::Expert if moves.len() > 1 => {
                let advice = mind.doudizhu.advise(&sight, &moves);
                (advice.best, advice.values[advice.best])
            }
            level => simple(level, mind, game, &view, &legal)?,
        };
        Ok(answer(named, choice))
    }

    fn ask_uno(&mut self, question: Question) -> Result<RemoteAnswer, BadField> {
        let view: ViewIn<uno::view::Variables> = ViewIn::read(question.view)?;
        let seat = asked(&view, question.seat.as_deref())?;
        let level = self.level;
        let Table { game, minds } = self.sit_down(view.players())?;
        let (named, legal) = read_legal(game, &view, seat, question.legal)?;
        let setup = game.state().fixed::<decklet_uno::plugin::Setup>();
        let mut sight = uno::view::sight(&view, setup)?;
        uno::view::recall(&mut sight, &view, &question.events)?;
        let actions = uno::view::actions(setup, &sight, &legal)?;
        let mind = &mut minds[seat.index()];
        let choice = match level {
            Level::Greedy | Level::Expert if view.current()? != seat => {
                match uno::urgent(&sight, &actions) {
                    Some(place) => (place, None),
                    None => return Ok(RemoteAnswer::WAIT),
                }
            }
            _ if view.current()? != seat => return Ok(RemoteAnswer::WAIT),
            Level::Greedy => (uno::Greedy::pick(&sight, &actions), None),
            Level::Expert if actions.len() > 1 => {
                let advice = mind.uno.advise(&sight, &actions);
                (advice.best, advice.values[advice.best])
            }
            Level::DrawWhenStuck => {
                let places = uno::DrawWhenStuck::places(&sight, &actions);
                (mind.random.among(&places), None)
            }
            level => match uno::place_of_call(&sight, &actions) {
                Some(call) if level == Level::Lowest => (call, None),
                _ => simple(level, mind, game, &view, &legal)?,
            },
        };
        Ok(answer(named, choice))
    }

    /// A table with these players; the one of the last question, if they sat at it.
    fn sit_down(&mut self, players: Vec<Player>) -> Result<&mut Table, BadField> {
        let table = match self.table.take() {
            Some(table) if table.game.state().players() == players => table,
            _ => self.new_table(players)?,
        };
        Ok(self.table.insert(table))
    }

    fn new_table(&self, players: Vec<Player>) -> Result<Table, BadField> {
        let mut game = GameEngine::new(self.rules.clone(), self.seed);
        let count = players.len() as u8;
        let created = game.create_game(players);
        created.map_err(|error| BadField::new("view.players", error.to_string()))?;
        let mind = |seat: u8| {
            let seat = Seat(seat);
            let seed = own_seed(&self.seed, seat);
            Mind {
                random: Random::new(&self.seed, seat),
                doudizhu: doudizhu::Expert::new(seed, self.budget),
                uno: uno::Expert::new(seed, self.budget),
            }
        };
        let minds = (0..count).map(mind).collect();
        Ok(Table { game, minds })
    }
}

fn answer(mut named: Vec<NamedAction>, (place, score): Choice) -> RemoteAnswer {
    RemoteAnswer {
        action: Some(named.swap_remove(place)),
        score,
    }
}

/// The levels that know no game, and an expert with nothing to choose.
fn simple<V>(
    level: Level,
    mind: &mut Mind,
    game: &GameEngine,
    view: &ViewIn<V>,
    legal: &[Action],
) -> Result<Choice, BadField> {
    let place = match level {
        Level::Random | Level::DrawWhenStuck => {
            let places: Vec<usize> = (0..legal.len()).collect();
            mind.random.among(&places)
        }
        Level::Lowest => {
            let names = game.state().names();
            let hand = view.hand(view.me()?);
            let hand = view.zones.get(&hand).and_then(|zone| zone.cards.as_deref());
            let hand = names.find_cards(hand.unwrap_or_default().iter().map(String::as_str));
            let known: &[CardId] = hand.known().unwrap_or(&[]);
            Lowest::pick(names, known, legal)
        }
        Level::Greedy | Level::Expert => 0,
    };
    Ok((place, None))
}

fn bad(error: &serde_path_to_error::Error<serde_json::Error>) -> BadField {
    let path = error.path().to_string();
    let reason = error.inner().to_string();
    // serde names a field that is missing in its message only.
    let missing = reason.strip_prefix("missing field `");
    let missing = missing.and_then(|rest| rest.split_once('`'));
    match (&*path, missing) {
        (".", Some((field, _))) => BadField::new(field, "is missing"),
        (".", None) => BadField::new("", reason),
        _ => BadField::new(path, reason),
    }
}

/// Whom the question asks. The view must be that seat's own.
fn asked<V>(view: &ViewIn<V>, seat: Option<&str>) -> Result<Seat, BadField> {
    let me = view.me()?;
    match seat {
        Some(id) if view.seat(id, "seat")? != me => {
            let reason = format!("is not whose view it is, \"{}\"", view.viewer);
            Err(BadField::new("seat", reason))
        }
        _ => Ok(me),
    }
}

/// Reads the legal actions, of which there must be one.
fn read_legal<V>(
    game: &GameEngine,
    view: &ViewIn<V>,
    seat: Seat,
    legal: Vec<Value>,
) -> Result<(Vec<NamedAction>, Vec<Action>), BadField> {
    if legal.is_empty() {
        return Err(BadField::new(
            "legal",
            "is empty: there is nothing to choose",
        ));
    }
    let names = game.state().names();
    let mut all = (Vec::new(), Vec::new());
    for (number, value) in legal.into_iter().enumerate() {
        let within = |bad: BadField| {
            let dot = if bad.field.is_empty() { "" } else { "." };
            BadField::new(format!("legal[{number}]{dot}{}", bad.field), bad.reason)
        };
        let named = wire::action_from_value(value).map_err(within)?;
        if let Some(id) = &named.player_id
            && view.seat(id, "playerId").map_err(within)? != seat
        {
            let reason = format!("is not whose view it is, \"{}\"", view.viewer);
            return Err(within(BadField::new("playerId", reason)));
        }
        all.1.push((&named).into_action(names).map_err(within)?);
        all.0.push(named);
    }
    Ok(all)
}
