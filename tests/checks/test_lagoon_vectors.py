"""Test vectors of Lagoon, which says nothing about them: every entry is checked, and a wrong one is noticed."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest
from tests.toy.game import GAME

from archipel.checks.games.registry import LOADED
from archipel.checks.judge.vectors import VectorSuite, coverage_of, written
from archipel.checks.judge.vectors.answers import WrongVectorError
from archipel.checks.judge.vectors.game_vectors import GameVectors
from archipel.checks.judge.vectors.played_games import one_otherwise
from archipel.reference.strict_json import canonical

VECTORS = GameVectors(GAME)


@cache
def suites() -> tuple[VectorSuite, ...]:
    played = VECTORS.played
    found = (played.rules([3]), played.refused([3]), played.whole([3]), played.perft([3]))
    return tuple(suite.numbered() for suite in found)


@pytest.mark.parametrize("number", range(4))
def test_every_entry_is_what_engine_and_clauses_say(number: int) -> None:
    suite = suites()[number]
    assert suite.entries
    for entry in suite.entries[:30]:
        VECTORS.check(suite.kind, json.loads(canonical(entry)))


def test_chance_is_among_the_cases() -> None:
    rules, refused, games, counts = suites()
    asked = [entry["ask"]["action"]["do"] for entry in rules.entries if entry["ask"]["do"] == "play"]
    assert set(asked) == set(GAME.engine.actions)
    assert all(entry["expect"]["refused"] and entry["expect"]["reasons"] for entry in refused.entries)
    assert any(move["do"] == "roll" for move in games.entries[0]["moves"])
    assert {entry["phase"] for entry in counts.entries} >= {"roll", "swim"}


def test_wrong_answers_are_noticed() -> None:
    rules, refused, games, counts = suites()
    case = deepcopy(next(entry for entry in rules.entries if entry["ask"]["do"] == "play"))
    case["expect"]["state"]["round"] += 1
    with pytest.raises(WrongVectorError, match="found"):
        VECTORS.check("cases", case)
    case = deepcopy(refused.entries[0])
    case["expect"]["reasons"] = [["no.such-clause"]]
    with pytest.raises(WrongVectorError, match="found"):
        VECTORS.check("cases", case)
    game = deepcopy(games.entries[0])
    game["states"][3]["legal"]["count"] += 1
    with pytest.raises(WrongVectorError, match="goes otherwise"):
        VECTORS.check("games", game)
    count = deepcopy(counts.entries[0])
    count["depths"][0]["count"] += 1
    with pytest.raises(WrongVectorError, match="counted otherwise"):
        VECTORS.check("perft", count)
    case = deepcopy(rules.entries[-1])
    case["begin"]["state"]["round"] += 1
    with pytest.raises(WrongVectorError, match="does not lead"):
        VECTORS.check("cases", case)


def test_they_are_written_with_what_they_cover(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOADED, "lagoon", GAME)
    coverage = coverage_of(VECTORS.universe(), suites())
    assert all(coverage.decisions.values())
    manifest = written("lagoon", suites(), coverage, tmp_path / "out")
    assert [suite["id"] for suite in manifest["suites"]] == ["rules", "refused", "games", "perft"]
    assert (tmp_path / "out" / "schema" / "action.schema.json").exists()


def test_choices_are_changed_in_one_place() -> None:
    found = set(one_otherwise((1, 0)))
    assert found == {(2, 0), (1, 1), (0, 0), (1, 0), (0, 1)}
