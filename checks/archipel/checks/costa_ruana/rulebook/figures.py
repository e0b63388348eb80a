"""The situations that the rulebook's pictures show: what a piece less is, and where they are kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TypeAlias

from archipel.checks.costa_ruana.engine import ENGINE, Terms
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.svg.sketch import announced
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors import VECTORS
from archipel.checks.rulebook.figures.kept import FigureFile
from archipel.checks.rulebook.figures.reading_pairs import PartedReading, ReadingPairs
from archipel.checks.rulebook.figures.situations import Figure, Places, Situations
from archipel.reference.costa_ruana import STANDARD, Action, State, codec
from archipel.reference.costa_ruana.notation import read_position_line, write_position
from archipel.reference.costa_ruana.state import game_for
from archipel.spec.readings import Point, Reading

Less: TypeAlias = tuple[str, int, int]
"""One piece less: what goes, and where from."""


def _neighbours(state: State, action: Action | None) -> Iterator[State]:
    """The positions in which one piece more or less is on an island or a card, or one is on another island."""
    yield from [_changed(state, change) for change in _changes(state, action)]
    for seat, island in product(range(state.players), range(state.islands)):
        if state.reserve[seat]:
            yield _sent_home(state, island, seat, -1)
        for source in range(state.islands):
            if source != island and state.inhabitants[source][seat]:
                yield _sent_home(_sent_home(state, source, seat), island, seat, -1)


def _changes(state: State, action: Action | None) -> list[Less]:
    """All ways to have one piece less, but not the card that the decision is about, or one treasure less in a hut."""
    seats = range(state.players)
    needed = {state.resolving, *([] if action is None else announced(state, action).slots)}
    found = [("home", i, p) for i, row in enumerate(state.inhabitants) for p in seats if row[p]]
    lying = [slot for slot, laid in enumerate(state.table) if laid is not None and slot not in needed]
    found += [("away", slot, 0) for slot in lying]
    found += [("down", seat, 0) for seat in seats if state.standing[seat] is not None]
    return found + [("hut", seat, 0) for seat in seats if state.huts[seat]]


def _changed(state: State, change: Less) -> State:
    what, one, other = change
    if what == "home" and state.inhabitants[one][other]:
        return _sent_home(state, one, other)
    if what == "away" and state.table[one] is not None and one != state.resolving:
        for seat, slot in enumerate(state.standing):
            state = _stepped_down(state, seat) if slot == one else state
        return state.changed(table=(*state.table[:one], None, *state.table[one + 1 :]))
    if what == "down" and state.standing[one] is not None:
        return _stepped_down(state, one)
    if what == "hut" and state.huts[one]:
        return state.changed(huts=_more(state.huts, one, -1), treasures=_more(state.treasures, -1, 1))
    return state


def _sent_home(state: State, island: int, seat: int, number: int = 1) -> State:
    rows = list(state.inhabitants)
    rows[island] = _more(rows[island], seat, -number)
    return state.changed(inhabitants=tuple(rows), reserve=_more(state.reserve, seat, number))


def _stepped_down(state: State, seat: int) -> State:
    standing = list(state.standing)
    standing[seat] = None
    waiting = tuple([other for other in state.waiting if other != seat])
    return state.changed(standing=tuple(standing), reserve=_more(state.reserve, seat, 1), waiting=waiting)


def _more(numbers: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    changed = list(numbers)
    changed[place] += more
    return tuple(changed)


def pieces(state: State) -> int:
    """Inhabitants on islands and on cards, and cards on the table."""
    standing = sum(slot is not None for slot in state.standing)
    return sum(map(sum, state.inhabitants)) + standing + sum(laid is not None for laid in state.table)


def _ended(state: State) -> Places:
    """How the game has ended: what is answered otherwise."""
    seats = range(state.players)
    answers: Places = [(name, (seat,)) for name in ("points", "wins") for seat in seats]
    return answers + [("share_victory", (p, q)) for p in seats for q in seats]


def _counted(state: State) -> tuple[object, ...]:
    """What can be counted in an opening."""
    hands = [len(hand) for hand in state.hands]
    return state.inhabitants, state.treasures, state.reserve, state.huts, hands


def _shown(state: State) -> object:
    """What people see of a position, whatever its readings remember."""
    ours = state.changed(game=game_for(state.players, STANDARD, state.deck))
    data = codec.position_data(ours)
    return {key: value for key, value in data.items() if key not in ("offered", "old_shaman", "moved")}


def _candidates(point: Point, reading: Reading) -> Iterator[PartedReading]:
    """The shortest of a few games in which a reading parts from ours, for each number of players."""
    terms = (ENGINE.standard, ENGINE.by(ENGINE.standard, {point.id: reading.name}))
    for first in [found for n in PLAYERS[:3] if (found := VECTORS.readings.parted(n, terms)) is not None]:
        if first.before is None:
            yield PartedReading(point.id, reading.name, setup=first.setup)
        else:
            yield PartedReading(point.id, reading.name, first.before, first.action)


def _read(line: str, terms: Terms) -> State:
    return read_position_line(line, terms.rules)


def _pair(clause: str) -> tuple[Figure, ...] | str:
    from archipel.checks.costa_ruana.rulebook.finding_figures import pair

    return pair(clause)


SITUATIONS = Situations(
    MAPPING,
    less=_changes,
    taken=_changed,
    beside=_neighbours,
    ended=_ended,
    counted=_counted,
    changed=lambda state, fields: state.changed(**fields),
    opening=("inhabitants", "treasures", "reserve", "huts", "hands", "pile"),
    hidden=("due", "turn"),
    located=("on", "treasures"),
)
PAIRS = ReadingPairs(SITUATIONS, _shown, pieces, _candidates, VECTORS.readings.reason)
FILE = FigureFile(Path(__file__).with_name("figures.json"), SITUATIONS, PAIRS, write_position, _read, _pair)
