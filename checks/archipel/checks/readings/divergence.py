"""Where two rulebooks for one game can part, put to a prover. Nothing here knows any game.

Two rulebooks part in a position if one of them allows a step that the other does not, if a step leads to different
positions, or if they answer a question about the position differently. As long as they have not parted they are in the
same position, so whatever holds in every position of one of them may be assumed up to the first parting.

Facts that only one of the two knows are left open: they count only if they show in what both know. A fact that each
keeps in words of its own (:class:`Carried`) is compared by what it means.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from archipel.checks.proofs.necessity import Observation
from archipel.checks.proofs.prover import PROVERS, ProofGame, after, arguments_in_range, term_of
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import Scene, SolverVerdict
from archipel.spec.clauses import Change, Nature, Part, Rulebook, Step
from archipel.spec.logic.solver import Interpretation, Table
from archipel.spec.logic.terms import All, Definition, Domain, Not, Num, Prop, Role, Symbol, Term, symbols_in, truth

TIMEOUT_MS = 60_000

# cvc5 decides many questions about who takes what in a hundredth of the time if it chooses what to try next by how
# often that was of use lately.
OPTIONS: Mapping[str, Mapping[str, str]] = {"z3": {}, "cvc5": {"decision": "internal"}}

# A few claims are decided faster together, many one by one.
AT_ONCE = 32

Place: TypeAlias = tuple[int, ...]
Assumption: TypeAlias = tuple[Term, Interpretation]


@dataclass(frozen=True, eq=False)
class Carried:
    """Facts that two rulebooks keep in words of their own: what the other has there if the one has what it has.

    ``tables`` are given a position as the one sees it and the same with the definitions of the other.
    """

    names: frozenset[str] = frozenset()
    tables: Callable[[Interpretation, Interpretation], Mapping[str, Table]] = lambda _, __: {}


SAME_WORDS = Carried()


@dataclass(frozen=True, eq=False)
class CountedSearch:
    """A kind of pieces: how many there are, and the facts that speak of them."""

    number: Num
    names: frozenset[str]


@dataclass(frozen=True, eq=False)
class Duel:
    """Two rulebooks to be told apart, and what a game says about that.

    ``lasting`` says what every position has as long as the two have not parted, as far as it bears on some facts, for a
    number of players; ``counted`` are the kinds of pieces that make a situation small or large.
    """

    game: ProofGame
    one: Rulebook
    other: Rulebook
    lasting: Callable[[frozenset[str], int], tuple[Prop, ...]]
    observations: tuple[Observation, ...] = ()
    counted: Mapping[str, CountedSearch] = field(default_factory=dict)
    carried: Carried = SAME_WORDS
    _known: dict[int, tuple[Prop, ...]] = field(default_factory=dict, init=False)

    @cached_property
    def shared(self) -> frozenset[str]:
        """The symbols that both rulebooks know."""
        known = [
            set(self.game.theory.rulebook.vocabulary.symbols) | _mentioned(book) for book in (self.one, self.other)
        ]
        return frozenset(known[0] & known[1])

    @cached_property
    def occasions(self) -> tuple[Occasion, ...]:
        """Everywhere the two could part."""
        steps = {**self.one.steps, **self.other.steps}.values()
        found = [Opening(self), *(Taking(self, step) for step in steps)]
        asked = [Asking(self, observation) for observation in self.observations]
        return tuple(occasion for occasion in (*asked, *found) if occasion.terms)

    @cached_property
    def about(self) -> frozenset[str]:
        """The facts and the material that the two speak of where they differ."""
        return frozenset().union(*(occasion.about for occasion in self.occasions))

    def known(self, players: int) -> tuple[Prop, ...]:
        """What holds in every position that both come to; found out once."""
        if players not in self._known:
            self._known[players] = self.lasting(self.about, players)
        return self._known[players]


def _mentioned(rulebook: Rulebook) -> set[str]:
    parts = [part for clause in rulebook.clauses.values() for part in clause.parts]
    targets = {part.target.name for part in parts if part.target is not None}
    return targets.union(*(symbols_in(part.term) for part in parts))


@dataclass(frozen=True)
class Bound:
    """So many pieces, of these kinds, seem to be the fewest with which two rulebooks part; and where, if that is known.

    It is ``certain`` if every prover excludes that they part with fewer.
    """

    number: int
    kinds: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    certain: bool = False


class DivergenceStage:
    """One position as both rulebooks see it, for a number of players and a prover."""

    def __init__(
        self, duel: Duel, players: int, prover: str, symmetric: Iterable[Domain], same: Iterable[str] = ()
    ) -> None:
        self.duel, self.players, self.symmetric = duel, players, frozenset(symmetric)
        first = {duel.game.first: 0} if duel.game.seats in self.symmetric else {}
        known = duel.game.known(players) | first
        opaque = () if duel.carried.names else same
        self.one = Interpretation(prover, known, as_functions=True, opaque=opaque)
        self.ours, self.counting = self.one.changed({}), self.one.changed({})
        self.other = self.one.changed(duel.carried.tables(self.one, self.one.changed({})))
        self.scene = Scene(self.one, TIMEOUT_MS, OPTIONS[prover])

    def places(self, domains: Sequence[Domain]) -> Iterator[Place]:
        """Places such that all others are like one of these: of interchangeable elements, the first."""
        alike = [d for d in domains if d in self.symmetric and d in self.duel.game.interchangeable]
        single = {domain for domain in alike if domains.count(domain) == 1}
        ranges = [self.one.elements(domain)[: 1 if domain in single else None] for domain in domains]
        return itertools.product(*ranges)

    def same(self, first: Any, second: Any) -> Any:
        """That two values are equal."""
        if isinstance(first, int) and isinstance(second, int):
            return first == second
        left, right = self.one.expression(first), self.one.expression(second)
        return self.one.build.same(left, right) or self.one.build.proposition("=", left, right)

    def show(self) -> None:
        """Every fact is to have a value in a situation that is found, whether it matters or not."""
        for symbol in self.duel.one.vocabulary.with_role(Role.STATE):
            self.one.table(symbol)

    def facts(self, assumptions: Iterable[Assumption]) -> list[Any]:
        return [view(term) for term, view in assumptions]


class Occasion(ABC):
    """One place where two rulebooks could part."""

    def __init__(self, duel: Duel, name: str) -> None:
        self.duel, self.name = duel, name

    @cached_property
    @abstractmethod
    def terms(self) -> tuple[Term, ...]:
        """What the two say differently there; nothing if they cannot part."""

    @abstractmethod
    def given(self, stage: DivergenceStage) -> list[Any]:
        """What holds there for both."""

    @abstractmethod
    def pieces(self, stage: DivergenceStage) -> list[Any]:
        """Propositions that hold together exactly if the two do not part."""

    @abstractmethod
    def assumptions(self, stage: DivergenceStage) -> list[Assumption]:
        """What else may be assumed there."""

    @cached_property
    def about(self) -> frozenset[str]:
        """The facts and the material that the two speak of where they differ."""
        return frozenset().union(*map(_about, self.terms))

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of pieces that the two speak of where they differ."""
        return tuple(kind for kind, counted in self.duel.counted.items() if counted.names & self.about)

    def counts(self, values: Mapping[str, Any]) -> dict[str, int]:
        """How many pieces of each of these kinds there are in a position."""
        view = Interpretation("z3", values)
        return {kind: int(view(self.duel.counted[kind].number)) for kind in self.kinds}

    def status(self, players: int, prover: str, same: Iterable[str] = ()) -> SolverVerdict:
        """Whether the prover says that the two never part here.

        ``same`` names notions that mean the same to both in every position. They are not looked into, which is faster
        but may be too little to go by.
        """
        stage = DivergenceStage(self.duel, players, prover, self._symmetric(players), same)
        return stage.scene.decide(self._tiers(stage), self.pieces(stage))

    def excludes(self, players: int, prover: str, below: int, same: Sequence[str] = ()) -> bool:
        """Whether the prover says that the two do not part here with fewer pieces than these.

        ``same`` names notions that mean the same to both wherever there are so few pieces.
        """
        return any(self._excludes(players, prover, below, notions) for notions in ([same, ()] if same else [()]))

    def _excludes(self, players: int, prover: str, below: int, same: Sequence[str]) -> bool:
        stage = DivergenceStage(self.duel, players, prover, self._symmetric(players), same)
        enough = stage.one.comparison("≥", self._counted(stage), below)
        pieces = self.pieces(stage)
        claims = pieces if len(pieces) > AT_ONCE else [stage.one.conjunction(pieces)]
        found = stage.scene.decide(self._tiers(stage), [stage.one.disjunction([claim, enough]) for claim in claims])
        return found.status is Status.PROVED

    def alike(self, before: Iterable[Occasion]) -> list[str]:
        """The notions that mean the same to both here if the two part with so few pieces nowhere before.

        A situation here must be one of these: no pieces may count there that do not count here.
        """
        everywhere = (each for each in before if isinstance(each, Asking) and each.everywhere)
        return [asking.name for asking in everywhere if set(asking.kinds) <= set(self.kinds)]

    def _tiers(self, stage: DivergenceStage) -> Iterator[list[Any]]:
        """Ever more of what may be assumed."""
        available, given = self.assumptions(stage), self.given(stage)
        near = [
            [pair for pair in available if _about(pair[0]) <= self.about],
            [pair for pair in available if _about(pair[0]) & self.about],
            available,
        ]
        return ([*given, *stage.facts(tier)] for tier in near)

    def _counted(self, stage: DivergenceStage) -> Any:
        """How many pieces there are of the kinds that matter."""
        return sum(stage.one.expression(stage.counting(self.duel.counted[kind].number)) for kind in self.kinds)

    def somewhere(self, players: int) -> Mapping[str, Any]:
        """A situation in which the two seem to part here; nothing if none was found."""
        stage = DivergenceStage(self.duel, players, "z3", self._symmetric(players))
        return stage.scene.find(self._parting(stage)).values

    def _parting(self, stage: DivergenceStage) -> list[Any]:
        """That the two part here, and all that may be assumed."""
        known = [*self.given(stage), *stage.facts(self.assumptions(stage))]
        return [*known, stage.one.disjunction(stage.one.negation(piece) for piece in self.pieces(stage))]

    def fewest(self, players: int, below: int, same: Sequence[str] = ()) -> Bound | None:
        """The fewest pieces with which the two seem to part here; None if there are no fewer than ``below``.

        ``same`` names notions that seem to mean the same to both wherever there are so few.
        """
        if same and self._partings(players, same)(below - 1).status is Status.REFUTED:
            return None
        found_with = self._partings(players)
        if found_with(below - 1).status is Status.REFUTED:
            return None
        found = ((number, found_with(number)) for number in range(below))
        return next((Bound(n, self.kinds, each.values) for n, each in found if each.values), None)

    def _partings(self, players: int, same: Sequence[str] = ()) -> Callable[[int], SolverVerdict]:
        """Finds a situation with so many pieces at most in which the two seem to part here."""
        stage = DivergenceStage(self.duel, players, "z3", self._symmetric(players), same)
        parting = self._parting(stage)
        stage.show()
        counted = self._counted(stage)

        def found_with(most: int) -> SolverVerdict:
            return stage.scene.find([*parting, stage.one.comparison("≤", counted, most)])

        return found_with

    def _symmetric(self, players: int) -> frozenset[Domain]:
        """The domains whose elements nothing that is said or assumed here tells apart.

        Of what is assumed, our invariants never do where our steps do not.
        """
        game = self.duel.game
        if self.duel.carried.names:
            return frozenset()
        ours = {term_of(claim) for claim in game.theory.invariants}
        said = [*self._everything_said(), *(term for term in self.duel.known(players) if term not in ours)]
        return frozenset(d for d, symmetry in game.symmetries.items() if not any(map(symmetry.broken, said)))

    def _everything_said(self) -> list[Term]:
        return [*self.terms, *(part.term for part in self.duel.one.parts(Nature.REQUIREMENT))]


