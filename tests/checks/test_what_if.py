"""What if: what rests on a change is asked again and nothing else, what breaks is shown, and nonsense is refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.variant_games import apart_in_play
from archipel.checks.games.registry import game_called
from archipel.checks.proofs.numbers.independence import Resting, bears_on, every_claim, questions, standing, written
from archipel.checks.proofs.results import Status
from archipel.checks.variants.playability import playable
from archipel.checks.variants.restated_theorems import rebased
from archipel.checks.variants.theorem_impact import (
    AskedTheorem,
    FoundImpact,
    ImpactCase,
    ImpactTask,
    Manner,
    Subject,
    TheoremFate,
    bearing_claims,
    decides,
    examine,
    fallen_in,
    found_out,
    game_of,
    quotes,
    touched,
    witness_of,
)
from archipel.checks.variants.variant_files import Variant, made
from archipel.checks.variants.what_if.answer import WhatIfReport
from archipel.checks.variants.what_if.readings import ReadingDifference, difference

GAME = "costa_ruana"
ORIGINAL = Variant(GAME)
Capture = pytest.CaptureFixture[str]


def cap(number: int) -> Variant:
    return made(GAME, {"island_cap": number}, {})


def asked(name: str, players: int, *variants: Variant, where: str = "", fallen: str = "") -> list[FoundImpact]:
    subjects = tuple(Subject(variant, frozenset(fallen.split())) for variant in variants)
    return examine(ImpactTask(players, where, (name,), subjects))


def differing(cases: list[ImpactCase], point: str, reading: str) -> list[ReadingDifference]:
    return difference(cases, point, reading, {}, ("z3",))


def is_all_well(found: FoundImpact) -> bool:
    able = (playable(found.variant, found.players),)
    return WhatIfReport(ImpactCase(found.variant, (found.players,)), able, (found,), (), {}).all_well


POOR = made(GAME, {}, {"poor-islands": "in-all"})
LEAST_LEFT = "one_treasure_for_each_island_and_round_at_most"


def test_what_only_fails_where_a_fallen_invariant_does_no_longer_follows() -> None:
    (follows,) = asked("some_treasure_to_move", 2, cap(9))
    (without,) = asked("some_treasure_to_move", 2, cap(9), fallen=LEAST_LEFT)
    assert follows.fate is TheoremFate.HOLDS
    assert without.fate is TheoremFate.UNSUPPORTED and not without.values and not without.stands
    assert not is_all_well(without)


def test_a_lemma_that_falls_bears_no_invariant() -> None:
    """What is proved from a claim about a step no longer is where that claim has fallen."""
    lemma, name = "an_island_gives_one_at_most", "one_treasure_for_each_island_and_round_at_most"
    assert lemma in bearing_claims(ORIGINAL) and name in bearing_claims(ORIGINAL)
    assert lemma in every_claim(game_of(ORIGINAL))
    assert lemma not in every_claim(game_of(ORIGINAL, frozenset({lemma})))
    lost = FoundImpact(ORIGINAL, 3, "", lemma, "collect", TheoremFate.BREAKS)
    assert fallen_in([lost]) == {(ORIGINAL, 3): {lemma}}
    above = AskedTheorem(ORIGINAL, every_claim(game_of(ORIGINAL))[name], "collect", 3)
    found = found_out([above], fallen_in([lost]), Manner())[above]
    assert found.fate is not TheoremFate.SAME and not found.from_hints


def test_what_fails_although_all_invariants_hold_breaks() -> None:
    (broken,) = asked("some_treasure_to_move", 2, POOR, fallen="treasures_lie_as_laid_out")
    assert broken.fate is TheoremFate.BREAKS and not any(broken.values["treasures"])


def test_a_situation_is_told_as_the_prover_found_it_under_the_readings_of_the_variant() -> None:
    (broken,) = asked("some_treasure_to_move", 2, POOR)
    witness = witness_of(broken)
    assert witness["state"]["round"] == broken.values["round"] == 5
    assert witness["state"]["treasures"] == list(broken.values["treasures"])


# What has to be asked again


def test_what_rests_on_nothing_that_changed_is_not_asked_again() -> None:
    claims = every_claim(game_of(ORIGINAL))
    about_islands = claims["singles_win_in_three_patterns_only"]
    about_points = claims["winners_are_at_most_four_behind"]
    for claim in claims.values():
        assert not touched(ORIGINAL, claim, "", 3)
    assert touched(cap(8), about_islands, "", 3) and not touched(cap(8), about_points, "", 3)
    points = made(GAME, {"treasure_points": 3}, {})
    assert touched(points, about_points, "", 3) and not touched(points, about_islands, "", 3)
    more = made(GAME, {"islands_for_3": 7}, {})
    assert touched(more, about_islands, "", 3) and not touched(more, about_islands, "", 2)


def test_a_question_that_reads_otherwise_is_asked_again() -> None:
    other = made(GAME, {}, {"majority": "together"})
    claim = "one_taker_wherever_a_number_stands_alone"
    assert touched(other, every_claim(game_of(other))[claim], "", 3)
    alone = "everybody_at_home"
    assert alone not in every_claim(game_of(other))
    assert not touched(other, every_claim(game_of(other))["rounds_in_range"], "opening", 3)


def test_what_stands_can_be_proved_again() -> None:
    """A sample of the file, by the very numbers that it says each proof rests on; what reads otherwise today is not in
    it, and is asked again whenever it matters."""
    game, chance = game_of(ORIGINAL), Random(5)
    for players in (2, 3):
        resting, kept = Resting(game, players), 0
        for name, where in chance.sample(questions(game, players), 24):
            claim = every_claim(game)[name]
            said = standing(GAME).get((written(game, claim, where), players))
            if said is not None:
                kept, found = kept + 1, resting.numbers(claim, where)
                assert found is not None and found <= said
        assert kept >= 12


def test_a_question_nobody_proved_bears_on_everything() -> None:
    game = game_of(ORIGINAL)
    claim = every_claim(game)["singles_win_in_three_patterns_only"]
    assert not bears_on(GAME, game, claim, "", 3, frozenset({"gems"}))
    assert bears_on(GAME, game, claim, "", 9, frozenset({"gems"}))


def test_a_file_that_says_too_much_stands_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every proof is said to rest on no number: what rests on one is asked again, and breaks or holds as it does."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told = json.loads((game_called(GAME).folder / "standing.json").read_text(encoding="utf-8"))
    told["proved"] = {question: {"": [2, 3, 4, 5, 6]} for question in told["proved"]}
    file = tmp_path / "standing.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    monkeypatch.setattr("archipel.checks.proofs.numbers.independence._file", lambda _: file)
    standing.cache_clear()
    try:
        claims = every_claim(game_of(cap(8)))
        breaks = AskedTheorem(cap(8), claims["one_inhabitant_or_one_player"], "", 3)
        holds = AskedTheorem(cap(8), claims["winners_are_at_most_four_behind"], "", 3)
        assert not touched(*breaks)
        found = found_out([breaks, holds], {}, Manner())
        assert (found[breaks].fate, found[holds].fate) == (TheoremFate.BREAKS, TheoremFate.HOLDS)
        file.write_text('{"numbers": 3', encoding="utf-8")
        standing.cache_clear()
        assert standing(GAME) == {}
        assert touched(*holds)
    finally:
        standing.cache_clear()


# What becomes of claims


def test_the_first_cap_that_breaks_a_theorem_is_shown_by_an_island() -> None:
    holds, breaks, again = asked("one_inhabitant_or_one_player", 3, cap(6), cap(8), cap(9))
    assert (holds.fate, breaks.fate, again.fate) == (TheoremFate.HOLDS, TheoremFate.BREAKS, TheoremFate.BREAKS)
    assert sorted(breaks.values["on"][0]) == [2, 3, 3] and breaks.values["on"][1:] == ((0, 0, 0),) * 5
    assert breaks.values["island_cap"] == 8 and again.values["on"] == breaks.values["on"]
    witness = witness_of(breaks)
    assert any("8 of 8 places taken" in line for line in witness["told"]["en"])
    assert witness["replay"]["agrees"] and not witness["replay"]["doubt"]


def test_a_situation_decides_only_where_all_that_has_to_hold_does() -> None:
    (found,) = asked("one_inhabitant_or_one_player", 3, cap(8))
    for variant, fits in ((cap(8), True), (cap(9), True), (cap(7), False), (made(GAME, {"inhabitants": 9}, {}), False)):
        game = game_of(variant)
        claim = every_claim(game)["one_inhabitant_or_one_player"]
        assert decides(game, claim, "", 3, found.values) is fits


def test_what_is_possible_breaks_where_there_is_no_such_position() -> None:
    (gone,) = asked("an_island_full_while_settling", 3, cap(9))
    assert gone.fate is TheoremFate.BREAKS and not gone.values
    (there,) = asked("an_island_full_while_settling", 3, cap(8))
    assert there.fate is TheoremFate.HOLDS


def test_a_step_can_break_a_theorem() -> None:
    worth = made(GAME, {"reserve_points": 2}, {})
    (found,) = asked("three_points_a_treasure", 2, worth, where="collect")
    assert found.fate is TheoremFate.BREAKS and found.values["reserve_points"] == 2


def test_what_is_false_in_the_original_can_become_true() -> None:
    (same, none) = asked("enough_in_the_first_round", 2, cap(8), made(GAME, {"greatest_amount": 1}, {}))
    assert same.fate is TheoremFate.HOLDS and none.fate in (TheoremFate.HOLDS, TheoremFate.NOW_TRUE)


def test_theorems_without_an_invariant() -> None:
    theory = game_of(ORIGINAL).theory
    without = rebased(theory, theory.rulebook, frozenset({"one_taker_at_most", "rounds_in_range"}))
    names = {claim.name for claim in without.invariants}
    assert names == {claim.name for claim in theory.invariants} - {"one_taker_at_most", "rounds_in_range"}
    assert rebased(theory, theory.rulebook) is theory


def test_theorems_that_quote_what_is_read_otherwise_are_told_apart() -> None:
    other = made(GAME, {}, {"majority": "together"})
    claims = every_claim(game_of(other))
    assert quotes(other, claims["settling_one_island_changes_no_other"])
    assert not quotes(other, claims["whoever_is_alone_takes"])
    assert not quotes(cap(8), every_claim(game_of(cap(8)))["settling_one_island_changes_no_other"])


# Setting up


@pytest.mark.parametrize(
    ("numbers", "players", "clauses"),
    [
        ({"max_players": 7, "islands_for_7": 10}, 7, {"components.huts"}),
        ({"max_players": 7, "islands_for_7": 10, "colours": 7}, 7, {"components.deck", "components.enough-cards"}),
        ({"colours": 5}, 6, {"components.huts"}),
        ({"poor_treasures": 5}, 2, {"setup.treasures"}),
        ({"deck_size": 60}, 2, {"components.enough-cards"}),
    ],
)
def test_games_that_cannot_begin_name_their_clauses(numbers: dict[str, int], players: int, clauses: set[str]) -> None:
    found = playable(made(GAME, numbers, {}), players)
    assert found.status is Status.REFUTED and set(found.clauses) & clauses


@pytest.mark.parametrize("numbers", [{}, {"island_cap": 9}, {"rounds": 4}, {"deck_size": 80}, {"greatest_amount": 2}])
def test_games_that_can_begin(numbers: dict[str, int]) -> None:
    assert playable(made(GAME, numbers, {}), 2).can_begin


# Readings


@pytest.mark.parametrize(
    ("point", "reading", "players", "differ"),
    [
        ("majority", "together", 2, False),
        ("majority", "together", 3, True),
        ("absent-players", "in-conflict", 3, False),
        ("flip", "optional", 2, True),
        ("poor-islands", "in-all", 2, True),
        ("final-tie", "seat", 2, True),
    ],
)
def test_readings_part_or_do_not(point: str, reading: str, players: int, differ: bool) -> None:
    found = differing([ImpactCase(ORIGINAL, (players,)), ImpactCase(cap(7), (players,))], point, reading)
    assert found == [ReadingDifference(point, reading, differ, differ)] * 2


def test_a_situation_shows_a_difference_that_games_at_random_do_not() -> None:
    """Three, three, two and one on an island: only with a limit above seven, and not in one game of a dozen."""
    large, player = cap(9), made(GAME, {"island_cap": 9}, {"lone": "player"})
    assert not apart_in_play(large, player, 4)
    (found,) = differing([ImpactCase(large, (4,))], "lone", "player")
    assert (found.originally, found.now) == (False, True)


def test_readings_that_no_longer_part_are_found() -> None:
    """Three inhabitants on an island are too few for a majority that is none against all the others together."""
    (few, many) = differing([ImpactCase(cap(3), (3,)), ImpactCase(cap(8), (3,))], "majority", "together")
    assert (few.originally, few.now) == (True, False)
    assert (many.originally, many.now) == (True, True)


def test_a_reading_that_is_the_variants_own_is_not_compared_with_it() -> None:
    own = made(GAME, {}, {"majority": "together"})
    (found,) = differing([ImpactCase(own, (3,))], "majority", "together")
    assert found.now is None


# The command


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--set", "island_cap=0"), "island_cap=0: settlers: no room"),
        (("--set", "island_cap=1000000"), "island_cap: expected 0 to 1000"),
        (("--set", "players=1"), "players: expected 2 to 8"),
        (("--set", "islands=9"), "islands: for how many players?"),
        (("--set", "rounds=0"), "rounds: expected at least 1"),
        (("--set", "hand=0"), "hand: fewer than two cards"),
        (("--set", "gems=5"), "gems: too few"),
        (("--set", "max_players=9"), "max_players=9: "),
    ],
)
def test_nonsense_is_refused_with_the_reason(arguments: tuple[str, ...], complaint: str, capsys: Capture) -> None:
    assert main(["what-if", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_a_variant_is_saved_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """No game of nine can begin with so few colours: said at once, and the file is written all the same."""
    monkeypatch.chdir(tmp_path)
    few = ["--set", "colours=2", "--set", "treasure_points=3", "--reading", "flip=optional", "--players", "3"]
    assert main(["what-if", *few, "--save", "few.toml", "--title", "Few", "-j", "1"]) == 1
    assert "these cannot all be kept: components.huts" in capsys.readouterr().out
    assert main(["what-if", "--variant", "few.toml", "--players", "3", "--json", "-j", "1"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["variant"] == {
        "title": "Few",
        "numbers": {"colours": 2, "treasure_points": 3},
        "readings": {"flip": "optional"},
    }
    assert found["setup"] == [{"players": 3, "can_be_set_up": "refuted", "clauses": ["components.huts"]}]
    assert {change["name"] for change in found["numbers"]} == {"colours", "treasure_points"}


def test_a_sweep_is_one_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    sweep = ["what-if", "--sweep", "colours=0,2,6", "--players", "3", "-j", "1", "--json", "--svg", "plot.svg"]
    assert main(sweep) == 1
    nonsense, few, printed = json.loads(capsys.readouterr().out)["rows"]
    assert nonsense == {"value": 0, "refused": "colours: expected 2 to 1000, found 0"}
    assert few["setup"][0]["clauses"] == ["components.huts"] and few["holds"] == 0 and not few["all_well"]
    assert printed["original"] and printed["all_well"] and printed["breaks"] == [] and printed["holds"] > 100
    assert ElementTree.parse("plot.svg").getroot().tag.endswith("svg")
