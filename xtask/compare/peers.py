"""Plays random games in another system, as `cargo xtask compare` asks.

`peers.py WORK` loads the system, then answers every line of its input, a number of seconds, by
playing whole games for that long: one line of JSON with games, decisions and seconds. Works that measure steps
answer with steps as games, and only with the seconds that the environment took.
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


def steps(make, name):
    """Steps through RLCard's interface, observations included, the player's own time left out."""
    env = make(name, config={"seed": 1})
    choose = random.Random(1).choice
    now = time.perf_counter

    def play():
        begun = now()
        state, _ = env.reset()
        seconds = now() - begun
        count = 0
        while not env.is_over():
            action = choose(list(state["legal_actions"]))
            begun = now()
            state, _ = env.step(action)
            seconds += now() - begun
            count += 1
        return count, seconds

    return play


def rlcard_steps(name):
    import rlcard

    return steps(rlcard.make, name)


def decklet_steps(name):
    import decklet

    return steps(decklet.make, name)


def decklet_batch(name):
    """Steps of 1024 games together by two threads, compact encoder, random players included."""
    import decklet
    import numpy

    games = decklet.vector(name, num_envs=1024, threads=2, seed=1, encoder="compact")
    choice = numpy.random.default_rng(1)

    def play():
        begun = time.perf_counter()
        for _ in range(10):
            games.step(games.random_actions(choice))
        return 10 * games.num_envs, time.perf_counter() - begun

    return play


def decklet_games():
    """Random games by OpenSpiel's rules, without observations, one thread."""
    import decklet

    seeds = iter(range(10**9))

    def play():
        begun = time.perf_counter()
        answer = decklet.simulate("doudizhu", 2000, profile="openspiel", seed=next(seeds))
        return answer["games"], time.perf_counter() - begun

    return play


WORKS = {
    "openspiel-doudizhu": openspiel_doudizhu,
    "openspiel-doudizhu-as-documented": openspiel_doudizhu_as_documented,
    "rlcard-doudizhu": lambda: rlcard_game("doudizhu", 3),
    "rlcard-uno": lambda: rlcard_game("uno", 2),
    "rlcard-steps-doudizhu": lambda: rlcard_steps("doudizhu"),
    "rlcard-steps-uno": lambda: rlcard_steps("uno"),
    "decklet-steps-doudizhu": lambda: decklet_steps("doudizhu"),
    "decklet-steps-uno": lambda: decklet_steps("uno"),
    "decklet-batch-doudizhu": lambda: decklet_batch("doudizhu"),
    "decklet-batch-uno": lambda: decklet_batch("uno"),
    "decklet-games": decklet_games,
}


def main():
    play = WORKS[sys.argv[1]]()
    for line in sys.stdin:
        limit = float(line)
        games = decisions = 0
        timed = 0.0
        start = time.perf_counter()
        while (seconds := time.perf_counter() - start) < limit:
            done = play()
            if isinstance(done, tuple):
                games += done[0]
                decisions += done[0]
                timed += done[1]
            else:
                games += 1
                decisions += done
        seconds = timed or seconds
        print(json.dumps({"games": games, "decisions": decisions, "seconds": seconds}), flush=True)


main()
