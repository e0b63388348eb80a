"""The catalogue of Costa Ruana: whole in both languages, nothing in it that is never said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archipel.checks import cli, costa_ruana, explain
from archipel.checks.costa_ruana.wording import CATALOGUE, speaker
from archipel.checks.explain.catalogue import Catalogue
from archipel.checks.explain.catalogue_check import complaints
from archipel.spec.costa_ruana.readings import READINGS

PROVIDED = ("actor", "letters", "names", "reader", "reading", "sentence", "chosen_in_all", "last", "missing")
RULEBOOKS = [
    READINGS.rulebook,
    *(READINGS.under({point.id: name}) for point in READINGS.points.values() for name in list(point.readings)[1:]),
]


def test_nothing_is_wrong_with_the_catalogue() -> None:
    assert list(complaints(CATALOGUE, RULEBOOKS, PROVIDED)) == []


def test_every_decision_and_every_consequence_is_told() -> None:
    decisions = {step.name for rulebook in RULEBOOKS for step in rulebook.decisions}
    assert set(CATALOGUE.section("decision")) == decisions
    assert set(CATALOGUE.section("then")) == {step.name for rulebook in RULEBOOKS for step in rulebook.consequences}


def test_every_phrase_is_used() -> None:
    folders = [Path(package.__file__ or "").parent for package in (costa_ruana, explain, cli)]
    files = [file for folder in folders for kind in ("py", "toml") for file in folder.rglob(f"*.{kind}")]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    code = "\n".join(re.sub(r'^(\[say\.)?"[^"]*"( =|\]$)', "", line) for line in lines)
    named = set(re.findall(r"[a-z_]+(?:\.(?:[A-Za-z_]|\{[^{}]*\})+)*", code))
    stems = {re.escape(name).replace(r"\{", "{").replace(r"\}", "}") for name in named}
    patterns = re.compile("|".join(re.sub(r"\{[^{}]*\}", ".*", stem) for stem in stems if stem != "{}"))
    page = ("page.", "fact.", "figure.")
    assert [key for key in CATALOGUE.section("say") if not patterns.fullmatch(key) and not key.startswith(page)] == []


def test_french_is_not_english() -> None:
    same = [key for key in CATALOGUE.section("say") if len(set(_texts(key))) < 2 and re.search("[a-z]{4}", _bare(key))]
    allowed = ("game", "label.shaman", "label.points", "words.points", "option.seat", "play.", "page.", "picture.")
    assert [key for key in same if not key.startswith((*allowed, "fact.points", "figure.", "column."))] == []


def _texts(key: str) -> list[str]:
    found = CATALOGUE.section("say")[key]
    return list(found) if isinstance(found, list) else ["case", "cas"]


def _bare(key: str) -> str:
    return re.sub(r"\{[^{}]*\}", "", _texts(key)[0])


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[say]\nx = ["one", ""]', "say.x: expected a text in each of en, fr"),
        ('[say]\nx = ["{one}", "{two}"]', "say.x: the languages have different holes"),
        ('[say]\nx = "y"', "say.x: there is no phrase y"),
        ('[decision]\nsettle = ["{plyer}", "{plyer}"]', "decision.settle: nothing is called plyer"),
        ('[decision]\nsettle = ["{a.phrase}", "{a.phrase}"]', "decision.settle: nothing is called a.phrase"),
        ('[refusal.x]\n"phase == OVRE" = ["a", "b"]', "refusal.x: nothing is called OVRE"),
        ('[let]\ncrowd = "1"', "let.crowd: the clauses have a word of that name"),
        ('[news]\nreveal = ["hiden(by, 0) for by in players"]', "news.reveal: nothing is called hiden"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_said(tmp_path: Path, text: str, wrong: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text, encoding="utf-8")
    assert set(complaints(Catalogue(file), RULEBOOKS[:1], PROVIDED)) == {wrong}


def test_numbers_agree_with_their_nouns() -> None:
    assert [speaker("en").counted("treasures", number) for number in (0, 1, 2)] == [
        "0 treasures", "1 treasure", "2 treasures",
    ]  # fmt: skip
    assert [speaker("fr").counted("treasures", number) for number in (0, 1, 2)] == ["0 trésor", "1 trésor", "2 trésors"]
