"""Engine positions whose numbers are unknown, the clauses over the same unknowns, and the comparison of the two.

The skeleton of a position (phase, who acts, cards on the table) is given; inhabitants, treasures, reserves and huts are
unknowns that satisfy the invariants of the clauses and nothing else. Leaving an invariant out only makes a claim harder
to prove, so those that speak of single cards, which no number here depends on, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar
from unittest.mock import patch

import z3

from archipel.checks.costa_ruana import projection
from archipel.checks.proofs.engine.stand_ins import Given, relied_upon, shown
from archipel.checks.proofs.engine.symbolic import (
    ContradictionError,
    Path,
    SymbolicBool,
    SymbolicInt,
    SymbolicTuple,
    TooManyPathsError,
    Undecided,
    WrongCallError,
    explore,
    plain,
    term_of,
    unknown,
)
from archipel.checks.proofs.prover import after, arguments_in_range
from archipel.checks.proofs.prover import term_of as term_of_claim
from archipel.checks.proofs.results import Result, Status
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import IllegalAction, Phase, State
from archipel.reference.costa_ruana import engine as stepping
from archipel.reference.costa_ruana.state import FIELDS
from archipel.spec.clauses import Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role

FACTS = RULEBOOK.vocabulary.with_role(Role.STATE)

ASSUMED = (
    "no_island_overcrowded",
    "no_inhabitant_lost",
    "no_negative_inhabitants",
    "no_treasure_lost",
    "no_negative_treasures",
    "somebody_is_shaman",
    "rounds_in_range",
    "an_offer_means_another_round",
    "turns_in_range",
)

# What is assumed of positions with any table besides.
OF_TABLES = ("inhabitants_stand_on_cards_that_are_there",)

Claims = Mapping[str, Any]
Found = TypeVar("Found")
ActionT = TypeVar("ActionT")


def unknowns(name: str, *sizes: int) -> Any:
    """Nested tuples of unknowns, named as the clauses name their places."""
    if not sizes:
        return unknown(name)
    return SymbolicTuple([unknowns(f"{name}_{place}", *sizes[1:]) for place in range(sizes[0])])


@cache
def opening(players: int) -> State:
    """Some opening, whose hands and pile serve where cards do not matter."""
    return engine.new_game(engine.Setup.from_seed(players, 0))


def with_unknown_board(state: State) -> State:
    """The same skeleton with unknown inhabitants, treasures, reserves and huts."""
    players, islands = state.players, state.islands
    return state.changed(
        inhabitants=unknowns("on", islands, players),
        treasures=unknowns("treasures", islands),
        reserve=unknowns("reserve", players),
        huts=unknowns("hut", players),
        gains=unknowns("gained", players),
    )


def asked(kind: type[ActionT], **arguments: Any) -> ActionT:
    """An action with unknown arguments; actions made by players must have known ones."""
    action = object.__new__(kind)
    for name, value in arguments.items():
        object.__setattr__(action, name, value)
    return action


_due_of_known = projection._due


def _due(state: State, slot: int) -> tuple[Any, ...]:
    """As the projection has it, also where it is not known before whom the card lies or who stands where."""
    laid, players = state.table[slot], state.players
    if laid is None or not any(isinstance(n, SymbolicInt) for n in (laid.before, state.actor, *state.standing)):
        return _due_of_known(state, slot)
    if state.phase not in (Phase.RESOLVE, Phase.EFFECT):
        return (False,) * (players + 1)
    own = slot != state.resolving or not state.copying
    copies = [_copies(state, slot, seat) for seat in range(players)]
    before = term_of(laid.before)
    turns = [
        z3.Or(*[z3.And(before == (seat - turn) % players, copy) for seat, copy in enumerate(copies)])
        for turn in range(players)
    ]
    return (own, *map(SymbolicBool, turns))


def _copies(state: State, slot: int, seat: int) -> Any:
    if slot != state.resolving:
        return term_of(state.standing[seat] == slot)
    acting = z3.BoolVal(state.copying) if state.actor is None else z3.And(state.copying, term_of(state.actor) == seat)
    return z3.Or(acting, *[term_of(other) == seat for other in state.waiting])


def facts(state: State) -> dict[str, Any]:
    """The facts of a position whose numbers may be unknown."""
    with patch.object(projection, "_due", _due):
        return projection.facts(state)


def clauses_at(state: State, arguments: Mapping[str, Any] | None = None) -> Interpretation:
    """The clauses over the unknowns of an engine's position, and of a decision."""
    with patch.object(projection, "_due", _due):
        values = projection.values(state) | dict(arguments or {})
    return Interpretation("z3", {name: plain(value) for name, value in values.items()})


def invariants(view: Interpretation, names: Sequence[str] = ASSUMED) -> list[Given]:
    """What is true of every position: of the numbers of its board, or what else is named."""
    said = {claim.name: term_of_claim(claim) for claim in THEORY.invariants}
    return [one for name in names for one in shown(name, view(said[name]))]


def allowed(view: Interpretation, step: Step) -> Any:
    """Whether the clauses allow a decision, whose arguments may be any numbers."""
    guards = [view(part.term) for part in RULEBOOK.guards(step)]
    return view.conjunction([*guards, *arguments_in_range(view, step)])


