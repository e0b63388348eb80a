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
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Any

from archipel.checks.parallel import run_all
from archipel.checks.proving import (
    ANYWHERE,
    Game,
    Question,
    Stage,
    cases_of,
    instances,
    places_to_prove,
    term_of,
)
from archipel.checks.scenes import Used
from archipel.checks.theories import game_called
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Binder, Compare, Domain, NumApply, Role, Term, symbols_in, walk
from archipel.spec.theorems import Claim, Form, Outcome, Theorem

TIMEOUT_MS = 10_000
TIMES = 4
REACH = 12
"""Where values are tried one by one: up to so many times the printed value, and at most so many from it."""


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
class Varied(Question):
    """A question about other numbers than the printed ones: some given anew, one perhaps unknown."""

    given_anew: Mapping[str, int] | None = None
    unknown: str = ""

    def view(self, symmetric: Iterable[Domain], opaque: Iterable[str] = (), **more: Any) -> Interpretation:
        view = super().view(symmetric, opaque, **more, **(self.given_anew or {}))
        known = {name: value for name, value in view.known.items() if name != self.unknown}
        hidden = opaque if self.as_functions else ()
        return Interpretation(self.prover, known, as_functions=self.as_functions, opaque=hidden)


# Asking for violations


class UndecidedError(Exception):
    """The prover did not answer in time."""


@dataclass(frozen=True)
class Found:
    """A value, and a situation that goes with it."""

    value: int | None
    where: str
    witness: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Spot:
    """One place, or case of it, in which a claim can be false, with what is assumed there."""

    stage: Stage
    pieces: tuple[Any, ...]
    tiers: tuple[list[Any], ...]

    def solver(self, tier: int) -> Any:
        view = self.stage.scene.view
        solver = view.api.Solver()
        solver.set("timeout", self.stage.scene.timeout)
        solver.add(*(view.expression(fact) for fact in self.tiers[tier] if fact is not True))
        return solver


class Probe:
    """A claim over numbers that vary, asked about again and again; what was written for the prover is kept."""

    def __init__(self, question: Varied, claim: Claim) -> None:
        self.question, self.claim = question, claim
        self.spots = {as_functions: list[Spot]() for as_functions in (True, False)}
        self.solvers: dict[tuple[Spot, int], Any] = {}

    def violation(self, low: int = 0, high: int | None = None) -> Found | None:
        """A value between two in which the claim is false somewhere, if there is one."""
        for number in range(len(self._spots(True))):
            if self._excluded(number, low, high):
                continue
            spot = self._spots(False)[number]
            found = self._false(spot, len(spot.tiers) - 1, low, high)
            if found is not None:
                return found
        return None

    def _excluded(self, number: int, low: int, high: int | None) -> bool:
        """Whether there is no violation in a spot even if material could be anything where nobody looks."""
        spot = self._spots(True)[number]
        for tier in range(len(spot.tiers)):
            try:
                if self._false(spot, tier, low, high) is None:
                    return True
            except UndecidedError:
                continue
        return False

    def _false(self, spot: Spot, tier: int, low: int, high: int | None) -> Found | None:
        view = spot.stage.scene.view
        return self._ask(spot, tier, low, high, view.negation(view.conjunction(spot.pieces)))

    def situation(self, low: int = 0, high: int | None = None) -> Found | None:
        """A value between two for which there is a position to speak of; a claim that one is possible is true there."""
        for spot in self._spots(False):
            goal = spot.pieces[0] if self.claim.form is Form.POSSIBLE else True
            found = self._ask(spot, len(spot.tiers) - 1, low, high, goal)
            if found is not None:
                return found
        return None

    def _ask(self, spot: Spot, tier: int, low: int, high: int | None, goal: Any) -> Found | None:
        view = spot.stage.scene.view
        solver = self.solvers.get((spot, tier)) or self._start(spot, tier)
        solver.push()
        try:
            solver.add(view.expression(goal), *self._between(view, low, high))
            answer = solver.check()
            if answer == view.api.unknown:
                raise UndecidedError
            return self._told(spot, solver) if answer == view.api.sat else None
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

    def _told(self, spot: Spot, solver: Any) -> Found:
        view = spot.stage.scene.view
        model = solver.model()
        value = None
        if self.question.unknown:
            value = model.eval(view.api.Int(self.question.unknown), model_completion=True).as_long()
        false = [piece for piece in spot.pieces if view.api.is_false(model.eval(view.expression(piece), True))]
        return Found(value, spot.stage.where, facts_in(view, model, false[:1], {self.question.unknown}))

    def _spots(self, as_functions: bool) -> list[Spot]:
        if not self.spots[as_functions]:
            question = replace(self.question, as_functions=as_functions)
            self.spots[as_functions] = list(spots(question, self.claim))
        return self.spots[as_functions]


