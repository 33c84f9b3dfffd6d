//! What speaks for a move of Dou Dizhu.

use super::{
    policy::{Policy, Turn},
    sight::Sight,
};
use crate::Reason;
use decklet_doudizhu::{auction::Bid, deal::Move, flow::Phase, plays::Play};

/// What speaks for this one of the moves; none when it was only found by searching.
pub(crate) fn reason(
    policy: &mut Policy,
    sight: &Sight<'_>,
    moves: &[Move],
    chosen: Move,
) -> Option<Reason> {
    if moves.len() == 1 {
        return Some(Reason::OnlyMove);
    }
    if sight.flow.phase != Phase::Playing {
        return Some(match chosen {
            Move::Bid(Bid::Call(true) | Bid::Rob(true) | Bid::Points(1..))
            | Move::Double(2..)
            | Move::ShowCards => Reason::Strong,
            _ => Reason::Weak,
        });
    }
    let turn = sight.turn();
    match chosen {
        Move::Play(play) => for_play(policy, &turn, play),
        _ => for_pass(policy, &turn, moves),
    }
}

fn for_play(policy: &mut Policy, turn: &Turn<'_>, play: Play) -> Option<Reason> {
    if play.cards == turn.hand {
        return Some(Reason::GoesOut);
    }
    let next = turn.me.next();
    let threat = turn.threat();
    let is_bomb = play.combination.kind().is_bomb_or_rocket();
    if is_bomb && threat <= 4 {
        return Some(Reason::Stops { cards: threat });
    }
    let after = turn.hand.without(play.cards)?;
    let left = policy.worth(after).turns;
    let now = policy.worth(turn.hand).turns;
    if left == 1 && turn.stands(play.combination) {
        return Some(Reason::NobodyBeats);
    }
    let few = turn.count(next);
    let leads = turn.trick.last().is_none();
    if turn.partner() == Some(next) && leads && few <= 2 && play.cards.len() == u32::from(few) {
        return Some(Reason::HelpsPartner);
    }
    if turn.partner() != Some(next) && few <= 2 && (leads || play.cards.len() == u32::from(few)) {
        return Some(Reason::KeepsOut { cards: few });
    }
    if left < now {
        return Some(Reason::Turns { left, now });
    }
    turn.stands(play.combination).then_some(Reason::NobodyBeats)
}

fn for_pass(policy: &mut Policy, turn: &Turn<'_>, moves: &[Move]) -> Option<Reason> {
    if turn.partner().is_some() && turn.partner() == turn.trick.last_seat() {
        return Some(Reason::PartnerHolds);
    }
    let now = policy.worth(turn.hand).turns;
    let mut bombs_only = true;
    let mut tears = true;
    for play in moves.iter().filter_map(|choice| match choice {
        Move::Play(play) => Some(play),
        _ => None,
    }) {
        bombs_only &= play.combination.kind().is_bomb_or_rocket();
        let after = turn.hand.without(play.cards);
        tears &= after.is_some_and(|after| policy.worth(after).turns >= now);
    }
    match (bombs_only, tears) {
        (true, _) => Some(Reason::KeepsBomb),
        (false, true) => Some(Reason::KeepsTogether),
        (false, false) => None,
    }
}