def following(view: Interpretation, *steps: Step) -> Interpretation:
    """The position of the clauses after these steps, one after another."""
    for step in steps:
        view = after(view, RULEBOOK.changes(step))
    return view


def equalities(view: Interpretation, facts: Mapping[str, Any], names: Iterable[str] | None = None) -> dict[str, Any]:
    """For each place of each fact that is not evidently equal, that clauses and engine give it the same value."""
    claims: dict[str, Any] = {}
    for symbol in FACTS:
        if names is not None and symbol.name not in names:
            continue
        for place, by_clauses in view.table(symbol).items():
            by_engine = facts[symbol.name]
            for index in place:
                by_engine = by_engine[index]
            if not _evidently_equal(by_clauses, by_engine):
                claims["_".join([symbol.name, *map(str, place)])] = same(by_clauses, by_engine)
    return claims


def _evidently_equal(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if z3.is_expr(one) and z3.is_expr(other):
        return bool(one.eq(other))
    return type(one) is type(other) and not z3.is_expr(one) and bool(one == other)


def same(one: Any, other: Any) -> Any:
    """That two numbers or truth values, known or not, are equal."""
    return _expression(one) == _expression(other)


def _expression(value: Any) -> Any:
    value = plain(value)
    if isinstance(value, bool):
        return z3.BoolVal(value)
    return z3.IntVal(value) if isinstance(value, int) else value


@dataclass(frozen=True)
class PathsOutcome:
    """How many paths or cases were followed, what is wrong with one of them, and whether all could be decided."""

    cases: int
    wrong: str = ""
    gave_up: str = ""

    def __add__(self, other: PathsOutcome) -> PathsOutcome:
        return PathsOutcome(self.cases + other.cases, self.wrong or other.wrong, self.gave_up or other.gave_up)

    def result(self, id: str, players: int, status: Status, method: str, prover: str | None = "z3") -> Result:
        """The outcome as a result; the status given is the one earned if nothing went wrong."""
        if self.wrong:
            status = Status.REFUTED
        elif self.gave_up:
            status = Status.UNDECIDED
        elif not self.cases:
            status, prover = Status.UNDECIDED, None
        return Result(id, players, status, method, self.cases, prover, detail=self.wrong or self.gave_up)


def on_every_path(
    function: Callable[[], Found],
    assumptions: Sequence[Given],
    claims: Callable[[Path[Found]], Claims],
    about: str = "",
) -> PathsOutcome:
    """Whether the claims hold at the end of every path; stops at the first that fails."""
    paths = 0
    try:
        for path in explore(function, relied_upon(assumptions)):
            paths += 1
            if isinstance(path.error, WrongCallError):
                return PathsOutcome(paths, f"{about}{path.error}")
            fails = path.error is not None and not isinstance(path.error, IllegalAction)
            claimed = {f"the engine fails with {path.error!r}": False} if fails else claims(path)
            failure = path.failure(claimed)
            if failure is not None:
                return PathsOutcome(paths, f"{about}{failure}")
    except (TooManyPathsError, Undecided, TypeError) as error:
        return PathsOutcome(paths, gave_up=f"{about}{error}")
    except (ContradictionError, WrongCallError) as error:
        return PathsOutcome(paths, wrong=f"{about}{error}")
    return PathsOutcome(paths)


def decision_agrees(
    state: State,
    action: engine.Action,
    step: Step,
    arguments: Mapping[str, Any],
    changed: Sequence[str],
    assumptions: Sequence[Given] = (),
    besides: Sequence[str] = (),
    about: str = "",
) -> PathsOutcome:
    """Whether the engine takes a decision exactly where the clauses allow it, and then leads to the same position.

    ``changed`` are the fields in which that may differ; ``besides`` names what else is true of every such position.
    """
    view = clauses_at(state, arguments)
    permitted = allowed(view, step)
    later = following(view, step)

    def engine_run() -> tuple[dict[str, Any], Claims]:
        result = stepping.apply_action(state, action)
        return facts(result), unchanged(state, result, *changed)

    def claims(path: Path[tuple[dict[str, Any], Claims]]) -> Claims:
        if isinstance(path.error, IllegalAction):
            return {f"the clauses allow it, the engine says {path.error.reason.value}": view.negation(permitted)}
        found, more = path.value
        return {"the clauses forbid it, the engine takes it": permitted} | equalities(later, found) | {**more}

    return on_every_path(engine_run, [*invariants(view, (*ASSUMED, *besides)), *assumptions], claims, about)


def unchanged(before: State, after: State, *names: str) -> Claims:
    """That a position differs from an earlier one in these fields at most, also where no fact tells of the others."""
    others = [name for name in FIELDS if name not in names]
    return {f"{name} is as it was": getattr(before, name) is getattr(after, name) for name in others}


def notion(view: Interpretation, name: str, *places: int) -> Any:
    """The value of a defined notion of the clauses."""
    definition = RULEBOOK.definitions[name]
    return view(definition.body, {v.serial: place for v, place in zip(definition.parameters, places, strict=True)})
