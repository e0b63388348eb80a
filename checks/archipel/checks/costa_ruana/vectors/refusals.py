"""Decisions that are refused, each with every minimal set of clauses that forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from archipel.checks.costa_ruana.explanations import reasons_against
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors import played
from archipel.checks.costa_ruana.vectors.played import Moment
from archipel.checks.costa_ruana.vectors.single_rules import case
from archipel.checks.judge.vectors import Data, Suite
from archipel.reference.costa_ruana import Action, Condition, Face, State, codec

ABOUT = "decisions that are refused, each with every minimal set of clauses that forbids it: any is a right reason"
ONE_BEYOND = 1


def suite(players: Iterable[int] = PLAYERS) -> Suite:
    return Suite("refused", "cases", ABOUT, {"cases": [case for number in players for case in cases(number)]})


def cases(players: int) -> Iterator[Data]:
    """One decision for each kind of decision and each list of reasons."""
    seen: set[tuple[object, ...]] = set()
    for number in range(played.GAMES):
        moments = played.game(players, number)
        for moment in moments:
            yield from _refused(moment, others(moment, moments), seen)


def others(moment: Moment, moments: Iterable[Moment]) -> list[Action]:
    """Decisions of other moments of the game: one of each kind."""
    return list({each.kind: each.action for each in moments if each.kind != moment.kind}.values())


def _refused(moment: Moment, elsewhere: Iterable[Action], seen: set[tuple[object, ...]]) -> Iterator[Data]:
    legal, here = set(moment.state.legal_actions()), MAPPING.position(moment.state)
    for action in dict.fromkeys([*neighbours(moment.state, moment.action), *elsewhere]):
        if action in legal:
            continue
        reasons = tuple(reasons_against(moment.state, action, here))
        sort = (codec.DECISION_OF[type(action)], reasons)
        if sort not in seen:
            seen.add(sort)
            clauses = [clause for found in reasons for clause in found]
            ask = {"do": "play", "action": codec.action_data(action)}
            yield case(moment, ask, clauses)


def neighbours(state: State, action: Action) -> Iterator[Action]:
    """Decisions that differ from one in a single argument, or in the number of islands they name."""
    for field in fields(action):
        for value in _values(state, field.name, getattr(action, field.name)):
            yield replace(action, **{field.name: value})


def _values(state: State, name: str, value: Any) -> Iterable[Any]:
    match name:
        case "face":
            return Face
        case "condition":
            return Condition
        case "islands":
            return _other_islands(state, value)
        case "card":
            return sorted({card for hand in state.hands for card in hand} | {*state.pile[:1], *state.discards[:1]})
        case "island" | "source" | "target":
            return range(state.islands + ONE_BEYOND)
        case _:
            return range(state.players + ONE_BEYOND)


def _other_islands(state: State, islands: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """One fewer, one more, or one elsewhere, always in order."""
    for place in range(len(islands)):
        yield islands[:place] + islands[place + 1 :]
    for island in range(state.islands + ONE_BEYOND):
        yield tuple(sorted((*islands, island)))
        yield from (tuple(sorted((*islands[:p], island, *islands[p + 1 :]))) for p in range(len(islands)))
