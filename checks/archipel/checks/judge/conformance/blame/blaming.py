"""Fault localisation: which clause, left out, turned round, read otherwise or with another number, makes what the rules
predict nearer to what a program answers.

The courses of the program and of the rules part somewhere; every passage that has a say from there on is changed in
turn, and the rules are run again. Nothing here knows any game.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, replace
from typing import Any

from archipel.checks.judge.conformance.blame.answers import ALLOWED, LEGAL, NO_PREDICTION, AnyMapping, DifferingAnswers
from archipel.checks.judge.conformance.blame.counterfactuals import changers
from archipel.checks.judge.conformance.blame.otherwise import REFUTED
from archipel.checks.judge.conformance.blame.suspects import Suspect, lineup
from archipel.checks.judge.conformance.blame.turns import Listed, TracedTurn, listed
from archipel.checks.judge.conformance.games import Difference
from archipel.spec.clauses import Nature
from archipel.spec.machine import Machine, Position

CONSEQUENCES = 100
"""With more consequences of a decision than that, rules make no sense."""
TRIED = 2000
"""When so many suspects have been tried, turns further back are not looked at."""
CLAUSES, EACH = 8, 4
"""Of so many clauses that explain most, so many suspects each are tried from the beginning of the game."""


@dataclass(frozen=True, eq=False)
class PossibleMistake:
    """What follows if a passage reads otherwise: how far that is from what a program answered."""

    suspect: Suspect
    distance: float

    @property
    def rank(self) -> float:
        return self.distance + self.suspect.cost


class Blame:
    """Whoever can explain a difference."""

    def __init__(self, mapping: AnyMapping, difference: Difference, opening: Any) -> None:
        self.mapping, self.difference = mapping, difference
        self.lineup = lineup(mapping.machine_at(difference.position))
        self.answers = DifferingAnswers(mapping, difference)
        self.turns = self._turns(opening)
        self.left = TRIED
        self.reached: dict[tuple[Any, ...], float] = {}
        self.tried: set[Suspect] = set()

    def _turns(self, state: Any) -> list[TracedTurn]:
        found = [TracedTurn(self.mapping, self.lineup, None, None, state)]
        for action in self.difference.script.moves:
            after = self.mapping.engine.apply_action(state, action)
            found.append(TracedTurn(self.mapping, self.lineup, state, action, after))
            state = after
        return found

    @property
    def listed(self) -> Listed:
        """The decisions that are legal at the end by anybody's account, or were tried."""
        last, told, expected = self.difference.last, self.answers.told, self.answers.expected
        actions = [action for (action,) in {**told.get(LEGAL, {}), **expected.get(LEGAL, {})}]
        tried = [last.what] if last is not None and last.do == "try" else []
        return listed(self.mapping, self.difference.position, [*tried, *actions])

    def explained(self) -> list[PossibleMistake]:
        """Everybody whose rules come nearer to the answer, the nearest first."""
        found = dict[Suspect, PossibleMistake]()
        for number in range(len(self.turns) - 1, -1, -1):
            is_last = number == len(self.turns) - 1
            for suspect, place in self.turns[number].suspects(self.listed if is_last else {}):
                far = self.judged(suspect, number, place)
                if far < 1.0 and (suspect not in found or far < found[suspect].distance):
                    found[suspect] = PossibleMistake(suspect, far)
            self._tried_from_the_beginning(found)
            certain = any(one.distance == 0.0 for one in found.values())
            if self.answers.tells_states or certain or self.left < 0:
                break
        return sorted(found.values(), key=lambda one: one.rank)

    def changers(self) -> dict[str, float]:
        """The clauses that changed what the program seems not to know of, if it does not tell what it knows."""
        if self.answers.tells_states or self.answers.is_about_one_decision:
            return {}
        return changers(self.turns, self.answers)

    def _tried_from_the_beginning(self, found: dict[Suspect, PossibleMistake]) -> None:
        """Whoever explains the difference best must not have said anything else before it showed."""
        by_clause = Counter[str]()
        for one in sorted(found.values(), key=lambda one: one.rank):
            by_clause[one.suspect.passage.clause] += 1
            if len(by_clause) > CLAUSES:
                return
            if one.suspect in self.tried or by_clause[one.suspect.passage.clause] > EACH:
                continue
            self.tried.add(one.suspect)
            for number, turn in enumerate(self.turns):
                if (place := turn.first_otherwise(one.suspect)) is not None:
                    if self.judged(one.suspect, number, place) > one.distance:
                        found[one.suspect] = replace(one, distance=one.distance + REFUTED)
                    break

    def judged(self, suspect: Suspect, first: int, place: int) -> float:
        try:
            return self._run(self.lineup.machine_of(suspect), first, place, suspect)
        except NO_PREDICTION:
            return 1.0

    def _run(self, machine: Machine, first: int, place: int, suspect: Suspect) -> float:
        position = machine.at(self.turns[first].positions[place].values)
        self.left -= 1
        for number in range(first, len(self.turns)):
            turn, is_last = self.turns[number], number == len(self.turns) - 1
            if turn.stages and (number > first or place == 0):
                step, given = turn.stages[0].step, turn.stages[0].given
                if not position.allows(step, *given):
                    return self.answers.far_from({ALLOWED: {(): False}}) if is_last else 1.0
                position = machine.at(position.after(step, *given))
            position = _settled(position)
            same = position.values == turn.end.values
            if is_last:
                return self._compared(position, suspect, same)
            if not same and self.answers.tells_states:
                return 1.0
            if (not same or self._decides(suspect)) and self._legal(position) != turn.legal:
                return 1.0
        return 1.0

    def _legal(self, position: Position) -> frozenset[Any]:
        return frozenset(self.answers.taken(position))

    def _compared(self, position: Position, suspect: Suspect, same: bool) -> float:
        answers, last = self.answers, self.difference.last
        if answers.is_about_one_decision:
            if last is None or last.do != "try":
                return 1.0
            step, given = self.mapping.step_of(self.difference.position, last.what)
            return answers.far_from({ALLOWED: {(): position.allows(step, *given)}})
        if self._decides(suspect):
            return answers.far_from(answers.of_position(position))
        if same:
            return 1.0
        key = tuple(position.values.values())
        if key not in self.reached:
            self.reached[key] = answers.far_from(answers.of_position(position))
        return self.reached[key]

    def _decides(self, suspect: Suspect) -> bool:
        """Whether it says something of what can be decided, and not only of what follows."""
        part = suspect.passage.part
        if suspect.is_notion or part is None:
            return suspect.passage.name in self.lineup.deciding
        return part.step is not None and part.step.is_decision and part.nature in (Nature.GUARD, Nature.PERMITS)


def _settled(position: Position) -> Position:
    """Where the consequences lead that are due."""
    steps = deque(position.unfolding(CONSEQUENCES), maxlen=1)
    return steps[0][2] if steps else position
