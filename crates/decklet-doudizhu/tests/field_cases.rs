//! Cases from the field: what went wrong elsewhere, each under its id.

mod common;

use common::{hand, profile};
use decklet_doudizhu::{
    auction::{Auction, Bid, Step},
    combination::{Combination, Comparison, Kind, compare, detect, readings},
    deal::{Deal, Game, Move, MoveList, Phase},
    hand::Hand,
    plays::{PlayList, all_plays, plays},
    profile::{AllPass, Bidding, NoLandlord, Profile},
    score::{Tally, Team},
    seat::Seat,
    tools,
    trick::Trick,
};
use decklet_engine::Seed;
use std::collections::BTreeSet;

fn kind(cards: &str, name: &str) -> Option<Kind> {
    detect(hand(cards), &profile(name).combinations).map(Combination::kind)
}

fn beats(play: &str, previous: &str, name: &str) -> Option<bool> {
    tools::beats(hand(previous), hand(play), profile(name))
}

fn legal(cards: &str, last: Option<&str>, name: &str) -> Vec<String> {
    tools::legal(hand(cards), last.map(hand), profile(name)).unwrap()
}

fn names() -> impl Iterator<Item = &'static str> {
    Profile::all().iter().map(Profile::name)
}

#[test]
fn ddz_001_a_plane_with_two_singles_wins_on_the_spot() {
    for name in names() {
        let plane = detect(hand("33344456"), &profile(name).combinations).unwrap();
        assert_eq!(
            (plane.kind(), plane.length()),
            (Kind::PlaneSolo, 2),
            "{name}"
        );
        let hands = [hand("33344456"), hand("3456"), hand("7")];
        let trick = Trick::default();
        let mut deal = Deal::from_hands(profile(name), hands, Seat::First, Seat::First, trick);
        let mut moves = MoveList::new();
        deal.legal(&mut moves);
        let all = moves
            .iter()
            .find(|m| matches!(m, Move::Play(p) if p.cards.len() == 8))
            .unwrap();
        deal.apply(*all);
        assert_eq!(deal.winner(), Some(Team::Landlord), "{name}");
    }
}

#[test]
fn ddz_002_a_trio_with_two_singles_is_nothing() {
    for name in names() {
        assert_eq!(kind("99923", name), None, "{name}");
    }
}

#[test]
fn ddz_004_twos_may_be_kickers_and_a_trio() {
    for name in names() {
        assert_eq!(kind("33344425", name), Some(Kind::PlaneSolo), "{name}");
        assert_eq!(kind("3334442266", name), Some(Kind::PlanePair), "{name}");
        assert_eq!(kind("22233", name), Some(Kind::TrioPair), "{name}");
        assert_eq!(kind("33322", name), Some(Kind::TrioPair), "{name}");
    }
}

#[test]
fn ddz_005_equal_pairs_do_not_beat() {
    for name in names() {
        let options = profile(name);
        let pair = detect(hand("22"), &options.combinations).unwrap();
        assert_eq!(compare(pair, pair, &options.beats), Comparison::Equal);
        assert_eq!(beats("22", "22", name), Some(false), "{name}");
        assert_eq!(legal("22", Some("22"), name), ["pass"], "{name}");
    }
}

#[test]
fn ddz_007_the_rocket_beats_a_bomb() {
    for name in names() {
        assert_eq!(beats("BR", "5555", name), Some(true), "{name}");
    }
}

#[test]
fn ddz_008_a_bomb_beats_a_higher_pair() {
    for name in names() {
        assert_eq!(beats("8888", "QQ", name), Some(true), "{name}");
    }
}

#[test]
fn ddz_010_a_trio_alone_and_with_a_pair() {
    for name in names() {
        assert_eq!(kind("KKK", name), Some(Kind::Trio), "{name}");
        assert_eq!(kind("KKK33", name), Some(Kind::TrioPair), "{name}");
    }
}

#[test]
fn ddz_013_a_kicker_is_of_no_rank_of_the_plane() {
    for name in names() {
        assert_eq!(kind("34445555", name), None, "{name}");
        let offered = legal("34445555", None, name);
        assert!(!offered.contains(&"34445555".to_owned()), "{name}");
    }
}

#[test]
fn ddz_014_four_trios_have_one_reading_unless_the_profile_says_so() {
    for name in names() {
        let ways = readings(hand("555666777888"), &profile(name).combinations);
        assert_eq!(
            (ways[0].kind(), ways[0].length()),
            (Kind::Plane, 4),
            "{name}"
        );
        let several = ["openspiel", "douzero", "classic", "happy", "contest"].contains(&name);
        assert_eq!(ways.len(), if several { 3 } else { 1 }, "{name}");
        let follows = beats("555666777888", "333444555JQK", name);
        assert_eq!(
            follows,
            Some(several),
            "{name}: as three trios with three kickers"
        );
    }
}

