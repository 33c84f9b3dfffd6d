"""UNO as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any

from ..envs import UnoEnv
from ._aec import Aec, wrapped

__all__ = ["env", "raw_env"]


def raw_env(render_mode: str | None = None, **options: Any) -> Aec:
    """The environment without PettingZoo's wrappers; options as in `decklet.make`."""
    return Aec("uno_v0", UnoEnv, render_mode, {"profile": "rlcard", "encoder": "compact", **options})


def env(render_mode: str | None = None, **options: Any) -> Any:
    """The environment. An observation is a dictionary of ``observation``, the encoder's vector (int8), and
    ``action_mask``, which of all actions are legal (int8). Rewards are 1 and -1 at the end."""
    return wrapped(raw_env(render_mode, **options))
