"""What becomes of claims when numbers or readings change, asked of a prover where it has to be.

Only what rests on a change is asked again: a question that reads the same as in the original has the same answer. A
claim is first tried with the changed numbers left open, so that one proof does for every value. What fails is shown by
a situation, as simple as one is easily found; a situation found for one value is tried for the next.

Invariants come first, with the claims about steps that serve as their lemmas. One that no longer holds, or was not
asked about, is relied upon by nobody: what needs it is proved without it, or falls with it.
Nothing here knows any game.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, NamedTuple, Protocol

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.kept.cache import Cache, default_folder
from archipel.checks.proofs.numbers.bounds import Sweep
from archipel.checks.proofs.numbers.independence import (
    Whatever,
    bears_on,
    checks_of,
    every_claim,
    follows,
    hints_of,
    numbers_to_leave_open,
    written,
)
from archipel.checks.proofs.obligations import result_id, theorem_of
from archipel.checks.proofs.prover import (
    ANYWHERE,
    PROVERS,
    ProofGame,
    ProofQuestion,
    ProofStage,
    after,
    cases_of,
    decide,
    instances,
    places_to_prove,
    term_of,
)
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.run_checks import each_alone
from archipel.checks.proofs.smtlib import Stages
from archipel.checks.proofs.solver_session import Scene, SolverVerdict, model_values
from archipel.checks.readings.divergence import Duel
from archipel.checks.support.parallel import ALONE, Workers, run_all
from archipel.checks.variants.restated_theorems import quoting
from archipel.checks.variants.variant_files import Variant
from archipel.spec.clauses import LANGUAGES
from archipel.spec.logic.solver import Interpretation
from archipel.spec.theorems import Claim, Form, Outcome

TIMEOUT_MS = 10_000
CLAIMS_AT_ONCE = 8
CLAIMS_OF_A_STEP_AT_ONCE = 24


class TheoremFate(enum.Enum):
    """What becomes of a theorem.

    One breaks where everything holds that is relied upon in the original; if it only fails where an invariant does that
    has fallen, it no longer follows, whether games come to such a position or not.
    """

    SAME = "as in the original"
    HOLDS = "holds"
    BREAKS = "breaks"
    NOW_TRUE = "no longer false"
    UNSUPPORTED = "no longer follows"
    UNDECIDED = "undecided"
    NOT_ASKED = "not asked"


WORST_FIRST = (
    TheoremFate.BREAKS,
    TheoremFate.UNSUPPORTED,
    TheoremFate.UNDECIDED,
    TheoremFate.NOT_ASKED,
    TheoremFate.NOW_TRUE,
    TheoremFate.HOLDS,
    TheoremFate.SAME,
)


@dataclass(frozen=True)
class FoundImpact:
    """What was found out about one claim, in one place, for one number of players.

    ``values`` are those of a situation that settles it, a ``remark`` says it in a few words. ``from_hints`` tells
    whether a proof used no more than its hints name.
    """

    variant: Variant
    players: int
    theorem: str
    claim: str
    where: str
    fate: TheoremFate
    values: Mapping[str, Any] = field(default_factory=dict, compare=False)
    remark: str = ""
    from_hints: bool = True

    @property
    def stands(self) -> bool:
        return self.fate in (TheoremFate.SAME, TheoremFate.HOLDS)


# The games in question


@dataclass(frozen=True)
class ImpactCase:
    """A variant, and the numbers of players it is looked at with."""

    variant: Variant
    players: tuple[int, ...]

    def has(self, variant: Variant, players: int) -> bool:
        return variant == self.variant and players in self.players


class VariantGames(Protocol):
    """What a game offers about its variants."""

    def game_under(self, variant: Variant, without: frozenset[str] = ...) -> ProofGame:
        """A variant as the provers know it, with nobody relying on some invariants."""

    def works_out(self, variant: Variant, procedure: str, players: int) -> str | None:
        """What is wrong with a theorem that is worked out, or nothing; None if that is not worked out of variants."""

    def refusal(self, variant: Variant, players: int) -> str:
        """Why the engine begins no game of a variant, or nothing."""

    def apart_in_play(self, one: Variant, other: Variant, players: int) -> bool:
        """Whether two variants part in one of a few games."""

    def duel(self, one: Variant, other: Variant, fallen: frozenset[str]) -> Duel: ...


def game_of(variant: Variant, without: frozenset[str] = frozenset()) -> ProofGame:
    """A variant as the provers know it."""
    return game_called(variant.game).variant_games.game_under(variant, without)


def original_of(variant: Variant) -> Variant:
    return Variant(variant.game)


# What has to be asked again


class Subject(NamedTuple):
    """A variant, and the invariants that nobody may rely on there."""

    variant: Variant
    fallen: frozenset[str] = frozenset()

    @property
    def game(self) -> ProofGame:
        return game_of(self.variant, self.fallen)


@dataclass(frozen=True)
class ImpactTask:
    """Claims to ask about in one place, for one number of players, of several variants."""

    players: int
    where: str
    claims: tuple[str, ...]
    subjects: tuple[Subject, ...]
    provers: tuple[str, ...] = PROVERS[:1]
    timeout: int = TIMEOUT_MS


def touched(variant: Variant, claim: Claim, where: str, players: int) -> bool:
    """Whether a claim has to be asked about again; a situation has to fit everything, so all changes bear on it."""
    game, changed = game_of(variant), variant.symbol_changes(players)
    if _is_the_original(variant, players):
        return False
    return game.by_situation(claim) or bears_on(variant.game, game, claim, where, players, changed)


def _is_the_original(variant: Variant, players: int) -> bool:
    """Whether nothing is another for so many players."""
    changed = variant.symbol_changes(players)
    return not changed and game_of(variant).theory is game_of(original_of(variant)).theory


def counts_for(game: ProofGame, claim: Claim, players: Sequence[int]) -> Sequence[int]:
    """For which numbers of players a claim is asked about; one situation is enough, with the fewest."""
    theorem = theorem_of(game, claim)
    found = [n for n in players if theorem is None or n in (theorem.players or players)]
    return found[:1] if game.by_situation(claim) else found


# Asking


def examine(task: ImpactTask) -> list[FoundImpact]:
    """What becomes of some claims in all variants; a function that processes can share."""
    examination = Examination(task)
    return [found for name in task.claims for found in examination.of(name)]


class Examination:
    """Claims asked about one after the other; what was written for the prover is kept."""

    def __init__(self, task: ImpactTask) -> None:
        self.task = task
        self.stages: dict[tuple[ProofGame, str, frozenset[str]], Stages] = {}

    def of(self, name: str) -> Iterator[FoundImpact]:
        """What becomes of one claim in all variants."""
        if self._whatever(name):
            yield from (self._found(subject, name, TheoremFate.HOLDS) for subject in self.task.subjects)
            return
        situations: list[Mapping[str, Any]] = []
        for subject in self.task.subjects:
            game = subject.game
            if not game.by_situation(every_claim(game)[name]) and self._from_hints(game, name):
                yield self._found(subject, name, TheoremFate.HOLDS)
                continue
            verdict = self._verdict(game, name, situations)
            found = self._judged(subject, name, verdict)
            if found.fate is TheoremFate.BREAKS and subject.fallen:
                verdict = self._verdict(game_of(subject.variant), name, situations)
                found = self._supported(found, verdict)
            if verdict.values and verdict.values not in situations:
                situations.append(verdict.values)
            yield found

    def _whatever(self, name: str) -> bool:
        """Whether a claim is proved from its hints with the changed numbers left open and without all that fell
        anywhere."""
        variants = [subject.variant for subject in self.task.subjects]
        lost = frozenset.union(*(subject.fallen for subject in self.task.subjects))
        game = game_of(variants[0], lost - {name})
        free = frozenset.union(*(variant.symbol_changes(self.task.players) for variant in variants))
        fixed = free - numbers_to_leave_open(game.theory)
        several = len({id(variant.rulebook) for variant in variants}) > 1
        if game.by_situation(every_claim(game)[name]) or fixed or several or (name, self.task.where) in game.numbered:
            return False
        return self._from_hints(game, name, free)

    def _from_hints(self, game: ProofGame, name: str, free: frozenset[str] = frozenset()) -> bool:
        """Whether every prover asked proves a claim from what its hints name."""
        claim, where = every_claim(game)[name], self.task.where
        return all(follows(self._stages(game, prover, free), where, claim) for prover in self.task.provers)

    def _stages(self, game: ProofGame, prover: str, free: frozenset[str]) -> Stages:
        key = (game, prover, free)
        if key not in self.stages:
            self.stages[key] = Stages(Whatever(game, self.task.players, prover, self.task.timeout, free=free))
        return self.stages[key]

    def _verdict(self, game: ProofGame, name: str, situations: Iterable[Mapping[str, Any]]) -> SolverVerdict:
        """What the provers say of a claim: the first that does not prove it stands."""
        claim, where, players = every_claim(game)[name], self.task.where, self.task.players
        for values in situations:
            if decides(game, claim, where, players, values):
                return replace(_shown(claim, values), where=where)
        question = ProofQuestion(game, players, self.task.provers[0], self.task.timeout)
        found = None if game.by_situation(claim) else exception(question, where, claim)
        if found is not None:
            return found
        verdicts = [decide(replace(question, prover=prover), where, [claim])[name] for prover in self.task.provers]
        return next((verdict for verdict in verdicts if verdict.status is not Status.PROVED), verdicts[0])

    def _judged(self, subject: Subject, name: str, verdict: SolverVerdict) -> FoundImpact:
        fails = subject.game.expects_exception(every_claim(subject.game)[name])
        expected = Status.REFUTED if fails else Status.PROVED
        fate = (
            TheoremFate.HOLDS if verdict.status is expected else TheoremFate.NOW_TRUE if fails else TheoremFate.BREAKS
        )
        fate = TheoremFate.UNDECIDED if verdict.status is Status.UNDECIDED else fate
        values = verdict.values if fate is TheoremFate.BREAKS else {}
        return replace(self._found(subject, name, fate), values=values, from_hints=False)

    def _supported(self, found: FoundImpact, verdict: SolverVerdict) -> FoundImpact:
        """What fails without the invariants that have fallen, judged by what a prover says of it with them."""
        if verdict.status is Status.REFUTED:
            return replace(found, values=verdict.values)
        return replace(found, fate=TheoremFate.UNSUPPORTED, values={})

    def _found(self, subject: Subject, name: str, fate: TheoremFate) -> FoundImpact:
        theorem = result_id(subject.game, every_claim(subject.game)[name])
        return FoundImpact(subject.variant, self.task.players, theorem, name, self.task.where, fate)


def decides(game: ProofGame, claim: Claim, where: str, players: int, values: Mapping[str, Any]) -> bool:
    """Whether a situation that decided a claim with other numbers does so with these: all that has to hold does."""
    view = Interpretation("z3", {**values, **game.known(players)})
    step = game.theory.rulebook.steps.get(where)
    if step is not None:
        view.later = after(view, game.theory.rulebook.changes(step))
    stage = ProofStage(game, where, Scene(view, TIMEOUT_MS), (), players)
    told = stage.seen_by(claim)(term_of(claim))
    facts = itertools.chain(stage.given, (stage.scene.fact(term) for _, term in stage.available(claim)))
    return told is (claim.form is Form.POSSIBLE) and all(fact is True for fact in facts)


def _shown(claim: Claim, whole: Mapping[str, Any]) -> SolverVerdict:
    status = Status.PROVED if claim.form is Form.POSSIBLE else Status.REFUTED
    return SolverVerdict(status, 1, values=whole)


# Exceptions


def exception(question: ProofQuestion, where: str, claim: Claim) -> SolverVerdict | None:
    """A situation in which a claim is false, a simple one if that is easily found; None if none was found."""
    simple = simple_exception(question, claim) if where == ANYWHERE else None
    return simple or plain_exception(question, where, claim)


def simple_exception(question: ProofQuestion, claim: Claim) -> SolverVerdict | None:
    """An exception in which as much as possible is nothing, found from what bears on the claim and completed."""
    game = question.game
    if game.complete is None:
        return None
    symmetric = game.symmetric_in(claim, ANYWHERE) - {game.seats}
    exact = replace(question, as_functions=False)
    (_, used), *_ = cases_of(exact, ANYWHERE, symmetric, claim)
    stage = ProofStage.set_up(exact, ANYWHERE, symmetric, {}, claim)
    _, bearing, *_ = stage.tiers(claim)
    view, pieces = stage.scene.view, instances(stage.scene.view, term_of(claim), used)
    values = _simplest(stage.scene, [*bearing, view.negation(view.conjunction(pieces))])
    whole = values and game.complete(claim, question.players, values)
    return _shown(claim, whole) if whole else None


def _simplest(scene: Scene, facts: Sequence[Any]) -> Mapping[str, Any]:
    """A situation with these facts in which what can be nothing is; nothing if there is none."""
    view, solver = scene.view, scene.view.api.Solver()
    solver.set("timeout", scene.timeout)
    solver.add(*(view.expression(fact) for fact in facts if fact is not True))
    if solver.check() != view.api.sat:
        return {}
    Sweep(view, solver).clear([entry for table in view.unknowns.values() for entry in table.values() if _open(entry)])
    return model_values(view, solver.model()) if solver.check() == view.api.sat else {}


def _open(entry: Any) -> bool:
    """Whether a prover may choose a value."""
    return not isinstance(entry, int)


def plain_exception(question: ProofQuestion, where: str, claim: Claim) -> SolverVerdict | None:
    """An exception where everything holds that may be assumed, with the specimen's material if there is one."""
    game = question.game
    exact = replace(question, as_functions=False, special=game.specimen is not None)
    symmetric = game.symmetric_in(claim, where)
    for case, used in cases_of(exact, where, symmetric, claim):
        stage = ProofStage.set_up(exact, where, symmetric, case, claim)
        *_, everything = stage.tiers(claim)
        view, pieces = stage.scene.view, instances(stage.seen_by(claim), term_of(claim), used)
        found = stage.scene.find([*everything, view.negation(view.conjunction(pieces))])
        if found.status is Status.PROVED:
            return SolverVerdict(Status.REFUTED, 1, where, found.values)
    return None


