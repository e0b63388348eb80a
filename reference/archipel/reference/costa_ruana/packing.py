"""Binary packing of State, made from its class by formats.format: not written by hand."""
# ruff: noqa: E501
from __future__ import annotations

from archipel.reference.costa_ruana.state import State
from archipel.reference.formats.functions import as_bytes

x4 = {'settle': 0, 'play_up': 1, 'play_down': 2, 'stand': 3, 'flip': 4, 'resolve': 5, 'effect': 6, 'offer': 7, 'over': 8}
x5 = {'high_tide': 0, 'low_tide': 1, 'day': 2, 'night': 3}
x6 = {'high_tide': 0, 'low_tide': 1, 'day': 2, 'night': 3}


def packed(value: State) -> bytes:
    """See ObjectFormat.packed."""
    numbers = [1]
    numbers += (value.round, x4[value.phase._value_], value.shaman, 0 if value.actor is None else value.actor + 1, x5[value.tide._value_], x6[value.time._value_], 0 if value.resolving is None else value.resolving + 1, value.copying, 0 if value.offered is None else value.offered + 1, 0 if value.old_shaman is None else value.old_shaman + 1,)
    for x7 in value.inhabitants:
        numbers += x7
    numbers += value.treasures
    numbers += value.reserve
    numbers += value.huts
    numbers += value.gains
    for x13 in value.hands:
        numbers.append(len(x13))
        numbers += x13
    numbers.append(len(value.pile))
    numbers += value.pile
    for x16 in value.table:
        numbers += (0,) if x16 is None else ((x16.card) + 1, x16.before, x16.face_down,)
    numbers += [0 if x17 is None else x17 + 1 for x17 in value.standing]
    numbers.append(len(value.waiting))
    numbers += value.waiting
    for x19 in value.moved:
        numbers += (x19[0], x19[1],)
    return as_bytes(numbers)
