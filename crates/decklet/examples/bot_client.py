#!/usr/bin/env python3
"""Two of our bots play a game against each other through JSON lines; see docs/bot-protocol.md.

Usage: bot_client.py [PATH OF decklet] [GAME] [PROFILE]
"""
import json, subprocess, sys

program, game, profile = (sys.argv[1:] + ["decklet", "doudizhu", "decklet"][len(sys.argv) - 1:])[:3]

def start(*arguments):
    return subprocess.Popen([program, *arguments], text=True, bufsize=1, encoding="utf-8",
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

def ask(process, question):
    print(json.dumps(question), file=process.stdin)
    return json.loads(process.stdout.readline())

table = start("act", "--new", game, "--profile", profile, "--seed", "7")
bots = [start("bot", game, "--profile", profile, "--seed", "1", *options)
        for options in (["--level", "expert", "--iterations", "100"], ["--level", "greedy"])]

view = ask(table, {"type": "?view"})["view"]
while view["status"] == "playing":
    player = view["currentPlayerId"]
    seen = ask(table, {"type": "?view", "playerId": player})["view"]
    legal = ask(table, {"type": "?legal", "playerId": player})["legal"]
    bot = bots[0 if player == "p1" else 1]
    answer = ask(bot, {"view": seen, "legal": legal})
    done = ask(table, answer["action"])
    assert done["ok"], done
    print(player, json.dumps(answer))
    view = ask(table, {"type": "?view"})["view"]
print("winners:", ", ".join(view["winnerIds"]) or "nobody")
