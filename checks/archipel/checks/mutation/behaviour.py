"""Behaviour recorded once, and whether a mutant of the clauses behaves otherwise.

What is recorded was said by somebody who does not know the clauses: the engine.
Only what rests on the changed passage is evaluated, first alone and cheaply. If it differs from what the clauses
said, the whole changed rulebook is run there, and only its disagreement with the engine counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

from archipel.checks.mutation.rulebooks import ClauseMutant, change_of
from archipel.spec.clauses import Nature, Part, Step
from archipel.spec.logic.plain import Bound, Function, compile_functions
from archipel.spec.machine import IncoherentError, Machine, Taken, Values

PROPOSITIONS = (Nature.REQUIREMENT, Nature.INITIAL, Nature.INVARIANT)

# A difference that the engine cannot see at one place may be seen at another; so many are tried.
PLACES_TRIED = 40


@dataclass(frozen=True, eq=False)
class RecordedAttempt:
    """A decision somebody tries: whether the engine allows it, and which guard refuses it if a single one does.

    ``uses`` tells of a legal one which permissions it uses.
    """

    values: Values
    given: tuple[Any, ...]
    refused_by: str = ""
    uses: Mapping[str, bool] = field(default_factory=dict)

    @property
    def allowed(self) -> bool:
        return not self.refused_by


@dataclass(frozen=True, eq=False)
class Episode:
    """A decision, the positions it leads through, each with the consequence due there, and what the engine says."""

    values: Values
    step: Step
    given: tuple[Any, ...]
    passed: tuple[tuple[Values, Taken | None], ...]
    facts: Values


@dataclass(frozen=True, eq=False)
class Transition:
    """One step within an episode."""

    values: Values
    given: tuple[Any, ...]
    after: Values
    episode: Episode


@dataclass(frozen=True, eq=False)
class Situation:
    """Values and which propositions are asked about them; ``broken`` are those that do not hold, if the engine says too
    that there is nothing like this."""

    values: Values
    natures: tuple[Nature, ...]
    broken: frozenset[str] = frozenset()


def named(part: Part) -> str:
    """A proposition, so that no other is called the same; positions bind it under this name."""
    return f"{part.nature.value} {part.clause} {part.name}"


@dataclass(frozen=True, eq=False)
class RecordedQuestion:
    """A notion at some place, and the engine's answer."""

    values: Values
    places: tuple[int, ...]
    answer: Any


@dataclass(frozen=True, eq=False)
class RecordedBehaviour:
    """All that mutants of the clauses are judged by."""

    attempts: Mapping[str, Sequence[RecordedAttempt]]
    episodes: Sequence[Episode]
    situations: Sequence[Situation]
    questions: Mapping[str, Sequence[RecordedQuestion]]

    @cached_property
    def transitions(self) -> dict[str, list[Transition]]:
        found: dict[str, list[Transition]] = {}
        for episode in self.episodes:
            values, step, given = episode.values, episode.step, episode.given
            for after, due in episode.passed:
                found.setdefault(step.name, []).append(Transition(values, given, after, episode))
                if due is not None:
                    values, (step, given) = after, due
        return found

    @cached_property
    def moments(self) -> list[tuple[Values, Taken | None, Episode]]:
        """Every position passed, with the consequence due there; before a decision none is."""
        before = [(episode.values, None, episode) for episode in self.episodes]
        return before + [(values, due, episode) for episode in self.episodes for values, due in episode.passed]

    def asked(self, nature: Nature) -> list[Situation]:
        return [situation for situation in self.situations if nature in situation.natures]


def noticed(mutant: ClauseMutant, recorded: RecordedBehaviour) -> str:
    """Which check notices the mutant, and how; empty if none does."""
    try:
        return next(filter(None, (check(mutant, recorded) for check in CHECKS)), "")
    except IncoherentError as error:
        return f"incoherent: {error}"


def _propositions(mutant: ClauseMutant, recorded: RecordedBehaviour) -> str:
    """What is possible must break nothing; what is not, and breaks only what has changed, must break that still."""
    for nature in PROPOSITIONS:
        changed = {named(before): after for before, after in mutant.touched if before.nature is nature}
        bind = compile_functions([Function(name, after.term) for name, after in changed.items()])
        for situation in recorded.asked(nature) if changed else ():
            if situation.broken <= changed.keys():
                bound = bind(situation.values)
                if all(bound[name]() for name in changed) == bool(situation.broken):
                    names = ", ".join(part.name for part in changed.values())
                    return f"{nature.value}: {names} {'holds' if situation.broken else 'fails'} where it should not"
    return ""


