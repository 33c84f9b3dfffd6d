//! The plugins of a game, as JavaScript describes them.

use crate::frame;
use decklet_doudizhu::plugin::{DoudizhuPlugin, profile_from_value};
use decklet_engine::{
    AppliesTo, Card, DrawPlugin, GameBuilder, Origin, Plugin, Rule, Ruleset, TurnPlugin, Value,
    Who, Zone, draw::Piles,
};
use decklet_uno::plugin::plugin_from_value;
use serde::Deserialize;
use std::{collections::BTreeMap, sync::Arc};

/// A plugin of this package by its name, or one in JavaScript.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", untagged)]
pub enum Described {
    /// One of those that come with decklet, with its options.
    BuiltIn {
        /// `turn`, `draw`, `uno` or `doudizhu`.
        builtin: String,
        /// As a log's header holds them.
        #[serde(default)]
        options: Value,
    },
    /// One in JavaScript.
    Made(Box<Made>),
}

/// A plugin in JavaScript: what it registers. Functions are numbers for the host.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Made {
    name: String,
    version: u32,
    requires: Vec<String>,
    players: Option<(usize, usize)>,
    zones: Vec<ZoneSpec>,
    decks: Vec<DeckSpec>,
    piles: Option<(String, String)>,
    variables: Vec<(String, Seen)>,
    emits: Vec<(String, Seen)>,
    opens: Vec<String>,
    rules: Vec<RuleSpec>,
    actions: Vec<ActionSpec>,
    events: Vec<(String, u32)>,
    legal_actions: Option<u32>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Seen {
    All,
    Owner,
    Nobody,
}

impl From<Seen> for Who {
    fn from(seen: Seen) -> Self {
        match seen {
            Seen::All => Self::All,
            Seen::Owner => Self::Owner,
            Seen::Nobody => Self::Nobody,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ZoneSpec {
    id: String,
    ordered: bool,
    cards_to: Seen,
    count_to: Seen,
}

#[derive(Deserialize)]
struct DeckSpec {
    zone: String,
    shuffle: bool,
    cards: Vec<CardSpec>,
}

#[derive(Deserialize)]
struct CardSpec {
    id: String,
    data: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RuleSpec {
    id: String,
    name: String,
    applies_to: Option<Vec<String>>,
    validate: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ActionSpec {
    #[serde(rename = "type")]
    kind: String,
    by_players: bool,
    handle: u32,
}

/// The frozen rules of these plugins.
pub fn freeze(plugins: &[Described]) -> Result<Arc<Ruleset>, String> {
    let mut game = GameBuilder::new();
    for plugin in plugins {
        match plugin {
            Described::Made(made) => game.plugin(&**made),
            Described::BuiltIn { builtin, options } => match builtin.as_str() {
                "turn" => game.plugin(&TurnPlugin),
                "draw" => game.plugin(&DrawPlugin),
                "uno" => game.plugin(&plugin_from_value(options)?),
                "doudizhu" => game.plugin(&DoudizhuPlugin::new(profile_from_value(options)?)),
                other => return Err(format!("no plugin is called \"{other}\"")),
            },
        };
    }
    game.freeze().map_err(|errors| errors.to_string())
}

impl Plugin for Made {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn build(&self, game: &mut GameBuilder) {
        for name in &self.requires {
            game.require(name);
        }
        if let Some((least, most)) = self.players {
            game.players(least..=most);
        }
        self.build_table(game);
        for (name, seen) in &self.variables {
            game.variable(name, (*seen).into());
        }
        for (name, seen) in &self.emits {
            game.event_named(name, (*seen).into());
        }
        for action in &self.actions {
            let origin = if action.by_players {
                Origin::Player
            } else {
                Origin::System
            };
            let function = action.handle;
            game.action_named(&action.kind, origin, move |ctx, action| {
                frame::handle(ctx, action, function);
            });
        }
        for action in &self.opens {
            game.allow_players_named(action);
        }
        let rules: Vec<Rule> = self.rules.iter().map(RuleSpec::rule).collect();
        game.rules(&rules);
        for &(ref event, function) in &self.events {
            game.on_named(event, move |ctx, event| frame::react(ctx, event, function));
        }
        if let Some(function) = self.legal_actions {
            game.legal_actions(move |lens, seat, out| frame::propose(lens, seat, out, function));
        }
    }
}

impl Made {
    fn build_table(&self, game: &mut GameBuilder) {
        for spec in &self.zones {
            let zone = if spec.ordered {
                Zone::pile()
            } else {
                Zone::set()
            };
            let zone = zone
                .cards_to(spec.cards_to.into())
                .count_to(spec.count_to.into());
            if spec.id.contains("{player}") {
                game.zone_per_seat(&spec.id, zone);
            } else {
                game.zone(&spec.id, zone);
            }
        }
        for deck in &self.decks {
            // JavaScript has seen to it that the zone is one of this plugin.
            let Some(zone) = game.find_zone(&deck.zone) else {
                continue;
            };
            let cards = deck.cards.iter().map(CardSpec::card);
            if deck.shuffle {
                game.deck(zone, cards);
            } else {
                game.cards(zone, cards);
            }
        }
        if let Some((draw, discard)) = &self.piles
            && let (Some(draw), Some(discard)) = (game.find_zone(draw), game.find_zone(discard))
        {
            game.fixed(Piles { draw, discard });
        }
    }
}

impl CardSpec {
    fn card(&self) -> Card {
        let data = self.data.iter();
        data.fold(Card::new(&self.id), |card, (key, value)| {
            card.with(key, value.clone())
        })
    }
}

impl RuleSpec {
    fn rule(&self) -> Rule {
        let applies_to = match &self.applies_to {
            None => AppliesTo::All,
            Some(types) => {
                let types: Vec<_> = types.iter().cloned().map(Into::into).collect();
                AppliesTo::Types(types.into())
            }
        };
        let function = self.validate;
        let decide = move |c: &decklet_engine::RuleContext<'_>| frame::validate(c, function);
        Rule::shared(&self.id, &self.name, applies_to, Arc::new(decide))
    }
}
