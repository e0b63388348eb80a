"""What a search looks for when it is asked whether a game comes to a situation.

Only the facts that the claim speaks of must be as they are in the situation. Cards count by their faces: which of two
equal cards it is makes no difference to any rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from archipel.checks.agreement.witnesses.counterexamples import Counterexample, ReplayOutcome
from archipel.checks.agreement.witnesses.game_search import NotReached, SearchBudget, SearchGoal
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.projection import BACKGROUNDS, code, facts
from archipel.checks.costa_ruana.reaching import SEARCH, Found
from archipel.checks.costa_ruana.witness import REPLAYER, Replayed
from archipel.reference.costa_ruana import Card, State
from archipel.reference.costa_ruana.collection import collect
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic.terms import Role

READERS: dict[str, Callable[[State], Any]] = {
    "on": lambda state: state.inhabitants,
    "treasures": lambda state: state.treasures,
    "reserve": lambda state: state.reserve,
    "hut": lambda state: state.huts,
    "gained": lambda state: state.gains,
    "round": lambda state: state.round,
    "shaman": lambda state: state.shaman,
    "tide": lambda state: code(BACKGROUNDS[state.tide]),
    "time": lambda state: code(BACKGROUNDS[state.time]),
}
"""How to read from a state, quickly, what the clauses call by these names."""

COUNTED = ("on", "treasures", "reserve", "hut")
ABOUT_CARDS = frozenset({"laid", "kind", "amount", "background"})
LEFT_TO_CHANCE = frozenset({"laid", "place_of", "position", "drawn"})
PASSED_BY = ("reveal", "take_up", "skip", "finish_card")

Values = Mapping[str, Any]


def goal_of(situation: Counterexample, replayed: Replayed) -> SearchGoal[State]:
    """A game comes to the situation when it comes to what the claim speaks of, at the same moment of a round."""
    wanted = _wanted(situation, replayed)
    easy = {name: value for name, value in wanted.items() if name in READERS}
    islands = {i for name in ("on", "treasures") for i, row in enumerate(easy.get(name, ())) if _known(row)}
    nearness = _nearness(easy)
    if situation.step == "collect":
        return SearchGoal.passing(lambda board: _fits_all(board, easy), nearness, islands)
    if situation.step in ("prepare", "finish_game"):
        return SearchGoal.passing(lambda board: _fits_all(collect(board), easy), _after_collecting(easy), islands)
    return SearchGoal.position(_same_position(situation, replayed, wanted), nearness, islands)


def _wanted(situation: Counterexample, replayed: Replayed) -> dict[str, Any]:
    """The facts that matter, those that only chance decides left out.

    A moment between two decisions is come to by the decision before it, so the facts are those of that position; only
    the collection is looked at by itself.
    """
    state = {symbol.name for symbol in RULEBOOK.vocabulary.with_role(Role.STATE)}
    names = (situation.about & state) - LEFT_TO_CHANCE
    given = situation.values
    if situation.step in PASSED_BY and replayed.state is not None:
        given = facts(replayed.state)
    return {name: given[name] for name in names if given.get(name) is not None}


def _known(value: Any) -> bool:
    return any(map(_known, value)) if isinstance(value, tuple | list) else value is not None


def _fits(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, tuple | list):
        return all(_fits(one, other) for one, other in zip(found, wanted, strict=False))
    return wanted is None or bool(found == wanted)


def _fits_all(state: State, wanted: Values) -> bool:
    return all(_fits(READERS[name](state), value) for name, value in wanted.items())


def _same_position(situation: Counterexample, replayed: Replayed, wanted: Values) -> Callable[[State], bool]:
    easy = {name: value for name, value in wanted.items() if name in READERS}
    hard = {name: value for name, value in wanted.items() if name not in READERS}
    faces = _faces(replayed.state) if situation.about & ABOUT_CARDS else {}

    def holds(state: State) -> bool:
        if not _fits_all(state, easy) or not _same_question(state, situation, replayed):
            return False
        if hard and not all(_fits(value, hard.get(name)) for name, value in facts(state).items()):
            return False
        return not faces or _faces(state) == faces

    return holds


def _same_question(state: State, situation: Counterexample, replayed: Replayed) -> bool:
    """Whether the step is asked for, and is as legal as it was in the replay."""
    model, action = replayed.state, replayed.action
    if situation.step is None or model is None or action is None:
        return True
    if (state.phase, state.actor) != (model.phase, model.actor):
        return False
    return (action in state.legal_actions()) == (replayed.outcome is not ReplayOutcome.BOTH_REFUSE)


def _faces(state: State | None) -> dict[int, Card]:
    """The cards on the table, notches aside."""
    table = () if state is None else state.table
    cards = () if state is None else state.deck.cards
    return {slot: cards[laid.card]._replace(notches=0) for slot, laid in enumerate(table) if laid is not None}


def _nearness(wanted: Values) -> Callable[[State], float]:
    """How many pieces are where they should not be; a round that is over does not come back."""
    counted = [(READERS[name], _numbers(wanted[name])) for name in COUNTED if name in wanted]
    last = wanted.get("round")

    def distance(state: State) -> float:
        missed = 1000 * (last is not None and state.round > last)
        return missed + sum([_gaps(read(state), numbers) for read, numbers in counted])

    return distance


def _after_collecting(wanted: Values) -> Callable[[State], float]:
    nearness, gains = _nearness(wanted), _numbers(wanted.get("gained", ()))
    return lambda state: nearness(state) + _gaps(collect(state).gains, gains)


def _numbers(wanted: Any, *above: int) -> list[tuple[tuple[int, ...], int]]:
    """The numbers that are wanted of a table, with their places in it."""
    if isinstance(wanted, tuple | list):
        return [number for place, inner in enumerate(wanted) for number in _numbers(inner, *above, place)]
    return [] if wanted is None else [(above, wanted)]


def _gaps(found: Any, wanted: Sequence[tuple[tuple[int, ...], int]]) -> int:
    """By how much numbers differ from what is wanted at their places; a search asks this of every position."""
    gaps = 0
    for place, number in wanted:
        value = found
        for index in place:
            value = value[index]
        gaps += abs(value - number)
    return gaps


def reach(
    situation: Counterexample, replayed: Replayed | None = None, budget: SearchBudget | None = None, seed: int = 0
) -> Found | NotReached | None:
    """Whether a game comes to the situation, as far as its claim speaks of it; None if the engine has no such position.

    The search plays with the numbers and the cards of the situation.
    """
    found = replayed or REPLAYER.replay(situation)
    if found.state is None:
        return None
    goal = goal_of(situation, found)
    return SEARCH.reachable(goal, situation.players, budget, seed, Terms(found.state.rules, found.state.deck))
