"""Environments of every profile: RLCard's interface, OpenSpiel's habits, pickles, threads, memory."""

import copy
import pickle
import threading
import weakref

import numpy as np
import pytest

import decklet
from conftest import PROFILES, play_out


@pytest.mark.parametrize("game, profile", PROFILES)
def test_a_game_by_every_profile(game, profile, choice):
    env = decklet.make(game, profile=profile, seed=3)
    for _ in range(3):
        state, player = env.reset()
        steps = 0
        while not env.is_over() and steps < 3000:
            assert player == env.get_player_id() == env.current_player()
            assert state["obs"].shape == tuple(env.state_shape[player])
            assert sorted(state["legal_actions"]) == env.legal_actions() == env.legal_actions(player)
            assert env.legal_actions((player + 1) % env.num_players) == []
            assert all(0 <= action < env.num_actions for action in state["legal_actions"])
            action = choice.choice(sorted(state["legal_actions"]))
            assert env.action_id_of(env.action_name(action)) == action
            state, player = env.step(np.int64(action))
            steps += 1
        if env.is_over():
            assert env.current_player() == -4 and env.legal_actions() == []
            assert len(env.returns()) == len(env.get_payoffs()) == env.num_players


@pytest.mark.parametrize("keep", [np.array, np.ndarray.view, memoryview, lambda obs: obs[1], weakref.ref])
def test_what_is_kept_of_a_state_stays_as_it_was(keep, choice):
    env = decklet.make("uno", profile="rlcard", seed=1)
    plain = decklet.make("uno", profile="rlcard", seed=1)
    state, _ = env.reset()
    states = [plain.reset()[0]]
    kept = [keep(state["obs"])]
    while not env.is_over() and len(kept) < 30:
        action = choice.choice(sorted(state["legal_actions"]))
        state, _ = env.step(action)
        states.append(plain.step(action)[0])
        kept.append(keep(state["obs"]))
    del state
    assert len(kept) > 10
    for state, one in zip(states, kept):
        if keep is not weakref.ref:
            assert np.array_equal(one, keep(state["obs"]))
        elif one() is not None:
            assert np.array_equal(one(), state["obs"])


def test_what_is_done_to_an_observation_stays_with_it(choice):
    def retype(obs):
        obs.dtype = np.float64

    def reshape(obs):
        obs.shape = (240,)

    changes = [retype, reshape, lambda obs: obs.setflags(write=False), lambda obs: obs.fill(7)]
    env = decklet.make("uno", profile="rlcard", seed=1)
    other = decklet.make("uno", profile="rlcard", seed=1)
    state, _ = env.reset()
    other.reset()
    for step in range(40):
        changes[step % len(changes)](state["obs"])
        if env.is_over():
            break
        action = choice.choice(sorted(state["legal_actions"]))
        state, _ = env.step(action)
        expected = other.step(action)[0]["obs"]
        assert state["obs"].dtype == expected.dtype and state["obs"].flags.writeable
        assert np.array_equal(state["obs"], expected)
        del expected


@pytest.mark.parametrize("game, profile", PROFILES)
@pytest.mark.parametrize("encoder", ["rlcard", "compact"])
def test_perfect_information_only_by_flag(game, profile, encoder):
    plain = decklet.make(game, profile=profile, seed=1, encoder=encoder)
    env = decklet.make(game, profile=profile, seed=1, encoder=encoder, perfect_information=True)
    (state, player), (with_hidden, _) = plain.reset(), env.reset()
    own = state["obs"].reshape(-1)
    assert with_hidden["obs"].size > own.size
    assert (with_hidden["obs"][: own.size] == own).all()


def test_seeds():
    for game in ("doudizhu", "uno"):
        for profile in ("decklet", "rlcard"):
            one, same = (decklet.make(game, profile=profile, seed=5) for _ in range(2))
            other = decklet.make(game, profile=profile, seed=6)
            hands = [env.reset()[0]["raw_obs"] for env in (one, same, other)]
            assert hands[0] == hands[1] != hands[2]
            assert one.reset()[0]["raw_obs"] != hands[0], "the next game is another"
            one.seed(5)
            assert one.reset()[0]["raw_obs"] == hands[0]


def test_bidding_is_an_option():
    assert decklet.make("doudizhu", profile="pagat", bidding=False, seed=1).reset()[0]["raw_obs"]["landlord"] == 0
    env = decklet.make("doudizhu", profile="rlcard", bidding=True, seed=1)
    state, _ = env.reset()
    assert state["raw_obs"]["landlord"] is None
    assert state["raw_legal_actions"] == ["bid_0", "bid_1", "bid_2", "bid_3"]
    env.step("bid_3", raw_action=True)
    assert env.reset()[0]["raw_obs"]["landlord"] is None


