//! What a seat may do now.

use crate::{
    action::{Action, ActionKind, ActionType},
    id::Seat,
    ruleset::Ruleset,
};
use std::sync::Arc;

/// Collects what a plugin proposes for one seat; see
/// [`GameBuilder::legal_actions`](crate::GameBuilder::legal_actions).
pub struct LegalActions<'r> {
    rules: &'r Ruleset,
    seat: Seat,
    actions: Vec<Action>,
}

impl<'r> LegalActions<'r> {
    pub(crate) fn new(rules: &'r Ruleset, seat: Seat) -> Self {
        Self {
            rules,
            seat,
            actions: Vec::new(),
        }
    }

    /// Proposes an action of the seat. Of equal cards only one is proposed.
    ///
    /// # Panics
    /// When no plugin carries out actions of this type.
    pub fn push<A: ActionType>(&mut self, payload: A) {
        let Some(kind) = self.rules.action_kind::<A>() else {
            panic!("no plugin of this game carries out {}", A::TYPE)
        };
        self.push_kind(kind, Arc::new(payload));
    }

    /// Proposes an action given by name.
    pub fn push_named(&mut self, name: &str, payload: crate::Value) {
        if let Some(kind) = self.rules.find_action(name) {
            self.push_kind(kind, Arc::new(crate::action::NamedPayload(payload)));
        }
    }

    fn push_kind(&mut self, kind: ActionKind, payload: Arc<dyn crate::fields::WireObject>) {
        self.actions.push(Action {
            kind,
            player: self.seat.into(),
            payload,
        });
    }

    pub(crate) fn into_vec(self) -> Vec<Action> {
        self.actions
    }
}
