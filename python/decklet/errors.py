"""What can go wrong."""

from __future__ import annotations


class IllegalAction(ValueError):
    """An action that may not be done now. Nothing has changed.

    >>> import decklet
    >>> env = decklet.make("doudizhu", profile="rlcard", seed=1)
    >>> state, player = env.reset()
    >>> env.step(env.action_id_of("pass"))
    Traceback (most recent call last):
    decklet.errors.IllegalAction: pass is not legal: the player who leads cannot pass
    """

    action: str
    """The action, as its name."""
    reason: str
    """Why it may not be done."""

    def __init__(self, action: str, reason: str) -> None:
        super().__init__(action, reason)
        self.action = action
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.action} is not legal: {self.reason}"