def witness_of(found: FoundImpact) -> Mapping[str, Any]:
    """The situation that breaks a claim, as people and programs can use it; a function that processes can share."""
    game = game_of(found.variant)
    if found.remark or not found.values or game.witness is None:
        return {"told": {language: [found.remark] for language in LANGUAGES}} if found.remark else {}
    claim = every_claim(game)[found.claim]
    verdict = SolverVerdict(Status.REFUTED, 1, found.where, found.values)
    return game.witness(claim, theorem_of(game, claim), ProofQuestion(game, found.players, "z3"), verdict)


# All claims together


@dataclass(frozen=True)
class Manner:
    """Which provers are asked, how long one answer may take, and by whom the work is done."""

    provers: tuple[str, ...] = PROVERS[:1]
    timeout: int = TIMEOUT_MS
    workers: Workers = ALONE


def fates_of(cases: Sequence[ImpactCase], manner: Manner) -> list[FoundImpact]:
    """What becomes of every claim in every case."""
    return [*_settled(cases), *_asked(cases, manner)]


def _settled(cases: Sequence[ImpactCase]) -> Iterator[FoundImpact]:
    """What needs no prover: theorems that are worked out case by case, and those that quote what was reworded."""
    for case in cases:
        for theorem in game_of(case.variant).theory.theorems.values():
            counts = [n for n in case.players if n in (theorem.players or case.players)]
            for claim, n in itertools.product(theorem.claims, counts):
                if quotes(case.variant, claim):
                    yield FoundImpact(case.variant, n, theorem.id, claim.name, "", TheoremFate.NOT_ASKED)
                elif claim.form is Form.WORKED_OUT:
                    yield _worked_out(case.variant, n, claim, theorem.outcome)


