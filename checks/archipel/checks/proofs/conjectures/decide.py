"""Deciding conjectures: what a prover makes of each, and what games show of those that no prover settles.

Work comes in three waves. Random games come first where a position or a round of a game can refute a conjecture, since
they are quick. Then every prover tries what is left. Last, what no prover settled is searched for in games, and what a
prover refuted is made into something people can use. Nothing here knows any game: the ``conjectures`` of a game
play, and say what a round is.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import islice
from typing import Any, Protocol

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.conjectures.state import Conjecture, Scope, probe, read, stated_in
from archipel.checks.proofs.kept.cache import Cache, default_folder
from archipel.checks.proofs.kept.foundations import Foundations
from archipel.checks.proofs.prover import (
    ANYWHERE,
    OPENING,
    PROVERS,
    ProofGame,
    ProofQuestion,
    ProofStage,
    after,
    arguments_in_range,
    cases_of,
    decide,
    instances,
    needed_by,
    places_to_prove,
    term_of,
)
from archipel.checks.proofs.results import Result, Status
from archipel.checks.proofs.run_checks import each_alone, merged, report
from archipel.checks.proofs.solver_session import PROVED, Scene, SolverVerdict, worse
from archipel.checks.support.arguments import workers_of
from archipel.checks.support.parallel import run_all
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES, Nature, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Prop, Role, Term, symbols_in
from archipel.spec.theorems import Claim, Form, Outcome, Theorem, Theory

FORMS = {Scope.ANYWHERE: Form.POSITION, Scope.STEP: Form.STEP}
IN_GAMES = (Scope.REACHABLE, Scope.ROUND)


@dataclass(frozen=True, eq=False)
class Span:
    """A part of the game that begins in some positions and is over in others; only its steps are taken in between."""

    begins: Prop
    over: Prop
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class ProofAttempt:
    """What one prover made of a conjecture, and how."""

    prover: str
    method: str
    verdict: SolverVerdict
    seconds: float = 0.0

    @property
    def proved(self) -> bool:
        return self.verdict.status is Status.PROVED


@dataclass(frozen=True)
class SeenInGames:
    """What games showed of a conjecture: the cases looked at, and the one in which it fails, if any."""

    status: Status
    method: str
    cases: int
    witness: Mapping[str, Any] = field(default_factory=dict)


class Games(Protocol):
    """What a game offers for conjectures."""

    @property
    def span(self) -> Span:
        """What a round is."""

    def examined(
        self, conjecture: Conjecture, players: int, verdict: SolverVerdict, thorough: bool
    ) -> Mapping[str, Any]: ...

    def positions_seen(self, conjecture: Conjecture, players: int, games: int) -> SeenInGames: ...

    def rounds_seen(self, conjecture: Conjecture, players: int, games: int) -> SeenInGames: ...

    def searched(self, conjecture: Conjecture, players: int, verdict: SolverVerdict) -> SeenInGames: ...


# What a prover makes of a conjecture


def attempted(question: ProofQuestion, conjecture: Conjecture, games: Games) -> ProofAttempt:
    """One prover's opinion of a conjecture for one number of players."""
    start = time.perf_counter()
    if conjecture.scope is Scope.REACHABLE:
        found = _position(question, conjecture)
    elif conjecture.scope is Scope.ROUND:
        found = _round(question, conjecture, games.span)
    else:
        claim = _claim(conjecture, FORMS[conjecture.scope])
        found = ProofAttempt(question.prover, "validity", _decided(question, claim))
    return replace(found, seconds=time.perf_counter() - start)


def _claim(conjecture: Conjecture, form: Form) -> Claim:
    return Claim(conjecture.id, form, conjecture.id, conjecture.term, conjecture.steps)


def _decided(question: ProofQuestion, claim: Claim) -> SolverVerdict:
    """Place by place, up to the first where the claim is not proved; the opening, which takes longest, last."""
    found = PROVED
    for where in sorted(places_to_prove(question.game, claim), key=lambda place: place == OPENING):
        found = worse(found, _decided_in(question, where, claim), where)
        if found.status is not Status.PROVED:
            break
    return found


def _decided_in(question: ProofQuestion, where: str, claim: Claim) -> SolverVerdict:
    """A quick proof, or else all that is known written out at once: a conjecture is as likely false as true."""
    if question.prover != PROVERS[0] and where == ANYWHERE:
        question = _told_what_the_first_proof_rests_on(question, where, claim)
    quick = _from_what_bears_on_it(question, where, claim)
    if quick.status is Status.PROVED:
        return quick
    slow = decide(replace(question, as_functions=False), where, [claim])[claim.name]
    return slow if slow.status is not Status.UNDECIDED else decide(question, where, [claim])[claim.name]