def _questions(mutant: ClauseMutant, recorded: RecordedBehaviour) -> str:
    for notion in sorted(mutant.notions & recorded.questions.keys()):
        definition = mutant.changed.definitions[notion]
        bind = compile_functions([Function("it", definition.body, variables=definition.parameters)])
        for question in recorded.questions[notion]:
            if bind(question.values)["it"](*question.places) != question.answer:
                return f"notion: {notion}{question.places} is not {question.answer}"
    return ""


def _decisions(mutant: ClauseMutant, recorded: RecordedBehaviour) -> str:
    for step, parts in _by_step(mutant, Nature.GUARD).items():
        if step.is_consequence:
            continue
        bind = compile_functions([Function(part.name, part.term, step.arguments) for part in parts])
        names = [part.name for part in parts]
        for attempt in recorded.attempts.get(step.name, ()):
            if not attempt.allowed and attempt.refused_by not in names:
                continue
            bound = bind(attempt.values)
            if _all_pass(bound, names, attempt.given) != attempt.allowed:
                return f"legal: {step.name}{attempt.given} should {'' if attempt.allowed else 'not '}be"
    return ""


def _all_pass(bound: Bound, names: Iterable[str], given: tuple[Any, ...]) -> bool:
    return all(bound[name](*given) for name in names)


def _permissions(mutant: ClauseMutant, recorded: RecordedBehaviour) -> str:
    for step, parts in _by_step(mutant, Nature.PERMITS).items():
        for part in parts:
            bind = compile_functions([Function("it", part.term, step.arguments)])
            for attempt in recorded.attempts.get(step.name, ()):
                wanted = attempt.uses.get(part.name)
                if wanted is not None and bool(bind(attempt.values)["it"](*attempt.given)) != wanted:
                    return f"permits: {part.name} should {'' if wanted else 'not '}hold of {attempt.given}"
    return ""


def _consequences(mutant: ClauseMutant, recorded: RecordedBehaviour) -> str:
    for step in _by_step(mutant, Nature.GUARD):
        if not step.is_consequence:
            continue
        parts = mutant.changed.guards(step)
        bind = compile_functions([Function(part.name, part.term) for part in parts])
        names = [part.name for part in parts]
        suspects = (
            episode
            for values, due, episode in recorded.moments
            if step.arguments or _all_pass(bind(values), names, ()) != (due is not None and due[0] is step)
        )
        if said := _replayed(mutant, suspects):
            return f"consequence: {said}"
    return ""


def _changes(mutant: ClauseMutant, recorded: RecordedBehaviour) -> str:
    for step, parts in _by_step(mutant, Nature.BECOMES, Nature.ADDS).items():
        for target in dict.fromkeys(part.target.name for part in parts if part.target):
            change = change_of(mutant.changed, step, target)
            bind = compile_functions([Function("it", change.term, step.arguments, change.variables, True)])
            suspects = (
                transition.episode
                for transition in recorded.transitions.get(step.name, ())
                if bind(transition.values)["it"](*transition.given) != transition.after[target]
            )
            if said := _replayed(mutant, suspects):
                return f"next position: {said}"
    return ""


CHECKS = (_propositions, _questions, _decisions, _permissions, _changes, _consequences)


def _by_step(mutant: ClauseMutant, *natures: Nature) -> dict[Step, list[Part]]:
    found: dict[Step, list[Part]] = {}
    for _, part in mutant.touched:
        if part.nature in natures:
            assert part.step is not None
            found.setdefault(part.step, []).append(part)
    return found


def _replayed(mutant: ClauseMutant, suspects: Iterator[Episode]) -> str:
    first = next(suspects, None)
    if first is None:
        return ""
    machine = Machine(mutant.changed)
    others = islice(suspects, PLACES_TRIED)
    return next(filter(None, (replay(machine, episode) for episode in (first, *others))), "")


def replay(machine: Machine, episode: Episode) -> str:
    """How clauses and engine differ about one decision and all that follows from it; empty if they agree."""
    position = machine.at(episode.values)
    if (due := position.consequence()) is not None:
        return f"{due[0].name} is due where a decision is asked"
    decided = machine.at(position.after(episode.step, *episode.given))
    for position in (decided, *(later for *_, later in decided.unfolding(limit=200))):
        if broken := position.broken(Nature.INVARIANT):
            return f"{episode.step.name} breaks {broken[0]}"
    wrong = [name for name, value in episode.facts.items() if position.values[name] != value]
    return f"{episode.step.name} leaves {wrong[0]} wrong" if wrong else ""
