"""Why a move is not legal, as far as clauses alone can say it, for games without sentences of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.explain.forbidding_sets import minimal_sets
from archipel.checks.games.engine import Data
from archipel.checks.judge.game import Complaint
from archipel.reference.strict_json import BadInput, canonical


@dataclass(frozen=True)
class ClauseReasons:
    """What the clauses alone can say of any game: which of them forbid a move."""

    mapping: EngineMapping[Any, Any, Any, Any]

    def forbidding(self, state: Any, action: Any) -> list[tuple[str, ...]]:
        """Every minimal set of clauses that forbids a move."""
        position, (step, given) = self.mapping.position(state), self.mapping.step_of(state, action)
        broken = dict.fromkeys([part.clause for part in position.refusals(step, *given)])
        return minimal_sets(list(broken), lambda kept: not kept.isdisjoint(broken))

    def drawn(self, state: Any, lang: str) -> str:
        told = self.mapping.engine.codec.position_data(state)
        return "".join([f"{name}: {canonical(value)}" for name, value in told.items()])

    def explained(self, state: Any, action: Any, viewer: int | None, lang: str) -> Data:
        sets = [list(found) for found in self.forbidding(state, action)]
        return {"verdict": "illegal" if sets else "legal", "sets": sets}

    def refusal(self, state: Any, action: Any, reason: str, lang: str) -> Complaint:
        sets = self.forbidding(state, action)
        clauses = tuple(dict.fromkeys([clause for found in sets for clause in found]))
        data = {"reason": reason, "clauses": list(clauses), "sets": [list(found) for found in sets]}
        return Complaint(data, (reason, *clauses), clauses)

    def wrong_result(self, state: Any, claimed: Data, due: Data | None, lang: str) -> Complaint:
        told = () if due is None else (canonical(due, newline=False),)
        return Complaint({"claimed": claimed, "due": due}, told)

    def kinds_of_questions(self) -> Sequence[str]:
        return ()

    def answer(self, question: object, state: Any | None) -> Data:
        raise BadInput("this game answers no questions")