def _told_what_the_first_proof_rests_on(question: ProofQuestion, where: str, claim: Claim) -> ProofQuestion:
    """The same question with a hint: what the first prover needed. It proves from that, or tries more."""
    needed = needed_by(replace(question, prover=PROVERS[0]), where, claim)
    return replace(question, game=replace(question.game, hints={claim.name: {where: sorted(needed)}}))


def _from_what_bears_on_it(question: ProofQuestion, where: str, claim: Claim) -> SolverVerdict:
    """Whether a claim follows from invariants that speak of the same facts: quick to say, and only a yes counts."""
    found = PROVED
    symmetric = question.game.symmetric_in(claim, where)
    for case, seen in cases_of(question, where, symmetric, claim):
        stage = ProofStage.set_up(question, where, symmetric, case, claim)
        all_but_the_last = islice(stage.tiers(claim), 3 if stage.keeps(claim) else 2)
        found = worse(found, stage.decided(claim, seen, all_but_the_last), where)
        if found.status is not Status.PROVED:
            break
    return found


def confirmed(question: ProofQuestion, conjecture: Conjecture, other: ProofAttempt) -> ProofAttempt | None:
    """This prover's word that a situation which another one found refutes the conjecture; None if it does not say so.

    To find a situation takes long, to see that one is an exception does not.
    """
    start, where, values = time.perf_counter(), other.verdict.where, other.verdict.values
    if other.verdict.status is not Status.REFUTED or conjecture.scope not in FORMS:
        return None
    claim = _claim(conjecture, FORMS[conjecture.scope])
    stage = ProofStage.set_up(replace(question, as_functions=False), where, (), {}, claim)
    view, scene = stage.scene.view, stage.scene
    *_, everything = stage.tiers(claim)
    facts = [*everything, view.negation(scene.fact(term_of(claim))), *_as_found(question.game, view, values)]
    if any(fact is False for fact in facts):
        return None
    seen = scene.find([fact for fact in facts if fact is not True])
    if seen.status is not Status.PROVED:
        return None
    verdict = SolverVerdict(Status.REFUTED, 1, where, seen.values)
    return ProofAttempt(question.prover, f"situation of {other.prover} confirmed", verdict, time.perf_counter() - start)


def _as_found(game: ProofGame, view: Interpretation, values: Mapping[str, Any]) -> Iterator[Any]:
    """Every fact has the value that was found."""
    for name, value in values.items():
        symbol = game.theory.rulebook.vocabulary.symbols[name]
        for place, entry in view.table(symbol).items():
            wanted = value
            for index, domain in zip(place, symbol.domains, strict=True):
                wanted = wanted[index - view.elements(domain).start]
            yield entry == wanted


def _position(question: ProofQuestion, conjecture: Conjecture) -> ProofAttempt:
    """A claim about reachable positions follows from the invariants, or is kept together with them, or is open.

    A position that breaks it need not be reachable, so a prover alone never refutes it.
    """
    follows = _from_what_bears_on_it(question, ANYWHERE, _claim(conjecture, Form.POSITION))
    if follows.status is Status.PROVED:
        return ProofAttempt(question.prover, "validity", follows)
    claim = _claim(conjecture, Form.INVARIANT)
    kept = _decided(replace(question, game=_with_invariant(question.game, conjecture, claim)), claim)
    if kept.status is Status.PROVED:
        return ProofAttempt(question.prover, "induction", kept)
    follows = _decided(question, _claim(conjecture, Form.POSITION))
    if follows.status is Status.PROVED:
        return ProofAttempt(question.prover, "validity", follows)
    return ProofAttempt(question.prover, "induction", replace(kept, status=Status.UNDECIDED))


def _with_invariant(game: ProofGame, conjecture: Conjecture, claim: Claim) -> ProofGame:
    """The game with one more invariant, to be shown like the others."""
    theory = Theory(game.theory.rulebook)
    said = dict.fromkeys(LANGUAGES, conjecture.statement)
    theorem = Theorem(theory.rulebook, conjecture.id, said, (), (), (), Outcome.HOLDS, (), (), [claim])
    theory.theorems = {**game.theory.theorems, conjecture.id: theorem}
    return replace(game, theory=theory)


# A round: its beginning is remembered while steps are taken


