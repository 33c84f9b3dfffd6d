"""What tests share."""

import random

import pytest

import decklet

PROFILES = [("doudizhu", name) for name in decklet.doudizhu.Profile.names()] + [
    ("uno", name) for name in decklet.uno.Profile.names()
]


@pytest.fixture
def choice():
    return random.Random(7)


def play_out(env, choice, steps=100_000):
    """Random actions until the game is over, or so many."""
    for _ in range(steps):
        if env.is_terminal():
            return
        env.apply_action(choice.choice(env.legal_actions()))
