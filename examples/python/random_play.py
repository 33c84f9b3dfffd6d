"""Random games: one at a time through RLCard's interface, and a thousand at once.

    python examples/python/random_play.py
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import decklet


class RandomAgent:
    """Any legal action, as RLCard's agents are asked."""

    use_raw = False

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def step(self, state: dict[str, Any]) -> int:
        return int(self.random.choice(list(state["legal_actions"])))

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return self.step(state), {}


def one_at_a_time(games: int) -> float:
    """The share of games that the landlord wins."""
    env = decklet.make("doudizhu", profile="rlcard", seed=42)
    env.set_agents([RandomAgent(seat) for seat in range(env.num_players)])
    return sum(int(env.run()[1][0]) for _ in range(games)) / games


def many_at_once(steps: int) -> float:
    """The same, from a thousand games stepped together."""
    games = decklet.vector("doudizhu", num_envs=1024, threads=2, seed=42)
    choice = np.random.default_rng(1)
    won = ended = 0
    for _ in range(steps):
        _, rewards, dones = games.step(games.random_actions(choice))
        won += int(rewards[dones, 0].sum())
        ended += int(dones.sum())
    return won / ended


if __name__ == "__main__":
    print(f"The landlord wins {one_at_a_time(200):.0%} of 200 games,")
    print(f"and {many_at_once(400):.0%} of those played together.")
