"""Mutants of Lagoon, which says nothing about them but where its engine is: wrong clauses and engines are noticed."""

from __future__ import annotations

import json

import pytest
from tests.checks.lagoon_plugin import lagoon as lagoon
from tests.toy.game import GAME

from archipel.checks.mutation.__main__ import evenly, main
from archipel.checks.mutation.behaviour import PROPOSITIONS, noticed
from archipel.checks.mutation.corpus import BehaviourRecorder, CorpusSize
from archipel.checks.mutation.engine.hostile import KINDS
from archipel.checks.mutation.judges import MutationJudges
from archipel.checks.mutation.rulebooks import ClauseMutant

JUDGES = MutationJudges(BehaviourRecorder(GAME), CorpusSize((3,), games=4, spoiled=200))


def test_what_games_and_spoiled_positions_show_is_noticed() -> None:
    clauses = [mutant for mutant in evenly(JUDGES.mutants("clauses"), 40) if isinstance(mutant, ClauseMutant)]
    wrong = [mutant for mutant in clauses if noticed(mutant, JUDGES.recorded)]
    assert len(wrong) > 0.7 * len(clauses)


def test_positions_that_one_clause_forbids_are_those_that_the_engine_refuses() -> None:
    broken = {name for situation in JUDGES.recorded.situations for name in situation.broken}
    assert any(name.startswith("invariant") for name in broken)
    assert all(s.natures[0] in PROPOSITIONS for s in JUDGES.recorded.situations)


@pytest.mark.usefixtures("lagoon")
def test_the_command_judges_a_sample_of_each_list(capsys: pytest.CaptureFixture[str], tmp_path: object) -> None:
    shared = ["--game", "lagoon", "--json", "-j", "1", "--kept", f"{tmp_path}/kept", "--report", f"{tmp_path}/none"]
    main(["--only", "engine", "--sample", "12", *shared])
    found = json.loads(capsys.readouterr().out)["engine"]
    assert found["mutants"] == 12 and found["killed"] >= 8
    assert set(found["killed_by"]) == {"games"}


def test_hostile_mutants_are_drawn() -> None:
    kinds = {mutant.kind for mutant in JUDGES.mutants("hostile")}
    assert kinds and kinds <= set(KINDS)
    assert JUDGES.shown("hostile", [], 1)["seed"] == 1
