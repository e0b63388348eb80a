"""A program that plays a game as its rules say, so that it can be measured how long it takes to judge one.

It is asked one JSON object a line and answers one a line, as every program that ``archipel conform`` judges. Nothing
here knows any game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from archipel.checks.judge.game import Data, Judge, Refused, judge_of
from archipel.reference.strict_json import BadInput, Field


class MeasuredProgram:
    """A game under way."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._state: Any = None

    def answer(self, request: Data) -> Data:
        match request["do"]:
            case "view":
                return {"view": self._judge.view_data(self._state, request["player"])}
            case "bye":
                return {}
            case "new":
                given = {name: Field(request[name], name) for name in self._judge.openings if name in request}
                self._state = self._judge.opened(given).state
            case "play" | "chance" as do:
                try:
                    action = self._judge.read_action(Field(request["action" if do == "play" else "outcome"]))
                    self._state = self._judge.after(self._state, action)
                except (BadInput, Refused):
                    return {"refused": True}
        return self._position()

    def _position(self) -> Data:
        judge, state = self._judge, self._state
        legal = [judge.action_data(action) for action in judge.legal(state)]
        return {"legal": legal, "state": judge.position_data(state), "result": judge.result(state)}


def serve(game: str, requests: Iterable[str], answers: TextIO) -> None:
    """Answer requests until there are no more."""
    program = MeasuredProgram(judge_of(game))
    for line in requests:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **program.answer(request)}), file=answers, flush=True)


if __name__ == "__main__":
    serve(sys.argv[1], sys.stdin, sys.stdout)
