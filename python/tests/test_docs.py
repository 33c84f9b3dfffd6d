"""Every example in the documentation runs, and the programs in examples/ do what they say."""

import doctest
import importlib
import inspect
import pathlib
import runpy
import sys

import pytest

import decklet

ROOT = pathlib.Path(__file__).parents[2]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
MODULES = ["", ".agents", ".arena", ".doudizhu", ".engine", ".envs", ".errors", ".simulation", ".uno", ".vectors"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module("decklet" + name)
    assert doctest.testmod(module, optionflags=FLAGS).failed == 0


@pytest.mark.parametrize("page, examples", [("docs/python.md", 40), ("README.md", 6)])
def test_pages(page, examples):
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    result = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=FLAGS)
    assert result.failed == 0 and result.attempted >= examples


def test_everything_public_is_documented():
    for name in decklet.__all__:
        assert getattr(decklet, name).__doc__, name


CLASSES = [
    decklet.DoudizhuEnv,
    decklet.UnoEnv,
    decklet.Vector,
    decklet.GameEngine,
    decklet.agents.Bot,
    decklet.doudizhu.Profile,
    decklet.uno.Profile,
]


@pytest.mark.parametrize("cls", CLASSES)
def test_every_method_is_documented(cls):
    public = [name for name in dir(cls) if not name.startswith("_")]
    own = [name for name in public if name not in ("agents", "name", "profile", "game")]
    assert [name for name in own if not inspect.getdoc(getattr(cls, name))] == []


def run(name, *arguments):
    before = sys.argv
    sys.argv = [name, *arguments]
    try:
        return runpy.run_path(str(ROOT / "examples/python" / name), run_name="example")
    finally:
        sys.argv = before


def test_random_play():
    example = run("random_play.py")
    assert 0 < example["one_at_a_time"](20) < 1
    assert 0 < example["many_at_once"](80) < 1


def test_rule_agent():
    thrifty = run("rule_agent.py")["thrifty"]
    report = decklet.evaluate([thrifty, "random"], profile="rlcard", deals=40, seed=1)
    assert report["agents"][0]["faults"] == 0
    assert report["agents"][0]["wp"]["mean"] > 0.6


def test_dmc_learns():
    """A few seconds of training beat playing at random."""
    example = run("dmc.py")
    network = example["train"](1200, num_envs=128, report=0)
    assert network.updates > 300
    wins = example["evaluate"](network, 60)["agents"][0]["wp"]
    assert wins["mean"] > 0.6
