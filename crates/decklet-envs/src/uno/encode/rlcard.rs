//! As RLCard 1.2.0 (`rlcard/envs/uno.py`): `obs.reshape(4, 4, 15)`. Version 1.
//!
//! Four planes of colours (red, green, blue, yellow) by faces (0 to 9, Skip, Reverse, Draw Two, Wild, Wild
//! Draw Four), each entry 0 or 1:
//!
//! | plane | what |
//! |---|---|
//! | 0 | the hand has no such card |
//! | 1 | it has one; of wild cards, any number, in all four colours |
//! | 2 | it has two |
//! | 3 | the card to match, and its colour |
//!
//! (RLCard's documentation speaks of seven planes; the program has four.) The wild cards of the
//! 112-card decks are not in it.

use super::super::{Seen, ids};
use decklet_uno::card::Color;

pub const SIZE: usize = 4 * PLANE;
const PLANE: usize = 4 * FACES;
const FACES: usize = ids::FACES as usize;

/// Writes over all of `out`, which has [`SIZE`] places, in any type of number.
pub fn encode<T: Copy + PartialEq + From<i8>>(seen: &Seen<'_>, out: &mut [T]) {
    let [zero, one] = [0, 1].map(T::from);
    out.fill(zero);
    out[..PLANE].fill(one);
    for card in seen.hand.iter() {
        match (card.color(), ids::face_place(card.face())) {
            (Some(color), Some(face)) => one_more(out, place(color, face)),
            (None, Some(face)) => {
                for color in ids::COLORS {
                    let place = place(color, face);
                    (out[place], out[PLANE + place]) = (zero, one);
                }
            }
            (_, None) => {}
        }
    }
    if let (Some(color), Some(face)) = (seen.shown_color, ids::face_place(seen.top.face())) {
        out[3 * PLANE + place(color, face)] = one;
    }
}

fn place(color: Color, face: u32) -> usize {
    ids::color_place(color) as usize * FACES + face as usize
}

/// Moves the 1 that stands at this place to the next plane.
fn one_more<T: Copy + PartialEq + From<i8>>(out: &mut [T], place: usize) {
    let [zero, one] = [0, 1].map(T::from);
    let held = usize::from(out[place] == zero);
    out[held * PLANE + place] = zero;
    out[(held + 1) * PLANE + place] = one;
}
