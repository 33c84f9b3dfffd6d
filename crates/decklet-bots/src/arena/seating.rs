//! Who sits where.

use super::ContestError;
use decklet_doudizhu::{plugin::profile_from_value, profile::Bidding};
use decklet_engine::Ruleset;

/// The places of agents by seat, one list for each game of a deal.
pub(super) fn seatings(rules: &Ruleset, agents: usize) -> Result<Vec<Vec<usize>>, ContestError> {
    if agents < 2 {
        return Err(ContestError::Alone);
    }
    if rules.game() == "doudizhu" && agents == 2 {
        return Ok(two_of_doudizhu(rules));
    }
    let range = rules.players();
    if !range.contains(&agents) {
        return Err(ContestError::Agents {
            game: rules.game().to_owned(),
            agents,
            least: *range.start(),
            most: *range.end(),
        });
    }
    let rotated = |by: usize| (0..agents).map(|seat| (seat + by) % agents).collect();
    let mut seatings: Vec<Vec<usize>> = (0..agents).map(rotated).collect();
    if agents == 3 {
        // Who sits behind whom matters: the other direction too.
        let mirrored = seatings
            .iter()
            .map(|seats| seats.iter().rev().copied().collect());
        seatings.extend(mirrored.collect::<Vec<_>>());
    }
    Ok(seatings)
}

fn two_of_doudizhu(rules: &Ruleset) -> Vec<Vec<usize>> {
    let bidding = profile_from_value(rules.options()).map(|profile| profile.options().bidding);
    let alone = |seat: usize, agent: usize| {
        (0..3)
            .map(|at| if at == seat { agent } else { 1 - agent })
            .collect()
    };
    match bidding {
        Ok(Bidding::None { landlord }) => {
            let landlord = landlord.index();
            vec![alone(landlord, 0), alone(landlord, 1)]
        }
        _ => (0..3)
            .flat_map(|seat| [alone(seat, 0), alone(seat, 1)])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use decklet_doudizhu::{plugin::ruleset, profile::Profile};

    fn doudizhu(profile: &str, agents: usize) -> Vec<Vec<usize>> {
        let rules = ruleset(Profile::named(profile).unwrap()).unwrap();
        seatings(&rules, agents).unwrap()
    }

    #[test]
    fn every_agent_plays_every_part() {
        assert_eq!(doudizhu("douzero", 2), [[0, 1, 1], [1, 0, 0]]);
        let auction = doudizhu("pagat", 2);
        assert_eq!(auction.len(), 6);
        for seat in 0..3 {
            let at_seat: usize = auction.iter().map(|seating| seating[seat]).sum();
            assert_eq!(
                at_seat, 3,
                "each agent sits at seat {seat} in half of the games"
            );
        }
        let mut three = doudizhu("pagat", 3);
        three.sort();
        three.dedup();
        assert_eq!(three.len(), 6);
    }

    #[test]
    fn a_game_is_for_so_many() {
        let rules = decklet_uno::plugin::ruleset(&decklet_uno::profile::Options::decklet());
        let rules = rules.unwrap();
        assert_eq!(seatings(&rules, 2).unwrap(), [[0, 1], [1, 0]]);
        assert_eq!(seatings(&rules, 4).unwrap().len(), 4);
        assert_eq!(seatings(&rules, 1), Err(ContestError::Alone));
        let error = seatings(&rules, 11).unwrap_err().to_string();
        assert_eq!(
            error,
            "uno is for 2 to 10 players, so 11 agents cannot play it"
        );
    }
}