def spots(question: Varied, claim: Claim) -> Iterator[Spot]:
    """Every place and case in which a claim has to be shown."""
    changed = {question.unknown, *(question.given_anew or {})}
    for where in places_to_prove(question.game, claim):
        symmetric = question.game.symmetric_in(claim, where)
        for case, seen in cases_of(question, where, symmetric, claim):
            stage = Stage.set_up(question, where, symmetric, case, claim)
            yield Spot(stage, tuple(_pieces(stage, claim, seen)), tuple(_tiers(stage, claim, changed)))


def _pieces(stage: Stage, claim: Claim, seen: Used) -> list[Any]:
    if claim.form is Form.POSSIBLE:
        return [stage.scene.fact(term_of(claim))]
    return list(instances(stage.seen_by(claim), term_of(claim), seen))


def _tiers(stage: Stage, claim: Claim, changed: set[str]) -> Iterator[list[Any]]:
    """Ever more of what may be assumed, without what only says what the changed number has to be."""
    left_out = {id(stage.scene.fact(term)) for _, term in stage.available(claim) if _fixes(term, claim, changed)}
    for tier in stage.tiers(claim):
        yield [fact for fact in tier if fact is not True and id(fact) not in left_out]


def _fixes(term: Term, claim: Claim, changed: set[str]) -> bool:
    """Whether a requirement speaks of numbers alone, a changed one among them.

    Where something is claimed to be possible, a requirement is in the way of it and stays, unless it is an equation.
    """
    symbols = symbols_in(term)
    numbers_only = all(symbol.role is Role.PARAMETER for symbol in symbols.values())
    stays = claim.form is Form.POSSIBLE and not (isinstance(term, Compare) and term.operator == "=")
    return numbers_only and bool(changed & symbols.keys()) and not stays


def facts_in(view: Interpretation, model: Any, expressions: Iterable[Any], without: set[str]) -> dict[str, Any]:
    """The values of everything that some expressions speak of, by symbol and place."""
    names = {name for expression in expressions for name in _constants(view.api, expression)} - without
    found: dict[str, Any] = {}
    for symbol, table in view.unknowns.items():
        for place, entry in table.items():
            if str(entry) in names:
                value = model.eval(entry, model_completion=True)
                written = f"{symbol}({', '.join(map(str, place))})" if place else symbol
                found[written] = bool(view.api.is_true(value)) if view.api.is_bool(value) else value.as_long()
    return found


def _constants(api: Any, expression: Any) -> set[str]:
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


Ask = Callable[[int, int | None], Found | None]


def nearest_above(ask: Ask, printed: int) -> Found | None:
    """The violation with the least value above the printed one; its absence is proved for all values."""
    found, low = ask(printed + 1, None), printed + 1
    while found is not None and found.value is not None and low < found.value:
        middle = (low + found.value - 1) // 2
        nearer = ask(low, middle)
        low = middle + 1 if nearer is None else low
        found = nearer or found
    return found


def nearest_below(ask: Ask, printed: int, least: int = 0) -> Found | None:
    """The violation with the greatest value below the printed one, as far down as values go."""
    high = printed - 1
    found = ask(least, high) if high >= least else None
    while found is not None and found.value is not None and found.value < high:
        middle = (found.value + 1 + high + 1) // 2
        nearer = ask(middle, high)
        high = middle - 1 if nearer is None else high
        found = nearer or found
    return found


@dataclass(frozen=True, eq=False)
class Search:
    """One number that a theorem rests on, for one number of players."""

    game: Game
    parameter: str
    players: int
    timeout: int = TIMEOUT_MS

    @property
    def printed(self) -> int:
        value: int = self.game.known(self.players)[self.parameter]
        return value

    @property
    def together(self) -> frozenset[str]:
        return tied(self.game.theory.rulebook, self.parameter)

    @property
    def counts_elements(self) -> bool:
        return bool(self.together & sizes(self.game.theory.rulebook))

    def limit(self, direction: int) -> int:
        """How far values are tried one by one."""
        if direction < 0:
            return max(1 if self.counts_elements else 0, self.printed - REACH)
        return min(TIMES * self.printed, self.printed + REACH)

    def probe(self, claim: Claim, value: int | None = None) -> Probe:
        """The claim for one value of the number or, if none is given, for all."""
        question = Varied(self.game, self.players, "z3", self.timeout)
        if value is None:
            return Probe(replace(question, unknown=self.parameter), claim)
        return Probe(replace(question, given_anew=dict.fromkeys(self.together, value)), claim)


def edges(search: Search, claim: Claim) -> tuple[Edge, Edge]:
    """What is below and above the range in which a claim holds."""
    below, above = (_edge(search, claim, direction) for direction in (-1, +1))
    if claim.form is Form.POSSIBLE:
        return below, above
    return not_empty(search, claim, below, -1), not_empty(search, claim, above, +1)


