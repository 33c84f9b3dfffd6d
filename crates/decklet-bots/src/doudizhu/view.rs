//! A [`Sight`] read from JSON: the view and the events that a seat was sent.

use super::sight::{Memory, Seen, Sight};
use crate::view::{EventIn, ViewIn};
use decklet_doudizhu::{
    auction::{Auction, Doublings, Showing},
    card::Card,
    combination::{Combination, beating, readings},
    deal::Move,
    flow::{Flow, Phase},
    hand::{CardSet, Hand},
    plugin::{find_move, state::kind_name},
    profile::{Doubling, Options},
    score::Tally,
    seat::Seat,
    trick::Trick,
};
use decklet_engine::{Action, BadField};
use serde::Deserialize;

const PLAYED: &str = "ddz-played";
const LAST_COMBINATION: &str = "view.variables.ddz.lastCombination";

/// The variables of the game. Those that a game without the option in question does not need may be
/// left out.
#[derive(Debug, Deserialize)]
pub(crate) struct Variables {
    #[serde(rename = "ddz.phase")]
    phase: PhaseIn,
    #[serde(rename = "ddz.landlordId")]
    landlord: Option<String>,
    #[serde(rename = "ddz.lastCombination")]
    last: Option<CombinationIn>,
    #[serde(rename = "ddz.lastPlayerId")]
    last_player: Option<String>,
    #[serde(rename = "ddz.passCount", default)]
    passes: u8,
    #[serde(rename = "ddz.bottomCards")]
    bottom: Option<Vec<String>>,
    #[serde(rename = "ddz.openerId")]
    opener: Option<String>,
    #[serde(rename = "ddz.bidderIndex")]
    bidder: Option<Seat>,
    #[serde(rename = "ddz.landlordCandidateId")]
    candidate: Option<String>,
    #[serde(rename = "ddz.bidderPassed", default)]
    declined: Vec<String>,
    #[serde(rename = "ddz.bid", default)]
    bid: u8,
    #[serde(rename = "ddz.robs", default)]
    robs: u8,
    #[serde(rename = "ddz.bombs", default)]
    bombs: u8,
    #[serde(rename = "ddz.rockets", default)]
    rockets: u8,
    #[serde(rename = "ddz.redeals", default)]
    redeals: u8,
    #[serde(rename = "ddz.shown", default = "ones")]
    shown: [u8; 3],
    #[serde(rename = "ddz.firstShownId")]
    first_shown: Option<String>,
    #[serde(rename = "ddz.asked", default)]
    asked: u8,
    #[serde(rename = "ddz.doubled", default = "ones")]
    doubled: [u8; 3],
    #[serde(rename = "ddz.plays", default)]
    plays: [u8; 3],
    #[serde(rename = "ddz.weights", default)]
    weights: [u16; 3],
}

const fn ones() -> [u8; 3] {
    [1; 3]
}

/// A phase in which somebody can be asked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum PhaseIn {
    Ready,
    Bidding,
    Bottom,
    Doubling,
    Playing,
}

