"""For which values of a number a theorem holds, and the first value on either side that breaks it.

A number that a theorem rests on becomes an unknown of the prover, together with the position. The prover is asked for a
violation beyond the printed value, then for a nearer one, until there is none: so the last answer proves the range in
between. A number that says how many elements there are of something cannot be an unknown; such numbers, and claims that
something is possible, are tried value by value as far as a limit that is named.

Requirements that speak of numbers alone are left out where they name the number in question: they are what fixes it.
Everything else is kept, so a value for which no position is left at all is said to have none: nothing holds emptily.
What the invariants say is taken to hold for the other values too. Nothing here knows any game.
"""

from __future__ import annotations

import argparse
import enum
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.prover import (
    ANYWHERE,
    ProofGame,
    ProofQuestion,
    ProofStage,
    cases_of,
    instances,
    places_to_prove,
    term_of,
)
from archipel.checks.proofs.solver_session import Used
from archipel.checks.support.arguments import workers_of
from archipel.checks.support.parallel import run_all
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Binder, Compare, Domain, NumApply, Role, Term, symbols_in, walk
from archipel.spec.theorems import Claim, Form, Outcome, Theorem

TIMEOUT_MS = 30_000
# Which of z3's arithmetics: numbers that vary are multiplied with each other, which the newer one is better at.
PRODUCTS_OF_UNKNOWNS = 6
TIMES = 4
REACH = 12
STEP_REACH = 4
TRIES = 24
SHOWN = 12


QUICK_FIRST = (Form.NUMBERS, Form.POSITION, Form.OPENING, Form.STEP, Form.INVARIANT, Form.POSSIBLE)


class End(enum.Enum):
    """How a range ends."""

    BREAKS = "breaks"
    EMPTY = "no such position"
    OPEN = "no limit"
    UNTRIED = "none found"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Edge:
    """What is known beyond the printed value in one direction.

    ``value`` is the first that breaks the theorem or leaves no position; where none was found, the last that was tried.
    """

    end: End
    value: int | None = None
    claim: str = ""
    where: str = ""
    witness: Mapping[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        told = {"claim": self.claim, "place": self.where or "any position"} if self.claim else {}
        witness = {} if self.witness is None else {"witness": dict(self.witness)}
        return {"end": self.end.value, "value": self.value, **told, **witness}


@dataclass(frozen=True)
class Bounds:
    """The range of one number around its printed value in which a theorem holds."""

    theorem: str
    parameter: str
    players: int
    printed: int
    below: Edge
    above: Edge

    @property
    def least(self) -> int:
        return _last_good(self.below, +1, 0)

    @property
    def greatest(self) -> int | None:
        return None if self.above.end is End.OPEN else _last_good(self.above, -1, self.printed)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.theorem,
            "parameter": self.parameter,
            "players": self.players,
            "printed": self.printed,
            "holds": {"from": self.least, "to": self.greatest},
            "below": self.below.as_json(),
            "above": self.above.as_json(),
        }


def _last_good(edge: Edge, back: int, otherwise: int) -> int:
    if edge.value is None:
        return otherwise
    return edge.value + back if edge.end in (End.BREAKS, End.EMPTY, End.UNDECIDED) else edge.value


# Numbers that change together, and numbers that cannot be unknown


def tied(rulebook: Rulebook, parameter: str) -> frozenset[str]:
    """The numbers that requirements say are equal to this one, and it."""
    for part in rulebook.parts(Nature.REQUIREMENT):
        match part.term:
            case Compare("=", NumApply(left, ()), NumApply(right, ())) if parameter in (left.name, right.name):
                return frozenset((left.name, right.name))
    return frozenset((parameter,))


def sizes(rulebook: Rulebook) -> set[str]:
    """The numbers that say how many elements there are of something."""
    symbols = rulebook.vocabulary.symbols.values()
    domains = {domain for symbol in symbols for domain in (*symbol.domains, symbol.values) if domain is not None}
    terms = [part.term for clause in rulebook.clauses.values() for part in clause.parts]
    terms += [definition.body for definition in rulebook.definitions.values()]
    domains |= {found for term in terms for found in _domains_in(term)}
    return {name for domain in domains for size in (domain.size, domain.first) for name in symbols_in(size)}


