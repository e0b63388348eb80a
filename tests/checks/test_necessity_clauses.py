"""Which clauses of Costa Ruana are needed, what follows from others, and whether its engine sides with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.engines import needs_the_source

from archipel.checks.agreement.witnesses.counterexamples import ReplayOutcome
from archipel.checks.costa_ruana import necessity
from archipel.checks.costa_ruana.necessity_scenes import FACTS, OPENINGS, game, opening, scenes
from archipel.checks.costa_ruana.witness import REPLAYER
from archipel.checks.proofs.necessity import (
    ClauseEffect,
    Ground,
    NecessityFinding,
    Search,
    examine,
    spared,
)
from archipel.checks.proofs.necessity.stages import Stage, differences
from archipel.checks.proofs.necessity.variants import variants, with_parts
from archipel.checks.proofs.results import Status
from archipel.reference.costa_ruana import Action, State
from archipel.reference.costa_ruana.engine import apply_action
from archipel.spec.clauses import Clause, Nature, Rulebook, Step
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.vocabulary import crowd, island, island_cap, settle
from archipel.spec.logic import Prop, number


@pytest.mark.parametrize("players", [2, 3])
def test_every_step_is_taken_in_the_ordinary_game(players: int) -> None:
    assert {step for step, _ in game(players) if step is not None} == set(RULEBOOK.steps.values())


@pytest.mark.parametrize("step", [None, *RULEBOOK.steps.values()], ids=lambda step: step.name if step else "anywhere")
def test_ordinary_positions_have_all_that_is_assumed(step: Step | None) -> None:
    """What the search assumes of every position is true of positions that games come to."""
    for scene in scenes(2, step):
        parts = RULEBOOK.parts(Nature.REQUIREMENT, Nature.INVARIANT)
        everything = Ground(2, {**scene.ground.known, **scene.ordinary}, assumed=scene.ground.assumed)
        assert Stage(RULEBOOK, everything, parts).possible()


def test_the_ordinary_opening_has_all_that_is_assumed() -> None:
    start = Ground(2, opening(2).ordinary, assumed=OPENINGS)
    assert Stage(RULEBOOK, start, RULEBOOK.parts(Nature.REQUIREMENT, Nature.INITIAL)).possible()


QUICK = {
    "components.huts": ClauseEffect.OPENS,
    "setup.treasures": ClauseEffect.OPENS,
    "setup.settle-order": ClauseEffect.FORBIDS,
    "play.any-card": ClauseEffect.ALLOWS,
    "play.from-reserve": ClauseEffect.FORBIDS,
    "conditions.flip": ClauseEffect.FORBIDS,
    "resolution.finish": ClauseEffect.FORBIDS,
    "cards.treasure-unlimited": ClauseEffect.ALLOWS,
    "collection.no-treasure": ClauseEffect.CHANGES,
    "succession.tie": ClauseEffect.CHANGES,
    "end.tie-break": ClauseEffect.ANSWERS,
}


@pytest.mark.parametrize(("id", "effect"), QUICK.items())
def test_clauses_of_the_game_are_needed_and_the_engine_sides_with_them(id: str, effect: ClauseEffect) -> None:
    found = necessity.finding(id)
    assert found.status is Status.PROVED, found.result("necessity").detail
    assert found.witness is not None
    assert found.witness.effect is effect


def test_what_the_box_says_of_islands_follows_from_what_players_may_do() -> None:
    proof = necessity.finding("components.island-cap").proof
    assert proof is not None
    assert {"setup.settle-cap", "cards.place-cap", "cards.move-cap"} <= set(proof.clauses)


def test_the_aim_of_the_game_follows_from_the_scoring() -> None:
    proof = necessity.finding("goal.respect").proof
    assert proof is not None
    assert proof.clauses == ("end.points", "end.tie-break", "end.winner")


def test_an_example_has_another_beside_it() -> None:
    """A full reserve is one inhabitant away from an empty one."""
    decides, beside = necessity.examples("play.from-reserve")
    assert (decides.decides, beside.decides) == (True, False)
    assert REPLAYER.replay(decides.situation).outcome is ReplayOutcome.BOTH_REFUSE
    assert REPLAYER.replay(beside.situation).outcome is ReplayOutcome.AGREED
    before = {name: decides.situation.values[name] for name in FACTS}
    assert len(list(differences(before, beside.situation.values))) == 2


def everybody_decides(state: State, action: Action) -> State:
    return apply_action(state.changed(actor=action.player), action)


WRONG_ENGINES: dict[str, tuple[str, Callable[..., Any], str]] = {
    "setup.settle-order": (
        "checks.costa_ruana.engine.ENGINE.apply_action",
        everybody_decides,
        "the engine allows the step",
    ),
    "setup.treasures": ("reference.costa_ruana.setup.check_setup", lambda *_: None, "the engine begins a game so"),
    "end.tie-break": (
        "reference.costa_ruana.scoring.winners",
        lambda state: tuple(range(state.players)),
        "the engine answers True",
    ),
    "collection.no-treasure": (
        "reference.costa_ruana.collection.island_winner",
        lambda row, *_: row.index(max(row)),
        "different positions",
    ),
}


@needs_the_source
@pytest.mark.parametrize("id", WRONG_ENGINES)
def test_an_engine_that_does_as_if_there_were_no_such_clause(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    witness = necessity.finding(id).witness
    assert witness is not None
    assert necessity.objection(witness) == ""
    name, wrong, objection = WRONG_ENGINES[id]
    monkeypatch.setattr(f"archipel.{name}", wrong)
    assert objection in necessity.objection(witness)
    assert NecessityFinding(id, 2, witness, objection=necessity.objection(witness)).status is Status.REFUTED


def test_what_only_the_clauses_check_is_said() -> None:
    """A box too small for six players is no matter to an engine that plays with two."""
    found = necessity.finding("components.enough-cards")
    assert (found.status, found.objection) == (Status.PROVED, "")
    assert "the clauses alone refuse it" in found.result("necessity").detail
    assert not necessity.finding("components.treasures").remark


KNOWN = NUMBERS.values(2) | {"cards": NUMBERS.deck_size}
SIZES = ("cards", "min_players", "max_players")


def with_clause(write: Callable[[Clause], None]) -> tuple[Rulebook, Clause]:
    """A copy of the rulebook with one more clause."""
    copy = with_parts(RULEBOOK, {})
    clause = copy.clause("setup.another", en="Another.", fr="Une autre.")
    write(clause)
    return copy, clause


def never_too_full(clause: Clause) -> None:
    clause.guards(settle)(lambda: crowd(island) <= island_cap)


def unused(clause: Clause) -> None:
    @clause.defines()
    def crowded() -> Prop:
        return crowd(number(0)) == island_cap


@pytest.mark.parametrize(
    ("write", "status", "shown"),
    [
        (never_too_full, Status.PROVED, "follows from the others"),
        (unused, Status.REFUTED, "neither needed nor implied"),
    ],
)
def test_another_clause_of_the_game(write: Callable[[Clause], None], status: Status, shown: str) -> None:
    rulebook, clause = with_clause(write)
    search = Search(rulebook, scenes, opening, necessity.OBSERVATIONS)
    found = examine(search, clause, [2], KNOWN)
    assert (found.status, found.row.shown) == (status, shown)


def test_the_cap_no_longer_follows_if_settlers_ignore_it() -> None:
    parts = RULEBOOK.clauses["setup.settle-cap"].parts
    rulebook = with_parts(RULEBOOK, dict.fromkeys(parts))
    assert spared(rulebook, rulebook.clauses["components.island-cap"], KNOWN, SIZES) is None
    assert spared(RULEBOOK, RULEBOOK.clauses["components.island-cap"], KNOWN, SIZES) is not None


def test_every_clause_is_checked_once() -> None:
    sections = [check.arguments[0] for check in necessity.checks()]
    assert sections == list(RULEBOOK.sections)
    assert {clause.section for clause in RULEBOOK.clauses.values()} == set(sections)
    assert necessity.checks([3, 4]) == []


def test_every_part_but_invariants_has_a_variant() -> None:
    for clause in RULEBOOK.clauses.values():
        for part in clause.parts:
            assert (next(variants(RULEBOOK, part), None) is None) == (part.nature is Nature.INVARIANT), part.name
