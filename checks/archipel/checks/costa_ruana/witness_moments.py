"""Moments between two decisions: the engine passes them without stopping, so a decision is sought that leads there.

Each consequence is undone in the plainest way (cards back from the discard and face down again, a Condition card turned
back, treasures back on their islands, the last effect taken back), and the clauses are then asked whether the decision
before it really leads through the moment. A wrong guess is therefore only a wasted one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from archipel.checks.agreement.witnesses.replay import Approach
from archipel.checks.costa_ruana.projection import NOTHING
from archipel.checks.costa_ruana.witness_known import (
    DISCARD,
    DOWN,
    FACES,
    FLIP,
    RESOLVE,
    REVEAL,
    TABLE,
    TIDES,
    TIMES,
    Slot,
)
from archipel.checks.costa_ruana.witness_steps import EFFECTS
from archipel.reference.costa_ruana import island_winner
from archipel.spec.machine import vectors

Values = Mapping[str, Any]
STEP_OF_KIND = tuple(EFFECTS)


def approaches(moment: Values, step: str) -> Iterator[Approach]:
    """Positions and decisions that may lead to the moment at which this consequence is due."""
    if step == "reveal":
        yield from _turned_back(moment)
    elif step in ("prepare", "finish_game"):
        for earlier in islice(_before_collecting(moment), 5):
            yield from approaches(earlier, "collect")
    else:
        yield from _turned_back(_face_down_again(moment))
        yield from _choice_before(moment)
        yield from _effect_before(moment)


# A Condition card turned, and the cards revealed


def _turned_back(moment: Values) -> Iterator[Approach]:
    for number, (name, sides) in enumerate((("tide", TIDES), ("time", TIMES))):
        other = sum(sides) - moment[name]
        yield Approach({**moment, "phase": FLIP, name: other}, "flip", (moment["shaman"], number))


def _face_down_again(moment: Values) -> dict[str, Any]:
    """The table before it was revealed: cards that the discard has and that were not active fill it up."""
    seats = range(moment["players"])
    shows = (moment["tide"], moment["time"])
    spare = [c for c in _in_discard(moment) if moment["background"][c] not in shows]
    empty = [(seat, face) for seat in seats for face in FACES if moment["laid"][seat][face] == NOTHING]
    back = dict(zip(empty, spare, strict=False))
    nothing = tuple((False,) * len(FACES) for _ in seats)
    return {
        **moment,
        "phase": REVEAL,
        **_laid_again(moment, back, {slot: slot[0] for slot in back}),
        "hidden": tuple(tuple(face == DOWN for face in FACES) for _ in seats),
        "opened": nothing,
        "due": tuple(tuple((False,) * (len(seats) + 1) for _ in FACES) for _ in seats),
    }


def _in_discard(values: Values) -> list[int]:
    return [card for card, place in enumerate(values["place_of"]) if place == DISCARD]


def _laid_again(values: Values, cards: Mapping[Slot, int], before: Mapping[Slot, int]) -> dict[str, Any]:
    """What changes when cards come back from the discard to the table."""
    returned = set(cards.values())
    return {
        "laid": _with(values["laid"], cards),
        "lies_before": _with(values["lies_before"], before),
        "place_of": tuple(TABLE if card in returned else place for card, place in enumerate(values["place_of"])),
    }


def _with(table: Sequence[Sequence[Any]], changes: Mapping[Slot, Any]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(changes.get((p, f), old) for f, old in enumerate(row)) for p, row in enumerate(table))


# Treasures collected


def _before_collecting(moment: Values) -> Iterator[dict[str, Any]]:
    """Boards from which exactly these treasures would have been taken."""
    for winners in _winners(moment, 0, moment["gained"]):
        rows = [list(row) for row in moment["on"]]
        treasures, reserve = list(moment["treasures"]), list(moment["reserve"])
        for island, winner in enumerate(winners):
            if winner is not None:
                rows[island][winner] += 1
                treasures[island] += 1
                reserve[winner] -= 1
        yield {
            **moment,
            "phase": RESOLVE,
            "on": tuple(map(tuple, rows)),
            "treasures": tuple(treasures),
            "reserve": tuple(reserve),
            "gained": (0,) * moment["players"],
        }


def _winners(moment: Values, island: int, left: tuple[int, ...]) -> Iterator[tuple[int | None, ...]]:
    """Who won each island from this one on, so that everybody won as many as are left to him."""
    if island == moment["islands"]:
        if not any(left):
            yield ()
        return
    row, treasures = moment["on"][island], moment["treasures"][island]
    for winner in [seat for seat, count in enumerate(left) if count]:
        earlier = _plus(row, winner, 1)
        if sum(earlier) <= moment["island_cap"] and island_winner(earlier, treasures + 1) == winner:
            yield from ((winner, *rest) for rest in _winners(moment, island + 1, _plus(left, winner, -1)))
    if island_winner(row, treasures) is None:
        yield from ((None, *rest) for rest in _winners(moment, island + 1, left))


def _plus(row: Sequence[int], place: int, number: int) -> tuple[int, ...]:
    return tuple(count + number * (index == place) for index, count in enumerate(row))


# A choice among cards, or an effect


def _choice_before(moment: Values) -> Iterator[Approach]:
    for seat, face in _opened(moment):
        closed = _with(moment["opened"], {(seat, face): False})
        yield Approach({**moment, "opened": closed}, "resolve", (moment["lies_before"][seat][face], seat, face))


def _opened(moment: Values) -> list[Slot]:
    return [(seat, face) for seat, row in enumerate(moment["opened"]) for face, flag in enumerate(row) if flag]


def _effect_before(moment: Values) -> Iterator[Approach]:
    """The last effect taken back: of the card under way, or of one that has just been discarded."""
    if slots := _opened(moment):
        yield from _earlier_turns(moment, slots[0])
        return
    shows = (moment["tide"], moment["time"])
    for card in _in_discard(moment):
        if moment["background"][card] in shows:
            yield from _taken_up_again(moment, card)


def _taken_up_again(moment: Values, card: int) -> Iterator[Approach]:
    for seat in range(moment["players"]):
        slot = next(((seat, face) for face in FACES if moment["laid"][seat][face] == NOTHING), None)
        if slot is not None:
            table = _laid_again(moment, {slot: card}, {slot: seat})
            again = {**moment, **table, "opened": _with(moment["opened"], {slot: True})}
            yield from _undone(_due_again(again, slot, 0), slot, seat)


def _earlier_turns(moment: Values, slot: Slot) -> Iterator[Approach]:
    """Each turn of the card that is over may have been the last."""
    seat, face = slot
    players, before = moment["players"], moment["lies_before"][seat][face]
    for turn in reversed(range(players + 1)):
        actor = (before + max(turn - 1, 0)) % players
        took_part = turn == 0 or moment["stands"][actor][seat][face]
        if took_part and not moment["due"][seat][face][turn]:
            yield from _undone(_due_again(moment, slot, turn), slot, actor)


def _due_again(moment: Values, slot: Slot, turn: int) -> dict[str, Any]:
    seat, face = slot
    flags = tuple(flag or place == turn for place, flag in enumerate(moment["due"][seat][face]))
    return {**moment, "due": _with(moment["due"], {slot: flags})}


def _undone(moment: Values, slot: Slot, actor: int) -> Iterator[Approach]:
    """Boards from which this player can have brought about the present one with this card."""
    card = moment["laid"][slot[0]][slot[1]]
    step = STEP_OF_KIND[moment["kind"][card]]
    if step == "move_treasure":
        yield from _treasure_back(moment, actor)
    elif step == "move_inhabitant":
        yield from _inhabitant_back(moment, actor)
    else:
        for number in range(moment["amount"][card], 0, -1):
            yield from _own_back(moment, actor, step, number)


def _treasure_back(moment: Values, actor: int) -> Iterator[Approach]:
    treasures = moment["treasures"]
    for target in [island for island, count in enumerate(treasures) if count]:
        for source in range(moment["islands"]):
            if source != target:
                earlier = _plus(_plus(treasures, target, -1), source, 1)
                yield Approach({**moment, "treasures": earlier}, "move_treasure", (actor, source, target))


def _inhabitant_back(moment: Values, actor: int) -> Iterator[Approach]:
    rows = moment["on"]
    for target, row in enumerate(rows):
        for owner in [seat for seat, count in enumerate(row) if count]:
            for source in range(moment["islands"]):
                if source != target and sum(rows[source]) < moment["island_cap"]:
                    changed = {target: _plus(row, owner, -1), source: _plus(rows[source], owner, 1)}
                    earlier = tuple(changed.get(island, old) for island, old in enumerate(rows))
                    yield Approach({**moment, "on": earlier}, "move_inhabitant", (actor, owner, source, target))


def _own_back(moment: Values, actor: int, step: str, number: int) -> Iterator[Approach]:
    """Inhabitants placed are at home again, those removed are on islands again."""
    sign = 1 if step == "remove" else -1
    reserve = _plus(moment["reserve"], actor, -sign * number)
    for chosen in vectors(moment["islands"], number):
        if sum(chosen) == number:
            rows = tuple(_plus(row, actor, sign * count) for row, count in zip(moment["on"], chosen, strict=True))
            if min(reserve) >= 0 and all(min(row) >= 0 for row in rows):
                yield Approach({**moment, "on": rows, "reserve": reserve}, step, (actor, chosen))