def _about(term: Term) -> frozenset[str]:
    return frozenset(s.name for s in symbols_in(term).values() if s.role in (Role.STATE, Role.MATERIAL))


class Taking(Occasion):
    """A step: whether it may be taken, and where it leads."""

    def __init__(self, duel: Duel, step: Step) -> None:
        super().__init__(duel, step.name)
        self.step = step
        self.guards = duel.one.guards(step), duel.other.guards(step)
        self.common = [part for part in self.guards[0] if part in self.guards[1] and not self._carries(part)]
        self.changes = tuple(
            {change.target: change for change in book.changes(step)} for book in (duel.one, duel.other)
        )

    def _carries(self, part: Part) -> bool:
        return not self.duel.carried.names.isdisjoint(symbols_in(part.term))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        guards = [part.term for side in self._own_guards for part in side]
        return (*guards, *(change.term for pair in self._facts.values() for change in pair if change is not None))

    @cached_property
    def _own_guards(self) -> tuple[list[Part], ...]:
        """The guards that only one of the two has."""
        missing = () if self._known_to_both else self.common
        return tuple([part for part in side if part not in self.common or part in missing] for side in self.guards)

    @property
    def _known_to_both(self) -> bool:
        return self.name in self.duel.one.steps and self.name in self.duel.other.steps

    @cached_property
    def _facts(self) -> dict[Symbol, tuple[Change | None, Change | None]]:
        """What the two make of a fact, where they do not say it in the same words."""
        natures = (Nature.BECOMES, Nature.ADDS)
        sides = [{*book.parts(*natures, step=self.step)} for book in (self.duel.one, self.duel.other)]
        parts = (sides[0] ^ sides[1]) | {part for side in sides for part in side if self._carries(part)}
        touched = {part.target for part in parts if part.target is not None and part.target.name in self.duel.shared}
        one, other = self.changes
        return {target: (one.get(target), other.get(target)) for target in {**one, **other} if target in touched}

    def _everything_said(self) -> list[Term]:
        books = (self.duel.one, self.duel.other)
        steps = [(book, step) for book in books for step in (self.step, *book.consequences)]
        guards = [part.term for book, step in steps for part in book.guards(step)]
        changes = [change.term for side in self.changes for change in side.values()]
        return [*super()._everything_said(), *guards, *changes]

    def given(self, stage: DivergenceStage) -> list[Any]:
        return [*(stage.one(part.term) for part in self.common), *arguments_in_range(stage.one, self.step)]

    def pieces(self, stage: DivergenceStage) -> list[Any]:
        one, other = self._allowed(stage)
        both = stage.one.conjunction([one, other])
        if both is False:
            return [stage.same(one, other)]
        never = stage.one.negation(both)
        found = [stage.one.disjunction([never, piece]) for piece in self._led_alike(stage)]
        return [stage.same(one, other), *found]

    def _allowed(self, stage: DivergenceStage) -> tuple[Any, Any]:
        """Whether each of the two allows the step, where both ask no more of it."""
        views, books = (stage.one, stage.other), (self.duel.one, self.duel.other)
        found = [
            view.conjunction(view(part.term) for part in own) if self.name in book.steps else False
            for view, book, own in zip(views, books, self._own_guards, strict=True)
        ]
        return found[0], found[1]

    def _led_alike(self, stage: DivergenceStage) -> Iterator[Any]:
        one, other = self.changes
        later, elsewhere = after(stage.one, one.values()), after(stage.other, other.values())
        carried = self.duel.carried.tables(later, later.changed({}))
        for symbol in self._facts:
            expected, found = carried.get(symbol.name) or later.table(symbol), elsewhere.table(symbol)
            for place in stage.places(symbol.domains):
                yield stage.same(expected[place], found[place])

    def assumptions(self, stage: DivergenceStage) -> list[Assumption]:
        """Nobody decides, and nothing is left to chance, where something follows by itself."""
        settled = [
            (Not(All(tuple(_prop(part) for part in book.guards(step)))), view)
            for book, view in ((self.duel.one, stage.one), (self.duel.other, stage.other))
            for step in (() if self.step.is_consequence else book.consequences)
        ]
        return [*_lasting(stage), *settled]


