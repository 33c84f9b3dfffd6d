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

use super::{
    super::{Seen, ids},
    KINDS, count_kinds,
};

pub const SIZE: usize = 4 * PLANE;
const PLANE: usize = 4 * FACES;
const FACES: usize = ids::FACES as usize;

pub fn encode(seen: &Seen<'_>, out: &mut [i8]) {
    let mut counts = [0; KINDS];
    count_kinds(seen.hand, &mut counts);
    for color in 0..4 {
        for face in 0..FACES {
            let count = if face < 13 {
                counts[color * 13 + face]
            } else {
                counts[52 + face - 13].min(1)
            };
            out[count as usize * PLANE + color * FACES + face] = 1;
        }
    }
    if let (Some(color), Some(face)) = (seen.shown_color, ids::face_place(seen.top.face())) {
        out[3 * PLANE + ids::color_place(color) as usize * FACES + face as usize] = 1;
    }
}
