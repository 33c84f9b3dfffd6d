//! A seat's lens as an agent of Python's is asked: the state of an environment, made of what the seat
//! sees and nothing else.

use crate::{convert::refused, doudizhu_env, uno_env};
use decklet_doudizhu::{
    deal::Move,
    flow::Phase,
    hand::Hand,
    plugin::{
        Setup as DoudizhuSetup, card_set, events::PlayerPassed, find_move, state::DoudizhuState,
    },
    seat::Seat as DoudizhuSeat,
};
use decklet_engine::{
    Action, Lens, Seat,
    core::CardPlayed,
    draw::{Hands, Piles},
};
use decklet_envs::{
    doudizhu::{self, Seen, Setup, Turn},
    uno::{self, ids},
};
use decklet_uno::{
    card::Color,
    legal::Action as UnoAction,
    plugin::{Setup as UnoSetup, find_action, state::UnoState},
    profile::MAX_PLAYERS,
    table::Drawn,
};
use numpy::PyArray1;
use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};

/// How a game is shown.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Dou Dizhu by these rules.
    Doudizhu(&'static Setup, doudizhu::encode::Encoder),
    /// UNO.
    Uno(uno::encode::Encoder),
}

/// An answer as the engine wants it.
pub struct Answer {
    /// The place of the action among the legal ones.
    pub place: usize,
    /// The colour to be named next.
    pub color: Option<Color>,
}

/// Asks an agent that is called with a state and answers with an action's number.
pub fn ask(
    py: Python<'_>,
    agent: &Py<PyAny>,
    kind: Kind,
    lens: &Lens<'_>,
    legal: &[Action],
    seat: Seat,
) -> PyResult<Answer> {
    match kind {
        Kind::Doudizhu(setup, encoder) => {
            ask_doudizhu(py, agent, setup, encoder, lens, legal, seat)
        }
        Kind::Uno(encoder) => ask_uno(py, agent, encoder, lens, legal, seat),
    }
}

fn not_offered(py: Python<'_>, id: u32) -> PyErr {
    refused(
        py,
        &format!("action {id}"),
        "it is not among the legal actions",
    )
}

fn ask_doudizhu(
    py: Python<'_>,
    agent: &Py<PyAny>,
    setup: &'static Setup,
    encoder: doudizhu::encode::Encoder,
    lens: &Lens<'_>,
    legal: &[Action],
    seat: Seat,
) -> PyResult<Answer> {
    let state = lens.state::<DoudizhuState>();
    let flow = *state.flow();
    let moves = legal
        .iter()
        .filter_map(|action| find_move(action, &flow, setup.options()));
    let choices: Vec<(u32, Move)> = moves.map(|choice| (setup.ids.of(choice), choice)).collect();
    let trace = trace(lens);
    let seen = seen(lens, &state, DoudizhuSeat::ALL[seat.index() % 3], &trace);
    let mut obs = vec![0; encoder.size()];
    encoder.encode(&seen, &mut obs);
    let [landlord, farmer] = encoder.sizes();
    obs.truncate(if setup.fixed_landlord() == Some(seen.me) {
        landlord
    } else {
        farmer
    });
    let names = doudizhu_env::names(py, &choices)?;
    let raw_trace = trace.iter().map(|turn| {
        let name = if turn.cards.is_empty() {
            "pass".to_owned()
        } else {
            turn.cards.to_string()
        };
        (turn.seat.index(), name)
    });
    let raw_trace = PyList::new(py, raw_trace.collect::<Vec<_>>())?;
    let record = raw_trace.clone();
    let raw = doudizhu_env::raw_observation(py, &seen, raw_trace, &names)?;
    let obs = PyArray1::from_vec(py, obs);
    let state = doudizhu_env::state(py, encoder, obs, &choices, raw, &names, &record)?;
    let id: u32 = agent.bind(py).call1((state,))?.extract()?;
    let place = choices.iter().position(|&(choice, _)| choice == id);
    Ok(Answer {
        place: place.ok_or_else(|| not_offered(py, id))?,
        color: None,
    })
}

/// The turns of the play, as the seat has seen them.
fn trace(lens: &Lens<'_>) -> Vec<Turn> {
    let turn = |player: Seat, cards: Hand| Turn {
        seat: DoudizhuSeat::ALL[player.index() % 3],
        cards,
    };
    let turns = lens.history().filter_map(|(_, event)| {
        if let Some(played) = event.get::<CardPlayed>() {
            return Some(turn(played.player, card_set(&played.cards).hand()));
        }
        let passed = event.get::<PlayerPassed>()?;
        Some(turn(passed.player, Hand::EMPTY))
    });
    turns.collect()
}

