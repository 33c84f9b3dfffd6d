"""Dou Dizhu: profiles, and the rules as functions.

Cards are a text, ``"33344456"`` (``T`` is the ten, ``B`` and ``R`` the small and the big joker; spaces, commas
and plus signs are left out, other spellings are understood), or a list of such texts, ``["3", "3"]``.
"""

from __future__ import annotations

from typing import Any, Iterable, Sequence, Union

from . import _core
from ._core import DoudizhuProfile as Profile

__all__ = ["Profile", "beats", "detect", "explain", "legal_plays", "plays", "solve"]

Cards = Union[str, Sequence[str]]


def detect(cards: Cards, profile: str | Profile = "decklet") -> dict[str, Any]:
    """What the cards are: ``cards`` as understood, whether they are ``valid``, and all their ``readings``,
    each with ``type``, ``main_low``, ``main_high`` and ``length``.

    >>> detect("3334", "pagat")["readings"]
    [{'type': 'trio_solo', 'main_low': '3', 'main_high': '3', 'length': 1}]
    """
    return _core.doudizhu_detect(cards, profile)


def beats(previous: Cards, play: Cards, profile: str | Profile = "decklet") -> bool | None:
    """Whether ``play`` beats ``previous``; None when one of them is no combination.

    >>> beats("8884", "9993"), beats("8884", "BR"), beats("8884", "34")
    (True, True, None)
    """
    return _core.doudizhu_beats(previous, play, profile)


def legal_plays(
    hand: Cards, last: Cards | None = None, profile: str | Profile = "decklet"
) -> list[str]:
    """What a hand can play on ``last``, or as leader; ``"pass"`` comes last where it is allowed.

    >>> legal_plays("34489", "7")
    ['8', '9', 'pass']
    """
    return _core.doudizhu_legal_plays(hand, last, profile)


def plays(profile: str | Profile = "decklet") -> list[str]:
    """Every card set that may be played, sorted.

    >>> len(plays("rlcard")), len(plays("openspiel"))
    (27471, 25661)
    """
    return _core.doudizhu_plays(profile)


def explain(
    cards: Cards,
    last: Cards | None = None,
    profiles: str | Profile | Iterable[str | Profile] | None = None,
) -> list[dict[str, Any]]:
    """What profiles (all, if none are given) make of the cards, and which option decides it.

    >>> explain("3333BR", profiles="pagat")[0]["refusal"]["options"]
    ['combinations.four_two_solo.jokers']
    """
    if profiles is None:
        profiles = Profile.names()
    elif isinstance(profiles, (str, Profile)):
        profiles = [profiles]
    return _core.doudizhu_explain(cards, last, list(profiles))


def solve(
    first: Cards,
    second: Cards,
    third: Cards | None = None,
    *,
    lead: int = 1,
    last: Cards | None = None,
    ban: Sequence[str] = (),
    profile: str | Profile = "classic",
    nodes: int | None = None,
    seconds: float | None = None,
    tree: bool = False,
) -> dict[str, Any]:
    """Solves an endgame with open hands; ``first`` is the landlord's.

    The answer has ``result`` (``"first_wins"``, ``"second_wins"`` or, when a limit was reached,
    ``"unknown"``), ``winning_first_moves``, ``undecided``, ``principal_variation`` (player and play) and
    ``nodes``, the positions looked at; with ``tree`` also how the winner answers everything. ``ban`` leaves
    combinations out: ``no31``, ``no32``, ``no42``, ``no422``.

    >>> answer = solve("KK5543", "225543")
    >>> answer["result"], answer["winning_first_moves"]
    ('first_wins', ['4', '5'])
    """
    hands = [first, second] if third is None else [first, second, third]
    return _core.doudizhu_solve(
        hands,
        lead=lead,
        last=last,
        ban=list(ban),
        profile=profile,
        nodes=nodes,
        seconds=seconds,
        tree=tree,
    )
