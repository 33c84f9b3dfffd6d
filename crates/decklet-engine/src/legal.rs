//! What a seat may do now.

use crate::{
    action::{Action, ActionKind, ActionType, IntoAction, NamedAction},
    id::{Names, Seat},
};
use std::sync::Arc;

/// Collects what a plugin proposes for one seat; see
/// [`GameBuilder::legal_actions`](crate::GameBuilder::legal_actions).
pub struct LegalActions<'r> {
    names: Names<'r>,
    seat: Seat,
    actions: Vec<Action>,
}

impl<'r> LegalActions<'r> {
    pub(crate) fn new(names: Names<'r>, seat: Seat) -> Self {
        Self {
            names,
            seat,
            actions: Vec::new(),
        }
    }

    /// Proposes an action of the seat. Of equal cards only one is proposed.
    ///
    /// # Panics
    /// When no plugin carries out actions of this type.
    pub fn push<A: ActionType>(&mut self, payload: A) {
        let Some(kind) = self.names.rules.action_kind::<A>() else {
            panic!("no plugin of this game carries out {}", A::TYPE)
        };
        self.push_kind(kind, Arc::new(payload));
    }

    /// Proposes an action of the seat given by name; who the action says it is from is ignored.
    ///
    /// # Panics
    /// When it is no action of this game.
    pub fn push_named(&mut self, action: NamedAction) {
        match action.into_action(self.names) {
            Ok(action) => self.push_kind(action.kind, action.payload),
            Err(bad) => panic!("a legal action is proposed that is none: {bad}"),
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
