"""Variants of Costa Ruana: its numbers, both sides that agree, its questions and theorems by their rules."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana import variants as ours
from archipel.checks.costa_ruana.agreement import random_game
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.variants.variant_files import clause_changes, made, parsed
from archipel.reference.costa_ruana import STANDARD
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.readings import READINGS

GAME = "costa_ruana"
Capture = pytest.CaptureFixture[str]

BIG = """
title = "Big islands"
game = "costa_ruana"
[numbers]
island_cap = 9
islands_for_4 = 8
[readings]
shaman-tie = "self-first"
"""


# Files


def test_a_file_is_read_for_clauses_and_engine() -> None:
    big = parsed(BIG)
    assert big.title == "Big islands" and not big.is_original
    assert big.numbers.values(4)["islands"] == 8 and big.numbers.values(4)["island_cap"] == 9
    assert (big.sides.rules.cap, big.sides.rules.islands_by_players) == (9, (4, 6, 8, 9, 10))
    assert big.sides.rules.readings.shaman_tie == "self-first"
    assert big.rulebook.clauses["succession.tie"].statements != RULEBOOK.clauses["succession.tie"].statements
    assert big.number_changes == {"island_cap": (7, 9), "islands_for_4": (7, 8)}


HEAD = 'game = "costa_ruana"\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"{HEAD}[numbers]\nisland_cap = -3", "island_cap: expected 0 to 1000, found -3"),
        (f"{HEAD}[numbers]\ncap = 9", "cap: no such number; there are min_players"),
        (f"{HEAD}[numbers]\nplayers = 9", "players: no such number"),
        (f"{HEAD}[numbers]\nislands_for_9 = 9", "islands_for_9: expected islands_for_N with N from 2 to 6"),
        (f"{HEAD}[numbers]\nislands_for_x = 9", "islands_for_x: expected islands_for_N"),
        (f"{HEAD}[numbers]\nislands_for_4 = 11", "islands_for_players: expected at least 2 and at most island_cards"),
        (f"{HEAD}[numbers]\nmax_players = 7", "islands_for_7: the rulebook does not say"),
        (f"{HEAD}[numbers]\nleast_amount = 4", "least_amount: expected 1 to greatest_amount"),
        (f"{HEAD}[numbers]\ncolours = 1", "colours: expected 2 to 1000"),
        (f"{HEAD}[numbers]\ndeck_size = 201", "deck_size: expected at most 200"),
        (f"{HEAD}[numbers]\nhand = 1", "hand: fewer than two cards"),
        (
            f'{HEAD}[numbers]\npoor_treasures = 3\n[readings]\npoor-islands = "in-all"',
            "poor_treasures: cannot be shared",
        ),
    ],
)
def test_nonsense_gets_one_line_that_names_the_number(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        parsed(text)
    assert complaint in str(refused.value) and "\n" not in str(refused.value)


# Both sides


def test_sides_that_differ_are_noticed() -> None:
    with pytest.raises(AssertionError, match="island_cap"):
        ours._compare(replace(NUMBERS, island_cap=8), STANDARD)
    with pytest.raises(AssertionError, match="islands_for_players"):
        ours._compare(replace(NUMBERS, islands_for_players={**NUMBERS.islands_for_players, 4: 8}), STANDARD)


@pytest.mark.parametrize(
    "numbers",
    [{"island_cap": 6}, {"rounds": 3, "hand": 4}, {"settlers": 2, "inhabitants": 8}, {"islands_for_3": 5}],
)
def test_clauses_and_engine_play_a_variant_alike(numbers: dict[str, int]) -> None:
    rules = made(GAME, numbers, {}).sides.rules
    assert random_game(3, 1, POLICIES[0], rules).state.is_terminal()


@pytest.mark.parametrize(
    ("given", "players", "found"),
    [
        ({"players": 3}, None, ({}, 3)),
        ({"players": 7}, None, ({"max_players": 7, "islands_for_7": 10}, 7)),
        ({"players": 7, "islands": 9}, None, ({"max_players": 7, "islands_for_7": 9}, 7)),
        ({"islands": 8}, 4, ({"islands_for_4": 8}, 4)),
        ({"island_cap": 8}, None, ({"island_cap": 8}, None)),
    ],
)
def test_players_and_islands_are_spelled_out(
    given: dict[str, int], players: int | None, found: tuple[dict[str, int], int | None]
) -> None:
    assert ours.spelled_out(given, players) == found


@pytest.mark.parametrize(
    ("given", "players", "complaint"),
    [
        ({"players": 1}, None, "players: expected 2 to 8"),
        ({"players": 9}, None, "players: expected 2 to 8"),
        ({"players": 3}, 4, "contradicts --players 4"),
        ({"islands": 8}, None, "for how many players"),
        ({"islands": 8, "islands_for_4": 7}, 4, "contradicts islands_for_4"),
    ],
)
def test_players_and_islands_that_make_no_sense(given: dict[str, int], players: int | None, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        ours.spelled_out(given, players)


# What changes


def test_clauses_change_by_their_words_or_by_what_they_mean() -> None:
    changes = {change.id: change for change in clause_changes(made(GAME, {"island_cap": 9}, {}))}
    assert "9" in changes["components.island-cap"].now["en"] and changes["components.island-cap"].in_words
    assert not changes["resolution.as-possible"].in_words
    assert "setup.deal" not in changes
    reading = clause_changes(made(GAME, {}, {"shaman-tie": "self-first"}))
    assert [change.id for change in reading] == ["succession.tie"]
    more = clause_changes(made(GAME, {"max_players": 7, "islands_for_7": 10}, {}))
    assert [change.id for change in more] == ["components.players", "components.islands", "setup.island-count"]


@pytest.mark.parametrize("point", ["flip", "moved-twice", "poor-islands", "majority"])
def test_a_reading_changes_the_clause_it_is_about(point: str) -> None:
    read = READINGS.points[point]
    other = next(name for name in read.readings if name != read.default.name)
    assert read.clause.id in {change.id for change in clause_changes(made(GAME, {}, {point: other}))}


# Commands


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "big.toml").write_text(BIG, encoding="utf-8")
    (tmp_path / "together.toml").write_text(f'{HEAD}[readings]\nmajority = "together"\n', encoding="utf-8")
    (tmp_path / "kept.toml").write_text(
        f'{HEAD}[readings]\nreturn-after-conflict = "nobody-returns"\n', encoding="utf-8"
    )
    return tmp_path


def told(capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert main(list(arguments)) == code
    return capsys.readouterr().out


def test_questions_are_answered_by_a_variant(folder: Path, capsys: Capture) -> None:
    assert main(["ask", "island", "4", "4", "1"]) == 2
    capsys.readouterr()
    assert "Seat 2 takes" in told(capsys, "ask", "island", "4", "4", "1", "--variant", "big.toml")
    assert "Seat 0 takes" in told(capsys, "ask", "island", "2", "1", "1")
    assert "Nobody takes" in told(capsys, "ask", "island", "2", "1", "1", "--variant", "together.toml")
    kept = json.loads(told(capsys, "ask", "--variant", "kept.toml", "island", "2", "1", "1", "--json"))
    assert (kept["winner"], kept["returns"], kept["counts_after"]) == (0, None, [2, 1, 1])
    assert "8 islands" in told(capsys, "ask", "setup", "--players", "4", "--variant", "big.toml")


def test_a_majority_goes_before_a_single_inhabitant_where_a_variant_has_room_for_both(
    folder: Path, capsys: Capture
) -> None:
    assert "Seat 0 takes" in told(capsys, "ask", "island", "3", "2", "2", "1", "--variant", "big.toml")


def test_people_are_not_asked_what_a_variant_has_no_question_for(folder: Path, capsys: Capture) -> None:
    Path("flip.toml").write_text(f'{HEAD}[readings]\nflip = "optional"\n', encoding="utf-8")
    assert main(["play", "--variant", "flip.toml"]) == 2
    assert "flip=optional" in capsys.readouterr().err


def test_the_shipped_deck_is_not_for_every_variant(folder: Path, capsys: Capture) -> None:
    Path("many.toml").write_text(f"{HEAD}[numbers]\ndeck_size = 80\n", encoding="utf-8")
    assert main(["play", "--variant", "many.toml", "--humans", "none"]) == 2
    assert "components.deck" in capsys.readouterr().err


def test_theorems_of_a_variant_are_proved_or_refuted(folder: Path, capsys: Capture) -> None:
    wide = ["prove", "--variant", "big.toml", "--players", "3", "-j", "1", "--json"]
    results = json.loads(told(capsys, *wide, "--only", "collection.from-below", code=1))["results"]
    assert {(one["prover"], one["status"]) for one in results} == {("z3", "refuted"), ("cvc5", "refuted")}
    assert all(one["expected"] == "holds" for one in results)
    alone = json.loads(told(capsys, *wide, "--only", "collection.alone"))["results"]
    assert {one["status"] for one in alone} == {"proved"}


@pytest.mark.parametrize(
    "arguments",
    [["--explain", "collection.alone"], ["--bounds"], ["mine.py"], ["--players", "9"], ["--only", "nothing"]],
)
def test_what_is_not_proved_of_a_variant_is_refused(folder: Path, arguments: list[str], capsys: Capture) -> None:
    assert main(["prove", "--variant", "big.toml", *arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_nothing_is_proved_of_games_that_cannot_begin(folder: Path, capsys: Capture) -> None:
    Path("short.toml").write_text(f"{HEAD}[numbers]\ndeck_size = 60\n", encoding="utf-8")
    assert main(["prove", "--variant", "short.toml", "--players", "2"]) == 2
    assert "components.enough-cards" in capsys.readouterr().err
