"""Ordinary positions: every moment of a game by a random player (a case base), and those nearest to what is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.agreement.witnesses.conditions import Values
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.checks.proofs.necessity.stages import entries
from archipel.spec.clauses import Step

Entries: TypeAlias = Mapping[tuple[int, ...], int]


@dataclass(frozen=True, eq=False)
class Ordinary:
    """A moment of a game: the position, the step that led there, and the step that comes next.

    Arguments of the decision that comes next, or that came last, are among the values.
    """

    position: Values
    arguments: Values
    last: Step | None
    due: Step | None

    @cached_property
    def values(self) -> Values:
        return {**self.position, **self.arguments}

    @cached_property
    def _by_place(self) -> dict[str, Entries]:
        return {}

    def entries(self, name: str) -> Entries:
        """Every entry of a symbol, by its place."""
        if name not in self._by_place:
            self._by_place[name] = dict(entries(self.values[name])) if name in self.values else {}
        return self._by_place[name]


def ordinary_game(
    mapping: EngineMapping[Setup, State, Action, Terms], players: int, seed: int, terms: Terms
) -> Iterator[Ordinary]:
    """Every moment of one game."""
    engine, chance, last = mapping.engine, Random(seed), None
    setup = engine.setup_from_seed(players, seed, terms)
    state = engine.new_game(setup, terms)
    while actions := engine.legal_actions(state):
        action = chance.choice(actions)
        step, given = mapping.step_of(state, action)
        arguments = arguments_of(step, given)
        position = mapping.position(state)
        yield Ordinary(position.values, arguments, last, step)
        position, last = position.machine.at(position.after(step, *given)), step
        for consequence, its_own, after in position.unfolding():
            yield Ordinary(position.values, {**arguments, **arguments_of(consequence, its_own)}, last, consequence)
            position, last = after, consequence
        state = engine.apply_action(state, action)
    yield Ordinary(mapping.values(state), {}, last, None)


def arguments_of(step: Step, given: Sequence[Any]) -> dict[str, Any]:
    return {symbol.name: value for symbol, value in zip(step.arguments, given, strict=True)}


def nearest(moments: Iterable[Ordinary], given: Values) -> list[Ordinary]:
    """For each step that comes next, the moment nearest to what is given; the nearest of these first."""
    wanted = {name: _known(value) for name, value in given.items()}
    best: dict[Step | None, tuple[tuple[int, int], Ordinary]] = {}
    for moment in moments:
        far = _distance(wanted, moment)
        if moment.due not in best or far < best[moment.due][0]:
            best[moment.due] = far, moment
    return [moment for _, moment in sorted(best.values(), key=lambda found: found[0])]


def _known(value: Any) -> Entries:
    return {place: entry for place, entry in entries(value) if entry is not None}


def _distance(wanted: Mapping[str, Entries], here: Ordinary) -> tuple[int, int]:
    """How many entries of what is wanted are otherwise here, and by how much they differ in all."""
    count = total = 0
    for name, known in wanted.items():
        found = here.entries(name)
        if known != found:
            gaps = [abs(value - found[place]) for place, value in known.items() if place in found]
            count, total = count + sum(map(bool, gaps)), total + sum(gaps)
    return count, total
