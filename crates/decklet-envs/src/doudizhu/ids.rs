//! Actions as numbers.
//!
//! First come the plays, as RLCard 1.2.0 orders them: by kind in the order of
//! [`Kind::ALL`], then by length, then by the lowest rank of the main part, then by the kickers, compared
//! rank by rank from the lowest. Only planes of three or more trios with single kickers have an order
//! of their own: of three trios first kickers of three ranks, then a trio, then a pair and a single card
//! by the pair; of four or five, those with a joker first. Then comes passing. By profile `rlcard` that
//! is all: 27,472 numbers, each action's the same as in RLCard. Where a profile has more to do, there
//! follow being ready, showing cards, declining and calling, declining and robbing, the bids of points
//! from 0, and the factors of doubling from 1; each only where the profile has it.

use decklet_doudizhu::{
    auction::{Bid, Doublings},
    card::Rank,
    combination::Kind,
    deal::Move,
    plays::{Play, all_plays},
    profile::{Bidding, Doubling, Options, Reading, ShowCards},
};
use rustc_hash::FxHashMap;
use std::{cmp::Ordering, collections::hash_map::Entry};

/// The numbers of a profile's actions.
#[derive(Debug)]
pub struct ActionIds {
    moves: Vec<Move>,
    plays: u32,
    by_play: FxHashMap<(u64, u16), u32>,
    declared: bool,
}

impl ActionIds {
    /// Those of these options.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let declared = options.reading == Reading::Declared;
        let mut plays: Vec<(Key, Play)> = all_plays(options)
            .into_iter()
            .map(|play| (Key::of(&play), play))
            .collect();
        plays.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut by_play = FxHashMap::default();
        let mut moves = Vec::new();
        for (_, play) in plays {
            // Of several ways to read some cards the first keeps the number.
            if let Entry::Vacant(place) = by_play.entry(key(&play, declared)) {
                place.insert(moves.len() as u32);
                moves.push(Move::Play(play));
            }
        }
        let plays = moves.len() as u32;
        moves.push(Move::Pass);
        moves.extend(before_play(options));
        Self {
            moves,
            plays,
            by_play,
            declared,
        }
    }

    /// How many actions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// There is always one: passing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The number of passing; every play's is below it.
    #[must_use]
    pub const fn pass(&self) -> u32 {
        self.plays
    }

    /// The action with this number. A play's cards may count as something else on the table.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<Move> {
        self.moves.get(id as usize).copied()
    }

    /// The number of a legal move.
    #[inline]
    #[must_use]
    pub fn of(&self, choice: Move) -> u32 {
        match choice {
            Move::Play(play) => self
                .by_play
                .get(&key(&play, self.declared))
                .copied()
                .unwrap_or(self.plays),
            Move::Pass => self.plays,
            other => self.of_other(other),
        }
    }

    fn of_other(&self, choice: Move) -> u32 {
        let others = &self.moves[self.plays as usize..];
        let place = others.iter().position(|&other| other == choice);
        self.plays + place.unwrap_or(0) as u32
    }

    /// The action's name: the cards of a play as in `33344456`, `pass`, `ready`, `show`, `call`,
    /// `no_call`, `rob`, `no_rob`, `bid_0` to `bid_3`, `double_1` and up. Where a profile has players say
    /// what their cards count as, that follows: `333444555666:plane_solo_4`, with the lowest rank.
    #[must_use]
    pub fn name(&self, id: u32) -> Option<String> {
        Some(match self.get(id)? {
            Move::Play(play) if self.declared => {
                let combination = play.combination;
                format!(
                    "{}:{}_{}",
                    play.cards,
                    combination.kind().name(),
                    combination.low()
                )
            }
            choice => move_name(choice),
        })
    }

    /// The number of the action with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        if let Some((cards, _)) = name.split_once(':').filter(|_| self.declared) {
            let hand = cards.parse().ok()?;
            return (0..self.plays).find(|&id| {
                matches!(self.get(id), Some(Move::Play(play)) if play.cards == hand)
                    && self.name(id).as_deref() == Some(name)
            });
        }
        if let Ok(hand) = name.parse::<decklet_doudizhu::hand::Hand>()
            && !self.declared
        {
            return self.by_play.get(&(hand.bits(), 0)).copied();
        }
        (self.plays..self.moves.len() as u32).find(|&id| self.name(id).as_deref() == Some(name))
    }
}

/// The name of a move without what its cards count as.
#[must_use]
pub fn move_name(choice: Move) -> String {
    match choice {
        Move::Play(play) => play.cards.to_string(),
        Move::Pass => "pass".to_owned(),
        Move::Ready => "ready".to_owned(),
        Move::ShowCards => "show".to_owned(),
        Move::Bid(Bid::Call(true)) => "call".to_owned(),
        Move::Bid(Bid::Call(false)) => "no_call".to_owned(),
        Move::Bid(Bid::Rob(true)) => "rob".to_owned(),
        Move::Bid(Bid::Rob(false)) => "no_rob".to_owned(),
        Move::Bid(Bid::Points(points)) => format!("bid_{points}"),
        Move::Double(factor) => format!("double_{factor}"),
    }
}

