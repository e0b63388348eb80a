"""Counterexamples that provers find, and what became of them when an engine replayed them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Generic

from archipel.checks.games.engine import Action, State
from archipel.spec.readings import Choice

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Counterexample:
    """What a prover found: a position as far as it matters, perhaps a step from it, perhaps the claim it refutes.

    ``arguments`` are in the order of the step. ``claim`` has a sentence for each language. ``mentions`` names the facts
    that the claim speaks of; without it, all that ``values`` has. ``violation`` says, as a Python expression about the
    engine's ``before`` and ``after``, in what the claim is false. ``choice`` are the readings that are not ours.
    """

    players: int
    values: Values
    step: str | None = None
    arguments: tuple[Any, ...] = ()
    claim: Mapping[str, str] = field(default_factory=dict)
    mentions: frozenset[str] = frozenset()
    violation: str = ""
    choice: Choice = field(default_factory=dict)

    @property
    def about(self) -> frozenset[str]:
        """The facts that matter."""
        return self.mentions or frozenset(name for name, value in self.values.items() if value is not None)

    def about_only(self) -> Counterexample:
        """The same without the values that the claim does not speak of."""
        return replace(self, values={name: value for name, value in self.values.items() if name in self.about})


class ReplayOutcome(Enum):
    """How a replay ended."""

    AGREED = "engine and clauses agree"
    BOTH_REFUSE = "engine and clauses both refuse the step"
    ENGINE_REFUSES = "the clauses allow the step, the engine refuses it"
    CLAUSES_REFUSE = "the engine allows the step, the clauses refuse it"
    DIFFER = "engine and clauses come to different positions"
    UNSHOWN = "a moment between two decisions that the engine never shows"
    NOT_A_POSITION = "not a position of the engine"


@dataclass(frozen=True)
class Replay(Generic[State, Action]):
    """A counterexample as the engine plays it.

    ``doubt`` says why the engine holds that no game comes to the position, if it does; ``dropped`` names given facts
    that had to be left out to have a position at all.
    """

    outcome: ReplayOutcome
    state: State | None = None
    action: Action | None = None
    after: State | None = None
    detail: str = ""
    doubt: str = ""
    dropped: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return self.outcome in (ReplayOutcome.AGREED, ReplayOutcome.BOTH_REFUSE)

    @property
    def is_replayed(self) -> bool:
        """Whether the engine has the position and, if there is a step, a decision that takes it."""
        return self.outcome not in (ReplayOutcome.NOT_A_POSITION, ReplayOutcome.UNSHOWN)

    @property
    def label(self) -> str:
        """The outcome in one sentence, nothing left out."""
        parts = [self.outcome.value, self.detail, f"no game comes to it, {self.doubt}" if self.doubt else ""]
        if self.dropped:
            parts.append(f"without {', '.join(self.dropped)}")
        return "; ".join(part for part in parts if part)