fn seen<'a>(
    lens: &Lens<'_>,
    state: &DoudizhuState,
    me: DoudizhuSeat,
    trace: &'a [Turn],
) -> Seen<'a> {
    let setup = lens.fixed::<DoudizhuSetup>();
    let flow = state.flow();
    let zone = |seat: DoudizhuSeat| setup.hand.of(Seat(seat.into()));
    let visible = DoudizhuSeat::ALL.map(|seat| card_set(lens.cards(zone(seat))).hand());
    let mut played = [Hand::EMPTY; 3];
    for turn in trace {
        let all = &mut played[turn.seat.index()];
        *all = all.with(turn.cards).unwrap_or(*all);
    }
    let hand = visible[me.index()];
    let known = played
        .iter()
        .fold(hand, |all, cards| all.with(*cards).unwrap_or(all));
    let open = |seat: DoudizhuSeat| flow.showing.shown(seat);
    Seen {
        me,
        landlord: flow.landlord,
        hand,
        unseen: Hand::DECK.without(known).unwrap_or_default(),
        left: DoudizhuSeat::ALL.map(|seat| lens.count(zone(seat)).unwrap_or(0) as u8),
        played,
        shown: DoudizhuSeat::ALL.map(|seat| open(seat).then(|| visible[seat.index()])),
        bottom: state
            .bottom()
            .map(|cards| card_set(&cards).hand())
            .filter(|_| flow.landlord.is_some()),
        trace,
        last: flow.trick.last(),
        last_seat: flow.trick.last_seat().filter(|_| !trace.is_empty()),
        bombs: flow.tally.bombs + flow.tally.rockets,
        robs: flow.auction.robs(),
        bid: flow.auction.highest(),
        candidate: flow.auction.candidate(),
        turn: if flow.phase == Phase::Playing {
            flow.turn
        } else {
            me
        },
        phase: flow.phase,
    }
}

fn ask_uno(
    py: Python<'_>,
    agent: &Py<PyAny>,
    encoder: uno::encode::Encoder,
    lens: &Lens<'_>,
    legal: &[Action],
    seat: Seat,
) -> PyResult<Answer> {
    let setup = lens.fixed::<UnoSetup>();
    let piles = lens.fixed::<Piles>();
    let hands = lens.fixed::<Hands>().0;
    let table = lens.state::<UnoState>().table;
    let players = lens.seats();
    let zone = |place: usize| hands.of(Seat(place as u8));
    let mut left = [0; MAX_PLAYERS];
    for (place, left) in left.iter_mut().enumerate().take(players) {
        *left = lens.count(zone(place)).unwrap_or(0) as u8;
    }
    let discard: Vec<_> = lens
        .cards(piles.discard)
        .iter()
        .filter_map(|&id| setup.card(id))
        .collect();
    let seen = uno::Seen {
        me: seat.0,
        hand: setup.hand(lens.cards(zone(seat.index()))),
        left,
        discard: &discard,
        deck: lens.count(piles.draw).unwrap_or(0) as u8,
        top: table.top,
        color: table.color,
        shown_color: table.top.color().or(table.color),
        turn: table.turn,
        pending: table.pending,
        penalty: table.penalty,
        called: table.called,
        exposed: table.exposed,
        drawn: match table.drawn {
            Drawn::Card(card) if table.turn.current == seat.0 => Some(card),
            _ => None,
        },
    };
    let mut choices: Vec<(u32, usize, Option<Color>)> = Vec::new();
    for (place, action) in legal.iter().enumerate() {
        match find_action(setup, action) {
            Some(UnoAction::Play(card)) if card.is_wild() => {
                choices.extend(
                    ids::COLORS.map(|color| (ids::of_card(card, color), place, Some(color))),
                );
            }
            Some(UnoAction::Play(card)) => {
                choices.push((ids::of_card(card, Color::Red), place, None));
            }
            Some(other) => choices.push((ids::of_other(other), place, None)),
            None => {}
        }
    }
    let obs = match encoder {
        uno::encode::Encoder::Rlcard => uno_env::planes(py, &seen).into_any(),
        uno::encode::Encoder::Compact => {
            let mut obs = vec![0; encoder.size()];
            encoder.encode(&seen, &mut obs);
            PyArray1::from_vec(py, obs).into_any()
        }
    };
    let features = PyDict::new(py);
    for &(id, ..) in &choices {
        features.set_item(id, py.None())?;
    }
    let names = PyList::new(
        py,
        choices
            .iter()
            .map(|&(id, ..)| uno_env::name(py, id))
            .collect::<Vec<_>>(),
    )?;
    let looks = |card| (card, uno::made_color(card).unwrap_or(Color::Red));
    let listed = |cards: &mut dyn Iterator<Item = decklet_uno::card::Card>| {
        uno_env::cards(
            py,
            cards
                .map(looks)
                .map(|(card, color)| (card.face(), color))
                .collect::<Vec<_>>(),
        )
    };
    let raw = uno_env::RawObservation {
        hand: listed(&mut seen.hand.iter())?,
        target: seen
            .shown_color
            .map(|color| uno_env::card(py, (seen.top.face(), color)).clone()),
        played: listed(&mut discard.iter().copied())?,
        counts: PyList::new(py, &left[..players])?,
        players: players as u8,
        turn: table.turn.current,
    };
    let record = PyList::empty(py);
    let state = uno_env::state(py, obs, features, raw, &names, &record)?;
    let id: u32 = agent.bind(py).call1((state,))?.extract()?;
    let chosen = choices.iter().find(|&&(choice, ..)| choice == id);
    let &(_, place, color) = chosen.ok_or_else(|| not_offered(py, id))?;
    Ok(Answer { place, color })
}