def _domains_in(term: Term) -> Iterator[Domain]:
    return (part.variable.domain for part in walk(term) if isinstance(part, Binder))


@dataclass(frozen=True, eq=False)
class Varied(ProofQuestion):
    """A question about other numbers than the printed ones: some given anew, one perhaps unknown."""

    given_anew: Mapping[str, int] | None = None
    unknown: str = ""

    def view(self, symmetric: Iterable[Domain], opaque: Iterable[str] = (), **more: Any) -> Interpretation:
        view = super().view(symmetric, opaque, **more, **(self.given_anew or {}))
        known = {name: value for name, value in view.known.items() if name != self.unknown}
        hidden = opaque if self.as_functions else ()
        return Interpretation(self.prover, known, as_functions=self.as_functions, opaque=hidden)


# Asking for violations


class UndecidedBoundError(Exception):
    """The prover did not answer in time."""


@dataclass(frozen=True)
class FoundBound:
    """A value, and a situation that goes with it."""

    value: int | None
    where: str = ""
    witness: Mapping[str, Any] = field(default_factory=dict)
    spot: Spot | None = None
    piece: Any = None


EVERYTHING = -1
"""The last tier of assumptions: all there are."""
REQUIRED = -2
"""What must hold of the material and the numbers, whatever the position: a tier beside the others."""
FEW = (0, 1)
"""The tiers that are tried first."""


@dataclass(eq=False)
class Spot:
    """One place, or case of it, in which a claim can be false, with ever more of what is assumed there."""

    stage: ProofStage
    pieces: tuple[Any, ...]
    more: Iterator[list[Any]]
    required: list[Any]
    tiers: list[list[Any]] = field(default_factory=list)

    def tier(self, number: int) -> list[Any]:
        """Some of the assumptions, or all of them; what nobody asks for is not even written down."""
        if number == REQUIRED:
            return self.required
        wanted = None if number == EVERYTHING else number + 1 - len(self.tiers)
        self.tiers += itertools.islice(self.more, wanted if wanted is None else max(0, wanted))
        return self.tiers[number]

    def solver(self, tier: int) -> Any:
        view = self.stage.scene.view
        solver = view.api.Solver()
        solver.set("timeout", self.stage.scene.timeout)
        solver.set("arith.solver", PRODUCTS_OF_UNKNOWNS)
        solver.add(*(view.expression(fact) for fact in self.tier(tier) if fact is not True))
        return solver


