//! What a seat sees, as JSON spells it: the view that programs send each other, read again.

use decklet_engine::{BadField, Player, Seat};
use serde::{Deserialize, de::DeserializeOwned};
use std::{collections::BTreeMap, str::FromStr};

/// A seat's view, with the variables of one game.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ViewIn<V> {
    pub viewer: String,
    pub current_player_id: Option<String>,
    pub players: Vec<PlayerIn>,
    pub zones: BTreeMap<String, ZoneIn>,
    pub variables: V,
}

#[derive(Debug, Deserialize)]
pub struct PlayerIn {
    pub id: String,
}

#[derive(Debug, Default, Deserialize)]
pub struct ZoneIn {
    pub count: u8,
    /// Absent when the viewer sees how many cards there are, but not which.
    pub cards: Option<Vec<String>>,
}

/// An event that the seat saw; the fields that no bot needs are left out.
#[derive(Debug, Deserialize)]
pub struct EventIn {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub payload: EventPayload,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EventPayload {
    pub player_id: Option<String>,
    pub card_ids: Option<Vec<String>>,
    pub count: Option<u8>,
    pub color: Option<String>,
}

impl<V: DeserializeOwned> ViewIn<V> {
    /// Reads a view.
    pub fn read(view: serde_json::Value) -> Result<Self, BadField> {
        serde_path_to_error::deserialize(view).map_err(|error| {
            let path = error.path().to_string();
            let place = if path == "." {
                String::new()
            } else {
                format!(".{path}")
            };
            BadField::new(format!("view{place}"), error.inner().to_string())
        })
    }
}

impl<V> ViewIn<V> {
    /// The players, as a game of them is made.
    pub fn players(&self) -> Vec<Player> {
        let numbered = (1..).zip(&self.players);
        let player = |(seat, player): (u32, &PlayerIn)| Player {
            id: player.id.clone(),
            name: player.id.clone(),
            seat,
        };
        numbered.map(player).collect()
    }

    /// The place of the player with this id.
    pub fn seat(&self, id: &str, field: &str) -> Result<Seat, BadField> {
        let place = self.players.iter().position(|player| player.id == id);
        let seat = place.and_then(|place| u8::try_from(place).ok());
        let unknown = || BadField::new(field, format!("no player of the view is called \"{id}\""));
        seat.map(Seat).ok_or_else(unknown)
    }

    /// Whose view it is.
    pub fn me(&self) -> Result<Seat, BadField> {
        self.seat(&self.viewer, "view.viewer")
    }

    /// Who is on turn.
    pub fn current(&self) -> Result<Seat, BadField> {
        const FIELD: &str = "view.currentPlayerId";
        let id = self.current_player_id.as_deref();
        let id = id.ok_or_else(|| BadField::new(FIELD, "somebody must be on turn"))?;
        self.seat(id, FIELD)
    }

    /// The name of a seat's hand.
    pub fn hand(&self, seat: Seat) -> String {
        format!("player:{}:hand", self.players[seat.index()].id)
    }

    /// How many cards there are in a zone.
    pub fn count(&self, zone: &str) -> u8 {
        self.zones.get(zone).map_or(0, |zone| zone.count)
    }

    /// The cards of a zone, the top last; none when they are not seen.
    pub fn cards<C: FromStr>(&self, zone: &str) -> Result<Option<Vec<C>>, BadField> {
        let Some(cards) = self.zones.get(zone).and_then(|zone| zone.cards.as_ref()) else {
            return Ok(None);
        };
        let field = format!("view.zones.{zone}.cards");
        if cards.len() != usize::from(self.count(zone)) {
            let reason = "must be as many cards as \"count\" says";
            return Err(BadField::new(field, reason));
        }
        read_cards(cards, &field).map(Some)
    }

    /// The cards of a zone that the seat must see.
    pub fn seen<C: FromStr>(&self, zone: &str) -> Result<Vec<C>, BadField> {
        let missing = || BadField::new(format!("view.zones.{zone}.cards"), "is missing");
        self.cards(zone)?.ok_or_else(missing)
    }
}

/// Reads names of cards.
pub fn read_cards<C: FromStr>(names: &[String], field: &str) -> Result<Vec<C>, BadField> {
    let card = |(place, name): (usize, &String)| {
        let no_card = |_| {
            BadField::new(
                format!("{field}[{place}]"),
                format!("\"{name}\" is no card"),
            )
        };
        name.parse().map_err(no_card)
    };
    names.iter().enumerate().map(card).collect()
}

/// An event in which somebody did something, as far as its fields tell.
impl EventIn {
    /// Whom it is about.
    pub fn seat<V>(&self, view: &ViewIn<V>, field: &str) -> Result<Seat, BadField> {
        let field = format!("{field}.payload.playerId");
        let id = self.payload.player_id.as_deref();
        let id = id.ok_or_else(|| BadField::new(&*field, "is missing"))?;
        view.seat(id, &field)
    }

    /// The cards it names.
    pub fn cards<C: FromStr>(&self, field: &str) -> Result<Vec<C>, BadField> {
        let field = format!("{field}.payload.cardIds");
        let cards = self.payload.card_ids.as_deref();
        read_cards(
            cards.ok_or_else(|| BadField::new(&*field, "is missing"))?,
            &field,
        )
    }
}
