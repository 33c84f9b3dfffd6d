"""One game at a time, with the methods of RLCard's environments and the habits of OpenSpiel's states.

A state is a dictionary as in RLCard 1.2.0: ``obs`` (the encoder's vector), ``legal_actions`` (action
numbers, each with its features or ``None``), ``raw_obs``, ``raw_legal_actions`` (names) and
``action_record`` (what was done so far: player and name).
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Sequence

from . import _core
from .agents import Bot
from .doudizhu import Profile as DoudizhuProfile
from .uno import Profile as UnoProfile

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["DoudizhuEnv", "UnoEnv", "make"]


class _Loop:
    """What both games do in the same way."""

    agents: Sequence[Any] = ()
    _arguments: dict[str, Any]

    def set_agents(self, agents: Sequence[Any]) -> None:
        """Sets the agents that `run` lets play, one a player.

        An agent is a bot (`decklet.agents.Bot`, or its level alone), RLCard's (``step``, ``eval_step``,
        ``use_raw``), or anything that can be called with a state and answers with an action's number.
        """
        if len(agents) != self.num_players:  # type: ignore[attr-defined]
            raise ValueError(f"{len(agents)} agents for {self.num_players} players")  # type: ignore[attr-defined]
        agents = [Bot(agent) if isinstance(agent, str) else agent for agent in agents]
        for agent in agents:
            if not (hasattr(agent, "eval_step") or callable(agent)):
                raise TypeError(f"an agent is a bot, has eval_step, or can be called; not {agent!r}")
            if isinstance(agent, Bot):
                agent.sit_down(self)  # type: ignore[arg-type]
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], Any]:
        """Plays a game. Returns the trajectories, one list a player of state, action, state, ..., and the
        payoffs. With ``is_training`` agents are asked with ``step``, else with ``eval_step``."""
        env: Any = self
        if not self.agents:
            raise RuntimeError("no agents: call set_agents first")
        trajectories: list[list[Any]] = [[] for _ in range(env.num_players)]
        state, player = env.reset()
        trajectories[player].append(state)
        while not env.is_over():
            agent = self.agents[player]
            action = _ask(agent, state, is_training)
            next_state, next_player = env.step(action, getattr(agent, "use_raw", False))
            trajectories[player].append(action)
            state, player = next_state, next_player
            if not env.is_over():
                trajectories[player].append(state)
        for player in range(env.num_players):
            trajectories[player].append(env.get_state(player))
        return trajectories, env.get_payoffs()

    def clone(self) -> Any:
        """The same game at the same point; what is done to one does not touch the other."""
        other = type(self)(**self._arguments)
        other._become(self)  # type: ignore[attr-defined]
        return other

    def resample_from_infostate(self, player: int, seed: int | None = None) -> Any:
        """A clone in which the cards that this player does not see are dealt anew, every way that agrees
        with what it sees equally likely."""
        other = self.clone()
        other._resample(player, secrets.randbits(63) if seed is None else seed)
        return other

    def child(self, action: int) -> Any:
        """A clone in which this action has been done."""
        other = self.clone()
        other.apply_action(action)
        return other

    def __copy__(self) -> Any:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._arguments, self._record())  # type: ignore[attr-defined]


def _ask(agent: Any, state: Any, is_training: bool) -> Any:
    if is_training and hasattr(agent, "step"):
        return agent.step(state)
    if hasattr(agent, "eval_step"):
        return agent.eval_step(state)[0]
    return agent(state)


def _restored(cls: Any, arguments: dict[str, Any], record: str) -> Any:
    env = cls(**arguments)
    env._restore(record)
    return env


def _seed(seed: int | None) -> int:
    return secrets.randbits(63) if seed is None else seed


class DoudizhuEnv(_Loop, _core.DoudizhuEnv):
    """Dou Dizhu. See `make`."""

    name = "doudizhu"

    def __new__(
        cls,
        profile: str | DoudizhuProfile = "decklet",
        seed: int | None = None,
        *,
        bidding: bool | None = None,
        encoder: str = "rlcard",
        perfect_information: bool = False,
        allow_step_back: bool = False,
    ) -> Self:
        if isinstance(profile, str):
            profile = DoudizhuProfile(profile)
        if bidding is not None:
            profile = profile.with_bidding(bidding)
        seed = _seed(seed)
        env = super().__new__(cls, profile, seed, encoder, perfect_information, allow_step_back)
        env.profile = profile
        env._arguments = {
            "profile": profile,
            "seed": seed,
            "encoder": encoder,
            "perfect_information": perfect_information,
            "allow_step_back": allow_step_back,
        }
        return env

    profile: DoudizhuProfile


class UnoEnv(_Loop, _core.UnoEnv):
    """UNO. See `make`."""

    name = "uno"

    def __new__(
        cls,
        profile: str | UnoProfile = "decklet",
        seed: int | None = None,
        *,
        num_players: int = 2,
        encoder: str = "rlcard",
        perfect_information: bool = False,
        allow_step_back: bool = False,
    ) -> Self:
        if isinstance(profile, str):
            profile = UnoProfile(profile)
        seed = _seed(seed)
        env = super().__new__(
            cls, profile, num_players, seed, encoder, perfect_information, allow_step_back
        )
        env.profile = profile
        env._arguments = {
            "profile": profile,
            "seed": seed,
            "num_players": num_players,
            "encoder": encoder,
            "perfect_information": perfect_information,
            "allow_step_back": allow_step_back,
        }
        return env

    profile: UnoProfile


def make(game: str, profile: Any = None, seed: int | None = None, **options: Any) -> Any:
    """An environment with RLCard's interface.

    ``game`` is ``"doudizhu"`` or ``"uno"``; ``profile`` a name or a profile, ``"decklet"`` if not given.
    By profile ``"rlcard"`` the environment is RLCard 1.2.0's: the same action numbers, observations and
    payoffs, and for the same seed the same cards. By any other, game number n of a seed is the same on
    every machine.

    Options of both games: ``encoder`` (``"rlcard"``, ``"compact"``; of Dou Dizhu ``"douzero"`` too),
    ``perfect_information`` (adds what no player may see; for training only), ``allow_step_back``. Of Dou
    Dizhu: ``bidding`` (with or without an auction, whatever the profile says). Of UNO: ``num_players``.

    RLCard's way of writing options is understood: ``make("uno", {"seed": 42, "allow_step_back": True})`` is
    ``make("uno", "rlcard", 42, allow_step_back=True)``.

    >>> env = make("doudizhu", profile="rlcard", seed=42)
    >>> state, player = env.reset()
    >>> state["obs"].shape, env.num_actions, state["raw_obs"]["current_hand"]
    ((790,), 27472, '34555788899JQKAAA22R')
    """
    config = options.pop("config", None)
    if isinstance(profile, dict):
        profile, config = None, profile
    if config is not None:
        if not isinstance(config, dict):
            raise TypeError(f"a configuration is a dictionary, not {type(config)}")
        profile = "rlcard" if profile is None else profile
        seed = config.get("seed", seed)
        options["allow_step_back"] = config.get("allow_step_back", False)
        if "game_num_players" in config:
            options["num_players"] = config["game_num_players"]
    profile = "decklet" if profile is None else profile
    if game == "doudizhu":
        return DoudizhuEnv(profile, seed, **options)
    if game == "uno":
        return UnoEnv(profile, seed, **options)
    raise ValueError(f'no game is called "{game}"; there are doudizhu and uno')
