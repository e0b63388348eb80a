"""Counting to a depth in Costa Ruana: the same numbers as everybody else's, and everything in a position is packed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.vectors import VECTORS
from archipel.checks.judge.game import judge_of
from archipel.checks.judge.oracle.limits import Budget, Limits
from archipel.checks.judge.perft.counting import perft
from archipel.reference.costa_ruana import Laid, Setup, State, codec, new_game

JUDGE = judge_of("costa_ruana")


def counted(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert main(["perft", "--json", *options]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


# The numbers


@pytest.mark.parametrize("players", [2, 5])
def test_the_numbers_are_those_of_the_oracle(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    found = counted(capsys, "--players", str(players), "--seed", "3", "--depth", "4", "-j", "1")
    expected = perft(JUDGE, new_game(Setup.from_seed(players, 3)), 4, Budget(Limits()))
    assert (tuple(found["sequences"]), tuple(found["positions"])) == (expected.sequences, expected.positions)
    assert players == 5 or found["positions"][-1] < found["sequences"][-1], "equal positions are counted once"


def test_the_numbers_are_those_of_the_vectors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a position and from the game that leads to it."""
    for number, entry in enumerate(VECTORS.played.counts(3)):
        depth = len(entry["depths"])
        for kind in ("state", "record"):
            file = tmp_path / f"{kind}{number}.json"
            file.write_text(json.dumps(entry["begin"][kind]))
            found = counted(capsys, "--record", str(file), "--depth", str(depth), "--digest", "-j", "1")
            assert found["sequences"][1:] == [each["count"] for each in entry["depths"]]
            assert found["digests"][1:] == [each["sha256"] for each in entry["depths"]]


# Packing


def test_a_packed_position_is_itself_again() -> None:
    for players in (2, 3, 6):
        states = [moment.state for moment in VECTORS.played.games.play(players, 2)]
        assert all(codec.unpacked(codec.packed(state), state.game) == state for state in states)
        assert len({codec.packed(state) for state in states}) == len(set(states))


def test_everything_in_a_position_is_packed() -> None:
    state = new_game(Setup.from_seed(3, 1))
    others = [*_changed(state)]
    assert len({codec.packed(other) for other in [state, *others]}) == 1 + len(others)
    assert all(codec.unpacked(codec.packed(other), state.game) == other for other in others)


def _changed(state: State) -> list[State]:
    """Other positions, of which each differs in one thing."""
    laid: list[Laid | None] = [Laid(3, 1, True), *state.table[1:]]
    return [
        state.changed(round=4),
        state.changed(actor=None),
        state.changed(copying=True),
        state.changed(resolving=0),
        state.changed(offered=0),
        state.changed(old_shaman=0),
        state.changed(moved=((0, 1),)),
        state.changed(waiting=(2, 0)),
        state.changed(table=tuple(laid)),
        state.changed(table=(*laid[1:], laid[0])),
        state.changed(standing=(None, 0, None)),
        state.changed(pile=state.pile[1:]),
        state.changed(hands=((), *state.hands[1:])),
        state.changed(tide=state.time, time=state.tide),
        state.changed(treasures=(300, *state.treasures[1:])),
    ]
