"""Why a move is legal or not: the clauses that forbid it or make it happen, with the facts of the position.

:func:`explain` is the service; the command line, and whoever else refuses a move, ask it. The clauses decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.happenings import Moment, told, words_used
from archipel.checks.costa_ruana.outcomes import in_all
from archipel.checks.costa_ruana.projection import MAPPING, numbers_of
from archipel.checks.costa_ruana.telling import Teller
from archipel.checks.costa_ruana.why_not import (
    MANNERS,
    UNKNOWN_DECISION,
    Situation,
    everybody,
    fact,
    reading_with,
    turn,
    who,
)
from archipel.checks.costa_ruana.wording import say
from archipel.checks.costa_ruana.wording_why import why
from archipel.checks.explain.forbidding_sets import (
    Attempt,
    Refusal,
    contributions,
    forbidding_sets,
    refusals,
    refused_anyway,
    rests_on,
)
from archipel.checks.explain.model import Alternative, Explanation, Happening, Link, Text, linked
from archipel.reference.costa_ruana.actions import Action, Place, PlayDown, PlayUp, Remove
from archipel.reference.costa_ruana.codec import action_data
from archipel.reference.costa_ruana.state import State
from archipel.reference.strict_json import BadInput
from archipel.reference.values import fields_of
from archipel.spec.clauses import Step
from archipel.spec.machine import Position

ALTERNATIVES = 3


def explain(state: State, action: Action, viewer: int | None = None) -> Explanation:
    """Why an action is legal or not in a position, for a judge or for a seat, which is told nothing it may not see.

    An action that is not written as it must be raises :class:`BadInput`.
    """
    check_written(action)
    _check_viewer(state, action, viewer)
    attempt = attempted(state, action)
    if refused := refused_by(attempt):
        return _illegal(state, action, attempt, refused, viewer)
    happens = tuple(_happenings(state, action, attempt, viewer))
    return Explanation(action_data(action), happens=happens)


def reasons_against(state: State, action: Action, position: Position | None = None) -> list[tuple[str, ...]]:
    """Every minimal set of clauses that forbids an action; none if it is legal.

    Whoever asks about many actions in one position may hand over the clauses' view of it.
    """
    check_written(action)
    attempt = attempted(state, action, position)
    return forbidding_sets(attempt.rulebook, refused_by(attempt))


def check_written(action: Action) -> None:
    """Refuse a list of islands that is not in order: the same move is written in one way only."""
    if isinstance(action, Place | Remove) and list(action.islands) != sorted(action.islands):
        raise BadInput("islands: expected in increasing order")


def _check_viewer(state: State, action: Action, viewer: int | None) -> None:
    if viewer is None:
        return
    if not 0 <= viewer < state.players:
        raise BadInput(f"seat {viewer}: there are seats 0 to {state.players - 1}")
    if isinstance(action, PlayUp | PlayDown) and action.player != viewer:
        raise BadInput(f"seat {viewer} may not know which cards seat {action.player} holds")


def attempted(state: State, action: Action, position: Position | None = None) -> Attempt:
    """An action as the clauses see it."""
    here = MAPPING.position(state) if position is None else position
    step, given = projection.step_of(state, action)
    islands = action.islands if isinstance(action, Place | Remove) else ()
    astray = tuple(island for island in islands if island >= state.islands)
    return Attempt(here, step, given, {"chosen": astray})


def link(state: State, position: Position, clause: str, fact: Text | None = None) -> Link:
    return linked(position.machine.rulebook, numbers_of(state.rules).for_statements(), clause, fact)


# Illegal


def refused_by(attempt: Attempt) -> list[Refusal]:
    """Everything that forbids the step; one that only another reading has is forbidden by our clause in that place."""
    if attempt.step.name in attempt.rulebook.steps:
        return refusals(attempt, MANNERS)
    clause, _, _ = reading_with(attempt.step)
    return [*refused_anyway(attempt.position, MANNERS), Refusal(clause, UNKNOWN_DECISION)]


def _illegal(
    state: State, action: Action, attempt: Attempt, refused: Sequence[Refusal], viewer: int | None
) -> Explanation:
    numbers = numbers_of(state.rules).for_statements()

    def reason(refusal: Refusal) -> Link:
        facts = in_all(lambda lang: fact(Situation(lang, state, action, attempt.position, viewer), refusal))
        return linked(attempt.rulebook, numbers, refusal.clause, facts, rests_on(attempt, refusal))

    return Explanation(
        action_data(action),
        sets=tuple(forbidding_sets(attempt.rulebook, refused)),
        reasons=tuple(map(reason, refused)),
        due=_due(state),
        alternatives=_alternatives(state, action, viewer),
    )


def _due(state: State) -> Text | None:
    return None if state.actor is None else in_all(lambda lang: turn(lang, state))


def _alternatives(state: State, action: Action, viewer: int | None) -> tuple[Alternative, ...]:
    """The legal actions closest to an action, if it is this player's turn; nobody else may know them all."""
    if action.player != state.actor or viewer not in (None, state.actor):
        return ()
    nearest = sorted(state.legal_actions(), key=lambda other: distance(action, other))[:ALTERNATIVES]
    return tuple(Alternative(action_data(other), decision_told(state, other)) for other in nearest)


def distance(action: Action, other: Action) -> tuple[bool, int]:
    """How far one action is from another: whether it is of another kind, then how many arguments differ."""
    given, wanted = fields_of(action), fields_of(other)
    changed = sum(_difference(given.get(name), wanted[name]) for name in wanted)
    return type(action) is not type(other), changed


def _difference(one: object, other: object) -> int:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return max((Counter(one) - Counter(other)).total(), (Counter(other) - Counter(one)).total())
    return int(one != other)


def decision_told(state: State, action: Action, viewer: int | None = None) -> Text:
    """A decision as a sentence, for whoever takes it or for a viewer."""
    reader = action.player if viewer is None else viewer

    def make(lang: str) -> str:
        text = Teller(lang, everybody(lang, state.players), state.deck, reader).decision(state, action)
        return say(lang, "decision.copy", sentence=text) if state.copying else text

    return in_all(make)


# Legal


def _happenings(state: State, action: Action, attempt: Attempt, viewer: int | None) -> Iterator[Happening]:
    """The decision and what follows from it, as far as the viewer may know."""
    before = attempt.position
    clauses = contributions(before, attempt.step, attempt.given)
    yield _happening(state, before, attempt.step.name, [decision_told(state, action, viewer)], clauses)
    before = before.machine.at(before.after(attempt.step, *attempt.given))
    for step, given, after in before.unfolding():
        if step.name == "reveal" and viewer is not None:
            hidden = in_all(lambda lang: why(lang, "then.hidden", player=who(lang, state.players, viewer)))
            yield _happening(state, before, step.name, [hidden], [])
            return
        named = {*contributions(before, step, given), *words_used(step.name, before, state.rules)}
        clauses = [id for id in attempt.rulebook.clauses if id in named]
        yield _happening(state, before, step.name, _told(state, step, before, after), clauses)
        before = after


def _happening(state: State, position: Position, step: str, told: Sequence[Text], clauses: Sequence[str]) -> Happening:
    return Happening(step, tuple(told), tuple(link(state, position, clause) for clause in clauses))


def _told(state: State, step: Step, before: Position, after: Position) -> list[Text]:
    lines = {lang: told(step.name, Moment(lang, state, before, after)) for lang in ("en", "fr")}
    return [{"en": en, "fr": fr} for en, fr in zip(lines["en"], lines["fr"], strict=True)]
