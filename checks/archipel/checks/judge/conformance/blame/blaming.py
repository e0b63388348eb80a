"""Fault localisation: which clause, left out, turned round, read otherwise or with another number, makes what the rules
predict nearer to what a program answers.

The courses of the program and of the rules part somewhere; every passage that has a say from there on is changed in
turn, and the rules are run again. Nothing here knows any game.
"""

from __future__ import annotations

from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from archipel.checks.judge.conformance.blame.answers import ALLOWED, LEGAL, NO_PREDICTION, AnyMapping, DifferingAnswers
from archipel.checks.judge.conformance.blame.counterfactuals import changers
from archipel.checks.judge.conformance.blame.otherwise import BY_NUMBER, REFUTED, naming_number, other_numbers
from archipel.checks.judge.conformance.blame.suspects import Suspect, lineup
from archipel.checks.judge.conformance.blame.turns import Listed, TracedTurn, listed
from archipel.checks.judge.conformance.games import Difference
from archipel.spec.clauses import Nature
from archipel.spec.machine import Machine, Position

CONSEQUENCES = 100
"""With more consequences of a decision than that, rules make no sense."""
TRIED, WINDOW = 1250, 10
"""When so many suspects have been tried, turns further back are not looked at. So many turns are looked at together."""
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

    @cached_property
    def listed(self) -> Listed:
        """The decisions that are legal at the end by anybody's account, or were tried."""
        last, told, expected = self.difference.last, self.answers.told, self.answers.expected
        actions = [action for (action,) in {**told.get(LEGAL, {}), **expected.get(LEGAL, {})}]
        tried = [last.what] if last is not None and last.do == "try" else []
        return listed(self.mapping, self.difference.position, [*tried, *actions])

    def explained(self) -> list[PossibleMistake]:
        """Everybody whose rules come nearer to the answer, the nearest first."""
        found = dict[Suspect, PossibleMistake]()
        if self.answers.tells_states or self.answers.is_about_one_decision:
            self._asked_in(range(len(self.turns) - 1, len(self.turns)), found)
        else:
            refuted = set[Suspect]()
            for end in range(len(self.turns), 0, -WINDOW):
                self._followed(range(max(0, end - WINDOW), end), refuted, found)
                if self.left < 0:
                    break
            if not any(one.distance == 0.0 for one in found.values()):
                self._asked_in(range(len(self.turns)), found)
        self._tried_from_the_beginning(found)
        return sorted(found.values(), key=lambda one: one.rank)

    def _asked_in(self, numbers: range, found: dict[Suspect, PossibleMistake]) -> None:
        """Everybody who says something else in some turn, the last turn first, as if he never had before."""
        self.left = TRIED
        for number in reversed(numbers):
            for suspect, place in self.turns[number].suspects(self._listed(number)):
                far = self.judged(suspect, number, place)
                if far < 1.0 and (suspect not in found or far < found[suspect].distance):
                    found[suspect] = PossibleMistake(suspect, far)
            if self.left < 0:
                break

    def _followed(self, numbers: range, refuted: set[Suspect], found: dict[Suspect, PossibleMistake]) -> None:
        """Everybody is followed from where his course first parts: to the end, back, or to where he is refuted."""
        left, back = set(refuted), dict[Suspect, int]()
        """Who is followed no more; and from which turn on others are on our course again."""
        for number in numbers:
            for suspect, place in self.turns[number].suspects(self._listed(number), left):
                if back.get(suspect, 0) > number:
                    continue
                far, joins = self._judged(suspect, number, place, comes_back=True)
                if joins is not None:
                    back[suspect] = joins
                    continue
                left.add(suspect)
                if far == 1.0:
                    refuted.add(suspect)
                elif suspect not in found or far < found[suspect].distance:
                    found[suspect] = PossibleMistake(suspect, far)

    def _listed(self, number: int) -> Listed:
        return self.listed if number == len(self.turns) - 1 else {}

    def numbered(self) -> dict[str, float]:
        """The clauses that name a number, each with how far it is from the answer if it was another."""
        found, turn = dict[str, float](), self.turns[-1]
        players = self.mapping.engine.players(self.difference.position)
        values = self.mapping.parameters(self.mapping.engine.terms_of(self.difference.position), players)
        for name, value in other_numbers(values) if turn.stages and self.answers.tells_states else ():
            here = self.lineup.machine.at({**turn.positions[0].values, name: value})
            with suppress(*NO_PREDICTION):
                end = _settled(here.machine.at(here.after(turn.stages[0].step, *turn.stages[0].given)))
                far = self.answers.far_from(self.answers.of_position(end))
                for clause in naming_number(self.lineup.machine.rulebook, name):
                    found[clause] = min(far + BY_NUMBER, found.get(clause, 1.0))
        return {clause: far for clause, far in found.items() if far < 1.0}

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
        return self._judged(suspect, first, place)[0]

    def _judged(self, suspect: Suspect, first: int, place: int, comes_back: bool = False) -> tuple[float, int | None]:
        """How far from the answer it leads; or, if that is asked, from which turn on it is on our course again."""
        try:
            return self._run(self.lineup.machine_of(suspect), first, place, suspect, comes_back)
        except NO_PREDICTION:
            return 1.0, None

    def _run(
        self, machine: Machine, first: int, place: int, suspect: Suspect, comes_back: bool
    ) -> tuple[float, int | None]:
        position = machine.at(self.turns[first].positions[place].values)
        self.left -= 1
        for number in range(first, len(self.turns)):
            turn, is_last = self.turns[number], number == len(self.turns) - 1
            if turn.stages and (number > first or place == 0):
                step, given = turn.stages[0].step, turn.stages[0].given
                if not position.allows(step, *given):
                    return (self.answers.far_from({ALLOWED: {(): False}}) if is_last else 1.0), None
                position = machine.at(position.after(step, *given))
            position = _settled(position)
            same = position.values == turn.end.values
            if is_last:
                return self._compared(position, suspect, same), None
            if not same and self.answers.tells_states:
                return 1.0, None
            if (not same or self._decides(suspect)) and self._legal(position) != turn.legal:
                return 1.0, None
            if same and comes_back:
                return 1.0, number + 1
        return 1.0, None

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