def _prop(part: Part) -> Prop:
    assert isinstance(part.term, Prop)
    return part.term


def _lasting(stage: DivergenceStage) -> list[Assumption]:
    """What holds in every position that both come to."""
    required = [(part.term, stage.one) for part in stage.duel.one.parts(Nature.REQUIREMENT)]
    return [*required, *((term, stage.ours) for term in stage.duel.known(stage.players))]


class Asking(Occasion):
    """A question about a position."""

    def __init__(self, duel: Duel, observation: Observation) -> None:
        super().__init__(duel, observation.notion)
        self.asked = observation.asked
        self.everywhere = observation.asked is truth
        self.definitions = tuple(book.definitions[observation.notion] for book in (duel.one, duel.other))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        one, other = self.definitions
        return () if one is other else (one.body, other.body)

    def given(self, stage: DivergenceStage) -> list[Any]:
        return [stage.one(self.asked)]

    def pieces(self, stage: DivergenceStage) -> list[Any]:
        one, other = self.definitions
        return [
            stage.same(_answer(stage.one, one, place), _answer(stage.other, other, place))
            for place in stage.places([variable.domain for variable in one.parameters])
        ]

    def assumptions(self, stage: DivergenceStage) -> list[Assumption]:
        return _lasting(stage)


def _answer(view: Interpretation, definition: Definition, place: Place) -> Any:
    names = (variable.serial for variable in definition.parameters)
    return view(definition.body, dict(zip(names, place, strict=True)))