class Probe:
    """A claim over numbers that vary, asked about again and again; what was written for the prover is kept."""

    def __init__(self, question: Varied, claim: Claim) -> None:
        self.question, self.claim = question, claim
        self.sites = list(sites(question, claim))
        self.spots: dict[tuple[bool, int], Spot] = {}
        self.solvers: dict[tuple[Spot, int], Any] = {}

    def suspicion(self, low: int = 0, high: int | None = None) -> FoundBound | None:
        """The same from little of what may be assumed, which is quick; it may be no violation after all."""
        for spot in self._spots(True):
            if not any(self._excluded(spot, tier, low, high) for tier in FEW[:-1]):
                found = self._false(spot, FEW[-1], low, high)
                if found is not None:
                    return found
        return None

    def violation(self, low: int = 0, high: int | None = None) -> FoundBound | None:
        """A value between two in which the claim is false somewhere, if there is one."""
        for number, loose in enumerate(self._spots(True)):
            if any(self._excluded(loose, tier, low, high) for tier in FEW):
                continue
            strict = self._spot(False, number)
            try:
                found = self._false(strict, EVERYTHING, low, high)
            except UndecidedBoundError:
                if self._excluded(loose, EVERYTHING, low, high):
                    continue
                raise
            if found is not None:
                return found
        return None

    def _excluded(self, spot: Spot, tier: int, low: int, high: int | None) -> bool:
        """Whether there is no violation in a spot even if material could be anything where nobody looks."""
        try:
            return self._false(spot, tier, low, high) is None
        except UndecidedBoundError:
            return False

    def _false(self, spot: Spot, tier: int, low: int, high: int | None) -> FoundBound | None:
        view = spot.stage.scene.view
        return self._ask(spot, tier, low, high, view.negation(view.conjunction(spot.pieces)))

    def situation(self, low: int = 0, high: int | None = None) -> FoundBound | None:
        """A value between two for which there is a position to speak of; a claim that one is possible is true there.

        Openings, which come first, are the hardest to find; so the last place is looked at first.
        """
        undecided = False
        for number in reversed(range(len(self.sites))):
            spot = self._spot(False, number)
            if self._no_material(spot, low, high):
                continue
            goal = spot.pieces[0] if self.claim.form is Form.POSSIBLE else True
            try:
                found = self._ask(spot, EVERYTHING, low, high, goal)
            except UndecidedBoundError:
                undecided = True
                continue
            if found is not None:
                return found
        if undecided:
            raise UndecidedBoundError
        return None

    def _no_material(self, spot: Spot, low: int, high: int | None) -> bool:
        """Whether the requirements contradict each other already: too few cards, say.

        The prover sees it at once if it is not also given a position, which it would otherwise try to fill.
        """
        try:
            return self._ask(spot, REQUIRED, low, high, True) is None
        except UndecidedBoundError:
            return False

    def stretch(self, value: int, direction: int) -> int | None:
        """The first value from this one on for which a situation found for this one no longer does.

        This value itself if there is no situation; nothing if one situation does for all values.
        """
        for spot in self._spots(False):
            facts = [*spot.tier(EVERYTHING), spot.pieces[0]]
            solver = spot.solver(EVERYTHING)
            solver.add(spot.stage.scene.view.expression(spot.pieces[0]))
            solver.add(*self._between(spot.stage.scene.view, value, value))
            answer = solver.check()
            if answer == spot.stage.scene.view.api.sat:
                return self._first_unfit(spot, facts, solver.model(), value, direction)
            if answer == spot.stage.scene.view.api.unknown:
                raise UndecidedBoundError
        return value

    def _first_unfit(self, spot: Spot, facts: Sequence[Any], model: Any, value: int, direction: int) -> int | None:
        """The nearest value for which some fact is false of the situation, everything but the number as it is there."""
        view = spot.stage.scene.view
        fixed = [
            (entry, model.eval(entry, model_completion=True))
            for table in view.unknowns.values()
            for entry in table.values()
            if not isinstance(entry, int) and str(entry) != self.question.unknown
        ]
        solver = view.api.Solver()
        everything = view.conjunction(fact for fact in facts if fact is not True)
        solver.add(view.api.substitute(view.expression(view.negation(everything)), *fixed))

        def ask(low: int, high: int | None) -> FoundBound | None:
            if solver.check(*self._between(view, low, high)) != view.api.sat:
                return None
            return FoundBound(solver.model().eval(view.api.Int(self.question.unknown)).as_long())

        found = nearest_above(ask, value) if direction > 0 else nearest_below(ask, value)
        return None if found is None else found.value

    def _ask(self, spot: Spot, tier: int, low: int, high: int | None, goal: Any) -> FoundBound | None:
        view = spot.stage.scene.view
        solver = self.solvers.get((spot, tier)) or self._start(spot, tier)
        solver.push()
        try:
            solver.add(view.expression(goal), *self._between(view, low, high))
            answer = solver.check()
            if answer == view.api.unknown:
                raise UndecidedBoundError
            return self._told(spot, solver.model()) if answer == view.api.sat else None
        finally:
            solver.pop()

    def _start(self, spot: Spot, tier: int) -> Any:
        self.solvers[spot, tier] = spot.solver(tier)
        return self.solvers[spot, tier]

    def _between(self, view: Interpretation, low: int, high: int | None) -> list[Any]:
        if not self.question.unknown:
            return []
        unknown = view.api.Int(self.question.unknown)
        return [unknown >= low, *([] if high is None else [unknown <= high])]

    def _told(self, spot: Spot, model: Any) -> FoundBound:
        view = spot.stage.scene.view
        value = None
        if self.question.unknown:
            value = model.eval(view.api.Int(self.question.unknown), model_completion=True).as_long()
        false = [piece for piece in spot.pieces if view.api.is_false(model.eval(view.expression(piece), True))]
        entries = self._entries(view, false[0]) if false else {}
        return FoundBound(value, spot.stage.where, values_of(view, model, entries), spot, false[0] if false else None)

    def _entries(self, view: Interpretation, piece: Any) -> dict[str, Any]:
        """The unknowns that a piece speaks of, other than the number, by symbol and place."""
        names = constants(view.api, piece) - {self.question.unknown}
        return {
            f"{symbol}({', '.join(map(str, place))})" if place else symbol: entry
            for symbol, table in view.unknowns.items()
            for place, entry in table.items()
            if str(entry) in names
        }

    def simplest(self, found: FoundBound) -> FoundBound:
        """The same violation with as much of what it speaks of as is easily found to be possible at nothing."""
        if found.spot is None or found.value is None:
            return found
        view = found.spot.stage.scene.view
        solver = found.spot.solver(EVERYTHING)
        solver.add(view.expression(view.negation(found.piece)), *self._between(view, found.value, found.value))
        entries = self._entries(view, found.piece)
        Sweep(view, solver).clear([entry for name, entry in entries.items() if found.witness[name]])
        if solver.check() != view.api.sat:
            return found
        return replace(found, witness=values_of(view, solver.model(), entries))

    def _spots(self, as_functions: bool) -> Iterator[Spot]:
        return (self._spot(as_functions, number) for number in range(len(self.sites)))

    def _spot(self, as_functions: bool, number: int) -> Spot:
        """One of the spots, made when it is first looked at."""
        if (as_functions, number) not in self.spots:
            question = replace(self.question, as_functions=as_functions)
            self.spots[as_functions, number] = spot_at(question, self.claim, self.sites[number])
        return self.spots[as_functions, number]


