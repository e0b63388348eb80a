"""The published fingerprint: up to date, and able to tell a right program from a wrong one."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.games.formats import formats_of
from archipel.checks.games.registry import game_called
from archipel.checks.simulate.fingerprints import GAMES, STAGES, digest, entry_of, fingerprint, published
from archipel.checks.simulate.game import SimulationTask
from archipel.checks.support.parallel import ALONE, Workers
from archipel.checks.variants.variant_files import Variant, made
from archipel.reference.costa_ruana import (
    Action,
    Condition,
    Face,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Setup,
    Stand,
    new_game,
    random_moves,
)
from archipel.reference.strict_json import canonical

GAME = "costa_ruana"
ORIGINAL = Variant(GAME)
PLAYERS = range(2, 7)
Capture = pytest.CaptureFixture[str]
Document = dict[str, Any]


def kept() -> Document:
    return deepcopy(published(GAME))


def compare(document: object, folder: Path, *more: str) -> int:
    path = folder / "mine.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return main(["simulate", "--compare", str(path), *more])


def entry(document: Document, players: int, games: int) -> Document:
    found = [entry for entry in document["entries"] if (entry["players"], entry["games"]) == (players, games)]
    assert len(found) == 1
    return dict(found[0])


# What is kept


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_kept_is_up_to_date(players: int) -> None:
    task = SimulationTask(ORIGINAL, players, kept()["seed"], ("random",))
    for games in STAGES:
        assert entry_of(task, games, ALONE).as_json() == entry(kept(), players, games)


def test_what_is_kept_is_whole() -> None:
    wanted = [(players, games) for players in PLAYERS for games in (*STAGES, GAMES)]
    assert [(entry["players"], entry["games"]) for entry in kept()["entries"]] == wanted
    for found in kept()["entries"]:
        assert found["sha256"] == digest(found["histograms"])
        assert all(sum(histogram.values()) == found["games"] for histogram in found["histograms"].values())


def test_what_is_kept_is_printed_and_keeps_its_schema(capsys: Capture) -> None:
    assert main(["simulate", "--fingerprint"]) == 0
    printed = capsys.readouterr().out
    assert printed == canonical(kept())
    jsonschema.validate(json.loads(printed), json.loads(formats_of(game_called(GAME))["fingerprint"]))


def test_a_smaller_one_is_part_of_it() -> None:
    tasks = [SimulationTask(ORIGINAL, 2, kept()["seed"], ("random",))]
    found = fingerprint(tasks, 100, ALONE)
    assert found["entries"] == [entry(kept(), 2, 1), entry(kept(), 2, 100)]
    assert fingerprint(tasks, 100, Workers(2)) == found


def place_in_list(action: Action) -> tuple[object, ...]:
    """Where the manual says that an action stands among the legal ones."""
    match action:
        case PlayUp() | PlayDown():
            return (action.card, action.before)
        case Stand() | Resolve():
            return (0, action.face is Face.DOWN, action.by)
        case MoveInhabitant():
            return (action.source, action.owner, action.target)
        case MoveTreasure():
            return (action.source, action.target)
        case Remove() | Place():
            return action.islands
        case Settle():
            return (action.island,)
        case Flip():
            return (action.condition is Condition.TIME,)
        case Name():
            return (0, action.shaman)
    return (1,) if isinstance(action, Pass) else (-1,)


@pytest.mark.parametrize("players", PLAYERS)
def test_legal_actions_come_in_the_order_that_the_manual_says(players: int) -> None:
    seen = set[type]()
    for seed in range(4):
        state, chance = new_game(Setup.from_seed(players, seed)), Random(seed)
        while menu := state.legal_actions():
            assert list(menu) == sorted(menu, key=place_in_list)
            seen.update(map(type, menu))
            state = state.apply_action(chance.choice(menu))
    assert len(seen) == 13


# The same generator


def test_it_is_like_itself(tmp_path: Path, capsys: Capture) -> None:
    assert compare(kept(), tmp_path) == 0
    assert "No difference" in capsys.readouterr().out


def test_histograms_may_be_left_out(tmp_path: Path) -> None:
    document = kept()
    for found in document["entries"]:
        found["histograms"] = {"decisions": found["histograms"]["decisions"]}
        del found["sha256"]
    assert compare(document, tmp_path) == 0


def test_one_game_that_came_out_differently_is_found(tmp_path: Path, capsys: Capture) -> None:
    document = kept()
    found = document["entries"][2]
    histogram = found["histograms"]["lead"]
    histogram["0"] -= 1
    histogram["1"] += 1
    del found["sha256"]
    assert compare(document, tmp_path) == 1
    told = capsys.readouterr().out
    assert f"lead: 0 was seen {histogram['0']} times, ours {histogram['0'] + 1} times" in told
    assert "--record 0" in told and "They differ." in told


def test_games_that_are_not_kept_are_played(tmp_path: Path) -> None:
    tasks = [SimulationTask(ORIGINAL, 2, 77, ("random",))]
    document = fingerprint(tasks, 5, ALONE)
    assert compare(document, tmp_path) == 0
    document["seed"] = 78
    assert compare(document, tmp_path) == 1


def test_a_variant_is_compared_with_itself(tmp_path: Path, capsys: Capture) -> None:
    variant = made(GAME, {"rounds": 4}, {})
    (tmp_path / "v.toml").write_text('game = "costa_ruana"\n[numbers]\nrounds = 4\n', encoding="utf-8")
    document = fingerprint([SimulationTask(variant, 2, 1, ("random",))], 3, ALONE)
    assert compare(document, tmp_path, "--variant", str(tmp_path / "v.toml")) == 0
    assert compare(document, tmp_path) == 2
    assert "variant" in capsys.readouterr().err


# Another generator: a program of our own that uses Python's


def by_another_program(players: int, games: int, bias: int = 0) -> Document:
    """Histograms made with another generator; with a bias, a program that gives every winner that many points more."""
    names = ("decisions", "points_of_winners", "treasures")
    histograms: dict[str, Counter[str]] = {name: Counter() for name in names}
    for seed in range(games):
        setup = Setup.from_seed(players, seed)
        moves = random_moves(setup, seed)
        state = new_game(setup)
        for move in moves:
            state = state.apply_action(move)
        histograms["decisions"][str(len(moves))] += 1
        histograms["points_of_winners"][str(max(state.returns()) + bias)] += 1
        histograms["treasures"][str(sum(state.huts))] += 1
    return {
        "format": "archipel-fingerprint",
        "version": "1.0.0",
        "game": GAME,
        "generator": "mersenne-twister",
        "seed": 0,
        "entries": [{"players": players, "games": games, "histograms": histograms}],
    }


def test_a_right_program_with_another_generator_is_accepted(tmp_path: Path, capsys: Capture) -> None:
    assert compare(by_another_program(2, 500), tmp_path) == 0
    assert "other generator" in capsys.readouterr().out


def test_a_wrong_program_is_not(tmp_path: Path, capsys: Capture) -> None:
    assert compare(by_another_program(2, 500, bias=1), tmp_path, "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["entries"]
    assert [name for name, test in found["tests"].items() if test["differs"]] == ["points_of_winners"]


def test_small_entries_are_not_tested_twice(tmp_path: Path, capsys: Capture) -> None:
    document = kept() | {"generator": "another"}
    assert compare(document, tmp_path, "--json") == 0
    found = json.loads(capsys.readouterr().out)["entries"]
    assert [part["games"] for part in found] == [GAMES] * len(PLAYERS)
    assert {part["how"] for part in found} == {"chi-square"}


def test_resampled_games_are_accepted_and_shifted_ones_refused(tmp_path: Path, capsys: Capture) -> None:
    chance = Random(5)
    document = kept() | {"generator": "another"}
    document["entries"] = [entry(document, 4, GAMES)]
    (found,) = document["entries"]
    del found["sha256"]
    for name, histogram in found["histograms"].items():
        values, counts = zip(*histogram.items(), strict=True)
        found["histograms"][name] = Counter(chance.choices(values, counts, k=GAMES))
    assert compare(document, tmp_path) == 0
    lead = found["histograms"]["winner"]
    moved = lead["0"] // 10
    lead["0"] -= moved
    lead["1"] += moved
    assert compare(document, tmp_path) == 1


# Bad files


def changed(changes: Document, histograms: Document | None = None, **first: object) -> Document:
    """A small file in which something is another."""
    document = kept()
    found = entry(document, 2, 1) | first
    found["histograms"] = found["histograms"] | (histograms or {})
    if "sha256" not in first:
        del found["sha256"]
    return document | {"entries": [found]} | changes


BROKEN: dict[str, object] = {
    "not json": "{",
    "no object": [],
    "other format": changed({"format": "something"}),
    "other version": changed({"version": "2.0.0"}),
    "other game": changed({"game": "chess"}),
    "no entries": changed({"entries": []}),
    "an empty generator": changed({"generator": ""}),
    "an unknown key": changed({"more": 1}),
    "too many players": changed({}, players=7),
    "counts that do not add up": changed({}, games=2),
    "a wrong digest": changed({}, sha256="0" * 64),
    "no histograms": changed({"entries": [{"players": 2, "games": 1, "histograms": {}}]}),
    "a missing key": changed({"entries": [{"players": 2, "games": 1}]}),
    "an unknown histogram": changed({}, {"luck": {"1": 1}}),
    "a value that is no number": changed({}, {"lead": {"much": 1}}),
    "a count that is no number": changed({}, {"lead": {"1": "1"}}),
    "a negative count": changed({}, {"lead": {"1": -1, "2": 2}}),
    "a histogram that is a list": changed({}, {"lead": [1]}),
}


@pytest.mark.parametrize("what", BROKEN)
def test_bad_files_are_refused_in_one_line(what: str, tmp_path: Path, capsys: Capture) -> None:
    assert compare(BROKEN[what], tmp_path) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("archipel: --compare: ")


def test_a_good_file_is_not_refused(tmp_path: Path) -> None:
    assert compare(changed({}), tmp_path) == 0
