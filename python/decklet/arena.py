"""Agents against each other, on the same deals from every seat."""

from __future__ import annotations

import os
import secrets
from typing import Any, Callable, Mapping, Sequence, Union

from . import _core
from .agents import Bot

__all__ = ["Agent", "deck", "evaluate", "generate_deck"]

Agent = Union[str, Callable[[Any], Any], Any]
"""A bot or its level, or something that is called with a state and answers with an action's number; or an agent as
RLCard has them, with ``eval_step``."""


def evaluate(
    agents: Sequence[Agent] | Mapping[str, Agent],
    game: str = "doudizhu",
    *,
    profile: Any = None,
    decks: str | None = None,
    deals: int | None = None,
    seed: int | None = None,
    duplicate: bool = True,
    encoder: str = "rlcard",
    threads: int = 1,
    playouts: int = 2000,
    patience: float = 30.0,
) -> dict[str, Any]:
    """Plays agents against each other and says how they did.

    ``agents`` are two or three for Dou Dizhu, as many as players for UNO, perhaps named by a mapping. The
    bots are those of `decklet.agents`: a `Bot`, or its level alone (``"expert"`` with so many ``playouts`` a
    move); their random numbers come from the contest's ``seed``. Any other agent is called with the state of an environment, made with this ``encoder`` of what its seat sees,
    and answers with an action's number; an exception it raises ends the contest.

    Every deal is played once for each seating, so that no agent is lucky with its cards; ``duplicate=False``
    is therefore refused. ``decks`` is a named deck (``"doudizhu-10k"``) or a deck's JSON; without it deals come
    from the seed. ``deals`` is 1000, or all of a deck, unless given.

    The report has ``deals``, ``games_per_deal``, and for each of ``agents``: ``wp`` (share of games won),
    ``adp`` (points a game), each with ``mean``, the ends ``low`` and ``high`` of the 95 % interval, and the number of
    ``deals``; the same two for ``landlord`` and ``farmer``; ``elo``, ``decisions``, ``faults``. It depends on the
    seed, not on the threads; time and speed aside.

    >>> report = evaluate(["greedy", "random"], profile="douzero", decks="doudizhu-10k", deals=50)
    >>> report["agents"][0]["wp"]["mean"] > 0.7
    True
    """
    if not duplicate:
        raise ValueError("every deal is played from every seat: duplicate=False is not offered")
    named = dict(agents) if isinstance(agents, Mapping) else _named(agents)
    profile = ("douzero" if game == "doudizhu" else "official") if profile is None else profile
    if decks is not None and os.path.exists(decks):
        with open(decks, encoding="utf-8") as file:
            decks = file.read()
    if deals is None:
        deals = 1000 if decks is None else len(deck(decks)["deals"])
    players = [_Player(name, agent, encoder, playouts) for name, agent in named.items()]
    return _core.contest(
        game,
        profile,
        players,
        deck=decks,
        deals=deals,
        seed=secrets.randbits(63) if seed is None else seed,
        threads=threads,
        patience=patience,
    )


class _Player:
    """An agent as the core wants it."""

    def __init__(self, name: str, agent: Agent, encoder: str, playouts: int) -> None:
        self.name = name
        self.encoder = encoder
        self.playouts = agent.playouts if isinstance(agent, Bot) else playouts
        self.level = _level(agent)
        self.call = None if self.level is not None else _call(agent)


def _call(agent: Any) -> Callable[[Any], Any]:
    if not hasattr(agent, "eval_step"):
        if not callable(agent):
            raise TypeError(f"an agent is a bot's name or can be called, not {agent!r}")
        return agent  # type: ignore[no-any-return]

    def call(state: Any) -> Any:
        action = agent.eval_step(state)[0]
        if isinstance(action, str):
            names = state["raw_legal_actions"]
            return list(state["legal_actions"])[names.index(action)]
        return action

    return call


def _level(agent: Agent) -> str | None:
    if isinstance(agent, Bot):
        return agent.level
    return agent if isinstance(agent, str) else None


def _named(agents: Sequence[Agent]) -> dict[str, Agent]:
    named: dict[str, Agent] = {}
    for agent in agents:
        name = _level(agent) or str(getattr(agent, "__name__", type(agent).__name__))
        number, unique = 1, name
        while unique in named:
            number += 1
            unique = f"{name} {number}"
        named[unique] = agent
    return named


def deck(name: str) -> dict[str, Any]:
    """A named deck: ``name``, ``game``, ``seed``, ``checksum`` (SHA-256 of all deals, a line each) and
    ``deals``.

    >>> deck("doudizhu-10k")["checksum"][:16], len(deck("doudizhu-10k")["deals"])
    ('447925ea7acfa453', 10000)
    """
    return _core.deck(name)


def generate_deck(name: str, seed: int, deals: int) -> dict[str, Any]:
    """A new deck of so many deals of this seed; the same seed, the same checksum.

    >>> generate_deck("mine", 5, 20)["checksum"] == generate_deck("mine", 5, 20)["checksum"]
    True
    """
    return _core.generate_deck(name, seed, deals)
