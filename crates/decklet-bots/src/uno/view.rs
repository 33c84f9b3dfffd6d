//! A [`Sight`] read from JSON: the view and the events that a seat was sent.

use super::sight::{Memory, Sight};
use crate::view::{EventIn, ViewIn};
use decklet_engine::{Action as EngineAction, BadField};
use decklet_uno::{
    card::{Card, Color, Face, UNO_COLORS},
    legal::Action,
    plugin::{Setup, UNO_ZONE_DECK, UNO_ZONE_DISCARD, find_action},
    profile::MAX_PLAYERS,
    table::{Drawn, Pending, Stage, Table, Turn},
};
use serde::Deserialize;

/// The variables of the game.
#[derive(Debug, Deserialize)]
pub(crate) struct Variables {
    #[serde(rename = "turn.direction", default = "forward")]
    direction: i8,
    #[serde(rename = "uno.currentColor")]
    color: String,
    #[serde(rename = "uno.pending", default)]
    pending: PendingIn,
    #[serde(rename = "uno.penalty", default)]
    penalty: u8,
    #[serde(rename = "uno.penaltyOfFour")]
    penalty_of_four: Option<bool>,
    #[serde(rename = "uno.topCard")]
    top: Option<String>,
    #[serde(rename = "uno.playedById")]
    played_by: Option<String>,
    #[serde(rename = "uno.idleTurns", default)]
    idle: u8,
    #[serde(rename = "uno.drew", default)]
    drew: bool,
    #[serde(rename = "uno.drawnCard")]
    drawn_card: Option<String>,
    #[serde(rename = "uno.called", default)]
    called: bool,
    #[serde(rename = "uno.exposedId")]
    exposed: Option<String>,
}

const fn forward() -> i8 {
    1
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PendingIn {
    #[default]
    Nothing,
    Color,
    FirstColor,
    Target,
    Challenge,
}

impl From<PendingIn> for Pending {
    fn from(pending: PendingIn) -> Self {
        match pending {
            PendingIn::Nothing => Self::Nothing,
            PendingIn::Color => Self::Color,
            PendingIn::FirstColor => Self::FirstColor,
            PendingIn::Target => Self::Target,
            PendingIn::Challenge => Self::Challenge,
        }
    }
}

type View = ViewIn<Variables>;

/// What the viewer knows, by these rules.
pub(crate) fn sight<'p>(view: &View, setup: &'p Setup) -> Result<Sight<'p>, BadField> {
    let me = view.me()?;
    let seats = view.players.len().min(MAX_PLAYERS) as u8;
    let hands = (0..seats).map(|seat| view.hand(decklet_engine::Seat(seat)));
    let counts: Vec<u8> = hands.map(|hand| view.count(&hand)).collect();
    let hand: Vec<Card> = view.seen(&view.hand(me))?;
    let discard: Vec<Card> = view.cards(UNO_ZONE_DISCARD)?.unwrap_or_default();
    let deck = usize::from(view.count(UNO_ZONE_DECK));
    let held: usize = counts.iter().map(|&count| usize::from(count)).sum();
    let (cards, whole) = (held + deck + discard.len(), setup.cards.len());
    if cards != whole {
        let reason = format!("hold {cards} cards; the deck of these rules has {whole}");
        return Err(BadField::new("view.zones", reason));
    }
    let table = table(view, &discard)?;
    Ok(Sight {
        rules: &setup.rules,
        me: me.0,
        table,
        hand: hand.into_iter().collect(),
        counts: counts.into_iter().collect(),
        drawable: (deck + discard.len().saturating_sub(setup.kept())) as u32,
        discard,
        drew_on: [None; MAX_PLAYERS],
    })
}

/// Fills in on which colour the others drew.
pub(crate) fn recall(
    sight: &mut Sight<'_>,
    view: &View,
    events: &[EventIn],
) -> Result<(), BadField> {
    let mut memory = Memory::default();
    for (number, event) in events.iter().enumerate() {
        let field = format!("events[{number}]");
        match &*event.kind {
            "CARD_PLAYED" => memory.played(event.cards::<Card>(&field)?.last().copied()),
            "UNO_COLOR_CHANGED" => {
                let name = event.payload.color.as_deref().unwrap_or("");
                memory.color = color(name, &format!("{field}.payload.color"))?;
            }
            "CARDS_DRAWN" => {
                let count = event.payload.count.unwrap_or(0);
                memory.drew(event.seat(view, &field)?.0, count);
            }
            _ => {}
        }
    }
    sight.drew_on = memory.drew_on;
    Ok(())
}

