"""A rule agent of one's own against decklet's bots, and against RLCard's rule agent where RLCard is installed.

    python examples/python/rule_agent.py
"""

from __future__ import annotations

from typing import Any

import decklet

RANKS = "3456789TJQKA2BR"


def thrifty(state: dict[str, Any]) -> int:
    """Leads the play with the most cards; follows with the lowest; keeps bombs, and does not beat the other
    farmer."""
    raw = state["raw_obs"]
    names = dict(zip(state["raw_legal_actions"], state["legal_actions"]))
    plays = [name for name in names if name != "pass"]
    thrown = [name for name in plays if not is_bomb(name)] or plays
    if "pass" not in names:
        return int(names[max(thrown, key=lambda name: (len(name), -RANKS.index(name[0])))])
    farmers = {0, 1, 2} - {raw["landlord"]}
    last = next(player for player, name in reversed(raw["trace"]) if name != "pass")
    mate_leads = raw["self"] in farmers and last in farmers
    if not plays or mate_leads or all(is_bomb(name) for name in plays):
        return int(names["pass"])
    return int(names[min(thrown, key=lambda name: RANKS.index(name[0]))])


def is_bomb(name: str) -> bool:
    return name == "BR" or (len(name) == 4 and len(set(name)) == 1)


def main(deals: int = 300) -> None:
    rivals: dict[str, Any] = {"random": "random", "greedy": "greedy"}
    try:
        from rlcard.models import load  # type: ignore[import-untyped, unused-ignore]

        rivals["RLCard's rule agent"] = load("doudizhu-rule-v1").agents[0]
    except ImportError:
        print("RLCard is not installed: its rule agent is left out.")
    for name, rival in rivals.items():
        report = decklet.evaluate(
            {"thrifty": thrifty, name: rival}, profile="rlcard", decks="doudizhu-10k", deals=deals, seed=1
        )
        mine = report["agents"][0]["wp"]
        print(f"thrifty wins {mine['mean']:.1%} ({mine['low']:.1%} to {mine['high']:.1%}) against {name}")


if __name__ == "__main__":
    main()
