"""What if, told: words in two languages, tables, a picture, and nonsense that is refused; on the toy."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from tests.checks.lagoon_plugin import NAME, lagoon

from archipel.checks.cli.command_line import main
from archipel.checks.cli.rules.what_if import settings, swept
from archipel.checks.proofs.results import Status
from archipel.checks.variants.playability import Playable
from archipel.checks.variants.theorem_impact import FoundImpact, ImpactCase, TheoremFate
from archipel.checks.variants.variant_files import Variant, made
from archipel.checks.variants.what_if.answer import WhatIfReport
from archipel.checks.variants.what_if.plot import plot
from archipel.checks.variants.what_if.readings import ReadingDifference
from archipel.checks.variants.what_if.wording import Row, lines_of, row_data, table
from archipel.reference.strict_json import BadInput

__all__ = ["lagoon"]

pytestmark = pytest.mark.usefixtures("lagoon")
Capture = pytest.CaptureFixture[str]


def pearls(number: int) -> Variant:
    return made(NAME, {"pearls": number}, {})


def report(variant: Variant, *found: FoundImpact, readings: tuple[ReadingDifference, ...] = ()) -> WhatIfReport:
    witnesses = {one.theorem: {"told": {"en": ["It is so."], "fr": ["C'est ainsi."]}} for one in found}
    able = (Playable(variant, 3, Status.PROVED),)
    return WhatIfReport(ImpactCase(variant, (3,)), able, found, readings, witnesses)


def sample(variant: Variant) -> WhatIfReport:
    return report(
        variant,
        FoundImpact(variant, 3, "turn.one", "one", "", TheoremFate.HOLDS),
        FoundImpact(variant, 3, "turn.two", "two", "", TheoremFate.BREAKS, remark="so"),
        FoundImpact(variant, 3, "turn.three", "three", "", TheoremFate.UNDECIDED),
        readings=(
            ReadingDifference("scarce", "all-or-none", False, True),
            ReadingDifference("scarce", "all-or-none", True, False),
        ),
    )


@pytest.mark.parametrize(("lang", "word"), [("en", "made no difference"), ("fr", "ne changeait rien")])
def test_a_report_is_told_in_two_languages(lang: str, word: str) -> None:
    told = "\n".join(lines_of(sample(pearls(5)), lang, "z3"))
    assert word in told and "pearls: 3 → 5" in told and "setup.start" in told
    assert "turn.two" in told and "turn.three" in told and "{" not in told


def test_a_row_counts_what_holds_and_the_worst_counts() -> None:
    row = Row(5, sample(pearls(5)))
    assert (row.holds, row.breaks, row.open) == (1, 1, 1)
    assert not sample(pearls(5)).all_well
    assert report(pearls(5), FoundImpact(pearls(5), 3, "a", "one", "", TheoremFate.HOLDS)).all_well
    both = report(
        pearls(5),
        FoundImpact(pearls(5), 3, "a", "one", "", TheoremFate.HOLDS),
        FoundImpact(pearls(5), 3, "a", "two", "", TheoremFate.BREAKS),
    )
    assert both.with_fate(TheoremFate.BREAKS) == ["a"] and both.holding == []
    assert row_data(Row(-1, None, "no"))["refused"] == "no"


def test_a_table_has_a_line_for_each_value() -> None:
    rows = [Row(-1, None, "nonsense"), Row(3, sample(Variant(NAME))), Row(5, sample(pearls(5)))]
    lines = list(table("pearls", rows, 3, "en", "z3"))
    assert "refused: nonsense" in lines[1] and lines[2].startswith("*") and "turn.two" in lines[3]
    assert "scarce=all-or-none" in lines[3]


def test_the_picture_is_one_well_formed_file() -> None:
    rows = [Row(-1, None, "a < b & c"), Row(3, sample(Variant(NAME))), Row(5, sample(pearls(5)))]
    for lang in ("en", "fr"):
        picture = plot("pearls", rows, 3, lang)
        root = ElementTree.fromstring(picture)
        names = [child.tag.rpartition("}")[2] for child in root]
        assert names[:2] == ["title", "desc"] and "prefers-color-scheme:dark" in picture and "@media print" in picture
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
        assert sum(child.get("class") == "now" for child in root) == 1


# The command


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "what if what?"),
        (("--set", "pearls=-3"), "pearls: expected 1 to 9, found -3"),
        (("--set", "pearls=x"), "--set: pearls: expected a whole number, found 'x'"),
        (("--set", "pearls="), "--set: pearls: expected a whole number"),
        (("--set", "pearls=99999999999999999999"), "expected a whole number"),
        (("--set", "pearls"), "--set: expected NAME=N"),
        (("--set", "=7"), "--set: expected NAME=N"),
        (("--set", "fish=7"), "fish: no such number"),
        (("--set", "pearls=8", "--set", "pearls=9"), "--set: pearls is set twice"),
        (("--set", "pearls=9", "--players", "7"), "--players: expected 3 to 4"),
        (("--reading", "scarce"), "expected point=reading"),
        (("--reading", "scarce=maybe"), "no such reading"),
        (("--sweep", "pearls=9..5"), "runs backwards"),
        (("--sweep", "pearls=1..5000"), "at most 64 values"),
        (("--sweep", "pearls=5..x"), "expected a whole number"),
        (("--sweep", "pearls=5,5"), "a value stands twice"),
        (("--sweep", "pearls="), "expected NAME=A..B"),
        (("--sweep", "pearls=-9..-3"), "pearls: expected 1 to 9"),
        (("--sweep", "nothing=1..3"), "nothing: no such number"),
        (("--sweep", "pearls=5..6", "--set", "pearls=9"), "pearls is set already"),
        (("--set", "pearls=9", "--svg", "x.svg"), "--svg: only a --sweep is drawn"),
        (("--sweep", "pearls=5..6", "--save", "x.toml"), "--save: a sweep is many variants"),
        (("--set", "pearls=9", "--save", "none/x.toml"), "cannot be written"),
        (("--variant", "none.toml"), "cannot be read"),
        (("--set", "pearls=9", "--jobs", "0"), "expected at least 1, found 0"),
    ],
)
def test_nonsense_is_refused_with_the_reason(arguments: tuple[str, ...], complaint: str, capsys: Capture) -> None:
    assert main([NAME, "what-if", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_settings_and_sweeps_are_read_as_people_write_them() -> None:
    assert list(settings(["a=1", " b = 2 "])) == [("a", 1), ("b", 2)]
    assert swept("a=5..7") == ("a", [5, 6, 7]) and swept("a=5,9") == ("a", [5, 9]) and swept("a=5") == ("a", [5])
    assert swept("a=-1..1") == ("a", [-1, 0, 1])
    with pytest.raises(BadInput):
        swept("a=1..2..3")
