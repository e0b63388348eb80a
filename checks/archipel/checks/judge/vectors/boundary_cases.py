"""Boundary cases of clauses: situations that a solver found, put into the engine, and openings it must not begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.agreement.witnesses.counterexamples import Counterexample
from archipel.checks.agreement.witnesses.replay import Replayer, followed
from archipel.checks.judge.vectors.answers import Answers
from archipel.checks.judge.vectors.boundaries import BoundaryExample, VectorBoundary, boundary, ways_to_change
from archipel.checks.judge.vectors.moments import GAMES, Moment
from archipel.checks.judge.vectors.suites import Data, VectorSuite
from archipel.checks.proofs.necessity import ClauseEffect, NecessityFinding, Search
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature, Step
from archipel.spec.machine import IncoherentError, Machine, Values

ABOUT = "both sides of each clause: where it decides something, and the nearest situation where it just does not"
SOLVER = "a situation that a solver found, in which the outcome depends on the clause"
BESIDE = "the situation nearest to that one, as a solver found it, in which the outcome does not depend on the clause"
ORDINARY = "the ordinary counterpart of an opening or a box that only the clause refuses"
DEPENDS_IN_A_GAME = "the first decision in a seeded game whose outcome depends on the clause"
IN_A_GAME = "a decision in a seeded game that does not depend on the clause, near one that does or might"
FEWEST, GAMES_OF = 3, 2
"""For so many numbers of players situations are looked for, and games."""


class UnwritableError(Exception):
    """A situation that cannot be written as a case, and why."""


@dataclass(frozen=True, eq=False)
class BoundaryCases:
    """Cases on both sides of the clauses of one game; who finds situations, and who replays them, the game says."""

    answers: Answers
    search: Search
    finding: Callable[[str], NecessityFinding]
    replayer: Replayer[Any, Any, Any, Any]
    players: Sequence[int]

    def suite(self, clauses: Iterable[str], more: Iterable[Data] = ()) -> VectorSuite:
        found = [self.one_clause(clause) for clause in clauses]
        cases = [case for _, cases in found for case in cases]
        return VectorSuite("boundaries", "cases", ABOUT, {"cases": [*cases, *more]}, [known for known, _ in found])

    def one_clause(self, clause: str) -> tuple[VectorBoundary, list[Data]]:
        """What a solver finds on both sides of a clause, as cases; why it finds nothing where it does not."""
        known = boundary(self.search, self.finding(clause), self.players[:FEWEST])
        cases: list[Data] = []
        reasons = dict(known.reasons)
        for example in self._with_ordinary(known):
            side = "applies" if example.applies else "fails"
            try:
                cases.append(self._case(example))
                reasons.pop(side, None)
            except UnwritableError as error:
                reasons[side] = f"{error} ({', '.join(example.witness.unusual)})"
        is_taken = any(example.witness.step for example in known.examples[:1])
        if is_taken and ("fails" in reasons or not self._acts_in_games(clause)):
            cases += self._in_games(known.examples[0])
        return replace(known, reasons=reasons), cases

    # Games

    def _acts_in_games(self, clause: str) -> bool:
        """Whether decisions in games show the clause already."""
        return any(clause in moment.acting for moments in self._games() for moment in moments)

    def _games(self) -> Iterator[tuple[Moment, ...]]:
        pairs = product(self.players[:GAMES_OF], range(GAMES))
        return (self.answers.games.play(players, number) for players, number in pairs)

    def _in_games(self, example: BoundaryExample) -> Iterator[Data]:
        """A decision in a game that depends on the clause, if there is one, and the nearest that does not."""
        for moments, depends in self._dependent(example):
            place = depends.index(True)
            yield self._in_a_game(example, moments[place], applies=True)
            yield self._in_a_game(example, _nearest(moments, depends, place), applies=False)
            return
        for moments in self._games():
            kinds = [moment.kind for moment in moments]
            if _step(example) in kinds:
                yield self._in_a_game(example, moments[kinds.index(_step(example))], applies=False)
                return

    def _dependent(self, example: BoundaryExample) -> Iterator[tuple[Sequence[Moment], list[bool]]]:
        """Games in which a decision depends on the clause; one that is taken never depends on what only forbids."""
        witness = example.witness
        if witness.effect is ClauseEffect.FORBIDS and witness.step is not None and witness.step.is_decision:
            return
        for variant in ways_to_change(self.search.rulebook, witness.part):
            other = Machine(variant.rulebook)
            for moments in self._games():
                depends = [self.depends_on(other, moment) for moment in moments]
                if True in depends:
                    yield moments, depends

    def _in_a_game(self, example: BoundaryExample, moment: Moment, applies: bool) -> Data:
        sides = ([example.clause], []) if applies else ([], [example.clause])
        found = DEPENDS_IN_A_GAME if applies else IN_A_GAME
        return self.answers.case(moment, self.answers.play(moment.action), *sides, found=found)

    def depends_on(self, other: Machine, moment: Moment) -> bool:
        """Whether a decision and what follows from it come out otherwise by other clauses."""
        mapping = self.answers.mapping
        values = mapping.values(moment.state, moment.setup)
        step, given = mapping.step_of(moment.state, moment.action)
        return _outcome(mapping.machine({}), values, step, given) != _outcome(other, values, step, given)

    # What a solver found

    def _with_ordinary(self, known: VectorBoundary) -> Iterator[BoundaryExample]:
        """The examples; beside an opening or a box that is refused stands the ordinary one."""
        yield from known.examples
        for example in known.examples:
            if example.witness.effect is ClauseEffect.OPENS:
                ordinary = self.search.opening(example.witness.players).ordinary
                yield replace(example, applies=False, values={**example.values, **ordinary})

    def _case(self, example: BoundaryExample) -> Data:
        begin, ask = self._question(example)
        expect = self.answers.expected(begin, ask)
        if example.applies and (expect.get("opens") or expect.get("accepted")):
            raise UnwritableError("what only it refuses does not show in this format")
        return {
            "players": example.values["players"],
            "clauses": [example.clause] if example.applies else [],
            "just_not": [] if example.applies else [example.clause],
            "found": _found(example),
            **({"begin": begin} if begin else {}),
            "ask": ask,
            "expect": expect,
        }

    def _question(self, example: BoundaryExample) -> tuple[Data, Data]:
        """Where a case begins, and what is asked there."""
        witness = example.witness
        if witness.effect is ClauseEffect.OPENS:
            is_box = witness.part.nature is Nature.REQUIREMENT
            return {}, self._beginning(example.values, self.answers.box if is_box else self.answers.opening)
        state, action = self.in_the_engine(example)
        if witness.effect is ClauseEffect.ANSWERS:
            return self.answers.beginning(state), {"do": "result"}
        return self.answers.beginning(state), {"do": "legal"} if action is None else self.answers.play(action)

    def _beginning(self, values: Values, question: Callable[[Values], Data]) -> Data:
        """How a game begins, or with what, as other programs can be asked."""
        try:
            return question(values)
        except (BadInput, NoPosition, LookupError) as error:
            why = f"no code {error}" if isinstance(error, KeyError) else str(error)
            raise UnwritableError(f"such a beginning cannot be written: {why}") from None

    def in_the_engine(self, example: BoundaryExample) -> tuple[Any, Any]:
        """The position of an example, and the decision in it or just before it.

        Where a clause keeps something from happening by itself, there is none: something else may be decided instead.
        """
        witness, step = example.witness, example.witness.step
        waits = example.applies and witness.effect is ClauseEffect.FORBIDS and step is not None and not step.is_decision
        what = (None, ()) if step is None or waits else (step.name, example.given)
        found = self.replayer.replay(Counterexample(witness.players, example.values, *what))
        if found.state is None or not found.agrees or (found.doubt and step is not None):
            raise UnwritableError(f"the engine does not show the situation that the solver found: {found.label}")
        return found.state, found.action


def _nearest(moments: Sequence[Moment], depends: Sequence[bool], place: int) -> Moment:
    """The decision nearest to one place that does not depend on the clause, of the same kind if there is one."""
    free = [moment for moment, it_does in zip(moments, depends, strict=True) if not it_does]
    return min(free, key=lambda m: (m.kind != moments[place].kind, abs(len(m.moves) - place), len(m.moves)))


def _outcome(clauses: Machine, values: Values, step: Step, given: tuple[Any, ...]) -> Values | None:
    position = clauses.at(values)
    if not position.allows(step, *given):
        return None
    try:
        *_, last = followed(position, step, given)
    except IncoherentError:
        return {}
    return last.values


def _step(example: BoundaryExample) -> str:
    return "" if example.witness.step is None else example.witness.step.name


def _found(example: BoundaryExample) -> str:
    if example.applies:
        return SOLVER
    return ORDINARY if example.witness.effect is ClauseEffect.OPENS else BESIDE
