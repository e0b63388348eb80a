"""What judges and plays any game, on Lagoon: clauses behind refusals, decisions as numbers, memories, simulations."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.toy.game import ENGINE, GAME, MAPPING

from archipel.checks.cli.command_line import main
from archipel.checks.games.registry import LOADED
from archipel.checks.judge.adapters.encoding import Encoding, chosen, flattened
from archipel.checks.judge.adapters.learning import Learning
from archipel.checks.judge.adapters.observing import flat
from archipel.checks.judge.fuzzing.running import fuzzed
from archipel.checks.judge.fuzzing.targets import GoodInput
from archipel.checks.judge.game import Judge
from archipel.checks.judge.oracle.limits import Budget, Limits
from archipel.checks.judge.perft.counting import perft
from archipel.checks.judge.reasons import ClauseReasons
from archipel.checks.judge.traces.recorded import RecordedTrace, kind_of
from archipel.checks.simulate.game import SimulationTask
from archipel.checks.simulate.running import simulated
from archipel.checks.support.parallel import ALONE
from archipel.checks.variants.variant_files import Variant
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput
from archipel.spec.machine import Machine


def walked(players: int, seed: int) -> list[Any]:
    """The positions of a random game."""
    chance, engine = Random(seed), ENGINE
    states = [engine.new_game(engine.setup_from_seed(players, seed, engine.standard), engine.standard)]
    while menu := engine.legal_actions(states[-1]):
        states.append(engine.apply_action(states[-1], chance.choice(menu)))
    return states


@pytest.mark.parametrize("players", [3, 4])
def test_decisions_have_numbers(players: int) -> None:
    encoding = Encoding(MAPPING, walked(players, 1)[0], lambda action: True)
    assert list(encoding.blocks()) == [name for name in ENGINE.actions if name not in ENGINE.outcomes]
    for seat in range(players):
        actions = [encoding.action(seat, number) for number in range(encoding.count)]
        assert [encoding.number(seat, action) for action in actions] == list(range(encoding.count))
    for state in walked(players, 2):
        actor = ENGINE.actor(state)
        if actor not in (None, CHANCE):
            legal = {encoding.action(actor, number) for number in encoding.legal(state)}
            assert legal == set(ENGINE.legal_actions(state))


def test_chosen_places_are_listed_in_order() -> None:
    found = sorted([(1, 0), (0, 0), (0, 2), (0, 1), (1, 1)], key=chosen)
    assert found == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]
    assert list(flattened(((1, 0), (2, 3)))) == [1, 0, 2, 3]


def test_clauses_forbid_what_the_engine_forbids() -> None:
    reasons, chance, refused = ClauseReasons(MAPPING), Random(3), 0
    for state in walked(3, 3):
        actor = ENGINE.actor(state)
        if actor in (None, CHANCE):
            continue
        encoding = Encoding(MAPPING, state, lambda action: True)
        for number in chance.sample(range(encoding.count), 10):
            action = encoding.action(actor, number)
            sets = reasons.forbidding(state, action)
            assert bool(sets) == (action not in ENGINE.legal_actions(state))
            refused += bool(sets)
            assert all(clause in MAPPING.readings.rulebook.clauses for found in sets for clause in found)
    assert refused > 20


def test_a_wrong_clause_shows_in_the_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(state for state in walked(3, 4) if ENGINE.actor(state) not in (None, CHANCE))
    reasons = ClauseReasons(MAPPING)
    assert not reasons.forbidding(state, ENGINE.legal_actions(state)[0])
    monkeypatch.setattr(Machine, "at", lambda self, values, at=Machine.at: at(self, {**values, "phase": -1}))
    assert reasons.forbidding(state, ENGINE.legal_actions(state)[0])


def test_counts_follow_the_dice() -> None:
    judge = Judge(GAME)
    state = walked(3, 5)[0]
    counts = perft(judge, state, 3, Budget(Limits()))
    by_hand = [state]
    for number in counts.sequences[1:]:
        by_hand = [ENGINE.apply_action(each, action) for each in by_hand for action in ENGINE.legal_actions(each)]
        assert number == len(by_hand)
    assert judge.about()["readings"] and judge.drawn(state, "en")


def test_it_can_be_learnt() -> None:
    learning = Learning(GAME, 3)
    state, memory = learning.opening, learning.begun(learning.opening)
    shapes = set()
    for after in walked(3, 6):
        pieces = learning.observation(after, 1)
        shapes.add(tuple((piece.name, piece.shape, len(piece.values)) for piece in pieces))
        assert all(0 <= value <= 1 for value in flat(pieces))
        memory = memory.after(state, None, after)
        state = after
    assert '"views"' in memory.text(state, 1) and learning.most_nodes > learning.dealing.nodes
    assert learning.most_outcomes == 1000
    (shape,) = shapes
    assert all(prod(sizes) == count for _, sizes, count in shape)


def test_numbers_tell_a_seat_its_own_card_and_no_other() -> None:
    learning, state = Learning(GAME, 3), walked(3, 6)[0]
    swapped = replace(state, hands=(state.hands[1], state.hands[0], state.hands[2]))
    seen = [[flat(learning.observation(one, seat)) for one in (state, swapped)] for seat in range(3)]
    assert [one == other for one, other in seen] == [False, False, True]


def test_it_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOADED, "lagoon", GAME)
    tally = simulated(SimulationTask(Variant("lagoon"), 3, 1, ("random",)), 20, ALONE)
    assert tally.games == 20 and tally.counts["decision.swim"] and not tally.counts["decision.roll"]
    assert sum(tally.histograms["winner"].values()) == 20


# Traces and bad weather


def test_a_recorded_game_is_a_trace() -> None:
    recorded = GoodInput(GAME).record(3)
    found = RecordedTrace(GAME).of(recorded)
    assert len(found["states"]) == len(json.loads(recorded)["moves"]) + 1
    assert {"phase", "hands", "round", "players"} <= set(found["states"][0]) and found["params"] == ["players"]
    wrong = json.loads(recorded)
    wrong["result"]["points"][0] += 1
    with pytest.raises(BadInput, match="result"):
        RecordedTrace(GAME).of(json.dumps(wrong).encode())
    wrong["moves"] = wrong["moves"][1:]
    with pytest.raises(BadInput, match="moves"):
        RecordedTrace(GAME).of(json.dumps(wrong).encode())


def test_kinds_are_read_off_values() -> None:
    kinds = [kind_of(values).type for values in ([1, None], [True], ["a"], [[1], []], [{"a": 1}, {"a": 2}], [])]
    assert kinds == ["Set(Int)", "Bool", "Str", "Seq(Int)", "{ a: Int }", "Str"]


@pytest.mark.parametrize("name", ["oracle", "referee", "action", "setup", "state", "record", "readings"])
def test_bad_input_is_answered_or_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOADED, "lagoon", GAME)
    target = GAME.fuzz_targets()[name]()
    accepted = 0
    for seed in target.seeds:
        with suppress(BadInput):
            target.feed(seed)
            accepted += 1
    target.close()
    assert accepted > len(target.seeds) / 4
    report = fuzzed("lagoon", name, 30, seed=1, seconds=20)
    assert report.inputs == 30 and report.refused and not report.failures, report.failures


# Commands


def test_commands_that_judge_and_play_need_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(LOADED, "lagoon", GAME)
    record = tmp_path / "game.json"
    record.write_bytes(GoodInput(GAME).record(3))
    for words in (
        ["perft", "--depth", "2", "--json"],
        ["referee", str(record), "--json"],
        ["simulate", "--players", "3", "--record", "2"],
        ["simulate", "--players", "3", "--games", "5"],
        ["export", "--itf", str(tmp_path / "trace.json"), str(record)],
    ):
        assert main(["--game", "lagoon", *words]) == 0, words
    assert "swim" in capsys.readouterr().out and (tmp_path / "trace.json").exists()