@dataclass(frozen=True)
class NumberSite:
    """A place, the arguments fixed there, and the interchangeable elements that they speak of."""

    where: str
    case: Mapping[str, int]
    seen: Used


def sites(question: Varied, claim: Claim) -> Iterator[NumberSite]:
    """Every place and case in which a claim has to be shown."""
    for where in places_to_prove(question.game, claim):
        symmetric = question.game.symmetric_in(claim, where)
        for case, seen in cases_of(question, where, symmetric, claim):
            yield NumberSite(where, case, seen)


def spot_at(question: Varied, claim: Claim, site: NumberSite) -> Spot:
    changed = {question.unknown, *(question.given_anew or {})}
    symmetric = question.game.symmetric_in(claim, site.where)
    stage = ProofStage.set_up(question, site.where, symmetric, site.case, claim)
    pieces, more = _pieces(stage, claim, site.seen), _tiers(stage, claim, changed)
    return Spot(stage, tuple(pieces), more, _required(stage, claim, changed))


def _pieces(stage: ProofStage, claim: Claim, seen: Used) -> list[Any]:
    if claim.form is Form.POSSIBLE:
        return [stage.scene.fact(term_of(claim))]
    return list(instances(stage.seen_by(claim), term_of(claim), seen))


def _tiers(stage: ProofStage, claim: Claim, changed: set[str]) -> Iterator[list[Any]]:
    """Ever more of what may be assumed, without what only says what the changed number has to be."""
    left_out = {id(stage.scene.fact(term)) for _, term in stage.available(claim) if _fixes(term, claim, changed)}
    for tier in stage.tiers(claim):
        yield [fact for fact in tier if fact is not True and id(fact) not in left_out]


def _required(stage: ProofStage, claim: Claim, changed: set[str]) -> list[Any]:
    """The requirements among what may be assumed."""
    terms = [part.term for part in stage.game.theory.rulebook.parts(Nature.REQUIREMENT)]
    return [stage.scene.fact(term) for term in terms if not _fixes(term, claim, changed)]


def _fixes(term: Term, claim: Claim, changed: set[str]) -> bool:
    """Whether a requirement speaks of numbers alone, a changed one among them.

    Where something is claimed to be possible, a requirement is in the way of it and stays, unless it is an equation.
    """
    symbols = symbols_in(term)
    numbers_only = all(symbol.role is Role.PARAMETER for symbol in symbols.values())
    stays = claim.form is Form.POSSIBLE and not (isinstance(term, Compare) and term.operator == "=")
    return numbers_only and bool(changed & symbols.keys()) and not stays


