"""Comparing readings: what is proved equivalent, and the smallest situations and games that tell the others apart."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import z3

from archipel.checks.agreement.lockstep import DisagreementError
from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana import comparing as table
from archipel.checks.costa_ruana import parted_games
from archipel.checks.costa_ruana.comparing import ShownParting, rules_under, verify
from archipel.checks.costa_ruana.parted_games import GameParting, PartingSearch, PartingTarget, opening
from archipel.checks.costa_ruana.theory import game
from archipel.checks.proofs.prover import PROVERS, term_of
from archipel.checks.proofs.results import Status
from archipel.checks.readings.compare import (
    Comparing,
    Comparison,
    ComparisonVerdict,
    ContradictoryReadingsError,
    compare,
)
from archipel.checks.readings.divergence import Asking, Bound, Duel, Occasion, Taking, excluded
from archipel.checks.readings.shared_invariants import inductive, lasting
from archipel.reference.costa_ruana import IllegalAction, Phase, Setup, State, codec
from archipel.reference.strict_json import BadInput
from archipel.spec.amendments import Amendment, amended
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.costa_ruana.vocabulary import Islands, crowd
from archipel.spec.logic import falsehood, forall
from archipel.spec.readings import Choice

# Players, pieces and the step over which each reading parts from ours; None where it does not.
KNOWN: dict[tuple[str, str], tuple[int, int, str] | None] = {
    ("poor-islands", "in-all"): (2, 0, "opening"),
    ("first-refusal", "may-refuse"): (2, 0, "opening"),
    ("cards-before", "one-each"): (2, 0, "play_down"),
    ("card-inhabitant", "reserve-or-island"): (2, 5, "stand_from"),
    ("flip", "optional"): (2, 0, "keep_conditions"),
    ("background", "both"): (2, 4, "reveal"),
    ("card-return", "after-all"): (2, 1, "finish_card"),
    ("copier", "needs-a-card"): (2, 2, "skip"),
    ("copies", "optional"): (2, 2, "forgo"),
    ("remove-from", "one"): (2, 3, "remove"),
    ("place-on", "one"): (2, 1, "place"),
    ("null-move", "same-allowed"): (2, 1, "move_treasure"),
    ("moved-twice", "another"): (2, 3, "skip"),
    ("majority", "together"): (3, 4, "collect"),
    ("lone", "player"): None,
    ("lone", "highest-unique"): None,
    ("priority", "lone-first"): None,
    ("absent-players", "in-conflict"): None,
    ("return-after-conflict", "nobody-returns"): (3, 4, "collect"),
    ("fewest", "total"): (2, 1, "prepare"),
    ("previous-shaman", "offered"): (2, 0, "prepare"),
    ("shaman-tie", "self-first"): (2, 0, "prepare"),
    ("naming", "not-the-old-shaman"): (2, 0, "name"),
    ("last-draw", "after"): (2, 0, "opening"),
    ("final-tie", "seat"): (2, 0, "wins"),
}
QUICK = (
    *("card-inhabitant", "flip", "copies", "majority", "return-after-conflict"),
    *("shaman-tie", "last-draw", "final-tie"),
)
"""Points whose situations are looked at below, about an opening, decisions, what follows, and the end."""
EVERY = {
    ruling: pytest.param(*ruling, marks=[pytest.mark.thorough] if known is not None and ruling[0] not in QUICK else [])
    for ruling, known in KNOWN.items()
}
PARTING = [case for ruling, case in EVERY.items() if KNOWN[ruling] is not None]


@cache
def against_ours(point: str, name: str) -> Comparison:
    return compare("costa_ruana", {}, {point: name})


def shown(point: str, name: str) -> ShownParting:
    witness = against_ours(point, name).witness
    assert witness is not None and isinstance(witness.shown, ShownParting)
    return witness.shown


# Verdicts


@pytest.mark.parametrize(("point", "name"), PARTING)
def test_readings_that_differ_part_in_the_smallest_situation(point: str, name: str) -> None:
    found = against_ours(point, name)
    assert found.verdict is ComparisonVerdict.DIFFERENT and found.witness is not None and found.witness.smallest
    assert (shown(point, name).players, shown(point, name).size, shown(point, name).where) == KNOWN[point, name]


@pytest.mark.parametrize("ruling", [ruling for ruling, known in KNOWN.items() if known is None])
def test_readings_that_do_not_differ_are_proved_equivalent(ruling: tuple[str, str]) -> None:
    found = against_ours(*ruling)
    assert found.verdict is ComparisonVerdict.EQUIVALENT and found.players == (2, 3, 4, 5, 6) and found.obligations
    assert found.witness is None and not found.open


def test_copies_in_another_order_part_where_two_repeat_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """That there is nothing smaller takes the provers half a minute; here it is taken for granted."""
    monkeypatch.setattr(Occasion, "excludes", lambda *_: True)
    witness = compare("costa_ruana", {}, {"copy-order": "shaman"}).witness
    assert witness is not None and isinstance(witness.shown, ShownParting) and witness.least == witness.shown.size == 3
    one, other = witness.shown.parting.outcomes
    assert isinstance(one, State) and isinstance(other, State)
    assert one.copying and other.copying and one.actor != other.actor


def test_every_reading_is_here() -> None:
    others = {(id, name) for id, point in READINGS.played.items() for name in list(point.readings)[1:]}
    assert others == KNOWN.keys() | {("copy-order", "shaman")}


def test_the_same_rules_need_no_proof() -> None:
    ours = {id: point.default.name for id, point in READINGS.points.items()}
    found = compare("costa_ruana", {}, ours)
    assert found.verdict is ComparisonVerdict.EQUIVALENT and found.obligations == 0 and found.players == (2, 3, 4, 5, 6)


TOGETHER = READINGS.under({"majority": "together"})


@pytest.mark.parametrize("prover", PROVERS)
def test_what_is_excluded_is_not_excluded_with_a_piece_more(prover: str) -> None:
    occasions = table.duel(RULEBOOK, TOGETHER).occasions
    assert excluded(occasions, 3, prover, 4) and not excluded(occasions, 3, prover, 5)


def test_what_was_shown_on_one_occasion_is_not_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    takes, collect = table.duel(RULEBOOK, TOGETHER).occasions
    assert (takes.name, collect.name) == ("takes", "collect") and collect.alike([takes]) == ["takes"]
    monkeypatch.setattr(z3.Solver, "check", None)
    assert collect.excludes(3, "z3", 4, ["takes"]) and collect.fewest(3, 4, ["takes"]) is None


def test_only_a_notion_that_is_the_same_in_all_these_positions_counts_as_shown() -> None:
    takes, collect = table.duel(RULEBOOK, TOGETHER).occasions
    assert takes.alike([collect]) == [] and set(takes.kinds) < set(collect.kinds)
    fewer = table.duel(RULEBOOK, TOGETHER)
    asking = Asking(fewer, fewer.observations[0])
    asking.kinds = (*collect.kinds, "cards")
    assert collect.alike([asking]) == []
    asking.kinds, asking.everywhere = takes.kinds, False
    assert collect.alike([asking]) == []


# What the situations look like


def island_before_collection(parting: GameParting) -> list[tuple[int, ...]]:
    """The islands with anybody on them, as the last effect left them."""
    assert parting.before is not None and parting.action is not None
    after = [outcome for outcome in parting.outcomes if isinstance(outcome, State)]
    islands = zip(*[state.inhabitants for state in after], strict=True)
    rows = [tuple(sorted(map(max, zip(*pair, strict=True)))) for pair in islands]
    return [row for row in rows if any(row)]


def test_a_winner_over_a_conflict_returns_or_not() -> None:
    (row,) = island_before_collection(shown("return-after-conflict", "nobody-returns").parting)
    assert row == (1, 1, 2)


def test_two_against_one_and_one_is_a_majority_or_not() -> None:
    parting = shown("majority", "together").parting
    one, other = parting.outcomes
    assert isinstance(one, State) and isinstance(other, State)
    assert sum(one.huts) == 1 and sum(other.huts) == 0
    (island,) = [island for island, row in enumerate(other.inhabitants) if any(row)]
    assert sorted(other.inhabitants[island]) == [1, 1, 2] and sorted(one.inhabitants[island]) == [1, 1, 1]


def test_a_tied_shaman_hands_over_or_stays() -> None:
    parting = shown("shaman-tie", "self-first").parting
    one, other = parting.outcomes
    assert parting.before is not None and isinstance(one, State) and isinstance(other, State)
    assert one.shaman != other.shaman == parting.before.one.shaman
    assert one.phase is other.phase is Phase.OFFER and one.huts == other.huts == (0, 0)


def test_what_only_one_reading_allows_is_refused_under_the_other() -> None:
    for ruling in (("flip", "optional"), ("card-inhabitant", "reserve-or-island"), ("copies", "optional")):
        ours, theirs = shown(*ruling).parting.outcomes
        assert isinstance(ours, IllegalAction) and isinstance(theirs, State)


def test_a_reading_under_which_no_game_can_begin_is_found_out() -> None:
    witness = against_ours("last-draw", "after").witness
    assert witness is not None and witness.impossible == ("last-draw=after",)
    assert isinstance(shown("last-draw", "after").parting.outcomes[1], BadInput)


# Games


@pytest.mark.parametrize(("point", "name"), PARTING)
def test_the_game_is_legal_under_both_readings_and_comes_to_the_situation(point: str, name: str) -> None:
    found = shown(point, name)
    record = codec.loads_record(found.dumps())
    for choice, side in zip(found.choices, found.parting.before or (), strict=False):
        *_, last = codec.replay(replace(record, rules=rules_under(choice)))
        assert last == side
    assert len(record.moves) == found.decisions


def test_a_game_that_does_not_end_as_was_said_is_noticed() -> None:
    found = shown("shaman-tie", "self-first")
    rules = [rules_under(choice) for choice in found.choices]
    verify(found.parting, rules)
    one, other = found.parting.outcomes
    with pytest.raises(DisagreementError):
        verify(replace(found.parting, outcomes=(other, one)), rules)


# Proofs that must fail


def bare(against: Duel, *names: str) -> Duel:
    """The same with only some invariants."""
    kept = tuple(term_of(claim) for claim in against.game.theory.invariants if claim.name in names)
    return replace(against, lasting=lambda about, players: kept)


@pytest.mark.parametrize("notion", ["single_outside_conflict", "majority"])
def test_an_equivalence_proof_fails_if_a_clause_is_mutated(notion: str) -> None:
    other = READINGS.under({"absent-players": "in-conflict"})
    wrong = amended(other, Amendment(notions={notion: falsehood}))
    for prover in PROVERS:
        for book, status in ((other, Status.PROVED), (wrong, Status.REFUTED)):
            occasions = bare(table.duel(RULEBOOK, book), "no_island_overcrowded", "no_negative_inhabitants").occasions
            assert {occasion.status(3, prover).status for occasion in occasions} == {status}


def test_a_guard_that_is_left_out_is_noticed() -> None:
    part = next(part for part in RULEBOOK.guards(RULEBOOK.steps["name"]) if part.name == "another_player_is_named")
    (occasion,) = table.duel(RULEBOOK, amended(RULEBOOK, Amendment(parts={part: None}))).occasions
    assert isinstance(occasion, Taking) and occasion.status(2, "z3").status is Status.REFUTED


def test_without_invariants_less_is_proved() -> None:
    other = READINGS.under({"priority": "lone-first"})
    duel = table.duel(RULEBOOK, other)
    takes = [next(o for o in each.occasions if isinstance(o, Asking)) for each in (duel, bare(duel))]
    assert [o.status(4, "z3").status for o in takes] == [Status.PROVED, Status.REFUTED]


def test_invariants_of_other_readings_are_proved_again_or_not_used() -> None:
    theory, book = game(), READINGS.under({"return-after-conflict": "nobody-returns"})
    (cap,) = [claim for claim in theory.theory.invariants if claim.name == "no_island_overcrowded"]
    lower = replace(cap, name="an island holds three", term=forall(Islands, lambda i: crowd(i) <= 3))
    assert inductive(theory, book, [cap, lower], 2) == (cap,)
    assert lasting(theory, (RULEBOOK, book), {}, frozenset(), 2) == tuple(c.term for c in theory.theory.invariants)


# Contradictions between provers and engine


def with_table(**changes: Any) -> Comparing:
    class Changed:
        def __getattr__(self, name: str) -> Any:
            return changes.get(name, getattr(table, name))

    return Comparing(Changed(), "costa_ruana", ({}, {"absent-players": "in-conflict"}), (2,), lambda *_: None)


def test_a_game_that_parts_where_provers_exclude_it_is_a_contradiction() -> None:
    with pytest.raises(ContradictoryReadingsError):
        with_table(some_parting=lambda choices, players: "a game").comparison()


def test_what_provers_cannot_show_is_not_called_equivalent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Comparing, "doubtful", lambda self, players: self.duel.occasions)
    found = with_table().comparison()
    assert found.verdict is ComparisonVerdict.UNDECIDED and found.players == () and 2 in found.open


# Combinations


def test_readings_that_do_nothing_alone_do_something_together() -> None:
    both: Choice = {"absent-players": "in-conflict", "return-after-conflict": "nobody-returns"}
    found = compare("costa_ruana", both, {"return-after-conflict": "nobody-returns"}, [2, 3])
    assert found.verdict is ComparisonVerdict.DIFFERENT and found.players == (3,)
    assert found.witness is not None and found.witness.smallest and found.witness.shown.size == 1
    assert [point.id for point in found.points] == ["absent-players"]


def test_readings_that_cannot_be_combined_are_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def clash(choice: Choice) -> None:
        raise ValueError("two readings both say what takes means")

    monkeypatch.setattr(READINGS, "under", clash)
    with pytest.raises(BadInput, match="flip=optional: two readings"):
        compare("costa_ruana", {"flip": "optional"}, {})


# The command

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command; comparisons with ours that were made before are not made again."""

    def known(game: str, one: Choice, other: Choice, players: Sequence[int] | None, advance: Any) -> Comparison:
        (ruling,) = other.items()
        return against_ours(*ruling)

    def ran(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr("archipel.checks.cli.rules.compare.compare", known)
        code = main(["compare", *arguments])
        return code, capsys.readouterr().out

    return ran


def test_json_for_programs(run: Run) -> None:
    code, out = run("shaman-tie=self-last", "shaman-tie=self-first", "--json")
    data = json.loads(out)
    assert code == 1 and data["verdict"] == "different" and data["players"] == [2] and data["provers"] == ["z3", "cvc5"]
    witness = data["witness"]
    assert witness["smallest"] and witness["players"] == 2 and len(witness["readings"]) == 2
    record = codec.loads_record(json.dumps(witness["record"]))
    assert len(record.moves) == witness["decisions"]
    assert codec.loads_state(json.dumps(witness["situation"])) == list(codec.replay(record))[-1]
    code, out = run("original", "absent-players=in-conflict", "--json")
    assert code == 0 and json.loads(out)["witness"] is None and json.loads(out)["players"] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(("point", "name"), list(EVERY.values()))
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_people_are_told(run: Run, point: str, name: str, lang: str) -> None:
    code, out = run("original", f"{point}={name}", "--lang", lang)
    assert code == (0 if KNOWN[point, name] is None else 1)
    assert READINGS.points[point].questions[lang].split()[0] in out and "{" not in out
    assert ("≠" in out) == (KNOWN[point, name] is not None)
    assert all(len(line) <= 100 for line in out.splitlines()[1:])


def test_the_game_is_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, _ = run("original", "flip=optional", "--record", str(file))
    assert code == 1 and codec.loads_record(file.read_bytes()).moves
    assert main(["show", str(file)]) == 0


def test_openings_are_compared_with_the_same_chance() -> None:
    found = opening(Setup.from_seed(3, 5), [rules_under({}), rules_under({"poor-islands": "in-all"})])
    assert isinstance(found, GameParting) and all(isinstance(outcome, State) for outcome in found.outcomes)
    assert Bound(3).certain is False


def test_readings_are_not_compared_with_other_numbers_than_they_are_proved_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / f"{reading}.toml" for reading in ("inhabitant", "player")]
    for file in files:
        file.write_text(f'game = "costa_ruana"\n[numbers]\nisland_cap = 14\n[readings]\nlone = "{file.stem}"\n')
    assert main(["compare", *map(str, files)]) == 2
    said = "archipel: readings are compared with the rulebook's numbers only, and both files have island_cap 14\n"
    assert capsys.readouterr().err == said


def test_a_game_that_cannot_get_better_is_not_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parted_games, "GAMES", 20)
    found: list[GameParting] = []
    played: list[int] = []
    rules = [rules_under({}), rules_under({"flip": "optional"})]

    def size(parting: GameParting) -> int:
        found.append(parting)
        return 0

    search = PartingSearch(2, rules, PartingTarget(), size, 0, lambda: played.append(search.decisions))
    monkeypatch.setattr(PartingSearch, "_plainest", lambda _, parting: parting)
    assert search.smallest() is found[-1] and search.decisions == played[-1]
    lengths = [len(parting.moves) for parting in found]
    assert lengths == sorted(set(lengths), reverse=True)
    assert all(later - before <= lengths[0] + 1 for before, later in itertools.pairwise(played))
