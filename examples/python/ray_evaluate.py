"""Spreads an evaluation over Ray's workers, here two on this machine, and puts it together.

    pip install ray
    python examples/python/ray_evaluate.py
"""

from __future__ import annotations

from typing import Any

import ray

import decklet

WORKERS = 2
DEALS = 200


def part(number: int) -> dict[str, Any]:
    """Every worker plays deals of a seed of its own."""
    return decklet.evaluate(["greedy", "lowest"], deals=DEALS // WORKERS, seed=100 + number)


def main() -> None:
    ray.init(num_cpus=WORKERS, include_dashboard=False, log_to_driver=False)
    remote = ray.remote(part)
    reports = ray.get([remote.remote(number) for number in range(WORKERS)])
    deals = sum(report["deals"] for report in reports)
    for place, agent in enumerate(reports[0]["agents"]):
        won = sum(report["agents"][place]["wp"]["mean"] * report["deals"] for report in reports)
        print(f"{agent['name']} wins {won / deals:.1%} of {deals} deals")
    ray.shutdown()


if __name__ == "__main__":
    main()