def _edge(search: Search, claim: Claim, direction: int) -> Edge:
    if search.counts_elements or claim.form is Form.POSSIBLE:
        return one_by_one(search, claim, direction)
    probe = search.probe(claim)
    try:
        ask, printed = probe.violation, search.printed
        found = nearest_above(ask, printed) if direction > 0 else nearest_below(ask, printed)
    except UndecidedError:
        return one_by_one(search, claim, direction)
    if found is None:
        return Edge(End.OPEN, None if direction > 0 else 0)
    return Edge(End.BREAKS, found.value, claim.name, found.where, found.witness)


def one_by_one(search: Search, claim: Claim, direction: int) -> Edge:
    limit = search.limit(direction)
    for value in range(search.printed + direction, limit + direction, direction):
        try:
            found = _broken(search, claim, value)
        except UndecidedError:
            return Edge(End.UNDECIDED, value, claim.name)
        if found is not None:
            return Edge(End.BREAKS, value, claim.name, found.where, found.witness)
    return Edge(End.UNTRIED, limit)


def _broken(search: Search, claim: Claim, value: int) -> Found | None:
    probe = search.probe(claim, value)
    if claim.form is not Form.POSSIBLE:
        return probe.violation()
    return Found(value, ANYWHERE, {}) if probe.situation() is None else None


def not_empty(search: Search, claim: Claim, edge: Edge, direction: int) -> Edge:
    """The edge, or a nearer one where no position is left: a claim holds there, but of nothing."""
    beyond = edge.end in (End.BREAKS, End.UNDECIDED)
    last = edge.value - direction if edge.value is not None and beyond else edge.value
    last = search.limit(direction) if last is None else last
    good, empty = search.printed, last
    try:
        if good == last or search.probe(claim, last).situation() is not None:
            return edge
        while abs(empty - good) > 1:
            middle = (good + empty) // 2
            inhabited = search.probe(claim, middle).situation() is not None
            good, empty = (middle, empty) if inhabited else (good, middle)
    except UndecidedError:
        return Edge(End.UNDECIDED, empty, claim.name)
    return Edge(End.EMPTY, empty, claim.name)


def bounds(search: Search, theorem: Theorem) -> Bounds:
    """The range in which all claims of a theorem hold."""
    both = [edges(search, claim) for claim in theorem.claims if claim.form is not Form.WORKED_OUT]
    below, above = (min(side, key=lambda edge: _distance(edge, search.printed)) for side in zip(*both, strict=True))
    return Bounds(theorem.id, search.parameter, search.players, search.printed, below, above)


def _distance(edge: Edge, printed: int) -> tuple[int, int]:
    """How near an edge is; one where nothing breaks is farther than any that does."""
    order = [End.BREAKS, End.EMPTY, End.UNDECIDED, End.UNTRIED, End.OPEN].index(edge.end)
    nothing_breaks = max(0, order - 2)
    return nothing_breaks, 0 if edge.value is None else abs(edge.value - printed)


# On the command line


def wanted(game: Game, only: str) -> list[Theorem]:
    """The theorems that rest on numbers and are claimed to hold, by id or label."""
    return [
        theorem
        for theorem in game.theory.theorems.values()
        if theorem.rests_on
        and theorem.outcome is Outcome.HOLDS
        and any(claim.form is not Form.WORKED_OUT for claim in theorem.claims)
        and (theorem.id.startswith(only) or only in theorem.covers)
    ]


def plain(game: Game) -> Game:
    """The game without numbered elements and opaque words: both were chosen for the printed numbers."""
    return replace(game, numbered={}, opaque={}, numbering=None)


def find_bounds(name: str, id: str, parameter: str, players: int) -> Bounds:
    """One range; a function that processes can share."""
    game = plain(game_called(name))
    return bounds(Search(game, parameter, players), game.theory.theorems[id])


def run(arguments: argparse.Namespace) -> int:
    """Find all ranges and print them; the value is the exit code."""
    game, only = game_called(arguments.game), arguments.only or ""
    counts = import_module(f"archipel.checks.{arguments.game}.theory").PLAYERS
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
    found = run_all(tasks, arguments.jobs, "bounds", lambda _, one: f"{one.theorem}, {one.parameter}")
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


def _breaking(parameter: str, edge: Edge) -> Iterator[str]:
    match edge.end:
        case End.BREAKS if edge.witness:
            facts = ", ".join(f"{name} = {value}" for name, value in edge.witness.items())
            place = f" ({edge.where})" if edge.where else ""
            yield f"{parameter} {edge.value} breaks it{place}: {facts}"
        case End.BREAKS:
            yield f"{parameter} {edge.value} breaks it: there is no such position"
        case End.EMPTY:
            yield f"{parameter} {edge.value} leaves no position at all"
        case End.UNDECIDED:
            yield f"{parameter} {edge.value}: no answer in time"
        case _:
            return