#[test]
fn ddz_016_both_jokers_as_kickers_are_an_option_and_never_a_crash() {
    for name in names() {
        let allowed = ["douzero", "botzone-1", "botzone-2"].contains(&name);
        assert_eq!(kind("666777BR", name).is_some(), allowed, "{name}");
        let answer = tools::legal(hand("888999TTTJJJ3"), Some(hand("666777BR")), profile(name));
        assert_eq!(answer.is_ok(), allowed, "{name}");
    }
}

#[test]
fn ddz_020_a_trio_with_a_card_has_ten_answers_here() {
    for name in names() {
        let mut expected: Vec<_> = ["3", "5", "6", "7", "9"]
            .map(|k| hand(&format!("QQQ{k}")))
            .into();
        expected.extend(["3", "5", "6", "7", "Q"].map(|k| hand(&format!("999{k}"))));
        let expected: BTreeSet<_> = expected
            .iter()
            .map(Hand::to_string)
            .chain(["pass".into()])
            .collect();
        let answers = legal("QQQ9997766635", Some("8884"), name);
        assert_eq!(answers.len(), 11, "{name}");
        assert_eq!(
            answers.into_iter().collect::<BTreeSet<_>>(),
            expected,
            "{name}"
        );
    }
}

#[test]
fn ddz_023_planes_with_other_kickers_do_not_beat() {
    for name in names() {
        let quirk = name == "game-claw-source";
        assert_eq!(beats("555666", "33344478", name), Some(quirk), "{name}");
        assert_eq!(beats("55566678", "3334447788", name), Some(quirk), "{name}");
        assert_eq!(beats("55566678", "33344478", name), Some(true), "{name}");
    }
}

#[test]
fn ddz_025_chains_of_pairs_and_planes_are_offered() {
    for name in names() {
        let offered = legal("333444556678", None, name);
        for cards in [
            "445566",
            "334455",
            "33445566",
            "333444",
            "33344478",
            "3334445566",
            "45678",
        ] {
            assert!(offered.contains(&cards.to_owned()), "{name}: {cards}");
        }
    }
}

#[test]
fn ddz_026_jokers_as_kickers_follow_one_rule_a_kind_and_profile() {
    let table = [
        ("decklet", false, false, true),
        ("game-claw", false, false, true),
        ("game-claw-source", false, false, true),
        ("openspiel", true, false, false),
        ("rlcard", true, false, false),
        ("douzero", true, true, true),
        ("botzone-1", true, true, true),
        ("botzone-2", true, true, true),
        ("pagat", true, false, false),
        ("classic", true, false, false),
        ("happy", true, false, false),
        ("contest", true, false, false),
    ];
    assert!(table.iter().map(|row| row.0).eq(names()));
    for (name, one_on_plane, both_on_plane, both_on_four) in table {
        assert_eq!(kind("3334445B", name).is_some(), one_on_plane, "{name}");
        assert_eq!(kind("333444BR", name).is_some(), both_on_plane, "{name}");
        assert_eq!(kind("3333BR", name).is_some(), both_on_four, "{name}");
    }
}

#[test]
fn ddz_028_the_number_of_actions_is_counted_not_claimed() {
    let sets: BTreeSet<_> = all_plays(profile("rlcard"))
        .into_iter()
        .map(|play| play.cards)
        .collect();
    assert_eq!(sets.len() + 1, 27_472, "with pass");
}

#[test]
fn ddz_040_every_way_to_call_and_rob_ends() {
    for bidding in [Bidding::FirstCall, Bidding::CallRobOnce, Bidding::CallRob] {
        for answers in 0..64_u32 {
            let mut auction = Auction::new(Seat::First);
            let mut ended = None;
            for bit in 0..6 {
                let yes = answers >> bit & 1 == 1;
                let calling = auction.candidate().is_none();
                let bid = if calling {
                    Bid::Call(yes)
                } else {
                    Bid::Rob(yes)
                };
                let turn = auction.turn();
                auction.check(turn, bid, &bidding).unwrap();
                match auction.apply(turn, bid, &bidding) {
                    Step::Next(_) => {}
                    step => {
                        ended = Some(step);
                        break;
                    }
                }
            }
            assert!(ended.is_some(), "{bidding:?} {answers:06b}");
            assert_eq!(
                ended == Some(Step::AllPassed),
                answers & 7 == 0,
                "{answers:06b}"
            );
            if answers & 0b111_111 == 1 {
                assert_eq!(ended, Some(Step::Landlord(Seat::First)), "the others pass");
            }
        }
    }
}