@dataclass(eq=False)
class Sweep:
    """Sets unknowns to nothing, many at a time, as long as the prover still finds a situation and has tries left."""

    view: Interpretation
    solver: Any
    tries: int = TRIES

    def clear(self, entries: Sequence[Any]) -> None:
        if not entries or self.tries == 0:
            return
        self.tries -= 1
        cleared = [self.view.negation(entry) if self.view.api.is_bool(entry) else entry == 0 for entry in entries]
        if self.solver.check(*cleared) == self.view.api.sat:
            self.solver.add(*cleared)
        elif len(entries) > 1:
            middle = len(entries) // 2
            self.clear(entries[:middle])
            self.clear(entries[middle:])


def values_of(view: Interpretation, model: Any, entries: Mapping[str, Any]) -> dict[str, int | bool]:
    found: dict[str, int | bool] = {}
    for name, entry in entries.items():
        value = model.eval(entry, model_completion=True)
        found[name] = bool(view.api.is_true(value)) if view.api.is_bool(value) else value.as_long()
    return found


def constants(api: Any, expression: Any) -> set[str]:
    """The names of the unknowns in an expression of the prover."""
    found, left, seen = set[str](), [expression], set[int]()
    while left:
        current = left.pop()
        if isinstance(current, bool | int) or current.get_id() in seen:
            continue
        seen.add(current.get_id())
        children = current.children()
        left += children
        if not children and current.decl().kind() == api.Z3_OP_UNINTERPRETED:
            found.add(str(current))
    return found


# Searching


Ask = Callable[[int, int | None], FoundBound | None]


def nearest_above(ask: Ask, printed: int) -> FoundBound | None:
    """The violation with the least value above the printed one; its absence is proved for all values."""
    found, low = ask(printed + 1, None), printed + 1
    while found is not None and found.value is not None and low < found.value:
        middle = (low + found.value - 1) // 2
        nearer = ask(low, middle)
        low = middle + 1 if nearer is None else low
        found = nearer or found
    return found


def nearest_below(ask: Ask, printed: int) -> FoundBound | None:
    """The violation with the greatest value below the printed one, as far down as values go."""
    high = printed - 1
    found = ask(0, high) if high >= 0 else None
    while found is not None and found.value is not None and found.value < high:
        middle = (found.value + 1 + high + 1) // 2
        nearer = ask(middle, high)
        high = middle - 1 if nearer is None else high
        found = nearer or found
    return found


@dataclass(eq=False)
class BoundSearch:
    """One claim, one number that it rests on, and one number of players."""

    game: ProofGame
    claim: Claim
    parameter: str
    players: int
    timeout: int = TIMEOUT_MS
    probes: dict[int | None, Probe] = field(default_factory=dict)

    @property
    def printed(self) -> int:
        value: int = self.game.known(self.players)[self.parameter]
        return value

    @cached_property
    def together(self) -> frozenset[str]:
        return tied(self.game.theory.rulebook, self.parameter)

    @cached_property
    def counts_elements(self) -> bool:
        return bool(self.together & sizes(self.game.theory.rulebook))

    def limit(self, direction: int) -> int:
        """How far values are tried one by one: up to some times the printed value, and at most so far from it."""
        over_steps = places_to_prove(self.game, self.claim) != (ANYWHERE,)
        reach = STEP_REACH if over_steps and self.counts_elements else REACH
        if direction < 0:
            return max(1 if self.counts_elements else 0, self.printed - reach)
        return min(TIMES * self.printed, self.printed + reach)

    def probe(self, value: int | None = None) -> Probe:
        """The claim for one value of the number or, if none is given, for all."""
        if value not in self.probes:
            question = Varied(self.game, self.players, "z3", self.timeout)
            anew = {} if value is None else dict.fromkeys(self.together, value)
            unknown = self.parameter if value is None else ""
            self.probes[value] = Probe(replace(question, given_anew=anew, unknown=unknown), self.claim)
        return self.probes[value]

    def inhabited(self, value: int) -> bool:
        """Whether some position is left for a value, and for a claim that one is possible, one like that."""
        if self.counts_elements:
            return self.probe(value).situation() is not None
        return self.probe().situation(value, value) is not None


