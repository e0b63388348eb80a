"""A complete position on one line.

Twelve words: ``cr1``, a digest of rules and deck, players, round:phase, shaman/actor, tide/time, islands
(``treasures*counts``), seats (``reserve+hut+gain:hand``), the table (``u0=12>1``: laid up by seat 0, card 12, before
seat 1; ``?`` if still face down), where inhabitants stand, the effect (``u0:1.2:own`` or ``:copy``), the pile.
Lists of numbers are joined by dots, and ``-`` stands for nothing. What only some readings remember follows with its
name, where there is anything (``moved=3.0``: on island 3, one of seat 0). Rules and deck are not in the line; the
digest makes sure that it is read with the same ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import NoReturn

from archipel.reference.costa_ruana.codec import OPTIONAL, POSITION, header_data, read_position
from archipel.reference.costa_ruana.deck import Deck, balanced_deck
from archipel.reference.costa_ruana.rules import STANDARD, Rules
from archipel.reference.costa_ruana.state import Laid, State
from archipel.reference.strict_json import BadInput, Field, canonical, shown

TAG = "cr1"
MAX_LENGTH = 5000
LETTERS = {"u": "up", "d": "down"}

_N = "[0-9]{1,4}"
_LIST = rf"(?:-|{_N}(?:\.{_N})*)"
_LAID = re.compile(rf"([ud])({_N})=({_N})>({_N})(\??)")
_SPOT = re.compile(rf"([ud])({_N})")
_ISLAND = re.compile(rf"({_N})\*({_LIST})")
_SEAT = re.compile(rf"({_N})\+({_N})\+({_N}):({_LIST})")
_EFFECT = re.compile(rf"([ud]{_N}):({_LIST}):(own|copy)")
_LINE = re.compile(
    rf"{TAG} (?P<digest>[0-9a-f]{{8}}) (?P<players>{_N}) (?P<round>{_N}):(?P<phase>[a-z_]+)"
    rf" (?P<shaman>{_N})/(?P<actor>-|{_N}) (?P<tide>[a-z_]+)/(?P<time>[a-z_]+) (?P<islands>\S+) (?P<seats>\S+)"
    rf" (?P<table>\S+) (?P<standing>\S+) (?P<effect>\S+) (?P<pile>{_LIST})"
    rf"(?: moved=(?P<moved>{_N}\.{_N}(?:,{_N}\.{_N})*))?(?: offered=(?P<offered>{_N}))?"
    rf"(?: old_shaman=(?P<old_shaman>{_N}))?"
)


def digest(rules: Rules, deck: Deck) -> str:
    """Eight letters that tell rules and decks apart."""
    return sha256(canonical(header_data(rules, deck)).encode("ascii")).hexdigest()[:8]


def write_position(state: State) -> str:
    """A state as one line."""
    copying = "copy" if state.copying else "own"
    effect = f"{_spot(state, state.resolving)}:{_dotted(state.waiting)}:{copying}"
    table = [_laid_text(state, slot, laid) for slot, laid in enumerate(state.table) if laid is not None]
    words = [
        TAG,
        digest(state.rules, state.deck),
        str(state.players),
        f"{state.round}:{state.phase.value}",
        f"{state.shaman}/{'-' if state.actor is None else state.actor}",
        f"{state.tide.value}/{state.time.value}",
        ",".join([f"{state.treasures[i]}*{_dotted(row)}" for i, row in enumerate(state.inhabitants)]),
        ",".join([_seat_text(state, seat) for seat in range(state.players)]),
        ",".join(table) or "-",
        ",".join([_spot(state, slot) for slot in state.standing]),
        effect if state.resolving is not None else "-",
        _dotted(state.pile),
        *_remembered(state),
    ]
    return " ".join(words)


def _remembered(state: State) -> list[str]:
    moved = [f"moved={','.join(map(_dotted, state.moved))}"] if state.moved else []
    seats = {"offered": state.offered, "old_shaman": state.old_shaman}
    return moved + [f"{name}={seat}" for name, seat in seats.items() if seat is not None]


def _dotted(numbers: Iterable[int]) -> str:
    return ".".join([str(number) for number in numbers]) or "-"


def _spot(state: State, slot: int | None) -> str:
    if slot is None:
        return "-"
    return f"{'u' if slot < state.players else 'd'}{slot % state.players}"


def _laid_text(state: State, slot: int, laid: Laid) -> str:
    return f"{_spot(state, slot)}={laid.card}>{laid.before}{'?' if laid.face_down else ''}"


def _seat_text(state: State, seat: int) -> str:
    hand = _dotted(state.hands[seat])
    return f"{state.reserve[seat]}+{state.huts[seat]}+{state.gains[seat]}:{hand}"


def read_position_line(line: str, rules: Rules = STANDARD, deck: Deck | None = None) -> State:
    """A state from one line, checked; refuses a line written for other rules or another deck."""
    cards = deck or balanced_deck()
    found = _LINE.fullmatch(line) if len(line) <= MAX_LENGTH else None
    if found is None:
        _refuse("position", line)
    words = found.groupdict("")
    if words["digest"] != digest(rules, cards):
        raise BadInput("position: written for other rules or another deck")
    data = _position(words)
    members = {name: Field(data[name], name) for name in (*POSITION, *OPTIONAL) if name in data}
    state = read_position(members, rules, cards)
    if write_position(state) != line:
        raise BadInput("position: not written in the usual form")
    return state


def _refuse(what: str, text: str) -> NoReturn:
    raise BadInput(f"{what}: cannot read {shown(text)}")


def _position(words: dict[str, str]) -> dict[str, object]:
    data: dict[str, object] = {name: words[name] for name in ("phase", "tide", "time")}
    data.update({name: int(words[name]) for name in ("players", "round", "shaman")})
    data["actor"] = None if words["actor"] == "-" else int(words["actor"])
    data["pile"] = _numbers(words["pile"])
    data["table"] = [] if words["table"] == "-" else [_laid(word) for word in words["table"].split(",")]
    data["standing"] = [_read_spot(word) for word in words["standing"].split(",")]
    data.update(_islands(words["islands"]))
    data.update(_seats(words["seats"]))
    data.update(_effect(words["effect"]))
    if words["moved"]:
        data["moved"] = [_numbers(pair) for pair in words["moved"].split(",")]
    data.update({name: int(words[name]) for name in ("offered", "old_shaman") if words[name]})
    return data


def _numbers(text: str) -> list[int]:
    return [] if text == "-" else [int(number) for number in text.split(".")]


def _read_spot(word: str) -> dict[str, object] | None:
    if word == "-":
        return None
    found = _SPOT.fullmatch(word)
    if found is None:
        _refuse("place on the table", word)
    return {"by": int(found[2]), "face": LETTERS[found[1]]}


def _laid(word: str) -> dict[str, object]:
    found = _LAID.fullmatch(word)
    if found is None:
        _refuse("card on the table", word)
    place: dict[str, object] = {"by": int(found[2]), "face": LETTERS[found[1]]}
    return {**place, "card": int(found[3]), "before": int(found[4]), "face_down": bool(found[5])}


def _islands(text: str) -> dict[str, object]:
    treasures: list[int] = []
    inhabitants: list[list[int]] = []
    for word in text.split(","):
        found = _ISLAND.fullmatch(word)
        if found is None:
            _refuse("island", word)
        treasures.append(int(found[1]))
        inhabitants.append(_numbers(found[2]))
    return {"treasures": treasures, "inhabitants": inhabitants}


def _seats(text: str) -> dict[str, object]:
    numbers: list[list[int]] = []
    hands: list[list[int]] = []
    for word in text.split(","):
        found = _SEAT.fullmatch(word)
        if found is None:
            _refuse("seat", word)
        numbers.append([int(found[1]), int(found[2]), int(found[3])])
        hands.append(_numbers(found[4]))
    reserve, huts, gains = [[row[column] for row in numbers] for column in range(3)]
    return {"reserve": reserve, "huts": huts, "gains": gains, "hands": hands}


def _effect(word: str) -> dict[str, object]:
    if word == "-":
        return {"resolving": None, "waiting": [], "copying": False}
    found = _EFFECT.fullmatch(word)
    if found is None:
        _refuse("effect", word)
    return {
        "resolving": _read_spot(found[1]),
        "waiting": _numbers(found[2]),
        "copying": found[3] == "copy",
    }
