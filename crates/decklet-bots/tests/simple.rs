//! What the simple bots do, seen in whole games.

use decklet_bots::{Agent, Lowest, Random};
use decklet_engine::{
    Action, GameEngine, NamedAction, Player, Ruleset, Seat, Seed, Status, Value, Viewer, wire,
};
use std::{collections::BTreeSet, sync::Arc};

fn doudizhu(profile: &str) -> Arc<Ruleset> {
    let profile = decklet_doudizhu::profile::Profile::named(profile).unwrap();
    decklet_doudizhu::plugin::ruleset(profile).unwrap()
}

fn uno() -> Arc<Ruleset> {
    decklet_uno::plugin::ruleset(&decklet_uno::profile::Options::decklet()).unwrap()
}

/// What a bot was asked, and what it chose.
struct Asked<'a> {
    game: &'a GameEngine,
    seat: Seat,
    legal: &'a [Action],
    choice: usize,
}

impl Asked<'_> {
    fn named(&self) -> Vec<NamedAction> {
        let named = |action| wire::action_to_named(self.game, action);
        self.legal.iter().map(named).collect()
    }

    /// The highest rank of a play, if it is one and no bomb.
    fn height(&self, action: &NamedAction) -> Option<i64> {
        let Some(Value::List(names)) = action.payload.get("cardIds") else {
            return None;
        };
        let rank = |name: &Value| {
            let card = self.game.rules().find_card(name.as_text()?)?;
            self.game.rules().card(card).data().get("rank")?.as_number()
        };
        let ranks: Vec<i64> = names.iter().filter_map(rank).collect();
        let bomb = match ranks[..] {
            [a, b] => a + b == 33,
            [a, b, c, d] => a == b && b == c && c == d,
            _ => false,
        };
        ranks.into_iter().max().filter(|_| !bomb)
    }
}

/// Plays a game to its end and shows every decision to `watch`.
fn play(
    rules: &Arc<Ruleset>,
    seed: u64,
    bots: &mut [Box<dyn Agent>],
    watch: &mut dyn FnMut(Asked<'_>),
) {
    let mut game = GameEngine::new(rules.clone(), Seed::from(seed));
    game.create_game(Player::numbered(bots.len())).unwrap();
    game.start().unwrap();
    while game.state().status() == Status::Playing {
        let seat = game.state().current_player().unwrap();
        let legal = game.legal_actions(seat);
        let choice = bots[seat.index()].choose(&game.lens(Viewer::Seat(seat)), &legal);
        watch(Asked {
            game: &game,
            seat,
            legal: &legal,
            choice,
        });
        game.dispatch(&legal[choice]).unwrap();
    }
}

fn lowest(count: usize) -> Vec<Box<dyn Agent>> {
    (0..count)
        .map(|_| Box::new(Lowest) as Box<dyn Agent>)
        .collect()
}

#[test]
fn lowest_plays_the_lowest_cards_and_passes_only_when_it_must() {
    let (mut plays, mut passes, mut bombs) = (0, 0, 0);
    for seed in 0..40 {
        play(&doudizhu("game-claw"), seed, &mut lowest(3), &mut |asked| {
            let named = asked.named();
            let chosen = &named[asked.choice];
            let heights = named.iter().filter_map(|action| asked.height(action));
            match (&*chosen.kind, asked.height(chosen)) {
                ("PLAY_CARDS", Some(height)) => {
                    assert_eq!(Some(height), heights.min());
                    plays += 1;
                }
                ("PLAY_CARDS", None) => {
                    assert_eq!(
                        heights.count(),
                        0,
                        "a bomb is for when nothing else will do"
                    );
                    bombs += 1;
                }
                ("PASS", _) => {
                    assert_eq!(
                        named.len(),
                        1,
                        "{:?} passes though it could play",
                        asked.seat
                    );
                    passes += 1;
                }
                _ => {}
            }
        });
    }
    assert!(
        plays > 500 && passes > 500 && bombs > 5,
        "{plays} {passes} {bombs}"
    );
}

#[test]
fn lowest_bids_with_high_cards_and_neither_doubles_nor_shows() {
    let mut bids = BTreeSet::new();
    for seed in 0..40 {
        play(&doudizhu("game-claw"), seed, &mut lowest(3), &mut |asked| {
            let chosen = asked.named().swap_remove(asked.choice);
            assert!(!matches!(&*chosen.kind, "DOUBLE" | "SHOW_CARDS"));
            if let Some(bid) = chosen.payload.get("bid").and_then(Value::as_number) {
                bids.insert(bid);
            }
        });
    }
    assert_eq!(bids, [0, 3].into());
}

#[test]
fn lowest_draws_in_uno_only_without_a_card_to_play_and_keeps_wild_cards() {
    let mut draws = 0;
    for seed in 0..40 {
        play(&uno(), seed, &mut lowest(3), &mut |asked| {
            let named = asked.named();
            let is_play = |action: &&NamedAction| action.kind == "PLAY_CARD";
            let is_wild = |action: &NamedAction| action.payload.to_string().contains("wild");
            let chosen = &named[asked.choice];
            if chosen.kind == "DRAW_CARD" {
                assert_eq!(named.iter().filter(is_play).count(), 0);
                draws += 1;
            }
            if is_play(&chosen) && is_wild(chosen) {
                assert!(named.iter().filter(is_play).all(is_wild));
            }
        });
    }
    assert!(draws > 40, "{draws}");
}

#[test]
fn random_takes_everything_sometime_and_the_same_with_the_same_seed() {
    let rules = doudizhu("decklet");
    let choices = |seed: u64| {
        let bot = |seat| Box::new(Random::new(&Seed::from(seed), Seat(seat))) as Box<dyn Agent>;
        let mut choices = Vec::new();
        play(&rules, 1, &mut [bot(0), bot(1), bot(2)], &mut |asked| {
            choices.push((asked.choice, asked.legal.len()));
        });
        choices
    };
    assert_eq!(choices(1), choices(1));
    assert_ne!(choices(1), choices(2));
    let of_two = (0..40).flat_map(choices).filter(|(_, count)| *count == 2);
    let taken: BTreeSet<usize> = of_two.map(|(choice, _)| choice).collect();
    assert_eq!(taken, [0, 1].into());
}
