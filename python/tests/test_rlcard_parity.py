"""Profile rlcard against RLCard 1.2.0 itself: the same seed, the same games, step by step.

RLCard's known faults, as they are here:

* reproduced: a farmer's observation has the FIRST turns of the landlord and the other farmer where the
  latest are meant; no cards left are a 1 at the last place; the bottom cards of a rank are all taken away
  when the landlord plays one; payoffs of Dou Dizhu are 1 and 0; UNO shows a wild card on top with the colour
  it was made with; a UNO hand lists equal cards' actions repeatedly; legal actions are listed after the
  end of a round of UNO.
* left out, as nothing could be compared: a farmer's state before the landlord's first turn (RLCard raises
  UnboundLocalError); `step_back` in Dou Dizhu does not give bottom cards back; a round of UNO in which
  both piles are empty (RLCard raises IndexError); the order in which a leader's legal actions are listed (RLCard's
  is that of a Python set, another one in every process), and that of planes with single kickers.
"""

import random

import pytest

import decklet

rlcard = pytest.importorskip("rlcard", reason="rlcard 1.2.0 is not installed: no parity with it")

GAMES = 1000


def same_doudizhu(ours, theirs, leads):
    assert (ours["obs"] == theirs["obs"]).all()
    assert ours["obs"].dtype == theirs["obs"].dtype
    assert set(ours["legal_actions"]) == set(theirs["legal_actions"])
    for action, features in theirs["legal_actions"].items():
        assert (ours["legal_actions"][action] == features).all()
    ours_raw, theirs_raw = dict(ours["raw_obs"]), dict(theirs["raw_obs"])
    ours_actions, theirs_actions = ours_raw.pop("actions"), theirs_raw.pop("actions")
    assert sorted(ours_actions) == sorted(theirs_actions)
    assert sorted(ours["raw_legal_actions"]) == sorted(theirs["raw_legal_actions"])
    planes = any(len(action) in (8, 12, 16, 20) for action in theirs_actions)
    if not leads and not planes:
        assert ours_actions == theirs_actions
        assert list(ours["legal_actions"]) == list(theirs["legal_actions"])
    assert ours_raw == theirs_raw
    assert ours["action_record"] == theirs["action_record"]


def test_doudizhu():
    choice = random.Random(1)
    for seed in range(10):
        ours = decklet.make("doudizhu", profile="rlcard", seed=seed)
        theirs = rlcard.make("doudizhu", {"seed": seed})
        assert ours.num_actions == theirs.num_actions
        assert ours.state_shape == theirs.state_shape
        assert ours.action_shape == theirs.action_shape
        for _ in range(GAMES // 10):
            (state, player), (other, their_player) = ours.reset(), theirs.reset()
            while True:
                assert player == their_player
                leads = "pass" not in other["raw_legal_actions"]
                same_doudizhu(state, other, leads)
                if theirs.is_over():
                    break
                action = choice.choice(sorted(other["legal_actions"]))
                state, player = ours.step(action)
                other, their_player = theirs.step(action)
            assert ours.is_over()
            for seat in range(3):
                same_doudizhu(ours.get_state(seat), theirs.get_state(seat), leads=True)
            assert list(ours.get_payoffs()) == list(theirs.get_payoffs())
            assert ours.get_payoffs().dtype == theirs.get_payoffs().dtype


def test_doudizhu_states_of_others_and_perfect_information():
    ours = decklet.make("doudizhu", profile="rlcard", seed=5)
    theirs = rlcard.make("doudizhu", {"seed": 5})
    choice = random.Random(2)
    for _ in range(20):
        ours.reset(), theirs.reset()
        while not theirs.is_over():
            action = choice.choice(sorted(theirs.get_state(theirs.get_player_id())["legal_actions"]))
            ours.step(action), theirs.step(action)
            for seat in range(3):
                same_doudizhu(ours.get_state(seat), theirs.get_state(seat), leads=True)
            mine, other = ours.get_perfect_information(), theirs.get_perfect_information()
            assert sorted(mine.pop("legal_actions")) == sorted(other.pop("legal_actions"))
            assert mine == other
            assert (ours.get_action_feature(action) == theirs.get_action_feature(action)).all()


def same_uno(ours, theirs):
    assert (ours["obs"] == theirs["obs"]).all()
    assert ours["obs"].shape == theirs["obs"].shape
    assert ours["obs"].dtype == theirs["obs"].dtype
    assert list(ours["legal_actions"].items()) == list(theirs["legal_actions"].items())
    assert ours["raw_obs"] == theirs["raw_obs"]
    assert ours["raw_legal_actions"] == theirs["raw_legal_actions"]
    assert ours["action_record"] == theirs["action_record"]


def test_uno():
    choice = random.Random(1)
    for seed in range(20):
        ours = decklet.make("uno", profile="rlcard", seed=seed)
        theirs = rlcard.make("uno", {"seed": seed})
        assert ours.num_actions == theirs.num_actions
        assert ours.state_shape == theirs.state_shape
        assert ours.action_shape == theirs.action_shape
        for _ in range(GAMES // 20):
            (state, player), (other, their_player) = ours.reset(), theirs.reset()
            while True:
                assert player == their_player
                same_uno(state, other)
                same_uno(ours.get_state(1 - player), theirs.get_state(1 - player))
                if theirs.is_over():
                    break
                action = choice.choice(sorted(other["legal_actions"]))
                state, player = ours.step(action)
                other, their_player = theirs.step(action)
            assert ours.is_over()
            for seat in range(2):
                same_uno(ours.get_state(seat), theirs.get_state(seat))
            assert (ours.get_payoffs() == theirs.get_payoffs()).all()
            assert ours.get_perfect_information() == theirs.get_perfect_information()


@pytest.mark.parametrize("game", ["doudizhu", "uno"])
def test_trajectories(game):
    class Lowest:
        use_raw = False

        def step(self, state):
            return min(state["legal_actions"])

        def eval_step(self, state):
            return self.step(state), {}

    ours = decklet.make(game, profile="rlcard", seed=3)
    theirs = rlcard.make(game, {"seed": 3})
    for env in (ours, theirs):
        env.set_agents([Lowest() for _ in range(env.num_players)])
    for is_training in (False, True):
        (mine, payoffs), (other, their_payoffs) = ours.run(is_training), theirs.run(is_training)
        assert (payoffs == their_payoffs).all()
        assert [len(one) for one in mine] == [len(one) for one in other]
        for one, another in zip(mine, other):
            assert one[1::2] == another[1::2]
            for state, their_state in zip(one[::2], another[::2]):
                assert (state["obs"] == their_state["obs"]).all()
        reorganized = rlcard.utils.reorganize(mine, payoffs)
        assert len(reorganized) == ours.num_players


def test_steps_back():
    ours = decklet.make("uno", {"seed": 3, "allow_step_back": True})
    theirs = rlcard.make("uno", {"seed": 3, "allow_step_back": True})
    ours.reset(), theirs.reset()
    for _ in range(12):
        action = min(theirs.get_state(theirs.get_player_id())["legal_actions"])
        ours.step(action), theirs.step(action)
    for _ in range(12):
        (state, player), (other, their_player) = ours.step_back(), theirs.step_back()
        assert player == their_player
        assert state["raw_obs"] == other["raw_obs"]
        assert (state["obs"] == other["obs"]).all()
    assert ours.step_back() is False
