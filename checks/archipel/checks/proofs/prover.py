"""Claims about every position and every step of a rulebook, put to a prover. Nothing here knows any game.

A claim is cut into its smallest instances. Each is first tried from little (the claim itself where the step begins,
and what a hint names), then from more: leaving assumptions out can only make a true claim harder to prove, never a
false one true. Elements that the clauses cannot tell apart (see ``archipel.spec.logic.symmetry``) stand for one
another.

A claim about one step may serve as a lemma for an invariant over that step. Such a claim is itself proved from the
invariants where the step begins and from nothing else. What a proof used is part of its verdict, because it is a proof
only if that holds too: ``archipel.checks.proofs.kept.foundations`` finds out whether it does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from typing import Any

from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import PROVED, Scene, SolverVerdict, Used, worse
from archipel.spec.clauses import Change, Nature, Part, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.symmetry import Sort, Symmetry
from archipel.spec.logic.terms import All, Domain, Forall, Prop, Role, Symbol, Term, symbols_in, within_bounds
from archipel.spec.theorems import Claim, Form, Outcome, Theorem, Theory, besides_guards

PROVERS = ("z3", "cvc5")
TIMEOUT_MS = 60_000
OPENING = "opening"

# Instead of how many elements of a domain were spoken of: none yet, and the first that is can be turned to any place.
TO_BE_TURNED = -1
ANYWHERE = ""

Numbering = Callable[[Interpretation], tuple[Interpretation, list[Any]]]
WitnessMaker = Callable[[Claim, "Theorem | None", "ProofQuestion", SolverVerdict], Mapping[str, Any]]


@dataclass(frozen=True, eq=False)
class ProofGame:
    """What all proofs about one game share.

    ``known`` gives the numbers of the game for a number of players. ``interchangeable`` domains may be renamed freely;
    ``seats`` only by rotation, which can be used once: the seat that a step or a claim names first can be taken to be
    the first one or else, ``from_first`` says where that is easier, the one whose symbol ``first`` names.
    ``following`` names invariants that are not kept step by step but follow, in any position, from the others.
    With ``cautious`` these are never assumed. ``witness`` makes something people can use of a situation that a prover
    found. A ``specimen`` of the material is where exceptions are looked for first; what has none there is looked at
    with any material. ``complete`` makes a whole position of what a prover said of a part of it, if that can be done:
    every invariant holds there, and the claim is still false (or, if it is that something is possible, true).
    ``public`` names notions that everybody is told, such as who has won.

    The rest helps proofs along and cannot make a false claim true. ``hints`` names, for a claim and a place, what to
    try first; what a proof took from there has to be proved too. ``apart`` names arguments to try value by value, each
    a smaller problem. Claims ``numbered`` in some place are proved there with interchangeable elements numbered in a
    convenient way, which ``numbering`` describes.
    ``opaque`` names definitions that a claim's proof in some place need not look into. ``options`` are settings of a
    prover with which it is faster there.
    """

    theory: Theory
    known: Callable[[int], dict[str, Any]]
    interchangeable: tuple[Domain, ...] = ()
    seats: Domain | None = None
    rotating: Mapping[str, Sort] = field(default_factory=dict)
    first: str = ""
    from_first: Collection[tuple[str, str]] = ()
    apart: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    hints: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    following: tuple[str, ...] = ()
    numbered: Mapping[tuple[str, str], Domain] = field(default_factory=dict)
    numbering: Numbering | None = None
    opaque: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    options: Mapping[tuple[str, str, str], Mapping[str, str]] = field(default_factory=dict)
    witness: WitnessMaker | None = None
    specimen: Callable[[int], dict[str, Any]] | None = None
    complete: Callable[[Claim, int, Mapping[str, Any]], Mapping[str, Any] | None] | None = None
    cautious: bool = False
    public: tuple[str, ...] = ()

    @cached_property
    def symmetries(self) -> dict[Domain, Symmetry]:
        """For each domain that no step and no invariant looks into, what tells whether a claim does."""
        candidates = {domain: Symmetry(domain) for domain in self.interchangeable}
        if self.seats is not None:
            candidates[self.seats] = Symmetry(self.seats, self.rotating)
        return {domain: symmetry for domain, symmetry in candidates.items() if not self.faults(symmetry)}

    @cached_property
    def unordered(self) -> dict[frozenset[str], Symmetry]:
        """For definitions that are opaque, what tells whether a term looks at the order of seats."""
        return {}

    @cached_property
    def symmetric_openings(self) -> dict[Domain, Symmetry]:
        """The same for what is said of openings."""
        parts = self.theory.rulebook.parts(Nature.INITIAL, Nature.REQUIREMENT)
        return {
            domain: symmetry
            for domain, symmetry in self.symmetries.items()
            if not any(symmetry.broken(part.term) for part in parts)
        }

    def faults(self, symmetry: Symmetry) -> list[str]:
        """Where the rules tell elements of a domain apart, other than in the opening."""
        rulebook = self.theory.rulebook
        found = [fault for claim in self.invariants for fault in symmetry.broken(term_of(claim))]
        for step in rulebook.steps.values():
            for part in rulebook.parts(Nature.GUARD, Nature.BECOMES, Nature.ADDS, step=step):
                found += symmetry.broken(part.term)
            for term in (*besides_guards(rulebook, step), *map(within_bounds, step.arguments)):
                found += symmetry.broken(term)
            for change in rulebook.changes(step):
                found += symmetry.mixed(change.target, change.term)
        return found

    def symmetric_in(self, claim: Claim, where: str) -> frozenset[Domain]:
        """The domains whose elements stand for one another in a claim."""
        alike = self.symmetric_openings if where == OPENING else self.symmetries
        spent = self.numbered.get((claim.name, where))
        return frozenset(
            domain
            for domain, symmetry in alike.items()
            if domain is not spent and not symmetry.broken(term_of(claim))
        )

    def turned(self, claim: Claim, where: str) -> bool:
        """Whether seats are turned so that the one which the step, or else the claim, names first is the first seat.

        Where neither names one, or the claim is told ``from_first``, they are counted from ``first`` instead.
        """
        step = self.theory.rulebook.steps.get(where)
        by_step = step is not None and any(symbol.values is self.seats for symbol in step.arguments)
        named = by_step or (self.seats is not None and _is_for_every(self.seats, term_of(claim)))
        return named and (claim.name, where) not in self.from_first

    def by_situation(self, claim: Claim) -> bool:
        """Whether one situation settles a claim as expected: that something is possible, or an exception."""
        return claim.form is Form.POSSIBLE or self.expects_exception(claim)

    def expects_exception(self, claim: Claim) -> bool:
        """Whether a claim is stated because it is false."""
        theorem = self.theory.theorems.get(claim.theorem)
        return theorem is not None and theorem.outcome is Outcome.FAILS

    def is_claimed(self, claim: Claim, players: int) -> bool:
        """Whether a claim is stated as true for so many players: nothing else may be assumed there."""
        theorem = self.theory.theorems.get(claim.theorem)
        if theorem is None:
            return True
        return theorem.outcome is Outcome.HOLDS and players in (theorem.players or (players,))

    @cached_property
    def invariants(self) -> tuple[Claim, ...]:
        return self.theory.invariants

    @cached_property
    def kept(self) -> tuple[Claim, ...]:
        """The invariants proved by induction."""
        return tuple(claim for claim in self.invariants if claim.name not in self.following)

    @cached_property
    def lemmas(self) -> tuple[Claim, ...]:
        """The claims about a step."""
        return self.theory.claims(Form.STEP)

    @cached_property
    def stated(self) -> dict[Term, str]:
        """The clause that states each condition of a step, of openings, and of the material."""
        parts = self.theory.rulebook.parts(Nature.GUARD, Nature.INITIAL, Nature.REQUIREMENT)
        return {part.term: part.clause for part in parts}

    @cached_property
    def required(self) -> tuple[Part, ...]:
        """What is required of the material and the numbers of the game."""
        return self.theory.rulebook.parts(Nature.REQUIREMENT)


def _is_for_every(domain: Domain, term: Term) -> bool:
    """Whether a claim, or a part of it, is about every element of a domain."""
    match term:
        case Forall(variable, body):
            return variable.domain is domain or _is_for_every(domain, body)
        case All(parts):
            return any(_is_for_every(domain, part) for part in parts)
        case _:
            return False


def term_of(claim: Claim) -> Prop:
    if claim.term is None:
        raise TypeError(f"{claim.theorem}: {claim.name} is worked out, not proved")
    return claim.term


@dataclass(frozen=True, eq=False)
class ProofQuestion:
    """What is asked of which prover, for how many players, and how long one answer may take."""

    game: ProofGame
    players: int
    prover: str
    timeout: int = TIMEOUT_MS
    as_functions: bool = True
    special: bool = False

    def view(self, symmetric: Iterable[Domain], opaque: Iterable[str] = (), **more: Any) -> Interpretation:
        first = {self.game.first: 0} if self.game.seats in tuple(symmetric) else {}
        known = self.game.known(self.players) | self._material() | first | more
        hidden = opaque if self.as_functions else ()
        return Interpretation(self.prover, known, as_functions=self.as_functions, opaque=hidden)

    def _material(self) -> dict[str, Any]:
        return self.game.specimen(self.players) if self.special and self.game.specimen is not None else {}


def places_to_prove(game: ProofGame, claim: Claim) -> tuple[str, ...]:
    """Where a claim has to be shown: in the opening, over steps, or in any position."""
    match claim.form:
        case Form.INVARIANT if claim.name not in game.following:
            return (OPENING, *(step.name for step in game.theory.rulebook.steps.values() if touches(game, step, claim)))
        case Form.STEP:
            return tuple(step.name for step in claim.steps or game.theory.rulebook.steps.values())
        case Form.OPENING:
            return (OPENING,)
        case _:
            return (ANYWHERE,)


def touches(game: ProofGame, step: Step, claim: Claim) -> bool:
    """Whether a step changes anything that a claim speaks of."""
    changed = {change.target.name for change in game.theory.rulebook.changes(step)}
    return bool(changed & symbols_in(term_of(claim)).keys())


def decide(
    question: ProofQuestion, where: str, claims: Sequence[Claim], known: Mapping[str, SolverVerdict] | None = None
) -> dict[str, SolverVerdict]:
    """What the prover says of each claim in one place.

    A situation, where one is to be found, is looked for by the first prover; if it finds one, the others say whether it
    is one. What the first prover said need not be found out again if it is ``known``.
    """
    if question.prover == PROVERS[0]:
        return _decided(question, where, claims)
    by_situation = [claim for claim in claims if question.game.by_situation(claim)]
    if known is None:
        known = _decided(replace(question, prover=PROVERS[0]), where, by_situation)
    found = {
        claim.name: _confirmed(question, where, claim, known[claim.name])
        for claim in by_situation
        if known[claim.name].values
    }
    return found | _decided(question, where, [claim for claim in claims if claim.name not in found])


def _confirmed(question: ProofQuestion, where: str, claim: Claim, found: SolverVerdict) -> SolverVerdict:
    """Whether this prover agrees that a situation found by another is one, and shows of the claim what it did there."""
    start = time.perf_counter()
    stage = ProofStage.set_up(replace(question, as_functions=False), where, (), {}, claim)
    scene, told = stage.scene, stage.scene.fact(term_of(claim))
    assumptions = [scene.fact(term) for _, term in stage.available(claim)]
    symbols = {**question.game.theory.rulebook.vocabulary.symbols, **symbols_in(term_of(claim))}
    outcome = told if claim.form is Form.POSSIBLE else scene.view.negation(told)
    answer = scene.find([*stage.given, *assumptions, *_as_in(scene.view, symbols, found.values), outcome])
    status = found.status if answer.status is Status.PROVED else Status.UNDECIDED
    return replace(found, status=status, seconds=time.perf_counter() - start)


def _as_in(view: Interpretation, symbols: Mapping[str, Symbol], values: Mapping[str, Any]) -> Iterator[Any]:
    """That everything of which a situation tells the value has it."""
    for name, symbol in symbols.items():
        for place, entry in view.table(symbol).items() if name in values else ():
            value = values[name]
            for index, domain in zip(place, symbol.domains, strict=True):
                value = value[index - view.elements(domain).start]
            yield entry == value


def _decided(question: ProofQuestion, where: str, claims: Sequence[Claim]) -> dict[str, SolverVerdict]:
    found = {claim.name: _shown(question, claim) for claim in claims if claim.form is Form.POSSIBLE}
    for claim in claims:
        if question.as_functions and question.game.expects_exception(claim):
            found |= {claim.name: verdict} if (verdict := _exception(question, claim)) else {}
    universal = [claim for claim in claims if claim.name not in found]
    for symmetric, group in _alike(question, where, universal):
        found |= _decide(question, where, symmetric, group)
    doubtful = [claim for claim in universal if found[claim.name].status is not Status.PROVED]
    return found | (_asked_again(question, where, doubtful) if question.as_functions else {})


def _asked_again(question: ProofQuestion, where: str, doubtful: Sequence[Claim]) -> dict[str, SolverVerdict]:
    """What is to be said of claims that could not be proved where more was left open than the rules do."""
    found: dict[str, SolverVerdict] = {}
    for claim in doubtful:
        if not question.game.expects_exception(claim):
            found |= {claim.name: verdict} if (verdict := _exception(question, claim)) else {}
    for stricter in _stricter(question):
        verdicts = _decided(stricter, where, [claim for claim in doubtful if claim.name not in found])
        found |= {name: one for name, one in verdicts.items() if one.status is Status.REFUTED or not stricter.special}
    return found


def _stricter(question: ProofQuestion) -> list[ProofQuestion]:
    """How to ask again where there may be an exception: with the specimen's material, which makes it easy to find one,
    and then with any material; both times exactly."""
    if not question.as_functions:
        return []
    exact = replace(question, as_functions=False)
    return [replace(exact, special=True), exact] if question.game.specimen is not None else [exact]


def _exception(question: ProofQuestion, claim: Claim) -> SolverVerdict | None:
    """An exception to a claim about positions, found from what bears on it and completed to a whole position."""
    if question.game.complete is None or claim.form is not Form.POSITION:
        return None
    stage = ProofStage.set_up(replace(question, as_functions=False), ANYWHERE, (), {}, claim)
    _, bearing, *_ = stage.tiers(claim)
    verdict = stage.scene.find([*bearing, stage.scene.view.negation(stage.scene.fact(term_of(claim)))])
    whole = _completed(question, claim, verdict.values)
    return None if whole is None else SolverVerdict(Status.REFUTED, 1, values=whole, seconds=verdict.seconds)


def _completed(question: ProofQuestion, claim: Claim, values: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """A whole position of the game with these numbers, made of what a prover said of a part of it."""
    if not values or question.game.complete is None:
        return None
    whole = question.game.complete(claim, question.players, values)
    known = question.game.known(question.players)
    same_numbers = whole is not None and all(whole.get(name, value) == value for name, value in known.items())
    return whole if same_numbers else None


def _shown(question: ProofQuestion, claim: Claim) -> SolverVerdict:
    """Whether some position in which the invariants hold is as a claim says."""
    if question.game.complete is not None:
        stage = ProofStage.set_up(replace(question, as_functions=False), ANYWHERE, (), {}, claim)
        _, bearing, *_ = stage.tiers(claim)
        verdict = stage.scene.find([*bearing, stage.scene.fact(term_of(claim))])
        whole = _completed(question, claim, verdict.values)
        if whole is not None:
            return replace(verdict, values=whole)
    symmetric = question.game.symmetric_in(claim, ANYWHERE)
    verdict = SolverVerdict(Status.UNDECIDED)
    for exact in _stricter(question):
        stage = ProofStage.set_up(exact, ANYWHERE, symmetric, {}, claim)
        assumptions = [stage.scene.fact(term) for _, term in stage.available(claim)]
        verdict = stage.scene.find([*stage.given, *assumptions, stage.scene.fact(term_of(claim))])
        if verdict.status is Status.PROVED:
            break
        if verdict.status is Status.REFUTED:
            verdict = replace(verdict, rests_on=frozenset(stage.claims(claim)))
    return verdict


def _alike(question: ProofQuestion, where: str, claims: Sequence[Claim]) -> list[tuple[frozenset[Domain], list[Claim]]]:
    """The claims in groups that can share what is written for the prover."""
    groups: dict[tuple[Any, ...], list[Claim]] = {}
    for claim in claims:
        turned = question.game.turned(claim, where)
        manner = (question.game.symmetric_in(claim, where), turned, *_ways(question, (claim.name, where)))
        groups.setdefault(manner, []).append(claim)
    return [(symmetric, group) for (symmetric, *_), group in groups.items()]


def _ways(question: ProofQuestion, place: tuple[str, str]) -> tuple[Any, ...]:
    game = question.game
    options = game.options.get((question.prover, *place), {})
    return place in game.numbered, *game.opaque.get(place, ()), *game.apart.get(place, ()), *options.items()


def _decide(
    question: ProofQuestion, where: str, symmetric: frozenset[Domain], claims: list[Claim]
) -> dict[str, SolverVerdict]:
    found = {claim.name: PROVED for claim in claims}
    for case, seen in cases_of(question, where, symmetric, claims[0]):
        stage = ProofStage.set_up(question, where, symmetric, case, claims[0])
        for claim in claims:
            found[claim.name] = worse(found[claim.name], stage.verdict(claim, seen), where)
    return found


@dataclass(frozen=True, eq=False)
class ProofStage:
    """A position, perhaps the step taken from it, and everything that may be assumed there."""

    game: ProofGame
    where: str
    scene: Scene
    numbering: tuple[Any, ...]
    players: int

    @classmethod
    def set_up(
        cls, question: ProofQuestion, where: str, symmetric: Iterable[Domain], case: Mapping[str, int], claim: Claim
    ) -> ProofStage:
        game, place = question.game, (claim.name, where)
        fixed = [domain for domain in symmetric if domain is not game.seats or not game.turned(claim, where)]
        view = question.view(fixed, game.opaque.get(place, ()), **case)
        numbering: list[Any] = []
        if place in game.numbered and game.numbering is not None:
            view, numbering = game.numbering(view)
        step = game.theory.rulebook.steps.get(where)
        if step is not None:
            view.later = after(view, game.theory.rulebook.changes(step))
        options = game.options.get((question.prover, *place))
        return cls(game, where, Scene(view, question.timeout, options), tuple(numbering), question.players)

    @cached_property
    def given(self) -> tuple[Any, ...]:
        """What is true because of where this is: how elements are numbered, and that the step may be taken."""
        return (*self.framed, *(self.scene.fact(part.term) for part in self.guards))

    @cached_property
    def framed(self) -> tuple[Any, ...]:
        """What is true before any guard is asked: how elements are numbered, and what arguments can be at all."""
        rulebook = self.game.theory.rulebook
        step = rulebook.steps.get(self.where)
        if step is None:
            return self.numbering
        happens = [self.scene.fact(term) for term in besides_guards(rulebook, step)]
        return (*self.numbering, *arguments_in_range(self.scene.view, step), *happens)

    @cached_property
    def guards(self) -> tuple[Part, ...]:
        """The conditions of the step, if this is where one is taken."""
        step = self.game.theory.rulebook.steps.get(self.where)
        return () if step is None else self.game.theory.rulebook.guards(step)

    def verdict(self, claim: Claim, used: Used) -> SolverVerdict:
        start = time.perf_counter()
        found = self.from_hints(claim, used)
        if found.status is not Status.PROVED:
            found = self.decided(claim, used, self.tiers(claim))
        return replace(found, seconds=time.perf_counter() - start)

    def from_hints(self, claim: Claim, used: Used) -> SolverVerdict:
        """Whether the claim follows from what its hints name alone, where that says nothing of the order of seats.

        Then seats are not only alike when they are turned: those not named yet stand for one another.
        """
        seats = self.game.seats
        if seats is None or not self.unordered(claim):
            return SolverVerdict(Status.UNDECIDED)
        named = 0 if used.get(seats) == TO_BE_TURNED else 1 + max(self._named(seats), default=0)
        return self.decided(claim, {**used, seats: named}, [next(self.tiers(claim))])

    def unordered(self, claim: Claim) -> bool:
        """Whether neither the claim, nor what its hints name, nor how the step changes what it speaks of, looks at the
        order of seats."""
        game, symbols = self.game, self.game.theory.rulebook.vocabulary.symbols
        told = [symbols[name] for name in self.scene.view.known if name in symbols]
        if game.seats is None or self.numbering or any(game.seats in symbol.domains for symbol in told):
            return False
        opaque = self.scene.view.opaque
        symmetry = game.unordered.setdefault(opaque, Symmetry(game.seats, opaque=opaque))
        hinted = [term for _, term in next(self._choices(claim))]
        terms = [term_of(claim), *hinted, *(change.term for change in self._changes(claim))]
        faults = [fault for term in terms for fault in symmetry.broken(term)]
        return not faults and not any(symmetry.mixed(change.target, change.term) for change in self._changes(claim))

    def _changes(self, claim: Claim) -> list[Change]:
        """What the step changes of what the claim speaks of."""
        step, spoken_of = self.game.theory.rulebook.steps.get(self.where), symbols_in(term_of(claim))
        changes = () if step is None else self.game.theory.rulebook.changes(step)
        return [change for change in changes if change.target.name in spoken_of]

    def _named(self, seats: Domain) -> Iterator[int]:
        """The seats that the step is taken with here, as places in a row."""
        step, view = self.game.theory.rulebook.steps.get(self.where), self.scene.view
        for symbol in () if step is None else step.arguments:
            if symbol.values is seats and symbol.name in view.known:
                yield view.known[symbol.name] - view.elements(seats).start

    def decided(self, claim: Claim, used: Used, tiers: Iterable[Sequence[Any]]) -> SolverVerdict:
        """Whether the claim follows from the first of these tiers that suffices, and what the proof rests on.

        The tiers are all those of the claim, or the first few of them.
        """
        pieces = self.pieces(claim, used)
        found = self.scene.decide(tiers, [piece for piece, _ in pieces], [own for _, own in pieces])
        return self._with_grounds(claim, found) if found.status is Status.PROVED and found.tiers else found

    def _with_grounds(self, claim: Claim, found: SolverVerdict) -> SolverVerdict:
        """A proof with the claims that it assumes, other than what an invariant said of itself before, and clauses."""
        claims, own = self.claims(claim), claim.name if self.keeps(claim) else None
        choices = enumerate(islice(self._choices(claim), max(found.tiers) + 1))
        chosen = [one for number, some in choices if number in found.tiers for one in some]
        names = frozenset(name for name, term in chosen if claims.get(name) is term and name != own)
        stated = self.game.stated
        return replace(found, rests_on=names, clauses=frozenset(stated[term] for _, term in chosen if term in stated))

    def pieces(self, claim: Claim, used: Used) -> list[tuple[Any, Any]]:
        """The instances of the claim, each with what it may use of itself: what it said before a step that keeps it."""
        pieces = list(instances(self.seen_by(claim), term_of(claim), used))
        before = instances(self.scene.view, term_of(claim), used) if self.keeps(claim) else [True] * len(pieces)
        return list(zip(pieces, before, strict=True))

    def needed(self, claim: Claim, piece: Any, own: Any) -> set[str]:
        """The names of guards, and of what is available, that suffice for a piece: if possible of what a hint names."""
        guards = {part.name: self.scene.fact(part.term) for part in self.guards}
        available = {name: self.scene.fact(term) for name, term in self.available(claim)}
        hinted = {name: available[name] for name in self.hinted(claim) if name in available}
        for labelled in (guards | hinted, guards | available):
            core = self.scene.core([*self.framed, own], labelled, piece)
            if core is not None:
                return core
        return {*guards, *available}

    def seen_by(self, claim: Claim) -> Interpretation:
        """The position an instance of the claim is about: an invariant is to hold after the step."""
        return self.scene.view.later if self.scene.view.later and self.keeps(claim) else self.scene.view

    def keeps(self, claim: Claim) -> bool:
        """Whether the claim is that a step keeps something true."""
        return self.scene.view.later is not None and claim.form is Form.INVARIANT

    def hinted(self, claim: Claim) -> Sequence[str]:
        """The names of what a proof of the claim here should try first."""
        return self.game.hints.get(claim.name, {}).get(self.where, ())

    def tiers(self, claim: Claim) -> Iterator[list[Any]]:
        """Ever more of what may be assumed: first only what a hint names, guards of the step among it."""
        for chosen in self._choices(claim):
            yield [*self.framed, *(self.scene.fact(term) for _, term in chosen)]

    def _choices(self, claim: Claim) -> Iterator[list[tuple[str, Term]]]:
        available, guards = self.available(claim), [(part.name, part.term) for part in self.guards]
        hinted = self.hinted(claim)
        yield [(name, term) for name, term in (*guards, *available) if name in hinted]
        if self.keeps(claim):
            yield [*guards, *((name, term) for name, term in available if name in (*hinted, claim.name))]
        about, following = _about(term_of(claim)), self.game.following
        bearing = [(name, term) for name, term in available if about & _about(term) and name not in following]
        yield [*guards, *bearing]
        yield [*guards, *available]

    def available(self, claim: Claim) -> list[tuple[str, Term]]:
        """Everything that may be assumed, by name: invariants, or what is said of openings; and lemmas."""
        required = [(part.name, part.term) for part in self.game.required]
        if claim.form is Form.NUMBERS:
            return required
        if self.where == OPENING:
            initial = self.game.theory.rulebook.parts(Nature.INITIAL)
            return [*required, *((part.name, part.term) for part in initial)]
        return [*required, *self.claims(claim).items()]

    def claims(self, claim: Claim) -> dict[str, Term]:
        """The claims that a proof may assume here, by name: they have to be proved for as many players."""
        if claim.form is Form.NUMBERS or self.where == OPENING:
            return {}
        only_kept = self.game.cautious or claim.name in self.game.following
        invariants = self.game.kept if only_kept else self.game.invariants
        found = (*invariants, *self._lemmas(claim))
        return {
            other.name: term_of(other)
            for other in found
            if other.name == claim.name or self.game.is_claimed(other, self.players)
        }

    def _lemmas(self, claim: Claim) -> list[Claim]:
        """Claims about this step, for an invariant it is to keep; only where a hint asks for them."""
        if claim.form is not Form.INVARIANT:
            return []
        hinted = self.hinted(claim)
        return [
            other
            for other in self.game.lemmas
            if other.name in hinted and self.where in places_to_prove(self.game, other)
        ]


# Instances


def instances(view: Interpretation, term: Term, used: Used, bound: Mapping[int, Any] | None = None) -> Iterator[Any]:
    """Propositions that together say what the term does; of interchangeable elements only as many as differ.

    ``used`` counts, for each interchangeable domain, the elements already spoken of: one more stands for all others.
    """
    inner = dict(bound or {})
    match term:
        case Forall(variable, body):
            for element, now in _differing(view, variable.domain, used):
                yield from instances(view, body, now, {**inner, variable.serial: element})
        case All(parts):
            for part in parts:
                yield from instances(view, part, used, inner)
        case _:
            yield view(term, inner)


def _differing(view: Interpretation, domain: Domain, used: Used) -> Iterator[tuple[int, Used]]:
    """The elements of a domain that differ, each with what has been spoken of once it is named.

    Of interchangeable elements these are the ones named before and one more. Those that can be turned are turned so
    that the one named first is the first of them; from then on they all differ.
    """
    elements, seen = view.elements(domain), used.get(domain)
    match seen:
        case None:
            yield from ((element, used) for element in elements)
        case _ if seen == TO_BE_TURNED:
            yield elements[0], {other: count for other, count in used.items() if other is not domain}
        case _:
            for element in elements[: seen + 1]:
                yield element, {**used, domain: max(seen, element - elements.start + 1)}


def cases_of(
    question: ProofQuestion, where: str, symmetric: Iterable[Domain], claim: Claim
) -> Iterator[tuple[dict[str, int], Used]]:
    """Smaller problems that together are the whole one, and which interchangeable elements each speaks of."""
    game = question.game
    begun: dict[Domain | None, int] = dict.fromkeys(game.interchangeable, 0)
    if game.turned(claim, where):
        begun[game.seats] = TO_BE_TURNED
    used = {domain: begun[domain] for domain in symmetric if domain in begun}
    step = game.theory.rulebook.steps.get(where)
    if step is None:
        return iter([({}, used)])
    return argument_cases(question.view(()), step, game.apart.get((claim.name, where), ()), used)


def argument_cases(
    view: Interpretation, step: Step, apart: Sequence[str], used: Used
) -> Iterator[tuple[dict[str, int], Used]]:
    """Values for some arguments of a step, such that every way to take it is like one of these."""
    cases: list[tuple[dict[str, int], Used]] = [({}, used)]
    for symbol in step.arguments:
        domain = symbol.values
        if domain is None or not (domain in cases[0][1] or symbol.name in apart):
            continue
        cases = [longer for case in cases for longer in _with_argument(view, symbol, domain, *case)]
    yield from cases


def _with_argument(
    view: Interpretation, symbol: Symbol, domain: Domain, case: dict[str, int], used: Used
) -> Iterator[tuple[dict[str, int], Used]]:
    for element, now in _differing(view, domain, used):
        yield {**case, symbol.name: element}, now


# Steps


def after(view: Interpretation, changes: Iterable[Change]) -> Interpretation:
    """The facts after a step: what it changes as expressions of what was, everything else as it was."""
    return view.changed({}, {change.target.name: partial(_changed, view, change) for change in changes})


def _changed(view: Interpretation, change: Change) -> dict[tuple[int, ...], Any]:
    return {place: view(change.term, _bound(change, place)) for place in view.table(change.target)}


def _bound(change: Change, place: tuple[int, ...]) -> dict[int, Any]:
    return {variable.serial: index for variable, index in zip(change.variables, place, strict=True)}


def arguments_in_range(view: Interpretation, step: Step) -> list[Any]:
    """The arguments of a step are values it can have at all."""
    conditions = []
    for symbol in step.arguments:
        for value in view.table(symbol).values():
            conditions += _in_range(view, symbol, value)
        if symbol.bounds is not None:
            conditions += view.conjuncts(within_bounds(symbol))
    return conditions


def _in_range(view: Interpretation, symbol: Symbol, value: Any) -> list[Any]:
    if isinstance(value, int):
        return []
    if symbol.values is None:
        return [value >= 0]
    elements = view.elements(symbol.values)
    return [value >= elements.start, value < elements.stop]


def _about(term: Term) -> set[str]:
    return {s.name for s in symbols_in(term).values() if s.role in (Role.STATE, Role.MATERIAL)}


def needed_by(question: ProofQuestion, where: str, claim: Claim) -> set[str]:
    """The names of what a proof rests on, guards of the step among them (z3 only)."""
    game, names = question.game, set[str]()
    symmetric = game.symmetric_in(claim, where)
    for case, seen in cases_of(question, where, symmetric, claim):
        stage = ProofStage.set_up(question, where, symmetric, case, claim)
        for piece, own in stage.pieces(claim, seen):
            names |= stage.needed(claim, piece, own)
    return names
