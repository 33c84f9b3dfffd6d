//! What several test files need.
#![allow(dead_code, reason = "each test file uses its own part")]

use decklet_engine::{Rng, Seed, Stream};
use decklet_uno::{
    card::Card,
    hand::Hand,
    legal::Action,
    profile::{Options, Rules},
    round::{Deal, Round},
    table::{Seat, Table},
};

/// The card of this name.
pub fn card(name: &str) -> Card {
    name.parse().unwrap()
}

/// The cards of these names, parted by spaces.
pub fn hand(names: &str) -> Hand {
    names.split_whitespace().map(card).collect()
}

/// A stream for what a test does not care about.
pub fn rng() -> Rng {
    Seed::from(0).rng(Stream::PLAY)
}

/// A round set up by hand, and its randomness.
pub struct Scene {
    pub round: Round,
    pub rng: Rng,
}

impl Scene {
    /// These hands by seat, and the deck from top to bottom: its first card is turned up first.
    /// The last seat deals, so that seat 0 plays first.
    pub fn new(options: Options, hands: &[&str], deck: &str) -> Self {
        let rules = options.build().unwrap();
        let hands: Vec<Hand> = hands.iter().map(|names| hand(names)).collect();
        let mut deck: Vec<Card> = deck.split_whitespace().map(card).collect();
        deck.reverse();
        let deal = Deal::from_hands(&rules, &hands, &deck).unwrap();
        let mut rng = rng();
        let round = Round::from_deal(&rules, deal, hands.len() as Seat - 1, &mut rng);
        Self { round, rng }
    }

    pub fn table(&self) -> &Table {
        self.round.table()
    }

    pub fn current(&self) -> Seat {
        self.table().turn.current
    }

    pub fn count(&self, seat: Seat) -> u32 {
        self.round.hand(seat).len()
    }

    /// Does an action that must be allowed.
    #[track_caller]
    pub fn act(&mut self, seat: Seat, action: Action) -> &mut Self {
        if let Err(denial) = self.round.apply(seat, action, &mut self.rng) {
            panic!("{action:?} of seat {seat} was denied: {denial:?}");
        }
        self
    }

    #[track_caller]
    pub fn play(&mut self, seat: Seat, name: &str) -> &mut Self {
        self.act(seat, Action::Play(card(name)))
    }

    /// The code with which an action is denied, and the round must not change; `ok` if it is
    /// allowed, which then has not happened.
    pub fn code(&self, seat: Seat, action: Action) -> &'static str {
        let mut copy = self.round;
        match copy.apply(seat, action, &mut self.rng.clone()) {
            Ok(()) => "ok",
            Err(denial) => {
                assert_eq!(copy, self.round, "a denied action changed the round");
                assert!(
                    denial.rule.codes().contains(&denial.why.code()),
                    "{denial:?}"
                );
                denial.why.code()
            }
        }
    }

    pub fn code_of_play(&self, seat: Seat, name: &str) -> &'static str {
        self.code(seat, Action::Play(card(name)))
    }

    /// The seat's legal actions as text: card names, or the action's debug form.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        let text = |action| match action {
            Action::Play(card) => card.to_string(),
            other => format!("{other:?}"),
        };
        self.round.legal(seat).iter().map(text).collect()
    }
}

/// Every option and all it can be, penalties and hand sizes by example.
pub const VALUES: &[(&str, &[&str])] = &[
    ("deck", &["classic108", "shuffle112", "swap112"]),
    ("custom_wild", &["color_only", "skip"]),
    ("hand", &["1", "2", "3", "5", "7", "7", "7", "8", "10"]),
    ("min_players", &["2", "2", "4"]),
    ("max_players", &["4", "7", "10", "10"]),
    ("teams", &["false", "false", "true"]),
    ("first_player", &["lowest_seat", "left_of_dealer", "random"]),
    (
        "first_card",
        &["number_only", "official", "any_but_wilds", "any_but_four"],
    ),
    ("first_card_return", &["bottom", "reshuffle"]),
    ("first_wild_color", &["first_player", "random"]),
    ("first_draw_two", &["misses_turn", "still_plays"]),
    ("draw", &["one", "until_playable", "any_number"]),
    ("draw_when_playable", &["true", "false"]),
    (
        "after_draw",
        &[
            "keep_turn",
            "end_unless_playable",
            "end_always",
            "auto_play",
        ],
    ),
    ("playable_after_draw", &["drawn_only", "any", "none"]),
    ("forced_play", &["false", "true"]),
    ("pass_without_draw", &["false", "false", "true"]),
    (
        "wd4",
        &[
            "enforced_no_color",
            "enforced_no_other",
            "bluff_allowed",
            "free",
        ],
    ),
    ("challenge", &["true", "false"]),
    ("challenge_guilty", &["4", "0", "6"]),
    ("challenge_innocent", &["6", "4", "20"]),
    ("guilty_keeps_turn", &["true", "false"]),
    ("color_pending_blocks", &["true", "true", "true", "false"]),
    ("wild_on_wild", &["true", "true", "false"]),
    (
        "stack",
        &["none", "two_on_two", "same_kind", "four_on_two", "any"],
    ),
    ("deflect", &["none", "skip", "reverse", "both"]),
    ("jump_in", &["false", "true"]),
    ("seven_zero", &["none", "seven", "zero", "both"]),
    ("uno_call", &["off", "auto", "manual", "manual"]),
    ("uno_penalty", &["2", "4", "0"]),
    ("false_call", &["0", "2", "4"]),
    ("last_card_effects", &["none", "draws_apply"]),
    ("win_on", &["any", "number_only", "no_wild"]),
    ("reverse_two_players", &["skip", "reverse_only"]),
    ("exhaustion", &["keep_top", "all"]),
    ("empty", &["draw_available", "end_round"]),
    ("stalemate", &["no_winner", "lowest_points"]),
    ("scoring", &["none", "winner_takes", "each_keeps"]),
    ("target", &["500", "200"]),
];

/// Options drawn at random until there are some that can be played, and a table for them.
pub fn random_mix(rng: &mut Rng) -> (Rules, u8) {
    loop {
        let mut options = Options::decklet();
        for (option, values) in VALUES {
            let value = values[rng.below(values.len() as u32) as usize];
            options.set(option, value).unwrap();
        }
        let players = 2 + rng.below(9) as u8;
        let Ok(rules) = options.build() else { continue };
        if rules.check_players(players).is_ok() {
            return (rules, players);
        }
    }
}

/// The options that differ from the profile `decklet`, for messages.
pub fn differences(rules: &Rules) -> String {
    let all = |options: &Options| serde_json::to_value(options).unwrap();
    let (these, plain) = (all(rules.options()), all(&Options::decklet()));
    let differ = these
        .as_object()
        .unwrap()
        .iter()
        .filter(|(name, value)| plain[*name] != **value);
    differ
        .map(|(name, value)| format!("{name}={value} "))
        .collect()
}

/// Every action there is at a table of ten.
pub fn every_action() -> Vec<Action> {
    let mut all: Vec<Action> = (0..=255).filter_map(Card::new).map(Action::Play).collect();
    all.extend([Action::Draw, Action::EndTurn]);
    all.extend(decklet_uno::card::UNO_COLORS.map(Action::ChooseColor));
    all.extend((0..10).map(Action::ChooseTarget));
    all.extend([Action::Challenge, Action::Accept, Action::CallUno]);
    all.extend((0..10).map(Action::Catch));
    all
}
