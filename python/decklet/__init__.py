"""UNO and Dou Dizhu for research: environments, batches, rules, the engine, bots and their evaluation.

>>> import decklet
>>> env = decklet.make("doudizhu", profile="rlcard", seed=1)
>>> games = decklet.vector("uno", num_envs=1024, threads=2)
>>> decklet.doudizhu.detect("33344456")["readings"][0]["type"]
'plane_solo'

The package `decklet.pettingzoo` needs PettingZoo and is imported by itself.
"""

from . import agents, doudizhu, uno
from .arena import deck, evaluate, generate_deck
from .engine import GameEngine
from .envs import DoudizhuEnv, UnoEnv, make
from .errors import IllegalAction
from .simulation import simulate
from .vectors import Vector, vector

__all__ = [
    "DoudizhuEnv",
    "GameEngine",
    "IllegalAction",
    "UnoEnv",
    "Vector",
    "agents",
    "deck",
    "doudizhu",
    "evaluate",
    "generate_deck",
    "make",
    "simulate",
    "uno",
    "vector",
]