class _Remembering:
    """A position somewhere in a span, and what was true when the span began."""

    def __init__(self, question: ProofQuestion, span: Span) -> None:
        self.game, self.span, self.players = question.game, span, question.players
        self.rulebook = question.game.theory.rulebook
        self.now = replace(question, as_functions=False).view(())
        self.start = Interpretation(question.prover, self.now.known, prefix="start_")
        self.scene = Scene(self.now, question.timeout)
        for symbol in self.rulebook.vocabulary.symbols.values():
            if symbol.role is Role.MATERIAL or (symbol.role is Role.STATE and symbol.name not in self._changing):
                self.start.unknowns[symbol.name] = self.now.table(symbol)

    @cached_property
    def _changing(self) -> set[str]:
        return {change.target.name for step in self.span.steps for change in self.rulebook.changes(step)}

    def at_the_beginning(self, term: Prop) -> SolverVerdict:
        """The claim when the span has just begun and nothing was done."""
        self.now.later = self.now
        pieces = list(instances(self.now, term, {}))
        begins = self.scene.fact(self.span.begins)
        return self._resting(self.scene.decide(self._tiers([begins], term, self.now), pieces), term)

    def at_the_end(self, term: Prop) -> SolverVerdict:
        """Whether the claim follows from what holds in every position."""
        pieces = self._pieces(term, self.now)
        given = [self.start(self.span.begins), self.scene.fact(self.span.over)]
        return self._resting(self.scene.decide(self._tiers(given, term, self.start, self.now), pieces), term)

    def over(self, step: Step, term: Prop) -> SolverVerdict:
        """Whether a step keeps the claim."""
        given = [*(self.scene.fact(part.term) for part in self.rulebook.guards(step)), *self._ranges(step)]
        given += self._pieces(term, self.now)
        pieces = self._pieces(term, after(self.now, self.rulebook.changes(step)))
        return self._resting(self.scene.decide(self._tiers(given, term, self.now), pieces), term)

    def _tiers(self, given: Sequence[Any], term: Prop, *views: Interpretation) -> Iterator[list[Any]]:
        """Ever more to prove it from: what is given, invariants that bear on the claim, all of them."""
        yield list(given)
        said = symbols_in(term).keys() & self._changing
        bearing = [one for one in self._invariants if said & symbols_in(one).keys()]
        for terms in (bearing, self._invariants):
            yield [*given, *(self._fact(view, one) for view in views for one in terms)]

    def _fact(self, view: Interpretation, term: Term) -> Any:
        return self.scene.fact(term) if view is self.now else view(term)

    def _pieces(self, term: Prop, later: Interpretation) -> list[Any]:
        self.start.later = later
        return list(instances(self.start, term, {}))

    def _ranges(self, step: Step) -> list[Any]:
        return arguments_in_range(self.now, step)

    @cached_property
    def _claimed(self) -> list[Claim]:
        """The invariants that are stated as true for so many players."""
        return [claim for claim in self.game.theory.invariants if self.game.is_claimed(claim, self.players)]

    @cached_property
    def _invariants(self) -> list[Term]:
        required: list[Term] = [part.term for part in self.rulebook.parts(Nature.REQUIREMENT)]
        return [*required, *map(term_of, self._claimed)]

    def _resting(self, found: SolverVerdict, term: Prop) -> SolverVerdict:
        """A verdict with the invariants that its tiers assume: none, those that bear on the claim, or all of them."""
        said = symbols_in(term).keys() & self._changing
        bearing = [claim for claim in self._claimed if said & symbols_in(term_of(claim)).keys()]
        used = self._claimed if 2 in found.tiers else bearing if 1 in found.tiers else []
        return replace(found, rests_on=frozenset(claim.name for claim in used))


def _round(question: ProofQuestion, conjecture: Conjecture, span: Span) -> ProofAttempt:
    """It follows from the invariants at its end, or holds from its beginning and every step keeps it.

    More is asked here than is claimed, so failing proves nothing.
    """
    found = _Remembering(question, span).at_the_end(conjecture.term)
    if found.status is Status.PROVED:
        return ProofAttempt(question.prover, "validity", found)
    kept = PROVED
    for where, verdict in _through(_Remembering(question, span), conjecture.term):
        kept = worse(kept, verdict, where)
        if kept.status is not Status.PROVED:
            return ProofAttempt(question.prover, "induction", replace(kept, status=Status.UNDECIDED, values={}))
    return ProofAttempt(question.prover, "induction", kept)


