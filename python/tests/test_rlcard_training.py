"""RLCard's own training script (examples/run_rl.py of release 1.2.0), shortened, with one import changed."""

import random

import numpy as np
import pytest

rlcard = pytest.importorskip("rlcard", reason="rlcard 1.2.0 is not installed: its training script is not run")
torch = pytest.importorskip("torch", reason="torch is not installed: RLCard's training script is not run")

from rlcard.agents import DQNAgent, RandomAgent  # noqa: E402
from rlcard.utils import reorganize, tournament  # noqa: E402

import decklet  # noqa: E402


def train(make):
    """What the script does with `rlcard.make`, or with `decklet.make`."""
    random.seed(42), np.random.seed(42), torch.manual_seed(42)
    env = make("uno", config={"seed": 42})
    agent = DQNAgent(
        num_actions=env.num_actions,
        state_shape=env.state_shape[0],
        mlp_layers=[32],
        replay_memory_init_size=50,
        device=torch.device("cpu"),
    )
    env.set_agents([agent] + [RandomAgent(num_actions=env.num_actions) for _ in range(1, env.num_players)])
    for _ in range(4):
        trajectories, payoffs = env.run(is_training=True)
        for transition in reorganize(trajectories, payoffs)[0]:
            agent.feed(transition)
    return agent.total_t, agent.train_t, tournament(env, 5)


def test_it_trains_the_same(capsys):
    steps, updates, payoffs = ours = train(decklet.make)
    assert steps > 60 and updates > 0 and len(payoffs) == 2
    assert ours == train(rlcard.make)
