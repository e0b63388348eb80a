"""Cases by hand, kept as data: what is ordinary, and the same changed in one thing, which one clause refuses.

``vectors.toml`` of a game has tables ``[[changed]]``: what is asked, what is different about the ordinary setup, box or
position (``with``), and ``refused``: for each case the clause and what else is different. A change names a place in the
JSON, members and numbers with dots between them; ``+`` adds to a list, and ``-`` takes out of it. ``[end]`` names the
clauses that end the game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import dropwhile
from pathlib import Path
from typing import Any

from archipel.checks.judge.vectors.answers import Answers, WrongVectorError
from archipel.checks.judge.vectors.suites import Data

FILE = "vectors.toml"
BY_HAND = "an ordinary setup, box or position, changed by hand in one thing"
THE_END = "the last decision of a seeded game, and the one before it"


def changed_by_hand(answers: Answers, file: Path) -> Iterator[Data]:
    """The cases that a game's file tells of; none if it has no such file."""
    if not file.is_file():
        return
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    for table in told.get("changed", ()):
        usual = _changed(_ordinary(answers, table), table.get("with", {}))
        clauses = [case["clause"] for case in table["refused"]]
        for case in table["refused"]:
            yield _made(answers, _changed(usual, case["with"]), [case["clause"]], [])
        yield _made(answers, usual, [], sorted(set(clauses)))
    if "end" in told:
        *_, before, last = answers.games.play(answers.games.game.players[0], 0)
        clauses = told["end"]["clauses"]
        yield answers.case(last, answers.play(last.action), clauses, (), THE_END)
        yield answers.case(before, answers.play(before.action), (), clauses, THE_END)


def _ordinary(answers: Answers, table: Mapping[str, Any]) -> Data:
    """What is asked of an ordinary game for the fewest players: how it begins, with what, or a position of it."""
    games, fewest = answers.games, answers.games.game.players[0]
    first, *_ = walked = games.play(fewest, 0)
    if table["ask"] == "new":
        return answers.new(first.setup)
    if table["ask"] == "box":
        return answers.box_of(fewest, first.terms)
    later = next(dropwhile(lambda moment: len(moment.moves) < table.get("after", 0), walked))
    return {"do": "position", "state": answers.codec.state_data(later.state)}


def _changed(ask: Data, changes: Mapping[str, Any]) -> Data:
    """The same question with other values in some places."""
    found = deepcopy(ask)
    for place, value in changes.items():
        *outer, last = place.split(".")
        inner: Any = found
        for name in outer:
            inner = inner[int(name)] if isinstance(inner, list) else inner[name]
        if last in ("+", "-"):
            (inner.append if last == "+" else inner.remove)(value)
        else:
            inner[int(last) if isinstance(inner, list) else last] = value
    return found


def _made(answers: Answers, ask: Data, clauses: list[str], fails: list[str]) -> Data:
    """A case by hand, which must come out as it was meant: refused if it is about a clause that refuses it."""
    expect = answers.expected({}, ask)
    refused = bool(expect.get("refused")) or expect.get("accepted") is False
    if refused != bool(clauses):
        raise WrongVectorError(f"{', '.join(clauses or fails)}: does not come out as it was meant")
    told: Data = ask.get("setup") or ask.get("state") or ask
    players = told.get("players", answers.games.game.players[0])
    sides = {"clauses": clauses, "just_not": fails}
    return {"players": players, **sides, "found": BY_HAND, "ask": ask, "expect": expect}