#[test]
fn ddz_041_anti_spring_is_exactly_one_play_of_the_landlord() {
    let score = |landlord_plays| {
        let case = format!(
            r#"{{"profile":"botzone-2","landlord":0,"winner":1,"bid":1,"plays":[{landlord_plays},4,0]}}"#
        );
        let answer = tools::score(&serde_json::from_str(&case).unwrap()).unwrap();
        serde_json::to_string(&answer.points).unwrap()
    };
    assert_eq!(score(1), "[-4,2,2]");
    assert_eq!(score(2), "[-2,1,1]");
}

#[test]
fn ddz_043_the_points_sum_to_zero() {
    for name in names() {
        for winner in [0, 1] {
            let case = format!(
                r#"{{"profile":"{name}","landlord":0,"winner":{winner},"bid":2,"bombs":1,"plays":[5,4,3]}}"#
            );
            let answer = tools::score(&serde_json::from_str(&case).unwrap()).unwrap();
            let points = serde_json::to_value(answer.points).unwrap();
            let sum: f64 = points
                .as_array()
                .unwrap()
                .iter()
                .map(|p| p.as_f64().unwrap())
                .sum();
            let as_rlcard = ["rlcard", "botzone-1"].contains(&name);
            assert_eq!(sum != 0.0, as_rlcard, "{name}: {points}");
        }
    }
    let case = r#"{"profile":"pagat","landlord":1,"winner":0,"bid":3,"bombs":1,"rockets":1,"plays":[5,4,3]}"#;
    let answer = tools::score(&serde_json::from_str(case).unwrap()).unwrap();
    assert_eq!(
        serde_json::to_string(&answer.points).unwrap(),
        "[12,-24,12]"
    );
}

#[test]
fn ddz_044_redeals_have_a_limit_where_one_is_set() {
    for (then, landlord) in [
        (NoLandlord::Void, None),
        (NoLandlord::ForceFirst, Some(Seat::First)),
    ] {
        let capped = Profile::builder("capped", profile("decklet"))
            .all_pass(AllPass::Redeal {
                limit: Some(3),
                then,
            })
            .build()
            .unwrap();
        let mut game = Game::new(&capped, &Seed::from(1));
        let mut declined = 0;
        while game.deal().phase() == Phase::Bidding {
            game.apply(Move::Bid(Bid::Call(false)));
            declined += 1;
        }
        assert_eq!((declined, game.deal().redeals()), (12, 3));
        assert_eq!(game.deal().landlord(), landlord);
        assert_eq!(game.deal().is_over(), landlord.is_none());
    }
}

#[test]
fn ddz_046_the_multiplier_can_be_capped_and_taken_as_a_logarithm() {
    use decklet_doudizhu::auction::{Doublings, Showing};
    let douzero = profile("douzero");
    let mut score = douzero.score;
    score.cap = Some(32);
    let capped = Profile::builder("capped", douzero)
        .score(score)
        .build()
        .unwrap();
    let tally = Tally {
        bombs: 7,
        plays: [9, 8, 7],
        ..Tally::default()
    };
    let (landlord, winner) = (Seat::First, Team::Landlord);
    let (showing, doublings) = (Showing::new(landlord), Doublings::new());
    let settle = |p: &Profile| tally.settle(landlord, winner, &showing, &doublings, p);
    let log = |p: &Profile| tally.log_points(landlord, winner, &showing, &doublings, p);
    assert_eq!(tally.multiplier(douzero), 128);
    assert_eq!(settle(douzero), [256, -128, -128]);
    assert_eq!(settle(&capped), [64, -32, -32]);
    assert_eq!(log(douzero), [8, -8, -8]);
}

#[test]
fn a_player_follows_the_reading_that_was_played() {
    // Four trios led as three with kickers are answered by three with kickers only.
    let openspiel = profile("openspiel");
    let ways = readings(hand("333444555666"), &openspiel.combinations);
    let mut list = PlayList::new();
    for reading in ways {
        plays(
            hand("777888999TTTJQKA"),
            Some(reading),
            openspiel,
            &mut list,
        );
        assert!(!list.is_empty());
        assert!(
            list.iter()
                .all(|play| play.combination.kind() == reading.kind())
        );
    }
}
