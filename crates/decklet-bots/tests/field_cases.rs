//! Cases from the field: what went wrong elsewhere, each under its id.

use decklet_bots::{Budget, Level, RemoteBot};
use decklet_doudizhu::{
    card::Card,
    combination::{Combination, beating},
    hand::{CardSet, Hand},
    plays::{Play, all_plays, for_each},
    plugin::{ruleset, state::kind_name},
    profile::{Options, Profile, Reading},
};
use decklet_engine::{Rng, Seed, Stream};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn names(cards: CardSet) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// The cards of these ranks, the lowest of the set.
fn take(from: CardSet, ranks: Hand) -> CardSet {
    from.lowest(ranks).unwrap().into_iter().collect()
}

fn without(cards: CardSet, taken: CardSet) -> CardSet {
    cards.iter().filter(|&card| !taken.contains(card)).collect()
}

fn hand(cards: &str) -> Hand {
    cards.parse().unwrap()
}

/// A seat to play, p1 being the landlord.
struct Position<'a> {
    options: &'a Options,
    me: &'a str,
    hand: CardSet,
    counts: [usize; 3],
    played: CardSet,
    /// What is on the table, by p1; nothing when this seat leads.
    last: Option<Combination>,
}

impl Position<'_> {
    fn plays(&self) -> Vec<Play> {
        let mut plays = Vec::new();
        for_each(self.hand.hand(), self.last, self.options, |play| {
            plays.push(play);
        });
        plays
    }

    fn question(&self) -> Value {
        let mut zones = BTreeMap::from([(
            "ddz-played".to_owned(),
            json!({ "count": self.played.iter().count(), "cards": names(self.played) }),
        )]);
        for (id, count) in ["p1", "p2", "p3"].iter().zip(self.counts) {
            let zone = match *id == self.me {
                true => json!({ "count": count, "cards": names(self.hand) }),
                false => json!({ "count": count }),
            };
            zones.insert(format!("player:{id}:hand"), zone);
        }
        let mut legal: Vec<Value> = self.plays().iter().map(|play| self.action(play)).collect();
        let mut variables = json!({ "ddz.phase": "PLAYING", "ddz.landlordId": "p1" });
        if let Some(last) = self.last {
            legal.push(json!({ "type": "PASS" }));
            variables["ddz.lastPlayerId"] = json!("p1");
            variables["ddz.lastCombination"] = json!({
                "type": kind_name(last.kind()),
                "mainRank": last.main_rank(),
                "length": last.length(),
            });
        }
        json!({
            "legal": legal,
            "view": {
                "viewer": self.me,
                "currentPlayerId": self.me,
                "players": [{ "id": "p1" }, { "id": "p2" }, { "id": "p3" }],
                "zones": zones,
                "variables": variables,
            },
        })
    }

    fn action(&self, play: &Play) -> Value {
        let mut payload = json!({ "cardIds": names(take(self.hand, play.cards)) });
        if self.options.reading == Reading::Declared {
            payload["reading"] = json!({
                "type": kind_name(play.combination.kind()),
                "low": play.combination.low().number(),
                "length": play.combination.length(),
            });
        }
        json!({ "type": "PLAY_CARDS", "payload": payload })
    }
}

fn bot(profile: &Profile, level: Level, playouts: u64) -> RemoteBot {
    let budget = Budget::playouts(playouts);
    RemoteBot::new(ruleset(profile).unwrap(), level, Seed::from(1), budget)
}

/// The ranks that an answer plays; empty for a pass.
fn ranks(action: &decklet_engine::NamedAction) -> Hand {
    let json = serde_json::to_value(action).unwrap();
    let names = json["payload"]["cardIds"].as_array();
    let cards = names
        .into_iter()
        .flatten()
        .map(|name| name.as_str().unwrap().parse().unwrap());
    cards.collect::<CardSet>().hand()
}

#[test]
fn ddz_019_bomb_and_rocket_are_not_thrown_away_together() {
    let profile = Profile::named("douzero").unwrap();
    let deck: CardSet = Card::all().collect();
    // With the others in one play, as 89TJQKA, it would win on the spot.
    for others in ["34689JK", "3345689", "468TQKA", "3469JQK"] {
        let waste = hand("7777BR");
        let mine = take(deck, waste.with(hand(others)).unwrap());
        // The landlord has nine cards, the partner 55.
        let rest = without(deck, mine);
        let partner = take(rest, hand("55"));
        let landlord: CardSet = without(rest, partner).iter().step_by(4).take(9).collect();
        let position = Position {
            options: profile.options(),
            me: "p3",
            hand: mine,
            counts: [9, 2, 13],
            played: without(without(rest, partner), landlord),
            last: None,
        };
        assert!(
            position.plays().iter().any(|play| play.cards == waste),
            "it is legal"
        );
        for (level, playouts) in [(Level::Greedy, 1), (Level::Expert, 600)] {
            let answer = bot(profile, level, playouts).answer(&position.question().to_string());
            let played = ranks(&answer.unwrap().action.unwrap());
            assert!(!played.is_empty());
            assert_ne!(played, waste, "{level} with {others}");
        }
    }
}

#[test]
fn ddz_022_every_bot_answers_every_lead_of_every_length() {
    let deck: CardSet = Card::all().collect();
    for profile in Profile::all() {
        let mut rng: Rng = Seed::from(3).rng(Stream::DEAL);
        // One lead of each kind and length.
        let mut leads: BTreeMap<(String, u8), Play> = BTreeMap::new();
        for play in all_plays(profile.options()) {
            let kind = kind_name(play.combination.kind()).to_owned();
            leads
                .entry((kind, play.combination.length()))
                .or_insert(play);
        }
        assert!(leads.len() > 25, "{}", leads.len());
        let mut bots = Level::ALL.map(|level| bot(profile, level, 4));
        for ((kind, length), lead) in leads {
            let played = take(deck, lead.cards);
            let count = played.iter().count();
            if count == 20 {
                continue; // The landlord has won.
            }
            let mut rest: Vec<Card> = without(deck, played).iter().collect();
            rng.shuffle(&mut rest);
            let position = Position {
                options: profile.options(),
                me: "p2",
                hand: rest.into_iter().take(17).collect(),
                counts: [20 - count, 17, 17],
                played,
                last: beating(lead.cards, lead.combination, None, profile.options()).ok(),
            };
            let question = position.question().to_string();
            for bot in &mut bots {
                let answer = bot.answer(&question);
                assert!(
                    answer.is_ok(),
                    "{} {kind} {length}: {answer:?}",
                    profile.name()
                );
            }
        }
    }
}
