"""archipel ask: right answers, the clauses that give them, and one clear error for everything else."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.questions import answer
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import island_winner, next_shaman
from archipel.reference.costa_ruana.readings import CHOICES
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana import RULEBOOK

QUESTIONS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"ask": "island", "counts": [3, 3, 1], "treasures": 2},
        {"winner": 2, "conflicts": [[0, 1]], "treasures_after": 1},
    ),
    ({"ask": "island", "counts": [2, 2, 1, 1], "treasures": 2}, {"winner": None, "conflicts": [[0, 1], [2, 3]]}),
    ({"ask": "island", "counts": [2, 1, 1], "treasures": 1}, {"winner": 0, "counts_after": [1, 1, 1]}),
    ({"ask": "island", "counts": [2, 1, 1], "treasures": 0}, {"winner": None, "clauses": ["collection.no-treasure"]}),
    ({"ask": "island", "counts": [0, 0]}, {"winner": None}),
    ({"ask": "island", "counts": [5]}, {"winner": 0, "counts_after": [4]}),
    ({"ask": "island", "counts": [2, 2, 2, 1]}, {"winner": 3}),
    ({"ask": "shaman", "previous": 0, "gains": [1, 1, 3]}, {"shaman": 1, "fewest": [0, 1]}),
    ({"ask": "shaman", "previous": 1, "gains": [1, 1]}, {"shaman": 0}),
    ({"ask": "shaman", "previous": 2, "gains": [1, 1, 0]}, {"shaman": 2}),
    ({"ask": "score", "treasures": [4, 2], "reserve": [5, 9]}, {"points": [13, 13], "winners": [0]}),
    ({"ask": "score", "treasures": [4, 4], "reserve": [5, 5]}, {"points": [13, 13], "winners": [0, 1]}),
    ({"ask": "score", "treasures": [0, 1, 2], "reserve": [9, 6, 4]}, {"ranking": [[0], [2], [1]]}),
    (
        {"ask": "setup", "players": 5},
        {"islands": 9, "treasures": 43, "cards": 60, "hand": 5, "pile": 35},
    ),
    ({"ask": "setup", "players": 2}, {"islands": 4, "treasures": 18, "cards": 24, "pile": 14}),
    ({"ask": "active", "tide": "high", "time": "night"}, {"backgrounds": ["high_tide", "night"]}),
    ({"ask": "active", "tide": "low", "time": "day"}, {"backgrounds": ["low_tide", "day"]}),
]


@pytest.mark.parametrize(("question", "expected"), QUESTIONS, ids=str)
def test_answers(question: dict[str, Any], expected: dict[str, Any]) -> None:
    found = answer(question)
    assert {key: found[key] for key in expected} == expected
    assert found["clauses"]
    assert set(found["clauses"]) <= RULEBOOK.clauses.keys()


@pytest.mark.parametrize(
    "question",
    [
        None,
        [],
        "island",
        {},
        {"ask": "weather"},
        {"ask": ["island"]},
        {"ask": "island"},
        {"ask": "island", "counts": []},
        {"ask": "island", "counts": [4, 4]},
        {"ask": "island", "counts": [8]},
        {"ask": "island", "counts": [1] * 7},
        {"ask": "island", "counts": [-1, 2]},
        {"ask": "island", "counts": [True, 2]},
        {"ask": "island", "counts": [1.0, 2]},
        {"ask": "island", "counts": ["1", 2]},
        {"ask": "island", "counts": [1, 2], "treasures": -1},
        {"ask": "island", "counts": [1, 2], "pearls": 3},
        {"ask": "shaman", "previous": 3, "gains": [1, 1, 3]},
        {"ask": "shaman", "previous": 0, "gains": [1]},
        {"ask": "shaman", "previous": 0, "gains": [1] * 7},
        {"ask": "score", "treasures": [4, 2], "reserve": [5]},
        {"ask": "score", "treasures": [4, 2], "reserve": [5, 11]},
        {"ask": "setup", "players": 7},
        {"ask": "setup", "players": 1},
        {"ask": "active", "tide": "middle", "time": "night"},
        {"ask": "active", "tide": "high"},
    ],
    ids=str,
)
def test_bad_questions_are_refused_in_one_line(question: object) -> None:
    with pytest.raises(BadInput) as caught:
        answer(question)
    assert "\n" not in str(caught.value)


def test_numbers_no_game_can_show_are_answered_with_a_remark() -> None:
    found = answer({"ask": "shaman", "previous": 0, "gains": [2, 2, 2, 2]})
    assert (found["shaman"], found["impossible"]["at_most"]) == (1, 7)
    assert "impossible" not in answer({"ask": "shaman", "previous": 0, "gains": [2, 2, 2, 1]})
    assert answer({"ask": "score", "treasures": [10, 9], "reserve": [0, 0]})["impossible"]["at_most"] == 18


@settings(max_examples=200, deadline=None)
@given(counts=st.lists(st.integers(0, 7), min_size=2, max_size=6), treasures=st.integers(0, 3))
def test_islands_as_the_engine_has_it(counts: list[int], treasures: int) -> None:
    if sum(counts) > 7:
        with pytest.raises(BadInput, match=r"components\.island-cap"):
            answer({"ask": "island", "counts": counts})
        return
    found = answer({"ask": "island", "counts": counts, "treasures": treasures})
    assert found["winner"] == island_winner(tuple(counts), treasures)


@settings(max_examples=100, deadline=None)
@given(gains=st.lists(st.integers(0, 4), min_size=2, max_size=6), data=st.data())
def test_shaman_as_the_engine_has_it(gains: list[int], data: st.DataObject) -> None:
    previous = data.draw(st.integers(0, len(gains) - 1))
    found = answer({"ask": "shaman", "previous": previous, "gains": gains})
    assert found["shaman"] == next_shaman(previous, tuple(gains))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 12) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("counts", "treasures", "previous", "gains", "reserve", "players", "tide", "time")


@settings(max_examples=300, deadline=None)
@given(
    kind=st.sampled_from(("island", "shaman", "score", "setup", "active")),
    rest=st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4),
)
def test_nothing_but_an_answer_or_a_refusal(kind: str, rest: dict[str, object]) -> None:
    try:
        found = answer({"ask": kind, **rest})
    except BadInput as error:
        assert str(error)
    else:
        assert found["clauses"]


Patch = pytest.MonkeyPatch
Captured = pytest.CaptureFixture[str]


def batch(data: bytes, monkeypatch: Patch, capsys: Captured) -> tuple[int, list[dict[str, Any]], str]:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    code = main(["ask", "--batch"])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], err


def test_batch_answers_in_order_and_goes_on(monkeypatch: Patch, capsys: Captured) -> None:
    good = [json.dumps(question).encode() for question, _ in QUESTIONS]
    bad = [b"not json", b"", b"\xff\xfe", b'{"ask":"island","counts":[4,4]}', b"[" * 5000, b"9" * 70_000]
    lines = [*good, *bad, good[0]]
    code, answers, err = batch(b"\n".join(lines), monkeypatch, capsys)
    assert code == 2
    assert len(answers) == len(lines)
    for (_, expected), found in zip(QUESTIONS, answers, strict=False):
        assert {key: found[key] for key in expected} == expected
    assert all(set(found) == {"error"} for found in answers[len(good) : len(good) + len(bad)])
    assert answers[-1] == answers[0]
    assert err == f"archipel: {len(bad)} of {len(lines)} questions could not be answered\n"


def test_batch_without_a_bad_question(monkeypatch: Patch, capsys: Captured) -> None:
    code, answers, err = batch(b'{"ask":"setup","players":3}\r\n', monkeypatch, capsys)
    assert (code, answers[0]["islands"], err) == (0, 6, "")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_answers_in_words(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    commands = (
        "island 3 3 1 --treasures 2",
        "island 1 1",
        "shaman --previous 0 1 1 3",
        "score --treasures 4 2 --reserve 5 9",
        "score --treasures 4 4 --reserve 5 5",
        "setup --players 5",
        "active --tide low --time day",
    )
    for command in commands:
        assert main(["ask", *command.split(), "--lang", language]) == 0
        lines = capsys.readouterr().out.splitlines()
        ids = [line.strip().partition(": ")[0] for line in lines[1:]]
        assert ids
        assert set(ids) <= RULEBOOK.clauses.keys()
        assert "{" not in lines[0]


def test_ask_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "island", "2", "2", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winner"] == 2


@pytest.mark.parametrize(
    "command",
    [
        "ask",
        "ask island",
        "ask island x",
        "ask island 8",
        "ask setup --players 9",
        "ask shaman 1 1",
        "ask active --tide up --time day",
        "ask --batch island 1",
        "ask --deck no-such-file.toml setup --players 3",
    ],
)
def test_bad_arguments_get_one_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("reading", [(point, name) for point, names in CHOICES.items() for name in names[1:]], ids=str)
def test_every_question_is_answered_by_every_reading(reading: tuple[str, str]) -> None:
    variant = Variant("costa_ruana", chosen=(reading,))
    questions: list[dict[str, object]] = [
        {"ask": "island", "counts": [3, 3, 1]},
        {"ask": "shaman", "previous": 1, "gains": [1, 1, 1]},
        {"ask": "score", "treasures": [4, 2], "reserve": [5, 9]},
        {"ask": "setup", "players": 2},
        {"ask": "active", "tide": "high", "time": "day"},
    ]
    for question in questions:
        assert answer(question, None, variant)["clauses"]
    wanted = 1 if reading == ("shaman-tie", "self-first") else 2
    assert answer(questions[1], None, variant)["shaman"] == wanted
