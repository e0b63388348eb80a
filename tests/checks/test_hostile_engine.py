"""Hostile mutants of an engine: of every kind in every module, and those who judge them are there."""

from __future__ import annotations

from collections import Counter

from tests.engines import needs_the_source

from archipel.checks.costa_ruana.mutation import JUDGES
from archipel.checks.mutation.__main__ import HOSTILE, balanced
from archipel.checks.mutation.engine.code import CodeMutant
from archipel.checks.mutation.engine.hostile import KINDS, diff
from archipel.checks.mutation.engine.judges import folder_of_tests


@needs_the_source
def test_the_engine_has_hostile_mutants_of_every_kind_in_every_module_that_carries_rules() -> None:
    mutants = JUDGES.engine.hostile(1).mutants
    assert {mutant.kind for mutant in mutants} == set(KINDS)
    assert {mutant.module for mutant in mutants} == set(JUDGES.engine.modules)
    assert len({mutant.id for mutant in mutants}) == len(mutants) > 1500


@needs_the_source
def test_a_sample_has_as_many_of_each_kind_and_all_can_be_compiled() -> None:
    sample = balanced(JUDGES.mutants(HOSTILE), 60)
    assert set(Counter(mutant.kind for mutant in sample).values()) == {10}
    for mutant in sample:
        assert isinstance(mutant, CodeMutant)
        compile(mutant.source, mutant.module, "exec")
        assert diff(JUDGES.engine.source(mutant.module), mutant).startswith("@@")


def test_judges_are_files_of_tests_that_exist_or_are_left_out() -> None:
    there = [name for name in JUDGES.engine.thorough if (folder_of_tests() / name).exists()]
    assert len(there) >= len(JUDGES.engine.thorough) - 1


def test_no_test_that_judges_is_left_to_make_thorough() -> None:
    """They are run as ``make test`` runs them: one that is marked would not be asked any more."""
    lists = [JUDGES.engine.thorough, JUDGES.engine.course, *JUDGES.engine.about.values()]
    judges = {name for names in lists for name in names}
    files = [folder_of_tests() / name for name in judges]
    assert not [file.name for file in files if file.exists() and "thorough" in file.read_text(encoding="utf-8")]
