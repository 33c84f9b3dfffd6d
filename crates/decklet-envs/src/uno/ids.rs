//! Actions as numbers.
//!
//! | numbers | actions |
//! |---|---|
//! | 0 to 59 | a card: 15 a colour, red, green, blue, yellow: 0 to 9, Skip, Reverse, Draw Two, Wild, Wild Draw Four; a wild card with the colour its player names |
//! | 60 | drawing, or taking an open penalty |
//! | 61 | ending the turn |
//! | 62 to 65 | naming a colour when no card is played with it: red, green, blue, yellow |
//! | 66, 67 | challenging a Wild Draw Four, accepting it |
//! | 68 | calling UNO |
//! | 69 to 80 | Wild Shuffle Hands, Wild Customizable, Wild Swap Hands, each with red, green, blue, yellow |
//! | 81 to 90 | swapping hands with seat 0 to 9 |
//! | 91 to 100 | catching seat 0 to 9 |
//!
//! The first 61 are those of RLCard 1.2.0, and all there is by profile `rlcard`.

use decklet_uno::{
    card::{Card, Color, Deck, Face},
    legal::Action,
    profile::{AfterDraw, FirstWildColor, Rules, SevenZero, UnoCall},
    table::Seat,
};

/// The colours in the order of these numbers.
pub const COLORS: [Color; 4] = [Color::Red, Color::Green, Color::Blue, Color::Yellow];
/// Faces of a colour, wild cards of the classic deck included.
pub const FACES: u32 = 15;
/// The number of drawing.
pub const DRAW: u32 = 60;
/// How many actions there are.
pub const ACTIONS: u32 = 101;

const END_TURN: u32 = 61;
const COLOR: u32 = 62;
const CHALLENGE: u32 = 66;
const ACCEPT: u32 = 67;
const CALL: u32 = 68;
const OTHER_WILDS: u32 = 69;
const TARGET: u32 = 81;
const CATCH: u32 = 91;

/// An action as it is numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Playing a card with this colour and face.
    Card(Color, Face),
    /// Playing a wild card and naming a colour.
    Wild(Face, Color),
    /// Anything else.
    Other(Action),
}

/// How many actions there are by these rules: 61 where there are no others than in RLCard.
#[must_use]
pub fn count(rules: &Rules) -> u32 {
    let options = rules.options();
    let as_rlcard = options.deck == Deck::Classic108
        && options.after_draw == AfterDraw::AutoPlay
        && options.first_wild_color == FirstWildColor::Random
        && options.seven_zero == SevenZero::None
        && options.uno_call == UnoCall::Off
        && options.color_pending_blocks
        && !options.challenge
        && !options.pass_without_draw;
    if as_rlcard { DRAW + 1 } else { ACTIONS }
}

/// The place of a colour among [`COLORS`].
#[must_use]
pub fn color_place(color: Color) -> u32 {
    match color {
        Color::Red => 0,
        Color::Green => 1,
        Color::Blue => 2,
        Color::Yellow => 3,
    }
}

/// The place of a face among the 15 of a colour; none for the wild cards of the 112-card decks.
#[must_use]
pub const fn face_place(face: Face) -> Option<u32> {
    Some(match face {
        Face::Number(number) => number as u32,
        Face::Skip => 10,
        Face::Reverse => 11,
        Face::DrawTwo => 12,
        Face::Wild => 13,
        Face::WildDrawFour => 14,
        Face::WildShuffle | Face::WildCustom | Face::WildSwap => return None,
    })
}

fn face_at(place: u32) -> Face {
    match place {
        10 => Face::Skip,
        11 => Face::Reverse,
        12 => Face::DrawTwo,
        13 => Face::Wild,
        14 => Face::WildDrawFour,
        number => Face::Number(number as u8),
    }
}

const OTHERS: [Face; 3] = [Face::WildShuffle, Face::WildCustom, Face::WildSwap];

/// The number of a card played, a wild one with this colour.
#[must_use]
pub fn of_card(card: Card, named: Color) -> u32 {
    of_face(card.face(), card.color().unwrap_or(named))
}

/// The number of playing a card with this face and colour.
#[must_use]
pub fn of_face(face: Face, color: Color) -> u32 {
    let color = color_place(color);
    match face_place(face) {
        Some(place) => color * FACES + place,
        None => {
            let wild = OTHERS.iter().position(|&other| other == face);
            OTHER_WILDS + 4 * wild.unwrap_or(0) as u32 + color
        }
    }
}

/// The number of an action that plays no card.
#[must_use]
pub fn of_other(action: Action) -> u32 {
    match action {
        Action::Draw | Action::Play(_) => DRAW,
        Action::EndTurn => END_TURN,
        Action::ChooseColor(color) => COLOR + color_place(color),
        Action::Challenge => CHALLENGE,
        Action::Accept => ACCEPT,
        Action::CallUno => CALL,
        Action::ChooseTarget(seat) => TARGET + u32::from(seat),
        Action::Catch(seat) => CATCH + u32::from(seat),
    }
}

