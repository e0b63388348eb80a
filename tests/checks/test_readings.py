"""Readings: clauses and engine, amended apart, still play the same game, and a reading that differs is another game."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

from archipel.checks.agreement.lockstep import LockstepGame
from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.agreement import random_game
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.explanations import told_to
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.projection import machine
from archipel.checks.costa_ruana.questions import ranking
from archipel.checks.costa_ruana.theory import known
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import Scene
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Phase, Rules, State, codec
from archipel.reference.costa_ruana.readings import CHOICES, OURS, Readings, choice_of, chosen
from archipel.reference.costa_ruana.state import game_for
from archipel.reference.strict_json import BadInput
from archipel.spec.amendments import Amendment, amended
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.readings import READINGS, SOURCES
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.logic.solver import Interpretation
from archipel.spec.machine import Position, blank
from archipel.spec.readings import together

OTHERS = {point: names[1] for point, names in CHOICES.items()}
THIRD = [(point, name) for point, (_, _, *more) in CHOICES.items() for name in more]

# With this reading no deck of the box suffices, so nobody can play it.
UNPLAYABLE = "last-draw"
PLAYABLE = [point for point in OTHERS if point != UNPLAYABLE]


def rules(*points: str) -> Rules:
    return replace(STANDARD, readings=chosen({point: OTHERS[point] for point in points}))


def game(number: int, players: int, *points: str) -> LockstepGame[engine.Setup, engine.State, engine.Action, Terms]:
    return random_game(players, number, POLICIES[number % len(POLICIES)], rules(*points))


# One registry in the clauses, another in the engine


def test_clauses_and_engine_know_the_same_readings_in_the_same_order() -> None:
    assert {id: tuple(point.readings) for id, point in READINGS.played.items()} == CHOICES
    assert list(READINGS.played) == list(CHOICES)


def test_every_question_of_the_analysis_is_registered() -> None:
    raised = {label for point in READINGS.points.values() for label in point.covers}
    assert {f"A{number}" for number in range(1, 36)} <= raised
    assert {id for point in READINGS.points.values() for id in point.sources} <= SOURCES.keys()


def test_what_settles_a_reading_is_a_theorem_or_a_demand_that_exists() -> None:
    for point in READINGS.points.values():
        for reading in point.others:
            assert {*reading.breaks, *reading.makes_no_difference_by} <= THEORY.theorems.keys()
            assert not (reading.beyond and not reading.changes_nothing)


def test_our_readings_are_what_the_clauses_say() -> None:
    ours = {id: point.default.name for id, point in READINGS.points.items()}
    assert READINGS.under(ours) is RULEBOOK
    played = {id: name for id, name in ours.items() if id in READINGS.played}
    assert choice_of(chosen(played)) == {} and chosen(played) == OURS
    for point in READINGS.points.values():
        first, *others = point.readings.values()
        assert first.changes_nothing and first.statements == point.clause.statements
        assert all(other.statements != first.statements for other in others)
    for point in READINGS.played.values():
        assert not any(other.changes_nothing for other in point.others)


def test_every_point_is_about_a_clause_and_speaks_both_languages() -> None:
    for point in READINGS.points.values():
        assert RULEBOOK.clauses[point.clause.id] is point.clause
        for sentences in (point.questions, point.reasons, *[reading.statements for reading in point.readings.values()]):
            assert sentences["en"] and sentences["fr"] and sentences["en"] != sentences["fr"]


def test_another_reading_puts_another_sentence_in_the_clauses_place() -> None:
    other = READINGS.under({"shaman-tie": "self-first"}).clauses["succession.tie"]
    assert other.statements == READINGS.points["shaman-tie"].readings["self-first"].statements
    assert RULEBOOK.clauses["succession.tie"].statements != other.statements


@pytest.mark.parametrize("choice", [{"shaman": "self-first"}, {"shaman-tie": "self"}])
def test_unknown_readings_are_refused(choice: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        chosen(choice)
    with pytest.raises(ValueError):
        READINGS.under(choice)


# Agreement


@pytest.mark.parametrize("point", PLAYABLE)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_clauses_and_engine_agree_under_every_reading(point: str, players: int) -> None:
    for number in (players, players + 1):
        assert game(number, players, point).state.is_terminal()


@pytest.mark.parametrize(("point", "name"), THIRD)
def test_clauses_and_engine_agree_under_every_third_reading(point: str, name: str) -> None:
    read = replace(STANDARD, readings=chosen({point: name}))
    for players in (3, 4):
        assert random_game(players, players, POLICIES[0], read).state.is_terminal()


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(PLAYABLE, 2)])
def test_clauses_and_engine_agree_under_every_two_readings(one: str, other: str) -> None:
    number = PLAYABLE.index(one) + PLAYABLE.index(other)
    assert game(number, 3, one, other).state.is_terminal()


def test_clauses_and_engine_agree_under_all_readings_at_once() -> None:
    for players in (2, 3, 5):
        assert game(1, players, *PLAYABLE).state.is_terminal()


# What no game in lockstep looks at

CAPS = (7, 8, 9, 11)


@pytest.mark.parametrize("lone", CHOICES["lone"])
@pytest.mark.parametrize("priority", CHOICES["priority"])
@pytest.mark.parametrize("absent", CHOICES["absent-players"])
@pytest.mark.parametrize("majority", CHOICES["majority"])
def test_islands_are_settled_alike_whatever_they_hold(lone: str, priority: str, absent: str, majority: str) -> None:
    """All islands of up to four players, also with more inhabitants than an island of the box holds."""
    read = chosen({"lone": lone, "priority": priority, "absent-players": absent, "majority": majority})
    for counts in _islands():
        at = _island_position(counts, read)
        takers = [seat for seat in range(4) if at.evaluate("takes", 0, seat)]
        winner = engine.island_winner(counts, 1, read)
        assert takers == ([] if winner is None else [winner]), counts


def _islands() -> set[tuple[int, ...]]:
    """Whatever an island of the box can hold; a fuller one with the fullest seat at either end."""
    of_the_box = itertools.product(range(NUMBERS.island_cap + 1), repeat=4)
    falling = {
        counts
        for cap in CAPS
        for counts in itertools.combinations_with_replacement(range(cap, -1, -1), 4)
        if sum(counts) <= cap
    }
    return {c for c in of_the_box if sum(c) <= NUMBERS.island_cap} | falling | {counts[::-1] for counts in falling}


def _island_position(counts: tuple[int, ...], read: Readings) -> Position:
    rulebook = machine(read).rulebook
    values = blank(rulebook, NUMBERS.values(4) | {"cards": 0})
    rows = (counts, *values["on"][1:])
    return machine(read).at(values | {"on": rows, "treasures": (1, *values["treasures"][1:])})


# Huts and reserves: level by three, by all, by two pairs, by points alone, and at the bottom.
LEVEL = (
    ((4, 4, 4, 1), (3, 3, 3, 5)),
    ((4, 4, 4, 4), (3, 3, 3, 3)),
    ((4, 2, 4, 2), (3, 1, 3, 1)),
    ((4, 3, 2, 4), (1, 3, 5, 1)),
    ((1, 1, 6, 1), (2, 2, 0, 2)),
)


@pytest.mark.parametrize(("huts", "reserve"), LEVEL)
@pytest.mark.parametrize("points", [(), ("final-tie",), ("final-tie", "shaman-tie")])
@pytest.mark.parametrize("shaman", range(4))
def test_final_ties_are_broken_alike(
    points: tuple[str, ...], shaman: int, huts: tuple[int, ...], reserve: tuple[int, ...]
) -> None:
    start = engine.new_game(engine.Setup.from_seed(4, 0), rules(*points))
    over = start.changed(phase=Phase.OVER, actor=None, shaman=shaman, huts=huts, reserve=reserve)
    by_clauses = ranking(machine(over.rules.readings).at(projection.values(over)), range(4))
    assert [list(group) for group in over.ranking()] == by_clauses
    level = len(set(zip(huts, reserve, strict=True)))
    assert len(by_clauses) == (4 if points else level)
    if points:
        seats = [seat for (seat,) in by_clauses]
        turns = [(-2 * huts[seat] - reserve[seat], -huts[seat], (seat - shaman - 1) % 4) for seat in seats]
        assert turns == sorted(turns)


def test_the_one_card_draw_after_the_last_round_needs_cards_that_do_not_exist() -> None:
    for players in range(2, 7):
        with pytest.raises(BadInput, match="cards"):
            engine.new_game(engine.Setup.from_seed(players, 0), rules(UNPLAYABLE))
    for choice, status in (({}, Status.PROVED), ({UNPLAYABLE: "after"}, Status.REFUTED)):
        view = Interpretation("z3", known(6))
        required = READINGS.under(choice).parts(Nature.REQUIREMENT)
        assert Scene(view, 60_000).find([view(part.term) for part in required]).status is status


# Numbers and bounds that only other readings look at


def test_cards_drawn_after_each_round_by_reading() -> None:
    after, before = replace(STANDARD, readings=chosen({UNPLAYABLE: "after"})), STANDARD
    assert [before.draw_after(number) for number in range(1, 6)] == [2, 2, 2, 1, 0]
    assert [after.draw_after(number) for number in range(1, 6)] == [2, 2, 2, 2, 1]
    assert (before.cards_needed(6), after.cards_needed(6)) == (72, 84)


def test_poor_islands_share_equally_or_not_at_all() -> None:
    assert rules("poor-islands").treasures_of_the_poor() == 2
    assert replace(STANDARD, poor_treasures=3).treasures_of_the_poor() == 3
    with pytest.raises(BadInput, match="shared equally"):
        replace(rules("poor-islands"), poor_treasures=3)


def test_an_inhabitant_cannot_come_from_nowhere() -> None:
    played = game(0, 2, "card-inhabitant")
    states = codec.replay(codec.loads_record(played.record()))
    state = next(state for state in states if state.phase is Phase.STAND)
    assert state.actor is not None
    for by, source, reason in ((2, 0, "NO_SUCH_SEAT"), (0, 4, "NO_SUCH_ISLAND")):
        with pytest.raises(engine.IllegalAction) as refused:
            state.apply_action(engine.StandFrom(state.actor, by, engine.Face.UP, source))
        assert refused.value.reason is engine.Reason[reason]
    ours = engine.new_game(engine.Setup.from_seed(2, 0)).changed(phase=Phase.STAND)
    assert ours.actor is not None
    with pytest.raises(engine.IllegalAction) as other:
        ours.apply_action(engine.StandFrom(ours.actor, 0, engine.Face.UP, 0))
    assert other.value.reason is engine.Reason.OTHER_DECISION


# A reading that differs is another game


def plays_alike(number: int, players: int, point: str) -> bool:
    """Whether a game played with our readings can be replayed with another and ends alike."""
    ours = game(number, players)
    state = engine.new_game(engine.Setup.from_seed(players, number), rules(point))
    for action in ours.moves:
        if action not in state.legal_actions():
            return False
        state = state.apply_action(action)
    return (state.huts, state.reserve, state.shaman) == (ours.state.huts, ours.state.reserve, ours.state.shaman)


@pytest.mark.parametrize(
    "point", ["poor-islands", "background", "copy-order", "majority", "return-after-conflict", "fewest", "shaman-tie"]
)
def test_some_game_goes_another_way(point: str) -> None:
    assert not all(plays_alike(number, 4, point) for number in range(12))


@pytest.mark.parametrize("point", ["card-inhabitant", "flip", "copies", "remove-from", "moved-twice"])
def test_some_position_offers_other_decisions(point: str) -> None:
    for number in range(60):
        for state in codec.replay(codec.loads_record(game(number, 3, point).record())):
            ours = state.changed(game=game_for(3, STANDARD, state.deck), moved=())
            if state.legal_actions() != ours.legal_actions():
                return
    pytest.fail("the same decisions everywhere")


def test_absent_players_in_conflict_change_nothing_by_themselves_but_with_another_reading_they_do() -> None:
    assert all(plays_alike(number, 4, "absent-players") for number in range(12))
    counts = (2, 0, 0, 0)
    state = engine.new_game(engine.Setup.from_seed(4, 0), rules("absent-players", "return-after-conflict"))
    rows = (counts, *state.inhabitants[1:])
    assert engine.collect(state.changed(inhabitants=rows)).inhabitants[0] == counts
    present = engine.new_game(engine.Setup.from_seed(4, 0), rules("return-after-conflict"))
    assert engine.collect(present.changed(inhabitants=rows)).inhabitants[0] == (1, 0, 0, 0)


# Records

POINTS_OF_THE_RECORD = ("card-inhabitant", "copies", "moved-twice")


def test_a_record_carries_its_readings() -> None:
    played = game(0, 2, *POINTS_OF_THE_RECORD)
    record = codec.loads_record(played.record())
    assert choice_of(record.rules.readings) == {point: OTHERS[point] for point in POINTS_OF_THE_RECORD}
    *_, last = codec.replay(record)
    assert last == played.state


def with_a_moved_inhabitant() -> State:
    for number in range(40):
        for state in codec.replay(codec.loads_record(game(number, 3, "moved-twice").record())):
            if state.moved:
                return state
    pytest.fail("no card moved two inhabitants")


def test_a_position_in_which_an_inhabitant_was_moved_is_kept() -> None:
    state = with_a_moved_inhabitant()
    assert codec.loads_state(codec.dumps_state(state)) == state


@pytest.mark.parametrize(
    ("moved", "complaint"),
    [([[0, 0]] * 3, "does not hold so many"), ([[9, 0]], "moved"), ([[0]], "moved"), (5, "moved")],
)
def test_inhabitants_moved_must_be_there(moved: object, complaint: str) -> None:
    data = codec.state_data(with_a_moved_inhabitant()) | {"moved": moved}
    with pytest.raises(BadInput, match=complaint):
        codec.loads_state(json.dumps(data))


def test_moved_inhabitants_mean_nothing_to_our_readings() -> None:
    data = codec.state_data(with_a_moved_inhabitant()) | {"readings": {}}
    with pytest.raises(BadInput, match="moved"):
        codec.loads_state(json.dumps(data))


# The command


def test_people_are_not_asked_what_the_table_has_no_question_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(game(0, 2, "copies").record(), encoding="utf-8")
    assert main(["play", "--load", str(file)]) == 2
    assert "copies=optional" in capsys.readouterr().err
    assert main(["play", "--load", str(file), "--humans", "none"]) == 0


def test_points_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readings", "shaman-tie", "--lang", "fr"]) == 0
    told = capsys.readouterr().out
    assert "* self-last" in told and "self-first: décidée par un exemple" in told and "ancien shaman" in told
    assert "{" not in told
    assert main(["readings", "nothing"]) == 2


def test_points_are_described_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readings", "flip", "shaman-tie", "--json"]) == 0
    flip, tie = json.loads(capsys.readouterr().out)["readings"]
    assert (flip["id"], flip["settled"], flip["default"]) == ("flip", "open", "mandatory")
    assert (tie["id"], tie["settled"]) == ("shaman-tie", "example")
    for point in (flip, tie):
        ours, *others = point["readings"]
        assert not any(ours["changes"].values()) and "settlement" not in ours
        assert all(any(other["changes"].values()) and other["settlement"]["told"]["fr"] for other in others)


def test_points_settled_in_one_way_are_listed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readings", "flip", "shaman-tie", "which-round", "--json", "--settled", "contradiction"]) == 0
    assert [point["id"] for point in json.loads(capsys.readouterr().out)["readings"]] == ["which-round"]


def test_the_table_of_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readings", "shaman-tie", "last-draw", "flip", "face-down", "--examples", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["examples"]
    assert {id for id, fate in rows["shaman-tie=self-first"].items() if fate == "broken"} == {"E12"}
    assert set(rows["last-draw=after"].values()) == {"no game"}
    assert set(rows["flip=optional"].values()) == {"kept"} and len(rows) == 3
    assert main(["readings", "shaman-tie", "--examples"]) == 0
    assert "×" in capsys.readouterr().out


# Amendments


def test_readings_that_both_say_what_a_notion_means_are_refused() -> None:
    first, second = (READINGS.points["shaman-tie"].readings["self-first"] for _ in range(2))
    with pytest.raises(ValueError, match="seats_after"):
        together([first, second])


def test_a_notion_cannot_come_to_be_defined_by_itself() -> None:
    takes = RULEBOOK.definitions["takes"]
    with pytest.raises(ValueError, match="defined by itself"):
        amended(RULEBOOK, Amendment(notions={"majority": takes.body}))


# Words


def told(points: tuple[str, ...], wanted: str, lang: str) -> str:
    """The first sentence about a decision of one kind, in games with other readings."""
    for number in range(30):
        played = game(number, 2, *points)
        teller = told_to(lang, ["Ann", "Ben"], None)
        for state, action in zip(codec.replay(codec.loads_record(played.record())), played.moves, strict=False):
            if projection.step_of(state, action)[0].name == wanted:
                return teller.decision(state, action)
    pytest.fail(f"nobody chose to {wanted}")


@pytest.mark.parametrize(
    ("point", "decision", "en", "fr"),
    [
        ("flip", "keep_conditions", "turns no Condition card", "aucune carte Condition"),
        ("copies", "forgo", "lets it be", "y renonce"),
        ("card-inhabitant", "stand_from", "puts an inhabitant from island", "pose un habitant de l'île"),
    ],
)
def test_new_decisions_are_told(point: str, decision: str, en: str, fr: str) -> None:
    assert en in told((point,), decision, "en")
    assert fr in told((point,), decision, "fr")
