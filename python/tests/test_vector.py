"""Many games at once."""

import pickle
import threading

import numpy as np
import pytest

import decklet

CASES = [
    ("doudizhu", "rlcard", "compact"),
    ("doudizhu", "pagat", "douzero"),
    ("doudizhu", "openspiel", "rlcard"),
    ("uno", "rlcard", "compact"),
    ("uno", "official", "rlcard"),
]


def play(steps=200, **arguments):
    games = decklet.vector(num_envs=33, seed=5, **arguments)
    random = np.random.default_rng(1)
    written = []
    for _ in range(steps):
        observations, rewards, dones = games.step(games.random_actions(random))
        written.append((observations.tobytes(), rewards.tobytes(), dones.tobytes(), games.legal_ids.tobytes()))
    return written


@pytest.mark.parametrize("game, profile, encoder", CASES)
def test_threads_change_nothing(game, profile, encoder):
    one, two, three = (play(game=game, profile=profile, encoder=encoder, threads=n) for n in (1, 2, 3))
    assert one == two == three


@pytest.mark.parametrize("game, profile, encoder", CASES)
def test_a_batch_is_its_games_alone(game, profile, encoder):
    """A game of a batch is the same among others and alone, and what the arrays say agrees."""
    many = decklet.vector(game, num_envs=3, seed=5, profile=profile, encoder=encoder, masks=True)
    alone = decklet.vector(game, num_envs=1, seed=5, profile=profile, encoder=encoder, masks=True)
    random = np.random.default_rng(2)
    for _ in range(150):
        assert (many.observations[0] == alone.observations[0]).all()
        assert many.players[0] == alone.players[0]
        for games in (many, alone):
            assert games.offsets[-1] == len(games.legal_ids) == len(games.legal_features)
            for game_number in range(games.num_envs):
                begin, end = games.offsets[game_number : game_number + 2]
                assert set(np.flatnonzero(games.masks[game_number])) == set(games.legal_ids[begin:end])
        actions = many.random_actions(random)
        many.step(actions)
        alone.step(actions[:1])
        assert (many.rewards[0] == alone.rewards[0]).all() and many.dones[0] == alone.dones[0]
        assert (many.rewards[~many.dones] == 0).all()


def test_rewards_and_new_games():
    games = decklet.vector("doudizhu", num_envs=64, seed=1)
    random = np.random.default_rng(1)
    ended = 0
    for _ in range(200):
        _, rewards, dones = games.step(games.random_actions(random))
        ended += dones.sum()
        for reward in rewards[dones]:
            assert list(reward) in ([1, 0, 0], [0, 1, 1])
        # A new game: the landlord leads with 20 cards.
        assert (games.observations[dones][:, 135] == 20).all()
        assert (games.players[dones] == 0).all()
    assert ended > 100


def test_the_encoding_is_that_of_an_environment():
    games = decklet.vector("uno", num_envs=1, seed=1, profile="official", encoder="rlcard")
    assert games.observations.dtype == np.int8 and games.observations.shape == (1, 240)
    planes = games.observations.reshape(4, 4, 15)
    assert planes[3].sum() == 1
    assert (planes[:3].sum(axis=0) == 1).all()


def test_features_say_which_cards():
    games = decklet.vector("doudizhu", num_envs=8, seed=3)
    random = np.random.default_rng(1)
    env = decklet.make("doudizhu", profile="rlcard", seed=1)
    ranks = "3456789TJQKA2BR"
    for _ in range(30):
        for action, features in zip(games.legal_ids, games.legal_features):
            cards = "".join(rank * count for rank, count in zip(ranks, features))
            assert cards == env.action_name(action).replace("pass", "")
        games.step(games.random_actions(random))


def test_illegal_steps_move_no_game():
    games = decklet.vector("doudizhu", num_envs=4, seed=1)
    before = games.observations.copy()
    actions = games.legal_ids[games.offsets[:-1]].copy()
    actions[2] = games.num_actions - 1
    with pytest.raises(decklet.IllegalAction, match=r"pass is not legal.*\(game 2\)"):
        games.step(actions)
    for wrong in (actions[:3].astype(np.int64), []):
        with pytest.raises(ValueError, match="actions for 4 games"):
            games.step(wrong)
    for wrong in (actions.astype(float), actions.reshape(2, 2), "abcd", None, 3):
        with pytest.raises(TypeError):
            games.step(wrong)
    assert (games.observations == before).all()
    for arguments in ({"num_envs": 0}, {"threads": 0}, {"encoder": "none"}, {"num_players": 4}):
        with pytest.raises(ValueError):
            decklet.vector("doudizhu", **arguments)


def test_one_batch_two_threads():
    """A batch that is stepped by two threads at once refuses one of them, or does both; it stays whole."""
    games = decklet.vector("doudizhu", num_envs=2000, threads=2, seed=1)
    random = np.random.default_rng(1)
    refused = []

    def step():
        for _ in range(20):
            try:
                games.reset()
            except RuntimeError as error:
                refused.append(error)

    threads = [threading.Thread(target=step) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for _ in range(20):
        games.step(games.random_actions(random))
    with pytest.raises(TypeError):
        pickle.dumps(games)
