//! What speaks for an action of UNO.

use super::sight::Sight;
use crate::Reason;
use decklet_uno::{
    card::{Card, Face, cards_of},
    legal::Action,
};

/// What speaks for this one of the actions; none when it was only found by searching.
pub(crate) fn reason(sight: &Sight<'_>, actions: &[Action], chosen: Action) -> Option<Reason> {
    let plays = actions
        .iter()
        .filter(|action| matches!(action, Action::Play(_)));
    let plays = plays.count();
    match chosen {
        Action::Catch(_) => Some(Reason::Catches),
        Action::CallUno => Some(Reason::CallsUno),
        _ if actions.len() == 1 => Some(Reason::OnlyMove),
        Action::Play(card) => for_play(sight, actions, card, plays),
        Action::Draw | Action::EndTurn if plays == 0 => Some(Reason::NothingFits),
        Action::ChooseColor(color) => {
            let of = |color| sight.hand.of(cards_of(color)).len();
            let most = decklet_uno::card::UNO_COLORS.into_iter().map(of).max();
            (most == Some(of(color))).then_some(Reason::MostOf(color))
        }
        Action::ChooseTarget(seat) => {
            let cards = count(sight, seat);
            let others = actions.iter().filter_map(|action| match action {
                Action::ChooseTarget(seat) => Some(count(sight, *seat)),
                _ => None,
            });
            (others.min() == Some(cards)).then_some(Reason::ShortestHand { cards })
        }
        Action::Challenge => Some(Reason::Bluff),
        Action::Accept => Some(Reason::NoBluff),
        Action::Draw | Action::EndTurn => None,
    }
}

fn count(sight: &Sight<'_>, seat: u8) -> u8 {
    sight.counts.get(usize::from(seat)).copied().unwrap_or(0)
}

fn for_play(sight: &Sight<'_>, actions: &[Action], card: Card, plays: usize) -> Option<Reason> {
    if sight.hand.len() == 1 {
        return Some(Reason::GoesOut);
    }
    if plays == 1 {
        return Some(Reason::OnlyFit);
    }
    let cards = count(sight, sight.table.turn.after(sight.me));
    let attacks = matches!(
        card.face(),
        Face::Skip | Face::Reverse | Face::DrawTwo | Face::WildDrawFour
    );
    if attacks && cards <= 3 {
        return Some(Reason::Attacks { cards });
    }
    let is_wild = |action: &Action| matches!(action, Action::Play(card) if card.is_wild());
    let color = card.color()?;
    if actions.iter().any(is_wild) {
        return Some(Reason::KeepsWild);
    }
    let of = |color| sight.hand.of(cards_of(color)).len();
    let fitting = actions.iter().filter_map(|action| match action {
        Action::Play(card) => card.color().map(of),
        _ => None,
    });
    let fewest = fitting.min();
    (fewest == Some(of(color))).then_some(Reason::FewOf(color))
}
