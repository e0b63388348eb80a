"""What reads formats that only Costa Ruana has, with good input to make bad input from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from typing import Any

from archipel.checks.costa_ruana.decks import ORIGINAL, broken_clauses
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.questions import answer
from archipel.checks.explain.recorded import GameFiles
from archipel.checks.judge.fuzzing.running import Target
from archipel.checks.judge.fuzzing.targets import GoodInput, as_text, targets_of
from archipel.checks.simulate.fingerprints import parsed as read_fingerprint
from archipel.checks.simulate.fingerprints import published
from archipel.checks.variants.variant_files import parsed
from archipel.reference.costa_ruana import codec
from archipel.reference.costa_ruana.deck import read_deck
from archipel.reference.costa_ruana.notation import read_position_line, write_position
from archipel.reference.strict_json import canonical, parse

QUESTIONS: tuple[Mapping[str, Any], ...] = (
    {"ask": "island", "counts": [3, 3, 1], "treasures": 2},
    {"ask": "shaman", "previous": 0, "gains": [1, 1, 3]},
    {"ask": "score", "treasures": [4, 2], "reserve": [5, 9]},
    {"ask": "setup", "players": 5},
    {"ask": "active", "tide": "high", "time": "night"},
)

READINGS = {"flip": "optional", "card-inhabitant": "reserve-or-island", "naming": "not-the-old-shaman"}
BEGINNING: Mapping[str, Any] = {"players": 3, "seed": 2, "readings": READINGS, "numbers": {"cap": 9}}

VARIANT = """title = "Big islands"
game = "costa_ruana"
[numbers]
island_cap = 9
islands_for_4 = 8
[readings]
shaman-tie = "self-first"
[clauses]
"conditions.flip" = "optional"
"""


def targets() -> Mapping[str, Callable[[], Target]]:
    """Every reader, by a short name."""
    good = GoodInput(GAME)
    moves, states, read_move = good.played(4)[1], good.states(4), GameFiles(GAME).read_move
    return {
        **targets_of(GAME, [BEGINNING], QUESTIONS),
        "move": lambda: Target([codec.dumps_action(move).encode() for move in moves], as_text(read_move)),
        "line": lambda: Target([write_position(state).encode() for state in states], as_text(read_position_line)),
        "question": lambda: Target([json.dumps(question).encode() for question in QUESTIONS], _answered),
        "deck": lambda: Target([_shipped_deck()], as_text(_checked_deck)),
        "variant": lambda: Target([VARIANT.encode()], as_text(partial(parsed, game=GAME.name))),
        "fingerprint": lambda: Target([_fingerprint()], partial(read_fingerprint, variant=ORIGINAL)),
    }


def _fingerprint() -> bytes:
    """One small entry of the fingerprint that is kept."""
    kept = published(GAME.name)
    return canonical({**kept, "entries": kept["entries"][:1]}).encode("ascii")


def _answered(source: bytes) -> object:
    return answer(parse(source))


def _checked_deck(text: str) -> object:
    return broken_clauses(read_deck(text, "fuzzed"))


def _shipped_deck() -> bytes:
    return (files("archipel.reference.costa_ruana") / "decks" / "balanced.toml").read_bytes()
