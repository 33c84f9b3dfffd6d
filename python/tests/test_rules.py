"""The rules as functions."""

import pytest

from decklet import doudizhu


def test_detect():
    assert doudizhu.detect("333 + 444 + 5 6", "pagat")["cards"] == "33344456"
    assert doudizhu.detect(["3", "3", "3", "4"])["valid"]
    assert doudizhu.detect("34") == {"cards": "34", "valid": False, "readings": []}
    readings = doudizhu.detect("333444555666", "openspiel")["readings"]
    assert len(readings) == 3


def test_beats():
    assert doudizhu.beats("3333", "BR", "pagat") is True
    assert doudizhu.beats("BR", "3333", "pagat") is False
    assert doudizhu.beats("BR", "3333", "openspiel") is True
    assert doudizhu.beats("34", "5", "pagat") is None


def test_plays():
    assert doudizhu.legal_plays("34489", "7") == ["8", "9", "pass"]
    assert "pass" not in doudizhu.legal_plays("34489")
    with pytest.raises(ValueError, match="34 is no combination"):
        doudizhu.legal_plays("5", "34")
    assert len(doudizhu.plays("douzero")) == 29984


def test_explain():
    answers = doudizhu.explain("333444555777")
    assert {answer["profile"] for answer in answers} == set(doudizhu.Profile.names())
    assert len({answer["accepted"] for answer in answers}) == 2
    assert doudizhu.explain("4444", "3333", "pagat")[0]["beats"] is True


def test_solve():
    answer = doudizhu.solve("KK5543", "225543", tree=True)
    assert (answer["result"], answer["winning_first_moves"]) == ("first_wins", ["4", "5"])
    assert answer["principal_variation"][0][0] == 1 and answer["tree"]
    assert doudizhu.solve("AAKKQQJJ99887766", "22334455667788TT", nodes=10)["result"] == "unknown"
    with pytest.raises(ValueError, match="no ban"):
        doudizhu.solve("3", "4", ban=["all"])


def test_profiles_are_objects():
    profile = doudizhu.Profile("pagat")
    assert profile.options["combinations"]["four_two_solo"]["jokers"] == "not_both"
    combinations = profile.options["combinations"]
    combinations["four_two_solo"]["jokers"] = "any"
    own = profile.with_options("own", combinations=combinations)
    assert not doudizhu.detect("3333BR", profile)["valid"]
    assert doudizhu.detect("3333BR", own)["valid"]
    assert doudizhu.Profile.from_dict(own.to_dict()) == own != profile
    with pytest.raises(ValueError):
        doudizhu.Profile("poker")
