"""Counterexamples about the toy game: completed by the solver, replayed, and searched for in games."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.toy import spec
from tests.toy.engine import Action, Phase, Rules, Setup, State
from tests.toy.game import ENGINE, MAPPING

from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.agreement.witnesses.completion import merged
from archipel.checks.agreement.witnesses.conditions import lasting
from archipel.checks.agreement.witnesses.counterexamples import Counterexample, ReplayOutcome
from archipel.checks.agreement.witnesses.game_search import (
    GameReached,
    GameSearch,
    NotReached,
    SearchBudget,
    SearchGoal,
)
from archipel.checks.agreement.witnesses.replay import Replayer, followed
from archipel.checks.agreement.witnesses.solver_completion import SolverCompletions
from archipel.checks.agreement.witnesses.whole_position import whole_position
from archipel.checks.proofs.necessity.stages import differences
from archipel.spec.logic import forall, negation
from archipel.spec.logic.notation import text
from archipel.spec.logic.terms import Role, Term
from archipel.spec.theorems import Claim, Form

FACTS = [symbol.name for symbol in MAPPING.readings.rulebook.vocabulary.with_role(Role.STATE)]
SEARCH = GameSearch[Setup, State, Action, Rules](ENGINE)


@cache
def replayer() -> Replayer[Setup, State, Action, Rules]:
    return Replayer(MAPPING, SolverCompletions(MAPPING, spec.THEORY))


@cache
def played(players: int = 3, seed: int = 5) -> list[tuple[State, Action | None]]:
    chance, setup = Random(seed), ENGINE.setup_from_seed(players, seed, ENGINE.standard)
    state, found = ENGINE.new_game(setup, ENGINE.standard), list[tuple[State, Action | None]]()
    while actions := ENGINE.legal_actions(state):
        action = chance.choice(actions)
        found.append((state, action))
        state = ENGINE.apply_action(state, action)
    return [*found, (state, None)]


def test_a_position_comes_back_as_it_was() -> None:
    for state, _ in played():
        assert replayer().state_from(MAPPING.values(state)) == state


@pytest.mark.parametrize("name", FACTS)
def test_any_one_fact_can_be_left_open(name: str) -> None:
    for state, _ in played()[::9]:
        values = MAPPING.values(state)
        del values[name]
        found = MAPPING.values(replayer().state_from(values))
        assert {**found, **values} == found


def test_a_completion_is_the_same_whatever_was_asked_before() -> None:
    given: dict[str, Any] = {"players": 3, "basket": (2, None, 1), "round": 2}
    fresh = next(SolverCompletions(MAPPING, spec.THEORY).completed(given))
    used = SolverCompletions(MAPPING, spec.THEORY)
    for state, _ in played()[::15]:
        next(used.completed({"players": 3, "at": MAPPING.values(state)["at"]}))
    assert next(used.completed(given)) == fresh
    assert merged(fresh.values["basket"], given["basket"]) == fresh.values["basket"]


def test_what_nothing_contradicts_stays_ordinary() -> None:
    completions = SolverCompletions(MAPPING, spec.THEORY)
    usual = completions.moments(3, ENGINE.standard)[7]
    found = next(completions.completed({"players": 3, **{name: usual.values[name] for name in FACTS}}))
    assert {name: found.values[name] for name in FACTS} == {name: usual.values[name] for name in FACTS}


def test_no_more_differs_from_an_ordinary_position_than_has_to() -> None:
    completions = SolverCompletions(MAPPING, spec.THEORY)
    for usual in completions.moments(3, ENGINE.standard)[::20]:
        first, *others = usual.values["basket"]
        found = next(completions.completed({"players": 3, "basket": (first + 1, *others), "phase": 0}))
        facts = [{name: moment.values[name] for name in FACTS} for moment in completions.moments(3, ENGINE.standard)]
        assert min(len(list(differences(one, found.values))) for one in facts) <= 3


def test_what_contradicts_the_clauses_is_said_by_their_names() -> None:
    values = MAPPING.values(played()[0][0])
    pearls = tuple(count + 1 for count in values["left"])
    found = next(SolverCompletions(MAPPING, spec.THEORY).completed({**values, "left": pearls}))
    assert found.dropped == ("turn.pearls-stay",)
    with pytest.raises(NoPosition, match="some are missing"):
        replayer().state_from({**values, "left": pearls})
    with pytest.raises(NoPosition, match="no such symbol"):
        replayer().state_from({"players": 3, "colour": 1})


def test_other_numbers_boards_and_readings_are_games_by_other_terms() -> None:
    chain = Rules(board="chain", rounds=2)
    numbers = MAPPING.parameters(chain, 3)
    state = replayer().state_from({"basket": (2,), **numbers}, choice={"scarce": "all-or-none"})
    assert state.rules == Rules(board="chain", rounds=2, scarce="all-or-none")
    assert state.baskets[0] == 2
    ENGINE.check_state(state)


def test_a_whole_position_decides_the_claim_it_was_made_for() -> None:
    claim = Claim("turn.full", Form.POSSIBLE, "full_basket", spec.basket(0) == 4)
    given: dict[str, Any] = {"players": 3, "basket": (4,)}
    whole = whole_position(replayer(), claim, given, spec.THEORY.invariants)
    assert whole is not None and whole["basket"][0] == 4
    assert whole_position(replayer(), replace(claim, form=Form.POSITION), given, spec.THEORY.invariants) is None
    false = Claim("turn.none", Form.INVARIANT, "nobody_has_four", negation(spec.basket(0) == 4))
    assert whole_position(replayer(), claim, given, [false]) is None
    assert whole_position(replayer(), claim, {**given, "left": (-1,)}, ()) is None


def test_facts_are_as_at_first_unless_something_else_is_known() -> None:
    counted = forall(spec.Players, lambda player: spec.basket(player) >= 0)
    completions = SolverCompletions(MAPPING, spec.THEORY, [counted], ("left", "basket"))
    first = completions.moments(3, ENGINE.standard)[0].values
    given: dict[str, Any] = {"players": 3, "round": 3}
    for found in completions.completed(given):
        assert (found.values["left"], found.values["basket"]) == (first["left"], first["basket"])
    found = next(completions.completed({**given, "basket": (None, 2)}))
    assert found.values["basket"] == (0, 2, 0)
    assert sum(found.values["left"]) == sum(first["left"]) - 2


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"basket": (1, 1, 1, 1)}, "basket: there are not so many places"),
        ({"left": (-1,)}, "no position is so: turn.dive"),
        ({"active": 3}, "no position is so: "),
        ({}, "players: not given"),
    ],
)
def test_what_no_position_can_be_like_is_refused(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(NoPosition, match=reason):
        replayer().state_from({"players": 3, **values} if values else {})


def test_only_what_says_which_values_there_are_is_a_range() -> None:
    found = lasting(spec.rules, [])
    said = {text(one.content): one.firm for one in found if isinstance(one.content, Term)}
    assert [term for term, firm in said.items() if firm and "left" in term] == ["∀r ∈ R. left(r) ≥ 0"]
    assert not any(firm for term, firm in said.items() if "Σ" in term or "⇒" in term or "#" in term)
    assert said["active ≥ 0"] and said["active < players"]


def test_decisions_and_chance_are_replayed_where_they_were_taken() -> None:
    for state, action in played()[::7]:
        if action is not None:
            step, given = MAPPING.step_of(state, action)
            found = replayer().replay(Counterexample(3, MAPPING.values(state), step.name, given))
            assert (found.outcome, found.state, found.action) == (ReplayOutcome.AGREED, state, action)
            assert found.after == ENGINE.apply_action(state, action)


def test_a_step_that_both_refuse_is_refused_in_a_position_in_which_as_little_as_possible_forbids_it() -> None:
    found = replayer().replay(Counterexample(3, {"swell": 0}, "swim", (0, 1)))
    assert found.outcome is ReplayOutcome.BOTH_REFUSE
    assert found.state is not None and found.state.phase is not Phase.OVER


def test_moments_between_decisions_are_come_to_by_a_decision() -> None:
    seen: dict[str, list[ReplayOutcome]] = {}
    for state, action in played():
        if action is not None:
            for here in followed(MAPPING.position(state), *MAPPING.step_of(state, action)):
                if (due := here.consequence()) is not None and len(seen.get(due[0].name, ())) < 3:
                    facts = {name: here.values[name] for name in FACTS}
                    found = replayer().replay(Counterexample(3, facts, due[0].name, due[1]))
                    seen.setdefault(due[0].name, []).append(found.outcome)
    assert seen.keys() == {step.name for step in spec.rules.consequences}
    assert {outcome for outcomes in seen.values() for outcome in outcomes} == {ReplayOutcome.AGREED}


def test_a_game_comes_to_what_is_searched_for() -> None:
    goal: SearchGoal[State] = SearchGoal.position(
        lambda state: max(state.baskets) >= 3, lambda state: 3 - max(state.baskets)
    )
    found = SEARCH.reachable(goal, 3, SearchBudget(decisions=60, setups=2))
    assert isinstance(found, GameReached)
    *earlier, last = SEARCH.states(found.record)
    assert max(last.baskets) >= 3
    assert all(max(state.baskets) < 3 for state in earlier)
    never: SearchGoal[State] = SearchGoal.position(lambda state: max(state.baskets) > 99)
    assert isinstance(SEARCH.reachable(never, 3, SearchBudget(decisions=10, setups=1)), NotReached)
