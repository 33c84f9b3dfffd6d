//! The state of the table in words, for the screen and for plain text alike.

use super::{
    cards::{self, labels},
    seen::{PlayerSeen, Seen},
    story::{self, Story},
};
use crate::{
    cli::Game,
    text::{Lang, Texts, fill, find},
};
use decklet::engine::Value;

/// What the line on top says after the game's name, in pieces.
pub fn table(game: Game, lang: Lang, seen: &Seen, story: &Story) -> Vec<String> {
    let texts = lang.texts();
    match game {
        Game::Doudizhu => doudizhu(lang, seen, story),
        Game::Uno => uno(texts, seen),
    }
}

fn doudizhu(lang: Lang, seen: &Seen, story: &Story) -> Vec<String> {
    let texts = lang.texts();
    let mut pieces = Vec::new();
    if let Some(phase) = seen.text("ddz.phase") {
        pieces.push(find(texts.phase, phase).unwrap_or(phase).to_owned());
    }
    if let Some(bid) = seen.number("ddz.bid").filter(|bid| *bid > 0) {
        pieces.push(fill(texts.base, &[&bid.to_string()]));
    }
    if let Some(multiplier) = seen.number("ddz.multiplier") {
        pieces.push(fill(texts.multiplier, &[&multiplier.to_string()]));
    }
    if !story.bottom.is_empty() {
        let bottom = labels(Game::Doudizhu, lang, &story.bottom);
        pieces.push(fill(texts.bottom, &[&bottom]));
    }
    pieces
}

fn uno(texts: &Texts, seen: &Seen) -> Vec<String> {
    let color = seen.text("uno.currentColor").unwrap_or("");
    let mut pieces = vec![fill(texts.color, &[story::color(texts, color)])];
    pieces.push(
        match seen.number("turn.direction") {
            Some(-1) => texts.counterclockwise,
            _ => texts.clockwise,
        }
        .to_owned(),
    );
    if let Some(penalty) = seen.number("uno.penalty").filter(|penalty| *penalty > 0) {
        pieces.push(fill(texts.penalty, &[&penalty.to_string()]));
    }
    let count = |text: &str, zone: &str| fill(text, &[&seen.count(zone).to_string()]);
    pieces.push(count(texts.draw_pile, "uno-deck"));
    pieces.extend(seen.standing.as_ref().map(|standing| standing.round(texts)));
    pieces
}

/// What a player is, holds, and has in the match: `landlord · 20 cards`, `7 cards · 120 points`.
pub fn player(texts: &Texts, seen: &Seen, player: &PlayerSeen) -> String {
    let held = match seen.hand_count(&player.id) {
        1 => texts.one_card.to_owned(),
        count => story::count(texts, i64::try_from(count).ok()),
    };
    let standing = seen.standing.as_ref();
    let total = standing.and_then(|standing| standing.total(texts, &player.id));
    match (role(texts, seen, &player.id), total) {
        (Some(role), _) => format!("{role} · {held}"),
        (None, Some(total)) => format!("{held} · {total}"),
        (None, None) => held,
    }
}

fn role<'t>(texts: &'t Texts, seen: &Seen, player: &str) -> Option<&'t str> {
    let is = |name: &Value| name.as_text() == Some(player);
    if seen.text("ddz.landlordId") == Some(player) {
        Some(texts.landlord)
    } else if seen.list("ddz.farmerIds").iter().any(is) {
        Some(texts.farmer)
    } else {
        None
    }
}

/// How the game ended. `unit` of the points seen make one.
pub fn result(texts: &Texts, seen: &Seen, me: &str, unit: i64) -> String {
    let won = seen.winner_ids.iter().any(|id| id == me);
    let mut text = match (&seen.winner_ids[..], won) {
        ([], _) => texts.nobody_won.to_owned(),
        (_, true) => texts.you_won.to_owned(),
        (winners, false) => {
            let names: Vec<&str> = winners.iter().map(|id| seen.name(id)).collect();
            let won = match names.len() {
                1 => texts.won,
                _ => texts.won_together,
            };
            fill(won, &[&names.join(", ")])
        }
    };
    if let Some(landlord) = seen.text("ddz.landlordId")
        && !seen.winner_ids.is_empty()
    {
        let landlord_won = seen.winner_ids.iter().any(|id| id == landlord);
        text += " ";
        text += if landlord_won {
            texts.landlord_won
        } else {
            texts.farmers_won
        };
    }
    let points = [seen.list("ddz.points"), seen.list("uno.points")].concat();
    if !points.is_empty() {
        let points = seen.players.iter().zip(points);
        let points: Vec<String> = points
            .map(|(player, points)| format!("{} {}", player.name, in_units(&points, unit)))
            .collect();
        text += " ";
        text += &fill(texts.points, &[&points.join(", ")]);
    }
    if let Some(standing) = &seen.standing {
        text += "\n";
        text += &standing.tell(texts, seen, me);
    }
    text
}

/// Points as people count them: some rules count in fractions.
fn in_units(points: &Value, unit: i64) -> String {
    match points.as_number() {
        Some(number) if unit > 1 => format!("{}", number as f64 / unit as f64),
        _ => points.to_string(),
    }
}

/// The cards of another player that everybody sees, in short.
pub fn shown(game: Game, lang: Lang, seen: &Seen, player: &str) -> String {
    let mut cards = seen.hand(player).to_vec();
    cards::sort(game, &mut cards);
    let short = |name: &String| match game {
        Game::Doudizhu => match name.parse::<decklet::doudizhu::card::Card>() {
            Ok(card) => card.rank().to_string(),
            Err(_) => name.clone(),
        },
        Game::Uno => format!("{} ", cards::label(game, lang, name)),
    };
    cards.iter().map(short).collect()
}

/// The cards on the table: what is to be beaten, or the top of the discard pile.
pub fn on_table(game: Game, seen: &Seen, story: &Story) -> Vec<String> {
    match game {
        Game::Doudizhu => {
            let (_, mut cards) = story.to_beat.clone().unwrap_or_default();
            cards::sort(game, &mut cards);
            cards
        }
        Game::Uno => seen
            .cards("uno-discard")
            .last()
            .cloned()
            .into_iter()
            .collect(),
    }
}

/// Whose cards these are, or whose lead it is.
pub fn on_table_caption(game: Game, texts: &Texts, seen: &Seen, story: &Story) -> String {
    let current = seen.current_player_id.as_deref().unwrap_or("");
    match (game, &story.to_beat) {
        (Game::Doudizhu, None) if seen.text("ddz.phase") == Some("PLAYING") => {
            fill(texts.lead, &[seen.name(current)])
        }
        (Game::Doudizhu, None) => String::new(),
        (Game::Doudizhu, Some((player, _))) => fill(texts.on_table, &[seen.name(player)]),
        (Game::Uno, _) => fill(texts.discard, &[&seen.count("uno-discard").to_string()]),
    }
}
