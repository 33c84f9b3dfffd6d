//! What the person sees: their seat's view, and nothing else, read as it is sent.

use super::standing::Standing;
use decklet::engine::{Value, View};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A view, by names.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seen {
    pub status: String,
    pub current_player_id: Option<String>,
    pub winner_ids: Vec<String>,
    pub players: Vec<PlayerSeen>,
    zones: BTreeMap<String, ZoneSeen>,
    variables: BTreeMap<String, Value>,
    /// What showing the own cards now would multiply the stake by.
    #[serde(skip)]
    pub show_factor: Option<u8>,
    /// Where the match stands that this is a round of.
    #[serde(skip)]
    pub standing: Option<Standing>,
}

/// Somebody at the table.
#[derive(Clone, Deserialize)]
pub struct PlayerSeen {
    pub id: String,
    pub name: String,
}

#[derive(Deserialize)]
struct ZoneSeen {
    count: usize,
    #[serde(default)]
    cards: Vec<String>,
}

impl Seen {
    /// Reads a view.
    pub fn of(view: &View) -> anyhow::Result<Self> {
        Ok(serde_json::from_str(&serde_json::to_string(view)?)?)
    }

    pub fn is_finished(&self) -> bool {
        self.status == "finished"
    }

    /// How many cards are in a zone; none when nobody may know.
    pub fn count(&self, zone: &str) -> usize {
        self.zones.get(zone).map_or(0, |zone| zone.count)
    }

    /// The cards of a zone that the person may see.
    pub fn cards(&self, zone: &str) -> &[String] {
        self.zones.get(zone).map_or(&[], |zone| &zone.cards)
    }

    /// Leaves each player's first cards, so many: the others are not dealt yet.
    pub fn deal_only(&mut self, cards: usize) {
        for player in &self.players {
            if let Some(zone) = self.zones.get_mut(&hand_zone(&player.id)) {
                zone.count = zone.count.min(cards);
                zone.cards.truncate(cards);
            }
        }
    }

    /// The hand of a player.
    pub fn hand(&self, player: &str) -> &[String] {
        self.cards(&hand_zone(player))
    }

    /// How many cards a player holds.
    pub fn hand_count(&self, player: &str) -> usize {
        self.count(&hand_zone(player))
    }

    pub fn text(&self, variable: &str) -> Option<&str> {
        self.variables.get(variable).and_then(Value::as_text)
    }

    pub fn number(&self, variable: &str) -> Option<i64> {
        self.variables.get(variable).and_then(Value::as_number)
    }

    pub fn list(&self, variable: &str) -> &[Value] {
        match self.variables.get(variable) {
            Some(Value::List(list)) => list,
            _ => &[],
        }
    }

    /// The name of a player.
    pub fn name<'a>(&'a self, id: &'a str) -> &'a str {
        let player = self.players.iter().find(|player| player.id == id);
        player.map_or(id, |player| &player.name)
    }
}

fn hand_zone(player: &str) -> String {
    format!("player:{player}:hand")
}
