"""Situations in which two readings of the rules make different things of one decision, as small as can be.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from archipel.checks.agreement.lockstep import DisagreementError, LockstepGame
from archipel.checks.games.engine import GameEngine
from archipel.checks.rulebook.figures.situations import FalseFigureError, Situations
from archipel.reference.strict_json import BadInput
from archipel.spec.readings import Point, Reading


@dataclass(frozen=True)
class PartedReading:
    """A position and a decision of which two readings make different things; or a setup with which they open apart.

    There is a position for each reading, since some remember more than others.
    """

    point: str
    reading: str
    states: tuple[Any, ...] = ()
    action: Any = None
    setup: Any = None

    @property
    def name(self) -> str:
        return f"{self.point}={self.reading}"


@dataclass(frozen=True)
class ReadingPairs:
    """What two readings make of situations.

    ``shown`` is what people see of a position, whatever its readings remember; ``candidates`` are situations in which a
    reading parts from ours, the shortest for each number of players; ``reason`` says why there is none.
    """

    situations: Situations
    shown: Callable[[Any], object]
    pieces: Callable[[Any], int]
    candidates: Callable[[Point, Reading], Iterable[PartedReading]]
    reason: Callable[[Reading], str]

    @property
    def engine(self) -> GameEngine[Any, Any, Any, Any]:
        return self.situations.mapping.engine

    def terms(self, what: PartedReading) -> tuple[Any, Any]:
        """Ours, and the same under the other reading."""
        ours = self.engine.standard
        return ours, self.engine.by(ours, {what.point: what.reading})

    def played(self, what: PartedReading) -> tuple[Any, Any]:
        """What the decision leads to by our reading and by the other; nothing if that refuses it, or no game opens."""
        return self._after(what, 0), self._after(what, 1)

    def _after(self, what: PartedReading, side: int) -> Any:
        terms = self.terms(what)[side]
        try:
            before = what.states[side] if what.setup is None else self.engine.new_game(what.setup, terms)
            return before if what.action is None else self.engine.apply_action(before, what.action)
        except (BadInput, self.engine.illegal):
            return None

    def agreed(self, what: PartedReading) -> tuple[Any, Any]:
        """What comes of it by our reading and by the other, as engine and clauses agree."""
        for before, after in zip(what.states, self.played(what), strict=False):
            game = LockstepGame(self.situations.mapping, before)
            if (what.action in game.legal()) != (after is not None):
                raise DisagreementError(f"the engine lists {what.action} or takes it, not both", game.record())
            if what.action is not None and after is not None:
                game.play(what.action)
        return self.played(what)

    def check(self, what: PartedReading) -> None:
        """The two readings must part, engine and clauses agreeing under each."""
        try:
            apart = self.parts(what)
        except DisagreementError as error:
            raise FalseFigureError(f"{what.name}: {error.what}") from None
        if not apart:
            raise FalseFigureError(f"{what.name}: both readings come to the same")

    def parts(self, what: PartedReading) -> bool:
        one, other = self.agreed(what)
        return (one is None) != (other is None) or (one is not None and not self.alike(one, other))

    def alike(self, one: Any, other: Any) -> bool:
        """Whether two positions look the same, and go on in the same way, whatever else their readings remember."""
        return self.shown(one) == self.shown(other) and self.engine.result(one) == self.engine.result(other)

    # Finding them

    def situation(self, point: Point, reading: Reading) -> PartedReading | str:
        """The smallest situation, beginning with the shortest of a few games in which a reading parts from ours."""
        if reading.changes_nothing:
            return self.reason(reading)
        found = [what for what in self.candidates(point, reading) if self._stands(what)]
        return min(map(self.smaller, found), key=self._size) if found else self.reason(reading)

    def _size(self, what: PartedReading) -> tuple[int, int]:
        """Players first, then pieces."""
        return (self.engine.players(what.states[0]), self.pieces(what.states[0])) if what.states else (0, 0)

    def _stands(self, what: PartedReading) -> bool:
        """Whether the readings part here, in a position that a game may come to under both."""
        try:
            return not any(map(self.situations.doubtful, what.states)) and self.parts(what)
        except (DisagreementError, BadInput):
            return False

    def smaller(self, what: PartedReading) -> PartedReading:
        """The same with fewer pieces, as long as the readings part: no one and no two more can go."""
        shrinking = bool(what.states)
        while shrinking:
            less = (replace(what, states=one) for one in self.situations.fewer_pieces(what.states, what.action))
            found = next(filter(self._stands, less), None)
            what, shrinking = found or what, found is not None
        return what
