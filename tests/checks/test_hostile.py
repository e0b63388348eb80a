"""Hostile mutation operators: what each makes, that it is the same for the same seed, and what is left out and why."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace

import pytest
from docutils import nodes

from archipel.checks.mutation.__main__ import HOSTILE
from archipel.checks.mutation.engine.annotations import annotations_of
from archipel.checks.mutation.engine.code import CodeMutant
from archipel.checks.mutation.engine.hostile import (
    ARGUMENT,
    BRANCH,
    FIELD,
    KINDS,
    LOOP,
    READING,
    THRESHOLD,
    AnnotatedProgram,
    Made,
    diff,
    hostile_mutants,
)
from archipel.checks.mutation.report import QUICK, Fate, MutantFinding, killed, rate, split, summary, told
from archipel.checks.rulebook.extension.findings import reports

# A game of no game: heaps, who takes from them, and one point that may be read otherwise.
SOURCE = '''
class Readings:
    ties: Literal["first", "nobody"] = "first"
    order: Literal["up", "down"] = "up"

class Table:
    heaps: Final[tuple[int, ...]]
    turn: Final[int]
    pair: tuple[int, int]
    readings: Readings

def winner(table: Table, seat: int, limit: int) -> int | None:
    best = max(table.heaps)
    if seat > 1:
        best = taken(table, seat, limit)
    for heap in table.heaps:
        if heap == 1:
            return seat
    if table.readings.ties == "nobody":
        return None if best > limit else _nobody(table, seat)
    return seat

def taken(table: Table, seat: int, limit: int) -> int:
    return sum([heap for heap in table.heaps if heap > limit]) + seat

def _nobody(table: Table, seat: int) -> int:
    return seat + 1

def few(number: int) -> list[int]:
    return [one for one in range(2) if one != number]
'''
PROGRAM = AnnotatedProgram(annotations_of({"rows": SOURCE}), "Table", "Readings")


def made(seed: int = 1, program: AnnotatedProgram = PROGRAM) -> Made:
    return hostile_mutants("rows", SOURCE, program, seed)


def of_kind(kind: str, seeds: int = 8) -> list[CodeMutant]:
    return [mutant for seed in range(seeds) for mutant in made(seed).mutants if mutant.kind == kind]


@pytest.mark.parametrize("kind", KINDS)
def test_every_operator_makes_programs_that_differ_and_say_where(kind: str) -> None:
    before = ast.unparse(ast.parse(SOURCE))
    found = of_kind(kind)
    assert found
    for mutant in found:
        compile(mutant.source, "rows", "exec")
        assert ast.unparse(ast.parse(mutant.source)) != before
        assert split(mutant.id) == (f"rows/{mutant.place}", f"{kind}//{mutant.where}")
        changed = [line for line in diff(SOURCE, mutant).splitlines() if line[0] in "+-"]
        assert 1 <= len([line for line in changed if line[0] == "+"]) <= 2


def test_the_same_seed_makes_the_same_mutants_and_another_seed_others() -> None:
    assert made(1) == made(1)
    assert {mutant.id for mutant in made(1).mutants} != {mutant.id for mutant in made(2).mutants}
    assert len({mutant.id for mutant in made(1).mutants}) == len(made(1).mutants)


def test_a_condition_fails_or_also_holds_beyond_a_threshold() -> None:
    sources = " ".join(mutant.source for mutant in of_kind(THRESHOLD))
    assert "if seat > 1 and (not " in sources and "if seat > 1 or " in sources


def test_a_condition_hangs_on_a_field_it_does_not_speak_of() -> None:
    for mutant in of_kind(FIELD):
        assert any(name in mutant.where for name in ("table.heaps", "table.turn")), mutant.id


def test_fields_are_only_asked_what_is_rare() -> None:
    class Table:
        def __init__(self, turn: int) -> None:
            self.turn, self.heaps, self.pair = turn, (1,), (1, 1)

    known = replace(PROGRAM, positions=tuple(Table(turn % 20) for turn in range(20)))
    conditions = {m.where.partition(" table.")[2] for m in made(1, known).mutants if m.kind == FIELD}
    assert conditions and all(condition.startswith("turn == ") for condition in conditions)


def test_a_condition_hangs_on_another_reading() -> None:
    wheres = [mutant.where for mutant in of_kind(READING)]
    assert all("table.readings." in where for where in wheres)
    assert not any("'first'" in where.partition("readings")[2] for where in wheres if "== 'nobody'" not in where)


def test_arguments_are_exchanged_replaced_and_off_by_one() -> None:
    wheres = " ".join(mutant.where for mutant in of_kind(ARGUMENT))
    assert "taken(table, seat, limit) → taken(table, limit, seat)" in wheres
    assert "taken: seat → limit" in wheres
    assert "taken: seat → seat + 1" in wheres or "taken: seat → seat - 1" in wheres
    assert " else seat" in wheres


def test_a_loop_stops_early() -> None:
    wheres = " ".join(mutant.where for mutant in of_kind(LOOP))
    assert "table.heaps[:" in wheres and "table.heaps[:-1] if len(table.heaps) > " in wheres


def test_what_only_another_reading_runs_is_marked_with_what_it_alone_calls() -> None:
    places = {mutant.place for mutant in of_kind(BRANCH)}
    assert places == {"winner", "_nobody"}
    assert not any(mutant.place == "_nobody" for kind in KINDS if kind != BRANCH for mutant in of_kind(kind))


def test_what_evidently_changes_nothing_is_left_out_with_a_reason() -> None:
    reasons = Counter(skipped.reason for seed in range(20) for skipped in made(seed).skipped)
    assert reasons["heap == 1 settles it"] and reasons["there are only 2"]
    assert reasons["the type fixes the length at 2"]
    assert not any("heap == 1 and (not heap " in mutant.source for mutant in of_kind(THRESHOLD, 20))


# The report


def test_every_operator_has_a_score_of_its_own() -> None:
    mutants = [next(mutant for mutant in made().mutants if mutant.kind == kind) for kind in (THRESHOLD, LOOP)]
    findings = [killed(mutants[0].id, "proof: it"), MutantFinding(mutants[1].id, Fate.SURVIVED)]
    kept = {**summary(mutants, findings, 0.95), "seed": 1, "diffs": {mutants[1].id: diff(SOURCE, mutants[1])}}
    assert {kind: rate(counts) for kind, counts in kept["by_kind"].items()} == {THRESHOLD: 1.0, LOOP: 0.0}
    lines = told(HOSTILE, kept)
    assert f"{THRESHOLD}: 100.0 %, 1 killed" in lines and f"{LOOP}: 0.0 %, 1 survived" in lines
    assert f"survived: {mutants[1].id}\n    @@" in lines


def test_the_page_shows_scores_and_diffs_from_the_report() -> None:
    kept = {"by_kind": {LOOP: {"killed": 3, "survived": 1}}, "diffs": {"it": "@@\n-a\n+b"}, "survivors": ["it"]}
    told_first, shown = reports._operators({HOSTILE: {**kept, "seed": 7, "not_asked_all": 1}})
    assert told_first.astext().startswith("Drawn with seed 7. 1 of those that survived were put")
    assert [entry.astext() for entry in shown.findall(nodes.entry)][-5:] == [LOOP, "3", "0", "1", "75.0 %"]
    assert reports._survivor(kept, "it") == "it\n@@\n-a\n+b\n" and reports._survivor({}, "it") == "it"
    assert reports._operators({}) == []


def test_a_mutant_that_was_put_to_the_quick_judges_only_is_told() -> None:
    mutant = next(iter(made().mutants))
    kept = summary([mutant], [MutantFinding(mutant.id, Fate.SURVIVED, QUICK)], 0.95)
    assert kept["not_asked_all"] == 1 and "1 of those that survived" in told(HOSTILE, kept)
    assert "quickest" not in told(HOSTILE, summary([mutant], [MutantFinding(mutant.id, Fate.SURVIVED)], 0.95))