def _through(span: _Remembering, term: Prop) -> Iterator[tuple[str, SolverVerdict]]:
    yield "", span.at_the_beginning(term)
    said = symbols_in(term).keys()
    for step in span.span.steps:
        if said & {change.target.name for change in span.rulebook.changes(step)}:
            yield step.name, span.over(step, term)


# Tasks for all cores


@dataclass(frozen=True)
class ConjectureTask:
    """A conjecture for one number of players. Terms are not sent to other processes; the text of the file is."""

    game: str
    path: str
    source: str
    name: str
    players: int

    @property
    def conjecture(self) -> Conjecture:
        return next(one for one in _stated(self.source, self.path) if one.name == self.name)


@cache
def _stated(source: str, path: str) -> tuple[Conjecture, ...]:
    return tuple(stated_in(source, path))


@dataclass(frozen=True)
class Looking:
    """Random games, for a conjecture that a position or a round of one can refute."""

    task: ConjectureTask
    games: int

    def __call__(self) -> Result | None:
        start, task, games = time.perf_counter(), self.task, game_called(self.task.game).conjectures
        if task.conjecture.scope not in IN_GAMES:
            return None
        looking = games.rounds_seen if task.conjecture.scope is Scope.ROUND else games.positions_seen
        return replace(_sight(task, looking(task.conjecture, task.players, self.games)), seconds=_since(start))


@dataclass(frozen=True)
class Trying:
    """Each prover's turn."""

    task: ConjectureTask
    timeout: int

    def __call__(self) -> tuple[ProofAttempt, ...]:
        conjecture, game = self.task.conjecture, game_called(self.task.game)
        found: list[ProofAttempt] = []
        for prover in PROVERS:
            question = ProofQuestion(game.proofs, self.task.players, prover, self.timeout)
            agreed = confirmed(question, conjecture, found[0]) if found else None
            found.append(agreed or attempted(question, conjecture, game.conjectures))
        return tuple(found)


@dataclass(frozen=True)
class Concluding:
    """All that is to be said of a conjecture, the provers having had their turns.

    Where it fails for several numbers of players, only the fewest are worth a ``thorough`` search.
    """

    task: ConjectureTask
    seen: Result | None
    attempts: tuple[ProofAttempt, ...]
    thorough: bool = False

    def __call__(self) -> list[Result]:
        scope = self.task.conjecture.scope
        if self.seen is not None and (self.seen.status is Status.REFUTED or not self._left):
            return [self.seen] if self.seen.status is Status.REFUTED else self._proofs()
        if scope is Scope.REACHABLE:
            return self._searched()
        if self.seen is not None:
            return [*self._proofs(), self.seen]
        return self._examined()

    @property
    def _left(self) -> list[ProofAttempt]:
        return [attempt for attempt in self.attempts if not attempt.proved]

    def _proofs(self) -> list[Result]:
        return [_row(self.task, attempt) for attempt in self.attempts if attempt.proved]

    def _examined(self) -> list[Result]:
        """The first situation that a prover found stands for all that refute the conjecture."""
        refuted = [attempt for attempt in self._left if attempt.verdict.status is Status.REFUTED]
        shown: Mapping[str, Any] = {}
        if refuted:
            games, task = game_called(self.task.game).conjectures, self.task
            shown = games.examined(task.conjecture, task.players, refuted[0].verdict, self.thorough)
        return [_row(self.task, attempt, shown if attempt in refuted else {}) for attempt in self.attempts]

    def _searched(self) -> list[Result]:
        start, task = time.perf_counter(), self.task
        stuck = next((attempt.verdict for attempt in self._left if attempt.verdict.values), self._left[0].verdict)
        seen = game_called(task.game).conjectures.searched(task.conjecture, task.players, stuck)
        if seen.status is Status.REFUTED:
            return [*self._proofs(), replace(_sight(task, seen), seconds=_since(start))]
        return [_row(task, attempt, {} if attempt.proved else seen.witness) for attempt in self.attempts]


def _since(start: float) -> float:
    return time.perf_counter() - start


def _sight(task: ConjectureTask, seen: SeenInGames) -> Result:
    return _result(task, seen.status, seen.method, seen.cases, seen.witness)


def _row(task: ConjectureTask, attempt: ProofAttempt, shown: Mapping[str, Any] | None = None) -> Result:
    verdict = attempt.verdict
    result = _result(task, verdict.status, attempt.method, verdict.instances, shown or {})
    rests_on = tuple(sorted(verdict.rests_on - {result.id})) if attempt.proved else ()
    return replace(result, prover=attempt.prover, seconds=attempt.seconds, rests_on=rests_on)


