"""Variants: strict files, both sides made from them, what changes, and every command by their rules; on the toy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.engine import Rules
from tests.toy.game import ENGINE, GAME

from archipel.checks.cli.command_line import main
from archipel.checks.simulate.game import SimulationTask
from archipel.checks.variants import variant_files as variants
from archipel.checks.variants.variant_files import Variant, clause_changes, made, parsed, written
from archipel.reference.strict_json import BadInput, Field, parse

__all__ = ["lagoon"]

pytestmark = pytest.mark.usefixtures("lagoon")
Capture = pytest.CaptureFixture[str]

RICH = """
title = "A rich lagoon"
game = "lagoon"
[numbers]
pearls = 5
rounds = 2
[readings]
scarce = "all-or-none"
"""
HEAD = 'game = "lagoon"\n'


# Files


def test_a_file_is_read_for_clauses_and_engine() -> None:
    rich = parsed(RICH)
    assert rich.title == "A rich lagoon" and not rich.is_original
    assert (rich.numbers.values(4)["pearls"], rich.numbers.values(4)["rounds"]) == (5, 2)
    assert rich.sides.rules == Rules(pearls=5, rounds=2, scarce="all-or-none")
    assert rich.rulebook.clauses["turn.dive"].statements != GAME.rulebook.clauses["turn.dive"].statements
    assert rich.number_changes == {"pearls": (3, 5), "rounds": (4, 2)}


def test_what_is_written_is_read_again() -> None:
    for variant in (parsed(RICH), Variant(NAME), made(NAME, {"rounds": 2}, {}, 'A "quoted" \\ title')):
        assert parsed(written(variant)) == variant


def test_what_the_rulebook_says_anyway_is_no_change() -> None:
    same = made(NAME, {"pearls": 3}, {"scarce": "what-is-left"})
    assert same == Variant(NAME) and same.is_original and same.rulebook is GAME.rulebook
    assert clause_changes(same) == [] and same.sides.rules == Rules()


def test_a_clause_can_be_replaced_by_name() -> None:
    by_clause = parsed(f'{HEAD}[clauses]\n"turn.dive" = "all-or-none"\n')
    assert by_clause == parsed(f'{HEAD}[readings]\nscarce = "all-or-none"\n')


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", '"game" is missing'),
        ("game = 3", "game: expected a string"),
        ('game = "chess"', "game: no game called 'chess'; there are "),
        (f"{HEAD}colour = 1", "unknown key 'colour'"),
        (f"{HEAD}title = 3", "title: expected a string"),
        (f'{HEAD}title = "a\\nb"', "title: expected one line"),
        (f"{HEAD}numbers = 3", "numbers: expected an object"),
        (f"{HEAD}[numbers]\npearls = -3", "pearls: expected 1 to 9, found -3"),
        (f"{HEAD}[numbers]\npearls = 7.5", "numbers.pearls: expected a whole number"),
        (f"{HEAD}[numbers]\npearls = true", "numbers.pearls: expected a whole number"),
        (f'{HEAD}[numbers]\npearls = "9"', "numbers.pearls: expected a whole number"),
        (f"{HEAD}[numbers]\nfish = 9", "fish: no such number; there are pearls"),
        (f"{HEAD}[readings]\nscarce = 1", "readings.scarce: expected a string"),
        (f'{HEAD}[readings]\nscarce = "no"', "readings.scarce: scarce=no: no such reading"),
        (f'{HEAD}[readings]\nshaman = "no"', "readings.shaman: shaman: no such point"),
        (f'{HEAD}[clauses]\n"turn.dive" = "no"', "clauses.turn.dive: 'no' is no reading of this clause"),
        (f'{HEAD}[clauses]\n"setup.deal" = "no"', "clauses.setup.deal: 'no' is no reading of this clause; it has only"),
        (f'{HEAD}[clauses]\n"nothing.at-all" = "no"', "clauses.nothing.at-all: no such clause"),
        (
            f'{HEAD}[readings]\nscarce = "what-is-left"\n[clauses]\n"turn.dive" = "all-or-none"',
            "clauses.turn.dive: all-or-none contradicts readings.scarce",
        ),
        ("game =", "not TOML"),
        ("a = " + "[" * 5000, "not TOML"),
    ],
)
def test_nonsense_gets_one_line_that_names_the_key(text: str, complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        variants.read(file)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value) and str(refused.value).startswith("'my.toml': ")


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    (tmp_path / "huge").write_bytes(b"#" * 70_000)
    for name, complaint in (("none", "cannot be read"), ("binary", "not a UTF-8"), ("huge", "larger than")):
        with pytest.raises(BadInput, match=complaint):
            variants.read(tmp_path / name)
    with pytest.raises(BadInput, match="cannot be read"):
        variants.read(tmp_path)


# What changes


def test_clauses_change_by_their_words_or_by_what_they_mean() -> None:
    changes = {change.id: change for change in clause_changes(made(NAME, {"rounds": 2}, {}))}
    assert "2 rounds" in changes["end.last"].now["en"] and changes["end.last"].in_words
    assert not changes["turn.next"].in_words, "it rests on the same notion"
    assert "setup.deal" not in changes
    assert [change.id for change in clause_changes(made(NAME, {}, {"scarce": "all-or-none"}))] == ["turn.dive"]


# Commands


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rich.toml").write_text(RICH, encoding="utf-8")
    return tmp_path


def told(capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert main([NAME, *arguments]) == code
    return capsys.readouterr().out


def test_the_rulebook_of_a_variant_marks_what_differs(folder: Path, capsys: Capture) -> None:
    printed = told(capsys, "clauses", "--variant", "rich.toml")
    assert "≠ setup.start" in printed and "5 pearls lie" in printed
    assert "≠ turn.dive" in printed and "  setup.deal\n" in printed
    assert "≠" not in told(capsys, "clauses")
    clauses = json.loads(told(capsys, "clauses", "--variant", "rich.toml", "--json"))["clauses"]
    changed = {change.id for change in clause_changes(parsed(RICH))}
    assert {entry["id"] for entry in clauses if entry.get("changed")} == changed


def test_readings_of_a_variant_are_marked(folder: Path, capsys: Capture) -> None:
    assert "* all-or-none" in told(capsys, "readings", "scarce", "--variant", "rich.toml")
    (point,) = json.loads(told(capsys, "readings", "scarce", "--variant", "rich.toml", "--json"))["readings"]
    assert point["played"] == "all-or-none" and point["default"] == "what-is-left"


def test_questions_are_answered_by_a_variant(folder: Path, capsys: Capture) -> None:
    Path("dear.toml").write_text(f"{HEAD}[numbers]\ncard_points = 5\n", encoding="utf-8")
    asked = ["ask", "points", "1", "4", "2", "--cards", "0", "0", "1"]
    assert "Points: 1, 4, 4." in told(capsys, *asked)
    assert "Points: 1, 4, 7." in told(capsys, *asked, "--variant", "dear.toml")


def test_a_game_is_played_by_a_variant_and_its_record_says_so(folder: Path, capsys: Capture) -> None:
    told(capsys, "play", "--humans", "none", "--seed", "1", "--save", "game.json", "--variant", "rich.toml")
    record = ENGINE.codec.read_record(Field(parse(Path("game.json").read_bytes())))
    assert record.terms == parsed(RICH).sides.rules
    told(capsys, "referee", "game.json")
    told(capsys, "play", "--load", "game.json", "--variant", "rich.toml", code=2)
    told(capsys, "show", "game.json")
    assert main([NAME, "show", "game.json", "--variant", "rich.toml"]) == 2
    assert "a file says by which rules" in capsys.readouterr().err


def test_games_of_a_variant_are_simulated_by_its_numbers() -> None:
    game = GAME.simulation.playout(SimulationTask(parsed(RICH), 3, 1, ("random",)), 0)
    assert game.end.rules == Rules(pearls=5, rounds=2, scarce="all-or-none") and game.end.round == 2


def test_theorems_are_not_proved_of_variants_that_a_game_does_not_offer(folder: Path, capsys: Capture) -> None:
    assert main([NAME, "prove", "--variant", "rich.toml"]) == 2
    assert "has no variants" in capsys.readouterr().err
