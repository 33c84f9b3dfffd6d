"""Plays random games in another system, as `cargo xtask compare` asks.

`peers.py WORK` loads the system, then answers every line of its input, a number of seconds, by
playing whole games for that long: one line of JSON with games, decisions and seconds.
"""

import json
import random
import sys
import time


def openspiel_doudizhu():
    """OpenSpiel's game through pyspiel's State API: deal, auction, play, returns."""
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    choose = random.Random(1).choice

    def play():
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            # Every outcome of a chance node is equally likely, and listing them without their
            # probabilities is the quickest way there is.
            decisions += not state.is_chance_node()
            state.apply_action(choose(state.legal_actions()))
        state.returns()
        return decisions

    return play


def openspiel_doudizhu_as_documented():
    """The same, choosing as OpenSpiel's page on `chance_outcomes` shows it."""
    import numpy
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    numpy.random.seed(1)
    choose = random.Random(1).choice

    def play():
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, probabilities = zip(*state.chance_outcomes())
                action = numpy.random.choice(actions, p=probabilities)
            else:
                action = choose(state.legal_actions())
                decisions += 1
            state.apply_action(action)
        state.returns()
        return decisions

    return play


def rlcard_game(name, players):
    """An environment of RLCard with its own random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(players)])

    def play():
        trajectories, _ = env.run(is_training=False)
        # State, action, state, ... for every player.
        return sum(len(one) // 2 for one in trajectories)

    return play


WORKS = {
    "openspiel-doudizhu": openspiel_doudizhu,
    "openspiel-doudizhu-as-documented": openspiel_doudizhu_as_documented,
    "rlcard-doudizhu": lambda: rlcard_game("doudizhu", 3),
    "rlcard-uno": lambda: rlcard_game("uno", 2),
}


def main():
    play = WORKS[sys.argv[1]]()
    for line in sys.stdin:
        limit = float(line)
        games = decisions = 0
        start = time.perf_counter()
        while (seconds := time.perf_counter() - start) < limit:
            decisions += play()
            games += 1
        print(json.dumps({"games": games, "decisions": decisions, "seconds": seconds}), flush=True)


main()
