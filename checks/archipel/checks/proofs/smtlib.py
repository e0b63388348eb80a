"""Proof obligations as SMT-LIB 2 files that any solver can read, and stand-alone solvers run over them.

A file says what our own proof says: the same reductions by symmetry, the same assumptions, the same instances one by
one. Every assumption has the name of what states it. Before each question stands the answer to be expected, so a solver
that knows nothing of this project can be held to it. Nothing here knows any game.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from archipel.checks.proofs.obligations import claims_of, result_id, theorem_of
from archipel.checks.proofs.prover import (
    ANYWHERE,
    OPENING,
    ProofGame,
    ProofQuestion,
    ProofStage,
    cases_of,
    instances,
    places_to_prove,
    term_of,
)
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import Used
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature
from archipel.spec.logic.solver import Interpretation
from archipel.spec.theorems import Claim, Form, Outcome

ANSWERS = {Status.PROVED: "unsat", Status.REFUTED: "sat", Status.UNDECIDED: "unknown"}
WIDTH = 100


@dataclass(frozen=True)
class Obligation:
    """One claim in one place for one number of players."""

    id: str
    claim: str
    where: str
    players: int

    @property
    def place(self) -> str:
        return self.where or "anywhere"

    @property
    def file(self) -> str:
        return f"{self.players}-players/{self.id}/{self.claim}--{self.place}.smt2"


@dataclass
class Case:
    """One reduced problem: named assumptions, and questions with the answers to be expected."""

    fixed: Mapping[str, int]
    assumptions: dict[str, Any]
    questions: list[tuple[Any, str]] = field(default_factory=list)


def obligations(game: ProofGame, players: Sequence[int], only: str = "") -> list[Obligation]:
    """Everything a prover decides, of theorems whose id, or label, begins so."""
    found = []
    for claim in claims_of(game).values():
        theorem, id = theorem_of(game, claim), result_id(game, claim)
        if not id.startswith(only) and (theorem is None or only not in theorem.covers):
            continue
        for count in players if theorem is None else (n for n in players if n in (theorem.players or players)):
            found += [Obligation(id, claim.name, where, count) for where in places_to_prove(game, claim)]
    return sorted(found, key=lambda one: one.file)


# What is asked


class Stages:
    """The positions and steps that obligations are about; those that several share are made once."""

    def __init__(self, question: ProofQuestion) -> None:
        self.question = question
        self.made: dict[tuple[Any, ...], ProofStage] = {}

    def __call__(self, claim: Claim, where: str, fixed: Mapping[str, int], exact: bool) -> ProofStage:
        game, place = self.question.game, (claim.name, where)
        symmetric = game.symmetric_in(claim, where)
        manner = (place in game.numbered, tuple(game.opaque.get(place, ())), exact)
        key = (where, symmetric, tuple(fixed.items()), manner)
        if key not in self.made:
            asked = replace(self.question, as_functions=not exact)
            self.made[key] = ProofStage.set_up(asked, where, symmetric, fixed, claim)
        return self.made[key]


def cases(stages: Stages, obligation: Obligation) -> list[Case]:
    """The reduced problems that together are the obligation."""
    question, where = stages.question, obligation.where
    claim = claims_of(question.game)[obligation.claim]
    if claim.form is Form.POSSIBLE:
        return [_shown(stages(claim, ANYWHERE, {}, exact=True), claim)]
    exact = not _claimed_true(question.game, claim)
    symmetric = question.game.symmetric_in(claim, where)
    return [
        _case(stages(claim, where, fixed, exact), claim, fixed, seen)
        for fixed, seen in cases_of(question, where, symmetric, claim)
    ]


def _claimed_true(game: ProofGame, claim: Claim) -> bool:
    theorem = theorem_of(game, claim)
    return theorem is None or theorem.outcome is Outcome.HOLDS


def _shown(stage: ProofStage, claim: Claim) -> Case:
    """The question whether some position is as the claim says."""
    facts = [*stage.given, *(stage.scene.fact(term) for _, term in stage.available(claim))]
    answer = "sat" if _claimed_true(stage.game, claim) else "unsat"
    return Case({}, named(stage, claim, facts), [(stage.scene.fact(term_of(claim)), answer)])


def _case(stage: ProofStage, claim: Claim, fixed: Mapping[str, int], seen: Used) -> Case:
    every = list(instances(stage.seen_by(claim), term_of(claim), seen))
    pieces = [piece for piece in every if piece is not True] or every[:1]
    view, tiers = stage.scene.view, list(stage.tiers(claim))
    if not _claimed_true(stage.game, claim):
        answers = [ANSWERS[stage.scene.decide([tiers[-1]], [piece]).status] for piece in pieces]
        questions = [(view.negation(piece), answer) for piece, answer in zip(pieces, answers, strict=True)]
        return Case(fixed, named(stage, claim, tiers[-1]), questions)
    enough = (tier for tier in tiers if stage.scene.decide([tier], pieces).status is Status.PROVED)
    return Case(fixed, named(stage, claim, next(enough, tiers[-1])), [(view.negation(p), "unsat") for p in pieces])


def named(stage: ProofStage, claim: Claim, facts: Iterable[Any]) -> dict[str, Any]:
    """Assumptions under the names of what states them; what no clause states is named as what it is."""
    names = {id(stage.scene.fact(term)): name for name, term in _statements(stage, claim)}
    found: dict[str, Any] = {}
    for fact in facts:
        if fact is not True:
            found.setdefault(names.get(id(fact), f"in_range_or_order__{len(found)}"), fact)
    return found


def _statements(stage: ProofStage, claim: Claim) -> Iterator[tuple[str, Any]]:
    theory = stage.game.theory
    rulebook, step = theory.rulebook, theory.rulebook.steps.get(stage.where)
    parts = [*rulebook.parts(Nature.REQUIREMENT, Nature.INITIAL), *(rulebook.guards(step) if step else ())]
    owners = {part.term: part.clause for part in parts}
    owners |= {term_of(one): one.theorem for one in (*theory.claims(Form.STEP), *theory.invariants)}
    yield from ((f"{owners[term]}__{name}", term) for name, term in stage.available(claim))
    if step is not None:
        yield from ((f"{part.clause}__{part.name}", part.term) for part in rulebook.guards(step))


# What is written


def written(stages: Stages, obligation: Obligation, numbers: Mapping[str, int]) -> tuple[str, list[str]]:
    """An obligation as SMT-LIB 2, and the answers to be expected in order."""
    question, found = stages.question, cases(stages, obligation)
    expressions = [e for case in found for e in (*case.assumptions.values(), *(goal for goal, _ in case.questions))]
    symbols, linear = vocabulary(question, expressions)
    lines = [
        *(f"; {line}".rstrip() for line in heading(question.game, obligation, found, numbers)),
        f"(set-logic {'QF_UFLIA' if linear else 'QF_UFNIA'})",
        *symbols,
    ]
    for number, case in enumerate(found, start=1):
        lines += _case_lines(question, case, f"__case_{number}" if len(found) > 1 else "")
    return "\n".join([*lines, "(exit)", ""]), [answer for case in found for _, answer in case.questions]


def _case_lines(question: ProofQuestion, case: Case, suffix: str) -> Iterator[str]:
    view = question.view(())
    if suffix:
        fixed = ", ".join(f"{name} = {value}" for name, value in case.fixed.items()) or "nothing fixed"
        yield from (f"; case{suffix.replace('__case_', ' ')}: {fixed}", "(push 1)")
    for name, fact in case.assumptions.items():
        yield f"(assert (! {sexpr(view, fact)} :named {name}{suffix}))"
    for goal, answer in case.questions:
        asked = f"(assert {sexpr(view, goal)})"
        yield from (f"(set-info :status {answer})", "(push 1)", asked, "(check-sat)", "(pop 1)")
    if suffix:
        yield "(pop 1)"


def sexpr(view: Interpretation, value: Any) -> str:
    """A value as the standard writes it: there, a sum has at least two parts."""
    expression = view.expression(value)
    while lonely := [part for part in parts_of([expression]) if _is_lonely_sum(view, part)]:
        expression = view.api.substitute(expression, *((part, part.arg(0)) for part in lonely))
    return str(expression.sexpr())


def _is_lonely_sum(view: Interpretation, part: Any) -> bool:
    return bool(part.num_args() == 1 and part.decl().kind() == view.api.Z3_OP_ADD)


def parts_of(expressions: Iterable[Any]) -> Iterator[Any]:
    """Every expression below some, each once."""
    left, seen = [e for e in expressions if not isinstance(e, bool)], set[int]()
    while left:
        current = left.pop()
        if current.get_id() not in seen:
            seen.add(current.get_id())
            left += current.children()
            yield current


def vocabulary(question: ProofQuestion, expressions: Iterable[Any]) -> tuple[list[str], bool]:
    """A declaration for each unknown, in order of their names; and whether no two unknowns are multiplied."""
    api, found, linear = question.view(()).api, dict[str, str](), True
    for part in parts_of(expressions):
        declared = part.decl()
        if declared.kind() == api.Z3_OP_UNINTERPRETED:
            found[declared.name()] = declared.sexpr()
        if declared.kind() == api.Z3_OP_MUL:
            linear = linear and sum(not api.is_int_value(child) for child in part.children()) <= 1
    return [found[name] for name in sorted(found, key=_natural)], linear


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(word), "") if word.isdigit() else (-1, word) for word in re.findall(r"\d+|\D+", name)]


def heading(
    game: ProofGame, obligation: Obligation, found: Sequence[Case], numbers: Mapping[str, int]
) -> Iterator[str]:
    """What the file is about, for people."""
    claim = claims_of(game)[obligation.claim]
    theorem, rulebook = theorem_of(game, claim), game.theory.rulebook
    statements = rulebook.clauses[claim.theorem].statements if theorem is None else theorem.statements
    about = (claim.theorem,) if theorem is None else theorem.clauses
    yield f"{obligation.id}: {claim.name}"
    yield from textwrap.wrap(statements["en"].format(**numbers), WIDTH)
    yield from textwrap.wrap(f"About: {', '.join(about)}.", WIDTH)
    yield f"For {obligation.players} players, {_where(obligation.where)}."
    yield ""
    yield from textwrap.wrap(_meaning(game, claim), WIDTH)
    if all(goal is False for case in found for goal, _ in case.questions):
        yield "The numbers of the game are enough to see it: nothing is left to ask but whether false is false."
    yield from textwrap.wrap(_reductions(game, claim, obligation.where, len(found)), WIDTH)


def _where(where: str) -> str:
    named_places = {ANYWHERE: "in any position", OPENING: "in the opening position"}
    return named_places.get(where, f"over the step {where}: what is asserted is true before it")


def _meaning(game: ProofGame, claim: Claim) -> str:
    if claim.form is Form.POSSIBLE:
        return "sat means that there is such a position; the assumptions are all the invariants and requirements."
    if _claimed_true(game, claim):
        return "Each question denies one instance of the claim: unsat means that the instance follows."
    return "The claim is expected to be false: an instance whose denial is sat has a counterexample."


def _reductions(game: ProofGame, claim: Claim, where: str, count: int) -> str:
    symmetric, place = game.symmetric_in(claim, where), (claim.name, where)
    renamed = sorted(domain.name for domain in symmetric if domain is not game.seats)
    sentences = [
        f"Interchangeable, so that one stands for all others: {', '.join(renamed)}." if renamed else "",
        _numbering_of_seats(game, claim, where) if game.seats in symmetric else "",
        f"In {count} cases, which together are all." if count > 1 else "",
        "Elements are numbered in a convenient order." if place in game.numbered else "",
        f"Not looked into: {', '.join(game.opaque[place])}." if place in game.opaque else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _numbering_of_seats(game: ProofGame, claim: Claim, where: str) -> str:
    if game.turned(claim, where):
        return "Seats are numbered from the one that the step, or else the claim, names first."
    return f"Seats are numbered from {game.first}, who is 0."


# Stand-alone solvers


COMMANDS: Mapping[str, tuple[str, ...]] = {
    "z3": ("z3", "-smt2", "-T:{seconds}"),
    "cvc5": ("cvc5", "--incremental", "--tlimit={milliseconds}"),
}
EXPECTED = re.compile(r"^\(set-info :status (\w+)\)$", re.MULTILINE)
QUESTION = re.compile(r"^\(check-sat\)$", re.MULTILINE)


@dataclass(frozen=True)
class Answered:
    """What a solver said to the questions of one file, against what was expected."""

    file: str
    solver: str
    expected: tuple[str, ...]
    answers: tuple[str, ...]
    complaint: str = ""

    @property
    def status(self) -> str:
        """Confirmed, contradicted, or undecided if the solver left a question open."""
        decided = {"sat", "unsat"}
        if any(a != b and {a, b} <= decided for a, b in zip(self.expected, self.answers, strict=False)):
            return "contradicted"
        unreadable = self.complaint and "timeout" not in self.complaint and "interrupted" not in self.complaint
        if unreadable or len(self.answers) > len(self.expected):
            return "contradicted"
        return "confirmed" if self.answers == self.expected and decided >= set(self.expected) else "undecided"

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "solver": self.solver,
            "status": self.status,
            "questions": len(self.expected),
            **({"detail": self.complaint} if self.complaint else {}),
        }


def found_solvers(names: Sequence[str]) -> list[str]:
    for name in names:
        if name not in COMMANDS:
            raise BadInput(f"--solver: expected {' or '.join(COMMANDS)}, found {name!r}")
        if shutil.which(name) is None:
            raise BadInput(f"no program called {name} was found")
    return list(names)


def answered(folder: Path, file: str, solver: str, seconds: int) -> Answered:
    """One file put to one solver."""
    expected = expected_answers((folder / file).read_text(encoding="utf-8"), file)
    command = [word.format(seconds=seconds, milliseconds=1000 * seconds) for word in COMMANDS[solver]]
    done = subprocess.run([*command, str(folder / file)], capture_output=True, text=True, check=False)
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    answers = tuple(line for line in lines if line in ("sat", "unsat", "unknown"))
    others = [line for line in lines if line not in ("sat", "unsat", "unknown")]
    return Answered(file, solver, expected, answers, " ".join([*others, *done.stderr.split()]))


def expected_answers(text: str, file: str) -> tuple[str, ...]:
    """The answers a file announces, one for each of its questions."""
    expected = tuple(EXPECTED.findall(text))
    if len(expected) != len(QUESTION.findall(text)) or not set(expected) <= {"sat", "unsat", "unknown"}:
        raise BadInput(f"{file}: not one expected answer for each question")
    return expected
