"""What went wrong for users of other environments, each case by its id."""

import hashlib
import inspect

import numpy as np
import pytest

import decklet
from conftest import play_out


def test_rl_002_options_survive_a_seeded_reset():
    """PettingZoo PR 1335: rewards that were configured were lost at reset(seed=...)."""
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    from decklet.pettingzoo import doudizhu_v0, uno_v0

    env = uno_v0.raw_env(profile="party", num_players=5, encoder="compact")
    before = (dict(env.options), env.game.profile, env.num_agents, env.possible_agents)
    for seed in (1, 2):
        env.reset(seed=seed)
        assert (dict(env.options), env.game.profile) == before[:2]
        assert env.num_agents == 5 and env.possible_agents == before[3]
    env = doudizhu_v0.raw_env(profile="pagat", bidding=False)
    env.reset(seed=1)
    env.reset(seed=1)
    assert env.game.profile.name == "pagat without bidding"


def test_rl_003_decks_are_named_seeded_and_have_a_checksum():
    """DouZero's generate_eval_data.py shuffles without a seed."""
    deck = decklet.deck("doudizhu-10k")
    text = "".join(deal + "\n" for deal in deck["deals"])
    assert hashlib.sha256(text.encode()).hexdigest() == deck["checksum"]
    again = decklet.generate_deck("doudizhu-10k", deck["seed"], len(deck["deals"]))
    assert again == deck
    assert decklet.generate_deck("x", deck["seed"] + 1, 10)["checksum"] != deck["checksum"]


def test_rl_005_speed_can_be_reported():
    """RLCard issue 91: 6,668 actions a second of Dou Dizhu, 18,349 of UNO in 2020. Nothing is timed here; the
    counts that such a report divides are right."""
    for game in ("doudizhu", "uno"):
        env = decklet.make(game, profile="rlcard", seed=1)
        env.set_agents([lambda state: min(state["legal_actions"])] * env.num_players)
        trajectories, _ = env.run()
        assert env.timestep == sum(len(one) // 2 for one in trajectories) == len(env.action_recorder)
        simulated = decklet.simulate(game, 100, profile="rlcard", seed=1)
        assert simulated["games"] == 100 and simulated["decisions"] > 1000


def test_rl_006_tables_step_together():
    """RLCard issue 291: a loop over one table starves the GPU."""
    many = decklet.vector("doudizhu", num_envs=32, threads=2, seed=1, encoder="rlcard")
    one = [decklet.vector("doudizhu", num_envs=32, seed=1, encoder="rlcard")]
    random = np.random.default_rng(1)
    for _ in range(50):
        actions = many.random_actions(random)
        block, _, _ = many.step(actions)
        single, _, _ = one[0].step(actions)
        assert block.shape == (32, 901) and block.flags["C_CONTIGUOUS"]
        assert (block == single).all()


@pytest.mark.parametrize("game, profile", [("doudizhu", "douzero"), ("uno", "official")])
def test_rl_008_a_search_gets_a_view_and_samples_the_rest(game, profile):
    """open-mtg issue 4, boardgame.io issue 1069: a bot that searches the true state sees hidden cards."""
    import random

    choice = random.Random(1)
    env = decklet.make(game, profile=profile, seed=8, encoder="compact")
    env.reset()
    play_out(env, choice, 6)
    player = env.current_player()

    def search(env, seed):
        """Counts wins over games that are played on from what the player knows."""
        scores = {}
        for action in env.legal_actions():
            for number in range(3):
                world = env.resample_from_infostate(player, seed + number)
                world.apply_action(action)
                play_out(world, random.Random(number), 2000)
                scores[action] = scores.get(action, 0) + world.returns()[player]
        return scores

    other = env.resample_from_infostate(player, 99)
    assert other.get_perfect_information()["hand_cards"] != env.get_perfect_information()["hand_cards"]
    assert (env.get_state(player)["obs"] == other.get_state(player)["obs"]).all()
    assert env.legal_actions() == other.legal_actions()
    if game == "doudizhu":
        assert search(env, 1) == search(other, 1)


def test_rl_009_the_legal_list_is_there_and_illegal_answers_are_counted():
    """kaggle-environments PR 1121, 1123: the list of legal moves came and went in prompts. Here it is part of the
    state, an agent may leave it out of its prompt, and an answer that is not legal is an exception that a
    harness can count."""
    env = decklet.make("uno", profile="rlcard", seed=1)
    state, _ = env.reset()

    def prompt(state, with_legal):
        text = f"hand {state['raw_obs']['hand']}, target {state['raw_obs']['target']}"
        return text + f", legal {state['raw_legal_actions']}" if with_legal else text

    assert state["raw_legal_actions"][0] in prompt(state, True)
    assert "legal" not in prompt(state, False)
    illegal = 0
    for answer in ("b-9", "y-skip", "draw", "r-0", "nonsense"):
        try:
            state, _ = env.step(answer, raw_action=True)
        except ValueError:
            illegal += 1
    assert illegal >= 2 and env.timestep + illegal == 5


def test_ddz_049_the_last_action_is_the_latest_play_unless_two_passed():
    """RLCard issue 292, PR 294: it was computed wrongly after a pass."""
    import random

    choice = random.Random(4)
    env = decklet.make("doudizhu", profile="rlcard", seed=4)
    for _ in range(20):
        state, _ = env.reset()
        while not env.is_over():
            trace = [name for _, name in state["raw_obs"]["trace"]]
            last = "" if trace[-2:] == ["pass", "pass"] else next((n for n in reversed(trace) if n != "pass"), "")
            assert state["obs"][108:162].sum() == len(last)
            state, _ = env.step(choice.choice(list(state["legal_actions"])))


def test_uno_031_the_documented_shape_is_the_shape():
    """RLCard issue 220: its documentation speaks of seven planes, the program has four."""
    env = decklet.make("uno", profile="rlcard", seed=1)
    state, _ = env.reset()
    assert env.state_shape == [[4, 4, 15], [4, 4, 15]] and state["obs"].shape == (4, 4, 15)
    shape = "(4, 166)"
    assert shape in inspect.getdoc(decklet.Vector)
    assert decklet.vector("doudizhu", num_envs=4).observations.shape == (4, 166)