def edge(search: BoundSearch, direction: int) -> Edge:
    """What ends the range in which a claim holds, in one direction."""
    if search.counts_elements:
        return one_by_one(search, direction)
    if search.claim.form is Form.POSSIBLE:
        return _possible_edge(search, direction)
    try:
        found = nearest_violation(search, direction)
    except UndecidedBoundError:
        return one_by_one(search, direction)
    if found is None:
        return Edge(End.OPEN, None if direction > 0 else 0)
    witness = search.probe().simplest(found).witness
    return Edge(End.BREAKS, found.value, search.claim.name, found.where, witness)


def nearest_violation(search: BoundSearch, direction: int) -> FoundBound | None:
    """The violation nearest to the printed value; the nearest that one could suspect is tried first."""
    nearest = nearest_above if direction > 0 else nearest_below
    probe, beyond = search.probe(), search.printed
    with suppress(UndecidedBoundError):
        suspected = nearest(probe.suspicion, search.printed)
        if suspected is None or suspected.value is None:
            return None
        beyond = suspected.value
        if (found := probe.violation(beyond, beyond)) is not None:
            return found
    return nearest(probe.violation, beyond)


def _possible_edge(search: BoundSearch, direction: int) -> Edge:
    """Situations that each do for as many values as they can, until one value has none."""
    value = search.printed
    for _ in range(REACH):
        try:
            further = search.probe().stretch(value, direction)
        except UndecidedBoundError:
            return Edge(End.UNDECIDED, value, search.claim.name)
        if further == value:
            return Edge(End.BREAKS, value, search.claim.name)
        if further is None:
            return Edge(End.OPEN, None if direction > 0 else 0)
        value = further
    return Edge(End.UNTRIED, value - direction)


def one_by_one(search: BoundSearch, direction: int) -> Edge:
    """The same, each value a question of its own, as far as the limit."""
    limit, name = search.limit(direction), search.claim.name
    for value in range(search.printed + direction, limit + direction, direction):
        try:
            if search.claim.form is Form.POSSIBLE and not search.inhabited(value):
                return Edge(End.BREAKS, value, name)
            found = None if search.claim.form is Form.POSSIBLE else search.probe(value).violation()
        except UndecidedBoundError:
            return Edge(End.UNDECIDED, value, name)
        if found is not None:
            return Edge(End.BREAKS, value, name, found.where, found.witness)
    return Edge(End.UNTRIED, limit)


def not_empty(search: BoundSearch, found: Edge, direction: int) -> Edge:
    """The edge, or a nearer one where no position is left: a claim holds there, but of nothing."""
    beyond = found.end in (End.BREAKS, End.UNDECIDED)
    last = search.limit(direction) if found.value is None else found.value - direction * beyond
    good, empty = search.printed, last
    try:
        if good == last or search.inhabited(last):
            return found
        while abs(empty - good) > 1:
            middle = (good + empty) // 2
            good, empty = (middle, empty) if search.inhabited(middle) else (good, middle)
    except UndecidedBoundError:
        return Edge(End.UNDECIDED, empty, search.claim.name)
    return Edge(End.EMPTY, empty, search.claim.name)


def bounds(game: ProofGame, theorem: Theorem, parameter: str, players: int, timeout: int = TIMEOUT_MS) -> Bounds:
    """The range in which all claims of a theorem hold."""
    claims = sorted((claim for claim in theorem.claims if claim.form in QUICK_FIRST), key=_quickness)
    searches = [BoundSearch(game, claim, parameter, players, timeout) for claim in claims]
    below, above = (nearest_edge(searches, direction) for direction in (-1, +1))
    return Bounds(theorem.id, parameter, players, searches[0].printed, below, above)


def nearest_edge(searches: Sequence[BoundSearch], direction: int) -> Edge:
    """The nearest edge of several claims; once the next value breaks one, no other can be nearer."""
    found: list[Edge] = []
    for search in searches:
        found.append(edge(search, direction))
        if found[-1].end is End.BREAKS and found[-1].value == search.printed + direction:
            return found[-1]
    nearest = min(found, key=lambda one: _distance(one, searches[0].printed))
    universal = [search for search in searches if search.claim.form is not Form.POSSIBLE]
    return not_empty(universal[0], nearest, direction) if universal else nearest


def _quickness(claim: Claim) -> int:
    return QUICK_FIRST.index(claim.form)