def test_own_profiles():
    profile = decklet.uno.Profile("official").with_options("short", hand=3)
    assert profile.options["hand"] == 3
    state, _ = decklet.make("uno", profile=profile, seed=1).reset()
    assert len(state["raw_obs"]["hand"]) in (3, 5)
    assert pickle.loads(pickle.dumps(profile)) == profile
    with pytest.raises(ValueError, match="hand = 0"):
        profile.with_options("none", hand=0)
    with pytest.raises(ValueError, match="no option"):
        decklet.doudizhu.Profile("pagat").with_options("x", nothing=1)


def test_illegal_actions_change_nothing():
    env = decklet.make("doudizhu", profile="rlcard", seed=1)
    before, _ = env.reset()
    with pytest.raises(decklet.IllegalAction) as error:
        env.step(env.num_actions - 1)
    assert (error.value.action, error.value.reason) == ("pass", "the player who leads cannot pass")
    with pytest.raises(decklet.IllegalAction, match="the actions of this profile are 0 to 27471"):
        env.step(27472)
    missing = next(a for a in range(15) if a not in before["legal_actions"])
    with pytest.raises(decklet.IllegalAction, match="the hand has not these cards"):
        env.step(missing)
    assert env.get_state(0)["raw_obs"] == before["raw_obs"]
    uno = decklet.make("uno", profile="rlcard", seed=1)
    before, player = uno.reset()
    illegal = next(action for action in range(61) if action not in before["legal_actions"])
    with pytest.raises(decklet.IllegalAction) as error:
        uno.step(illegal)
    assert error.value.action == uno.action_name(illegal)
    assert uno.get_state(player)["raw_obs"] == before["raw_obs"]


def test_wrong_types_raise_at_the_call():
    env = decklet.make("uno", seed=1)
    env.reset()
    for call in (
        lambda: env.step("r-1"),
        lambda: env.step(1.5),
        lambda: env.step(None),
        lambda: env.step(3, raw_action=True),
        lambda: decklet.make("uno", profile=7),
        lambda: decklet.make("uno", config=7),
        lambda: decklet.make("uno", seed="one"),
        lambda: decklet.doudizhu.detect(3),
        lambda: decklet.GameEngine("uno", seed=1.5),
    ):
        with pytest.raises(TypeError):
            call()
    for call in (
        lambda: decklet.make("poker"),
        lambda: decklet.make("uno", profile="poker"),
        lambda: decklet.make("uno", encoder="douzero"),
        lambda: decklet.make("uno", num_players=1),
        lambda: decklet.doudizhu.detect("1"),
    ):
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize("game, profile", PROFILES)
def test_clones_and_pickles(game, profile, choice):
    env = decklet.make(game, profile=profile, seed=9, allow_step_back=True)
    env.reset()
    play_out(env, choice, 15)
    twins = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    text = env.information_state_string()
    assert all(type(twin) is type(env) for twin in twins)
    for _ in range(200):
        if env.is_terminal():
            break
        action = choice.choice(env.legal_actions())
        for each in [env, *twins]:
            each.apply_action(action)
        assert {each.information_state_string() for each in twins} == {env.information_state_string()}
    assert all(list(each.returns()) == list(env.returns()) for each in twins)
    assert {str(each.reset()[0]["raw_obs"]) for each in twins} == {str(env.reset()[0]["raw_obs"])}
    assert env.information_state_string() != text


@pytest.mark.parametrize("game, profile", PROFILES)
def test_steps_back(game, profile, choice):
    env = decklet.make(game, profile=profile, seed=9, allow_step_back=True)
    env.reset()
    known = []
    while len(known) < 40 and not env.is_over():
        known.append((env.get_player_id(), env.information_state_string()))
        env.step(choice.choice(env.legal_actions()))
    for player, text in reversed(known):
        _, back = env.step_back()
        assert (back, env.information_state_string()) == (player, text)
    assert env.step_back() is False
    with pytest.raises(RuntimeError, match="allow_step_back"):
        decklet.make(game, seed=1).step_back()


@pytest.mark.parametrize("game, profile", PROFILES)
def test_resampling_keeps_what_a_seat_knows(game, profile, choice):
    env = decklet.make(game, profile=profile, seed=4)
    env.reset()
    play_out(env, choice, 12)
    if env.is_terminal():
        return
    for player in range(env.num_players):
        texts = set()
        for seed in range(5):
            other = env.resample_from_infostate(player, seed)
            assert other.information_state_string(player) == env.information_state_string(player)
            texts.add(str(other.get_perfect_information()["hand_cards"]))
            again = pickle.loads(pickle.dumps(other))
            assert again.get_perfect_information() == other.get_perfect_information()
            play_out(other, choice, 500)
        if "shows" not in env.information_state_string(player):
            assert len(texts) > 1


