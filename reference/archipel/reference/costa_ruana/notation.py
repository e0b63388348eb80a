"""A complete position on one line.

Twelve words: ``cr1``, a digest of rules and deck, players, round:phase, shaman/actor, tide/time, islands
(``treasures*counts``), seats (``reserve+hut+gain:hand``), the table (``u0=12>1``: laid up by seat 0, card 12, before
seat 1; ``?`` if still face down), where inhabitants stand, the effect (``u0:1.2:own`` or ``:copy``), the pile.
Lists of numbers are joined by dots, and ``-`` stands for nothing. What only some readings remember follows with its
name, where there is anything (``moved=3.0``: on island 3, one of seat 0). Rules and deck are not in the line; the
digest makes sure that it is read with the same ones.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from archipel.reference.costa_ruana.codec import PLACED, header_data, position_data, read_position
from archipel.reference.costa_ruana.deck import Deck, balanced_deck
from archipel.reference.costa_ruana.rules import STANDARD, Rules
from archipel.reference.costa_ruana.state import State
from archipel.reference.formats.lines import Lines
from archipel.reference.strict_json import BadInput, Field, canonical

TAG = "cr1"
LINES = Lines(
    PLACED,
    "{players} {round}:{phase} {shaman}/{actor} {tide}/{time} [{treasures}*{inhabitants}]"
    " [{reserve}+{huts}+{gains}:{hands}] {table} {standing} |{resolving}:{waiting}:{copying}| {pile}",
    inner={"table": "{face}{by}={card}>{before}{face_down}", "standing": "{face}{by}", "resolving": "{face}{by}"},
    letters={
        "face": {"u": "up", "d": "down"},
        "face_down": {"": False, "?": True},
        "copying": {"own": False, "copy": True},
    },
)


@lru_cache(maxsize=512)
def digest(rules: Rules, deck: Deck) -> str:
    """Eight letters that tell rules and decks apart."""
    return sha256(canonical(header_data(rules, deck)).encode("ascii")).hexdigest()[:8]


def write_position(state: State) -> str:
    """A state as one line."""
    return LINES.write(position_data(state), TAG, digest(state.rules, state.deck))


def read_position_line(line: str, rules: Rules = STANDARD, deck: Deck | None = None) -> State:
    """A state from one line, checked; refuses a line written for other rules or another deck."""
    cards = deck or balanced_deck()
    data = LINES.read(line, TAG, digest(rules, cards))
    state = read_position({key: Field(value, key) for key, value in data.items()}, rules, cards)
    if write_position(state) != line:
        raise BadInput("position: not written in the usual form")
    return state
