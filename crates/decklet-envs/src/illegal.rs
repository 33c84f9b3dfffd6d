//! Why an action was refused.

/// An action that may not be done now. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{action} is not legal: {reason}")]
pub struct IllegalAction {
    /// The action, as people write it.
    pub action: String,
    /// Why not.
    pub reason: String,
}

impl IllegalAction {
    /// With these words.
    pub fn new(action: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            action: action.into(),
            reason: reason.into(),
        }
    }
}