OPENINGS = (Nature.REQUIREMENT, Nature.INITIAL)


class Opening(Occasion):
    """How a game may begin."""

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel, "opening")
        self.sides = tuple({*book.parts(*OPENINGS)} for book in (duel.one, duel.other))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        books = (self.duel.one, self.duel.other)
        return tuple(p.term for book in books for p in book.parts(*OPENINGS) if p in self.sides[0] ^ self.sides[1])

    def given(self, stage: DivergenceStage) -> list[Any]:
        return [stage.one(part.term) for part in self.duel.one.parts(*OPENINGS) if part in self.sides[1]]

    def pieces(self, stage: DivergenceStage) -> list[Any]:
        one, other = self.sides
        return [
            stage.same(
                stage.one.conjunction(stage.one(part.term) for part in one - other),
                stage.other.conjunction(stage.other(part.term) for part in other - one),
            )
        ]

    def assumptions(self, stage: DivergenceStage) -> list[Assumption]:
        return []

    def _symmetric(self, players: int) -> frozenset[Domain]:
        """Openings are compared as they are: some of what is said of them names seats."""
        return frozenset()

    def is_impossible(self, players: int, book: Rulebook) -> bool:
        """Whether both provers show that there is no material with which a game could begin."""
        statuses = {self._material(players, book, prover) for prover in PROVERS}
        return statuses == {Status.REFUTED}

    def _material(self, players: int, book: Rulebook, prover: str) -> Status:
        view = Interpretation(prover, self.duel.game.known(players))
        required = [view(part.term) for part in book.parts(Nature.REQUIREMENT)]
        return Scene(view, TIMEOUT_MS, OPTIONS[prover]).find(required).status


