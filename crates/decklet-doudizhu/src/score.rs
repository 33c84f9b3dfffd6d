//! What the game is worth: the multipliers collected on the way, and the settlement.

use crate::{
    auction::{Doublings, Showing},
    combination::{Combination, Kind},
    profile::{Base, Options, ScoreKind},
    seat::Seat,
};
use decklet_engine::Encoder;

/// Points of the three seats. Whole points, except with [`ScoreKind::Weights`], where they are
/// two-hundredths of a point: see [`points_per_unit`].
pub type Points = [i64; 3];

/// Everything that counts for the score, collected during the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The winning bid; 0 without one.
    pub bid: u8,
    /// Robs in the auction.
    pub robs: u8,
    /// Bombs played.
    pub bombs: u8,
    /// Rockets played, 0 or 1.
    pub rockets: u8,
    /// How often each seat has played cards.
    pub plays: [u8; 3],
    /// The sum of the weights of what each seat has played, with [`ScoreKind::Weights`].
    pub weights: [u16; 3],
}

/// A farmer's or the landlord's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Team {
    /// The landlord.
    Landlord,
    /// Both farmers.
    Farmers,
}

impl Team {
    /// The side of a seat.
    #[must_use]
    pub fn of(seat: Seat, landlord: Seat) -> Self {
        if seat == landlord {
            Self::Landlord
        } else {
            Self::Farmers
        }
    }
}

impl Tally {
    /// Nothing counted yet.
    pub(crate) const NOTHING: Self = Self {
        bid: 0,
        robs: 0,
        bombs: 0,
        rockets: 0,
        plays: [0; 3],
        weights: [0; 3],
    };

    /// Writes every field, for a state's hash.
    pub(crate) fn encode(&self, out: &mut Encoder) {
        let Self {
            bid,
            robs,
            bombs,
            rockets,
            plays,
            weights,
        } = self;
        [bid, robs, bombs, rockets]
            .into_iter()
            .chain(plays)
            .for_each(|&byte| out.byte(byte));
        weights
            .iter()
            .flat_map(|weight| weight.to_le_bytes())
            .for_each(|byte| out.byte(byte));
    }

    /// Counts a play.
    #[inline]
    pub fn play(&mut self, seat: Seat, combination: Combination, options: &Options) {
        let seat = seat.index();
        self.plays[seat] = self.plays[seat].saturating_add(1);
        match combination.kind() {
            Kind::Bomb => self.bombs = self.bombs.saturating_add(1),
            Kind::Rocket => self.rockets = self.rockets.saturating_add(1),
            _ => {}
        }
        if let ScoreKind::Weights(weights) = &options.score.kind {
            let weight = weights.of(combination.kind(), combination.length());
            self.weights[seat] = self.weights[seat].saturating_add(u16::from(weight));
        }
    }

    /// The multiplier so far: robs, bombs and the rocket.
    #[must_use]
    pub fn multiplier(&self, options: &Options) -> u64 {
        let score = &options.score;
        [
            (score.rob, self.robs),
            (score.bomb, self.bombs),
            (score.rocket, self.rockets),
        ]
        .into_iter()
        .map(|(factor, times)| u64::from(factor).saturating_pow(u32::from(times)))
        .fold(1, u64::saturating_mul)
    }

    /// Whether it was a spring: the landlord won and no farmer played; or an anti-spring: the
    /// farmers won and the landlord played once.
    #[must_use]
    pub fn spring(&self, landlord: Seat, winner: Team) -> bool {
        match winner {
            Team::Landlord => Seat::ALL
                .into_iter()
                .all(|s| s == landlord || self.plays[s.index()] == 0),
            Team::Farmers => self.plays[landlord.index()] <= 1,
        }
    }

    /// The points of each seat.
    #[must_use]
    pub fn settle(
        &self,
        landlord: Seat,
        winner: Team,
        showing: &Showing,
        doublings: &Doublings,
        options: &Options,
    ) -> Points {
        let game = Finished {
            tally: self,
            landlord,
            winner,
            showing,
            doublings,
            options,
        };
        match options.score.kind {
            ScoreKind::None => [0; 3],
            ScoreKind::WinLoss => Seat::ALL.map(|seat| i64::from(game.wins(seat))),
            ScoreKind::Weights(_) => Seat::ALL.map(|seat| game.weighted(seat)),
            ScoreKind::Flat => game.all_alike(game.multiplier(&doublings.factors)),
            ScoreKind::Additive => game.all_alike(game.summands()),
            ScoreKind::PerFarmer => game.each_farmer_apart(),
        }
    }

