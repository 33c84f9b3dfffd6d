//! What a viewer sees of the table, as one array of numbers.

use crate::bad;
use decklet_engine::{Lens, Seat, Status, Viewer, ZoneSight};

/// A zone of which the viewer sees nothing.
const HIDDEN: u16 = 0;
/// Followed by the number of cards.
const COUNT: u16 = 1;
/// Followed by the number of cards and the cards.
const CARDS: u16 = 2;

/// The viewer of this number: a seat, -1 for a spectator, -2 for the referee.
pub fn viewer(number: i32) -> Viewer {
    match u8::try_from(number) {
        Ok(seat) => Viewer::Seat(Seat(seat)),
        Err(_) if number == -2 => Viewer::Referee,
        Err(_) => Viewer::Spectator,
    }
}

/// An array of numbers that JavaScript lends for the time of a call. (A name of its own: the macro
/// would take `&mut` for a class.)
pub type Numbers<'a> = &'a mut [u16];

/// Writes into `out`: `status, current seat + 1 or 0, number of winners, winners`, then each zone in
/// the order of the game's zones: what is seen of it, how many cards, and which.
pub fn pack(lens: &Lens<'_>, out: &mut [u16]) -> napi::Result<()> {
    let mut out = Packer { out, at: 0 };
    out.push(match lens.status() {
        Status::Waiting => 0,
        Status::Playing => 1,
        Status::Finished => 2,
    });
    out.push(
        lens.current_player()
            .map_or(0, |seat| u16::from(seat.0) + 1),
    );
    out.count(lens.winners().len());
    lens.winners()
        .iter()
        .for_each(|seat| out.push(seat.0.into()));
    for zone in lens.zones() {
        match lens.zone(zone) {
            ZoneSight::Hidden => out.push(HIDDEN),
            ZoneSight::Count(count) => {
                out.push(COUNT);
                out.count(count);
            }
            ZoneSight::Cards(cards) => {
                out.push(CARDS);
                out.count(cards.len());
                cards.iter().for_each(|card| out.push(card.0));
            }
        }
    }
    if out.at > out.out.len() {
        return Err(bad(format!("the state needs room for {} numbers", out.at)));
    }
    Ok(())
}

struct Packer<'o> {
    out: &'o mut [u16],
    at: usize,
}

impl Packer<'_> {
    fn push(&mut self, number: u16) {
        if let Some(room) = self.out.get_mut(self.at) {
            *room = number;
        }
        self.at += 1;
    }

    fn count(&mut self, number: usize) {
        self.push(u16::try_from(number).expect("fewer than 32,768 cards and 256 seats"));
    }
}
