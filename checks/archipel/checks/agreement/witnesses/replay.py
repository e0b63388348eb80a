"""Counterexample replay: what a prover found, completed to a position of the engine and played there.

Its step is taken in the engine and by the clauses, and what they disagree about is said, never hidden. Nothing here
knows any game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol

from archipel.checks.agreement.mapping import BetweenDecisions, EngineMapping, NoPosition
from archipel.checks.agreement.witnesses.counterexamples import Counterexample, Replay, ReplayOutcome, Values
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature, Step
from archipel.spec.logic.terms import Role
from archipel.spec.machine import IncoherentError, Machine, Position, evaluate_number
from archipel.spec.readings import Choice

MOST_COMPLETIONS = 12
MOST_APPROACHES = 12
"""How many completions are tried, and how many ways to come to a moment between two decisions."""


class Approach(NamedTuple):
    """A position, and a decision in it that may lead through a moment at which nobody decides."""

    values: Values
    step: str
    given: tuple[Any, ...]


class Completions(Protocol):
    """How a game's positions are completed where a counterexample says nothing; nonsense raises NoPosition."""

    @abstractmethod
    def positions(
        self, given: Values, step: str | None, arguments: tuple[Any, ...], choice: Choice
    ) -> Iterator[Values]:
        """Whole positions that agree with what is given, the likeliest first."""

    @abstractmethod
    def approaches(self, given: Values, due: str, choice: Choice) -> Iterator[Approach]:
        """Decisions that may lead to a moment that agrees with what is given, at which this consequence is due."""


def followed(position: Position, step: Step, given: tuple[Any, ...]) -> Iterator[Position]:
    """The positions that the clauses go through after a decision, up to the next one."""
    first = position.machine.at(position.after(step, *given))
    yield first
    for _, _, after in first.unfolding():
        yield after


