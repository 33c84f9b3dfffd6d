//! What a contest has shown.

use super::{Contest, table::Outcome};
use serde::Serialize;
use std::time::Duration;

/// A mean with its 95 % interval: 1.96 standard errors to each side, by deal.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many deals it is the mean of.
    pub deals: usize,
}

impl Estimate {
    fn of(values: &[f64]) -> Self {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        Self {
            mean,
            low: mean - 1.96 * error,
            high: mean + 1.96 * error,
            deals: values.len(),
        }
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self {
            mean: f(self.mean),
            low: f(self.low),
            high: f(self.high),
            deals: self.deals,
        }
    }
}

/// How an agent did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentReport {
    /// Its name.
    pub name: String,
    /// Games won, from 0 to 1. In a game in which the agent has several seats, the share of those
    /// that won; a game without a winner counts as one in as many as there are players.
    pub wp: Estimate,
    /// Points a game, of all seats of the agent together. In Dou Dizhu that is the field's ADP, the
    /// average difference in points.
    pub adp: Estimate,
    /// The same two for the games in which it was landlord, and farmer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landlord: Option<Role>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[expect(missing_docs, reason = "said above")]
    pub farmer: Option<Role>,
    /// The difference in Elo points to the mean of the others that `wp` means.
    pub elo: Estimate,
    /// Moves it was asked for.
    pub decisions: u64,
    /// Moves a second of its own thinking.
    pub decisions_per_second: f64,
    /// Games it lost because it erred, timed out, or chose what there is not.
    pub faults: u64,
}

/// How an agent did as landlord, or as farmer.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Role {
    /// Games won.
    pub wp: Estimate,
    /// Points a game.
    pub adp: Estimate,
}

/// What a contest has shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// Its options, as a log's header has them.
    pub options: decklet_engine::Value,
    /// The seed of the deals, or the name of the deck.
    pub deals_from: String,
    /// How many deals were played.
    pub deals: usize,
    /// How many games each of them is.
    pub games_per_deal: usize,
    /// The agents, in their order.
    pub agents: Vec<AgentReport>,
}

impl Report {
    /// Whether anybody got any points: some rules count none.
    #[must_use]
    pub fn counts_points(&self) -> bool {
        let flat = |adp: Estimate| adp.low == 0.0 && adp.high == 0.0;
        self.agents.iter().any(|agent| !flat(agent.adp))
    }
}

pub(super) fn report(contest: &Contest, deals: &[Vec<Outcome>]) -> Report {
    let agents = 0..contest.entrants.len();
    Report {
        game: contest.rules.game().to_owned(),
        options: contest.rules.options().clone(),
        deals_from: match &contest.deck {
            Some((deck, _)) => format!("deck {}", deck.name()),
            None => format!("seed {}", contest.seed),
        },
        deals: deals.len(),
        games_per_deal: contest.seatings.len(),
        agents: agents
            .map(|agent| agent_report(contest, deals, agent))
            .collect(),
    }
}

fn agent_report(contest: &Contest, deals: &[Vec<Outcome>], agent: usize) -> AgentReport {
    let of_agent = |game: &Outcome, seating: &[usize], part: Part| {
        let is_mine = |seat: &usize| seating[*seat] == agent && part.is(game, *seat);
        let seats: Vec<usize> = (0..seating.len()).filter(is_mine).collect();
        (!seats.is_empty()).then(|| Game::of(game, &seats))
    };
    let games = |part: Part| -> Vec<Vec<Game>> {
        let deal = |games: &Vec<Outcome>| {
            games
                .iter()
                .zip(&contest.seatings)
                .filter_map(|(game, seating)| of_agent(game, seating, part))
                .collect()
        };
        deals.iter().map(deal).collect()
    };
    let all = games(Part::Any);
    let role = |part| {
        let games = games(part);
        let any = games.iter().any(|deal| !deal.is_empty());
        any.then(|| Role {
            wp: mean(&games, |game| game.won),
            adp: mean(&games, |game| game.points),
        })
    };
    let wp = mean(&all, |game| game.won);
    let flat = || all.iter().flatten();
    let decisions = flat().map(|game| game.decisions).sum();
    let thought: Duration = flat().map(|game| game.thought).sum();
    let faults = deals
        .iter()
        .flat_map(|games| games.iter().zip(&contest.seatings));
    let faults =
        faults.filter(|(game, seating)| game.fault.is_some_and(|seat| seating[seat] == agent));
    AgentReport {
        name: contest.entrants[agent].name.clone(),
        wp,
        adp: mean(&all, |game| game.points),
        landlord: role(Part::Landlord),
        farmer: role(Part::Farmer),
        elo: wp.map(|wp| elo(wp, contest.entrants.len())),
        decisions,
        decisions_per_second: decisions as f64 / thought.as_secs_f64().max(1e-9),
        faults: faults.count() as u64,
    }
}

#[derive(Clone, Copy)]
enum Part {
    Any,
    Landlord,
    Farmer,
}

impl Part {
    fn is(self, game: &Outcome, seat: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Landlord => game.landlord == Some(seat),
            Self::Farmer => game.landlord.is_some_and(|landlord| landlord != seat),
        }
    }
}

/// A game as one agent's seats had it.
struct Game {
    won: f64,
    points: f64,
    decisions: u64,
    thought: Duration,
}

impl Game {
    fn of(game: &Outcome, seats: &[usize]) -> Self {
        let won = seats.iter().filter(|&&seat| game.won[seat]).count() as f64;
        let won = match game.is_decided() {
            true => won / seats.len() as f64,
            false => 1.0 / game.won.len() as f64,
        };
        Self {
            won,
            points: seats.iter().map(|&seat| game.points[seat]).sum::<i64>() as f64,
            decisions: seats.iter().map(|&seat| game.decisions[seat]).sum(),
            thought: seats.iter().map(|&seat| game.thought[seat]).sum(),
        }
    }
}

/// The mean over deals of the means over games; deals without a game are left out.
fn mean(deals: &[Vec<Game>], of: impl Fn(&Game) -> f64) -> Estimate {
    let deal = |games: &Vec<Game>| games.iter().map(&of).sum::<f64>() / games.len() as f64;
    let played = deals.iter().filter(|games| !games.is_empty());
    Estimate::of(&played.map(deal).collect::<Vec<_>>())
}

/// The difference in Elo points at which somebody wins this share against so many players of equal
/// strength.
fn elo(share: f64, players: usize) -> f64 {
    let odds = |share: f64| share.clamp(1e-6, 1.0 - 1e-6).recip() - 1.0;
    400.0 * (odds(1.0 / players as f64).log10() - odds(share).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_those_of_the_textbook() {
        // Mean 2.5, standard deviation 1.2910, standard error 0.6455.
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0]);
        assert!((estimate.mean - 2.5).abs() < 1e-9);
        assert!((estimate.high - 3.7652).abs() < 1e-3, "{estimate:?}");
        assert!((estimate.low - 1.2348).abs() < 1e-3, "{estimate:?}");
    }

    #[test]
    fn elo_of_equal_players_is_nothing() {
        assert!(elo(0.5, 2).abs() < 1e-9);
        assert!(elo(0.25, 4).abs() < 1e-9);
        // Ten to one is 400 points.
        assert!((elo(10.0 / 11.0, 2) - 400.0).abs() < 1e-6);
    }
}
