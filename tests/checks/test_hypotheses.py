"""Hypotheses about a program, without any game: sets of them, accounts that refute some, questions that part them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import pytest

from archipel.checks.readings.diagnose import questioning
from archipel.checks.readings.diagnose.hypotheses import Ask, Hypotheses, HypothesisTable, outcomes, parted
from archipel.checks.readings.diagnose.questioning import DiagnosisAnswer, Question, inquiry, selected, tells
from archipel.checks.readings.diagnose.replaying import Account, Refutation, RefutedError, explaining_all, failure

SMALL = HypothesisTable({"a": ("1", "2"), "b": ("1", "2", "3"), "c": ("1", "2"), "d": ("1", "2", "3")})
ALL = [dict(zip(SMALL.points, names, strict=True)) for names in itertools.product(*SMALL.choices.values())]


def listed(those: Hypotheses) -> list[dict[str, str]]:
    return [hypothesis for hypothesis in ALL if hypothesis in those]


def some(chance: Random) -> Hypotheses:
    """A set made of a few others in some way."""
    found = SMALL.none
    for _ in range(chance.randrange(6)):
        piece = SMALL.all
        for point, names in SMALL.choices.items():
            if chance.random() < 0.6:
                piece &= SMALL.where(point, *chance.sample(names, chance.randint(1, len(names))))
        found = chance.choice([found | piece, found - piece, ~found & piece, found])
    return found


# Sets of hypotheses, compared with lists


@pytest.mark.parametrize("seed", range(60))
def test_sets_are_what_lists_are(seed: int) -> None:
    chance = Random(seed)
    one, other = some(chance), some(chance)
    in_one, in_other = listed(one), listed(other)
    assert listed(one & other) == [each for each in in_one if each in in_other]
    assert listed(one | other) == [each for each in ALL if each in in_one or each in in_other]
    assert listed(one - other) == [each for each in in_one if each not in in_other]
    assert listed(~one) == [each for each in ALL if each not in in_one]
    assert one.count() == len(in_one) and bool(one) == bool(in_one)
    assert ~~one is one and (one & other) is (other & one) and (one - other) | (one & other) is one


@pytest.mark.parametrize("seed", range(60))
def test_sets_can_be_told(seed: int) -> None:
    chance = Random(seed)
    those = some(chance)
    inside = listed(those)
    for point, names in SMALL.choices.items():
        assert those.readings_of(point) == tuple(name for name in names if any(each[point] == name for each in inside))
        anything = [{**each, point: name} for each in inside for name in names]
        assert listed(those.forgetting(point)) == [each for each in ALL if each in anything]
        assert (point in those.points_asked()) == (those.forgetting(point) is not those)
    in_pieces = [
        str(each)
        for piece in those.combinations()
        for each in ALL
        if all(each[point] in names for point, names in piece.items())
    ]
    assert sorted(in_pieces) == sorted(map(str, inside))
    if inside:
        assert those.first() == inside[0] and those.drawn(chance) in inside


def test_equal_sets_are_the_same_however_they_are_made() -> None:
    flat = SMALL.where("b", "1") | SMALL.where("b", "2") | SMALL.where("b", "3")
    assert flat is SMALL.all and SMALL.where("a", "1") & SMALL.where("a", "2") is SMALL.none
    assert SMALL.agreeing({"a": "1", "c": "2"}) is SMALL.where("c", "2") & SMALL.where("a", "1")


@pytest.mark.parametrize("seed", range(30))
def test_outcomes_under_all_hypotheses_at_once(seed: int) -> None:
    chance = Random(seed)
    among, marks = some(chance), [some(chance) for _ in range(3)]
    runs: list[dict[str, str]] = []

    def run(ask: Ask) -> int:
        """Which of some sets a hypothesis is in, asking for no more than that takes."""
        runs.append({})
        heard: dict[str, str] = runs[-1]

        def noted(point: str) -> str:
            assert heard.setdefault(point, ask(point)) == ask(point)
            return heard[point]

        return next((number for number, mark in enumerate(marks) if walked(mark, noted)), -1)

    found = parted(run, among)
    for hypothesis in ALL:
        homes = [outcome for outcome, those in found.items() if hypothesis in those]
        assert homes == ([run(hypothesis.__getitem__)] if hypothesis in among else [])


def walked(those: Hypotheses, ask: Ask) -> bool:
    while those.branches:
        those = those.branches[SMALL.choices[those.point].index(ask(those.point))]
    return bool(those)


def test_what_is_not_asked_for_is_not_tried() -> None:
    runs = list(outcomes(lambda ask: ask("b") == "2" and ask("d"), SMALL.all))
    assert [outcome for outcome, _ in runs] == [False, "1", "2", "3", False]
    assert not list(outcomes(lambda ask: ask("a"), SMALL.none))


# Accounts without any game


def needs(point: str, reading: str, position: int, ask: Ask) -> int:
    if ask(point) != reading:
        raise RefutedError(f"steps[{position}]", {"en": f"{point} is {reading}"})
    return position + 1


def counting(name: str, *steps: tuple[str, str]) -> Account[int]:
    """An account whose steps each need one reading of one point."""
    return Account(name, lambda _: 0, [partial(needs, *step) for step in steps])


def test_accounts_that_contradict_each_other() -> None:
    said = [
        counting("one", ("b", "1"), ("a", "1")),
        counting("two", ("c", "2")),
        counting("three", ("d", "3"), ("a", "2")),
        counting("four", ("b", "1"), ("d", "3")),
    ]
    assert not explaining_all(said, SMALL.all, lambda *_: None)
    found = failure(said, SMALL.all)
    assert [verdict.explained.count() for verdict in found.verdicts] == [6, 18, 6, 4]
    assert list(found.conflict) == [0, 2]
    assert found.closest == {"a": "1", "b": "1", "c": "2", "d": "3"}
    assert list(found.fails) == [None, None, Refutation(2, "steps[1]", (("en", "a is 2"),)), None]
    assert [verdict.furthest() for verdict in found.verdicts] == [[], [], [], []]


def test_a_account_that_nothing_explains() -> None:
    said = [counting("one", ("a", "1"), ("b", "2"), ("a", "2"), ("c", "1")), counting("two", ("a", "2"))]
    found = failure(said, SMALL.all)
    assert list(found.conflict) == [0] and found.closest["a"] == "2"
    assert [(one.step, one.where) for one in found.verdicts[0].furthest()] == [(3, "steps[2]")]


# Choosing questions without any game


def partition(chance: Random, among: Hypotheses) -> list[Hypotheses]:
    first, second = some(chance), some(chance)
    return [part for part in (among & first, (among - first) & second, among - first - second) if part]


def tell_apart(questions: Sequence[Sequence[Hypotheses]], among: Hypotheses) -> set[tuple[int, int]]:
    """The pairs that some question parts."""
    pairs = itertools.combinations([number for number, each in enumerate(ALL) if each in among], 2)
    return {
        (one, other)
        for one, other in pairs
        if any((ALL[one] in part) != (ALL[other] in part) for parts in questions for part in parts)
    }


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("patient", [True, False])
def test_the_fewest_questions(seed: int, patient: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not patient:
        monkeypatch.setattr(questioning, "_smallest", lambda *_, **__: None)
    chance = Random(seed)
    among = some(chance) | some(chance)
    questions = [partition(chance, among) for _ in range(6)]
    everything = tell_apart(questions, among)
    numbers, fewest = selected(questions, among)
    assert tell_apart([questions[number] for number in numbers], among) == everything
    assert fewest or not patient
    if fewest:
        smaller = itertools.combinations(questions, max(len(numbers) - 1, 0))
        assert not numbers or not any(tell_apart(choice, among) == everything for choice in smaller)


def test_one_question_rather_than_several_plain_ones() -> None:
    plain = [[SMALL.where(point, name) for name in names] for point, names in SMALL.choices.items()]
    everything = [one & other for one in plain[1] for other in plain[3]]
    assert selected([plain[0], plain[1], plain[3], *[plain[0]] * 8, everything], SMALL.all) == ([0, 11], True)
    assert selected([], SMALL.all) == ([], True)


@dataclass(frozen=True)
class Choosing:
    """A candidate that asks for the reading of one point."""

    point: str
    simplicity: tuple[int, ...] = ()

    @property
    def parts(self) -> list[Hypotheses]:
        return [SMALL.where(self.point, name) for name in SMALL.choices[self.point]]

    def question(self) -> Question:
        answers = [DiagnosisAnswer({}, {}, part) for part in self.parts]
        return Question({"point": self.point, "simplicity": self.simplicity}, str, answers)


def test_candidates_are_looked_at_until_every_open_point_is_told_apart() -> None:
    among, looked_at = SMALL.where("a", "1"), []

    def offered() -> Iterator[list[Choosing]]:
        for number, points in enumerate(["bb", "c", "dc", "b"]):
            looked_at.append(number)
            yield [Choosing(point, (5 - place,)) for place, point in enumerate(points)]

    found = inquiry(offered(), among, None)
    assert looked_at == [0, 1, 2] and found.tried == 5 and found.needed == 3 and not found.untold
    assert [(one.data["point"], one.data["simplicity"]) for one in found.questions] == [
        ("b", (4,)),
        ("d", (5,)),
        ("c", (4,)),
    ]
    some_of_it = inquiry([[Choosing("b"), Choosing("c")]], among, 1)
    assert some_of_it.needed == 2 and len(some_of_it.questions) == 1 and some_of_it.untold == ["d"]


@pytest.mark.parametrize("seed", range(20))
def test_points_that_a_question_tells(seed: int) -> None:
    chance = Random(seed)
    among = some(chance) | some(chance)
    parts = partition(chance, among)
    for point in SMALL.points:
        pairs = [(ALL[one], ALL[other]) for one, other in tell_apart([parts], among)]
        alike = [[each for each in SMALL.points if one[each] != other[each]] == [point] for one, other in pairs]
        assert tells(parts, point) == any(alike)
