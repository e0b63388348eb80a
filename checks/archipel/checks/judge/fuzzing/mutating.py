"""Bad input from good input: bytes and values changed, torn, repeated and mixed, the same for the same seed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

MOST = 200_000

WORDS = (
    b"null true false NaN Infinity -Infinity 1e999 -0 1.5 0 -1 2 9 10 99 255 256 65536 999999999999999 "
    b"99999999999999999999 [] {} [[ ]] {{ }} \"\" : , \" \\ \\u0000 \\ud800 \n \r \t \x00 \xff \xef\xbb\xbf \xc3\x28 "
    b"\x1f\x8b = # ''' \"\"\" [a] id params method session action do player setup moves result readings"
).split(b" ")

VALUES: Sequence[Any] = (
    *(None, True, False, 0, -1, 1, 2, 7, 99, 10**14, 10**20, 1.5, "", "x", "\ud800", "up", "flip", "1"),
    *([], {}, [[]], [0, 0, 0], {"do": "pass", "player": 0}, "x" * 5000, list(range(300))),
)

Change = Callable[[bytearray, Random, Sequence[bytes]], bytes]


def hostile(seeds: Sequence[bytes], chance: Random) -> bytes:
    """One more piece of bad input, made from one of the seeds by a few changes."""
    source = chance.choice(seeds)
    for _ in range(1 + int(chance.expovariate(0.8))):
        change = chance.choice(CHANGES)
        source = change(bytearray(source), chance, seeds)[:MOST]
    return source


def _place(data: bytearray, chance: Random) -> int:
    return chance.randrange(len(data) + 1)


def flipped(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    for _ in range(chance.randint(1, 4)):
        if data:
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def torn(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    at = _place(data, chance)
    return bytes(data[:at] if chance.random() < 0.7 else data[at:])


def without_a_piece(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    at = _place(data, chance)
    del data[at : at + chance.randint(1, 30)]
    return bytes(data)


def with_a_word(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    at = _place(data, chance)
    data[at : at + chance.choice((0, 0, 1, 4))] = chance.choice(WORDS)
    return bytes(data)


def repeated(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    at = _place(data, chance)
    piece = bytes(data[at : at + chance.randint(1, 40)])
    data[at:at] = piece * chance.choice((1, 2, 10, 1000))
    return bytes(data)


def nested(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    at = _place(data, chance)
    data[at:at] = chance.choice((b"[", b'{"a":', b"[{", b"]", b"(")) * chance.choice((30, 40, 2000, 50_000))
    return bytes(data)


def spliced(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    other = chance.choice(seeds)
    return bytes(data[: _place(data, chance)]) + other[chance.randrange(len(other) + 1) :]


def another_number(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    digits = [place for place, byte in enumerate(data) if 48 <= byte <= 57]
    if digits:
        at = chance.choice(digits)
        data[at : at + 1] = str(chance.choice((0, 1, 2, 5, 9, 10, 71, 72, 99, 1000, -1, 10**16))).encode()
    return bytes(data)


def compressed(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    return gzip.compress(bytes(data), 1, mtime=0)


def another_value(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> bytes:
    """JSON that stays JSON: some value in it is another one, or missing, or twice there."""
    lines = bytes(data).split(b"\n")
    at = chance.randrange(len(lines))
    try:
        value = json.loads(lines[at])
    except (ValueError, RecursionError):
        return bytes(data)
    for _ in range(chance.randint(1, 3)):
        _change_somewhere(value, chance)
    lines[at] = json.dumps(value).encode()
    return b"\n".join(lines)


def _change_somewhere(value: Any, chance: Random) -> None:
    spots = list(_spots(value, 0))
    if not spots:
        return
    holder, key = chance.choice(spots)
    other_holder, other_key = chance.choice(spots)
    match chance.randrange(5):
        case 0 | 1:
            holder[key] = deepcopy(chance.choice(VALUES))
        case 2:
            holder[key] = deepcopy(other_holder[other_key])
        case 3:
            del holder[key]
        case _ if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case _:
            holder[str(chance.choice(VALUES))[:20]] = deepcopy(holder[key])


def _spots(value: Any, depth: int) -> Iterator[tuple[Any, Any]]:
    """Every place in a value where another value can stand."""
    if depth > 20 or not isinstance(value, dict | list):
        return
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        yield from _spots(value[key], depth + 1)


# Values more often than bytes: what is not even JSON is found out at once.
CHANGES: Sequence[Change] = (
    *(another_value,) * 8,
    *(another_number,) * 3,
    *(flipped, torn, without_a_piece, with_a_word, with_a_word, repeated, nested, spliced, compressed),
)
