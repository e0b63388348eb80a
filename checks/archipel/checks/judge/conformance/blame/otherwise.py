"""Which clause a program reads otherwise, or with another number: the engine plays the same game by each (*replay*).

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from string import Formatter
from typing import Any, Protocol

from archipel.checks.judge.conformance.blame.answers import (
    ALLOWED,
    NO_PREDICTION,
    AnyMapping,
    DifferingAnswers,
    of_engine,
)
from archipel.checks.judge.conformance.blame.likeness import Aspects
from archipel.checks.judge.conformance.games import Choice, Difference
from archipel.spec.clauses import Rulebook
from archipel.spec.logic.plain import Values

BY_READING, BY_NUMBER = -0.02, 0.04
"""Whoever reads otherwise, where people may, is blamed more than others; who takes another number, less."""
REFUTED = 0.5
"""So much further off is whoever would have answered something else before."""


class OtherGame(Protocol):
    """A game by some readings and numbers, which can be played by others."""

    @property
    def choice(self) -> Choice: ...

    def by(self, choice: Choice) -> OtherGame: ...

    def with_numbers(self, values: Values) -> OtherGame: ...

    def other_readings(self) -> Sequence[tuple[str, str]]: ...

    def opening(self, start: Any) -> Any: ...

    def after(self, position: Any, decision: Any) -> Any: ...

    def legal(self, position: Any) -> Sequence[Any]: ...

    def facts(self, position: Any) -> Mapping[str, Any]: ...

    def result(self, position: Any) -> Mapping[str, Any] | None: ...


class OtherTerms:
    """What other readings and other numbers would make of a game in which a program differs."""

    def __init__(self, game: OtherGame, mapping: AnyMapping, difference: Difference) -> None:
        self.game, self.mapping, self.difference = game, mapping, difference
        self.answers = DifferingAnswers(mapping, difference)
        self.rulebook = mapping.machine_at(difference.position).rulebook

    def distances(self) -> dict[str, float]:
        """The clauses that can be read otherwise, each with how far from the answer its best other reading is."""
        found = dict[str, float]()
        for clauses, cost, other in self._others():
            try:
                far = self.far(other())
            except (*NO_PREDICTION, self.mapping.engine.illegal):
                continue
            for clause in clauses if far < 1.0 else ():
                found[clause] = min(far + cost, found.get(clause, 1.0))
        return found

    def _others(self) -> Iterator[tuple[Sequence[str], float, Callable[[], OtherGame]]]:
        game, points = self.game, self.mapping.readings.points
        for point, name in game.other_readings():
            yield [points[point].clause.id], BY_READING, partial(game.by, {**game.choice, point: name})
        position = self.difference.position
        players = self.mapping.engine.players(position)
        values = self.mapping.parameters(self.mapping.engine.terms_of(position), players)
        for name, value in other_numbers(values):
            if naming := naming_number(self.rulebook, name):
                yield naming, BY_NUMBER, partial(game.with_numbers, {**values, name: value})

    def far(self, other: OtherGame) -> float:
        """How far from the answer it is what would be answered, all that was answered before being as it is."""
        game, start, refuted = self.game, self.difference.script.start, 0.0
        ours, theirs = game.opening(start), other.opening(start)
        for number, event in enumerate(self.difference.script.events):
            refuted = refuted or REFUTED * (not self._alike(ours, theirs, other))
            is_last, allowed = number == len(self.difference.script.events) - 1, event.what in other.legal(theirs)
            if is_last and self.answers.is_about_one_decision:
                return refuted + self.answers.far_from({ALLOWED: {(): allowed}})
            if event.do == "play":
                ours, theirs = game.after(ours, event.what), other.after(theirs, event.what)
        predicted: Aspects = of_engine(other, theirs)
        return refuted + self.answers.far_from(predicted)

    def _alike(self, ours: Any, theirs: Any, other: OtherGame) -> bool:
        """Whether a program would not yet have shown that it plays by these readings and numbers."""
        if self.answers.tells_states and self.game.facts(ours) != other.facts(theirs):
            return False
        return set(self.game.legal(ours)) == set(other.legal(theirs))


def other_numbers(values: Values) -> Iterator[tuple[str, Any]]:
    """Every number of a game one more and one less, alone and in tables."""
    for name, value in values.items():
        if type(value) is int and name != "players":
            yield from ((name, other) for other in (value + 1, value - 1))
        elif isinstance(value, tuple) and all(type(entry) is int for entry in value):
            for place, entry in enumerate(value):
                yield from ((name, (*value[:place], other, *value[place + 1 :])) for other in (entry + 1, entry - 1))


@lru_cache(maxsize=1024)
def naming_number(rulebook: Rulebook, number: str) -> tuple[str, ...]:
    """The clauses whose sentences name a number, or an entry of a table of numbers."""
    return tuple([id for id, clause in rulebook.clauses.items() if number in _numbers(clause.statements)])


def _numbers(statements: Mapping[str, str]) -> set[str]:
    names = {name for text in statements.values() for _, name, _, _ in Formatter().parse(text) if name}
    return names | {name.rpartition("_")[0] for name in names if name[-1].isdigit()}
