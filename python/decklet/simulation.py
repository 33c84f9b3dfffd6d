"""Random games without observations, as fast as the machine can."""

from __future__ import annotations

import secrets
from typing import Any

from . import _core

__all__ = ["simulate"]


def simulate(
    game: str,
    games: int,
    *,
    profile: Any = None,
    seed: int | None = None,
    threads: int = 1,
    num_players: int = 2,
) -> dict[str, Any]:
    """Plays whole games of random players, each choosing among all legal actions alike. The answer has
    ``games``, ``decisions`` and who has won.

    >>> simulate("doudizhu", 1000, profile="openspiel", seed=1)["games"]
    1000
    """
    profile = "decklet" if profile is None else profile
    seed = secrets.randbits(63) if seed is None else seed
    return _core.simulate(game, profile, games, seed, threads, num_players)
