"""Which clauses a program mistakes that does not tell its state, but lists decisions about pieces that are not there.

Such a program believes something else about the position. If its list is wrong about one or two pieces only, whatever
changed these pieces, the latest first, is where it went wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.questions import taken
from archipel.checks.judge.conformance.games import Difference
from archipel.checks.judge.conformance.step_trace import Course, Place
from archipel.reference.costa_ruana import (
    Action,
    MoveInhabitant,
    MoveTreasure,
    PlayDown,
    PlayUp,
    Remove,
    Stand,
    State,
    new_game,
)
from archipel.reference.costa_ruana import Place as Placing

FEW = 2
"""A list that is wrong about more pieces than that is wrong by itself."""
MEMBERS = {"on": "inhabitants", "treasures": "treasures", "reserve": "reserve", "place_of": "hands"}
Piece = tuple[str, Place]


def hidden_clauses(d: Difference) -> Iterator[str]:
    """The clauses that last changed the pieces about which a list is wrong, unless the program tells where they are."""
    pieces = set(_pieces(d))
    if not 0 < len(pieces) <= FEW or any(MEMBERS[fact] in d.answer.state for fact, _ in pieces):
        return
    courses = list(_courses(d))
    for fact, place in sorted(pieces):
        for course in reversed(courses):
            yield from _words(course, fact, place)
            yield from course.clauses_that_changed(fact, [place])


def _words(course: Course, fact: str, place: Place) -> Iterator[str]:
    """The clauses whose words decided what happened to a piece at the end of a round."""
    collect, prepare = course.stage("collect"), course.stage("prepare")
    if collect is not None and fact in ("on", "treasures"):
        yield from taken(collect.here, place[0])["clauses"] if any(collect.here.values["on"][place[0]]) else ()
    if prepare is not None and fact == "place_of" and prepare.here.evaluate("before_the_last_round"):
        yield "succession.last-draw"


def _courses(d: Difference) -> Iterator[Course]:
    game = d.position.game
    state: State = new_game(d.script.start, game.rules, game.deck)
    for action in d.script.moves:
        yield Course(MAPPING, state, action)
        state = state.apply_action(action)


def _pieces(d: Difference) -> Iterator[Piece]:
    """What must be there for the decisions that are extra, or missing."""
    listed = {piece for item in d.position.legal_actions() if item not in d.missing for piece in _needed(item)}
    for action in (*d.extra, *d.missing):
        for fact, place in _needed(action):
            there = _count(d.position, fact, place)
            if there == (action in d.missing) or fact == "reserve":
                yield from [(fact, place)] if (fact, place) not in listed or fact == "reserve" else []


def _needed(action: Action) -> Iterator[Piece]:
    match action:
        case MoveInhabitant(owner=owner, source=source):
            yield "on", (source, owner)
        case Remove(player=player, islands=islands):
            yield from (("on", (island, player)) for island in islands)
        case MoveTreasure(source=source):
            yield "treasures", (source,)
        case Placing(player=player) | Stand(player=player):
            yield "reserve", (player,)
        case PlayUp(card=card) | PlayDown(card=card):
            yield "place_of", (card,)


def _count(state: State, fact: str, place: Place) -> bool:
    """Whether there is such a piece."""
    if fact == "place_of":
        return any(place[0] in hand for hand in state.hands)
    values: Any = {"on": state.inhabitants, "treasures": state.treasures, "reserve": state.reserve}[fact]
    for index in place:
        values = values[index] if index < len(values) else 0
    return bool(values)
