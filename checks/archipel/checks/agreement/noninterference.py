"""Non-interference: nothing that a seat may decide, and nothing that everybody is told, depends on what is hidden.

Clauses say who sees what. Two positions that look the same to a seat must allow it the same decisions; otherwise the
list of its legal actions tells it what it must not know. A prover is asked for two such positions. If it finds some,
the clauses are run in both, which says what gives the secret away. Nothing here knows any game.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.prover import PROVERS, ProofGame, arguments_in_range, term_of
from archipel.checks.proofs.results import Check, Result, Status
from archipel.checks.proofs.solver_session import Scene
from archipel.checks.support.versions import code_of, version_of
from archipel.spec.clauses import Nature, Rulebook, Step, Visibility
from archipel.spec.logic.fingerprint import Fingerprints, digest
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import (
    Definition,
    Domain,
    Num,
    NumApply,
    NumCall,
    PropApply,
    PropCall,
    Symbol,
    Term,
    number,
    within_bounds,
)
from archipel.spec.machine import Machine, Values, blank, evaluate_number

CODE = ("archipel.spec.logic", "archipel.spec.machine", __name__, "archipel.checks.proofs.solver_session")


@dataclass(frozen=True, eq=False)
class Leak:
    """Two positions that look the same to a seat, and what tells them apart all the same."""

    seat: int
    what: str
    given: tuple[Any, ...]
    here: Values
    there: Values
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        what = f"{self.what}({', '.join(map(str, self.given))})"
        if self.clauses:
            said = f"only one of them allows {what}; in the other it is forbidden by {', '.join(self.clauses)}"
        else:
            said = f"{what} is not the same in both"
        return f"two positions look the same to seat {self.seat}, and {said}"

    def as_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "what": self.what, "given": self.given, "positions": [self.here, self.there]}


@dataclass(frozen=True, eq=False)
class Secrets:
    """What a game keeps secret, for one number of players and one prover."""

    game: ProofGame
    players: int
    prover: str
    timeout: int

    @property
    def rulebook(self) -> Rulebook:
        return self.game.theory.rulebook

    @cached_property
    def known(self) -> dict[str, Any]:
        return self.game.known(self.players)

    @cached_property
    def sights(self) -> tuple[Visibility, ...]:
        return self.rulebook.visibility()

    @cached_property
    def seats(self) -> Domain | None:
        return next((sight.seat.domain for sight in self.sights if sight.seat is not None), None)

    @cached_property
    def lasting(self) -> dict[str, Term]:
        """What holds in every position: the claims a proof here rests on."""
        claims = [claim for claim in self.game.invariants if self.game.is_claimed(claim, self.players)]
        return {claim.name: term_of(claim) for claim in claims}

    def every_seat(self) -> range:
        if self.seats is None:
            return range(1)
        first = evaluate_number(self.seats.first, self.known)
        return range(first, first + evaluate_number(self.seats.size, self.known))

    def leak(self, what: Step | Definition, seat: int) -> tuple[Status, Leak | None]:
        """Whether a decision of a seat, or a notion that it is told, depends on what it does not see."""
        own = next((symbol for symbol in _arguments(what) if symbol.values is self.seats), None)
        fixed = {} if own is None or self.seats is None else {own.name: seat}
        pair = Pair(self, seat, Interpretation(self.prover, self.known | fixed))
        parted = pair.decisions_differ(what) if isinstance(what, Step) else pair.answers_differ(what)
        for facts in parted:
            found = Scene(pair.one, self.timeout).find([*pair.alike, *facts], pair.other)
            if found.status is Status.UNDECIDED:
                return Status.UNDECIDED, None
            if found.status is Status.PROVED:
                return Status.REFUTED, self.shown(what, seat, found.values, found.elsewhere)
        return Status.PROVED, None

    def shown(self, what: Step | Definition, seat: int, values: Values, elsewhere: Values) -> Leak:
        """The leak as the clauses see it when they are run."""
        machine, names = Machine(self.rulebook), {symbol.name for symbol in _arguments(what)}
        here, there = (
            machine.at(blank(self.rulebook, {n: v for n, v in (self.known | {**one}).items() if n not in names}))
            for one in (values, elsewhere)
        )
        given: tuple[Any, ...] = ()
        clauses: tuple[str, ...] = ()
        if isinstance(what, Step):
            given = tuple(values[symbol.name] for symbol in what.arguments)
            clauses = tuple(dict.fromkeys(part.clause for part in there.refusals(what, *given)))
            differ = here.allows(what, *given) and bool(clauses)
        else:
            places = _places(what, here.elements)
            given = next((p for p in places if here.evaluate(what.name, *p) != there.evaluate(what.name, *p)), given)
            differ = here.evaluate(what.name, *given) != there.evaluate(what.name, *given)
        if not differ or here.view(seat) != there.view(seat):
            raise AssertionError(f"{what.name}: the clauses, run, do not part where {self.prover} says they do")
        return Leak(seat, what.name, given, here.values, there.values, clauses)


def _arguments(what: Step | Definition) -> tuple[Symbol, ...]:
    return what.arguments if isinstance(what, Step) else ()


def _places(definition: Definition, elements: Any) -> list[tuple[int, ...]]:
    return list(itertools.product(*(elements(variable.domain) for variable in definition.parameters)))


class Pair:
    """Two positions that look the same to a seat: what it surely sees is the same unknown in both."""

    def __init__(self, secrets: Secrets, seat: int, one: Interpretation) -> None:
        self.secrets, self.seat, self.one = secrets, seat, one
        apart = Interpretation(one.prover, one.known, "other_")
        self.other = apart.changed({symbol.name: self._table(symbol, apart) for symbol in self._symbols()})
        self.alike = [*self._lasting(), *itertools.chain.from_iterable(map(self._seen_alike, secrets.sights))]

    def _symbols(self) -> list[Symbol]:
        return list(self.secrets.rulebook.vocabulary.symbols.values())

    def _table(self, symbol: Symbol, apart: Interpretation) -> dict[tuple[int, ...], Any]:
        """A fact of the other position: the same as here where the seat surely sees it, and where it lies open.

        A fact of the position that no clause shows has a sight too, and is hidden; what has none is open.
        """
        sight = next((sight for sight in self.secrets.sights if sight.shown is symbol), None)
        here, there = self.one.table(symbol), apart.table(symbol)
        if sight is None:
            return here
        return {place: here[place] if self._sees(self.one, sight, place) is True else there[place] for place in here}

    def _sees(self, view: Interpretation, sight: Visibility, place: tuple[int, ...]) -> Any:
        seat = {} if sight.seat is None else {sight.seat.serial: self.seat}
        places = {variable.serial: index for variable, index in zip(sight.variables, place, strict=True)}
        return view(sight.term, seat | places)

    def _lasting(self) -> Iterator[Any]:
        required = [part.term for part in self.secrets.rulebook.parts(Nature.REQUIREMENT)]
        for term in (*required, *self.secrets.lasting.values()):
            yield from (self.one(term), self.other(term))

    def _seen_alike(self, sight: Visibility) -> Iterator[Any]:
        """That the seat sees the same of one thing in both positions, and sees it in the same places."""
        one, other = self.one, self.other
        for place in itertools.product(*(one.elements(variable.domain) for variable in sight.variables)):
            here, there = self._sees(one, sight, place), self._sees(other, sight, place)
            yield one.equivalence(here, there)
            yield one.disjunction([one.negation(here), self._says_the_same(_said_at(sight.shown, place))])

    def _says_the_same(self, term: Term) -> Any:
        here, there = self.one(term), self.other(term)
        return self.one.comparison("=", here, there) if isinstance(term, Num) else self.one.equivalence(here, there)

    def decisions_differ(self, step: Step) -> Iterator[list[Any]]:
        """That a step is allowed here, and not there."""
        guards = [part.term for part in self.secrets.rulebook.guards(step)]
        allowed = [self.one(term) for term in guards]
        refused = self.other.negation(self.other.conjunction(self.other(term) for term in guards))
        yield [*arguments_in_range(self.one, step), *allowed, refused]

    def answers_differ(self, definition: Definition) -> Iterator[list[Any]]:
        """That a notion does not say the same in both."""
        for place in _places(definition, self.one.elements):
            yield [self.one.negation(self._says_the_same(_said_at(definition, place)))]


def _said_at(shown: Symbol | Definition, place: Sequence[int]) -> Term:
    places: tuple[Num, ...] = tuple(map(number, place))
    if isinstance(shown, Symbol):
        return PropApply(shown, places) if shown.is_prop else NumApply(shown, places)
    return NumCall(shown, places) if isinstance(shown.body, Num) else PropCall(shown, places)


# The checks


def secrecy_checks(
    name: str, players: Sequence[int], timeout: int, provers: Sequence[str] = PROVERS
) -> list[Check]:
    """One check for each decision and each public notion; none if the clauses hide nothing."""
    game = game_called(name).proofs
    rulebook = game.theory.rulebook
    if not rulebook.visibility():
        return []
    asked = itertools.product([*(step.name for step in rulebook.decisions), *game.public], players, provers)
    return [
        Check(
            f"secrecy.{what}",
            count,
            keep_secrets,
            (name, what, prover, timeout),
            {"": _key(name, Secrets(game, count, prover, timeout), what)},
            (prover,),
        )
        for what, count, prover in asked
    ]


def keep_secrets(id: str, players: int, name: str, what: str, prover: str, timeout: int) -> list[Result]:
    """Whether what a seat may do, or is told, depends on what it does not see; looked at for every seat."""
    return [secrecy(id, Secrets(game_called(name).proofs, players, prover, timeout), what)]


def secrecy(id: str, secrets: Secrets, what: str) -> Result:
    start, seats = time.perf_counter(), secrets.every_seat()
    subject = secrets.rulebook.steps.get(what) or secrets.rulebook.definitions[what]
    status, leak = Status.PROVED, None
    for seat in seats:
        found, leak = secrets.leak(subject, seat)
        if found is not Status.PROVED:
            status = found
        if leak is not None:
            break
    witness: Mapping[str, Any] = {} if leak is None else leak.as_json()
    return Result(
        id,
        secrets.players,
        status,
        "non-interference",
        len(seats),
        secrets.prover,
        time.perf_counter() - start,
        "" if leak is None else str(leak),
        witness=witness,
        rests_on=tuple(sorted(secrets.lasting)) if status is Status.PROVED else (),
    )


def _asked(rulebook: Rulebook, what: str) -> list[Term]:
    if what not in rulebook.steps:
        return [rulebook.definitions[what].body]
    step = rulebook.steps[what]
    return [*(part.term for part in rulebook.guards(step)), *map(within_bounds, step.arguments)]


def _key(name: str, secrets: Secrets, what: str) -> str:
    """A key under which the result may be kept: what is shown, what is asked, and what may be assumed."""
    rulebook = secrets.rulebook
    terms = [
        *(part.term for part in rulebook.parts(Nature.REQUIREMENT)),
        *_asked(rulebook, what),
        *(sight.term for sight in secrets.sights),
        *(sight.shown.body for sight in secrets.sights if isinstance(sight.shown, Definition)),
        *secrets.lasting.values(),
    ]
    return digest(
        [
            code_of(*CODE, *game_called(name).proof_code),
            version_of(secrets.prover),
            repr((what, secrets.players, sorted(secrets.known.items()), sorted(secrets.lasting))),
            repr([sight.shown.name for sight in secrets.sights]),
            Fingerprints()(*terms),
        ]
    )
