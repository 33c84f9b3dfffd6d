//! The game around the plays: auctions, scores, whole games.

mod common;

use common::{data, hand, profile};
use decklet_doudizhu::{
    auction::{Auction, Bid, BidDenied, ShowDenied, Step, opening_seat},
    deal::{Deal, Deck, Game, Move, MoveDenied, MoveList, Phase},
    hand::Hand,
    profile::{AllPass, Bidding, FirstBidder, NoLandlord, Profile, Rounds},
    score::Team,
    seat::Seat,
    simulate::simulate,
    tools::{self, ScoreError},
    trick::Trick,
};
use decklet_engine::{Seed, Stream};

#[test]
fn the_executed_scores_come_out() {
    for line in data("doudizhu_scoring.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let answer = tools::score(&serde_json::from_str(line).unwrap()).unwrap();
        assert_eq!(
            serde_json::to_value(answer).unwrap()["points"],
            case["points"],
            "{line}"
        );
    }
}

#[test]
fn each_way_of_scoring() {
    for (case, points) in [
        (r#""profile":"decklet","winner":0,"bombs":2"#, "[0,0,0]"),
        (r#""profile":"rlcard","winner":0,"bombs":2"#, "[1,0,0]"),
        (r#""profile":"rlcard","winner":2"#, "[0,1,1]"),
        (
            r#""profile":"douzero","winner":1,"bombs":2,"rockets":1"#,
            "[-16,8,8]",
        ),
        (
            r#""profile":"contest","winner":0,"bid":3,"bombs":1,"rockets":1"#,
            "[18,-9,-9]",
        ),
        (
            r#""profile":"happy","winner":0,"robs":2,"shown":[5,3,0],"doubled":[4,2,1]"#,
            "[320,-160,-160]",
        ),
        (
            r#""profile":"botzone-1","winner":2,"weights":[30,20,11]"#,
            "[0.3,2.155,2.155]",
        ),
        (r#""profile":"botzone-2","winner":0,"bid":0"#, "[2,-1,-1]"),
        (
            r#""profile":"pagat","winner":1,"bid":2,"plays":[1,1,0]"#,
            "[-8,4,4]",
        ),
    ] {
        let plays = if case.contains("plays") {
            ""
        } else {
            r#","plays":[3,2,2]"#
        };
        let case = format!(r#"{{{case},"landlord":0{plays}}}"#);
        let answer = tools::score(&serde_json::from_str(&case).unwrap()).unwrap();
        assert_eq!(
            serde_json::to_string(&answer.points).unwrap(),
            points,
            "{case}"
        );
    }
    let case = r#"{"profile":"poker","landlord":0,"winner":1,"plays":[1,1,1]}"#;
    assert_eq!(
        tools::score(&serde_json::from_str(case).unwrap()),
        Err(ScoreError::Profile("poker".into()))
    );
}

#[test]
fn a_game_that_cannot_be_is_not_scored() {
    for (case, field) in [
        (r#""bid":4"#, "bid = 4"),
        (r#""bombs":200"#, "bombs = 200"),
        (r#""bombs":14"#, "bombs = 14"),
        (r#""bombs":8"#, "bombs = 8"),
        (r#""rockets":2"#, "rockets = 2"),
        (r#""robs":4"#, "robs = 4"),
        (r#""plays":[21,1,1]"#, "plays = 21"),
        (r#""plays":[1,18,1]"#, "plays = 18"),
        (r#""plays":[1,0,1]"#, "plays = 0"),
        (r#""shown":[0,0,3]"#, "shown = 3"),
        (r#""doubled":[1,3,1]"#, "doubled = 3"),
        (r#""doubled":[1,0,1]"#, "doubled = 0"),
    ] {
        let plays = if case.contains("plays") {
            ""
        } else {
            r#","plays":[3,2,2]"#
        };
        let case = format!(r#"{{"profile":"game-claw","landlord":0,"winner":1,{case}{plays}}}"#);
        let error = tools::score(&serde_json::from_str(&case).unwrap()).unwrap_err();
        assert!(error.to_string().starts_with(field), "{case}: {error}");
    }
}

/// Plays an auction to its end; the place of a bid that was refused.
fn auction(bidding: &Bidding, bids: &[Bid]) -> Result<Step, (usize, BidDenied)> {
    let mut auction = Auction::new(Seat::First);
    let mut step = Step::Next(Seat::First);
    for (at, &bid) in bids.iter().enumerate() {
        assert!(
            matches!(step, Step::Next(_)),
            "{bids:?} is over before bid {at}"
        );
        auction
            .check(auction.turn(), bid, bidding)
            .map_err(|denied| (at, denied))?;
        step = auction.apply(auction.turn(), bid, bidding);
    }
    Ok(step)
}

#[test]
fn the_executed_auctions_come_out() {
    for line in data("doudizhu_bidding.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let profile = profile(case["profile"].as_str().unwrap());
        let bids: Vec<_> = case["bids"].as_array().unwrap().iter().collect();
        let bids: Vec<_> = bids
            .into_iter()
            .map(|bid| Bid::Points(bid.as_u64().unwrap() as u8))
            .collect();
        match (
            auction(&profile.bidding, &bids),
            case["result"].as_str().unwrap(),
        ) {
            (Ok(Step::Landlord(seat)), "landlord") => assert_eq!(u8::from(seat), case["seat"]),
            (Ok(Step::AllPassed), "landlord") => {
                assert_eq!(profile.all_pass, AllPass::End(NoLandlord::ForceFirst));
                assert_eq!(case["seat"], 0);
            }
            (Err((at, _)), "refused") => assert_eq!(at, case["at"], "{line}"),
            (result, _) => panic!("{line}: {result:?}"),
        }
    }
}

#[test]
fn each_way_of_bidding() {
    let score = |rounds| Bidding::Score {
        max: 3,
        rounds,
        top_ends: true,
    };
    let table: [(Bidding, &str, &str); 24] = [
        (score(Rounds::One), "010", "landlord 1"),
        (score(Rounds::One), "123", "landlord 2"),
        (score(Rounds::One), "3", "landlord 0"),
        (score(Rounds::One), "000", "all passed"),
        (
            score(Rounds::One),
            "11",
            "refused: a bid must be above 1, or 0",
        ),
        (score(Rounds::One), "4", "refused: the highest bid is 3"),
        (
            score(Rounds::One),
            "c",
            "refused: this auction has no such bids",
        ),
        (score(Rounds::TwoPassesEnd), "0100", "landlord 1"),
        (score(Rounds::TwoPassesEnd), "01020", "next 2"),
        (score(Rounds::TwoPassesEnd), "010200", "landlord 0"),
        (score(Rounds::TwoPassesEnd), "000", "all passed"),
        (score(Rounds::PassOut), "001", "landlord 2"),
        (score(Rounds::PassOut), "0120", "landlord 2"),
        (score(Rounds::PassOut), "102", "next 0"),
        (score(Rounds::PassOut), "1020", "landlord 2"),
        (score(Rounds::PassOut), "000", "all passed"),
        (Bidding::FirstCall, "nc", "landlord 1"),
        (Bidding::FirstCall, "nnn", "all passed"),
        (Bidding::FirstCall, "r", "refused: nobody has called"),
        (Bidding::CallRobOnce, "cr", "landlord 1"),
        (Bidding::CallRobOnce, "nncp", "landlord 2"),
        (Bidding::CallRob, "cprp", "landlord 2"),
        (Bidding::CallRob, "ncrr", "landlord 1"),
        (Bidding::CallRob, "nnc", "landlord 2"),
    ];
    for (bidding, said, result) in table {
        let bids: Vec<_> = said
            .chars()
            .map(|letter| match letter {
                'c' => Bid::Call(true),
                'n' => Bid::Call(false),
                'r' => Bid::Rob(true),
                'p' => Bid::Rob(false),
                digit => Bid::Points(digit.to_digit(10).unwrap() as u8),
            })
            .collect();
        let answer = match auction(&bidding, &bids) {
            Ok(Step::Next(seat)) => format!("next {}", u8::from(seat)),
            Ok(Step::Landlord(seat)) => format!("landlord {}", u8::from(seat)),
            Ok(Step::AllPassed) => "all passed".into(),
            Err((_, denied)) => format!("refused: {denied}"),
        };
        assert_eq!(answer, result, "{bidding:?} {said}");
    }
}

#[test]
fn rule_9_of_document_000_answers_in_its_order() {
    let bidding = Bidding::FirstCall;
    let mut auction = Auction::new(Seat::First);
    let rob = Bid::Rob(true);
    assert_eq!(
        auction.check(Seat::First, rob, &bidding),
        Err(BidDenied::NoCandidate)
    );
    let _ = auction.apply(Seat::First, Bid::Call(true), &bidding);
    assert_eq!(
        auction.check(Seat::First, rob, &bidding),
        Err(BidDenied::SelfRob)
    );
    assert_eq!(
        auction.check(Seat::Third, rob, &bidding),
        Err(BidDenied::NotYourTurn(Seat::Second))
    );
    assert_eq!(auction.check(Seat::Second, rob, &bidding), Ok(()));
    let call = Bid::Call(false);
    assert_eq!(
        auction.check(Seat::Second, call, &bidding),
        Err(BidDenied::CandidateSet(Seat::First))
    );
    assert_eq!(
        auction.apply(Seat::Second, rob, &bidding),
        Step::Landlord(Seat::Second)
    );
    assert_eq!(auction.robs(), 1);
}

#[test]
fn the_first_bidder_is_found_as_the_option_says() {
    let rng = || Seed::from(3).rng(Stream::PLAY);
    let seat = |option, previous| opening_seat(option, previous, &mut rng());
    let previous = Some(Seat::Second);
    assert_eq!(seat(FirstBidder::LowestSeat, previous), Seat::First);
    assert_eq!(seat(FirstBidder::Fixed(Seat::Third), None), Seat::Third);
    assert_eq!(seat(FirstBidder::Rotate, previous), Seat::Third);
    assert_eq!(
        u32::from(u8::from(seat(FirstBidder::Rotate, None))),
        rng().below(3)
    );
    assert_eq!(
        u32::from(u8::from(seat(FirstBidder::Random, previous))),
        rng().below(3)
    );
    assert_eq!(
        u32::from(u8::from(seat(FirstBidder::ExposedCard, None))),
        rng().below(51) % 3
    );
    assert_eq!(rng().position() + 1, {
        let mut rng = rng();
        opening_seat(FirstBidder::ExposedCard, None, &mut rng);
        rng.position()
    });
}

/// Plays games and checks every state on the way.
fn play_and_check(profile: &'static Profile, games: u64) {
    let mut moves = MoveList::new();
    for index in 0..games {
        let seed = Seed::from(11).child(index);
        let mut policy = seed.rng(Stream::POLICY);
        let mut game = Game::new(profile, &seed);
        let mut played = Hand::EMPTY;
        while !game.deal().is_over() {
            let deal = *game.deal();
            deal.legal(&mut moves);
            assert!(!moves.is_empty(), "{deal:?}");
            assert_eq!(deal.count_legal() as usize, moves.len(), "{deal:?}");
            let n = policy.below(moves.len() as u32) as usize;
            assert_eq!(deal.nth_legal(n as u32), Some(moves[n]));
            assert_eq!(deal.check(moves[n]), Ok(()), "{deal:?} {:?}", moves[n]);
            let (mut picked, mut applied) = (deal, deal);
            applied.apply(moves[n]);
            assert!(picked.apply_picked(|count| {
                assert_eq!(count as usize, moves.len());
                n as u32
            }));
            assert_eq!(picked, applied, "{:?}", moves[n]);
            game.apply(moves[n]);
            if let Move::Play(play) = moves[n] {
                played = played.with(play.cards).unwrap();
            }
            if game.deal().redeals() == deal.redeals() {
                conserved(game.deal(), played);
            }
        }
        let deal = game.deal();
        assert_eq!(deal.winner().is_some(), deal.landlord().is_some());
        if !["rlcard", "botzone-1"].contains(&profile.name()) {
            assert_eq!(deal.returns().iter().sum::<i64>(), 0, "zero-sum");
        }
    }
}

fn conserved(deal: &Deal<'_>, played: Hand) {
    let [a, b, c] = Seat::ALL.map(|seat| deal.hand(seat));
    let bottom = if deal.landlord().is_some() {
        Hand::EMPTY
    } else {
        deal.bottom()
    };
    let all = [a, b, c, bottom].into_iter().try_fold(played, Hand::with);
    assert_eq!(all, Some(Hand::DECK), "{deal:?}");
}

#[test]
fn every_profile_plays_from_deal_to_settlement() {
    for profile in Profile::all() {
        play_and_check(profile, 300);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for profile in Profile::all() {
        let one = simulate(profile, 1000, &Seed::from(5), 1);
        assert_eq!(
            one,
            simulate(profile, 1000, &Seed::from(5), 3),
            "{}",
            profile.name()
        );
        assert_eq!(one.games, 1000);
    }
}

#[test]
fn a_series_can_be_played_again_game_by_game() {
    let profile = profile("openspiel");
    let series = simulate(profile, 500, &Seed::from(6), 2);
    let seed = Seed::from(6).child(series.longest_game);
    let mut game = Game::new(profile, &seed);
    let mut policy = seed.rng(Stream::POLICY);
    let mut moves = MoveList::new();
    let mut count = 0;
    while !game.deal().is_over() {
        game.deal().legal(&mut moves);
        game.apply(moves[policy.below(moves.len() as u32) as usize]);
        count += 1;
    }
    assert_eq!(count, series.longest);
}

#[test]
fn the_deck_is_dealt_in_either_order() {
    let deck = Deck::shuffled(&mut Seed::from(1).rng(Stream::DEAL));
    use decklet_doudizhu::profile::DealOrder::{Blocks, OneByOne};
    let ids = |set: decklet_doudizhu::hand::CardSet| -> Vec<_> { set.iter().collect() };
    let picked = |pick: &dyn Fn(usize) -> bool| {
        let mut cards: Vec<_> = (0..54)
            .filter(|&place| pick(place))
            .map(|place| deck.cards()[place])
            .collect();
        cards.sort();
        cards
    };
    for seat in 0..3 {
        let blocks = ids(deck.deal(Blocks).hands[seat]);
        assert_eq!(blocks, picked(&|place| place < 51 && place / 17 == seat));
        let one_by_one = ids(deck.deal(OneByOne).hands[seat]);
        assert_eq!(one_by_one, picked(&|place| place < 51 && place % 3 == seat));
    }
    for order in [Blocks, OneByOne] {
        assert_eq!(ids(deck.deal(order).bottom), picked(&|place| place >= 51));
    }
}

#[test]
fn game_claw_goes_through_all_its_phases() {
    let profile = profile("game-claw");
    let mut game = Game::new(profile, &Seed::from(1));
    let deal = |game: &Game<'_>| (game.deal().phase(), game.deal().turn());
    assert_eq!(deal(&game), (Phase::Ready, Seat::First));
    let mut aside = *game.deal();
    aside.show_cards(Seat::Third).unwrap();
    assert_eq!(aside.show_cards(Seat::Third), Err(ShowDenied::AlreadyShown));
    assert_eq!(
        (aside.phase(), aside.turn()),
        (Phase::Ready, Seat::First),
        "no turn used up"
    );
    assert_eq!(aside.showing().factor(&profile.show_cards), 2);
    game.apply(Move::ShowCards);
    assert_eq!(
        game.deal().check(Move::ShowCards),
        Err(ShowDenied::AlreadyShown.into())
    );
    game.apply(Move::Ready);
    assert_eq!(deal(&game), (Phase::Bidding, Seat::First));
    assert_eq!(
        game.deal().check(Move::ShowCards),
        Err(ShowDenied::NotNow.into())
    );
    assert_eq!(game.deal().check(Move::Pass), Err(MoveDenied::WrongPhase));
    for bid in [1, 2, 0, 3] {
        game.apply(Move::Bid(Bid::Points(bid)));
    }
    assert_eq!(deal(&game), (Phase::Doubling, Seat::First));
    assert_eq!(game.deal().hand(Seat::First).len(), 20);
    for factor in [2, 1, 2] {
        assert_eq!(game.deal().check(Move::Double(factor)), Ok(()));
        assert!(game.deal().check(Move::Double(4)).is_err());
        game.apply(Move::Double(factor));
    }
    assert_eq!(deal(&game), (Phase::Playing, Seat::First));
    assert_eq!(
        game.deal().check(Move::Pass),
        Err(MoveDenied::Pass(decklet_doudizhu::trick::CannotPass))
    );
    assert_eq!(game.deal().doublings().factors, [2, 1, 2]);
}

#[test]
fn happy_asks_at_every_moment() {
    let happy = profile("happy");
    let mut deal = Deal::from_dealt(
        happy,
        [hand("3"), hand("4"), hand("5")],
        Hand::EMPTY,
        Seat::Second,
    );
    // Before the deal nobody; during it the third seat shows for 4 and is not asked again.
    for _ in 0..3 {
        deal.apply(Move::Ready);
    }
    deal.apply(Move::Ready);
    assert_eq!(deal.turn(), Seat::Third);
    deal.apply(Move::ShowCards);
    assert_eq!(deal.showing().factors, [1, 1, 4]);
    deal.apply(Move::Ready);
    assert_eq!(deal.turn(), Seat::Second, "the last moment begins");
    deal.apply(Move::Ready);
    assert_eq!(deal.turn(), Seat::First, "the third is left out");
    deal.apply(Move::Ready);
    assert_eq!(
        (deal.phase(), deal.turn()),
        (Phase::Bidding, Seat::Third),
        "who showed opens"
    );
    let mut declined = deal;
    for _ in 0..3 {
        declined.apply(Move::Bid(Bid::Call(false)));
    }
    assert_eq!(
        declined.landlord(),
        Some(Seat::Third),
        "who showed must be landlord"
    );
    assert_eq!(declined.phase(), Phase::Doubling, "and has shown already");
    deal.apply(Move::Bid(Bid::Call(false)));
    deal.apply(Move::Bid(Bid::Call(true)));
    deal.apply(Move::Bid(Bid::Rob(true)));
    deal.apply(Move::Bid(Bid::Rob(false)));
    assert_eq!(
        (deal.phase(), deal.landlord()),
        (Phase::Bottom, Some(Seat::Second))
    );
    deal.apply(Move::ShowCards);
    assert_eq!(deal.showing().factors, [1, 2, 4]);
    for factor in [4, 2, 1] {
        deal.apply(Move::Double(factor));
    }
    assert_eq!((deal.phase(), deal.turn()), (Phase::Playing, Seat::Second));
    assert_eq!(deal.tally().robs, 1);
}

#[test]
fn a_round_ends_after_two_passes() {
    let pagat = profile("pagat");
    let hands = [hand("3456"), hand("789T"), hand("JJQK")];
    let mut deal = Deal::from_hands(pagat, hands, Seat::First, Seat::First, Trick::default());
    let mut moves = MoveList::new();
    deal.legal(&mut moves);
    assert_eq!(moves.len(), 4);
    deal.apply(moves[0]);
    deal.apply(Move::Pass);
    deal.legal(&mut moves);
    assert_eq!(moves.last(), Some(&Move::Pass));
    deal.apply(moves[0]);
    assert_eq!(deal.trick().last_seat(), Some(Seat::Third));
    deal.apply(Move::Pass);
    deal.apply(Move::Pass);
    assert_eq!((deal.turn(), deal.trick().last()), (Seat::Third, None));
    assert_eq!(
        deal.check(Move::Pass),
        Err(MoveDenied::Pass(decklet_doudizhu::trick::CannotPass))
    );
    for _ in 0..3 {
        deal.legal(&mut moves);
        deal.apply(moves[0]);
        deal.apply(Move::Pass);
        deal.apply(Move::Pass);
    }
    assert_eq!(deal.winner(), Some(Team::Farmers));
    assert!(deal.is_over());
}
