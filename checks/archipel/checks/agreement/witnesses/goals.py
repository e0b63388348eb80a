"""Search goals from counterexamples: what is looked for when it is asked whether a game comes to a situation.

Only the facts that the claim speaks of must be as they are in the situation. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic

from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.agreement.witnesses.counterexamples import Counterexample, Replay, ReplayOutcome, Values
from archipel.checks.agreement.witnesses.game_search import SearchGoal
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.spec.logic.terms import Role

FAR = 1000
"""How far a position is from one that lies behind it."""


@dataclass(frozen=True, eq=False)
class SituationGoals(Generic[Setup, State, Action, Terms]):
    """What is sought for a situation of one game.

    ``places`` are facts whose places goals are about, and ``by_chance`` those that only chance decides. ``growing``
    facts never become less. ``shown`` says, for consequences that a search looks at by themselves, in which position
    that it passes the facts are as they are wanted. Of the facts in ``faces`` it counts only how a position looks:
    which of two cards with one face lies there makes no difference to any rule.
    """

    mapping: EngineMapping[Setup, State, Action, Terms]
    places: Sequence[str] = ()
    by_chance: Collection[str] = ()
    growing: Collection[str] = ()
    shown: Mapping[str, Callable[[State], State]] = field(default_factory=dict)
    faces: Collection[str] = ()
    looks: Callable[[State], Hashable] = lambda state: None

    def goal(self, situation: Counterexample, replayed: Replay[State, Action]) -> SearchGoal[State]:
        """A game comes to the situation when it comes to what the claim speaks of, at the same moment."""
        wanted = self._wanted(situation, replayed)
        about = {i for name in self.places for i, row in enumerate(wanted.get(name, ())) if is_known(row)}
        shown = self.shown.get(situation.step or "")
        if shown is not None:
            far = self._distance(wanted, shown)
            return SearchGoal.passing(lambda state: self._fits(shown(state), wanted), far, about)
        return SearchGoal.position(self._same_position(situation, replayed, wanted), self._distance(wanted), about)

    def _wanted(self, situation: Counterexample, replayed: Replay[State, Action]) -> dict[str, Any]:
        """The facts that matter. A moment between two decisions is come to by the decision before it, so the facts are
        those of that position, unless a search looks at the moment by itself."""
        names = (situation.about & self._facts.keys()) - set(self.by_chance)
        given, step = situation.values, self.mapping.readings.rulebook.steps.get(situation.step or "")
        between = step is not None and not step.is_decision and step.name not in self.shown
        if between and replayed.state is not None:
            given = self.mapping.facts(replayed.state)
        return {name: given[name] for name in sorted(names) if given.get(name) is not None}

    @cached_property
    def _facts(self) -> Mapping[str, bool]:
        """The facts of the rules, and whether they are numbers that count something."""
        symbols = self.mapping.readings.rulebook.vocabulary.with_role(Role.STATE)
        return {one.name: one.values is None and bool(one.domains) and not one.is_prop for one in symbols}

    def _fits(self, state: State, wanted: Values) -> bool:
        found = self.mapping.some_facts(state, wanted)
        return all(fits(found[name], value) for name, value in wanted.items())

    def _same_position(
        self, situation: Counterexample, replayed: Replay[State, Action], wanted: Values
    ) -> Callable[[State], bool]:
        model = replayed.state if situation.about & set(self.faces) else None

        def holds(state: State) -> bool:
            if not self._fits(state, wanted) or not self._same_question(state, situation, replayed):
                return False
            return model is None or self.looks(state) == self.looks(model)

        return holds

    def _same_question(self, state: State, situation: Counterexample, replayed: Replay[State, Action]) -> bool:
        """Whether the step is asked for, and is as legal as it was in the replay."""
        engine, model, action = self.mapping.engine, replayed.state, replayed.action
        if situation.step is None or model is None or action is None:
            return True
        if engine.actor(state) != engine.actor(model):
            return False
        legal, kind = engine.legal_actions(state), type(action)
        same = any(type(one) is kind for one in legal) == any(type(one) is kind for one in engine.legal_actions(model))
        return same and (action in legal) == (replayed.outcome is not ReplayOutcome.BOTH_REFUSE)

    def _distance(self, wanted: Values, shown: Callable[[State], State] | None = None) -> Callable[[State], float]:
        """How many pieces are where they should not be; what has grown too far does not come back."""
        counted = {name: _numbers(value) for name, value in wanted.items() if self._facts[name]}
        growing = {name: wanted[name] for name in self.growing if name in wanted}

        def distance(state: State) -> float:
            found = self.mapping.some_facts(state if shown is None else shown(state), counted | growing)
            missed = FAR * sum([found[name] > value for name, value in growing.items()])
            return float(missed) + sum([_gaps(found[name], numbers) for name, numbers in counted.items()])

        return distance


def is_known(value: Any) -> bool:
    """Whether something is known of a value, or of an entry of it."""
    return any(map(is_known, value)) if isinstance(value, tuple | list) else value is not None


def fits(found: Any, wanted: Any) -> bool:
    """Whether a value is as it is wanted, as far as that is known."""
    if isinstance(wanted, tuple | list):
        return all(fits(one, other) for one, other in zip(found, wanted, strict=False))
    return wanted is None or bool(found == wanted)


def _numbers(wanted: Any, *above: int) -> list[tuple[tuple[int, ...], int]]:
    """The numbers that are wanted of a table, with their places in it."""
    if isinstance(wanted, tuple | list):
        return [number for place, inner in enumerate(wanted) for number in _numbers(inner, *above, place)]
    return [] if wanted is None else [(above, wanted)]


def _gaps(found: Any, wanted: Sequence[tuple[tuple[int, ...], int]]) -> int:
    """By how much numbers differ from what is wanted at their places; a search asks this of every position."""
    gaps = 0
    for place, number in wanted:
        value = found
        for index in place:
            value = value[index]
        gaps += abs(value - number)
    return gaps
