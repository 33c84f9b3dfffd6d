"""Many games stepped together."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Vector", "vector"]


class Vector(_core.Vector):
    """Many games of one kind, stepped together by threads, without Python's lock.

    N is the number of games, P of players, S the size of an observation, A the number of actions, L the
    number of legal actions of all games together, F the size of an action's features. The arrays are made
    once and written anew at every step: copy what you want to keep. `legal_ids` and `legal_features` are
    parts of larger arrays, to be asked for again after every step.

    ================  =========  ========  ==========================================================
    attribute         shape      type      meaning
    ================  =========  ========  ==========================================================
    observations      (N, S)     int8      what the player on turn sees, as the encoder writes it
    players           (N,)       int8      who is on turn
    rewards           (N, P)     float32   what each player got, if the game ended with this step; else 0
    dones             (N,)       bool      whether it ended: then the observation is the next game's
    offsets           (N + 1,)   int64     the legal actions of game i are at offsets[i]:offsets[i + 1]
    legal_ids         (L,)       int32     the numbers of the legal actions
    legal_features    (L, F)     int8      what they are; F is 0 in UNO
    masks             (N, A)     bool      which actions are legal; None unless asked for
    ================  =========  ========  ==========================================================

    A batch belongs to one thread at a time: another one that steps it meanwhile gets a RuntimeError.

    >>> import decklet, numpy as np
    >>> games = decklet.vector("doudizhu", num_envs=4, seed=1)
    >>> random = np.random.default_rng(1)
    >>> for _ in range(100):
    ...     observations, rewards, dones = games.step(games.random_actions(random))
    >>> observations.shape, rewards.shape
    ((4, 166), (4, 3))
    """

    game: str

    def __new__(cls, game: str, **arguments: Any) -> Self:
        batch = super().__new__(cls, game, arguments)
        batch.game = game
        return batch

    def random_actions(self, random: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int32]]:
        """A legal action for each game, every one equally likely: an array (N,) of int32."""
        offsets = self.offsets
        begins = offsets[:-1]
        places = begins + (random.random(len(begins)) * (offsets[1:] - begins)).astype(np.int64)
        return self.legal_ids[places]


def vector(
    game: str,
    num_envs: int = 1024,
    threads: int = 1,
    *,
    profile: Any = None,
    seed: int | None = None,
    encoder: str = "compact",
    perfect_information: bool = False,
    masks: bool | None = None,
    num_players: int | None = None,
    bidding: bool | None = None,
) -> Vector:
    """Many games stepped together; see `Vector` for the arrays.

    Game number i of a seed is the same whatever the number of games and threads. The profile is
    ``"rlcard"`` unless another is given. ``masks`` are made for UNO and not for Dou Dizhu, which has
    thousands of actions, unless said otherwise. ``encoder`` is as in `decklet.make`, all games padded to
    the size of the largest observation.
    """
    profile = "rlcard" if profile is None else profile
    if bidding is not None:
        if game != "doudizhu":
            raise ValueError("bidding is an option of doudizhu")
        profile = _core.DoudizhuProfile(profile) if isinstance(profile, str) else profile
        profile = profile.with_bidding(bidding)
    return Vector(
        game,
        profile=profile,
        num_envs=num_envs,
        threads=threads,
        seed=secrets.randbits(63) if seed is None else seed,
        encoder=encoder,
        perfect_information=perfect_information,
        masks=game == "uno" if masks is None else masks,
        num_players=(3 if game == "doudizhu" else 2) if num_players is None else num_players,
    )
