"""Whether a mutant of the clauses says the same as the clauses, by proof.

A changed guard must allow the same where the other guards do, a changed change must lead to the same wherever the
step is allowed, and a changed proposition must say the same where the others hold; all in positions that keep the
invariants. The proof is for one number of players and everything else the numbers fix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from typing import Any

from archipel.checks.mutation.rulebooks import ClauseMutant, change_of
from archipel.checks.proofs.prover import arguments_in_range
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import Scene
from archipel.spec.clauses import Nature, Part, Rulebook, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import All, Not, Prop, Role, Term, symbols_in

TIMEOUT_MS = 20_000

CONTEXT = {
    Nature.REQUIREMENT: (Nature.REQUIREMENT,),
    Nature.INITIAL: (Nature.REQUIREMENT, Nature.INITIAL),
    Nature.INVARIANT: (Nature.REQUIREMENT, Nature.INVARIANT),
}


@dataclass(frozen=True, eq=False)
class Sameness:
    """Terms that must be equal, before and after, where certain others hold."""

    before: Sequence[Term]
    after: Sequence[Term]
    given: Sequence[Term]
    step: Step | None = None
    places: Sequence[dict[int, Any]] = ({},)


@dataclass(frozen=True, eq=False)
class EquivalenceGround:
    """What a proof may use and must cover: numbers, facts about every position, notions that people ask about."""

    known: Mapping[str, Any]
    lemmas: Sequence[Term]
    asked: frozenset[str]


def equivalent(mutant: ClauseMutant, ground: EquivalenceGround) -> bool:
    """Whether the mutant is proved to change nothing, for the numbers known."""
    view = Interpretation("z3", ground.known)
    lasting = [*_lasting(mutant.rulebook), *ground.lemmas]
    notion = mutant.passage.definition
    if notion is not None:
        whatever = {variable.serial: view.api.Int(f"any {variable.name}") for variable in notion.parameters}
        if _same(view, Sameness([notion.body], [mutant.term], lasting, places=[whatever])):
            return True
    return all(_same(view, sameness) for sameness in _samenesses(mutant, view, ground.asked, lasting))


def digest(mutant: ClauseMutant, ground: EquivalenceGround) -> str:
    """Changes whenever anything the proof rests on does."""
    fingerprint = TermFingerprint()
    terms = [*ground.lemmas, mutant.passage.term, mutant.term]
    for clause in mutant.rulebook.clauses.values():
        terms += [part.term for part in clause.parts]
    where = [f"{part.nature} {part.step and part.step.name} {part.name}" for part, _ in mutant.touched]
    prover = Interpretation("z3", {}).api.get_version_string()
    found = [fingerprint(term) for term in terms]
    return fingerprint.of(*found, *where, repr(sorted(ground.known.items())), repr(sorted(ground.asked)), prover)[:16]


class TermFingerprint:
    """A short name for a term that is the same in every run; bound variables count by name."""

    def __init__(self) -> None:
        self.seen: dict[int, tuple[object, str]] = {}

    @staticmethod
    def of(*pieces: str) -> str:
        return sha256("\n".join(pieces).encode("utf-8")).hexdigest()

    def __call__(self, item: object) -> str:
        if id(item) not in self.seen:
            self.seen[id(item)] = (item, self._made(item))
        return self.seen[id(item)][1]

    def _made(self, item: object) -> str:
        if isinstance(item, tuple):
            return self.of("tuple", *map(self, item))
        if not is_dataclass(item):
            return self.of(repr(item))
        parts = [self(getattr(item, part.name)) for part in fields(item) if part.name not in ("serial", "meaning")]
        return self.of(type(item).__name__, *parts)


def _lasting(rulebook: Rulebook) -> list[Term]:
    return [part.term for part in rulebook.parts(Nature.REQUIREMENT, Nature.INVARIANT)]


def _samenesses(
    mutant: ClauseMutant, view: Interpretation, asked: frozenset[str], lasting: Sequence[Term]
) -> Iterator[Sameness]:
    yield from _of_notions(mutant, view, asked, lasting)
    yield from _of_propositions(mutant)
    for step in mutant.rulebook.steps.values():
        parts = [(before, after) for before, after in mutant.touched if before.step is step]
        settled = [*lasting, *(_not_due(mutant.rulebook) if not step.is_consequence else ())]
        yield from _of_step(mutant, view, step, parts, settled)


def _not_due(rulebook: Rulebook) -> list[Term]:
    """Nobody decides, and nothing is left to chance, where a consequence is due."""
    return [Not(All(tuple(_prop(part) for part in rulebook.guards(step)))) for step in rulebook.consequences]


def _prop(part: Part) -> Prop:
    assert isinstance(part.term, Prop)
    return part.term


def _of_notions(
    mutant: ClauseMutant, view: Interpretation, asked: frozenset[str], lasting: Sequence[Term]
) -> Iterator[Sameness]:
    for name in sorted(mutant.notions & asked):
        old, new = mutant.rulebook.definitions[name], mutant.changed.definitions[name]
        yield Sameness([old.body], [new.body], lasting, places=_places(view, old.parameters))


def _of_propositions(mutant: ClauseMutant) -> Iterator[Sameness]:
    for nature, natures in CONTEXT.items():
        pairs = [(before, after) for before, after in mutant.touched if before.nature is nature]
        changed = [before for before, _ in pairs]
        given = [part.term for part in mutant.rulebook.parts(*natures) if part not in changed]
        if pairs:
            yield Sameness([before.term for before, _ in pairs], [after.term for _, after in pairs], given)


def _of_step(
    mutant: ClauseMutant,
    view: Interpretation,
    step: Step,
    pairs: Sequence[tuple[Part, Part]],
    lasting: Sequence[Term],
) -> Iterator[Sameness]:
    guards = [(before, after) for before, after in pairs if before.nature is Nature.GUARD]
    changed = [before for before, _ in guards]
    others = [part.term for part in mutant.rulebook.guards(step) if part not in changed]
    if guards:
        terms = [before.term for before, _ in guards], [after.term for _, after in guards]
        yield Sameness(*terms, [*lasting, *others], step)
    allowed = [*lasting, *(part.term for part in mutant.rulebook.guards(step))]
    for before, after in pairs:
        if before.nature is Nature.PERMITS:
            yield Sameness([before.term], [after.term], allowed, step)
    for target in dict.fromkeys(before.target.name for before, _ in pairs if before.target):
        yield _of_change(mutant.rulebook, mutant.changed, view, step, target, allowed)


def _of_change(
    rulebook: Rulebook, changed: Rulebook, view: Interpretation, step: Step, target: str, allowed: Sequence[Term]
) -> Sameness:
    old, new = change_of(rulebook, step, target), change_of(changed, step, target)
    assert old.variables == new.variables or not old.variables
    return Sameness([old.term], [new.term], allowed, step, _places(view, old.variables))


def _places(view: Interpretation, variables: Sequence[Any]) -> list[dict[int, Any]]:
    places: list[dict[int, Any]] = [{}]
    for variable in variables:
        elements = view.elements(variable.domain)
        places = [{**place, variable.serial: element} for place in places for element in elements]
    return places


def _same(view: Interpretation, sameness: Sameness) -> bool:
    """Tried with nothing given, with what is about the same facts, then with everything."""
    old, new = view.changed({}), view.changed({})
    claims = list(_claims(old, new, sameness))
    about = _about([*sameness.before, *sameness.after])
    close = [term for term in sameness.given if about & _about([term])]
    in_range = arguments_in_range(view, sameness.step) if sameness.step else []
    tiers = ([*(old(term) for term in given), *in_range] for given in ((), close, sameness.given))
    return Scene(view, TIMEOUT_MS).decide(tiers, claims).status is Status.PROVED


def _claims(old: Interpretation, new: Interpretation, sameness: Sameness) -> Iterator[Any]:
    for place in sameness.places:
        if len(sameness.before) == 1:
            before, after = old(sameness.before[0], place), new(sameness.after[0], place)
        else:
            before = old.conjunction(old(term, place) for term in sameness.before)
            after = new.conjunction(new(term, place) for term in sameness.after)
        yield _equal(old, before, after)


def _equal(view: Interpretation, before: Any, after: Any) -> Any:
    if isinstance(before, int) and isinstance(after, int):
        return before == after
    return view.expression(before) == view.expression(after)


def _about(terms: Sequence[Term]) -> set[str]:
    symbols = [symbol for term in terms for symbol in symbols_in(term).values()]
    return {symbol.name for symbol in symbols if symbol.role in (Role.STATE, Role.MATERIAL)}
