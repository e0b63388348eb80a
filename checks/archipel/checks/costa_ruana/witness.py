"""Situations that provers find, put into the engine and played there.

:func:`replay` takes a situation's step in the engine and by the clauses and compares: what they disagree about is said,
never hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.witness_known import READINGS, SYMBOLS, NotAPosition, cards_by_faces
from archipel.checks.costa_ruana.witness_moments import decision_before
from archipel.checks.costa_ruana.witness_states import InsideEffect, doubt_about, state_from
from archipel.checks.costa_ruana.witness_steps import action_from, with_hints
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import IllegalAction, State
from archipel.reference.costa_ruana.readings import OURS, Readings
from archipel.spec.clauses import Step
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.machine import IncoherentError, Machine, Position

__all__ = ["InsideEffect", "NotAPosition", "Outcome", "Replay", "Situation", "action_from", "replay", "state_from"]

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Situation:
    """What a prover found: a position as far as it matters, perhaps a step from it, perhaps the claim it refutes.

    ``arguments`` are in the order of the step. ``claim`` has a sentence for each language. ``mentions`` names the facts
    that the claim speaks of; without it, all that ``values`` has. ``violation`` says, as a Python expression about the
    engine's ``before`` and ``after``, in what the claim is false. ``readings`` are those that the engine is to play by.
    """

    players: int
    values: Values
    step: str | None = None
    arguments: tuple[Any, ...] = ()
    claim: Mapping[str, str] = field(default_factory=dict)
    mentions: frozenset[str] = frozenset()
    violation: str = ""
    readings: Readings = OURS

    def __post_init__(self) -> None:
        if self.step is not None and self.step not in RULEBOOK.steps:
            raise ValueError(f"no such step: {self.step}")

    @property
    def given(self) -> dict[str, Any]:
        """What is known of the position, from the values and from the step."""
        values = {**self.values, "players": self.players, READINGS: self.readings}
        return with_hints(values, self.step, self.arguments)

    @property
    def about(self) -> frozenset[str]:
        """The facts that matter."""
        return self.mentions or frozenset(name for name, value in self.values.items() if value is not None)

    def about_only(self) -> Situation:
        """The same situation without the values that the claim does not speak of."""
        return replace(self, values={name: value for name, value in self.values.items() if name in self.about})

    def by_faces(self) -> Situation:
        """The same situation with cards of its own on the table, equal in what is printed on them."""
        return replace(self, values=cards_by_faces(self.values))

    @staticmethod
    def found(
        players: int,
        values: Values,
        step: str | None = None,
        claim: Mapping[str, str] | None = None,
        mentions: Iterable[str] = (),
    ) -> Situation:
        """A situation from a prover's values, the arguments of the step among them; one it left open is the first."""
        facts = {name: value for name, value in values.items() if name in SYMBOLS}
        needed = () if step is None else RULEBOOK.steps[step].arguments
        islands = values.get("islands") or NUMBERS.islands_for_players[players]
        arguments = tuple(values.get(s.name, (0,) * islands if s.domains else 0) for s in needed)
        return Situation(players, facts, step, arguments, claim or {}, frozenset(mentions))


class Outcome(Enum):
    """How a replay ended."""

    AGREED = "engine and clauses agree"
    BOTH_REFUSE = "engine and clauses both refuse the step"
    ENGINE_REFUSES = "the clauses allow the step, the engine refuses it"
    CLAUSES_REFUSE = "the engine allows the step, the clauses refuse it"
    DIFFER = "engine and clauses come to different positions"
    UNSHOWN = "a moment between two decisions that the engine never shows"
    NOT_A_POSITION = "not a position of the engine"


@dataclass(frozen=True)
class Replay:
    """A situation as the engine plays it.

    ``doubt`` says why the engine holds that no game comes to the position, if it does; ``dropped`` names given facts
    that had to be left out to have a position at all.
    """

    outcome: Outcome
    state: State | None = None
    action: engine.Action | None = None
    after: State | None = None
    detail: str = ""
    doubt: str = ""
    dropped: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return self.outcome in (Outcome.AGREED, Outcome.BOTH_REFUSE)

    @property
    def label(self) -> str:
        """The outcome in one sentence, nothing left out."""
        parts = [self.outcome.value, self.detail, f"no game comes to it, {self.doubt}" if self.doubt else ""]
        if self.dropped:
            parts.append(f"without {', '.join(self.dropped)}")
        return "; ".join(part for part in parts if part)


