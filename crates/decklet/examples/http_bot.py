#!/usr/bin/env python3
"""A bot that plays at a decklet server over HTTP, with nothing but Python's standard library.

    python3 http_bot.py http://127.0.0.1:7878 --game uno            # a new table, bots fill it
    python3 http_bot.py http://127.0.0.1:7878 --room DECKLE         # sit down at a table

It plays the first legal action that the server names. Put something cleverer into `choose`.
"""

import argparse
import json
import urllib.error
import urllib.request
import uuid


class Server:
    """A server, and who we are there."""

    def __init__(self, url):
        self.url = url.rstrip("/")
        self.token = None

    def request(self, method, path, body=None):
        """Opens a request; the answer is read by whoever asked."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        return urllib.request.urlopen(request, timeout=120)

    def ask(self, method, path, body=None):
        """The answer in JSON; a refusal is an answer, too."""
        try:
            with self.request(method, path, body) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    def become_guest(self, name):
        self.token = self.ask("POST", "/api/v1/guests", {"name": name})["token"]


class Table:
    """A room that we look at."""

    def __init__(self, server, room):
        self.server = server
        self.path = "/api/v1/rooms/" + room

    def command(self, **command):
        """Does a command. Sending it again with the same id would be harmless."""
        command["id"] = uuid.uuid4().hex
        return self.server.ask("POST", self.path + "/commands", command)

    def messages(self):
        """What happens, as it happens: a message a line, empty lines while nothing does."""
        with self.server.request("GET", self.path + "/stream") as stream:
            for line in stream:
                if line.strip():
                    yield json.loads(line)


def choose(legal, scene):
    """Which of the legal actions to take; `scene` is what our seat sees."""
    return legal["actions"][0]


def play(table, hands):
    """Plays so many hands, and says how each of them ended."""
    asked = None
    for message in table.messages():
        scene = message.get("scene")
        change = message.get("change", {})
        if change.get("result"):
            print(json.dumps({"hand": hands, "result": change["result"]}), flush=True)
            hands -= 1
            if hands == 0:
                return
        if not scene or scene["you"] is None:
            continue
        room = scene["room"]
        if room["phase"] == "lobby":
            start(table, room, scene["you"])
        turn = room["turn"]
        if turn and turn["seat"] == scene["you"] and turn != asked:
            asked = turn
            legal = table.command(type="legal")
            if legal["type"] == "legal" and legal["actions"]:
                action = choose(legal, scene)
                table.command(type="act", hand=legal["hand"], entry=legal["entry"], action=action)


def start(table, room, you):
    """Begins the next hand: the host deals when all others are ready, the others are ready."""
    if room["host"] == you:
        table.command(type="start")
    elif not room["seats"][you]["ready"]:
        table.command(type="ready", ready=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("url")
    arguments.add_argument("--room", help="the code of a room; without one a room is made")
    arguments.add_argument("--game", default="doudizhu", help="of a room that is made")
    arguments.add_argument("--profile", default="decklet", help="of a room that is made")
    arguments.add_argument("--seats", type=int, default=3, help="of a room that is made")
    arguments.add_argument("--hands", type=int, default=1, help="how many hands to play")
    arguments.add_argument("--name", default="Python")
    given = arguments.parse_args()

    server = Server(given.url)
    server.become_guest(given.name)
    room = given.room
    if not room:
        options = {"profile": given.profile}
        made = {"game": given.game, "options": options, "seats": given.seats, "botDelayMs": 0}
        made = server.ask("POST", "/api/v1/rooms", made)
        if "reason" in made:
            raise SystemExit("no room: " + made["reason"])
        room = made["code"]
    table = Table(server, room)
    answer = table.command(type="sit")
    # A room that is not there is refused without a type.
    if answer.get("type") != "accepted":
        raise SystemExit("no seat: " + answer["reason"])
    play(table, given.hands)
    table.command(type="leave")


if __name__ == "__main__":
    main()
