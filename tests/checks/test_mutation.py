"""Mutants made by rule: what is made, who notices it, and whether the report speaks of the project as it is."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.engines import needs_the_source

from archipel.checks.costa_ruana.mutation import JUDGES
from archipel.checks.mutation.__main__ import AIMS, HOSTILE, evenly, main
from archipel.checks.mutation.behaviour import PROPOSITIONS, RecordedBehaviour, noticed
from archipel.checks.mutation.corpus import CorpusSize
from archipel.checks.mutation.engine.code import code_mutants
from archipel.checks.mutation.equivalence import EquivalenceGround, digest, equivalent
from archipel.checks.mutation.report import gone, killed, listed, split, summary
from archipel.checks.mutation.rulebooks import ClauseMutant, clause_mutants, passages
from archipel.checks.mutation.solver_situations import SolverSituations
from archipel.reference.costa_ruana.readings import CHOICES
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.logic.terms import Not, Prop, Term
from archipel.spec.machine import Machine

CLAUSES = {mutant.id: mutant for mutant in clause_mutants(RULEBOOK)}
REPORT = Path(__file__).parents[2] / "docs" / "reports" / "mutation.json"


@cache
def small() -> RecordedBehaviour:
    return JUDGES.recorder.recorded(CorpusSize((2, 3), games=1, positions=3, spoiled=60, asked=40))


# What is made


def test_ids_are_unique_and_can_be_taken_apart() -> None:
    assert len(CLAUSES) == len(clause_mutants(RULEBOOK)) > 2000
    for id, mutant in CLAUSES.items():
        assert split(id) == (mutant.passage.id, f"{mutant.kind}//{mutant.where}")


def test_every_part_and_every_notion_has_mutants() -> None:
    touched = {mutant.passage.id for mutant in CLAUSES.values()}
    assert touched == {passage.id for passage in passages(RULEBOOK)}


def test_a_changed_notion_changes_what_rests_on_it_and_nothing_else() -> None:
    mutant = CLAUSES["collection.majority/majority//operator//>→≥@0.1"]
    assert {"majority", "takes", "returns_one"} <= mutant.notions
    assert "in_conflict" not in mutant.notions
    assert {after.name for _, after in mutant.touched} >= {"treasures_leave", "winner_leaves", "one_taker_at_most"}
    before = Machine(RULEBOOK)
    assert mutant.changed is not RULEBOOK and Machine(mutant.changed).rulebook.steps == RULEBOOK.steps
    assert before.rulebook.definitions["takes"] is not mutant.changed.definitions["takes"]


# Who notices


NOTICED = {
    "collection.majority/majority//operator//>→≥@0.1": "",
    "setup.deal/first_cards_are_dealt//constant//hand+1@0.0.1.0.0.0": "initial",
    "components.island-cap/no_island_overcrowded//constant//island_cap+1@0.1": "invariant",
    "components.card-kinds/each_kind_occurs//whole//left out": "requirement",
    "play.face-up/from_the_players_hand/play_up//whole//left out": "legal",
    "collection.winner-returns/winner_comes_home/collect//whole//left out": "next position",
    "end.points/points//operator//+→-@root": "notion",
}


@pytest.mark.parametrize("id", NOTICED)
def test_a_wrong_clause_is_noticed(id: str) -> None:
    said = noticed(CLAUSES[id], small())
    assert said and said.startswith(NOTICED[id])


def test_an_even_sample_of_wrong_clauses_is_noticed() -> None:
    """With a small record not all can be; those that the full record leaves are not expected here either."""
    sample = [mutant for mutant in evenly(list(CLAUSES.values()), 60) if isinstance(mutant, ClauseMutant)]
    found = [mutant.id for mutant in sample if noticed(mutant, small())]
    assert len(found) >= 45


@pytest.mark.parametrize("nature", [Nature.GUARD, Nature.INVARIANT, Nature.INITIAL, Nature.REQUIREMENT])
def test_saying_the_same_otherwise_is_not_noticed(nature: Nature) -> None:
    parts = [passage for passage in passages(RULEBOOK) if passage.part and passage.part.nature is nature]
    for passage in parts[::6]:
        assert isinstance(passage.term, Prop)
        same = ClauseMutant(RULEBOOK, passage, "same", "twice negated", Not(Not(passage.term)))
        assert same.touched
        assert noticed(same, small()) == ""


def test_what_chance_does_not_find_a_solver_does_and_the_engine_decides() -> None:
    engine = JUDGES.game.engine
    setups = [engine.setup_from_seed(players, 0, engine.standard) for players in (2, 3)]
    openings = [JUDGES.recorder.mapping.values(engine.new_game(setup, engine.standard), setup) for setup in setups]
    solver = SolverSituations(JUDGES.recorder, openings, [episode.values for episode in small().episodes[:40:13]])
    twice = CLAUSES["components.deck/no_card_is_laid_twice//dropped//part 1@0.0.0.0.0.1"]
    order = CLAUSES["setup.shuffle/kept_cards_in_a_row//operator//<→≤@0"]
    assert solver.noticed(twice).startswith("solver: invariant") and not solver.never_differs(twice)
    assert solver.noticed(order).startswith("solver: initial") and not solver.never_differs(order)
    same = CLAUSES["collection.one-per-island/one_taker_at_most//whole//left out"]
    assert not solver.noticed(same) and solver.never_differs(same)


def test_most_propositions_are_broken_alone_by_something_that_the_engine_refuses_too() -> None:
    alone = {name for situation in small().situations if len(situation.broken) == 1 for name in situation.broken}
    assert len(alone) > 0.7 * len(RULEBOOK.parts(*PROPOSITIONS))


def test_the_engine_tells_of_every_permission_when_it_is_used() -> None:
    steps = RULEBOOK.steps.values()
    permitted = {part.name for step in steps for part in RULEBOOK.parts(Nature.PERMITS, step=step)}
    assert permitted == {name for attempts in small().attempts.values() for one in attempts for name in one.uses}


def _prop(term: Term) -> Prop:
    assert isinstance(term, Prop)
    return term


# What changes nothing


def ground(players: int) -> EquivalenceGround:
    return EquivalenceGround(NUMBERS.values(players) | {"cards": NUMBERS.deck_size}, (), frozenset({"takes", "points"}))


def test_a_mutant_that_changes_nothing_is_proved_so() -> None:
    mutant = CLAUSES["play.face-up/laid_face_up/play_up//operator//=→≤@0.1"]
    assert equivalent(mutant, ground(3))


@pytest.mark.parametrize(
    "id",
    [
        "collection.majority/majority//operator//>→≥@0.1",
        "components.island-cap/no_island_overcrowded//constant//island_cap+1@0.1",
        "play.face-up/from_the_players_hand/play_up//whole//left out",
        "play.from-reserve/leaves_the_reserve/stand//whole//left out",
    ],
)
def test_a_mutant_that_changes_something_is_not(id: str) -> None:
    assert not equivalent(CLAUSES[id], ground(2))


def test_a_proof_is_known_again_only_if_nothing_has_changed() -> None:
    mutant = CLAUSES["play.face-up/laid_face_up/play_up//operator//=→≤@0.1"]
    again = {m.id: m for m in clause_mutants(RULEBOOK)}[mutant.id]
    assert digest(mutant, ground(2)) == digest(again, ground(2))
    assert digest(mutant, ground(2)) != digest(mutant, ground(3))
    other = CLAUSES["play.face-up/laid_face_up/play_up//operator//=→≥@0.1"]
    assert digest(mutant, ground(2)) != digest(other, ground(2))


# The engine


ENGINE = {
    "collection/island_winner//comparison//Eq→NotEq#1",
    "effects/_shift//arithmetic//Sub#1",
    "resolution/next_cards//comparison//Lt→LtE#1",
    "succession/draw//dropped//pile=#1",
    "menus/SeatMenus.__init__//dropped//condition#2",
    "rules/Rules//constant//7+1#1",
}


@needs_the_source
def test_wrong_engines_are_noticed_by_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(JUDGES.engine), "games", JUDGES.engine.replay.games(1, 2))
    mutants = {mutant.id: mutant for mutant in JUDGES.engine.mutants()}
    for id in sorted(ENGINE):
        assert JUDGES.engine.noticed(mutants[id]).startswith("games: "), id


def test_the_engine_as_it_is_does_as_the_clauses_say() -> None:
    replay = JUDGES.engine.replay
    for kept in replay.games(1, 2):
        assert not [said for said in replay.differences(kept) if said]


# The report


def report() -> dict[str, Any]:
    if not REPORT.exists():
        pytest.skip("no report has been written: make mutation")
    found: dict[str, Any] = json.loads(REPORT.read_text(encoding="utf-8"))
    return found


def report_of(kind: str) -> dict[str, Any]:
    found = report()
    if kind not in found:
        pytest.skip(f"the report says nothing of {kind}")
    kept: dict[str, Any] = found[kind]
    return kept


@pytest.mark.parametrize("kind", AIMS)
def test_the_report_speaks_of_the_mutants_of_today(kind: str) -> None:
    """Nearly all of those it judged are still there; how many have come since, the page that shows the report says."""
    kept = report_of(kind)
    today = JUDGES.mutants(kind, kept.get("seed", 1))
    again = "python -m archipel.checks.mutation --write docs/reports/mutation.json"
    assert len(gone(kept, today)) * 20 <= kept["mutants"], again


def test_mutants_of_changed_lines_are_gone() -> None:
    before, now = (code_mutants("a", f"def f(x: int) -> int:\n    return x {sign} 1\n") for sign in "+-")
    kept = summary(before, [killed(mutant.id, "games: another hut") for mutant in before], 0.95)
    assert gone(kept, before) == set() and gone(kept, now) and gone(kept, now) <= listed(kept)


@pytest.mark.parametrize("kind", [kind for kind in AIMS if kind != HOSTILE])
def test_the_report_reaches_the_aim(kind: str) -> None:
    kept = report_of(kind)
    assert kept["killed"] / (kept["killed"] + kept["survived"]) >= AIMS[kind]


@pytest.mark.parametrize("kind", AIMS)
def test_the_report_counts_everybody(kind: str) -> None:
    kept = report_of(kind)
    assert kept["aim"] == AIMS[kind]
    assert kept["survived"] == len(kept["survivors"]) and kept.get("diffs", {}).keys() <= set(kept["survivors"])
    assert kept["killed"] + kept["survived"] + kept["equivalent"] == kept["mutants"] == len(listed(kept))


@pytest.mark.parametrize("kind", AIMS)
def test_every_written_reason_is_about_a_mutant_that_nobody_kills(kind: str) -> None:
    kept = report_of(kind)
    today = {mutant.id for mutant in JUDGES.mutants(kind, kept.get("seed", 1))}
    usual = {mutant.id for mutant in JUDGES.mutants(kind)}
    for id, reason in JUDGES.reasons[kind].items():
        assert id in today or id in usual
        if kept["of"] == len(today):
            assert id not in listed(kept) or kept["equivalents"][id] == {"by": "reason", "because": reason}


COMPARED = re.compile(r"(\w+) (<=|>=) '([a-z-]+)'")


def test_names_of_readings_said_to_be_only_told_apart_are() -> None:
    """Where the order of a reading's names is compared instead of whether they are equal, the answers are the same."""
    mutants = {mutant.id: mutant for mutant in JUDGES.engine.mutants()}
    ids = [id for id, reason in JUDGES.reasons["engine"].items() if "told apart" in reason]
    assert len(ids) > 30
    for id in ids:
        ((point, sign, name),) = COMPARED.findall(mutants[id].source)
        others = set(CHOICES[point.replace("_", "-")]) - {name}
        assert others and not any(other <= name if sign == "<=" else other >= name for other in others), id


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "examples:" in capsys.readouterr().out
