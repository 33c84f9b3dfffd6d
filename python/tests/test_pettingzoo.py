"""PettingZoo's own tests."""

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from decklet.pettingzoo import doudizhu_v0, uno_v0  # noqa: E402

GAMES = [doudizhu_v0, uno_v0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_api(game):
    api_test(game.env(seed=1), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_seed(game):
    seed_test(game.env, num_cycles=200)


@pytest.mark.parametrize("game", GAMES)
def test_rewards_come_at_the_end(game):
    env = game.env()
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        mask = observation["action_mask"]
        env.step(None if termination or truncation else rng.choice(np.flatnonzero(mask)))
    assert not env.agents
    assert any(total.values())


def test_more_players_and_profiles():
    env = uno_v0.env(profile="official", num_players=4)
    env.reset(seed=1)
    assert env.num_agents == 4
    env = doudizhu_v0.env(profile="pagat", encoder="compact")
    env.reset(seed=1)
    assert env.observe("player_0")["observation"].shape == (166,)


def test_the_core_does_not_need_it():
    import subprocess
    import sys

    code = "import sys; sys.modules['pettingzoo'] = None; import decklet; decklet.make('uno')"
    subprocess.run([sys.executable, "-c", code], check=True)
