//! What cards that a seat has picked are, and whether they can be played now.

use decklet_doudizhu::{
    combination::{Combination, Comparison, Kind, beating, readings},
    explain,
    hand::Hand as Ranks,
    plugin::{Setup, card_set, state},
};
use decklet_engine::{CardId, GameEngine, NamedAction, Seat};
use decklet_words::Words;
use schemars::JsonSchema;
use serde::Serialize;

/// What picked cards are, and whether they can be played now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explained {
    /// Whether they can be played now.
    pub playable: bool,
    /// What they are: none when they are nothing, several when they can be read in several ways.
    pub readings: Vec<Reading>,
    /// Why they can't be played.
    pub refusal: Option<Why>,
}

/// One way to read the cards.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// The kind, as the game spells it: `PLANE_SOLO`; in UNO the card's: `skip`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The lowest rank of the main part, 3 to 17, where there are ranks.
    pub low: Option<u8>,
    /// How many ranks the main part has.
    pub length: Option<u8>,
    /// Whether the rules let it be played on what lies there.
    pub beats: bool,
    /// In words.
    pub words: Words,
}

/// Why the cards can't be played.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// The rule that refuses.
    pub rule: Option<String>,
    /// Its code.
    pub code: String,
    /// In words.
    pub words: Words,
    /// What of the cards themselves is in the way, where something is.
    pub detail: Option<Words>,
}

/// What these cards are for a seat. It asks the rules, and looks at nothing that is hidden from the
/// seat: a card that it does not hold is refused as `NOT_OWNED`, wherever it lies.
pub(crate) fn explain(engine: &GameEngine, seat: Seat, cards: &[String]) -> Explained {
    let (readings, detail) = match engine.rules().game() {
        "doudizhu" => of_doudizhu(engine, cards),
        "uno" => (of_uno(cards), None),
        _ => (Vec::new(), None),
    };
    let kind = match engine.rules().game() {
        "uno" => "PLAY_CARD",
        _ => "PLAY_CARDS",
    };
    let player = &engine.state().players()[seat.index()].id;
    let names: Vec<&str> = cards.iter().map(String::as_str).collect();
    let play = NamedAction::new(kind)
        .by(player)
        .with("cardIds", &names[..]);
    let refusal = engine.check(play).err().map(|denied| Why {
        rule: denied.rule().map(str::to_owned),
        code: denied.code().to_owned(),
        words: decklet_words::denial(&denied),
        detail: detail.filter(|_| matches!(denied.code(), "INVALID_COMBINATION" | "DOES_NOT_BEAT")),
    });
    Explained {
        playable: refusal.is_none(),
        readings,
        refusal,
    }
}

fn of_doudizhu(engine: &GameEngine, cards: &[String]) -> (Vec<Reading>, Option<Words>) {
    let ids: Option<Vec<CardId>> = cards
        .iter()
        .map(|name| engine.rules().find_card(name))
        .collect();
    let Some(ids) = ids.filter(|ids| card_set(ids).iter().count() == ids.len()) else {
        return (Vec::new(), None);
    };
    let ranks: Ranks = card_set(&ids).hand();
    let profile = &engine.state().fixed::<Setup>().profile;
    let last = state::last_combination(engine.state());
    let all = readings(ranks, &profile.combinations);
    let compared: Vec<_> = all
        .iter()
        .map(|&reading| beating(ranks, reading, last, profile).err())
        .collect();
    let detail = match compared.first() {
        None => explain::explain(ranks, None, [profile])
            .pop()
            .and_then(|explained| explained.refusal)
            .map(|reason| reason.code),
        Some(first) if compared.iter().all(Option::is_some) => {
            let last = last.map(Combination::kind);
            let same = last == all.first().map(|reading| reading.kind());
            Some(match first {
                Some(Comparison::Equal) => "EQUAL",
                Some(Comparison::Incomparable) if same => "LENGTH",
                Some(Comparison::Incomparable) => "KIND",
                _ if last.is_some_and(Kind::is_bomb_or_rocket) => "BOMB_ON_TABLE",
                _ => "LOWER",
            })
        }
        Some(_) => None,
    };
    let shown = all
        .iter()
        .zip(&compared)
        .map(|(&reading, against)| Reading {
            kind: state::kind_name(reading.kind()).to_owned(),
            low: Some(reading.low().number()),
            length: Some(reading.length()),
            beats: against.is_none(),
            words: decklet_words::combination(ranks, reading),
        });
    (shown.collect(), detail.and_then(decklet_words::reading))
}

fn of_uno(cards: &[String]) -> Vec<Reading> {
    let [name] = cards else {
        return Vec::new();
    };
    let card = name.parse::<decklet_uno::card::Card>().ok();
    let reading = card.map(|card| Reading {
        kind: card.face().type_name().to_owned(),
        low: None,
        length: None,
        beats: true,
        words: decklet_words::card(card),
    });
    reading.into_iter().collect()
}
