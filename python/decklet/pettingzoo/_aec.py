"""What both games do in the same way."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped, unused-ignore]
except ImportError as error:  # pragma: no cover
    raise ImportError('decklet.pettingzoo needs PettingZoo: pip install "decklet[pettingzoo]"') from error


class Aec(AECEnv):  # type: ignore[misc, unused-ignore]
    """A game as PettingZoo's agents take turns in it. Its options survive a reset."""

    def __init__(self, name: str, game: Any, render_mode: str | None, options: dict[str, Any]) -> None:
        super().__init__()
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.options = {"seed": secrets.randbits(63), **options}
        self.game = game(**self.options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1, 127, (int(np.prod(shape)),), np.int8),
                    "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
                }
            )
            for agent, shape in zip(self.possible_agents, self.game.state_shape)
        }
        self._actions = {
            agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the next game; with a seed, the first one of that seed."""
        if seed is not None:
            self.game.seed(seed)
        self._state, player = self.game.reset()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[player]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        on_turn = agent == self.agent_selection and not self.game.is_over()
        state = self._state if on_turn else self.game.get_state(seat)
        mask = np.zeros(self.game.num_actions, np.int8)
        if on_turn:
            mask[list(state["legal_actions"])] = 1
        observation = np.asarray(state["obs"], np.int8).reshape(-1)
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._state, player = self.game.step(action)
        self.agent_selection = self.possible_agents[player]
        if self.game.is_over():
            returns = self.game.returns()
            self.rewards = {name: float(returns[seat]) for name, seat in self._seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "ansi":
            self.render()

    def render(self) -> str | None:
        """What the player on turn knows, as text."""
        if self.render_mode != "ansi":
            return None
        return str(self.game.information_state_string(self._seats[self.agent_selection]))

    def close(self) -> None:
        """There is nothing to close."""


def wrapped(env: Any) -> Any:
    """The environment with the wrappers that PettingZoo's own games have."""
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
