"""Deep Monte Carlo in NumPy: learns within minutes to beat random players at Dou Dizhu.

As in DouZero (Zha et al., 2021) a network tells how a game will end from what the player on turn sees and an
action; the players take the best action, sometimes a random one, and the network learns the results of
their games. Here it is one small network for all seats, 512 games at once, and the compact encoder.

    python examples/python/dmc.py            # about three minutes on two cores
    python examples/python/dmc.py --steps 200
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

import decklet

Floats = NDArray[np.float32]
PROFILE = "rlcard"


class Network:
    """Two hidden layers, trained by Adam to foretell results from 0 to 1."""

    def __init__(self, inputs: int, hidden: int = 128, seed: int = 0) -> None:
        random = np.random.default_rng(seed)
        sizes = [inputs, hidden, hidden, 1]
        self.weights: list[Floats] = []
        for size, following in zip(sizes, sizes[1:]):
            scale = np.sqrt(2.0 / size)
            self.weights += [
                (random.standard_normal((size, following)) * scale).astype(np.float32),
                np.zeros(following, np.float32),
            ]
        self.first = [np.zeros_like(weight) for weight in self.weights]
        self.second = [np.zeros_like(weight) for weight in self.weights]
        self.updates = 0

    def layers(self, inputs: Floats) -> list[Floats]:
        outputs = [inputs]
        for layer in range(0, len(self.weights), 2):
            output = outputs[-1] @ self.weights[layer] + self.weights[layer + 1]
            last = layer + 2 == len(self.weights)
            outputs.append(output if last else np.maximum(output, 0))
        return outputs

    def values(self, inputs: Floats) -> Floats:
        result: Floats = self.layers(inputs)[-1][:, 0]
        return result

    def learn(self, inputs: Floats, results: Floats, rate: float = 1e-3) -> float:
        outputs = self.layers(inputs)
        error = outputs[-1][:, 0] - results
        gradient = (2 * error / len(error))[:, None].astype(np.float32)
        gradients: list[Floats] = [np.zeros(0, np.float32)] * len(self.weights)
        for layer in range(len(self.weights) - 2, -1, -2):
            below = outputs[layer // 2]
            gradients[layer] = below.T @ gradient
            gradients[layer + 1] = gradient.sum(axis=0)
            if layer:
                gradient = (gradient @ self.weights[layer].T) * (below > 0)
        self.updates += 1
        for weight, change, first, second in zip(self.weights, gradients, self.first, self.second):
            first += 0.1 * (change - first)
            second += 0.001 * (change**2 - second)
            bias = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
            weight -= rate * bias * first / (np.sqrt(second) + 1e-8)
        return float((error**2).mean())


def inputs(games: decklet.Vector) -> Floats:
    """What the player on turn sees beside each of its legal actions: a row an action."""
    counts = np.diff(games.offsets)
    seen = np.repeat(games.observations, counts, axis=0)
    return np.concatenate([seen, games.legal_features], axis=1).astype(np.float32)


def best(games: decklet.Vector, rows: Floats, network: Network, random: np.random.Generator, explore: float) -> NDArray[np.int64]:
    """The place of an action for each game: mostly the best."""
    values = network.values(rows)
    begins, ends = games.offsets[:-1], games.offsets[1:]
    places = np.array([begin + values[begin:end].argmax() for begin, end in zip(begins, ends)])
    at_random = begins + (random.random(len(begins)) * (ends - begins)).astype(np.int64)
    return np.where(random.random(len(begins)) < explore, at_random, places)


def train(steps: int, num_envs: int = 512, seed: int = 1, report: int = 100) -> Network:
    """Lets the network play with itself."""
    games = decklet.vector("doudizhu", num_envs, threads=2, profile=PROFILE, seed=seed)
    random = np.random.default_rng(seed)
    network = Network(games.observations.shape[1] + games.legal_features.shape[1], seed=seed)
    going: list[list[tuple[Floats, int]]] = [[] for _ in range(num_envs)]
    learnt_inputs: list[Floats] = []
    learnt_results: list[float] = []
    for step in range(1, steps + 1):
        rows = inputs(games)
        places = best(games, rows, network, random, explore=0.05)
        for game, place in enumerate(places):
            going[game].append((rows[place], int(games.players[game])))
        _, rewards, dones = games.step(games.legal_ids[places])
        for ended in np.flatnonzero(dones).tolist():
            for row, player in going[ended]:
                learnt_inputs.append(row)
                learnt_results.append(float(rewards[ended, player]))
            going[ended] = []
        if len(learnt_results) >= 8192:
            batch, results = np.array(learnt_inputs), np.array(learnt_results, np.float32)
            for part in np.array_split(random.permutation(len(results)), len(results) // 256):
                loss = network.learn(batch[part], results[part])
            learnt_inputs, learnt_results = [], []
        if report and step % report == 0 and network.updates:
            print(f"step {step}: {network.updates} updates, error {loss:.3f}")
    return network


class Trained:
    """The network as an agent."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def __call__(self, state: dict[str, Any]) -> int:
        actions = list(state["legal_actions"])
        features = np.array(list(state["legal_actions"].values()))
        seen = np.repeat(state["obs"][None], len(actions), axis=0)
        rows = np.concatenate([seen, features], axis=1).astype(np.float32)
        return int(actions[int(self.network.values(rows).argmax())])


def evaluate(network: Network, deals: int = 200) -> dict[str, Any]:
    """How the network does against random players, on the named deck."""
    return decklet.evaluate(
        {"dmc": Trained(network), "random": "random"},
        profile=PROFILE,
        decks="doudizhu-10k",
        deals=deals,
        seed=1,
        encoder="compact",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--deals", type=int, default=200)
    arguments = parser.parse_args()
    network = train(arguments.steps)
    wins = evaluate(network, arguments.deals)["agents"][0]["wp"]
    print(f"wins {wins['mean']:.1%} ({wins['low']:.1%} to {wins['high']:.1%}) against random players")


if __name__ == "__main__":
    main()
