"""Which clauses a difference is about, the likeliest first: what the program breaks, or takes for something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from archipel.checks.costa_ruana.conformance.board_clauses import FACTS, board_clauses
from archipel.checks.costa_ruana.conformance.flow_clauses import (
    AskedNext,
    asked_by,
    asked_in,
    flow_clauses,
    same_question,
)
from archipel.checks.costa_ruana.conformance.hidden_clauses import hidden_clauses
from archipel.checks.costa_ruana.conformance.menu_clauses import allowing, forbidding, plain_link
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.explain.model import Link
from archipel.checks.judge.conformance.games import Difference, Given
from archipel.checks.judge.conformance.step_trace import Course, changing
from archipel.reference.costa_ruana import Action, State, codec
from archipel.reference.strict_json import Field
from archipel.spec.costa_ruana.readings import READINGS

# What comes of looking into members that a program has filled with something else than they are made of.
NONSENSE = (TypeError, ValueError, LookupError, AttributeError, AssertionError)
MOST = 4
"""More clauses than that would name none."""

REMEMBERED = {"moved": "moved-twice", "offered": "previous-shaman", "old_shaman": "naming"}
"""The points of the rules on which it depends whether a member is there at all."""

IN_OPENING: Mapping[str, Sequence[str]] = {
    "players": ["components.players"],
    "inhabitants": ["setup.island-count", "setup.reserves"],
    "treasures": ["setup.treasures"],
    "hands": ["setup.deal"],
    "pile": ["setup.draw-pile"],
    "reserve": ["setup.reserves"],
    "huts": ["setup.reserves"],
    "gains": ["setup.reserves"],
    "shaman": ["setup.shaman"],
    "actor": ["setup.settle-order"],
    "tide": ["setup.conditions"],
    "time": ["setup.conditions"],
    "table": ["setup.empty-table"],
    "standing": ["setup.empty-table"],
    "resolving": ["setup.empty-table"],
    "round": ["round.count"],
    "phase": ["round.steps"],
    **{member: [READINGS.points[point].clause.id] for member, point in REMEMBERED.items()},
}
"""What says how a game begins, by the members of a position."""

IN_VIEW: Mapping[str, Sequence[str]] = {
    **IN_OPENING,
    "huts": ["succession.huts"],
    "table": ["play.face-down", "reveal.turn-up"],
    "hand": ["setup.deal", "succession.draw"],
    "hand_sizes": ["setup.deal", "succession.draw"],
    "pile_size": ["setup.draw-pile", "succession.draw"],
    "discards": ["reveal.discard", "resolution.finish"],
}
"""What says who sees what."""


def named(difference: Difference) -> list[Link]:
    """The clauses with their sentences and, where something is forbidden, with the facts."""
    links: dict[str, Link] = {}
    try:
        for link in _links(difference):
            links.setdefault(link.clause, link)
        understood = bool(links)
    except NONSENSE:
        understood = False
    if not understood:
        for link in _plain(difference.position, _by_name(difference)):
            links.setdefault(link.clause, link)
    return list(links.values())[:MOST]


def _by_name(d: Difference) -> Iterator[str]:
    """What says most about the members that differ, where their values cannot be understood or say nothing."""
    if d.last is None and isinstance(d.script.start, Given):
        return
    for name in (*d.members("state"), *d.members("view")):
        yield from IN_VIEW.get(name, ())


def _links(d: Difference) -> Iterator[Link]:
    yield from _after_a_try(d)
    if "accepted" in d.aspects:
        assert d.last is not None
        yield from forbidding(d.position, [d.last.what])
    elif "refused" in d.aspects:
        yield from _refused(d)
    elif views := d.members("view"):
        yield from _plain(d.position, [clause for name in views for clause in IN_VIEW.get(name, ())])
    else:
        yield from _answered(d)


def _plain(state: State, clauses: Iterable[str]) -> Iterator[Link]:
    return (plain_link(state, clause) for clause in dict.fromkeys(clauses))


def _after_a_try(d: Difference) -> Iterator[Link]:
    """What forbids a decision that was tried just before, and what of it was carried out all the same."""
    if len(d.script.events) > 1 and (tried := d.script.events[-2]).do == "try" and d.before is not None:
        yield from forbidding(d.before, [tried.what])
        facts = [FACTS[name] for name in d.members("state") if name in FACTS]
        found = [clause for fact in facts for clause in changing(MAPPING, d.before, tried.what, fact)]
        yield from _plain(d.before, found)


def _refused(d: Difference) -> Iterator[Link]:
    if d.before is None or d.last is None:
        yield from _plain(d.position, ["setup.shuffle"] if not isinstance(d.script.start, Given) else [])
    else:
        yield from allowing(d.before, [d.last.what], None)


def _answered(d: Difference) -> Iterator[Link]:
    """A program that goes on, but elsewhere."""
    legal = [codec.read_action(Field(item)) for item in d.answer.legal]
    given = d.answer.state
    theirs, ours = asked_in(given, legal), asked_by(d.position)
    members = d.members("state")
    yield from _plain(d.position, _in_state(d, theirs, members))
    if theirs is not None and same_question(ours, theirs):
        yield from _plain(d.position, hidden_clauses(d))
        yield from _in_menu(d, legal)
    if any(aspect.startswith("result") for aspect in d.aspects):
        yield from _plain(d.position, _in_result(d))


def _in_state(d: Difference, theirs: AskedNext | None, members: Sequence[str]) -> Iterator[str]:
    if d.before is None or d.last is None:
        yield from _in_opening(d, members) if not isinstance(d.script.start, Given) else ()
        return
    course = Course(MAPPING, d.before, d.last.what)
    special, changed = board_clauses(course, d.answer.state, d.expected.state, _board(members))
    flow = [] if theirs is None else list(flow_clauses(course, d.position, theirs))
    if not flow and {"waiting", "copying"} & set(members):
        flow = ["resolution.beneficiaries"]
    if flow[:1] in (["resolution.as-possible"], ["round.count"]):
        yield from flow
    yield from special
    elsewhere = theirs is not None and theirs.phase is not d.position.phase
    if not elsewhere and {"inhabitants", "treasures", "reserve"} & set(members):
        yield from changed
    yield from [*flow, *changed]


def _board(members: Sequence[str]) -> list[str]:
    """The members that are no mere consequence of whose turn it is."""
    return [name for name in members if name not in ("actor", "resolving", "waiting", "copying", "phase")]


def _in_opening(d: Difference, members: Sequence[str]) -> Iterator[str]:
    given = [d.answer.state[name] for name in ("inhabitants", "treasures") if name in d.answer.state]
    if any(isinstance(islands, list) and len(islands) != d.position.islands for islands in given):
        yield "setup.island-count"
    for name in members:
        yield from IN_OPENING.get(name, ())
    if not members:
        yield "setup.settle-order" if _players(d) != {d.position.actor} else "setup.island-count"


def _players(d: Difference) -> set[Any]:
    return {item.get("player") for item in d.answer.legal}


def _in_menu(d: Difference, legal: Sequence[Action]) -> Iterator[Link]:
    if d.extra:
        yield from forbidding(d.position, d.extra)
    if d.missing:
        yield from allowing(d.position, d.missing, legal)
    if "twice" in d.aspects and not d.extra and not d.missing:
        twice = next(action for action in legal if legal.count(action) > 1)
        yield from allowing(d.position, [twice], None)


def _in_result(d: Difference) -> Iterator[str]:
    expected, given = d.expected.result, d.answer.result
    if expected is None or given is None:
        yield "end.after-last-round"
        return
    if "result.points" in d.aspects:
        yield "end.points"
    if "result.ranking" in d.aspects:
        yield from _ranking(d.position, given.get("ranking"))


def _ranking(state: State, ranking: Any) -> Iterator[str]:
    """Why some seats must stand otherwise to each other than the program has them."""
    theirs = {seat: place for place, group in enumerate(ranking or ()) for seat in group}
    ours = {seat: place for place, group in enumerate(state.ranking()) for seat in group}
    points, found = state.returns(), set[str]()
    for one in ours:
        for other in ours:
            if one < other and _order(ours, one, other) != _order(theirs, one, other):
                level = points[one] == points[other]
                found.add("end.winner" if not level else "end.shared" if ours[one] == ours[other] else "end.tie-break")
    yield from sorted(found, key=["end.tie-break", "end.shared", "end.winner"].index)


def _order(places: Mapping[int, int], one: int, other: int) -> int:
    left, right = places.get(one, -1), places.get(other, -1)
    return (left > right) - (left < right)
