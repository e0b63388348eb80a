"""The list of mutants: long enough, applicable, and judged by checks that are healthy without them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from archipel.checks.mutation.handwritten import LISTS, HandwrittenMutant, judge, main, mutants, spoiled
from archipel.reference.strict_json import BadInput

ALL = mutants("costa_ruana")
LINE = "    lone = _outside_conflicts(counts, readings)\n"
"""Of the engine; if it stands there twice nothing changes."""


def test_at_least_twenty_of_each() -> None:
    for kind in LISTS:
        listed = [mutant for mutant in ALL if mutant.kind == kind]
        assert len(listed) >= 20
        assert len({(mutant.file, mutant.old, mutant.new) for mutant in listed}) == len(listed)


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.what)
def test_every_line_to_spoil_is_there(mutant: HandwrittenMutant) -> None:
    root = Path(str(import_module(f"archipel.{LISTS[mutant.kind]}").__file__)).parent
    text = (root / "costa_ruana" / mutant.file).read_text(encoding="utf-8")
    assert spoiled(mutant, text) != text


@pytest.mark.parametrize("kind", LISTS)
def test_one_of_each_is_noticed(kind: str) -> None:
    wanted = {"clauses": "majority need not be strict", "engine": "the winner keeps the inhabitant there"}[kind]
    mutant = next(mutant for mutant in ALL if mutant.kind == kind and mutant.what == wanted)
    assert judge(mutant, "costa_ruana")


def test_a_line_that_means_nothing_is_refused() -> None:
    other = LINE.replace("_outside_conflicts", "_outside_everything")
    meaningless = HandwrittenMutant("engine", "an unknown name", "collection.py", LINE, other)
    with pytest.raises(BadInput, match="means nothing"):
        judge(meaningless, "costa_ruana")


@pytest.mark.thorough
def test_a_harmless_change_is_not_noticed() -> None:
    harmless = HandwrittenMutant("engine", "a line twice", "collection.py", LINE, LINE + LINE)
    assert judge(harmless, "costa_ruana") == ""


def test_a_mutant_that_no_longer_applies_is_an_error() -> None:
    with pytest.raises(BadInput, match="must stand there once"):
        judge(HandwrittenMutant("engine", "gone", "collection.py", "no such line", "x"), "costa_ruana")


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "examples:" in capsys.readouterr().out
