"""Situations that show what a clause decides, and what must be true of them for the picture to say so.

On one side the clause makes the difference: it alone refuses a decision, or without one part of it something else would
come of it. On the other side, as near as can be, it does not: the decision is legal and comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, TypeAlias

from archipel.checks.agreement.witnesses.replay import followed
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.agreement import DisagreementError, Lockstep
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.svg.changes import announced
from archipel.checks.costa_ruana.witness import REPLAYER
from archipel.checks.proofs.necessity.variants import ClauseVariant, variants
from archipel.reference.costa_ruana import Action, IllegalAction, Setup, State, new_game
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.machine import IncoherentError, Machine, Position, Values


class FalseFigureError(AssertionError):
    """A situation does not show what it was kept for."""


@dataclass(frozen=True)
class Figure:
    """A situation on one side of a clause.

    ``part`` and ``how`` name the part of the clause that makes the difference and how the rulebook is changed without
    it; ``step`` is what it bears on. Without a decision, the position is the last one of a game or, with a ``setup``,
    how one might open. ``facts`` and ``islands`` are what depends on the clause if nothing is refused.
    """

    clause: str
    applies: bool
    part: str
    how: str
    step: str
    state: State
    action: Action | None = None
    setup: Setup | None = None
    facts: tuple[str, ...] = ()
    islands: tuple[int, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether what is decided, or how the game opens, is not allowed."""
        return self.applies and (self.setup is not None or bool(self.action and _refusals(self)))


def check(figure: Figure) -> None:
    """Engine and clauses must agree about the situation, and it must be on its side of the clause."""
    try:
        true = _holds(figure)
    except DisagreementError as error:
        raise FalseFigureError(f"{figure.clause}: {error.what}") from None
    if figure.applies:
        facts, islands = about(figure)
        if (set(facts), islands) != (set(figure.facts), figure.islands):
            raise FalseFigureError(f"{figure.clause}: other facts depend on the clause")
    if not true:
        side = "the clause does not decide this" if figure.applies else "the clause decides this"
        raise FalseFigureError(f"{figure.clause}: {side}")


def holds(figure: Figure) -> bool:
    """Whether a situation is on its side of the clause, and a game can come to it as far as the engine knows."""
    try:
        return not (figure.setup is None and REPLAYER.doubt(figure.state)) and _holds(figure)
    except DisagreementError:
        return False


def _holds(figure: Figure) -> bool:
    if figure.setup is not None:
        return _opens(figure)
    game = Lockstep(figure.state)
    legal = game.legal()
    if figure.action is None:
        return bool(differing(figure)) == figure.applies
    if figure.action not in legal:
        return figure.applies and _refused_by_both(figure) and _refusals(figure) == {figure.clause}
    game.play(figure.action)
    return bool(differing(figure)) == figure.applies


def _refused_by_both(figure: Figure) -> bool:
    assert figure.action is not None
    try:
        figure.state.apply_action(figure.action)
    except IllegalAction:
        return bool(_refusals(figure))
    return False


def _refusals(figure: Figure) -> set[str]:
    """The clauses against a decision."""
    assert figure.action is not None
    step, given = projection.step_of(figure.state, figure.action)
    return {part.clause for part in _position(machine(), figure).refusals(step, *given)}


def _opens(figure: Figure) -> bool:
    """Whether the clauses say of an opening what the figure says, and the engine opens so exactly if they allow it."""
    assert figure.setup is not None
    broken = set(_position(machine(), figure).broken(Nature.REQUIREMENT, Nature.INITIAL))
    opens = new_game(figure.setup) == figure.state
    return broken == ({figure.clause} if figure.applies else set()) and opens != figure.applies


def _position(rules: Machine, figure: Figure) -> Position:
    return rules.at(projection.values(figure.state, figure.setup))


# What depends on the clause


def differing(figure: Figure) -> list[tuple[str, tuple[int, ...]]]:
    """The facts that come out otherwise without the part of the clause, each with its place."""
    theirs = without(figure.clause, figure.part, figure.how)
    if figure.action is None:
        return _answers_apart(figure, theirs)
    one, other = (_outcome(rules, figure) for rules in (machine(), theirs))
    names = [name for name in projection.facts(figure.state) if name in one]
    return [(name, place) for name in names for place in _places_apart(one[name], other.get(name))]


def _outcome(rules: Machine, figure: Figure) -> Values:
    """What a decision leads to; nothing if it is refused or leads to no single position."""
    assert figure.action is not None
    step, given = projection.step_of(figure.state, figure.action)
    position = _position(rules, figure)
    if not position.allows(step, *given):
        return {}
    try:
        *_, last = followed(position, step, given)
    except IncoherentError:
        return {}
    return last.values


def _answers_apart(figure: Figure, theirs: Machine) -> list[tuple[str, tuple[int, ...]]]:
    """How the game has ended: what is answered otherwise."""
    one, other = _position(machine(), figure), _position(theirs, figure)
    seats = range(figure.state.players)
    places = [(name, (seat,)) for name in ("points", "wins") for seat in seats]
    asked = [*places, *[("share_victory", (p, q)) for p in seats for q in seats]]
    return [(name, place) for name, place in asked if one.evaluate(name, *place) != other.evaluate(name, *place)]


def _places_apart(one: Any, other: Any) -> list[tuple[int, ...]]:
    if one == other:
        return []
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = enumerate(zip(one, other, strict=True))
        return [(place, *rest) for place, (left, right) in pairs for rest in _places_apart(left, right)]
    return [()]


