"""Which clause is to blame for a difference: suspects, what they predict, and how near that is to an answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.toy.game import ENGINE, MAPPING

from archipel.checks.judge.conformance.blame.evidence import Evidence
from archipel.checks.judge.conformance.blame.likeness import TOUCHED, Aspects, entries, unlikeness
from archipel.checks.judge.conformance.blame.ranking import users
from archipel.checks.judge.conformance.blame.suspects import Suspect, lineup
from archipel.checks.judge.conformance.games import Difference, Script
from archipel.checks.judge.conformance.programs.answers import Answer
from archipel.spec.clauses import Nature
from archipel.spec.machine import Machine

MACHINE: Machine = MAPPING.machine({})


def test_a_prediction_is_as_near_as_it_says_what_differs_and_nothing_else() -> None:
    expected: Aspects = {"a": {(0,): 1, (1,): 1}}
    told: Aspects = {"a": {(0,): 2, (1,): 1}}
    assert unlikeness(told, expected, told) == 0.0
    assert unlikeness(told, expected, expected) == 1.0
    besides = unlikeness(told, expected, {"a": {(0,): 2, (1,): 2}})
    other = unlikeness(told, expected, {"a": {(0,): 3, (1,): 1}})
    assert 0.0 < besides < other == 1.0 - TOUCHED < 1.0
    assert dict(entries({"x": [1, [2]], "y": "zz"})) == {("x", 0): 1, ("x", 1, 0): 2, ("y",): "zz"}


def somewhere(wanted: Callable[[Any], bool]) -> Any:
    chance = Random(3)
    state = ENGINE.new_game(ENGINE.setup_from_seed(3, 3, ENGINE.standard), ENGINE.standard)
    while not wanted(state):
        state = ENGINE.apply_action(state, chance.choice(ENGINE.legal_actions(state)))
    return state


def named(clause: str, where: str, nature: Nature, target: str = "") -> Suspect:
    """The suspect of a clause in which something is changed so."""

    def is_meant(suspect: Suspect) -> bool:
        part = suspect.passage.part
        if part is None or suspect.where != where or suspect.passage.clause != clause or part.nature is not nature:
            return False
        return not target or (part.target is not None and part.target.name == target)

    return next(one for suspects in lineup(MACHINE).suspects.values() for one in suspects if is_meant(one))


def test_a_suspect_without_a_guard_allows_more() -> None:
    state = somewhere(lambda state: ENGINE.actor(state) in range(3))
    suspect = named("turn.swim", "left out", Nature.GUARD)
    here, values = lineup(MACHINE).machine_of(suspect), MAPPING.values(state)
    swim = MACHINE.rulebook.steps["swim"]
    ours, theirs = set(MACHINE.at(values).legal(swim)), set(here.at(values).legal(swim))
    assert ours < theirs and len(theirs) == values["reefs"]
    assert set(MACHINE.at(values).legal(swim)) == ours


def test_a_suspect_without_a_change_leaves_the_fact_as_it_was() -> None:
    state = somewhere(lambda state: any(type(action).__name__ == "Dive" for action in ENGINE.legal_actions(state)))
    suspect = named("turn.dive", "left out", Nature.ADDS, "basket")
    values, dive = MAPPING.values(state), MACHINE.rulebook.steps["dive"]
    given = (values["active"],)
    ours, theirs = (one.at(values).after(dive, *given) for one in (MACHINE, lineup(MACHINE).machine_of(suspect)))
    assert theirs["basket"] == values["basket"] != ours["basket"] and theirs["left"] == ours["left"]


def test_a_suspect_with_another_notion_uses_it_everywhere() -> None:
    over = {"basket": (2, 3, 0), "shown": (1, 0, 0)}
    values = {**MAPPING.values(somewhere(lambda state: True)), **over}
    suspect = named("end.points", "card_points+1@1.0", Nature.DEFINITION)
    here = lineup(MACHINE).machine_of(suspect).at(values)
    assert [here.evaluate("points", seat) for seat in range(3)] == [5, 3, 0]
    assert MACHINE.at(values).evaluate("points", 0) == 4 and here.evaluate("ahead", 0, 1)


def test_what_several_steps_share_is_changed_for_all_of_them() -> None:
    suspect = named("turn.one-deed", "left out", Nature.GUARD)
    assert {passage.part.step.name for passage in suspect.passages if passage.part and passage.part.step} == {
        "swim", "dive", "show",
    }  # fmt: skip


def test_who_uses_a_notion_that_no_clause_defines() -> None:
    assert users(MACHINE.rulebook, "taken") == {"turn.dive"}
    assert users(MACHINE.rulebook, "nothing_to_wait_for") == {"turn.next", "end.last"}


def test_nonsense_in_a_state_leaves_what_can_be_said_without_it() -> None:
    before = somewhere(lambda state: any(type(action).__name__ == "Dive" for action in ENGINE.legal_actions(state)))
    after = ENGINE.apply_action(before, ENGINE.legal_actions(before)[0])
    answer = Answer(legal=(), state={"baskets": {"what": None}})
    difference = Difference(Script(None), before, after, answer, Answer(), ("state.baskets",))
    assert Evidence(MAPPING, difference, lambda position, actions: ()).weights()["turn.dive"] > 0