def quotes(variant: Variant, claim: Claim) -> bool:
    """Whether a claim quotes what a variant's readings put into other words; invariants are asked about anyway."""
    return claim.form is not Form.INVARIANT and claim.theorem in _quoting(variant)


@cache
def _quoting(variant: Variant) -> set[str]:
    chosen = game_called(variant.game).readings.chosen(variant.choice)
    return quoting(game_of(original_of(variant)).theory, chosen)


def _worked_out(variant: Variant, players: int, claim: Claim, outcome: Outcome) -> FoundImpact:
    found = partial(FoundImpact, variant, players, claim.theorem, claim.name, "")
    if not variant.symbol_changes(players) and not variant.chosen:
        return found(TheoremFate.SAME)
    wrong = game_called(variant.game).variant_games.works_out(variant, claim.name, players)
    if wrong is None:
        return found(TheoremFate.NOT_ASKED)
    if bool(wrong) is (outcome is Outcome.FAILS):
        return found(TheoremFate.HOLDS)
    return found(TheoremFate.BREAKS, remark=wrong)


class AskedTheorem(NamedTuple):
    """One claim of a variant in one place, for one number of players."""

    variant: Variant
    claim: Claim
    where: str
    players: int

    @property
    def game(self) -> tuple[Variant, int]:
        return self.variant, self.players

    @property
    def hints(self) -> frozenset[str]:
        """What the proof rests on in the original, if that is known."""
        return frozenset(hints_of(game_of(self.variant), self.claim, self.where))

    def as_in_the_original(self) -> FoundImpact:
        theorem = result_id(game_of(self.variant), self.claim)
        return FoundImpact(self.variant, self.players, theorem, self.claim.name, self.where, TheoremFate.SAME)