@lru_cache(maxsize=256)
def without(clause: str, part: str, how: str) -> Machine:
    """The clauses with one part of one of them deleted or turned into its opposite."""
    return Machine(variant_called(clause, part, how).rulebook)


def variant_called(clause: str, part: str, how: str) -> ClauseVariant:
    for known in RULEBOOK.clauses[clause].parts:
        for variant in variants(RULEBOOK, known):
            if (known_name(variant), variant.how) == (part, how):
                return variant
    raise FalseFigureError(f"{clause}: no part called {part}, or it cannot be {how}")


def known_name(variant: ClauseVariant) -> str:
    """The name of a variant's part; one that bears on several steps is named with the step."""
    step, target = variant.part.step, variant.part.target
    words = [variant.part.name, step.name if step else "", target.name if target else ""]
    return " ".join(filter(None, words))


Change: TypeAlias = tuple[str, int, int]
"""One piece less: what goes, and where from."""


def about(figure: Figure) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """What depends on the clause: which kinds of facts, and which islands."""
    found = [] if figure.refused else differing(figure)
    islands = {place[0] for name, place in found if name in ("on", "treasures") and place}
    return tuple(dict.fromkeys([name for name, _ in found])), tuple(sorted(islands))


HIDDEN = {"due", "turn"}
"""Facts that nobody sees on the table."""


def can_be_seen(figure: Figure) -> bool:
    """Whether what depends on the clause shows: pieces, cards, who is what, or that something is refused."""
    if figure.setup is not None:
        return _countable(figure.state) != _countable(new_game(figure.setup))
    return figure.refused or any(name not in HIDDEN for name, _ in differing(figure))


def _countable(state: State) -> tuple[object, ...]:
    """What can be counted in an opening."""
    hands = [len(hand) for hand in state.hands]
    return state.inhabitants, state.treasures, state.reserve, state.huts, hands


# Making it smaller


def smaller(figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """The same situations with fewer pieces, as long as each stays on its side: no single piece more can go.

    A piece goes from all of them, or from one of them if that brings them no further apart.
    """
    shrinking = True
    while shrinking:
        shrinking = False
        known = {change for figure in figures for change in _changes(figure.state, figure.action)}
        for change in sorted(known):
            fewer = tuple([replace(figure, state=_changed(figure.state, change)) for figure in figures])
            if fewer != figures and _apart(fewer) <= _apart(figures) and all(map(holds, fewer)):
                figures, shrinking = fewer, True
                break
    return figures


def _one_or_two(changes: Sequence[Change]) -> Iterator[tuple[Change, ...]]:
    """Each change alone, then any two together."""
    yield from [(change,) for change in changes]
    yield from combinations_with_replacement(changes, 2)


def _with(state: State, changes: Iterable[Change]) -> State:
    for change in changes:
        state = _changed(state, change)
    return state


def nearer(figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """The same, with the other side just beside the first: one piece is elsewhere, if that is enough."""
    if len(figures) < 2 or figures[0].setup is not None:
        return figures
    first, other = figures
    states = _neighbours(first.state, first.action)
    beside = [(first, replace(other, state=state, action=first.action)) for state in states]
    near = [pair for pair in beside if _apart(pair) < _apart(figures)]
    return next((pair for pair in sorted(near, key=_apart) if holds(pair[1])), figures)


def _neighbours(state: State, action: Action | None) -> Iterator[State]:
    """The positions in which one piece more or less is on an island or a card, or one is on another island."""
    yield from [_changed(state, change) for change in _changes(state, action)]
    for seat, island in product(range(state.players), range(state.islands)):
        if state.reserve[seat]:
            yield _sent_home(state, island, seat, -1)
        for source in range(state.islands):
            if source != island and state.inhabitants[source][seat]:
                yield _sent_home(_sent_home(state, source, seat), island, seat, -1)


def size(figure: Figure) -> int:
    """How many pieces a situation takes."""
    return pieces(figure.state)


def fewer_pieces(states: tuple[State, ...], action: Action | None) -> Iterator[tuple[State, ...]]:
    """The same positions, all of them with the same piece or two less; not what the decision is about."""
    for some in _one_or_two(_changes(states[0], action)):
        yield tuple([_with(state, some) for state in states])


def pieces(state: State) -> int:
    """Inhabitants on islands and on cards, and cards on the table."""
    standing = sum(slot is not None for slot in state.standing)
    return sum(map(sum, state.inhabitants)) + standing + sum(laid is not None for laid in state.table)


def _apart(figures: tuple[Figure, ...]) -> int:
    """By how many pieces two situations differ, and in how many other facts."""
    if len(figures) < 2:
        return 0
    one, other = (projection.facts(figure.state) for figure in figures)
    return sum([_distance(one[name], other[name]) for name in one])


def _distance(one: Any, other: Any) -> int:
    if isinstance(one, tuple):
        return sum([_distance(left, right) for left, right in zip(one, other, strict=True)])
    return abs(one - other) if isinstance(one, int) else int(one != other)


def _changes(state: State, action: Action | None) -> list[Change]:
    """All ways to have one piece less, but not the card that the decision is about, or one treasure less in a hut."""
    seats = range(state.players)
    needed = {state.resolving, *([] if action is None else announced(state, action).slots)}
    found = [("home", i, p) for i, row in enumerate(state.inhabitants) for p in seats if row[p]]
    lying = [slot for slot, laid in enumerate(state.table) if laid is not None and slot not in needed]
    found += [("away", slot, 0) for slot in lying]
    found += [("down", seat, 0) for seat in seats if state.standing[seat] is not None]
    return found + [("hut", seat, 0) for seat in seats if state.huts[seat]]


def _changed(state: State, change: Change) -> State:
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
