"""Whether two versions of a rulebook, with the same numbers, ever part ways: a prover looks for an opening that only
one of them allows, for a position in which a step is legal in only one of them or leads to two different positions, and
for one in which a question that people ask has two answers. Nothing here knows any game.

That they never part is proved from some of what holds in every position. That they do is shown by one position in which
all of it holds, with the specimen's material if the game has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from archipel.checks.necessity import Observation
from archipel.checks.necessity.parting import answers_differ, parting
from archipel.checks.proving import Game, Question, arguments_in_range, term_of
from archipel.checks.results import Status
from archipel.checks.scenes import Scene
from archipel.spec.clauses import Nature, Part, Rulebook, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role, Term, symbols_in

OPENING = "opening"


@dataclass(frozen=True)
class Parted:
    """Whether two versions part ways: refuted if they do, where and in which position; proved if they never do."""

    status: Status
    where: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def differ(self) -> bool:
        return self.status is Status.REFUTED


class Difference:
    """One place in which two versions can part ways, as a prover sees it."""

    def __init__(self, where: str, given: Sequence[Term], about: Sequence[Term]) -> None:
        self.where = where
        self.given = given
        self.about = {name for term in about for name in _facts(term)}

    def assumed(self, view: Interpretation) -> list[Any]:
        """What is true here in both versions."""
        return [view(term) for term in self.given]

    def differs(self, view: Interpretation) -> Any:
        raise NotImplementedError


class OpeningDiffers(Difference):
    """An opening of one version that is none of the other."""

    def __init__(self, common: Sequence[Part], ours: Sequence[Part], theirs: Sequence[Part]) -> None:
        self.ours, self.theirs = [part.term for part in ours], [part.term for part in theirs]
        super().__init__(OPENING, [part.term for part in common], [*self.ours, *self.theirs])

    def differs(self, view: Interpretation) -> Any:
        ours, theirs = (view.conjunction(map(view, terms)) for terms in (self.ours, self.theirs))
        one = view.conjunction([ours, view.negation(theirs)])
        return view.disjunction([one, view.conjunction([theirs, view.negation(ours)])])


class StepDiffers(Difference):
    """A step that both versions have."""

    def __init__(self, rulebook: Rulebook, other: Rulebook, step: Step) -> None:
        self.parting = parting(rulebook, other, step)
        changes = [change for fact in self.parting.changes for change in (fact.ours, fact.theirs) if change is not None]
        terms = [part.term for part in (*self.parting.ours, *self.parting.theirs)]
        super().__init__(step.name, (), [*terms, *(change.term for change in changes)])

    def assumed(self, view: Interpretation) -> list[Any]:
        return self.parting.taken(view)

    def differs(self, view: Interpretation) -> Any:
        return self.parting.differs(view)


class StepIsNew(Difference):
    """A step that only the other version has."""

    def __init__(self, other: Rulebook, step: Step) -> None:
        self.step, self.guards = step, [part.term for part in other.guards(step)]
        super().__init__(step.name, (), self.guards)

    def assumed(self, view: Interpretation) -> list[Any]:
        return arguments_in_range(view, self.step)

    def differs(self, view: Interpretation) -> Any:
        return view.conjunction(map(view, self.guards))


class AnswerDiffers(Difference):
    """A question that people ask."""

    def __init__(self, rulebook: Rulebook, other: Rulebook, asked: Observation) -> None:
        self.ours, self.theirs = rulebook.definitions[asked.notion], other.definitions[asked.notion]
        super().__init__(asked.notion, [asked.asked], [self.ours.body, self.theirs.body])

    def differs(self, view: Interpretation) -> Any:
        return answers_differ(view, self.ours, self.theirs)


def differences(rulebook: Rulebook, other: Rulebook, asked: Iterable[Observation]) -> Iterator[Difference]:
    """Every place in which two versions can part ways."""
    ours, theirs = rulebook.parts(Nature.INITIAL), other.parts(Nature.INITIAL)
    if ours != theirs:
        common = [part for part in ours if part in theirs]
        yield OpeningDiffers(common, [p for p in ours if p not in common], [p for p in theirs if p not in common])
    for step in other.steps.values():
        if step.name not in rulebook.steps:
            yield StepIsNew(other, step)
        elif not parting(rulebook, other, step).is_empty:
            yield StepDiffers(rulebook, other, step)
    for one in asked:
        if rulebook.definitions[one.notion] is not other.definitions[one.notion]:
            yield AnswerDiffers(rulebook, other, one)


def parted(game: Game, other: Rulebook, players: int, asked: Iterable[Observation], timeout: int) -> Parted:
    """Whether the game's rulebook and another version of it part ways with so many players."""
    question, places = Question(game, players, "z3", timeout), list(differences(game.theory.rulebook, other, asked))
    for place in places:
        if found := _somewhere(question, place):
            return Parted(Status.REFUTED, place.where, found)
    agree = all(_nowhere(question, place) for place in places)
    return Parted(Status.PROVED if agree else Status.UNDECIDED)


def _somewhere(question: Question, place: Difference) -> Mapping[str, Any]:
    """A position in which the two versions part, with the specimen's material if there is one; nothing if none is
    found."""
    game, players = question.game, question.players
    material: dict[str, Any] = game.specimen(players) if game.specimen is not None else {}
    view = Interpretation("z3", game.known(players) | material)
    facts = [*place.assumed(view), *map(view, _assumptions(game, place)), place.differs(view)]
    return Scene(view, question.timeout).find(facts).values


def still_parted(game: Game, other: Rulebook, players: int, asked: Iterable[Observation], found: Parted) -> bool:
    """Whether a position found with other numbers shows the same with these; nothing is searched for."""
    view = Interpretation("z3", {**found.values, **game.known(players)})
    for place in differences(game.theory.rulebook, other, asked):
        if place.where == found.where:
            facts = [*place.assumed(view), *map(view, _assumptions(game, place)), place.differs(view)]
            return all(fact is True for fact in facts)
    return False


def _nowhere(question: Question, place: Difference) -> bool:
    """Whether it follows, from little or from what bears on it, that the two versions agree in a place."""
    view = question.view(())
    scene, differs = Scene(view, question.timeout), place.differs(view)
    bearing = [term for term in _assumptions(question.game, place) if _facts(term) & place.about]
    return any(
        scene.find([*place.assumed(view), *map(view, tier), differs]).status is Status.REFUTED
        for tier in ([], bearing)
    )


def _assumptions(game: Game, place: Difference) -> list[Term]:
    required = [part.term for part in game.theory.rulebook.parts(Nature.REQUIREMENT)]
    if place.where == OPENING:
        return required
    return [*required, *(term_of(claim) for claim in game.theory.invariants)]


def _facts(term: Term) -> set[str]:
    return {symbol.name for symbol in symbols_in(term).values() if symbol.role in (Role.STATE, Role.MATERIAL)}
