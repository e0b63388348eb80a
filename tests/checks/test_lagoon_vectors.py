"""Test vectors of Lagoon, which has some by hand: every entry is checked, and a wrong one is noticed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from tests.toy.engine import Rules, Setup
from tests.toy.game import GAME, material

from archipel.checks.agreement.witnesses.ordinary_positions import ordinary_game
from archipel.checks.agreement.witnesses.replay import Replayer
from archipel.checks.agreement.witnesses.solver_completion import SolverCompletions
from archipel.checks.games.registry import LOADED
from archipel.checks.judge.vectors import VectorSuite, coverage_of, written
from archipel.checks.judge.vectors.answers import Answers, WrongVectorError
from archipel.checks.judge.vectors.boundary_cases import BoundaryCases
from archipel.checks.judge.vectors.by_hand import FILE, changed_by_hand
from archipel.checks.judge.vectors.game_vectors import GameVectors
from archipel.checks.judge.vectors.moments import SeededGames
from archipel.checks.judge.vectors.played_games import one_otherwise
from archipel.checks.judge.vectors.reading_cases import NotAlikeError, others
from archipel.checks.judge.vectors.suites import document
from archipel.checks.proofs.necessity import Ground, NecessityScene, Search, examine
from archipel.reference.strict_json import BadInput, canonical
from archipel.spec.clauses import Step
from archipel.spec.logic.terms import Role

VECTORS = GameVectors(GAME)


@cache
def suites() -> tuple[VectorSuite, ...]:
    played = VECTORS.played
    readings = VECTORS.readings.suite(GAME.readings.points.values())
    found = (played.rules([3]), played.refused([3]), played.whole([3]), played.perft([3]))
    return tuple(suite.numbered() for suite in (*found, VECTORS.boundary_suite(), readings))


@pytest.mark.parametrize("number", range(6))
def test_every_entry_is_what_engine_and_clauses_say(number: int) -> None:
    suite = suites()[number]
    assert suite.entries
    for entry in suite.entries[:30]:
        VECTORS.check(suite.kind, json.loads(canonical(entry)))


def test_chance_is_among_the_cases() -> None:
    rules, refused, games, counts, *_ = suites()
    asked = [entry["ask"]["action"]["do"] for entry in rules.entries if entry["ask"]["do"] == "play"]
    assert set(asked) == set(GAME.engine.actions)
    assert all(entry["expect"]["refused"] and entry["expect"]["reasons"] for entry in refused.entries)
    assert any(move["do"] == "roll" for move in games.entries[0]["moves"])
    assert {entry["phase"] for entry in counts.entries} >= {"roll", "swim"}


def test_files_fit_the_schemas_of_the_game() -> None:
    schemas = [json.loads(text) for text in VECTORS.schemas().values()]
    registry: Registry[Any] = Registry().with_resources((s["$id"], Resource.from_contents(s)) for s in schemas)
    found = {s["$id"].rsplit("/")[-1]: Draft202012Validator(s, registry=registry) for s in schemas}
    for suite in suites():
        validator = found[f"vector-{suite.kind}.schema.json"]
        for entries in suite.files.values():
            data = json.loads(document(suite, GAME.name, entries))
            validator.validate(data)
            data["entries"][-1]["surprise"] = 1
            assert not validator.is_valid(data)


def test_cases_by_hand_come_out_as_they_are_meant(tmp_path: Path) -> None:
    cases = VECTORS.boundary_suite().entries
    sides = [(case["ask"]["do"], case["clauses"], case["just_not"]) for case in cases]
    assert sides[:3] == [
        ("new", ["setup.start"], []),
        ("new", ["setup.deal"], []),
        ("new", [], ["setup.deal", "setup.start"]),
    ]
    assert sides[-2:] == [("play", ["end.last"], []), ("play", [], ["end.last"])]
    wrong = tmp_path / FILE
    wrong.write_text('[[changed]]\nask = "new"\nrefused = [{clause = "setup.start", with = {"setup.first" = 1}}]\n')
    with pytest.raises(WrongVectorError, match=r"setup\.start: does not come out"):
        list(changed_by_hand(VECTORS.played.answers, wrong))


class LagoonAnswers(Answers):
    """Boxes and openings of Lagoon."""

    def printed(self, terms: Rules) -> Mapping[str, Any]:
        return material(terms)

    def setup_of(self, values: Mapping[str, Any]) -> Setup:
        hands = [[card for card, at in enumerate(values["place_of"]) if at == seat] for seat in range(3)]
        return Setup(tuple(map(tuple, hands)), values["active"])


def boundaries() -> BoundaryCases:
    moments = list(ordinary_game(GAME.mapping, 3, 5, GAME.engine.standard))
    facts = [symbol.name for symbol in GAME.rulebook.vocabulary.with_role(Role.STATE)]
    known = {name: value for name, value in moments[0].position.items() if name not in facts}

    def scene(step: Step | None) -> list[NecessityScene]:
        at = [moment.position for moment in moments if step in (None, moment.due)][:1]
        return [NecessityScene("a game", Ground(3, known), {name: here[name] for name in facts}) for here in at]

    search = Search(
        GAME.rulebook,
        lambda _, step: scene(step),
        lambda _: NecessityScene("opening", Ground(3, {}), dict(moments[0].position)),
    )
    replayer = Replayer(GAME.mapping, SolverCompletions(GAME.mapping, GAME.theory))
    clauses, answers = GAME.rulebook.clauses, LagoonAnswers(SeededGames(GAME))
    return BoundaryCases(answers, search, lambda id: examine(search, clauses[id], [3], known), replayer, [3])


def test_a_solver_finds_both_sides_of_a_clause() -> None:
    suite = boundaries().suite(["turn.swim", "setup.start"]).numbered()
    assert not any(known.reasons for known in suite.boundaries)
    swims = [entry for entry in suite.entries if "turn.swim" in (*entry["clauses"], *entry["just_not"])]
    assert [bool(entry["clauses"]) for entry in swims[:2]] == [True, False]
    assert swims[0]["expect"] == {"refused": True, "reasons": [["turn.swim"]]}
    assert "state" in swims[1]["expect"]
    opens = [entry["expect"]["opens"] for entry in suite.entries if entry["ask"]["do"] == "opening"]
    assert opens == [False, True]
    for entry in suite.entries:
        VECTORS.check("cases", json.loads(canonical(entry)))


def test_a_box_is_judged_by_the_clauses() -> None:
    answers = LagoonAnswers(SeededGames(GAME))
    box = answers.box_of(3, GAME.engine.standard)
    assert answers.expected({}, box) == {"accepted": True}
    with pytest.raises(BadInput, match="9 players"):
        answers.box({"players": 9})


def test_readings_are_told_apart_or_proved_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOADED, GAME.name, GAME)
    suite = suites()[-1]
    (other,) = others(GAME.readings.points.values())
    assert {name for entry in suite.entries for name in entry["tells"]} == {"scarce=all-or-none"} and not suite.untold
    assert all(entry["otherwise"][0]["expect"] != entry["expect"] for entry in suite.entries)
    with pytest.raises(NotAlikeError):
        VECTORS.readings.reason(other[1])


def test_wrong_answers_are_noticed() -> None:
    rules, refused, games, counts, *_ = suites()
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
    assert [suite["id"] for suite in manifest["suites"]] == [suite.id for suite in suites()]
    assert (tmp_path / "out" / "schema" / "action.schema.json").exists()


def test_choices_are_changed_in_one_place() -> None:
    found = set(one_otherwise((1, 0)))
    assert found == {(2, 0), (1, 1), (0, 0), (1, 0), (0, 1)}