def _distance(edge: Edge, printed: int) -> tuple[int, int]:
    """How near an edge is; one where nothing breaks is farther than any that does."""
    order = [End.BREAKS, End.EMPTY, End.UNDECIDED, End.UNTRIED, End.OPEN].index(edge.end)
    nothing_breaks = max(0, order - 2)
    return nothing_breaks, 0 if edge.value is None else abs(edge.value - printed)


# On the command line


def wanted(game: ProofGame, only: str) -> list[Theorem]:
    """The theorems that rest on numbers and are claimed to hold, by id or label."""
    return [
        theorem
        for theorem in game.theory.theorems.values()
        if theorem.rests_on
        and theorem.outcome is Outcome.HOLDS
        and any(claim.form is not Form.WORKED_OUT for claim in theorem.claims)
        and (theorem.id.startswith(only) or only in theorem.covers)
    ]


def plain(game: ProofGame) -> ProofGame:
    """The game without numbered elements and opaque words, and without invariants that only follow from the others:
    all were chosen for the printed numbers, or shown for them."""
    return replace(game, numbered={}, opaque={}, numbering=None, cautious=True)


def find_bounds(name: str, id: str, parameter: str, players: int) -> Bounds:
    """One range; a function that processes can share."""
    game = plain(game_called(name).proofs)
    return bounds(game, game.theory.theorems[id], parameter, players)


def run(arguments: argparse.Namespace) -> int:
    """Find all ranges and print them; the value is the exit code."""
    game, only = game_called(arguments.game).proofs, arguments.only or ""
    counts = game_called(arguments.game).players
    asked = counts if arguments.players is None else [arguments.players]
    tasks = [
        partial(find_bounds, arguments.game, theorem.id, parameter, count)
        for theorem in wanted(game, only)
        for parameter in theorem.rests_on
        for count in asked
        if count in (theorem.players or counts)
    ]
    if not tasks:
        raise BadInput(f"--only: no theorem for these players that rests on a number begins with {only!r}")
    found = run_all(tasks, workers_of(arguments), "bounds", lambda _, one: f"{one.theorem}, {one.parameter}")
    if arguments.json:
        print(json.dumps({"bounds": [one.as_json() for one in found]}, indent=1, ensure_ascii=False))
    else:
        print("\n".join(lines_of(found)))
    return 0


def lines_of(found: Sequence[Bounds]) -> Iterator[str]:
    """The ranges as a table, and what breaks each theorem first."""
    width = max(len(one.theorem) for one in found)
    yield f"{'theorem':{width}}  {'number':20}  players  printed  holds for"
    for one in found:
        row = f"{one.parameter:20}  {one.players:7}  {one.printed:7}  {_written(one)}"
        yield f"{one.theorem:{width}}  {row}"
        yield from (f"    {line}" for edge in (one.below, one.above) for line in _breaking(one.parameter, edge))


def _written(one: Bounds) -> str:
    """The range in words, with what is not known of its ends."""
    upper = "and more" if one.greatest is None else f"to {one.greatest}"
    tried = [str(edge.value) for edge in (one.below, one.above) if edge.end is End.UNTRIED]
    note = f" (not tried beyond {' and '.join(tried)})" if tried else ""
    return f"{one.least} {upper}{note}"


def _breaking(parameter: str, found: Edge) -> Iterator[str]:
    match found.end:
        case End.BREAKS if found.witness is not None:
            facts = _facts(found.witness)
            place = f" ({found.where})" if found.where else ""
            yield f"{parameter} {found.value} breaks it{place}: {facts}"
        case End.BREAKS:
            yield f"{parameter} {found.value} breaks it: there is no such position"
        case End.EMPTY:
            yield f"{parameter} {found.value} leaves nothing that it could be about"
        case End.UNDECIDED:
            yield f"{parameter} {found.value}: no answer in time"
        case _:
            return


def _facts(witness: Mapping[str, Any]) -> str:
    """What is not nothing in a situation; of facts about very many places, only how many."""
    by_symbol: dict[str, list[str]] = {}
    for name, value in witness.items():
        if value:
            by_symbol.setdefault(name.partition("(")[0], []).append(f"{name} = {value}")
    shown = [
        ", ".join(facts) if len(facts) <= SHOWN else f"{symbol} at {len(facts)} places"
        for symbol, facts in by_symbol.items()
    ]
    return ", ".join(shown) or "by its numbers alone"