def test_agents_of_all_kinds():
    env = decklet.make("doudizhu", profile="rlcard", seed=2)

    class Named:
        use_raw = True

        def step(self, state):
            return state["raw_legal_actions"][0]

        def eval_step(self, state):
            return self.step(state), {}

    env.set_agents([Named(), lambda state: max(state["legal_actions"]), Named()])
    trajectories, payoffs = env.run()
    assert len(trajectories) == 3 and sum(payoffs) in (1, 2)
    with pytest.raises(ValueError):
        env.set_agents([Named()])


@pytest.mark.parametrize("game, profile", PROFILES)
@pytest.mark.parametrize("level", decklet.agents.LEVELS)
def test_bots_are_agents(game, profile, level):
    def played():
        env = decklet.make(game, profile=profile, seed=4)
        bots = [decklet.agents.Bot(level, seed=seat, playouts=20) for seat in range(env.num_players)]
        env.set_agents(bots)
        state, player = env.reset()
        # Some rules let rounds of players without a plan go on for ever.
        for _ in range(60 if level == "expert" else 300):
            if env.is_over():
                break
            action, _ = bots[player].eval_step(state)
            assert action in state["legal_actions"]
            state, player = env.step(action)
        return env.action_recorder

    assert played() == played()


def test_better_bots_win_in_environments():
    # RLCard's rules of UNO leave little to choose: some 58 of 100 rounds are won there.
    for game, profile, games, least in (("doudizhu", "douzero", 100, 0.6), ("uno", "rlcard", 400, 0.55)):
        env = decklet.make(game, profile=profile, seed=2)
        others = [decklet.agents.Bot("random", seed=seat) for seat in range(1, env.num_players)]
        env.set_agents([decklet.agents.Bot("greedy", seed=0), *others])
        won = sum(env.run(is_training=game == "uno")[1][0] > 0 for _ in range(games))
        assert won > least * games, (game, won)


def test_a_bot_knows_its_environment():
    bot = decklet.agents.Bot("greedy", seed=1)
    env = decklet.make("uno", seed=1)
    state, _ = env.reset()
    with pytest.raises(RuntimeError, match="set_agents"):
        bot.step(state)
    bot.sit_down(env)
    first = bot.step(state)
    assert pickle.loads(pickle.dumps(bot)).level == "greedy"
    env.step(first)
    other = decklet.make("uno", seed=1)
    with pytest.raises(ValueError, match="does not stand"):
        other.reset()
        decklet_state = dict(state, legal_actions={99: None})
        bot.step(decklet_state)
    with pytest.raises(ValueError, match="no bot is called"):
        decklet.agents.Bot("best")
    with pytest.raises(TypeError):
        env.set_agents([bot, 7])


def test_a_bot_sees_no_hidden_card(choice):
    """Where the hidden cards are dealt anew, a bot without chance does the same."""
    for game, profile in PROFILES:
        env = decklet.make(game, profile=profile, seed=8)
        env.reset()
        for _ in range(25):
            if env.is_over():
                break
            player = env.get_player_id()
            for level in ("lowest", "greedy"):
                answers = set()
                for seed in range(4):
                    other = env.resample_from_infostate(player, seed)
                    bot = decklet.agents.Bot(level, seed=1)
                    bot.sit_down(other)
                    answers.add(bot.step(other.get_state(player)))
                assert len(answers) == 1, (game, profile, level)
            env.step(choice.choice(env.legal_actions()))


def test_threads_have_games_of_their_own():
    def play(results, place):
        import random

        choice = random.Random(1)
        env = decklet.make("doudizhu", profile="decklet", seed=1)
        for _ in range(20):
            env.reset()
            play_out(env, choice)
        results[place] = env.information_state_string(0)

    results = [None] * 4
    threads = [threading.Thread(target=play, args=(results, place)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(results)) == 1 and results[0]


def _memory():
    """Resident memory in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_no_leak_over_a_million_steps(choice):
    pytest.importorskip("resource")
    games = decklet.vector("doudizhu", num_envs=1000, seed=1, encoder="rlcard")
    random = np.random.default_rng(1)
    single = [decklet.make(game, profile="rlcard", seed=1) for game in ("doudizhu", "uno")]

    def steps(batched, alone):
        for _ in range(batched):
            games.step(games.random_actions(random))
        for env in single:
            state, _ = env.reset()
            for _ in range(alone):
                state, _ = env.step(choice.choice(list(state["legal_actions"])))
                if env.is_over():
                    state, _ = env.reset()

    steps(100, 5000)
    before = _memory()
    steps(900, 50_000)
    assert _memory() - before < 30_000_000