class Replayer(Generic[Setup, State, Action, Terms]):
    """Plays counterexamples in the engine of one game. ``forgotten`` are facts of which the engine keeps no trace."""

    def __init__(
        self,
        mapping: EngineMapping[Setup, State, Action, Terms],
        completions: Completions,
        forgotten: frozenset[str] = frozenset(),
    ) -> None:
        self.mapping, self.engine, self.completions = mapping, mapping.engine, completions
        self.forgotten = forgotten
        self.rulebook = mapping.readings.rulebook

    # Positions

    def doubt(self, state: State) -> str:
        """Why the engine says that no game comes to this position; empty if it does not say so."""
        try:
            self.engine.check_state(state)
        except BadInput as error:
            return str(error)
        return ""

    def state_of(self, values: Values, choice: Choice | None = None, checked: bool = True) -> State:
        """The engine's position for values that leave nothing open; if it is checked, one that games may come to."""
        state = self.mapping.state_of(values, choice or {})
        if checked and (doubt := self.doubt(state)):
            raise NoPosition(doubt)
        return state

    def state_from(
        self,
        values: Values,
        step: str | None = None,
        arguments: tuple[Any, ...] = (),
        choice: Choice | None = None,
        checked: bool = True,
    ) -> State:
        """The engine's position that these values describe, completed where they say nothing.

        Raises :class:`NoPosition` with what is wrong with the likeliest completion when none is a position. Unchecked,
        it is enough that the engine can hold the position, even if it knows that no game comes to it.
        """
        wrong: list[tuple[Values, NoPosition]] = []
        for whole in islice(self.completions.positions(values, step, arguments, choice or {}), MOST_COMPLETIONS):
            try:
                return self.state_of(whole, choice, checked)
            except NoPosition as error:
                wrong = wrong or [(whole, error)]
        whole, first = wrong[0]
        if isinstance(first, BetweenDecisions):
            raise first
        broken = ", ".join(self.broken_clauses(whole))
        raise NoPosition(f"{first} ({broken})" if broken else str(first))

    def broken_clauses(self, values: Values) -> tuple[str, ...]:
        """The clauses about every position and about the material that these values break."""
        here = self.mapping.machine({}).at(values)
        return tuple(dict.fromkeys(here.broken(Nature.REQUIREMENT, Nature.INVARIANT)))

    # What provers find

    def found(
        self,
        players: int,
        values: Values,
        step: str | None = None,
        claim: Mapping[str, str] | None = None,
        mentions: Iterable[str] = (),
    ) -> Counterexample:
        """A prover's values, the arguments of the step among them; one that it left open is the first."""
        symbols = self.rulebook.vocabulary.symbols
        facts = {name: v for name, v in values.items() if name in symbols and symbols[name].role is not Role.ARGUMENT}
        numbers = {**self.mapping.parameters(self.engine.standard, players), **values}
        arguments = () if step is None else self.rulebook.steps[step].arguments
        sizes = {s.name: [evaluate_number(domain.size, numbers) for domain in s.domains] for s in arguments}
        given = tuple(values.get(name, (0,) * size[0] if size else 0) for name, size in sizes.items())
        return Counterexample(players, facts, step, given, claim or {}, frozenset(mentions))

    def replay(self, found: Counterexample, clauses: Machine | None = None) -> Replay[State, Action]:
        """Put a counterexample into the engine and take its step there and by the clauses.

        If all that is given is no position, or none that a game comes to, what the claim does not speak of is left out;
        what was left out is said.
        """
        if found.step is not None and found.step not in self.rulebook.steps:
            raise ValueError(f"no such step: {found.step}")
        rules = clauses or self.mapping.machine({})
        first = self._replayed(found, rules)
        if first.is_replayed and not first.doubt:
            return first
        spoken = found.about_only()
        second = self._replayed(spoken, rules) if spoken.values != found.values else first
        if not second.is_replayed or (first.is_replayed and second.doubt):
            return first
        return replace(second, dropped=tuple(sorted(found.values.keys() - spoken.values.keys())))

    def _replayed(self, found: Counterexample, rules: Machine) -> Replay[State, Action]:
        given = {**found.values, "players": found.players}
        step = None if found.step is None else self.rulebook.steps[found.step]
        try:
            if step is not None and step.is_consequence:
                return self._replayed_moment(given, step.name, found.choice, rules)
            state = self._state(given, found)
        except BetweenDecisions as error:
            return self._replayed_moment(given, error.step, found.choice, rules)
        except NoPosition as error:
            return Replay(ReplayOutcome.NOT_A_POSITION, detail=str(error))
        if step is None:
            replayed = self._same_choices(state, rules)
        else:
            replayed = self.take(state, self.mapping.action_of(step, found.arguments), rules)
        return replace(replayed, doubt=self.doubt(state))

    def _state(self, given: Values, found: Counterexample) -> State:
        """A position that a game may come to or, failing that, one the engine can hold."""
        try:
            return self.state_from(given, found.step, found.arguments, found.choice)
        except NoPosition as error:
            try:
                return self.state_from(given, found.step, found.arguments, found.choice, checked=False)
            except NoPosition:
                raise error from None

    def position_of(self, state: State, rules: Machine) -> Position:
        """The clauses at an engine's position, with the engine's numbers."""
        return rules.at(self.mapping.values(state))

    # Steps

    def _same_choices(self, state: State, rules: Machine) -> Replay[State, Action]:
        """Whether both offer the same decisions in a position."""
        position = self.position_of(state, rules)
        offered = {self.mapping.step_of(state, action) for action in self.engine.legal_actions(state)}
        allowed = {(step, given) for step in self.rulebook.decisions for given in position.legal(step)}
        allowed |= {(step, given) for step, given, _ in position.outcomes()}
        if only := sorted((step.name, given) for step, given in offered - allowed):
            return Replay(ReplayOutcome.CLAUSES_REFUSE, state, detail=_named(only[0]))
        if only := sorted((step.name, given) for step, given in allowed - offered):
            return Replay(ReplayOutcome.ENGINE_REFUSES, state, detail=_named(only[0]))
        return Replay(ReplayOutcome.AGREED, state)

    def take(self, state: State, action: Action, rules: Machine) -> Replay[State, Action]:
        """One decision, taken in the engine and by the clauses."""
        position = self.position_of(state, rules)
        step, given = self.mapping.step_of(state, action)
        refused = dict.fromkeys(part.clause for part in position.refusals(step, *given))
        try:
            after = self.engine.apply_action(state, action)
        except self.engine.illegal as error:
            outcome = ReplayOutcome.BOTH_REFUSE if refused else ReplayOutcome.ENGINE_REFUSES
            return Replay(outcome, state, action, detail="; ".join([str(error), *refused]))
        if refused:
            return Replay(ReplayOutcome.CLAUSES_REFUSE, state, action, after, ", ".join(refused))
        told = self._differences(after, position, step, given)
        return Replay(ReplayOutcome.DIFFER if told else ReplayOutcome.AGREED, state, action, after, told)

    def _differences(self, after: State, position: Position, step: Step, given: tuple[Any, ...]) -> str:
        """What the clauses say of the position after a decision that the engine does not; empty if they agree."""
        try:
            *_, last = followed(position, step, given)
        except IncoherentError as error:
            return str(error)
        expected = self.mapping.facts(after)
        wrong = [name for name, value in expected.items() if last.values[name] != value]
        return "; ".join(f"{name}: clauses {last.values[name]}, engine {expected[name]}" for name in wrong)

    # Moments between two decisions

    def _replayed_moment(self, given: Values, step: str, choice: Choice, rules: Machine) -> Replay[State, Action]:
        """A moment between two decisions, come to by the decision before it."""
        found = list[Replay[State, Action]]()
        for approach in islice(self.completions.approaches(given, step, choice), MOST_APPROACHES):
            state = self._leading_to(approach, given, step, choice, rules)
            if state is not None:
                action = self.mapping.action_of(self.rulebook.steps[approach.step], approach.given)
                found.append(replace(self.take(state, action, rules), doubt=self.doubt(state)))
                if not found[-1].doubt:
                    return found[-1]
        return found[0] if found else self._not_come_to(given, step, choice, rules)

    def _not_come_to(self, given: Values, step: str, choice: Choice, rules: Machine) -> Replay[State, Action]:
        moments = islice(self.completions.positions(given, step, (), choice), MOST_COMPLETIONS)
        if any(due_at(rules.at(one)) == step for one in moments):
            detail = f"next comes {step}, and no decision was found that leads there"
            return Replay(ReplayOutcome.UNSHOWN, detail=detail)
        return Replay(ReplayOutcome.NOT_A_POSITION, detail=f"{step} is due in no position that agrees with this")

    def _leading_to(
        self, approach: Approach, given: Values, due: str, choice: Choice, rules: Machine
    ) -> State | None:
        """The approach as the engine has it, if the clauses allow its decision and come through the moment."""
        try:
            state = self.state_of(approach.values, choice, checked=False)
        except NoPosition:
            return None
        step, position = self.rulebook.steps[approach.step], rules.at(approach.values)
        if not position.allows(step, *approach.given):
            return None
        wanted = {name: value for name, value in given.items() if name not in self.forgotten}
        passed = followed(position, step, approach.given)
        return state if any(due_at(here) == due and _agrees(here.values, wanted) for here in passed) else None


def due_at(position: Position) -> str | None:
    """The consequence that comes next, if there is one and only one."""
    try:
        due = position.consequence()
    except IncoherentError:
        return None
    return None if due is None else due[0].name


def _agrees(found: Values, wanted: Values) -> bool:
    return all(_fits(found[name], value) for name, value in wanted.items())


def _fits(found: Any, wanted: Any) -> bool:
    """Whether a value has every entry that is wanted."""
    if isinstance(found, tuple) and wanted is not None:
        return all(_fits(one, other) for one, other in zip(found, wanted, strict=False))
    return wanted is None or bool(found == wanted)


def _named(step: tuple[str, tuple[Any, ...]]) -> str:
    return f"{step[0]}({', '.join(map(str, step[1]))})"
