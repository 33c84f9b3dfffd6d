"""Agents against each other."""

import json

import numpy as np
import pytest

import decklet


def without_time(report):
    for agent in report["agents"]:
        agent.pop("decisions_per_second")
    return report


def test_bots_on_a_named_deck():
    one, two = (
        decklet.evaluate(["greedy", "random"], decks="doudizhu-10k", deals=60, seed=1, threads=threads)
        for threads in (1, 2)
    )
    assert without_time(one) == without_time(two)
    greedy, other = one["agents"]
    assert one["deals"] == 60 and one["games_per_deal"] == 2
    assert greedy["wp"]["low"] > 0.5 > other["wp"]["high"]
    assert greedy["adp"]["mean"] > 0 and greedy["landlord"] and greedy["farmer"]


@pytest.mark.parametrize("game, profile", [("doudizhu", "douzero"), ("doudizhu", "pagat"), ("uno", "official")])
@pytest.mark.parametrize("encoder", ["rlcard", "compact"])
def test_callables_play_what_they_see(game, profile, encoder):
    env = decklet.make(game, profile=profile, encoder=encoder, seed=1)
    seen = []

    def lowest(state):
        seen.append(state["obs"].shape)
        assert len(state["raw_legal_actions"]) == len(state["legal_actions"])
        return min(state["legal_actions"])

    class Agent:
        def eval_step(self, state):
            return max(state["legal_actions"]), {}

    report = decklet.evaluate({"low": lowest, "high": Agent()}, game, profile=profile, deals=5, seed=1, encoder=encoder)
    assert [agent["name"] for agent in report["agents"]] == ["low", "high"]
    assert all(agent["faults"] == 0 for agent in report["agents"])
    assert {len(shape) for shape in seen} == {len(env.state_shape[0])}
    assert set(seen) <= {tuple(shape) for shape in env.state_shape}


def test_what_a_callable_sees_is_what_an_environment_shows():
    """The same deal in both: the same observations at every decision of the landlord."""
    deck = decklet.deck("doudizhu-10k")
    hands = deck["deals"][0].split("/")

    class Stop(Exception):
        pass

    def agent(state):
        raw = state["raw_obs"]
        hand = "".join(sorted(raw["current_hand"]))
        if raw["landlord"] == raw["self"] and not raw["trace"]:
            assert hand == "".join(sorted(hands[0] + hands[3]))
            assert raw["num_cards_left"] == [20, 17, 17]
            assert state["obs"].sum() == 20 + 34 + 2
            raise Stop
        return min(state["legal_actions"])

    with pytest.raises(Stop):
        decklet.evaluate([agent, agent], decks="doudizhu-10k", deals=1)


def test_bots_as_objects():
    bots = [decklet.agents.Bot("expert", playouts=30), decklet.agents.Bot("greedy"), "greedy"]
    report = decklet.evaluate(bots, deals=4, seed=1)
    assert [agent["name"] for agent in report["agents"]] == ["expert", "greedy", "greedy 2"]
    same = decklet.evaluate(["expert", "greedy", "greedy"], deals=4, seed=1, playouts=30)
    assert without_time(report)["agents"] == without_time(same)["agents"]


def test_wrong_answers():
    with pytest.raises(decklet.IllegalAction, match="not among the legal actions"):
        decklet.evaluate([lambda state: 99999, "random"], deals=3, seed=1)
    with pytest.raises(ZeroDivisionError):
        decklet.evaluate([lambda state: 1 / 0, "random"], deals=3, seed=1)
    for call in (
        lambda: decklet.evaluate(["random"]),
        lambda: decklet.evaluate(["random", "best"]),
        lambda: decklet.evaluate(["random", "random"], duplicate=False),
        lambda: decklet.evaluate(["random", "random"], decks="none"),
        lambda: decklet.evaluate(["random", "random"], "uno", decks="doudizhu-10k"),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        decklet.evaluate(["random", 7])


def test_a_deck_of_ones_own(tmp_path):
    deck = decklet.generate_deck("mine", 5, 4)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(deck))
    report = decklet.evaluate(["lowest", "random"], decks=str(path), seed=1)
    assert report["deals"] == 4 and report["deals_from"] == "deck mine"
    deck["deals"][0] = deck["deals"][1]
    with pytest.raises(ValueError, match="they were changed"):
        decklet.evaluate(["lowest", "random"], decks=json.dumps(deck))


def test_numpy_numbers_are_answers():
    agent = lambda state: np.array(list(state["legal_actions"]))[0]  # noqa: E731
    assert decklet.evaluate([agent, "random"], deals=2, seed=1)["agents"][0]["faults"] == 0
