"""Situations that show what a clause decides (*minimal pairs*), and what must be true of them for a picture to say so.

On one side the clause makes the difference: it alone refuses a decision, or without one part of it something else would
come of it. On the other side, as near as can be, it does not: the decision is legal and comes to the same. Situations
are made smaller (*delta debugging*) as long as each stays on its side. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

from archipel.checks.agreement.lockstep import DisagreementError, LockstepGame
from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.agreement.witnesses.replay import followed
from archipel.checks.proofs.necessity.variants import ClauseVariant, variants
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.machine import IncoherentError, Machine, Position, Values

Change: TypeAlias = Any
"""One piece less, as the game has it."""
Places: TypeAlias = list[tuple[str, tuple[int, ...]]]
"""Facts, each with its place."""


class FalseFigureError(AssertionError):
    """A situation does not show what it was kept for."""


@dataclass(frozen=True)
class Figure:
    """A situation on one side of a clause.

    ``part`` and ``how`` name the part of the clause that makes the difference and how the rulebook is changed without
    it; ``step`` is what it bears on. Without a decision, the position is the last one of a game or, with a ``setup``,
    how one might open. ``facts`` and ``places`` are what depends on the clause if nothing is refused.
    """

    clause: str
    applies: bool
    part: str
    how: str
    step: str
    state: Any
    action: Any = None
    setup: Any = None
    facts: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


Figures: TypeAlias = tuple[Figure, ...]


@dataclass(frozen=True, eq=False)
class Situations:
    """The situations of a game: what is true of them, and how they get smaller.

    ``less`` lists all ways to have one piece less in a position but not what a decision is about, ``taken`` takes one
    of them; ``beside`` are the positions that differ from one in a single piece. ``ended`` is what is asked when a game
    is over: notions with their places. Facts that are ``hidden`` are those that nobody sees on the table, ``located``
    those whose first place is worth showing. ``counted`` is what is seen of an opening, ``changed`` a position with
    other fields.
    """

    mapping: EngineMapping[Any, Any, Any, Any]
    less: Callable[[Any, Any], Sequence[Change]]
    taken: Callable[[Any, Change], Any]
    beside: Callable[[Any, Any], Iterable[Any]]
    ended: Callable[[Any], Places]
    counted: Callable[[Any], object]
    changed: Callable[[Any, Mapping[str, Any]], Any]
    opening: Sequence[str] = ()
    """The fields of an opening that may be otherwise than the setup says."""
    hidden: Collection[str] = ()
    located: Collection[str] = ()
    without: Callable[[str, str, str], Machine] = field(init=False)
    """The clauses with one part of one of them deleted or turned into its opposite."""

    def __post_init__(self) -> None:
        made = lru_cache(maxsize=256)(lambda *about: Machine(variant_called(self.rulebook, *about).rulebook))
        object.__setattr__(self, "without", made)

    @property
    def rulebook(self) -> Rulebook:
        return self.mapping.readings.rulebook

    # What is true of them

    def check(self, figure: Figure) -> None:
        """Engine and clauses must agree about the situation, and it must be on its side of the clause."""
        try:
            true = self._holds(figure)
        except DisagreementError as error:
            raise FalseFigureError(f"{figure.clause}: {error.what}") from None
        if figure.applies:
            facts, places = self.about(figure)
            if (set(facts), places) != (set(figure.facts), figure.places):
                raise FalseFigureError(f"{figure.clause}: other facts depend on the clause")
        if not true:
            side = "the clause does not decide this" if figure.applies else "the clause decides this"
            raise FalseFigureError(f"{figure.clause}: {side}")

    def holds(self, figure: Figure) -> bool:
        """Whether a situation is on its side of the clause, and a game can come to it as far as the engine knows."""
        try:
            return not (figure.setup is None and self.doubtful(figure.state)) and self._holds(figure)
        except DisagreementError:
            return False

    def doubtful(self, state: Any) -> bool:
        """Whether the engine says that no game comes to this position."""
        try:
            self.mapping.engine.check_state(state)
        except BadInput:
            return True
        return False

    def _holds(self, figure: Figure) -> bool:
        if figure.setup is not None:
            return self._opens(figure)
        game = LockstepGame(self.mapping, figure.state)
        legal = game.legal()
        if figure.action is None:
            return bool(self.differing(figure)) == figure.applies
        if figure.action not in legal:
            return figure.applies and self._refused_by_both(figure) and self._against(figure) == {figure.clause}
        game.play(figure.action)
        return bool(self.differing(figure)) == figure.applies

    def refused(self, figure: Figure) -> bool:
        """Whether what is decided, or how the game opens, is not allowed."""
        decided = figure.action is not None and bool(self._against(figure))
        return figure.applies and (figure.setup is not None or decided)

    def _refused_by_both(self, figure: Figure) -> bool:
        try:
            self.mapping.engine.apply_action(figure.state, figure.action)
        except self.mapping.engine.illegal:
            return bool(self._against(figure))
        return False

    def _against(self, figure: Figure) -> set[str]:
        """The clauses against a decision."""
        step, given = self.mapping.step_of(figure.state, figure.action)
        return {part.clause for part in self._position(self.mapping.machine({}), figure).refusals(step, *given)}

    def _opens(self, figure: Figure) -> bool:
        """Whether the clauses say of an opening what the figure says, and the engine opens so exactly if they do."""
        ours = self._position(self.mapping.machine({}), figure)
        broken = set(ours.broken(Nature.REQUIREMENT, Nature.INITIAL))
        opens = self.opened(figure.setup) == figure.state
        return broken == ({figure.clause} if figure.applies else set()) and opens != figure.applies

    def opened(self, setup: Any) -> Any:
        """How a game opens by the rules."""
        return self.mapping.engine.new_game(setup, self.mapping.engine.standard)

    def _position(self, rules: Machine, figure: Figure) -> Position:
        return rules.at(self.mapping.values(figure.state, figure.setup))

    # What depends on the clause

    def differing(self, figure: Figure) -> Places:
        """The facts that come out otherwise without the part of the clause."""
        ours, theirs = self.mapping.machine({}), self.without(figure.clause, figure.part, figure.how)
        if figure.action is None:
            one, other = (self._position(rules, figure) for rules in (ours, theirs))
            asked = self.ended(figure.state)
            return [(name, at) for name, at in asked if one.evaluate(name, *at) != other.evaluate(name, *at)]
        before, after = (self._outcome(rules, figure) for rules in (ours, theirs))
        names = [name for name in self.mapping.facts(figure.state) if name in before]
        return [(name, place) for name in names for place in _apart(before[name], after.get(name))]

    def _outcome(self, rules: Machine, figure: Figure) -> Values:
        """What a decision leads to; nothing if it is refused or leads to no single position."""
        step, given = self.mapping.step_of(figure.state, figure.action)
        position = self._position(rules, figure)
        if not position.allows(step, *given):
            return {}
        try:
            *_, last = followed(position, step, given)
        except IncoherentError:
            return {}
        return last.values

    def about(self, figure: Figure) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """What depends on the clause: which kinds of facts, and which places."""
        found = [] if self.refused(figure) else self.differing(figure)
        places = {place[0] for name, place in found if name in self.located and place}
        return tuple(dict.fromkeys([name for name, _ in found])), tuple(sorted(places))

    def can_be_seen(self, figure: Figure) -> bool:
        """Whether what depends on the clause shows: pieces, cards, who is what, or that something is refused."""
        if figure.setup is not None:
            return self.counted(figure.state) != self.counted(self.opened(figure.setup))
        return self.refused(figure) or any(name not in self.hidden for name, _ in self.differing(figure))

    # Making them smaller

    def smaller(self, figures: Figures) -> Figures:
        """The same situations with fewer pieces, as long as each stays on its side: no single piece more can go.

        A piece goes from all of them, or from one of them if that brings them no further apart.
        """
        shrinking = True
        while shrinking:
            shrinking = False
            known = {change for figure in figures for change in self.less(figure.state, figure.action)}
            for change in sorted(known):
                fewer = tuple([replace(figure, state=self.taken(figure.state, change)) for figure in figures])
                if fewer != figures and self._apart(fewer) <= self._apart(figures) and all(map(self.holds, fewer)):
                    figures, shrinking = fewer, True
                    break
        return figures

    def nearer(self, figures: Figures) -> Figures:
        """The same, with the other side just beside the first: one piece is elsewhere, if that is enough."""
        if len(figures) < 2 or figures[0].setup is not None:
            return figures
        first, other = figures
        states = self.beside(first.state, first.action)
        pairs = [(first, replace(other, state=state, action=first.action)) for state in states]
        near = [pair for pair in pairs if self._apart(pair) < self._apart(figures)]
        return next((pair for pair in sorted(near, key=self._apart) if self.holds(pair[1])), figures)

    def fewer_pieces(self, states: tuple[Any, ...], action: Any) -> Iterator[tuple[Any, ...]]:
        """The same positions, all of them with the same piece or two less; not what the decision is about."""
        changes = self.less(states[0], action)
        for some in [*[(change,) for change in changes], *combinations_with_replacement(changes, 2)]:
            yield tuple([self._with(state, some) for state in states])

    def _with(self, state: Any, changes: Iterable[Change]) -> Any:
        for change in changes:
            state = self.taken(state, change)
        return state

    def _apart(self, figures: Figures) -> int:
        """By how many pieces two situations differ, and in how many other facts."""
        if len(figures) < 2:
            return 0
        one, other = (self.mapping.facts(figure.state) for figure in figures)
        return sum([_distance(one[name], other[name]) for name in one])


def _apart(one: Any, other: Any) -> list[tuple[int, ...]]:
    """The places at which two tables differ."""
    if one == other:
        return []
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = enumerate(zip(one, other, strict=True))
        return [(place, *rest) for place, (left, right) in pairs for rest in _apart(left, right)]
    return [()]


def _distance(one: Any, other: Any) -> int:
    if isinstance(one, tuple):
        return sum([_distance(left, right) for left, right in zip(one, other, strict=True)])
    return abs(one - other) if isinstance(one, int) else int(one != other)


def variant_called(rulebook: Rulebook, clause: str, part: str, how: str) -> ClauseVariant:
    for known in rulebook.clauses[clause].parts:
        for variant in variants(rulebook, known):
            if (known_name(variant), variant.how) == (part, how):
                return variant
    raise FalseFigureError(f"{clause}: no part called {part}, or it cannot be {how}")


def known_name(variant: ClauseVariant) -> str:
    """The name of a variant's part; one that bears on several steps is named with the step."""
    step, target = variant.part.step, variant.part.target
    words = [variant.part.name, step.name if step else "", target.name if target else ""]
    return " ".join(filter(None, words))