Fallen = Mapping[tuple[Variant, int], frozenset[str]]
NOTHING: frozenset[str] = frozenset()
NOTHING_FELL: Fallen = {}


def _asked(cases: Sequence[ImpactCase], manner: Manner) -> list[FoundImpact]:
    """Every claim that a prover decides: what others rely on until no proof rests on what fell, then all the rest."""
    wanted = [asked for case in cases for asked in questions_of(case)]
    relied_on = [asked for asked in wanted if asked.claim.name in bearing_claims(asked.variant)]
    found: dict[AskedTheorem, FoundImpact] = {}
    unasked = {(case.variant, n): _not_asked(case.variant) for case in cases for n in case.players}
    fallen: Fallen = unasked
    left = relied_on
    while left:
        found |= found_out(left, fallen, manner)
        before, fallen = fallen, fallen_in(found.values(), unasked)
        left = [asked for asked in relied_on if _falls_with(asked, found[asked], before, fallen)]
    others = [asked for asked in wanted if asked not in found]
    return [*found.values(), *found_out(others, fallen, manner).values()]


def fallen_in(found: Iterable[FoundImpact], unasked: Fallen = NOTHING_FELL) -> Fallen:
    """What nobody may rely on, for each variant and number of players: what does not hold or was not asked about."""
    lost = {key: set(names) for key, names in unasked.items()}
    for one in found:
        if not one.stands and one.claim in bearing_claims(one.variant):
            lost.setdefault((one.variant, one.players), set()).add(one.claim)
    return {key: frozenset(names) for key, names in lost.items()}