impl From<PhaseIn> for Phase {
    fn from(phase: PhaseIn) -> Self {
        match phase {
            PhaseIn::Ready => Self::Ready,
            PhaseIn::Bidding => Self::Bidding,
            PhaseIn::Bottom => Self::Bottom,
            PhaseIn::Doubling => Self::Doubling,
            PhaseIn::Playing => Self::Playing,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CombinationIn {
    #[serde(rename = "type")]
    kind: String,
    main_rank: u8,
    length: u8,
}

impl CombinationIn {
    fn is(&self, known: Combination) -> bool {
        kind_name(known.kind()) == self.kind
            && known.main_rank() == self.main_rank
            && known.length() == self.length
    }
}

type View = ViewIn<Variables>;

/// What the viewer knows, by these options.
pub(crate) fn sight<'p>(view: &View, options: &'p Options) -> Result<Sight<'p>, BadField> {
    if view.players.len() != 3 {
        return Err(BadField::new("view.players", "three play this game"));
    }
    let mut hands = [CardSet::default(); 3];
    for seat in Seat::ALL {
        let cards = view.cards(&view.hand(decklet_engine::Seat(seat.into())))?;
        hands[seat.index()] = cards.unwrap_or_default().into_iter().collect();
    }
    let me = seat_of(view, &view.viewer, "view.viewer")?;
    let own = view.seen::<Card>(&view.hand(decklet_engine::Seat(me.into())))?;
    let played = view.cards::<Card>(PLAYED)?.unwrap_or_default();
    let seen = Seen {
        me,
        flow: flow(view, &played, options)?,
        hands,
        counts: Seat::ALL.map(|seat| view.count(&view.hand(decklet_engine::Seat(seat.into())))),
        played: played.iter().copied().collect(),
        bottom: bottom(view)?,
    };
    check(view, &seen, own.len() + played.len())?;
    Ok(Sight::new(options, seen))
}

/// Fills in what the others passed on.
pub(crate) fn recall(
    sight: &mut Sight<'_>,
    view: &View,
    events: &[EventIn],
) -> Result<(), BadField> {
    if sight.flow.phase != Phase::Playing {
        return Ok(());
    }
    let mut memory = Memory::new(sight);
    for (number, event) in events.iter().enumerate() {
        let field = format!("events[{number}]");
        let seat = || event.seat(view, &field).map(three);
        match &*event.kind {
            "CARD_PLAYED" => {
                let cards: CardSet = event.cards::<Card>(&field)?.into_iter().collect();
                memory.played(seat()?, cards.hand());
            }
            "DDZ_PLAYER_PASSED" => memory.passed(seat()?),
            _ => {}
        }
    }
    sight.refusals = memory.refusals;
    Ok(())
}

/// The moves that these actions stand for, each of them of cards that the seat holds.
pub(crate) fn moves(sight: &Sight<'_>, legal: &[Action]) -> Result<Vec<Move>, BadField> {
    let read = |(number, action): (usize, &Action)| {
        let choice = find_move(action, &sight.flow, sight.options);
        match choice {
            Some(Move::Play(play)) if !sight.hand.contains(play.cards) => Err(BadField::new(
                format!("legal[{number}].payload.cardIds"),
                "are not all in the hand",
            )),
            Some(choice) => Ok(choice),
            None => Err(BadField::new(
                format!("legal[{number}]"),
                "is no move in this position",
            )),
        }
    };
    legal.iter().enumerate().map(read).collect()
}

fn three(seat: decklet_engine::Seat) -> Seat {
    Seat::ALL[seat.index() % 3]
}

fn seat_of(view: &View, id: &str, field: &str) -> Result<Seat, BadField> {
    view.seat(id, field).map(three)
}

fn named(view: &View, id: Option<&String>, variable: &str) -> Result<Option<Seat>, BadField> {
    let field = format!("view.variables.{variable}");
    id.map(|id| seat_of(view, id, &field)).transpose()
}

fn bottom(view: &View) -> Result<Option<CardSet>, BadField> {
    let Some(names) = &view.variables.bottom else {
        return Ok(None);
    };
    let cards = crate::view::read_cards::<Card>(names, "view.variables.ddz.bottomCards")?;
    Ok(Some(cards.into_iter().collect()))
}

/// Searches deal the cards out that are not seen: they must be a deck together with those that are.
fn check(view: &View, seen: &Seen, own_and_played: usize) -> Result<(), BadField> {
    let auction = matches!(seen.flow.phase, Phase::Ready | Phase::Bidding);
    let held: usize = seen.counts.iter().map(|&count| usize::from(count)).sum();
    let cards = held + seen.played.iter().count() + if auction { 3 } else { 0 };
    if cards != 54 {
        let reason = format!("hold {cards} cards with the bottom cards; a deck has 54");
        return Err(BadField::new("view.zones", reason));
    }
    let seen_cards = seen.hands[seen.me.index()].iter().chain(seen.played.iter());
    if seen_cards.collect::<CardSet>().iter().count() != own_and_played {
        return Err(BadField::new("view.zones", "hold a card twice"));
    }
    let empty = Seat::ALL
        .into_iter()
        .find(|seat| seen.counts[seat.index()] == 0);
    match (empty, seen.flow.landlord, auction) {
        (Some(seat), ..) => {
            let hand = view.hand(decklet_engine::Seat(seat.into()));
            let reason = "must not be 0: the game would be over";
            Err(BadField::new(format!("view.zones.{hand}.count"), reason))
        }
        (None, None, false) => Err(BadField::new("view.variables.ddz.landlordId", "is missing")),
        _ => Ok(()),
    }
}

fn flow(view: &View, played: &[Card], options: &Options) -> Result<Flow, BadField> {
    let variables = &view.variables;
    let turn = three(view.current()?);
    let phase = Phase::from(variables.phase);
    let landlord = named(view, variables.landlord.as_ref(), "ddz.landlordId")?;
    let opener = named(view, variables.opener.as_ref(), "ddz.openerId")?.unwrap_or(Seat::First);
    let mut declined = Vec::new();
    for id in &variables.declined {
        declined.push(seat_of(view, id, "view.variables.ddz.bidderPassed")?);
    }
    let candidate = named(
        view,
        variables.candidate.as_ref(),
        "ddz.landlordCandidateId",
    )?;
    let first_shown = named(view, variables.first_shown.as_ref(), "ddz.firstShownId")?;
    let bidder = variables.bidder.unwrap_or(turn);
    let chosen = match (phase, landlord, options.doubling) {
        (_, _, Doubling::Off) | (Phase::Ready | Phase::Bidding | Phase::Bottom, ..) => 0,
        (Phase::Doubling, Some(landlord), _) => (3 + u8::from(turn) - u8::from(landlord)) % 3,
        _ => 3,
    };
    let has_bid = landlord.is_some();
    Ok(Flow {
        tally: Tally {
            bid: if has_bid { variables.bid } else { 0 },
            robs: if has_bid { variables.robs } else { 0 },
            bombs: variables.bombs,
            rockets: variables.rockets,
            plays: variables.plays,
            weights: variables.weights,
        },
        trick: trick(view, played, options)?,
        auction: Auction::resume(
            opener,
            bidder,
            candidate,
            declined,
            variables.bid,
            variables.robs,
        ),
        showing: Showing::resume(variables.shown, first_shown, opener, variables.asked),
        doublings: Doublings::resume(variables.doubled, chosen),
        phase,
        turn,
        landlord,
        winner: None,
        redeals: variables.redeals,
    })
}

fn trick(view: &View, played: &[Card], options: &Options) -> Result<Trick, BadField> {
    let variables = &view.variables;
    let seat = named(view, variables.last_player.as_ref(), "ddz.lastPlayerId")?;
    match (&variables.last, seat) {
        (None, None) => Ok(Trick::default()),
        (None, Some(seat)) => Ok(Trick::led_by(seat)),
        (Some(_), None) => Err(BadField::new(
            "view.variables.ddz.lastPlayerId",
            "is missing: who played the last combination?",
        )),
        (Some(last), Some(seat)) => {
            let combination = on_top(last, played, options).ok_or_else(|| {
                let reason = format!("is not what the last cards of \"{PLAYED}\" are");
                BadField::new(LAST_COMBINATION, reason)
            })?;
            if variables.passes > 1 {
                let reason = "must be 0 or 1 while there is something to beat";
                return Err(BadField::new("view.variables.ddz.passCount", reason));
            }
            Ok(Trick::on_table(combination, seat, variables.passes))
        }
    }
}

/// The combination as the last cards played form it.
fn on_top(last: &CombinationIn, played: &[Card], options: &Options) -> Option<Combination> {
    (1..=played.len().min(20)).find_map(|count| {
        let cards: CardSet = played[played.len() - count..].iter().copied().collect();
        let cards: Hand = cards.hand();
        let read = readings(cards, &options.combinations);
        let mut counted = read
            .iter()
            .filter_map(|&reading| beating(cards, reading, None, options).ok());
        counted.find(|&combination| last.is(combination))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agent, Random};
    use decklet_doudizhu::{
        plugin::{Setup, ruleset},
        profile::Profile,
    };
    use decklet_engine::{GameEngine, Player, Seed, Status};

    /// What is compared: of the auction only what is seen, the rest of it follows.
    fn known(sight: &Sight<'_>) -> String {
        let mut sight = sight.clone();
        let said = sight.flow.auction;
        sight.flow.auction = Auction::resume(
            said.opener(),
            said.turn(),
            said.candidate(),
            said.declined(),
            said.highest(),
            said.robs(),
        );
        if sight.flow.phase != Phase::Ready {
            // Nobody is asked any more, so it does not matter who was asked first.
            let shown = sight.flow.showing;
            sight.flow.showing =
                Showing::resume(shown.factors, shown.first(), said.opener(), shown.asked());
        }
        format!("{sight:?}")
    }

    #[test]
    fn a_view_sent_as_json_tells_as_much_as_the_game_itself() {
        for profile in Profile::all() {
            for seed in 0..6 {
                let seed = Seed::from(seed);
                let mut game = GameEngine::new(ruleset(profile).unwrap(), seed);
                game.create_game(Player::numbered(3)).unwrap();
                game.start().unwrap();
                let mut bots = [0, 1, 2].map(|seat| Random::new(&seed, decklet_engine::Seat(seat)));
                while game.state().status() == Status::Playing {
                    let seat = game.state().current_player().unwrap();
                    compare(&game, seat);
                    let legal = game.legal_actions(seat);
                    let choice = bots[seat.index()].choose(&game.lens(seat), &legal);
                    game.dispatch(&legal[choice]).unwrap();
                }
            }
        }
    }

    fn compare(game: &GameEngine, seat: decklet_engine::Seat) {
        let lens = game.lens(seat);
        let mut of_lens = Sight::of(&lens).unwrap();
        of_lens.recall(&lens);
        let view = View::read(serde_json::to_value(game.view(seat)).unwrap()).unwrap();
        let events: Vec<_> = lens.history().map(|(_, event)| event).collect();
        let events: Vec<EventIn> =
            serde_json::from_value(serde_json::to_value(events).unwrap()).unwrap();
        let options = game.state().fixed::<Setup>().options();
        let mut of_view = sight(&view, options).unwrap();
        recall(&mut of_view, &view, &events).unwrap();
        assert_eq!(known(&of_view), known(&of_lens));
    }
}