    /// The logarithmic score, for learning programs: winners get one more than the number of times
    /// the multiplier (springs included) has doubled, losers pay it.
    #[must_use]
    pub fn log_points(
        &self,
        landlord: Seat,
        winner: Team,
        showing: &Showing,
        doublings: &Doublings,
        options: &Options,
    ) -> Points {
        let game = Finished {
            tally: self,
            landlord,
            winner,
            showing,
            doublings,
            options,
        };
        let points = 1 + i64::from(game.multiplier(&doublings.factors).ilog2());
        Seat::ALL.map(|seat| if game.wins(seat) { points } else { -points })
    }
}

/// How many of the numbers in [`Points`] make one point: 200 with [`ScoreKind::Weights`], else 1.
#[must_use]
pub const fn points_per_unit(options: &Options) -> i64 {
    if matches!(options.score.kind, ScoreKind::Weights(_)) {
        200
    } else {
        1
    }
}

struct Finished<'a> {
    tally: &'a Tally,
    landlord: Seat,
    winner: Team,
    showing: &'a Showing,
    doublings: &'a Doublings,
    options: &'a Options,
}

impl Finished<'_> {
    fn wins(&self, seat: Seat) -> bool {
        Team::of(seat, self.landlord) == self.winner
    }

    fn spring(&self) -> bool {
        self.tally.spring(self.landlord, self.winner)
    }

    /// Everything multiplied, at least 1 and at most the cap.
    fn multiplier(&self, doublings: &[u8]) -> u64 {
        let score = &self.options.score;
        let spring = match (self.spring(), self.winner) {
            (false, _) => 1,
            (true, Team::Landlord) => score.spring,
            (true, Team::Farmers) => score.anti_spring,
        };
        let product = doublings
            .iter()
            .map(|&factor| u64::from(factor))
            .chain([
                u64::from(spring),
                self.showing.factor(&self.options.show_cards),
            ])
            .fold(self.tally.multiplier(self.options), u64::saturating_mul);
        self.capped(product)
    }

    fn summands(&self) -> u64 {
        let tally = self.tally;
        let extra = u64::from(tally.bombs) + u64::from(tally.rockets) + u64::from(self.spring());
        self.capped(1 + extra)
    }

    fn capped(&self, multiplier: u64) -> u64 {
        multiplier.clamp(1, self.options.score.cap.map_or(u64::MAX, u64::from))
    }

    /// What one unit of the multiplier is worth.
    fn stake(&self) -> i64 {
        let base = match self.options.score.base {
            Base::Bid => u32::from(self.tally.bid.max(1)),
            Base::One => 1,
            Base::Room(base) => base,
        };
        i64::from(self.options.score.unit).saturating_mul(i64::from(base))
    }

    fn pay(&self, multiplier: u64) -> i64 {
        self.stake()
            .saturating_mul(i64::try_from(multiplier).unwrap_or(i64::MAX))
            .min(i64::MAX / 512)
    }

    fn all_alike(&self, multiplier: u64) -> Points {
        let farmer = self.pay(multiplier);
        let landlord = farmer * i64::from(self.options.score.landlord_share);
        Seat::ALL.map(|seat| {
            let points = if seat == self.landlord {
                landlord
            } else {
                farmer
            };
            if self.wins(seat) { points } else { -points }
        })
    }

    fn each_farmer_apart(&self) -> Points {
        let mut points = [0; 3];
        let factors = self.doublings.factors;
        for farmer in Seat::ALL.into_iter().filter(|&seat| seat != self.landlord) {
            let both = [factors[self.landlord.index()], factors[farmer.index()]];
            let pay = self.pay(self.multiplier(&both));
            let gain = if self.winner == Team::Farmers {
                pay
            } else {
                -pay
            };
            points[farmer.index()] = gain;
            points[self.landlord.index()] -= gain;
        }
        points
    }

    /// In two-hundredths.
    fn weighted(&self, seat: Seat) -> i64 {
        let weights = self.tally.weights.map(i64::from);
        let own = weights[self.landlord.index()];
        let both_farmers = weights.iter().sum::<i64>() - own;
        let played = if seat == self.landlord {
            2 * own
        } else {
            both_farmers
        };
        played + if self.wins(seat) { 400 } else { 0 }
    }
}