@cache
def bearing_claims(variant: Variant) -> frozenset[str]:
    """The claims that proofs of others rest on: the invariants, and the lemmas that a hint names for one."""
    game = game_of(variant)
    invariants = {claim.name for claim in game.theory.invariants}
    hinted = {name for one in invariants for names in game.hints.get(one, {}).values() for name in names}
    return frozenset(invariants | (hinted & {claim.name for claim in game.lemmas}))


def _not_asked(variant: Variant) -> frozenset[str]:
    """The lemmas that a variant is not asked about, because they quote what it puts into other words."""
    game = game_of(variant)
    return frozenset(name for name in bearing_claims(variant) if quotes(variant, every_claim(game)[name]))


def _falls_with(asked: AskedTheorem, found: FoundImpact, before: Fallen, now: Fallen) -> bool:
    """Whether a proof may have used what fell since: all that its hints name, and if it went beyond them, anything."""
    newly = now.get(asked.game, NOTHING) - before.get(asked.game, NOTHING)
    return bool(newly) and found.stands and (not found.from_hints or bool(newly & asked.hints))


def questions_of(case: ImpactCase) -> Iterator[AskedTheorem]:
    """All that can be asked of a prover in one case."""
    game = game_of(case.variant)
    for claim in every_claim(game).values():
        if not quotes(case.variant, claim):
            places = itertools.product(places_to_prove(game, claim), counts_for(game, claim, case.players))
            yield from (AskedTheorem(case.variant, claim, where, n) for where, n in places)