#[inline]
fn key(play: &Play, declared: bool) -> (u64, u16) {
    let code = if declared { play.combination.code() } else { 0 };
    (play.cards.bits(), code)
}

/// What there is to do besides playing.
fn before_play(options: &Options) -> Vec<Move> {
    let mut moves = Vec::new();
    if options.show_cards != ShowCards::Off {
        moves.extend([Move::Ready, Move::ShowCards]);
    }
    let calls = [false, true].map(|call| Move::Bid(Bid::Call(call)));
    let robs = [false, true].map(|rob| Move::Bid(Bid::Rob(rob)));
    match options.bidding {
        Bidding::None { .. } => {}
        Bidding::FirstCall => moves.extend(calls),
        Bidding::CallRobOnce | Bidding::CallRob => moves.extend(calls.into_iter().chain(robs)),
        Bidding::Score { max, .. } => {
            moves.extend((0..=max).map(|points| Move::Bid(Bid::Points(points))));
        }
    }
    if options.doubling != Doubling::Off {
        Doublings::each(&options.doubling, |factor| moves.push(Move::Double(factor)));
    }
    moves
}

/// Where a play stands among all plays.
#[derive(PartialEq, Eq)]
struct Key {
    kind: Kind,
    length: u8,
    low: Rank,
    group: u8,
    kickers: Vec<u8>,
}

impl Key {
    fn of(play: &Play) -> Self {
        let combination = play.combination;
        let (kind, length) = (combination.kind(), combination.length());
        let (group, kickers) = order_of_kickers(kind, length, kickers(play));
        Self {
            kind,
            length,
            low: combination.low(),
            group,
            kickers,
        }
    }

    fn cmp(&self, other: &Self) -> Ordering {
        let place = |key: &Self| (key.kind as u8, key.length, key.low as u8, key.group);
        place(self)
            .cmp(&place(other))
            .then_with(|| self.kickers.cmp(&other.kickers))
    }
}

/// The ranks of a play's kickers, lowest first.
fn kickers(play: &Play) -> Vec<u8> {
    let combination = play.combination;
    let copies = match combination.kind() {
        Kind::TrioSolo | Kind::TrioPair | Kind::PlaneSolo | Kind::PlanePair => 3,
        Kind::FourTwoSolo | Kind::FourTwoPair | Kind::ShuttleSolo | Kind::ShuttlePair => 4,
        _ => return Vec::new(),
    };
    let main = combination.low() as u8..=combination.high() as u8;
    let of_rank = |rank: Rank| {
        let taken = if main.contains(&(rank as u8)) {
            copies
        } else {
            0
        };
        std::iter::repeat_n(
            rank as u8,
            usize::from(play.cards.count(rank).saturating_sub(taken)),
        )
    };
    Rank::ALL.into_iter().flat_map(of_rank).collect()
}

fn order_of_kickers(kind: Kind, length: u8, kickers: Vec<u8>) -> (u8, Vec<u8>) {
    if kind != Kind::PlaneSolo || length < 3 {
        return (0, kickers);
    }
    if length > 3 {
        let has_joker = kickers
            .last()
            .is_some_and(|&rank| rank >= Rank::SmallJoker as u8);
        return (u8::from(!has_joker), kickers);
    }
    match kickers[..] {
        [a, b, c] if a == c => (1, vec![a, b, c]),
        [a, b, c] if a == b => (2, vec![a, c]),
        [a, b, c] if b == c => (2, vec![b, a]),
        _ => (0, kickers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_doudizhu::profile::Profile;
    use sha2::{Digest, Sha256};

    /// SHA-256 of RLCard 1.2.0's 27,472 action names, a line each, in the order of their ids
    /// (`rlcard.games.doudizhu.utils.ID_2_ACTION`).
    const RLCARD: &str = "d60b2a0787276e7efb4028273d9006b8111709ff60d2b50c57561ac33b25205d";

    fn ids(profile: &str) -> ActionIds {
        ActionIds::new(Profile::named(profile).unwrap())
    }

    #[test]
    fn the_numbers_are_those_of_rlcard() {
        let ids = ids("rlcard");
        assert_eq!((ids.len(), ids.pass()), (27_472, 27_471));
        let mut hash = Sha256::new();
        for id in 0..ids.len() as u32 {
            hash.update(ids.name(id).unwrap());
            hash.update("\n");
        }
        let hex: String = hash
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(hex, RLCARD);
    }

    #[test]
    fn every_action_has_one_number_and_name() {
        for profile in Profile::all() {
            let ids = ActionIds::new(profile);
            for id in (0..ids.len() as u32)
                .step_by(7)
                .chain(ids.pass()..ids.len() as u32)
            {
                assert_eq!(ids.of(ids.get(id).unwrap()), id, "{}", profile.name());
                let name = ids.name(id).unwrap();
                assert_eq!(ids.find(&name), Some(id), "{} {name}", profile.name());
            }
            assert_eq!(ids.get(ids.len() as u32), None);
        }
    }
}
