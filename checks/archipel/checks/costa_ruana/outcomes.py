"""How things come out: who takes an island's treasure, who is the next shaman, who has won, and by which clauses.

The questions are those of :mod:`questions`; here they are asked of a position of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from archipel.checks.costa_ruana.compiled import by_point
from archipel.checks.costa_ruana.explanations import everybody
from archipel.checks.costa_ruana.projection import MAPPING, numbers_of, step_of
from archipel.checks.costa_ruana.questions import QUESTIONS
from archipel.checks.costa_ruana.wording import LETTERS, say
from archipel.checks.explain.explaining import in_all
from archipel.checks.explain.model import ExplainedOutcome, Text, linked
from archipel.checks.explain.narration import course
from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.rules import Rules
from archipel.reference.costa_ruana.state import Phase, State
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.machine import Position


@dataclass(frozen=True)
class Reached:
    """A position, and the one before it with the move taken there, if that is known."""

    state: State
    before: State | None = None
    action: Action | None = None
    move: int = 0

    def due(self, step: str) -> Position | None:
        """The position in which a consequence of the move before was due, if it had that consequence."""
        if self.before is None or self.action is None:
            return None
        position = MAPPING.position(self.before)
        decision, given = step_of(self.before, self.action)
        happened = course(position.machine.at(position.after(decision, *given)))
        return next((found.before for found in happened if found.step.name == step), None)


def who_takes(reached: Reached, island: int) -> ExplainedOutcome:
    """Who takes an island's treasure: in the round that the last move ended, or else now."""
    if not 0 <= island < reached.state.islands:
        raise BadInput(f"island {island}: there are islands 0 to {reached.state.islands - 1}")
    ended = reached.due("collect")
    position = MAPPING.position(reached.state) if ended is None else ended
    return outcome("island", position, reached.state.rules, _when(reached, ended), island=island)


def next_shaman(reached: Reached, viewer: int | None = None) -> ExplainedOutcome:
    """Who is the next shaman: after the round that the last move ended, or else if it ended now."""
    state = reached.state
    _check_open(state, viewer, needs_huts=state.rules.readings.fewest == "total")
    ended = reached.due("prepare")
    if ended is None and state.phase is Phase.OVER:
        raise BadInput("the game is over: there is no next shaman")
    if ended is None and state.phase is Phase.OFFER:
        raise BadInput("a position does not say what was taken in the round before: give the game record")
    now = MAPPING.position(state)
    collected = now.machine.at(now.after(RULEBOOK.steps["collect"])) if ended is None else ended
    return outcome("shaman", collected, state.rules, _when(reached, ended))


def who_wins(reached: Reached, viewer: int | None = None) -> ExplainedOutcome:
    """Who has won, or would win if the game ended now."""
    _check_open(reached.state, viewer, needs_huts=True)
    over = reached.state.phase is Phase.OVER
    when = in_all(lambda lang: say(lang, "when.end" if over else "when.now"))
    return outcome("score", MAPPING.position(reached.state), reached.state.rules, when)


def _when(reached: Reached, ended: Position | None) -> Text:
    return in_all(lambda lang: say(lang, "when.now") if ended is None else say(lang, "when.move", move=reached.move))


def _check_open(state: State, viewer: int | None, needs_huts: bool) -> None:
    """Refuse to tell a seat what depends on the treasures in closed huts."""
    if viewer is None:
        return
    if not 0 <= viewer < state.players:
        raise BadInput(f"seat {viewer}: there are seats 0 to {state.players - 1}")
    if needs_huts and state.phase is not Phase.OVER:
        raise BadInput(f"seat {viewer} may not look into the huts of others before the game is over")


RESULTS = {"island": ("winner", "returns"), "shaman": ("shaman", "fewest"), "score": ("winners", "points", "ranking")}
ABOUT = {"island": "island", "shaman": "shaman", "score": "winner"}


def outcome(kind: str, position: Position, rules: Rules, when: Text, **asked: Any) -> ExplainedOutcome:
    """The answer to a question about a position, and its clauses with the facts of the position."""
    numbers, players = numbers_of(rules).for_statements(), position.values["players"]

    def bound(lang: str) -> Mapping[str, Any]:
        names = everybody(lang, players)
        return {"names": names, "letters": LETTERS, "reading": by_point(rules.readings), **asked}

    found = QUESTIONS.asked_of(kind, position, bound("en"))
    chain = [
        linked(
            position.machine.rulebook,
            numbers,
            reason.clause,
            in_all(lambda lang, why=reason: QUESTIONS.fact(kind, position, bound(lang), why, lang)),  # type: ignore[misc]
        )
        for reason in QUESTIONS.chain(kind, position, bound("en"))
    ]
    told = in_all(lambda lang: QUESTIONS.told(kind, position, bound(lang), lang))
    result = {**asked, **{name: found[name] for name in RESULTS[kind]}}
    return ExplainedOutcome(ABOUT[kind], when, told, result, tuple(chain))
