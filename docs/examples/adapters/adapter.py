"""Let archipel judge a game written in Python: fill in a class like Game and hand an object of it to serve.

    archipel conform -- python my_game.py

Everything is plain JSON: decisions, setups, states, views and results are written as in the manual's page of formats.
Nothing but Python is needed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO

Data = dict[str, Any]


class Refused(Exception):  # noqa: N818
    """A decision that is not legal."""


class Game:
    """What you fill in: a game under way, made of whatever your program has."""

    def new(self, request: Data) -> None:
        """Begin a game and forget the one before. The request has ``setup``, ``deck``, ``readings`` and ``numbers``.

        If it cannot be played, raise Refused.
        """
        raise NotImplementedError

    def legal(self) -> list[Data]:
        """All legal decisions, in any order; none when the game is over."""
        raise NotImplementedError

    def play(self, action: Data) -> None:
        """Take a decision. If it is not legal, change nothing and raise Refused, if you like with a reason."""
        raise NotImplementedError

    def state(self) -> Data:
        """As many members of a state as you keep; what you leave out is not compared."""
        return {}

    def result(self) -> Data | None:
        """Points and ranking once the game is over, None before."""
        return None

    scores = True
    """Set this to False if the program does not score."""

    def view(self, player: int) -> Data | None:
        """What one seat may see; None if there are no views."""
        return None

    can: tuple[str, ...] = ()
    """Optional requests: ``position`` if you fill in begin, ``state`` if whole_state; ``check`` if begin refuses what
    cannot be a position."""

    def begin(self, state: Data) -> None:
        """Begin in a position and forget the game before. If that is impossible, change nothing and raise Refused."""
        raise NotImplementedError

    def whole_state(self) -> Data:
        """The position, so that it could be given to begin."""
        return self.state()


def answer(game: Game, request: Data) -> Data:
    """The answer to one request."""
    match request["do"]:
        case "new" | "position" | "play" | "chance":
            try:
                carried_out(game, request)
            except Refused as refused:
                return {"refused": True, "reason": str(refused)}
        case "state":
            return {"state": game.whole_state()}
        case "view":
            seen = game.view(request["player"])
            return {"unsupported": True} if seen is None else {"view": seen}
        case "bye":
            return {}
        case other:
            return {"error": f"cannot do {other}"}
    result = {"result": game.result()} if game.scores else {}
    can = {"can": list(game.can)} if game.can and request["do"] == "new" else {}
    return {"legal": game.legal(), "state": game.state(), **result, **can}


def carried_out(game: Game, request: Data) -> None:
    """Begin or play."""
    match request["do"]:
        case "new":
            game.new(request)
        case "position":
            game.begin(request["state"])
        case "play":
            game.play(request["action"])
        case "chance":
            game.play(request["outcome"])


def serve(game: Game, requests: Iterable[str] = sys.stdin, answers: TextIO = sys.stdout) -> None:
    """Answer requests until one says goodbye."""
    for line in requests:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **answer(game, request)}), file=answers, flush=True)
        if request["do"] == "bye":
            return
