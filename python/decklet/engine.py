"""The plugin engine: dictionaries in and out, as the specification of the games spells them."""

from __future__ import annotations

import secrets
from typing import Any, Sequence, Union

from . import _core

__all__ = ["GameEngine"]

Viewer = Union[int, str]


class GameEngine:
    """A game on the engine.

    ``options`` are what a log's header holds: ``profile="decklet"`` names a profile, and any option may be
    given beside it. A viewer is a seat counted from 0, a player's id, ``"spectator"`` or ``"referee"``; only
    the referee sees everything.

    >>> engine = GameEngine("uno", seed=7)
    >>> engine.create_game(2)
    >>> engine.start()["ok"]
    True
    >>> answer = engine.dispatch({"type": "DRAW_CARD", "playerId": "p2"})
    >>> answer["ok"], answer["rule"], answer["code"]
    (False, 'uno-turn', 'NOT_YOUR_TURN')
    >>> engine.dispatch(engine.legal_actions("p1")[0])["ok"]
    True
    >>> "cards" in engine.view("p2")["zones"]["player:p1:hand"]
    False
    >>> GameEngine.verify(engine.log()).state_hash == engine.state_hash
    True
    """

    def __init__(self, game: str, *, seed: int | str | None = None, **options: Any) -> None:
        seed = secrets.randbits(63) if seed is None else seed
        self._core = _core.GameEngine(game, options or None, seed)

    @classmethod
    def _of(cls, core: _core.GameEngine) -> GameEngine:
        engine = cls.__new__(cls)
        engine._core = core
        return engine

    @property
    def game(self) -> str:
        """The game's name."""
        return self._core.game

    @property
    def options(self) -> Any:
        """All options, as a log's header has them."""
        return self._core.options

    @property
    def seed(self) -> str:
        """The seed, 64 hexadecimal digits."""
        return self._core.seed

    @property
    def status(self) -> str:
        """``"waiting"``, ``"playing"`` or ``"finished"``."""
        return self._core.status

    @property
    def current_player(self) -> str | None:
        """The id of the player on turn."""
        return self._core.current_player

    @property
    def winners(self) -> list[str]:
        """The ids of the winners."""
        return self._core.winners

    @property
    def state_hash(self) -> str | None:
        """The hash of the state after the last action; None before the start."""
        return self._core.state_hash

    def create_game(self, players: int | Sequence[dict[str, Any]]) -> None:
        """Sits players down: dictionaries with ``id``, ``name`` and ``seat``, or how many (``p1``, ``p2``, ...)."""
        self._core.create_game(players)

    def start(self) -> dict[str, Any]:
        """Deals. The answer is that of `dispatch`."""
        return self._core.start()

    def dispatch(self, action: dict[str, Any], viewer: Viewer = "referee") -> dict[str, Any]:
        """Carries out an action: ``{"ok": True, "index", "events"}`` with what the viewer sees, or
        ``{"ok": False, "rule", "code", "reason", ...}``, and nothing has changed."""
        return self._core.dispatch(action, viewer)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """What this viewer sees."""
        return self._core.view(viewer)

    def state(self) -> dict[str, Any]:
        """All there is: the referee's view."""
        return self._core.view("referee")

    def legal_actions(self, player: Viewer) -> list[dict[str, Any]]:
        """The actions that `dispatch` accepts from this player."""
        return self._core.legal_actions(player)

    def events(self, viewer: Viewer) -> list[dict[str, Any]]:
        """Everything that has happened, as this viewer saw it."""
        return self._core.events(viewer)

    def rules(self) -> list[dict[str, Any]]:
        """The rules in order, with ids and codes."""
        return self._core.rules()

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of actions, events and views."""
        return self._core.schema()

    def undo(self) -> bool:
        """Takes the last action back; False when there is none."""
        return self._core.undo()

    def log(self) -> str:
        """The log as JSON Lines, from which the game can be replayed to the byte."""
        return self._core.log()

    def __len__(self) -> int:
        """Entries in the log."""
        return len(self._core)

    @classmethod
    def replay(cls, log: str, to: int | None = None) -> GameEngine:
        """The game of a log after entry ``to``, or after the last.

        Raises ValueError naming the entry that cannot be replayed."""
        return cls._of(_core.replay(log, to))

    @classmethod
    def verify(cls, log: str) -> GameEngine:
        """Replays a log and compares every line: events, hashes, all of it. The game at its end.

        Raises ValueError naming the first entry that differs."""
        return cls._of(_core.verify(log))

    def __copy__(self) -> GameEngine:
        return type(self).replay(self.log())

    def __deepcopy__(self, memo: dict[int, Any]) -> GameEngine:
        return type(self).replay(self.log())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).replay, (self.log(),)