def found_out(wanted: Sequence[AskedTheorem], fallen: Fallen, manner: Manner) -> dict[AskedTheorem, FoundImpact]:
    """What becomes of claims, none of which may rely on what fell."""
    untouched = {
        asked for asked in wanted if not (asked.hints & fallen.get(asked.game, NOTHING) or touched(*asked))
    }
    standing = _standing(untouched, manner)
    again = [asked for asked in wanted if asked not in standing]
    tasks = sorted(_tasks(again, fallen, manner), key=lambda task: -task.players)

    def done(number: int, _: list[FoundImpact]) -> str:
        return f"{tasks[number].where or 'positions'}, {tasks[number].players} players"

    results = run_all([partial(examine, task) for task in tasks], manner.workers, "claims", done)
    renewed = {(one.variant, one.claim, one.where, one.players): one for some in results for one in some}
    return {
        asked: renewed.get((asked.variant, asked.claim.name, asked.where, asked.players)) or asked.as_in_the_original()
        for asked in wanted
    }


def _standing(untouched: Collection[AskedTheorem], manner: Manner) -> set[AskedTheorem]:
    """Those of some questions of which it was proved, in this run or before, that nothing that changed bears on them.

    What a file says of that only tells what to prove.
    """
    found = {asked for asked in untouched if _is_the_original(asked.variant, asked.players)}
    by_game: dict[str, list[AskedTheorem]] = {}
    for asked in untouched:
        if asked not in found and _reads_the_same(asked):
            by_game.setdefault(asked.variant.game, []).append(asked)
    for name, some in by_game.items():
        checks = checks_of(name, ((asked.claim.name, asked.where, asked.players) for asked in some))
        rows = each_alone(checks, manner.workers, Cache(default_folder()))
        proved = {(row.item, row.place, row.players) for row in rows if row.status is Status.PROVED}
        found |= {asked for asked in some if (asked.claim.name, asked.where, asked.players) in proved}
    return found


def _reads_the_same(asked: AskedTheorem) -> bool:
    """Whether a claim's question says what it does in the original."""
    original = game_of(original_of(asked.variant))
    there = every_claim(original)[asked.claim.name]
    return written(original, there, asked.where) == written(game_of(asked.variant), asked.claim, asked.where)


def _tasks(wanted: Iterable[AskedTheorem], fallen: Fallen, manner: Manner) -> Iterator[ImpactTask]:
    """The claims of one place in tasks of a handful, those asked of the same variants together."""
    subjects: dict[tuple[int, str, str], tuple[Subject, ...]] = {}
    for one in wanted:
        key = (one.players, one.where, one.claim.name)
        lost = fallen.get(one.game, NOTHING) - {one.claim.name}
        subjects[key] = (*subjects.get(key, ()), Subject(one.variant, lost))
    groups: dict[tuple[int, str, tuple[Subject, ...]], list[str]] = {}
    for (players, where, name), asked in subjects.items():
        groups.setdefault((players, where, asked), []).append(name)
    for (players, where, asked), names in groups.items():
        at_once = CLAIMS_AT_ONCE if where == ANYWHERE else CLAIMS_OF_A_STEP_AT_ONCE
        for first in range(0, len(names), at_once):
            yield ImpactTask(
                players, where, tuple(names[first : first + at_once]), asked, manner.provers, manner.timeout
            )