# All places together

Tell: TypeAlias = Callable[[Occasion, str, SolverVerdict], None]


def _quietly(*_: Any) -> None:
    """Nobody waits for what is found on the way."""


def doubtful(
    duel: Duel, players: int, provers: Sequence[str] = PROVERS, tell: Tell = _quietly
) -> tuple[Occasion, ...]:
    """Where two rulebooks may part: the first occasion that a prover does not exclude, and all after it."""
    for prover in provers:
        same: list[str] = []
        for index, occasion in enumerate(duel.occasions):
            verdict = occasion.status(players, prover, same)
            if same and verdict.status is not Status.PROVED:
                verdict = occasion.status(players, prover)
            tell(occasion, prover, verdict)
            if verdict.status is not Status.PROVED:
                return duel.occasions[index:]
            if isinstance(occasion, Asking) and occasion.everywhere:
                same.append(occasion.name)
    return ()


def excluded(occasions: Sequence[Occasion], players: int, prover: str, below: int) -> bool:
    """Whether the prover says that two rulebooks part on none of these occasions with fewer pieces than these.

    What was shown on one occasion is not shown again on the next: with more players, that soon took provers minutes.
    """
    return all(
        occasion.excludes(players, prover, below, occasion.alike(occasions[:index]))
        for index, occasion in enumerate(occasions)
    )