/// The actions of the game that these stand for, each card of them in the hand.
pub(crate) fn actions(
    setup: &Setup,
    sight: &Sight<'_>,
    legal: &[EngineAction],
) -> Result<Vec<Action>, BadField> {
    let read = |(number, action): (usize, &EngineAction)| match find_action(setup, action) {
        Some(Action::Play(card)) if !sight.hand.contains(card) => Err(BadField::new(
            format!("legal[{number}].payload.cardIds"),
            "are not in the hand",
        )),
        Some(action) => Ok(action),
        None => Err(BadField::new(
            format!("legal[{number}]"),
            "is no action of this game",
        )),
    };
    legal.iter().enumerate().map(read).collect()
}

fn table(view: &View, discard: &[Card]) -> Result<Table, BadField> {
    let variables = &view.variables;
    let current = view.current()?.0;
    let players = view.players.len() as u8;
    let turn = Turn {
        players,
        current,
        reversed: variables.direction < 0,
    };
    let top = match &variables.top {
        Some(name) => Some(card(name, "view.variables.uno.topCard")?),
        None => discard.last().copied(),
    };
    let top = top.ok_or_else(|| BadField::new("view.variables.uno.topCard", "is missing"))?;
    let drawn = match &variables.drawn_card {
        Some(name) => Drawn::Card(card(name, "view.variables.uno.drawnCard")?),
        None if variables.drew => Drawn::NoCard,
        None => Drawn::NotYet,
    };
    let played_by = match &variables.played_by {
        Some(id) => view.seat(id, "view.variables.uno.playedById")?.0,
        // Whoever sits before the one on turn.
        None => turn.from(current).last().unwrap_or(current),
    };
    let exposed = variables.exposed.as_ref();
    let exposed = exposed.map(|id| view.seat(id, "view.variables.uno.exposedId"));
    let is_four = variables.penalty > 0 && top.face() == Face::WildDrawFour;
    Ok(Table {
        turn,
        top,
        color: color(&variables.color, "view.variables.uno.currentColor")?,
        pending: variables.pending.into(),
        penalty: variables.penalty,
        penalty_of_four: variables.penalty_of_four.unwrap_or(is_four),
        drawn,
        played_by,
        bluff: false,
        called: variables.called,
        exposed: exposed.transpose()?.map(|seat| seat.0),
        idle: variables.idle,
        stage: Stage::Playing,
    })
}

fn card(name: &str, field: &str) -> Result<Card, BadField> {
    let no_card = |_| BadField::new(field, format!("\"{name}\" is no card"));
    name.parse().map_err(no_card)
}

/// A colour by name; none for `wild`.
fn color(name: &str, field: &str) -> Result<Option<Color>, BadField> {
    if name == "wild" {
        return Ok(None);
    }
    let known = UNO_COLORS.into_iter().find(|color| color.name() == name);
    let unknown = || BadField::new(field, format!("\"{name}\" is no colour"));
    known.map(Some).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agent, Random};
    use decklet_engine::{GameEngine, Player, Seat, Seed, Status};
    use decklet_uno::{
        plugin::ruleset,
        profile::{NAMES, Options},
    };

    #[test]
    fn a_view_sent_as_json_tells_as_much_as_the_game_itself() {
        for name in NAMES {
            let options = Options::named(name).unwrap();
            let rules = ruleset(&options).unwrap();
            for seed in 0..4 {
                let players = rules.players();
                let players = (*players.start())
                    .max(2 + 2 * seed as usize)
                    .min(*players.end());
                let seed = Seed::from(seed);
                let mut game = GameEngine::new(rules.clone(), seed);
                game.create_game(Player::numbered(players)).unwrap();
                game.start().unwrap();
                let mut bots: Vec<_> = (0..players as u8)
                    .map(|seat| Random::new(&seed, Seat(seat)))
                    .collect();
                for _ in 0..100 {
                    if game.state().status() != Status::Playing {
                        break;
                    }
                    let seat = game.state().current_player().unwrap();
                    compare(&game, seat);
                    compare(&game, seat.step(1, players));
                    let legal = game.legal_actions(seat);
                    let choice = bots[seat.index()].choose(&game.lens(seat), &legal);
                    game.dispatch(&legal[choice]).unwrap();
                }
            }
        }
    }

    fn compare(game: &GameEngine, seat: Seat) {
        let lens = game.lens(seat);
        let mut of_lens = Sight::of(&lens).unwrap();
        of_lens.recall(&lens);
        let view = View::read(serde_json::to_value(game.view(seat)).unwrap()).unwrap();
        let events: Vec<_> = lens.history().map(|(_, event)| event).collect();
        let events: Vec<EventIn> =
            serde_json::from_value(serde_json::to_value(events).unwrap()).unwrap();
        let mut of_view = sight(&view, game.state().fixed::<Setup>()).unwrap();
        recall(&mut of_view, &view, &events).unwrap();
        assert_eq!(format!("{of_view:?}"), format!("{of_lens:?}"));
    }
}
