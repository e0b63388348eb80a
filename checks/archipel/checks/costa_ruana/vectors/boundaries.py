"""Both sides of every clause: situations that a solver found, put into the engine, and openings it must not begin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from archipel.checks.agreement.witnesses.counterexamples import Counterexample
from archipel.checks.agreement.witnesses.replay import followed
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.necessity import finding, search
from archipel.checks.costa_ruana.necessity_scenes import opening
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors.answers import ANSWERS
from archipel.checks.costa_ruana.vectors.answers import GAMES as PLAYED
from archipel.checks.costa_ruana.vectors.by_hand import changed_by_hand
from archipel.checks.costa_ruana.vectors.openings import UnwritableError, box_question, opening_question
from archipel.checks.costa_ruana.witness import REPLAYER
from archipel.checks.judge.vectors import BoundaryExample, Data, VectorBoundary, VectorSuite, boundary, ways_to_change
from archipel.checks.judge.vectors.moments import GAMES, Moment
from archipel.checks.proofs.necessity import ClauseEffect
from archipel.reference.costa_ruana import Action, State, codec
from archipel.spec.clauses import Nature, Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.machine import IncoherentError, Machine, Values

ABOUT = "both sides of each clause: where it decides something, and the nearest situation where it just does not"
SOLVER = "a situation that a solver found, in which the outcome depends on the clause"
BESIDE = "the situation nearest to that one, as a solver found it, in which the outcome does not depend on the clause"
ORDINARY = "the ordinary counterpart of an opening or a box that only the clause refuses"
DEPENDS_IN_A_GAME = "the first decision in a seeded game whose outcome depends on the clause"
IN_A_GAME = "a decision in a seeded game that does not depend on the clause, near one that does or might"


def suite(clauses: Iterable[str] = tuple(RULEBOOK.clauses)) -> VectorSuite:
    found = [one_clause(clause) for clause in clauses]
    cases = [case for _, cases in found for case in cases]
    return VectorSuite(
        "boundaries", "cases", ABOUT, {"cases": [*cases, *changed_by_hand()]}, [known for known, _ in found]
    )


def one_clause(clause: str) -> tuple[VectorBoundary, list[Data]]:
    """What a solver finds on both sides of a clause, as cases; why it finds nothing where it does not."""
    known = boundary(search(), finding(clause), PLAYERS[:3])
    cases: list[Data] = []
    reasons = dict(known.reasons)
    for example in _with_ordinary(known):
        side = "applies" if example.applies else "fails"
        try:
            cases.append(_case(example))
            reasons.pop(side, None)
        except UnwritableError as error:
            reasons[side] = f"{error} ({', '.join(example.witness.unusual)})"
    if known.examples and known.examples[0].witness.step and ("fails" in reasons or not acts_in_games(clause)):
        cases += in_games(known.examples[0])
    return replace(known, reasons=reasons), cases


# Games


def acts_in_games(clause: str) -> bool:
    """Whether decisions in games show the clause already."""
    return any(clause in moment.acting for moments in _games() for moment in moments)


def _games() -> Iterator[tuple[Moment, ...]]:
    return (PLAYED.play(players, number) for players, number in product(PLAYERS[:2], range(GAMES)))


def in_games(example: BoundaryExample) -> Iterator[Data]:
    """A decision in a game that depends on the clause, if there is one, and the nearest that does not."""
    for moments, depends in _dependent(example):
        place = depends.index(True)
        yield _in_a_game(example, moments[place], applies=True)
        yield _in_a_game(example, _nearest(moments, depends, place), applies=False)
        return
    for moments in _games():
        kinds = [moment.kind for moment in moments]
        if _step(example) in kinds:
            yield _in_a_game(example, moments[kinds.index(_step(example))], applies=False)
            return


def _dependent(example: BoundaryExample) -> Iterator[tuple[Sequence[Moment], list[bool]]]:
    """Games in which a decision depends on the clause; a decision that is taken never depends on what only forbids."""
    witness = example.witness
    if witness.effect is ClauseEffect.FORBIDS and witness.step is not None and witness.step.is_decision:
        return
    for variant in ways_to_change(RULEBOOK, witness.part):
        other = Machine(variant.rulebook)
        for moments in _games():
            depends = [depends_on(other, moment) for moment in moments]
            if True in depends:
                yield moments, depends


def _nearest(moments: Sequence[Moment], depends: Sequence[bool], place: int) -> Moment:
    """The decision nearest to one place that does not depend on the clause, of the same kind if there is one."""
    free = [moment for moment, it_does in zip(moments, depends, strict=True) if not it_does]
    return min(free, key=lambda m: (m.kind != moments[place].kind, abs(len(m.moves) - place), len(m.moves)))


def _in_a_game(example: BoundaryExample, moment: Moment, applies: bool) -> Data:
    ask = {"do": "play", "action": codec.action_data(moment.action)}
    sides = ([example.clause], []) if applies else ([], [example.clause])
    return ANSWERS.case(moment, ask, *sides) | {"found": DEPENDS_IN_A_GAME if applies else IN_A_GAME}


def depends_on(other: Machine, moment: Moment) -> bool:
    """Whether a decision and what follows from it come out otherwise by other clauses."""
    values = projection.values(moment.state, moment.setup)
    step, given = projection.step_of(moment.state, moment.action)
    return _outcome(machine(), values, step, given) != _outcome(other, values, step, given)


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


def _with_ordinary(known: VectorBoundary) -> Iterator[BoundaryExample]:
    """The examples; beside an opening or a box that is refused stands the ordinary one."""
    yield from known.examples
    for example in known.examples:
        if example.witness.effect is ClauseEffect.OPENS:
            ordinary = opening(example.witness.players).ordinary
            yield replace(example, applies=False, values={**example.values, **ordinary})


def _case(example: BoundaryExample) -> Data:
    begin, ask = _question(example)
    expect = ANSWERS.expected(begin, ask)
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


def _found(example: BoundaryExample) -> str:
    if example.applies:
        return SOLVER
    return ORDINARY if example.witness.effect is ClauseEffect.OPENS else BESIDE


def _question(example: BoundaryExample) -> tuple[Data, Data]:
    """Where a case begins, and what is asked there."""
    witness = example.witness
    if witness.effect is ClauseEffect.OPENS:
        material = witness.part.nature is Nature.REQUIREMENT
        return {}, (box_question if material else opening_question)(example.values)
    if witness.effect is ClauseEffect.ANSWERS:
        return ANSWERS.beginning(over_in_the_engine(example.values)), {"do": "result"}
    return _played(example)


def _played(example: BoundaryExample) -> tuple[Data, Data]:
    """A decision; or, where the clause keeps something from happening by itself, what may be decided instead."""
    state, action = in_the_engine(example)
    ask = {"do": "legal"} if action is None else {"do": "play", "action": codec.action_data(action)}
    return ANSWERS.beginning(state), ask


def in_the_engine(example: BoundaryExample) -> tuple[State, Action | None]:
    """The situation of an example about a step, and the decision in it or just before it."""
    witness, step = example.witness, example.witness.step
    assert step is not None
    waits = example.applies and witness.effect is ClauseEffect.FORBIDS and not step.is_decision
    what = Counterexample(witness.players, example.values, None if waits else step.name, () if waits else example.given)
    found = REPLAYER.replay(what)
    if found.state is None or not found.agrees or found.doubt:
        raise UnwritableError(f"the engine does not show the situation that the solver found: {found.label}")
    return found.state, found.action


def over_in_the_engine(values: Values) -> State:
    """A position in which nothing is decided any more."""
    found = REPLAYER.replay(Counterexample(values["players"], values))
    if found.state is None or not found.agrees:
        raise UnwritableError(f"the engine does not show the position that the solver found: {found.label}")
    return found.state
