//! The rules of a table together with the numbers of its actions.

use super::ids::ActionIds;
use decklet_doudizhu::profile::{Options, Profile};
use std::sync::{Mutex, PoisonError};

/// A profile and the numbers of its actions.
///
/// It lives as long as the program: a [`Deal`](decklet_doudizhu::deal::Deal) borrows its options, and
/// there are as few of them as there are profiles in use.
#[derive(Debug)]
pub struct Setup {
    /// The profile.
    pub profile: Profile,
    /// The numbers of its actions.
    pub ids: ActionIds,
}

static ALL: Mutex<Vec<&'static Setup>> = Mutex::new(Vec::new());

impl Setup {
    /// The one of this profile; it is made at the first call.
    #[must_use]
    pub fn of(profile: &Profile) -> &'static Self {
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|setup| setup.profile == *profile) {
            return known;
        }
        let setup: &'static Self = Box::leak(Box::new(Self {
            profile: profile.clone(),
            ids: ActionIds::new(profile.options()),
        }));
        all.push(setup);
        setup
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        self.profile.options()
    }

    /// The landlord's seat where it is the same in every game.
    #[must_use]
    pub const fn fixed_landlord(&self) -> Option<decklet_doudizhu::seat::Seat> {
        match self.profile.options().bidding {
            decklet_doudizhu::profile::Bidding::None { landlord } => Some(landlord),
            _ => None,
        }
    }
}