def _result(task: ConjectureTask, status: Status, method: str, cases: int, shown: Mapping[str, Any]) -> Result:
    told = "\n".join(shown.get("told", {}).get("en", ()))
    detail = told or ("time ran out" if status is Status.UNDECIDED else "")
    id = f"conjecture.{task.name}"
    return Result(id, task.players, status, method, cases, detail=detail, witness=shown)


# The command


def run(arguments: argparse.Namespace) -> int:
    if arguments.bounds or arguments.explain is not None:
        raise BadInput("--bounds and --explain are about the theorems of the game; give them without a file")
    tasks = _tasks(arguments)
    rows = merged(_founded(_conclusions(tasks, arguments), tasks, arguments))
    code = report(rows, arguments)
    return 1 if _contradicted(rows) else code


def _conclusions(tasks: Sequence[ConjectureTask], arguments: argparse.Namespace) -> list[Result]:
    """Three waves, each on all cores."""
    workers = workers_of(arguments)
    looks = [Looking(task, arguments.games) for task in tasks]
    seen = dict(zip(tasks, run_all(looks, workers, "games", lambda n, _: _saying(looks[n].task)), strict=True))
    left = [task for task, found in seen.items() if found is None or found.status is not Status.REFUTED]
    turns = [Trying(task, 1000 * arguments.timeout) for task in left]
    by_task = dict(zip(left, run_all(turns, workers, "proofs", lambda n, _: _saying(turns[n].task)), strict=True))
    last = _worth_a_search([Concluding(task, seen[task], by_task.get(task, ())) for task in tasks])
    found = run_all(last, workers, "searches", lambda n, _: _saying(last[n].task))
    return [row for rows in found for row in rows]


def _founded(rows: Sequence[Result], tasks: Sequence[ConjectureTask], arguments: argparse.Namespace) -> list[Result]:
    """The rows, proofs among them only if the invariants that they rest on are proved, now or before."""
    players = sorted({task.players for task in tasks})
    foundations = Foundations.of(arguments.game, players, 1000 * arguments.timeout)
    workers, cache = workers_of(arguments), Cache(default_folder(), renew=arguments.fresh)
    whole = foundations.completed(rows, lambda checks: each_alone(checks, workers, cache))
    return foundations.judged(whole)[: len(rows)]


def _worth_a_search(conclusions: Sequence[Concluding]) -> list[Concluding]:
    """Of the numbers of players for which a conjecture is not proved, the fewest."""
    fewest: dict[str, int] = {}
    for one in conclusions:
        if not all(attempt.proved for attempt in one.attempts):
            fewest[one.task.name] = min(one.task.players, fewest.get(one.task.name, one.task.players))
    return [replace(one, thorough=fewest.get(one.task.name) == one.task.players) for one in conclusions]


def _saying(task: ConjectureTask) -> str:
    return f"{task.name}, {task.players} players"


def _tasks(arguments: argparse.Namespace) -> list[ConjectureTask]:
    """Every conjecture of every file, probed before any work is done, the most players first."""
    game = game_called(arguments.game)
    players = game.players if arguments.players is None else [arguments.players]
    known = game.proofs.known(min(players))
    found: dict[str, tuple[str, str]] = {}
    for path in dict.fromkeys(arguments.files):
        source = read(path)
        for conjecture in _stated(source, path):
            if conjecture.name in found:
                raise BadInput(f"{conjecture.place}: {conjecture.name} is stated in {found[conjecture.name][0]} too")
            probe(conjecture, known)
            found[conjecture.name] = (path, source)
    wanted = {name: file for name, file in found.items() if _asked_for(name, arguments.only)}
    if not wanted:
        raise BadInput(f"--only: no conjecture begins with {arguments.only!r}; there are {', '.join(found)}")
    return [ConjectureTask(arguments.game, *file, name, n) for n in reversed(players) for name, file in wanted.items()]


def _asked_for(name: str, only: str | None) -> bool:
    return only is None or name.startswith(only) or f"conjecture.{name}".startswith(only)


def _contradicted(rows: Sequence[Result]) -> bool:
    """A game that refutes what a prover proves is said loudly."""
    proved = {(row.id, row.players) for row in rows if row.status is Status.PROVED}
    wrong = [row for row in rows if row.prover is None and row.status is Status.REFUTED]
    clashing = [row for row in wrong if (row.id, row.players) in proved]
    for row in clashing:
        print(f"archipel: a prover proves {row.id} with {row.players} players, and a game refutes it", file=sys.stderr)
    return bool(clashing)