/// The action with this number.
#[must_use]
pub fn get(id: u32) -> Option<Choice> {
    let color = |place: u32| COLORS[place as usize % 4];
    Some(match id {
        0..DRAW => match face_at(id % FACES) {
            face if face.is_wild() => Choice::Wild(face, color(id / FACES)),
            face => Choice::Card(color(id / FACES), face),
        },
        DRAW => Choice::Other(Action::Draw),
        END_TURN => Choice::Other(Action::EndTurn),
        COLOR..CHALLENGE => Choice::Other(Action::ChooseColor(color(id - COLOR))),
        CHALLENGE => Choice::Other(Action::Challenge),
        ACCEPT => Choice::Other(Action::Accept),
        CALL => Choice::Other(Action::CallUno),
        OTHER_WILDS..TARGET => {
            let place = id - OTHER_WILDS;
            Choice::Wild(OTHERS[place as usize / 4], color(place))
        }
        TARGET..CATCH => Choice::Other(Action::ChooseTarget((id - TARGET) as Seat)),
        CATCH..ACTIONS => Choice::Other(Action::Catch((id - CATCH) as Seat)),
        _ => return None,
    })
}

/// The letter of a colour: `r`, `g`, `b`, `y`.
#[must_use]
pub const fn letter(color: Color) -> char {
    match color {
        Color::Red => 'r',
        Color::Green => 'g',
        Color::Blue => 'b',
        Color::Yellow => 'y',
    }
}

fn face_name(face: Face) -> String {
    match face {
        Face::Number(number) => number.to_string(),
        Face::DrawTwo => "draw_2".to_owned(),
        Face::WildDrawFour => "wild_draw_4".to_owned(),
        other => other.type_name().to_owned(),
    }
}

/// A card with a colour as RLCard writes it: `r-5`, `g-draw_2`, `b-wild_draw_4`.
#[must_use]
pub fn card_name(face: Face, color: Color) -> String {
    format!("{}-{}", letter(color), face_name(face))
}

/// The action's name: a card as [`card_name`] writes it, `draw`, `end_turn`, `color-r`, `challenge`,
/// `accept`, `call_uno`, `target-0`, `catch-0`.
#[must_use]
pub fn name(id: u32) -> Option<String> {
    Some(match get(id)? {
        Choice::Card(color, face) | Choice::Wild(face, color) => card_name(face, color),
        Choice::Other(action) => match action {
            Action::ChooseColor(color) => format!("color-{}", letter(color)),
            Action::ChooseTarget(seat) => format!("target-{seat}"),
            Action::Catch(seat) => format!("catch-{seat}"),
            Action::Draw | Action::Play(_) => "draw".to_owned(),
            Action::EndTurn => "end_turn".to_owned(),
            Action::Challenge => "challenge".to_owned(),
            Action::Accept => "accept".to_owned(),
            Action::CallUno => "call_uno".to_owned(),
        },
    })
}

/// The number of the action with this name.
#[must_use]
pub fn find(text: &str) -> Option<u32> {
    (0..ACTIONS).find(|&id| name(id).as_deref() == Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_uno::profile::{NAMES, Options};

    #[test]
    fn the_numbers_are_those_of_rlcard() {
        // rlcard.games.uno.utils.ACTION_SPACE
        let ids = [
            ("r-0", 0),
            ("r-wild_draw_4", 14),
            ("g-0", 15),
            ("b-skip", 40),
            ("y-draw_2", 57),
            ("y-wild", 58),
            ("draw", 60),
        ];
        for (text, id) in ids {
            assert_eq!((find(text), name(id).as_deref()), (Some(id), Some(text)));
        }
    }

    #[test]
    fn every_action_has_one_number_and_name() {
        for id in 0..ACTIONS {
            assert_eq!(find(&name(id).unwrap()), Some(id));
            if let Some(Choice::Other(action)) = get(id) {
                assert_eq!(of_other(action), id);
            }
        }
        assert_eq!(get(ACTIONS), None);
        for &card in Deck::Shuffle112.cards() {
            for color in COLORS {
                let same = match get(of_card(card, color)).unwrap() {
                    Choice::Card(color, face) => card.color() == Some(color) && card.face() == face,
                    Choice::Wild(face, named) => card.face() == face && named == color,
                    Choice::Other(_) => false,
                };
                assert!(same, "{card}");
            }
        }
    }

    #[test]
    fn only_rlcard_has_61_actions() {
        for name in NAMES {
            let rules = Options::named(name).unwrap().build().unwrap();
            assert_eq!(count(&rules) == 61, name == "rlcard", "{name}");
        }
    }
}
