//! One readable playthrough a game and profile. `cargo xtask bless` renews them.

use decklet::engine::{
    Action, GameEngine, Player, Seat, Seed, Status, Stream, Value, Viewer, draw::DrawCard,
    turn::EndTurn, wire,
};
use decklet::{doudizhu, uno};
use std::{collections::BTreeMap, fmt::Write as _, path::PathBuf};

const GOLDENS: &[(&str, &str, usize)] = &[
    ("doudizhu", "decklet", 3),
    ("doudizhu", "game-claw", 3),
    ("doudizhu", "openspiel", 3),
    ("doudizhu", "happy", 3),
    ("uno", "decklet", 3),
    ("uno", "official", 4),
    ("uno", "party", 4),
];

fn text(value: &Value) -> String {
    match value {
        Value::List(list) => list.iter().map(text).collect::<Vec<_>>().join(" "),
        Value::Map(map) => fields(map),
        other => other.to_string(),
    }
}

fn fields(map: &BTreeMap<String, Value>) -> String {
    let fields = map
        .iter()
        .map(|(name, value)| format!("{name}={}", text(value)));
    fields.collect::<Vec<_>>().join(", ")
}

/// Plays what there is before drawing; draws and ends the turn when there is nothing else.
fn choices(legal: &[Action]) -> Vec<&Action> {
    let idle =
        |action: &&Action| action.get::<DrawCard>().is_some() || action.get::<EndTurn>().is_some();
    let busy: Vec<_> = legal.iter().filter(|action| !idle(action)).collect();
    if busy.is_empty() {
        legal.iter().collect()
    } else {
        busy
    }
}

fn legal(game: &GameEngine) -> Vec<Action> {
    let seats = game.state().seats();
    let first = game.state().current_player().unwrap();
    (0..i32::try_from(seats).unwrap())
        .flat_map(|step| game.legal_actions(first.step(step, seats)))
        .collect()
}

fn hands(game: &GameEngine, out: &mut String) {
    let state = game.state();
    for zone in state.zones() {
        let cards: Vec<_> = state
            .zone(zone)
            .iter()
            .map(|&card| state.card(card).name())
            .collect();
        writeln!(
            out,
            "  {} ({}): {}",
            state.names().zone(zone),
            cards.len(),
            cards.join(" ")
        )
        .unwrap();
    }
}

fn play_through(name: &str, profile: &str, players: usize) -> String {
    let options = Value::Map([("profile".to_owned(), profile.to_owned().into())].into());
    let rules = decklet::registry().build(name, &options).unwrap();
    let mut game = GameEngine::new(rules, Seed::from(7));
    game.create_game(Player::numbered(players)).unwrap();
    let mut out = format!("{name}, profile {profile}, {players} players, seed 7\n\n");
    let mut random = Seed::from(7).rng(Stream::POLICY);
    game.start().unwrap();
    loop {
        let entry = game.log().last().unwrap();
        match entry.action() {
            None => writeln!(out, "{:3} start", entry.index()),
            Some(action) => {
                let action = wire::action_to_named(&game, action);
                let Value::Map(payload) = &action.payload else {
                    panic!("a payload is a map")
                };
                let player = action.player_id.unwrap_or_default();
                writeln!(
                    out,
                    "{:3} {player} {} {}",
                    entry.index(),
                    action.kind,
                    fields(payload)
                )
            }
        }
        .unwrap();
        for event in game.seen_events(entry.events(), Viewer::Referee) {
            writeln!(
                out,
                "      {}: {}",
                event.event_type(),
                fields(&event.payload())
            )
            .unwrap();
        }
        if entry.action().is_none() {
            hands(&game, &mut out);
        }
        if game.state().status() == Status::Finished {
            break;
        }
        let legal = legal(&game);
        let choices = choices(&legal);
        let choice = random.below(u32::try_from(choices.len()).unwrap()) as usize;
        game.dispatch(choices[choice]).unwrap();
    }
    writeln!(out, "\nat the end, hash {}", game.state().hash()).unwrap();
    hands(&game, &mut out);
    for (name, value) in game.view(Seat(0)).variables() {
        writeln!(out, "  {name}: {}", text(&value)).unwrap();
    }
    out.lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Every rule of every profile with its codes, as one page.
fn table_of_rules() -> String {
    let mut out = String::from(
        "# Rules and deny codes\n\nWritten by `cargo xtask bless` from the rules themselves. A game has the \
         rules that matter\nunder its options; `decklet rules GAME --profile P` shows them in the order in \
         which they are\nasked. The first that denies decides.\n\nThe engine's own: `engine-origin` \
         (SYSTEM_ACTION), `engine-start` (NOT_STARTED), `engine-limit`\n(CASCADE_LIMIT), `engine-fault` \
         (PLUGIN_FAULT), and BAD_ACTION without a rule.\n",
    );
    for (game, profiles) in [
        (
            "doudizhu",
            doudizhu::profile::Profile::all()
                .iter()
                .map(doudizhu::profile::Profile::name)
                .collect::<Vec<_>>(),
        ),
        ("uno", uno::profile::NAMES.to_vec()),
    ] {
        let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
        for profile in profiles {
            let options = Value::Map([("profile".to_owned(), profile.to_owned().into())].into());
            let rules = decklet::registry().build(game, &options).unwrap();
            for rule in rules.rules() {
                let types = rule.applies_to().names().join(" ");
                let types = if types.is_empty() {
                    "every action".to_owned()
                } else {
                    types
                };
                let row = format!(
                    "| `{}` | {} | {types} | {} |",
                    rule.id(),
                    rule.name(),
                    rule.codes().join(" ")
                );
                match rows.iter_mut().find(|(known, _)| *known == row) {
                    Some((_, profiles)) => profiles.push(profile),
                    None => rows.push((row, vec![profile])),
                }
            }
        }
        rows.sort_by_key(|(_, profiles)| std::cmp::Reverse(profiles.len()));
        writeln!(
            out,
            "\n## {game}\n\n| rule | name | for | codes | profiles |\n|---|---|---|---|---|"
        )
        .unwrap();
        for (row, profiles) in rows {
            writeln!(out, "{row} {} |", profiles.join(", ")).unwrap();
        }
    }
    out
}

#[test]
fn the_table_of_rules_is_as_written() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let table = table_of_rules();
    if std::env::var_os("DECKLET_BLESS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == table,
        "docs/rules.md differs; run cargo xtask bless"
    );
}

#[test]
fn playthroughs_are_as_written() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/goldens");
    for &(name, profile, players) in GOLDENS {
        let path = folder.join(format!("{name}-{profile}.txt"));
        let played = play_through(name, profile, players);
        if std::env::var_os("DECKLET_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &played).unwrap();
        }
        let written = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; run cargo xtask bless", path.display()));
        let differs = written
            .lines()
            .zip(played.lines())
            .find(|(old, new)| old != new);
        assert!(
            written == played,
            "{} differs, first at {differs:?}; if that is right, run cargo xtask bless",
            path.display()
        );
    }
}
