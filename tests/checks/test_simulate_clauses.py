"""When a clause decides something: the counts of a simulation, checked against the clauses themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.clause_moments import ClauseMoments, collection
from archipel.checks.costa_ruana.policies import Policy, copying, crowding, emptying
from archipel.checks.costa_ruana.projection import machine
from archipel.checks.costa_ruana.questions import succession, taken
from archipel.checks.costa_ruana.simulation import Treasures
from archipel.checks.costa_ruana.wording import CATALOGUE
from archipel.checks.simulate.policies import any_of, uniform
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana.readings import OURS, POINTS
from archipel.reference.costa_ruana.state import replaced
from archipel.spec.clauses import Nature, Part, Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.machine import Position

Moments = Counter[str]
COUNTED, UNCOUNTED = Treasures.counted, Treasures.uncounted
Given = tuple[Any, ...]


def settling(state: engine.State, actions: Sequence[engine.Action], chance: Random) -> engine.Action:
    """Bring as many inhabitants to the islands as possible."""
    placing = [a for a in actions if isinstance(a, engine.PlayUp | engine.PlayDown) and _places_for_him(state, a)]
    passing = [a for a in actions if isinstance(a, engine.Pass)]
    return any_of(placing or passing or actions, chance)


def _places_for_him(state: engine.State, action: engine.PlayUp | engine.PlayDown) -> bool:
    return state.deck.cards[action.card].kind is engine.Kind.PLACE and action.before == action.player


GAMES: list[tuple[int, int, Policy]] = [
    (2, 1, uniform),
    (3, 2, uniform),
    (4, 3, uniform),
    (2, 4, crowding),
    (4, 5, crowding),
    (2, 6, emptying),
    (3, 7, emptying),
    (3, 8, copying),
    (2, 16, settling),
    (3, 1, settling),
    (3, 31, settling),
    (3, 54, settling),
    (2, 17, uniform),
    (2, 18, uniform),
    *[(4, seed, uniform) for seed in range(10, 16)],
    (6, 18, uniform),
]


# What the clauses say


@cache
def permit(part: Part, step: Step) -> Any:
    return compile_functions([Function("permit", part.term, step.arguments)])


def permitted(here: Position, step: Step, given: Given, clause: str) -> bool:
    """Whether a step is what a clause expressly allows."""
    parts = [part for part in RULEBOOK.parts(Nature.PERMITS, step=step) if part.clause == clause]
    return any(permit(part, step)(here.values)["permit"](*given) for part in parts)


def alone(here: Position, step: Step, clause: str) -> bool:
    """Whether there is a step that this clause forbids and no other does."""
    choices = product(*[here.choices(argument) for argument in step.arguments])
    return any({part.clause for part in here.refusals(step, *given)} == {clause} for given in choices)


FORBIDDING = {
    "settle": "setup.settle-cap",
    "stand": "play.from-reserve",
    "pass": "play.from-reserve",
    "place": "cards.place-cap",
    "move_inhabitant": "cards.move-cap",
}
PERMITTING = {
    "stand": ["play.any-card"],
    "move_treasure": ["cards.treasure-unlimited"],
    "place": ["cards.place", "cards.not-in-reserve"],
}


def decision(here: Position, step: Step, given: Given) -> Iterator[str]:
    """The clauses that decide something where a decision is taken."""
    if step.name in FORBIDDING:
        asked = RULEBOOK.steps["stand"] if step.name == "pass" else step
        if alone(here, asked, FORBIDDING[step.name]):
            yield FORBIDDING[step.name]
    yield from [clause for clause in PERMITTING.get(step.name, []) if permitted(here, step, given, clause)]
    if step.name in ("remove", "place"):
        yield from amount(here, step, given)
    yield from {"resolve": ["resolution.same-kind"], "name": ["succession.refuse"]}.get(step.name, [])
    if step.name in ("play_up", "play_down") and given[2] != given[0]:
        yield "play.before-anybody"
    if step.name == "stand":
        yield "play.inhabitant"
    if step.name == "move_inhabitant" and given[1] != given[0]:
        yield "cards.move-inhabitant"


def amount(here: Position, step: Step, given: Given) -> Iterator[str]:
    """How much of an effect there is to carry out."""
    player, chosen = given
    shown = here.evaluate("amount_now")
    if here.evaluate("required") < shown:
        yield "resolution.as-possible"
    if here.evaluate("removable" if step.name == "remove" else "placeable", player) < shown:
        yield f"cards.{step.name}-all"
    if step.name == "remove" and sum(count > 0 for count in chosen) > 1:
        yield "cards.remove"


def consequence(step: Step, before: Position, after: Position) -> Iterator[str]:
    """The clauses that decide how something comes out that follows by itself."""
    deciding: dict[str, Callable[[Position, Position], Iterator[str]]] = {
        "reveal": revealed,
        "collect": collecting,
        "prepare": preparing,
    }
    if step.name == "skip":
        yield "resolution.as-possible"
    if step.name in deciding:
        yield from deciding[step.name](before, after)


def slots(here: Position) -> list[tuple[int, int]]:
    return [(by, face) for by in range(here.values["players"]) for face in (0, 1) if here.values["laid"][by][face] >= 0]


def revealed(before: Position, after: Position) -> Iterator[str]:
    seats = range(before.values["players"])
    kept = slots(after)
    yield from ["reveal.discard"] * (len(slots(before)) - len(kept))
    stands = [before.values["stands"][seat] != after.values["stands"][seat] for seat in seats]
    yield from ["reveal.return"] * sum(stands)
    rows = {seat: [slot for slot in kept if after.values["lies_before"][slot[0]][slot[1]] == seat] for seat in seats}
    yield from ["resolution.seat-order"] * (sum(map(bool, rows.values())) > 1)
    for row in rows.values():
        kinds = {after.values["kind"][after.values["laid"][by][face]] for by, face in row}
        yield from ["resolution.kind-order"] * (len(kinds) > 1)
    carried = [slot for slot in kept if any(after.values["stands"][seat][slot[0]][slot[1]] for seat in seats)]
    yield from ["resolution.beneficiaries"] * len(carried)


def collecting(before: Position, after: Position) -> Iterator[str]:
    seats = range(before.values["players"])
    for island in range(before.values["islands"]):
        if before.evaluate("crowd", island) == before.values["island_cap"]:
            yield "components.island-cap"
        found, some = taken(before, island), before.values["treasures"][island]
        ruled = [seat for seat in seats if before.evaluate("takes_by_rule", island, seat)]
        if found["winner"] is not None:
            yield found["clauses"][0]
        elif some and "collection.conflict" in found["clauses"]:
            yield "collection.conflict"
        elif not some and ruled:
            yield "collection.no-treasure"


def preparing(before: Position, after: Position) -> Iterator[str]:
    clauses = succession(before, OURS)["clauses"]
    yield "succession.tie" if "succession.tie" in clauses else "succession.fewest"


def ended(here: Position) -> Iterator[str]:
    seats = range(here.values["players"])
    points = [here.evaluate("points", seat) for seat in seats]
    best = [seat for seat in seats if points[seat] == max(points)]
    winners = [seat for seat in seats if here.evaluate("wins", seat)]
    yield from ["end.winner"] * (len(best) == 1)
    yield from ["end.tie-break"] * (len(winners) < len(best))
    yield from ["end.shared"] * any(here.evaluate("share_victory", p, q) for p in seats for q in seats if p != q)


# A game, followed by both


@cache
def followed(number: int) -> tuple[Moments, Moments]:
    """What is counted in one game while the engine plays it, and what the clauses say of it."""
    players, seed, policy = GAMES[number]
    setup, chance = engine.Setup.from_seed(players, seed), Random(seed)
    state, watcher, moments = engine.new_game(setup), ClauseMoments(), Moments()
    here = machine().at(projection.values(state, setup))
    while menu := state.legal_actions():
        action = policy(state, menu, chance)
        after = state.apply_action(action)
        watcher.saw(state, len(menu), action, after)
        step, given = projection.step_of(state, action)
        moments.update(decision(here, step, given))
        here = machine().at(here.after(step, *given))
        for happened, _, then in here.unfolding():
            moments.update(consequence(happened, here, then))
            here = then
        state = after
    moments.update(ended(here))
    watcher.over(state)
    return +watcher.moments, moments


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_counts_are_what_the_clauses_say(number: int) -> None:
    counted, said = followed(number)
    assert dict(counted) == dict(said)


def test_every_count_counts_somewhere() -> None:
    seen = Moments()
    for number in range(len(GAMES)):
        seen.update(followed(number)[0])
    shown_below = {"collection.one-per-island", "play.from-reserve"}
    assert {counted.clause for counted in COUNTED} - set(seen) <= shown_below


def test_an_empty_reserve_keeps_a_player_from_putting_an_inhabitant_on_a_card() -> None:
    state, chance = engine.new_game(engine.Setup.from_seed(2, 1)), Random(1)
    while state.phase is not engine.Phase.STAND:
        state = state.apply_action(uniform(state, state.legal_actions(), chance))
    assert state.actor is not None
    rows, home = list(state.inhabitants), state.reserve[state.actor]
    for _ in range(home):
        island = min(range(len(rows)), key=lambda place: sum(rows[place]))
        rows[island] = replaced(rows[island], state.actor, rows[island][state.actor] + 1)
    state = state.changed(inhabitants=tuple(rows), reserve=replaced(state.reserve, state.actor, 0))
    (only,) = state.legal_actions()
    watcher = ClauseMoments()
    watcher.saw(state, 1, only, state.apply_action(only))
    here = machine().at(projection.values(state))
    assert +watcher.moments == {"play.from-reserve": 1}
    assert list(decision(here, *projection.step_of(state, only))) == ["play.from-reserve"]


def test_a_full_island_forbids_no_move_if_nobody_stands_elsewhere() -> None:
    state, chance = engine.new_game(engine.Setup.from_seed(2, 1)), Random(1)
    while not any(isinstance(action, engine.MoveInhabitant) for action in state.legal_actions()):
        state = state.apply_action(uniform(state, state.legal_actions(), chance))
    nobody, apart = (0,) * state.players, state.rules.inhabitants - state.rules.cap
    crowd = replaced(nobody, 0, state.rules.cap)
    home = replaced(state.reserve, 0, apart - (state.standing[0] is not None))
    for elsewhere, clauses in ((0, []), (1, ["cards.move-cap"])):
        rows = (crowd, replaced(nobody, 1, elsewhere), *[nobody] * (state.islands - 2))
        there = state.rules.inhabitants - elsewhere - (state.standing[1] is not None)
        made_up = state.changed(inhabitants=rows, reserve=replaced(home, 1, there))
        action = next(move for move in made_up.legal_actions() if isinstance(move, engine.MoveInhabitant))
        watcher, here = ClauseMoments(), machine().at(projection.values(made_up))
        watcher.saw(made_up, 1, action, made_up.apply_action(action))
        found = decision(here, *projection.step_of(state, action))
        caps = [clause for clause in found if clause == "cards.move-cap"]
        assert caps == clauses and watcher.moments["cards.move-cap"] == len(clauses)


def test_a_majority_goes_before_a_single_inhabitant_only_above_the_printed_cap() -> None:
    assert collection(OURS).clauses((3, 2, 2, 1), 1) == ("collection.majority", "collection.one-per-island")
    rows = [row for row in product(range(8), repeat=4) if sum(row) <= engine.STANDARD.cap]
    assert not any("collection.one-per-island" in collection(OURS).clauses(row, 1) for row in rows)


@pytest.mark.parametrize(
    ("points", "huts", "winners", "clause"),
    [
        ((9, 5), (3, 1), (0,), "end.winner"),
        ((9, 9), (3, 2), (0,), "end.tie-break"),
        ((9, 9), (3, 3), (0, 1), "end.shared"),
    ],
)
def test_who_wins_is_decided_by_one_clause(
    points: tuple[int, ...], huts: tuple[int, ...], winners: tuple[int, ...], clause: str
) -> None:
    watcher = ClauseMoments()
    watcher.ranked(points, huts, winners)
    assert [name for name, number in watcher.moments.items() if number] == [clause]


def test_three_level_in_points_of_whom_two_are_level_in_treasures_need_both_clauses() -> None:
    watcher = ClauseMoments()
    watcher.ranked((9, 9, 9), (3, 3, 2), (0, 1))
    assert +watcher.moments == {"end.tie-break": 1, "end.shared": 1}


def test_every_clause_is_counted_or_it_is_said_why_not() -> None:
    counted = [found.clause for found in COUNTED]
    assert len(set(counted)) == len(counted)
    assert sorted([*counted, *UNCOUNTED]) == sorted(RULEBOOK.clauses)
    assert {found.reason for found in UNCOUNTED.values()} <= set(CATALOGUE.group("figure"))
    assert {clause for found in UNCOUNTED.values() for clause in found.instead} <= set(counted)
    assert all(f"of.{found.of}" in CATALOGUE.group("figure") and set(found.when) == {"en", "fr"} for found in COUNTED)


def test_points_named_with_a_count_exist() -> None:
    assert {point for found in COUNTED for point in found.points} <= set(POINTS)
