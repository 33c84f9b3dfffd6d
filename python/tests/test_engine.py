"""The engine with dictionaries."""

import copy
import pickle

import pytest

from decklet import GameEngine


def play(engine, steps):
    for _ in range(steps):
        if engine.status != "playing":
            return
        assert engine.dispatch(engine.legal_actions(engine.current_player)[0])["ok"]


@pytest.mark.parametrize("game, players", [("uno", 4), ("doudizhu", 3)])
def test_a_game_its_log_and_its_views(game, players):
    engine = GameEngine(game, seed=7)
    engine.create_game(players)
    assert engine.status == "waiting" and engine.start()["ok"] and engine.status == "playing"
    play(engine, 20)
    again = GameEngine.verify(engine.log())
    assert again.state() == engine.state() and again.state_hash == engine.state_hash
    first = GameEngine.replay(engine.log(), 0)
    assert len(first) == 1 < len(engine)
    for twin in (copy.deepcopy(engine), pickle.loads(pickle.dumps(engine))):
        assert twin.state() == engine.state()
    hand = engine.view(1)["zones"]["player:p1:hand"]
    assert "cards" not in hand and hand["count"] > 0
    assert "cards" in engine.view("p1")["zones"]["player:p1:hand"]
    assert engine.view("spectator") != engine.state()
    assert engine.events("spectator") and engine.rules()[0]["id"] and engine.schema()["$defs"]
    length = len(engine)
    assert engine.undo() and len(engine) == length - 1


def test_refusals_change_nothing():
    engine = GameEngine("uno", seed=7, profile="official")
    with pytest.raises(ValueError, match="call create_game first"):
        engine.start()
    engine.create_game([{"id": "ann", "name": "Ann", "seat": 1}, {"id": "bob", "name": "Bob", "seat": 2}])
    engine.start()
    before = engine.state()
    other = "bob" if engine.current_player == "ann" else "ann"
    answer = engine.dispatch({"type": "DRAW_CARD", "playerId": other})
    assert (answer["ok"], answer["rule"], answer["code"]) == (False, "uno-turn", "NOT_YOUR_TURN")
    assert engine.dispatch({"nonsense": 1})["code"] == "BAD_ACTION"
    assert engine.state() == before
    with pytest.raises(ValueError, match="no player is called"):
        engine.view("carl")
    with pytest.raises(IndexError):
        engine.view(2)
    with pytest.raises(TypeError):
        engine.view(None)
    with pytest.raises(ValueError, match="profile"):
        GameEngine("uno", profile="poker")


def test_a_changed_log_is_found():
    engine = GameEngine("uno", seed=7)
    engine.create_game(2)
    engine.start()
    play(engine, 5)
    log = engine.log()
    with pytest.raises(ValueError):
        GameEngine.verify(log.replace('"index":3', '"index":4', 1))
    with pytest.raises(ValueError):
        GameEngine.replay("no log")
