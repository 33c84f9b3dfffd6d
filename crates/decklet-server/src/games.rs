//! What there is to play: games, profiles and options, with words for people.

use crate::api::{Problem, Shared};
use axum::{
    Router,
    extract::{Path, State},
    response::Json,
    routing::get,
};
use decklet_doudizhu::{combination::Kind, plays::all_plays, plugin::profile_from_value};
use decklet_engine::{Ruleset, Value};
use decklet_match::{BotLevel, Games};
use decklet_uno::plugin::plugin_from_value;
use decklet_words::{ProfileWords, Words, of_code, options, profiles};
use serde_json::{Value as Json_, json};
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<crate::app::App>> {
    Router::new()
        .route("/api/v1/games", get(all))
        .route("/api/v1/games/{game}/profiles/{profile}", get(one))
}

async fn all(State(app): Shared) -> Json<Json_> {
    let games = ["doudizhu", "uno"].map(|game| {
        let all = profiles(game);
        let shown = all.iter().filter_map(|words| {
            let rules = rules(&app.games, game, words.name)?;
            Some(short(words, &rules))
        });
        json!({
            "game": game,
            "name": name(game),
            "profiles": shown.collect::<Vec<_>>(),
            "options": options(game),
        })
    });
    Json(json!({ "games": games, "bots": bots() }))
}

fn name(game: &str) -> Words {
    match game {
        "doudizhu" => Words::new("Dou Dizhu", "斗地主"),
        _ => Words::new("UNO", "UNO"),
    }
}

/// How well bots play, the weakest first.
fn bots() -> Vec<Json_> {
    let words = |level| match level {
        BotLevel::Random => Words::new("anything that is legal", "随便出"),
        BotLevel::Lowest => Words::new("the lowest cards", "总出最小的牌"),
        BotLevel::Greedy => Words::new("a good casual player", "普通高手"),
        BotLevel::Expert => Words::new("thinks ahead", "会推算的高手"),
    };
    let levels = BotLevel::ALL.into_iter();
    levels
        .map(|level| json!({ "level": level, "about": words(level) }))
        .collect()
}

pub(crate) fn rules(games: &Games, game: &str, profile: &str) -> Option<Arc<Ruleset>> {
    let options = [("profile".to_owned(), Value::from(profile.to_owned()))];
    games.rules(game, &Value::Map(options.into())).ok()
}

/// A profile with its options in full.
fn short(words: &ProfileWords, rules: &Ruleset) -> Json_ {
    let players = rules.players();
    json!({
        "profile": words.name,
        "about": words.about,
        "players": [players.start(), players.end()],
        "options": in_full(rules),
    })
}

/// All options by name: with some of them changed a room takes them as `custom`.
fn in_full(rules: &Ruleset) -> Json_ {
    if rules.game() == "doudizhu" {
        let profile = profile_from_value(rules.options());
        return profile.map_or(Json_::Null, |profile| json!(profile.options()));
    }
    let plugin = plugin_from_value(rules.options());
    plugin.map_or(Json_::Null, |plugin| json!(plugin.rules().options()))
}

async fn one(
    State(app): Shared,
    Path((game, profile)): Path<(String, String)>,
) -> Result<Json<Json_>, Problem> {
    let none = || Problem::not_found("there is no such profile of a game");
    let words = profiles(&game)
        .into_iter()
        .find(|words| words.name == profile);
    let words = words.ok_or_else(none)?;
    let rules = rules(&app.games, &game, &profile).ok_or_else(none)?;
    // Every combination of the game is looked at for examples.
    let page = tokio::task::spawn_blocking(move || page(&words, &rules));
    page.await.map(Json).map_err(|_| Problem::unavailable())
}

/// All there is to say about a profile: what a page of its rules shows.
fn page(words: &ProfileWords, rules: &Ruleset) -> Json_ {
    let full = in_full(rules);
    let options = options(rules.game()).into_iter().map(|option| {
        let pointer = format!("/{}", option.name.replace('.', "/"));
        json!({
            "name": option.name,
            "value": full.pointer(&pointer),
            "values": option.values,
            "about": option.about,
        })
    });
    let asked = rules.rules().iter().map(|rule| {
        let codes = rule.codes().iter();
        let codes = codes.map(|code| json!({ "code": code, "words": of_code(code) }));
        json!({
            "id": rule.id(),
            "name": rule.name(),
            "appliesTo": rule.applies_to().names(),
            "codes": codes.collect::<Vec<_>>(),
        })
    });
    let mut page = short(words, rules);
    page["game"] = json!(rules.game());
    page["optionList"] = options.collect();
    page["rules"] = asked.collect();
    page["combinations"] = json!(combinations(rules));
    page
}

/// The kinds of combinations of Dou Dizhu, each with its lowest example and how many there are.
fn combinations(rules: &Ruleset) -> Vec<Json_> {
    let Ok(profile) = profile_from_value(rules.options()) else {
        return Vec::new();
    };
    if rules.game() != "doudizhu" {
        return Vec::new();
    }
    let all = all_plays(profile.options());
    let kinds = Kind::ALL.into_iter().filter_map(|kind| {
        let mut of_kind = all.iter().filter(|play| play.combination.kind() == kind);
        let first = of_kind.next()?;
        Some(json!({
            "type": decklet_doudizhu::plugin::state::kind_name(kind),
            "example": first.cards,
            "words": decklet_words::combination(first.cards, first.combination),
            "count": 1 + of_kind.count(),
        }))
    });
    kinds.collect()
}
