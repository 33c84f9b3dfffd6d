"""The bots as agents, with the methods of RLCard's."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from . import _core

if TYPE_CHECKING:
    from .envs import DoudizhuEnv, UnoEnv

__all__ = ["LEVELS", "Bot"]

LEVELS = ("random", "draw-when-stuck", "lowest", "greedy", "expert")
"""The levels, the weakest first."""


class Bot:
    """A bot as an agent: for ``env.set_agents`` and ``env.run``, RLCard's ``tournament``, `decklet.evaluate`.

    ``level`` is one of `LEVELS`. ``random`` takes any legal action; ``draw-when-stuck`` too, but draws in UNO only
    when nothing can be played; ``lowest`` plays its lowest cards; ``greedy`` is a good casual player, in
    microseconds; ``expert`` searches, playing ``playouts`` games to the end for each of its moves.

    It sees what the player on turn sees. A state does not say all of that (an auction, the colour in
    force), so it looks at the environment that it was given to by ``set_agents`` (or `sit_down`); one bot may
    play several seats of it. The same seed and the same states give the same actions.

    >>> import decklet
    >>> env = decklet.make("doudizhu", profile="douzero", seed=1)
    >>> env.set_agents([Bot("greedy"), Bot("random", seed=1), Bot("random", seed=2)])
    >>> trajectories, payoffs = env.run()
    >>> len(payoffs)
    3
    """

    use_raw = False
    """Its actions are numbers."""

    def __init__(self, level: str, *, seed: int | None = None, playouts: int = 2000) -> None:
        self.level = level
        self.playouts = playouts
        self.seed = secrets.randbits(63) if seed is None else seed
        self._bot = _core.Bot(level, self.seed, playouts)
        self._env: DoudizhuEnv | UnoEnv | None = None

    def sit_down(self, env: DoudizhuEnv | UnoEnv) -> None:
        """Plays in this environment from now on."""
        self._env = env

    def step(self, state: dict[str, Any]) -> int:
        """The number of the action that it takes in this state, in which its environment must stand."""
        env = self._env
        if env is None:
            raise RuntimeError("the bot sits in no environment: give it to set_agents, or call sit_down")
        if sorted(state["legal_actions"]) != env.legal_actions():
            raise ValueError("the bot's environment does not stand in this state")
        if env.name == "doudizhu":
            return self._bot.choose_doudizhu(env)
        return self._bot.choose_uno(env)

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """The same, and nothing to tell about it."""
        return self.step(state), {}

    def __repr__(self) -> str:
        return f"Bot({self.level!r}, seed={self.seed}, playouts={self.playouts})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _bot, (self.level, self.seed, self.playouts)


def _bot(level: str, seed: int, playouts: int) -> Bot:
    return Bot(level, seed=seed, playouts=playouts)