def replay(situation: Situation, clauses: Machine | None = None) -> Replay:
    """Put the situation into the engine and take its step there and by the clauses.

    If all that is given is no position, what the claim does not speak of is left out, then which cards they are beyond
    what is printed on them; what was left out is said.
    """
    rules, less = clauses or machine(), situation.about_only()
    first = _replay(situation, rules)
    found, weaker = first, [less, situation.by_faces(), less.by_faces()]
    while found.outcome is Outcome.NOT_A_POSITION and weaker:
        looser = weaker.pop(0)
        changed = [name for name, value in situation.values.items() if looser.values.get(name) != value]
        found = replace(_replay(looser, rules), dropped=tuple(sorted(changed)))
    return first if found.outcome is Outcome.NOT_A_POSITION else found


def _replay(situation: Situation, rules: Machine) -> Replay:
    try:
        if situation.step is not None and not RULEBOOK.steps[situation.step].is_decision:
            return _replay_moment(situation.given, situation.step, rules)
        state = _state(situation.given)
    except InsideEffect as error:
        return _replay_moment(situation.given, error.step, rules)
    except NotAPosition as error:
        return Replay(Outcome.NOT_A_POSITION, detail=str(error))
    found = _same_choices(state, rules)
    if situation.step is not None:
        found = take(state, action_from(situation.step, situation.arguments), rules)
    return replace(found, doubt=doubt_about(state))


def _state(values: Values) -> State:
    """A position that a game may come to or, failing that, one the engine can hold."""
    try:
        return state_from(values)
    except NotAPosition as error:
        try:
            return state_from(values, checked=False)
        except NotAPosition:
            raise error from None


def position_of(state: State, rules: Machine) -> Position:
    """The clauses at an engine's position, with the engine's numbers."""
    return rules.at(projection.values(state))


def _same_choices(state: State, rules: Machine) -> Replay:
    """Whether both offer the same decisions in a position."""
    position = position_of(state, rules)
    offered = {projection.step_of(state, action) for action in state.legal_actions()}
    allowed = {(step, given) for step in RULEBOOK.decisions for given in position.legal(step)}
    if only := sorted((step.name, given) for step, given in offered - allowed):
        return Replay(Outcome.CLAUSES_REFUSE, state, detail=_named(only[0]))
    if only := sorted((step.name, given) for step, given in allowed - offered):
        return Replay(Outcome.ENGINE_REFUSES, state, detail=_named(only[0]))
    return Replay(Outcome.AGREED, state)


def _named(step: tuple[str, tuple[Any, ...]]) -> str:
    return f"{step[0]}({', '.join(map(str, step[1]))})"


def take(state: State, action: engine.Action, rules: Machine) -> Replay:
    """One decision, taken in the engine and by the clauses."""
    position = position_of(state, rules)
    step, given = projection.step_of(state, action)
    refused = dict.fromkeys(part.clause for part in position.refusals(step, *given))
    try:
        after = state.apply_action(action)
    except IllegalAction as error:
        outcome = Outcome.BOTH_REFUSE if refused else Outcome.ENGINE_REFUSES
        return Replay(outcome, state, action, detail="; ".join([error.reason.value, *refused]))
    if refused:
        return Replay(Outcome.CLAUSES_REFUSE, state, action, after, ", ".join(refused))
    return _compared(Replay(Outcome.AGREED, state, action, after), position, step, given)


def _compared(found: Replay, position: Position, step: Step, given: tuple[Any, ...]) -> Replay:
    assert found.after is not None
    try:
        *_, last = followed(position, step, given)
    except IncoherentError as error:
        return replace(found, outcome=Outcome.DIFFER, detail=str(error))
    expected = projection.facts(found.after)
    wrong = [name for name, value in expected.items() if last.values[name] != value]
    told = [f"{name}: clauses {last.values[name]}, engine {expected[name]}" for name in wrong]
    return replace(found, outcome=Outcome.DIFFER, detail="; ".join(told)) if wrong else found


def followed(position: Position, step: Step, given: tuple[Any, ...]) -> Iterator[Position]:
    """The positions that the clauses go through after a decision, up to the next one."""
    first = position.machine.at(position.after(step, *given))
    yield first
    for *_, after in first.unfolding():
        yield after


def _replay_moment(values: Values, step: str, rules: Machine) -> Replay:
    """A moment between two decisions, come to by the decision before it."""
    found = decision_before(values, step, rules)
    if isinstance(found, NotAPosition):
        return Replay(Outcome.NOT_A_POSITION, detail=str(found))
    if found is None:
        return Replay(Outcome.UNSHOWN, detail=f"next comes {step}, and no decision was found that leads there")
    state, action = found
    return replace(take(state, action, rules), doubt=doubt_about(state))
